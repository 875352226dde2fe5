/*
 * A journal that loses pages: it is made, what lies where is asked of SQLite (dbstat) before
 * the loss, and salvaged it has to hold whatever lies on other pages, and nothing else.
 */
#pragma once
#include "daemon/store/store_impl.h"
#include "place_sql.h"

enum {
	LOST_GAMES = 200,
	LOST_PLIES = 16, /* of a game, or one or two less */
	LOST_PAGES_MAX = 4096,
};

#define LOST_SHORT_PAGES "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM"

/* Games of a journal that is made: at first LOST_GAMES. */
extern unsigned lost_games;

struct lost_page {
	uint32_t number, cells;
	char table[16];
	bool inner, overflow;
};

/* At most these may be missing for the pages that are lost. */
struct loss {
	unsigned games, cut, traces;
	bool settings, running;
	bool any; /* parts of pages are rubbish: rows may be that as well, and not be told from others */
};

/* For the group of tests: the games that all journals hold are played. */
int lost_play(void **state);
int lost_forget(void **state);

/* A new journal in a folder of its own; then `sql` is run on it, and it is upgraded on wish. */
void lost_make(struct place **p, const char *sql, bool upgrade);
/* The name of the journal, or of what lies beside it under that suffix. */
void lost_name(const struct place *p, const char *suffix, char path[128]);
/* The game of that number in each of them. */
const struct record *lost_game(uint32_t number);

/* All pages of the journal that a condition on dbstat is true of, and bytes of each. */
unsigned lost_pages(struct place *p, const char *where, struct lost_page list[LOST_PAGES_MAX],
		    uint32_t *size);
/* What may be missing with that page. */
void lost_count(struct loss *l, const struct lost_page *page);
void lost_overwrite(struct place *p, const struct lost_page *page, uint32_t size,
		    unsigned char with);

/* The journal is salvaged, and holds at least what lies on other pages. */
void lost_check(struct place *p, const struct loss *l, const char *words);
/* Fails the test where a record holds what its game did not; true: it holds all of that. */
bool lost_is_as_it_was(const struct record *r, uint32_t number, const char *words);
/* The number that a question to a journal gives, -1: none. */
int64_t lost_number(struct db *db, const char *sql);
