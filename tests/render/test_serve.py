"""While a site is served, late pages follow, and then it is file by file what `mkdocs build` makes."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("material")

ROOT = Path(__file__).parents[2]
READY = "all pages are ready"
BASE = """rulebook base "Coins":
  players 2
  summary "Each player takes coins."

keep left "Coins left": 0..9 = 5

choice turn "What to do"

action take in turn "Take coins":
  choose n in 1..limit where n <= left "how many"
  left -= n
  if left == 0:
    game over, won by me

fact limit "The most coins" = 2

example taking "The last coins":
  given:
    left = 2
  play take(n: 2)
  expect ended

flow "The game":
  turns from p1:
    do one of turn

section aim "Aim of the game":
  "Take the last coin."
  says flow, take
"""
HOUSE = 'variant house of base "Coins at home"\n\nreplace fact limit "The most coins" = 3\n'


class Served:
    """A project that `mkdocs serve` shows at `address`."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder, self.address = folder, address
        self.rules = folder / "rules" / "mine"

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text("utf-8")

    def change(self, name: str, before: str, after: str) -> None:
        path = self.rules / f"{name}.rules"
        text = path.read_text("utf-8")
        assert before in text
        path.write_text(text.replace(before, after), encoding="utf-8")

    def page(self, path: str) -> str:
        """Return a file without the script that the server adds."""
        with urllib.request.urlopen(f"{self.address}{path}") as answer:
            return re.sub(
                r"<script>\s*var livereload.*?</script>", "", answer.read().decode("utf-8", "replace"), flags=re.S
            )

    def is_as_built(self) -> None:
        """Build the site, and compare each file."""
        line = [sys.executable, "-m", "mkdocs", "build", "--quiet", "-d", "built"]
        done = subprocess.run(
            line, cwd=self.folder, env=environment(self.folder), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        built = self.folder / "built"
        names = [path.relative_to(built).as_posix() for path in built.rglob("*") if path.is_file()]
        assert "games/en/mine/house/reference/index.html" in names
        for name in names:
            if not name.endswith(".gz"):
                assert self.page(name) == (built / name).read_bytes().decode("utf-8", "replace"), name


def environment(folder: Path) -> dict[str, str]:
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path, "NO_MKDOCS_2_WARNING": "1", "RULEKIT_CACHE": str(folder / "cache")}


def comes_true(what: Callable[[], bool]) -> None:
    until = time.monotonic() + 120
    while not what():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}/"
    made = Served(tmp_path, address)
    made.rules.mkdir(parents=True)
    (made.rules / "base.rules").write_text(BASE, encoding="utf-8")
    (made.rules / "house.rules").write_text(HOUSE, encoding="utf-8")
    (tmp_path / "rulekit.toml").write_text('rulebooks = ["rules"]\nlanguages = ["en"]\n', encoding="utf-8")
    (tmp_path / "docs").mkdir()
    embedded = "# A club\n\n```rulekit rule mine/base limit\n```\n"
    (tmp_path / "docs" / "index.md").write_text(embedded, encoding="utf-8")
    settings = (
        "theme: {name: material, font: false}\nplugins: [search, rulekit]\nstrict: true\nvalidation: {anchors: warn}\n"
    )
    (tmp_path / "mkdocs.yml").write_text(f"site_name: A club\nsite_url: {address}\n{settings}", encoding="utf-8")
    line = [sys.executable, "-m", "mkdocs", "serve", "-a", address.split("/")[2]]
    with (tmp_path / "log").open("w") as log:
        running = subprocess.Popen(line, cwd=tmp_path, env=environment(tmp_path), stdout=log, stderr=log)
    try:
        comes_true(lambda: "Serving on" in made.log)
        yield made
    finally:
        running.terminate()
        running.wait()


@pytest.mark.soak
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_what_follows_is_what_a_build_makes(served: Served, whole: bool) -> None:
    rules, reference = "games/en/mine/base/", "games/en/mine/base/reference/"
    if whole:
        served.change("base", "Take the last coin.", "Win the last coin.")
        comes_true(lambda: "Win the last coin." in served.page(rules))
        comes_true(lambda: served.log.count(READY) == 1)

    # a new clause, to which no stand-in has an anchor
    served.change(
        "base",
        'fact limit "The most coins" = 2',
        'fact limit "The greatest number" = 4\n\nkeep more "New coins": 0..9 = 1',
    )
    served.change("base", "says flow, take", "says flow, take, more")
    served.change("house", "= 3", "= 2")
    comes_true(lambda: "The greatest number" in served.page(reference))
    comes_true(lambda: served.log.count(READY) == 1 + whole)
    served.is_as_built()

    if whole:
        served.change("base", "won by me", "won by nobody_known")
        comes_true(lambda: "base.rules:13" in served.log)
        served.change("base", "won by nobody_known", "drawn")
        comes_true(lambda: served.log.count(READY) == 3)
        served.is_as_built()
