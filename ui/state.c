#include "ui/state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/keys.h"
#include "ui/reader.h"
#include "ui/table.h"
#include "ui/words.h"

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

enum { POSITION_TEXT = 2048 }; /* as the rules print at most */

unsigned
ui_square_parse(const char *text, size_t len, unsigned files, unsigned ranks)
{
	unsigned file, rank;

	if (len != 2 || text[0] < 'a' || text[1] < '1')
		return UI_NO_SQ;
	file = (unsigned)(text[0] - 'a');
	rank = (unsigned)(text[1] - '1');
	return file < files && rank < ranks ? rank * files + file : UI_NO_SQ;
}

static bool
is_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '?';
}

/* One rank of a board field, from its first file; *text moves behind it. -1: *why tells. */
static int
rank_parse(const char **text, unsigned files, struct ui_piece *at, const char **why)
{
	const char *c = *text;
	unsigned file = 0;

	*why = "a rank does not fill the board";
	for (; *c != '\0' && *c != '/' && *c != ' '; c++) {
		if (*c >= '0' && *c <= '9') {
			unsigned run = (unsigned)(*c - '0');

			if (c[1] >= '0' && c[1] <= '9')
				run = run * 10 + (unsigned)(*++c - '0');
			if (run == 0 || run > files - file)
				return -1;
			file += run;
		} else if (is_letter(*c)) {
			if (file == files)
				return -1;
			at[file].letter = *c;
			if (c[1] == '*' || c[1] == '^' || c[1] == '@')
				at[file].mark = *++c;
			file++;
		} else {
			*why = "a character that is no piece";
			return -1;
		}
	}
	*text = c;
	return file == files ? 0 : -1;
}

int
ui_board_parse(const char *text, unsigned files, unsigned ranks, struct ui_piece *at,
	       struct ui_error *err)
{
	struct ui_piece scratch[UI_SQUARES_MAX] = { { 0, 0 } };
	const char *why = "";

	for (unsigned rank = ranks; rank-- > 0;) {
		if (rank_parse(&text, files, &scratch[rank * files], &why) < 0) {
			snprintf(err->why, sizeof(err->why), "position: rank %u: %s", rank + 1,
				 why);
			return -EINVAL;
		}
		if (rank > 0 && *text++ != '/') {
			snprintf(err->why, sizeof(err->why), "position: ends after rank %u",
				 rank + 1);
			return -EINVAL;
		}
	}
	if (*text != '\0' && *text != ' ') {
		snprintf(err->why, sizeof(err->why), "position: more than %u ranks", ranks);
		return -EINVAL;
	}
	memcpy(at, scratch, sizeof(scratch[0]) * files * ranks);
	return 0;
}

static unsigned
square_member(struct reader *r, const struct ui_state *s, const json_t *object, const char *key)
{
	char text[4];
	unsigned sq;

	reader_name(r, object, key, text, sizeof(text));
	if (text[0] == '\0')
		return UI_NO_SQ;
	sq = ui_square_parse(text, strlen(text), s->files, s->ranks);
	if (sq == UI_NO_SQ)
		reader_fail(r, key, "no square of this board");
	return sq;
}

struct ui_set
ui_squares_read(struct reader *r, const struct ui_state *s, const json_t *object, const char *key)
{
	struct ui_set set = { { 0, 0 } };
	json_t *list = reader_list(r, object, key, UI_SQUARES_MAX);
	json_t *item;
	size_t i;

	json_array_foreach(list, i, item)
	{
		const char *text = json_string_value(item);
		unsigned sq = text == NULL
				      ? UI_NO_SQ
				      : ui_square_parse(text, strlen(text), s->files, s->ranks);

		if (sq == UI_NO_SQ) {
			reader_fail(r, key, "lists what is no square of this board");
			break;
		}
		ui_set_add(&set, sq);
	}
	return set;
}

/* Where the actions from lifted squares end: what a light under them would mean. */
static void
reach_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	json_t *list = reader_list(r, message, "actions", 4096);
	json_t *item;
	size_t i;

	json_array_foreach(list, i, item)
	{
		const char *text = json_string_value(item);
		unsigned from, to;

		if (text == NULL) {
			reader_fail(r, "actions", "lists what is no string");
			return;
		}
		if (strlen(text) < 4)
			continue;
		from = ui_square_parse(text, 2, s->files, s->ranks);
		to = ui_square_parse(text + 2, 2, s->files, s->ranks);
		if (to != UI_NO_SQ && ui_set_has(&s->lifted, from))
			ui_set_add(&s->reach, to);
	}
}

static void
move_read(struct reader *r, const json_t *object, struct ui_move *m, bool *has_san)
{
	char action[UI_ACTION_TEXT];

	if (!json_is_object(object)) {
		reader_fail(r, "", "must be an object");
		return;
	}
	reader_name(r, object, "action", action, sizeof(action));
	reader_name(r, object, "san", m->text, sizeof(m->text));
	if (m->text[0] == '\0') {
		*has_san = false;
		reader_text_clean(action, m->text, sizeof(m->text));
	}
	m->provisional = reader_flag(r, object, "provisional", false);
}

/* Half-moves since White's first, from the last fields of a position; -1: it has none such. */
static int32_t
position_ply(const char *position)
{
	const char *field = position;
	char *end;
	long turn;
	bool black;

	if ((field = strchr(field, ' ')) == NULL)
		return -1;
	black = field[1] == 'b';
	for (unsigned i = 0; i < 4 && field != NULL; i++)
		field = strchr(field + 1, ' ');
	if (field == NULL)
		return -1;
	turn = strtol(field, &end, 10);
	if (end == field || turn < 1 || turn > 1000000)
		return -1;
	return (int32_t)(2 * (turn - 1) + black);
}

static void
moves_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	json_t *list = reader_list(r, message, "moves", 4096);
	size_t n = json_array_size(list), first = n > UI_MOVES_MAX ? n - UI_MOVES_MAX : 0;
	bool has_san = true;
	char settled[POSITION_TEXT];

	reader_name(r, message, "settled", settled, sizeof(settled));
	s->moves_from = (uint32_t)reader_integer(r, message, "moves_from", 0, 1000000, 0);
	s->moves_from += (uint32_t)first;
	for (size_t i = first; i < n; i++) {
		size_t mark = reader_enter(r, "moves", (int)i);

		move_read(r, json_array_get(list, i), &s->move[s->n_moves++], &has_san);
		reader_leave(r, mark);
	}
	s->first_ply = position_ply(settled);
	if (s->first_ply >= 0)
		s->first_ply += (int32_t)s->moves_from - (int32_t)s->n_actions;
	if (!has_san || s->first_ply < 0)
		s->first_ply = -1;
}

static void
options_read(struct reader *r, struct ui_prompt *p, const json_t *object)
{
	json_t *list = reader_list(r, object, "options", UI_OPTIONS_MAX);
	json_t *item;
	size_t i;

	json_array_foreach(list, i, item)
	{
		struct ui_option *o = &p->option[i];
		size_t mark = reader_enter(r, "options", (int)i);

		if (!json_is_object(item))
			reader_fail(r, "", "must be an object");
		reader_name(r, item, "action", o->action, sizeof(o->action));
		reader_sentence(r, item, "text", o->text, sizeof(o->text));
		if (o->text[0] == '\0')
			reader_text_clean(o->action, o->text, sizeof(o->text));
		if (o->action[0] == '\0')
			reader_fail(r, "action", "is missing");
		reader_leave(r, mark);
		p->n_options++;
	}
}

/* Seats as bits of the rows of hints[], which has been read. */
static uint8_t
seats_member(struct reader *r, const struct ui_state *s, const json_t *object, const char *key)
{
	json_t *list = reader_list(r, object, key, UI_SEATS_MAX), *item;
	uint8_t bits = 0;
	size_t i;

	json_array_foreach(list, i, item)
	{
		const char *name = json_string_value(item);
		unsigned row = 0;

		while (row < s->n_hints && (name == NULL || strcmp(s->hints[row].seat, name) != 0))
			row++;
		if (row == s->n_hints) {
			reader_fail(r, key, "lists what is no seat of this game");
			break;
		}
		bits |= (uint8_t)(1u << row);
	}
	return bits;
}

static void
prompt_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	static const char *const kinds[] = {
		[UI_PROMPT_NONE] = "none",         [UI_PROMPT_WHICH] = "which",
		[UI_PROMPT_CONFIRM] = "confirm",   [UI_PROMPT_PROMOTION] = "promotion",
		[UI_PROMPT_TAKEBACK] = "takeback", [UI_PROMPT_NEW_GAME] = "new-game",
		[UI_PROMPT_DRAW] = "draw",         [UI_PROMPT_RESIGN] = "resign",
		[UI_PROMPT_MENU] = "menu",         [UI_PROMPT_END] = "end",
		[UI_PROMPT_PAY] = "pay",           [UI_PROMPT_TIME] = "time",
		[UI_PROMPT_ARRAY] = "array",
	};
	char word[UI_WORD_TEXT];
	json_t *object = reader_member(r, message, "prompt", JSON_OBJECT);
	struct ui_prompt *p = &s->prompt;
	size_t mark;

	if (object == NULL)
		return;
	mark = reader_enter(r, "prompt", -1);
	reader_name(r, object, "kind", word, sizeof(word));
	if (word[0] == '\0')
		reader_fail(r, "kind", "is missing");
	p->kind = UI_PROMPT_OTHER;
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		if (strcmp(kinds[i], word) == 0)
			p->kind = (uint8_t)i;
	p->id = (uint32_t)reader_integer(r, object, "id", 0, UINT32_MAX, 0);
	p->n = (uint16_t)reader_integer(r, object, "n", 0, UINT16_MAX, 0);
	p->needs = seats_member(r, s, object, "needs");
	p->agreed = seats_member(r, s, object, "agreed");
	reader_sentence(r, object, "text", p->text, sizeof(p->text));
	options_read(r, p, object);
	reader_leave(r, mark);
}

static void
guidance_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	json_t *object = reader_member(r, message, "guidance", JSON_OBJECT);
	struct ui_guidance *g = &s->guidance;
	size_t mark;

	g->lift_sq = g->put_sq = UI_NO_SQ;
	if (object == NULL)
		return;
	mark = reader_enter(r, "guidance", -1);
	g->on = true;
	g->due = reader_flag(r, object, "due", false);
	g->missing = ui_squares_read(r, s, object, "missing");
	g->extra = ui_squares_read(r, s, object, "extra");
	g->wrong = ui_squares_read(r, s, object, "wrong");
	g->lift_sq = (uint8_t)square_member(r, s, object, "lift");
	g->put_sq = (uint8_t)square_member(r, s, object, "put");
	g->steps = (uint8_t)reader_integer(r, object, "steps", 0, UI_SQUARES_MAX * 2, 0);
	reader_sentence(r, object, "text", g->text, sizeof(g->text));
	reader_leave(r, mark);
}

static void
refusal_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	json_t *object = reader_member(r, message, "refusal", JSON_OBJECT);
	struct ui_refusal *f = &s->refusal;
	size_t mark;

	f->from_sq = f->to_sq = UI_NO_SQ;
	if (object == NULL)
		return;
	mark = reader_enter(r, "refusal", -1);
	f->on = true;
	f->from_sq = (uint8_t)square_member(r, s, object, "from");
	f->to_sq = (uint8_t)square_member(r, s, object, "to");
	f->squares = ui_squares_read(r, s, object, "squares");
	reader_sentence(r, object, "text", f->text, sizeof(f->text));
	reader_leave(r, mark);
}

static void
claims_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	json_t *list = reader_list(r, message, "claims", 8);
	json_t *item;
	size_t i;

	json_array_foreach(list, i, item)
	{
		const char *text = json_string_value(item);

		if (text != NULL && strcmp(text, "threefold") == 0)
			s->claims |= UI_CLAIM_THREEFOLD;
		else if (text != NULL && strcmp(text, "fifty") == 0)
			s->claims |= UI_CLAIM_FIFTY;
		else if (text != NULL && strcmp(text, "time") == 0)
			s->claims |= UI_CLAIM_TIME;
	}
}

static void
hints_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	static const char *const levels[] = {
		[UI_HINTS_OFF] = "off", [UI_HINTS_MOVES] = "moves", [UI_HINTS_SAFE] = "safe"
	};
	json_t *object = reader_member(r, message, "hints", JSON_OBJECT);
	size_t mark = reader_enter(r, "hints", -1);
	const char *seat;
	json_t *level;

	json_object_foreach(object, seat, level)
	{
		struct ui_seat_hints *h = &s->hints[s->n_hints];
		int at;

		if (s->n_hints == UI_SEATS_MAX || strlen(seat) >= sizeof(h->seat)) {
			reader_fail(r, "", "more seats, or longer names, than any game has");
			break;
		}
		memcpy(h->seat, seat, strlen(seat) + 1);
		at = reader_word(r, object, seat, levels, ARRAY_LEN(levels));
		h->level = (uint8_t)(at < 0 ? UI_HINTS_OFF : at);
		s->n_hints++;
	}
	reader_leave(r, mark);
}

static void
troubles_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	json_t *list = reader_list(r, message, "troubles", 256);
	json_t *item;
	size_t i;

	json_array_foreach(list, i, item)
	{
		struct ui_trouble *t = &s->trouble[s->n_troubles];
		size_t mark;

		if (s->n_troubles == UI_TROUBLES_MAX)
			break;
		mark = reader_enter(r, "troubles", (int)i);
		if (!json_is_object(item))
			reader_fail(r, "", "must be an object");
		reader_name(r, item, "name", t->name, sizeof(t->name));
		reader_name(r, item, "who", t->who, sizeof(t->who));
		reader_sentence(r, item, "what", t->what, sizeof(t->what));
		reader_leave(r, mark);
		s->n_troubles++;
	}
}

static void
result_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	json_t *object = reader_member(r, message, "result", JSON_OBJECT);
	size_t mark;

	if (object == NULL)
		return;
	mark = reader_enter(r, "result", -1);
	s->over_told = true;
	reader_name(r, object, "result", s->result, sizeof(s->result));
	reader_name(r, object, "reason", s->reason, sizeof(s->reason));
	reader_sentence(r, object, "text", s->result_text, sizeof(s->result_text));
	if (s->result_text[0] == '\0')
		snprintf(s->result_text, sizeof(s->result_text), "%s %s", s->result, s->reason);
	reader_leave(r, mark);
}

static char
position_colour(const char *position)
{
	const char *field = strchr(position, ' ');

	return field != NULL && (field[1] == 'w' || field[1] == 'b') ? field[1] : '\0';
}

static void
position_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	char text[POSITION_TEXT];

	s->files = (uint8_t)reader_integer(r, message, "files", 1, UI_FILES_MAX, 8);
	s->ranks = (uint8_t)reader_integer(r, message, "ranks", 1, UI_RANKS_MAX, 8);
	reader_name(r, message, "position", text, sizeof(text));
	if (r->failed)
		return;
	if (text[0] == '\0') {
		if (s->phase != UI_PHASE_NONE)
			reader_fail(r, "position", "is missing");
		return;
	}
	if (ui_board_parse(text, s->files, s->ranks, s->at, r->err) < 0)
		r->failed = true;
	s->colour = position_colour(text);
}

static void
game_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	static const char *const phases[] = {
		[UI_PHASE_NONE] = "none", [UI_PHASE_PLAYING] = "playing", [UI_PHASE_OVER] = "over"
	};
	int phase = reader_word(r, message, "phase", phases, ARRAY_LEN(phases));

	if (phase < 0)
		reader_fail(r, "phase", "is missing");
	s->phase = (uint8_t)(phase < 0 ? 0 : phase);
	reader_name(r, message, "game", s->game, sizeof(s->game));
	reader_sentence(r, message, "title", s->title, sizeof(s->title));
	reader_name(r, message, "to_act", s->to_act, sizeof(s->to_act));
	reader_name(r, message, "turn_seat", s->turn_seat, sizeof(s->turn_seat));
	reader_name(r, message, "viewer", s->viewer, sizeof(s->viewer));
	s->turn = (uint32_t)reader_integer(r, message, "turn", 0, 1000000, 0);
	s->n_actions = (uint32_t)reader_integer(r, message, "n_actions", 0, 1000000, 0);
	s->hides = reader_flag(r, message, "hides", false);
	reader_name(r, message, "provisional", s->provisional, sizeof(s->provisional));
	s->has_provisional = s->provisional[0] != '\0';
	s->clock_button = reader_flag(r, message, "clock_button", true);
	reader_sentence(r, message, "message", s->message, sizeof(s->message));
}

static void
begun_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	static const char *const keys[] = { "attempt", "transfer", "buy" };

	for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
		struct ui_set set = ui_squares_read(r, s, message, keys[i]);

		s->begun.w[0] |= set.w[0];
		s->begun.w[1] |= set.w[1];
		s->selected = i == 2 && (set.w[0] | set.w[1]) != 0;
	}
}

int
ui_state_parse(const json_t *message, struct ui_state *s, struct ui_error *err)
{
	struct ui_state scratch = { .phase = UI_PHASE_NONE };
	struct reader r = { .err = err };
	json_t *last;

	if (!json_is_object(message)) {
		snprintf(err->why, sizeof(err->why), "the message is no object");
		return -EINVAL;
	}
	game_read(&r, &scratch, message);
	position_read(&r, &scratch, message);
	scratch.lifted = ui_squares_read(&r, &scratch, message, "lifted");
	scratch.check = ui_squares_read(&r, &scratch, message, "check");
	begun_read(&r, &scratch, message);
	last = reader_member(&r, message, "last", JSON_OBJECT);
	scratch.last = ui_squares_read(&r, &scratch, last, "squares");
	reader_name(&r, last, "action", scratch.last_action, sizeof(scratch.last_action));
	reach_read(&r, &scratch, message);
	ui_words_read(&r, message, &scratch);
	ui_keys_read(&r, message, scratch.files, scratch.ranks, &scratch.keys);
	moves_read(&r, &scratch, message);
	hints_read(&r, &scratch, message);
	prompt_read(&r, &scratch, message);
	guidance_read(&r, &scratch, message);
	refusal_read(&r, &scratch, message);
	claims_read(&r, &scratch, message);
	troubles_read(&r, &scratch, message);
	ui_table_read(&r, message, &scratch);
	result_read(&r, &scratch, message);
	if (r.failed)
		return -EINVAL;
	*s = scratch;
	return 0;
}

enum ui_hints
ui_state_hints(const struct ui_state *s, const char *seat)
{
	for (unsigned i = 0; i < s->n_hints; i++)
		if (strcmp(s->hints[i].seat, seat) == 0)
			return (enum ui_hints)s->hints[i].level;
	return UI_HINTS_OFF;
}
