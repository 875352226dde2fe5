/* What can I do now? Which gestures, buttons and places on the screen answer the question. */
#include "ui/page_now.h"

#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"
#include "ui/seat.h"

/* ---- the same sentence for several kinds ---- */

#define NO_HANDS         N_("Hands do not answer this. The swelling squares only show what it is about.")
#define OK_OR_BACK       N_("OK is yes, Back is no. The clock does not answer.")
#define OK_CLOCK_OR_BACK N_("OK or the clock is yes, Back is no.")
#define FOCUS            N_("Hint goes from one button of the screen to the next, OK takes it, Back is no.")
#define LIFT_A_PIECE     N_("Lift a piece, and its squares light up.")
#define SCREEN_YES_NO \
	N_("Touch one of the two buttons. If several players must agree, each has one.")

const struct now_row now_rows[NOW_KINDS] = {
	[UI_PROMPT_WHICH] = { N_("Put the pieces back where they stood, and make the move again."),
			      FOCUS, N_("Touch the move that you made.") },
	[UI_PROMPT_CONFIRM] = { N_("If it was another move: put the pieces right, and the question "
				   "goes away."),
				OK_CLOCK_OR_BACK,
				N_("Touch Yes if that was the move. After a No the board guides "
				   "you.") },
	[UI_PROMPT_BLUNDER] = { N_("To take the move back, put the piece back. The next player's "
				   "touch "
				   "plays it."),
				N_("OK or the clock plays it, Back takes it back."),
				N_("Play it anyway makes the move final. Take it back shows where "
				   "the "
				   "piece goes.") },
	[UI_PROMPT_PROMOTION] = { N_("Exchange the pawn for that piece, or for another one that is "
				     "chosen on the screen. The opponent's next touch ends the "
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
				 OK_OR_BACK, N_("Touch one of the buttons.") },
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
			    OK_CLOCK_OR_BACK, N_("Touch Yes if the turn is over.") },
	[UI_PROMPT_PAY] = { N_("Put the king back if it shall not fly."), OK_CLOCK_OR_BACK,
			    N_("Touch Yes to buy the flight: then the king has moved.") },
	[UI_PROMPT_TIME] = { N_("Hands do not answer this. The king that would lose swells."),
			     OK_OR_BACK, N_("Touch Yes to win on time, or No to play on.") },
	[UI_PROMPT_REVEAL] = { NO_HANDS, OK_OR_BACK,
			       N_("Touch Yes to show all that was hidden. Then the end cannot be "
				  "taken back.") },
	[UI_PROMPT_PLAY_ON] = { NO_HANDS, OK_OR_BACK,
				N_("Play on leads the pieces to where the game stopped. New game "
				   "begins another one.") },
	[UI_PROMPT_ARRAY] = { N_("Set the pieces up as the picture shows. Any order is right."),
			      N_("OK or the clock is the same as Done."),
			      N_("Touch Done when the pieces stand so. The menu stays within "
				 "reach.") },
	[UI_PROMPT_OTHER] = { NO_HANDS, OK_OR_BACK, SCREEN_YES_NO },
	[NOW_SET_UP] = { N_("Set the pieces up as the picture shows, in any order. Blue squares "
			    "are next."),
			 N_("OK or the clock is the same as Done."),
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
	[NOW_PLAN] = { N_("The computer has chosen this move: make it on the board; its squares "
			  "glow. "
			  "No other move counts."),
		       N_("No button is needed. Hold OK for the menu."),
		       N_("The arrow shows the move. In the menu you can take back a move.") },
	[NOW_THINKS] = { N_("There is nothing to do yet. The move that the computer chooses is "
			    "shown "
			    "here, and its squares glow: then make it on the board."),
			 N_("No button is needed. Hold OK for the menu."),
			 N_("Wait. In the menu you can pause the clocks or take back a move.") },
	[NOW_LIFTED] = { N_("Put the piece on a blue square, or on an orange one to capture. Back "
			    "on its square: "
			    "nothing happened."),
			 N_("Hint says how the piece moves, where it may go now, and why not "
			    "elsewhere."),
			 N_("The screen shows the same squares. How?, Ways? and Why? say what the "
			    "piece may do, "
			    "and why not more.") },
	[NOW_SHOWN] = { N_("A second of waiting, or your opponent's move, makes it final, unless "
			   "more may follow. Lift the piece again to change it."),
			N_("OK or the clock is the same as Done."),
			N_("Touch Done to make it final. Afterwards the menu can take it back.") },
	[NOW_ROLL] = { N_("Nothing yet: the dice come first."), N_("OK rolls."),
		       N_("Touch Roll, or Real dice to enter what yours show.") },
	[NOW_BUY] = { LIFT_A_PIECE,
		      N_("Hint shows what can move, or a good move. Hold Hint to reach the "
			 "screen's "
			 "buttons."),
		      N_("Touch Buy for all that you can pay.") },
	[NOW_PROMOTE] = { N_("A zombie pawn on its last row comes first. Put it where the square "
			     "swells."),
			  N_("Hold Hint to reach the screen's buttons."),
			  N_("Touch Promote, and choose what it becomes.") },
	[NOW_CARD] = { N_("The card is played on the screen."),
		       N_("Hold Hint to reach the screen's buttons."),
		       N_("Touch Play a card, then the card that is played.") },
	[NOW_SECRET] = { N_("What is secret is chosen on the screen, not on the board."),
			 N_("Hold Hint to reach the screen's buttons."),
			 N_("Take the screen to yourself and touch Private page. Nobody else "
			    "should look.") },
	[NOW_END] = { N_("Go on with a further action, or stop."),
		      N_("OK or the clock is the same as Done. Hint shows what can move, or a good "
			 "move."),
		      N_("Touch Done to end the turn.") },
	[NOW_MOVE] = { LIFT_A_PIECE,
		       N_("Hint shows what can move, or a good move. Hold OK for the menu."),
		       N_("Menu has takebacks, draws, hints, rules and settings.") },
	[NOW_OVER] = { N_("Set up the start array for a new game, or the last position to take the "
			  "end back."),
		       N_("Hold OK for a second to choose a game by lights."),
		       N_("Touch Result for the score, a replay and the next game.") },
	[NOW_NO_GAME] = { N_("Set up the start array of chess, and it begins."),
			  N_("Hold OK for a second to choose a game by lights."),
			  N_("Touch Games, and choose one.") },
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

bool
now_is_thinking(const struct ui_state *s)
{
	return s->phase == UI_PHASE_PLAYING && seat_is_computer(s, seat_turn(s)) && !s->has_provisional && sqset_empty(s->lifted) &&
	       choices_kind(s) != NOW_ROLL;
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
		       : !s->guidance.due   ? NOW_DISORDER
		       : choices_kind(s) == NOW_PROMOTE ? NOW_PROMOTE
							: NOW_DUE;
	if (s->has_plan && !s->has_provisional)
		return NOW_PLAN;
	if (now_is_thinking(s))
		return NOW_THINKS;
	if (!sqset_empty(s->lifted))
		return NOW_LIFTED;
	return s->has_provisional ? NOW_SHOWN : choices_kind(s);
}

bool
now_is_of_game(unsigned kind)
{
	return kind >= NOW_ROLL && kind <= NOW_MOVE;
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

/* ---- what this game and this position add ---- */

enum {
	NOW_TEXT = 4 * UI_SENTENCE_TEXT,
	SENTENCES = 3, /* most of a game at a time, for the small design */
};

/* Adds a translated sentence, after a separator if the text has any. */
static void
sentence_add(char text[NOW_TEXT], const char *separator, const char *sentence)
{
	size_t len = strlen(text);

	snprintf(text + len, NOW_TEXT - len, "%s%s", len > 0 ? separator : "", sentence);
}

static bool
ends_sentence(const char *text)
{
	size_t len = strlen(text);

	return len > 0 && strchr(".?!", text[len - 1]) != NULL;
}

/* Names the seat whose turn it is. */
static void
turn_add(const struct ui_state *s, char text[NOW_TEXT])
{
	char line[UI_SENTENCE_TEXT];

	lang_print(line, sizeof(line), s->n_actions > 0 ? tr("{1} is to play.") : tr("{1} begins."),
		   seat_name(s->game, seat_turn(s)));
	sentence_add(text, "", line);
}

/* Counts the newest moves of the board, and takes older ones into account as one. */
static unsigned
moves_of_board(const struct ui_state *s)
{
	unsigned n = s->moves_from > 0;

	for (unsigned i = 0; i < s->n_moves; i++)
		n += s->move[i].is_note;
	return n;
}

/* Says how hands take a move back; the start array would ask about a new game. */
static void
takeback_add(const struct ui_state *s, char text[NOW_TEXT])
{
	unsigned n = moves_of_board(s);

	if (n == 1)
		sentence_add(text, "\n",
			     tr("To take the first move back, undo it with your hands, and choose "
				"Take everything back."));
	else if (n > 1)
		sentence_add(text, "\n",
			     tr("To take the last move back, set up the position before it."));
}

/* Returns the sentence on moving a piece: more of it at the start, less without lights. */
static const char *
moving_text(const struct ui_state *s)
{
	if (ui_state_hints(s, seat_turn(s)) == UI_HINTS_OFF)
		return N_("Lift a piece, and set it down where it goes.");
	return s->n_actions > 0
		       ? LIFT_A_PIECE
		       : N_("Lift a piece, and its squares light up. Set it down on one of them.");
}

static bool
is_now(const struct panel_now *row, const struct ui_state *s)
{
	const bool *flag = (const bool *)((const char *)s + row->flag);

	return (row->when == NULL || row->when(s)) &&
	       (row->stage == NULL || panel_stage(s, row->stage)) &&
	       (row->flag == 0 || *flag != row->unless);
}

/* Adds the game's own sentences that are true now. */
static void
game_add(const struct ui_state *s, char text[NOW_TEXT])
{
	const struct panel_now *row = panel_of(s->game)->now;

	for (unsigned n = 0; row != NULL && row->text != NULL && n < SENTENCES; row++)
		if (is_now(row, s))
			sentence_add(text, n++ == 0 ? "\n" : " ", tr(row->text));
}

/* Writes what hands can do, in any game and in this one. */
static void
board_print(const struct ui_state *s, char text[NOW_TEXT])
{
	unsigned kind = now_kind_of(s);
	bool moves = kind == NOW_MOVE || kind == NOW_BUY;

	text[0] = '\0';
	if (kind == NOW_OVER && s->closed) {
		sentence_add(text, "",
			     tr("Set up the start array for a new game. This end is permanent."));
		return;
	}
	if (kind == UI_PROMPT_NEW_GAME && s->phase == UI_PHASE_OVER) {
		sentence_add(text, "", s->prompt.text);
		sentence_add(text, "\n",
			     tr("The pieces stand as at the start. The game before is over, and is "
				"kept."));
		return;
	}
	if (!now_is_of_game(kind)) {
		sentence_add(text, "", kind == UI_PROMPT_PROMOTION ? s->prompt.text : s->message);
		sentence_add(text, ends_sentence(text) ? "\n" : ".\n", tr(now_rows[kind].board));
		if ((kind == UI_PROMPT_ARRAY || kind == NOW_SET_UP) && panel_of(s->game)->index_n > 0)
			sentence_add(text, " ", tr("For an array of your own, begin a new game and "
						   "give its number or cards under Array."));
		return;
	}
	turn_add(s, text);
	if (s->claims & UI_CLAIM_TIME)
		sentence_add(text, " ", tr("A player's time is up: the opponent may claim it in the menu."));
	sentence_add(text, " ", tr(moves ? moving_text(s) : now_rows[kind].board));
	if (moves && panel_in_check(s) && !panel_of(s->game)->may_ignore_check)
		sentence_add(text, " ", tr("The king on red must be safe after the move."));
	game_add(s, text);
	takeback_add(s, text);
}

/* ---- the page ---- */

/* Returns what the screen offers; a takeback only if something was played. */
static const char *
screen_text(const struct ui_state *s)
{
	unsigned kind = now_kind_of(s);

	if (s->n_actions == 0 && kind == NOW_MOVE)
		return N_("Menu has draws, hints, rules and settings.");
	if (s->n_actions == 0 && kind == NOW_DISORDER)
		return N_("The arrow shows the next step.");
	if (s->n_actions == 0 && kind == NOW_PLAN)
		return N_("The arrow shows the move.");
	if (kind == NOW_SECRET && seat_is_alone(s))
		return N_("Touch the golden button. The computer does not see your page.");
	return now_rows[kind].screen;
}

static void
now_layout(const struct page_draw *d)
{
	const struct now_row *row = &now_rows[now_kind_of(&d->m->state)];
	bool game = d->s->phase != UI_PHASE_NONE;
	struct rect rest =
		widget_title(d, 3, d->g->compact ? tr("What now?") : tr("What can I do now?"));
	struct rect low;
	int line = d->g->compact ? d->g->small_line : d->g->text_line;
	char board[NOW_TEXT];

	widget_title_button(d, 2, BUTTON_PLAIN, TARGET_PAGE, UI_PAGE_LIGHTS, tr("All lights"));
	widget_title_button(d, 1, game ? BUTTON_PLAIN : BUTTON_OFF, TARGET_PIECES, 0, tr("Pieces"));
	widget_title_button(d, 0, game ? BUTTON_PLAIN : BUTTON_OFF, TARGET_PAGE, UI_PAGE_HELP,
			    tr("Rules"));
	board_print(&d->m->state, board);
	if (board_is_apart(d->m))
		sentence_add(board, "\n", tr("In brackets at the board's edge: what the wood says."));
	low = rect_cut_bottom(&rest, d->g->small_line + 4 * line + 2 * d->g->pad, d->g->gap);
	part_draw(d, rest, tr("On the board"), board);
	part_draw(d, rect_cell(low, 2, 1, d->g->gap, 0), tr("Buttons of the board"),
		  tr(d->s->prompt.needs != 0 ? FOCUS : row->buttons));
	part_draw(d, rect_cell(low, 2, 1, d->g->gap, 1), tr("On this screen"), tr(screen_text(d->s)));
}

static void
now_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	(void)out;
	if (id == TARGET_PIECES)
		page_help_open_pieces(m);
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
