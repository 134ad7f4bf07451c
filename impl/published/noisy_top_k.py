"""The listing of `make_noisy_top_k`, as printed."""

# mypy: allow-redefinition
# fmt: off

from typing import TypeVar  # +

from impl.published.vocabulary import (  # +
    LInfDistance,  # +
    Measurement,  # +
    Number,  # +
    Refused,  # +
    TopKMeasureAsCalled,  # +
    VectorDomain,  # +
    f64,  # +
    usize,  # +
)  # +
from impl.published.vocabulary import MethodDomain as AtomDomain  # +

TIA = TypeVar("TIA", bound=Number)  # +
MO = TypeVar("MO", bound=TopKMeasureAsCalled)  # +


def make_noisy_top_k(  # L1
    input_domain: VectorDomain[AtomDomain[TIA]],  # L2
    input_metric: LInfDistance[TIA],  # L3
    privacy_measure: MO,  # L4
    k: usize,  # L5
    scale: f64,  # L6
    negate: bool,  # L7
) -> Measurement:  # L8
    """Select the indices of the k greatest noisy scores, or the least."""  # +
    MO = type(privacy_measure)  # +
    if input_domain.element_domain.nan(): #  # L9
        raise Refused("input domain elements must be non-nan")  # L10 ~

    if input_domain.size is not None:  # L12
        if k > input_domain.size:  # L13
            raise Refused("k must not exceed the number of candidates")  # L14 ~

    if not scale.is_finite() or scale.is_sign_negative(): #  # L16
        raise Refused("scale must be finite and non-negative")  # L17 ~

    monotonic = input_metric.monotonic  # L19

    def privacy_map(d_in: TIA) -> float: #  # L21 ~
        # convert to range distance  # L22
        d_in = d_in if monotonic else d_in.inf_add(d_in)  # L23
        d_in = f64.inf_cast(d_in) #  # L24

        if d_in.is_sign_negative(): #  # L26
            raise Refused("sensitivity must be non-negative")  # L27 ~

        if d_in.is_zero(): #  # L29
            return 0.0  # L30

        if scale.is_zero(): #  # L32
            return f64.INFINITY  # L33

        #  # L35
        return MO.privacy_map(d_in, scale).inf_mul(f64.inf_cast(k))  # L36

    return Measurement.new(  # L38
        input_domain=input_domain,  # L39
        input_metric=input_metric,  # L40
        output_measure=privacy_measure,  # L41
        function=lambda x, draw: MO.noisy_top_k(x, scale, k, negate, draw),  # L42 ~
        privacy_map=privacy_map,  # L43
    )  # L44
