/* What is said about USB sticks. */
#include <stdio.h>

#include "daemon/words/words.h"

static const char *
s_of(unsigned n)
{
	return n == 1 ? "" : "s";
}

void
words_stick_reading(const char *name, char out[WORDS_LINE])
{
	(void)snprintf(out, WORDS_LINE,
		       "Looking what is on the USB stick %.40s. Do not pull it out yet.", name);
}

void
words_stick_writing(const char *name, unsigned done, unsigned of, char out[WORDS_LINE])
{
	(void)snprintf(out, WORDS_LINE,
		       "Games go to the USB stick %.40s: %u of %u. Do not pull it out yet.", name,
		       done, of);
}

void
words_stick_done(const char *name, unsigned games, unsigned imported, const char *about,
		 char out[WORDS_LINE])
{
	char read[48] = "";

	if (imported > 0)
		(void)snprintf(read, sizeof(read), " %u game%s read from it.", imported,
			       imported == 1 ? " was" : "s were");
	(void)snprintf(out, WORDS_LINE,
		       "You may pull the USB stick %.32s out now: %u new game%s written.%s%s%.80s",
		       name, games, s_of(games), read, *about ? " " : "", about);
}

/* Before its name, behind it, and behind what it is about. */
static const struct {
	const char *before, *behind, *end;
} failed[WORDS_STICKS] = {
	[WORDS_STICK_FULL] = { "the USB stick ",
			       " is full: what fitted is on it; make room, and plug it in "
			       "again for the rest" },
	[WORDS_STICK_READ_ONLY] = { "the USB stick ",
				    " is write-protected: no game could be written to it" },
	[WORDS_STICK_PULLED] = { "the USB stick ",
				 " was pulled out too early: nothing is lost; plug it in again "
				 "for the rest" },
	[WORDS_STICK_DAMAGED] = { "the USB stick ", " cannot be read (",
				  "): let a computer check or format it" },
	[WORDS_STICK_FOREIGN] = { "the USB stick ",
				  " is formatted in a way that is not known here (",
				  "): vfat, exfat or ext4 are" },
	[WORDS_STICK_TAKEN] = { "on the USB stick ", " something else has the name ",
				": rename it, and plug the stick in again" },
	[WORDS_STICK_FAILS] = { "the USB stick ", " does not work (",
				"): nothing is lost; try again, or take another one" },
	[WORDS_STICK_REFUSED] = { "not everything could be written to the USB stick ", ": ", "" },
	[WORDS_STICK_BROKEN_OFF] = { "writing to the USB stick ",
				     " was broken off: plug it in again for the rest" },
};

void
words_stick_failed(const char *name, enum words_stick why, const char *about, char out[WORDS_LINE])
{
	const char *end = failed[why].end;

	(void)snprintf(out, WORDS_LINE, "%s%.32s%s%.80s%s", failed[why].before, name,
		       failed[why].behind, end ? about : "", end ? end : "");
}
