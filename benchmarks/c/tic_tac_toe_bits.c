/* Tic-tac-toe with nine bits for each player. */
#include "playouts.h"

static uint8_t wins[512]; /* whether a set of cells has a row of three */

static void prepare(void)
{
    static const uint16_t ROWS[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (int set = 0; set < 512; set++)
        for (int i = 0; i < 8; i++)
            wins[set] |= (set & ROWS[i]) == ROWS[i];
}

static int playout(int *moves)
{
    unsigned marks[2] = {0, 0};
    int player = 0;
    for (uint32_t empty = 9; empty > 0; empty--) {
        marks[player] |= 1u << nth_bit(0777 & ~(marks[0] | marks[1]), below(empty));
        ++*moves;
        if (wins[marks[player]])
            return player + 1;
        player = !player;
    }
    return 0;
}

PLAYOUTS(2)
