"""Campaigns: is each job done exactly once, wherever it is done and whatever dies meanwhile?"""
