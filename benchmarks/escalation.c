/* Random games of Escalation! in plain C: the yardstick for the compiled rules (see run.py).
 *
 * The same rules, chance, random policy and checksum as gradatim/fast/drivers.py: play_random.
 *
 *   gcc -O2 -o escalation escalation.c
 *   ./escalation GAMES SEATS SEED [COUNT_HAND_CARDS GAMES_IN_MATCH DECK HAND_SIZE]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WILD = 14, JOKER = 15, KINDS = 16, WILD_TOP = 7, MOST_SEATS = 6, MOST_HAND = 6 };
enum { MOST_WILDS = 3, MOST_TOTAL = 42, MOST_PAST = 112, MOST_MOVES = 256, MAX_LEGAL = 34 };
enum { TAKE = 0, LAY_JOKER = 1 };
enum { PLAYING, BETWEEN, OVER };

static const uint8_t DECKS[2][KINDS] = {
    {0, 1, 5, 6, 6, 6, 6, 5, 4, 3, 3, 2, 2, 2, 3, 2},
    {0, 1, 5, 6, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1},
};

/* What each move lays, and the move for each way to lay cards. */
static struct { uint8_t value, numbers, wilds, cards, total; } move_table[MOST_MOVES];
static uint8_t play_id[WILD][MOST_HAND + 1][MOST_WILDS + 1];
static uint8_t need[MOST_TOTAL + 1][WILD]; /* how many cards of a value beat a total */
static int next_game_move;

typedef struct { uint32_t a, b, c, counter; } Rng;

typedef struct {
    Rng rng;
    uint8_t seats, count_hand_cards, games, deck, hand_size; /* options */
    uint8_t game, starter, turn, phase;
    uint8_t hand[MOST_SEATS][KINDS], hand_count[MOST_SEATS];
    uint8_t draw[KINDS], draw_count;
    uint8_t laid[KINDS];
    uint8_t taken[MOST_SEATS];
    uint16_t earlier[MOST_SEATS];
    uint8_t past[MOST_PAST], past_seat[MOST_PAST], past_count, series;
    uint8_t total, on_table;
} Game;

/* SFC32 and Lemire's bounded draw. */
static uint32_t next_word(Rng *r)
{
    uint32_t word = r->a + r->b + r->counter++;
    r->a = r->b ^ (r->b >> 9);
    r->b = r->c + (r->c << 3);
    r->c = ((r->c << 21) | (r->c >> 11)) + word;
    return word;
}

static void seed_rng(Rng *r, uint64_t seed)
{
    *r = (Rng){0, (uint32_t)seed, (uint32_t)(seed >> 32), 1};
    for (int i = 0; i < 12; i++)
        next_word(r);
}

static uint32_t below(Rng *r, uint32_t n)
{
    uint64_t product = (uint64_t)next_word(r) * n;
    if ((uint32_t)product < n) {
        uint32_t threshold = -n % n;
        while ((uint32_t)product < threshold)
            product = (uint64_t)next_word(r) * n;
    }
    return product >> 32;
}

static void make_tables(void)
{
    int move = 2;
    move_table[LAY_JOKER].cards = 1;
    for (int wilds = 0; wilds <= MOST_WILDS; wilds++)
        for (int cards = 1; cards <= MOST_HAND; cards++)
            for (int value = 1; value < WILD; value++) {
                int numbers = cards - wilds;
                if (numbers < 0 || numbers > DECKS[0][value] || (wilds > 0 && value > WILD_TOP))
                    continue;
                move_table[move].value = value;
                move_table[move].numbers = numbers;
                move_table[move].wilds = wilds;
                move_table[move].cards = cards;
                move_table[move].total = value * cards;
                play_id[value][numbers][wilds] = move++;
            }
    next_game_move = move;
    for (int total = 0; total <= MOST_TOTAL; total++)
        for (int value = 1; value < WILD; value++)
            need[total][value] = total / value + 1;
}

static void draw_up(Game *g, int seat)
{
    while (g->hand_count[seat] < g->hand_size && g->draw_count > 0) {
        int card = below(&g->rng, g->draw_count);
        int kind = 1;
        while (card >= g->draw[kind])
            card -= g->draw[kind++];
        g->draw[kind]--;
        g->draw_count--;
        g->hand[seat][kind]++;
        g->hand_count[seat]++;
    }
}

static void deal_game(Game *g)
{
    memcpy(g->draw, DECKS[g->deck], KINDS);
    g->draw_count = 0;
    for (int kind = 0; kind < KINDS; kind++)
        g->draw_count += g->draw[kind];
    memset(g->laid, 0, sizeof g->laid);
    memset(g->hand, 0, sizeof g->hand);
    memset(g->hand_count, 0, sizeof g->hand_count);
    memset(g->taken, 0, sizeof g->taken);
    g->past_count = g->series = 0;
    g->total = g->on_table = 0;
    for (int seat = 0; seat < g->seats; seat++)
        draw_up(g, seat);
    g->turn = g->starter;
    g->phase = PLAYING;
}

static void deal(Game *g)
{
    g->game = 0;
    g->starter = below(&g->rng, g->seats);
    memset(g->earlier, 0, sizeof g->earlier);
    deal_game(g);
}

static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a > b ? a : b; }

static int legal(const Game *g, int seat, uint8_t *out)
{
    if (g->phase == BETWEEN) {
        out[0] = next_game_move;
        return 1;
    }
    int n = 0;
    const uint8_t *hand = g->hand[seat];
    if (g->past_count > g->series)
        out[n++] = TAKE;
    if (hand[JOKER] > 0)
        out[n++] = LAY_JOKER;
    const uint8_t *lowest = need[g->total];
    int wilds = hand[WILD];
    for (int value = 1; value <= WILD_TOP; value++) {
        int numbers = hand[value];
        for (int cards = lowest[value]; cards <= numbers + wilds; cards++)
            for (int k = max(0, cards - wilds); k <= min(numbers, cards); k++)
                out[n++] = play_id[value][k][cards - k];
    }
    for (int value = WILD_TOP + 1; value < WILD; value++)
        for (int cards = lowest[value]; cards <= hand[value]; cards++)
            out[n++] = play_id[value][cards][0];
    return n;
}

static int left_in_hand(const Game *g, int seat)
{
    return g->count_hand_cards && g->phase != PLAYING ? g->hand_count[seat] : 0;
}

static void next_game(Game *g)
{
    for (int seat = 0; seat < g->seats; seat++)
        g->earlier[seat] += g->taken[seat] + left_in_hand(g, seat);
    g->game++;
    g->starter = g->turn;
    deal_game(g);
}

static void lay(Game *g, int seat, int kind, int cards)
{
    g->hand[seat][kind] -= cards;
    g->hand_count[seat] -= cards;
    g->laid[kind] += cards;
}

static void apply(Game *g, int seat, int move)
{
    if (move == next_game_move) {
        next_game(g);
        return;
    }
    g->past[g->past_count] = move;
    g->past_seat[g->past_count++] = seat;
    if (move == TAKE) {
        g->taken[seat] += g->on_table;
        g->on_table = 0;
        g->total = 0;
        g->series = g->past_count;
        return;
    }
    if (move == LAY_JOKER) {
        lay(g, seat, JOKER, 1);
    } else {
        lay(g, seat, move_table[move].value, move_table[move].numbers);
        lay(g, seat, WILD, move_table[move].wilds);
        g->total = move_table[move].total;
    }
    g->on_table += move_table[move].cards;
    draw_up(g, seat);
    if (g->hand_count[seat] == 0) {
        g->turn = (g->starter + 1) % g->seats;
        g->phase = g->game + 1 == g->games ? OVER : BETWEEN;
    } else {
        g->turn = (g->turn + 1) % g->seats;
    }
}

/* For each seat the points by part (taken, hand, earlier), the total and the rank. */
static void score(const Game *g, int out[MOST_SEATS][5])
{
    for (int seat = 0; seat < g->seats; seat++) {
        out[seat][0] = g->taken[seat];
        out[seat][1] = left_in_hand(g, seat);
        out[seat][2] = g->earlier[seat];
        out[seat][3] = out[seat][0] + out[seat][1] + out[seat][2];
    }
    for (int seat = 0; seat < g->seats; seat++) {
        out[seat][4] = 1;
        for (int other = 0; other < g->seats; other++)
            out[seat][4] += out[other][3] < out[seat][3];
    }
}

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
    if (argc != 4 && argc != 8) {
        fprintf(stderr, "usage: %s GAMES SEATS SEED [COUNT_HAND_CARDS GAMES_IN_MATCH DECK HAND_SIZE]\n", argv[0]);
        return 2;
    }
    long games = atol(argv[1]);
    uint64_t seed = strtoull(argv[3], NULL, 10);
    Game g = {.seats = atoi(argv[2]), .games = 1, .hand_size = 6};
    if (argc == 8) {
        g.count_hand_cards = atoi(argv[4]);
        g.games = atoi(argv[5]);
        g.deck = atoi(argv[6]);
        g.hand_size = atoi(argv[7]);
    }
    make_tables();

    uint32_t checksum = 0;
    uint64_t decisions = 0;
    uint8_t moves[MAX_LEGAL];
    int points[MOST_SEATS][5];
    double start = cpu_seconds();
    for (long i = 0; i < games; i++) {
        Rng rng; /* the policy's own stream: never the game's */
        seed_rng(&g.rng, seed + i);
        seed_rng(&rng, (seed + i) ^ 0xFFFFFFFF);
        deal(&g);
        while (g.phase != OVER) {
            int seat = g.turn;
            int move = moves[below(&rng, legal(&g, seat, moves))];
            apply(&g, seat, move);
            checksum = checksum * 31 + move * 8 + seat + 1;
            decisions++;
        }
        score(&g, points);
        checksum = checksum * 31 + points[0][0];
    }
    double seconds = cpu_seconds() - start;
    printf("{\"checksum\": %" PRIu32 ", \"decisions\": %" PRIu64 ", \"seconds\": %.9f}\n", checksum, decisions, seconds);
    return 0;
}
