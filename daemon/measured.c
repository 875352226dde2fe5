#include "daemon/measured.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/bus/chipset.h"
#include "hw/board/board_measured.h"

void
measured_read(struct measured *m, const char *from, const char *store, struct board *b)
{
	struct board_chip_limits limits[CHIPSET_LIMITS_MAX];
	size_t n = chipset_limits(limits);
	struct board_error err = { 0 };
	char text[512];
	int r;

	m->described = *b;
	m->from = from;
	if (snprintf(m->path, sizeof(m->path), "%s/%s.ini", store, b->name) >=
	    (int)sizeof(m->path)) {
		m->path[0] = '\0';
		return;
	}
	r = board_measured_load(m->path, limits, n, b, &err);
	if (r > 0)
		log_line(LOG_BOARD, "what was measured on this board holds, from %s", m->path);
	if (r >= 0)
		return;
	board_error_print(m->path, &err, text, sizeof(text));
	log_line(LOG_CONFIG,
		 "%s; what the description itself says holds until the board is calibrated anew",
		 text);
}

void
measured_use(struct board *b, const struct board *found)
{
	for (unsigned i = 0; i < b->n_sensors; i++) {
		memcpy(b->sensor[i].zero, found->sensor[i].zero, sizeof(b->sensor[i].zero));
		memcpy(b->sensor[i].span, found->sensor[i].span, sizeof(b->sensor[i].span));
	}
	memcpy(b->blind, found->blind, sizeof(b->blind));
}

enum { TOLD_MAX = 110 }; /* maximum bytes of a path in a message */

struct measured_file {
	const struct measured *of;
	struct board found;
};

/* Runs in the store's thread: uses only data that no longer changes. */
static int
write_file(const void *arg, char why[STORE_WHY_MAX])
{
	const struct measured_file *f = arg;
	const struct measured *m = f->of;
	const char *culprit = m->path;
	const char *name;
	int r = *m->path
			? board_measured_write(m->from, &f->found, &m->described, m->path, &culprit)
			: -ENAMETOOLONG;

	/* A long path is shortened to the file's name. */
	name = strlen(culprit) > TOLD_MAX ? strrchr(culprit, '/') : NULL;
	if (r < 0)
		(void)snprintf(why, STORE_WHY_MAX, "%s%.*s: %s; it holds until the daemon ends",
			       name ? "…" : "", TOLD_MAX, name ? name : culprit, strerror(-r));
	return r;
}

int
measured_keep(const struct measured *m, struct store *s, const struct board *found,
	      const struct table_asker *who)
{
	struct measured_file *f = malloc(sizeof(*f));
	struct store_ask q = { .tag = who->tag, .kind = STORE_FILE, .write = write_file, .arg = f };

	if (who->text)
		q.text = strdup(who->text);
	if (!f || (who->text && !q.text)) {
		free(f);
		free(q.text);
		return -ENOMEM;
	}
	*f = (struct measured_file){ .of = m, .found = *found };
	return store_ask(s, &q);
}
