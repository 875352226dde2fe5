/*
 * The review of finished games: an engine searches each position twice, first all actions, then only
 * the one that was played, unless it is the best. Both searches have the same number of nodes and an
 * empty table, so that a review gives the same scores each time.
 *
 *   stage    asks   state
 *   WAITS    no     no task, or the result was sent
 *   BEST     yes    the first search is to begin, as soon as no engine thinks for a game
 *   BEST     no     it runs
 *   PLAYED   …      likewise, the second one
 */
#include "daemon/partner/partner.h"

#include <stdio.h>
#include <string.h>

static bool
takes(char *out, size_t size, const char *text)
{
	return snprintf(out, size, "%s", text) < (int)size && *text && !strchr(text, '\n');
}

static void
fail(struct partner *p, const char *why)
{
	struct reviewer *v = &p->reviewer;

	child_end(&v->child);
	v->asks = false;
	if (v->stage == REVIEW_WAITS)
		return;
	v->stage = REVIEW_WAITS;
	(void)client_send(&p->link, json_pack("{s:s, s:I, s:s}", "kind", "reviewed", "task", v->task,
					      "why", why));
}

static void
send_result(struct partner *p)
{
	struct reviewer *v = &p->reviewer;

	v->stage = REVIEW_WAITS;
	(void)client_send(&p->link,
			  json_pack("{s:s, s:I, s:i, s:i, s:s}", "kind", "reviewed", "task", v->task,
				    "score", v->score, "best_score", v->best, "line", v->best_line));
}

void
reviewer_take(struct partner *p, const json_t *o)
{
	struct reviewer *v = &p->reviewer;

	child_stop(&v->child, true);
	v->task = json_integer_value(json_object_get(o, "task"));
	v->stage = v->task ? REVIEW_BEST : REVIEW_WAITS;
	v->asks = v->task != 0;
	if (v->task && !(takes(v->game, sizeof(v->game), client_text(o, "game")) &&
			 takes(v->at, sizeof(v->at), client_text(o, "position")) &&
			 takes(v->action, sizeof(v->action), client_text(o, "action"))))
		fail(p, "no such position");
}

/* Reports whether an engine thinks for a game. */
static bool
is_busy(const struct partner *p)
{
	bool busy = p->adviser.asks || p->adviser.child.stage > CHILD_IDLE ||
		    p->choose_ms != PARTNER_NEVER;

	for (unsigned s = 0; s < PARTNER_SEATS; s++)
		busy |= p->at[s].child.stage > CHILD_IDLE;
	return busy;
}

static bool
is_ready(const struct partner *p)
{
	return p->reviewer.asks && p->reviewer.child.stage <= CHILD_IDLE && !is_busy(p);
}

/* Begins the search of the stage. */
static void
begin_search(struct partner *p)
{
	struct reviewer *v = &p->reviewer;
	int64_t now = partner_now();
	int err = 0;

	v->asks = false;
	if (v->child.stage == CHILD_NONE)
		err = child_start(&v->child, p->config->engine, PARTNER_MEMORY,
				  now + p->config->idle_ms);
	if (err < 0) {
		fail(p, strerror(-err));
		return;
	}
	*v->line = '\0';
	child_send(&v->child,
		   "setoption name Hash value %d\nsetoption name UCI_Variant value %s\nucinewgame\n"
		   "position fen %s\ngo nodes %lld%s%s\n",
		   PARTNER_HASH_MB, v->game, v->at, (long long)p->config->review_nodes,
		   v->stage == REVIEW_PLAYED ? " searchmoves " : "",
		   v->stage == REVIEW_PLAYED ? v->action : "");
	v->child.stage = CHILD_THINKS;
	v->child.deadline_ms = now + PARTNER_REVIEW_MS;
}

/* Takes the score and the line of an iteration; a line that is too long loses its end. */
static void
take_line(struct reviewer *v, const char *line)
{
	const char *pv = strstr(line, " pv ");
	char *end;

	if (!pv || !strstr(line, " score "))
		return;
	v->score = adviser_score_of(line);
	if (snprintf(v->line, sizeof(v->line), "%s", pv + 4) < (int)sizeof(v->line))
		return;
	end = strrchr(v->line, ' ');
	if (end)
		*end = '\0';
}

/* Reports whether the line begins with the action that was played. */
static bool
is_played(const struct reviewer *v)
{
	size_t n = strlen(v->action);

	return strncmp(v->line, v->action, n) == 0 && (v->line[n] == ' ' || !v->line[n]);
}

/* Goes on after a search: to the second one, or with the result. */
static void
take_end(struct partner *p)
{
	struct reviewer *v = &p->reviewer;
	bool counts = v->child.stage != CHILD_DISCARDS;

	v->child.stage = CHILD_IDLE;
	v->child.deadline_ms = partner_now() + p->config->idle_ms;
	if (!counts)
		return;
	if (!*v->line) {
		fail(p, "the engine finds no action");
		return;
	}
	if (v->stage == REVIEW_BEST) {
		v->best = v->score;
		memcpy(v->best_line, v->line, sizeof(v->best_line));
	}
	if (v->stage == REVIEW_PLAYED || is_played(v)) {
		send_result(p);
		return;
	}
	v->stage = REVIEW_PLAYED;
	v->asks = true;
}

void
reviewer_serve(struct partner *p)
{
	static const char error[] = "info string error: ", best[] = "bestmove ";
	struct reviewer *v = &p->reviewer;
	bool open = child_read(&v->child);
	const char *line;

	while (v->child.stage != CHILD_NONE && (line = child_line(&v->child))) {
		if (strncmp(line, error, strlen(error)) == 0 && v->child.stage != CHILD_DISCARDS)
			open = false;
		else if (strncmp(line, best, strlen(best)) == 0)
			take_end(p);
		else if (strncmp(line, "info ", 5) == 0 && v->child.stage == CHILD_THINKS)
			take_line(v, line);
	}
	if (!open)
		fail(p, "the engine ended or refused the position");
}

int64_t
reviewer_deadline(const struct partner *p)
{
	const struct child *c = &p->reviewer.child;

	if (is_ready(p))
		return 0;
	return c->stage == CHILD_NONE ? PARTNER_NEVER : c->deadline_ms;
}

void
reviewer_turn(struct partner *p)
{
	struct child *c = &p->reviewer.child;

	/* The answer of a discarded search does not count: it begins again. */
	if ((c->stage == CHILD_IDLE || c->stage == CHILD_DISCARDS) && c->deadline_ms <= partner_now())
		child_end(c);
	else if (c->stage > CHILD_IDLE && c->deadline_ms <= partner_now())
		fail(p, "the engine does not answer");
	/* A game needs the machine: the search begins again later. */
	if (c->stage == CHILD_THINKS && is_busy(p)) {
		child_stop(c, true);
		p->reviewer.asks = true;
	}
	if (is_ready(p))
		begin_search(p);
}

void
reviewer_forget(struct partner *p)
{
	child_end(&p->reviewer.child);
	p->reviewer.stage = REVIEW_WAITS;
	p->reviewer.asks = false;
}
