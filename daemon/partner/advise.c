/*
 * Advice for persons: an engine with the table's view scores every legal action (MultiPV), as soon
 * as the daemon asks for a position. Its scores are sent once they are of use, and again when its
 * time is over. An engine that fails gives no advice for this position, and nothing is repeated.
 */
#include "daemon/partner/partner.h"

#include <stdio.h>
#include <string.h>

/* Ends the engine. Logs the reason once, until an engine gives advice. */
static void
fail(struct partner *p, const char *why)
{
	if (!p->adviser.failed)
		partner_log("no advice from %s: %s", p->config->engine, why);
	p->adviser.failed = true;
	child_end(&p->adviser.child);
}

static void
send_scores(struct partner *p)
{
	struct adviser *a = &p->adviser;

	a->send_ms = PARTNER_NEVER;
	if (a->n_whole == 0)
		return;
	(void)client_send(&p->link, json_pack("{s:s, s:I, s:s}", "kind", "advice", "task", a->task,
					      "scores", a->whole));
	a->n_whole = 0;
	a->failed = false;
}

/* Asks the engine about the present position. */
static void
begin_search(struct partner *p)
{
	struct adviser *a = &p->adviser;
	int64_t now = partner_now();
	int err = 0;

	a->asks = false;
	if (a->child.stage == CHILD_NONE)
		err = child_start(&a->child, p->config->engine, PARTNER_MEMORY,
				  now + p->config->idle_ms);
	if (err < 0) {
		fail(p, strerror(-err));
		return;
	}
	child_send(&a->child,
		   "setoption name Hash value %d\nsetoption name UCI_Variant value %s\n"
		   "setoption name MultiPV value %d\nposition fen %s\ngo movetime %d\n",
		   PARTNER_HASH_MB, a->game, PARTNER_LINES, a->view, PARTNER_ADVISE_MS);
	a->child.stage = CHILD_THINKS;
	a->child.deadline_ms = now + p->config->patience_ms;
	a->send_ms = now + PARTNER_ADVICE_MS;
	a->n_part = a->n_whole = a->n_lines = a->lines = 0;
}

void
adviser_take(struct partner *p, const json_t *o)
{
	struct adviser *a = &p->adviser;
	json_int_t begun = json_integer_value(json_object_get(o, "begun"));

	/* No engine keeps the view of an earlier game. */
	if (begun != a->begun)
		child_end(&a->child);
	a->begun = begun;
	a->task = json_integer_value(json_object_get(o, "task"));
	a->asks = a->task != 0;
	a->send_ms = PARTNER_NEVER;
	a->n_whole = 0;
	child_stop(&a->child, true);
	if (snprintf(a->game, sizeof(a->game), "%s", client_text(o, "game")) >= (int)sizeof(a->game) ||
	    snprintf(a->view, sizeof(a->view), "%s", client_text(o, "view")) >= (int)sizeof(a->view) ||
	    strchr(a->view, '\n') || strchr(a->game, '\n'))
		a->asks = false;
}

/* Ends the collection of an iteration: its scores replace those of the one before. */
static void
take_whole(struct adviser *a)
{
	memcpy(a->whole, a->part, a->n_part);
	a->whole[a->n_part] = '\0';
	a->n_whole = a->n_part;
	a->lines = a->n_lines;
	a->n_part = a->n_lines = 0;
}

int
adviser_score_of(const char *line)
{
	const char *cp = strstr(line, " score cp "), *mate = strstr(line, " score mate ");
	int score = 0;

	if (cp)
		(void)sscanf(cp, " score cp %d", &score);
	else if (mate && sscanf(mate, " score mate %d", &score) == 1)
		score = score > 0 ? CLIENT_WON - score : -CLIENT_WON - score;
	return score < -CLIENT_WON ? -CLIENT_WON : score > CLIENT_WON ? CLIENT_WON : score;
}

/*
 * Keeps the score of an action. An iteration begins with line 1, and ends with as many lines as the
 * one before had, or as many as the engine announced, or with the next line 1.
 */
static void
take_line(struct adviser *a, const char *line)
{
	const char *pv = strstr(line, " pv "), *multi = strstr(line, " multipv ");
	char action[24];
	size_t room;
	unsigned number = 0;
	int n;

	if (!pv || !multi || sscanf(multi, " multipv %u", &number) != 1 ||
	    sscanf(pv, " pv %23s", action) != 1)
		return;
	if (number == 1 && a->n_lines > a->lines)
		take_whole(a);
	if (number == 1)
		a->n_part = a->n_lines = 0;
	room = sizeof(a->part) - a->n_part;
	n = snprintf(a->part + a->n_part, room, "%s%s %d", a->n_lines ? " " : "", action,
		     adviser_score_of(line));
	if (n < 0 || (size_t)n >= room)
		return;
	a->n_part += (size_t)n;
	a->n_lines++;
	if (a->n_lines == a->lines)
		take_whole(a);
}

static void
take_end(struct partner *p)
{
	struct adviser *a = &p->adviser;
	bool counts = a->child.stage != CHILD_DISCARDS;

	a->child.stage = CHILD_IDLE;
	a->child.deadline_ms = partner_now() + p->config->idle_ms;
	if (a->n_lines > a->lines)
		take_whole(a);
	if (counts)
		send_scores(p);
}

void
adviser_serve(struct partner *p)
{
	static const char error[] = "info string error: ", best[] = "bestmove ";
	static const char count[] = "info string actions ";
	struct adviser *a = &p->adviser;
	bool open = child_read(&a->child);
	const char *line;

	while (open && (line = child_line(&a->child))) {
		if (strncmp(line, error, strlen(error)) == 0)
			open = false;
		else if (strncmp(line, best, strlen(best)) == 0)
			take_end(p);
		else if (strncmp(line, count, strlen(count)) == 0)
			(void)sscanf(line + strlen(count), "%u", &a->lines);
		else if (strncmp(line, "info ", 5) == 0)
			take_line(a, line);
	}
	if (!open)
		fail(p, "the engine ended or refused the position");
}

/* Reports whether the engine can be asked now. */
static bool
is_ready(const struct adviser *a)
{
	return a->asks && a->child.stage <= CHILD_IDLE;
}

int64_t
adviser_deadline(const struct partner *p)
{
	const struct adviser *a = &p->adviser;
	int64_t d = a->child.stage == CHILD_NONE ? PARTNER_NEVER : a->child.deadline_ms;

	if (a->n_whole > 0 && a->send_ms < d)
		d = a->send_ms;
	return is_ready(a) ? 0 : d;
}

void
adviser_turn(struct partner *p)
{
	struct adviser *a = &p->adviser;
	int64_t now = partner_now();

	if (a->n_whole > 0 && a->send_ms <= now)
		send_scores(p);
	if (a->child.stage == CHILD_THINKS && a->child.deadline_ms <= now)
		child_stop(&a->child, false);
	else if (a->child.stage > CHILD_IDLE && a->child.deadline_ms <= now)
		fail(p, "the engine does not answer");
	else if (a->child.stage == CHILD_IDLE && a->child.deadline_ms <= now)
		child_end(&a->child);
	if (is_ready(a))
		begin_search(p);
}

void
adviser_forget(struct partner *p)
{
	child_end(&p->adviser.child);
	p->adviser.asks = false;
	p->adviser.send_ms = PARTNER_NEVER;
	p->adviser.n_whole = 0;
}
