"""Does the running code do what it says, and the published code what was printed?"""
