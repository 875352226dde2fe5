/*
 * A game as it is kept: start position, actions with their times, who played,
 * when, and how it ended. Everything else (positions, SAN, moves so far) is
 * derived from these by the rule core.
 *
 * A record is the caller's memory and grows on the heap while it is filled, so
 * records are made off the sensor-to-lamp path: in the storage threads, in the
 * offline tools, or when somebody asks. Texts are UTF-8.
 *
 * A record tells all that the position holds, hidden things and the seed of
 * its dice included. Who shows the record of a game that is not over uses
 * pgn_tell and native_tell, which keep that back.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/record/chance.h"
#include "daemon/record/clock.h"
#include "rules/rules.h"

enum {
	RECORD_TEXT_MAX = 128, /* a name, an event, a site; the NUL included */
	RECORD_REASON_MAX = 32,
	RECORD_DATE_SIZE = 11, /* "2026.01.31" or "????.??.??" and the NUL */
	/* As SESSION_ACTIONS_MAX, which says why; asserted where both are seen. */
	RECORD_ACTIONS_MAX = 16384,
};

#define RECORD_DATE_UNSET "????.??.??"
/* A time that nobody measured: an imported game's. */
#define RECORD_NO_TIME UINT64_MAX

enum record_end {
	RECORD_UNFINISHED, /* "*" */
	RECORD_WHITE_WINS, /* "1-0" */
	RECORD_BLACK_WINS, /* "0-1" */
	RECORD_DRAWN,      /* "1/2-1/2" */
	RECORD_SCORED,     /* Cooperative Chess: "*" in PGN, beside it a tag Score */
	RECORD_LOST,       /* Cooperative Chess: all lost */
};

struct record_result {
	uint8_t end;   /* enum record_end */
	uint8_t score; /* RECORD_SCORED */
	/*
	 * In lower case: a reason of the rules ("checkmate"), or one that
	 * record_reason_find knows; "" when unknown.
	 */
	char reason[RECORD_REASON_MAX];
};

struct record_action {
	struct action action;
	uint64_t t_us;     /* since the game began, or RECORD_NO_TIME; not decreasing */
	uint64_t clock_us; /* left to who passed the turn by it, or CLOCK_NO_TIME */
};

struct record {
	const struct game *game;
	uint32_t number; /* the store's number of the game, unique for good; 0: none yet */
	char date[RECORD_DATE_SIZE];                 /* when it began */
	char name[RULES_SEATS_MAX][RECORD_TEXT_MAX]; /* by seat; "" unknown */
	char event[RECORD_TEXT_MAX];                 /* "" unknown, so the next two */
	char site[RECORD_TEXT_MAX];
	char round[RECORD_TEXT_MAX];
	char seeds[CHANCE_TEXT]; /* of its chance, see chance.h; "" none */
	char clock[CLOCK_TEXT];  /* as clock_print has it; "" none */
	struct position start;
	struct position last; /* after all actions: kept by record_add and record_cut */
	struct record_action *action;
	uint32_t n, room; /* actions held; allocated: the record's own */
	struct record_result result;
};

/* An empty record of a game that starts from *start, date unset. Allocates nothing. */
void record_init(struct record *r, const struct game *g, const struct position *start);
/* Frees what it holds and zeroes it; a zeroed record is accepted. */
void record_finish(struct record *r);
/* Appends an action that is legal in r->last, without a clock's time. 0, -ENOMEM, or -E2BIG at RECORD_ACTIONS_MAX. */
MUST_USE int record_add(struct record *r, struct action a, uint64_t t_us);
/* The same for an action's text. Also -EINVAL: it names no legal action. */
MUST_USE int record_add_text(struct record *r, const char *text, uint64_t t_us);
/*
 * Room for n actions of a game that somebody has played already: the caller puts them
 * into r->action and says so in r->n and r->last. 0, -ENOMEM or -E2BIG.
 */
MUST_USE int record_room(struct record *r, uint32_t n);
/* Keeps the first n actions; n <= r->n. A result is forgotten. */
void record_cut(struct record *r, uint32_t n);
/* Same game, start, actions, names and result; numbers and times may differ. */
bool record_same_game(const struct record *a, const struct record *b);

/*
 * Takes a text as a name, event, site or round: control characters become
 * spaces, what is no UTF-8 is taken as Windows-1252, too long is cut at a character.
 */
void record_text_set(char out[RECORD_TEXT_MAX], const char *text);

/* ---- results ---- */

/* How the rules ended it; RESULT_ONGOING gives RECORD_UNFINISHED. */
struct record_result record_result_rules(struct outcome o);
struct record_result record_result_resigned(unsigned colour); /* who resigned: 0 White */
struct record_result record_result_time(unsigned colour);     /* who ran out of it */
/* The same where all play together (rules_partners): all have lost. */
struct record_result record_result_given_up(void);
struct record_result record_result_drawn(const char *reason); /* "agreed" "threefold" "fifty" */
/*
 * What a seat made of a game that ended so, in half points: 2, 1 or 0; -1: it is
 * not over, or partners played for a score and not against anybody.
 */
int record_halves(enum record_end end, unsigned seat);
/* "1-0" "0-1" "1/2-1/2" "*": PGN's word. */
const char *record_result_word(const struct record_result *res);

enum { RECORD_RESULT_TEXT = 12 }; /* "1/2-1/2", any score; its NUL included */

/* The protocol's: as PGN's, but the score of partners is its number, and their loss "lost". Returns out. */
const char *record_result_told(const struct record_result *res, char out[RECORD_RESULT_TEXT]);
/* The result of that word with that reason ("" or a word). 0, or -1: no such word. */
MUST_USE int record_result_parse(const char *word, const char *reason, struct record_result *out);

/*
 * How a game can end otherwise than by the rules, as it is written in a
 * record: "resignation" "agreed" "threefold" "fifty", and what other people's
 * records say besides ("time forfeit" …). NULL: the text, in whatever case, is
 * none of them.
 */
const char *record_reason_find(const char *text);
/*
 * Brings r->result in line with the rules, whose word on *rules is told: an
 * unfinished game that they ended gets their result. 0, or -1: they contradict
 * it. Draws by repetition, by 75 moves and by material are not held against a
 * record: people play on.
 */
MUST_USE int record_result_settle(struct record *r, struct record_result *rules);

/* ---- dates: the clock is read by the caller ---- */

/*
 * "2026.01.31" of the local time, or unset when `trusted` is false: a board
 * without a clock chip does not know the day until the network tells it.
 */
void record_date_print(int64_t unix_s, bool trusted, char out[RECORD_DATE_SIZE]);
/*
 * A date as people write it, the year in front and of four digits: "2026-01-02"
 * "2026/01/02" "2026.1.2" "2026-01" "2026"; what is not told is `?`. One that can
 * be read otherwise, or not at all, is unset.
 */
void record_date_read(const char *text, char out[RECORD_DATE_SIZE]);
/* A date that may stand in a record: a day there was, or whole fields of `?`. */
bool record_date_valid(const char *date);

/* ---- files ---- */

/*
 * Puts `len` bytes under `path` so that after a power cut the old file or the
 * new one stands there whole: a temporary name beside it, fsync, rename, fsync
 * of the folder. 0 or -errno; on failure nothing is left behind. Blocks.
 */
MUST_USE int record_file_write(const char *path, const char *data, size_t len);
/* The same, for nobody else to read. */
MUST_USE int record_file_write_own(const char *path, const char *data, size_t len);
/* The same in pieces, for what is too long to be held: open, put …, close. */
struct record_file {
	int fd, folder, err;
	bool no_sync; /* set behind the opening: whole after a crash of ours, not after a power cut */
	char name[256], temporary[256]; /* in that folder */
};
/* 0 or -errno, and then there is nothing to be closed. */
MUST_USE int record_file_open(struct record_file *f, const char *path);
/*
 * The same in an open folder, which stays the caller's: `name` has no slash, and
 * neither is followed where it is a link. What stands under the temporary name
 * is removed before.
 */
MUST_USE int record_file_open_in(struct record_file *f, int folder, const char *name,
				 const char *temporary);
/* What goes wrong is told by record_file_close. */
void record_file_put(struct record_file *f, const char *data, size_t len);
/* keep false: as if it had never been opened. 0 or -errno. */
MUST_USE int record_file_close(struct record_file *f, bool keep);
/*
 * Reads a whole file of at most `max` bytes; *data is the caller's to free, one
 * NUL past the end. 0 or -errno, -EFBIG when it is longer. Blocks.
 */
MUST_USE int record_file_read(const char *path, size_t max, char **data, size_t *len);
/* The same in an open folder; -EINVAL: it is a link, a pipe, or anything else than a file. */
MUST_USE int record_file_read_in(int folder, const char *name, size_t max, char **data,
				 size_t *len);

enum {
	RECORD_FILE_NAME_SIZE = 48, /* "2026-01-31-0000000012-crowded-house.json" and the NUL */
};

/* "2026-01-31-012-chess960.pgn", without a date "undated-012-chess960.pgn"; ext: "pgn", "json". */
void record_file_name(const struct record *r, const char *ext, char out[RECORD_FILE_NAME_SIZE]);
