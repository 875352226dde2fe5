/*
 * Inference: explains the edges since a known position by its legal actions.
 *
 * One struct infer is one question: the position, the edges since, and the candidate
 * actions. The session keeps two: one for the settled position, and one for the position
 * before it while the last action may still be amended. Pure and of fixed size; the
 * numbered cases are on top of infer.c.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/core/worlds.h"
#include "rules/rules.h"

enum {
	/*
	 * Edges since the position settled. Straightening all 32 pieces makes 64; each
	 * quiet moment with a matching board restarts the log.
	 */
	INFER_LOG_MAX = 512,
	INFER_BEST_MAX = 16,	/* equally good explanations */
	INFER_ARRIVALS_MAX = 2,	/* castling; more belong to games of many pieces a turn */
	INFER_INDICES_MAX = 2,	/* of infer_set_blind */
	/*
	 * Maximum number of blind squares, one row of wires. With more, too much is unseen, and
	 * every action needs a confirmation.
	 */
	INFER_BLIND_MAX = 8,
	/* An arrival that no candidate explains waits at most this long for its departure. */
	INFER_DEPARTURE_US = 1000000,
	/*
	 * Edges closer than this come from two overlapping contacts, because no player sets
	 * down one piece and lifts another so quickly.
	 */
	INFER_OVERLAP_US = 50000,
	/*
	 * A sliding piece rests on a square for less than this; a piece that is set down rests
	 * longer.
	 */
	INFER_BRUSH_US = 150000,
	/* Minimum time before an opponent reacts to an arrival by lifting a piece. */
	INFER_REACTION_US = 150000,
	INFER_NONE = 0xffff,
	INFER_FOREIGN = PIECE_KIND_MASK,	/* a piece that does not exist in this game */
};

struct infer_edge {
	uint64_t t_us;
	struct reading reading;
	uint8_t sq;
	uint32_t lag_us;	/* an arrival: delay until its departure was seen */
};

/* How an action is made on the board. */
enum infer_way {
	WAY_WORD,	/* made without hands: chosen on the screen, or automatic */
	WAY_MOVE,	/* its pieces move to their squares, captured ones leave the board */
	WAY_PLACE,	/* a piece comes from the box */
	WAY_TOUCH,	/* the giver is touched, then the receiver; a single stone is lifted */
	WAY_ATTEMPT,	/* like a capture; its outcome is unknown until it is final */
};

/*
 * A legal action as far as the board can show it: the changes that the mover makes.
 * Changes that the rules reveal afterwards (a risen piece) are not included.
 */
struct infer_candidate {
	struct action action;
	struct sqset after;	/* occupied squares after the action */
	struct sqset changed;	/* squares with other content then */
	struct sqset movers;	/* homes of the pieces it moves */
	struct sqset captured;	/* homes of the pieces it removes */
	/* homes of pieces that the rules remove: the pieces may be on the board or gone */
	struct sqset loose;
	uint8_t way;		/* enum infer_way */
	uint8_t n_arrivals;
	bool promotes;		/* any piece may stand on the arrival square */
	struct {
		uint8_t sq, home;	/* home: WORLD_BOX for a piece from the box */
		uint8_t piece;
	} arrival[INFER_ARRIVALS_MAX];
	/* WAY_TOUCH: pieces on giver and receiver afterwards; 0: empty. */
	uint8_t given, received;
};

/* The pieces that an earlier question knew, by square. */
struct infer_known {
	/* The piece on the square, without mark, of this game or another; 0: unknown or none. */
	uint8_t standing[RULES_SQUARES_MAX];
	uint8_t held;				/* number of lifted pieces */
	/* pawns are known to be pawns, not substitutes for promoted pieces */
	bool exact;
	/* Squares known from edges only; the piece there may have come from the box. */
	struct sqset moved;
};

struct infer {
	const struct game *game;
	struct position position;
	uint8_t colour;			/* side to move */
	struct sqset due, emptied;	/* see infer_set_due */
	struct infer_edge returned;	/* the last arrival on an emptied square; t_us 0: none */
	/* unreadable squares: set by the owner before infer_start */
	struct sqset blind;
	/*
	 * Pieces that may read as the other colour, such as an upturned rook for a queen. Set
	 * before infer_start too.
	 */
	struct sqset odd;
	/* The only candidate, planned by a computer; kind ACT_NONE: all. Set before infer_start too. */
	struct action only;
	bool poleless;			/* the odd pieces are unknown: poles are ignored */
	uint8_t promoted;		/* home of the piece that the last action promoted; RULES_NO_SQ */
	uint16_t n;			/* candidates */
	uint16_t n_log;
	uint16_t n_asleep;		/* at the end of log[]: see infer_set_blind */
	/* Levels before the first edge, needed to detect a change. */
	uint8_t level_min[RULES_SQUARES_MAX], level_max[RULES_SQUARES_MAX];
	/* Readings before the first edge, if they differed from the position. */
	bool has_present;
	struct reading present[RULES_SQUARES_MAX];
	struct infer_known known;	/* knowledge at that time */
	uint8_t meant_sq, meant_home;	/* see infer_meant; RULES_NO_SQ: unset */
	bool log_full;			/* edges were lost: only occupancy is reliable */
	struct infer_edge log[INFER_LOG_MAX];	/* in the order of their times */
	struct worlds worlds;
	struct infer_candidate candidate[RULES_ACTIONS_MAX];
};

/* The result: the candidates that explain the edges equally well. */
struct infer_answer {
	bool null;		/* adjusting alone explains the edges as well */
	unsigned n;
	unsigned cost;		/* touched squares that the best do not explain */
	uint16_t best[INFER_BEST_MAX];
};

/*
 * Begins at *p with the pieces on their squares. With `over` (game over) there are no
 * candidates.
 */
void infer_start(struct infer *f, const struct game *g, const struct position *p, bool over);
/* Lists the candidates again: with `some` those that infer_start lists, else none. */
void infer_list(struct infer *f, bool some);
/* Keeps only the candidate for `only`, which must be legal; the edges remain. */
void infer_keep_only(struct infer *f, struct action only);
/*
 * Adds a believed edge. Edges may arrive out of order by the difference of the debounce
 * windows; they are sorted by time. A departure that follows its arrival is moved before
 * it and takes its time. Returns the index in the log, or INFER_NONE if nothing changed or
 * the log is full.
 */
unsigned infer_edge(struct infer *f, struct infer_edge e);
/*
 * Returns the index of the last standing arrival whose departure came INFER_REACTION_US
 * later or more, or INFER_NONE.
 */
unsigned infer_departed_late(const struct infer *f);
/* Returns when the last arrival without a departure stops waiting for one, or 0. */
uint64_t infer_awaits_departure_us(const struct infer *f);
/*
 * Begins at *p a question with known edges: those of `from` from edge `at` on, only on the
 * `touched` squares. Actions that these edges cannot explain are omitted.
 */
void infer_start_probe(struct infer *f, const struct infer *from, unsigned at,
		       const struct position *p, struct sqset touched);
/*
 * Changes the blind squares. Edges of a square that becomes blind are suspended until the
 * square is read again. at: n indices into the log, which are adjusted to the remaining log.
 */
void infer_set_blind(struct infer *f, struct sqset blind, uint16_t *const at[], unsigned n);
/* Reports whether reading r of sq differs from the logged edges. */
bool infer_differs(const struct infer *f, unsigned sq, struct reading r);
/*
 * Discards all edges that are not suspended, because all pieces except due ones are on their
 * squares.
 */
void infer_rest(struct infer *f);
/*
 * Discards the edges and starts from the present board. Missing pieces are off the board; extra
 * ones are as `known` describes them (NULL: unknown).
 */
void infer_present(struct infer *f, const struct reading *board, const struct infer_known *known);
/* Exports what f knows of the pieces now, for a following question. */
void infer_know(const struct infer *f, struct infer_known *out);
/* The same, with stacks of stones: for a position with the same stacks, on whatever squares. */
void infer_know_stacks(const struct infer *f, struct infer_known *out);
/*
 * Prepares *k for a game that starts or resumes at *p: all pieces are exactly as known. A
 * square that received a piece since becomes unknown if the piece that belongs there is
 * nowhere on the board: the new one may be from the box.
 */
void infer_know_exactly(struct infer_known *k, const struct game *g, const struct position *p);
/*
 * Returns the squares whose piece is unknown and may differ from the piece in *p. usual: the
 * pieces are assumed to be those of the starting array of chess, or of the larger game with its
 * own array. Squares known from edges only (k->moved, after infer_know_exactly) are included.
 */
struct sqset infer_doubted(const struct infer_known *k, const struct game *g,
			   const struct position *p, const struct reading *board, bool usual);

/*
 * Reports whether the pieces of *p are all known to be on the board, but some on each
 * other's squares. False if one may have come from the box.
 */
bool infer_exchanged(const struct infer_known *k, const struct game *g, const struct position *p);

/* Recomputes the worlds after a parameter change. */
void infer_replay(struct infer *f);

void infer_explain(const struct infer *f, struct infer_answer *out);
/*
 * Reports whether some action may still result, which moves or takes every piece that is up or
 * not on its home. rests: a moved piece may also be on another square than its target (a slide,
 * a change of plan). *one: the only such candidate, or INFER_NONE; may be NULL.
 */
bool infer_alive(const struct infer *f, bool rests, unsigned *one);
/*
 * Reports whether some arrangement matches the board after candidate c (INFER_NONE: no
 * action), except for lifted pieces.
 */
bool infer_only_lacks(const struct infer *f, unsigned c);
/* Reports whether every piece is, or may be, at home: adjusting only. */
bool infer_all_home(const struct infer *f);
/*
 * Sets the squares where the board does not follow the position yet. due: a piece that the rules
 * removed is still there, or a placed one is missing. An edge that corrects such a square is no
 * action and is not logged. emptied: squares emptied by the rules, due or not. If a piece is set
 * down there while no piece is up, the square is due again. Call directly after infer_start.
 */
void infer_set_due(struct infer *f, struct sqset due, struct sqset emptied);
/* Copies the levels that `from` knew before edge `at`. */
void infer_set_levels(struct infer *f, const struct infer *from, unsigned at);
/*
 * Fixes the piece of `home` on sq, whatever the edges say, because the player was asked about
 * the action. Valid until that square is emptied, or the edges are discarded.
 */
void infer_meant(struct infer *f, unsigned sq, unsigned home);
/* Records that the piece of `home` reads as the other colour. */
void infer_reads_odd(struct infer *f, unsigned home);
/* Reports whether the squares touch each other, corners included. */
bool infer_is_beside(const struct game *g, unsigned a, unsigned b);
/* Reports whether a piece was set down at edge i (not only a change of level). */
bool infer_came_down(const struct infer *f, unsigned i);
/*
 * Reports whether the piece of `home` was off the board before the first edge and no piece
 * is held.
 */
bool infer_off_before(const struct infer *f, unsigned home);
/*
 * Reports whether all arrivals of candidate c are on blind squares, so that its piece may
 * still be in the hand.
 */
bool infer_lands_blind(const struct infer *f, unsigned c);
/*
 * Reports whether candidate c explains the edges only by a piece leaving or entering a
 * blind square.
 */
bool infer_relies_on_blind(const struct infer *f, unsigned c);
/*
 * Reports whether candidate c, a capture, is complete except that a captured piece stands on a
 * square that c leaves empty. *sure: the edges allow no other explanation.
 */
bool infer_set_aside(const struct infer *f, unsigned c, bool *sure);
/*
 * Reports whether poles and levels agree with the pieces that candidate c leaves on
 * touched squares.
 */
bool infer_readings_fit(const struct infer *f, unsigned c);
/*
 * Reports whether the lifted piece of `from` may have been set down on the occupied square sq: to
 * capture an opponent's piece, to castle onto the rook, or to capture an own piece in games that
 * allow this. Otherwise the piece on sq was only straightened.
 */
bool infer_went_onto(const struct infer *f, unsigned from, unsigned sq);
/*
 * Reports whether a piece was set down on the captor's home while the victim of candidate c was up:
 * it may have been the victim, so the victim may be back on its home and the captor off the board.
 */
bool infer_victim_went(const struct infer *f, unsigned c);
/* Reports whether the level on sq agrees with `piece`; true if the level is unknown. */
bool infer_level_fits(const struct infer *f, unsigned sq, uint8_t piece);
/*
 * Reports whether touches or levels show transfer c: cases 1 to 3 of infer_level.c; the
 * second function: case 4, only the giver shows it.
 */
bool infer_transfer_touched(const struct infer *f, unsigned c);
bool infer_transfer_unseen(const struct infer *f, unsigned c);
/* Counts touched squares with an object under a piece that c leaves unmarked. */
unsigned infer_objects_odd(const struct infer *f, unsigned c);
/* Computes the arrangements before the first edge of the log. */
void infer_worlds_before(const struct infer *f, struct worlds *out);
/* Returns the occupied squares, by edges and due pieces. */
struct sqset infer_now(const struct infer *f);
/* Reports whether an action of that kind is made on the board, not on the screen. */
bool infer_by_hands(struct action a);
/* Reports whether some candidate is made on the board. */
bool infer_by_hand(const struct infer *f);
/* Reports whether the arrival squares of candidate c hold its pieces in some world. */
bool infer_stands(const struct infer *f, unsigned c);
/*
 * Finds captures without an edge on their target. The captor is up or was swapped between two
 * scans, all other pieces are on their homes, and the captor was not set down on another piece's
 * square (infer_went_onto). Also finds transfers without a reading of the receiver. Returns at most
 * INFER_BEST_MAX.
 */
unsigned infer_unseen(const struct infer *f, uint16_t out[INFER_BEST_MAX]);
/* Returns the candidate for this action, or INFER_NONE. */
unsigned infer_find(const struct infer *f, struct action a);
/* Reports whether candidates a and b differ only in the promoted piece. */
bool infer_same_promotion(const struct infer *f, unsigned a, unsigned b);
/*
 * Returns what candidate c (INFER_NONE: no action) requires on a touched square, as in
 * struct world.
 */
uint8_t infer_wanted(const struct infer *f, unsigned c, unsigned sq);
