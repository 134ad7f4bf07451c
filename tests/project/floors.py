"""The floor plan in one place: the rooms, the floors of proofs and tests, and what each may import."""

ROOMS = ("spec", "impl", "proofs", "noisymax", "tests")
"""A room imports itself and the rooms before it."""

FLOORS = (
    "campaign",
    "engine",
    "kernel",
    "theory",
    "mechanisms",
    "documents",
    "audit",
    "targets",
    "conform",
    "worst",
    "leaks",
    "vectors",
    "report",
    "learn",
    "bench",
    "contents",
    "baseline",
    "command",
)
"""The floors of proofs, lowest first: a floor imports itself and the floors below it."""

SINGLE_MODULES = ("contents", "baseline")
"""Floors that are one module, not a folder."""

RUNS_NO_CODE = ("theory",)
"""Floors that import no implementation: what they prove holds of the mathematics alone."""

FOLDERS = tuple(floor for floor in FLOORS if floor not in SINGLE_MODULES)
FILES_OF_PROOFS = ("__init__.py", "py.typed", *(f"{floor}.py" for floor in SINGLE_MODULES))
FOLDERS_OF_TESTS = (*FOLDERS, "spec", "impl", "project", "mutation", "attack", "support")
FILES_OF_TESTS = ("__init__.py", "conftest.py")

LIBRARIES = {"spec": {"icontract"}, "impl": {"icontract"}}
"""What a room may import besides the standard library; a room that is not here may import any library."""

LIBRARIES_OF_ONE_FILE = {
    "impl/ball.py": {"flint"},
    "impl/fast/table.py": {"numpy"},
    "impl/fast/rows.py": {"numpy"},
    "impl/fast/arrays.py": {"numpy"},
    "impl/fast/clocks.py": {"numpy"},
    "impl/fast/field.py": {"numpy"},
    "impl/fast/fixed.py": {"numpy"},
    "impl/fast/race.py": {"numpy"},
}
