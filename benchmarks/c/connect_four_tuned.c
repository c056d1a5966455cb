/* Connect four with a byte for each cell, tuned: a rim that belongs to nobody spares the tests of bounds, and open columns are listed. */
#include "playouts.h"

enum { COLUMNS = 7, ROWS = 6, STRIDE = 8, CELLS = STRIDE * (ROWS + 2) + 1, RIM = 3 };

/* Row 0 and row 7 are rim; so is column 7, which stands at both sides: left of a cell in column 0 is column 7 of the row below. */
static uint8_t start[CELLS], board[CELLS];
static uint8_t height[COLUMNS];

static void prepare(void)
{
    memset(start, RIM, sizeof start);
    for (int row = 1; row <= ROWS; row++)
        memset(start + row * STRIDE, 0, COLUMNS);
}

/* How many discs of the player follow one another from a cell in one direction, the cell itself not counted. */
static inline int run(int cell, int step, int player)
{
    int n = 0;
    while (board[cell += step] == player)
        n++;
    return n;
}

static inline int has_four(int cell, int player)
{
    return run(cell, -STRIDE, player) >= 3
        || run(cell, 1, player) + run(cell, -1, player) >= 3
        || run(cell, STRIDE + 1, player) + run(cell, -STRIDE - 1, player) >= 3
        || run(cell, STRIDE - 1, player) + run(cell, -STRIDE + 1, player) >= 3;
}

static int playout(int *moves)
{
    uint8_t open[COLUMNS] = {0, 1, 2, 3, 4, 5, 6};
    uint32_t columns = COLUMNS;
    memcpy(board, start, sizeof board);
    memset(height, 0, sizeof height);
    int player = 1;
    while (columns > 0) {
        uint32_t k = below(columns);
        int column = open[k];
        int cell = ++height[column] * STRIDE + column;
        if (height[column] == ROWS)
            open[k] = open[--columns];
        board[cell] = (uint8_t)player;
        ++*moves;
        if (has_four(cell, player))
            return player;
        player = 3 - player;
    }
    return 0;
}

PLAYOUTS(2)
