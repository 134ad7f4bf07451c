"""The floor plan of the claims: documents, mechanisms and theory, group by group, and what rests on what."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from proofs.audit.source_index import SourceIndex
from proofs.engine.ledger.status import Status
from proofs.report.layout import Drawing, layered
from spec.logic.claim import Claim

FLOORS = ("documents", "mechanisms", "theory")
WIDTH, HEIGHT = 186, 62
_ACROSS, _DOWN, _LEFT = 14, 26, 16
_FLOOR_GAP = 64
_A_ROW = 6
_BEND = 40.0


@dataclass(frozen=True)
class Group:
    """Claims that are stated together, of one floor."""

    floor: str
    name: str
    claims: tuple[str, ...]

    @property
    def id(self) -> str:
        """A name for links."""
        return f"{self.floor}.{self.name}"


@dataclass(frozen=True)
class Room:
    """A group at its place in the plan, with how many of its claims have each status."""

    group: Group
    x: float
    y: float
    shares: tuple[tuple[Status, float, float], ...]


@dataclass(frozen=True)
class Passage:
    """So many claims of one group rest on claims of another."""

    source: Group
    target: Group
    count: int
    path: str


@dataclass(frozen=True)
class Plan:
    """Rooms and passages, the height at which each floor begins, and how large the sheet is."""

    rooms: tuple[Room, ...]
    passages: tuple[Passage, ...]
    floors: tuple[tuple[str, float], ...]
    width: float
    height: float


def groups_of(index: SourceIndex) -> list[Group]:
    """Every claim in a group: by its document, or by the module that states it."""
    found: dict[tuple[str, str], list[str]] = {}
    for claim in index.ledger.claims.values():
        found.setdefault(_place(claim, index), []).append(claim.id)
    ordered = sorted(found, key=lambda place: FLOORS.index(place[0]))
    return [Group(floor, name, tuple(found[floor, name])) for floor, name in ordered]


def _place(claim: Claim, index: SourceIndex) -> tuple[str, str]:
    if claim.document is not None:
        return "documents", claim.document
    stated = index.stated(claim.id)
    parts = PurePosixPath(stated.file).with_suffix("").parts if stated else ("spec", "elsewhere")
    if parts[0] == "spec":
        return "mechanisms", parts[-1]
    return (parts[1], parts[2]) if parts[1] in FLOORS else ("theory", parts[1])


def plan(groups: Sequence[Group], uses: Mapping[str, Sequence[str]], standing: Mapping[str, Status | None]) -> Plan:
    """Lay out the floors from above to below, so many rooms a row."""
    rooms: list[Room] = []
    floors: list[tuple[str, float]] = []
    top = 28.0
    for floor in FLOORS:
        here = [group for group in groups if group.floor == floor]
        if not here:
            continue
        floors.append((floor, top))
        for place, group in enumerate(here):
            row, column = divmod(place, _A_ROW)
            x, y = _LEFT + column * (WIDTH + _ACROSS), top + row * (HEIGHT + _DOWN)
            rooms.append(Room(group, x, y, tuple(_shares(group, standing))))
        top += (-(-len(here) // _A_ROW)) * (HEIGHT + _DOWN) - _DOWN + _FLOOR_GAP
    width = 2 * _LEFT + min(_A_ROW, max(map(len, _by_floor(groups)), default=0)) * (WIDTH + _ACROSS) - _ACROSS
    return Plan(tuple(rooms), tuple(_passages(rooms, uses)), tuple(floors), width, top - _FLOOR_GAP + _LEFT)


def drawing(group: Group, uses: Mapping[str, Sequence[str]]) -> Drawing:
    """The claims of a group and all that they rest on directly."""
    shown = dict.fromkeys((*group.claims, *(used for claim in group.claims for used in uses[claim])))
    return layered({claim: _label(claim, group.name) for claim in shown}, {**uses, **_ends(group, uses)})


def _ends(group: Group, uses: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """What is drawn of claims outside the group: no lines of their own."""
    outside = {used for claim in group.claims for used in uses[claim]} - {*group.claims}
    return dict.fromkeys(outside, ())


def _label(claim: str, name: str) -> str:
    return claim.removeprefix(f"{name}.")


def _by_floor(groups: Sequence[Group]) -> list[list[Group]]:
    return [[group for group in groups if group.floor == floor] for floor in FLOORS]


def _shares(group: Group, standing: Mapping[str, Status | None]) -> list[tuple[Status, float, float]]:
    """The statuses of a group as parts of a bar: where each begins, and how long it is."""
    counts = Counter(status for claim in group.claims if (status := standing.get(claim)) is not None)
    parts, begin = [], 0.0
    for status in Status:
        if counts[status]:
            length = counts[status] / counts.total()
            parts.append((status, begin, length))
            begin += length
    return parts


def _passages(rooms: Sequence[Room], uses: Mapping[str, Sequence[str]]) -> list[Passage]:
    home = {claim: room for room in rooms for claim in room.group.claims}
    counts = Counter(
        (home[claim].group, home[used].group)
        for claim in home
        for used in uses[claim]
        if used in home and home[used] is not home[claim]
    )
    at = {room.group: room for room in rooms}
    return [Passage(a, b, count, _path(at[a], at[b])) for (a, b), count in counts.items()]


def _path(source: Room, target: Room) -> str:
    """A curve that leaves a room towards the other and arrives from there; beside each other, it goes above both."""
    x1, x2 = source.x + WIDTH / 2, target.x + WIDTH / 2
    if target.y > source.y:
        y1, y2, leave, arrive = source.y + HEIGHT, target.y, _BEND, -_BEND
    elif target.y < source.y:
        y1, y2, leave, arrive = source.y, target.y + HEIGHT, -_BEND, _BEND
    else:
        y1, y2, leave, arrive = source.y, target.y, -_BEND / 2, -_BEND / 2
    return f"M{x1:.0f},{y1:.0f} C{x1:.0f},{y1 + leave:.0f} {x2:.0f},{y2 + arrive:.0f} {x2:.0f},{y2:.0f}"
