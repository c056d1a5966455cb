"""`rulekit solve`: the value of a game, and what can never happen in it, from all positions that the game can reach.

The result is *exhausted* only if every position was seen. Otherwise it covers the positions nearest to the start, and
random games; nothing is claimed about the rest. For this, each step with a `game over` gets its own end node.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

from attrs import evolve, field, frozen

from ..diagnostics import Diagnostic, Help, Span
from ..engine.choice import EngineName
from ..engine.interface import Engine, GameFault, State
from ..engine.wasm import WasmEngine
from ..machine.option_labels import option_count, sort_name
from ..machine.program import ENDED, Decision, End, Jump, Machine, Node, StepNode, Write
from ..model.rulebook import Rulebook
from ..syntax.forms import does
from ..syntax.traversal import walk
from . import MAX_MOVES
from .example_text import Steps, example_text
from .failing_games import MonitoredRun
from .failure_report import clause_span
from .game import ConfiguredGame
from .game_steps import LabelResolver, has_secrets
from .position_text import position_lines
from .position_values import Number, PositionValues, no_value, position_values, worth_range
from .simulate import Sample, WatchedGames
from .state_space import OVER, PositionProgress, StateSpace, explore
from .testing import countable_clauses, counting_reference, failure_report, random_games

SEPARATE = ".ending"
"""What the id of an end has after that of its step."""


@frozen
class GameEnding:
    """A way in which a game may end: the end node, the clause, and the place of the `game over` statement; None if it
    is unknown which statement of the clause it is."""

    node: str
    clause: str
    span: Span | None


def with_separate_endings(machine: Machine) -> Machine:
    """Return a machine with the same games, in which each step that ends the game leads to its own end node."""
    ending = {node.id: End(node.id + SEPARATE, node.clause) for node in machine.nodes if _ends(node)}

    def redirect(node: Node) -> Node:
        found = ending.get(node.id)
        return evolve(node, next=Jump(found.id)) if found is not None and isinstance(node, StepNode) else node

    return evolve(machine, nodes=(*map(redirect, machine.nodes), *ending.values()))


def _ends(node: Node) -> bool:
    """Return whether a node is a step that ends the game."""
    return isinstance(node, StepNode) and any(isinstance(stmt, Write) and stmt.cell == ENDED for stmt in node.body)


def endings(machine: Machine, rulebook: Rulebook) -> list[GameEnding]:
    """Return the endings of a machine that `with_separate_endings` made, in the order of its nodes."""
    nodes: dict[str, list[End]] = {}
    for node in machine.nodes:
        if isinstance(node, End) and node.id.endswith(SEPARATE):
            nodes.setdefault(node.clause, []).append(node)
    return [ending for clause, ends in nodes.items() for ending in _of_clause(clause, ends, rulebook)]


def _of_clause(clause: str, ends: list[End], rulebook: Rulebook) -> Iterator[GameEnding]:
    """Yield the endings of a clause. Its end nodes have the order of its `game over` statements; a flow may also end
    after its last line."""
    places: list[Span | None] = [
        stmt.span
        for placed in rulebook.clauses
        if clause in (placed.id, placed.clause.kind)
        for stmt in walk(placed.clause)
        if does(stmt, "ends")
    ]
    if len(places) == len(ends) - 1:
        places.append(None)
    known = len(places) == len(ends)
    for number, end in enumerate(ends):
        yield GameEnding(end.id, clause, places[number] if known else None)


CANNOT_END, NEVER_OFFERED = "E844", "W843"
MOST_STATES = 1_000_000
"""The number of positions at which the search stops by default."""
MOST_STEPS = 5_000
"""The number of steps after which a random game tells no more."""
SEED = 1
"""The seed of the states in the search. No result depends on it."""


@frozen
class FoundGame:
    """A game in which something is wrong, one of the shortest: the message, the reasons, the lines of the last
    position, and the game as an example."""

    diagnostic: Diagnostic
    steps: int
    example: str
    why: tuple[str, ...] = ()
    position: tuple[str, ...] = ()


@frozen
class SolvedGame:
    """What is known of a game. If `exhausted`, all positions were seen, and `states` is their number. Otherwise
    `sampled` has the random games that were played in addition.

    `value` is a lower and an upper bound, equal if the value is exact; if it is None, `no_value` says why.
    `first_steps` has the bounds of each option at the start. `results` counts the final positions by payoffs. Options
    in `never_offered`, endings in `never_ended` and clauses in `never_applied` did not occur."""

    game: ConfiguredGame = field(repr=False)
    states: int
    steps: int
    exhausted: bool
    longest: int | None
    value: tuple[Number, Number] | None
    no_value: str
    first_steps: Mapping[str, tuple[Number, Number]]
    results: Mapping[tuple[int, ...], int]
    found: tuple[FoundGame, ...]
    never_offered: tuple[str, ...]
    endings: tuple[GameEnding, ...]
    never_ended: tuple[GameEnding, ...]
    never_applied: tuple[str, ...]
    sampled: Sample | None = None

    @property
    def ok(self) -> bool:
        return not self.found and (self.sampled is None or self.sampled.ok)

    @property
    def winner(self) -> str | None:
        """Return the seat that wins alone in every final position that was seen; None if there is no such seat."""
        winners = {tuple(n for n, payoff in enumerate(payoffs) if payoff > 0) for payoffs in self.results}
        (seats,) = winners if len(winners) == 1 else ((),)
        return self.game.machine.seats[seats[0]] if len(seats) == 1 else None


@frozen
class Solving:
    """How to solve a game: the number of positions at which the search stops, and the number of random games to play if
    it stops before the end."""

    most: int = MOST_STATES
    games: int = 1000
    seed: int = 1
    engine: EngineName = "wasm"


def solve(game: ConfiguredGame, how: Solving, progress: PositionProgress = lambda _: None) -> SolvedGame:
    """Return what can be found out about a game."""
    machine = with_separate_endings(game.machine)
    engine, applied = _counting_engine(machine, how.engine)
    game = evolve(game, engine=engine)
    space = explore(engine, how.most, progress)
    values = position_values(space)
    offers = _Offers(machine, space)
    sampled = None
    if not space.whole and how.games:
        sampled = random_games(game, how.games, WatchedGames(how.seed, MAX_MOVES))
        for number in range(sampled.games):
            offers.play(engine.start(how.seed, number), engine)
    no = no_value(machine, has_secrets(machine))
    known, reached = endings(machine, game.rulebook), applied()
    return SolvedGame(
        game=game,
        states=len(space.keys),
        steps=len(space.targets),
        exhausted=space.whole,
        longest=values.longest,
        value=None if no else (values.lower[0], values.upper[0]),
        no_value=no,
        first_steps={} if no else _first_steps(game, space, values),
        results=Counter(space.payoffs(n) for n, mover in enumerate(space.movers) if mover == OVER),
        found=tuple(_found(game, space, values.endless)),
        never_offered=tuple(sort_name(*kind) for kind in offers.missing),
        endings=tuple(known),
        never_ended=tuple(ending for ending in known if ending.node not in offers.ended),
        never_applied=tuple(clause for clause in countable_clauses(machine) if clause not in reached),
        sampled=sampled,
    )


def _counting_engine(machine: Machine, name: EngineName) -> tuple[Engine, Callable[[], frozenset[str]]]:
    """Return an engine, and a function that returns the clauses which the engine has applied so far."""
    if name == "wasm":
        fast = WasmEngine(machine)
        return fast, lambda: fast.clauses_applied
    return counting_reference(machine)


class _Offers:
    """Records which kinds of options were offered, and which ends were reached: first in a search, then in random
    games."""

    def __init__(self, machine: Machine, space: StateSpace) -> None:
        self.kinds = {node.id: node.alternatives for node in machine.nodes if isinstance(node, Decision)}
        self.numbers: dict[str, set[int]] = {node: set(space.offered.get(node, ())) for node in self.kinds}
        self.ended = {space.keys[n][0] for n, mover in enumerate(space.movers) if mover == OVER}

    def play(self, state: State, engine: Engine) -> None:
        """Play a random game and record what it offers, and its end. A game that faults stops there."""
        resolver = LabelResolver.of(engine)
        with suppress(GameFault):
            for _ in range(MOST_STEPS):
                if resolver.is_over(state):
                    self.ended.add(state.node)
                    return
                if state.node in self.numbers:
                    self.numbers[state.node].update(engine.options(state))
                number, state = resolver.draw(state)
                state = resolver.go(state, number)

    @property
    def missing(self) -> list[tuple[str, str]]:
        """Return the clause and label of each kind of option that was never offered."""
        kinds: dict[tuple[str, str], bool] = {}
        for node, alternatives in self.kinds.items():
            for one in alternatives:
                span = range(one.base, one.base + option_count(one))
                offered = not self.numbers[node].isdisjoint(span)
                kinds[one.clause, one.label] = kinds.get((one.clause, one.label), False) or offered
        return [kind for kind, offered in kinds.items() if not offered]


def _first_steps(game: ConfiguredGame, space: StateSpace, values: PositionValues) -> dict[str, tuple[Number, Number]]:
    """Return bounds of the values of the options at the start, keyed by their labels; empty if no player decides
    there."""
    start = game.engine.start(SEED)
    if not space.movers or space.movers[0] < 0:
        return {}
    labels = game.resolver.texts(start)
    after = space.successors(0)
    continued = len(space.movers)
    unknown = worth_range(game.machine)
    return {
        label: (values.lower[n], values.upper[n]) if 0 <= n < continued else unknown
        for label, n in zip(labels, after, strict=True)
    }


def _found(game: ConfiguredGame, space: StateSpace, endless: int | None) -> Iterator[FoundGame]:
    """Yield a game for each thing that is wrong, one of the shortest that shows it. `endless` is a position from which
    no play ends."""
    trial = MonitoredRun(game.engine)
    for rule in space.broken.values():
        steps = space.way(rule.position) + (() if rule.step is None else (rule.step,))
        played = trial.follow(steps, SEED, 0)
        report = failure_report(game, trial, evolve(played, failure=rule.failure), played, SEED, 0)
        example = example_text("found", game, _steps(game, steps))
        yield FoundGame(report.diagnostic, len(steps), example, report.why, report.position)
    if endless is not None:
        steps = space.way(endless)
        message = "a game that comes to this position never ends, however it is played"
        told = Diagnostic(CANNOT_END, message, clause_span(game.rulebook, "flow"), help=(Help(LET_IT_END),))
        _, state, _ = trial.retrace(steps, SEED, 0)
        lines = () if state is None else tuple(position_lines(game.engine, state))
        yield FoundGame(told, len(steps), example_text("found", game, _steps(game, steps)), position=lines)


LET_IT_END = "write what ends the game there, such as `game over, drawn`, or limit its turns or rounds"


def _steps(game: ConfiguredGame, choices: Sequence[int]) -> Steps:
    """Return the states of a game, each with the option or outcome taken there. The last step may fault; it is not
    made."""
    state, steps = game.engine.start(SEED), []
    for place, choice in enumerate(choices, 1):
        number = game.resolver.numbers(state)[choice]
        steps.append((state, number))
        if place < len(choices):
            state = game.resolver.go(state, number)
    return steps
