#include "ui/window.h"

#include <SDL.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "hw/display/display.h"
#include "ui/cue.h"
#include "ui/fade.h"
#include "ui/keep.h"
#include "ui/language.h"
#include "ui/design.h"
#include "ui/model.h"
#include "ui/page.h"
#include "ui/paint.h"
#include "ui/sound.h"

enum {
	POLL_MS = 16, /* for drivers on which SDL cannot wait */
	WAIT_MAX_MS = 60000,
};

struct window {
	SDL_Window *window;
	SDL_Surface *canvas; /* the painter's surface */
	struct painter *painter;
	struct link *link;
	Uint32 update_event;
	SDL_sem *woken;   /* posted with every update_event */
	bool waits;       /* SDL can wait for events on this driver */
	int focus;        /* last sent button focus; -1: none yet */
	bool quit, stale; /* stale: the window lost its pixels */
	bool touched;     /* by `finger`; other fingers are ignored */
	SDL_FingerID finger;
	struct ui_model model;
	struct draw_list list[2]; /* the current list and the next */
	unsigned shown;
	uint8_t page; /* of the shown list; UI_PAGES: none yet */
	struct fade fade;
	struct link_updates updates;
	struct ui_message answer;
	struct ui_state last; /* state of the last sound */
	struct sound *sound;
	const char *keep;
	char kept[KEEP_TEXT];
};

/* Wakes the window; called by the link's thread. */
static void
window_wake(void *arg)
{
	struct window *w = arg;
	SDL_Event e = { .type = w->update_event };

	SDL_PushEvent(&e);
	SDL_SemPost(w->woken);
}

/*
 * Chooses how SDL shows pixels. On X11 the window keeps them in shared memory:
 * an accelerated surface would load a GL driver of tens of megabytes for a
 * picture that rarely changes. Consoles (kmsdrm) lack shared memory and use GL,
 * by `renderer`. The environment's SDL_FRAMEBUFFER_ACCELERATION takes
 * precedence.
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

/*
 * Returns a place at the right edge: the virtual board opens at the left one,
 * so both are visible.
 */
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
	/* SDL drops a click that also gives the window focus, but it is a valid touch here. */
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
	 * Small machines have GLES; without it SDL may choose. SDL looks for a renderer only once
	 * per initialisation, so SDL is restarted.
	 */
	if (display_open(w, o, "opengles2", err) < 0) {
		display_close(w);
		SDL_Quit();
		if (display_open(w, o, "1", err) < 0)
			return -1;
	}
	w->waits = driver_waits();
	(void)SDL_RegisterEvents(1); /* SDL_USEREVENT itself: reports a timeout */
	w->update_event = SDL_RegisterEvents(1);
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
	fade_end(&w->fade);
	SDL_FreeSurface(w->canvas);
	display_close(w);
	if (w->woken != NULL)
		SDL_DestroySemaphore(w->woken);
	if (quiet)
		SDL_Quit();
}

/* Fits the canvas to the window's size. */
static int
canvas_fit(struct window *w, int width, int height, struct ui_error *err)
{
	if (w->canvas != NULL && w->canvas->w == width && w->canvas->h == height)
		return 0;
	fade_end(&w->fade); /* its picture has the old size */
	SDL_FreeSurface(w->canvas);
	w->canvas = painter_surface(width, height, err);
	w->stale = true;
	return w->canvas == NULL ? -1 : 0;
}

/* Sets the title, which window managers and tests use, after the picture is shown. */
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

/* Shows a part of the canvas; during a transition, its next frame. */
static int
window_show(struct window *w, SDL_Rect at, struct ui_error *err)
{
	SDL_Surface *s = SDL_GetWindowSurface(w->window);

	if (s == NULL)
		return fail(err, "no window surface");
	if (fade_is_on(&w->fade)) {
		at = (SDL_Rect){ 0, 0, s->w, s->h };
		fade_mix(&w->fade, w->canvas, s, SDL_GetTicks64());
	} else {
		SDL_BlitSurface(w->canvas, &at, s, &at);
	}
	return SDL_UpdateWindowSurfaceRects(w->window, &at, 1) < 0 ? fail(err, "cannot show") : 0;
}

/*
 * Begins a transition if the page is new, from what the window still shows. A page with secrets
 * disappears at once.
 */
static void
page_turn(struct window *w, uint8_t page)
{
	const struct ui_settings *t = &w->model.state.settings;
	SDL_Surface *s = SDL_GetWindowSurface(w->window);

	if (page != w->page && w->page != UI_PAGES && w->page != UI_PAGE_HANDOVER && !w->stale &&
	    t->known && t->transitions && s != NULL)
		fade_begin(&w->fade, s, SDL_GetTicks64());
	else if (page != w->page)
		fade_end(&w->fade);
	w->page = page;
}

/* Paints and shows a part of the list in w->shown. */
static int
window_paint(struct window *w, const SDL_Rect *dirty, struct ui_error *err)
{
	SDL_SetClipRect(w->canvas, w->stale ? NULL : dirty);
	painter_paint(w->painter, &w->list[w->shown], w->canvas);
	page_turn(w, (uint8_t)ui_model_page(&w->model));
	if (window_show(w, w->canvas->clip_rect, err) < 0)
		return -1;
	w->stale = false;
	title_set(w);
	return 0;
}

/* Lays out the page; paints and shows only the difference. */
static int
window_update(struct window *w, struct ui_error *err)
{
	struct draw_list *next = &w->list[w->shown ^ 1];
	SDL_Rect dirty;
	struct rect box;
	int width, height;

	SDL_GetWindowSize(w->window, &width, &height);
	if (width < 1 || height < 1 || width > METRICS_WIDTH_MAX || height > METRICS_HEIGHT_MAX)
		return 0;
	if (canvas_fit(w, width, height, err) < 0)
		return -1;
	ui_model_layout(&w->model, width, height, next);
	box = draw_difference(&w->list[w->shown], next);
	w->shown ^= 1; /* the targets are new even if the picture is the same */
	if (!w->stale && box.w <= 0)
		return 0;
	dirty = (SDL_Rect){ box.x, box.y, box.w, box.h };
	return window_paint(w, &dirty, err);
}

static void
requests_send(struct window *w, const struct ui_out *out)
{
	for (unsigned i = 0; i < out->n; i++)
		if (link_send(w->link, &out->request[i]) < 0)
			ui_model_unlinked(&w->model, N_("The board does not answer any more. The game is kept."));
}

/* Plays the sounds of a new state, as far as the settings allow. */
static void
state_sound(struct window *w)
{
	const struct ui_settings *t = &w->model.state.settings;
	int cue = ui_cue_of(&w->last, &w->model.state);

	if (t->known && cue >= 0 && t->cue[cue])
		sound_play(w->sound, (enum ui_cue)cue, t->volume);
	w->last = w->model.state;
}

/* Requests or releases the board's buttons before a button is pressed. */
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

/* Lays out the page before each press, because the press before may have changed the page. */
static void
presses_take(struct window *w, const struct link_updates *n)
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
updates_apply(struct window *w)
{
	struct link_updates *n = &w->updates;

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

/* Reports whether space is typed as text; elsewhere it means OK. */
static bool
types(const struct window *w)
{
	return ui_model_page(&w->model) == UI_PAGE_NAMES ||
	       ui_model_page(&w->model) == UI_PAGE_SEARCH ||
	       (ui_model_page(&w->model) == UI_PAGE_FIRST && page_first_types(&w->model));
}

static void
key_take(struct window *w, const SDL_Keysym *k, struct ui_out *out)
{
	const struct draw_list *l = &w->list[w->shown];

	bool latin = (k->sym >= ' ' && k->sym <= '~') || (k->sym >= 0xa0 && k->sym <= 0xff);

	if (latin && (k->sym != SDLK_SPACE || types(w)))
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

/* Shows the pointer for a mouse, but not for fingers. */
static void
pointer_show(const SDL_Event *e)
{
	if (e->type == SDL_MOUSEMOTION)
		SDL_ShowCursor(e->motion.which == SDL_TOUCH_MOUSEID ? SDL_DISABLE : SDL_ENABLE);
}

/* Processes a finger on a console. With a window, SDL already converts fingers to mouse events. */
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
	if (f->type == SDL_FINGERMOTION) {
		ui_model_slide(&w->model, l, x, y);
		return;
	}
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
	if (e->type == w->update_event)
		updates_apply(w);
	else if (e->type == SDL_QUIT)
		w->quit = true;
	else if (e->type == SDL_WINDOWEVENT)
		w->stale |= e->window.event == SDL_WINDOWEVENT_EXPOSED ||
			    e->window.event == SDL_WINDOWEVENT_SIZE_CHANGED;
	else if (e->type == SDL_MOUSEBUTTONDOWN && e->button.button == SDL_BUTTON_LEFT)
		ui_model_press(&w->model, l, e->button.x, e->button.y, &out);
	else if (e->type == SDL_MOUSEBUTTONUP && e->button.button == SDL_BUTTON_LEFT)
		ui_model_release(&w->model, l, e->button.x, e->button.y, &out);
	else if (e->type == SDL_MOUSEMOTION)
		ui_model_slide(&w->model, l, e->motion.x, e->motion.y);
	else if (e->type == SDL_FINGERDOWN || e->type == SDL_FINGERUP ||
		 e->type == SDL_FINGERMOTION)
		finger_take(w, &e->tfinger, &out);
	else if (e->type == SDL_KEYDOWN)
		key_take(w, &e->key.keysym, &out);
	ui_model_flush(&w->model, &out);
	requests_send(w, &out);
	focus_send(w);
	if (w->keep[0] != '\0' && w->model.has_state)
		keep_write(w->keep, &w->model.view, w->kept);
}

/* Returns how long the picture stays without events. */
static Uint32
wait_of(const struct window *w)
{
	uint64_t next = ui_model_next_ms(&w->model), now = SDL_GetTicks64();

	if (fade_is_on(&w->fade))
		return w->fade.next_ms > now ? (Uint32)(w->fade.next_ms - now) : 0;
	if (next <= now)
		return 1;
	return next - now < WAIT_MAX_MS ? (Uint32)(next - now) : WAIT_MAX_MS;
}

/*
 * Sleeps until an event arrives or the next picture is due; e is then
 * SDL_USEREVENT. Drivers without waiting are polled every POLL_MS, and at once
 * on updates from the link.
 */
static bool
event_wait(struct window *w, SDL_Event *e)
{
	uint64_t until = SDL_GetTicks64() + wait_of(w);

	if (w->waits && ui_model_next_ms(&w->model) == UI_NEVER && !fade_is_on(&w->fade))
		return SDL_WaitEvent(e) == 1;
	if (fade_is_on(&w->fade) && SDL_PollEvent(e)) /* before a frame that is late */
		return true;
	for (uint64_t now = SDL_GetTicks64(); now < until; now = SDL_GetTicks64()) {
		if (w->waits && SDL_WaitEventTimeout(e, (int)(until - now)) == 1)
			return true;
		if (!w->waits && SDL_PollEvent(e))
			return true;
		if (!w->waits)
			SDL_SemWaitTimeout(w->woken, until - now < POLL_MS
								? (Uint32)(until - now)
								: POLL_MS);
	}
	e->type = SDL_USEREVENT; /* registered events have higher numbers */
	return true;
}

/* Reports whether only a frame of a transition is due: its page is laid out already. */
static bool
frame_is_due(const struct window *w, const SDL_Event *e)
{
	return e->type == SDL_USEREVENT && fade_is_on(&w->fade) &&
	       ui_model_next_ms(&w->model) > SDL_GetTicks64();
}

static int
window_loop(struct window *w, struct ui_error *err)
{
	bool frame = false;
	SDL_Event e;

	while (!w->quit) {
		if (!frame && window_update(w, err) < 0)
			return -1;
		if (!event_wait(w, &e))
			return fail(err, "no events");
		frame = frame_is_due(w, &e);
		/*
		 * Take one event at a time, because the next touch is meant for the picture
		 * that follows this one.
		 */
		if (!frame)
			event_take(w, &e);
		else if (window_show(w, w->canvas->clip_rect, err) < 0)
			return -1;
	}
	return 0;
}

/* Returns a random seed; the time of day would let players guess randomly dealt masks. */
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
	static struct window w; /* large: two command lists, a state, the updates */
	struct link_options link = { .path = o->socket, .wake = window_wake, .arg = &w };
	int ret = window_open(&w, o, err);

	if (ret == 0) {
		w.focus = -1;
		w.page = UI_PAGES;
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
