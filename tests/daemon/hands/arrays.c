/*
 * Every castling of every Chess960 array, in every order of hands, ended by
 * quiet, by the clock and by the opponent's move. Also its look-alikes: king
 * and rook adjusted, and the rook's or king's own move to the same squares.
 *
 *   test-hands-arrays [FIRST LAST [both]]	indices; both: Black's castlings too
 *
 * Exits 0 if no wrong action was recorded, and the arrays are as counted by
 * hand: of White's 1920 castlings 162 leave the occupied squares unchanged, and
 * 318 share them with another legal move.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/daemon/hands/motion.h"
#include "tests/daemon/hands/play.h"

enum ending { END_QUIET, END_CLOCK, END_REPLY, ENDINGS };
enum likeness { ALONE, UNCHANGED, SHARED, LIKENESSES };

static const char *const ending_names[ENDINGS] = { "quiet", "clock", "reply" };
static const char *const likeness_names[LIKENESSES] = { "plain", "unchanged", "shared" };

static struct live live;
static struct meant meant;
static struct play player;
/* Counts of castlings and of their look-alikes. */
static struct tally castled[LIKENESSES][ENDINGS], adjusted[LIKENESSES], rivals[ENDINGS], alike;
static unsigned found[LIKENESSES];
static unsigned castlings;

/* One castling: its position, and the legal move that leaves the same squares occupied. */
struct setting {
	struct position position;
	struct action castle, rival;
	enum likeness likeness;
	unsigned king_to, rook_to;
};

static unsigned
square_of(const struct position *p, const struct game *g, uint8_t piece, bool last)
{
	unsigned found_sq = RULES_NO_SQ;

	for (unsigned sq = 0; sq < 64; sq++)
		if (rules_at(g, p, sq) == piece && (last || found_sq == RULES_NO_SQ))
			found_sq = sq;
	return found_sq;
}

/* Writes the array with that castling's squares cleared as a FEN; other pieces stay. */
static void
cleared_fen(const struct game *g, const struct position *array, unsigned king, unsigned rook,
	    bool black, bool h_side, char *out, size_t size)
{
	unsigned rank = black ? 56 : 0,
		 to[2] = { rank + (h_side ? 6u : 2u), rank + (h_side ? 5u : 3u) };
	unsigned lo = king < rook ? king : rook, hi = king < rook ? rook : king;
	size_t at = 0;

	for (unsigned i = 0; i < 2; i++) {
		lo = to[i] < lo ? to[i] : lo;
		hi = to[i] > hi ? to[i] : hi;
	}
	for (int r = 7; r >= 0; r--) {
		for (unsigned f = 0; f < 8; f++) {
			unsigned sq = (unsigned)r * 8 + f;
			char letter[4];

			rules_piece_print(g, rules_at(g, array, sq), letter);
			bool way = sq >= lo && sq <= hi && sq != king && sq != rook;
			char c = letter[0] == '.' || way ? '1' : letter[0];

			out[at++] = c;
		}
		out[at++] = r > 0 ? '/' : '\0';
	}
	/* Runs of 1 are longer than FEN's own: merge them. */
	char board[96];
	size_t n = 0;

	for (size_t i = 0; out[i] != '\0'; i++) {
		if (out[i] == '1' && n > 0 && board[n - 1] >= '1' && board[n - 1] < '8')
			board[n - 1]++;
		else
			board[n++] = out[i];
	}
	board[n] = '\0';
	(void)snprintf(out, size, "%s %c %c - 0 1", board, black ? 'b' : 'w',
		       (black ? 'a' : 'A') + (int)(rook & 7));
}

static void
find_rival(struct setting *s, const struct game *g)
{
	static struct action action[RULES_ACTIONS_MAX];
	size_t n = rules_actions(g, &s->position, action);
	struct position after = s->position;

	rules_apply(g, &after, s->castle);
	struct sqset occupied = rules_occupied(g, &after);

	s->likeness = sqset_equal(occupied, rules_occupied(g, &s->position)) ? UNCHANGED : ALONE;
	for (size_t i = 0; i < n; i++) {
		after = s->position;
		rules_apply(g, &after, action[i]);
		if (!rules_action_equal(action[i], s->castle) &&
		    sqset_equal(rules_occupied(g, &after), occupied)) {
			s->likeness = SHARED;
			s->rival = action[i];
		}
	}
}

/* Returns false and prints an error if the castling is not legal where it must be. */
static bool
setting_make(struct setting *s, const struct game *g, unsigned index, bool black, bool h_side)
{
	char options[32], fen[160], text[RULES_ACTION_TEXT], from[4], to[4];
	uint8_t colour = black ? PIECE_BLACK : 0;
	struct position array;
	struct rules_error err = { .why = "not the castling that is meant" };

	(void)snprintf(options, sizeof(options), "index=%u", index);
	if (rules_start(g, options, &array, &err) != 0)
		goto bad;
	unsigned king = square_of(&array, g, PIECE_KING | colour, true);
	unsigned rook = square_of(&array, g, PIECE_ROOK | colour, h_side);

	cleared_fen(g, &array, king, rook, black, h_side, fen, sizeof(fen));
	if (rules_parse(g, fen, &s->position, &err) != 0)
		goto bad;
	rules_square_print(g, king, from);
	rules_square_print(g, rook, to);
	(void)snprintf(text, sizeof(text), "%s%s", from, to);
	if (rules_action_parse(g, &s->position, text, &s->castle) != 0 ||
	    s->castle.kind != ACT_CASTLE)
		goto bad;
	find_rival(s, g);
	return true;
bad:
	(void)fprintf(stderr, "array %u, %s-side: %s\n", index, h_side ? "h" : "a", err.why);
	return false;
}

static void
mean(const struct game *g, const struct setting *s, struct action first, const char *what,
     unsigned index)
{
	static struct action action[RULES_ACTIONS_MAX];

	meant.game = g;
	meant.n = 2;
	meant.position[0] = meant.position[1] = s->position;
	meant.action[0] = first;
	rules_apply(g, &meant.position[1], first);
	/* The reply: a pawn's step far from all of it. */
	size_t n = rules_actions(g, &meant.position[1], action);

	for (size_t i = 0; i < n; i++)
		if (piece_kind(rules_at(g, &meant.position[1], action[i].from)) == PIECE_PAWN)
			meant.action[1] = action[i];
	meant.position[2] = meant.position[1];
	rules_apply(g, &meant.position[2], meant.action[1]);
	(void)snprintf(meant.name, sizeof(meant.name), "array %u %s", index, what);
}

static void
play_reply(uint64_t start_us)
{
	struct carry c[CARRIES_MAX];
	struct order orders[ORDERS_MAX];
	struct script script;
	unsigned n = carries_of(meant.game, &meant.position[1], meant.action[1], c);

	script_init(&script, player.sim.on);
	orders_of(c, n, script.on, orders);
	motion_plain(&script, c, &orders[0], 200000);
	sim_plan(&player.sim, &script, start_us);
}

/* Plays the carries in that order and the ending; counts the result in *tally. */
static void
play_order(const struct carry *c, const struct order *o, enum ending e, struct tally *tally)
{
	struct script script;

	player.tally = tally;
	if (play_begin(&player, &live, &meant, SENSES_OCCUPANCY, 1)) {
		script_init(&script, player.sim.on);
		motion_plain(&script, c, o, 200000);
		uint64_t last_us = sim_plan(&player.sim, &script, player.sim.now_us + 500000);

		if (e == END_CLOCK)
			play_press_clock(&player, 0, last_us);
		if (e == END_REPLY)
			play_reply(last_us + 300000);
		play_settle(&player, e == END_REPLY ? 2 : 1);
		play_count(&player, 0, e == END_REPLY ? 2 : 1);
	}
	play_end(&player);
}

/* A piece that the action leaves in place is touched as well. */
static void
add_touched(struct carry *c, unsigned *n, const struct setting *s, unsigned sq)
{
	for (unsigned i = 0; i < *n; i++)
		if (c[i].from == sq)
			return;
	uint8_t piece = rules_at(meant.game, &s->position, sq);

	c[(*n)++] = (struct carry){ (uint8_t)sq, (uint8_t)sq, piece, piece };
}

static unsigned
orders_here(const struct carry *c, unsigned n, struct order out[ORDERS_MAX])
{
	uint8_t on[RULES_SQUARES_MAX] = { 0 };

	for (unsigned sq = 0; sq < 64; sq++)
		on[sq] = rules_at(meant.game, &meant.position[0], sq);
	return orders_of(c, n, on, out);
}

static void
play_orders(const struct carry *c, unsigned n, struct tally tally[ENDINGS])
{
	struct order orders[ORDERS_MAX];
	unsigned n_orders = orders_here(c, n, orders);

	for (unsigned i = 0; i < n_orders; i++)
		for (unsigned e = 0; e < ENDINGS; e++)
			play_order(c, &orders[i], (enum ending)e, &tally[e]);
}

static void
play_castling(const struct game *g, const struct setting *s, unsigned index)
{
	struct carry c[CARRIES_MAX];

	mean(g, s, s->castle, s->castle.to > s->castle.from ? "castles" : "castles long", index);
	unsigned n = carries_of(g, &s->position, s->castle, c), moved = n;

	play_orders(c, n, castled[s->likeness]);
	add_touched(c, &n, s, s->castle.from);
	add_touched(c, &n, s, s->castle.arg);
	if (n > moved)
		play_orders(c, n, castled[s->likeness]);
}

/* Lifts and returns king and rook on their own squares, rests, then moves a pawn. */
static void
play_adjusting(const struct game *g, const struct setting *s, unsigned index)
{
	static struct action action[RULES_ACTIONS_MAX];
	struct carry c[CARRIES_MAX];
	struct order orders[ORDERS_MAX];
	struct action pawn = { 0 };
	size_t n_actions = rules_actions(g, &s->position, action);
	unsigned n = 0;

	for (size_t i = 0; i < n_actions; i++)
		if (piece_kind(rules_at(g, &s->position, action[i].from)) == PIECE_PAWN)
			pawn = action[i];
	mean(g, s, pawn, "adjusts", index);
	add_touched(c, &n, s, s->castle.from);
	add_touched(c, &n, s, s->castle.arg);
	unsigned n_orders = orders_here(c, n, orders);

	for (unsigned i = 0; i < n_orders; i++) {
		struct script script;
		struct carry step[CARRIES_MAX];
		struct order plain[ORDERS_MAX];

		player.tally = &adjusted[s->likeness];
		if (play_begin(&player, &live, &meant, SENSES_OCCUPANCY, 1)) {
			script_init(&script, player.sim.on);
			motion_plain(&script, c, &orders[i], 200000);
			sim_plan(&player.sim, &script, player.sim.now_us + 500000);
			play_wait_settled(&player, 4 * player.sim.config.settle_us);
			if (player.sim.n_recorded > 0)
				play_verdict(&player, 0, WRONG, "adjusting was recorded as a move");
			carries_of(g, &s->position, pawn, step);
			orders_of(step, 1, player.sim.on, plain);
			script_init(&script, player.sim.on);
			motion_plain(&script, step, &plain[0], 200000);
			sim_plan(&player.sim, &script, player.sim.now_us + 500000);
			play_settle(&player, 1);
			play_count(&player, 0, 1);
		}
		play_end(&player);
	}
}

static bool
same_touches(const struct carry *a, const struct order *oa, const struct carry *b,
	     const struct order *ob)
{
	if (oa->n != ob->n)
		return false;
	for (unsigned i = 0; i < oa->n; i++) {
		bool drop_a = oa->op[i] % 2 != 0, drop_b = ob->op[i] % 2 != 0;
		const struct carry *x = &a[oa->op[i] / 2], *y = &b[ob->op[i] / 2];

		if (drop_a != drop_b || (drop_a ? x->to : x->from) != (drop_b ? y->to : y->from))
			return false;
	}
	return true;
}

/* These touches are the same as those of castling hands. */
static bool
looks_like_castling(const struct setting *s, const struct carry *c, const struct order *o)
{
	struct carry castle[CARRIES_MAX];
	struct order orders[ORDERS_MAX];
	unsigned n = carries_of(meant.game, &s->position, s->castle, castle);
	unsigned n_orders = orders_here(castle, n, orders);

	for (unsigned i = 0; i < n_orders; i++)
		if (same_touches(c, o, castle, &orders[i]))
			return true;
	return false;
}

/*
 * Plays the move that leaves the same squares occupied as castling: alone, then
 * with the other piece touched. If every touch is castling's, the board must
 * show castling: a player with another move in mind looks before pressing the
 * clock.
 */
static void
play_rival(const struct game *g, const struct setting *s, unsigned index)
{
	struct carry c[CARRIES_MAX];
	struct order orders[ORDERS_MAX];

	mean(g, s, s->rival, "moves as if castling", index);
	unsigned n = carries_of(g, &s->position, s->rival, c);

	play_orders(c, n, rivals);
	add_touched(c, &n, s, s->castle.from);
	add_touched(c, &n, s, s->castle.arg);
	unsigned n_orders = orders_here(c, n, orders);

	for (unsigned i = 0; i < n_orders; i++) {
		if (looks_like_castling(s, c, &orders[i])) {
			play_order(c, &orders[i], END_CLOCK, &alike);
			continue;
		}
		for (unsigned e = 0; e < ENDINGS; e++)
			play_order(c, &orders[i], (enum ending)e, &rivals[e]);
	}
}

static bool
play_index(const struct game *g, unsigned index, bool black)
{
	static struct setting s;

	for (unsigned side = 0; side < 2; side++) {
		if (!setting_make(&s, g, index, black, side == 0))
			return false;
		castlings++;
		found[s.likeness]++;
		play_castling(g, &s, index);
		play_adjusting(g, &s, index);
		if (s.likeness == SHARED)
			play_rival(g, &s, index);
	}
	return true;
}

static bool
print_tally(const char *what, const char *ending, const struct tally *t)
{
	(void)printf("%-24s %-6s %6u %7u %7u %6u %5u %5u %8u %6u\n", what, ending, t->games,
		     t->verdict[RIGHT], t->verdict[AMENDED], t->verdict[ASKED], t->verdict[LOST],
		     t->verdict[WRONG], t->pestered, t->broken);
	for (unsigned i = 0; i < t->reasons.n; i++)
		(void)printf("    %-7s %5u  %s (first: %s)\n",
			     verdict_name(t->reasons.row[i].verdict), t->reasons.row[i].count,
			     t->reasons.row[i].text, t->reasons.row[i].example);
	return t->verdict[WRONG] == 0 && t->broken == 0;
}

static bool
report(void)
{
	char what[64];
	bool ok = true;

	(void)printf("%u castlings: %u leave the occupied squares unchanged, %u share them with "
		     "another legal move\n",
		     castlings, found[UNCHANGED], found[SHARED]);
	(void)printf("%-24s %-6s %6s %7s %7s %6s %5s %5s %8s %6s\n", "hands", "end", "times",
		     "right", "amended", "asked", "lost", "WRONG", "pestered", "stuck");
	for (unsigned l = 0; l < LIKENESSES; l++) {
		(void)snprintf(what, sizeof(what), "castles, %s", likeness_names[l]);
		for (unsigned e = 0; e < ENDINGS; e++)
			ok = print_tally(what, ending_names[e], &castled[l][e]) && ok;
	}
	for (unsigned l = 0; l < LIKENESSES; l++) {
		(void)snprintf(what, sizeof(what), "adjusts, %s", likeness_names[l]);
		ok = print_tally(what, "quiet", &adjusted[l]) && ok;
	}
	for (unsigned e = 0; e < ENDINGS; e++)
		ok = print_tally("a like move", ending_names[e], &rivals[e]) && ok;
	return print_tally("a like move, like hands", "clock", &alike) && ok;
}

int
main(int argc, char **argv)
{
	const struct game *g = rules_game("chess960");
	unsigned first = argc > 2 ? (unsigned)atoi(argv[1]) : 0;
	unsigned last = argc > 2 ? (unsigned)atoi(argv[2]) : 959;
	bool both = argc > 3 && strcmp(argv[3], "both") == 0;

	if (argc == 2 || first > last || last > 959) {
		(void)fprintf(stderr, "usage: test-hands-arrays [FIRST LAST [both]]\n");
		return 2;
	}
	player.style = style_find("clean");
	for (unsigned i = first; i <= last; i++)
		if (!play_index(g, i, false) || (both && !play_index(g, i, true)))
			return 1;
	bool ok = report();
	unsigned sides = both ? 2 : 1;

	if (first == 0 && last == 959 &&
	    (found[UNCHANGED] != 162 * sides || found[SHARED] != 318 * sides)) {
		(void)printf("the arrays are not as counted\n");
		return 1;
	}
	return ok ? 0 : 1;
}
