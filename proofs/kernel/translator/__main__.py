"""Write the emitted files: `python -m proofs.kernel.translator`."""

import sys
from pathlib import Path

from proofs.kernel.translator import COQ, Refused, translate


def main() -> int:
    """Translate the source of this checkout."""
    try:
        files = translate(Path(__file__).resolve().parents[3])
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 2
    for name, text in files.items():
        (COQ / f"{name}.v").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
