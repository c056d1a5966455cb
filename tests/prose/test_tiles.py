"""Sentences for a game of tiles: rows by their attributes, a set described as one thing, the value of a fact, optional
neighbours, and a single way to do something with its alternative."""

from __future__ import annotations

import pytest

from .reading import whole

TITLED = """  | a_3 "the gate" | town | 3 |
"""
BOOK = """rulebook tiles "Tiles":
  players 2: red "Red", blue "Blue"
enum Land "Lands": road "road", town "town"
board Spot "The table": 3 by 3
table Part(land Land, size 1..9) "Parts":
  | a_1 | road | 1 |
  | a_2 | town | 2 |
piece Tile(land Land) "Tiles": 4 each
place bag: heap of Tile
place tile[Spot] "Tiles laid": one Tile
keep owned[Part]: Player or none = none
keep last: Part = a_1

fact land_of(x Part) = x.land
fact broad(f set of Part) = lands(f) > 1
fact lands(f set of Part) = size({x.land for x in f})
fact whole_land(x Part) gives set of Part = {y in Part where y.land == x.land}
fact busy(x Part) = land_of(x) in {road, town} and not (land_of(x) == road)
fact open_to(here Spot, d SpotDirection) = all there in next(here, d) where taken(tile[there]): here < there
fact both(x Part) = broad(whole_land(x))

procedure draw_one:
  draw t in bag
  either lay "Lay it":
    choose here in Spot where empty(tile[here])
    move t from bag to tile[here]
  otherwise:
    remove t from bag

flow:
  by red:
    draw_one()
  last = a_2
  game over, drawn

example laid "It is laid":
  play draw_one(t: Tile(land: road))
  play lay(here: a1)
  expect last == a_2

words en:
  Part: names "the {land} of {size}"
  land_of: noun "land", says "{x} [is] a {value}"
  broad: says "{f} [is] broad"
  broad.f: noun "area"
  lands.f: noun "area"
  whole_land: noun "area"
  lay.here: noun "spot"
  open_to.there: noun "neighbour"
  open_to.here: noun "spot"
words nl:
  tiles: "Tegels"
  Part: noun "deel", plural "delen", gender "neuter", names "het stuk {land} van {size}"
  Land.town: "stad"
  Tile: noun "tegel"
  tile: noun "{1}"
  land_of: noun "land", gender "neuter", says "{x} [is] een {value}", denies "{x} [is] geen {value}"
  broad: says "{f} [is] ~ breed"
  broad.f: noun "gebied", gender "neuter"
words de:
  tiles: "Plättchen"
  Spot: noun "Feld", gender "neuter"
  Tile: noun "Plättchen", gender "neuter"
  tile: noun "{1}"
  Part: noun "Teil", plural "Teile", gender "masculine"
  broad: says "{f} [ist] ~ breit"
  broad.f: noun "Gebiet", gender "neuter"
"""

SAID = {
    "en": (
        "land | size\nroad | 1",
        "At first: the road of 1.",
        "The last becomes the town of 2.",
        "Now the last is the town of 2.",
        "An area is broad if",
        "the number of different lands of all parts among the area",
        "The area of a part A: every part B whose land is the land of part A.",
        "the part is a road or town and the part is not a road",
        "for the next spot from the spot in the direction (the neighbour), "
        "if there is one and there is a tile on the neighbour,",
        "the area of the part is broad",
        "2. Lay it:\n   1. Choose a spot",
        "If none of this is possible, put the tile from the bag back into the box.",
        "“Lay it” (spot a1) is done.",
    ),
    "nl": (
        "het stuk road van 1",
        "Een gebied is breed als",
        "het deel een road of stad is en het deel geen road is",
        "als die er is en er een tegel op",
    ),
    "de": (
        "Ein Gebiet ist breit, wenn",
        "wenn es das gibt und ein Plättchen auf",
        "Wähle ein Feld, für das gilt, dass kein Plättchen auf dem Feld liegt",
    ),
}


@pytest.mark.parametrize(("language", "said"), [(language, one) for language in SAID for one in SAID[language]])
def test_a_sentence(language: str, said: str) -> None:
    assert said in whole(BOOK, language)


def test_a_row_with_a_title_goes_by_it() -> None:
    text = whole(BOOK.replace("piece Tile", f"{TITLED}piece Tile").replace("last = a_2", "last = a_3"))
    assert "The last becomes the gate." in text
    assert "the part | land | size\nthe road of 1 | road | 1" in text and "the gate | town | 3" in text
