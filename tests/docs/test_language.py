"""Every ```rules block on the pages about the language is checked, and its examples are played.

A block that begins with `rulebook` is a whole book. Any other is completed as the HTML comments directly above it say.
`preamble: NAME` puts that book of `preambles.py` (or an earlier whole book of the page) before it. `body: turn` puts
the block into a turn of that book, `body: flow` into its flow, and `over: NAME` makes it a layer over that book.
`wrong: CODE` says that the check gives exactly this code.
"""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent

import pytest
from attrs import frozen

from rulekit.check import check_rulebook
from rulekit.check.symbol_table import RESERVED
from rulekit.diagnostics import Diagnostic, Source
from rulekit.machine.lower import lower
from rulekit.model.assembly import assemble
from rulekit.model.rulebook import Config
from rulekit.pipeline import make_engine
from rulekit.play.example_runner import run_examples
from rulekit.syntax import format_text, parse
from rulekit.syntax import nodes as s
from rulekit.syntax.parse_table import keywords
from rulekit.syntax.word_reading import unusable_names

from ..syntax.test_word_names import BOTH, bracketed
from .preambles import PREAMBLES

DOCS = Path(__file__).parents[2] / "docs"
LANGUAGE = sorted((DOCS / "reference/language").glob("*.md"))
RESERVED_WORDS = DOCS / "reference/reserved-words.md"
PAGES = [
    *LANGUAGE,
    DOCS / "write/recipes.md",
    DOCS / "write/secrets.md",
    RESERVED_WORDS,
    DOCS / "write/fast-rules.md",
    DOCS / "index.md",
]
BLOCK = re.compile(r"((?:<!-- \w+: \w+ -->\n)*)```rules\n(.*?)```\n", re.DOTALL)
COMMENT = re.compile(r"<!-- (\w+): (\w+) -->")
FLOW = "\nflow:\n  game over, drawn\n"


@frozen
class Block:
    page: str
    line: int
    text: str
    said: dict[str, str]


def blocks() -> list[Block]:
    return [
        Block(page.stem, text[: found.start(2)].count("\n") + 1, found[2], dict(COMMENT.findall(found[1])))
        for page in PAGES
        for text in (page.read_text(encoding="utf-8"),)
        for found in BLOCK.finditer(text)
    ]


BLOCKS = blocks()
WHOLE = {match[1]: b.text for b in BLOCKS if (match := re.match(r"rulebook (\w+)", b.text))}
each = pytest.mark.parametrize("block", BLOCKS, ids=lambda b: f"{b.page} line {b.line}")


def test_the_words_that_cannot_be_names_are_all_listed():
    text = (DOCS / "reference/language/index.md").read_text(encoding="utf-8")
    listed = re.search(r"cannot be names \(E130\): `([^`]*)`", text)
    assert listed and listed[1].split() == sorted(unusable_names())


def test_the_page_of_reserved_words_has_them_all():
    text = RESERVED_WORDS.read_text(encoding="utf-8")
    listed = [found.split() for found in re.findall(r"^`([^`|]+)`$", text, re.MULTILINE)]
    assert listed == [sorted(unusable_names()), sorted(RESERVED), sorted(keywords() - unusable_names() - RESERVED)]


def test_the_page_of_reserved_words_has_the_lines_in_which_brackets_tell():
    rows = re.findall(r"^\| `(.*)` \| .* \| `(.*)` \|$", RESERVED_WORDS.read_text(encoding="utf-8"), re.MULTILINE)
    lines = [(line.format(word), bracketed(line, word)) for line, word in BOTH]
    assert sorted(rows) == sorted(lines)


def texts(block: Block) -> list[str]:
    """Return the stack of books that a block stands for, base first."""
    if "over" in block.said:
        return [WHOLE[block.said["over"]], block.text]
    base = {**PREAMBLES, **WHOLE}[block.said["preamble"]] if "preamble" in block.said else ""
    if block.said.get("body") == "turn":
        return [f"{base}\nflow:\n  turns from p1:\n{indent(block.text, '    ')}"]
    if block.said.get("body") == "flow":
        return [f"{base}\nflow:\n{indent(block.text, '  ')}  game over, drawn\n"]
    has_flow = "\nflow:" in f"\n{base}\n{block.text}"
    return [f"{base}{base and chr(10)}{block.text}{'' if has_flow else FLOW}"]


def stack(block: Block) -> list[s.Book]:
    books = []
    for text in texts(block):
        book, found = parse(Source(f"{block.page}.md", text))
        assert book is not None and not errors(found), found
        books.append(book)
    return books


def errors(found: list[Diagnostic]) -> list[str]:
    return [f"{d.code} {d.message} `{d.span.text if d.span else ''}`" for d in found if d.severity == "error"]


def test_the_page_has_examples() -> None:
    for page in LANGUAGE:
        assert any(b.page == page.stem for b in BLOCKS), page
    assert sum(b.page == "secrets" for b in BLOCKS) > 15 and len(BLOCKS) > 60


@each
def test_is_as_the_page_says(block: Block) -> None:
    rulebook, found = assemble(stack(block), Config())
    assert rulebook is not None and not errors(found), errors(found)
    model, found = check_rulebook(rulebook)
    if "wrong" in block.said:
        assert {d.code for d in found if d.severity == "error"} == {block.said["wrong"]}, found
        return
    assert model is not None and not errors(found), errors(found)
    lower(model)


@each
def test_examples_hold(block: Block) -> None:
    books = stack(block)
    for clause in (m for m in books[-1].members if isinstance(m, s.ExampleClause)):
        players = clause.players.value if isinstance(clause.players, s.Number) else None
        rulebook, _ = assemble(books, Config(players=players))
        assert rulebook is not None
        model, _ = check_rulebook(rulebook)
        assert model is not None
        machine = lower(model)
        outcomes = run_examples(lambda m: make_engine(m, "reference"), machine, clause.name.text)
        assert [o.failure for o in outcomes] == [None], outcomes


@each
def test_is_laid_out_as_usual(block: Block) -> None:
    if "body" not in block.said:
        whole, base = texts(block)[-1], texts(block)[-1].removesuffix(FLOW).removesuffix(block.text)
        text, _ = format_text(Source(f"{block.page}.md", whole))
        assert text is not None and block.text.strip() in text, (base, text)
