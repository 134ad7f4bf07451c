"""The listing of `make_report_noisy_max_gumbel`, as printed."""

# ruff: noqa: UP007
# mypy: allow-redefinition
# fmt: off

from fractions import Fraction  # +
from functools import reduce  # +
from typing import Literal, TypeVar, Union  # +

from impl.published.vocabulary import (  # +
    AtomDomain,  # +
    GumbelPSRN,  # +
    MaxDivergence,  # +
    Measurement,  # +
    RangeDistance,  # +
    VectorDomain,  # +
    f64,  # +
)  # +
from spec.draw import Draw  # +
from spec.space import Atom  # +

Indexed = tuple[int, GumbelPSRN]  # +
TIA = TypeVar("TIA", bound=Atom)  # +
Q0 = TypeVar("Q0", bound=f64)  # +


def make_report_noisy_max_gumbel(  # L1
    input_domain: VectorDomain[AtomDomain[TIA]],  # L2
    input_metric: RangeDistance[TIA],  # L3
    scale: Q0,  # L4
    optimize: Union[Literal["max"], Literal["min"]]  # L5
) -> Measurement:  # L6
    """Select the index of the greatest noisy score, or the least."""  # +
    Q0 = type(scale)  # +
    if input_domain.element_domain.nan:  # L7
        raise ValueError("input domain must be non-nan")  # L8

    if scale < 0:  # L10
        raise ValueError("scale must be non-negative")  # L11

    if optimize == "max":  # L13
        sign = +1  # L14
    elif optimize == "min":  # L15
        sign = -1  # L16
    else:  # L17
        raise ValueError("must specify optimization")  # L18

    scale_frac = Fraction(scale)  # L20

    def function(scores: list[TIA], draw: Draw) -> int:  # L22 ~
        def map_gumbel(score: Atom) -> GumbelPSRN:  # L23 ~
            return GumbelPSRN(shift=sign * Fraction(score), scale=scale_frac)  # L24
        gumbel_scores = map(map_gumbel, scores)  # L25

        def reduce_best(a: Indexed, b: Indexed) -> Indexed:  # L27 ~
            return a if a[1].greater_than(b[1], draw) else b  # L28 ~
        return reduce(reduce_best, enumerate(gumbel_scores))[0]  # L29

    def privacy_map(d_in: TIA) -> float:  # L31 ~
        # convert to range distance  # L32
        # will multiply by 2 if not monotonic  # L33
        d_in = input_metric.range_distance(d_in)  # L34

        d_in = Q0.inf_cast(d_in)  # L36
        if d_in < 0:  # L37
            raise ValueError("input distance must be non-negative")  # L38

        if d_in == 0:  # L40
            return 0  # L41

        return d_in.inf_div(scale)  # L43

    return Measurement(  # L45
        input_domain=input_domain,  # L46
        function=function,  # L47
        input_metric=input_metric,  # L48
        output_metric=MaxDivergence(Q0),  # L49
        privacy_map=privacy_map,  # L50
    )  # L51
