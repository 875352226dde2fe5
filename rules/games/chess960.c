/* Chess960: chess from one of 960 arrays, with castling that works for all of them. */
#include <string.h>

#include "rules/orthodox.h"

enum { ARRAYS = 960 };

enum option { OPTION_INDEX, OPTION_CARDS };

static const char *const options[] = { [OPTION_INDEX] = "index", [OPTION_CARDS] = "cards", NULL };

/* Returns the n-th free file, counted from a. */
static unsigned
free_file(const char array[8], unsigned n)
{
	unsigned file = 0;

	for (;; file++)
		if (!array[file] && n-- == 0)
			return file;
}

/* Builds the array by Scharnagl's numbering: bishops, queen, knights, then rook, king, rook. */
static void
array_of_index(unsigned index, char array[8])
{
	/*
	 * The ten placements of two knights on five files; the second index
	 * counts the files left.
	 */
	static const uint8_t knights[10][2] = { { 0, 0 }, { 0, 1 }, { 0, 2 }, { 0, 3 }, { 1, 1 },
						{ 1, 2 }, { 1, 3 }, { 2, 2 }, { 2, 3 }, { 3, 3 } };

	memset(array, 0, 8);
	array[index % 4 * 2 + 1] = 'b';
	index /= 4;
	array[index % 4 * 2] = 'b';
	index /= 4;
	array[free_file(array, index % 6)] = 'q';
	index /= 6;
	array[free_file(array, knights[index][0])] = 'n';
	array[free_file(array, knights[index][1])] = 'n';
	array[free_file(array, 0)] = 'r';
	array[free_file(array, 0)] = 'k';
	array[free_file(array, 0)] = 'r';
}

/* Returns the file of a bishop card, A and 2 to 8; 8 for any other card. */
static unsigned
bishop_file(struct word card)
{
	if (word_is(card, "A"))
		return 0;
	if (card.len == 1 && card.s[0] >= '2' && card.s[0] <= '8')
		return (unsigned)(card.s[0] - '1');
	return 8;
}

/*
 * Returns the next piece of the third pile: 8 knight, Q queen, 10 rook, king,
 * rook in turn; 0 if no such card is left.
 */
static char
pile_piece(struct word card, unsigned left[3])
{
	if (word_is(card, "8") && left[0] && left[0]--)
		return 'n';
	if (word_is(card, "Q") && left[1] && left[1]--)
		return 'q';
	if (word_is(card, "10") && left[2])
		return left[2]-- == 2 ? 'k' : 'r';
	return 0;
}

static int
array_of_cards(struct word list, char array[8], struct rules_error *err)
{
	unsigned left[3] = { 2, 1, 3 }, file[2];
	struct word card;

	memset(array, 0, 8);
	for (unsigned i = 0; i < 2; i++) {
		if (!word_split(&list, ',', &card))
			return error_set(err, 0, "cards: a bishop's card is missing");
		file[i] = bishop_file(card);
		if (file[i] > 7)
			return error_quote(err, 0, "cards: a bishop's card is A or 2 to 8, not",
					   card);
		array[file[i]] = 'b';
	}
	if (file[0] % 2 == file[1] % 2)
		return error_set(err, 0, "cards: both bishops would stand on one colour");
	for (unsigned i = 0; i < 6; i++) {
		if (!word_split(&list, ',', &card))
			return error_set(err, 0, "cards: eight are needed, some are missing");
		if (!(array[free_file(array, 0)] = pile_piece(card, left)))
			return error_quote(
				err, 0, "cards: the third pile is 8,8,10,10,10,Q and has no more",
				card);
	}
	if (word_split(&list, ',', &card))
		return error_quote(err, 0, "cards: eight are needed, there are more:", card);
	return 0;
}

static void
print_array(struct text *t, const char array[8], bool upper)
{
	for (unsigned file = 0; file < 8; file++)
		text_char(t, upper ? (char)(array[file] - 'a' + 'A') : array[file]);
}

static int
start_from(const char array[8], struct position *p, struct rules_error *err)
{
	char line[96], wings[3] = "", *wing = wings;
	struct text t = text_into(line, sizeof(line));

	for (unsigned file = 8; file-- > 0;)
		if (array[file] == 'r')
			*wing++ = (char)('a' + file);
	print_array(&t, array, false);
	text_add(&t, "/pppppppp/8/8/8/8/PPPPPPPP/");
	print_array(&t, array, true);
	text_add(&t, " w ");
	text_char(&t, (char)(wings[0] - 'a' + 'A'));
	text_char(&t, (char)(wings[1] - 'a' + 'A'));
	text_add(&t, wings);
	text_add(&t, " - 0 1");
	return rules_parse(&game_chess960, line, p, err);
}

static int
chess960_start(struct position *p, const struct word *values, const uint64_t *seed,
	       struct rules_error *err)
{
	struct word index_text = values[OPTION_INDEX], cards = values[OPTION_CARDS];
	uint64_t index = seed ? *seed % ARRAYS : 0;
	char array[8];

	if ((seed != NULL) + (index_text.s != NULL) + (cards.s != NULL) > 1)
		return error_set(err, 0, "at most one of index, seed and cards is given");
	if (cards.s) {
		if (array_of_cards(cards, array, err) < 0)
			return -1;
		return start_from(array, p, err);
	}
	if (index_text.s && word_number(index_text, ARRAYS - 1, &index) < 0)
		return error_quote(err, 0, "index is a number from 0 to 959, not", index_text);
	array_of_index((unsigned)index, array);
	return start_from(array, p, err);
}

const struct game game_chess960 = {
	.name = "chess960",
	.title = "Chess960",
	.files = 8,
	.ranks = 8,
	.seats = 2,
	.letters = ".PNBRQK",
	.has_san = true,
	.castling = CASTLING_FISCHER,
	.draws = DRAW_MATERIAL | DRAW_REPETITION | DRAW_SEVENTYFIVE,
	.actions_max = ORTHODOX_ACTIONS_MAX,
	.options = options,
	.start = chess960_start,
	.check = orthodox_check,
	.actions = orthodox_chess960_actions,
	.captures = orthodox_captures,
	.count = orthodox_chess960_count,
	.apply = orthodox_apply,
	.in_check = orthodox_in_check,
	.refuse = orthodox_refuse,
	.perft = orthodox_chess960_perft,
};
