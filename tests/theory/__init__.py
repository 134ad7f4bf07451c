"""Does theory stand for any number of candidates, on mathematics alone?"""
