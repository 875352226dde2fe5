/*
 * A frame, or some, of the journal's log are damaged, with commits behind that were told of:
 * what lies on other frames is there again, and nothing that was taken back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/store/store_impl.h"
#include "place_sql.h"

enum {
	BEFORE = 3,        /* games that the database has */
	LAST = BEFORE + 3, /* of which actions are taken back */
	SHORT = 60,
	SHORT_PLIES = 12,
	GAMES_MAX = LAST + SHORT,
	PLIES = 30,
	LONG_PLIES = 250, /* of the first: more than a page of actions */
	/* Of that one: so many are played, so many taken back, and others played in their place. */
	LAST_PLIES = 24,
	BACK = 12,
	AGAIN = 2,
	LATER = 4,
	HEAD = 32,
	FRAME_HEAD = 24,
	FRAME = FRAME_HEAD + 4096,
	BLOCK = 4096,
};

struct file {
	char *data;
	size_t len;
};

static struct journal {
	struct file db, log;
	unsigned frames; /* of the log's round */
	unsigned back;   /* of them, those before actions were taken back */
	uint32_t of;     /* that game */
	unsigned games;
	struct record was[GAMES_MAX + 1]; /* by number; 0: that game but for what was taken back */
} first_round, second_round, played_on, back_at_once;

/* ---- journals ---- */

static void
name(const struct place *p, const char *suffix, char path[128])
{
	snprintf(path, 128, "%s/games.db%s", p->folder, suffix);
}

/* A commit for each action. */
static void
play(struct table *t, unsigned n, uint64_t *seed)
{
	while (n-- > 0) {
		table_play(t, 1, seed);
		table_settle(t);
	}
}

static void
keep(struct journal *j, struct table *t, uint32_t number)
{
	struct record *r = &j->was[number];

	record_init(r, t->r.game, &t->r.start);
	strcpy(r->name[0], t->r.name[0]);
	for (uint32_t i = 0; i < t->r.n; i++)
		assert_int_equal(record_add(r, t->r.action[i].action, t->r.action[i].t_us), 0);
	r->result = t->r.result;
}

/* So many actions in one commit, or some; 0: a commit for each of PLIES. */
static void
play_game(struct journal *j, struct table *t, uint32_t number, unsigned fast, uint64_t *seed)
{
	table_begin(t, "chess");
	if (fast)
		table_play(t, fast, seed);
	else
		play(t, PLIES, seed);
	table_end(t, record_result_drawn("agreed"));
	table_settle(t);
	keep(j, t, number);
}

static unsigned
count_frames(const struct file *log)
{
	unsigned n = 0;

	while (HEAD + (n + 1) * (size_t)FRAME <= log->len &&
	       memcmp(log->data + 16, log->data + HEAD + n * (size_t)FRAME + 8, 8) == 0)
		n++;
	return n;
}

static void
take_log(const struct place *p, struct file *log)
{
	char path[128];

	name(p, "-wal", path);
	assert_int_equal(record_file_read(path, 1 << 24, &log->data, &log->len), 0);
}

/* Goes on; less is left of it in the end than there was. */
static void
play_last(struct journal *j, struct place *p, uint64_t *seed)
{
	struct table *t = &p->t;
	struct file log;

	table_begin(t, "chess");
	play(t, LAST_PLIES, seed);
	take_log(p, &log);
	j->back = count_frames(&log);
	free(log.data);
	keep(j, t, 0);
	table_undo(t, BACK);
	table_play(t, AGAIN, seed);
	table_settle(t);
	play(t, LATER, seed);
	j->of = LAST;
	keep(j, t, LAST);
}

/* Commits that have nothing to do with a game. */
static void
set(struct table *t)
{
	static const char *const volumes[] = { "3", "4", "5" };

	for (unsigned i = 0; i < sizeof(volumes) / sizeof(volumes[0]); i++) {
		assert_int_equal(store_setting_set(t->store, "volume", volumes[i]), 0);
		table_settle(t);
	}
}

/* The files as they are while the last game is played. */
static void
make(struct journal *j, bool second, unsigned more)
{
	struct place *p;
	uint64_t seed = 20;
	char path[128];
	uint32_t number = 1;

	place_setup((void **)&p);
	table_open(&p->t, p->folder);
	for (; number <= BEFORE; number++)
		play_game(j, &p->t, number, number > 1 ? 0 : LONG_PLIES, &seed);
	table_close(&p->t);
	table_open(&p->t, p->folder);
	while (number < LAST)
		play_game(j, &p->t, number++, 0, &seed);
	if (second)
		place_run_sql(p, "PRAGMA wal_checkpoint(FULL)");
	play_last(j, p, &seed);
	while (number < LAST + more)
		play_game(j, &p->t, ++number, SHORT_PLIES, &seed);
	j->games = number;
	if (second)
		set(&p->t);
	name(p, "", path);
	assert_int_equal(record_file_read(path, 1 << 24, &j->db.data, &j->db.len), 0);
	take_log(p, &j->log);
	j->frames = count_frames(&j->log);
	place_teardown((void **)&p);
}

/* A session that begins with a taking back: the game as it was before is in the database alone. */
static void
make_back_at_once(struct journal *j)
{
	struct place *p;
	struct table *t;
	uint64_t seed = 5;
	char path[128];

	place_setup((void **)&p);
	t = &p->t;
	table_open(t, p->folder);
	for (uint32_t number = 1; number < BEFORE; number++)
		play_game(j, t, number, 0, &seed);
	table_begin(t, "chess");
	play(t, LAST_PLIES, &seed);
	keep(j, t, 0);
	place_run_sql(p, "PRAGMA wal_checkpoint(FULL)");
	set(t);
	table_undo(t, BACK);
	table_settle(t);
	table_end(t, record_result_resigned(1));
	table_settle(t);
	keep(j, t, BEFORE);
	set(t);
	j->of = j->games = BEFORE;
	name(p, "", path);
	assert_int_equal(record_file_read(path, 1 << 24, &j->db.data, &j->db.len), 0);
	take_log(p, &j->log);
	j->frames = count_frames(&j->log);
	place_teardown((void **)&p);
}

static int
setup(void **state)
{
	(void)state;
	make_back_at_once(&back_at_once);
	make(&first_round, false, 0);
	make(&second_round, true, 0);
	make(&played_on, true, SHORT);
	print_message("%u frames, and %u of a second round\n", first_round.frames,
		      second_round.frames);
	assert_true(first_round.frames > 120);
	/* Of the first round some are left behind those of the second. */
	assert_true(second_round.frames > 30 &&
		    HEAD + second_round.frames * (size_t)FRAME < second_round.log.len);
	return 0;
}

static void
forget(struct journal *j)
{
	free(j->db.data);
	free(j->log.data);
	for (uint32_t i = 0; i <= j->games; i++)
		record_finish(&j->was[i]);
}

static int
teardown(void **state)
{
	(void)state;
	forget(&first_round);
	forget(&second_round);
	forget(&played_on);
	forget(&back_at_once);
	return 0;
}

/* ---- what is there again ---- */

static bool
is_same(const struct record_action *a, const struct record_action *b)
{
	return rules_action_equal(a->action, b->action) && a->t_us == b->t_us;
}

static bool
is_begin_of(const struct record *r, const struct record *was)
{
	uint32_t i = 0;

	while (i < r->n && i < was->n && is_same(&r->action[i], &was->action[i]))
		i++;
	return i == r->n;
}

/*
 * Actions of a game that is there, each as it was. older: where little is left behind a hole
 * the journal may be as it was before.
 */
static unsigned
actions_of(struct db *db, const struct journal *j, uint32_t number, bool older, const char *words)
{
	const struct record *was = &j->was[number];
	struct record r = { 0 };
	unsigned n;

	if (db_record(db, number, &r) < 0)
		return 0;
	if (!is_begin_of(&r, was) && !(older && number == j->of && is_begin_of(&r, &j->was[0])))
		fail_msg("%s: game %u is another one, of %u actions", words, number, r.n);
	if (r.result.end && !record_same_game(&r, was))
		fail_msg("%s: game %u ended otherwise, with %u actions", words, number, r.n);
	n = r.n;
	record_finish(&r);
	return n;
}

static unsigned
actions_in(const struct journal *j)
{
	unsigned n = 0;

	for (uint32_t i = 1; i <= j->games; i++)
		n += j->was[i].n;
	return n;
}

static void
put_files(const struct place *p, const struct journal *j, const struct file *log)
{
	char path[128];

	name(p, "", path);
	assert_int_equal(record_file_write(path, j->db.data, j->db.len), 0);
	name(p, "-wal", path);
	assert_int_equal(record_file_write(path, log->data, log->len), 0);
}

/* Opens the journal with that log; how many actions are there, and what is told. */
static unsigned
open_with(const struct journal *j, const struct file *log, bool older, const char *words,
	  char told[STORE_WHY_MAX])
{
	struct place *p;
	struct db db;
	unsigned n = 0;
	char path[128];

	place_setup((void **)&p);
	put_files(p, j, log);
	table_open(&p->t, p->folder);
	snprintf(told, STORE_WHY_MAX, "%s", store_status(p->t.store)->what);
	name(p, ".damaged-1", path);
	assert_int_equal(access(path, F_OK) == 0, *told != '\0');
	name(p, "", path);
	assert_int_equal(db_open(&db, path, DB_READ), 0);
	for (uint32_t i = 1; i <= j->games; i++)
		n += actions_of(&db, j, i, older, words);
	db_close(&db);
	place_teardown((void **)&p);
	return n;
}

/* ---- damage ---- */

enum kind {
	BIT,    /* of the page */
	NUMBER, /* a bit of the page's number */
	BOTH,   /* number and page */
	SALT,   /* a bit of it */
	SUM,    /* by which the next frame's page seems to be another, that there may be */
	ZEROES, /* a block of the disk, in which a frame ends and the next begins */
};

static unsigned char *
frame(const struct file *log, unsigned i)
{
	return (unsigned char *)log->data + HEAD + i * (size_t)FRAME;
}

static void
damage(const struct file *log, enum kind kind, unsigned i)
{
	size_t block = (HEAD + (size_t)i * FRAME) / BLOCK * BLOCK;

	switch (kind) {
	case BIT:
		frame(log, i)[FRAME_HEAD + 100] ^= 1;
		break;
	case NUMBER:
		frame(log, i)[3] ^= 1;
		break;
	case BOTH:
		frame(log, i)[2] ^= 0x7f;
		frame(log, i)[FRAME_HEAD + 100] ^= 1;
		break;
	case SALT:
		frame(log, i)[8] ^= 1;
		break;
	case SUM:
		frame(log, i)[20]--;
		break;
	case ZEROES:
		memset(log->data + block, 0, BLOCK);
		break;
	}
}

static struct file
copy_of(const struct file *f)
{
	struct file copy = { malloc(f->len), f->len };

	assert_non_null(copy.data);
	memcpy(copy.data, f->data, f->len);
	return copy;
}

/* The first frame of the last commit. */
static unsigned
last_commit(const struct journal *j)
{
	unsigned i = j->frames - 1;

	while (i > 0 && memcmp(frame(&j->log, i - 1) + 4, "\0\0\0\0", 4) == 0)
		i--;
	return i;
}

static bool
is_written_again(const struct journal *j, unsigned i)
{
	for (unsigned k = i + 1; k < j->frames; k++)
		if (memcmp(frame(&j->log, i), frame(&j->log, k), 4) == 0)
			return true;
	return false;
}

static const struct {
	const char *name;
	struct journal *of;
	enum kind kind;
	int at[2];      /* hundredths of the log, -1: none */
	unsigned least; /* hundredths of the actions */
	bool all;       /* and nothing is told to be missing */
} rows[] = {
	{ "early", &first_round, BIT, { 10, -1 }, 100, true },
	{ "in the middle", &first_round, BIT, { 50, -1 }, 100, true },
	{ "late", &first_round, BIT, { 90, -1 }, 100, true },
	{ "two holes", &first_round, BIT, { 10, 60 }, 100, true },
	{ "a page number", &first_round, NUMBER, { 50, -1 }, 100, true },
	{ "two page numbers", &first_round, NUMBER, { 20, 90 }, 100, true },
	{ "a sum", &first_round, SUM, { 40, -1 }, 100, true },
	{ "a salt", &first_round, SALT, { 50, -1 }, 100, true },
	{ "a block early", &first_round, ZEROES, { 5, -1 }, 100, false },
	{ "a block late", &first_round, ZEROES, { 95, -1 }, 60, false },
	{ "two blocks", &first_round, ZEROES, { 5, 10 }, 100, false },
	{ "early, second round", &second_round, BIT, { 10, -1 }, 100, true },
	{ "late, second round", &second_round, BIT, { 80, -1 }, 100, true },
	{ "two holes, second round", &second_round, BIT, { 20, 60 }, 100, true },
	{ "a block, second round", &second_round, ZEROES, { 30, -1 }, 90, false },
};

static void
test_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct journal *j = rows[i].of;
		struct file log = copy_of(&j->log);
		char told[STORE_WHY_MAX];
		unsigned n;

		for (unsigned k = 0; k < 2; k++)
			if (rows[i].at[k] >= 0)
				damage(&log, rows[i].kind,
				       j->frames * (unsigned)rows[i].at[k] / 100);
		n = open_with(j, &log, rows[i].least < 100, rows[i].name, told);
		print_message("%s: %u of %u: %s\n", rows[i].name, n, actions_in(j), told);
		if (n * 100 < actions_in(j) * rows[i].least)
			fail_msg("%s: %u actions", rows[i].name, n);
		if (!strstr(told, "damaged-1") || !strstr(told, "some not") != rows[i].all)
			fail_msg("%s: \"%s\"", rows[i].name, told);
		free(log.data);
	}
}

/* Any frame of the log: it costs what its page had at last, which is told. */
static void
check_frame(const struct journal *j, enum kind kind, unsigned i)
{
	struct file log = copy_of(&j->log);
	char told[STORE_WHY_MAX], words[64];
	/* Without the sum that it goes on from nothing says that the last commit is one. */
	bool torn = i + (kind == SUM) >= last_commit(j);
	unsigned n, held = actions_in(j) - (j == &first_round);

	snprintf(words, sizeof(words), "%u of %u frames, kind %d", i, j->frames, (int)kind);
	damage(&log, kind, i);
	n = open_with(j, &log, kind == SUM || !is_written_again(j, i), words, told);
	if (torn && (*told || n != held))
		fail_msg("%s, torn: %u actions, \"%s\"", words, n, told);
	if (!torn && !strstr(told, "damaged-1"))
		fail_msg("%s: \"%s\"", words, told);
	if (!torn && n < actions_in(j) && !strstr(told, "some not"))
		fail_msg("%s: %u actions, \"%s\"", words, n, told);
	if (!torn && (kind == SALT || (kind == BIT && is_written_again(j, i))) &&
	    (n < actions_in(j) || strstr(told, "some not")))
		fail_msg("%s: %u actions, \"%s\"", words, n, told);
	free(log.data);
}

static void
test_any_frame(void **state)
{
	(void)state;
	for (unsigned i = 0; i < second_round.frames; i++) {
		check_frame(&second_round, BIT, i);
		check_frame(&second_round, SUM, i);
		check_frame(&second_round, SALT, i);
	}
	for (unsigned i = 0; i < first_round.frames; i += 7)
		check_frame(&first_round, BIT, i);
}

/*
 * All that was written of a page from the taking back on is lost: as it was before, it holds
 * what was taken back.
 */
static void
check_page(const struct journal *j, enum kind kind, uint32_t page)
{
	struct file log = copy_of(&j->log);
	char told[STORE_WHY_MAX], words[64];
	bool any = false;

	snprintf(words, sizeof(words), "page %u, kind %d", page, (int)kind);
	for (unsigned i = j->back; i < last_commit(j); i++) {
		if (frame(&j->log, i)[3] != page)
			continue;
		damage(&log, kind, i);
		any = true;
	}
	if (any) {
		(void)open_with(j, &log, false, words, told);
		print_message("%s: %s\n", words, told);
	}
	free(log.data);
}

/* So many games follow that there is more behind the hole than before it. */
static void
test_taken_back(void **state)
{
	(void)state;
	for (uint32_t page = 3; page < 100; page++) {
		check_page(&played_on, BIT, page);
		check_page(&played_on, ZEROES, page);
	}
}

/* The resignation does not come to what was taken back. */
static void
test_back_at_once(void **state)
{
	static const enum kind kinds[] = { BIT, BOTH, ZEROES };
	const struct journal *j = &back_at_once;

	(void)state;
	for (unsigned i = 0; i < j->frames; i++) {
		for (unsigned k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
			struct file log = copy_of(&j->log);
			char told[STORE_WHY_MAX], words[64];

			snprintf(words, sizeof(words), "%u of %u frames, kind %d", i, j->frames,
				 (int)kinds[k]);
			damage(&log, kinds[k], i);
			(void)open_with(j, &log, true, words, told);
			free(log.data);
		}
	}
}

/* A power cut in the last commit, and damage before it: no part of that commit is taken. */
static void
test_torn_behind_hole(void **state)
{
	const struct journal *j = &first_round;
	struct file log = copy_of(&j->log);
	char told[STORE_WHY_MAX];
	unsigned n;

	(void)state;
	damage(&log, BIT, j->frames / 2);
	damage(&log, BIT, last_commit(j));
	n = open_with(j, &log, false, "torn behind a hole", told);
	assert_int_equal(n, actions_in(j) - 1);
	assert_non_null(strstr(told, "damaged-1"));
	free(log.data);
}

/* Read without its log. */
static void
check_database(const struct place *p, const struct journal *j, const char *words)
{
	char path[128];
	struct db db;

	name(p, "", path);
	assert_int_equal(db_open(&db, path, DB_STILL), 0);
	for (uint32_t i = 1; i <= j->games; i++)
		assert_int_equal(actions_of(&db, j, i, false, words), j->was[i].n);
	db_close(&db);
}

/*
 * A log that is whole goes into the database as the store opens, and nothing is left that
 * a disk could damage.
 */
static void
test_carried_over(void **state)
{
	const struct journal *j = &first_round;
	struct place *p;
	struct stat st;
	char path[128];

	(void)state;
	place_setup((void **)&p);
	put_files(p, j, &j->log);
	table_open(&p->t, p->folder);
	assert_string_equal(store_status(p->t.store)->what, "");
	name(p, "-wal", path);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_size, 0);
	check_database(p, j, "carried over");
	place_teardown((void **)&p);
}

/* Beside somebody who reads it goes there as well, and he is not waited for. */
static void
test_carried_over_beside(void **state)
{
	const struct journal *j = &first_round;
	struct timespec from, to;
	struct place *p;
	char path[128];
	sqlite3 *reader;

	(void)state;
	place_setup((void **)&p);
	put_files(p, j, &j->log);
	name(p, "", path);
	assert_int_equal(sqlite3_open(path, &reader), SQLITE_OK);
	assert_int_equal(sqlite3_exec(reader, "BEGIN; SELECT count(*) FROM game", NULL, NULL, NULL),
			 SQLITE_OK);
	clock_gettime(CLOCK_MONOTONIC, &from);
	table_open(&p->t, p->folder);
	clock_gettime(CLOCK_MONOTONIC, &to);
	/* BUSY_MS (store_db.c) are 2000, and else it is a matter of a few. */
	assert_in_range((to.tv_sec - from.tv_sec) * 1000 + (to.tv_nsec - from.tv_nsec) / 1000000, 0,
			1900);
	assert_string_equal(store_status(p->t.store)->what, "");
	check_database(p, j, "carried over beside a reader");
	sqlite3_close(reader);
	place_teardown((void **)&p);
}

/* What a repair takes of the disk, beside what it reads. */
struct taken {
	const char *folder;
	off_t most;
};

static void
look(void *arg, uint32_t done, uint32_t of)
{
	static const char *const names[] = { "new", "read", "more", "pages" };
	static const char *const beside[] = { "", "-wal", "-journal" };
	struct taken *t = arg;
	off_t now = 0;

	(void)done;
	(void)of;
	for (unsigned i = 0; i < 4; i++)
		for (unsigned k = 0; k < 3; k++) {
			char path[160];
			struct stat st;

			snprintf(path, sizeof(path), "%s/games.db.%s%s", t->folder, names[i],
				 beside[k]);
			if (stat(path, &st) == 0)
				now += st.st_size;
		}
	if (now > t->most)
		t->most = now;
}

/* For the C library's: a commit is all there, and its log too, when it goes to the disk. */
static struct taken *watched;

int fsync(int fd);
int fdatasync(int fd);

int
fsync(int fd)
{
	if (watched)
		look(watched, 0, 0);
	return (int)syscall(SYS_fsync, fd);
}

int
fdatasync(int fd)
{
	if (watched)
		look(watched, 0, 0);
	return (int)syscall(SYS_fdatasync, fd);
}

/* Room for the three copies that records.md tells of, whichever frame is damaged. */
static void
test_room(void **state)
{
	enum { NONE = 12 * 4096 }; /* a journal without a game, in its log */
	struct journal *j = &played_on;

	(void)state;
	for (unsigned i = 0; i < j->frames; i += j->frames / 4) {
		struct file log = copy_of(&j->log);
		char path[128], why[STORE_WHY_MAX];
		struct salvage v;
		struct taken taken = { 0 };
		const struct salvage_watch watch = { look, &taken };
		struct stat st;
		struct place *p;

		place_setup((void **)&p);
		taken.folder = p->folder;
		damage(&log, BIT, i);
		name(p, "-wal", path);
		assert_int_equal(record_file_write(path, log.data, log.len), 0);
		name(p, "", path);
		assert_int_equal(record_file_write(path, j->db.data, j->db.len), 0);
		watched = &taken;
		assert_int_equal(store_salvage(path, &watch, &v, why), 0);
		watched = NULL;
		assert_int_equal(stat(path, &st), 0);
		print_message("frame %u: %.2f copies\n", i,
			      (double)taken.most / (double)st.st_size);
		assert_true(taken.most <= 3 * st.st_size + NONE);
		free(log.data);
		place_teardown((void **)&p);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_any_frame),
		cmocka_unit_test(test_taken_back),
		cmocka_unit_test(test_back_at_once),
		cmocka_unit_test(test_torn_behind_hole),
		cmocka_unit_test(test_carried_over),
		cmocka_unit_test(test_carried_over_beside),
		cmocka_unit_test(test_room),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
