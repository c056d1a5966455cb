"""Every small game of the corpus has a picture for every viewer, as SVG and as text."""

from pathlib import Path

import pytest

from rulekit.play.loaded_book import load
from rulekit.scene import ONLOOKER
from rulekit.scene.text_picture import picture_text

from .games import xml

BOOKS = sorted((Path(__file__).parent.parent / "fragments").glob("*.rules"))


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_picture_of_each(path):
    state = load(str(path)).configure(engine="reference").start(3)
    for _ in range(5):
        for viewer in (None, 0, ONLOOKER):
            scene = state.picture(viewer)
            assert xml(scene).get("viewBox") and picture_text(scene)
        if state.over:
            break
        option, drawn = state.random()
        state = drawn.apply(option)
