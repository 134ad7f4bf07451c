"""What `make_base_exponential_candidates_gumbel` states, proved, certified or refuted, item by item."""

from proofs.documents.exponential_candidates_gumbel import errata, privacy, repaired
from proofs.documents.printed import EXPONENTIAL as DOCUMENT
from proofs.documents.shared_sections import arithmetic, introduction, lemmas, metric, trick

CHAPTER = DOCUMENT.chapter(
    repaired.CHAPTER,
    *introduction.the_law(DOCUMENT),
    *introduction.temperature(DOCUMENT),
    *arithmetic.floats(DOCUMENT),
    *trick.lines_of_the_theorem(DOCUMENT),
    *lemmas.lines_of_the_lemmas(DOCUMENT),
    *lemmas.eq4_and_prose(DOCUMENT),
    *metric.sensitivity(DOCUMENT),
    *metric.ranges(DOCUMENT),
    *privacy.theorem_2_1(),
    *privacy.lemma_4_1(),
    *privacy.privacy(),
    *privacy.differential_privacy(),
    *errata.ERRATA,
)
