"""A strategy that generates whole rulebooks, well typed by construction, and variants of them.

`rulebook(chooser)` writes one; `rulebooks()` is the same as a Hypothesis strategy. Each feature is chosen
independently, so that any two may occur together. All games end, since tokens or clocks limit rounds, windows and extra
turns.
"""

from __future__ import annotations

import re
from typing import Any

from attrs import frozen
from hypothesis import strategies as st

from .chooser import Chooser, Drawn
from .clauses import Clauses
from .effects import Lines, deeper
from .kinds import Dom, Keep, Num, Scope, SetOf, World
from .readers import for_readers
from .word_names import with_word_names


@frozen
class Written:
    """A rulebook as text, the text of a `variant` of it ('' if there is none), and the number of players in both."""

    text: str
    players: int
    variant: str = ""


def rulebook(chooser: Chooser) -> Written:
    c = chooser
    players = c.between(1, 5)
    anti = ", anticlockwise" if c.maybe(15) else ""
    seats = ("red", "blue", "green", "black", "white")[:players] if c.maybe(20) else ()
    labels = seats or tuple(f"p{i + 1}" for i in range(players))
    world = World(players, Dom("Player", labels, "player", True), seats)
    world.globals |= {"Player", *labels, "rulebook", "q"}
    g = Clauses(c, world)
    # two of three rulebooks are small, since many small ones find more bugs than a few large ones
    g.most = c.one((2, 3, 7))
    title = ' "A generated game"' if c.maybe(50) else ""
    header = [f"rulebook generated{title}:"]
    counted = f"{players}" if seats or c.maybe(50) else f"{c.between(1, players)} to {c.between(players, 6)}"
    if not seats and c.maybe(15):
        counted += f", {players + 2}" if " to " not in counted else ", 8 to 9"
    named = f": {', '.join(seats)}" if seats else ""
    header.append(f"  players {counted}{anti}{named}")
    if c.maybe(60):
        world.ranks = ("low", "high") if c.maybe(60) else ("low", "middle", "high")
        header.append(f"  ranks {' < '.join(world.ranks)}")
    if c.maybe(15):
        header.append("  syntax 3")
    clauses: list[Lines] = []
    g.written = clauses
    declare(g, clauses)
    behave(g, clauses)
    told = for_readers(header, clauses, world)
    lines = [*header, *(line for clause in told for line in ["", *clause])]
    text = "\n".join(lines) + "\n"
    variant = "\n".join(layer(g)) + "\n" if c.maybe(35) else ""
    text, variant = with_word_names(text, variant, world)
    return Written(text, players, variant)


def declare(g: Clauses, clauses: list[Lines]) -> None:
    c, w = g.c, g.w
    clauses += [g.option() for _ in range(c.below(3))]
    clauses += [g.enum() for _ in range(c.below(3))]
    clauses += [g.table() for _ in range(c.below(2))]
    clauses += [g.board() for _ in range(c.below(3) if c.maybe(70) else 0)]
    clauses += [g.rims() for _ in range(c.below(3) if any(d.grid for d in w.of("board")) and c.maybe(50) else 0)]
    clauses += [g.piece_kind() for _ in range(c.below(3))]
    for piece in w.of("piece"):
        clauses += [g.place_of(piece) for _ in range(c.between(1, 3))]
    clauses += [g.kept() for _ in range(c.between(1, 5))]
    clauses += g.declare_secrets()
    if c.maybe(60):
        w.tokens = "tokens_left"
        w.keeps.append(Keep(w.tokens, Num(0, 6), ()))
        clauses.append([f"keep tokens_left: 0..6 = {c.between(1, 6)}"])
    if c.maybe(70):
        w.clock = "clock"
        clauses.append([f"keep clock: 0..12 = {c.between(1, 9)}"])
    clauses += [g.position() for _ in range(c.below(2))]


def behave(g: Clauses, clauses: list[Lines]) -> None:
    c = g.c
    sudden, g.flow_events = c.maybe(45), c.maybe(30)
    makers = [
        g.fact_clause,
        g.fact_clause,
        g.nested_fact,
        lambda: g.procedure(False),
        lambda: g.procedure(False),
        lambda: g.event(False),
    ]
    for _ in range(c.below(g.most)):
        clauses.append(c.one(makers)())
    makers = [
        lambda: g.procedure(True),
        lambda: g.procedure(True, turn=True),
        lambda: g.procedure(True, turn=True, round=True),
        lambda: g.event(True),
        lambda: g.event(True),
        g.recursive,
        lambda: g.choice(False),
        lambda: g.choice(True),
        lambda: g.choice(False),
        g.fact_clause,
        lambda: g.event(False),
    ]
    for _ in range(c.below(g.most)):
        clauses.append(c.one(makers)())
    clauses += [g.phase() for _ in range(c.below(2))]
    if sudden:
        clauses += [g.whenever(g.flow_events) for _ in range(c.between(1, 2))]
    clauses.append(g.flow())
    clauses += g.at_steps()
    clauses += [g.invariant() for _ in range(c.below(2))]
    clauses += [g.figure() for _ in range(c.below(3))]


def layer(g: Clauses) -> Lines:
    """Return a variant of the book that sets, strikes, replaces and adds clauses, some of them under conditions."""
    c, w = g.c, g.w
    lines: Lines = ["variant otherwise of generated:", '  summary "Something is different"', ""]
    added = g.fact_clause()
    edits: list[Lines] = [added]
    touched: set[str] = set()
    rules = tuple(w.rules)
    for _ in range(c.between(1, 4)):
        form = c.below(10)
        if form == 0 and rules:
            name = c.one(rules)
            if name not in touched and not name.startswith("also") and name not in g.beaten:
                touched.add(name)
                edits.append(under(g, [f"strike rule {name}"]))
        elif form == 1:
            found = [f for f in w.facts if f.combining is None and not f.name.startswith("down") and not f.secret]
            found = [f for f in found if f.name not in touched and f.name not in added[0]]
            if found:
                fact = c.one(found)
                touched.add(fact.name)
                sc = g.with_params(Scope(), fact.params)
                # the new fact calls nothing, since what it calls might call it
                facts, procedures = w.facts, w.procedures
                w.facts, w.procedures = [], []
                text = g.value(sc, fact.type, 2)
                w.facts, w.procedures = facts, procedures
                edits.append(
                    under(g, [f"replace fact {fact.name}{g.declared(fact.params)} gives {fact.type} = {text}"])
                )
        elif form == 2:
            choices = [ch for ch in w.choices if ch.rank < g.rank]
            if choices:
                choice = c.one(choices)
                name = g.fresh("act")
                g.budget = g.length(6)
                sc = Scope(flow=True, me=True, rank=choice.rank, turn=choice.turn)
                edits.append(under(g, [f"action {name} in {choice.name}:", *deeper(g.branch(sc))]))
        elif form == 3:
            keeps = [k for k in w.keeps if k.name not in touched and k.name != w.tokens and not k.dims]
            if keeps:
                keep = c.one(keeps)
                touched.add(keep.name)
                edits.append([f"set {keep.name} = {g.initial(keep.type, Scope(constant=True))}"])
            elif w.options:
                option, type_ = c.one(list(w.options.items()))
                answer = type_.labels[0] if isinstance(type_, Dom) else type_.low
                edits.append([f"set {option} = {answer} for each example"])
        elif form == 4 and w.events:
            event = c.one(w.events)
            # without facts, since a fact might try this event
            rank, g.rank, facts, w.facts = g.rank, event.rank, w.facts, []
            made, by = g.rule(event, event.flow)
            g.rank, w.facts = rank, facts
            if event.flow or not by:
                edits.append(under(g, made))
        elif form >= 8:
            edits += changed_lines(g, touched)
        elif form >= 6:
            grown = [d for d in w.of("enum", "table") if len(d) <= 12 and d.name not in touched]
            if grown:
                domain = c.one(grown)
                touched.add(domain.name)
                edits += amended(g, domain)
        elif form == 5:
            found = [f for f in w.facts if f.combining is not None]
            if found:
                fact = c.one(found)
                name = g.fresh("but")
                shown = f"({', '.join(f'b{i + 1}' for i in range(len(fact.params)))})"
                value = "{}" if isinstance(fact.type, SetOf) else c.one(["yes", "no"])
                value = str(c.between(-3, 9)) if isinstance(fact.type, Num) else value
                edits.append(under(g, [f"exception {name} to {fact.name}{shown} = {value}"]))
    return [*lines, *(line for edit in edits for line in [*edit, ""])]


_STEP = re.compile(r"(\w+)(\[.*\])? [-+]= .*")


def changed_lines(g: Clauses, touched: set[str]) -> list[Lines]:
    """Return edits of one line of a body: it is struck, replaced, or gets lines next to it; sometimes the edit names
    its block."""
    c = g.c
    found = []
    kept = {keep.name for keep in g.w.keeps} - {g.w.tokens, g.w.clock}  # not these two, which make every game end
    for clause in g.written:
        words = clause[0].removesuffix(":").split(None, 2)
        name = " ".join(words[:2] if words[0] != "flow" else words[:1])
        name = re.split(r"[(:]", name)[0]
        if (
            words[0] in ("action", "procedure", "rule", "flow")
            and not touched & {name, name.rpartition(" ")[2]}
            and " instead of " not in clause[0]
        ):
            plain = [line.strip() for line in clause[1:]]
            found += [
                (name, clause, at)
                for at, line in enumerate(plain, 1)
                if plain.count(line) == 1 and (step := _STEP.match(line)) and step[1] in kept
            ]
    if not found:
        return []
    name, clause, at = c.one(found)
    touched |= {name, name.rpartition(" ")[2]}
    line, plain = clause[at].strip(), [one.strip() for one in clause]
    depth = len(clause[at]) - len(clause[at].lstrip())
    above = [one for one in clause[1:at] if len(one) - len(one.lstrip()) == depth - 2][-1:]
    within = ""
    if above and above[0].endswith(":") and plain.count(above[0].strip()) == 1 and c.maybe(60):
        within = f" in `{above[0].strip()}`"
    beside = [one for one in clause[1:] if len(one) - len(one.lstrip()) == depth and one is not clause[at]]
    form = c.below(3)
    if len(beside) > 1 and not within and depth == 2 and c.maybe(40):
        edit = [f"strike from {name}: `{line}`"]
    elif form == 0:
        edit = [f"add to {name}{within} {c.one(['before', 'after'])} `{line}`:", "  nothing", f"  {line}"]
    elif form == 1:
        edit = [f"replace in {name}{within}:", f"  `{line}`:", "    nothing"]
    else:
        edit = [f"add to {name}{within}:", "  nothing"]
    return [edit if name == "flow" else under(g, edit)]


def amended(g: Clauses, domain: Dom) -> list[Lines]:
    """Return edits that add an item to an enumeration or a row to a table, or change cells of a row."""
    c, sort = g.c, domain.sort
    name, beside = g.fresh("extra"), c.one(["", f" before {c.one(domain.labels)}", f" after {c.one(domain.labels)}"])
    if sort == "enum":
        return [[f"add to enum {domain.name}{beside}: {name}"]]

    def row(label: str) -> str:
        return f"  | {label} |" + "".join(f" {g.cell(type_)} |" for _, type_ in domain.fields)

    edits = [[f"add to table {domain.name}{beside}:", row(name)]] if c.maybe(70) else []
    if c.maybe(60) or not edits:
        edits.append([f"replace in table {domain.name}:", row(c.one(domain.labels))])
    return edits


def under(g: Clauses, lines: Lines) -> Lines:
    """Sometimes put the lines under a condition, on the configuration or on the state of play."""
    form = g.c.below(4)
    if form == 0:
        return [f"under players {g.c.one(['>', '<', '=='])} {g.c.between(1, 4)}:", *deeper(lines)]
    if form == 1 and g.w.options:
        name = g.c.one(list(g.w.options))
        type_ = g.w.options[name]
        value = type_.labels[0] if isinstance(type_, Dom) else str(type_.low if isinstance(type_, Num) else 0)
        return [f"under {name} {g.c.one(['==', '!='])} {value}:", *deeper(lines)]
    if form == 2:
        facts, places = g.w.facts, g.w.places
        g.w.facts, procedures, g.w.procedures = [], g.w.procedures, []
        text = g.compared(Scope(), 0, True)
        g.w.facts, g.w.places, g.w.procedures = facts, places, procedures
        return [f"under {text}:", *deeper(lines)]
    return lines


@st.composite
def rulebooks(draw: Any) -> Written:
    return rulebook(Drawn(draw))
