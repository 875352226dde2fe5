/* Requests that start a game: a new one, the next of a match, the same from its start. */
#include <string.h>

#include "daemon/server/request_impl.h"

static int
take_seating(struct request *r, const char *name, uint8_t *seating)
{
	static const char *const names[] = {
		[SEATING_AS_NAMED] = "named", [SEATING_SWAPPED] = "swapped", [SEATING_LOT] = "lot"
	};

	for (unsigned i = 0; name && i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(name, names[i]) == 0) {
			*seating = (uint8_t)i;
			return 0;
		}
	if (name)
		return request_refuse(r, "seats: \"%.12s\" is none of named, swapped, lot", name);
	return 0;
}

/* Reads names by seat, {"wk":"Anna",…}; the message owns the texts. */
static int
take_names(struct request *r, const struct game *g, json_t *names,
	   const char *name[RULES_SEATS_MAX])
{
	const char *seat;
	json_t *text;

	if (names && !json_is_object(names))
		return request_refuse(r, "names: an object, a name for each seat, is expected");
	json_object_foreach(names, seat, text)
	{
		unsigned s = rules_seat_parse(g, seat);

		if (s >= rules_seats(g))
			return request_refuse(r, "names: %s has no seat \"%.8s\"", rules_title(g),
					      seat);
		if (!json_is_string(text))
			return request_refuse(r, "names: a text is expected for %s", seat);
		name[s] = json_string_value(text);
	}
	return 0;
}

static int
refuse_running(struct request *r, int force, const char *what)
{
	const char *still = "";

	if (!table_game_runs(r->t) || force)
		return 0;
	if (book_holds_secret(&r->t->book))
		still = "; it hides something, so it cannot be played on then";
	return request_refuse(r, "a game is running; %s puts it aside, unfinished%s", what,
			      still);
}

int
request_refuse_lost(struct request *r, int force, const char *what)
{
	if (!table_game_runs(r->t) || force || !book_holds_secret(&r->t->book))
		return 0;
	return request_refuse(r,
			      "a game is running that hides something: %s puts it aside, and it "
			      "cannot be played on then",
			      what);
}

int
request_new(struct request *r)
{
	const char *game, *seats = NULL, *clock = NULL;
	struct clock_spec spec;
	struct table_setup s = { .options = "" };
	json_t *names = NULL, *players = NULL;
	int force = 0;

	if (request_take(r, "{s:s, s?:s, s?:s, s?:s, s?:s, s?:o, s?:o, s?:s, s?:s, s?:b!}", "game", &game,
			 "options", &s.options, "position", &s.position, "white", &s.name[0],
			 "black", &s.name[1], "names", &names, "players", &players, "seats", &seats, "clock", &clock,
			 "force", &force) < 0 ||
	    request_clock_spec(r, clock, &spec) < 0)
		return REQUEST_REFUSED;
	s.game = rules_game(game);
	if (!s.game)
		return request_refuse(r, "game: there is no game \"%.24s\"", game);
	if (take_names(r, s.game, names, s.name) < 0 ||
	    request_players(r, s.game, players, s.player) < 0 || take_seating(r, seats, &s.seating) < 0)
		return REQUEST_REFUSED;
	if (clock)
		s.clock = &spec;
	if (s.position && *s.options)
		return request_refuse(r, "position and options exclude each other");
	if (refuse_running(r, force, "halo new … --force") < 0)
		return REQUEST_REFUSED;
	return request_reply(r, table_new(r->t, &s));
}

int
request_next(struct request *r)
{
	uint8_t seating = SEATING_SWAPPED;
	const char *seats = NULL;
	int force = 0;

	if (request_take(r, "{s?:s, s?:b!}", "seats", &seats, "force", &force) < 0 ||
	    take_seating(r, seats, &seating) < 0)
		return REQUEST_REFUSED;
	if (r->t->state.phase == SESSION_NO_GAME)
		return request_refuse(r, "%s", tr("there is no game"));
	if (refuse_running(r, force, "halo next --force") < 0)
		return REQUEST_REFUSED;
	return request_reply(r, table_next(r->t, (enum table_seating)seating));
}

int
request_reset(struct request *r)
{
	int force = 0;

	if (request_take(r, "{s?:b!}", "force", &force) < 0)
		return REQUEST_REFUSED;
	if (r->t->state.phase == SESSION_NO_GAME)
		return request_refuse(r, "%s", tr("there is no game"));
	if (request_refuse_lost(r, force, "halo reset --force") < 0)
		return REQUEST_REFUSED;
	return request_reply(r, table_again(r->t, false));
}
