#include "tests/daemon/hands/collection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 64 * 1024 * 1024 };

bool
collection_open(struct collection *c, const char *path)
{
	const char *slash = strrchr(path, '/');
	size_t len;
	int r;

	memset(c, 0, sizeof(*c));
	c->label = slash != NULL ? slash + 1 : path;
	r = record_file_read(path, FILE_MAX, &c->text, &len);
	if (r != 0) {
		(void)fprintf(stderr, "%s: %s\n", path, strerror(-r));
		return false;
	}
	pgn_reader_init(&c->reader, c->text, len);
	return true;
}

static void
take_record(struct meant *m, const struct record *r)
{
	struct position p = r->start;

	m->game = r->game;
	m->n = r->n < SIM_PLIES_MAX ? r->n : SIM_PLIES_MAX;
	for (unsigned i = 0; i < m->n; i++) {
		m->position[i] = p;
		m->action[i] = r->action[i].action;
		rules_apply(m->game, &p, m->action[i]);
	}
	m->position[m->n] = p;
}

int
collection_next(struct collection *c, struct meant *m)
{
	struct pgn_error err;
	char line[512];
	int r = pgn_read(&c->reader, &c->record, &err);

	if (r < 0) {
		pgn_error_print(c->label, &err, line, sizeof(line));
		(void)fprintf(stderr, "%s\n", line);
		return -1;
	}
	if (r == 0)
		return 0;
	take_record(m, &c->record);
	(void)snprintf(m->name, sizeof(m->name), "%.32s %u", c->label, ++c->number);
	return 1;
}

void
collection_close(struct collection *c)
{
	record_finish(&c->record);
	free(c->text);
}
