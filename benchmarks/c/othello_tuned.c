/* Othello with a byte for each square, tuned: a rim spares the tests of bounds, and only empty squares are looked at. */
#include "playouts.h"

enum { EMPTY = 0, BLACK = 1, WHITE = 2, RIM = 4, STRIDE = 9, SQUARES = 10 * STRIDE + 1 };

static const int WAYS[8] = {1, -1, STRIDE, -STRIDE, STRIDE + 1, -STRIDE - 1, STRIDE - 1, -STRIDE + 1};

static uint8_t start[SQUARES], board[SQUARES], start_empty[60], empty[60];
static int empties;

/* Row 0, row 9 and column 0 are rim; column 0 stands right of column 8 too, one row up. */
static void prepare(void)
{
    int n = 0;
    memset(start, RIM, sizeof start);
    for (int row = 1; row <= 8; row++)
        memset(start + row * STRIDE + 1, EMPTY, 8);
    start[4 * STRIDE + 4] = start[5 * STRIDE + 5] = WHITE;
    start[4 * STRIDE + 5] = start[5 * STRIDE + 4] = BLACK;
    for (int square = 0; square < SQUARES; square++)
        if (start[square] == EMPTY)
            start_empty[n++] = (uint8_t)square;
}

/* How many discs a disc of the player on this square would enclose in one direction. */
static inline int enclosed(int square, int way, int player)
{
    int n = 0, at = square + way;
    while (board[at] == 3 - player) {
        at += way;
        n++;
    }
    return board[at] == player ? n : 0;
}

static inline int playable(int square, int player)
{
    for (int i = 0; i < 8; i++)
        if (enclosed(square, WAYS[i], player))
            return 1;
    return 0;
}

/* The places in `empty` of the squares that may be played. */
static int list_moves(int player, uint8_t *options)
{
    int n = 0;
    for (int i = 0; i < empties; i++)
        if (playable(empty[i], player))
            options[n++] = (uint8_t)i;
    return n;
}

static int winner(void)
{
    int black = 0, white = 0;
    for (int square = 0; square < SQUARES; square++) {
        black += board[square] == BLACK;
        white += board[square] == WHITE;
    }
    return black > white ? BLACK : black < white ? WHITE : 0;
}

static int playout(int *moves)
{
    memcpy(board, start, sizeof board);
    memcpy(empty, start_empty, sizeof empty);
    empties = 60;
    int player = BLACK;
    for (;;) {
        uint8_t options[60];
        int n = list_moves(player, options);
        if (n == 0) { /* a pass is a move, unless the other cannot play either: then the game was over before it */
            player = 3 - player;
            n = list_moves(player, options);
            if (n == 0)
                return winner();
            ++*moves;
        }
        int place = options[below((uint32_t)n)], square = empty[place];
        empty[place] = empty[--empties];
        for (int i = 0; i < 8; i++)
            for (int k = enclosed(square, WAYS[i], player); k > 0; k--)
                board[square + k * WAYS[i]] = (uint8_t)player;
        board[square] = (uint8_t)player;
        ++*moves;
        player = 3 - player;
    }
}

PLAYOUTS(2)
