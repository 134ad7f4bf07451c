"""Does the comparison time everybody fairly, print what it timed, and refuse bad input?"""
