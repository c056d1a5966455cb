/* Message to the Czar, English edition, for four players, in plain C.
 *
 * The rules are those of variants/czar/english.rules over its base, with the default of every ruling.  Their words are
 * used here too.  What four players never meet is left out: the two inns that stay closed.  `length` counts what
 * rulekit counts as a move: an action, the inn of a first courier, the answer to whether a stack is renewed, and with
 * which colour.
 *
 * Compiled with COUNT_CLAUSES, the program also counts how often each clause applied.
 */
#include "playouts.h"

enum { PLAYERS = 4, COLOURS = 5, KINDS = 4, COPIES = 3, INNS = 16, NOBODY = 255, NOWHERE = 255 };
enum { PATIENCE = 10 * PLAYERS, ONES = 21, TWOS = 9, RING = 32 };

/* Four open inns in each of the four villages, from the swamp upward; inn / 4 is the village. */
enum { SWAMP, FOREST, MOUNTAIN, GRASSLAND };
enum { INNS_OF_A_VILLAGE = 4, STRICTEST = 13 };

static const uint8_t GUARD[INNS] = {[12] = 8, [STRICTEST] = 10, [14] = 8, [15] = 6};

typedef struct {
    uint8_t courier[RING];
    uint8_t bottom, size;
} Stack;

typedef enum { PLACE, TURN_UP, HAND_OFF, TRAVEL } Action;

typedef struct {
    uint8_t action, inn, kind, courier; /* of travel, `kind` goes first; of hand-off, inn and kind name the taker's room */
} Option;

/* A courier is his colour * KINDS + his kind. */
static uint8_t guest[INNS][KINDS]; /* 1 + the courier who sleeps there, 0 where nobody does */
static uint8_t guests[INNS];
static uint8_t owner[COLOURS]; /* the player whose couriers these are, or NOBODY */
static Stack supply[PLAYERS];
static uint8_t reserve[PLAYERS][COLOURS * KINDS], reserve_size[PLAYERS];
static uint8_t bearer_inn[PLAYERS], bearer_kind[PLAYERS]; /* where the message sleeps; NOWHERE after it reached a guard */
static uint8_t guarded[PLAYERS]; /* the inn whose guard has the player's message, or NOWHERE */
static uint8_t wealth[PLAYERS], ones, twos;
static uint8_t favourite, passed_in_a_row, quiet_turns;
static int length, winner; /* winner: -1 while the game goes on */

#ifdef COUNT_CLAUSES
#define CLAUSES(X)                                                                                                     \
    X(FLOW, "flow") X(SET_UP, "procedure set_up") X(LAY_STACK, "procedure lay_stack") X(TAKE_TURN, "procedure take_turn") \
    X(PASS_TURN, "procedure pass_turn") X(GRIDLOCKED, "rule gridlocked") X(ACT_PLACE, "action place")                  \
    X(ACT_TURN_UP, "action turn_up") X(ACT_HAND_OFF, "action hand_off") X(ACT_TRAVEL, "action travel")                 \
    X(TURN_ONE_UP, "procedure turn_one_up")                                                                            \
    X(MOVE_UP, "procedure move_up") X(DELIVER, "procedure deliver") X(RENEW, "procedure renew")                        \
    X(RENEW_EACH_TURN, "rule renew_each_turn") X(COIN_FOR_THE_SLEEPER, "rule coin_for_the_sleeper")                    \
    X(TAKE_COIN, "procedure take_coin") X(NO_COIN_LEFT, "procedure no_coin_left") X(JUDGE, "procedure judge")          \
    X(JUDGE_IN_THE_MORNING, "rule judge_in_the_morning") X(JUDGE_ON_ARRIVAL, "rule judge_on_arrival")                  \
    X(FAVOUR_THE_FIRST, "rule favour_the_first") X(FAVOUR_THE_ARRIVAL, "rule favour_the_arrival")                      \
    X(FAVOUR, "procedure favour") X(COINS_RUN_OUT, "rule coins_run_out")                                               \
    X(COUNT_THE_TREASURY, "procedure count_the_treasury")
#define NUMBER_OF(name, text) name,
#define TEXT_OF(name, text) text,
enum { CLAUSES(NUMBER_OF) HOW_MANY };
static const char *const TEXTS[] = {CLAUSES(TEXT_OF)};
#define APPLIED(clause) (clause_counts[clause]++)
#else
#define APPLIED(clause) ((void)0)
#endif

static void prepare(void)
{
#ifdef COUNT_CLAUSES
    clause_names = TEXTS;
    clauses = HOW_MANY;
#endif
}

/* ------------------------------------------------------------------------------------------- couriers in stacks and inns */

static inline int take_top(Stack *stack)
{
    stack->size--;
    return stack->courier[(stack->bottom + stack->size) % RING];
}

static inline void put_under(Stack *stack, int courier)
{
    stack->bottom = (uint8_t)((stack->bottom + RING - 1) % RING);
    stack->courier[stack->bottom] = (uint8_t)courier;
    stack->size++;
}

/* The twelve couriers of a colour become the stack of a player who has none, in random order. */
static void lay_and_shuffle(int player, int colour)
{
    Stack *stack = &supply[player];
    APPLIED(LAY_STACK);
    stack->bottom = stack->size = 0;
    for (int kind = 0; kind < KINDS; kind++)
        for (int copy = 0; copy < COPIES; copy++)
            stack->courier[stack->size++] = (uint8_t)(colour * KINDS + kind);
    for (uint32_t left = stack->size; left > 1; left--) {
        uint32_t k = below(left);
        uint8_t swap = stack->courier[k];
        stack->courier[k] = stack->courier[left - 1];
        stack->courier[left - 1] = swap;
    }
}

static inline void put_in_reserve(int player, int courier)
{
    reserve[player][courier]++;
    reserve_size[player]++;
}

static inline void check_in(int courier, int inn)
{
    guest[inn][courier % KINDS] = (uint8_t)(courier + 1);
    guests[inn]++;
}

static inline int vacant(int inn, int kind)
{
    return guests[inn] < 3 && !guest[inn][kind];
}

/* Whose courier sleeps in a room that is taken. */
static inline int host(int inn, int kind)
{
    return owner[(guest[inn][kind] - 1) / KINDS];
}

static inline int lodges(int player, int inn, int kind)
{
    return guest[inn][kind] && host(inn, kind) == player;
}

static inline int gap(int inn)
{
    int kind = 0;
    while (guest[inn][kind])
        kind++;
    return kind;
}

/* -------------------------------------------------------------------------------------------------- messages and coins */

static void deliver(int player)
{
    APPLIED(DELIVER);
    winner = player;
}

static inline int enough(int player)
{
    return guarded[player] != NOWHERE && wealth[player] >= GUARD[guarded[player]];
}

/* Only the player whose turn it is may be let in.  Returns whether the game is over. */
static int judge(int player, int active)
{
    APPLIED(JUDGE);
    if (player != active || !enough(player))
        return 0;
    deliver(player);
    return 1;
}

/* A coin may be the last that a bribe needs.  Returns whether the game is over. */
static int take_coin(int player, int active)
{
    APPLIED(TAKE_COIN);
    uint32_t coins = (uint32_t)ones + twos;
    if (coins == 0) {
        APPLIED(NO_COIN_LEFT);
    } else if (below(coins) < ones) {
        ones--;
        wealth[player] += 1;
    } else {
        twos--;
        wealth[player] += 2;
    }
    return judge(player, active);
}

/* With no coin left and nobody rich enough, the favourite wins.  Returns whether the game is over. */
static int count_the_treasury(void)
{
    APPLIED(COUNT_THE_TREASURY);
    if (ones + twos > 0 || favourite == NOBODY)
        return 0;
    for (int player = 0; player < PLAYERS; player++)
        if (enough(player))
            return 0;
    deliver(favourite);
    return 1;
}

/* The first with the message at a guard on a turn of his own is the favourite.  Returns whether the game is over. */
static int favour(int me)
{
    APPLIED(FAVOUR);
    if (favourite != NOBODY || guarded[me] == NOWHERE)
        return 0;
    favourite = (uint8_t)me;
    return count_the_treasury();
}

/* ------------------------------------------------------------------------------------------------------------ a journey */

/* The inn where a courier stops: one of those with room in the first village above that has any, other than his
 * companion's; NOWHERE if he reaches the palace. */
static int choose_stop(int from, int kind, int companion)
{
    for (int first = (from / INNS_OF_A_VILLAGE + 1) * INNS_OF_A_VILLAGE; first < INNS; first += INNS_OF_A_VILLAGE) {
        uint8_t stops[INNS_OF_A_VILLAGE];
        uint32_t n = 0;
        for (int inn = first; inn < first + INNS_OF_A_VILLAGE; inn++)
            if (inn != companion && vacant(inn, kind))
                stops[n++] = (uint8_t)inn;
        if (n > 0)
            return stops[n > 1 ? below(n) : 0];
    }
    return NOWHERE;
}

/* Whoever's message reaches a guard may bribe him on the way.  Returns whether the game is over. */
static int move_up(int inn, int kind, int stop, int active)
{
    APPLIED(MOVE_UP);
    int courier = guest[inn][kind] - 1, player = owner[courier / KINDS];
    int carries = bearer_inn[player] == inn && bearer_kind[player] == kind;
    guest[inn][kind] = 0;
    guests[inn]--;
    if (stop != NOWHERE) {
        check_in(courier, stop);
        if (carries)
            bearer_inn[player] = (uint8_t)stop;
        return 0;
    }
    put_under(&supply[player], courier);
    if (!carries)
        return 0;
    bearer_inn[player] = NOWHERE;
    guarded[player] = (uint8_t)(inn / INNS_OF_A_VILLAGE == GRASSLAND ? inn : STRICTEST);
    APPLIED(JUDGE_ON_ARRIVAL);
    return judge(player, active);
}

/* Two couriers leave a full inn, `first` before the other.  Returns whether the game is over. */
static int travel(int active, int inn, int first)
{
    APPLIED(ACT_TRAVEL);
    int empty = gap(inn), sleeper = (empty + 3) % KINDS;
    int second = first == (empty + 1) % KINDS ? (empty + 2) % KINDS : (empty + 1) % KINDS;
    int dozer = host(inn, sleeper), stop = choose_stop(inn, first, NOWHERE);
    if (move_up(inn, first, stop, active) || move_up(inn, second, choose_stop(inn, second, stop), active))
        return 1;
    APPLIED(COIN_FOR_THE_SLEEPER);
    if (take_coin(dozer, active))
        return 1;
    APPLIED(COINS_RUN_OUT);
    return count_the_treasury();
}

/* --------------------------------------------------------------------------------------------------------------- a turn */

enum { MOST_OPTIONS = 2 * KINDS * INNS_OF_A_VILLAGE + 1 + INNS_OF_A_VILLAGE * KINDS + 2 * INNS };

static uint32_t list_options(int me, Option *options)
{
    Option *next = options;
    for (int colour = 0; colour < COLOURS; colour++)
        if (owner[colour] == me)
            for (int kind = 0; kind < KINDS; kind++)
                if (reserve[me][colour * KINDS + kind])
                    for (int inn = 0; inn < INNS_OF_A_VILLAGE; inn++)
                        if (vacant(inn, kind))
                            *next++ = (Option){PLACE, (uint8_t)inn, (uint8_t)kind, (uint8_t)(colour * KINDS + kind)};
    if (supply[me].size)
        *next++ = (Option){TURN_UP, 0, 0, 0};
    if (bearer_inn[me] != NOWHERE) {
        int first = bearer_inn[me] / INNS_OF_A_VILLAGE * INNS_OF_A_VILLAGE;
        for (int inn = first; inn < first + INNS_OF_A_VILLAGE; inn++)
            for (int kind = 0; kind < KINDS; kind++)
                if (lodges(me, inn, kind) && !(inn == bearer_inn[me] && kind == bearer_kind[me]))
                    *next++ = (Option){HAND_OFF, (uint8_t)inn, (uint8_t)kind, 0};
    }
    for (int inn = 0; inn < INNS; inn++)
        if (guests[inn] == 3
            && (lodges(me, inn, 0) || lodges(me, inn, 1) || lodges(me, inn, 2) || lodges(me, inn, 3))) {
            int empty = gap(inn);
            *next++ = (Option){TRAVEL, (uint8_t)inn, (uint8_t)((empty + 1) % KINDS), 0};
            *next++ = (Option){TRAVEL, (uint8_t)inn, (uint8_t)((empty + 2) % KINDS), 0};
        }
    return (uint32_t)(next - options);
}

/* The top courier into an inn of the swamp, or into the reserve. */
static void turn_up(int me)
{
    APPLIED(ACT_TURN_UP);
    uint8_t inns[INNS_OF_A_VILLAGE];
    uint32_t n = 0;
    APPLIED(TURN_ONE_UP);
    int courier = take_top(&supply[me]);
    for (int inn = 0; inn < INNS_OF_A_VILLAGE; inn++)
        if (vacant(inn, courier % KINDS))
            inns[n++] = (uint8_t)inn;
    if (n == 0)
        put_in_reserve(me, courier);
    else
        check_in(courier, inns[n > 1 ? below(n) : 0]);
}

/* A player whose stack is empty may take up an unused colour.  Of five, four players leave one.  Returns whether it is
 * done. */
static int renew_each_turn(int me)
{
    APPLIED(RENEW_EACH_TURN);
    if (supply[me].size || owner[COLOURS - 1] != NOBODY)
        return 0;
    length++;
    if (below(2))
        return 0;
    APPLIED(RENEW);
    length++;
    owner[COLOURS - 1] = (uint8_t)me;
    lay_and_shuffle(me, COLOURS - 1);
    return 1;
}

/* Returns whether something moved, or -1 if the game is over. */
static int act(int me, Option option)
{
    switch (option.action) {
    case PLACE:
        APPLIED(ACT_PLACE);
        reserve[me][option.courier]--;
        reserve_size[me]--;
        check_in(option.courier, option.inn);
        return 1;
    case TURN_UP:
        turn_up(me);
        return 1;
    case HAND_OFF:
        APPLIED(ACT_HAND_OFF);
        bearer_inn[me] = option.inn;
        bearer_kind[me] = option.kind;
        return 0;
    default:
        return travel(me, option.inn, option.kind) ? -1 : 1;
    }
}

static void take_turn(int me)
{
    Option options[MOST_OPTIONS];
    APPLIED(TAKE_TURN);
    int stirred = renew_each_turn(me);
    APPLIED(JUDGE_IN_THE_MORNING);
    if (judge(me, me))
        return;
    APPLIED(FAVOUR_THE_FIRST);
    if (favour(me))
        return;
    uint32_t n = list_options(me, options);
    if (n == 0) {
        APPLIED(PASS_TURN);
        if (++passed_in_a_row == PLAYERS) {
            winner = NOBODY;
            return;
        }
    } else {
        length++;
        int moved = act(me, options[n > 1 ? below(n) : 0]);
        if (moved < 0)
            return;
        stirred |= moved;
        passed_in_a_row = 0;
    }
    APPLIED(FAVOUR_THE_ARRIVAL);
    if (favour(me))
        return;
    if (!reserve_size[me] && supply[me].size) {
        put_in_reserve(me, take_top(&supply[me]));
        stirred = 1;
    }
    APPLIED(GRIDLOCKED);
    if (stirred)
        quiet_turns = 0;
    else if (++quiet_turns == PATIENCE)
        winner = NOBODY;
}

/* ------------------------------------------------------------------------------------------------------------- the game */

static void set_up(void)
{
    APPLIED(SET_UP);
    memset(guest, 0, sizeof guest);
    memset(guests, 0, sizeof guests);
    memset(reserve, 0, sizeof reserve);
    memset(reserve_size, 0, sizeof reserve_size);
    memset(wealth, 0, sizeof wealth);
    memset(guarded, NOWHERE, sizeof guarded);
    ones = ONES;
    twos = TWOS;
    favourite = NOBODY;
    passed_in_a_row = quiet_turns = 0;
    owner[COLOURS - 1] = NOBODY;
    for (int player = 0; player < PLAYERS; player++) {
        owner[player] = (uint8_t)player;
        lay_and_shuffle(player, player);
    }
    for (int player = 0; player < PLAYERS; player++) {
        uint8_t inns[INNS_OF_A_VILLAGE];
        uint32_t n = 0;
        for (int inn = 0; inn < INNS_OF_A_VILLAGE; inn++)
            if (!guests[inn])
                inns[n++] = (uint8_t)inn;
        int courier = take_top(&supply[player]);
        bearer_inn[player] = inns[below(n)];
        bearer_kind[player] = (uint8_t)(courier % KINDS);
        check_in(courier, bearer_inn[player]);
        put_in_reserve(player, take_top(&supply[player]));
        length++;
    }
}

static int playout(int *moves)
{
    APPLIED(FLOW);
    length = 0;
    winner = -1;
    set_up();
    for (int player = 0; winner < 0; player = (player + 1) % PLAYERS)
        take_turn(player);
    *moves = length;
    return winner == NOBODY ? 0 : winner + 1;
}

PLAYOUTS(PLAYERS)
