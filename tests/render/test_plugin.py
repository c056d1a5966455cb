"""The plugin adds games to any mkdocs site, and reports the position of a mistake in a rulebook."""

from __future__ import annotations

import json
import logging
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from attrs import evolve

from rulekit.render import page_blocks as d
from rulekit.render.built_pages import MOST_LISTED, MarkdownSettings, build_page, place_page
from rulekit.render.game_pages import RenderRequest, render_game
from rulekit.render.markdown import markdown
from rulekit.render.mkdocs_project import EXTENSIONS, search_separator
from rulekit.render.page_jobs import share_pictures
from rulekit.storage.folders import write_folder
from tests.page.pages import missing, usual_cache

pytest.importorskip("material")

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import get_files
from mkdocs.structure.pages import Page as MkDocsPage

SETTINGS = """site_name: A club
strict: true
use_directory_urls: false
theme: {name: material, font: false, palette: [{scheme: default, toggle: {icon: material/weather-night, name: Dark}}]}
plugins:
  - search
  - rulekit: {games: [%s], languages: [nl]%s}
markdown_extensions: [admonition, attr_list, md_in_html, tables, pymdownx.details, pymdownx.superfences,
  pymdownx.tabbed: {alternate_style: true}]
not_in_nav: "reference.md\\nnotes.md"
"""


def build(folder: Path, games: str, more: str = "", own: Mapping[str, str] = {}) -> subprocess.CompletedProcess[str]:
    """Build a site with pages of its own and the pages of some games."""
    (folder / "docs").mkdir()
    for name, text in own.items():
        (folder / "docs" / name).write_text(text, encoding="utf-8")
    (folder / "docs" / "index.md").write_text("# The club\n", encoding="utf-8")
    (folder / "mkdocs.yml").write_text(SETTINGS % (games, more), encoding="utf-8")
    line = [sys.executable, "-m", "mkdocs", "build", "--quiet"]
    root = os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": root}
    return subprocess.run(line, cwd=folder, env=quiet, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a site of two games, with pages to play on where these can be built."""
    folder = tmp_path_factory.mktemp("club")
    with usual_cache():
        games, more = "classics/tic-tac-toe, classics/tic-tac-toe-misere", "" if missing() else ", play: true"
        done = build(folder, games, more, {"tabs.md": '# Tabs\n\n=== "One"\n\n    1\n\n=== "Two"\n\n    2\n'})
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "site"


def test_a_site_shows_its_games_in_its_languages_from_shared_pictures(site: Path) -> None:
    assert (site / "index.html").exists() and (site / "games" / "nl" / "classics" / "tic-tac-toe.html").exists()
    assert not (site / "games" / "en").exists()
    gallery = (site / "games" / "nl" / "index.html").read_text("utf-8")
    assert gallery.count("../pictures/") >= 2 and not re.search(r'\n\s+<|</(?:p|li)>|="\w+"', gallery)
    assert {path.parent.name for path in site.rglob("*.svg") if "games" in path.parts} == {"pictures"}
    drawn = [path.read_text("utf-8").partition("</style>")[2] for path in site.glob("games/pictures/*.svg")]
    assert max(one.count(' font-size="') for one in drawn) < 5 < max(one.count("<text") for one in drawn), (
        "repeated looks are classes"
    )
    (comparison,) = (site / "comparisons").glob("*.html")
    assert "All figures" in comparison.read_text("utf-8")
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))
    assert index["config"]["separator"] == search_separator("en"), "the site is in English"
    found = index["docs"]
    told = [one["text"] for one in found if one["location"] == f"comparisons/{comparison.name}"]
    assert any("What it does" in text for text in told) and not any("paired by chance" in text for text in told)
    scripts = {name: (site / name).read_text("utf-8").count("__tabbed_") for name in ("index.html", "tabs.html")}
    assert scripts["index.html"] == 0 < scripts["tabs.html"], "only a page with tabs has the theme's script for them"
    assert not [*site.rglob("*.map")] and not [*site.rglob("wordcut.js")]


@pytest.mark.skipif(bool(missing()), reason=missing())
def test_a_button_leads_from_the_rules_of_a_game_to_its_page_to_play_on(site: Path) -> None:
    rules = site / "games" / "nl" / "classics" / "tic-tac-toe.html"
    button = re.search(
        r'<a class="md-button rk-play" href="?([^"> ]*)#language=nl"?>Spelen</a>', rules.read_text("utf-8")
    )
    assert button is not None
    page = (rules.parent / button[1]).resolve()
    there = re.findall(r'(?:src|href)="([^":,]+)"', page.read_text("utf-8"))
    assert len(there) == 3 and all((page.parent / one).is_file() for one in [*there, "game.json", "games.bin"])
    reference = (rules.parent / "tic-tac-toe" / "reference.html").read_text("utf-8")
    linked = re.findall(r'href="?\.\./([^"#]*)#example=(\w+)&(?:amp;)?language=nl', reference)
    assert "rk-play" not in reference and {one for one, _ in linked} == {button[1]}
    assert {name for _, name in linked} == set(json.loads((page.parent / "game.json").read_text("utf-8"))["examples"])


def test_a_mistake_is_told_at_its_place(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.rules"
    wrong.write_text('rulebook wrong "Wrong":\n  players 2\nflow:\n  nothing()\n', encoding="utf-8")
    done = build(tmp_path, str(wrong))
    assert done.returncode != 0 and "wrong.rules:4:3" in done.stderr + done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a script")
def test_a_mistake_ends_the_build_while_the_runtime_is_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: the build waited until the runtime of the pages to play on was made."""
    wrong, npm, pid = (tmp_path / name for name in ("wrong.rules", "npm", "pid"))
    wrong.write_text('rulebook wrong "Wrong":\n  players 2\nflow:\n  nothing()\n', encoding="utf-8")
    npm.write_text(f"#!/bin/sh\necho $$ > {pid}\nexec sleep 600\n", encoding="utf-8")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    done = build(tmp_path, str(wrong), ", play: true")
    assert done.returncode != 0 and "wrong.rules:4:3" in done.stderr + done.stdout
    if pid.exists():  # on a busy computer the mistake may be found before npm is started
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid.read_text()), 0)


def test_equal_pictures_are_one_file_that_every_page_shows() -> None:
    files = {
        "games/en/a/b.md": b'![x](b/one.svg) and <a href="b/two.svg">y</a>',
        "games/en/a/b/reference.md": b"[![x](one.svg)](one.svg)",
        "games/en/a/b/one.svg": b"<svg/>",
        "games/en/a/b/two.svg": b"<svg/>",
    }
    (made,) = render_game(RenderRequest("classics/pig", (), (("en", ""),), False, ("classics/pig",)))
    shared = share_pictures(evolve(made, files=files, picture="games/en/a/b/two.svg"))
    (picture,) = (name for name in shared.files if name.endswith(".svg"))
    name = picture.rsplit("/", 1)[-1]
    assert picture == shared.picture == f"games/pictures/{name}" and shared.files[picture] == b"<svg/>"
    page = f'![x](../../pictures/{name}) and <a href="../../pictures/{name}">y</a>'
    assert shared.files["games/en/a/b.md"] == page.encode()
    shown = f"../../../pictures/{name}"
    assert shared.files["games/en/a/b/reference.md"] == f"[![x]({shown})]({shown})".encode()


def test_a_page_is_built_as_mkdocs_builds_it(tmp_path: Path) -> None:
    extensions = ["admonition", "attr_list", "md_in_html", "tables", "toc", "pymdownx.details", "pymdownx.superfences"]
    settings = {"site_name": "A", "markdown_extensions": extensions, "docs_dir": str(tmp_path), "plugins": []}
    config = MkDocsConfig()
    config.load_dict(settings | {"use_directory_urls": False, "validation": {"anchors": "warn"}})
    assert config.validate() == ([], [])
    (rendered,) = render_game(RenderRequest("classics/pig", (), (("en", ""),), False, ("classics/pig",)))
    write_folder(tmp_path, rendered.files, "")
    files = get_files(config)
    for file in files.documentation_pages():
        text = file.content_string
        theirs = MkDocsPage(None, file, config)
        theirs.read_source(config)
        theirs.render(config, files)
        front, built = build_page(text, MarkdownSettings(config.markdown_extensions, config.mdx_configs))
        ours = MkDocsPage(None, file, config)
        place_page(ours, built, False, config, files)
        assert text.startswith(front.decode()) and "title: " in front.decode()
        assert ours.content == theirs.content and str(ours.toc) == str(theirs.toc)
        assert ours.present_anchor_ids == theirs.present_anchor_ids
        assert ours.links_to_anchors == theirs.links_to_anchors
        assert theirs.links_to_anchors or file.name == "notes"


def test_links_to_nothing_are_reported(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    config = MkDocsConfig()
    config.load_dict({"site_name": "A", "docs_dir": str(tmp_path), "plugins": [], "use_directory_urls": False})
    assert config.validate() == ([], [])
    (tmp_path / "a.md").touch()
    (file,) = files = get_files(config)
    _, built = build_page("[one](a.md#there) [two](b.md)", MarkdownSettings([], {}))
    page = MkDocsPage(None, file, config)
    with caplog.at_level("WARNING", "mkdocs"):
        place_page(page, built, False, config, files)
        page.validate_anchor_links(files=files, log_level=logging.WARNING)
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 2 and "'b.md'" in said[0] and "'a.md#there'" in said[1]
    assert page.content == '<p><a href="a.html#there">one</a> <a href="b.md">two</a></p>'


def test_what_is_shown_over_a_link_stands_at_the_first_to_its_place() -> None:
    link, other = d.AnchorLink("one", "there", hover="What is there"), d.AnchorLink("two", "there", hover="Another")
    page = d.Page("page", "Page", "en", (d.PageParagraph((link, link, other)),))
    text = markdown(page, lambda _: None, "")
    assert '[one](#there "What is there")[one](#there)[two](#there "Another")' in text
    links = [d.AnchorLink(text, "b", hover=hover) for text, hover in (("A", ""), ("B", "B"), ("2", "B"), ("2", "B"))]
    page = d.Page("page", "Page", "en", (d.PageParagraph(tuple(links)),))
    said = "a hover text that says no more than the link is left out"
    assert '[A](#b)[B](#b)[2](#b "B")[2](#b)' in markdown(page, lambda _: None, ""), said


def test_a_long_page_lists_only_its_chapters() -> None:
    settings = {"toc": next(one[1] for one in EXTENSIONS if one[0] == "toc")}
    for count in (MOST_LISTED, MOST_LISTED + 1):
        text = "# Page\n\n## One\n\n" + "".join(f"### Rule {at}\n\n" for at in range(count)) + "## Two\n"
        _, built = build_page(text, MarkdownSettings(["toc"], settings))
        ((one, two),) = (top["children"] for top in built.headings)
        assert (one["name"], two["name"]) == ("One", "Two") and not two["children"]
        assert len(one["children"]) == (count if count <= MOST_LISTED else 0)
        assert built.html.count(' class="headerlink"') == count + 3 and " title=" not in built.html


def test_an_example_is_shown_by_the_first_edition_only() -> None:
    games = ("classics/pig", "classics/pig-with-a-tailwind")
    first, second = (render_game(RenderRequest(name, (), (("en", ""),), False, games))[0] for name in games)
    texts = [page.files[f"{page.file}/reference.md"].decode() for page in (first, second)]
    assert "Shown in [" not in texts[0]
    linked = [line for line in texts[1].split("\n") if line.startswith("Shown in [")]
    anchors = [line.partition("/pig/reference.md#")[2].partition(")")[0] for line in linked]
    assert linked and all(f"{{ #{anchor} }}" in texts[0] for anchor in anchors), linked


@pytest.mark.soak
def test_a_site_of_a_project_needs_no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The site names no navigation, no palette, no Markdown extensions, no games and no languages."""
    monkeypatch.chdir(tmp_path)
    for name, form in (("base", 'rulebook base "Base"'), ("house", 'variant house of base "House"')):
        path = tmp_path / "rules" / "mine" / f"{name}.rules"
        path.parent.mkdir(parents=True, exist_ok=True)
        rest = (
            ":\n  players 2\n\nflow:\n  game over, drawn\n"
            if name == "base"
            else "\n\nreplace flow:\n  game over, lost by p1\n"
        )
        path.write_text(form + rest, encoding="utf-8")
    settings = 'rulebooks = ["rules"]\nlanguages = ["en"]\n[editions]\nmine = ["mine/house", "mine/base"]\n'
    (tmp_path / "rulekit.toml").write_text(settings, encoding="utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# The club\n", encoding="utf-8")
    (tmp_path / "docs" / "more.md").write_text("# More\n", encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: A club\ntheme: {name: material, font: false}\nplugins: [rulekit]\n"
    )
    root = os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": root}
    line = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict"]
    done = subprocess.run(line, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    front = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert "more/" in front, "the pages of the site itself are in its navigation"
    gallery = (tmp_path / "site" / "games" / "en" / "index.html").read_text("utf-8")
    assert gallery.count("rk-card-facts") == 2
    cards = re.findall(r"rk-card-title><a href=([^ >]*)", gallery)
    assert [card.rstrip("/").rsplit("/", 1)[-1] for card in cards] == ["house", "base"], "in the order of the editions"
    rules = (tmp_path / "site" / "games" / "en" / "mine" / "base" / "index.html").read_text("utf-8")
    assert "markdown=" not in rules, "the extensions that the pages need are on"
    assert not (tmp_path / "site" / "games" / "nl").exists()
