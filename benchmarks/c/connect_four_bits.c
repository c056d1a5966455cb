/* Connect four with a word for each player: seven bits a column, the seventh always clear. */
#include "playouts.h"

static const uint64_t BOTTOM = 0x0040810204081ULL; /* the lowest cell of each column */
static const uint64_t CELLS = 0x3f * 0x0040810204081ULL;

static void prepare(void) {}

/* Two runs of two, two apart, are four: in each of the four directions. */
static inline int has_four(uint64_t discs)
{
    uint64_t pairs = discs & (discs >> 7);
    if (pairs & (pairs >> 14))
        return 1;
    pairs = discs & (discs >> 6);
    if (pairs & (pairs >> 12))
        return 1;
    pairs = discs & (discs >> 8);
    if (pairs & (pairs >> 16))
        return 1;
    pairs = discs & (discs >> 1);
    return (pairs & (pairs >> 2)) != 0;
}

static int playout(int *moves)
{
    uint64_t discs[2] = {0, 0};
    int player = 0;
    for (;;) {
        /* Adding one at the foot of a full stack of bits carries to the first free cell. */
        uint64_t free = ((discs[0] | discs[1]) + BOTTOM) & CELLS;
        if (!free)
            return 0;
        discs[player] |= 1ULL << nth_bit(free, below((uint32_t)__builtin_popcountll(free)));
        ++*moves;
        if (has_four(discs[player]))
            return player + 1;
        player = !player;
    }
}

PLAYOUTS(2)
