"""What a worker is asked, as it is written on the line."""

from collections.abc import Mapping

from proofs.targets.worker.values import Json, encode


def input_of(x: object) -> Json:
    """An input as the target gets it: what is a tuple here is a list there."""
    return encode([*x] if isinstance(x, tuple) else x)


def encoded(arguments: Mapping[str, object]) -> dict[str, Json]:
    """The arguments of a factory."""
    return {name: encode(value) for name, value in arguments.items()}
