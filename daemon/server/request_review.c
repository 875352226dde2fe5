/* Requests about the review of a finished game: a client's, and the partner's. */
#include <stdlib.h>

#include "daemon/server/request_impl.h"
#include "daemon/view/view.h"

/* A kept game's review, computed off the loop; or the game, if it has none yet. */
struct review_made {
	json_t *answer;
	struct record *record;
};

static void
free_made(void *made)
{
	struct review_made *m = made;

	json_decref(m->answer);
	if (m->record)
		record_finish(m->record);
	free(m->record);
	free(m);
}

static bool
copy_record(struct review_made *m, const struct record *r)
{
	m->record = calloc(1, sizeof(*m->record));
	return m->record && record_copy(m->record, r) == 0;
}

/* arg: the move whose action is described too, an int64_t. */
static void *
make(const struct record *r, const void *arg)
{
	const json_int_t move = *(const json_int_t *)arg;
	struct review_made *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	if (r->review && record_is_public(r))
		m->answer = json_pack("{s:s, s:o}", "kind", "ok", "review",
				      view_reviewed(r, move > r->n ? 0 : (uint32_t)move));
	else if (!copy_record(m, r)) {
		free_made(m);
		return NULL;
	}
	return m;
}

json_t *
request_review_answer(struct table *t, const struct store_answer *a)
{
	struct review_made *m = a->made;
	struct record *r = m->record;

	if (m->answer)
		return json_incref(m->answer);
	m->record = NULL;
	return table_review_begin(t, r) < 0 ? request_error(t->why)
					    : json_pack("{s:s, s:n}", "kind", "ok", "review");
}

int
request_review(struct request *r)
{
	struct store_ask q = { .kind = STORE_GET,
			       .use = USE_REVIEW,
			       .limit = 1,
			       .make = make,
			       .unmake = free_made };
	json_int_t id = 0, move = 0, *arg;

	if (request_take(r, "{s?:I, s?:I!}", "game_id", &id, "move", &move) < 0)
		return REQUEST_REFUSED;
	if (id < 0 || id > UINT32_MAX)
		return request_refuse(r, "game_id: there is no game %lld", (long long)id);
	if (move < 0)
		return request_refuse(r, "move: a number from 0 is expected");
	q.number = id ? (uint32_t)id : table_number(r->t);
	if (q.number == 0)
		return request_refuse(r, "%s", tr("there is no game"));
	if (table_review_runs(r->t, q.number)) {
		json_object_set_new(r->out, "review", json_null());
		return REQUEST_DONE;
	}
	arg = malloc(sizeof(*arg));
	if (!arg)
		return request_refuse(r, "out of memory");
	*arg = move;
	q.arg = arg;
	return request_store(r, q);
}

/* Takes the partner's score of an action. */
int
request_reviewed(struct request *r)
{
	json_int_t task = 0, played = 0, best = 0;
	const char *line = NULL, *why = NULL;

	if (request_take(r, "{s:I, s?:I, s?:I, s?:s, s?:s!}", "task", &task, "score", &played,
			 "best_score", &best, "line", &line, "why", &why) < 0)
		return REQUEST_REFUSED;
	if (!table_is_partner(r->t, r->client))
		return request_refuse(r, "reviewed: only the partner reviews games");
	if (task == 0 || task != (json_int_t)table_review_wanted(r->t))
		return request_refuse(r, "task: %lld is over", (long long)task);
	if ((line != NULL) == (why != NULL))
		return request_refuse(r, "either line or why is expected");
	if (why) {
		table_review_failed(r->t, why);
		return REQUEST_DONE;
	}
	if (played >= -REVIEW_WON && played <= REVIEW_WON && best >= -REVIEW_WON && best <= REVIEW_WON &&
	    table_review_take(r->t, (int)played, (int)best, line) == 0)
		return REQUEST_DONE;
	table_review_failed(r->t, "its line or scores cannot be read");
	return request_refuse(r, "line: not one of legal actions, with scores up to %d", REVIEW_WON);
}
