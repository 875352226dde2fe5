/*
 * Masquerade: in how many ways each side's masks can have been dealt, by the
 * answers that everybody heard.
 */
#include <string.h>

#include "daemon/view/view_impl.h"

enum { KINDS = 5 };
static const char kinds[] = "KQRBN"; /* in the order of masks */

static void
swap(char order[KINDS], int i, int j)
{
	char c = order[i];

	order[i] = order[j];
	order[j] = c;
}

/* The next of all orders of five, as words are ordered; false: it was the last. */
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

/* Would masks in that order have answered so, "n:QB+"? order[i]: what kinds[i] captures as. */
static bool
answers_so(const char order[KINDS], const char *answer, size_t len, bool black)
{
	const char *letters = black ? "kqrbn" : kinds;
	const char *at = len > 3 ? memchr(letters, *answer, KINDS) : NULL;

	if (!at)
		return true; /* of the other side */
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
		if (!answers_so(order, log, (size_t)(dot - log), black))
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
