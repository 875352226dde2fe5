#include "hw/virtual/window.h"

#include <SDL.h>
#include <SDL_image.h>
#include <SDL_ttf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/display/display.h"
#include "hw/virtual/scene.h"
#include "hw/virtual/target.h"

enum {
	FRAME_MS = 16,
};

struct window {
	struct engine *engine;
	SDL_Window *window;
	SDL_Renderer *renderer;
	Uint32 wake_event;
	struct table table;
	struct scene scene;
	struct scene_view shown, next;
	bool stale; /* the screen content may be lost */
	bool closed;
};

/* Returns the board's button for a key. */
static const char *
key_button(SDL_Keycode key)
{
	switch (key) {
	case SDLK_SPACE:
		return "clock";
	case SDLK_RETURN:
	case SDLK_KP_ENTER:
		return "ok";
	case SDLK_BACKSPACE:
		return "back";
	case SDLK_h:
		return "hint";
	default:
		return NULL;
	}
}

static void
handle_key(struct window *w, const SDL_KeyboardEvent *k, uint64_t t_us)
{
	const char *button = key_button(k->keysym.sym);

	if (k->repeat)
		return;
	if (k->keysym.sym == SDLK_ESCAPE && k->type == SDL_KEYDOWN)
		table_cancel(&w->table, t_us);
	else if (k->keysym.sym == SDLK_f && k->type == SDL_KEYDOWN)
		table_flip(&w->table);
	else if (button)
		table_press(&w->table, button, k->type == SDL_KEYDOWN, t_us);
}

/* Handles a mouse event. The engine's lock is held, so no deeper SDL call is allowed. */
static void
handle_mouse(struct window *w, const SDL_Event *ev, uint64_t t_us)
{
	const SDL_MouseButtonEvent *b = &ev->button;
	bool slide = b->button == SDL_BUTTON_RIGHT || (SDL_GetModState() & KMOD_SHIFT);

	switch (ev->type) {
	case SDL_MOUSEBUTTONDOWN:
		if (b->button == SDL_BUTTON_LEFT || b->button == SDL_BUTTON_RIGHT)
			table_down(&w->table, b->x, b->y, slide, t_us);
		break;
	case SDL_MOUSEBUTTONUP:
		if (b->button == SDL_BUTTON_LEFT || b->button == SDL_BUTTON_RIGHT)
			table_up(&w->table, b->x, b->y, t_us);
		break;
	default:
		table_move(&w->table, ev->motion.x, ev->motion.y, t_us);
		break;
	}
}

static void
handle_window(struct window *w, const SDL_WindowEvent *ev)
{
	if (ev->event == SDL_WINDOWEVENT_SIZE_CHANGED) {
		table_resize(&w->table, ev->data1, ev->data2);
		w->stale = true;
	} else if (ev->event == SDL_WINDOWEVENT_EXPOSED) {
		w->stale = true;
	}
}

/* Asks what "set up" has to lay, without the engine's lock: the daemon may wait for the board. */
static void
ask_target(struct window *w, const SDL_MouseButtonEvent *b)
{
	const char *socket = w->engine->daemon_path;

	if (!socket || !table_is_setup(&w->table.layout, b->x, b->y))
		return;
	if (!target_ask(socket, w->table.target, sizeof(w->table.target)))
		w->table.target[0] = '\0';
}

static void
handle(struct window *w, const SDL_Event *ev)
{
	uint64_t t_us;

	if (ev->type == SDL_MOUSEBUTTONDOWN)
		ask_target(w, &ev->button);
	t_us = engine_enter(w->engine);

	switch (ev->type) {
	case SDL_QUIT:
		w->closed = true;
		break;
	case SDL_KEYDOWN:
	case SDL_KEYUP:
		handle_key(w, &ev->key, t_us);
		break;
	case SDL_MOUSEBUTTONDOWN:
	case SDL_MOUSEBUTTONUP:
	case SDL_MOUSEMOTION:
		handle_mouse(w, ev, t_us);
		break;
	case SDL_WINDOWEVENT:
		handle_window(w, &ev->window);
		break;
	default:
		break;
	}
	engine_leave(w->engine);
}

/* Saves the frame just drawn, before it is shown. */
static void
shot_save(struct window *w, const char *path, char why[BUS_SERVER_WHY_MAX])
{
	int wide = w->table.layout.w, high = w->table.layout.h;
	SDL_Surface *s =
		SDL_CreateRGBSurfaceWithFormat(0, wide, high, 32, SDL_PIXELFORMAT_ARGB8888);

	why[0] = '\0';
	if (!s ||
	    SDL_RenderReadPixels(w->renderer, NULL, s->format->format, s->pixels, s->pitch) < 0)
		snprintf(why, BUS_SERVER_WHY_MAX, "%.160s", SDL_GetError());
	else if (IMG_SavePNG(s, path) < 0)
		snprintf(why, BUS_SERVER_WHY_MAX, "cannot write %.140s", path);
	SDL_FreeSurface(s);
}

static void
draw(struct window *w)
{
	char path[ENGINE_PATH_MAX], why[BUS_SERVER_WHY_MAX];
	bool shot;

	engine_lock(w->engine);
	scene_view_fill(&w->next, &w->table);
	shot = w->engine->shot.on;
	memcpy(path, w->engine->shot.path, sizeof(path));
	w->closed = w->closed || w->engine->quit;
	engine_unlock(w->engine);
	/* Differing padding only costs a redundant frame. */
	if (!shot && !w->stale &&
	    memcmp(&w->shown, &w->next, sizeof(w->next)) == 0) /* NOLINT(bugprone-*) */
		return;
	w->shown = w->next;
	w->stale = false;
	scene_draw(&w->scene, &w->shown);
	if (shot) {
		shot_save(w, path, why);
		engine_enter(w->engine);
		engine_shot_done(w->engine, why);
		engine_leave(w->engine);
	}
	SDL_RenderPresent(w->renderer);
}

bool
window_step(struct window *w, int wait_ms)
{
	SDL_Event ev;

	if (SDL_WaitEventTimeout(&ev, wait_ms)) {
		handle(w, &ev);
		while (SDL_PollEvent(&ev))
			handle(w, &ev);
	}
	draw(w);
	return !w->closed;
}

static void
wake(void *ctx)
{
	const struct window *w = ctx;
	SDL_Event ev = { .type = w->wake_event };

	SDL_PushEvent(&ev);
}

static int
open_failed(const char *what)
{
	fprintf(stderr, "halo-board: window: %s: %s\n", what, SDL_GetError());
	return -1;
}

/*
 * Returns the window's place at the left edge, and a size that leaves room for the window of
 * halo-screen, which opens at the right edge. So both are visible.
 */
static SDL_Rect
place(const struct board *b)
{
	SDL_Rect r = { (int)SDL_WINDOWPOS_UNDEFINED, (int)SDL_WINDOWPOS_UNDEFINED, 0,
		       TABLE_WINDOW_H };
	SDL_Rect room;

	if (SDL_GetDisplayUsableBounds(0, &room) == 0) {
		r.h = table_window_h(b, room.w, room.h);
		r.x = room.x;
		r.y = room.y + (room.h > r.h ? (room.h - r.h) / 2 : 0);
	}
	r.w = table_window_w(b, r.h);
	return r;
}

static int
open_sdl(struct window *w)
{
	const struct board *b = w->engine->board.board;
	char title[256];
	SDL_Rect at;

	SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
	SDL_SetHint(SDL_HINT_RENDER_DRIVER, "software");
	SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
	if (SDL_Init(SDL_INIT_VIDEO) < 0 || display_shows_nothing())
		return open_failed("no display");
	if (TTF_Init() < 0)
		return open_failed("text");
	snprintf(title, sizeof(title),
		 "%s: drag pieces; Shift or right button slides them; Space clock, Enter ok, "
		 "Backspace back, H hint, F flips",
		 b->title[0] ? b->title : b->name);
	at = place(b);
	w->window = SDL_CreateWindow(title, at.x, at.y, at.w, at.h, SDL_WINDOW_RESIZABLE);
	if (!w->window)
		return open_failed("window");
	SDL_SetWindowMinimumSize(w->window, TABLE_MIN_W, TABLE_MIN_H);
	w->renderer = SDL_CreateRenderer(w->window, -1, 0);
	if (!w->renderer)
		return open_failed("renderer");
	w->wake_event = SDL_RegisterEvents(1);
	return 0;
}

struct window *
window_create(struct engine *e)
{
	struct window *w = calloc(1, sizeof(*w));
	int wide, high;

	if (!w)
		return NULL;
	w->engine = e;
	w->stale = true;
	if (open_sdl(w) < 0) {
		window_destroy(w);
		return NULL;
	}
	SDL_GetWindowSize(w->window, &wide, &high);
	scene_init(&w->scene, w->renderer);
	engine_enter(e);
	table_init(&w->table, &e->board, wide, high);
	e->window_ctx = w;
	e->window_wake = wake;
	engine_leave(e);
	return w;
}

void
window_destroy(struct window *w)
{
	if (!w)
		return;
	engine_enter(w->engine);
	w->engine->window_wake = NULL;
	if (w->engine->shot.on)
		engine_shot_done(w->engine, "the window was closed");
	engine_leave(w->engine);
	scene_finish(&w->scene);
	if (w->renderer)
		SDL_DestroyRenderer(w->renderer);
	if (w->window)
		SDL_DestroyWindow(w->window);
	if (TTF_WasInit())
		TTF_Quit();
	SDL_Quit();
	free(w);
}

static void *
engine_thread(void *arg)
{
	engine_run(arg);
	return NULL;
}

/* Ignores wake-ups before the window opens: its first step handles them. */
static void
wake_later(void *ctx)
{
	(void)ctx;
}

/*
 * Runs engine and window. The engine starts first: a window may take longer to
 * open than a bus may take to answer a daemon on the existing socket.
 */
int
window_run(struct engine *e)
{
	struct window *w;
	pthread_t thread;
	int ret;

	e->window_wake = wake_later;
	if (pthread_create(&thread, NULL, engine_thread, e) != 0) {
		fprintf(stderr, "halo-board: system: cannot start a thread\n");
		return -1;
	}
	w = window_create(e);
	ret = w ? 0 : -1;
	while (w && window_step(w, FRAME_MS))
		;
	engine_stop(e);
	pthread_join(thread, NULL);
	window_destroy(w);
	return ret;
}
