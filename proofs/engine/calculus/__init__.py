"""Derivatives, limits and integrals in closed form, each on conditions that are checked."""
