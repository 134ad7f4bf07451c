"""Formulas in the terms of each engine."""
