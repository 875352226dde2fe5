/* `halo set`: the settings of the board and its screen. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/cli/cli.h"

/* Prints all settings, "speech=false". */
static void
print_all(const json_t *settings)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)settings, key, value)
	{
		if (json_is_string(value))
			printf("%s=%s\n", key, json_string_value(value));
		else if (json_is_integer(value))
			printf("%s=%lld\n", key, (long long)json_integer_value(value));
		else
			printf("%s=%s\n", key, json_is_true(value) ? "on" : "off");
	}
}

/* Returns the word as a value of the same form as the present one; NULL: it has another form. */
static json_t *
value_of(const json_t *now, const char *word)
{
	char *end;
	long n;

	if (json_is_boolean(now)) {
		const bool on = strcmp(word, "on") == 0 || strcmp(word, "true") == 0;

		return on || strcmp(word, "off") == 0 || strcmp(word, "false") == 0 ? json_boolean(on) : NULL;
	}
	if (!json_is_integer(now))
		return json_string(word);
	errno = 0;
	n = strtol(word, &end, 10);
	return *word && !*end && errno == 0 ? json_integer(n) : NULL;
}

/* Adds "KEY=VALUE" to the values. Returns CLI_OK, or CLI_USAGE with a message. */
static int
value_add(const json_t *settings, const char *word, json_t *values)
{
	const char *equal = strchr(word, '=');
	const json_t *now;
	json_t *value;
	char key[32];

	if (!equal || (size_t)(equal - word) >= sizeof(key))
		return cli_bad("set: invalid argument '%s': expected KEY=VALUE", word);
	(void)snprintf(key, sizeof(key), "%.*s", (int)(equal - word), word);
	now = json_object_get(settings, key);
	if (!now)
		return cli_bad("set: there is no setting '%s'; 'halo set' lists them", key);
	value = value_of(now, equal + 1);
	if (!value)
		return cli_bad("set: invalid value '%s' of %s: expected %s", equal + 1, key,
			       json_is_boolean(now) ? "on or off" : "a number");
	json_object_set_new(values, key, value);
	return CLI_OK;
}

static int
set_all(struct cli_call *c, const json_t *settings)
{
	json_t *values = json_object(), *answer;

	for (int i = 0; i < c->n; i++)
		if (value_add(settings, c->word[i], values) != CLI_OK) {
			json_decref(values);
			return CLI_USAGE;
		}
	answer = cli_ask(c->link, json_pack("{s:s, s:o}", "kind", "set", "values", values));
	json_decref(answer);
	return answer ? CLI_OK : CLI_REFUSED;
}

int
cli_set(struct cli_call *c)
{
	int err = cli_words(c, 0, 64);
	json_t *answer;

	if (err != CLI_OK)
		return err;
	answer = cli_ask(c->link, json_pack("{s:s}", "kind", "settings"));
	if (!answer)
		return CLI_REFUSED;
	if (c->n > 0)
		err = set_all(c, json_object_get(answer, "settings"));
	else
		print_all(json_object_get(answer, "settings"));
	json_decref(answer);
	return err;
}
