#include "ui/shot.h"

#include <SDL.h>
#include <SDL_image.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ui/language.h"
#include "ui/link.h"
#include "ui/paint.h"
#include "ui/stored.h"

/* Receives the daemon's first state, or the reason why there is none. */
static int
state_ask(const char *socket, struct ui_model *m, struct ui_error *err)
{
	struct link_options o = { .path = socket };
	struct link_updates *n = calloc(1, sizeof(*n));
	struct link *l;
	int ret = -1;

	if (n == NULL || link_create(&o, &l) < 0) {
		snprintf(err->why, sizeof(err->why), "cannot start the link's thread");
		free(n);
		return -1;
	}
	if (link_wait(l, SHOT_WAIT_MS) && link_take(l, n) && n->has_state) {
		ui_model_message(m, &n->state);
		ret = 0;
	}
	if (ret < 0)
		snprintf(err->why, sizeof(err->why), "%.80s: %.60s", socket,
			 n->why[0] != '\0' ? n->why : "the daemon sends no state");
	link_destroy(l);
	free(n);
	return ret;
}

/* Writes to a temporary name and renames, so that a partial picture is never seen. */
static int
picture_write(SDL_Surface *s, const char *file, struct ui_error *err)
{
	char part[1024];
	int n = snprintf(part, sizeof(part), "%s.part", file);

	if (n < 0 || n >= (int)sizeof(part)) {
		snprintf(err->why, sizeof(err->why), "the file's name is too long");
		return -1;
	}
	if (IMG_SavePNG(s, part) < 0 || rename(part, file) < 0) {
		snprintf(err->why, sizeof(err->why), "%.100s: cannot write", file);
		unlink(part);
		return -1;
	}
	return 0;
}

static int
model_paint(const struct ui_model *m, const struct shot_options *o, struct ui_error *err)
{
	struct draw_list *l = calloc(1, sizeof(*l));
	struct painter *p = NULL;
	SDL_Surface *s = NULL;
	int ret = -1;

	if (l != NULL && painter_create(&p, err) == 0 &&
	    (s = painter_surface(o->w, o->h, err)) != NULL) {
		ui_model_layout(m, o->w, o->h, l);
		painter_paint(p, l, s);
		ret = picture_write(s, o->file, err);
	}
	SDL_FreeSurface(s);
	painter_destroy(p);
	free(l);
	return ret;
}

int
shot_take(const struct shot_options *o, struct ui_error *err)
{
	struct ui_model *m = calloc(1, sizeof(*m));
	int ret;

	if (m == NULL) {
		snprintf(err->why, sizeof(err->why), "out of memory");
		return -1;
	}
	ui_model_init(m, o->socket, 1);
	if (o->state != NULL)
		ret = stored_load(o->state, m, err);
	else
		ret = state_ask(o->socket, m, err);
	if (ret == 0) {
		language_list(m);
		(void)language_follow(&m->state);
		ret = model_paint(m, o, err);
	} else if (o->state != NULL) {
		char why[sizeof(err->why)];

		memcpy(why, err->why, sizeof(why));
		snprintf(err->why, sizeof(err->why), "%.60s: %.90s", o->state, why);
	}
	free(m);
	return ret;
}
