/*
 * The seats of persons and computers. The partner is a client that chooses the actions of the
 * computers' seats, one task at a time. A task belongs to one position of one game, so an action
 * that was chosen for an earlier position is refused.
 *
 *   event                                    task           to_play
 *   a game begins                            a new number   as below
 *   the position changes                     a new number   the seat to act, if a computer's
 *   a burial waits for the board             a new number   none, until the board is right
 *   the partner's action waits for hands     the same       none
 *   … and is no longer wanted                a new number   the same
 *   the partner leaves and comes back        the same       the same
 *   the game ends                            a new number   none
 */
#include <string.h>

#include "daemon/table/log.h"
#include "daemon/table/table.h"
#include "hw/text/text.h"

/* ---- who plays ---- */

/* Reports the computers' seats to the session, which then takes their actions from table_plan only. */
static void
show_session(struct table *t)
{
	t->session_config.computers = (uint8_t)table_computers(t);
	session_set_computers(&t->session, table_computers(t));
}

void
table_seats_begin(struct table *t, const struct table_player player[RULES_SEATS_MAX])
{
	memset(t->seats.player, 0, sizeof(t->seats.player));
	for (unsigned s = 0; s < RULES_SEATS_MAX; s++) {
		t->seats.player[s] = player[s];
		/*
		 * The same in every language. Engine and level are in `seats`. A person's name from the
		 * last game would count the computer's result for that person.
		 */
		if (player[s].level)
			record_text_set(t->game.name[s], TABLE_COMPUTER_NAME);
	}
	table_players_print(t->seats.player, RULES_SEATS_MAX, t->game.players);
	show_session(t);
}

void
table_seats_players(const struct table *t, struct table_player player[RULES_SEATS_MAX])
{
	memcpy(player, t->seats.player, sizeof(t->seats.player));
}

bool
table_seat_is_computer(const struct table *t, unsigned seat)
{
	return seat < RULES_SEATS_MAX && t->seats.player[seat].level > 0;
}

unsigned
table_computers(const struct table *t)
{
	unsigned bits = 0;

	for (unsigned s = 0; s < RULES_SEATS_MAX; s++)
		bits |= (unsigned)table_seat_is_computer(t, s) << s;
	return bits;
}

bool
table_has_person(const struct table *t)
{
	return table_computers(t) != (1u << rules_seats(t->state.game)) - 1;
}

uint8_t
table_seats_resigns(const struct table *t)
{
	if (table_seat_is_computer(t, t->state.to_act))
		for (unsigned s = 0; s < rules_seats(t->state.game); s++)
			if (!table_seat_is_computer(t, s))
				return (uint8_t)s;
	return t->state.to_act;
}

uint32_t
table_seats_to_person(const struct table *t)
{
	struct position p = t->book.first;
	uint32_t n = 1;

	for (uint32_t i = 0; i < t->book.n && table_computers(t); i++) {
		unsigned seat = rules_to_act(t->book.game, &p);

		if (seat < RULES_SEATS_MAX && !table_seat_is_computer(t, seat))
			n = t->book.n - i;
		rules_apply(t->book.game, &p, t->book.move[i].done);
	}
	return n;
}

/* ---- tasks ---- */

static uint8_t
seat_to_act(const struct table *t)
{
	const struct session_state *s = &t->state;

	if (!t->begun || s->phase != SESSION_PLAYING || !table_seat_is_computer(t, s->to_act) ||
	    session_burial_waits(s))
		return SEAT_NONE;
	return s->to_act;
}

/* Reports whether the position and the seat to act are still those of the task. */
static bool
is_same(const struct table *t, uint8_t to_act)
{
	const struct table_seats *s = &t->seats;

	if (to_act != s->to_act || t->state.n_actions != s->n)
		return false;
	/* Unused bytes are zero. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
	return memcmp(t->state.settled, &s->at, sizeof(s->at)) == 0;
}

/* Sets the task. anew: of another game, even if nothing differs. */
static void
look(struct table *t, bool anew)
{
	struct table_seats *s = &t->seats;
	uint8_t to_act = seat_to_act(t);
	bool chosen = t->state.has_plan, same = !anew && is_same(t, to_act);

	if (same && chosen == s->chosen)
		return;
	if (!same || !chosen)
		s->task += 1u + (s->task == UINT32_MAX);
	s->to_act = to_act;
	s->to_play = chosen ? SEAT_NONE : to_act;
	s->chosen = chosen;
	s->n = t->state.n_actions;
	s->at = *t->state.settled;
	t->version++;
}

uint32_t
table_task(const struct table *t)
{
	return t->seats.task;
}

/* Reports that a seat now waits for its partner or engine, or no longer: its clock depends on it. */
static void
changed(struct table *t)
{
	t->version++;
	if (t->begun)
		(void)duties_report(t, DUTY_STATE);
}

int
table_partner(struct table *t, uint32_t client, const struct table_engines *engines)
{
	if (!table_is_partner(t, 0) && !table_is_partner(t, client))
		return table_refuse(t, tr("another partner is connected"));
	t->seats.partner = client;
	table_engines(t, engines);
	changed(t);
	return 0;
}

bool
table_is_partner(const struct table *t, uint32_t client)
{
	return t->seats.partner == client;
}

void
table_engine_failed(struct table *t, const char *why)
{
	char text[80];

	text_clean(text, sizeof(text), why);
	log_line(LOG_GAME, "a computer's engine fails: %s", text);
	t->seats.failed = t->seats.task;
	changed(t);
}

bool
table_seats_lack(const struct table *t)
{
	return t->seats.to_play != SEAT_NONE &&
	       (table_is_partner(t, 0) || t->seats.failed == t->seats.task);
}

int
table_move_now(struct table *t)
{
	if (t->seats.to_play == SEAT_NONE || table_seats_lack(t))
		return table_refuse(t, tr("no computer is thinking"));
	t->seats.hurried = t->seats.task;
	t->version++;
	return 0;
}

void
table_draw_declined(struct table *t, unsigned seat)
{
	t->seats.declined = (uint8_t)seat;
	t->version++;
}

unsigned
table_seats_declined(const struct table *t)
{
	return t->seats.declined;
}

int
table_plan(struct table *t, const char *action)
{
	struct event e = { .kind = EVENT_PLAN, .seat = t->seats.to_play };

	if (strlen(action) >= sizeof(e.text))
		return table_refuse(t, tr("\"{1}\" is no action"), action);
	memcpy(e.text, action, strlen(action) + 1);
	return table_event(t, e);
}

static bool
event(struct table *t, struct duty_event *e)
{
	switch (e->kind) {
	case DUTY_INIT:
		t->seats.to_act = t->seats.to_play = t->seats.declined = SEAT_NONE;
		break;
	case DUTY_OPENED:
		t->seats.begun++;
		t->seats.declined = SEAT_NONE;
		look(t, true);
		break;
	case DUTY_RESUMED:
		look(t, true);
		break;
	case DUTY_FINAL:
	case DUTY_UNDO:
		t->seats.declined = SEAT_NONE;
		break;
	case DUTY_STATE:
		if (t->begun)
			look(t, false);
		break;
	case DUTY_DISCONNECTED:
		if (e->client != 0 && table_is_partner(t, e->client)) {
			t->seats.partner = t->seats.failed = t->seats.hurried = 0;
			table_engines(t, &(struct table_engines){ .n = 0 });
			changed(t);
		}
		break;
	default:
		break;
	}
	return false;
}

/* ---- takebacks without a partner ---- */

/* Returns the computers' seats whose yes to a takeback is missing, while no partner can answer. */
static unsigned
unanswered(const struct table *t)
{
	const struct prompt *p = &t->state.prompt;

	if (!t->begun || !table_is_partner(t, 0) || p->kind != PROMPT_TAKEBACK)
		return 0;
	return p->needs & ~p->agreed & table_computers(t);
}

static uint64_t
deadline(const struct table *t)
{
	return unanswered(t) ? t->now_us : UINT64_MAX;
}

/* Agrees for the computers' seats: a computer agrees to every takeback. */
static void
turn(struct table *t, uint64_t now_us)
{
	for (unsigned s = 0; s < RULES_SEATS_MAX; s++)
		if (unanswered(t) & 1u << s)
			table_step(t, (struct event){ .kind = EVENT_ANSWER,
						      .yes = true,
						      .seat = (uint8_t)s,
						      .t_us = now_us });
}

const struct duty table_seats_duty = { .event = event, .turn = turn, .deadline = deadline };
