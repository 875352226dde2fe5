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
	const char *culprit = m->path, *name;
	char *text = NULL;
	int r = *m->path ? 0 : -ENAMETOOLONG;

	if (r == 0 && (r = board_measured_print(m->from, &f->found, &m->described, &text)) < 0)
		culprit = m->from;
	if (r == 0) {
		r = record_file_write(m->path, text, strlen(text));
		free(text);
	}
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
