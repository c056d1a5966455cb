/* Othello with a word for each side: all squares are looked at together, one direction after the other. */
#include "playouts.h"

typedef uint64_t Set;

static const Set NOT_FIRST = 0xfefefefefefefefeULL, NOT_LAST = 0x7f7f7f7f7f7f7f7fULL;

static void prepare(void) {}

/* A set moved by one square in direction 0..7; what would leave the board is dropped. */
static inline Set moved(Set set, int way)
{
    switch (way) {
    case 0: return (set & NOT_LAST) << 1;
    case 1: return (set & NOT_FIRST) >> 1;
    case 2: return set << 8;
    case 3: return set >> 8;
    case 4: return (set & NOT_LAST) << 9;
    case 5: return (set & NOT_FIRST) << 7;
    case 6: return (set & NOT_LAST) >> 7;
    default: return (set & NOT_FIRST) >> 9;
    }
}

/* The discs of the other side in an unbroken run beyond a set, at most six. */
static inline Set runs(Set from, Set theirs, int way)
{
    Set run = moved(from, way) & theirs;
    run |= moved(run, way) & theirs;
    run |= moved(run, way) & theirs;
    run |= moved(run, way) & theirs;
    run |= moved(run, way) & theirs;
    run |= moved(run, way) & theirs;
    return run;
}

static inline Set playable(Set mine, Set theirs)
{
    Set found = 0, empty = ~(mine | theirs);
#pragma GCC unroll 8
    for (int way = 0; way < 8; way++)
        found |= moved(runs(mine, theirs, way), way) & empty;
    return found;
}

static inline Set enclosed(Set disc, Set mine, Set theirs)
{
    Set found = 0;
#pragma GCC unroll 8
    for (int way = 0; way < 8; way++) {
        Set run = runs(disc, theirs, way);
        if (moved(run, way) & mine)
            found |= run;
    }
    return found;
}

static int playout(int *moves)
{
    Set mine = 1ULL << 28 | 1ULL << 35, theirs = 1ULL << 27 | 1ULL << 36;
    int player = 1; /* whose discs `mine` are; black begins */
    for (;;) {
        Set options = playable(mine, theirs), swap;
        if (!options) { /* a pass is a move, unless the other cannot play either: then the game was over before it */
            swap = mine, mine = theirs, theirs = swap, player = 3 - player;
            options = playable(mine, theirs);
            if (!options)
                break;
            ++*moves;
        }
        Set disc = 1ULL << nth_bit(options, below((uint32_t)__builtin_popcountll(options)));
        Set turned = enclosed(disc, mine, theirs);
        mine |= turned | disc;
        theirs &= ~turned;
        ++*moves;
        swap = mine, mine = theirs, theirs = swap, player = 3 - player;
    }
    int ahead = __builtin_popcountll(mine) - __builtin_popcountll(theirs);
    return ahead > 0 ? player : ahead < 0 ? 3 - player : 0;
}

PLAYOUTS(2)
