/* The virtual board, operated by a test that plays on the screen. */
#include "tests/ui/sitting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool
sitting_present(const char *sq)
{
	const json_t *present = json_object_get(sitting_client.state, "present");

	for (size_t i = 0; i < json_array_size(present); i++)
		if (strcmp(json_string_value(json_array_get(present, i)), sq) == 0)
			return true;
	return false;
}

/* Reports whether the sensors see pieces exactly on the squares of the field. */
static bool
board_fits(const char *field)
{
	size_t n = 0;
	char sq[3] = "a0";

	for (const char *p = field; *p != '\0' && *p != ' '; p++)
		sq[1] = (char)(sq[1] + (*p == '/'));
	for (sq[1]++; *field != '\0' && *field != ' '; field++) {
		if (isdigit((unsigned char)*field)) {
			sq[0] = (char)(sq[0] + strtol(field, (char **)(uintptr_t)&field, 10));
			field--;
		} else if (*field == '/') {
			sq[0] = 'a';
			sq[1]--;
		} else if (isalpha((unsigned char)*field)) {
			if (!sitting_present(sq))
				return false;
			sq[0]++;
			n++;
		}
	}
	return n == json_array_size(json_object_get(sitting_client.state, "present"));
}

/*
 * Performs one step of the guidance. A piece put on an occupied square causes
 * no edge, so the daemon has it lifted and set down.
 */
static void
guidance_step(const json_t *g)
{
	const char *lift = rig_text(g, "lift"), *put = rig_text(g, "put");

	if (lift[0] != '\0')
		rig_board(&sitting_rig, "lift %s", lift);
	if (put[0] != '\0')
		rig_board(&sitting_rig, "put %s %.1s", put, rig_text(g, "piece"));
	while ((lift[0] != '\0' && sitting_present(lift)) ||
	       (put[0] != '\0' && !sitting_present(put)))
		sitting_news();
}

void
sitting_guided(void)
{
	json_t *g;

	while (sitting_quiet(),
	       !json_is_null(g = json_object_get(sitting_client.state, "guidance"))) {
		json_incref(g);
		guidance_step(g);
		json_decref(g);
	}
}

/* Lifts the pieces that others replace, as hands must: a replaced piece causes no edge. */
static void
replaced_lift(void)
{
	json_t *g = json_incref(json_object_get(sitting_client.state, "guidance"));
	const json_t *wrong = json_object_get(g, "wrong");

	for (size_t i = 0; i < json_array_size(wrong); i++) {
		const char *sq = json_string_value(json_array_get(wrong, i));

		rig_board(&sitting_rig, "lift %s", sq);
		while (sitting_present(sq))
			sitting_news();
	}
	json_decref(g);
}

void
sitting_board(void)
{
	const char *settled;
	char field[512];

	replaced_lift();
	settled = rig_text(sitting_client.state, "settled");
	snprintf(field, sizeof(field), "%.*s", (int)strcspn(settled, " "), settled);
	if (rig_board_try(&sitting_rig, "setup %s", field) < 0)
		fail_msg("%s", sitting_rig.answer);
	while (!board_fits(field))
		sitting_news();
	sitting_guided();
	sitting_stands();
}

void
sitting_stands(void)
{
	if (sitting_model.state.prompt.kind != UI_PROMPT_ARRAY)
		return;
	sitting_touch(TARGET_YES, 0);
	while (sitting_model.state.prompt.kind == UI_PROMPT_ARRAY)
		sitting_news();
}
