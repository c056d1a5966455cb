"""What changes do to the figures that a rulebook measures itself, and what each does alone, in sentences.

The figures are `figures.py`'s and `alone.py`'s; sentences on length, results and choices are `effects.py`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .confidence import holm, p_value
from .figures import AloneFigures, FigureComparison, Sides, told_alone
from .names import TitleLookup
from .separate_changes import change_id
from .telling import ToldChange, sorted_by_weight

MOST_MEASURED = 4
"""Figures of the rulebooks that are told one by one."""


def measured_sentences(sides: Sides, names: TitleLookup) -> Iterator[str]:
    """What the rulebooks measure: what is clearly different after a correction for how much is looked at."""
    both = [f for f in sides.measured if f.interval is not None and f.interval.difference is not None]
    if not both:
        return
    clear = _clear(both)
    for figure in clear[:MOST_MEASURED]:
        yield f"{figure_title(figure.name, names)}: {told_apart(figure)}."
    if len(clear) > MOST_MEASURED:
        yield f"{len(clear) - MOST_MEASURED} more of the figures that are measured are clearly different."
    if not clear:
        titles = dict.fromkeys(names.of(f.name.partition("[")[0]) for f in both)
        listed = ", ".join(f'"{one}"' for one in [*titles][:MOST_MEASURED])
        yield f"No clear difference in what is measured ({listed})."


def alone_sentences(sides: Sides, told: Sequence[ToldChange], names: TitleLookup) -> Iterator[str]:
    """What each change does by itself, if there are several."""
    for one in sides.alone:
        name = alone_titles(one, told)[0]
        if one.same:
            yield f'Alone, "{name}" leaves the games the same (proved: both become the same machine).'
        elif one.sides is None:
            yield f'"{name}" cannot stand alone: {one.why}.'
        else:
            yield f'Alone, "{name}": {_does(one.sides, names)}.'


def alone_titles(one: AloneFigures, told: Sequence[ToldChange]) -> list[str]:
    """The changes that come together, the weightiest first."""
    return [t.name for t in sorted_by_weight([t for t in told if change_id(t.change) in one.ids])] or [*one.ids]


def _does(sides: Sides, names: TitleLookup) -> str:
    figures = [f for f in told_alone(sides) if f.interval is not None and f.interval.difference is not None]
    if len(sides.seats) == 2:  # what one wins the other does not
        figures = [f for f in figures if f.name != f"wins {sides.seats[1]}"]
    clear = _clear(figures)
    if not clear:
        return f"no clear difference ({sides.different:,} of {sides.games:,} pairs of games go otherwise)"
    return "; ".join(f"{figure_title(f.name, names)} {told_apart(f)}" for f in clear[:MOST_MEASURED])


def _clear(figures: Sequence[FigureComparison]) -> list[FigureComparison]:
    sure = holm([p_value(f.interval) for f in figures])
    return [f for f, ok in zip(figures, sure, strict=True) if ok]


def figure_title(name: str, names: TitleLookup) -> str:
    """`points[red, high]` by its title and whose it is; a figure of every game in words."""
    kind, _, rest = name.partition(" ")
    if rest == "mean":
        return {"length": "moves", "turns": "turns"}.get(kind, kind)
    if kind == "wins":
        return f"wins of {names.seat(rest)}"
    clause, of = _measured_of(name, names)
    return f'"{clause}"{f" of {of}" if of else ""}'


def measured_values(figures: Sequence[FigureComparison], names: TitleLookup) -> str:
    """What is measured in the first edition, each figure with its members: `"Points" of Red 3, of Blue 5; "Rest" 2`."""
    found: dict[str, list[str]] = {}
    for figure in figures:
        if figure.first is not None:
            clause, of = _measured_of(figure.name, names)
            found.setdefault(clause, []).append(f"{f'of {of} ' if of else ''}{amount(figure.first)}")
    return "; ".join(f'"{clause}" {", ".join(values)}' for clause, values in found.items())


def _measured_of(name: str, names: TitleLookup) -> tuple[str, str]:
    clause, _, members = name.partition("[")
    labels = [one.strip() for one in members.rstrip("]").split(",") if one]
    return names.of(clause), ", ".join(names.member(clause, at, label) for at, label in enumerate(labels))


def told_apart(figure: FigureComparison, what: str = "", word: str = "") -> str:
    """Both sides with as many digits as tell them apart, and between what the difference is."""
    found = figure.interval
    assert found is not None
    low, high = sorted((abs(found.low or 0.0), abs(found.high or 0.0)))
    digits = next((n for n in range(1, 6) if round(low, n) or not low), 6) + 1
    one, two, a, b = (f"{value:.{digits}f}" for value in (figure.second or 0.0, figure.first or 0.0, low, high))
    shown = [re.sub(r"\.?0+$", "", text) for text in (one, two, a, b)]
    more = word or ("more" if (found.difference or 0) > 0 else "less")
    reach = shown[2] if shown[2] == shown[3] else f"{shown[2]} to {shown[3]}"
    return f"{shown[0]}{what} instead of {shown[1]} ({reach} {more}, 95 %)"


def amount(value: float | None) -> str:
    """A number with as many digits as tell it apart."""
    if value is None:
        return "none"
    size = abs(value)
    text = f"{value:.0f}" if size >= 100 else f"{value:.1f}" if size >= 1 else f"{value:.2f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
