/* Zombie Chess: both graveyards, the dust, announcements of the turn, squares it has left. */
#include <stdio.h>
#include <string.h>

#include "ui/panel.h"
#include "ui/secret.h"

/* Draws pieces behind a label. */
static void
labelled_draw(const struct page_draw *d, struct rect row, enum palette ink, unsigned flags,
	      const char *label, const char *letters)
{
	int label_w = measure(d->g, WIDTH_LABEL);

	draw_text(d->l, ink, rect_of(row.x, row.y, label_w, row.h), d->g->small_px, flags, label);
	panel_pieces(d, rect_of(row.x + label_w, row.y, row.w - label_w, row.h), letters);
}

static void
graveyard_draw(const struct page_draw *d, struct rect row, unsigned side)
{
	const struct ui_keys *k = &d->s->keys;
	char letters[UI_GRAVES_MAX + 1], label[UI_NAME_TEXT];
	unsigned n = k->n_buried[side];

	for (unsigned i = 0; i < n; i++)
		letters[i] = k->buried[side][i].letter;
	letters[n] = '\0';
	lang_print(label, sizeof(label), d->g->compact ? tr("{1} hid") : tr("{1} hides"),
		   side == 1 ? tr("Black") : tr("White"));
	labelled_draw(d, row, PAL_TEXT, 0, label, letters);
}

static void
zombie_counts_draw(const struct page_draw *d, struct rect row)
{
	const struct ui_state *s = d->s;

	draw_filled(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0,
		    d->g->compact ? tr("Zombies {1}, {2}") : tr("Zombies: White {1}, Black {2}"),
		    LANG_N(panel_count_marked(s, false, '^')),
		    LANG_N(panel_count_marked(s, true, '^')));
}

enum { SET_KINDS = 10 };

/*
 * Collects the kinds with more pieces on the board than in a set; other pieces
 * represent the surplus.
 */
static bool
stand_ins(const struct ui_state *s, char letters[SET_KINDS + 1])
{
	static const char set[] = "QRBNPqrbnp";
	static const uint8_t full[] = { 1, 2, 2, 2, 8 };
	unsigned n = 0;

	for (unsigned i = 0; set[i] != '\0'; i++)
		if (panel_count(s, set[i], '?') > full[i % 5])
			letters[n++] = set[i];
	letters[n] = '\0';
	return n > 0;
}

/*
 * Stores the square that the action of announcement `i` left; returns false if there is none,
 * or the action is not listed.
 */
static bool
square_left(const struct game *g, const struct ui_state *s, unsigned i, char square[4])
{
	uint32_t n = s->said_of[i] - s->moves_from;
	struct action a;

	if (n >= s->n_moves || rules_action_read(g, s->move[n].text, &a) < 0 || a.kind != ACT_MOVE)
		return false;
	rules_square_print(g, a.from, square);
	return true;
}

/* Formats an announcement; "": not one of Zombie's. */
static void
entry_print(const struct ui_state *s, unsigned i, char text[UI_SENTENCE_TEXT])
{
	const struct game *g = rules_game("zombie");
	const struct announcement said = s->said[i];
	char square[4];

	text[0] = '\0';
	rules_square_print(g, said.sq, square);
	switch ((int)said.kind) {
	case ANNOUNCE_RISEN:
		lang_print(text, UI_SENTENCE_TEXT, tr("Rises on {1}: {2}"), square,
			   tr(rules_piece_name(g, said.piece)));
		break;
	case ANNOUNCE_NO_ZOMBIE:
		lang_print(text, UI_SENTENCE_TEXT, tr("No zombie on {1}"), square);
		break;
	case ANNOUNCE_NO_ZOMBIES:
		if (square_left(g, s, i, square))
			lang_print(text, UI_SENTENCE_TEXT, tr("Nothing rises on {1}"), square);
		else
			snprintf(text, UI_SENTENCE_TEXT, "%s", tr("Nothing rises"));
		break;
	case ANNOUNCE_CANNOT_BURY:
		lang_print(text, UI_SENTENCE_TEXT, tr("To the dust: {1}"),
			   tr(rules_piece_name(g, said.piece)));
		break;
	default:
		break;
	}
}

/* Reports whether announcement `i` is of the last turn: the other side has not moved since. */
static bool
is_of_last_turn(const struct ui_state *s, unsigned i)
{
	uint32_t at = s->said_of[i] - s->moves_from;

	if (s->said_of[i] < s->moves_from)
		return false;
	for (uint32_t n = at; n < s->n_moves; n++)
		if (s->move[n].black != s->move[at].black)
			return false;
	return true;
}

/* Draws the newest two announcements of the last turn; equal ones only once. */
static void
entries_draw(const struct page_draw *d, struct rect *box)
{
	const struct ui_state *s = d->s;
	char text[UI_SENTENCE_TEXT], before[UI_SENTENCE_TEXT] = "";
	struct rect row;

	for (unsigned i = s->n_said > 2 ? s->n_said - 2u : 0; i < s->n_said; i++) {
		if (!is_of_last_turn(s, i))
			continue;
		entry_print(s, i, text);
		if (strcmp(text, before) != 0 && panel_row(d, box, d->g->list_line, &row))
			draw_text(d->l, PAL_TEXT_SHOWN, row, d->g->small_px, 0, text);
		memcpy(before, text, sizeof(before));
	}
}

static void
zombie_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = d->s;
	char letters[SET_KINDS + 1];
	struct rect row;

	for (unsigned side = 0; side < 2; side++)
		if (panel_row(d, &box, measure(d->g, ROW), &row))
			graveyard_draw(d, row, side);
	if (s->keys.hold[0] != '\0' && panel_row(d, &box, measure(d->g, ROW), &row))
		labelled_draw(d, row, PAL_TEXT_SHOWN, DRAW_BOLD, tr("To bury"), s->keys.hold);
	entries_draw(d, &box);
	if (panel_row(d, &box, d->g->list_line, &row))
		zombie_counts_draw(d, row);
	if (stand_ins(s, letters) && panel_row(d, &box, measure(d->g, ROW), &row))
		labelled_draw(d, row, PAL_TEXT_DIM, 0,
			      d->g->compact ? tr("Stand-in") : tr("Stand-ins for"), letters);
	if (s->keys.dust[0] != '\0' && panel_row(d, &box, measure(d->g, ROW), &row))
		labelled_draw(d, row, PAL_TEXT_DIM, 0, tr("Dust"), s->keys.dust);
	panel_rest(d, box);
}

/* What is special, as diagrams that move. */
static const struct help_show examples[] = {
	{ N_("The dead rise"),
	  "r1bqkbnr/pppp1ppp/2n5/8/3NP3/8/PPP2PPP/RNBQKB1R b KQkq - 0 4 stage=move "
	   "buried=-/Pc6 left=- moved=- hold=- dust=-",
	  {
		  { NULL, NULL,
		    N_("Black has secretly buried a white pawn under the knight on c6.") },
		  { "c6d4", NULL,
		    N_("The knight leaves and captures. The pawn gets up as White's "
		   "zombie.") },
		  { "bury:g7", NULL,
		    N_("Then Black buries the white knight, unseen, under a piece of "
		   "its own.") },
	  } },
	{ N_("The horde"),
	  "4k3/8/8/8/8/8/N^3P^3/4K3 w - - 0 4 stage=move buried=-/- left=- moved=- hold=- "
	   "dust=-",
	  {
		  { NULL, NULL,
		    N_("Instead of a living piece your zombies may move, each once.") },
		  { "a2b4", NULL,
		    N_("The first one.") },
		  { "e2e4", NULL,
		    N_("And the second one. Both are safe for this turn.") },
	  } },
	{ N_("Neglect"),
	  "4k3/8/8/8/8/8/N^2P4/4K3 w - - 0 4 stage=move buried=-/- left=- moved=- hold=- "
	   "dust=-",
	  {
		  { NULL, "d2",
		    N_("A living piece moves instead.") },
		  { "d2d4", NULL,
		    N_("A zombie that neither moved nor got up just now is destroyed.") },
	  } },
	{ 0 },
};

/* ---- what can be done now ---- */

static bool
may_horde(const struct ui_state *s)
{
	return panel_stage(s, "move") && panel_count_marked(s, panel_side(s) == 1, '^') > 0;
}

static bool
has_graves(const struct ui_state *s)
{
	return (panel_stage(s, "move") || panel_stage(s, "horde")) &&
	       s->keys.n_buried[0] + s->keys.n_buried[1] > 0;
}

static bool
has_no_dead(const struct ui_state *s)
{
	return panel_stage(s, "move") && !has_graves(s) && !may_horde(s);
}

static const struct panel_now now[] = {
	{ N_("What you have captured is buried under a piece of yours."), .stage = "bury" },
	{ N_("Move a living piece, or your zombies, each once. A zombie that does not move turns "
	     "to "
	     "dust."),
	  .when = may_horde },
	{ N_("To keep a further zombie, move it too. The others turn to dust."), .stage = "horde" },
	{ N_("Where a piece leaves a grave, the dead rises: so only Done or the clock ends a "
	     "turn."),
	  .when = has_graves },
	{ N_("What you capture, you bury in secret under a piece of yours. When that piece leaves, "
	     "it rises as the enemy's zombie."),
	  .when = has_no_dead },
	{ 0 },
};

const struct panel panel_zombie = {
	.game = "zombie",
	.title = N_("Zombie"),
	.line = N_("The dead rise again"),
	.needs_screen = true,
	.emblem = { .piece = { { 'n', '^' }, { 'P', 0 } } },
	.levels = 6,
	.layout = zombie_layout,
	.own_title = N_("What you have buried, and where"),
	.own_layout = secret_graves_layout,
	.examples = examples,
	.pieces = panel_chess_pieces,
	.pieces_game = "chess",
	.now = now,
	.help = {
		{ N_("Zombie"),
		  N_("You win by checkmate.\n"
		     "What you capture you bury, in secret, under a piece of your own.\n"
		     "When that piece leaves the square, the dead one rises there as the enemy's "
		     "zombie."),
		  1, 1 },
		{ N_("A turn"),
		  N_("One move of a living piece; or the horde: one or more of your zombies, each at "
		     "most once.\n"
		     "Then the squares left are looked under.\n"
		     "Zombies that did not move are destroyed.\n"
		     "Last, what was captured is buried."),
		  2, 1 },
		{ N_("Graves"),
		  N_("Under each square left and empty rises what the mover buried there; if "
		     "nothing, what the opponent buried there.\n"
		     "You bury on your private page, under any own piece that covers nothing of "
		     "yours.\n"
		     "With no such piece the captive goes to the dust.\n"
		     "The grave stays with its square.\n"
		     "While anything is buried, only Done or the clock ends a turn."), 0, 0 },
		{ N_("Kings, and a first game"),
		  N_("Your king must be safe at the end of the turn, as far as you know.\n"
		     "Zombies attack like others.\n"
		     "A zombie pawn on its last row (rank) is promoted when its owner's turn begins.\n"
		     "Before your first game: do not bury pawns on your first row: they rise and "
		     "promote.\n"
		     "You will not like to move the piece that you bury under."), 0, 0 },
	},
};
