/* How people play: rows of data. Times in µs, chances in percent. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct span {
	uint32_t lo_us, hi_us;
};

struct style {
	const char *name;

	/* sensors */
	uint32_t scan_us;
	uint32_t bounce_max_us;
	uint8_t noise; /* that a touch disturbs another square, just below debounce */
	uint8_t jolts; /* … that it makes another piece stand a little differently */

	/* hands */
	struct span touch;   /* from one touch of a motion to the next */
	struct span slide;   /* over one square */
	struct span swap;    /* victim gone, captor there */
	struct span adjust;  /* a piece up and down on its square */
	struct span thought; /* before another idea */
	struct span late;    /* the same, beyond the settle time */

	/* what they do, by ply */
	uint8_t slides;
	uint8_t adjusts;         /* before or after the motion, some piece of any side */
	uint8_t puts_back;       /* takes up an own piece, then plays another */
	uint8_t second_thoughts; /* sets down on one square, then on the right one */
	uint8_t other_piece;     /* moves another piece, puts it back, then the right one */
	uint8_t late_thoughts;   /* of the two above: only after quiet made the first final */
	uint8_t swaps;           /* captures: by swap */
	uint8_t missed_swaps;    /* captures: by swap inside one scan */
	uint8_t knocks;          /* slides: through occupied squares, put right later */
	uint8_t gestures;        /* castling: touches what stays in place, too */
	uint8_t pawn_first;      /* promotion: the pawn goes there, then the piece */
	uint8_t odd_piece;       /* promotion: whatever piece is at hand stands in */

	/* what they do with checkers, coins and halos, by object */
	uint8_t lays_late; /* after the piece has come, under it */
	uint8_t forgets;   /* of the late ones: never */

	/* how a ply ends: clock, else the opponent early, else quiet */
	uint8_t clock;
	uint8_t early;
	uint8_t overlap;   /* of the early ones: before the mover is done */
	struct span press; /* from the last touch to the clock */
	struct span
		reply; /* early: from the last touch to the opponent's first; nobody sees and acts faster */
	struct span think; /* from a settled ply to the next touch */

	/* between plies */
	uint8_t takebacks;
	uint8_t illegal;
	uint8_t beside; /* a piece set down beside a small game on a large board, and brought home */
};

extern const struct style styles[];
extern const unsigned n_styles;
/* NULL: no such style. */
const struct style *style_find(const char *name);
