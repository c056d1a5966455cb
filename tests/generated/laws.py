"""Laws that hold for every rulebook that the check accepts, from its text to the last step of a game.

`hold` takes one generated rulebook through every stage and both engines; it raises Broken with the name of a broken
law.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import evolve

from rulekit.check.checked import CheckedModel
from rulekit.diagnostics import Source
from rulekit.diagnostics.renderer import render
from rulekit.engine.cell_layout import CellLayout
from rulekit.engine.interface import Engine, GameFault, State
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.engine.wasm.recording_engine import RecordingEngine
from rulekit.machine import program as m
from rulekit.machine.lower import lower
from rulekit.machine.option_labels import Labels, parameter_order, parse_label
from rulekit.model.rulebook import Config
from rulekit.pipeline import check_configuration
from rulekit.play.example_runner import run_examples
from rulekit.syntax import format_book, format_text, parse, same
from rulekit.syntax import nodes as s
from rulekit.syntax.traversal import inside as within
from tests.machine.verify import verify

from .mending import KNOWLEDGE, Mended
from .strategy import Written
from .verified import every_pass_verified

STEPS = 45
PLAYED, MOVES = 4, 12  # the number of whole random games, and the moves after which each is stopped
FUEL = 60_000
"""The fuel (limit of steps) of compared games: enough for every regular game, and little enough that an endless one
stops soon."""


class Broken(AssertionError):
    """Raised if a law does not hold; the text names the law."""


class Refused(Exception):
    """Raised if the check rightly refuses a generated rulebook, so that there is no machine to test."""


REFUSALS = {"E419": "refused for too many options"}
"""The errors that a generated rulebook may get, with the words under which they are counted."""


def require(condition: object, law: str, *what: object) -> None:
    if not condition:
        raise Broken(law + "".join(f"\n{w}" for w in what))


def read(name: str, text: str, deep: bool = False) -> s.Book:
    """Parse a text. Assert that formatting keeps its meaning; if `deep`, also that formatting again changes nothing."""
    book = parsed(name, text)
    ways = [("text", format_text(Source(name, text))[0]), *([("tree", format_book(book))] if deep else [])]
    for how, laid_out in ways:
        require(laid_out is not None, f"format of the {how} gives a text")
        assert laid_out is not None
        again, found = parse(Source(name, laid_out))
        require(again is not None, f"formatted from the {how} it parses", laid_out, *map(render, found))
        require(same(book, again), f"formatted from the {how} it says the same", laid_out)
        require(
            not deep or format_text(Source(name, laid_out))[0] == laid_out,
            f"format from the {how} is idempotent",
            laid_out,
        )
    return book


def parsed(name: str, text: str) -> s.Book:
    book, found = parse(Source(name, text))
    require(book is not None, "it parses", *map(render, found))
    assert book is not None
    return book


def texts(written: Written) -> list[tuple[str, str]]:
    """Return the name and text of each of its books."""
    both = ("generated.rules", written.text), ("otherwise.rules", written.variant)
    return [(name, text) for name, text in both if text]


def machine_of(written: Written) -> m.Machine:
    """Return the machine, after asserting that the check accepts the books."""
    return lowered(accepted([parsed(name, text) for name, text in texts(written)], written.players))


def accepted(books: list[s.Book], players: int) -> CheckedModel:
    model, found = check_configuration(tuple(books), Config(players=players))
    errors = [d for d in found if d.severity == "error"]
    refused = [REFUSALS[d.code] for d in errors if d.code in REFUSALS]
    # a book with these errors was not mended
    if refused and all(d.code in REFUSALS or d.code in KNOWLEDGE for d in errors):
        raise Refused(refused[0])
    require(not errors and model is not None, "the check accepts it", *map(render, errors))
    assert model is not None
    return model


def lowered(model: CheckedModel) -> m.Machine:
    machine = lower(model)
    found = verify(machine)
    require(found == [], "the machine is well formed", *found)
    return machine


def hold(mended: Mended, tally: Counter[str], number: int = 0, deep: bool = False) -> Pair | None:
    """Assert all laws except those of secrets, and return the compared engines; None if the check refuses the book.
    `tally` counts forms of the language and events in play."""
    written = mended.written
    books = [read(name, text, deep) for name, text in texts(written)]
    try:  # if the mending returned a model, it has checked these texts already
        machine = lowered(mended.model or accepted(books, written.players))
    except Refused as refused:
        tally[str(refused)] += 1
        return None
    for book in books:
        tally.update(constructs(book))
    tally["variants"] += bool(written.variant)
    with every_pass_verified():
        pair = played(evolve(machine, fuel=FUEL), tally, number)
    if deep:
        unrelated(written, machine)
        if not written.variant:
            labels_are_values(written, machine, tally)
    return pair


def played(machine: m.Machine, tally: Counter[str], number: int, games: int = 2, quick: bool = False) -> Pair:
    """Compare both engines in games step by step and in whole games, and return them.

    Depending on `number`, the information that players get from each step is compared, too, and whole games are counted
    in different ways. With `quick`, only every third book plays whole games, since these need another module.
    """
    tally["rulebooks"] += 1
    pair = Pair(machine, tally, telling=number % 8 != 7 if quick else number % 2 == 0)
    for game in range(games):
        pair.play(game)
    if quick and number % 3:
        return pair
    counting = ("plain", "detailed", "watched")[number // 3 % 3]
    tally[f"playouts compared, {counting}"] += PLAYED
    pair.same("playouts", PLAYED, 77, 0, MOVES, True, counting)
    return pair


def labels_are_values(written: Written, machine: m.Machine, tally: Counter[str]) -> None:
    """Assert that an example refuses an option exactly if it does not allow it, also if a parameter is written as a
    sum."""
    wanted: list[tuple[str, list[tuple[str, int]]]] = []
    for node in machine.nodes:
        for made in node.alternatives if isinstance(node, m.Decision) else ():
            if made.levels and all(level.domain == "" for level in made.levels):
                values = {level.name: level.low + (level.low < level.high) for level in made.levels}
                wanted.append((made.label, [(name, values[name]) for name in parameter_order(made)]))
    for label, values in wanted[:2]:
        ways = [
            f"{label}({', '.join(f'{name}: {value}' for name, value in values)})",
            f"{label}({', '.join(f'{name}: {value + 3} - 3' for name, value in values)})",
        ]
        lines = [f"{verb} {way}" for way in ways for verb in ("allow", "refuse")]
        text = "".join(f"\nexample said_{n}:\n  players {written.players}\n  {line}\n" for n, line in enumerate(lines))
        try:
            again = machine_of(evolve(written, text=written.text + text))
        except Broken as refused:  # a `choose` with `otherwise` has another range than its option, so E441 is possible
            require("error[E441]" in str(refused), "an example of an option is accepted", refused)
            continue
        outcomes = run_examples(WasmEngine, evolve(again, fuel=FUEL))
        failed = [next((o.failure for o in outcomes if o.example == f"said_{n}"), "missing") for n in range(4)]
        if any(f is not None and ("fault here" in f or "did not come" in f or "is broken" in f) for f in failed):
            continue
        tally["labels said two ways"] += 1
        held = [f is None for f in failed]
        require(held[0] != held[1] and held[:2] == held[2:], "a label says one thing", lines[0], failed)


def unrelated(written: Written, machine: m.Machine) -> None:
    """Assert that adding an unrelated clause does not change the id of any node."""
    clauses = "\nkeep quite_unrelated: 0..3 = 1\n\nfact also_unrelated = quite_unrelated + 1\n"
    more = machine_of(evolve(written, text=written.text + clauses))
    require([n.id for n in more.nodes] == [n.id for n in machine.nodes], "an unrelated clause changes no node's id")


# ------------------------------------------------------------------------------------------------------------ the games


class Pair:
    """The reference engine and the fast engine for one machine, which must give the same answers.

    A third engine runs the machine with an end at the start of each turn; it tests that turns begin without
    leftovers.
    """

    def __init__(self, machine: m.Machine, tally: Counter[str], telling: bool = False) -> None:
        """Make the engines; with `telling`, they also record what players learn from each step."""
        self.machine, self.tally = machine, tally
        self.one = ReferenceEngine(machine, recording=telling)
        self.two = RecordingEngine(machine) if telling else WasmEngine(machine)
        ends = {n: m.End(n, "flow") for n in machine.turn_starts if n != machine.start}
        self.turns = set(ends)
        self.cut = ReferenceEngine(evolve(machine, nodes=tuple(ends.get(n.id, n) for n in machine.nodes)))
        self.nodes = {n.id: n for n in machine.nodes}
        self.layout = CellLayout.of(machine)
        self.labels = Labels.of(machine)
        self.cells = {c.name: c for c in machine.cells}
        self.asked = [f.name for f in machine.functions if not f.params]  # invariants, and facts without parameters

    def play(self, game: int) -> None:
        state = self.same("start", 77, game)
        for _ in range(STEPS):
            if not isinstance(state, State):
                return
            self.within(state)
            for function in self.asked:
                self.same("call", state, function, ())
            node = self.nodes[state.node]
            if isinstance(node, m.End):
                self.tally["games ended"] += 1
                return
            state = self.chance(state) if isinstance(node, m.Chance) else self.decide(state)
        self.tally["games cut short"] += 1

    def chance(self, state: State) -> Any:
        self.tally["chances"] += 1
        coming = self.same("outcomes", state)
        if isinstance(coming, tuple):
            self.same("chance", state, coming[-1][0])
        self.clean("chance", state)
        return self.same("chance", state)

    def decide(self, state: State) -> Any:
        self.tally["decisions"] += 1
        self.same("who", state)
        options = self.same("options", state)
        if not isinstance(options, tuple):
            return None
        require(len(set(options)) == len(options) > 0, "options are distinct", state.node, options)
        self.tally["options"] += len(options)
        self.told_apart(state, options)
        self.same("apply", state, options[-1])
        option, picked = self.same("pick", state)
        self.clean("apply", picked, option)
        return self.same("apply", picked, option)

    def told_apart(self, state: State, options: tuple[int, ...]) -> None:
        """Assert that each label, parsed again, fits only the option that it was made for."""
        for option in options[:3]:
            text = self.labels.option_text(state.node, option)
            label, args = parse_label(text)
            found = self.labels.options_that_fit(state.node, options, label, args)
            require(option in found, "a label is found again", text, found)
            require(
                len(found) == 1,
                "a label names one option",
                text,
                [self.labels.option_text(state.node, o) for o in found],
            )

    def same(self, question: str, *args: Any) -> Any:
        """Return the answer of both engines, which must be equal; for a fault, a list with its number."""
        first, second = answer(self.one, question, args), answer(self.two, question, args)
        spent = [self.machine.fuel_fault]
        if spent in (first, second):
            self.tally["fault out of fuel"] += 1
            require(
                first == second or isinstance(first, list) or isinstance(second, list), "both engines run out of fuel"
            )
            return None
        if first != second:
            raise Broken(f"the engines differ on {question}{args[1:]}\n{self.difference(first, second)}")
        if isinstance(self.two, RecordingEngine) and isinstance(first, State):
            one, two = self.one.records, self.two.records
            require(one == two, f"both engines tell the same of {question}{args[1:]}", one, two)
            self.tally["steps told alike"] += 1
        if isinstance(first, list):
            code = self.machine.faults[first[0]].code if first[0] >= 0 else "E701"
            self.tally[f"fault {code}"] += 1
        return first

    def difference(self, first: Any, second: Any) -> str:
        if not (isinstance(first, State) and isinstance(second, State)):
            return f"reference: {first}\nwasm:      {second}"
        found = [f"nodes {first.node} / {second.node}, uses {first.uses} / {second.uses}"]
        for name, slot in self.layout.slots.items():
            a, b = first.cells[slot.offset : slot.end], second.cells[slot.offset : slot.end]
            if a != b:
                found.append(f"{name}: {a} / {b}")
        return "\n".join(found)

    # -------------------------------------------------------------------------------------- laws about single states

    def within(self, state: State) -> None:
        """Assert that every cell is within its range, also where passes removed range checks."""
        for name, slot in self.layout.slots.items():
            cell = self.cells[name]
            if cell.kind != "number":
                continue
            low, high = (
                (min(0, cell.low), max(0, cell.high)) if cell.role in ("frame", "control") else (cell.low, cell.high)
            )
            bad = [v for v in state.cells[slot.offset : slot.end] if not low <= v <= high]
            require(not bad, "a cell stays in its range", state.node, name, f"{bad} outside {low}..{high}")

    def clean(self, question: str, *args: Any) -> None:
        """Assert that at the start of a turn, local cells are empty except those in scope: of the flow, and of the
        clause with the turns."""
        if not self.turns:
            return
        state = answer(self.cut, question, args)
        while isinstance(state, State) and state.node in self.turns:
            self.tally["turns begun"] += 1
            owner = state.node.rpartition(".")[0]
            outer = f"{owner}.outer loop of turns"  # one cell for each copy of the body
            around = [slot for name, slot in self.layout.slots.items() if name.startswith(outer)]
            if any(any(state.cells[slot.offset : slot.end]) for slot in around):
                self.tally["turns begun in a turn"] += 1
                return  # the caller is still running, so its cells may be in use
            noted = self.layout.slots.get("turn settling")
            if noted is not None and any(state.cells[noted.offset : noted.end]):
                self.tally["turns begun in a rule that waits"] += 1
                return  # a `whenever` rule is still running
            for name, slot in self.layout.slots.items():
                cell = self.cells[name]
                stack = name.startswith(("stack ", "depth ")) or name == m.SETTLING
                if not any(state.cells[slot.offset : slot.end]) or not (cell.role == "frame" or stack):
                    continue
                there = name.removeprefix("flow.").removeprefix(f"{owner}.")
                inside = there != name and not there.startswith("t_")
                require(
                    inside, "a turn begins with clean frames", state.node, name, state.cells[slot.offset : slot.end]
                )
            return


def answer(engine: Engine, question: str, args: tuple[Any, ...]) -> Any:
    try:
        return getattr(engine, question)(*args)
    except GameFault as fault:
        return [fault.index]


# --------------------------------------------------------------------------------------------------------- constructs


def constructs(book: s.Book) -> Counter[str]:
    """Return how often each form of the language occurs in a book; forms that are lowered differently are counted
    separately."""
    from rulekit.syntax import walk

    found: Counter[str] = Counter()
    for node in walk(book):
        found[named(node)] += 1
    return found


def named(node: s.Node) -> str:
    name = type(node).__name__
    match node:
        case s.Binary(op=op) | s.Unary(op=op):
            return f"{name} {op}"
        case s.Quantified(kind=kind):
            return f"{name} {kind}"
        case s.Call() if node.name.text in BUILT_IN:
            return f"call {node.name.text}"
        case s.BodyAmendment(verb=verb):
            return f"{name} {verb}"
        case s.Under() if node.binder is not None:
            return "Under each"
        case s.Choose() | s.ForEach() if node.joined:
            return f"{name} joined"
        case s.Choose(so_that=condition) if condition is not None:
            return "Choose so that"
        case s.Choose():
            return f"Choose{' amount' if node.amount else ''}{' totalling' if node.total else ''}{' otherwise' if node.otherwise else ''}"  # noqa: E501
        case s.Set(examples=True):
            return "Set examples"
        case s.TableClause(name=own, fields=fields) if any(
            inner.name.text == own.text for one in fields for inner in within(one.type, s.NamedType)
        ):
            return "TableClause of its own"
        case s.Leave(what=what):
            return f"Leave {what}"
        case s.Window(mode=mode):
            return f"Window {mode}"
        case s.Over(how=how):
            return f"Over {how}"
        case s.ForEach():
            return f"ForEach{' chosen' if node.chosen else ''}{' from' if node.start else ''}"
        case s.Turns(once=once):
            return f"Turns{' once each' if once else ''}"
        case s.Take(which=which, amount=amount):
            return f"Take {which}{' amount' if amount else ''}"
        case s.PlaceClause(form=form):
            return f"place {form}"
        case s.BoardClause(shape=shape, wrapped=wrapped, where=where, hexagonal=six):
            return (
                f"board {shape}{' hexagonal' if six else ''}{' wrapped' if wrapped else ''}{' where' if where else ''}"
            )
        case s.KeepClause(lifetime=lifetime):
            return f"keep {lifetime or ''}".strip()
        case s.FactClause():
            return f"fact{' nested' if node.nested else ''}{f' combining {node.combining}' if node.combining else ''}"
        case s.ExceptionClause():
            return f"exception{' rank' if node.rank else ''}{' over' if node.over else ''}{' never both' if node.never_both else ''}"  # noqa: E501
        case s.ChoiceClause(any_time=True):
            return "choice at any time"
        case s.ProcedureClause():
            return f"procedure{' nested' if node.nested else ''}{' gives' if node.result else ''}"
        case s.AtStep(when=when, params=params):
            return f"rule {when}{' of what' if params else ''}"
        case s.When():
            return f"rule when{' by' if node.seat else ''}"
    return name


BUILT_IN = frozenset({
    "next", "previous", "opponent", "index", "member", "abs", "lesser", "greater", "sure", "if_none", "size", "empty",
    "taken", "item", "steps", "ray", "adjacent", "around", "between", "direction", "distance",
    "touching",
})  # fmt: skip
