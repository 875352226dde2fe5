#include "ui/fade.h"

void
fade_end(struct fade *f)
{
	SDL_FreeSurface(f->from);
	*f = (struct fade){ 0 };
}

void
fade_begin(struct fade *f, SDL_Surface *shown, uint64_t now_ms)
{
	/* Without a channel of its own, the picture's opacity is that of the whole surface. */
	SDL_Surface *from =
		SDL_CreateRGBSurfaceWithFormat(0, shown->w, shown->h, 32, SDL_PIXELFORMAT_RGB888);

	fade_end(f);
	if (from == NULL)
		return;
	SDL_SetSurfaceBlendMode(shown, SDL_BLENDMODE_NONE);
	SDL_BlitSurface(shown, NULL, from, NULL);
	SDL_SetSurfaceBlendMode(from, SDL_BLENDMODE_BLEND);
	*f = (struct fade){ from, now_ms, now_ms };
}

/* Returns the opacity of the old picture; the first frame already shows some of the new one. */
static uint8_t
rest_of(const struct fade *f, uint64_t now_ms)
{
	uint64_t passed = now_ms - f->began_ms + FADE_FRAME_MS;

	return passed >= FADE_MS ? 0 : (uint8_t)(255 * (FADE_MS - passed) / FADE_MS);
}

void
fade_mix(struct fade *f, SDL_Surface *new_picture, SDL_Surface *onto, uint64_t now_ms)
{
	uint8_t rest = rest_of(f, now_ms);

	SDL_SetClipRect(onto, NULL);
	SDL_BlitSurface(new_picture, NULL, onto, NULL);
	if (rest == 0) {
		fade_end(f);
		return;
	}
	SDL_SetSurfaceAlphaMod(f->from, rest);
	SDL_BlitSurface(f->from, NULL, onto, NULL);
	f->next_ms = now_ms + FADE_FRAME_MS;
}
