/*
 * Questions. They use only the known position: these sentences are on everybody's page.
 */
#include <string.h>

#include "daemon/record/secret.h"
#include "hw/lang/lang.h"
#include "daemon/words/words_priv.h"

void
words_menu(const struct game *g, unsigned kind, unsigned seat, bool late, char out[WORDS_LINE])
{
	if (kind == PROMPT_DRAW)
		lang_print(out, WORDS_LINE, tr("Is it a draw? OK: yes. Back: go on"));
	else if (kind == PROMPT_REVEAL)
		lang_print(out, WORDS_LINE,
			   secret_in_seeds(g)
				   ? tr("Prove in the record that the dice were fair? The end can "
					"then not be taken back. OK: yes. Back: no")
				   : tr("Show everything that was hidden? The end can then not be "
					"taken back. OK: yes. Back: no"));
	else if (kind == PROMPT_RESIGN && rules_partners(g))
		lang_print(out, WORDS_LINE, tr("Give the game up? OK: yes. Back: go on"));
	else if (kind == PROMPT_RESIGN)
		lang_print(out, WORDS_LINE, tr("Does {1} resign? OK: yes. Back: go on"),
			   words_seat(g, seat));
	else if (rules_partners(g))
		lang_print(out, WORDS_LINE, tr("Hint: give the game up. Back: go on"));
	else
		lang_print(out, WORDS_LINE,
			   late ? tr("OK: claim on time. Clock: draw. Hint: resign. Back: go on")
				: tr("Clock: draw. Hint: resign. Back: go on"));
}

void
words_late(const struct game *g, unsigned fell, unsigned claimant, bool drawn, char out[WORDS_LINE])
{
	lang_print(out, WORDS_LINE,
		   drawn ? tr("{1}'s time is up: {2} may claim a draw")
			 : tr("{1}'s time is up: {2} may claim the win"),
		   words_seat(g, fell), words_seat(g, claimant));
}

static bool
all_bought(const struct prompt *p)
{
	for (unsigned i = 0; i < p->n_options; i++)
		if (p->option[i].kind != ACT_BUY)
			return false;
	return p->n_options > 0;
}

/* Asks whether a shown action is confirmed. */
static void
ask_confirm(const struct session_state *s, char out[WORDS_LINE])
{
	struct action a = s->prompt.option[0];
	char move[WORDS_MOVE] = "";
	struct position known;

	if (a.kind != ACT_NONE)
		words_action(s->game, s->shown_from, a, move);
	lang_print(out, WORDS_LINE,
		   a.kind == ACT_ATTEMPT ? tr("Was it the attempt {1} The clock or OK says yes")
		   : rules_reveals(s->game, s->shown_from)
			   ? tr("Was it {1}, and is the turn over? The clock or OK says yes; then "
				"you see what rises")
		   : a.kind == ACT_CASTLE ? tr("Was it castling, {1}? The clock or OK says yes")
					  : tr("Was it {1}? The clock or OK says yes"),
		   move);
	if (a.kind == ACT_NONE)
		return;
	rules_public(s->game, s->shown_from, &known);
	words_removed(s, &known, a, out);
}

/* Says what the shown action costs, and asks whether it is played all the same. */
static void
ask_blunder(const struct session_state *s, char out[WORDS_LINE])
{
	char move[WORDS_MOVE], piece[WORDS_MOVE], sq[4];
	const struct action a = s->prompt.option[0];
	struct position known;
	struct fact loss;

	rules_public(s->game, s->shown_from, &known);
	loss = fact_loss(s->game, &known, a);
	words_action(s->game, &known, a, move);
	if (loss.kind == FACT_LOSES) {
		words_piece(s->game, loss.piece, piece);
		rules_square_print(s->game, loss.sq, sq);
		lang_print(out, WORDS_LINE, tr("{1} loses a piece ({2} on {3})"), move, piece, sq);
	} else if (loss.kind == FACT_GIVES_GAME) {
		lang_print(out, WORDS_LINE, tr("{1} lets the other side win at once"), move);
	} else {
		lang_print(out, WORDS_LINE, tr("{1} is a blunder: another move is much better"), move);
	}
	words_then(out, tr("OK or the clock plays it. To take it back, put the pieces back"));
}

/* Asks whether the turn is over. */
static void
ask_end(const struct session_state *s, char out[WORDS_LINE])
{
	lang_print(out, WORDS_LINE, tr("Is the turn of {1} over? The clock or OK says yes"),
		   words_seat(s->game, s->prompt.seat));
	if (s->awaits & AWAIT_END)
		words_removed(s, &s->known, (struct action){ .kind = ACT_END }, out);
}

/* Names the piece that the pawn is exchanged for, and offers others. */
static void
ask_kind(const struct session_state *s, char out[WORDS_LINE])
{
	const struct prompt *p = &s->prompt;
	struct action a = p->option[p->chosen < p->n_options ? p->chosen : 0];
	unsigned colour = rules_turn_seat(s->game, s->option_from) & 1;
	char piece[WORDS_MOVE], name[4];

	words_piece(s->game, piece_make(a.arg, colour), piece);
	rules_square_print(s->game, a.to, name);
	lang_print(out, WORDS_LINE, tr("Put the {1} on {2}, or choose another piece"), piece, name);
}

/* Lists the players whose agreement is missing. */
static void
waited_for(const struct session_state *s, char out[WORDS_LINE])
{
	*out = '\0';
	for (unsigned seat = 0; seat < rules_seats(s->game); seat++)
		if (s->prompt.needs & ~s->prompt.agreed & 1u << seat)
			words_item(out, words_seat(s->game, seat));
}

static void
ask_takeback(const struct session_state *s, char out[WORDS_LINE])
{
	char who[WORDS_LINE], move[WORDS_MOVE];
	unsigned moves = s->prompt.moves, all = s->prompt.n;

	/* Players do not call rolls, burials and cards moves. */
	if (moves == 0) {
		words_action(s->game, s->settled, s->prompt.first, move);
		lang_print(out, WORDS_LINE, tr("Take back {1}?"), move);
	} else if (all == 1 && s->has_last) {
		words_action(s->game, s->before_last, s->last, move);
		lang_print(out, WORDS_LINE, tr("Take back the last move, {1}?"), move);
	} else if (moves == 1)
		lang_print(out, WORDS_LINE, tr("Take back the last move, and what belongs to it?"));
	else
		lang_print(out, WORDS_LINE,
			   all == moves ? tr("Take back {1} moves?")
					: tr("Take back {1} moves, and what belongs to them?"),
			   LANG_N(moves));
	waited_for(s, who);
	if (s->prompt.needs)
		words_wrap(out, tr("{1} Everybody must agree, on the screen; waiting for {2}"),
			   who);
	else
		words_wrap(out, tr("{1} OK: yes. Back: no"), NULL);
}

/* Asks for the draw that each player has to confirm. */
static void
ask_draw(const struct session_state *s, char out[WORDS_LINE])
{
	char who[WORDS_LINE];

	waited_for(s, who);
	lang_print(out, WORDS_LINE, tr("Is it a draw?"));
	words_wrap(out, tr("{1} Everybody must agree, on the screen; waiting for {2}"), who);
}

/* ---- setting up ---- */

/* Reports whether the rank has a piece on each square, of different kinds. */
static bool
is_array_rank(const struct session_state *s, unsigned rank)
{
	unsigned files = rules_files(s->game), first = rank * files;
	uint8_t kind = (uint8_t)piece_kind(rules_at(s->game, &s->known, first));
	bool differ = false;

	for (unsigned sq = first; sq < first + files; sq++) {
		if (rules_at(s->game, &s->known, sq) == 0)
			return false;
		differ |= piece_kind(rules_at(s->game, &s->known, sq)) != kind;
	}
	return differ;
}

/* Reports whether the rank has no piece. */
static bool
is_empty_rank(const struct session_state *s, unsigned rank)
{
	unsigned files = rules_files(s->game), first = rank * files;

	for (unsigned sq = first; sq < first + files; sq++)
		if (rules_at(s->game, &s->known, sq) != 0)
			return false;
	return true;
}

/* Spells the heights of a rank of stacks, from a to h: "4, 2, 3, 6, royal stone …". */
static void
spell_stacks(const struct session_state *s, unsigned rank, char out[WORDS_LINE])
{
	unsigned files = rules_files(s->game);

	*out = '\0';
	for (unsigned file = 0; file < files; file++) {
		uint8_t piece = rules_at(s->game, &s->known, rank * files + file);
		unsigned stones = rules_stones(s->game, piece);

		words_item(out, stones > 0 ? LANG_N(stones) : tr(rules_piece_name(s->game, piece)));
	}
}

/* Spells a rank from a to h, in words and letters of the language: "rook, knight, bishop … (RNB…)". */
static void
spell_rank(const struct session_state *s, unsigned rank, char out[WORDS_LINE])
{
	unsigned files = rules_files(s->game);
	char letters[WORDS_MOVE] = "", name[4];

	*out = '\0';
	for (unsigned file = 0; file < files; file++) {
		uint8_t piece = rules_at(s->game, &s->known, rank * files + file);

		words_item(out, tr(rules_piece_name(s->game, piece)));
		rules_piece_print(s->game, (uint8_t)piece_kind(piece), name);
		lang_move(letters, sizeof(letters), name);
	}
	words_wrap(out, tr("{1} ({2})"), letters);
}

/* Writes what to set up: the rank that is next, spelled if its pieces differ. */
void
words_setup(const struct session_state *s, char out[WORDS_LINE])
{
	unsigned ranks = rules_ranks(s->game);
	unsigned rank = guidance_rank(&s->guidance, rules_files(s->game), ranks);
	bool stacks = rules_stones(s->game, PIECE_PAWN) > 0;
	char pieces[WORDS_LINE];

	if (rank == ranks)
		rank = 0; /* all stand: the first rank, to compare */
	if (stacks && is_array_rank(s, rank)) {
		spell_stacks(s, rank, pieces);
		lang_print(out, WORDS_LINE, tr("Set up as in the picture. Stones on rank {1}: {2}"),
			   LANG_N(rank + 1), pieces);
	} else if (is_array_rank(s, rank)) {
		spell_rank(s, rank, pieces);
		lang_print(out, WORDS_LINE, tr("Set up as in the picture. Rank {1}: {2}"),
			   LANG_N(rank + 1), pieces);
	} else if (s->guidance.kind != GUIDANCE_NONE && is_empty_rank(s, rank)) {
		lang_print(out, WORDS_LINE,
			   tr("Set up as in the picture. Take the pieces off rank {1}: it is empty "
			      "in this game"),
			   LANG_N(rank + 1));
	} else if (s->guidance.kind != GUIDANCE_NONE) {
		lang_print(out, WORDS_LINE, tr("Set up as in the picture. Rank {1} now"),
			   LANG_N(rank + 1));
	} else {
		lang_print(out, WORDS_LINE, tr("Set up as in the picture"));
	}
	if (stacks)
		words_then(out, tr("Stack draughts, or take chess pieces: the screen counts"));
	if (s->prompt.kind == PROMPT_ARRAY ||
	    (sqset_empty(s->guidance.missing) && sqset_empty(s->guidance.extra)))
		words_then(out, tr("When they stand so: OK or Done"));
}

/* Asks whether a new game begins; in the middle of one, also what becomes of that one. */
static void
ask_new(const struct session_state *s, char out[WORDS_LINE])
{
	const struct prompt *p = &s->prompt;
	const char *game = tr(rules_title(p->game ? p->game : s->game));

	if (p->n == 0)
		lang_print(out, WORDS_LINE, tr("Begin a new game of {1}? OK: yes. Back: no"), game);
	else if (secret_held(s->game, s->settled, SEAT_NONE))
		lang_print(
			out, WORDS_LINE,
			tr("Begin a new game of {1}? This one has secrets and cannot be resumed. "
			   "OK: yes. Back: take everything back"),
			game);
	else
		lang_print(out, WORDS_LINE,
			   tr("Begin a new game of {1}? This one is kept. OK: yes. Back: take "
			      "everything back"),
			   game);
}

void
words_prompt(const struct session_state *s, char out[WORDS_LINE])
{
	const struct prompt *p = &s->prompt;

	*out = '\0';
	switch ((enum session_prompt)p->kind) {
	case PROMPT_NONE:
		break;
	case PROMPT_WHICH:
		lang_print(out, WORDS_LINE,
			   all_bought(p) ? tr("Which piece was bought? Back: none of these")
					 : tr("Which move was it? Back: none of these"));
		break;
	case PROMPT_CONFIRM:
		ask_confirm(s, out);
		break;
	case PROMPT_BLUNDER:
		ask_blunder(s, out);
		break;
	case PROMPT_PROMOTION:
		ask_kind(s, out);
		break;
	case PROMPT_TAKEBACK:
		ask_takeback(s, out);
		break;
	case PROMPT_NEW_GAME:
		ask_new(s, out);
		break;
	case PROMPT_END:
		ask_end(s, out);
		break;
	case PROMPT_PAY:
		lang_print(out, WORDS_LINE, tr("The king flew: pay for it? OK: yes. Back: no"));
		break;
	case PROMPT_ARRAY:
		words_setup(s, out);
		break;
	case PROMPT_DRAW:
		if (p->needs) {
			ask_draw(s, out);
			break;
		}
		words_menu(s->game, p->kind, p->seat, false, out);
		break;
	case PROMPT_RESIGN:
	case PROMPT_MENU:
	case PROMPT_REVEAL:
		words_menu(s->game, p->kind, p->seat, false, out);
		break;
	}
}
