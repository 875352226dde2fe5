#include "table.h"

#include <poll.h>
#include <stdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/record/native.h"
#include "help.h"

static void
fetch(void *user, uint32_t i, char text[RULES_ACTION_TEXT], uint64_t *t_us)
{
	const struct table *t = user;
	struct position p = t->r.start;

	assert_true(i < t->r.n);
	for (uint32_t k = 0; k < i; k++)
		rules_apply(t->r.game, &p, t->r.action[k].action);
	rules_action_print(t->r.game, &p, t->r.action[i].action, text);
	*t_us = t->r.action[i].t_us;
}

void
table_open(struct table *t, const char *folder)
{
	struct store_config c = { .action = fetch, .user = t, .retry_ms = 20 };
	char why[STORE_WHY_MAX];

	if (store_open(folder, &c, &t->store, why) < 0)
		fail_msg("%s", why);
}

void
table_close(struct table *t)
{
	assert_int_equal(store_close(t->store, TABLE_WAIT_MS), 0);
	record_finish(&t->r);
	memset(t, 0, sizeof(*t));
}

void
table_begin(struct table *t, const char *game)
{
	struct position start;
	struct rules_error why;

	assert_int_equal(rules_start(rules_game(game), "", &start, &why), 0);
	record_finish(&t->r);
	record_init(&t->r, rules_game(game), &start);
	strcpy(t->r.name[0], "Anna");
	strcpy(t->r.date, "2026.11.20");
	store_begin(t->store, &t->r);
	strcpy(t->r.date, RECORD_DATE_UNSET);
}

/* Picks a legal action that does not end the game. */
static struct action
choose(const struct record *r, uint64_t *seed)
{
	static struct action list[RULES_ACTIONS_MAX], next[RULES_ACTIONS_MAX];
	size_t n = rules_actions(r->game, &r->last, list);
	size_t at = (size_t)help_random(seed);

	for (size_t i = 0; i < n; i++) {
		struct action a = list[(at + i) % n];
		struct position p = r->last;

		rules_apply(r->game, &p, a);
		if (rules_actions(r->game, &p, next) > 0)
			return a;
	}
	fail_msg("every action ends the game");
	return list[0];
}

void
table_play(struct table *t, unsigned n, uint64_t *seed)
{
	while (n-- > 0) {
		t->now_us += 1000000;
		assert_int_equal(record_add(&t->r, choose(&t->r, seed), t->now_us), 0);
		store_mark_action(t->store);
	}
	store_pump(t->store, t->now_us);
}

void
table_undo(struct table *t, unsigned n)
{
	record_cut(&t->r, t->r.n - n);
	store_mark_undo(t->store, n);
	store_pump(t->store, t->now_us);
}

void
table_end(struct table *t, struct record_result res)
{
	t->r.result = res;
	store_mark_result(t->store, &res);
	store_pump(t->store, t->now_us);
}

void
table_close_end(struct table *t)
{
	char number[16];

	table_settle(t);
	snprintf(number, sizeof(number), "%u", store_status(t->store)->number);
	assert_int_equal(store_setting_set(t->store, STORE_CLOSED, number), 0);
	table_settle(t);
}

void
table_wait(struct table *t)
{
	struct pollfd p = { .fd = store_fd(t->store), .events = POLLIN };

	if (poll(&p, 1, TABLE_WAIT_MS) == 0)
		fail_msg("the store reports nothing: marked %u, recorded %u, game %u, working %d: "
			 "%s",
			 store_status(t->store)->marked, store_status(t->store)->recorded,
			 store_status(t->store)->number, store_status(t->store)->working,
			 store_status(t->store)->what);
	store_poll(t->store);
}

void
table_settle(struct table *t)
{
	while (!store_status(t->store)->caught_up)
		table_wait(t);
	assert_int_equal(store_status(t->store)->recorded, t->r.n);
}

void
table_await(struct table *t, bool working)
{
	while (store_status(t->store)->working != working)
		table_wait(t);
}

void
table_await_well(struct table *t)
{
	while (!store_status(t->store)->working || *store_status(t->store)->what)
		table_wait(t);
}

struct store_answer *
table_ask_whole(struct table *t, const struct store_ask *q)
{
	struct store_answer *a;

	assert_int_equal(store_ask(t->store, q), 0);
	while (!(a = store_answer_take(t->store)))
		table_wait(t);
	assert_true(a->tag == q->tag && a->kind == q->kind);
	return a;
}

struct store_answer *
table_ask(struct table *t, enum store_question kind, uint32_t number, const char *text)
{
	struct store_ask q = { .tag = 7000 + (uint64_t)kind,
			       .kind = (uint8_t)kind,
			       .number = number,
			       .text = text ? strdup(text) : NULL };

	return table_ask_whole(t, &q);
}

void
table_check(struct table *t)
{
	struct record back = { 0 };
	char why[NATIVE_WHY_MAX];
	struct store_answer *a;

	table_settle(t);
	a = table_ask(t, STORE_NATIVE, store_status(t->store)->number, NULL);
	if (a->err)
		fail_msg("%s", a->why);
	if (native_parse(a->text, strlen(a->text), &back, why) < 0)
		fail_msg("%s\n%s", a->text, why);
	if (!record_same_game(&t->r, &back))
		fail_msg("another game came back:\n%s", a->text);
	record_finish(&back);
	store_answer_free(a);
}

void
table_save(struct table *t, const char *name)
{
	struct record *r = calloc(1, sizeof(*r));
	struct store_ask q = { .kind = STORE_SAVE, .text = strdup(name), .record = r };
	struct store_answer *a;

	help_play(r, "chess", "", NULL, 6, 3);
	a = table_ask_whole(t, &q);
	assert_int_equal(a->err, 0);
	store_answer_free(a);
}
