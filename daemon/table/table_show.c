/*
 * A kept game on the board, while no game runs. Lamps and sentences guide the pieces to the
 * position after one of its moves, then show the next move until hands have made it, and so on
 * to the end. Until the replay ends, the session receives no edges; then it receives the whole
 * board, as after the choice of a game.
 *
 *   stage        the board                           follows
 *   SETUP        has not stood as after the move,    guidance to that position
 *                or lacks many pieces
 *   NEXT         stands so, or the next move began   what is left of the next move
 *   ASTRAY       a few other squares changed         guidance back
 *   UNSEEN       sensors do not see the next action  OK, or Next on the screen, goes on
 *   END          stands as after the last move       nothing
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/table/home.h"
#include "daemon/table/table.h"

/* The board is compared after this long without an edge: pieces brush others on their way. */
enum { STILL_US = 250000 };

static void
forget(struct table_showing *s)
{
	if (s->record)
		record_finish(s->record);
	free(s->record);
	memset(s, 0, sizeof(*s));
	s->look_us = UINT64_MAX;
}

/* ---- the board ---- */

/* The sensors' readings; a square without a reading counts as right. */
struct seen {
	struct sqset full, blind;
	struct reading at[RULES_SQUARES_MAX];
	const struct table_showing *by;
};

static void
see(const struct table *t, struct seen *out)
{
	const struct table_showing *s = &t->showing;

	table_readings(t, s->game, &s->at.at, out->at);
	out->by = s;
	out->full = (struct sqset){ { 0, 0 } };
	out->blind = table_blind_squares(t, s->game);
	for (unsigned sq = 0; sq < rules_squares(s->game); sq++)
		if (out->at[sq].occupied)
			sqset_add(&out->full, sq);
}

/* Reports whether another piece is known there, or a sensor that reads colours contradicts. */
static bool
denies(const struct seen *seen, unsigned sq, uint8_t piece)
{
	uint8_t pole = seen->at[sq].pole, known = seen->by->standing[sq];

	piece &= (uint8_t)~PIECE_MARK;
	/* Only the number of a stack's stones changes. */
	if (known && known != piece &&
	    (!rules_stones(seen->by->game, piece) || piece_colour(known) != piece_colour(piece)))
		return true;
	return pole != POLE_UNKNOWN && (pole == POLE_BLACK) != (piece_colour(piece) == 1);
}

static unsigned
steps_of(const struct guidance *g)
{
	unsigned missing = sqset_count(g->missing), extra = sqset_count(g->extra);

	return (missing > extra ? missing : extra) + sqset_count(g->wrong);
}

/* Sorts a square that has to hold `want` (0: no piece) into the guidance. */
static void
sort_square(struct guidance *out, const struct seen *seen, unsigned sq, uint8_t want)
{
	bool here = sqset_has(seen->full, sq);

	if (sqset_has(seen->blind, sq))
		return;
	if (want && !here)
		sqset_add(&out->missing, sq);
	else if (!want && here)
		sqset_add(&out->extra, sq);
	else if (want && denies(seen, sq, want))
		sqset_add(&out->wrong, sq);
}

/* ---- guidance to a position ---- */

static unsigned
far_apart(const struct game *g, unsigned a, unsigned b)
{
	unsigned files = rules_files(g);
	int df = (int)(a % files) - (int)(b % files), dr = (int)(a / files) - (int)(b / files);

	return (unsigned)(df * df + dr * dr);
}

/* Chooses the next step: the nearest displaced piece to a gap, a gap, or a piece to take off. */
static void
choose_step(const struct game *g, const struct position *p, const struct seen *seen,
	    struct guidance *out)
{
	unsigned best = UINT32_MAX;

	for (struct sqset from = sqset_or(out->extra, out->wrong); !sqset_empty(from);) {
		unsigned lift = sqset_pop(&from);

		for (struct sqset to = out->missing; !sqset_empty(to);) {
			unsigned put = sqset_pop(&to), far = far_apart(g, lift, put);

			if (far >= best || denies(seen, lift, rules_at(g, p, put)))
				continue;
			best = far;
			out->lift_sq = (uint8_t)lift;
			out->put_sq = (uint8_t)put;
		}
	}
	if (best == UINT32_MAX && !sqset_empty(out->missing)) {
		struct sqset to = out->missing;

		out->put_sq = (uint8_t)sqset_pop(&to);
	} else if (best == UINT32_MAX) {
		struct sqset from = sqset_empty(out->wrong) ? out->extra : out->wrong;

		out->lift_sq = (uint8_t)sqset_pop(&from);
	}
	if (out->put_sq != RULES_NO_SQ)
		out->put_piece = rules_at(g, p, out->put_sq);
}

/* Guides to *p, on all squares but those in `but`; off if nothing is to be done there. */
static void
guide_to(const struct game *g, const struct position *p, const struct seen *seen,
	 struct sqset but, struct guidance *out)
{
	memset(out, 0, sizeof(*out));
	out->lift_sq = out->put_sq = RULES_NO_SQ;
	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		if (!sqset_has(but, sq))
			sort_square(out, seen, sq, rules_at(g, p, sq));
	out->steps = (uint8_t)steps_of(out);
	if (out->steps == 0)
		return;
	out->kind = GUIDANCE_LEADS;
	choose_step(g, p, seen, out);
}

/* ---- the next move ---- */

/* Reports whether hands have to do something on the square. */
static bool
is_by_hand(const struct change *c)
{
	return c->cause != CAUSE_MARKED;
}

static struct sqset
squares_of_next(const struct table_showing *s)
{
	struct sqset set = { { 0, 0 } };

	for (unsigned i = 0; i < s->next.n; i++)
		if (is_by_hand(&s->next.change[i]))
			sqset_add(&set, s->next.change[i].sq);
	return set;
}

/* Returns the squares on which the next action replaces a piece by another one. */
static struct sqset
replaced(const struct table_showing *s)
{
	struct sqset set = { { 0, 0 } };

	for (unsigned i = 0; i < s->next.n; i++) {
		const struct change *c = &s->next.change[i];

		/* Only the number of a stack's stones changes. */
		if (is_by_hand(c) && c->before && c->after && !rules_stones(s->game, c->before))
			sqset_add(&set, c->sq);
	}
	return set;
}

/* Reports whether sensors see the next action: a square changes, or a piece is replaced. */
static bool
is_seen(const struct table_showing *s, const struct seen *seen)
{
	struct sqset changing = replaced(s);

	for (unsigned i = 0; i < s->next.n; i++)
		if (!s->next.change[i].before != !s->next.change[i].after)
			sqset_add(&changing, s->next.change[i].sq);
	return !sqset_empty(sqset_minus(changing, seen->blind));
}

/* Returns the open square where the piece of *from arrives, or NULL: it leaves the board. */
static const struct change *
arrival(const struct table_showing *s, const struct guidance *g, const struct change *from)
{
	struct sqset open = sqset_or(g->missing, g->wrong);

	for (unsigned i = 0; i < s->next.n; i++) {
		const struct change *c = &s->next.change[i];

		if (c != from && sqset_has(open, c->sq) &&
		    ((c->after ^ from->before) & ~PIECE_MARK) == 0)
			return c;
	}
	return NULL;
}

/* Proposes a piece to lift: first one that leaves the board or its place, then one to carry. */
static bool
step_lift(const struct table_showing *s, struct guidance *out)
{
	struct sqset up = sqset_or(out->extra, out->wrong);

	for (unsigned pass = 0; pass < 2; pass++)
		for (unsigned i = 0; i < s->next.n; i++) {
			const struct change *c = &s->next.change[i], *to;
			bool is_open;

			if (!sqset_has(up, c->sq))
				continue;
			to = arrival(s, out, c);
			is_open = to && sqset_has(out->missing, to->sq);
			if (pass == 0 ? to != NULL : !is_open)
				continue;
			out->lift_sq = c->sq;
			out->put_sq = to ? to->sq : RULES_NO_SQ;
			return true;
		}
	return false;
}

/* Guides through what is left of the next move; off if the board shows all of it. */
static void
guide_next(const struct table_showing *s, const struct seen *seen, struct guidance *out)
{
	struct sqset left;

	memset(out, 0, sizeof(*out));
	out->lift_sq = out->put_sq = RULES_NO_SQ;
	for (unsigned i = 0; i < s->next.n; i++)
		if (is_by_hand(&s->next.change[i]))
			sort_square(out, seen, s->next.change[i].sq, s->next.change[i].after);
	out->wrong = sqset_or(out->wrong, sqset_minus(sqset_and(s->lift, seen->full), seen->blind));
	out->steps = (uint8_t)steps_of(out);
	if (out->steps == 0)
		return;
	out->kind = GUIDANCE_LEADS;
	out->onward = true;
	left = sqset_empty(out->missing) ? sqset_or(out->extra, out->wrong) : out->missing;
	if (!step_lift(s, out) && !sqset_empty(out->missing))
		out->put_sq = (uint8_t)sqset_pop(&left);
	else if (out->lift_sq == RULES_NO_SQ)
		out->lift_sq = (uint8_t)sqset_pop(&left);
	for (unsigned i = 0; i < s->next.n; i++)
		if (s->next.change[i].sq == out->put_sq)
			out->put_piece = s->next.change[i].after;
}

/* ---- from move to move ---- */

/* Reads the next action, once *at is in place. */
static void
find_next(struct table_showing *s)
{
	s->next.n = 0;
	if (s->move < s->record->n)
		rules_footprint(s->game, &s->at.at, s->record->action[s->move].action, &s->next);
	s->lift = replaced(s);
}

static void
read_standing(const struct game *g, const struct position *p, uint8_t out[RULES_SQUARES_MAX])
{
	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		out[sq] = rules_at(g, p, sq) & (uint8_t)~PIECE_MARK;
}

/* Notes that the pieces stand as in the position. */
static void
note_standing(struct table_showing *s)
{
	s->stands = true;
	read_standing(s->game, &s->at.at, s->standing);
}

/* Makes the next action in the replay; the pieces may still stand as before it. */
static void
go_on(struct table_showing *s)
{
	record_walk_on(s->record, s->move++, &s->at);
	s->stands = false;
	find_next(s);
}

/* Advances past the move that hands have made, and past actions that need no piece. */
static void
go_on_made(struct table_showing *s)
{
	do
		go_on(s);
	while (s->move < s->record->n && sqset_empty(squares_of_next(s)));
	note_standing(s);
}

/* Finds the stage of pieces that stood as after the move. Returns false if the next is made. */
static bool
follow(struct table_showing *s, const struct seen *seen)
{
	bool seen_next = s->move < s->record->n && is_seen(s, seen);
	struct sqset but = seen_next ? squares_of_next(s) : (struct sqset){ { 0, 0 } };

	guide_to(s->game, &s->at.at, seen, but, &s->guidance);
	s->stage = s->guidance.steps > GUIDANCE_FEW ? WORDS_REPLAY_SETUP : WORDS_REPLAY_ASTRAY;
	if (s->guidance.kind != GUIDANCE_NONE)
		return true;
	s->stage = s->move == s->record->n ? WORDS_REPLAY_END : WORDS_REPLAY_UNSEEN;
	if (!seen_next)
		return true;
	s->stage = WORDS_REPLAY_NEXT;
	guide_next(s, seen, &s->guidance);
	return s->guidance.kind != GUIDANCE_NONE;
}

/* Compares the board, and goes on if it shows the next move. */
static void
look(struct table *t)
{
	const struct sqset none = { { 0, 0 } };
	struct table_showing *s = &t->showing;
	struct seen seen;

	see(t, &seen);
	guide_to(s->game, &s->at.at, &seen, none, &s->guidance);
	if (s->guidance.kind == GUIDANCE_NONE) {
		note_standing(s);
		s->lift = replaced(s); /* a piece that was lifted is back */
	}
	s->stage = WORDS_REPLAY_SETUP;
	while (s->stands && !follow(s, &seen))
		go_on_made(s);
	s->look_us = UINT64_MAX;
	t->version++;
}

/* ---- opening, closing, buttons ---- */

static int
refuse(struct table *t, uint32_t client, const struct record *r)
{
	if (!table_is_screen(t, client))
		return table_refuse(t, tr("only the board's own screen can replay a game on the board"));
	if (table_game_runs(t) || t->state.has_provisional)
		return table_refuse(t, tr("a game is running: end it or begin a new one first"));
	if (!home_fits(t->board, r->game))
		return table_refuse(t, tr("this board is too small for that game"));
	if (record_hides(r) && !record_is_public(r))
		return table_refuse(t, tr("this game still hides something: it can be replayed on "
					  "the board when that is revealed"));
	return 0;
}

/* Writes the pieces known before the replay of *r: from another page of it, or from the session. */
static void
know(const struct table *t, const struct record *r, uint8_t standing[RULES_SQUARES_MAX])
{
	const struct table_showing *s = &t->showing;
	struct infer_known k = { .held = 0 };

	if (s->game == r->game)
		memcpy(k.standing, s->standing, sizeof(k.standing));
	else if (!s->game && t->begun && t->state.game == r->game && !t->state.over &&
		 table_known_home(t))
		read_standing(r->game, t->state.settled, k.standing);
	else if (!s->game)
		table_known_places(t, r->game, &k);
	memcpy(standing, k.standing, sizeof(k.standing));
}

int
table_show_open(struct table *t, uint32_t client, struct record *r, uint32_t move,
		const struct record_walk *at)
{
	struct table_showing *s = &t->showing;
	uint8_t standing[RULES_SQUARES_MAX];

	if (refuse(t, client, r) < 0)
		return -1;
	table_choice_close(t);
	know(t, r, standing);
	forget(s);
	memcpy(s->standing, standing, sizeof(standing));
	s->client = client;
	s->record = r;
	s->game = r->game;
	s->number = r->number;
	s->move = move;
	s->at = *at;
	find_next(s);
	look(t);
	return 0;
}

void
table_show_close(struct table *t)
{
	if (!t->showing.game)
		return;
	forget(&t->showing);
	t->version++;
	table_compare(t);
	/* Pieces were moved without edges for the session, so their identity is unknown. */
	if (t->state.phase == SESSION_PLAYING && table_known_doubts(t, false))
		table_offer_array(t);
}

/* Guides to the position one move further or back; back at the start ends the replay. */
static void
turn_page(struct table *t, bool on)
{
	struct table_showing *s = &t->showing;

	if (!on && s->move == 0) {
		table_show_close(t);
		return;
	}
	if (on && s->move == s->record->n)
		return;
	if (on) {
		go_on(s);
	} else {
		record_walk(s->record, --s->move, &s->at);
		s->stands = false;
		find_next(s);
	}
	look(t);
}

static void
press(struct table *t, unsigned button)
{
	if (button == BUTTON_BACK)
		turn_page(t, false);
	else if (button == BUTTON_OK || button == BUTTON_CLOCK)
		turn_page(t, true);
}

static void
touch(struct table *t, const struct duty_event *e)
{
	struct table_showing *s = &t->showing;
	unsigned sq = home_to_game(t->board, s->game, e->touch.board_sq);

	if (sq != RULES_NO_SQ && !t->reading[e->touch.board_sq].occupied) {
		sqset_remove(&s->lift, sq);
		s->standing[sq] = 0;
	}
	s->look_us = e->t_us + STILL_US;
}

static bool
event(struct table *t, struct duty_event *e)
{
	if (e->kind == DUTY_INIT)
		forget(&t->showing);
	if (!t->showing.game)
		return false;
	switch (e->kind) {
	case DUTY_TOUCH:
		touch(t, e);
		return true;
	case DUTY_PRESS:
		press(t, e->press.button);
		return true;
	case DUTY_BACK:
		look(t);
		return true;
	case DUTY_INPUT:
		table_show_close(t);
		return false;
	case DUTY_DISCONNECTED:
		if (e->client == t->showing.client)
			table_show_close(t);
		return false;
	case DUTY_OPENED:
		forget(&t->showing);
		return false;
	default:
		return false;
	}
}

static uint64_t
deadline(const struct table *t)
{
	return t->showing.game ? t->showing.look_us : UINT64_MAX;
}

static void
turn(struct table *t, uint64_t now_us)
{
	(void)now_us;
	look(t);
}

/* ---- for lamps and sentences ---- */

bool
table_show_state(const struct table *t, struct session_state *out)
{
	const struct table_showing *s = &t->showing;
	static const uint8_t removed[RULES_SQUARES_MAX];

	if (!s->game)
		return false;
	memset(out, 0, sizeof(*out));
	out->phase = SESSION_PLAYING;
	out->game = s->game;
	out->settled = out->shown = out->shown_from = out->before_last = &s->at.at;
	out->removed = removed;
	out->last_squares = s->at.changed;
	out->prompt.seat = SEAT_NONE;
	out->objects = t->state.objects;
	out->guidance = s->guidance;
	out->sets_up = s->stage == WORDS_REPLAY_SETUP;
	rules_public(s->game, &s->at.at, &out->known);
	if (s->stage == WORDS_REPLAY_NEXT || s->stage == WORDS_REPLAY_UNSEEN) {
		out->has_provisional = true;
		out->provisional = s->record->action[s->move].action;
	}
	return true;
}

void
table_show_words(const struct table *t, char out[WORDS_LINE])
{
	const struct record_result *r = &t->showing.record->result;
	char result[RECORD_RESULT_TEXT], end[WORDS_LINE] = "";
	struct session_state s;

	out[0] = '\0';
	if (!table_show_state(t, &s))
		return;
	if (r->end != RECORD_UNFINISHED)
		words_ended(s.game, record_result_print(r, result), r->reason, end);
	words_replay(&s, (enum words_replay)t->showing.stage, end, out);
}

const struct duty table_show_duty = {
	.event = event,
	.turn = turn,
	.deadline = deadline,
	.state = table_show_state,
};
