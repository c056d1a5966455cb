/* Carcassonne's base game for two players, in plain C: the open rim of the landscape is kept as a sorted list, features
 * are found by flooding from tile to tile.
 *
 * The rules are those of variants/carcassonne/base.rules with the default answer of each ruling and option: farmers,
 * four points for a finished city of two tiles, three for each finished city at a field.  `moves` counts what rulekit
 * counts: a tile laid, and whether and where a follower goes, where the player has one.
 */
#include "playouts.h"

enum { PLAYERS = 2, KINDS = 24, TILES = 72, MOST = 8, FIRST_KIND = 3, FOLLOWERS = 7, PORTS = 12 };
enum { SIDE = TILES + 2, SPOTS = SIDE * SIDE, NONE = 255 };
enum { FIELD, ROAD, CITY, MONASTERY };

/* A segment of a kind of tile: its land, the ports that it reaches (bits; clockwise, three to a side, from the left of
 * the north side), its shields, and of a field the ports at which there is a city beside it. */
typedef struct {
    uint8_t kind, land;
    uint16_t ports;
    uint8_t shields;
    uint16_t touches;
} Segment;

static const uint8_t COPIES[KINDS] = {2, 4, 1, 4, 5, 2, 1, 3, 2, 3, 3, 3, 2, 3, 2, 3, 1, 3, 2, 1, 8, 9, 4, 1};
static const Segment SEGMENTS[] = {
    {0, ROAD, 0x080, 0, 0x000}, {0, MONASTERY, 0x000, 0, 0x000}, {0, FIELD, 0xb6d, 0, 0x000},
    {1, MONASTERY, 0x000, 0, 0x000}, {1, FIELD, 0xb6d, 0, 0x000}, {2, CITY, 0x492, 1, 0x000},
    {3, CITY, 0x002, 0, 0x000}, {3, ROAD, 0x410, 0, 0x000}, {3, FIELD, 0x808, 0, 0x002}, {3, FIELD, 0x360, 0, 0x000},
    {4, CITY, 0x002, 0, 0x000}, {4, FIELD, 0xb68, 0, 0x002}, {5, CITY, 0x410, 1, 0x000}, {5, FIELD, 0x005, 0, 0x400},
    {5, FIELD, 0x140, 0, 0x400}, {6, CITY, 0x410, 0, 0x000}, {6, FIELD, 0x005, 0, 0x400}, {6, FIELD, 0x140, 0, 0x400},
    {7, CITY, 0x002, 0, 0x000}, {7, CITY, 0x080, 0, 0x000}, {7, FIELD, 0xa28, 0, 0x082}, {8, CITY, 0x002, 0, 0x000},
    {8, CITY, 0x400, 0, 0x000}, {8, FIELD, 0x168, 0, 0x402}, {9, CITY, 0x002, 0, 0x000}, {9, ROAD, 0x090, 0, 0x000},
    {9, FIELD, 0xb08, 0, 0x002}, {9, FIELD, 0x060, 0, 0x000}, {10, CITY, 0x002, 0, 0x000},
    {10, ROAD, 0x480, 0, 0x000}, {10, FIELD, 0x868, 0, 0x002}, {10, FIELD, 0x300, 0, 0x000},
    {11, CITY, 0x002, 0, 0x000}, {11, ROAD, 0x010, 0, 0x000}, {11, ROAD, 0x080, 0, 0x000},
    {11, ROAD, 0x400, 0, 0x000}, {11, FIELD, 0x808, 0, 0x002}, {11, FIELD, 0x300, 0, 0x000},
    {11, FIELD, 0x060, 0, 0x000}, {12, CITY, 0x402, 1, 0x000}, {12, FIELD, 0x168, 0, 0x002},
    {13, CITY, 0x402, 0, 0x000}, {13, FIELD, 0x168, 0, 0x002}, {14, CITY, 0x402, 1, 0x000},
    {14, ROAD, 0x090, 0, 0x000}, {14, FIELD, 0x108, 0, 0x002}, {14, FIELD, 0x060, 0, 0x000},
    {15, CITY, 0x402, 0, 0x000}, {15, ROAD, 0x090, 0, 0x000}, {15, FIELD, 0x108, 0, 0x002},
    {15, FIELD, 0x060, 0, 0x000}, {16, CITY, 0x412, 1, 0x000}, {16, FIELD, 0x140, 0, 0x002},
    {17, CITY, 0x412, 0, 0x000}, {17, FIELD, 0x140, 0, 0x002}, {18, CITY, 0x412, 1, 0x000},
    {18, ROAD, 0x080, 0, 0x000}, {18, FIELD, 0x040, 0, 0x002}, {18, FIELD, 0x100, 0, 0x002},
    {19, CITY, 0x412, 0, 0x000}, {19, ROAD, 0x080, 0, 0x000}, {19, FIELD, 0x040, 0, 0x002},
    {19, FIELD, 0x100, 0, 0x002}, {20, ROAD, 0x410, 0, 0x000}, {20, FIELD, 0x80d, 0, 0x000},
    {20, FIELD, 0x360, 0, 0x000}, {21, ROAD, 0x480, 0, 0x000}, {21, FIELD, 0x86d, 0, 0x000},
    {21, FIELD, 0x300, 0, 0x000}, {22, ROAD, 0x010, 0, 0x000}, {22, ROAD, 0x080, 0, 0x000},
    {22, ROAD, 0x400, 0, 0x000}, {22, FIELD, 0x80d, 0, 0x000}, {22, FIELD, 0x060, 0, 0x000},
    {22, FIELD, 0x300, 0, 0x000}, {23, ROAD, 0x002, 0, 0x000}, {23, ROAD, 0x010, 0, 0x000},
    {23, ROAD, 0x080, 0, 0x000}, {23, ROAD, 0x400, 0, 0x000}, {23, FIELD, 0x801, 0, 0x000},
    {23, FIELD, 0x00c, 0, 0x000}, {23, FIELD, 0x060, 0, 0x000}, {23, FIELD, 0x300, 0, 0x000}
};

/* By kind: how many segments, their lands, shields, the cities at a field (bits), where its monastery is. */
static uint8_t segments[KINDS], land[KINDS][MOST], shields[KINDS][MOST], touches[KINDS][MOST], monastery[KINDS];
/* By kind and turning: the ports of each segment, the segment at each port, the land of each side. */
static uint16_t ports[KINDS][4][MOST];
static uint8_t segment_at[KINDS][4][PORTS], edge[KINDS][4][4];
static uint8_t meets[PORTS]; /* the port of the neighbour that meets this one */
static uint16_t next[SPOTS][4], around[SPOTS][8];

/* The landscape: a tile is named by when it was laid, from 0. */
static uint8_t at[SPOTS], in_rim[SPOTS]; /* at: 1 + the tile */
static uint8_t kind[TILES], turned[TILES], follower[TILES][MOST]; /* follower: 1 + the player */
static uint16_t site[TILES], rim[SPOTS];
static int laid, rim_size, score[PLAYERS], supply[PLAYERS];

/* The feature that was flooded last: its parts (tile * MOST + segment), and its open ends. */
static uint16_t feature[TILES * MOST], waiting[TILES * MOST];
static int feature_size, open_ends;
static uint8_t seen[TILES][MOST], epoch;

static int turn(int mask, int quarters)
{
    int by = 3 * quarters;
    return (mask << by | mask >> (PORTS - by)) & ((1 << PORTS) - 1);
}

static void prepare_kinds(void)
{
    memset(monastery, NONE, sizeof monastery);
    memset(segment_at, NONE, sizeof segment_at);
    for (size_t i = 0; i < sizeof SEGMENTS / sizeof *SEGMENTS; i++) {
        const Segment *s = &SEGMENTS[i];
        int k = s->kind, n = segments[k]++;
        land[k][n] = s->land;
        shields[k][n] = s->shields;
        if (s->land == MONASTERY)
            monastery[k] = (uint8_t)n;
        for (int q = 0; q < 4; q++) {
            ports[k][q][n] = (uint16_t)turn(s->ports, q);
            for (int p = 0; p < PORTS; p++)
                if (ports[k][q][n] >> p & 1) {
                    segment_at[k][q][p] = (uint8_t)n;
                    if (p % 3 == 1)
                        edge[k][q][p / 3] = s->land;
                }
        }
    }
    for (size_t i = 0, n = 0; i < sizeof SEGMENTS / sizeof *SEGMENTS; i++) {
        int k = SEGMENTS[i].kind;
        n = i && SEGMENTS[i - 1].kind == k ? n + 1 : 0;
        for (int p = 0; p < PORTS; p++)
            if (SEGMENTS[i].touches >> p & 1)
                touches[k][n] |= (uint8_t)(1 << segment_at[k][0][p]);
    }
}

static void prepare(void)
{
    prepare_kinds();
    for (int p = 0; p < PORTS; p++)
        meets[p] = (uint8_t)((p / 3 + 2) % 4 * 3 + 2 - p % 3);
    for (int s = 0; s < SPOTS; s++) {
        int row = s / SIDE, column = s % SIDE;
        next[s][0] = (uint16_t)((row + SIDE - 1) % SIDE * SIDE + column);
        next[s][1] = (uint16_t)(row * SIDE + (column + 1) % SIDE);
        next[s][2] = (uint16_t)((row + 1) % SIDE * SIDE + column);
        next[s][3] = (uint16_t)(row * SIDE + (column + SIDE - 1) % SIDE);
    }
    for (int s = 0; s < SPOTS; s++)
        for (int d = 0; d < 4; d++) {
            around[s][2 * d] = next[s][d];
            around[s][2 * d + 1] = next[next[s][d]][(d + 1) % 4];
        }
}

static void flood(int tile, int segment)
{
    if (!++epoch) {
        memset(seen, 0, sizeof seen);
        epoch = 1;
    }
    feature_size = open_ends = 0;
    int n = 0;
    waiting[n++] = (uint16_t)(tile * MOST + segment);
    seen[tile][segment] = epoch;
    while (n) {
        int part = waiting[--n], here = part / MOST;
        feature[feature_size++] = (uint16_t)part;
        unsigned left = ports[kind[here]][turned[here]][part % MOST];
        while (left) {
            int port = __builtin_ctz(left), there = at[next[site[here]][port / 3]];
            left &= left - 1;
            if (!there) {
                open_ends++;
                continue;
            }
            there--;
            int other = segment_at[kind[there]][turned[there]][meets[port]];
            if (seen[there][other] != epoch) {
                seen[there][other] = epoch;
                waiting[n++] = (uint16_t)(there * MOST + other);
            }
        }
    }
}

static int fits(int spot, int k, int quarters)
{
    for (int d = 0; d < 4; d++) {
        int there = at[next[spot][d]];
        if (there && edge[kind[there - 1]][turned[there - 1]][d ^ 2] != edge[k][quarters][d])
            return 0;
    }
    return 1;
}

static void lay(int spot, int k, int quarters)
{
    kind[laid] = (uint8_t)k;
    turned[laid] = (uint8_t)quarters;
    site[laid] = (uint16_t)spot;
    memset(follower[laid], 0, MOST);
    at[spot] = (uint8_t)++laid;
    if (in_rim[spot]) {
        in_rim[spot] = 0;
        for (int i = 0; i < rim_size; i++)
            if (rim[i] == spot) {
                memmove(rim + i, rim + i + 1, sizeof *rim * (size_t)(rim_size - i - 1));
                rim_size--;
                break;
            }
    }
    for (int d = 0; d < 4; d++) {
        int beside = next[spot][d];
        if (at[beside] || in_rim[beside])
            continue;
        in_rim[beside] = 1;
        int i = rim_size++;
        for (; i && rim[i - 1] > beside; i--)
            rim[i] = rim[i - 1];
        rim[i] = (uint16_t)beside;
    }
}

static int is_free(void)
{
    int any = 0;
    for (int i = 0; i < feature_size; i++)
        any |= follower[feature[i] / MOST][feature[i] % MOST];
    return !any;
}

/* Whoever has most followers on the feature gets the points; whether anybody has. */
static int award(int points)
{
    int heads[PLAYERS] = {0}, most = 0;
    for (int i = 0; i < feature_size; i++) {
        int f = follower[feature[i] / MOST][feature[i] % MOST];
        if (f)
            heads[f - 1]++;
    }
    for (int p = 0; p < PLAYERS; p++)
        most = heads[p] > most ? heads[p] : most;
    for (int p = 0; most && p < PLAYERS; p++)
        if (heads[p] == most)
            score[p] += points;
    return most;
}

static void come_home(void)
{
    for (int i = 0; i < feature_size; i++) {
        uint8_t *f = &follower[feature[i] / MOST][feature[i] % MOST];
        if (*f) {
            supply[*f - 1]++;
            *f = 0;
        }
    }
}

static int tiles(void)
{
    uint64_t low = 0, high = 0;
    for (int i = 0; i < feature_size; i++) {
        int t = feature[i] / MOST;
        if (t < 64)
            low |= 1ULL << t;
        else
            high |= 1ULL << (t - 64);
    }
    return __builtin_popcountll(low) + __builtin_popcountll(high);
}

static int all_shields(void)
{
    int n = 0;
    for (int i = 0; i < feature_size; i++)
        n += shields[kind[feature[i] / MOST]][feature[i] % MOST];
    return n;
}

static int neighbours(int spot)
{
    int n = 0;
    for (int i = 0; i < 8; i++)
        n += at[around[spot][i]] != 0;
    return n;
}

static void score_the_monastery(int tile, int finished)
{
    int m = monastery[kind[tile]];
    if (m == NONE || !follower[tile][m])
        return;
    int points = 1 + neighbours(site[tile]), p = follower[tile][m] - 1;
    if (finished && points < 9)
        return;
    score[p] += points;
    supply[p]++;
    follower[tile][m] = 0;
}

static void score_what_is_finished(int tile)
{
    uint8_t done[MOST] = {0};
    int k = kind[tile];
    for (int s = 0; s < segments[k]; s++) {
        if ((land[k][s] != ROAD && land[k][s] != CITY) || done[s])
            continue;
        flood(tile, s);
        for (int i = 0; i < feature_size; i++)
            if (feature[i] / MOST == tile)
                done[feature[i] % MOST] = 1;
        if (open_ends)
            continue;
        int points = tiles();
        if (award(land[k][s] == ROAD ? points : 2 * (points + all_shields())))
            come_home();
    }
    score_the_monastery(tile, 1);
    for (int i = 0; i < 8; i++) {
        int there = at[around[site[tile]][i]];
        if (there)
            score_the_monastery(there - 1, 1);
    }
}

/* Three points for each finished city at the field that was flooded last. */
static int worth_of_field(void)
{
    static uint16_t field[TILES * MOST];
    static uint8_t told[TILES][MOST];
    int size = feature_size, cities = 0;
    memcpy(field, feature, sizeof *field * (size_t)size);
    memset(told, 0, sizeof told);
    for (int i = 0; i < size; i++) {
        int tile = field[i] / MOST;
        for (unsigned left = touches[kind[tile]][field[i] % MOST]; left; left &= left - 1) {
            int s = __builtin_ctz(left);
            if (told[tile][s])
                continue;
            flood(tile, s);
            for (int j = 0; j < feature_size; j++)
                told[feature[j] / MOST][feature[j] % MOST] = 1;
            cities += !open_ends;
        }
    }
    memcpy(feature, field, sizeof *field * (size_t)size);
    feature_size = size;
    return 3 * cities;
}

static void score_the_rest(void)
{
    for (int tile = 0; tile < laid; tile++)
        for (int s = 0; s < segments[kind[tile]]; s++) {
            if (!follower[tile][s])
                continue;
            int what = land[kind[tile]][s];
            if (what == MONASTERY) {
                score_the_monastery(tile, 0);
                continue;
            }
            flood(tile, s);
            award(what == FIELD ? worth_of_field() : what == ROAD ? tiles() : tiles() + all_shields());
            come_home();
        }
}

static void claim(int player)
{
    int tile = laid - 1, k = kind[tile], n = 0;
    int8_t options[MOST + 1];
    options[n++] = -1; /* to pass */
    for (int s = 0; s < segments[k]; s++) {
        if (land[k][s] != MONASTERY) {
            flood(tile, s);
            if (!is_free())
                continue;
        }
        options[n++] = (int8_t)s;
    }
    int s = options[below((uint32_t)n)];
    if (s >= 0) {
        follower[tile][s] = (uint8_t)(player + 1);
        supply[player]--;
    }
}

static int playout(int *moves)
{
    memset(at, 0, sizeof at);
    memset(in_rim, 0, sizeof in_rim);
    laid = rim_size = 0;
    uint8_t bag[KINDS];
    memcpy(bag, COPIES, sizeof bag);
    bag[FIRST_KIND]--;
    for (int p = 0; p < PLAYERS; p++) {
        score[p] = 0;
        supply[p] = FOLLOWERS;
    }
    lay(SIDE / 2 * SIDE + SIDE / 2, FIRST_KIND, 0);
    for (int left = TILES - 1, player = 0; left; player = (player + 1) % PLAYERS) {
        static uint32_t options[4 * SPOTS];
        int k, n = 0;
        do {
            int nth = (int)below((uint32_t)left--);
            for (k = 0; nth >= bag[k]; k++)
                nth -= bag[k];
            bag[k]--;
            for (int i = 0; i < rim_size; i++)
                for (int quarters = 0; quarters < 4; quarters++)
                    if (fits(rim[i], k, quarters))
                        options[n++] = (uint32_t)(rim[i] * 4 + quarters);
        } while (!n && left);
        if (!n)
            break;
        uint32_t taken = options[below((uint32_t)n)];
        lay((int)(taken / 4), k, (int)(taken % 4));
        ++*moves;
        if (supply[player]) {
            claim(player);
            ++*moves;
        }
        score_what_is_finished(laid - 1);
    }
    score_the_rest();
    return score[0] > score[1] ? 1 : score[0] < score[1] ? 2 : SHARED;
}

PLAYOUTS(PLAYERS)
