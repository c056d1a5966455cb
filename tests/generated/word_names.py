"""Renames some names of a generated rulebook to reserved words such as `first`, `draw` or `open`.

As in readers.py, the random numbers come from the text written before, so that the generated games stay the same.
"""

from __future__ import annotations

import re
from random import Random

from rulekit.check.builtin_types import BUILTINS
from rulekit.check.symbol_table import RESERVED
from rulekit.syntax.parse_table import keywords
from rulekit.syntax.word_reading import unusable_names

from .kinds import World

APART = frozenset({"one", "nobody", "all", "up", "random", "every", "top", "bottom", "pass"})
"""Words that are not used as names: some expressions would need brackets around them
(docs/reference/reserved-words.md), and `pass` is an option of `may`.
"""

NAME = re.compile(r'"[^"]*"|\b[A-Za-z_]\w*\b')
NUMBERED = re.compile(r"[A-Za-z_]{3,}\d+")  # not p1 and b2, which are members of `Player` and of boards
MOST = 4


def with_word_names(text: str, variant: str, w: World) -> tuple[str, str]:
    random = Random(text)
    if random.random() < 0.6:
        return text, variant
    names = sorted({n for n in NAME.findall(text) if NUMBERED.fullmatch(n) and n in w.globals})
    words = sorted(keywords() - unusable_names() - RESERVED - BUILTINS.keys() - APART - w.globals)
    chosen = random.sample(names, min(len(names), random.randint(1, MOST)))
    renamed = dict(zip(chosen, random.sample(words, len(chosen)), strict=True))

    renamed |= {f"{name}Direction": f"{word}Direction" for name, word in renamed.items()}

    def renaming(written: str) -> str:
        return NAME.sub(lambda found: renamed.get(found[0], found[0]), written)

    return renaming(text), renaming(variant)
