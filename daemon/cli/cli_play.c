/* The verbs of the game on the board. */
#include "daemon/cli/cli.h"
#include "daemon/record/clock.h"
#include "daemon/session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rules/rules.h"

/* Sends a request whose answer has no content. */
static int
request_ok(struct cli_call *c, json_t *message)
{
	json_t *answer = cli_ask(c->link, message);

	json_decref(answer);
	return answer ? CLI_OK : CLI_REFUSED;
}

/* ---- a game ---- */

int
cli_games(struct cli_call *c)
{
	size_t n;
	const struct game *const *games = rules_games(&n);
	int err = cli_words(c, 0, 0);

	for (size_t i = 0; err == CLI_OK && i < n; i++)
		printf("%-13s %s\n", rules_name(games[i]), rules_title(games[i]));
	return err;
}

/* Returns the value of "key=value" if the key is equal, else NULL. */
static const char *
value_of(const char *word, const char *key)
{
	size_t len = strlen(key);

	return strncmp(word, key, len) == 0 && word[len] == '=' ? word + len + 1 : NULL;
}

/* Reports whether the value of a seat's key is a computer, "computer" or "ENGINE:LEVEL", and no name. */
static bool
is_computer(const char *value)
{
	const char *level = strchr(value, ':');

	return strcmp(value, "computer") == 0 ||
	       (level && level > value && !strchr(value, ' ') && level[1] >= '0' && level[1] <= '9');
}

/* Adds a seat's name or computer to the message. */
static bool
set_seat(const struct game *g, unsigned seat, const char *value, json_t *message)
{
	const char *key = is_computer(value) ? "players" : "names";
	json_t *seats = json_object_get(message, key);

	if (!seats) {
		seats = json_object();
		json_object_set_new(message, key, seats);
	}
	return json_object_set_new(seats, rules_seat_name(g, seat), json_string(value)) == 0;
}

/* Adds a player, "wk=Anna" or "b=computer:4", to the message. */
static bool
take_seat(const struct game *g, const char *word, json_t *message)
{
	static const char *const colours[] = { "white", "black" };
	const char *value;

	for (unsigned seat = 0; seat < rules_seats(g); seat++)
		if ((value = value_of(word, rules_seat_name(g, seat))))
			return set_seat(g, seat, value, message);
	for (unsigned seat = 0; seat < 2; seat++)
		if ((value = value_of(word, colours[seat])) && is_computer(value))
			return set_seat(g, seat, value, message);
	return false;
}

/* Parses the words after the game: names, a position, and the game's own options. */
static int
new_words(struct cli_call *c, const struct game *g, json_t *message, char options[1024])
{
	static const char *const ours[] = { "white", "black", "position", "seats", "clock" };
	size_t at = 0;

	options[0] = '\0';
	for (int i = 1; i < c->n; i++) {
		const char *value = NULL;
		unsigned k;

		if (take_seat(g, c->word[i], message))
			continue;
		for (k = 0; k < 5 && !(value = value_of(c->word[i], ours[k])); k++)
			;
		if (value && json_object_set_new(message, ours[k], json_string(value)) == 0)
			continue;
		if (value || !strchr(c->word[i], '='))
			return cli_bad("new: invalid argument '%s': expected key=value in UTF-8",
				       c->word[i]);
		if (at + strlen(c->word[i]) + 2 > 1024)
			return cli_bad("new: options too long");
		at += (size_t)sprintf(options + at, "%s%s", at ? " " : "", c->word[i]);
	}
	return CLI_OK;
}

/* Reports usage errors before the daemon is asked. */
static int
new_check(const struct game *g, const json_t *message, const char *options)
{
	const char *position = cli_text(message, "position"), *clock = cli_text(message, "clock");
	char clock_why[CLOCK_WHY];
	struct clock_spec spec;
	struct rules_error why;
	struct position p;

	if (*position && *options)
		return cli_bad("new: a position and options (%s) cannot be combined", options);
	if (*position && rules_parse(g, position, &p, &why) < 0)
		return cli_bad("position, character %zu: %s", why.at + 1, why.why);
	if (*clock && clock_spec_parse(clock, &spec, clock_why) < 0)
		return cli_bad("clock=%s: %s", clock, clock_why);
	if (rules_start(g, options, &p, &why) < 0)
		return cli_bad("%s: %s", rules_name(g), why.why);
	return CLI_OK;
}

int
cli_new(struct cli_call *c)
{
	bool force = false;
	const struct cli_option flags[] = { { "--force", &force, NULL }, { 0 } };
	int err = cli_options(c, flags, 1, c->n);
	const struct game *g;
	json_t *message;
	char options[1024];

	if (err != CLI_OK)
		return err;
	g = rules_game(c->word[0]);
	if (!g)
		return cli_bad("unknown game '%s'; see 'halo games'", c->word[0]);
	message = json_pack("{s:s,s:s}", "kind", "new", "game", rules_name(g));
	err = new_words(c, g, message, options);
	if (err == CLI_OK)
		err = new_check(g, message, options);
	if (err != CLI_OK) {
		json_decref(message);
		return err;
	}
	if (force)
		json_object_set_new(message, "force", json_true());
	if (*options)
		json_object_set_new(message, "options", json_string(options));
	return request_ok(c, message);
}

/* Parses --force, the only argument of some verbs. */
static int
only_force(struct cli_call *c, bool *force)
{
	const struct cli_option options[] = { { "--force", force, NULL }, { 0 } };

	*force = false;
	return cli_options(c, options, 0, 0);
}

int
cli_next(struct cli_call *c)
{
	bool force;
	int err = only_force(c, &force);

	return err != CLI_OK
		       ? err
		       : request_ok(c, json_pack("{s:s,s:b}", "kind", "next", "force", force));
}

/* Makes the message of one action; "roll" alone lets the board roll. */
static json_t *
apply_message(const char *action, const char *seat, const char *token)
{
	if (strcmp(action, "roll") == 0)
		return json_pack("{s:s}", "kind", "roll");
	return json_pack("{s:s,s:s,s:s*,s:s*}", "kind", "act", "action", action, "seat", seat,
			 "token", token);
}

int
cli_apply(struct cli_call *c)
{
	const char *seat = NULL, *token = NULL;
	const struct cli_option options[] = { { "--seat", NULL, &seat },
					      { "--token", NULL, &token },
					      { 0 } };
	int err = cli_options(c, options, 1, c->n);

	if (err != CLI_OK)
		return err;
	if (token && !seat)
		return cli_bad("apply: expected [--seat SEAT [--token T]] ACTION …");
	for (int i = 0; i < c->n; i++)
		if (request_ok(c, apply_message(c->word[i], seat, token)) != CLI_OK) {
			if (i > 0)
				cli_refused("the %d before it %s played", i,
					    i == 1 ? "was" : "were");
			return CLI_REFUSED;
		}
	return CLI_OK;
}

/* Prints the actions taken back, and a result that was undone with the last one. */
static void
show_undone(const json_t *before, const json_t *state)
{
	json_int_t was = json_integer_value(json_object_get(before, "n_actions"));
	json_int_t is = json_integer_value(json_object_get(state, "n_actions"));
	const json_t *moves = json_object_get(before, "moves");
	const json_t *last = json_array_get(moves, json_array_size(moves) - 1);
	const char *asked = cli_text(json_object_get(state, "prompt"), "text");

	if (is >= was && *asked) { /* the players are asked first, perhaps again */
		printf("%s\n", asked);
		return;
	}
	if (is >= was) { /* only a shown action, or they have moved meanwhile */
		cli_show_change(before, state);
		return;
	}
	printf("taken back: action%s %lld", cli_s((unsigned)(was - is)), (long long)is + 1);
	if (was > is + 1)
		printf(" to %lld", (long long)was);
	if (strcmp(cli_text(before, "phase"), "over") == 0)
		printf(", and the end of the game");
	if (json_is_true(json_object_get(last, "provisional")))
		printf(", and the shown action after it");
	putchar('\n');
}

int
cli_undo(struct cli_call *c)
{
	int err = cli_words(c, 0, 1);
	char *end = "";
	unsigned long n = c->n ? strtoul(c->word[0], &end, 10) : 1;
	json_t *before, *state = NULL;

	if (err != CLI_OK)
		return err;
	if (*end || n < 1 || n > UINT16_MAX || (c->n && c->word[0][0] == '-'))
		return cli_bad("undo: invalid argument '%s': expected a number of actions",
			       c->word[0]);
	before = cli_ask(c->link, json_pack("{s:s}", "kind", "state"));
	if (!before)
		return CLI_REFUSED;
	/* Without a number the daemon takes back a computer's reply too. */
	err = request_ok(c, c->n ? json_pack("{s:s,s:i}", "kind", "undo", "n", (int)n)
				 : json_pack("{s:s}", "kind", "undo"));
	if (err == CLI_OK && (state = cli_ask(c->link, json_pack("{s:s}", "kind", "state"))))
		show_undone(before, state);
	json_decref(before);
	json_decref(state);
	return err;
}

int
cli_blind(struct cli_call *c)
{
	bool off = false;
	const struct cli_option options[] = { { "--off", &off, NULL }, { 0 } };
	int err = cli_options(c, options, 1, 1);
	json_t *answer;

	if (err != CLI_OK)
		return err;
	answer = cli_ask(c->link, json_pack("{s:s,s:s,s:b}", "kind", "blind", "square", c->word[0],
					    "on", !off));
	if (!answer)
		return CLI_REFUSED;
	if (*cli_text(answer, "text"))
		printf("%s\n", cli_text(answer, "text"));
	json_decref(answer);
	return CLI_OK;
}

int
cli_resign(struct cli_call *c)
{
	const char *token = NULL;
	const struct cli_option options[] = { { "--token", NULL, &token }, { 0 } };
	int err = cli_options(c, options, 1, 1);

	if (err != CLI_OK)
		return err;
	return request_ok(c, json_pack("{s:s,s:s,s:s*}", "kind", "resign", "seat", c->word[0],
				       "token", token));
}

int
cli_draw(struct cli_call *c)
{
	const char *seat = NULL, *token = NULL;
	bool claim = false;
	const struct cli_option options[] = { { "--claim", &claim, NULL },
					      { "--seat", NULL, &seat },
					      { "--token", NULL, &token },
					      { 0 } };
	int err = cli_options(c, options, 0, 0);

	if (err != CLI_OK)
		return err;
	return request_ok(c, json_pack("{s:s,s:s*,s:s*}", "kind", claim ? "claim" : "draw", "seat",
				       seat, "token", token));
}

int
cli_reveal(struct cli_call *c)
{
	int err = cli_words(c, 0, 0);

	if (err == CLI_OK)
		err = request_ok(c, json_pack("{s:s}", "kind", "reveal"));
	if (err == CLI_OK)
		printf("asked on the board and its screen: OK shows what was hidden\n");
	return err;
}

int
cli_now(struct cli_call *c)
{
	int err = cli_words(c, 0, 0);

	return err != CLI_OK ? err : request_ok(c, json_pack("{s:s}", "kind", "move-now"));
}

int
cli_say(struct cli_call *c)
{
	int err = cli_words(c, 1, 1);
	json_t *answer;

	if (err != CLI_OK)
		return err;
	answer = cli_ask(c->link, json_pack("{s:s,s:s}", "kind", "say", "what", c->word[0]));
	if (!answer)
		return CLI_REFUSED;
	printf("%s\n", cli_text(answer, "text"));
	json_decref(answer);
	return CLI_OK;
}

int
cli_reset(struct cli_call *c)
{
	bool force;
	int err = only_force(c, &force);

	return err != CLI_OK
		       ? err
		       : request_ok(c, json_pack("{s:s,s:b}", "kind", "reset", "force", force));
}

/* ---- viewing ---- */

int
cli_state(struct cli_call *c)
{
	const char *seat = NULL, *token = NULL;
	bool json = false;
	const struct cli_option options[] = { { "--json", &json, NULL },
					      { "--seat", NULL, &seat },
					      { "--token", NULL, &token },
					      { 0 } };
	int err = cli_options(c, options, 0, 0);
	json_t *state;

	if (err != CLI_OK)
		return err;
	if (!seat != !token)
		return cli_bad("state: a seat's view requires both --seat SEAT and --token T");
	state = cli_ask(c->link, json_pack("{s:s,s:s*,s:s*}", "kind", "state", "seat", seat,
					   "token", token));
	if (!state)
		return CLI_REFUSED;
	if (json) {
		json_object_del(state, "id");
		json_dumpf(state, stdout, JSON_COMPACT);
		putchar('\n');
	} else {
		cli_show_state(state);
	}
	json_decref(state);
	return CLI_OK;
}

int
cli_board_show(struct cli_call *c)
{
	json_t *state = cli_ask(c->link, json_pack("{s:s}", "kind", "state"));
	json_t *lamps = state ? cli_ask(c->link, json_pack("{s:s}", "kind", "lamps")) : NULL;

	if (lamps)
		cli_show_board(state, json_object_get(lamps, "lamps"),
			       isatty(STDOUT_FILENO) && !getenv("NO_COLOR"));
	json_decref(state);
	json_decref(lamps);
	return lamps ? CLI_OK : CLI_REFUSED;
}

int
cli_watch(struct cli_call *c)
{
	bool json = false;
	const struct cli_option options[] = { { "--json", &json, NULL }, { 0 } };
	int err = cli_options(c, options, 0, 0);
	json_t *before = NULL, *message;

	if (err != CLI_OK)
		return err;
	while ((message = cli_receive(c->link))) {
		if (strcmp(cli_text(message, "kind"), "state") != 0) {
			json_decref(message);
			continue;
		}
		if (json) {
			json_dumpf(message, stdout, JSON_COMPACT);
			putchar('\n');
		} else {
			cli_show_change(before, message);
		}
		fflush(stdout); /* for live viewers */
		json_decref(before);
		before = message;
	}
	json_decref(before);
	return CLI_REFUSED;
}
