/* Seats and their views: the state, the local screen, private pages, tokens. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/server/request_impl.h"
#include "daemon/record/secret.h"
#include "daemon/view/view.h"

/* "w, b" */
static void
seat_names(const struct game *g, char out[32])
{
	size_t at = 0;

	for (unsigned s = 0; s < rules_seats(g); s++)
		at += (size_t)snprintf(out + at, 32 - at, "%s%s", s ? ", " : "",
				       rules_seat_name(g, s));
}

int
request_seat(struct request *r, const char *name, uint8_t *seat)
{
	unsigned s = SEAT_NONE;
	char names[32];

	if (name) {
		s = rules_seat_parse(r->t->state.game, name);
		if (s >= RULES_SEATS_MAX) {
			seat_names(r->t->state.game, names);
			return request_refuse(r, "seat: there is no seat \"%.8s\"; %s has %s", name,
					      rules_title(r->t->state.game), names);
		}
	}
	*seat = (uint8_t)s;
	return 0;
}

int
request_need_game(struct request *r)
{
	if (r->t->state.phase == SESSION_NO_GAME)
		return request_refuse(r, "%s", tr("there is no game"));
	if (r->t->state.over)
		return request_refuse(r, "%s", tr("the game is over"));
	return 0;
}

int
request_viewer(struct request *r, unsigned seat, const char *token, unsigned *viewer)
{
	*viewer = table_viewer(r->t, r->client);
	if (table_is_partner(r->t, r->client) && table_seat_is_computer(r->t, seat))
		*viewer = seat;
	if (!token)
		return 0;
	if (seat == SEAT_NONE)
		return request_refuse(r, "token: missing seat");
	if (!table_token_fits(r->t, seat, token))
		return request_refuse(r, "token: this is not the token of %s",
				      rules_seat_name(r->t->state.game, seat));
	*viewer = seat;
	return 0;
}

int
request_authorise(struct request *r, unsigned seat, const char *token)
{
	const struct table *t = r->t;
	bool local = table_is_screen(t, r->client);
	unsigned viewer;

	if (request_viewer(r, seat, token, &viewer) < 0 ||
	    (table_has_person(t) && request_refuse_computer(r, seat) < 0))
		return REQUEST_REFUSED;
	if (!table_hides_between(t) || (seat != SEAT_NONE && viewer == seat) ||
	    (local && (seat == SEAT_NONE || !table_pin_is_set(t, seat))))
		return 0;
	if (seat == SEAT_NONE)
		return request_refuse(
			r, "%s",
			tr("this game hides something: name a seat and its token, or use the "
			   "screen beside the board"));
	(void)table_refuse(r->t,
			   tr("this game hides something: {1} does that on its private page, or "
			      "with its token"),
			   words_seat(t->state.game, seat));
	return request_refuse(r, "%s", r->t->why);
}

int
request_state(struct request *r)
{
	const char *seat = NULL, *token = NULL;
	uint8_t s = SEAT_NONE;
	unsigned viewer;

	if (request_take(r, "{s?:s, s?:s!}", "seat", &seat, "token", &token) < 0)
		return REQUEST_REFUSED;
	if ((seat || token) && r->t->state.phase == SESSION_NO_GAME)
		return request_refuse(r, "%s", tr("there is no game"));
	if (request_seat(r, seat, &s) < 0 || request_viewer(r, s, token, &viewer) < 0)
		return REQUEST_REFUSED;
	if (s != SEAT_NONE && s != viewer && secret_held(r->t->state.game, r->t->state.settled, s))
		return request_refuse(r, "token: %s sees more than all: its token is needed", seat);
	json_decref(r->out);
	r->out = view_state(r->t, s != SEAT_NONE ? s : viewer);
	return REQUEST_DONE;
}

int
request_screen(struct request *r)
{
	if (request_take(r, "{!}") < 0)
		return REQUEST_REFUSED;
	return request_reply(r, table_screen(r->t, r->client));
}

/* ---- PINs, with digests made by the clerk ---- */

static void *
make_digest(const struct record *none, const void *job)
{
	char *out = malloc(TABLE_PIN);

	(void)none;
	if (out)
		table_pin_digest(job, out);
	return out;
}

static int
open_page(struct table *t, uint32_t client, unsigned seat, json_t *out)
{
	if (table_page_open(t, client, seat) < 0)
		return -1;
	if (seat != SEAT_NONE && *t->pages.token[seat])
		json_object_set_new(out, "token", json_string(t->pages.token[seat]));
	return 0;
}

/* Completes a PIN that was set or correct. Returns 0, or -1 with t->why set. */
static int
end_job(struct table *t, uint32_t client, const struct table_pin_job *job, const char *digest,
	json_t *out)
{
	if (table_pin_end(t, job, digest) < 0)
		return -1;
	if (!job->change)
		return open_page(t, client, job->seat, out);
	if (*t->pages.token[job->seat])
		json_object_set_new(out, "token", json_string(t->pages.token[job->seat]));
	return 0;
}

static int
request_digest(struct request *r, const struct table_pin_job *job)
{
	struct table_pin_job *copy;
	char digest[TABLE_PIN];

	if (!r->t->store) {
		table_pin_digest(job, digest);
		return request_reply(r, end_job(r->t, r->client, job, digest, r->out));
	}
	copy = malloc(sizeof(*copy));
	if (!copy)
		return request_refuse(r, "out of memory");
	*copy = *job;
	return request_store(r, (struct store_ask){ .kind = STORE_MAKE,
						    .use = USE_PIN,
						    .make = make_digest,
						    .unmake = free,
						    .arg = copy });
}

json_t *
request_pin_answer(struct table *t, const struct store_answer *a, uint32_t client)
{
	json_t *o = json_pack("{s:s}", "kind", "ok");

	if (end_job(t, client, a->arg, a->made, o) == 0)
		return o;
	json_decref(o);
	return request_error(t->why);
}

/* Opens or closes a seat's page on the screen; its holder may also get the token. */
int
request_handover(struct request *r)
{
	const char *seat = NULL, *pin = NULL;
	struct table_pin_job job;
	uint8_t s = SEAT_NONE;
	int try = 0;

	if (request_take(r, "{s?:s, s?:s!}", "seat", &seat, "pin", &pin) < 0)
		return REQUEST_REFUSED;
	if (seat && r->t->state.phase == SESSION_NO_GAME)
		return request_refuse(r, "%s", tr("there is no game"));
	if (request_seat(r, seat, &s) < 0 || request_refuse_computer(r, s) < 0)
		return REQUEST_REFUSED;
	/* Only the screen learns whether a PIN is right. */
	if (s != SEAT_NONE && table_is_screen(r->t, r->client))
		try = table_pin_try(r->t, s, pin, &job);
	if (try < 0)
		return request_refuse(r, "%s", r->t->why);
	if (try == TABLE_PIN_JOB)
		return request_digest(r, &job);
	return request_reply(r, open_page(r->t, r->client, s, r->out));
}

int
request_pin(struct request *r)
{
	const char *seat, *pin, *token = NULL;
	struct table_pin_job job;
	uint8_t s = SEAT_NONE;
	unsigned viewer;

	if (request_take(r, "{s:s, s:s, s?:s!}", "seat", &seat, "pin", &pin, "token", &token) < 0 ||
	    request_need_game(r) < 0 || request_seat(r, seat, &s) < 0 ||
	    request_viewer(r, s, token, &viewer) < 0)
		return REQUEST_REFUSED;
	if (viewer != s)
		return request_refuse(r, "%s",
				      tr("pin: it can be set only on that seat's private page"));
	return table_pin_set(r->t, s, pin, &job) < 0 ? request_refuse(r, "%s", r->t->why)
						     : request_digest(r, &job);
}

/* Removes the client's rights of a person at the board. */
int
request_remote(struct request *r)
{
	if (request_take(r, "{!}") < 0)
		return REQUEST_REFUSED;
	r->peer->remote = true;
	r->peer->may_be_screen = r->peer->may_be_partner = false;
	return REQUEST_DONE;
}

int
request_focus(struct request *r)
{
	int on;

	if (request_take(r, "{s:b!}", "on", &on) < 0)
		return REQUEST_REFUSED;
	table_focus(r->t, r->client, on != 0);
	return REQUEST_DONE;
}

bool
request_press(struct table *t, char line[REQUEST_PRESS])
{
	static const char *const what[] = { "down", "up", "held" };
	struct table_press p;

	if (!table_press_take(t, &p))
		return false;
	(void)snprintf(line, REQUEST_PRESS,
		       "{\"kind\":\"button\",\"button\":\"%s\",\"what\":\"%s\"}",
		       table_button_name((enum button)p.button), what[p.kind]);
	return true;
}
