#include "daemon/server/request_impl.h"

#include <stdio.h>
#include <string.h>

#include "daemon/view/view.h"
#include "hw/text/text.h"

#define TAG_HAS_ID (UINT64_C(1) << 31)

/*
 * Reports whether the press would answer a question for which the client lacks permission.
 * The local screen forwards the buttons of the board.
 */
static bool
press_answers(const struct request *r)
{
	const struct table *t = r->t;
	uint8_t asked = t->menu.id ? t->menu.kind : t->state.prompt.kind;

	if (table_is_screen(t, r->client) || asked == PROMPT_NONE)
		return false;
	return asked == PROMPT_REVEAL ||
	       (table_hides_between(t) && (t->menu.id != 0 || asked == PROMPT_TAKEBACK || asked == PROMPT_NEW_GAME));
}

static int
serve_press(struct request *r)
{
	static const char *const names[BUTTONS] = { "clock", "ok", "back", "hint" };
	const char *button, *seat = NULL;
	uint8_t s = SEAT_NONE;

	if (request_take(r, "{s:s, s?:s!}", "button", &button, "seat", &seat) < 0 ||
	    request_seat(r, seat, &s) < 0)
		return REQUEST_REFUSED;
	if (press_answers(r))
		return request_refuse(r, "%s",
				      tr("only the screen beside the board, or the board's "
					 "buttons, can answer this"));
	for (unsigned i = 0; i < BUTTONS; i++) {
		if (strcmp(button, names[i]) == 0)
			return request_reply(r, table_press(r->t, (enum button)i, s));
	}
	return request_refuse(r, "button: there is no button \"%.12s\"; clock, ok, back, hint",
			      button);
}

/* Answers a question of the menu; seat: the seat that answers, or SEAT_NONE. */
static int
answer_menu(struct request *r, bool yes, unsigned seat, const char *token)
{
	struct table *t = r->t;
	int err;

	if (t->menu.kind == PROMPT_REVEAL && !table_is_screen(t, r->client))
		return request_refuse(r, "%s",
				      tr("only the screen beside the board, or the board's "
					 "buttons, can answer this"));
	if (yes && seat == SEAT_NONE)
		seat = t->menu.seat;
	if (request_authorise(r, seat, token) < 0)
		return REQUEST_REFUSED;
	if (!yes && t->menu.kind == PROMPT_DRAW && table_seat_is_computer(t, seat))
		table_draw_declined(t, seat);
	err = yes && table_menu_needs(t) ? table_menu_agree(t, seat) : table_menu_answer(t, yes);
	return err < 0 ? request_refuse(r, "%s", t->why) : REQUEST_DONE;
}

static int
serve_answer(struct request *r)
{
	const char *seat = NULL, *token = NULL;
	json_int_t id = 0;
	uint8_t s = SEAT_NONE;
	int yes, play_on = 0, done;

	if (request_take(r, "{s:I, s:b, s?:b, s?:s, s?:s!}", "prompt", &id, "yes", &yes, "play_on",
			 &play_on, "seat", &seat, "token", &token) < 0 ||
	    request_check_prompt(r, id) < 0 || request_seat(r, seat, &s) < 0)
		return REQUEST_REFUSED;
	if (r->t->menu.id && id == (json_int_t)r->t->menu.id)
		return answer_menu(r, yes != 0, s, token);
	if (request_authorise(r, s, token) < 0)
		return REQUEST_REFUSED;
	done = request_event(r, (struct event){ .kind = EVENT_ANSWER, .yes = yes != 0, .seat = s });
	/* No to a new game, and to the takeback that is asked instead. */
	if (done == REQUEST_DONE && !yes && play_on && r->t->state.prompt.kind == PROMPT_TAKEBACK)
		done = request_event(r, (struct event){ .kind = EVENT_ANSWER, .seat = s });
	return done;
}

/* Refuses an undo of more than the `have` final actions. */
static int
refuse_undo(struct request *r, uint32_t have)
{

	if (have == 0)
		return request_refuse(r, "%s",
				      tr("nothing can be taken back: no action is final yet"));
	(void)table_refuse(r->t,
			   have == 1 ? tr("only {1} final action can be taken back")
				     : tr("only {1} final actions can be taken back"),
			   LANG_N(have));
	return request_refuse(r, "%s", r->t->why);
}

static int
serve_undo(struct request *r)
{
	const uint32_t have = r->t->state.n_actions;
	json_int_t n = table_seats_to_person(r->t);

	if (request_take(r, "{s?:I!}", "n", &n) < 0)
		return REQUEST_REFUSED;
	if (n < 1)
		return request_refuse(r, "n: 1 or more is expected");
	/* The first action may be shown and not final yet. */
	if (n > (json_int_t)have && !(n == 1 && r->t->state.has_provisional))
		return refuse_undo(r, have);
	return request_event(
		r, (struct event){ .kind = EVENT_UNDO, .n = (uint16_t)n, .seat = SEAT_NONE });
}

static int
serve_resign(struct request *r)
{
	const char *seat, *token = NULL;
	uint8_t s = SEAT_NONE;

	if (request_take(r, "{s:s, s?:s!}", "seat", &seat, "token", &token) < 0 ||
	    request_need_game(r) < 0 || request_seat(r, seat, &s) < 0 ||
	    request_authorise(r, s, token) < 0)
		return REQUEST_REFUSED;
	table_menu_close(r->t);
	return request_event(r, (struct event){ .kind = EVENT_RESIGN, .seat = s });
}

/*
 * Handles a draw; if players have secrets from each other, each seat must agree with its
 * own token.
 */
static int
serve_draw(struct request *r)
{
	const char *seat = NULL, *token = NULL;
	uint8_t s = SEAT_NONE;

	if (request_take(r, "{s?:s, s?:s!}", "seat", &seat, "token", &token) < 0 ||
	    request_need_game(r) < 0 || request_seat(r, seat, &s) < 0)
		return REQUEST_REFUSED;
	if (rules_partners(r->t->state.game))
		return request_refuse(r, "%s", tr("this game has no opponent: resign, or play on"));
	if (request_authorise(r, s, token) < 0)
		return REQUEST_REFUSED;
	if (!table_hides_between(r->t) && !table_computers(r->t)) {
		table_menu_close(r->t);
		return request_event(r, (struct event){ .kind = EVENT_DRAW, .seat = SEAT_NONE });
	}
	if (s != SEAT_NONE && table_seat_is_computer(r->t, s))
		return request_reply(r, table_menu_offer_draw(r->t, s));
	if (r->t->menu.kind != PROMPT_DRAW)
		table_menu_draw(r->t);
	if (s != SEAT_NONE && table_menu_agree(r->t, s) < 0)
		return request_refuse(r, "%s", r->t->why);
	return REQUEST_DONE;
}

static int
serve_reveal(struct request *r)
{
	if (request_take(r, "{!}") < 0)
		return REQUEST_REFUSED;
	return request_reply(r, table_reveal(r->t));
}

static int
serve_hints(struct request *r)
{
	const char *seat, *name = NULL, *pieces = NULL;
	char why[SETTINGS_WHY];
	uint8_t s = SEAT_NONE;
	int level = 0, asks = -1;

	if (request_take(r, "{s:s, s?:s, s?:s, s?:b!}", "seat", &seat, "level", &name,
			 "graded_pieces", &pieces, "ask_blunders", &asks) < 0 ||
	    request_seat(r, seat, &s) < 0)
		return REQUEST_REFUSED;
	if (name)
		level = table_hints_parse(name);
	if (level < 0)
		return request_refuse(r, "level: \"%.12s\" is none of off, moves, safe, graded", name);
	if (pieces && settings_check(SETTING_GRADED_PIECES, pieces, why) < 0)
		return request_refuse(r, "%s", why);
	if (name)
		table_hints(r->t, s, (unsigned)level);
	if (pieces)
		table_graded_pieces(r->t, s, settings_choice(SETTING_GRADED_PIECES, pieces));
	if (asks >= 0)
		table_ask_blunders(r->t, s, asks > 0);
	return REQUEST_DONE;
}

static int
serve_lamps(struct request *r)
{
	if (request_take(r, "{!}") < 0)
		return REQUEST_REFUSED;
	return json_object_set_new(r->out, "lamps", view_lamps(r->t)) == 0 ? REQUEST_DONE
									   : REQUEST_REFUSED;
}

/* Returns the question of that name, with the square in *sq; TABLE_SAY_NOTHING: there is none. */
static enum table_say
say_named(const struct table *t, const char *what, unsigned *sq)
{
	static const char *const names[] = { "", "last", "turn", "position" };

	for (unsigned i = TABLE_SAY_LAST; i <= TABLE_SAY_POSITION; i++)
		if (strcmp(what, names[i]) == 0)
			return (enum table_say)i;
	*sq = view_spoken_game(t) ? rules_square_parse(view_spoken_game(t), what, strlen(what)) : RULES_NO_SQ;
	return *sq == RULES_NO_SQ ? TABLE_SAY_NOTHING : TABLE_SAY_SQUARE;
}

/* Asks the voice; the reply has the same answer. */
static int
serve_say(struct request *r)
{
	char text[WORDS_SPOKEN];
	enum table_say asked;
	const char *what;
	unsigned sq = 0;

	if (request_take(r, "{s:s!}", "what", &what) < 0)
		return REQUEST_REFUSED;
	asked = say_named(r->t, what, &sq);
	if (asked == TABLE_SAY_NOTHING)
		return request_refuse(r, "what: \"%.12s\" is none of last, turn, position, and no square", what);
	table_say(r->t, asked, sq);
	if (!view_answer(r->t, text))
		return request_refuse(r, "%s", tr("there is no game"));
	json_object_set_new(r->out, "text", json_string(text));
	return REQUEST_DONE;
}

static const struct {
	const char *kind;
	int (*serve)(struct request *r);
	bool before_start; /* allowed before the board has been read */
} kinds[] = {
	{ "state", request_state, true },
	{ "act", request_act, false },
	{ "roll", request_roll, false },
	{ "select", request_select, false },
	{ "screen", request_screen, true },
	{ "partner", request_partner, true },
	{ "play", request_play, false },
	{ "failed", request_failed, false },
	{ "move-now", request_move_now, false },
	{ "advice", request_advice, false },
	{ "review", request_review, true },
	{ "reviewed", request_reviewed, true },
	{ "handover", request_handover, false },
	{ "press", serve_press, false },
	{ "answer", serve_answer, false },
	{ "choose", request_choose, false },
	{ "new", request_new, false },
	{ "next", request_next, false },
	{ "undo", serve_undo, false },
	{ "resign", serve_resign, false },
	{ "draw", serve_draw, false },
	{ "reveal", serve_reveal, false },
	{ "claim", request_claim, false },
	{ "hints", serve_hints, false },
	{ "list", request_list, true },
	{ "pgn", request_pgn, true },
	{ "record", request_record, true },
	{ "import", request_import, true },
	{ "save", request_save, false },
	{ "open", request_open, false },
	{ "reset", request_reset, false },
	{ "trace", request_trace, true },
	{ "lamps", serve_lamps, true },
	{ "say", serve_say, false },
	{ "clock", request_clock, false },
	{ "settings", request_settings, true },
	{ "set", request_set, true },
	{ "date", request_date, true },
	{ "pin", request_pin, false },
	{ "show", request_show, false },
	{ "lesson", request_lesson, false },
	{ "evening", request_evening, true },
	{ "diagnostics", request_diagnostics, true },
	{ "lamptest", request_lamptest, true },
	{ "poweroff", request_poweroff, true },
	{ "legend", request_legend, true },
	{ "qr", request_qr, false },
	{ "calibrate", request_calibrate, false },
	{ "focus", request_focus, true },
	{ "remote", request_remote, true },
	{ "stick", request_stick, true },
	{ "blind", request_blind, true },
};

const char *
request_kind(size_t i)
{
	return i < sizeof(kinds) / sizeof(kinds[0]) ? kinds[i].kind : NULL;
}

/* Reports whether the message is reserved for clients that may be the local screen. */
static bool
is_for_screen(const char *kind)
{
	return strcmp(kind, "screen") == 0 || strcmp(kind, "focus") == 0 ||
	       strcmp(kind, "handover") == 0 || strcmp(kind, "legend") == 0;
}

/* Checks the client's right to send this message: 0, or REQUEST_REFUSED. */
static int
check_rights(struct request *r, const char *kind)
{
	const struct request_peer *p = r->peer;
	const bool screen = is_for_screen(kind), partner = strcmp(kind, "partner") == 0;

	if (p->remote && (screen || partner || json_object_get(r->in, "token")))
		return request_refuse(r, "%s: not over a cable or a network",
				      screen || partner ? kind : "token");
	if (partner && !p->may_be_partner)
		return request_refuse(r, "partner: your user may not be the partner; halod --grant "
					 "partner=USER allows it");
	if (screen && !p->may_be_screen)
		return request_refuse(r,
				      "%s: your user may not be the screen; halod --grant "
				      "screen=USER allows it",
				      kind);
	return 0;
}

static int
dispatch(struct request *r)
{
	const char *kind = json_string_value(json_object_get(r->in, "kind"));

	if (!kind)
		return request_refuse(r, "kind: missing, or not a string");
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strcmp(kind, kinds[i].kind) != 0)
			continue;
		if (check_rights(r, kind) < 0)
			return REQUEST_REFUSED;
		json_object_del(r->in, "kind");
		json_object_del(r->in, "id");
		if (!r->t->begun && !kinds[i].before_start)
			return request_refuse(r, "%s", tr("the board is not read yet"));
		return kinds[i].serve(r);
	}
	return request_refuse(r, "kind: \"%.20s\" is unknown", kind);
}

/* Always replies, even on failure. */
static json_t *
finish(json_t *answer, uint64_t tag)
{
	if (!answer)
		answer = request_error("bug: what was found out is no text of the link");
	if (tag & TAG_HAS_ID)
		json_object_set_new(answer, "id",
				    json_integer((json_int_t)(tag & (TAG_HAS_ID - 1))));
	return answer;
}

/* Stores the id, if present, in the tag. */
static int
take_id(struct request *r)
{
	json_t *id = json_object_get(r->in, "id");
	json_int_t v = json_integer_value(id);

	if (!id)
		return 0;
	if (!json_is_integer(id) || v < 0 || v > INT32_MAX)
		return request_refuse(r, "id: a number from 0 to 2147483647 is expected");
	r->tag |= TAG_HAS_ID | (uint64_t)v;
	return 0;
}

/*
 * Limits the number of values before parsing: making 20,000 objects takes longer than an edge may
 * wait. Jansson limits the nesting. Returns NULL, or the reason for a refusal.
 */
static const char *
too_much(const char *line, size_t len)
{
	bool quoted = false;
	int values = 0;

	for (size_t i = 0; i < len; i++) {
		if (quoted && line[i] == '\\')
			i++;
		else if (line[i] == '"')
			quoted = !quoted;
		values += !quoted && (line[i] == '{' || line[i] == '[' || line[i] == ',');
		if (values > REQUEST_VALUES_MAX)
			return "more than 512 values in a message";
	}
	return NULL;
}

_Static_assert(REQUEST_VALUES_MAX == 512, "the words above say so");

static int
parse(struct request *r, const char *line, size_t len)
{
	const char *why = too_much(line, len);
	json_error_t err;

	if (why)
		return request_refuse(r, "%s", why);
	r->in = json_loadb(line, len, JSON_REJECT_DUPLICATES, &err);
	if (!r->in)
		return request_refuse(r, "not JSON: %.120s at byte %d", err.text, err.position);
	if (!json_is_object(r->in))
		return request_refuse(r, "not a JSON object");
	return take_id(r);
}

/* Serves the few messages allowed before there is a record: those about sticks. */
static int
dispatch_starting(struct request *r)
{
	const char *kind = json_string_value(json_object_get(r->in, "kind"));

	return kind && (strcmp(kind, "stick") == 0 || strcmp(kind, "remote") == 0)
		       ? dispatch(r)
		       : request_refuse(
				 r, "%s",
				 tr("the record of games is being repaired: ask again when it is"));
}

static json_t *
serve(struct table *t, struct request_peer *peer, const char *line, size_t len,
      int (*dispatched)(struct request *r))
{
	struct request r = { .t = t,
			     .tag = (uint64_t)peer->client << 32,
			     .client = peer->client,
			     .peer = peer };
	json_t *answer = NULL;
	int ret;

	r.out = json_pack("{s:s}", "kind", "ok");
	ret = parse(&r, line, len);
	if (ret == 0)
		ret = dispatched(&r);
	if (ret == REQUEST_DONE)
		answer = finish(json_incref(r.out), r.tag);
	else if (ret == REQUEST_REFUSED)
		answer = finish(request_error(r.why), r.tag);
	json_decref(r.in);
	json_decref(r.out);
	return answer;
}

json_t *
request_serve(struct table *t, struct request_peer *peer, const char *line, size_t len)
{
	return serve(t, peer, line, len, dispatch);
}

json_t *
request_starting(struct table *t, struct request_peer *peer, const char *line, size_t len)
{
	return serve(t, peer, line, len, dispatch_starting);
}

static json_t *
later_ok(struct table *t, const struct store_answer *a)
{
	static const char *const key[] = {
		[STORE_LIST] = "games",  [STORE_PGN] = "pgn",      [STORE_NATIVE] = "record",
		[STORE_TRACE] = "trace", [STORE_IMPORT] = "games", [STORE_SAVE] = "path",
	};
	json_t *o, *value;

	switch ((enum request_use)a->use) {
	case USE_OPENED:
		return request_opened(t, a);
	case USE_QR:
		return json_incref(a->made);
	case USE_SHOWN:
		return request_shown(t, a, (uint32_t)(a->tag >> 32));
	case USE_REVIEW:
		return request_review_answer(t, a);
	case USE_PIN:
		return request_pin_answer(t, a, (uint32_t)(a->tag >> 32));
	case USE_MISTAKE:
		return table_lesson_mistake(t, a) < 0 ? request_error(t->why)
						      : json_pack("{s:s}", "kind", "ok");
	case USE_TEXT:
		break;
	}
	if (a->kind == STORE_EVENING)
		return request_evening_answer(t, a);
	if (a->kind == STORE_REVIEW)
		return json_pack("{s:s}", "kind", "ok");
	if (a->kind == STORE_FILE)
		return json_pack("{s:s, s:s*}", "kind", "ok", "text", a->text);
	o = json_pack("{s:s}", "kind", "ok");
	if (a->kind == STORE_LIST || a->kind == STORE_IMPORT)
		value = json_loads(a->text, 0, NULL);
	else
		value = json_string(a->text);
	if (json_object_set_new(o, key[a->kind], value) < 0)
		return request_error_instead(o, "what is kept there is damaged: it is no text");
	if (a->kind == STORE_LIST) {
		json_object_set_new(o, "before", a->n ? json_integer(a->n) : json_null());
		json_object_set_new(o, "journal", json_string(a->id));
	}
	if (a->kind == STORE_IMPORT) {
		json_object_set_new(o, "n", json_integer(a->n));
		json_object_set_new(o, "kept", json_integer(a->kept));
		json_object_set_new(o, "left_out", json_integer(a->left_out));
	}
	return o;
}

json_t *
request_later(struct table *t, const struct store_answer *a, uint32_t *client)
{
	json_t *answer;
	const char *why;

	*client = (uint32_t)(a->tag >> 32);
	if (a->kind == STORE_FILE)
		table_measured_answered(t, a->err, a->why);
	if (a->kind == STORE_REVIEW)
		table_review_kept(t, a->err, a->why);
	answer = a->err ? request_error(a->why) : later_ok(t, a);
	if (a->use == USE_MISTAKE && !t->lesson.lesson)
		table_menu_play_on(t);
	/* A button made the request: no client gets the error. */
	why = json_string_value(json_object_get(answer, "why"));
	if (*client == 0 && a->kind == STORE_GET && why)
		log_line(LOG_GAME, "%s", why);
	return finish(answer, a->tag);
}
