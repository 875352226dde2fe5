#include "daemon/record/native.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/secret.h"
#include "hw/text/text.h"

static const char *const end_words[] = {
	[RECORD_UNFINISHED] = "unfinished", [RECORD_WHITE_WINS] = "white",
	[RECORD_BLACK_WINS] = "black",      [RECORD_DRAWN] = "draw",
	[RECORD_SCORED] = "score",          [RECORD_LOST] = "lost",
};

enum {
	END_WORDS = sizeof(end_words) / sizeof(end_words[0]),
};

/* ---- out ---- */

struct native_out {
	FILE *stream;
	bool public_form; /* public form: secrets are omitted */
	bool failed;
};

/* Prints a value and releases it. */
static void
value_print(struct native_out *out, json_t *value)
{
	char *text = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;

	if (!text || fputs(text, out->stream) < 0)
		out->failed = true;
	free(text);
	json_decref(value);
}

static void
member_print(struct native_out *out, const char *key, json_t *value)
{
	fprintf(out->stream, ",\n \"%s\": ", key);
	value_print(out, value);
}

static void
text_member(struct native_out *out, const char *key, const char *text)
{
	if (*text)
		member_print(out, key, json_string(text));
}

static json_t *
players_json(const struct record *r)
{
	json_t *players = json_object();

	for (unsigned seat = 0; seat < rules_seats(r->game); seat++)
		if (*r->name[seat] && json_object_set_new(players, rules_seat_name(r->game, seat),
							  json_string(r->name[seat])) < 0) {
			json_decref(players);
			return NULL;
		}
	return players;
}

static json_t *
result_json(const struct record_result *res)
{
	return json_pack("{s:s, s:s*, s:o*}", "end", end_words[res->end], "reason",
			 *res->reason ? res->reason : NULL, "score",
			 res->end == RECORD_SCORED ? json_integer(res->score) : NULL);
}

/* A time that is not known is null before a known one, as after an import from PGN. */
static json_t *
action_json(const struct record_action *a, const char *text)
{
	const bool timed = a->t_us != RECORD_NO_TIME, clocked = a->clock_us != CLOCK_NO_TIME;

	return json_pack("[s, o*, o*]", text,
			 timed     ? json_integer((json_int_t)a->t_us)
			 : clocked ? json_null()
				   : NULL,
			 clocked ? json_integer((json_int_t)a->clock_us) : NULL);
}

/* Prints one action per line, so that diff can compare records. */
static void
actions_print(struct native_out *out, const struct record *r)
{
	struct position p = r->start;
	char text[RULES_ACTION_TEXT];

	fputs(",\n \"actions\": [", out->stream);
	for (uint32_t i = 0; i < r->n; i++) {
		const struct record_action *a = &r->action[i];

		if (out->public_form)
			secret_action_print(r->game, &p, a->action, text);
		else
			rules_action_print(r->game, &p, a->action, text);
		rules_apply(r->game, &p, a->action);
		fputs(i ? ",\n  " : "\n  ", out->stream);
		value_print(out, action_json(a, text));
	}
	fputs("\n ]", out->stream);
}

static void
seeds_print(struct native_out *out, const struct record *r)
{
	char hashes[CHANCE_TEXT];

	chance_hashes(r->seeds, hashes);
	text_member(out, "seed_hash", hashes);
	if (!out->public_form)
		text_member(out, "seed", r->seeds);
}

static void
record_print(struct native_out *out, const struct record *r)
{
	char start[RULES_POSITION_TEXT];

	if (out->public_form)
		rules_view_print(r->game, &r->start, SEAT_TABLE, start);
	else
		rules_print(r->game, &r->start, start);
	fprintf(out->stream, "{\n \"haloboard\": \"record\",\n \"version\": %d", NATIVE_VERSION);
	text_member(out, "game", rules_name(r->game));
	if (r->number)
		member_print(out, "number", json_integer(r->number));
	text_member(out, "date", r->date);
	text_member(out, "event", r->event);
	text_member(out, "site", r->site);
	text_member(out, "round", r->round);
	seeds_print(out, r);
	text_member(out, "clock", r->clock);
	member_print(out, "players", players_json(r));
	text_member(out, "start", start);
	actions_print(out, r);
	member_print(out, "result", result_json(&r->result));
	fputs("\n}\n", out->stream);
}

static char *
print(const struct record *r, bool public_form)
{
	char *text = NULL;
	size_t size = 0;
	struct native_out out = { .stream = open_memstream(&text, &size),
				  .public_form = public_form };

	if (!out.stream)
		return NULL;
	record_print(&out, r);
	out.failed |= ferror(out.stream) != 0;
	if (fclose(out.stream) != 0 || out.failed) {
		free(text);
		return NULL;
	}
	return text;
}

char *
native_print(const struct record *r)
{
	return print(r, false);
}

/*
 * JSON strings contain no newline, so each newline, with the indentation after it, separates
 * two values.
 */
char *
native_print_line(const struct record *r)
{
	char *text = native_print(r), *to = text;

	if (!text)
		return NULL;
	for (const char *from = text; *from;) {
		if (*from != '\n')
			*to++ = *from++;
		else
			from += 1 + strspn(from + 1, " ");
	}
	*to++ = '\n';
	*to = '\0';
	return text;
}

char *
native_print_public(const struct record *r)
{
	return print(r, !record_is_public(r));
}

/* ---- in ---- */

struct native_in {
	struct record *r;
	char *why;
	json_t *actions, *players, *result; /* borrowed references */
};

#define fail(in, ...) (text_print((in)->why, NATIVE_WHY_MAX, __VA_ARGS__), -1)

/* Copies a text that fits; NULL counts as "". */
static int
text_read(struct native_in *in, const char *key, const char *text, char out[RECORD_TEXT_MAX])
{
	if (text && strlen(text) >= RECORD_TEXT_MAX)
		return fail(in, "%s: longer than %d bytes", key, RECORD_TEXT_MAX - 1);
	record_text_set(out, text ? text : "");
	return 0;
}

static int
players_read(struct native_in *in)
{
	const char *seat;
	json_t *name;

	json_object_foreach(in->players, seat, name)
	{
		unsigned i = rules_seat_parse(in->r->game, seat);

		if (i >= rules_seats(in->r->game) || !json_is_string(name))
			return fail(in, "players: \"%.20s\" is no seat with a name", seat);
		if (text_read(in, seat, json_string_value(name), in->r->name[i]) < 0)
			return -1;
	}
	return 0;
}

static int
action_read(struct native_in *in, size_t i, json_t *pair, uint64_t *last_us)
{
	const json_t *text = json_array_get(pair, 0), *time = json_array_get(pair, 1);
	const json_t *left = json_array_get(pair, 2);
	uint64_t t_us = RECORD_NO_TIME;
	int err;

	if (!json_is_string(text) || json_array_size(pair) > 3 ||
	    (time && !json_is_integer(time) && !(left && json_is_null(time))) ||
	    (left && !json_is_integer(left)))
		return fail(in, "actions[%zu]: not [\"action\", microseconds, microseconds]", i);
	if (json_integer_value(left) < 0)
		return fail(in, "actions[%zu]: less than nothing is left on the clock", i);
	if (json_is_integer(time)) {
		if (json_integer_value(time) < 0 || (uint64_t)json_integer_value(time) < *last_us)
			return fail(in, "actions[%zu]: the time goes back", i);
		t_us = *last_us = (uint64_t)json_integer_value(time);
	}
	err = record_add_text(in->r, json_string_value(text), t_us);
	if (err == -EINVAL)
		return fail(in, "actions[%zu]: %.24s is not a legal action there", i,
			    json_string_value(text));
	if (err < 0)
		return fail(in, "actions[%zu]: %s", i, strerror(-err));
	if (left)
		in->r->action[in->r->n - 1].clock_us = (uint64_t)json_integer_value(left);
	return 0;
}

static int
actions_read(struct native_in *in)
{
	uint64_t last_us = 0;
	json_t *pair;
	size_t i;

	json_array_foreach(in->actions, i,
			   pair) if (action_read(in, i, pair, &last_us) < 0) return -1;
	return 0;
}

static int
end_parse(const char *word, uint8_t *end)
{
	for (unsigned i = 0; i < END_WORDS; i++)
		if (strcmp(end_words[i], word) == 0) {
			*end = (uint8_t)i;
			return 0;
		}
	return -1;
}

/* Reports whether the reason is one that this program writes, by the rules or otherwise. */
static bool
reason_is_known(const char *reason)
{
	const char *known = record_reason_find(reason);

	return !*reason || record_reason_is_of_rules(reason) ||
	       (known && strcmp(known, reason) == 0);
}

static int
result_read(struct native_in *in)
{
	struct record_result *res = &in->r->result, rules;
	const char *end, *reason = "";
	json_error_t why;
	int score = 0;

	if (json_unpack_ex(in->result, &why, JSON_STRICT, "{s:s,s?s,s?i}", "end", &end, "reason",
			   &reason, "score", &score) < 0)
		return fail(in, "result: %s", why.text);
	if (end_parse(end, &res->end) < 0)
		return fail(
			in,
			"result: end: \"%.20s\" is none of unfinished white black draw score lost",
			end);
	if (!reason_is_known(reason))
		return fail(in, "result: \"%.40s\" is no reason known here", reason);
	if (score < 0 || score > UINT8_MAX || (score && res->end != RECORD_SCORED))
		return fail(in, "result: score: no score of this result");
	strcpy(res->reason, reason);
	res->score = (uint8_t)score;
	if (record_result_settle(in->r, &rules) < 0)
		return fail(in, "result: \"%s %s\", but by the rules the actions end \"%s %s\"",
			    end, reason, end_words[rules.end], rules.reason);
	return 0;
}

static int
position_read(struct native_in *in, const char *name, const char *start)
{
	const struct game *game = rules_game(name);
	struct rules_error why;
	struct position p;

	if (!game)
		return fail(in, "game: \"%.32s\" is not known here", name);
	if (rules_parse(game, start, &p, &why) < 0)
		return fail(in, "start: character %zu: %s", why.at + 1, why.why);
	record_init(in->r, game, &p);
	return 0;
}

/* Reads the object's kind and version first, to reject other files. */
static int
head_read(struct native_in *in, json_t *root)
{
	const char *kind = json_string_value(json_object_get(root, "haloboard"));
	const json_t *version = json_object_get(root, "version");

	if (!kind || strcmp(kind, "record") != 0)
		return fail(in, "this is no record of a game: \"haloboard\" is not \"record\"");
	if (!json_is_integer(version) || json_integer_value(version) != NATIVE_VERSION)
		return fail(in, "version: this program reads version %d", NATIVE_VERSION);
	return 0;
}

/* Reads the seeds; a hash that does not match its seed is refused as a forgery. */
static int
seeds_read(struct native_in *in, const char *seeds, const char *hashes)
{
	char own[CHANCE_TEXT];

	if (!chance_valid(seeds) || !chance_valid(hashes))
		return fail(in, "seed: 64 hexadecimal digits are expected");
	chance_hashes(seeds, own);
	if (*hashes && *seeds && strcmp(own, hashes) != 0)
		return fail(in, "seed_hash: the seed has another one");
	strcpy(in->r->seeds, seeds);
	return 0;
}

/* Reads the clock's state; "" if there was none. */
static int
clock_read(struct native_in *in, const char *text)
{
	struct clock c;

	if (strlen(text) >= sizeof(in->r->clock) ||
	    (*text && clock_parse(&c, text, rules_seats(in->r->game)) < 0))
		return fail(in, "clock: \"%.40s\" is no clock as a record has it", text);
	strcpy(in->r->clock, text);
	return 0;
}

static int
root_read(struct native_in *in, json_t *root)
{
	const char *kind, *name, *start, *date = RECORD_DATE_UNSET;
	const char *event = NULL, *site = NULL, *round = NULL, *seeds = "", *hashes = "",
		   *clock = "";
	json_int_t version, number = 0;
	json_error_t why;

	if (head_read(in, root) < 0)
		return -1;
	if (json_unpack_ex(root, &why, JSON_STRICT,
			   "{s:s,s:I,s:s,s:s,s:o,s:o,s:o,s?I,s?s,s?s,s?s,s?s,s?s,s?s,s?s}",
			   "haloboard", &kind, "version", &version, "game", &name, "start", &start,
			   "actions", &in->actions, "players", &in->players, "result", &in->result,
			   "number", &number, "date", &date, "event", &event, "site", &site,
			   "round", &round, "seed", &seeds, "seed_hash", &hashes, "clock",
			   &clock) < 0)
		return fail(in, "%s", why.text);
	if (!json_is_array(in->actions) || !json_is_object(in->players))
		return fail(in, "actions must be an array, players an object");
	if (number < 0 || number > UINT32_MAX)
		return fail(in, "number: out of range");
	if (!record_date_valid(date))
		return fail(in, "date: \"%.20s\" is no date like 2026.01.31", date);
	if (position_read(in, name, start) < 0)
		return -1;
	in->r->number = (uint32_t)number;
	strcpy(in->r->date, date);
	if (seeds_read(in, seeds, hashes) < 0 || clock_read(in, clock) < 0 ||
	    text_read(in, "event", event, in->r->event) < 0 ||
	    text_read(in, "site", site, in->r->site) < 0 ||
	    text_read(in, "round", round, in->r->round) < 0)
		return -1;
	return players_read(in) < 0 || actions_read(in) < 0 ? -1 : result_read(in);
}

int
native_parse(const char *text, size_t len, struct record *r, char why[NATIVE_WHY_MAX])
{
	struct native_in in = { .r = r, .why = why };
	json_error_t err;
	json_t *root;
	int got;

	record_finish(r);
	root = json_loadb(text, len, JSON_REJECT_DUPLICATES, &err);
	if (!root)
		return fail(&in, "line %d, column %d: %s", err.line, err.column, err.text);
	got = root_read(&in, root);
	json_decref(root);
	if (got < 0)
		record_finish(r);
	return got;
}
