/*
 * The player in the guest: looks at what a disk holds after a power cut, then
 * plays until the next one. It talks by lines on standard output, which the host
 * judges (judge.py); a line stands for something that has happened, but for MAY
 * and UNDO, which are told before the word that may bring it about.
 */
#pragma once
#include <stdint.h>

#include "rules/rules.h"
#include "tests/system/rig.h"

/* How the pieces stand on the virtual board, all the time: as games of 8 x 8 see it, and of all. */
#define PLAYER_FIELD       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define PLAYER_WHOLE_FIELD "11/1rnbqkbnr2/1pppppppp2/11/11/11/11/1PPPPPPPP2/1RNBQKBNR2"

enum {
	PLAYER_SEATS = 4,
	PLAYER_PATH = 256,
	PLAYER_ASKED = 40,
	PLAYER_TEXT_MAX = 16 * 1024 * 1024, /* of one exported file, or a backup */
};

struct player {
	struct rig rig;
	struct rig_client client, exporter; /* the second waits for the daemon's export */
	const char *halo;
	char disk[PLAYER_PATH], store[PLAYER_PATH];
	uint64_t seed;
	long full_from; /* games from this number on are told action by action */
	/* The game on the board as it was told. */
	json_int_t n, acked;
	unsigned next;  /* which of the games begins next, by turns */
	unsigned seats; /* with eyes of their own; 0: all see the same */
	char seat[PLAYER_SEATS][4], token[PLAYER_SEATS][40];
	char sent[RULES_ACTION_TEXT]; /* the last action that was taken, as the seat knows it */
	char asked[PLAYER_ASKED];     /* what is being asked, as it was told; "-" nothing */
	bool asked_kept;              /* the daemon has said that the disk has it */
	pid_t export;                 /* `halo export` under way, 0 none */
	bool exporting;               /* the daemon's */
	unsigned exports, saves;      /* so far */
	char export_dir[PLAYER_PATH], daemon_dir[PLAYER_PATH];
	pid_t backup; /* `halo backup` under way, 0 none */
	char backup_dir[PLAYER_PATH];
	json_int_t backup_game, backup_least; /* so many actions of that game it has to hold */
	struct sqlite3 *busy;                 /* holds the journal's lock, NULL: nobody does */
	uint64_t busy_until_us;
};

/* A number below n, of the seed that the host gave. */
uint64_t player_below(struct player *p, uint64_t n);
/* One line to the host, at once. */
void player_tell(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* FNV-1a, in pieces. */
#define PLAYER_HASH 0xcbf29ce484222325u
uint64_t player_hash(uint64_t h, const void *data, size_t len);

/* ---- player_look.c: what is there ---- */

/* Files that were exported or saved: whole ones, torn ones; exports are removed then. */
void player_look_files(struct player *p);
/* Each game of the journal, and the one on the board. */
void player_look_journal(struct player *p);
/* A folder's files as a number and a hash. */
void player_folder(const char *dir, unsigned *n, uint64_t *hash);
/* All that a person sees of the game, by the eyes of the table and of each seat. */
uint64_t player_sight(struct player *p, json_t *state);
/* The clock as words for a line: who runs, what each seat has. */
void player_clock(const json_t *state, char out[96]);

/* ---- player_journal.c: what only the journal tells ---- */

/* The start and the actions of a game as the journal has them, secrets included; false: it cannot be read. */
bool player_journal(struct player *p, json_int_t number, char **start, json_t **actions);

/* ---- player_ask.c: questions that outlive a cut ---- */

/* Looks what is being asked, and tells it under that word if it is not what was told last. */
void player_asked(struct player *p, const char *word);
/* The menu's question whether it is a draw, by the board's buttons. */
void player_offer_draw(struct player *p);
/* The last action is to be taken back: done, or asked where the rules have all agree. */
void player_undo(struct player *p);
/* Yes or no of one seat to what is being asked. */
void player_answer(struct player *p);
/* An action is about to be played: what is being asked may stay open behind it. */
void player_asked_before_act(struct player *p);
/* What is being asked is about to be nobody's question any more. */
void player_asked_ends(struct player *p);

/* ---- player_beside.c: other programs on the journal ---- */

/* `halo` with these words, the first and NULL included; it dies with the player. */
pid_t player_halo(const struct player *p, const char *const *words);
/* A backup begins, unless one is under way. */
void player_backup(struct player *p);
/* Nobody writes to the journal for longer than the daemon waits. */
void player_busy(struct player *p);
/* Between two actions: ends what is done. */
void player_beside(struct player *p);

/* ---- player_play.c ---- */

/* The files of that folder were told to be whole: they stay so. */
void player_tell_kept(const char *dir);

/* Plays; never ends by itself. */
void player_play(struct player *p);
/* The seats' words, where the game on the board shows them different things. */
void player_tokens(struct player *p);
/* The game as that seat sees it (a borrowed reference until the next ask). */
json_t *player_view(struct player *p, unsigned seat);
/* What the game on the board began with, the order of its pile and its seed included: tells it so. */
void player_start(struct player *p, const char *word);
