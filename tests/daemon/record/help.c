#include "help.h"

#include <dirent.h>
#include <ftw.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/folder.h"

uint64_t
help_random(uint64_t *seed)
{
	uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static bool
is_special(struct action a)
{
	return a.kind == ACT_CASTLE || (a.kind == ACT_MOVE && a.arg != 0);
}

/* Prefers a castling or promotion in half of the cases. */
static struct action
choose(const struct action *list, size_t n, uint64_t *seed)
{
	size_t at = (size_t)(help_random(seed) % n);

	if (help_random(seed) % 2)
		return list[at];
	for (size_t i = 0; i < n; i++)
		if (is_special(list[(at + i) % n]))
			return list[(at + i) % n];
	return list[at];
}

void
help_play(struct record *r, const char *game, const char *options, const char *fen, unsigned plies,
	  uint64_t seed)
{
	static struct action list[RULES_ACTIONS_MAX];
	const struct game *g = rules_game(game);
	struct position start;
	struct rules_error why;
	struct history h;

	assert_non_null(g);
	if ((fen ? rules_parse(g, fen, &start, &why) : rules_start(g, options, &start, &why)) < 0)
		fail_msg("%s: %s", fen ? fen : options, why.why);
	record_init(r, g, &start);
	rules_history_start(g, &h, &start);
	for (unsigned i = 0; i < plies; i++) {
		size_t n = rules_actions(g, &r->last, list);

		if (n == 0 || rules_outcome(g, &r->last, &h).result != RESULT_ONGOING)
			break;
		assert_int_equal(
			record_add(r, choose(list, n, &seed), i * UINT64_C(1000000) + seed % 1000),
			0);
		rules_history_push(g, &h, &r->last);
	}
	r->result = record_result_rules(rules_outcome(g, &r->last, &h));
}

void
help_count(const struct record *r, unsigned *castlings, unsigned *promotions)
{
	for (uint32_t i = 0; i < r->n; i++) {
		*castlings += r->action[i].action.kind == ACT_CASTLE;
		*promotions += r->action[i].action.kind == ACT_MOVE && r->action[i].action.arg != 0;
	}
}

void
help_folder(char path[64])
{
	snprintf(path, 64, "%s/haloboard-test-XXXXXX", folder_root());
	assert_non_null(mkdtemp(path));
}

static int
remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	return remove(path);
}

void
help_folder_remove(const char *path)
{
	nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

unsigned
help_files_in(const char *folder)
{
	DIR *d = opendir(folder);
	unsigned n = 0;

	assert_non_null(d);
	while (readdir(d))
		n++;
	closedir(d);
	return n - 2;
}

void
help_disk_limit(rlim_t bytes)
{
	struct rlimit l;

	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &l);
	l.rlim_cur = bytes;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &l), 0);
}
