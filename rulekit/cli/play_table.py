"""People at one keyboard: what each may see, in words and as a board; and what they type.

On a terminal each decision shows the board and the options by action.  In plain mode, and where no terminal is, there
are sentences only.  If anything is hidden, the keyboard is handed over, and a terminal is cleared.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from attrs import define, field

from ..diagnostics import Diagnostic, RulekitError
from ..play.game import GameState
from ..play.game_steps import cut
from ..scene.text_picture import fit, picture_text, wrap
from ..session import HistoryLine, OfferGroup, Session, SessionOffer
from .result import render_diagnostics
from .terminal_output import clear, obeys, say, tell, terminal_width
from .typed_lines import TypedLines, is_typed, typed_lines

HELP: Final = (
    "a number, or words that narrow the list (Tab completes); `back` shows all again; `look` shows the board; "
    "`why …` says why something is not there; `rules` shows the rule of this decision; `undo` takes back; `random` "
    "chooses for you; `save FILE`; `quit`"
)
MOST_LISTED: Final = 9
"""Options of one action that have a line each on a terminal; more are told by their first part."""
HEAD, NUMBER, PLAIN = "\x1b[1;36m", "\x1b[36m", "\x1b[0m"


@define
class PlayTable:
    """The session on the table, and how it is shown."""

    session: Session
    plain: bool = False
    lines: TypedLines = field(init=False)
    narrowed: tuple[SessionOffer, ...] = ()
    news: tuple[HistoryLine, ...] = ()

    def __attrs_post_init__(self) -> None:
        self.lines = typed_lines(self.plain)
        self.plain = self.plain or not obeys(sys.stdout)

    @property
    def state(self) -> GameState:
        return self.session.state

    # ------------------------------------------------------------------------------------------------------- the game

    def play(self) -> None:
        """Ask until the game is over, the player leaves, or the input ends."""
        show = True
        shown: GameState | None = None
        while not self.session.over:
            if not self._hand_over():
                return
            if show:
                if not self.plain and shown is not self.state:
                    say("")
                    self._say_board()
                shown = self.state
                self._show(self.narrowed or self.session.offers)
            typed = self.lines.next_line(f"{self._seat}> ", self._words())
            if typed is None:
                say("")
                return
            if typed.strip() in ("quit", "q"):
                return
            show = self._obey(typed.strip())
        self._tell_the_others()

    @property
    def _seat(self) -> str:
        return "" if self.session.decider is None else self.session.seats[self.session.decider]

    def _words(self) -> list[str]:
        return [*map(str, self.session.offers), "back", "look", "why", "rules", "undo", "random", "save", "quit"]

    def _obey(self, words: str) -> bool:
        """Do what was typed; return whether to show the decision again."""
        order, _, rest = words.partition(" ")
        orders: Mapping[str, Callable[[str], bool]] = {
            "": lambda _: True,
            "help": self._help,
            "?": self._help,
            "back": self._back,
            "look": self._look,
            "why": self._why,
            "rules": self._rules,
            "undo": self._undo,
            "random": self._random,
            "save": self._save,
        }
        alone = order in ("why", "save") or not rest
        if order in orders and alone:
            return orders[order](rest.strip())
        return self._choose(words)

    def _choose(self, words: str) -> bool:
        found = () if "(" in words else self.session.offers_for(words)
        found = tuple(offer for offer in found if offer in self.narrowed) or found
        if len(found) > 1:
            self.narrowed = found
            return True
        if not found and words.isascii() and words.isdecimal():
            return self._refuse(f"there are options 1 to {len(self.session.offers)}")
        try:
            choice: SessionOffer | int = found[0] if found else self.session.state.find(words)
        except RulekitError as error:
            told = render_diagnostics(error.diagnostics) if "(" in words and is_typed() else ""
            return self._refuse(told, self.session.why(cut(words)))
        self._go_on(self.session.play(choice))
        return True

    def _refuse(self, *lines: str) -> bool:
        """Say what cannot be done; a pipe stops there, so that the rest of it is not played in another position."""
        told = "\n".join(filter(None, lines))
        if not is_typed():
            raise RulekitError(Diagnostic("E804", f"line {self.lines.number} of the input cannot be done: {told}"))
        tell(told)
        return False

    def _go_on(self, after: Session) -> None:
        mover = self.session.decider
        assert mover is not None
        self.session, self.narrowed = after, ()
        self.news = after.news(mover)
        self.session = after.read(mover)
        self._say_news(self.news)

    # --------------------------------------------------------------------------------------------------------- orders

    def _help(self, _: str) -> bool:
        self._say_wrapped([HELP])
        return True

    def _back(self, _: str) -> bool:
        self.narrowed = ()
        return True

    def _look(self, _: str) -> bool:
        self._say_board()
        return False

    def _why(self, words: str) -> bool:
        self._say_wrapped([self.session.why(words)] if words else ["why not what? `why LABEL` asks about an option"])
        return False

    def _rules(self, _: str) -> bool:
        for rule in self.session.rules():
            self._say_wrapped([rule.title, *(f"  {line}" for line in rule.text.split("\n"))], heading=True)
            self._say_wrapped(f"  [{cite}]" for cite in rule.cites)
        return False

    def _undo(self, _: str) -> bool:
        try:
            self.session, self.narrowed = self.session.undo(), ()
        except RulekitError as error:
            tell(error.diagnostics[0].message)
            return False
        return True

    def _random(self, _: str) -> bool:
        self._go_on(self.session.play_at_random())
        return True

    def _save(self, name: str) -> bool:
        if not name:
            tell("save to which file?")
            return False
        try:
            self.session.save(name)
            say(f"saved to {name}")
        except RulekitError as error:
            tell(render_diagnostics(error.diagnostics))
        return False

    # ------------------------------------------------------------------------------------------------------ hand-over

    def _hand_over(self) -> bool:
        """Let another player come to the keyboard: clear the screen, and tell them what they have seen.

        Return whether somebody came.
        """
        player, before = self.session.decider, self.session.seat
        if player is None or player == before:
            return True
        secret = self.session.needs_hand_over
        if secret and before is not None:
            say(f"\nhand the keyboard to {self._seat}, who presses Enter")
            if is_typed() and self.lines.next_line("", ()) is None:
                return False
            clear()
            self.lines.forget()
        self.session, self.narrowed = self.session.hand_over(), ()
        if secret or before is None:  # without secrets, later players saw it with the one before
            self._say_news(self.session.news(player), f"{self._seat} has seen:")
        self.session = self.session.read(player)
        return True

    def _tell_the_others(self) -> None:
        """Tell everybody, when the game is over, what the last player was not told."""
        if self.session.seat is None or not self.session.has_secrets:
            return
        for player, seat in enumerate(self.session.seats):
            self._say_news(tuple(x for x in self.session.news(player) if x not in self.news), f"{seat} has seen:")

    # ---------------------------------------------------------------------------------------------------- what is shown

    def _say_news(self, news: Sequence[HistoryLine], heading: str = "") -> None:
        """Say what somebody saw: a line for each step, and below it what changed."""
        if not news:
            return
        lines: list[str] = []
        for is_step, run in groupby(news, lambda line: line.is_step):
            told = [str(line) for line in run]
            lines += [f"  {line}" for line in told] if is_step or self.plain else [f"    {'; '.join(told)}"]
        self._say_wrapped([heading, *lines] if heading else lines)

    def _show(self, offers: Sequence[SessionOffer]) -> None:
        say("")
        if self.plain:
            say(f"{self._seat}, choose one of {len(self.session.offers)} (? for help)")
            say("\n".join(f"{offer.number:5} of {len(self.session.offers)}  {offer}" for offer in offers))
            return
        self._say_wrapped([f"{self._seat}, do one of these (a number, words, or ?):"], heading=True)
        for group in self.session.position().groups:
            kept = tuple(offer for offer in group.offers if offer in offers)
            if kept:
                self._say_wrapped(self._group_lines(group, kept), numbered=True)
        if not self.narrowed:
            self._say_wrapped(f"   -  {one}" for one in self.session.closed_actions())

    def _group_lines(self, group: OfferGroup, offers: Sequence[SessionOffer]) -> Iterator[str]:
        """Yield the lines of one action: one for each offer, or the first parts of many with the others in brackets."""
        if not offers[0].values:
            yield f"{offers[0].number:4}  {offers[0]}"
            return
        yield f"      {group.title}:"
        if len(offers) <= MOST_LISTED or self.narrowed:
            yield from (f"{offer.number:4}    {', '.join(offer.values)}" for offer in offers)
            return
        parts: dict[str, list[str]] = {}
        for offer in offers:
            parts.setdefault(offer.values[0], []).append(", ".join(offer.values[1:]))
        told = (f"{first} ({'; '.join(rest)})" if rest[0] else first for first, rest in parts.items())
        yield f"        {', '.join(told)}"

    def _say_board(self) -> None:
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        told = picture_text(self.session.position().scene, encoding, self._width)
        title, _, rest = told.partition("\n")
        say(told, coloured=f"{HEAD}{title}{PLAIN}\n{rest}")

    @property
    def _width(self) -> int:
        return terminal_width() or 100

    def _say_wrapped(self, lines: Iterable[str], heading: bool = False, numbered: bool = False) -> None:
        """Say lines, wrapped on a terminal; a heading and numbers are coloured there."""
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        for at, line in enumerate(fit(line, encoding) for line in lines):
            for n, part in enumerate([line] if self.plain else wrap_indented(line, self._width)):
                mark = heading and at == 0
                number = part[:6] if numbered and n == 0 and part[:6].strip().isdecimal() else ""
                coloured = f"{HEAD}{part}{PLAIN}" if mark else f"{NUMBER}{number}{PLAIN}{part[len(number) :]}"
                say(part, coloured=coloured if mark or number else "")


def wrap_indented(line: str, width: int) -> list[str]:
    """Wrap a line, the rest under its first word."""
    return wrap(line, width, " " * (2 + len(line) - len(line.lstrip())))
