/*
 * Language files: where they lie, and what stands in them. This room knows
 * nobody; what a key means is its caller's to say.
 *
 *   ; a remark
 *   [screen]              the screen's texts; [board]: the sentences of halod
 *   hold-to-see = Halten  a key, and its text on the same line; \n is a new line in it
 *
 * Files lie in folders that only an administrator writes: $HALO_LANGUAGES, the
 * machine's own, the source tree as built, the installed ones; the first that has
 * a name counts. Nothing is read from anywhere else.
 */
#pragma once
#include <stddef.h>

#ifndef MUST_USE
#define MUST_USE __attribute__((warn_unused_result))
#endif

enum {
	LANG_NAME = 9,		/* "pt_BR" and its NUL */
	LANG_PATH = 512,
	LANG_KEY = 48,
	LANG_TEXT = 1024,	/* and so a line */
	LANG_WHY = 320,
	LANG_MAX = 16,		/* that are listed */
	LANG_LINES = 4096,
};

struct lang_sink {
	void *arg;
	/* A text of the section. 0, or -1 with why told: the key is not one, or not so. */
	int (*take)(void *arg, const char *key, const char *text, char why[LANG_WHY]);
	/* A mistake, as "FILE:LINE: [section] key: why": the text stays as it was. */
	void (*tell)(void *arg, const char *line);
};

/*
 * Hands in each text of the section, in order; whatever else is wrong with the
 * file is told too, whichever section it is in. How many mistakes; -1, told: the
 * file cannot be read at all.
 */
MUST_USE int lang_read(const char *path, const char *section, const struct lang_sink *sink);
/* Letters and _, at most 8: what may become part of a file's name. */
int lang_is_name(const char *name);
/* The file of that language. 0, or -1: there is none. */
MUST_USE int lang_find(const char *name, char path[LANG_PATH]);
/* The languages there are files of, by name, each once; how many. */
unsigned lang_list(char name[LANG_MAX][LANG_NAME]);
