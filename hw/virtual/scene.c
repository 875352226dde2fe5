#include "hw/virtual/scene.h"

#include <SDL_image.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAUNTLET_FIRST = 4, GAUNTLET_LAST = 6 }; /* files of American Chess */

/* Maple and walnut, and as stained in the gauntlet; the frame; the tray's felt lining. */
static const SDL_Color maple = { 231, 200, 152, 255 };
static const SDL_Color walnut = { 151, 98, 60, 255 };
static const SDL_Color maple_stained = { 171, 148, 112, 255 };
static const SDL_Color walnut_stained = { 112, 73, 44, 255 };
static const SDL_Color frame = { 94, 56, 33, 255 };
static const SDL_Color frame_edge = { 124, 78, 48, 255 };
static const SDL_Color desk = { 58, 44, 38, 255 };
static const SDL_Color felt = { 47, 72, 60, 255 };
static const SDL_Color ivory = { 240, 226, 200, 255 };
static const SDL_Color ink = { 38, 30, 26, 255 };
static const SDL_Color plain = { 255, 255, 255, 255 };
/* The men of American Chess. */
static const SDL_Color blue = { 120, 180, 255, 255 };
static const SDL_Color red = { 224, 80, 60, 255 };

/*
 * Returns the folder from the environment, otherwise the source folder,
 * otherwise the installed one.
 */
static const char *
pieces_dir(void)
{
	const char *dir = getenv("HALO_PIECES");

	if (dir && dir[0])
		return dir;
	return access(HALO_PIECES_SOURCE, R_OK) == 0 ? HALO_PIECES_SOURCE : HALO_PIECES_INSTALLED;
}

void
scene_init(struct scene *s, SDL_Renderer *renderer)
{
	const char *dir = getenv("HALO_FONTS");

	memset(s, 0, sizeof(*s));
	s->renderer = renderer;
	snprintf(s->font_path, sizeof(s->font_path), "%s/DejaVuSans.ttf",
		 dir && dir[0] ? dir : HALO_FONT_DIR);
	if (access(s->font_path, R_OK) < 0)
		fprintf(stderr, "halo-board: window: no font at %s, it will have no letters\n",
			s->font_path);
}

static void
pictures_free(struct scene *s)
{
	SDL_Texture **all[] = { &s->glow, &s->disc };

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		if (*all[i])
			SDL_DestroyTexture(*all[i]);
		*all[i] = NULL;
	}
	for (unsigned i = 0; i < SCENE_LETTERS; i++) {
		if (s->piece[i])
			SDL_DestroyTexture(s->piece[i]);
		s->piece[i] = NULL;
	}
	if (s->font)
		TTF_CloseFont(s->font);
	if (s->small)
		TTF_CloseFont(s->small);
	s->font = s->small = NULL;
}

void
scene_finish(struct scene *s)
{
	pictures_free(s);
}

/* Returns the distance from the centre of a side * side picture; the rim is 1. */
static float
radius(int x, int y, int side)
{
	float half = (float)side / 2;

	return hypotf(((float)x + 0.5f - half) / half, ((float)y + 0.5f - half) / half);
}

/* Draws a soft round light, white with alpha. */
static void
fill_glow(uint32_t *px, int side)
{
	for (int i = 0; i < side * side; i++) {
		float r = radius(i % side, i / side, side);
		float soft = r < 1 ? (1 - r) * (1 - r) * (1 + 2 * r) : 0;
		/* The light forms a ring, so that it is visible around a piece's base. */
		float ring = expf(-(r - 0.72f) * (r - 0.72f) / 0.018f);
		float a = 0.75f * soft + 0.8f * ring * (r < 1 ? 1 : 0);

		px[i] = (uint32_t)(255 * (a > 1 ? 1 : a)) << 24 | 0xffffff;
	}
}

/* Draws a turned disc with a rim, white with alpha; narrow enough to leave a lamp visible. */
static void
fill_disc(uint32_t *px, int side)
{
	for (int i = 0; i < side * side; i++) {
		float r = radius(i % side, i / side, side);
		float edge = (0.66f - r) * (float)side / 2;
		float a = edge < 0 ? 0 : edge > 1 ? 1 : edge;
		unsigned white = r > 0.6f || (r > 0.47f && r < 0.5f) ? 150 : 255;

		px[i] = (uint32_t)(255 * a) << 24 | white << 16 | white << 8 | white;
	}
}

/* Creates a square texture from computed pixels. */
static SDL_Texture *
texture_make(struct scene *s, int side, void (*fill)(uint32_t *px, int side))
{
	uint32_t *px = malloc((size_t)side * (size_t)side * sizeof(*px));
	SDL_Texture *t = SDL_CreateTexture(s->renderer, SDL_PIXELFORMAT_ARGB8888,
					   SDL_TEXTUREACCESS_STATIC, side, side);

	if (px && t) {
		fill(px, side);
		SDL_UpdateTexture(t, NULL, px, side * (int)sizeof(*px));
		SDL_SetTextureBlendMode(t, SDL_BLENDMODE_BLEND);
	}
	free(px);
	return t;
}

static SDL_Texture *
piece_load(struct scene *s, char letter)
{
	char path[4096];
	SDL_RWops *file;
	SDL_Surface *surface;
	SDL_Texture *t = NULL;
	bool white = isupper((unsigned char)letter);

	snprintf(path, sizeof(path), "%s/%c%c.svg", pieces_dir(), white ? 'w' : 'b',
		 toupper((unsigned char)letter));
	file = SDL_RWFromFile(path, "rb");
	surface = file ? IMG_LoadSizedSVG_RW(file, s->square, s->square) : NULL;
	if (file)
		SDL_RWclose(file);
	if (surface) {
		t = SDL_CreateTextureFromSurface(s->renderer, surface);
		SDL_FreeSurface(surface);
	}
	return t;
}

static void
pictures_make(struct scene *s, int square)
{
	if (s->square == square)
		return;
	pictures_free(s);
	s->square = square;
	s->glow = texture_make(s, square, fill_glow);
	s->disc = texture_make(s, square, fill_disc);
	for (const char *p = "KQRBNPMCkqrbnpmc"; *p; p++)
		s->piece[(unsigned char)*p] = piece_load(s, *p);
	s->font = TTF_OpenFont(s->font_path, square / 3 + 4);
	s->small = TTF_OpenFont(s->font_path, square / 5 + 4);
}

static void
text_draw(struct scene *s, TTF_Font *font, const char *text, int cx, int cy, SDL_Color colour)
{
	SDL_Surface *surface = font ? TTF_RenderUTF8_Blended(font, text, colour) : NULL;
	SDL_Texture *t = surface ? SDL_CreateTextureFromSurface(s->renderer, surface) : NULL;

	if (t) {
		SDL_Rect at = { cx - surface->w / 2, cy - surface->h / 2, surface->w, surface->h };

		SDL_RenderCopy(s->renderer, t, NULL, &at);
		SDL_DestroyTexture(t);
	}
	SDL_FreeSurface(surface);
}

static void
rect_fill(struct scene *s, struct rect r, SDL_Color c)
{
	SDL_SetRenderDrawColor(s->renderer, c.r, c.g, c.b, 255);
	SDL_RenderFillRect(s->renderer, &(SDL_Rect){ r.x, r.y, r.w, r.h });
}

/* Draws everything that never moves. */
static void
ground_draw(struct scene *s, const struct scene_view *v)
{
	const struct table_layout *l = &v->layout;
	struct rect f = l->frame;

	rect_fill(s, (struct rect){ 0, 0, l->w, l->h }, desk);
	rect_fill(s, f, frame_edge);
	rect_fill(s, (struct rect){ f.x + 2, f.y + 2, f.w - 4, f.h - 4 }, frame);
	rect_fill(s, l->box, felt);
	for (unsigned sq = 0; sq < l->files * l->ranks; sq++) {
		unsigned file = sq % l->files;
		bool light = (file + sq / l->files) % 2 == 1;
		bool stained = v->american && file >= GAUNTLET_FIRST && file <= GAUNTLET_LAST;

		rect_fill(s, table_square(l, sq),
			  light ? (stained ? maple_stained : maple)
				: (stained ? walnut_stained : walnut));
	}
}

static void
coordinates_draw(struct scene *s, const struct table_layout *l)
{
	int off = l->square / 4;

	for (unsigned file = 0; file < l->files; file++) {
		const char name[] = { (char)('a' + file), '\0' };
		int x = table_square(l, file).x + l->square / 2;

		text_draw(s, s->small, name, x, l->board.y + l->board.h + off, ivory);
		text_draw(s, s->small, name, x, l->board.y - off, ivory);
	}
	for (unsigned rank = 0; rank < l->ranks; rank++) {
		const char name[] = { (char)('1' + rank), '\0' };
		int y = table_square(l, rank * l->files).y + l->square / 2;

		text_draw(s, s->small, name, l->board.x - off, y, ivory);
		text_draw(s, s->small, name, l->board.x + l->board.w + off, y, ivory);
	}
}

/* Converts a duty cycle to perceived brightness. */
static uint8_t
seen(uint8_t duty)
{
	return (uint8_t)lroundf(255 * powf((float)duty / 255, 1 / 2.2f));
}

static void
lamp_draw(struct scene *s, const struct scene_view *v, unsigned sq)
{
	const uint8_t *rgb = v->lamp[sq];
	uint8_t top = rgb[0] > rgb[1] ? rgb[0] : rgb[1];
	struct rect r = table_square(&v->layout, sq);
	SDL_Rect at = { r.x, r.y, r.w, r.h };

	top = rgb[2] > top ? rgb[2] : top;
	if (top == 0 || !s->glow)
		return;
	/* A dark base: without it a faint light has the colour of light wood. */
	SDL_SetTextureColorMod(s->glow, 40, 24, 12);
	SDL_SetTextureAlphaMod(s->glow, 150);
	SDL_RenderCopy(s->renderer, s->glow, NULL, &at);
	/* The hue at full strength; the strength as coverage of the wood. */
	SDL_SetTextureColorMod(s->glow, seen((uint8_t)(rgb[0] * 255 / top)),
			       seen((uint8_t)(rgb[1] * 255 / top)),
			       seen((uint8_t)(rgb[2] * 255 / top)));
	SDL_SetTextureAlphaMod(s->glow, seen(top));
	SDL_RenderCopy(s->renderer, s->glow, NULL, &at);
}

static void
picture_draw(struct scene *s, SDL_Texture *t, SDL_Color tint, SDL_Rect at, int lift)
{
	SDL_Rect shade = { at.x + at.w / 24 + lift, at.y + at.h / 20 + lift, at.w, at.h };

	SDL_SetTextureColorMod(t, 0, 0, 0);
	SDL_SetTextureAlphaMod(t, lift ? 50 : 80);
	SDL_RenderCopy(s->renderer, t, NULL, &shade);
	SDL_SetTextureColorMod(t, tint.r, tint.g, tint.b);
	SDL_SetTextureAlphaMod(t, 255);
	SDL_RenderCopy(s->renderer, t, NULL, &at);
}

/* lift: height above the board, in pixels of shadow. */
static void
man_draw(struct scene *s, struct man man, SDL_Rect at, int lift)
{
	bool white = man_is_white(man);
	const char text[] = { (char)toupper((unsigned char)man.letter), man.mark, '\0' };
	char letter = s->american ? text[0] : man.letter; /* a light picture takes a tint */
	SDL_Texture *t = s->piece[(unsigned char)letter % SCENE_LETTERS];
	SDL_Color tint = !s->american ? plain : white ? blue : red;

	if (t) {
		picture_draw(s, t, tint, at, lift);
		if (man.mark)
			text_draw(s, s->small, text + 1, at.x + at.w * 4 / 5, at.y + at.h / 5, ink);
		return;
	}
	if (!s->disc)
		return;
	picture_draw(s, s->disc, plain, at, lift);
	if (!white) {
		SDL_SetTextureColorMod(s->disc, 52, 44, 42);
		SDL_RenderCopy(s->renderer, s->disc, NULL, &at);
		SDL_SetTextureColorMod(s->disc, 255, 255, 255);
	}
	text_draw(s, s->font, text, at.x + at.w / 2, at.y + at.h / 2, white ? ink : ivory);
}

static void
squares_draw(struct scene *s, const struct scene_view *v)
{
	unsigned squares = v->layout.files * v->layout.ranks;

	for (unsigned sq = 0; sq < squares; sq++)
		lamp_draw(s, v, sq);
	for (unsigned sq = 0; sq < squares; sq++) {
		struct rect r = table_square(&v->layout, sq);
		bool in_hand = v->hand.holding && !v->hand.lifted && v->hand.from_sq == (int)sq;

		if (v->man[sq].letter && !in_hand)
			man_draw(s, v->man[sq], (SDL_Rect){ r.x, r.y, r.w, r.h }, 0);
	}
}

static void
box_draw(struct scene *s, const struct scene_view *v)
{
	for (unsigned i = 0; i < v->layout.n_slots; i++) {
		const struct table_slot *slot = &v->layout.slot[i];
		int side = slot->at.w < v->layout.square ? slot->at.w : v->layout.square;
		SDL_Rect at = { slot->at.x + (slot->at.w - side) / 2,
				slot->at.y + (slot->at.h - side) / 2, side, side };
		char count[16];

		if (v->count[i] == 0)
			continue;
		man_draw(s, (struct man){ .letter = slot->letter }, at, 0);
		if (v->count[i] < 2)
			continue;
		snprintf(count, sizeof(count), "%u", v->count[i]);
		text_draw(s, s->small, count, at.x + at.w * 7 / 8, at.y + at.h * 7 / 8, ivory);
	}
}

static void
button_draw(struct scene *s, const struct scene_view *v, unsigned i)
{
	const struct table_button *b = &v->layout.button[i];
	bool down = v->hand.pressed == (int)i || (b->name && v->pressed[i]);
	SDL_Rect at = { b->at.x, b->at.y, b->at.w, b->at.h };
	SDL_Rect face = { at.x + 2, at.y + (down ? 3 : 1), at.w - 4, at.h - 5 };

	SDL_SetRenderDrawColor(s->renderer, 26, 18, 14, 255);
	SDL_RenderFillRect(s->renderer, &at);
	SDL_SetRenderDrawColor(s->renderer, down ? 150 : 122, down ? 104 : 80, down ? 64 : 50, 255);
	SDL_RenderFillRect(s->renderer, &face);
	SDL_SetRenderDrawColor(s->renderer, 168, 122, 82, 255);
	SDL_RenderDrawLine(s->renderer, face.x, face.y, face.x + face.w - 1, face.y);
	text_draw(s, s->small, b->name ? b->name : "set up", face.x + face.w / 2,
		  face.y + face.h / 2, ivory);
}

static void
hand_draw(struct scene *s, const struct scene_view *v)
{
	int side = v->layout.square, lift = v->hand.sliding ? 0 : side / 10;
	SDL_Rect at = { v->hand.x - side / 2, v->hand.y - side / 2 - lift, side, side };

	if (v->hand.holding)
		man_draw(s, v->hand.man, at, lift);
}

void
scene_view_fill(struct scene_view *v, const struct table *t)
{
	unsigned squares = t->layout.files * t->layout.ranks;

	memset(v, 0, sizeof(*v));
	v->layout = t->layout;
	v->hand = t->hand;
	v->american = table_is_american(t);
	memcpy(v->pressed, t->board->pressed, sizeof(v->pressed));
	for (unsigned sq = 0; sq < squares; sq++) {
		v->man[sq] = t->board->square[sq].man;
		vboard_lamp(t->board, sq, v->lamp[sq]);
	}
	for (unsigned i = 0; i < t->layout.n_slots; i++)
		v->count[i] = table_box_count(t, t->layout.slot[i].letter);
}

void
scene_draw(struct scene *s, const struct scene_view *v)
{
	pictures_make(s, v->layout.square);
	s->american = v->american;
	ground_draw(s, v);
	coordinates_draw(s, &v->layout);
	squares_draw(s, v);
	box_draw(s, v);
	for (unsigned i = 0; i < v->layout.n_buttons; i++)
		button_draw(s, v, i);
	hand_draw(s, v);
}
