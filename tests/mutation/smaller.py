"""Edits that give a rulebook fewer pieces, players or rounds, so that all its games can be tried.

They are replacements of text, by the name of the base. All games of a base without an entry are tried as it is.
"""

SMALLER: dict[str, tuple[tuple[str, str], ...]] = {
    "bidding": (
        ("draw number in 0..2", "draw number in 0..1"),
        ("choose n in 1..2", "choose n in 1..1"),
        ("choose g in 0..2", "choose g in 0..0"),
        ("    or look \"Look at nothing\":\n      nothing\n", ""),
    ),
    "secret_pass": (
        ("players 3", "players 2"),
        ("clubs, hearts, spades", "clubs, hearts"),
        ("value 1..5", "value 1..2"),
        ("size(hand[p]) == 5", "size(hand[p]) == 2"),
        ("choose 3 of", "choose 1 of"),
    ),
    "secret_vote": (("players 3 to 5", "players 3"), ("rounds at most 3", "rounds at most 1")),
    "swapped_identity": (
        ("  turns from p1:", "  turns from p1, once each:"),
        ("      game over, won by q\n", "      game over, won by q\n  game over, drawn\n"),
    ),
    "follow_suit": (
        ("players 3: west, north, east", "players 2: west, north"),
        ("clubs, hearts, spades", "clubs, hearts"),
        ("value 1..4", "value 1..2"),
        ("size(hand[p]) == 3", "size(hand[p]) == 2"),
        ("rounds at most 3", "rounds at most 2"),
    ),
    "counter_counter": (("8 each", "2 each"),),
    "least_leftover": (
        ("clubs, hearts, spades", "clubs, hearts"),
        ("value 1..5", "value 1..2"),
        ("low in 1..3", "low in 1..1"),
        ("v in 1..5", "v in 1..2"),
        ("size(hand[p]) == 6", "size(hand[p]) == 1"),
    ),
    "one_attribute_hint": (
        ("value 1..3): 2 each", "value 1..2): 1 each"),
        ("1..2]: one Card", "1..1]: one Card"),
        ("    move random from deck to slot[p, 2]\n", ""),
        ("k in 1..2", "k in 1..1"),
        ("lay_card(k 1..2)", "lay_card(k 1..1)"),
    ),
    "shuffle_stack": (
        ("piece Card(owner Player, kind Kind): 3 each", "piece Card(owner Player, kind Kind): 1 each"),
        ("players 2 to 4", "players 2"),
        ("  turns from p1:", "  turns from p1, once each:"),
        ("    do one of turn\n    turn_up(me)", "    do one of turn\n    turn_up(me)\n  game over, drawn"),
    ),
    "turned_tiles": (("3 each", "1 each"), ("open for 9", "open for 4")),
    "night": (
        ("players 5", "players 3"),
        ("then 2 else 3", "then 1 else 2"),
        ("rounds at most 3", "rounds at most 1"),
    ),
    "leduc-poker": (
        (', king\n    "King"', ""),
        ('\n  Rank.king: "heer"', ""),
        ('\n  Rank.king: "König"', ""),
        ('\n  king: letter "K"', ""),
        ("require raises < 2", "require raises < 1"),
    ),
}  # fmt: skip


def smaller(name: str, text: str) -> str:
    for was, becomes in SMALLER.get(name, ()):
        text = text.replace(was, becomes)
    return text
