"""Why it holds: checkers, derivations, exact laws, witnesses and the command."""
