"""Is a graph drawn so that it can be read: from left to right, nothing on top of anything else?"""

from itertools import combinations

from proofs.audit.source_index import SourceIndex
from proofs.engine.ledger.status import Status
from proofs.report.floor_plan import HEIGHT, WIDTH, drawing, groups_of, plan
from proofs.report.layout import Box, Drawing, layered
from tests.report.pages import report_of


def overlap(a: Box, b: Box) -> bool:
    return a.x < b.x + b.width and b.x < a.x + a.width and a.y < b.y + b.height and b.y < a.y + a.height


def assert_readable(drawn: Drawing) -> None:
    boxes = {box.name: box for box in drawn.boxes}
    assert not any(overlap(a, b) for a, b in combinations(drawn.boxes, 2))
    assert all(0 <= box.x and box.x + box.width <= drawn.width for box in drawn.boxes)
    assert all(0 <= box.y and box.y + box.height <= drawn.height for box in drawn.boxes)
    for line in drawn.lines:
        source, target = boxes[line.source], boxes[line.target]
        assert source.x + source.width < target.x


def test_what_is_used_stands_to_the_right() -> None:
    """Does each node stand left of all that it rests on, even by a longer way?"""
    uses = {"a": ("b", "c"), "b": ("c",), "c": (), "d": ("c", "outside")}
    drawn = layered({name: name for name in uses}, uses)
    assert_readable(drawn)
    assert [(line.source, line.target) for line in drawn.lines] == [("a", "b"), ("a", "c"), ("b", "c"), ("d", "c")]


def test_neighbours_stand_together() -> None:
    """Is the order within a column changed so that lines do not cross?"""
    uses = {"a": ("y",), "b": ("x",), "x": (), "y": ()}
    drawn = {box.name: box for box in layered({name: name for name in uses}, uses).boxes}
    assert (drawn["a"].y < drawn["b"].y) == (drawn["y"].y < drawn["x"].y)


def test_a_long_column_is_parted() -> None:
    """Are a hundred nodes of one depth shown in several columns, and nothing at all as an empty sheet?"""
    names = [f"n{number}" for number in range(100)]
    drawn = layered({name: name for name in names}, dict.fromkeys(names, ()))
    assert_readable(drawn)
    assert len({box.x for box in drawn.boxes}) == 4
    assert layered({}, {}).boxes == ()


def test_every_group_of_the_ledger_can_be_read() -> None:
    """Is every claim in one group, and is every group drawn without anything on top of anything else?"""
    ledger = report_of().audit.ledger
    groups = groups_of(SourceIndex(ledger))
    assert sorted(claim for group in groups for claim in group.claims) == sorted(ledger.claims)
    for group in groups:
        drawn = drawing(group, ledger.uses)
        assert {*group.claims} <= {box.name for box in drawn.boxes}
        assert_readable(drawn)


def test_the_plan_has_every_group_and_every_passage() -> None:
    """Do the rooms stand apart, their bars add up, and the passages say who rests on whom?"""
    audit = report_of().audit
    groups = groups_of(SourceIndex(audit.ledger))
    standing = {line.claim.id: line.standing for line in audit.claims}
    drawn = plan(groups, audit.ledger.uses, standing)
    rooms = [Box(room.group.id, "", room.x, room.y, WIDTH, HEIGHT) for room in drawn.rooms]
    assert not any(overlap(a, b) for a, b in combinations(rooms, 2))
    assert all(room.x + room.width <= drawn.width and room.y + room.height <= drawn.height for room in rooms)
    assert all(abs(sum(length for _, _, length in room.shares) - 1) < 1e-9 for room in drawn.rooms)
    home = {claim: group for group in groups for claim in group.claims}
    pairs = [(home[c], home[u]) for c, used in audit.ledger.uses.items() for u in used if home[c] != home[u]]
    assert {(p.source, p.target): p.count for p in drawn.passages} == {pair: pairs.count(pair) for pair in set(pairs)}


def test_a_plan_of_nothing() -> None:
    """Is a plan without groups an empty sheet, and a group without standings a room without a bar?"""
    assert plan([], {}, {}).rooms == ()
    group = groups_of(SourceIndex(report_of().audit.ledger))[0]
    (room,) = plan([group], report_of().audit.ledger.uses, {}).rooms
    assert room.shares == ()
    (told,) = plan([group], report_of().audit.ledger.uses, {group.claims[0]: Status.OPEN}).rooms
    assert told.shares == ((Status.OPEN, 0.0, 1.0),)
