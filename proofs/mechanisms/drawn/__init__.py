"""Code beyond every list: what it does on cases of every size, drawn once and for all.

Lists of cases have an edge, and code could be wrong just beyond it. Here numbers of candidates, rounds, magnitudes,
denominators, exponents and depths are taken from every octave up to what runs. Where the exact law of so large a case
is out of reach, the code is held tape by tape, or answer by answer of the samplers beneath it, against what the law
says it must do. The law is that of `spec`, and no function of `impl` computes what it is compared with.
"""

from proofs.engine.ledger.ledger import Chapter
from proofs.mechanisms.drawn import cells, gumbel, inverse_transform, maps, races, releases, samplers, selection

CHAPTER = Chapter(
    proofs=(
        *samplers.PROOFS,
        *selection.PROOFS,
        *gumbel.PROOFS,
        *races.PROOFS,
        cells.PROOF,
        *inverse_transform.PROOFS,
        *releases.PROOFS,
        *maps.PROOFS,
    )
)
