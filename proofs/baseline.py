"""The accepted verdicts: written by `noisymax audit --accept`, never by hand."""

CLAIMS: dict[str, tuple[str, str, tuple[str, ...]]] = {}

ERRATA: dict[str, str] = {}

HEADLINES: dict[str, str] = {}
