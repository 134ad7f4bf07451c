"""The doors: the command and the pytest plugin, under a name of their own, which say so if our packages are hidden."""

import sys

from noisymax.rooms import hidden_room


def main() -> int:
    """Run the command, unless a module of the same name hides one of our packages: then say which, in one line."""
    if (hidden := hidden_room()) is not None:
        print(f"noisymax: error: {hidden}", file=sys.stderr)
        return 2
    from proofs.command import main as command

    return command()
