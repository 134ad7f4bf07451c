"""How a command ends: with an exit code and, if something is at fault, one line."""

FELL_SHORT = 1
BAD_INPUT = 2
AUDIT_LIBRARIES = ("crosshair", "hypothesis", "sympy", "z3")
"""The libraries of the extra `audit`, by the names under which they are imported."""

_EXTRAS = {**dict.fromkeys(AUDIT_LIBRARIES, "audit"), "dask": "dask", "distributed": "dask"}


class Stop(Exception):
    """The command ends here, with one line and an exit code."""

    def __init__(self, code: int, line: str) -> None:
        super().__init__(line)
        self.code = code


def refused(what: str) -> Stop:
    """The user's input is at fault."""
    return Stop(BAD_INPUT, f"noisymax: error: {_on_one_line(what)}")


def engine_missing(error: ModuleNotFoundError) -> Stop | None:
    """What to install, if the module that is missing is a library that only some commands need."""
    library = (error.name or "").partition(".")[0]
    if library not in _EXTRAS:
        return None
    return refused(f"this needs {library}, which is not installed: pip install 'noisymax[{_EXTRAS[library]}]'")


def fell_short(place: str, what: str) -> Stop:
    """What is audited is at fault."""
    return Stop(FELL_SHORT, f"{place}: error: {_on_one_line(what)}")


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
