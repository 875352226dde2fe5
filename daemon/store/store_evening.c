/* The games of an evening, and each player's score. */
#include <errno.h>
#include <jansson.h>
#include <string.h>

#include "daemon/store/store_impl.h"

enum {
	EVENING_GAMES = 200,
	/* As many fit into one reply together, whatever the names. */
	GAMES_LISTED = 40,
	SCORES_LISTED = 40,
};

/* ---- JSON: strings from any bytes, and lists that fit into a reply ---- */

json_t *
store_json_column(struct db *db, enum db_statement st, int column)
{
	char text[RECORD_TEXT_MAX];

	/*
	 * Invalid bytes, of a damaged journal or another program, must not make the whole reply
	 * fail.
	 */
	record_text_set(text, db_text(db, st, column));
	return json_string(text);
}

int
store_json_append(json_t *list, json_t *item, size_t room, size_t *used)
{
	size_t size = item ? json_dumpb(item, NULL, 0, JSON_COMPACT | JSON_ENCODE_ANY) : 0;

	if (size == 0)
		return json_decref(item), -ENOMEM;
	size++; /* the comma */
	if (*used + size > room)
		return json_decref(item), 0;
	*used += size;
	return json_array_append_new(list, item) < 0 ? -ENOMEM : 1;
}

/* ---- the evening ---- */

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

/* Returns the best players, best first. Frees the list. */
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
	while (json_array_size(out) > SCORES_LISTED)
		json_array_remove(out, SCORES_LISTED);
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
	while (json_array_size(games) > GAMES_LISTED)
		json_array_remove(games, 0);
	o = json_pack("{s:o, s:o}", "games", games, "score", sorted(score));
	text = *err == 0 && o ? json_dumps(o, JSON_COMPACT) : NULL;
	if (*err == 0 && !text)
		*err = -ENOMEM;
	json_decref(o);
	return text;
}
