"""Public functions called with wrong arguments raise an error that says what is expected. NumPy's numbers are
accepted."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from typing import Any

import pytest

from rulekit import load
from rulekit.diagnostics import RulekitError
from rulekit.engine.interface import NotAnOption
from rulekit.engine.observation import ObservationFormat
from rulekit.play.game import ConfiguredGame, GameState
from rulekit.play.simulate import simulate

BOOK = load("classics/leduc-poker")
OTHER = load("classics/tic-tac-toe").configure()
GAMES = {kind: BOOK.configure(engine=kind) for kind in ("wasm", "reference")}
STARTS = {kind: game.start() for kind, game in GAMES.items()}


class Integer:
    """A whole number of another class, like those of NumPy."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return self.number == other

    def __hash__(self) -> int:
        return hash(self.number)


WRONG: list[Any] = [None, "x", "", b"x", 1.5, float("nan"), [], {}, object(), 3 + 0j, Integer, ..., STARTS["wasm"]]
"""Values that are never accepted as a whole number."""
FAR = [-1, -(2**40), 2**31, 2**32 - 1, 2**63, 2**64, 10**30]
"""Whole numbers that are out of range for nearly every parameter."""


def told(call: Callable[..., object], *given: object, **named: object) -> Exception:
    """Return the error of a call. It must be of a documented class and have a message."""
    with pytest.raises((RulekitError, ValueError, TypeError)) as caught:
        call(*given, **named)
    error = caught.value
    assert type(error) in (RulekitError, ValueError, TypeError, NotAnOption), error
    assert "expected" in str(error) or isinstance(error, RulekitError | NotAnOption) or "another game" in str(error)
    return error


# ------------------------------------------------------------------------------------------------- loading, configuring


@pytest.mark.parametrize("name", [value for value in WRONG if value not in ("x", "")] + [3])
def test_the_name_of_a_book_is_a_text_or_a_path(name):
    assert isinstance(told(load, name), TypeError)
    assert isinstance(told(load, "classics/pig", [name]), TypeError)


@pytest.mark.parametrize("layers", ["classics/pig", None, 3, object()])
def test_layers_are_a_list(layers):
    assert isinstance(told(load, "classics/pig", layers), TypeError)


@pytest.mark.parametrize("name", ["", "x", "a\0b", ".", "/", "..", "classics/", "/dev/null", "/no/such.rules"])
def test_a_book_that_is_none(name):
    assert isinstance(told(load, name), RulekitError)


@pytest.mark.parametrize("players", [value for value in WRONG if value is not None])
def test_players_are_a_number(players):
    for method in (BOOK.configure, BOOK.machine, BOOK.apply_layers):
        assert isinstance(told(method, players), TypeError)


@pytest.mark.parametrize("players", [*FAR, 0, 1, 3])
def test_as_many_players_as_the_game_allows(players):
    assert isinstance(told(BOOK.configure, players), RulekitError)


@pytest.mark.parametrize("options", [3, "x", [("goal", 20)], {1: 2}, {"goal": None}, {"goal": 1.5}, {"goal": [20]}])
def test_options_are_a_dict(options):
    pig = load("classics/pig")
    for method in (pig.configure, pig.machine, pig.apply_layers):
        assert isinstance(told(method, 2, options), TypeError)


@pytest.mark.parametrize("options", [{"goal": 2**70}, {"goal": "many"}, {"gaol": 20}, {"": 1}, {"goal": -1}])
def test_options_that_the_book_does_not_offer(options):
    assert isinstance(told(load("classics/pig").configure, 2, options), RulekitError)


@pytest.mark.parametrize("engine", [None, "x", 3, [], "WASM"])
def test_engines_have_names(engine):
    assert isinstance(told(BOOK.configure, engine=engine), ValueError)


# ------------------------------------------------------------------------------------------------------------- starting


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("value", WRONG)
def test_seeds_and_numbers_are_whole(kind, value):
    game = GAMES[kind]
    for method in (game.start, game.engine.start):
        assert isinstance(told(method, value), TypeError)
        assert isinstance(told(method, 1, value), TypeError)
    if value is not None:
        assert isinstance(told(STARTS[kind].cursor, value), TypeError)
        assert isinstance(told(STARTS[kind].cursor().load, STARTS[kind].raw, seed=value), TypeError)
    assert isinstance(told(STARTS[kind].with_seed, value), TypeError)


@pytest.mark.parametrize("kind", GAMES)
def test_no_number_is_another_name_of_a_game(kind):
    """Chance uses 64 bits of the seed and 32 of the game number; larger numbers would play the same as smaller ones."""
    game = GAMES[kind]
    for seed in (-1, 2**64, 2**64 + 1, 10**30):
        assert type(told(game.start, seed)) is ValueError
        assert type(told(STARTS[kind].with_seed, seed)) is ValueError
        assert type(told(STARTS[kind].cursor().load, STARTS[kind].raw, seed=seed)) is ValueError
        assert type(told(simulate, game, 1, seed)) is ValueError
    for number in (-1, 2**32, 2**32 + 1, 2**64):
        assert type(told(game.start, 1, number)) is ValueError
    assert game.start(2**64 - 1, 2**32 - 1).raw != game.start(0, 0).raw


# ----------------------------------------------------------------------------------------------------- states, cursors


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("value", [value for value in WRONG if not isinstance(value, str)])
def test_options_are_numbers_or_labels(kind, value):
    state = STARTS[kind]
    for call in (state.apply, state.label, state.find, state.cursor().apply, looked(state).apply):
        assert isinstance(told(call, value), TypeError)


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("value", ["", "x", "x(", "raise(" * 500, "a: b", "\0", "ra\u202eise", "1"])
def test_labels_that_are_not_on_offer(kind, value):
    for call in (STARTS[kind].apply, STARTS[kind].find):
        assert isinstance(told(call, value), RulekitError)
    assert isinstance(told(STARTS[kind].label, value), TypeError)
    assert isinstance(told(looked(STARTS[kind]).apply, value), TypeError)


def looked(state: GameState) -> Any:
    """Return a cursor that has already listed the options."""
    cursor = state.cursor()
    cursor.legal()
    return cursor


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("number", FAR)
def test_numbers_that_are_no_option(kind, number):
    state = STARTS[kind]
    assert isinstance(told(state.apply, number), RulekitError)
    assert isinstance(told(state.label, number), RulekitError)
    for cursor in (state.cursor(), looked(state)):
        before = cursor.save()
        assert isinstance(told(cursor.apply, number), NotAnOption)
        assert cursor.save() == before and cursor.legal() == state.legal()
    chance = GAMES[kind].engine.cursor(GAMES[kind].engine.start(1), drawn=False)
    assert isinstance(told(chance.chance, number), NotAnOption)
    assert type(told(state.cursor().observe, number)) is ValueError


@pytest.mark.parametrize("kind", GAMES)
def test_nobody_decides_at_a_chance_or_at_the_end(kind):
    game = GAMES[kind]
    chance = game.engine.cursor(game.engine.start(1), drawn=False)
    ended = played(STARTS[kind])
    for ask in (
        lambda: chance.player,
        lambda: chance.apply(0),
        lambda: game.engine.who(game.engine.start(1)),
        lambda: ended.player,
        lambda: ended.seat,
        ended.random,
        lambda: ended.cursor().player,
        lambda: ended.cursor().apply(0),
        lambda: STARTS[kind].cursor().chance(),
    ):
        assert isinstance(told(ask), NotAnOption)
    assert chance.legal() == ended.legal() == ended.cursor().legal() == ended.labels() == ()
    assert isinstance(told(ended.apply, 0), RulekitError) and isinstance(told(ended.find, "call"), RulekitError)


def played(state: GameState) -> GameState:
    while not state.over:
        state = state.apply(state.legal()[0])
    return state


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("value", [*WRONG, 3, OTHER.start()])
def test_what_is_no_state_is_not_loaded(kind, value):
    cursor = looked(STARTS[kind])
    assert isinstance(told(cursor.load, value), TypeError)
    assert isinstance(told(GAMES[kind].engine.cursor, value), TypeError)
    assert cursor.save() == STARTS[kind].raw and cursor.legal() == STARTS[kind].legal()


@pytest.mark.parametrize("kind", GAMES)
def test_a_state_of_another_game_is_not_loaded(kind):
    raw = STARTS[kind].raw
    other = OTHER.start().raw
    for state in (
        other,
        other._replace(node=raw.node),
        raw._replace(packed=b""),
        raw._replace(packed=raw.packed + b"\0"),
        raw._replace(uses=()),
        raw._replace(uses=(*raw.uses, 0)),
        raw._replace(node="flow.nowhere"),
    ):
        cursor = looked(STARTS[kind])
        assert type(told(cursor.load, state)) is ValueError
        assert cursor.save() == raw and cursor.legal() == STARTS[kind].legal()
        assert type(told(GAMES[kind].engine.cursor, state)) is ValueError
        cursor.apply(cursor.legal()[0])  # the refused load did not affect the cursor
        assert cursor.save() == STARTS[kind].apply(STARTS[kind].legal()[0]).raw


@pytest.mark.parametrize("kind", GAMES)
def test_cells_are_asked_for_by_name_and_index(kind):
    state = STARTS[kind]
    for cell in [*(value for value in WRONG if value.__hash__), "hand"]:
        assert type(told(state.value, cell)) is ValueError
    assert type(told(state.value, "game.payoff", 9)) is ValueError
    assert type(told(state.value, "game.payoff")) is ValueError
    assert isinstance(told(state.value, "game.payoff", "p1"), TypeError)


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("value", [*WRONG, 3])
def test_functions_routines_and_nodes_have_names(kind, value):
    """Regression: a wrong name raised KeyError."""
    engine, raw = GAMES[kind].engine, STARTS[kind].raw
    for ask in (lambda: engine.call(raw, value, ()), lambda: engine.run(raw, value, ()), lambda: engine.at(raw, value)):
        assert type(told(ask)) is (ValueError if isinstance(value, str) else TypeError)


PARAMETERS = """\
rulebook p:
  players 2
enum Colour: red, blue, green, black
keep n: 0..9 = 0
fact among(k Colour, s set of Colour) = k in s
choice turn
action go in turn:
  choose k in Colour where among(k, {red, green})
  n = 1
flow:
  turns from p1:
    do one of turn
"""


@pytest.mark.parametrize("kind", GAMES)
def test_arguments_are_those_of_the_function(kind, tmp_path):
    """Regression: one engine gave an answer where the other raised an error."""
    (tmp_path / "p.rules").write_text(PARAMETERS)
    game = load(tmp_path / "p.rules").configure(engine=kind)
    raw = game.start().raw

    def ask(*given):
        return game.engine.call(raw, "fact among", given)

    assert ask(2, {0, 2}) and ask(Integer(2), [2]) and not ask(1, frozenset({0, 2}))
    for given in ((), (2,), (2, {2}, 1), (-1, {2}), (4, {2}), (2, {4}), (2, {-1}), (2**70, {2})):
        assert type(told(ask, *given)) is ValueError
    for given in ((None, {2}), ("2", {2}), (2, 2), (2, None), (2, "2"), (2, {"2"}), ({2}, {2})):
        assert isinstance(told(ask, *given), TypeError)
    for args in (None, 2, "22"):
        assert isinstance(told(game.engine.call, raw, "fact among", args), TypeError)


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("value", [*WRONG, 3, OTHER.start()])
def test_engines_take_states(kind, value):
    engine = GAMES[kind].engine
    name = GAMES[kind].machine.functions[0].name
    for ask in (
        *(getattr(engine, ask) for ask in ("who", "options", "outcomes", "pick", "chance")),
        lambda state: engine.apply(state, 0),
        lambda state: engine.call(state, name, ()),
        lambda state: engine.observe(state, 0),
        lambda state: engine.at(state, GAMES[kind].machine.start),
    ):
        assert isinstance(told(ask, value), TypeError)


@pytest.mark.parametrize("kind", GAMES)
def test_players_are_those_of_the_game(kind):
    state = STARTS[kind]
    looks = state.view, state.picture, state.information_state, lambda player: state.why_not("raise", player)
    for look in (*looks, lambda player: GAMES[kind].engine.observe(state.raw, player)):
        for player in (2, -2, 2**70):
            assert type(told(look, player)) is ValueError
        for wrong in (value for value in WRONG if value is not None):
            assert isinstance(told(look, wrong), TypeError)
        look(Integer(1))


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("value", [value for value in WRONG if not isinstance(value, str)])
def test_what_else_states_and_books_take(kind, value):
    for ask in (STARTS[kind].why_not, lambda most: list(STARTS[kind].random_moves(most))):
        assert isinstance(told(ask, value), TypeError)
    if value is not None:
        assert isinstance(told(BOOK.configure, ruleset_name=value), TypeError)
        assert isinstance(told(BOOK.configure, games=value), TypeError)
    assert type(told(GAMES[kind].engine.playouts, 1, 1, counting=value)) is ValueError


# ----------------------------------------------------------------------------------------------------- pickles, copies


@pytest.mark.parametrize("kind", GAMES)
def test_games_and_their_states_are_their_own_copies(kind):
    """They are immutable, so a copy is the same object. They cannot be pickled, but the raw state and the record
    can."""
    for value in (GAMES[kind], STARTS[kind]):
        assert copy(value) is value and deepcopy([value])[0] is value
        assert isinstance(told(pickle.dumps, value), TypeError)
    raw = pickle.loads(pickle.dumps(STARTS[kind].raw))
    assert raw == copy(raw) == deepcopy(raw) == STARTS[kind].raw
    record = pickle.loads(pickle.dumps(STARTS[kind].record()))
    assert GAMES[kind].replay(record).raw == raw and deepcopy(record) == record


@pytest.mark.parametrize("kind", GAMES)
def test_what_moves_is_neither_pickled_nor_copied(kind):
    """Regression: using a copy of a cursor moved the original."""
    for value in (GAMES[kind].engine, STARTS[kind].cursor()):
        for attempt in (pickle.dumps, copy, deepcopy):
            assert isinstance(told(attempt, value), TypeError)


@pytest.mark.parametrize("kind", GAMES)
def test_what_a_state_tells_is_pickled(kind):
    state = STARTS[kind].apply(STARTS[kind].legal()[0])
    for value in (state.view(0), state.information_state(0), state.picture(0), state.history(), state.why_not("x")):
        assert pickle.loads(pickle.dumps(value)) == deepcopy(value) == value
    with pytest.raises(RulekitError) as caught:
        state.apply("x")
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is RulekitError and again.diagnostics == caught.value.diagnostics


# --------------------------------------------------------------------------------------------------- whole games, files


@pytest.mark.parametrize("value", WRONG)
def test_figures_are_of_a_game_and_whole_numbers(value):
    game = GAMES["wasm"]
    assert isinstance(told(simulate, value, 1, 1), TypeError)
    assert isinstance(told(simulate, game, value, 1), TypeError)
    assert isinstance(told(simulate, game, 1, value), TypeError)
    if value is not None:
        assert isinstance(told(simulate, game, 1, 1, max_moves=value), TypeError)
        assert isinstance(told(simulate, game, 1, 1, executor=value), TypeError)


def test_figures_of_fewer_games_than_none():
    for named in ({"games": -1}, {"games": 2**32 + 1}, {"max_moves": -1}):
        assert type(told(simulate, GAMES["wasm"], **{"games": 1, "seed": 1, **named})) is ValueError


@pytest.mark.parametrize("value", [None, 3, 1.5, [], object()])
def test_files_have_paths(value):
    for call in (GAMES["wasm"].resume, STARTS["wasm"].save):
        assert isinstance(told(call, value), TypeError)
    assert isinstance(told(GAMES["wasm"].replay, value), TypeError)


def test_a_record_of_another_game():
    assert isinstance(told(GAMES["wasm"].replay, OTHER.start().apply(0).record()), RulekitError)


def test_what_is_seen_is_read_by_its_own_form():
    seen = STARTS["wasm"].cursor().observe(0)
    form = ObservationFormat.of(GAMES["wasm"].machine)
    for value in (seen[1:], seen + b"\0", b""):
        assert type(told(form.unpack, value)) is ValueError


# -------------------------------------------------------------------------------------------------- accepted arguments


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("number", [Integer, pytest.param("numpy", id="numpy")])
def test_whole_numbers_of_any_type_work(kind, number):
    if number == "numpy":
        number = pytest.importorskip("numpy").int64
    game: ConfiguredGame = BOOK.configure(number(2), engine=kind)
    state = game.start(number(7), number(3))
    plain = GAMES[kind].start(7, 3)
    assert state.raw == plain.raw and type(state.raw.seed) is type(state.raw.game) is int
    cursor, known = state.cursor(number(5)), looked(state)
    while not plain.over:
        option = plain.legal()[-1]
        assert state.label(number(option)) == plain.label(option)
        known.apply(number(option))
        state, plain = state.apply(number(option)), plain.apply(option)
        assert state.raw == plain.raw == known.save()
    cursor.apply(number(cursor.legal()[0]))
    cursor.load(state.raw, seed=number(4))
    assert cursor.observe(number(1)) == state.with_seed(4).cursor().observe(1)
    assert game.replay(state.record()).raw == state.raw
    assert simulate(game, number(5), number(2), number(9)) == simulate(game, 5, 2, 9)
    assert load("classics/pig").configure(2, {"goal": number(30)}).rulebook.options["goal"] == 30
