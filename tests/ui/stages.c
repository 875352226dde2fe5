#include "tests/ui/stages.h"
#include "ui/language.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct stage_size stage_sizes[STAGE_SIZES] = { { 800, 480 }, { 480, 320 } };

static int
name_compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

size_t
stages_list(char names[STAGES_MAX][STAGE_NAME])
{
	DIR *dir = opendir(TEST_UI_DIR "/states");
	struct dirent *e;
	size_t n = 0;

	assert_non_null(dir);
	while ((e = readdir(dir)) != NULL) {
		const char *dot = strstr(e->d_name, ".json");

		if (dot == NULL)
			continue;
		assert_true(n < STAGES_MAX && dot - e->d_name < STAGE_NAME);
		snprintf(names[n++], STAGE_NAME, "%.*s", (int)(dot - e->d_name), e->d_name);
	}
	closedir(dir);
	assert_true(n > 0);
	qsort(names, n, STAGE_NAME, name_compare);
	return n;
}

bool
stage_is_pictured(const char *name)
{
	static const char *const kinds[] = { "page-", "panel-",   "clock-", "choice-",
					     "new",   "handover", "german-" };
	static const char *const besides[] = { "midgame",
					       "shown",
					       "check",
					       "promotion",
					       "which",
					       "refusal",
					       "guidance-many",
					       "troubles",
					       "board-11x9",
					       "board-flipped",
					       "board-graded",
					       "board-letters",
					       "theme-light",
					       "theme-contrast",
					       "connect",
					       "confirm",
					       "blunder",
					       "marks",
					       "menu",
					       "dice-roll",
					       "pay-asked",
					       "takeback",
					       "end-asked",
					       "draw-asked",
					       "resign-asked",
					       "reveal-asked",
					       "play-on-asked",
					       "zombie-bury",
					       "zombie-bury-waits",
					       "zombie-promote",
					       "dice-bought",
					       "really",
					       "menu-asked",
					       "new-game-asked",
					       "array-asked" };

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strncmp(name, kinds[i], strlen(kinds[i])) == 0)
			return true;
	for (size_t i = 0; i < sizeof(besides) / sizeof(besides[0]); i++)
		if (strcmp(name, besides[i]) == 0)
			return true;
	return false;
}

void
stage_load(const char *name, struct ui_model *m)
{
	char path[512];
	struct ui_error err;

	snprintf(path, sizeof(path), TEST_UI_DIR "/states/%s.json", name);
	ui_model_init(m, "/run/haloboard/halod.sock", 1);
	if (stored_load(path, m, &err) < 0)
		fail_msg("%s: %s", path, err.why);
	(void)language_follow(&m->state);
}

static json_t *
stage_object(const char *name)
{
	char path[512];
	json_error_t where;
	json_t *object;

	snprintf(path, sizeof(path), TEST_UI_DIR "/states/%s.json", name);
	object = json_load_file(path, 0, &where);
	if (object == NULL)
		fail_msg("%s:%d: %s", path, where.line, where.text);
	json_object_del(object, "screen");
	return object;
}

void
stage_message(const char *name, struct ui_message *message)
{
	json_t *object = stage_object(name);
	struct ui_error err;

	*message = (struct ui_message){ .kind = UI_MESSAGE_STATE, .id = -1 };
	if (ui_state_parse(object, &message->state, &err) < 0)
		fail_msg("%s: %s", name, err.why);
	json_decref(object);
}

char *
stage_line(const char *name)
{
	json_t *object = stage_object(name);
	char *text = json_dumps(object, JSON_COMPACT), *line;

	assert_non_null(text);
	assert_true(asprintf(&line, "%s\n", text) > 0);
	free(text);
	json_decref(object);
	return line;
}
