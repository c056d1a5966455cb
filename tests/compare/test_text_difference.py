"""The texts of clauses are compared row by row: lists and tables become rows, and added and removed words are
marked."""

from __future__ import annotations

from rulekit.compare.text_difference import ELLIPSIS, ProseRow, mark_rows, prose_rows, rows_line, text_with_marks
from rulekit.prose import Bullets, NumberedList, Paragraph, ProseTable


def told(*texts: str) -> tuple[Paragraph, ...]:
    return tuple(Paragraph((text,)) for text in texts)


def shown(found) -> list[str]:
    return [" | ".join(text_with_marks(cell) for cell in row.cells) for row in found]


def test_lists_become_rows_with_their_signs():
    listed = NumberedList((told("First."), (*told("Second."), Bullets((told("One."), told("Two."))))))
    found = list(prose_rows([*told("In this order:"), listed]))
    assert [(row.depth, row.sign, row.text) for row in found] == [
        (0, "", "In this order:"), (1, "1.", "First."), (1, "2.", "Second."), (2, "–", "One."), (2, "–", "Two."),
    ]  # fmt: skip


def numbered(*texts: str) -> list[ProseRow]:
    return list(prose_rows([NumberedList(tuple(told(text) for text in texts))]))


def test_a_step_that_came_changes_no_other_by_its_number():
    found = mark_rows(numbered("Deal.", "Settle."), numbered("Deal.", "Bet again.", "Settle."))
    assert shown(found) == ["Deal.", "{+Bet again.+}", "Settle."]
    assert [row.sign for row in found] == ["1.", "2.", "3."]


def table(*copies: str) -> list[ProseRow]:
    names = ("one", "two", "three", "four")
    return list(
        prose_rows(
            [ProseTable((("face",), ("copies",)), tuple(((a,), (b,)) for a, b in zip(names, copies, strict=True)))]
        )
    )


def test_a_table_keeps_its_head_and_marks_cells():
    found = mark_rows(table("9", "6", "3", "1"), table("9", "6", "3", "2"))
    assert shown(found) == ["face | copies", ELLIPSIS, "three | 3", "four | [-1-]{+2+}"]


def test_in_one_line_what_went_is_one_mark():
    found = mark_rows(numbered("Deal.", "Turn one up.", "Bet.", "Settle."), numbered("Deal.", "Settle."), 0)
    assert text_with_marks(rows_line(found, only_changed=True)) == "[-Turn one up. 3. Bet.-]"
