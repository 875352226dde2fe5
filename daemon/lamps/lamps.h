/*
 * Lamps: shows the state of the game by light.
 *
 * Input is a session's state; output is, for each square of the game, its meanings and the
 * colour of its lamp now. Layers with priorities produce the meanings, a palette the
 * colours. Pure: no clock, no I/O, no allocation. Squares are the game's; the caller maps
 * them to a larger board and to channels.
 *
 * Everything is derived from public knowledge, so the board reveals no secret.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/lamps/hints.h"
#include "daemon/session/session.h"
#include "rules/rules.h"

#define LAMPS_NO_DEADLINE UINT64_MAX

enum {
	LAMPS_CHIPS_MAX = 4,         /* lamp chips of a board */
	LAMPS_FRAME_US = 50000,      /* at most 20 pictures a second */
	LAMPS_FLASH_MIN_US = 333334, /* between flashes: at most 3 Hz */
};

/* Meanings of a lit square; of several on one square, the first in this list is visible. */
enum meaning {
	MEANING_ASKED,   /* an open question concerns this square */
	MEANING_MISSING, /* guidance: a piece belongs here */
	MEANING_EXTRA,   /* guidance: the piece here does not belong here */
	MEANING_CHECK,   /* a king in check */
	MEANING_FROM,    /* the lifted piece's square, or the start of the shown move */
	MEANING_TO,      /* the target of the shown move */
	MEANING_PLAN,    /* a computer's move that hands have to make */
	/* a target of the lifted piece, by advice (advice.h); in the order of enum advice_class */
	MEANING_BEST,
	MEANING_GOOD,
	MEANING_PLAYABLE,
	MEANING_MISTAKE,
	MEANING_BLUNDER,
	MEANING_CAPTURE, /* the lifted piece may capture here, or this piece may be captured */
	MEANING_UNSAFE,  /* the opponent could capture the lifted piece here on its next turn */
	MEANING_LEGAL,   /* the lifted piece may move here */
	/*
	 * a piece that can move, capture the lifted one, or move with it; a piece that a
	 * refusal concerns
	 */
	MEANING_HINT,
	MEANING_STICK,  /* a USB stick is in use; as the next step too: it has a problem */
	MEANING_ZOMBIE, /* with MEANING_UNSAFE: the rules would destroy it there */
	MEANING_CROOKED,
	MEANING_MIRROR, /* a piece behind the mirror */
	MEANING_LAST,   /* the last move, with nothing more important to show */
	MEANING_AREA,   /* the gauntlet, a seat's half; before the mirror */
	MEANINGS,
};

/* Returns the meaning's name ("from", "capture" …) used by the link and tests; static. */
const char *lamps_meaning_name(unsigned meaning);

/* The meanings of a frame, before colour: a plain value. */
struct lamps_frame {
	uint32_t means[RULES_SQUARES_MAX]; /* bits 1 << MEANING_…; 0: off */
	struct sqset step;                 /* next step of guidance: highlighted */
	struct sqset tricks; /* of the lifted piece's targets: unlit, for the screen (hints.h) */
};

/* Palettes: one row of colours each in palette.c; named as in the setting. */
enum lamps_palette {
	LAMPS_STANDARD,
	LAMPS_BRIGHT, /* for a bright room: nothing is faint, more contrast */
	LAMPS_CALM,   /* for a dark room: less light for every meaning */
	LAMPS_PALETTES,
};

/* A lamp chip and its share of the current. */
struct lamps_chip {
	struct sqset squares;   /* the game's squares lit by this chip */
	uint32_t max_ua;        /* limit for all its lamps together, µA */
	uint32_t channel_ua[3]; /* µA of red, green, blue at full level; single-colour: only [0] */
};

enum lamps_hint {
	LAMPS_HINT_MOVABLE, /* no advice: pieces that can move */
	LAMPS_HINT_PIECE,   /* the piece of the best action */
	LAMPS_HINT_TARGET,  /* also its target */
};

enum lamps_stick { LAMPS_STICK_NONE, LAMPS_STICK_BUSY, LAMPS_STICK_TROUBLE };

struct lamps_config {
	bool rgb;           /* each square has RGB lamps; otherwise one colour, and four rhythms
			     * instead of colours */
	bool objects;       /* objects on the board show marks; lamps do not */
	bool regulators;    /* every Regulator of Accounting Chess is lit as a crooked piece */
	uint8_t palette;    /* enum lamps_palette */
	uint8_t brightness; /* 0 off … 255 full */
	uint8_t hints[RULES_SEATS_MAX]; /* enum hints, by seat */
	const struct advice *advice;    /* NULL: none */
	bool few_graded;                /* in this turn only the pieces of `graded` are graded */
	struct sqset graded;            /* their squares before the turn's next action */
	uint8_t hint;    /* enum lamps_hint: what of the advice the hint button lights */
	struct sqset about; /* the pieces behind the answer to *Why not?*, lit as those behind a refusal */
	uint8_t stick;   /* enum lamps_stick */
	uint8_t n_chips; /* 0: no current limit */
	struct lamps_chip chip[LAMPS_CHIPS_MAX];
};

/*
 * Returns RGB, marks by lamps, the standard palette, full brightness, hints for moves, no
 * current limit.
 */
struct lamps_config lamps_config_default(void);

/* The lamps' picture at one moment. */
struct lamps_picture {
	struct lamps_frame frame;
	uint8_t rgb[RULES_SQUARES_MAX][3]; /* PWM 0 … 255, linear; single-colour: only [0] */
	bool changed; /* rgb differs from the last picture of this struct lamps */
};

/*
 * State kept between pictures: hints of the lifted piece, the phase of the rhythms, the
 * last picture. All zero is the dark board at the start; to restart, zero it again. One
 * per board, owned by the caller.
 */
struct lamps {
	struct hints_cache hints;
	struct lamps_picture shown;
	uint64_t shown_us; /* when *shown last changed */
	uint64_t phase_us; /* when the rhythms began */
	bool drawn;        /* shown_us is valid */
	bool phased;       /* phase_us is valid */
	bool rhythm;       /* a rhythm other than steady is in *shown */
};

/*
 * Computes the picture for now_us into l->shown. Returns when it will next change if the
 * state does not, or LAMPS_NO_DEADLINE for a still picture. Call it after each change of
 * state or config and at the returned time; additional calls are harmless. A picture
 * within LAMPS_FRAME_US of the last change is postponed: l->shown is kept, `changed` is
 * false, and the returned time is the next attempt. now_us never decreases.
 *
 * The first call after a lift lists legal actions, at hint level `safe` also the
 * opponent's replies (hints.h has the cost); other calls do not.
 */
uint64_t lamps_step(struct lamps *l, const struct session_state *s, const struct lamps_config *c,
		    uint64_t now_us);

/*
 * Returns the public position that the next action starts from: in *s or in *room. Writes the
 * squares of its lifted pieces into *up, as the query of hints_get for the lights.
 */
const struct position *lamps_find_acting(const struct session_state *s, struct position *room,
					 struct sqset *up);
/* Computes the meanings without colour or time; the cache is as in lamps_step. */
void lamps_compose(struct hints_cache *h, const struct session_state *s,
		   const struct lamps_config *c, struct lamps_frame *out);
/*
 * Limits another module's picture of n squares to brightness and chip currents;
 * c->chip[].squares use the same squares as rgb.
 */
void lamps_limit(const struct lamps_config *c, uint8_t (*rgb)[3], unsigned n);
