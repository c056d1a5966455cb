"""Reads the lines that a player types: with editing and completion on a terminal, otherwise without."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from attrs import define, field

from ..diagnostics.printable import cut, printable
from .terminal_output import ask, obeys, say

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession


class TypedLines(Protocol):
    number: int
    """The number of lines typed so far."""

    def next_line(self, prompt: str, words: Sequence[str]) -> str | None:
        """Print a prompt and return a typed line, or None at the end of input. The Tab key completes `words`."""

    def forget(self) -> None:
        """Forget the earlier lines, so that the next player at the keyboard cannot see them."""


def typed_lines(plain: bool) -> TypedLines:
    """Return a line editor. Without a terminal, or if `plain`, return a reader of plain lines."""
    return EditedLines() if not plain and is_typed() and obeys(sys.stdout) else PlainLines()


def is_typed() -> bool:
    """Return whether a person types the input at a terminal; False if it comes from a pipe or a file."""
    return sys.stdin is not None and sys.stdin.isatty()


@define
class PlainLines:
    """Reads lines without editing or completion. Lines from a pipe or file are printed again."""

    number: int = 0

    def next_line(self, prompt: str, words: Sequence[str]) -> str | None:
        line = ask(prompt)
        if line is not None:
            self.number += 1
            if not is_typed():
                say(cut(line))
        return line

    def forget(self) -> None:
        """Do nothing, since no lines are remembered."""


@define
class EditedLines:
    """Reads lines with prompt_toolkit, which offers completion, editing keys and the same player's earlier lines."""

    number: int = 0
    _prompt: PromptSession[str] | None = field(default=None, init=False)

    def next_line(self, prompt: str, words: Sequence[str]) -> str | None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import FuzzyWordCompleter

        if self._prompt is None:
            self._prompt = PromptSession(complete_while_typing=False)
        try:
            line = self._prompt.prompt(
                printable(prompt), completer=FuzzyWordCompleter([*map(printable, words)], WORD=True)
            )
        except EOFError:
            return None
        self.number += 1
        return line

    def forget(self) -> None:
        self._prompt = None
