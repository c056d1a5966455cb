"""Profiles of games as text, and as one HTML page with plots; several profiles are side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from ..diagnostics.printable import capital, one_line
from ..storage.files import PROFILE
from .figure_sentences import number_text
from .game_profile import GameProfile
from .html_page import safe_html, table_html, whole_page
from .paired_figures import players_text
from .plots import intervals_plot
from .profile_measures import DEFINITIONS, LEAST_SHARE, Measure
from .screen_style import table_lines

Rows = dict[str, list[str]]


def profile_text(profiles: Sequence[GameProfile], width: int) -> str:
    """Return profiles as text for a terminal, with the definitions at the end."""
    lines = [*(line for one in profiles for line in wrap(_heading(one), width))]
    rows: list[Sequence[str]] = []
    for kind, members in _kinds(profiles):
        title = DEFINITIONS[kind].title
        if list(members) == [""]:
            rows.append((title, *members[""]))
        else:
            rows.append((title, *[""] * len(members[next(iter(members))])))
            rows += [(f"  {one_line(of)}", *cells) for of, cells in members.items()]
    lines += ["", *table_lines(_columns(profiles), rows, width), "", "What the figures mean (95 % intervals)"]
    for kind, _ in _kinds(profiles):
        lines += wrap(
            f"{DEFINITIONS[kind].title}: {_meaning(kind)}", width, initial_indent="  ", subsequent_indent="    "
        )
    return "\n".join(lines)


def profile_page(profiles: Sequence[GameProfile]) -> str:
    """Return profiles as an HTML page for screen or print."""
    names = " and ".join(one.name for one in profiles)
    parts = [f'<section class="comparison"><h1>{safe_html(names)}</h1>']
    parts += [f'<p class="note">{safe_html(_heading(one))}</p>' for one in profiles]
    kinds = dict(_kinds(profiles))
    single = {kind: members[""] for kind, members in kinds.items() if "" in members}
    rows = [(DEFINITIONS[kind].title, *cells, _meaning(kind)) for kind, cells in single.items()]
    parts.append(table_html([*_columns(profiles), "What it means"], rows, "All games, with 95 % intervals"))
    for kind in (kind for kind in kinds if kind not in single):
        parts.append(f"<h2>{safe_html(DEFINITIONS[kind].title)}</h2>")
        parts.append(f'<p class="note">{safe_html(capital(_meaning(kind)))}</p><div class="plots">')
        parts += [_figure(one.name, _plot(one, kind)) for one in profiles]
        rows = [(of, *cells) for of, cells in kinds[kind].items()]
        parts.append(f"</div>{table_html(_columns(profiles), rows, 'With 95 % intervals')}")
    return whole_page(names, "\n".join([*parts, "</section>"]), PROFILE)


def _figure(title: str, svg: str) -> str:
    return f"<figure><figcaption>{safe_html(title)}</figcaption>{svg}</figure>" if svg else ""


def _heading(profile: GameProfile) -> str:
    how = profile.settings
    who = players_text(len(profile.seats), how.agents)
    return f"{profile.name}: {how.games:,} games of {who}, seed {how.seed}" + (
        f"; chances by {how.simulations:,} simulations that see everything" if how.simulations else ""
    )


def _columns(profiles: Sequence[GameProfile]) -> list[str]:
    return ["", *(one_line(one.name) for one in profiles), *[""] * (len(profiles) == 1)]


def _kinds(profiles: Sequence[GameProfile]) -> Iterator[tuple[str, Rows]]:
    """Yield each kind of measure with its rows, keyed by what they are about. A row has a cell for each profile, and
    also the remark if there is only one profile."""
    for kind in DEFINITIONS:
        found = [{one.of: one for one in profile.measures if one.kind == kind} for profile in profiles]
        rows: Rows = {}
        for of in dict.fromkeys(of for side in found for of in side):
            sides = [side.get(of) for side in found]
            rows[of] = [_cell(one) for one in sides]
            if len(profiles) == 1 and sides[0] is not None:
                rows[of].append(sides[0].remark)
        if rows:
            yield kind, rows


def _cell(one: Measure | None) -> str:
    if one is None or one.value is None:
        return "-"
    if one.low is None or one.high is None:
        return number_text(one.value, 0 if one.value == int(one.value) else 2)
    return f"{number_text(one.value, 2)} ({number_text(one.low, 2)} .. {number_text(one.high, 2)})"


def _meaning(kind: str) -> str:
    one = DEFINITIONS[kind]
    return f"{one.meaning}.{f' [{one.source}]' if one.source else ''}"


def _plot(profile: GameProfile, kind: str) -> str:
    """Return a plot of the shares of one kind; "" if there are fewer than two."""
    found = [m for m in profile.measures if m.kind == kind]
    rows = [
        (one_line(m.of), m.low, m.value, m.high)
        for m in found
        if m.value is not None and m.low is not None and m.high is not None
    ]
    if len(rows) < 2:
        return ""
    usual = {"wins": 1 / len(profile.seats), "step": LEAST_SHARE, "held": 1 / len(profile.seats)}.get(kind, 0.0)
    said = "; ".join(f"{name}: {number_text(100 * value, 0)} of 100" for name, _, value, _ in rows)
    return intervals_plot(DEFINITIONS[kind].title, f"{said}.", rows, (0.0, usual, 1.0))
