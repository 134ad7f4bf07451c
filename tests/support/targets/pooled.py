"""The remainder of one byte of a pool, which is read by itself, or with all others from memory."""

import os


class Pooled:
    """Release a remainder."""

    def __init__(self, size: int, reads: str) -> None:
        self.size, self.reads = size, reads

    def invoke(self, x: object) -> int:
        pool = os.urandom(self.size)
        return (pool if self.reads == "one" else bytearray(pool))[5] % 3

    def map(self, d_in: float) -> float:
        return d_in


def make(size: int, reads: str) -> Pooled:
    return Pooled(size, reads)
