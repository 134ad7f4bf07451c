"""What runs beside other people's code, in their interpreter: standard library alone, Python 3.10 or newer.

It is loaded under a name of its own, so that no module of a target is hidden by one of ours.
"""
