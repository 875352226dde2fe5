/* How far a player is in the lessons of a game: a setting with a character for each lesson. */
#include <stdio.h>
#include <string.h>

#include "daemon/table/table_lesson_impl.h"

enum { NOT_BEGUN = '-', FINISHED = '*', FIRST_STEP = 'a', KEYS_LEFT = 96 };

_Static_assert((int)LESSONS_MAX < (int)STORE_VALUE_MAX && LESSON_STEPS_MAX <= 26, "they have room");

/* Makes a key of the game and a number for the player's name: FNV-1a. */
void
lesson_progress_key(const char *what, const struct game *g, const char *player, char key[STORE_KEY_MAX])
{
	uint32_t hash = 2166136261u;

	for (const char *c = player; *c; c++)
		hash = (hash ^ (unsigned char)*c) * 16777619u;
	(void)snprintf(key, STORE_KEY_MAX, "%.6s.%.13s.%08x", what, rules_name(g), hash);
}

void
table_lesson_progress(const struct table *t, const struct game *g, const char *player,
		      uint8_t out[LESSONS_MAX])
{
	char key[STORE_KEY_MAX];
	const char *kept;

	lesson_progress_key("lesson", g, player, key);
	kept = table_kept(t, key);
	memset(out, 0, LESSONS_MAX);
	for (unsigned i = 0; kept && kept[i] && i < LESSONS_MAX; i++)
		if (kept[i] == FINISHED)
			out[i] = TABLE_LESSON_DONE;
		else if (kept[i] >= FIRST_STEP)
			out[i] = (uint8_t)(kept[i] - FIRST_STEP + 1);
}

void
lesson_progress_write(struct table *t, const char *key, const char *value)
{
	/* Names are free to invent: the last keys are for PINs and open questions. */
	if (t->store && !table_kept(t, key) && store_settings_left(t->store) < KEYS_LEFT)
		return;
	table_keep(t, key, value);
}

void
lesson_progress_keep(struct table *t, const struct table_lesson *s, unsigned reached)
{
	char key[STORE_KEY_MAX], text[LESSONS_MAX + 1];
	uint8_t done[LESSONS_MAX];

	table_lesson_progress(t, s->lesson->game, s->player, done);
	if (done[s->number - 1] != TABLE_LESSON_DONE)
		done[s->number - 1] = (uint8_t)reached;
	for (unsigned i = 0; i < LESSONS_MAX; i++)
		text[i] = done[i] == TABLE_LESSON_DONE ? (char)FINISHED
			  : done[i]                    ? (char)(FIRST_STEP + done[i] - 1)
						       : (char)NOT_BEGUN;
	text[LESSONS_MAX] = '\0';
	lesson_progress_key("lesson", s->lesson->game, s->player, key);
	lesson_progress_write(t, key, text);
}
