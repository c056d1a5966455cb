"""The words in pictures, in one language, with the nouns of the rulebook."""

from __future__ import annotations

from attrs import field, frozen

from ..model.symbols import DomainSymbol
from ..prose import Speaker


@frozen
class PictureWords:
    """The words in pictures, in the language of a speaker (`rulekit.prose`)."""

    speaker: Speaker
    names_all: bool = False
    _titles: dict[tuple[str, str | None], str] = field(factory=dict, init=False, eq=False, repr=False)

    def title(self, name: str, item: str | None = None) -> str:
        """Return the title of a name or of one of its items; empty for a site or a kind of piece without a title, for
        which the picture shows its label."""
        if (name, item) not in self._titles:
            self._titles[name, item] = self._worded_title(name, item)
        return self._titles[name, item]

    def _worded_title(self, name: str, item: str | None) -> str:
        symbol = self.speaker.model.symbols.get(name)
        if item is not None and isinstance(symbol, DomainSymbol) and symbol.domain.sort in ("piece", "board"):
            return self.speaker.written_title(name, item) or ""
        return self.speaker.title(name, item)

    def noun(self, name: str) -> str:
        return self.speaker.noun(name)

    def phrase(self, key: str, **values: object) -> str:
        told = {name: value if isinstance(value, int) else str(value) for name, value in values.items()}
        return self.speaker.ui(f"picture-{key.replace(' ', '-')}", **told)
