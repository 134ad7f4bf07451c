"""`SelectionMeasure` for `RangeDivergence`: what it states, where, and its formulas."""
