/* The flight recorder: events into a ring, and a trace out of it. */
#include <assert.h>
#include <string.h>

#include "daemon/core/reading.h"
#include "daemon/trace/trace_impl.h"

_Static_assert((TRACE_RING_ENTRIES & (TRACE_RING_ENTRIES - 1)) == 0, "indices wrap around");

/* Kinds of entries beside those of events: what the session made of them. */
enum {
	ENTRY_FINAL = 0x80, /* u.action */
	ENTRY_UNDONE,       /* n actions */
	ENTRY_ENDED,        /* by a word; seat and yes are those of `end` */
	ENTRY_STANDS,       /* hands set up no longer */
};

static struct trace_entry *
entry_at(struct trace_ring *r, uint32_t i)
{
	return &r->entry[i % TRACE_RING_ENTRIES];
}

/* ---- the beginning, and what is folded into it ---- */

static void
fold(struct trace_ring *r, const struct trace_entry *e)
{
	switch (e->kind) {
	case EVENT_EDGE:
		r->header.board[e->sq] = e->reading;
		r->header.known.standing[e->sq] = 0;
		break;
	case EVENT_BLIND:
		r->header.config.blind = e->u.blind;
		break;
	case ENTRY_FINAL:
		assert(r->n_played < SESSION_ACTIONS_MAX);
		r->played[r->n_played++] = e->u.action;
		break;
	case ENTRY_UNDONE:
		assert(e->n <= r->n_played);
		r->n_played -= e->n;
		r->ended = EVENT_TIME;
		break;
	case ENTRY_ENDED:
		r->ended = (uint8_t)e->n;
		r->end_seat = e->seat;
		r->end_yes = e->yes;
		break;
	case EVENT_ARRAY:
		r->sets_up = true;
		break;
	case ENTRY_STANDS:
		r->sets_up = false;
		break;
	default:
		/* What was pressed and chosen has come to actions, or to nothing. */
		break;
	}
}

static void
fold_until(struct trace_ring *r, uint32_t end)
{
	while (r->tail != end)
		fold(r, entry_at(r, r->tail++));
}

/* Everything that happened is part of the beginning. */
static void
begin_here(struct trace_ring *r)
{
	fold_until(r, r->head);
	r->restless = false;
	r->candidate = false;
}

/* At rest each piece stands where it belongs. */
static void
forget_known(struct trace_ring *r)
{
	memset(&r->header.known, 0, sizeof(r->header.known));
}

/* One entry at least goes, then all up to the next point of rest. */
static void
make_room(struct trace_ring *r)
{
	if (r->head - r->tail < TRACE_RING_ENTRIES)
		return;
	do
		fold(r, entry_at(r, r->tail++));
	while (r->tail != r->head && !entry_at(r, r->tail)->rest);
	if (r->tail == r->head)
		r->restless = true;
	else
		forget_known(r);
	/* Indices grow for good and wrap: the difference tells which comes first. */
	if ((int32_t)(r->candidate_at - r->tail) < 0)
		r->candidate = false;
}

/* Its fields are the caller's to fill in, zeroed. */
static struct trace_entry *
append(struct trace_ring *r)
{
	struct trace_entry *e;

	make_room(r);
	e = entry_at(r, r->head++);
	memset(e, 0, sizeof(*e));
	e->t_us = r->last_us;
	return e;
}

/* A further action is final: the point of rest before it was one. */
static void
confirm(struct trace_ring *r)
{
	if (!r->candidate || r->candidate_at == r->head)
		return;
	r->candidate = false;
	if (r->restless) {
		fold_until(r, r->candidate_at);
		forget_known(r);
	}
	r->restless = false;
	entry_at(r, r->candidate_at)->rest = true;
}

/* ---- what comes in ---- */

static void
board_of_start(struct trace_ring *r)
{
	const struct game *g = r->header.game;
	struct rules_error unused;
	struct position p;
	int err = rules_parse(g, r->header.position, &p, &unused);

	assert(err == 0);
	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		r->header.board[sq] =
			reading_of_piece(g, r->header.config.senses, rules_at(g, &p, sq));
}

static void
set_board(struct trace_ring *r, const struct reading *board)
{
	memcpy(r->header.board, board, rules_squares(r->header.game) * sizeof(*board));
}

void
trace_ring_start(struct trace_ring *r, const struct game *g, const char *position,
		 const struct session_config *c, const struct reading *board,
		 const struct infer_known *known, uint64_t t_us)
{
	memset(&r->header, 0, sizeof(r->header));
	r->header.game = g;
	assert(strlen(position) < sizeof(r->header.position));
	memcpy(r->header.position, position, strlen(position) + 1);
	r->header.config = *c;
	if (board)
		set_board(r, board);
	else
		board_of_start(r);
	if (board && known)
		r->header.known = *known;
	r->n_played = 0;
	r->ended = EVENT_TIME;
	r->sets_up = r->asked = false;
	r->zero_us = r->last_us = t_us;
	r->restless = r->candidate = false;
	r->head = r->tail = 0;
}

void
trace_ring_played(struct trace_ring *r, struct action a)
{
	fold(r, &(struct trace_entry){ .kind = ENTRY_FINAL, .u.action = a });
}

void
trace_ring_board(struct trace_ring *r, const struct reading *board, const struct infer_known *known,
		 uint64_t t_us)
{
	begin_here(r);
	set_board(r, board);
	forget_known(r);
	if (known)
		r->header.known = *known;
	/* Asked again behind it, if it still is. */
	r->sets_up = r->asked = false;
	if (t_us > r->last_us)
		r->last_us = t_us;
}

static void
put_event(struct trace_ring *r, const struct event *in)
{
	struct trace_entry *e = append(r);

	e->kind = in->kind;
	e->seat = in->seat;
	e->sq = in->sq;
	e->button = in->button;
	e->yes = in->yes;
	e->n = in->n;
	e->reading = in->reading;
	if (in->kind == EVENT_BLIND)
		e->u.blind = in->blind;
	else
		memcpy(e->u.text, in->text, sizeof(e->u.text));
}

/* The word that ended the game, as an event that ends it again; the rules need none. */
static void
put_end(struct trace_ring *r, const struct session *s)
{
	struct session_state st;
	struct trace_entry *e;

	session_state(s, &st);
	if (st.end == SESSION_END_NONE || st.end == SESSION_END_RULES)
		return;
	e = append(r);
	e->kind = ENTRY_ENDED;
	e->n = EVENT_DRAW;
	e->seat = SEAT_NONE;
	e->yes = st.end != SESSION_END_AGREED;
	if (st.end == SESSION_END_RESIGNED || st.end == SESSION_END_TIME) {
		e->n = EVENT_RESIGN;
		e->seat = st.end_colour;
		e->yes = st.end == SESSION_END_TIME;
	}
}

static void
put_told(struct trace_ring *r, const struct session_out *out, const struct session *s)
{
	for (unsigned i = 0; i < out->n; i++) {
		const struct told *t = &out->told[i];
		struct trace_entry *e;

		if (t->kind == TOLD_FINAL) {
			confirm(r);
			e = append(r);
			e->kind = ENTRY_FINAL;
			e->u.action = t->action;
		} else if (t->kind == TOLD_UNDO) {
			r->candidate = false;
			e = append(r);
			e->kind = ENTRY_UNDONE;
			e->n = t->n;
		} else if (t->kind == TOLD_RESULT) {
			put_end(r, s);
		}
	}
}

bool
trace_at_rest(const struct session *s)
{
	struct session_state st;

	if (session_deadline(s) != SESSION_NO_DEADLINE || session_sleeps(s))
		return false;
	session_state(s, &st);
	return st.phase == SESSION_PLAYING && !st.has_provisional && !st.guidance.on &&
	       st.prompt.kind == PROMPT_NONE && sqset_empty(st.lifted) && sqset_empty(st.adjusted);
}

void
trace_ring_step(struct trace_ring *r, const struct event *e, const struct session_out *out,
		const struct session *s)
{
	if (e->t_us > r->last_us)
		r->last_us = e->t_us;
	if (trace_event_has_form(e))
		put_event(r, e);
	put_told(r, out, s);
	if (r->asked && !session_sets_up(s))
		append(r)->kind = ENTRY_STANDS;
	r->asked = session_sets_up(s);
	if (!r->candidate && trace_at_rest(s)) {
		r->candidate = true;
		r->candidate_at = r->head;
	}
}

/* ---- printing ---- */

static struct event
event_of(const struct trace_ring *r, const struct trace_entry *e)
{
	struct event out = {
		.t_us = e->t_us - r->zero_us,
		.kind = e->kind,
		.seat = e->seat,
		.sq = e->sq,
		.button = e->button,
		.yes = e->yes,
		.n = e->n,
		.reading = e->reading,
	};

	if (e->kind == EVENT_BLIND)
		out.blind = e->u.blind;
	else
		memcpy(out.text, e->u.text, sizeof(out.text));
	return out;
}

static void
print_event(FILE *out, const struct trace_ring *r, const struct event *e)
{
	char line[TRACE_EVENT_TEXT];

	trace_event_print(r->header.game, e, line);
	(void)fprintf(out, "%s\n", line);
}

/* The `played` lines; *p becomes the position after them. */
static void
print_played(FILE *out, const struct trace_ring *r, struct position *p)
{
	const struct game *g = r->header.game;
	struct rules_error unused;
	int err = rules_parse(g, r->header.position, p, &unused);

	assert(err == 0);
	for (uint32_t i = 0; i < r->n_played; i++) {
		char name[RULES_ACTION_TEXT];

		rules_action_print(g, p, r->played[i], name);
		trace_played_print(out, name);
		rules_apply(g, p, r->played[i]);
	}
}

static uint64_t
begin_us(const struct trace_ring *r)
{
	uint64_t t_us =
		r->tail == r->head ? r->last_us : r->entry[r->tail % TRACE_RING_ENTRIES].t_us;

	return t_us - r->zero_us;
}

static bool
board_unlike(const struct trace_header *h, const struct position *p)
{
	for (unsigned sq = 0; sq < rules_squares(h->game); sq++)
		if (!reading_equal(h->board[sq], reading_of_piece(h->game, h->config.senses,
								  rules_at(h->game, p, sq))))
			return true;
	return false;
}

/*
 * A board field has a letter a square, and not every reading is that of a piece:
 * those are told again as edges at the very beginning.
 */
static void
print_odd_readings(FILE *out, const struct trace_ring *r, const struct position *p)
{
	const struct trace_header *h = &r->header;

	for (unsigned sq = 0; sq < rules_squares(h->game); sq++) {
		struct event e = {
			.t_us = begin_us(r),
			.kind = EVENT_EDGE,
			.seat = SEAT_NONE,
			.sq = (uint8_t)sq,
			.reading = h->board[sq],
		};
		bool exact;

		(void)trace_board_piece(h->game, h->config.senses, h->board[sq],
					rules_at(h->game, p, sq), &exact);
		if (!exact)
			print_event(out, r, &e);
	}
}

/* What was said before it begins, and holds. */
static void
print_said(FILE *out, const struct trace_ring *r)
{
	struct event e = { .t_us = begin_us(r), .kind = r->ended, .seat = r->end_seat, .yes = r->end_yes };

	if (r->ended != EVENT_TIME)
		print_event(out, r, &e);
	e = (struct event){ .t_us = e.t_us, .kind = EVENT_ARRAY, .seat = SEAT_NONE };
	if (r->sets_up)
		print_event(out, r, &e);
}

void
trace_ring_print(const struct trace_ring *r, FILE *out)
{
	static const char warning[] =
		"# Nothing was at rest for as long as the recorder reaches back:\n"
		"# hands may have been at work when this begins.\n";
	struct trace_header h = r->header;
	struct position p;

	trace_header_print(out, &h);
	print_played(out, r, &p);
	h.has_board = board_unlike(&h, &p);
	trace_readings_print(out, &h, &p);
	if (r->restless)
		(void)fputs(warning, out);
	print_said(out, r);
	print_odd_readings(out, r, &p);
	for (uint32_t i = r->tail; i != r->head; i++) {
		const struct trace_entry *e = &r->entry[i % TRACE_RING_ENTRIES];
		struct event event = event_of(r, e);

		if (e->kind < ENTRY_FINAL)
			print_event(out, r, &event);
	}
}
