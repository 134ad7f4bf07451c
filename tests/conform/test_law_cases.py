"""Do the cases that are walked first have what may be wrong nowhere else?"""

import pytest

from proofs.conform.checks.law_cases import each_kind_first, law_cases
from proofs.conform.triples import TRIPLES, Selection

FIRST_WALKED = 30


@pytest.mark.parametrize("triple", TRIPLES.values(), ids=lambda triple: triple.name)
def test_leads_of_either_kind_are_walked_early(triple: Selection) -> None:
    """Is an output walked soon under each measure that is rare, and one that hardly ever comes?"""
    cases = list(law_cases(triple))
    early = [cases[number] for number in list(each_kind_first(cases))[:FIRST_WALKED]]
    for measure in triple.measures:
        two = [case for case in early if case.setting.measure == measure and len(case.x) == 2]
        leads = [(max(case.x) - min(case.x)) / case.setting.scale for case in two]
        assert any(5 < lead < 15 for lead in leads)
        assert 20 in leads
