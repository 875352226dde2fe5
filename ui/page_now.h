/* The sentences for each kind of question, with a way for their test to list them. */
#pragma once
#include "ui/state.h"

/* The kinds of prompts, then the states of the play page without a prompt. */
enum now_kind {
	NOW_SET_UP = UI_PROMPT_OTHER + 1, /* guidance: the pieces of a game are set up */
	NOW_DUE,	/* guidance: the rules' effects are carried out */
	NOW_ONWARD,	/* guidance: an action is half made */
	NOW_DISORDER,	/* guidance: the board is put right */
	NOW_PLAN,	/* a computer's move is to be made */
	NOW_THINKS,	/* a computer chooses */
	NOW_LIFTED,
	NOW_SHOWN,	/* a move that is not final */
	NOW_ROLL,
	NOW_BUY,
	NOW_PROMOTE,	/* zombie pawns */
	NOW_CARD,
	NOW_SECRET,
	NOW_END,	/* the turn may go on or end */
	NOW_MOVE,
	NOW_OVER,
	NOW_NO_GAME,
	NOW_KINDS,
};

struct now_row {
	const char *board, *buttons, *screen;	/* of the kind UI_PROMPT_NONE: NULL */
};

extern const struct now_row now_rows[NOW_KINDS];

/* Reports whether a kind's sentences differ between games: a move or a choice is awaited. */
bool now_is_of_game(unsigned kind);
/* Reports whether a computer chooses. Its dice are rolled by people. */
bool now_is_thinking(const struct ui_state *s);
/* Returns the row for a state: a prompt's kind, or an enum now_kind. */
unsigned now_kind_of(const struct ui_state *s);
