"""Runs axe-core, a program that looks for problems of accessibility, over built pages in headless Chromium.

Each page is shown in frames: in light and dark colours, as wide as a desktop screen and as a phone. The frames report
what axe-core finds. The environment variable AXE_CORE is the path of axe.min.js.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import Any

WIDTHS = (1280, 390)
RUN = """<style>* { transition: none !important; animation: none !important; }</style>
<script src="%s"></script>
<script>addEventListener("load", () => setTimeout(() => {
  const tell = (found) => parent.postMessage({ page: location.pathname, width: innerWidth, found }, "*");
  const over = document.documentElement.scrollWidth - innerWidth;
  const sideways = over > 1 ? [`scrolls sideways: by ${over}`] : [];
  const told = (one) => one.nodes.map((node) => `${one.id}: ${node.target} ${node.html.slice(0, 120)}`);
  axe.run({ iframes: false }).then(
    (done) => tell([...done.violations.flatMap(told), ...sideways]), (error) => tell([String(error)]));
}, 500))</script></body>"""
AROUND = """<!doctype html><title>-</title><body><script>
const all = [], wanted = %d, next = %s;
const add = () => next.length && document.body.insertAdjacentHTML("beforeend", next.shift());
onmessage = (told) => {
  all.push(told.data);
  if (all.length === wanted) document.title = JSON.stringify(all);
  add();
};
add(); add(); add();
</script>"""


def axe_core() -> Path | None:
    """Return the path of axe.min.js, or None if it or Chromium is missing."""
    found = os.environ.get("AXE_CORE", "")
    return Path(found) if found and Path(found).is_file() and shutil.which("chromium") else None


def complaints(axe: Path, pages: Sequence[Path], folder: Path) -> list[str]:
    """Return the problems that axe-core finds, a line each. The pages are modified. `folder` is for files of the
    browser."""
    for page in pages:
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace("</body>", RUN % axe.as_uri()), encoding="utf-8")
    told = [*_told(pages, folder, ""), *_told(pages, folder, "dark")]
    return [f"{one['page']} {one['width']}: {what}" for one in told for what in one["found"]]


def _told(pages: Sequence[Path], folder: Path, scheme: str) -> Any:
    """Return what the frames of all pages report in one colour scheme."""
    frames = [f'<iframe width="{w}" height="900" src="{page.as_uri()}"></iframe>' for page in pages for w in WIDTHS]
    around = folder / f"all{scheme}.html"
    around.write_text(AROUND % (len(frames), json.dumps(frames)), encoding="utf-8")
    quiet = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    line = [str(shutil.which("chromium")), *quiet, f"--user-data-dir={folder / 'profile'}", "--window-size=1400,900"]
    line += ["--disable-quic", "--disable-sync", "--virtual-time-budget=600000", "--dump-dom", around.as_uri()]
    line += ["--blink-settings=preferredColorScheme=0"] if scheme else []
    done = subprocess.run(line, capture_output=True, check=True, text=True, timeout=300)
    title = re.search(r"<title>(.*?)</title>", done.stdout, re.DOTALL)
    assert title is not None and title[1] != "-", f"not every page was looked at: {done.stdout[:300]}"
    return json.loads(unescape(title[1]))
