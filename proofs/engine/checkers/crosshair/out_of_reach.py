"""What CrossHair cannot be asked, and who decides it instead."""

from collections.abc import Mapping

OUT_OF_REACH: Mapping[str, str] = {
    "edges of partially sampled numbers": "ball arithmetic runs in compiled code; exact laws and hypothesis check it",
    "rounding of binary64": "CrossHair does not decide float rounding; whole small formats are exhausted instead",
    "permute-and-flip at a symbolic scale": "quotients of two unknowns; exact laws check given scales",
    "privacy maps": "float results; z3 proves the composition, exhaustion the corners",
    "laws of outputs": "a clause about a distribution is no clause about one run; the law engine measures them",
}
"""Clauses that no harness states, and who decides them instead."""
