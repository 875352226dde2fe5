/*
 * Views as positions: "GAME TEXT". What is refused changes nothing; what is taken can be searched,
 * and a view prints again as it was given.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/engine/engine.h"

enum { TEXT_SIZE = 2 * RULES_POSITION_TEXT, NODES = 40 };

static void
check_search(const struct game *g, const struct position *p, const struct engine_view *view)
{
	static struct engine *e;
	static struct action list[RULES_ACTIONS_MAX];
	size_t size = engine_size() + ENGINE_HASH_MIN, n = engine_actions(g, p, view, 1, list);
	struct engine_task task = { .g = g,
				    .p = p,
				    .view = view,
				    .only = list,
				    .n_only = n,
				    .lines = 1,
				    .nodes = NODES,
				    .seed = 1 };
	struct engine_report best;

	if (!e)
		e = engine_new(calloc(1, size), size);
	if (n == 0 || rules_to_act(g, p) == SEAT_CHANCE || !engine_plays(g, p))
		return;
	engine_search(e, &task, &best);
	assert(best.n_pv > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[TEXT_SIZE], printed[RULES_POSITION_TEXT], *position, *hiding;
	struct engine_view view = engine_whole(), kept = view;
	struct position p = { 0 }, before = p;
	const struct game *g;
	struct rules_error err;

	if (size >= sizeof(text))
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	position = strchr(text, ' ');
	if (!position)
		return 0;
	*position++ = '\0';
	g = rules_game(text);
	if (!g || !engine_plays(g, NULL))
		return 0;
	if (engine_parse(g, position, &p, &view, &err) < 0) {
		assert(memcmp(&p, &before, sizeof(p)) == 0);
		assert(memcmp(&view, &kept, sizeof(view)) == 0);
		assert(err.why[0] && memchr(err.why, 0, sizeof(err.why)));
		return 0;
	}
	hiding = strstr(position, " hiding=");
	if (view.seat != SEAT_NONE) {
		rules_view_print(g, &p, view.seat, printed);
		if (hiding)
			*hiding = '\0';
		assert(strcmp(printed, position) == 0);
	}
	check_search(g, &p, &view);
	return 0;
}
