"""What cannot be laid out at once is refused where it stands."""

from __future__ import annotations

import pytest

from rulekit.pipeline import check_all, load

from .books import HERE


@pytest.mark.parametrize(("name", "line"), [("given_shuffle", 14), ("given_shuffle2", 15)])
def test_a_shuffle_in_given_is_told(name: str, line: int) -> None:
    _, found = check_all(load(str(HERE / "meaning" / f"{name}.rules")))
    (told,) = [d for d in found if d.severity == "error"]
    assert told.code == "E450" and told.span is not None and told.span.first.line == line
