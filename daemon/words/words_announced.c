/* Announcements after an action, and the objects to lay under pieces. */
#include <string.h>

#include "hw/lang/lang.h"
#include "hw/text/text.h"
#include "daemon/words/words_priv.h"

/* Writes an announcement as a sentence; "" if it adds nothing. */
static void
announced(const struct session_state *s, struct announcement said, char out[WORDS_LINE])
{
	char sq[4] = "";
	const char *piece = said.piece ? tr(rules_piece_name(s->game, said.piece)) : "";

	*out = '\0';
	rules_square_print(s->game, said.sq, sq);
	switch ((enum announcement_kind)said.kind) {
	case ANNOUNCE_CAPTURE:
		lang_print(out, WORDS_LINE, tr("Yes: the {1} captures on {2}"), piece, sq);
		break;
	case ANNOUNCE_NO_CAPTURE:
		lang_print(out, WORDS_LINE, tr("No: the {1} does not capture on {2}"), piece, sq);
		break;
	case ANNOUNCE_RISEN:
		lang_print(out, WORDS_LINE, tr("Zombie {1} rises on {2}"), piece, sq);
		break;
	case ANNOUNCE_NO_ZOMBIE:
		lang_print(out, WORDS_LINE, tr("No zombie on {1}"), sq);
		break;
	case ANNOUNCE_NO_ZOMBIES:
		/* If no piece can rise, players know that without an announcement. */
		if (rules_reveals(s->game, s->before_last))
			lang_print(out, WORDS_LINE, tr("Nothing rises"));
		break;
	case ANNOUNCE_CANNOT_BURY:
		lang_print(out, WORDS_LINE,
			   tr("Nothing is free to hide the {1}: it is gone for good"), piece);
		break;
	case ANNOUNCE_SCORE:
		lang_print(out, WORDS_LINE, tr("Score {1}"), LANG_N(said.number));
		break;
	case ANNOUNCE_ONE_ANSWER:
		lang_print(out, WORDS_LINE, tr("Red has one move to answer"));
		break;
	case ANNOUNCE_CROOKED:
		lang_print(out, WORDS_LINE, tr("The {1} on {2} is now crooked: a Regulator may remove it"), piece, sq);
		break;
	case ANNOUNCE_GENERAL:
		lang_print(out, WORDS_LINE, tr("The {1} on {2} becomes a general: put a general (Q) there"), piece, sq);
		break;
	case ANNOUNCE_CARDS_OVER:
		/* Once the next player holds a piece, only that matters. */
		if (sqset_empty(s->lifted))
			lang_print(out, WORDS_LINE, tr("The cards allow {1} nothing more"),
				   words_seat(s->game, rules_turn_seat(s->game, s->before_last)));
		break;
	}
}

/*
 * Appends the announcements of the last final action. answers: only if that
 * action was a question (ACT_ATTEMPT).
 */
void
words_announced(const struct session_state *s, bool answers, char out[WORDS_LINE])
{
	struct announcements said;

	if (!s->has_last || (answers && s->last.kind != ACT_ATTEMPT))
		return;
	rules_announce(s->game, s->before_last, s->last, &said);
	for (unsigned i = 0; i < said.n && strlen(out) < WORDS_LINE / 2; i++) {
		char text[WORDS_LINE];

		announced(s, said.said[i], text);
		if (*text)
			words_then(out, text);
	}
}

/* Lists squares: "e4, e5". */
static void
list_squares(const struct session_state *s, struct sqset set, char out[WORDS_LINE])
{
	*out = '\0';
	while (!sqset_empty(set)) {
		char sq[4];

		rules_square_print(s->game, sqset_pop(&set), sq);
		words_item(out, sq);
	}
}

/* Returns the object placed under marked pieces, singular and plural; NULL: the game has none. */
static const char *const *
object_of(const struct game *g)
{
	static const struct {
		char mark;
		const char *name[2];
	} objects[] = { { '*', { N_("halo"), N_("halos") } },
			{ '^', { N_("coin"), N_("coins") } },
			{ '@', { N_("checker"), N_("checkers") } } };

	for (size_t i = 0; i < sizeof(objects) / sizeof(objects[0]); i++)
		if (objects[i].mark == rules_mark(g))
			return objects[i].name;
	return NULL;
}

static void
write_object(const char *what, const char *object, const char *squares, char out[WORDS_LINE])
{
	char text[WORDS_LINE] = "";

	lang_print(text, sizeof(text), what, tr(object), squares);
	words_then(out, text);
}

/*
 * Appends the objects that the last action adds or removes. They are mentioned once, and lit if
 * the sensors see them.
 */
static void
write_objects(const struct session_state *s, char out[WORDS_LINE])
{
	const char *const *object = object_of(s->game);
	char squares[WORDS_LINE];

	if (!s->objects || !object)
		return;
	list_squares(s, s->unlaid, squares);
	if (sqset_count(s->unlaid) > 1)
		write_object(tr("Take the {1} off {2}"), object[1], squares, out);
	else if (*squares)
		write_object(tr("Take the {1} off {2}"), object[0], squares, out);
	list_squares(s, s->laid, squares);
	if (*squares)
		write_object(tr("Lay a {1} on {2}"), object[0], squares, out);
}

/* Writes which stone was given: those who play with stones may have to put it over. */
static void
write_gift(const struct session_state *s, char out[WORDS_LINE])
{
	char gift[WORDS_MOVE];

	words_action(s->game, s->before_last, s->last, gift);
	lang_print(out, WORDS_LINE, tr("Given: {1}"), gift);
}

/*
 * Appends what stands in for the pawn that was promoted on the screen; unless the pawn itself is
 * still missing, which the guidance says.
 */
static void
write_promoted(const struct session_state *s, char out[WORDS_LINE])
{
	char text[WORDS_LINE], piece[WORDS_MOVE], sq[4];

	if (!s->has_last || s->last.kind != ACT_PROMOTE || s->exchanged ||
	    sqset_has(s->guidance.missing, s->last.to))
		return;
	words_piece(s->game, rules_at(s->game, &s->known, s->last.to), piece);
	rules_square_print(s->game, s->last.to, sq);
	lang_print(text, sizeof(text), tr("Put the {1} on {2} in place of the pawn"), piece, sq);
	words_then(out, text);
}

/* Appends public results of the last final action that the board does not show. */
void
words_results(const struct session_state *s, char out[WORDS_LINE])
{
	if (s->has_last && s->last.kind == ACT_PASS)
		lang_print(out, WORDS_LINE, tr("{1} passes"),
			   words_seat(s->game, rules_turn_seat(s->game, s->before_last)));
	else if (s->has_last && s->last.kind == ACT_ROLL)
		lang_print(out, WORDS_LINE, tr("Dice: {1} and {2}"), LANG_N(s->last.arg / 8),
			   LANG_N(s->last.arg % 8));
	else if (s->has_last && s->last.kind == ACT_TRANSFER && sqset_empty(s->lifted))
		write_gift(s, out);
	words_announced(s, false, out);
	write_promoted(s, out);
	write_objects(s, out);
}
