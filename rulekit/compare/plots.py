"""Plots of statistics as inline SVG: lengths of games, results by seat, effects with their intervals.

Colours are CSS classes of the page, which differ in light and dark mode. Each plot has a title and a description for
screen readers. There are no scripts, and no other files are loaded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import ceil
from statistics import median, quantiles

from .figure_sentences import amount
from .paired_figures import Sides

WIDTH, LEFT, RIGHT = 440, 78, 14
BINS = 26


def picture(title: str, about: str, height: int, parts: Iterator[str]) -> str:
    """Return a plot as SVG, from its title, its description (`about`), its height and its parts."""
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title><desc>{escape(about)}</desc>{''.join(parts)}</svg>"
    )


def text(x: float, y: float, said: str, anchor: str = "start", style: str = "label") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{style}">{escape(said)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{style}"/>'


def rect(x: float, y: float, width: float, height: float, style: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{max(height, 0):.1f}" class="{style}"/>'


def lengths_plot(sides: Sides, names: tuple[str, str]) -> str:
    """Return a histogram of the number of moves, with both editions overlaid; "" if no games ended."""
    one, two = sides.lengths
    if not one:
        return ""
    low, high = min(*one, *two), max(*one, *two)
    step = max(1, ceil((high - low + 1) / BINS))
    places = range(low, high + 1, step)
    counts = [Counter((value - low) // step for value in side) for side in (one, two)]
    most = max(max(c.values()) for c in counts)
    wide = (WIDTH - LEFT - RIGHT) / len(places)
    bottom, tall = 200, 150

    def bars() -> Iterator[str]:
        for style, counted in zip(("first", "second"), counts, strict=True):
            sizes = {LEFT + at * wide + 0.5: tall * count / most for at, count in sorted(counted.items())}
            drawn = (f"M{x:.1f} {bottom}v{-size:.1f}h{wide - 1:.1f}V{bottom}z" for x, size in sizes.items())
            yield f'<path d="{"".join(drawn)}" class="bar {style}"/>'
        yield line(LEFT, bottom, WIDTH - RIGHT, bottom, "axis")
        for at in range(0, len(places), max(1, len(places) // 6)):
            yield text(LEFT + (at + 0.5) * wide, bottom + 16, str(places[at]), "middle")
        yield text((LEFT + WIDTH - RIGHT) / 2, bottom + 34, "moves in a game", "middle")
        yield text(LEFT - 8, bottom - tall + 10, f"{most} games", "end")
        yield from _legend(names, 16)

    means = (sum(one) / len(one), sum(two) / len(two))
    about = f"Games have {amount(means[0])} moves on average in {names[0]} and {amount(means[1])} in {names[1]}."
    return picture("How long games are", about, bottom + 44, bars())


def _legend(names: tuple[str, str], y: float) -> Iterator[str]:
    """Yield the SVG parts of the legend; long names are placed below each other."""
    x, below = float(LEFT), sum(map(len, names)) * LETTER > WIDTH - LEFT - 90
    for style, name in zip(("first", "second"), names, strict=True):
        yield rect(x, y - 10, 12, 12, f"bar {style}")
        yield text(x + 18, y, name)
        x, y = (x, y + 16) if below else (x + 40 + LETTER * len(name), y)


LETTER = 7.2
"""Approximate width of a letter of a label, in pixels."""


def wins_plot(sides: Sides, names: tuple[str, str], seats: Mapping[str, str]) -> str:
    """Return a plot of how many of 100 games each player wins; `seats` maps seats to the players' titles."""
    figures = {f.name: f for f in sides.figures}
    rows = [(seats[seat], figures[f"wins {seat}"]) for seat in sides.seats] + [("drawn", figures["draws"])]
    rows = [(name, f) for name, f in rows if f.first is not None and f.second is not None]
    wide = WIDTH - LEFT - RIGHT - 40

    def bars() -> Iterator[str]:
        yield from _legend(names, 16)
        for at, (name, figure) in enumerate(rows):
            y = 46 + at * 38
            yield text(LEFT - 8, y + 18, name, "end")
            for place, (style, share) in enumerate((("first", figure.first), ("second", figure.second))):
                size = wide * (share or 0)
                yield rect(LEFT, y + place * 14, size, 12, f"bar {style}")
                yield text(LEFT + size + 6, y + place * 14 + 10, amount(100 * (share or 0)))

    said = "; ".join(f"{n}: {amount(100 * (f.first or 0))} and {amount(100 * (f.second or 0))}" for n, f in rows)
    return picture("Of 100 games, how many each wins", f"{said}.", 54 + 38 * len(rows), bars())


def editions_lengths_plot(labels: Sequence[str], lengths: Sequence[Sequence[int]]) -> str:
    """Return a plot of the lengths of games in each edition: a line for the middle 90 % of the games, a bar for the
    middle half, and a mark for the median."""
    high = max(quantiles(own, n=20)[-1] for own in lengths)

    def bars() -> Iterator[str]:
        for row, (label, own) in enumerate(zip(labels, lengths, strict=True)):
            y, parts = 20 + 26 * row, quantiles(own, n=20)
            low, first, middle, third, top = (
                EDITION_LEFT + EDITION_WIDTH * parts[at] / high for at in (0, 4, 9, 14, 18)
            )
            yield text(EDITION_LEFT - 8, y + 4, label[:EDITION_LETTERS], "end")
            yield line(low, y, top, y, "reach clear")
            yield rect(first, y - 7, third - first, 14, "bar first")
            yield line(middle, y - 7, middle, y + 7, "zero")
        bottom = 20 + 26 * len(labels)
        yield line(EDITION_LEFT, bottom, WIDTH - RIGHT, bottom, "axis")
        for share in (0.0, 0.5, 1.0):
            yield text(EDITION_LEFT + EDITION_WIDTH * share, bottom + 16, amount(high * share), "middle")

    said = "; ".join(f"{label}: {amount(median(own))}" for label, own in zip(labels, lengths, strict=True))
    return picture("Moves in a game", f"Medians: {said}.", 48 + 26 * len(labels), bars())


def editions_wins_plot(labels: Sequence[str], shares: Mapping[str, Sequence[float]]) -> str:
    """Return a plot that shows, for each edition, how many of 100 games each player wins. The bars of an edition are
    side by side, and the empty rest is drawn games."""

    def bars() -> Iterator[str]:
        for row, label in enumerate(labels):
            x, y = float(EDITION_LEFT), 12 + 26 * row
            # the sum may exceed 1, since several players may win together
            wide = EDITION_WIDTH / max(1.0, sum(own[row] for own in shares.values()))
            yield text(EDITION_LEFT - 8, y + 12, label[:EDITION_LETTERS], "end")
            for place, (seat, own) in enumerate(shares.items()):
                size = wide * own[row]
                yield rect(x, y, size, 16, f"bar {('first', 'second')[place % 2]}")
                if size > LETTER * (len(seat) + 5):
                    yield text(x + 4, y + 12, f"{seat} {amount(100 * own[row])}")
                x += size

    said = "; ".join(
        f"{label}: {', '.join(f'{seat} {amount(100 * own[row])}' for seat, own in shares.items())}"
        for row, label in enumerate(labels)
    )
    return picture("Of 100 games, how many each wins", f"{said}.", 20 + 26 * len(labels), bars())


EDITION_LEFT, EDITION_LETTERS = 176, 22
"""Where bars of editions begin, in pixels, and how much of a label is shown before it."""
EDITION_WIDTH = WIDTH - RIGHT - EDITION_LEFT


def effects_plot(sides: Sides, seats: Mapping[str, str]) -> str:
    """Return a plot of differences with their 95 % intervals: lengths in percent of the first edition, wins in games of
    100; "" if there are none."""
    rows = list(_effects(sides, seats))
    if not rows:
        return ""
    reach = max(0.01, *(abs(v) for _, low, mid, high in rows for v in (low, mid, high)))
    said = "; ".join(f"{n}: {amount(100 * m)} ({amount(100 * a)} to {amount(100 * b)})" for n, a, m, b in rows)
    about = f"Second less first: {said}."
    return intervals_plot("Effects, with intervals of 95 %", about, rows, (-reach, 0.0, reach))


Row = tuple[str, float, float, float]
"""A name, and a value between the ends of its interval."""


def intervals_plot(title: str, about: str, rows: Sequence[Row], marks: tuple[float, float, float]) -> str:
    """Return a plot of shares with their intervals. `marks` are three values on the axis: its ends, and between them
    the value with which the shares are compared. An interval that excludes this value is drawn in another style."""
    left = max(LEFT + 84, 16 + LETTER * max(len(name) for name, _, _, _ in rows))
    first, usual, last = marks
    room = (WIDTH - RIGHT - left) / 1.15
    bottom = 20 + 26 * len(rows)

    def at(value: float) -> float:
        return left + room * (0.075 + (value - first) / (last - first))

    def bars() -> Iterator[str]:
        yield line(at(usual), 6, at(usual), bottom, "zero")
        for row, (name, low, mid, high) in enumerate(rows):
            y = 22 + 26 * row
            style = "clear" if low > usual or high < usual else "unclear"
            yield text(left - 10, y + 4, name, "end")
            yield line(at(low), y, at(high), y, f"reach {style}")
            yield f'<circle cx="{at(mid):.1f}" cy="{y}" r="4" class="dot {style}"/>'
        yield line(left, bottom, WIDTH - RIGHT, bottom, "axis")
        for value in marks:
            sign = "+" if value > 0 and not usual else ""
            yield text(at(value), bottom + 16, f"{sign}{amount(100 * value)}", "middle")

    return picture(title, about, 48 + 26 * len(rows), bars())


EFFECTS = {"length mean": "moves", "decisions mean": "decisions", "turns mean": "turns", "rounds mean": "rounds"}


def _effects(sides: Sides, seats: Mapping[str, str]) -> Iterator[Row]:
    """Yield each difference: its name with its unit, and its low, middle and high value."""
    for figure in sides.figures:
        found = figure.interval
        if found is None or found.difference is None or found.low is None or found.high is None:
            continue
        kind, _, seat = figure.name.partition(" ")
        if figure.name in EFFECTS and figure.first:
            low, mid, high = (v / figure.first for v in (found.low, found.difference, found.high))
            yield f"{EFFECTS[figure.name]}, in %", low, mid, high
        elif kind == "wins" and found.difference:
            yield f"{seats[seat]} wins, of 100", found.low, found.difference, found.high
        elif figure.name == "draws" and found.difference:
            yield "drawn, of 100", found.low, found.difference, found.high
