"""Options and outcomes as text, such as `slide(man: a1, way: north)`, and from text.

An option can be given by its number, by its parameters, or by its label. The reference engine, records and examples
convert between these here. Compiled modules compute option numbers by code of their own. The engines decide which
options exist. `model/naming.py` prints truth values, numbers and `none`; the domains of the machine print all other
values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, zip_longest

from attrs import frozen

from ..model.naming import NONE, integer_of, integer_text
from .program import Alternative, Cell, Chance, Decision, Level, Machine, Node, PrintedDomain

MOST_OPTIONS = 1 << 20
"""The greatest number of option numbers that all decisions of a machine may use together."""

Argument = tuple[str | None, str]
"""(name, printed value) of a parameter; a parameter without a name (None) goes by its position."""


@frozen(slots=False)
class Labels:
    """Converts the options, outcomes and values of one machine to text, and text to them. `domains` and `nodes` are
    those of the machine, keyed by name and id."""

    domains: Mapping[str, PrintedDomain]
    nodes: Mapping[str, Node]

    @staticmethod
    def of(machine: Machine) -> Labels:
        return Labels({d.name: d for d in machine.domains}, {n.id: n for n in machine.nodes})

    # --------------------------------------------------------------------------------------------------- values as text

    def value_text(self, domain: str, value: int) -> str:
        """Return a value of a domain as text. If the domain has no labels, the text is a number."""
        found = self.domains.get(domain)
        if found is None or not found.labels:
            return integer_text(value)
        if found.optional:
            return NONE if value == 0 else found.labels[value - 1]
        return found.labels[value - found.low]

    def value_of(self, domain: str, text: str) -> int | None:
        """Return the value of the domain that prints as `text`, or None if no value does."""
        found = self.domains.get(domain)
        if found is None or not found.labels:
            return integer_of(text)
        if found.optional and text == NONE:
            return 0
        if text not in found.labels:
            return None
        return found.labels.index(text) + (1 if found.optional else found.low)

    def low_of(self, domain: str) -> int:
        """Return the domain's lowest value. The indexes of arrays and the members of sets count from 0; adding this
        value to one of them gives the value that it means."""
        found = self.domains.get(domain)
        return 0 if found is None or found.optional else found.low

    def element_text(self, cell: Cell, index: Sequence[int]) -> str:
        """Return the name of one element of a cell, such as `hand[p2]`; that of the cell if it is not an array."""
        where = [self.value_text(dim, at + self.low_of(dim)) for dim, at in zip(cell.dims, index, strict=False)]
        return f"{cell.name}[{', '.join(where)}]" if where else cell.name

    def text_of_value(self, domain: str, value: int | frozenset[int] | tuple[int, ...]) -> str:
        """Return a value as text: a number, a set, or a row, listed from its bottom. Equal neighbours in a row are
        written once, after their number, such as `3 x stone`."""
        if isinstance(value, int):
            return self.value_text(domain, value)
        if isinstance(value, frozenset):
            low = self.low_of(domain)
            return f"{{{', '.join(self.value_text(domain, member + low) for member in sorted(value))}}}"
        told = [self.value_text(domain, v) for v in value]
        return " < ".join(" x ".join(filter(None, [_times(len(list(run))), name])) for name, run in groupby(told))

    def words_text(self, words: Sequence[str], dims: Sequence[str], values: Sequence[int]) -> str:
        """Return `words` joined to one text, with a value printed in each gap between two of them. `dims` has the
        domain of each value."""
        fills = [self.value_text(dim, value) for dim, value in zip(dims, values, strict=True)]
        return "".join(part for pair in zip_longest(words, fills, fillvalue="") for part in pair)

    def contents_text(self, cell: Cell, value: int | frozenset[int] | tuple[int, ...]) -> str:
        """Return the contents of one element of a cell as text, `nothing` if it is empty. For a heap (a place without
        order), the text says how many copies of each kind of piece it contains."""
        if not cell.heap or not isinstance(value, tuple):
            return self.text_of_value(cell.domain, value) or "nothing"
        kinds = [f"{count} x {self.value_text(cell.dims[-1], kind)}" for kind, count in enumerate(value) if count]
        return ", ".join(kinds) or "nothing"

    def open_text(self, cell: Cell, shown: Sequence[int] | None) -> str:
        """Return the open (visible) attributes of hidden pieces as text, empty if there are none to show. For a row,
        the text lists those of each piece; for a heap or set, it says how many pieces have which."""
        if cell.open is None or not shown:
            return ""
        if not cell.heap and cell.kind != "set":
            return self.text_of_value(cell.open, tuple(shown))
        kinds = [(count, self.value_text(cell.open, 1 + at)) for at, count in enumerate(shown) if count]
        return ", ".join(f"{count} x {kind}" for count, kind in kinds)

    # ------------------------------------------------------------------------------------- options and outcomes as text

    def decision(self, node: str) -> Decision:
        found = self.nodes[node]
        if not isinstance(found, Decision):
            raise KeyError(f"{node} is not a decision")
        return found

    def possible_labels(self, node: str) -> tuple[str, ...]:
        """Return the labels that a decision or chance may offer in any state."""
        there = self.nodes[node]
        if isinstance(there, Decision):
            return tuple(alternative.label for alternative in there.alternatives)
        return (there.label,) if isinstance(there, Chance) else ()

    def alternative(self, node: str, option: int) -> Alternative:
        """Return the alternative of the decision `node` that contains the option number. Raise KeyError if none
        does."""
        for alternative in self.decision(node).alternatives:
            if alternative.base <= option < alternative.base + option_count(alternative):
                return alternative
        raise KeyError(f"{node} has no option number {option}")

    def arguments(self, node: str, option: int) -> tuple[tuple[str, int, str], ...]:
        """Return the name, value and printed value of each parameter of an option, in written order."""
        alternative = self.alternative(node, option)
        values = values_of(alternative, option)
        return tuple(
            (n, values[n], self.value_text(level(alternative, n).domain, values[n]))
            for n in parameter_order(alternative)
        )

    def option_text(self, node: str, option: int) -> str:
        """Return the label of an option, such as `slide(man: a1, way: north)`."""
        return label_text(self.alternative(node, option).label, [(n, v) for n, _, v in self.arguments(node, option)])

    def outcome_text(self, node: str, value: int) -> str:
        """Return the label of an outcome of a chance, such as `roll(die: 6)`."""
        chance = self.nodes[node]
        if not isinstance(chance, Chance):
            raise KeyError(f"{node} is not a chance")
        return label_text(chance.label, [(chance.name, self.value_text(chance.domain, value))])

    # ----------------------------------------------------------------------------------- options and outcomes from text

    def options_that_fit(
        self, node: str, options: Iterable[int], label: str, args: Sequence[Argument]
    ) -> tuple[int, ...]:
        """Return those of `options` that have this label and these values of parameters. A value without a parameter's
        name belongs to the parameter at the same position in written order. A parameter that is not in `args` may have
        any value."""
        found = []
        for option in options:
            if self.alternative(node, option).label != label:
                continue
            printed = {name: text for name, _, text in self.arguments(node, option)}
            if fits(printed, args):
                found.append(option)
        return tuple(found)

    def option_named(self, node: str, label: str, args: Sequence[Argument]) -> int | None:
        """Return the number of the option with this label and these parameters, all of which must be given. The game
        need not offer this option now. Return None unless exactly one option number fits."""
        found = []
        for alternative in self.decision(node).alternatives:
            if alternative.label == label:
                names = parameter_order(alternative)
                said = dict(zip((name or at for at, (name, _) in zip(names, args, strict=False)), args, strict=False))
                if len(args) != len(names) or said.keys() != set(names):
                    return None
                values = {one.name: self._value_named(one, said[one.name][1]) for one in alternative.levels}
                known = {name: value for name, value in values.items() if value is not None}
                if len(known) == len(values):
                    found.append(option_number(alternative, known))
        return found[0] if len(found) == 1 else None

    def _value_named(self, one: Level, text: str) -> int | None:
        """Return the value of the parameter `one` that prints as `text`, or None if no value does."""
        value = self.value_of(one.domain, text)
        return value if value is not None and one.low <= value <= one.high else None

    def outcomes_that_fit(
        self, node: str, values: Iterable[int], label: str, args: Sequence[Argument]
    ) -> tuple[int, ...]:
        """Return those of the outcomes `values` of the chance `node` that fit a label and its parameter. Without the
        parameter, all fit that label."""
        chance = self.nodes[node]
        if not isinstance(chance, Chance) or chance.label != label:
            return ()
        return tuple(v for v in values if fits({chance.name: self.value_text(chance.domain, v)}, args))


def fits(printed: Mapping[str, str], args: Sequence[Argument]) -> bool:
    """Return whether each argument has the printed value of its parameter in `printed`. An argument without a name
    belongs to the parameter at the same position."""
    names = list(printed)
    if len(args) > len(names):
        return False
    return all(
        printed.get(name if name is not None else names[place]) == text for place, (name, text) in enumerate(args)
    )


# ------------------------------------------------------------------------------------------------------- option numbers


def level(alternative: Alternative, name: str) -> Level:
    return next(one for one in alternative.levels if one.name == name)


def parameter_order(alternative: Alternative) -> tuple[str, ...]:
    """Return the names of an alternative's parameters, in written order."""
    return alternative.label_order or tuple(one.name for one in alternative.levels)


def option_count(alternative: Alternative) -> int:
    """Return the number of option numbers of an alternative: the product of the sizes of its levels."""
    count = 1
    for one in alternative.levels:
        count *= max(one.high - one.low + 1, 0)
    return count


def option_number(alternative: Alternative, values: Mapping[str, int]) -> int:
    """Return the number of the option with these parameter values, given by name. The digits of the number, in mixed
    radix, are the values minus their lows, the outermost level first."""
    number = 0
    for one in alternative.levels:
        number = number * (one.high - one.low + 1) + values[one.name] - one.low
    return alternative.base + number


def values_of(alternative: Alternative, option: int) -> dict[str, int]:
    """Return the parameter values of the option with this number, as a mapping from names to values, outermost level
    first."""
    rest = option - alternative.base
    values: list[tuple[str, int]] = []
    for one in reversed(alternative.levels):
        rest, digit = divmod(rest, one.high - one.low + 1)
        values.append((one.name, one.low + digit))
    return dict(reversed(values))


# ------------------------------------------------------------------------------------------- writing and parsing labels


def _times(count: int) -> str:
    return str(count) if count > 1 else ""


def label_text(label: str, args: Sequence[tuple[str | None, str]]) -> str:
    """Return a label with its arguments, such as `slide(man: a1)`. If the name of an argument is None, only its value
    is written."""
    return f"{label}({', '.join(f'{name}: {text}' if name else text for name, text in args)})" if args else label


def parse_label(text: str) -> tuple[str, tuple[Argument, ...]]:
    """Return the name and the arguments of a label. An argument without a name gets None as its name. Raise ValueError
    if the text has not the form `name(parameter: value, …)`."""
    label, bracket, rest = text.strip().partition("(")
    label, rest = label.strip(), rest.strip()
    if not label or (bracket and not rest.endswith(")")) or (not bracket and rest):
        raise ValueError(f"`{text[:200]}` is not of the form name(parameter: value, …)")
    inside = rest[:-1].strip()
    args: list[Argument] = []
    for part in inside.split(",") if inside else []:
        name, colon, value = part.partition(":")
        args.append((name.strip(), value.strip()) if colon else (None, name.strip()))
    if any(not value or name == "" for name, value in args):
        raise ValueError(f"`{text[:200]}` has an empty parameter")
    return label, tuple(args)


COPY = "@"
"""The separator in the name of a node's copy, before the copy's number (`passes/constant_propagation.py`)."""


@frozen
class Sorts:
    """The kinds of options that detailed playouts count. `names` lists them. `places` maps the id of a decision, and
    then the clause and label of an option, to the position of its kind in `names`.

    A kind is a label of a clause, such as `action travel` or `rule wave: pass`. An option is counted where a move
    begins, or where a player chooses between kinds. A later decision of a move that only asks for parameters is not
    counted. The kinds are those of the lowered machine, before passes. So passes that copy or remove nodes change no
    count."""

    names: tuple[str, ...]
    places: Mapping[str, Mapping[tuple[str, str], int]]

    @staticmethod
    def of(machine: Machine) -> Sorts:
        known: dict[str, int] = {}
        places = {}
        for node in machine.nodes:
            if isinstance(node, Decision):
                sorts = dict.fromkeys((a.clause, a.label) for a in node.alternatives)
                if node.move or len(sorts) > 1:
                    places[node.id] = {sort: known.setdefault(sort_name(*sort), len(known)) for sort in sorts}
        return Sorts(tuple(known), places)

    def place(self, node: Decision, alternative: Alternative) -> int | None:
        """Return the position in `names` of the kind of an alternative of a decision, or None if its options are not
        counted. The decision may be a copy made by a pass."""
        found = self.places.get(node.id.partition(COPY)[0], {})
        return found.get((alternative.clause, alternative.label))


def sort_name(clause: str, label: str) -> str:
    return clause if clause.partition(" ")[2] == label or clause == label else f"{clause}: {label}"
