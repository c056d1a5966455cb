"""Random sentences of the language: a random walk through the parse table, which heads for the end of the sentence
after a number of terminals."""

from random import Random

from rulekit.syntax.lexer import CITE, DEDENT, END, INDENT, INDEX, INT, NAME, NEWLINE, STRING
from rulekit.syntax.lr_driver import OPERATOR_WORDS, next_terminals
from rulekit.syntax.parse_table import advance, table
from rulekit.syntax.word_reading import unusable_names

NAMES = ["a", "b1", "x_y", "Kind", "spot", "Player", "me", "turn", "each", "seat", "rulebook", "to_be"]
TEXTS = ['""', '"A title"', '"with \\"quotes\\" and \\\\"', '"# no comment"']
COMMENTS = ["# a remark", "#", '# with "quotes" and : [', "## two"]
# Terminals that never bring a sentence nearer to its end.
LONGER = OPERATOR_WORDS | {"(", "{", INDEX, CITE}
# Terminals that bring a sentence nearer to its end, best first.
CLOSING = [
    END, DEDENT, NEWLINE, ")", "]", "}", "|", NAME, "nothing", INT, STRING, INDENT, ":", "=", "in", "to", "of",
    "at", "then", "else", "by", "from", "each", ",", "..", "choice",
]  # fmt: skip


def terminals(random: Random, length: int) -> list[str]:
    """Return the terminals of one sentence. About `length` of them are chosen freely, the others end it."""
    stack = [table().first]
    out: list[str] = []
    blocks = 0
    # Most sentences begin with the shortest header, since the clauses after it are what matters.
    for terminal in ("rulebook", NAME, NEWLINE) if random.random() < 0.9 else ():
        assert advance(stack, terminal)
        out.append(terminal)
    while not out or out[-1] != END:
        can = next_terminals(stack)
        if len(out) > length:
            terminal = next((t for t in CLOSING if t in can), None) or min(can - LONGER or can)
        elif random.random() < 0.45 and (can & set(CLOSING[1:-1])):
            terminal = next(t for t in CLOSING[1:-1] if t in can)
        else:
            free = sorted(can - {END}) or [END]
            if blocks > 6 and "nothing" in free:
                free = ["nothing"]
            terminal = random.choice(free)
            if terminal in (INDEX, CITE, "-", "not", "(", "{") and random.random() < 0.5:
                terminal = random.choice(free)
        blocks += {INDENT: 1, DEDENT: -1}.get(terminal, 0)
        assert advance(stack, terminal)
        out.append(terminal)
    return out


def sentence(random: Random, length: int, comments: float = 0.0, names: list[str] = NAMES) -> str:
    """Return a sentence as text, with random spaces, blank lines and continuation lines wherever the language allows
    them."""
    stack = [table().first]
    depth = [0]
    pieces: list[str] = []
    fresh = True
    brackets = 0
    for terminal in terminals(random, length):
        can = next_terminals(stack)
        advance(stack, terminal)
        if terminal == NEWLINE:
            pieces.append(f"  {random.choice(COMMENTS)}" if random.random() < comments else "")
            pieces.append("\n" * random.choice([1, 1, 1, 2, 3]))
            if random.random() < comments:
                pieces.append(" " * random.randrange(8) + random.choice(COMMENTS) + "\n")
            fresh = True
        elif terminal == INDENT:
            depth.append(depth[-1] + random.choice([1, 2, 4]))
        elif terminal == DEDENT:
            depth.pop()
        elif terminal != END:
            text = _text(random, terminal, can, names)
            if fresh:
                pieces.append(" " * depth[-1])
            elif terminal not in (INDEX,):
                colon = pieces[-1] == ":" and not brackets
                pieces.append(_gap(random, depth[-1], comments, colon))
            pieces.append(text)
            brackets += (terminal in ("(", "{", INDEX, CITE)) - (terminal in (")", "}", "]"))
            fresh = False
    return "".join(pieces)


def _gap(random: Random, depth: int, comments: float, colon: bool) -> str:
    if random.random() < 0.03 and not colon:
        remark = "  " + random.choice(COMMENTS) if random.random() < comments else ""
        return remark + "\n" + " " * (depth + 1 + random.randrange(5))
    return random.choice([" ", " ", " ", "  "])


def _text(random: Random, terminal: str, can: frozenset[str], names: list[str]) -> str:
    if terminal == NAME:
        return random.choice([n for n in names if n not in can and n not in unusable_names()])
    if terminal == INT:
        return str(random.choice([0, 1, 2, 7, 42, 2**31 - 1]))
    if terminal == STRING:
        return random.choice(TEXTS)
    return "[" if terminal in (INDEX, CITE) else terminal
