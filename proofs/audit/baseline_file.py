"""The baseline as a file: the accepted verdicts as Python data, written by `noisymax audit --accept`."""

import ast
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from proofs.audit.run import Audit, AuditedClaim

_HEADER = '"""The accepted verdicts: written by `noisymax audit --accept`, never by hand."""\n'
_TABLES = {
    "CLAIMS": "dict[str, tuple[str, str, tuple[str, ...]]]",
    "ERRATA": "dict[str, str]",
    "HEADLINES": "dict[str, str]",
}
_WIDTH = 120

Value = str | tuple["Value", ...]


class Accepted(NamedTuple):
    """A claim's accepted verdict."""

    status: str
    standing: str
    assumptions: tuple[str, ...]


@dataclass(frozen=True)
class Baseline:
    """Accepted verdicts, severities of errata, privacy claims of mechanisms; and the line that each is on."""

    claims: Mapping[str, Accepted] = field(default_factory=dict)
    errata: Mapping[str, str] = field(default_factory=dict)
    headlines: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)


class BadBaseline(Exception):
    """The file is no baseline; `line` is where that shows."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"{what}; write it anew with: noisymax audit --accept")
        self.line = line


def read(path: Path) -> Baseline:
    """The baseline in a file."""
    try:
        return parse(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise BadBaseline(1, "there is no baseline") from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadBaseline(1, "the baseline cannot be read") from error


def parse(text: str) -> Baseline:
    """The baseline that a text states; nothing in the text is executed."""
    try:
        tables = {
            node.target.id: node.value
            for node in ast.parse(text).body
            if isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            and isinstance(node.value, ast.Dict)
        }
        keys = [key for name in _TABLES for key in tables[name].keys if isinstance(key, ast.Constant)]
        claims, errata, headlines = (ast.literal_eval(tables[name]) for name in _TABLES)
        accepted = {claim: Accepted(*verdict) for claim, verdict in claims.items()}
    except SyntaxError as error:
        raise BadBaseline(error.lineno or 1, "the baseline is not Python") from error
    except (KeyError, TypeError, ValueError) as error:
        raise BadBaseline(1, "this is not a baseline") from error
    return Baseline(accepted, errata, headlines, {str(key.value): key.lineno for key in keys})


def render(audit: Audit) -> str:
    """The file that expects what this audit of the whole ledger found."""
    tables: dict[str, Mapping[str, Value]] = {
        "CLAIMS": {line.claim.id: _verdict(line) for line in audit.claims},
        "ERRATA": {shown.erratum.id: shown.erratum.severity.value for shown in audit.errata},
        "HEADLINES": audit.ledger.headlines,
    }
    return "\n".join([_HEADER, *(f"{name}: {_TABLES[name]} = {_table(tables[name])}" for name in _TABLES)])


def _verdict(line: AuditedClaim) -> tuple[Value, ...]:
    if line.own is None or line.standing is None or line.assumptions is None:
        raise ValueError(f"{line.claim.id} was not run")
    return line.own.value, line.standing.value, line.assumptions


def _table(entries: Mapping[str, Value]) -> str:
    if not entries:
        return "{}\n"
    keys = {key: f"    {_literal(key, 0, 0)}: " for key in sorted(entries)}
    return "{\n" + "".join(f"{text}{_literal(entries[key], 4, len(text))},\n" for key, text in keys.items()) + "}\n"


def _literal(value: Value, indent: int, column: int) -> str:
    """A value as the formatter lays it out: on one line if it fits from `column` on, else one part a line."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    deeper = indent + 4
    flat = ", ".join(_literal(part, deeper, 0) for part in value)
    line = f"({flat},)" if len(value) == 1 else f"({flat})"
    if column + len(line) < _WIDTH and "\n" not in line:
        return line
    return "(\n" + "".join(f"{' ' * deeper}{_literal(part, deeper, deeper)},\n" for part in value) + f"{' ' * indent})"
