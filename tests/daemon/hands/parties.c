/*
 * Random games of all kinds, played by simulated hands, and the session's results.
 *
 *   test-hands-games [--game NAME] [--style NAME] [--senses occupancy|polarity|level]
 *                    [--props lamps|objects] [--board own|11x9] [--games N] [--actions N]
 *                    [--seed N] [--only SEED] [--list] [--planned w|b|both] [--level N]
 *                    [--seated] [--blind N] [--reasons] [--together]
 *                    [--prove] [--traces DIR] [--trace FILE]
 *                    [--most-asked N] [--most-lost N] [--most-needless N] [--cost]
 *
 * One row for each game, style and kind of sensor, or with --together for each game and
 * style. --reasons and --list print everything that was not simply right. --prove asks the
 * oracle about every run of plies, whether it finds the intended one. --board 11x9 puts
 * games of 8 × 8 somewhere on a larger board, behind the daemon's table, with pieces
 * outside the game. --planned announces each action of those colours as a computer's choice;
 * --level lets the engine choose these actions, at that level, and plays to the end of the
 * game; --seated gives the session these seats, so that only the choice acts for them.
 * --blind makes that many squares of each board unreadable; then no
 * question is judged. --cost prints the cost of the steps, except edges that wait for
 * debounce. --most-… limits the actions of the whole run.
 *
 * Exits 0 if no wrong action was recorded, no game got stuck, no question between actions
 * came without a cause, clean hands lost nothing, and the limits for questions and losses
 * hold.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/record.h"
#include "tests/daemon/hands/hall.h"
#include "tests/daemon/hands/invent.h"
#include "tests/daemon/hands/party.h"

enum { TRACE_SIZE = 4 * 1024 * 1024, TRACES_MAX = 40 };

/* Results that a run limits. */
enum count {
	COUNT_ASKED,
	COUNT_LOST,
	COUNT_NEEDLESS,
	COUNTS,
};

static const char *const count_names[COUNTS] = { "asked", "lost", "needless" };

struct options {
	const char *game, *style; /* NULL: all */
	int senses;               /* -1: all three */
	int objects; /* 0: lamps instead; -1: chosen for each game where sensors detect objects */
	unsigned games, actions, blind;
	unsigned level; /* of the engine that chooses planned actions; 0: random ones */
	uint64_t seed, only;
	int hall; /* the board is 11 × 9 */
	int planned; /* bits of colours that computers play */
	bool list, reasons, prove, together, cost, seated;
	const char *traces;    /* folder for traces of errors */
	const char *trace;     /* file for the whole (last) game */
	uint64_t most[COUNTS]; /* UINT64_MAX: no limit */
};

static struct live live;
static struct meant meant;
static struct party party;
static struct hall hall;
static struct tracer tracer;
static struct cost cost;
static uint64_t counted[COUNTS];

static const char *const senses_names[] = { "occupancy", "polarity", "level" };
static const char *const props_names[] = { "lamps", "objects" };
static const char *const board_names[] = { "own", "11x9" };
static const char *const planned_names[] = { "none", "w", "b", "both" };

static int
usage(void)
{
	(void)fprintf(
		stderr,
		"usage: test-hands-games [--game NAME] [--style NAME] [--senses S] [--props P] [--board own|11x9] "
		"[--games N] [--actions N] [--seed N] [--only SEED] [--list] "
		"[--planned w|b|both] [--level N] [--seated] [--blind N] [--reasons] [--together] [--prove] [--traces DIR] [--trace FILE] "
		"[--most-asked N] [--most-lost N] [--most-needless N] [--cost]\n");
	return 2;
}

static bool
number(const char *text, uint64_t *out)
{
	char *end;

	errno = 0;
	*out = strtoull(text, &end, 10);
	return errno == 0 && *text != '\0' && *end == '\0';
}

static bool
word_parse(const char *text, const char *const *words, int n, int *out)
{
	for (int i = 0; i < n; i++) {
		if (strcmp(text, words[i]) == 0) {
			*out = i;
			return true;
		}
	}
	return false;
}

/* Parses one option with its value; returns false if either is invalid. */
static bool
option_take(struct options *o, const char *name, const char *value)
{
	uint64_t n = 0;

	if (strcmp(name, "--game") == 0)
		return (o->game = value) != NULL && rules_game(value) != NULL;
	if (strcmp(name, "--style") == 0)
		return (o->style = value) != NULL && style_find(value) != NULL;
	if (strcmp(name, "--senses") == 0)
		return word_parse(value, senses_names, 3, &o->senses);
	if (strcmp(name, "--props") == 0)
		return word_parse(value, props_names, 2, &o->objects);
	if (strcmp(name, "--board") == 0)
		return word_parse(value, board_names, 2, &o->hall);
	if (strcmp(name, "--planned") == 0)
		return word_parse(value, planned_names, 4, &o->planned);
	if (strcmp(name, "--traces") == 0)
		return (o->traces = value) != NULL;
	if (strcmp(name, "--trace") == 0)
		return (o->trace = value) != NULL;
	if (!number(value, &n))
		return false;
	for (unsigned i = 0; i < COUNTS; i++) {
		if (strncmp(name, "--most-", 7) == 0 && strcmp(name + 7, count_names[i]) == 0) {
			o->most[i] = n;
			return true;
		}
	}
	if (strcmp(name, "--seed") == 0)
		o->seed = n;
	else if (strcmp(name, "--only") == 0)
		o->only = n;
	else if (strcmp(name, "--games") == 0)
		o->games = (unsigned)n;
	else if (strcmp(name, "--blind") == 0 && n <= 16)
		o->blind = (unsigned)n;
	else if (strcmp(name, "--level") == 0 && n <= RULES_LEVELS_MAX)
		o->level = (unsigned)n;
	else if (strcmp(name, "--actions") == 0 && n > 0 && n <= SIM_PLIES_MAX)
		o->actions = (unsigned)n;
	else
		return false;
	return true;
}

static bool
options_parse(struct options *o, int argc, char **argv)
{
	*o = (struct options){ .senses = -1, .objects = -1, .games = 4, .actions = 60, .seed = 1 };
	memset(o->most, 0xff, sizeof(o->most));
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--list") == 0)
			o->list = true;
		else if (strcmp(argv[i], "--reasons") == 0)
			o->reasons = true;
		else if (strcmp(argv[i], "--together") == 0)
			o->together = true;
		else if (strcmp(argv[i], "--seated") == 0)
			o->seated = true;
		else if (strcmp(argv[i], "--cost") == 0)
			o->cost = true;
		else if (strcmp(argv[i], "--prove") == 0)
			o->prove = true;
		else if (i + 1 == argc || !option_take(o, argv[i], argv[i + 1]))
			return false;
		else
			i++;
	}
	/* A session is given its blind squares; a table detects them itself. */
	return o->hall == 0 || o->blind == 0;
}

static void
print_head(void)
{
	(void)printf("%-13s %-7s %-9s %5s %7s %5s %5s %7s %6s %5s %7s %8s %7s %4s %8s %5s %8s\n",
		     "game", "style", "sensors", "games", "actions", "WRONG", "asked", "several",
		     "unseen", "rules", "unknown", "uncaused", "amended", "lost", "needless",
		     "stuck", "edges");
}

static void
print_row(const char *game, const char *style, const char *senses, const struct party *t,
	  bool reasons)
{
	const struct tally *y = t->p.tally;

	(void)printf("%-13s %-7s %-9s %5u %7u %5u %5u %7u %6u %5u %7u %8u %7u %4u %8u %5u %8u\n",
		     game, style, senses, y->games, y->plies, y->verdict[WRONG], y->verdict[ASKED],
		     t->questions[CAUSE_SEVERAL], t->questions[CAUSE_UNSEEN],
		     t->questions[CAUSE_RULES], t->questions[CAUSE_UNKNOWN],
		     t->questions[CAUSE_NONE], y->verdict[AMENDED], y->verdict[LOST], t->needless,
		     y->broken, y->edges);
	if (t->prove)
		(void)printf("    oracle: asked %u times, did not find what was meant %u times, "
			     "several histories %u times, too many %u times\n",
			     t->proved, t->missing, t->several, t->too_many);
	if (t->p.sim.hall)
		(void)printf("    beside the game: %u pieces stood there, %u times reported, %u "
			     "times that "
			     "it is over, %u slips led home\n",
			     hall.stood, hall.reported, hall.cleared, hall.slips);
	if (reasons && t->p.sim.planned != 0)
		(void)printf("    %u replies began before a computer's action was final\n", y->early);
	for (unsigned i = 0; reasons && i < y->reasons.n; i++)
		(void)printf("    %-7s %5u  %s (first: %s)\n",
			     verdict_name(y->reasons.row[i].verdict), y->reasons.row[i].count,
			     y->reasons.row[i].text, y->reasons.row[i].example);
}

/* Plays the games of one kind in one style on one board, and adds them to the row. */
static void
play_games(const struct game *g, unsigned senses, const struct options *o)
{
	unsigned number = 0;

	for (unsigned i = 0; i < o->games; i++) {
		uint64_t seed = o->only != 0 ? o->only : o->seed * 100000 + ++number;

		/* Every second board has two buses. */
		party.p.buses = 1 + seed % 2;
		party.p.blind = (uint8_t)o->blind;
		/*
		 * Without sensors that detect objects, it does not matter
		 * whether they are there.
		 */
		party.p.objects = senses == SENSES_LEVEL &&
				  (o->objects < 0 ? seed / 2 % 2 == 1 : o->objects == 1);
		invent_game(&meant, &(struct invention){ .g = g,
							 .n_max = o->actions,
							 .seed = seed,
							 .planned = (uint8_t)o->planned,
							 .level = o->level });
		party_game(&party, &live, &meant, (uint8_t)senses, seed * 7919);
		if (o->only != 0)
			break;
	}
}

static void
begin_row(const struct style *st, const struct options *o)
{
	static struct tally tally;
	struct play *p = &party.p;

	memset(&tally, 0, sizeof(tally));
	memset(party.questions, 0, sizeof(party.questions));
	party.needless = 0;
	party.proved = party.missing = party.several = party.too_many = 0;
	party.prove = o->prove;
	p->style = st;
	p->tally = &tally;
	p->list = o->list ? stdout : NULL;
	p->trace_dir = o->traces;
	p->traces_left = TRACES_MAX;
	p->whole_trace = o->trace != NULL;
	p->sim.cost = o->cost ? &cost : NULL;
	p->sim.hall = o->hall ? &hall : NULL;
	p->sim.planned = (uint8_t)o->planned;
	p->sim.seated = o->seated;
	hall.stood = hall.reported = hall.cleared = hall.slips = 0;
	p->sim.tracer = o->traces != NULL || o->trace != NULL ? &tracer : NULL;
}

/* Returns false on a forbidden result. */
static bool
end_row(const struct game *g, const char *senses, const struct options *o)
{
	const struct tally *t = party.p.tally;
	/*
	 * Players who move one after the other, with sensors that see
	 * everything, never need guidance.
	 */
	bool led_back =
		strcmp(party.p.style->name, "clean") == 0 && o->blind == 0 && t->verdict[LOST] > 0;

	print_row(rules_name(g), party.p.style->name, senses, &party, o->reasons || o->list);
	cost_print(&cost);
	(void)fflush(stdout);
	counted[COUNT_ASKED] += t->verdict[ASKED];
	counted[COUNT_LOST] += t->verdict[LOST];
	counted[COUNT_NEEDLESS] += party.needless;
	return t->verdict[WRONG] == 0 && t->broken == 0 && party.questions[CAUSE_NONE] == 0 &&
	       !led_back;
}

static bool
play_style(const struct game *g, const struct style *st, const struct options *o)
{
	bool ok = true;

	if (o->together)
		begin_row(st, o);
	for (unsigned senses = 0; senses < 3; senses++) {
		if (o->senses >= 0 && (unsigned)o->senses != senses)
			continue;
		if (!o->together)
			begin_row(st, o);
		play_games(g, senses, o);
		if (!o->together)
			ok = end_row(g, senses_names[senses], o) && ok;
	}
	return (!o->together || end_row(g, "all", o)) && ok;
}

static bool
is_wanted(const struct game *g, const struct style *st, const struct options *o)
{
	if (o->game != NULL && strcmp(o->game, rules_name(g)) != 0)
		return false;
	return o->style != NULL ? strcmp(o->style, st->name) == 0 : !st->named;
}

static bool
play_all(const struct options *o)
{
	size_t n;
	const struct game *const *games = rules_games(&n);
	bool ok = true;

	for (size_t i = 0; i < n; i++)
		for (unsigned k = 0; k < n_styles; k++)
			if (is_wanted(games[i], &styles[k], o))
				ok = play_style(games[i], &styles[k], o) && ok;
	return ok;
}

static bool
within_bounds(const struct options *o)
{
	bool ok = true;

	for (unsigned i = 0; i < COUNTS; i++) {
		if (counted[i] <= o->most[i])
			continue;
		(void)printf("%s: %u actions, at most %u may be\n", count_names[i],
			     (unsigned)counted[i], (unsigned)o->most[i]);
		ok = false;
	}
	return ok;
}

int
main(int argc, char **argv)
{
	struct options o;
	bool ok;

	if (!options_parse(&o, argc, argv))
		return usage();
	tracer.size = TRACE_SIZE;
	tracer.text = calloc(1, TRACE_SIZE);
	if (tracer.text == NULL)
		return 1;
	print_head();
	ok = play_all(&o);
	ok = within_bounds(&o) && ok;
	if (o.trace != NULL)
		ok = record_file_write(o.trace, tracer.text, tracer.len) == 0 && ok;
	free(tracer.text);
	free(cost.us);
	return ok ? 0 : 1;
}
