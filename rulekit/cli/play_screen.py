"""What a player at the keyboard sees: the board, what changed, the options, and the consequences of each.

On a terminal everything is wrapped, and headings and numbers are coloured. In plain mode everything is written as
sentences, for screen readers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from attrs import define

from ..scene.text_picture import fit, picture_text, wrap
from ..session import HistoryLine, OfferGroup, Session, SessionOffer
from .terminal_output import encoding, say, terminal_width

MOST_LISTED: Final = 9
"""The most options of one action that get a line each on a terminal; of more, only their first parts are listed."""
HEAD, NUMBER, PLAIN = "\x1b[1;36m", "\x1b[36m", "\x1b[0m"


@define
class PlayScreen:
    """Prints a session for one player. If `plain`, or without a terminal, it prints sentences without colours or
    wrapping."""

    plain: bool

    @property
    def width(self) -> int:
        return terminal_width() or 100

    # -------------------------------------------------------------------------------------- the board, and what changed

    def say_board(self, session: Session) -> None:
        told = picture_text(session.position().scene, encoding(), self.width)
        title, _, rest = told.partition("\n")
        say(told, coloured=f"{HEAD}{title}{PLAIN}\n{rest}")

    def say_news(self, news: Sequence[HistoryLine], heading: str = "") -> None:
        """Print what a player saw: a line for each step, and below it a line for what changed."""
        if not news:
            return
        lines: list[str] = []
        for is_step, run in groupby(news, lambda line: line.is_step):
            told = [str(line) for line in run]
            lines += [f"  {line}" for line in told] if is_step or self.plain else [f"    {' '.join(told)}"]
        self.say_wrapped([heading, *lines] if heading else lines)

    # ------------------------------------------------------------------------------------------------------ the options

    def say_offers(self, session: Session, seat: str, offers: Sequence[SessionOffer], is_narrowed: bool) -> None:
        """Print the options, and why other actions have none. With `is_narrowed`, `offers` are only those options that
        fit what the player typed so far."""
        say("")
        groups = [
            (group, kept)
            for group in session.position().groups
            if (kept := tuple(offer for offer in group.offers if offer in offers))
        ]
        many = len(session.offers)
        if self.plain:
            say(screen_text(session, "choose-one", seat=seat, count=many))
            of_many = screen_text(session, "of", count=many)
            for _, kept in groups:
                foreseen = self._foreseen(session, kept)
                say("\n".join(f"{offer.number:5} {of_many}  {offer}{foreseen(offer)}" for offer in kept))
            return
        self.say_wrapped([screen_text(session, "do-one", seat=seat)], heading=True)
        for group, kept in groups:
            self.say_wrapped(self._group_lines(session, group, kept, is_narrowed), numbered=True)
        if not is_narrowed:
            self.say_wrapped(f"   -  {one}" for one in session.closed_actions())

    def _foreseen(self, session: Session, offers: Sequence[SessionOffer]) -> Callable[[SessionOffer], str]:
        """Return a function from an option to a text about its consequences. If there are more than MOST_LISTED
        options, the text is empty."""
        told = session.forecasts(offers) if len(offers) <= MOST_LISTED else {}
        return lambda offer: f" \N{EN DASH} {' '.join(told[offer.number])}" if told.get(offer.number) else ""

    def _group_lines(
        self, session: Session, group: OfferGroup, offers: Sequence[SessionOffer], is_narrowed: bool
    ) -> Iterator[str]:
        """Yield the lines of one action: one for each option or, if there are many, the values of the first parameter,
        each with the number of its options."""
        foreseen = self._foreseen(session, offers)
        if not offers[0].values:
            yield f"{offers[0].number:4}  {offers[0]}{foreseen(offers[0])}"
            return
        yield f"      {group.title}:"
        if len(offers) <= MOST_LISTED or is_narrowed:
            yield from (f"{offer.number:4}    {', '.join(offer.values)}{foreseen(offer)}" for offer in offers)
            return
        if group.names_sites:
            told = [screen_text(session, "ways", count=len(offers), example=" ".join(offers[0].values))]
            told += [screen_text(session, "partly")] if offers[0].values[1:] else []
            yield f"        {'; '.join(told)}"
            return
        parts = Counter(offer.values[0] for offer in offers)
        alone = {offer.values[0]: ", ".join(offer.values) for offer in offers}
        firsts = (f"{first} ({many})" if many > 1 else alone[first] for first, many in parts.items())
        yield f"        {'; '.join(firsts)}"

    # ---------------------------------------------------------------------------------------------------- writing lines

    def say_wrapped(self, lines: Iterable[str], heading: bool = False, numbered: bool = False) -> None:
        """Print lines, wrapped on a terminal, where headings and numbers are coloured."""
        for at, line in enumerate(fit(line, encoding()) for line in lines):
            for n, part in enumerate([line] if self.plain else wrap_indented(line, self.width)):
                mark = heading and at == 0
                number = part[:6] if numbered and n == 0 and part[:6].strip().isdecimal() else ""
                coloured = f"{HEAD}{part}{PLAIN}" if mark else f"{NUMBER}{number}{PLAIN}{part[len(number) :]}"
                say(part, coloured=coloured if mark or number else "")


def screen_text(session: Session, key: str, **values: str | int) -> str:
    """Return a text of the terminal's interface, in the language of the session. `key` is the text's name."""
    return session.words.speaker.ui(f"terminal-{key}", **values)


def wrap_indented(line: str, width: int) -> list[str]:
    """Return a line wrapped into lines; all but the first are indented below its first word."""
    return wrap(line, width, " " * (2 + len(line) - len(line.lstrip())))
