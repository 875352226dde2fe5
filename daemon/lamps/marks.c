#include "daemon/lamps/marks.h"

#include <string.h>

enum {
	HALF_FILES = 4, /* of Crowded House's board */
};

static const struct row {
	const char *game;
	bool crooked, zombie, mirror; /* what a mark on a piece is here */
	bool halves;
	uint8_t area_first, area_files; /* all ranks of these files */
	uint8_t reach_kind;
} rows[] = {
	{ .game = "accounting", .crooked = true, .reach_kind = PIECE_KNIGHT },
	{ .game = "zombie", .zombie = true },
	{ .game = "half-alice", .mirror = true },
	{ .game = "crowded-house", .halves = true },
	{ .game = "american", .area_first = 4, .area_files = 3 },
};

static const struct row *
row_of(const struct game *g)
{
	static const struct row plain = { .game = "" };

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (strcmp(rows[i].game, rules_name(g)) == 0)
			return &rows[i];
	return &plain;
}

static void
find_marked(const struct game *g, const struct position *p, struct sqset *marked,
	    struct sqset *plain)
{
	struct sqset left = rules_occupied(g, p);

	while (!sqset_empty(left)) {
		unsigned sq = sqset_pop(&left);

		sqset_add(rules_at(g, p, sq) & PIECE_MARK ? marked : plain, sq);
	}
}

static struct sqset
files_of(const struct game *g, unsigned first, unsigned n)
{
	struct sqset set = { { 0, 0 } };

	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		if (sq % rules_files(g) >= first && sq % rules_files(g) < first + n)
			sqset_add(&set, sq);
	return set;
}

/* The seats of the king's wing act first, for both colours. */
static struct sqset
half_rim(const struct game *g, unsigned seat)
{
	unsigned first = seat < SEAT_WQ ? HALF_FILES : 0, ranks = rules_ranks(g);
	struct sqset rim = files_of(g, first, 1);

	rim = sqset_or(rim, files_of(g, first + HALF_FILES - 1, 1));
	for (unsigned file = first; file < first + HALF_FILES; file++) {
		sqset_add(&rim, file);
		sqset_add(&rim, (ranks - 1) * rules_files(g) + file);
	}
	return rim;
}

void
marks_find(const struct game *g, const struct position *known, bool objects, struct marks *out)
{
	const struct row *row = row_of(g);
	struct sqset marked = { { 0, 0 } }, plain = { { 0, 0 } };

	memset(out, 0, sizeof(*out));
	if (!objects && (row->crooked || row->zombie || row->mirror))
		find_marked(g, known, &marked, &plain);
	if (row->crooked)
		out->crooked = marked;
	if (row->zombie)
		out->zombie = marked;
	if (row->mirror) {
		out->behind = marked;
		out->before = plain;
	}
	if (row->area_files)
		out->area = files_of(g, row->area_first, row->area_files);
	if (row->halves && rules_to_act(g, known) < rules_seats(g))
		out->area = half_rim(g, rules_to_act(g, known));
}

uint8_t
marks_reach_kind(const struct game *g)
{
	return row_of(g)->reach_kind;
}
