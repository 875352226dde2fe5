/* Touches, keys and buttons of the player in sitting.c. */
#pragma once
#include "tests/ui/sitting.h"

/* Moves the focus to the target and presses OK (Tab and Return, or hint and ok), or clicks it. */
void sitting_hands_touch(const struct draw_target *t);
/*
 * Opens a seat's private page, waits with `awaited` for its answers, and gives one. The focus
 * starts at a random place. `steps` finds it and returns the steps to an answer, at least `least`.
 * A finger touches the answer's box instead.
 */
void sitting_hands_secret(void (*awaited)(void), unsigned (*steps)(unsigned least),
			  struct rect answer);
