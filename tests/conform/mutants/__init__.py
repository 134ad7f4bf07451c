"""Mistakes that people make: wrong mechanisms, maps and samplers, each with what must catch it and how.

Every mechanism is also a target: `noisymax conform tests.conform.mutants.maps:NoFactorTwo --triple make_noisy_top_k`,
asked in the top folder, names the clauses that it breaks.
"""
