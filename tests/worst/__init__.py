"""Does the search find a pair that exceeds a wrong map, and none for a sound one?"""
