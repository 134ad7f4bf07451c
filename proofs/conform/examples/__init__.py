"""Contracts to begin with: a finite law, laws that never end, and coin programs."""
