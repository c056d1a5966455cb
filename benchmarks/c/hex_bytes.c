/* Hex 11x11 with a byte for each cell, inside a rim; chains are kept joined in a forest (union-find). */
#include "playouts.h"

enum { SIDE = 11, STRIDE = SIDE + 2, SITES = STRIDE * STRIDE, CELLS = SIDE * SIDE };
enum { RED = 1, BLUE = 2 };

/* The rim below and above is red, left and right blue: each of the four is one node of the forest, so that a stone
 * beside it joins it like any other.  A corner counts for either side, since no cell touches only the corner. */
enum { BELOW = 0, ABOVE = SITES - 1, LEFT = STRIDE, RIGHT = 2 * STRIDE - 1 };

static const int AROUND[6] = {1, -1, STRIDE, -STRIDE, STRIDE - 1, -STRIDE + 1};

static uint8_t start_board[SITES], board[SITES], start_parent[SITES], parent[SITES], cells[CELLS];

static void prepare(void)
{
    int n = 0;
    for (int row = 0; row < STRIDE; row++)
        for (int column = 0; column < STRIDE; column++) {
            int site = row * STRIDE + column, node = site;
            if (row == 0 || row == STRIDE - 1) {
                start_board[site] = RED;
                node = row == 0 ? BELOW : ABOVE;
            } else if (column == 0 || column == STRIDE - 1) {
                start_board[site] = BLUE;
                node = column == 0 ? LEFT : RIGHT;
            } else {
                cells[n++] = (uint8_t)site;
            }
            start_parent[site] = (uint8_t)node;
        }
}

static inline int root(int site)
{
    while (parent[site] != site)
        site = parent[site] = parent[parent[site]];
    return site;
}

static int playout(int *moves)
{
    memcpy(board, start_board, sizeof board);
    memcpy(parent, start_parent, sizeof parent);
    uint8_t empty[CELLS];
    memcpy(empty, cells, sizeof empty);
    int player = RED;
    for (uint32_t left = CELLS;; ) {
        uint32_t k = below(left);
        int site = empty[k];
        empty[k] = empty[--left];
        board[site] = (uint8_t)player;
        ++*moves;
        int mine = site;
        for (int i = 0; i < 6; i++)
            if (board[site + AROUND[i]] == player) {
                int other = root(site + AROUND[i]);
                parent[mine] = (uint8_t)other;
                mine = other;
            }
        if (player == RED ? root(BELOW) == root(ABOVE) : root(LEFT) == root(RIGHT))
            return player;
        player = 3 - player;
    }
}

PLAYOUTS(2)
