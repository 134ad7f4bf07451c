"""Judges that find planted code where a promise names the real one."""

from collections.abc import Mapping
from typing import Any

from proofs.engine.judge import Running


class Planted(Running):
    """Finds the planted code under these names, and all other code where it is."""

    def __init__(self, code: Mapping[str, object]) -> None:
        self.code = code

    def find(self, name: str) -> Any:
        """The planted code, or the real one."""
        return self.code[name] if name in self.code else super().find(name)
