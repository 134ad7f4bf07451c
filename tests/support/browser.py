"""A page in a headless Chromium: what a script of the test finds in it, and every address that was asked for."""

import json
import shutil
import subprocess
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")

_FIRST = """<script>
window.troubles = [];
addEventListener("error", (event) => troubles.push(String(event.message)));
addEventListener("unhandledrejection", (event) => troubles.push(String(event.reason)));
addEventListener("securitypolicyviolation", (event) => troubles.push(`refused ${event.blockedURI}`));
</script>"""
_LAST = """<script>(async () => {
const later = () => new Promise((done) => setTimeout(done, 60));
const go = async (hash) => { location.hash = hash; await later(); };
const seen = (element) => Boolean(element) && element.offsetParent !== null;
let found = null;
try { found = await (async () => { SCRIPT })(); } catch (error) { troubles.push(String(error)); }
const box = document.createElement("pre");
box.id = "found-by-test";
box.textContent = JSON.stringify({ found, troubles });
document.body.append(box);
})();</script>"""


@dataclass(frozen=True)
class Visit:
    """What the script returned, every error of the page, and every address beyond the page that it asked for."""

    found: Any
    troubles: list[str]
    requests: list[str]


def visit(html: str, script: str, folder: Path, width: int = 1280) -> Visit:
    """Load the page, run the body of an async function in it, and tell what it returns."""
    page, log = folder / "page.html", folder / "net.json"
    ending = _LAST.replace("SCRIPT", script)
    page.write_text(html.replace("<head>", f"<head>{_FIRST}", 1).replace("</body>", f"{ending}</body>", 1), "utf-8")
    assert CHROMIUM is not None
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    options += ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost"]
    options += [f"--user-data-dir={folder / 'profile'}", f"--log-net-log={log}", f"--window-size={width},1000"]
    command = [CHROMIUM, *options, "--virtual-time-budget=20000", "--dump-dom", page.as_uri()]
    ended = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    _, _, rest = ended.stdout.partition('<pre id="found-by-test">')
    told = json.loads(unescape(rest.partition("</pre>")[0]))
    return Visit(told["found"], told["troubles"], _requests(log))


def _requests(log: Path) -> list[str]:
    """Every address that the page asked for, by Chromium's own log; what the browser asks for itself has no origin."""
    events = [event.get("params", {}) for event in json.loads(log.read_text(encoding="utf-8"))["events"]]
    return [event["url"] for event in events if event.get("initiator", "not an origin") != "not an origin"]
