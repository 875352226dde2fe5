#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>

#include "tests/power/player.h"

/* What is begun, by turns of chance: plain ones, secrets, dice, clocks of each kind. */
static const char *const games[] = {
	"\"game\":\"chess\",\"clock\":\"fischer:300+3\"",
	"\"game\":\"zombie\"",
	"\"game\":\"dice-money\",\"clock\":\"hourglass:600\"",
	"\"game\":\"masquerade\",\"clock\":\"bronstein:300+5\"",
	"\"game\":\"chess960\"",
	"\"game\":\"abstract\",\"clock\":\"moves:40/7200:1800\"",
};

static bool
is_ok(const json_t *answer)
{
	return strcmp(rig_text(answer, "kind"), "ok") == 0;
}

void
player_tokens(struct player *p)
{
	static const char *const seat[2] = { "w", "b" };
	const char *game = rig_text(rig_state(&p->client), "game");
	bool secrets = strcmp(game, "zombie") == 0 || strcmp(game, "masquerade") == 0;

	for (unsigned i = 0; i < 2; i++) {
		*p->token[i] = '\0';
		if (secrets)
			snprintf(
				p->token[i], sizeof(p->token[i]), "%s",
				rig_text(rig_ok(&p->client,
						"{\"kind\":\"handover\",\"seat\":\"%s\"}", seat[i]),
					 "token"));
	}
	if (secrets)
		rig_ok(&p->client, "{\"kind\":\"handover\"}");
}

/* Asks how far the disk is, and tells. */
static void
note(struct player *p)
{
	json_t *state = rig_state(&p->client);
	json_int_t id = json_integer_value(json_object_get(state, "game_id"));
	json_int_t recorded = json_integer_value(json_object_get(state, "recorded"));

	if (id == 0 || recorded <= p->acked)
		return;
	p->acked = recorded;
	player_tell("ACK %lld %lld", (long long)id, (long long)recorded);
}

static void
begin(struct player *p)
{
	const char *what = games[player_below(p, sizeof(games) / sizeof(games[0]))];

	player_tell("NEW");
	rig_ok(&p->client, "{\"kind\":\"new\",%s,\"force\":true}", what);
	p->n = p->acked = 0;
	player_tokens(p);
}

/* An action became final: what it is as everybody may know it, and what there is to see now. */
static void
tell_action(struct player *p)
{
	json_t *state = json_incref(rig_state(&p->client));
	json_t *moves = json_object_get(state, "moves");
	json_int_t n = json_integer_value(json_object_get(state, "n_actions"));
	char clock[96];

	/* One word can bring two actions: what a burial or a flight brings along. */
	for (json_int_t i = p->n; i < n; i++) {
		size_t at = (size_t)(i - json_integer_value(json_object_get(state, "moves_from")));

		player_tell("DO %lld %s", (long long)i,
			    rig_text(json_array_get(moves, at), "action"));
	}
	p->n = n;
	player_clock(state, clock);
	player_tell("SEEN %lld %016llx %s", (long long)n,
		    (unsigned long long)player_sight(p, state), clock);
	json_decref(state);
}

/* The seat's own choice: a grave, masks. False: nobody has one to make. */
static bool
secret_act(struct player *p)
{
	static const char *const seat[2] = { "w", "b" };

	for (unsigned i = 0; i < 2; i++) {
		json_t *state, *options, *option;

		if (!*p->token[i])
			continue;
		state = rig_ok(&p->client, "{\"kind\":\"state\",\"seat\":\"%s\",\"token\":\"%s\"}",
			       seat[i], p->token[i]);
		options = json_object_get(json_object_get(state, "secret"), "options");
		if (json_array_size(options) == 0)
			continue;
		option = json_incref(
			json_array_get(options, (size_t)player_below(p, json_array_size(options))));
		rig_ok(&p->client,
		       "{\"kind\":\"act\",\"action\":\"%s\",\"seat\":\"%s\",\"token\":\"%s\"}",
		       json_string_value(option), seat[i], p->token[i]);
		json_decref(option);
		return true;
	}
	return false;
}

/* A legal action; the table's list may hold some that only the rules can refuse. */
static bool
open_act(struct player *p)
{
	json_t *actions = json_incref(json_object_get(rig_state(&p->client), "actions"));
	size_t n = json_array_size(actions);
	bool done = false;

	for (size_t i = 0, at = n ? (size_t)player_below(p, n) : 0; i < n && !done; i++)
		done = is_ok(rig_ask(&p->client, "{\"kind\":\"act\",\"action\":\"%s\"}",
				     json_string_value(json_array_get(actions, (at + i) % n))));
	json_decref(actions);
	return done;
}

/* False: the game is over, or stands still. */
static bool
act(struct player *p)
{
	json_t *state = rig_state(&p->client);
	bool done;

	if (strcmp(rig_text(state, "phase"), "playing") != 0)
		return false;
	if (strcmp(rig_text(state, "to_act"), "chance") == 0)
		done = is_ok(rig_ask(&p->client, "{\"kind\":\"roll\"}"));
	else
		done = secret_act(p) || open_act(p);
	if (done)
		tell_action(p);
	return done;
}

static void
undo(struct player *p)
{
	if (p->n < 2 || *p->token[0])
		return;
	player_tell("UNDO %lld", (long long)(p->n - 1));
	if (!is_ok(rig_ask(&p->client, "{\"kind\":\"undo\",\"n\":1}")))
		return;
	/* Asked first where chance came in between: not today. */
	if (json_object_get(rig_state(&p->client), "prompt") != json_null())
		rig_ask(&p->client, "{\"kind\":\"press\",\"button\":\"back\"}");
	p->n = json_integer_value(json_object_get(rig_state(&p->client), "n_actions"));
	if (p->acked > p->n)
		p->acked = p->n;
	player_tell("UNDONE %lld", (long long)p->n);
}

static void
resign(struct player *p)
{
	player_tell("RESIGN");
	if (is_ok(rig_ask(&p->client, "{\"kind\":\"resign\",\"seat\":\"w\"}")))
		player_tell("RESIGNED");
}

static void
save(struct player *p)
{
	unsigned n;
	uint64_t hash;
	char dir[PLAYER_PATH + 8];

	rig_ok(&p->client, "{\"kind\":\"save\",\"name\":\"s%u\"}", p->saves++);
	snprintf(dir, sizeof(dir), "%.200s/saved", p->store);
	player_folder(dir, &n, &hash);
	player_tell("KEPT %s %u %016llx", dir, n, (unsigned long long)hash);
}

/* ---- exports: halo's, and the daemon's own, while the game goes on ---- */

static void
export_begin(struct player *p)
{
	char socket[128];

	if (p->export || p->exports > 62)
		return;
	snprintf(p->export_dir, sizeof(p->export_dir), "%.200s/out/%u", p->disk, p->exports++);
	snprintf(socket, sizeof(socket), "%s/halod.sock", p->rig.dir);
	player_tell("EXPORTS");
	p->export = fork();
	if (p->export != 0)
		return;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!freopen("/dev/null", "w", stdout))
		_exit(126);
	execl(p->halo, p->halo, "--socket", socket, "export", p->export_dir, (char *)NULL);
	_exit(127);
}

static void
tell_kept(const char *dir)
{
	unsigned n;
	uint64_t hash;

	player_folder(dir, &n, &hash);
	player_tell("KEPT %s %u %016llx", dir, n, (unsigned long long)hash);
}

static void
daemon_export_begin(struct player *p)
{
	char line[PLAYER_PATH + 64];

	if (p->exporting || p->exports > 62)
		return;
	snprintf(p->daemon_dir, sizeof(p->daemon_dir), "%.200s/out/%u", p->disk, p->exports++);
	mkdir(p->daemon_dir, 0755);
	snprintf(line, sizeof(line), "{\"kind\":\"export\",\"dir\":\"%s\",\"id\":7}\n",
		 p->daemon_dir);
	player_tell("EXPORTS");
	rig_send(&p->exporter, line);
	p->exporting = true;
}

/* Is either export done? What they were told to have written is kept. */
static void
exports_end(struct player *p)
{
	int status;
	uint32_t answers = p->exporter.answers;

	if (p->export && waitpid(p->export, &status, WNOHANG) == p->export) {
		p->export = 0;
		if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
			tell_kept(p->export_dir);
		else
			player_tell("FAILED halo export: status %#x", (unsigned)status);
	}
	while (rig_pump(&p->exporter, 0))
		;
	if (p->exporting && p->exporter.answers != answers) {
		p->exporting = false;
		tell_kept(p->daemon_dir);
	}
}

void
player_play(struct player *p)
{
	for (;;) {
		uint64_t what = player_below(p, 100);

		exports_end(p);
		if (what < 3)
			undo(p);
		else if (what < 4)
			resign(p);
		else if (what < 6)
			save(p);
		else if (what < 8)
			export_begin(p);
		else if (what < 10)
			daemon_export_begin(p);
		else if (!act(p))
			begin(p);
		/* Some actions are waited for, some go on at once and share a commit. */
		for (uint64_t wait = player_below(p, 3); p->acked < p->n && wait > 0; wait--) {
			rig_pump(&p->client, 20);
			note(p);
		}
	}
}
