/*
 * A saved game: start position, actions with times, players, date and result. Everything
 * else (positions, SAN, move lists) is derived from these by the rules.
 *
 * The caller owns the struct; its actions grow on the heap, so records are filled off the
 * path from sensor to lamp: in the storage threads, in offline tools, or on request. Texts
 * are UTF-8.
 *
 * A record includes hidden things and the seed of its dice. pgn_print_public and native_print_public omit
 * them for a record that is not public (record_is_public).
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/record/chance.h"
#include "daemon/record/clock.h"
#include "rules/rules.h"

enum {
	RECORD_TEXT_MAX = 128, /* a name, an event, a site; including the NUL */
	RECORD_REASON_MAX = 32,
	RECORD_PLAYERS_TEXT = 112, /* "stockfish:10 person …", by seat */
	RECORD_DATE_SIZE = 11, /* "2026.01.31" or "????.??.??" and the NUL */
	/* Equal to SESSION_ACTIONS_MAX, which explains the number; asserted in record_session.h. */
	RECORD_ACTIONS_MAX = 16384,
};

#define RECORD_DATE_UNSET "????.??.??"
/* A time that was not measured, as in an imported game. */
#define RECORD_NO_TIME UINT64_MAX

enum record_end {
	RECORD_UNFINISHED, /* "*" */
	RECORD_WHITE_WINS, /* "1-0" */
	RECORD_BLACK_WINS, /* "0-1" */
	RECORD_DRAWN,      /* "1/2-1/2" */
	RECORD_SCORED,     /* by partners: "*" in PGN, with a tag Score */
	RECORD_LOST,       /* all partners lost */
};

struct record_result {
	uint8_t end;   /* enum record_end */
	uint8_t score; /* RECORD_SCORED */
	/*
	 * In lower case: a reason of the rules ("checkmate"), or one known to
	 * record_reason_find; "" if unknown.
	 */
	char reason[RECORD_REASON_MAX];
};

/*
 * The stage of a game. Only the game on the board can be ENDED: when another begins, it is
 * CLOSED.
 */
enum record_stage {
	RECORD_STAGE_RUNNING, /* no result: in progress, or abandoned */
	RECORD_STAGE_ENDED,   /* the result can still be taken back */
	RECORD_STAGE_CLOSED,  /* the result is permanent */
};

struct record_action {
	struct action action;
	uint64_t t_us;     /* since the game began, or RECORD_NO_TIME; never decreases */
	uint64_t clock_us; /* time left to the seat that passed the turn, or CLOCK_NO_TIME */
};

struct record {
	const struct game *game;
	uint32_t number;             /* number of the game in the store, unique; 0: none yet */
	char date[RECORD_DATE_SIZE]; /* when it began */
	char name[RULES_SEATS_MAX][RECORD_TEXT_MAX]; /* by seat; "" unknown */
	char event[RECORD_TEXT_MAX];                 /* "" unknown, also the next two */
	char site[RECORD_TEXT_MAX];
	char round[RECORD_TEXT_MAX];
	char seeds[CHANCE_TEXT]; /* see chance.h; "" none */
	char players[RECORD_PLAYERS_TEXT]; /* computers, see table_player.h; "" none, or unknown */
	char clock[CLOCK_TEXT];  /* as printed by clock_print; "" none */
	struct position start;
	struct position last; /* after all actions: kept by record_add */
	char *review; /* owned; see review.h; NULL: none, or not asked for */
	struct record_action *action;
	uint32_t n, room; /* actions held; actions allocated */
	struct record_result result;
	bool revisable; /* the result can still be taken back; see record_stage_of */
};

/*
 * Reports whether the game hides something from players by rules and start: graves, masks,
 * cards.
 */
bool record_hides(const struct record *r);
enum record_stage record_stage_of(const struct record *r);
/*
 * Reports whether the whole record may be published. It is closed, or has ended without a
 * secret: no hidden piece, mask, card or seed of dice. pgn_print_public and native_print_public print only
 * public knowledge of any other record.
 */
bool record_is_public(const struct record *r);

/* Initialises an empty record that starts from *start, date unset. Does not allocate. */
void record_init(struct record *r, const struct game *g, const struct position *start);
/* Frees the contents and zeroes the record; accepts a zeroed one. */
void record_finish(struct record *r);
/*
 * Appends an action legal in r->last, without a clock time. Returns 0, -ENOMEM, or -E2BIG
 * at RECORD_ACTIONS_MAX.
 */
MUST_USE int record_add(struct record *r, struct action a, uint64_t t_us);
/* The same for an action's text. Returns -EINVAL if no legal action has that name. */
MUST_USE int record_add_text(struct record *r, const char *text, uint64_t t_us);
/* The same for SAN, in games that have SAN; *why gets the error. */
MUST_USE int record_add_san(struct record *r, const char *san, uint64_t t_us,
			    struct rules_error *why);
/*
 * Makes room for n actions of a game already played: the caller fills r->action and sets
 * r->n and r->last. Returns 0, -ENOMEM or -E2BIG.
 */
MUST_USE int record_reserve(struct record *r, uint32_t n);
/* Copies players, date, event, site, round and seeds. */
void record_copy_tags(struct record *to, const struct record *from);
/* Copies a record; the caller finishes the copy. Returns 0, or -ENOMEM with *out empty. */
MUST_USE int record_copy(struct record *out, const struct record *r);

/*
 * Copies a text as a name, event, site or round. Control characters become spaces, invalid
 * UTF-8 is read as Windows-1252, and long texts are cut at a character.
 */
void record_text_set(char out[RECORD_TEXT_MAX], const char *text);

/* ---- results ---- */

/* Returns the result by the rules; RESULT_ONGOING gives RECORD_UNFINISHED. */
struct record_result record_result_rules(struct outcome o);
struct record_result record_result_resigned(unsigned colour); /* colour that resigned: 0 White */
struct record_result record_result_time(unsigned colour);     /* colour that ran out of time */
/* Resignation in games of partners (rules_partners): all have lost. */
struct record_result record_result_given_up(void);
struct record_result record_result_drawn(const char *reason); /* "agreed" "threefold" "fifty" */
/*
 * Returns the half points of a seat for that end: 2, 1 or 0; -1: the game is not over, or
 * partners score together.
 */
int record_halves(enum record_end end, unsigned seat);
/* Returns PGN's word: "1-0" "0-1" "1/2-1/2" "*". */
const char *record_result_word(const struct record_result *res);

enum { RECORD_RESULT_TEXT = 12 }; /* "1/2-1/2", any score; including the NUL */

/*
 * Prints the protocol's result: as in PGN, except a joint score, which is its number, and
 * "lost". Returns out.
 */
const char *record_result_print(const struct record_result *res, char out[RECORD_RESULT_TEXT]);
/* Parses a result word with its reason ("" or a word). Returns 0, or -1 if invalid. */
MUST_USE int record_result_parse(const char *word, const char *reason, struct record_result *out);

/*
 * Returns the known reason that matches the text in any case, or NULL. Reasons other than
 * by the rules are "resignation" "agreed" "threefold" "fifty", and those of other programs
 * ("time forfeit" …).
 */
const char *record_reason_find(const char *text);
/* Reports whether the rules end games for this reason. */
bool record_reason_is_of_rules(const char *reason);
/*
 * Reconciles r->result with the result by the rules, *rules: an unfinished game that the rules
 * have ended gets theirs. Returns 0, or -1 on a contradiction. Draws by repetition, 75 moves
 * and material are no contradiction: players may continue.
 */
MUST_USE int record_result_settle(struct record *r, struct record_result *rules);

/* ---- dates: the caller reads the clock ---- */

/*
 * Prints the local date "2026.01.31", or unset if not `trusted`: a board without a clock chip
 * has no date until it is on the network.
 */
void record_date_print(int64_t unix_s, bool trusted, char out[RECORD_DATE_SIZE]);
/*
 * Reads a date as people write it, with a year of four digits first: "2026-01-02"
 * "2026/01/02" "2026.1.2" "2026-01" "2026". Missing fields become `?`; ambiguous or
 * invalid dates are unset.
 */
void record_date_read(const char *text, char out[RECORD_DATE_SIZE]);
/* Reports whether a date is valid in a record: an existing day, or whole fields of `?`. */
bool record_date_valid(const char *date);

/* ---- files ---- */

/*
 * Writes `len` bytes to `path` so that after a power cut the old or the new file is
 * complete. Uses a temporary name beside it, fsync, rename, fsync of the folder. Returns 0
 * or -errno; removes the temporary file on failure. Blocks.
 */
MUST_USE int record_file_write(const char *path, const char *data, size_t len);
/* The same with mode 0600. */
MUST_USE int record_file_write_own(const char *path, const char *data, size_t len);
/* The same in parts, for data too long for memory: open, append …, close. */
struct record_file {
	int fd, folder, err;
	bool no_sync; /* set after opening: the file is complete after a crash of the program,
		       * but perhaps not after a power cut */
	char name[256], temporary[256]; /* in that folder */
};
/* Returns 0, or -errno with nothing to close. */
MUST_USE int record_file_open(struct record_file *f, const char *path);
/*
 * The same in an open folder, owned by the caller: `name` has no slash, and links are not
 * followed. A file of the temporary name is removed first.
 */
MUST_USE int record_file_open_in(struct record_file *f, int folder, const char *name,
				 const char *temporary);
/* Appends data; record_file_close reports errors. */
void record_file_append(struct record_file *f, const char *data, size_t len);
/* Closes; without `keep` the old file stays. Returns 0 or -errno. */
MUST_USE int record_file_close(struct record_file *f, bool keep);
/* Writes all bytes to a descriptor. Returns 0 or -errno. */
MUST_USE int record_write_all(int fd, const char *data, size_t len);
/* Syncs the folder that contains `path`. Returns 0 or -errno. */
MUST_USE int record_folder_sync(const char *path);
/*
 * Reads a whole file of at most `max` bytes; the caller frees *data, which has a NUL after
 * the end. Returns 0 or -errno; -EFBIG: longer; -ENODATA: a pipe without a writer, or
 * closed empty. Blocks.
 */
MUST_USE int record_file_read(const char *path, size_t max, char **data, size_t *len);
/* The same in an open folder; -EINVAL: not a regular file (a link, a pipe …). */
MUST_USE int record_file_read_in(int folder, const char *name, size_t max, char **data,
				 size_t *len);

enum {
	RECORD_FILE_NAME_SIZE = 48, /* "2026-01-31-0000000012-crowded-house.json" and the NUL */
};

/*
 * Prints "2026-01-31-012-chess960.pgn", without a date "undated-012-chess960.pgn"; ext:
 * "pgn", "json".
 */
void record_file_name(const struct record *r, const char *ext, char out[RECORD_FILE_NAME_SIZE]);

/* ---- a record at one of its moves ---- */

struct record_walk {
	struct position at, before; /* positions after and before the move; equal at 0 */
	struct sqset changed;       /* squares whose piece the move changed */
};

/* Walks to the position after the first n actions, n <= r->n. */
void record_walk(const struct record *r, uint32_t n, struct record_walk *out);
