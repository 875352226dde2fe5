/* Shared by the files of the sentences of play only. */
#pragma once
#include "daemon/words/words.h"

/* Appends another sentence. */
void words_then(char out[WORDS_LINE], const char *text);
/* Appends an item to a list. */
void words_item(char out[WORDS_LINE], const char *text);
/* Inserts the text as {1} into the sentence `what`, and `second`, if not NULL, as {2}. */
void words_wrap(char out[WORDS_LINE], const char *what, const char *second);

/*
 * Copies the side's part of "KEY=a/b" from a position in the form of rules_view_print. key: with the space
 * before it. Returns false if there is none.
 */
bool words_part(const char *position, const char *key, unsigned colour, char out[WORDS_LINE]);

/* Writes what to set up. */
void words_setup(const struct session_state *s, char out[WORDS_LINE]);
/* Names a half-made action: "Castling", "En passant", or the move. */
void words_name_half(const struct session_state *s, const struct position *from, struct action a,
		     char out[WORDS_MOVE]);
/* Lists pieces: "the black rook off d6, the black queen off c5 and 2 more". */
void words_list_due(const struct session_state *s, struct sqset set, bool take,
		    char out[WORDS_LINE]);
/* Appends which pieces the rules remove by that action, which is legal in *p. */
void words_removed(const struct session_state *s, const struct position *p, struct action a,
		   char out[WORDS_LINE]);
/* Writes the guidance after the rules placed or removed pieces. */
void words_due(const struct session_state *s, char out[WORDS_LINE]);

/* Writes a hint about a move in progress. Returns false if there is none. */
bool words_begun(const struct session_state *s, char out[WORDS_LINE]);
bool words_giver(const struct session_state *s, char out[WORDS_LINE]);
/* Writes what to do with a piece that alone is up and may not move. */
bool words_idle_up(const struct session_state *s, char out[WORDS_LINE]);

/* Appends public results of the last final action that the board does not show. */
void words_results(const struct session_state *s, char out[WORDS_LINE]);
/*
 * Appends the announcements of the last final action. answers: only if that action was a
 * question (ACT_ATTEMPT).
 */
void words_announced(const struct session_state *s, bool answers, char out[WORDS_LINE]);
