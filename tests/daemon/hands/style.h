/* Styles of play as rows of data. Times in µs, chances in percent. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct span {
	uint32_t lo_us, hi_us;
};

struct style {
	const char *name;
	bool named; /* random games of all kinds use it only if it is named */

	/* sensors */
	uint32_t scan_us;
	uint32_t bounce_max_us;
	uint8_t noise; /* that a touch disturbs another square, just below debounce */
	uint8_t jolts; /* … that it shifts another piece a little */

	/* hands */
	struct span touch;   /* from one touch of a motion to the next */
	struct span slide;   /* over one square */
	struct span swap;    /* between victim gone and captor there */
	struct span adjust;  /* a piece up and down on its square */
	struct span thought; /* before another idea */
	struct span late;    /* the same, longer than the settle time */
	struct span slow;    /* from one touch to the next, of a slow hand */
	struct span closes; /* a sliding piece reads on the next square before it leaves the last */
	struct span hold;    /* between lifting a victim and touching the captor */

	/* habits, for each ply */
	uint8_t slides;
	uint8_t adjusts;         /* before or after the motion, adjusts a piece of any side */
	uint8_t puts_back;       /* lifts an own piece, then plays another */
	uint8_t second_thoughts; /* sets down on one square, then on the right one */
	uint8_t other_piece;     /* moves another piece, puts it back, then moves the right one */
	uint8_t late_thoughts;   /* the two above: chance that quiet came before */
	uint8_t swaps;           /* captures: by swap */
	uint8_t missed_swaps;    /* captures: by swap inside one scan */
	uint8_t knocks;          /* slides: through occupied squares, restored later */
	uint8_t gestures;        /* castling: also touches pieces that stay in place */
	uint8_t slows;           /* a touch: by `slow` */
	uint8_t arrives;         /* ways along free squares: sliding, each arrival before its departure */
	uint8_t holds;           /* captures: lifts the victim first and holds it */
	uint8_t sets_down;       /* captures: sets the victim on a free square for some seconds */
	uint8_t pawn_first;      /* promotion: moves the pawn there, then exchanges it */
	uint8_t odd_piece;       /* promotion: uses any piece available */

	/* checkers, coins and halos, for each object */
	uint8_t lays_late; /* after the piece, under it */
	uint8_t forgets;   /* chance that a late one is never laid */

	/* the end of a ply: clock, else the opponent early, else quiet */
	uint8_t clock;
	uint8_t early;
	uint8_t overlap;   /* early ones: before the mover has finished */
	struct span press; /* from the last touch to the clock */
	struct span
		reply; /* early: from the last touch to the opponent's first; at least a human
		        * reaction */
	struct span think; /* from a settled ply to the next touch */

	/* between plies */
	uint8_t takebacks;
	uint8_t illegal;
	uint8_t beside; /* sets a piece down outside a small game, and is guided home */
};

extern const struct style styles[];
extern const unsigned n_styles;
/* Returns the style of that name, or NULL. */
const struct style *style_find(const char *name);
