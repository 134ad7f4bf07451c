"""Conformance, written down: for people, and for other programs."""

from collections.abc import Callable, Mapping, Sequence

from proofs.conform.report import json, junit, sarif, side_by_side
from proofs.conform.run import Held

FORMATS: Mapping[str, Callable[[Sequence[Held]], str]] = {
    "json": json.render,
    "junit": junit.render,
    "sarif": sarif.render,
    "markdown": side_by_side.markdown,
    "html": side_by_side.html,
}
