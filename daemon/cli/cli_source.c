#include "daemon/cli/cli_source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_PAGE = 100 }; /* maximum of the daemon's answer */

/* ---- the list ---- */

static int
row_take(struct cli_games *g, const json_t *row, uint32_t running)
{
	const char *result = cli_text(row, "result");
	const bool ended = (*result && strcmp(result, "*") != 0) || *cli_text(row, "reason");
	const bool over = ended && !json_is_false(json_object_get(row, "public"));
	const struct game *game = rules_game(cli_text(row, "game"));
	const uint32_t number = (uint32_t)json_integer_value(json_object_get(row, "id"));
	struct export_game *e;

	/* A game without actions is not exported. */
	if (json_integer_value(json_object_get(row, "actions")) == 0 && !ended)
		return CLI_OK;
	if (!game) { /* a game of another version; other games are still exported */
		(void)cli_refused("game %u: %.100s is not known here", number,
				  cli_text(row, "game"));
		if (!*g->unknown)
			(void)snprintf(g->unknown, sizeof(g->unknown), "%.150s", cli_said);
		return CLI_OK;
	}
	if (g->n == g->room) {
		size_t room = g->room ? 2 * g->room : 256;
		struct export_game *more = realloc(g->game, room * sizeof(*more));

		if (!more)
			return cli_refused("no memory");
		g->game = more;
		g->room = room;
	}
	e = &g->game[g->n++];
	*e = (struct export_game){ .game = game, .number = number, .over = over };
	e->running = !over && e->number == running;
	(void)snprintf(e->date, sizeof(e->date), "%s", cli_text(row, "date"));
	return CLI_OK;
}

/* Reads a page of the list, newest first; *before: start of the next one, 0: none. */
static int
list_page(struct cli_games *g, uint32_t running, json_int_t *before)
{
	json_t *message = json_pack("{s:s,s:i}", "kind", "list", "limit", LIST_PAGE), *answer;
	int err = CLI_OK;
	json_t *row;
	size_t i;

	if (*before)
		json_object_set_new(message, "before", json_integer(*before));
	answer = cli_ask(g->link, message);
	if (!answer)
		return CLI_REFUSED;
	*before = 0;
	(void)snprintf(g->journal, sizeof(g->journal), "%s", cli_text(answer, "journal"));
	json_array_foreach(json_object_get(answer, "games"), i, row)
	{
		*before = json_integer_value(json_object_get(row, "id"));
		if (err == CLI_OK)
			err = row_take(g, row, running);
	}
	json_decref(answer);
	return err;
}

/* Requests the number of the game on the board (0: none); returns false with a message on error. */
static bool
running_fetch(struct cli_link *link, uint32_t *number)
{
	json_t *state = cli_ask(link, json_pack("{s:s}", "kind", "state"));

	if (!state)
		return false;
	*number = (uint32_t)json_integer_value(json_object_get(state, "game_id"));
	json_decref(state);
	return true;
}

static void
turn_round(struct export_game *game, size_t n)
{
	for (size_t i = 0; i < n / 2; i++) {
		struct export_game other = game[i];

		game[i] = game[n - 1 - i];
		game[n - 1 - i] = other;
	}
}

/* ---- the source ---- */

static int
source_next(void *user, struct export_game *out, char why[EXPORT_WHY_MAX])
{
	struct cli_games *g = user;

	(void)why;
	if (g->at == g->n)
		return 0;
	*out = g->game[g->at++];
	return 1;
}

/*
 * Handles a refused text. Returns -EREMOTE if the daemon is gone, -EBADMSG if it refused;
 * both were reported.
 */
static int
text_refused(const struct cli_games *g, uint32_t number, enum export_form form,
	     char why[EXPORT_WHY_MAX])
{
	char game[32];
	int n = snprintf(game, sizeof(game), "game %u: ", number);
	/* The daemon's message names a damaged game, but not if a trace was requested. */
	const bool named = strncmp(cli_said, game, (size_t)n) == 0;

	(void)snprintf(why, EXPORT_WHY_MAX, "%s%s%.150s", game,
		       form == EXPORT_TRACE ? "its trace: " : "", cli_said + (named ? n : 0));
	if (g->link->gone)
		return -EREMOTE;
	(void)cli_refused("%s", why);
	return -EBADMSG;
}

static int
source_text(void *user, const struct export_game *e, enum export_form form, char **text,
	    char why[EXPORT_WHY_MAX])
{
	static const char *const forms[] = {
		[EXPORT_PGN] = "pgn",
		[EXPORT_NATIVE] = "record",
		[EXPORT_REVIEW] = "pgn",
		[EXPORT_TRACE] = "trace",
	};
	struct cli_games *g = user;
	json_t *answer, *message = json_pack("{s:s,s:I}", "kind", forms[form], "game_id",
					     (json_int_t)e->number);

	if (form == EXPORT_PGN || form == EXPORT_REVIEW)
		json_object_set_new(message, "review", json_boolean(form == EXPORT_REVIEW));
	g->link->quiet = true;
	answer = cli_ask(g->link, message);
	g->link->quiet = false;
	if (!answer)
		return text_refused(g, e->number, form, why);
	*text = strdup(cli_text(answer, forms[form]));
	json_decref(answer);
	return *text ? 0 : -ENOMEM;
}

int
cli_games_list(struct cli_games *g)
{
	uint32_t running;
	json_int_t before = 0;
	int err;

	g->source.next = source_next;
	g->source.text = source_text;
	g->source.user = g;
	if (!running_fetch(g->link, &running))
		return CLI_REFUSED;
	do
		err = list_page(g, running, &before);
	while (err == CLI_OK && before > 1);
	turn_round(g->game, g->n);
	return err;
}

void
cli_games_free(struct cli_games *g)
{
	free(g->game);
	g->game = NULL;
	g->n = g->room = 0;
}
