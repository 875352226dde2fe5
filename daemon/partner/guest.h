/*
 * Guests: UCI engines of others that can play a seat. Stockfish and Fairy-Stockfish are known; any
 * other one has a file NAME.ini in the folder of engines (docs/alone.md).
 */
#pragma once
#include <jansson.h>
#include <stdbool.h>

enum {
	GUESTS_MAX = 8,
	GUEST_NAME = 24,
	GUEST_TEXT = 256,
	GUEST_GAMES = 2, /* chess and chess960: no other UCI engine plays one of the others */
	GUEST_LEVELS = 10,
	/* Guests together may use this part of the machine's memory. */
	GUEST_MEMORY_PART = 4,
	GUEST_MEMORY_MAX = 512, /* below the service's MemoryMax */
};

struct guest {
	char name[GUEST_NAME];
	char program[GUEST_TEXT];
	bool plays[GUEST_GAMES];
	unsigned memory_mb;
	char strength[GUEST_TEXT]; /* the option that a level sets; "": none */
	int weakest, strongest;    /* its values at the lowest and the highest level */
	char options[GUEST_TEXT];  /* "setoption …" lines */
};

struct guests {
	unsigned n;
	struct guest of[GUESTS_MAX];
	unsigned memory_mb; /* that all may use together */
};

/*
 * Finds the guests that are installed: the known ones, and those of the folder's files, which replace
 * a known one of the same name. Logs each file that cannot be used.
 */
void guests_find(struct guests *g, const char *folder);
/* Returns the guest with that name, or NULL. */
const struct guest *guests_named(const struct guests *g, const char *name);
/* Returns the guests as the list "engines" of the link. */
json_t *guests_json(const struct guests *g);
/* Prints the lines that set a guest up for a game and a level. */
void guest_print(const struct guest *e, const char *game, int level, char *out, size_t size);
