/* What is said about USB sticks. */
#include <string.h>

#include "daemon/words/say.h"
#include "daemon/words/words.h"
#include "hw/text/text.h"

enum { NAME = 41 }; /* bytes of a stick's name that are said, its NUL included */

static const char *
cut(const char *text, char *out, size_t size)
{
	text_copy(out, size, text);
	return out;
}

static void
say_of(const char *name, enum say what, char out[WORDS_LINE])
{
	char short_name[NAME];

	*out = '\0';
	say_with(out, WORDS_LINE, what, SAY_ARGS(cut(name, short_name, NAME)));
}

void
words_stick_waiting(const char *name, char out[WORDS_LINE])
{
	say_of(name, SAY_STICK_WAITING, out);
}

void
words_stick_reading(const char *name, char out[WORDS_LINE])
{
	say_of(name, SAY_STICK_READING, out);
}

void
words_stick_mending(const char *name, char out[WORDS_LINE])
{
	say_of(name, SAY_STICK_MENDING, out);
}

void
words_stick_writing(const char *name, unsigned done, unsigned of, char out[WORDS_LINE])
{
	char short_name[NAME], a[WORDS_NUMBER], b[WORDS_NUMBER];

	*out = '\0';
	say_with(out, WORDS_LINE, SAY_STICK_WRITING,
		 SAY_ARGS(cut(name, short_name, NAME), words_number(done, a), words_number(of, b)));
}

/* A blank between two sentences. */
static void
blank(char out[WORDS_LINE])
{
	size_t at = strlen(out);

	if (at + 1 < WORDS_LINE)
		memcpy(out + at, " ", 2);
}

static void
say_read(unsigned imported, char out[WORDS_LINE])
{
	char n[WORDS_NUMBER];

	blank(out);
	if (imported == 1)
		say_plain(out, WORDS_LINE, SAY_STICK_READ_ONE);
	else
		say_with(out, WORDS_LINE, SAY_STICK_READ, SAY_ARGS(words_number(imported, n)));
}

static void
say_done(const char *name, unsigned games, unsigned imported, bool mended, char out[WORDS_LINE])
{
	char n[WORDS_NUMBER], short_name[NAME];

	*out = '\0';
	cut(name, short_name, NAME);
	if (games == 1)
		say_with(out, WORDS_LINE, SAY_STICK_DONE_ONE, SAY_ARGS(short_name));
	else
		say_with(out, WORDS_LINE, SAY_STICK_DONE,
			 SAY_ARGS(short_name, words_number(games, n)));
	if (imported > 0)
		say_read(imported, out);
	if (mended) {
		blank(out);
		say_plain(out, WORDS_LINE, SAY_STICK_MENDED);
	}
}

void
words_stick_done(const char *name, unsigned games, unsigned imported, bool mended,
		 const char *about, char out[WORDS_LINE])
{
	size_t at;

	say_done(name, games, imported, mended, out);
	/* What went wrong, and in which line, counts for more than that all went well. */
	if (strlen(out) + strlen(about) + 2 > WORDS_LINE)
		say_done(name, games, imported, false, out);
	if (strlen(out) + strlen(about) + 2 > WORDS_LINE)
		say_done(name, games, 0, false, out);
	if (*about)
		blank(out);
	at = strlen(out);
	text_copy(out + at, WORDS_LINE - at, about);
}

/* Which sentence, and whether it says what it is about. */
static const struct {
	enum say what;
	bool about;
} failed[WORDS_STICKS] = {
	[WORDS_STICK_FULL] = { SAY_STICK_FULL, false },
	[WORDS_STICK_CROWDED] = { SAY_STICK_CROWDED, false },
	[WORDS_STICK_READ_ONLY] = { SAY_STICK_READ_ONLY, false },
	[WORDS_STICK_PULLED] = { SAY_STICK_PULLED, false },
	[WORDS_STICK_DAMAGED] = { SAY_STICK_DAMAGED, true },
	[WORDS_STICK_UNCLEAN] = { SAY_STICK_UNCLEAN, true },
	[WORDS_STICK_FOREIGN] = { SAY_STICK_FOREIGN, true },
	[WORDS_STICK_TAKEN] = { SAY_STICK_TAKEN, true },
	[WORDS_STICK_FAILS] = { SAY_STICK_FAILS, true },
	[WORDS_STICK_REFUSED] = { SAY_STICK_REFUSED, true },
	[WORDS_STICK_BROKEN_OFF] = { SAY_STICK_BROKEN_OFF, false },
};

/* What it is about takes what room the sentence leaves. */
void
words_stick_failed(const char *name, enum words_stick why, const char *about, char out[WORDS_LINE])
{
	char short_name[NAME], short_about[WORDS_LINE];

	if (!failed[why].about) {
		say_of(name, failed[why].what, out);
		return;
	}
	*out = '\0';
	cut(name, short_name, NAME);
	say_with(out, WORDS_LINE, failed[why].what, SAY_ARGS(short_name, ""));
	cut(about, short_about, WORDS_LINE - strlen(out));
	*out = '\0';
	say_with(out, WORDS_LINE, failed[why].what, SAY_ARGS(short_name, short_about));
}
