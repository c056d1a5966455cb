"""Fenced blocks put parts of a rulebook into any page; each mistake in one is told at its line, and fails a strict
build."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.render.embedded_blocks import KINDS, BlockMistake, EmbeddedBlock, block_html, blocks_in

GAME = "classics/nine-mens-morris"


def html_of(text: str) -> str:
    _, (block,) = blocks_in(text)
    assert isinstance(block, EmbeddedBlock), block
    return block_html(block)


def fenced(line: str, *keys: str) -> str:
    return "\n".join([f"```rulekit {line}", *keys, "```"])


def test_a_position_is_a_picture_with_its_caption() -> None:
    html = html_of(
        fenced(f"position {GAME}", "after: place_man(there: a7); place_man(there: d6)", "caption: Two <men>")
    )
    assert html.count("<svg") == 1 and "<figcaption>Two &lt;men&gt;</figcaption>" in html
    assert html != html_of(fenced(f"position {GAME}", "after: place_man(there: a7)", "caption: Two <men>"))


def test_a_position_may_be_what_one_player_sees() -> None:
    seen, all_ = (html_of(fenced("position classics/leduc-poker", *keys)) for keys in (("seen by: p1",), ()))
    assert seen != all_


def test_a_rule_is_its_words_or_its_source() -> None:
    html = html_of(fenced(f"rule {GAME} procedure:look_back"))
    assert "<strong>" in html and "draw" in html and "procedure look_back" not in html
    source = html_of(fenced(f"rule {GAME} look_back", "as: source"))
    assert "<pre><code>procedure look_back" in source
    assert html_of(fenced(f"rule {GAME} look_back", "lang: nl")) != html


def test_a_table_an_example_and_a_difference() -> None:
    assert "<table>" in html_of(fenced("table carcassonne/base Kind"))
    assert "<svg" in html_of(fenced(f"example {GAME} {EXAMPLE}"))
    html = html_of(fenced("difference classics/tic-tac-toe classics/tic-tac-toe-misere"))
    assert '<section class="comparison"' in html and "<style>" in html


EXAMPLE = "three_men"


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        (fenced("positions x"), 1, "did you mean `position`?"),
        (fenced("position"), 1, "write `rulekit position GAME`"),
        (fenced(f"position {GAME}", "", "aftr: 3"), 3, "did you mean `after`?"),
        (fenced(f"position {GAME}", "after 3"), 2, "is no line `key: value`"),
        (fenced(f"position {GAME}", "after: 3", "after: 4"), 3, "written twice"),
        (fenced(f"position {GAME}", "after: place_man(there: z9)"), 2, "z9"),
        (fenced(f"position {GAME}", "seed: x"), 2, "is a number"),
        (fenced(f"position {GAME}", "seen by: whit"), 2, "white"),
        (fenced(f"position {GAME}", "players: 7"), 2, "7"),
        (fenced(f"position {GAME}", "lang: xx"), 2, "does not speak `xx`"),
        (fenced(f"position {GAME}", "set: nothing"), 2, "is not `option = value`"),
        (fenced("position classics/nine-mens-moris"), 1, "nine-mens-morris"),
        (fenced(f"rule {GAME} look_bak"), 1, "did you mean `look_back`?"),
        (fenced(f"rule {GAME} look_back", "as: code"), 2, "`words` or `source`"),
        (fenced(f"table {GAME} look_back"), 1, "no such clause"),
        (fenced(f"example {GAME} look_back"), 1, "no such clause"),
    ],
)
def test_a_mistake_has_its_line(text: str, line: int, told: str) -> None:
    _, (block,) = blocks_in(text)
    with pytest.raises(BlockMistake, match=re.escape(told)) as caught:
        if isinstance(block, BlockMistake):
            raise block
        block_html(block)
    assert caught.value.line == line


def test_blocks_of_code_are_left_alone() -> None:
    inside = "````\n```rulekit position x\n```\n````\n\n"
    text = inside + "- item\n\n    ```rulekit position x\n    after: 1\n    ```\n\n```python\n```"
    lines, (block,) = blocks_in(text)
    assert isinstance(block, EmbeddedBlock) and block.line == 8 and block.keys == {"after": "1"}
    assert "    rulekitblock0x" in lines and "```rulekit position x" in lines


OWN = """---
title: Own
---

# Own

1. An item

    ```rulekit position classics/tic-tac-toe
    after: 2
    ```
"""


@pytest.mark.soak
def test_a_strict_build_has_blocks_and_fails_at_the_line_of_a_mistake(tmp_path: Path) -> None:
    pytest.importorskip("material")
    from .test_plugin import build

    good, bad = tmp_path / "good", tmp_path / "bad"
    for folder, extra in ((good, ""), (bad, "\n```rulekit position classics/nim\nafter: nothing\n```\n")):
        folder.mkdir()
        done = build(folder, "none", own={"own.md": OWN + extra})
        told = done.stdout + done.stderr
        if folder == good:
            assert done.returncode == 0, told
            html = (good / "site" / "own.html").read_text("utf-8")
            assert html.count("<div class=rk-embedded>") == 1 and "rulekitblock" not in html and "<svg" in html
        else:
            assert done.returncode != 0 and "own.md:14:" in told and "nothing" in told


def test_the_page_names_every_kind_and_key() -> None:
    text = (Path(__file__).parents[2] / "docs" / "publish" / "blocks.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(\w+) [^`]*` \| (.*) \|", text, re.MULTILINE))
    assert rows.keys() == KINDS.keys()
    for name, kind in KINDS.items():
        assert all(f"`{key}`" in rows[name] for key in kind.keys)
