"""Contents of the checked model: domains, initial values, flow, examples; and a limit on the time of the check."""

import time

from rulekit.check import CheckedModel, check_rulebook
from rulekit.diagnostics import Source
from rulekit.model.assembly import assemble
from rulekit.model.rulebook import Config
from rulekit.model.symbols import DomainSymbol, FactSymbol, KeepSymbol, PlaceSymbol
from rulekit.model.types import Domain, NumberType, TruthType
from rulekit.syntax import nodes as s
from rulekit.syntax import parse
from rulekit.syntax.traversal import walk

from .cases import CASES, diagnose

HEAD = 'rulebook book "A book":\n  players 2 to 4\n'
GAME = "flow:\n  game over, drawn\n"


def model(text: str, players: int = 2) -> CheckedModel:
    book, found = parse(Source("t", HEAD + text + GAME))
    assert book is not None, found
    rulebook, found = assemble([book], Config(players))
    assert rulebook is not None, found
    checked, found = check_rulebook(rulebook)
    assert checked is not None, found
    return checked


def domain(checked: CheckedModel, name: str) -> Domain:
    symbol = checked.symbols[name]
    assert isinstance(symbol, DomainSymbol)
    return symbol.domain


def fact(text: str, players: int = 2) -> object:
    """Return the type of `fact f` in a rulebook."""
    symbol = model(text, players).symbols["f"]
    assert isinstance(symbol, FactSymbol)
    return symbol.result


def test_sites_of_a_grid_are_numbered_from_the_lower_left() -> None:
    board = domain(model("board B: 3 by 2\n"), "B")
    assert board.labels == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert board.board is not None and board.board.directions is not None
    assert board.board.directions.labels == ("n", "ne", "e", "se", "s", "sw", "w", "nw")
    assert board.board.directions.turning
    assert board.board.next[0][:3] == (3, 4, 5)
    assert board.board.next[2] == (1, 2, None, 4, 5, None)
    assert board.board.adjacent[0] == {1, 3}
    column = board.attribute("column")
    assert column is not None and column.values == (1, 2, 3, 1, 2, 3)


def test_hexagons_have_six_neighbours() -> None:
    board = domain(model("board B: 3 by 3, hexagonal\n"), "B")
    assert board.board is not None
    assert len(board.board.adjacent[4]) == 6
    assert len(board.board.adjacent[0]) == 2


def test_a_wrapped_board_has_no_edge() -> None:
    board = domain(model("board B: 3 by 3, wrapped\n"), "B")
    assert board.board is not None
    assert all(n is not None for row in board.board.next for n in row)


def test_an_open_board_is_a_torus_two_wider_than_its_tiles() -> None:
    assert len(domain(model("board B: open for 72\n"), "B")) == 74 * 74


def test_neighbours_in_a_graph_hold_both_ways() -> None:
    board = domain(model("board P, graph:\n  | a | {b} |\n  | b | {} |\n  | c | {a} |\n"), "P")
    assert board.board is not None
    assert board.board.adjacent == (frozenset({1, 2}), frozenset({0}), frozenset({0}))


def test_pieces_are_the_product_of_their_attributes() -> None:
    pieces = domain(model("piece Card(rank 1..2, wild truth): (if wild then players else rank) each\n", 3), "Card")
    assert pieces.labels == ("1_no", "1_yes", "2_no", "2_yes")
    assert pieces.population == (1, 3, 2, 3)


def test_a_table_of_every_combination() -> None:
    table = domain(model("enum K: x, y\ntable T for each p in Player, k in K where p == p1 or k == y\n"), "T")
    assert table.labels == ("p1_x", "p1_y", "p2_y")
    assert [f.values for f in table.fields] == [(0, 0, 1), (0, 1, 1)]


def test_capacities_come_from_the_population() -> None:
    checked = model(
        "piece Card(rank 1..3): rank each\nplace deck: stack of Card\nplace few[Player]: row of Card, at most 2\n"
    )
    deck, few = checked.symbols["deck"], checked.symbols["few"]
    assert isinstance(deck, PlaceSymbol) and deck.capacity == 6
    assert isinstance(few, PlaceSymbol) and few.capacity == 2


def test_first_values_may_depend_on_the_index() -> None:
    checked = model("keep n[p in Player, k in 0..1]: 0..9 = index(p) * 2 + k\nkeep m[Player]: 2..5\n", 3)
    n, m = checked.symbols["n"], checked.symbols["m"]
    assert isinstance(n, KeepSymbol) and checked.initial[n.clause] == (0, 1, 2, 3, 4, 5)
    assert isinstance(m, KeepSymbol) and checked.initial[m.clause] == (2, 2, 2)


def test_intervals_are_computed() -> None:
    assert fact("fact f = sum(p in Player: 3 + index(p))\n", 4) == NumberType(0, 24)
    assert fact("keep n: -3..5\nfact f = n * n\n") == NumberType(-15, 25)
    assert fact("keep n: 3..5\nfact f = (n - 9) div 2\n") == NumberType(-3, -2)
    assert fact("keep n: 0..9\nfact f = n mod 4\n") == NumberType(0, 3)
    assert fact("keep n: 0..9\nfact f = abs(n - 4)\n") == NumberType(0, 5)
    assert fact("keep n: 0..9\nfact f = lesser(n, 4) + greater(n, 4)\n") == NumberType(4, 13)


def test_a_fact_is_as_wide_as_its_exceptions() -> None:
    assert fact("fact f = 2\nexception x to f where active == p1 = 3\n") == NumberType(2, 3)
    assert fact("fact f combining add = 2\nexception x to f = 3\nexception y to f = -1\n") == NumberType(-1, 5)


def test_what_is_flow() -> None:
    checked = model(
        "procedure asks:\n  draw n in 1..2\n"
        "procedure calls:\n  asks()\n"
        "procedure quiet:\n  announce told\n"
        "procedure loud:\n  announce asked\n"
        "procedure spliced:\n  step a:\n    nothing\n"
        "event told\nevent asked\nevent ordered, in rank order\nevent unordered\n"
        "rule t when told:\n  nothing\n"
        "rule a when asked:\n  calls()\n"
        "rule o1 when ordered by q:\n  nothing\nrule o2 when ordered by q:\n  nothing\n"
        "rule u1 when unordered by q:\n  nothing\nrule u2 when unordered by q:\n  nothing\n"
        "rule s after spliced.a:\n  asks()\n"
    )
    kinds = ("procedure", "event", "rule")
    assert sorted(i for i in checked.flow if i.split()[0] in kinds) == [
        "event asked",
        "event unordered",
        "procedure asks",
        "procedure calls",
        "procedure loud",
        "procedure spliced",
        "rule a",
        "rule s",
    ]


def test_only_examples_of_this_configuration_are_in_force() -> None:
    text = (
        "option speed: slow, fast\n"
        "example plain:\n  expect players == 2\n"
        "example three:\n  players 3\n  expect active == p3\n"
        "example quick:\n  set speed = fast\n  expect players == 2\n"
    )
    assert model(text).examples == {"example plain"}
    assert model(text, 3).examples == {"example three"}


def test_every_expression_has_a_type_and_every_name_a_symbol() -> None:
    text = (CASES / "good_everything.rules").read_text("utf-8")
    book, _ = parse(Source("t", text))
    assert book is not None
    rulebook, _ = assemble([book], Config(4))
    assert rulebook is not None
    checked, _ = check_rulebook(rulebook)
    assert checked is not None
    announced: set[s.Node] = set()  # the call in an `announce` statement is not an expression with a value
    for placed in rulebook.clauses:
        if placed.clause.kind in ("option", "ruling", "ruleset", "words"):
            continue
        words = {n.value for n in walk(placed.clause) if isinstance(n, s.LookProp) and n.key.text == "shape"}
        for node in walk(placed.clause):
            if node in words and node not in checked.types:
                continue  # the word in `shape disc` is not an expression
            if isinstance(node, s.Announce):
                announced.add(node.call)
            if isinstance(node, s.Expr.__args__) and node not in announced:
                assert node in checked.types, (placed.id, node)
            if isinstance(node, s.Ref | s.Index | s.Call | s.Attribute):
                assert node in checked.refs, (placed.id, node)
            if isinstance(node, s.Binder):
                assert node in checked.binds, (placed.id, node)


def test_the_check_is_quick() -> None:
    text = (CASES / "good_everything.rules").read_text("utf-8")
    diagnose(text)
    start = time.process_time()
    diagnose(text)
    assert time.process_time() - start < 1.5


def test_a_name_of_several_domains_is_told_by_what_stands_beside_it() -> None:
    """A label of two enumerations gets the type of the other operand, on either side of a comparison or of `in`."""
    domains = "enum Colour: red, blue\nenum Light: red, green\n"
    for said in ("red == Light.red", "Light.red == red", "red in {Light.red, green}", "red not in {blue, Colour.red}"):
        assert fact(f"{domains}fact f = {said}\n") == TruthType()
