"""Mutation testing: does some test fail whenever one operator, constant or condition of the code is changed?

`make mutation` makes every small change in a copy of the checkout, one at a time, and puts it to the tests of the
module (`scope.py`) that reach the changed statement. A change that none of them notices must be listed in
`survivors.toml` with the reason why it makes no difference. `make mutation ARGS='impl/samplers.py'` is about some
modules alone.

Functions of `impl` are also made wrong beyond a threshold only (`thresholds.py`): for more than so many scores, for
larger numbers or denominators, at a greater depth. Tests on lists of small cases notice no such change; those on cases
of every size must.

The other changes are Cosmic Ray's. (mutmut leaves out decorated functions, which all samplers are.) Its own runner
starts an interpreter for every change; here a process that has the libraries loaded is forked, which takes a tenth of
the time.
"""
