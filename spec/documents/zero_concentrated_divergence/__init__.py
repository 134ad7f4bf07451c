"""`TopKMeasure` for `ZeroConcentratedDivergence`: what it states, where, and its formulas."""
