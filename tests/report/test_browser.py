"""Does a real browser show the page: without errors, with links that lead somewhere, and without asking anybody?"""

import re
from pathlib import Path

import pytest

from proofs.audit.report.model import Report
from tests.support.browser import needs_chromium, visit

ELSEWHERE = "http:" + "//localhost:9/"
pytestmark = [needs_chromium, pytest.mark.deep]


def test_the_page_loads_without_errors_and_requests(html: str, tmp_path: Path) -> None:
    """Is nothing wrong with the page, and is nothing asked for but the page itself?"""
    seen = visit(html, "return [...document.querySelectorAll('.view')].filter(seen).map((view) => view.id);", tmp_path)
    assert (seen.found, seen.troubles, seen.requests) == (["overview"], [], [])


def test_an_address_that_is_asked_for_is_noticed(html: str, tmp_path: Path) -> None:
    """Would a picture, a script or a call from elsewhere be noticed, and be stopped by the page's own policy?"""
    planted = html.replace("<main", f'<img src="{ELSEWHERE}planted.png"><main', 1)
    seen = visit(planted, f"try {{ await fetch('{ELSEWHERE}x'); }} catch {{}} return 1;", tmp_path)
    assert [trouble for trouble in seen.troubles if trouble.startswith(f"refused {ELSEWHERE}")]
    assert seen.requests == []
    without_policy = re.sub("<meta http-equiv=[^>]*>", "", planted)
    assert visit(without_policy, "return 1;", tmp_path).requests == [f"{ELSEWHERE}planted.png"]


def test_an_error_of_the_page_is_noticed(html: str, tmp_path: Path) -> None:
    """Would an error in the script of the page be noticed?"""
    assert visit(html.replace("function go() {", "function go() { planted();", 1), "return 1;", tmp_path).troubles


def test_every_node_leads_to_a_claim(html: str, whole: Report, tmp_path: Path) -> None:
    """Does every link of the page lead somewhere, and a click on a node to its claim, opened and in sight?"""
    script = """
    const links = [...document.querySelectorAll('a[href^="#"]')].map((link) => link.getAttribute("href").slice(1));
    const dead = [...new Set(links)].filter((id) => !document.getElementById(id));
    await go("g-mechanisms.permute_and_flip");
    const node = document.getElementById("g-mechanisms.permute_and_flip").querySelector("a.node");
    node.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    await later();
    const claim = document.getElementById(node.getAttribute("href").slice(1));
    const nodes = document.querySelectorAll(".node").length;
    const open = claim.querySelector("details").open, graph = seen(node.closest("figure"));
    await later();
    const below = document.querySelector("header").getBoundingClientRect().bottom;
    const top = claim.getBoundingClientRect().top - below;
    return { dead, nodes, seen: seen(claim), open, graph, at_the_top: 0 <= top && top < 100 };
    """
    seen = visit(html, script, tmp_path)
    assert seen.troubles == []
    assert seen.found == {**seen.found, "dead": [], "seen": True, "open": True, "graph": False, "at_the_top": True}
    assert seen.found["nodes"] >= len(whole.audit.claims)


def test_the_filters_filter(html: str, whole: Report, tmp_path: Path) -> None:
    """Do status, document, engine and search show what they say, together and alone, and nothing else?"""
    script = """
    await go("claims");
    const form = document.getElementById("filters"), query = document.getElementById("query");
    const shown = () => [...document.querySelectorAll(".claim:not(.off)")].filter(seen).map((claim) => claim.dataset);
    const change = () => form.dispatchEvent(new Event("change", { bubbles: true }));
    form.querySelector("[value=refuted]").checked = true; change();
    const refuted = shown().map((data) => data.status);
    form.elements.document.value = "noisy_top_k"; change();
    const both = shown().map((data) => [data.status, data.document].join());
    form.reset(); await later();
    form.elements.engine.value = "z3"; change();
    const engines = shown().map((data) => data.engines);
    form.reset(); await later();
    query.value = "permute_and_flip.law"; query.dispatchEvent(new Event("input"));
    const searched = [...document.querySelectorAll(".claim:not(.off)")].map((claim) => claim.id);
    query.value = "nothing is called so"; query.dispatchEvent(new Event("input"));
    const none = shown().length, told = document.getElementById("found").textContent;
    await go("c-permute_and_flip.privacy");
    const again = seen(document.getElementById("c-permute_and_flip.privacy"));
    return { refuted, both, engines, searched, none, told, again };
    """
    seen = visit(html, script, tmp_path)
    assert seen.troubles == []
    found = seen.found
    refuted = [line for line in whole.audit.claims if line.own is not None and line.own.value == "REFUTED"]
    assert (set(found["refuted"]), len(found["refuted"])) == ({"refuted"}, len(refuted))
    assert found["both"] == ["refuted,noisy_top_k"] * sum(line.claim.document == "noisy_top_k" for line in refuted)
    assert len(found["engines"]) > 100
    assert all("z3" in engines.split() for engines in found["engines"])
    assert "c-permute_and_flip.law" in found["searched"]
    assert (found["none"], found["again"]) == (0, True)
    assert found["told"].startswith("0 of ")


def test_keys_search_and_zoom(html: str, tmp_path: Path) -> None:
    """Do the slash, plus, minus and 0 do what the page says, and does a legend button show one status?"""
    script = """
    const event = (key) => new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    const press = (target, key) => target.dispatchEvent(event(key));
    press(document.body, "/");
    const focused = document.activeElement.id;
    document.activeElement.blur();
    await go("graph");
    const sheet = document.querySelector(".plan .sheet"), svg = sheet.querySelector("svg");
    const width = () => Math.round(svg.getBoundingClientRect().width);
    const widths = [width()];
    for (const key of ["+", "-", "-", "0"]) { press(sheet, key); widths.push(width()); }
    await go("overview");
    document.querySelector("[data-only=refuted]").click();
    await later();
    const left = [...document.querySelectorAll(".claim:not(.off)")];
    const statuses = [...new Set(left.map((claim) => claim.dataset.status))];
    return { focused, widths, statuses, claims: seen(document.getElementById("claims")) };
    """
    seen = visit(html, script, tmp_path)
    assert seen.troubles == []
    first, larger, back, smaller, last = seen.found["widths"]
    assert larger > first > smaller
    assert abs(back - first) <= 2
    assert last == first
    assert (seen.found["focused"], seen.found["statuses"], seen.found["claims"]) == ("query", ["refuted"], True)


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wider_than_the_screen(html: str, tmp_path: Path, width: int) -> None:
    """Can every part be read without scrolling sideways, on a phone and on a desk?"""
    script = """
    const wide = [];
    for (const id of ["overview", "graph", "claims", "errata", "mechanisms", "trust", "d-documents.noisy_top_k"]) {
      await go(id);
      if (document.documentElement.scrollWidth > document.documentElement.clientWidth) wide.push(id);
    }
    return { wide, width: document.documentElement.clientWidth };
    """
    seen = visit(html, script, tmp_path, width)
    assert (seen.found["wide"], seen.troubles) == ([], [])
    assert seen.found["width"] <= max(width, 500)


def test_the_colours_can_be_told_from_the_paper(html: str, tmp_path: Path) -> None:
    """Has every badge, in light and in dark, at least the contrast of 4.5 to 1 that accessible text needs?"""
    script = """
    const light = (text) => {
      const parts = text.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
        .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    };
    const rules = [...document.styleSheets[0].cssRules];
    const dark = [...rules.find((rule) => rule.media && rule.media.mediaText.includes("dark")).cssRules][0].style;
    const plain = rules[0].style, weak = [];
    const rgb = (colour) => {
      const box = document.createElement("i");
      box.style.color = colour;
      document.body.append(box);
      const found = getComputedStyle(box).color;
      box.remove();
      return light(found);
    };
    const others = ["--paper", "--bg", "--line", "--mono", "--sans"];
    for (const [name, style] of [["light", plain], ["dark", dark]])
      for (const paper of ["--paper", "--bg"])
        for (const key of [...style].filter((key) => key.startsWith("--") && !others.includes(key))) {
          const pair = [key, paper].map((each) => rgb(style.getPropertyValue(each))).sort((a, b) => b - a);
          if ((pair[0] + 0.05) / (pair[1] + 0.05) < 4.5) weak.push([name, key, paper]);
        }
    return weak;
    """
    seen = visit(html, script, tmp_path)
    assert (seen.found, seen.troubles) == ([], [])
