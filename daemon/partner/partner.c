#include "daemon/partner/partner.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends all engines, so that none keeps the view of an earlier game. */
static void
forget(struct partner *p)
{
	for (unsigned s = 0; s < PARTNER_SEATS; s++) {
		child_end(&p->at[s].child);
		p->at[s] = (struct partner_seat){ .searched = false };
	}
	adviser_forget(p);
	p->n_seats = 0;
	p->seat = PARTNER_SEATS;
	p->choose_ms = PARTNER_NEVER;
}

/* ---- engines ---- */

/* Plans another attempt at the task. Reports the task as failed after PARTNER_TRIES. */
static void
try_again(struct partner *p, int64_t wait_ms, const char *why)
{
	p->choose_ms = partner_now() + (++p->tries < PARTNER_TRIES ? wait_ms : PARTNER_LATER_MS);
	if (p->tries == PARTNER_TRIES)
		(void)client_send(&p->link, json_pack("{s:s, s:I, s:s}", "kind", "failed", "task",
						      p->task, "why", why));
}

/* Ends the engine. If it was choosing the task's action, a new engine will. */
static void
fail(struct partner *p, unsigned seat, const char *why)
{
	struct child *c = &p->at[seat].child;
	bool counts = c->stage == CHILD_THINKS || c->stage == CHILD_STOPS;

	partner_log("%s: the engine %s", p->name[seat], why);
	child_end(c);
	if (seat == p->seat && counts)
		try_again(p, 0, why);
}

/* Starts the task's engine. Returns 0 or -errno. */
static int
start(struct partner *p, struct child *c, const struct guest *guest)
{
	uint64_t memory = guest ? (uint64_t)guest->memory_mb * PARTNER_ADDRESSES << 20 : PARTNER_MEMORY;
	char options[2 * GUEST_TEXT + 128];
	int err = child_start(c, guest ? guest->program : p->config->engine, memory,
			      partner_now() + p->config->idle_ms);

	if (err < 0)
		return err;
	if (guest) {
		guest_print(guest, p->game, p->level, options, sizeof(options));
		child_send(c, "uci\n%s", options);
	} else {
		child_send(c, "setoption name Hash value %d\n", PARTNER_HASH_MB);
	}
	return 0;
}

/* Asks the seat's engine for an action. */
static void
choose(struct partner *p)
{
	const struct guest *guest = guests_named(&p->guests, p->engine);
	struct child *c = &p->at[p->seat].child;
	int err = 0;

	if (*p->engine && !guest)
		err = -ENOENT;
	else if (c->stage == CHILD_NONE)
		err = start(p, c, guest);
	if (err < 0) {
		partner_log("%s: %s", *p->engine ? p->engine : p->config->engine, strerror(-err));
		try_again(p, PARTNER_AGAIN_MS, strerror(-err));
		return;
	}
	if (!guest)
		child_send(c,
			   "setoption name UCI_Variant value %s\nsetoption name Level value %d\n"
			   "setoption name Seed value %lld\n",
			   p->game, p->level, (long long)p->config->seed);
	child_send(c, "position fen %s\ngo movetime %d\n", p->view,
		   p->hurried ? PARTNER_NOW_MS : PARTNER_THINK_MS);
	p->at[p->seat].fresh = false;
	c->stage = CHILD_THINKS;
	c->deadline_ms = partner_now() + p->config->patience_ms;
	p->choose_ms = PARTNER_NEVER;
}

static void
play(struct partner *p, const char *action)
{
	if (client_send(&p->link, json_pack("{s:s, s:I, s:s}", "kind", "play", "task", p->task,
					    "action", action)) == 0)
		p->play_id = p->link.id;
}

/* Gives the game up for the seat. A refusal is handled like that of an action. */
static void
resign(struct partner *p, unsigned seat)
{
	if (client_send(&p->link, json_pack("{s:s, s:s}", "kind", "resign", "seat", p->name[seat])) == 0)
		p->play_id = p->link.id;
}

static void
take_score(struct partner_seat *s, const char *line)
{
	const char *cp = strstr(line, " score cp "), *mate = strstr(line, " score mate ");

	s->searched |= cp || mate;
	s->fresh |= cp || mate;
	if (cp)
		s->score = atoi(cp + strlen(" score cp "));
	else if (mate)
		s->score = atoi(mate + strlen(" score mate ")) > 0 ? CLIENT_WON : -CLIENT_WON;
}

static void
take_action(struct partner *p, unsigned seat, const char *text)
{
	struct child *c = &p->at[seat].child;
	bool counts = c->stage != CHILD_DISCARDS && seat == p->seat;
	char action[64];

	if (sscanf(text, "%63s", action) != 1 || strcmp(action, "(none)") == 0) {
		fail(p, seat, "found no action");
		return;
	}
	c->stage = CHILD_IDLE;
	c->deadline_ms = partner_now() + p->config->idle_ms;
	if (!counts || p->choose_ms != PARTNER_NEVER)
		return;
	if (partner_judge(&p->at[seat], p->game, p->level, p->n_actions))
		resign(p, seat);
	else
		play(p, action);
}

static void
serve_child(struct partner *p, unsigned seat)
{
	static const char error[] = "info string error: ", best[] = "bestmove ";
	struct child *c = &p->at[seat].child;
	bool open = child_read(c);
	const char *line;

	while (c->stage != CHILD_NONE && (line = child_line(c))) {
		if (strncmp(line, best, strlen(best)) == 0 && c->stage != CHILD_IDLE)
			take_action(p, seat, line + strlen(best));
		else if (strncmp(line, error, strlen(error)) == 0)
			fail(p, seat, line + strlen("info string "));
		else if (strncmp(line, "info ", 5) == 0)
			take_score(&p->at[seat], line);
	}
	if (!open && c->stage != CHILD_NONE)
		fail(p, seat, "ended");
}

static void
serve_deadline(struct partner *p, unsigned seat)
{
	struct child *c = &p->at[seat].child;

	switch (c->stage) {
	case CHILD_NONE:
		break;
	case CHILD_IDLE:
		child_end(c);
		break;
	case CHILD_THINKS:
		child_stop(c, false);
		break;
	case CHILD_STOPS:
	case CHILD_DISCARDS:
		fail(p, seat, "does not answer");
		break;
	}
}

/* ---- halod ---- */

/* Reports an error once, and connects again later. */
static void
disconnect(struct partner *p, const char *why)
{
	if (strcmp(why, p->why) != 0)
		partner_log("%s", why);
	(void)snprintf(p->why, sizeof(p->why), "%s", why);
	client_close(&p->link);
	forget(p);
	reviewer_forget(p);
	p->again_ms = partner_now() + PARTNER_AGAIN_MS;
}

static void
dial(struct partner *p)
{
	if (client_open(&p->link, p->config->socket) < 0) {
		disconnect(p, p->link.why);
		return;
	}
	p->again_ms = PARTNER_NEVER;
	p->role_id = p->play_id = 0;
	if (client_send(&p->link, json_pack("{s:s, s:o, s:i}", "kind", "partner", "engines",
					    guests_json(&p->guests), "memory",
					    (int)p->guests.memory_mb)) == 0)
		p->role_id = p->link.id;
}

static void
take_task(struct partner *p, const json_t *o)
{
	json_int_t begun = json_integer_value(json_object_get(o, "begun"));
	const char *seat = json_string_value(json_object_get(o, "seat"));

	if (begun != p->begun)
		forget(p);
	p->begun = begun;
	if (p->seat < PARTNER_SEATS)
		child_stop(&p->at[p->seat].child, true);
	p->task = json_integer_value(json_object_get(o, "task"));
	p->seat = seat ? partner_seat(p, seat) : PARTNER_SEATS;
	p->n_actions = json_integer_value(json_object_get(o, "n_actions"));
	p->tries = 0;
	p->play_id = 0;
	p->hurried = false;
	p->choose_ms = PARTNER_NEVER;
	if (p->seat == PARTNER_SEATS)
		return;
	if (snprintf(p->game, sizeof(p->game), "%s", client_text(o, "game")) >= (int)sizeof(p->game) ||
	    snprintf(p->engine, sizeof(p->engine), "%s", client_text(o, "engine")) >=
		    (int)sizeof(p->engine) ||
	    snprintf(p->view, sizeof(p->view), "%s", client_text(o, "view")) >= (int)sizeof(p->view) ||
	    strchr(p->view, '\n') || strchr(p->game, '\n')) {
		partner_log("task %lld has no such view", (long long)p->task);
		p->seat = PARTNER_SEATS;
		return;
	}
	p->level = (int)json_integer_value(json_object_get(o, "level"));
	p->choose_ms = partner_now();
}

/* Ends the thinking about the task: its best action so far is played. */
static void
move_now(struct partner *p, const json_t *o)
{
	if (json_integer_value(json_object_get(o, "task")) != p->task || p->seat == PARTNER_SEATS)
		return;
	p->hurried = true;
	if (p->at[p->seat].child.stage == CHILD_THINKS)
		child_stop(&p->at[p->seat].child, false);
}

/* Handles a reply. A refused action is chosen again, unless another task has come meanwhile. */
static void
take_reply(struct partner *p, const json_t *o, bool ok)
{
	json_int_t id = json_integer_value(json_object_get(o, "id"));

	if (id == 0)
		return;
	if (ok && id == p->role_id) {
		p->role_id = 0;
		*p->why = '\0';
		partner_log("connected");
	} else if (id == p->role_id) {
		disconnect(p, client_text(o, "why"));
	} else if (id == p->play_id) {
		p->play_id = 0;
		if (ok)
			return;
		partner_log("%s", client_text(o, "why"));
		if (p->seat < PARTNER_SEATS)
			try_again(p, PARTNER_AGAIN_MS, "its action is refused");
	}
}

static void
take_message(struct partner *p, const json_t *o)
{
	const char *kind = client_text(o, "kind");

	if (strcmp(kind, "task") == 0)
		take_task(p, o);
	else if (strcmp(kind, "move-now") == 0)
		move_now(p, o);
	else if (strcmp(kind, "advise") == 0)
		adviser_take(p, o);
	else if (strcmp(kind, "review") == 0)
		reviewer_take(p, o);
	else if (strcmp(kind, "state") == 0 && p->role_id == 0)
		partner_consent(p, o);
	else if (strcmp(kind, "ok") == 0 || strcmp(kind, "error") == 0)
		take_reply(p, o, *kind == 'o');
}

static void
serve_link(struct partner *p)
{
	json_t *o = NULL;
	int got = client_receive(&p->link);

	while (got >= 0 && p->link.fd >= 0 && (got = client_message(&p->link, &o)) > 0) {
		take_message(p, o);
		json_decref(o);
	}
	if (got < 0)
		disconnect(p, p->link.why);
}

/* ---- the loop ---- */

/* Reports whether an engine can be asked now: one that works on an earlier position ends first. */
static bool
is_ready(const struct partner *p)
{
	return p->seat < PARTNER_SEATS && p->at[p->seat].child.stage <= CHILD_IDLE;
}

static int64_t
deadline(const struct partner *p)
{
	int64_t advise = adviser_deadline(p), review = reviewer_deadline(p);
	int64_t d = p->again_ms < p->alive_ms ? p->again_ms : p->alive_ms;

	if (advise < d)
		d = advise;
	if (review < d)
		d = review;
	if (is_ready(p) && p->choose_ms < d)
		d = p->choose_ms;
	for (unsigned s = 0; s < PARTNER_SEATS; s++) {
		const struct child *c = &p->at[s].child;

		if (c->stage != CHILD_NONE && c->deadline_ms < d)
			d = c->deadline_ms;
	}
	return d;
}

static void
serve_deadlines(struct partner *p)
{
	for (unsigned s = 0; s < PARTNER_SEATS; s++)
		if (p->at[s].child.stage != CHILD_NONE &&
		    p->at[s].child.deadline_ms <= partner_now())
			serve_deadline(p, s);
	adviser_turn(p);
	reviewer_turn(p);
	if (p->again_ms <= partner_now())
		dial(p);
	if (is_ready(p) && p->choose_ms <= partner_now())
		choose(p);
}

/* Waits for the daemon, an engine or the next deadline. */
static void
wait_for_more(struct partner *p)
{
	enum { ADVISER = 1 + PARTNER_SEATS, REVIEWER, FDS };
	struct pollfd f[FDS];
	int64_t d = deadline(p), ms = d == PARTNER_NEVER ? 0 : d - partner_now();
	const struct timespec most = { .tv_sec = (time_t)(ms > 0 ? ms / 1000 : 0),
				       .tv_nsec = (long)(ms > 0 ? ms % 1000 * 1000000 : 0) };
	sigset_t none;

	(void)sigemptyset(&none);
	f[0] = (struct pollfd){ .fd = p->link.fd, .events = POLLIN };
	for (unsigned s = 0; s < PARTNER_SEATS; s++)
		f[1 + s] = (struct pollfd){
			.fd = p->at[s].child.stage == CHILD_NONE ? -1 : p->at[s].child.out,
			.events = POLLIN,
		};
	f[ADVISER] = (struct pollfd){
		.fd = p->adviser.child.stage == CHILD_NONE ? -1 : p->adviser.child.out,
		.events = POLLIN,
	};
	f[REVIEWER] = (struct pollfd){
		.fd = p->reviewer.child.stage == CHILD_NONE ? -1 : p->reviewer.child.out,
		.events = POLLIN,
	};
	if (ppoll(f, FDS, d == PARTNER_NEVER ? NULL : &most, &none) <= 0)
		return;
	for (unsigned s = 0; s < PARTNER_SEATS; s++)
		if (f[1 + s].revents && p->at[s].child.stage != CHILD_NONE)
			serve_child(p, s);
	if (f[ADVISER].revents && p->adviser.child.stage != CHILD_NONE)
		adviser_serve(p);
	if (f[REVIEWER].revents && p->reviewer.child.stage != CHILD_NONE)
		reviewer_serve(p);
	if (f[0].revents && p->link.fd >= 0)
		serve_link(p);
}

void
partner_run(struct partner *p, const struct partner_config *c, const volatile sig_atomic_t *stopped)
{
	memset(p, 0, sizeof(*p));
	p->config = c;
	guests_find(&p->guests, c->engines);
	client_start(&p->link, -1);
	forget(p);
	partner_alive_begin(p);
	while (!*stopped) {
		partner_alive(p, partner_now());
		serve_deadlines(p);
		wait_for_more(p);
	}
	forget(p);
	reviewer_forget(p);
	client_close(&p->link);
}
