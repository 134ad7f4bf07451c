"""The listing of `make_base_exponential_candidates_gumbel`, as printed."""

# ruff: noqa: E731, UP006, UP035
# fmt: off

from typing import List  # +

from impl.published.uniform import ln, sample_uniform  # +
from impl.published.vocabulary import (  # +
    AllDomain,  # +
    InfDifferenceDistance,  # +
    MaxDivergence,  # +
    Transformation,  # +
    VectorDomain,  # +
    u32,  # +
)  # +
from spec.draw import Draw  # +
from spec.space import Atom  # +

TI = Atom  # +
T0 = Atom  # +


## type: ignore  # L1 ~
def make_base_exponential_candidates_gumbel(temperature: TI) -> Transformation:  # L2 ~
    """Select the index of the greatest noisy score."""  # +
    def function(scores: List[TI], draw: Draw) -> int:  # L3 ~
        noisy_score = lambda i: scores[i] * temperature - ln( -ln(sample_uniform(draw)))  # L4 ~
        return max(range(len(scores)), key=noisy_score)  # L5

    def privacy_relation(d_in: u32, d_out: T0) -> bool:  # L7 ~
        return d_out * temperature >= d_in  # L8

    return Transformation(  # L10
        input_domain=VectorDomain(AllDomain(TI)),  # L11
        output_domain=AllDomain(T0),  # L12
        function=function,  # L13
        input_metric=InfDifferenceDistance(TI),  # L14
        output_metric=MaxDivergence(TI),  # L15
        privacy_relation=privacy_relation,  # L16
    )  # L17
