/*
 * The transition between two pages: the old picture fades over the new one. It mixes finished
 * pictures and lays nothing out, so touches meet the new page from its first moment.
 */
#pragma once
#include <SDL.h>
#include <stdbool.h>
#include <stdint.h>

enum { FADE_MS = 150, FADE_FRAME_MS = 16 };

/* A transition; all zero: none. */
struct fade {
	SDL_Surface *from;	/* the old picture; NULL: no transition runs */
	uint64_t began_ms, next_ms;	/* next_ms: when the next frame is due */
};

/* Begins to fade the shown picture out; does nothing without memory. */
void fade_begin(struct fade *f, SDL_Surface *shown, uint64_t now_ms);
/* Ends a transition without a further frame. */
void fade_end(struct fade *f);
static inline bool
fade_is_on(const struct fade *f)
{
	return f->from != NULL;
}
/* Draws a frame over the whole of `onto`. The last frame, the new picture, ends the transition. */
void fade_mix(struct fade *f, SDL_Surface *new_picture, SDL_Surface *onto, uint64_t now_ms);
