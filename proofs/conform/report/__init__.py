"""Conformance, written down: for people, and for other programs."""

from collections.abc import Callable, Mapping, Sequence

from proofs.conform.report import json, junit, sarif
from proofs.conform.run import Held

FORMATS: Mapping[str, Callable[[Sequence[Held]], str]] = {
    "json": json.render,
    "junit": junit.render,
    "sarif": sarif.render,
}
