"""Every reason for which noisymax refuses to go on, one class a reason.

No message carries a score: whoever reads a log must learn nothing of the data.
"""


class NoisymaxError(Exception):
    """Base of every designed error; two errors are the same when type and fields are."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, NoisymaxError) and self.args == other.args

    def __hash__(self) -> int:
        return hash((type(self), self.args))


class ConstructionError(NoisymaxError):
    """The parameters describe no mechanism."""


class NotInDomain(NoisymaxError):
    """The input is not a member of the domain, so that nothing is promised about it."""


class DistanceError(NoisymaxError):
    """The input distance is none."""


class DomainHasNoNan(ConstructionError):
    """A domain of exact numbers was asked to contain NaN."""

    def __str__(self) -> str:
        return "only a float domain can contain NaN"


class UnknownAtomType(ConstructionError):
    """The atoms are of a type that no domain or metric is made for."""

    def __str__(self) -> str:
        return "the atom type must be int, float or Fraction"


class SizeNotNatural(ConstructionError):
    """The size of a vector domain is not a natural number."""

    def __str__(self) -> str:
        return "the size of a vector domain must be a non-negative int or None"


class DomainMayHaveNan(ConstructionError):
    """The input domain admits NaN, which no score can be."""

    def __str__(self) -> str:
        return "input domain elements must be non-nan"


class DomainMayBeEmpty(ConstructionError):
    """The mechanism must return one index, and the domain holds a vector without any."""

    def __str__(self) -> str:
        return "input domain must have a known size of at least one"


class AtomTypesDiffer(ConstructionError):
    """Domain and metric speak of different number types."""

    def __str__(self) -> str:
        return "input domain and input metric must have the same atom type"


class NotASpace(ConstructionError):
    """A domain, metric or measure is not one that the mechanism is made for."""

    def __init__(self, parameter: str) -> None:
        super().__init__(parameter)
        self.parameter = parameter

    def __str__(self) -> str:
        return f"{self.parameter} is not one that this mechanism supports"


class ScaleNotNumber(ConstructionError):
    """The scale is not a number."""

    def __str__(self) -> str:
        return "scale must be a float or an int"


class ScaleNotFinite(ConstructionError):
    """The scale is NaN or infinite, or too large for a float."""

    def __str__(self) -> str:
        return "scale must be finite"


class ScaleNegative(ConstructionError):
    """The scale is below zero or carries a minus sign."""

    def __str__(self) -> str:
        return "scale must be non-negative"


class KNotNatural(ConstructionError):
    """The number of selected candidates is not a natural number."""

    def __str__(self) -> str:
        return "k must be a non-negative int"


class KExceedsSize(ConstructionError):
    """More candidates are to be selected than there are."""

    def __init__(self, k: int, size: int) -> None:
        super().__init__(k, size)
        self.k = k
        self.size = size

    def __str__(self) -> str:
        return f"k = {self.k} must not exceed the number of candidates, {self.size}"


class NotABoolean(ConstructionError):
    """A switch is neither True nor False."""

    def __init__(self, parameter: str) -> None:
        super().__init__(parameter)
        self.parameter = parameter

    def __str__(self) -> str:
        return f"{self.parameter} must be True or False"


class OptimizeUnknown(ConstructionError):
    """The direction of optimization is neither of the two."""

    def __str__(self) -> str:
        return 'optimize must be "max" or "min"'


class NotAVector(NotInDomain):
    """The input is neither a list nor a tuple."""

    def __str__(self) -> str:
        return "input must be a list or a tuple of scores"


class WrongSize(NotInDomain):
    """The input has not the size that the domain names."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size

    def __str__(self) -> str:
        return f"input must have exactly {self.size} scores"


class WrongAtomType(NotInDomain):
    """Some score is not of the domain's type."""

    def __init__(self, atom: str) -> None:
        super().__init__(atom)
        self.atom = atom

    def __str__(self) -> str:
        return f"every score must be of type {self.atom}"


class NanScore(NotInDomain):
    """Some score is NaN."""

    def __str__(self) -> str:
        return "no score may be NaN"


class DistanceNotNumber(DistanceError):
    """The input distance is not of the metric's type."""

    def __str__(self) -> str:
        return "input distance must be a number of the metric's type"


class DistanceNotFinite(DistanceError):
    """The input distance is NaN or infinite."""

    def __str__(self) -> str:
        return "input distance must be finite"


class DistanceNegative(DistanceError):
    """The input distance is below zero or carries a minus sign."""

    def __str__(self) -> str:
        return "input distance must be non-negative"


class FormatNotSupported(NoisymaxError):
    """A floating-point format without numbers, or with numbers that no float can hold."""

    def __str__(self) -> str:
        return "a format must hold some numbers, and only such as binary64 holds"


class WrongOperandType(NoisymaxError):
    """Directed arithmetic was handed something that is not a number of the expected type."""

    def __init__(self, expected: str) -> None:
        super().__init__(expected)
        self.expected = expected

    def __str__(self) -> str:
        return f"operand must be of type {self.expected}"


class OperandNotFinite(NoisymaxError):
    """Directed arithmetic was handed NaN or an infinity."""

    def __str__(self) -> str:
        return "operand must be finite"


class Overflow(NoisymaxError):
    """The exact result lies above the largest float."""

    def __str__(self) -> str:
        return "result is larger than the largest float"


class DivisionByZero(NoisymaxError):
    """Directed division by zero."""

    def __str__(self) -> str:
        return "division by zero"


class ExponentTooLarge(NoisymaxError):
    """An integer power whose exact value would not fit in memory."""

    def __str__(self) -> str:
        return "exponent is too large"


class EdgeNotFinite(NoisymaxError):
    """A ball is unbounded or NaN, so that no rational can be read off its edge."""

    def __str__(self) -> str:
        return "the enclosure has no finite edge"


class PrecisionExhausted(NoisymaxError):
    """A sign that is not zero could not be told from zero within the precision that is allowed."""

    def __init__(self, bits: int) -> None:
        super().__init__(bits)
        self.bits = bits

    def __str__(self) -> str:
        return f"undecided at {self.bits} bits"


class FalseAlarmBudgetOverspent(NoisymaxError):
    """A test asked for more probability of a false alarm than the run has left."""

    def __str__(self) -> str:
        return "the budget of false alarms is overspent"


class TimesNotNatural(NoisymaxError):
    """The number of releases is not a natural number."""

    def __str__(self) -> str:
        return "times must be a non-negative int"


class TooManyScores(NoisymaxError):
    """There are more scores than the fast release is proved for."""

    def __str__(self) -> str:
        return f"at most {self.args[0]} scores can be released from at a time"


class EntropyExhausted(NoisymaxError):
    """No further coin is to be had, so nothing is released."""

    def __str__(self) -> str:
        return "entropy is exhausted: nothing is released"


class ContractBroken(NoisymaxError):
    """A pre- or postcondition does not hold; the values are withheld because they may be scores."""

    def __init__(self, triple: str, clause: str) -> None:
        super().__init__(triple, clause)
        self.triple = triple
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.triple}: {self.clause} does not hold"
