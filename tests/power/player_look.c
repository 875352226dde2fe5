#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/record/native.h"
#include "daemon/record/pgn.h"
#include "tests/power/player.h"

/* ---- files ---- */

static bool
ends_with(const char *name, const char *end)
{
	size_t n = strlen(name), m = strlen(end);

	return n > m && strcmp(name + n - m, end) == 0;
}

/*
 * Reports whether the text is of a game with secrets: `?` replaces an action, a
 * number replaces a hand or pile.
 */
static bool
hides(const char *text)
{
	return strstr(text, ":?") || strstr(text, "=#");
}

/* Reports whether the text is complete. A game with secrets is JSON too. */
static bool
native_is_whole(const char *text, size_t len)
{
	char why[NATIVE_WHY_MAX];
	struct record r = { 0 };
	json_t *json;

	if (native_parse(text, len, &r, why) == 0) {
		record_finish(&r);
		return true;
	}
	json = json_loadb(text, len, 0, NULL);
	json_decref(json);
	return json && hides(text);
}

static bool
pgn_is_whole(const char *text, size_t len)
{
	struct pgn_reader reader;
	struct pgn_error why;
	struct record r = { 0 };
	bool hidden = hides(text);
	int got;

	pgn_reader_init(&reader, text, len);
	while ((got = pgn_read(&reader, &r, &why)) != 0 && (got > 0 || hidden))
		continue;
	record_finish(&r);
	/* A game ends with its result and an empty line. */
	return got == 0 && (len == 0 || ends_with(text, "\n\n"));
}

/* Adds one file to the hash; reports it if torn. Partial files are skipped. */
static bool
look_at_file(const char *dir, const char *name, uint64_t *hash)
{
	char path[2 * PLAYER_PATH], *text;
	size_t len;
	bool whole = true;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	if (!ends_with(name, ".json") && !ends_with(name, ".pgn") && !ends_with(name, ".db"))
		return false;
	if (record_file_read(path, PLAYER_TEXT_MAX, &text, &len) < 0) {
		player_tell("TORN %s cannot be read", path);
		return true;
	}
	if (ends_with(name, ".json"))
		whole = native_is_whole(text, len);
	else if (ends_with(name, ".pgn"))
		whole = pgn_is_whole(text, len);
	if (!whole)
		player_tell("TORN %s of %zu bytes", path, len);
	*hash += player_hash(player_hash(PLAYER_HASH, name, strlen(name)), text, len);
	free(text);
	return true;
}

/* An export's files are in the folder of the journal. */
static bool
is_board(const struct dirent *e)
{
	return e->d_type == DT_DIR && strncmp(e->d_name, "board", strlen("board")) == 0;
}

static void
look_at_folder(const char *dir, unsigned *n, uint64_t *hash)
{
	DIR *d = opendir(dir);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		char path[2 * PLAYER_PATH];

		snprintf(path, sizeof(path), "%s/%s", dir, e->d_name);
		if (is_board(e))
			look_at_folder(path, n, hash);
		else
			*n += look_at_file(dir, e->d_name, hash);
	}
	if (d)
		closedir(d);
}

void
player_folder(const char *dir, unsigned *n, uint64_t *hash)
{
	*n = 0;
	*hash = 0;
	look_at_folder(dir, n, hash);
}

static void
folder_remove(const char *dir)
{
	char path[3 * PLAYER_PATH];
	DIR *d = opendir(dir);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		snprintf(path, sizeof(path), "%s/%s", dir, e->d_name);
		if (is_board(e))
			folder_remove(path);
		else
			unlink(path);
	}
	if (d)
		closedir(d);
	rmdir(dir);
}

/* Reads one file of the archive: reports each game that has a complete line. */
static void
look_at_lines(const char *path)
{
	FILE *f = fopen(path, "re");
	char *line = NULL, why[NATIVE_WHY_MAX];
	size_t room = 0;
	ssize_t n;

	while (f && (n = getline(&line, &room, f)) > 0) {
		struct record r = { 0 };

		if (line[n - 1] != '\n' || native_parse(line, (size_t)n, &r, why) < 0)
			continue; /* cut off here, now or earlier */
		player_tell("LINE %u", r.number);
		record_finish(&r);
	}
	free(line);
	if (f)
		fclose(f);
}

static void
look_at_archive(const struct player *p)
{
	char dir[PLAYER_PATH + 16], path[2 * PLAYER_PATH + 300];
	struct dirent *e;
	DIR *d;

	snprintf(dir, sizeof(dir), "%.200s/archive", p->store);
	d = opendir(dir);
	while (d && (e = readdir(d))) {
		snprintf(path, sizeof(path), "%s/%s", dir, e->d_name);
		if (ends_with(e->d_name, ".jsonl"))
			look_at_lines(path);
	}
	if (d)
		closedir(d);
}

void
player_look_files(struct player *p)
{
	char base[PLAYER_PATH + 8], dir[PLAYER_PATH + 8];
	unsigned n;
	uint64_t hash;

	snprintf(base, sizeof(base), "%s/out", p->disk);
	mkdir(base, 0755);
	for (unsigned i = 0; i < 64; i++) {
		snprintf(dir, sizeof(dir), "%.200s/out/%u", p->disk, i);
		if (access(dir, F_OK) < 0)
			continue;
		player_folder(dir, &n, &hash);
		player_tell("FOLDER %s %u %016llx", dir, n, (unsigned long long)hash);
		folder_remove(dir);
	}
	snprintf(dir, sizeof(dir), "%.200s/saved", p->store);
	player_folder(dir, &n, &hash);
	player_tell("FOLDER %s %u %016llx", dir, n, (unsigned long long)hash);
	folder_remove(dir);
	look_at_archive(p);
}

/* ---- the game on the board ---- */

/* What is the same before and after a cut. */
static const char *const seen[] = { "game",   "position", "keys", "to_act", "turn_seat", "awaits",
				    "actions", "claims",   "said", "secret", "result" };

enum { SEEN = sizeof(seen) / sizeof(seen[0]) };

static void
see(const json_t *state, uint64_t hash[SEEN])
{
	for (size_t i = 0; i < SEEN; i++) {
		char *text = json_dumps(json_object_get(state, seen[i]),
					JSON_ENCODE_ANY | JSON_SORT_KEYS | JSON_COMPACT);

		if (text)
			hash[i] = player_hash(hash[i], text, strlen(text));
		free(text);
	}
}

void
player_sight(struct player *p, const json_t *state, char out[PLAYER_SIGHT])
{
	uint64_t hash[SEEN];
	size_t len = 0;

	for (size_t i = 0; i < SEEN; i++)
		hash[i] = PLAYER_HASH;
	see(state, hash);
	for (unsigned i = 0; i < p->seats; i++)
		see(player_view(p, i), hash);
	for (size_t i = 0; i < SEEN; i++)
		len += (size_t)snprintf(out + len, PLAYER_SIGHT - len, "%s%s=%08x", i ? "," : "",
					seen[i], (unsigned)(hash[i] ^ hash[i] >> 32));
}

void
player_clock(const json_t *state, char out[96])
{
	const json_t *clock = json_object_get(state, "clock"), *seats, *seat;
	const char *name, *running = rig_text(clock, "running");
	size_t n;

	n = (size_t)snprintf(out, 96, "%s", *running ? running : "-");
	seats = json_object_get(clock, "seats");
	json_object_foreach((json_t *)(uintptr_t)seats, name, seat) n +=
		(size_t)snprintf(out + n, 96 - n, " %s=%lld", name,
				 (long long)json_integer_value(json_object_get(seat, "left_ms")));
}

/* ---- the journal ---- */

static void
report_actions(const json_t *actions)
{
	for (size_t i = 0; i < json_array_size(actions); i++)
		player_tell("HAS %zu %s", i, json_string_value(json_array_get(actions, i)));
}

static uint64_t
hash_actions(const json_t *actions)
{
	uint64_t h = PLAYER_HASH;

	for (size_t i = 0; i < json_array_size(actions); i++) {
		const char *text = json_string_value(json_array_get(actions, i));

		h = player_hash(player_hash(h, text, strlen(text)), "\n", 1);
	}
	return h;
}

/* Reports a game's public data, followed by its secrets on the disk. */
static void
report_game_of(struct player *p, json_int_t id, const json_t *record)
{
	json_t *actions;
	char *start;
	bool same;

	if (!player_journal(p, id, &start, &actions)) {
		player_tell("UNREADABLE %lld in the journal", (long long)id);
		free(start);
		return;
	}
	same = json_array_size(actions) == json_array_size(json_object_get(record, "actions"));
	if (!same)
		player_tell("UNREADABLE %lld is told otherwise than the journal has it",
			    (long long)id);
	player_tell("GAME %lld %s %zu %016llx %s %016llx", (long long)id, rig_text(record, "game"),
		    json_array_size(actions), (unsigned long long)hash_actions(actions),
		    rig_text(json_object_get(record, "result"), "end"),
		    (unsigned long long)player_hash(PLAYER_HASH, start, strlen(start) + 1));
	if (id >= p->full_from)
		report_actions(actions);
	json_decref(actions);
	free(start);
}

static void
report_game(struct player *p, json_int_t id)
{
	json_t *answer =
		rig_ask(&p->client, "{\"kind\":\"record\",\"game_id\":%lld}", (long long)id);
	json_t *record;

	if (strcmp(rig_text(answer, "kind"), "error") == 0) {
		player_tell("UNREADABLE %lld %s", (long long)id, rig_text(answer, "why"));
		return;
	}
	record = json_loads(rig_text(answer, "record"), 0, NULL);
	if (record)
		report_game_of(p, id, record);
	else
		player_tell("UNREADABLE %lld is no JSON", (long long)id);
	json_decref(record);
}

/* Returns the whole list, page by page. */
static void
report_games(struct player *p)
{
	json_int_t before = 0;
	size_t n;

	do {
		json_t *games, *answer;

		if (before)
			answer = rig_ok(&p->client,
					"{\"kind\":\"list\",\"limit\":100,\"before\":%lld}",
					(long long)before);
		else
			answer = rig_ok(&p->client, "{\"kind\":\"list\",\"limit\":100}");
		games = json_incref(json_object_get(answer, "games"));
		n = json_array_size(games);
		for (size_t i = 0; i < n; i++) {
			before =
				json_integer_value(json_object_get(json_array_get(games, i), "id"));
			report_game(p, before);
		}
		json_decref(games);
	} while (n == 100);
}

/* Returns the occupied squares of a position's first field, rank by rank from the top. */
static void
occupied(const char *field, char out[RULES_SQUARES_MAX + 1])
{
	unsigned n = 0;

	while (*field && *field != ' ' && n < RULES_SQUARES_MAX) {
		char *end = (char *)(uintptr_t)field + 1;
		unsigned long empty = isdigit((unsigned char)*field) ? strtoul(field, &end, 10) : 0;

		for (; empty > 0 && n < RULES_SQUARES_MAX; empty--)
			out[n++] = '.';
		if (isalpha((unsigned char)*field))
			out[n++] = 'x';
		field = end;
	}
	out[n] = '\0';
}

static bool
is_led(const json_t *state)
{
	char start[RULES_SQUARES_MAX + 1], now[RULES_SQUARES_MAX + 1];
	bool small = json_integer_value(json_object_get(state, "files")) == 8;

	occupied(small ? PLAYER_FIELD : PLAYER_WHOLE_FIELD, start);
	occupied(rig_text(state, "settled"), now);
	return strcmp(rig_text(state, "phase"), "playing") != 0 || strcmp(start, now) == 0 ||
	       !json_is_null(json_object_get(state, "guidance")) ||
	       strcmp(rig_text(json_object_get(state, "prompt"), "kind"), "new-game") == 0;
}

/*
 * The pieces are in the start array of chess. If the game has them elsewhere, guidance must
 * begin, or the question about a new game. Both start only when the chips reply, which may
 * fail on a busy machine.
 */
static void
look_at_guidance(struct player *p)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	while (!is_led(rig_state(&p->client))) {
		if (rig_now_us() > end) {
			player_tell("UNGUIDED %s", rig_text(p->client.state, "settled"));
			return;
		}
		(void)rig_pump(&p->client, 100);
	}
}

/* The start array may match the board after some action, which asks a question: answers no. */
static void
say_no_move(struct player *p)
{
	const json_t *prompt = json_object_get(rig_state(&p->client), "prompt");
	const char *kind = rig_text(prompt, "kind");

	if (strcmp(kind, "confirm") == 0 || strcmp(kind, "which") == 0 ||
	    strcmp(kind, "end") == 0 || strcmp(kind, "pay") == 0)
		rig_ok(&p->client, "{\"kind\":\"answer\",\"prompt\":%lld,\"yes\":false}",
		       (long long)json_integer_value(json_object_get(prompt, "id")));
}

void
player_look_journal(struct player *p)
{
	json_t *state;
	char clock[96], sight[PLAYER_SIGHT];

	player_tokens(p);
	report_games(p);
	state = rig_state(&p->client);
	p->n = p->acked = json_integer_value(json_object_get(state, "n_actions"));
	player_clock(state, clock);
	player_tell("BOARD %lld %s %lld %lld %s",
		    (long long)json_integer_value(json_object_get(state, "game_id")),
		    rig_text(state, "game"), (long long)p->n,
		    (long long)json_integer_value(json_object_get(state, "recorded")), clock);
	player_tell("ENDS %s %s", rig_text(state, "phase"),
		    json_is_true(json_object_get(state, "reveal")) ? "open" : "closed");
	player_asked(p, "ASKS");
	player_start(p, "BEGAN");
	say_no_move(p);
	state = json_incref(rig_state(&p->client));
	player_sight(p, state, sight);
	player_tell("SIGHT %s", sight);
	json_decref(state);
	look_at_guidance(p);
	player_tell("LOOKED");
}
