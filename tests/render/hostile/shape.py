"""The structure of a page or a picture apart from its text: elements, their attributes, and the targets of links."""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree import ElementTree

NAMED = ("class", "id", "type", "role", "rel")
"""Attributes whose values contain no text of a rulebook, except for ids made from titles of sections."""
LEADING = ("href", "src", "action", "data", "poster", "formaction", "xlink:href")

Shape = list[str]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.shape: Shape = []
        self.titles: list[str] = []
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = [f"{name}={value}" if name in NAMED and name != "id" else name for name, value in attrs]
        told += [f"{name} to {leads(value)}" for name, value in attrs if name in LEADING]
        self.shape.append(f"{tag} {' '.join(told)}")
        if tag in ("title", "h1"):
            self.titles.append("")
        self._inside = tag

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside in ("title", "h1"):
            self.titles[-1] += data
        if self._inside in ("script", "style"):
            self.shape.append(data)

    def handle_comment(self, data: str) -> None:
        self.shape.append("comment")

    def handle_decl(self, decl: str) -> None:
        self.shape.append("declaration")

    def handle_pi(self, data: str) -> None:
        self.shape.append("instruction")


def leads(value: str | None) -> str:
    """Return the target of a link without its fragment, which may be made from the title of a section."""
    return (value or "").partition("#")[0].partition(",")[0]


def html_shape(text: str) -> Shape:
    """Return the structure of a page. It is sorted, since an index is ordered by its words."""
    return sorted(_read(text).shape)


def html_titles(text: str) -> list[str]:
    """Return the title and the first heading of a page."""
    return _read(text).titles


def _read(text: str) -> _Reader:
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader


def xml_shape(text: str) -> Shape:
    """Return the structure of a picture. Raises ParseError if it is not well-formed XML."""
    return [f"{one.tag} {' '.join(one.attrib)}" for one in ElementTree.fromstring(text).iter()]
