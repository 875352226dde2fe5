/* The journal's games as a source of an export. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/export/export.h"
#include "daemon/record/native.h"
#include "daemon/record/pgn.h"
#include "daemon/store/store_impl.h"
#include "hw/text/text.h"

struct source {
	struct store *s;
	struct db *db;
	const char *folder;
	json_t *files;
	size_t used;	  /* bytes of them */
	uint32_t n;	  /* files, those that found no room in the answer too */
	int64_t number;
	uint32_t running; /* 0: none */
};

/* What older versions kept has no header; nobody is to wonder why it does not replay. */
static void
print_piece(const char *piece, size_t len, bool first, FILE *out)
{
	static const char head[] = "# haloboard trace ";

	if (first && (len < sizeof(head) - 1 || memcmp(piece, head, sizeof(head) - 1) != 0))
		fputs("# Settled edges alone, as an older version kept them: this cannot be "
		      "replayed.\n",
		      out);
	fwrite(piece, 1, len, out);
}

int
store_trace_text(struct db *db, uint32_t number, char **text)
{
	size_t size = 0;
	FILE *out = open_memstream(text, &size);
	sqlite3_stmt *q;
	bool first = true;
	int got;

	if (!out)
		return -ENOMEM;
	db_ask(db, DB_TRACE_GET, "i", (int64_t)number);
	q = db->statement[DB_TRACE_GET];
	while ((got = db_row(db, DB_TRACE_GET)) == 1) {
		int len = sqlite3_column_bytes(q, 0);

		if (len > 0)
			print_piece(sqlite3_column_blob(q, 0), (size_t)len, first, out);
		first &= len == 0;
	}
	if (fclose(out) != 0 && got == 0)
		got = -ENOMEM;
	if (got < 0)
		free(*text);
	return got;
}

static int
fail_db(const struct source *x, int err, char why[EXPORT_WHY_MAX])
{
	(void)snprintf(why, EXPORT_WHY_MAX, "%s", x->db->why);
	return err;
}

/* A number from a question of one row; 0 where there is none. */
static uint32_t
one_number(struct db *db, enum db_statement st)
{
	uint32_t n = 0;

	db_ask(db, st, "");
	if (db_row(db, st) == 1)
		n = (uint32_t)sqlite3_column_int64(db->statement[st], 0);
	db_done(db, st);
	return n;
}

/* One question a game, so that no reading transaction spans the slow medium. */
static int
next_number(struct source *x)
{
	int got;

	db_ask(x->db, DB_PLAYED_NEXT, "i", x->number);
	got = db_row(x->db, DB_PLAYED_NEXT);
	if (got == 1)
		x->number = sqlite3_column_int64(x->db->statement[DB_PLAYED_NEXT], 0);
	db_done(x->db, DB_PLAYED_NEXT);
	return got;
}

/* What the name of its files is made of; the game itself may be unreadable nevertheless. */
static int
source_next(void *user, struct export_game *g, char why[EXPORT_WHY_MAX])
{
	struct source *x = user;
	int got = atomic_load(&x->s->stop) ? -ECANCELED : next_number(x);
	sqlite3_stmt *q;

	if (got <= 0)
		return got == -ECANCELED ? got : got < 0 ? fail_db(x, got, why) : 0;
	*g = (struct export_game){ .number = (uint32_t)x->number };
	db_ask(x->db, DB_GAME_GET, "i", x->number);
	got = db_row(x->db, DB_GAME_GET);
	q = x->db->statement[DB_GAME_GET];
	if (got == 1) {
		g->game = rules_game(db_text(x->db, DB_GAME_GET, 0));
		(void)snprintf(g->date, sizeof(g->date), "%s", db_text(x->db, DB_GAME_GET, 2));
		g->over = sqlite3_column_int(q, 10) != RECORD_UNFINISHED;
		g->running = !g->over && g->number == x->running;
	}
	db_done(x->db, DB_GAME_GET);
	return got < 0 ? fail_db(x, got, why) : 1;
}

static int
source_text(void *user, const struct export_game *g, enum export_form form, char **text,
	    char why[EXPORT_WHY_MAX])
{
	struct source *x = user;
	struct record r = { 0 };
	int err;

	if (form == EXPORT_TRACE) {
		err = store_trace_text(x->db, g->number, text);
		return err < 0 && err != -ENOMEM ? fail_db(x, err, why) : err;
	}
	err = db_record(x->db, g->number, &r);
	if (err < 0)
		return fail_db(x, err, why);
	*text = form == EXPORT_PGN ? pgn_tell(&r) : native_tell(&r);
	record_finish(&r);
	return *text ? 0 : -ENOMEM;
}

static bool
source_step(void *user, uint32_t done)
{
	struct source *x = user;

	store_clerk_between(x->s);
	return store_work_step(x->s, done);
}

static void
source_file(void *user, const char *name, bool fresh)
{
	struct source *x = user;
	char path[DB_PATH_MAX];

	(void)fresh;
	text_print(path, sizeof(path), "%s/%s", x->folder, name);
	/* The first of them, without a gap; they are written whether they are told or not. */
	if (json_array_size(x->files) == x->n++ &&
	    store_json_append(x->files, json_string(path), STORE_LIST_BYTES, &x->used) < 0)
		x->used = STORE_LIST_BYTES;
}

int
store_export(struct store *s, struct db *db, const struct store_ask *q, json_t *files, uint32_t *n,
	     char why[STORE_WHY_MAX])
{
	const char *folder = q->text;
	struct source x = { .s = s, .db = db, .folder = folder, .files = files };
	const struct export_source source = { .next = source_next,
					      .text = source_text,
					      .step = source_step,
					      .file = source_file,
					      .user = &x };
	struct export_job job = { .source = &source, .traces = q->limit != 0 };
	int err;

	job.folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (job.folder < 0) {
		(void)snprintf(why, STORE_WHY_MAX, "%s: %s", store_told(folder).text,
			       strerror(errno));
		return -errno;
	}
	x.running = one_number(db, DB_RUNNING_GET);
	store_work_begin(s, STORE_WORK_EXPORT, one_number(db, DB_PLAYED_COUNT));
	err = export_run(&job);
	store_work_end(s);
	close(job.folder);
	*n = x.n;
	if (err == -ECANCELED)
		(void)snprintf(why, STORE_WHY_MAX, "cancelled");
	else if (err < 0)
		(void)snprintf(why, STORE_WHY_MAX, "%s", job.why);
	return err;
}
