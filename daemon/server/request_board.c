/* Requests about the board itself and its machine. */
#include <string.h>

#include "daemon/server/request_impl.h"
#include "daemon/table/home.h"
#include "daemon/view/view.h"
#include "daemon/words/words.h"
#include "hw/text/text.h"

int
request_diagnostics(struct request *r)
{
	if (request_take(r, "{!}") < 0)
		return REQUEST_REFUSED;
	json_object_set_new(r->out, "diagnostics", view_diagnostics(r->t));
	return REQUEST_DONE;
}

int
request_lamptest(struct request *r)
{
	int on;

	if (request_take(r, "{s:b!}", "on", &on) < 0)
		return REQUEST_REFUSED;
	table_legend(r->t, on ? r->client : 0, TABLE_LAMP_TEST);
	return REQUEST_DONE;
}

int
request_legend(struct request *r)
{
	const char *name = NULL;
	unsigned meaning = 0;

	if (request_take(r, "{s?s!}", "meaning", &name) < 0)
		return REQUEST_REFUSED;
	while (name && meaning < MEANINGS && strcmp(name, lamps_meaning_name(meaning)) != 0)
		meaning++;
	if (name && meaning == MEANINGS)
		return request_refuse(r, "meaning: no light means '%s'", name);
	table_legend(r->t, name ? r->client : 0, meaning);
	return REQUEST_DONE;
}

/* Prints both names of a square whose names on board and game differ; else returns false. */
static bool
both_names(const struct request *r, uint8_t sq, char text[WORDS_LINE])
{
	const struct board *b = r->t->board;
	const struct game *g = r->t->state.game;
	unsigned corner = g ? home_to_board(b, g, 0) : 0;

	if (g && home_to_game(b, g, sq) == RULES_NO_SQ)
		words_square_beside(b, sq, text);
	else if (corner != 0)
		words_squares_both(b, corner, &sq, 1, text, WORDS_LINE);
	else
		return false;
	return true;
}

int
request_blind(struct request *r)
{
	const struct board *b = r->t->board;
	const char *name;
	char text[WORDS_LINE];
	struct table_asker who = { .tag = r->tag };
	int on, file, rank, ret;
	uint8_t sq;

	if (request_take(r, "{s:s, s:b!}", "square", &name, "on", &on) < 0)
		return REQUEST_REFUSED;
	file = name[0] - 'a';
	rank = name[0] ? name[1] - '1' : -1;
	if (file < 0 || file >= b->files || rank < 0 || rank >= b->ranks || name[2])
		return request_refuse(r, "square: one of a1 to %c%u is expected", 'a' + b->files - 1,
				      b->ranks);
	sq = (uint8_t)(rank * b->files + file);
	if (both_names(r, sq, text))
		who.text = text;
	ret = table_blind_name(r->t, sq, on != 0, &who);
	if (ret == 0 && who.text)
		json_object_set_new(r->out, "text", json_string(text));
	return request_reply(r, ret);
}

int
request_calibrate(struct request *r)
{
	const char *step;

	if (request_take(r, "{s:s!}", "step", &step) < 0)
		return REQUEST_REFUSED;
	return request_reply(r, table_calibrate(r->t, step, &(struct table_asker){ .tag = r->tag }));
}

int
request_poweroff(struct request *r)
{
	if (request_take(r, "{!}") < 0)
		return REQUEST_REFUSED;
	if (strcmp(table_setting(r->t, SETTING_POWER_OFF), "true") != 0)
		return request_refuse(
			r, "%s", tr("the settings do not let the menu switch the machine off"));
	if (!r->t->ops->power_off)
		return request_refuse(r, "%s", tr("this machine cannot be switched off from here"));
	r->t->ops->power_off(r->t->ops_arg);
	return REQUEST_DONE;
}

/* ---- USB sticks ---- */

static uint8_t
word_find(const char *word, const char *const *words, uint8_t n)
{
	uint8_t i = 0;

	while (i < n && strcmp(word, words[i]) != 0)
		i++;
	return i;
}

static int
stick_words(struct request *r, const char *stage, const char *why, struct table_stick *s)
{
	static const char *const stages[STICK_STAGES] = { "waiting", "reading", "mending",
						    "writing", "done", "failed" };
	static const char *const reasons[WORDS_STICKS] = {
		[WORDS_STICK_FULL] = "full",
		[WORDS_STICK_READ_ONLY] = "read-only",
		[WORDS_STICK_PULLED] = "pulled",
		[WORDS_STICK_DAMAGED] = "damaged",
		[WORDS_STICK_UNCLEAN] = "unclean",
		[WORDS_STICK_FOREIGN] = "foreign",
		[WORDS_STICK_TAKEN] = "taken",
		[WORDS_STICK_FAILS] = "fails",
		[WORDS_STICK_REFUSED] = "refused",
		[WORDS_STICK_BROKEN_OFF] = "broken-off",
	};

	s->stage = word_find(stage, stages, STICK_STAGES);
	s->why = word_find(why, reasons, WORDS_STICKS);
	if (s->stage == STICK_STAGES)
		return request_refuse(
			r,
			"stage: \"%.12s\" is none of waiting, reading, mending, writing, done, failed",
			stage);
	if (s->why == WORDS_STICKS)
		return request_refuse(r, "why: \"%.12s\" is no reason that is known", why);
	return 0;
}

/* Parses the errors of a stick's import; absent if none. */
static int
stick_mistake(struct request *r, json_t *in, struct words_mistake *m)
{
	const char *file, *move, *why;
	json_int_t n[3];

	if (!in)
		return 0;
	if (json_unpack_ex(in, NULL, JSON_STRICT, "{s:s, s:I, s:I, s:I, s:s, s:s}", "file", &file,
			   "line", &n[0], "column", &n[1], "game", &n[2], "move", &move, "why",
			   &why) < 0)
		return request_refuse(
			r, "mistake: file, line, column, game, move and why are expected");
	for (unsigned i = 0; i < 3; i++)
		if (n[i] < 0 || n[i] > UINT32_MAX)
			return request_refuse(r, "mistake: numbers from 0 are expected");
	m->line = (unsigned)n[0];
	m->column = (unsigned)n[1];
	m->game = (unsigned)n[2];
	text_take(m->file, sizeof(m->file), file);
	text_take(m->move, sizeof(m->move), move);
	text_take(m->why, sizeof(m->why), why);
	return 0;
}

int
request_stick(struct request *r)
{
	const char *name, *stage, *why = "broken-off", *about = "";
	json_int_t n[4] = { 0 };
	struct table_stick s = { 0 };
	json_t *mistake = NULL;
	int mended = 0;

	if (request_take(r, "{s:s, s:s, s?:I, s?:I, s?:I, s?:I, s?:b, s?:s, s?:s, s?:o!}", "name",
			 &name, "stage", &stage, "done", &n[0], "of", &n[1], "games", &n[2],
			 "imported", &n[3], "mended", &mended, "why", &why, "about", &about,
			 "mistake", &mistake) < 0 ||
	    stick_words(r, stage, why, &s) < 0 || stick_mistake(r, mistake, &s.mistake) < 0)
		return REQUEST_REFUSED;
	for (unsigned i = 0; i < 4; i++)
		if (n[i] < 0 || n[i] > UINT32_MAX)
			return request_refuse(
				r, "done, of, games, imported: numbers from 0 are expected");
	s.done = (uint32_t)n[0];
	s.of = (uint32_t)n[1];
	s.games = (uint32_t)n[2];
	s.imported = (uint32_t)n[3];
	s.mended = mended;
	text_take(s.name, sizeof(s.name), name);
	text_take(s.about, sizeof(s.about), about);
	return request_reply(r, table_stick_report(r->t, r->client, &s));
}
