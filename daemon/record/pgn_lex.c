#include "daemon/record/pgn_lex.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* Returns the byte `ahead` of the current one, -1 at the end. */
static int
peek(const struct pgn_reader *p, size_t ahead)
{
	return p->at + ahead < p->len ? (unsigned char)p->text[p->at + ahead] : -1;
}

/*
 * Reports whether a byte order mark (U+FEFF) comes next: in a file joined from several, each
 * part may begin with one.
 */
static bool
at_mark(const struct pgn_reader *p)
{
	return peek(p, 0) == 0xef && peek(p, 1) == 0xbb && peek(p, 2) == 0xbf;
}

void
pgn_line_begin(struct pgn_reader *p)
{
	while (at_mark(p))
		p->at += 3;
	p->line_at = p->at;
}

/* Takes one byte; counts lines with any line end. */
static void
take(struct pgn_reader *p)
{
	int c = peek(p, 0);

	p->at++;
	if (c == '\n' || (c == '\r' && peek(p, 0) != '\n')) {
		p->line++;
		pgn_line_begin(p);
	}
}

static void
skip_line(struct pgn_reader *p)
{
	unsigned line = p->line;

	while (p->at < p->len && p->line == line)
		take(p);
}

static struct pgn_token
token_here(const struct pgn_reader *p, enum pgn_token_kind kind)
{
	return (struct pgn_token){ .kind = kind,
				   .text = p->text + p->at,
				   .line = p->line,
				   .column = (unsigned)(p->at - p->line_at) + 1 };
}

static struct pgn_token
token_bad(struct pgn_token t, const char *why)
{
	t.kind = PGN_BAD;
	t.why = why;
	return t;
}

/* Reports an unterminated item; reading continues after its opening bracket. */
static struct pgn_token
token_endless(struct pgn_reader *p, const struct pgn_reader *from, struct pgn_token t,
	      const char *why)
{
	*p = *from;
	take(p);
	return token_bad(t, why);
}

/* Takes { … }, which does not nest, starting at the brace. */
static struct pgn_token
take_comment(struct pgn_reader *p)
{
	struct pgn_token t = token_here(p, PGN_COMMENT);
	struct pgn_reader from = *p;

	take(p);
	t.text++;
	while (p->at < p->len && peek(p, 0) != '}')
		take(p);
	if (p->at == p->len)
		return token_endless(p, &from, t, "this comment has no end");
	t.len = (size_t)(p->text + p->at - t.text);
	take(p);
	return t;
}

/* Takes ( … ), which nests; brackets in its comments have no meaning. */
static struct pgn_token
take_variation(struct pgn_reader *p)
{
	struct pgn_token t = token_here(p, PGN_WORD), inner;
	struct pgn_reader from = *p;
	unsigned depth = 0;

	do {
		switch (peek(p, 0)) {
		case '{':
			if ((inner = take_comment(p)).kind == PGN_BAD)
				return inner;
			continue;
		case ';':
			skip_line(p);
			continue;
		case '(':
			depth++;
			break;
		case ')':
			depth--;
			break;
		default:
			break;
		}
		take(p);
	} while (p->at < p->len && depth > 0);
	return depth > 0 ? token_endless(p, &from, t, "this variation has no end") : t;
}

/*
 * Takes [Name "value"]: the value ends at the quote before the bracket, since files have
 * [White "Joe "Blitz" Doe"]. Stays within its line.
 */
static struct pgn_token
take_tag(struct pgn_reader *p)
{
	struct pgn_token t = token_here(p, PGN_TAG);
	unsigned quotes = 0;
	bool closed = false;

	take(p);
	t.text++;
	for (; peek(p, 0) >= 0 && peek(p, 0) != '\n' && peek(p, 0) != '\r'; take(p)) {
		if (peek(p, 0) == ']' && closed)
			break;
		if (peek(p, 0) == '"')
			closed = ++quotes >= 2;
		else if (peek(p, 0) != ' ')
			closed = false;
		if (peek(p, 0) == '\\' && (peek(p, 1) == '"' || peek(p, 1) == '\\'))
			take(p);
	}
	if (peek(p, 0) != ']') {
		t = token_bad(t, "this tag has no end, or its value no quotes");
		t.kind = PGN_BAD_TAG;
		return t;
	}
	t.len = (size_t)(p->text + p->at - t.text);
	take(p);
	return t;
}

static bool
is_word_byte(int c)
{
	switch (c) {
	case '{':
	case '}':
	case '(':
	case ')':
	case '[':
	case ']':
	case ';':
	case '<':
	case '>':
	case '$':
	case '.':
	case '!':
	case '?':
	case 0x7f:
		return false;
	default:
		return c > ' ';
	}
}

static bool
token_is(const struct pgn_token *t, const char *word)
{
	return *word == *t->text && strncmp(t->text, word, t->len) == 0 && !word[t->len];
}

static bool
is_result(const struct pgn_token *t)
{
	return token_is(t, "1-0") || token_is(t, "0-1") || token_is(t, "1/2-1/2") ||
	       token_is(t, "1/2") || token_is(t, "*") ||
	       /* ½ in UTF-8 and Latin-1 */
	       token_is(t, "\xc2\xbd-\xc2\xbd") || token_is(t, "\xbd-\xbd");
}

/* Reports whether the word is an evaluation after a move, or "e.p." */
static bool
is_remark(const struct pgn_token *t)
{
	static const char *const remarks[] = { "+",   "++",  "#",   "=",   "+-", "-+", "+=",  "=+",
					       "+/-", "-/+", "+/=", "=/+", "ep", "N",  "mate" };

	for (size_t i = 0; i < sizeof(remarks) / sizeof(remarks[0]); i++)
		if (token_is(t, remarks[i]))
			return true;
	return false;
}

static bool
is_number(const struct pgn_token *t)
{
	for (size_t i = 0; i < t->len; i++)
		if (!isdigit((unsigned char)t->text[i]))
			return false;
	return true;
}

static bool
at_passing(const struct pgn_reader *p)
{
	return p->len - p->at >= 4 && memcmp(p->text + p->at, "e.p.", 4) == 0;
}

/* Reads a word. PGN_END: the word has no meaning in a game. */
static struct pgn_token
take_word(struct pgn_reader *p)
{
	struct pgn_token t = token_here(p, PGN_WORD);

	if (at_passing(p)) {
		p->at += 4;
		t.kind = PGN_END;
		return t;
	}
	/* "e.p." without a space after a move is the next word. */
	while (is_word_byte(peek(p, 0)) && !at_passing(p) && !at_mark(p))
		take(p);
	t.len = (size_t)(p->text + p->at - t.text);
	if (is_result(&t))
		t.kind = PGN_RESULT;
	else if (is_number(&t) || is_remark(&t))
		t.kind = PGN_END;
	return t;
}

/* Skips $12 and <…>. */
static void
skip_reserved(struct pgn_reader *p)
{
	bool angle = peek(p, 0) == '<';

	take(p);
	if (angle) {
		while (p->at < p->len && peek(p, 0) != '>' && peek(p, 0) != '\n')
			take(p);
		return;
	}
	while (peek(p, 0) >= 0 && isdigit(peek(p, 0)))
		take(p);
}

/* Reads the token that begins with byte c. PGN_END: the token has no meaning in a game. */
static struct pgn_token
take_token(struct pgn_reader *p, int c)
{
	struct pgn_token t = token_here(p, PGN_END);

	switch (c) {
	case '[':
		return take_tag(p);
	case '{':
		return take_comment(p);
	case '(':
		t = take_variation(p);
		if (t.kind != PGN_BAD)
			t.kind = PGN_END;
		return t;
	case '}':
	case ')':
	case ']':
		take(p);
		return token_bad(t, "this closing bracket has no opening one");
	case ';':
		skip_line(p);
		return t;
	case '$':
	case '<':
		skip_reserved(p);
		return t;
	default:
		if (is_word_byte(c))
			return take_word(p);
		take(p);
		return t;
	}
}

struct pgn_token
pgn_token_next(struct pgn_reader *p)
{
	struct pgn_token t;

	while (p->at < p->len) {
		if (p->at == p->line_at && peek(p, 0) == '%') {
			skip_line(p);
			continue;
		}
		if (at_mark(p)) {
			p->at += 3;
			continue;
		}
		t = take_token(p, peek(p, 0));
		if (t.kind != PGN_END)
			return t;
	}
	return token_here(p, PGN_END);
}

/* Reports whether a tag begins here, at the start of a line. */
static bool
at_tag_line(const struct pgn_reader *p)
{
	return p->at == p->line_at && peek(p, 0) == '[' &&
	       (isalnum(peek(p, 1)) || peek(p, 1) == '_');
}

/* Skips to the next game by line beginnings only, because the text is malformed. */
static void
skip_by_lines(struct pgn_reader *p, bool in_tags)
{
	if (p->at != p->line_at)
		skip_line(p);
	while (p->at < p->len) {
		if (!at_tag_line(p) && peek(p, 0) > ' ')
			in_tags = false;
		else if (at_tag_line(p) && !in_tags)
			return;
		skip_line(p);
	}
}

void
pgn_skip_game(struct pgn_reader *p, bool in_tags)
{
	for (;;) {
		struct pgn_reader before = *p;
		struct pgn_token t = pgn_token_next(p);

		switch (t.kind) {
		case PGN_END:
		case PGN_RESULT:
			return;
		case PGN_BAD:
		case PGN_BAD_TAG:
			skip_by_lines(p, in_tags && t.kind == PGN_BAD_TAG);
			return;
		case PGN_TAG:
			if (in_tags)
				break;
			*p = before;
			return;
		case PGN_COMMENT:
		case PGN_WORD:
			in_tags = false;
			break;
		}
	}
}
