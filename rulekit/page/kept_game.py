"""Stores a game in the form in which a page contains it: checked, lowered and compiled. So the page can open it without
parsing or checking."""

from __future__ import annotations

import gc
import io
import pickle
from collections.abc import Mapping
from functools import cache
from operator import is_
from typing import Any, Final

from attrs import evolve, field, fields, frozen, has

from ..check.checked import CheckedModel
from ..deep_calls import DEEP
from ..diagnostics import Diagnostic, RulekitError, Source, Span
from ..engine.wasm import WasmEngine
from ..engine.wasm.compilation import Purpose
from ..engine.wasm.emitted import Emitted
from ..machine.program import Machine
from ..play.game import ConfiguredGame

PURPOSES: tuple[Purpose, ...] = ("steps", "recording")
SCALARS: Final = (int, str, bytes, type(None))


@frozen(eq=False)
class KeptGame:
    """A configured game and the compiled WebAssembly modules of its engine. `texts` is a mapping from paths in the
    library to the texts of its rulebooks; it is empty if one is outside the library."""

    name: str
    layers: tuple[str, ...]
    model: CheckedModel = field(repr=False)
    machine: Machine = field(repr=False)
    modules: Mapping[Purpose, Emitted] = field(repr=False)
    texts: Mapping[str, str] = field(factory=dict, repr=False)

    @staticmethod
    def of(game: ConfiguredGame, texts: Mapping[str, str] | None = None) -> KeptGame:
        """Return a game in its stored form, with the modules that the page needs."""
        engine = game.engine
        if not isinstance(engine, WasmEngine):
            raise ValueError("only the WebAssembly engine has modules to keep")
        modules = {purpose: engine.modules.emitted(purpose) for purpose in PURPOSES}
        with DEEP:
            machine = share_equal_parts(game.machine)
        return KeptGame(game.name, game.layers, game.model, machine, modules, texts or {})

    def pack(self, *others: KeptGame) -> bytes:
        """Return the bytes of this game and of `others`, which are the same game for other numbers of players. Within
        one process, equal games give equal bytes.

        The clauses and texts that all of them share are pickled once, in front; the pickle of each game refers to
        them."""
        packer, parts = _Packer(data := io.BytesIO(), pickle.HIGHEST_PROTOCOL), dict[int, bytes]()
        with DEEP:
            packer.dump((self.model.rulebook, self.texts))
            common, known, place = data.getvalue(), packer.memo.copy(), packer.places.last
            for one in (self, *others):
                data.seek(0)
                data.truncate()
                packer.memo, packer.places.last = known, place
                packer.dump(one)
                parts[one.machine.players] = data.getvalue()
        return pickle.dumps((common, parts), pickle.HIGHEST_PROTOCOL)

    @staticmethod
    def unpack(data: bytes, players: int | None = None) -> KeptGame:
        """Return the game for a number of players from its bytes, by default the first game. The bytes must come from a
        trusted source, since unpickling can run any code."""
        was_on = gc.isenabled()
        gc.disable()  # else at least half of the time would go into collections that search the growing heap
        try:
            common, parts = pickle.loads(data)
            reader = pickle.Unpickler(io.BytesIO(common + parts[players or next(iter(parts))]))
            reader.load()
            found = reader.load()
        finally:
            if was_on:
                gc.enable()
        if not isinstance(found, KeptGame):
            raise RulekitError(Diagnostic("E832", "this is no game of a page"))
        return found

    def game(self) -> ConfiguredGame:
        """Return a game to play, with an engine that uses the stored modules."""
        engine = WasmEngine(self.machine)
        for purpose, emitted in self.modules.items():
            engine.modules.add(purpose, emitted)
        return ConfiguredGame(self.name, self.layers, self.model, engine)


class _Places:
    """Stores where the last pickled span begins. The next span is pickled as a distance from there, which makes a game
    an eighth smaller."""

    def __init__(self) -> None:
        self.last = 0

    def __reduce__(self) -> tuple[type[_Places], tuple[()]]:
        return _Places, ()

    def span(self, source: Source, step: int, length: int) -> Span:
        """Return the span that begins `step` characters after the start of the previous one."""
        self.last += step
        return Span(source, self.last, self.last + length)


class _Packer(pickle.Pickler):
    """A pickler that stores an attrs value as a call of its class if this gives an equal value. Such calls load a
    quarter faster than values whose attributes are set by name."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.places = _Places()
        self.span = self.places.span  # always the same object, so that it is pickled once

    def reducer_override(self, part: Any) -> Any:
        if type(part) is Span:
            step, self.places.last = part.start - self.places.last, part.start
            return self.span, (part.source, step, part.end - part.start)
        names = None if isinstance(part, type) else _arguments(type(part))  # type: ignore[arg-type]  # classes hash
        return NotImplemented if names is None else (type(part), tuple(getattr(part, name) for name in names))


@cache
def _arguments(kind: type) -> tuple[str, ...] | None:
    """Return the names of the attributes of an attrs class, in the order of its arguments. Return None if a call of the
    class may do more than set these attributes.

    Also return None for a class whose values compare by identity. Such a value may contain itself, as a domain does
    whose attribute has this domain as its type. A call would need it before it exists."""
    if not has(kind) or hasattr(kind, "__attrs_post_init__") or "__slots__" not in vars(kind):
        return None
    if kind.__eq__ is object.__eq__:
        return None
    found = fields(kind)
    plain = all(one.init and not one.kw_only and one.converter is None and one.validator is None for one in found)
    return tuple(one.name for one in found) if plain else None


def share_equal_parts(machine: Machine) -> Machine:
    """Return an equal machine in which equal parts are the same object. It is smaller and loads faster."""
    known: dict[tuple[object, ...], Any] = {}  # the key is the class of a part and the identities of its own parts
    done: dict[int, tuple[Any, Any]] = {}

    def identity(part: Any) -> object:
        return (type(part), part) if isinstance(part, SCALARS) else id(part)

    def shared(part: Any) -> Any:
        kind = type(part)
        if kind in SCALARS:
            return part
        if id(part) in done:
            return done[id(part)][1]
        names = () if kind is tuple else _names(kind)  # type: ignore[arg-type]  # `cache` asks for a hash
        if names is None:
            return part
        parts = part if kind is tuple else [getattr(part, name) for name in names]
        inner = tuple(map(shared, parts))
        key = kind, *map(identity, inner)
        found = known.get(key)
        if found is None:
            if all(map(is_, inner, parts)):
                found = part
            else:
                found = inner if kind is tuple else evolve(part, **dict(zip(names, inner, strict=True)))
            known[key] = found
        done[id(part)] = part, found  # the part is stored, too, so that no other object gets its id
        return found

    found: Machine = shared(machine)
    return found


@cache
def _names(kind: type) -> tuple[str, ...] | None:
    """Return the names of the attributes of an attrs class; None for any other class."""
    return tuple(one.name for one in fields(kind)) if has(kind) else None
