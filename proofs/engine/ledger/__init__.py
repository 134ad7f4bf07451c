"""The ledger: claims, the evidence for them, and verdicts that are computed and never typed."""
