"""Clauses about integers, indices, lists and coins, as functions of asserts that CrossHair follows."""
