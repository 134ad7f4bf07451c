"""Every clause that a target is held against."""

from proofs.conform.model import Clause, Kind

LIVES = Clause("target.lives", Kind.GUARANTEE, "no call crashes, hangs or exhausts the memory of its process")
REFUSES = Clause("construction.refuses", Kind.GUARANTEE, "parameters that describe no mechanism are refused")
ACCEPTS = Clause("construction.accepts", Kind.LAW, "parameters that describe a mechanism are accepted")
ERRORS_CLOSE = Clause("errors.close", Kind.GUARANTEE, "close vectors of equal length cause the same error or none")
ERRORS_PRINTED = Clause(
    "errors.printed", Kind.GUARANTEE, "any two members of the domain cause the same error or none", gates=False
)
MAP_REFUSES = Clause("map.refuses", Kind.GUARANTEE, "a distance that is none has no bound that promises anything")
MAP_SOUND = Clause("map.sound", Kind.GUARANTEE, "the map is not below the loss that close vectors can have")
MAP_PRINTED = Clause("map.printed", Kind.LAW, "the map is the printed bound, up to rounding")
MAP_STEADY = Clause("map.steady", Kind.GUARANTEE, "the map is the same before and after releases")
MAP_LEAST = Clause("map.least", Kind.LAW, "the map is the least float that is not below the printed bound", gates=False)
SHAPE = Clause("output.shape", Kind.LAW, "the output is k distinct indices in range, or one index, or as is stated")
SCALE_ZERO = Clause("output.scale_zero", Kind.LAW, "without noise the best come out, best first")
TIES = Clause("output.ties", Kind.LAW, "without noise the last of equal scores comes first", gates=False)
LAW_COINS = Clause("law.coins", Kind.LAW, "over fair coins the output has the law that the pseudocode defines")
LAW_SAMPLED = Clause("law.sampled", Kind.LAW, "the output has the law that the pseudocode defines")
LAW_FRESH = Clause("law.fresh", Kind.LAW, "every release draws its own coins")
PRIVACY_COINS = Clause(
    "privacy.coins", Kind.GUARANTEE, "over fair coins the loss of close vectors is not above the map"
)
PRIVACY_TAILS = Clause(
    "privacy.tails",
    Kind.GUARANTEE,
    "a rare output that can come on one vector can come on every close one, and about as often",
)
PRIVACY_SAMPLED = Clause("privacy.sampled", Kind.GUARANTEE, "the loss of close vectors is not above the map")

CLAUSES = (
    LIVES,
    REFUSES,
    ACCEPTS,
    ERRORS_CLOSE,
    ERRORS_PRINTED,
    MAP_REFUSES,
    MAP_SOUND,
    MAP_PRINTED,
    MAP_STEADY,
    MAP_LEAST,
    SHAPE,
    SCALE_ZERO,
    TIES,
    LAW_COINS,
    LAW_SAMPLED,
    LAW_FRESH,
    PRIVACY_COINS,
    PRIVACY_TAILS,
    PRIVACY_SAMPLED,
)

ORDER = {clause.name: place for place, clause in enumerate(CLAUSES)}
