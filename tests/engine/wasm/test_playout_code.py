"""The function that plays whole games: the same games in pieces, after interruptions, and with or without
optimisation."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulekit.engine.interface import ARITHMETIC, DECISIONS_PER_MOVE
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine, compilation, playout_runner, register_promotion
from rulekit.machine import program as m
from tests.engine.differential import answer
from tests.engine.machines import machines
from tests.machine.build import L, at, bits, decision, end, history, level, machine, number, op, option, put, set_cell
from tests.machine.build import step as step_node
from tests.machine.samples import SAMPLES
from tests.machine.verify import verify
from tests.shipped import FRAGMENTS, every, fragment_machine

BOUND = 3


def stepped(engine, n: int, seed: int, first: int = 0) -> tuple[tuple[int, ...], ...]:
    """Return the payoffs of random games played step by step."""
    nodes = {node.id: node for node in engine.machine.nodes}
    found = []
    for game in range(first, first + n):
        state = engine.start(seed, game)
        while not isinstance(nodes[state.node], m.End):
            if isinstance(nodes[state.node], m.Chance):
                state = engine.chance(state)
            else:
                taken, state = engine.pick(state)
                state = engine.apply(state, taken)
        found.append(payoffs(engine.machine, state))
    return tuple(found)


def payoffs(made: m.Machine, state) -> tuple[int, ...]:
    at_ = 0
    for cell in made.cells:
        if cell.name == m.PAYOFF:
            break
        at_ += 1  # every cell before it is a single number
    assert all(c.shape == () and c.kind == "number" for c in made.cells[:at_])
    return tuple(state.cells[at_ : at_ + made.players])


def kept() -> m.Machine:
    """Return a machine with cells of all kinds that only nodes access, with constant indexes. A repeated position ends
    the game."""
    grid, far = at("grid", 1, 2), at("far", 1)
    return machine(
        [
            step_node("begin", m.Note("here"), to="turn"),
            decision(
                "turn",
                option("go", 0, "gone", level("x", 0, 129, "x", m.Test(op("ne", op("mod", L("x"), 7), at("turns"))))),
            ),
            step_node(
                "gone",
                m.Insert("far", (m.Const(1),), at("x")),
                m.Insert("far", (m.Const(0),), op("div", at("x"), 2), True),
                put("grid", (1, 2), op("add", grid, op("mod", at("x"), 3)), 4),
                put("grid", (0, 1), op("sub", at("grid", 0, 1), op("mod", at("x"), 2)), 4),
                put("grid", (1, 0), op("max", at("grid", 1, 0), at("x")), 4),
                put("turns", (), op("add", at("turns"), 1)),
                put("spot", (), op("mod", at("x"), 20)),
                put("active", (), op("sub", 1, at("active"))),
                put("x", (), 0),
                to=m.Fork(op("ge", m.Seen("here"), 1), "seen", "full"),
            ),
            step_node("full", m.Note("here"), to=m.Fork(op("lt", at("turns"), 9), "turn", "count")),
            step_node("seen", put(m.PAYOFF, (0,), 500), to="count"),
            step_node(
                "count",
                put(m.PAYOFF, (0,), op("add", at(m.PAYOFF, 0), op("add", grid, m.SizeOf(far))), 4),
                put(m.PAYOFF, (1,), op("add", at("grid", 0, 1), m.SizeOf(at("far", 0))), 4),
                put(m.SCORE, (0,), at("grid", 1, 0), 4),
                m.IfStatement(op("gt", at("grid", 1, 0), 120), put_one := (put(m.PAYOFF, (1,), -7),), put_one),
                m.IfStatement(m.Has(far, m.Const(129)), (put(m.PAYOFF, (1,), 77),)),
                to="end",
            ),
            end(),
        ],
        (
            number("grid", 300, 2, 3, low=-300, initial=(1, 2, 3, 4, 5, 6)),
            set_cell("far", 130, 2, initial=((1 << 129) + 5, (1 << 64) + 1)),
            number("turns", 9, role="control"),
            number("x", 129, role="frame"),
            number("spot", 19),
            *history("here", 20),
        ),
        positions=(m.Position("here", ("spot", "active"), 20, BOUND),),
    )


def test_the_cells_that_only_nodes_look_at_are_kept_in_locals(monkeypatch):
    found = []
    choose = register_promotion.promote_cells
    # another worker may have cached the module, so the cache is off
    monkeypatch.setattr(compilation, "_name", lambda *_: None)
    monkeypatch.setattr(register_promotion, "promote_cells", lambda w: (choose(w), found.extend(w.unit.registers)))
    made = kept()
    assert verify(made) == []
    engine = WasmEngine(made, optimise=False)
    assert engine.playouts(100, 3, each=True) == ReferenceEngine(made).playouts(100, 3, each=True)
    assert {"grid", "far", "turns", "x"} <= set(found)
    # hashes and counts read these cells from memory
    assert not {"spot", "active", m.PAYOFF, "history.here"} & set(found)


@pytest.mark.parametrize("steps", [1, 2, 3, 7])
@pytest.mark.parametrize("name", [*SAMPLES, "kept"])
def test_after_an_interruption_it_goes_on_equally(name, steps, monkeypatch):
    """The module returns to Python after every decision, or every few."""
    made = kept() if name == "kept" else SAMPLES[name]
    whole = WasmEngine(made)
    pieces = WasmEngine(made)
    args = [(40, 5, 9, None, True), (40, 5, 0, 3, True)]
    expected = [whole.playouts(*a) for a in args]
    monkeypatch.setattr(playout_runner, "STEPS", steps)
    assert [pieces.playouts(*a) for a in args] == expected


def test_decisions_are_counted_over_interruptions(monkeypatch):
    """A move with too many decisions ends the game after a fixed number of them, however often the module returns to
    Python."""
    most = DECISIONS_PER_MOVE + 100
    made = machine(
        [
            decision("a", option("go", 0, "b")),
            decision("b", option("on", 0, "on"), option("and on", 1, "on"), move=False),
            step_node("on", put("n", (), op("add", at("n"), 1)), to=m.Fork(op("lt", at("n"), most), "b", "end")),
            end(),
        ],
        (number("n", most),),
    )
    monkeypatch.setattr(playout_runner, "STEPS", 7)
    found = WasmEngine(made).playouts(2, seed=1, max_moves=1)
    assert (found.unfinished, found.branching_count) == (2, 2 * (DECISIONS_PER_MOVE - 1))


def test_fuel_is_not_renewed_by_an_interruption_between_games(monkeypatch):
    """Each game has its own fuel, so an endless loop of steps without a decision ends in a fault."""
    made = machine(
        [
            decision("turn", option("stop", 0, "end"), option("spin", 1, "round")),
            step_node("round", put("n", (), op("sub", 1, at("n"))), to="round"),
            end(),
        ],
        (number("n", 1),),
    )
    monkeypatch.setattr(playout_runner, "STEPS", 1)
    assert answer(WasmEngine(made), "playouts", (30, 1)) == [made.fuel_fault]


@pytest.mark.parametrize("name", [*SAMPLES, "kept"])
def test_optimised_or_not_and_step_by_step_games_are_the_same(name):
    made = kept() if name == "kept" else SAMPLES[name]
    expected = ReferenceEngine(made).playouts(30, 8, each=True)
    assert WasmEngine(made).playouts(30, 8, each=True) == expected
    plain = WasmEngine(made, optimise=False)
    assert plain.playouts(30, 8, each=True) == expected
    assert stepped(plain, 30, 8) == expected.payoffs


@pytest.mark.parametrize("name", ["heap", "dice"])
def test_batches_of_any_size_give_the_same(name):
    """3000 listed games fill most of the memory reserved for them."""
    args = (3000, 2, 0, None, True)
    expected = WasmEngine(SAMPLES[name], batch=100).playouts(*args)
    assert WasmEngine(SAMPLES[name], batch=4096).playouts(*args) == expected


@pytest.mark.parametrize("path", every(4, FRAGMENTS), ids=lambda p: p.stem)
def test_fragments_play_as_the_reference_does(path):
    """Sampled: 2 games of each, of up to 8 moves."""
    made = fragment_machine(path)
    expected = answer(ReferenceEngine(made), "playouts", (2, 11, 0, 8, True))
    assert answer(WasmEngine(made), "playouts", (2, 11, 0, 8, True)) == expected


NOBODY = option("never", 0, "turn", tests=(m.Test(m.Const(0)),))
CIRCLES: dict[str, list[m.Node]] = {
    "a decision that leads to itself": [decision("turn", NOBODY, otherwise="turn"), end()],
    "two decisions": [decision("turn", NOBODY, otherwise="again"), decision("again", NOBODY, otherwise="turn"), end()],
    "with a step between": [decision("turn", NOBODY, otherwise="on"), step_node("on", to="turn"), end()],
    "behind an option": [
        decision("first", option("go", 0, "turn"), option("on", 1, "turn")),
        decision("turn", NOBODY, otherwise="turn"),
        end(),
    ],
}


@pytest.mark.parametrize("optimise", [True, False])
@pytest.mark.parametrize("case", CIRCLES)
def test_decisions_without_options_use_up_the_fuel(case, optimise):
    """Fuel is renewed only when an option is picked, and none is on these circular paths."""
    made = evolve(machine(CIRCLES[case]), fuel=1000)
    assert answer(ReferenceEngine(made), "playouts", (1, 1)) == [made.fuel_fault]
    assert answer(WasmEngine(made, optimise=optimise), "playouts", (1, 1)) == [made.fuel_fault]


def test_a_long_game_does_not_use_it_up():
    """Each round of the game has a decision, which renews the fuel."""
    turns = option("go", 0, "turn"), option("stop", 1, "end")
    made = evolve(machine([decision("turn", *turns), end()]), fuel=30)
    args = (2000, 1)
    assert answer(WasmEngine(made), "playouts", args) == answer(ReferenceEngine(made), "playouts", args)


@pytest.mark.parametrize("examples", every(2, [4, 100]))
def test_random_machines_are_played_equally_in_pieces(examples):
    many = settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    many(given(machines(), st.integers(1, 3))(played_in_pieces))()


def played_in_pieces(made, steps):
    """Six games of up to five moves, with a return to Python after every decision or every few."""
    args = (6, 2, 0, 5, True)
    whole = answer(WasmEngine(made), "playouts", args)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(playout_runner, "STEPS", steps)
        assert answer(WasmEngine(made), "playouts", args) == whole
        assert answer(WasmEngine(made, optimise=False), "playouts", args) in (whole, [made.fuel_fault])


def test_a_chance_uses_its_stream_from_the_beginning_in_each_game():
    """A game draws the same numbers alone and after other games."""
    made = SAMPLES["stack"]
    engine = WasmEngine(made)
    together = engine.playouts(12, 4, each=True).payoffs
    assert tuple(engine.playouts(1, 4, first=i, each=True).payoffs[0] for i in range(12)) == together
    r = Random(1)
    for i in r.sample(range(12), 3):
        assert WasmEngine(evolve(made, name="again")).playouts(1, 4, first=i, each=True).payoffs == (together[i],)


def test_bits_next_to_words_in_a_kept_set():
    """Members near the word boundaries of a set in local variables are inserted and removed correctly."""
    every = (0, 1, 62, 63, 64, 65, 126, 127, 128, 129)
    takes = [option(f"take {x}", i, f"took {x}", tests=()) for i, x in enumerate(every)]
    nodes: list[m.Node] = [decision("turn", *takes)]
    for x in every:
        nodes.append(
            step_node(
                f"took {x}",
                m.Insert("far", (), m.Const(x)),
                m.Insert("far", (), m.Const(129 - x), True),
                put("n", (), op("add", at("n"), 1)),
                to=m.Fork(op("lt", at("n"), 12), "turn", "count"),
            )
        )
    told = m.Fold("sum", "x", m.LoopDomain(within=m.SetOp("common", at("far"), bits(*every, size=130))), None, L("x"))
    nodes += [step_node("count", put(m.PAYOFF, (0,), told), put(m.PAYOFF, (1,), m.SizeOf(at("far"))), to="end"), end()]
    made = machine(nodes, (set_cell("far", 130), number("n", 12, role="control")))
    assert verify(made) == []
    expected = ReferenceEngine(made).playouts(200, 1, each=True)
    for optimise in (True, False):
        assert WasmEngine(made, optimise=optimise).playouts(200, 1, each=True) == expected


@pytest.mark.parametrize("most", [1, 2])
def test_a_fault_among_options_is_met_by_a_game_that_ends_there(most):
    """The second move has a first option; looking for another one faults."""
    nobody_knows = m.Test(op("div", 1, op("sub", at("n"), at("n"))))
    made = machine(
        [
            decision("first", option("go", 0, "second")),
            decision("second", option("on", 0, "end"), option("off", 1, "end", tests=(nobody_knows,))),
            end(),
        ],
        (number("n", 3),),
    )
    found = [answer(engine(made), "playouts", (3, 1, 0, most)) for engine in (ReferenceEngine, WasmEngine)]
    assert found[0] == found[1] == [ARITHMETIC]
