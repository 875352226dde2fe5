/*
 * The clock of the game on the board: what the session told becomes presses,
 * and what the clock says goes to the journal and to clients. The session
 * knows nothing of it.
 *
 *   1) a final action that passes the turn   a press, at the time of the hand, see hand_time
 *   2) a mask is assigned                    no press: the clock starts with the first move
 *   3) the last action amended               as if the press had not been
 *   4) actions taken back                    their presses back, the last first
 *   5) the game is over                      nobody's time runs; when that is undone it does
 *   6) way home after an error               the time of whoever has the turn: a mess on the
 *                                            board would be a free pause otherwise
 *   7) shown, not final, passes the turn     told as if pressed; a flag waits for what quiet says
 *   8) paused                                any touch of a piece ends it, OK does nothing else
 */
#include <stdio.h>
#include <string.h>

#include "daemon/table/table.h"
#include "daemon/words/words_clock.h"

static unsigned
seats(const struct table *t)
{
	return rules_seats(t->state.game);
}

/* Kept with the next pump. */
static void
mark(struct table *t)
{
	t->version++;
	if (t->clock.spec.mode == CLOCK_NONE)
		return;
	clock_print(&t->clock, t->now_us, t->game.clock);
	if (t->store)
		store_mark_clock(t->store, t->game.clock);
}

/* ---- hands ---- */

void
table_clock_touched(struct table *t, uint64_t t_us)
{
	if (t->n_touches == 0 || t_us > t->touch_us[(t->n_touches - 1) % TABLE_TOUCHES])
		t->touch_us[t->n_touches++ % TABLE_TOUCHES] = t_us;
	if (t->begun && t->clock.pause != CLOCK_RUNS)
		table_clock_pause(t, CLOCK_RUNS, t_us);
}

void
table_clock_pressed(struct table *t, const struct event *e)
{
	bool hint =
		e->kind == EVENT_PRESS && (e->button == BUTTON_HINT || e->button == BUTTON_BACK);

	if (e->kind != EVENT_EDGE && e->kind != EVENT_TIME && e->kind != EVENT_BLIND &&
	    e->kind != EVENT_SELECT && e->kind != EVENT_ASK &&
	    e->kind != EVENT_ARRAY && !hint)
		t->pressed_us = e->t_us;
}

/* The last touch before t_us; 0: none is known. */
static uint64_t
touch_before(const struct table *t, uint64_t t_us)
{
	unsigned n = t->n_touches < TABLE_TOUCHES ? t->n_touches : TABLE_TOUCHES;

	for (unsigned i = 1; i <= n; i++) {
		uint64_t touch = t->touch_us[(t->n_touches - i) % TABLE_TOUCHES];

		if (touch < t_us)
			return touch;
	}
	return 0;
}

/*
 * When the hand was done with what became final at t_us: at the press that made
 * it final; else, by quiet or by the opponent's hand, when it last touched the
 * board, so that nobody pays for the second in which nothing happens.
 */
static uint64_t
hand_time(const struct table *t, uint64_t t_us)
{
	uint64_t touch = touch_before(t, t_us);

	return touch == 0 || t->pressed_us >= touch || t->pressed_us == t_us ? t_us : touch;
}

/* ---- what the session told ---- */

/* Passes the turn? Then who had it, and who has it; SEAT_NONE: nobody. */
static bool
passes(const struct game *g, const struct position *before, const struct position *after,
       struct action a, unsigned *seat, unsigned *next)
{
	*seat = rules_turn_seat(g, before);
	*next = rules_turn_seat(g, after);
	if (*next >= rules_seats(g))
		*next = SEAT_NONE;
	return a.kind != ACT_ASSIGN && *seat < rules_seats(g) && *seat != *next;
}

void
table_clock_final(struct table *t, struct table_move *m, const struct position *before,
		  uint64_t t_us)
{
	unsigned seat, next;

	m->clock_us = CLOCK_NO_TIME;
	m->presser = SEAT_NONE;
	if (!passes(t->book.game, before, &t->book.at, m->done, &seat, &next))
		return;
	m->presser = (uint8_t)seat;
	m->clock_us = clock_press(&t->clock, seat, next, hand_time(t, t_us));
	mark(t);
}

/* A move of a record: the time it left is the record's word. */
void
table_clock_replayed(const struct table_book *b, struct table_move *m,
		     const struct position *before, uint64_t clock_us)
{
	unsigned seat, next;

	m->clock_us = clock_us;
	m->presser = passes(b->game, before, &b->at, m->done, &seat, &next) ? (uint8_t)seat
									     : SEAT_NONE;
}

/* The turn is with somebody again whose time does not run. */
static void
go_on(struct table *t, uint64_t t_us)
{
	unsigned seat = rules_turn_seat(t->state.game, &t->book.at);

	if (seat < seats(t))
		clock_go_on(&t->clock, seat, t_us);
}

void
table_clock_undone(struct table *t, const struct table_move *m, unsigned n, bool amending,
		   uint64_t t_us)
{
	bool amended = false;

	while (n-- > 0) {
		if (m[n].presser == SEAT_NONE)
			continue;
		if (amending && !amended)
			amended = clock_amend(&t->clock);
		if (!amended)
			clock_back(&t->clock, m[n].presser, t_us);
	}
	go_on(t, t_us);
	mark(t);
}

void
table_clock_over(struct table *t, uint64_t t_us)
{
	clock_stop(&t->clock, t->state.end == SESSION_END_RULES ? hand_time(t, t_us) : t_us);
	mark(t);
}

/* ---- games that begin and go on ---- */

void
table_clock_begin(struct table *t, const struct clock_spec *spec)
{
	clock_init(&t->clock, spec, seats(t));
	t->game.clock[0] = '\0';
	if (spec->mode != CLOCK_NONE)
		clock_print(&t->clock, t->now_us, t->game.clock);
}

void
table_clock_resume(struct table *t, const char *kept)
{
	static const struct clock_spec none = { .mode = CLOCK_NONE };
	unsigned seat = rules_turn_seat(t->state.game, &t->book.at);

	table_clock_begin(t, &none);
	if (!*kept)
		return;
	if (clock_parse(&t->clock, kept, seats(t)) < 0) {
		log_line(LOG_BUG, "the clock of the running game cannot be read: \"%.60s\"", kept);
		return;
	}
	/* Actions that the disk had and this clock had not: whose turn it is counts. */
	if (t->clock.now.running != SEAT_NONE && seat < seats(t))
		t->clock.now.running = (uint8_t)seat;
	clock_print(&t->clock, t->now_us, t->game.clock);
}

int
table_clock_set(struct table *t, const struct clock_spec *spec)
{
	if (t->clock.now.started)
		return table_refuse(t, SAY_NOT_CLOCK);
	table_clock_begin(t, spec);
	t->version++;
	if (t->store)
		store_mark_clock(t->store, t->game.clock);
	return 0;
}

/* ---- time ---- */

/* When quiet will have made final what is shown and passes the turn; 0: nothing does. */
static uint64_t
pending_until(const struct table *t, uint64_t *hand_us)
{
	const struct session_state *s = &t->state;
	unsigned seat, next;

	if (!s->has_provisional || !clock_runs(&t->clock) ||
	    (s->prompt.kind != PROMPT_NONE && s->prompt.kind != PROMPT_PROMOTION) ||
	    !passes(s->game, s->shown_from, s->shown, s->provisional, &seat, &next) ||
	    seat != t->clock.now.running) /* what amends was pressed already */
		return 0;
	*hand_us = touch_before(t, UINT64_MAX);
	return *hand_us + t->session_config.settle_us;
}

bool
table_clock_shown(const struct table *t, struct clock *out)
{
	uint64_t hand_us, until = pending_until(t, &hand_us);
	unsigned next;

	*out = t->clock;
	if (until <= t->now_us)
		return false;
	next = rules_turn_seat(t->state.game, t->state.shown);
	(void)clock_press(out, out->now.running, next < seats(t) ? next : SEAT_NONE, hand_us);
	return true;
}

uint64_t
table_clock_deadline(const struct table *t)
{
	uint64_t hand_us, until = pending_until(t, &hand_us), falls = clock_deadline(&t->clock);

	if (until >= t->now_us && until != 0)
		return until + 1;
	return falls;
}

void
table_clock_turn(struct table *t, uint64_t now_us)
{
	char text[WORDS_LINE];
	unsigned seat;

	/* What was told of a shown move does not hold any more. */
	t->version++;
	seat = clock_fall(&t->clock, now_us);
	if (seat == SEAT_NONE)
		return;
	words_clock_fallen(t->state.game, seat, text);
	log_line(LOG_GAME, "%s", text);
	mark(t);
}

void
table_clock_pause(struct table *t, enum clock_pause why, uint64_t t_us)
{
	uint8_t was = t->clock.pause;

	if (why == CLOCK_RUNS)
		clock_resume(&t->clock, t_us);
	else
		clock_pause(&t->clock, why, t_us);
	if (t->clock.pause != was)
		mark(t);
}

void
table_clock_keep(struct table *t)
{
	if (t->begun && clock_runs(&t->clock))
		mark(t);
}

/* ---- a fallen flag ---- */

unsigned
table_clock_claimant(const struct table *t)
{
	unsigned fell = t->clock.now.first_flag;

	if (t->state.phase != SESSION_PLAYING || t->clock.spec.mode == CLOCK_NONE ||
	    fell == SEAT_NONE || rules_partners(t->state.game))
		return SEAT_NONE;
	/* The seat behind it is the other side's, with four as with two. */
	return (fell + 1) % seats(t);
}

/* Nothing but a king cannot win by anybody's clock (FIDE 6.9), where there are kings to mate. */
static bool
bare_king(const struct table *t, unsigned colour)
{
	const struct game *g = t->state.game;

	return rules_has_san(g) && sqset_count(rules_occupied_by(g, t->state.settled, colour)) == 1;
}

int
table_clock_claimed(struct table *t)
{
	struct event e = { .kind = EVENT_RESIGN, .yes = true };
	unsigned seat = table_clock_claimant(t);

	if (seat == SEAT_NONE)
		return table_refuse(t, SAY_NOT_LATE);
	if (bare_king(t, seat & 1u))
		e = (struct event){ .kind = EVENT_DRAW, .seat = SEAT_NONE };
	else
		e.seat = t->clock.now.first_flag;
	return table_event(t, e);
}
