/* struct session: its fields are private. Included only by daemon/session/session.h. */
#pragma once
#include "daemon/core/debounce.h"
#include "daemon/core/infer.h"
#include "daemon/core/sequence.h"

enum {
	/* Presses and answers that may wait for squares to settle; a player has ten fingers. */
	SESSION_WAITING_MAX = 8,
	/* Longest such wait, in case a contact never settles. */
	SESSION_WAIT_US = 100000,
	/* How long a touched stack may give a stone. */
	SESSION_GIVE_US = 15000000,
};

/* A final action, the board before it, and what a takeback to the position after it shows. */
struct session_ply {
	uint64_t t_us;
	struct sqset occupied, white;	/* before the action */
	struct sqset last_squares;	/* after the action */
	struct action action;
};

enum session_origin {
	ORIGIN_NEW,		/* nothing has happened since the start; see session_open */
	ORIGIN_REPLAYED,	/* actions were replayed from a record; see session_freshen */
	ORIGIN_RUNNING,
};

/* Judgements that wait: bits. */
enum session_pending {
	PENDING_QUIET = 1,	/* settle_us after the last edge */
	PENDING_SPLIT = 2,	/* after the last edge, the edges may be those of two players */
	PENDING_REPLY = 4,	/* a reply to the shown action waits until squares have settled */
};

/* Why neither a reply nor quiet makes an explanation final: bits, reset when the board matches. */
enum session_doubt {
	DOUBT_READINGS = 1,	/* both players' edges had several readings */
	DOUBT_ASIDE = 2,	/* a captured piece may be on the board: quiet is not enough, a button is */
};

/* The changes that the last final action still allows: bits. */
enum session_amend {
	AMEND_ACTION = 1,	/* `before` holds the position before it */
	AMEND_KIND = 2,		/* the kind of its promotion, until the opponent touches a piece */
};

enum session_back {
	/*
	 * The board has not matched the game since it was last read as a whole. Pieces are
	 * being set up, and an earlier position requests no takeback.
	 */
	BACK_UNWATCHED,
	BACK_WATCHED,
	BACK_DECLINED,		/* a takeback was declined: these edges are moves */
};

/* The board to which guidance leads. */
enum session_goal {
	GOAL_SETTLED,
	GOAL_SHOWN,		/* the board after the shown action */
};

/* The last edges of a stack that was lifted and set down, or whose reading changed. */
struct session_touch {
	uint8_t n;
	struct infer_edge edge[2];
};

struct session {
	struct session_config config;
	const struct game *game;
	uint8_t phase;
	uint8_t end, end_colour;
	struct outcome outcome;
	uint32_t version;
	uint64_t now_us;
	uint64_t journal_us;	/* of the last final action, undo or result */

	uint8_t origin;		/* enum session_origin */
	struct debounce debounce;
	struct reading behind[RULES_SQUARES_MAX];	/* last raw reading of blind squares */
	uint64_t last_edge_us;	/* of the last believed edge */
	uint64_t departs_us;	/* end of the time in which an arrival waits for its departure */
	uint8_t pending;	/* enum session_pending */
	uint8_t n_waiting;
	struct event waiting[SESSION_WAITING_MAX];

	struct position first, settled, before_last;
	struct sqset last_squares;	/* changed by the last action on the board */
	struct sqset laid, unlaid;	/* marks added and removed by the last action */
	uint8_t removed[RULES_SQUARES_MAX];	/* see struct session_state */
	struct history history;
	uint32_t n;
	struct session_ply ply[SESSION_ACTIONS_MAX];

	/* Three questions to inference: the current one, the one being amended, and room. */
	struct infer question[3];
	struct infer *current, *before, *scratch;
	uint8_t amend;		/* enum session_amend */
	uint32_t prev_n;	/* number of actions before the one that may be amended */
	uint64_t done_us;	/* the last edge of the last action */
	uint16_t prev_final_at;	/* edges of `before` from here on came after its action was final */
	struct sequence_shown shown;
	uint8_t doubt;		/* enum session_doubt */
	uint8_t back;		/* enum session_back */
	/*
	 * The pieces match the position, because they were left so or played on. Otherwise only
	 * the squares `sure` are known.
	 */
	bool believed;
	struct sqset sure;
	struct sqset stand_ins;	/* promoted pieces that read as the other colour */
	struct sqset declined;  /* squares of the action that a no has declined, all occupied */
	/* EVENT_PLAN: the only action of `current`, not final yet; kind ACT_NONE: none */
	struct action plan;
	/* EVENT_BLUNDER: the action that quiet asks about; kind ACT_NONE: none */
	struct action blunder;
	/* the board's action that was taken back on request a moment ago; kind ACT_NONE: none */
	struct action undone;
	/* number of edges that were derived from a read of the whole board; see session_resume.c */
	uint16_t n_resumed;

	struct guidance guidance;
	uint8_t goal;		/* enum session_goal */
	bool follows;		/* the last edge that changed the number of steps reduced it */
	bool hint_asked;
	bool exchanged; /* a piece was set down in place of the pawn that the last action promoted */
	/* EVENT_SELECT: only placements with this prefix count */
	char selected[RULES_ACTION_TEXT];
	struct position awaits_for;	/* position for which `awaits` was computed */
	unsigned awaits;
	struct prompt prompt;
	uint32_t prompt_id;
	struct infer_answer offered;	/* PROMPT_WHICH: the candidates behind its options */
	uint8_t offered_source;
	uint16_t offered_log_at;	/* edges before this index belong to the offers;
					 * INFER_NONE: depends on the choice */
	struct refusal refusal;
	uint8_t refused_from, refused_to;
	struct session_touch refused_touch;	/* of the stack that a giver could not give to */
	uint8_t lone_stone;	/* as in struct session_state */

	struct session_out *out;	/* of the current step */
};
