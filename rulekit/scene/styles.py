"""What is said of how one thing looks, as far as it is said; what it takes from its attributes is `looks.py`'s."""

from __future__ import annotations

from attrs import frozen

from .said import Members

KEYS = ("colour", "shape", "letter", "drawing", "size", "turned", "back", "crossed", "parts", "area", "band")
OWN = {"size": None, "turned": None, "letter": None, "crossed": None}
"""What nothing takes from its attributes."""


@frozen
class Style:
    """What is said of how something looks; None is nothing."""

    colour: str | None = None
    shape: str | None = None
    letter: str | None = None
    drawing: str | None = None
    size: int | None = None
    turned: int | None = None
    back: str | None = None
    crossed: bool | None = None
    parts: Members | None = None
    area: Members | None = None
    band: Members | None = None

    @property
    def outlined(self) -> bool:
        return bool(self.parts or self.area or self.band)

    def over(self, other: Style) -> Style:
        """This, and where it says nothing the other."""
        return Style(*(getattr(other, key) if getattr(self, key) is None else getattr(self, key) for key in KEYS))


PLAIN = Style()
