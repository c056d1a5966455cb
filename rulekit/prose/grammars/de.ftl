# Deutsch.  Wie es geht: grammar.py; was Klammern, ~ und ^ in Sätzen bedeuten: order.py.
# Wer entscheidet, wird angesprochen: "du", und im Imperativ.  Alle anderen stehen in der dritten Person.

locale = de
gender = common
articles = der die das
clause-words = bist dass darf es hat haben ist kann man muss niemand ob sie sind wann war warum was welche welcher welches wem
    wen wenn wer wessen wie wo
no-nouns = an auf aus bei da das dort er es her hier hin ihr in mein mit nach nun sein sie von vor was wem wen wer wessen wie
    wo zu
slot-articles = ein eine einen einem einer eines der die das den dem des
not = nicht
verb-last = yes
contractions = von+dem=vom zu+dem=zum in+dem=im an+dem=am
dative-after = von aus bei mit zu in auf ab an neben
declines = yes
capital-nouns = yes
declined = { $case ->
    [dative] { $number ->
        [many] { $gender ->
            [title] { $noun }
           *[other] { LAST($noun) ->
                [n] { $noun }
                [s] { $noun }
               *[other] { $noun }n
            }
        }
       *[one] { $noun }
    }
   *[other] { $noun }
}

# Wörter, die die Suche auf Seiten übergeht: Sie stehen in den meisten Texten und Fragen.
unsearched-words = der die das den dem des ein eine einen einem einer eines ich mich mir mein meine meinen du dich dir
    dein deine deinen er ihn ihm sein seine seinen sie es wir uns ihr ihre ihren man bin ist sind sei war waren kann
    können darf dürfen muss müssen soll sollen will wird werden hat haben habe wie was wer wen wem wann wo warum welche
    welcher welches ob wenn dass im in an am auf aus bei mit nach von vom zu zum zur für um und oder nicht kein keine so
    da dann als

verb = { $form ->
    [you] { $verb ->
        [ist] bist
        [hat] hast
        [kann] kannst
        [darf] darfst
        [muss] musst
        [wird] wirst
       *[other] { LAST($verb) ->
            [t] { LAST($verb, 2) ->
                [zt] { $verb }
                [st] { $verb }
               *[other] { CUT($verb) }st
            }
           *[other] { $verb }
        }
    }
   *[many] { $verb ->
        [ist] sind
        [hat] haben
        [kann] können
        [darf] dürfen
        [muss] müssen
        [wird] werden
        [kommt] kommen
        [liegt] liegen
        [steht] stehen
        [gilt] gelten
        [gewinnt] gewinnen
       *[other] { LAST($verb, 2) ->
            [rt] { CUT($verb) }en
           *[other] { $verb }
        }
    }
}

# ---------------------------------------------------------------------------------------------------------------- nouns

noun-definite = { $gender ->
    [title] { $noun }
   *[other] { $number ->
        [many] { $case ->
            [dative] den
           *[other] die
        }
       *[one] { $gender ->
            [feminine] { $case ->
                [dative] der
               *[other] die
            }
            [neuter] { $case ->
                [dative] dem
               *[other] das
            }
           *[masculine] { $case ->
                [accusative] den
                [dative] dem
               *[other] der
            }
        }
    } { $noun }
}
noun-indefinite = { $gender ->
    [title] { $noun }
   *[other] { $number ->
        [many] { $noun }
       *[one] ein{ $gender ->
            [feminine] { $case ->
                [dative] er
               *[other] e
            }
            [neuter] { $case ->
                [dative] em
               *[other] { "" }
            }
           *[masculine] { $case ->
                [accusative] en
                [dative] em
               *[other] { "" }
            }
        } { $noun }
    }
}
noun-every = { $number ->
    [many] alle{ $case ->
        [dative] n
       *[other] { "" }
    }
   *[one] jed{ $gender ->
        [feminine] { $case ->
            [dative] er
           *[other] e
        }
        [neuter] { $case ->
            [dative] em
           *[other] es
        }
       *[masculine] { $case ->
            [accusative] en
            [dative] em
           *[other] er
        }
    }
} { $noun }
noun-none = kein{ $number ->
    [many] e
   *[one] { $gender ->
        [feminine] e
        [neuter] { "" }
       *[masculine] { $case ->
            [accusative] en
           *[other] { "" }
        }
    }
} { $noun }
noun-bare = { $noun }
noun-genitive = von { $gender ->
    [title] { $noun }
    [feminine] { $number ->
        [many] den
       *[one] der
    } { $noun }
   *[other] { $number ->
        [many] den
       *[one] dem
    } { $noun }
}
lettered = { $noun } { $letter }
lettered-indefinite = ein{ $gender ->
    [feminine] e
    [neuter] { "" }
   *[masculine] { $case ->
        [accusative] en
       *[other] { "" }
    }
} { $noun } { $letter }
lettered-none = kein { $noun } { $letter }
lettered-genitive = von { $noun } { $letter }
name-letter = { $named ->
    [yes] ({ $noun } { $letter })
   *[no] { $letter }
}
name-apart = ({ $gender ->
    [feminine] die
    [neuter] das
   *[masculine] der
} { $noun })
genitive-name = von { $name }
none-of = kein { $what }
plural-of = { LAST($noun) ->
    [e] { $noun }n
    [r] { $noun }
    [l] { $noun }
    [n] { $noun }
   *[other] { $noun }e
}
quoted = „{ $title }“
argument = { $name }: { $value }
performed = { $what } ({ $values })
attribute-with = { $noun } { NP($value, $form) }
attribute-same = { NP($value, "dative") }
made = { $what } mit { $values }
of = { $what } von { NP($of, $form, "dative") }
owned = { PERSON($owner) ->
    [you] { $gender ->
        [title] { $noun } von dir
       *[other] dein{ $number ->
            [many] { $case ->
                [dative] en
               *[other] e
            }
           *[one] { $gender ->
                [feminine] { $case ->
                    [dative] er
                   *[other] e
                }
                [neuter] { $case ->
                    [dative] em
                   *[other] { "" }
                }
               *[masculine] { $case ->
                    [accusative] en
                    [dative] em
                   *[other] { "" }
                }
            }
        } { $noun }
    }
   *[other] { $gender ->
        [title] { $noun }
       *[other] { $number ->
            [many] { $case ->
                [dative] den
               *[other] die
            }
           *[one] { $gender ->
                [feminine] { $case ->
                    [dative] der
                   *[other] die
                }
                [neuter] { $case ->
                    [dative] dem
                   *[other] das
                }
               *[masculine] { $case ->
                    [accusative] den
                    [dative] dem
                   *[other] der
                }
            }
        } { $noun }
    } von { NP($owner, "dative") }
}
seat = Spieler { $n }

noun-player = Spieler
    .plural = Spieler
    .gender = masculine
noun-number = Zahl
    .plural = Zahlen
    .gender = feminine
noun-truth = Ja oder Nein
    .plural = Ja oder Nein
    .gender = neuter
noun-thing = Ding
    .plural = Dinge
    .gender = neuter
noun-direction = Richtung
    .plural = Richtungen
    .gender = feminine
noun-answers = Antwort
    .plural = Antworten
    .gender = feminine
noun-column = Spalte
    .plural = Spalten
    .gender = feminine
noun-row = Reihe
    .plural = Reihen
    .gender = feminine

rim-site = { $cell } { $ways }
direction-n = Nord
direction-ne = Nordost
direction-e = Ost
direction-se = Südost
direction-s = Süd
direction-sw = Südwest
direction-w = West
direction-nw = Nordwest

# ---------------------------------------------------------------------------------------------------------- noun phrases

me = { $case ->
    [dative] dir
    [accusative] dich
   *[nominative] du
}
me-genitive = von dir
active = { $case ->
    [dative] dem Spieler am Zug
    [accusative] den Spieler am Zug
   *[nominative] der Spieler am Zug
}
players = { $case ->
    [dative] der Zahl der Spieler
   *[nominative] die Zahl der Spieler
}
winners = { $case ->
    [dative] den Gewinnern
   *[nominative] die Gewinner
}
the-noun = { NP($noun, $case) }
nothing = keins
yes = ja
no = nein
thing = { $name }
all-of = { $case ->
    [dative] allen
   *[nominative] alle
} { NP($noun, "plural") }
option-value = { $name } ({ $value })
whether = ob { SUB($condition) }
piece-in = { NP($noun, $form, $case) } { $where ->
    [on] auf
   *[in] in
} { NP($place, "dative") }
plus = { NP($left, $case) } plus { $right }
minus = { NP($left, $case) } minus { $right }
plus-if = { NP($left, $case) }, plus { $right }, wenn { SUB($condition) }
minus-if = { NP($left, $case) }, minus { $right }, wenn { SUB($condition) }
times = { NP($left, $case) } mal { $right }
divided = { $left } geteilt durch { $right } (abgerundet)
remainder = der Rest von { NP($left, "dative") } geteilt durch { $right }
negative = minus { $what }
held = ({ $what })
together = { $left } zusammen mit { NP($right, "dative") }
without = { NP($left, $case) } außer { NP($right, "dative") }
common = was von { NP($left, "dative") } auch zu { NP($right, "dative") } gehört
steps-on = { NP($noun, $case) } { $steps } weiter als { $start }
steps-back = { NP($noun, $case) } { $steps } vor { NP($start, "dative") }
conditional = { $then }, wenn { SUB($condition) }, sonst { $otherwise }
range = die Zahlen von { $low } bis { $high }
after-value = { $value }, wie es danach wäre ({ $call })
times-seen = die Zahl, wie oft die jetzige Stellung notiert wurde ({ $position })
let-value = { $body }, wobei { $name } für Folgendes steht: { $value }
top = { $case ->
    [dative] { GENDER($noun) ->
        [feminine] der obersten
       *[other] dem obersten
    }
   *[nominative] { GENDER($noun) ->
        [feminine] die oberste
        [neuter] das oberste
       *[masculine] der oberste
    }
} { NP($noun, "bare") } von { NP($place, "dative") }
bottom = { $case ->
    [dative] { GENDER($noun) ->
        [feminine] der untersten
       *[other] dem untersten
    }
   *[nominative] { GENDER($noun) ->
        [feminine] die unterste
        [neuter] das unterste
       *[masculine] der unterste
    }
} { NP($noun, "bare") } von { NP($place, "dative") }
remembered = { $what }, wie du es gesehen hast
if-none = { $what } (oder { $otherwise }, wenn es keins gibt)
size = { $case ->
    [dative] der
   *[nominative] die
} Zahl der { NP($noun, "plural") } { $where ->
    [set] unter
    [on] auf
   *[in] in
} { NP($place, "dative") }
size-different = { $case ->
    [dative] der
   *[nominative] die
} Zahl der verschiedenen { NP($noun, "plural", "genitive") } von allen { NP($members, "plural", "dative") }
size-of = { $case ->
    [dative] der
   *[nominative] die
} Zahl { $how ->
    [definite] von { NP($set, "dative") }
   *[bare] der { NP($set, "bare") }
}
amount = die Zahl der Exemplare von { NP($what, "dative") } in { NP($place, "dative") }
item = { NP($noun, $case) } Nummer { $n } von unten in { NP($place, "dative") }
next = { $case ->
    [dative] { GENDER($noun) ->
        [feminine] der nächsten
       *[other] dem nächsten
    }
   *[nominative] { GENDER($noun) ->
        [feminine] die nächste
        [neuter] das nächste
       *[masculine] der nächste
    }
} { NP($noun, "bare") } nach { NP($what, "dative") }
previous = { NP($noun, $case) } gleich vor { NP($what, "dative") }
next-site = { GENDER($noun) ->
    [feminine] die nächste
    [neuter] das nächste
   *[masculine] der nächste
} { NP($noun, "bare") } von { NP($what, "dative") } aus in Richtung { $direction }
previous-site = { GENDER($noun) ->
    [feminine] die vorige
    [neuter] das vorige
   *[masculine] der vorige
} { NP($noun, "bare") } hinter { NP($what, "dative") }, gesehen in Richtung { $direction }
next-player = { $case ->
    [dative] dem Spieler
    [accusative] den Spieler
   *[nominative] der Spieler
} nach { NP($what, "dative") }
previous-player = { $case ->
    [dative] dem Spieler
    [accusative] den Spieler
   *[nominative] der Spieler
} vor { NP($what, "dative") }
member = { NP($noun, $case) } an Stelle { $n }, gezählt ab 0
member-beside = { NP($noun, $case) } an derselben Stelle der Ordnung wie { $what }
difference = der Unterschied zwischen { NP($left, "dative") } und { NP($right, "dative") }
opponent = { PERSON($player) ->
    [you] { $case ->
        [dative] deinem Gegner
        [accusative] deinen Gegner
       *[nominative] dein Gegner
    }
   *[other] { $case ->
        [dative] dem Gegner
        [accusative] den Gegner
       *[nominative] der Gegner
    } von { NP($player, "dative") }
}
payoff = die Auszahlung von { NP($player, "dative") }
abs = die Größe von { NP($what, "dative") }, ohne Vorzeichen
lesser = die kleinere der Zahlen { $left } und { $right }
greater = die größere der Zahlen { $left } und { $right }
steps = { NP($noun, $case) } { $n } Schritte in Richtung { $direction } von { NP($site, "dative") }
ray = die { NP($noun, "plural") } von { NP($site, "dative") } aus in Richtung { $direction }
next-site-towards = { GENDER($noun) ->
    [feminine] die nächste
    [neuter] das nächste
   *[masculine] der nächste
} { NP($noun, "bare") } von { NP($what, "dative") } aus in { NP($direction, "dative") }
previous-site-towards = { GENDER($noun) ->
    [feminine] die vorige
    [neuter] das vorige
   *[masculine] der vorige
} { NP($noun, "bare") } hinter { NP($what, "dative") }, gesehen in { NP($direction, "dative") }
steps-towards = { NP($noun, $case) } { $n } Schritte von { NP($site, "dative") } in { NP($direction, "dative") }
ray-towards = die { NP($noun, "plural") } von { NP($site, "dative") } aus in { NP($direction, "dative") }
title-flow = das Spiel
adjacent = { $case ->
    [dative] den Nachbarn
   *[nominative] die Nachbarn
} von { NP($site, "dative") }
around = { $case ->
    [dative] den { NP($noun, "plural", "dative") }
   *[nominative] die { NP($noun, "plural") }
} rings um { NP($site, "accusative") }
touching = { $case ->
    [dative] den { NP($noun, "plural", "dative") }
   *[nominative] die { NP($noun, "plural") }
} an { NP($site, "dative") }
between = { $case ->
    [dative] den
   *[nominative] die
} { NP($noun, "plural") } zwischen { NP($left, "dative") } und { NP($right, "dative") }
direction = die Richtung von { NP($left, "dative") } nach { NP($right, "dative") }
distance = der Abstand von { NP($left, "dative") } nach { NP($right, "dative") }
index = die Stelle von { NP($what, "dative") } in der Ordnung (gezählt ab 0)
index-counted = die Stelle von { NP($what, "dative") } in der Ordnung ({ $items })
with-number = { $what } { $n }
with-each = { $apart ->
    [yes] { NP($first, $form, $case) }, und { NP($rest, $later, $case) }
   *[no] { NP($first, $form, $case) } und { NP($rest, $later, $case) }
}
count = die Zahl der { NP($members, "plural") }
the-only = { GENDER($members) ->
    [feminine] die einzige
    [neuter] das einzige
   *[masculine] der einzige
} { NP($members, "bare") }
first = { GENDER($members) ->
    [feminine] die erste
    [neuter] das erste
   *[masculine] der erste
} { NP($members, "bare") }
sum = die Summe, über { NP($members, "every", "accusative") }, von { NP($value, "dative") }
most = das Größte, über { NP($members, "every", "accusative") }, von { NP($value, "dative") }
least = das Kleinste, über { NP($members, "every", "accusative") }, von { NP($value, "dative") }
sum-of = die Summe aus { NP($noun, "dative") } von allen { NP($members, "plural", "dative") }
most-of = { GENDER($noun) ->
    [feminine] die größte
    [neuter] das größte
   *[masculine] der größte
} { NP($noun, "bare") } von allen { NP($members, "plural", "dative") }
least-of = { GENDER($noun) ->
    [feminine] die kleinste
    [neuter] das kleinste
   *[masculine] der kleinste
} { NP($noun, "bare") } von allen { NP($members, "plural", "dative") }
most-otherwise = das Größte, über { NP($members, "every", "accusative") }, von { NP($value, "dative") } (oder { $otherwise }, wenn es keins gibt)
least-otherwise = das Kleinste, über { NP($members, "every", "accusative") }, von { NP($value, "dative") } (oder { $otherwise }, wenn es keins gibt)
united = { $value }, für { NP($members, "every", "accusative") }, alles zusammen
united-of = { COUNT($noun) ->
    [many] { NP($noun, $case) }
   *[one] { $case ->
        [dative] den { NP($noun, "plural", "dative") }
       *[nominative] die { NP($noun, "plural") }
    }
} von allen { NP($members, "plural", "dative") }, zusammen
sum-otherwise = die Summe, über { NP($members, "every", "accusative") }, von { NP($value, "dative") } (oder { $otherwise }, wenn es keins gibt)
every = { NP($members, "every", $case) }
image = { $value }, für { NP($members, "every", "accusative") }
reach = { $seed }, mit { NP($source, "dative") } darin { $next }, und so weiter
reach-one = { $seed }, { $next }, und so weiter von jedem davon aus
amount-exactly = { $n }
amount-between = { $low } bis { $high }
amount-at-least = mindestens { $n }
amount-up-to = bis zu { $n }
amount-any = beliebig viele
column = { NP($noun, "bare") }
by-players = { $said } (bei { $counts } { $last ->
    [one] Spieler
   *[other] Spielern
})
column-neighbours = Nachbarn
of-type = { NP($noun, "indefinite", "accusative") } { $source }
every-noun = { NP($noun, "every", $case) } { $source }
active-part = wer am Zug ist
printed = { $text }

from-place = { $where ->
    [on] auf
   *[in] in
} { NP($place, "dative") }
from-range = von { $low } bis { $high }
from-list = ({ $items })
from-set = aus { NP($what, "dative") }
from-optional = (nämlich { $what })

# ------------------------------------------------------------------------------------------------------------ conditions

relative = , { $text }
that = { $gender ->
    [feminine] die
    [neuter] das
   *[masculine] der
} { $clause }
whose = { $gender ->
    [feminine] bei der
   *[other] bei dem
} { $clause }
for-which = für { $number ->
    [many] die
   *[one] { $gender ->
        [feminine] die
        [neuter] das
       *[masculine] den
    }
} gilt, dass { SUB($condition) }
inner-or = entweder { $list }
inner-and = sowohl { $list }
exists = es [gibt] { NP($member, "indefinite", "accusative", "open") }
exists-not = es [gibt] { NP($member, "none", "accusative", "open") }
for-what-there-is = für { NP($what, "accusative") } ({ $name }), wenn es das gibt, [gilt] ^, dass { SUB($body) }
for-what-there-is-where = für { NP($what, "accusative") } ({ $name }), wenn es das gibt und { SUB($condition) }, [gilt] ^, dass { SUB($body) }
for-every = für { NP($member, "every", "accusative") } [gilt] ^, dass { SUB($body) }
all-of-these = all dies [gilt]
any-of-these = mindestens eins davon [gilt]
so-named = { $what } [gilt] ~
so-named-of = { $what } [gilt] ~ für { $of }

always = dies [gilt] immer
never = dies [gilt] nie
so = dies [ist] ~ so
ended = das Spiel [ist] ~ zu Ende
has-turn = { $who } [ist] ~ am Zug
is = { $left } [ist] ~ { $right }
less = { $left } [ist] kleiner ^ als { $right }
more = { $left } [ist] größer ^ als { $right }
at-most = { $left } [ist] höchstens { $right }
at-least = { $left } [ist] mindestens { $right }
before = { $left } [kommt] vor { NP($right, "dative") }
after = { $left } [kommt] nach { NP($right, "dative") }
not-before = { $left } [kommt] nicht früher ^ als { $right }
not-after = { $left } [kommt] nicht später ^ als { $right }
least-number = { $value } [ist] ~ am niedrigsten
least-number-among = { $value } [ist] ~ am niedrigsten von { NP($members, "plural", "dative") }
least-number-alone = { $value } [ist] ~ niedriger ^ als alles andere
least-number-alone-among = { $value } [ist] ~ niedriger ^ als alles andere von { NP($members, "plural", "dative") }
most-number = { $value } [ist] ~ am höchsten
most-number-among = { $value } [ist] ~ am höchsten von { NP($members, "plural", "dative") }
most-number-alone = { $value } [ist] ~ höher ^ als alles andere
most-number-alone-among = { $value } [ist] ~ höher ^ als alles andere von { NP($members, "plural", "dative") }
least-order = { $value } [kommt] ~ zuerst
least-order-among = { $value } [kommt] ~ zuerst von { NP($members, "plural", "dative") }
least-order-alone = { $value } [kommt] ~ vor allem anderen
least-order-alone-among = { $value } [kommt] ~ vor allem anderen von { NP($members, "plural", "dative") }
most-order = { $value } [kommt] ~ zuletzt
most-order-among = { $value } [kommt] ~ zuletzt von { NP($members, "plural", "dative") }
most-order-alone = { $value } [kommt] ~ nach allem anderen
most-order-alone-among = { $value } [kommt] ~ nach allem anderen von { NP($members, "plural", "dative") }
seen-times = die jetzige Stellung [ist] ~ { $n }-mal notiert ^ ({ $position })
exactly-if = { CL($left) }, wenn { SUB($right) }, und nur dann
exactly-if-denied = entweder { CL($left) }, oder { CL($right) }, aber nicht beides
depending = wenn { SUB($condition) }, dann { CL($then) }, und sonst { CL($otherwise) }
same-set = { $left } [ist] ~ genau { $right }
wins-alone = allein { $who } [gewinnt]
share = { $left } [hat] { NP($noun, "indefinite", "accusative") } gemeinsam mit { NP($right, "dative") }
share-none = { $left } [hat] { NP($noun, "none", "accusative") } gemeinsam mit { NP($right, "dative") }
within = { $left } [liegt] ~ ganz in { NP($right, "dative") }
belongs = { $what } [gehört] ~ zu { NP($set, "dative") }
in-range = { $what } [ist] ~ von { $low } bis { $high }
lies-in = { $what } [liegt] ~ { $where ->
    [on] auf
   *[in] in
} { NP($place, "dative") }
empty = { $what } [ist] leer
not-empty = { $what } [ist] nicht leer
nothing-in = { NP($noun, "none") } [liegt] { $where ->
    [on] auf
   *[in] in
} { NP($place, "dative") }
something-in = { NP($noun, "indefinite") } [liegt] { $where ->
    [on] auf
   *[in] in
} { NP($place, "dative") }
none-among = es [gibt] { NP($noun, "none", "accusative") } unter { NP($what, "dative") }
has-none = { NP($who) } [hat] keine { NP($set, "bare") }
has-some = { NP($who) } [hat] { NP($set, "bare") }
has-exactly = { NP($who) } [hat] genau { $n } { NP($set, "bare") }
has-not-exactly = { NP($who) } [hat] nicht genau { $n } { NP($set, "bare") }
has-fewer = { NP($who) } [hat] weniger als { $n } { NP($set, "bare") }
has-at-least = { NP($who) } [hat] mindestens { $n } { NP($set, "bare") }
has-more = { NP($who) } [hat] mehr als { $n } { NP($set, "bare") }
has-at-most = { NP($who) } [hat] höchstens { $n } { NP($set, "bare") }
some-among = es [gibt] { NP($noun, "indefinite", "accusative") } unter { NP($what, "dative") }
there-is-none = es [gibt] { NP($what, "none", "accusative") }
there-is-one = es [gibt] { NP($what, "indefinite", "accusative") }
exactly-in = es [gibt] genau { $n } { $n ->
    [one] { NP($noun, "bare") }
   *[other] { NP($noun, "plural") }
} { $where ->
    [set] unter
    [on] auf
   *[in] in
} { NP($place, "dative") }
not-exactly-in = es [gibt] nicht genau { $n } { $n ->
    [one] { NP($noun, "bare") }
   *[other] { NP($noun, "plural") }
} { $where ->
    [set] unter
    [on] auf
   *[in] in
} { NP($place, "dative") }
fewer-in = es [gibt] weniger als { $n } { $n ->
    [one] { NP($noun, "bare") }
   *[other] { NP($noun, "plural") }
} { $where ->
    [set] unter
    [on] auf
   *[in] in
} { NP($place, "dative") }
more-in = es [gibt] mehr als { $n } { $n ->
    [one] { NP($noun, "bare") }
   *[other] { NP($noun, "plural") }
} { $where ->
    [set] unter
    [on] auf
   *[in] in
} { NP($place, "dative") }
at-least-in = es [gibt] mindestens { $n } { $n ->
    [one] { NP($noun, "bare") }
   *[other] { NP($noun, "plural") }
} { $where ->
    [set] unter
    [on] auf
   *[in] in
} { NP($place, "dative") }
at-most-in = es [gibt] höchstens { $n } { $n ->
    [one] { NP($noun, "bare") }
   *[other] { NP($noun, "plural") }
} { $where ->
    [set] unter
    [on] auf
   *[in] in
} { NP($place, "dative") }
there-are-exactly = es [gibt] genau { $n } { $n ->
    [one] { NP($members, "bare", "open") }
   *[other] { NP($members, "plural", "open") }
}
there-are-not-exactly = es [gibt] nicht genau { $n } { $n ->
    [one] { NP($members, "bare", "open") }
   *[other] { NP($members, "plural", "open") }
}
there-are-fewer = es [gibt] weniger als { $n } { $n ->
    [one] { NP($members, "bare", "open") }
   *[other] { NP($members, "plural", "open") }
}
there-are-more = es [gibt] mehr als { $n } { $n ->
    [one] { NP($members, "bare", "open") }
   *[other] { NP($members, "plural", "open") }
}
there-are-at-least = es [gibt] mindestens { $n } { $n ->
    [one] { NP($members, "bare", "open") }
   *[other] { NP($members, "plural", "open") }
}
there-are-at-most = es [gibt] höchstens { $n } { $n ->
    [one] { NP($members, "bare", "open") }
   *[other] { NP($members, "plural", "open") }
}
there-are-no = es [gibt] { NP($members, "none", "accusative", "open") }
there-are-some = es [gibt] { NP($members, "indefinite", "accusative", "open") }
possible = du [kannst] { $what } ~ tun
possible-choice = es [ist] dir etwas möglich ^ aus { $what }
possible-choice-denied = es [ist] dir nichts möglich ^ aus { $what }
after-holds = danach ({ $call }) [gilt] ^, dass { SUB($condition) }
let-holds = mit { $name } für { NP($value, "accusative") } [gilt] ^, dass { SUB($condition) }

# --------------------------------------------------------------------------------------------------------------- layout

inline = { $head }: { $step }
inline-comma = { $head }: { $step }
then = dann

# --------------------------------------------------------------------------------------------------------------- effects

copies-of = { $n } Exemplare von { NP($what, "dative") }
move-value = lege { NP($what, "accusative") } { $where ->
    [on] von
   *[in] aus
} { NP($place, "dative") } { $end ->
    [bottom] unten in
    [top] oben auf
    [on] auf
   *[in] in
} { NP($to, "accusative") }
move-top = lege { NP($noun, "accusative") } oben auf { NP($place, "dative") } { $end ->
    [bottom] unten in
    [top] oben auf
    [on] auf
   *[in] in
} { NP($to, "accusative") }
move-bottom = lege { NP($noun, "accusative") } unten in { NP($place, "dative") } { $end ->
    [bottom] unten in
    [top] oben auf
    [on] auf
   *[in] in
} { NP($to, "accusative") }
move-item = lege { NP($noun, "accusative") } Nummer { $n } von unten aus { NP($place, "dative") } { $end ->
    [bottom] unten in
    [top] oben auf
    [on] auf
   *[in] in
} { NP($to, "accusative") }
move-random = lege { NP($noun, "indefinite", "accusative") }, zufällig gezogen aus { NP($place, "dative") }, { $end ->
    [bottom] unten in
    [top] oben auf
    [on] auf
   *[in] in
} { NP($to, "accusative") }
move-all = lege alle { NP($noun, "plural") } { $where ->
    [on] von
   *[in] aus
} { NP($place, "dative") } { $end ->
    [bottom] unten in
    [top] oben auf
    [on] auf
   *[in] in
} { NP($to, "accusative") }
move-single = lege { NP($noun, "accusative") } { $where ->
    [on] von
   *[in] aus
} { NP($place, "dative") } { $end ->
    [bottom] unten in
    [top] oben auf
    [on] auf
   *[in] in
} { NP($to, "accusative") }
remove-value = lege { NP($what, "accusative") } von { NP($place, "dative") } zurück in die Schachtel
remove-top = lege { NP($noun, "accusative") } oben auf { NP($place, "dative") } zurück in die Schachtel
remove-bottom = lege { NP($noun, "accusative") } unten in { NP($place, "dative") } zurück in die Schachtel
remove-item = lege { NP($noun, "accusative") } Nummer { $n } von unten aus { NP($place, "dative") } zurück in die Schachtel
remove-random = lege { NP($noun, "indefinite", "accusative") }, zufällig gezogen aus { NP($place, "dative") }, zurück in die Schachtel
remove-all = lege alle { NP($noun, "plural") } { $where ->
    [on] auf
   *[in] in
} { NP($place, "dative") } zurück in die Schachtel
remove-single = lege { NP($noun, "accusative") } { $where ->
    [on] auf
   *[in] in
} { NP($place, "dative") } zurück in die Schachtel
put = lege { NP($what, "indefinite", "accusative") } aus der Schachtel { $end ->
    [bottom] unten in
    [top] oben auf
    [on] auf
   *[in] in
} { NP($to, "accusative") }
put-every = lege jedes Exemplar von { NP($what, "dative") } aus der Schachtel { $end ->
    [bottom] unten in
    [top] oben auf
    [on] auf
   *[in] in
} { NP($to, "accusative") }
put-all = lege { NP($what, "accusative") } aus der Schachtel { $end ->
    [bottom] unten in
    [top] oben auf
    [on] auf
   *[in] in
} { NP($to, "accusative") }
put-amount = lege { $n } Exemplare von { NP($what, "dative") } aus der Schachtel { $end ->
    [bottom] unten in
    [top] oben auf
    [on] auf
   *[in] in
} { NP($to, "accusative") }
shuffle = mische { NP($place, "accusative") }

add = zähle { $value } zu { NP($what, "dative") } hinzu
subtract = ziehe { $value } von { NP($what, "dative") } ab
add-members = { PERSON($value) ->
    [you] von nun an gehörst du zu { NP($what, "dative") }
   *[other] füge { NP($value, "accusative") } zu { NP($what, "dative") } hinzu
}
subtract-members = { PERSON($value) ->
    [you] du gehörst nicht mehr zu { NP($what, "dative") }
   *[other] nimm { NP($value, "accusative") } aus { NP($what, "dative") } heraus
}
set-number = setze { NP($what, "accusative") } auf { NP($value, "accusative") }
turn-of = { $who } ist am Zug
becomes = { $what } { COUNT($what) ->
    [many] werden
   *[one] wird
}: { $value }
becomes-set = { $what } { COUNT($what) ->
    [many] sind
   *[one] ist
} jetzt: { $value }
becomes-none = von jetzt an gibt es { NP($what, "none", "accusative") }
becomes-empty = zu { NP($what, "dative") } gehört nichts mehr
note = von jetzt an gilt: { CL($condition) }
note-whether = von jetzt an gilt: { CL($condition) }, wenn in diesem Augenblick { SUB($value) }
note-here = zuerst gilt: { CL($condition) }
remember = merke { NP($what, "accusative") }, { NP($noun, "indefinite", "accusative") }
remember-first = merke { NP($what, "accusative") }, zuerst { $value }
remember-empty = merke { NP($what, "accusative") }, zuerst keins
let = { $name } { COUNT($name) ->
    [many] sind
   *[one] ist
}: { $value }
let-empty = { $name }: noch keins
let-member = es muss { NP($name, "indefinite", "accusative") } geben: { $value }
let-result = { $name } { COUNT($name) ->
    [many] sind
   *[one] ist
}, was herauskommt bei { $call }
let-result-whether = { $call }; damit steht fest, ob { SUB($condition) }
let-whether = { CL($condition) }, wenn { SUB($value) }

show-all = zeige { NP($what, "accusative") } allen
show-nobody = zeige { NP($what, "accusative") } niemandem
show-some = zeige { NP($what, "accusative") } { NP($who, "dative") }
show-whether-all = zeige allen, ob { SUB($what) }
show-whether-nobody = zeige niemandem, ob { SUB($what) }
show-whether-some = zeige { NP($who, "dative") }, ob { SUB($what) }
record = notiere die jetzige Stellung für { $position }
forget = vergiss alle Stellungen, die für { $position } notiert sind: keine von ihnen kann wiederkommen
perform = { $call }
perform-named = führe { $call } aus
announce = jetzt geschieht dies: { $call }
leave-turn = der Zug endet sofort
leave-round = die Runde endet sofort
leave-loop = wiederhole dies nicht weiter
leave-again = wer am Zug ist, ist danach noch einmal am Zug
return = dies endet hier
return-value = das Ergebnis ist { $value }
return-whether = das Ergebnis ist, ob { SUB($condition) }
nothing-happens = nichts geschieht
over-drawn = das Spiel ist zu Ende und unentschieden
over-won = das Spiel ist zu Ende, { PERSON($who) ->
    [you] und { $who } gewinnst
   *[other] gewonnen von { NP($who, "dative") }
}
over-won-all = das Spiel ist zu Ende; die Gewinner: { $who }
over-lost = das Spiel ist zu Ende, { PERSON($who) ->
    [you] und { $who } verlierst
   *[other] verloren von { NP($who, "dative") }
}
over-lost-all = das Spiel ist zu Ende; die Verlierer: { $who }
over-paying = das Spiel ist zu Ende; die Auszahlung von { NP($each, "every", "dative") } ist { $value }
over-ranked = das Spiel ist zu Ende; die Wertung von { NP($each, "every", "dative") } ist { $value }, und wer am meisten hat, gewinnt
over-then = von denen, die gleich stehen, gewinnen nur die, für die dies am größten ist: { $value }

# ------------------------------------------------------------------------------------------------------------ what changed

changed-place = { $what } { COUNT($what) ->
    [many] kommen
   *[one] kommt
} { $where ->
    [in] aus
   *[at] von
} { NP($place, "dative") } { $end ->
    [at] nach { $to }
    [on] auf { NP($to, "accusative") }
   *[in] in { NP($to, "accusative") }
}
came-to = { $what } { COUNT($what) ->
    [many] kommen
   *[one] kommt
} { $end ->
    [at] nach { $to }
    [on] auf { NP($to, "accusative") }
   *[in] in { NP($to, "accusative") }
}
left-place = { $what } { COUNT($what) ->
    [many] verlassen
   *[one] verlässt
} { NP($place, "accusative") }
left-table = { $what } { COUNT($what) ->
    [many] verlassen
   *[one] verlässt
} den Tisch
pieces-of = { $n } × { $name }
one-of-kind = { NP($noun, "indefinite") }
some-of-kind = { $n } { NP($noun, "plural") }
changed-number = { $what } { COUNT($what) ->
    [many] sind
   *[one] ist
} jetzt { $value } (vorher: { $before })
is-now = { $what } { COUNT($what) ->
    [many] sind
   *[one] ist
} jetzt: { $value }
is-none-now = jetzt gibt es { NP($what, "none", "accusative") }
joins-set = { $value } { COUNT($value) ->
    [many] gehören
   *[one] gehört
} jetzt zu { NP($what, "dative") }
parts-set = { $value } { COUNT($value) ->
    [many] gehören
   *[one] gehört
} nicht mehr zu { NP($what, "dative") }

# ---------------------------------------------------------------------------------------------------------------- control

choose = wähle { NP($member, "indefinite", "accusative") }
choose-phrase = wähle { NP($member, "indefinite", "accusative") } – { $phrase }
choose-one-of = wähle { GENDER($name) ->
    [feminine] eine
    [neuter] eins
   *[masculine] einen
} aus { NP($set, "dative") } ({ NP($name, "accusative") })
choose-one-of-phrase = wähle { GENDER($name) ->
    [feminine] eine
    [neuter] eins
   *[masculine] einen
} aus { NP($set, "dative") } ({ NP($name, "accusative") }) – { $phrase }
choose-several = wähle { $amount } { NP($members, "plural") }: { $name }
choose-several-phrase = wähle { $amount } { NP($members, "plural") } – { $phrase }: { $name }
totalling = die Summe von { NP($value, "dative") } darüber muss mindestens { $least } sein
so-that = zusammen müssen sie so sein, dass { SUB($condition) }
pick-seen-all = alle sehen, was gewählt wird
pick-seen-nobody = niemand sieht, was gewählt wird
pick-seen-some = allein { $who } sieht, was gewählt wird
otherwise-none = wenn es nichts zu wählen gibt, gibt es { NP($name, "none", "accusative") }
otherwise-value = wenn es nichts zu wählen gibt, { COUNT($name) ->
    [many] sind
   *[one] ist
} { $name } { $value }
require = nur wenn { SUB($condition) }
never-offered = die verabredeten Antworten schließen dies aus
draw = ziehe zufällig { NP($member, "indefinite", "accusative") }
draw-weighted = ziehe zufällig { NP($member, "indefinite", "accusative") }, jeweils mit dem Gewicht { $weight }
none-possible = wenn nichts davon möglich ist
do = tu eines von { $choice }
may-do = du darfst eines von { $choice } tun
either = wähle eines davon
may = du darfst dies tun oder lassen
branch = { $title }
by = { $who } { PERSON($who) ->
    [you] entscheidest
   *[other] entscheidet
}
by-another = { $who } entscheidet und ist mit „du“ gemeint
at-once = { NP($each, "every") } entscheidet gleichzeitig, ohne zu sehen, was die anderen tun
window = ab { NP($start, "dative") }, { $way ->
    [anticlockwise] gegen den Uhrzeigersinn
   *[clockwise] im Uhrzeigersinn
}, wird { NP($each, "every") } gefragt
window-until-all-pass = sooft jemand etwas getan hat, beginnt es von neuem, bis alle gepasst haben
window-once-each = alle werden einmal gefragt
window-first-to-act = es endet, sobald jemand etwas getan hat
if = wenn { SUB($condition) }
else-if = sonst, wenn { SUB($condition) }
else = sonst
for-each = für { NP($each, "every", "accusative") }
for-each-from = für { NP($each, "every", "accusative") }, { $way ->
    [anticlockwise] gegen den Uhrzeigersinn
   *[clockwise] im Uhrzeigersinn
} ab { NP($start, "dative") }
for-each-chosen = für { NP($each, "every", "accusative") }, in der Reihenfolge, die du wählst
for-optional = wenn es { NP($what, "indefinite", "accusative") } gibt ({ $name })
repeat = wiederhole dies
repeat-limited = wiederhole dies höchstens { $n } mal
repeat-times = tu dies { $n } mal
repeat-count = tu dies so oft, wie { $n } angibt
repeat-while = wiederhole dies, solange { SUB($condition) }
repeat-until = wiederhole dies, bis { SUB($condition) }
repeat-limited-while = wiederhole dies höchstens { $n } mal, solange { SUB($condition) }
repeat-limited-until = wiederhole dies höchstens { $n } mal, bis { SUB($condition) }
rounds = spielt Runde um Runde; in jeder
rounds-limited = spielt Runde um Runde, höchstens { $n }; in jeder
turns = beginnend mit { NP($start, "dative") } sind die Spieler abwechselnd am Zug{ $way ->
    [by-turns] { "" }
    [anticlockwise] { ", " }gegen den Uhrzeigersinn
   *[clockwise] { ", " }im Uhrzeigersinn
}; in deinem Zug
turns-once = beginnend mit { NP($start, "dative") }{ $way ->
    [by-turns] { "" }
    [anticlockwise] { ", " }gegen den Uhrzeigersinn
   *[clockwise] { ", " }im Uhrzeigersinn
}, hat jeder Spieler einen Zug; in deinem Zug
passed-over = du bist nur am Zug, wenn { SUB($condition) }; sonst wirst du übergangen
turns-end = wenn niemand mehr am Zug sein kann, enden die Züge
part = { $title }

reveals-piece = alle dürfen sehen, welches Stück es ist
reveals-value = alle erfahren diesen Wert
reveals-choice = wenn es nichts zu wählen gibt, erfahren es alle
reveals-none-possible = alle erfahren, dass nichts möglich war
reveals-draw = alle wissen, was gezogen werden konnte
reveals-who = alle erfahren, wer gefragt wird
reveals-condition = alle erfahren, ob { SUB($condition) }
reveals-conditions = alle erfahren, ob dies so ist
reveals-members = alle erfahren, für welche
reveals-repeated = alle erfahren, wie oft
reveals-announced = alle erfahren es
reveals-result = alle erfahren das Ergebnis

# ---------------------------------------------------------------------------------------------------------------- things

enum = es gibt, in dieser Reihenfolge: { $items }
enum-turning = es gibt, reihum in dieser Reihenfolge: { $items }; nach dem Letzten kommt wieder das Erste
table-each = { NP($noun, "bare") }: eins für { NP($members, "every", "accusative") }
table-each-where = { NP($noun, "bare") }: eins für { NP($members, "every", "accusative") }, wenn { SUB($condition) }
attributes = { NP($noun, "every") } hat
attribute = { NP($field, "indefinite", "accusative") }: { $type }
attribute-kind = { NP($type, "indefinite", "accusative") }
attribute-kind-open = { NP($type, "indefinite", "accusative") }, zu sehen auch, wenn der Rest verborgen ist
attribute-open = { NP($field, "indefinite", "accusative") }: { $type }, zu sehen auch, wenn der Rest verborgen ist
any-number = die Zahl der { NP($noun, "plural") } ist unbegrenzt
copies = es gibt { $n } { NP($noun, "plural") }
copies-each = von jeder Sorte: { $n }
in-all = insgesamt { $n } { NP($noun, "plural") }
board-square = das Brett hat { $width } Spalten und { $height } Reihen quadratischer Felder, benannt ab a1 unten links
board-hexagonal = das Brett hat { $width } Spalten und { $height } Reihen sechseckiger Felder, benannt ab a1 unten links
board-triangular = das Brett hat { $width } Spalten und { $height } Reihen dreieckiger Felder, die abwechselnd nach oben und nach unten zeigen, benannt ab a1 unten links, das nach oben zeigt
board-hexagon = das Brett ist ein Sechseck aus sechseckigen Feldern, { $width } an jeder Seite, benannt nach Spalte und Reihe wie im Rechteck darum, in dem a1 unten links läge
board-triangle = das Brett ist ein Dreieck aus sechseckigen Feldern, { $width } an jeder Seite, benannt nach Spalte und Reihe ab a1 unten links
board-where = davon gibt es nur die, für die gilt: { CL($condition) }
board-wrapped = über den Rand kommt man auf der anderen Seite wieder herein
board-open = das Brett hat keinen Rand; es ist Platz für { $n } verbundene { NP($noun, "plural") } in jeder Richtung
board-open-hexagonal = die { NP($noun, "plural") } sind sechseckig
board-edges = die { NP($noun, "plural") } sind die Kanten der { NP($base, "plural", "genitive") }, benannt nach einem davon und der Seite, an der sie liegen
board-corners = die { NP($noun, "plural") } sind die Ecken der { NP($base, "plural", "genitive") }, benannt nach einem davon und der Stelle, an der sie dort liegen
board-graph = Linien verbinden { NP($noun, "every", "accusative") } mit diesen Nachbarn
place-one = hier ist Platz für { NP($noun, "indefinite", "accusative") }
place-heap = hier liegen { NP($noun, "plural") }, ohne Ordnung
place-row = hier liegen { NP($noun, "plural") } in einer Reihe
place-stack = hier liegen { NP($noun, "plural") } auf einem Stapel
place-one-each = für { NP($each, "every", "accusative") } ist hier Platz für { NP($noun, "indefinite", "accusative") }
place-heap-each = für { NP($each, "every", "accusative") } liegen hier { NP($noun, "plural") }, ohne Ordnung
place-row-each = für { NP($each, "every", "accusative") } liegen hier { NP($noun, "plural") } in einer Reihe
place-stack-each = für { NP($each, "every", "accusative") } liegen hier { NP($noun, "plural") } auf einem Stapel
at-most-there = höchstens { $n }
seen-depending = wenn { SUB($condition) }: { DO($then) }; sonst: { DO($otherwise) }
seen-all = alle sehen, was es ist
seen-nobody = niemand sieht, was es ist
seen-some = allein { $who } darf sehen, was es ist
lies-seen-all = alle dürfen ansehen, was hier liegt
lies-seen-nobody = niemand darf ansehen, was hier liegt
lies-seen-some = allein { $who } darf ansehen, was hier liegt
counted-all = alle sehen, wie viele es sind
counted-nobody = niemand sieht, wie viele es sind
counted-some = allein { $who } darf sehen, wie viele es sind
keep = merkt euch { $type }
keep-each = merkt euch für { NP($each, "every", "accusative") } { $type }
keep-optional = merkt euch { $type }, oder dass es keins gibt
keep-optional-each = merkt euch für { NP($each, "every", "accusative") } { $type }, oder dass es keins gibt
keep-set = merkt euch beliebig viele { NP($noun, "plural") }
keep-set-each = merkt euch für { NP($each, "every", "accusative") } beliebig viele { NP($noun, "plural") }
keep-truth = merkt euch, ob es so ist
keep-whether = merkt euch, ob { SUB($condition) }
keep-whether-each = merkt euch für { NP($each, "every", "accusative") }, ob { SUB($condition) }
keep-truth-each = merkt euch für { NP($each, "every", "accusative") }, ob es so ist
first-value = zuerst: { $value }
first-yes = zuerst ist es so
first-no = zuerst ist es nicht so
first-whether = zuerst ist es so, wenn { SUB($condition) }
first-nothing = zuerst: keine
again-each-turn = am Anfang jedes Zuges beginnt dies von neuem
again-each-round = am Anfang jeder Runde beginnt dies von neuem
position = zwei Stellungen sind gleich, wenn all dies in beiden gleich ist: { $parts }
position-most = nie müssen mehr als { $n } Stellungen notiert werden
option-number = verabredet vor dem Spiel: eine Zahl von { $low } bis { $high }
ruling-number = die Regeln lassen dies offen; verabredet vor dem Spiel: eine Zahl von { $low } bis { $high }
option = verabredet vor dem Spiel
ruling = die Regeln lassen dies offen; verabredet vor dem Spiel
answer = { $title }
option-now = hier: { $value }
ruleset = mit diesen Verabredungen
setting = { $option }: { $value }

# ---------------------------------------------------------------------------------------------------------------- rules

it-is-so = { CL($condition) }
so-if = { CL($so) }, wenn { SUB($condition) }
value = { NP($what) }: { $value }
value-nothing = { NP($what) }: keins
cases = { NP($what) } { COUNT($what) ->
    [many] sind
   *[one] ist
}
cases-so = ob { SUB($so) }
case-so = wenn { SUB($when) }: wenn { SUB($condition) }
case-so-else = sonst: wenn { SUB($condition) }
case = { $value }, wenn { SUB($condition) }
case-else = sonst { $value }
nested = höchstens { $n } tief
combining-add = die Werte aller Ausnahmen, die gelten, werden dazugezählt
combining-floor = ist alles zusammen weniger als { $n }, so ist es { $n }
combining-ceiling = ist alles zusammen mehr als { $n }, so ist es { $n }
combining-most = von diesem Wert und denen aller Ausnahmen, die gelten, zählt der größte
combining-least = von diesem Wert und denen aller Ausnahmen, die gelten, zählt der kleinste
combining-any = was dies oder eine Ausnahme, die gilt, sagt, gehört dazu
combining-any-truth = es ist auch so, wo eine Ausnahme das sagt
combining-all = nur was dies und alle Ausnahmen, die gelten, sagen, gehört dazu
combining-all-truth = es ist nur so, wo keine Ausnahme etwas anderes sagt
combined-add = dies wird dem hinzugezählt, was es sonst ist
combined-most = von diesem und dem, was es sonst ist, zählt das Größte
combined-least = von diesem und dem, was es sonst ist, zählt das Kleinste
combined-any = was sonst dazugehört, bleibt dabei
combined-any-truth = dies kommt zu allem hinzu, was es sonst so macht
combined-all = nur was auch sonst dazugehört, gehört dazu
combined-all-truth = alles andere, was es dazu braucht, muss auch so sein
exception-to = eine Ausnahme zu { $fact }
rank-exception = sie hat den Rang { $rank }
rank-rule = sie hat den Rang { $rank }
over-exception = sie geht vor { $others }
over-rule = sie kommt vor { $others }
never-both = sie trifft nie mit einer anderen Ausnahme ihres Ranges zusammen
choice = dies sind die Aktionen
any-time = sooft du etwas entscheiden musst, darfst du vorher eines davon tun, beliebig oft
any-time-if = sooft du etwas entscheiden musst und { SUB($condition) }, darfst du vorher eines davon tun, beliebig oft
choice-none = hierzu gehört keine Aktion
action-of = eines von { $choice }
for-any = für { NP($params, "indefinite", "accusative") }
given-values = gegeben { NP($params, "indefinite") }
in-order = in dieser Reihenfolge
event = dies wird gemeldet: { $event }
unanswered = keine Regel hier reagiert darauf
answered = Spieler, die reagieren können, tun das der Reihe nach, { $way ->
    [anticlockwise] gegen den Uhrzeigersinn
   *[clockwise] im Uhrzeigersinn
} ab { NP($start, "dative") }
answered-active = Spieler, die reagieren können, tun das der Reihe nach, { $way ->
    [anticlockwise] gegen den Uhrzeigersinn
   *[clockwise] im Uhrzeigersinn
} ab dem Spieler am Zug
answered-ranked = die Regel mit dem höchsten Rang kommt zuerst
when = wenn dies geschieht: { $event }
when-if = wenn dies geschieht: { $event }, und { CL($condition) }
when-seat = wenn dies geschieht: { $event }, antwortet { NP($seat, "indefinite") }
when-seat-if = wenn dies geschieht: { $event }, antwortet { NP($seat, "indefinite") }, wenn { SUB($condition) }
when-seat-fixed = wenn dies geschieht: { $event }, antwortet { $seat }
when-seat-fixed-if = wenn dies geschieht: { $event }, antwortet { $seat }, wenn { SUB($condition) }
whenever = { $tested ->
    [event] nach einem Ereignis, vor einer Entscheidung
   *[decision] vor einer Entscheidung
} oder am Ende eines Zuges, sobald { SUB($condition) }
whenever-each = für { NP($each, "indefinite", "accusative") }, { $tested ->
    [event] nach einem Ereignis, vor einer Entscheidung
   *[decision] vor einer Entscheidung
} oder am Ende eines Zuges, sobald { SUB($condition) }
step-of = { $step } ({ $call })
before-step = gleich vor { $step }
before-step-if = gleich vor { $step }, wenn { SUB($condition) }
after-step = gleich nach { $step }
after-step-if = gleich nach { $step }, wenn { SUB($condition) }
instead-of-step = statt { $step }
instead-of-step-if = statt { $step }, wenn { SUB($condition) }
holds-always = es ist immer so, dass { SUB($condition) }
holds-never = es ist nie so, dass { SUB($condition) }
holds-finally = am Ende des Spiels gilt: { CL($condition) }
measured = am Ende des Spiels wird gemessen: { $value }
measured-each = am Ende des Spiels wird für { NP($each, "every", "accusative") } gemessen: { $value }
measured-whether = am Ende des Spiels wird gemessen, ob { SUB($condition) }
measured-whether-each = am Ende des Spiels wird für { NP($each, "every", "accusative") } gemessen, ob { SUB($condition) }
measured-where = es zählen nur Spiele, in denen { SUB($condition) }
only-while = dies gilt nur, solange { SUB($condition) }
not-while = dies gilt nicht, solange { SUB($condition) }

# -------------------------------------------------------------------------------------------------------------- examples

example-times = das geschieht { $n }-mal nacheinander
example-players = mit { $n } Spielern
example-elsewhere = dieses Beispiel ist für eine andere Zahl von Spielern oder andere Verabredungen
expect = jetzt gilt: { CL($condition) }
given = die Stellung
given-at = die Stellung gleich vor { $step }
given-reached = die Stellung ist die gleich vor { $step }, wie das Spiel sie erreicht
play = { $what } wird getan
allow = { $what } ist erlaubt
refuse = { $what } ist nicht erlaubt
play-pass = der Spieler passt
allow-pass = Passen ist erlaubt
refuse-pass = Passen ist nicht erlaubt
play-done = mehr wird nicht gewählt
allow-done = nichts mehr zu wählen ist erlaubt
refuse-done = nichts mehr zu wählen ist nicht erlaubt
opening-begun = das Spiel wird von seinem allerersten Anfang an gespielt; was hier nicht steht, entscheidet der Zufall
opening-over = das Spiel geht weiter, wie der Zufall will, bis der erste Zug beginnt
given-begun = die Stellung ist die am Anfang des ersten Zuges
done-with = { $what } ({ $values })
done-value = { NP($name, "bare") } { $value }
by-seat = { $who }: { DO($line) }
by-chance = Zufall: { DO($line) }
by-nobody = { DO($line) }
played = { $what }
played-pass = passen
played-done = nichts mehr wird gewählt
why-not = der Grund: { CL($condition) }
why-not-values = der Grund: { CL($condition) } ({ $values })
why-only = nur { $value }
why-it-is = es ist { $value }
why-value = { $what }: { $value }
why-by = das folgt aus { $clause }
why-else = jetzt ist etwas anderes zu entscheiden
why-else-offers = was jetzt möglich ist: { $what }
why-chance = so kann der Zufall nicht ausfallen
why-none = das ist nur für den, der nichts anderes wählen kann
why-later = was darauf folgen muss, wäre nicht möglich
why-turn = das war schon an der Reihe, oder kommt nicht an die Reihe
words = Wörter einer anderen Sprache

# ------------------------------------------------------------------------------------------------------- words of a page

ui-page-the-rules = Die Regeln
ui-page-reference = Das Nachschlagewerk
ui-page-notes = Anmerkungen der Redaktion
ui-page-exactly = Die genaue Regel
ui-page-rules-box = In der Schachtel
ui-page-rules-set-up = Vorbereitung
ui-page-how-it-ends = Wie das Spiel endet
ui-page-settled = Was ihr anders spielen könnt
ui-page-question = Frage
ui-page-these-rules = Diese Regeln
ui-page-or = Oder
ui-page-by-words = nach den Worten
ui-page-base-game = Das Grundspiel
ui-page-expansion = Die Erweiterung
ui-page-answers = Antworten
ui-page-open-questions = Offene Fragen
ui-page-open-questions-intro = Die Quellen sagen hier nichts, oder zweierlei. Diese Regeln folgen der fetten Antwort; eine Zahl sagt, wie viele Regeln eine andere Antwort ändert.
ui-page-changes-rules = { $count ->
    [one] ändert 1 Regel
   *[other] ändert { $count } Regeln
    }
ui-page-differences = Verglichen mit der Grundlage
ui-page-for-players = { $many } Spieler
ui-page-further-rules = Weitere Regeln
ui-page-key-exactly = Zeigt auf eine Regel oder tippt sie an: § zeigt sie in allen Einzelheiten.
ui-page-settled-intro = Diese Regeln folgen der ersten Antwort auf jede Frage. Wollt ihr eine andere, vereinbart sie vorher.
ui-page-key-numbers = Eine hochgestellte Zahl steht, wo Gruppen verschieden spielen: siehe { $settled }.
ui-page-start = Anfang
ui-page-rules = Spielregeln
ui-page-dark = Dunkle Farben
ui-page-light = Helle Farben
ui-page-box = Was in der Schachtel ist
ui-page-set-up = Vorbereitung nach Zahl der Spieler
ui-page-course = Ablauf des Spiels
ui-page-reactions = Worauf geantwortet wird, und von wem
ui-page-overrides = Was geht vor?
ui-page-as-soon-as = Vor der nächsten Entscheidung, sobald es so ist
ui-page-until-all-pass = bis alle passen
ui-page-first-to-act = bis einer handelt
ui-page-answered = Spieler, die reagieren können, tun das
ui-page-active-player = der Spieler am Zug
ui-page-usually = Gewöhnlich:
ui-page-beats-examples = Beispiele
ui-page-beats-first = Das Erste davon, das zutrifft, gilt.
ui-page-beats-any = Jedes davon macht, dass es so ist.
ui-page-beats-all = Erlaubt ist es nur, wenn all dies es erlaubt.
ui-page-beats-add = Alles, was zutrifft, wird zusammengezählt.
ui-page-beats-most = Das Höchste von allem, was zutrifft, gilt.
ui-page-beats-least = Das Niedrigste von allem, was zutrifft, gilt.
ui-page-who-sees = Wer was sehen darf
ui-page-changes = Was diese Ausgabe weglässt
ui-page-assumed = Angenommen
ui-page-glossary = Wörterverzeichnis
ui-page-index = Register
ui-page-sources = Quellen
ui-page-who-plays = Spieler
ui-page-another-number = eine andere Zahl
ui-page-from-to = { $low } bis { $high }
ui-page-stands-on = Beruht auf
ui-page-other-editions = Andere Ausgaben
ui-page-what = Was
ui-page-how-many = Wie viele
ui-page-board = Spielplan
ui-page-one-board = 1 ({ $count } { $noun })
ui-page-at-start = { $count } am Anfang
ui-page-copies-each = { $each ->
    [one] { $total }, alle verschieden
   *[other] { $total }: je { $each } von { $sorts } Sorten
}
ui-page-copies-of-each = { $count } je { $noun }
ui-page-copies-player = { $count } für jeden Spieler
ui-page-up-to = { $count ->
    [0] Marken, oder Papier zum Zählen
   *[other] bis zu { $count }
}
ui-page-any-number = so viele wie nötig
ui-page-players = { $count ->
    [one] { $count } Spieler
   *[other] { $count } Spieler
}
ui-page-where = Wo
ui-page-pieces = Stücke nach der Vorbereitung
ui-page-each = je { $count }
ui-page-begun-caption = Ein möglicher Anfang{ $count ->
    [0] { "" }
    [one] { " " }mit { $count } Spieler
   *[other] { " " }mit { $count } Spielern
}; { $by ->
    [players] die Spieler können anders wählen
    [both] Zufall und Spieler können anders entscheiden
   *[chance] der Zufall kann anders entscheiden
}.
ui-page-begun-always = Der Anfang des Spiels{ $count ->
    [0] { "" }
    [one] { " " }mit { $count } Spieler
   *[other] { " " }mit { $count } Spielern
}
ui-page-example-before = Davor
ui-page-example-after = Danach
ui-page-yes = ja
ui-page-no = nein
ui-page-option = Wahl
ui-page-answer = Antwort
ui-page-usual = üblich
ui-page-rule = Regel
ui-page-mark = Zeichen
ui-page-section = Abschnitt
ui-page-cited-by = Regeln, die darauf beruhen
ui-page-statements = Was sie von den Quellen sagt
ui-page-by-rule = Regel für Regel
ui-page-ruled-by = entschieden durch
ui-page-shown-by = gezeigt durch
ui-page-not-covered = nicht aufgenommen
ui-page-assumed-otherwise = anders angenommen
ui-page-open = nichts sagt das
ui-page-not-here = nicht auf dieser Seite
ui-page-assumed-mark = angenommen
ui-page-assumed-intro = Keine Quelle entscheidet diese Punkte. Was hier gespielt wird, ist aus dem genannten Grund gewählt.
ui-page-why-assumed = Warum
ui-page-who-sees-it = Wer sieht, was darin liegt
ui-page-who-counts = Wer weiß, wie viele
ui-page-everybody = alle
ui-page-nobody = niemand
ui-page-its-player = der Spieler, dem es gehört
ui-page-all-open = Alles liegt offen: jeder Spieler darf jederzeit alles sehen.
ui-page-rest-open = Alles andere liegt offen für alle.
ui-page-was = Was es war in { $edition }
ui-page-otherwise-in = Anders in:
ui-page-turns = Züge
ui-page-rounds = Runde für Runde
ui-page-at-most = höchstens
ui-page-window = Alle werden der Reihe nach gefragt
ui-page-by = Es entscheidet
ui-page-from = beginnend mit
ui-page-clockwise = im Uhrzeigersinn
ui-page-anticlockwise = gegen den Uhrzeigersinn
ui-page-once-each = jeder einmal
ui-page-your-turn-if = du bist nur am Zug, wenn
ui-page-none-possible = Wenn nichts davon möglich ist
ui-page-if = Wenn
ui-page-else = Sonst
ui-page-at-any-time = { $count ->
    [one] Vor jeder Entscheidung, beliebig oft:
   *[other] Vor jeder Entscheidung, beliebig oft, eines von:
}
ui-page-one-of = { $count ->
    [one] { "" }
   *[other] Eines von:
}
ui-page-may-one-of = { $count ->
    [one] Auf Wunsch:
   *[other] Auf Wunsch eines von:
}
ui-page-before = davor:
ui-page-after = danach:
ui-page-instead-of = stattdessen:
ui-page-contents = Inhalt
ui-chapter-things = Die Teile des Spiels
ui-chapter-places = Orte, und was gemerkt wird
ui-chapter-course = Ablauf des Spiels
ui-chapter-actions = Aktionen
ui-chapter-rules = Regeln
ui-chapter-facts = Was Wörter bedeuten
ui-chapter-options = Offene Fragen und Wahlen
ui-chapter-examples = Ausgeführte Beispiele
ui-chapter-always = Was immer gilt
ui-picture-turn = Am Zug: { $seat }
ui-picture-as-seen-by = gesehen von { $seat }
ui-picture-as-seen-by-all = wie alle es sehen
ui-picture-unseen = { $count } verdeckt
ui-picture-unseen-value = verborgen
ui-picture-empty = leer
ui-picture-times = { $count } × { $name }
ui-picture-here = { $site }: { $content }
ui-picture-crossed = außer Gebrauch
ui-picture-on-the-table = Auf dem Tisch
ui-picture-over = Das Spiel ist zu Ende.
ui-page-more-games = Weitere Spiele
ui-page-for-authors = Für Autoren
ui-page-filter-players = Spieler
ui-page-filter-minutes = Höchstens so viele Minuten
ui-page-filter-kind = Art
ui-page-kind-board = Brettspiel
ui-page-kind-no-board = ohne Brett
ui-page-kind-luck = mit Glück
ui-page-kind-no-luck = ohne Glück
ui-page-kind-secrets = mit Geheimnissen
ui-page-comparisons = Ausgaben im Vergleich
ui-page-effect = Mit dieser Antwort
ui-page-new-rule = Neu:
ui-page-gone-rule = Gilt nicht:
ui-page-changed-rule = Anders:
ui-page-example-position = Die Stellung
ui-page-example-shown-in = Gezeigt in { $edition }.
ui-page-new-here = Neu: nicht in { $edition }.
ui-page-as-table = Als Tabelle

# ---- Eine Sitzung (rulekit/session)
ui-session-pass = Passen
ui-session-done = Nichts mehr
ui-session-nobody = niemand
ui-session-chance = Zufall
ui-session-shown = Gezeigt
ui-session-nothing = nichts
ui-session-none-possible = Nichts anderes war möglich.
ui-session-to-move = Am Zug
ui-session-payoff = Ergebnis von { $seat }
ui-session-score = Punkte von { $seat }
ui-session-on-offer = Das kann jetzt gewählt werden: { $what }.
ui-session-cannot = { $what } kann jetzt nicht gewählt werden. { $why }
ui-session-not-known = Keine Möglichkeit heißt „{ $what }“.
ui-session-several = „{ $what }“ passt auf { $count } Möglichkeiten: bitte genauer.
ui-session-undo-start = Das Spiel hat gerade begonnen: Es gibt nichts zurückzunehmen.
ui-session-undo-learnt = Was „{ $step }“ ans Licht gebracht hat, kann niemand zurücknehmen.
ui-page-play = Spielen
ui-page-change = Regeln ändern und ausprobieren
ui-session-none-fits = Jetzt passt nichts.
ui-session-then = Dann: { $what }.
ui-session-whose = { $thing } von { $owner }
ui-session-only-if = Nur wenn { $condition }.
ui-session-then-value = dann { $what }
ui-page-play-on = Schrittweise ansehen und weiterspielen
ui-session-value-for = { $noun }: { $value }
ui-session-step-of = { $title }: { $step }
ui-session-you-win = Sie gewinnen.
ui-session-you-win-too = Sie gewinnen, zusammen mit { $others }.
ui-session-wins = Der Sieg geht an { $seats }.
ui-session-draw = Das Spiel endet unentschieden.
ui-session-you-lose = Sie verlieren.
ui-session-nobody-wins = Niemand gewinnt.
ui-session-cites = Aus: { $cites }
ui-play-language = Sprache
ui-play-colours = Hell oder dunkel
ui-play-players = Anzahl der Spieler
ui-play-seats = Plätze
ui-play-person = ein Mensch
ui-play-random = spielt zufällig
ui-play-start = Spiel beginnen
ui-play-open = Gespeichertes Spiel fortsetzen
ui-play-loading = Das Spiel wird geladen. Die Plätze können schon gewählt werden.
ui-play-opening = Das Spiel wird aufgebaut.
ui-play-board = Spielplan
ui-play-options = Was möglich ist
ui-play-filter = Nur zeigen
ui-play-why = Jetzt nicht möglich
ui-play-rule = Die Regel
ui-play-history = Was geschah
ui-play-back = Neu wählen
ui-play-undo = Zurücknehmen
ui-play-save = In eine Datei speichern
ui-play-copy = In die Adresse schreiben
ui-play-copied = Die Adresse dieser Seite enthält nun das Spiel, auch was verdeckt ist.
ui-play-new = Neues Spiel
ui-play-others = Andere Regeln
ui-play-compiling = Diese Regeln sind nicht vorbereitet: Sie werden geprüft und übersetzt, was eine Minute dauern kann.
ui-play-step = { $title } Stellung { $at } von { $count }.
ui-play-previous = Zurück
ui-play-next = Nächster Schritt
ui-play-decides = An der Reihe: { $seat }.
ui-play-over = Das Spiel ist zu Ende.
ui-play-result = { $seat }: { $result }
ui-play-hand-over = Bitte an { $seat } weitergeben.
ui-play-ready = Ich spiele { $seat }
ui-play-none = nichts
ui-play-bad-save = Das ist kein gespeichertes Spiel mit diesen Regeln.
ui-play-failed = Das ist misslungen: { $why }
ui-play-news = Seit dem letzten eigenen Zug
ui-play-alone = Nur für diesen Platz:
ui-play-how = So wird gespielt
ui-play-book = Das ganze Regelheft
ui-play-more = { $count } weitere
ui-playground-title = Spielwiese
ui-playground-begin = Beginnen mit
ui-playground-files = Dateien des Textes
ui-playground-text = Text von { $file }
ui-playground-results = Was daraus wird
ui-playground-messages = Meldungen
ui-playground-rules = Regeln in Worten
ui-playground-pictures = Bilder
ui-playground-play = Spielen
ui-playground-changes = Was sich ändert
ui-playground-share = Adresse zum Teilen kopieren
ui-playground-copied = Die Adresse dieser Seite enthält Ihren Text und ist kopiert: Schicken Sie sie, wem Sie wollen. Nichts wurde irgendwohin gesendet.
ui-playground-open = Text öffnen
ui-playground-save = Text speichern
ui-playground-find = In allen Dateien suchen
ui-playground-leave = Escape, dann Tab, verlässt den Text. Tab allein rückt ein.
ui-playground-loading = Rulekit wird geladen. Sie können schon schreiben.
ui-playground-checking = Der Text wird geprüft.
ui-playground-right = Die Regeln stimmen: Sie können sie spielen.
ui-playground-warnings = Die Regeln sind spielbar. Hinweise: { $count }.
ui-playground-wrong = Fehler im Text: { $count }.
ui-playground-last-good = Das Spiel geht mit den letzten richtigen Regeln weiter.
ui-playground-stopped = Dieser Text hat mehr Zeit oder Speicher gebraucht, als er darf, darum wurde die Prüfung abgebrochen. Ihr Text ist noch da: Ändern Sie ihn, um weiterzumachen.
ui-playground-play-stopped = Dieser Zug hat mehr Zeit oder Speicher gebraucht, als er darf, darum wurde er abgebrochen. Das Spiel geht davor weiter.
ui-playground-game-stopped = Die neuen Regeln haben mehr Zeit oder Speicher gebraucht, als sie dürfen, darum wurden sie abgebrochen. Das Spiel geht nach den früheren weiter.
ui-playground-begin-stopped = Dieses Spiel hat zum Beginnen mehr Zeit oder Speicher gebraucht, als es darf, darum wurde es abgebrochen. Ändern Sie die Regeln, um weiterzumachen.
ui-playground-rest-stopped = Vorherzusehen, was ein Zug bewirkt, hat mehr Zeit oder Speicher gebraucht, als es darf, darum wird es nicht mehr gezeigt.
ui-playground-new-rules = Die Regeln haben sich geändert, seit dieses Spiel geöffnet wurde.
ui-playground-play-new = Nach den neuen Regeln weiterspielen
ui-playground-players = Anzahl der Spieler
ui-playground-compiling = Das Spiel wird gemacht.
ui-playground-apply = Anwenden
ui-playground-meaning = { $code }: was das bedeutet
ui-playground-exactly = Jede Klausel genau
ui-playground-moves = Zufällige Züge gespielt
ui-playground-other = Ein anderes Spiel
ui-playground-nothing-changed = Keine Anzahl von Spielern kann beide spielen, darum gibt es nichts zu vergleichen.
ui-playground-bad-address = Diese Adresse oder Datei enthält keinen Text einer Spielwiese, darum sehen Sie ein Spiel der Bibliothek.
ui-playground-failed = Das ist misslungen: { $why }
ui-playground-changed = geändert
ui-playground-at = { $file }, Zeile { $place }
ui-playground-working = Das dauert einen Augenblick.
ui-playground-in-full = Jede Änderung der Regeln
ui-playground-show-text = Den Text zeigen
ui-playground-hide-text = Den Text verbergen
ui-playground-what-changes = Was diese Variante ändert
ui-playground-unchanged = Sie ändert keine Regel.
ui-playground-examples-tried = Die Beispiele der Regeln werden geprüft: { $at } von { $count }.
ui-playground-examples-hold = Beispiele der Regeln, die stimmen: alle { $count }.
ui-playground-examples-failed = Beispiele der Regeln, die nicht stimmen: { $failed } von { $count }.
ui-playground-examples-fail = Beispiele, die nicht stimmen: { $count }.
ui-playground-example-base = Dieses Beispiel der Vorlage stimmt in Ihrer Variante nicht.
ui-playground-example-fault = In diesem Beispiel versagen die Regeln.
ui-playground-example-own = Dieses Beispiel stimmt nicht.
ui-playground-wanted = Erwartet
ui-playground-got = Ergebnis
ui-playground-reasons = Warum
ui-playground-steps = Die Schritte bis dahin
ui-playground-defined = Wo es steht
ui-playground-used = Wo es gebraucht wird
ui-playground-foreign = Texte auf { $language }, die nicht mehr passen: { $count }
ui-playground-foreign-why = Ihre Variante hat keine Texte auf { $language }. Schreiben Sie sie in einem Block „words { $code }:“, oder lassen Sie die Sprache weg, wenn niemand Ihre Variante darin lesen wird.
ui-playground-foreign-out = { $language } weglassen
ui-terminal-do-one = { $seat }: eines davon (eine Zahl, Wörter oder ?):
ui-terminal-choose-one = { $seat }: eine von { $count } Möglichkeiten wählen (? für Hilfe)
ui-terminal-of = von { $count }
ui-terminal-help = eine Zahl, oder Wörter, die die Liste kürzen (Tab ergänzt); `back` zeigt wieder alles; `look` zeigt das Brett; `why …` sagt, warum etwas fehlt; `rules` zeigt die Regel dieser Entscheidung; `undo` nimmt zurück; `random` wählt zufällig; `save DATEI` speichert; `quit` beendet
ui-terminal-range = es gibt die Möglichkeiten 1 bis { $count }
ui-terminal-alone = Nur für diesen Platz:
ui-terminal-hides = Enter verbirgt das.
ui-terminal-why-what = Was fehlt? `why NAME` fragt nach einer Möglichkeit
ui-terminal-save-where = In welche Datei?
ui-terminal-saved = gespeichert in { $file }
ui-terminal-hand-over = Die Tastatur geht an { $seat }; dort Enter drücken
ui-terminal-since = { $seat }, seit dem letzten eigenen Zug:
ui-terminal-has-seen = Gesehen von { $seat }:
ui-terminal-ways = { $count } Möglichkeiten: eine eingeben, etwa { $example }
ui-terminal-partly = ihr erster Teil zeigt, was damit geht
ui-terminal-over = zu Ende: { $results }
