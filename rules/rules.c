/* The calls of rules.h that need only a table look-up or one hook. */
#include "rules/rules.h"

#include <assert.h>
#include <string.h>

#include "rules/bitboard.h"
#include "rules/fen.h"
#include "rules/game.h"

#define GAME_ADDRESS(name) &game_##name,
static const struct game *const games[] = { GAME_LIST(GAME_ADDRESS) };

const struct game *const *
rules_games(size_t *n)
{
	*n = sizeof(games) / sizeof(games[0]);
	return games;
}

const struct game *
rules_game(const char *name)
{
	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++)
		if (strcmp(games[i]->name, name) == 0)
			return games[i];
	return strcmp(name, game_null.name) == 0 ? &game_null : NULL;
}

const char *
rules_name(const struct game *g)
{
	return g->name;
}

const char *
rules_title(const struct game *g)
{
	return g->title;
}

unsigned
rules_files(const struct game *g)
{
	return g->files;
}

unsigned
rules_ranks(const struct game *g)
{
	return g->ranks;
}

unsigned
rules_squares(const struct game *g)
{
	return (unsigned)g->files * g->ranks;
}

unsigned
rules_seats(const struct game *g)
{
	return g->seats;
}

const char *
rules_seat_name(const struct game *g, unsigned seat)
{
	static const char *const two[] = { "w", "b" };

	if (seat == SEAT_TABLE)
		return "table";
	assert(seat < g->seats && (g->seat_names || seat < 2));
	return (g->seat_names ? g->seat_names : two)[seat];
}

unsigned
rules_seat_parse(const struct game *g, const char *name)
{
	for (unsigned seat = 0; seat < g->seats; seat++)
		if (strcmp(rules_seat_name(g, seat), name) == 0)
			return seat;
	return strcmp(name, "table") == 0 ? SEAT_TABLE : SEAT_NONE;
}

int
rules_parse(const struct game *g, const char *text, struct position *p, struct rules_error *err)
{
	struct fields f = fields_of(text);
	struct position read;
	struct word rest;
	size_t at;

	memset(&read, 0, sizeof(read));
	if (fen_parse(g, &f, &read, err) < 0)
		return -1;
	if (g->keys_parse && g->keys_parse(&f, &read, err) < 0)
		return -1;
	at = f.at;
	if (fields_next(&f, &rest))
		return error_quote(err, at, "unexpected text after the position:", rest);
	if (g->check && g->check(&read, err) < 0)
		return -1;
	*p = read;
	return 0;
}

static void
print(const struct game *g, const struct position *p, unsigned seat, char out[RULES_POSITION_TEXT])
{
	struct text t = text_into(out, RULES_POSITION_TEXT);

	fen_print(g, p, &t);
	if (g->keys_print)
		g->keys_print(p, seat, &t);
}

void
rules_print(const struct game *g, const struct position *p, char out[RULES_POSITION_TEXT])
{
	print(g, p, SEAT_NONE, out);
}

void
rules_view_print(const struct game *g, const struct position *p, unsigned seat,
		 char out[RULES_POSITION_TEXT])
{
	assert(seat < g->seats || seat == SEAT_TABLE);
	print(g, p, seat, out);
}

void
rules_public(const struct game *g, const struct position *p, struct position *out)
{
	*out = *p;
	if (g->conceal)
		g->conceal(out);
}

unsigned
rules_to_act(const struct game *g, const struct position *p)
{
	return g->to_act ? g->to_act(p) : p->b.seat;
}

unsigned
rules_turn_seat(const struct game *g, const struct position *p)
{
	(void)g;
	return p->b.seat;
}

char
rules_mark(const struct game *g)
{
	return g->mark;
}

bool
rules_is_blue_and_red(const struct game *g)
{
	return g->blue_and_red;
}

bool
rules_has_arrays(const struct game *g)
{
	return !g->start_text;
}

struct sqset
rules_area(const struct game *g, const struct position *p)
{
	return g->area ? g->area(p) : (struct sqset){ { 0, 0 } };
}

enum piece_kind
rules_removing_kind(const struct game *g)
{
	return (enum piece_kind)g->removing_kind;
}

unsigned
rules_stones(const struct game *g, uint8_t piece)
{
	return g->stones ? g->stones[piece_kind(piece)] : 0;
}

bool
rules_partners(const struct game *g)
{
	return g->partners;
}

bool
rules_knows_check(const struct game *g)
{
	return g->in_check != NULL;
}

bool
rules_draws_cards(const struct game *g)
{
	return g->draws_cards;
}

bool
rules_chooses_secretly(const struct game *g)
{
	return (g->verbs & (1u << ACT_BURY | 1u << ACT_ASSIGN)) != 0;
}

unsigned
rules_levels(const struct game *g)
{
	return g->levels ? g->levels : RULES_LEVELS_MAX;
}

bool
rules_reveals(const struct game *g, const struct position *p)
{
	struct position known;

	if (!g->reveals)
		return false;
	rules_public(g, p, &known);
	/* Unused bytes are zero. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
	return memcmp(&known, p, sizeof(known)) != 0;
}

unsigned
rules_turn(const struct game *g, const struct position *p)
{
	(void)g;
	return p->b.turn;
}

bool
rules_in_check(const struct game *g, const struct position *p, unsigned colour)
{
	return g->in_check && g->in_check(p, colour);
}

struct sqset
rules_checked(const struct game *g, const struct position *p)
{
	uint64_t set = 0;

	for (unsigned colour = 0; colour < 2; colour++)
		if (rules_in_check(g, p, colour))
			set |= p->b.kings & p->b.colour[colour];
	return (struct sqset){ { set, 0 } };
}

bool
rules_has_san(const struct game *g)
{
	return g->has_san;
}

size_t
rules_actions(const struct game *g, const struct position *p, struct action *out)
{
	return game_finished(g, p) ? 0 : g->actions(p, out);
}

bool
rules_has_captures(const struct game *g)
{
	return g->captures != NULL;
}

size_t
rules_captures(const struct game *g, const struct position *p, struct action *out)
{
	return game_finished(g, p) ? 0 : g->captures(p, out);
}

bool
rules_legal(const struct game *g, const struct position *p, struct action a)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(g, p, list);

	for (size_t i = 0; i < n; i++)
		if (rules_action_equal(list[i], a))
			return true;
	return false;
}

void
rules_apply(const struct game *g, struct position *p, struct action a)
{
	g->apply(p, a);
}

uint64_t
game_perft(const struct game *g, const struct position *p, unsigned depth, bool bulk)
{
	struct action list[RULES_ACTIONS_MAX];
	uint64_t sum = 0;
	size_t n;

	if (depth == 0) {
		/* Keeps the compiler from removing the unused position. */
		__asm__ volatile("" : : "m"(*p));
		return 1;
	}
	if (game_finished(g, p))
		return 0;
	if (bulk && depth == 1 && g->count)
		return g->count(p);
	n = g->actions(p, list);
	if (bulk && depth == 1)
		return n;
	for (size_t i = 0; i < n; i++) {
		struct position child = *p;

		g->apply(&child, list[i]);
		sum += game_perft(g, &child, depth - 1, bulk);
	}
	return sum;
}

static uint64_t
perft_tree(const struct game *g, const struct position *p, struct history *h, unsigned depth)
{
	struct action list[RULES_ACTIONS_MAX];
	uint64_t sum = 0;
	size_t n;

	if (depth == 0)
		return 1;
	if (rules_outcome(g, p, h).result != RESULT_ONGOING)
		return 0;
	n = g->actions(p, list);
	if (depth == 1)
		return n;
	for (size_t i = 0; i < n; i++) {
		struct position child = *p;
		uint32_t len = h->len, halfmoves = h->halfmoves;

		g->apply(&child, list[i]);
		rules_history_push(g, h, &child);
		sum += perft_tree(g, &child, h, depth - 1);
		h->head--; /* the ring drops only positions too old to count */
		h->len = len;
		h->halfmoves = halfmoves;
	}
	return sum;
}

uint64_t
rules_perft(const struct game *g, const struct position *p, const struct history *h, unsigned depth)
{
	/*
	 * A fifth occurrence needs four returns before the last position. Two
	 * actions may be one such return (an attempt that fails on each side);
	 * games with their own perft need four.
	 */
	const unsigned safe = g->perft ? 17 : 9;
	struct history own;

	if (!h || h->len + depth <= safe)
		return g->perft ? g->perft(p, depth, true) : game_perft(g, p, depth, true);
	own = *h;
	return perft_tree(g, p, &own, depth);
}
