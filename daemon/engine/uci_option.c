/* The options of the engine. */
#include <stdio.h>
#include <string.h>

#include "daemon/engine/level.h"
#include "daemon/engine/uci_impl.h"

enum { HASH_MAX_MB = 1024 };

/* --- uci, setoption -------------------------------------------------------------------- */

void
uci_run_uci(struct uci *u, char *args)
{
	size_t n;
	const struct game *const *games = rules_games(&n);

	(void)u;
	(void)args;
	printf("id name halo-engine %s\nid author the Haloboard developers\n", HALO_VERSION);
	printf("option name Hash type spin default %d min 1 max %d\n", UCI_HASH_MB, HASH_MAX_MB);
	printf("option name Threads type spin default 1 min 1 max %d\n", THINK_THREADS_MAX);
	printf("option name MultiPV type spin default 1 min 1 max %d\n", RULES_ACTIONS_MAX);
	puts("option name Ponder type check default false");
	puts("option name UCI_Chess960 type check default false");
	fputs("option name UCI_Variant type combo default chess", stdout);
	for (size_t i = 0; i < n; i++)
		if (engine_plays(games[i], NULL))
			printf(" var %s", rules_name(games[i]));
	printf("\noption name Level type spin default %d min 1 max %d\n", LEVEL_MAX, LEVEL_MAX);
	puts("option name UCI_LimitStrength type check default false");
	printf("option name UCI_Elo type spin default %d min %d max %d\n", LEVEL_ELO_MAX,
	       LEVEL_ELO_MIN, LEVEL_ELO_MAX);
	puts("option name Seed type string default 0");
	fputs("info string levels", stdout);
	for (size_t i = 0; i < n; i++)
		if (engine_plays(games[i], NULL))
			printf(" %s:%u", rules_name(games[i]), rules_levels(games[i]));
	puts("\nuciok");
	fflush(stdout);
}

static int
option_hash(struct uci *u, const char *value)
{
	uint64_t mb;

	if (uci_number(value, HASH_MAX_MB, &mb) < 0 || mb < 1)
		return -1;
	return mb == u->hash_mb ? 0 : uci_set_hash(u, (size_t)mb);
}

static int
option_threads(struct uci *u, const char *value)
{
	uint64_t n;

	if (uci_number(value, THINK_THREADS_MAX, &n) < 0 || n < 1)
		return -1;
	return think_set_threads(&u->think, (unsigned)n);
}

static int
option_lines(struct uci *u, const char *value)
{
	uint64_t n;

	if (uci_number(value, RULES_ACTIONS_MAX, &n) < 0 || n < 1)
		return -1;
	u->lines = (unsigned)n;
	return 0;
}

/* Reads "true" or "false". Returns 0, or -1. */
static int
read_check(const char *value, bool *on)
{
	*on = strcmp(value, "true") == 0;
	return *on || strcmp(value, "false") == 0 ? 0 : -1;
}

static int
option_ponder(struct uci *u, const char *value)
{
	bool on;

	(void)u;
	return read_check(value, &on);
}

static int
option_chess960(struct uci *u, const char *value)
{
	const char *name = rules_name(u->g);
	bool on;

	if (read_check(value, &on) < 0)
		return -1;
	if (on && strcmp(name, "chess") == 0)
		uci_set_game(u, rules_game("chess960"));
	if (!on && strcmp(name, "chess960") == 0)
		uci_set_game(u, rules_game("chess"));
	return 0;
}

static int
option_variant(struct uci *u, const char *value)
{
	const struct game *g = rules_game(value);

	if (!g || !engine_plays(g, NULL))
		return -1;
	uci_set_game(u, g);
	return 0;
}

static int
option_level(struct uci *u, const char *value)
{
	uint64_t n;

	if (uci_number(value, LEVEL_MAX, &n) < 0 || n < 1)
		return -1;
	u->level = (unsigned)n;
	return 0;
}

static int
option_limit(struct uci *u, const char *value)
{
	return read_check(value, &u->by_elo);
}

static int
option_elo(struct uci *u, const char *value)
{
	uint64_t n;

	if (uci_number(value, LEVEL_ELO_MAX, &n) < 0 || n < LEVEL_ELO_MIN)
		return -1;
	u->elo = (unsigned)n;
	return 0;
}

static int
option_seed(struct uci *u, const char *value)
{
	uint64_t seed;

	if (uci_number(value, UINT64_MAX, &seed) < 0)
		return -1;
	u->seed = seed;
	return 0;
}

/* setoption name NAME value VALUE */
void
uci_run_setoption(struct uci *u, char *args)
{
	static const struct option {
		const char *name;
		int (*set)(struct uci *u, const char *value);
	} options[] = {
		{ "Hash", option_hash },
		{ "Threads", option_threads },
		{ "MultiPV", option_lines },
		{ "Ponder", option_ponder },
		{ "UCI_Chess960", option_chess960 },
		{ "UCI_Variant", option_variant },
		{ "Level", option_level },
		{ "UCI_LimitStrength", option_limit },
		{ "UCI_Elo", option_elo },
		{ "Seed", option_seed },
	};
	const char *word[4];

	for (unsigned i = 0; i < 4; i++)
		word[i] = uci_word(&args);
	if (!word[3] || strcmp(word[0], "name") != 0 || strcmp(word[2], "value") != 0 ||
	    uci_word(&args)) {
		uci_error("usage: setoption name NAME value VALUE");
		return;
	}
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		if (strcmp(options[i].name, word[1]) != 0)
			continue;
		if (uci_is_idle(u) && options[i].set(u, word[3]) < 0)
			uci_error("option %s cannot be '%s'", word[1], word[3]);
		return;
	}
	uci_error("no option '%s'", word[1]);
}
