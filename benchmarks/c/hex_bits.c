/* Hex 11x11 with 121 bits for each player; from the last stone a flood runs through its chain. */
#include "playouts.h"

typedef unsigned __int128 Set;

enum { SIDE = 11, CELLS = SIDE * SIDE };

/* A row is SIDE bits.  All cells divided by a row of ones are the first cells of all rows. */
static const Set FULL = ((Set)1 << CELLS) - 1;
static const Set FIRST_ROW = ((Set)1 << SIDE) - 1;
static const Set LAST_ROW = (((Set)1 << SIDE) - 1) << (CELLS - SIDE);
static const Set FIRST_COLUMN = (((Set)1 << CELLS) - 1) / (((Set)1 << SIDE) - 1);
static const Set LAST_COLUMN = (((Set)1 << CELLS) - 1) / (((Set)1 << SIDE) - 1) << (SIDE - 1);

static void prepare(void) {}

/* The six neighbours of every cell of a set. */
static inline Set around(Set set)
{
    Set but_first = set & ~FIRST_COLUMN, but_last = set & ~LAST_COLUMN;
    return but_last << 1 | but_first >> 1 | set << SIDE | set >> SIDE | but_first << (SIDE - 1) | but_last >> (SIDE - 1);
}

static inline Set random_cell(Set set)
{
    uint64_t low = (uint64_t)set, high = (uint64_t)(set >> 64);
    uint32_t n = (uint32_t)__builtin_popcountll(low);
    uint32_t k = below(n + (uint32_t)__builtin_popcountll(high));
    return k < n ? 1ULL << nth_bit(low, k) : (Set)(1ULL << nth_bit(high, k - n)) << 64;
}

static int playout(int *moves)
{
    Set stones[2] = {0, 0};
    int player = 0;
    for (;;) {
        Set chain, wider = random_cell(FULL & ~(stones[0] | stones[1]));
        Set mine = stones[player] |= wider;
        ++*moves;
        do {
            chain = wider;
            wider |= around(chain) & mine;
        } while (wider != chain);
        if (player == 0 ? (chain & FIRST_ROW) && (chain & LAST_ROW) : (chain & FIRST_COLUMN) && (chain & LAST_COLUMN))
            return player + 1;
        player = !player;
    }
}

PLAYOUTS(2)
