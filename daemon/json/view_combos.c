/* Counts the deals of each side's masks that agree with the public answers. */
#include <string.h>

#include "daemon/json/view_game.h"

enum { KINDS = 5 };
static const char kinds[] = "KQRBN"; /* in the order of masks */

static void
swap(char order[KINDS], int i, int j)
{
	char c = order[i];

	order[i] = order[j];
	order[j] = c;
}

/* Advances to the next permutation in lexical order; returns false after the last. */
static bool
next_order(char order[KINDS])
{
	int i = KINDS - 2, j = KINDS - 1;

	while (i >= 0 && order[i] > order[i + 1])
		i--;
	if (i < 0)
		return false;
	while (order[j] < order[i])
		j--;
	swap(order, i, j);
	for (i++, j = KINDS - 1; i < j; i++, j--)
		swap(order, i, j);
	return true;
}

/*
 * Reports whether masks in that order give this answer, "n:QB+". order[i]: what kinds[i]
 * captures as.
 */
static bool
fits_answer(const char order[KINDS], const char *answer, size_t len, bool black)
{
	const char *letters = black ? "kqrbn" : kinds;
	const char *at = len > 3 ? memchr(letters, *answer, KINDS) : NULL;

	if (!at)
		return true; /* the other side's */
	return (memchr(answer + 2, kinds[(unsigned)order[at - letters]], len - 3) != NULL) ==
	       (answer[len - 1] == '+');
}

static bool
fits(const char order[KINDS], const char *log, size_t len, bool black)
{
	const char *end = log + len;

	while (log < end) {
		const char *dot = memchr(log, '.', (size_t)(end - log));

		dot = dot ? dot : end;
		if (!fits_answer(order, log, (size_t)(dot - log), black))
			return false;
		log = dot + 1;
	}
	return true;
}

static int
combos_of(const char *log, size_t len, bool black)
{
	char order[KINDS] = { 0, 1, 2, 3, 4 };
	int n = 0;

	do
		n += fits(order, log, len, black);
	while (next_order(order));
	return n;
}

json_t *
view_combos(const char *log, size_t len)
{
	return json_pack("{s:i, s:i}", "w", combos_of(log, len, false), "b",
			 combos_of(log, len, true));
}
