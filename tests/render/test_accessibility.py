"""axe-core finds no problem in pages and comparisons, in light and dark colours, on a desktop screen and on a phone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulekit.cli.main import run
from rulekit.render.game_pages import RenderRequest, render_games
from rulekit.render.mkdocs_project import output
from rulekit.storage.folders import write_folder

from .accessibility import axe_core, complaints

GAME = "classics/leduc-poker"
CLASSICS = ("classics/tic-tac-toe", "classics/tic-tac-toe-misere")


@pytest.mark.parametrize(
    "others", [(), *(pytest.param((game,), marks=pytest.mark.soak) for game in ("classics/slantwise", "czar/english"))]
)
def test_axe_has_no_complaint(tmp_path: Path, others: tuple[str, ...]) -> None:
    pytest.importorskip("material")
    axe = axe_core()
    if axe is None:
        pytest.skip("AXE_CORE names no axe.min.js, or chromium is not installed")
    games = (*others, GAME)
    pages = render_games([RenderRequest(name, (), (("en", ""),), False, games) for name in games])
    write_folder(tmp_path / "out", output(pages), "")
    line = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    subprocess.run(line, cwd=tmp_path / "out", env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, check=True)
    site, compared = tmp_path / "out" / "site", tmp_path / "compared.html"
    assert run(["compare", *CLASSICS, "--games", "2", "--html", str(compared)]).code == 0
    more = ("index", *others, f"{GAME}/notes") if others else ()
    names = [GAME, f"{GAME}/reference", *more]
    shown = [*(site / f"{name}.html" for name in names), compared]
    found = complaints(axe, shown, tmp_path)
    assert not found, "\n".join(found[:20])


@pytest.mark.soak
def test_a_page_with_a_mistake_is_told(tmp_path: Path) -> None:
    axe = axe_core()
    if axe is None:
        pytest.skip("AXE_CORE names no axe.min.js, or chromium is not installed")
    page = tmp_path / "page.html"
    text = '<main><h1>A</h1><img src="none.svg"><p style="color: #999; background: #fff; width: 500px">pale</p></main>'
    page.write_text(f'<!doctype html><html lang="en"><title>A</title><body>{text}</body></html>', encoding="utf-8")
    found = complaints(axe, [page], tmp_path)
    assert {one.split(": ")[1] for one in found} == {"image-alt", "color-contrast", "scrolls sideways"}
    assert len([one for one in found if "scrolls sideways" in one]) == 2  # on a phone, in light and in dark colours
