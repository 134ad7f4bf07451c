"""Contracts to begin with: a finite law, a law that never ends, and a coin program."""
