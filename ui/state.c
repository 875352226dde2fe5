#include "ui/state.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "ui/keys.h"
#include "ui/reader.h"
#include "ui/table.h"
#include "ui/words.h"

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

void
ui_move_read(struct reader *r, const json_t *object, struct ui_move *m)
{
	static const char *const effects[] = { "capture", "no-capture", "crooked" };
	char action[RULES_ACTION_TEXT], seat[UI_SEAT_TEXT];

	reader_name(r, object, "action", action, sizeof(action));
	reader_name(r, object, "note", m->text, sizeof(m->text));
	reader_name(r, object, "seat", seat, sizeof(seat));
	m->is_note = m->text[0] != '\0';
	if (!m->is_note)
		reader_text_clean(action, m->text, sizeof(m->text));
	m->provisional = reader_flag(r, object, "provisional", false);
	m->black = seat[0] == 'b';
	m->turn = (uint32_t)reader_integer(r, object, "turn", 0, 1000000, 0);
	m->earned = (uint8_t)reader_integer(r, object, "earned", 0, 255, 0);
	m->effect = (uint8_t)(reader_word(r, object, "effect", effects, ARRAY_LEN(effects)) + 1);
}

static void
moves_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	json_t *list = reader_list(r, message, "moves", 4096);
	size_t n = json_array_size(list), first = n > UI_MOVES_MAX ? n - UI_MOVES_MAX : 0;

	s->moves_from = (uint32_t)reader_integer(r, message, "moves_from", 0, 1000000, 0);
	s->moves_from += (uint32_t)first;
	for (size_t i = first; i < n; i++) {
		const json_t *item = json_array_get(list, i);
		size_t mark = reader_enter_item(r, "moves", i, item);

		ui_move_read(r, item, &s->move[s->n_moves++]);
		reader_leave(r, mark);
	}
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
		size_t mark = reader_enter_item(r, "options", i, item);

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

/* Returns seats as bits of the rows of hints[], which must have been read. */
static uint8_t
seats_member(struct reader *r, const struct ui_state *s, const json_t *object, const char *key)
{
	json_t *list = reader_list(r, object, key, RULES_SEATS_MAX), *item;
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
		[UI_PROMPT_BLUNDER] = "blunder",   [UI_PROMPT_TAKEBACK] = "takeback",
		[UI_PROMPT_NEW_GAME] = "new-game", [UI_PROMPT_DRAW] = "draw",
		[UI_PROMPT_RESIGN] = "resign",     [UI_PROMPT_MENU] = "menu",
		[UI_PROMPT_END] = "end",           [UI_PROMPT_PAY] = "pay",
		[UI_PROMPT_TIME] = "time",         [UI_PROMPT_REVEAL] = "reveal",
		[UI_PROMPT_ARRAY] = "array",       [UI_PROMPT_PLAY_ON] = "play-on",
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
	reader_name(r, object, "seat", p->seat, sizeof(p->seat));
	p->needs = seats_member(r, s, object, "needs");
	p->agreed = seats_member(r, s, object, "agreed");
	reader_sentence(r, object, "text", p->text, sizeof(p->text));
	options_read(r, p, object);
	p->chosen = (uint8_t)reader_integer(r, object, "chosen", 0, UI_OPTIONS_MAX, p->n_options);
	reader_name(r, object, "seat", word, sizeof(word));
	p->black = word[0] == 'b';
	reader_leave(r, mark);
}

/* Reads the pieces that are still to be taken away, which the position no longer has. */
static void
standing_read(struct reader *r, struct ui_state *s, const struct game *game, const json_t *object)
{
	json_t *list = reader_member(r, object, "standing", JSON_OBJECT), *item;
	const char *name;

	json_object_foreach(list, name, item)
	{
		unsigned sq =
			game != NULL ? rules_square_parse(game, name, strlen(name)) : RULES_NO_SQ;
		const char *piece = json_string_value(item);

		if (sq == RULES_NO_SQ || piece == NULL || !isalpha((unsigned char)piece[0]) ||
		    strspn(piece + 1, "*^@") != strlen(piece + 1)) {
			reader_fail(r, "standing", "lists what is no piece on a square");
			return;
		}
		s->at[sq] = (struct ui_piece){ piece[0], piece[1] };
	}
}

static void
guidance_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	json_t *object = reader_member(r, message, "guidance", JSON_OBJECT);
	const struct game *game = rules_game(s->game);
	struct ui_guidance *g = &s->guidance;
	size_t mark;

	g->lift_sq = g->put_sq = RULES_NO_SQ;
	standing_read(r, s, game, message);
	if (object == NULL)
		return;
	mark = reader_enter(r, "guidance", -1);
	g->on = true;
	g->due = reader_flag(r, object, "due", false);
	g->onward = reader_flag(r, object, "onward", false);
	g->idle = reader_flag(r, object, "idle", false);
	g->rank = (uint8_t)reader_integer(r, object, "rank", 1, RULES_RANKS_MAX, 0);
	g->missing = reader_squares(r, game, object, "missing");
	g->extra = reader_squares(r, game, object, "extra");
	g->wrong = reader_squares(r, game, object, "wrong");
	g->lift_sq = (uint8_t)reader_square(r, game, object, "lift");
	g->put_sq = (uint8_t)reader_square(r, game, object, "put");
	g->steps = (uint8_t)reader_integer(r, object, "steps", 0, RULES_SQUARES_MAX * 2, 0);
	reader_sentence(r, object, "text", g->text, sizeof(g->text));
	reader_leave(r, mark);
}

static void
refusal_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	json_t *object = reader_member(r, message, "refusal", JSON_OBJECT);
	struct ui_refusal *f = &s->refusal;
	size_t mark;

	if (object == NULL)
		return;
	mark = reader_enter(r, "refusal", -1);
	f->on = true;
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
			s->claims |= CLAIM_THREEFOLD;
		else if (text != NULL && strcmp(text, "fifty") == 0)
			s->claims |= CLAIM_FIFTY;
		else if (text != NULL && strcmp(text, "time") == 0)
			s->claims |= UI_CLAIM_TIME;
	}
}

static void
hints_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	static const char *const levels[] = { "off", "moves", "safe", "graded" };
	json_t *object = reader_member(r, message, "hints", JSON_OBJECT);
	json_t *graded = reader_member(r, message, "graded_pieces", JSON_OBJECT);
	size_t mark = reader_enter(r, "hints", -1);
	const char *seat;
	json_t *level;

	json_object_foreach(object, seat, level)
	{
		struct ui_seat_hints *h = &s->hints[s->n_hints];
		int at;

		if (s->n_hints == RULES_SEATS_MAX || strlen(seat) >= sizeof(h->seat)) {
			reader_fail(r, "", "more seats, or longer names, than any game has");
			break;
		}
		memcpy(h->seat, seat, strlen(seat) + 1);
		at = reader_word(r, object, seat, levels, ARRAY_LEN(levels));
		h->level = (uint8_t)(at < 0 ? UI_HINTS_OFF : at);
		reader_name(r, graded, seat, h->graded, sizeof(h->graded));
		s->n_hints++;
	}
	reader_leave(r, mark);
	s->asks_blunders = seats_member(r, s, message, "ask_blunders");
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
		mark = reader_enter_item(r, "troubles", i, item);
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
	s->over_known = true;
	reader_name(r, object, "result", s->result, sizeof(s->result));
	reader_name(r, object, "reason", s->reason, sizeof(s->reason));
	reader_sentence(r, object, "text", s->result_text, sizeof(s->result_text));
	if (s->result_text[0] == '\0')
		snprintf(s->result_text, sizeof(s->result_text), "%s %s", s->result, s->reason);
	reader_leave(r, mark);
}

static void
about_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	static const char *const steps[UI_ABOUTS] = {
		[UI_ABOUT_NONE] = "", [UI_ABOUT_HOW] = "how", [UI_ABOUT_WAYS] = "ways", [UI_ABOUT_WHY] = "why"
	};
	json_t *object = reader_member(r, message, "about", JSON_OBJECT);
	size_t mark;
	int shown, next;

	if (object == NULL)
		return;
	mark = reader_enter(r, "about", -1);
	shown = reader_word(r, object, "shown", steps, ARRAY_LEN(steps));
	next = reader_word(r, object, "next", steps, ARRAY_LEN(steps));
	s->about_shown = (uint8_t)(shown < 0 ? UI_ABOUT_NONE : shown);
	s->about_next = (uint8_t)(next < 0 ? UI_ABOUT_NONE : next);
	reader_leave(r, mark);
}

static char
position_colour(const char *position)
{
	const char *field = strchr(position, ' ');

	return field != NULL && (field[1] == 'w' || field[1] == 'b') ? field[1] : '\0';
}

static void
pieces_read(struct reader *r, struct ui_state *s, const struct game *game, const char *position)
{
	struct rules_error err;
	uint8_t piece[RULES_SQUARES_MAX];

	if (rules_board_parse(game, position, piece, &err) < 0) {
		reader_fail(r, "position", err.why);
		return;
	}
	for (unsigned sq = 0; sq < rules_squares(game); sq++) {
		char text[4];

		rules_piece_print(game, piece[sq], text);
		if (piece[sq] != 0)
			s->at[sq] = (struct ui_piece){ text[0], text[1] };
	}
}

static void
position_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	const struct game *game = rules_game(s->game);
	char text[RULES_POSITION_TEXT];

	s->files = (uint8_t)(game != NULL ? rules_files(game) : 8);
	s->ranks = (uint8_t)(game != NULL ? rules_ranks(game) : 8);
	reader_name(r, message, "position", text, sizeof(text));
	if (r->failed || s->phase == UI_PHASE_NONE)
		return;
	if (game == NULL)
		reader_fail(r, "game", "none that this screen knows");
	else if (text[0] == '\0')
		reader_fail(r, "position", "is missing");
	else
		pieces_read(r, s, game, text);
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
	s->closed = reader_flag(r, message, "closed", false);
	s->reveal = reader_flag(r, message, "reveal", false);
	reader_name(r, message, "provisional", s->provisional, sizeof(s->provisional));
	s->has_provisional = s->provisional[0] != '\0';
	s->clock_button = reader_flag(r, message, "clock_button", true);
	reader_sentence(r, message, "message", s->message, sizeof(s->message));
}

/* Reads a computer's action that hands have to make. */
static void
plan_read(struct reader *r, struct ui_state *s, const struct game *game, const json_t *message)
{
	char text[RULES_ACTION_TEXT];
	struct action a;

	s->plan_from = s->plan_to = RULES_NO_SQ;
	reader_name(r, message, "plan", text, sizeof(text));
	s->has_plan = text[0] != '\0';
	if (game == NULL || rules_action_read(game, text, &a) < 0 ||
	    (a.kind != ACT_MOVE && a.kind != ACT_ATTEMPT))
		return;
	s->plan_from = a.from;
	s->plan_to = a.to;
}

int
ui_state_parse(const json_t *message, struct ui_state *s, struct ui_error *err)
{
	struct ui_state scratch = { .phase = UI_PHASE_NONE };
	struct reader r = { .err = err };
	const struct game *game;
	json_t *last;

	if (!json_is_object(message)) {
		snprintf(err->why, sizeof(err->why), "the message is no object");
		return -EINVAL;
	}
	game_read(&r, &scratch, message);
	game = rules_game(scratch.game);
	position_read(&r, &scratch, message);
	scratch.lifted = reader_squares(&r, game, message, "lifted");
	scratch.check = reader_squares(&r, game, message, "check");
	scratch.selected = !sqset_empty(reader_squares(&r, game, message, "buy"));
	reader_lights(&r, game, message, scratch.light);
	scratch.tricks = reader_squares(&r, game, message, "tricks");
	plan_read(&r, &scratch, game, message);
	last = reader_member(&r, message, "last", JSON_OBJECT);
	reader_name(&r, last, "action", scratch.last_action, sizeof(scratch.last_action));
	ui_words_read(&r, message, &scratch);
	ui_keys_read(&r, message, game, &scratch.keys);
	moves_read(&r, &scratch, message);
	hints_read(&r, &scratch, message);
	prompt_read(&r, &scratch, message);
	guidance_read(&r, &scratch, message);
	refusal_read(&r, &scratch, message);
	about_read(&r, &scratch, message);
	claims_read(&r, &scratch, message);
	troubles_read(&r, &scratch, message);
	ui_table_read(&r, message, &scratch);
	result_read(&r, &scratch, message);
	if (r.failed)
		return -EINVAL;
	*s = scratch;
	return 0;
}

bool
ui_state_lacks(const struct ui_state *s)
{
	const struct ui_guidance *g = &s->guidance;

	return g->rank > 0 && !(sqset_empty(g->missing) && sqset_empty(g->extra));
}

enum ui_hints
ui_state_hints(const struct ui_state *s, const char *seat)
{
	for (unsigned i = 0; i < s->n_hints; i++)
		if (strcmp(s->hints[i].seat, seat) == 0)
			return (enum ui_hints)s->hints[i].level;
	return UI_HINTS_OFF;
}
