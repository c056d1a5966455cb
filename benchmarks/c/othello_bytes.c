/* Othello with a byte for each square, and a table of the squares that lie in each direction. */
#include "playouts.h"

enum { BLACK = 1, WHITE = 2, SQUARES = 64, WAYS = 8, NONE = 255 };

static uint8_t board[SQUARES];
static uint8_t ray[SQUARES][WAYS][8]; /* the squares from one outward, NONE after the last */

static void prepare(void)
{
    static const int UP[WAYS] = {0, 0, 1, -1, 1, 1, -1, -1}, RIGHT[WAYS] = {1, -1, 0, 0, 1, -1, 1, -1};
    for (int square = 0; square < SQUARES; square++)
        for (int way = 0; way < WAYS; way++) {
            uint8_t *next = ray[square][way];
            int row = square / 8 + UP[way], column = square % 8 + RIGHT[way];
            for (; row >= 0 && row < 8 && column >= 0 && column < 8; row += UP[way], column += RIGHT[way])
                *next++ = (uint8_t)(row * 8 + column);
            *next = NONE;
        }
}

/* How many discs a disc of the player on this square would enclose in one direction. */
static inline int enclosed(int square, int way, int player)
{
    const uint8_t *at = ray[square][way];
    int n = 0;
    while (at[n] != NONE && board[at[n]] == 3 - player)
        n++;
    return at[n] != NONE && board[at[n]] == player ? n : 0;
}

static inline int playable(int square, int player)
{
    if (board[square])
        return 0;
    for (int way = 0; way < WAYS; way++)
        if (enclosed(square, way, player))
            return 1;
    return 0;
}

static int list_moves(int player, uint8_t *options)
{
    int n = 0;
    for (int square = 0; square < SQUARES; square++)
        if (playable(square, player))
            options[n++] = (uint8_t)square;
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
    memset(board, 0, sizeof board);
    board[27] = board[36] = WHITE;
    board[28] = board[35] = BLACK;
    int player = BLACK;
    for (;;) {
        uint8_t options[SQUARES];
        int n = list_moves(player, options);
        if (n == 0) { /* a pass is a move, unless the other cannot play either: then the game was over before it */
            player = 3 - player;
            n = list_moves(player, options);
            if (n == 0)
                return winner();
            ++*moves;
        }
        int square = options[below((uint32_t)n)];
        for (int way = 0; way < WAYS; way++)
            for (int k = enclosed(square, way, player); k > 0; k--)
                board[ray[square][way][k - 1]] = (uint8_t)player;
        board[square] = (uint8_t)player;
        ++*moves;
        player = 3 - player;
    }
}

PLAYOUTS(2)
