#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/power/player.h"

/* What is begun, by turns, with clocks of each kind. Eyes: what seats see differs. */
static const struct {
	const char *game, *with;
	bool eyes;
} games[] = {
	{ "cooperative", "", true }, /* hands and a pile */
	{ "crowded-house", ",\"clock\":\"fischer:300+3\"", true },
	{ "zombie", ",\"clock\":\"fischer:300+3\"", true }, /* graves */
	{ "chess", ",\"clock\":\"fischer:300+3\"", false },
	{ "masquerade", ",\"clock\":\"bronstein:300+5\"", true }, /* masks */
	{ "dice-money", ",\"clock\":\"hourglass:600\"", false },
	{ "american", ",\"clock\":\"fischer:300+3\"", false },
	{ "chess960", ",\"clock\":\"bronstein:300+5\"", false },
	{ "abstract", ",\"clock\":\"moves:40/7200:1800\"", false },
	{ "half-alice", ",\"clock\":\"sudden:3600\"", false },
	{ "accounting", "", false },
};

enum { GAMES = sizeof(games) / sizeof(games[0]) };

static bool
is_ok(const json_t *answer)
{
	return strcmp(rig_text(answer, "kind"), "ok") == 0;
}

static bool
has_eyes(const char *game)
{
	for (size_t i = 0; i < GAMES; i++)
		if (strcmp(games[i].game, game) == 0)
			return games[i].eyes;
	return false;
}

void
player_tokens(struct player *p)
{
	json_t *names, *name;
	const char *seat;

	p->seats = 0;
	if (!has_eyes(rig_text(rig_state(&p->client), "game")))
		return;
	names = json_incref(json_object_get(p->client.state, "names"));
	json_object_foreach(names, seat, name)
	{
		unsigned i = p->seats++;

		if (i == PLAYER_SEATS)
			rig_die("more than %d seats", PLAYER_SEATS);
		snprintf(p->seat[i], sizeof(p->seat[i]), "%s", seat);
		snprintf(p->token[i], sizeof(p->token[i]), "%s",
			 rig_text(rig_ok(&p->client, "{\"kind\":\"handover\",\"seat\":\"%s\"}",
					 seat),
				  "token"));
	}
	json_decref(names);
	rig_ok(&p->client, "{\"kind\":\"handover\"}");
}

json_t *
player_view(struct player *p, unsigned seat)
{
	return rig_ok(&p->client, "{\"kind\":\"state\",\"seat\":\"%s\",\"token\":\"%s\"}",
		      p->seat[seat], p->token[seat]);
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

/* ---- saved games ---- */

void
player_tell_kept(const char *dir)
{
	unsigned n;
	uint64_t hash;

	player_folder(dir, &n, &hash);
	player_tell("KEPT %s %u %016llx", dir, n, (unsigned long long)hash);
}

/* What is saved is all there is of a game. Its path is in `path`. */
static void
save(struct player *p, const char *name, char path[PLAYER_PATH])
{
	char dir[PLAYER_PATH + 8];

	snprintf(dir, sizeof(dir), "%.200s/saved", p->store);
	player_tell("SAVES %s", dir);
	snprintf(path, PLAYER_PATH, "%s",
		 rig_text(rig_ok(&p->client, "{\"kind\":\"save\",\"name\":\"%s\"}", name), "path"));
	player_tell_kept(dir);
}

void
player_start(struct player *p, const char *word)
{
	static const char *const keys[] = { "start", "seed", "seed_hash" };
	uint64_t h = PLAYER_HASH;
	char path[PLAYER_PATH];
	const char *start;
	json_t *record;

	if (strcmp(rig_text(rig_state(&p->client), "phase"), "playing") != 0)
		return;
	save(p, "whole", path);
	record = json_load_file(path, 0, NULL);
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const char *text = rig_text(record, keys[i]);

		h = player_hash(h, text, strlen(text) + 1);
	}
	start = rig_text(record, "start");
	player_tell("%s %s %016llx %016llx", word, rig_text(record, "game"), (unsigned long long)h,
		    (unsigned long long)player_hash(PLAYER_HASH, start, strlen(start) + 1));
	json_decref(record);
}

/* ---- what is played ---- */

static void
begin(struct player *p)
{
	size_t i = p->next++ % GAMES;

	player_tell("NEW %s", games[i].game);
	rig_ok(&p->client, "{\"kind\":\"new\",\"game\":\"%s\"%s,\"force\":true}", games[i].game,
	       games[i].with);
	p->n = p->acked = 0;
	strcpy(p->asked, "-");
	player_tokens(p);
	player_start(p, "START");
}

/*
 * An action became final: what it is, and what there is to see now. What is not told to
 * everybody is in the record once the game is over, so the host hears of it.
 */
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
		const char *told = rig_text(json_array_get(moves, at), "action");

		player_tell("DO %lld %s", (long long)i,
			    i == p->n && strchr(told, '?') ? p->sent : told);
	}
	p->n = n;
	player_clock(state, clock);
	player_tell("SEEN %lld %016llx %s", (long long)n,
		    (unsigned long long)player_sight(p, state), clock);
	json_decref(state);
}

/* One of them that the rules take: a list may hold some that only they can refuse. */
static bool
act_of(struct player *p, const json_t *view, const char *with)
{
	const json_t *actions = json_object_get(json_object_get(view, "secret"), "options");
	size_t n, at;
	bool done = false;
	json_t *list;

	if (json_array_size(actions) == 0)
		actions = json_object_get(view, "actions");
	list = json_incref((json_t *)(uintptr_t)actions);
	n = json_array_size(list);
	at = n ? (size_t)player_below(p, n) : 0;
	for (size_t i = 0; i < n && !done; i++) {
		snprintf(p->sent, sizeof(p->sent), "%s",
			 json_string_value(json_array_get(list, (at + i) % n)));
		done = is_ok(rig_ask(&p->client, "{\"kind\":\"act\",\"action\":\"%s\"%s}", p->sent,
				     with));
	}
	json_decref(list);
	return done;
}

/* By the eyes of a seat that has a choice of its own, or whose turn it is. */
static bool
seat_act(struct player *p, const char *to_act)
{
	unsigned who = p->seats;
	char with[96];

	for (unsigned i = 0; i < p->seats && who == p->seats; i++)
		if (!json_is_null(json_object_get(player_view(p, i), "secret")))
			who = i;
	for (unsigned i = 0; i < p->seats && who == p->seats; i++)
		if (strcmp(to_act, p->seat[i]) == 0)
			who = i;
	if (who == p->seats)
		return false;
	snprintf(with, sizeof(with), ",\"seat\":\"%s\",\"token\":\"%s\"", p->seat[who],
		 p->token[who]);
	return act_of(p, player_view(p, who), with);
}

/* False: the game is over, or stands still. */
static bool
act(struct player *p)
{
	json_t *state = rig_state(&p->client);
	char to_act[8];
	bool done;

	if (strcmp(rig_text(state, "phase"), "playing") != 0)
		return false;
	snprintf(to_act, sizeof(to_act), "%s", rig_text(state, "to_act"));
	player_asked_before_act(p);
	if (strcmp(to_act, "chance") == 0)
		done = is_ok(rig_ask(&p->client, "{\"kind\":\"roll\"}"));
	else
		done = p->seats ? seat_act(p, to_act) : act_of(p, state, "");
	if (done)
		tell_action(p);
	return done;
}

static void
resign(struct player *p)
{
	player_tell("RESIGN");
	player_asked_ends(p);
	if (is_ok(rig_ask(&p->client, "{\"kind\":\"resign\",\"seat\":\"%s\"}",
			  p->seats ? p->seat[0] : "w")))
		player_tell("RESIGNED");
}

static void
save_anew(struct player *p)
{
	char name[16], path[PLAYER_PATH];

	snprintf(name, sizeof(name), "s%u", p->saves++);
	save(p, name, path);
}

/* ---- exports: halo's, and the daemon's own, while the game goes on ---- */

static void
export_begin(struct player *p)
{
	char socket[128];
	const char *words[] = { p->halo, "--socket", socket, "export", p->export_dir, NULL };

	if (p->export || p->exports > 62)
		return;
	snprintf(p->export_dir, sizeof(p->export_dir), "%.200s/out/%u", p->disk, p->exports++);
	snprintf(socket, sizeof(socket), "%s/halod.sock", p->rig.dir);
	player_tell("EXPORTS %s", p->export_dir);
	p->export = player_halo(p, words);
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
	player_tell("EXPORTS %s", p->daemon_dir);
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
			player_tell_kept(p->export_dir);
		else
			player_tell("FAILED halo export: status %#x", (unsigned)status);
	}
	while (rig_pump(&p->exporter, 0))
		;
	if (p->exporting && p->exporter.answers != answers) {
		p->exporting = false;
		player_tell_kept(p->daemon_dir);
	}
}

void
player_play(struct player *p)
{
	/* What is on the board goes on, ends, or makes way in the midst of it. */
	uint64_t way = player_below(p, 4);

	if (p->n > 0 && way == 0)
		resign(p);
	if (p->n == 0 || way < 2)
		begin(p);
	for (;;) {
		uint64_t what = player_below(p, 100);

		exports_end(p);
		player_beside(p);
		/* A draw is asked on while it is played; a takeback is of the last action alone. */
		if (*p->asked != '-' && player_below(p, 100) < (*p->asked == 'd' ? 8 : 50))
			player_answer(p);
		else if (what < 9)
			player_undo(p);
		else if (what < 10)
			resign(p);
		else if (what < 12)
			save_anew(p);
		else if (what < 15)
			export_begin(p);
		else if (what < 18)
			daemon_export_begin(p);
		else if (what < 23)
			player_offer_draw(p);
		else if (what < 29)
			player_backup(p);
		else if (what < 31)
			player_busy(p);
		else if (!act(p))
			begin(p);
		player_asked(p, "ASKED");
		/* Some actions are waited for, some go on at once and share a commit. */
		for (uint64_t wait = player_below(p, 3); p->acked < p->n && wait > 0; wait--) {
			rig_pump(&p->client, 20);
			note(p);
		}
	}
}
