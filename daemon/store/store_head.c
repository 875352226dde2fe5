/*
 * A journal's first page holds how long the file is and where each table begins.
 * Without it SQLite reads nothing at all, though every game lies on other pages.
 * All journals have been laid out by the same statements in the same order, so a
 * new one's first page tells the same of any of them: a copy gets that page.
 *
 * The head of the page is that of SQLite's file format, 1.3; numbers stand highest
 * byte first.
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
	AT_PAGE_SIZE = 16, /* 2 bytes; 1 stands for 65536 */
	AT_PAGES = 28,     /* 4 bytes each, all of them */
	AT_FREE = 32,
	AT_FREE_PAGES = 36,
	HEAD = 100,
	PAGE = 4096, /* SQLite's own, which we do not change */
	PAGE_LEAST = 512,
	PAGE_MAX = 65536,
};

/* Bytes that change as a journal is written, and say nothing of its layout: from, to. */
static const unsigned char passing[][2] = {
	{ 24, 28 },                /* counts changes */
	{ AT_FREE, AT_FREE + 12 }, /* free pages, version of the schema */
	{ 92, HEAD },              /* counts changes; SQLite's own version */
};

struct heads {
	struct store_file *from;
	int to;
	uint32_t page;
	uint64_t pages; /* of the damaged file, the last perhaps not whole */
	unsigned char held[PAGE_MAX];
	unsigned char fresh[PAGE_MAX];
};

uint32_t
store_head_page(const unsigned char *head)
{
	uint32_t size = store_half_at(head + AT_PAGE_SIZE);

	if (size == 1)
		return PAGE_MAX;
	return size >= PAGE_LEAST && (size & (size - 1)) == 0 ? size : PAGE;
}

/* The damaged file, its page and length. False: there is nothing behind its first page. */
static bool
read_damaged(struct heads *h, const char *path)
{
	h->from = store_file_open(path);
	if (!h->from)
		return false;
	/* A disk that does not give it is one way to lose it. */
	if (!store_file_read(h->from, h->held, HEAD, 0))
		memset(h->held, 0, HEAD);
	h->page = store_head_page(h->held);
	h->pages = (store_file_size(h->from) + h->page - 1) / h->page;
	return h->pages > 1 && h->pages <= UINT32_MAX;
}

/* A journal without a game, of pages of that size. */
static int
make_fresh(struct heads *h, const char *copy, char why[STORE_WHY_MAX])
{
	struct db *db = calloc(1, sizeof(*db));
	sqlite3 *sql = NULL;
	char pragma[80];
	int err;

	if (!db)
		return -ENOMEM;
	snprintf(pragma, sizeof(pragma), "PRAGMA page_size = %u; PRAGMA journal_mode = WAL",
		 h->page);
	store_file_make(copy);
	/* Before the first table: afterwards it is for good. Failing is for db_open to tell. */
	if (sqlite3_open(copy, &sql) == SQLITE_OK)
		sqlite3_exec(sql, pragma, NULL, NULL, NULL);
	sqlite3_close(sql);
	err = db_open(db, copy, DB_WRITE);
	if (err < 0)
		snprintf(why, STORE_WHY_MAX, "%s", db->why);
	db_close(db);
	free(db);
	return err;
}

/* The new first page, as it is to stand before the damaged file's other pages. */
static int
read_fresh(struct heads *h, const char *copy)
{
	h->to = open(copy, O_RDWR | O_CLOEXEC);
	if (h->to < 0 || pread(h->to, h->fresh, h->page, 0) != (ssize_t)h->page)
		return h->to < 0 ? -errno : -EIO;
	store_word_put(h->fresh + AT_PAGES, (uint32_t)h->pages);
	store_word_put(h->fresh + AT_FREE, 0);
	store_word_put(h->fresh + AT_FREE_PAGES, 0);
	return 0;
}

/* The damaged file's own says the same. */
static bool
is_sound(struct heads *h)
{
	if (!store_file_read(h->from, h->held, h->page, 0))
		return false;
	for (unsigned i = 0; i < sizeof(passing) / sizeof(passing[0]); i++)
		memcpy(h->held + passing[i][0], h->fresh + passing[i][0],
		       (size_t)(passing[i][1] - passing[i][0]));
	return memcmp(h->held, h->fresh, h->page) == 0;
}

/* The first page anew, the others as they are. */
static int
put_pages(struct heads *h)
{
	/* The copy's own further pages are those of a journal without a game. */
	if (ftruncate(h->to, 0) < 0 || ftruncate(h->to, (off_t)(h->pages * h->page)) < 0)
		return -errno;
	if (pwrite(h->to, h->fresh, h->page, 0) != (ssize_t)h->page)
		return -ENOSPC;
	return store_file_copy(h->from, h->to, h->page, 1, h->pages);
}

int
store_head_renew(const char *path, const char *copy, char why[STORE_WHY_MAX])
{
	struct heads *h = malloc(sizeof(*h));
	int err = 0;

	if (!h)
		return -ENOMEM;
	h->from = NULL;
	h->to = -1;
	if (read_damaged(h, path)) {
		err = make_fresh(h, copy, why);
		if (err == 0 && (err = read_fresh(h, copy)) == 0 && !is_sound(h))
			err = (err = put_pages(h)) < 0 ? err : 1;
		if (err < 0)
			snprintf(why, STORE_WHY_MAX, "%s: %s", store_told(copy).text,
				 strerror(-err));
	}
	store_file_close(h->from);
	if (h->to >= 0)
		close(h->to);
	free(h);
	return err;
}
