/* Puzzles: the reader of a game's file, its check, and the choice of the next one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/lesson/lesson_puzzle.h"
#include "hw/text/text.h"
#include "hw/text/text_file.h"

enum {
	LINE_MAX = RULES_POSITION_TEXT + LESSON_PUZZLE_LINE * RULES_ACTION_TEXT + 200,
	NEAR = 60, /* unsolved puzzles among which the next one is chosen */
};

#define fail(err, ...) (text_print((err)->why, LESSON_WHY, __VA_ARGS__), -1)

/* ---- reading ---- */

/* Reads "a,b,c", legal from the row's position on. */
static int
read_actions(const struct game *g, char *text, struct lesson_puzzle *row, struct lesson_error *err)
{
	struct position p = row->position;
	char *rest = text;

	for (char *word = strsep(&rest, ","); word; word = strsep(&rest, ",")) {
		if (row->n == LESSON_PUZZLE_LINE)
			return fail(err, "more than %d actions", LESSON_PUZZLE_LINE);
		if (rules_outcome(g, &p, NULL).result != RESULT_ONGOING ||
		    rules_action_parse(g, &p, word, &row->line[row->n]) < 0)
			return fail(err, "%s: not legal", word);
		rules_apply(g, &p, row->line[row->n++]);
	}
	return 0;
}

/* Reads "GAME THEME KEY=VALUE … line=a,b | POSITION"; the other keys are for people. */
static int
read_row(const struct game *g, char *text, struct lesson_puzzle *row, struct lesson_error *err)
{
	char *bar = strstr(text, " | "), *line = strstr(text, " line="), name[24];
	struct rules_error why;

	memset(row, 0, sizeof(*row));
	text[strcspn(text, "\n")] = '\0';
	if (!bar || !line || line > bar || sscanf(text, "%23s %39s", name, row->theme) != 2)
		return fail(err, "expected GAME THEME … line=ACTION,… | POSITION");
	if (rules_game(name) != g)
		return fail(err, "a puzzle of another game");
	*bar = '\0';
	if (rules_parse(g, bar + 3, &row->position, &why) < 0)
		return fail(err, "position: %s", why.why);
	return read_actions(g, line + strlen(" line="), row, err);
}

static int
read_rows(struct lesson_puzzles *p, FILE *f, struct lesson_error *err)
{
	char text[LINE_MAX];

	while (fgets(text, sizeof(text), f)) {
		err->line++;
		if (p->n == LESSON_PUZZLES_MAX)
			return fail(err, "more than %d puzzles", LESSON_PUZZLES_MAX);
		if (read_row(p->game, text, &p->row[p->n], err) < 0)
			return -1;
		p->n++;
	}
	return 0;
}

int
lesson_puzzles_load(struct lesson_puzzles *p, const struct game *g, const char *path,
		    struct lesson_error *err)
{
	FILE *f = text_file_stream(path);
	int r;

	p->game = g;
	p->n = 0;
	*err = (struct lesson_error){ 0 };
	if (!f)
		return fail(err, "%s", text_file_why(errno));
	r = read_rows(p, f, err);
	(void)fclose(f);
	return r;
}

bool
lesson_puzzles_path(const char *game, char path[LESSON_PATH])
{
	const char *const folders[] = { PUZZLE_DIR_SOURCE, PUZZLE_DIR_INSTALLED };

	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++)
		if (*folders[i] &&
		    snprintf(path, LESSON_PATH, "%s/%s.txt", folders[i], game) < LESSON_PATH &&
		    access(path, R_OK) == 0)
			return true;
	return false;
}

/* ---- checking ---- */

static unsigned
count(const struct game *g, const struct position *p)
{
	return sqset_count(rules_occupied(g, p));
}

/* Checks that the line ends the game with a win by the reason of "REASON-in-N", in N turns. */
static int
check_win(const struct game *g, const struct lesson_puzzle *row, const char *in,
	  struct lesson_error *err)
{
	struct position p = row->position;
	unsigned side = rules_turn_seat(g, &p) & 1, last = !side, turns = 0;
	struct outcome o;

	for (unsigned i = 0; i < row->n; i++) {
		unsigned mover = rules_turn_seat(g, &p) & 1;

		turns += mover == side && last != side;
		last = mover;
		rules_apply(g, &p, row->line[i]);
	}
	o = rules_outcome(g, &p, NULL);
	if (o.result != RESULT_WIN || o.colour != side ||
	    strncmp(row->theme, rules_reason_name(o.reason), (size_t)(in - row->theme)) != 0)
		return fail(err, "%s: the line does not win so", row->theme);
	if (turns > strtoul(in + 4, NULL, 10))
		return fail(err, "%s: the line has %u turns", row->theme, turns);
	return 0;
}

static int
check_row(const struct game *g, const struct lesson_puzzle *row, struct lesson_error *err)
{
	static const char captures[] = "captures-";
	const char *in = strstr(row->theme, "-in-");
	struct position p = row->position;

	if (in)
		return check_win(g, row, in, err);
	for (unsigned i = 0; i < row->n; i++)
		rules_apply(g, &p, row->line[i]);
	if (strncmp(row->theme, captures, strlen(captures)) == 0 &&
	    count(g, &row->position) - count(g, &p) !=
		    strtoul(row->theme + strlen(captures), NULL, 10))
		return fail(err, "%s: the line does not capture so many", row->theme);
	return 0;
}

int
lesson_puzzles_check(const struct lesson_puzzles *p, struct lesson_error *err)
{
	*err = (struct lesson_error){ 0 };
	for (unsigned i = 0; i < p->n; i++) {
		err->line++;
		if (check_row(p->game, &p->row[i], err) < 0)
			return -1;
	}
	return 0;
}

/* ---- the next one ---- */

unsigned
lesson_touched(const struct game *g, const uint8_t board[RULES_SQUARES_MAX],
	       const struct position *to)
{
	unsigned gone[256] = { 0 }, come[256] = { 0 }, n = 0;

	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		uint8_t piece = rules_at(g, to, sq) & (uint8_t)~PIECE_MARK;

		gone[board[sq]] += board[sq] != piece;
		come[piece] += board[sq] != piece;
	}
	for (unsigned piece = 1; piece < 256; piece++)
		n += gone[piece] > come[piece] ? gone[piece] : come[piece];
	return n;
}

unsigned
lesson_puzzle_next(const struct lesson_puzzles *p, const uint8_t board[RULES_SQUARES_MAX],
		   const bool solved[LESSON_PUZZLES_MAX], unsigned level)
{
	unsigned best = p->n, least = UINT32_MAX, seen = 0;

	/* Rows at a distance of 0, 1, 1, 2, 2, … from the level. */
	for (unsigned i = 0; i <= 2 * p->n && seen < NEAR; i++) {
		unsigned row = i & 1 ? level + (i + 1) / 2 : level - i / 2, cost;

		if (row >= p->n || solved[row])
			continue;
		seen++;
		/* Of equals the one with the fewest pieces: fewer have to go for the one after it. */
		cost = lesson_touched(p->game, board, &p->row[row].position) * RULES_SQUARES_MAX +
		       count(p->game, &p->row[row].position);
		if (cost < least) {
			least = cost;
			best = row;
		}
	}
	return best;
}
