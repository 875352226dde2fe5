/*
 * Sentences as a voice reads them: a square as a letter and a digit, "f 7", or by the name of its file,
 * "Felix 7"; a move in words, "knight takes f 7, check". All other words are read as they are written.
 */
#include <stdio.h>
#include <string.h>

#include "hw/lang/lang.h"
#include "hw/text/text.h"
#include "daemon/words/words.h"

/* A move or a square in notation. */
struct notation {
	const char *castles;     /* the words of castling, or NULL: then the following */
	uint8_t piece, promoted; /* kinds, 0: none is written */
	int from;                /* bytes of `squares` before `way` */
	char way;                /* 'x', '-' or 0 */
	char squares[6];         /* without `way`: "e4", "be4", "b1c3" */
	char end;                /* '+', '#' or 0 */
};

/* Adds a text after a separator, which only another text needs. */
static void
add(char *out, size_t size, const char *separator, const char *text)
{
	size_t at = strlen(out);

	(void)snprintf(out + at, size - at, "%s%s", at ? separator : "", text);
}

static bool
is_of_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool
is_file(char c)
{
	return c >= 'a' && c < 'a' + RULES_FILES_MAX;
}

static bool
is_rank(char c)
{
	return c >= '1' && c < '1' + RULES_RANKS_MAX;
}

/*
 * Returns what is said for a character of a square. The names are those that FIDE's laws give blind
 * players, in every language, and three more for wider boards.
 */
static const char *
square_part(enum words_files files, char part, char letter[2])
{
	static const char *const names[RULES_FILES_MAX] = { "Anna",  "Bella",  "Cesar", "David", "Eva",   "Felix",
							    "Gustav", "Hector", "Ida",   "Julia", "Karla" };

	if (files == WORDS_FILES_NAMES && is_file(part))
		return names[part - 'a'];
	letter[0] = part;
	letter[1] = '\0';
	return letter;
}

/* Adds "e 4". */
static void
square_add(enum words_files files, const char *name, const char *separator, char out[WORDS_SPOKEN])
{
	char letter[2];

	add(out, WORDS_SPOKEN, separator, square_part(files, name[0], letter));
	add(out, WORDS_SPOKEN, " ", square_part(files, name[1], letter));
}

/*
 * Finds the piece's letter at the begin of a text, in English or (own) in the language's own letters.
 * Returns its bytes and the kind, or 0.
 */
static size_t
letter_read(const struct game *g, const char *text, bool own, uint8_t *kind)
{
	for (unsigned k = PIECE_PAWN; g && k <= PIECE_ARTILLERY; k++) {
		char english[4], letter[8] = "";

		rules_piece_print(g, piece_make(k, 0), english);
		if (english[0] == '.')
			continue;
		if (own)
			lang_letter(letter, sizeof(letter), english[0]);
		else
			letter[0] = english[0];
		if (strncmp(text, letter, strlen(letter)) == 0) {
			*kind = (uint8_t)k;
			return strlen(letter);
		}
	}
	return 0;
}

/* Reads "e4", "xe4", "be4", "1xe4", "b1-c3". Returns its bytes, 0 for other text. */
static size_t
squares_read(const char *text, struct notation *n)
{
	size_t at = 0, len = 0, from;

	if (is_file(text[at]))
		n->squares[len++] = text[at++];
	if (is_rank(text[at]))
		n->squares[len++] = text[at++];
	from = len;
	if (text[at] == 'x' || (text[at] == '-' && len == 2))
		n->way = text[at++];
	if (is_file(text[at]) && is_rank(text[at + 1])) {
		n->squares[len++] = text[at++];
		n->squares[len++] = text[at++];
		n->from = (int)from;
	} else if (n->way || len != 2) {
		return 0;
	}
	return at;
}

static size_t
castling_read(const char *text, struct notation *n)
{
	static const struct {
		const char *note, *words;
	} ways[] = { { "O-O-O", N_("castles long") }, { "O-O", N_("castles short") } };

	for (size_t i = 0; i < 2; i++)
		if (strncmp(text, ways[i].note, strlen(ways[i].note)) == 0) {
			n->castles = ways[i].words;
			return strlen(ways[i].note);
		}
	return 0;
}

static size_t
move_read(const struct game *g, const char *text, bool own, struct notation *n)
{
	size_t at = letter_read(g, text, own, &n->piece), more = squares_read(text + at, n);

	if (more == 0)
		return 0;
	at += more;
	if (text[at] == '=' && (more = letter_read(g, text + at + 1, own, &n->promoted)) > 0)
		at += 1 + more;
	return at;
}

/* Reads a move or a square that ends with its word. Returns its bytes, 0 for other text. */
static size_t
notation_read(const struct game *g, const char *text, bool own, struct notation *n)
{
	size_t at;

	*n = (struct notation){ .castles = NULL };
	at = castling_read(text, n);
	if (at == 0)
		at = move_read(g, text, own, n);
	if (at == 0)
		return 0;
	if (text[at] == '+' || text[at] == '#')
		n->end = text[at++];
	return is_of_word(text[at]) ? 0 : at;
}

static void
notation_say(const struct game *g, const struct notation *n, enum words_files files, char *out, size_t size)
{
	if (n->castles)
		add(out, size, " ", tr(n->castles));
	if (n->piece)
		add(out, size, " ", tr(rules_piece_name(g, n->piece)));
	for (int i = 0; n->squares[i]; i++) {
		char letter[2];

		if (n->way && i == n->from)
			add(out, size, " ", n->way == 'x' ? tr("takes") : tr("to"));
		add(out, size, " ", square_part(files, n->squares[i], letter));
	}
	if (n->promoted) {
		add(out, size, " ", tr("becomes"));
		add(out, size, " ", tr(rules_piece_name(g, n->promoted)));
	}
	if (n->end)
		add(out, size, ", ", n->end == '+' ? tr("check") : tr("mate"));
}

/* Says a text; own: pieces have the language's letters. */
static void
text_say(const struct game *g, const char *text, bool own, enum words_files files, char out[WORDS_SPOKEN])
{
	bool begins = true;

	*out = '\0';
	while (*text) {
		char words[WORDS_LINE] = { *text, '\0' };
		struct notation n;
		size_t len = begins ? notation_read(g, text, own, &n) : 0;

		if (len > 0) {
			words[0] = '\0';
			notation_say(g, &n, files, words, sizeof(words));
		}
		begins = !is_of_word(*text);
		text += len > 0 ? len : 1;
		add(out, WORDS_SPOKEN, "", words);
	}
	text_mend(out);
}

void
words_spoken(const struct game *g, const char *text, enum words_files files, char out[WORDS_SPOKEN])
{
	text_say(g, text, true, files, out);
}

void
words_spoken_action(const struct game *g, const struct move_note *note, struct action a, const char *text,
		    enum words_files files, char out[WORDS_SPOKEN])
{
	char written[WORDS_MOVE];

	if (*note->text) {
		text_say(g, note->text, false, files, out);
		return;
	}
	words_noted(g, note, a, text, written);
	text_say(g, written, true, files, out);
}

/* ---- the board ---- */

/* Returns what a mark means: of one piece, and as the head of a list. */
static const char *
mark_name(const struct game *g)
{
	switch (rules_mark(g)) {
	case '*':
		return tr(C_("a marked piece", "crooked"));
	case '^':
		return tr(C_("a marked piece", "zombie"));
	default:
		return tr(C_("a marked piece", "behind the mirror"));
	}
}

void
words_spoken_square(const struct game *g, const struct position *p, unsigned sq, enum words_files files,
		    char out[WORDS_SPOKEN])
{
	uint8_t piece = rules_at(g, p, sq);
	char name[4];

	rules_square_print(g, sq, name);
	*out = '\0';
	square_add(files, name, "", out);
	add(out, WORDS_SPOKEN, "", ": ");
	if (piece == 0) {
		add(out, WORDS_SPOKEN, "", tr(C_("a square", "empty")));
		return;
	}
	add(out, WORDS_SPOKEN, "", words_side(g, piece_colour(piece)));
	add(out, WORDS_SPOKEN, ", ", tr(rules_piece_name(g, piece)));
	if (piece & PIECE_MARK)
		add(out, WORDS_SPOKEN, ", ", mark_name(g));
}

/* Adds the squares of one kind of piece: "; rook a 1, h 1". */
static void
kind_say(const struct game *g, const struct position *p, uint8_t piece, enum words_files files,
	 char out[WORDS_SPOKEN])
{
	unsigned n = 0;

	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		char name[4];

		if (rules_at(g, p, sq) != piece)
			continue;
		rules_square_print(g, sq, name);
		if (n == 0)
			add(out, WORDS_SPOKEN, "; ", tr(rules_piece_name(g, piece)));
		square_add(files, name, n++ == 0 ? " " : ", ", out);
	}
}

/* Writes a side's pieces of all kinds, marked or not; "" if it has none. */
static void
pieces_say(const struct game *g, const struct position *p, unsigned colour, uint8_t mark,
	   enum words_files files, char out[WORDS_SPOKEN])
{
	static const uint8_t kinds[] = { PIECE_KING,  PIECE_QUEEN,  PIECE_STACK5,  PIECE_ROOK,     PIECE_BISHOP,
					 PIECE_KNIGHT, PIECE_MISSILE, PIECE_ARTILLERY, PIECE_PAWN };

	*out = '\0';
	for (size_t i = 0; i < sizeof(kinds); i++)
		kind_say(g, p, (uint8_t)(piece_make(kinds[i], colour) | mark), files, out);
}

void
words_spoken_position(const struct game *g, const struct position *p, enum words_files files,
		      char out[WORDS_SPOKEN])
{
	char pieces[WORDS_SPOKEN];

	*out = '\0';
	for (unsigned colour = 0; colour < 2; colour++) {
		add(out, WORDS_SPOKEN, ". ", words_side(g, colour));
		pieces_say(g, p, colour, 0, files, pieces);
		add(out, WORDS_SPOKEN, ": ", pieces);
		pieces_say(g, p, colour, PIECE_MARK, files, pieces);
		if (!*pieces)
			continue;
		add(out, WORDS_SPOKEN, "; ", mark_name(g));
		add(out, WORDS_SPOKEN, ": ", pieces);
	}
}
