"""What `make_base_exponential_candidates_gumbel` states, proved, certified or refuted, item by item."""

from proofs.documents.exponential_candidates_gumbel import privacy, repaired
from proofs.documents.shared_sections import arithmetic, introduction, lemmas, metric, trick
from proofs.documents.shared_sections.printed import Printed, joined

DOCUMENT = Printed("exponential_candidates_gumbel", section=2)
CHAPTER = joined(
    repaired.CHAPTER,
    *(
        tuple(part(DOCUMENT))
        for part in (
            introduction.the_law,
            introduction.temperature,
            arithmetic.floats,
            trick.lines_of_the_theorem,
            lemmas.lines_of_the_lemmas,
            lemmas.eq4_and_prose,
            metric.sensitivity,
            metric.ranges,
            privacy.theorem,
            privacy.lemma,
            privacy.derivation,
            privacy.definition,
        )
    ),
    lemmas.errata(DOCUMENT),
    metric.errata(DOCUMENT),
)
