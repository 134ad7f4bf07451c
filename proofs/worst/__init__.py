"""The worst pair: neighbouring inputs whose exact laws come closest to a privacy map's claim, or exceed it.

`search` of `search.py` is the way in; what it is given is a `Subject` of `subject.py`.
"""
