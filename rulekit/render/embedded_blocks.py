"""Fenced blocks by which an author puts a position, a rule, a table, an example or a difference of editions into any
page of a site.

    ```rulekit position family/game
    players: 3
    after: 20
    seen by: red
    caption: After twenty random moves.
    ```

The first line names the kind of block, then the game, and for some kinds a clause. Each further line is a key with its
value. `mkdocs_plugin.py` replaces each block by the HTML that this module makes. A message about a mistake has the line
of the block.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Final

from attrs import field, frozen

from ..compare.comparison_report import report
from ..compare.edition_prose import TwoEditions
from ..compare.html_page import STYLE, comparison_body
from ..diagnostics import Diagnostic, RulekitError, did_you_mean
from ..model.rulebook import Placed
from ..play.loaded_book import LoadedBook, load
from ..play.played_moves import after_moves, viewer_of
from ..prose import ProseTable, languages
from ..syntax import nodes as s
from ..syntax.format import format_node
from . import page_blocks as d
from .anchors import Section
from .clause_sections import Writer, exact_text
from .editions import Edition, Editions
from .game_pages import subject_of
from .games import Games
from .html_writer import HtmlWriter, addresses_inside
from .page_pictures import Pictures, ShownState

FENCE: Final = re.compile(r"^(?P<indent>[ \t]*)(?P<fence>`{3,}|~{3,})[ \t]*rulekit[ \t]+(?P<line>.*)$")
CONFIGURING: Final = ("players", "set", "lang")
"""The keys that every kind of block may have: number of players, answers (`option = value; …`), language."""


@frozen
class EmbeddedBlock:
    """A block of a page: its words after `rulekit`, its keys with their values, and the number of its first line.
    `key_lines` has the line of each key."""

    words: tuple[str, ...]
    keys: Mapping[str, str]
    line: int
    key_lines: Mapping[str, int] = field(factory=dict, eq=False)

    @property
    def kind(self) -> str:
        return self.words[0] if self.words else ""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the games in the block: two for a difference, one for other kinds."""
        return self.words[1:3] if self.kind == "difference" else self.words[1:2]

    def wrong(self, message: str, key: str = "", known: tuple[str, ...] = (), word: str = "") -> BlockMistake:
        """Return a mistake at the line of a key or, without a key, of the block. With `word`, the message suggests
        similar words that are `known`."""
        advice = "".join(f" ({one.text})" for one in did_you_mean(word, known)) if word else ""
        return BlockMistake(self.key_lines.get(key, self.line), message + advice)


class BlockMistake(Exception):
    """An error in a block. `line` is its line on the page."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


@frozen
class BlockKind:
    """A kind of block: the names that follow it, the keys that it may have besides `CONFIGURING`, and the function that
    makes its HTML."""

    needs: tuple[str, ...]
    keys: tuple[str, ...]
    make: Callable[[EmbeddedBlock], str]


def blocks_in(markdown: str) -> tuple[list[str], list[EmbeddedBlock | BlockMistake]]:
    """Return the lines of a page with a placeholder for each block, and the blocks. A block with a mistake becomes a
    BlockMistake."""
    lines, kept, found = markdown.split("\n"), list[str](), list[EmbeddedBlock | BlockMistake]()
    at, outside = 0, ""
    while at < len(lines):
        start = FENCE.match(lines[at]) if not outside else None
        if start is None:
            outside = _fence_after(outside, lines[at])
            kept.append(lines[at])
            at += 1
            continue
        end = next((n for n in range(at + 1, len(lines)) if lines[n].strip() == start["fence"]), len(lines))
        kept += ["", f"{start['indent']}{PLACEHOLDER % len(found)}", ""]
        found.append(_read(start["line"], lines[at + 1 : end], at + 1))
        at = end + 1
    return kept, found


PLACEHOLDER: Final = "rulekitblock%dx"


def _fence_after(outside: str, line: str) -> str:
    """Return the fence of the code block that is open after this line; "" if none is. `outside` is the same before this
    line."""
    found = re.match(r"\s*(`{3,}|~{3,})", line)
    if not outside:
        return found[1] if found else ""
    return "" if line.strip() == outside else outside


def _read(words: str, lines: list[str], first: int) -> EmbeddedBlock | BlockMistake:
    keys, places = dict[str, str](), dict[str, int]()
    for at, line in enumerate(lines, first + 1):
        name, colon, value = line.partition(":")
        if not line.strip():
            continue
        if not colon:
            return BlockMistake(at, f"`{line.strip()[:60]}` is no line `key: value`")
        if name.strip() in keys:
            return BlockMistake(at, f"`{name.strip()}` is written twice")
        keys[name.strip()], places[name.strip()] = value.strip(), at
    return EmbeddedBlock(tuple(words.split()), keys, first, places)


def block_html(block: EmbeddedBlock) -> str:
    """Return the HTML of a block. Raise BlockMistake for a mistake in the block, and RulekitError for one in a
    rulebook."""
    kind = KINDS.get(block.kind)
    if kind is None:
        raise block.wrong(f"there is no block `{block.kind}`: {', '.join(KINDS)}", "", tuple(KINDS), block.kind)
    if len(block.words) - 1 != len(kind.needs):
        raise block.wrong(f"write `rulekit {' '.join((block.kind, *kind.needs))}`")
    allowed = (*kind.keys, *CONFIGURING)
    for key in block.keys:
        if key not in allowed:
            raise block.wrong(f"`{block.kind}` has no key `{key}`: {', '.join(allowed)}", key, allowed, key)
    return f'<div class="rk-embedded">{kind.make(block)}</div>'


# -------------------------------------------------------------------------------------------------- the kinds of blocks


def _position(block: EmbeddedBlock) -> str:
    writer = _writer(block)
    game = writer.games.game()
    viewer = None
    if "seen by" in block.keys:
        with _at(block, "seen by"):
            viewer = viewer_of(block.keys["seen by"], game.machine.seats)
    start = game.start(_number(block, "seed", 1))
    with _at(block, "after"):
        before, state, _ = after_moves(start, block.keys.get("after"))
    since = None if before is None else before.raw
    caption = block.keys.get("caption", "")
    shown = ShownState(game, state.raw, since=since, viewer=viewer)
    figure = writer.pictures.state("position", shown, (caption,) if caption else ())
    return _html(writer, [d.Box("rk-shown", (figure,))])


def _rule(block: EmbeddedBlock) -> str:
    writer = _writer(block)
    placed = _clause(block, writer)
    prose = writer.subject.prose(placed)
    head = d.PageParagraph(
        (d.Strong("".join(p if isinstance(p, str) else getattr(p, "text", "") for p in prose.title)),)
    )
    summary = [d.PageParagraph(tuple(prose.summary), "rk-summary")] if prose.summary else []
    if block.keys.get("as") == "source":
        return _html(writer, [d.CodeBlock(format_node(placed.clause))])
    if block.keys.get("as", "words") != "words":
        raise block.wrong("`as` is `words` or `source`", "as")
    return _html(writer, [head, *summary, *exact_text(writer, Section(placed, ""))])


def _table(block: EmbeddedBlock) -> str:
    writer = _writer(block)
    placed = _clause(block, writer, (s.TableClause, s.EnumClause, s.BoardClause))
    shown = list(writer.pictures.board(placed.clause.name.text)) + list(writer.subject.prose(placed).exact)
    kept = [one for one in shown if isinstance(one, d.PageTable | ProseTable)]
    if not kept:
        raise block.wrong(f"`{block.words[2]}` has no table")
    return _html(writer, kept)


def _example(block: EmbeddedBlock) -> str:
    writer = _writer(block)
    placed = _clause(block, writer, (s.ExampleClause,))
    title = d.PageParagraph((d.Strong(_title(writer, placed)),))
    return _html(writer, [title, *exact_text(writer, Section(placed, ""))])


def _difference(block: EmbeddedBlock) -> str:
    books = load(block.words[1]), load(block.words[2])
    both = set(books[0].player_counts) & set(books[1].player_counts)
    players = _number(block, "players", min(both, default=0))
    answers = _answers(block)
    found = report(TwoEditions(books, (block.words[1], block.words[2]), (answers, answers), players))
    return f"<style>{STYLE}</style>{comparison_body(found, 3, f'd{block.line}')}"


KINDS: Final[Mapping[str, BlockKind]] = {
    "position": BlockKind(("GAME",), ("after", "seed", "seen by", "caption"), _position),
    "rule": BlockKind(("GAME", "CLAUSE"), ("as",), _rule),
    "table": BlockKind(("GAME", "CLAUSE"), (), _table),
    "example": BlockKind(("GAME", "EXAMPLE"), (), _example),
    "difference": BlockKind(("GAME", "GAME"), (), _difference),
}


# ----------------------------------------------------------------------------------------- reading the parts of a block


IMPOSSIBLE: Final = ("E600", "E601", "E602", "E603", "E604", "E605", "E606", "E607")
"""The codes of errors in the block's players and answers, not in the rulebook."""


class _at:
    """A context manager that turns an error in the value of a key into a mistake at the line of this key."""

    def __init__(self, block: EmbeddedBlock, key: str) -> None:
        self.block, self.key = block, key

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        asked = isinstance(error, RulekitError) and all(not d.span or d.code in IMPOSSIBLE for d in error.diagnostics)
        if isinstance(error, RulekitError) and asked:
            raise self.block.wrong("; ".join(_told(one) for one in error.diagnostics), self.key) from error


def _told(diagnostic: Diagnostic) -> str:
    return diagnostic.message + "".join(f" ({one.text})" for one in diagnostic.help[:1])


def _writer(block: EmbeddedBlock) -> Writer:
    """Return the writer that makes sections of the block's game."""
    with _at(block, ""):
        book: LoadedBook = load(block.words[1])
    players = _number(block, "players", 0) or None
    language = block.keys.get("lang", "en")
    if language not in languages():
        raise block.wrong(f"rulekit does not speak `{language}`", "lang", tuple(languages()), language)
    with _at(block, "players" if players else "set"):
        games = Games(book, players, _answers(block), knowledge=False)
        subject = subject_of(games, language, True)
    own = Editions(Edition("", book), subject.rulebook, language, ())
    return Writer(subject, games, Pictures.of(subject, games.game()), own)


def _number(block: EmbeddedBlock, key: str, otherwise: int) -> int:
    value = block.keys.get(key)
    if value is None:
        return otherwise
    if not (value.isascii() and value.isdecimal()):
        raise block.wrong(f"`{key}` is a number, not `{value[:40]}`", key)
    return int(value)


def _answers(block: EmbeddedBlock) -> dict[str, int | str]:
    found: dict[str, int | str] = {}
    for part in filter(None, (one.strip() for one in block.keys.get("set", "").split(";"))):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals:
            raise block.wrong(f"`{part[:40]}` is not `option = value`", "set")
        found[name] = int(value) if value.isdecimal() else value
    return found


def _clause(block: EmbeddedBlock, writer: Writer, kinds: tuple[type[s.Clause], ...] = (s.Clause,)) -> Placed:
    """Return the clause that a block names, by its name or by its id with `:` for the space."""
    asked = block.words[2].replace(":", " ")
    every = [one for one in writer.subject.rulebook.clauses if isinstance(one.clause, kinds)]
    placed = [one for one in every if not isinstance(one.clause, s.LookClause | s.WordsClause)]
    found = [one for one in placed if asked in (one.id, one.clause.name.text)]
    if not found:
        known = tuple(one.clause.name.text for one in placed)
        raise block.wrong(f"`{block.words[1]}` has no such clause `{block.words[2]}`", "", known, asked)
    if len(found) > 1:
        ids = ", ".join(f"`{one.id.replace(' ', ':')}`" for one in found)
        raise block.wrong(f"several clauses have this name: {ids}")
    return found[0]


def _title(writer: Writer, placed: Placed) -> str:
    title = writer.subject.prose(placed).title
    return "".join(piece if isinstance(piece, str) else getattr(piece, "text", "") for piece in title)


def _html(writer: Writer, blocks: Sequence[d.PageBlock]) -> str:
    """Return blocks as HTML that contains their pictures. Links to clauses become plain words."""
    drawn = writer.pictures.files
    return HtmlWriter(lambda _: None, frozenset(), addresses_inside(drawn), drawn).body(blocks)


def mistake_html(message: str) -> str:
    """Return the HTML that a page shows instead of a block with a mistake."""
    text = escape(message)
    return f'<div class="admonition failure"><p class="admonition-title">rulekit</p><pre>{text}</pre></div>'
