/* Requests about the clock, and claims. */
#include <string.h>

#include "daemon/server/request_impl.h"

int
request_clock_spec(struct request *r, const char *text, struct clock_spec *out)
{
	char why[CLOCK_WHY] = "";

	if (text && clock_spec_parse(text, out, why) < 0)
		return request_refuse(r, "clock: %s", why);
	return 0;
}

static int
set(struct request *r, const char *text)
{
	struct clock_spec spec;

	if (request_clock_spec(r, text, &spec) < 0)
		return REQUEST_REFUSED;
	return table_clock_set(r->t, &spec) < 0 ? request_refuse(r, "%s", r->t->why) : REQUEST_DONE;
}

int
request_clock(struct request *r)
{
	const char *spec = NULL;
	int pause = -1;

	if (request_take(r, "{s?:s, s?:b!}", "spec", &spec, "pause", &pause) < 0 ||
	    request_need_game(r) < 0)
		return REQUEST_REFUSED;
	if ((spec != NULL) == (pause >= 0))
		return request_refuse(r, "either spec or pause is expected");
	if (spec)
		return set(r, spec);
	if (r->t->clocks.play.spec.mode == CLOCK_NONE)
		return request_refuse(r, "%s", tr("there is no clock"));
	table_clock_pause(r->t, pause ? CLOCK_ASKED : CLOCK_RUNS, r->t->now_us);
	return REQUEST_DONE;
}

static int
claim_draw(struct request *r)
{
	if (!r->t->state.claims)
		return request_refuse(r, "%s", tr("no draw can be claimed now"));
	table_menu_close(r->t);
	return request_event(r,
			     (struct event){ .kind = EVENT_DRAW, .yes = true, .seat = SEAT_NONE });
}

int
request_claim(struct request *r)
{
	const char *what = "draw", *seat = NULL, *token = NULL;
	uint8_t s = SEAT_NONE;
	bool late;

	if (request_take(r, "{s?:s, s?:s, s?:s!}", "what", &what, "seat", &seat, "token", &token) <
		    0 ||
	    request_need_game(r) < 0 || request_seat(r, seat, &s) < 0)
		return REQUEST_REFUSED;
	late = strcmp(what, "time") == 0;
	if (!late && strcmp(what, "draw") != 0)
		return request_refuse(r, "what: \"%.12s\" is none of draw, time", what);
	if (s == SEAT_NONE)
		s = (uint8_t)(late ? table_clock_claimant(r->t) : r->t->state.to_act);
	if (request_authorise(r, s < RULES_SEATS_MAX ? s : SEAT_NONE, token) < 0)
		return REQUEST_REFUSED;
	if (!late)
		return claim_draw(r);
	return table_menu_time(r->t) < 0 ? request_refuse(r, "%s", r->t->why) : REQUEST_DONE;
}
