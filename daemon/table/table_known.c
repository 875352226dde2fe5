/*
 * Which piece stands where goes on from game to game, by the squares of the board. What
 * hands did while they chose a game, calibrated or went through a kept game, or while a
 * bus was away, was no edge of any game: of the squares that changed then nothing is known.
 *
 * While hands are led and some stand on squares of others it is kept with the settings, for
 * the next daemon; if the game ends so, of what hands do not touch then. "GAME FIELD": the
 * game's number (0: as table_offer.c says) and what a trace's `known` line has; " =" where
 * all squares read as the game has them, which the field does not tell of those of which
 * nothing is known.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/table/home.h"
#include "daemon/table/table.h"

static const char key[] = "board.known";

enum {
	/* A field without marks. */
	FIELD_MAX = RULES_SQUARES_MAX + RULES_RANKS_MAX - 1,
};

static const char as_game[] = " =";

_Static_assert(sizeof("4294967295  =") + FIELD_MAX <= STORE_VALUE_MAX, "it has room in a setting");

/* Stones are no pieces: whoever plays with them has changed sets. */
static bool
same_set(const struct game *a, const struct game *b)
{
	return rules_stones(a, PIECE_PAWN) == 0 && rules_stones(b, PIECE_PAWN) == 0;
}

void
table_known_edge(struct table *t, unsigned board_sq, const struct reading *was)
{
	const struct reading *now = &t->reading[board_sq];

	if (t->unseen[board_sq] ||
	    !(t->bus_gone || t->calibrating || t->choosing || t->showing.game))
		return;
	t->unseen[board_sq] = !was || was->occupied != now->occupied || was->pole != now->pole;
	if (t->unseen[board_sq])
		table_known_keep(t);
}

void
table_known_take(struct table *t, const struct game *g)
{
	const struct game *before = t->state.game;
	struct infer_known was;

	memset(&t->stood, 0, sizeof(t->stood));
	t->has_stood = true;
	t->strange =
		t->begun && !session_stands(&t->session) &&
		(t->strange || t->state.prompt.kind == PROMPT_ARRAY ||
		 rules_files(g) != rules_files(before) || rules_ranks(g) != rules_ranks(before));
	if (!t->begun || !same_set(g, before))
		return;
	session_know(&t->session, &was);
	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		unsigned bsq = home_to_board(t->board, g, sq);
		unsigned from = home_to_game(t->board, before, bsq);

		if (from == RULES_NO_SQ || t->unseen[bsq] || !t->known[bsq])
			continue;
		t->stood.standing[sq] = was.standing[from];
		if (sqset_has(was.moved, from))
			sqset_add(&t->stood.moved, sq);
	}
}

const struct infer_known *
table_known(struct table *t, const struct game *g, const struct position *p)
{
	if (!t->has_stood)
		table_known_take(t, g);
	t->has_stood = false;
	memset(t->unseen, 0, sizeof(t->unseen));
	infer_know_exactly(&t->stood, g, p);
	return &t->stood;
}

bool
table_known_doubts(const struct table *t, bool said)
{
	const struct game *g = t->state.game;
	struct reading board[RULES_SQUARES_MAX];
	struct infer_known k = t->stood;

	infer_know_exactly(&k, g, t->state.settled);
	/* Whoever says that a new game stands on the board has looked. */
	if (said)
		k.moved = (struct sqset){ { 0, 0 } };
	table_readings(t, g, t->state.settled, board);
	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		if (!t->known[home_to_board(t->board, g, sq)] ||
		    sqset_has(t->session_config.blind, sq))
			board[sq].occupied = 0;
	return !sqset_empty(infer_doubted(&k, g, t->state.settled, board, !t->strange));
}

/* ---- over a restart ---- */

/* False: as the game has it, as far as anything is known. */
static bool
elsewhere(const struct table *t, struct infer_known *out)
{
	const struct game *g = t->state.game;

	session_know(&t->session, out);
	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		/* Behind the end nobody leads: what hands set down may be out of the box. */
		if (t->unseen[home_to_board(t->board, g, sq)] ||
		    (t->state.over && sqset_has(out->moved, sq)))
			out->standing[sq] = 0;
	out->moved = (struct sqset){ { 0, 0 } };
	infer_know_exactly(out, g, t->state.settled);
	return out->exact;
}

/* The square reads as with that piece on it; 0: with none. */
static bool
reads(const struct table *t, unsigned sq, uint8_t piece)
{
	unsigned bsq = home_to_board(t->board, t->state.game, sq);
	const struct reading *r = &t->reading[bsq];

	if (!t->known[bsq] || sqset_has(t->session_config.blind, sq))
		return false;
	return r->occupied == (piece != 0) &&
	       (piece == 0 || r->pole == POLE_UNKNOWN || piece == INFER_FOREIGN ||
		(r->pole == POLE_BLACK) == (piece_colour(piece) == 1));
}

static bool
all_read_home(const struct table *t)
{
	for (unsigned sq = 0; sq < rules_squares(t->state.game); sq++)
		if (!reads(t, sq, rules_at(t->state.game, t->state.settled, sq)))
			return false;
	return true;
}

static void
print(const struct table *t, uint32_t number, const struct infer_known *k,
      char out[STORE_VALUE_MAX])
{
	char field[TRACE_FIELD_TEXT];

	trace_field_print(t->state.game, k->standing, field);
	(void)snprintf(out, STORE_VALUE_MAX, "%u %.*s%s", number, FIELD_MAX, field,
		       all_read_home(t) ? as_game : "");
}

static void
text_of(const struct table *t, uint32_t number, char out[STORE_VALUE_MAX])
{
	struct infer_known k;

	*out = '\0';
	if ((t->state.over || session_leads(&t->session)) && elsewhere(t, &k))
		print(t, number, &k, out);
}

void
table_known_keep(struct table *t)
{
	const char *kept;
	char text[STORE_VALUE_MAX];

	if (!t->store || !t->begun || t->offers_held)
		return;
	kept = store_setting(t->store, key);
	text_of(t, table_number(t), text);
	if ((kept || *text) && store_setting_set(t->store, key, text) < 0)
		log_line(LOG_BUG, "which pieces stand where has no room");
}

void
table_known_begin(const struct table *t, struct store_setting *out)
{
	strcpy(out->key, key);
	text_of(t, 0, out->value);
}

/* False: print never wrote that. Of another game it says nothing, whatever follows. */
static bool
parse(const struct table *t, const char *text, struct infer_known *out, bool *read_home)
{
	char head[16], field[STORE_VALUE_MAX];
	struct trace_error unused;
	unsigned number;
	int n;

	if (sscanf(text, "%u", &number) != 1)
		return false;
	n = snprintf(head, sizeof(head), "%u ", number);
	if (strncmp(head, text, (size_t)n) != 0)
		return false;
	if (number != 0 && number != table_number(t))
		return true;
	(void)snprintf(field, sizeof(field), "%s", text + n);
	n = (int)strlen(field) - (int)strlen(as_game);
	*read_home = n > 0 && strcmp(field + n, as_game) == 0;
	if (*read_home)
		field[n] = '\0';
	if (trace_known_parse(t->state.game, field, out->standing, &unused) < 0)
		return false;
	for (unsigned sq = 0; sq < rules_squares(t->state.game); sq++)
		out->standing[sq] &= (uint8_t)~PIECE_MARK;
	return true;
}

const struct infer_known *
table_known_resume(struct table *t)
{
	const char *kept = t->store ? store_setting(t->store, key) : NULL;
	bool read_home = false;

	t->has_stood = false;
	memset(&t->stood, 0, sizeof(t->stood));
	if (!kept || !*kept)
		return NULL;
	if (!parse(t, kept, &t->stood, &read_home)) {
		log_line(LOG_SYSTEM,
			 "which pieces stood where when the daemon ended cannot be read (setting "
			 "%s): they are taken to stand as the game has them",
			 key);
		return NULL;
	}
	/* All read so now, and did not then: hands have set up while nobody looked. */
	if (!read_home && all_read_home(t))
		return NULL;
	for (unsigned sq = 0; sq < rules_squares(t->state.game); sq++)
		if (!reads(t, sq, t->stood.standing[sq]))
			t->stood.standing[sq] = 0;
	infer_know_exactly(&t->stood, t->state.game, t->state.settled);
	return t->stood.exact ? &t->stood : NULL;
}
