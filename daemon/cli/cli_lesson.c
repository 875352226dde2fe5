/* `halo lesson …`: checks the files of lessons, lists a game's lessons, begins one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/cli/cli.h"
#include "daemon/lesson/lesson.h"

/* Reads and checks a file. Returns CLI_OK, or CLI_USAGE after "FILE:LINE: WHY". */
static int
check_file(struct lesson *l, const char *path)
{
	struct lesson_error err;

	if (lesson_load(l, path, &err) == 0 && lesson_check(l, &err) == 0)
		return CLI_OK;
	fprintf(stderr, "%s:", path);
	if (err.line)
		fprintf(stderr, "%u:", err.line);
	fprintf(stderr, " %s\n", err.why);
	return CLI_USAGE;
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
ask(struct cli_call *c, json_t *message)
{
	json_t *answer = cli_ask(c->link, message);

	json_decref(answer);
	return answer ? CLI_OK : CLI_REFUSED;
}

/* Begins the lesson of that number. */
static int
begin(struct cli_call *c)
{
	static const char key[] = "player=";
	const char *player = c->n > 2 ? c->word[2] : key;
	long number = cli_number(c->word[1]);

	if (!number)
		return cli_bad("lesson: invalid argument '%s': expected a number from 1", c->word[1]);
	if (c->n > 3 || strncmp(player, key, strlen(key)) != 0)
		return cli_bad("lesson: unexpected argument '%s'; see 'halo lesson --help'",
			       c->word[c->n > 3 ? 3 : 2]);
	return ask(c, json_pack("{ss ss sI ss}", "kind", "lesson", "game", c->word[0], "number",
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
		return ask(c, json_pack("{ss sb}", "kind", "lesson", c->word[0], 1));
	if (c->n == 2 && strcmp(c->word[0], "act") == 0)
		return ask(c, json_pack("{ss ss}", "kind", "lesson", "action", c->word[1]));
	if (!rules_game(c->word[0]))
		return cli_bad("lesson: unknown game '%s'; see 'halo games'", c->word[0]);
	return c->n > 1 ? begin(c) : list(c->word[0]);
}
