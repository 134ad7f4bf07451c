"""The attack on the checkers: false statements are grown without end, and none may be proved or certified."""
