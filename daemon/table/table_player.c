/* Who plays a seat: what is possible, and as text. */
#include "daemon/table/table_player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/table/table.h"
#include "hw/text/text.h"

_Static_assert(RULES_SEATS_MAX * TABLE_PLAYER_TEXT <= RECORD_PLAYERS_TEXT, "all seats fit");

/* ---- text ---- */

static const char computer[] = "computer", person[] = "person";

/*
 * Splits "NAME:LEVEL" or "computer". Returns the text of the level, "" if there is none, or NULL if the
 * text is no player.
 */
static const char *
split(const char *text, char engine[TABLE_ENGINE_TEXT])
{
	size_t len = strcspn(text, ":");
	bool own = len == strlen(computer) && strncmp(text, computer, len) == 0;

	if (len == 0 || len >= TABLE_ENGINE_TEXT || (!own && text[len] != ':'))
		return NULL;
	text_copy(engine, TABLE_ENGINE_TEXT, "");
	if (!own) {
		memcpy(engine, text, len);
		engine[len] = '\0';
	}
	return text[len] == ':' ? text + len + 1 : "";
}

/* Returns the level, or 0 if the text is no number up to `most`. */
static unsigned
level_of(const char *text, unsigned most)
{
	char *end = NULL;
	unsigned long n = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;

	return end && !*end && n <= most ? (unsigned)n : 0;
}

void
table_players_print(const struct table_player player[RULES_SEATS_MAX], unsigned seats,
		    char out[RECORD_PLAYERS_TEXT])
{
	size_t at = 0;
	bool any = false;

	for (unsigned s = 0; s < seats; s++) {
		const struct table_player *p = &player[s];
		char text[TABLE_PLAYER_TEXT];

		any |= p->level > 0;
		(void)snprintf(text, sizeof(text), "%s", person);
		if (p->level)
			text_print(text, sizeof(text), "%s:%u", *p->engine ? p->engine : computer,
				   p->level);
		at += (size_t)snprintf(out + at, RECORD_PLAYERS_TEXT - at, "%s%s", s ? " " : "", text);
	}
	if (!any)
		*out = '\0';
}

void
table_players_read(const char *text, struct table_player player[RULES_SEATS_MAX])
{
	memset(player, 0, RULES_SEATS_MAX * sizeof(player[0]));
	for (unsigned s = 0; s < RULES_SEATS_MAX && *text; s++) {
		char word[TABLE_PLAYER_TEXT];
		const char *level;

		text_print(word, sizeof(word), "%.*s", (int)strcspn(text, " "), text);
		level = split(word, player[s].engine);
		player[s].level = (uint8_t)(level ? level_of(level, RULES_LEVELS_MAX) : 0);
		text += strcspn(text, " ");
		text += *text == ' ';
	}
}

/* ---- what is possible ---- */

static const struct table_engine *
find(const struct table *t, const char *name)
{
	for (unsigned i = 0; i < t->engines.n; i++)
		if (strcmp(t->engines.of[i].name, name) == 0)
			return &t->engines.of[i];
	return NULL;
}

void
table_engines(struct table *t, const struct table_engines *engines)
{
	t->engines = *engines;
}

static bool
plays(const struct table_engine *e, const struct game *g)
{
	return e->game[0] == g || e->game[1] == g;
}

/* Returns the highest level of the engine in the game, or 0 with t->why. */
static unsigned
levels_of(struct table *t, const struct game *g, const char *engine)
{
	const struct table_engine *e = find(t, engine);

	if (!*engine)
		return rules_levels(g);
	if (!e && table_is_partner(t, 0))
		(void)table_refuse(t, tr("halo-partner, which runs {1}, is not running"), engine);
	else if (!e)
		(void)table_refuse(t, tr("there is no engine \"{1}\" on this machine"), engine);
	else if (!plays(e, g))
		(void)table_refuse(t, tr("{1} does not play {2}"), engine, rules_title(g));
	return e && plays(e, g) ? e->levels : 0;
}

int
table_player_parse(struct table *t, const struct game *g, const char *text,
		   struct table_player *out)
{
	const char *level;
	unsigned most;

	*out = (struct table_player){ .level = 0 };
	if (strcmp(text, person) == 0)
		return 0;
	level = split(text, out->engine);
	if (!level)
		return table_refuse(t, tr("\"{1}\" is neither \"person\" nor \"computer:LEVEL\""),
				    text);
	most = levels_of(t, g, out->engine);
	if (most == 0)
		return -1;
	out->level = (uint8_t)(strcmp(text, computer) == 0 ? TABLE_LEVEL_DEFAULT
							   : level_of(level, most));
	if (out->level == 0)
		return table_refuse(t,
				    tr("\"{1}\" is no level of {2}, which has levels 1 to {3}"),
				    level, rules_title(g), LANG_N(most));
	return 0;
}

/* Refuses guests that together need more memory than the machine can give them. */
static int
check_memory(struct table *t, const struct game *g,
	     const struct table_player player[RULES_SEATS_MAX])
{
	const struct table_engine *largest = NULL;
	unsigned need = 0;

	for (unsigned i = 0; i < rules_seats(g); i++) {
		const struct table_engine *e =
			player[i].level && *player[i].engine ? find(t, player[i].engine) : NULL;

		if (e)
			need += e->memory_mb;
		if (e && (!largest || e->memory_mb > largest->memory_mb))
			largest = e;
	}
	if (!largest || need <= t->engines.memory_mb)
		return 0;
	return table_refuse(t,
			    tr("{1} needs {2} MB of memory, and this machine has {3} MB for engines: "
			       "choose \"computer\" instead"),
			    largest->name, LANG_N(need), LANG_N(t->engines.memory_mb));
}

int
table_players_check(struct table *t, const struct game *g, const struct position *first,
		    const struct table_player player[RULES_SEATS_MAX])
{
	char text[RULES_POSITION_TEXT];

	rules_view_print(g, first, SEAT_TABLE, text);
	for (unsigned s = 0; s < rules_seats(g); s++)
		if (player[s].level && strstr(text, " cards=real"))
			return table_refuse(t,
					    tr("{1} cannot be a computer: it does not see cards "
					       "that are dealt by hand"),
					    words_seat(g, s));
	return check_memory(t, g, player);
}
