"""What the words of the language are in Dutch and German, for those who write them so: a message can say the right one.

Titles may be in any language, the words between them are English.  Whether a word is meant as one of these is for the
grammar to say (`foreign_line.py`); here is only what each could mean.
"""

from __future__ import annotations

from functools import cache
from typing import Final

LANGUAGES: Final = ("Dutch", "German")

_TABLE: Final = """
action: actie handeling | aktion handlung
add: voeg | füge
after: na nadat | nach nachdem
all: alle allemaal | alle allen
allow: sta_toe toestaan toegestaan | erlaube erlaubt
always: altijd | immer
and: en | und
announce: meld kondig_aan | melde verkünde
another: nog_een opnieuw | noch_ein weiterer
answered: beantwoord | beantwortet
any: enig enige willekeurig | beliebig irgendein
at: op bij | bei
before: voor voordat | vor bevor
board: bord speelbord | brett spielbrett
both: beide | beide
bottom: onderste onderop | unterste unten
by: door | durch von
chapter: hoofdstuk | kapitel
choice: keuze | wahl auswahl entscheidung
choose: kies | wähle wählen
chosen: gekozen | gewählt
comes: komt | kommt
count: tel aantal | zähle anzahl
counted: geteld | gezählt
do: doe | tue
draw: trek | ziehe
drawn: gelijkspel onbeslist | unentschieden
each: elke elk ieder iedere | jeder jede jedes jeden jedem
edition: uitgave editie | ausgabe auflage
either: ofwel hetzij | entweder
else: anders | sonst andernfalls
enum: opsomming | aufzählung
event: gebeurtenis | ereignis
every: elke elk ieder iedere | jeder jede jedes jeden
example: voorbeeld | beispiel
exception: uitzondering | ausnahme
expansion: uitbreiding | erweiterung
expect: verwacht | erwarte erwartet
fact: feit | tatsache fakt
finally: tenslotte uiteindelijk | schließlich endlich
first: eerste | erste erster erstes
flow: verloop spelverloop | ablauf spielablauf
for: voor | für
forget: vergeet | vergiss
from: van vanaf uit | von vom aus ab
game: spel | spiel
given: gegeven | gegeben
gives: geeft | gibt ergibt
heap: stapeltje hoop | haufen
hexagonal: zeshoekig | sechseckig
hexagon: zeshoek | sechseck
hidden: verborgen gedekt | verdeckt verborgen
if: als indien | wenn falls
in: in binnen | in im
instead: plaats | statt anstatt
keep: bewaar houd onthoud | merke behalte
language: taal | sprache
least: minste minst | mindestens wenigsten kleinste
leave: verlaat | verlasse
let: laat zij stel | sei lass
loop: lus | schleife
lost: verloren | verloren
may: mag | darf kann
most: hoogstens meeste meest | höchstens meisten größte
move: verplaats beweeg | bewege verschiebe
nested: genest | verschachtelt
never: nooit | nie niemals
no: nee | nein
nobody: niemand | niemand
none: geen | kein keine keiner keins nichts
not: niet | nicht
nothing: niets | nichts
number: aantal getal | anzahl zahl
of: van | von der des
on: op | auf
once: eenmaal tegelijk | einmal
one: een één | ein eine einer eines
open: open | offen
opening: opening | eröffnung
option: optie | option wahlregel
or: of | oder
order: volgorde | reihenfolge
otherwise: anders | sonst andernfalls
over: voorbij afgelopen over | vorbei über aus
pass: passen | passen
piece: stuk | figur stein spielstein
place: plaats plek | platz ort
play: speel | spiele
players: spelers | spieler
position: stelling | stellung
procedure: procedure | prozedur verfahren
put: leg zet | lege setze
random: willekeurig willekeurige | zufällig zufällige
ranked: gerangschikt | gereiht
record: noteer | notiere
refuse: weiger | verweigere verbiete
remove: verwijder | entferne
repeat: herhaal | wiederhole
replace: vervang | ersetze
require: vereis eis | verlange fordere
requires: vereist | verlangt benötigt
return: geef_terug | gib_zurück
round: ronde | runde
rounds: rondes ronden | runden
row: rij | reihe
rule: regel | regel
rulebook: spelregels regelboek | regelwerk regelbuch spielregeln
ruling: uitspraak | entscheid
seen: gezien zichtbaar | gesehen sichtbar
set: zet stel verzameling | setze menge
show: toon laat_zien | zeige
shuffle: schud | mische
some: een sommige enkele | ein einige manche
source: bron | quelle
stack: stapel | stapel
step: stap | schritt
strike: schrap | streiche
sum: som | summe
summary: samenvatting | zusammenfassung
table: tabel | tabelle
the: de het | der die das
then: dan | dann
times: keer maal | mal
to: naar tot aan | nach zu bis an
top: bovenste bovenop | oberste oben
triangle: driehoek | dreieck
triangular: driehoekig | dreieckig
turn: beurt | zug
turns: beurten | züge
under: onder | unter
until: tot totdat | bis
variant: variant | variante
when: wanneer als bij | wenn sobald
whenever: telkens zodra wanneer | immer sobald
where: waar waarbij | wo wobei
while: zolang terwijl | solange während
window: venster | fenster
won: gewonnen | gewonnen
words: woorden | wörter
yes: ja | ja
"""


@cache
def foreign_words() -> dict[str, tuple[tuple[str, frozenset[str]], ...]]:
    """What each foreign word, in small letters, may be in English, and the languages that say it so."""
    found: dict[str, dict[str, set[str]]] = {}
    for line in _TABLE.strip().splitlines():
        english, _, said = line.partition(":")
        for language, words in zip(LANGUAGES, said.split("|"), strict=True):
            for word in words.split():
                for spelt in {word, _without_marks(word)}:
                    found.setdefault(spelt, {}).setdefault(english, set()).add(language)
    return {w: tuple((e, frozenset(ls)) for e, ls in meant.items() if e != w) for w, meant in found.items()}


def meanings(word: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The English words that this one may stand for, each with the languages in which it does."""
    return foreign_words().get(word.lower(), ())


def _without_marks(word: str) -> str:
    for mark, plain in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss"), ("é", "e")):
        word = word.replace(mark, plain)
    return word
