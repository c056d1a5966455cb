"""No text of a rulebook becomes an element, an attribute, a script or a link in any output.

Two rulebooks, each with a layer, contain hostile text wherever the language allows a text. Outputs made from them must
have the same elements, attributes and links as outputs made from the same rulebooks with harmless texts. The layer has
sections and its rulebook has only chapters, so both kinds of pages are made.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

import pytest
import yaml
from attrs import fields, frozen

import rulekit
from rulekit.cli.main import run
from rulekit.diagnostics.printable import printable
from rulekit.prose import Bullets, Link, NumberedList, Paragraph, ProseTable
from rulekit.render import edition_comparisons, mkdocs_project
from rulekit.render import page_blocks as d
from rulekit.render.booklet import booklet_html
from rulekit.render.edition_comparisons import EditionPair, compare_family
from rulekit.render.editions import Edition, Editions
from rulekit.render.game_pages import RenderRequest, pages, render_games, subject_of
from rulekit.render.games import Games
from rulekit.render.markdown import markdown as page_markdown
from rulekit.render.markdown import theme_text
from rulekit.render.mkdocs_project import output
from rulekit.storage.folders import write_folder
from rulekit.syntax import nodes as s
from rulekit.syntax.traversal import walk
from tests.shipped import every

from .hostile.books import BODIES, STARTS, Texts, harmless, hostile, write
from .hostile.shape import html_shape, html_titles, xml_shape

BOOKS = [0, *(pytest.param(book, marks=pytest.mark.soak) for book in range(1, len(BODIES)))]
"""For each number two rulebooks are rendered and built, which takes ten seconds, so all but the first run in the
soak."""
LANGUAGES = "en", "nl"
"""The languages of the pages of each book. In the Dutch pages most texts are in another language."""
COMPARISON = "comparison/notes"
"""A page outside the navigation, which the settings allow."""


@frozen
class Twins:
    """The output folders of a hostile rulebook and of its harmless twin, rendered and built."""

    hostile: Path
    harmless: Path
    titles: list[str]
    """The titles of the pages of the hostile rulebook and its layer."""

    def files(self, pattern: str) -> list[tuple[str, str, str]]:
        """Return the name of each output file that matches a pattern, with its hostile and its harmless text."""
        names = [path.relative_to(self.hostile) for path in sorted((self.hostile / "out").rglob(pattern))]
        assert names
        return [(str(name), _text(self.hostile / name), _text(self.harmless / name)) for name in names]


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _rendered(folder: Path, book: int, texts: Texts) -> tuple[subprocess.Popen[str], list[str]]:
    """Render a rulebook and its layer into a folder, and return the process that builds the pages, and their titles."""
    folder.mkdir()
    both = write(folder, texts)
    wanted = [RenderRequest(path, (), ((LANGUAGES[book], ""),), path == both[1], both) for path in both]
    pages = render_games(wanted)
    files = output(pages)
    books = {path: rulekit.load(path) for path in both}
    files[f"docs/{COMPARISON}.md"] = compare_family(books, [EditionPair(*both)])[0].text
    write_folder(folder / "out", files, "render")
    return _building(folder / "out"), [page.title for page in pages]


def _building(folder: Path) -> subprocess.Popen[str]:
    """Start a process that builds the pages of an output folder."""
    line = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    pipe = subprocess.PIPE
    return subprocess.Popen(line, cwd=folder, env=quiet, stdout=pipe, stderr=subprocess.STDOUT, text=True)


@pytest.fixture(scope="module", params=BOOKS)
def twins(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Twins:
    pytest.importorskip("material")
    folder, book = tmp_path_factory.mktemp("hostile"), request.param
    places = folder / "hostile", folder / "harmless"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(edition_comparisons, "GAMES", 8)
        evil, titles = _rendered(places[0], book, hostile(book))
        good, _ = _rendered(places[1], book, harmless(book))
    for build in (evil, good):
        told, _ = build.communicate(timeout=300)
        assert build.returncode == 0, told
    return Twins(*places, titles)


def test_the_rulebooks_have_every_text_that_the_language_has(tmp_path: Path) -> None:
    books = [rulekit.load(path).books[-1] for path in write(tmp_path, hostile(0))]
    there = {
        (type(node), part.name)
        for book in books
        for node in walk(book)
        for part in fields(type(node))
        if isinstance(getattr(node, part.name), s.Text)
    }
    every = {
        (kind, part.name)
        for kind in vars(s).values()
        if isinstance(kind, type) and issubclass(kind, s.Node) and hasattr(kind, "__attrs_attrs__")
        for part in fields(kind)
        if "Text" in str(part.type).replace(" ", "").split("|")
    }
    assert every - there == {(s.Header, "pinned")}  # `pinned` is a checksum and not a text
    tagged = {kind for kind in vars(s).values() if isinstance(kind, type) and hasattr(kind, "tags")}
    told = {type(node) for book in books for node in walk(book) if getattr(node, "tags", None) and node.tags.summary}  # type: ignore[attr-defined]
    assert {kind.__name__ for kind in tagged - told} <= UNTITLED


UNTITLED = {"Clause", "WordsClause", "StatementsClause", "Edit"}


def test_pages_consist_of_the_same(twins: Twins) -> None:
    for name, evil, good in twins.files("*.html"):
        if COMPARISON in name:  # changed words are marked one by one, so the numbers of marks differ
            assert set(html_shape(evil)) <= {*html_shape(good), "del ", "ins "}
        else:
            evil, good = (re.sub(r" rk-minutes-\d+", "", text) for text in (evil, good))  # read from a text
            assert html_shape(evil) == html_shape(good), name


def test_pictures_consist_of_the_same(twins: Twins) -> None:
    for name, evil, good in twins.files("*.svg"):
        if "/docs/" in name:
            # texts of other widths are broken into lines elsewhere
            assert set(xml_shape(evil)) <= set(xml_shape(good)), name


def test_what_is_searched_consists_of_the_same(twins: Twins) -> None:
    ((_, evil, good),) = twins.files("search_index.json")
    for one, other in zip(json.loads(evil)["docs"], json.loads(good)["docs"], strict=True):
        if COMPARISON not in one["location"]:
            for part in ("title", "text"):
                assert html_shape(one[part]) == html_shape(other[part]), one["location"]


def test_titles_and_settings_say_what_the_rulebook_says(twins: Twins) -> None:
    one, two = (theme_text(title) for title in twins.titles)
    settings = yaml.safe_load(_text(twins.hostile / "out" / "mkdocs.yml"))
    assert [list(part) for part in settings["nav"][1:]] == [[one], [two]] and settings["site_name"] == one
    shown = html_titles(_text(twins.hostile / "out" / "site" / "hostile_layer.html"))
    assert shown == [f"{two} - {one}", " ".join(printable(twins.titles[1]).split())]


@pytest.mark.parametrize("layered", every(2, [True, False]), ids=["sections", "chapters"])
@pytest.mark.parametrize("book", BOOKS)
def test_booklets_consist_of_the_same(tmp_path: Path, book: int, layered: bool) -> None:
    shapes = []
    for texts in (hostile(book), harmless(book)):
        read = rulekit.load(write(tmp_path, texts)[layered])
        games = Games(read)
        subject = subject_of(games, LANGUAGES[book], True)
        own = Editions(Edition("hostile.md", read), subject.rulebook, LANGUAGES[book])
        made = pages(subject, games, "hostile", own)
        printed = (made.rules, made.summary, made.reference, made.notes)
        shapes.append([html_shape(booklet_html(page, subject.resolve, "Contents", "booklet")) for page in printed])
    assert shapes[0] == shapes[1]


@pytest.mark.soak
def test_what_commands_write_consists_of_the_same(tmp_path: Path) -> None:
    """Pictures are compared loosely since lines are broken elsewhere, and comparisons since words are marked one by
    one."""
    pictures, compared_, sent = [], [], []
    for texts in (hostile(0), harmless(0)):
        both = write(tmp_path, texts)
        assert run(["look", both[1], "--after", "9", "--out", str(tmp_path / "look.svg")]).code == 0
        assert run(["compare", *both, "--no-games", "--html", str(tmp_path / "compared.html")]).code == 0
        for at, book in enumerate(both):
            assert run(["render", book, "--html", str(tmp_path / f"{at}.html")]).code == 0
        sent.append([html_shape(_text(tmp_path / f"{at}.html")) for at in (0, 1)])
        pictures.append(set(xml_shape(_text(tmp_path / "look.svg"))))
        compared_.append(set(html_shape(_text(tmp_path / "compared.html"))))
    assert pictures[0] <= pictures[1]
    assert compared_[0] <= compared_[1] | {"del ", "ins "}
    assert sent[0] == sent[1]


@pytest.mark.parametrize("around", every(4, ["{} words", "{}", "    {} words", "words {}"]))
def test_no_start_of_a_text_is_markup_wherever_it_stands(around: str) -> None:
    """Every kind of block and inline part with each beginning makes the same Markdown as with a harmless text."""
    markdown = pytest.importorskip("markdown")
    extensions = [one if isinstance(one, str) else one[0] for one in mkdocs_project.EXTENSIONS]

    def shape(text: str) -> list[str]:
        written = page_markdown(d.Page("a", text, "en", tuple(_blocks(text))), lambda _: ("a", text), "")
        return html_shape(markdown.markdown(written.split("---\n", 2)[2], extensions=extensions))

    usual = shape("words")
    for start in STARTS:
        assert shape(around.format(start)) == usual, repr(around.format(start))


def _blocks(text: str) -> Iterator[d.PageBlock]:
    """Yield every kind of block, containing every kind of inline part."""
    pieces: tuple[d.InlinePiece, ...] = (
        *(text, Link(text, "fact a"), d.Strong(text), d.Emphasis(text), d.Foreign(text, "en"), d.Target("b")),
        *(d.AnchorLink(text, "a", "a.md", text, "a", "en"), d.Picture("a.svg", text), d.FootnoteMark(text, "a", text)),
    )
    for line in ((text,), pieces):
        paragraph: tuple[d.PageBlock, ...] = (d.PageParagraph(line, "a"),)
        yield from (Paragraph((text, Link(text, "fact a"))), *paragraph, d.PageParagraph(line), d.Heading(3, line, "b"))
        yield from (NumberedList(((Paragraph((text,)),),)), Bullets((paragraph, (*paragraph, *paragraph))))
        yield from (d.Items((paragraph, paragraph), True), d.PageTable((line, line), ((line, line),), "a"))
        yield from (ProseTable(((text,),), ((text,),)), d.Figure("a.svg", text, line, 400), d.Box("a", paragraph))
        yield from (d.Aside(paragraph), d.Remark("note", text, paragraph, True), d.Remark("info", text, paragraph))
        yield d.Tabs(((text, paragraph), (text, (d.CodeBlock(text, "text"),))))
    for piece in pieces:
        yield from (d.PageParagraph((piece,)), d.Items(((d.PageParagraph((piece,), "a"),),)))
        yield from (d.Heading(2, (piece,), "a", "1.1"), d.Figure("a.svg", text, (piece,)))


def test_a_block_of_code_ends_where_it_ends() -> None:
    markdown = pytest.importorskip("markdown")
    text = "a\n```\n<b>\n````\n# c"
    written = page_markdown(d.Page("a", "a", "en", (d.CodeBlock(text),)), lambda _: None, "")
    made = markdown.markdown(written.split("---\n", 2)[2], extensions=["pymdownx.superfences"])
    assert "<b>" not in made and "<h1" not in made and "````" in made


BROWSER = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
CONTROL = "<body><img src=x onerror=\"top.postMessage('control','*')\"></body>"
FRAMES = "<title>-</title><script>onmessage = (told) => document.title += told.data + '-'</script>"


@pytest.mark.soak
def test_nothing_runs_in_a_browser(twins: Twins, tmp_path: Path) -> None:
    """Each page and picture is in a frame. A script that runs in it would send a message. One more frame shows that
    messages arrive."""
    browser = shutil.which("chromium")
    if browser is None:
        pytest.skip("chromium is not installed: no page is shown in a browser")
    shown = sorted((twins.hostile / "out" / "site").rglob("*.html"))
    shown += sorted((twins.hostile / "out" / "docs").rglob("set-up-*.svg"))
    assert len(shown) > 10
    frames = "".join(f'<iframe src="{path.as_uri()}"></iframe>' for path in shown)
    (tmp_path / "all.html").write_text(f"{FRAMES}{frames}<iframe srcdoc='{escape(CONTROL)}'></iframe>")
    line = [browser, *BROWSER, "--disable-sync", f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom"]
    line.append((tmp_path / "all.html").as_uri())
    done = subprocess.run(line, capture_output=True, check=True, text=True, timeout=120)
    assert "<title>-control-</title>" in done.stdout, done.stdout[:300] + done.stderr[-300:]


@pytest.mark.skipif(sys.platform == "win32", reason="no file has such a name there")
@pytest.mark.parametrize("called", every(2, ["a](b) <b> \"c\" 'd' & #e ?f %41 [g", "javascript:alert(1)"]))
def test_the_name_of_a_file_is_no_markup(tmp_path: Path, called: str) -> None:
    pytest.importorskip("material")
    paths = [str(tmp_path / f"{name}.rules") for name in ("first", called, "last")]
    for path in paths:
        shutil.copy(Path(__file__).parents[1] / "cli" / "games" / "pile.rules", path)
    found = render_games([RenderRequest(path, (), (("en", ""),), False, tuple(paths)) for path in paths])
    write_folder(tmp_path / "out", output(found), "render")
    told, _ = (build := _building(tmp_path / "out")).communicate(timeout=300)
    assert build.returncode == 0, told
    shapes = {path.stem: html_shape(_text(path)) for path in (tmp_path / "out" / "site").rglob("*.html")}
    elements = {name: {part.partition(" to ")[0] for part in shape} for name, shape in shapes.items()}
    assert elements[called] <= elements["first"] | elements["last"]
    usual = [part for part in shapes["404"] if " to javascript:" in part]  # links of the theme
    for shape in shapes.values():
        assert [part for part in shape if " to javascript:" in part] == usual
