"""Builds the code that logs what a world tells the observer. The log is a hash of everything that the observer was
told.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...machine import program as m
from ...machine.option_labels import option_count
from ..log import DRAWN, PICKED, named_alternative, named_chance
from ..packing import INT, WORD
from .code_generation import CodeGenerator, MachineLocal, Unit, word_count
from .encoding import I32, I64
from .function_builder import Body
from .memory_layout import WROTE, Recording
from .node_code import decode_parameters
from .operands import LocalVariable, MemoryPlace, Operand, i32, i64, select
from .runtime_support import mix_hash
from .sets import has_player
from .world_memory import WorldMemory

HIDDEN = -1
"""What is added to the log for a parameter that the observer does not see."""


def log_body(worlds: WorldMemory) -> Body:
    """Build the function `(number)`, which adds a number to the hash of the log."""
    code = Body("log", (I32,), ())
    (number,) = code.arguments
    told = code.local(I64)
    code.set(told, worlds.log.load())
    mix_hash(code, told, number.extend_u())
    code.store(worlds.log, told)
    return code


def log_records_body(unit: Unit, worlds: WorldMemory) -> Body:
    """Build the function `()`, which adds to the log what the observer sees of the records of a step: contents and
    shows. Sizes are not added here, since `observe` has them."""
    recording, words = unit.recording, word_count(unit.machine.players)
    assert recording is not None
    code = Body("log records", (), ())
    at, end, part, player = (code.local(I32) for _ in range(4))
    code.set(player, worlds.observer.load())
    code.set(at, recording.region.records)
    log = unit.support["log"]
    with code.forever() as done:
        code.br_if(done, at.ge_u(recording.at))
        code.set(end, (MemoryPlace(INT, at).load() << 2) + at)
        wrote = MemoryPlace(INT, at, 4).load() == WROTE
        code.set(part, select(i32(24), i32(16), wrote) + at)
        with code.if_(has_player(_words_at(part, words), player)):
            code.call(log, MemoryPlace(INT, at, 4).load())
            code.call(log, MemoryPlace(INT, at, 8).load())
            code.call(log, MemoryPlace(INT, at, 12).load())
            code.set(part, part + select(i32(16 * words), i32(8 * words), wrote))
            with code.forever() as told:
                code.br_if(told, part.ge_u(end))
                code.call(log, MemoryPlace(INT, part).load())
                code.increase(part, INT.bytes)
        code.set(at, end)
    return code


def _words_at(address: Operand, words: int) -> list[Operand]:
    return [MemoryPlace(WORD, address, WORD.bytes * i).load() for i in range(words)]


def tell_body(unit: Unit, worlds: WorldMemory, node: m.Node) -> Body:
    """Build the function `(choice) -> hidden`, which adds to the log what the observer sees of a pick or an outcome. It
    returns whether any part of the choice was hidden."""
    gen = CodeGenerator(unit, Body("tell", (I32,), (I32,)))
    if isinstance(node, m.Chance):
        _tell_outcome(gen, worlds, node)
    elif isinstance(node, m.Decision):
        _tell_pick(gen, worlds, node)
    else:
        gen.body.unreachable()
    return gen.body


def _tell_outcome(gen: CodeGenerator, worlds: WorldMemory, node: m.Chance) -> None:
    code, form = gen.body, recording_of(gen.unit).form
    (value,) = code.arguments
    gen.scope[node.name] = MachineLocal(m.NUMBER, (value,), node.low, node.high)
    _stop_unless_seen(gen, worlds, node.audience)
    _log(gen, i32(DRAWN), i32(form.name_numbers[named_chance(node)]), value)
    code.push(i32(0))


def _tell_pick(gen: CodeGenerator, worlds: WorldMemory, node: m.Decision) -> None:
    code, form = gen.body, recording_of(gen.unit).form
    (option,) = code.arguments
    _stop_unless_seen(gen, worlds, node.audience)
    hidden, rest = code.local(I32), code.local(I32)
    for one in node.alternatives:
        with code.if_(rest.tee(option - one.base).lt_u(option_count(one))):
            inner = gen.inner()
            _log(gen, i32(PICKED), i32(form.name_numbers[named_alternative(one)]))
            values = decode_parameters(inner, one.levels, rest)
            for level, value in zip(one.levels, values, strict=True):
                if level.seen is None:
                    _log(gen, value)
                    continue
                seen = code.local(I32)
                code.set(seen, has_player(_audience_of_parameter(gen, level.seen, values), _observer(gen, worlds)))
                _log(gen, select(value, i32(HIDDEN), seen))
                code.set(hidden, hidden | seen.eqz())
            code.return_(hidden)
    code.unreachable()


def _audience_of_parameter(gen: CodeGenerator, name: str, values: Sequence[LocalVariable]) -> Sequence[Operand]:
    """Emit the call of a parameter's audience function; return the words of the set of players."""
    function = gen.unit.callees[name]
    gen.body.call(gen.unit.functions[name], *values)
    if function.kind == m.NUMBER:  # a function that returns no set means nobody
        gen.body.drop()
        return [i64(0)]
    found = tuple(gen.local(I64) for _ in range(word_count(function.kind)))
    gen.body.take(found)
    return found


def _stop_unless_seen(gen: CodeGenerator, worlds: WorldMemory, audience: m.Expr | None) -> None:
    """Emit code that returns 1 (hidden) from the function if the observer is not in the audience. If `audience` is
    None, which means all players, emit nothing."""
    if audience is None:
        return
    found = gen.members_as(audience, word_count(gen.unit.machine.players))
    with gen.body.if_(has_player(found, _observer(gen, worlds)).eqz()):
        gen.body.return_(i32(1))


def _observer(gen: CodeGenerator, worlds: WorldMemory) -> LocalVariable:
    player = gen.local(I32)
    gen.body.set(player, worlds.observer.load())
    return player


def _log(gen: CodeGenerator, *numbers: Operand) -> None:
    for number in numbers:
        gen.body.call(gen.unit.support["log"], number)


def recording_of(unit: Unit) -> Recording:
    """Return the `Recording` of a module, which must record."""
    assert unit.recording is not None
    return unit.recording
