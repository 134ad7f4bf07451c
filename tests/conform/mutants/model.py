"""A planted bug, what must catch it, and the smallest witness against it."""

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType

WORST_PAIR = "worst pair"
"""The search for the pair of neighbours whose exact laws are farther apart than the map says."""


@dataclass(frozen=True)
class Mutant:
    """One mistake: a factory of a triple's measurements, or a sampler.

    `caught_by` is a clause of a conformance run, a claim of the ledger or the search for the worst pair. `witness` is
    what it says of the first case that fails, simple ones first; of what depends on chance, the beginning.
    """

    name: str
    what: str
    make: Callable[..., object]
    caught_by: str
    witness: str
    triple: str

    def __call__(self, *arguments: object, **parameters: object) -> object:
        """Call the factory or the sampler."""
        return self.make(*arguments, **parameters)

    @property
    def __wrapped__(self) -> Callable[..., object]:
        """What tells the parameters, and the lines of the file."""
        return self.make


def planted(
    caught_by: str, witness: str, triple: str = "make_noisy_top_k"
) -> Callable[[Callable[..., object]], Mutant]:
    """Make a mutant of a factory or a sampler, whose docstring names the mistake."""

    def mutant(make: Callable[..., object]) -> Mutant:
        return Mutant(make.__name__, (make.__doc__ or "").partition("\n")[0], make, caught_by, witness, triple)

    return mutant


def mutants_of(*modules: ModuleType) -> list[Mutant]:
    """The mutants that are planted in the modules, in their order."""
    return [value for module in modules for value in vars(module).values() if isinstance(value, Mutant)]
