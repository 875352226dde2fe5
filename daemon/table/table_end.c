/*
 * The end of the game on the board, from the result until it is permanent.
 *
 *   event                             RUNNING   ENDED      CLOSING    CLOSED
 *   a result                          ENDED     -          -          -
 *   takeback                          -         RUNNING    refused    refused
 *   the players confirm Reveal        refused   CLOSING    refused    refused
 *   it is on disk, or there is none   -         -          CLOSED     -
 *   another game begins               RUNNING   RUNNING    RUNNING    RUNNING
 *
 * The start of another game closes the game before it: the journal never resumes a game that has a
 * result and is not on the board. Secrets are published only when the end is CLOSED, so that no
 * power cut reopens a game whose secrets have been seen. The end does not wait for a disk with
 * errors.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/secret.h"
#include "daemon/table/table.h"

/* Handles another game on the board. */
static void
begin(struct table *t)
{
	const struct position *first = session_first(&t->session);

	t->secrets.closing = false;
	t->secrets.between = secret_between_seats(t->game.game, first);
	t->secrets.start = secret_held(t->game.game, first, SEAT_NONE);
}

enum stage {
	RUNNING,
	ENDED,   /* the result can be taken back */
	CLOSING, /* the result is permanent, but not on disk yet */
	CLOSED,  /* the result is permanent */
};

static enum stage
stage(const struct table *t)
{
	switch ((enum session_phase)t->state.phase) {
	case SESSION_NO_GAME:
	case SESSION_PLAYING:
		return RUNNING;
	case SESSION_OVER:
		return ENDED;
	case SESSION_CLOSED:
		break;
	}
	return t->secrets.closing ? CLOSING : CLOSED;
}

static bool
has_secret(const struct table *t)
{
	return t->secrets.between || t->secrets.start ||
	       (*t->game.seeds && secret_in_seeds(t->game.game));
}

bool
table_hides_between(const struct table *t)
{
	return t->secrets.between;
}

bool
table_end_is_closed(const struct table *t)
{
	switch (stage(t)) {
	case RUNNING:
	case ENDED:
		return false;
	case CLOSING:
		return !store_status(t->store)->working;
	case CLOSED:
		break;
	}
	return true;
}

bool
table_is_public(const struct table *t)
{
	return table_end_is_closed(t) || (stage(t) == ENDED && !has_secret(t));
}

bool
table_can_reveal(const struct table *t)
{
	return stage(t) == ENDED && has_secret(t);
}

/* Handles a change that the store reported. */
static void
poll(struct table *t)
{
	if (!t->secrets.closing || !table_number(t))
		return;
	table_keep(t, STORE_CLOSED, LANG_N(table_number(t)));
	t->secrets.closing = !store_status(t->store)->caught_up;
	t->version++;
}

static void
closed(struct table *t)
{
	t->secrets.closing = t->store != NULL;
	poll(t);
}

void
table_end_resume(struct table *t, bool closed)
{
	const char *kept = table_kept(t, STORE_CLOSED);

	if (t->state.over && closed)
		table_step(t, (struct event){ .kind = EVENT_CLOSE, .seat = SEAT_NONE, .t_us = t->now_us });
	/*
	 * The power failed between the two writes. The next end of this game needs a new
	 * confirmation.
	 */
	else if (!t->state.over && kept && strtoul(kept, NULL, 10) == table_number(t))
		table_keep(t, STORE_CLOSED, "");
}

void
table_end_opened(struct table *t)
{
	table_end_resume(t, has_secret(t));
}

int
table_reveal(struct table *t)
{
	if (stage(t) == RUNNING)
		return table_refuse(t, tr("the game is not over"));
	if (stage(t) != ENDED)
		return table_refuse(
			t, tr("the end of this game is permanent: what was hidden has been shown"));
	if (!has_secret(t))
		return table_refuse(t, tr("this game hides nothing"));
	table_menu_reveal(t);
	return 0;
}

static bool
event(struct table *t, struct duty_event *e)
{
	if (e->kind == DUTY_OPENED)
		begin(t);
	else if (e->kind == DUTY_CLOSED)
		closed(t);
	else if (e->kind == DUTY_STORED)
		poll(t);
	return false;
}

const struct duty table_end_duty = { .event = event };
