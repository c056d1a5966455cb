"""Settings for text: the width of lines, and whether to avoid columns."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from attrs import frozen

from ..diagnostics.printable import printable

WIDTH, PIPE_WIDTH = 80, 72
"""Letters of a line at most: in a terminal, and if the width of the output is unknown."""
NARROWEST: Final = 24
"""Letters of a line at least; sentences are unreadable in less."""


@frozen
class ScreenStyle:
    """The width of a line in characters, and whether to avoid columns (`linear`: for screen readers)."""

    width: int = PIPE_WIDTH
    linear: bool = False

    def wrap(self, text: str, begin: str = "", under: str | None = None) -> list[str]:
        """Return a text wrapped into lines; `begin` is put before the first line, `under` before each further line."""
        indent = " " * len(begin) if under is None else under
        width = max(self.width, NARROWEST)
        if len(indent) > width // 2:
            indent = " " * (width // 4)
        said = f"{begin}{one_line_cell(text)}"
        lines = wrap(said, width, subsequent_indent=indent, break_on_hyphens=False)
        return lines or [begin.rstrip()]


USUAL_STYLE: Final = ScreenStyle()


def one_line_cell(text: str) -> str:
    """Return a text of unknown origin as one line that is safe to print."""
    return " ".join(printable(text).split())


def heading_text(text: str, style: ScreenStyle) -> str:
    """Return a heading in capitals. For a screen reader it is unchanged, because screen readers might spell out
    capitals."""
    return text if style.linear else text.upper()
