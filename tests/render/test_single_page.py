"""`rulekit render GAME --html FILE` writes one file that needs nothing else: no package, no other file, no host."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from attrs import evolve

from rulekit.cli.main import run
from rulekit.play.loaded_book import load
from rulekit.render import page_blocks as d
from rulekit.render.editions import Edition, Editions
from rulekit.render.game_pages import GamePages, pages, subject_of
from rulekit.render.games import Games
from rulekit.render.html_writer import HtmlWriter, single_page
from rulekit.render.markdown import Resolve, markdown
from tests.shipped import every

from .accessibility import axe_core, complaints

GAME = "classics/nine-mens-morris"


def write_page(path: Path, *more: str) -> str:
    told = run(["render", GAME, "--html", str(path), *more])
    assert told.code == 0, told.notes
    return path.read_text(encoding="utf-8")


def test_a_file_loads_nothing_and_runs_nothing(tmp_path: Path) -> None:
    text = write_page(tmp_path / "game.html")
    addresses = re.findall(r'(?:src|href)="([^"]*)"|url\(([^)]*)\)', text)
    found = {
        (one or other).strip("\"'").partition(":" if "data" in one + other else "#")[0] for one, other in addresses
    }
    assert found == {"", "data"}, found  # anchors of the page itself, and data inside it
    assert text.count("font/woff2;base64") == 6 and "<script" not in text and "default-src 'none'" in text
    anchors = set(re.findall(r' id="([^"]+)"', text))
    assert set(re.findall(r'<a href="#([^"]+)"', text)) <= anchors


def test_no_other_package_is_needed(tmp_path: Path) -> None:
    block = "import sys\nfor name in ('markdown', 'mkdocs', 'weasyprint', 'pygments'): sys.modules[name] = None\n"
    line = "from rulekit.cli.main import main\nsys.exit(main(['render', 'classics/nim', '--html', sys.argv[1]]))"
    words = [sys.executable, "-c", block + line, str(tmp_path / "a.html")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "<h2" in (tmp_path / "a.html").read_text("utf-8")


def test_the_page_is_in_a_language_and_may_be_full(tmp_path: Path) -> None:
    usual, dutch, full = (write_page(tmp_path / f"{at}.html", *more) for at, more in enumerate([(), LANG, FULL]))
    assert '<html lang="nl">' in dutch and "Inhoud" in dutch
    assert len(full) > len(usual) and "<pre><code>" in full and "<pre>" not in usual


LANG, FULL = ("--lang", "nl"), ("--full",)


@pytest.mark.parametrize(
    "words",
    [
        ("render", GAME),
        ("render", GAME, "--out", "book", "--html", "a.html"),
        ("render", GAME, "classics/nim", "--html", "a.html"),
        ("render", GAME, "--html", "a.html", "--pdf", "a5"),
    ],
)
def test_what_cannot_be_written_is_told_at_once(words: tuple[str, ...]) -> None:
    told = run(words)
    assert told.code == 2 and told.data["diagnostics"][0]["code"] == "E800" and "--out" in told.notes


def test_a_file_of_another_kind_is_kept(tmp_path: Path) -> None:
    (tmp_path / "mine.html").write_text("mine")
    assert run(["render", GAME, "--html", str(tmp_path / "mine.html")]).code == 2
    assert (tmp_path / "mine.html").read_text() == "mine"


# ------------------------------------------------------------------------------------------- the same as from Markdown


class Elements(HTMLParser):
    """Collects the words of a page, and counts its elements."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags = Counter[str]()
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden += self.hidden > 0 or tag == "svg"
        self.tags[tag] += not self.hidden and ("class", "highlight") not in attrs

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += not self.hidden

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= self.hidden > 0

    def handle_data(self, data: str) -> None:
        self.words += () if self.hidden else [data]


OTHER = {"p", "svg", "img", "a", "span", "figure"}
"""Elements that differ: paragraphs in tables and figures, pictures that link to their own files, links elsewhere."""


def elements(html: str) -> tuple[str, Counter[str]]:
    reader = Elements()
    reader.feed(html)
    kept = Counter({tag: count for tag, count in reader.tags.items() if tag not in OTHER})
    kept["td"] += kept.pop("th", 0)
    return "".join("".join(reader.words).split()), kept


def from_markdown(page: d.Page, resolve: Resolve) -> str:
    from markdown import markdown as to_html

    text = markdown(page, resolve, "").split("---\n", 2)[2]
    extensions = ("admonition", "attr_list", "md_in_html", "tables", "pymdownx.details", "pymdownx.superfences")
    html: str = to_html(text, extensions=list(extensions))
    html = re.sub(r"<p hidden>.*?</p>", "", html, flags=re.DOTALL)
    return re.sub(r'\s*<a class="rk-exactly".*?</a>', "", html)


def game_pages(name: str, language: str) -> tuple[GamePages, Resolve]:
    games = Games(load(name))
    subject = subject_of(games, language, True)
    own = Editions(Edition(f"{name}.md", games.book), subject.rulebook, language, ())
    return pages(subject, games, name, own), subject.resolve


def without_tabs(blocks: Iterable[d.PageBlock]) -> Iterator[d.PageBlock]:
    """Yield blocks without tabs, whose parts a site shows one at a time."""
    for block in blocks:
        if isinstance(block, d.Box | d.Aside | d.Remark):
            yield evolve(block, blocks=tuple(without_tabs(block.blocks)))
        elif not isinstance(block, d.Tabs):
            yield block


@pytest.mark.parametrize(
    ("name", "language"),
    every(
        3,
        [
            *(("mancala/kalah", "nl"), ("classics/thicket", "nl"), (GAME, "en")),
            *(("classics/leduc-poker", "en"), ("czar/english", "nl")),
        ],
    ),
)
def test_it_says_what_the_pages_of_a_site_say(name: str, language: str) -> None:
    pytest.importorskip("pymdownx")
    made, resolve = game_pages(name, language)
    for page in (made.rules, made.reference, made.notes, made.summary):
        blocks = tuple(without_tabs(page.blocks))
        page = d.Page(page.file, page.title, language, blocks, page.pictures)
        theirs = elements(from_markdown(page, resolve))
        ours = elements(HtmlWriter(resolve, frozenset(), str).body(blocks))
        assert ours == theirs, page.file


def test_every_kind_of_block_is_written_and_escaped() -> None:
    text = '<b> & "x" `y` *z*'
    line: d.InlineLine = (text, d.Strong(text), d.AnchorLink(text, "a", hover=text), d.AnchorLink(text, "a", "b.md"))
    line = (*line, d.Picture("a.svg", text), d.FootnoteMark("1", "a", text), d.FootnoteMark("2", "a", text))
    inside = (d.PageParagraph(line), d.Items(((d.PageParagraph(line),),)), d.CodeBlock(text))
    blocks = (d.Heading(1, (text,), "top"), d.Heading(2, line, "a"), d.Tabs(((text, inside),)), d.Aside(inside))
    blocks = (*blocks, d.Remark("note", text, inside, True), d.Remark("note", text, inside), d.Figure("a.svg", text))
    page = d.Page("a", text, "en", blocks, {"a.svg": "<svg/>"})
    html = single_page(page, lambda _: None, text)
    assert "<b>" not in html and "<em>z" not in html and "<code>y" not in html
    assert "</a>, <a" in html and "<summary>" in html and html.count("<blockquote>") == 1, html
    assert 'href="b.md' not in html and len(re.findall("<h1", html)) == 1


@pytest.mark.soak
@pytest.mark.parametrize("game", ["classics/slantwise", "czar/english"])
def test_axe_has_no_complaint(tmp_path: Path, game: str) -> None:
    axe = axe_core()
    if axe is None:
        pytest.skip("AXE_CORE names no axe.min.js, or chromium is not installed")
    path = tmp_path / "game.html"
    assert run(["render", game, "--html", str(path)]).code == 0
    policy = re.sub(r'<meta http-equiv="Content-Security-Policy".*?>', "", path.read_text("utf-8"))
    path.write_text(policy, "utf-8")  # axe is a script
    found = complaints(axe, [path], tmp_path)
    assert not found, "\n".join(found[:20])
