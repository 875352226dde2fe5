/* Sentences about USB sticks. */
#include <string.h>

#include "hw/lang/lang.h"
#include "daemon/words/words.h"
#include "hw/text/text.h"

enum { NAME = 41 }; /* bytes of a stick's name in a sentence, its NUL included */

static const char *
cut(const char *text, char *out, size_t size)
{
	text_copy(out, size, text);
	return out;
}

void
words_stick_busy(enum words_stick_stage stage, const char *name, unsigned done, unsigned of,
		 char out[WORDS_LINE])
{
	static const char *const text[] = {
		[WORDS_STICK_WAITING] =
			N_("The USB stick {1} waits until the record of games is repaired. Do not "
			   "pull it out yet."),
		[WORDS_STICK_READING] = N_("Reading the USB stick {1}. Do not pull it out yet."),
		[WORDS_STICK_MENDING] =
			N_("The USB stick {1} was pulled out too early the last time, and is "
			   "mended first. Do not pull it out yet."),
		[WORDS_STICK_WRITING] = N_("Games go to the USB stick {1}: {2} of {3}. Do not pull "
					   "it out yet."),
	};
	char short_name[NAME];

	cut(name, short_name, NAME);
	if (stage == WORDS_STICK_WRITING)
		lang_print(out, WORDS_LINE, tr(text[stage]), short_name, LANG_N(done), LANG_N(of));
	else
		lang_print(out, WORDS_LINE, tr(text[stage]), short_name);
}

/* Appends a space between two sentences. */
static void
blank(char out[WORDS_LINE])
{
	size_t at = strlen(out);

	if (at + 1 < WORDS_LINE)
		memcpy(out + at, " ", 2);
}

static void
append_imported(unsigned imported, char out[WORDS_LINE])
{
	blank(out);
	if (imported == 1)
		lang_append(out, WORDS_LINE, tr("1 game was read from it."));
	else
		lang_append(out, WORDS_LINE, tr("{1} games were read from it."), LANG_N(imported));
}

static void
write_done(const char *name, unsigned games, unsigned imported, bool mended, char out[WORDS_LINE])
{
	char short_name[NAME];

	cut(name, short_name, NAME);
	if (games == 1)
		lang_print(out, WORDS_LINE,
			   tr("You may pull the USB stick {1} out now: 1 new game written."),
			   short_name);
	else
		lang_print(out, WORDS_LINE,
			   tr("You may pull the USB stick {1} out now: {2} new games written."),
			   short_name, LANG_N(games));
	if (imported > 0)
		append_imported(imported, out);
	if (mended) {
		blank(out);
		lang_append(out, WORDS_LINE,
			    tr("It had been pulled out too early, and was repaired."));
	}
}

void
words_stick_done(const char *name, unsigned games, unsigned imported, bool mended,
		 const char *about, char out[WORDS_LINE])
{
	size_t at;

	write_done(name, games, imported, mended, out);
	/* An error and its line are more important than the details of a success. */
	if (strlen(out) + strlen(about) + 2 > WORDS_LINE)
		write_done(name, games, imported, false, out);
	if (strlen(out) + strlen(about) + 2 > WORDS_LINE)
		write_done(name, games, 0, false, out);
	if (*about)
		blank(out);
	at = strlen(out);
	text_copy(out + at, WORDS_LINE - at, about);
}

static const char *const failed[WORDS_STICKS] = {
	[WORDS_STICK_FULL] = N_("the USB stick {1} is full: some games were written; free some "
				"space and plug it in again for the rest"),
	[WORDS_STICK_READ_ONLY] =
		N_("the USB stick {1} is write-protected: no game could be written to it"),
	[WORDS_STICK_PULLED] = N_("the USB stick {1} was pulled out too early: nothing is lost; "
				  "plug it in again for the rest"),
	[WORDS_STICK_DAMAGED] =
		N_("the USB stick {1} cannot be read ({2}): let a computer check or format it"),
	[WORDS_STICK_UNCLEAN] =
		N_("the USB stick {1} was pulled out too early the last time, and could not be "
		   "mended here ({2}): let a computer check it; nothing was written to it"),
	[WORDS_STICK_FOREIGN] = N_("the USB stick {1} has a file system that is not supported "
				   "({2}): use vfat, exfat or ext4"),
	[WORDS_STICK_TAKEN] = N_("on the USB stick {1} something else has the name {2}: rename it, "
				 "and plug the stick in again"),
	[WORDS_STICK_FAILS] = N_("the USB stick {1} does not work ({2}): nothing is lost; try "
				 "again, or take another one"),
	[WORDS_STICK_REFUSED] = N_("not everything could be written to the USB stick {1}: {2}"),
	[WORDS_STICK_BROKEN_OFF] =
		N_("writing to the USB stick {1} was broken off: plug it in again for the rest"),
};

/* Cuts `about` to the room that the sentence leaves. */
void
words_stick_failed(const char *name, enum words_stick why, const char *about, char out[WORDS_LINE])
{
	char short_name[NAME], short_about[WORDS_LINE];
	const char *text = tr(failed[why]);

	cut(name, short_name, NAME);
	if (!strstr(text, "{2}")) {
		lang_print(out, WORDS_LINE, text, short_name);
		return;
	}
	lang_print(out, WORDS_LINE, text, short_name, "");
	cut(about, short_about, WORDS_LINE - strlen(out));
	lang_print(out, WORDS_LINE, text, short_name, short_about);
}
