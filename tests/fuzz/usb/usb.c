/*
 * A folder in place of a stick, with any names and contents, served as halo-usb serves a
 * stick: games imported, games exported.
 *
 * The input is cut at each 0xff. Each piece is a path beneath the stick, the end of a line,
 * and the contents. A path that ends with `/` makes a folder, with `|` a pipe, with `@` a
 * link to a file outside the stick. An empty path makes the contents the first sectors of a
 * file system. An input that begins with `!` is of a board on which no game runs.
 *
 * Each call must end, and a file in haloboard/import must stay unchanged. Nothing outside
 * the stick may be read or changed. The daemon must get PGN that it can read, and each
 * printed line must be fit for a terminal.
 */
#include <errno.h>
#include <jansson.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/socket.h>

#include "daemon/record/native.h"
#include "daemon/usb/usb.h"
#include "hw/text/text.h"
#include "tests/fuzz/scratch.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define HALO    "haloboard"
#define OUTSIDE "[White \"Outside\"]\n\n1. e4 1-0\n"

enum {
	PIECE_END = 0xff,
	PATH_ROOM = 280, /* bytes of a path: beneath the scratch folder shorter than SCRATCH_PATH */
	GAMES = 2,
	FOLDER_GAMES = 1,
	GAMES_MAX = 4,
};

static struct cli_link link_to = { .quiet = true };
static unsigned received; /* games, by the daemon's end of the link */
static bool wrong;        /* a message that halod would refuse, or a game from outside */
static char scratch[SCRATCH_PATH], outside[SCRATCH_PATH + 16];

/* ---- the daemon's end of the link ---- */

/* Reports whether a message holds one game that halod can read. */
static bool
is_game(json_t *message)
{
	const char *text = json_string_value(json_object_get(message, "text"));
	struct record r = { 0 };
	struct pgn_reader p;
	struct pgn_error why;
	bool good;

	if (!text)
		return false;
	pgn_reader_init(&p, text, strlen(text));
	good = pgn_read(&p, &r, &why) > 0 && strcmp(r.name[0], "Outside") != 0;
	good = good && pgn_read(&p, &r, &why) == 0;
	record_finish(&r);
	return good;
}

static void *
serve(void *arg)
{
	FILE *in = fdopen(*(int *)arg, "re");
	char *line = NULL;
	size_t room = 0;

	while (in && getline(&line, &room, in) > 0) {
		json_t *message = json_loads(line, 0, NULL);

		wrong |= !is_game(message);
		received++;
		dprintf(fileno(in), "{\"kind\":\"%s\",\"id\":%lld,\"n\":1,\"why\":\"full\"}\n",
			received % 8 ? "ok" : "error",
			(long long)json_integer_value(json_object_get(message, "id")));
		json_decref(message);
	}
	return NULL;
}

/* ---- the games that are exported ---- */

/* Two games; the second is exported again when it is over. */
struct games {
	struct record record[GAMES + 1];
	unsigned at;
	bool none_runs;
};

static const struct record *
game_of(const struct games *games, unsigned number)
{
	return &games->record[number == GAMES && games->none_runs ? GAMES : number - 1];
}

static int
game_next(void *user, struct export_game *g, char why[EXPORT_WHY_MAX])
{
	struct games *games = user;
	const struct record *r;

	(void)why;
	if (games->at == GAMES)
		return 0;
	r = game_of(games, ++games->at);
	*g = (struct export_game){ .game = r->game, .number = r->number };
	memcpy(g->date, r->date, sizeof(g->date));
	g->over = record_is_public(r);
	g->running = !g->over;
	return 1;
}

static int
game_text(void *user, const struct export_game *g, enum export_form form, char **text,
	  char why[EXPORT_WHY_MAX])
{
	const struct games *games = user;
	const struct record *r;

	(void)why;
	if (g->number == 0 || g->number > GAMES) /* a number from a file on the stick */
		return -EBADMSG;
	r = game_of(games, g->number);
	*text = form == EXPORT_PGN      ? pgn_print(r)
		: form == EXPORT_NATIVE ? native_print(r)
		: form == EXPORT_REVIEW ? strdup("")
					: strdup("# haloboard trace 1\n1.250 -e2\n");
	return *text ? 0 : -ENOMEM;
}

static struct games games;
static const struct export_source source = { .next = game_next, .text = game_text, .user = &games };

static void
games_make(void)
{
	static const char pgn[] = "[Date \"2026.11.20\"]\n\n1. e4 e5 1-0\n\n"
				  "[Date \"2026.11.21\"]\n\n1. d4 *\n\n"
				  "[Date \"2026.11.21\"]\n\n1. d4 d5 0-1\n";
	struct pgn_reader p;
	struct pgn_error why;

	pgn_reader_init(&p, pgn, strlen(pgn));
	for (unsigned i = 0; i <= GAMES; i++) {
		struct record *r = &games.record[i];

		if (pgn_read(&p, r, &why) <= 0)
			abort();
		r->number = i < GAMES ? i + 1 : GAMES;
		for (unsigned k = 0; k < r->n; k++)
			r->action[k].t_us = 1250000 * (k + 1);
	}
}

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	static int pair[2];
	pthread_t thread;

	(void)argc;
	(void)argv;
	games_make();
	link_to.hello = json_object();
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0 ||
	    pthread_create(&thread, NULL, serve, &pair[1]) != 0)
		abort();
	link_to.client.fd = pair[0];
	return 0;
}

/* ---- the stick ---- */

/* Reports whether each part of a path is a name that a file system may hold. */
static bool
is_path(const char *path)
{
	for (size_t len; *path; path += len + (path[len] == '/')) {
		len = strcspn(path, "/");
		if (len == 0 || len > 255 || strspn(path, ".") >= len)
			return false;
	}
	return true;
}

/* Makes the folders of a path that ends with a file's name. */
static void
folders_make(char *path, size_t root)
{
	for (char *at = path + root; (at = strchr(at, '/')); at++) {
		*at = '\0';
		(void)mkdir(path, 0700);
		*at = '/';
	}
}

/* Puts one file on the stick, if the path is free. */
static void
file_put(const char *stick, char *name, const void *bytes, size_t len)
{
	char path[SCRATCH_PATH + PATH_ROOM];
	char last = name[strlen(name) - 1];
	int fd;

	if (strchr("/|@", last))
		name[strlen(name) - 1] = '\0';
	if (!*name || !is_path(name) ||
	    snprintf(path, sizeof(path), "%s/%s", stick, name) >= (int)sizeof(path))
		return;
	folders_make(path, strlen(stick) + 1);
	if (last == '/')
		(void)mkdir(path, 0700);
	else if (last == '|')
		(void)mkfifo(path, 0600);
	else if (last == '@')
		(void)!symlink(outside, path);
	else if ((fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) >= 0) {
		if (write(fd, bytes, len) != (ssize_t)len)
			abort();
		close(fd);
	}
}

static void
sectors_check(const void *bytes, size_t len)
{
	static const char *const types[] = { "vfat", "exfat" };
	struct usb_device d = { .first = true };
	char path[SCRATCH_PATH + 16];

	snprintf(path, sizeof(path), "%s/s", scratch);
	scratch_write(path, bytes, len);
	assert(strlen(path) < sizeof(d.node));
	memcpy(d.node, path, strlen(path) + 1);
	for (unsigned i = 0; i < 2; i++) {
		memcpy(d.type, types[i], strlen(types[i]) + 1);
		assert(usb_unclean(&d) <= 1);
	}
}

/* Takes the path of a piece; *head: bytes of its line. */
static bool
piece_name(const uint8_t *piece, size_t len, char name[PATH_ROOM], size_t *head)
{
	const uint8_t *eol = memchr(piece, '\n', len);

	*head = eol ? (size_t)(eol - piece) + 1 : len;
	if (*head > PATH_ROOM || !eol || memchr(piece, '\0', *head))
		return false;
	memcpy(name, piece, *head - 1);
	name[*head - 1] = '\0';
	return true;
}

/* Puts each piece of the input in its place. */
static void
pieces(const uint8_t *data, size_t size, const char *stick)
{
	const uint8_t *at = data, *const end = data + size;

	while (at < end) {
		const uint8_t *stop = memchr(at, PIECE_END, (size_t)(end - at));
		size_t len = (size_t)((stop ? stop : end) - at), head;
		char name[PATH_ROOM];

		if (piece_name(at, len, name, &head)) {
			if (*name)
				file_put(stick, name, at + head, len - head);
			else
				sectors_check(at + head, len - head);
		}
		at += len + 1;
	}
}

/* ---- what is served, and what must hold ---- */

static bool
yes(void *arg)
{
	(void)arg;
	return true;
}

static bool
no(void *arg)
{
	(void)arg;
	return false;
}

static void
check_shown(const char *text)
{
	for (size_t n; *text; text += n) {
		n = *text == '\n' ? 1 : text_shown(text);
		assert(n > 0);
	}
}

static void
import(int folder)
{
	struct usb_import i = {
		.link = &link_to, .may_continue = yes, .late = no, .games_max = GAMES_MAX
	};
	FILE *const errors = stderr;
	char *printed = NULL;
	size_t len;
	int err;

	received = 0;
	stderr = open_memstream(&printed, &len);
	if (!stderr)
		abort();
	err = usb_import_run(&i, folder, "import");
	fclose(stderr);
	stderr = errors;
	assert(err == 0 && !wrong && i.games <= i.games_max && i.games <= received);
	assert(i.errors == 0 || (*printed && *i.error));
	assert(text_valid(i.mistake.move) && text_valid(i.mistake.why));
	check_shown(printed);
	check_shown(i.error);
	check_shown(i.file);
	free(printed);
}

static void export(int folder)
{
	struct export_job job = { .source = &source,
				  .folder = folder,
				  .journal = "0badcafe",
				  .folder_games = FOLDER_GAMES,
				  .traces = true,
				  .no_sync = true };
	int err;

	games.at = 0;
	err = export_run(&job);
	/* Every name of a file may be taken: no other error has a cause here. */
	assert(err == 0 || (err == -EEXIST && *job.why));
}

static void
stick_serve(const char *stick)
{
	int root = open(stick, O_RDONLY | O_DIRECTORY | O_CLOEXEC), folder;

	if (root < 0)
		abort();
	(void)mkdirat(root, HALO, 0700);
	folder = usb_folder(root, HALO);
	if (folder >= 0) {
		import(folder);
		export(folder);
		close(folder);
	}
	close(root);
}

/* Returns a sum over the files in haloboard/import; 0: there is no such folder. */
static uint64_t
import_sum(const char *stick)
{
	char path[SCRATCH_PATH + 48];
	const struct dirent *e;
	uint64_t sum = 1;
	struct stat st;
	DIR *d;

	snprintf(path, sizeof(path), "%s/" HALO "/import", stick);
	d = opendir(path);
	while (d && (e = readdir(d)))
		if (fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
		    !S_ISDIR(st.st_mode))
			sum += (st.st_ino * 31 + (uint64_t)st.st_size) * 31 +
			       (uint64_t)st.st_mtim.tv_nsec;
	if (d)
		closedir(d);
	return d ? sum : 0;
}

static void
check_outside(void)
{
	char now[sizeof(OUTSIDE)];
	int fd = open(outside, O_RDONLY | O_CLOEXEC);

	assert(fd >= 0 && read(fd, now, sizeof(now)) == sizeof(OUTSIDE) - 1);
	assert(memcmp(now, OUTSIDE, sizeof(OUTSIDE) - 1) == 0);
	close(fd);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char stick[SCRATCH_PATH + 16];
	uint64_t before;

	if (size > 1 << 16)
		return 0;
	scratch_make(scratch);
	snprintf(outside, sizeof(outside), "%s/outside.pgn", scratch);
	snprintf(stick, sizeof(stick), "%s/stick", scratch);
	scratch_write(outside, OUTSIDE, strlen(OUTSIDE));
	if (mkdir(stick, 0700) < 0)
		abort();
	games.none_runs = size > 0 && *data == '!';
	pieces(data + games.none_runs, size - games.none_runs, stick);
	before = import_sum(stick);
	stick_serve(stick);
	assert(before == 0 || import_sum(stick) == before);
	check_outside();
	scratch_remove(scratch);
	return 0;
}
