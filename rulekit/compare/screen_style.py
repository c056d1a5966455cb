"""How the text of a comparison is set: the width of lines, and whether everything stands one after the other."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from attrs import frozen

from ..diagnostics.printable import printable

WIDTH, PIPE_WIDTH = 80, 72
"""Letters of a line at most: of a terminal, and where nobody says how wide it is."""
NARROWEST: Final = 24
"""Letters of a line at least: in less no sentence can be read."""


@frozen
class ScreenStyle:
    """The letters of a line, and whether there are no columns (`linear`: for screen readers)."""

    width: int = PIPE_WIDTH
    linear: bool = False

    def wrap(self, text: str, begin: str = "", under: str | None = None) -> list[str]:
        """Return a text in lines; `begin` comes first, `under` before each further line."""
        indent = " " * len(begin) if under is None else under
        width = max(self.width, NARROWEST)
        if len(indent) > width // 2:
            indent = " " * (width // 4)
        said = f"{begin}{one_line_cell(text)}"
        lines = wrap(said, width, subsequent_indent=indent, break_on_hyphens=False)
        return lines or [begin.rstrip()]


USUAL_STYLE: Final = ScreenStyle()


def one_line_cell(text: str) -> str:
    """Return a text that anybody may have written as one line that is safe to show."""
    return " ".join(printable(text).split())


def heading_text(text: str, style: ScreenStyle) -> str:
    """Return a heading in capitals; a screen reader gets it as words."""
    return text if style.linear else text.upper()
