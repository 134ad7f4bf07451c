"""Checks by question: is every line transcribed, does every clause fire, is every planted bug caught."""
