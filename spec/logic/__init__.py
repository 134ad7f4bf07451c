"""The language of statements: formulas, how they are written, substitution, and claims."""
