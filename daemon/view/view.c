#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/view/view_impl.h"

#include "daemon/table/log.h"
#include "daemon/words/words.h"
#include "daemon/words/words_clock.h"

/* Values since the start that clients were not told. */
static unsigned lost;

/* A state is made again and again: the first is logged, the second, the fourth … */
static void
lose(const char *what)
{
	lost++;
	if ((lost & (lost - 1)) == 0)
		log_line(LOG_BUG,
			 "clients are not told %s: it is no UTF-8, or there is no memory; values "
			 "lost so far: %u",
			 what, lost);
}

void
view_set(json_t *o, const char *key, json_t *value)
{
	if (json_object_set_new(o, key, value) == 0)
		return;
	lose(key);
	(void)json_object_set_new(o, key, json_null());
}

void
view_append(json_t *a, json_t *value)
{
	if (json_array_append_new(a, value) < 0)
		lose("an item of a list");
}

static json_t *
hints(const struct table *t)
{
	json_t *o = json_object();

	for (unsigned s = 0; s < rules_seats(t->state.game); s++)
		view_set(o, rules_seat_name(t->state.game, s),
			 json_string(table_hints_name[t->lamps_config.hints[s] % 3]));
	return o;
}

/* Points so far, by who sits there. */
static json_t *
match(const struct table *t)
{
	json_t *points;

	if (!t->match.on)
		return json_null();
	points = json_object();
	for (unsigned s = 0; s < rules_seats(t->state.game); s++)
		view_set(points, rules_seat_name(t->state.game, s),
			 json_real(table_match_halves(t, s) / 2.0));
	return json_pack("{s:I, s:o}", "round", (json_int_t)strtol(t->game.round, NULL, 10),
			 "points", points);
}

/* The seats whose page asks for one. */
static json_t *
pins(const struct table *t)
{
	unsigned bits = 0;

	for (unsigned s = 0; s < rules_seats(t->state.game); s++)
		bits |= (unsigned)table_pin_is_set(t, s) << s;
	return view_seats(t->state.game, bits);
}

static json_t *
names(const struct table *t)
{
	json_t *o = json_object();

	for (unsigned s = 0; s < rules_seats(t->state.game); s++)
		view_set(o, rules_seat_name(t->state.game, s), json_string(t->game.name[s]));
	return o;
}

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
		view_append(a, json_pack("{s:s, s:s, s:s, s:f}", "name", name, "who",
					 log_who_name((enum log_who)tr->who), "what", tr->what,
					 "since", (double)tr->since_us / 1e6));
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

/* The sentence on top of everything, by what the table knows. */
static void
message(const struct table *t, char text[WORDS_LINE])
{
	struct session_state known = t->state;
	struct position settled;

	if (known.phase != SESSION_NO_GAME) {
		rules_public(known.game, known.settled, &settled);
		known.settled = &settled;
		known.shown = &t->state.known;
	}
	words_message(&known, text);
}

/* Hashes before, seeds when nothing hangs on them any more. */
static json_t *
chance(const struct table *t)
{
	bool over = t->state.phase == SESSION_OVER;
	char hashes[CHANCE_TEXT];

	chance_hashes(t->game.seeds, hashes);
	return json_pack("{s:s?, s:s?, s:s?, s:I}", "next", *t->next_hash ? t->next_hash : NULL,
			 "hash", *hashes ? hashes : NULL, "seed",
			 over && *t->game.seeds ? t->game.seeds : NULL, "rolls",
			 (json_int_t)table_rolls(t));
}

/* The games that lights stand for, by squares of the board. */
static json_t *
choosing(const struct table *t)
{
	json_t *a = json_array();

	for (unsigned i = 0; t->choosing && i < t->choice.n; i++) {
		unsigned sq = t->choice.choice[i].board_sq;
		char name[8];

		view_board_square(t->board, sq, name);
		view_append(a, json_pack("{s:s, s:s}", "game", rules_name(t->choice.choice[i].game),
					 "square", name));
	}
	if (t->choosing)
		return a;
	json_decref(a);
	return json_null();
}

/* The kept game that the lamps follow. */
static json_t *
showing(const struct table *t)
{
	if (!t->showing.game)
		return json_null();
	return json_pack("{s:I, s:I}", "game_id", (json_int_t)t->showing.number, "move",
			 (json_int_t)t->showing.move);
}

static json_t *
work(const struct table *t)
{
	static const char *const kind[STORE_WORKS] = { "none", "export", "import", "repair" };
	json_t *a = json_array();

	for (unsigned i = 0; i < t->n_work; i++) {
		const struct store_work *w = &t->work[i];

		view_append(a, json_pack("{s:I, s:s, s:I, s:o}", "id", (json_int_t)w->id, "kind",
					 kind[w->kind % STORE_WORKS], "done", (json_int_t)w->done,
					 "of", w->of ? json_integer(w->of) : json_null()));
	}
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
						    "writing", "done", "failed" };
	json_t *a = json_array();
	char text[WORDS_LINE];

	for (unsigned i = 0; i < TABLE_STICKS_MAX; i++) {
		const struct table_stick *s = &t->stick[i];

		if (s->client == 0)
			continue;
		if (s->stage == STICK_WAITING)
			words_stick_waiting(s->name, text);
		else if (s->stage == STICK_READING)
			words_stick_reading(s->name, text);
		else if (s->stage == STICK_MENDING)
			words_stick_mending(s->name, text);
		else if (s->stage == STICK_WRITING)
			words_stick_writing(s->name, s->done, s->of, text);
		else if (s->stage == STICK_DONE)
			stick_done(s, text);
		else
			words_stick_failed(s->name, (enum words_stick)s->why, s->about, text);
		view_append(a,
			    json_pack("{s:s, s:s, s:I, s:I, s:s}", "name", s->name, "stage",
				      stage[s->stage % STICK_STAGES], "done", (json_int_t)s->done,
				      "of", (json_int_t)s->of, "text", text));
	}
	return a;
}

static void
add_day(json_t *o, const struct table *t)
{
	char date[RECORD_DATE_SIZE];
	bool machine = table_today(t, date);
	bool known = strcmp(date, RECORD_DATE_UNSET) != 0;

	view_set(o, "date", json_string(date));
	view_set(o, "date_known",
		 machine ? json_string("machine")
		 : known ? json_string("hand")
			 : json_null());
}

static void
starting(const struct table *t, char text[WORDS_LINE])
{
	const struct store_work *w = &t->work[0];

	if (t->n_work > 0 && w->kind == STORE_WORK_REPAIR)
		words_repairing(w->done, w->of, text);
	else
		snprintf(text, WORDS_LINE, "%s", words_starting());
}

/* What is known without a game: the board, and what does not work. */
static void
add_table(json_t *o, const struct table *t)
{
	char text[WORDS_LINE];
	json_t *calibration = view_calibration(t, text);

	if (t->menu)
		view_menu_text(t, text);
	else if (t->choosing)
		words_choice(text);
	else if (!t->calibrating)
		message(t, text);
	view_set(o, "chance", chance(t));
	view_set(o, "screen", json_boolean(t->screen != 0));
	view_set(o, "choosing", choosing(t));
	view_set(o, "showing", showing(t));
	view_set(o, "work", work(t));
	view_set(o, "calibration", calibration);
	view_set(o, "sticks", sticks(t));
	view_set(o, "lamp_test", json_boolean(t->test_client != 0));
	view_set(o, "clock_button", json_boolean(has_clock_button(t->board)));
	view_set(o, "settings", view_settings(t));
	add_day(o, t);
	view_set(o, "troubles", troubles(t));
	view_add_believed(o, t);
	if (!t->begun)
		starting(t, text);
	view_set(o, "message", json_string(text));
}

/* Which game, whose, and how far it is. */
static void
add_game(json_t *o, const struct table *t, unsigned seat)
{
	const struct session_state *s = &t->state;
	const struct store_status *st = t->store ? store_status(t->store) : NULL;
	unsigned turn = s->over ? SEAT_NONE : rules_turn_seat(s->game, s->settled);

	view_set(o, "game", json_string(rules_name(s->game)));
	view_set(o, "title", json_string(rules_title(s->game)));
	view_set(o, "viewer", seat == SEAT_TABLE ? json_string("table") : view_seat(s->game, seat));
	view_set(o, "game_id", st && st->number ? json_integer(st->number) : json_null());
	view_set(o, "white", json_string(t->game.name[0]));
	view_set(o, "black", json_string(t->game.name[1]));
	view_set(o, "names", names(t));
	view_set(o, "round",
		 *t->game.round ? json_integer(strtol(t->game.round, NULL, 10)) : json_null());
	view_set(o, "match", match(t));
	view_set(o, "files", json_integer(rules_files(s->game)));
	view_set(o, "ranks", json_integer(rules_ranks(s->game)));
	view_set(o, "to_act", view_seat(s->game, s->to_act));
	view_set(o, "turn_seat", view_seat(s->game, turn));
	view_set(o, "turn", json_integer(rules_turn(s->game, s->settled)));
	view_set(o, "n_actions", json_integer(s->n_actions));
	view_set(o, "recorded", json_integer(st ? st->recorded : 0));
	view_set(o, "hints", hints(t));
	view_set(o, "pins", pins(t));
	view_set(o, "hides", json_boolean(book_holds_secret(&t->book)));
}

json_t *
view_state(const struct table *t, unsigned seat)
{
	static const char *const phase[] = {
		[SESSION_NO_GAME] = "none", [SESSION_PLAYING] = "playing", [SESSION_OVER] = "over"
	};
	json_t *o = json_pack("{s:s, s:s}", "kind", "state", "phase", phase[t->state.phase]);
	unsigned before = lost;

	if (t->state.phase != SESSION_NO_GAME) {
		add_game(o, t, seat);
		view_add_play(o, t, seat);
	}
	add_table(o, t);
	if (lost != before)
		view_set(o, "lost", json_integer(lost - before));
	return o;
}

json_t *
view_hello(const struct table *t)
{
	static const char *const senses[] = { "occupancy", "polarity", "level" };
	const struct board *b = t->board;

	return json_pack("{s:s, s:i, s:s, s:{s:s, s:s, s:i, s:i, s:s}}", "kind", "hello", "version",
			 1, "program", "halod " HALO_VERSION, "board", "name", b->name, "title",
			 b->title, "files", (int)b->files, "ranks", (int)b->ranks, "senses",
			 senses[b->senses % 3]);
}

static json_t *
meanings(uint16_t means)
{
	json_t *a = json_array();

	for (unsigned m = 0; m < MEANINGS; m++)
		if (means >> m & 1)
			view_append(a, json_string(lamps_meaning_name(m)));
	return a;
}

json_t *
view_lamps(const struct table *t)
{
	json_t *o = json_object();

	for (unsigned sq = 0; t->begun && sq < rules_squares(t->state.game); sq++) {
		const uint8_t *c = t->lamps.shown.rgb[sq];
		uint16_t means = t->lamps.shown.frame.means[sq];
		char name[4], rgb[8];

		if (!means)
			continue;
		rules_square_print(t->state.game, sq, name);
		(void)snprintf(rgb, sizeof(rgb), "%02x%02x%02x", c[0], c[1], c[2]);
		view_set(o, name, json_pack("{s:s, s:o}", "rgb", rgb, "meaning", meanings(means)));
	}
	return o;
}
