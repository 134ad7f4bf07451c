"""What runs: the pseudocode on exact rationals, as published and as repaired."""
