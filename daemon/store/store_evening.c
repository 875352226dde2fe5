/* The games of an evening, and each player's score. */
#include <errno.h>
#include <jansson.h>
#include <string.h>

#include "daemon/store/store_impl.h"

enum {
	EVENING_GAMES = 200,
	/* The lists of games and of scores must fit into one reply together. */
	GAMES_BYTES = STORE_LIST_BYTES / 2,
	SCORE_BYTES = STORE_LIST_BYTES / 2,
};

static json_t *
line_of(json_t *score, const char *name)
{
	json_t *line;
	size_t i;

	json_array_foreach(score, i,
			   line) if (strcmp(json_string_value(json_object_get(line, "name")),
					    name) == 0) return line;
	line = json_pack("{s:s, s:i, s:i, s:i, s:i, s:f}", "name", name, "played", 0, "won", 0,
			 "drawn", 0, "lost", 0, "points", 0.0);
	json_array_append_new(score, line);
	return line;
}

static void
count_one(json_t *line, const char *key)
{
	json_t *n = json_object_get(line, key);

	(void)json_integer_set(n, json_integer_value(n) + 1);
}

static void
add_points(json_t *score, const char *name, int got)
{
	static const char *const word[] = { "lost", "drawn", "won" };
	json_t *line, *points;

	if (!name || !*name)
		return;
	line = line_of(score, name);
	count_one(line, "played");
	if (got < 0)
		return;
	count_one(line, word[got]);
	points = json_object_get(line, "points");
	(void)json_real_set(points, json_real_value(points) + got / 2.0);
}

static void
take_game(struct db *db, json_t *games, json_t *score)
{
	enum db_statement st = DB_EVENING;
	const struct game *g = rules_game(db_text(db, st, 0));
	unsigned end = (unsigned)sqlite3_column_int(db->statement[st], 10);
	struct record_result res = { .end = (uint8_t)(end > RECORD_LOST ? 0 : end),
				     .score = (uint8_t)sqlite3_column_int(db->statement[st], 12) };
	char printed[RECORD_RESULT_TEXT];
	json_t *names = json_object();

	for (unsigned s = 0; g && s < rules_seats(g); s++) {
		json_t *name = store_json_column(db, st, 3 + (int)s);

		if (res.end != RECORD_UNFINISHED)
			add_points(score, json_string_value(name), record_halves(res.end, s));
		json_object_set_new(names, rules_seat_name(g, s), name);
	}
	json_array_append_new(
		games, json_pack("{s:I, s:o, s:s, s:o, s:s, s:o}", "id",
				 (json_int_t)sqlite3_column_int64(db->statement[st], 16), "game",
				 store_json_column(db, st, 0), "title", g ? rules_title(g) : "",
				 "names", names, "result", record_result_print(&res, printed),
				 "reason", store_json_column(db, st, 11)));
}

/*
 * Returns as many items of a list as fit into `room` bytes, from its end or its
 * start. Frees the list.
 */
static json_t *
fitting(json_t *list, size_t room, bool from_end)
{
	json_t *out = json_array();
	size_t n = json_array_size(list), used = 0;

	for (size_t i = 0; i < n; i++) {
		json_t *item = json_array_get(list, from_end ? n - 1 - i : i);

		if (store_json_append(out, json_incref(item), room, &used) < 1)
			break;
	}
	json_decref(list);
	return out;
}

static json_t *
turned_round(json_t *list)
{
	json_t *out = json_array();

	for (size_t i = json_array_size(list); i-- > 0;)
		(void)json_array_append(out, json_array_get(list, i));
	json_decref(list);
	return out;
}

/* Orders players: more points first, then fewer games; equal players keep their order. */
static bool
before(const json_t *a, const json_t *b)
{
	double pa = json_real_value(json_object_get(a, "points"));
	double pb = json_real_value(json_object_get(b, "points"));

	if (pa < pb || pb < pa)
		return pa > pb;
	return json_integer_value(json_object_get(a, "played")) <
	       json_integer_value(json_object_get(b, "played"));
}

static json_t *
sorted(json_t *score)
{
	json_t *out = json_array(), *line;
	size_t i;

	json_array_foreach(score, i, line)
	{
		size_t at = json_array_size(out);

		while (at > 0 && before(line, json_array_get(out, at - 1)))
			at--;
		(void)json_array_insert(out, at, line);
	}
	json_decref(score);
	return out;
}

char *
store_evening(struct db *db, uint32_t after, int *err)
{
	json_t *games = json_array(), *score = json_array(), *o;
	char *text;

	db_ask(db, DB_EVENING, "ii", (int64_t)after, (int64_t)EVENING_GAMES);
	while ((*err = db_row(db, DB_EVENING)) == 1)
		take_game(db, games, score);
	games = turned_round(fitting(games, GAMES_BYTES, true));
	o = json_pack("{s:o, s:o}", "games", games, "score",
		      fitting(sorted(score), SCORE_BYTES, false));
	text = *err == 0 && o ? json_dumps(o, JSON_COMPACT) : NULL;
	if (*err == 0 && !text)
		*err = -ENOMEM;
	json_decref(o);
	return text;
}
