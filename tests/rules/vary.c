#include "tests/rules/vary.h"

#include "tests/rules/rules_test.h"

enum { TEXT = RULES_POSITION_TEXT, CARDS = 32 };

/* Replaces the half of the value of `key` that belongs to `side` (0: before the slash). */
static void
replace_half(const char *text, const char *key, unsigned side, const char *half, char *out)
{
	const char *begin = strstr(text, key) + strlen(key), *slash = strchr(begin, '/');
	const char *end = strchr(begin, ' ');

	if (side == 0)
		snprintf(out, TEXT, "%.*s%s%s", (int)(begin - text), text, half, slash);
	else
		snprintf(out, TEXT, "%.*s%s%s", (int)(slash + 1 - text), text, half, end);
}

/* Chooses masks of `side` that may contradict the answers; such positions are refused. */
static void
vary_masks(const char *text, unsigned side, uint64_t *random, char *out)
{
	char mask[6] = "KQRBN";

	for (unsigned i = 4; i > 0; i--) {
		unsigned j = (unsigned)(test_random(random) % (i + 1));
		char c = mask[i];

		mask[i] = mask[j];
		mask[j] = c;
	}
	replace_half(text, "masks=", side, mask, out);
}

/* Moves the captives of `side` to other squares. */
static void
vary_graves(const char *text, unsigned side, uint64_t *random, char *out)
{
	const char *begin = strstr(text, "buried=") + strlen("buried=");
	const char *list = side ? strchr(begin, '/') + 1 : begin;
	char letters[65] = "", half[400] = "";
	unsigned n = 0, taken = 0;

	for (const char *c = list; *c != '/' && *c != ' '; c++)
		if (*c != '-' && (c == list || c[-1] == '.'))
			letters[n++] = *c;
	/*
	 * Visits each square once and uses it with the probability that leaves
	 * room for the rest.
	 */
	for (unsigned sq = 0; sq < 64 && taken < n; sq++) {
		unsigned pick;
		char c;

		if (test_random(random) % (64 - sq) >= n - taken)
			continue;
		pick = taken + (unsigned)(test_random(random) % (n - taken));
		c = letters[pick];
		letters[pick] = letters[taken];
		letters[taken] = c;
		snprintf(half + strlen(half), sizeof(half) - strlen(half), "%s%c%c%u",
			 taken ? "." : "", c, 'a' + sq % 8, sq / 8 + 1);
		taken++;
	}
	replace_half(text, "buried=", side, n ? half : "-", out);
}

struct card {
	char name[4];
};

/* Reads the cards of a list, "10H,2S" or "-", up to one of `ends`; returns their number. */
static unsigned
read_cards(const char *list, const char *ends, struct card *out)
{
	size_t len = strcspn(list, ends);
	unsigned n = 0;

	for (size_t at = 0; at < len && *list != '-' && *list != '#' && n < CARDS; n++) {
		size_t card = strcspn(list + at, ends);
		const char *comma = memchr(list + at, ',', card);

		card = comma ? (size_t)(comma - (list + at)) : card;
		snprintf(out[n].name, sizeof(out[n].name), "%.*s", (int)card, list + at);
		at += card + 1;
	}
	return n;
}

static void
print_cards(const struct card *card, unsigned n, char *out, size_t size)
{
	size_t at = 0;

	if (n == 0)
		snprintf(out, size, "-");
	for (unsigned i = 0; i < n; i++)
		at += (size_t)snprintf(out + at, size - at, "%s%s", i ? "," : "", card[i].name);
}

/* Deals another hand of `side` from its own cards and the pile's; open hands stay. */
static void
vary_cards(const char *text, unsigned side, uint64_t *random, char *out)
{
	const char *hands = strstr(text, " hands=") + strlen(" hands=");
	const char *hand = side ? strchr(hands, '/') + 1 : hands;
	const char *pile = strstr(text, " pile=") + strlen(" pile="), *end = strchr(pile, ' ');
	struct card card[CARDS];
	unsigned held = read_cards(hand, "/ ", card);
	unsigned n = held + read_cards(pile, " ", card + held);
	unsigned known = strstr(text, " cards=open ") ? held : 0;
	char list[CARDS * 4], whole[TEXT];

	for (unsigned i = n; i-- > known + 1;) {
		unsigned j = known + (unsigned)(test_random(random) % (i + 1 - known));
		struct card c = card[i];

		card[i] = card[j];
		card[j] = c;
	}
	print_cards(card + held, n - held, list, sizeof(list));
	snprintf(whole, sizeof(whole), "%.*s%s%s", (int)(pile - text), text, list, end);
	print_cards(card, held, list, sizeof(list));
	replace_half(whole, " hands=", side, list, out);
}

const char *const vary_games[] = { "masquerade", "zombie", "cooperative", NULL };
static void (*const vary[])(const char *text, unsigned side, uint64_t *random, char *out) = {
	vary_masks,
	vary_graves,
	vary_cards,
};

bool
vary_side(const struct game *g, const struct position *p, unsigned side, uint64_t *random,
	  struct position *out)
{
	char text[TEXT], varied[TEXT];
	struct rules_error err;
	size_t row = 0;

	while (strcmp(vary_games[row], rules_name(g)) != 0)
		row++;
	rules_print(g, p, text);
	vary[row](text, side, random, varied);
	return rules_parse(g, varied, out, &err) == 0 && memcmp(out, p, sizeof(*p)) != 0;
}
