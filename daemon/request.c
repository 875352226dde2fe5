#include "daemon/request.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/native.h"
#include "daemon/pgn.h"
#include "daemon/record_session.h"
#include "daemon/view.h"

struct request {
	struct table *t;
	json_t *in;
	json_t *out; /* further fields of the answer, or the answer itself */
	uint64_t tag;
	char why[TABLE_WHY + 64];
};

/* What a handler says: done, refused with why, or answered later. */
enum { DONE = 0, REFUSED = -1, LATER = 1 };

#define TAG_HAS_ID (UINT64_C(1) << 31)

static int refuse(struct request *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static int
refuse(struct request *r, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(r->why, sizeof(r->why), fmt, ap);
	va_end(ap);
	return REFUSED;
}

json_t *
request_error(const char *why)
{
	return json_pack("{s:s, s:s}", "kind", "error", "why", why);
}

/* What a type of jansson's formats takes; NULL: the value is that already. */
static const char *
expected(char type, const json_t *value)
{
	switch (type) {
	case 's':
		return json_is_string(value) ? NULL : "a text";
	case 'I':
		return json_is_integer(value) ? NULL : "a whole number";
	case 'b':
		return json_is_boolean(value) ? NULL : "true or false";
	default:
		assert(false); /* a format that no message has */
		return NULL;
	}
}

/* Jansson tells what is wrong and not where: the key of `format` that is missing or mistyped. */
static void
refuse_key(struct request *r, const char *format, va_list ap)
{
	for (const char *f = strchr(format, 's'); f; f = strchr(f, 's')) {
		const char *key = va_arg(ap, const char *);
		const json_t *value = json_object_get(r->in, key);
		const char *what = f[1] == '?' ? NULL : "missing";
		const char *type = strchr(f, ':') + 1;

		(void)va_arg(ap, void *);
		if (value)
			what = expected(*type, value);
		if (what) {
			(void)refuse(r, value ? "%s: %s is expected" : "%s: %s", key, what);
			return;
		}
		f = type + 1;
	}
	(void)refuse(r, "a key has a value that it may not have");
}

/*
 * The fields of a message by jansson's format, which ends in `!}`: any field
 * that it does not name is an error, so a mistyped one is not passed over.
 */
static int
take(struct request *r, const char *format, ...)
{
	json_error_t err;
	const char *extra;
	va_list ap;
	int ret;

	va_start(ap, format);
	ret = json_vunpack_ex(r->in, &err, 0, format, ap);
	va_end(ap);
	if (ret == 0)
		return 0;
	extra = strstr(err.text, "left unpacked: ");
	if (extra)
		return refuse(r, "unknown key: %s", extra + strlen("left unpacked: "));
	va_start(ap, format);
	refuse_key(r, format, ap);
	va_end(ap);
	return REFUSED;
}

/* "w, b" */
static void
seat_names(const struct game *g, char out[32])
{
	size_t at = 0;

	for (unsigned s = 0; s < rules_seats(g); s++)
		at += (size_t)snprintf(out + at, 32 - at, "%s%s", s ? ", " : "",
				       rules_seat_name(g, s));
}

static int
take_seat(struct request *r, const char *name, uint8_t *seat)
{
	unsigned s = SEAT_NONE;
	char names[32];

	if (name) {
		s = rules_seat_parse(r->t->state.game, name);
		if (s >= RULES_SEATS_MAX) {
			seat_names(r->t->state.game, names);
			return refuse(r, "seat: there is no seat \"%.8s\"; %s has %s", name,
				      rules_title(r->t->state.game), names);
		}
	}
	*seat = (uint8_t)s;
	return 0;
}

/* What needs a game that is still played. */
static int
need_game(struct request *r)
{
	if (r->t->state.phase == SESSION_NO_GAME)
		return refuse(r, "there is no game");
	if (r->t->state.phase == SESSION_OVER)
		return refuse(r, "the game is over");
	return 0;
}

static int
event(struct request *r, struct event e)
{
	if (table_event(r->t, e) < 0)
		return refuse(r, "%s", r->t->why);
	return DONE;
}

/* The rule behind a refused action "e1g1…", by what the seat to act may know; false: none. */
static bool
act_rule(const struct session_state *st, const char *action, struct refusal *why)
{
	unsigned from, to;

	if (st->phase != SESSION_PLAYING || strlen(action) < 4)
		return false;
	from = rules_square_parse(st->game, action, 2);
	to = rules_square_parse(st->game, action + 2, 2);
	if (from == RULES_NO_SQ || to == RULES_NO_SQ)
		return false;
	rules_refuse(st->game, st->settled, st->to_act, from, to, why);
	return why->rule != NULL;
}

/* "e1g1: The king may not pass an attacked square. (attacked-way: f1)" */
static int
refuse_act(struct request *r, const char *action, unsigned seat)
{
	const struct session_state *st = &r->t->state;
	struct refusal why = { .rule = NULL };
	char squares[64] = "";
	size_t at = 0;

	if (st->phase == SESSION_PLAYING && seat != SEAT_NONE && seat != st->to_act)
		return refuse(r, "%s: it is not the turn of %s, but of %s", action,
			      rules_seat_name(st->game, seat),
			      rules_seat_name(st->game, st->to_act));
	if (!act_rule(st, action, &why))
		return refuse(r, "%s: %s", action, r->t->why);
	while (!sqset_empty(why.squares) && at + 4 < sizeof(squares)) {
		char name[4];

		rules_square_print(st->game, sqset_pop(&why.squares), name);
		at += (size_t)snprintf(squares + at, sizeof(squares) - at, " %s", name);
	}
	return refuse(r, "%s: %s (%s%s%s)", action, why.text, why.rule, at ? ":" : "", squares);
}

static int
act(struct request *r, const char *action, uint8_t seat)
{
	struct event e = { .kind = EVENT_ACT, .seat = seat };

	if (strlen(action) >= sizeof(e.text))
		return refuse(r, "\"%.40s\" is no action", action);
	memcpy(e.text, action, strlen(action) + 1);
	return table_event(r->t, e) < 0 ? refuse_act(r, action, seat) : DONE;
}

/* Does the seat see anything that the table does not? */
static bool
knows_more(const struct session_state *st, unsigned seat)
{
	char own[RULES_POSITION_TEXT], table[RULES_POSITION_TEXT];

	rules_view_print(st->game, st->settled, seat, own);
	rules_view_print(st->game, st->settled, SEAT_TABLE, table);
	return strcmp(own, table) != 0;
}

static int
serve_state(struct request *r)
{
	const char *seat = NULL, *token = NULL;
	uint8_t s = SEAT_TABLE;

	if (take(r, "{s?:s, s?:s!}", "seat", &seat, "token", &token) < 0)
		return REFUSED;
	if (seat && r->t->state.phase == SESSION_NO_GAME)
		return refuse(r, "there is no game");
	if (seat && take_seat(r, seat, &s) < 0)
		return REFUSED;
	/* No seat has been given a token yet, so nobody can have the right one. */
	if (seat && knows_more(&r->t->state, s))
		return refuse(r, "token: this is not the token of %s", seat);
	json_decref(r->out);
	r->out = view_state(r->t, s);
	return DONE;
}

static int
serve_act(struct request *r)
{
	const char *action, *seat = NULL;
	uint8_t s = SEAT_NONE;

	if (take(r, "{s:s, s?:s!}", "action", &action, "seat", &seat) < 0 || need_game(r) < 0 ||
	    take_seat(r, seat, &s) < 0)
		return REFUSED;
	return act(r, action, s);
}

static int
serve_press(struct request *r)
{
	static const char *const names[BUTTONS] = { "clock", "ok", "back", "hint" };
	const char *button, *seat = NULL;
	uint8_t s = SEAT_NONE;

	if (take(r, "{s:s, s?:s!}", "button", &button, "seat", &seat) < 0 ||
	    take_seat(r, seat, &s) < 0)
		return REFUSED;
	for (unsigned i = 0; i < BUTTONS; i++) {
		if (strcmp(button, names[i]) != 0)
			continue;
		if (r->t->menu) {
			table_menu_press(r->t, (enum button)i);
			return DONE;
		}
		return event(
			r, (struct event){ .kind = EVENT_PRESS, .button = (uint8_t)i, .seat = s });
	}
	return refuse(r, "button: there is no button \"%.12s\"; clock, ok, back, hint", button);
}

static int
check_prompt(struct request *r, json_int_t id)
{
	const struct prompt *p = &r->t->state.prompt;

	if (r->t->menu && id == (json_int_t)r->t->menu)
		return 0;
	if (p->kind == PROMPT_NONE)
		return refuse(r, "nothing is asked");
	if (id != (json_int_t)p->id)
		return refuse(r, "prompt %lld is not open, %u is", (long long)id, p->id);
	return 0;
}

static int
serve_answer(struct request *r)
{
	const char *seat = NULL;
	json_int_t id = 0;
	uint8_t s = SEAT_NONE;
	int yes;

	if (take(r, "{s:I, s:b, s?:s!}", "prompt", &id, "yes", &yes, "seat", &seat) < 0 ||
	    check_prompt(r, id) < 0 || take_seat(r, seat, &s) < 0)
		return REFUSED;
	if (r->t->menu && id == (json_int_t)r->t->menu)
		return table_menu_answer(r->t, yes != 0) < 0 ? refuse(r, "%s", r->t->why) : DONE;
	return event(r, (struct event){ .kind = EVENT_ANSWER, .yes = yes != 0, .seat = s });
}

static int
serve_choose(struct request *r)
{
	const struct session_state *st = &r->t->state;
	const char *action, *seat = NULL;
	char text[RULES_ACTION_TEXT];
	json_int_t id = 0;
	uint8_t s = SEAT_NONE;

	if (take(r, "{s:I, s:s, s?:s!}", "prompt", &id, "action", &action, "seat", &seat) < 0 ||
	    check_prompt(r, id) < 0 || take_seat(r, seat, &s) < 0)
		return REFUSED;
	for (unsigned i = 0; i < st->prompt.n_options; i++) {
		rules_action_print(st->game, st->settled, st->prompt.option[i], text);
		if (strcmp(text, action) == 0)
			return act(r, action, s);
	}
	return refuse(r, "\"%.24s\" is not among the options of prompt %lld", action,
		      (long long)id);
}

static int
serve_new(struct request *r)
{
	const char *game, *options = "", *position = NULL, *white = NULL, *black = NULL;
	const struct game *g;
	int force = 0;

	if (take(r, "{s:s, s?:s, s?:s, s?:s, s?:s, s?:b!}", "game", &game, "options", &options,
		 "position", &position, "white", &white, "black", &black, "force", &force) < 0)
		return REFUSED;
	g = rules_game(game);
	if (!g)
		return refuse(r, "game: there is no game \"%.24s\"", game);
	if (position && *options)
		return refuse(r, "position and options exclude each other");
	if (table_game_runs(r->t) && !force)
		return refuse(r, "a game is running; \"force\":true (halo new … --force) puts it "
				 "aside, unfinished");
	if (table_new(r->t, g, position, options,
		      (const char *const[RULES_SEATS_MAX]){ white, black, NULL, NULL }) < 0)
		return refuse(r, "%s", r->t->why);
	return DONE;
}

static int
serve_undo(struct request *r)
{
	const uint32_t have = r->t->state.n_actions;
	json_int_t n = 1;

	if (take(r, "{s?:I!}", "n", &n) < 0)
		return REFUSED;
	if (n < 1)
		return refuse(r, "n: 1 or more is expected");
	if (n > (json_int_t)have)
		return refuse(r,
			      have ? "only %u final action%s can be taken back"
				   : "nothing can be taken back: no action is final yet",
			      have, have == 1 ? "" : "s");
	return event(r, (struct event){ .kind = EVENT_UNDO, .n = (uint16_t)n, .seat = SEAT_NONE });
}

static int
serve_resign(struct request *r)
{
	const char *seat;
	uint8_t s = SEAT_NONE;

	if (take(r, "{s:s!}", "seat", &seat) < 0 || need_game(r) < 0 || take_seat(r, seat, &s) < 0)
		return REFUSED;
	table_menu_close(r->t);
	return event(r, (struct event){ .kind = EVENT_RESIGN, .seat = s });
}

static int
serve_draw(struct request *r)
{
	if (take(r, "{!}") < 0 || need_game(r) < 0)
		return REFUSED;
	table_menu_close(r->t);
	return event(r, (struct event){ .kind = EVENT_DRAW, .seat = SEAT_NONE });
}

static int
serve_claim(struct request *r)
{
	if (take(r, "{!}") < 0 || need_game(r) < 0)
		return REFUSED;
	if (!r->t->state.claims)
		return refuse(r, "no draw can be claimed now");
	table_menu_close(r->t);
	return event(r, (struct event){ .kind = EVENT_DRAW, .seat = SEAT_NONE });
}

static int
serve_hints(struct request *r)
{
	const char *seat, *name;
	uint8_t s = SEAT_NONE;
	int level;

	if (take(r, "{s:s, s:s!}", "seat", &seat, "level", &name) < 0 || take_seat(r, seat, &s) < 0)
		return REFUSED;
	level = table_hints_parse(name);
	if (level < 0)
		return refuse(r, "level: \"%.12s\" is none of off, moves, safe", name);
	table_hints(r->t, s, (unsigned)level);
	return DONE;
}

static int
serve_lamps(struct request *r)
{
	if (take(r, "{!}") < 0)
		return REFUSED;
	return json_object_set_new(r->out, "lamps", view_lamps(r->t)) == 0 ? DONE : REFUSED;
}

/* ---- records ---- */

/* The game on the board as a record, the caller's to finish; false: no memory. */
static bool
board_record(const struct table *t, struct record *rec)
{
	memset(rec, 0, sizeof(*rec));
	if (record_session_take(rec, &t->session, 0) < 0) {
		record_finish(rec);
		return false;
	}
	for (uint32_t i = 0; i < rec->n && i < t->n_moves; i++)
		rec->action[i].t_us = t->move[i].t_us;
	memcpy(rec->name, t->game.name, sizeof(rec->name));
	if (*t->game.date)
		memcpy(rec->date, t->game.date, sizeof(rec->date));
	rec->number = t->store ? store_status(t->store)->number : 0;
	return true;
}

static int
board_text(struct request *r, const char *key, char *(*print)(const struct record *))
{
	struct record rec;
	char *text;

	if (r->t->state.phase == SESSION_NO_GAME)
		return refuse(r, "there is no game");
	if (!board_record(r->t, &rec))
		return refuse(r, "out of memory");
	text = print(&rec);
	record_finish(&rec);
	if (!text)
		return refuse(r, "out of memory");
	json_object_set_new(r->out, key, json_string(text));
	free(text);
	return DONE;
}

static int
ask(struct request *r, struct store_ask q)
{
	q.tag = r->tag;
	if (!r->t->store) {
		free(q.text);
		if (q.record)
			record_finish(q.record);
		free(q.record);
		return refuse(r, "no games are kept");
	}
	if (store_ask(r->t->store, &q) < 0)
		return refuse(r, "the journal is busy, ask again");
	return LATER;
}

static int
ask_text(struct request *r, enum store_question kind, const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		return refuse(r, "out of memory");
	return ask(r, (struct store_ask){ .kind = (uint8_t)kind, .text = copy });
}

static int
serve_list(struct request *r)
{
	json_int_t limit = 20, before = 0;

	if (take(r, "{s?:I, s?:I!}", "limit", &limit, "before", &before) < 0)
		return REFUSED;
	if (limit < 1 || limit > STORE_LIST_MAX)
		return refuse(r, "limit: from 1 to %d", STORE_LIST_MAX);
	if (before < 0 || before > UINT32_MAX)
		return refuse(r, "before: there is no such game");
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

	if (take(r, "{s?:I!}", "game_id", &id) < 0)
		return REFUSED;
	if (id < 0 || id > UINT32_MAX)
		return refuse(r, "game_id: there is no game %lld", (long long)id);
	if (id == 0 || (r->t->store && store_status(r->t->store)->number == id))
		return board_text(r, key, print);
	return ask(r, (struct store_ask){ .kind = (uint8_t)q, .number = (uint32_t)id });
}

static int
serve_pgn(struct request *r)
{
	return kept(r, "pgn", STORE_PGN, pgn_print);
}

static int
serve_record(struct request *r)
{
	return kept(r, "record", STORE_NATIVE, native_print);
}

static int
serve_export(struct request *r)
{
	const char *dir;

	if (take(r, "{s:s!}", "dir", &dir) < 0)
		return REFUSED;
	if (*dir != '/')
		return refuse(r, "dir: \"%.60s\" is not an absolute path", dir);
	return ask_text(r, STORE_EXPORT, dir);
}

static int
serve_import(struct request *r)
{
	const char *text;

	if (take(r, "{s:s!}", "text", &text) < 0)
		return REFUSED;
	return ask_text(r, STORE_IMPORT, text);
}

static int
take_name(struct request *r, const char **name)
{
	const char *why;

	if (take(r, "{s:s!}", "name", name) < 0)
		return REFUSED;
	why = store_name_refuse(*name);
	return why ? refuse(r, "name: %s", why) : 0;
}

static int
serve_save(struct request *r)
{
	const char *name;
	struct record *rec;
	char *copy;

	if (take_name(r, &name) < 0)
		return REFUSED;
	if (r->t->state.phase == SESSION_NO_GAME)
		return refuse(r, "there is no game");
	rec = malloc(sizeof(*rec));
	copy = strdup(name);
	if (!rec || !copy || !board_record(r->t, rec)) {
		free(rec);
		free(copy);
		return refuse(r, "out of memory");
	}
	return ask(r, (struct store_ask){ .kind = STORE_SAVE, .text = copy, .record = rec });
}

static int
serve_open(struct request *r)
{
	const char *name;

	if (take_name(r, &name) < 0)
		return REFUSED;
	return ask_text(r, STORE_OPEN, name);
}

static int
serve_reset(struct request *r)
{
	char start[RULES_POSITION_TEXT];
	const struct table *t = r->t;

	if (take(r, "{!}") < 0)
		return REFUSED;
	if (t->state.phase == SESSION_NO_GAME)
		return refuse(r, "there is no game");
	memcpy(start, t->game.start, sizeof(start));
	if (table_new(r->t, t->state.game, start, "",
		      (const char *const[RULES_SEATS_MAX]){ t->game.name[0], t->game.name[1],
							    t->game.name[2], t->game.name[3] }) < 0)
		return refuse(r, "%s", t->why);
	return DONE;
}

static int
serve_trace(struct request *r)
{
	char *text;

	if (take(r, "{!}") < 0)
		return REFUSED;
	text = table_trace_text(r->t);
	if (!text)
		return refuse(r, "there is no trace");
	json_object_set_new(r->out, "trace", json_string(text));
	free(text);
	return DONE;
}

static const struct {
	const char *kind;
	int (*serve)(struct request *r);
	bool before_start; /* may be asked before the board has been read */
} kinds[] = {
	{ "state", serve_state, true },    { "act", serve_act, false },
	{ "press", serve_press, false },   { "answer", serve_answer, false },
	{ "choose", serve_choose, false }, { "new", serve_new, false },
	{ "undo", serve_undo, false },     { "resign", serve_resign, false },
	{ "draw", serve_draw, false },     { "claim", serve_claim, false },
	{ "hints", serve_hints, false },   { "list", serve_list, true },
	{ "pgn", serve_pgn, false },       { "record", serve_record, false },
	{ "export", serve_export, true },  { "import", serve_import, true },
	{ "save", serve_save, false },     { "open", serve_open, false },
	{ "reset", serve_reset, false },   { "trace", serve_trace, false },
	{ "lamps", serve_lamps, true },
};

static int
dispatch(struct request *r)
{
	const char *kind = json_string_value(json_object_get(r->in, "kind"));

	if (!kind)
		return refuse(r, "kind: missing, or not a string");
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strcmp(kind, kinds[i].kind) != 0)
			continue;
		json_object_del(r->in, "kind");
		json_object_del(r->in, "id");
		if (!r->t->begun && !kinds[i].before_start)
			return refuse(r, "the board is not read yet");
		return kinds[i].serve(r);
	}
	return refuse(r, "kind: \"%.20s\" is unknown", kind);
}

static json_t *
finish(json_t *answer, uint64_t tag)
{
	if (answer && (tag & TAG_HAS_ID))
		json_object_set_new(answer, "id",
				    json_integer((json_int_t)(tag & (TAG_HAS_ID - 1))));
	return answer;
}

/* The id, if there is one, into the tag. */
static int
take_id(struct request *r)
{
	json_t *id = json_object_get(r->in, "id");
	json_int_t v = json_integer_value(id);

	if (!id)
		return 0;
	if (!json_is_integer(id) || v < 0 || v > INT32_MAX)
		return refuse(r, "id: a number from 0 to 2147483647 is expected");
	r->tag |= TAG_HAS_ID | (uint64_t)v;
	return 0;
}

/*
 * Jansson calls itself for each level; a line of 64 KiB of brackets is refused
 * before it can fill a stack.
 */
static bool
too_deep(const char *line, size_t len)
{
	bool quoted = false;
	int depth = 0;

	for (size_t i = 0; i < len; i++) {
		if (quoted && line[i] == '\\')
			i++;
		else if (line[i] == '"')
			quoted = !quoted;
		else if (!quoted && (line[i] == '{' || line[i] == '['))
			depth++;
		else if (!quoted && (line[i] == '}' || line[i] == ']'))
			depth--;
		if (depth > REQUEST_DEPTH_MAX)
			return true;
	}
	return false;
}

static int
parse(struct request *r, const char *line, size_t len)
{
	json_error_t err;

	if (too_deep(line, len))
		return refuse(r, "nested deeper than %d", REQUEST_DEPTH_MAX);
	r->in = json_loadb(line, len, JSON_REJECT_DUPLICATES, &err);
	if (!r->in)
		return refuse(r, "not JSON: %.120s at byte %d", err.text, err.position);
	if (!json_is_object(r->in))
		return refuse(r, "not a JSON object");
	return take_id(r);
}

json_t *
request_serve(struct table *t, uint32_t client, const char *line, size_t len)
{
	struct request r = { .t = t, .tag = (uint64_t)client << 32 };
	json_t *answer = NULL;
	int ret;

	r.out = json_pack("{s:s}", "kind", "ok");
	ret = parse(&r, line, len);
	if (ret == 0)
		ret = dispatch(&r);
	if (ret == DONE)
		answer = finish(json_incref(r.out), r.tag);
	else if (ret == REFUSED)
		answer = finish(request_error(r.why), r.tag);
	json_decref(r.in);
	json_decref(r.out);
	return answer;
}

static json_t *
later_ok(struct table *t, const struct store_answer *a)
{
	static const char *const key[] = {
		[STORE_LIST] = "games",  [STORE_PGN] = "pgn",      [STORE_NATIVE] = "record",
		[STORE_TRACE] = "trace", [STORE_EXPORT] = "files", [STORE_IMPORT] = "games",
		[STORE_SAVE] = "path",   [STORE_OPEN] = NULL,
	};
	json_t *o, *value;

	if (a->kind == STORE_OPEN) {
		if (table_open(t, a->record) < 0)
			return request_error(t->why);
		return json_pack("{s:s}", "kind", "ok");
	}
	o = json_pack("{s:s}", "kind", "ok");
	if (a->kind == STORE_LIST || a->kind == STORE_EXPORT || a->kind == STORE_IMPORT)
		value = json_loads(a->text, 0, NULL);
	else
		value = json_string(a->text);
	json_object_set_new(o, key[a->kind], value);
	return o;
}

json_t *
request_later(struct table *t, const struct store_answer *a, uint32_t *client)
{
	*client = (uint32_t)(a->tag >> 32);
	return finish(a->err ? request_error(a->why) : later_ok(t, a), a->tag);
}
