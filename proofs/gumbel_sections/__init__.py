"""The introduction, the reparameterization and the metric: sections that two documents print almost alike.

Each module here turns one of these sections into proofs and refutations of a given document's items.
"""
