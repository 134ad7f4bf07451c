"""The changes that make no difference, and why: of each module, the line before, the line after, and the reason."""

PARITY = "a remainder by 2 is 0 or 1"
NO_NEGATIVE_SCALE = "a negative scale does not meet the precondition"
ROUNDING = "u = into.quantum if x == 0 else max(power_of_two(floor_log2(x) + 1 - into.precision), into.quantum)"
INTEGRABLE = 'integrable = operation == "∫" and _covers(v, left.low, left.high)'
FALLS = "return c != x and part == exp(-x)"
TOTAL = "return power >= 0 and power.denominator == 1"
FETCHED = "how much entropy is fetched at once changes no coin"
UNREAD = "no coin is read from the buffer before it is filled"
SIGN = "if math.copysign(1.0, number) < 0:"
NO_NEGATIVE_DISTANCE = "a negative distance does not meet the precondition"

SURVIVORS: dict[str, dict[tuple[str, str], str]] = {
    "impl/samplers.py": {
        ("return k % 2 == 1", "return k % 2 >= 1"): PARITY,
        ("while x > 1:", "while x >= 1:"): "at x = 1 the rest is 0, and e^-0 is certain, without a coin",
    },
    "impl/permute_and_flip.py": {("if scale == 0:", "if scale <= 0:"): NO_NEGATIVE_SCALE},
    "impl/maps.py": {
        ("if d_in == 0:", "if d_in <= 0:"): NO_NEGATIVE_DISTANCE,
        ("if scale == 0:", "if scale <= 0:"): NO_NEGATIVE_SCALE,
    },
    "impl/directed.py": {
        (ROUNDING, ROUNDING.replace("x == 0", f"x == {other}")): "0, 1 and -1 are multiples of every finer unit"
        for other in (1, -1)
    },
    "impl/parameters.py": {
        (SIGN, SIGN.replace(old, new)): "a sign is copied to 1, and 1 is on the same side"
        for old, new in (("< 0", "<= 0"), ("< 0", "< 1"), ("(1.0", "( 2.0"))
    },
    "impl/noisy_top_k.py": {
        ("if d_range == 0: # L29 ~", "if d_range <= 0: # L29 ~"): "a negative distance was refused before",
        ("if scale == 0: # L32 ~", "if scale <= 0: # L32 ~"): "a negative scale was refused before",
    },
    "impl/draws.py": {
        ("FETCH = 32", "FETCH = 33"): FETCHED,
        ("FETCH = 32", "FETCH = 31"): FETCHED,
        ("self._buffer = 0", "self._buffer = 1"): UNREAD,
        ("self._buffer = 0", "self._buffer = -1"): UNREAD,
    },
    "proofs/checkers/evaluated.py": {
        ("return _ball(value.args[0]).exp()", "return _ball(value.args[ -1]).exp()"): "an exponential has one argument"
    },
    "proofs/checkers/rules.py": {
        (INTEGRABLE, INTEGRABLE.replace("==", ">=")): "the name of no other binder sorts after that of the integral",
        (FALLS, FALLS.replace("!=", "<")): "an inequality of terms is a term, and the sorts of c and x differ anyway",
        (FALLS, FALLS.replace("!=", ">")): "an inequality of terms is a term, and the sorts of c and x differ anyway",
        (TOTAL, TOTAL.replace("==", "<=")): "a denominator is 1 at least",
    },
}
