"""Why each mechanism keeps its promise: its law, its errors, its privacy. The names are those of spec and impl."""
