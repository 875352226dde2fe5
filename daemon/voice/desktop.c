/* The desktop's speech-dispatcher, with the voice that its user chose. It is never started here. */
#include <libspeechd.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#include "daemon/voice/speaker.h"

static SPDConnection *server;
static int said;        /* the number of the text that began last */
static atomic_int done; /* of the one that ended last */

/* Runs in the library's thread. */
static void
on_end(size_t text, size_t client, SPDNotificationType type)
{
	(void)client;
	(void)type;
	if ((int)text > atomic_load(&done)) /* a cancelled text may be reported late */
		atomic_store(&done, (int)text);
}

int
desktop_open(void)
{
	char *why = NULL;

	server = spd_open2("halo-voice", "main", NULL, SPD_MODE_THREADED, NULL, 0, &why);
	if (!server) {
		free(why);
		return -1;
	}
	server->callback_end = server->callback_cancel = on_end;
	(void)spd_set_notification_on(server, SPD_END);
	(void)spd_set_notification_on(server, SPD_CANCEL);
	return 0;
}

void
desktop_close(void)
{
	spd_close(server);
	server = NULL;
}

void
desktop_set(const char *language, unsigned volume)
{
	(void)spd_set_language(server, language);
	(void)spd_set_volume(server, (int)volume * 2 - 100); /* its range is -100 to 100 */
}

int
desktop_say(const char *text)
{
	said = spd_say(server, SPD_MESSAGE, text);
	return said > 0 ? 0 : -1;
}

void
desktop_cancel(void)
{
	(void)spd_cancel(server);
}

bool
desktop_is_busy(void)
{
	return said > 0 && atomic_load(&done) != said;
}
