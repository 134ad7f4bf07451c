"""An audit of the ledger: which checks run, in which processes, and how the verdicts compare with those accepted."""
