/* `halo board …`: the board on the table, or a description. */
#include <stdio.h>
#include <string.h>

#include "daemon/cli/cli_stand.h"

enum todo {
	TODO_EXPLAIN,
	TODO_WIRING,
	TODO_CHIPS, /* this and the later commands need the chips */
	TODO_LAMPS,
	TODO_SENSORS,
	TODO_CALIBRATE,
};

static const char *const options[] = { "",        "--wiring",  "--chips",
				       "--lamps", "--sensors", "--calibrate" };

struct request {
	enum todo todo;
	const char *out;
};

/* Parses "--bus 0=unix:/run/bus", as halod does. */
static int
set_bus(struct board *b, const char *value)
{
	unsigned i = (unsigned)(value[0] - '0');

	if (value[0] == '\0' || value[1] != '=' || i >= b->n_buses)
		return cli_bad("board: invalid argument '%s' for '--bus': expected N=DEVICE, with "
			       "N one of the "
			       "%u buses of %s",
			       value, b->n_buses, b->name);
	if (strlen(value + 2) >= sizeof(b->bus[i].device))
		return cli_bad("board: argument of '--bus' too long: '%.40s…'", value);
	strcpy(b->bus[i].device, value + 2);
	return CLI_OK;
}

static int
read_option(struct cli_stand *s, struct request *q, int n, char **word, int *at)
{
	const char *option = word[*at];

	for (unsigned i = 1; i < sizeof(options) / sizeof(options[0]); i++)
		if (strcmp(option, options[i]) == 0) {
			if (q->todo != TODO_EXPLAIN)
				return cli_bad("board: options '%s' and '%s' cannot be combined",
					       options[q->todo], option);
			q->todo = (enum todo)i;
			return CLI_OK;
		}
	if (strcmp(option, "--bus") != 0 && strcmp(option, "--out") != 0)
		return cli_bad("board: unrecognized option '%s'; see 'halo board --help'", option);
	if (++*at == n)
		return cli_bad("board: missing argument after '%s'", option);
	if (strcmp(option, "--bus") == 0)
		return set_bus(&s->board, word[*at]);
	q->out = word[*at];
	return CLI_OK;
}

static int
try_chips(struct cli_stand *s, const struct request *q, const char *halod_socket)
{
	int r = cli_stand_open(s, halod_socket);

	if (r == CLI_OK && q->todo == TODO_CHIPS)
		r = cli_stand_chips(s);
	else if (r == CLI_OK && q->todo == TODO_LAMPS)
		r = cli_stand_lamps(s);
	else if (r == CLI_OK && q->todo == TODO_SENSORS)
		r = cli_stand_sensors(s);
	else if (r == CLI_OK)
		r = cli_stand_calibrate(s, q->out);
	cli_stand_close(s);
	return r;
}

static int
check(struct cli_call *c)
{
	static struct cli_stand stand; /* too large for the stack */
	struct request q = { .todo = TODO_EXPLAIN };
	int r;

	if (c->n < 2)
		return cli_bad("board: missing name or file after 'check'");
	if ((r = cli_stand_load(&stand, c->word[1])) != CLI_OK)
		return r;
	for (int i = 2; i < c->n; i++)
		if ((r = read_option(&stand, &q, c->n, c->word, &i)) != CLI_OK)
			return r;
	if (q.out && q.todo != TODO_CALIBRATE)
		return cli_bad("board: '--out' requires '--calibrate'");
	if (q.todo >= TODO_CHIPS)
		return try_chips(&stand, &q, c->link->socket);
	if (q.todo != TODO_WIRING)
		return cli_stand_explain(&stand);
	cli_stand_wiring(&stand);
	return CLI_OK;
}

int
cli_board(struct cli_call *c)
{
	if (c->n == 0)
		return cli_board_show(c);
	if (strcmp(c->word[0], "check") == 0)
		return check(c);
	return cli_bad("board: unexpected argument '%s'; see 'halo board --help'", c->word[0]);
}
