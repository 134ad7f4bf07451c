"""An audit as one page that needs nothing else: verdicts, derivations, errata, laws, maps and the graph of claims."""
