#include "ui/message.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "ui/reader.h"

static int
hello_read(struct reader *r, const json_t *object, struct ui_message *m)
{
	const json_t *board;
	char home[4];

	m->version = reader_integer(r, object, "version", 0, INT32_MAX, -1);
	if (m->version < 0)
		reader_fail(r, "version", "is missing");
	reader_sentence(r, object, "program", m->program, sizeof(m->program));
	board = reader_member(r, object, "board", JSON_OBJECT);
	reader_sentence(r, board, "name", m->room.name, sizeof(m->room.name));
	m->room.files = (uint8_t)reader_integer(r, board, "files", 1, RULES_FILES_MAX, 0);
	m->room.ranks = (uint8_t)reader_integer(r, board, "ranks", 1, RULES_RANKS_MAX, 0);
	reader_name(r, board, "home", home, sizeof(home));
	m->room.home_file = home[0] >= 'a' ? (uint8_t)(home[0] - 'a') : 0;
	m->room.home_rank = home[0] != '\0' && home[1] >= '1' ? (uint8_t)(home[1] - '1') : 0;
	return r->failed ? -EINVAL : 0;
}

static int
press_read(struct reader *r, const json_t *object, struct ui_press *p)
{
	static const char *const buttons[] = { "ok", "back", "hint" };
	static const char *const whats[] = { "down", "up", "held" };

	p->button = (uint8_t)reader_word(r, object, "button", buttons, 3);
	p->what = (uint8_t)reader_word(r, object, "what", whats, 3);
	if (p->button > UI_PRESS_HINT || p->what > UI_PRESS_HELD) /* absent */
		reader_fail(r, "button", "is incomplete");
	return r->failed ? -EINVAL : 0;
}

int
ui_message_state(const json_t *object, struct ui_message *m, struct ui_error *err)
{
	if (ui_state_parse(object, &m->state, err) < 0)
		return -EINVAL;
	/* The lesson's object has the members of a state that describe its position. */
	return m->state.lesson.on
		       ? ui_state_parse(json_object_get(object, "lesson"), &m->lesson_at, err)
		       : 0;
}

static int
object_read(const json_t *object, struct ui_message *m, struct ui_error *err)
{
	struct reader r = { .err = err };
	char kind[16];

	if (!json_is_object(object)) {
		reader_fail(&r, "", "the message is no object");
		return -EINVAL;
	}
	reader_name(&r, object, "kind", kind, sizeof(kind));
	if (kind[0] == '\0')
		reader_fail(&r, "kind", "is missing");
	m->id = reader_integer(&r, object, "id", 0, INT32_MAX, -1);
	reader_sentence(&r, object, "why", m->why, sizeof(m->why));
	if (r.failed)
		return -EINVAL;
	m->kind = UI_MESSAGE_OTHER;
	if (strcmp(kind, "hello") == 0) {
		m->kind = UI_MESSAGE_HELLO;
		return hello_read(&r, object, m);
	}
	if (strcmp(kind, "state") == 0) {
		m->kind = UI_MESSAGE_STATE;
		return ui_message_state(object, m, err);
	}
	if (strcmp(kind, "ok") == 0) {
		m->kind = UI_MESSAGE_OK;
		ui_answer_read(&r, object, &m->answer);
		return r.failed ? -EINVAL : 0;
	}
	if (strcmp(kind, "button") == 0) {
		m->kind = UI_MESSAGE_BUTTON;
		return press_read(&r, object, &m->press);
	}
	if (strcmp(kind, "error") == 0)
		m->kind = UI_MESSAGE_ERROR;
	return 0;
}

int
ui_message_parse(const char *line, size_t len, struct ui_message *m, struct ui_error *err)
{
	json_error_t where;
	json_t *object = json_loadb(line, len, JSON_REJECT_DUPLICATES, &where);
	int ret;

	if (object == NULL) {
		snprintf(err->why, sizeof(err->why), "byte %d: %.120s", where.position, where.text);
		return -EINVAL;
	}
	ret = object_read(object, m, err);
	json_decref(object);
	return ret;
}

/* The values of optional members: NULL omits the member from json_pack's `s*` and `o*`. */
static const char *
text_or_none(const char *text)
{
	return text[0] != '\0' ? text : NULL;
}

static json_t *
number_or_none(uint32_t number)
{
	return number != 0 ? json_integer((json_int_t)number) : NULL;
}

static json_t *
true_or_none(bool on)
{
	return on ? json_true() : NULL;
}

static json_t *
new_pack(const struct ui_request *q)
{
	static const char *const lots[] = { [UI_LOT_NAMED] = NULL, "swapped", "lot" };
	json_t *names = NULL, *players = NULL;

	for (unsigned i = 0; i < RULES_SEATS_MAX; i++) {
		if (q->player[i].level > 0) {
			if (players == NULL)
				players = json_object();
			json_object_set_new(players, q->player[i].seat,
					    json_sprintf("computer:%u", q->player[i].level));
		}
		if (q->player[i].name[0] == '\0')
			continue;
		if (names == NULL)
			names = json_object();
		json_object_set_new(names, q->player[i].seat, json_string(q->player[i].name));
	}
	return json_pack("{ss ss ss* ss* ss* ss* so* so* so*}", "kind", "new", "game", q->word,
			 "options", text_or_none(q->options), "position",
			 text_or_none(q->position), "clock", text_or_none(q->text), "seats",
			 lots[q->lot], "names", names, "players", players, "force", true_or_none(q->yes));
}

static json_t *
lesson_pack(const struct ui_request *q)
{
	static const char *const which[] = { "number", "puzzle", "mistake" };
	bool begins = q->lesson != UI_LESSON_TAUGHT || q->n > 0; /* the page has asked */

	if (q->word[0] != '\0')
		return json_pack("{ss ss so ss so*}", "kind", "lesson", "game", q->word,
				 which[q->lesson],
				 q->lesson == UI_LESSON_MISTAKE ? json_true() : json_integer(q->n),
				 "player", q->text, "force", true_or_none(begins));
	if (q->action[0] != '\0')
		return json_pack("{ss ss}", "kind", "lesson", "action", q->action);
	return json_pack("{ss sb}", "kind", "lesson", q->yes ? "next" : "leave", 1);
}

/* Packs the requests of pages other than the game's; returns NULL for other kinds. */
static json_t *
table_pack(const struct ui_request *q)
{
	switch ((int)q->kind) {
	case UI_REQUEST_PIN:
		return json_pack("{ss ss ss}", "kind", "pin", "seat", q->seat, "pin", q->pin);
	case UI_REQUEST_CLOCK:
		return json_pack("{ss sb}", "kind", "clock", "pause", q->yes);
	case UI_REQUEST_SET_FLAG:
		return json_pack("{ss s{sb}}", "kind", "set", "values", q->word, q->yes);
	case UI_REQUEST_SET_NUMBER:
		return json_pack("{ss s{si}}", "kind", "set", "values", q->word, (int)q->n);
	case UI_REQUEST_SET_TEXT:
		return json_pack("{ss s{ss}}", "kind", "set", "values", q->word, q->text);
	case UI_REQUEST_DATE:
		return json_pack("{ss ss}", "kind", "date", "date", q->text);
	case UI_REQUEST_LIST:
		return json_pack("{ss si so* ss*}", "kind", "list", "limit", (int)UI_LIST_MAX, "before",
				 number_or_none(q->prompt), "find",
				 q->text[0] != '\0' ? q->text : NULL);
	case UI_REQUEST_SHOW:
		return json_pack("{ss so* so* so* so*}", "kind", "show", "move",
				 q->n != UINT16_MAX ? json_integer(q->n) : NULL, "game_id",
				 number_or_none(q->prompt), "line", number_or_none(q->line), "lamps",
				 true_or_none(q->yes));
	case UI_REQUEST_REVIEW:
		return json_pack("{ss so* so*}", "kind", "review", "game_id",
				 number_or_none(q->prompt), "move", number_or_none(q->n));
	case UI_REQUEST_OPEN:
		return json_pack("{ss sI sb}", "kind", "open", "game_id", (json_int_t)q->prompt,
				 "force", 1);
	case UI_REQUEST_QR:
		return json_pack("{ss si si so*}", "kind", "qr", "part", (int)q->n, "bytes",
				 (int)UI_CODE_BYTES, "game_id", number_or_none(q->prompt));
	case UI_REQUEST_LEAVE:
		return json_pack("{ss sb}", "kind", "show", "leave", 1);
	case UI_REQUEST_EVENING:
		return json_pack("{ss so*}", "kind", "evening", "reset", true_or_none(q->yes));
	case UI_REQUEST_DIAGNOSTICS:
		return json_pack("{ss}", "kind", "diagnostics");
	case UI_REQUEST_LAMPTEST:
		return json_pack("{ss sb}", "kind", "lamptest", "on", q->yes);
	case UI_REQUEST_LEGEND:
		return json_pack("{ss ss*}", "kind", "legend", "meaning",
				 q->word[0] != '\0' ? q->word : NULL);
	case UI_REQUEST_CALIBRATE:
		return json_pack("{ss ss}", "kind", "calibrate", "step", q->word);
	case UI_REQUEST_BLIND:
		return json_pack("{ss ss sb}", "kind", "blind", "square", q->word, "on", q->yes);
	case UI_REQUEST_LESSON:
		return lesson_pack(q);
	case UI_REQUEST_FOCUS:
		return json_pack("{ss sb}", "kind", "focus", "on", q->yes);
	case UI_REQUEST_POWEROFF:
		return json_pack("{ss}", "kind", "poweroff");
	default:
		return NULL;
	}
}

static json_t *
request_pack(const struct ui_request *q)
{
	switch ((int)q->kind) {
	case UI_REQUEST_ACT:
		return json_pack("{ss ss ss*}", "kind", "act", "action", q->action, "seat",
				 text_or_none(q->seat));
	case UI_REQUEST_PRESS:
		return json_pack("{ss ss}", "kind", "press", "button", q->word);
	case UI_REQUEST_ANSWER:
		return json_pack("{ss sI sb so* ss*}", "kind", "answer", "prompt",
				 (json_int_t)q->prompt, "yes", q->yes, "play_on",
				 q->n > 0 ? json_true() : NULL, "seat", text_or_none(q->seat));
	case UI_REQUEST_CHOOSE:
		return json_pack("{ss sI ss}", "kind", "choose", "prompt", (json_int_t)q->prompt,
				 "action", q->action);
	case UI_REQUEST_NEW:
		return new_pack(q);
	case UI_REQUEST_UNDO:
		return json_pack("{ss}", "kind", "undo");
	case UI_REQUEST_RESIGN:
		return json_pack("{ss ss}", "kind", "resign", "seat", q->seat);
	case UI_REQUEST_DRAW:
		return json_pack("{ss}", "kind", "draw");
	case UI_REQUEST_REVEAL:
		return json_pack("{ss}", "kind", "reveal");
	case UI_REQUEST_NEXT:
		return json_pack("{ss so*}", "kind", "next", "force", true_or_none(q->yes));
	case UI_REQUEST_CLAIM:
		return json_pack("{ss ss*}", "kind", "claim", "what", text_or_none(q->word));
	case UI_REQUEST_HINTS:
		return json_pack("{ss ss ss}", "kind", "hints", "seat", q->seat, "level", q->word);
	case UI_REQUEST_GRADED:
		return json_pack("{ss ss ss}", "kind", "hints", "seat", q->seat, "graded_pieces",
				 q->word);
	case UI_REQUEST_BLUNDERS:
		return json_pack("{ss ss sb}", "kind", "hints", "seat", q->seat, "ask_blunders",
				 q->yes);
	case UI_REQUEST_ROLL:
		return json_pack("{ss}", "kind", "roll");
	case UI_REQUEST_MOVE_NOW:
		return json_pack("{ss}", "kind", "move-now");
	case UI_REQUEST_SAY:
		return json_pack("{ss ss}", "kind", "say", "what", q->yes ? "position" : "last");
	case UI_REQUEST_SELECT:
		return json_pack("{ss ss*}", "kind", "select", "what", text_or_none(q->action));
	case UI_REQUEST_SCREEN:
		return json_pack("{ss}", "kind", "screen");
	case UI_REQUEST_HANDOVER:
		return json_pack("{ss ss* ss*}", "kind", "handover", "seat", text_or_none(q->seat),
				 "pin", text_or_none(q->pin));
	default:
		return table_pack(q);
	}
}

size_t
ui_request_print(const struct ui_request *q, uint32_t id, char out[UI_REQUEST_TEXT])
{
	json_t *o = request_pack(q);
	size_t len;

	assert(o != NULL); /* an unlisted kind, or text that is not UTF-8 */
	json_object_set_new(o, "id", json_integer((json_int_t)(id & INT32_MAX)));
	len = json_dumpb(o, out, UI_REQUEST_TEXT - 2, JSON_COMPACT);
	json_decref(o);
	assert(len > 0 && len <= UI_REQUEST_TEXT - 2); /* all fields are bounded */
	out[len++] = '\n';
	out[len] = '\0';
	return len;
}
