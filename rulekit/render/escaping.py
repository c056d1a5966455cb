"""Makes text that anybody may have written fit for a page: in Markdown, in titles of links and notes, in YAML, and in
what mkdocs and its themes write into HTML as it is.

Nothing in such a text becomes an element, an attribute, a link or a list; control characters become a sign each.
"""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Final
from urllib.parse import quote

from ..diagnostics.printable import printable

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]])")
_BEGINS: Final = re.compile(r"^(\s*)([-+#:>!?=~]|\d+[.)])")
_ENTITIES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;"})
_TITLE_ENTITIES: Final = {ord(sign): f"&#{ord(sign)};" for sign in "|`'()\\[]*_"} | _ENTITIES | {ord('"'): "&quot;"}
_LIKE: Final = str.maketrans({"<": "\uff1c", ">": "\uff1e", '"': "\u201d"})
"""Signs that look like those of HTML and mean nothing there."""


def markdown_text(text: str) -> str:
    """Return Markdown that shows these words and nothing else."""
    return _SPECIAL.sub(r"\\\1", " ".join(printable(text).split("\n")).translate(_ENTITIES))


def begun_line(text: str) -> str:
    """Return a line of Markdown whose first sign makes no list, heading or rule of it."""
    found = _BEGINS.match(text)
    if not found:
        return text
    sign = found.group(2)
    right = f"{sign[:-1]}\\{sign[-1]}" if sign[0].isdigit() else f"&#{ord(sign)};"
    return found.group(1) + right + text[found.end() :]


def link_title(text: str) -> str:
    """Return words as the title of a link, which is shown over it."""
    return " ".join(printable(text).split()).translate(_TITLE_ENTITIES)


def note_title(text: str) -> str:
    """Return words as the title of a note or a tab, which is Markdown between quotes."""
    return begun_line(markdown_text(" ".join(printable(text).split()))).replace('"', "&quot;")


def link_path(path: str) -> str:
    """Return the path of a file as the destination of a link, which is on the same host whatever the file is called."""
    return quote(path)


def fence(text: str) -> str:
    """Return a line that begins and ends a block of code, longer than any in the text."""
    return "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))


def theme_text(text: str) -> str:
    """Return words that themes of mkdocs can show: some write titles into HTML as they are, some escape them, and some
    take tags out and read entities, so that the words may have none of these signs.
    """
    shown = " ".join(printable(text).split()).translate(_LIKE)
    return shown if unescape(shown) == shown else shown.replace("&", "\uff06")


def yaml_text(text: str) -> str:
    """Return words for themes as a text in YAML."""
    return json.dumps(theme_text(text), ensure_ascii=False)
