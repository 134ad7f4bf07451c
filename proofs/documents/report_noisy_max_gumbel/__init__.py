"""What `make_report_noisy_max_gumbel` states, proved, certified or refuted, item by item."""

from proofs.documents.printed import REPORT as DOCUMENT
from proofs.documents.report_noisy_max_gumbel import errata, privacy, repaired, triple
from proofs.documents.shared_sections import arithmetic, introduction, lemmas, metric, trick

CHAPTER = DOCUMENT.chapter(
    privacy.CHAPTER,
    repaired.CHAPTER,
    *introduction.the_law(DOCUMENT),
    *introduction.temperature(DOCUMENT),
    *arithmetic.floats(DOCUMENT),
    *trick.lines_of_the_theorem(DOCUMENT),
    *trick.lines_as_meant(DOCUMENT),
    *lemmas.lines_of_the_lemmas(DOCUMENT),
    *lemmas.eq4_and_prose(DOCUMENT),
    *metric.sensitivity(DOCUMENT),
    *metric.ranges(DOCUMENT),
    *triple.conditions(),
    *triple.noise_and_law(),
    *privacy.lemma_3_2(),
    *privacy.privacy(),
    *errata.ERRATA,
)
