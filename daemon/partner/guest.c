#include "daemon/partner/guest.h"

#include <dirent.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "daemon/partner/partner.h"

static const char *const games[GUEST_GAMES] = { "chess", "chess960" };

/* The memory was measured with these options in a search of two seconds (docs/alone.md). */
static const struct guest known[] = {
	{ "stockfish", "/usr/games/stockfish", { true, true }, 137, "Skill Level", 0, 20,
	  "setoption name Hash value 16\nsetoption name Threads value 1\n" },
	{ "fairy-stockfish", "/usr/games/fairy-stockfish", { true, true }, 82, "Skill Level", -20, 20,
	  "setoption name Hash value 16\nsetoption name Threads value 1\n" },
};

/* ---- files ---- */

struct reading {
	struct guest *guest;
	const char *path;
};

/* Reads names of games, separated by spaces. */
static bool
take_games(struct guest *e, const char *value)
{
	char words[GUEST_TEXT], *rest = words;
	bool all = true;

	(void)snprintf(words, sizeof(words), "%s", value);
	memset(e->plays, 0, sizeof(e->plays));
	for (char *word; (word = strsep(&rest, " "));) {
		bool found = *word == '\0';

		for (unsigned i = 0; i < GUEST_GAMES; i++)
			if (strcmp(word, games[i]) == 0)
				found = e->plays[i] = true;
		all &= found;
	}
	return all;
}

static bool
take_number(int *out, const char *value)
{
	char *end;
	long n = strtol(value, &end, 10);

	*out = (int)n;
	return end != value && !*end && n > -100000 && n < 100000;
}

static bool
take_text(char out[GUEST_TEXT], const char *value)
{
	return snprintf(out, GUEST_TEXT, "%s", value) < GUEST_TEXT;
}

static bool
take_option(struct guest *e, const char *name, const char *value)
{
	size_t len = strlen(e->options), room = sizeof(e->options) - len;

	return snprintf(e->options + len, room, "setoption name %s value %s\n", name, value) <
	       (int)room;
}

/* Takes a line of a file; returns 0 for one that is not understood, as inih wants. */
static int
take_line(void *arg, const char *section, const char *name, const char *value)
{
	struct guest *e = arg;
	int n;

	if (strcmp(section, "options") == 0)
		return take_option(e, name, value);
	if (strcmp(section, "engine") != 0)
		return 0;
	if (strcmp(name, "program") == 0)
		return take_text(e->program, value);
	if (strcmp(name, "games") == 0)
		return take_games(e, value);
	if (strcmp(name, "strength") == 0)
		return take_text(e->strength, value);
	if (strcmp(name, "weakest") == 0)
		return take_number(&e->weakest, value);
	if (strcmp(name, "strongest") == 0)
		return take_number(&e->strongest, value);
	if (strcmp(name, "memory") != 0 || !take_number(&n, value) || n < 1 || n > UINT16_MAX)
		return 0;
	e->memory_mb = (unsigned)n;
	return 1;
}

/* Returns the place of a guest with that name: a present one, or a new one; NULL: no room. */
static struct guest *
place_of(struct guests *g, const char *name)
{
	for (unsigned i = 0; i < g->n; i++)
		if (strcmp(g->of[i].name, name) == 0)
			return &g->of[i];
	return g->n < GUESTS_MAX ? &g->of[g->n++] : NULL;
}

static void
read_file(struct guests *g, const char *folder, const char *file)
{
	struct guest e = { .plays = { true, false } }, *place;
	int len = (int)(strlen(file) - strlen(".ini")), line;
	char path[GUEST_TEXT];

	if (snprintf(path, sizeof(path), "%s/%s", folder, file) >= (int)sizeof(path) ||
	    snprintf(e.name, sizeof(e.name), "%.*s", len, file) >= (int)sizeof(e.name) ||
	    strcmp(e.name, "computer") == 0 || strpbrk(e.name, ": ")) {
		partner_log("%s/%s: an engine's name has at most %d letters, and is not 'computer'",
			    folder, file, GUEST_NAME - 1);
		return;
	}
	line = ini_parse(path, take_line, &e);
	if (line != 0)
		partner_log("%s:%d: not understood", path, line);
	else if (!*e.program || !e.memory_mb)
		partner_log("%s: program and memory are required", path);
	else if (access(e.program, X_OK) < 0)
		partner_log("%s: %s cannot be run", path, e.program);
	else if (!(place = place_of(g, e.name)))
		partner_log("%s: too many engines", path);
	else
		*place = e;
}

static int
is_file(const struct dirent *d)
{
	size_t len = strlen(d->d_name);

	return len > 4 && strcmp(d->d_name + len - 4, ".ini") == 0 && d->d_name[0] != '.';
}

static void
read_folder(struct guests *g, const char *folder)
{
	struct dirent **file = NULL;
	int n = scandir(folder, &file, is_file, alphasort);

	for (int i = 0; i < n; i++) {
		read_file(g, folder, file[i]->d_name);
		free(file[i]);
	}
	free(file);
}

/* ---- what there is ---- */

/* Returns the megabytes that guests may use. */
static unsigned
memory(void)
{
	struct sysinfo s;
	uint64_t mb;

	if (sysinfo(&s) < 0)
		return 0;
	mb = (uint64_t)s.totalram * s.mem_unit / GUEST_MEMORY_PART >> 20;
	return mb < GUEST_MEMORY_MAX ? (unsigned)mb : GUEST_MEMORY_MAX;
}

void
guests_find(struct guests *g, const char *folder)
{
	*g = (struct guests){ .memory_mb = memory() };
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (access(known[i].program, X_OK) == 0)
			g->of[g->n++] = known[i];
	read_folder(g, folder);
}

const struct guest *
guests_named(const struct guests *g, const char *name)
{
	for (unsigned i = 0; i < g->n; i++)
		if (strcmp(g->of[i].name, name) == 0)
			return &g->of[i];
	return NULL;
}

json_t *
guests_json(const struct guests *g)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < g->n; i++) {
		const struct guest *e = &g->of[i];
		json_t *plays = json_array();

		for (unsigned k = 0; k < GUEST_GAMES; k++)
			if (e->plays[k])
				json_array_append_new(plays, json_string(games[k]));
		json_array_append_new(list, json_pack("{s:s, s:o, s:i, s:i}", "name", e->name, "games",
						      plays, "levels",
						      *e->strength ? GUEST_LEVELS : 1, "memory",
						      (int)e->memory_mb));
	}
	return list;
}

void
guest_print(const struct guest *e, const char *game, int level, char *out, size_t size)
{
	int at = snprintf(out, size, "%ssetoption name UCI_Chess960 value %s\n", e->options,
			  strcmp(game, "chess960") == 0 ? "true" : "false");

	if (*e->strength && at > 0 && (size_t)at < size)
		(void)snprintf(out + at, size - (size_t)at, "setoption name %s value %d\n", e->strength,
			       e->weakest + (e->strongest - e->weakest) * (level - 1) /
						    (GUEST_LEVELS - 1));
}
