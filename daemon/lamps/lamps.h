/*
 * Lamps: what the board says by light.
 *
 * A session's state goes in; out come, for every square of the game, the
 * meanings that hold there, and the colour that its lamp shows now. Layers with
 * priorities make the meanings, a palette makes the colours. Pure: no clock, no
 * I/O, no allocation. All squares are the game's; where they lie on a larger
 * board, and which channel lights them, is the caller's.
 *
 * Everything here is made from what the table may know, so that nobody reads a
 * secret off the board.
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
	LAMPS_FRAME_US = 50000,      /* pictures differ at most 20 times a second */
	LAMPS_FLASH_MIN_US = 333334, /* one flash and the next: at most 3 Hz */
};

/* What a lit square says; of several on one square, the earlier in this list is seen. */
enum meaning {
	MEANING_ASKED,   /* a question is open about this square */
	MEANING_MISSING, /* guidance: a piece belongs here */
	MEANING_EXTRA,   /* guidance: what stands here does not belong here */
	MEANING_CHECK,   /* a king in check */
	MEANING_FROM,    /* the lifted piece's square, or where the shown move began */
	MEANING_TO,      /* where the shown move ended */
	MEANING_CAPTURE, /* the lifted piece may capture here, or this piece may be captured */
	MEANING_UNSAFE,  /* the opponent could capture the lifted piece here on its next turn */
	MEANING_LEGAL,   /* the lifted piece may go here */
	MEANING_HINT,    /* a piece that can move, take the lifted one, or go along with it;
			  * one that a refusal is about */
	MEANING_STICK,   /* a USB stick is at work; with the step it is in trouble */
	MEANING_ZOMBIE,  /* with MEANING_UNSAFE: the turn would destroy it */
	MEANING_CROOKED,
	MEANING_MIRROR, /* a piece behind the mirror */
	MEANING_LAST,   /* the last move, when nothing else is to be said */
	MEANING_AREA,   /* the gauntlet, a seat's half; before the mirror */
	MEANINGS,
};

/* "from", "capture" …, as the link and the tests write them; static. */
const char *lamps_meaning_name(unsigned meaning);

/* What a frame means, before colour: a plain value. */
struct lamps_frame {
	uint16_t means[RULES_SQUARES_MAX]; /* bit 1 << MEANING_…; 0: dark */
	struct sqset step;                 /* the next step of guidance: these stand out */
};

/* How meanings look: one row of colours each in palette.c; the setting's words. */
enum lamps_palette {
	LAMPS_STANDARD,
	LAMPS_BRIGHT, /* for a bright room: nothing is faint, everything further apart */
	LAMPS_CALM,   /* for a dark one: every meaning with less light */
	LAMPS_PALETTES,
};

/* One lamp chip's share of the current. */
struct lamps_chip {
	struct sqset squares;   /* the game's squares that this chip lights */
	uint32_t max_ua;        /* all its lamps together, µA */
	uint32_t channel_ua[3]; /* what red, green, blue draw at full; single-colour: [0] alone */
};

enum lamps_stick { LAMPS_STICK_NONE, LAMPS_STICK_BUSY, LAMPS_STICK_TROUBLE };

struct lamps_config {
	bool rgb;           /* else one colour a square: four rhythms stand for colours */
	bool objects;       /* things on the board stand for marks: lamps do not */
	uint8_t palette;    /* enum lamps_palette */
	uint8_t brightness; /* 0 dark … 255 full */
	uint8_t hints[RULES_SEATS_MAX]; /* enum hints, by seat */
	uint8_t stick;                  /* enum lamps_stick */
	uint8_t n_chips;                /* 0: no limit of current */
	struct lamps_chip chip[LAMPS_CHIPS_MAX];
};

/* RGB, marks by lamps, the standard palette, full brightness, hints for moves, no limit of current. */
struct lamps_config lamps_config_default(void);

/* What the lamps show at one moment. */
struct lamps_picture {
	struct lamps_frame frame;
	uint8_t rgb[RULES_SQUARES_MAX][3]; /* PWM 0 … 255, linear; single-colour: [0] alone */
	bool changed; /* rgb differs from the last picture of this struct lamps */
};

/*
 * What is kept between pictures: the hints of the piece that is up, the phase
 * of the rhythms, the last picture. All zero is the dark board at the start;
 * to begin anew, zero it again. One for each board, in the caller's memory.
 */
struct lamps {
	struct hints_cache hints;
	struct lamps_picture shown;
	uint64_t shown_us; /* when *shown last changed */
	uint64_t phase_us; /* when the rhythms began */
	bool drawn;        /* shown_us means something */
	bool phased;       /* phase_us means something */
	bool rhythm;       /* something pulsed in *shown */
};

/*
 * The picture for now_us, kept in l->shown. Returns when it will change next if
 * the state does not: LAMPS_NO_DEADLINE for a still picture. Call it after each
 * change of the state or the config, and at the time it returned; calling it
 * more often does no harm. A picture that would come within LAMPS_FRAME_US of
 * the last change waits: l->shown stays, `changed` is false, and the time
 * returned is when to ask again. now_us never goes back.
 *
 * The first call after a lift lists legal actions, at hint level `safe` also
 * the opponent's answers (see hints.h for what that costs); the others do not.
 */
uint64_t lamps_step(struct lamps *l, const struct session_state *s, const struct lamps_config *c,
		    uint64_t now_us);

/* The meanings alone, without colour or time; the cache is as in lamps_step. */
void lamps_compose(struct hints_cache *h, const struct session_state *s,
		   const struct lamps_config *c, struct lamps_frame *out);
/*
 * A picture made elsewhere, n squares, by brightness and within what the chips may
 * draw; c->chip[].squares count in the same squares as rgb.
 */
void lamps_limit(const struct lamps_config *c, uint8_t (*rgb)[3], unsigned n);
