"""The introduction, the reparameterization and the metric: sections that two documents print almost alike.

Each module turns one of these sections into proofs and refutations of a given document's items. The lemmas that only
they need make the chapter.
"""

from proofs.documents.shared_sections import arithmetic, trick
from proofs.engine.ledger.constructors import chapter

CHAPTER = chapter(arithmetic.CHAPTER, trick.CHAPTER)
