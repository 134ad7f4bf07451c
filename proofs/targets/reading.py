"""What a worker answers, read from the line."""

from dataclasses import dataclass
from fractions import Fraction

from proofs.targets.names import BadTarget
from proofs.targets.target import (
    Answer,
    ContractLaw,
    Died,
    Forecast,
    Led,
    Odd,
    Raised,
    Reached,
    Run,
    Trouble,
    Unsupported,
    Walk,
)
from proofs.targets.worker.values import Json, fraction, plain
from spec.weights import ExpRatio, ExpSum


@dataclass(frozen=True)
class About:
    """A target: its interpreter, its library and version, and its file.

    `offers` are those of the sought functions that it has, `parameters` the names of its factory's parameters.
    """

    interpreter: str
    library: str
    version: str
    path: str
    offers: tuple[str, ...]
    parameters: tuple[str, ...] = ()


def read_about(answer: Json) -> About:
    """What a target says of itself; raises BadTarget if it could not be loaded."""
    match answer:
        case {"NotLoaded": [str(what), str(place)]}:
            raise BadTarget(what, place)
        case [str(interpreter), str(library), str(version), str(path), list(offers), list(names)]:
            return About(interpreter, library, version, path, tuple(map(str, offers)), tuple(map(str, names)))
        case _:
            raise BadTarget(f"it cannot be loaded: {answer}")


def read_answer(data: Json) -> Answer:
    """An answer, or the trouble that came instead."""
    return read_trouble(data) if isinstance(data, dict) else plain(data)


def read_answers(data: Json) -> list[Answer]:
    """Several answers."""
    return [read_answer(item) for item in items_of(data)]


def read_tally(data: Json) -> list[tuple[Answer, int]]:
    """Answers, and how often each came."""
    pairs = [items_of(pair) for pair in items_of(data)]
    return [(read_answer(answer), int(str(often))) for answer, often in pairs]


def read_maps(data: Json) -> list[tuple[bool, Answer]]:
    """Whether something was made, and its bound or the trouble; what died is asked for again by itself."""
    found = [(is_made is True, read_answer(answer)) for is_made, answer in map(items_of, items_of(data))]
    assert found
    assert not any(isinstance(answer, Died) for _, answer in found)
    return found


def read_walk(data: Json) -> Walk:
    """A walk at the coins."""
    branches, missing, reason = items_of(data)
    return Walk(_branches(branches), fraction(missing), str(reason))


def read_forecast(data: Json) -> Forecast:
    """A forecast, and the plays since."""
    branches, missing, whole, reason, plays, otherwise, surprises, rough, steady, work, folded = items_of(data)
    triples = [items_of(item) for item in items_of(surprises)]
    return Forecast(
        _branches(branches),
        fraction(missing),
        bool(whole),
        str(reason),
        int(str(plays)),
        int(str(otherwise)),
        tuple((read_answer(outcome), int(str(came)), int(str(stayed))) for outcome, came, stayed in triples),
        fraction(rough),
        bool(steady),
        int(str(work)),
        bool(folded),
    )


def read_led(data: Json) -> Led:
    """What came of plays that were led."""
    mass, came = items_of(data)
    return Led(fraction(mass), int(str(came)))


def read_reached(data: Json) -> Reached:
    """Runs that were looked for."""
    runs, ends, finest, work = items_of(data)
    pairs = tuple((read_answer(answer), _run(run)) for answer, run in map(items_of, items_of(ends)))
    return Reached(tuple(map(_run, items_of(runs))), pairs, int(str(finest)), int(str(work)))


def _run(data: Json) -> Run:
    return tuple(int(str(cell)) for cell in items_of(data))


def _branches(data: Json) -> tuple[tuple[Answer, Fraction], ...]:
    pairs = [items_of(pair) for pair in items_of(data)]
    return tuple((read_answer(outcome), fraction(mass)) for outcome, mass in pairs)


def read_contract(data: Json) -> ContractLaw:
    """A law by contract."""
    branches, reason = items_of(data)
    parts = [items_of(branch) for branch in items_of(branches)]
    weighed = tuple((read_answer(outcome), ExpRatio(_sum(a), _sum(b))) for outcome, a, b in parts)
    return ContractLaw(weighed, str(reason))


def _sum(data: Json) -> ExpSum:
    return ExpSum((fraction(q), fraction(c)) for q, c in map(items_of, items_of(data)))


def items_of(data: Json) -> list[Json]:
    """The members of an array."""
    assert isinstance(data, list)
    return data


def read_trouble(data: dict[str, Json]) -> Trouble:
    """What went wrong."""
    match data:
        case {"Raised": [str(kind), str(message), list(ancestors)]}:
            return Raised(kind, message, tuple(map(str, ancestors)))
        case {"Unsupported": message}:
            return Unsupported(str(message))
        case {"Odd": kind}:
            return Odd(str(kind), str(data.get("text", "")))
        case _:
            return Died(str(data["Died"]))
