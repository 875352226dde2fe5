/*
 * Pages and their shared parts. Each page is a const table of functions in its
 * own file, ui/page_NAME.c, and a row in pages[] of model.c.
 */
#pragma once
#include "ui/draw.h"
#include "ui/design.h"
#include "ui/model.h"
#include "ui/navigate.h"

/* Touchable elements, and their names in printed lists. The argument selects one of several. */
#define UI_TARGETS(X) \
	X(TARGET_DONE, "done") \
	X(TARGET_HINT, "hint") \
	X(TARGET_MENU, "menu") \
	X(TARGET_NOTICE, "notice") \
	X(TARGET_OPTION, "option")       /* arg: index in the prompt */ \
	X(TARGET_MORE, "more") \
	X(TARGET_YES, "yes") \
	X(TARGET_NO, "no") \
	X(TARGET_AGREE, "agree")         /* arg: row of state.hints (the seats) */ \
	X(TARGET_BACK, "back") \
	X(TARGET_NEW, "new") \
	X(TARGET_UNDO, "undo") \
	X(TARGET_DRAW, "draw") \
	X(TARGET_CLAIM, "claim") \
	X(TARGET_RESIGN, "resign")       /* arg: row of state.hints (the seats) */ \
	X(TARGET_HINTS, "hints")         /* arg: likewise */ \
	X(TARGET_TROUBLES, "troubles") \
	X(TARGET_GAME, "game")           /* arg: row of the panel table */ \
	X(TARGET_PAGE, "page")           /* arg: enum ui_page */ \
	X(TARGET_RESUME, "resume") \
	X(TARGET_NEXT, "next-game")      /* next game of the match */ \
	X(TARGET_ROW, "row")             /* arg: row of the list or of the settings */ \
	X(TARGET_STEP, "step")           /* arg: 0 first, 1 back, 2 on, 3 last */ \
	X(TARGET_LAMPS, "lamps") \
	X(TARGET_CODE, "code")           /* arg: row of the list */ \
	X(TARGET_KEY, "key")             /* arg: a character */ \
	X(TARGET_PAUSE, "pause") \
	X(TARGET_FLIP, "flip") \
	X(TARGET_OWN, "own")             /* arg: row of state.hints */ \
	X(TARGET_PIN, "pin")             /* arg: likewise */ \
	X(TARGET_CARD, "card")           /* arg: index in a pile */ \
	X(TARGET_MARK, "mark")           /* arg: cell of the table */ \
	X(TARGET_SIDE, "side")           /* arg: the side */ \
	X(TARGET_MODE, "mode") \
	X(TARGET_CLOCK, "clock")         /* arg: a clock by name, then the players' own */ \
	X(TARGET_MINUTES, "minutes") \
	X(TARGET_SECONDS, "seconds") \
	X(TARGET_CALIBRATE, "calibrate") /* arg: 0 start or continue, 1 leave */ \
	X(TARGET_RESET, "reset") \
	X(TARGET_DIGIT, "digit")         /* arg: 0 to 9 */ \
	X(TARGET_ERASE, "erase") \
	X(TARGET_RANDOM, "random") \
	X(TARGET_START, "start") \
	X(TARGET_GROUP, "group")         /* arg: enum choice_group; settings: the group */ \
	X(TARGET_CHOICE, "choice")       /* arg: row of state.word */ \
	X(TARGET_REVEAL, "reveal") \
	X(TARGET_SHOW_ALL, "show-all")   /* reveals what the game hid, once its end is permanent */ \
	X(TARGET_KEEP, "keep") \
	X(TARGET_SWAP, "swap")           /* arg: one of the five masks, swapped with the next one */ \
	X(TARGET_SUGGEST, "suggest") \
	X(TARGET_DEAL, "deal") \
	X(TARGET_SENSORS, "sensors")     /* arg: the trouble that opens the page, or 0 */ \
	X(TARGET_DOUBT, "doubt")         /* arg: square of a board of 11 x 9 */ \
	X(TARGET_BELIEVE, "believe")     /* arg: likewise */ \
	X(TARGET_PIECES, "pieces") \
	X(TARGET_NOW, "now") \
	X(TARGET_WHO, "who")             /* arg: 0 a person, 1 a computer */ \
	X(TARGET_HURRY, "hurry")         /* the computer moves now */ \
	X(TARGET_LEVEL, "level")         /* arg: of a computer, from 1 */ \
	X(TARGET_SAY, "say")             /* arg: 0 the last move, 1 the position */ \
	X(TARGET_PUZZLE, "puzzle")       /* begins the next one */ \
	X(TARGET_MISTAKE, "mistake")     /* begins the next one of the learner's mistakes */ \
	X(TARGET_REVIEW, "review") \
	X(TARGET_LINE, "line")           /* the best line, or the game again */ \
	X(TARGET_HERE, "here")           /* begins a game at the shown position */

#define UI_TARGET_ID(id, name) id,
enum ui_target { UI_TARGETS(UI_TARGET_ID) TARGETS_N };

/* The input of a layout function, and the list that it draws into. */
struct page_draw {
	const struct ui_model *m;
	const struct ui_state *s;	/* the game to draw: current, past, or a seat's view */
	const struct metrics *g;
	struct draw_list *l;
};

struct page {
	const char *name;		/* as in stored states and docs/screen.md */
	void (*layout)(const struct page_draw *d);
	/*
	 * Handles a touch on a target of this page: neither TARGET_BACK nor, if the page takes
	 * typed text, the keys.
	 */
	void (*activate)(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out);
	void (*back)(struct ui_model *m, struct ui_out *out);	/* NULL: ui_model_back */
	bool takes_back;		/* `activate` gets TARGET_BACK too, and `back` only the key */
	/* Handles a press on a target of this page; NULL: acts on release only. */
	void (*press)(struct ui_model *m, unsigned id, struct ui_out *out);
	/*
	 * Handles a finger that left its target and was released on `at`, or
	 * outside every target if at->on is false; NULL: ignored.
	 */
	void (*slide)(struct ui_model *m, const struct ui_place *from, const struct ui_place *at,
		      struct ui_out *out);
	void (*type)(struct ui_model *m, char c);	/* NULL: typed text is ignored */
	/* Requests the page's content, on opening and after a reconnect; NULL: none. */
	void (*ask)(struct ui_model *m, struct ui_out *out);
	/* Requests what follows from leaving or changing the page; also called on other pages. */
	void (*flush)(struct ui_model *m, struct ui_out *out);
	/* Reports whether the page shows the sensors' present readings; NULL: never. */
	bool (*senses)(const struct ui_model *m);
	void (*sensed)(struct ui_model *m);	/* new diagnostics have come; NULL: ignored */
};

extern const struct page page_play, page_home, page_setup, page_names, page_search, page_first,
	page_clock, page_array, page_menu, page_seats, page_confirm, page_choice, page_handover,
	page_pin, page_marks, page_over, page_records, page_replay, page_evening, page_code,
	page_board, page_troubles, page_sensors, page_settings, page_date, page_help, page_lights,
	page_now, page_who, page_lessons, page_lesson, page_review, page_hints, page_connect;

const struct page *page_of(enum ui_page page);
/* Returns the enum ui_page with this name, or -1. */
int page_find(const char *name);
/* Reports whether a place is on, and among the drawn targets. */
bool page_has_place(const struct draw_list *l, struct ui_place at);
/* Handles a touch on a target of the shown page. */
void page_activate(struct ui_model *m, struct ui_place place, struct ui_out *out);
/* A `back` of pages that show a refusal: it is forgotten. */
void page_error_back(struct ui_model *m, struct ui_out *out);
/* Opens the lessons of a game: the row of the panel table. */
void page_lessons_open(struct ui_model *m, unsigned game);
/* Follows the lesson on the board; was_on: there was one in the state before. */
void page_lesson_follow(struct ui_model *m, bool was_on);
/* Returns a target's name for printed lists, such as "done" or "option". */
const char *page_target_name(unsigned id);

/* widget.c: shared elements */
void widget_button(const struct page_draw *d, struct rect box, enum button_look look,
		   unsigned id, unsigned arg, const char *label);
struct widget_icon {
	enum icon icon;
	const char *note;		/* right of it; NULL: none, the icon is in the middle */
};

/* Draws a button with an icon above its label. */
void widget_icon_button(const struct page_draw *d, struct rect box, enum button_look look,
			unsigned id, unsigned arg, struct widget_icon icon, const char *label);
/* Draws a button with a piece instead of a text. */
void widget_piece_button(const struct page_draw *d, struct rect box, unsigned id, unsigned arg,
			 struct ui_piece piece);
/*
 * Draws the top bar: a back button, the title, and room for n_buttons. Returns
 * the rest of the window.
 */
struct rect widget_title(const struct page_draw *d, unsigned n_buttons, const char *title);
/* The same, with an alert beside the title while something does not work (TARGET_TROUBLES). */
struct rect widget_title_alert(const struct page_draw *d, unsigned n_buttons, const char *title);
/* Draws a button to the troubles. */
void widget_alert(const struct page_draw *d, struct rect box);
/* Draws the top bar without a title and stores the room for other content. */
struct rect widget_bar(const struct page_draw *d, struct rect *room);
/* Cuts the room of a board off the left of what is below the bar. */
struct rect widget_board_room(const struct page_draw *d, struct rect *rest);
/* Draws the n-th button of the top bar from the right. */
void widget_title_button(const struct page_draw *d, unsigned n, enum button_look look,
			 unsigned id, unsigned arg, const char *label);
/* The same, plain, with an icon above the label. */
void widget_title_icon(const struct page_draw *d, unsigned n, unsigned id, unsigned arg,
		       enum icon icon, const char *label);
/* Draws a button with a name above its value. */
void widget_field(const struct page_draw *d, struct rect box, enum button_look look, unsigned id,
		  unsigned arg, const char *name, const char *value);
/* Returns the label of a key that erases the last character: a sign in the small design. */
const char *widget_erase_label(const struct page_draw *d);
/*
 * Draws the ten digits in the given order, an erase button and one more button
 * in two rows of six.
 */
enum { KEYPAD_DIGITS = 10 };
void widget_keypad(const struct page_draw *d, struct rect box, const char digits[KEYPAD_DIGITS + 1],
		   enum button_look look, unsigned more_id, const char *more);
/* Draws a card and returns its inside. */
struct rect widget_card(const struct page_draw *d, struct rect box, enum palette meaning);
/* Draws the frame around the focused element; buttons call this themselves. */
void widget_focus(const struct page_draw *d, struct rect box, unsigned id, unsigned arg);

/* Draws a button's background and adds its target, for a content other than text. */
void widget_ground(const struct page_draw *d, struct rect box, enum palette fill, unsigned id,
		   unsigned arg);
/* Draws a square die with n pips. */
void widget_die(const struct page_draw *d, struct rect box, unsigned n);
/* Returns the piece that a card stands for, in the colour of its suit; letter 0: no card. */
struct ui_piece widget_card_piece(const char *card);
/* Draws a playing card, such as "10H", that fills the box, with its piece if there is room. */
void widget_card_face(const struct page_draw *d, struct rect box, const char *card);

/* choice.c: public choices made on the screen */
enum choice_group {
	CHOICE_ROLL,
	CHOICE_DICE,		/* real dice, entered by hand */
	CHOICE_BUY,
	CHOICE_DROP,		/* cancel setting down a bought piece */
	CHOICE_PROMOTE,
	CHOICE_PLAY,
	CHOICE_SECRET,		/* on a seat's private page */
	CHOICE_END,
	CHOICE_PASS,
	CHOICE_GIVE,		/* a stone of the touched stack */
	CHOICES,
};

/* Stores the groups that are available now, in order, and returns their number. */
unsigned choice_groups(const struct ui_state *s, uint8_t group[CHOICES]);
/* Stores the groups that have a button of their own: all but the end of the turn, which is Done. */
unsigned choice_buttons(const struct ui_state *s, uint8_t group[CHOICES]);
/* Reports whether Done ends the turn by an action of the rules. */
bool choice_ends(const struct ui_state *s);
/* Reports whether word[i] belongs to the group. */
bool choice_has(const struct ui_state *s, enum choice_group group, unsigned i);
/* Reports whether a burial must wait until the players have made the pending moves on the board. */
bool choice_burial_waits(const struct ui_state *s);
const char *choice_title(enum choice_group group);
/* Returns the piece on a square by name. */
struct ui_piece choice_piece_on(const struct ui_state *s, const char *square);
/* Draws a row with a button for each group. */
void choice_layout(const struct page_draw *d, struct rect box);
void choice_activate(struct ui_model *m, unsigned group, struct ui_out *out);
/* Draws a grid of buttons for the n words whose indices are in `wanted`. */
void choice_grid(const struct page_draw *d, struct rect box, const struct ui_state *s,
		 const uint8_t *wanted, unsigned n);
/* Returns the price row of "N" in "buy:N" and stores the piece to show; letter 0: none. */
unsigned choice_price_row(char colour, const char *item, struct ui_piece *piece);
/* Sends word[i] of s as an action. */
void choice_act(const struct ui_state *s, unsigned i, struct ui_out *out);

/* board.c: the position, its marks and coordinates */
void board_layout(const struct page_draw *d, struct rect box);
/* Returns the box of a square of a board in `box`, for additional drawing. */
struct rect board_box(const struct page_draw *d, struct rect box, unsigned files,
			 unsigned ranks, unsigned sq);
/* Reports whether the wood names squares otherwise: the game is on a part of a larger board. */
bool board_is_apart(const struct ui_model *m);
/* Reports whether Black is below: by the setting `below` always, or in its turn. */
bool board_is_flipped(const struct page_draw *d);
/* Marks of the board that are no lights; sample numbers together with enum ui_light. */
enum board_mark {
	BOARD_MARK_STEP = UI_LIGHTS + 1,	/* the arrow of guidance */
	BOARD_MARK_GHOST,	/* a piece that is lifted, missing or still to be set up */
	BOARD_MARK_STONES,	/* the height of a stack */
	BOARD_MARK_TRICK,	/* the lifted piece becomes crooked by going here */
	BOARD_MARK_HIDING,	/* a square that may hide a burial */
	BOARD_MARK_GRAVE,	/* a burial that the viewer knows */
	BOARD_SAMPLES,
};
/* Draws one square with a light (enum ui_light) or a mark (enum board_mark). */
void board_sample(const struct page_draw *d, struct rect box, unsigned sample);
/* Draws the sign of a square where the lifted piece becomes crooked: a small halo. */
void board_trick_sign(const struct page_draw *d, struct rect box);
/* Draws the dot of a square that may hide something of White (side 0) or Black. */
void board_dot(const struct page_draw *d, struct rect box, unsigned side);
/* Draws only the coordinates of a board. */
void board_names(const struct page_draw *d, struct rect box, unsigned files, unsigned ranks);

/* clock.c: the clocks under the header */
int clock_height(const struct page_draw *d);	/* 0: no clocks */
void clock_layout(const struct page_draw *d, struct rect box);
/* Formats a time as "1:05:00" or "0:09.4". */
void clock_text(int64_t left_ms, char text[16]);
/* Returns when a clock's text changes next, or UI_NEVER. */
uint64_t clock_next_ms(const struct ui_model *m);

/* emblem.c: the picture of a game */
struct panel_emblem;
void emblem_draw(const struct page_draw *d, struct rect box, const struct panel_emblem *e);

/* notice.c: one card below the moves with a problem or a request */
bool notice_exists(const struct ui_model *m);
/* Reports whether it has the daemon's message on a computer: its move, or that it thinks. */
bool notice_is_of_plan(const struct ui_model *m);
/* Reports whether the notice is the message: of a computer's move, or what a piece may do. */
bool notice_says_message(const struct ui_model *m);
bool notice_is_of_sensors(const struct ui_state *s);	/* a touch opens the suspected sensors */
bool notice_fits(const struct page_draw *d, int w, int h); /* the notice fits a card of this size */
bool notice_is_long(const struct ui_model *m);	/* needs the panel's area in the small design */
void notice_layout(const struct page_draw *d, struct rect box);

/* page_sensors.c: squares with suspected or ignored sensors */
unsigned page_sensors_count(const struct ui_state *s);

/* page_board.c: prints squares of the board, at most `most` by name: "e4 e5 +3" */
void page_squares_format(struct sqset set, unsigned most, char *text, size_t size);

/*
 * page_settings.c: returns the current language's name from its catalogue, or `language`, the
 * file's name, if it has none
 */
const char *page_language_name(const char *language);
const char *page_language_english(void);	/* English in English, whatever the language */

/* page_home.c: a tile for each game, and the box of the last tile, which stays empty */
struct rect page_home_games(const struct page_draw *d, struct rect rest);

/* page_seats.c: asks whether the seat, a row of state.hints, resigns, or whether partners give up */
void page_seats_resign(struct ui_model *m, unsigned seat);

/* page_names.c: the seats and the keyboard */
void page_names_keys(const struct page_draw *d, struct rect rest);
/* Appends a letter of Latin-1 to the name, or erases the last one. */
void page_names_type(struct ui_model *m, char c);
/* Handles a touch on a seat or TARGET_MORE; the names of all seats are done if it returns true. */
bool page_names_touch(struct ui_model *m, unsigned id, unsigned arg);

/* page_first.c: the five first steps */
void page_first_open(struct ui_model *m);		/* at a player's request */
bool page_first_types(const struct ui_model *m);	/* the step takes typed text */

/* page_help.c: opens the page for the game on the board */
void page_help_open(struct ui_model *m);
/* page_lights.c: reports whether the lifted piece's squares are graded */
bool page_lights_are_graded(const struct ui_state *s);
/* Explains the grades that are lit. */
void page_lights_grades_layout(const struct page_draw *d, struct rect box);
/* Opens how the pieces of the game on the board move. */
void page_help_open_pieces(struct ui_model *m);
/* Shows the next step of a diagram that plays. */
void page_help_tick(struct ui_model *m);
/* Returns when that step is due, or UI_NEVER. */
uint64_t page_help_next_ms(const struct ui_model *m);

/* page_review.c: opens the review of the game that the replay page shows */
void page_review_open(struct ui_model *m);
/* Draws what the review says about the action that m->review.at describes. */
void page_review_card(const struct page_draw *d, struct rect box);

/* page_evening.c: requests the evening's results */
void page_evening_ask(struct ui_model *m, struct ui_out *out);

/* page_code.c: opens the page for a game; 0: the one on the board */
void page_code_open(struct ui_model *m, uint32_t game_id);

/* prompt.c: a prompt of the daemon, over the panel */
bool prompt_covers(const struct ui_prompt *p);	/* covers the panel, not only the notice */
/* Reports whether a touch of the target answers a prompt, on the play page. */
bool prompt_answers(unsigned id);
void prompt_layout(const struct page_draw *d, struct rect box);
void prompt_promotion_layout(const struct page_draw *d, struct rect box);
void prompt_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out);
/* Answers no to an open prompt that can be answered with no. */
void prompt_back(struct ui_model *m, struct ui_out *out);
