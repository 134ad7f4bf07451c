"""One module a group of clauses; each yields a verdict a clause."""
