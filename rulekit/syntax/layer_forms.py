"""Repairs of the lines by which a layer names its base and the clauses that it changes: `of toll.rules`, `over toll`, a
title before the base, `strike chips`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..diagnostics import Diagnostic, Help
from .broken_line import BrokenLine, Repair, line_end, try_parse
from .lexer import NAME, NEWLINE, STRING

_LAYERS: Final = frozenset(["edition", "expansion", "variant"])
_OF: Final = frozenset(["over", "on", "for", "from", "extends", "to"])
"""Words that beginners write for `of`."""
_CHANGES: Final = frozenset(["replace", "strike"])
_KINDS: Final = ("fact", "keep", "rule", "action", "procedure", "place", "option", "enum", "piece", "table")
"""Kinds of clauses, to see whether the rest of a line is right."""


def _is_layer(line: BrokenLine, words: int) -> bool:
    """Return whether the line is the first of a layer and has at least so many tokens before its end."""
    return line.tokens[line.first].text in _LAYERS and line_end(line.tokens, line.first) >= line.first + words


def base_file(line: BrokenLine) -> Iterator[Repair]:
    """Yield the repair that names the base without its folder `./` and its ending: `of ./toll.rules` becomes `of
    toll`."""
    of = line.first + 2
    if not _is_layer(line, 4) or line.at <= of or line.tokens[of].text != "of":
        return
    end = next(n for n in range(of + 1, len(line.tokens)) if line.tokens[n].kind in (STRING, ":", NEWLINE))
    span = line.span(line.tokens[of + 1], line.tokens[end - 1])
    base = span.text.removeprefix("./").removesuffix(".rules")
    names = base.split("/")
    done = try_parse(line.before(of + 1), [NAME, *["/", NAME] * (len(names) - 1)], line.tokens, end)
    if done and base != span.text and all(name.isidentifier() for name in names):
        advice = Help(f"write `{base}`", span, base)
        yield Repair(Diagnostic("E105", "a base is named without `.rules`", span, (), (), (advice,)), *done)


def word_for_of(line: BrokenLine) -> Iterator[Repair]:
    """Yield the repair that writes `of` before the base, for `over` and the like."""
    at = line.first + 2
    if not _is_layer(line, 4) or line.at not in (at, at + 1) or line.tokens[at].text not in _OF:
        return
    done = try_parse(line.before(at), ["of"], line.tokens, at + 1)
    if done:
        word = line.tokens[at]
        advice = Help("write `of`", line.span(word), "of")
        message = f"the base comes after `of`, not `{word.text}`"
        yield Repair(Diagnostic("E105", message, line.span(word), (), ("`of`",), (advice,)), *done)


def title_before_base(line: BrokenLine) -> Iterator[Repair]:
    """Yield the repair that moves the title of a layer to the end of its line."""
    at = line.first + 2
    if not _is_layer(line, 5) or line.at < at or line.tokens[at].kind != STRING or line.tokens[at + 1].text != "of":
        return
    end = next(n for n in range(at, len(line.tokens)) if line.tokens[n].kind in (":", NEWLINE))
    base = [token.kind for token in line.tokens[at + 2 : end]]
    done = try_parse(line.before(at), ["of", *base, STRING], line.tokens, end)
    if done:
        title, of, last = line.tokens[at], line.tokens[at + 1], line.tokens[end - 1]
        span = line.span(title, last)
        right = f"{line.span(of, last).text} {line.span(title).text}"
        advice = Help(f"write `{right}`", span, right)
        yield Repair(Diagnostic("E104", "the title comes after the base", span, (), (), (advice,)), *done)


def layer_without_name(line: BrokenLine) -> Iterator[Repair]:
    """Yield a repair of a layer without a name of its own: `variant of toll`."""
    at = line.first + 1
    if not _is_layer(line, 3) or line.at < at or line.tokens[at].text != "of" or line.tokens[at + 1].kind != NAME:
        return
    done = try_parse(line.before(at), [NAME], line.tokens, at)
    if done:
        word, span = line.tokens[line.first].text, line.span(line.tokens[at])
        advice = Help(f"write `{word} NAME of …`; NAME is the name of its file, without `.rules`")
        yield Repair(Diagnostic("E103", f"the {word} has no name of its own", span, (), (), (advice,)), *done)


def kind_of_clause(line: BrokenLine) -> Iterator[Repair]:
    """Yield a repair of a change that does not say the kind of its clause: `strike chips`."""
    word = line.tokens[line.first].text
    if word not in _CHANGES or line.at != line.first + 1 or line.token.kind != NAME:
        return
    done = next((made for kind in _KINDS if (made := try_parse(line.stack, [kind], line.tokens, line.at))), None)
    if done:
        name = line.token.text
        advice = Help(
            f"write the word with which its clause begins, such as `{word} fact {name}` or `{word} keep {name}`"
        )
        message = f"the kind of the clause `{name}` is missing"
        yield Repair(Diagnostic("E103", message, line.span(line.token), (), (), (advice,)), *done)
