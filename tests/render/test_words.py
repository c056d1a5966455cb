"""Every fixed word of a page exists in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.model.outline import DEFAULTS
from rulekit.prose import languages
from rulekit.prose.grammar import grammar
from rulekit.scene.wording import PHRASES

RENDER = Path(__file__).parents[2] / "rulekit" / "render"
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in sorted(RENDER.glob("*.py")))
PARTS = re.findall(r'(?:part\(subject|with_heading\()(?:, )?"([a-z-]+)"', SOURCE)
WORDS = ("rules", "start", "dark", "light", "comparisons")
AT_STEPS = ("before", "after", "instead-of")
SAID = {
    *(f"ui-{key}" for key in re.findall(r"""["']((?:page)-[a-z-]+)["']""", SOURCE)),
    *(f"ui-page-{key}" for key in (*PARTS, *WORDS, *AT_STEPS)),
    *(f"ui-chapter-{name}" for name in DEFAULTS),
    *(f"ui-picture-{key.replace(' ', '-')}" for key in PHRASES),
}


@pytest.mark.parametrize("language", languages())
def test_every_word_of_a_page_is_there(language: str) -> None:
    known = grammar(language)
    assert len(PARTS) > 14 and len(SAID) > 80
    assert [key for key in sorted(SAID) if not known.has(key)] == []
