"""Leaks of secret information added to Emissary Crisis, each by a small layer that reveals something in its own way.

The list was fixed before any code was written to find them. A layer is put on the base or on a character. A line that
the check must report ends in `# leak`; if the message is about a line of the base, `at` is the beginning of that line.
Some leaks the check must trust (`remembered`), so only games played in pairs can find them. Neither the check nor such
games report what is shown deliberately (`MEANT`): `show` says that it may be known, and only an example can say that it
may not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import frozen

from rulekit.diagnostics import Diagnostic, Span
from rulekit.model.rulebook import Config
from rulekit.pipeline import check_configuration
from rulekit.syntax import nodes as s

from .layered import stack

MARK = "# leak"
PLAYERS = 3


@frozen
class Leak:
    """A layer that leaks: what becomes known to whom (`gives`), the clauses of the layer (`text`) and its base
    (`over`).

    `at` is the beginning of the reported line, if that line is not in `text`. `believed` leaks are trusted by the
    check, and found only by games played in pairs."""

    name: str
    gives: str
    text: str
    over: str = "base"
    at: str = ""
    believed: bool = False

    @property
    def books(self) -> list[s.Book]:
        return stack((self.text,), self.over)

    def told(self) -> list[Diagnostic]:
        return told((self.text,), self.over)

    def shows(self, told: Diagnostic) -> bool:
        """Return whether a message points to the line that leaks."""
        spans = [told.span, *(label.span for label in told.labels)]
        said = [line for span in spans if span is not None for line in lines(span)]
        return any(MARK in line or (self.at and line.strip().startswith(self.at)) for line in said)


def lines(span: Span) -> list[str]:
    """Return the lines of text that contain a span."""
    return span.source.text.splitlines()[span.first.line - 1 : span.last.line]


def told(texts: tuple[str, ...], over: str) -> list[Diagnostic]:
    """Return the errors in a stack with these layers on top, for three players."""
    _, found = check_configuration(stack(texts, over), Config(PLAYERS), examples=False)
    return [d for d in found if d.severity == "error"]


def batches(leaks: Iterable[Leak]) -> list[list[Leak]]:
    """Divide leaks into groups that can be added together, since no two of a group change the same clause."""
    found: list[tuple[list[Leak], set[str]]] = []
    for leak in leaks:
        clauses = set(re.findall(r"^(?:replace |add )?(?:in |to )?(\w+ \w+)", leak.text, re.MULTILINE))
        for planted, taken in found:
            if not clauses & taken:
                planted.append(leak)
                taken |= clauses
                break
        else:
            found.append(([leak], clauses))
    return [planted for planted, _ in found]


LEAKS = (
    Leak(
        "only_holders_asked",
        "Who is asked after a card was played holds a Counteract.",
        """
replace in procedure play_card:
  `window from active each q where alive[q] and not cancelled[depth]:`:
    window from active each q where alive[q] and not cancelled[depth]
        and (some held in hand[q]: kind_of(held) == counteract): # leak
      may do one of act
""",
    ),
    Leak(
        "only_nightmare_asked",
        "Only she who lies face down as Nightmare is asked before Prove takes effect.",
        """
replace rule echo when executing(p, e, q) by s where s == q and e == prove and lies_as(s, nightmare) "Echo": # leak
  may turn_up_and_draw "Echo":
    turn_up(me)
    draw_cards(me, 2)
""",
        over="nightmare",
    ),
    Leak(
        "only_mof_answers",
        "An event is answered by players of MOF alone.",
        """
rule gloat when deleted(c) by q where is_of(q, mof): # leak
  may draw_one "Draw a card":
    draw_cards(me, 1)
""",
    ),
    Leak(
        "target_by_hand",
        "Who may be picked as a target holds a red card.",
        """
action probe in act "Probe":
  require moment == play_phase and me == active and depth == 0
  choose q in Player where q != me and alive[q] and in_hand(q, red) > 0 "the target" # leak
  choose c in hand[me] "the card"
  move c from hand[me] to hand[q]
""",
    ),
    Leak(
        "trap_by_hand",
        "Trap can only be played on who holds a card by which he could answer.",
        """
replace in action trap:
  `choose q in Player where alive[q] and not trapped[q]`:
    choose q in Player where alive[q] and not trapped[q] and (some held in hand[q]: kind_of(held) == intercept) # leak
""",
    ),
    Leak(
        "victory_unannounced",
        "That nobody declares victory tells who is of which faction.",
        """
replace rule victory whenever p in Player: takes_part(p) and achieves(p) "Victory": # leak
  declare(p)
""",
    ),
    Leak(
        "prove_read_by_all",
        "All see by what happens next what stands on the Prove card.",
        """
replace in procedure answer_prove:
  `if sure(proving).sort.text.draws, reveals:`:
    if sure(proving).sort.text.draws: # leak
      draw_cards(me, 2)
""",
    ),
    Leak(
        "women_counted",
        "A number that all see is worked out from characters that lie face down.",
        """
keep women "How many women there are": 0..9 = 0

rule counting after set_up.dealing:
  women = count(p in Player where sure(character[p]).role.gender == female) # leak
""",
    ),
    Leak(
        "paid_by_identity",
        "Who wins with the declarer tells of which faction everybody is.",
        """
replace in procedure declare:
  `game over, won by {q in Player where q in joined or admitted(q) and (some w in joined: bound(w, q))}, reveals`:
    game over, won by {q in Player where q in joined or admitted(q) and (some w in joined: bound(w, q))} # leak
""",
    ),
    Leak(
        "asked_at_the_beginning",
        "Only who lies face down as Lark is asked at the beginning of his turn.",
        """
exception early to begins(p) where lies_as(p, lark) = yes # leak
""",
        at="if untimed == own_turn or",
    ),
    Leak(
        "pick_written_down",
        "The colour of a card that was picked unseen is written down for all.",
        """
keep noted "What was shown": Colour or none = none

action boast in act "Boast":
  require moment == play_phase and me == active and depth == 0
  choose c in hand[me], seen by me "a card"
  noted = hue(c) # leak
""",
    ),
    Leak(
        "size_of_a_hidden_row",
        "How many cards lie where nobody may count them decides what all see.",
        """
place cellar[1..2] "Cards laid aside": stack of Card, at most 9, hidden, counted by nobody
keep stocked "Whether there are any": truth = no

rule storing after set_up.dealing:
  draw n in 1..2, seen by nobody
  move top of deck to cellar[n]
  if size(cellar[1]) > 0: # leak
    stocked = yes
""",
    ),
    Leak(
        "borrowed_by_choice",
        "Lark picks, as she likes, from a hand that she does not see.",
        """
place borrowed[p in Player] "What Lark has taken": one Card, seen by p

action best_show in act "Best Show":
  require free_moment(me) and lies_as(me, lark) and not taken(borrowed[me])
  choose q in Player where q != me and alive[q] "from whom"
  choose c in hand[q], seen by me "the card" # leak
  move c from hand[q] to borrowed[me]
""",
    ),
    Leak(
        "borrowed_card_told",
        "What Lark has taken unseen decides whom she may give it to, and all see whom she may not.",
        """
place borrowed[p in Player] "What Lark has taken": one Card, seen by p
keep carries "Whether it is black": truth = no

action best_show in act "Best Show":
  require free_moment(me) and lies_as(me, lark) and not taken(borrowed[me])
  choose q in Player where q != me and alive[q] and not empty(hand[q]) "from whom"
  move random from hand[q] to borrowed[me]
  carries = hue(sure(borrowed[me])) == black # leak
""",
    ),
    Leak(
        "answer_without_a_card",
        "A card is neutralized where its target could have done so, which nobody but he knows.",
        """
replace in action lock_on:
  `if works:`:
    if works and not (some held in hand[q]: kind_of(held) == counteract): # leak
      locked[q] = yes
""",
    ),
    Leak(
        "fallen_faction_written",
        "The faction of who is eliminated is written down for all before he reveals it.",
        """
replace keep fell_as[Player] "The faction to which an eliminated player belonged": Faction or none = none
""",
        at="fell_as[p] = faction",
    ),
    Leak(
        "black_cards_cast_off",
        "How often something happens that all see tells how many black cards somebody holds.",
        """
keep cast_off "How many black cards were held": 0..81 = 0

rule casting when eliminated(p, killer):
  repeat while cast_off < in_hand(active, black): # leak
    cast_off += 1
""",
    ),
    Leak(
        "turn_goes_by_character",
        "Whose turn comes next tells who has Lark's character.",
        """
rule again after take_turn.ending where has(active, lark): # leak
  another turn
""",
    ),
    Leak(
        "top_card_announced",
        "All answer an event that carries the colour of the hidden top card.",
        """
event peeked(k Colour) "Somebody looked at the top card"
keep seen_colour "What was seen": Colour or none = none

rule peeking when deleted(c):
  if not empty(deck):
    announce peeked(hue(sure(top of deck))) # leak

rule telling when peeked(k):
  seen_colour = k
""",
    ),
    Leak(
        "guess_at_once",
        "What each picks while all decide at once is seen before the others have decided.",
        """
keep guesses "What was guessed": 0..99 = 0

rule guessing after set_up.dealing:
  at once each p in Player:
    choose n in 0..9 "a guess"
    guesses = n # leak
""",
    ),
    Leak(
        "audience_by_neighbour",
        "Whoever sits beside a player of MOF sees a note, and so learns of him.",
        """
place note "A note": heap of Card, seen by {p in Player where is_of(next(p), mof)}  # leak

rule noting after set_up.dealing:
  move top of deck to note
""",
    ),
    Leak(
        "no_red_card",
        "Who cannot discard a red card is seen to hold none.",
        """
keep short "How often somebody could not": 0..99 = 0

rule toll when deleted(c) by q where q == active:
  either pay "Discard a red card":
    choose x in hand[me] where hue(x) == red "a red card"
    move x from hand[me] to discard
  otherwise: # leak
    short += 1
""",
    ),
    Leak(
        "suspected_then_certain",
        "A procedure that is harmless where it was called first tells a secret where it is called again.",
        """
keep bells "How often it rang": 0..99 = 0
keep doubts[p in Player] "What a player makes of it": truth = no, seen by p

procedure ring(p Player, twice truth):
  if twice:
    bells += 1
  doubts[p] = in_hand(p, black) > 1

rule first when deleted(c):
  ring(active, yes)

rule then when eliminated(p, killer):
  for each q in Player where alive[q]:
    if doubts[q]: # leak
      ring(q, yes)
""",
    ),
    Leak(
        "remembers_a_hand",
        "What a player is offered rests on a hand that he is said to have seen, and has not.",
        """
action guess_well in act "Guess well":
  require moment == play_phase and me == active and depth == 0
  choose q in Player where q != me and alive[q] and remembered(in_hand(q, red) > 0) "the target" # leak
  choose c in hand[me] "the card"
  move c from hand[me] to hand[q]
""",
        believed=True,
    ),
    Leak(
        "remembers_the_message",
        "Whoever the message goes to is offered what depends on its colour, as if he had decoded it.",
        """
action feel_it in act "Feel the message":
  require reaches(me) and hue(remembered(sure(transit))) == black # leak
  choose c in hand[me] "the price"
  move c from hand[me] to discard
""",
        believed=True,
    ),
)

MEANT = (
    Leak(
        "sent_confidentially",
        "A confidential message is shown to all as it sets out.",
        """
add to procedure transmit after `move c from hand[me] to transit`:
  show transit to all
""",
    ),
    Leak(
        "decoded_for_all",
        "Decode shows the message to all.",
        """
replace in action decode:
  `if works:`:
    if works:
      show transit to all
""",
    ),
)

SOUND = (
    Leak(
        "audience_of_oneself",
        "Whoever is of MOF and holds a red card sees a note; he knows both, and so that he sees it.",
        """
place note "A note": heap of Card, seen by {p in Player where is_of(p, mof) and in_hand(p, red) > 0}

rule noting after set_up.dealing:
  move top of deck to note
""",
    ),
)
"""Layers that look like a leak and are none."""
