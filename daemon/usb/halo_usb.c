#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/usb/usb.h"
#include "hw/text/text.h"

static const char usage[] =
	"usage: halo-usb [--socket PATH] DEVICE\n"
	"       halo-usb [--socket PATH] --folder DIR [--wait]\n"
	"\n"
	"Writes the kept games to the USB stick DEVICE (sda1), and reads games from its\n"
	"folder haloboard/import. halo-usb@DEVICE.service does it when one is plugged in.\n"
	"\n"
	"  --socket PATH   the daemon's, instead of the usual places\n"
	"  --folder DIR    a folder instead of a stick\n"
	"  --wait          stays, as with a stick, until told to end\n"
	"  --help, --version\n";

enum {
	CONNECT_TRIES = 30, /* one a second, because the machine may just be starting */
	GONE_MS = 2000,     /* time until the system has removed a pulled stick */
	READY_AGAIN_MS = 1000,
};

static volatile sig_atomic_t ended_by_signal, too_long;

static void
on_signal(int sig)
{
	if (sig == SIGALRM)
		too_long = 1;
	else
		ended_by_signal = 1;
}

struct stick {
	struct cli_link link;
	struct usb_device device;
	char socket[CLIENT_PATH_MAX];
	const char *folder;
	bool wait, traces, read_only, mended;
	int root, games; /* descriptors; -1: none */
	unsigned percent;
	unsigned fresh, imported;
	char about[USB_TEXT];
	/* The file and error that `about` describes; file "": `about` is about something else. */
	char file[USB_FILE];
	struct pgn_error mistake;
};

/* ---- messages ---- */

static void
report(struct stick *s, json_t *message)
{
	json_object_set_new(message, "kind", json_string("stick"));
	json_object_set_new(message, "name", json_string(s->device.name));
	json_decref(cli_ask(&s->link, message));
}

static int
fail(struct stick *s, const char *why, const char *about)
{
	char text[USB_TEXT];

	text_clean(text, sizeof(text), about);
	(void)cli_refused("%s: %s%s%s", s->device.name, why, *text ? ": " : "", text);
	report(s, json_pack("{s:s,s:s,s:s}", "stage", "failed", "why", why, "about", text));
	return CLI_REFUSED;
}

/* Reports whether the stick was pulled. The system may notice that later than the failed writes. */
static bool
is_pulled(const struct stick *s)
{
	for (unsigned ms = 0; *s->device.sys && ms < GONE_MS; ms += 100) {
		if (usb_device_is_removed(&s->device))
			return true;
		(void)poll(NULL, 0, 100);
	}
	return false;
}

/* Converts an -errno of the medium to a reason. what: the file, or the operation. */
static int
fail_medium(struct stick *s, int err, const char *what)
{
	if (err == -EEXIST)
		return fail(s, "taken", what);
	if (is_pulled(s)) /* checked for every error: a pulled stick may even cause ENOSPC */
		return fail(s, "pulled", "");
	if (ended_by_signal)
		return fail(s, "broken-off", "");
	if (err == -ENOSPC || err == -EDQUOT || err == -EFBIG)
		return fail(s, "full", "");
	return err == -EROFS ? fail(s, "read-only", "") : fail(s, "fails", what);
}

/* ---- the daemon ---- */

static int
connect_daemon(struct stick *s, unsigned tries)
{
	int err;

	while ((err = cli_connect(&s->link)) != CLI_OK && --tries > 0 && !ended_by_signal) {
		cli_link_close(&s->link);
		(void)poll(NULL, 0, 1000);
	}
	return err;
}

/*
 * Waits for a daemon that repairs its record of games, and answers nothing else for minutes.
 * Reports once that a stick waits, then asks until there is a reply or the stick is pulled. Returns
 * NULL if the program must end or the daemon is gone.
 */
static json_t *
settings_await(struct stick *s)
{
	json_t *answer;

	while (!(answer = cli_ask(&s->link, json_pack("{s:s}", "kind", "settings"))) &&
	       !s->link.gone && !ended_by_signal) {
		if (!s->link.quiet) {
			s->link.quiet = true;
			report(s, json_pack("{s:s}", "stage", "waiting"));
		}
		(void)poll(NULL, 0, READY_AGAIN_MS);
	}
	s->link.quiet = false;
	return answer;
}

/* Returns CLI_OK, or CLI_REFUSED without a reply. wanted: false if sticks are not served. */
static int
settings_ask(struct stick *s, bool *wanted)
{
	json_t *answer = settings_await(s), *settings;

	if (!answer)
		return CLI_REFUSED;
	settings = json_object_get(answer, "settings");
	*wanted = json_is_true(json_object_get(settings, "usb_stick"));
	s->traces = json_is_true(json_object_get(settings, "usb_traces"));
	json_decref(answer);
	return CLI_OK;
}

/* ---- the games ---- */

static bool
may_continue(void *arg)
{
	(void)arg;
	return !ended_by_signal;
}

static bool
is_late(void *arg)
{
	(void)arg;
	return too_long;
}

/* Returns 0 or -EREMOTE. Other import errors are reported, and do not prevent the export. */
static int
import_games(struct stick *s)
{
	struct usb_import i = { .link = &s->link,
				.may_continue = may_continue,
				.late = is_late,
				.games_max = USB_IMPORT_GAMES_MAX - s->imported };
	int err;

	alarm(USB_IMPORT_SECONDS_MAX);
	err = usb_import_run(&i, s->games, "import");
	if (err == 0)
		err = usb_import_run(&i, s->root, "");
	alarm(0);
	too_long = 0;
	s->imported += i.games;
	if (*i.error) {
		text_clean(s->about, sizeof(s->about), i.error);
		memcpy(s->file, i.file, sizeof(s->file));
		s->mistake = i.mistake;
	}
	return err;
}

static bool
step(void *user, uint32_t done)
{
	const struct cli_games *games = user;
	const size_t of = games->n;
	struct stick *s = games->arg;
	unsigned percent = 1 + (of ? (unsigned)((uint64_t)done * 100 / of) : 0);

	if (percent != s->percent)
		report(s, json_pack("{s:s,s:I,s:I}", "stage", "writing", "done", (json_int_t)done,
				    "of", (json_int_t)of));
	s->percent = percent;
	return !ended_by_signal;
}

static void
file(void *arg, const char *name, bool fresh)
{
	(void)arg;
	if (fresh)
		printf("%s\n", name);
}

/*
 * Keeps the daemon's reason for a refusal, to be shown until the stick is pulled; the stick has
 * no error.
 */
static int
refused(struct stick *s, const char *why)
{
	text_clean(s->about, sizeof(s->about), why);
	return -EBADMSG;
}

static int
list_games(struct stick *s, struct cli_games *games)
{
	if (cli_games_list(games) == CLI_OK)
		return 0;
	return s->link.gone ? -EREMOTE : refused(s, cli_said);
}

static int
export_games(struct stick *s)
{
	struct cli_games games = {
		.link = &s->link, .source.step = step, .source.file = file, .arg = s
	};
	struct export_job job = { .source = &games.source,
				  .folder = s->games,
				  .journal = games.journal,
				  .folder_games = USB_FOLDER_GAMES,
				  .traces = s->traces };
	int err = list_games(s, &games);

	if (err == 0) {
		err = export_run(&job);
		s->fresh += job.fresh;
		if (*job.taken && !*s->about)
			(void)snprintf(s->about, sizeof(s->about),
				       "%s is something else and was left alone.", job.taken);
		if (err == 0 && *games.unknown)
			err = refused(s, games.unknown);
		else if (err == -EBADMSG || err == -EEXIST)
			(void)refused(s, job.why);
		else if (err < 0)
			(void)cli_refused("%s", err == -EREMOTE ? "the daemon is gone" : job.why);
	}
	cli_games_free(&games);
	return err;
}

/* ---- the stick ---- */

/* Opens haloboard/ on the stick, made if it is missing. */
static int
games_open(struct stick *s)
{
	bool made = !s->read_only && mkdirat(s->root, "haloboard", 0777) == 0;

	if (!made && !s->read_only && errno != EEXIST)
		return -errno;
	/* See folder_open of export.c. */
	if (made && fsync(s->root) < 0 && errno != EINVAL)
		return -errno;
	s->games = usb_folder(s->root, "haloboard");
	if (s->games == -ENOTDIR || s->games == -ELOOP)
		return -EEXIST;
	if (s->games == -ENOENT && s->read_only)
		return -EROFS;
	return s->games < 0 ? s->games : 0;
}

static void
stick_close(struct stick *s)
{
	if (s->games >= 0)
		close(s->games);
	if (s->root >= 0)
		close(s->root);
	s->games = s->root = -1;
}

/* Does all work on the open stick. Returns 0 or -errno; -EREMOTE: the daemon was lost. */
static int
serve(struct stick *s)
{
	int err = games_open(s);

	if (err == 0)
		err = import_games(s);
	if (err == 0 && s->read_only)
		err = -EROFS;
	if (err == 0)
		err = export_games(s);
	if (s->root >= 0 && !s->read_only && syncfs(s->root) < 0 && err == 0)
		err = -errno;
	return err;
}

/* Returns NULL if no game has an error. */
static json_t *
mistake(const struct stick *s)
{
	const struct pgn_error *m = &s->mistake;

	return *s->file ? json_pack("{s:s,s:I,s:I,s:I,s:s,s:s}", "file", s->file, "line",
				    (json_int_t)m->line, "column", (json_int_t)m->column, "game",
				    (json_int_t)m->game, "move", m->move, "why", m->why)
			: NULL;
}

static int
finish(struct stick *s, int err)
{
	stick_close(s);
	switch (-err) {
	case 0:
		report(s, json_pack("{s:s,s:i,s:i,s:b,s:s,s:o*}", "stage", "done", "games",
				    (int)s->fresh, "imported", (int)s->imported, "mended",
				    s->mended, "about", s->about, "mistake", mistake(s)));
		printf("%s: %u new game%s written, %u read\n", s->device.name, s->fresh,
		       cli_s(s->fresh), s->imported);
		(void)fflush(stdout);
		return CLI_OK;
	case EBADMSG:
		return fail(s, "refused", s->about);
	case EREMOTE:
		return CLI_REFUSED;
	case EEXIST:
		return fail(s, "taken", *s->about ? s->about : "haloboard");
	default:
		return fail_medium(s, err, strerror(-err));
	}
}

/*
 * Waits until the stick is pulled, because the daemon shows the message only while this process
 * is connected.
 */
static void
wait_for_end(struct stick *s)
{
	struct sigaction end = { .sa_handler = SIG_DFL };
	json_t *message;

	(void)sigaction(SIGTERM, &end, NULL);
	(void)sigaction(SIGINT, &end, NULL);
	while (!ended_by_signal && (message = cli_receive(&s->link)))
		json_decref(message);
}

static bool
may_continue_repair(void *arg)
{
	return may_continue(arg) && !is_late(arg);
}

/*
 * Repairs an unclean stick. Returns CLI_OK if it is clean or read-only; else
 * the error is reported.
 */
static int
repair_unclean(struct stick *s)
{
	int err = s->device.read_only ? 0 : usb_unclean(&s->device);

	if (err == 0)
		return CLI_OK;
	if (err > 0) {
		report(s, json_pack("{s:s}", "stage", "mending"));
		alarm(USB_MEND_SECONDS_MAX);
		err = usb_mend(&s->device, may_continue_repair, NULL);
		alarm(0);
		too_long = 0;
	}
	if (err == 0) {
		s->mended = true;
		return CLI_OK;
	}
	if (is_pulled(s))
		return fail(s, "pulled", "");
	if (ended_by_signal)
		return fail(s, "broken-off", "");
	return fail(s, "unclean",
		    err == -ENOENT      ? "the program for it is not installed"
		    : err == -ETIMEDOUT ? "it takes too long"
					: strerror(-err));
}

static int
open_stick(struct stick *s)
{
	int err;

	if (s->folder) {
		s->root = open(s->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		return s->root < 0 ? cli_bad("%s: %s", s->folder, strerror(errno)) : CLI_OK;
	}
	err = repair_unclean(s);
	if (err != CLI_OK)
		return err;
	err = usb_mount(&s->device, &s->root, &s->read_only);
	if (err == -ENODEV)
		return fail(s, "foreign", *s->device.type ? s->device.type : "unknown");
	if (err == -EPERM)
		return cli_bad("%s: mounting needs CAP_SYS_ADMIN", s->device.node);
	if (err < 0)
		return is_pulled(s) ? fail(s, "pulled", "") : fail(s, "damaged", strerror(-err));
	return CLI_OK;
}

static int
run(struct stick *s)
{
	bool wanted;
	int err;

	if (connect_daemon(s, s->folder ? 1 : CONNECT_TRIES) != CLI_OK)
		return CLI_REFUSED;
	err = settings_ask(s, &wanted);
	if (err != CLI_OK || !wanted)
		return err;
	report(s, json_pack("{s:s}", "stage", "reading"));
	err = open_stick(s);
	if (err != CLI_OK)
		return err;
	/* Gives up all rights before the first byte of the stick's files is read. */
	err = usb_unprivileged();
	if (err < 0)
		return cli_bad("rights cannot be given up: %s", strerror(-err));
	return finish(s, serve(s));
}

/* Returns CLI_OK, or the exit status; errors are reported. */
static int
arguments(struct stick *s, int argc, char **argv)
{
	static const struct option options[] = {
		{ "socket", required_argument, NULL, 's' },
		{ "folder", required_argument, NULL, 'f' },
		{ "wait", no_argument, NULL, 'w' },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'v' },
		{ NULL, 0, NULL, 0 },
	};
	const char *socket = NULL;
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 's')
			socket = optarg;
		else if (c == 'f')
			s->folder = optarg;
		else if (c == 'w')
			s->wait = true;
		else if (c == 'h' || c == 'v')
			exit(fputs(c == 'h' ? usage : "halo-usb " HALO_VERSION "\n", stdout) < 0);
		else
			return cli_bad("what to do is not clear; see --help");
	}
	if (argc - optind != (s->folder ? 0 : 1))
		return cli_bad("a device or --folder is expected; see --help");
	if (!client_path(socket, s->socket))
		return cli_bad("no place for a socket");
	s->link.socket = s->socket;
	if (s->folder) {
		text_clean(s->device.name, sizeof(s->device.name), s->folder);
		return CLI_OK;
	}
	s->wait = true;
	c = usb_device_find(argv[optind], &s->device);
	return c < 0 ? cli_bad("%s: no such block device (%s)", argv[optind], strerror(-c))
		     : CLI_OK;
}

int
main(int argc, char **argv)
{
	struct sigaction end = { .sa_handler = on_signal };
	struct stick s = { .root = -1, .games = -1, .link.client.fd = -1 };
	int err;

	cli_program = "halo-usb";
	(void)sigaction(SIGTERM, &end, NULL);
	(void)sigaction(SIGINT, &end, NULL);
	(void)sigaction(SIGALRM, &end, NULL);
	(void)signal(SIGPIPE, SIG_IGN);
	err = arguments(&s, argc, argv);
	if (err != CLI_OK)
		return err;
	/*
	 * Does not serve a disk from which the machine runs, or a disk that is no removable
	 * stick.
	 */
	if (!s.folder && s.device.foreign)
		return printf("%s: not touched: %s\n", s.device.node, s.device.foreign) < 0;
	/* Only the first partition of a stick is reported as unreadable. */
	if (!s.folder && !s.device.first && !*s.device.type)
		return CLI_OK;
	err = run(&s);
	if (s.wait && !s.link.gone && s.link.hello)
		wait_for_end(&s);
	stick_close(&s);
	cli_link_close(&s.link);
	return err;
}
