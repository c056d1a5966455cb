/* Breakthrough with a byte for each square, inside a rim, and a list of each side's men. */
#include "playouts.h"

enum { EMPTY = 0, WHITE = 1, BLACK = 2, RIM = 4, STRIDE = 10, SQUARES = 10 * STRIDE, MEN = 16 };

typedef struct {
    uint8_t man, to; /* man: its place in the list */
} Move;

static uint8_t start[SQUARES], board[SQUARES];
static uint8_t start_men[3][MEN], men[3][MEN]; /* where each side's men stand */
static uint8_t start_place[SQUARES], place[SQUARES]; /* the place in its list of the man on a square */
static int left[3];

static void prepare(void)
{
    memset(start, RIM, sizeof start);
    int count[3] = {0, 0, 0};
    for (int row = 1; row <= 8; row++)
        for (int column = 1; column <= 8; column++) {
            int square = row * STRIDE + column, owner = row <= 2 ? WHITE : row >= 7 ? BLACK : EMPTY;
            start[square] = (uint8_t)owner;
            if (owner) {
                start_place[square] = (uint8_t)count[owner];
                start_men[owner][count[owner]++] = (uint8_t)square;
            }
        }
}

/* Straight ahead onto an empty square; aslant onto what is not one's own. */
static int list_moves(int player, int ahead, Move *moves)
{
    int n = 0;
    for (int man = 0; man < left[player]; man++) {
        int to = men[player][man] + ahead;
        if (board[to] == EMPTY)
            moves[n++] = (Move){(uint8_t)man, (uint8_t)to};
        if (!(board[to - 1] & (player | RIM)))
            moves[n++] = (Move){(uint8_t)man, (uint8_t)(to - 1)};
        if (!(board[to + 1] & (player | RIM)))
            moves[n++] = (Move){(uint8_t)man, (uint8_t)(to + 1)};
    }
    return n;
}

static int playout(int *moves)
{
    memcpy(board, start, sizeof board);
    memcpy(men, start_men, sizeof men);
    memcpy(place, start_place, sizeof place);
    left[WHITE] = left[BLACK] = MEN;
    int player = WHITE;
    for (;;) {
        Move options[3 * MEN];
        int other = 3 - player;
        /* Whoever has men can move: the foremost can always go aslant. */
        int n = list_moves(player, player == WHITE ? STRIDE : -STRIDE, options);
        Move move = options[below((uint32_t)n)];
        if (board[move.to]) {
            int last = men[other][--left[other]], hole = place[move.to];
            men[other][hole] = (uint8_t)last;
            place[last] = (uint8_t)hole;
        }
        board[men[player][move.man]] = EMPTY;
        board[move.to] = (uint8_t)player;
        men[player][move.man] = move.to;
        place[move.to] = move.man;
        ++*moves;
        int row = move.to / STRIDE;
        if (row == (player == WHITE ? 8 : 1) || left[other] == 0)
            return player;
        player = other;
    }
}

PLAYOUTS(2)
