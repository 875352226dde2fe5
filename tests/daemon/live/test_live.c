/*
 * `halo replay --live`: for every golden trace it prints the lines of a replay, and one
 * line of JSON after each line of input. Dialogues check the content of that line.
 */
#include <dirent.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/live/live.h"

#define FIRST "# haloboard trace 1\n"

static const char *folder;

/* ---- over all traces ---- */

static char *
slurp(const char *name, size_t *len)
{
	char path[4096], *text = NULL;
	FILE *in, *out;
	int c;

	(void)snprintf(path, sizeof(path), "%s/%s", folder, name);
	in = fopen(path, "r");
	assert_non_null(in);
	out = open_memstream(&text, len);
	while ((c = getc(in)) != EOF)
		(void)putc(c, out);
	(void)fclose(in);
	(void)fclose(out);
	return text;
}

static char *
replayed(const char *text, size_t len, int *status)
{
	struct trace_error err;
	char *got = NULL;
	size_t size;
	FILE *out = open_memstream(&got, &size);

	*status = replay_text(text, len, &(struct replay_options){ 0 }, out, &err);
	(void)fclose(out);
	return got;
}

/* Returns the output of live_run for a text, without standard error. */
static char *
lived(char *text, size_t len, bool *good)
{
	char *got = NULL;
	size_t size;
	FILE *in = len ? fmemopen(text, len, "r") : fopen("/dev/null", "r");
	FILE *out = open_memstream(&got, &size);

	*good = live_run(in, &(struct replay_options){ 0 }, out);
	(void)fclose(in);
	(void)fclose(out);
	return got;
}

/* Cuts the lines of JSON out of a text, in place; returns their number. */
static unsigned
cut_json(char *text)
{
	char *to = text, *from = text;
	unsigned n = 0;

	while (*from) {
		size_t len = strcspn(from, "\n") + 1;

		if (*from == '{') {
			json_t *o = json_loadb(from, len, 0, NULL);

			assert_non_null(o);
			assert_string_equal(json_string_value(json_object_get(o, "kind")), "live");
			assert_null(json_object_get(o, "lost"));
			json_decref(o);
			n++;
		} else {
			memmove(to, from, len);
			to += len;
		}
		from += len;
	}
	*to = '\0';
	return n;
}

static unsigned
lines_of(const char *text, size_t len)
{
	unsigned n = len > 0 && text[len - 1] != '\n';

	for (size_t i = 0; i < len; i++)
		n += text[i] == '\n';
	return n;
}

/*
 * Expects the same lines as a replay of the whole, a line of JSON for each
 * line, and one at the end.
 */
static void
look_at_trace(const char *name)
{
	size_t len;
	char *text = slurp(name, &len), *whole, *live;
	unsigned n;
	int status;
	bool good;

	whole = replayed(text, len, &status);
	live = lived(text, len, &good);
	n = cut_json(live);
	if (status == 0 && strcmp(whole, live) != 0)
		fail_msg("%s: live\n%sreplay\n%s", name, live, whole);
	if (good != (status == 0))
		fail_msg("%s: one of both refuses it", name);
	if (status == 0 && n != lines_of(text, len) + 1)
		fail_msg("%s: %u lines of JSON for %u of the trace", name, n, lines_of(text, len));
	free(text);
	free(whole);
	free(live);
}

static void
test_traces(void **state)
{
	struct dirent **list;
	int n = scandir(folder, &list, NULL, alphasort);
	unsigned looked = 0;

	(void)state;
	assert_true(n > 0);
	for (int i = 0; i < n; i++) {
		size_t len = strlen(list[i]->d_name);

		if (len > 6 && strcmp(list[i]->d_name + len - 6, ".board") == 0) {
			look_at_trace(list[i]->d_name);
			looked++;
		}
		free(list[i]);
	}
	free(list);
	assert_true(looked > 300);
}

/* ---- dialogues ---- */

/* King f1 and rook g1 exchange squares: castling, or nothing. */
#define EXCHANGE                                                                                \
	FIRST "game chess960\nposition 1k6/8/8/8/8/8/5PPP/5KR1 w G - 0 1\n0 -f1\n0.3 -g1\n0.6 " \
	      "+g1\n0.9 +f1\n3\n"
#define STACKS                                                                                 \
	FIRST "game abstract\nposition 4k3/8/8/8/8/8/PN6/K7 w - - 0 1 table=neto turn=single " \
	      "transfers=free stage=move last=-,-\n"

static const struct {
	const char *name, *text;
	const char *finals; /* final actions of the last line */
	const char *want;   /* members of the last line's JSON */
} dialogues[] = {
	{ "before the first event nothing is played", FIRST "game zombie\n", "",
	  "{'line':2,'phase':'none','error':null}" },
	{ "a time alone begins the game", FIRST "game zombie\n0\n", "",
	  "{'phase':'playing','game':'zombie','to_act':'w','time':0.0,'n_actions':0}" },
	{ "a lifted piece", FIRST "0 -e2\n0.1\n", "",
	  "{'time':0.1,'lifted':['e2'],'lamps':{'e2':{'meaning':['from']},'e3':{'meaning':['legal']"
	  "},"
	  "'e4':{'meaning':['legal']}}}" },
	{ "an edge counts when it is believed", FIRST "0 -e2\n", "",
	  "{'lifted':[],'deadline':0.005,'lamps':{}}" },
	{ "a shown move", FIRST "0 -e2\n0.5 +e4\n0.6\n", "",
	  "{'provisional':'e2e4','n_actions':0,'deadline':1.5,'to_act':'w',"
	  "'lamps':{'e2':{'meaning':['from']},'e4':{'meaning':['to']}}}" },
	{ "a final move", FIRST "0 -e2\n0.5 +e4\n0.6\n1.6\n", "1.500 e2e4\n",
	  "{'provisional':null,'n_actions':1,'to_act':'b','turn_seat':'b',"
	  "'lamps':{'e2':{'meaning':['last']},'e4':{'meaning':['last']}}}" },
	{ "a prompt and its options",
	  FIRST "position 4k3/P7/8/8/8/8/8/4K3 w - - 0 1\n0 -a7\n0.5 +a8\n0.6\n", "",
	  "{'provisional':'a7a8q','prompt':{'id':1,'kind':'promotion','seat':'w','options':["
	  "{'action':'a7a8q','text':'a8=Q+'},{'action':'a7a8r','text':'a8=R+'},"
	  "{'action':'a7a8b','text':'a8=B'},{'action':'a7a8n','text':'a8=N'}]}}" },
	{ "guidance", FIRST "0 -e2\n0.5 +e5\n3\n", "",
	  "{'guidance':{'due':false,'missing':['e2'],'extra':['e5'],'lift':'e5','put':'e2',"
	  "'piece':'P','steps':1},'lamps':{'e2':{'meaning':['missing']},"
	  "'e5':{'meaning':['extra']}}}" },
	{ "why a piece may not stand there, also if it was held for long and has no legal move",
	  FIRST "game crowded-house\n"
		"position rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 seat=wq "
		"passes=0\n"
		"0 -f2\n2 +f4\n5\n",
	  "",
	  "{'refusal':{'from':'f2','to':'f4','rule':'other-half'},"
	  "'guidance':{'lift':'f4','put':'f2'}}" },
	{ "no reason while the pieces of a failed attempt are put back",
	  FIRST "game masquerade\n"
		"position 4k3/p6p/8/1p6/8/8/P6P/4KB2 w - - 0 1 stage=move masks=KQBRN/KQRBN "
		"known=KQRBN.KQRBN.KQRBN.KQRBN.KQRBN/KQRBN.KQRBN.KQRBN.KQRBN.KQRBN log=-\n"
		"0 -f1\n0.3 -b5\n0.7 +b5\n5 -b5\n7 +f1\n9\n",
	  "", "{'refusal':null,'guidance':{'missing':['b5'],'put':'b5','piece':'p','steps':1}}" },
	{ "castling, half made",
	  FIRST "position 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n0 -e1\n0.5 +g1\n3\n", "",
	  "{'provisional':'e1g1','refusal':null,'message':'Castling: now the white rook from h1 to "
	  "f1',"
	  "'guidance':{'due':false,'onward':true,'rank':null,'lift':'h1','put':'f1','steps':1},"
	  "'lamps':{'e1':{'meaning':['from']},'f1':{'meaning':['legal']},"
	  "'g1':{'meaning':['to']},'h1':{'meaning':['hint']}}}" },
	{ "… its king up again, for another move",
	  FIRST "position 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n0 -e1\n0.5 +g1\n3 -g1\n4\n", "",
	  "{'provisional':null,'guidance':null,'message':'White to move'}" },
	{ "… and the other move",
	  FIRST "position 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n0 -e1\n0.5 +g1\n3 -g1\n4 +e2\n6\n",
	  "5.000 e1e2\n", "{'n_actions':1,'guidance':null}" },
	{ "castling, the rook first",
	  FIRST "position 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n0 -e1\n0.2 -h1\n0.5 +f1\n3\n", "",
	  "{'message':'Castling: now the white king on g1','guidance':{'onward':true}}" },
	{ "king and rook in the hand",
	  FIRST "position 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n0 -e1\n0.2 -h1\n3\n", "",
	  "{'message':'Castling: now the white king on g1','guidance':null,'provisional':null}" },
	{ "captor and victim in the hand",
	  FIRST "position 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1\n0 -d5\n0.2 -e4\n3\n", "",
	  "{'message':'exd5: now the white pawn on d5','guidance':null}" },
	{ "two pieces in the hand that no action moves together", FIRST "0 -e2\n0.2 -d2\n3\n", "",
	  "{'message':'White to move'}" },
	{ "en passant, the victim still there",
	  FIRST "position 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\n0 -e5\n0.5 +d6\n3\n", "",
	  "{'message':'En passant: now take the black pawn off d5','guidance':{'onward':true},"
	  "'lamps':{'d5':{'meaning':['capture']},'e5':{'meaning':['from']},'d6':{'meaning':['to']}}"
	  "}" },
	{ "king and rook exchanged: castling is asked", EXCHANGE, "",
	  "{'message':'Was it castling, O-O? The clock or OK says yes','provisional':'f1g1'}" },
	{ "… no: where both belong", EXCHANGE "3 answer no\n4\n", "",
	  "{'prompt':null,'provisional':null,'guidance':{'due':true,'missing':['f1','g1'],"
	  "'text':'Put the white king on f1, the white rook on g1'},"
	  "'message':'Put the white king on f1, the white rook on g1. White to move'}" },
	{ "… by Back too", EXCHANGE "3 press back\n4\n", "",
	  "{'guidance':{'missing':['f1','g1']}}" },
	{ "… put back: no question is open again",
	  EXCHANGE "3 answer no\n4 -g1\n4.3 -f1\n4.6 +f1\n4.9 +g1\n7\n", "",
	  "{'prompt':null,'guidance':null,'message':'White to move','n_actions':0}" },
	{ "… and castling after that is asked",
	  EXCHANGE "3 answer no\n4 -g1\n4.3 -f1\n4.6 +f1\n4.9 +g1\n7 -f1\n7.3 -g1\n7.6 +g1\n7.9 "
		   "+f1\n10\n",
	  "", "{'provisional':'f1g1','prompt':{'kind':'confirm'}}" },
	{ "… or the clock says at once that it was castling after all",
	  EXCHANGE "3 answer no\n4 -g1\n4.3 -f1\n4.6 +f1\n4.9 +g1\n5.5 press clock\n",
	  "5.500 f1g1\n", "{'n_actions':1}" },
	{ "the rook on the king's square, the king in the hand",
	  FIRST "game chess960\nposition 1k6/8/8/8/8/8/5PPP/5KRB w G - 0 1\n0 -f1\n0.3 -g1\n0.6 "
		"+f1\n0.7\n",
	  "", "{'message':'Castling: now the white king on g1','lifted':['g1']}" },
	{ "the king's move, which the rook makes castling",
	  FIRST "game chess960\nposition 4k3/8/8/8/8/8/8/5K1R w H - 0 1\n0 -f1\n0.4 +g1\n0.6\n",
	  "", "{'message':'White: Kg1. With the rook it becomes castling. Black to move'}" },
	{ "… the rook in the hand: its square",
	  FIRST "game chess960\nposition 4k3/8/8/8/8/8/8/5K1R w H - 0 1\n0 -f1\n0.4 +g1\n0.8 "
		"-h1\n4\n",
	  "", "{'message':'Castling: now the white rook on f1','lamps':{'f1':{'meaning':['legal']},"
	  "'g1':{'meaning':['to']},'h1':{'meaning':['from']}}}" },
	{ "a lifted piece without a move",
	  FIRST "position 4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1\n0 -a1\n3\n", "",
	  "{'guidance':{'idle':true,'text':'The white rook has no move while the king is in check: "
	  "put it back on a1'}}" },
	{ "a refused capture: where both pieces belong",
	  FIRST "position 4k3/8/8/4p3/8/8/8/4K1N1 w - - 0 1\n0 -e5\n0.3 -g1\n0.6 +e5\n3\n", "",
	  "{'guidance':null,'refusal':{'text':'A knight does not move like that. Put the white "
	  "knight on g1, the black pawn on e5'},'message':'A knight does not move like that. Put "
	  "the white knight on g1, the black pawn on e5','lamps':{'g1':{'meaning':['missing']},"
	  "'e5':{'meaning':['missing','extra']}}}" },
	{ "… the captor moved elsewhere and the victim put back: the move is made",
	  FIRST "position 4k3/8/8/4p3/8/8/8/4K1N1 w - - 0 1\n0 -e5\n0.3 -g1\n0.6 +e5\n3 -e5\n3.4 "
		"+f3\n5 +e5\n7\n",
	  "6.000 g1f3\n", "{'guidance':null,'n_actions':1}" },
	{ "… or captured after all, with the same piece",
	  FIRST "position 4k3/7p/8/1p6/8/8/8/4KB2 w - - 0 1\n0 -b5\n0.3 -f1\n0.6 +d3\n3 -d3\n3.4 "
		"+b5\n5\n",
	  "4.400 f1b5\n", "{'n_actions':1}" },
	{ "a zombie stands until the turn that destroys it is final",
	  FIRST "game zombie\nposition 4k3/8/8/8/8/8/P7/B^3K3 w - - 0 1 stage=move buried=-/- left=- "
		"moved=- hold=- dust=-\n0 -a2\n0.3 +a3\n0.7\n",
	  "", "{'provisional':'a2a3','standing':{'a1':'B^'}}" },
	{ "a piece of the other side up",
	  FIRST "position 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1\n0 -d5\n0.5\n", "",
	  "{'message':'White to move. Capture the black pawn from d5, or put it back'}" },
	{ "… that nothing captures", FIRST "0 -e7\n0.5\n", "",
	  "{'message':'White to move. Nothing captures the black pawn: put it back on e7'}" },
	{ "the rook first, and the king up after a pause",
	  FIRST "position 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n0 -h1\n0.5 +f1\n3 -e1\n4\n", "",
	  "{'n_actions':1,'guidance':null,'message':'Castling: now the white king on g1'}" },
	{ "a piece that moves twice",
	  FIRST "position 4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1\n0 -d5\n0.2 -e4\n0.5 +d5\n3 -d5\n4\n",
	  "", "{'message':'Black to move. Capture the white pawn from d5, or put it back'}" },
	{ "a stack that may take a stone, up", STACKS "0 -b2\n0.4 +b2\n1 -a2\n1.5\n", "",
	  "{'message':'A stone from b2: set the stack on a2 down again to give it'}" },
	{ "a single stone and its neighbour up", STACKS "0 -a2\n0.4 -b2\n1\n", "",
	  "{'message':'Set the stack that takes a stone down again'}" },
	{ "a transfer that was not meant",
	  STACKS "0 -b2\n0.4 +b2\n0.8 -a2\n1.2 +a2\n3 answer no\n4\n", "",
	  "{'prompt':null,'guidance':{'due':true,'missing':['a2','b2']}}" },
	{ "an array over pieces on each other's squares",
	  FIRST "game chess960\nposition rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w HAha - 0 1\n"
		"known rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n0\n",
	  "",
	  "{'guidance':{'onward':false,'rank':1,'wrong':['d1','e1','d8','e8'],'steps':6},"
	  "'message':'Set up as in the picture. Rank 1: rook, knight, bishop, king, queen, bishop, "
	  "knight, rook (RNBKQBNR). When they stand so: OK or Done',"
	  "'lamps':{'d1':{'meaning':['missing','extra']},"
	  "'e1':{'meaning':['missing','extra']}}}" },
	{ "… OK says that they stand so",
	  FIRST "game chess960\nposition rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w HAha - 0 1\n"
		"known rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n0 press ok\n1\n",
	  "", "{'guidance':null,'refused':null,'message':'White to move'}" },
	{ "… not while a square lacks one",
	  FIRST "game chess960\nposition rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w HAha - 0 1\n"
		"known rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n0 -a1\n1 press ok\n",
	  "",
	  "{'refused':'some pieces are not in place yet: the lamps show where','guidance':{'rank':1}}" },
	{ "… nor against a sensor of poles",
	  FIRST "game chess960\nposition rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w HAha - 0 1\n"
		"sensors polarity\nboard rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/rNBKQBNR\n0 press ok\n",
	  "",
	  "{'refused':'some pieces are not in place yet: the lamps show where',"
	  "'guidance':{'rank':1,'wrong':['a1']}}" },
	{ "guidance outlives a roll",
	  FIRST "game dice-money\n1 act roll:1,1\n2 act e2e4\n3 -e2\n3.4 +e4\n6 act roll:1,2\n7 "
		"act e7e5\n"
		"8 act roll:2,6\n9\n",
	  "",
	  "{'to_act':'w','guidance':{'due':false,'missing':['e5'],'extra':['e7'],'lift':'e7',"
	  "'put':'e5','piece':'p','steps':1}}" },
	{ "a result", FIRST "0 resign w\n", "0.000 result 0-1 resignation\n",
	  "{'phase':'over','to_act':null,'result':{'result':'0-1','reason':'resignation',"
	  "'winners':['b']}}" },
	{ "what the session refuses is no error", FIRST "0 act e2e5\n", "",
	  "{'error':null,'refused':'This piece does not move like that.','n_actions':0}" },
	{ "a refusal is of its line alone", FIRST "0 act e2e5\n1\n", "", "{'refused':null}" },
	{ "a bad line changes nothing", FIRST "0 -e2\n0.5 +e4\n0.6\nfly\n", "",
	  "{'line':5,'error':{'line':5,'text':\"'fly': no time; an event is 'SECONDS "
	  "WHAT'\"},'time':0.6,"
	  "'provisional':'e2e4'}" },
	{ "and the game goes on", FIRST "0 -e2\n0.5 +e4\n0.6\nfly\n3 -e7\n", "1.500 e2e4\n",
	  "{'line':6,'error':null,'n_actions':1}" },
	{ "time never goes back", FIRST "2 -e2\n1 +e4\n", "",
	  "{'error':{'line':3,'text':\"'1': earlier than the event before it\"},'time':2.0}" },
	{ "nothing comes before the first line", "0 -e2\n", "",
	  "{'line':1,'error':{'line':1,'text':\"the first line is not '# haloboard trace "
	  "1'\"},'phase':'none'}" },
	{ "a comment is a line too", FIRST "0 -e2\n0.5 +e4\n9\n# well\n", "",
	  "{'line':5,'n_actions':1,'time':9.0}" },
	{ "what the rules announce",
	  FIRST "game zombie\nposition 4k3/7p/8/8/8/1p6/K7/8 w - - 0 1 stage=move buried=-/- "
		"left=- moved=- hold=- dust=-\n0 -b3\n0.3 -a2\n0.7 +b3\n8\n",
	  "1.700 a2b3\n",
	  "{'said':[{'move':0,'kind':'no-zombies','square':null,'piece':null,'number':null,"
	  "'text':'no zombies anywhere'}],'to_act':'w'}" },
	{ "another game in the same run", FIRST "0 act e2e4\n" FIRST "game half-alice\n0\n", "",
	  "{'game':'half-alice','n_actions':0,'line':5}" },
};

/* Reports whether `got` contains all of `want`. Objects may have more members. */
static bool
holds(const json_t *got, const json_t *want)
{
	const char *key;
	json_t *value;

	if (!json_is_object(want))
		return json_equal((json_t *)(uintptr_t)got, (json_t *)(uintptr_t)want) == 1;
	json_object_foreach((json_t *)(uintptr_t)want, key,
			    value) if (!holds(json_object_get(got, key), value)) return false;
	return true;
}

/* Parses JSON with single quotes for double ones, except in double-quoted texts. */
static json_t *
wanted(const char *text)
{
	char copy[1024];
	bool inside = false;
	json_error_t err;
	json_t *o;
	size_t n = 0;

	for (; *text; text++) {
		inside ^= *text == '"';
		copy[n++] = *text == '\'' && !inside ? '"' : *text;
	}
	copy[n] = '\0';
	o = json_loads(copy, 0, &err);
	if (!o)
		fail_msg("%s: %s", err.text, copy);
	return o;
}

/* Lamps must match completely: an extra square would be an error. */
static bool
fits(const json_t *got, const json_t *want)
{
	const json_t *lamps = json_object_get(want, "lamps");

	return holds(got, want) &&
	       (!lamps || json_equal((json_t *)(uintptr_t)lamps, json_object_get(got, "lamps")));
}

static void
look_at_dialogue(size_t i)
{
	struct live *l = malloc(sizeof(*l));
	char *finals = NULL, *shown;
	const char *line = dialogues[i].text;
	json_t *want = wanted(dialogues[i].want), *got;
	size_t size, before = 0;
	FILE *out = open_memstream(&finals, &size);

	assert_non_null(l);
	live_open(l, &(struct replay_options){ 0 }, out);
	for (size_t len; *line; line += len + 1) {
		len = strcspn(line, "\n");
		(void)fflush(out);
		before = size;
		assert_int_not_equal(live_line(l, line, len), -ENOMEM);
	}
	(void)fclose(out);
	got = live_view(l, false);
	shown = json_dumps(got, JSON_INDENT(1));
	if (!fits(got, want))
		fail_msg("%s: want\n%s\ngot\n%s", dialogues[i].name, dialogues[i].want, shown);
	if (dialogues[i].finals && strcmp(finals + before, dialogues[i].finals) != 0)
		fail_msg("%s: final are\n%s", dialogues[i].name, finals + before);
	free(shown);
	free(finals);
	json_decref(got);
	json_decref(want);
	live_close(l);
	free(l);
}

static void
test_dialogues(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(dialogues) / sizeof(dialogues[0]); i++)
		look_at_dialogue(i);
}

/* ---- invalid input ---- */

/* Returns the last line of JSON that live_run prints; it must report failure. */
static void
assert_fails(char *text, unsigned json, unsigned line, const char *want)
{
	char *got, *last;
	json_t *o;
	bool good;

	got = lived(text, strlen(text), &good);
	assert_false(good);
	assert_int_equal(lines_of(got, strlen(got)), json);
	last = got + strlen(got) - 1;
	while (last > got && last[-1] != '\n')
		last--;
	o = json_loads(last, 0, NULL);
	assert_string_equal(json_string_value(json_object_get(json_object_get(o, "error"), "text")),
			    want);
	assert_int_equal(json_integer_value(json_object_get(json_object_get(o, "error"), "line")),
			 line);
	json_decref(o);
	free(got);
}

/* An invalid header ends the run; its error refers to its line. */
static void
test_broken(void **state)
{
	char text[TRACE_LINE_MAX + 100];

	(void)state;
	(void)snprintf(text, sizeof(text), FIRST "game go\n0 -e2\n1 +e4\n");
	assert_fails(text, 3, 2, "'go': no such game");
	(void)snprintf(text, sizeof(text), FIRST "position 8/8\n");
	assert_fails(text, 3, 2, "board: too few ranks");
	(void)snprintf(text, sizeof(text), FIRST "played e2e5\n0\n");
	assert_fails(text, 3, 2, "'e2e5': no legal action here");
	(void)snprintf(text, sizeof(text), "%s", "");
	assert_fails(text, 1, 1, "the first line is not '# haloboard trace 1'");
}

/* An endless line takes no memory, and the next one is read. */
static void
test_long_line(void **state)
{
	static char text[3 * TRACE_LINE_MAX];
	size_t n = (size_t)sprintf(text, FIRST "0 -e2\n");
	char *got;
	bool good;

	(void)state;
	memset(text + n, ' ', 2 * TRACE_LINE_MAX);
	strcpy(text + n + 2 * TRACE_LINE_MAX, "\n1 +e4\n");
	got = lived(text, strlen(text), &good);
	assert_false(good);
	assert_non_null(strstr(got, "2.000 e2e4\n"));
	assert_int_equal(cut_json(got), 5);
	free(got);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dialogues),
		cmocka_unit_test(test_traces),
		cmocka_unit_test(test_broken),
		cmocka_unit_test(test_long_line),
	};

	if (argc != 2) {
		(void)fprintf(stderr, "usage: test-live FOLDER\n");
		return 2;
	}
	folder = argv[1];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
