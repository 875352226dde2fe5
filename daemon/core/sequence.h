/*
 * Hypotheses about the edges: which action, or which sequence of actions of either player,
 * do they show?
 *
 * Every function is pure: it reads the questions to inference and returns a verdict. The
 * caller acts on the verdict. Each function may overwrite the scratch question.
 *
 * The files are declared in the order of their layers: each calls only those above it.
 */
#pragma once
#include "daemon/core/infer.h"

enum sequence_source {
	SOURCE_CURRENT,		/* an action of the settled position */
	SOURCE_AMENDING,	/* another action instead of the last final one */
};

enum shown_state {
	SHOWN_NONE,
	SHOWN_KEPT,	/* withdrawn, but the opponent's edges may still make it final */
	SHOWN_PARTLY,	/* shown: its pieces are down, other edges contradict it */
	SHOWN_WHOLE,	/* shown, and it explains the board and every edge */
};

/* The event that makes the shown action final. */
enum shown_trust {
	TRUST_QUIET,	/* quiet, a button, or the opponent's move */
	TRUST_REPLY,	/* a button or the opponent's move, because adjusting is an explanation
			 * too */
	TRUST_WORD,	/* a button or a choice, because the edges are vague or readings differ */
};

/* The provisional action. */
struct sequence_shown {
	uint8_t state;		/* enum shown_state */
	uint8_t trust;		/* enum shown_trust */
	uint8_t source;		/* enum sequence_source */
	uint16_t candidate;	/* index in the source's list */
	uint16_t log_at;	/* edges before this index belong to the action */
	struct position position;	/* after it */
};

/* The input of the hypotheses; everything belongs to the caller. */
struct sequence {
	const struct infer *current;	/* the settled position and the edges since */
	const struct infer *before;	/* the position before the last final action */
	bool amendable;			/* another action may replace the last final one */
	struct action last;		/* that action */
	unsigned final_at;		/* edges of *before from here on came after the action
					 * was final */
	const char *selected;		/* only placements with this prefix count; "": all */
	const struct sequence_shown *shown;
	bool resumed;			/* the edges were derived from a read of the whole board */
	bool doubt;			/* the edges of two players have several readings */
	struct infer *scratch;
};

static inline const struct infer *
sequence_source(const struct sequence *q, unsigned source)
{
	return source == SOURCE_AMENDING ? q->before : q->current;
}

enum { SEQUENCE_LATER_MAX = 16 };

/*
 * Which edges of a question belong to its first action: those before `until`, without the
 * `later` ones, which are listed in the order in which they follow.
 */
struct sequence_part {
	uint16_t until;
	uint8_t n_later;
	uint16_t later[SEQUENCE_LATER_MAX];
};

/* Moves the first action's edges to the front of the log; returns their number. */
unsigned sequence_sort(struct infer *f, const struct sequence_part *part);

/* The first action of a sequence: it is final. */
struct sequence_first {
	unsigned source, candidate;
	uint64_t done_us;
	struct sequence_part part;
};

enum sequence_verdict {
	SEQUENCE_NONE,
	SEQUENCE_FIRST,		/* all explanations begin with this action */
	SEQUENCE_SEVERAL,	/* readings differ in the first action */
};

/* sequence.c: one action. */

/*
 * Finds the action that explains the edges: of the settled position, or instead of the last
 * final one. Returns the source of the best explanation (enum sequence_source).
 */
unsigned sequence_explain(const struct sequence *q, struct infer_answer *a);
/*
 * Makes a question of the edges from … until - 1 of f, beginning at *p, only on their squares.
 * The next question overwrites it.
 */
const struct infer *sequence_probe(const struct sequence *q, const struct infer *f, unsigned from,
				   unsigned until, const struct position *p);
/*
 * Returns the squares of pieces that the side to act lifted before edge `until`, since the last
 * action was final.
 */
struct sqset sequence_touched_by_opponent(const struct sequence *q, unsigned until);
/*
 * Reports whether the side of the last action lifted a piece before edge `until`, after that action
 * was final.
 */
bool sequence_departed_since(const struct sequence *q, unsigned until);
/*
 * Returns the only capture of f that is complete with a captured piece set down on the board.
 * Returns INFER_NONE if there is none, or several.
 */
unsigned sequence_set_aside(const struct infer *f);
/*
 * Finds captures without an edge on their target: now, or instead of the last action.
 * Returns their source.
 */
unsigned sequence_unseen(const struct sequence *q, struct infer_answer *out);
/*
 * Finds actions that may have run from one blind square to another, and captures without an edge.
 * Returns false if there are too many to list.
 */
bool sequence_dark(const struct infer *f, struct infer_answer *out);
/*
 * Reports whether the edges look like a takeback: pieces of both sides were up together, or
 * the side that is not to move began.
 */
bool sequence_goes_back(const struct infer *f);

/* sequence_read.c: several actions. */

/*
 * Reads the edges as several actions of either player, also instead of the last final one.
 * Returns true if all readings begin with the same action.
 */
bool sequence_read(const struct sequence *q, struct sequence_first *out);
/* Reports whether all sequences begin with an implicit end of the turn. */
bool sequence_read_ended(const struct sequence *q);

enum sequence_rival {
	RIVAL_NONE,
	RIVAL_LONGER,	/* it begins with the candidate and continues */
	RIVAL_OTHER,	/* it begins with another action, or replaces the last final one */
};

/*
 * With blind squares: finds a sequence of actions through a blind square that also explains
 * the edges. begun: the next player may hold a piece.
 */
enum sequence_rival sequence_rival(const struct sequence *q, unsigned source, unsigned c,
				   bool begun);
/* With blind squares: finds the first actions of all sequences that explain the edges. */
void sequence_offers(const struct sequence *q, struct infer_answer *out);
/* Returns which edges belong to c, in the sequences that begin with c. */
struct sequence_part sequence_chosen(const struct sequence *q, unsigned c);

/* sequence_turn.c: the end of a turn, purchases, actions without an edge. */

/* Returns the candidate of that kind, or INFER_NONE. */
unsigned sequence_word(const struct infer *f, unsigned kind);
/* Returns the first edge from `at` that lifts a piece of the other side, or n_log. */
unsigned sequence_other_lift(const struct infer *f, unsigned at);
/* Reports whether the edges from `at` form an action of *p (or, with `half`, a prefix of one). */
bool sequence_fits(const struct sequence *q, const struct infer *f, unsigned at,
		   const struct position *p, bool half);
/* Reports whether the edges form an action of the other side after an implicit end of the turn. */
bool sequence_fits_other(const struct sequence *q);
/*
 * Reports whether the other side began too early: the edges before its first lift leave the
 * board as it was, or all sequences begin with an implicit end of the turn.
 */
bool sequence_turn_over(const struct sequence *q);
/* Returns the only touched square if its piece was lifted and set down again, or RULES_NO_SQ. */
unsigned sequence_touched(const struct infer *f);
/*
 * Returns the stack that was touched alone and may give a stone, or RULES_NO_SQ. *takers:
 * the stacks that may receive it; may be NULL.
 */
unsigned sequence_giver(const struct infer *f, struct sqset *takers);
/*
 * Returns the stack that was touched first, if it may give a stone and then only one other square,
 * *taker, was touched; else RULES_NO_SQ. All pieces are at home.
 */
unsigned sequence_gift(const struct infer *f, unsigned *taker);
/* Finds the sole purchase without a place that makes the edges a legal action. */
bool sequence_pay(const struct sequence *q, struct action *buy, struct action *move);
/*
 * Reports whether to wait for dice, a card or a secret that must come first. True while
 * the edges may then form an action or pieces are only lifted.
 */
bool sequence_waits_for_word(const struct sequence *q);
/*
 * Reports whether the lifted pieces may be the captured one and the captor of the mover's next
 * capture, as public knowledge.
 */
bool sequence_begins_by_victim(const struct sequence *q);
/*
 * Reports whether lifted pieces may form an action as public knowledge. Guidance must not
 * yet reveal a secret obstacle (a grave of the mover).
 */
bool sequence_waits_unknowing(const struct sequence *q);

/* sequence_split.c: both players at once. */

/*
 * Splits the edges between the two players. half: also if the opponent still holds its
 * piece.
 */
enum sequence_verdict sequence_split(const struct sequence *q, bool half,
				     struct sequence_first *out);
/* Reports whether both players' edges also form an action other than candidate c. */
bool sequence_split_differs(const struct sequence *q, unsigned c);

/* sequence_next.c: the reply to the shown action. */

/* How complete a reply must be to end the action before it, if the lift alone does not end it. */
enum answered {
	ANSWERED_AT_ONCE, /* complete, with an action that rested for a while */
	ANSWERED_WHOLE,   /* complete */
	ANSWERED_HALF,    /* begun: a piece is up */
};

enum sequence_end {
	END_NOT,
	END_UNSETTLED,	/* squares changed before or with the lift and have not settled */
	END_DIFFERS,	/* both players' edges also form another action */
	END_RIVAL,	/* another history through a blind square fits too */
	END_NOW,	/* final, at *at_us */
};

/*
 * Judges whether the next player's move (the opponent's, or the mover's own if the turn continues)
 * ends the shown action. If the mover was done, the lift is sufficient; otherwise the reply
 * decides. unsettled_us: the earliest change that has not settled.
 */
enum sequence_end sequence_ended_by_next(const struct sequence *q, enum answered enough,
					 uint64_t unsettled_us, uint64_t *at_us);
/*
 * Reports whether the edges after the shown action form an action of the next player
 * (half: or may become one).
 */
bool sequence_replies(const struct sequence *q, bool half);

/*
 * sequence_overlap.c: returns the mover's action if the arrival before edge `at` belongs to
 * the opponent's piece lifted there, or INFER_NONE. *log_at: number of edges of that action.
 */
unsigned sequence_overlapped(const struct sequence *q, unsigned at, unsigned *log_at);

/*
 * sequence_hand.c: reports whether a player still holds a piece of an unfinished action. Until then
 * no timeout ends, replaces or reverts the action.
 */
bool sequence_in_hand(const struct sequence *q);

/* sequence_ask.c: what to ask the players. */

enum sequence_asked {
	ASKED_CONFIRM,	/* the shown action */
	ASKED_WHICH,	/* of several actions */
	ASKED_OFFERS,	/* one of several actions; a single one is shown and confirmed */
	ASKED_FIRST,	/* the same, but no action stays shown meanwhile */
};

struct sequence_question {
	enum sequence_asked kind;
	unsigned source;
	struct infer_answer answer;	/* the actions */
	unsigned log_at;	/* edges before this index belong to the offers; INFER_NONE: the
				 * index depends on the choice */
};

enum sequence_when {
	ASK_AT_QUIET,
	ASK_AT_BUTTON,	/* a button declared the action done */
	ASK_AFTER_NO,	/* the shown action was not meant */
};

/* Finds a question; returns whether there is one. */
bool sequence_ask(const struct sequence *q, enum sequence_when when,
		  struct sequence_question *out);
