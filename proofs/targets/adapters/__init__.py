"""Libraries as targets: each module gives one library the factories of the triples.

They are loaded in the target's interpreter: standard library, the library itself and `spec.space` alone, Python 3.10.
Errors of the library pass through as they are.
"""


class Unsupported(Exception):
    """The library has no such domain, measure or parameter: there is nothing to hold against the triple."""
