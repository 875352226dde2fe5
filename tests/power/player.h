/*
 * The player in the guest: reports a disk's content after a power cut, then
 * plays until the next one. It writes lines on standard output, which the host
 * checks (judge.py). A line reports something that has happened, except MAY and
 * UNDO, which come before the request that may cause it.
 */
#pragma once
#include <stdint.h>

#include "rules/rules.h"
#include "tests/system/rig.h"

/* The pieces on the virtual board, which never change: for games of 8 x 8, and for all. */
#define PLAYER_FIELD       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define PLAYER_WHOLE_FIELD "11/1rnbqkbnr2/1pppppppp2/11/11/11/11/1PPPPPPPP2/1RNBQKBNR2"

enum {
	PLAYER_SEATS = 4,
	PLAYER_PATH = 256,
	PLAYER_ASKED = 40,
	PLAYER_SIGHT = 256,
	PLAYER_TEXT_MAX = 16 * 1024 * 1024, /* size of one exported file, or a backup */
};

struct player {
	struct rig rig;
	struct rig_client client;
	const char *halo;
	char disk[PLAYER_PATH], store[PLAYER_PATH];
	uint64_t seed;
	long full_from; /* games from this number on are reported action by action */
	/* The game on the board as reported. */
	json_int_t n, acked;
	unsigned next;  /* index of the next game to begin */
	unsigned seats; /* seats with their own views; 0: all see the same */
	char seat[PLAYER_SEATS][4], token[PLAYER_SEATS][40];
	char sent[RULES_ACTION_TEXT]; /* the last accepted action, as the seat knows it */
	char asked[PLAYER_ASKED];     /* the open question as reported; "-": none */
	bool asked_kept;              /* the daemon has reported it on the disk */
	pid_t export;                 /* process of `halo export`, 0: none */
	unsigned exports, saves;      /* so far */
	char export_dir[PLAYER_PATH];
	pid_t backup; /* process of `halo backup`, 0: none */
	char backup_dir[PLAYER_PATH];
	json_int_t backup_game, backup_least; /* actions of that game it must contain */
	struct sqlite3 *busy;                 /* holds the journal's lock; NULL: not held */
	uint64_t busy_until_us;
};

/* Returns a random number below n, from the host's seed. */
uint64_t player_below(struct player *p, uint64_t n);
/* Sends one line to the host at once. */
void player_tell(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* FNV-1a, in parts. */
#define PLAYER_HASH 0xcbf29ce484222325u
uint64_t player_hash(uint64_t h, const void *data, size_t len);

/* ---- player_look.c: the disk's content ---- */

/* Checks exported and saved files, whole or torn; then removes exports. */
void player_look_files(struct player *p);
/* Reports each game of the journal, and the one on the board. */
void player_look_journal(struct player *p);
/* Counts and hashes a folder's files. */
void player_folder(const char *dir, unsigned *n, uint64_t *hash);
/* Hashes what the table and each seat see of the game, key by key: "KEY=HASH,KEY=HASH…". */
void player_sight(struct player *p, const json_t *state, char out[PLAYER_SIGHT]);
/* Formats the clock for a line: the running side, and each seat's time. */
void player_clock(const json_t *state, char out[96]);

/* ---- player_journal.c: data only in the journal ---- */

/*
 * Reads the start and the actions of a game from the journal, secrets included;
 * returns false if that fails.
 */
bool player_journal(struct player *p, json_int_t number, char **start, json_t **actions);
/*
 * Reports under that keyword the start of the game on the board, including its
 * pile and its seed.
 */
void player_start(struct player *p, const char *word);

/* ---- player_ask.c: questions that survive a cut ---- */

/* Reads the open question, and reports it under that keyword if it has changed. */
void player_asked(struct player *p, const char *word);
/* Asks the menu's question about a draw, by the board's buttons. */
void player_offer_draw(struct player *p);
/* Takes the last action back, or asks where the rules require agreement. */
void player_undo(struct player *p);
/* Answers the question for one seat, yes or no. */
void player_answer(struct player *p);
/* Called before an action: the question may stay open after it. */
void player_asked_before_act(struct player *p);
/* Called before an action that closes the question. */
void player_asked_ends(struct player *p);

/* ---- player_beside.c: other programs using the journal ---- */

/* Starts `halo` with these arguments, including the first and NULL; it dies with the player. */
pid_t player_halo(const struct player *p, const char *const *words);
/* Starts a backup unless one is running. */
void player_backup(struct player *p);
/* Locks the journal for longer than the daemon waits. */
void player_busy(struct player *p);
/* Called between actions: completes finished programs. */
void player_beside(struct player *p);

/* ---- player_play.c ---- */

/* Keeps that folder's reported files for later comparison. */
void player_tell_kept(const char *dir);

/* Plays; never returns. */
void player_play(struct player *p);
/* Gets the seats' tokens if the game shows them different things. */
void player_tokens(struct player *p);
/* Returns the game as that seat sees it (a borrowed reference until the next request). */
json_t *player_view(struct player *p, unsigned seat);
