/* Requests about saved games; the store answers most of them later. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/native.h"
#include "daemon/record/pgn.h"
#include "daemon/record/record_session.h"
#include "daemon/record/review.h"
#include "daemon/server/request_impl.h"
#include "daemon/view/view.h"
#include "daemon/words/words.h"

static void
free_record(struct record *rec)
{
	if (rec)
		record_finish(rec);
	free(rec);
}

/* Returns the game on the board as a record for the caller; NULL: no memory. */
static struct record *
board_record(const struct table *t)
{
	struct record *rec = calloc(1, sizeof(*rec));

	if (!rec || record_session_take(rec, &t->session, 0) < 0) {
		free_record(rec);
		return NULL;
	}
	for (uint32_t i = 0; i < rec->n && i < t->book.n; i++)
		rec->action[i].t_us = t->book.move[i].t_us;
	for (uint32_t i = 0; i < rec->n && i < t->book.n; i++)
		rec->action[i].clock_us = t->book.move[i].clock_us;
	if (t->clocks.play.spec.mode != CLOCK_NONE)
		clock_print(&t->clocks.play, t->now_us, rec->clock);
	record_copy_tags(rec, &t->game);
	rec->revisable = !table_end_is_closed(t);
	rec->number = table_number(t);
	return rec;
}

/* Requests a text about the game on the board from the clerk: a long game takes too long here. */
static int
board_text(struct request *r, const char *key, struct store_ask q,
	   char *(*print)(const struct record *))
{
	struct record *rec;
	char *text;

	if (r->t->state.phase == SESSION_NO_GAME)
		return request_refuse(r, "%s", tr("there is no game"));
	rec = board_record(r->t);
	if (!rec)
		return request_refuse(r, "out of memory");
	q.record = rec;
	if (r->t->store)
		return request_store(r, q);
	text = print(rec);
	free_record(rec);
	if (!text)
		return request_refuse(r, "out of memory");
	json_object_set_new(r->out, key, json_string(text));
	free(text);
	return REQUEST_DONE;
}

static int
text_from_store(struct request *r, enum store_question kind, const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		return request_refuse(r, "out of memory");
	return request_store(r, (struct store_ask){ .kind = (uint8_t)kind, .text = copy });
}

int
request_list(struct request *r)
{
	json_int_t limit = 20, before = 0;
	const char *find = NULL;
	char *copy = NULL;

	if (request_take(r, "{s?:I, s?:I, s?:s!}", "limit", &limit, "before", &before, "find",
			 &find) < 0)
		return REQUEST_REFUSED;
	if (limit < 1 || limit > STORE_LIST_MAX)
		return request_refuse(r, "limit: from 1 to %d", STORE_LIST_MAX);
	if (before < 0 || before > UINT32_MAX)
		return request_refuse(r, "before: there is no such game");
	if (find && !(copy = strdup(find)))
		return request_refuse(r, "out of memory");
	return request_store(r, (struct store_ask){ .kind = STORE_LIST,
						    .limit = (uint32_t)limit,
						    .before = (uint32_t)before,
						    .text = copy });
}

/*
 * Prints a saved game in one of its forms. id 0, or the number of the board's game: the game on the
 * board.
 */
static int
print_saved(struct request *r, json_int_t id, const char *key, struct store_ask q,
	    char *(*print)(const struct record *))
{
	if (id < 0 || id > UINT32_MAX)
		return request_refuse(r, "game_id: there is no game %lld", (long long)id);
	if (id == 0 || (r->t->begun && table_number(r->t) == id))
		return board_text(r, key, q, print);
	q.number = (uint32_t)id;
	return request_store(r, q);
}

int
request_pgn(struct request *r)
{
	struct store_ask q = { .kind = STORE_PGN, .limit = STORE_PGN_ANY };
	json_int_t id = 0;
	int review = -1;

	if (request_take(r, "{s?:I, s?:b!}", "game_id", &id, "review", &review) < 0)
		return REQUEST_REFUSED;
	if (review >= 0)
		q.limit = review ? STORE_PGN_REVIEWED : STORE_PGN_PLAIN;
	return print_saved(r, id, "pgn", q, pgn_print_public);
}

int
request_record(struct request *r)
{
	json_int_t id = 0;

	if (request_take(r, "{s?:I!}", "game_id", &id) < 0)
		return REQUEST_REFUSED;
	return print_saved(r, id, "record", (struct store_ask){ .kind = STORE_NATIVE },
			   native_print_public);
}

int
request_import(struct request *r)
{
	const char *text;

	if (request_take(r, "{s:s!}", "text", &text) < 0)
		return REQUEST_REFUSED;
	return text_from_store(r, STORE_IMPORT, text);
}

/* Setting with the name of the last save: `save` without a name uses it again. */
static const char name_key[] = "saved.name";

static const char *
name_last(const struct table *t)
{
	const char *kept = table_kept(t, name_key);

	return kept && !store_name_refuse(kept) ? kept : "default";
}

int
request_save(struct request *r)
{
	const char *name = name_last(r->t), *why;
	struct record *rec;
	char *copy;

	if (request_take(r, "{s?:s!}", "name", &name) < 0)
		return REQUEST_REFUSED;
	why = store_name_refuse(name);
	if (why)
		return request_refuse(r, "name: %s", why);
	if (r->t->state.phase == SESSION_NO_GAME)
		return request_refuse(r, "%s", tr("there is no game"));
	/* A copy of the game could be ended and revealed while the game on the board continues. */
	if (!table_end_is_closed(r->t) && book_holds_secret(&r->t->book))
		return request_refuse(r, "this game hides something, and only the journal keeps it "
					 "until the players have revealed it");
	rec = board_record(r->t);
	copy = strdup(name);
	if (!rec || !copy) {
		free_record(rec);
		free(copy);
		return request_refuse(r, "out of memory");
	}
	table_keep(r->t, name_key, copy);
	return request_store(r,
			     (struct store_ask){ .kind = STORE_SAVE, .text = copy, .record = rec });
}

/* Requests the record from the clerk, which also replays it. */
static int
open_from_store(struct request *r, struct store_ask q, const char *text)
{
	q.text = text ? strdup(text) : NULL;
	if (text && !q.text)
		return request_refuse(r, "out of memory");
	table_past_ask(&q);
	return request_store(r, q);
}

/* Opens an unfinished game of the journal. */
static int
open_number(struct request *r, json_int_t id)
{
	if (id < 1 || id > UINT32_MAX)
		return request_refuse(r, "game_id: there is no game %lld", (long long)id);
	if (table_game_runs(r->t) && table_number(r->t) == id)
		return request_refuse(r, "game_id: game %lld is on the board", (long long)id);
	return open_from_store(r, (struct store_ask){ .kind = STORE_GET, .number = (uint32_t)id },
			       NULL);
}

json_t *
request_opened(struct table *t, const struct store_answer *a)
{
	const struct table_past *past = a->made;
	char why[160] = "";

	if (a->kind == STORE_GET && a->record->result.end != RECORD_UNFINISHED) {
		(void)snprintf(why, sizeof(why), "game_id: game %u is over", a->record->number);
		return request_error(why);
	}
	/* Seats of the opened game may have had PINs, and a copy of the game may have been read. */
	if (a->kind != STORE_READ && a->record->result.end == RECORD_UNFINISHED && past &&
	    book_holds_secret(&past->book)) {
		lang_print(why, sizeof(why),
			   tr("game {1} cannot be continued: it has secrets, and their PINs were "
			      "deleted when it ended"),
			   LANG_N(a->record->number));
		return request_error(why);
	}
	return table_open(t, a->made) < 0 ? request_error(t->why)
					  : json_pack("{s:s}", "kind", "ok");
}

int
request_open(struct request *r)
{
	const char *name = NULL, *text = NULL, *why;
	json_int_t id = -1;
	int force = 0;

	if (request_take(r, "{s?:s, s?:s, s?:I, s?:b!}", "name", &name, "record", &text, "game_id",
			 &id, "force", &force) < 0 ||
	    request_refuse_lost(r, force, "halo open … --force") < 0)
		return REQUEST_REFUSED;
	if ((name != NULL) + (text != NULL) + (id != -1) != 1)
		return request_refuse(r, "name, game_id or record: one of them is expected");
	if (id != -1)
		return open_number(r, id);
	if (text)
		return open_from_store(
			r, (struct store_ask){ .kind = STORE_READ, .limit = force != 0 }, text);
	why = store_name_refuse(name);
	if (why)
		return request_refuse(r, "name: %s", why);
	return open_from_store(r, (struct store_ask){ .kind = STORE_OPEN, .limit = force != 0 }, name);
}

int
request_trace(struct request *r)
{
	json_int_t id = 0;
	char *text;

	if (request_take(r, "{s?:I!}", "game_id", &id) < 0)
		return REQUEST_REFUSED;
	if (id < 0 || id > UINT32_MAX)
		return request_refuse(r, "game_id: there is no game %lld", (long long)id);
	if (id)
		return request_store(r, (struct store_ask){ .kind = STORE_TRACE,
							    .number = (uint32_t)id,
							    .limit = 1 });
	if (!r->t->begun)
		return request_refuse(r, "the board is not read yet");
	/* A trace contains every secret that was entered or dealt. */
	if (!table_end_is_closed(r->t) &&
	    (table_hides_between(r->t) || book_holds_secret(&r->t->book)))
		return request_refuse(r, "the trace would show what is hidden in this game: it can "
					 "be had after the game, when the players have revealed it");
	text = table_trace_text(r->t);
	if (!text)
		return request_refuse(r, "there is no trace");
	json_object_set_new(r->out, "trace", json_string(text));
	free(text);
	return REQUEST_DONE;
}

/* ---- a saved game, move by move ---- */

/* A saved game at one of its moves, computed off the loop. */
struct shown {
	json_t *answer; /* or an error */
	uint32_t move;
	struct record *record; /* a copy for the replay on the board, or NULL */
};

static void
free_shown(void *shown)
{
	struct shown *s = shown;

	json_decref(s->answer);
	free_record(s->record);
	free(s);
}

/* Copies the record for a replay on the board. Returns 0, or -ENOMEM. */
static int
keep_record(struct shown *s, const struct record *rec)
{
	s->record = calloc(1, sizeof(*s->record));
	return s->record ? record_copy(s->record, rec) : -ENOMEM;
}

struct shown_ask {
	json_int_t move; /* -1: the end */
	json_int_t line; /* shows the review's best line from this action on; 0: the game */
	bool lamps;
};

static struct shown *
shown_of(const struct record *rec, const struct shown_ask *what)
{
	struct shown *s = calloc(1, sizeof(*s));
	struct record_walk at;

	if (!s)
		return NULL;
	s->move = what->move < 0 ? rec->n : (uint32_t)what->move;
	if (s->move > rec->n) {
		s->answer = request_error("move: the game has no more than that many");
		return s;
	}
	if (what->lamps && keep_record(s, rec) < 0) {
		free_shown(s);
		return NULL;
	}
	record_walk(rec, s->move, &at);
	s->answer = json_pack("{s:s, s:o}", "kind", "ok", "shown", view_shown(rec, s->move, &at));
	return s;
}

static void *
make_shown(const struct record *rec, const void *arg)
{
	const struct shown_ask *what = arg;
	struct record line;
	struct shown *s;
	int err;

	if (what->line == 0)
		return shown_of(rec, what);
	err = what->line <= rec->n ? review_line(rec, (uint32_t)what->line, &line) : -ENOENT;
	if (err == 0) {
		s = shown_of(&line, what);
		record_finish(&line);
		return s;
	}
	s = err == -ENOENT ? calloc(1, sizeof(*s)) : NULL;
	if (s)
		s->answer = request_error("line: that move has no review");
	return s;
}

json_t *
request_shown(struct table *t, const struct store_answer *a, uint32_t client)
{
	struct shown *s = a->made;

	if (s->record && table_show_open(t, client, s->record, s->move) < 0)
		return request_error(t->why);
	s->record = NULL;
	return json_incref(s->answer);
}

/* Requests the shown game from the clerk, which reads the record or uses the one passed in. */
static int
show_from_store(struct request *r, uint32_t number, struct record *rec,
		const struct shown_ask *what)
{
	struct shown_ask *copy = malloc(sizeof(*copy));

	if (!copy) {
		free_record(rec);
		return request_refuse(r, "out of memory");
	}
	*copy = *what;
	return request_store(r, (struct store_ask){ .kind = STORE_GET,
						    .use = USE_SHOWN,
						    .number = number,
						    .limit = what->line > 0,
						    .record = rec,
						    .make = make_shown,
						    .unmake = free_shown,
						    .arg = copy });
}

static int
show_board(struct request *r, const struct shown_ask *what)
{
	struct record *rec;
	struct shown *s;

	if (r->t->state.phase == SESSION_NO_GAME)
		return request_refuse(r, "%s", tr("there is no game"));
	rec = board_record(r->t);
	if (!rec)
		return request_refuse(r, "out of memory");
	if (r->t->store)
		return show_from_store(r, 0, rec, what);
	s = make_shown(rec, what);
	if (s) {
		json_decref(r->out);
		r->out = json_incref(s->answer);
	}
	free_shown(s);
	free_record(rec);
	return s ? REQUEST_DONE : request_refuse(r, "out of memory");
}

int
request_show(struct request *r)
{
	struct shown_ask what = { .move = -1 };
	json_int_t id = 0;
	int lamps = 0, leave = 0;

	if (request_take(r, "{s?:I, s?:I, s?:I, s?:b, s?:b!}", "game_id", &id, "move", &what.move,
			 "line", &what.line, "lamps", &lamps, "leave", &leave) < 0)
		return REQUEST_REFUSED;
	if (leave) {
		if (table_is_screen(r->t, r->client))
			table_show_close(r->t);
		return REQUEST_DONE;
	}
	if (id < 0 || id > UINT32_MAX)
		return request_refuse(r, "game_id: there is no game %lld", (long long)id);
	if (what.move < -1 || what.move > UINT32_MAX)
		return request_refuse(r, "move: a number from 0 is expected");
	if (what.line < 0 || what.line > UINT32_MAX)
		return request_refuse(r, "line: a number from 0 is expected");
	what.lamps = lamps;
	if (id == 0 || table_number(r->t) == id)
		return show_board(r, &what);
	return show_from_store(r, (uint32_t)id, NULL, &what);
}

/* ---- the evening ---- */

int
request_evening(struct request *r)
{
	int reset = 0;

	if (request_take(r, "{s?:b!}", "reset", &reset) < 0)
		return REQUEST_REFUSED;
	if (!r->t->store)
		return request_refuse(r, "%s", tr("no games are kept"));
	if (reset)
		table_evening_reset(r->t);
	return request_store(
		r, (struct store_ask){ .kind = STORE_EVENING, .number = r->t->evening.after });
}

json_t *
request_evening_answer(const struct table *t, const struct store_answer *a)
{
	bool known = strcmp(t->evening.date, RECORD_DATE_UNSET) != 0;
	json_t *o = json_loads(a->text, 0, NULL);

	json_object_set_new(o, "since", known ? json_string(t->evening.date) : json_null());
	return json_pack("{s:s, s:o}", "kind", "ok", "evening", o);
}
