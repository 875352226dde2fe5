#include "daemon/record/review.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/advice/advice.h"

/* Takes the next word of the line. Returns the text behind it, or NULL at the end of the line. */
static const char *
take_word(const char *text, char word[RULES_ACTION_TEXT])
{
	size_t len;

	text += strspn(text, " ");
	len = strcspn(text, " \n");
	if (len == 0 || len >= RULES_ACTION_TEXT)
		return NULL;
	memcpy(word, text, len);
	word[len] = '\0';
	return text + len;
}

static const char *
take_score(const char *text, int *score)
{
	char word[RULES_ACTION_TEXT], *end;
	long n;

	text = take_word(text, word);
	if (!text)
		return NULL;
	n = strtol(word, &end, 10);
	if (*end || n > REVIEW_WON || n < -REVIEW_WON)
		return NULL;
	*score = (int)n;
	return text;
}

/* Reads the best line, up to the first action that is not legal. */
static void
take_line(const char *text, const struct game *g, struct position p, struct review_row *row)
{
	char word[RULES_ACTION_TEXT];

	while (row->n < REVIEW_LINE && (text = take_word(text, word)) &&
	       rules_action_parse(g, &p, word, &row->line[row->n]) == 0)
		rules_apply(g, &p, row->line[row->n++]);
}

const char *
review_read(const char *text, const struct game *g, const struct position *at, struct action a,
	    struct review_row *row)
{
	const char *end = text + strcspn(text, "\n");
	char word[RULES_ACTION_TEXT], played[RULES_ACTION_TEXT];

	*row = (struct review_row){ .scored = false };
	rules_action_print(g, at, a, played);
	text = take_word(text, word);
	if (!text || *end != '\n' || strcmp(word, played) != 0)
		return NULL;
	if (text == end)
		return end + 1;
	text = take_score(text, &row->played);
	text = text ? take_score(text, &row->best) : NULL;
	if (!text)
		return NULL;
	take_line(text, g, *at, row);
	row->scored = row->n > 0;
	return row->scored ? end + 1 : NULL;
}

void
review_print(const struct game *g, const struct position *at, struct action a,
	     const struct review_row *row, char out[REVIEW_ROW])
{
	char text[RULES_ACTION_TEXT];
	struct position p = *at;
	int n;

	rules_action_print(g, at, a, text);
	n = snprintf(out, REVIEW_ROW, "%s", text);
	if (row->scored)
		n += snprintf(out + n, REVIEW_ROW - (size_t)n, " %d %d", row->played, row->best);
	for (unsigned i = 0; row->scored && i < row->n; i++) {
		rules_action_print(g, &p, row->line[i], text);
		rules_apply(g, &p, row->line[i]);
		n += snprintf(out + n, REVIEW_ROW - (size_t)n, " %s", text);
	}
	(void)snprintf(out + n, REVIEW_ROW - (size_t)n, "\n");
}

bool
review_is_for(const struct record *r)
{
	const char *text = r->review;
	struct position p = r->start;
	struct review_row row;

	for (uint32_t i = 0; text && i < r->n; i++) {
		text = review_read(text, r->game, &p, r->action[i].action, &row);
		rules_apply(r->game, &p, r->action[i].action);
	}
	return text && !*text;
}

/* Reads the row of an action, from 1, into *row. Returns whether it is scored. */
static bool
find_row(const struct record *r, uint32_t move, struct review_row *row)
{
	const char *text = r->review;
	struct position p = r->start;

	row->scored = false;
	for (uint32_t i = 0; text && i < move && i < r->n; i++) {
		text = review_read(text, r->game, &p, r->action[i].action, row);
		rules_apply(r->game, &p, r->action[i].action);
	}
	return text && move > 0 && move <= r->n && row->scored;
}

int
review_line(const struct record *r, uint32_t move, struct record *out)
{
	struct review_row row;
	int err = 0;

	memset(out, 0, sizeof(*out));
	if (!find_row(r, move, &row))
		return -ENOENT;
	record_init(out, r->game, &r->start);
	record_copy_tags(out, r);
	out->number = r->number;
	for (uint32_t i = 0; err == 0 && i + 1 < move; i++)
		err = record_add(out, r->action[i].action, RECORD_NO_TIME);
	for (unsigned i = 0; err == 0 && i < row.n; i++)
		err = record_add(out, row.line[i], RECORD_NO_TIME);
	if (err < 0)
		record_finish(out);
	return err;
}

bool
review_is_choice(const struct game *g, const struct position *at)
{
	struct action list[RULES_ACTIONS_MAX];

	return rules_to_act(g, at) < rules_seats(g) && rules_actions(g, at, list) > 1;
}

unsigned
review_class(const struct review_row *row)
{
	return row->scored ? advice_class_of(row->played, row->best) : ADVICE_CLASSES;
}

bool
review_is_black(const struct game *g, const struct position *at)
{
	return rules_to_act(g, at) & 1;
}
