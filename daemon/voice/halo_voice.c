/*
 * halo-voice: a client of halod that speaks what its states say (docs/by-ear.md). It needs no right
 * and changes nothing, so the game never waits for it.
 */
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/voice/say.h"
#include "daemon/voice/speaker.h"
#include "hw/client/client.h"
#include "hw/client/stop.h"

enum {
	AGAIN_MS = 1000, /* until the next attempt to connect, or to open the voice */
	LOOK_MS = 50,    /* between two looks at whether a text is still being said */
	RATE = 150,
	TEXT_MOST_MS = 120000, /* after that a text counts as said: the voice may have ended meanwhile */
};

static const char usage[] =
	"usage: halo-voice [--socket PATH] [--rate WORDS] [--wav DIR]\n"
	"\n"
	"Speaks moves, questions and guidance of halod's board, if its setting 'speech' is on:\n"
	"by speech-dispatcher if it runs, else by espeak-ng.\n"
	"\n"
	"  --socket PATH   the daemon's, instead of the usual places\n"
	"  --rate WORDS    words a minute, of espeak-ng (150)\n"
	"  --wav DIR       writes each text to a file in DIR instead of speaking it\n"
	"  --help, --version\n";

static struct {
	const char *socket;
	struct speaker_config speaker;
	struct client link;
	struct say say;
	bool open;        /* the speaker is */
	int64_t again_ms; /* the next attempt */
	int64_t until_ms; /* when the text that is being said counts as said */
	char why[CLIENT_WHY_MAX]; /* the last reported error */
} voice = { .speaker.rate = RATE, .again_ms = 0 };

/* Reports an error once. */
static void __attribute__((format(printf, 1, 2)))
report(const char *fmt, ...)
{
	char why[CLIENT_WHY_MAX];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(why, sizeof(why), fmt, ap); /* NOLINT(clang-analyzer-valist.*) */
	va_end(ap);
	if (strcmp(why, voice.why) == 0)
		return;
	memcpy(voice.why, why, sizeof(why));
	fprintf(stderr, "halo-voice: %s\n", why);
}

static int64_t
now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- halod ---- */

static uint32_t
number_of(const json_t *o, const char *key)
{
	return (uint32_t)json_integer_value(json_object_get(o, key));
}

static void
hush(void)
{
	speaker_cancel();
	say_reset(&voice.say);
}

static void
take_state(const json_t *o)
{
	const json_t *spoken = json_object_get(o, "spoken"), *settings = json_object_get(o, "settings");
	const json_t *moves = json_object_get(spoken, "moves");
	const char *language = client_text(settings, "language");
	struct say_state s = { .game = number_of(spoken, "game"),
			       .final = number_of(o, "n_actions"),
			       .from = number_of(spoken, "moves_from"),
			       .message = client_text(spoken, "message"),
			       .asked = number_of(spoken, "asked"),
			       .answer = client_text(spoken, "answer") };
	size_t i;
	json_t *move;

	if (!json_is_object(spoken) || number_of(settings, "volume") == 0) {
		if (voice.say.begun)
			hush();
		return;
	}
	json_array_foreach(moves, i, move)
		if (s.n < SAY_MOVES && json_is_string(move))
			s.move[s.n++] = json_string_value(move);
	speaker_set(*language ? language : "en", number_of(settings, "volume"));
	say_take(&voice.say, &s, now_ms());
}

static void
disconnect(const char *why)
{
	report("%s", why);
	client_close(&voice.link);
	hush();
	voice.again_ms = now_ms() + AGAIN_MS;
}

static void
dial(void)
{
	if (client_open(&voice.link, voice.socket) == 0) {
		report("connected");
		return;
	}
	report("%s", voice.link.why);
	voice.again_ms = now_ms() + AGAIN_MS;
}

static void
serve_link(void)
{
	json_t *o = NULL;
	int got = client_receive(&voice.link);

	while (got >= 0 && voice.link.fd >= 0 && (got = client_message(&voice.link, &o)) > 0) {
		if (strcmp(client_text(o, "kind"), "state") == 0)
			take_state(o);
		json_decref(o);
	}
	if (got < 0)
		disconnect(voice.link.why);
}

/* ---- the loop ---- */

/* Begins what is to be said now. A voice that fails is opened again. */
static void
speak(void)
{
	struct say_order o;

	if (voice.say.speaking != SAY_NOTHING &&
	    (!speaker_is_busy() || now_ms() >= voice.until_ms))
		say_done(&voice.say);
	while ((o = say_next(&voice.say, now_ms())).text) {
		if (o.cancels)
			speaker_cancel();
		if (speaker_say(o.text) < 0) {
			speaker_close();
			voice.open = false;
			/* The next connection repeats the state, the language and the volume. */
			disconnect("the voice fails");
			return;
		}
		voice.until_ms = now_ms() + TEXT_MOST_MS;
		if (!speaker_is_busy())
			say_done(&voice.say);
	}
}

static int64_t
deadline(void)
{
	int64_t d = say_deadline(&voice.say), look = now_ms() + LOOK_MS;

	if ((!voice.open || voice.link.fd < 0) && voice.again_ms < d)
		d = voice.again_ms;
	return voice.say.speaking != SAY_NOTHING && look < d ? look : d;
}

/* Opens what is closed. */
static void
open_all(void)
{
	if (voice.again_ms > now_ms())
		return;
	voice.again_ms = now_ms() + AGAIN_MS;
	if (!voice.open && speaker_open(&voice.speaker) < 0)
		report("neither speech-dispatcher nor a sound device is there");
	else
		voice.open = true;
	if (voice.open && voice.link.fd < 0)
		dial();
}

static void
run(const volatile sig_atomic_t *stopped)
{
	struct pollfd f = { .events = POLLIN };
	sigset_t none;

	(void)sigemptyset(&none);
	client_start(&voice.link, -1);
	say_reset(&voice.say);
	while (!*stopped) {
		struct timespec most;
		int64_t d, ms;

		if (!voice.open || voice.link.fd < 0)
			open_all();
		if (voice.open)
			speak();
		d = deadline();
		ms = d == SAY_NEVER || d < now_ms() ? 0 : d - now_ms();
		most = (struct timespec){ .tv_sec = (time_t)(ms / 1000), .tv_nsec = (long)(ms % 1000 * 1000000) };
		f.fd = voice.link.fd;
		f.revents = 0;
		if (ppoll(&f, 1, d == SAY_NEVER ? NULL : &most, &none) > 0 && f.revents)
			serve_link();
	}
	client_close(&voice.link);
	hush();
	speaker_close();
}

/* Returns -1 to go on, or the exit status. */
static int
parse(int argc, char **argv)
{
	static const struct option options[] = {
		{ "socket", required_argument, NULL, 's' },
		{ "rate", required_argument, NULL, 'r' },
		{ "wav", required_argument, NULL, 'w' },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'v' },
		{ NULL, 0, NULL, 0 },
	};
	char *end;
	int id;

	while ((id = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (id) {
		case 's':
			voice.socket = optarg;
			break;
		case 'r':
			voice.speaker.rate = (int)strtol(optarg, &end, 10);
			if (*end)
				voice.speaker.rate = 0; /* refused below */
			break;
		case 'w':
			voice.speaker.wav = optarg;
			break;
		case 'h':
			(void)fputs(usage, stdout);
			return 0;
		case 'v':
			puts("halo-voice " HALO_VERSION);
			return 0;
		default:
			return 2;
		}
	}
	if (optind < argc || voice.speaker.rate < 80 || voice.speaker.rate > 450) {
		fprintf(stderr, optind < argc ? "halo-voice: unexpected argument\n"
					      : "halo-voice: --rate: expected 80 to 450 words a minute\n");
		return 2;
	}
	return -1;
}

int
main(int argc, char **argv)
{
	int status = parse(argc, argv);

	if (status >= 0)
		return status;
	run(client_stop_flag());
	return 0;
}
