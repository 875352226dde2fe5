/* What can I do now? Which gestures, buttons and places on the screen answer the question. */
#include "ui/page_now.h"

#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"

/* ---- the same sentence for several kinds ---- */

#define NO_HANDS         N_("Hands do not answer this. The swelling squares only show what it is about.")
#define OK_OR_BACK       N_("OK is yes, Back is no. The clock does not answer.")
#define OK_CLOCK_OR_BACK N_("OK or the clock is yes, Back is no.")
#define FOCUS            N_("Hint goes from one button of the screen to the next, OK takes it, Back is no.")
#define SCREEN_YES_NO \
	N_("Touch one of the two buttons. If several players must agree, each has one.")

const struct now_row now_rows[NOW_KINDS] = {
	[UI_PROMPT_WHICH] = { N_("Put the pieces back where they stood, and make the move again."),
			      FOCUS, N_("Touch the move that you made.") },
	[UI_PROMPT_CONFIRM] = { N_("If it was another move: put the pieces right, and the question "
				   "goes away."),
				OK_CLOCK_OR_BACK,
				N_("Touch yes if that was the move. After a no the board guides "
				   "you.") },
	[UI_PROMPT_PROMOTION] = { N_("Do nothing: the pawn becomes the framed piece. Your "
				     "opponent's next touch ends the "
				     "choice."),
				  N_("Hint goes from one piece to the next on the screen, OK takes "
				     "it. The clock ends the "
				     "turn."),
				  N_("Touch another piece, and the pawn becomes that one.") },
	[UI_PROMPT_TAKEBACK] = { N_("Put the pieces back as the game has them, and the question "
				    "goes away."),
				 OK_OR_BACK, SCREEN_YES_NO },
	[UI_PROMPT_NEW_GAME] = { N_("The pieces stand as at the start. Put them back, and the game "
				    "goes on."),
				 OK_OR_BACK,
				 N_("Touch one of the two buttons. The old game is kept.") },
	[UI_PROMPT_DRAW] = { NO_HANDS, OK_OR_BACK, SCREEN_YES_NO },
	[UI_PROMPT_RESIGN] = { N_("Hands do not answer this. The king that would lose swells."),
			       OK_OR_BACK, N_("Touch one of the two buttons.") },
	[UI_PROMPT_MENU] = { N_("Hands do not answer this. Both kings swell while the menu is "
				"open."),
			     N_("The clock offers a draw, Hint resigns, OK claims a fallen flag, "
				"Back goes on. Each "
				"is asked again."),
			     N_("Touch what you want in the menu, or Back.") },
	[UI_PROMPT_END] = { N_("Your opponent has lifted a piece too early. Put it back if the "
			       "turn is not over."),
			    OK_CLOCK_OR_BACK, N_("Touch yes if the turn is over.") },
	[UI_PROMPT_PAY] = { N_("Put the king back if it shall not fly."), OK_CLOCK_OR_BACK,
			    N_("Touch Pay to buy the flight: then the king has moved.") },
	[UI_PROMPT_TIME] = { N_("Hands do not answer this. The king that would lose swells."),
			     OK_OR_BACK, N_("Touch Claim to win on time, or Play on.") },
	[UI_PROMPT_REVEAL] = { NO_HANDS, OK_OR_BACK,
			       N_("Touch Reveal to show all that was hidden. Then the end cannot "
				  "be taken back.") },
	[UI_PROMPT_ARRAY] = { N_("Set the pieces up as the picture shows. Any order is right."),
			      N_("OK or the clock says that the pieces stand so."),
			      N_("Touch the button when the pieces stand so. The menu stays within "
				 "reach.") },
	[UI_PROMPT_OTHER] = { NO_HANDS, OK_OR_BACK, SCREEN_YES_NO },
	[NOW_SET_UP] = { N_("Set the pieces up as the picture shows, in any order. Blue squares "
			    "are next."),
			 N_("OK or the clock says that the pieces stand so."),
			 N_("Touch Done when they stand so. The menu leads to other games.") },
	[NOW_DUE] = { N_("Take off the pieces on orange, and put pieces on the blue squares. You "
			 "may also play "
			 "on first."),
		      N_("OK or the clock ends a turn as always."),
		      N_("The card names the next piece. There is nothing to touch.") },
	[NOW_ONWARD] = { N_("The move is half made: take the pale green piece to the blue square, "
			    "and take off "
			    "what stands on orange."),
			 N_("OK or the clock waits until that is done."),
			 N_("The card names the next step. There is nothing to touch.") },
	[NOW_DISORDER] = { N_("Put the pieces right: on blue one is missing, on orange one is "
			      "wrong. The next step "
			      "flashes."),
			   N_("Hold OK for the menu."),
			   N_("The arrow shows the next step. In the menu you can take back a "
			      "move.") },
	[NOW_LIFTED] = { N_("Put the piece on a blue square, or on an orange one to capture. Back "
			    "on its square: "
			    "nothing happened."),
			 N_("No button is needed while the piece is up."),
			 N_("The screen shows the same squares. There is nothing to touch.") },
	[NOW_SHOWN] = { N_("A second of waiting, or your opponent's move, makes it final, unless "
			   "more may follow. Lift the piece again to change it."),
			N_("OK or the clock makes it final at once."),
			N_("Touch Done to make it final. Afterwards the menu can take it back.") },
	[NOW_ROLL] = { N_("Nothing yet: the dice come first."), N_("OK rolls."),
		       N_("Touch Roll, or Real dice to enter what yours show.") },
	[NOW_BUY] = { N_("Move a piece. Or set a lost piece down on an empty square to buy it."),
		      N_("Hint shows the pieces that can move. Hold Hint to reach the screen's "
			 "buttons."),
		      N_("Touch Buy for all that you can pay.") },
	[NOW_PROMOTE] = { N_("Nothing yet: a zombie pawn on its last rank comes first. It swells."),
			  N_("Hold Hint to reach the screen's buttons."),
			  N_("Touch Promote, and choose what it becomes.") },
	[NOW_CARD] = { N_("Make the turn's quiet move, if you like and have not done so."),
		       N_("Hold Hint to reach the screen's buttons."),
		       N_("Touch Card, then the card that is played.") },
	[NOW_SECRET] = { N_("Hands cannot choose in secret. If you may also move first, pieces "
			    "light up when "
			    "lifted."),
			 N_("Hold Hint to reach the screen's buttons."),
			 N_("Take the screen to yourself and touch Private page. Nobody else "
			    "should look.") },
	[NOW_END] = { N_("Go on with a further action, or stop."),
		      N_("OK or the clock ends the turn. Hint shows the pieces that can move."),
		      N_("Touch End turn to stop here.") },
	[NOW_MOVE] = { N_("Move a piece. Lift it, and its squares light up. Or set up the last "
			  "position to take "
			  "it back."),
		       N_("Hint shows the pieces that can move. Hold OK for the menu."),
		       N_("Menu has takebacks, draws, hints, rules and settings.") },
	[NOW_OVER] = { N_("Set up the start array for a new game, or the last position to take the "
			  "end back."),
		       N_("Hold OK for a second to choose a game by lights."),
		       N_("Touch Result for the score, a replay and the next game.") },
	[NOW_NO_GAME] = { N_("Set up the start array of chess, and it begins."),
			  N_("Hold OK for a second to choose a game by lights."),
			  N_("Touch Games, and choose one.") },
};

/* What hands can do in one game only, while a move is awaited. */
static const struct {
	const char *game, *text;
} hands[] = {
	{ "abstract", N_("To give a stone, touch the giver, then a stack beside it.") },
	{ "masquerade", N_("To ask for a capture, lift both pieces, and set yours down there.") },
	{ "zombie", N_("While anything is buried, only OK or the clock ends a turn.") },
};

/* Returns the kind for the actions that are possible without hands. */
static unsigned
choices_kind(const struct ui_state *s)
{
	static const uint8_t kinds[CHOICES] = {
		[CHOICE_ROLL] = NOW_ROLL,       [CHOICE_DICE] = NOW_ROLL,
		[CHOICE_BUY] = NOW_BUY,         [CHOICE_DROP] = NOW_BUY,
		[CHOICE_PROMOTE] = NOW_PROMOTE, [CHOICE_PLAY] = NOW_CARD,
		[CHOICE_SECRET] = NOW_SECRET,   [CHOICE_END] = NOW_END,
		[CHOICE_PASS] = NOW_MOVE,       [CHOICE_GIVE] = NOW_MOVE,
	};
	uint8_t group[CHOICES];

	return choice_groups(s, group) > 0 ? kinds[group[0]] : NOW_MOVE;
}

unsigned
now_kind_of(const struct ui_state *s)
{
	if (s->prompt.kind != UI_PROMPT_NONE)
		return s->prompt.kind;
	if (s->phase != UI_PHASE_PLAYING)
		return s->phase == UI_PHASE_OVER ? NOW_OVER : NOW_NO_GAME;
	if (s->guidance.on)
		return s->guidance.rank > 0 ? NOW_SET_UP
		       : s->guidance.onward ? NOW_ONWARD
		       : s->guidance.due    ? NOW_DUE
					    : NOW_DISORDER;
	if (!sqset_empty(s->lifted))
		return NOW_LIFTED;
	return s->has_provisional ? NOW_SHOWN : choices_kind(s);
}

static void
part_draw(const struct page_draw *d, struct rect box, const char *title, const char *text)
{
	struct rect inside = widget_card(d, box, PAL_CARD);

	draw_text(d->l, PAL_TEXT_SHOWN, rect_cut_top(&inside, d->g->small_line, 0), d->g->small_px,
		  DRAW_BOLD, title);
	draw_text(d->l, PAL_TEXT, inside, d->g->compact ? d->g->small_px : d->g->text_px, DRAW_TOP,
		  text);
}

/* Writes what hands can do, in any game and in this one. */
static void
board_print(const struct ui_state *s, char text[2 * UI_SENTENCE_TEXT])
{
	unsigned kind = now_kind_of(s);
	const char *more = NULL;

	for (size_t i = 0; kind == NOW_MOVE && i < sizeof(hands) / sizeof(hands[0]); i++)
		if (strcmp(s->game, hands[i].game) == 0)
			more = hands[i].text;
	snprintf(text, 2 * UI_SENTENCE_TEXT, "%s%s%s", tr(now_rows[kind].board),
		 more != NULL ? " " : "", more != NULL ? tr(more) : "");
}

static void
now_layout(const struct page_draw *d)
{
	const struct now_row *row = &now_rows[now_kind_of(&d->m->state)];
	struct rect rest = widget_title(d, 2, tr("What can I do now?"));
	char board[2 * UI_SENTENCE_TEXT];

	widget_title_button(d, 1, BUTTON_PLAIN, TARGET_PAGE, UI_PAGE_LIGHTS, tr("All lights"));
	widget_title_button(d, 0, d->s->phase != UI_PHASE_NONE ? BUTTON_PLAIN : BUTTON_OFF,
			    TARGET_PAGE, UI_PAGE_HELP, tr("Rules"));
	board_print(&d->m->state, board);
	part_draw(d, rect_cell(rest, 1, 3, d->g->gap, 0), tr("On the board"), board);
	part_draw(d, rect_cell(rest, 1, 3, d->g->gap, 1), tr("Buttons of the board"),
		  tr(d->m->state.prompt.needs != 0 ? FOCUS : row->buttons));
	part_draw(d, rect_cell(rest, 1, 3, d->g->gap, 2), tr("On this screen"), tr(row->screen));
}

static void
now_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	(void)out;
	if (id == TARGET_BACK)
		ui_model_back(m);
	else if (id == TARGET_PAGE && arg == UI_PAGE_HELP)
		page_help_open(m);
	else if (id == TARGET_PAGE && arg == UI_PAGE_LIGHTS)
		ui_model_open(m, UI_PAGE_LIGHTS);
}

const struct page page_now = {
	.name = "now",
	.layout = now_layout,
	.activate = now_activate,
};
