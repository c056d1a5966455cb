"""mkdocs builds the output of `rulekit render` without warnings, and no page loads anything from another host."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulekit.render.game_pages import RenderRequest, render_games
from rulekit.render.mkdocs_project import nav, output
from rulekit.storage.folders import write_folder

GAMES = ("classics/tic-tac-toe", "classics/tic-tac-toe-misere", "classics/pig")
ASKS = re.compile(r'<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)="(https?:)?//[^"]*"')

NAVIGATION = re.compile(r'<nav class="md-nav"[^>]*>')


@pytest.mark.soak
def test_mkdocs_builds_the_pages_strictly_and_asks_nobody(tmp_path: Path) -> None:
    pytest.importorskip("material")
    pages = render_games([RenderRequest(name, (), (("en", ""),), True, GAMES) for name in GAMES])
    write_folder(tmp_path / "out", output(pages), "render")
    line = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(line, cwd=tmp_path / "out", env=quiet, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    built = list((tmp_path / "out" / "site").rglob("*.html"))
    assert len(built) == 3 * len(GAMES) + 2  # the start page and the page shown when an address does not exist
    for file in built:
        text = file.read_text(encoding="utf-8")
        assert not ASKS.search(text), file
        assert "<h1" in text and 'lang="en"' in text
    page = (tmp_path / "out" / "site" / "classics" / "pig" / "reference.html").read_text(encoding="utf-8")
    heard(tmp_path / "out" / "site" / "classics" / "tic-tac-toe.html")
    assert 'id="procedure-' in page and "highlight" in page and 'class="rk-step' in page


def heard(page: Path) -> None:
    """Assert that the page's script gives each landmark of the theme its own name. Does nothing without a browser."""
    browser = shutil.which("chromium")
    if browser is None:
        return
    quiet = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    line = [browser, *quiet, f"--user-data-dir={page.parent / 'profile'}", "--dump-dom", page.as_uri()]
    shown = subprocess.run(line, capture_output=True, text=True, check=True, timeout=120).stdout
    dialogs = re.findall(r'<div class="md-search"[^>]*>', shown)
    assert dialogs and all('aria-label="Search"' in one for one in dialogs)
    named = re.findall(r'<nav class="md-nav"[^>]* aria-label="([^"]*)"', shown)
    assert named and max(map(named.count, named)) <= 2  # in the left and in the right sidebar
    assert "aria-labelledby" not in "".join(NAVIGATION.findall(shown))


def test_editions_of_a_game_stand_under_one_tab() -> None:
    pages = render_games([RenderRequest(name, (), (("en", ""),), False, GAMES) for name in GAMES])
    first, second = nav(pages)
    assert list(first) == ["Tic-tac-toe"] and len(next(iter(first.values()))) == 2
    assert list(second.values()) == ["classics/pig.md"]
