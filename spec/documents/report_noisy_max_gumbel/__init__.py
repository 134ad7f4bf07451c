"""`make_report_noisy_max_gumbel`: what it states, where, and its formulas."""
