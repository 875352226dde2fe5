#include "ui/window.h"

#include <SDL.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "hw/display/display.h"
#include "ui/cue.h"
#include "ui/keep.h"
#include "ui/language.h"
#include "ui/metrics.h"
#include "ui/model.h"
#include "ui/paint.h"
#include "ui/sound.h"

enum {
	POLL_MS = 16, /* where SDL can only be asked, not waited for */
	WAIT_MAX_MS = 60000,
};

struct window {
	SDL_Window *window;
	SDL_Surface *canvas; /* what the painter paints on */
	struct painter *painter;
	struct link *link;
	Uint32 news_event;
	SDL_sem *woken;   /* posted with every news_event */
	bool waits;       /* SDL can wait for events by itself */
	int focus;        /* as the daemon was told last of the board's buttons; -1: not yet */
	bool quit, stale; /* stale: the window lost its pixels */
	bool touched;     /* by this finger: others on the glass say nothing */
	SDL_FingerID finger;
	struct ui_model model;
	struct draw_list list[2]; /* shown, and next */
	unsigned shown;
	struct link_news news;
	struct ui_message answer;
	struct ui_state heard; /* the state that was sounded last */
	struct sound *sound;
	const char *keep;
	char kept[KEEP_TEXT];
};

/* From the link's thread. */
static void
window_wake(void *arg)
{
	struct window *w = arg;
	SDL_Event e = { .type = w->news_event };

	SDL_PushEvent(&e);
	SDL_SemPost(w->woken);
}

/*
 * A window of its own keeps its pixels in shared memory on X11: an accelerated
 * surface would load a GL driver, tens of megabytes, to show a picture that
 * rarely changes. Consoles (kmsdrm) have no such thing and go through GL, by
 * `renderer`; the environment's SDL_FRAMEBUFFER_ACCELERATION comes before it.
 */
static void
hints_set(const char *renderer)
{
	const char *driver = SDL_GetCurrentVideoDriver();

	if (driver != NULL && strcmp(driver, "x11") == 0)
		SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
	else if (driver != NULL && strcmp(driver, "KMSDRM") == 0)
		SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, renderer);
}

static bool
driver_waits(void)
{
	const char *driver = SDL_GetCurrentVideoDriver();

	return driver != NULL && (strcmp(driver, "x11") == 0 || strcmp(driver, "wayland") == 0);
}

static int
fail(struct ui_error *err, const char *what)
{
	snprintf(err->why, sizeof(err->why), "%s: %s", what, SDL_GetError());
	return -1;
}

/* The right edge: the virtual board's window opens at the left one, so both are seen. */
static SDL_Point
place(const struct window_options *o)
{
	SDL_Point at = { (int)SDL_WINDOWPOS_UNDEFINED, (int)SDL_WINDOWPOS_UNDEFINED };
	SDL_Rect room;

	if (!o->fullscreen && SDL_GetDisplayUsableBounds(0, &room) == 0) {
		at.x = room.x + (room.w > o->w ? room.w - o->w : 0);
		at.y = room.y + (room.h > o->h ? (room.h - o->h) / 2 : 0);
	}
	return at;
}

static int
display_open(struct window *w, const struct window_options *o, const char *renderer,
	     struct ui_error *err)
{
	SDL_Point at;
	Uint32 flags = o->fullscreen ? SDL_WINDOW_FULLSCREEN_DESKTOP : SDL_WINDOW_RESIZABLE;

	SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
	/* SDL drops a click that comes with the focus: whoever touches what is shown means it. */
	SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
	if (SDL_Init(SDL_INIT_VIDEO) < 0 || display_shows_nothing())
		return fail(err, "no display (--shot works without one)");
	hints_set(renderer);
	at = place(o);
	w->window = SDL_CreateWindow("Haloboard", at.x, at.y, o->w, o->h, flags);
	if (w->window == NULL)
		return fail(err, "no window");
	return SDL_GetWindowSurface(w->window) == NULL ? fail(err, "no window surface") : 0;
}

static void
display_close(struct window *w)
{
	if (w->window != NULL)
		SDL_DestroyWindow(w->window);
	w->window = NULL;
}

static int
window_open(struct window *w, const struct window_options *o, struct ui_error *err)
{
	/*
	 * What GL a small machine has is GLES; where there is none SDL may choose. It
	 * looks for a renderer once in the life of its video, which so begins anew.
	 */
	if (display_open(w, o, "opengles2", err) < 0) {
		display_close(w);
		SDL_Quit();
		if (display_open(w, o, "1", err) < 0)
			return -1;
	}
	w->waits = driver_waits();
	(void)SDL_RegisterEvents(1); /* SDL_USEREVENT itself: the time is up */
	w->news_event = SDL_RegisterEvents(1);
	w->woken = SDL_CreateSemaphore(0);
	if (w->woken == NULL)
		return fail(err, "no semaphore");
	if (o->fullscreen)
		SDL_ShowCursor(SDL_DISABLE); /* until a mouse moves */
	SDL_SetWindowMinimumSize(w->window, METRICS_WIDTH_MIN, METRICS_HEIGHT_MIN);
	return painter_create(&w->painter, err);
}

static void
window_close(struct window *w)
{
	bool quiet = sound_destroy(w->sound);

	link_destroy(w->link);
	painter_destroy(w->painter);
	SDL_FreeSurface(w->canvas);
	display_close(w);
	if (w->woken != NULL)
		SDL_DestroySemaphore(w->woken);
	if (quiet)
		SDL_Quit();
}

/* The canvas in the window's size. */
static int
canvas_fit(struct window *w, int width, int height, struct ui_error *err)
{
	if (w->canvas != NULL && w->canvas->w == width && w->canvas->h == height)
		return 0;
	SDL_FreeSurface(w->canvas);
	w->canvas = painter_surface(width, height, err);
	w->stale = true;
	return w->canvas == NULL ? -1 : 0;
}

/* What window managers, and the tests, go by: set once the picture is shown. */
static void
title_set(struct window *w)
{
	const struct ui_model *m = &w->model;
	char title[UI_NAME_TEXT + 16];

	snprintf(title, sizeof(title), "Haloboard: %s",
		 !m->linked                        ? "connecting"
		 : m->state.phase == UI_PHASE_NONE ? "no game"
						   : m->state.title);
	if (strcmp(title, SDL_GetWindowTitle(w->window)) != 0)
		SDL_SetWindowTitle(w->window, title);
}

/* Paints and shows that part of the list in w->shown. */
static int
window_paint(struct window *w, const SDL_Rect *dirty, struct ui_error *err)
{
	SDL_Surface *s = SDL_GetWindowSurface(w->window);
	SDL_Rect at;

	if (s == NULL)
		return fail(err, "no window surface");
	SDL_SetClipRect(w->canvas, w->stale ? NULL : dirty);
	painter_paint(w->painter, &w->list[w->shown], w->canvas);
	at = w->canvas->clip_rect;
	SDL_BlitSurface(w->canvas, &at, s, &at);
	if (SDL_UpdateWindowSurfaceRects(w->window, &at, 1) < 0)
		return fail(err, "cannot show");
	w->stale = false;
	title_set(w);
	return 0;
}

/* Lays out; paints and shows only what differs from what is shown. */
static int
window_update(struct window *w, struct ui_error *err)
{
	struct draw_list *next = &w->list[w->shown ^ 1];
	SDL_Rect dirty;
	int width, height;

	SDL_GetWindowSize(w->window, &width, &height);
	if (width < 1 || height < 1 || width > METRICS_WIDTH_MAX || height > METRICS_HEIGHT_MAX)
		return 0;
	if (canvas_fit(w, width, height, err) < 0)
		return -1;
	ui_model_layout(&w->model, width, height, next);
	if (!w->stale && draw_equal(next, &w->list[w->shown])) {
		w->shown ^= 1; /* its targets are the current ones */
		return 0;
	}
	dirty = (SDL_Rect){ 0, 0, width, height };
	if (!w->stale) {
		struct rect box = draw_difference(&w->list[w->shown], next);

		dirty = (SDL_Rect){ box.x, box.y, box.w, box.h };
	}
	w->shown ^= 1;
	return window_paint(w, &dirty, err);
}

static void
requests_send(struct window *w, const struct ui_out *out)
{
	for (unsigned i = 0; i < out->n; i++)
		if (link_send(w->link, &out->request[i]) < 0)
			ui_model_unlinked(&w->model, "The daemon has gone. The game is kept.");
}

/* What the table's state has to say, as the settings have it. */
static void
state_sound(struct window *w)
{
	const struct ui_settings *t = &w->model.state.settings;
	int cue = ui_cue_of(&w->heard, &w->model.state);
	char text[UI_SPEECH_TEXT];

	if (t->told && cue >= 0 && t->cue[cue])
		sound_play(w->sound, (enum ui_cue)cue, t->volume);
	ui_speech_of(&w->heard, &w->model.state, text);
	if (t->told && t->speech)
		sound_say(w->sound, text, t->language[0] != '\0' ? t->language : "en", t->volume);
	w->heard = w->model.state;
}

/* The daemon has to know whose the board's buttons are before one is pressed. */
static void
focus_send(struct window *w)
{
	bool on = ui_model_takes_buttons(&w->model);

	if (!w->model.linked)
		w->focus = -1;
	else if (w->focus != on &&
		 link_send(w->link, &(struct ui_request){ .kind = UI_REQUEST_FOCUS, .yes = on }) == 0)
		w->focus = on;
}

/* Each meets the picture that the one before it has made. */
static void
presses_take(struct window *w, const struct link_news *n)
{
	struct draw_list *l = &w->list[w->shown ^ 1];
	int width, height;

	SDL_GetWindowSize(w->window, &width, &height);
	for (unsigned i = 0; i < n->n_presses; i++) {
		struct ui_out out = { .n = 0 };

		ui_model_layout(&w->model, width, height, l);
		ui_model_button(&w->model, l, n->press[i], &out);
		ui_model_flush(&w->model, &out);
		requests_send(w, &out);
	}
}

static void
news_take(struct window *w)
{
	struct link_news *n = &w->news;

	if (!link_take(w->link, n))
		return;
	if (n->has_state) {
		ui_model_message(&w->model, &n->state);
		(void)language_follow(&w->model.state);
		state_sound(w);
	}
	for (unsigned i = 0; i < n->n_answers; i++) {
		w->answer.kind = UI_MESSAGE_OK;
		w->answer.answer = n->answer[i];
		ui_model_message(&w->model, &w->answer);
	}
	if (n->has_error)
		ui_model_message(&w->model, &n->error);
	if (n->n_presses > 0)
		presses_take(w, n);
	if (!n->linked)
		ui_model_unlinked(&w->model, n->why);
}

struct key_row {
	SDL_Keycode code;
	enum ui_key key;
};

static const struct key_row keys[] = {
	{ SDLK_TAB, UI_KEY_NEXT },      { SDLK_RIGHT, UI_KEY_NEXT },  { SDLK_DOWN, UI_KEY_NEXT },
	{ SDLK_LEFT, UI_KEY_PREVIOUS }, { SDLK_UP, UI_KEY_PREVIOUS }, { SDLK_RETURN, UI_KEY_OK },
	{ SDLK_KP_ENTER, UI_KEY_OK },   { SDLK_SPACE, UI_KEY_OK },    { SDLK_ESCAPE, UI_KEY_BACK },
	{ SDLK_AC_BACK, UI_KEY_BACK },
};

/* Space types where words are typed, and is OK elsewhere. */
static bool
types(const struct window *w)
{
	return ui_model_page(&w->model) == UI_PAGE_NAMES;
}

static void
key_take(struct window *w, const SDL_Keysym *k, struct ui_out *out)
{
	const struct draw_list *l = &w->list[w->shown];

	if (k->sym >= ' ' && k->sym <= '~' && (k->sym != SDLK_SPACE || types(w)))
		ui_model_type(&w->model, (char)k->sym);
	else if (k->sym >= SDLK_KP_1 && k->sym <= SDLK_KP_9)
		ui_model_type(&w->model, (char)('1' + (k->sym - SDLK_KP_1)));
	else if (k->sym == SDLK_KP_0)
		ui_model_type(&w->model, '0');
	else if (k->sym == SDLK_BACKSPACE)
		ui_model_type(&w->model, '\b');
	if (k->sym == SDLK_SPACE && types(w))
		return;
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (keys[i].code == k->sym)
			ui_model_key(&w->model, l,
				     keys[i].key == UI_KEY_NEXT && k->mod & KMOD_SHIFT
					     ? UI_KEY_PREVIOUS
					     : keys[i].key,
				     out);
}

/* A pointer only where there is a mouse: fingers need none. */
static void
pointer_show(const SDL_Event *e)
{
	if (e->type == SDL_MOUSEMOTION)
		SDL_ShowCursor(e->motion.which == SDL_TOUCH_MOUSEID ? SDL_DISABLE : SDL_ENABLE);
}

/*
 * A finger is a mouse, by SDL's own doing, where it is told of a window. On a
 * console it is not, and a finger is only itself.
 */
static void
finger_take(struct window *w, const SDL_TouchFingerEvent *f, struct ui_out *out)
{
	const struct draw_list *l = &w->list[w->shown];
	int width, height, x, y;

	if (f->windowID != 0 || (w->touched && f->fingerId != w->finger))
		return;
	SDL_GetWindowSize(w->window, &width, &height);
	x = (int)(f->x * (float)width);
	y = (int)(f->y * (float)height);
	w->touched = f->type == SDL_FINGERDOWN;
	w->finger = f->fingerId;
	if (w->touched)
		ui_model_press(&w->model, l, x, y, out);
	else
		ui_model_release(&w->model, l, x, y, out);
}

static void
event_take(struct window *w, const SDL_Event *e)
{
	const struct draw_list *l = &w->list[w->shown];
	struct ui_out out = { .n = 0 };

	pointer_show(e);
	ui_model_tick(&w->model, SDL_GetTicks64(), &out);
	if (e->type == w->news_event)
		news_take(w);
	else if (e->type == SDL_QUIT)
		w->quit = true;
	else if (e->type == SDL_WINDOWEVENT)
		w->stale |= e->window.event == SDL_WINDOWEVENT_EXPOSED ||
			    e->window.event == SDL_WINDOWEVENT_SIZE_CHANGED;
	else if (e->type == SDL_MOUSEBUTTONDOWN && e->button.button == SDL_BUTTON_LEFT)
		ui_model_press(&w->model, l, e->button.x, e->button.y, &out);
	else if (e->type == SDL_MOUSEBUTTONUP && e->button.button == SDL_BUTTON_LEFT)
		ui_model_release(&w->model, l, e->button.x, e->button.y, &out);
	else if (e->type == SDL_FINGERDOWN || e->type == SDL_FINGERUP)
		finger_take(w, &e->tfinger, &out);
	else if (e->type == SDL_KEYDOWN)
		key_take(w, &e->key.keysym, &out);
	ui_model_flush(&w->model, &out);
	requests_send(w, &out);
	focus_send(w);
	if (w->keep[0] != '\0' && w->model.told)
		keep_write(w->keep, &w->model.view, w->kept);
}

/* How long the picture stays when nothing comes. */
static Uint32
wait_of(const struct window *w)
{
	uint64_t next = ui_model_next_ms(&w->model), now = SDL_GetTicks64();

	if (next <= now)
		return 1;
	return next - now < WAIT_MAX_MS ? (Uint32)(next - now) : WAIT_MAX_MS;
}

/*
 * Sleeps until there is an event, or the time has come for another picture: then
 * e is SDL_USEREVENT. Drivers that SDL cannot wait on are asked POLL_MS apart,
 * at once when the link has news.
 */
static bool
event_wait(struct window *w, SDL_Event *e)
{
	uint64_t until = SDL_GetTicks64() + wait_of(w);

	if (w->waits && ui_model_next_ms(&w->model) == UI_NEVER)
		return SDL_WaitEvent(e) == 1;
	for (uint64_t now = SDL_GetTicks64(); now < until; now = SDL_GetTicks64()) {
		if (w->waits && SDL_WaitEventTimeout(e, (int)(until - now)) == 1)
			return true;
		if (!w->waits && SDL_PollEvent(e))
			return true;
		if (!w->waits)
			SDL_SemWaitTimeout(w->woken, POLL_MS);
	}
	e->type = SDL_USEREVENT; /* registered events come after it */
	return true;
}

static int
window_loop(struct window *w, struct ui_error *err)
{
	SDL_Event e;

	while (!w->quit) {
		if (window_update(w, err) < 0)
			return -1;
		if (!event_wait(w, &e))
			return fail(err, "no events");
		/* One at a time: the next touch is meant for what this one shows. */
		event_take(w, &e);
	}
	return 0;
}

/* Masks that are dealt by lot must not be guessed from the time of day. */
static Uint32
seed_draw(void)
{
	Uint32 seed;

	if (getrandom(&seed, sizeof(seed), GRND_NONBLOCK) != (ssize_t)sizeof(seed))
		seed = SDL_GetTicks() * 2654435761u;
	return seed;
}

int
window_run(const struct window_options *o, struct ui_error *err)
{
	static struct window w; /* large: two command lists, a state, the news */
	struct link_options link = { .path = o->socket, .wake = window_wake, .arg = &w };
	int ret = window_open(&w, o, err);

	if (ret == 0) {
		w.focus = -1;
		ui_model_init(&w.model, o->socket, seed_draw());
		ui_model_unlinked(&w.model, "");
		language_list(&w.model);
		w.keep = o->keep;
		if (o->keep[0] != '\0')
			keep_read(o->keep, &w.model);
		w.sound = sound_create();
		if (link_create(&link, &w.link) < 0) {
			snprintf(err->why, sizeof(err->why), "cannot start the link's thread");
			ret = -1;
		}
	}
	if (ret == 0)
		ret = window_loop(&w, err);
	window_close(&w);
	return ret;
}
