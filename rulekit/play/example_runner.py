"""Worked examples: the `example` blocks of a rulebook, run on an engine as tests.

Random play (seed 1) leads to the position where an example begins. Then each line is played or tested, and the
invariants must hold after it. Chance events that no line mentions have random outcomes. The machine contains the
examples of its configuration.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from attrs import define, field, frozen

from ..diagnostics import Diagnostic, RulekitError
from ..engine.figures import find_broken_invariant
from ..engine.interface import CHANCES_IN_A_ROW, Engine, GameFault, NotAnOption, State
from ..machine.option_labels import label_text
from ..machine.program import Example, ExampleLine, Machine
from .example_positions import SEED, ExampleFailed, ExamplePositions
from .fault_causes import EngineCall
from .game_record import Entry
from .game_steps import LabelResolver, endless, listing
from .position_text import changes, position_lines

Maker = Callable[[Machine], Engine]


@frozen
class Outcome:
    """The result of an example: `failure` is None if the example holds.

    Otherwise `failure` is the message, `record` has the steps so far, `position` the lines of the last position,
    `changed` what the last step changed, `why` the reason, and `diagnostic` the message with its location. `broken` is
    the failing line with its state; `promise` names the invariant that was broken.
    """

    example: str
    clause: str
    line: int
    failure: str | None
    record: tuple[Entry, ...] = ()
    position: tuple[str, ...] = ()
    diagnostic: Diagnostic | None = None
    promise: str | None = None
    changed: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    broken: tuple[ExampleLine, State] | None = None
    fault: GameFault | None = field(default=None, repr=False)
    """The fault of the rules that made the example fail, if there was one; `position` is then the state before
    `move`."""
    move: EngineCall | None = field(default=None, repr=False)
    """The last call of the engine, with its arguments."""
    reached: tuple[tuple[str, State], ...] = field(default=(), repr=False)
    """The steps at which positions were given, each with the state in which random play reached it."""
    notes: tuple[str, ...] = ()
    """Remarks on expectations that held for another reason than the author may think."""
    number: int | None = None
    """The index of the line that failed or was played last, from 0; a line played several times counts several times.
    None if no line was tried."""


@frozen
class Stage:
    """A line of an example as it was played: the states before it (None: before the game) and after it. `at` is the
    state in which a `play`, `allow` or `refuse` line was tested; `option` is the option or outcome that `play` took."""

    line: ExampleLine
    before: State | None
    after: State | None
    at: State | None = None
    option: int | None = None


def run_examples(make: Maker, machine: Machine, only: Collection[str] | None = None) -> list[Outcome]:
    """Run every example of a machine, or only those with the given names, and return their outcomes. Each begins with a
    new game, and all run on one engine."""
    engine = make(machine)
    positions = ExamplePositions(engine)
    return [_run(engine, positions, e) for e in machine.examples if only is None or e.name in only]


def example_stages(
    engine: Engine, only: Collection[str] | None = None, positions: ExamplePositions | None = None
) -> dict[str, tuple[Stage, ...]]:
    """Return the states through which each example passes, line by line, keyed by the example's name; pictures show
    them. `only` names the examples to include, by default all.

    Lines that allow, refuse or expect change no state and are not checked here. `positions` may be the object that an
    earlier call for the same engine used, so that positions are not searched again.
    """
    positions = positions or ExamplePositions(engine)
    chosen = [e for e in engine.machine.examples if only is None or e.name in only]
    return {example.name: tuple(_stages(engine, positions, example)) for example in chosen}


def _stages(engine: Engine, positions: ExamplePositions, example: Example) -> Iterator[Stage]:
    run = _Run(engine, LabelResolver.of(engine), positions, example.lines, checking=False)
    for number, line in enumerate(example.lines):
        run.number, found, run.taken = number, run.state, None
        try:
            run.do(line)
            at = run.before if run.taken is not None else run.state_for_permission(line)
        except (ExampleFailed, RulekitError):
            return
        yield Stage(line, found, run.state, at, run.taken)


def _run(engine: Engine, positions: ExamplePositions, example: Example) -> Outcome:
    run = _Run(engine, LabelResolver.of(engine), positions, example.lines)
    promise = broken = fault = None
    try:
        for number, line in enumerate(example.lines):
            run.number = number
            run.do(line)
    except ExampleFailed as failed:
        failure, promise = str(failed), failed.promise
        broken = None if run.state is None else (example.lines[run.number], run.state)
    except RulekitError as error:
        failure = f"the rules fault here: {error}"
        fault = error if isinstance(error, GameFault) else None
    else:
        return Outcome(example.name, example.clause, run.line, None)
    table = () if run.state is None else tuple(position_lines(engine, run.state))
    changed: tuple[str, ...] = ()
    if run.state is not None and run.before is not None and fault is None:
        changed = tuple(changes(engine.machine, run.before, run.state))
    record = tuple(run.record)
    return Outcome(
        example.name,
        example.clause,
        run.line,
        failure,
        record,
        table,
        promise=promise,
        changed=changed,
        broken=broken,
        fault=fault,
        move=run.move,
        reached=tuple(run.reached),
        notes=tuple(run.notes()),
        number=run.number,
    )


@define(slots=False)
class _Run:
    """An example in progress. The game starts when the first line needs a state."""

    engine: Engine
    resolver: LabelResolver
    positions: ExamplePositions
    lines: tuple[ExampleLine, ...]
    state: State | None = None
    before: State | None = None  # the state before the last step
    taken: int | None = None  # the option of the last move
    checking: bool = True  # whether expectations are tested, or only the moves are played
    number: int = 0
    record: list[Entry] = field(factory=list)
    opening: Engine | None = None  # the engine for play after the opening; None when the opening is over
    move: EngineCall | None = None  # the last call of the engine
    reached: list[tuple[str, State]] = field(factory=list)
    # refusals that held only because another decision was open
    beside: list[tuple[ExampleLine, State]] = field(factory=list)
    ground: State | None = None  # the position set up last, as long as no step was taken from it; otherwise None

    @property
    def line(self) -> int:
        return self.lines[self.number].line if self.lines else 0

    def do(self, line: ExampleLine) -> None:
        if line.opening and self.opening is None:
            self._begin()
        elif not line.opening and self.opening is not None:
            self._leave_opening(line)
        if line.opening and line.verb != "expect" and self._before_turn(self.state):
            message = "the opening is over, for the first turn begins here"
            raise ExampleFailed(f"{message}: `{line.verb}` belongs below it, beside `opening:`")
        if line.verb == "given":
            self._lay_out(line)
            return
        if self.state is None:
            state = self.positions.reach(None, ())
            self._stand(self.engine.at(state, state.node))
            assert self.state is not None
        if line.verb != "play" and not self.checking:
            return
        if line.verb == "expect":
            self._expect(self.state, line)
        elif self.checking or not self._play_directly(self.state, line):
            self._offer(self.state, line)

    def _lay_out(self, line: ExampleLine) -> None:
        """Set up a `given` position. It changes the current position, or one at the step that the line names, or one at
        the beginning of a turn. Random play leads only to such a step or turn. A second `given` before any move adds to
        the first."""
        if line.label and not line.at:
            raise ExampleFailed(f"no play comes to `{line.label}` with these options and players")
        here = self.ground or self.state
        if self.ground is None and here is not None and self.resolver.is_over(here):
            raise ExampleFailed("the game is over, and nothing can be given any more")
        if self.ground is None and here is not None and not line.label:
            here = self._draw_chances(here, self._next_spoken())
        at = line.at if line.label or here is None else ()
        self.before = state = self.positions.reach(here, at)
        if line.label:
            self.reached.append((line.label, state))
        laid = self._set_up_position(state, line)
        if self.resolver.is_over(laid):
            self._stand(laid)
            return
        seat = self.positions.active(laid)
        # the step is in another player's turn: search again, with that player's turn beginning first
        if line.label and seat != self.positions.active(state):
            self.before = state = self.positions.reach(here, at, seat)
            self.reached[-1] = (line.label, state)
            laid = self._set_up_position(state, line)
        self.move = EngineCall("at", (laid, laid.node))
        self._stand(self.engine.at(laid, laid.node))
        self.ground = laid

    def notes(self) -> Iterator[str]:
        """Yield a remark for each refusal that held only because another decision was open, saying which one."""
        for line, state in self.beside:
            what = f"line {line.line}: `refuse {label_text(line.label, line.args)}` holds because"
            if self.resolver.is_over(state):
                yield f"{what} the game is over"
            else:
                has = f"{self.resolver.decider(state)} has: {listing(self.resolver.texts(state), 6)}"
                yield f"{what} something else is asked there ({has})"

    def _next_spoken(self) -> ExampleLine | None:
        """Return the current or next line that names an option or a chance event; None if there is none."""
        return next((li for li in self.lines[self.number :] if li.verb in ("play", "allow", "refuse")), None)

    def _begin(self) -> None:
        """Begin the game, on an engine that stops it where the first turn begins."""
        self.opening = self.engine
        self.engine = self.positions.before_turns()
        self.resolver = LabelResolver.of(self.engine)
        self._stand(self.engine.start(SEED))

    def _before_turn(self, state: State | None) -> bool:
        """Return whether the opening is over because the first turn begins in this state."""
        return self.opening is not None and state is not None and state.node in self.engine.machine.turn_starts

    def _leave_opening(self, line: ExampleLine) -> None:
        """Play the rest of the opening with random outcomes, up to the start of a turn, except if the line is a `given`
        that names a step."""
        assert self.opening is not None and self.state is not None
        self.engine, self.opening = self.opening, None
        self.resolver = LabelResolver.of(self.engine)
        if not (line.verb == "given" and line.label):
            self.state = self.positions.first_turn(self.state)
        if line.verb != "given":
            self._stand(self.engine.at(self.state, self.state.node))

    def _play_directly(self, state: State, line: ExampleLine) -> bool:
        """Play the only option that a line can name, without listing all options. Return False if several options may
        fit, or if a chance event comes first."""
        option = self.resolver.only_option(state, line.label, line.args)
        if option is None:
            return False
        self.move = EngineCall("apply", (state, option))
        try:
            after = self.engine.apply(state, option)
        except NotAnOption:
            raise ExampleFailed(f"`{label_text(line.label, line.args)}` is not on offer") from None
        self.before, self.taken = state, option
        self._stand(after)
        return True

    def _set_up_position(self, state: State, line: ExampleLine) -> State:
        """Return the state after setting up the position of a `given` line. If that includes random draws, the local
        variables of procedures in progress keep their values."""
        self.move = EngineCall("at", (state, line.name)) if line.laid else EngineCall("run", (state, line.name, ()))
        if not line.laid:
            return self.engine.run(state, line.name, ())
        there = self.engine.at(state, line.name)
        for _ in range(CHANCES_IN_A_ROW):
            if self.resolver.is_over(there) and there.node != line.laid:
                return there
            if there.node == line.laid:
                cells = list(there.cells)
                for slot in self.positions.frames:
                    cells[slot.offset : slot.end] = state.cells[slot.offset : slot.end]
                return there.with_cells(tuple(cells))._replace(node=state.node)
            self.move = EngineCall("chance", (there,))
            there = self.engine.chance(there)
        raise endless(line.name)

    def _stand(self, state: State) -> None:
        """Continue the example from a state, after checking the invariants if the state is a decision or the end."""
        self.state, self.ground = state, None
        if not self.checking or self.resolver.chances(state):
            return
        if self._before_turn(state):
            return  # the example continues from here
        over = self.resolver.is_over(state)
        broken = find_broken_invariant(self.engine, state, over)
        if broken is not None:
            where = "when the game is over" if over else f"before {self.resolver.seat(state)} decides"
            raise ExampleFailed(f"`{broken.when} {broken.name}` is broken {where}", broken.name)

    def _offer(self, state: State, line: ExampleLine) -> None:
        """Run a `play`, `allow` or `refuse` line."""
        state = self._draw_chances(state, line)
        self.move = EngineCall("options", (state,))
        found = self.resolver.moves_that_fit(state, line.label, line.args)
        wanted = label_text(line.label, line.args)
        if line.verb == "refuse":
            if found:
                texts = [self.resolver.text(state, n) for n in found]
                raise ExampleFailed(f"`{wanted}` should be refused, but it is on offer: {listing(texts)}")
            if line.label not in self.resolver.labels.possible_labels(state.node):
                self.beside.append((line, state))
            return
        if not found:
            raise ExampleFailed(self.resolver.not_offered(state, line.label, line.args))
        if line.verb == "play":
            if len(found) > 1:
                texts = [self.resolver.text(state, n) for n in found]
                raise ExampleFailed(f"`{wanted}` fits more than one option, say which: {listing(texts)}")
            self.record.append(Entry.of(self.resolver, state, found[0]))
            self.before, self.taken = state, found[0]
            self.move = EngineCall("chance" if self.resolver.chances(state) else "apply", (state, found[0]))
            self._stand(self.resolver.go(state, found[0]))

    def state_for_permission(self, line: ExampleLine) -> State | None:
        """Return the state in which an `allow` or `refuse` line is tested; None for other lines."""
        if line.verb not in ("allow", "refuse") or self.state is None:
            return None
        return self._draw_chances(self.state, line)

    def _draw_chances(self, state: State, line: ExampleLine | None) -> State:
        """Return the state after drawing the open chance events, up to the decision or end, or up to a chance event
        that `line` names."""
        begun = state
        for _ in range(CHANCES_IN_A_ROW):
            if not self.resolver.chances(state) or (line is not None and self._speaks(state, line)):
                if state is not begun:
                    self._stand(state)
                return state
            value, counted = self.resolver.draw(state)
            self.record.append(Entry.of(self.resolver, state, value))
            self.move = EngineCall("chance", (counted, value))
            state = self.engine.chance(counted, value)
        raise endless(self.resolver.clause(state))

    def _speaks(self, state: State, line: ExampleLine) -> bool:
        """Return whether a line names the open chance event, by its label and parameter."""
        carried = self.resolver.labels.nodes[state.node].name  # type: ignore[union-attr]  # it is a Chance node
        alike = all(name in (None, carried) for name, _ in line.args)
        return alike and bool(self.resolver.moves_that_fit(state, line.label, ()))

    def _expect(self, state: State, line: ExampleLine) -> None:
        state = self._draw_chances(state, self._next_spoken())
        self.move = EngineCall("call", (state, line.name, ()))
        if self.engine.call(state, line.name, ()) == 0:
            if self._before_turn(state):
                where = "the first turn begins"
            elif self.resolver.is_over(state):
                where = "the game is over"
            else:
                where = f"{self.resolver.decider(state)} has: {listing(self.resolver.texts(state))}"
            raise ExampleFailed(f"what is expected does not hold ({where})")
