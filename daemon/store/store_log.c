/*
 * The log beside the database (games.db-wal). SQLite takes it up to the first
 * frame that is not whole, and says nothing of what follows, nor of a log whose
 * head it cannot read: behind a power cut that is right, since what is left out
 * is a commit that nobody was told of. Here it is told apart from a disk that has
 * lost what it had kept.
 *
 * The form is that of SQLite's file format, 4.1 to 4.4: a head of 32 bytes, then
 * frames of a head of 24 bytes and a page each; sums go on from frame to frame,
 * the first from the head's. Once all of it has been carried over into the
 * database, the next commit begins again at the top, with salts of its own, and
 * frames of the round before lie behind it.
 *
 * What a power cut may leave follows from the order of writing, with every commit
 * synced before it is told (synchronous = FULL):
 *
 *   1) Frames are written only when the commit before them is on the disk. So a
 *      commit that is left out, and a frame that goes on from its sum, are damage.
 *      One torn commit is not, nor what is left of commits torn earlier: nothing
 *      goes on from those, the next commit was written over them.
 *   2) A head is on the disk before any frame of its round is written, and the round
 *      before in the database before the head. So behind a head that cannot be read
 *      nothing is missing if the frames are of a round that the database holds, page
 *      for page: the cut came while the next head was written. All else is damage,
 *      a head of the round before as well.
 *   3) An empty database has no log: its first page is written before.
 *
 * Not to be told from a power cut: damage to the last commit alone.
 *
 * SQLite takes nothing from behind a frame that is not whole. But each sum goes on from
 * the one that stands in the frame before, so that frames behind it prove themselves
 * again, and are laid in their places, page by page (below). What a page was before the
 * frame that is lost must not pass for what it is: it may hold what was taken back.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/store/store_bytes.h"
#include "daemon/store/store_impl.h"

enum {
	HEAD = 32,
	FRAME_HEAD = 24,
	PAGE = 4096, /* SQLite's own, which we do not change */
	PAGE_MAX = 65536,
};

#define MAGIC 0x377f0682u /* or one more: sums of words with the highest byte first */

struct log {
	FILE *f;
	bool high_first;
	uint32_t page;
	uint32_t sum[2]; /* of the frame before, by its own word; at first the head's */
	unsigned char salt[8];
	bool headless; /* of those frames */
	bool proven;   /* the frame before is, and so its sum */
	unsigned char frame[FRAME_HEAD + PAGE_MAX];
	unsigned char held[PAGE_MAX]; /* a page of the database */
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
	return (word_at(head, true) & ~1u) == MAGIC && sum_is(l, head + 24) && l->page >= 512 &&
	       l->page <= PAGE_MAX;
}

static bool
next_frame(struct log *l)
{
	size_t len = FRAME_HEAD + l->page;

	return fread(l->frame, 1, len, l->f) == len;
}

/* The frame of that number, counted from 0. */
static bool
frame_at(struct log *l, uint32_t i)
{
	off_t at = HEAD + (off_t)i * (off_t)(FRAME_HEAD + l->page);

	return fseeko(l->f, at, SEEK_SET) == 0 && next_frame(l);
}

/* Its page, counted from 1. */
static uint32_t
page_of(const struct log *l)
{
	return word_at(l->frame, true);
}

/* The database's pages behind the commit that this frame ends, by its own word; 0: it ends none. */
static uint32_t
commit_of(const struct log *l)
{
	return page_of(l) ? word_at(l->frame + 4, true) : 0;
}

static bool
is_of_round(const struct log *l)
{
	return memcmp(l->frame + 8, l->salt, 8) == 0;
}

/* Its sum goes on from that of the frame before, whose place is taken by its own. */
static bool
sum_goes_on(struct log *l)
{
	bool on;

	sum_up(l, l->frame, 8);
	sum_up(l, l->frame + FRAME_HEAD, l->page);
	on = sum_is(l, l->frame + 16);
	l->sum[0] = word_at(l->frame + 16, true);
	l->sum[1] = word_at(l->frame + 20, true);
	return on;
}

/* So that SQLite takes it. */
static bool
goes_on(struct log *l)
{
	return sum_goes_on(l) && is_of_round(l) && page_of(l);
}

/* Case 1. The sums leave the salts out: where only these are damaged, it is a commit by its sum. */
static bool
loses_commit(struct log *l)
{
	bool taken = true, commit = false;

	while (next_frame(l)) {
		bool sound = sum_goes_on(l), on = sound && is_of_round(l) && page_of(l);

		if (commit && on)
			return true;
		taken = taken && on;
		commit = !taken && (sound || is_of_round(l)) && commit_of(l);
	}
	return false;
}

/* ---- case 2 ---- */

/* Does b belong to the round after that of a? The first salt grows by one. */
static bool
is_next_round(const unsigned char a[8], const unsigned char b[8])
{
	return word_at(b, true) == word_at(a, true) + 1;
}

/*
 * The newest round that frames are left of, and the frame it begins with. The first
 * may have gone with the head: it counts if it is of the second's round, or of the next.
 */
static uint32_t
newest_round(struct log *l)
{
	unsigned char first[8];

	if (!frame_at(l, 0))
		return 0;
	memcpy(first, l->frame + 8, 8);
	memcpy(l->salt, first, 8);
	if (!frame_at(l, 1) || is_of_round(l) || is_next_round(l->frame + 8, first))
		return 0;
	memcpy(l->salt, l->frame + 8, 8);
	return 1;
}

/* The last commit of the round: its frame in *last, the database's pages behind it, 0: there is none. */
static uint32_t
last_commit(struct log *l, uint32_t first, uint32_t *last)
{
	uint32_t pages = 0;

	for (uint32_t i = first; frame_at(l, i) && is_of_round(l); i++) {
		if (!commit_of(l))
			continue;
		pages = commit_of(l);
		*last = i;
	}
	return pages;
}

/* The page of the frame at hand, as the database has it. */
static bool
is_in(struct log *l, struct store_file *db)
{
	return store_file_read(db, l->held, l->page, (uint64_t)(page_of(l) - 1) * l->page) &&
	       memcmp(l->held, l->frame + FRAME_HEAD, l->page) == 0;
}

/* Of each page the last that was committed is the database's. seen: a byte a page. */
static bool
are_in(struct log *l, uint32_t first, uint32_t last, uint32_t pages, struct store_file *db,
       char *seen)
{
	for (uint32_t i = last + 1; i-- > first;) {
		if (!frame_at(l, i) || page_of(l) == 0)
			return false;
		/* Beyond the end: the commit made the database shorter. */
		if (page_of(l) > pages || seen[page_of(l) - 1])
			continue;
		seen[page_of(l) - 1] = 1;
		if (!is_in(l, db))
			return false;
	}
	return true;
}

/* A log that has no head for its frames: the database holds all that they say. */
static bool
is_carried_over(struct log *l, struct store_file *db)
{
	uint32_t first = newest_round(l), last = 0, pages = last_commit(l, first, &last);
	bool carried = false;
	char *seen;

	/* Of a database that is as long as it was then, or it was not carried over. */
	if (pages == 0 || (uint64_t)pages * l->page > store_file_size(db))
		return false;
	seen = calloc(pages, 1);
	if (seen)
		carried = are_in(l, first, last, pages, db, seen);
	free(seen);
	return carried;
}

/* ---- all cases ---- */

/* Frames, and no head of theirs: it is gone, or of the round before. */
static bool
is_headless(struct log *l)
{
	bool whole = read_head(l);

	if (!whole)
		l->page = PAGE;
	l->headless = frame_at(l, 0) && (!whole || is_next_round(l->salt, l->frame + 8));
	return l->headless;
}

static bool
has_hole(struct log *l, struct store_file *db)
{
	bool headless = is_headless(l);

	if (!frame_at(l, 0))
		return false;
	if (store_file_size(db) == 0)
		return true;
	if (headless)
		return !is_carried_over(l, db);
	return fseeko(l->f, HEAD, SEEK_SET) == 0 && loses_commit(l);
}

/*
 * The log of that database, and the database. False: there is none. Nobody locks a log,
 * so that one is opened as any file is.
 */
static bool
log_open(const char *path, struct log **l, struct store_file **db)
{
	char name[DB_PATH_MAX];

	store_name_with(name, path, "-wal");
	*l = calloc(1, sizeof(**l));
	*db = store_file_open(path);
	return *l && *db && ((*l)->f = fopen(name, "re"));
}

static void
log_close(struct log *l, struct store_file *db)
{
	if (l && l->f)
		fclose(l->f);
	store_file_close(db);
	free(l);
}

bool
store_log_has_hole(const char *path)
{
	struct log *l;
	struct store_file *db;
	bool hole = log_open(path, &l, &db) && has_hole(l, db);

	log_close(l, db);
	return hole;
}

/* ---- a new head ---- */

static void
put_sum(const struct log *l, unsigned char *b)
{
	store_word_put(b, l->sum[0]);
	store_word_put(b + 4, l->sum[1]);
}

static void
put_head(struct log *l, FILE *out)
{
	static const uint32_t version = 3007000;
	unsigned char head[HEAD] = { 0 };

	store_word_put(head, MAGIC | l->high_first);
	store_word_put(head + 4, version);
	store_word_put(head + 8, l->page);
	memcpy(head + 16, l->salt, sizeof(l->salt));
	l->sum[0] = l->sum[1] = 0;
	sum_up(l, head, 24);
	put_sum(l, head + 24);
	fwrite(head, 1, HEAD, out);
}

/* The sum that the first frame goes on from, by the head's own word, if that is left. */
static void
sum_of_head(struct log *l)
{
	unsigned char head[HEAD] = { 0 };

	if (fseeko(l->f, 0, SEEK_SET) < 0 || fread(head, 1, HEAD, l->f) != HEAD)
		memset(head, 0, HEAD);
	l->sum[0] = word_at(head + 24, true);
	l->sum[1] = word_at(head + 28, true);
}

/*
 * The last commit up to which each frame goes on from the one before. False: not even
 * one. *all: nothing that can be told from the frames is missing, at either end.
 */
static bool
last_sound_commit(struct log *l, uint32_t first, uint32_t *last, bool *all)
{
	uint32_t i, end = 0, pages = last_commit(l, first, &end);
	bool any = false;

	*all = false;
	sum_of_head(l);
	for (i = first; pages && i <= end && frame_at(l, i); i++) {
		bool on = goes_on(l);

		if (i == first)
			*all = on && first == 0;
		else if (!on)
			break;
		if (commit_of(l)) {
			any = true;
			*last = i;
		}
	}
	*all &= any && *last == end;
	return any;
}

/* Frames as they are, with sums that go on from a new head. */
static bool
put_frames(struct log *l, FILE *out, bool *all)
{
	uint32_t first = newest_round(l), last = 0;

	if (!last_sound_commit(l, first, &last, all))
		return false;
	put_head(l, out);
	for (uint32_t i = first; i <= last && frame_at(l, i); i++) {
		sum_up(l, l->frame, 8);
		sum_up(l, l->frame + FRAME_HEAD, l->page);
		put_sum(l, l->frame + 16);
		fwrite(l->frame, 1, FRAME_HEAD + l->page, out);
	}
	return true;
}

bool
store_log_mend(const char *path, const char *copy, bool *all)
{
	struct log *l;
	struct store_file *db;
	FILE *out = NULL;
	char name[DB_PATH_MAX];
	bool mended = false;

	store_name_with(name, copy, "-wal");
	store_file_make(name);
	if (log_open(path, &l, &db) && is_headless(l) && (out = fopen(name, "we"))) {
		l->high_first = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
		mended = put_frames(l, out, all);
	}
	if (out)
		mended = fclose(out) == 0 && mended;
	log_close(l, db);
	return mended;
}

/* ---- its pages in their places ---- */

enum finding {
	SOUND,
	LOST,    /* the page that it names */
	UNKNOWN, /* lost, and with it which page it was */
};

enum page_state {
	UNTOUCHED,
	LAID,
	BLANK,
};

/* What is laid where. */
struct laying {
	struct log *l;
	uint32_t first, last;
	uint32_t most; /* pages: a log makes no database longer than by a page a frame */
	int to;
	char *state; /* a byte a page: enum page_state */
	enum store_laid got;
	unsigned char none[PAGE_MAX];
};

static void
put_word(const struct log *l, unsigned char *b, uint32_t word)
{
	store_word_put(b, l->high_first ? word : __builtin_bswap32(word));
}

/*
 * Between the sum of the frame before and its own there is one page number, and one
 * length of a commit, that go with the page. If they are possible, only they were damaged:
 * of a damaged page hardly one in 2^30 gives such.
 */
static bool
renew_frame_head(struct log *l, const uint32_t before[2], uint32_t most)
{
	const unsigned char *page = l->frame + FRAME_HEAD;
	uint32_t sum[2] = { word_at(l->frame + 16, true), word_at(l->frame + 20, true) };
	unsigned char was[8];

	for (size_t i = l->page; i >= 8; i -= 8) {
		sum[1] -= word_at(page + i - 4, l->high_first) + sum[0];
		sum[0] -= word_at(page + i - 8, l->high_first) + sum[1];
	}
	memcpy(was, l->frame, sizeof(was));
	put_word(l, l->frame, sum[0] - before[0] - before[1]);
	put_word(l, l->frame + 4, sum[1] - before[1] - sum[0]);
	if (page_of(l) && page_of(l) <= most && commit_of(l) <= most)
		return true;
	memcpy(l->frame, was, sizeof(was));
	return false;
}

/*
 * The first behind a lost head has nothing to go on from: it is taken at its word. Behind a
 * frame that is damaged no head is renewed: a bit of that one's sum makes another page of it.
 */
static enum finding
look_at(struct laying *y, uint32_t i)
{
	struct log *l = y->l;
	uint32_t before[2] = { l->sum[0], l->sum[1] };
	bool after_proven = i == y->first ? !l->headless : l->proven;
	bool on = goes_on(l), possible = page_of(l) && page_of(l) <= y->most;

	l->proven = (on && possible) || (after_proven && renew_frame_head(l, before, y->most));
	if (l->proven || (possible && i == y->first && l->headless))
		return SOUND;
	return is_of_round(l) && possible ? LOST : UNKNOWN;
}

/*
 * The last commit that is whole, or that a frame goes on from: it was told of then. One that
 * is neither may be torn, or be left of one torn earlier. False: there is none.
 */
static bool
find_last(struct laying *y)
{
	bool any = false, whole = true, ended = false;

	sum_of_head(y->l);
	for (uint32_t i = y->first; frame_at(y->l, i); i++) {
		enum finding f = look_at(y, i);
		bool ends = f != UNKNOWN && commit_of(y->l);

		if (ended && f == SOUND) {
			y->last = i - 1;
			any = true;
		}
		whole = whole && f == SOUND;
		if (ends && whole) {
			y->last = i;
			any = true;
		}
		ended = ends && !whole;
		whole = whole || ends;
	}
	return any;
}

static int
put_page(struct laying *y, uint32_t page, const unsigned char *bytes)
{
	uint32_t len = y->l->page;

	y->state[page] = bytes == y->none ? BLANK : LAID;
	return pwrite(y->to, bytes, len, (off_t)(page - 1) * (off_t)len) == (ssize_t)len ? 0
											 : -ENOSPC;
}

/* What a frame took along of which nobody knows the page: any that was written until then. */
static int
lose_laid(struct laying *y)
{
	int err = 0;

	for (uint32_t page = 1; page <= y->most && err == 0; page++)
		if (y->state[page] == LAID)
			err = put_page(y, page, y->none);
	return err;
}

/* In the order of writing: a page that is lost may be written again. */
static int
lay_frames(struct laying *y)
{
	struct log *l = y->l;
	bool any = false; /* that is laid */
	int err = 0;

	sum_of_head(l);
	for (uint32_t i = y->first; i <= y->last && err == 0 && frame_at(l, i); i++) {
		enum finding f = look_at(y, i);

		if (f == SOUND)
			err = put_page(y, page_of(l), l->frame + FRAME_HEAD);
		else if (f == LOST)
			err = put_page(y, page_of(l), y->none);
		else if (any)
			err = lose_laid(y);
		any = f == SOUND || (f == LOST && any);
		if (f == UNKNOWN)
			y->got = STORE_LAID_UNSURE;
	}
	if (y->got == STORE_LAID_ALL && memchr(y->state, BLANK, (size_t)y->most + 1))
		y->got = STORE_LAID_LACKS;
	return err;
}

/* Onto a database of `held` pages. */
static int
lay_log(struct log *l, uint32_t held, int to, enum store_laid *got)
{
	struct laying *y = calloc(1, sizeof(*y));
	int err = -ENOMEM;

	if (!y)
		return err;
	y->l = l;
	y->most = held;
	y->to = to;
	/* Nothing says that the first frame is sound, nor that none stood before it. */
	y->got = l->headless ? STORE_LAID_UNSURE : STORE_LAID_ALL;
	y->first = l->headless ? newest_round(l) : 0;
	for (uint32_t i = 0; frame_at(l, i); i++)
		y->most++;
	y->state = calloc((size_t)y->most + 1, 1);
	if (y->state)
		err = find_last(y) ? lay_frames(y) : 0;
	*got = y->got;
	free(y->state);
	free(y);
	return err;
}

int
store_log_lay(const char *path, uint32_t page, uint32_t held, int to, enum store_laid *got)
{
	struct log *l;
	struct store_file *db;
	int err = 0;

	*got = STORE_LAID_ALL;
	if (log_open(path, &l, &db)) {
		(void)is_headless(l);
		if (l->page == page)
			err = lay_log(l, held, to, got);
	}
	log_close(l, db);
	return err;
}

static int
copy_and_lay(struct log *l, struct store_file *db, const char *copy, enum store_laid *got)
{
	uint64_t held = (store_file_size(db) + l->page - 1) / l->page;
	int to, err;

	if (held > UINT32_MAX / 2)
		return -EFBIG;
	to = open(copy, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (to < 0)
		return -errno;
	err = store_file_copy(db, to, l->page, 0, held);
	if (err == 0)
		err = lay_log(l, (uint32_t)held, to, got);
	close(to);
	return err;
}

int
store_log_copy(const char *path, const char *copy, bool *all)
{
	struct log *l;
	struct store_file *db;
	enum store_laid got = STORE_LAID_ALL;
	int err = 0;

	if (log_open(path, &l, &db) && has_hole(l, db) && !l->headless && store_file_size(db)) {
		err = copy_and_lay(l, db, copy, &got);
		err = err < 0 ? err : 1;
	}
	*all = got == STORE_LAID_ALL;
	log_close(l, db);
	return err;
}
