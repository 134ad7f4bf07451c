"""What `make_report_noisy_max_gumbel` states, proved, certified or refuted, item by item."""

from proofs.documents.report_noisy_max_gumbel import privacy, repaired, triple
from proofs.documents.shared_sections import arithmetic, introduction, lemmas, metric, trick
from proofs.documents.shared_sections.printed import Printed, joined

DOCUMENT = Printed("report_noisy_max_gumbel", section=1)
CHAPTER = joined(
    privacy.CHAPTER,
    repaired.CHAPTER,
    *(
        tuple(part(DOCUMENT))
        for part in (
            introduction.the_law,
            introduction.temperature,
            arithmetic.floats,
            trick.lines_of_the_theorem,
            trick.lines_as_meant,
            lemmas.lines_of_the_lemmas,
            lemmas.eq4_and_prose,
            metric.sensitivity,
            metric.ranges,
            triple.conditions,
            triple.noise_and_law,
            privacy.normalisers,
            privacy.derivation,
        )
    ),
    lemmas.errata(DOCUMENT),
    metric.errata(DOCUMENT),
    triple.errata(DOCUMENT),
)
