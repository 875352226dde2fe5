/* What clients ask of kept games; most of it the store answers, later. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/native.h"
#include "daemon/record/pgn.h"
#include "daemon/record/record_session.h"
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

/* The game on the board as a record, the caller's; NULL: no memory. */
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
	if (t->clock.spec.mode != CLOCK_NONE)
		clock_print(&t->clock, t->now_us, rec->clock);
	memcpy(rec->name, t->game.name, sizeof(rec->name));
	if (*t->game.date)
		memcpy(rec->date, t->game.date, sizeof(rec->date));
	memcpy(rec->event, t->game.event, sizeof(rec->event));
	memcpy(rec->site, t->game.site, sizeof(rec->site));
	memcpy(rec->round, t->game.round, sizeof(rec->round));
	memcpy(rec->seeds, t->game.seeds, sizeof(rec->seeds));
	rec->number = t->store ? store_status(t->store)->number : 0;
	return rec;
}

/* What is handed over is freed on refusal too. */
static int
ask(struct request *r, struct store_ask q)
{
	q.tag = r->tag;
	if (!r->t->store) {
		free(q.text);
		free_record(q.record);
		return request_refuse(r, "%s", say_text(SAY_NOT_NO_STORE));
	}
	if (store_ask(r->t->store, &q) < 0)
		return request_refuse(r, "%s", say_text(SAY_NOT_BUSY));
	return REQUEST_LATER;
}

/*
 * The board's own game. A long one takes the loop longer than it has: the clerk prints it,
 * where there is one.
 */
static int
board_text(struct request *r, const char *key, enum store_question q,
	   char *(*print)(const struct record *))
{
	struct record *rec;
	char *text;

	if (r->t->state.phase == SESSION_NO_GAME)
		return request_refuse(r, "%s", say_text(SAY_NOT_NO_GAME));
	rec = board_record(r->t);
	if (!rec)
		return request_refuse(r, "out of memory");
	if (r->t->store)
		return ask(r, (struct store_ask){ .kind = (uint8_t)q, .record = rec });
	text = print(rec);
	free_record(rec);
	if (!text)
		return request_refuse(r, "out of memory");
	json_object_set_new(r->out, key, json_string(text));
	free(text);
	return REQUEST_DONE;
}

static int
ask_text(struct request *r, enum store_question kind, const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		return request_refuse(r, "out of memory");
	return ask(r, (struct store_ask){ .kind = (uint8_t)kind, .text = copy });
}

int
request_list(struct request *r)
{
	json_int_t limit = 20, before = 0;

	if (request_take(r, "{s?:I, s?:I!}", "limit", &limit, "before", &before) < 0)
		return REQUEST_REFUSED;
	if (limit < 1 || limit > STORE_LIST_MAX)
		return request_refuse(r, "limit: from 1 to %d", STORE_LIST_MAX);
	if (before < 0 || before > UINT32_MAX)
		return request_refuse(r, "before: there is no such game");
	return ask(r, (struct store_ask){ .kind = STORE_LIST,
					  .limit = (uint32_t)limit,
					  .before = (uint32_t)before });
}

/* A kept game in one of its forms; without game_id, or with its own, the board's. */
static int
kept(struct request *r, const char *key, enum store_question q,
     char *(*print)(const struct record *))
{
	json_int_t id = 0;

	if (request_take(r, "{s?:I!}", "game_id", &id) < 0)
		return REQUEST_REFUSED;
	if (id < 0 || id > UINT32_MAX)
		return request_refuse(r, "game_id: there is no game %lld", (long long)id);
	if (id == 0 || (r->t->begun && r->t->store && store_status(r->t->store)->number == id))
		return board_text(r, key, q, print);
	return ask(r, (struct store_ask){ .kind = (uint8_t)q, .number = (uint32_t)id });
}

int
request_pgn(struct request *r)
{
	return kept(r, "pgn", STORE_PGN, pgn_tell);
}

int
request_record(struct request *r)
{
	return kept(r, "record", STORE_NATIVE, native_tell);
}

int
request_export(struct request *r)
{
	const char *dir;
	char *copy;
	int traces = 0;

	if (request_take(r, "{s:s, s?:b!}", "dir", &dir, "traces", &traces) < 0)
		return REQUEST_REFUSED;
	if (*dir != '/')
		return request_refuse(r, "dir: \"%.60s\" is not an absolute path", dir);
	copy = strdup(dir);
	if (!copy)
		return request_refuse(r, "out of memory");
	return ask(r,
		   (struct store_ask){ .kind = STORE_EXPORT, .text = copy, .limit = traces != 0 });
}

int
request_import(struct request *r)
{
	const char *text;

	if (request_take(r, "{s:s!}", "text", &text) < 0)
		return REQUEST_REFUSED;
	return ask_text(r, STORE_IMPORT, text);
}

static int
take_name(struct request *r, const char **name)
{
	const char *why;

	if (request_take(r, "{s:s!}", "name", name) < 0)
		return REQUEST_REFUSED;
	why = store_name_refuse(*name);
	return why ? request_refuse(r, "name: %s", why) : 0;
}

static bool
pins_are_set(const struct table *t)
{
	for (unsigned s = 0; s < rules_seats(t->state.game); s++)
		if (table_pin_is_set(t, s))
			return true;
	return false;
}

int
request_save(struct request *r)
{
	const char *name;
	struct record *rec;
	char *copy;

	if (take_name(r, &name) < 0)
		return REQUEST_REFUSED;
	if (r->t->state.phase == SESSION_NO_GAME)
		return request_refuse(r, "%s", say_text(SAY_NOT_NO_GAME));
	/* Who read it again would see what a seat alone may. */
	if (book_holds_secret(&r->t->book) && pins_are_set(r->t))
		return request_refuse(r,
				      "what is saved has no PINs, and this game hides something: "
				      "it can be saved when they are taken away");
	rec = board_record(r->t);
	copy = strdup(name);
	if (!rec || !copy) {
		free_record(rec);
		free(copy);
		return request_refuse(r, "out of memory");
	}
	return ask(r, (struct store_ask){ .kind = STORE_SAVE, .text = copy, .record = rec });
}

static void *
make_past(const struct record *rec, const char *text)
{
	(void)text;
	return table_past_make(rec);
}

static void
free_past(void *past)
{
	table_past_free(past);
}

/* The clerk reads it and plays it in. */
static int
ask_open(struct request *r, struct store_ask q, const char *text)
{
	q.text = strdup(text);
	if (!q.text)
		return request_refuse(r, "out of memory");
	q.make = make_past;
	q.unmake = free_past;
	return ask(r, q);
}

/* A game that came on paper, as it were: its native record stands in the message. */
static int
open_text(struct request *r, const char *text, bool force)
{
	char why[NATIVE_WHY_MAX];
	struct record rec = { 0 };
	struct table_past *past;
	int err;

	if (r->t->store)
		return ask_open(r, (struct store_ask){ .kind = STORE_READ, .limit = force }, text);
	if (native_parse(text, strlen(text), &rec, why) < 0)
		return request_refuse(r, "record: %s", why);
	past = table_past_make(&rec);
	err = past ? table_open(r->t, past) : -1;
	record_finish(&rec);
	if (!past)
		return request_refuse(r, "out of memory");
	table_past_free(past);
	return err < 0 ? request_refuse(r, "%s", r->t->why) : REQUEST_DONE;
}

static int
open_part(struct request *r, json_int_t part, bool more, const char *text, bool force)
{
	char *whole;
	int ret = request_part(r, part, more, text, &whole);

	if (ret != REQUEST_DONE || !whole)
		return ret;
	ret = open_text(r, whole, force);
	free(whole);
	return ret;
}

/* A game of the journal that was left unfinished. */
static int
open_number(struct request *r, json_int_t id)
{
	if (id < 1 || id > UINT32_MAX)
		return request_refuse(r, "game_id: there is no game %lld", (long long)id);
	if (table_game_runs(r->t) && r->t->store && store_status(r->t->store)->number == id)
		return request_refuse(r, "game_id: game %lld is on the board", (long long)id);
	return ask_open(r, (struct store_ask){ .kind = STORE_GET, .number = (uint32_t)id },
			REQUEST_OPEN);
}

json_t *
request_opened(struct table *t, const struct store_answer *a)
{
	const struct table_past *past = a->made;
	char why[160], number[WORDS_NUMBER];

	if (a->kind == STORE_GET && a->record->result.end != RECORD_UNFINISHED) {
		(void)snprintf(why, sizeof(why), "game_id: game %u is over", a->record->number);
		return request_error(why);
	}
	/* Its seats may have had PINs, which went with it. */
	if (a->kind == STORE_GET && past && book_holds_secret(&past->book)) {
		say_with(why, sizeof(why), SAY_NOT_OPENED,
			 SAY_ARGS(words_number(a->record->number, number)));
		return request_error(why);
	}
	return table_open(t, a->made) < 0 ? request_error(t->why)
					  : json_pack("{s:s}", "kind", "ok");
}

int
request_open(struct request *r)
{
	const char *name = NULL, *text = NULL, *why;
	json_int_t part = -1, id = -1;
	int more = 0, force = 0;

	if (request_take(r, "{s?:s, s?:s, s?:I, s?:I, s?:b, s?:b!}", "name", &name, "record", &text,
			 "game_id", &id, "part", &part, "more", &more, "force", &force) < 0 ||
	    request_refuse_lost(r, force, " (halo open … --force)") < 0)
		return REQUEST_REFUSED;
	if ((name != NULL) + (text != NULL) + (id != -1) != 1)
		return request_refuse(r, "name, game_id or record: one of them is expected");
	if ((!text && part >= 0) || (part < 0 && more))
		return request_refuse(r, "part: goes with record, and more with part");
	if (id != -1)
		return open_number(r, id);
	if (part >= 0)
		return open_part(r, part, more, text, force);
	if (text)
		return open_text(r, text, force);
	why = store_name_refuse(name);
	if (why)
		return request_refuse(r, "name: %s", why);
	return ask_open(r, (struct store_ask){ .kind = STORE_OPEN, .limit = force != 0 }, name);
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
		return ask(r, (struct store_ask){
				      .kind = STORE_TRACE, .number = (uint32_t)id, .limit = 1 });
	if (!r->t->begun)
		return request_refuse(r, "the board is not read yet");
	/* It replays, so it holds all that was entered and dealt. */
	if (r->t->state.phase == SESSION_PLAYING && book_holds_secret(&r->t->book))
		return request_refuse(r, "the trace would tell what is hidden in this game: it can "
					 "be had when the game is over");
	text = table_trace_text(r->t);
	if (!text)
		return request_refuse(r, "there is no trace");
	json_object_set_new(r->out, "trace", json_string(text));
	free(text);
	return REQUEST_DONE;
}

/* ---- a kept game, move by move ---- */

/* A kept game at one of its moves, made away from the loop. */
struct shown {
	json_t *answer;    /* or an error */
	bool error, lamps; /* the lamps are to follow it */
	uint32_t move;
	struct record_walk at;
};

static void
free_shown(void *shown)
{
	struct shown *s = shown;

	json_decref(s->answer);
	free(s);
}

/* "17", "17 lamps", "end": which move, and whether the lamps follow. */
static void *
make_shown(const struct record *rec, const char *what)
{
	struct shown *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->move = rec->n;
	if (*what >= '0' && *what <= '9')
		s->move = (uint32_t)strtoul(what, NULL, 10);
	s->lamps = strstr(what, "lamps") != NULL;
	s->error = s->move > rec->n;
	if (s->error) {
		s->answer = request_error("move: the game has no more than that many");
	} else {
		record_walk(rec, s->move, &s->at);
		s->answer = json_pack("{s:s, s:o}", "kind", "ok", "shown",
				      view_shown(rec, s->move, &s->at));
	}
	return s;
}

static json_t *
shown_answer(struct table *t, const struct record *rec, const struct shown *s, uint32_t client)
{
	if (!s->error && s->lamps && table_show_open(t, client, rec, s->move, &s->at) < 0)
		return request_error(t->why);
	return json_incref(s->answer);
}

json_t *
request_shown(struct table *t, const struct store_answer *a, uint32_t client)
{
	return shown_answer(t, a->record, a->made, client);
}

/* The clerk looks it up, or takes the record that is handed over. */
static int
ask_shown(struct request *r, uint32_t number, struct record *rec, const char *what)
{
	char *copy = strdup(what);

	if (!copy) {
		free_record(rec);
		return request_refuse(r, "out of memory");
	}
	return ask(r, (struct store_ask){ .kind = STORE_GET,
					  .number = number,
					  .text = copy,
					  .record = rec,
					  .make = make_shown,
					  .unmake = free_shown });
}

static int
show_board(struct request *r, const char *what)
{
	struct record *rec;
	struct shown *s;

	if (r->t->state.phase == SESSION_NO_GAME)
		return request_refuse(r, "%s", say_text(SAY_NOT_NO_GAME));
	rec = board_record(r->t);
	if (!rec)
		return request_refuse(r, "out of memory");
	if (r->t->store)
		return ask_shown(r, 0, rec, what);
	s = make_shown(rec, what);
	if (s) {
		json_decref(r->out);
		r->out = shown_answer(r->t, rec, s, r->client);
		free_shown(s);
	}
	free_record(rec);
	return s ? REQUEST_DONE : request_refuse(r, "out of memory");
}

int
request_show(struct request *r)
{
	json_int_t id = 0, move = -1;
	int lamps = 0, leave = 0;
	char what[32];

	if (request_take(r, "{s?:I, s?:I, s?:b, s?:b!}", "game_id", &id, "move", &move, "lamps",
			 &lamps, "leave", &leave) < 0)
		return REQUEST_REFUSED;
	if (leave) {
		if (r->t->screen == r->client)
			table_show_close(r->t);
		return REQUEST_DONE;
	}
	if (id < 0 || id > UINT32_MAX)
		return request_refuse(r, "game_id: there is no game %lld", (long long)id);
	if (move < -1 || move > UINT32_MAX)
		return request_refuse(r, "move: a number from 0 is expected");
	if (move < 0)
		(void)snprintf(what, sizeof(what), "end%s", lamps ? " lamps" : "");
	else
		(void)snprintf(what, sizeof(what), "%lld%s", (long long)move,
			       lamps ? " lamps" : "");
	if (id == 0 || (r->t->store && store_status(r->t->store)->number == id))
		return show_board(r, what);
	return ask_shown(r, (uint32_t)id, NULL, what);
}

/* ---- what takes long ---- */

int
request_cancel(struct request *r)
{
	json_int_t id;

	if (request_take(r, "{s:I!}", "work", &id) < 0)
		return REQUEST_REFUSED;
	for (unsigned i = 0; i < r->t->n_work; i++)
		if (id > 0 && r->t->work[i].id == id) {
			store_cancel(r->t->store, (uint32_t)id);
			return REQUEST_DONE;
		}
	return request_refuse(r, "work: there is none %lld, or it has ended", (long long)id);
}

/* ---- the evening ---- */

int
request_evening(struct request *r)
{
	int reset = 0;

	if (request_take(r, "{s?:b!}", "reset", &reset) < 0)
		return REQUEST_REFUSED;
	if (!r->t->store)
		return request_refuse(r, "%s", say_text(SAY_NOT_NO_STORE));
	if (reset)
		table_evening_reset(r->t);
	return ask(r, (struct store_ask){ .kind = STORE_EVENING, .number = r->t->evening_after });
}

json_t *
request_evening_answer(const struct table *t, const struct store_answer *a)
{
	bool known = strcmp(t->evening_date, RECORD_DATE_UNSET) != 0;
	json_t *o = json_loads(a->text, 0, NULL);

	json_object_set_new(o, "since", known ? json_string(t->evening_date) : json_null());
	return json_pack("{s:s, s:o}", "kind", "ok", "evening", o);
}
