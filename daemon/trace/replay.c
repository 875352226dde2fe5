/* Drives the session with a trace. */
#include "daemon/trace/replay.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/pgn.h"
#include "daemon/core/reading.h"
#include "daemon/record/record_session.h"
#include "daemon/trace/replay_impl.h"

/* ---- the record ---- */

static int
print_pgn(struct replay *r)
{
	struct record record = { 0 };
	char *text = NULL;
	int err = record_session_take(&record, &r->session, 0);

	if (err == 0) {
		text = pgn_print(&record);
		err = text ? 0 : -ENOMEM;
	}
	if (text)
		(void)fputs(text, r->out);
	free(text);
	record_finish(&record);
	return err;
}

/* ---- steps ---- */

/* Computes the start position of a game that was offered by its array. */
static void
begin_at(const struct replay *r, struct position *first)
{
	struct rules_error unused;
	int err = *r->asked.position ? rules_parse(r->asked.game, r->asked.position, first, &unused)
				     : rules_start(r->asked.game, "", first, &unused);

	assert(err == 0);
}

/* Starts a game that was offered by its array and accepted; the board's readings continue. */
static int
begin_offered(struct replay *r)
{
	struct session_config config = r->reader.header.config;
	struct rules_error unused;
	struct infer_known known;
	struct position first;
	int err = r->options.pgn ? print_pgn(r) : 0;

	if (err < 0)
		return err;
	begin_at(r, &first);
	session_know(&r->session, &known);
	infer_know_exactly(&known, r->asked.game, &first);
	err = session_start(&r->session, &config, r->asked.game,
			    *r->asked.position ? r->asked.position : NULL, "", r->raw, &known,
			    r->now_us, &unused);
	assert(err == 0);
	r->printed = (struct record_result){ .end = RECORD_UNFINISHED };
	r->shown = r->led = false;
	session_state(&r->session, &r->state);
	return 0;
}

static int
step(struct replay *r, const struct event *e)
{
	r->asked = r->state.prompt;
	(void)session_step(&r->session, e, &r->step);
	session_state(&r->session, &r->state);
	replay_print_notes(r);
	for (unsigned i = 0; i < r->step.n; i++)
		if (r->step.note[i].kind == NOTE_NEW_GAME && r->asked.kind == PROMPT_NEW_GAME)
			return begin_offered(r);
	return 0;
}

int
replay_advance(struct replay *r, uint64_t t_us)
{
	enum { STUCK = 1000 };
	unsigned same = 0;
	uint64_t d;

	while ((d = session_deadline(&r->session)) <= t_us) {
		struct event e = { .kind = EVENT_TIME, .seat = SEAT_NONE };
		int err;

		same = d > r->now_us ? 0 : same + 1;
		assert(same < STUCK); /* once served, a deadline advances */
		e.t_us = r->now_us = d > r->now_us ? d : r->now_us;
		err = step(r, &e);
		if (err < 0)
			return err;
	}
	r->now_us = t_us;
	return 0;
}

/* Sets the readings of the whole board to r->raw, without debounce. */
static void
take_board(struct replay *r, const struct infer_known *known, uint64_t t_us)
{
	session_board(&r->session, r->raw, known, t_us, &r->step);
	session_state(&r->session, &r->state);
	replay_print_notes(r);
}

int
replay_event(struct replay *r, enum trace_got got, const struct event *e)
{
	int err = replay_advance(r, e->t_us);

	if (err < 0)
		return err;
	r->stopped = got == TRACE_STOP;
	if (got == TRACE_STOP || got == TRACE_TIME)
		return 0;
	if (got == TRACE_BOARD) {
		memcpy(r->raw, r->reader.board, sizeof(r->raw));
		take_board(r, &r->reader.known, e->t_us);
		return 0;
	}
	if (e->kind == EVENT_EDGE)
		r->raw[e->sq] = e->reading;
	return step(r, e);
}

/* ---- the beginning of a part ---- */

static int
fail(struct trace_error *err, unsigned line, const char *why)
{
	err->line = line;
	(void)snprintf(err->why, sizeof(err->why), "%s", why);
	return -EINVAL;
}

/* Computes the readings that the trace does not give, from the position after the record. */
static void
first_readings(struct replay *r)
{
	const struct trace_header *h = &r->reader.header;

	for (unsigned sq = 0; sq < rules_squares(h->game); sq++)
		r->raw[sq] = h->has_board
				     ? h->board[sq]
				     : reading_of_piece(h->game, h->config.senses,
							rules_at(h->game, r->state.settled, sq));
}

static int
play_record(struct replay *r, struct session *s, struct trace_error *err)
{
	struct trace_played it = { 0 };

	while (trace_played_next(&r->reader, &it)) {
		char why[RULES_ACTION_TEXT + 64];

		if (session_play(s, it.action, r->reader.header.time_us) == 0)
			continue;
		(void)snprintf(why, sizeof(why), "'%s': no legal action here", it.action);
		return fail(err, it.line, why);
	}
	return 0;
}

/* Starts a session from the part's header: start position and record. */
static int
begin(struct replay *r, struct session *s, struct trace_error *err)
{
	const struct trace_header *h = &r->reader.header;
	struct rules_error why = { 0 };
	int e = session_start(s, &h->config, h->game, h->position[0] ? h->position : NULL,
			      h->options, NULL, NULL, h->time_us, &why);

	/* trace_open has checked start and options. */
	if (e < 0)
		return fail(err, r->reader.head.line - 1, why.why);
	return play_record(r, s, err);
}

/* ---- parts ---- */

static bool
begin_alike(const struct session *a, const struct session *b)
{
	char one[RULES_POSITION_TEXT], other[RULES_POSITION_TEXT];

	if (a->game != b->game)
		return false;
	rules_print(a->game, session_first(a), one);
	rules_print(b->game, session_first(b), other);
	return strcmp(one, other) == 0;
}

/* Returns how many actions both sessions have in common, from the first one on. */
static uint32_t
common(const struct session *a, const struct session *b)
{
	uint32_t n = 0;

	while (n < a->n && n < b->n &&
	       rules_action_equal(session_action(a, n, NULL), session_action(b, n, NULL)))
		n++;
	return n;
}

/*
 * Advances to the end of the earlier session, which a trace does not record: as long as actions
 * become final that the next part's record has too.
 */
static int
finish_part(struct replay *r)
{
	uint64_t d, end_us = r->now_us + REPLAY_AFTER_US;
	int err = 0;

	while (err == 0 && !r->stopped && r->session.n < r->next.n &&
	       common(&r->session, &r->next) == r->session.n &&
	       (d = session_deadline(&r->session)) <= end_us)
		err = replay_advance(r, d);
	return err;
}

/* Prints how the record of the new session differs from the earlier one. */
static void
print_difference(struct replay *r, uint64_t t_us)
{
	uint32_t keep = common(&r->session, &r->next);
	struct position p = *session_first(&r->next);

	if (r->session.n > keep)
		replay_print_undo(r, t_us, r->session.n - keep);
	for (uint32_t i = 0; i < r->next.n; i++) {
		struct action a = session_action(&r->next, i, NULL);
		char text[RULES_ACTION_TEXT];

		rules_action_print(r->next.game, &p, a, text);
		rules_apply(r->next.game, &p, a);
		if (i >= keep)
			replay_print_final(r, t_us, text);
	}
}

int
replay_begin_part(struct replay *r, bool first, struct trace_error *why)
{
	uint64_t t_us = r->reader.header.time_us;
	int err = begin(r, &r->next, why);

	/* Only a trace that was edited by hand continues with another game. */
	bool goes_on = err == 0 && !first && begin_alike(&r->session, &r->next);

	if (goes_on)
		err = finish_part(r);
	if (err < 0)
		return err;
	if (goes_on)
		print_difference(r, t_us);
	session_copy(&r->session, &r->next);
	r->now_us = t_us;
	r->shown = r->led = r->stopped = false;
	session_state(&r->session, &r->state);
	first_readings(r);
	/*
	 * The board is read even without a `board` line, so that "as the position" and an equal
	 * line mean the same.
	 */
	take_board(r, &r->reader.header.known, t_us);
	if (goes_on && r->state.over)
		replay_print_result(r, t_us);
	return 0;
}

/* ---- end ---- */

int
replay_finish(struct replay *r)
{
	int err = r->stopped ? 0 : replay_advance(r, r->now_us + REPLAY_AFTER_US);

	return err == 0 && r->options.pgn ? print_pgn(r) : err;
}

/* Replays all parts; read errors are -EINVAL with *err set. */
static int
run(struct replay *r, struct trace_error *why)
{
	struct event e;
	int got = 0, err = replay_begin_part(r, true, why);

	do {
		while (err == 0 && (got = trace_next(&r->reader, &e, why)) > 0)
			err = replay_event(r, (enum trace_got)got, &e);
		if (err == 0 && got == 0 && (got = trace_part_next(&r->reader, why)) > 0)
			err = replay_begin_part(r, false, why);
	} while (err == 0 && got > 0);
	if (err == 0 && got < 0)
		return -EINVAL;
	return err == 0 ? replay_finish(r) : err;
}

/* Prints to memory: an error at the end of the text must leave nothing on *out. */
int
replay_text(const char *text, size_t len, const struct replay_options *o, FILE *out,
	    struct trace_error *err)
{
	struct replay *r = calloc(1, sizeof(*r));
	char *lines = NULL;
	size_t n_lines;
	int e = -ENOMEM;

	if (r && (r->out = open_memstream(&lines, &n_lines))) {
		r->options = *o;
		e = trace_open(&r->reader, text, len, err) < 0 ? -EINVAL : run(r, err);
		if (fclose(r->out) != 0 && e == 0)
			e = -ENOMEM;
		if (e == 0)
			(void)fwrite(lines, 1, n_lines, out);
	}
	free(lines);
	free(r);
	return e;
}
