/* Tic-tac-toe with a byte for each cell. */
#include "playouts.h"

static const uint8_t LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static uint8_t board[9]; /* 0 empty, 1 and 2 the players */

static void prepare(void) {}

/* Only a line through the mark just made can have become a row; looking at all eight is as quick. */
static int has_row(int player)
{
    for (int i = 0; i < 8; i++)
        if (board[LINES[i][0]] == player && board[LINES[i][1]] == player && board[LINES[i][2]] == player)
            return 1;
    return 0;
}

static int playout(int *moves)
{
    uint8_t empty[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    memset(board, 0, sizeof board);
    int player = 1;
    for (uint32_t left = 9; left > 0;) {
        uint32_t k = below(left);
        int cell = empty[k];
        empty[k] = empty[--left];
        board[cell] = (uint8_t)player;
        ++*moves;
        if (has_row(player))
            return player;
        player = 3 - player;
    }
    return 0;
}

PLAYOUTS(2)
