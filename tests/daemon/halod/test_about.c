/* Rules by question: what a lifted piece may do in each game, why not more, and why a move was refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask.h"
#include "hw/lang/lang.h"
#include "tests/hw/lang/mo.h"

#define STATE "{\"kind\":\"state\"}"
#define HINT  "{\"kind\":\"press\",\"button\":\"hint\"}"

static void
edge(const char *sq, bool on)
{
	struct busio_msg m = { .kind = BUSIO_EDGE,
			       .sq = (uint8_t)((sq[1] - '1') * board.files + sq[0] - 'a'),
			       .reading.occupied = on,
			       .t_us = table.now_us };

	table_message(&table, &m);
	table_advance(&table, table.now_us + 300000);
}

/* Puts the position on the board; NULL: the game's first one. */
static void
lay_out(const char *name, const char *text)
{
	const struct game *g = rules_game(name);
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	struct table_setup s = { .game = g, .position = text, .options = "" };
	struct position p;
	struct rules_error err;

	board.files = (uint8_t)rules_files(g);
	board.ranks = (uint8_t)rules_ranks(g);
	if ((text ? rules_parse(g, text, &p, &err) : rules_start(g, "", &p, &err)) < 0)
		fail_msg("%s: %s: %s", name, text, err.why);
	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		struct busio_msg m = { .kind = BUSIO_EDGE,
				       .sq = (uint8_t)sq,
				       .reading.occupied = rules_at(g, &p, sq) != 0 };

		table_message(&table, &m);
	}
	table_begin(&table, NULL, 1000000);
	if (table_new(&table, &s) < 0)
		fail_msg("%s: %s", text, table.why);
	if (table.state.prompt.kind == PROMPT_ARRAY)
		assert_int_equal(table_press(&table, BUTTON_OK, SEAT_NONE), 0);
}

/* Returns the state's message. */
static const char *
message(void)
{
	static char text[WORDS_LINE];
	json_t *o = view_state(&table, SEAT_TABLE);

	snprintf(text, sizeof(text), "%s", json_string_value(json_object_get(o, "message")));
	json_decref(o);
	return text;
}

static void
press(const char *want)
{
	assert_int_equal(table_press(&table, BUTTON_HINT, SEAT_NONE), 0);
	if (strcmp(message(), want) != 0)
		fail_msg("gave %s\n  want %s", message(), want);
}

#define PRICES    "prices=5,15,5,3,7,11,19,10/5,15,5,3,7,11,19,10 lost=N/n extra=0 flight=0"
#define FLIGHT    "prices=5,15,5,3,7,11,19,11/5,15,5,3,7,11,19,10 lost=N/n extra=0 flight=1"
#define UNKNOWN   "KQRBN.KQRBN.KQRBN.KQRBN.KQRBN"
#define KNIGHT    "The knight goes two squares straight and one aside. It jumps over other pieces."
#define ROOK      "The rook goes any distance straight, up to the first piece."
#define KING      "The king goes one square in any direction, but not onto an attacked one."
#define PAWN      "A pawn steps one square ahead, from its second row also two. It captures only diagonally ahead, " \
		  "into the next column."
#define NOT_MORE  "Only pieces of its own side and the edge of the board limit it."

static const struct {
	const char *game, *position, *lift, *how, *ways, *why;
} rows[] = {
	{ "chess", "4k3/8/8/8/P7/8/4K3/R7 w - - 0 1", "a1", ROOK, "a1: may go to b1 to h1, a2 and a3",
	  "a4: Your own piece stands there. a5 to a8: Another piece stands in the way (a4)." },
	{ "chess", "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "e2", KNIGHT,
	  "e2: has no move now. The piece is pinned: moving it exposes its king.",
	  "c1, g1, c3, g3, d4 and f4: The piece is pinned: moving it exposes its king (e4)." },
	{ "chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5", PAWN, "e5: may go to e6; may capture on d6",
	  "f6: This piece moves diagonally only to capture." },
	{ "chess", NULL, "a1", ROOK, "a1: has no move now. The piece is blocked in.",
	  "b1 and a2: Your own pieces stand there. a3 to a8: Another piece stands in the way (a2)." },
	{ "chess", "4k3/8/8/8/8/5r2/3P4/3QK2R w K - 0 1", "e1", KING, "e1: may go to e2",
	  "f1 and f2: The king would be attacked there (f3). g1: The king may not castle through or onto an attacked "
	  "square (f3). d1 and d2: Your own pieces stand there." },
	/* White may castle, so no sentence says that it may not. */
	{ "chess", "4k3/8/8/8/8/8/3PPP2/3QK2R w K - 0 1", "e1", KING, "e1: may go to f1 and g1",
	  "d1, d2, e2 and f2: Your own pieces stand there." },
	{ "chess", "4k3/8/8/8/8/8/3PPP2/R2QK2R w K - 0 1", "e1", KING, "e1: may go to f1 and g1",
	  "d1, d2, e2 and f2: Your own pieces stand there. c1: The king or this rook has moved, so they cannot castle "
	  "(a1)." },
	{ "abstract", "4k3/8/8/8/8/8/3P4/KN6 w - - 0 1 table=neto turn=single transfers=free stage=move last=-,-", "b1",
	  "Two stones jump two squares straight and one aside, like a knight. Instead of a move it may give one stone "
	  "to a stack of its side beside it.",
	  "b1: may go to a3 and c3", "a1: The royal stone neither gives nor takes a stone." },
	{ "chess960", "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1", "c1", KNIGHT,
	  "c1: may go to b3 and d3", "a2 and e2: Your own pieces stand there." },
	{ "accounting", "3k4/p7/8/4r*3/5p*2/2N5/P7/3K4 w - - 0 1", "c3",
	  "The Regulator (N) jumps two squares straight and one aside, to empty squares only. Where it lands, every "
	  "crooked enemy straight beside it is removed.",
	  "c3: may go to b1, e2, a4 and b5; may remove enemies from e4 and d5",
	  "d1 and a2: Your own pieces stand there." },
	{ "dice-money", "4k3/8/8/8/8/8/7P/4K3 w - - 0 1 stage=move dice=1,2 money=20,20 " PRICES, "h2",
	  PAWN " On the last row it becomes a piece that its side has lost.", "h2: may go to h3 and h4",
	  "g3: This piece moves diagonally only to capture." },
	{ "dice-money", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 stage=move dice=1,2 money=20,20 " FLIGHT, "e1",
	  "The king goes one square in any direction, or like a queen once flight is bought, but never onto an attacked "
	  "square.",
	  "e1: may go to d1 to a1, f1, g1, h1, d2 to a5, e2 to e6, f2, g3 and h4",
	  "e7: The king would be attacked there (e8). e8: No move captures a king." },
	{ "abstract",
	  "4k3/8/8/8/8/8/PN6/K7 w - - 0 1 table=neto turn=single transfers=free stage=move last=-,-", "b2",
	  "Two stones jump two squares straight and one aside, like a knight. Instead of a move it may give one stone "
	  "to a stack of its side beside it.",
	  "b2: may go to d1, d3, a4 and c4; may give a stone to a2",
	  "a1: The royal stone neither gives nor takes a stone." },
	{ "abstract",
	  "4k3/8/8/8/8/8/PS6/K7 w - - 0 1 table=aronson turn=double transfers=free stage=move last=-,-", "b2",
	  "Five stones go any distance diagonally, like a bishop, or jump like a knight. After a move it may give one "
	  "stone to a stack of its side beside it.",
	  "b2: may go to c1, a3, c3 to h8, d1, d3, a4 and c4",
	  "a1: The royal stone neither gives nor takes a stone. a2: Move a stack first; then a stone may be given." },
	{ "zombie", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 stage=move buried=nh1/- left=- moved=- hold=- dust=-", "h1",
	  ROOK " What is buried on a square rises when a piece leaves it.",
	  "h1: may go to g1, f1 and h2 to h8; perhaps a grave is under it",
	  "e1: Your own piece stands there. d1 to a1: Another piece stands in the way (e1)." },
	{ "masquerade",
	  "4k3/8/8/1p6/8/8/P7/4KB2 w - - 0 1 stage=move masks=RKNBQ/RKNBQ known=" UNKNOWN "/" UNKNOWN " log=-", "f1",
	  "The bishop goes any distance diagonally, so it stays on its colour. It captures as its mask does: a capture "
	  "is asked for, and may fail. No answer tells about its mask yet.",
	  "f1: may go to e2, d3, c4, g2 and h3; may ask for a capture on b5",
	  "a6: Another piece stands in the way (b5)." },
	{ "crowded-house", NULL, "g1", KNIGHT " A move begins or ends on the half of the player whose turn it is.",
	  "g1: may go to f3 and h3", "e2: Your own piece stands there." },
	{ "crowded-house", NULL, "b1", KNIGHT " A move begins or ends on the half of the player whose turn it is.",
	  "b1: has no move now. A move must begin or end on this player's half of the board.",
	  "a3 and c3: A move must begin or end on this player's half of the board. d2: Your own piece stands there." },
	{ "cooperative", NULL, "b1", KNIGHT " It captures what the cards allow, after a card is played.",
	  "b1: may go to a3 and c3", "d2: Your own piece stands there." },
	{ "half-alice", NULL, "b1",
	  KNIGHT " Only pieces before the mirror count. Then it goes behind it, if its square is free there and a "
		 "checker is left.",
	  "b1: may go to a3 and c3", "d2: Your own piece stands there." },
	{ "american", "4q6/11/11/11/11/11/11/5M5/5Q5 w - - 0 1", "f2",
	  "A missile (M) reaches every square, except on the enemy's first row.", "f2: may go to 86 squares",
	  "11 squares: The enemy's first row is safe from missiles." },
	{ "american", "r3q6/11/11/11/r10/P10/11/11/C4QM4 w - - 0 1", "a1",
	  "Artillery (C) moves like a general, but captures only over exactly one piece. On the enemy's first row it "
	  "becomes a general.",
	  "a1: may go to b1 to e1, a2, a3 and b2 to i9; may capture on a5",
	  "a9: Artillery captures over exactly one piece (a4 and a5). f1, g1 and a4: Your own pieces stand there. h1 to "
	  "k1, a6, a7 and a8: Another piece stands in the way (f1, g1, a4 and a5)." },
};

/* Each press goes on: how, where, why not elsewhere, nothing. */
static void
test_games(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		lay_out(rows[i].game, rows[i].position);
		want(OTHER, STATE, "\"phase\":\"playing\"");
		assert_int_equal(table.about.next, ABOUT_NONE);
		edge(rows[i].lift, false);
		want(OTHER, STATE, "\"about\":{\"shown\":null,\"next\":\"how\"}");
		press(rows[i].how);
		want(OTHER, STATE, "\"about\":{\"shown\":\"how\",\"next\":\"ways\"}");
		press(rows[i].ways);
		press(rows[i].why);
		want(OTHER, STATE, "\"about\":{\"shown\":\"why\",\"next\":null}");
		assert_int_equal(table_press(&table, BUTTON_HINT, SEAT_NONE), 0);
		want(OTHER, STATE, "\"about\":{\"shown\":null,\"next\":\"how\"}");
		press(rows[i].how);
		edge(rows[i].lift, true);
		assert_int_equal(table.about.shown, ABOUT_NONE);
	}
}

/* Lamps light the pieces behind a reason beside the ways of the piece. */
static void
test_lights(void **state)
{
	(void)state;
	lay_out("chess", "4k3/8/8/8/P7/8/4K3/R7 w - - 0 1");
	edge("a1", false);
	press(ROOK);
	press("a1: may go to b1 to h1, a2 and a3");
	want(OTHER, STATE, "\"legal\":[\"b1\",\"c1\",\"d1\",\"e1\",\"f1\",\"g1\",\"h1\",\"a2\",\"a3\"]}");
	press("a4: Your own piece stands there. a5 to a8: Another piece stands in the way (a4).");
	want(OTHER, STATE, "\"a3\"],\"hint\":[\"a4\"]}");
	assert_int_equal(table_press(&table, BUTTON_HINT, SEAT_NONE), 0);
	want(OTHER, STATE, "\"a3\"]}");
}

/* Without hints, and for the other side's piece, the answer is only how the piece moves. */
static void
test_less(void **state)
{
	(void)state;
	lay_out("chess", NULL);
	edge("b8", false);
	press(KNIGHT);
	want(OTHER, STATE, "\"about\":{\"shown\":\"how\",\"next\":null}");
	edge("b8", true);
	want(OTHER, "{\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"off\"}", ok);
	edge("b1", false);
	press(KNIGHT);
	want(OTHER, STATE, "\"about\":{\"shown\":\"how\",\"next\":null}");
	/* With two pieces up nothing is asked. */
	edge("a1", false);
	assert_int_equal(table.about.shown, ABOUT_NONE);
	assert_int_equal(table.about.next, ABOUT_NONE);
}

/* With another piece up, the answer is about putting that piece back. */
static void
test_two_up(void **state)
{
	(void)state;
	lay_out("chess", NULL);
	edge("e7", false);
	edge("g1", false);
	press(KNIGHT);
	press("g1: first put the black pawn back on e7");
	edge("e7", true);
	assert_string_equal(message(), "g1: may go to f3 and h3");
}

/* While a move is only shown, the level is that of the side that lifts its reply. */
static void
test_shown_less(void **state)
{
	(void)state;
	for (unsigned black = 0; black < 2; black++) {
		lay_out("chess", "4k3/r7/8/8/8/8/8/R3K3 w - - 0 1");
		want(OTHER,
		     black ? "{\"kind\":\"hints\",\"seat\":\"b\",\"level\":\"off\"}"
			   : "{\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"off\"}",
		     ok);
		/* The rook may still go on and capture on a7, so its move is not final. */
		edge("a1", false);
		edge("a4", true);
		edge("a7", false);
		assert_true(table.state.has_provisional);
		press(ROOK);
		want(OTHER, STATE,
		     black ? "\"shown\":\"how\",\"next\":null"
			   : "\"shown\":\"how\",\"next\":\"ways\"");
	}
}

/* A refused move can be asked about once the piece is back, until another piece is touched. */
static void
test_refused(void **state)
{
	(void)state;
	for (unsigned ends = 0; ends < 2; ends++) {
		lay_out("chess", NULL);
		edge("a1", false);
		edge("a4", true);
		table_advance(&table, table.now_us + 2000000);
		want(OTHER, STATE, "\"rule\":\"blocked\"");
		assert_int_equal(table.about.next, ABOUT_NONE); /* the reason is shown already */
		edge("a4", false);
		edge("a1", true);
		table_advance(&table, table.now_us + 2000000);
		want(OTHER, STATE, "\"refusal\":null");
		want(OTHER, STATE, "\"about\":{\"shown\":null,\"next\":\"why\"}");
		if (ends) {
			edge("b1", false);
			edge("b1", true);
			assert_int_equal(table.about.next, ABOUT_NONE);
			continue;
		}
		press("a1 to a4: Another piece stands in the way (a2).");
		want(OTHER, STATE, "\"lights\":{\"hint\":[\"a2\"]}");
		assert_int_equal(table_press(&table, BUTTON_HINT, SEAT_NONE), 0);
		assert_int_equal(table.about.next, ABOUT_NONE);
		/* Then the button gives a hint. */
		assert_int_equal(table_press(&table, BUTTON_HINT, SEAT_NONE), 0);
		want(OTHER, STATE, "\"hint\":[\"b1\",\"g1\"");
	}
}

/* Speech says the answer; a button of a screen asks like the board's. */
static void
test_spoken(void **state)
{
	(void)state;
	lay_out("chess", "4k3/8/8/8/P7/8/4K3/R7 w - - 0 1");
	want(OTHER, "{\"kind\":\"set\",\"values\":{\"speech\":true}}", ok);
	edge("a1", false);
	want(SCREEN, HINT, ok);
	want(SCREEN, HINT, ok);
	want(OTHER, STATE, "\"message\":\"a 1: may go to b 1 to h 1, a 2 and a 3\"");
}

/* ---- secrets: positions that differ in them only get the same answers ---- */

static const struct {
	const char *game, *a, *b;
} twins[] = {
	{ "zombie", "4k3/8/8/8/8/8/3P4/4K2R w - - 0 1 stage=move buried=qh1/Nd2 left=- moved=- hold=- dust=-",
	  "4k3/8/8/8/8/8/3P4/4K2R w - - 0 1 stage=move buried=qd2/Nh1 left=- moved=- hold=- dust=-" },
	{ "masquerade",
	  "4k3/8/8/1p6/8/8/P7/R3KB2 w - - 0 1 stage=move masks=RKNBQ/RKNBQ known=" UNKNOWN "/" UNKNOWN " log=-",
	  "4k3/8/8/1p6/8/8/P7/R3KB2 w - - 0 1 stage=move masks=NBQRK/QRKBN known=" UNKNOWN "/" UNKNOWN " log=-" },
};

enum { TOLD = 65536 };

/* Presses the hint button and adds the answer and the lit squares. */
static void
add_told(char out[TOLD])
{
	json_t *o;
	char *text;

	assert_int_equal(table_press(&table, BUTTON_HINT, SEAT_NONE), 0);
	o = view_state(&table, SEAT_TABLE);
	text = json_dumps(json_object_get(o, "lights"), JSON_COMPACT);
	sprintf(out + strlen(out), "%s %s\n", message(), text);
	free(text);
	json_decref(o);
}

/* Collects the answers about the piece, with the lit squares. */
static void
collect(const char *game, const char *position, unsigned sq, char out[TOLD])
{
	const char name[3] = { (char)('a' + sq % 8), (char)('1' + sq / 8), '\0' };

	lay_out(game, position);
	edge(name, false);
	*out = '\0';
	for (unsigned i = 0; i < 3; i++)
		add_told(out);
}

/* Collects the reasons for the refused moves from the square, with the lit squares. */
static void
collect_refused(const char *game, const char *position, unsigned sq, char out[TOLD])
{
	lay_out(game, position);
	for (unsigned to = 0; to < 64; to++) {
		struct table_about *about = &table.about;
		struct refusal why;

		rules_refuse(table.state.game, table.state.settled, SEAT_TABLE, sq, to, &why);
		if (!why.rule)
			continue;
		about->from = (uint8_t)sq;
		about->to = (uint8_t)to;
		about->next = ABOUT_WHY;
		add_told(out);
		assert_int_equal(table_press(&table, BUTTON_HINT, SEAT_NONE), 0);
	}
}

/* A reason that only the mover may know is not asked for: its private page has shown it. */
static void
test_private_reason(void **state)
{
	(void)state;
	lay_out(twins[0].game, twins[0].a);
	edge("h1", false);
	edge("h3", true);
	table_advance(&table, table.now_us + 2000000);
	want(OTHER, STATE, "\"rule\":\"secret\"");
	edge("h3", false);
	edge("h1", true);
	table_advance(&table, table.now_us + 2000000);
	want(OTHER, STATE, "\"refusal\":null");
	assert_int_equal(table.about.next, ABOUT_NONE);
}

static void
test_secrets(void **state)
{
	static char a[TOLD], b[TOLD];

	(void)state;
	for (size_t i = 0; i < sizeof(twins) / sizeof(twins[0]); i++)
		for (unsigned sq = 0; sq < 64; sq++) {
			struct position p;
			struct rules_error err;

			assert_int_equal(rules_parse(rules_game(twins[i].game), twins[i].a, &p, &err), 0);
			if (!rules_at(rules_game(twins[i].game), &p, sq))
				continue;
			collect(twins[i].game, twins[i].a, sq, a);
			collect(twins[i].game, twins[i].b, sq, b);
			collect_refused(twins[i].game, twins[i].a, sq, a + strlen(a));
			collect_refused(twins[i].game, twins[i].b, sq, b + strlen(b));
			assert_string_equal(a, b);
		}
}

/* The answer names the possible masks, unless the players mark masks themselves. */
static void
test_masks(void **state)
{
	static const char position[] =
		"4k3/8/8/8/8/8/8/3QKB2 w - - 0 1 stage=move masks=RKQNB/RKNBQ "
		"known=KQRBN.KQRBN.KQRBN.KRN.KQRBN/" UNKNOWN " log=B:QB-";

	(void)state;
	lay_out("masquerade", position);
	edge("f1", false);
	press("The bishop goes any distance diagonally, so it stays on its colour. It captures as its mask does: a capture "
	      "is asked for, and may fail. By the answers so far its mask is: king, rook, knight.");
	edge("f1", true);
	want(OTHER, "{\"kind\":\"set\",\"values\":{\"exact_marks\":false}}", ok);
	edge("f1", false);
	press("The bishop goes any distance diagonally, so it stays on its colour. It captures as its mask does: a capture "
	      "is asked for, and may fail.");
}

/* The longest answers in German end with their last sentence. */
static void
test_german(void **state)
{
	static const struct {
		const char *game, *position, *lift, *end;
	} longest[] = {
		{ "accounting", "3k4/p7/8/8/8/8/P7/3K*4 w - - 0 1", "d1", "Regulator entfernen." },
		{ "accounting", "3k4/p7/8/8/8/8/P7/2Q*K4 w - - 0 1", "c1", "Regulator entfernen." },
		{ "half-alice", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 checkers=12,12", "e2", "\u00fcbrig ist." },
		{ "masquerade",
		  "4k3/8/8/8/8/8/8/3QKB2 w - - 0 1 stage=move masks=RKQNB/RKNBQ "
		  "known=KQRBN.KQRBN.KQRBN.KRN.KQRBN/" UNKNOWN " log=B:QB-",
		  "f1", "K\u00f6nig, Turm, Springer." },
	};

	(void)state;
	mo_speak_german();
	for (size_t i = 0; i < sizeof(longest) / sizeof(longest[0]); i++) {
		const char *text;

		lay_out(longest[i].game, longest[i].position);
		edge(longest[i].lift, false);
		assert_int_equal(table_press(&table, BUTTON_HINT, SEAT_NONE), 0);
		text = message();
		if (strlen(text) < strlen(longest[i].end) ||
		    strcmp(text + strlen(text) - strlen(longest[i].end), longest[i].end) != 0)
			fail_msg("%s\n  does not end with %s", text, longest[i].end);
	}
	lang_reset();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_games),   cmocka_unit_test(test_lights),
		cmocka_unit_test(test_less),    cmocka_unit_test(test_shown_less),
		cmocka_unit_test(test_refused), cmocka_unit_test(test_spoken),
		cmocka_unit_test(test_secrets), cmocka_unit_test(test_private_reason),
		cmocka_unit_test(test_masks),   cmocka_unit_test(test_german),
		cmocka_unit_test(test_two_up),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
