#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "daemon/partner/partner.h"
#include "hw/client/stop.h"

static const char usage[] =
	"usage: halo-partner [--socket PATH] [--engine PROGRAM] [--engines DIR]\n"
	"\n"
	"Plays the computers' seats of halod's games with halo-engine, or with other\n"
	"engines that are installed.\n"
	"\n"
	"  --socket PATH       the daemon's, instead of the usual places\n"
	"  --engine PROGRAM    halo-engine, by path or name\n"
	"  --engines DIR       files of other engines (" HALO_ENGINES_DIR ")\n"
	"  --idle MS           time until an engine without a task ends (10000)\n"
	"  --review-nodes N    positions of a search of a review (100000)\n"
	"  --patience MS       time until a silent engine is stopped, then replaced (6000)\n"
	"  --seed N            what levels leave to chance; default: random\n"
	"  --help, --version\n";

enum { DELAY_MAX_MS = 1000000 };

/* Takes the number of an option; logs any other text and returns false. */
static bool
take_number(const char *option, int64_t least, int64_t most, int64_t *out)
{
	char *end;

	errno = 0;
	*out = strtoll(optarg, &end, 10);
	if (*optarg >= '0' && *optarg <= '9' && !*end && errno == 0 && *out >= least && *out <= most)
		return true;
	partner_log("--%s %s: expected a number from %lld to %lld", option, optarg, (long long)least,
		    (long long)most);
	return false;
}

/* Returns -1 to go on, or the exit status. */
static int
parse(int argc, char **argv, struct partner_config *c)
{
	static const struct option options[] = {
		{ "socket", required_argument, NULL, 's' },
		{ "engine", required_argument, NULL, 'e' },
		{ "engines", required_argument, NULL, 'g' },
		{ "idle", required_argument, NULL, 'i' },
		{ "patience", required_argument, NULL, 'p' },
		{ "review-nodes", required_argument, NULL, 'n' },
		{ "seed", required_argument, NULL, 'r' },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'v' },
		{ NULL, 0, NULL, 0 },
	};
	int id, index;

	while ((id = getopt_long(argc, argv, "", options, &index)) != -1) {
		int64_t *number = NULL, least = 0, most = DELAY_MAX_MS;

		switch (id) {
		case 's':
			c->socket = optarg;
			break;
		case 'e':
			c->engine = optarg;
			break;
		case 'g':
			c->engines = optarg;
			break;
		case 'i':
			number = &c->idle_ms;
			break;
		case 'p':
			number = &c->patience_ms;
			break;
		case 'n':
			number = &c->review_nodes;
			least = 1;
			most = INT32_MAX;
			break;
		case 'r':
			number = &c->seed;
			most = UINT32_MAX;
			break;
		case 'h':
			(void)fputs(usage, stdout);
			return 0;
		case 'v':
			puts("halo-partner " HALO_VERSION);
			return 0;
		default:
			return 2;
		}
		if (number && !take_number(options[index].name, least, most, number))
			return 2;
	}
	if (optind == argc)
		return -1;
	partner_log("unexpected argument '%s'", argv[optind]);
	return 2;
}

int
main(int argc, char **argv)
{
	static struct partner partner;
	struct partner_config c = { .engine = "halo-engine",
				    .engines = HALO_ENGINES_DIR,
				    .patience_ms = PARTNER_PATIENCE_MS,
				    .idle_ms = PARTNER_IDLE_MS,
				    .review_nodes = PARTNER_REVIEW_NODES };
	uint32_t seed = 1;
	int status;

	if (getrandom(&seed, sizeof(seed), 0) == (ssize_t)sizeof(seed))
		c.seed = seed;
	status = parse(argc, argv, &c);
	if (status >= 0)
		return status;
	partner_run(&partner, &c, client_stop_flag());
	return 0;
}
