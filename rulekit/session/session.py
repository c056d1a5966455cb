"""A game at one table: who sits where, whose turn it is, and what each seat may see, do and read.

A session is an immutable value: `play` and `undo` return a new one. `position`, `history`, `why` and `rules` return
what one seat may know, as frozen values (`values.py`), so that a terminal, a page and a notebook show the same.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from pathlib import Path

from attrs import evolve, field, frozen

from ..diagnostics import Diagnostic, RulekitError
from ..model.naming import LAYER, word_name
from ..model.sections import BookSection, all_sections, sections
from ..play import MAX_MOVES
from ..play.agents import Agent
from ..play.game import ConfiguredGame, GameState
from ..play.game_record import read_record
from ..play.game_steps import has_secrets
from ..play.information_state import LogEntry
from ..play.loaded_book import load_record
from ..prose import blocks_text
from ..prose.prose_blocks import inline_text
from ..scene import ONLOOKER, Scene
from ..syntax import nodes as s
from ..syntax.traversal import inside, steps_in
from .endings import Ending, ending_of
from .forecasts import Forecaster
from .notes import WordedNotes
from .offers import OfferMaker, offers_matching
from .privacy import WordedLine, mark_private
from .undo import has_learnt, last_decision, state_before
from .values import ClosedAction, HistoryLine, RuleText, SeatView, SessionOffer
from .words import GameWords


@frozen(eq=False, slots=False)
class Session:
    """A game with people and agents on its seats. Seats count from 0; those that are not in `agents` belong to people.
    `seat` is that of the person at the keyboard, None before the first. `told` says how many entries of its log each
    seat has read."""

    state: GameState
    words: GameWords = field(repr=False)
    agents: Mapping[int, Agent] = field(factory=dict)
    seat: int | None = None
    told: Mapping[int, int] = field(factory=dict, repr=False)
    takes_all_back: bool = False

    @staticmethod
    def of(
        game: ConfiguredGame | GameState,
        language: str = "en",
        agents: Mapping[int, Agent] | None = None,
        takes_all_back: bool = False,
    ) -> Session:
        """Return a new session of a game, or one that continues from a state. Agents have played up to the first
        decision of a person. With `takes_all_back`, `undo` also takes back choices that revealed something; this is for
        a person who plays alone."""
        state = game.start() if isinstance(game, ConfiguredGame) else game
        made = Session(state, GameWords.of(state.game, language), dict(agents or {}), takes_all_back=takes_all_back)
        return made._go_on_alone()

    @staticmethod
    def resume(path: str | Path, language: str = "en", agents: Mapping[int, Agent] | None = None) -> Session:
        """Return a session that continues a saved game."""
        record = read_record(Path(path))
        return Session.of(load_record(record).replay(record), language, agents)

    def save(self, path: str | Path) -> None:
        """Write the game to a file, completely or not at all."""
        self.state.save(path)

    # -------------------------------------------------------------------------------------------------------- who plays

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def ending(self) -> Ending | None:
        """Return how the game ended; None if it is not over. If only one person plays, the sentence addresses them."""
        people = [seat for seat in range(len(self.seats)) if seat not in self.agents]
        return ending_of(self.words, self.state, people[0] if len(people) == 1 else None) if self.over else None

    @property
    def decider(self) -> int | None:
        """Return the seat that decides; None once the game is over."""
        return None if self.over else self.state.player

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the names of the seats."""
        return self.words.seats

    @cached_property
    def has_secrets(self) -> bool:
        """Return whether some seat does not see everything."""
        return has_secrets(self.state.game.machine)

    @property
    def needs_hand_over(self) -> bool:
        """Return whether the keyboard must be handed to another person, with the screen cleared, because something is
        hidden."""
        return self.has_secrets and self.decider not in (None, self.seat)

    def hand_over(self) -> Session:
        """Return the session with the deciding player at the keyboard. Their decisions with a single option are
        skipped."""
        return evolve(self, seat=self.decider)._go_on_alone()

    # ------------------------------------------------------------------------------------------------- what a seat sees

    def position(self, viewer: int | None = None) -> SeatView:
        """Return the game as a seat sees it, by default the deciding seat. For ONLOOKER, it has what everybody sees."""
        seen_by = self._viewer(viewer)
        machine_viewer = None if seen_by == ONLOOKER else seen_by
        scene = self._scene(seen_by)
        mine = not self.over and seen_by == self.state.player
        return SeatView(
            scene.title,
            self.seats,
            machine_viewer,
            self.decider,
            scene,
            OfferMaker.of(self.state, self.words, scene, lambda: self._forecaster).offer_groups() if mine else (),
            self.state.payoffs if self.over else (),
        )

    def _viewer(self, viewer: int | None) -> int:
        if viewer is not None:
            return viewer
        return ONLOOKER if self.decider is None else self.decider

    def _scene(self, viewer: int) -> Scene:
        """Return the picture of the table, with marks on what moved since the viewer's last decision."""
        artist, before = self.words.artist, self._last_seen(viewer)
        marks = () if before is None else artist.marks_between(before.raw, self.state.raw, viewer)
        title = self.words.speaker.title(word_name(LAYER, self.state.game.rulebook.name))
        return artist.state(self.state.raw, viewer, marks, title, mover=self.decider)

    def _last_seen(self, viewer: int) -> GameState | None:
        """Return the state after the viewer's last decision; if nobody has decided since, return the state before it.
        For an onlooker, return the state before the last decision."""
        past, later = self.state.past, None
        while past is not None:
            chance = past.option is None or past.raw is None or self.state.game.resolver.chances(past.raw)
            if not chance and past.raw is not None:
                if viewer == ONLOOKER or self.state.game.engine.who(past.raw) == viewer:
                    return state_before(self.state, later or past)
                later = past
            past = past.before
        return None if later is None else state_before(self.state, later)

    def history(self, viewer: int, since: int = 0) -> tuple[HistoryLine, ...]:
        """Return lines on what a seat saw, from entry `since` of its log on. Places and values that pictures never show
        are left out."""
        entries = self.state.log_entries(viewer)
        told = range(len(self.seats)) if self.has_secrets and entries[since:] else ()
        return mark_private(self._lines(entries, since), [self._facts(seat, entries[since].number) for seat in told])

    def _lines(self, entries: Sequence[LogEntry], since: int) -> Iterator[WordedLine]:
        return WordedNotes.of_words(self.words).lines(entries, since)

    def _facts(self, seat: int, step: int) -> frozenset[Hashable]:
        """Return the facts that a seat was told from a step on."""
        entries = self.state.log_entries(seat)
        since = bisect_left(entries, step, key=lambda one: one.number)
        return frozenset(fact for line in self._lines(entries, since) for fact in line.facts)

    def news(self, viewer: int) -> tuple[HistoryLine, ...]:
        """Return lines on what a seat saw since it last read its news."""
        return self.history(viewer, self.told.get(viewer, 0))

    def read(self, viewer: int) -> Session:
        """Return the session with the news of a seat marked as read."""
        return evolve(self, told={**self.told, viewer: len(self.state.information_state(viewer).log)})

    # ------------------------------------------------------------------------------------ what the deciding seat can do

    @cached_property
    def offers(self) -> tuple[SessionOffer, ...]:
        """Return the offers of the deciding seat."""
        return self.position().offers

    @cached_property
    def _forecaster(self) -> Forecaster:
        return Forecaster(self.state, self.words)

    def forecasts(self, offers: Sequence[SessionOffer]) -> Mapping[int, tuple[str, ...]]:
        """Return the sentences on what can be foreseen about the offers of one action, keyed by their numbers.
        Sentences that hold for all of them are left out."""
        return self._forecaster.forecasts(offers)

    def offers_for(self, text: str) -> tuple[SessionOffer, ...]:
        """Return the offers that match typed words: their number, beginnings of their words, or their label for
        programs."""
        words = text.strip()
        if words.isascii() and words.isdecimal() and len(words) < 9:
            return tuple(offer for offer in self.offers if offer.number == int(words))
        labelled = tuple(evolve(offer, then=()) for offer in self.offers if offer.label == words)[:1]
        return labelled or offers_matching(self.offers, words)

    def play(self, choice: SessionOffer | int | str) -> Session:
        """Return the session after a choice. `choice` is an offer, the number of an option for programs, or typed
        words, which must match exactly one offer. A label for programs can name any option."""
        if isinstance(choice, str):
            found = self.offers_for(choice)
            if len(found) > 1:
                told = self.words.ui("several", what=choice, count=len(found))
                raise RulekitError(Diagnostic("E804", told))
            choice = found[0] if found else self.state.find(choice)
        options = (choice.option, *choice.then) if isinstance(choice, SessionOffer) else (choice,)
        return evolve(self, state=reduce(GameState.apply, options, self.state))._go_on_alone()

    def play_at_random(self) -> Session:
        """Return the session after a random choice."""
        option, counted = self.state.random()
        return evolve(self, state=counted.apply(option))._go_on_alone()

    def _go_on_alone(self) -> Session:
        """Return the session at the next decision of a person that has more than one option. If anything is hidden,
        only decisions of the person at the keyboard are skipped, since others must not learn who had no choice."""
        state, is_open = self.state, not self.has_secrets
        for _ in range(MAX_MOVES):
            if state.over:
                break
            if state.player in self.agents:
                option, state = self.agents[state.player].choose(state)
            elif (is_open or state.player == self.seat) and len(state.legal()) == 1:
                (option,) = state.legal()
            else:
                break
            state = state.apply(option)
        return evolve(self, state=state)

    def undo(self) -> Session:
        """Return the session before a person's last decision. Raises RulekitError with the reason if there is no such
        decision, or if somebody has learnt something since."""
        past = last_decision(self.state, self.agents)
        if past is None:
            raise RulekitError(Diagnostic("E804", self.words.ui("undo-start")))
        if not self.takes_all_back and has_learnt(self.state, past):
            assert past.raw is not None and past.option is not None
            step = self.words.option(*self.words.arguments(past.raw.node, past.option))
            raise RulekitError(Diagnostic("E804", self.words.ui("undo-learnt", step=step)))
        before = evolve(self, state=state_before(self.state, past))
        logs = {seat: len(before.state.information_state(seat).log) for seat in self.told}
        return evolve(before, told={seat: min(read, logs[seat]) for seat, read in self.told.items()})

    # ------------------------------------------------------------------------------------------------ reasons and rules

    @property
    def _maker(self) -> OfferMaker:
        return OfferMaker(self.state, self.words, frozenset(), lambda: self._forecaster)

    def closed_actions(self) -> tuple[ClosedAction, ...]:
        """Return the actions that the deciding seat cannot do now, with reasons. These use only what the seat may
        know."""
        return () if self.over else self._maker.closed_actions()

    def why(self, text: str) -> str:
        """Return in words why something cannot be done now, using only what the deciding seat may know."""
        if self.over or "(" in text:
            return str(self.state.why_not(text, self.decider))
        if found := self.offers_for(text):
            return self.words.ui("on-offer", what="; ".join(map(str, found[:3])))
        return self._maker.why(text)

    def rules(self) -> tuple[RuleText, ...]:
        """Return the rules of the current decision: first that of the clause that asks, then those of the actions on
        offer."""
        if self.over:
            return ()
        node = self.state.game.resolver.labels.decision(self.state.raw.node)
        clauses = dict.fromkeys([node.clause, *(one.clause for one in node.alternatives)])
        asked = {level.name for one in node.alternatives for level in one.levels}
        return tuple(filter(None, (self._rule(clause, asked) for clause in clauses)))

    def _rule(self, clause: str, asked: Collection[str]) -> RuleText | None:
        """Return the rule of a clause: the text of a section that describes it, preferably of one about the step of the
        current decision. Without such a section, return the clause's own text. `asked` are the names that the decision
        binds."""
        rulebook, speaker = self.state.game.rulebook, self.words.speaker
        known = {placed.id: placed for placed in rulebook.clauses}
        placed = known.get(f"{clause} {clause}" if clause == "flow" else clause)
        if placed is None:
            return None
        telling = [one for one in all_sections(sections(rulebook)) if any(said.id == placed.id for said in one.says)]
        steps = {
            step.name.text
            for step in steps_in(placed.clause)
            if any(choose.binder.name.text in asked for choose in inside(step, s.Choose))
        }
        of_step = {one.id for one in telling if all(x.inner in steps for x in one.says if x.id == placed.id)}
        # items and cards come last, because they are not whole sentences
        telling.sort(key=lambda one: (one.manner in ("item", "card"), one.id not in of_step))
        told = next(filter(None, map(self._section, telling)), "")
        prose = speaker.clause(placed)
        summary = blocks_text(prose.exact) if prose.summary is None else inline_text(prose.summary)
        return RuleText(placed.id, inline_text(prose.title), told or summary, tuple(self._cites(placed.clause.tags)))

    def _section(self, one: BookSection) -> str:
        """Return the text of a section, with a line for each of its items."""
        items = [child for child in one.children if child.manner == "item"]
        text = self.words.speaker.section_text(one.placed)
        return "\n".join(
            [*([text.text] if text else []), *(f"- {told}" for told in filter(None, map(self._item, items)))]
        )

    def _item(self, one: BookSection) -> str:
        """Return the text of an item after its title, since the text may refer to the title."""
        told = self.words.speaker.section_title(one.placed), self.words.speaker.section_text(one.placed)
        return ": ".join(part.text.rstrip(":") for part in told if part)

    def _cites(self, tags: s.Tags) -> Iterator[str]:
        """Yield the citations of a clause as text: `Rule booklet …: action a: 1, 2`."""
        titles = self.state.game.rulebook.sources
        for cite in tags.cites:
            source = titles.get(cite.source.text, cite.source.text)
            yield source if cite.detail is None else f"{source}: {cite.detail.value}"
