"""The sound mechanisms by name, made from a command line."""

import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path

from impl.inverse_transform import make_inverse_transform
from impl.noisy_top_k import make_noisy_top_k
from impl.report_noisy_max_gumbel import make_report_noisy_max_gumbel
from proofs.command.parser import Parser, read_number
from proofs.command.session import refused
from spec.errors import NoisymaxError
from spec.measurement import Measurement
from spec.space import AtomDomain, LInfDistance, MaxDivergence, Measure, VectorDomain, ZeroConcentratedDivergence

MEASURES: Mapping[str, Measure] = {
    "max_divergence": MaxDivergence(),
    "zero_concentrated_divergence": ZeroConcentratedDivergence(),
}


def _noisy_top_k(options: Namespace, size: int) -> Measurement[list[int]]:
    measure = MEASURES[options.measure]
    return make_noisy_top_k(*_space(options, size), measure, options.k, options.scale, options.negate)


def _report_noisy_max_gumbel(options: Namespace, size: int) -> Measurement[int]:
    return make_report_noisy_max_gumbel(*_space(options, size), options.scale, "min" if options.negate else "max")


def _inverse_transform(options: Namespace, size: int) -> Measurement[int]:
    if options.negate:
        raise refused("inverse_transform has no --negate: negate the scores")
    return make_inverse_transform(*_space(options, size), options.scale)


MECHANISMS: Mapping[str, Callable[[Namespace, int], Measurement[list[int]] | Measurement[int]]] = {
    "noisy_top_k": _noisy_top_k,
    "report_noisy_max_gumbel": _report_noisy_max_gumbel,
    "inverse_transform": _inverse_transform,
}


def add_mechanism(parser: Parser) -> None:
    """The arguments that name a mechanism, its parameters and its scores."""
    parser.add_argument("mechanism", metavar="NAME", choices=MECHANISMS, help=f"one of {', '.join(MECHANISMS)}")
    scores = parser.add_mutually_exclusive_group(required=True)
    scores.add_argument("--scores", metavar="X,X,...", help="the scores, such as 1,2.5,-1/3; read exactly")
    scores.add_argument("--file", metavar="FILE", help="the scores, one a line; - is standard input")
    parser.add_argument("--scale", type=read_number(float), required=True, help="the scale of the noise")
    parser.add_argument(
        "-k", type=read_number(int), default=1, help="how many indices noisy_top_k selects (default: 1)"
    )
    parser.add_argument("--negate", action="store_true", help="select the least scores instead of the greatest")
    parser.add_argument(
        "--measure", choices=MEASURES, default="max_divergence", help="of noisy_top_k (default: max_divergence)"
    )
    parser.add_argument("--monotonic", action="store_true", help="neighbouring scores all move in one direction")
    parser.add_argument("--d-in", type=read_number(Fraction), default=Fraction(1), help="distance to map (default: 1)")


def make(options: Namespace) -> tuple[Measurement[list[int]] | Measurement[int], list[Fraction]]:
    """The mechanism and the scores that the command line names, or one line on what is wrong with them."""
    scores = _scores(options)
    try:
        return MECHANISMS[options.mechanism](options, len(scores)), scores
    except NoisymaxError as error:
        raise refused(str(error)) from error


def _space(options: Namespace, size: int) -> tuple[VectorDomain, LInfDistance]:
    return VectorDomain(AtomDomain(Fraction), size), LInfDistance(Fraction, options.monotonic)


def _scores(options: Namespace) -> list[Fraction]:
    texts = options.scores.split(",") if options.scores is not None else _lines(options.file)
    scores = []
    for number, text in enumerate(texts, start=1):
        try:
            scores.append(Fraction(text.strip()))
        except (ValueError, ZeroDivisionError):
            # The text may be private: only its place is told.
            raise refused(f"score number {number} is not a finite rational number") from None
    return scores


def _lines(file: str) -> list[str]:
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise refused(f"cannot read {file}: {getattr(error, 'strerror', None) or 'not a text file'}") from error
    return [line for line in text.splitlines() if line.strip()]
