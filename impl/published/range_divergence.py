"""The listing of `SelectionMeasure` for `RangeDivergence`, as printed."""

# fmt: off

from impl.published.vocabulary import FBig, GumbelRV, SelectionMeasure, f64, usize  # +


class RangeDivergence(SelectionMeasure):  # L1
    """All k indices come from one round of Gumbel noise."""  # +

    ONE_SHOT = True  # L2
    RV = GumbelRV  # L3

    @staticmethod  # L5
    def random_variable(shift: FBig, scale: FBig) -> GumbelRV:  # L6
        """The noisy score of a candidate."""  # +
        return GumbelRV(shift=shift, scale=scale)  # L7

    @staticmethod  # L9
    def privacy_map(d_in: f64, scale: f64, k: usize) -> f64:  # L10
        """What k indices cost."""  # +
        if d_in < 0:  # L11
            raise ValueError("input distance must be non-negative")  # L12

        if scale.is_zero():  # L14
            return f64.INFINITY  # L15

        return d_in.inf_div(scale).inf_mul(f64.inf_cast(k))  # L17
