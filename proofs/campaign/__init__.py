"""Campaigns: many jobs, each done exactly once, here, in processes of this machine or on a Dask cluster.

`Local` of `local.py` and `Cluster` of `cluster.py` are a `Where` of `model.py`: same contract, same tests.
"""
