#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/power/player.h"

/* The games in rotation, with each kind of clock. Eyes: the seats see different things. */
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

/* Asks which version is on the disk, and reports it. */
static void
note(struct player *p)
{
	json_t *state = rig_state(&p->client);
	json_int_t id = json_integer_value(json_object_get(state, "game_id"));
	json_int_t recorded = json_integer_value(json_object_get(state, "recorded"));

	if (id == 0 || recorded <= p->acked)
		return;
	if (p->acked == 0)
		player_start(p, "START");
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

static void
save_anew(struct player *p)
{
	char dir[PLAYER_PATH + 8];

	/* A game's secrets are only in the journal. */
	if (json_is_true(json_object_get(rig_state(&p->client), "hides")))
		return;
	snprintf(dir, sizeof(dir), "%.200s/saved", p->store);
	player_tell("SAVES %s", dir);
	rig_ok(&p->client, "{\"kind\":\"save\",\"name\":\"s%u\"}", p->saves++);
	player_tell_kept(dir);
}

/* ---- play ---- */

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
}

/*
 * Reports a final action and the views after it. Secrets are in the record once the game is
 * over, so the host gets them.
 */
static void
report_action(struct player *p)
{
	json_t *state = json_incref(rig_state(&p->client));
	json_t *moves = json_object_get(state, "moves");
	json_int_t n = json_integer_value(json_object_get(state, "n_actions"));
	char clock[96], sight[PLAYER_SIGHT];

	/* One request can cause two actions, such as those after a burial or a flight. */
	for (json_int_t i = p->n; i < n; i++) {
		size_t at = (size_t)(i - json_integer_value(json_object_get(state, "moves_from")));
		const char *told = rig_text(json_array_get(moves, at), "action");

		player_tell("DO %lld %s", (long long)i,
			    i == p->n && strchr(told, '?') ? p->sent : told);
	}
	p->n = n;
	player_clock(state, clock);
	player_sight(p, state, sight);
	player_tell("SEEN %lld %s %s", (long long)n, sight, clock);
	json_decref(state);
}

/* Plays one of the legal actions: a list may contain some that only the rules can refuse. */
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

/* Returns the view of a seat that has a choice, or whose turn it is. */
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

/* Returns false if the game is over or cannot continue. */
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
		report_action(p);
	return done;
}

static bool
is_over(struct player *p)
{
	return strcmp(rig_text(rig_state(&p->client), "phase"), "over") == 0;
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

static bool
disk_in_trouble(const json_t *state)
{
	const json_t *troubles = json_object_get(state, "troubles");

	for (size_t i = 0; i < json_array_size(troubles); i++)
		if (strcmp(rig_text(json_array_get(troubles, i), "name"), "store") == 0)
			return true;
	return false;
}

/* The players reveal the game's secrets. They do not wait for a failing disk. */
static void
close_end(struct player *p)
{
	if (!json_is_true(json_object_get(rig_state(&p->client), "reveal")))
		return;
	player_tell("CLOSES");
	rig_reveal(&p->client);
	if (!disk_in_trouble(p->client.state))
		player_tell("CLOSED");
}

/* The end of a game with secrets stays open or is closed before the next game. */
static void
go_on_after_end(struct player *p)
{
	const json_t *state = rig_state(&p->client);
	bool hides = json_is_true(json_object_get(state, "reveal")) ||
		     json_is_true(json_object_get(state, "closed"));
	uint64_t what = player_below(p, 16);

	if (!hides || what < 1)
		begin(p);
	else if (what < 10)
		close_end(p);
	else
		rig_pump(&p->client, 20);
}

/* ---- exports by halo during the game ---- */

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

/* Checks whether the export is done, and keeps the list of its files. */
static void
export_end(struct player *p)
{
	int status;

	if (p->export && waitpid(p->export, &status, WNOHANG) == p->export) {
		p->export = 0;
		if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
			player_tell_kept(p->export_dir);
		else
			player_tell("FAILED halo export: status %#x", (unsigned)status);
	}
}

void
player_play(struct player *p)
{
	/* The game on the board continues, ends, or is replaced before its end. */
	uint64_t way = player_below(p, 4);

	if (p->n > 0 && (way == 0 || (way > 1 && p->seats > 0)))
		resign(p);
	if (p->n == 0 || way == 1)
		begin(p);
	for (;;) {
		uint64_t what = player_below(p, 100);

		export_end(p);
		player_beside(p);
		/* A draw offer stays open during play; a takeback concerns the last action only. */
		if (*p->asked != '-' && player_below(p, 100) < (*p->asked == 'd' ? 8 : 50))
			player_answer(p);
		else if (what < 9)
			player_undo(p);
		else if (what < 10)
			resign(p);
		else if (what < 12)
			save_anew(p);
		else if (what < 18)
			export_begin(p);
		else if (what < 23)
			player_offer_draw(p);
		else if (what < 29)
			player_backup(p);
		else if (what < 31)
			player_busy(p);
		else if (is_over(p))
			go_on_after_end(p);
		else if (!act(p))
			begin(p);
		player_asked(p, "ASKED");
		/* Some actions are waited for; others follow at once and share a commit. */
		for (uint64_t wait = player_below(p, 3); p->acked < p->n && wait > 0; wait--) {
			rig_pump(&p->client, 20);
			note(p);
		}
	}
}
