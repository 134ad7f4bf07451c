"""What is wrong in the listing of `make_noisy_top_k`."""

import math
from collections.abc import Callable

from impl.published.noisy_top_k import make_noisy_top_k
from impl.published.vocabulary import LInfDistance, MaxDivergence, Measurement, MethodDomain, VectorDomain, f64, i32
from proofs.documents.printed import TOP_K as DOCUMENT
from proofs.documents.witness import Raised, built, coins, outcome, show
from proofs.engine.ledger.model import Severity

Make = Callable[..., Measurement]
DOMAIN, METRIC, MONOTONIC = VectorDomain(MethodDomain(f64)), LInfDistance(f64), LInfDistance(f64, monotonic=True)


def fewer_than_k(make: Make = make_noisy_top_k) -> str:
    """Ask two of one candidate, on a domain of unknown size."""
    built(make, DOMAIN, METRIC, MaxDivergence(), 2, f64(1.0), False)
    ways = [math.perm(n, 2) for n in (1, 2)]
    text = f"k = 2, size unknown: accepted; of 1 score {ways[0]} ordered pairs can be returned, of 2 scores {ways[1]}"
    return show(ways == [0, 2], text)


def doubled_before_checked(make: Make = make_noisy_top_k) -> str:
    """Ask for the loss at 32-bit distances that have no double."""
    domain, scale = VectorDomain(MethodDomain(i32)), f64(2.0**31)
    privacy_map = built(make, domain, LInfDistance(i32), MaxDivergence(), 1, scale, False).privacy_map
    below, above = outcome(privacy_map, i32(-(2**31))), outcome(privacy_map, i32(2**30))
    text = (
        f"d_in = -2^31: {below}, not the refusal of line 27; d_in = 2^30, scale = 2^31: {above}, though the loss is 1"
    )
    return show(below == above == Raised("Overflow"), text)


def loss_of_nothing(make: Make = make_noisy_top_k) -> str:
    """Ask for the loss of releasing no index, without noise."""
    measurement = built(make, DOMAIN, METRIC, MaxDivergence(), 0, f64(0.0), False)
    released, loss = measurement.function([0.0, 1.0], coins()), measurement.privacy_map(f64(1.0))
    return show(loss == math.inf, f"k = 0, scale = 0: {released} is released, and the loss is {loss}")


ERRATA = (
    DOCUMENT.erratum(
        "fewer_than_k",
        Severity.PROOF_GAP,
        where=("listing.L12", "listing.L13", "postcondition.1", "proof.only_entropy_errors"),
        says="whatever the members, only a lack of entropy is an error",
        truth="on a domain of unknown size a member may have fewer than k scores, and nothing says what happens",
        repair="return all indices in noisy order if there are fewer than k",
        witness=fewer_than_k,
    ),
    DOCUMENT.erratum(
        "doubled_before_checked",
        Severity.INCONSISTENT,
        where=("listing.L23", "listing.L24", "listing.L26"),
        says="a negative distance is refused as such",
        truth="it is doubled first, in its own type, where a large one of either sign overflows",
        repair="check the sign, cast to float, then double",
        witness=doubled_before_checked,
    ),
    DOCUMENT.erratum(
        "loss_of_nothing",
        Severity.LOOSE,
        where=("listing.L32", "listing.L33", "proof.zero_scale"),
        says="without noise the loss is infinite",
        truth="if k = 0 nothing is released, and the loss is 0",
        repair="test k before the scale",
        witness=loss_of_nothing,
    ),
)
