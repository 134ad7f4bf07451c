"""The emitted code against the running Python: the same answer to the same coins, and as many of them used.

Coq's own `run` and `eval` are asked; what ball arithmetic answers is recorded in Python and handed to Coq as a table.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from impl import gumbel
from impl.directed import inf_add, inf_cast, inf_div, inf_mul, inf_powi
from impl.draws import TapeDraw
from impl.exponential_candidates_gumbel import make_base_exponential_candidates_gumbel
from impl.exponential_mechanism import exponential_mechanism
from impl.gumbel import GumbelPSRN, GumbelRV, greater_than, gumbel_top_k
from impl.noisy_top_k import make_noisy_top_k
from impl.parameters import check_natural, checked_scale
from impl.peeling import peel
from impl.permute_and_flip import permute_and_flip
from impl.range_divergence import RangeDivergence
from impl.report_noisy_max_gumbel import gumbel_max, make_report_noisy_max_gumbel
from impl.samplers import (
    sample_bernoulli_exp,
    sample_bernoulli_exp1,
    sample_bernoulli_rational,
    sample_uniform_uint_below,
)
from impl.scores import exact
from impl.tight_maps import GUMBEL, tight_map_of
from proofs.kernel import literals as coq
from proofs.kernel.guesses import Guesses
from spec import space
from spec.measurement import Measurement

LENGTHS = (4, 12, 40, 120)
TYPES = {
    "Z": ("Z", "Z.eqb"),
    "bool": ("bool", "Bool.eqb"),
    "places": ("list Z", "(list_same Z.eqb)"),
    "compared": ("bool * GumbelPSRN * GumbelPSRN", "compared_same"),
    "fl": ("fl", "fl_same"),
    "num": ("num", "num_same"),
    "scores": ("list Q", "(list_same qeq)"),
    "unit": ("unit", "(fun _ _ => true)"),
}
"""What a case answers: its type in Coq, and the equality that is asked for."""

PRELUDE = """From Coq Require Import ZArith QArith List Bool.
From Noisymax Require Import CoinPrograms Python Evaluation.
From Noisymax Require Import EmittedSelection EmittedDirected EmittedRelease EmittedGumbel EmittedMakers.
Import ListNotations.
Open Scope Z_scope.
Fixpoint list_same {A} (same : A -> A -> bool) (a b : list A) : bool :=
  match a, b with [], [] => true | x :: a, y :: b => same x y && list_same same a b | _, _ => false end.
Definition fl_same (a b : fl) : bool :=
  match a, b with
  | Fin p, Fin q => qeq p q | NegZero, NegZero | NaN, NaN => true | Inf s, Inf t => Bool.eqb s t | _, _ => false
  end.
Definition num_same (a b : num) : bool :=
  match a, b with
  | Int y, Int z => y =? z | Flt f, Flt g => fl_same f g | Frac p, Frac q => qeq p q | _, _ => false
  end.
Definition sample_same (a b : GumbelPSRN) : bool :=
  (GumbelPSRN_numerator a =? GumbelPSRN_numerator b) && (GumbelPSRN_refinements a =? GumbelPSRN_refinements b)
  && qeq (GumbelPSRN_shift a) (GumbelPSRN_shift b) && qeq (GumbelPSRN_scale a) (GumbelPSRN_scale b).
Definition compared_same (a b : bool * GumbelPSRN * GumbelPSRN) : bool :=
  Bool.eqb (fst (fst a)) (fst (fst b)) && sample_same (snd (fst a)) (snd (fst b)) && sample_same (snd a) (snd b).
Definition exact_losses (m : Measure) : option (Q -> Z -> option Z -> prog fl) :=
  match m with Measure_MaxDivergence => Some pure_loss | Measure_RangeDivergence => Some range_loss | _ => None end.
Definition tossed {A} (same : A -> A -> bool) (c : prog A * list bool * option (A * nat)) : bool :=
  let '(m, t, e) := c in
  match run 300 m t, e with
  | Some (a, r), Some (b, n) => same a b && Nat.eqb (length r) n | None, None => true | _, _ => false
  end.
Definition evaluated {A} (same : A -> A -> bool) (c : outcome A * outcome A) : bool :=
  match c with (Answer a, Answer b) => same a b | (Error, Error) => true | _ => false end.
"""


@dataclass
class Tapes:
    """Cases as they are collected; `tossed` take coins, `evaluated` do not."""

    guess: Guesses
    tossed: dict[str, list[str]] = field(default_factory=dict)
    evaluated: dict[str, list[str]] = field(default_factory=dict)
    enclosed: dict[tuple[int, int], tuple[Fraction, Fraction]] = field(default_factory=dict)
    answered: int = 0

    def toss(self, kind: str, show: Callable[..., str], term: str, call: Callable[[TapeDraw], object]) -> None:
        """Run Python on a random tape, and note what it answers and how much of the tape is left."""
        tape = [self.guess.random.getrandbits(1) for _ in range(self.guess.random.choice(LENGTHS))]
        draw = TapeDraw(tape)
        try:
            expected = f"Some ({show(call(draw))}, {len(tape) - draw.used}%nat)"
            self.answered += 1
        except Exception:
            expected = "None"
        self.tossed.setdefault(kind, []).append(f"({term}, {coq.several(tape, coq.coin)}, {expected})")

    def evaluate(self, kind: str, show: Callable[..., str], term: str, call: Callable[[], object]) -> None:
        """Run Python, and note what it answers."""
        try:
            expected = f"Answer {show(call())}"
            self.answered += 1
        except Exception:
            expected = "Error"
        self.evaluated.setdefault(kind, []).append(f"({term}, {expected})")

    def text(self) -> str:
        """The file in which Coq compares."""
        table = [f"({n}, {r}, ({coq.rational(a)}, {coq.rational(b)}))" for (n, r), (a, b) in self.enclosed.items()]
        parts = [
            PRELUDE,
            "Definition enclosed_in_python : list (Z * Z * (Q * Q)) := [\n" + ";\n".join(table) + "].",
            "Definition balls (N r : Z) : Q * Q :=\n  match find (fun e => (fst (fst e) =? N) && (snd (fst e) =? r))"
            " enclosed_in_python with Some e => snd e | None => (0%Q, 0%Q) end.",
        ]
        for collected, pair in ((self.tossed, "tossed"), (self.evaluated, "evaluated")):
            for kind, cases in collected.items():
                type_, same = TYPES[kind]
                whole = f"prog ({type_}) * list bool * option (({type_}) * nat)"
                whole = whole if pair == "tossed" else f"outcome ({type_}) * outcome ({type_})"
                parts.append(f"Definition {pair}_{kind} : list ({whole}) := [\n" + ";\n".join(cases) + "].")
                parts.append(f"Lemma {pair}_{kind}_are_the_same : forallb ({pair} {same}) {pair}_{kind} = true.")
                parts.append("Proof. vm_cast_no_check (eq_refl true). Qed.")
        return "\n".join(parts) + "\n"

    @property
    def size(self) -> int:
        """How many cases there are."""
        return sum(len(cases) for collected in (self.tossed, self.evaluated) for cases in collected.values())


@contextmanager
def recording(enclosed: dict[tuple[int, int], tuple[Fraction, Fraction]]) -> Iterator[None]:
    """What ball arithmetic answers meanwhile is written down."""
    original = gumbel.standard_gumbel

    def recorded(numerator: int, refinements: int) -> object:
        low, high = original(numerator, refinements)
        if isinstance(low, Fraction) and isinstance(high, Fraction):
            enclosed[numerator, refinements] = low, high
        return low, high

    setattr(gumbel, "standard_gumbel", recorded)  # noqa: B010
    try:
        yield
    finally:
        setattr(gumbel, "standard_gumbel", original)  # noqa: B010


def collect(seed: int, count: int) -> Tapes:
    """So many rounds of cases, from a seed."""
    tapes = Tapes(Guesses(random.Random(seed)))
    with recording(tapes.enclosed):
        for _ in range(count):
            _samplers(tapes)
            _selections(tapes)
            _gumbel(tapes)
            _numbers(tapes)
            _spaces(tapes)
            _checks(tapes)
            _losses(tapes)
            _mechanisms(tapes)
    return tapes


def _samplers(tapes: Tapes) -> None:
    n, p, x = tapes.guess.natural(), tapes.guess.probability(), tapes.guess.exponent()
    q = coq.rational
    tapes.toss("Z", coq.integer, f"sample_uniform_uint_below {n}", lambda d: sample_uniform_uint_below(n, d))
    tapes.toss("bool", coq.boolean, f"sample_bernoulli_rational {q(p)}", lambda d: sample_bernoulli_rational(p, d))
    tapes.toss("bool", coq.boolean, f"sample_bernoulli_exp1 {q(p)}", lambda d: sample_bernoulli_exp1(p, d))
    tapes.toss("bool", coq.boolean, f"sample_bernoulli_exp {q(x)}", lambda d: sample_bernoulli_exp(x, d))


def _selections(tapes: Tapes) -> None:
    x, s, k = tapes.guess.fractions(1), tapes.guess.scale(), tapes.guess.random.randint(0, 7)
    y = tapes.guess.fractions(0)
    written, scale = coq.several(x, coq.rational), coq.rational(s)
    tapes.toss("Z", coq.integer, f"permute_and_flip {written} {scale}", lambda d: permute_and_flip(x, s, d))
    term = f"peel permute_and_flip {coq.several(y, coq.rational)} {scale} {k}"
    tapes.toss("places", coq.integers, term, lambda d: peel(permute_and_flip, y, s, k, d))
    tapes.toss("Z", coq.integer, f"exponential_mechanism {written} {scale}", lambda d: exponential_mechanism(x, s, d))


def _gumbel(tapes: Tapes) -> None:
    guess, scale = tapes.guess, tapes.guess.scale()
    k = guess.random.randint(0, 6)

    def sample() -> GumbelPSRN:
        r = guess.random.choice([0, 0, 1, 3])
        return GumbelPSRN(guess.fraction(), scale, guess.random.randrange(1 << r), r)

    a, b = sample(), sample()
    term = f"greater_than balls {coq.sample(a)} {coq.sample(b)}"
    tapes.toss("compared", coq.compared, term, lambda d: greater_than(a, b, d))
    x = [GumbelRV(shift, scale) for shift in guess.fractions(0)]
    term = f"gumbel_top_k balls {coq.several(x, coq.noise)} {k}"
    tapes.toss("places", coq.integers, term, lambda d: gumbel_top_k(x, k, d))
    y = [GumbelPSRN(shift, scale) for shift in guess.fractions(1)]
    tapes.toss("Z", coq.integer, f"gumbel_max balls {coq.several(y, coq.sample)}", lambda d: gumbel_max(y, d))


def _numbers(tapes: Tapes) -> None:
    a, b = tapes.guess.number(), tapes.guess.number()
    f, g, n = tapes.guess.floating(), tapes.guess.floating(), tapes.guess.random.choice([0, 1, 2, 3, -1, -2, 5])
    x, y, z, w = coq.number(a), coq.number(b), coq.floating(f), coq.floating(g)
    tapes.evaluate("fl", coq.floating, f"eval (inf_cast {x} BINARY64)", lambda: inf_cast(a))
    tapes.evaluate("num", coq.number, f"eval (inf_add {x} {y} BINARY64)", lambda: inf_add(a, b))  # type: ignore[type-var]
    tapes.evaluate("num", coq.number, f"eval (inf_add {x} {x} BINARY64)", lambda: inf_add(a, a))  # type: ignore[type-var]
    tapes.evaluate("fl", coq.floating, f"eval (inf_mul {z} {w} BINARY64)", lambda: inf_mul(f, g))
    tapes.evaluate("fl", coq.floating, f"eval (inf_div {z} {w} BINARY64)", lambda: inf_div(f, g))
    tapes.evaluate("fl", coq.floating, f"eval (inf_powi {z} ({n}) BINARY64)", lambda: inf_powi(f, n))


def _spaces(tapes: Tapes) -> None:
    guess = tapes.guess
    atom = guess.atom()
    x = guess.vector(atom)
    y = guess.neighbour(x)
    d, monotonic = guess.random.choice([0, 1, 2, 3]), guess.switch()
    linf, range_ = space.LInfDistance(atom, monotonic=monotonic), space.RangeDistance(atom)
    pair = f"{coq.several(x, coq.number)} {coq.several(y, coq.number)} (Int {d})"
    tapes.evaluate(
        "bool", coq.boolean, f"eval (LInfDistance_close {coq.metric(linf)} {pair})", lambda: linf.close(x, y, d)
    )
    term = f"eval (RangeDistance_close (mk_RangeDistance {coq.atom(atom)}) {pair})"
    tapes.evaluate("bool", coq.boolean, term, lambda: range_.close(x, y, d))
    tapes.evaluate("scores", coq.rationals, f"eval (exact {coq.several(x, coq.number)})", lambda: exact(x))


def _checks(tapes: Tapes) -> None:
    (domain, x), a, scale = tapes.guess.domain(), tapes.guess.number(), tapes.guess.given_scale()
    members = f"eval (VectorDomain_check {coq.domain(domain)} {coq.several(x, coq.number)})"
    tapes.evaluate("unit", lambda _: "tt", members, lambda: domain.check(x))
    tapes.evaluate("unit", lambda _: "tt", f"eval (check_natural {coq.number(a)})", lambda: check_natural(a))  # type: ignore[arg-type]
    tapes.evaluate("fl", coq.floating, f"eval (checked_scale {coq.number(scale)})", lambda: checked_scale(scale))
    tapes.evaluate("fl", coq.floating, f"eval (checked_scale {coq.number(a)})", lambda: checked_scale(a))  # type: ignore[arg-type]


def _losses(tapes: Tapes) -> None:
    guess = tapes.guess
    d, scale, k, n = guess.loss(), guess.loss(), guess.random.choice([0, 1, 2, 7, 10**9]), guess.size()
    measures: list[space.Measure] = [space.MaxDivergence(), space.RangeDivergence()]
    monotonic, measure = guess.switch(), guess.random.choice(measures)
    given = f"{coq.floating(scale)} {k} {coq.size(n)}"
    term = f"eval (RangeDivergence_privacy_map {coq.floating(d)} {given})"
    tapes.evaluate("fl", coq.floating, term, lambda: RangeDivergence.privacy_map(d, scale, k, n))
    of = f"{coq.boolean(monotonic)} {coq.number(d)} {coq.measure(measure)}"
    tight = tight_map_of(GUMBEL, scale, k, n, monotonic)
    tapes.evaluate("fl", coq.floating, f"eval (tight_map_of exact_losses {given} {of})", lambda: tight(d, measure))


def _mechanisms(tapes: Tapes) -> None:
    guess = tapes.guess
    domain, x = guess.domain()
    metric = space.LInfDistance(guess.metric_atom(domain), monotonic=guess.switch())
    k, scale, negate, d_in = guess.random.choice([0, 1, 2, 3, 4]), guess.given_scale(), guess.switch(), guess.distance()
    measure, optimize = guess.measure(), guess.random.choice(["max", "min", "maximum"])
    dom, vector, given = coq.domain(domain), coq.several(x, coq.number), coq.number(scale)
    space_, order = f"{dom} {coq.metric(metric)}", f"{k} {given} {coq.boolean(negate)}"
    made: list[tuple[str, Callable[[], Measurement[Any]], bool]] = [
        (
            f"make_noisy_top_k balls {space_} {coq.measure(measure)} {order}",
            lambda: make_noisy_top_k(domain, metric, measure, k, scale, negate),
            True,
        ),
        (
            f"make_report_noisy_max_gumbel balls {space_} {given} {coq.text(optimize)}",
            lambda: make_report_noisy_max_gumbel(domain, metric, scale, optimize),  # type: ignore[arg-type]
            False,
        ),
        (
            f"make_base_exponential_candidates_gumbel balls {dom} {given}",
            lambda: make_base_exponential_candidates_gumbel(domain, scale),
            False,
        ),
    ]
    for term, make, several in made:
        mapped = f"match {term} with Answer m => eval (Measurement_map m {coq.number(d_in)}) | _ => Error end"
        tapes.evaluate("fl", coq.floating, mapped, lambda make=make: make().map(d_in))  # type: ignore[misc]
        released = f"match {term} with Answer m => Measurement_invoke m {vector} | _ => Fail end"
        kind, show = ("places", coq.integers) if several else ("Z", coq.integer)
        tapes.toss(kind, show, released, lambda d, make=make: make().invoke(x, d))  # type: ignore[misc]
