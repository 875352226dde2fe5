/* What a player asked the voice to say: daemon/view/view_spoken.c has the words. */
#pragma once
#include "daemon/table/duty.h"

enum table_say { TABLE_SAY_NOTHING, TABLE_SAY_LAST, TABLE_SAY_TURN, TABLE_SAY_POSITION, TABLE_SAY_SQUARE };

struct table_speech {
	uint32_t asked; /* number of questions since the start */
	uint8_t what;   /* enum table_say: the last question, until an action is final */
	uint8_t sq;     /* of TABLE_SAY_SQUARE */
};

extern const struct duty table_speech_duty;

void table_say(struct table *t, enum table_say what, unsigned sq);
