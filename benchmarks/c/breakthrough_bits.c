/* Breakthrough with a word for each side: square a1 is bit 0, h8 bit 63. */
#include "playouts.h"

static const uint64_t NOT_A = 0xfefefefefefefefeULL, NOT_H = 0x7f7f7f7f7f7f7f7fULL;

static void prepare(void) {}

/* The targets in the three directions, counted together; one is drawn and played.  `turn` shifts the board ahead for
 * this side.  Returns whether the far row is reached or nobody is left to beat. */
#define ADVANCE(mine, theirs, turn, back, left_file, right_file, far_row)                                   \
    do {                                                                                                   \
        uint64_t left = (((mine) & (left_file)) turn 7) & ~(mine);                                          \
        uint64_t ahead = ((mine) turn 8) & ~((mine) | (theirs));                                            \
        uint64_t right = (((mine) & (right_file)) turn 9) & ~(mine);                                        \
        uint32_t a = (uint32_t)__builtin_popcountll(left), b = (uint32_t)__builtin_popcountll(ahead);        \
        uint32_t k = below(a + b + (uint32_t)__builtin_popcountll(right));                                  \
        uint64_t to, from;                                                                                 \
        if (k < a) {                                                                                       \
            to = 1ULL << nth_bit(left, k);                                                                  \
            from = to back 7;                                                                              \
        } else if ((k -= a) < b) {                                                                         \
            to = 1ULL << nth_bit(ahead, k);                                                                 \
            from = to back 8;                                                                              \
        } else {                                                                                           \
            to = 1ULL << nth_bit(right, k - b);                                                             \
            from = to back 9;                                                                              \
        }                                                                                                  \
        (mine) = ((mine) & ~from) | to;                                                                    \
        (theirs) &= ~to;                                                                                   \
        ++*moves;                                                                                          \
        if ((to & (far_row)) || !(theirs))                                                                  \
            return far_row >> 63 ? 1 : 2;                                                                  \
    } while (0)

static int playout(int *moves)
{
    uint64_t white = 0x000000000000ffffULL, black = 0xffff000000000000ULL;
    for (;;) {
        ADVANCE(white, black, <<, >>, NOT_A, NOT_H, 0xff00000000000000ULL);
        ADVANCE(black, white, >>, <<, NOT_H, NOT_A, 0x00000000000000ffULL);
    }
}

PLAYOUTS(2)
