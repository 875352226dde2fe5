/*
 * Known pieces carry over from game to game, by the squares of the board. Changes during
 * the choice of a game, calibration, a replay or the loss of a bus are not edges of a
 * game: the squares that changed become unknown, except by a lesson, which knows its pieces.
 *
 * During guidance, pieces on each other's squares are saved with the settings for the next
 * daemon; if the game ends then, those not touched afterwards. The form is "GAME FIELD":
 * the game's number (0: see table_offer.c) and the field of a trace's `known` line. " ="
 * is appended if all squares read as in the game, which the field cannot distinguish from
 * unknown.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/core/field.h"
#include "daemon/table/home.h"
#include "daemon/table/table.h"

static const char key[] = "board.known";

enum {
	/* A field without marks. */
	FIELD_MAX = RULES_SQUARES_MAX + RULES_RANKS_MAX - 1,
};

static const char as_game[] = " =";

_Static_assert(sizeof("4294967295  =") + FIELD_MAX <= STORE_VALUE_MAX, "it has room in a setting");

bool
table_known_same_set(const struct game *a, const struct game *b)
{
	return rules_stones(a, PIECE_PAWN) == 0 && rules_stones(b, PIECE_PAWN) == 0;
}

void
table_known_take(struct table *t, const struct game *g)
{
	const struct game *before = t->state.game;

	t->pieces.taken = true;
	t->pieces.strange =
		t->begun && !session_stands(&t->session) &&
		(t->pieces.strange || t->state.prompt.kind == PROMPT_ARRAY ||
		 rules_files(g) != rules_files(before) || rules_ranks(g) != rules_ranks(before));
	table_known_places(t, g, &t->pieces.stood);
}

void
table_known_places(const struct table *t, const struct game *g, struct infer_known *out)
{
	const struct game *before = t->state.game;
	struct infer_known was;

	memset(out, 0, sizeof(*out));
	if (!t->begun || !table_known_same_set(g, before))
		return;
	session_know(&t->session, &was);
	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		unsigned bsq = home_to_board(t->board, g, sq);
		unsigned from = home_to_game(t->board, before, bsq);

		if (from == RULES_NO_SQ || !t->known[bsq])
			continue;
		out->standing[sq] = t->pieces.unseen[bsq] ? t->pieces.aside[bsq] : was.standing[from];
		if (!t->pieces.unseen[bsq] && sqset_has(was.moved, from))
			sqset_add(&out->moved, sq);
	}
}

void
table_known_aside(struct table *t, const struct game *g, const struct infer_known *k)
{
	if (!table_known_same_set(g, t->state.game))
		return;
	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		t->pieces.aside[home_to_board(t->board, g, sq)] = k->standing[sq];
}

const struct infer_known *
table_known(struct table *t, const struct game *g, const struct position *p)
{
	if (!t->pieces.taken)
		table_known_take(t, g);
	t->pieces.taken = false;
	memset(t->pieces.unseen, 0, sizeof(t->pieces.unseen));
	memset(t->pieces.aside, 0, sizeof(t->pieces.aside));
	infer_know_exactly(&t->pieces.stood, g, p);
	return &t->pieces.stood;
}

const struct infer_known *
table_known_stood(const struct table *t)
{
	return &t->pieces.stood;
}

bool
table_known_doubts(const struct table *t, bool said)
{
	const struct game *g = t->state.game;
	struct reading board[RULES_SQUARES_MAX];
	struct infer_known k = t->pieces.stood;

	infer_know_exactly(&k, g, t->state.settled);
	/* A player who has just confirmed the array has checked the pieces. */
	if (said)
		k.moved = (struct sqset){ { 0, 0 } };
	table_readings(t, g, t->state.settled, board);
	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		if (!t->known[home_to_board(t->board, g, sq)] ||
		    sqset_has(t->session_config.blind, sq))
			board[sq].occupied = 0;
	return !sqset_empty(infer_doubted(&k, g, t->state.settled, board, !t->pieces.strange));
}

/* ---- across a restart ---- */

/* Reports whether a known piece stands where the game has another. */
static bool
elsewhere(const struct table *t, struct infer_known *out)
{
	const struct game *g = t->state.game;

	session_know(&t->session, out);
	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		/* After the end there is no guidance: a piece set down may come from the box. */
		if (t->pieces.unseen[home_to_board(t->board, g, sq)] ||
		    (t->state.over && sqset_has(out->moved, sq)))
			out->standing[sq] = 0;
	out->moved = (struct sqset){ { 0, 0 } };
	infer_know_exactly(out, g, t->state.settled);
	return out->exact;
}

/* Reports whether the square has a reading. */
static bool
sees(const struct table *t, unsigned sq)
{
	return t->known[home_to_board(t->board, t->state.game, sq)] &&
	       !sqset_has(t->session_config.blind, sq);
}

/* Reports whether the square's reading fits that piece; 0: an empty square. */
static bool
fits(const struct table *t, unsigned sq, uint8_t piece)
{
	const struct reading *r = &t->reading[home_to_board(t->board, t->state.game, sq)];

	return r->occupied == (piece != 0) &&
	       (piece == 0 || r->pole == POLE_UNKNOWN || piece == INFER_FOREIGN ||
		(r->pole == POLE_BLACK) == (piece_colour(piece) == 1));
}

static bool
reads(const struct table *t, unsigned sq, uint8_t piece)
{
	return sees(t, sq) && fits(t, sq, piece);
}

bool
table_known_home(const struct table *t)
{
	for (unsigned sq = 0; sq < rules_squares(t->state.game); sq++)
		if (!reads(t, sq, rules_at(t->state.game, t->state.settled, sq)))
			return false;
	return true;
}

void
table_known_if_home(const struct table *t, const struct game *g, struct infer_known *out)
{
	const struct game *on = t->state.game;

	memset(out, 0, sizeof(*out));
	if (!table_known_home(t))
		return;
	table_known_places(t, g, out);
	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		unsigned from = home_to_game(t->board, on, home_to_board(t->board, g, sq));

		if (from != RULES_NO_SQ && out->standing[sq] == 0)
			out->standing[sq] =
				rules_at(on, t->state.settled, from) & (uint8_t)~PIECE_MARK;
	}
}

static void
print(const struct table *t, uint32_t number, const struct infer_known *k,
      char out[STORE_VALUE_MAX])
{
	char field[TRACE_FIELD_TEXT];

	trace_field_print(t->state.game, k->standing, field);
	(void)snprintf(out, STORE_VALUE_MAX, "%u %.*s%s", number, FIELD_MAX, field,
		       table_known_home(t) ? as_game : "");
}

static void
text_of(const struct table *t, uint32_t number, char out[STORE_VALUE_MAX])
{
	struct infer_known k;

	*out = '\0';
	if ((t->state.over || session_leads(&t->session)) && elsewhere(t, &k))
		print(t, number, &k, out);
}

/* Stores the known pieces during guidance if a piece is not on the game's square. */
static void
keep(struct table *t)
{
	char text[STORE_VALUE_MAX];

	if (!t->begun || table_offers_are_held(t))
		return;
	text_of(t, table_number(t), text);
	table_keep(t, key, text);
}

void
table_known_begin(struct table *t)
{
	char text[STORE_VALUE_MAX];

	text_of(t, 0, text);
	table_keep(t, key, text);
}

/* Parses the saved text; returns false if it is invalid or belongs to another game. */
static bool
parse(const struct table *t, const char *text, struct infer_known *out, bool *read_home)
{
	char head[16], field[STORE_VALUE_MAX];
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
	if (field_parse(t->state.game, field, strlen(field), true, out->standing) < 0)
		return false;
	for (unsigned sq = 0; sq < rules_squares(t->state.game); sq++)
		out->standing[sq] &= (uint8_t)~PIECE_MARK;
	return true;
}

/* Reports whether a sensor contradicts the game. */
static bool
changed(const struct table *t)
{
	for (unsigned sq = 0; sq < rules_squares(t->state.game); sq++)
		if (sees(t, sq) && !fits(t, sq, rules_at(t->state.game, t->state.settled, sq)))
			return true;
	return false;
}

const struct infer_known *
table_known_resume(struct table *t)
{
	const char *kept = table_kept(t, key);
	bool read_home = false;

	t->pieces.taken = false;
	memset(&t->pieces.stood, 0, sizeof(t->pieces.stood));
	if (!kept || !*kept) {
		/* After the end, pieces that moved meanwhile may be the next game's array. */
		if (t->state.over && changed(t))
			memset(t->pieces.unseen, true, sizeof(t->pieces.unseen));
		return NULL;
	}
	if (!parse(t, kept, &t->pieces.stood, &read_home)) {
		log_line(LOG_SYSTEM,
			 "which pieces stood where when the daemon ended cannot be read (setting "
			 "%s): they are taken to stand as the game has them",
			 key);
		return NULL;
	}
	/*
	 * All squares match the game now, but did not when the pieces were saved: players have
	 * set them up meanwhile.
	 */
	if (!read_home && table_known_home(t))
		return NULL;
	for (unsigned sq = 0; sq < rules_squares(t->state.game); sq++)
		if (!reads(t, sq, t->pieces.stood.standing[sq]))
			t->pieces.stood.standing[sq] = 0;
	infer_know_exactly(&t->pieces.stood, t->state.game, t->state.settled);
	return t->pieces.stood.exact ? &t->pieces.stood : NULL;
}

/* Handles a changed square of which the session got no edge. */
static void
unseen(struct table *t, unsigned board_sq, const struct reading *was)
{
	const struct reading *now = &t->reading[board_sq];

	t->pieces.aside[board_sq] = 0;
	if (t->pieces.unseen[board_sq])
		return;
	t->pieces.unseen[board_sq] =
		!was || was->occupied != now->occupied || was->pole != now->pole;
	if (t->pieces.unseen[board_sq])
		keep(t);
}

static bool
event(struct table *t, struct duty_event *e)
{
	if (e->kind == DUTY_UNSEEN)
		unseen(t, e->touch.board_sq, e->touch.was);
	else if (e->kind == DUTY_STATE || e->kind == DUTY_STORED)
		keep(t);
	return false;
}

const struct duty table_known_duty = { .event = event };
