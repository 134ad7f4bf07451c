"""Mistakes that people make: wrong mechanisms, maps and samplers, each with what must catch it and how.

Every mechanism is also a target: `noisymax conform tests.mutants.maps:NoFactorTwo --triple make_noisy_top_k`, asked in
the folder above, names the clauses that it breaks.
"""
