/* Fingers, keys and buttons of somebody at the screen: what sitting.c touches with. */
#pragma once
#include "tests/ui/sitting.h"

/* The focus goes to the target and OK is pressed, by Tab and Return or by hint and ok; or a click. */
void sitting_hands_touch(const struct draw_target *t);
/*
 * A seat's own page is opened, `awaited` waits until its answers are there, and one
 * is given. masks: it is the last of many.
 */
void sitting_hands_secret(bool masks, void (*awaited)(void), struct rect answer);
