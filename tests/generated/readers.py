"""Adds what a rulebook has for readers: chapters, looks, words, statements of a source, and citations. None of it
changes the game.

The random numbers come from the text written before, not from the chooser, so that the generated games stay the
same.
"""

from __future__ import annotations

from random import Random

from rulekit.diagnostics import Source
from rulekit.syntax.heading_tags import parse_heading
from rulekit.syntax.lexer import scan

from .effects import Lines
from .kinds import Fact, World

COLOURS = ("tomato", "#3355aa", "#fff", "wheat")
SHAPES = ("disc", "square", "hexagon", "card", "tile", "cube", "figure", "house", "token", "cross", "none")
MOST_NAMED = 4
SECTIONS = ("a turn", "a turn, note", "the end: who wins", "set-up")
CITING = ("keep ", "always ", "never ", "finally ", "fact ")
"""Beginnings of one-line clauses that may have a citation."""
TITLED = (*CITING, "place ", "piece ", "board ", "position ", "exception ")


def for_readers(header: Lines, clauses: list[Lines], w: World) -> list[Lines]:
    """Return the clauses with chapters between them, with looks and words after them, and with citations of a source
    that is added to the header.
    """
    random = Random("\n".join(line for clause in clauses for line in clause))
    if random.random() < 0.3:
        return clauses
    titles = Random(repr(clauses))  # separate random numbers, so that the other choices stay the same
    clauses = [_titled(clause, titles) for clause in clauses]
    told = [*_in_chapters(clauses, random), *_looks(w, random), *_words(w, random)]
    if random.random() < 0.4:
        return told
    header.insert(2, f'  source booklet "The rules": "{SECTIONS[-1]}"')
    return _with_statements(told, random)


def _in_chapters(clauses: list[Lines], random: Random) -> list[Lines]:
    names: list[str] = []
    out: list[Lines] = []
    for clause in clauses:
        if random.random() < 0.15 and len(names) < 5:
            after = f" after {random.choice(names)}" if names and random.random() < 0.3 else ""
            reference = ", reference" if random.random() < 0.3 else ""
            names.append(f"chapter_{len(names) + 1}")
            summary = ' "What stands in it"' if random.random() < 0.5 else ""
            out.append([f'chapter {names[-1]}{after}{reference} "Chapter {len(names)}"{summary}'])
        elif names and random.random() < 0.05:
            out.append([f"chapter {random.choice(names)}"])
        out.append(clause)
    return out


def _looks(w: World, random: Random) -> list[Lines]:
    out: list[Lines] = []
    for domain in (w.player, *w.of("enum", "table")):
        if random.random() < 0.4:
            named = random.sample(domain.labels, min(MOST_NAMED, len(domain.labels)))
            lines = [f'  {name}: colour "{random.choice(COLOURS)}", letter "{name[:2]}"' for name in named]
            whole = [f"  shape {random.choice(SHAPES)}"] if random.random() < 0.3 else []
            layout = ["  layout:", f'    "{" . ".join(named)}"'] if random.random() < 0.3 else []
            out.append([f"look {domain.name}:", *layout, *whole, *lines])
    for piece in w.of("piece"):
        if random.random() < 0.5:
            attributes = [f"colour {n}, letter {n}" for n, t in piece.fields if t in (w.player, *w.of("enum", "table"))]
            lines = [f"  {one}" for one in attributes[:1]]
            out.append([f"look {piece.name}:", f'  shape {random.choice(SHAPES)}, back "navy", turned 90 * 2', *lines])
    for board in w.of("board"):
        if random.random() < 0.5:
            out.append([f"look {board.name}:", '  colour "wheat", lines no'])
    for place in w.places:
        if random.random() < 0.2:
            out.append([f"look {place.name}:", f"  size {random.randrange(50, 150)}"])
    return out


def in_heading(line: str, said: str) -> str:
    """Return the line of a clause with a title or citation added at the end of its heading."""
    tokens = scan(Source("line", line)).tokens
    headed = parse_heading(tokens)
    assert headed is not None
    end = tokens[headed.end - 1].end
    return f"{line[:end]} {said}{line[end:]}"


def _titled(clause: Lines, random: Random) -> Lines:
    if not clause[0].startswith(TITLED) or random.random() < 0.9:
        return clause
    return [in_heading(clause[0], '"A thing of this game"'), *clause[1:]]


def _words(w: World, random: Random) -> list[Lines]:
    lines = [f"  {random.choice(('', 'fact '))}{fact.name}: {_says(fact)}" for fact in w.facts if random.random() < 0.5]
    for domain in w.of("enum", "table"):
        if random.random() < 0.5:
            lines.append(f'  {domain.name}: noun "thing", plural "things", gender "common"')
            lines.append(f'  {domain.name}.{domain.labels[0]}: "First", plural "firsts"')
    languages = random.sample(("en", "nl", "de"), random.randrange(3))
    return [[f"words {language}:", *lines] for language in languages if lines]


def _with_statements(clauses: list[Lines], random: Random) -> list[Lines]:
    """Return the clauses, some with citations of numbered statements, and lists of these statements between them."""
    numbers = {section: sorted(random.sample(range(1, 12), random.randrange(1, 5))) for section in SECTIONS[:3]}
    out: list[Lines] = []
    for clause in clauses:
        if len(clause) == 1 and clause[0].startswith(CITING) and random.random() < 0.4:
            parts = [
                _cited(one, numbers.get(one, []), random) for one in random.sample(SECTIONS, random.randrange(1, 3))
            ]
            clause = [in_heading(clause[0], f'[booklet "{"; ".join(parts)}"]')]
        out.append(clause)
    for section, listed in numbers.items():
        for some in filter(None, (listed[:2], listed[2:])):
            lines = [f"    {number} {_statement(number, random)}" for number in some]
            out.insert(random.randrange(len(out) + 1), ["statements booklet:", f'  "{section}":', *lines])
    return out


def _cited(section: str, numbers: list[int], random: Random) -> str:
    if not numbers or random.random() < 0.3:
        return f"{section}{random.choice(('', ', further down'))}"
    if len(numbers) > 1 and random.random() < 0.3:
        return f"{section}: {numbers[0]}-{numbers[-1]}"
    return f"{section}: {', '.join(map(str, random.sample(numbers, random.randrange(1, len(numbers) + 1))))}"


def _statement(number: int, random: Random) -> str:
    aside = random.choice(("", "", "", ' not covered "a mood"', ' assumed otherwise "it never ends"'))
    return f'"it is so, as number {number} says"{aside}'


def _says(fact: Fact) -> str:
    slots = " with ".join(f"{{{name}}}" for name, _ in fact.params) or "it"
    return f'says "{slots} [is|is not] so"'
