/* Lessons: the list of a game's, and the one on the board. */
#include <string.h>

#include "daemon/server/request_impl.h"
#include "daemon/view/view.h"
#include "hw/text/text.h"

static int
list(struct request *r, const struct game *g, const char *player)
{
	json_object_set_new(r->out, "lessons", view_lessons(r->t, g, player));
	json_object_set_new(r->out, "puzzles", view_puzzles(r->t, g, player));
	return REQUEST_DONE;
}

/* Begins the player's next mistake, once the store has read its game. */
static int
begin_mistake(struct request *r, const struct game *g, const char *player)
{
	struct store_ask q;

	return table_lesson_mistake_request(r->t, g, player, &q) < 0 ? request_refuse(r, "%s", r->t->why)
								 : request_store(r, q);
}

/*
 * With a game: lists its lessons, or begins the one of a number, a puzzle, or a mistake. Without: goes on, makes
 * an action or leaves.
 */
int
request_lesson(struct request *r)
{
	const char *game = NULL, *player = "", *action = NULL;
	json_int_t number = 0, puzzle = -1;
	int next = 0, leave = 0, force = 0, mistake = 0, ret;
	const struct game *g;

	if (request_take(r, "{s?:s, s?:I, s?:I, s?:s, s?:s, s?:b, s?:b, s?:b, s?:b!}", "game", &game,
			 "number", &number, "puzzle", &puzzle, "player", &player, "action", &action,
			 "next", &next, "leave", &leave, "force", &force, "mistake", &mistake) < 0)
		return REQUEST_REFUSED;
	if (!game && !action && !next && !leave)
		return request_refuse(r, "game, action, next or leave: one of them is expected");
	if (!game) {
		if (leave)
			table_lesson_leave(r->t);
		return request_reply(r, action ? table_lesson_act(r->t, action)
				     : next  ? table_lesson_next(r->t)
					     : 0);
	}
	g = rules_game(game);
	if (!g)
		return request_refuse(r, "game: there is no game \"%.20s\"", game);
	if (strlen(player) >= RECORD_TEXT_MAX)
		return request_refuse(r, "player: longer than %d bytes", RECORD_TEXT_MAX - 1);
	if (puzzle > UINT16_MAX)
		return request_refuse(r, "puzzle: 0 or more is expected");
	if (number < 0 || number > UINT16_MAX)
		return request_refuse(r, "number: 1 or more is expected");
	if (!mistake && puzzle < 0 && !number)
		return list(r, g, player);
	if (force && (table_game_runs(r->t) || r->t->state.has_provisional) &&
	    table_lesson_interrupt(r->t, g) < 0)
		return request_reply(r, -1);
	if (mistake)
		ret = begin_mistake(r, g, player);
	else if (puzzle >= 0)
		ret = request_reply(r, table_lesson_puzzle(r->t, g, (unsigned)puzzle, player));
	else
		ret = request_reply(r, table_lesson_open(r->t, g, (unsigned)number, player));
	/* The request failed after it interrupted a game. */
	if (ret == REQUEST_REFUSED && !r->t->lesson.lesson)
		table_menu_play_on(r->t);
	return ret;
}
