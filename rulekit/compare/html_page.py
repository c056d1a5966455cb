"""A comparison as one HTML page for screen or print: the first screen, plots of the statistics, and folded sections
with the changes by chapter and all statistics.

The page is self-contained: it loads no other file and has no scripts. The site embeds `comparison_body` in its own
pages, together with `STYLE`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from pathlib import Path

from ..diagnostics.printable import printable
from ..storage.files import COMPARISON, OutputKind
from . import plots
from .change_pictures import ChangePicture, ChangePictures
from .comparison_report import ComparisonReport
from .comparison_text import ALONE, METHODS, alone_parts, figure_tables
from .first_screen import FirstScreen
from .names import TitleLookup
from .paired_figures import Sides
from .screen_layout import chosen_topics
from .screen_style import USUAL_STYLE, figure_row
from .text_difference import DiffLine, ProseRow
from .told_changes import ToldChange
from .topic_layout import named_topics, topic_parts
from .topics import Topic

STYLE = "\n" + Path(__file__).with_suffix(".css").read_text(encoding="utf-8")

PAGE_STYLE = """
body { margin: 0; background: #fff; } @media (prefers-color-scheme: dark) { body { background: #1a1b1e; } }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; font-family: system-ui, sans-serif; }
@media print { body { background: #fff; } main { max-width: none; padding: 0; } }
"""


def comparison_page(reports: Sequence[ComparisonReport]) -> str:
    """Return an HTML page for one comparison, or for several of the same game."""
    first = reports[0]
    title = f"{first.names[0]} → {first.names[1]}"
    inner = "\n".join(comparison_body(report, ident=f"c{at}") for at, report in enumerate(reports))
    return whole_page(title, inner)


def whole_page(title: str, inner: str, kind: OutputKind = COMPARISON) -> str:
    """Return an HTML page that contains the styles of comparisons. It begins with the mark of its kind of output."""
    return (
        f'{kind.beginning}\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{safe_html(title)}</title>\n<style>{STYLE}{PAGE_STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n{inner}\n</main>\n</body>\n</html>\n"
    )


def comparison_body(report: ComparisonReport, heading: int = 1, ident: str = "c") -> str:
    """Return the HTML of a comparison. `heading` is the level of its first heading; `ident` is the prefix of its
    ids."""
    parts = [f'<section class="comparison" aria-label="{safe_html(report.names[0])} and {safe_html(report.names[1])}">']
    parts += _first_screen(report.screen, heading)
    if report.sides is not None and report.players not in report.equal:
        parts.append(_pictures(report, report.sides))
    parts += _details("All changes, clause by clause", [_contents(report, ident), *_chapters(report, heading, ident)])
    if report.does:
        parts += _details(
            "What it does, in sentences", [f"<ul>{''.join(f'<li>{safe_html(one)}</li>' for one in report.does)}</ul>"]
        )
    if report.sides is not None:
        figures = [*_alone(report, report.sides, heading), *_figures(report.sides, report.names, heading)]
        parts += _details("All figures", figures)
    return "\n".join([*parts, "</section>"])


def _details(title: str, parts: Sequence[str]) -> Iterator[str]:
    """Yield the HTML of a section that is folded until the reader opens it."""
    yield f'<details class="more"><summary>{safe_html(title)}</summary>'
    yield from parts
    yield "</details>"


def _first_screen(screen: FirstScreen, heading: int) -> Iterator[str]:
    """Yield the HTML of the first screen: headings, tables and lists."""
    shown = chosen_topics(screen, USUAL_STYLE)
    labels = screen.labels.first, screen.labels.second
    yield f"<h{heading}>{safe_html(screen.labels.heading)}</h{heading}>"
    yield f'<p class="note">{safe_html(screen.players)}</p>'
    for label, said in screen.contrast:
        yield f"<p><strong>{safe_html(label)}</strong>: {safe_html(said)}</p>"
    for title, members in topic_parts(screen, [t for t in shown if not t.note]):
        yield f"<h{heading + 1}>{safe_html(title)}</h{heading + 1}>"
        yield f"<dl>{''.join(_topic(t, screen.remarks(t, shown), labels) for t in members)}</dl>"
    named = named_topics(shown)
    if named:
        yield f'<p class="note">Below also: {safe_html(named)}.</p>'
    line = screen.unchanged_line(shown)
    if line:
        yield f"<p>{safe_html(line)}</p>"
    if screen.effects or screen.figures:
        yield f"<h{heading + 1}>What it does</h{heading + 1}>"
        yield "".join(f"<p>{safe_html(said)}</p>" for said in screen.effects)
    for table in screen.figures:
        rows = [(f.title, f.first, f.second, f.difference) for f in table.rows]
        yield table_html(("", *labels, "difference (95 % range)"), rows, table.measured)
    yield f'<p class="note">{safe_html(screen.omissions(shown))}</p>'


def _topic(topic: Topic, remarks: str, labels: tuple[str, str]) -> str:
    """Return the HTML of a topic: the words of both editions, or of the only edition that has it."""
    sides = [(label, said) for label, said in zip(labels, (topic.before, topic.after), strict=True) if said]
    beside = f' <span class="note">({safe_html(remarks)})</span>' if remarks else ""
    told = (f'<dd><span class="edition">{safe_html(label)}</span> {safe_html(said)}</dd>' for label, said in sides)
    return f"<dt>{safe_html(topic.title)}{beside}</dt>{''.join(told)}"


def _pictures(report: ComparisonReport, sides: Sides) -> str:
    safe = printable(report.screen.labels.first), printable(report.screen.labels.second)
    called = TitleLookup(report.second)
    seats = {seat: printable(called.seat(seat)) for seat in sides.seats}
    drawn = (
        ("How long games are", plots.lengths_plot(sides, safe)),
        ("Of 100 games, how many each wins", plots.wins_plot(sides, safe, seats)),
        ("How much it changes, with 95 % intervals (grey: not clear)", plots.effects_plot(sides, seats)),
    )
    shown = (f"<figure><figcaption>{safe_html(title)}</figcaption>{svg}</figure>" for title, svg in drawn if svg)
    return f'<div class="plots">{"".join(shown)}</div>'


def _parts(report: ComparisonReport) -> list[tuple[str, Sequence[ToldChange]]]:
    """Return the titles and changes of the chapters, then of the configurations in which there are more changes."""
    parts = [(chapter.title, chapter.told) for chapter in report.chapters]
    return [*parts, *((f"Only {other.under}", other.told) for other in report.elsewhere)]


def _contents(report: ComparisonReport, ident: str) -> str:
    """Return HTML links to the chapters, if there are more than two."""
    titles = [chapter.title for chapter in report.chapters]
    if report.elsewhere:
        titles.append("Only under other answers, or for other numbers of players")
    if len(titles) < 3:
        return ""
    links = (f'<li><a href="#{ident}-{at}">{safe_html(title)}</a></li>' for at, title in enumerate(titles))
    return f'<nav class="contents" aria-label="Chapters that changed"><ul>{"".join(links)}</ul></nav>'


def _chapters(report: ComparisonReport, heading: int, ident: str) -> Iterator[str]:
    pictures = ChangePictures(*report.voices)
    for at, (title, told) in enumerate(_parts(report)):
        yield f'<h{heading + 1}><span id="{ident}-{at}">{safe_html(title)}</span></h{heading + 1}>'
        yield from (_change_article(one, pictures, heading + 2) for one in told)
    if report.options:
        yield f"<h{heading + 1}>Options and open questions in force that differ</h{heading + 1}>"
        rows = [(o.title, *(a or "no such option" for a in o.answers)) for o in report.options]
        yield table_html(("", *report.names), rows, "Answers in force")


def _change_article(one: ToldChange, pictures: ChangePictures, heading: int) -> str:
    """Return the HTML of a change: the clause in words, its pictures, and its source text in a folded section."""
    notes = "".join(f'<p class="note">{safe_html(note)}</p>' for note in one.notes)
    law = f"<pre>{chr(10).join(_mark_changes(line) for line in one.law)}</pre>" if one.law else ""
    if law and one.rows:
        law = f"<details><summary>As it is written</summary>{law}</details>"
    said = "".join(_rows(one.rows))
    drawn = "".join(map(_picture, pictures.of(one)))
    drawn = f'<div class="pictures">{drawn}</div>' if drawn else ""
    head = f"<h{heading}>{_mark_changes(one.heading)}</h{heading}>"
    return f'<article class="{one.sort}">{head}{notes}{said}{drawn}{law}</article>'


def _picture(one: ChangePicture) -> str:
    image = f'<img src="{one.image}" width="{one.width:g}" alt="{safe_html(one.alt)}">'
    return f"<figure>{image}<figcaption>{safe_html(one.says)}</figcaption></figure>"


def _rows(rows: Sequence[ProseRow]) -> Iterator[str]:
    for table, members in groupby(rows, key=lambda row: bool(row.table)):
        if table:
            lines = "".join(f"<tr>{''.join(_cells(row))}</tr>" for row in members)
            yield f'<div class="wide" tabindex="0"><table>{lines}</table></div>'
        else:
            for row in members:
                sign = f"<span>{safe_html(row.sign)}</span> " if row.sign else ""
                style = f' style="--depth:{row.depth}"' if row.depth else ""
                said = " | ".join(_mark_changes(cell) for cell in row.cells)
                yield f"<p{style}>{sign}{said}</p>"


def _cells(row: ProseRow) -> Iterator[str]:
    for at, cell in enumerate(row.cells):
        if row.table == "head" or at == 0:
            yield f'<th scope="{"col" if row.table == "head" else "row"}">{_mark_changes(cell)}</th>'
        else:
            yield f"<td>{_mark_changes(cell)}</td>"


def _mark_changes(line: DiffLine) -> str:
    tags = {"same": "{}", "old": "<del>{}</del>", "new": "<ins>{}</ins>"}
    found = "".join(tags[part.how].format(safe_html(part.text)) for part in line)
    # a narrow space, because `9` and `21` would read as one number
    return found.replace("</del><ins>", "</del>\u202f<ins>")


def _alone(report: ComparisonReport, sides: Sides, heading: int) -> Iterator[str]:
    """Yield the HTML of the effect of each change alone; none if no changes were played alone."""
    if sides.alone:
        yield f"<h{heading + 1}>{ALONE}</h{heading + 1}>"
        yield f'<p class="note">{safe_html(report.names[0])} against the same with this change and no other.</p>'
    for title, note, rows in alone_parts(report, sides):
        yield f"<h{heading + 2}>{safe_html(title)}</h{heading + 2}>"
        if note:
            yield f'<p class="note">{safe_html(note)}</p>'
        if rows:
            yield table_html(("", "without", "with", "difference", "95 %"), rows, f"{title}, alone")


def _figures(sides: Sides, names: tuple[str, str], heading: int) -> Iterator[str]:
    yield f"<h{heading + 1}>All figures</h{heading + 1}>"
    title = f"{safe_html(sides.sample)}, seed {sides.seed}, paired by chance."
    yield f'<p class="note">{title} Difference: second less first; * leaves out 0. {safe_html("; ".join(METHODS))}.</p>'
    for caption, figures in figure_tables(sides):
        yield table_html(("", *names, "difference", "95 %"), [figure_row(f) for f in figures], caption.capitalize())


def table_html(head: Sequence[str], rows: Sequence[Sequence[str]], caption: str) -> str:
    top = "".join(f'<th scope="col">{safe_html(h)}</th>' if h else "<td></td>" for h in head)
    lines = (
        f'<tr><th scope="row">{safe_html(row[0])}</th>{"".join(f"<td>{safe_html(c)}</td>" for c in row[1:])}</tr>'
        for row in rows
    )
    inner = f"<caption>{safe_html(caption)}</caption><thead><tr>{top}</tr></thead><tbody>{''.join(lines)}</tbody>"
    return f'<div class="wide" tabindex="0"><table>{inner}</table></div>'


def safe_html(text: str) -> str:
    """Return a text of unknown origin, with everything escaped that HTML would interpret."""
    return escape(printable(text))
