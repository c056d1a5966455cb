"""The values that a session returns: frozen, with everything that one seat may see and nothing else.

If two sessions differ only in what a seat may not know, they return equal values for it.
"""

from __future__ import annotations

from html import escape

from attrs import field, frozen

from ..scene import Scene, svg


@frozen
class SessionOffer:
    """An option that can be chosen now. `number` counts from 1 in the list of offers. `option` is its number in the
    engine, and `label` its name for programs. `keys` are those of the things in the picture that it names, in order.
    `then` has the options to take at the questions that follow."""

    number: int
    option: int
    label: str
    title: str
    values: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    then: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.title}: {', '.join(self.values)}" if self.values else self.title


@frozen
class OfferGroup:
    """The offers of one action, with its title."""

    title: str
    offers: tuple[SessionOffer, ...]

    @property
    def names_sites(self) -> bool:
        """Return whether each offer can be typed as sites of a board: `e2 e4`."""
        pairs = [(offer, zip(offer.values, offer.keys, strict=False)) for offer in self.offers]
        return all(
            len(offer.keys) == len(offer.values) > 0 and all(_is_site(key, value) for value, key in named)
            for offer, named in pairs
        )


def _is_site(key: str, value: str) -> bool:
    return key.endswith(f" {value}") and not key.startswith("place ")


@frozen
class ClosedAction:
    """An action, or a piece, that cannot be chosen at this decision, and the reason."""

    title: str
    why: str

    def __str__(self) -> str:
        return f"{self.title}: {self.why}" if self.why else self.title


@frozen
class RuleText:
    """The rule of a decision: its clause, title, text for players, and the sections of sources that it cites."""

    clause: str
    title: str
    text: str
    cites: tuple[str, ...]


@frozen
class HistoryLine:
    """Something that a seat saw: a step (a choice, an outcome, something shown), or a change that the step caused.
    `is_private` means that some other seat did not see it."""

    text: str
    is_step: bool
    is_private: bool = False

    def __str__(self) -> str:
        return self.text


@frozen
class SeatView:
    """The game as the seat `viewer` sees it (None: as everybody sees it). `groups` is empty unless this seat
    decides."""

    game: str
    seats: tuple[str, ...]
    viewer: int | None
    decider: int | None
    scene: Scene = field(repr=False)
    groups: tuple[OfferGroup, ...] = ()
    payoffs: tuple[int, ...] = ()
    """The result of each seat; empty while the game goes on."""

    @property
    def offers(self) -> tuple[SessionOffer, ...]:
        return tuple(offer for group in self.groups for offer in group.offers)

    def _repr_svg_(self) -> str:
        return svg(self.scene)

    def _repr_html_(self) -> str:
        """Return HTML with the picture and the offers, for a notebook."""
        groups = (
            f"<p>{escape(group.title)}</p><ul>{''.join(map(_item, group.offers))}</ul>"
            if any(offer.values for offer in group.offers)
            else f"<ul>{''.join(map(_item, group.offers))}</ul>"
            for group in self.groups
        )
        return f"<div>{svg(self.scene)}{''.join(groups)}</div>"


def _item(offer: SessionOffer) -> str:
    return f"<li>{offer.number}: {escape(', '.join(offer.values) or offer.title)}</li>"
