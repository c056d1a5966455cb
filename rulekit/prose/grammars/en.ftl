# English.  How it works: grammar.py; what the brackets, ~ and ^ in sentences mean: order.py.
# Whoever decides is spoken to: "you", and in the imperative.  Everybody else stands in the third person.

locale = en-GB
gender = thing
articles = the
clause-words = are can has have how if is it may must nobody still that there they was were what when where whether which
    who whom whose why
no-nouns = at by can from has have her here his how if in into is it may mine must now of off on onto out over still that them
    then there they this to up what when where whether which who whom whose why yours
slot-articles = a an the
fitting-article = { $article ->
    [the] the
   *[other] { INITIAL($noun) ->
        [a] an
        [e] an
        [i] an
        [o] an
       *[other] a
    }
}
not = not

# Words that the search of pages leaves out: most texts and questions have them.
unsearched-words = a an the this that these those i me my we us our you your he him his she her it its they them their
    is am are be been was were do does did can could may might must should will would has have had how what who whom
    whose when where which why if of in into on at to for from by with as and or not no so there than then

# What comes after these words is in the dative: "a figure of yours".
dative-after = of

# Which names are plurals ("points"), and what comes after the word that has the number ("coins left", "cards in hand").
plural-endings = s
plural-words = cattle children data dice feet geese men mice oxen people police teeth women
singular-endings = ss us is
singular-words = alias always atlas bias canvas gas kudos lens news series species yes
after-head = and at before after by for from given gone held here in kept laid left lost made of on or out over paid put sent
    set shown taken that there to when where which who whom whose with won
after-head-endings = ed

# The verb with "you" or a plural, and denied.
verb = { $verb ->
    [is] are
    [was] were
    [has] have
    [does] do
    [goes] go
    [passes] pass
    [reaches] reach
    [touches] touch
   *[other] { LAST($verb) ->
        [s] { CUT($verb) }
       *[other] { $verb }
    }
}
denied-verb = { $form ->
    [one] { $verb ->
        [is] is not
        [was] was not
        [can] cannot
        [may] may not
        [must] need not
        [would] would not
        [has] { $after ->
            [been] has not
            [shown] has not
            [drawn] has not
            [laid] has not
            [gone] has not
            [won] has not
            [lost] has not
            [taken] has not
            [seen] has not
            [come] has not
            [met] has not
            [sent] has not
            [put] has not
            [set] has not
            [led] has not
            [left] has not
            [kept] has not
            [held] has not
            [given] has not
            [chosen] has not
            [thrown] has not
            [begun] has not
            [done] has not
            [made] has not
            [paid] has not
            [red] does not have
           *[other] { LAST($after, 2) ->
                [ed] has not
               *[other] does not have
            }
        }
        [does] does not
        [goes] does not go
        [passes] does not pass
        [reaches] does not reach
        [touches] does not touch
       *[other] does not { LAST($verb) ->
            [s] { CUT($verb) }
           *[other] { $verb }
        }
    }
   *[other] { $verb ->
        [is] are not
        [was] were not
        [can] cannot
        [may] may not
        [must] need not
        [would] would not
        [has] { $after ->
            [been] have not
            [shown] have not
            [drawn] have not
            [laid] have not
            [gone] have not
            [won] have not
            [lost] have not
            [taken] have not
            [seen] have not
            [come] have not
            [met] have not
            [sent] have not
            [put] have not
            [set] have not
            [led] have not
            [left] have not
            [kept] have not
            [held] have not
            [given] have not
            [chosen] have not
            [thrown] have not
            [begun] have not
            [done] have not
            [made] have not
            [paid] have not
            [red] do not have
           *[other] { LAST($after, 2) ->
                [ed] have not
               *[other] do not have
            }
        }
        [does] do not
        [goes] do not go
        [passes] do not pass
        [reaches] do not reach
        [touches] do not touch
       *[other] do not { LAST($verb) ->
            [s] { CUT($verb) }
           *[other] { $verb }
        }
    }
}

# ---------------------------------------------------------------------------------------------------------------- nouns

noun-definite = { $gender ->
    [title] { $noun }
   *[other] the { $noun }
}
noun-indefinite = { $number ->
    [many] { $noun }
   *[one] { INITIAL($noun) ->
        [a] an
        [e] an
        [i] an
        [o] an
       *[other] a
    } { $noun }
}
noun-every = { $number ->
    [many] all
   *[one] every
} { $noun }
noun-none = no { $noun }
noun-bare = { $noun }
noun-genitive = { $gender ->
    [title] { $noun }
   *[other] the { $noun }
}{ LAST($noun) ->
    [s] '
   *[other] 's
}
lettered = { $noun } { $letter }
lettered-indefinite = { INITIAL($noun) ->
    [a] an
    [e] an
    [i] an
    [o] an
   *[other] a
} { $noun } { $letter }
lettered-none = no { $noun } { $letter }
lettered-genitive = { $noun } { $letter }'s
name-letter = { $named ->
    [yes] ({ $noun } { $letter })
   *[no] { $letter }
}
name-apart = (the { $noun })
genitive-name = { $name }{ LAST($name) ->
    [s] '
   *[other] 's
}
none-of = no { $what }
plural-of = { LAST($noun, 2) ->
    [ch] { $noun }es
    [sh] { $noun }es
    [ss] { $noun }es
    [ay] { $noun }s
    [ey] { $noun }s
    [oy] { $noun }s
    [an] { $noun ->
        [man] men
       *[other] { $noun }s
    }
   *[other] { LAST($noun) ->
        [y] { CUT($noun) }ies
        [x] { $noun }es
        [s] { $noun }
       *[other] { $noun }s
    }
}
quoted = “{ $title }”
argument = { $name }: { $value }
performed = { $what } ({ $values })
attribute-with = { $noun } { NP($value, $form) }
attribute-same = { NP($value) }
made = { $what } with { $values }
of = { $what } of { NP($of, $form) }
owned = { NP($owner, "genitive") } { $noun }
whose-bare = yes
seat = player { $n }

noun-player = player
    .plural = players
    .gender = person
noun-number = number
    .plural = numbers
noun-truth = yes or no
    .plural = yes or no
noun-thing = thing
    .plural = things
noun-direction = direction
    .plural = directions
noun-answers = answer
    .plural = answers
noun-column = column
    .plural = columns
noun-row = row
    .plural = rows

rim-site = { $cell } { $ways }
direction-n = north
direction-ne = north-east
direction-e = east
direction-se = south-east
direction-s = south
direction-sw = south-west
direction-w = west
direction-nw = north-west

# ---------------------------------------------------------------------------------------------------------- noun phrases

me = { $case ->
    [dative] yours
   *[other] you
}
me-genitive = your
active = the active player
active-genitive = the active player’s
players = the number of players
winners = the winners
the-noun = { NP($noun) }
nothing = none
yes = yes
no = no
thing = { $name }
all-of = all { NP($noun, "plural") }
option-value = { $name } ({ $value })
whether = whether { $condition }
piece-in = { NP($noun, $form) } { $where } { $place }
plus = { $left } plus { $right }
minus = { $left } minus { $right }
plus-if = { $left }, plus { $right } if { $condition }
minus-if = { $left }, minus { $right } if { $condition }
times = { $left } times { $right }
divided = { $left } divided by { $right } (rounded down)
remainder = the remainder of { $left } divided by { $right }
negative = minus { $what }
held = ({ $what })
together = { $left } together with { $right }
without = { $left } except { $right }
common = those of { $left } that are among { $right }
steps-on = { $steps ->
    [one] the next { NP($noun, "bare") } after { $start }
    [2] the second { NP($noun, "bare") } after { $start }
    [3] the third { NP($noun, "bare") } after { $start }
   *[other] the { NP($noun, "bare") } { $steps } places after { $start }
}
steps-back = { $steps ->
    [one] the { NP($noun, "bare") } just before { $start }
   *[other] the { NP($noun, "bare") } { $steps } places before { $start }
}
conditional = { $then } if { $condition }, otherwise { $otherwise }
range = the numbers from { $low } to { $high }
after-value = { $value }, as it would be after this ({ $call })
times-seen = the number of times that the present position has been noted ({ $position })
let-value = { $body }, where { $name } { COUNT($name) ->
    [many] are
   *[one] is
} { $value }
top = the top { NP($noun, "bare") } of { $place }
bottom = the bottom { NP($noun, "bare") } of { $place }
remembered = { $what }, which you have seen before
if-none = { $what } (or { $otherwise }, if there is none)
size = the number of { NP($noun, "plural") } { $where ->
    [set] among
    [on] on
   *[in] in
} { $place }
size-different = the number of different { NP($noun, "plural") } of all { NP($members, "plural") }
size-of = the number of { NP($set, $how) }
amount = the number of copies of { $what } in { $place }
item = { NP($noun) } number { $n } from the bottom of { $place }
next = the next { NP($noun, "bare") } after { $what }
previous = the { NP($noun, "bare") } just before { $what }
next-site = the next { NP($noun, "bare") } { $direction } of { $what }
previous-site = the next { NP($noun, "bare") } behind { $what }, seen { $direction }
next-player = { PERSON($what) ->
    [you] the next player
   *[other] the player after { $what }
}
previous-player = { PERSON($what) ->
    [you] the player before you
   *[other] the player before { $what }
}
member = the { NP($noun, "bare") } at place { $n }, counted from 0
member-beside = the { NP($noun, "bare") } at the same place in the order as { $what }
difference = the difference between { $left } and { $right }
opponent = { NP($player, "genitive") } opponent
payoff = the payoff of { $player }
abs = the size of { $what }, whatever its sign
lesser = the lesser of { $left } and { $right }
greater = the greater of { $left } and { $right }
steps = the { NP($noun, "bare") } { $n } steps { $direction } of { $site }
ray = the { NP($noun, "plural") } { $direction } of { $site }
next-site-towards = the next { NP($noun, "bare") } from { $what } in { $direction }
previous-site-towards = the { NP($noun, "bare") } just behind { $what }, seen in { $direction }
steps-towards = the { NP($noun, "bare") } { $n } steps from { $site } in { $direction }
ray-towards = the { NP($noun, "plural") } from { $site } on in { $direction }
title-flow = the game
adjacent = the neighbours of { $site }
around = the { NP($noun, "plural") } around { $site }
touching = the { NP($noun, "plural") } at { $site }
between = the { NP($noun, "plural") } between { $left } and { $right }
direction = the direction from { $left } to { $right }
distance = the distance from { $left } to { $right }
index = { NP($what, "genitive") } place in the order (counted from 0)
index-counted = { NP($what, "genitive") } place in the order ({ $items })
with-number = { $what } { $n }
with-each = { $apart ->
    [yes] { NP($first, $form) }, and { NP($rest, $later) }
   *[no] { NP($first, $form) } and { NP($rest, $later) }
}
count = the number of { NP($members, "plural") }
the-only = the only { NP($members, "bare") }
first = the first { NP($members, "bare") }
sum = the sum, over { NP($members, "every") }, of { $value }
most = the largest, over { NP($members, "every") }, of { $value }
least = the smallest, over { NP($members, "every") }, of { $value }
sum-of = the sum of the { NP($noun, "plural") } of all { NP($members, "plural") }
most-of = the largest of the { NP($noun, "plural") } of all { NP($members, "plural") }
least-of = the smallest of the { NP($noun, "plural") } of all { NP($members, "plural") }
most-otherwise = the largest, over { NP($members, "every") }, of { $value } (or { $otherwise }, if there is none)
least-otherwise = the smallest, over { NP($members, "every") }, of { $value } (or { $otherwise }, if there is none)
united = { $value }, for { NP($members, "every") }, all taken together
united-of = the { NP($noun, "plural") } of all { NP($members, "plural") } together
sum-otherwise = the sum, over { NP($members, "every") }, of { $value } (or { $otherwise }, if there is none)
every = { NP($members, "every") }
image = { $value }, for { NP($members, "every") }
reach = { $seed }, for each { $source } of them { $next }, and so on
reach-one = { $seed }, { $next }, and so on from each of them
amount-exactly = { $n }
amount-between = { $low } to { $high }
amount-at-least = at least { $n }
amount-up-to = up to { $n }
amount-any = any number of
column = { NP($noun, "bare") }
by-players = { $said } (with { $counts } { $last ->
    [one] player
   *[other] players
})
column-neighbours = neighbours
of-type = { NP($noun, "indefinite") } { $source }
every-noun = { NP($noun, "every") } { $source }
active-part = whose turn it is
printed = { $text }

from-place = { $where } { $place }
from-range = from { $low } to { $high }
from-list = ({ $items })
from-set = among { $what }
from-optional = (namely { $what })

# ------------------------------------------------------------------------------------------------------------ conditions

relative = { $text }
that = { $gender ->
    [person] who
   *[other] that
} { $clause }
whose = whose { $clause }
plural-relatives = yes
for-which = for { $gender ->
    [person] whom
   *[other] which
} { CL($condition) }
inner-or = either { $list }
inner-and = both { $list }
exists = there [is] { NP($member, "indefinite") }
exists-not = there [is] { NP($member, "none") }
for-what-there-is = for { $what } ({ $name }), if there is one, { CL($body) }
for-what-there-is-where = for { $what } ({ $name }), if there is one and { CL($condition) }, { CL($body) }
for-every = for { NP($member, "every") }, { CL($body) }
all-of-these = all of these [are] so
any-of-these = at least one of these [is] so
so-named = { $what } [holds|does not hold]
so-named-of = { $what } [holds|does not hold] for { $of }

always = this [is] always so
never = this [is] never so
so = this [is] so
ended = the game [is] over
has-turn = it [is] { NP($who, "genitive") } turn
is = { $left } [is] { $right }
less = { $left } [is] less than { $right }
more = { $left } [is] more than { $right }
at-most = { $left } [is] at most { $right }
at-least = { $left } [is] at least { $right }
before = { $left } [comes] before { $right }
after = { $left } [comes] after { $right }
not-before = { $left } [comes] no earlier than { $right }
not-after = { $left } [comes] no later than { $right }
least-number = { $value } [is] the lowest
least-number-among = { $value } [is] the lowest of { NP($members, "plural") }
least-number-alone = { $value } [is] lower than any other
least-number-alone-among = { $value } [is] lower than any other of { NP($members, "plural") }
most-number = { $value } [is] the highest
most-number-among = { $value } [is] the highest of { NP($members, "plural") }
most-number-alone = { $value } [is] higher than any other
most-number-alone-among = { $value } [is] higher than any other of { NP($members, "plural") }
least-order = { $value } [comes] first
least-order-among = { $value } [comes] first of { NP($members, "plural") }
least-order-alone = { $value } [comes] before any other
least-order-alone-among = { $value } [comes] before any other of { NP($members, "plural") }
most-order = { $value } [comes] last
most-order-among = { $value } [comes] last of { NP($members, "plural") }
most-order-alone = { $value } [comes] after any other
most-order-alone-among = { $value } [comes] after any other of { NP($members, "plural") }
seen-times = the present position [has|has not] been noted { $n ->
    [one] once
    [2] twice
   *[other] { $n } times
} ({ $position })
exactly-if = { CL($left) } if { CL($right) }, and only then
same-set = { $left } [is] exactly { $right }
wins-alone = { $who } alone [wins]
share = { $left } [has|have] { NP($noun, "indefinite") } in common with { $right }
share-none = { $left } [has] no { NP($noun, "bare") } in common with { $right }
depending = if { CL($condition) }, { CL($then) }, and otherwise { CL($otherwise) }
exactly-if-denied = either { CL($left) } or { CL($right) }, but not both
within = { $left } [lies] wholly within { $right }
belongs = { $what } [belongs] to { $set }
in-range = { $what } [is] from { $low } to { $high }
lies-in = { $what } [is] { $where } { $place }
empty = { $what } [is] empty
not-empty = { $what } [is|is] not empty
nothing-in = there [is] no { NP($noun, "bare") } { $where } { $place }
something-in = there [is] { NP($noun, "indefinite") } { $where } { $place }
none-among = there [is] no { NP($noun, "bare") } among { $what }
has-none = { NP($who) } [has|has] no { NP($set, "bare") }
has-some = { NP($who) } [has|has] { NP($set, "bare") }
has-exactly = { NP($who) } [has] exactly { $n } { NP($set, "bare") }
has-not-exactly = { NP($who) } [has] another number of { NP($set, "bare") } than { $n }
has-fewer = { NP($who) } [has] fewer than { $n } { NP($set, "bare") }
has-at-least = { NP($who) } [has] at least { $n } { NP($set, "bare") }
has-more = { NP($who) } [has] more than { $n } { NP($set, "bare") }
has-at-most = { NP($who) } [has] at most { $n } { NP($set, "bare") }
some-among = there [is] { NP($noun, "indefinite") } among { $what }
there-is-none = there [{ COUNT($what) ->
    [many] are
   *[one] is
}] { NP($what, "none") }
there-is-one = there [{ COUNT($what) ->
    [many] are
   *[one] is
}] { NP($what, "indefinite") }
exactly-in = there [{ $n ->
    [one] is
   *[other] are
}] exactly { $n } { $n ->
    [one] { NP($noun, "bare") }
   *[other] { NP($noun, "plural") }
} { $where ->
    [set] among
    [on] on
   *[in] in
} { $place }
not-exactly-in = there are not exactly { $n } { NP($noun, "plural") } { $where ->
    [set] among
    [on] on
   *[in] in
} { $place }
fewer-in = there are fewer than { $n } { NP($noun, "plural") } { $where ->
    [set] among
    [on] on
   *[in] in
} { $place }
more-in = there { $n ->
    [one] is more than one { NP($noun, "bare") }
   *[other] are more than { $n } { NP($noun, "plural") }
} { $where ->
    [set] among
    [on] on
   *[in] in
} { $place }
at-least-in = there { $n ->
    [one] is at least one { NP($noun, "bare") }
   *[other] are at least { $n } { NP($noun, "plural") }
} { $where ->
    [set] among
    [on] on
   *[in] in
} { $place }
at-most-in = there { $n ->
    [one] is at most one { NP($noun, "bare") }
   *[other] are at most { $n } { NP($noun, "plural") }
} { $where ->
    [set] among
    [on] on
   *[in] in
} { $place }
there-are-exactly = there { $n ->
    [one] is exactly one { NP($members, "bare") }
   *[other] are exactly { $n } { NP($members, "plural") }
}
there-are-not-exactly = there { $n ->
    [one] is not exactly one { NP($members, "bare") }
   *[other] are not exactly { $n } { NP($members, "plural") }
}
there-are-fewer = there { $n ->
    [one] is fewer than one { NP($members, "bare") }
   *[other] are fewer than { $n } { NP($members, "plural") }
}
there-are-more = there { $n ->
    [one] is more than one { NP($members, "bare") }
   *[other] are more than { $n } { NP($members, "plural") }
}
there-are-at-least = there { $n ->
    [one] is at least one { NP($members, "bare") }
   *[other] are at least { $n } { NP($members, "plural") }
}
there-are-at-most = there { $n ->
    [one] is at most one { NP($members, "bare") }
   *[other] are at most { $n } { NP($members, "plural") }
}
there-are-no = there [is] { NP($members, "none") }
there-are-some = there [is] { NP($members, "indefinite") }
possible = you [can] do { $what }
possible-choice = something of { $what } [is] possible for you
after-holds = after this ({ $call }), { CL($condition) }
let-holds = { CL($condition) }, where { $name } { COUNT($name) ->
    [many] are
   *[one] is
} { $value }

# --------------------------------------------------------------------------------------------------------------- layout

inline = { $head }: { $step }
inline-comma = { $head }, { $step }
then = then

# --------------------------------------------------------------------------------------------------------------- effects

copies-of = { $n } copies of { NP($what) }
move-value = move { $what } from { $place } { $end ->
    [bottom] to the bottom of
    [top] to the top of
   *[in] to
} { $to }
move-top = move the top { NP($noun, "bare") } of { $place } { $end ->
    [bottom] to the bottom of
    [top] to the top of
    [on] to
   *[in] to
} { $to }
move-bottom = move the bottom { NP($noun, "bare") } of { $place } { $end ->
    [bottom] to the bottom of
    [top] to the top of
   *[in] to
} { $to }
move-item = move { NP($noun) } number { $n } from the bottom of { $place } { $end ->
    [bottom] to the bottom of
    [top] to the top of
   *[in] to
} { $to }
move-random = move { NP($noun, "indefinite") } picked at random from { $place } { $end ->
    [bottom] to the bottom of
    [top] to the top of
   *[in] to
} { $to }
move-all = move all { NP($noun, "plural") } from { $place } { $end ->
    [bottom] to the bottom of
    [top] to the top of
   *[in] to
} { $to }
move-single = move { NP($noun) } from { $place } { $end ->
    [bottom] to the bottom of
    [top] to the top of
   *[in] to
} { $to }
remove-value = put { $what } from { $place } back into the box
remove-top = put the top { NP($noun, "bare") } of { $place } back into the box
remove-bottom = put the bottom { NP($noun, "bare") } of { $place } back into the box
remove-item = put { NP($noun) } number { $n } from the bottom of { $place } back into the box
remove-random = put { NP($noun, "indefinite") } picked at random from { $place } back into the box
remove-all = put all { NP($noun, "plural") } { $where } { $place } back into the box
remove-single = put { NP($noun) } { $where } { $place } back into the box
put = put { NP($what, "indefinite") } from the box { $end ->
    [bottom] at the bottom of
    [top] on top of
    [on] on
   *[in] in
} { $to }
put-every = put every copy of { NP($what) } from the box { $end ->
    [bottom] at the bottom of
    [top] on top of
    [on] on
   *[in] in
} { $to }
put-all = put { $what } from the box { $end ->
    [bottom] at the bottom of
    [top] on top of
    [on] on
   *[in] in
} { $to }
put-amount = put { $n } copies of { NP($what) } from the box { $end ->
    [bottom] at the bottom of
    [top] on top of
    [on] on
   *[in] in
} { $to }
shuffle = shuffle { $place }

add = add { $value } to { $what }
subtract = take { $value } off { $what }
add-members = { PERSON($value) ->
    [you] from now on you belong to { $what }
   *[other] add { $value } to { $what }
}
subtract-members = { PERSON($value) ->
    [you] you no longer belong to { $what }
   *[other] take { $value } out of { $what }
}
set-number = set { $what } to { $value }
turn-of = it is { NP($who, "genitive") } turn
becomes = { PERSON($value) ->
    [you] you are now { $what }
   *[other] { $what } { COUNT($what) ->
        [many] become
       *[one] becomes
    } { $value }
}
becomes-set = { $what } now { COUNT($what) ->
    [many] are
   *[one] is
}: { $value }
becomes-none = from now on there { COUNT($what) ->
    [many] are
   *[one] is
} { NP($what, "none") }
becomes-empty = nothing belongs to { $what } any more
note = from now on, { CL($condition) }
note-whether = from now on, { CL($condition) } if { CL($value) } at this moment
note-here = at first, { CL($condition) }
remember = keep in mind { $what }, { NP($noun, "indefinite") }
remember-first = keep in mind { $what }, at first { $value }
remember-empty = keep in mind { $what }, at first none
let = { $name } { COUNT($name) ->
    [many] are
   *[one] is
}: { $value }
let-empty = { $name }: none yet
let-member = { NP($name) } { COUNT($name) ->
    [many] are
   *[one] is
}: { $value }; there must be one
let-result = { $name } { COUNT($name) ->
    [many] are
   *[one] is
} what comes out of { $call }
let-result-whether = { $call }; with that it is settled whether { SUB($condition) }
let-whether = { CL($condition) } if { CL($value) }

show-all = show { $what } to everybody
show-nobody = show { $what } to nobody
show-some = show { $what } to { $who }
show-whether-all = show everybody whether { CL($what) }
show-whether-nobody = show nobody whether { CL($what) }
show-whether-some = show { $who } whether { CL($what) }
record = note the present position for { $position }
forget = forget all positions noted for { $position }: none of them can come back
perform = { $call }
perform-named = carry out { $call }
announce = now this happens: { $call }
leave-turn = the turn ends at once
leave-round = the round ends at once
leave-loop = stop repeating this
leave-again = the active player has another turn after this one
return = this ends here
return-value = the result is { $value }
return-whether = the result is whether { CL($condition) }
nothing-happens = nothing happens
over-drawn = the game is over, and it is a draw
over-won = the game is over, { PERSON($who) ->
    [you] and { $who } win
   *[other] won by { $who }
}
over-won-all = the game is over; the winners: { $who }
over-lost = the game is over, { PERSON($who) ->
    [you] and { $who } lose
   *[other] lost by { $who }
}
over-lost-all = the game is over; the losers: { $who }
over-paying = the game is over; the payoff of { NP($each, "every") } is { $value }
over-ranked = the game is over; the score of { NP($each, "every") } is { $value }, and all who have most win
over-then = of those who are equal, only those win for whom this is greatest: { $value }

# ------------------------------------------------------------------------------------------------------------ what changed

changed-place = { $what } { COUNT($what) ->
    [many] go
   *[one] goes
} from { $place } to { $to }
came-to = { $what } { COUNT($what) ->
    [many] come
   *[one] comes
} to { $to }
left-place = { $what } { COUNT($what) ->
    [many] leave
   *[one] leaves
} { $place }
left-table = { $what } { COUNT($what) ->
    [many] leave
   *[one] leaves
} the table
pieces-of = { $n } × { $name }
one-of-kind = { NP($noun, "indefinite") }
some-of-kind = { $n } { NP($noun, "plural") }
changed-number = { $what } { COUNT($what) ->
    [many] are
   *[one] is
} now { $value } (before: { $before })
is-now = { $what } { COUNT($what) ->
    [many] are
   *[one] is
} now: { $value }
is-none-now = there { COUNT($what) ->
    [many] are
   *[one] is
} now { NP($what, "none") }
joins-set = { $value } now { COUNT($value) ->
    [many] belong
   *[one] belongs
} to { $what }
parts-set = { $value } no longer { COUNT($value) ->
    [many] belong
   *[one] belongs
} to { $what }

# ---------------------------------------------------------------------------------------------------------------- control

choose = choose { NP($member, "indefinite") }
choose-phrase = choose { NP($member, "indefinite") } – { $phrase }
choose-one-of = choose one of { $set } ({ $name })
choose-one-of-phrase = choose one of { $set } ({ $name }) – { $phrase }
choose-several = choose { $amount } { NP($members, "plural") }: { $name }
choose-several-phrase = choose { $amount } { NP($members, "plural") } – { $phrase }: { $name }
totalling = the sum of { $value } over them must be at least { $least }
so-that = together they must be such that { CL($condition) }
pick-seen-all = everybody sees what is picked
pick-seen-nobody = nobody sees what is picked
pick-seen-some = what is picked is seen by { $who } alone
otherwise-none = if there is nothing to choose, you go on without { NP($name, "indefinite") }
otherwise-value = if there is nothing to choose, { $name } { COUNT($name) ->
    [many] are
   *[one] is
} { $value }
require = only if { CL($condition) }
never-offered = the answers agreed on rule this out
draw = draw at random { NP($member, "indefinite") }
draw-weighted = draw at random { NP($member, "indefinite") }, each with the weight { $weight }
none-possible = if none of this is possible
do = do one of { $choice }
may-do = you may do one of { $choice }
either = choose one of these
may = you may do this, or leave it
branch = { $title }
by = { $who } { PERSON($who) ->
    [you] decide
   *[other] decides
}
by-another = { $who } decides, and is the “you” of this
at-once = { NP($each, "every") } decides at the same time, without seeing what the others do
window = from { $start } on, { $way ->
    [anticlockwise] anticlockwise
   *[clockwise] clockwise
}, { NP($each, "every") } is asked
window-until-all-pass = whenever somebody has acted, it begins again, until all have passed
window-once-each = everybody is asked once
window-first-to-act = it ends as soon as somebody has acted
if = if { CL($condition) }
else-if = otherwise, if { CL($condition) }
else = otherwise
for-each = for { NP($each, "every") }
for-each-from = for { NP($each, "every") }, { $way ->
    [anticlockwise] anticlockwise
   *[clockwise] clockwise
} from { $start } on
for-each-chosen = for { NP($each, "every") }, in the order that you choose
for-optional = if there is { NP($what, "indefinite") } ({ $name })
repeat = repeat this
repeat-limited = repeat this at most { $n } times
repeat-times = do this { $n } times
repeat-count = do this as many times as { $n }
repeat-while = repeat this as long as { CL($condition) }
repeat-until = repeat this until { CL($condition) }
repeat-limited-while = repeat this at most { $n } times, as long as { CL($condition) }
repeat-limited-until = repeat this at most { $n } times, until { CL($condition) }
rounds = play round after round; in each
rounds-limited = play round after round, at most { $n }; in each
turns = beginning with { $start }, the players take turns{ $way ->
    [by-turns] { "" }
    [anticlockwise] { " " }anticlockwise
   *[clockwise] { " " }clockwise
}; on your turn
turns-once = beginning with { $start }{ $way ->
    [by-turns] { "" }
    [anticlockwise] { " " }and going anticlockwise
   *[clockwise] { " " }and going clockwise
}, each player takes one turn; on your turn
passed-over = you take a turn only if { CL($condition) }; otherwise you are passed over
turns-end = when nobody can take a turn, the turns end
part = { $title }

reveals-piece = everybody may see which piece it is
reveals-value = everybody learns this value
reveals-choice = if nothing can be chosen, everybody learns it
reveals-none-possible = everybody learns that nothing was possible
reveals-draw = everybody knows what could be drawn
reveals-who = everybody learns who is asked
reveals-condition = everybody learns whether { SUB($condition) }
reveals-conditions = everybody learns whether this is so
reveals-members = everybody learns for which
reveals-repeated = everybody learns how often
reveals-announced = everybody learns of it
reveals-result = everybody learns the result

# ---------------------------------------------------------------------------------------------------------------- things

enum = there are, in this order: { $items }
enum-turning = there are, going round in this order: { $items }; after the last comes the first again
table-each = there is one { NP($noun, "bare") } for { NP($members, "every") }
table-each-where = there is one { NP($noun, "bare") } for { NP($members, "every") }, if { CL($condition) }
attributes = every { NP($noun, "bare") } has
attribute = { NP($field, "indefinite") }: { $type }
attribute-kind = { NP($type, "indefinite") }
attribute-kind-open = { NP($type, "indefinite") }, which is seen even when the rest is hidden
attribute-open = { NP($field, "indefinite") }: { $type }, which is seen even when the rest is hidden
any-number = there is no limit to the number of { NP($noun, "plural") }
copies = there are { $n } { NP($noun, "plural") }
copies-each = of each sort: { $n }
in-all = in all, { $n } { NP($noun, "plural") }
board-square = the board has { $width } columns and { $height } rows of square fields, named from a1 at the lower left
board-hexagonal = the board has { $width } columns and { $height } rows of six-sided fields, named from a1 at the lower left
board-triangular = the board has { $width } columns and { $height } rows of three-sided fields, which by turns point up and down, named from a1 at the lower left, which points up
board-hexagon = the board is a hexagon of six-sided fields, { $width } along each side, named by column and row as in the rectangle around it, where a1 would lie at the lower left
board-triangle = the board is a triangle of six-sided fields, { $width } along each side, named by column and row from a1 at the lower left
board-where = of these there are only those for which { CL($condition) }
board-wrapped = over the edge one comes in on the other side
board-open = the board has no edge; there is room for { $n } connected { NP($noun, "plural") } in every direction
board-open-hexagonal = the { NP($noun, "plural") } are six-sided
board-edges = the { NP($noun, "plural") } are the edges of the { NP($base, "plural") }, named after one that has it and the side on which it lies
board-corners = the { NP($noun, "plural") } are the corners of the { NP($base, "plural") }, named after one that has it and where it lies there
board-graph = each { NP($noun, "bare") } is joined by a line to these neighbours
place-one = one { NP($noun, "bare") } can lie here
place-heap = here lie { NP($noun, "plural") }, in no order
place-row = here lie { NP($noun, "plural") } in a row
place-stack = here lie { NP($noun, "plural") } in a stack
place-one-each = for { NP($each, "every") }, one { NP($noun, "bare") } can lie here
place-heap-each = for { NP($each, "every") }, here lie { NP($noun, "plural") }, in no order
place-row-each = for { NP($each, "every") }, here lie { NP($noun, "plural") } in a row
place-stack-each = for { NP($each, "every") }, here lie { NP($noun, "plural") } in a stack
at-most-there = at most { $n }
seen-depending = if { CL($condition) }, { DO($then) }; otherwise, { DO($otherwise) }
seen-all = everybody sees what it is
seen-nobody = nobody sees what it is
seen-some = { $who } alone may see what it is
lies-seen-all = everybody may look at what lies here
lies-seen-nobody = nobody may look at what lies here
lies-seen-some = { $who } alone may look at what lies here
counted-all = everybody sees how many there are
counted-nobody = nobody sees how many there are
counted-some = { $who } alone may see how many there are
keep = remember { $type }
keep-each = for { NP($each, "every") }, remember { $type }
keep-optional = remember { $type }, or that there is none
keep-optional-each = for { NP($each, "every") }, remember { $type }, or that there is none
keep-set = remember any number of { NP($noun, "plural") }
keep-set-each = for { NP($each, "every") }, remember any number of { NP($noun, "plural") }
keep-truth = remember whether it is so
keep-whether = remember whether { SUB($condition) }
keep-whether-each = for { NP($each, "every") }, remember whether { SUB($condition) }
keep-truth-each = for { NP($each, "every") }, remember whether it is so
first-value = at first: { $value }
first-yes = at first it is so
first-no = at first it is not so
first-whether = at first it is so if { CL($condition) }
first-nothing = at first: none
again-each-turn = at the beginning of each turn this starts anew
again-each-round = at the beginning of each round this starts anew
position = two positions are the same if all this is alike in both: { $parts }
position-most = never more than { $n } positions have to be noted
option-number = settle before the game: a number from { $low } to { $high }
ruling-number = the rules leave this open; settle before the game: a number from { $low } to { $high }
option = settle before the game
ruling = the rules leave this open; settle before the game
answer = { $title }
option-now = here: { $value }
ruleset = with these settings
setting = { $option }: { $value }

# ---------------------------------------------------------------------------------------------------------------- rules

it-is-so = { CL($condition) }
so-if = { CL($so) } if { CL($condition) }
value = { NP($what) }: { $value }
value-nothing = { NP($what) }: none
cases = { NP($what) } { COUNT($what) ->
    [many] are
   *[one] is
}
cases-so = whether { SUB($so) }
case-so = if { CL($when) }: if { CL($condition) }
case-so-else = otherwise: if { CL($condition) }
case = { $value }, if { CL($condition) }
case-else = otherwise { $value }
nested = at most { $n } deep
combining-add = the values of all exceptions that hold are added to this
combining-floor = if all of it comes to less than { $n }, it is { $n }
combining-ceiling = if all of it comes to more than { $n }, it is { $n }
combining-most = of this and the values of all exceptions that hold, the largest counts
combining-least = of this and the values of all exceptions that hold, the smallest counts
combining-any = what this or any exception that holds says, is in it
combining-any-truth = it is so, too, where an exception says so
combining-all = only what this and all exceptions that hold say, is in it
combining-all-truth = it is so only where no exception says otherwise
combined-add = this is added to what it is otherwise
combined-most = the larger of this and what it is otherwise counts
combined-least = the smaller of this and what it is otherwise counts
combined-any = what is otherwise in it, still is
combined-any-truth = this comes besides everything else that makes it so
combined-all = only what is otherwise in it, too, is in it
combined-all-truth = everything else that it takes must be so, too
exception-to = an exception to { $fact }
rank-exception = it has the rank { $rank }
rank-rule = it has the rank { $rank }
over-exception = it goes before { $others }
over-rule = it comes before { $others }
never-both = it never meets another exception of its rank
choice = these are the actions
any-time = whenever you have to decide something, you may first do one of these, as often as you like
any-time-if = whenever you have to decide something and { CL($condition) }, you may first do one of these, as often as you like
choice-none = no action belongs to this
action-of = one of { $choice }
for-any = for { NP($params, "indefinite") }
given-values = given { NP($params, "indefinite") }
in-order = in this order
event = this is announced: { $event }
unanswered = no rule here responds to it
answered = players who can respond do so in turn, { $way ->
    [anticlockwise] anticlockwise
   *[clockwise] clockwise
} from { $start } on
answered-active = players who can respond do so in turn, { $way ->
    [anticlockwise] anticlockwise
   *[clockwise] clockwise
} from the active player on
answered-ranked = the rule of the highest rank comes first
when = when this happens: { $event }
when-if = when this happens: { $event }, and { CL($condition) }
when-seat = when this happens: { $event }, { NP($seat, "indefinite") } answers
when-seat-if = when this happens: { $event }, { NP($seat, "indefinite") } answers, if { CL($condition) }
when-seat-fixed = when this happens: { $event }, { $seat } answers
when-seat-fixed-if = when this happens: { $event }, { $seat } answers, if { CL($condition) }
whenever = { $tested ->
    [event] after an event, before a decision
   *[decision] before a decision
} or at the end of a turn, as soon as { CL($condition) }
whenever-each = for { NP($each, "indefinite") }, { $tested ->
    [event] after an event, before a decision
   *[decision] before a decision
} or at the end of a turn, as soon as { CL($condition) }
step-of = { $step } ({ $call })
before-step = just before { $step }
before-step-if = just before { $step }, if { CL($condition) }
after-step = just after { $step }
after-step-if = just after { $step }, if { CL($condition) }
instead-of-step = instead of { $step }
instead-of-step-if = instead of { $step }, if { CL($condition) }
holds-always = it is always so that { CL($condition) }
holds-never = it is never so that { CL($condition) }
holds-finally = at the end of the game, { CL($condition) }
measured = measured at the end of the game: { $value }
measured-each = measured at the end of the game for { NP($each, "every") }: { $value }
measured-whether = measured at the end of the game: whether { SUB($condition) }
measured-whether-each = measured at the end of the game for { NP($each, "every") }: whether { SUB($condition) }
measured-where = only those games count in which { CL($condition) }
only-while = this holds only while { CL($condition) }
not-while = this does not hold while { CL($condition) }

# -------------------------------------------------------------------------------------------------------------- examples

example-times = this happens { $n } times in a row
example-players = with { $n } players
example-elsewhere = this example is for another number of players, or other settings
expect = now { CL($condition) }
given = the position
given-at = the position just before { $step }
given-reached = the position is that just before { $step }, as the game reaches it
play = { $what } is done
allow = { $what } is allowed
refuse = { $what } is not allowed
play-pass = the player passes
allow-pass = passing is allowed
refuse-pass = passing is not allowed
play-done = no more is picked
allow-done = picking no more is allowed
refuse-done = picking no more is not allowed
opening-begun = the game is played from its very beginning; what is not told here is left to chance
opening-over = the game goes on, left to chance, until the first turn begins
given-begun = the position is that at the beginning of the first turn
done-with = { $what } ({ $values })
done-value = { NP($name, "bare") } { $value }
by-seat = { $who }: { DO($line) }
by-chance = chance: { DO($line) }
by-nobody = { DO($line) }
played = { $what }
played-pass = pass
played-done = no more is picked
why-not = the reason: { CL($condition) }
why-not-values = the reason: { CL($condition) } ({ $values })
why-only = only { $value }
why-it-is = it is { $value }
why-value = { $what }: { $value }
why-by = this follows from { $clause }
why-else = something else is to be decided now
why-else-offers = what can be done now is { $what }
why-chance = chance cannot come out so
why-none = that is only for who can choose nothing else
why-later = what must follow could not be done
why-turn = it has had its turn, or gets none
words = words of another language

# ------------------------------------------------------------------------------------------------------- words of a page

# ---- Fixed words of pages (rulekit/render)
ui-page-the-rules = The rules
ui-page-reference = The reference
ui-page-notes = The editor's notes
ui-page-exactly = The exact rule
ui-page-rules-box = In the box
ui-page-rules-set-up = Set-up
ui-page-how-it-ends = How the game ends
ui-page-settled = Other ways to play
ui-page-question = Question
ui-page-these-rules = These rules
ui-page-or = Or
ui-page-by-words = by the words
ui-page-base-game = The base game
ui-page-expansion = The expansion
ui-page-answers = Answers
ui-page-open-questions = Open questions
ui-page-open-questions-intro = The sources are silent here, or say two things. These rules follow the answer in bold; a number tells how many rules another answer changes.
ui-page-changes-rules = { $count ->
    [one] changes 1 rule
   *[other] changes { $count } rules
    }
ui-page-differences = Compared with the base
ui-page-for-players = { $many } players
ui-page-further-rules = Further rules
ui-page-key-exactly = Point at a rule, or tap it: § shows it in full detail.
ui-page-settled-intro = These rules play the first answer to each question. If your group prefers another, agree on it beforehand.
ui-page-key-numbers = Raised numbers lead to { $settled }.
ui-page-start = Start
ui-page-rules = Rules of games
ui-page-dark = Dark colours
ui-page-light = Light colours
ui-page-box = The material at a glance
ui-page-set-up = Set-up by number of players
ui-page-course = How the game goes
ui-page-reactions = What is answered, and by whom
ui-page-overrides = What beats what
ui-page-as-soon-as = Before the next decision, as soon as it becomes so
ui-page-until-all-pass = until all pass
ui-page-first-to-act = until one acts
ui-page-answered = Players who can respond do so
ui-page-active-player = the player whose turn it is
ui-page-usually = Usually:
ui-page-beats-examples = Examples
ui-page-beats-first = The first of these that applies counts.
ui-page-beats-any = Each of these makes it so.
ui-page-beats-all = All of these must allow it.
ui-page-beats-add = All that apply are added up.
ui-page-beats-most = The highest of all that apply counts.
ui-page-beats-least = The lowest of all that apply counts.
ui-page-who-sees = Who may see what
ui-page-changes = What this edition leaves out
ui-page-assumed = Assumed
ui-page-glossary = Glossary
ui-page-index = Index
ui-page-sources = Sources
ui-page-who-plays = Players
ui-page-another-number = another number
ui-page-from-to = { $low } to { $high }
ui-page-stands-on = Based on
ui-page-other-editions = Other editions
ui-page-what = What
ui-page-how-many = How many
ui-page-board = Board
ui-page-one-board = 1 ({ $count } { $noun })
ui-page-at-start = { $count } at the start
ui-page-copies-each = { $each ->
    [one] { $total }, all different
   *[other] { $total }: { $sorts } different ones, { $each } of each
}
ui-page-copies-of-each = { $count ->
    [one] one of each { $noun }
   *[other] { $count } of each { $noun }
}
ui-page-copies-player = { $count } for each player
ui-page-up-to = { $count ->
    [0] tokens, or paper to count on
   *[other] up to { $count }
}
ui-page-any-number = as many as needed
ui-page-players = { $count ->
    [one] { $count } player
   *[other] { $count } players
}
ui-page-where = Where
ui-page-pieces = Pieces after set-up
ui-page-each = { $count } each
ui-page-begun-caption = One possible start{ $count ->
    [0] { "" }
    [one] { " " }with { $count } player
   *[other] { " " }with { $count } players
}; { $by ->
    [players] the players may choose another
    [both] chance and the players may give another
   *[chance] chance may give another
}.
ui-page-begun-always = The start of the game{ $count ->
    [0] { "" }
    [one] { " " }with { $count } player
   *[other] { " " }with { $count } players
}
ui-page-example-before = Before
ui-page-example-after = After
ui-page-yes = yes
ui-page-no = no
ui-page-option = Option
ui-page-answer = Answer
ui-page-usual = usual
ui-page-rule = Rule
ui-page-mark = Mark
ui-page-section = Section
ui-page-cited-by = Rules that rest on it
ui-page-statements = What it says of the sources
ui-page-by-rule = Rule by rule
ui-page-ruled-by = decided by
ui-page-shown-by = shown by
ui-page-not-covered = not covered
ui-page-assumed-otherwise = assumed otherwise
ui-page-open = nothing says it
ui-page-not-here = not on this page
ui-page-assumed-mark = assumed
ui-page-assumed-intro = No source decides these points. What is played here was chosen, for the reason given.
ui-page-why-assumed = Why
ui-page-who-sees-it = Who sees what is in it
ui-page-who-counts = Who knows how many
ui-page-everybody = everybody
ui-page-nobody = nobody
ui-page-its-player = its player
ui-page-all-open = Everything lies open: every player may see all there is to see, at any time.
ui-page-rest-open = Everything else lies open to all.
ui-page-was = What it was in { $edition }
ui-page-otherwise-in = Otherwise in:
ui-page-turns = Turns
ui-page-rounds = Round after round
ui-page-at-most = at most
ui-page-window = Everyone is asked in turn
ui-page-by = Decided by
ui-page-from = beginning with
ui-page-clockwise = clockwise
ui-page-anticlockwise = anticlockwise
ui-page-once-each = once each
ui-page-your-turn-if = you have a turn only if
ui-page-none-possible = If none of these is possible
ui-page-if = If
ui-page-else = Otherwise
ui-page-at-any-time = { $count ->
    [one] Before any decision, as often as wanted:
   *[other] Before any decision, as often as wanted, one of:
}
ui-page-one-of = { $count ->
    [one] { "" }
   *[other] One of:
}
ui-page-may-one-of = { $count ->
    [one] If wanted:
   *[other] If wanted, one of:
}
ui-page-before = before:
ui-page-after = after:
ui-page-instead-of = instead:
ui-page-contents = Contents
ui-chapter-things = The parts of the game
ui-chapter-places = Places, and what is remembered
ui-chapter-course = Course of play
ui-chapter-actions = Actions
ui-chapter-rules = Rules
ui-chapter-facts = What words mean
ui-chapter-options = Open questions and options
ui-chapter-examples = Worked examples
ui-chapter-always = What always holds
ui-picture-turn = { $seat }{ LAST($seat) ->
    [s] '
   *[other] 's
} turn
ui-picture-as-seen-by = as seen by { $seat }
ui-picture-as-seen-by-all = as everybody sees it
ui-picture-unseen = { $count } face down
ui-picture-unseen-value = hidden
ui-picture-empty = empty
ui-picture-times = { $count } × { $name }
ui-picture-here = { $site }: { $content }
ui-picture-crossed = out of use
ui-picture-on-the-table = On the table
ui-picture-over = The game is over.
ui-page-more-games = More games
ui-page-for-authors = For authors
ui-page-filter-players = Players
ui-page-filter-minutes = Minutes at most
ui-page-filter-kind = Kind
ui-page-kind-board = board game
ui-page-kind-no-board = no board
ui-page-kind-luck = with luck
ui-page-kind-no-luck = without luck
ui-page-kind-secrets = with secrets
ui-page-comparisons = Editions compared
ui-page-effect = With this answer
ui-page-new-rule = New:
ui-page-gone-rule = Does not apply:
ui-page-changed-rule = Otherwise:
ui-page-example-position = The position
ui-page-example-shown-in = Shown in { $edition }.
ui-page-new-here = New: not in { $edition }.
ui-page-as-table = As a table

# ---- A session (rulekit/session)
ui-session-pass = Pass
ui-session-done = No more
ui-session-nobody = none
ui-session-chance = Chance
ui-session-shown = Shown
ui-session-nothing = nothing
ui-session-none-possible = Nothing else was possible.
ui-session-to-move = To move
ui-session-payoff = Result of { $seat }
ui-session-score = Score of { $seat }
ui-session-on-offer = This can be chosen now: { $what }.
ui-session-cannot = { $what } cannot be chosen now. { $why }
ui-session-not-known = No option is called “{ $what }”.
ui-session-several = “{ $what }” fits { $count } options: say more.
ui-session-undo-start = The game has just begun: there is nothing to take back.
ui-session-undo-learnt = What “{ $step }” brought to light cannot be taken back.
ui-page-play = Play
ui-page-change = Change the rules and try them
ui-session-none-fits = Nothing fits now.
ui-session-then = Then: { $what }.
ui-session-whose = { $owner }'s { $thing }
ui-session-only-if = Only if { $condition }.
ui-session-then-value = then { $what }
ui-page-play-on = Step through it, and play on
ui-session-value-for = { $noun }: { $value }
ui-session-step-of = { $title }: { $step }
ui-session-you-win = You win.
ui-session-you-win-too = You win, together with { $others }.
ui-session-wins = The win goes to { $seats }.
ui-session-draw = It is a draw.
ui-session-you-lose = You lose.
ui-session-nobody-wins = Nobody wins.
ui-session-cites = From: { $cites }
ui-play-language = Language
ui-play-colours = Light or dark
ui-play-players = Number of players
ui-play-seats = Seats
ui-play-person = a person
ui-play-random = plays at random
ui-play-start = Begin the game
ui-play-open = Go on with a saved game
ui-play-loading = The game is being loaded. You can choose seats already.
ui-play-opening = The board is being set up.
ui-play-board = Board
ui-play-options = What you can do
ui-play-filter = Show only
ui-play-why = Not possible now
ui-play-rule = The rule
ui-play-history = What happened
ui-play-back = Choose again
ui-play-undo = Take back
ui-play-save = Save to a file
ui-play-copy = Put it into the address
ui-play-copied = The address of this page now holds the game, hidden things included.
ui-play-new = New game
ui-play-others = Other rules
ui-play-compiling = These rules are not prepared: they are being checked and compiled, which may take a minute.
ui-play-step = { $title } Position { $at } of { $count }.
ui-play-previous = Back
ui-play-next = Next step
ui-play-decides = To decide: { $seat }.
ui-play-over = The game is over.
ui-play-result = { $seat }: { $result }
ui-play-hand-over = Hand over to { $seat }.
ui-play-ready = I play { $seat }
ui-play-none = nothing
ui-play-bad-save = This is no saved game of these rules.
ui-play-failed = That did not work: { $why }
ui-play-news = Since your last turn
ui-play-alone = For you alone:
ui-play-how = How to play
ui-play-book = The whole rulebook
ui-play-more = { $count } more
ui-playground-title = Playground
ui-playground-begin = Begin with
ui-playground-files = Files of the text
ui-playground-text = Text of { $file }
ui-playground-results = What comes of it
ui-playground-messages = Messages
ui-playground-rules = Rules in words
ui-playground-pictures = Pictures
ui-playground-play = Play
ui-playground-changes = What it changes
ui-playground-share = Copy the address to share
ui-playground-copied = The address of this page contains your text and is copied: send it to anyone. Nothing was sent anywhere.
ui-playground-open = Open a text
ui-playground-save = Save the text
ui-playground-find = Find in all files
ui-playground-leave = Escape, then Tab, leaves the text. Tab alone indents.
ui-playground-loading = Rulekit is being loaded. You can write already.
ui-playground-checking = The text is being checked.
ui-playground-right = The rules are right: you can play them.
ui-playground-warnings = The rules can be played. Remarks: { $count }.
ui-playground-wrong = Mistakes in the text: { $count }.
ui-playground-last-good = The game goes on with the last rules that were right.
ui-playground-stopped = This text took more time or memory than it may, so the check was stopped. Your text is still here: change it to go on.
ui-playground-play-stopped = This move took more time or memory than it may, so it was stopped. The game goes on before it.
ui-playground-game-stopped = The new rules took more time or memory than they may, so they were stopped. The game goes on by the earlier ones.
ui-playground-begin-stopped = This game took more time or memory to begin than it may, so it was stopped. Change the rules to go on.
ui-playground-rest-stopped = To foresee what a move does took more time or memory than it may, so it is no longer shown.
ui-playground-new-rules = The rules have changed since this game was opened.
ui-playground-play-new = Play on by the new rules
ui-playground-players = Number of players
ui-playground-compiling = The game is being made.
ui-playground-apply = Apply
ui-playground-meaning = { $code }: what this means
ui-playground-exactly = Every clause exactly
ui-playground-moves = Random moves played
ui-playground-other = Another game
ui-playground-nothing-changed = No number of players can play both, so there is nothing to compare.
ui-playground-bad-address = This address or file contains no text of a playground, so you see a game of the library.
ui-playground-failed = That did not work: { $why }
ui-playground-changed = changed
ui-playground-at = { $file }, line { $place }
ui-playground-working = This takes a moment.
ui-playground-in-full = Every change of the rules
ui-playground-show-text = Show the text
ui-playground-hide-text = Hide the text
ui-playground-what-changes = What this variant changes
ui-playground-unchanged = It changes no rule.
ui-playground-examples-tried = The examples of the rules are tried: { $at } of { $count }.
ui-playground-examples-hold = Examples of the rules that hold: all { $count }.
ui-playground-examples-failed = Examples of the rules that do not hold: { $failed } of { $count }.
ui-playground-examples-fail = Examples that do not hold: { $count }.
ui-playground-example-base = This example of the base does not hold in your variant.
ui-playground-example-fault = The rules break in this example.
ui-playground-example-own = This example does not hold.
ui-playground-wanted = Expected
ui-playground-got = Got
ui-playground-reasons = Why
ui-playground-steps = The steps up to it
ui-playground-defined = Where it is written
ui-playground-used = Where it is used
ui-playground-foreign = Texts in { $language } that no longer fit: { $count }
ui-playground-foreign-why = Your variant has no texts in { $language }. Write them in a block “words { $code }:”, or leave the language out if nobody will read your variant in it.
ui-playground-foreign-out = Leave { $language } out
ui-terminal-do-one = { $seat }, do one of these (a number, words, or ?):
ui-terminal-choose-one = { $seat }, choose one of { $count } (? for help)
ui-terminal-of = of { $count }
ui-terminal-help = a number, or words that narrow the list (Tab completes); `back` shows all again; `look` shows the board; `why …` says why something is not there; `rules` shows the rule of this decision; `undo` takes back; `random` chooses for you; `save FILE`; `quit`
ui-terminal-range = there are options 1 to { $count }
ui-terminal-alone = For you alone:
ui-terminal-hides = Enter hides this.
ui-terminal-why-what = why not what? `why LABEL` asks about an option
ui-terminal-save-where = save to which file?
ui-terminal-saved = saved to { $file }
ui-terminal-hand-over = hand the keyboard to { $seat }, who should press Enter
ui-terminal-since = { $seat }, since your last turn:
ui-terminal-has-seen = Seen by { $seat }:
ui-terminal-ways = { $count } ways: type one, such as { $example }
ui-terminal-partly = its first part lists what it can do
ui-terminal-over = over: { $results }
