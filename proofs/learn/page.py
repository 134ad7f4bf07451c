"""The page: stops, pictures, exercises and lessons, put into the template."""

import re
from collections.abc import Mapping

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from proofs.engine.ledger.ledger import Ledger
from proofs.learn.exercises import EXERCISES
from proofs.learn.stops import LESSONS, STOPS
from proofs.report.statements import shown

WITHOUT_PICTURE = ("proof",)


def render(ledger: Ledger, outputs: Mapping[str, str]) -> str:
    """The page as one HTML document; `outputs` has what each example prints, or nothing where it takes long."""
    loader = ChoiceLoader([PackageLoader("proofs.learn"), PackageLoader("proofs.report")])
    templates = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    templates.filters["typeset"] = typeset
    return templates.get_template("learn.html").render(
        stops=STOPS,
        pictured=[stop.name for stop in STOPS if stop.name not in WITHOUT_PICTURE],
        derivations={stop.claim: derivation(ledger, stop.claim) for stop in STOPS if stop.claim},
        outputs=outputs,
        exercises=EXERCISES,
        lessons=LESSONS,
    )


def typeset(text: str) -> Markup:
    """A sentence with its exponents raised and its indices lowered: `e^(x_i/scale)`, `2^-53`."""
    lowered = re.sub(r"\b([A-Za-z])_(\w)\b", r"\1<sub>\2</sub>", str(escape(text)))
    raised = re.sub(r"\^\(((?:[^()]|\([^()]*\))*)\)", r"<sup>\1</sup>", lowered)
    return Markup(re.sub(r"\^(-?\w+)", r"<sup>\1</sup>", raised))


def derivation(ledger: Ledger, claim: str) -> tuple[Markup, list[tuple[Markup, str]]]:
    """The statement of a claim, and the steps of its first proof with their reasons."""
    steps = [step for proof in ledger.proofs.get(claim, ())[:1] for step in proof.steps]
    return shown(ledger.claims[claim].statement), [(shown(step.statement), step.because) for step in steps]
