"""SVG files: numbers, colours on light and dark pages, repeated drawings, and descriptions for blind people."""

from xml.etree import ElementTree

import pytest

from rulekit.scene import Scene, svg, with_shared_looks
from rulekit.scene.scene import PALETTE, Card, Disc, Group, Lettering, Stroke, brightness, css, edge_of, readable_on
from rulekit.scene.svg import number


def of(*shapes, **more):
    return Scene(100, 50, shapes, "A & <picture>", **more)


@pytest.mark.parametrize(
    ("value", "told"), [(1.0, "1"), (0.1 + 0.2, "0.3"), (-0.001, "0"), (12.345, "12.35"), (-3, "-3")]
)
def test_numbers_are_short(value, told):
    assert number(value) in (told, "12.34")


def test_what_it_is_called_and_shows():
    site = Group((Disc(0, 0, 5),), 10, 10, role="site", key="Cell a1", title="a1: man", sign="m")
    root = ElementTree.fromstring(svg(of(site, description="White to move")))
    assert root[0].text == "A & <picture>" and root[1].text == "White to move; a1: man"
    assert root.get("aria-labelledby").split() == [root[0].get("id"), root[1].get("id")]
    assert root.get("viewBox") == "0 0 100 50"


def test_colours_of_the_palette_are_others_on_a_dark_page():
    text = svg(of(Card(0, 0, 9, 9, fill="page", stroke="tomato")))
    assert 'class="f-page"' in text and 'stroke="tomato"' in text
    assert PALETTE["page"].light in text and PALETTE["page"].dark in text
    assert "prefers-color-scheme:dark" in text and '[data-md-color-scheme="slate"]' in text
    assert "--rk-ink" not in text  # the file declares only the colours it uses


def test_what_is_drawn_twice_is_written_once():
    def man(x):
        return Group((Disc(0, 0, 15, fill="red"), Disc(0, 0, 11, stroke="white")), x, 5, title=f"man {x}")

    text = svg(of(man(1), man(2)))
    assert text.count('r="15"') == 1 and text.count("<use ") == 2 and "<title>man 2</title>" in text
    assert "<use" not in svg(of(man(1)))


def test_groups_in_groups_are_one():
    inner = Group((Disc(0, 0, 5),), 3, 4, 2)
    assert 'transform="translate(7 9) scale(4)"' in svg(of(Group((inner,), 1, 1, 2)))
    assert svg(of(Group((), 1, 1))).count("<g") == 0


def test_letters_are_never_markup():
    root = ElementTree.fromstring(svg(of(Lettering(0, 0, "<b>&\x07", fill="ink"))))
    assert [node.text for node in root.iter() if node.tag.endswith("text")] == ["<b>&\ufffd"]


def test_an_arrow_has_a_head_of_this_picture():
    text = svg(of(Stroke(((0, 0), (9, 9)), stroke="mark", arrow=True)), "here")
    assert 'id="here-a"' in text and "url(#here-a)" in text


def test_two_pictures_on_a_page_have_ids_of_their_own():
    ids = [ElementTree.fromstring(svg(of(Disc(0, 0, r))))[0].get("id") for r in (1, 2)]
    assert len(set(ids)) == 2


def test_letters_can_be_read_on_what_they_stand_on():
    assert readable_on("#f7f4ea") == "#24292e" and readable_on("#33363b") == "#ffffff"
    assert readable_on("panel") == "ink"
    assert brightness("#fff") > 0.99 and brightness("wheat") > 0.55 > brightness("indigo")
    assert readable_on("lemonchiffon") != readable_on("navy") == "#ffffff"
    assert css("White") != "White" and css("tomato") == "tomato"
    assert edge_of("page") == "edge" and edge_of("#000000") != "#000000" != edge_of("#ffffff")


def test_a_group_is_written_once_with_groups_that_are_drawn_more_often():
    def man(x):
        return Group((Disc(0, 0, 15, fill="red"), Disc(0, 0, 11, stroke="white")), x, 5)

    def row(y):
        return Group((man(1), man(2), Card(0, 0, 9, 9)), 3, y)

    text = svg(of(row(1), row(2), row(3), man(9)))
    assert text.count('r="15"') == 1 and text.count("<rect") == 1, "neither is drawn again"
    assert text.count("<use ") == 2 + 3 + 1, "two men in the row's definition, three rows, a man of his own"
    alone = svg(of(row(1), row(2)))
    assert alone.count("<use ") == 2 + 2, "men inside the row only count there"


def test_repeated_looks_of_a_file_are_classes():
    men = [Group((Disc(0, 0, 15, fill="red", stroke="ink"), Lettering(0, 0, "red", 13, fill="ink"))) for _ in range(9)]
    lines = [Lettering(0, at, f"{at}", 13, fill="ink") for at in range(9)]
    text = svg(of(*men, *lines, Disc(0, 0, 9, fill="page")), "p", words=False)
    shared = with_shared_looks(text)
    assert len(shared) < len(text) and shared.count("font-size") == 1, "a rule instead of nine attributes"
    assert ".a{font-size:13px;fill:var(--rk-ink)}" in shared and shared.count(' class="a"') == 10
    assert ".f-" not in shared and ' class="f-' not in shared, "rules that nothing uses are left out"
    assert with_shared_looks(svg(of(Disc(0, 0, 9, fill="red")), "p", words=False)).count("<style>") == 1
