/*
 * rows FILE…: the rules of a game as a table, one row per line:
 *
 *   POSITION | ACTIONS | WANT
 *
 * POSITION is a position, `start` or `start KEY=VALUE …`; if empty, that of the previous row.
 * ACTIONS are played from it. WANT is one of
 *
 *   a position                  the printed result
 *   illegal                     the last action is illegal, those before it are legal
 *   ongoing, win …, draw …      the outcome
 *   error: TEXT                 the position is refused (ACTIONS empty), with TEXT in the reason
 *   from SQ: ACTION …           all actions from that square, sorted; `from -:` all without one
 *   does: e2 P>. moved, …       the footprint of the last action, each change with its cause,
 *                               and `marked` or `unmarked` if that happened to the piece
 *   why SQ TO: RULE SQ …        the refusal and its squares; TO `-`: no action at all;
 *                               RULE `-`: nothing is refused
 *   why SEAT ACTION: RULE SQ …  the same for an action in notation, from the knowledge of SEAT,
 *                               of `table`, or of `me`, whose turn it is
 *   because SEAT ACTION: TEXT   its sentence
 *   says: WORDS, …              the announcements of the last action
 *   view SEAT: TEXT             the view of that seat, or of `table`
 *   check: SQ …                 the kings in check
 *   mated by: SQ …              the pieces that leave a mated king no way out
 *   perft: N N …                counts of length 1, 2 …
 *
 * The first line is "game NAME"; empty lines and lines that begin with # are comments.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

#include "tests/rules/rules_test.h"

enum { LINE_SIZE = 4096, GOT_SIZE = 4096 };

struct row {
	const struct game *g;
	char position[LINE_SIZE]; /* as written, kept for rows that omit it */
	char *actions, *want;
	struct position before, p; /* before and after the last action */
	struct history h;
	struct action last;
	bool illegal; /* the last action */
	char got[GOT_SIZE];
};

static char **files;
static int file_count;

static void
append(struct row *r, const char *text)
{
	size_t len = strlen(r->got);

	snprintf(r->got + len, sizeof(r->got) - len, "%s", text);
}

static bool
begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static char *
trim(char *s)
{
	size_t len;

	while (isspace((unsigned char)*s))
		s++;
	len = strlen(s);
	while (len > 0 && isspace((unsigned char)s[len - 1]))
		s[--len] = '\0';
	return s;
}

static int
set_position(struct row *r, struct rules_error *err)
{
	const char *options = r->position + strlen("start");

	if (!begins(r->position, "start"))
		return rules_parse(r->g, r->position, &r->p, err);
	return rules_start(r->g, *options ? options + 1 : "", &r->p, err);
}

/* Plays the actions. Returns false if one before the last is illegal, which no row allows. */
static bool
play(struct row *r)
{
	char words[LINE_SIZE];

	rules_history_start(r->g, &r->h, &r->p);
	r->illegal = false;
	snprintf(words, sizeof(words), "%s", r->actions);
	for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
		bool over = rules_outcome(r->g, &r->p, &r->h).result != RESULT_ONGOING;

		if (r->illegal)
			return false;
		r->before = r->p;
		if (over || rules_action_parse(r->g, &r->p, word, &r->last) < 0) {
			r->illegal = true;
			continue;
		}
		rules_apply(r->g, &r->p, r->last);
		rules_history_push(r->g, &r->h, &r->p);
	}
	return true;
}

static int
compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

static bool
is_board_action(struct action a)
{
	return a.kind == ACT_MOVE || a.kind == ACT_CASTLE || a.kind == ACT_ATTEMPT;
}

static void
print_from(struct row *r, const char *sq)
{
	static struct action list[RULES_ACTIONS_MAX];
	static char names[RULES_ACTIONS_MAX][RULES_ACTION_TEXT];
	unsigned from = rules_square_parse(r->g, sq, 2);
	size_t n = rules_actions(r->g, &r->p, list), found = 0;

	for (size_t i = 0; i < n; i++)
		if (*sq == '-' ? !is_board_action(list[i])
			       : is_board_action(list[i]) && list[i].from == from)
			rules_action_print(r->g, &r->p, list[i], names[found++]);
	qsort(names, found, sizeof(names[0]), compare);
	for (size_t i = 0; i < found; i++) {
		append(r, " ");
		append(r, names[i]);
	}
}

static void
print_set(struct row *r, struct sqset set)
{
	char name[4];

	while (!sqset_empty(set)) {
		rules_square_print(r->g, sqset_pop(&set), name);
		append(r, " ");
		append(r, name);
	}
}

static void
print_footprint(struct row *r)
{
	static const char *const causes[] = {
		[CAUSE_MOVED] = "moved",       [CAUSE_CAPTURED] = "captured",
		[CAUSE_PROMOTED] = "promoted", [CAUSE_CASTLED] = "castled",
		[CAUSE_PLACED] = "placed",     [CAUSE_REMOVED] = "removed",
		[CAUSE_MARKED] = "marked",
	};
	static const char *const marks[] = {
		[MARK_KEPT] = "",
		[MARK_GIVEN] = " marked",
		[MARK_TAKEN] = " unmarked",
	};
	struct footprint f;

	rules_footprint(r->g, &r->before, r->last, &f);
	for (unsigned i = 0; i < f.n; i++) {
		const struct change *c = &f.change[i];
		char sq[4], before[4], after[4], text[40];

		rules_square_print(r->g, c->sq, sq);
		rules_piece_print(r->g, c->before, before);
		rules_piece_print(r->g, c->after, after);
		snprintf(text, sizeof(text), "%s%s %s>%s %s%s", i ? ", " : " ", sq, before, after,
			 causes[c->cause], marks[c->mark]);
		append(r, text);
	}
}

/* Reports whether the words read as what they were printed from, and no others do. */
static bool
announcement_reads(const struct game *g, struct announcement said, const char *text)
{
	char printed[RULES_ANNOUNCEMENT_TEXT + 1];
	struct announcement again;

	snprintf(printed, sizeof(printed), "%s!", text);
	if (rules_announcement_parse(g, printed, &again) == 0)
		return false;
	if (rules_announcement_parse(g, text, &again) < 0 || again.kind != said.kind)
		return false;
	rules_announcement_print(g, again, printed);
	return strcmp(printed, text) == 0;
}

static void
print_announcements(struct row *r)
{
	struct announcements a;
	char text[RULES_ANNOUNCEMENT_TEXT];

	rules_announce(r->g, &r->before, r->last, &a);
	for (unsigned i = 0; i < a.n; i++) {
		rules_announcement_print(r->g, a.said[i], text);
		append(r, announcement_reads(r->g, a.said[i], text) ? "" : "unread");
		append(r, i ? ", " : " ");
		append(r, text);
	}
}

/* Parses "e2 e4:", "e2 -:" or "me e2e4:". */
static void
refuse_words(const struct row *r, const char *words, struct refusal *out)
{
	char first[8], second[RULES_ACTION_TEXT];
	unsigned turn = rules_turn_seat(r->g, &r->p), from, to, seat;

	if (sscanf(words, "%7[^ ] %23[^ ]", first, second) != 2 || !strchr(words, ':'))
		fail_msg("a refusal is asked for by two words: %s", words);
	second[strlen(second) - 1] = '\0'; /* drop the final colon */
	from = rules_square_parse(r->g, first, strlen(first));
	seat = strcmp(first, "me") ? rules_seat_parse(r->g, first) : turn;
	to = strcmp(second, "-") ? rules_square_parse(r->g, second, strlen(second)) : RULES_NO_SQ;
	if (from != RULES_NO_SQ)
		rules_refuse(r->g, &r->p, turn, from, to, out);
	else if (seat != SEAT_NONE)
		rules_refuse_text(r->g, &r->p, seat, second, out);
	else
		fail_msg("neither a square nor a seat: %s", first);
}

static void
print_refusal(struct row *r, const char *words)
{
	struct refusal why;

	refuse_words(r, words, &why);
	append(r, " ");
	append(r, why.rule ? why.rule : "-");
	print_set(r, why.squares);
	if (why.rule && (!why.text || why.text[strlen(why.text) - 1] != '.'))
		append(r, " (without a sentence)");
}

static void
print_sentence(struct row *r, const char *words)
{
	char text[RULES_REFUSAL_TEXT];
	struct refusal why;

	refuse_words(r, words, &why);
	append(r, " ");
	if (why.rule)
		rules_refusal_print(&why, text);
	append(r, why.rule ? text : "-");
}

static void
print_view(struct row *r, const char *name)
{
	char seat[16], text[RULES_POSITION_TEXT];

	snprintf(seat, sizeof(seat), "%.*s", (int)strcspn(name, ":"), name);
	rules_view_print(r->g, &r->p, rules_seat_parse(r->g, seat), text);
	append(r, " ");
	append(r, text);
}

static void
print_perft(struct row *r)
{
	unsigned depths = 0;
	char text[24];

	for (const char *c = strchr(r->want, ':'); *c; c++)
		depths += *c == ' ';
	for (unsigned depth = 1; depth <= depths; depth++) {
		snprintf(text, sizeof(text), " %" PRIu64, rules_perft(r->g, &r->p, &r->h, depth));
		append(r, text);
	}
}

/* Returns the text after the colon that ends a form; verbs contain one. */
static const char *
form_end(const char *want)
{
	const char *end = strstr(want, ": ");

	return end ? end + 1 : want + strlen(want);
}

/* Prints a form that begins with a word and ends with a colon, followed by the result. */
static bool
print_form(struct row *r)
{
	const char *arg = strchr(r->want, ' ');
	bool known = true;

	snprintf(r->got, sizeof(r->got), "%.*s", (int)(form_end(r->want) - r->want), r->want);
	if (begins(r->want, "from "))
		print_from(r, arg + 1);
	else if (begins(r->want, "does:"))
		print_footprint(r);
	else if (begins(r->want, "says:"))
		print_announcements(r);
	else if (begins(r->want, "why "))
		print_refusal(r, arg + 1);
	else if (begins(r->want, "because "))
		print_sentence(r, arg + 1);
	else if (begins(r->want, "view "))
		print_view(r, arg + 1);
	else if (begins(r->want, "check:"))
		print_set(r, rules_checked(r->g, &r->p));
	else if (begins(r->want, "mated by:"))
		print_set(r, rules_mate_squares(r->g, &r->p));
	else if (begins(r->want, "perft:"))
		print_perft(r);
	else
		known = false;
	return known;
}

/* Prints the actual result in the form that the row requires. */
static void
print_got(struct row *r)
{
	char text[RULES_POSITION_TEXT];

	if (r->illegal) {
		snprintf(r->got, sizeof(r->got), "illegal");
		return;
	}
	if (print_form(r))
		return;
	if (strchr(r->want, '/'))
		rules_print(r->g, &r->p, text);
	else
		rules_outcome_print(r->g, rules_outcome(r->g, &r->p, &r->h), text);
	snprintf(r->got, sizeof(r->got), "%s", text);
}

/* Reports whether an error row's position is refused for its reason. */
static bool
is_refused(struct row *r, const struct rules_error *err)
{
	return begins(r->want, "error: ") && strstr(err->why, r->want + strlen("error: "));
}

static bool
run_row(struct row *r, const char *where)
{
	struct rules_error err = { 0, "" };

	if (set_position(r, &err) < 0) {
		if (is_refused(r, &err))
			return true;
		print_error("%s: %s\n\tthe position is refused: %s\n", where, r->position, err.why);
		return false;
	}
	if (!play(r)) {
		print_error("%s: %s: an action before the last is illegal\n", where, r->actions);
		return false;
	}
	print_got(r);
	if (strcmp(r->got, r->want) == 0)
		return true;
	print_error("%s: %s | %s\n\tis   %s\n\twant %s\n", where, r->position, r->actions, r->got,
		    r->want);
	return false;
}

/* Splits a line into its three cells, in place. */
static void
split(struct row *r, char *line, const char *where)
{
	char *first = strchr(line, '|'), *second = first ? strchr(first + 1, '|') : NULL;
	char *position;

	if (!second || strchr(second + 1, '|')) {
		fail_msg("%s: a row is POSITION | ACTIONS | WANT", where);
		return;
	}
	*first = *second = '\0';
	position = trim(line);
	if (*position)
		snprintf(r->position, sizeof(r->position), "%s", position);
	r->actions = trim(first + 1);
	r->want = trim(second + 1);
}

static unsigned
run_file(const char *path)
{
	static struct row row;
	static char line[LINE_SIZE];
	FILE *f = fopen(path, "r");
	unsigned number = 0, rows = 0, wrong = 0;

	if (!f)
		fail_msg("%s cannot be read", path);
	row.g = NULL;
	while (fgets(line, sizeof(line), f)) {
		char *text = trim(line), where[512];

		snprintf(where, sizeof(where), "%s:%u", path, ++number);
		if (*text == '\0' || *text == '#')
			continue;
		if (!row.g) {
			if (!begins(text, "game "))
				fail_msg("%s: the first line is game NAME", where);
			row.g = test_game(text + strlen("game "));
			continue;
		}
		split(&row, text, where);
		wrong += !run_row(&row, where);
		rows++;
	}
	fclose(f);
	if (rows == 0)
		fail_msg("%s has no rows", path);
	return wrong;
}

static void
test_files(void **state)
{
	unsigned wrong = 0;

	(void)state;
	assert_true(file_count > 0);
	for (int i = 0; i < file_count; i++)
		wrong += run_file(files[i]);
	assert_int_equal(wrong, 0);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_files) };

	files = argv + 1;
	file_count = argc - 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
