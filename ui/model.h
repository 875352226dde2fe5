/*
 * The screen as a pure machine: what the daemon told, what the fingers did, and
 * which page that makes. No sockets, no pixels, no clock in here.
 *
 * The four questions: `state` is the daemon's and replaced whole; `view` is the
 * interface's own (which page, what is typed) and outlives a restart of the
 * daemon; the draw list is made anew from both; nothing is ever saved.
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
	UI_PAGE_ARRAY,		/* Chess960: by number or by cards */
	UI_PAGE_MENU,
	UI_PAGE_SEATS,		/* hints, own pages, resigning, by player */
	UI_PAGE_CONFIRM,
	UI_PAGE_CHOICE,		/* one group of what is chosen here */
	UI_PAGE_HANDOVER,	/* a seat's own page */
	UI_PAGE_PIN,
	UI_PAGE_MARKS,		/* Masquerade: X and O by the players' own hands */
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
	UI_PAGE_SENSORS,	/* those in doubt */
	UI_PAGE_CONNECT,	/* shown whenever there is no daemon, whatever view.page says */
	UI_PAGES,
};

enum {
	UI_OUT_MAX = 8,		/* requests one touch may cause */
	UI_ENTRY_DIGITS = 3,	/* 0 to 959 */
	UI_DATE_DIGITS = 8,
	UI_OPTIONS = 3,		/* of one game */
	UI_DRAWN_MAX = 8,	/* cards that make an array */
	UI_BACK_MAX = 16,	/* parts of the list of kept games to go back through */
	UI_LANGUAGES_MAX = 16,
	UI_BLINK_MS = 500,
	UI_ASK_MS = 500,	/* between two readings of the sensors that are shown */
};
#define UI_NEVER UINT64_MAX

/* What a finger is on, or the focus. */
struct ui_place {
	bool on;
	uint16_t id, arg;
};

enum ui_clock_mode {
	UI_CLOCK_USUAL,		/* what the settings say */
	UI_CLOCK_NONE,
	UI_CLOCK_SUDDEN,
	UI_CLOCK_FISCHER,
	UI_CLOCK_BRONSTEIN,
	UI_CLOCK_HOURGLASS,
	UI_CLOCK_MOVES,
	UI_CLOCK_MODES,
};

/* A game as it is being set up. */
struct ui_setup {
	uint8_t game;			/* row of the panel table */
	uint8_t lot;			/* enum ui_lot */
	uint8_t hints[UI_SEATS_MAX];	/* enum ui_hints */
	uint8_t option[UI_OPTIONS];	/* which of the values of each of the game's options */
	uint8_t mode;			/* enum ui_clock_mode */
	uint8_t minutes[UI_SEATS_MAX], seconds[UI_SEATS_MAX];	/* of each seat: rows of the clock page's lists */
	uint8_t side;			/* whose the clock page sets: 0 all, else that seat's, from 1 */
	uint8_t n_entry;
	char entry[UI_ENTRY_DIGITS + 1];	/* the array's number */
	bool by_cards;
	uint8_t n_drawn;
	uint8_t drawn[UI_DRAWN_MAX];	/* cards of the three piles, as the array's page numbers them */
	uint8_t namer;			/* whose name is typed */
	char name[UI_SEATS_MAX][UI_PLAYER_TEXT];
};

struct ui_view {
	uint8_t page;			/* enum ui_page */
	uint8_t came[UI_PAGES];		/* from where each page was opened */
	struct ui_place focus;
	struct ui_place pressed;
	bool stepped;			/* the focus has moved since the OK button went down */
	bool here;			/* play page: the board's buttons were asked for */
	uint32_t pressed_prompt;	/* the prompt that was open at the press */
	uint8_t more;			/* which part of what does not fit */
	struct ui_setup setup;
	bool menu_asked;		/* the menu was opened by a prompt (OK held) */
	uint8_t setting;		/* settings: the row that was touched last, from 1; 0 none */
	bool for_settings;		/* the clock page sets the usual clock */
	uint8_t group;			/* choice page: enum choice_group */
	char seat[UI_SEAT_TEXT];	/* hand-over page: whose */
	bool revealed;			/* and its secrets are shown */
	bool kept;			/* without a finger that holds them open */
	uint32_t shuffle;		/* order of its list or of its digits, anew each time */
	char mask[UI_KINDS + 1];	/* masks as they are being dealt */
	bool pin_new;			/* it is being chosen, not asked for */
	uint8_t n_pin;
	char pin[UI_PIN_TEXT];
	uint8_t n_date;
	char date[UI_DATE_DIGITS + 1];
	uint8_t help_game, help_card;	/* row of the panel table */
	uint8_t n_back;
	uint32_t before, back[UI_BACK_MAX];	/* records: the list's part, and those before it */
	uint32_t show_id;		/* replay: which game, 0: the one on the board */
	uint16_t show_move;		/* UINT16_MAX: its end */
	bool show_lamps;
	bool opening;			/* that game was asked for, to be played on */
	uint32_t code_id;		/* code: which game, 0: the one on the board */
	uint16_t code_part;
	uint8_t mark_side;		/* marks page: whose table */
	uint8_t mark[2][UI_KINDS][UI_KINDS];	/* 0 none, 1 X, 2 O */
	struct ui_request pending;	/* confirm page: sent on yes */
	uint8_t confirm_back;		/* where its no leads to */
	uint8_t confirm_next;		/* and its yes */
	char confirm_text[UI_SENTENCE_TEXT];
	char error[UI_SENTENCE_TEXT];	/* why the daemon refused what was asked; "" none */
};

struct ui_model {
	bool linked;			/* a daemon is there and has told its state */
	bool told;			/* and has before: the first state chooses the page … */
	bool restored;			/* … unless it is the one from before a restart */
	char link_text[UI_SENTENCE_TEXT];	/* why not, for people */
	struct ui_room room;		/* of the board */
	char socket[128];		/* where it is looked for */
	uint32_t seed;			/* of what is drawn here; any number */
	uint64_t now_ms;		/* a steady clock, as ui_model_tick was told last */
	uint64_t state_ms;		/* when the state came */
	uint64_t touched_ms;		/* the last finger or key */
	uint64_t asked_ms;		/* when the sensors were asked for last */
	bool wants;			/* the page has not asked yet for what it shows */
	uint8_t n_languages;
	char language[UI_LANGUAGES_MAX][UI_NAME_TEXT];	/* files there are, without ending */
	struct ui_state state;		/* as the table sees it; never a seat's view */
	struct ui_state secret;		/* a seat's view, while its page is open */
	bool has_secret;
	struct ui_list list;		/* the newest answers of each kind */
	struct ui_sheet sheet;
	struct ui_diagnostics diagnostics;
	struct ui_shown shown;
	struct ui_code code;
	bool has_list, has_sheet, has_diagnostics, has_shown, has_code;
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

/* `socket` is only shown. `seed` makes what is drawn here. */
void ui_model_init(struct ui_model *m, const char *socket, uint32_t seed);

/* A message of the daemon; its hello's version is the link's to check. */
void ui_model_message(struct ui_model *m, const struct ui_message *message);
/* The daemon is away. The view stays as it is. */
void ui_model_unlinked(struct ui_model *m, const char *why);

/* The page that is shown now: view.page, or the connect page. */
enum ui_page ui_model_page(const struct ui_model *m);
void ui_model_layout(const struct ui_model *m, int w, int h, struct draw_list *l);

/*
 * Time goes on: a seat's page hides, the sensors are asked again. Call it before
 * every layout and message; `now_ms` never falls.
 */
void ui_model_tick(struct ui_model *m, uint64_t now_ms, struct ui_out *out);
/* When the picture changes by itself next, UI_NEVER: not without a touch or a message. */
uint64_t ui_model_next_ms(const struct ui_model *m);
/* What the page needs and has not asked for yet. Call it after everything else. */
void ui_model_flush(struct ui_model *m, struct ui_out *out);

/*
 * Finger or mouse, in pixels of the list that was laid out last. What was
 * pressed acts on release over the same place, and not when the question
 * underneath has changed meanwhile.
 */
void ui_model_press(struct ui_model *m, const struct draw_list *l, int x, int y,
		    struct ui_out *out);
void ui_model_release(struct ui_model *m, const struct draw_list *l, int x, int y,
		      struct ui_out *out);
void ui_model_key(struct ui_model *m, const struct draw_list *l, enum ui_key key,
		  struct ui_out *out);
/*
 * Whether OK, back and hint of the board are to come here: on every page but the
 * play page, whose hands have a use for them; there where a question has answers to
 * choose from, and where hint was held.
 */
bool ui_model_takes_buttons(const struct ui_model *m);
/*
 * One of them: hint moves the focus, back is back, OK acts when it comes up where it
 * went down. Held down it is a finger that stays: hint moves it on. What the play
 * page has no use for goes back to the daemon as a press.
 */
void ui_model_button(struct ui_model *m, const struct draw_list *l, struct ui_press press,
		     struct ui_out *out);
/* A typed character: letters and digits, '\b' for erase. */
void ui_model_type(struct ui_model *m, char c);

/* For pages: */
/* Shows the seat's secrets, or hides and forgets them. */
void ui_model_reveal(struct ui_model *m, bool kept, struct ui_out *out);
void ui_model_hide(struct ui_model *m, struct ui_out *out);
/* Opens a page, from which back leads to where one was. */
void ui_model_open(struct ui_model *m, enum ui_page page);
/* Goes to a page without a way back of its own. */
void ui_model_go(struct ui_model *m, enum ui_page page);
/* Where the page was opened from. */
void ui_model_back(struct ui_model *m);
/* Asks first; on yes `request` is sent and `next` shown. */
void ui_model_confirm(struct ui_model *m, const struct ui_request *request, enum ui_page next,
		      const char *text);
void ui_out_add(struct ui_out *out, const struct ui_request *request);
/* As if a button of the board were pressed: clock ok back hint. */
void ui_out_press(struct ui_out *out, const char *button);
/* The next number of 0..n-1 from the seed. */
unsigned ui_model_random(struct ui_model *m, unsigned n);
