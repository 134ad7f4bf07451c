"""The five documents, one folder each: what is known of every item, and what is wrong."""
