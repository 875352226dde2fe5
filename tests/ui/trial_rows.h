/* Rows of test_trial.c: what trials of the screen found. */
#pragma once
#include <stddef.h>
#include <stdint.h>

enum { TRIAL_FAULTS = 25 };

enum trial_how {
	TELLS,	/* a text is drawn, as such or as a part of another */
	NOTES,	/* a move is drawn, with the letters of the language's pieces */
	NEVER,	/* a text is not drawn */
	SHOWS,	/* a mark is drawn on each of the squares, or anywhere */
	LACKS,	/* a mark is not drawn */
};

struct trial_row {
	uint8_t fault;		/* its number in the list of the trial */
	const char *stage;	/* states/NAME.json */
	enum trial_how how;
	const char *what;	/* the English text; or words of the printed command, as in golden/ */
	/*
	 * Squares, or "head": the play page's header; NULL: anywhere. NEVER: the German text, if the
	 * catalogue has none.
	 */
	const char *at;
};

extern const struct trial_row trial_rows[];
extern const size_t n_trial_rows;
