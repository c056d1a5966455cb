"""Every small game of the corpus has a picture for every viewer, as SVG and as text."""

import pytest

from rulekit.scene import ONLOOKER
from rulekit.scene.text_picture import picture_text
from tests.shipped import FRAGMENTS, every, fragment

from .games import xml


@pytest.mark.parametrize("path", every(2, FRAGMENTS), ids=lambda path: path.stem)
def test_a_picture_of_each(path):
    state = fragment(path).configure(engine="reference").start(3)
    for _ in range(5):
        for viewer in (None, 0, ONLOOKER):
            scene = state.picture(viewer)
            assert xml(scene).get("viewBox") and picture_text(scene)
        if state.over:
            break
        option, drawn = state.random()
        state = drawn.apply(option)
