# Nederlands.  Hoe het werkt: grammar.py; wat de haken, ~ en ^ in zinnen betekenen: order.py.
# Wie beslist wordt aangesproken: "je", en in de gebiedende wijs.  Alle anderen staan in de derde persoon.

locale = nl
gender = common
articles = de het
clause-words = dat er heeft hebben is kan mag moet niemand of ze zijn waar wanneer waarom wat welk welke wie wiens
no-nouns = aan bij daar dan deze die dit er haar hen hier hij hoe hun in mijn naar nu om op over te uit van voor waar wanneer
    wat welk welke wie wiens zijn
slot-articles = een de het
not = niet
verb-last = yes

# Which names are plurals ("punten"); of names of several words, and of nouns, the ending does not tell ("aantal punten").
plural-endings = en 's eren
singular-endings = een
singular-words = degen deken examen haven keten kussen laken leven linnen midden molen oven regen teken toren varken voorteken
    wagen wapen

# Woorden die het zoeken op pagina's overslaat: ze staan in de meeste teksten en vragen.
unsearched-words = de het een dit dat deze die ik me mij mijn je jij jou jouw u uw hij hem zijn ze zij haar we wij ons
    onze hun men ben is was waren kan kunnen kunt mag mogen moet moeten zal zullen wil wordt worden heb heeft hebben hoe
    wat wie wanneer waar waarom welk welke als of in op aan van voor naar met bij uit te om en niet geen er dan dus

verb = { $form ->
    [you] { $verb ->
        [is] bent
        [heeft] hebt
        [kan] kunt
        [zal] zult
       *[other] { $verb }
    }
   *[many] { $verb ->
        [is] zijn
        [heeft] hebben
        [kan] kunnen
        [mag] mogen
        [moet] moeten
        [wordt] worden
        [komt] komen
        [hoort] horen
        [ligt] liggen
        [staat] staan
        [gaat] gaan
        [wint] winnen
        [geldt] gelden
        [bevat] bevatten
       *[other] { $verb }
    }
}

# ---------------------------------------------------------------------------------------------------------------- nouns

noun-definite = { $gender ->
    [title] { $noun }
    [neuter] { $number ->
        [many] de
       *[one] het
    } { $noun }
   *[common] de { $noun }
}
noun-indefinite = { $gender ->
    [title] { $noun }
   *[common] { $number ->
        [many] { $noun }
       *[one] een { $noun }
    }
}
noun-every = { $number ->
    [many] alle
   *[one] { $gender ->
        [neuter] elk
       *[common] elke
    }
} { $noun }
noun-none = geen { $noun }
noun-bare = { $noun }
noun-genitive = van { $gender ->
    [title] { $noun }
    [neuter] { $number ->
        [many] de
       *[one] het
    } { $noun }
   *[common] de { $noun }
}
lettered = { $noun } { $letter }
lettered-indefinite = een { $noun } { $letter }
lettered-none = geen { $noun } { $letter }
lettered-genitive = van { $noun } { $letter }
name-letter = { $named ->
    [yes] ({ $noun } { $letter })
   *[no] { $letter }
}
name-apart = ({ $gender ->
    [neuter] het
   *[common] de
} { $noun })
genitive-name = van { $name }
none-of = geen { $what }
plural-of = { LAST($noun, 2) ->
    [el] { $noun }s
    [em] { $noun }s
    [en] { $noun }s
    [er] { $noun }s
    [ie] { $noun }s
    [je] { $noun }s
    [ee] { $noun }ën
   *[other] { LAST($noun) ->
        [e] { $noun }s
        [a] { $noun }'s
        [o] { $noun }'s
       *[other] { $noun }en
    }
}
quoted = “{ $title }”
argument = { $name }: { $value }
performed = { $what } ({ $values })
attribute-with = { $noun } { NP($value, $form) }
attribute-same = { NP($value) }
made = { $what } met { $values }
of = { $what } van { NP($of, $form, "accusative") }
owned = { PERSON($owner) ->
    [you] { $gender ->
        [title] { $noun } van jou
       *[common] jouw { $noun }
    }
   *[other] { $gender ->
        [title] { $noun }
        [neuter] { $number ->
            [many] de { $noun }
           *[one] het { $noun }
        }
       *[common] de { $noun }
    } van { NP($owner) }
}
seat = speler { $n }

noun-player = speler
    .plural = spelers
    .gender = person
noun-number = getal
    .plural = getallen
    .gender = neuter
noun-truth = ja of nee
    .plural = ja of nee
noun-thing = ding
    .plural = dingen
    .gender = neuter
noun-direction = richting
    .plural = richtingen
noun-answers = antwoord
    .plural = antwoorden
    .gender = neuter
noun-column = kolom
    .plural = kolommen
noun-row = rij
    .plural = rijen

rim-site = { $cell } { $ways }
direction-n = noord
direction-ne = noordoost
direction-e = oost
direction-se = zuidoost
direction-s = zuid
direction-sw = zuidwest
direction-w = west
direction-nw = noordwest

# ---------------------------------------------------------------------------------------------------------- noun phrases

me = { $case ->
    [nominative] je
    [stressed] jij
   *[accusative] jou
}
me-genitive = van jou
active = de speler aan de beurt
players = het aantal spelers
winners = de winnaars
the-noun = { NP($noun) }
nothing = geen
yes = ja
no = nee
thing = { $name }
all-of = alle { NP($noun, "plural") }
option-value = { $name } ({ $value })
whether = of { SUB($condition) }
piece-in = { NP($noun, $form) } { $where ->
    [on] op
   *[in] in
} { $place }
plus = { $left } plus { $right }
minus = { $left } min { $right }
plus-if = { $left }, plus { $right } als { SUB($condition) }
minus-if = { $left }, min { $right } als { SUB($condition) }
times = { $left } maal { $right }
divided = { $left } gedeeld door { $right } (naar beneden afgerond)
remainder = de rest van { $left } gedeeld door { $right }
negative = min { $what }
held = ({ $what })
together = { $left } samen met { $right }
without = { NP($left, $case) } behalve { NP($right, "stressed") }
common = wat van { NP($left, "accusative") } ook hoort bij { NP($right, "accusative") }
steps-on = { NP($noun) } { $steps } verder dan { $start }
steps-back = { NP($noun) } { $steps } voor { $start }
conditional = { $then } als { SUB($condition) }, anders { $otherwise }
range = de getallen van { $low } tot en met { $high }
after-value = { $value }, zoals het hierna zou zijn ({ $call })
times-seen = het aantal keren dat de huidige stelling is genoteerd ({ $position })
let-value = { $body }, met { $name } voor { $value }
top = { GENDER($noun) ->
    [neuter] het bovenste
   *[common] de bovenste
} { NP($noun, "bare") } van { $place }
bottom = { GENDER($noun) ->
    [neuter] het onderste
   *[common] de onderste
} { NP($noun, "bare") } van { $place }
remembered = { $what }, wat je eerder hebt gezien
if-none = { $what } (of { $otherwise }, als die er niet is)
size = het aantal { NP($noun, "plural") } { $where ->
    [set] onder
    [on] op
   *[in] in
} { $place }
size-different = het aantal verschillende { NP($noun, "plural") } van alle { NP($members, "plural") }
size-of = het aantal { $how ->
    [definite] van { NP($set, "accusative") }
   *[bare] { NP($set, "bare") }
}
amount = het aantal exemplaren van { $what } in { $place }
item = { NP($noun) } nummer { $n } van onderen in { $place }
next = { GENDER($noun) ->
    [neuter] het volgende
   *[common] de volgende
} { NP($noun, "bare") } na { $what }
previous = { NP($noun) } vlak voor { $what }
next-site = { GENDER($noun) ->
    [neuter] het volgende
   *[common] de volgende
} { NP($noun, "bare") } vanaf { $what } in de richting { $direction }
previous-site = { GENDER($noun) ->
    [neuter] het vorige
   *[common] de vorige
} { NP($noun, "bare") } achter { $what }, gezien in de richting { $direction }
next-player = de speler na { NP($what, "accusative") }
previous-player = de speler voor { NP($what, "accusative") }
member = { NP($noun) } op plaats { $n }, geteld vanaf 0
member-beside = { NP($noun) } op dezelfde plaats in de volgorde als { $what }
difference = het verschil tussen { $left } en { $right }
opponent = { PERSON($player) ->
    [you] jouw tegenstander
   *[other] de tegenstander van { $player }
}
payoff = de uitbetaling van { NP($player, "accusative") }
abs = de grootte van { $what }, zonder teken
lesser = het kleinste van { $left } en { $right }
greater = het grootste van { $left } en { $right }
steps = { NP($noun) } dat { $n } stappen in de richting { $direction } van { $site } ligt
ray = de { NP($noun, "plural") } vanaf { $site } in de richting { $direction }
next-site-towards = { GENDER($noun) ->
    [neuter] het volgende
   *[common] de volgende
} { NP($noun, "bare") } vanaf { $what } in { $direction }
previous-site-towards = { GENDER($noun) ->
    [neuter] het vorige
   *[common] de vorige
} { NP($noun, "bare") } achter { $what }, gezien in { $direction }
steps-towards = { NP($noun) } op { $n } stappen van { $site } in { $direction }
ray-towards = de { NP($noun, "plural") } vanaf { $site } in { $direction }
title-flow = het spel
adjacent = de buren van { $site }
around = de { NP($noun, "plural") } rondom { $site }
touching = de { NP($noun, "plural") } aan { $site }
between = de { NP($noun, "plural") } tussen { $left } en { $right }
direction = de richting van { $left } naar { $right }
distance = de afstand van { $left } naar { $right }
index = de plaats van { $what } in de volgorde (geteld vanaf 0)
index-counted = de plaats van { $what } in de volgorde ({ $items })
with-number = { $what } { $n }
with-each = { $apart ->
    [yes] { NP($first, $form) }, en { NP($rest, $later) }
   *[no] { NP($first, $form) } en { NP($rest, $later) }
}
count = het aantal { NP($members, "plural") }
the-only = { GENDER($members) ->
    [neuter] het enige
   *[common] de enige
} { NP($members, "bare") }
first = { GENDER($members) ->
    [neuter] het eerste
   *[common] de eerste
} { NP($members, "bare") }
sum = de som, over { NP($members, "every") }, van { $value }
most = het grootste, over { NP($members, "every") }, van { $value }
least = het kleinste, over { NP($members, "every") }, van { $value }
sum-of = de som van { NP($noun) } van alle { NP($members, "plural") }
most-of = { GENDER($noun) ->
    [neuter] het grootste
   *[common] de grootste
} { NP($noun, "bare") } van alle { NP($members, "plural") }
least-of = { GENDER($noun) ->
    [neuter] het kleinste
   *[common] de kleinste
} { NP($noun, "bare") } van alle { NP($members, "plural") }
most-otherwise = het grootste, over { NP($members, "every") }, van { $value } (of { $otherwise }, als er geen is)
least-otherwise = het kleinste, over { NP($members, "every") }, van { $value } (of { $otherwise }, als er geen is)
united = { $value }, voor { NP($members, "every") }, alles bij elkaar
united-of = { COUNT($noun) ->
    [many] { NP($noun) }
   *[one] de { NP($noun, "plural") }
} van alle { NP($members, "plural") } samen
sum-otherwise = de som, over { NP($members, "every") }, van { $value } (of { $otherwise }, als er geen is)
every = { NP($members, "every") }
image = { $value }, voor { NP($members, "every") }
reach = { $seed }, met { $source } daarin { $next }, enzovoort
reach-one = { $seed }, { $next }, enzovoort vanaf elk daarvan
amount-exactly = { $n }
amount-between = { $low } tot { $high }
amount-at-least = ten minste { $n }
amount-up-to = ten hoogste { $n }
amount-any = een willekeurig aantal
column = { NP($noun, "bare") }
by-players = { $said } (met { $counts } { $last ->
    [one] speler
   *[other] spelers
})
column-neighbours = buren
of-type = { NP($noun, "indefinite") } { $source }
every-noun = { NP($noun, "every") } { $source }
active-part = wie er aan de beurt is
printed = { $text }

from-place = { $where ->
    [on] op
   *[in] in
} { $place }
from-range = van { $low } tot en met { $high }
from-list = ({ $items })
from-set = uit { $what }
from-optional = (namelijk { $what })

# ------------------------------------------------------------------------------------------------------------ conditions

relative = { $text }
that = { $gender ->
    [neuter] dat
   *[common] die
} { $clause }
whose = { $gender ->
    [person] van wie
   *[common] waarvan
} { $clause }
for-which = { $gender ->
    [person] voor wie
   *[common] waarvoor
} { SUB($condition) }
inner-or = ofwel { $list }
inner-and = zowel { $list }
exists = er [is] { NP($member, "indefinite", "open") }
exists-not = er [is] { NP($member, "none", "open") }
for-what-there-is = voor { $what } ({ $name }), als die er is, [geldt] ^ dat { SUB($body) }
for-what-there-is-where = voor { $what } ({ $name }), als die er is en { SUB($condition) }, [geldt] ^ dat { SUB($body) }
for-every = voor { NP($member, "every") } [geldt] ^ dat { SUB($body) }
all-of-these = dit alles [geldt]
any-of-these = ten minste één hiervan [geldt]
so-named = { $what } [geldt] ~
so-named-of = { $what } [geldt] ~ voor { $of }

always = dit [geldt] altijd
never = dit [geldt] nooit
so = dit [is] ~ zo
ended = het spel [is] ~ afgelopen
has-turn = { $who } [is] ~ aan de beurt
is = { $left } [is] ~ { NP($right, "stressed") }
less = { $left } [is] minder ^ dan { $right }
more = { $left } [is] meer ^ dan { $right }
at-most = { $left } [is] hoogstens { $right }
at-least = { $left } [is] minstens { $right }
before = { $left } [komt] vóór { $right }
after = { $left } [komt] na { $right }
not-before = { $left } [komt] niet eerder ^ dan { $right }
not-after = { $left } [komt] niet later ^ dan { $right }
least-number = { $value } [is] ~ het laagst
least-number-among = { $value } [is] ~ het laagst van { NP($members, "plural") }
least-number-alone = { $value } [is] ~ lager ^ dan elk ander
least-number-alone-among = { $value } [is] ~ lager ^ dan elk ander van { NP($members, "plural") }
most-number = { $value } [is] ~ het hoogst
most-number-among = { $value } [is] ~ het hoogst van { NP($members, "plural") }
most-number-alone = { $value } [is] ~ hoger ^ dan elk ander
most-number-alone-among = { $value } [is] ~ hoger ^ dan elk ander van { NP($members, "plural") }
least-order = { $value } [komt] ~ als eerste
least-order-among = { $value } [komt] ~ als eerste van { NP($members, "plural") }
least-order-alone = { $value } [komt] ~ vóór elk ander
least-order-alone-among = { $value } [komt] ~ vóór elk ander van { NP($members, "plural") }
most-order = { $value } [komt] ~ als laatste
most-order-among = { $value } [komt] ~ als laatste van { NP($members, "plural") }
most-order-alone = { $value } [komt] ~ na elk ander
most-order-alone-among = { $value } [komt] ~ na elk ander van { NP($members, "plural") }
seen-times = de huidige stelling [is] ~ { $n } keer genoteerd ^ ({ $position })
exactly-if = { CL($left) } als { SUB($right) }, en alleen dan
exactly-if-denied = of { CL($left) }, of { CL($right) }, maar niet beide
depending = als { SUB($condition) }, dan { CL($then) }, en anders { CL($otherwise) }
same-set = { $left } [is] ~ precies { $right }
wins-alone = alleen { $who } [wint]
share = { $left } [heeft|hebben] { NP($noun, "indefinite") } gemeen met { $right }
share-none = { $left } [heeft] geen { NP($noun, "bare") } gemeen met { $right }
within = { $left } [ligt] ~ geheel binnen { $right }
belongs = { $what } [hoort] ~ bij { $set }
in-range = { $what } [is] ~ van { $low } tot en met { $high }
lies-in = { $what } [ligt] ~ { $where ->
    [on] op
   *[in] in
} { $place }
empty = { $what } [is] leeg
not-empty = { $what } [is] niet leeg
nothing-in = er [ligt] geen { NP($noun, "bare") } { $where ->
    [on] op
   *[in] in
} { $place }
something-in = er [ligt] { NP($noun, "indefinite") } { $where ->
    [on] op
   *[in] in
} { $place }
none-among = er [is] geen { NP($noun, "bare") } onder { $what }
has-none = { NP($who) } [heeft] geen { NP($set, "bare") }
has-some = { NP($who) } [heeft] { NP($set, "bare") }
has-exactly = { NP($who) } [heeft] precies { $n } { NP($set, "bare") }
has-not-exactly = { NP($who) } [heeft] niet precies { $n } { NP($set, "bare") }
has-fewer = { NP($who) } [heeft] minder dan { $n } { NP($set, "bare") }
has-at-least = { NP($who) } [heeft] minstens { $n } { NP($set, "bare") }
has-more = { NP($who) } [heeft] meer dan { $n } { NP($set, "bare") }
has-at-most = { NP($who) } [heeft] hoogstens { $n } { NP($set, "bare") }
some-among = er [is] { NP($noun, "indefinite") } onder { $what }
there-is-none = er [{ COUNT($what) ->
    [many] zijn
   *[one] is
}] { NP($what, "none") }
there-is-one = er [{ COUNT($what) ->
    [many] zijn
   *[one] is
}] { NP($what, "indefinite") }
exactly-in = er [{ $n ->
    [one] is
   *[other] zijn
}] precies { $n } { $n ->
    [one] { NP($noun, "bare") }
   *[other] { NP($noun, "plural") }
} { $where ->
    [set] onder
    [on] op
   *[in] in
} { $place }
not-exactly-in = er [zijn] niet precies { $n } { NP($noun, "plural") } { $where ->
    [set] onder
    [on] op
   *[in] in
} { $place }
fewer-in = er [zijn] minder dan { $n } { NP($noun, "plural") } { $where ->
    [set] onder
    [on] op
   *[in] in
} { $place }
more-in = er [{ $n ->
    [one] is
   *[other] zijn
}] meer dan { $n } { $n ->
    [one] { NP($noun, "bare") }
   *[other] { NP($noun, "plural") }
} { $where ->
    [set] onder
    [on] op
   *[in] in
} { $place }
at-least-in = er [{ $n ->
    [one] is
   *[other] zijn
}] minstens { $n } { $n ->
    [one] { NP($noun, "bare") }
   *[other] { NP($noun, "plural") }
} { $where ->
    [set] onder
    [on] op
   *[in] in
} { $place }
at-most-in = er [{ $n ->
    [one] is
   *[other] zijn
}] hoogstens { $n } { $n ->
    [one] { NP($noun, "bare") }
   *[other] { NP($noun, "plural") }
} { $where ->
    [set] onder
    [on] op
   *[in] in
} { $place }
there-are-exactly = er [{ $n ->
    [one] is
   *[other] zijn
}] precies { $n } { $n ->
    [one] { NP($members, "bare", "open") }
   *[other] { NP($members, "plural", "open") }
}
there-are-not-exactly = er [zijn] niet precies { $n } { NP($members, "plural", "open") }
there-are-fewer = er [zijn] minder dan { $n } { NP($members, "plural", "open") }
there-are-more = er [zijn] meer dan { $n } { NP($members, "plural", "open") }
there-are-at-least = er [zijn] minstens { $n } { NP($members, "plural", "open") }
there-are-at-most = er [zijn] hoogstens { $n } { NP($members, "plural", "open") }
there-are-no = er [is] { NP($members, "none", "open") }
there-are-some = er [is] { NP($members, "indefinite", "open") }
possible = je [kunt] { $what } ~ doen
possible-choice = er [is] voor jou iets mogelijk ^ uit { $what }
possible-choice-denied = er [is] voor jou niets mogelijk ^ uit { $what }
after-holds = hierna ({ $call }) [geldt] ^ dat { SUB($condition) }
let-holds = met { $name } voor { $value } [geldt] ^ dat { SUB($condition) }

# --------------------------------------------------------------------------------------------------------------- layout

inline = { $head }: { $step }
inline-comma = { $head }: { $step }
then = dan

# --------------------------------------------------------------------------------------------------------------- effects

copies-of = { $n } exemplaren van { NP($what) }
move-value = verplaats { $what } van { $place } { $end ->
    [bottom] naar de onderkant van
    [top] naar de bovenkant van
   *[in] naar
} { $to }
move-top = verplaats { GENDER($noun) ->
    [neuter] het bovenste
   *[common] de bovenste
} { NP($noun, "bare") } van { $place } { $end ->
    [bottom] naar de onderkant van
    [top] naar de bovenkant van
   *[in] naar
} { $to }
move-bottom = verplaats { GENDER($noun) ->
    [neuter] het onderste
   *[common] de onderste
} { NP($noun, "bare") } van { $place } { $end ->
    [bottom] naar de onderkant van
    [top] naar de bovenkant van
   *[in] naar
} { $to }
move-item = verplaats { NP($noun) } nummer { $n } van onderen van { $place } { $end ->
    [bottom] naar de onderkant van
    [top] naar de bovenkant van
   *[in] naar
} { $to }
move-random = verplaats { NP($noun, "indefinite") }, willekeurig genomen uit { $place }, { $end ->
    [bottom] naar de onderkant van
    [top] naar de bovenkant van
   *[in] naar
} { $to }
move-all = verplaats alle { NP($noun, "plural") } van { $place } { $end ->
    [bottom] naar de onderkant van
    [top] naar de bovenkant van
   *[in] naar
} { $to }
move-single = verplaats { NP($noun) } van { $place } { $end ->
    [bottom] naar de onderkant van
    [top] naar de bovenkant van
   *[in] naar
} { $to }
remove-value = leg { $what } van { $place } terug in de doos
remove-top = leg { GENDER($noun) ->
    [neuter] het bovenste
   *[common] de bovenste
} { NP($noun, "bare") } van { $place } terug in de doos
remove-bottom = leg { GENDER($noun) ->
    [neuter] het onderste
   *[common] de onderste
} { NP($noun, "bare") } van { $place } terug in de doos
remove-item = leg { NP($noun) } nummer { $n } van onderen van { $place } terug in de doos
remove-random = leg { NP($noun, "indefinite") }, willekeurig genomen uit { $place }, terug in de doos
remove-all = leg alle { NP($noun, "plural") } { $where ->
    [on] op
   *[in] in
} { $place } terug in de doos
remove-single = leg { NP($noun) } { $where ->
    [on] op
   *[in] in
} { $place } terug in de doos
put = leg { NP($what, "indefinite") } uit de doos { $end ->
    [bottom] onder op
    [top] boven op
    [on] op
   *[in] in
} { $to }
put-every = leg elk exemplaar van { NP($what) } uit de doos { $end ->
    [bottom] onder op
    [top] boven op
    [on] op
   *[in] in
} { $to }
put-all = leg { $what } uit de doos { $end ->
    [bottom] onder op
    [top] boven op
    [on] op
   *[in] in
} { $to }
put-amount = leg { $n } exemplaren van { NP($what) } uit de doos { $end ->
    [bottom] onder op
    [top] boven op
    [on] op
   *[in] in
} { $to }
shuffle = schud { $place }

add = tel { $value } op bij { $what }
subtract = trek { $value } af van { $what }
add-members = { PERSON($value) ->
    [you] van nu af hoor je bij { $what }
   *[other] voeg { NP($value, "accusative") } toe aan { $what }
}
subtract-members = { PERSON($value) ->
    [you] je hoort niet meer bij { $what }
   *[other] neem { NP($value, "accusative") } weg uit { $what }
}
set-number = zet { $what } op { $value }
turn-of = { $who } is aan de beurt
becomes = { $what } { PERSON($value) ->
    [you] word
   *[other] { COUNT($what) ->
        [many] worden
       *[one] wordt
    }
} { NP($value, "stressed") }
becomes-set = { $what } { COUNT($what) ->
    [many] zijn
   *[one] is
} nu: { $value }
becomes-none = van nu af { COUNT($what) ->
    [many] zijn
   *[one] is
} er { NP($what, "none") }
becomes-empty = bij { $what } hoort niets meer
note = van nu af geldt: { CL($condition) }
note-whether = van nu af geldt: { CL($condition) } als op dit moment { SUB($value) }
note-here = eerst geldt: { CL($condition) }
remember = onthoud { $what }, { NP($noun, "indefinite") }
remember-first = onthoud { $what }, eerst { $value }
remember-empty = onthoud { $what }, eerst geen
let = { $name } { COUNT($name) ->
    [many] zijn
   *[one] is
}: { $value }
let-empty = { $name }: nog geen
let-member = { NP($name) } { COUNT($name) ->
    [many] zijn
   *[one] is
}: { $value }; die moet er zijn
let-result = { $name } { COUNT($name) ->
    [many] zijn
   *[one] is
} wat er komt uit { $call }
let-result-whether = { $call }; daarmee staat vast of { SUB($condition) }
let-whether = { CL($condition) } als { SUB($value) }

show-all = toon { $what } aan iedereen
show-nobody = toon { $what } aan niemand
show-some = toon { $what } aan { NP($who, "accusative") }
show-whether-all = toon iedereen of { SUB($what) }
show-whether-nobody = toon niemand of { SUB($what) }
show-whether-some = toon { NP($who, "accusative") } of { SUB($what) }
record = noteer de huidige stelling voor { $position }
forget = vergeet alle stellingen die genoteerd zijn voor { $position }: geen daarvan kan terugkomen
perform = { $call }
perform-named = doe { $call }
announce = nu gebeurt dit: { $call }
leave-turn = de beurt eindigt meteen
leave-round = de ronde eindigt meteen
leave-loop = herhaal dit niet verder
leave-again = wie aan de beurt is, krijgt hierna nog een beurt
return = dit eindigt hier
return-value = de uitkomst is { $value }
return-whether = de uitkomst is of { SUB($condition) }
nothing-happens = er gebeurt niets
over-drawn = het spel is afgelopen en eindigt gelijk
over-won = het spel is afgelopen, { PERSON($who) ->
    [you] en { $who } wint
   *[other] gewonnen door { $who }
}
over-won-all = het spel is afgelopen; de winnaars: { $who }
over-lost = het spel is afgelopen, { PERSON($who) ->
    [you] en { $who } verliest
   *[other] verloren door { $who }
}
over-lost-all = het spel is afgelopen; de verliezers: { $who }
over-paying = het spel is afgelopen; de uitbetaling van { NP($each, "every") } is { $value }
over-ranked = het spel is afgelopen; de score van { NP($each, "every") } is { $value }, en wie de meeste heeft, wint
over-then = van wie gelijk staan, winnen alleen zij voor wie dit het grootst is: { $value }

# ------------------------------------------------------------------------------------------------------------ what changed

changed-place = { $what } { COUNT($what) ->
    [many] gaan
   *[one] gaat
} van { $place } naar { $to }
came-to = { $what } { COUNT($what) ->
    [many] komen
   *[one] komt
} { $end ->
    [at] naar
    [on] op
   *[in] in
} { $to }
left-place = { $what } { COUNT($what) ->
    [many] verlaten
   *[one] verlaat
} { $place }
left-table = { $what } { COUNT($what) ->
    [many] verlaten
   *[one] verlaat
} de tafel
pieces-of = { $n } × { $name }
one-of-kind = { NP($noun, "indefinite") }
some-of-kind = { $n } { NP($noun, "plural") }
changed-number = { $what } { COUNT($what) ->
    [many] zijn
   *[one] is
} nu { $value } (eerst: { $before })
is-now = { $what } { COUNT($what) ->
    [many] zijn
   *[one] is
} nu: { $value }
is-none-now = er { COUNT($what) ->
    [many] zijn
   *[one] is
} nu { NP($what, "none") }
joins-set = { $value } { COUNT($value) ->
    [many] horen
   *[one] hoort
} nu bij { $what }
parts-set = { $value } { COUNT($value) ->
    [many] horen
   *[one] hoort
} niet meer bij { $what }

# ---------------------------------------------------------------------------------------------------------------- control

choose = kies { NP($member, "indefinite") }
choose-phrase = kies { NP($member, "indefinite") } – { $phrase }
choose-one-of = kies er een uit { NP($set, "accusative") } ({ $name })
choose-one-of-phrase = kies er een uit { NP($set, "accusative") } ({ $name }) – { $phrase }
choose-several = kies { $amount } { NP($members, "plural") }: { $name }
choose-several-phrase = kies { $amount } { NP($members, "plural") } – { $phrase }: { $name }
totalling = de som van { $value } daarover moet minstens { $least } zijn
so-that = samen moeten ze zo zijn dat { SUB($condition) }
pick-seen-all = iedereen ziet wat er gekozen wordt
pick-seen-nobody = niemand ziet wat er gekozen wordt
pick-seen-some = alleen { NP($who, "stressed") } ziet wat er gekozen wordt
otherwise-none = als er niets te kiezen is, ga je verder zonder { NP($name, "bare") }
otherwise-value = als er niets te kiezen is, { COUNT($name) ->
    [many] zijn
   *[one] is
} { $name } { $value }
require = alleen als { SUB($condition) }
never-offered = de afgesproken antwoorden sluiten dit uit
draw = trek willekeurig { NP($member, "indefinite") }
draw-weighted = trek willekeurig { NP($member, "indefinite") }, elk met het gewicht { $weight }
none-possible = als niets daarvan mogelijk is
do = doe één van { $choice }
may-do = je mag één van { $choice } doen
either = kies één hiervan
may = je mag dit doen of nalaten
branch = { $title }
by = { $who } { PERSON($who) ->
    [you] beslist
   *[other] beslist
}
by-another = { $who } beslist, en is hier met “je” bedoeld
at-once = { NP($each, "every") } beslist tegelijk met de anderen, zonder te zien wat zij doen
window = vanaf { NP($start, "accusative") }, { $way ->
    [anticlockwise] tegen de klok in
   *[clockwise] met de klok mee
}, wordt gevraagd aan { NP($each, "every") }
window-until-all-pass = telkens als iemand iets heeft gedaan, begint het opnieuw, tot allen gepast hebben
window-once-each = iedereen wordt één keer gevraagd
window-first-to-act = het eindigt zodra iemand iets heeft gedaan
if = als { SUB($condition) }
else-if = en anders, als { SUB($condition) }
else = anders
for-each = voor { NP($each, "every") }
for-each-from = voor { NP($each, "every") }, { $way ->
    [anticlockwise] tegen de klok in
   *[clockwise] met de klok mee
} vanaf { NP($start, "accusative") }
for-each-chosen = voor { NP($each, "every") }, in de volgorde die je kiest
for-optional = als er { NP($what, "indefinite") } is ({ $name })
repeat = herhaal dit
repeat-limited = herhaal dit ten hoogste { $n } keer
repeat-times = doe dit { $n } keer
repeat-count = doe dit even vaak als { $n }
repeat-while = herhaal dit zolang { SUB($condition) }
repeat-until = herhaal dit tot { SUB($condition) }
repeat-limited-while = herhaal dit ten hoogste { $n } keer, zolang { SUB($condition) }
repeat-limited-until = herhaal dit ten hoogste { $n } keer, tot { SUB($condition) }
rounds = speel ronde na ronde; in elke ronde
rounds-limited = speel ronde na ronde, ten hoogste { $n }; in elke ronde
turns = te beginnen met { $start } zijn de spelers om de beurt aan zet{ $way ->
    [by-turns] { "" }
    [anticlockwise] { ", " }tegen de klok in
   *[clockwise] { ", " }met de klok mee
}; in je beurt
turns-once = te beginnen met { $start }{ $way ->
    [by-turns] { "" }
    [anticlockwise] { ", " }tegen de klok in
   *[clockwise] { ", " }met de klok mee
}, krijgt elke speler één beurt; in je beurt
passed-over = je krijgt alleen een beurt als { SUB($condition) }; anders word je overgeslagen
turns-end = als niemand meer een beurt kan krijgen, houden de beurten op
part = { $title }

reveals-piece = iedereen mag zien welk stuk het is
reveals-value = iedereen komt deze waarde te weten
reveals-choice = als er niets te kiezen is, komt iedereen dat te weten
reveals-none-possible = iedereen komt te weten dat niets mogelijk was
reveals-draw = iedereen weet wat er getrokken kon worden
reveals-who = iedereen komt te weten wie er gevraagd wordt
reveals-condition = iedereen komt te weten of { SUB($condition) }
reveals-conditions = iedereen komt te weten of dit zo is
reveals-members = iedereen komt te weten voor welke
reveals-repeated = iedereen komt te weten hoe vaak
reveals-announced = iedereen komt het te weten
reveals-result = iedereen komt de uitslag te weten

# ---------------------------------------------------------------------------------------------------------------- things

enum = er zijn, in deze volgorde: { $items }
enum-turning = er zijn, rondgaand in deze volgorde: { $items }; na de laatste komt weer de eerste
table-each = er is één { NP($noun, "bare") } voor { NP($members, "every") }
table-each-where = er is één { NP($noun, "bare") } voor { NP($members, "every") }, als { SUB($condition) }
attributes = { NP($noun, "every") } heeft
attribute = { NP($field, "indefinite") }: { $type }
attribute-kind = { NP($type, "indefinite") }
attribute-kind-open = { NP($type, "indefinite") }, te zien ook als de rest verborgen is
attribute-open = { NP($field, "indefinite") }: { $type }, te zien ook als de rest verborgen is
any-number = er is geen grens aan het aantal { NP($noun, "plural") }
copies = er zijn { $n } { NP($noun, "plural") }
copies-each = van elke uitvoering: { $n }
in-all = in totaal { $n } { NP($noun, "plural") }
board-square = het bord heeft { $width } kolommen en { $height } rijen vierkante velden, genoemd vanaf a1 linksonder
board-hexagonal = het bord heeft { $width } kolommen en { $height } rijen zeshoekige velden, genoemd vanaf a1 linksonder
board-triangular = het bord heeft { $width } kolommen en { $height } rijen driehoekige velden, die om beurten naar boven en naar beneden wijzen, genoemd vanaf a1 linksonder, dat naar boven wijst
board-hexagon = het bord is een zeshoek van zeshoekige velden, { $width } langs elke zijde, genoemd naar kolom en rij zoals in de rechthoek eromheen, waarin a1 linksonder zou liggen
board-triangle = het bord is een driehoek van zeshoekige velden, { $width } langs elke zijde, genoemd naar kolom en rij vanaf a1 linksonder
board-where = daarvan zijn er alleen die waarvoor geldt: { CL($condition) }
board-wrapped = over de rand kom je aan de andere kant weer binnen
board-open = het bord heeft geen rand; er is ruimte voor { $n } verbonden { NP($noun, "plural") } in elke richting
board-open-hexagonal = de { NP($noun, "plural") } zijn zeshoekig
board-edges = de { NP($noun, "plural") } zijn de zijden van de { NP($base, "plural") }, genoemd naar een daarvan en naar de kant waar ze liggen
board-corners = de { NP($noun, "plural") } zijn de hoeken van de { NP($base, "plural") }, genoemd naar een daarvan en naar de plaats waar ze daar liggen
board-graph = lijnen verbinden { NP($noun, "every") } met deze buren
place-one = hier kan één { NP($noun, "bare") } liggen
place-heap = hier liggen { NP($noun, "plural") }, zonder volgorde
place-row = hier liggen { NP($noun, "plural") } op een rij
place-stack = hier liggen { NP($noun, "plural") } op een stapel
place-one-each = voor { NP($each, "every") } kan hier één { NP($noun, "bare") } liggen
place-heap-each = voor { NP($each, "every") } liggen hier { NP($noun, "plural") }, zonder volgorde
place-row-each = voor { NP($each, "every") } liggen hier { NP($noun, "plural") } op een rij
place-stack-each = voor { NP($each, "every") } liggen hier { NP($noun, "plural") } op een stapel
at-most-there = ten hoogste { $n }
seen-depending = als { SUB($condition) }: { DO($then) }; anders: { DO($otherwise) }
seen-all = iedereen ziet wat het is
seen-nobody = niemand ziet wat het is
seen-some = alleen { $who } mag zien wat het is
lies-seen-all = iedereen mag bekijken wat hier ligt
lies-seen-nobody = niemand mag bekijken wat hier ligt
lies-seen-some = alleen { $who } mag bekijken wat hier ligt
counted-all = iedereen ziet hoeveel het er zijn
counted-nobody = niemand ziet hoeveel het er zijn
counted-some = alleen { $who } mag zien hoeveel het er zijn
keep = onthoud { $type }
keep-each = onthoud voor { NP($each, "every") } { $type }
keep-optional = onthoud { $type }, of dat die er niet is
keep-optional-each = onthoud voor { NP($each, "every") } { $type }, of dat die er niet is
keep-set = onthoud een willekeurig aantal { NP($noun, "plural") }
keep-set-each = onthoud voor { NP($each, "every") } een willekeurig aantal { NP($noun, "plural") }
keep-truth = onthoud of het zo is
keep-whether = onthoud of { SUB($condition) }
keep-whether-each = onthoud voor { NP($each, "every") } of { SUB($condition) }
keep-truth-each = onthoud voor { NP($each, "every") } of het zo is
first-value = eerst: { $value }
first-yes = eerst is het zo
first-no = eerst is het niet zo
first-whether = eerst is het zo als { SUB($condition) }
first-nothing = eerst: geen
again-each-turn = aan het begin van elke beurt begint dit opnieuw
again-each-round = aan het begin van elke ronde begint dit opnieuw
position = twee stellingen zijn gelijk als dit alles in beide gelijk is: { $parts }
position-most = nooit hoeven meer dan { $n } stellingen genoteerd te worden
option-number = spreek voor het spel af: een getal van { $low } tot en met { $high }
ruling-number = de regels laten dit open; spreek voor het spel af: een getal van { $low } tot en met { $high }
option = spreek voor het spel af
ruling = de regels laten dit open; spreek voor het spel af
answer = { $title }
option-now = hier: { $value }
ruleset = met deze afspraken
setting = { $option }: { $value }

# ---------------------------------------------------------------------------------------------------------------- rules

it-is-so = { CL($condition) }
so-if = { CL($so) } als { SUB($condition) }
value = { NP($what) }: { $value }
value-nothing = { NP($what) }: geen
cases = { NP($what) } { COUNT($what) ->
    [many] zijn
   *[one] is
}
cases-so = of { SUB($so) }
case-so = als { SUB($when) }: als { SUB($condition) }
case-so-else = anders: als { SUB($condition) }
case = { $value }, als { SUB($condition) }
case-else = anders { $value }
nested = ten hoogste { $n } diep
combining-add = de waarden van alle uitzonderingen die gelden, worden hierbij opgeteld
combining-floor = als alles samen minder dan { $n } is, is het { $n }
combining-ceiling = als alles samen meer dan { $n } is, is het { $n }
combining-most = van deze waarde en die van alle uitzonderingen die gelden, telt de grootste
combining-least = van deze waarde en die van alle uitzonderingen die gelden, telt de kleinste
combining-any = wat dit of een uitzondering die geldt, zegt, hoort erbij
combining-any-truth = het is ook zo waar een uitzondering dat zegt
combining-all = alleen wat dit en alle uitzonderingen die gelden, zeggen, hoort erbij
combining-all-truth = het is alleen zo waar geen uitzondering anders zegt
combined-add = dit wordt opgeteld bij wat het anders is
combined-most = van dit en wat het anders is, telt het grootste
combined-least = van dit en wat het anders is, telt het kleinste
combined-any = wat er anders bij hoort, blijft erbij
combined-any-truth = dit komt naast al wat het anders zo maakt
combined-all = alleen wat er ook anders bij hoort, hoort erbij
combined-all-truth = al het andere dat ervoor nodig is, moet ook zo zijn
exception-to = een uitzondering op { $fact }
rank-exception = ze heeft de rang { $rank }
rank-rule = ze heeft de rang { $rank }
over-exception = ze gaat voor { $others }
over-rule = ze komt voor { $others }
never-both = ze komt nooit samen met een andere uitzondering van haar rang
choice = dit zijn de acties
any-time = telkens als je iets moet beslissen, mag je eerst één hiervan doen, zo vaak je wilt
any-time-if = telkens als je iets moet beslissen en { SUB($condition) }, mag je eerst één hiervan doen, zo vaak je wilt
choice-none = hier hoort geen actie bij
action-of = een van { $choice }
for-any = voor { NP($params, "indefinite") }
given-values = gegeven { NP($params, "indefinite") }
in-order = in deze volgorde
event = dit wordt gemeld: { $event }
unanswered = geen regel hier reageert erop
answered = spelers die kunnen reageren, doen dat om de beurt, { $way ->
    [anticlockwise] tegen de klok in
   *[clockwise] met de klok mee
} vanaf { $start }
answered-active = spelers die kunnen reageren, doen dat om de beurt, { $way ->
    [anticlockwise] tegen de klok in
   *[clockwise] met de klok mee
} vanaf de speler aan de beurt
answered-ranked = de regel met de hoogste rang gaat voor
when = als dit gebeurt: { $event }
when-if = als dit gebeurt: { $event }, en { CL($condition) }
when-seat = als dit gebeurt: { $event }, antwoordt { NP($seat, "indefinite") }
when-seat-if = als dit gebeurt: { $event }, antwoordt { NP($seat, "indefinite") }, als { SUB($condition) }
when-seat-fixed = als dit gebeurt: { $event }, antwoordt { $seat }
when-seat-fixed-if = als dit gebeurt: { $event }, antwoordt { $seat }, als { SUB($condition) }
whenever = { $tested ->
    [event] na een gebeurtenis, voor een beslissing
   *[decision] voor een beslissing
} of aan het eind van een beurt, zodra { SUB($condition) }
whenever-each = voor { NP($each, "indefinite") }, { $tested ->
    [event] na een gebeurtenis, voor een beslissing
   *[decision] voor een beslissing
} of aan het eind van een beurt, zodra { SUB($condition) }
step-of = { $step } ({ $call })
before-step = vlak voor { $step }
before-step-if = vlak voor { $step }, als { SUB($condition) }
after-step = vlak na { $step }
after-step-if = vlak na { $step }, als { SUB($condition) }
instead-of-step = in plaats van { $step }
instead-of-step-if = in plaats van { $step }, als { SUB($condition) }
holds-always = het is altijd zo dat { SUB($condition) }
holds-never = het is nooit zo dat { SUB($condition) }
holds-finally = aan het eind van het spel geldt: { CL($condition) }
measured = aan het eind van het spel wordt gemeten: { $value }
measured-each = aan het eind van het spel wordt voor { NP($each, "every") } gemeten: { $value }
measured-whether = aan het eind van het spel wordt gemeten of { SUB($condition) }
measured-whether-each = aan het eind van het spel wordt voor { NP($each, "every") } gemeten of { SUB($condition) }
measured-where = alleen spellen tellen mee waarin { SUB($condition) }
only-while = dit geldt alleen zolang { SUB($condition) }
not-while = dit geldt niet zolang { SUB($condition) }

# -------------------------------------------------------------------------------------------------------------- examples

example-times = dit gebeurt { $n } keer achter elkaar
example-players = met { $n } spelers
example-elsewhere = dit voorbeeld is voor een ander aantal spelers, of andere afspraken
expect = nu geldt: { CL($condition) }
given = de stelling
given-at = de stelling vlak voor { $step }
given-reached = de stelling is die vlak voor { $step }, zoals het spel er komt
play = { $what } wordt gedaan
allow = { $what } mag
refuse = { $what } mag niet
play-pass = de speler past
allow-pass = passen mag
refuse-pass = passen mag niet
play-done = er wordt niets meer gekozen
allow-done = ophouden met kiezen mag
refuse-done = ophouden met kiezen mag niet
opening-begun = het spel wordt vanaf het allereerste begin gespeeld; wat hier niet staat, beslist het toeval
opening-over = het spel gaat door, zoals het toeval wil, tot de eerste beurt begint
given-begun = de stelling is die aan het begin van de eerste beurt
done-with = { $what } ({ $values })
done-value = { NP($name, "bare") } { $value }
by-seat = { $who }: { DO($line) }
by-chance = toeval: { DO($line) }
by-nobody = { DO($line) }
played = { $what }
played-pass = passen
played-done = er wordt niets meer gekozen
why-not = de reden: { CL($condition) }
why-not-values = de reden: { CL($condition) } ({ $values })
why-only = alleen { $value }
why-it-is = het is { $value }
why-value = { $what }: { $value }
why-by = dat volgt uit { $clause }
why-else = er moet nu over iets anders beslist worden
why-else-offers = wat nu kan is { $what }
why-chance = zo kan het toeval niet uitvallen
why-none = dat is alleen voor wie niets anders kan kiezen
why-later = wat erop moet volgen zou niet kunnen
why-turn = dat is al aan de beurt geweest, of komt niet aan de beurt
words = woorden van een andere taal

# ------------------------------------------------------------------------------------------------------- words of a page

# ---- Fixed words of pages (rulekit/render)
ui-page-the-rules = De spelregels
ui-page-reference = Het naslagwerk
ui-page-notes = Aantekeningen van de redactie
ui-page-exactly = De precieze regel
ui-page-rules-box = In de doos
ui-page-rules-set-up = Voorbereiding
ui-page-how-it-ends = Hoe het spel eindigt
ui-page-settled = Wat je anders mag spelen
ui-page-question = Vraag
ui-page-these-rules = Deze regels
ui-page-or = Of
ui-page-by-words = naar de woorden
ui-page-base-game = Het basisspel
ui-page-expansion = De uitbreiding
ui-page-answers = Antwoorden
ui-page-open-questions = Open vragen
ui-page-open-questions-intro = De bronnen zeggen hier niets, of twee dingen. Deze regels volgen het vette antwoord; een getal zegt hoeveel regels een ander antwoord verandert.
ui-page-changes-rules = { $count ->
    [one] verandert 1 regel
   *[other] verandert { $count } regels
    }
ui-page-differences = Vergeleken met de basis
ui-page-for-players = { $many } spelers
ui-page-further-rules = Verdere regels
ui-page-key-exactly = Wijs een regel aan of tik erop: § toont hem in alle bijzonderheden.
ui-page-settled-intro = Deze regels volgen het eerste antwoord op elke vraag. Willen jullie een ander, spreek dat dan vooraf af.
ui-page-key-numbers = Een verhoogd cijfer staat waar groepen verschillend spelen: zie { $settled }.
ui-page-start = Begin
ui-page-rules = Spelregels
ui-page-dark = Donkere kleuren
ui-page-light = Lichte kleuren
ui-page-box = Het materiaal in één oogopslag
ui-page-set-up = Voorbereiding naar aantal spelers
ui-page-course = Verloop van het spel
ui-page-reactions = Waarop geantwoord wordt, en door wie
ui-page-overrides = Wat gaat voor wat
ui-page-as-soon-as = Voor de volgende beslissing, zodra het zo is
ui-page-until-all-pass = tot iedereen past
ui-page-first-to-act = tot iemand iets doet
ui-page-answered = Spelers die kunnen reageren, doen dat
ui-page-active-player = de speler die aan de beurt is
ui-page-usually = Meestal:
ui-page-beats-examples = Voorbeelden
ui-page-beats-first = Het eerste hiervan dat van toepassing is, telt.
ui-page-beats-any = Elk hiervan maakt dat het zo is.
ui-page-beats-all = Het mag alleen als dit alles het toestaat.
ui-page-beats-add = Alles wat van toepassing is, wordt opgeteld.
ui-page-beats-most = Het hoogste van alles wat van toepassing is, telt.
ui-page-beats-least = Het laagste van alles wat van toepassing is, telt.
ui-page-who-sees = Wie wat mag zien
ui-page-changes = Wat deze editie weglaat
ui-page-assumed = Aangenomen
ui-page-glossary = Woordenlijst
ui-page-index = Register
ui-page-sources = Bronnen
ui-page-who-plays = Spelers
ui-page-another-number = een ander aantal
ui-page-from-to = { $low } tot { $high }
ui-page-stands-on = Gebaseerd op
ui-page-other-editions = Andere edities
ui-page-what = Wat
ui-page-how-many = Hoeveel
ui-page-board = Bord
ui-page-one-board = 1 ({ $count } { $noun })
ui-page-at-start = { $count } aan het begin
ui-page-copies-each = { $each ->
    [one] { $total }, allemaal verschillend
   *[other] { $total }: { $sorts } verschillende, van elk { $each }
}
ui-page-copies-of-each = { $count } per { $noun }
ui-page-copies-player = { $count } voor elke speler
ui-page-up-to = { $count ->
    [0] fiches, of papier om te tellen
   *[other] ten hoogste { $count }
}
ui-page-any-number = zoveel als nodig
ui-page-players = { $count ->
    [one] { $count } speler
   *[other] { $count } spelers
}
ui-page-where = Waar
ui-page-pieces = Stukken na de voorbereiding
ui-page-each = elk { $count }
ui-page-begun-caption = Een mogelijk begin{ $count ->
    [0] { "" }
    [one] { " " }met { $count } speler
   *[other] { " " }met { $count } spelers
}; { $by ->
    [players] de spelers kunnen anders kiezen
    [both] het toeval en de spelers kunnen anders beslissen
   *[chance] het toeval kan anders beslissen
}.
ui-page-begun-always = Het begin van het spel{ $count ->
    [0] { "" }
    [one] { " " }met { $count } speler
   *[other] { " " }met { $count } spelers
}
ui-page-example-before = Ervoor
ui-page-example-after = Erna
ui-page-yes = ja
ui-page-no = nee
ui-page-option = Keuze
ui-page-answer = Antwoord
ui-page-usual = gewoonlijk
ui-page-rule = Regel
ui-page-mark = Teken
ui-page-section = Gedeelte
ui-page-cited-by = Regels die erop steunen
ui-page-statements = Wat zij van de bronnen zegt
ui-page-by-rule = Regel voor regel
ui-page-ruled-by = beslist door
ui-page-shown-by = getoond door
ui-page-not-covered = niet opgenomen
ui-page-assumed-otherwise = anders aangenomen
ui-page-open = niets zegt dit
ui-page-not-here = niet op deze bladzijde
ui-page-assumed-mark = aangenomen
ui-page-assumed-intro = Geen bron beslist deze punten. Wat hier gespeeld wordt is gekozen, om de genoemde reden.
ui-page-why-assumed = Waarom
ui-page-who-sees-it = Wie ziet wat erin ligt
ui-page-who-counts = Wie weet hoeveel
ui-page-everybody = iedereen
ui-page-nobody = niemand
ui-page-its-player = de speler van wie het is
ui-page-all-open = Alles ligt open: iedere speler mag altijd alles zien wat er te zien is.
ui-page-rest-open = Al het andere ligt open voor iedereen.
ui-page-was = Wat het was in { $edition }
ui-page-otherwise-in = Anders in:
ui-page-turns = Beurten
ui-page-rounds = Ronde na ronde
ui-page-at-most = ten hoogste
ui-page-window = Iedereen wordt om de beurt gevraagd
ui-page-by = Beslist wordt door
ui-page-from = te beginnen met
ui-page-clockwise = met de klok mee
ui-page-anticlockwise = tegen de klok in
ui-page-once-each = ieder één keer
ui-page-your-turn-if = je bent alleen aan de beurt als
ui-page-none-possible = Als niets daarvan mogelijk is
ui-page-if = Als
ui-page-else = Anders
ui-page-at-any-time = { $count ->
    [one] Vóór elke beslissing, zo vaak als gewenst:
   *[other] Vóór elke beslissing, zo vaak als gewenst, een van:
}
ui-page-one-of = { $count ->
    [one] { "" }
   *[other] Een van:
}
ui-page-may-one-of = { $count ->
    [one] Desgewenst:
   *[other] Desgewenst een van:
}
ui-page-before = ervoor:
ui-page-after = erna:
ui-page-instead-of = in plaats daarvan:
ui-page-contents = Inhoud
ui-chapter-things = De onderdelen van het spel
ui-chapter-places = Plaatsen, en wat onthouden wordt
ui-chapter-course = Verloop van het spel
ui-chapter-actions = Acties
ui-chapter-rules = Regels
ui-chapter-facts = Wat woorden betekenen
ui-chapter-options = Open vragen en keuzes
ui-chapter-examples = Uitgewerkte voorbeelden
ui-chapter-always = Wat altijd geldt
ui-picture-turn = Aan zet: { $seat }
ui-picture-as-seen-by = gezien door { $seat }
ui-picture-as-seen-by-all = zoals iedereen het ziet
ui-picture-unseen = { $count } gedekt
ui-picture-unseen-value = verborgen
ui-picture-empty = leeg
ui-picture-times = { $count } × { $name }
ui-picture-here = { $site }: { $content }
ui-picture-crossed = buiten gebruik
ui-picture-on-the-table = Op tafel
ui-picture-over = Het spel is afgelopen.
ui-page-more-games = Meer spellen
ui-page-for-authors = Voor auteurs
ui-page-filter-players = Spelers
ui-page-filter-minutes = Hooguit zoveel minuten
ui-page-filter-kind = Soort
ui-page-kind-board = bordspel
ui-page-kind-no-board = zonder bord
ui-page-kind-luck = met geluk
ui-page-kind-no-luck = zonder geluk
ui-page-kind-secrets = met geheimen
ui-page-comparisons = Edities vergeleken
ui-page-effect = Met dit antwoord
ui-page-new-rule = Nieuw:
ui-page-gone-rule = Geldt niet:
ui-page-changed-rule = Anders:
ui-page-example-position = De stelling
ui-page-example-shown-in = Getoond in { $edition }.
ui-page-new-here = Nieuw: niet in { $edition }.
ui-page-as-table = Als tabel

# ---- Een sessie (rulekit/session)
ui-session-pass = Passen
ui-session-done = Niets meer
ui-session-nobody = niemand
ui-session-chance = Toeval
ui-session-shown = Getoond
ui-session-nothing = niets
ui-session-none-possible = Niets anders was mogelijk.
ui-session-to-move = Aan zet
ui-session-payoff = Resultaat van { $seat }
ui-session-score = Punten van { $seat }
ui-session-on-offer = Dit kan nu gekozen worden: { $what }.
ui-session-cannot = { $what } kan nu niet gekozen worden. { $why }
ui-session-not-known = Geen mogelijkheid heet “{ $what }”.
ui-session-several = “{ $what }” past op { $count } mogelijkheden: zeg meer.
ui-session-undo-start = Het spel is net begonnen: er valt niets terug te nemen.
ui-session-undo-learnt = Wat “{ $step }” aan het licht bracht, kan niemand terugnemen.
ui-page-play = Spelen
ui-page-change = Regels veranderen en uitproberen
ui-session-none-fits = Er past nu niets.
ui-session-then = Dan: { $what }.
ui-session-whose = { $thing } van { $owner }
ui-session-only-if = Alleen als { $condition }.
ui-session-then-value = dan { $what }
ui-page-play-on = Stap voor stap bekijken en verder spelen
ui-session-value-for = { $noun }: { $value }
ui-session-step-of = { $title }: { $step }
ui-session-you-win = Je wint.
ui-session-you-win-too = Je wint, samen met { $others }.
ui-session-wins = De winst gaat naar { $seats }.
ui-session-draw = Het is gelijkspel.
ui-session-you-lose = Je verliest.
ui-session-nobody-wins = Niemand wint.
ui-session-cites = Uit: { $cites }
ui-play-language = Taal
ui-play-colours = Licht of donker
ui-play-players = Aantal spelers
ui-play-seats = Plaatsen
ui-play-person = een mens
ui-play-random = speelt willekeurig
ui-play-start = Het spel beginnen
ui-play-open = Verder met een bewaard spel
ui-play-loading = Het spel wordt geladen. De plaatsen kunnen al gekozen worden.
ui-play-opening = Het bord wordt klaargezet.
ui-play-board = Bord
ui-play-options = Wat er kan
ui-play-filter = Alleen tonen
ui-play-why = Nu niet mogelijk
ui-play-rule = De regel
ui-play-history = Wat er gebeurde
ui-play-back = Opnieuw kiezen
ui-play-undo = Terugnemen
ui-play-save = In een bestand bewaren
ui-play-copy = In het adres zetten
ui-play-copied = Het adres van deze pagina bevat nu het spel, ook wat verborgen is.
ui-play-new = Nieuw spel
ui-play-others = Andere regels
ui-play-compiling = Deze regels zijn niet voorbereid: ze worden nagekeken en vertaald, wat een minuut kan duren.
ui-play-step = { $title } Stelling { $at } van { $count }.
ui-play-previous = Terug
ui-play-next = Volgende stap
ui-play-decides = Aan de beurt: { $seat }.
ui-play-over = Het spel is afgelopen.
ui-play-result = { $seat }: { $result }
ui-play-hand-over = Geef het scherm aan { $seat }.
ui-play-ready = Ik speel { $seat }
ui-play-none = niets
ui-play-bad-save = Dit is geen bewaard spel met deze regels.
ui-play-failed = Dat is niet gelukt: { $why }
ui-play-news = Sinds de vorige eigen beurt
ui-play-alone = Alleen voor deze plaats:
ui-play-how = Zo speel je
ui-play-book = Het hele regelboek
ui-play-more = Nog { $count }
ui-playground-title = Speeltuin
ui-playground-begin = Beginnen met
ui-playground-files = Bestanden van de tekst
ui-playground-text = Tekst van { $file }
ui-playground-results = Wat ervan komt
ui-playground-messages = Meldingen
ui-playground-rules = Regels in woorden
ui-playground-pictures = Plaatjes
ui-playground-play = Spelen
ui-playground-changes = Wat er verandert
ui-playground-share = Adres om te delen kopiëren
ui-playground-copied = Het adres van deze pagina bevat uw tekst en is gekopieerd: stuur het aan wie u wilt. Er is niets verstuurd.
ui-playground-open = Tekst openen
ui-playground-save = Tekst bewaren
ui-playground-find = In alle bestanden zoeken
ui-playground-leave = Escape, dan Tab, verlaat de tekst. Tab alleen springt in.
ui-playground-loading = Rulekit wordt geladen. U kunt al schrijven.
ui-playground-checking = De tekst wordt nagekeken.
ui-playground-right = De regels kloppen: u kunt ze spelen.
ui-playground-warnings = De regels zijn speelbaar. Opmerkingen: { $count }.
ui-playground-wrong = Fouten in de tekst: { $count }.
ui-playground-last-good = Het spel gaat door met de laatste regels die klopten.
ui-playground-stopped = Deze tekst had meer tijd of geheugen nodig dan mag, dus is het nakijken gestopt. Uw tekst is er nog: verander hem om verder te gaan.
ui-playground-play-stopped = Deze zet had meer tijd of geheugen nodig dan mag, dus is hij gestopt. Het spel gaat ervoor verder.
ui-playground-game-stopped = De nieuwe regels hadden meer tijd of geheugen nodig dan mag, dus zijn ze gestopt. Het spel gaat verder volgens de eerdere.
ui-playground-begin-stopped = Dit spel had om te beginnen meer tijd of geheugen nodig dan mag, dus is het gestopt. Verander de regels om verder te gaan.
ui-playground-rest-stopped = Voorzien wat een zet doet had meer tijd of geheugen nodig dan mag, dus wordt het niet meer getoond.
ui-playground-new-rules = De regels zijn veranderd sinds dit spel werd geopend.
ui-playground-play-new = Verder spelen met de nieuwe regels
ui-playground-players = Aantal spelers
ui-playground-compiling = Het spel wordt gemaakt.
ui-playground-apply = Toepassen
ui-playground-meaning = { $code }: wat dit betekent
ui-playground-exactly = Elke bepaling precies
ui-playground-moves = Willekeurige zetten gespeeld
ui-playground-other = Een ander spel
ui-playground-nothing-changed = Geen aantal spelers kan beide spelen, dus valt er niets te vergelijken.
ui-playground-bad-address = Dit adres of bestand bevat geen tekst van een speeltuin, dus ziet u een spel van de bibliotheek.
ui-playground-failed = Dat is mislukt: { $why }
ui-playground-changed = veranderd
ui-playground-at = { $file }, regel { $place }
ui-playground-working = Dit duurt even.
ui-playground-in-full = Elke verandering van de regels
ui-playground-show-text = De tekst tonen
ui-playground-hide-text = De tekst verbergen
ui-playground-what-changes = Wat deze variant verandert
ui-playground-unchanged = Hij verandert geen regel.
ui-playground-examples-tried = De voorbeelden van de regels worden nagespeeld: { $at } van { $count }.
ui-playground-examples-hold = Voorbeelden van de regels die kloppen: alle { $count }.
ui-playground-examples-failed = Voorbeelden van de regels die niet kloppen: { $failed } van { $count }.
ui-playground-examples-fail = Voorbeelden die niet kloppen: { $count }.
ui-playground-example-base = Dit voorbeeld van het basisspel klopt niet in uw variant.
ui-playground-example-fault = In dit voorbeeld lopen de regels vast.
ui-playground-example-own = Dit voorbeeld klopt niet.
ui-playground-wanted = Verwacht
ui-playground-got = Uitkomst
ui-playground-reasons = Waarom
ui-playground-steps = De stappen tot daar
ui-playground-defined = Waar het staat
ui-playground-used = Waar het gebruikt wordt
ui-playground-foreign = Teksten in het { $language } die niet meer passen: { $count }
ui-playground-foreign-why = Uw variant heeft geen teksten in het { $language }. Schrijf ze in een blok ‘words { $code }:’, of laat de taal weg als niemand uw variant daarin zal lezen.
ui-playground-foreign-out = { $language } weglaten
ui-terminal-do-one = { $seat }, doe een van deze (een getal, woorden of ?):
ui-terminal-choose-one = { $seat }, kies een van { $count } (? voor hulp)
ui-terminal-of = van { $count }
ui-terminal-help = een getal, of woorden die de lijst korter maken (Tab vult aan); `back` toont weer alles; `look` toont het bord; `why …` zegt waarom iets er niet bij staat; `rules` toont de regel van deze beslissing; `undo` neemt terug; `random` kiest willekeurig; `save BESTAND` bewaart; `quit` stopt
ui-terminal-range = er zijn mogelijkheden 1 tot en met { $count }
ui-terminal-alone = Alleen voor deze plaats:
ui-terminal-hides = Enter verbergt dit.
ui-terminal-why-what = Wat ontbreekt er? `why NAAM` vraagt naar een mogelijkheid
ui-terminal-save-where = In welk bestand?
ui-terminal-saved = bewaard in { $file }
ui-terminal-hand-over = geef het toetsenbord aan { $seat }; druk daar op Enter
ui-terminal-since = { $seat }, sinds de vorige eigen beurt:
ui-terminal-has-seen = Gezien door { $seat }:
ui-terminal-ways = { $count } mogelijkheden: typ er een, zoals { $example }
ui-terminal-partly = het eerste deel toont wat ermee kan
ui-terminal-over = afgelopen: { $results }
