"""The mathematics, for any number of candidates: nothing here runs a mechanism."""
