/* Fingers, keys and buttons of somebody at the screen: what sitting.c touches with. */
#pragma once
#include "tests/ui/sitting.h"

/* The focus goes to the target and OK is pressed, by Tab and Return or by hint and ok; or a click. */
void sitting_hands_touch(const struct draw_target *t);
/*
 * A seat's own page is opened, `awaited` waits until its answers are there, and one
 * is given. `steps` sees where the focus starts, which is drawn by lot, and how often
 * it goes on, at least `least` times, until it is on an answer to give; the answer's
 * place is what a finger touches.
 */
void sitting_hands_secret(void (*awaited)(void), unsigned (*steps)(unsigned least),
			  struct rect answer);
