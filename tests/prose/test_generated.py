"""Everything that the rules language can express becomes prose, in every language with a grammar."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import Source
from rulekit.model.rulebook import Config
from rulekit.pipeline import check_configuration
from rulekit.prose import languages, speaker
from rulekit.syntax import parse
from tests.generated.chooser import Seeded
from tests.generated.strategy import rulebook

from .reading import readable

BOOKS = 40
QUICK = 8
"""Those of the suite; the soak has all."""


@pytest.mark.parametrize(
    "number", [pytest.param(n, marks=pytest.mark.soak if n >= QUICK else ()) for n in range(BOOKS)]
)
def test_a_generated_rulebook_is_readable(number: int) -> None:
    written = rulebook(Seeded(f"prose/{number}"))
    books = []
    for text in (written.text, written.variant):
        if text:
            book, found = parse(Source("book", text))
            assert book is not None, found
            books.append(book)
    model, _ = check_configuration(books, Config(written.players), knowledge=False)
    if model is None:
        pytest.skip("the check refuses it")
    for language in languages():
        readable(speaker(model, language))
