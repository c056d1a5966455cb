"""Typing as people do it, for tests of what happens while a text changes: words, lines and blocks, key by key."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

SNIPPETS = (
    " ",
    "\n",
    "  ",
    "x",
    "(",
    ")",
    '"',
    ":",
    "not ",
    "replace ",
    "fact ",
    "and ",
    "= 3",
    "# ",
    "me",
    "[",
    "\t",
    "é",
)


def edits(text: str, chance: Random, steps: int) -> Iterator[str]:
    """Yield the text after each of this many keys. Now and then a line, a word or a block goes, comes back or moves;
    nearly all is taken back, so that the text is right again and again."""
    right, made = text, 0
    while made < steps:
        text = right
        at = chance.randrange(len(text) + 1)
        action = chance.randrange(5)
        if action == 0:  # typed once more, character by character
            end = min(len(text), at + chance.randrange(1, 25))
            states = [text[:at] + text[at : at + n] + text[end:] for n in range(end - at + 1)]
        elif action == 1:
            new = chance.choice(SNIPPETS)
            states = [text[:at] + new + text[at:]]
        elif action == 2:  # a line goes
            end = text.find("\n", at)
            states = [text[: text.rfind("\n", 0, at) + 1] + text[end + 1 :]] if end >= 0 else [text[:at]]
        elif action == 3:  # a block comes twice
            end = min(len(text), at + chance.randrange(1, 200))
            states = [text[:end] + text[at:end] + text[end:]]
        else:  # characters go, one by one
            states = [text[: max(0, at - n)] + text[at:] for n in range(1, chance.randrange(2, 10))]
        if chance.randrange(20) == 0:
            right = states[-1]
        else:
            states.append(right)
        for state in states[: steps - made]:
            made += 1
            yield state
