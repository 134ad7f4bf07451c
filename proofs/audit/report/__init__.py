"""An audit in the forms that people and programs read.

A file format is a module with `render(report) -> str` and one entry in `FORMATS`, which gives it its option.
"""

from collections.abc import Callable, Mapping

from proofs.audit.report import badge, json, junit, markdown, sarif
from proofs.audit.report.model import Report

FORMATS: Mapping[str, Callable[[Report], str]] = {
    "json": json.render,
    "junit": junit.render,
    "sarif": sarif.render,
    "markdown": markdown.render,
    "badge": badge.render,
}
