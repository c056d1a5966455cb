"""The values of looks (how things are drawn) are lowered to separate expressions, and the machine stays the same."""

from rulekit.engine.inspection import InspectedState
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.reference.context import MachineIndex
from rulekit.machine.lower.looks import look_values
from rulekit.model.types import DomainType, NumberType, OptionType
from rulekit.play.loaded_book import load
from tests.machine.verify import verify

CASE = """rulebook case "A case":
  players 2: white, black
board Cell: 2 by 2
enum Rank: low, high
table Kind(rank Rank, worth 2..4):
  | calf | low  | 2 |
  | bull | high | 4 |
piece Man(owner Player, kind Kind): 2 each
place spot[here in Cell]: one Man
keep turns_of[Cell]: 0..3 = 0
fact heavy(k Kind) = k.worth > 3
look Kind:
  letter worth
look Man:
  colour owner, letter (if heavy(kind) then kind.rank else none)
look spot:
  turned 90 * turns_of[here], shape tile
flow:
  turns_of[b1] = 3
  turns from white:
    choose n in 1..2
"""


def test_values_of_looks(tmp_path):
    (tmp_path / "case.rules").write_text(CASE)
    game = load(str(tmp_path / "case.rules")).configure(engine="reference")
    found = look_values(game.model, game.machine)
    verify(found.machine)
    assert found.machine.cells == game.machine.cells and found.machine.nodes == game.machine.nodes
    assert set(game.machine.tables) <= set(found.machine.tables)
    values = {(prop.key.text, type(value.type)): value for prop, value in found.values.items()}
    assert set(values) == {
        ("letter", NumberType),
        ("colour", DomainType),
        ("letter", OptionType),
        ("turned", NumberType),
    }  # the shape is a plain word without a value
    state = InspectedState.of(MachineIndex.of(found.machine), ReferenceEngine(found.machine).start(1))

    def worked_out(key, form, **scope):
        return state.value(values[key, form].value, scope).value

    assert worked_out("letter", NumberType, rank=1, worth=4) == 4
    assert worked_out("colour", DomainType, owner=1, kind=0) == 1
    # 0 for none, else the value plus 1
    assert [worked_out("letter", OptionType, owner=0, kind=kind) for kind in (0, 1)] == [0, 2]
    assert [worked_out("turned", NumberType, here=cell) for cell in range(4)] == [0, 270, 0, 0]
