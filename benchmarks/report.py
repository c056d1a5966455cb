"""Writes figures as Markdown: speeds, ratios with their targets, game lengths and whether they agree, start-up
times.

It reads the figures that `run.run` returns, also from JSON; it measures nothing.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .games import GAMES, RULEKIT, TITLES, Game
from .samples import AGREE, Lengths, apart

Found = Mapping[str, Any]


def report(found: Found) -> str:
    """Return the whole section of the page."""
    parts = [
        setting(found),
        "### Games a second",
        speeds(found),
        "### rulekit's speed by the peer's",
        "Behind each ratio stands the target, and whether it is met.",
        ratios(found),
        "### Mean lengths",
        f"Moves, with the standard error. They must agree with rulekit's within {AGREE:g} standard errors.",
        lengths(found),
        remarks(found),
    ]
    if "startup" in found:
        parts += ["### Starting", starting(found)]
    return "\n\n".join(part for part in parts if part)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table; all columns except the first are right-aligned numbers."""
    lines = [head, ["---", *("---:" for _ in head[1:])], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def played(found: Found) -> list[tuple[Game, Mapping[str, Any]]]:
    """Return the games that were timed, each with its timings by program."""
    return [(game, found["games"][game.name]["timed"]) for game in GAMES if game.name in found["games"]]


def present(found: Found) -> list[str]:
    """Return the keys of the programs that played any game, in the order of the tables."""
    return [peer for peer in TITLES if any(peer in timed for _, timed in played(found))]


def setting(found: Found) -> str:
    lines = [
        f"- Processor: {found['processor']}",
        f"- System: {found['system']}; {found['python']}",
        *(f"- {TITLES[peer]}: {about['version']}" for peer, about in found["peers"].items() if "version" in about),
        f"- Date: {found['date']}; each timing at least {found['seconds']:g} seconds of processor time, the best of "
        f"{found['rounds']}, interleaved, all in one run",
    ]
    lines += [f"- {TITLES[peer]}: {about['absent']}" for peer, about in found["peers"].items() if "absent" in about]
    return "\n".join(lines)


def speeds(found: Found) -> str:
    peers = present(found)
    rows = [
        [game.name, *(number(timed[peer]["rate"]) if peer in timed else "–" for peer in peers)]
        for game, timed in played(found)
    ]
    return table(["Game", *(TITLES[peer] for peer in peers)], rows)


def ratio(timed: Mapping[str, Any], peer: str) -> float | None:
    """Return rulekit's speed divided by another program's; None unless both were timed."""
    if RULEKIT not in timed or peer not in timed:
        return None
    return float(timed[RULEKIT]["rate"] / timed[peer]["rate"])


def ratios(found: Found) -> str:
    peers = [peer for peer in present(found) if peer != RULEKIT]
    rows = []
    for game, timed in played(found):
        cells = []
        for peer in peers:
            value, target = ratio(timed, peer), game.targets.get(peer)
            if value is None:
                cells.append("–")
            elif target is None:
                cells.append(short(value))
            else:
                cells.append(f"{short(value)} (≥ {target:g}: {'met' if value >= target else 'missed'})")
        rows.append([game.name, *cells, f"`{alone(game)}`"])
    return table(["Game", *(TITLES[peer] for peer in peers), "Command"], rows)


def alone(game: Game) -> str:
    """Return the command that measures only this game."""
    return f"python -m benchmarks {shlex.quote(game.name)}"


def counted(timed: Mapping[str, Any], peer: str) -> Lengths:
    return Lengths(*timed[peer]["lengths"]) if peer in timed else Lengths()


def lengths(found: Found) -> str:
    peers = present(found)
    rows = []
    for game, timed in played(found):
        cells = []
        for peer in peers:
            mine, its = counted(timed, RULEKIT), counted(timed, peer)
            text = f"{its.mean:.3f} ± {its.error:.3f}" if its.games else "–"
            if its.games and apart(mine, its) > AGREE:
                text += " (unequal rules)" if peer in game.unequal else " **differs**"
            cells.append(text)
        rows.append([game.name, *cells])
    return table(["Game", *(TITLES[peer] for peer in peers)], rows)


def disagreements(found: Found) -> list[str]:
    """Return a line for each pair of programs whose mean game lengths differ although their rules should be equal."""
    wrong = []
    for game, timed in played(found):
        mine = counted(timed, RULEKIT)
        for peer in timed:
            its = counted(timed, peer)
            by = apart(mine, its)
            if by > AGREE and peer not in game.unequal:
                wrong.append(
                    f"{game.name}: rulekit's games have {mine.mean:.3f} moves, those of {TITLES[peer]} {its.mean:.3f}: "
                    f"{by:.1f} standard errors apart"
                )
    return wrong


def remarks(found: Found) -> str:
    """Return the remarks below the tables: unequal rules, missing programs, how pgx was run."""
    lines = []
    for game, timed in played(found):
        reasons: dict[str, list[str]] = {}
        for peer in timed:
            if peer in game.unequal:
                reasons.setdefault(game.unequal[peer], []).append(TITLES[peer])
        lines += [f"- {game.name}, {' and '.join(names)}: {reason}." for reason, names in reasons.items()]
        lines += [f"- {game.name}, {TITLES[peer]}: {timed[peer]['note']}." for peer in timed if timed[peer]["note"]]
    absent: dict[str, list[str]] = {}
    for game, _ in played(found):
        for peer, reason in found["games"][game.name]["absent"].items():
            absent.setdefault(f"{TITLES[peer]}: {reason}", []).append(game.name)
    lines += [f"- {reason} ({', '.join(names)})." for reason, names in absent.items()]
    return "\n".join(lines)


def starting(found: Found) -> str:
    """Return the tables of start-up times: processes, stages, and each program's preparation before its first game."""
    processes = found["startup"]["process"]
    text = ["Wall time, in milliseconds, each in fresh processes, the quickest of several."]
    text.append(table(["Process", "ms"], [[f"`{name}`", milli(value)] for name, value in processes.items()]))
    head = ["Rulebook", "imports", "text to machine", "machine to engine", "to the first random game"]
    stages = found["startup"]["rulebooks"]
    text.append(table(head, [[name, *map(milli, times.values())] for name, times in stages.items()]))
    text.append("Loading each peer, and building or compiling each game, in this run:")
    peers = present(found)
    loading = ["loading", *(milli(found["peers"][peer]["loading"]) for peer in peers)]
    rows = [
        [game.name, *(milli(timed[peer]["prepared"]) if peer in timed else "–" for peer in peers)]
        for game, timed in played(found)
    ]
    text.append(table(["ms", *(TITLES[peer] for peer in peers)], [loading, *rows]))
    return "\n\n".join(text)


def number(value: float) -> str:
    """Return a number with three significant figures and commas: 1,230,000."""
    digits = 0 if value >= 100 else 1 if value >= 10 else 2
    rounded = float(f"{value:.3g}")
    return f"{rounded:,.{digits}f}"


def short(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def milli(seconds: float) -> str:
    return f"{1000 * seconds:.0f}" if seconds >= 0.01 else f"{1000 * seconds:.1f}"
