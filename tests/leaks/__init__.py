"""Is what the coins of a release tell about the scores measured exactly?"""
