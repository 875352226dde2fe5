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

enum ui_page {
	UI_PAGE_PLAY,
	UI_PAGE_MENU,
	UI_PAGE_NEW,
	UI_PAGE_CONFIRM,
	UI_PAGE_TROUBLES,
	UI_PAGE_CHOICE,		/* one group of what is chosen here */
	UI_PAGE_HANDOVER,	/* a seat's own page */
	UI_PAGE_CONNECT,	/* shown whenever there is no daemon, whatever view.page says */
	UI_PAGES,
};

enum {
	UI_OUT_MAX = 6,		/* requests one touch may cause */
	UI_ENTRY_DIGITS = 3,	/* 0 to 959 */
	UI_REVEAL_MS = 20000,	/* then a seat's page hides by itself */
};

/* What a finger is on, or the focus. */
struct ui_place {
	bool on;
	uint16_t id, arg;
};

struct ui_view {
	uint8_t page;			/* enum ui_page */
	struct ui_place focus;
	struct ui_place pressed;
	uint32_t pressed_prompt;	/* the prompt that was open at the press */
	uint8_t more;			/* which part of a long list of options */
	uint8_t game;			/* new game page: row of the panel table */
	uint8_t n_entry;
	char entry[UI_ENTRY_DIGITS + 1];	/* its number field */
	bool menu_asked;		/* the menu was opened by a prompt (OK held) */
	uint8_t group;			/* choice page: enum choice_group */
	char seat[UI_SEAT_TEXT];	/* hand-over page: whose */
	bool revealed;			/* and its secrets are shown */
	bool kept;			/* without a finger that holds them open */
	uint32_t shuffle;		/* order of its list, anew each time */
	char mask[UI_KINDS + 1];	/* masks as they are being dealt */
	struct ui_request pending;	/* confirm page: sent on yes */
	uint8_t confirm_back;		/* where its no leads to */
	char confirm_text[UI_SENTENCE_TEXT];
	char error[UI_SENTENCE_TEXT];	/* why the daemon refused what was asked; "" none */
};

struct ui_model {
	bool linked;			/* a daemon is there and has told its state */
	char link_text[UI_SENTENCE_TEXT];	/* why not, for people */
	char socket[128];		/* where it is looked for */
	uint32_t seed;			/* of the random index; any number */
	struct ui_state state;		/* as the table sees it; never a seat's view */
	struct ui_state secret;		/* a seat's view, while its page is open */
	bool has_secret;
	struct ui_view view;
};

struct ui_out {
	unsigned n;
	struct ui_request request[UI_OUT_MAX];
};

enum ui_key {
	UI_KEY_NEXT,		/* Tab, right, down */
	UI_KEY_PREVIOUS,
	UI_KEY_OK,		/* Enter; the OK button */
	UI_KEY_BACK,		/* Escape; the back button */
};

/* `socket` is only shown. `seed` makes the random index of Chess960. */
void ui_model_init(struct ui_model *m, const char *socket, uint32_t seed);

/* A message of the daemon; its hello's version is the link's to check. */
void ui_model_message(struct ui_model *m, const struct ui_message *message);
/* The daemon is away. The view stays as it is. */
void ui_model_unlinked(struct ui_model *m, const char *why);

/* The page that is shown now: view.page, or the connect page. */
enum ui_page ui_model_page(const struct ui_model *m);
void ui_model_layout(const struct ui_model *m, int w, int h, struct draw_list *l);

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
 * How long the picture may stay when nobody touches anything, 0: for ever; then
 * call ui_model_expire.
 */
unsigned ui_model_timeout_ms(const struct ui_model *m);
void ui_model_expire(struct ui_model *m, struct ui_out *out);
/* A typed character: digits, and '\b' for erase. */
void ui_model_type(struct ui_model *m, char c);

/* For pages: */
/* Shows the seat's secrets, or hides and forgets them. */
void ui_model_reveal(struct ui_model *m, bool kept, struct ui_out *out);
void ui_model_hide(struct ui_model *m, struct ui_out *out);
void ui_model_go(struct ui_model *m, enum ui_page page);
/* Asks first; `request` is sent on yes. */
void ui_model_confirm(struct ui_model *m, const struct ui_request *request, const char *text);
void ui_out_add(struct ui_out *out, const struct ui_request *request);
/* As if a button of the board were pressed: clock ok back hint. */
void ui_out_press(struct ui_out *out, const char *button);
/* The next number of 0..n-1 from the seed. */
unsigned ui_model_random(struct ui_model *m, unsigned n);
