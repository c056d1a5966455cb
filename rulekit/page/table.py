"""Runs the game on a page: carries out the page's commands, one at a time, and returns what the page shows.

Commands and answers are JSON. A command has a name (`do`) and arguments; each command is a method of `WebTable`. The
answer is what the person at the page may see: the picture, its targets, and the offers, grouped by action. If hidden
information requires that another person takes over, the answer says only who. Parts that take longer, such as the
history, come in later answers (`later`). Nothing else about the game is ever sent to the page.
"""

from __future__ import annotations

import gc
import json
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import asdict, define, evolve, field, frozen

from ..diagnostics import RulekitError
from ..engine.interface import GameFault
from ..engine.wasm import WasmEngine
from ..model.naming import word_name
from ..play.game import ConfiguredGame
from ..play.game_record import parse_record
from ..play.loaded_book import load
from ..rulebook_files import library
from ..scene import ONLOOKER, svg
from ..scene.scene import Scene
from ..session import Agent, OfferGroup, RandomPlayer, SeatView, Session, SessionOffer
from ..session.forecasts import MOST_TOGETHER
from ..session.notes import WordedNotes
from ..session.privacy import WordedLine, mark_private
from ..session.words import GameWords
from .how_to_play import how_to_play
from .kept_game import KeptGame

Answer = dict[str, Any]


MOST_NEW: Final = 50_000
"""The page collects garbage in a pause if more objects than this were allocated since the last collection."""


class _MustCompile(Exception):
    """Raised before a game must be compiled on the page, so that the page can say that this takes some seconds. It is
    raised only the first time; then the page sends the command again."""


@frozen
class PageTarget:
    """A thing in the picture that an offer refers to: its key, its centre (`x`, `y`), half its width (`across`), half
    its height (`down`), and its title."""

    key: str
    x: float
    y: float
    across: float
    down: float
    title: str


@define
class ShownHistory:
    """The history that a seat has been shown, in words: its lines, and their facts. The lines come from the first
    `entries` entries of the seat's log. The first `read` lines are not news any more."""

    lines: list[WordedLine] = field(factory=list)
    facts: set[Hashable] = field(factory=set)
    entries: int = 0
    read: int = 0


@define
class WebTable:
    """The game on a page, and what the page shows of it.

    - `games` has the games that the page contains, by number of players.
    - `others` has games with other answers to options, which are compiled on the page.
    - `texts` are the rulebooks by path; it is empty once they are written to files.
    - `shown` are the offers on the page, and `coming` yields the answers that `later` returns.
    - `told` has the history of each seat; `rules` has the rules that were shown for each decision.
    - `ahead` is the session of the person who takes over next and what they will see, if this is computed already.
    - `views` counts the views; `taught` are the words in which the page was last told how to play.
    """

    games: dict[int, ConfiguredGame] = field(factory=dict)
    others: dict[tuple[int, str], ConfiguredGame] = field(factory=dict)
    shown: tuple[SessionOffer, ...] = ()
    texts: Mapping[str, str] = field(factory=dict)
    examples: dict[str, Any] = field(factory=dict)
    session: Session | None = None
    told: dict[int, ShownHistory] = field(factory=dict)
    rules: dict[tuple[GameWords, str], list[dict[str, Any]]] = field(factory=dict)
    coming: Iterator[Answer] = field(factory=lambda: iter(()))
    ahead: tuple[Session, SeatView] | None = None
    views: int = 0
    taught: GameWords | None = None

    def add(self, data: bytes, players: int | None = None) -> None:
        """Add a game from packed data to `games`: the one for this number of players, by default the first."""
        kept = KeptGame.unpack(data, players)
        game, self.texts = kept.game(), kept.texts
        self.games[game.players] = game
        gc.freeze()  # the game stays in memory, so garbage collection need not search it
        gc.set_threshold(4 * MOST_NEW)  # high, since `_later` collects garbage while a person thinks

    def show(self, text: str) -> None:
        """Store the positions of worked examples, which come as JSON."""
        self.examples = json.loads(text)

    def answer(self, text: str) -> str:
        """Carry out a command and return its answer as JSON. After an error, the answer is a message."""
        command = json.loads(text)
        try:
            found = COMMANDS[command["do"]](self, command)
        except _MustCompile:
            found = {"compiles": True}
        except RulekitError as error:
            found = {"message": error.diagnostics[0].message}
        except GameFault as fault:
            found = {"message": str(fault)}
        # these errors come from saves, which anybody may have written and which may contain anything
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            found = {"message": str(error)}
        return json.dumps(found, ensure_ascii=False)

    # ------------------------------------------------------------------------------------- the commands of the page

    def begin(self, command: Mapping[str, Any]) -> Answer:
        """Begin a new game and return its first view."""
        game = self._game(int(command["players"]), command.get("options", {}))
        self.told.clear()
        return self._sit(Session.of(game.start(int(command["seed"])), command["language"], _agents(command)))

    def resume(self, command: Mapping[str, Any]) -> Answer:
        """Continue a saved game. If the rules have changed since, repeat its steps as long as the new rules allow
        them."""
        record = parse_record(command["save"])
        if command.get("changed"):
            record = evolve(record, rules=None, digest=None)
        game = self._game(record.players, record.options)
        self.told.clear()
        return self._sit(Session.of(game.replay(record), command["language"], _agents(command)))

    def _game(self, players: int, options: Mapping[str, int | str]) -> ConfiguredGame:
        """Return the game for a number of players with these answers to options. If the page does not contain it,
        compile it."""
        shipped = self.games[players]
        usual = shipped.rulebook.options
        other = {name: answer for name, answer in options.items() if usual.get(name) != answer}
        if not other:
            return shipped
        key = players, json.dumps(other, sort_keys=True)
        if key not in self.others:
            if self.texts:
                for name, text in self.texts.items():
                    write_file(library() / name, text)
                self.texts = {}
                raise _MustCompile
            made = load(shipped.name, shipped.layers).configure(players, {**usual, **other}, "reference")
            engine = WasmEngine(made.machine, optimise=False)  # for one game, optimising takes longer than it saves
            self.others[key] = ConfiguredGame(made.name, made.layers, made.model, engine)
        return self.others[key]

    def example(self, command: Mapping[str, Any]) -> Answer:
        """Begin a game at a position of a worked example and return its view."""
        name, number = command["name"], int(command["stage"])
        told = self.examples[name]
        game, stages = self.games[told["players"]], told["stages"]
        stage, first = stages[number], game.engine.start(0)
        changed = dict(stage["changed"])
        cells = [changed.get(at, value) for at, value in enumerate(first.cells)]
        state = first._replace(node=stage["node"]).with_cells(cells)
        self.told.clear()
        session = Session.of(game.beginning_at(state).start(int(command["seed"])), command["language"])
        words = session.words
        played = words.option(*words.arguments(*stage["played"])) if stage["played"] else ""
        title = words.speaker.title(word_name("example", name))
        return self._sit(session.hand_over()) | {"example": [title, number, len(stages), played]}

    def ready(self, _: Mapping[str, Any]) -> Answer:
        """Return the view of the person who decides, after they have come to the page."""
        self.session = self.ahead[0] if self.ahead else self._there.hand_over()
        return self._view()

    def play(self, command: Mapping[str, Any]) -> Answer:
        """Carry out the option of an offer that is shown, and return the next view."""
        found = [offer for offer in self.shown if offer.number == int(command["option"])]
        if not found:
            raise ValueError("this is not on offer")
        return self._sit(self._there.play(found[0]))

    def undo(self, _: Mapping[str, Any]) -> Answer:
        """Go back to the last decision of a person, and return the view there."""
        self.told.clear()
        return self._sit(self._there.undo())

    def speak(self, command: Mapping[str, Any]) -> Answer:
        """Return the present view in another language."""
        self.told.clear()
        return self._sit(evolve(self._there, words=GameWords.of(self._there.state.game, command["language"]), told={}))

    def later(self, command: Mapping[str, Any]) -> Answer:
        """Return the next part of the answer that takes longer than a move may (`_later`). After the last part, or if
        the page asks about a view that is not shown any more, return `{"done": True}`."""
        return next(self.coming, {"done": True}) if command["view"] == self.views else {"done": True}

    def save(self, _: Mapping[str, Any]) -> Answer:
        """Return the text of a file from which the game can be continued."""
        return {"save": self._there.state.record().as_text()}

    # ------------------------------------------------------------------------- what the person at the page may see

    @property
    def _there(self) -> Session:
        if self.session is None:
            raise ValueError("no game has begun")
        return self.session

    @property
    def _waiting(self) -> bool:
        """Return whether another person must take over before the page may show the position."""
        session = self._there
        people = len(session.seats) - len(session.agents)
        return session.needs_hand_over and people > 1

    def _sit(self, session: Session) -> Answer:
        self.session = session
        if session.decider not in (None, session.seat) and not self._waiting:
            self.session = session.hand_over()
        return self._view()

    def _view(self) -> Answer:
        """Return the present view: what the person at the page may see."""
        session = self._there
        (computed, view), self.ahead = self.ahead or (None, None), None
        self.shown, self.coming, self.views = (), iter(()), self.views + 1
        told = {"seats": session.seats, "robots": sorted(session.agents), "over": session.over}
        head: Answer = {"view": self.views, **told}
        if self._waiting:
            assert session.decider is not None
            self.coming = self._look_ahead()
            return head | {"next": session.seats[session.decider]}
        seat = session.seat if session.seat is not None else 0
        alone = len(session.seats) - len(session.agents) == 1
        looks_on = session.over and not alone
        position = view if computed is session and view else session.position(ONLOOKER if looks_on else seat)
        self.shown = position.offers
        self.coming = self._later(position, seat)
        return head | {
            "title": position.game,
            "seat": seat,
            "decider": position.decider,
            "payoffs": position.payoffs,
            "end": asdict(session.ending) if session.ending else None,
            **drawn(position.scene),
            "targets": [asdict(one) for one in _targets(position.scene, position.groups)],
            "groups": [_group(group) for group in position.groups],
        }

    def _look_ahead(self) -> Iterator[Answer]:
        """Compute what the next person will see, while the page waits for them. None of this is sent to the page
        yet."""
        session = self._there.hand_over()
        if not session.over and session.decider == session.seat:
            self.ahead = session, session.position(session.seat)
        yield {}

    def _tell(self, told: ShownHistory, seat: int) -> Iterator[WordedLine]:
        """Put the new entries of a seat's log into words and yield each line. After the last one, add all to `told`."""
        session, lines = self._there, list[WordedLine]()
        log = session.state.log_entries(seat)
        for line in WordedNotes.of_words(session.words).lines(log, told.entries):
            lines.append(line)
            yield line
        told.lines += lines
        told.facts.update(fact for line in lines for fact in line.facts)
        told.entries = len(log)

    def _later(self, position: SeatView, seat: int) -> Iterator[Answer]:
        """Yield the parts of the view that take longer than a move may. These are the history and the rules of the
        decision, which news only this seat has seen, forecasts of the offers, and the actions that are not available
        now, with the reasons."""
        session = self._there
        # without secrets, all seats share the history
        told = self.told.setdefault(seat if session.has_secrets else 0, ShownHistory())
        known = told.read
        deque(self._tell(told, seat if session.has_secrets else 0), maxlen=0)
        told.read = len(told.lines)
        news = [line.text for line in told.lines[known:]]
        yield {"history": [(line.text, line.is_step) for line in told.lines], "news": news, "rules": self._rules()}
        if self.taught is not session.words:
            self.taught = session.words
            yield {"how": how_to_play(session.state.game.model, session.words.speaker)}
        if session.has_secrets:
            for other in range(len(session.seats)):
                for _ in self._tell(self.told.setdefault(other, ShownHistory()), other):
                    yield {}
            yield {"alone": self._news_alone(seat, known)}
        for group in position.groups:
            if len(group.offers) <= MOST_TOGETHER:
                for offer in group.offers:
                    session.forecasts((offer,))  # fills a cache, one offer at a time, so that a move need not wait
                    yield {}
                yield {
                    "forecasts": {number: " ".join(told) for number, told in session.forecasts(group.offers).items()}
                }
        if position.groups:
            yield {"closed": [asdict(one) for one in session.closed_actions()]}
        if gc.get_count()[0] > MOST_NEW:
            gc.collect()
            gc.freeze()  # most objects that are left belong to caches: later collections need not search them

    def _news_alone(self, seat: int, known: int) -> list[int]:
        """Return the indexes of a seat's news lines that at least one other seat did not see. The news begins at index
        `known`."""
        seen = [self.told[at].facts for at in range(len(self._there.seats))]
        news = mark_private(self.told[seat].lines[known:], seen)
        return [known + at for at, line in enumerate(news) if line.is_private]

    def _rules(self) -> list[dict[str, Any]]:
        """Return the rules that apply to this decision. They are cached for each node of the machine."""
        session = self._there
        at = session.words, session.state.raw.node
        if at not in self.rules:
            self.rules[at] = [asdict(rule) for rule in session.rules()]
        return self.rules[at]


def _agents(command: Mapping[str, Any]) -> dict[int, Agent]:
    return {int(seat): RandomPlayer() for seat in command["robots"]}


def _group(group: OfferGroup) -> Answer:
    offers = [{"option": one.number, "words": ", ".join(one.values), "keys": one.keys} for one in group.offers]
    return {"title": group.title, "offers": offers}


def drawn(scene: Scene) -> Answer:
    """Return the picture without its style sheet, and the style sheet separately, because pages with a strict security
    policy ignore styles inside a picture."""
    begun, _, rest = svg(scene).partition("<style>")
    style, _, rest = rest.partition("</style>")
    return {"svg": begun + rest, "style": style}


def write_file(path: Path, text: str) -> None:
    """Write a rulebook to a file in the file system that Python has in the browser."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", errors="replace", newline="")


def _targets(scene: Scene, offered: Sequence[OfferGroup]) -> Iterator[PageTarget]:
    """Yield a target for each thing in the picture that an offer refers to. Of equal things in one place, only the
    first counts."""
    keys = {key for group in offered for offer in group.offers for key in offer.keys}
    for key, group, x, y, scale in scene.shown:
        if key in keys:
            keys -= {key} - {group.key}
            across, down = (round(scale * length, 1) for length in group.reach)
            yield PageTarget(key, round(x, 1), round(y, 1), across, down, group.title or group.sign)


COMMANDS: Final[Mapping[str, Callable[[WebTable, Mapping[str, Any]], Answer]]] = {
    "begin": WebTable.begin,
    "resume": WebTable.resume,
    "example": WebTable.example,
    "ready": WebTable.ready,
    "play": WebTable.play,
    "undo": WebTable.undo,
    "speak": WebTable.speak,
    "later": WebTable.later,
    "save": WebTable.save,
}
