/* Seats and what they may see: the state, the local screen, hand-over, tokens. */
#include <stdio.h>
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
		return request_refuse(r, "%s", say_text(SAY_NOT_NO_GAME));
	if (r->t->state.phase == SESSION_OVER)
		return request_refuse(r, "%s", say_text(SAY_NOT_GAME_OVER));
	return 0;
}

int
request_eyes(struct request *r, unsigned seat, const char *token, unsigned *eyes)
{
	*eyes = table_viewer(r->t, r->client);
	if (!token)
		return 0;
	if (seat == SEAT_NONE)
		return request_refuse(r, "token: whose? \"seat\" is missing");
	if (!table_token_fits(r->t, seat, token))
		return request_refuse(r, "token: this is not the token of %s",
				      rules_seat_name(r->t->state.game, seat));
	*eyes = seat;
	return 0;
}

int
request_state(struct request *r)
{
	const char *seat = NULL, *token = NULL;
	uint8_t s = SEAT_NONE;
	unsigned eyes;

	if (request_take(r, "{s?:s, s?:s!}", "seat", &seat, "token", &token) < 0)
		return REQUEST_REFUSED;
	if ((seat || token) && r->t->state.phase == SESSION_NO_GAME)
		return request_refuse(r, "%s", say_text(SAY_NOT_NO_GAME));
	if (request_seat(r, seat, &s) < 0 || request_eyes(r, s, token, &eyes) < 0)
		return REQUEST_REFUSED;
	if (s != SEAT_NONE && s != eyes && secret_held(r->t->state.game, r->t->state.settled, s))
		return request_refuse(r, "token: %s sees more than all: its token is needed", seat);
	json_decref(r->out);
	r->out = view_state(r->t, s != SEAT_NONE ? s : eyes);
	return REQUEST_DONE;
}

int
request_screen(struct request *r)
{
	if (request_take(r, "{!}") < 0)
		return REQUEST_REFUSED;
	return table_screen(r->t, r->client) < 0 ? request_refuse(r, "%s", r->t->why)
						 : REQUEST_DONE;
}

/* The page of a seat is open on the screen, or closed; who holds it may have the token too. */
int
request_handover(struct request *r)
{
	const char *seat = NULL, *pin = NULL;
	uint8_t s = SEAT_NONE;

	if (request_take(r, "{s?:s, s?:s!}", "seat", &seat, "pin", &pin) < 0)
		return REQUEST_REFUSED;
	if (seat && r->t->state.phase == SESSION_NO_GAME)
		return request_refuse(r, "%s", say_text(SAY_NOT_NO_GAME));
	if (request_seat(r, seat, &s) < 0)
		return REQUEST_REFUSED;
	/* Who is not the screen learns nothing by trying. */
	if (s != SEAT_NONE && r->t->screen == r->client && table_pin_try(r->t, s, pin) < 0)
		return request_refuse(r, "%s", r->t->why);
	if (table_page_open(r->t, r->client, s) < 0)
		return request_refuse(r, "%s", r->t->why);
	if (s != SEAT_NONE && *r->t->token[s])
		json_object_set_new(r->out, "token", json_string(r->t->token[s]));
	return REQUEST_DONE;
}

int
request_pin(struct request *r)
{
	const char *seat, *pin, *token = NULL;
	uint8_t s = SEAT_NONE;
	unsigned eyes;

	if (request_take(r, "{s:s, s:s, s?:s!}", "seat", &seat, "pin", &pin, "token", &token) < 0 ||
	    request_need_game(r) < 0 || request_seat(r, seat, &s) < 0 ||
	    request_eyes(r, s, token, &eyes) < 0)
		return REQUEST_REFUSED;
	if (eyes != s)
		return request_refuse(r, "%s", say_text(SAY_NOT_PIN_PAGE));
	return table_pin_set(r->t, s, pin) < 0 ? request_refuse(r, "%s", r->t->why) : REQUEST_DONE;
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
