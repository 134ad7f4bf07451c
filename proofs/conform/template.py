"""A factory to fill in, with all that it receives explained."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from proofs.conform.checks.numbers import formula
from proofs.conform.contract import Contract
from proofs.conform.triples import Noise, Selection, Setting

SCALE = """the scale of the noise, a float: the larger, the more private; raise if it is NaN or negative
#   0.0, -0.0, a number below the normal floats, infinity and True may be refused, or accepted"""
EXPLAINED = {
    "input_domain": """the vectors of scores that may come:
#   .element_domain.T is the type of a score, float or int; .element_domain.nan tells whether NaN may come: raise if so
#   .size is how many scores there are, or None if nobody knows{unsized}
#   a float score may be infinite, and counts as the largest finite float of its sign
#   to raise on an infinite one is told, and fails nothing
#   nothing else is put to the mechanism than what belongs to its domain""",
    "input_metric": """when two vectors are close: no score differs by more than d_in
#   .monotonic tells whether all scores of close vectors differ in one direction; .T is the type of a distance
#   equal infinities do not differ, and an infinite score is infinitely far from all others""",
    "privacy_measure": """what `map` bounds, told by its type's name:
#   MaxDivergence is pure differential privacy, ZeroConcentratedDivergence is zCDP; raise what you do not have""",
    "k": """how many indices to release, best first; raise if it is negative or above .size; 0 may be refused
#   of fewer scores than k, which come only if .size is None, release all, or raise on all alike""",
    "scale": SCALE,
    "temperature": SCALE,
    "negate": "whether the least scores are wanted, not the greatest",
    "optimize": 'whether the greatest scores are wanted ("max") or the least ("min"); raise on anything else',
}
LAWS: Mapping[Noise, str] = {
    "permute-and-flip": "permute-and-flip: report noisy max with exponential noise, drawn afresh for each index",
    "gumbel": "the exponential mechanism, P(i) ~ e^(score/scale): report noisy max with Gumbel noise",
}
MANY = "`invoke(x)` takes a list of scores, and releases a list of k distinct indices of it, best first"
ONE = "`invoke(x)` takes a list of scores, and releases one index of it"

TEMPLATE = '''"""{name}, to fill in: then run `noisymax conform THIS_FILE.py:{name}{option}`."""

# The factory is called with parameters by name. Raise an exception on those that describe no mechanism.
#
{parameters}
#
# {invoke}.
{law}# `map(d_in)` returns what two inputs at distance d_in can lose at most: never less, so round up.
# On what is no distance (negative, NaN, no number) and at infinity, raise or return infinity.
# Whether an error comes must not depend on the input.
# If `invoke` takes `draw=` as well, and tosses every coin with `draw.bit()`, its law is measured coin by coin,
# and where that takes too many coins it is learnt from them and tried.


class Mechanism:
    def __init__(self, {names}):
        {kept}

    def invoke(self, x):
        raise NotImplementedError

    def map(self, d_in):
        raise NotImplementedError


def {name}({names}):
    return Mechanism({names})
'''


def template(contract: Contract, stated: str | None) -> str:
    """Python source of a factory that meets nothing yet; `stated` is what the user calls the triple."""
    names = ", ".join(contract.parameters)
    return TEMPLATE.format(
        name=contract.name,
        option=f" --triple {stated}" if stated and ":" in stated else "",
        parameters="\n".join(f"# {name}: {_explained(contract, name)}" for name in contract.parameters),
        invoke=_invoke(contract),
        law="".join(f"# {line}\n" for line in _law(contract)),
        names=names,
        kept="\n        ".join(f"self.{name} = {name}" for name in contract.parameters),
    )


def _law(contract: Contract) -> Iterator[str]:
    """What is promised of the output, and of the map, under each measure."""
    if isinstance(contract, Selection):
        if contract.indices:
            yield "Each is selected among those not yet taken. At a scale of 0, which may be refused, the best come."
        for measure in contract.measures:
            setting = Setting(measure=measure, k=2 if contract.indices else 1)
            bounds = [formula(contract, setting), formula(contract, replace(setting, monotonic=True))]
            yield f"Under {type(measure).__name__}: {LAWS[contract.noise(setting)]};"
            yield f"  the map is {', or if monotonic '.join(dict.fromkeys(bounds))}."
        if "monotonic" not in contract.varies:
            yield "The distance of two vectors is the greatest difference of their scores less the least one."


def _explained(contract: Contract, name: str) -> str:
    if isinstance(contract, Selection):
        return EXPLAINED[name].replace("{unsized}", "" if contract.indices else ", which may be refused")
    return "such as " + ", ".join(dict.fromkeys(repr(choice[name]) for choice in contract.valid))


def _invoke(contract: Contract) -> str:
    if isinstance(contract, Selection):
        return MANY if contract.indices else ONE
    inputs = ", ".join(map(repr, contract.members(contract.settings[0])))
    kind = f"a value of type {contract.output.__name__}" if isinstance(contract.output, type) else "an output"
    return f"`invoke(x)` takes an input, such as {inputs}, where a tuple arrives as a list, and releases {kind}"
