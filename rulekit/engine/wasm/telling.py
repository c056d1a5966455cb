"""Builds the code that tells players something in a simulation, for a search of information sets.

`told` mixes a number into the hash of everything that a player was told (`tree.told`), as long as play is in this
player's tree. `player_views.py` has the code for picks and outcomes; the code here is for `show` statements.
"""

from __future__ import annotations

from ...machine import program as m
from .change_recorder import NumberWriter
from .code_generation import CodeGenerator, Unit, kind_of, word_count
from .encoding import I32, I64
from .function_builder import Body
from .operands import LocalVariable, Operand, i64
from .recording_code import Whole
from .runtime_support import add_support_function, mix_hash
from .sets import has_player


def add_told(unit: Unit) -> None:
    """Add the function `told (number, audience) -> ()`, which mixes the number into the hash of each player in the
    audience."""
    tree, players = unit.search, unit.machine.players
    assert tree is not None
    code = Body("told", (I64,) * (1 + word_count(players)), ())
    number, *audience = code.arguments
    player, mixed = code.local(I32), code.local(I64)
    with code.loop() as again:
        with code.if_(tree.records[player].load()), code.if_(has_player(audience, player)):
            code.set(mixed, tree.told[player].load())
            mix_hash(code, mixed, number)
            code.store(tree.told[player], mixed)
        code.br_if(again, player.tee(player + 1).lt_u(players))
    add_support_function(unit, "told", code)


def tell_show(gen: CodeGenerator, shown: m.Reveal) -> None:
    """Emit code that tells the audience of a `show` statement what it shows. It does nothing outside the tree and in
    trials."""
    unit, code = gen.unit, gen.body
    assert unit.search is not None
    with code.if_(unit.search.current.load()), code.if_(unit.save == unit.memory.save):
        inner = gen.inner()
        hashed = _HashWriter(code, code.local(I64))
        code.set(hashed.hash, i64(0))
        index = [inner.number_local(i) for i in shown.index]
        for local in index:
            hashed.number(local)
        if shown.cell is not None:
            Whole(inner, shown.cell, index).write(hashed)
        elif shown.value is not None:
            kind = kind_of(inner, shown.value)
            for local in inner.to_locals(shown.value, kind):
                hashed.word(local.extend_u() if kind == m.NUMBER else local)
        audience = inner.members_as(shown.audience, word_count(unit.machine.players))
        code.call(unit.support["told"], hashed.hash, *audience)


class _HashWriter(NumberWriter):
    """Emits code that mixes numbers into a hash, which is in a local."""

    def __init__(self, code: Body, hash: LocalVariable) -> None:
        super().__init__(code)
        self.hash = hash

    def word(self, word: Operand) -> None:
        mix_hash(self.code, self.hash, word)

    def number(self, number: Operand | int) -> None:
        assert isinstance(number, Operand)
        self.word(number.extend_u())
