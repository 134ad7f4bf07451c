"""`make_noisy_top_k`: what it states, where, and its formulas."""
