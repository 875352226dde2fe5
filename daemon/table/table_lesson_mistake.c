/*
 * My mistakes: the turning points of a player's reviewed games as puzzles. A setting keeps each
 * player's list of games and moves, "GAME.MOVE GAME.MOVE" in hexadecimal digits, the oldest first.
 * Position and solution are read from the journal. A solved mistake leaves the list.
 *
 * Games with secret choices are left out: what was best there depends on what its player could
 * know. Cooperative Chess, whose cards are secret too, has no review. A person named "Computer"
 * counts as a computer.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/review.h"
#include "daemon/table/table_lesson_impl.h"
#include "hw/lang/lang.h"
#include "hw/text/text.h"

enum { MISTAKES_MAX = 20 };

_Static_assert(MISTAKES_MAX * sizeof("ffffffff.fff") <= STORE_VALUE_MAX &&
		       REVIEW_ACTIONS_MAX <= 0xfff,
	       "they have room in a setting");

struct list {
	unsigned n;
	struct lesson_mistake row[MISTAKES_MAX];
};

/* ---- what is kept ---- */

static void
list_read(const struct table *t, const struct game *g, const char *player, struct list *l)
{
	char key[STORE_KEY_MAX];
	const char *at;
	int len = 0;

	l->n = 0;
	lesson_progress_key("missed", g, player, key);
	at = table_kept(t, key);
	for (; at && l->n < MISTAKES_MAX; at += len, l->n++)
		if (sscanf(at, " %x.%x%n", &l->row[l->n].game, &l->row[l->n].move, &len) != 2)
			break;
}

static void
list_write(struct table *t, const struct game *g, const char *player, const struct list *l)
{
	char key[STORE_KEY_MAX], value[STORE_VALUE_MAX] = "";
	int len = 0;

	for (unsigned i = 0; i < l->n; i++)
		len += snprintf(value + len, sizeof(value) - (size_t)len, "%x.%x ", l->row[i].game,
				l->row[i].move);
	lesson_progress_key("missed", g, player, key);
	lesson_progress_write(t, key, value);
}

/* Returns the row of the mistake, or l->n. */
static unsigned
list_find(const struct list *l, struct lesson_mistake m)
{
	unsigned i = 0;

	while (i < l->n && (l->row[i].game != m.game || l->row[i].move != m.move))
		i++;
	return i;
}

static void
list_remove(struct table *t, const struct game *g, const char *player, struct lesson_mistake m)
{
	struct list l;
	unsigned i;

	list_read(t, g, player, &l);
	i = list_find(&l, m);
	if (i == l.n)
		return;
	memmove(&l.row[i], &l.row[i + 1], (--l.n - i) * sizeof(l.row[0]));
	list_write(t, g, player, &l);
}

/* Adds a row; a full list loses its oldest one. Returns false if the row is there. */
static bool
list_add(struct list *l, struct lesson_mistake m)
{
	if (list_find(l, m) < l->n)
		return false;
	if (l->n == MISTAKES_MAX)
		memmove(&l->row[0], &l->row[1], --l->n * sizeof(l->row[0]));
	l->row[l->n++] = m;
	return true;
}

/* ---- after a review ---- */

static bool
is_mistake(const struct review_row *row, struct action played)
{
	return row->scored && row->n > 0 && review_class(row) >= ADVICE_MISTAKE &&
	       review_class(row) < ADVICE_CLASSES && !rules_action_equal(row->line[0], played);
}

/* Adds a seat's mistakes to the list of its player. */
static void
note_seat(struct table *t, const struct record *r, const char *review, unsigned seat)
{
	struct position at = r->start;
	struct review_row row;
	struct list l;
	bool added = false;

	list_read(t, r->game, r->name[seat], &l);
	for (uint32_t i = 0; i < r->n && review; i++) {
		const struct action a = r->action[i].action;

		review = review_read(review, r->game, &at, a, &row);
		if (review && rules_to_act(r->game, &at) == seat && is_mistake(&row, a))
			added |= list_add(&l, (struct lesson_mistake){ r->number, i + 1 });
		rules_apply(r->game, &at, a);
	}
	if (added)
		list_write(t, r->game, r->name[seat], &l);
}

void
table_lesson_mistakes_note(struct table *t, const struct record *r, const char *review)
{
	/* An imported game was not played here, and its names may be anyone's. */
	if (rules_chooses_secretly(r->game) || r->n == 0 || r->action[0].t_us == RECORD_NO_TIME)
		return;
	/* The journal forgets who were computers once a game is over; their name remains. */
	for (unsigned seat = 0; seat < RULES_SEATS_MAX; seat++)
		if (strcmp(r->name[seat], TABLE_COMPUTER_NAME) != 0)
			note_seat(t, r, review, seat);
}

unsigned
table_lesson_mistakes(const struct table *t, const struct game *g, const char *player)
{
	struct list l;

	list_read(t, g, player, &l);
	return l.n;
}

void
lesson_mistake_solved(struct table *t, const struct table_lesson *s)
{
	list_remove(t, s->lesson->game, s->player, s->mistake);
}

/* ---- from the journal to the board ---- */

/* The argument of `make`. */
struct wanted {
	const struct game *game;
	struct lesson_mistake which;
	char player[RECORD_TEXT_MAX];
};

/* The mistake, as read from the journal. */
struct found {
	const struct game *game;
	struct position at;
	struct action played, best;
};

/* Finds the position and both actions. In any thread. */
static void *
make(const struct record *r, const void *arg)
{
	const struct lesson_mistake which = ((const struct wanted *)arg)->which;
	struct found *f = calloc(1, sizeof(*f));
	const char *text = r->review;
	struct review_row row;

	if (!f || !text || !review_is_for(r) || which.move < 1 || which.move > r->n)
		return f;
	f->at = r->start;
	for (uint32_t i = 0; text; i++) {
		f->played = r->action[i].action;
		text = review_read(text, r->game, &f->at, f->played, &row);
		if (i + 1 == which.move)
			break;
		rules_apply(r->game, &f->at, f->played);
	}
	if (text && is_mistake(&row, f->played)) {
		f->game = r->game;
		f->best = row.line[0];
	}
	return f;
}

const char *
lesson_mistake_wrong(void)
{
	return tr("That is possible, but the review found another action.");
}

int
lesson_mistake_request(struct table *t, const struct table_lesson *s, const struct game *g,
		       const char *player, struct store_ask *q)
{
	struct wanted *w;
	struct list l;
	unsigned i = 0;

	list_read(t, g, player, &l);
	if (l.n == 0 || !t->store)
		return table_refuse(t,
				    tr("no mistake of {1} waits: let a finished game be reviewed"),
				    *player ? player : tr("a guest"));
	if (table_aside_allows(t, g) < 0)
		return -1;
	w = calloc(1, sizeof(*w));
	if (!w)
		return table_refuse(t, "out of memory");
	/* Choose another mistake than the one on the board. */
	if (s->kind == TABLE_LESSON_MISTAKE)
		i = (list_find(&l, s->mistake) + 1) % l.n;
	w->game = g;
	w->which = l.row[i];
	text_copy(w->player, sizeof(w->player), player);
	*q = (struct store_ask){ .kind = STORE_GET,
				 .use = TABLE_LESSON_USE,
				 .number = w->which.game,
				 .limit = 1,
				 .make = make,
				 .unmake = free,
				 .arg = w };
	return 0;
}

/* Makes a lesson of it in the present language. */
static void
fill(struct table_lesson_play *play, const struct found *f, const struct lesson_mistake which)
{
	struct lesson_step *step =
		lesson_puzzle_make(play, f->game, &f->at, f->best, lesson_mistake_wrong());
	struct lesson_try *try = &step->wrong[0];
	char action[RULES_ACTION_TEXT], why[WORDS_LINE];
	struct position seen;

	lang_print(play->lesson.title.in[LESSON_ENGLISH], LESSON_TEXT, tr("Game {1}, turn {2}"),
		   LANG_N(which.game), LANG_N(rules_turn(f->game, &f->at)));
	words_mistaken(f->game, &f->at, f->played, step->say.in[LESSON_ENGLISH]);
	rules_public(f->game, &f->at, &seen);
	words_hint(f->game, &seen, f->best, WORDS_HINT_WHY, why);
	lang_print(step->done.in[LESSON_ENGLISH], LESSON_TEXT, tr("Right: {1}."), why);
	rules_action_print(f->game, &f->at, f->played, action);
	while (try < step->wrong + step->n_tries && strcmp(try->action, action) != 0)
		try++;
	if (try == step->wrong + LESSON_TRIES_MAX)
		return;
	if (try == step->wrong + step->n_tries)
		step->n_tries++;
	text_copy(try->action, sizeof(try->action), action);
	try->legal = true;
	text_copy(try->says.in[LESSON_ENGLISH], LESSON_TEXT,
		  tr("That is what you played. Another move is better."));
}

struct table_lesson_play *
lesson_mistake_load(struct table *t, const struct store_answer *a, struct table_lesson *next)
{
	const struct wanted *w = a->arg;
	const struct found *f = a->made;
	struct table_lesson_play *play;

	if (!f) {
		(void)table_refuse(t, "out of memory");
		return NULL;
	}
	if (!f->game) {
		list_remove(t, w->game, w->player, w->which);
		(void)table_refuse(t, tr("game {1} has no review any more"), LANG_N(w->which.game));
		return NULL;
	}
	if (table_aside_allows(t, f->game) < 0)
		return NULL;
	next->mistake = w->which;
	text_copy(next->player, sizeof(next->player), w->player);
	play = calloc(1, sizeof(*play));
	if (play)
		fill(play, f, w->which);
	else
		(void)table_refuse(t, "out of memory");
	return play;
}
