"""The machinery: ledger, checkers, exact laws, divergences and statistics. It knows no mechanism."""
