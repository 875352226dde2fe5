/*
 * Writes PGN. Actions are written in the order of play, so that reading them back needs no
 * knowledge of a game's turns: actions before a turn's first board move precede it, others
 * follow.
 */
#include "daemon/record/pgn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/advice/advice.h"
#include "daemon/record/review.h"
#include "daemon/record/secret.h"

enum {
	PGN_WIDTH = 79, /* the standard's export format requires fewer than 80 columns */
};

struct movetext {
	FILE *out;
	size_t column;
	const struct record *r;
	bool public_form; /* public form: secrets are omitted */
	uint32_t rolls;
	const char *review; /* the lines of the actions that are still to be printed; NULL: none */
};

/* ---- tags ---- */

/* Prints a tag with ' for a quotation mark: chess.js does not understand the standard's \". */
static void
tag_print(FILE *out, const char *name, const char *value)
{
	fprintf(out, "[%s \"", name);
	for (const char *c = value; *c; c++) {
		if (*c == '\\')
			fputc('\\', out);
		fputc(*c == '"' ? '\'' : *c, out);
	}
	fputs("\"]\n", out);
}

/* Returns "?" for unknown texts. "-" is read as unknown too, so it must not be written. */
static const char *
or_unknown(const char *text)
{
	return *text && strcmp(text, "-") != 0 ? text : "?";
}

/* Prints the names of one colour: two seats of a colour share a tag. */
static void
tag_players(FILE *out, const struct record *r, unsigned colour)
{
	char both[2 * RECORD_TEXT_MAX + 4];
	const char *first = r->name[colour], *second = "";

	if (rules_seats(r->game) > 2)
		second = r->name[colour + 2];
	snprintf(both, sizeof(both), "%s%s%s", first, *first && *second ? " & " : "", second);
	tag_print(out, colour ? "Black" : "White", or_unknown(both));
}

/* Prints one name a seat if two tags cannot hold them. */
static void
tag_seats(FILE *out, const struct record *r)
{
	for (unsigned seat = 0; rules_seats(r->game) > 2 && seat < rules_seats(r->game); seat++) {
		char name[16];

		snprintf(name, sizeof(name), "Seat_%s", rules_seat_name(r->game, seat));
		if (*r->name[seat])
			tag_print(out, name, r->name[seat]);
	}
}

/* Reports whether a rook of that colour is farther out on the king's rank than the castling one. */
static bool
rook_beyond(const struct record *r, unsigned colour, int file)
{
	int king = 0, step, rook = (int)(PIECE_ROOK | (colour ? PIECE_BLACK : 0));
	unsigned rank = colour ? 56 : 0;

	while (king < 8 &&
	       piece_kind(rules_at(r->game, &r->start, rank + (unsigned)king)) != PIECE_KING)
		king++;
	step = file > king ? 1 : -1;
	for (file += step; file >= 0 && file < 8; file += step)
		if (rules_at(r->game, &r->start, rank + (unsigned)file) == rook)
			return true;
	return false;
}

/* Returns one letter of Shredder-FEN's castling field in X-FEN. */
static char
castling_letter(const struct record *r, char letter, const char *board_king)
{
	unsigned colour = letter >= 'a';
	int file = letter - (colour ? 'a' : 'A');
	char x = file > board_king[colour] ? 'k' : 'q';

	if (rook_beyond(r, colour, file))
		return letter;
	return colour ? x : (char)(x - 'a' + 'A');
}

/*
 * Converts castling rights by file to X-FEN: equal to FEN wherever the castling rook is the
 * outermost, which many programs require.
 */
static void
position_xfen(const struct record *r, char *text)
{
	char *field = strchr(strchr(text, ' ') + 1, ' ') + 1;
	char king[2] = { 0, 0 };

	for (unsigned sq = 0; sq < 64; sq++) {
		uint8_t piece = rules_at(r->game, &r->start, sq);

		if (piece_kind(piece) == PIECE_KING)
			king[piece_colour(piece)] = (char)(sq % 8);
	}
	for (; *field != ' ' && *field != '-'; field++)
		*field = castling_letter(r, *field, king);
}

/* Reports whether the position is the default start that needs no FEN tag. */
static bool
is_usual_start(const struct record *r, const char *text)
{
	char usual[RULES_POSITION_TEXT];
	struct position start;
	struct rules_error err;

	if (rules_start(r->game, "", &start, &err) < 0)
		return false;
	rules_print(r->game, &start, usual);
	return strcmp(text, usual) == 0;
}

static void
tag_position(FILE *out, const struct record *r, bool public_form)
{
	bool arrays = rules_has_arrays(r->game);
	char text[RULES_POSITION_TEXT];

	if (public_form)
		rules_view_print(r->game, &r->start, SEAT_TABLE, text);
	else
		rules_print(r->game, &r->start, text);
	if (!arrays && is_usual_start(r, text))
		return;
	if (arrays)
		position_xfen(r, text);
	tag_print(out, "SetUp", "1");
	tag_print(out, "FEN", text);
}

static void
tag_result(FILE *out, const struct record *r)
{
	char score[8];

	if (r->result.end == RECORD_UNFINISHED)
		tag_print(out, "Termination", "unterminated");
	else if (strcmp(r->result.reason, "time") == 0)
		tag_print(out, "Termination", "time forfeit"); /* the standard's term */
	else if (*r->result.reason)
		tag_print(out, "Termination", r->result.reason);
	if (r->result.end == RECORD_SCORED) {
		snprintf(score, sizeof(score), "%u", r->result.score);
		tag_print(out, "Score", score);
	}
}

/* Prints hashes, and seeds once they are public. */
static void
tag_seeds(FILE *out, const struct record *r, bool public_form)
{
	char hashes[CHANCE_TEXT];

	if (!*r->seeds)
		return;
	chance_hashes(r->seeds, hashes);
	tag_print(out, "SeedHash", hashes);
	if (!public_form)
		tag_print(out, "Seed", r->seeds);
}

/*
 * Prints the clock twice: in the standard's form if there is one, and in our form, which is
 * complete.
 */
static void
tag_clock(FILE *out, const struct record *r)
{
	char spec[CLOCK_SPEC_TEXT], *colon;
	const char *control = "?";
	struct clock c;

	if (!*r->clock || clock_parse(&c, r->clock, rules_seats(r->game)) < 0)
		return;
	clock_spec_print(&c.spec, spec);
	colon = strchr(spec, ':');
	if (colon && c.spec.n == 1 && c.spec.mode != CLOCK_BRONSTEIN) {
		*colon = '*';
		control = c.spec.mode == CLOCK_HOURGLASS ? colon : colon + 1;
	}
	tag_print(out, "TimeControl", control);
	clock_spec_print(&c.spec, spec);
	tag_print(out, "Clock", spec);
}

static void
tags_print(FILE *out, const struct record *r, bool public_form)
{
	char number[12];

	tag_print(out, "Event", or_unknown(r->event));
	tag_print(out, "Site", or_unknown(r->site));
	tag_print(out, "Date", *r->date ? r->date : RECORD_DATE_UNSET);
	tag_print(out, "Round", or_unknown(r->round));
	tag_players(out, r, 0);
	tag_players(out, r, 1);
	tag_print(out, "Result", record_result_word(&r->result));
	if (strcmp(rules_name(r->game), "chess") != 0)
		tag_print(out, "Variant", rules_title(r->game));
	tag_position(out, r, public_form);
	tag_seats(out, r);
	tag_seeds(out, r, public_form);
	tag_clock(out, r);
	tag_result(out, r);
	snprintf(number, sizeof(number), "%u", r->number);
	if (r->number)
		tag_print(out, "GameNumber", number);
	fputc('\n', out);
}

/* ---- moves ---- */

static void
word_print(struct movetext *m, const char *word)
{
	size_t len = strlen(word);

	if (m->column > 0 && m->column + 1 + len > PGN_WIDTH) {
		fputc('\n', m->out);
		m->column = 0;
	}
	if (m->column > 0) {
		fputc(' ', m->out);
		m->column++;
	}
	fputs(word, m->out);
	m->column += len;
}

/* Returns a number that is equal for positions of the same turn. */
static unsigned
turn_of(const struct game *g, const struct position *p)
{
	return rules_turn(g, p) * 2 + (rules_turn_seat(g, p) & 1);
}

static void
number_print(struct movetext *m, unsigned turn)
{
	char word[24];

	snprintf(word, sizeof(word), turn & 1 ? "%u..." : "%u.", turn / 2);
	word_print(m, word);
}

static bool
is_board_move(struct action a)
{
	return a.kind == ACT_MOVE || a.kind == ACT_CASTLE || a.kind == ACT_ATTEMPT;
}

/* Prints the time left to the mover as [%clk …]. */
static bool
clock_print_left(struct movetext *m, const struct record_action *a)
{
	uint64_t s = a->clock_us / 1000000;
	char word[48];

	if (a->clock_us == CLOCK_NO_TIME)
		return false;
	snprintf(word, sizeof(word), "{[%%clk %llu:%02llu:%02llu]}", (unsigned long long)(s / 3600),
		 (unsigned long long)(s / 60 % 60), (unsigned long long)(s % 60));
	word_print(m, word);
	return true;
}

/* ---- the review ---- */

/* Takes the review of the next action, and prints its NAG. */
static void
nag_print(struct movetext *m, const struct position *p, struct action a, struct review_row *row)
{
	static const char *const nag[ADVICE_CLASSES + 1] = {
		[ADVICE_PLAYABLE] = "$6",
		[ADVICE_MISTAKE] = "$2",
		[ADVICE_BLUNDER] = "$4",
	};

	*row = (struct review_row){ .scored = false };
	if (m->review)
		m->review = review_read(m->review, m->r->game, p, a, row);
	if (nag[review_class(row)])
		word_print(m, nag[review_class(row)]);
}

/*
 * Prints the score after a move as [%eval …], in pawns from White's view. A win is given in the moves
 * that are left after the move; a mating move has none.
 */
static bool
eval_print(struct movetext *m, bool black, const struct review_row *row)
{
	const int won = REVIEW_WON - abs(row->played), value = black ? -row->played : row->played;
	const int left = won - (row->played > 0);
	char word[32];

	if (!row->scored || left == 0)
		return false;
	if (won <= REVIEW_WON_MOVES)
		(void)snprintf(word, sizeof(word), "{[%%eval #%s%d]}", value < 0 ? "-" : "", left);
	else
		(void)snprintf(word, sizeof(word), "{[%%eval %s%d.%02d]}", value < 0 ? "-" : "",
			       abs(value) / 100, abs(value) % 100);
	word_print(m, word);
	return true;
}

static void
moves_san(struct movetext *m)
{
	const struct record *r = m->r;
	struct position p = r->start;
	char word[RULES_SAN_TEXT];
	bool remark = true;

	for (uint32_t i = 0; i < r->n; i++) {
		unsigned turn = turn_of(r->game, &p);
		struct review_row row;

		if (remark || !(turn & 1))
			number_print(m, turn);
		rules_san_print(r->game, &p, r->action[i].action, word);
		word_print(m, word);
		nag_print(m, &p, r->action[i].action, &row);
		remark = eval_print(m, turn & 1, &row);
		remark |= clock_print_left(m, &r->action[i]);
		rules_apply(r->game, &p, r->action[i].action);
	}
}

/* Returns the number of actions in the turn that begins at i; *board: it has a board move. */
static uint32_t
turn_length(const struct record *r, const struct position *first, uint32_t i, bool *board)
{
	struct position p = *first;
	unsigned turn = turn_of(r->game, first);
	uint32_t n = 0;

	*board = false;
	do {
		*board |= is_board_move(r->action[i + n].action);
		rules_apply(r->game, &p, r->action[i + n].action);
		n++;
	} while (i + n < r->n && turn_of(r->game, &p) == turn);
	return n;
}

static void
act_print(struct movetext *m, const char *text)
{
	char word[RULES_ACTION_TEXT + 10];

	snprintf(word, sizeof(word), "{[%%act %s]}", text);
	word_print(m, word);
}

/* Prints a comment, wrapped between words. */
static void
comment_print(struct movetext *m, const char *text)
{
	char all[RULES_ANNOUNCEMENT_TEXT + 2], *word = all, *end;

	snprintf(all, sizeof(all), "{%.*s}", RULES_ANNOUNCEMENT_TEXT - 1, text);
	while ((end = strchr(word, ' '))) {
		*end = '\0';
		word_print(m, word);
		word = end + 1;
	}
	word_print(m, word);
}

/* Marks a roll that does not follow from the seed, once the seed is public. */
static void
roll_print(struct movetext *m, struct action a)
{
	uint8_t die[2];
	unsigned low, high;

	if (a.kind != ACT_ROLL)
		return;
	m->rolls++;
	if (m->public_form || !chance_roll(m->r->seeds, m->rolls, die))
		return;
	low = die[0] < die[1] ? die[0] : die[1];
	high = die[0] < die[1] ? die[1] : die[0];
	if (a.arg != low * 8 + high)
		comment_print(m, "real dice");
}

/* Prints the public announcements of an action. */
static void
announcements_print(struct movetext *m, const struct position *p, struct action a)
{
	struct announcements said;

	rules_announce(m->r->game, p, a, &said);
	for (unsigned i = 0; i < said.n; i++) {
		char text[RULES_ANNOUNCEMENT_TEXT];

		rules_announcement_print(m->r->game, said.said[i], text);
		comment_print(m, text);
	}
}

/*
 * Prints a turn of a game without SAN: the first board move, or `--`, with other actions
 * around it.
 */
static void
turn_print(struct movetext *m, struct position *p, uint32_t i, uint32_t n, bool board)
{
	const struct record *r = m->r;
	char text[RULES_ACTION_TEXT];
	struct review_row row;
	bool moved = !board;

	number_print(m, turn_of(r->game, p));
	if (!board)
		word_print(m, "--");
	for (uint32_t k = i; k < i + n; k++) {
		struct action a = r->action[k].action;

		if (m->public_form)
			secret_action_print(r->game, p, a, text);
		else
			rules_action_print(r->game, p, a, text);
		if (!moved && is_board_move(a)) {
			word_print(m, text);
			moved = true;
		} else {
			act_print(m, text);
		}
		nag_print(m, p, a, &row);
		roll_print(m, a);
		announcements_print(m, p, a);
		(void)clock_print_left(m, &r->action[k]);
		rules_apply(r->game, p, a);
	}
}

static void
moves_coordinates(struct movetext *m)
{
	const struct record *r = m->r;
	struct position p = r->start;
	bool board;

	for (uint32_t i = 0, n; i < r->n; i += n) {
		n = turn_length(r, &p, i, &board);
		turn_print(m, &p, i, n, board);
	}
}

static char *
print(const struct record *r, bool public_form, const char *review)
{
	char *text = NULL;
	size_t size = 0;
	struct movetext m = { .out = open_memstream(&text, &size),
			      .r = r,
			      .public_form = public_form,
			      .review = review };
	bool failed;

	if (!m.out)
		return NULL;
	tags_print(m.out, r, public_form);
	if (rules_has_san(r->game))
		moves_san(&m);
	else
		moves_coordinates(&m);
	word_print(&m, record_result_word(&r->result));
	fputs("\n\n", m.out);
	failed = ferror(m.out) != 0;
	if (fclose(m.out) != 0 || failed) {
		free(text);
		return NULL;
	}
	return text;
}

char *
pgn_print(const struct record *r)
{
	return print(r, false, NULL);
}

char *
pgn_print_public(const struct record *r)
{
	return print(r, !record_is_public(r), NULL);
}

char *
pgn_print_reviewed(const struct record *r)
{
	const bool public = record_is_public(r);

	return print(r, !public, public ? r->review : NULL);
}
