"""What the times amount to: the worst ratio of each kind, and where it is. A report, never a test."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from impl.registry import measure_name
from proofs.bench.contestants import NAIVE, TWIN, TWIN_LIST
from proofs.bench.measure import Row, Setting

MANY = 10_000
"""From so many scores on, what is done once a release is no longer what takes the time."""


@dataclass(frozen=True)
class Bar:
    """A bound on a ratio, and the worst that was measured, with its setting."""

    says: str
    bound: float
    worst: float
    setting: Setting
    holds: bool

    def __str__(self) -> str:
        """One line."""
        where = (
            f"n = {self.setting.n}, k = {self.setting.k}, {self.setting.shape}, {measure_name(self.setting.measure)}"
        )
        verdict = "holds" if self.holds else "falls short"
        return f"{verdict}: {self.says} {self.bound:g} times; at worst {self.worst:.1f} ({where})"


Measured = Iterable[tuple[float | None, Setting]]


def bars(rows: Sequence[Row]) -> list[Bar]:
    """All that can be told from these rows."""
    many = [row for row in rows if row.setting.n >= MANY]
    found = (
        _at_least("faster than opendp, at least", 5, ((row.against_opendp, row.setting) for row in rows)),
        _at_least(
            "faster than opendp from 10^4 scores on, at least", 10, ((r.against_opendp, r.setting) for r in many)
        ),
        _at_most(
            "as long as naive float noise from 10^4 scores on, at most", 4, ((_slower(r), r.setting) for r in many)
        ),
        _at_most("as long on one shape of scores as on another, at most", 3, _spread(rows)),
        _at_most("as long for a score among more from 10^4 on, at most", 2, _growth(many)),
    )
    return [bar for bar in found if bar is not None]


def _at_least(says: str, bound: float, measured: Measured) -> Bar | None:
    return _bar(says, bound, min, measured, lambda worst: worst >= bound)


def _at_most(says: str, bound: float, measured: Measured) -> Bar | None:
    return _bar(says, bound, max, measured, lambda worst: worst <= bound)


def _bar(
    says: str, bound: float, choose: Callable[..., float], measured: Measured, holds: Callable[[float], bool]
) -> Bar | None:
    known = {setting: ratio for ratio, setting in measured if ratio is not None}
    if not known:
        return None
    worst = choose(known.values())
    where = next(setting for setting, ratio in known.items() if ratio == worst)
    return Bar(says, bound, worst, where, holds(worst))


def _slower(row: Row) -> float | None:
    ratio = row.ratio(NAIVE)
    return None if ratio is None else 1 / ratio


def _twin(row: Row) -> float:
    return row.fastest(TWIN, TWIN_LIST) or 0.0


def _spread(rows: Sequence[Row]) -> Iterator[tuple[float, Setting]]:
    """The slowest shape over the quickest, of the same measure, k and n."""
    groups: dict[object, list[Row]] = {}
    for row in rows:
        groups.setdefault((row.setting.measure, row.setting.k, row.setting.n), []).append(row)
    for group in groups.values():
        slowest, quickest = max(group, key=_twin), min(group, key=_twin)
        if len(group) > 1 and _twin(quickest):
            yield _twin(slowest) / _twin(quickest), slowest.setting


def _growth(rows: Sequence[Row]) -> Iterator[tuple[float, Setting]]:
    """The time a score takes over that among fewer scores, of the same measure, k and shape."""
    groups: dict[object, list[Row]] = {}
    for row in rows:
        groups.setdefault((row.setting.measure, row.setting.k, row.setting.shape), []).append(row)
    for group in groups.values():
        for fewer, more in pairwise(sorted(group, key=lambda row: row.setting.n)):
            if _twin(fewer):
                yield _twin(more) * fewer.setting.n / (_twin(fewer) * more.setting.n), more.setting
