/*
 * Pages and what they are built from. A page is a const table of functions in a
 * file of its own, ui/page_NAME.c, and a row in pages[] of model.c.
 */
#pragma once
#include "ui/draw.h"
#include "ui/metrics.h"
#include "ui/model.h"
#include "ui/phrase.h"

/* What can be touched. The argument says which of several. */
enum ui_target {
	TARGET_DONE,
	TARGET_HINT,
	TARGET_MENU,
	TARGET_NOTICE,
	TARGET_OPTION,		/* arg: of the prompt */
	TARGET_MORE,
	TARGET_YES,
	TARGET_NO,
	TARGET_AGREE,		/* arg: row of state.hints, the seats */
	TARGET_BACK,
	TARGET_NEW,
	TARGET_UNDO,
	TARGET_DRAW,
	TARGET_CLAIM,
	TARGET_RESIGN,		/* arg: row of state.hints, the seats */
	TARGET_HINTS,		/* arg: likewise */
	TARGET_TROUBLES,
	TARGET_GAME,		/* arg: row of the panel table */
	TARGET_PAGE,		/* arg: enum ui_page */
	TARGET_RESUME,
	TARGET_NEXT,		/* game of the match */
	TARGET_ROW,		/* arg: of what is listed or set */
	TARGET_STEP,		/* arg: 0 first, 1 back, 2 on, 3 last */
	TARGET_LAMPS,
	TARGET_CODE,		/* arg: of what is listed */
	TARGET_KEY,		/* arg: a character */
	TARGET_PAUSE,
	TARGET_TIME,
	TARGET_OWN,		/* arg: row of state.hints */
	TARGET_PIN,		/* arg: likewise */
	TARGET_CARD,		/* arg: of a pile */
	TARGET_MARK,		/* arg: cell of the table */
	TARGET_SIDE,		/* arg: whose */
	TARGET_MODE,
	TARGET_MINUTES,
	TARGET_SECONDS,
	TARGET_CALIBRATE,	/* arg: 0 begin or go on, 1 leave */
	TARGET_CANCEL,		/* arg: row of state.work */
	TARGET_RESET,
	TARGET_DIGIT,		/* arg: 0 to 9 */
	TARGET_ERASE,
	TARGET_RANDOM,
	TARGET_START,
	TARGET_GROUP,		/* arg: enum choice_group */
	TARGET_CHOICE,		/* arg: row of state.word */
	TARGET_REVEAL,
	TARGET_KEEP,
	TARGET_SWAP,		/* arg: which of the five masks, with the next one */
	TARGET_SUGGEST,
	TARGET_DEAL,
	TARGET_SENSORS,		/* arg: the trouble that leads there, or 0 */
	TARGET_DOUBT,		/* arg: square of a board of 11 x 9 */
	TARGET_BELIEVE,		/* arg: likewise */
	TARGETS_N,
};

/* Everything a layout function reads, and where it draws. */
struct page_draw {
	const struct ui_model *m;
	const struct ui_state *s;	/* the game that is drawn: the board's, an old one, a seat's */
	const struct metrics *g;
	struct draw_list *l;
};

struct page {
	const char *name;		/* as in stored states and docs/screen.md */
	uint8_t parent;			/* enum ui_page: where back leads */
	void (*layout)(const struct page_draw *d);
	/* A target of this page was touched. */
	void (*activate)(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out);
	void (*back)(struct ui_model *m, struct ui_out *out);	/* NULL: go to parent */
	/* A finger came down on a target of this page; NULL: nothing happens before it is let go. */
	void (*press)(struct ui_model *m, unsigned id, struct ui_out *out);
	/* It slid off and was let go elsewhere, on `at` or, at->on false, on no target; NULL: ignored. */
	void (*slide)(struct ui_model *m, const struct ui_place *from, const struct ui_place *at,
		      struct ui_out *out);
	void (*type)(struct ui_model *m, char c);	/* NULL: typed text is ignored */
	/* Asks for what it shows, when it is opened and when a daemon is back; NULL: nothing. */
	void (*ask)(struct ui_model *m, struct ui_out *out);
};

extern const struct page page_play, page_home, page_setup, page_names, page_clock, page_array,
	page_menu, page_seats, page_confirm, page_choice, page_handover, page_pin, page_marks,
	page_over, page_records, page_replay, page_evening, page_code, page_board,
	page_troubles, page_sensors, page_settings, page_date, page_help, page_connect;

const struct page *page_of(enum ui_page page);
/* enum ui_page of a name, -1: none has it. */
int page_find(const char *name);
/* "done", "option": for printed lists. */
const char *page_target_name(unsigned id);

/* widget.c: what pages share */
enum button_look {
	BUTTON_PLAIN,
	BUTTON_MAIN,		/* the likeliest */
	BUTTON_ON,		/* chosen among several */
	BUTTON_OFF,		/* shown but not to be had: no target */
};

void widget_button(const struct page_draw *d, struct rect box, enum button_look look,
		   unsigned id, unsigned arg, const char *label);
/* A button with a piece instead of words. */
void widget_piece_button(const struct page_draw *d, struct rect box, unsigned id, unsigned arg,
			 struct ui_piece piece);
/*
 * The bar on top: a back button, the title, and room for n_buttons. What is left
 * of the window.
 */
struct rect widget_title(const struct page_draw *d, unsigned n_buttons, const char *title);
/* The same with a sentence, in small letters, where the title would be. */
struct rect widget_title_said(const struct page_draw *d, unsigned n_buttons, const char *sentence);
/* One of them, the n-th from the right. */
void widget_title_button(const struct page_draw *d, unsigned n, enum button_look look,
			 unsigned id, unsigned arg, const char *label);
/* A button with a name above its value. */
void widget_field(const struct page_draw *d, struct rect box, enum button_look look, unsigned id,
		  unsigned arg, const char *name, const char *value);
/* The same, of a name that people chose: not translated. */
void widget_field_named(const struct page_draw *d, struct rect box, enum button_look look,
			unsigned id, unsigned arg, const char *name, const char *value);
/* The ten digits in that order, an erase button and one more in two rows of six. */
enum { KEYPAD_DIGITS = 10 };
void widget_keypad(const struct page_draw *d, struct rect box, const char digits[KEYPAD_DIGITS + 1],
		   enum button_look look, unsigned more_id, const char *more);
/* A card; its inside. */
struct rect widget_card(const struct page_draw *d, struct rect box, enum palette meaning);
/* The frame around what has the focus; drawn by buttons themselves. */
void widget_focus(const struct page_draw *d, struct rect box, unsigned id, unsigned arg);

/* The ground of a button and its target, for what is drawn instead of words. */
void widget_ground(const struct page_draw *d, struct rect box, enum palette fill, unsigned id,
		   unsigned arg);
/* One die, square, showing n. */
void widget_die(const struct page_draw *d, struct rect box, unsigned n);
/* A playing card, "10H", as large as the box. */
void widget_card_face(const struct page_draw *d, struct rect box, const char *card);

/* choice.c: what is chosen on the screen and is no secret */
enum choice_group {
	CHOICE_ROLL,
	CHOICE_DICE,		/* real ones, typed in */
	CHOICE_BUY,
	CHOICE_DROP,		/* what was to be set down, after all not */
	CHOICE_PROMOTE,
	CHOICE_PLAY,
	CHOICE_SECRET,		/* on a seat's own page */
	CHOICE_END,
	CHOICE_PASS,
	CHOICES,
};

/* The groups there are now, in order; how many. */
unsigned choice_groups(const struct ui_state *s, uint8_t group[CHOICES]);
/* Whether word[i] belongs to the group. */
bool choice_has(const struct ui_state *s, enum choice_group group, unsigned i);
/* A burial comes after what the hands are still to do on the board. */
bool choice_burial_waits(const struct ui_state *s);
const char *choice_title(enum choice_group group);
/* A row of buttons, one a group. */
void choice_layout(const struct page_draw *d, struct rect box);
void choice_activate(struct ui_model *m, unsigned group, struct ui_out *out);
/* A grid that holds n of the words that `wanted` gives, as buttons. */
void choice_grid(const struct page_draw *d, struct rect box, const struct ui_state *s,
		 const uint8_t *wanted, unsigned n);
/* Plays word[i] of s. */
void choice_act(const struct ui_state *s, unsigned i, struct ui_out *out);

/* board.c: the position, its marks and coordinates */
void board_layout(const struct page_draw *d, struct rect box);
/* The box of each square of a board in `box`, for what is drawn besides. */
struct rect board_box(const struct page_draw *d, struct rect box, unsigned files,
			 unsigned ranks, unsigned sq);
/* Its coordinates alone. */
void board_names(const struct page_draw *d, struct rect box, unsigned files, unsigned ranks);

/* clock.c: the clocks under the header */
int clock_height(const struct page_draw *d);	/* 0: there are none */
void clock_layout(const struct page_draw *d, struct rect box);
/* What a clock shows, "1:05:00" or "0:09.4"; at least 16 bytes. */
void clock_text(int64_t left_ms, char text[16]);
/* Milliseconds until one of them shows something else, UI_NEVER. */
uint64_t clock_next_ms(const struct ui_model *m);

/* emblem.c: the picture of a game, row of the panel table */
void emblem_draw(const struct page_draw *d, struct rect box, unsigned game);

/* notice.c: one card that says what is wrong or wanted, below the moves */
bool notice_wanted(const struct ui_model *m);
bool notice_is_of_sensors(const struct ui_state *s);	/* a touch leads to those in doubt */
bool notice_is_long(const struct ui_model *m);	/* it needs the panel's place in the small design */
void notice_layout(const struct page_draw *d, struct rect box);

/* page_sensors.c: squares whose sensor is suspected or not believed */
unsigned page_sensors_count(const struct ui_state *s);
bool page_sensors_suspects(const struct ui_state *s);	/* some are suspected */

/* page_code.c: opens it for a game, 0: the one on the board */
void page_code_open(struct ui_model *m, uint32_t game_id);

/* prompt.c: a question of the daemon, over the panel */
bool prompt_covers(const struct ui_prompt *p);	/* it takes the panel, not only the notice */
void prompt_layout(const struct page_draw *d, struct rect box);
void prompt_promotion_layout(const struct page_draw *d, struct rect box);
void prompt_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out);
/* Back on an open prompt: no, where no is an answer. */
void prompt_back(struct ui_model *m, struct ui_out *out);
