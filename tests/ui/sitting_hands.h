/* Fingers, keys and buttons of somebody at the screen: what sitting.c touches with. */
#pragma once
#include "tests/ui/sitting.h"

/* The focus goes to the target and OK is pressed, by Tab and Return or by hint and ok; or a click. */
void sitting_hands_touch(const struct draw_target *t);
/*
 * A seat's own page is opened, `awaited` waits until its answers are there, and one
 * is given. `steps` sees how often the focus goes on from where it starts until it is
 * on that answer; 0: it starts on one, and any will do.
 */
void sitting_hands_secret(void (*awaited)(void), unsigned (*steps)(void), struct rect answer);
