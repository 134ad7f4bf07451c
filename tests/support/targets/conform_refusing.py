"""A factory that refuses whatever it is asked for."""


def make_noisy_top_k(**parameters: object) -> object:
    """Refuse."""
    raise ValueError("no")
