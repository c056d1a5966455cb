/* Hex 11x11 with 121 bits for each player; from the last stone a flood runs through its chain. */
#include "playouts.h"

typedef unsigned __int128 Set;

enum { SIDE = 11, CELLS = SIDE * SIDE };

static Set full, first_row, last_row, first_column, last_column, not_first, not_last;

static void prepare(void)
{
    for (int cell = 0; cell < CELLS; cell++) {
        Set bit = (Set)1 << cell;
        full |= bit;
        if (cell < SIDE)
            first_row |= bit;
        if (cell >= CELLS - SIDE)
            last_row |= bit;
        *(cell % SIDE == 0 ? &first_column : &not_first) |= bit;
        *(cell % SIDE == SIDE - 1 ? &last_column : &not_last) |= bit;
    }
}

/* The six neighbours of every cell of a set. */
static inline Set around(Set set)
{
    Set but_first = set & not_first, but_last = set & not_last;
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
        Set chain, wider = random_cell(full & ~(stones[0] | stones[1]));
        Set mine = stones[player] |= wider;
        ++*moves;
        do {
            chain = wider;
            wider |= around(chain) & mine;
        } while (wider != chain);
        if (player == 0 ? (chain & first_row) && (chain & last_row) : (chain & first_column) && (chain & last_column))
            return player + 1;
        player = !player;
    }
}

PLAYOUTS(2)
