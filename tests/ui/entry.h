/*
 * A player who enters a secret on a seat's private page: a random path from the play page to an
 * answer, by fingers, keys or the board's buttons. Only places and presses are recorded, which is
 * all that others at the table can see. The path can therefore be repeated on a screen with other
 * random numbers.
 */
#pragma once
#include "ui/page.h"

enum {
	ENTRY_STEPS_MAX = 400,
	ENTRY_CHANGES = 5, /* most changes of masks before they are dealt */
};

enum entry_by { ENTRY_TOUCH, ENTRY_KEYS, ENTRY_BUTTONS, ENTRY_WAYS };

struct entry_step {
	uint8_t what; /* enum in entry.c */
	bool open;    /* the page is open after this step */
	int16_t x, y; /* place of a finger */
};

struct entry {
	int w, h; /* size of the screen */
	uint8_t by; /* enum entry_by */
	unsigned n;
	struct entry_step step[ENTRY_STEPS_MAX];
};

/* The receiver of the screen's requests. */
struct entry_daemon {
	void (*serve)(void *arg, struct ui_model *m, const struct ui_request *q);
	void *arg;
	char act[RULES_ACTION_TEXT]; /* the screen's answer; "": none yet */
};

/* Repeats one step on a screen. */
void entry_take(const struct entry *e, unsigned step, struct ui_model *m, struct entry_daemon *d);
/*
 * Repeats all steps. Returns false if the page opens or closes at other steps
 * here, or the last step gives no answer; m and d are then undefined.
 */
bool entry_go(const struct entry *e, struct ui_model *m, struct entry_daemon *d);
/*
 * Draws a random path to an answer (chance.h) and follows it on m. The caller
 * sets size and input method in e.
 */
void entry_draw(struct entry *e, struct ui_model *m, struct entry_daemon *d,
		uint64_t *seed);
