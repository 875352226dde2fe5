/* `halo lesson …`, `halo puzzle …`: checks files, lists what a game has, begins one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/cli/cli.h"
#include "daemon/lesson/lesson_puzzle.h"

/* Prints "FILE:LINE: WHY". Returns CLI_USAGE. */
static int
bad_file(const char *path, const struct lesson_error *err)
{
	fprintf(stderr, "%s:", path);
	if (err->line)
		fprintf(stderr, "%u:", err->line);
	fprintf(stderr, " %s\n", err->why);
	return CLI_USAGE;
}

/* Reads and checks a file. Returns CLI_OK or CLI_USAGE. */
static int
check_file(struct lesson *l, const char *path)
{
	struct lesson_error err;

	if (lesson_load(l, path, &err) == 0 && lesson_check(l, &err) == 0)
		return CLI_OK;
	return bad_file(path, &err);
}

static int
check(struct cli_call *c)
{
	static struct lesson l; /* large */
	int r = CLI_OK;

	if (c->n < 2)
		return cli_bad("lesson: missing file after 'check'");
	for (int i = 1; i < c->n; i++)
		if (check_file(&l, c->word[i]) != CLI_OK)
			r = CLI_USAGE;
	if (r == CLI_OK)
		printf("%d lesson%s: no error\n", c->n - 1, cli_s((unsigned)c->n - 1));
	return r;
}

static int
list(const char *game)
{
	static char path[LESSONS_MAX][LESSON_PATH];
	static struct lesson l;
	struct lesson_error err;
	unsigned n = lesson_list(game, path);

	for (unsigned i = 0; i < n; i++) {
		bool read = lesson_load(&l, path[i], &err) == 0;

		printf("%2u  %s\n", i + 1, read ? l.title.in[LESSON_ENGLISH] : err.why);
	}
	return CLI_OK;
}

/* Sends a request about the lesson on the board. */
static int
send_request(struct cli_call *c, json_t *message)
{
	json_t *answer = cli_ask(c->link, message);

	json_decref(answer);
	return answer ? CLI_OK : CLI_REFUSED;
}

/*
 * Begins the lesson or puzzle that the second word names by its number. what: "lesson" or
 * "puzzle"; next: "next" and "mistake" are allowed instead.
 */
static int
begin(struct cli_call *c, const char *what, const char *member, bool next)
{
	static const char key[] = "player=";
	const char *player = c->n > 2 ? c->word[2] : key;
	long number = cli_number(c->word[1]);
	bool mistake = next && strcmp(c->word[1], "mistake") == 0;

	if (!number && !mistake && !(next && strcmp(c->word[1], "next") == 0))
		return cli_bad("%s: invalid argument '%s': expected %sa number from 1", what, c->word[1],
			       next ? "'next', 'mistake' or " : "");
	if (c->n > 3 || strncmp(player, key, strlen(key)) != 0)
		return cli_bad("%s: unexpected argument '%s'; see 'halo %s --help'", what,
			       c->word[c->n > 3 ? 3 : 2], what);
	if (mistake)
		return send_request(c, json_pack("{ss ss sb ss}", "kind", "lesson", "game", c->word[0], "mistake",
						 1, "player", player + strlen(key)));
	return send_request(c,
			    json_pack("{ss ss sI ss}", "kind", "lesson", "game", c->word[0], member,
				      (json_int_t)number, "player", player + strlen(key)));
}

int
cli_lesson(struct cli_call *c)
{
	if (c->n == 0)
		return cli_bad("lesson: missing game, or 'check'; see 'halo lesson --help'");
	if (strcmp(c->word[0], "check") == 0)
		return check(c);
	if (c->n == 1 && (strcmp(c->word[0], "next") == 0 || strcmp(c->word[0], "leave") == 0))
		return send_request(c, json_pack("{ss sb}", "kind", "lesson", c->word[0], 1));
	if (c->n == 2 && strcmp(c->word[0], "act") == 0)
		return send_request(c,
				    json_pack("{ss ss}", "kind", "lesson", "action", c->word[1]));
	if (!rules_game(c->word[0]))
		return cli_bad("lesson: unknown game '%s'; see 'halo games'", c->word[0]);
	return c->n > 1 ? begin(c, "lesson", "number", false) : list(c->word[0]);
}

/* ---- puzzles ---- */

/* Reads and checks the puzzles of a file; its name is GAME.txt. */
static int
check_puzzles(struct lesson_puzzles *p, const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	char game[LESSON_NAME];
	struct lesson_error err;

	snprintf(game, sizeof(game), "%.*s", (int)strcspn(name, "."), name);
	if (!rules_game(game))
		return cli_bad("puzzle: %s: its name is not that of a game; see 'halo games'", path);
	if (lesson_puzzles_load(p, rules_game(game), path, &err) < 0 || lesson_puzzles_check(p, &err) < 0)
		return bad_file(path, &err);
	printf("%s: %u puzzle%s, no error\n", path, p->n, cli_s(p->n));
	return CLI_OK;
}

static int
check_all_puzzles(struct cli_call *c)
{
	static struct lesson_puzzles p; /* large */
	int r = CLI_OK;

	if (c->n < 2)
		return cli_bad("puzzle: missing file after 'check'");
	for (int i = 1; i < c->n; i++)
		if (check_puzzles(&p, c->word[i]) != CLI_OK)
			r = CLI_USAGE;
	return r;
}

/* Lists the puzzles of a game, without their solutions. */
static int
list_puzzles(const char *game)
{
	static struct lesson_puzzles p;
	char path[LESSON_PATH], text[RULES_POSITION_TEXT];
	struct lesson_error err;

	if (!lesson_puzzles_path(game, path))
		return CLI_OK;
	if (lesson_puzzles_load(&p, rules_game(game), path, &err) < 0)
		return bad_file(path, &err);
	for (unsigned i = 0; i < p.n; i++) {
		rules_print(p.game, &p.row[i].position, text);
		printf("%3u  %s\n", i + 1, text);
	}
	return CLI_OK;
}

int
cli_puzzle(struct cli_call *c)
{
	if (c->n == 0)
		return cli_bad("puzzle: missing game, or 'check'; see 'halo puzzle --help'");
	if (strcmp(c->word[0], "check") == 0)
		return check_all_puzzles(c);
	if (!rules_game(c->word[0]))
		return cli_bad("puzzle: unknown game '%s'; see 'halo games'", c->word[0]);
	return c->n > 1 ? begin(c, "puzzle", "puzzle", true) : list_puzzles(c->word[0]);
}
