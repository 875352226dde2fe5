/*
 * halo-usb: imports of games from a stick, and their errors.
 * test-halo-usb-import HALO-USB HALOD HALO-BOARD
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/usb/usb.h"
#include "tests/daemon/cli/usb_rig.h"

/* ---- errors of a stick's file system that no local folder produces ---- */

static struct {
	const char *name;     /* the first of each folder; NULL: none */
	struct dirent *entry; /* the same, in exactly the memory it needs */
	int read_err;         /* for every read; 0: none */
} odd;

struct dirent *__real_readdir(DIR *d);
struct dirent *__wrap_readdir(DIR *d);
ssize_t __real_read(int fd, void *bytes, size_t len);
ssize_t __wrap_read(int fd, void *bytes, size_t len);

struct dirent *
__wrap_readdir(DIR *d)
{
	const size_t head = offsetof(struct dirent, d_name);

	if (!odd.name || odd.entry)
		return __real_readdir(d);
	odd.entry = malloc(head + strlen(odd.name) + 1);
	assert_non_null(odd.entry);
	memcpy((char *)odd.entry + head, odd.name, strlen(odd.name) + 1);
	return odd.entry;
}

ssize_t
__wrap_read(int fd, void *bytes, size_t len)
{
	errno = odd.read_err;
	return odd.read_err ? -1 : __real_read(fd, bytes, len);
}

static void
odd_end(void)
{
	free(odd.entry);
	memset(&odd, 0, sizeof(odd));
}

/* Returns the number of games in the journal. */
static size_t
games_kept(void)
{
	return json_array_size(
		json_object_get(rig_ok(&client, "{\"kind\":\"list\",\"limit\":100}"), "games"));
}

static void
test_import(void **state)
{
	char all[PATH_SIZE];

	(void)state;
	folder("haloboard");
	folder("haloboard/import");
	stick_write("haloboard/import/b.PGN",
		    "[White \"x\"]\n\n" FOOL "\n\n1. e4 e5 2. Ke3 *\n\n1. d4 1-0\n");
	stick_write("haloboard/import/a\x1b[31m\n.pgn", "1. e9 *\n");
	stick_write("haloboard/import/readme.txt", FOOL);
	folder("haloboard/import/folder.pgn");
	assert_int_equal(symlink("/etc/passwd", in_stick("haloboard/import/link.pgn")), 0);
	assert_int_equal(mkfifo(in_stick("haloboard/import/pipe.pgn"), 0600), 0);
	stick_write("haloboard/import/huge.pgn", "");
	assert_int_equal(truncate64(in_stick("haloboard/import/huge.pgn"), INT64_C(4) << 30), 0);
	assert_int_equal(serve(), 0);
	said("4 new games written, 2 read");
	said("import/b.PGN:5:13: game 2: Ke3: ");
	said("import/a\\x1b[31m\\x0a.pgn:1:4: game 1: e9: ");
	said("import/folder.pgn: this is no file");
	said("import/link.pgn: this is no file");
	said("import/pipe.pgn: this is no file");
	said("import/huge.pgn: longer than 16 MiB");
	assert_null(strchr(out, '\x1b'));
	assert_int_equal(serve(), 0);
	said("0 new games written, 0 read");
	/* Only the additional game in the same file is imported. */
	stick_write("haloboard/import/b.PGN", "[White \"x\"]\n\n" FOOL "\n\n1. c4 1-0\n");
	assert_int_equal(serve(), 0);
	said("1 new game written, 1 read");
	/* Games exported from here are not imported, whether played here or not. */
	strcpy(all, in_stick(in_board("all-games.pgn")));
	assert_int_equal(rename(all, in_stick("haloboard/import/all.pgn")), 0);
	assert_int_equal(serve(), 0);
	said("0 new games written, 0 read");
}

/* Files of the top folder are read too, and no others. */
static void
test_top(void **state)
{
	(void)state;
	stick_write("My games.pgn", "1. b4 1-0\n\n1. b5 *\n");
	folder("elsewhere");
	stick_write("elsewhere/c.pgn", "1. a4 1-0\n");
	assert_int_equal(serve(), 0);
	said(" written, 1 read");
	said("My games.pgn:3:4: game 2: b5: ");
	assert_int_equal(serve(), 0);
	said("0 new games written, 0 read");
}

/* More names than are listed, more files than are read. */
static void
test_many(void **state)
{
	char name[64];

	(void)state;
	folder("haloboard");
	folder("haloboard/import");
	for (unsigned i = 0; i <= USB_IMPORT_FILES_MAX; i++) {
		snprintf(name, sizeof(name), "haloboard/import/%03u.pgn", i);
		stick_write(name, "");
	}
	assert_int_equal(serve(), 0);
	said("more than 64 files");
}

static bool
always(void *arg)
{
	(void)arg;
	return true;
}

static bool
never(void *arg)
{
	(void)arg;
	return false;
}

/*
 * Reads games as halo-usb does, but in this process; returns how many were
 * imported. *i: its initial state.
 */
static unsigned
import_here(struct usb_import *i)
{
	char socket[160];
	struct cli_link link = { .client.fd = -1, .socket = socket };
	int fd = open(in_stick("haloboard"), O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	snprintf(socket, sizeof(socket), "%s/halod.sock", rig.dir);
	i->link = &link;
	i->may_continue = always;
	assert_int_equal(usb_import_run(i, fd, "import"), 0);
	cli_link_close(&link);
	close(fd);
	return i->games;
}

/* Imports at most three. */
static unsigned
import_three(struct usb_import *i)
{
	*i = (struct usb_import){ .late = never, .games_max = 3 };
	return import_here(i);
}

/*
 * More games than one import allows: this is reported, even after an error, and
 * the rest follows later.
 */
static void
test_too_many_games(void **state)
{
	struct usb_import i;

	(void)state;
	folder("haloboard");
	folder("haloboard/import");
	stick_write("haloboard/import/a.pgn",
		    "1. e9 *\n\n1. a3 1-0\n\n1. b3 1-0\n\n1. c3 1-0\n\n1. d3 1-0\n");
	stick_write("haloboard/import/b.pgn", "1. e3 1-0\n\n1. f3 1-0\n");
	assert_int_equal(import_three(&i), 3);
	assert_true(i.waits);
	assert_string_equal(i.error,
			    "import/a.pgn: game 5 and all that follow wait for the next time: "
			    "3 are enough");
	assert_string_equal(i.file, "");
	assert_int_equal(import_three(&i), 3);
	assert_false(i.waits);
	assert_string_equal(i.file, "import/a.pgn");
	assert_int_equal(i.mistake.column, 4);
	assert_string_equal(i.mistake.move, "e9");
	assert_int_equal(import_three(&i), 0);
	assert_int_equal(serve(), 0);
	said(": 8 new games written, 0 read");
}

/* Checks the screen's text about a stick in that state, including that it may be pulled. */
static void
told_on_screen(const char *about, const char *part)
{
	json_t *o = json_pack("{s:s,s:s,s:s,s:i,s:s}", "kind", "stick", "name", "Škoda", "stage",
			      "done", "games", 1, "about", about);
	char *line = json_dumps(o, JSON_COMPACT), *sticks;

	assert_non_null(line);
	(void)rig_ok(&client, "%s", line);
	sticks = json_dumps(json_object_get(rig_state(&client), "sticks"), JSON_COMPACT);
	if (!strstr(sticks, "You may pull the USB stick Škoda") || !strstr(sticks, part))
		fail_msg("%s\n  gives %s\n  want %s", about, sticks, part);
	free(sticks);
	free(line);
	json_decref(o);
}

/* Names and files in letters of any length, or in invalid bytes: the report is complete. */
static void
test_letters(void **state)
{
	static const struct {
		const char *name, *text, *part;
	} rows[] = {
		{ "verein", "[Variant \"R\xe4uberschach\"]\n\n1. e4 *\n",
		  "import/verein.pgn:1:1: game 1: the variant \\\"Räuberschach\\\" " },
		{ "Турнир_городского_шахматного_клуба_весна_2026", "1. e4 e5 2. Ke3 *\n",
		  "import/Турнир_городского_ш…:1:13: game 1: Ke3: " },
		{ "国际象棋俱乐部春季锦标赛第一轮第二轮第三轮全部对局记录与评注合集国际象棋俱乐部锦标赛",
		  "1. e4 e5 2. Ke3 *\n", "import/国际象棋俱乐部春季锦标赛…:1:13: game 1: Ke3: " },
		{ "evil", "[Variant \"a\x1b]0;evil\x07\x1b[31mX\"]\n\n*\n", "a ]0;evil  [31mX" },
	};
	char name[256];

	(void)state;
	folder("haloboard");
	folder("haloboard/import");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct usb_import read;

		snprintf(name, sizeof(name), "haloboard/import/%s.pgn", rows[i].name);
		stick_write(name, rows[i].text);
		assert_int_equal(serve(), 0);
		said(" new games written, 0 read");
		assert_null(strchr(out, '\x1b'));
		assert_int_equal(import_three(&read), 0);
		told_on_screen(read.error, rows[i].part);
		assert_int_equal(unlink(in_stick(name)), 0);
	}
}

/* The report is in the language of the screen, including a reason of the reader. */
static void
test_german(void **state)
{
	(void)state;
	folder("haloboard");
	folder("haloboard/import");
	stick_write("haloboard/import/b.PGN", "[White \"x\"]\n\n" FOOL "\n\n1. e4 e5 2. Ke3 *\n");
	(void)rig_ok(&client, "{\"kind\":\"set\",\"values\":{\"language\":\"de\"}}");
	serve_shown("import/b.PGN, Zeile 5, Spalte 13, Partie 2: Ke3: 'Ke3' ist kein "
		    "regelgerechter Zug");
	folder("haloboard/import/a.pgn");
	serve_shown("import/a.pgn: das ist keine Datei, die man hier lesen kann");
	assert_int_equal(rmdir(in_stick("haloboard/import/a.pgn")), 0);
	stick_write("haloboard/import/a.pgn", "");
	assert_int_equal(truncate(in_stick("haloboard/import/a.pgn"), 17 << 20), 0);
	serve_shown("import/a.pgn: länger als 16 MiB und wird nicht gelesen");
	(void)rig_ok(&client, "{\"kind\":\"set\",\"values\":{\"language\":\"\"}}");
}

#define HIDES   "[Variant \"Masquerade\"]\n\n1. -- {[%act assign:?]} 1... -- {[%act assign:?]} *\n"
#define NOTHING "[White \"x\"]\n\n*\n"

/* Games with secrets and empty ones are skipped and reported; an error is reported instead. */
static void
test_left_out(void **state)
{
	struct usb_import i;
	json_t *answer;

	(void)state;
	folder("haloboard");
	folder("haloboard/import");
	stick_write("haloboard/import/a.pgn", HIDES "\n" FOOL "\n\n" NOTHING);
	serve_shown(
		"import/a.pgn:3:7: game 1: it hides something until it is over, and was left out");
	said("import/a.pgn:3:7: game 1: it hides something until it is over, and was left out");
	said("import/a.pgn:7:1: game 3: it has neither a move nor a result, and was left out");
	said("3 new games written, 1 read");
	assert_true(trouble("[]"));
	assert_int_equal(import_three(&i), 0);
	assert_int_equal(i.errors, 0);
	/* The daemon skips them too, from any client. */
	answer = rig_ok(&client, "{\"kind\":\"import\",\"text\":\"[White \\\"x\\\"]\\n\\n*\\n\"}");
	assert_int_equal(json_integer_value(json_object_get(answer, "left_out")), 1);
	assert_int_equal(json_integer_value(json_object_get(answer, "n")), 0);
	stick_write("haloboard/import/b.pgn", "1. e9 *\n\n" NOTHING);
	assert_int_equal(import_three(&i), 0);
	assert_int_equal(i.errors, 1);
	assert_non_null(strstr(i.error, "import/b.pgn:1:4: game 1: e9: "));
	assert_int_equal(i.mistake.game, 1);
	assert_string_equal(i.mistake.move, "e9");
	(void)rig_ok(&client, "{\"kind\":\"set\",\"values\":{\"language\":\"de\"}}");
	assert_int_equal(unlink(in_stick("haloboard/import/b.pgn")), 0);
	serve_shown(
		"import/a.pgn, Zeile 3, Spalte 7, Partie 1: sie verbirgt etwas, bis sie zu Ende "
		"ist, und wurde ausgelassen");
	(void)rig_ok(&client, "{\"kind\":\"set\",\"values\":{\"language\":\"\"}}");
}

/* Detects the second request. */
static bool
second(void *arg)
{
	return ++*(unsigned *)arg > 2;
}

/* Time runs out within a file: the waiting game is reported and imported later. */
static void
test_too_long(void **state)
{
	unsigned asked = 0;
	struct usb_import i = { .late = second, .arg = &asked, .games_max = 9 };

	(void)state;
	folder("haloboard");
	folder("haloboard/import");
	stick_write("haloboard/import/a.pgn", "1. a3 1-0\n\n1. b3 1-0\n\n1. c3 1-0\n");
	assert_int_equal(import_here(&i), 1);
	assert_true(i.waits);
	assert_string_equal(i.error, "import/a.pgn: game 2 and all that follow wait for the next "
				     "time: 5 minutes are enough");
	assert_int_equal(import_three(&i), 2);
	assert_false(i.waits);
}

/* ---- failed imports, which never prevent an export ---- */

/* FAT and exFAT count letters, so a name may have more bytes than a struct dirent. */
static void
test_long_name(void **state)
{
	char name[5000];
	struct usb_import i = { .late = never, .games_max = 9 };

	(void)state;
	memset(name, 'n', sizeof(name));
	strcpy(name + sizeof(name) - 5, ".pgn");
	folder("haloboard");
	folder("haloboard/import");
	stick_write("haloboard/import/z.pgn", FOOL);
	odd.name = name;
	assert_int_equal(import_here(&i), 1);
	assert_string_equal(i.error, "import/nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…: cannot be "
				     "read: File name too long");
	/* The minimum size: nothing after its end is read. */
	odd_end();
	odd.name = "a.pgn";
	i = (struct usb_import){ .late = never, .games_max = 9 };
	assert_int_equal(import_here(&i), 0);
	assert_int_equal(i.errors, 0);
}

/* The medium does not return one file; the next one is imported. */
static void
test_unreadable(void **state)
{
	struct usb_import i = { .late = never, .games_max = 9 };

	(void)state;
	folder("haloboard");
	folder("haloboard/import");
	stick_write("haloboard/import/a.pgn", FOOL);
	odd.read_err = EIO;
	assert_int_equal(import_here(&i), 0);
	assert_string_equal(i.error, "import/a.pgn: cannot be read: Input/output error");
	odd_end();
	assert_int_equal(import_three(&i), 1);
}

#define TEN "局局局局局局局局局局"

/*
 * The file on the stick, the report, and the number of imported games. Without
 * capabilities, the super-user's program is refused like any other.
 */
static const struct {
	const char *file, *text, *said, *shown;
	mode_t folder_mode, file_mode;
	unsigned games;
} imports[] = {
	{ "a.pgn", FOOL, "import: cannot be read: Permission denied",
	  "import: cannot be read: Permission denied", 0, 0644, 0 },
	{ "a.pgn", FOOL, "import/a.pgn: this is no file that can be read here",
	  "import/a.pgn: this is no file that can be read here", 0755, 0, 0 },
	/* A name of maximum length: the error after its beginning is reported. */
	{ TEN TEN TEN TEN TEN TEN TEN TEN "局局局.pgn", "1. e9 *\n\n" FOOL,
	  "局局局.pgn:1:4: game 1: e9: ", "import/" TEN "局局…:1:4: game 1: e9: ", 0755, 0644, 1 },
	{ "verein.pgn", "[Variant \"R\xe4uberschach\"]\n\n1. e4 *\n\n" FOOL, "Räuberschach",
	  "Räuberschach", 0755, 0644, 1 },
	/* A name with terminal controls. */
	{ "a.pgn", "[Variant \"a\x1b]0;evil\x07\"]\n\n1. e4 *\n\n" FOOL, "a ]0;evil ",
	  "a ]0;evil ", 0755, 0644, 1 },
};

static void
import_row(size_t k)
{
	char path[PATH_SIZE], count[80];

	folder("haloboard");
	folder("haloboard/import");
	snprintf(path, sizeof(path), "haloboard/import/%s", imports[k].file);
	stick_write(path, imports[k].text);
	assert_int_equal(chmod(in_stick(path), imports[k].file_mode), 0);
	assert_int_equal(chmod(in_stick("haloboard/import"), imports[k].folder_mode), 0);
	serve_shown(imports[k].shown);
	said(imports[k].said);
	snprintf(count, sizeof(count), "%u new games written, %u read", 2 + imports[k].games,
		 imports[k].games);
	said(count);
	assert_null(strchr(out, '\x1b'));
	assert_null(strstr(out, "no memory"));
	assert_true(trouble("[]"));
	assert_int_equal(chmod(in_stick("haloboard/import"), 0755), 0);
}

static void
test_import_troubles(void **state)
{
	for (size_t k = 0; k < sizeof(imports) / sizeof(imports[0]); k++) {
		if (k > 0)
			assert_int_equal(teardown(state) | setup(state), 0);
		import_row(k);
	}
}

/* Two sticks at once with the same games: each game is imported once. */
static void
test_two_sticks(void **state)
{
	enum { GAMES = 40 };
	char text[GAMES * 40] = "", other[PATH_SIZE], log[PATH_SIZE];
	size_t at = 0;
	pid_t pid[2];

	(void)state;
	for (unsigned i = 0; i < GAMES; i++)
		at += (size_t)snprintf(text + at, sizeof(text) - at,
				       "[White \"%u\"]\n\n1. c4 1-0\n\n", i);
	for (unsigned i = 0; i < 2; i++) {
		folder("haloboard");
		folder("haloboard/import");
		stick_write("haloboard/import/a.pgn", text);
		snprintf(log, sizeof(log), "%s/usb-%u.log", rig.dir, i);
		if (i == 0) {
			snprintf(other, sizeof(other), "%s/other", rig.dir);
			assert_int_equal(rename(stick, other), 0);
			assert_int_equal(mkdir(stick, 0755), 0);
		}
	}
	for (unsigned i = 0; i < 2; i++) {
		snprintf(log, sizeof(log), "%s/usb-%u.log", rig.dir, i);
		pid[i] = start(i ? other : stick, log, 0, NULL);
	}
	assert_int_equal(ended(pid[0]), 0);
	assert_int_equal(ended(pid[1]), 0);
	assert_int_equal(games_kept(), 2 + GAMES);
}

static int
odd_teardown(void **state)
{
	odd_end();
	return teardown(state);
}

#define ODD_TEST(name) cmocka_unit_test_setup_teardown(name, setup, odd_teardown)

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		USB_TEST(test_import),          USB_TEST(test_top),
		USB_TEST(test_many),
		USB_TEST(test_too_many_games),  USB_TEST(test_too_long),
		ODD_TEST(test_long_name),       ODD_TEST(test_unreadable),
		USB_TEST(test_import_troubles), USB_TEST(test_two_sticks),
		USB_TEST(test_letters),         USB_TEST(test_german),
		USB_TEST(test_left_out),
	};

	usb_programs(argc, argv);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
