/*
 * The log beside the database (games.db-wal). SQLite takes it up to the first
 * frame that is not whole, and says nothing of what follows: behind a power cut
 * that is right, since what follows is a commit that nobody was told of. Where
 * further commits follow, the disk has lost what it had kept.
 *
 * The form is that of SQLite's file format, 4.1 to 4.4: a head of 32 bytes, then
 * frames of a head of 24 bytes and a page each; sums go on from frame to frame.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/store/store_impl.h"

enum {
	HEAD = 32,
	FRAME_HEAD = 24,
	PAGE_MAX = 65536,
	/* Commits that may have been under way: a move's, which nobody was told of, and a trace's. */
	COMMITS_UNTOLD = 2,
};

#define MAGIC 0x377f0682u /* or one more: sums of words with the highest byte first */

struct log {
	FILE *f;
	bool high_first;
	uint32_t page;
	uint32_t sum[2];
	unsigned char salt[8];
	unsigned char frame[FRAME_HEAD + PAGE_MAX];
};

static uint32_t
word_at(const unsigned char *b, bool high_first)
{
	return high_first
		       ? (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3]
		       : (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
}

static void
sum_up(struct log *l, const unsigned char *b, size_t len)
{
	for (size_t i = 0; i + 8 <= len; i += 8) {
		l->sum[0] += word_at(b + i, l->high_first) + l->sum[1];
		l->sum[1] += word_at(b + i + 4, l->high_first) + l->sum[0];
	}
}

static bool
sum_is(const struct log *l, const unsigned char *b)
{
	return word_at(b, true) == l->sum[0] && word_at(b + 4, true) == l->sum[1];
}

/* The head; false: it is not whole, and then the page's size may not be known either. */
static bool
read_head(struct log *l)
{
	unsigned char head[HEAD];

	if (fread(head, 1, HEAD, l->f) != HEAD)
		return false;
	l->high_first = word_at(head, true) & 1;
	l->page = word_at(head + 8, true);
	memcpy(l->salt, head + 16, 8);
	sum_up(l, head, 24);
	return (word_at(head, true) & ~1u) == MAGIC && sum_is(l, head + 24);
}

static bool
next_frame(struct log *l)
{
	size_t len = FRAME_HEAD + l->page;

	return fread(l->frame, 1, len, l->f) == len;
}

/* The next of those that SQLite takes. */
static bool
is_whole(struct log *l)
{
	if (word_at(l->frame, true) == 0 || memcmp(l->frame + 8, l->salt, 8) != 0)
		return false;
	sum_up(l, l->frame, 8);
	sum_up(l, l->frame + FRAME_HEAD, l->page);
	return sum_is(l, l->frame + 16);
}

/* A frame of this log that ends a commit, by its own word. */
static bool
is_commit(const struct log *l)
{
	return word_at(l->frame, true) != 0 && word_at(l->frame + 4, true) != 0 &&
	       memcmp(l->frame + 8, l->salt, 8) == 0;
}

/* Without a head the frames have to say which log this is. */
static void
guess_head(struct log *l)
{
	static const uint32_t page = 4096; /* SQLite's own, which we do not change */

	l->page = page;
	if (fseek(l->f, HEAD, SEEK_SET) == 0 && next_frame(l))
		memcpy(l->salt, l->frame + 8, 8);
	if (fseek(l->f, HEAD, SEEK_SET) != 0)
		rewind(l->f);
}

static bool
has_hole(struct log *l)
{
	bool whole = read_head(l) && l->page >= 512 && l->page <= PAGE_MAX;
	unsigned commits = 0;

	if (!whole)
		guess_head(l);
	while (next_frame(l)) {
		whole = whole && is_whole(l);
		commits += !whole && is_commit(l);
	}
	return commits > COMMITS_UNTOLD;
}

bool
store_log_has_hole(const char *path)
{
	struct log *l = calloc(1, sizeof(*l));
	char name[DB_PATH_MAX];
	bool hole = false;

	store_name_with(name, path, "-wal");
	if (l && (l->f = fopen(name, "re"))) {
		hole = has_hole(l);
		fclose(l->f);
	}
	free(l);
	return hole;
}
