/*
 * The reader of lessons. Lines are read here and not by libinih, which cuts lines of more than 200
 * bytes and takes a semicolon for a comment.
 */
#include "daemon/lesson/lesson.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/lesson/lesson_impl.h"
#include "hw/text/text.h"
#include "hw/text/text_file.h"
#include "hw/text/text_part.h"

enum { LINE_MAX_BYTES = 1024 };

struct reader {
	struct lesson *l;
	struct lesson_error *err;
	struct text_part rest; /* lines still to read */
	unsigned line;         /* of the key that is read; continued lines count from its first */
	unsigned next_line;
};

/* A line "key argument = value", with its language. */
struct entry {
	char text[LINE_MAX_BYTES]; /* the parts below point into it */
	char *key, *argument, *value;
	unsigned language;
};

__attribute__((format(printf, 2, 3))) static int
fail(struct reader *r, const char *fmt, ...)
{
	va_list ap;

	r->err->line = r->line;
	va_start(ap, fmt);
	text_vprint(r->err->why, sizeof(r->err->why), fmt, ap);
	va_end(ap);
	return -1;
}

/* ---- lines ---- */

static char *
trim(char *s)
{
	size_t len;

	s += strspn(s, " \t");
	for (len = strlen(s); len && strchr(" \t\r", s[len - 1]); len--)
		s[len - 1] = '\0';
	return s;
}

/* Appends a line, after a space if it continues another one. */
static int
append(struct reader *r, char out[LINE_MAX_BYTES], struct text_part line)
{
	size_t at = strlen(out);

	while (at && line.len && (line.s[0] == ' ' || line.s[0] == '\t')) {
		line.s++;
		line.len--;
	}
	if (at + line.len + 2 > LINE_MAX_BYTES)
		return fail(r, "the line has more than %d bytes", LINE_MAX_BYTES - 2);
	(void)snprintf(out + at, LINE_MAX_BYTES - at, "%s%.*s", at ? " " : "", (int)line.len, line.s);
	trim(out);
	return 0;
}

static bool
is_blank(struct text_part line)
{
	for (size_t i = 0; i < line.len; i++)
		if (!strchr(" \t\r", line.s[i]))
			return false;
	return true;
}

/* Reports whether the next line continues the one before: it is indented and not blank. */
static bool
continues(const struct reader *r)
{
	struct text_part rest = r->rest, line;

	return text_part_next(&rest, '\n', &line) && line.len && (line.s[0] == ' ' || line.s[0] == '\t') &&
	       !is_blank(line);
}

static bool
looks_like_key(struct text_part line)
{
	return memmem(line.s, line.len, " = ", 3) != NULL;
}

/* Reads the next line that is neither blank nor a comment. Returns 1, 0 at the end, or -1. */
static int
read_line(struct reader *r, char out[LINE_MAX_BYTES])
{
	struct text_part line;
	unsigned first;

	*out = '\0';
	do {
		if (!text_part_next(&r->rest, '\n', &line))
			return 0;
		r->line = r->next_line++;
	} while (is_blank(line) || line.s[0] == '#');
	if (line.s[0] == ' ' || line.s[0] == '\t')
		return fail(r, "an indented line continues the key above, and there is none");
	if (append(r, out, line) < 0)
		return -1;
	first = r->line;
	while (continues(r)) {
		(void)text_part_next(&r->rest, '\n', &line);
		r->line = r->next_line++;
		if (looks_like_key(line))
			return fail(r, "an indented line continues the one above, but this one "
				       "looks like a key");
		if (append(r, out, line) < 0)
			return -1;
	}
	r->line = first;
	return 1;
}

static int
split(struct reader *r, struct entry *e)
{
	char *is = strchr(e->text, '='), *dot;

	if (!is)
		return fail(r, "\"%.40s\" is neither [step] nor a line of the form key = value", e->text);
	*is = '\0';
	e->value = trim(is + 1);
	e->key = trim(e->text);
	e->argument = e->key + strcspn(e->key, " ");
	if (*e->argument) {
		*e->argument = '\0';
		e->argument = trim(e->argument + 1);
	}
	e->language = LESSON_ENGLISH;
	dot = strchr(e->key, '.');
	if (dot && strcmp(dot, ".de") != 0)
		return fail(r, "%.40s: the only other language is .de", e->key);
	if (dot) {
		*dot = '\0';
		e->language = LESSON_GERMAN;
	}
	return *e->value ? 0 : fail(r, "%.40s: no value", e->key);
}

/* ---- keys ---- */

static int
take_text(struct reader *r, const struct entry *e, struct lesson_text *t)
{
	char *out = t->in[e->language];

	if (*out)
		return fail(r, "%s: already set", e->key);
	if (strlen(e->value) >= LESSON_TEXT)
		return fail(r, "%s: %zu bytes, more than %d", e->key, strlen(e->value), LESSON_TEXT - 1);
	text_copy(out, LESSON_TEXT, e->value);
	t->line[e->language] = (uint16_t)r->line;
	return 0;
}

static int
take_light(struct reader *r, struct lesson_step *s, const struct entry *e)
{
	struct text_part rest = { e->value, strlen(e->value) }, word;

	while (text_part_next(&rest, ' ', &word)) {
		unsigned sq = rules_square_parse(r->l->game, word.s, word.len);

		if (sq == RULES_NO_SQ)
			return fail(r, "light: \"%.*s\" is no square", (int)word.len, word.s);
		sqset_add(&s->light, sq);
	}
	return 0;
}

static int
take_replies(struct reader *r, struct lesson_step *s, const struct entry *e)
{
	struct text_part rest = { e->value, strlen(e->value) }, word;

	s->reply_line = (uint16_t)r->line;
	while (text_part_next(&rest, ' ', &word)) {
		if (s->n_replies == LESSON_REPLIES_MAX)
			return fail(r, "reply: more than %d actions", LESSON_REPLIES_MAX);
		if (word.len == 0 || word.len >= RULES_ACTION_TEXT)
			return fail(r, "reply: \"%.*s\" is no action", (int)word.len, word.s);
		(void)snprintf(s->reply[s->n_replies++], RULES_ACTION_TEXT, "%.*s", (int)word.len, word.s);
	}
	return 0;
}

/* Reads "capture d5", or "N on e4". Returns false if the words are no such goal. */
static bool
read_goal(const struct game *g, const char *words, struct lesson_goal *out)
{
	static const struct {
		const char *word;
		uint8_t kind;
	} plain[] = { { "capture", GOAL_CAPTURE },	 { "check", GOAL_CHECK },
		      { "checkmate", GOAL_CHECKMATE }, { "win", GOAL_WIN },
		      { "any", GOAL_ANY } };

	out->sq = RULES_NO_SQ;
	for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
		if (strcmp(words, plain[i].word) == 0) {
			out->kind = plain[i].kind;
			return true;
		}
	if (strncmp(words, "capture ", 8) == 0) {
		out->kind = GOAL_CAPTURE;
		out->sq = (uint8_t)rules_square_parse(g, words + 8, strlen(words + 8));
		return out->sq != RULES_NO_SQ;
	}
	if (!*words || strncmp(words + 1, " on ", 4) != 0)
		return false;
	out->kind = GOAL_STANDS;
	out->piece = rules_piece_parse(g, words[0]);
	out->sq = (uint8_t)rules_square_parse(g, words + 5, strlen(words + 5));
	return out->piece && out->sq != RULES_NO_SQ;
}

static int
take_goal(struct reader *r, struct lesson_step *s, const struct entry *e)
{
	struct lesson_goal *goal = &s->goal[s->n_goals];
	struct action a;

	if (s->n_goals == LESSON_GOALS_MAX)
		return fail(r, "goal: more than %d", LESSON_GOALS_MAX);
	goal->line = (uint16_t)r->line;
	if (!read_goal(r->l->game, e->value, goal)) {
		goal->kind = GOAL_ACTION;
		if (strlen(e->value) >= RULES_ACTION_TEXT ||
		    rules_action_read(r->l->game, e->value, &a) < 0)
			return fail(r,
				    "goal: \"%.40s\" is neither an action nor one of: capture, capture d5, "
				    "N on e4, check, checkmate, win, any",
				    e->value);
		text_copy(goal->action, sizeof(goal->action), e->value);
	}
	s->n_goals++;
	return 0;
}

/* Takes the answer to an action; its two languages are two lines. */
static int
take_try(struct reader *r, struct lesson_step *s, const struct entry *e, bool legal)
{
	struct lesson_try *t = NULL;

	if (!*e->argument || strlen(e->argument) >= RULES_ACTION_TEXT)
		return fail(r, "%s: expected an action, as in \"%s e2e4 = …\"", e->key, e->key);
	for (unsigned i = 0; i < s->n_tries && !t; i++)
		if (strcmp(s->wrong[i].action, e->argument) == 0)
			t = &s->wrong[i];
	if (t && t->legal != legal)
		return fail(r, "%s: wrong and illegal in the same step", e->argument);
	if (!t && s->n_tries == LESSON_TRIES_MAX)
		return fail(r, "%s: more than %d tries", e->key, LESSON_TRIES_MAX);
	if (!t) {
		t = &s->wrong[s->n_tries++];
		t->legal = legal;
		t->line = (uint16_t)r->line;
		text_copy(t->action, sizeof(t->action), e->argument);
	}
	return take_text(r, e, &t->says);
}

static int
take_position(struct reader *r, struct lesson_step *s, const struct entry *e)
{
	char why[LESSON_WHY];

	if (s->placed)
		return fail(r, "position: already set");
	if (lesson_position(r->l->game, e->value, &s->position, why) < 0)
		return fail(r, "position: %s", why);
	s->placed = true;
	return 0;
}

static int
take_step_key(struct reader *r, const struct entry *e)
{
	struct lesson_step *s = &r->l->step[r->l->n - 1];

	if (strcmp(e->key, "wrong") == 0 || strcmp(e->key, "illegal") == 0)
		return take_try(r, s, e, e->key[0] == 'w');
	if (*e->argument)
		return fail(r, "\"%.40s %.40s\": unknown key", e->key, e->argument);
	if (strcmp(e->key, "say") == 0)
		return take_text(r, e, &s->say);
	if (strcmp(e->key, "done") == 0)
		return take_text(r, e, &s->done);
	if (e->language != LESSON_ENGLISH)
		return fail(r, "%s: has no language", e->key);
	if (strcmp(e->key, "position") == 0)
		return take_position(r, s, e);
	if (strcmp(e->key, "light") == 0)
		return take_light(r, s, e);
	if (strcmp(e->key, "goal") == 0)
		return take_goal(r, s, e);
	if (strcmp(e->key, "reply") == 0)
		return take_replies(r, s, e);
	return fail(r, "\"%.40s\": unknown key", e->key);
}

static int
take_head_key(struct reader *r, const struct entry *e)
{
	if (strcmp(e->key, "title") == 0)
		return take_text(r, e, &r->l->title);
	if (strcmp(e->key, "game") != 0)
		return fail(r, "\"%.40s\": before the first [step] there are game, title and title.de",
			    e->key);
	r->l->game = rules_game(e->value);
	return r->l->game ? 0 : fail(r, "game: there is no game \"%.40s\"; halo games lists them", e->value);
}

static int
begin_step(struct reader *r)
{
	struct lesson *l = r->l;

	if (!l->game)
		return fail(r, "the line \"game = …\" is missing before the first [step]");
	if (l->n == LESSON_STEPS_MAX)
		return fail(r, "more than %d steps", LESSON_STEPS_MAX);
	l->step[l->n++].line = (uint16_t)r->line;
	return 0;
}

static int
take_line(struct reader *r, struct entry *e)
{
	if (strcmp(e->text, "[step]") == 0)
		return begin_step(r);
	if (split(r, e) < 0)
		return -1;
	return r->l->n ? take_step_key(r, e) : take_head_key(r, e);
}

/* Checks that the bytes are text. Returns 0, or -1. */
static int
check_bytes(struct reader *r, const char *text, size_t len)
{
	size_t n;

	if (len > LESSON_FILE_MAX)
		return fail(r, "longer than %d bytes", LESSON_FILE_MAX);
	for (size_t i = 0; i < len; i += n) {
		unsigned char c = (unsigned char)text[i];

		n = text_letter_of(text + i, len - i);
		if (n == 0 || c == 0x7f || (c < 0x20 && !strchr("\n\r\t", c)) || c == 0)
			return fail(r, "byte %zu (0x%02x) is no UTF-8 text", i, c);
	}
	return 0;
}

int
lesson_read(struct lesson *l, const char *text, size_t len, struct lesson_error *err)
{
	struct reader r = { .l = l, .err = err, .rest = { text, len }, .next_line = 1 };
	struct entry e;
	int more;

	memset(l, 0, sizeof(*l));
	/* Some editors write a byte order mark first. */
	if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
		r.rest = (struct text_part){ text + 3, len - 3 };
	*err = (struct lesson_error){ 0 };
	if (check_bytes(&r, text, len) < 0)
		return -1;
	while ((more = read_line(&r, e.text)) > 0)
		if (take_line(&r, &e) < 0)
			return -1;
	r.line = 0;
	if (more == 0 && l->n == 0)
		return fail(&r, "no [step]");
	return more;
}

int
lesson_load(struct lesson *l, const char *path, struct lesson_error *err)
{
	static char text[LESSON_FILE_MAX + 1]; /* lessons are read by one thread */
	FILE *f = text_file_stream(path);
	size_t len;

	*err = (struct lesson_error){ 0 };
	if (!f) {
		text_copy(err->why, sizeof(err->why), text_file_why(errno));
		return -1;
	}
	len = fread(text, 1, sizeof(text), f);
	(void)fclose(f);
	return lesson_read(l, text, len, err);
}

const char *
lesson_in(const struct lesson_text *t, const char *language)
{
	if (strcmp(language, "de") == 0 && *t->in[LESSON_GERMAN])
		return t->in[LESSON_GERMAN];
	return t->in[LESSON_ENGLISH];
}
