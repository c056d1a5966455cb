"""Quoted lines of the base in their one layout: blanks as the formatter sets them, whatever the author wrote."""

from __future__ import annotations

from ..lexer import Token
from ..parse_table import advance, table
from ..quoted_lines import line_tokens, read_line
from ..word_reading import terminal_at
from .spacing import flat, spaced_tokens


def laid_out_quote(token: Token) -> Token:
    """The token of a quoted line, laid out; as it stands where no line is written so."""
    text = token.text[1:-1].strip()
    reading = read_line(text)
    if reading is not None and reading.before:
        head = reading.tokens[:1] if reading.tokens[0].text == "else" else ()
        tokens = line_tokens(reading.before, reading.tokens[len(head) :])
        states, terminals = [table().first], list[str]()
        for number in range(len(reading.before) + len(reading.tokens) - len(head)):
            terminals.append(terminal_at(states, tokens, number))
            advance(states, terminals[-1])
        own = [*head, *tokens[len(reading.before) : len(terminals)]]
        text = flat(spaced_tokens(own, ["else"] * len(head) + terminals[len(reading.before) :]))
    elif reading is not None:
        text = flat(spaced_tokens(reading.tokens, [one.text for one in reading.tokens]))
    return token._replace(text=f"`{text}`")
