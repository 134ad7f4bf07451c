"""An audit in the forms that people and programs read.

A file format is a module with `render(audit) -> str` and one entry in `FORMATS`, which gives it its option.
"""

from collections.abc import Callable, Mapping

from proofs.audit.report import json
from proofs.audit.run import Audit

FORMATS: Mapping[str, Callable[[Audit], str]] = {"json": json.render}
