#include "daemon/export/export_impl.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/record/native.h"
#include "daemon/record/pgn.h"

/*
 * What an earlier export of this journal wrote and is true no more: a game that ran
 * then, a result that was taken back since.
 *
 * Whose file is it? Two boards that share a stick may both have had a game 1 of chess
 * today that began with e4: a PGN does not tell them apart, the microsecond of the
 * first action in the native record does. Both files are written together, so the
 * board that wrote the one wrote the other.
 */

enum {
	HEAD = 16 * 1024,    /* all before the actions, and the first of them */
	SETTLE_US = 1000000, /* of a trace that tells none */
};

#define NO_TIME UINT64_MAX

struct span {
	const char *at;
	size_t len;
};

/* What follows `key` as far as the line's end; nothing where the key is not there. */
static struct span
behind(const char *text, const char *key)
{
	const char *at = strstr(text, key);

	return at ? (struct span){ at + strlen(key), strcspn(at + strlen(key), "\r\n") }
		  : (struct span){ NULL, 0 };
}

static bool
same(struct span a, struct span b)
{
	return a.at && b.at && a.len == b.len && memcmp(a.at, b.at, a.len) == 0;
}

/*
 * When the first action was: ",1250000". What it was may have been hidden then. Nothing
 * where nobody measured: an imported game's.
 */
static struct span
first_time(const char *record)
{
	struct span line = behind(record, "\"actions\": [\n  [\"");
	size_t text = line.at ? strcspn(line.at, "\"") : 0;

	if (!line.at || text >= line.len)
		return (struct span){ NULL, 0 };
	line.at += text + 1;
	line.len = strcspn(line.at, "]\n");
	return line.len > 0 ? line : (struct span){ NULL, 0 };
}

/* Two native records of one game, whatever became of it between them. */
static bool
same_game(const char *a, const char *b)
{
	static const char *const keys[] = { "\n \"number\": ", "\n \"game\": ", "\n \"date\": " };

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (!same(behind(a, keys[i]), behind(b, keys[i])))
			return false;
	return same(first_time(a), first_time(b));
}

/*
 * The beginning of the first file of that name and its further ones: what is no file
 * keeps its name, and ours is behind it. False: there is none that can be read.
 */
static bool
head_read(int folder, const char *name, char found[EXPORT_NAME_MAX], char head[HEAD])
{
	int fd = -EEXIST;
	ssize_t n;

	for (unsigned i = 1; fd == -EEXIST && i <= EXPORT_NAMES_MAX; i++) {
		export_name(name, i, found);
		fd = export_open(folder, found);
	}
	if (fd < 0)
		return false;
	n = export_read(fd, head, HEAD - 1);
	close(fd);
	head[n > 0 ? n : 0] = '\0';
	return n > 0;
}

/* 1: a game of our journal, 0: not, or -EREMOTE, told. */
static int
is_ours(struct export_job *j, const char *record)
{
	struct span number = behind(record, "\n \"number\": ");
	char why[EXPORT_WHY_MAX] = "", *text;
	struct export_game g = { 0 };
	int err;

	if (!number.at)
		return 0;
	g.number = (uint32_t)strtoul(number.at, NULL, 10);
	err = j->source->text(j->source->user, &g, EXPORT_NATIVE, &text, why);
	if (err == -EREMOTE)
		memcpy(j->why, why, sizeof(why));
	if (err < 0)
		return err == -EREMOTE ? err : 0; /* no such game of ours can be read */
	err = same_game(record, text);
	free(text);
	return err;
}

/* Does a PGN say that it is a game of some journal, and goes on? */
static bool
goes_on(const char *pgn)
{
	return strstr(pgn, "[Result \"*\"]\n") && strstr(pgn, "[GameNumber \"");
}

int
export_remove(struct export_job *j, const char *name)
{
	if (unlinkat(j->folder, name, 0) < 0)
		return export_fail(j, name, -errno);
	/* Some file systems of USB sticks know no fsync of a folder. */
	if (!j->no_sync && fsync(j->folder) < 0 && errno != EINVAL)
		return export_fail(j, name, -errno);
	return 0;
}

int
export_running_remove(struct export_job *j)
{
	char record[EXPORT_NAME_MAX], pgn[EXPORT_NAME_MAX], head[HEAD];
	int err;

	if (!head_read(j->folder, "running.json", record, head))
		return 0;
	err = is_ours(j, head);
	if (err <= 0)
		return err;
	/* The record last: cut off between the two, the next export knows by it whose the PGN is. */
	err = head_read(j->folder, "running.pgn", pgn, head) && goes_on(head) ? export_remove(j, pgn)
									      : 0;
	return err < 0 ? err : export_remove(j, record);
}

/* ---- a game's own files ---- */

/* A whole text, the caller's to free; NULL: there is none, or none that we would write. */
static char *
file_read(int folder, const char *name)
{
	int fd = export_open(folder, name);
	struct stat st;
	char *text = NULL;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) == 0 && st.st_size <= NATIVE_FILE_MAX)
		text = malloc((size_t)st.st_size + 1);
	if (text && export_read(fd, text, (size_t)st.st_size) == st.st_size)
		text[st.st_size] = '\0';
	else if (text)
		*text = '\0';
	close(fd);
	if (text && (!*text || strlen(text) != (size_t)st.st_size)) {
		free(text);
		return NULL;
	}
	return text;
}

/* The PGN that is written beside that native record, or NULL: nobody but us wrote it so. */
static char *
pgn_beside(const char *record)
{
	char why[NATIVE_WHY_MAX], *again, *pgn = NULL;
	struct record r = { 0 };

	if (native_parse(record, strlen(record), &r, why) < 0)
		return NULL;
	again = native_tell(&r);
	if (again && strcmp(again, record) == 0)
		pgn = pgn_tell(&r);
	free(again);
	record_finish(&r);
	return pgn;
}

static bool
equal(const char *a, const char *b)
{
	return a && b && strcmp(a, b) == 0;
}

/* Cut off between the two files, the PGN is the new one's already, or gone: NULL. */
static bool
is_stale(const char *record, const char *pgn, const char *now)
{
	char *was_pgn = NULL, *now_pgn = NULL;
	bool stale = false;

	if (strcmp(record, now) != 0 && same_game(record, now)) {
		was_pgn = pgn_beside(record);
		now_pgn = pgn_beside(now);
		stale = was_pgn && (!pgn || equal(pgn, was_pgn) || equal(pgn, now_pgn));
	}
	free(was_pgn);
	free(now_pgn);
	return stale;
}

static bool
is_gone(int folder, const char *name)
{
	int fd = export_open(folder, name);

	if (fd >= 0)
		close(fd);
	return fd == -ENOENT;
}

int
export_stale(struct export_job *j, const struct export_game *g, const char *record_name,
	     const char *pgn_name)
{
	char *record = file_read(j->folder, record_name), *pgn = file_read(j->folder, pgn_name);
	char why[EXPORT_WHY_MAX], *now = NULL;
	int stale = 0;

	if (record && (pgn || is_gone(j->folder, pgn_name))) {
		int err = j->source->text(j->source->user, g, EXPORT_NATIVE, &now, why);

		stale = err == 0 ? is_stale(record, pgn, now) : err == -EREMOTE ? err : 0;
	}
	free(now);
	free(record);
	free(pgn);
	return stale;
}

/* ---- its trace ---- */

/* What the text begins with, in seconds; NO_TIME: with something else. */
static uint64_t
time_at(const char *text)
{
	uint64_t us, unit = 1000000;
	char *at;

	if (*text < '0' || *text > '9')
		return NO_TIME;
	us = strtoull(text, &at, 10) * unit;
	if (*at == '.')
		while (*++at >= '0' && *at <= '9')
			us += (uint64_t)(*at - '0') * (unit /= 10);
	return us;
}

static bool
begins(const char *line, const char *with)
{
	return strncmp(line, with, strlen(with)) == 0;
}

/*
 * A trace of that game on this board: something happened at the microsecond of its first
 * action, or so long before it as a piece has to stand. A remark in it is somebody's.
 */
static bool
is_trace_of(const char *trace, const struct record *r)
{
	static const char head[] = "# haloboard trace ";
	uint64_t first = NO_TIME, settle = SETTLE_US;
	struct span game = behind(trace, "\ngame ");
	bool is = false;

	for (uint32_t i = r->n; i-- > 0;)
		if (r->action[i].t_us && r->action[i].t_us != RECORD_NO_TIME)
			first = r->action[i].t_us;
	if (first == NO_TIME || !begins(trace, head) ||
	    !same(game, (struct span){ rules_name(r->game), strlen(rules_name(r->game)) }))
		return false;
	for (const char *line = trace; *line; line += strcspn(line, "\n"), line += *line == '\n') {
		uint64_t at = time_at(line);

		if (*line == '#' && !begins(line, head))
			return false;
		if (begins(line, "settle "))
			settle = time_at(line + strlen("settle "));
		is = is || (at != NO_TIME && (at == first || at + settle == first));
	}
	return is;
}

/* The n-th names of a game that does not run. */
static void
names_of(const struct export_game *g, unsigned n, char record[EXPORT_NAME_MAX],
	 char pgn[EXPORT_NAME_MAX])
{
	struct record r = { .game = g->game, .number = g->number };
	char name[EXPORT_NAME_MAX];

	memcpy(r.date, g->date, sizeof(r.date));
	record_file_name(&r, "json", name);
	export_name(name, n, record);
	record_file_name(&r, "pgn", name);
	export_name(name, n, pgn);
}

/*
 * Traces of the game in that record, which tell what it hides again. Each has the first name
 * that was free, whatever its record's is.
 */
static int
traces_remove(struct export_job *j, const struct export_game *g, const char *record)
{
	struct record was = { .game = g->game, .number = g->number }, r = { 0 };
	char *text = file_read(j->folder, record), name[EXPORT_NAME_MAX], board[EXPORT_NAME_MAX];
	char why[NATIVE_WHY_MAX];
	int err = 0;

	memcpy(was.date, g->date, sizeof(was.date));
	record_file_name(&was, "board", name);
	if (text && native_parse(text, strlen(text), &r, why) == 0)
		for (unsigned n = 1; err == 0 && n <= EXPORT_NAMES_MAX; n++) {
			char *trace;

			export_name(name, n, board);
			trace = file_read(j->folder, board);
			if (trace && is_trace_of(trace, &r))
				err = export_remove(j, board);
			free(trace);
		}
	free(text);
	record_finish(&r);
	return err;
}

int
export_stale_remove(struct export_job *j, const struct export_game *g)
{
	char record[EXPORT_NAME_MAX], pgn[EXPORT_NAME_MAX];
	int err = 0;

	for (unsigned n = 1; err == 0 && n <= EXPORT_NAMES_MAX; n++) {
		names_of(g, n, record, pgn);
		err = export_stale(j, g, record, pgn);
		if (err <= 0)
			continue;
		/* The record last: cut off before it, the next export knows them by it. */
		err = is_gone(j->folder, pgn) ? 0 : export_remove(j, pgn);
		if (err == 0)
			err = traces_remove(j, g, record);
		if (err == 0)
			err = export_remove(j, record);
	}
	return err;
}

/* What an earlier export made of that game, which has become another since; or NULL. */
static char *
was_pgn(struct export_job *j, const struct export_game *g, unsigned n, const char *now)
{
	char record_name[EXPORT_NAME_MAX], pgn_name[EXPORT_NAME_MAX];
	char *record, *pgn, *was = NULL;

	names_of(g, n, record_name, pgn_name);
	record = file_read(j->folder, record_name);
	pgn = file_read(j->folder, pgn_name);
	if (record && (pgn || is_gone(j->folder, pgn_name)) && is_stale(record, pgn, now))
		was = pgn_beside(record);
	free(record);
	free(pgn);
	return was;
}

/* Which game a native record tells of, be it one that is not whole: some of it may be hidden. */
static bool
game_of(const char *record, struct export_game *g)
{
	struct span game = behind(record, "\n \"game\": \""), date = behind(record, "\n \"date\": \"");
	char name[32];

	if (!game.at || !date.at || date.len < sizeof(g->date))
		return false;
	(void)snprintf(name, sizeof(name), "%.*s", (int)strcspn(game.at, "\""), game.at);
	g->game = rules_game(name);
	memcpy(g->date, date.at, sizeof(g->date) - 1);
	return g->game != NULL;
}

int
export_stale_pgn(struct export_job *j, uint32_t number, char **was)
{
	struct export_game g = { .number = number };
	char why[EXPORT_WHY_MAX], *now;
	int err = j->source->text(j->source->user, &g, EXPORT_NATIVE, &now, why);

	*was = NULL;
	if (err < 0)
		return err == -EREMOTE ? err : 0;
	if (game_of(now, &g))
		for (unsigned n = 1; !*was && n <= EXPORT_NAMES_MAX; n++)
			*was = was_pgn(j, &g, n, now);
	free(now);
	return *was != NULL;
}
