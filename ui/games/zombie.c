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

/* Writes an announcement in the daemon's words; "": it is not one of Zombie's, or of no grave. */
static void
entry_print(const struct ui_state *s, unsigned i, char text[UI_SENTENCE_TEXT])
{
	const struct game *g = rules_game("zombie");
	const struct announcement said = s->said[i];
	const char *piece = said.piece != 0 ? tr(rules_piece_name(g, said.piece)) : "";
	char square[4];

	text[0] = '\0';
	rules_square_print(g, said.sq, square);
	switch ((int)said.kind) {
	case ANNOUNCE_RISEN:
		lang_print(text, UI_SENTENCE_TEXT, tr("Zombie {1} rises on {2}"), piece, square);
		break;
	case ANNOUNCE_NO_ZOMBIE:
		lang_print(text, UI_SENTENCE_TEXT, tr("No zombie on {1}"), square);
		break;
	case ANNOUNCE_CANNOT_BURY:
		lang_print(text, UI_SENTENCE_TEXT,
			   tr("Nothing is free to hide the {1}: it is gone for good"), piece);
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

/* Draws the newest two announcements of the last turn, without those that the header says. */
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
		if (strcmp(text, before) == 0 || strstr(s->message, text) != NULL)
			continue;
		if (text[0] != '\0' && panel_row(d, box, d->g->list_line, &row))
			draw_text(d->l, PAL_TEXT_SHOWN, row, d->g->small_px, 0, text);
		memcpy(before, text, sizeof(before));
	}
}

/* Explains the dots of squares that may hide something, beside a sample of both. */
static void
dots_draw(const struct page_draw *d, struct rect row)
{
	int side = d->g->small_px, near = measure(d->g, SPACE_NEAR);
	struct rect dot = rect_of(row.x, row.y + (row.h - side) / 2, side, side);

	board_dot(d, dot, 0);
	dot.x = (int16_t)(dot.x + side + near);
	board_dot(d, dot, 1);
	row = rect_of(dot.x + side + near, row.y, row.w - 2 * (side + near), row.h);
	draw_text(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0,
		  tr("Perhaps a grave"));
}

static bool
has_dots(const struct ui_state *s)
{
	return s->keys.has_hiding && s->keys.n_buried[0] + s->keys.n_buried[1] > 0;
}

static void
zombie_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = d->s;
	/* The last move stays visible below the other rows. */
	int list = 2 * d->g->list_line + measure(d->g, SPACE_ROWS);
	struct rect row;

	box.h = (int16_t)(box.h - list);
	if (s->keys.hold[0] != '\0' && panel_row(d, &box, measure(d->g, ROW), &row))
		labelled_draw(d, row, PAL_TEXT_SHOWN, DRAW_BOLD, tr("To bury"), s->keys.hold);
	for (unsigned side = 0; side < 2; side++)
		if (s->keys.n_buried[side] > 0 && panel_row(d, &box, measure(d->g, ROW), &row))
			graveyard_draw(d, row, side);
	entries_draw(d, &box);
	if (has_dots(s) && panel_row(d, &box, d->g->list_line, &row))
		dots_draw(d, row);
	if (panel_row(d, &box, d->g->list_line, &row))
		zombie_counts_draw(d, row);
	if (s->keys.dust[0] != '\0' && panel_row(d, &box, measure(d->g, ROW), &row))
		labelled_draw(d, row, PAL_TEXT_DIM, 0, tr("Dust"), s->keys.dust);
	box.h = (int16_t)(box.h + list);
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
	.first = N_("What you capture, you bury in secret under a piece of yours. When that piece "
		    "leaves, it rises as the enemy's zombie."),
	.line = N_("The dead rise again"),
	.emblem = { .piece = { { 'n', '^' }, { 'P', 0 } } },
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
		     "When you capture a piece, you bury it in secret under a piece of your own.\n"
		     "When your piece leaves that square, the buried one rises there.\n"
		     "It is a zombie then, and belongs to your opponent again."),
		  1, 1 },
		{ N_("A turn"),
		  N_("Move one living piece, or move zombies: as many of yours as you like, each once.\n"
		     "Done ends the turn. Then three things happen:\n"
		     "1. On the squares that you have left the buried pieces rise.\n"
		     "2. Your zombies that did not move are destroyed (dust).\n"
		     "3. You bury what you captured."),
		  2, 1 },
		{ N_("Graves"),
		  N_("You bury on your private page. Each of your pieces can hide one captured piece; "
		     "the king can, too.\n"
		     "If all of them hide one already, the captured piece is destroyed.\n"
		     "A grave stays on its square, even if your piece there is captured.\n"
		     "When you leave a square, your own grave there opens first, otherwise your "
		     "opponent's.\n"
		     "A dot on a piece: White (left) or Black (right) may have a grave there."), 0, 0 },
		{ N_("Kings, and a first game"),
		  N_("Your king must be safe when your turn ends, as far as you know.\n"
		     "Zombies move, capture and give check like living pieces.\n"
		     "A pawn that moves to the last row becomes what you choose. A pawn that rises "
		     "there is promoted when its owner's turn begins.\n"
		     "Before your first game: bury no pawns on your first row. They rise there and "
		     "promote.\n"
		     "Do not bury under a piece that you need to move soon."), 0, 0 },
	},
};
