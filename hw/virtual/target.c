#include "hw/virtual/target.h"

#include <string.h>

#include "hw/client/client.h"

enum { WAIT_MS = 1000 };

/*
 * Reports whether the daemon waits until its position is on the board: before the first action, and
 * whenever other pieces stand there.
 */
static bool
is_awaited(const json_t *state)
{
	const json_t *prompt = json_object_get(state, "prompt");
	const char *kind = json_string_value(json_object_get(prompt, "kind"));
	const json_t *guidance = json_object_get(state, "guidance");

	return json_integer_value(json_object_get(state, "n_actions")) == 0 ||
	       (kind && strcmp(kind, "array") == 0) ||
	       json_is_false(json_object_get(guidance, "due"));
}

/* Returns the lesson that is on the board, or NULL if there is none or it has ended. */
static const json_t *
lesson_on(const json_t *state)
{
	const json_t *lesson = json_object_get(state, "lesson");
	const char *stage = json_string_value(json_object_get(lesson, "stage"));

	return stage && strcmp(stage, "end") != 0 ? lesson : NULL;
}

/* Copies the board's field of the lesson's position, or of the game's settled one. */
static bool
copy_field(const json_t *state, char *field, size_t size)
{
	const json_t *lesson = lesson_on(state);
	const char *text = json_string_value(json_object_get(lesson ? lesson : state, "settled"));
	size_t len = text ? strcspn(text, " ") : 0;

	if (len == 0 || len >= size || !(lesson || is_awaited(state)))
		return false;
	memcpy(field, text, len);
	field[len] = '\0';
	return true;
}

bool
target_ask(const char *socket, char *field, size_t size)
{
	static struct client link; /* large; one window asks */
	json_t *state = NULL;
	bool known = false;
	int fd = client_dial(socket, 0);

	if (fd < 0)
		return false;
	client_start(&link, fd);
	if (client_ask(&link, json_pack("{s:s}", "kind", "state"), WAIT_MS, &state) == 0)
		known = copy_field(state, field, size);
	json_decref(state);
	client_close(&link);
	return known;
}
