"""Writes a sequence of steps as a worked example that can be pasted into its rulebook.

Steps before the first turn are in the block `opening:`. Values are written as expressions of the rulebook: a piece by
its attributes, `Card(value: 3)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ..engine.interface import State
from ..machine.option_labels import label_text, level
from ..machine.program import Chance
from ..model.naming import NONE
from ..model.symbols import DomainSymbol
from ..model.types import Domain, DomainType, NumberType, OptionType, SetType, Type, Value
from ..syntax import nodes as s
from .game import ConfiguredGame
from .loaded_book import load

Steps = Sequence[tuple[State, int]]
"""The steps of a game: each state with the option or outcome taken there."""
INDENT = "  "


def example_text(name: str, game: ConfiguredGame, steps: Steps, expected: Sequence[str] = ()) -> str:
    """Return the text of an example that plays these steps from the start of a game. `expected` are the lines at its
    end, which test the last position."""
    before, after = _split_at_first_turn(game, steps)
    opening = ["opening:", *(INDENT + line for line in play_lines(game, before))] if before else []
    return example_of_lines(name, game, [*opening, *play_lines(game, after), *expected])


def example_of_lines(name: str, game: ConfiguredGame, lines: Sequence[str]) -> str:
    """Return the text of an example with these lines, for the game's number of players and its non-default answers."""
    usual = load(game.name, game.layers).rulebook.options
    settings = [f"set {name} = {answer}" for name, answer in game.rulebook.options.items() if usual.get(name) != answer]
    head = [f"players {game.players}", *settings]
    return "\n".join([f"example {name}:", *(INDENT + line for line in (*head, *lines))])


def _split_at_first_turn(game: ConfiguredGame, steps: Steps) -> tuple[Steps, Steps]:
    """Divide steps into those before the first turn begins, and the others. In a game without turns, the chance events
    at the start come before."""
    turns, resolver = game.machine.turn_starts, game.resolver
    if not turns:
        first = next((n for n, (state, _) in enumerate(steps) if not resolver.chances(state)), len(steps))
        return steps[:first], steps[first:]
    engine = game.engine.stop_at(turns)
    if not steps or engine.start(steps[0][0].seed, steps[0][0].game).node in turns:
        return (), steps
    for number, (state, option) in enumerate(steps, 1):
        after = engine.chance(state, option) if resolver.chances(state) else engine.apply(state, option)
        if after.node in turns:
            return steps[:number], steps[number:]
    return steps, ()


def play_lines(game: ConfiguredGame, steps: Steps) -> Iterator[str]:
    """Yield a `play` line for each step; equal steps in a row share one line."""
    for line, alike in groupby(f"play {step_text(game, state, number)}" for state, number in steps):
        count = len(list(alike))
        yield line if count == 1 else f"{line} {count} times"


def step_text(game: ConfiguredGame, state: State, number: int) -> str:
    """Return the label of an option or outcome as an example writes it: with its values as expressions."""
    labels = game.resolver.labels
    node = labels.nodes[state.node]
    if isinstance(node, Chance):
        text = labels.value_text(node.domain, number)
        return label_text(node.label, [(node.name, expression_text(game, node.domain, text))])
    alternative = labels.alternative(state.node, number)
    args = [
        (name, expression_text(game, level(alternative, name).domain, text))
        for name, _, text in labels.arguments(state.node, number)
    ]
    return label_text(alternative.label, args) if args else f"{alternative.label}()"


def expression_text(game: ConfiguredGame, domain: str, printed: str) -> str:
    """Return the expression for a value of a domain, given as it is printed in labels."""
    symbol = game.model.symbols.get(domain)
    if isinstance(symbol, DomainSymbol) and printed in symbol.domain.labels:
        return _member_text(game, symbol.domain, symbol.domain.labels.index(printed))
    return printed


def _member_text(game: ConfiguredGame, domain: Domain, index: int) -> str:
    """Return an expression for a member of a domain: its name, or its attributes if rulebooks have no name for it."""
    clauses = (placed.clause for placed in game.rulebook.clauses if placed.id == f"table {domain.name}")
    combined = any(isinstance(clause, s.TableClause) and clause.binders for clause in clauses)
    if domain.sort != "piece" and not combined:
        return domain.labels[index]
    given = ", ".join(f"{f.name}: {_value_text(game, f.type, f.values[index])}" for f in domain.fields)
    return f"{domain.name}({given})"


def _value_text(game: ConfiguredGame, type_: Type, value: Value) -> str:
    """Return an expression for a value of this type."""
    match type_:
        case OptionType(item):
            return NONE if value is None or item is None else _value_text(game, item, value)
        case SetType(item) if isinstance(value, frozenset):
            return f"{{{', '.join(_value_text(game, item, one) for one in sorted(value) if item is not None)}}}"
        case DomainType(domain) if isinstance(value, int):
            return expression_text(game, domain.name, domain.labels[value])
        case NumberType():
            return str(value)
    return "yes" if value else "no"
