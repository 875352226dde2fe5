/* Requests of the partner, and the seats that it plays. */
#include <string.h>

#include "daemon/server/request_impl.h"
#include "daemon/words/words.h"
#include "hw/text/text.h"

/* Reads the games of an engine, at most as many as struct table_engine holds. */
static int
take_games(struct request *r, json_t *names, struct table_engine *e)
{
	size_t n = 0, i;
	json_t *name;

	json_array_foreach(names, i, name)
	{
		const struct game *g = rules_game(json_is_string(name) ? json_string_value(name) : "");

		if (!g || n == sizeof(e->game) / sizeof(e->game[0]))
			return request_refuse(r, "engines: %s: its games are not known", e->name);
		e->game[n++] = g;
	}
	return n ? 0 : request_refuse(r, "engines: %s: no game", e->name);
}

/* Reads an engine that the partner can run. */
static int
take_engine(struct request *r, json_t *o, struct table_engine *e)
{
	const char *name = "";
	int levels = 0, memory = 0;
	json_t *games = NULL;

	if (json_unpack(o, "{s:s, s:o, s:i, s:i!}", "name", &name, "games", &games, "levels",
			&levels, "memory", &memory) < 0 ||
	    !*name || name[strcspn(name, " :")] || strlen(name) >= sizeof(e->name) || levels < 1 || levels > RULES_LEVELS_MAX ||
	    memory < 0 || memory > UINT16_MAX)
		return request_refuse(r, "engines: an engine has a name, games, levels and memory");
	*e = (struct table_engine){ .levels = (uint8_t)levels, .memory_mb = (uint16_t)memory };
	text_clean(e->name, sizeof(e->name), name);
	return take_games(r, games, e);
}

int
request_partner(struct request *r)
{
	struct table_engines engines = { .n = 0 };
	json_t *list = NULL, *o;
	int memory = 0;
	size_t i;

	if (request_take(r, "{s?:o, s?:i!}", "engines", &list, "memory", &memory) < 0)
		return REQUEST_REFUSED;
	if (memory < 0 || (list && !json_is_array(list)) || json_array_size(list) > TABLE_ENGINES_MAX)
		return request_refuse(r, "engines: at most %d, and their memory", TABLE_ENGINES_MAX);
	engines.memory_mb = (unsigned)memory;
	json_array_foreach(list, i, o)
		if (take_engine(r, o, &engines.of[engines.n++]) < 0)
			return REQUEST_REFUSED;
	return request_reply(r, table_partner(r->t, r->client, &engines));
}

int
request_move_now(struct request *r)
{
	if (request_take(r, "{!}") < 0)
		return REQUEST_REFUSED;
	return request_reply(r, table_move_now(r->t));
}

/* Requires the partner and its present task. Returns 0, or REQUEST_REFUSED. */
static int
need_task(struct request *r, const char *kind, json_int_t task)
{
	if (!table_is_partner(r->t, r->client))
		return request_refuse(r, "%s: only the partner plays a computer's seat", kind);
	if (task != (json_int_t)r->t->seats.task || r->t->seats.to_play == SEAT_NONE)
		return request_refuse(r, "task: %lld is over", (long long)task);
	return 0;
}

/* Plays the action that the partner chose for the present task. */
int
request_play(struct request *r)
{
	json_int_t task = 0;
	const char *action;

	if (request_take(r, "{s:I, s:s!}", "task", &task, "action", &action) < 0 ||
	    need_task(r, "play", task) < 0)
		return REQUEST_REFUSED;
	return table_plan(r->t, action) < 0 ? request_refuse(r, "%.40s: %s", action, r->t->why)
					    : REQUEST_DONE;
}

/* Notes that the partner's engine finds no action for the present task. */
int
request_failed(struct request *r)
{
	json_int_t task = 0;
	const char *why;

	if (request_take(r, "{s:I, s:s!}", "task", &task, "why", &why) < 0 ||
	    need_task(r, "failed", task) < 0)
		return REQUEST_REFUSED;
	table_engine_failed(r->t, why);
	return REQUEST_DONE;
}

/* Takes the scores of the table's legal actions. */
int
request_advice(struct request *r)
{
	json_int_t task = 0;
	const char *scores;

	if (request_take(r, "{s:I, s:s!}", "task", &task, "scores", &scores) < 0)
		return REQUEST_REFUSED;
	if (!table_is_partner(r->t, r->client))
		return request_refuse(r, "advice: only the partner gives advice");
	if (task == 0 || task != (json_int_t)table_advice_wanted(r->t))
		return request_refuse(r, "task: %lld needs no advice", (long long)task);
	return table_advice_take(r->t, scores) < 0
		       ? request_refuse(r, "scores: not those of legal actions")
		       : REQUEST_DONE;
}

int
request_refuse_computer(struct request *r, unsigned seat)
{
	if (!table_seat_is_computer(r->t, seat) || table_is_partner(r->t, r->client))
		return 0;
	(void)table_refuse(r->t, tr("{1} is played by a computer"),
			   words_seat(r->t->state.game, seat));
	return request_refuse(r, "%s", r->t->why);
}

/* Reads who plays, {"b":"computer:4"}. */
int
request_players(struct request *r, const struct game *g, json_t *players,
		struct table_player player[RULES_SEATS_MAX])
{
	const char *seat;
	json_t *text;

	if (players && !json_is_object(players))
		return request_refuse(r, "players: an object, a player for each seat, is expected");
	json_object_foreach(players, seat, text)
	{
		unsigned s = rules_seat_parse(g, seat);

		if (s >= rules_seats(g))
			return request_refuse(r, "players: %s has no seat \"%.8s\"", rules_title(g),
					      seat);
		if (!json_is_string(text))
			return request_refuse(r, "players: a text is expected for %s", seat);
		if (table_player_parse(r->t, g, json_string_value(text), &player[s]) < 0)
			return request_refuse(r, "players: %s: %s", seat, r->t->why);
	}
	return 0;
}
