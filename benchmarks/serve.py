"""How long an author waits for a page while `mkdocs serve` runs: `python -m benchmarks.serve [ROW…]`.

Each row is a project with one game in one language. Its text is changed several times, each time to one that has never
been rendered. The time runs from saving the file until the server gives the changed page of the rules, and until all
pages are ready. The cache is new. Load from other processes counts, so it is printed, too.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final

from attrs import frozen

from rulekit.rulebook_files import library

from .report import table


@frozen
class Row:
    """A change of a file: in it, each text is replaced by another one, with a number in it that is new each time."""

    title: str
    game: str
    file: str
    texts: Mapping[str, str]

    def changed(self, text: str, number: int) -> str:
        for before, after in self.texts.items():
            assert before in text, before
            text = text.replace(before, after.format(number))
        return text


DEALT: Final = {"draw_cards(p, 3)": "draw_cards(p, {})", "deal three to each player": "deal {} to each player"}
ROWS: Final = {
    "sentence": Row("a sentence of Czar", "czar/english", "base", {"Be the first to bring": "Be player {} to bring"}),
    "rule": Row("a rule of Emissary", "emissary/standard", "base", DEALT),
}
TIMES: Final = 3
READY: Final = "all pages are ready"
"""What the log says when nothing follows."""
LONGEST: Final = 600.0
"""Seconds after which a page is given up."""
PAUSE: Final = 0.02
"""Seconds between two looks at the server: little beside what is measured."""


def project(folder: Path, row: Row) -> Path:
    """Write a project with the game of a row, and return the file to change."""
    family = row.game.split("/")[0]
    shutil.copytree(library() / family, folder / "rules" / family)
    settings = f'rulebooks = ["rules"]\nlanguages = ["en"]\nrender = ["{row.game}"]\n'
    (folder / "rulekit.toml").write_text(settings, encoding="utf-8")
    (folder / "docs").mkdir()
    (folder / "docs" / "index.md").write_text("# A game\n", encoding="utf-8")
    site = "site_name: A game\ntheme: {name: material, font: false}\nplugins: [search, rulekit]\n"
    (folder / "mkdocs.yml").write_text(site, encoding="utf-8")
    return folder / "rules" / family / f"{row.file}.rules"


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a project, and yield its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    here = str(Path(__file__).parent.parent)
    env = {**os.environ, "RULEKIT_CACHE": str(folder / "cache"), "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": here}
    line = [sys.executable, "-m", "mkdocs", "serve", "-a", address]
    with (folder / "log").open("w") as log:
        running = subprocess.Popen(line, cwd=folder, env=env, stdout=log, stderr=log)
        try:
            yield f"http://{address}/"
        finally:
            running.terminate()
            running.wait()


def article(address: str) -> str:
    """Return the text of a page, without what the server adds; empty if it does not answer."""
    try:
        with urllib.request.urlopen(address, timeout=LONGEST) as page:
            found = re.search(r"<article.*</article>", page.read().decode("utf-8"), re.DOTALL)
    except OSError:
        return ""
    return found[0] if found else ""


def until(is_true: Callable[[], bool]) -> float:
    """Return the seconds until something becomes true."""
    begun = time.perf_counter()
    while not is_true():
        if time.perf_counter() - begun > LONGEST:
            raise TimeoutError
        time.sleep(PAUSE)
    return time.perf_counter() - begun


def measure(row: Row, folder: Path) -> tuple[float, float, float]:
    """Return the seconds until the first page is there, and the medians for changed rules and for all pages."""
    file = project(folder, row)
    text = file.read_text(encoding="utf-8")
    changed: list[tuple[float, float]] = []
    with served(folder) as address:
        page = f"{address}games/en/{row.game.replace('_', '-')}/"
        first = until(lambda: bool(article(page)))
        for number in range(4, 4 + TIMES):
            before, ready = article(page), (folder / "log").read_text().count(READY)
            file.write_text(row.changed(text, number), encoding="utf-8")
            rules = until(lambda before=before: article(page) not in ("", before))  # type: ignore[misc]
            rest = until(lambda ready=ready: (folder / "log").read_text().count(READY) > ready)  # type: ignore[misc]
            changed.append((rules, rules + rest))
            print(row.title, *(f"{one:.1f} s" for one in changed[-1]), file=sys.stderr)
            time.sleep(1)
    return first, median(one for one, _ in changed), median(one for _, one in changed)


def main(names: list[str]) -> None:
    rows: list[list[str]] = []
    for name in names or list(ROWS):
        with tempfile.TemporaryDirectory() as folder:
            rows.append([ROWS[name].title, *(f"{one:.1f} s" for one in measure(ROWS[name], Path(folder)))])
    print(table(["change", "first build", "the rules", "all pages"], rows))
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")


if __name__ == "__main__":
    main(sys.argv[1:])
