"""Are the test vectors up to date, and does every wrong reader fail them?"""
