/*
 * The trace of the game on the board: all input of the session, so that a replay gives the recorded
 * actions. It is written to memory, for bug reports, and stored with the game.
 *
 * If text is lost, nothing is written any more until no piece is up and no question is open; then a
 * new part begins. So after an overflow the memory begins with the present position.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/reading.h"
#include "daemon/table/table.h"

/* Reports whether the trace is written. */
static bool
writes(const struct table *t)
{
	return t->begun && !t->kept_trace.due;
}

/* Reports whether what is written is stored, too. */
static bool
stores(const struct table *t)
{
	return t->store && t->kept_trace.on && t->kept_trace.bytes < TABLE_TRACE_MAX;
}

/* Returns the time in the record, from the game's beginning. */
static uint64_t
game_us(const struct table *t, uint64_t t_us)
{
	return t->base_us + (t_us > t->began_us ? t_us - t->began_us : 0);
}

static void
store(struct table *t, const char *text, size_t len)
{
	if (store_trace(t->store, text, len))
		t->kept_trace.bytes += len;
	else
		t->kept_trace.due = true;
}

/* Appends whole lines. */
static void
append(struct table *t, const char *text, size_t len)
{
	struct table_kept_trace *k = &t->kept_trace;

	if (len > sizeof(k->text) - k->len) {
		k->due = true;
		return;
	}
	memcpy(k->text + k->len, text, len);
	k->len += len;
	if (stores(t))
		store(t, text, len);
}

/* Ends a line, and returns its length. */
static size_t
end_line(char *line, size_t size)
{
	size_t n = strlen(line);

	if (n + 1 < size)
		line[n++] = '\n';
	return n;
}

/* Returns the time of a line for t_us, not before the last one's. */
static uint64_t
line_us(struct table *t, uint64_t t_us)
{
	uint64_t us = game_us(t, t_us);

	if (us > t->kept_trace.last_us)
		t->kept_trace.last_us = us;
	return t->kept_trace.last_us;
}

static void
print_part(const struct table *t, FILE *out)
{
	struct trace_header h = {
		.game = t->state.game,
		.config = t->session_config,
		.time_us = t->kept_trace.last_us,
	};

	rules_print(t->state.game, &t->game.start, h.position);
	h.config.blind = table_blind_squares(t, t->state.game);
	trace_header_print(out, &h);
	for (uint32_t i = 0; i < t->book.n; i++)
		trace_played_print(out, t->book.move[i].action);
}

/* Writes a part that begins with the present state of the session. */
static void
append_part(struct table *t, uint64_t t_us)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);
	bool failed = !out;

	t->kept_trace.last_us = game_us(t, t_us);
	if (out) {
		print_part(t, out);
		failed = ferror(out) != 0;
		failed |= fclose(out) != 0;
	}
	t->kept_trace.due = failed;
	t->kept_trace.len = 0;
	if (!failed)
		append(t, text, len);
	free(text);
}

static void
append_board(struct table *t, const struct reading *board, const struct infer_known *known)
{
	char line[TRACE_BOARD_TEXT + 1];

	if (!writes(t))
		return;
	trace_board_event_print(t->state.game, line_us(t, t->now_us), board, known, line);
	append(t, line, end_line(line, sizeof(line)));
}

static bool
board_differs(const struct table *t, const struct reading *board, const struct infer_known *known)
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

/* Writes the readings, and known pieces, if they differ from the last. */
static void
append_readings(struct table *t, const struct infer_known *known)
{
	struct reading board[RULES_SQUARES_MAX];

	table_readings(t, t->state.game, &t->book.at, board);
	if (board_differs(t, board, known))
		append_board(t, board, known);
}

void
table_trace_begin(struct table *t, bool with_board)
{
	struct table_kept_trace *k = &t->kept_trace;

	k->bytes = 0;
	append_part(t, t->now_us);
	if (with_board)
		append_readings(t, table_known_stood(t));
}

/* Begins the part that is due, once no piece is lifted and no question is open. */
static void
begin_due_part(struct table *t)
{
	struct infer_known known;

	if (!t->kept_trace.due || !session_rests(&t->session))
		return;
	append_part(t, t->now_us);
	session_know(&t->session, &known);
	infer_know_exactly(&known, t->state.game, &t->book.at);
	append_readings(t, &known);
}

/*
 * Reports whether the session is asking for a new game because its array stands. The trace then
 * begins with that board.
 */
static bool
offers_new_game(const struct table *t)
{
	for (unsigned i = 0; i < t->out.n; i++)
		if (t->out.note[i].kind == NOTE_NEW_GAME)
			return true;
	return false;
}

/* Ends the stored trace. */
static void
stop(struct table *t)
{
	char line[TRACE_EVENT_TEXT + 1];

	trace_stop_print(line_us(t, t->now_us), line);
	store(t, line, end_line(line, sizeof(line)));
}

static void
append_event(struct table *t, const struct event *e)
{
	struct event kept_event = *e;
	char line[TRACE_EVENT_TEXT + 1];
	bool stored = stores(t);

	if (!writes(t) || !trace_event_has_form(e) || offers_new_game(t))
		return;
	kept_event.t_us = line_us(t, e->t_us);
	trace_event_print(t->state.game, &kept_event, line);
	append(t, line, end_line(line, sizeof(line)));
	if (stored && !stores(t))
		stop(t);
}

void
table_trace_board(struct table *t, const struct reading *board, const struct infer_known *known)
{
	append_board(t, board, known);
}

void
table_trace_stop(struct table *t)
{
	if (writes(t) && stores(t))
		stop(t);
}

void
table_trace_keep(struct table *t, bool on)
{
	if (!on)
		table_trace_stop(t);
	t->kept_trace.due |= on && !t->kept_trace.on && t->begun;
	t->kept_trace.on = on;
}

char *
table_trace_text(const struct table *t)
{
	return t->begun ? strndup(t->kept_trace.text, t->kept_trace.len) : NULL;
}

static bool
event(struct table *t, struct duty_event *e)
{
	if (e->kind == DUTY_AFTER)
		append_event(t, e->input);
	else if (e->kind == DUTY_STATE && t->begun)
		begin_due_part(t);
	return false;
}

const struct duty table_trace_duty = { .event = event };
