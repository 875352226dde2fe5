/* Requests to the store: lists, texts, exports and imports, saved games; many requests at once. */
#include <errno.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/record/pgn.h"
#include "place.h"

static void
games_make(struct place *p, unsigned n)
{
	uint64_t seed = 9;

	for (unsigned i = 0; i < n; i++) {
		table_begin(&p->t, i % 2 ? "chess960" : "chess");
		table_play(&p->t, 5 + i % 8, &seed);
		if (i % 3)
			table_end(&p->t, record_result_resigned(i % 2));
		table_settle(&p->t);
	}
}

static void
test_list(void **state)
{
	struct place *p = *state;
	struct store_answer *a;
	json_t *games, *game;

	games_make(p, 25);
	a = table_ask(&p->t, STORE_LIST, 0, NULL);
	games = json_loads(a->text, 0, NULL);
	assert_int_equal(json_array_size(games), 20);
	game = json_array_get(games, 0);
	assert_int_equal(json_integer_value(json_object_get(game, "id")), 25);
	assert_int_equal(json_integer_value(json_object_get(game, "actions")), 5);
	assert_string_equal(json_string_value(json_object_get(game, "result")), "*");
	game = json_array_get(games, 1);
	assert_string_equal(json_string_value(json_object_get(game, "game")), "chess960");
	assert_string_equal(json_string_value(json_object_get(game, "result")), "1-0");
	assert_string_equal(json_string_value(json_object_get(game, "reason")), "resignation");
	assert_string_equal(json_string_value(json_object_get(game, "white")), "Anna");
	assert_string_equal(json_string_value(json_object_get(game, "date")), "2026.11.20");
	json_decref(games);
	store_answer_free(a);
}

/* Returns the number of listed games; *newest: the highest number. */
static unsigned
listed(struct place *p, json_int_t *newest)
{
	struct store_answer *a = table_ask(&p->t, STORE_LIST, 0, NULL);
	json_t *games = json_loads(a->text, 0, NULL);
	unsigned n = (unsigned)json_array_size(games);

	*newest = json_integer_value(json_object_get(json_array_get(games, 0), "id"));
	json_decref(games);
	store_answer_free(a);
	return n;
}

/* A game without a move is not listed, and is removed once another begins. */
static void
test_empty(void **state)
{
	struct place *p = *state;
	struct store_answer *a;
	json_int_t newest;
	uint64_t seed = 9;

	table_begin(&p->t, "chess");
	table_settle(&p->t);
	store_trace(p->t.store, "0.0 -e2\n", 8);
	assert_int_equal(listed(p, &newest), 0);
	table_begin(&p->t, "chess");
	table_play(&p->t, 4, &seed);
	table_settle(&p->t);
	assert_int_equal(listed(p, &newest), 1);
	assert_int_equal(newest, 2);
	a = table_ask(&p->t, STORE_PGN, 1, NULL);
	assert_int_equal(a->err, -ENOENT);
	store_answer_free(a);
	a = table_ask(&p->t, STORE_TRACE, 1, NULL);
	assert_string_equal(a->text, "");
	store_answer_free(a);
	/* A game with all moves taken back is empty too; a result without a move is kept. */
	table_undo(&p->t, 4);
	table_begin(&p->t, "chess");
	table_end(&p->t, record_result_resigned(1));
	table_begin(&p->t, "chess");
	table_play(&p->t, 1, &seed);
	table_settle(&p->t);
	assert_int_equal(listed(p, &newest), 2);
	assert_int_equal(newest, 4);
	/* Numbers are never given twice, and the running game stays even if it is empty. */
	table_undo(&p->t, 1);
	table_settle(&p->t);
	place_reopen(p);
	assert_int_equal(store_status(p->t.store)->number, 4);
	assert_int_equal(listed(p, &newest), 1);
	table_begin(&p->t, "chess");
	table_settle(&p->t);
	assert_int_equal(listed(p, &newest), 1);
}

static void
test_no_such_game(void **state)
{
	struct place *p = *state;
	struct store_answer *a = table_ask(&p->t, STORE_PGN, 99, NULL);

	assert_int_equal(a->err, -ENOENT);
	assert_string_equal(a->why, "there is no game 99");
	store_answer_free(a);
}

static void
test_import(void **state)
{
	static const char two[] = "[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. d4 *\n";
	static const char left_out[] = "[White \"A\"]\n\n*\n\n[Variant \"Masquerade\"]\n\n"
				       "1. -- {[%act assign:?]} *\n\n1. c4 1-0\n";
	static const char broken[] = "1. e4 *\n\n[White \"B\"]\n\n1. d5 *\n";
	struct place *p = *state;
	struct store_answer *a;
	uint64_t seed = 10;

	table_begin(&p->t, "chess");
	table_play(&p->t, 4, &seed);
	table_settle(&p->t);
	a = table_ask(&p->t, STORE_IMPORT, 0, broken);
	assert_int_equal(a->err, -EINVAL);
	assert_non_null(strstr(a->why, "line 5, column 4: game 2: d5: "));
	store_answer_free(a);
	a = table_ask(&p->t, STORE_IMPORT, 0, "  \n");
	assert_int_equal(a->err, -EINVAL);
	store_answer_free(a);
	/* Nothing of the invalid text was kept. */
	a = table_ask(&p->t, STORE_IMPORT, 0, two);
	assert_string_equal(a->text, "[2,3]");
	store_answer_free(a);
	a = table_ask(&p->t, STORE_PGN, 2, NULL);
	assert_non_null(strstr(a->text, "1. e4 e5 1-0"));
	store_answer_free(a);
	/* A game with secrets or without moves does not prevent the others. */
	a = table_ask(&p->t, STORE_IMPORT, 0, left_out);
	assert_string_equal(a->text, "[4]");
	assert_int_equal(a->n, 1);
	assert_int_equal(a->left_out, 2);
	store_answer_free(a);
	a = table_ask(&p->t, STORE_IMPORT, 0, "[White \"A\"]\n\n*\n");
	assert_int_equal(a->err, 0);
	assert_string_equal(a->text, "[]");
	assert_int_equal(a->left_out, 1);
	store_answer_free(a);
	table_play(&p->t, 4, &seed);
	table_check(&p->t);
}

/* Copies the table's game, as the daemon does for saving. */
static struct record *
copy_record(const struct record *r)
{
	struct record *copy = calloc(1, sizeof(*copy));

	record_init(copy, r->game, &r->start);
	memcpy(copy->name, r->name, sizeof(copy->name));
	for (uint32_t i = 0; i < r->n; i++)
		assert_int_equal(record_add(copy, r->action[i].action, r->action[i].t_us), 0);
	return copy;
}

static struct store_answer *
save(struct place *p, const char *name)
{
	return table_ask_whole(&p->t, &(struct store_ask){ .tag = 1,
							   .kind = STORE_SAVE,
							   .text = strdup(name),
							   .record = copy_record(&p->t.r) });
}

static void
test_save_and_open(void **state)
{
	static const char *const refused[] = {
		"",     ".hidden",
		"a/b",  "../x",
		"a\nb", "0123456789012345678901234567890123456789012345678901234567890123"
	};
	struct place *p = *state;
	struct store_answer *a;
	uint64_t seed = 11;

	table_begin(&p->t, "chess960");
	table_play(&p->t, 12, &seed);
	a = save(p, "Friday evening");
	assert_int_equal(a->err, 0);
	assert_non_null(strstr(a->text, "/saved/Friday evening.json"));
	assert_int_equal(access(a->text, R_OK), 0);
	store_answer_free(a);
	a = table_ask(&p->t, STORE_OPEN, 0, "Friday evening");
	assert_int_equal(a->err, 0);
	assert_true(record_same_game(a->record, &p->t.r));
	store_answer_free(a);
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		a = save(p, refused[i]);
		assert_int_equal(a->err, -EINVAL);
		assert_true(*a->why);
		store_answer_free(a);
		a = table_ask(&p->t, STORE_OPEN, 0, refused[i]);
		assert_int_equal(a->err, -EINVAL);
		store_answer_free(a);
	}
	a = table_ask(&p->t, STORE_OPEN, 0, "nothing");
	assert_int_equal(a->err, -ENOENT);
	assert_string_equal(a->why, "no game is saved under the name nothing");
	store_answer_free(a);
}

static void
test_open_broken(void **state)
{
	struct place *p = *state;
	struct store_answer *a;
	char path[128];

	table_begin(&p->t, "chess");
	a = save(p, "x");
	store_answer_free(a);
	snprintf(path, sizeof(path), "%s/saved/x.json", p->folder);
	assert_int_equal(record_file_write(path, "{\"haloboard\":", 13), 0);
	a = table_ask(&p->t, STORE_OPEN, 0, "x");
	assert_int_equal(a->err, -EBADMSG);
	assert_non_null(strstr(a->why, "x: line 1"));
	assert_null(a->record);
	store_answer_free(a);
}

struct writing {
	unsigned n, *at; /* its turn; number of files written in their turn */
	int err;
};

static int
write_file(const void *arg, char why[STORE_WHY_MAX])
{
	const struct writing *w = arg;

	snprintf(why, STORE_WHY_MAX, "file %u", w->n);
	*w->at += *w->at == w->n;
	return w->err;
}

static struct store_ask
file_ask(unsigned n, unsigned *at, int err)
{
	struct store_ask q = { .tag = n, .kind = STORE_FILE, .write = write_file };
	struct writing *w = malloc(sizeof(*w));

	*w = (struct writing){ n, at, err };
	q.arg = w;
	q.text = n % 2 ? strdup("odd") : NULL;
	return q;
}

/*
 * Other files are written one after the other, each with a reply; closing the
 * store writes the waiting ones.
 */
static void
test_files(void **state)
{
	static unsigned at;
	struct place *p = *state;
	int err;

	at = 0;
	for (unsigned n = 0; n < 4; n++) {
		struct store_ask q = file_ask(n, &at, n == 2 ? -ENOSPC : 0);
		struct store_answer *a = table_ask_whole(&p->t, &q);

		assert_int_equal(at, n + 1);
		assert_int_equal(a->err, n == 2 ? -ENOSPC : 0);
		assert_string_equal(a->why, n == 2 ? "file 2" : "");
		if (n % 2)
			assert_string_equal(a->text, "odd");
		else
			assert_null(a->text);
		store_answer_free(a);
	}
	for (unsigned n = 4; n < 16; n++) {
		struct store_ask q = file_ask(n, &at, n == 15 ? -EROFS : 0);

		assert_int_equal(store_ask(p->t.store, &q), 0);
	}
	err = store_close(p->t.store, 0);
	p->t.store = NULL;
	assert_int_equal(err, -EIO);
	assert_int_equal(at, 16);
}

/* Too many requests are refused, and their arguments freed. */
static void
test_many_questions(void **state)
{
	struct place *p = *state;
	struct store_answer *a;
	unsigned asked = 0, answered = 0;

	for (unsigned i = 0; i < 100; i++) {
		struct store_ask q = { .kind = STORE_OPEN, .text = strdup("x") };

		if (store_ask(p->t.store, &q) == 0)
			asked++;
	}
	assert_true(asked >= 16 && asked < 100);
	while (answered < asked) {
		a = store_answer_take(p->t.store);
		if (!a) {
			table_wait(&p->t);
			continue;
		}
		answered++;
		store_answer_free(a);
	}
	a = table_ask(&p->t, STORE_LIST, 0, NULL);
	assert_string_equal(a->text, "[]");
	store_answer_free(a);
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, place_setup_open, place_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		STORE_TEST(test_list),
		STORE_TEST(test_empty),
		STORE_TEST(test_no_such_game),
		STORE_TEST(test_import),
		STORE_TEST(test_save_and_open),
		STORE_TEST(test_open_broken),
		STORE_TEST(test_files),
		STORE_TEST(test_many_questions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
