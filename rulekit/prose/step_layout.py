"""Lays out steps as paragraphs and lists. Nested steps are numbered, a long condition becomes a list, and remarks
follow the step that they are about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .linearise import Linearizer
from .prose_blocks import (
    Bullets,
    Inline,
    NumberedList,
    Paragraph,
    ProseBlock,
    ProseTable,
    first_letter,
    inline_parts,
    unescape,
    without_links,
    without_marks,
)
from .tree import Condition, Holds, JoinedCondition, StepTree, TableTree

LONG: Final = 110
"""A condition with `and` or `or` that is longer than so many characters becomes a list instead of one sentence."""
FOLLOW: Final = ("else", "none-possible")
"""Beginnings of the names of steps that belong to the same item of a list as the step before."""
REMARKS: Final = (
    "reveals-",
    "window-",
    "pick-seen-",
    "otherwise-",
    "passed-over",
    "turns-end",
    "totalling",
    "so-that",
    "why-",
)
"""Beginnings of the names of remarks, which are sentences about the step before them."""
COMMA: Final = ("if", "else-if", "else", "none-possible")
"""Names of steps that a single nested sentence follows after a comma, not a colon."""


class Layout:
    def __init__(self, says: Linearizer) -> None:
        self.says = says

    def blocks(self, steps: tuple[StepTree | TableTree, ...]) -> tuple[ProseBlock, ...]:
        """Return the blocks for steps, which are not nested in each other."""
        return tuple(block for item in self._items(steps) for block in item)

    def _items(self, steps: tuple[StepTree | TableTree, ...]) -> list[list[ProseBlock]]:
        """Return the blocks of each step, together with the blocks of its remarks and continuations."""
        items: list[list[ProseBlock]] = []
        for step in steps:
            if isinstance(step, TableTree):
                items.append([self._table(step)])
                continue
            blocks = self.step(step)
            if items and step.fun.startswith(REMARKS):
                last = items[-1][-1]
                if isinstance(last, Paragraph) and len(blocks) == 1 and isinstance(blocks[0], Paragraph):
                    items[-1][-1] = Paragraph((*last.text, " ", *blocks[0].text))
                else:
                    items[-1] += blocks
            elif items and step.fun.startswith(FOLLOW):
                items[-1] += blocks
            else:
                items.append(blocks)
        return items

    def _table(self, grid: TableTree) -> ProseTable:
        return ProseTable(tuple(map(self._cell, grid.head)), tuple(tuple(map(self._cell, row)) for row in grid.rows))

    def _cell(self, tree: Any) -> Inline:
        said = self.says.phrase(tree) if not isinstance(tree, str) else tree
        return inline_parts(self.says.grammar.finish(without_marks(said)))

    # ------------------------------------------------------------------------------------------- the blocks of one step

    def step(self, step: StepTree) -> list[ProseBlock]:
        text, parts, body = self._head(step)
        listed = [
            Bullets(tuple((self._paragraph(part, ";" if n < len(parts) else "."),) for n, part in enumerate(parts, 1)))
        ]
        if not body:
            if not parts:
                return [self._paragraph(text, ".")]
            return [self._paragraph(text, ":"), *listed]
        inner = self._items(body)
        if step.bullets:
            nested: list[ProseBlock] = [Bullets(tuple(tuple(item) for item in inner))]
        elif len(inner) == 1:
            nested = inner[0]
        else:
            nested = [NumberedList(tuple(tuple(item) for item in inner))]
        if parts:
            return [self._paragraph(text, ":"), *listed, self._paragraph(self.says.grammar.say("then"), ":"), *nested]
        return [self._paragraph(text, ":"), *nested]

    def _head(self, step: StepTree) -> tuple[str, list[str], tuple[StepTree | TableTree, ...]]:
        """Return the sentence of a step, the parts of its condition if they become a list, and its nested steps. While
        a step has only one nested step, its sentence is included."""
        args, parts = self._split_condition(step.args)
        text = self.says.sentence(step, args)
        body = step.body
        while (
            len(body) == 1
            and not parts
            and not step.bullets
            and isinstance(one := body[0], StepTree)
            and not one.bullets
        ):
            args, parts = self._split_condition(one.args)
            inner = self.says.sentence(one, args)
            fun = "inline-comma" if step.fun in COMMA else "inline"
            text = self.says.grammar.say(fun, head=text, step=inner)
            step, body = one, one.body
        return text, parts, body

    def _split_condition(self, args: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
        condition = args.get("condition")
        if not isinstance(condition, JoinedCondition) or not self._long(condition):
            return dict(args), []
        whole = Holds("all-of-these" if condition.joining == "and" else "any-of-these")
        return {**args, "condition": whole}, [self._part(part) for part in condition.parts]

    def _long(self, condition: JoinedCondition) -> bool:
        text = unescape(without_links(self.says.clause(condition, "main")))
        return len(condition.parts) > 3 or len(text) > LONG

    def _part(self, part: Condition) -> str:
        return self.says.clause(part, "main")

    def _paragraph(self, text: str, end: str) -> Paragraph:
        text = " ".join(text.split()).replace(" ,", ",").strip()
        if not text.endswith((".", "!", "?", ":", ";", ".”")):
            text += end
        return Paragraph(inline_parts(first_letter(self.says.grammar.finish(text), str.upper)))
