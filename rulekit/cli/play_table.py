"""People at one keyboard: whose turn it is, what they type, and how the keyboard passes from one player to the next.

`play_screen.py` prints what each player may see. If anything is hidden, a prompt asks to hand the keyboard over, and
the terminal is cleared. In plain mode and without a terminal, a player gets the whole position once, and then only
changes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence

from attrs import define, field

from ..diagnostics import Diagnostic, RulekitError
from ..diagnostics.printable import cut
from ..play.game import GameState
from ..session import HistoryLine, Session, SessionOffer
from .play_screen import PlayScreen, screen_text
from .result import render_diagnostics
from .terminal_output import clear, obeys, say, tell
from .typed_lines import TypedLines, is_typed, typed_lines


@define
class PlayTable:
    """A session at the keyboard, with the screen that shows it.

    `begun` are the players who have seen the board. `narrowed` are the options that fit what was typed, if several do.
    `news` is what the last choice changed."""

    session: Session
    plain: bool = False
    lines: TypedLines = field(init=False)
    screen: PlayScreen = field(init=False)
    begun: set[int] = field(factory=set)
    narrowed: tuple[SessionOffer, ...] = ()
    news: tuple[HistoryLine, ...] = ()
    saved: tuple[str, GameState] | None = None
    """The name of the file that the players saved to, and the state saved."""

    def __attrs_post_init__(self) -> None:
        self.lines = typed_lines(self.plain)
        self.screen = PlayScreen(self.plain or not obeys(sys.stdout))

    @property
    def state(self) -> GameState:
        return self.session.state

    # ------------------------------------------------------------------------------------------- the course of the game

    def play(self) -> None:
        """Ask for choices until the game is over, the player leaves, or the input ends."""
        show = True
        shown: GameState | None = None
        while self.session.decider is not None:
            if not self._hand_over():
                return
            if self.session.decider != self.session.seat:  # another player is to decide now: hand over again
                continue
            if show:
                if shown is not self.state and not (self.screen.plain and self.session.decider in self.begun):
                    say("")
                    self.screen.say_board(self.session)
                self.begun.add(self.session.decider)
                shown = self.state
                offers = self.narrowed or self.session.offers
                self.screen.say_offers(self.session, self._seat, offers, bool(self.narrowed))
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

    def _says(self, key: str, **values: str | int) -> str:
        return screen_text(self.session, key, **values)

    def _words(self) -> list[str]:
        return [*map(str, self.session.offers), "back", "look", "why", "rules", "undo", "random", "save", "quit"]

    def _obey(self, words: str) -> bool:
        """Carry out a typed command or choice. Return whether the decision should be printed again."""
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
            return self._refuse(self._says("range", count=len(self.session.offers)))
        try:
            choice: SessionOffer | int = found[0] if found else self.session.state.find(words)
        except RulekitError as error:
            told = render_diagnostics(error.diagnostics) if "(" in words and is_typed() else ""
            return self._refuse(told, self.session.why(cut(words)))
        self._go_on(self.session.play(choice))
        return True

    def _refuse(self, *lines: str) -> bool:
        """Print why something cannot be done, and return False. If the input comes from a file or pipe, raise
        RulekitError instead, since its further lines were written for another position."""
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
        self._tell(self.news)

    def _tell(self, news: Sequence[HistoryLine], heading: str = "") -> None:
        """Print what everybody saw, then what only this player saw. If another player comes next, wait, and then clear
        the screen of what was private."""
        public, private = ([line for line in news if line.is_private is alone] for alone in (False, True))
        self.screen.say_news(public, heading)
        if private:
            self.screen.say_news(private, self._says("alone"))
        if private and self.session.needs_hand_over and is_typed():
            say(self._says("hides"))
            self.lines.next_line("", ())
            clear()
            self.screen.say_news(public)

    # ------------------------------------------------------------------------------------- what each typed command does

    def _help(self, _: str) -> bool:
        self.screen.say_wrapped([self._says("help")])
        return True

    def _back(self, _: str) -> bool:
        self.narrowed = ()
        return True

    def _look(self, _: str) -> bool:
        self.screen.say_board(self.session)
        return False

    def _why(self, words: str) -> bool:
        self.screen.say_wrapped([self.session.why(words)] if words else [self._says("why-what")])
        return False

    def _rules(self, _: str) -> bool:
        for rule in self.session.rules():
            self.screen.say_wrapped([rule.title, *(f"  {line}" for line in rule.text.split("\n"))], heading=True)
            self.screen.say_wrapped(f"  [{cite}]" for cite in rule.cites)
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
            tell(self._says("save-where"))
            return False
        try:
            self.session.save(name)
            self.saved = name, self.state
            say(self._says("saved", file=name))
        except RulekitError as error:
            tell(render_diagnostics(error.diagnostics))
        return False

    # ---------------------------------------------------------------------------------------- handing the keyboard over

    def _hand_over(self) -> bool:
        """Pass the keyboard to the next player: clear the screen and print what this player has seen. Return False if
        the input ends."""
        player, before, seat = self.session.decider, self.session.seat, self._seat
        if player is None or player == before:
            return True
        secret = self.session.needs_hand_over
        if secret and before is not None:
            say("\n" + self._says("hand-over", seat=seat))
            if is_typed() and self.lines.next_line("", ()) is None:
                return False
            clear()
            self.lines.forget()
        self.session, self.narrowed = self.session.hand_over(), ()
        if secret or before is None:  # without secrets, the next player has already read the news on the screen
            self._tell(
                self.session.news(player), self._says("since" if player in self.begun else "has-seen", seat=seat)
            )
        self.session = self.session.read(player)
        return True

    def _tell_the_others(self) -> None:
        """After a game with secrets, print what each player saw that the last screen did not show."""
        if self.session.seat is None or not self.session.has_secrets:
            return
        for player, seat in enumerate(self.session.seats):
            self.screen.say_news(
                tuple(x for x in self.session.news(player) if x not in self.news), self._says("has-seen", seat=seat)
            )
