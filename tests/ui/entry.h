/*
 * Somebody who gives a secret on a seat's own page: a way by lot from the play page
 * to an answer, as fingers, keys or the board's buttons go it. It is kept by places
 * and presses alone, which is what others at the table see of it, and can so be gone
 * again on a screen that has drawn other numbers.
 */
#pragma once
#include "ui/page.h"

enum {
	ENTRY_STEPS_MAX = 400,
	ENTRY_CHANGES = 5, /* of masks before they are dealt, at most */
};

enum entry_by { ENTRY_TOUCH, ENTRY_KEYS, ENTRY_BUTTONS, ENTRY_WAYS };

struct entry_step {
	uint8_t what; /* of entry.c */
	bool open;    /* the page is, after it */
	int16_t x, y; /* of a finger */
};

struct entry {
	int w, h; /* of the screen */
	uint8_t by; /* enum entry_by */
	unsigned n;
	struct entry_step step[ENTRY_STEPS_MAX];
};

/* What takes the screen's requests. */
struct entry_daemon {
	void (*serve)(void *arg, struct ui_model *m, const struct ui_request *q);
	void *arg;
	char act[UI_ACTION_TEXT]; /* the answer that the screen gave; "" none yet */
};

/* One step of it on a screen. */
void entry_take(const struct entry *e, unsigned step, struct ui_model *m, struct entry_daemon *d);
/*
 * All of it. False: on this screen the page opens or closes at other steps, or the
 * answer is not given by the last one; m and d are undefined then.
 */
bool entry_go(const struct entry *e, struct ui_model *m, struct entry_daemon *d);
/* Draws a way to an answer (chance.h), and goes it on m; e has its size and what it is gone by. */
void entry_draw(struct entry *e, struct ui_model *m, struct entry_daemon *d,
		uint64_t *seed);
