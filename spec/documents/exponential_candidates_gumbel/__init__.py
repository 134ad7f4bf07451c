"""`make_base_exponential_candidates_gumbel`: what it states, where, and its formulas."""
