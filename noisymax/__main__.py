"""`python -m noisymax` is `noisymax`."""

import sys

from noisymax import main

if __name__ == "__main__":
    sys.exit(main())
