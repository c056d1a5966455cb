"""Finds the tags (titles, summaries and citations) among a clause's tokens, and the end of its heading, where tags
belong.

`versions.py` moves the tags of older texts to the end of the heading; `tags_out_of_place` reports a tag elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ..diagnostics import Diagnostic, Help, Span
from ..diagnostics.printable import one_line, with_article
from .broken_line import BrokenLine, Repair, try_parse
from .lexer import CITE, INDEX, NAME, NEWLINE, STRING, Token

_BEFORE_A_VALUE: Final = frozenset(["fact", "exception", "figure"])
_BEFORE_A_COLON: Final = frozenset(
    ["piece", "board", "place", "keep", "position", "always", "never", "finally", "enum", "option", "ruling", "ruleset"]
)
_AT_THE_END: Final = frozenset(
    [
        *("table", "choice", "action", "procedure", "event", "rule", "example"),
        *("words", "look", "statements", "chapter", "section"),
    ]
)
_OPENING: Final = frozenset(["(", "{", INDEX, CITE])
_CLOSING: Final = frozenset([")", "}", "]"])


class HeadedLine(NamedTuple):
    """What is known of the first line of a clause: the kind of clause, the index of the token after its heading
    (`end`), and its runs of consecutive tags, each with the indexes of its first token and of the token after it
    (`runs`)."""

    kind: str
    end: int
    runs: tuple[tuple[int, int], ...]

    @property
    def goal(self) -> int:
        """Return the index of the token before which misplaced tags belong: the end of the heading or, if there are
        tags at this end, the first of these."""
        return next((first for first, last in self.runs if last == self.end), self.end)


def parse_heading(tokens: Sequence[Token]) -> HeadedLine | None:
    """Return the heading of a line; None if the line does not begin a clause that can have a title."""
    at = 1 if [token.text for token in tokens[:1]] == ["replace"] else 0
    if len(tokens) < at + 2 or tokens[at + 1].kind != NAME:
        return None
    kind = tokens[at].text
    if kind in _BEFORE_A_VALUE:
        end = _first(tokens, "=")
    elif kind in _BEFORE_A_COLON:
        end = _first(tokens, ":")
    elif kind in _AT_THE_END:
        end = len(tokens) - (tokens[-1].kind == ":")
    else:
        return None
    return HeadedLine(kind, end, tuple(_runs(tokens)))


def _first(tokens: Sequence[Token], sign: str) -> int:
    """Return the index of the first such sign that is outside brackets and not part of a `let`; the number of tokens if
    there is none."""
    depth, naming = 0, False
    for number, token in enumerate(tokens):
        depth += (token.kind in _OPENING) - (token.kind in _CLOSING)
        if depth == 0 and token.kind == sign and not naming:
            return number
        if token.kind == NAME and token.text == "let":
            naming = True
        elif token.kind == ":":
            naming = False
    return len(tokens)


def _runs(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield runs of consecutive texts and citations outside brackets: the index of the first token and of the token
    after the run."""
    at = depth = 0
    while at < len(tokens):
        begun = at
        while depth == 0 and at < len(tokens) and tokens[at].kind in (STRING, CITE):
            at = _after_tag(tokens, at)
        if at > begun:
            yield begun, at
            continue
        depth += (tokens[at].kind in _OPENING) - (tokens[at].kind in _CLOSING)
        at += 1


def _after_tag(tokens: Sequence[Token], at: int) -> int:
    """Return the index of the token after the text or citation that begins at `at`."""
    if tokens[at].kind == CITE:
        while at < len(tokens) - 1 and tokens[at].kind != "]":
            at += 1
    return at + 1


def tags_text(tokens: Sequence[Token]) -> str:
    """Return the text of tags, with standard spacing."""
    out = ""
    for token in tokens:
        apart = out and not out.endswith("[") and token.text not in ("]", ",")
        out += (" " if apart else "") + token.text
    return out


def tags_out_of_place(line: BrokenLine) -> Iterator[Repair]:
    """Yield the repair that moves a line's title and citations to the end of its heading."""
    tokens = list(line.tokens[line.first : line.first + _length(line)])
    headed = parse_heading(tokens)
    stopped = line.at - line.first
    if headed is None or line.tokens[line.first + len(tokens)].kind != NEWLINE:
        return
    for first, last in headed.runs:
        if first <= stopped <= last and headed.end not in (first, last):
            end = headed.goal
            moved = (
                [*tokens[:end], *tokens[first:last], *tokens[end:first], *tokens[last:]]
                if end < first
                else [*tokens[:first], *tokens[last:end], *tokens[first:last], *tokens[end:]]
            )
            moved += line.tokens[line.first + len(tokens) :]
            done = try_parse(line.before(line.first), (), moved, 0)
            if done and done[1] == len(tokens) + 1:
                yield Repair(_diagnostic(line, tokens, headed, (first, last)), done[0], line.first + done[1])


def title_after_colon(first: Span, colon: Token, title: Token) -> Diagnostic:
    """Return the message for a title after the colon of a heading; `first` is the place of the heading's first word."""
    source = first.source
    heading = one_line(source.text[first.start : colon.start])
    fix = Help(f"write `{heading} {title.text}:`", Span(source, colon.start, title.end), f" {title.text}:")
    return Diagnostic("E104", "a title comes before the colon", Span(source, title.start, title.end), help=(fix,))


_INDEXED: Final = frozenset(["keep", "place", "figure"])


def index_after_title(line: BrokenLine) -> Iterator[Repair]:
    """Yield the repair that moves an index such as `[p in Player]`, read as a citation, before the title."""
    kind, name, title, bracket = [*line.tokens[line.first : line.first + 4], *[line.token] * 4][:4]
    if kind.text not in _INDEXED or title.kind != STRING or bracket.kind != CITE or line.token.text != "in":
        return
    first = line.first + 3
    end = next((n for n in range(line.at, len(line.tokens)) if line.tokens[n].kind in ("]", NEWLINE)), len(line.tokens))
    index = [bracket._replace(kind=INDEX), *line.tokens[first + 1 : end + 1]]
    done = try_parse(line.before(first - 1), (), [*index, title, *line.tokens[end + 1 :]], 0)
    if done:
        place = line.span(bracket, line.tokens[end])
        fix = Help(
            f"write `{name.text}{place.text}`, and the title after it",
            Span(line.source, name.end, place.end),
            f"{place.text} {title.text}",
        )
        message = "an index is written right after the name, before the title"
        yield Repair(Diagnostic("E104", message, place, (), (), (fix,)), done[0], first - 1 + done[1])


def _length(line: BrokenLine) -> int:
    at = line.at
    while line.tokens[at].kind != NEWLINE and at + 1 < len(line.tokens):
        at += 1
    return at - line.first


def _diagnostic(line: BrokenLine, tokens: Sequence[Token], headed: HeadedLine, run: tuple[int, int]) -> Diagnostic:
    first, last = run
    said, text = tags_text(tokens[first:last]), line.source.text
    before = tokens[headed.goal - 1]
    if headed.goal < first:
        between = Span(line.source, before.end, tokens[last - 1].end)
        right = f" {said}{text[before.end : tokens[first - 1].end]}"
        after = ""
    else:
        between = Span(line.source, tokens[first - 1].end, before.end)
        moved = text[tokens[last - 1].end : before.end]
        right = f"{moved.lstrip() if tokens[last].kind == '(' else moved} {said}"
        after = f" after `{one_line(' '.join(text[tokens[last].start : before.end].split()))}`,"
    gap = text[tokens[first - 1].end : tokens[first].start]
    fix = Help("move them there")
    if "#" not in gap:
        start, end = tokens[0].start, tokens[headed.end].end if first < headed.end < len(tokens) else tokens[-1].end
        heading = f"{text[start : between.start]}{right}{text[between.end : end]}"
        fix = Help(f"write `{one_line(' '.join(heading.split()))}`", between, right)
    where = f"right before its `{tokens[headed.end].kind}`" if headed.end < len(tokens) else "at the end of its heading"
    message = f"titles and citations of {with_article(f'`{headed.kind}`')} come{after} {where}"
    span = line.span(tokens[first], tokens[last - 1])
    everywhere = Help("`rulekit fmt --upgrade FILE` moves those of a whole file that was written so")
    return Diagnostic("E104", message, span, (), (), (fix, everywhere))
