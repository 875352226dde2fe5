/* The board for clients, with or without a game: what it does, its settings and its faults. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/table/log.h"
#include "daemon/view/view_impl.h"
#include "daemon/words/words.h"
#include "daemon/words/words_calibrate.h"
#include "hw/lang/lang.h"

/* ---- calibration: the next step, and the result of each square ---- */

static json_t *
names(const struct table *t, const struct words_squares *s)
{
	return view_board_squares(t->board, s->sq, s->n);
}

static json_t *
calibration(const struct table *t)
{
	static const char *const step[] = { "empty", "measuring", "pieces", "review" };
	struct words_calibrate c;
	char text[WORDS_LINE];

	if (!table_calibrate_found(t, &c))
		return json_null();
	words_calibrate(t->board, &c, text);
	return json_pack("{s:s, s:s, s:b, s:o, s:o, s:o, s:o, s:o, s:o}", "step", step[c.step],
			 "text", text, "measures", c.measures, "left", names(t, &c.left), "odd",
			 names(t, &c.odd), "weak", names(t, &c.weak), "strong", names(t, &c.strong),
			 "turned", names(t, &c.turned), "blind", names(t, &c.blind));
}

/* ---- settings ---- */

static json_t *
value_json(unsigned s, const char *text)
{
	return settings_table[s].form >= FORM_CHOICE ? json_string(text)
						     : json_loads(text, JSON_DECODE_ANY, NULL);
}

json_t *
view_settings(const struct table *t)
{
	json_t *o = json_object();

	for (unsigned s = 0; s < SETTINGS; s++)
		json_object_set_new(o, settings_table[s].key,
				    value_json(s, table_setting(t, (enum setting)s)));
	return o;
}

/* ---- the board ---- */

static json_t *
troubles(const struct table *t)
{
	json_t *a = json_array();

	for (unsigned i = 0; i < TROUBLES_MAX; i++) {
		const struct trouble *tr = &t->troubles.place[i];
		char name[TROUBLE_NAME];

		if (!tr->on)
			continue;
		trouble_name(i, name);
		json_array_append_new(a, json_pack("{s:s, s:s, s:s, s:f}", "name", name, "who",
						   log_who_name((enum log_who)tr->who), "what",
						   tr->what, "since", (double)tr->since_us / 1e6));
	}
	return a;
}

static bool
has_clock_button(const struct board *b)
{
	for (unsigned i = 0; i < b->n_buttons; i++)
		if (strcmp(b->button[i].name, "clock") == 0)
			return true;
	return false;
}

/* Returns the hashes of the seeds, and the seeds once no more rolls can be drawn from them. */
static json_t *
chance(const struct table *t)
{
	char hashes[CHANCE_TEXT];

	chance_hashes(t->game.seeds, hashes);
	return json_pack("{s:s?, s:s?, s:s?, s:I}", "next",
			 *t->chance.next_hash ? t->chance.next_hash : NULL, "hash",
			 *hashes ? hashes : NULL, "seed",
			 table_is_public(t) && *t->game.seeds ? t->game.seeds : NULL, "rolls",
			 (json_int_t)table_rolls(t));
}

/* Returns what a light offers: a game, or who plays a seat of the chosen one. */
static json_t *
offered(const struct table *t, const struct menu_choice *c)
{
	json_t *o = json_pack("{s:s}", "game", rules_name(c->game));
	char name[8];

	if (t->choice.game) {
		json_object_set_new(o, "seat", view_seat(c->game, t->choice.seat));
		json_object_set_new(o, "player", c->level ? json_sprintf("computer:%u", c->level)
					       : json_string("person"));
	}
	board_square_name(t->board, c->board_sq, name);
	json_object_set_new(o, "square", json_string(name));
	return o;
}

/* Returns what lamps offer, by squares of the board. */
static json_t *
choosing(const struct table *t)
{
	json_t *a = json_array();

	for (unsigned i = 0; t->choice.on && i < t->choice.lamps.n; i++)
		json_array_append_new(a, offered(t, &t->choice.lamps.choice[i]));
	if (t->choice.on)
		return a;
	json_decref(a);
	return json_null();
}

/* Returns the review that runs or failed. */
static json_t *
reviewing(const struct table *t)
{
	const struct table_review *v = &t->review;

	if (v->number == 0)
		return json_null();
	return json_pack("{s:I, s:I, s:I, s:b}", "game_id", (json_int_t)v->number, "done",
			 (json_int_t)v->done, "of", (json_int_t)v->of, "failed", v->failed);
}

/* Returns the kept game that is replayed on the board. */
static json_t *
showing(const struct table *t)
{
	static const char *const stage[] = {
		[WORDS_REPLAY_SETUP] = "setup",   [WORDS_REPLAY_NEXT] = "next",
		[WORDS_REPLAY_ASTRAY] = "astray", [WORDS_REPLAY_UNSEEN] = "unseen",
		[WORDS_REPLAY_END] = "end",
	};
	const struct table_showing *s = &t->showing;
	struct hints_cache hints = { 0 };
	struct session_state state;
	struct lamps_frame lights;
	char text[WORDS_LINE];

	if (!table_show_state(t, &state) || !table_show_words(t, text))
		return json_null();
	lamps_compose(&hints, &state, &t->lamps_config, &lights);
	return json_pack("{s:I, s:I, s:s, s:s, s:s, s:o}", "game_id", (json_int_t)s->number, "move",
			 (json_int_t)s->move, "game", rules_name(s->game), "stage", stage[s->stage],
			 "text", text, "lights", view_lights(s->game, &lights));
}

static json_t *
work(const struct table *t)
{
	json_t *a = json_array();

	if (t->repairs)
		json_array_append_new(
			a, json_pack("{s:i, s:s, s:I, s:o}", "id", 0, "kind", "repair", "done",
				     (json_int_t)t->repair.done, "of",
				     t->repair.of ? json_integer(t->repair.of) : json_null()));
	return a;
}

static void
stick_done(const struct table_stick *s, char out[WORDS_LINE])
{
	char about[WORDS_LINE];

	if (*s->mistake.file)
		words_mistake(&s->mistake, about);
	else
		words_remark(s->about, about);
	words_stick_done(s->name, s->games, s->imported, s->mended, about, out);
}

static json_t *
sticks(const struct table *t)
{
	static const char *const stage[STICK_STAGES] = { "waiting", "reading", "mending",
							 "writing", "done",    "failed" };
	json_t *a = json_array();
	char text[WORDS_LINE];

	for (unsigned i = 0; i < TABLE_STICKS_MAX; i++) {
		const struct table_stick *s = &t->sticks.at[i];

		if (s->client == 0)
			continue;
		if (s->stage < STICK_DONE)
			words_stick_busy((enum words_stick_stage)s->stage, s->name, s->done, s->of,
					 text);
		else if (s->stage == STICK_DONE)
			stick_done(s, text);
		else
			words_stick_failed(s->name, (enum words_stick)s->why, s->about, text);
		json_array_append_new(a, json_pack("{s:s, s:s, s:I, s:I, s:s}", "name", s->name,
						   "stage", stage[s->stage % STICK_STAGES], "done",
						   (json_int_t)s->done, "of", (json_int_t)s->of,
						   "text", text));
	}
	return a;
}

/* Returns today's date, and in *known how it is known. */
static json_t *
date(const struct table *t, json_t **known)
{
	char text[RECORD_DATE_SIZE];

	if (table_today(t, text))
		*known = json_string("machine");
	else
		*known = strcmp(text, RECORD_DATE_UNSET) ? json_string("hand") : json_null();
	return json_string(text);
}

/* Writes that persons roll a computer's dice; returns false if there is nothing to roll for one. */
static bool
rolls(const struct table *t, char text[WORDS_LINE])
{
	const struct session_state *s = &t->state;
	unsigned seat = rules_turn_seat(s->game, s->settled);

	if (!(s->awaits & AWAIT_ROLL) || !table_seat_is_computer(t, seat) ||
	    s->prompt.kind != PROMPT_NONE || s->guidance.kind != GUIDANCE_NONE ||
	    s->has_provisional)
		return false;
	lang_print(text, WORDS_LINE,
		   tr("Roll the dice for {1}, the computer: OK or Roll, or Real dice"),
		   words_seat(s->game, seat));
	return true;
}

static void
starting(const struct table *t, char text[WORDS_LINE])
{
	if (t->repairs)
		words_repairing(t->repair.done, t->repair.of, text);
	else
		snprintf(text, WORDS_LINE, "%s", tr("Reading the board"));
}

/* Writes the sentence while a computer is to choose; returns false if it need not. */
static bool
thinking(const struct table *t, char text[WORDS_LINE])
{
	const char *seat, *name;

	/* A move that hands make meanwhile has its own sentence. */
	if (t->seats.to_play == SEAT_NONE || t->state.prompt.kind != PROMPT_NONE ||
	    t->state.guidance.kind != GUIDANCE_NONE || t->state.has_provisional)
		return false;
	seat = words_seat(t->state.game, t->seats.to_play);
	name = t->game.name[t->seats.to_play];
	if (table_is_partner(t, 0))
		lang_print(text, WORDS_LINE,
			   tr("{1} is a computer, but its program, halo-partner, is not running. Wait, or "
			      "take a move back"),
			   seat);
	else if (t->seats.failed == t->seats.task)
		lang_print(text, WORDS_LINE,
			   tr("{1} is a computer whose engine fails. Wait, or take a move back"),
			   seat);
	else
		lang_print(text, WORDS_LINE, tr("{1} thinks about a move"), *name ? name : seat);
	return true;
}

/* Prepends to the sentence that a computer refused a draw. */
static void
add_declined(const struct table *t, char text[WORDS_LINE])
{
	unsigned seat = table_seats_declined(t);
	char rest[WORDS_LINE];

	if (seat == SEAT_NONE)
		return;
	memcpy(rest, text, sizeof(rest));
	lang_print(text, WORDS_LINE, tr("{1} declines the draw. {2}"),
		   words_seat(t->state.game, seat), rest);
}

/* Writes the sentence of the game: a fallen flag if players have nothing to put right or answer. */
static void
game_message(const struct table *t, char text[WORDS_LINE])
{
	const struct session_state *s = &t->state;
	unsigned seat = table_clock_claimant(t);

	if (!thinking(t, text) && !rolls(t, text) && !table_advice_words(t, text))
		view_message(s, text);
	if (seat != SEAT_NONE && s->guidance.kind == GUIDANCE_NONE && !s->refusal.rule &&
	    (s->prompt.kind == PROMPT_NONE || s->prompt.kind == PROMPT_PROMOTION))
		words_late(t->state.game, t->clocks.play.now.first_flag, seat,
			   table_clock_claim_draws(t), text);
	add_declined(t, text);
}

void
view_message_text(const struct table *t, char text[WORDS_LINE])
{
	if (!t->begun)
		starting(t, text);
	else if (!duties_say(t, text))
		game_message(t, text);
}

void
view_add_board(json_t *o, const struct table *t)
{
	char message[WORDS_LINE];
	json_t *known;

	json_object_set_new(o, "choosing", choosing(t));
	json_object_set_new(o, "showing", showing(t));
	json_object_set_new(o, "lesson", view_lesson(t));
	json_object_set_new(o, "reviewing", reviewing(t));
	json_object_set_new(o, "work", work(t));
	json_object_set_new(o, "sticks", sticks(t));
	json_object_set_new(o, "lamp_test",
			    json_boolean(t->legend.client && t->legend.meaning == TABLE_LAMP_TEST));
	json_object_set_new(o, "legend",
			    t->legend.client && t->legend.meaning < MEANINGS
				    ? json_string(lamps_meaning_name(t->legend.meaning))
				    : json_null());
	json_object_set_new(o, "clock_button", json_boolean(has_clock_button(t->board)));
	json_object_set_new(o, "troubles", troubles(t));
	json_object_set_new(o, "calibration", calibration(t));
	view_message_text(t, message);
	json_object_set_new(o, "message", json_string(message));
	json_object_set_new(o, "spoken", view_spoken(t, message));
	json_object_set_new(o, "date", date(t, &known));
	json_object_set_new(o, "date_known", known);
	json_object_set_new(o, "chance", chance(t));
	json_object_set_new(o, "screen", json_boolean(!table_is_screen(t, 0)));
	json_object_set_new(o, "partner", json_boolean(!table_is_partner(t, 0)));
	json_object_set_new(o, "settings", view_settings(t));
	view_add_believed(o, t);
}
