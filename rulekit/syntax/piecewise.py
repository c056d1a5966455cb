"""Parses a text again after a change: only the clauses that changed.

A line at the left margin begins a piece: the header, a clause or an edit. Each piece is parsed by itself, so an error
in one does not hide the others. Pieces whose text is unchanged keep their nodes, and so later stages can keep the
results that they store for each node.

The spans of kept nodes are moved in place. Nowhere else does rulekit change a frozen value. So older results, such as
messages, point into the newest text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve, field, frozen

from ..diagnostics import Diagnostic, RulekitError, Source, Span
from . import nodes as s
from .indentation import lay_out
from .lexer import NAME, NEWLINE, Scan, Token, added_token, scan
from .lr_driver import Stopped, parse_tokens
from .recovery import explain
from .text_cuts import CutPiece, cut_pieces
from .text_values import text_values, texts_with_values, wrong_values
from .traversal import walk
from .unknown_words import declarations
from .whole_text import MAX_LENGTH, parse_whole
from .word_reading import find_misused_words

_SAID: Final = re.compile(r"^[ \t]*+(\w++)|\b(\w++)(?=[ \t]*+\()", re.MULTILINE)
"""The words that begin a line, and those before a parenthesis."""
_VERSION: Final = re.compile(r"^[ \t]+syntax\b", re.MULTILINE)


@frozen(eq=False)
class TextPiece:
    """A piece of a text, from the offset `start` to the next piece. `node` is its syntax tree, None if it has an error.
    `spans` are the spans of all nodes in it. `texts` are its texts with values in braces, which are parsed only when
    they are needed. `declared` are the names that it may declare, for which recovery searches the whole text."""

    text: str
    start: int
    node: s.Header | s.Member | None
    spans: tuple[Span, ...] = field(default=(), repr=False)
    texts: tuple[s.Text, ...] = field(default=(), repr=False)
    declared: frozenset[str] = frozenset()

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@frozen(eq=False)
class ParsedText:
    """A text with its pieces in order, its book (None if there is an error), and the messages. A text with errors that
    can only be parsed as a whole has no pieces."""

    source: Source
    pieces: tuple[TextPiece, ...]
    book: s.Book | None
    problems: tuple[Diagnostic, ...]

    @property
    def nodes(self) -> tuple[s.Header | s.Member, ...]:
        """Return the header and the members that could be parsed."""
        return tuple(piece.node for piece in self.pieces if piece.node is not None)


def parse_pieces(source: Source, before: ParsedText | None = None) -> ParsedText:
    """Return the parsed text. `before` is the result for an earlier version, whose unchanged pieces are used again; it
    becomes unusable."""
    cuts = list(cut_pieces(source.text))
    unusual = source.text.startswith("\ufeff") or not cuts or _VERSION.search(cuts[0].text) is not None
    if unusual or len(source.text) > MAX_LENGTH:
        return _whole(source)
    kept = dict[str, list[TextPiece]]()
    for piece in reversed(before.pieces if before is not None else ()):
        if piece.node is not None:
            kept.setdefault(piece.text, []).append(piece)
    pieces = [_piece(source, cut, number == 0, kept.get(cut.text)) for number, cut in enumerate(cuts)]
    header, *members = (piece.node for piece in pieces)
    if isinstance(header, s.Header) and None not in members:
        span = Span(source, header.span.start, pieces[-1].node.span.end)  # type: ignore[union-attr]  # no node is None
        book = s.Book(header, tuple(members), span=span)  # type: ignore[arg-type]  # no node is None
        return ParsedText(source, tuple(pieces), book, ())
    return _explained(source, pieces)


def _whole(source: Source) -> ParsedText:
    book, problems = parse_whole(source)
    nodes = (book.header, *book.members) if book is not None else ()
    starts = [0, *(node.span.start for node in nodes[1:]), len(source.text)]
    cuts = zip(nodes, starts, starts[1:], strict=False)
    pieces = [TextPiece(source.text[start:end], start, node) for node, start, end in cuts]
    return ParsedText(source, tuple(pieces), book, tuple(problems))


def _piece(source: Source, cut: CutPiece, first: bool, kept: list[TextPiece] | None) -> TextPiece:
    while kept:
        known = kept.pop()
        if isinstance(known.node, s.Header) is first and known.spans:
            _move(known, source, cut.start)
            return evolve(known, start=cut.start)
    scanned = scan(source, cut.start, cut.start + len(cut.text))
    declared = frozenset(name for _, name in declarations(scanned.tokens))
    node = _parse(source, scanned, cut.start, first)
    if node is None:
        return TextPiece(cut.text, cut.start, None, declared=declared)
    texts = tuple(text for text in texts_with_values(node) if "{" in text.value)
    return TextPiece(cut.text, cut.start, node, tuple(_spans(node)), texts, declared)


def _spans(root: s.Node) -> Iterator[Span]:
    return iter({id(node.span): node.span for node in walk(root)}.values())


def _move(piece: TextPiece, source: Source, start: int) -> None:
    """Move the spans of a kept piece to its place in a new text."""
    inside = [span for text in piece.texts for value in text_values(text) for span in _spans(value.node)]
    change, by = object.__setattr__, start - piece.start
    for span in (*piece.spans, *inside):
        change(span, "source", source)
        if by:
            change(span, "start", span.start + by)
            change(span, "end", span.end + by)


def _parse(source: Source, scanned: Scan, start: int, first: bool) -> s.Header | s.Member | None:
    """Return the node of one piece, parsed by itself; None if it has an error, or is correct only together with other
    pieces."""
    laid = lay_out(source, scanned)
    if scanned.problems or laid.problems or laid.fatal:
        return None
    tokens = laid.tokens if first else [*_header(start), *laid.tokens]
    terminals: list[str] = []
    try:
        made = parse_tokens(source, tokens, terminals)
    except RulekitError:
        return None
    if isinstance(made, Stopped) or find_misused_words(source, tokens, terminals) or wrong_values(made, tokens):
        return None
    if first:
        return None if made.members else made.header
    return made.members[0] if len(made.members) == 1 else None


def _header(at: int) -> Sequence[Token]:
    """Return tokens of a short header, which must come before a piece that is parsed by itself."""
    return added_token("rulebook", at), Token(NAME, "q", at, at), Token(NEWLINE, "", at, at)


def _explained(source: Source, pieces: Sequence[TextPiece]) -> ParsedText:
    """Return the result for a text in which some pieces have an error, with the messages about these.

    Pieces without an error are replaced by blanks, except three kinds: the header; the piece before one with an error,
    since its last line may continue there; and pieces that declare a word that a piece with an error calls or begins a
    line with."""
    wrong = [*(piece.node is None for piece in pieces), False]
    words = {word for piece in pieces if piece.node is None for pair in _SAID.findall(piece.text) for word in pair}
    needed = [
        at == 0 or wrong[at] or wrong[at + 1] or not piece.declared.isdisjoint(words) for at, piece in enumerate(pieces)
    ]
    parts = [one.text if need else _blank(one.text) for one, need in zip(pieces, needed, strict=True)]
    left = Source(source.name, "".join(parts))
    scanned = scan(left)
    laid = lay_out(left, scanned)
    problems = [] if laid.fatal else explain(left, scanned, laid)
    if not problems:  # every line parses, so the error is of another kind
        book, problems = parse_whole(left)
        if book is not None:  # the pieces are correct together
            return _whole(source)
    return ParsedText(source, tuple(pieces), None, tuple(_moved(one, source) for one in problems))


def _blank(text: str) -> str:
    return "\n".join(" " * len(line) for line in text.split("\n"))


def _moved(message: Diagnostic, source: Source) -> Diagnostic:
    """Return a copy of a message that points at the same offsets of this source."""

    def at(span: Span) -> Span:
        return Span(source, span.start, span.end)

    labels = tuple(evolve(label, span=at(label.span)) for label in message.labels)
    helps = tuple(evolve(help, span=help.span and at(help.span)) for help in message.help)
    return evolve(message, span=message.span and at(message.span), labels=labels, help=helps)
