/*
 * What hands meant: edges since a known position against its legal actions.
 *
 * One struct infer is one question: "this was the position; these edges came;
 * which action explains them?" The session keeps two: of the position that is
 * settled, and of the one before, while the last action may still be amended.
 * Pure, of fixed size; see the numbered cases on top of infer.c.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/core/worlds.h"
#include "rules/rules.h"

enum {
	/*
	 * Edges since the position settled. Straightening all 32 pieces is 64;
	 * each quiet moment with the board as it should be starts anew.
	 */
	INFER_LOG_MAX = 512,
	INFER_BEST_MAX = 16,	/* explanations that are equally good */
	INFER_ARRIVALS_MAX = 2,	/* castling; more belong to games of many pieces a turn */
	INFER_INDICES_MAX = 2,	/* of infer_set_blind */
	INFER_NONE = 0xffff,
	INFER_FOREIGN = PIECE_KIND_MASK,	/* a piece of which no more is known than that this game has none such */
};

struct infer_edge {
	uint64_t t_us;
	struct reading reading;
	uint8_t sq;
};

/* What hands do for an action. */
enum infer_way {
	WAY_WORD,	/* nothing: it is chosen on the screen, or played by itself */
	WAY_MOVE,	/* its pieces go to their squares, what it takes leaves the board */
	WAY_PLACE,	/* a piece comes from the box */
	WAY_TOUCH,	/* the giver is touched, then the receiver; a single stone is taken up */
	WAY_ATTEMPT,	/* as a capture; what comes of it is not known before it is final */
};

/*
 * A legal action, as far as the board can tell: what the mover's hands do. What
 * the rules bring to light afterwards (a risen piece) has no part in it.
 */
struct infer_candidate {
	struct action action;
	struct sqset after;	/* occupied squares when it is done */
	struct sqset changed;	/* squares whose content differs then */
	struct sqset movers;	/* homes of the pieces it moves */
	struct sqset captured;	/* homes of the pieces it takes off */
	struct sqset loose;	/* homes of pieces that the rules remove: there or gone already */
	uint8_t way;		/* enum infer_way */
	uint8_t n_arrivals;
	bool promotes;		/* whatever piece stands on the arrival square will do */
	struct {
		uint8_t sq, home;	/* home: WORLD_BOX for a piece from the box */
		uint8_t piece;
	} arrival[INFER_ARRIVALS_MAX];
	/* WAY_TOUCH: what stands on giver and receiver afterwards; 0: nothing. */
	uint8_t given, received;
};

/* What an earlier question knew of the pieces, whatever their squares' homes were then. */
struct infer_known {
	/* The piece that stands there, without mark, of this game or another; 0: not known, or none. */
	uint8_t standing[RULES_SQUARES_MAX];
	uint8_t held;				/* pieces that hands hold */
	bool exact;				/* a pawn is a pawn: it stands in for nothing */
	/* Edges alone tell of what stands there; it may as well have come out of the box. */
	struct sqset moved;
};

struct infer {
	const struct game *game;
	struct position position;
	uint8_t colour;			/* of the side whose turn it is */
	struct sqset due, emptied;	/* see infer_set_due */
	struct sqset blind;		/* no reading: set by the owner before infer_start */
	/* Pieces that may read as the other colour: an upturned rook for a queen. As blind. */
	struct sqset odd;
	bool poleless;			/* it is not known which those are: poles count for nothing */
	uint16_t n;			/* candidates */
	uint16_t n_log;
	uint16_t n_asleep;		/* at the end of log[]: see infer_set_blind */
	/* Levels told before the first edge: enough to see one change. */
	uint8_t level_min[RULES_SQUARES_MAX], level_max[RULES_SQUARES_MAX];
	/* What stood there before the first edge, where it was not as the position says. */
	bool has_present;
	struct reading present[RULES_SQUARES_MAX];
	struct infer_known known;	/* of then */
	uint8_t meant_sq, meant_home;	/* see infer_meant; RULES_NO_SQ: nothing is known */
	bool log_full;			/* edges were lost: only occupancy is sure */
	struct infer_edge log[INFER_LOG_MAX];	/* in the order of their times */
	struct worlds worlds;
	struct infer_candidate candidate[RULES_ACTIONS_MAX];
};

/* The answer: which candidates explain everything equally well. */
struct infer_answer {
	bool null;		/* nothing but adjusting explains it as well */
	unsigned n;
	unsigned cost;		/* touched squares that the best do not account for */
	uint16_t best[INFER_BEST_MAX];
};

/*
 * Begins at *p with the pieces on their squares; `over`: the game is over,
 * there are no candidates.
 */
void infer_start(struct infer *f, const struct game *g, const struct position *p, bool over);
/*
 * A believed edge. Edges may come out of the order of their times by the
 * difference of the debounce windows; they are sorted in. Returns the index in
 * the log where it was put, INFER_NONE if it was not a change or the log is full.
 */
unsigned infer_edge(struct infer *f, struct infer_edge e);
/*
 * Begins at *p a question whose edges are known beforehand: those of `from` from
 * edge `at` on, on no other squares than these. Actions that they cannot explain
 * are left out.
 */
void infer_start_probe(struct infer *f, const struct infer *from, unsigned at,
		       const struct position *p, struct sqset touched);
/*
 * Other squares are blind from now on. Edges of squares that go blind sleep, so that
 * what was told by them is known again when they come back. at: n indices into the log,
 * which are set to the same places in what is left of it.
 */
void infer_set_blind(struct infer *f, struct sqset blind, uint16_t *const at[], unsigned n);
/* The square reads otherwise than the edges have it. */
bool infer_unlike(const struct infer *f, unsigned sq, struct reading r);
/* Forgets the edges but those asleep: all pieces stand on their squares, but where something is due. */
void infer_rest(struct infer *f);
/*
 * Forgets the edges and takes the present as a fact: pieces that are missing are off
 * the board, those too many are what is known of them; NULL: nothing is.
 */
void infer_present(struct infer *f, const struct reading *board, const struct infer_known *known);
/* What f knows of the pieces now, for a question that follows it. */
void infer_know(const struct infer *f, struct infer_known *out);
/*
 * The same for a game that begins anew or goes on from elsewhere, at *p: the pieces are
 * exactly what they are known to be. Where hands have put one down since, and the one that
 * belongs there is nowhere on the board, it may have come out of the box: then it is
 * not known.
 */
void infer_know_exactly(struct infer_known *k, const struct game *g, const struct position *p);
/*
 * Squares where something stands on the board that nobody knows, so that it may be another
 * piece than *p has there. usual: people lay out the array of chess, or of the larger game
 * that has one of its own, so a piece that belongs to it stands there. Where hands have put one
 * down since (k->moved, after infer_know_exactly) edges alone tell, and it is doubted anyway.
 */
struct sqset infer_doubted(const struct infer_known *k, const struct game *g,
			   const struct position *p, const struct reading *board, bool usual);

/* The arrangements anew from the edges: for who changed what they are read with. */
void infer_replay(struct infer *f);

void infer_explain(const struct infer *f, struct infer_answer *out);
/*
 * Some action may still come of this: every piece that is up, or away from home,
 * is one that it moves or takes. rests: a piece it moves may stand on a square
 * where it does not end (a slide, a second thought). *one: the only such, or
 * INFER_NONE; may be NULL.
 */
bool infer_alive(const struct infer *f, bool rests, unsigned *one);
/* Nothing but adjusting happened: every piece is, or may be, at home. */
bool infer_all_home(const struct infer *f);
/*
 * due: squares where the board still lags behind the position: a piece that the
 * rules removed stands, or one that they placed does not. Edges there that mend it
 * are nobody's move and are not kept. emptied: squares that the rules emptied, due
 * still or not: while no piece is up, one set down there is due again. Set before
 * anything else after infer_start.
 */
void infer_set_due(struct infer *f, struct sqset due, struct sqset emptied);
/* The levels that `from` knew before edge `at` are known here from the start. */
void infer_set_levels(struct infer *f, const struct infer *from, unsigned at);
/*
 * The piece of that home was set down on sq, whatever else the edges would allow: an
 * attempt was asked so. It holds until the edges are forgotten.
 */
void infer_meant(struct infer *f, unsigned sq, unsigned home);
/* What stands for the piece of that home was seen to read as the other colour. */
void infer_reads_odd(struct infer *f, unsigned home);
/* With edge i a piece came down; it was not only felt more or less where it stood. */
bool infer_came_down(const struct infer *f, unsigned i);
/* The piece of that home was off the board when the edges began, and no hand holds one. */
bool infer_off_before(const struct infer *f, unsigned home);
/*
 * Nothing that candidate c sets down could be seen, all its arrivals being blind: its
 * piece may as well be in the hand.
 */
bool infer_lands_blind(const struct infer *f, unsigned c);
/* Candidate c explains the edges only if a piece left a blind square, or came to one. */
bool infer_relies_on_dark(const struct infer *f, unsigned c);
/* Poles and levels allow the pieces that candidate c leaves on the squares that were touched. */
bool infer_readings_fit(const struct infer *f, unsigned c);
/*
 * The piece of `from`, in the mover's hand, may have been set down on sq, where another
 * stands. Who tries that takes an opponent's piece, castles onto the rook, or takes its
 * own where the game knows that; any other was only straightened, and so was a king that
 * cannot be taken, where `from` may have taken something else unseen.
 */
bool infer_went_onto(const struct infer *f, unsigned from, unsigned sq);
/* The sensor's level on sq agrees with that piece, as far as either tells. */
bool infer_level_fits(const struct infer *f, unsigned sq, uint8_t piece);
/*
 * Candidate c is a transfer, and touches or levels tell that the stone went that way:
 * cases 1 to 3 of infer_level.c; or case 4, its giver alone tells so.
 */
bool infer_transfer_touched(const struct infer *f, unsigned c);
bool infer_transfer_unseen(const struct infer *f, unsigned c);
/* On how many touched squares a piece that c leaves without a mark is felt on an object. */
unsigned infer_objects_odd(const struct infer *f, unsigned c);
/* The arrangements before the first edge of the log. */
void infer_worlds_before(const struct infer *f, struct worlds *out);
/* Where pieces stand now, by the edges and what is due. */
struct sqset infer_now(const struct infer *f);
/* An action of that kind is done by hands, not said. */
bool infer_by_hands(struct action a);
/* Some action of the list is done by hands. */
bool infer_by_hand(const struct infer *f);
/* Candidate c has put its pieces down: its arrival squares hold them in some world. */
bool infer_stands(const struct infer *f, unsigned c);
/*
 * Captures that left no edge on their target: the captor is up (or was swapped
 * in between two scans), everything else is at home, and it was not set down on
 * another piece's square meanwhile (infer_went_onto); and transfers whose receiver told
 * nothing. At most INFER_BEST_MAX.
 */
unsigned infer_unseen(const struct infer *f, uint16_t out[INFER_BEST_MAX]);
/* The candidate that is this action, or INFER_NONE. */
unsigned infer_find(const struct infer *f, struct action a);
/* Candidates a and b differ in the piece promoted to alone. */
bool infer_same_promotion(const struct infer *f, unsigned a, unsigned b);
/* What candidate c (INFER_NONE: no action) wants on a touched square, as in struct world. */
uint8_t infer_wanted(const struct infer *f, unsigned c, unsigned sq);
