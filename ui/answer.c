#include "ui/answer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "hw/client/client.h"
#include "ui/draw.h"
#include "ui/reader.h"
#include "ui/words.h"

/* ---- kept games ---- */

/* Formats "Anna – Ben": White's names first, partners joined by "&"; "" without names. */
static void
players_join(const json_t *object, char *out, size_t size)
{
	static const char *const seats[2][3] = { { "w", "wk", "wq" }, { "b", "bk", "bq" } };
	const json_t *names = json_object_get(object, "names");
	char side[2][UI_PLAYER_TEXT * 2] = { "", "" };

	for (int s = 0; s < 2; s++) {
		for (int i = 0; i < 3; i++) {
			const char *name = json_string_value(json_object_get(names, seats[s][i]));
			size_t len = strlen(side[s]);

			if (name != NULL && name[0] != '\0')
				snprintf(side[s] + len, sizeof(side[s]) - len, "%s%s",
					 len > 0 ? " & " : "", name);
		}
	}
	out[0] = '\0';
	if (side[0][0] != '\0' || side[1][0] != '\0') {
		char both[sizeof(side) + 8];

		snprintf(both, sizeof(both), "%s \u2013 %s", side[0][0] != '\0' ? side[0] : "?",
			 side[1][0] != '\0' ? side[1] : "?");
		reader_text_clean(both, out, size);
	}
}

static void
kept_read(struct reader *r, const json_t *item, struct ui_kept *k)
{
	if (!json_is_object(item)) {
		reader_fail(r, "", "must be an object");
		return;
	}
	k->id = (uint32_t)reader_integer(r, item, "id", 0, UINT32_MAX, 0);
	k->actions = (uint32_t)reader_integer(r, item, "actions", 0, UINT32_MAX, 0);
	reader_name(r, item, "game", k->game, sizeof(k->game));
	reader_sentence(r, item, "title", k->title, sizeof(k->title));
	if (k->title[0] == '\0')
		reader_sentence(r, item, "game", k->title, sizeof(k->title));
	reader_sentence(r, item, "result", k->result, sizeof(k->result));
	reader_sentence(r, item, "reason", k->reason, sizeof(k->reason));
	reader_sentence(r, item, "date", k->date, sizeof(k->date));
	reader_sentence(r, item, "event", k->event, sizeof(k->event));
	players_join(item, k->players, sizeof(k->players));
}

static void
list_read(struct reader *r, const json_t *message, struct ui_list *l)
{
	json_t *list = reader_list(r, message, "games", 100), *item;
	size_t i;

	l->more = json_is_integer(json_object_get(message, "before"));
	json_array_foreach(list, i, item)
	{
		size_t mark;

		if (i == UI_LIST_MAX)
			break;
		mark = reader_enter(r, "games", (int)i);
		kept_read(r, item, &l->game[l->n++]);
		reader_leave(r, mark);
	}
}

/* ---- a kept game after a move ---- */

/* Removes the moves after the shown one, so that the list ends there, as in a game in progress. */
static void
moves_cut(json_t *shown, uint32_t move)
{
	json_t *moves = json_copy(json_object_get(shown, "moves"));
	json_int_t from = json_integer_value(json_object_get(shown, "moves_from"));

	if (moves == NULL)
		return;
	while (json_array_size(moves) > 0 &&
	       from + (json_int_t)json_array_size(moves) > (json_int_t)move)
		json_array_remove(moves, json_array_size(moves) - 1);
	json_object_set_new(shown, "moves", moves);
}

static void
shown_read(struct reader *r, const json_t *message, struct ui_shown *s)
{
	json_t *object = reader_member(r, message, "shown", JSON_OBJECT);
	json_t *said = reader_list(r, object, "said", 256), *copy;
	struct ui_error err;

	s->game_id = (uint32_t)reader_integer(r, object, "game_id", 0, UINT32_MAX, 0);
	reader_name(r, object, "position", s->position, sizeof(s->position));
	s->n = (uint32_t)reader_integer(r, object, "n", 0, 1000000, 0);
	s->move = (uint32_t)reader_integer(r, object, "move", 0, 1000000, 0);
	s->over = reader_flag(r, object, "over", false);
	if (r->failed)
		return;
	/* The object has the content of a state under other names; add the required members. */
	copy = json_copy(object);
	json_object_set_new(copy, "phase", json_string("playing"));
	json_object_set_new(copy, "settled", json_incref(json_object_get(object, "position")));
	json_object_set_new(copy, "n_actions", json_integer((json_int_t)s->n));
	json_object_del(copy, "said");
	moves_cut(copy, s->move);
	if (ui_state_parse(copy, &s->at, &err) < 0)
		reader_fail(r, "shown", err.why);
	json_decref(copy);
	for (size_t i = 0; i < json_array_size(said); i++)
		ui_announcement_add(&s->at, json_string_value(json_array_get(said, i)),
				    s->move > 0 ? s->move - 1 : 0);
	if (s->over && s->move == s->n)
		s->at.phase = UI_PHASE_OVER;
}

/* ---- the evening's results ---- */

static void
score_read(struct reader *r, const json_t *item, struct ui_score *s)
{
	double points = json_number_value(json_object_get(item, "points"));

	if (!json_is_object(item)) {
		reader_fail(r, "", "must be an object");
		return;
	}
	reader_sentence(r, item, "name", s->name, sizeof(s->name));
	s->played = (uint16_t)reader_integer(r, item, "played", 0, UINT16_MAX, 0);
	s->won = (uint16_t)reader_integer(r, item, "won", 0, UINT16_MAX, 0);
	s->drawn = (uint16_t)reader_integer(r, item, "drawn", 0, UINT16_MAX, 0);
	s->lost = (uint16_t)reader_integer(r, item, "lost", 0, UINT16_MAX, 0);
	s->points2 = points >= 0 && points < 30000 ? (uint16_t)lround(points * 2) : 0;
}

static void
sheet_read(struct reader *r, const json_t *message, struct ui_sheet *s)
{
	const json_t *object = reader_member(r, message, "evening", JSON_OBJECT);
	json_t *games = reader_list(r, object, "games", 1000);
	json_t *scores = reader_list(r, object, "score", 1000);
	size_t n = json_array_size(games), first = n > UI_SHEET_MAX ? n - UI_SHEET_MAX : 0;

	s->n_games = (uint16_t)n;
	for (size_t i = first; i < n && !r->failed; i++)
		kept_read(r, json_array_get(games, i), &s->game[s->n_listed++]);
	for (size_t i = 0; i < json_array_size(scores) && i < UI_SHEET_MAX && !r->failed; i++)
		score_read(r, json_array_get(scores, i), &s->score[s->n_scores++]);
}

/* ---- sensor readings ---- */

static void
sensors_read(struct reader *r, const json_t *object, struct ui_diagnostics *d)
{
	json_t *squares = reader_member(r, object, "squares", JSON_OBJECT), *item;
	const char *name;

	json_object_foreach(squares, name, item)
	{
		unsigned sq = rules_square_parse(rules_game(UI_WHOLE_BOARD), name, strlen(name));
		char pole[UI_WORD_TEXT], odd[UI_WORD_TEXT];
		struct ui_sensor *s;
		bool full;

		if (sq == RULES_NO_SQ || !json_is_object(item)) {
			reader_fail(r, "squares", "lists what is no square");
			return;
		}
		s = &d->at[sq];
		s->known = true;
		full = reader_flag(r, item, "occupied", false);
		reader_name(r, item, "pole", pole, sizeof(pole));
		reader_name(r, item, "odd", odd, sizeof(odd));
		s->sense = !full                        ? UI_SENSE_EMPTY
			   : strcmp(pole, "white") == 0 ? UI_SENSE_WHITE
			   : strcmp(pole, "black") == 0 ? UI_SENSE_BLACK
							: UI_SENSE_FULL;
		s->odd = odd[0] != '\0';
		s->raw = (int16_t)reader_integer(r, item, "raw", INT16_MIN, INT16_MAX, -1);
		s->edges = (uint32_t)reader_integer(r, item, "edges", 0, UINT32_MAX, 0);
	}
}

static void
chip_read(struct reader *r, const json_t *item, bool is_bus, struct ui_chip *c)
{
	char kind[UI_WORD_TEXT];
	int index;

	if (!json_is_object(item)) {
		reader_fail(r, "", "must be an object");
		return;
	}
	index = (int)reader_integer(r, item, "index", 0, 999, 0);
	reader_sentence(r, item, "kind", kind, sizeof(kind));
	reader_sentence(r, item, is_bus ? "device" : "addr", c->where, sizeof(c->where));
	snprintf(c->name, sizeof(c->name), "%s",
		 is_bus                      ? N_("Bus")
		 : strcmp(kind, "lamp") == 0 ? N_("Lamps")
					     : N_("Sensors"));
	c->index = (uint16_t)index;
	c->works = reader_flag(r, item, "works", false);
	c->errors = (uint32_t)reader_integer(r, item, "errors", 0, UINT32_MAX, 0);
}

static void
buttons_read(struct reader *r, const json_t *object, struct ui_diagnostics *d)
{
	json_t *list = reader_list(r, object, "buttons", 16), *item;
	size_t i;

	json_array_foreach(list, i, item)
	{
		char name[UI_WORD_TEXT];
		size_t len = strlen(d->down);

		reader_name(r, item, "name", name, sizeof(name));
		if (reader_flag(r, item, "down", false) && len + sizeof(name) < sizeof(d->down))
			snprintf(d->down + len, sizeof(d->down) - len, "%s%s", len > 0 ? " " : "",
				 name);
	}
}

static void
diagnostics_read(struct reader *r, const json_t *message, struct ui_diagnostics *d)
{
	const json_t *object = reader_member(r, message, "diagnostics", JSON_OBJECT);
	json_t *buses = reader_list(r, object, "buses", 64);
	json_t *chips = reader_list(r, object, "chips", 256);

	sensors_read(r, object, d);
	for (size_t i = 0; i < json_array_size(buses) && i < UI_BUSES_MAX; i++)
		chip_read(r, json_array_get(buses, i), true, &d->chip[d->n_chips++]);
	for (size_t i = 0; i < json_array_size(chips) && i < UI_CHIPS_MAX; i++)
		chip_read(r, json_array_get(chips, i), false, &d->chip[d->n_chips++]);
	buttons_read(r, object, d);
	d->weak = reader_squares(r, rules_game(UI_WHOLE_BOARD), object, "weak");
	d->stuck = reader_squares(r, rules_game(UI_WHOLE_BOARD), object, "stuck");
}

/* ---- a game as a QR code ---- */

/* Packs "1110…" into hexadecimal digits. */
static bool
row_pack(const char *row, unsigned size, char *out)
{
	static const char digits[] = "0123456789abcdef";

	if (row == NULL || strlen(row) != size || strspn(row, "01") != size)
		return false;
	for (unsigned x = 0; x < size; x += 4) {
		unsigned digit = 0;

		for (unsigned i = x; i < x + 4; i++)
			digit = digit << 1 | (i < size && row[i] == '1');
		*out++ = digits[digit];
	}
	return true;
}

static void
code_read(struct reader *r, const json_t *message, struct ui_code *c)
{
	const json_t *object = reader_member(r, message, "qr", JSON_OBJECT);
	json_t *rows = reader_list(r, object, "rows", UI_CODE_MAX);
	char *at = c->cells;

	c->size = (uint8_t)reader_integer(r, object, "size", UI_CODE_MIN, UI_CODE_MAX, 0);
	c->quiet = (uint8_t)reader_integer(r, object, "quiet", 4, 16, 4);
	c->part = (uint16_t)reader_integer(r, object, "part", 0, UINT16_MAX, 0);
	c->parts = (uint16_t)reader_integer(r, object, "parts", 1, UINT16_MAX, 1);
	if (!r->failed && (c->size == 0 || json_array_size(rows) != c->size))
		reader_fail(r, "qr.rows", "must be as many as `size` tells");
	for (unsigned y = 0; y < c->size && !r->failed; y++) {
		if (!row_pack(json_string_value(json_array_get(rows, y)), c->size, at))
			reader_fail(r, "qr.rows", "must be of 0 and 1, as many as `size` tells");
		at += draw_code_digits(c->size);
	}
}

/* ---- the lessons of a game ---- */

static void
lessons_read(struct reader *r, const json_t *message, struct ui_lessons *l)
{
	json_t *list = reader_list(r, message, "lessons", UI_LESSONS_MAX), *item;
	size_t i;

	(void)ui_puzzles_read(r, message, &l->puzzles);
	json_array_foreach(list, i, item)
	{
		struct ui_lesson_row *row = &l->row[l->n++];
		size_t mark = reader_enter_item(r, "lessons", i, item);

		reader_sentence(r, item, "name", row->name, sizeof(row->name));
		row->steps = (uint8_t)reader_integer(r, item, "steps", 0, UINT8_MAX, 0);
		row->step = (uint8_t)reader_integer(r, item, "step", 0, UINT8_MAX, 0);
		row->done = reader_flag(r, item, "done", false);
		reader_leave(r, mark);
	}
}

/* ---- a review ---- */

static void
reviewed_read(struct reader *r, const json_t *object, struct ui_reviewed *v)
{
	static const char *const classes[] = { "best", "good", "playable", "mistake", "blunder" };

	v->move = (uint32_t)reader_integer(r, object, "move", 1, 1000000, 0);
	v->class = (uint8_t)(reader_word(r, object, "class", classes, 5) & 7);
	v->score = (int16_t)reader_integer(r, object, "score", -CLIENT_WON, CLIENT_WON, 0);
	v->best_score = (int16_t)reader_integer(r, object, "best_score", -CLIENT_WON, CLIENT_WON, 0);
	ui_move_read(r, reader_member(r, object, "played", JSON_OBJECT), &v->played);
	ui_move_read(r, reader_member(r, object, "best", JSON_OBJECT), &v->best);
}

static void
line_read(struct reader *r, const json_t *at, struct ui_review *v)
{
	json_t *line = reader_list(r, at, "line", UI_LINE_MAX);

	for (size_t i = 0; i < json_array_size(line); i++) {
		const json_t *item = json_array_get(line, i);
		size_t mark = reader_enter_item(r, "line", i, item);

		ui_move_read(r, item, &v->line[v->n_line++]);
		reader_leave(r, mark);
	}
}

static void
review_read(struct reader *r, const json_t *message, struct ui_review *v)
{
	const json_t *object = reader_member(r, message, "review", JSON_OBJECT);
	const json_t *at = reader_member(r, object, "at", JSON_OBJECT);
	json_t *scores = reader_list(r, object, "scores", UI_SCORES_MAX);
	json_t *turning = reader_list(r, object, "turning", UI_TURNING_MAX);

	v->game_id = (uint32_t)reader_integer(r, object, "game_id", 0, UINT32_MAX, 0);
	reader_name(r, object, "game", v->game, sizeof(v->game));
	for (size_t i = 0; i < json_array_size(scores); i++) {
		json_int_t score = json_integer_value(json_array_get(scores, i));

		if (score < -CLIENT_WON || score > CLIENT_WON)
			reader_fail(r, "scores", "has what is no score");
		else
			v->score[v->n_scores++] = (int16_t)score;
	}
	for (size_t i = 0; i < json_array_size(turning); i++) {
		const json_t *item = json_array_get(turning, i);
		size_t mark = reader_enter_item(r, "turning", i, item);

		reviewed_read(r, item, &v->turning[v->n_turning++]);
		reader_leave(r, mark);
	}
	if (at != NULL) {
		reviewed_read(r, at, &v->at);
		line_read(r, at, v);
	}
}

void
ui_answer_read(struct reader *r, const json_t *message, struct ui_answer *a)
{
	memset(a, 0, sizeof(*a));
	if (json_is_object(json_object_get(message, "shown"))) {
		a->kind = UI_ANSWER_SHOWN;
		shown_read(r, message, &a->u.shown);
	} else if (json_is_object(json_object_get(message, "evening"))) {
		a->kind = UI_ANSWER_EVENING;
		sheet_read(r, message, &a->u.sheet);
	} else if (json_is_object(json_object_get(message, "diagnostics"))) {
		a->kind = UI_ANSWER_DIAGNOSTICS;
		diagnostics_read(r, message, &a->u.diagnostics);
	} else if (json_is_object(json_object_get(message, "qr"))) {
		a->kind = UI_ANSWER_CODE;
		code_read(r, message, &a->u.code);
	} else if (json_is_array(json_object_get(message, "lessons"))) {
		a->kind = UI_ANSWER_LESSONS;
		lessons_read(r, message, &a->u.lessons);
	} else if (json_is_object(json_object_get(message, "review"))) {
		a->kind = UI_ANSWER_REVIEW;
		review_read(r, message, &a->u.review);
	} else if (json_is_array(json_object_get(message, "games"))) {
		a->kind = UI_ANSWER_LIST;
		list_read(r, message, &a->u.list);
	}
}
