"""Mutation testing: does some test fail whenever one operator, constant or condition of the code is changed?

`make mutation` makes every small change in a copy of the checkout, one at a time, and puts it to the tests of the
module (`scope.py`) that reach the changed statement. A change that none of them notices must be listed in
`survivors.toml` with the reason why it makes no difference. `make mutation ARGS='impl/samplers.py'` is about some
modules alone.

The changes are Cosmic Ray's. (mutmut leaves out decorated functions, which all samplers are.) Its own runner starts an
interpreter for every change; here a process that has the libraries loaded is forked, which takes a tenth of the time.
"""
