"""An audit as a badge: one small picture that says whether it is as accepted, and how many claims are proved."""

from collections import Counter
from xml.etree import ElementTree

from proofs.audit.report.model import Report
from proofs.engine.ledger.status import Status

_LETTER, _PADDING, _HEIGHT = 6.5, 12, 20
_SVG = "http:" + "//www.w3.org/2000/svg"
"""The name of the format, which is no address to fetch anything from."""
_GOOD, _BAD, _PLAIN = "#2e7031", "#b3261e", "#454a52"


def render(report: Report) -> str:
    """SVG, with the same words for whoever cannot see it."""
    counts = Counter(line.own for line in report.audit.claims)
    strong = [f"{counts[s]} {s.value.lower()}" for s in (Status.VERIFIED, Status.PROVED) if counts[s]]
    refuted = [f"{counts[Status.REFUTED]} refuted"] if counts[Status.REFUTED] else []
    said = ", ".join([*strong, *refuted]) or f"{len(report.audit.claims)} claims"
    text = f"{len(report.complaints)} not as accepted" if report.complaints else said
    return _badge("noisymax", text, _BAD if report.complaints else _GOOD)


def _badge(label: str, text: str, colour: str) -> str:
    left, right = (round(len(part) * _LETTER) + 2 * _PADDING for part in (label, text))
    root = ElementTree.Element("svg", xmlns=_SVG, width=str(left + right), height=str(_HEIGHT), role="img")
    root.set("aria-label", f"{label}: {text}")
    ElementTree.SubElement(root, "title").text = f"{label}: {text}"
    for x, width, fill in ((0, left, _PLAIN), (left, right, colour)):
        ElementTree.SubElement(root, "rect", x=str(x), width=str(width), height=str(_HEIGHT), fill=fill)
    font = {"fill": "#fff", "text-anchor": "middle", "font-family": "Verdana,DejaVu Sans,sans-serif", "font-size": "11"}
    for middle, words in ((left / 2, label), (left + right / 2, text)):
        ElementTree.SubElement(root, "text", {**font, "x": f"{middle:g}", "y": "14"}).text = words
    return ElementTree.tostring(root, encoding="unicode") + "\n"
