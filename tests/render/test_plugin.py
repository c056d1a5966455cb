"""The plugin adds games to any mkdocs site, and reports the position of a mistake in a rulebook."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rulekit.render import page_blocks as d
from rulekit.render.game_pages import Wanted, render_game
from rulekit.render.library_site import share_pictures
from rulekit.render.markdown import markdown
from tests.page.pages import missing

pytest.importorskip("material")

SETTINGS = """site_name: A club
strict: true
use_directory_urls: false
theme: {name: material, font: false, palette: [{scheme: default, toggle: {icon: material/weather-night, name: Dark}}]}
plugins:
  - rulekit: {games: [%s], languages: [nl]%s}
markdown_extensions: [admonition, attr_list, md_in_html, tables, pymdownx.details, pymdownx.superfences,
  pymdownx.tabbed: {alternate_style: true}]
not_in_nav: "reference.md\\nnotes.md"
"""


def build(folder: Path, games: str, more: str = "") -> subprocess.CompletedProcess[str]:
    """Build a site with one page of its own and the pages of some games."""
    (folder / "docs").mkdir()
    (folder / "docs" / "index.md").write_text("# The club\n", encoding="utf-8")
    (folder / "mkdocs.yml").write_text(SETTINGS % (games, more), encoding="utf-8")
    line = [sys.executable, "-m", "mkdocs", "build", "--quiet"]
    root = os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": root}
    return subprocess.run(line, cwd=folder, env=quiet, capture_output=True, text=True, check=False)


def test_a_site_shows_its_games_in_its_languages_from_shared_pictures(tmp_path: Path) -> None:
    done = build(tmp_path, "classics/tic-tac-toe, classics/tic-tac-toe-misere")
    assert done.returncode == 0, done.stdout + done.stderr
    site = tmp_path / "site"
    assert (site / "index.html").exists() and (site / "games" / "nl" / "classics" / "tic-tac-toe.html").exists()
    assert not (site / "games" / "en").exists()
    gallery = (site / "games" / "nl" / "index.html").read_text("utf-8")
    assert gallery.count("../pictures/") >= 2 and not re.search(r"\n\s+<", gallery)
    assert {path.parent.name for path in site.rglob("*.svg") if "games" in path.parts} == {"pictures"}
    assert len(list((site / "comparisons").glob("*.html"))) == 1


@pytest.mark.skipif(bool(missing()), reason=missing())
def test_a_button_leads_from_the_rules_of_a_game_to_its_page_to_play_on(tmp_path: Path) -> None:
    done = build(tmp_path, "classics/tic-tac-toe", ", play: true")
    assert done.returncode == 0, done.stdout + done.stderr
    rules = tmp_path / "site" / "games" / "nl" / "classics" / "tic-tac-toe.html"
    button = re.search(r'<a class="md-button rk-play" href="([^"]*)#language=nl">Spelen</a>', rules.read_text("utf-8"))
    assert button is not None
    page = (rules.parent / button[1]).resolve()
    there = re.findall(r'(?:src|href)="([^":,]+)"', page.read_text("utf-8"))
    assert len(there) == 3 and all((page.parent / one).is_file() for one in [*there, "game.json", "games/2.bin"])
    reference = (rules.parent / "tic-tac-toe" / "reference.html").read_text("utf-8")
    linked = re.findall(r'href="\.\./([^"#]*)#example=(\w+)&amp;language=nl"', reference)
    assert "rk-play" not in reference and {one for one, _ in linked} == {button[1]}
    assert {name for _, name in linked} == set(json.loads((page.parent / "game.json").read_text("utf-8"))["examples"])


def test_a_mistake_is_told_at_its_place(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.rules"
    wrong.write_text('rulebook wrong "Wrong":\n  players 2\nflow:\n  nothing()\n', encoding="utf-8")
    done = build(tmp_path, str(wrong))
    assert done.returncode != 0 and "wrong.rules:4:3" in done.stderr + done.stdout


def test_equal_pictures_are_one_file_that_every_page_shows() -> None:
    files = {
        "games/en/a/b.md": b"![x](b/one.svg) and ![y](b/two.svg)",
        "games/en/a/b/reference.md": b"[![x](one.svg)](one.svg)",
        "games/en/a/b/one.svg": b"<svg/>",
        "games/en/a/b/two.svg": b"<svg/>",
    }
    found, _ = share_pictures(files)
    (picture,) = (name for name in found if name.endswith(".svg"))
    name = picture.rsplit("/", 1)[-1]
    assert picture == f"games/pictures/{name}" and found[picture] == b"<svg/>"
    assert found["games/en/a/b.md"] == f"![x](../../pictures/{name}) and ![y](../../pictures/{name})".encode()
    shown = f"../../../pictures/{name}"
    assert found["games/en/a/b/reference.md"] == f"[![x]({shown})]({shown})".encode()


def test_what_is_shown_over_a_link_stands_at_the_first_to_its_place() -> None:
    link, other = d.AnchorLink("one", "there", hover="What is there"), d.AnchorLink("two", "there", hover="Another")
    page = d.Page("page", "Page", "en", (d.PageParagraph((link, link, other)),))
    text = markdown(page, lambda _: None, "")
    assert '[one](#there "What is there")[one](#there)[two](#there "Another")' in text


def test_an_example_is_shown_by_the_first_edition_only() -> None:
    games = ("classics/pig", "classics/pig-with-a-tailwind")
    first, second = (render_game(Wanted(name, (), (("en", ""),), False, games))[0] for name in games)
    texts = [page.files[f"{page.file}/reference.md"].decode() for page in (first, second)]
    assert "Shown in [" not in texts[0]
    linked = [line for line in texts[1].split("\n") if line.startswith("Shown in [")]
    anchors = [line.partition("/pig/reference.md#")[2].partition(")")[0] for line in linked]
    assert linked and all(f"{{ #{anchor} }}" in texts[0] for anchor in anchors), linked
