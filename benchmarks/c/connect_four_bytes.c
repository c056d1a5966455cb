/* Connect four with a byte for each cell. */
#include "playouts.h"

enum { COLUMNS = 7, ROWS = 6 };

static uint8_t board[ROWS][COLUMNS]; /* 0 empty, 1 and 2 the players; row 0 is the lowest */
static uint8_t height[COLUMNS];

static void prepare(void) {}

/* How many discs of the player follow one another from a cell in one direction, the cell itself not counted. */
static inline int run(int row, int column, int up, int right, int player)
{
    int n = 0;
    for (;;) {
        row += up;
        column += right;
        if ((unsigned)row >= ROWS || (unsigned)column >= COLUMNS || board[row][column] != player)
            return n;
        n++;
    }
}

static inline int has_four(int row, int column, int player)
{
    return run(row, column, -1, 0, player) >= 3
        || run(row, column, 0, 1, player) + run(row, column, 0, -1, player) >= 3
        || run(row, column, 1, 1, player) + run(row, column, -1, -1, player) >= 3
        || run(row, column, 1, -1, player) + run(row, column, -1, 1, player) >= 3;
}

static int playout(int *moves)
{
    memset(board, 0, sizeof board);
    memset(height, 0, sizeof height);
    uint8_t open[COLUMNS] = {0, 1, 2, 3, 4, 5, 6};
    uint32_t columns = COLUMNS;
    int player = 1;
    while (columns > 0) {
        uint32_t k = below(columns);
        int column = open[k], row = height[column]++;
        if (height[column] == ROWS)
            open[k] = open[--columns];
        board[row][column] = (uint8_t)player;
        ++*moves;
        if (has_four(row, column, player))
            return player;
        player = 3 - player;
    }
    return 0;
}

PLAYOUTS(2)
