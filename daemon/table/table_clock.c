/*
 * The clock of the game on the board: turns the session's notes into presses, and passes
 * the clock's state to journal and clients. The session does not use it.
 *
 *   1) a final action that passes the turn   a press, at the time of the move, see hand_time
 *   2) a mask is assigned                    no press: the clock starts with the first move
 *   3) the last action amended               its press is cancelled
 *   4) actions taken back                    their presses are undone, the last first
 *   5) the game is over                      no time runs; undoing that restarts it
 *   6) guidance after an error               the time of the seat to move runs: otherwise a
 *                                            mess on the board would be a free pause
 *   7) shown, not final, passes the turn     displayed as if pressed; a flag waits for quiet
 *   8) paused                                any touch of a piece resumes, OK does nothing else
 *   9) a computer has chosen a move          paused from its choice until hands have made it
 *  10) no engine can choose for a computer   paused until one can
 */
#include <stdio.h>
#include <string.h>

#include "daemon/table/table.h"
#include "daemon/words/words.h"
#include "hw/lang/lang.h"

static unsigned
seats(const struct table *t)
{
	return rules_seats(t->state.game);
}

/* Marks the clock for the next save. */
static void
mark(struct table *t)
{
	t->version++;
	if (t->clocks.play.spec.mode == CLOCK_NONE)
		return;
	clock_print(&t->clocks.play, t->now_us, t->game.clock);
	if (t->store)
		store_mark_clock(t->store, t->game.clock);
}

/* ---- touches ---- */

/* Notes the time of a raw edge. */
static void
touched(struct table *t, uint64_t t_us)
{
	if (t->clocks.n_touches == 0 || t_us > t->clocks.touch_us[(t->clocks.n_touches - 1) % TABLE_TOUCHES])
		t->clocks.touch_us[t->clocks.n_touches++ % TABLE_TOUCHES] = t_us;
	table_clock_pause(t, CLOCK_RUNS, t_us);
}

/* Remembers when a player last pressed or requested something. */
static void
pressed(struct table *t, const struct event *e)
{
	bool hint =
		e->kind == EVENT_PRESS && (e->button == BUTTON_HINT || e->button == BUTTON_BACK);

	if (e->kind != EVENT_EDGE && e->kind != EVENT_TIME && e->kind != EVENT_BLIND &&
	    e->kind != EVENT_SELECT && e->kind != EVENT_ASK && e->kind != EVENT_BLUNDER &&
	    e->kind != EVENT_ARRAY && !hint)
		t->clocks.pressed_us = e->t_us;
}

/* Returns the last touch before t_us; 0: none known. */
static uint64_t
touch_before(const struct table *t, uint64_t t_us)
{
	unsigned n = t->clocks.n_touches < TABLE_TOUCHES ? t->clocks.n_touches : TABLE_TOUCHES;

	for (unsigned i = 1; i <= n; i++) {
		uint64_t touch = t->clocks.touch_us[(t->clocks.n_touches - i) % TABLE_TOUCHES];

		if (touch < t_us)
			return touch;
	}
	return 0;
}

/*
 * Returns when the player completed an action that became final at t_us: the time of the press, or,
 * if quiet or the opponent made the action final, the time of the last touch. So quiet costs the
 * player no time.
 */
static uint64_t
hand_time(const struct table *t, uint64_t t_us)
{
	uint64_t touch = touch_before(t, t_us);

	return touch == 0 || t->clocks.pressed_us >= touch || t->clocks.pressed_us == t_us ? t_us : touch;
}

/* ---- notes of the session ---- */

/*
 * Reports whether the action passes the turn, and its seats before and after;
 * SEAT_NONE: no seat.
 */
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

static void
final(struct table *t, struct table_move *m, const struct position *before,
		  uint64_t t_us)
{
	unsigned seat, next;

	m->clock_us = CLOCK_NO_TIME;
	m->presser = SEAT_NONE;
	if (!passes(t->book.game, before, &t->book.at, m->done, &seat, &next))
		return;
	m->presser = (uint8_t)seat;
	m->clock_us = clock_press(&t->clocks.play, seat, next, hand_time(t, t_us));
	mark(t);
}

/* Handles a move of a record, whose clock time is given. */
void
table_clock_replayed(const struct table_book *b, struct table_move *m,
		     const struct position *before, uint64_t clock_us)
{
	unsigned seat, next;

	m->clock_us = clock_us;
	m->presser = passes(b->game, before, &b->at, m->done, &seat, &next) ? (uint8_t)seat
									     : SEAT_NONE;
}

/* Restarts the time of the seat to move. */
static void
restart(struct table *t, uint64_t t_us)
{
	unsigned seat = rules_turn_seat(t->state.game, &t->book.at);

	if (seat < seats(t))
		clock_restart(&t->clocks.play, seat, t_us);
}

static void
undone(struct table *t, const struct table_move *m, unsigned n, bool amending,
		   uint64_t t_us)
{
	bool amended = false;

	while (n-- > 0) {
		if (m[n].presser == SEAT_NONE)
			continue;
		if (amending && !amended)
			amended = clock_amend(&t->clocks.play);
		if (!amended)
			clock_back(&t->clocks.play, m[n].presser, t_us);
	}
	restart(t, t_us);
	mark(t);
}

static void
over(struct table *t, uint64_t t_us)
{
	clock_stop(&t->clocks.play, t->state.end == SESSION_END_RULES ? hand_time(t, t_us) : t_us);
	mark(t);
}

const struct clock_spec *
table_clock_spec(const struct table *t)
{
	return &t->clocks.play.spec;
}

/* ---- starting and resuming games ---- */

void
table_clock_begin(struct table *t, const struct clock_spec *spec)
{
	clock_init(&t->clocks.play, spec, seats(t));
	t->game.clock[0] = '\0';
	if (spec->mode != CLOCK_NONE)
		clock_print(&t->clocks.play, t->now_us, t->game.clock);
}

void
table_clock_resume(struct table *t, const char *kept)
{
	static const struct clock_spec none = { .mode = CLOCK_NONE };
	unsigned seat = rules_turn_seat(t->state.game, &t->book.at);

	table_clock_begin(t, &none);
	if (!*kept)
		return;
	if (clock_parse(&t->clocks.play, kept, seats(t)) < 0) {
		log_line(LOG_BUG, "the clock of the running game cannot be read: \"%.60s\"", kept);
		return;
	}
	/* The journal may have more actions than this clock text: the seat to move counts. */
	if (t->clocks.play.now.running != SEAT_NONE && seat < seats(t))
		t->clocks.play.now.running = (uint8_t)seat;
	clock_print(&t->clocks.play, t->now_us, t->game.clock);
}

int
table_clock_set(struct table *t, const struct clock_spec *spec)
{
	if (t->clocks.play.now.started)
		return table_refuse(t, tr("the clock is already running"));
	table_clock_begin(t, spec);
	t->version++;
	if (t->store)
		store_mark_clock(t->store, t->game.clock);
	return 0;
}

/* ---- time ---- */

/* Returns when quiet will finalise a shown action that passes the turn; 0: none. */
static uint64_t
pending_until(const struct table *t, uint64_t *hand_us)
{
	const struct session_state *s = &t->state;
	unsigned seat, next;

	if (!s->has_provisional || !clock_runs(&t->clocks.play) ||
	    (s->prompt.kind != PROMPT_NONE && s->prompt.kind != PROMPT_PROMOTION) ||
	    !passes(s->game, s->shown_from, s->shown, s->provisional, &seat, &next) ||
	    seat != t->clocks.play.now.running) /* the amended action has pressed the clock
						 * already */
		return 0;
	*hand_us = touch_before(t, UINT64_MAX);
	return *hand_us + t->session_config.settle_us;
}

bool
table_clock_shown(const struct table *t, struct clock *out)
{
	uint64_t hand_us, until = pending_until(t, &hand_us);
	unsigned next;

	*out = t->clocks.play;
	if (until <= t->now_us)
		return false;
	next = rules_turn_seat(t->state.game, t->state.shown);
	(void)clock_press(out, out->now.running, next < seats(t) ? next : SEAT_NONE, hand_us);
	return true;
}

static uint64_t
deadline(const struct table *t)
{
	uint64_t hand_us, until = pending_until(t, &hand_us), falls = clock_deadline(&t->clocks.play);

	if (until >= t->now_us && until != 0)
		return until + 1;
	return falls;
}

static void
turn(struct table *t, uint64_t now_us)
{
	char text[WORDS_LINE];
	unsigned seat;

	/* The clock displayed for a shown move is outdated. */
	t->version++;
	seat = clock_fall(&t->clocks.play, now_us);
	if (seat == SEAT_NONE)
		return;
	lang_print(text, sizeof(text), tr("{1} has run out of time"),
		   words_seat(t->state.game, seat));
	log_line(LOG_GAME, "%s", text);
	mark(t);
}

/* Reports whether the pause is for a computer's seat: no touch or press ends it. */
static bool
is_computers(unsigned pause)
{
	return pause == CLOCK_EXECUTING || pause == CLOCK_PARTNER;
}

void
table_clock_pause(struct table *t, enum clock_pause why, uint64_t t_us)
{
	uint8_t was = t->clocks.play.pause;

	if (why == CLOCK_RUNS && is_computers(was))
		return;
	/* A player's pause, or the board's, outlasts that for the computer. */
	if (why == CLOCK_RUNS || is_computers(was))
		clock_resume(&t->clocks.play, t_us);
	if (why != CLOCK_RUNS)
		clock_pause(&t->clocks.play, why, t_us);
	if (t->clocks.play.pause != was)
		mark(t);
}

void
table_clock_keep(struct table *t)
{
	if (t->begun && clock_runs(&t->clocks.play))
		mark(t);
}

/* ---- a fallen flag ---- */

unsigned
table_clock_fallen(const struct table *t)
{
	return t->clocks.play.now.first_flag;
}

unsigned
table_clock_claimant(const struct table *t)
{
	unsigned fell = t->clocks.play.now.first_flag;

	if (t->state.phase != SESSION_PLAYING || t->clocks.play.spec.mode == CLOCK_NONE ||
	    fell == SEAT_NONE || rules_partners(t->state.game))
		return SEAT_NONE;
	/* With two seats or four, the next seat is of the other side. */
	return (fell + 1) % seats(t);
}

/*
 * Reports whether the colour has only its king and therefore cannot win on time (FIDE 6.9), in
 * games with checkmate.
 */
static bool
bare_king(const struct table *t, unsigned colour)
{
	const struct game *g = t->state.game;

	return rules_has_san(g) && sqset_count(rules_occupied_by(g, t->state.settled, colour)) == 1;
}

bool
table_clock_claim_draws(const struct table *t)
{
	return bare_king(t, table_clock_claimant(t) & 1u);
}

int
table_clock_claimed(struct table *t)
{
	struct event e = { .kind = EVENT_RESIGN, .yes = true };

	if (table_clock_claimant(t) == SEAT_NONE)
		return table_refuse(t, tr("no player has run out of time"));
	if (table_clock_claim_draws(t))
		e = (struct event){ .kind = EVENT_DRAW, .seat = SEAT_NONE };
	else
		e.seat = t->clocks.play.now.first_flag;
	return table_event(t, e);
}

/* ---- the duty ---- */

/* Ends a pause on OK, which then does nothing else. */
static bool
press(struct table *t, struct duty_event *e)
{
	if (e->press.button != BUTTON_OK || t->clocks.play.pause == CLOCK_RUNS ||
	    is_computers(t->clocks.play.pause))
		return false;
	table_clock_pause(t, CLOCK_RUNS, e->t_us);
	return true;
}

/* Pauses while hands have to make a computer's move, or no engine can choose one. */
static void
wait_for_computer(struct table *t)
{
	uint8_t was = t->clocks.play.pause, wanted = CLOCK_RUNS;

	if (t->begun && t->state.has_plan)
		wanted = CLOCK_EXECUTING;
	else if (t->begun && table_seats_lack(t))
		wanted = CLOCK_PARTNER;
	if (wanted == was)
		return;
	if (is_computers(was)) {
		clock_resume(&t->clocks.play, t->now_us);
		mark(t);
	}
	if (wanted != CLOCK_RUNS)
		table_clock_pause(t, (enum clock_pause)wanted, t->now_us);
}

static bool
event(struct table *t, struct duty_event *e)
{
	switch (e->kind) {
	case DUTY_TOUCH:
		if (e->touch.changed && e->touch.sq != RULES_NO_SQ)
			touched(t, e->t_us);
		break;
	case DUTY_HEALTH:
		if (e->health->kind == BUSIO_BUS && e->health->err)
			table_clock_pause(t, CLOCK_BOARD, t->now_us);
		break;
	case DUTY_PRESS:
		return press(t, e);
	case DUTY_BEFORE:
		pressed(t, e->input);
		break;
	case DUTY_FINAL:
		final(t, e->final.move, e->final.before, e->t_us);
		break;
	case DUTY_UNDO:
		undone(t, e->undo.move, e->undo.n, e->undo.amending, e->t_us);
		break;
	case DUTY_RESULT:
		over(t, e->t_us);
		break;
	case DUTY_STATE:
		wait_for_computer(t);
		break;
	default:
		break;
	}
	return false;
}

const struct duty table_clock_duty = { .event = event, .turn = turn, .deadline = deadline };
