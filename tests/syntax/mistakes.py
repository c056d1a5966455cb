"""Makes single mistakes that people make in correct rulebooks, with the line on which a message is expected.

Each kind changes one place on one line: a missing colon or quote, a line indented one space too far, a keyword misspelt
or written in Dutch or German, a range with a dash or one dot. `told` returns what was reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rulekit.diagnostics import Diagnostic, Source
from rulekit.syntax import parse
from rulekit.syntax.indentation import lay_out
from rulekit.syntax.lexer import DEDENT, INDENT, NAME, NEWLINE, STRING, Token, scan
from rulekit.syntax.lr_driver import parse_tokens

DUTCH = """if=als for=voor each=elke example=voorbeeld choose=kies where=waar and=en or=of else=anders expect=verwacht
    play=speel action=actie fact=feit players=spelers rule=regel repeat=herhaal move=verplaats place=plaats table=tabel
    until=totdat flow=verloop choice=keuze count=aantal sum=som piece=stuk to=naar from=van by=door given=gegeven
    draw=trek then=dan hidden=verborgen game=spel over=afgelopen otherwise=anders"""
GERMAN = """if=wenn for=für each=jeden example=beispiel choose=wähle where=wobei and=und or=oder else=sonst
    expect=erwarte play=spiele action=aktion fact=tatsache players=spieler rule=regel repeat=wiederhole move=bewege
    place=platz table=tabelle until=bis flow=ablauf choice=wahl count=anzahl sum=summe piece=figur to=nach from=von
    by=durch given=gegeben draw=ziehe then=dann hidden=verdeckt game=spiel over=vorbei otherwise=sonst"""


class Mistake(NamedTuple):
    """A text with one mistake, and the line of the mistake, counted from 1."""

    text: str
    line: int


class RightText(NamedTuple):
    """A text without mistakes, its tokens, and the terminal of the grammar that each token became."""

    text: str
    tokens: list[Token]
    terminals: list[str]

    def words(self) -> Iterator[Token]:
        """Yield the keywords of the text."""
        for token, terminal in zip(self.tokens, self.terminals, strict=True):
            if token.kind == NAME and terminal == token.text:
                yield token

    def instead(self, token: Token, new: str) -> Mistake:
        return self.put(token.start, token.end, new)

    def put(self, start: int, end: int, new: str) -> Mistake:
        return Mistake(self.text[:start] + new + self.text[end:], self.text.count("\n", 0, start) + 1)


def read(text: str) -> RightText:
    source = Source("right.rules", text)
    tokens = lay_out(source, scan(source)).tokens
    terminals: list[str] = []
    parse_tokens(source, tokens, terminals)
    return RightText(text, tokens, terminals)


def no_colon(of: RightText) -> Iterator[Mistake]:
    """Remove each colon that opens a block."""
    for token, after in zip(of.tokens, of.tokens[2:], strict=False):
        if token.kind == ":" and after.kind == INDENT:
            yield of.instead(token, "")


def no_closing_quote(of: RightText) -> Iterator[Mistake]:
    return (of.put(token.end - 1, token.end, "") for token in of.tokens if token.kind == STRING)


def no_opening_quote(of: RightText) -> Iterator[Mistake]:
    return (of.put(token.start, token.start + 1, "") for token in of.tokens if token.kind == STRING)


def a_space_too_deep(of: RightText) -> Iterator[Mistake]:
    """Indent each line after the first by one more space."""
    for before, token in zip(of.tokens, of.tokens[1:], strict=False):
        if before.kind in (NEWLINE, INDENT, DEDENT) and token.text:
            yield of.put(token.start, token.start, " ")


def misspelt(of: RightText) -> Iterator[Mistake]:
    """Swap two neighbouring letters in each keyword of four or more letters."""
    for token in of.words():
        word = token.text
        if len(word) > 3 and word[1] != word[2]:
            yield of.instead(token, word[0] + word[2] + word[1] + word[3:])


def _said_in(table: str) -> Callable[[RightText], Iterator[Mistake]]:
    words = dict(pair.split("=") for pair in table.split())
    return lambda of: (of.instead(token, words[token.text]) for token in of.words() if token.text in words)


def with_a_dash(of: RightText) -> Iterator[Mistake]:
    return (of.instead(token, "-") for token in of.tokens if token.kind == "..")


def with_one_dot(of: RightText) -> Iterator[Mistake]:
    return (of.instead(token, ".") for token in of.tokens if token.kind == "..")


KINDS: dict[str, Callable[[RightText], Iterator[Mistake]]] = {
    "no colon": no_colon,
    "no closing quote": no_closing_quote,
    "no opening quote": no_opening_quote,
    "a space too deep": a_space_too_deep,
    "misspelt": misspelt,
    "in Dutch": _said_in(DUTCH),
    "in German": _said_in(GERMAN),
    "with a dash": with_a_dash,
    "with one dot": with_one_dot,
}


class Told(NamedTuple):
    """The messages about a mistake, whether the first is on its line, and whether the first fix of it makes the text
    correct.
    """

    messages: list[Diagnostic]
    there: bool
    mended: bool

    @property
    def well(self) -> bool:
        return len(self.messages) == 1 and self.there and self.mended


def told(mistake: Mistake) -> Told | None:
    """Return what is reported about a mistake, or None if the text is still correct."""
    book, found = parse(Source("mistake.rules", mistake.text))
    if book is not None:
        return None
    first = found[0].span
    there = first is not None and first.first.line == mistake.line
    return Told(
        found, there, any(parse(Source("mended.rules", text))[1] == [] for text in mendings(mistake, found)[:1])
    )


def mendings(mistake: Mistake, found: list[Diagnostic]) -> list[str]:
    """Return the text after each fix that the first message proposes."""
    return [
        mistake.text[: fix.span.start] + fix.replacement + mistake.text[fix.span.end :]
        for fix in found[0].help
        if fix.span is not None and fix.replacement is not None
    ]
