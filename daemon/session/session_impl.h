/* struct session: its fields are the session's own. Included by daemon/session/session.h alone. */
#pragma once
#include "daemon/core/debounce.h"
#include "daemon/core/infer.h"

enum {
	/* Presses and answers that wait for squares to settle; hands have ten fingers. */
	SESSION_WAITING_MAX = 8,
	/* They wait this long at most, were a contact never to rest. */
	SESSION_WAIT_US = 100000,
	/* A piece that is slid stands shorter on a square, one that is set down longer. */
	SESSION_BRUSH_US = 150000,
};

/* A final action, the board before it, and what a takeback to behind it shows. */
struct session_ply {
	uint64_t t_us;
	struct sqset occupied, white;	/* of the position before the action */
	struct sqset last_squares;	/* of the session after it */
	struct action action;
};

enum session_source {
	SOURCE_CURRENT,		/* an action of the settled position */
	SOURCE_AMENDING,	/* another action instead of the last final one */
};

/* The provisional action. */
struct session_shown {
	bool on;		/* there is one, or was: the opponent's hands may decide */
	bool complete;		/* it explains the board and every edge, now */
	bool visible;		/* told: its pieces are down */
	bool confirm;		/* adjusting explains it as well, or the edges are vague */
	bool confirm_vague;	/* the latter: the opponent's hand does not make it final either */
	uint8_t source;		/* enum session_source */
	uint16_t candidate;	/* in the source's list */
	uint16_t log_at;	/* edges before this index are its own */
	struct position position;	/* after it */
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

	bool opening;		/* nothing has happened yet; see session_open */
	bool stale;		/* actions were played in from a record; see session_freshen */
	struct debounce debounce;
	struct reading behind[RULES_SQUARES_MAX];	/* of blind squares: their last raw reading */
	uint64_t last_edge_us;	/* of the last believed edge */
	bool armed;		/* quiet will be judged settle_us after it */
	uint8_t n_waiting;
	struct event waiting[SESSION_WAITING_MAX];

	struct position first, settled, before_last;
	struct sqset last_squares;	/* that the last action on the board changed */
	struct sqset laid, unlaid;	/* marks that came and went with the last action */
	uint8_t removed[RULES_SQUARES_MAX];	/* see struct session_state */
	struct history history;
	uint32_t n;
	struct session_ply ply[SESSION_ACTIONS_MAX];

	/* Three questions to inference: the current, the one being amended, scratch. */
	struct infer ctx[3];
	uint8_t cur, prev, scratch;
	bool amendable;		/* ctx[prev] holds the position before the last action */
	uint32_t prev_n;	/* actions before the one that may be amended */
	uint16_t prev_final_at;	/* edges of ctx[prev] from here on came after it was final */
	struct session_shown shown;
	bool rivals;		/* several explanations are equally good */
	bool deferred;		/* whether the opponent ended the shown action waits for squares */
	bool tangled;		/* the last edge left something that two hands may explain */
	/*
	 * Which pieces stand where is taken from the position, for that is how the board was
	 * left, or players have played on it; else it is known of the squares `sure` alone.
	 */
	bool believed;
	struct sqset sure;
	/*
	 * The board has been as the game has it since it was last read whole. Before, hands set
	 * up: an earlier position that comes about meanwhile is nobody's wish to go back.
	 */
	bool stood;
	struct sqset stand_ins;	/* promoted pieces that read as the other colour */
	uint16_t n_resumed;	/* so many edges of the question are no edges; see session_resume.c */
	bool doubt;		/* both hands' edges had several readings since the settled board */

	struct guidance guidance;
	bool guide_shown;	/* the goal is the provisional action's board */
	bool hint_asked;
	char selected[RULES_ACTION_TEXT];	/* EVENT_SELECT: placements that begin so alone count */
	struct position awaits_for;	/* what was worked out for which position */
	unsigned awaits;
	struct prompt prompt;
	uint32_t prompt_id;
	struct infer_answer offered;	/* PROMPT_WHICH: the candidates behind its options */
	uint8_t offered_source;
	uint16_t offered_log_at;	/* INFER_NONE: by the one that is chosen */
	struct refusal refusal;
	uint8_t refused_from, refused_to;

	struct session_out *out;	/* of the step that runs */
};
