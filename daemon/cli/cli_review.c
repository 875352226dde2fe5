/* The verb that reviews a finished game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/cli/cli.h"
#include "daemon/record/review.h"

static json_int_t
number_of(const json_t *o, const char *key)
{
	return json_integer_value(json_object_get(o, key));
}

/* Shows the progress in a terminal; done 0: removes it. */
static void
show_progress(json_int_t done, json_int_t of)
{
	if (!isatty(STDERR_FILENO))
		return;
	if (done)
		fprintf(stderr, "\rreviewing: %lld of %lld actions", (long long)done, (long long)of);
	else
		fprintf(stderr, "\r\033[K");
}

/* Waits until that game's review has ended. Returns CLI_OK, or CLI_REFUSED with a message. */
static int
wait_for(struct cli_call *c, json_int_t game)
{
	json_t *message, *running;
	int err = CLI_OK;
	bool ended = false;

	while (!ended && (message = cli_receive(c->link))) {
		running = json_object_get(message, "reviewing");
		if (json_is_null(running)) {
			ended = true;
		} else if (running && number_of(running, "game_id") != game) {
			ended = true;
			err = cli_refused("game %lld: the review of another game took its place",
					  (long long)game);
		} else if (json_is_true(json_object_get(running, "failed"))) {
			ended = true;
			err = cli_refused("game %lld: the review failed; `journalctl -u halod` has "
					  "the reason",
					  (long long)game);
		} else if (running) {
			show_progress(number_of(running, "done") + 1, number_of(running, "of"));
		}
		json_decref(message);
	}
	show_progress(0, 0);
	return ended ? err : CLI_REFUSED;
}

/* Prints a score in pawns, or a win as "#3". */
static void
score_print(json_int_t score, char out[16])
{
	const int value = (int)score, won = REVIEW_WON - abs(value);

	if (won <= REVIEW_WON_MOVES)
		(void)snprintf(out, 16, "%s#%d", value < 0 ? "-" : "", won);
	else
		(void)snprintf(out, 16, "%+.2f", value / 100.0);
}

/* Returns the move as people write it. */
static const char *
move_text(const json_t *move)
{
	const char *text = cli_text(move, "san");

	if (!*text)
		text = cli_text(move, "note");
	return *text ? text : cli_text(move, "action");
}

static void
show_action(const json_t *o)
{
	const json_t *played = json_object_get(o, "played");
	char before[16], after[16];

	score_print(number_of(o, "best_score"), before);
	score_print(number_of(o, "score"), after);
	printf("%4lld %-2s %-9s %-8s %7s %7s  better: %s\n", (long long)number_of(played, "turn"),
	       cli_text(played, "seat"), move_text(played), cli_text(o, "class"), before, after,
	       move_text(json_object_get(o, "best")));
}

static void
show_review(const json_t *review)
{
	const json_t *turning = json_object_get(review, "turning"), *o;
	size_t i;

	printf("Game %lld, %s: ", (long long)number_of(review, "game_id"), cli_text(review, "game"));
	if (json_array_size(turning) == 0)
		printf("no mistake and no blunder.\n");
	else
		printf("the turning points, with White's score of the best move and after the move "
		       "played.\n");
	json_array_foreach(turning, i, o)
		show_action(o);
}

int
cli_review(struct cli_call *c)
{
	int err = cli_words(c, 0, 1);
	long number = c->n ? cli_number(c->word[0]) : 0;
	json_t *state, *answer = NULL;

	if (err != CLI_OK)
		return err;
	if (c->n && !number)
		return cli_bad("review: invalid argument '%s': expected the number of a game",
			       c->word[0]);
	if (!number) {
		state = cli_ask(c->link, json_pack("{s:s}", "kind", "state"));
		number = (long)number_of(state, "game_id");
		json_decref(state);
		if (!number)
			return cli_refused("there is no game");
	}
	while (err == CLI_OK && !answer) {
		answer = cli_ask(c->link, json_pack("{s:s, s:I}", "kind", "review", "game_id",
						    (json_int_t)number));
		if (!answer)
			return CLI_REFUSED;
		if (!json_is_null(json_object_get(answer, "review")))
			break;
		json_decref(answer);
		answer = NULL;
		err = wait_for(c, number);
	}
	if (answer)
		show_review(json_object_get(answer, "review"));
	json_decref(answer);
	return err;
}
