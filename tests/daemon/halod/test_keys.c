/* The games' own keys as JSON: one row for each form, and no key of any game is missing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/json/view_game.h"

static const struct {
	const char *text, *want;
} rows[] = {
	{ "8/8 w - - 0 1", "{}" },
	{ "w stage=buy dice=2,5", "{\"stage\":\"buy\",\"dice\":[2,5]}" },
	{ "w dice=-", "{\"dice\":null}" },
	{ "w money=1,100 extra=2 flight=1",
	  "{\"money\":{\"w\":1,\"b\":100},\"extra\":2,\"flight\":true}" },
	{ "prices=5,15,5,3,7,11,19,10/6,15,5,3,7,11,19,123",
	  "{\"prices\":{\"w\":{\"extra1\":5,\"extra2\":15,\"opponent\":5,\"pawn\":3,\"minor\":7,"
	  "\"rook\":11,\"queen\":19,\"flight\":10},\"b\":{\"extra1\":6,\"extra2\":15,\"opponent\":"
	  "5,"
	  "\"pawn\":3,\"minor\":7,\"rook\":11,\"queen\":19,\"flight\":123}}}" },
	{ "lost=QPP/-", "{\"lost\":{\"w\":\"QPP\",\"b\":\"\"}}" },
	{ "table=neto turn=single transfers=free last=-,t",
	  "{\"table\":\"neto\",\"turn\":\"single\",\"transfers\":\"free\",\"last\":{\"w\":null,"
	  "\"b\":\"t\"}}" },
	{ "buried=pb2.ng4/-",
	  "{\"buried\":{\"w\":[{\"piece\":\"p\",\"square\":\"b2\"},{\"piece\":\"n\","
	  "\"square\":\"g4\"}],\"b\":[]}}" },
	{ "buried=-/N?.P?",
	  "{\"buried\":{\"w\":[],\"b\":[{\"piece\":\"N\",\"square\":null},{\"piece\":"
	  "\"P\",\"square\":null}]}}" },
	{ "left=a1.b2 moved=- hold=pn dust=QRp",
	  "{\"left\":[\"a1\",\"b2\"],\"moved\":[],\"hold\":\"pn\",\"dust\":\"QRp\"}" },
	{ "masks=????\?/RKNBQ", "{\"masks\":{\"w\":null,\"b\":\"RKNBQ\"}}" },
	{ "known=K.Q.RB.RB.N/KQ.KQ.R.B.N log=-",
	  "{\"known\":{\"w\":{\"K\":\"K\",\"Q\":\"Q\",\"R\":\"RB\",\"B\":\"RB\",\"N\":\"N\"},\"b\":"
	  "{"
	  "\"K\":\"KQ\",\"Q\":\"KQ\",\"R\":\"R\",\"B\":\"B\",\"N\":\"N\"}},"
	  "\"combos\":{\"w\":120,\"b\":120}}" },
	{ "log=N:QB+.b:R-", "{\"combos\":{\"w\":48,\"b\":96}}" },
	{ "log=K:KQRBN+.K:KQ-.K:R-.K:B-.Q:K-", "{\"combos\":{\"w\":18,\"b\":120}}" },
	{ "log=n:K-.n:Q-.n:R-.n:B-.n:N-", "{\"combos\":{\"w\":120,\"b\":0}}" },
	{ "seat=bq passes=2", "{\"seat\":\"bq\",\"passes\":2}" },
	{ "cards=dealt hands=5D,10S/#3 discards=2H/- captured=QS,KH pile=#26 piece=e4 wild=0",
	  "{\"cards\":\"dealt\",\"hands\":{\"w\":[\"5D\",\"10S\"],\"b\":3},\"discards\":{\"w\":["
	  "\"2H\"],\"b\":[]},\"captured\":[\"QS\",\"KH\"],\"pile\":26,\"piece\":\"e4\",\"wild\":"
	  "false}" },
	{ "cards=open hands=5D,10S/2H pile=#29",
	  "{\"cards\":\"open\",\"hands\":{\"w\":[\"5D\",\"10S\"],\"b\":[\"2H\"]},"
	  "\"pile\":29}" },
	{ "pile=- hands=#0/- piece=-",
	  "{\"pile\":[],\"hands\":{\"w\":0,\"b\":[]},\"piece\":null}" },
	{ "checkers=12,0", "{\"checkers\":{\"w\":12,\"b\":0}}" },
};

static void
test_forms(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		json_t *o = view_keys(rows[i].text);
		char *text = json_dumps(o, JSON_COMPACT);

		assert_string_equal(text, rows[i].want);
		free(text);
		json_decref(o);
	}
}

/* Expects as many keys as the position has equals signs. */
static void
test_all_keys(void **state)
{
	size_t n;
	const struct game *const *games = rules_games(&n);

	(void)state;
	for (size_t i = 0; i < n; i++) {
		char text[RULES_POSITION_TEXT];
		struct rules_error err;
		struct position p;
		unsigned want = 0;
		json_t *o;

		assert_int_equal(rules_start(games[i], "", &p, &err), 0);
		rules_print(games[i], &p, text);
		for (const char *c = text; (c = strchr(c, '=')); c++)
			want++;
		o = view_keys(text);
		if (json_object_size(o) != want)
			fail_msg("%s: %s", rules_name(games[i]), text);
		json_decref(o);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_forms),
		cmocka_unit_test(test_all_keys),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
