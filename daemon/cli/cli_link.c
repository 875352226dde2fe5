/* The command line's end of the link: docs/protocol.md. */
#include "daemon/cli/cli.h"
#include "hw/text/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *cli_program = "halo";
char cli_said[512];

static void __attribute__((format(printf, 1, 0))) print_message(const char *fmt, va_list ap)
{
	fflush(stdout); /* keep the order of both streams */
	text_vprint(cli_said, sizeof(cli_said), fmt, ap);
	fprintf(stderr, "%s: %s\n", cli_program, cli_said);
}

int
cli_bad(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(fmt, ap);
	va_end(ap);
	return CLI_USAGE;
}

int
cli_refused(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(fmt, ap);
	va_end(ap);
	return CLI_REFUSED;
}

const char *
cli_s(unsigned n)
{
	return n == 1 ? "" : "s";
}

const char *
cli_text(const json_t *o, const char *key)
{
	const char *text = json_string_value(json_object_get(o, key));

	return text ? text : "";
}

/* ---- options ---- */

int
cli_options(struct cli_call *c, const struct cli_option *options, int min, int max)
{
	int n = 0;

	for (int i = 0; i < c->n; i++) {
		const struct cli_option *o = options;

		while (o->name && strcmp(o->name, c->word[i]) != 0)
			o++;
		if (!o->name && (n == max || strncmp(c->word[i], "--", 2) == 0))
			return cli_bad("%s: unexpected argument '%s'; see 'halo %s --help'",
				       c->verb, c->word[i], c->verb);
		if (!o->name)
			c->word[n++] = c->word[i];
		else if (o->flag)
			*o->flag = true;
		else if (++i == c->n)
			return cli_bad("%s: missing argument after '%s'", c->verb, o->name);
		else
			*o->value = c->word[i];
	}
	c->n = n;
	if (n < min)
		return cli_bad("%s: missing argument; see 'halo %s --help'", c->verb, c->verb);
	return CLI_OK;
}

int
cli_words(struct cli_call *c, int min, int max)
{
	return cli_options(c, &(struct cli_option){ 0 }, min, max);
}

/* ---- the link ---- */

/*
 * Reports an error of the link. The connection has ended, unless the request was too long or
 * memory ran out.
 */
static int
link_failed(struct cli_link *l, int err)
{
	l->gone = l->gone || (err != -E2BIG && err != -ENOMEM);
	return cli_refused("%s", l->client.why);
}

int
cli_connect(struct cli_link *l)
{
	const char *socket = l->socket;
	int fd, err;

	if (l->hello)
		return CLI_OK;
	fd = client_dial(socket, 0);
	client_start(&l->client, fd);
	if (fd < 0)
		return cli_refused("no daemon answers at %s: %s. Start one: `halod`, or "
				   "`systemctl start halod` where it is installed as a service",
				   socket, strerror(-fd));
	err = client_next(&l->client, CLI_WAIT_MS, &l->hello);
	if (err < 0)
		return link_failed(l, err);
	if (strcmp(cli_text(l->hello, "kind"), "hello") != 0 ||
	    json_integer_value(json_object_get(l->hello, "version")) != 1)
		return cli_refused("what listens at %s does not speak version 1 of the link",
				   socket);
	return CLI_OK;
}

void
cli_link_close(struct cli_link *l)
{
	client_close(&l->client);
	json_decref(l->hello);
	l->hello = NULL;
	l->gone = l->quiet = false;
}

json_t *
cli_ask(struct cli_link *l, json_t *message)
{
	json_t *answer;
	int err;

	if (cli_connect(l) != CLI_OK) {
		json_decref(message);
		return NULL;
	}
	err = client_ask(&l->client, message, CLI_WAIT_MS, &answer);
	if (err < 0) {
		(void)link_failed(l, err);
		return NULL;
	}
	if (strcmp(cli_text(answer, "kind"), "error") != 0)
		return answer;
	if (l->quiet)
		text_print(cli_said, sizeof(cli_said), "%s", cli_text(answer, "why"));
	else
		cli_refused("%s", cli_text(answer, "why"));
	json_decref(answer);
	return NULL;
}

json_t *
cli_receive(struct cli_link *l)
{
	json_t *message = NULL;
	int err;

	if (cli_connect(l) != CLI_OK)
		return NULL;
	err = client_next(&l->client, -1, &message);
	if (err < 0)
		(void)link_failed(l, err);
	return message;
}
