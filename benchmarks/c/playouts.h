/* What every C program of the benchmarks shares: random numbers, the clock, and the program around `playout`.
 *
 * A file that includes this defines `playout`, one game of random players, and ends with the macro PLAYOUTS.  The
 * program plays for at least so many seconds of its own processor time (or exactly so many games) and prints one line
 * of JSON: how many games, their lengths added up and squared, who won, the seconds.
 */
#ifndef PLAYOUTS_H
#define PLAYOUTS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_PLAYERS = 4, MOST_CLAUSES = 32, SHARED = MOST_PLAYERS + 1 };

/* A program may count how often each clause of its rulebook applied; `prepare` says how they are called. */
static uint64_t clause_counts[MOST_CLAUSES];
static const char *const *clause_names;
static int clauses;

/* PCG-XSH-RR 64/32 (O'Neill 2014): 64 bits of state, 32 random bits a draw. */
static uint64_t random_state;

static inline uint32_t random32(void)
{
    uint64_t old = random_state;
    random_state = old * 6364136223846793005ULL + 1442695040888963407ULL;
    uint32_t mixed = (uint32_t)(((old >> 18) ^ old) >> 27);
    uint32_t turn = (uint32_t)(old >> 59);
    return (mixed >> turn) | (mixed << (-turn & 31));
}

/* A number below n (1..2^32 - 1), each exactly as likely: Lemire's method, multiply and reject. */
static inline uint32_t below(uint32_t n)
{
    uint64_t product = (uint64_t)random32() * n;
    uint32_t low = (uint32_t)product;
    if (low < n) {
        uint32_t least = -n % n;
        while (low < least) {
            product = (uint64_t)random32() * n;
            low = (uint32_t)product;
        }
    }
    return (uint32_t)(product >> 32);
}

/* The place of bit number k (from 0, the lowest first) of a set that has more than k bits. */
static inline int nth_bit(uint64_t set, uint32_t k)
{
    while (k--)
        set &= set - 1;
    return __builtin_ctzll(set);
}

/* Seconds of processor time that this process has used: what else runs on the machine does not count. */
static inline double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

typedef struct {
    uint64_t games, moves, squares; /* squares: of the lengths, added up */
    uint64_t wins[2 + MOST_PLAYERS]; /* wins[0] counts draws, wins[SHARED] those that all win together */
    double seconds;
} Total;

/* One game.  Sets *moves to the number of moves and returns who won (from 1), 0 for a draw, SHARED where all win. */
typedef int Playout(int *moves);

static inline void play_games(Playout *playout, uint64_t games, Total *total)
{
    for (uint64_t i = 0; i < games; i++) {
        int moves = 0;
        total->wins[playout(&moves)]++;
        total->moves += (uint64_t)moves;
        total->squares += (uint64_t)moves * (uint64_t)moves;
    }
    total->games += games;
}

/* Batches grow until one takes a hundredth of a second, so that looking at the clock costs nothing. */
static inline void play_for(Playout *playout, double seconds, Total *total)
{
    uint64_t batch = 1;
    double begun = processor_seconds(), last = begun;
    while (last - begun < seconds) {
        play_games(playout, batch, total);
        double now = processor_seconds();
        if (now - last < 0.01)
            batch *= 2;
        last = now;
    }
    total->seconds = last - begun;
}

/* PROGRAM for SECONDS SEED, or PROGRAM games NUMBER SEED. */
static inline int run_program(int argc, char **argv, Playout *playout, int players, void (*prepare)(void))
{
    if (argc != 4 || (strcmp(argv[1], "for") && strcmp(argv[1], "games"))) {
        fprintf(stderr, "usage: %s for SECONDS SEED | games NUMBER SEED\n", argv[0]);
        return 2;
    }
    Total total = {0};
    random_state = strtoull(argv[3], NULL, 10) * 0x9E3779B97F4A7C15ULL + 1;
    random32();
    prepare();
    if (argv[1][0] == 'f') {
        play_for(playout, strtod(argv[2], NULL), &total);
    } else {
        double begun = processor_seconds();
        play_games(playout, strtoull(argv[2], NULL, 10), &total);
        total.seconds = processor_seconds() - begun;
    }
    printf("{\"games\": %llu, \"moves\": %llu, \"squares\": %llu, \"seconds\": %.6f, \"draws\": %llu, \"shared\": %llu, "
           "\"wins\": [",
           (unsigned long long)total.games, (unsigned long long)total.moves, (unsigned long long)total.squares,
           total.seconds, (unsigned long long)total.wins[0], (unsigned long long)total.wins[SHARED]);
    for (int p = 1; p <= players; p++)
        printf("%s%llu", p > 1 ? ", " : "", (unsigned long long)total.wins[p]);
    printf("]");
    for (int c = 0; c < clauses; c++)
        printf("%s\"%s\": %llu%s", c ? ", " : ", \"clauses\": {", clause_names[c],
               (unsigned long long)clause_counts[c], c == clauses - 1 ? "}" : "");
    printf("}\n");
    return 0;
}

/* `prepare` fills tables once, before the clock starts. */
#define PLAYOUTS(players)                                          \
    int main(int argc, char **argv)                                \
    {                                                              \
        return run_program(argc, argv, playout, players, prepare); \
    }

#endif
