"""Does the translator say what Python does, does Coq check it, and is every planted bug stopped?"""
