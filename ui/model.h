/*
 * The screen as a pure state machine: messages and touches in, a page out. It
 * uses no sockets, no pixels and no clock of its own.
 *
 * The four questions: `state` comes from the daemon and is replaced whole.
 * `view` belongs to the interface (which page, what is typed) and survives a
 * restart of the daemon. The draw list is computed from both. This file saves
 * nothing.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "ui/draw.h"
#include "ui/message.h"
#include "ui/state.h"

/* Rows of the table of pages in model.c. */
enum ui_page {
	UI_PAGE_PLAY,
	UI_PAGE_HOME,
	UI_PAGE_SETUP,		/* of a new game */
	UI_PAGE_NAMES,
	UI_PAGE_CLOCK,
	UI_PAGE_ARRAY,		/* the array, by number or by cards */
	UI_PAGE_MENU,
	UI_PAGE_SEATS,		/* private pages, resigning, by player */
	UI_PAGE_CONFIRM,
	UI_PAGE_CHOICE,		/* one group of choices made on the screen */
	UI_PAGE_HANDOVER,	/* a seat's private page */
	UI_PAGE_PIN,
	UI_PAGE_MARKS,		/* X and O, set by the players themselves */
	UI_PAGE_OVER,
	UI_PAGE_RECORDS,
	UI_PAGE_REPLAY,
	UI_PAGE_EVENING,
	UI_PAGE_BOARD,		/* diagnostics */
	UI_PAGE_TROUBLES,
	UI_PAGE_SETTINGS,
	UI_PAGE_DATE,
	UI_PAGE_HELP,
	UI_PAGE_CODE,		/* a kept game as a QR code */
	UI_PAGE_SENSORS,	/* suspected sensors */
	UI_PAGE_SEARCH,		/* a text for the list of kept games */
	UI_PAGE_FIRST,		/* the five first steps; view.more: the step */
	UI_PAGE_LIGHTS,		/* what each light means */
	UI_PAGE_NOW,		/* what answers the present question */
	UI_PAGE_WHO,		/* persons and computers of a new game */
	UI_PAGE_LESSONS,	/* of a game */
	UI_PAGE_LESSON,		/* the one on the board */
	UI_PAGE_REVIEW,		/* of a finished game */
	UI_PAGE_HINTS,		/* hints and advice of one player, view.seat */
	UI_PAGE_CONNECT,	/* shown without a daemon, whatever view.page is */
	UI_PAGES,
};

enum {
	UI_OUT_MAX = 8,		/* most requests caused by one touch */
	UI_ENTRY_DIGITS = 3,	/* 0 to 959 */
	UI_DATE_DIGITS = 8,
	UI_FIND_TEXT = 16,
	UI_OPTIONS = 3,		/* most options of one game */
	UI_DRAWN_MAX = 8,	/* cards that make an array */
	UI_BACK_MAX = 16,	/* pages of the list of kept games to return through */
	UI_LANGUAGES_MAX = 16,
	UI_BLINK_MS = 500,
	UI_ASK_MS = 500,	/* between two readings of the sensors on screen */
	UI_UNREAD_MS = 500,	/* a finger was already on its way when a question appeared */
};
#define UI_NEVER UINT64_MAX

/* The place under a finger, or with the focus. */
struct ui_place {
	bool on;
	uint16_t id, arg;
};

/* Progress of a request for a seat that is protected by a PIN, see ui_model_send. */
enum ui_word {
	UI_WORD_NONE,
	UI_WORD_PIN,		/* the PIN is being asked for */
	UI_WORD_SENT,		/* the PIN was sent to open the seat's page */
	UI_WORD_OPEN,		/* the page is open: send the request, then close the page */
};

enum ui_clock_mode {
	UI_CLOCK_USUAL,		/* the clock in the settings */
	UI_CLOCK_NONE,
	UI_CLOCK_SUDDEN,
	UI_CLOCK_FISCHER,
	UI_CLOCK_BRONSTEIN,
	UI_CLOCK_HOURGLASS,
	UI_CLOCK_MOVES,
	UI_CLOCK_MODES,
};

/* A game while it is being set up. */
struct ui_setup {
	uint8_t game;			/* row of the panel table */
	uint8_t lot;			/* enum ui_lot */
	uint8_t hints[RULES_SEATS_MAX];	/* enum ui_hints */
	uint8_t option[UI_OPTIONS];	/* index of each option's chosen value */
	uint8_t mode;			/* enum ui_clock_mode */
	/* Per seat: indices into setup_minutes and setup_seconds */
	uint8_t minutes[RULES_SEATS_MAX], seconds[RULES_SEATS_MAX];
	uint8_t side;			/* seat that the clock page sets, counted from 1; 0: all */
	uint8_t n_entry;
	char entry[UI_ENTRY_DIGITS + 1];	/* the array's number */
	bool by_cards;
	uint8_t n_drawn;
	uint8_t drawn[UI_DRAWN_MAX];	/* cards of the three piles, by array page */
	uint8_t namer;			/* seat whose name is being typed */
	uint8_t who;			/* seat whose player is being chosen */
	uint8_t level[RULES_SEATS_MAX];	/* of the computer in this seat; 0: a person */
	char name[RULES_SEATS_MAX][UI_PLAYER_TEXT];
	char position[RULES_POSITION_TEXT];	/* where the game begins; "": the start */
};

struct ui_view {
	uint8_t page;			/* enum ui_page */
	uint8_t came[UI_PAGES];		/* the page from which each page was opened */
	uint8_t came_more[UI_PAGES];	/* … and its `more` */
	struct ui_place focus;
	struct ui_place pressed;
	struct ui_place under;		/* the place to which a held finger has slid */
	bool stepped;			/* the focus moved since the OK button was pressed */
	bool here;			/* play page: the board's buttons were requested */
	uint32_t pressed_prompt;	/* the prompt that was open at the press */
	uint8_t more;			/* index of the shown part of content that does not fit; settings: its group too */
	struct ui_setup setup;
	bool menu_asked;		/* the menu was opened by a prompt (OK held) */
	bool for_settings;		/* the clock page sets the default clock */
	uint8_t group;			/* choice page: enum choice_group */
	char seat[UI_SEAT_TEXT];	/* hand-over and hints pages: their seat */
	bool revealed;			/* hand-over page: the secrets are visible */
	bool kept;			/* hand-over page: visible without a finger on the button */
	uint32_t shuffle;		/* order of the page's list or digits, renewed each time */
	/* The masks that a seat proposes in a game, until it deals them. */
	char mask[UI_KINDS + 1], mask_seat[UI_SEAT_TEXT];
	uint32_t mask_game;
	bool pin_new;			/* a new PIN is being chosen */
	uint8_t n_pin;
	char pin[UI_PIN_TEXT];
	uint8_t n_date;
	char date[UI_DATE_DIGITS + 1];
	bool named;			/* first steps: the squares that never changed are named */
	bool checks;			/* first steps: the daemon was asked to take no moves */
	uint8_t help_game, help_card;	/* row of the panel table; text or diagram */
	bool help_paged;		/* the card was reached by Previous or Next */
	uint8_t help_step;		/* of a diagram */
	bool help_plays;		/* the diagram plays by itself … */
	uint64_t help_ms;		/* … and this is when its next step begins */
	bool lit;			/* lights page: the board was asked to light a meaning */
	uint8_t mark_row;		/* lights page: the explained row of a mark, from 1; 0: none */
	uint8_t n_back;
	char find[UI_FIND_TEXT];	/* records: only games with this text; "": all */
	uint32_t before, back[UI_BACK_MAX];	/* the list's shown part, and earlier ones */
	uint32_t show_id;		/* replay: which game, 0: the one on the board */
	uint16_t show_move;		/* UINT16_MAX: its end */
	uint16_t show_line;		/* replay: the best line instead of this action; 0: the game */
	bool reviewed;			/* replay: with the game's review */
	bool on_board;
	bool left;			/* replay: the daemon was asked to end it, since its last state */
	bool opening;			/* that game was requested for resuming */
	uint8_t lesson_game;		/* lessons: row of the panel table */
	uint8_t learner;		/* lessons: row of state.names; RULES_SEATS_MAX: a guest */
	uint32_t code_id;		/* code: which game, 0: the one on the board */
	uint16_t code_part;
	uint8_t mark_side;		/* marks page: side whose table is shown */
	uint8_t mark[2][UI_KINDS][UI_KINDS];	/* 0 none, 1 X, 2 O */
	struct ui_request pending;	/* confirm page: sent on yes; see also `word` */
	uint8_t word;			/* enum ui_word */
	uint8_t confirm_back;		/* page after no */
	uint8_t confirm_next;		/* page after yes */
	char confirm_text[UI_SENTENCE_TEXT];
	char error[UI_SENTENCE_TEXT];	/* the daemon's reason for a refusal; "": none */
};

struct ui_model {
	bool linked;			/* a daemon is connected and its state has arrived */
	bool has_state; /* a state has arrived before: the first one chooses the page … */
	bool restored;			/* … unless a page was restored after a restart */
	char link_text[UI_SENTENCE_TEXT];	/* why not, as text for the player */
	struct ui_room room;		/* size of the board */
	char socket[128];		/* path of the daemon's socket */
	uint32_t seed;			/* for the screen's own random choices; any number */
	uint64_t now_ms;		/* a steady clock, set by ui_model_tick */
	uint64_t state_ms;		/* when the state came */
	uint64_t answers_ms;		/* from when on a touch answers the open question */
	uint64_t touched_ms;		/* the last finger or key */
	uint64_t asked_ms;		/* last request for sensor readings */
	bool wants;			/* the page still has to request its content */
	uint8_t n_languages;
	char language[UI_LANGUAGES_MAX][UI_NAME_TEXT];	/* catalogues, without suffix */
	char language_own[UI_LANGUAGES_MAX][UI_NAME_TEXT];	/* each one's name for itself */
	struct ui_state state;		/* the table's view; never a seat's */
	struct ui_state secret;		/* a seat's view, while its page is open */
	bool has_secret;
	struct ui_list list;		/* newest reply of each kind */
	struct ui_sheet sheet;
	struct ui_diagnostics diagnostics;
	struct ui_shown shown;
	struct ui_code code;
	struct ui_lessons lessons;
	struct ui_state lesson_at;	/* the position of the lesson on the board */
	bool has_lessons;
	struct ui_review review;
	bool has_list, has_sheet, has_diagnostics, has_shown, has_code;
	bool has_review;		/* of the game view.show_id */
	/* First steps: squares that changed, and the last reading's edges, if any. */
	struct sqset ticked;
	uint32_t edges_before[RULES_SQUARES_MAX];
	bool has_edges;
	struct ui_view view;
};

struct ui_out {
	unsigned n;
	struct ui_request request[UI_OUT_MAX];
};

enum ui_key {
	UI_KEY_NEXT,		/* Tab, right, down; the hint button */
	UI_KEY_PREVIOUS,
	UI_KEY_OK,		/* Enter; the OK button */
	UI_KEY_BACK,		/* Escape; the back button */
};

/* Initialises the model. `socket` is only displayed. `seed` seeds the random choices made here. */
void ui_model_init(struct ui_model *m, const char *socket, uint32_t seed);

/* Processes a message of the daemon. The link has already checked the version in its hello. */
void ui_model_message(struct ui_model *m, const struct ui_message *message);
/* Processes the loss of the connection. The view is unchanged. */
void ui_model_unlinked(struct ui_model *m, const char *why);

/*
 * Reports whether no game was chosen yet: a daemon without games begins chess by itself, and that
 * game has no move.
 */
bool ui_model_is_new(const struct ui_model *m);

void ui_model_layout(const struct ui_model *m, int w, int h, struct draw_list *l);

/*
 * Advances the time: hides a seat's page after its deadline and requests new
 * sensor readings. Call this before every layout and message; `now_ms` never
 * decreases.
 */
void ui_model_tick(struct ui_model *m, uint64_t now_ms, struct ui_out *out);
/* Returns when the picture next changes by itself; UI_NEVER: only on a touch or a message. */
uint64_t ui_model_next_ms(const struct ui_model *m);
/* Requests the content that the page still lacks. Call this after everything else. */
void ui_model_flush(struct ui_model *m, struct ui_out *out);

/*
 * Processes a press, in pixels of the last layout. A pressed place acts on
 * release over the same place, unless the prompt has changed meanwhile. A press on an answer is
 * ignored for UI_UNREAD_MS after its question appeared.
 */
void ui_model_press(struct ui_model *m, const struct draw_list *l, int x, int y,
		    struct ui_out *out);
void ui_model_release(struct ui_model *m, const struct draw_list *l, int x, int y,
		      struct ui_out *out);
/* Processes a held finger that moves: where sliding chooses, the place under it is marked. */
void ui_model_slide(struct ui_model *m, const struct draw_list *l, int x, int y);
void ui_model_key(struct ui_model *m, const struct draw_list *l, enum ui_key key,
		  struct ui_out *out);
/*
 * Reports whether the board's OK, back and hint should control the screen. True
 * on every page but the play page, where they control the game. On the play
 * page, true for a prompt with several options, and after hint was held.
 */
bool ui_model_takes_buttons(const struct ui_model *m);
/*
 * Processes a button of the board. Hint moves the focus, back goes back, OK activates when released
 * on the place where it was pressed. While OK is held, hint moves on. Presses that the play page
 * does not use are sent back to the daemon.
 */
void ui_model_button(struct ui_model *m, const struct draw_list *l, struct ui_press press,
		     struct ui_out *out);
/* Processes a typed character of Latin-1: letters and digits, '\b' for erase. */
void ui_model_type(struct ui_model *m, char c);
