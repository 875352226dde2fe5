#include "hw/virtual/field.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

bool
man_parse(const char *text, struct man *man)
{
	if (text[0] == '\0' || !strchr("pnbrqkcmsPNBRQKCMS", text[0]))
		return false;
	if (text[1] != '\0' && (!strchr("*^@", text[1]) || text[2] != '\0'))
		return false;
	*man = (struct man){ .letter = text[0], .mark = text[1] };
	return true;
}

bool
man_is_white(struct man man)
{
	return man.letter >= 'A' && man.letter <= 'Z';
}

int
square_parse(const char *text, unsigned files, unsigned ranks)
{
	unsigned file = (unsigned)(unsigned char)text[0] - 'a';
	unsigned rank;

	if (text[0] == '\0' || text[1] == '\0' || text[2] != '\0')
		return -1;
	rank = (unsigned)(unsigned char)text[1] - '1';
	return file < files && rank < ranks ? (int)(rank * files + file) : -1;
}

void
square_name(unsigned sq, unsigned files, char out[3])
{
	out[0] = (char)('a' + sq % files);
	out[1] = (char)('1' + sq / files);
	out[2] = '\0';
}

enum {
	SMALL = 8, /* files and ranks of a smaller game's board */
};

/* The parsed text of a field, before it is placed on a board. */
struct sketch {
	unsigned files, ranks;
	struct man men[BOARD_RANKS_MAX][BOARD_FILES_MAX]; /* top rank first */
};

/* Parses one rank up to '/' or the end; returns the rest, or NULL with why. */
static const char *
sketch_rank(const char *p, struct man *row, unsigned *files, char why[FIELD_WHY_MAX])
{
	unsigned file = 0;

	while (*p != '\0' && *p != '/') {
		if (isdigit((unsigned char)*p)) {
			unsigned run = (unsigned)(*p++ - '0');

			if (isdigit((unsigned char)*p))
				run = run * 10 + (unsigned)(*p++ - '0');
			if (run == 0 || file + run > BOARD_FILES_MAX) {
				snprintf(why, FIELD_WHY_MAX,
					 "a run of %u empty squares does not fit", run);
				return NULL;
			}
			file += run;
			continue;
		}
		char one[3] = { p[0], p[0] && strchr("*^@", p[1]) ? p[1] : '\0', '\0' };

		if (file >= BOARD_FILES_MAX || !man_parse(one, &row[file])) {
			snprintf(why, FIELD_WHY_MAX,
				 file >= BOARD_FILES_MAX ? "a rank is too long at '%c'"
							 : "'%c' is not a piece",
				 *p);
			return NULL;
		}
		p += strlen(one);
		file++;
	}
	*files = file;
	return p;
}

static int
sketch_parse(const char *text, struct sketch *s, char why[FIELD_WHY_MAX])
{
	const char *p = text;

	for (;;) {
		unsigned files = 0;

		if (s->ranks == BOARD_RANKS_MAX) {
			snprintf(why, FIELD_WHY_MAX, "more than %d ranks", BOARD_RANKS_MAX);
			return -1;
		}
		p = sketch_rank(p, s->men[s->ranks], &files, why);
		if (!p)
			return -1;
		if (files == 0 || (s->ranks > 0 && files != s->files)) {
			snprintf(why, FIELD_WHY_MAX, "rank %u from the top has %u squares",
				 s->ranks + 1, files);
			return -1;
		}
		s->files = files;
		s->ranks++;
		if (*p == '\0')
			return 0;
		p++;
	}
}

/* Locates a1 of an 8 x 8 game; returns false if the board is too small. */
static bool
home_of_small(const struct board *b, unsigned *file, unsigned *rank)
{
	bool larger = b->files > SMALL || b->ranks > SMALL;

	*file = larger ? b->home_file : 0;
	*rank = larger ? b->home_rank : 0;
	return *file + SMALL <= b->files && *rank + SMALL <= b->ranks;
}

int
square_of_game(const char *text, const struct board *b)
{
	int sq = square_parse(text, SMALL, SMALL);
	unsigned file, rank;

	if (sq < 0 || !home_of_small(b, &file, &rank))
		return -1;
	return (int)(((unsigned)sq / SMALL + rank) * b->files + (unsigned)sq % SMALL + file);
}

bool
square_name_in_game(unsigned sq, const struct board *b, char out[3])
{
	unsigned file, rank, f = sq % b->files, r = sq / b->files;

	if (!home_of_small(b, &file, &rank) || f < file || r < rank || f - file >= SMALL ||
	    r - rank >= SMALL)
		return false;
	square_name((r - rank) * SMALL + f - file, SMALL, out);
	return true;
}

int
field_parse(const char *text, const struct board *b, struct man *men, char why[FIELD_WHY_MAX])
{
	struct sketch s = { 0 };
	unsigned file0 = 0, rank0 = 0;

	if (sketch_parse(text, &s, why) < 0)
		return -1;
	if (s.files == SMALL && s.ranks == SMALL && home_of_small(b, &file0, &rank0)) {
		; /* placed at home */
	} else if (s.files != b->files || s.ranks != b->ranks) {
		snprintf(why, FIELD_WHY_MAX, "a field of %u x %u does not fit a board of %u x %u",
			 s.files, s.ranks, b->files, b->ranks);
		return -1;
	}
	memset(men, 0, sizeof(*men) * b->files * b->ranks);
	for (unsigned r = 0; r < s.ranks; r++)
		for (unsigned f = 0; f < s.files; f++)
			men[(rank0 + s.ranks - 1 - r) * b->files + file0 + f] = s.men[r][f];
	return 0;
}

static char *
print_run(char *p, unsigned run)
{
	return run ? p + sprintf(p, "%u", run) : p;
}

void
field_print(const struct board *b, const struct man *men, char out[FIELD_TEXT_MAX])
{
	char *p = out;

	for (unsigned rank = b->ranks; rank-- > 0;) {
		unsigned run = 0;

		for (unsigned file = 0; file < b->files; file++) {
			struct man man = men[rank * b->files + file];

			if (!man.letter) {
				run++;
				continue;
			}
			p = print_run(p, run);
			run = 0;
			*p++ = man.letter;
			if (man.mark)
				*p++ = man.mark;
		}
		p = print_run(p, run);
		if (rank > 0)
			*p++ = '/';
	}
	*p = '\0';
}
