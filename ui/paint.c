#include "ui/paint.h"

#include <SDL_image.h>
#include <SDL_ttf.h>
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/lang/lang.h"
#include "ui/assets.h"
#include "ui/icon.h"
#include "ui/shape.h"

enum {
	FONTS_MAX = 24,  /* three sizes and smaller ones for long texts, two weights */
	PIECES_MAX = 96, /* up to sixteen pictures of up to five sizes */
	WORDS_MAX = 192, /* lines of text; a full page has fewer than 120 */
	PIECE_NAME = 16,
	LINES_MAX = 24, /* of one text */
	LINE_TEXT = UI_SENTENCE_TEXT + 64,
	LETTER_DARK = 0x101318, /* on the discs of the set of letters */
	LETTER_LIGHT = 0xffffff,
};

struct font {
	int px;
	bool bold;
	unsigned used;
	TTF_Font *font; /* NULL: the file was deleted after the start */
};

struct piece_picture {
	char name[PIECE_NAME]; /* "wK", "bold/bS3": file name without suffix */
	int side;
	unsigned used;
	SDL_Surface *picture; /* NULL: there is no file */
};

struct word_picture {
	char text[LINE_TEXT];
	int px;
	bool bold;
	uint32_t rgb;
	unsigned used;
	SDL_Surface *picture;
};

struct painter {
	char font_path[2][ASSET_PATH_MAX]; /* regular, bold */
	unsigned now;                      /* counter of uses, for replacement */
	uint8_t theme, pieces;             /* of the list being painted */
	struct font font[FONTS_MAX];
	struct piece_picture piece[PIECES_MAX];
	struct word_picture word[WORDS_MAX];
	bool missing_reported;
};

/* A text broken into lines; cut: it did not fit. */
struct broken {
	unsigned n;
	bool cut, split; /* split: in the middle of a word */
	char line[LINES_MAX][LINE_TEXT];
};

int
painter_create(struct painter **out, struct ui_error *err)
{
	struct painter *p = calloc(1, sizeof(*p));

	if (p == NULL) {
		snprintf(err->why, sizeof(err->why), "out of memory");
		return -1;
	}
	if (asset_find(ASSET_FONT, "DejaVuSans.ttf", p->font_path[0], err) < 0 ||
	    asset_find(ASSET_FONT, "DejaVuSans-Bold.ttf", p->font_path[1], err) < 0) {
		free(p);
		return -1;
	}
	if (TTF_Init() < 0) {
		snprintf(err->why, sizeof(err->why), "SDL_ttf: %s", TTF_GetError());
		free(p);
		return -1;
	}
	*out = p;
	return 0;
}

void
painter_destroy(struct painter *p)
{
	if (p == NULL)
		return;
	for (unsigned i = 0; i < WORDS_MAX; i++)
		SDL_FreeSurface(p->word[i].picture);
	for (unsigned i = 0; i < PIECES_MAX; i++)
		SDL_FreeSurface(p->piece[i].picture);
	for (unsigned i = 0; i < FONTS_MAX; i++)
		if (p->font[i].font != NULL)
			TTF_CloseFont(p->font[i].font);
	TTF_Quit();
	free(p);
}

SDL_Surface *
painter_surface(int w, int h, struct ui_error *err)
{
	SDL_Surface *s = SDL_CreateRGBSurfaceWithFormat(0, w, h, 32, SDL_PIXELFORMAT_ARGB8888);

	if (s == NULL)
		snprintf(err->why, sizeof(err->why), "no picture of %dx%d: %s", w, h,
			 SDL_GetError());
	else /* copy the pixels instead of blending them with the previous content */
		SDL_SetSurfaceBlendMode(s, SDL_BLENDMODE_NONE);
	return s;
}

/* Returns a font, or NULL if its file was deleted after the start; the text is then omitted. */
static TTF_Font *
font_of(struct painter *p, int px, bool bold)
{
	struct font *oldest = &p->font[0];

	for (unsigned i = 0; i < FONTS_MAX; i++) {
		struct font *f = &p->font[i];

		if (f->font != NULL && f->px == px && f->bold == bold) {
			f->used = ++p->now;
			return f->font;
		}
		if (f->used < oldest->used)
			oldest = f;
	}
	if (oldest->font != NULL)
		TTF_CloseFont(oldest->font);
	*oldest = (struct font){ px, bold, ++p->now, TTF_OpenFont(p->font_path[bold], px) };
	if (oldest->font != NULL)
		TTF_SetFontHinting(oldest->font, TTF_HINTING_LIGHT);
	return oldest->font;
}

static bool
width_fits(TTF_Font *font, const char *text, int width)
{
	int w = 0;

	return TTF_SizeUTF8(font, text, &w, NULL) < 0 || w <= width;
}

static size_t
next_character(const char *text, size_t at)
{
	if (text[at] == '\0')
		return at;
	for (at++; ((unsigned char)text[at] & 0xc0) == 0x80;)
		at++;
	return at;
}

/* Returns how many bytes of text fit a line: up to a space if possible, at least one character. */
static size_t
line_break(TTF_Font *font, const char *text, int width)
{
	size_t at = 0, space = 0, whole = strcspn(text, "\n");
	char line[LINE_TEXT];
	int characters = 0;

	snprintf(line, sizeof(line), "%.*s", (int)whole, text);
	(void)TTF_MeasureUTF8(font, line, width, NULL, &characters);
	for (; at < whole && characters > 0; characters--) {
		at = next_character(text, at);
		if (text[at] == ' ')
			space = at;
	}
	if (at == whole)
		return at;
	return space > 0 ? space : at > 0 ? at : next_character(text, 0);
}

/* Shortens a line until it and an ellipsis fit. */
static void
ellipsis_add(TTF_Font *font, char line[LINE_TEXT], int width)
{
	static const char dots[] = "…";
	size_t len = strlen(line);

	if (len > LINE_TEXT - sizeof(dots))
		len = LINE_TEXT - sizeof(dots);
	for (;;) {
		while (len > 0 && ((unsigned char)line[len] & 0xc0) == 0x80)
			len--;
		memcpy(line + len, dots, sizeof(dots));
		if (len == 0 || width_fits(font, line, width))
			return;
		len--;
	}
}

static void
text_break(TTF_Font *font, const char *text, int width, unsigned lines, struct broken *b)
{
	b->n = 0;
	b->cut = b->split = false;
	while (*text != '\0' && b->n < lines && b->n < LINES_MAX) {
		size_t len = line_break(font, text, width);
		char *line = b->line[b->n++];

		memcpy(line, text, len);
		line[len] = '\0';
		b->cut |= !width_fits(font, line, width);
		/* the break splits a word */
		b->split |= strchr(" \n", text[len]) == NULL;
		for (text += len; *text == ' ';)
			text++;
		if (*text == '\n') /* ends this line; the next may be empty */
			text++;
	}
	if (*text == '\0')
		return;
	b->cut = true;
	if (b->n > 0)
		ellipsis_add(font, b->line[b->n - 1], width);
}

static int
line_height(int px)
{
	return px * 6 / 5;
}

static unsigned
lines_of(const struct draw_cmd *c)
{
	int n = c->box.h / line_height(c->size);

	return n < 1 ? 1 : (unsigned)n;
}

static bool
text_try(struct painter *p, const struct draw_list *l, const struct draw_cmd *c, int px,
	 struct broken *b)
{
	struct draw_cmd smaller = *c;
	TTF_Font *font = font_of(p, px, (c->flags & DRAW_BOLD) != 0);

	if (font == NULL)
		return false;
	smaller.size = (uint16_t)px;
	text_break(font, l->text + c->text, c->box.w, lines_of(&smaller), b);
	return true;
}

/*
 * Breaks a text into lines and returns the font size in pixels; 0: no font.
 * English texts fit. A longer translation is set smaller, down to three
 * quarters: first so that no word is split, else so that nothing is cut. If
 * even that fails, the full size is used and the text is cut.
 */
static int
text_layout(struct painter *p, const struct draw_list *l, const struct draw_cmd *c,
	    struct broken *b)
{
	int least = c->size * 3 / 4;

	for (int px = c->size; px >= least; px--) {
		if (!text_try(p, l, c, px, b))
			return 0;
		if (!b->cut && !b->split)
			return px;
	}
	for (int px = c->size; px >= least; px--)
		if (text_try(p, l, c, px, b) && !b->cut)
			return px;
	return text_try(p, l, c, c->size, b) ? c->size : 0;
}

int
painter_text_px(struct painter *p, const struct draw_list *l, const struct draw_cmd *c)
{
	struct broken b;
	int px = text_layout(p, l, c, &b);

	return px > 0 && !b.cut && c->box.h >= line_height(px) ? px : 0;
}

static SDL_Surface *
word_render(struct painter *p, const struct word_picture *w)
{
	TTF_Font *font = font_of(p, w->px, w->bold);
	SDL_Color ink = { (Uint8)(w->rgb >> 16), (Uint8)(w->rgb >> 8), (Uint8)w->rgb, 255 };

	return font == NULL ? NULL : TTF_RenderUTF8_Blended(font, w->text, ink);
}

static SDL_Surface *
word_of(struct painter *p, const char *text, int px, bool bold, uint32_t rgb)
{
	struct word_picture *oldest = &p->word[0];

	for (unsigned i = 0; i < WORDS_MAX; i++) {
		struct word_picture *w = &p->word[i];

		if (w->picture != NULL && w->px == px && w->bold == bold && w->rgb == rgb &&
		    strcmp(w->text, text) == 0) {
			w->used = ++p->now;
			return w->picture;
		}
		if (w->used < oldest->used)
			oldest = w;
	}
	SDL_FreeSurface(oldest->picture);
	oldest->px = px;
	oldest->bold = bold;
	oldest->rgb = rgb;
	oldest->used = ++p->now;
	snprintf(oldest->text, sizeof(oldest->text), "%s", text);
	oldest->picture = word_render(p, oldest);
	return oldest->picture;
}

static void
text_paint(struct painter *p, const struct draw_list *l, const struct draw_cmd *c, SDL_Surface *s)
{
	struct broken b;
	int px = text_layout(p, l, c, &b), step = line_height(px), y;

	if (px == 0)
		return;
	y = c->flags & DRAW_TOP ? c->box.y : c->box.y + (c->box.h - step * (int)b.n) / 2;
	for (unsigned i = 0; i < b.n; i++, y += step) {
		SDL_Surface *w = word_of(p, b.line[i], px, (c->flags & DRAW_BOLD) != 0,
					 palette[c->meaning].rgb[p->theme]);
		SDL_Rect at = { c->box.x, y, 0, 0 };

		if (w == NULL)
			continue;
		if (c->flags & DRAW_CENTRE)
			at.x += (c->box.w - w->w) / 2;
		else if (c->flags & DRAW_RIGHT)
			at.x += c->box.w - w->w;
		at.y += (step - w->h) / 2;
		SDL_BlitSurface(w, NULL, s, &at);
	}
}

static SDL_Surface *
piece_load(const char *name, int side, struct ui_error *err)
{
	char file_name[PIECE_NAME + 4], path[ASSET_PATH_MAX];
	SDL_RWops *file;
	SDL_Surface *s;

	snprintf(file_name, sizeof(file_name), "%s.svg", name);
	if (asset_find(ASSET_PIECE, file_name, path, err) < 0)
		return NULL;
	file = SDL_RWFromFile(path, "rb");
	s = file == NULL ? NULL : IMG_LoadSizedSVG_RW(file, side, side);
	if (s == NULL)
		snprintf(err->why, sizeof(err->why), "%s: %s", file_name, SDL_GetError());
	if (file != NULL)
		SDL_RWclose(file);
	return s;
}

/* Returns a cached picture, or NULL if its file does not exist. */
static SDL_Surface *
picture_of(struct painter *p, const char *name, int side)
{
	struct piece_picture *oldest = &p->piece[0];
	struct ui_error err;

	for (unsigned i = 0; i < PIECES_MAX; i++) {
		struct piece_picture *q = &p->piece[i];

		if (q->side == side && strcmp(q->name, name) == 0) {
			q->used = ++p->now;
			return q->picture;
		}
		if (q->used < oldest->used)
			oldest = q;
	}
	SDL_FreeSurface(oldest->picture);
	*oldest = (struct piece_picture){ .side = side, .used = ++p->now };
	snprintf(oldest->name, sizeof(oldest->name), "%s", name);
	oldest->picture = piece_load(name, side, &err);
	if (oldest->picture == NULL && !p->missing_reported) {
		p->missing_reported = true;
		fprintf(stderr, "halo-screen: %s; the letter is shown instead\n", err.why);
	}
	return oldest->picture;
}

/* Returns a piece's picture of the chosen set, else the one of the first set. */
static SDL_Surface *
set_picture_of(struct painter *p, const char *name, int side)
{
	static const char *const folders[DRAW_SETS] = { "", "bold/", "letters/" };
	SDL_Surface *picture = NULL;
	char of_set[PIECE_NAME];

	snprintf(of_set, sizeof(of_set), "%s%s", folders[p->pieces], name);
	if (p->pieces != DRAW_SET_CLASSIC)
		picture = picture_of(p, of_set, side);
	return picture != NULL ? picture : picture_of(p, name, side);
}

/* Reports whether a piece is drawn as a letter on a disc: stacks are not. */
static bool
is_lettered(const struct painter *p, const struct draw_cmd *c)
{
	return p->pieces == DRAW_SET_LETTERS && c->piece.letter != 0 &&
	       strchr("PNBRQKMCpnbrqkmc", c->piece.letter) != NULL &&
	       !(c->flags & DRAW_STONES && draw_stones(c->piece.letter) >= 0);
}

static SDL_Surface *
piece_of(struct painter *p, const struct draw_cmd *c)
{
	bool dark = c->piece.letter >= 'a' && !(c->flags & DRAW_TEAM);
	char letter = c->piece.letter, side = dark ? 'b' : 'w';
	int stones = c->flags & DRAW_STONES ? draw_stones(letter) : -1;
	char name[4];

	if (is_lettered(p, c))
		return picture_of(p, dark ? "letters/b" : "letters/w", c->box.w);
	if (stones >= 0)
		snprintf(name, sizeof(name), "%cS%c", side, (char)('0' + stones));
	else if (letter != 0 && strchr("PNBRQKMCpnbrqkmc", letter) != NULL)
		snprintf(name, sizeof(name), "%c%c", side, letter & ~0x20);
	else /* hidden, or not a piece of any game */
		return NULL;
	return set_picture_of(p, name, c->box.w);
}

static struct shape_ink
ink_of(const struct painter *p, unsigned meaning)
{
	return (struct shape_ink){ palette[meaning].rgb[p->theme], palette[meaning].alpha };
}

/* Paints a letter in the middle of a box, for a piece without a picture. */
static void
letter_paint(struct painter *p, char c, struct rect box, int px, uint32_t rgb, SDL_Surface *s)
{
	char text[] = { c, '\0' };
	SDL_Surface *w = word_of(p, text, px, true, rgb);
	SDL_Rect at;

	if (w == NULL)
		return;
	at = (SDL_Rect){ box.x + (box.w - w->w) / 2, box.y + (box.h - w->h) / 2, 0, 0 };
	SDL_BlitSurface(w, NULL, s, &at);
}

static void
token_paint(struct painter *p, const struct draw_cmd *c, SDL_Surface *s)
{
	bool black = c->piece.letter >= 'a';
	unsigned body = black ? PAL_PAGE : PAL_TEXT, rim = black ? PAL_TEXT : PAL_PAGE;
	struct rect box = rect_inset(c->box, c->box.w / 8);

	shape_disc(s, ink_of(p, rim), box);
	shape_disc(s, ink_of(p, body), rect_inset(box, 2));
	letter_paint(p, c->piece.letter == '?' ? '?' : (char)(c->piece.letter & ~0x20), box,
		     box.h * 5 / 8 + 1, palette[rim].rgb[p->theme], s);
}

static uint8_t
piece_alpha(const struct draw_cmd *c)
{
	return c->flags & DRAW_GHOST ? 100 : c->flags & DRAW_PALE ? 155 : 255;
}

static void
picture_paint(const struct painter *p, SDL_Surface *picture, const struct draw_cmd *c,
	      SDL_Surface *s)
{
	SDL_Rect at = { c->box.x, c->box.y, 0, 0 };

	const struct palette_entry *team =
		&palette[c->piece.letter >= 'a' ? PAL_TEAM_RED : PAL_TEAM_BLUE];
	uint32_t rgb = c->flags & DRAW_TEAM ? team->rgb[p->theme] : 0xffffff;

	SDL_SetSurfaceColorMod(picture, rgb >> 16 & 0xff, rgb >> 8 & 0xff, rgb & 0xff);
	SDL_SetSurfaceAlphaMod(picture, piece_alpha(c));
	SDL_BlitSurface(picture, NULL, s, &at);
}

/* Paints checkers and halos under a piece, coins over it. */
static void
mark_paint(struct painter *p, const struct draw_cmd *c, bool under, SDL_Surface *s)
{
	char mark = c->piece.mark;
	const char *name = mark == '@' ? "mMirror" : mark == '^' ? "mZombie" : "mHalo";
	SDL_Surface *picture;

	if (mark == 0 || under != (mark != '^'))
		return;
	picture = picture_of(p, name, c->box.w);
	if (picture != NULL)
		picture_paint(p, picture, c, s);
}

/* Paints the language's letter of a piece on its disc. */
static void
piece_letter_paint(struct painter *p, const struct draw_cmd *c, SDL_Surface *s)
{
	bool dark = c->piece.letter >= 'a' && !(c->flags & DRAW_TEAM);
	char kind = (char)(c->piece.letter & ~0x20), text[8] = "";
	SDL_Surface *w;
	SDL_Rect at;

	if (kind == 'P')
		snprintf(text, sizeof(text), "%s", tr(C_("pieces", "P")));
	else
		lang_letter(text, sizeof(text), kind);
	w = word_of(p, text, c->box.h * 5 / 8 + 1, true, dark ? LETTER_LIGHT : LETTER_DARK);
	if (w == NULL)
		return;
	at = (SDL_Rect){ c->box.x + (c->box.w - w->w) / 2, c->box.y + (c->box.h - w->h) / 2, 0, 0 };
	SDL_SetSurfaceAlphaMod(w, piece_alpha(c));
	SDL_BlitSurface(w, NULL, s, &at);
	SDL_SetSurfaceAlphaMod(w, 255);
}

static void
piece_paint(struct painter *p, const struct draw_cmd *c, SDL_Surface *s)
{
	SDL_Surface *picture;

	if (c->box.w < 4)
		return;
	mark_paint(p, c, true, s);
	picture = piece_of(p, c);
	if (picture == NULL)
		token_paint(p, c, s);
	else
		picture_paint(p, picture, c, s);
	if (picture != NULL && is_lettered(p, c))
		piece_letter_paint(p, c, s);
	mark_paint(p, c, false, s);
}

/*
 * Reports whether a command is invisible, because text takes time even if it is completely
 * clipped.
 */
static bool
is_outside(const struct draw_cmd *c, const SDL_Surface *s)
{
	SDL_Rect box = { c->box.x - 2, c->box.y - 2, c->box.w + 4, c->box.h + 4 };

	return c->kind != DRAW_ARROW && !SDL_HasIntersection(&box, &s->clip_rect);
}

void
painter_paint(struct painter *p, const struct draw_list *l, SDL_Surface *s)
{
	assert(s->format->BytesPerPixel == 4 && s->format->Rmask == 0xff0000);
	p->theme = l->theme;
	p->pieces = l->pieces;
	for (unsigned i = 0; i < l->n; i++) {
		const struct draw_cmd *c = &l->cmd[i];
		struct shape_ink ink = ink_of(p, c->meaning);

		if (is_outside(c, s))
			continue;
		switch ((enum draw_kind)c->kind) {
		case DRAW_FILL:
			shape_fill(s, ink, c->box, c->size);
			break;
		case DRAW_CHECKER:
			shape_checker(s, ink_of(p, c->meaning - 1u), ink, c->box, c->size);
			break;
		case DRAW_FRAME:
			shape_frame(s, ink, c->box, c->size);
			break;
		case DRAW_CROSS:
			shape_cross(s, ink, c->box, c->size);
			break;
		case DRAW_DISC:
			shape_disc(s, ink, c->box);
			break;
		case DRAW_TEXT:
			text_paint(p, l, c, s);
			break;
		case DRAW_PIECE:
			piece_paint(p, c, s);
			break;
		case DRAW_ICON:
			icon_draw(s, ink, c->box, c->size);
			break;
		case DRAW_CODE:
			shape_code(s, ink, c->box, c->size, l->text + c->text);
			break;
		case DRAW_ARROW:
			shape_arrow(s, ink, c->box, c->size);
			break;
		}
	}
}
