"""Changes of the Python source: bugs that must be stopped, and rewrites that must not be."""

from dataclasses import dataclass

SAMPLERS, FLIP, PEELING = "impl/samplers.py", "impl/permute_and_flip.py", "impl/peeling.py"
DIRECTED, MAPS, SCORES, PARAMETERS = "impl/directed.py", "impl/maps.py", "impl/scores.py", "impl/parameters.py"
TOP_K, PURE, ZCDP = "impl/noisy_top_k.py", "impl/max_divergence.py", "impl/zero_concentrated_divergence.py"
RANGE, CANDIDATES = "impl/range_divergence.py", "impl/exponential_candidates_gumbel.py"
TIGHT, RANGES = "impl/tight_maps.py", "spec/maps.py"
GUMBEL, COMPARED, MAX = "impl/gumbel.py", "spec/gumbel.py", "impl/report_noisy_max_gumbel.py"
SPACE, MEASUREMENT, DRAW = "spec/space.py", "spec/measurement.py", "spec/draw.py"


@dataclass(frozen=True)
class Change:
    """Texts of one file that are put for others, each of which must be there."""

    path: str
    texts: tuple[tuple[str, str], ...]
    what: str = ""

    def __str__(self) -> str:
        old, new = (text.strip().partition("\n")[0] for text in self.texts[0])
        return f"{self.path}: {self.what}" if self.what else f"{self.path}: {old} -> {new}"


def _bug(path: str, old: str, new: str) -> Change:
    return Change(path, ((old, new),))


BUGS = (
    _bug(SAMPLERS, "return p > low", "return p < low"),
    _bug(SAMPLERS, "while low < p < low + width:", "while low < p < low + 2 * width:"),
    _bug(SAMPLERS, "value if value < n else None", "value if value <= n else None"),
    _bug(SAMPLERS, "range((n - 1).bit_length())", "range(n.bit_length())"),
    _bug(SAMPLERS, "return k % 2 == 1", "return k % 2 == 0"),
    _bug(SAMPLERS, "x / k, draw", "x / (k + 1), draw"),
    _bug(SAMPLERS, "while x > 1:", "while x > 2:"),
    _bug(FLIP, "sample_uniform_uint_below(len(x) - left, draw)", "sample_uniform_uint_below(len(x), draw)"),
    _bug(FLIP, "        candidates[left], candidates[right] = candidates[right], candidates[left]\n", ""),
    _bug(FLIP, "(x_max - x[candidate]) / scale", "(x_max - x[candidate]) / (2 * scale)"),
    _bug(FLIP, "(x[i], i)", "(x[i], -i)"),
    _bug(FLIP, "left += 1", "left += 2"),
    _bug(PEELING, "remaining[place + 1 :]", "remaining[place:]"),
    _bug(PEELING, "if index <= place:", "if index < place:"),
    _bug(PEELING, "sorted(removed)", "removed"),
    _bug(PEELING, "min(k, len(x))", "len(x)"),
    _bug(COMPARED, "return a.lower > b.upper", "return a.upper > b.upper"),
    _bug(COMPARED, "and a.shift >= b.shift", "and a.shift <= b.shift"),
    _bug(COMPARED, ">= (b.numerator + 1) << a.refinements", ">= b.numerator << a.refinements"),
    _bug(GUMBEL, "self.numerator + 1, self.refinements)[1]", "self.numerator, self.refinements)[1]"),
    _bug(GUMBEL, "2 * self.numerator + 1, self.refinements + 1", "2 * self.numerator, self.refinements + 1"),
    _bug(GUMBEL, "return True, a, b", "return False, a, b"),
    _bug(GUMBEL, "if a.refinements < b.refinements:", "if a.refinements > b.refinements:"),
    _bug(GUMBEL, "best = best if greater else other", "best = other if greater else best"),
    _bug(GUMBEL, "left.remove(best)", "left.remove(left[0])"),
    _bug(GUMBEL, "edge * self.scale + self.shift", "edge + self.shift"),
    _bug(GUMBEL, "return math.inf, math.inf", "return -math.inf, -math.inf"),
    _bug(GUMBEL, "for other in left[1:]", "for other in left[2:]"),
    _bug(GUMBEL, "greater, samples[best], samples[other] = ", "greater, samples[best], unused = "),
    _bug(GUMBEL, "precision(refinements + GUARD_BITS)", "precision(GUARD_BITS)"),
    _bug(MAX, "else (b[0], right)", "else (b[0], left)"),
    _bug(MAX, "greater_than(a[1], b[1], draw)", "greater_than(b[1], a[1], draw)"),
    Change(
        MAX,
        (
            ("output_measure=MaxDivergence(),", "output_measure=ZeroConcentratedDivergence(),"),
            ("MaxDivergence, VectorDomain", "VectorDomain, ZeroConcentratedDivergence"),
        ),
    ),
    _bug(MAX, "sign = -1", "sign = +1"),
    _bug(MAX, "return inf_div(d_range, scale)", "return inf_div(scale, d_range)"),
    _bug(CANDIDATES, "max_divergence_map(inf_cast(d_in), temperature)", "max_divergence_map(inf_cast(0), temperature)"),
    _bug(DIRECTED, "math.ceil(x / u) * u", "math.ceil(x / u - 1) * u"),
    _bug(DIRECTED, "e if abs(x) >= power_of_two(e) else e - 1", "e"),
    _bug(MAPS, "inf_div(inf_powi(eta, 2), 8.0)", "inf_div(inf_powi(eta, 2), 9.0)"),
    _bug(MAPS, "return d_in if monotonic else inf_add(d_in, d_in)", "return d_in"),
    _bug(TOP_K, "d_in if monotonic else inf_add(d_in, d_in)", "inf_add(d_in, d_in) if monotonic else d_in"),
    _bug(TOP_K, "times(MO.privacy_map(d_range, scale), k)", "MO.privacy_map(d_range, scale)"),
    _bug(TOP_K, "space.MaxDivergence: MaxDivergence,", "space.MaxDivergence: ZeroConcentratedDivergence,"),
    _bug(PURE, "-score if negate else score", "score if negate else -score"),
    _bug(RANGE, "max(2 * k - 1, 0)", "max(k, 0)"),
    _bug(RANGE, "m - 1 + min(m, size - m)", "m - 1 + min(m, size - m - 1)"),
    _bug(SPACE, "return self.distance(x, y) <= d_in", "return True"),
    _bug(MEASUREMENT, "self.input_domain.check(x)", "pass"),
    _bug(PARAMETERS, "if math.copysign(1.0, number) < 0:", "if math.copysign(1.0, number) > 2:"),
    _bug(TOP_K, "times(MO.privacy_map(d_range, scale), k)", "times(MO.privacy_map(d_range, scale), k + 1)"),
    _bug(TOP_K, "k > input_domain.size:", "k >= input_domain.size:"),
    _bug(TOP_K, "    if input_domain.element_domain.nan:  # L9\n        raise errors.DomainMayHaveNan  # L10 ~\n", ""),
    _bug(PARAMETERS, "    if not math.isfinite(number):\n        raise errors.ScaleNotFinite\n", ""),
    _bug(PARAMETERS, "if type(scale) is not float and type(scale) is not int:", "if type(scale) is not float:"),
    _bug(PARAMETERS, "    if not input_domain.size:", "    if input_domain.size is None:"),
    _bug(RANGE, "        if scale == 0:  # L14 ~", "        if scale == 0 and d_in > 0:  # L14 ~"),
    _bug(TIGHT, "if d_range == 0 or rounds_with_a_choice(k, size) == 0:", "if d_range == 0:"),
    _bug(FLIP, "(x[i], i)", "(x[i], 0)"),
    _bug(DRAW, "answer: T = draw.call(", "draw.bit()\n        answer: T = draw.call("),
)
"""Bugs that show on every input, or on most."""

THRESHOLD_BUGS = (
    _bug(SAMPLERS, "    value = 0\n", "    value = 0 if n < 10**9 else 1\n"),
    _bug(SAMPLERS, "while x > 1:", "while 1 < x < 10**6:"),
    _bug(SAMPLERS, "while low < p < low + width:", "while low < p < low + width and width > Fraction(1, 2**200):"),
    _bug(SAMPLERS, "value if value < n", "(value if n <= 300 else 0) if value < n"),
    _bug(SAMPLERS, "2 * value + draw.bit()", "2 * value + (draw.bit() if value < 2**40 else 0)"),
    _bug(SAMPLERS, "width * draw.bit()", "width * draw.bit() if width > Fraction(1, 1024) else Fraction(0)"),
    _bug(SAMPLERS, "while low < p < low + width:", "while low < p < low + width and p.denominator < 2**100:"),
    _bug(SAMPLERS, "while sample_bernoulli_rational(", "while k < 20 and sample_bernoulli_rational("),
    _bug(SAMPLERS, "        x -= 1\n", "        x -= 1 if x < 1000 else 2\n"),
    _bug(FLIP, "    if scale == 0:", "    if scale == 0 or scale < Fraction(1, 2**300):"),
    _bug(FLIP, "        left += 1", "        left += 1 if left != 7 else 2"),
    _bug(
        PEELING, "select(remaining, scale, draw)", "select(remaining, scale if len(selected) < 10 else 2 * scale, draw)"
    ),
    _bug(RANGE, "    m = min(k, size)\n", "    m = min(k, size) if k < 300 else k\n"),
    _bug(RANGES, "monotonic else 2 * d_in", "monotonic else (2 * d_in if d_in < 2**200 else d_in)"),
    _bug(FLIP, "    x_max = max(x)\n", "    x_max = max(x) if len(x) < 1000 else x[0]\n"),
    _bug(PEELING, "min(k, len(x))", "min(k, len(x), 1000)"),
    _bug(PEELING, "if index <= place:", "if index <= place and place < 1000:"),
    _bug(GUMBEL, "if a.scale == b.scale == 0:", "if a.scale == b.scale == 0 or a.refinements > 1000:"),
    _bug(GUMBEL, "        left.remove(best)\n", "        left.remove(best if k < 1000 else left[0])\n"),
    _bug(COMPARED, "return a.lower > b.upper or (", "return a.lower > b.upper or a.refinements > 900 or ("),
    _bug(DIRECTED, "rounded = math.ceil(x / u) * u", "rounded = math.ceil(x / u) * u if x < 2**60 else x"),
    _bug(MAPS, "inf_mul(d_out, inf_cast(k))", "inf_mul(d_out, inf_cast(min(k, 10**6)))"),
    _bug(SCORES, "    return Fraction(score)", "    return min(Fraction(score), Fraction(10**300))"),
    _bug(TOP_K, "        if d_range == 0:", "        if d_range == 0 or d_range < 5e-300:"),
    _bug(SPACE, "return Fraction(a) - Fraction(b)", "return Fraction(a) - (Fraction(b) if a < 10**9 else Fraction(0))"),
)
"""Bugs that no test on inputs of usual size can see."""


def _rewrite(what: str, path: str, *texts: tuple[str, str]) -> Change:
    return Change(path, texts, what)


REWRITES = (
    _rewrite("rename a local", DIRECTED, ("rounded", "result_up")),
    _rewrite("rename a local", DIRECTED, ("dividend", "over"), ("divisor", "under")),
    _rewrite("rename a local", TOP_K, ("d_range", "spread_")),
    _rewrite("rename a local", PEELING, ("remaining", "rest")),
    _rewrite(
        "rename a local", FLIP, ("candidate = ", "c = "), ("x[candidate]", "x[c]"), ("return candidate\n", "return c\n")
    ),
    _rewrite(
        "name a subterm",
        DIRECTED,
        (
            "    return float(round_up(_exact(x, int, float, Fraction), into))",
            "    number = _exact(x, int, float, Fraction)\n    return float(round_up(number, into))",
        ),
    ),
    _rewrite(
        "name a subterm",
        PURE,
        (
            "        return list(peel(permute_and_flip, y, Fraction(scale), k, draw))",
            "        b = Fraction(scale)\n        return list(peel(permute_and_flip, y, b, k, draw))",
        ),
    ),
    _rewrite(
        "two statements for one, swapped",
        DIRECTED,
        (
            "    dividend, divisor = _exact(a, float), _exact(b, float)\n",
            "    divisor = _exact(b, float)\n    dividend = _exact(a, float)\n",
        ),
    ),
    _rewrite(
        "early return",
        MAPS,
        (
            "    return d_in if monotonic else inf_add(d_in, d_in)",
            "    if monotonic:\n        return d_in\n    return inf_add(d_in, d_in)",
        ),
    ),
    _rewrite(
        "early return",
        MAPS,
        (
            "    return math.inf if math.isinf(d_out) else inf_mul(d_out, inf_cast(k))",
            "    if math.isinf(d_out):\n        return math.inf\n    return inf_mul(d_out, inf_cast(k))",
        ),
    ),
    _rewrite(
        "call the helper",
        TOP_K,
        (
            "        d_in = d_in if monotonic else inf_add(d_in, d_in)",
            "        d_in = to_range_distance(d_in, monotonic)",
        ),
        ("from impl.maps import times", "from impl.maps import times, to_range_distance"),
    ),
    _rewrite(
        "swap checks",
        TOP_K,
        (
            '    check_natural(k)  # +\n    check_switch("negate", negate)  # +\n',
            '    check_switch("negate", negate)  # +\n    check_natural(k)  # +\n',
        ),
    ),
    _rewrite(
        "swap statements",
        TOP_K,
        (
            "    scale = checked_scale(scale)  # L16 L17 ~\n\n    monotonic = input_metric.monotonic  # L19\n",
            "    monotonic = input_metric.monotonic  # L19\n\n    scale = checked_scale(scale)  # L16 L17 ~\n",
        ),
    ),
    _rewrite(
        "swap statements",
        PEELING,
        (
            "    remaining = tuple(x)\n    selected: tuple[int, ...] = ()\n",
            "    selected: tuple[int, ...] = ()\n    remaining = tuple(x)\n",
        ),
    ),
    _rewrite(
        "swap statements",
        FLIP,
        (
            "    x_max = max(x)\n    candidates = list(range(len(x)))\n",
            "    candidates = list(range(len(x)))\n    x_max = max(x)\n",
        ),
    ),
    _rewrite(
        "swap statements in a loop",
        PEELING,
        (
            "        remaining = remaining[:place] + remaining[place + 1 :]\n"
            "        selected = (*selected, original_index(place, selected))\n",
            "        selected = (*selected, original_index(place, selected))\n"
            "        remaining = remaining[:place] + remaining[place + 1 :]\n",
        ),
    ),
    _rewrite(
        "swap statements in a loop",
        GUMBEL,
        (
            "        left.remove(best)\n        selected = (*selected, best)\n",
            "        selected = (*selected, best)\n        left.remove(best)\n",
        ),
    ),
    _rewrite(
        "while True",
        SAMPLERS,
        (
            "    while x > 1:\n",
            "    while True:\n        if not x > 1:\n            return sample_bernoulli_exp1(x, draw)\n",
        ),
        ("        x -= 1\n    return sample_bernoulli_exp1(x, draw)\n", "        x -= 1\n"),
    ),
    _rewrite(
        "while True",
        PEELING,
        (
            "    while len(selected) < min(k, len(x)):\n",
            "    while True:\n        if not len(selected) < min(k, len(x)):\n            return selected\n",
        ),
        ("original_index(place, selected))\n    return selected\n", "original_index(place, selected))\n"),
    ),
    _rewrite(
        "a conditional expression for a statement",
        PEELING,
        (
            "        if index <= place:\n            place += 1\n",
            "        place = place + 1 if index <= place else place\n",
        ),
    ),
)
"""Harmless rewrites: the proofs must hold as they are."""
