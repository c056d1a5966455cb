"""Large games have no diagnostics with the fewest players, including those about secret information.

Families of smaller games have their own tests, which check every configuration.
"""

from __future__ import annotations

import pytest

from rulekit.model.rulebook import Config
from tests.shipped import COVERING, book, every


@pytest.mark.parametrize(
    "name", every(2, [name for name in COVERING if name.startswith(("carcassonne/", "emissary/"))])
)
def test_no_complaint(name: str) -> None:
    model, found = book(name).check(Config(book(name).player_counts[0]), texts=False)
    assert model is not None
    assert [f"{d.code} {d.message}" for d in found] == []
