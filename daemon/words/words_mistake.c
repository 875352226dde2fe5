/*
 * Refusals of the rules, and errors in files of games. The rules, the PGN reader and halo-usb write
 * English and do not know the language. A sentence of the rules is looked up as it is, without the
 * word it quotes at its end; any other text is matched against the sentences here, and translated
 * with its arguments.
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "hw/lang/lang.h"
#include "daemon/words/words.h"
#include "hw/text/text.h"

enum { FILLED_MAX = 3 };

/*
 * Matches the text with a sentence and copies the arguments {1}, {2} …. Returns their number, or -1
 * if the text does not match. An argument ends where the sentence's next letters begin, the last
 * one at the end.
 */
static int
filled(const char *text, const char *sentence, char out[FILLED_MAX][WORDS_LINE])
{
	int n = 0;

	for (;;) {
		size_t same = strcspn(sentence, "{"), rest;
		const char *end;

		if (strncmp(text, sentence, same) != 0)
			return -1;
		text += same;
		sentence += same;
		if (!*sentence)
			return *text ? -1 : n;
		sentence += strlen("{1}");
		rest = strcspn(sentence, "{");
		if (sentence[rest]) {
			end = memmem(text, strlen(text), sentence, rest);
		} else {
			size_t len = strlen(text);

			end = len >= rest ? text + len - rest : NULL;
		}
		if (!end || n == FILLED_MAX || end - text >= WORDS_LINE)
			return -1;
		memcpy(out[n], text, (size_t)(end - text));
		out[n++][end - text] = '\0';
		text = end;
	}
}

/* Messages of the PGN reader. */
static const char game_was_over[] = N_("the game was over before this move: {1}");
static const char fen_tag[] = N_("the FEN tag, character {1}: {2}");
static const char result_differs[] =
	N_("the result is {1}, but the moves end in {2}, which is {3}");
static const char *const mistakes[] = {
	N_("no legal move is '{1}'"),
	N_("several moves could be '{1}'"),
	N_("this is no move in algebraic notation: '{1}'"),
	N_("this is no move"),
	N_("no legal action has this name"),
	game_was_over,
	N_("the moves end with {1}, but the tag Result says {2}"),
	result_differs,
	N_("the result \"{1}\" is none of 1-0 0-1 1/2-1/2 *"),
	N_("the variant \"{1}\" is not known here"),
	N_("the tag {1} is given twice"),
	N_("the value of the tag {1} is longer than {2} bytes"),
	N_("this is no tag of the form [Name \"value\"]"),
	N_("this tag has no end, or its value no quotes"),
	N_("this comment has no end"),
	N_("this variation has no end"),
	N_("it hides something until it is over, and was left out"),
	N_("it has neither a move nor a result, and was left out"),
	N_("the file is UTF-16, and has to be saved as UTF-8"),
	N_("this closing bracket has no opening one"),
	NULL,
};

/* Remarks of halo-usb about a stick. */
static const char *const remarks[] = {
	N_("{1}: game {2} and all that follow wait for the next time: {3} minutes are enough"),
	N_("{1}: game {2} and all that follow wait for the next time: {3} are enough"),
	N_("{1}: this is no file that can be read here"),
	N_("{1}: longer than {2} MiB, and is not read"),
	N_("{1}: more than {2} files: the others are not read"),
	N_("{1}: more than {2} names: the others are not looked at"),
	N_("{1}: some of it cannot be read: {2}"),
	N_("{1}: cannot be read: {2}"),
	N_("{1} is something else and was left alone."),
	NULL,
};

/* Errors of the rules with numbers. */
static const char *const counts[] = {
	N_("{1}: a number from 0 to {2}, not '{3}'"),
	N_("{1}: {2} numbers with commas between, not '{3}'"),
	NULL,
};

/* Translates a text that matches one of the sentences. Returns false if it matches none. */
static bool
translate(const char *english, const char *const *sentence, char out[WORDS_LINE])
{
	char part[FILLED_MAX][WORDS_LINE];
	const char *strings[FILLED_MAX + 2] = { NULL, part[0], part[1], part[2] };
	int n = -1;

	while (*sentence && (n = filled(english, *sentence, part)) < 0)
		sentence++;
	if (n < 0)
		return false;
	strings[0] = tr(*sentence);
	strings[n + 1] = NULL;
	if (*sentence == game_was_over)
		strings[1] = words_reason(part[0], false);
	else if (*sentence == result_differs)
		strings[2] = words_reason(part[1], strcmp(part[2], "1/2-1/2") == 0);
	lang_fill(out, WORDS_LINE, false, strings);
	return true;
}

void
words_error(const char *english, char out[WORDS_LINE])
{
	const char *quoted = strstr(english, " '");
	char sentence[WORDS_LINE];

	text_copy(out, WORDS_LINE, tr(english));
	if (strcmp(out, english) != 0 || translate(english, counts, out) || !quoted ||
	    quoted - english >= WORDS_LINE)
		return;
	(void)snprintf(sentence, sizeof(sentence), "%.*s", (int)(quoted - english), english);
	text_print(out, WORDS_LINE, "%s%s", tr(sentence), quoted);
}

void
words_refusal(const struct refusal *r, char out[WORDS_LINE])
{
	text_copy(out, WORDS_LINE, tr(r->text));
	if (r->costs)
		lang_append(out, WORDS_LINE, tr(" The price is ${1}, but only ${2} is available."),
			    LANG_N(r->costs), LANG_N(r->money));
}

void
words_remark(const char *english, char out[WORDS_LINE])
{
	if (!translate(english, remarks, out))
		text_copy(out, WORDS_LINE, english);
}

void
words_mistake(const struct words_mistake *m, char out[WORDS_LINE])
{
	const char *line = LANG_N(m->line), *column = LANG_N(m->column), *game = LANG_N(m->game);
	char part[FILLED_MAX][WORDS_LINE], inner[WORDS_LINE], why[WORDS_LINE];

	if (filled(m->why, fen_tag, part) == 2) {
		words_error(part[1], inner);
		lang_print(why, WORDS_LINE, tr(fen_tag), part[0], inner);
	} else if (!translate(m->why, mistakes, why)) {
		words_error(m->why, why);
	}
	if (*m->move)
		lang_print(out, WORDS_LINE, tr("{1}:{2}:{3}: game {4}: {5}: {6}"), m->file, line,
			   column, game, m->move, why);
	else
		lang_print(out, WORDS_LINE, tr("{1}:{2}:{3}: game {4}: {5}"), m->file, line, column,
			   game, why);
}

void
words_refused(const struct session_note *note, char *out, size_t size)
{
	static const char *const text[] = {
		[REFUSED_FOR_ALL] = N_("each player answers this alone, on the screen"),
		[REFUSED_ONE_OF] = N_("several actions are offered: choose one, or answer no"),
		[REFUSED_NOT_ASKED] = N_("no yes-or-no question is open"),
		[REFUSED_SEAT] = N_("it is not that seat's turn"),
		[REFUSED_NAME] = N_("no legal action has this name"),
		[REFUSED_OVER] = N_("the game is over"),
		[REFUSED_CLAIM] = N_("no draw can be claimed now"),
		[REFUSED_TOO_MANY] = N_("the game has fewer actions"),
		[REFUSED_TOO_LONG] =
			N_("the game is too long to be kept; no further action is taken"),
		[REFUSED_TOUCHED] =
			N_("too late: the opponent has touched a piece; take the move back first"),
		[REFUSED_CLOSED] =
			N_("the end of this game is permanent: what was hidden has been shown"),
		[REFUSED_GOES_ON] = N_("the game is not over"),
		[REFUSED_ARRAY] = N_("the pieces are being set up: press OK when all are in place"),
		[REFUSED_LACKING] = N_("some pieces are not in place yet: the lamps show where"),
		[REFUSED_PLANNED] = N_("the computer has chosen another move"),
		[REFUSED_BEGUN] = N_("too late: a hand has begun the move"),
	};
	char rule[WORDS_LINE];

	if (note->refused == REFUSED_RULE) {
		words_refusal(&note->rule, rule);
		text_copy(out, size, rule);
		return;
	}
	assert(note->refused < sizeof(text) / sizeof(text[0]));
	(void)snprintf(out, size, "%s", tr(text[note->refused]));
}
