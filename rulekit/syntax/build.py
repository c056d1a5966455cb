"""Builders of nodes, one for each production of the grammar, made from the rows of the table of forms (`forms.txt`).

A builder gets the span and the parts that the grammar keeps; an absent part is None. `form_parts.py` and
`clause_parts.py` have the few builders that are not made from a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import attrs

from ..diagnostics import Span
from . import nodes as s
from .clause_parts import MADE, PAIRS, check_unique
from .form_parts import Property, drop_missing, index_unique
from .forms import FORMS, Form, Part, by_kind, field_types, unwritten


def _labels(text: str) -> frozenset[str]:
    return frozenset(text.split())


LISTS: Final = _labels("items names fields params bare_params dims figure_dims binders call_args cites")
"""Productions that become tuples."""
WORDS: Final = _labels(
    "form kind manner amended_kind body_kind option_kind invariant_kind played_verb board_kind board_outline board_rim"
    " at_when set_aside window_mode combined compare_op add_op mul_op assign_op"
)
"""Productions that become their words, joined by spaces."""
ITSELF: Final = _labels(
    "way put_amount take_count gives nested floor ceiling else_part grouped answer place_form e_set h_requires h_over"
)
"""Productions that become their only part; their words just introduce it."""


def join_words(at: Span, *parts: str) -> str:
    """Return the keywords and signs of a production as one text, joined with spaces."""
    return " ".join(parts)


def only_part(at: Span, part: Any) -> Any:
    """Return the only part of a production."""
    return part


def _converter(declared: str, without: object) -> Callable[[Any], Any] | None:
    """Return the function that converts a parsed part to the value of a field of type `declared`; None if no conversion
    is needed. `without` is the value of the field if the part is absent."""
    if declared == "bool":
        return lambda part: part is not None
    if declared.startswith("tuple") and "None" not in declared:
        return lambda part: () if part is None else (part,) if isinstance(part, s.Node) else part
    if declared == "Way" or (declared.startswith("Literal") and without is not None):
        return lambda part: without if part is None else part
    return None


def _simple(form: Form, base: dict[str, Any]) -> Callable[..., object]:
    """Return the builder for a row of the table of forms whose parts are a field each; `base` has the others."""
    kind, types = form.kind, field_types(form.kind)
    names = tuple(part.name for part in form.parts)
    without = unwritten(kind)
    converters = [(name, _converter(types[name], without.get(name))) for name in names]
    changed = [(name, convert) for name, convert in converters if convert is not None]
    positional = tuple(field.name for field in attrs.fields(kind) if not field.kw_only)
    if not changed and not base and names == positional:
        return lambda at, *parts: kind(*parts, span=at)  # a fast path, because most nodes are built here

    def build(at: Span, *parts: Any) -> object:
        said = dict(zip(names, parts, strict=True))
        for name, convert in changed:
            said[name] = convert(said[name])
        return kind(**base, **said, span=at)

    return build


def _builder(form: Form) -> Callable[..., object]:
    """Return the builder for any row of the table of forms: a function from a span and parsed parts to a node."""
    kind, types, without = form.kind, field_types(form.kind), unwritten(form.kind)
    base = {name: value for name, value in without.items() if form.kind is not None}
    base.update(form.fixed)
    if not any(part.starred or part.paired or part.optional for part in form.parts):
        given = {part.name for part in form.parts}
        return _simple(form, {name: value for name, value in base.items() if name not in given})

    def value(name: str, part: Any) -> Any:
        convert = _converter(types[name], without.get(name))
        return part if convert is None else convert(part)

    def build(at: Span, *parts: Any) -> object:
        said = dict(base)
        for part, taken in _assign_parts(form, parts):
            if part.optional:
                _add_properties(at, said, taken, value)
            elif part.paired:
                said.update(PAIRS[part.name].read(at, said, *taken))
            elif part.starred:
                members = drop_missing(at, *taken)
                check_unique(form.label, at, members)
                said[part.name] = members
            else:
                said[part.name] = value(part.name, taken[0])
        return kind(**said, span=at)

    return build


@by_kind
def _widths(form: Form) -> tuple[list[tuple[Part, int]], int]:
    """Return the parts of a row of the table of forms, each with the number of parsed parts that it takes (-1: all that
    remain), and the sum of these numbers without the -1."""
    own = [part for n, part in enumerate(form.parts) if not (part.optional and n and form.parts[n - 1].optional)]
    widths = [-1 if one.starred or one.optional else PAIRS[one.name].width if one.paired else 1 for one in own]
    return list(zip(own, widths, strict=True)), sum(width for width in widths if width > 0)


def _assign_parts(form: Form, parts: tuple[Any, ...]) -> Iterator[tuple[Part, tuple[Any, ...]]]:
    """Yield each part of a row of the table of forms with the parsed parts that it takes. Consecutive optional
    properties count as one part."""
    widths, fixed = _widths(form)
    at = 0
    for part, width in widths:
        end = at + (width if width > 0 else len(parts) - fixed)
        yield part, parts[at:end]
        at = end


def _add_properties(at: Span, said: dict[str, Any], given: tuple[Any, ...], value: Callable[[str, Any], Any]) -> None:
    """Add the fields of the properties in `given` to `said`. Only audiences may occur twice."""
    properties = [one for one in given if isinstance(one, Property)]
    index_unique(at, [(one.once, one.span, one) for one in properties])
    for one in properties:
        said.update({name: value(name, part) for name, part in one.fields.items() if part is not None})
    if len(properties) < len(given):
        said["audiences"] = tuple(one for one in given if not isinstance(one, Property))


def _property(form: Form) -> Callable[..., Property]:
    """Return the builder for a row of the table of forms that describes a `Property` instead of a node."""

    def build(at: Span, *parts: Any) -> Property:
        said = dict(form.fixed)
        for part, taken in _assign_parts(form, parts):
            said[part.name] = drop_missing(at, *taken) if part.starred else taken[0]
        return Property(form.once, at, said)

    return build


BUILDERS: Final[dict[str, Callable[..., object]]] = {
    **{label: _property(form) if form.kind is None else _builder(form) for label, form in FORMS.items()},
    **dict.fromkeys(LISTS, drop_missing),
    **dict.fromkeys(WORDS, join_words),
    **dict.fromkeys(ITSELF, only_part),
    **MADE,
}
