/*
 * Two traces of the table: the last minutes, a bug report that replays, and the one that is
 * kept with each game, from its first event to its last. Both hold what the session took in,
 * so that a replay gives the actions that were recorded.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/reading.h"
#include "daemon/table/table.h"

enum {
	/* A long game makes some 30 KB; a sensor that flaps all night is cut off here. */
	TRACE_KEPT_MAX = 1024 * 1024,
};

/* What `print` writes, malloced, or NULL. */
static char *
text_of(void (*print)(const struct table *t, FILE *out), const struct table *t)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);
	bool failed;

	if (!out)
		return NULL;
	print(t, out);
	failed = ferror(out) != 0;
	if (fclose(out) == 0 && !failed)
		return text;
	free(text);
	return NULL;
}

static void
print_ring(const struct table *t, FILE *out)
{
	trace_ring_print(&t->trace, out);
}

char *
table_trace_text(const struct table *t)
{
	return t->begun ? text_of(print_ring, t) : NULL;
}

/* ---- the kept one ---- */

static bool
kept(const struct table *t)
{
	return t->store && t->keep_traces && t->begun && t->trace_bytes < TRACE_KEPT_MAX;
}

/* As the record counts it, from the game's beginning. */
static uint64_t
game_us(const struct table *t, uint64_t t_us)
{
	return t->base_us + (t_us > t->began_us ? t_us - t->began_us : 0);
}

/* Whole lines. What is lost makes all that follows worthless, up to the next part. */
static void
put(struct table *t, const char *text, size_t len)
{
	if (store_trace(t->store, text, len))
		t->trace_bytes += len;
	else
		t->trace_due = true;
}

static void
put_line(struct table *t, char *line, size_t size)
{
	size_t n = strlen(line);

	if (n + 1 < size)
		line[n++] = '\n';
	put(t, line, n);
}

/* The time of a line that is of t_us: it is not before the last one's. */
static uint64_t
line_us(struct table *t, uint64_t t_us)
{
	uint64_t us = game_us(t, t_us);

	if (us > t->trace_us)
		t->trace_us = us;
	return t->trace_us;
}

static void
print_part(const struct table *t, FILE *out)
{
	struct trace_header h = {
		.game = t->state.game,
		.config = t->session_config,
		.time_us = t->trace_us,
	};

	memcpy(h.position, t->game.start, sizeof(t->game.start));
	h.config.blind = table_blind_squares(t, t->state.game);
	trace_header_print(out, &h);
	for (uint32_t i = 0; i < t->book.n; i++)
		trace_played_print(out, t->book.move[i].action);
}

/* A part that begins as the session stands now. */
static void
put_part(struct table *t, uint64_t t_us)
{
	char *text;

	t->trace_us = game_us(t, t_us);
	text = text_of(print_part, t);
	t->trace_due = !text;
	if (text)
		put(t, text, strlen(text));
	free(text);
}

static void
put_board(struct table *t, const struct reading *board, const struct infer_known *known)
{
	char line[TRACE_BOARD_TEXT + 1];

	trace_board_event_print(t->state.game, line_us(t, t->now_us), board, known, line);
	put_line(t, line, sizeof(line));
}

static bool
unlike(const struct table *t, const struct reading *board, const struct infer_known *known)
{
	const struct game *g = t->state.game;

	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		if (!reading_equal(board[sq], reading_of_piece(g, t->session_config.senses,
							       rules_at(g, &t->book.at, sq))) ||
		    (known->standing[sq] &&
		     known->standing[sq] != (rules_at(g, &t->book.at, sq) & ~PIECE_MARK)))
			return true;
	return false;
}

/* The board as it is read, and what is known of it, where that says anything. */
static void
put_readings(struct table *t, const struct infer_known *known)
{
	struct reading board[RULES_SQUARES_MAX];

	table_readings(t, t->state.game, &t->book.at, board);
	if (!t->trace_due && unlike(t, board, known))
		put_board(t, board, known);
}

void
table_trace_begin(struct table *t, bool with_board)
{
	t->trace_due = false;
	t->trace_bytes = 0;
	if (!kept(t))
		return;
	put_part(t, t->now_us);
	if (with_board)
		put_readings(t, &t->stood);
}

void
table_trace_go_on(struct table *t)
{
	struct infer_known known;

	if (!t->trace_due || !kept(t) || !trace_at_rest(&t->session))
		return;
	put_part(t, t->now_us);
	session_know(&t->session, &known);
	infer_know_exactly(&known, t->state.game, &t->book.at);
	put_readings(t, &known);
}

/* Offered by its array: the next game's trace begins with that board. */
static bool
begins_anew(const struct table *t)
{
	for (unsigned i = 0; i < t->out.n; i++)
		if (t->out.told[i].kind == TOLD_NEW_GAME)
			return true;
	return false;
}

static void
stop(struct table *t)
{
	char line[TRACE_EVENT_TEXT + 1];

	trace_stop_print(line_us(t, t->now_us), line);
	put_line(t, line, sizeof(line));
}

void
table_trace_event(struct table *t, const struct event *e)
{
	struct event kept_event = *e;
	char line[TRACE_EVENT_TEXT + 1];

	if (!kept(t) || t->trace_due || !trace_event_has_form(e) || begins_anew(t))
		return;
	kept_event.t_us = line_us(t, e->t_us);
	trace_event_print(t->state.game, &kept_event, line);
	put_line(t, line, sizeof(line));
	if (t->trace_bytes >= TRACE_KEPT_MAX)
		stop(t);
}

void
table_trace_board(struct table *t, const struct reading *board, const struct infer_known *known)
{
	if (kept(t) && !t->trace_due)
		put_board(t, board, known);
}

void
table_trace_stop(struct table *t)
{
	if (kept(t) && !t->trace_due)
		stop(t);
}

void
table_trace_keep(struct table *t, bool on)
{
	if (!on)
		table_trace_stop(t);
	t->trace_due |= on && !t->keep_traces && t->begun;
	t->keep_traces = on;
}
