"""The changes that make no difference, and why: of each module, the line before, the line after, and the reason."""

ANY = "..."
"""The line after, where a change of the line need make no difference."""

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
STATIC = "the method is only called on the class, where it is a plain function"
WHOLE = "return arb(x.numerator) if x.denominator == 1 else arb(x.numerator) / x.denominator"
WRITTEN = "return Fraction(mantissa << exponent) if exponent >= 0 else Fraction(mantissa, 1 << -exponent)"
WEIGHED = "sums = list(accumulate(ExpSum([((best - score) / scale, Fraction(1))]) for score in x))"
FOUND = "if k == 0 or compare_share(sums[k - 1], low, sums[-1]) <= 0:"
NOT_ZERO = "a ball that reaches just to 0 encloses a number that is not 0"
DENOMINATOR = "a denominator is 1 at least"

DRAWN = "if place == self._most_draws:"
HEAVIEST = "heaviest_waiting = -waiting[0][0] if waiting else 0.0"
ROOT_ITEM = "waiting: list[tuple[float, int, Script]] = [(-1.0, next(order), ())]"
LIMIT = "a limit of time and memory: what is beyond is said to be unfinished"

KNOWN = "if known is None or known.missing > self.share:"
MOST = "MOST_COINS, MOST_ANSWERS = 2_000_000, 100_000"
ONE_MORE_OR_LESS = (
    ("2_000_000", "2000001"),
    ("2_000_000", "1999999"),
    ("100_000", "100001"),
    ("100_000", "99999"),
)
SHARES = (
    "share /= 256",
    "known = self.coins.known[key] = self.coins.law(body, arguments, self.share, self.share / 256)",
)
SHARED = "how much less a call may leave at the next attempt changes the time, not what is enclosed"

RULED_OUT = "if log_e_value_of_cell(Cell(None, p, p.log(), ball(1 - middle).log()), count, n) >= limit:"
TIGHTER = "it changes how tight an enclosure is, not that it holds"
TOUCHING = "they differ if two balls touch in a point; both are sound there"
SOME_OUTCOME = "a law has an outcome: none do not add up to one"
FROM_BELOW = "if not (log_e_value_of_cell(cell, low, draws) < threshold <= log_e_value_of_cell(cell, high, draws)):"

BELOW = "return -math.inf if x == Ball.neg_inf() else otherwise"
BOTH_INFINITE = "return math.inf if a == math.inf else a / b"
BEYOND = "nothing is beyond an infinity"
NOT_NEGATIVE = "neither of the two numbers is negative"
POINT = "if claim.lower != claim.upper or isinstance(claim.lower, float):"
ALL_LOGS = "for mass, log in zip(of.masses, of.logs(BITS), strict=True):"
FINER = "FINER = Fraction(1, 2**64)"
MOST_TERMS = "_MOST_TERMS = 1 << 20"
SIGN_LIMIT = "SIGN_LIMIT = 1 << 17"

SAMPLED_ALPHAS = "_SAMPLED = tuple(1 + Fraction(2) ** e for e in range(-6, 11))"
ENTROPY = "found = curve.relative_entropy if alpha == 1 else curve.K(alpha) / ball(alpha - 1)"
KNOWN_IN_PART = "least = ((_least(of, alpha, _PRECISIONS[0]) / alpha, alpha) for alpha in _SAMPLED)"
MORE_BITS = "if _narrow(found.bounds, width) or found.bounds.upper >= before * _NO_BETTER:"
NO_BETTER = "_NO_BETTER = Fraction(63, 64)"
RISES = "if B * ball((b - 1) ** 2) < A * ball(b**2) or B * ball((a - 1) ** 2) > A * ball(a**2):"
WORTH_IT = "by how much more bits must narrow it to be worth their time is a matter of choice"

AT_ZERO = "if sum(c for (power, _), c in terms.items() if power == 0) < 0:"
NATURAL_POWER = 'case Apply("^", (base, Number(power))) if power >= 0 and power.denominator == 1:'
VARIABLE = "return {(1, Fraction(0)): Fraction(1)}"
LEFT_OPEN = "a limit of time and memory: what is beyond is left open"

NATURAL = "Sort.NATURAL: lambda slot: slot.low == slot.high >= 0 and slot.low.denominator == 1,"
AT_PLACES = "yield Setting(numbers, families, dict(zip(self.indices, places, strict=True)))"
IN_ORDER = "no range ends before it begins: an empty one was refused before"
ALONE = (
    'return f"{name} = {self.low}" if self.low == self.high else f"{name} in [{self.low}, {self.high}]"',
    "value = low if low == high else interval(low, high)",
    NATURAL,
    "return all(slot.low == slot.high for slot in box)",
)
LOOKED_AT = (
    ("limit: int = 1 << 10", ("2 << 10", "1 << 11", "1 << 9")),
    ("cells: int = 1 << 12", ("2 << 12", "1 << 13", "1 << 11")),
)
UNDECIDED = "a limit of time: what is beyond is said to be undecided"

DIGITS = "return enclose(ratio, 256).str(20, radius=False)"
STEP = "found = _decide(told, _unfold(claim, [new], growing=True), self.resources, exact=False)"
EMPTY_FOLD = 'result = term(int(fold.operation == "Π"))'

SAMPLED = "return Balls(scope=tuple(_points(formula)), limit=128).run(Formula(nearly_equal, formula.given))"
SAMPLES = (
    "Sort.REAL: (Fraction(1, 3), Fraction(-7, 5), Fraction(2), Fraction(5, 7), Fraction(-3, 4)),",
    "Sort.POSITIVE: (Fraction(1, 3), Fraction(7, 5), Fraction(2), Fraction(5, 7), Fraction(3, 4)),",
    "Sort.NONNEGATIVE: (Fraction(0), Fraction(7, 5), Fraction(2), Fraction(5, 7), Fraction(3, 4)),",
    "Sort.UNIT: (Fraction(1, 3), Fraction(2, 5), Fraction(6, 7), Fraction(1, 7), Fraction(3, 4)),",
    "Sort.NATURAL: (Fraction(0), Fraction(1), Fraction(2), Fraction(5), Fraction(3)),",
)
FIRST_VALUE = "value = choices[(2 * place + shift) % 5]"
SECOND_VALUE = "region[of] = value if isinstance(of, Symbol) else (value, choices[(place + 2 * shift + 1) % 5])"
IN_ANOTHER_ORDER = "each still takes all five values, and two members agree in one setting of five: only which differs"

PURE_AT_MOST = "return least_float(lambda: rounds * rho(ball(eta)), at_most=rounds * eta**2 / 8)"
FLIPPED_AT_MOST = (
    "return least_float(lambda: rounds * rho(permute_and_flip_range(ball(eta))), at_most=rounds * eta**2 / 2)"
)
TINY = "the bound is needed below the least float alone: elsewhere the balls tell the number from every float"

GUARDED = "with precision(refinements + GUARD_BITS):"
NO_NOISE = "if a.scale == b.scale == 0:"
WITHIN = "u is between 0 and 1"

GIVEN_UP = 'if answer["state"] == "cannot_confirm":'
TWIN_GIVEN_UP = 'if twin["state"] == "cannot_confirm":'
FIRST_STATE = "no other state sorts before it"
NO_FAILURE = "code 0 is no failure"

CPU_LIMIT = "resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))"
PATIENCE = "so long lives a process that does not heed its first signal"
ASKED = 'if answers[0]["state"] == "confirmed":'

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
    "impl/report_noisy_max_gumbel.py": {
        ("if d_range == 0: # L40", "if d_range <= 0: # L40"): "a negative distance was refused before",
        ("if scale == 0: # E5", "if scale <= 0: # E5"): "a negative scale was refused before",
    },
    "impl/gumbel.py": {
        (GUARDED, GUARDED.replace("+", "*")): TIGHTER,
        ("GUARD_BITS = 64", "GUARD_BITS = 65"): TIGHTER,
        ("GUARD_BITS = 64", "GUARD_BITS = 63"): TIGHTER,
        ("@lru_cache(maxsize=1 << 16)", ANY): "what is remembered saves time",
        ("if self.scale == 0:", "if self.scale <= 0:"): NO_NEGATIVE_SCALE,
        (NO_NOISE, NO_NOISE.replace("==", "<=", 1)): NO_NEGATIVE_SCALE,
        (NO_NOISE, NO_NOISE.replace("== 0", "<= 0")): NO_NEGATIVE_SCALE,
        ("if numerator == 0:", "if numerator <= 0:"): WITHIN,
        ("if numerator == 1 << refinements:", "if numerator >= 1 << refinements:"): WITHIN,
    },
    "impl/tight_maps.py": {
        ("if d_range == 0 or rounds == 0:", "if d_range <= 0 or rounds == 0:"): NO_NEGATIVE_DISTANCE,
        ("if d_range == 0 or rounds == 0:", "if d_range == 0 or rounds <= 0:"): "there are no fewer than no rounds",
        ("if scale == 0:", "if scale <= 0:"): NO_NEGATIVE_SCALE,
        ("if at_most <= BINARY64.quantum:", "if at_most < BINARY64.quantum:"): "the least float comes out either way",
        ("if high <= least:", "if high < least:"): "where they are equal, the same float is found in the end",
        **{
            (line, line.replace(f"rounds * eta**2 / {part})", f"{other})")): TINY
            for line, part, others in ((PURE_AT_MOST, 8, ("eta**2 / 7",)), (FLIPPED_AT_MOST, 2, ("eta**2 / 1",)))
            for other in (
                f"rounds + eta**2 / {part}",
                f"rounds * eta**2 * {part}",
                f"rounds * eta*2 / {part}",
                f"rounds * eta** 1 / {part}",
                *(f"rounds * {looser}" for looser in others),
            )
        },
    },
    "impl/draws.py": {
        ("FETCH = 32", "FETCH = 33"): FETCHED,
        ("FETCH = 32", "FETCH = 31"): FETCHED,
        ("self._buffer = 0", "self._buffer = 1"): UNREAD,
        ("self._buffer = 0", "self._buffer = -1"): UNREAD,
    },
    "impl/ball.py": {
        (WHOLE, WHOLE.replace("==", "<=")): DENOMINATOR,
        **{
            (WRITTEN, WRITTEN.replace(">= 0", other)): "at exponent 0 both ways to write it out give the mantissa"
            for other in ("> 0", ">= 1")
        },
    },
    "impl/inverse_transform.py": {
        ("if scale == 0:", "if scale <= 0:"): NO_NEGATIVE_SCALE,
        (WEIGHED, WEIGHED.replace("(1)", "( 2)")): "only shares of the sum of the weights are compared",
        (FOUND, FOUND.replace("k == 0", "k <= 0")): "an index is 0 at least",
        ("if value > 0:", "if value >= 0:"): NOT_ZERO,
        ("if value < 0:", "if value <= 0:"): NOT_ZERO,
        ("bits *= 2", "bits *= 3"): "how fast the precision grows changes no sign",
    },
    "impl/max_divergence.py": {("@staticmethod", ""): STATIC},
    "impl/zero_concentrated_divergence.py": {
        ("if scale == 0: # L14 ~", "if scale <= 0: # L14 ~"): NO_NEGATIVE_SCALE,
        **{(f"@staticmethod # {line}", ""): STATIC for line in ("L5", "E1", "L9")},
    },
    "impl/range_divergence.py": {
        ("if scale == 0: # L14 ~", "if scale <= 0: # L14 ~"): NO_NEGATIVE_SCALE,
        **{(f"@staticmethod # {line}", ""): STATIC for line in ("L5", "E1", "L9")},
    },
    "proofs/law/tree.py": {
        (DRAWN, DRAWN.replace("==", ">=")): "each draw is counted: none is missed",
        ("DEEPEST = 1000", "DEEPEST = 1001"): LIMIT,
        ("DEEPEST = 1000", "DEEPEST = 999"): LIMIT,
        (HEAVIEST, HEAVIEST.replace("0.0", "-1.0")): "no mass is negative",
        **{
            (ROOT_ITEM, ROOT_ITEM.replace("-1.0", other)): "the root is taken out at once, however heavy it is"
            for other in ("+1.0", "not 1.0", "1.0", "- 2.0", "- 0.0")
        },
    },
    "proofs/law/measure.py": {
        (KNOWN, KNOWN.replace(">", ">=")): "a law that misses the share exactly is measured again, to the same",
        **{(MOST, MOST.replace(old, new)): LIMIT for old, new in ONE_MORE_OR_LESS},
        **{(line, line.replace("256", other)): SHARED for line in SHARES for other in ("255", "257")},
        ("return 0.0", "return 1.0"): "it orders the walk of a tree that is walked whole",
    },
    "proofs/statistics/interval.py": {
        (RULED_OUT, RULED_OUT.replace(">=", ">")): TOUCHING,
        ("_HALVINGS = 48", "_HALVINGS = 49"): TIGHTER,
        ("_HALVINGS = 48", "_HALVINGS = 47"): TIGHTER,
    },
    "proofs/statistics/evidence.py": {
        ("BITS = 128", "BITS = 129"): TIGHTER,
        ("BITS = 128", "BITS = 127"): TIGHTER,
        ("if size == 1:", "if size <= 1:"): SOME_OUTCOME,
    },
    "proofs/statistics/power.py": {
        ("_HALVINGS = 20", "_HALVINGS = 21"): TIGHTER,
        ("_HALVINGS = 20", "_HALVINGS = 19"): TIGHTER,
        ("if len(null.cells) == 1:", "if len(null.cells) <= 1:"): SOME_OUTCOME,
        (FROM_BELOW, FROM_BELOW.replace(" < ", " <= ")): TOUCHING,
        (FROM_BELOW, FROM_BELOW.replace(" <= ", " < ")): TOUCHING,
        **{
            (line, line.replace(">=", ">")): TOUCHING
            for line in (
                "if log_e_value_of_cell(cell, middle, draws) >= threshold:",
                "if draws * _divergence(seen, middle) >= unseen:",
            )
        },
    },
    "proofs/divergence/bounds.py": {
        ("if x == Ball.pos_inf():", "if x >= Ball.pos_inf():"): BEYOND,
        (BELOW, BELOW.replace("==", "<=")): BEYOND,
        ("if a == 0:", "if a <= 0:"): NOT_NEGATIVE,
        ("if b == 0:", "if b <= 0:"): NOT_NEGATIVE,
        ("if b == math.inf:", "if b >= math.inf:"): BEYOND,
        (BOTH_INFINITE, BOTH_INFINITE.replace("==", ">=")): BEYOND,
    },
    "proofs/divergence/measures.py": {
        ("BITS = 128", "BITS = 129"): TIGHTER,
        ("BITS = 128", "BITS = 127"): TIGHTER,
    },
    "proofs/divergence/pair.py": {
        ("_BITS = 128", "_BITS = 129"): TIGHTER,
        ("_BITS = 128", "_BITS = 127"): TIGHTER,
        ("if any(x < 0 for x in enclosed):", "if any(x <= 0 for x in enclosed):"): NOT_ZERO,
    },
    "proofs/divergence/renyi.py": {
        **{
            ("WIDTH = Fraction(1, 1024)", f"WIDTH = Fraction({other})"): TIGHTER
            for other in (" 2, 1024", "1, 1025", "1, 1023")
        },
        **{("MOST_POINTS = 1024", f"MOST_POINTS = {other}"): TIGHTER for other in ("1025", "1023")},
        **{(NO_BETTER, NO_BETTER.replace("63, 64", other)): WORTH_IT for other in (" 62, 64", "63, 65")},
        (MORE_BITS, MORE_BITS.replace(">=", ">")): WORTH_IT,
        **{
            (SAMPLED_ALPHAS, SAMPLED_ALPHAS.replace("-6, 11", other)): "a lower bound at other points holds as well"
            for other in ("~6, 11", "- 7, 11", "- 5, 11", "-6, 12", "-6, 10")
        },
        **{(KNOWN_IN_PART, KNOWN_IN_PART.replace("[0]", other)): TIGHTER for other in ("[ 1]", "[ -1]")},
        (ENTROPY, ENTROPY.replace("==", "<=")): "an alpha below 1 does not meet the precondition",
        ("if value > best:", "if value >= best:"): "of two alphas that come equally close, either may be named",
        (RISES, RISES.replace("<", "<=")): "they differ if two balls touch in a point; both are sound there",
    },
    "proofs/divergence/verdict.py": {
        (POINT, POINT.replace("!=", "<")): "a lower edge is not above its upper edge",
        (ALL_LOGS, ALL_LOGS.replace("True", "False")): "each mass has its logarithms",
        **{(FINER, FINER.replace(old, new)): TIGHTER for old, new in (("(1", "( 2"), ("64", " 65"), ("64", " 63"))},
        **{
            (MOST_TERMS, MOST_TERMS.replace(old, new)): UNDECIDED
            for old, new in (("1 <<", "2 <<"), ("20", "21"), ("20", "19"))
        },
    },
    "proofs/checkers/balls.py": {
        ("_BOX_PRECISION = 128", "_BOX_PRECISION = 129"): TIGHTER,
        ("_BOX_PRECISION = 128", "_BOX_PRECISION = 127"): TIGHTER,
        (NATURAL, NATURAL.replace("denominator ==", "denominator <=")): DENOMINATOR,
        (AT_PLACES, AT_PLACES.replace("True", "False")): "each index is at one place",
        **{(line, line.replace(" == ", " >= ", 1)): IN_ORDER for line in ALONE},
        **{(line, line.partition("= ")[0] + f"= {other}"): UNDECIDED for line, others in LOOKED_AT for other in others},
    },
    "proofs/enclosure.py": {
        **{
            (SIGN_LIMIT, SIGN_LIMIT.replace(old, new)): LIMIT
            for old, new in (("1 <<", "2 <<"), ("17", "18"), ("17", "16"))
        },
        ("_CHEAP = 256", "_CHEAP = 257"): "the next precision that is tried is twice as high",
        ("bits *= 2", "bits *= 3"): TIGHTER,
        ("if x > 0:", "if x >= 0:"): NOT_ZERO,
        ("if x < 0:", "if x <= 0:"): NOT_ZERO,
    },
    "proofs/checkers/differentiation.py": {
        ("MOST_TERMS = 10_000", "MOST_TERMS = 10001"): LEFT_OPEN,
        ("MOST_TERMS = 10_000", "MOST_TERMS = 9999"): LEFT_OPEN,
        ("if len(a) * len(b) > MOST_TERMS:", "if len(a) * len(b) >= MOST_TERMS:"): LEFT_OPEN,
        (AT_ZERO, AT_ZERO.replace("power == 0", "power <= 0")): "a power is 0 at least",
        (NATURAL_POWER, NATURAL_POWER.replace("==", "<=")): DENOMINATOR,
        (VARIABLE, VARIABLE.replace("Fraction(1)", "Fraction( 2)")): (
            "f(2x) takes the place of f(x): at 0, its derivatives have the same signs"
        ),
    },
    "proofs/checkers/laws.py": {
        (DIGITS, DIGITS.replace("256", other)): "twenty digits are right with as many bits" for other in ("255", "257")
    },
    "proofs/checkers/crosshair.py": {
        (GIVEN_UP, GIVEN_UP.replace("==", "<=")): FIRST_STATE,
        (TWIN_GIVEN_UP, TWIN_GIVEN_UP.replace("==", "<=")): FIRST_STATE,
        ("SOLVER_WORK = 10_000_000", ANY): LEFT_OPEN,
        ("if self.code < 0:", "if self.code <= 0:"): NO_FAILURE,
        ("if self.code < 0:", "if self.code < 1:"): NO_FAILURE,
    },
    "proofs/checkers/crosshair_child.py": {
        **{(CPU_LIMIT, CPU_LIMIT.replace("+ 1", other)): PATIENCE for other in ("* 1", "+ 2", "+ 0")},
        ('if __name__ == "__main__":', 'if __name__ <= "__main__":'): "the name of the module sorts after it",
        (ASKED, ASKED.replace("[0]", "[ -1]")): "there is one answer yet",
    },
    "proofs/checkers/evaluated.py": {
        ("return _ball(value.args[0]).exp()", "return _ball(value.args[ -1]).exp()"): "an exponential has one argument"
    },
    "proofs/checkers/smt.py": {
        ("RESOURCES = 50_000_000", "RESOURCES = 50000001"): LEFT_OPEN,
        ("RESOURCES = 50_000_000", "RESOURCES = 49999999"): LEFT_OPEN,
        (EMPTY_FOLD, EMPTY_FOLD.replace("==", "<=")): "only Σ and Π get here, and Σ sorts after Π",
        (STEP, STEP.replace("False", "True")): (
            "a claim that fails to grow has a sum or an extremum in it, which z3 does not know: no model refutes it"
        ),
    },
    "proofs/checkers/symbolic.py": {
        **{(SAMPLED, SAMPLED.replace("128", other)): UNDECIDED for other in (" 127", " 129")},
        **{(line, ANY): "other points do as well that are different and of the sort" for line in SAMPLES},
        (FIRST_VALUE, FIRST_VALUE.replace("+", "-")): IN_ANOTHER_ORDER,
        **{
            (SECOND_VALUE, SECOND_VALUE.replace("place + 2 * shift + 1", other)): IN_ANOTHER_ORDER
            for other in (
                "place - 2 * shift + 1",
                "place + 2 * shift - 1",
                "place + 2 * shift * 1",
                "place + 3 * shift + 1",
                "place + 2 * shift + 2",
                "place + 2 * shift + 0",
            )
        },
    },
    "proofs/checkers/rules.py": {
        (INTEGRABLE, INTEGRABLE.replace("==", ">=")): "the name of no other binder sorts after that of the integral",
        (FALLS, FALLS.replace("!=", "<")): "an inequality of terms is a term, and the sorts of c and x differ anyway",
        (FALLS, FALLS.replace("!=", ">")): "an inequality of terms is a term, and the sorts of c and x differ anyway",
        (TOTAL, TOTAL.replace("==", "<=")): DENOMINATOR,
    },
}
