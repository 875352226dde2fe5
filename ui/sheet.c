#include "ui/sheet.h"

#include <stdio.h>
#include <string.h>

#include "ui/panel.h"

void
sheet_points(unsigned points2, char text[12])
{
	if (points2 == 1)
		snprintf(text, 12, "\u00bd");
	else
		snprintf(text, 12, "%u%s", points2 / 2 % 10000, points2 % 2 != 0 ? "\u00bd" : "");
}

const char *
sheet_title(const struct ui_kept *k)
{
	const char *title = panel_of(k->game)->title;

	return title != NULL ? tr(title) : k->title;
}

bool
sheet_is_over(const struct ui_kept *k)
{
	return k->result[0] != '\0' && k->result[0] != '*';
}

bool
sheet_is_played(const struct ui_model *m, uint32_t id)
{
	return m->state.phase == UI_PHASE_PLAYING && m->state.game_id == id;
}

void
sheet_result(const struct ui_kept *k, char text[SHEET_RESULT_TEXT])
{
	bool score = k->result[0] != '\0' && strspn(k->result, "0123456789") == strlen(k->result);

	if (score) /* the partners' joint result */
		lang_print(text, SHEET_RESULT_TEXT, tr("score {1}"), k->result);
	else
		snprintf(text, SHEET_RESULT_TEXT, "%s",
			 sheet_is_over(k) ? tr(k->result) : tr("unfinished"));
}

/* Writes a reason in the words of the result page; of an unknown code, its own. */
static void
reason_print(const char *code, char text[SHEET_FAR_TEXT])
{
	static const struct {
		const char *code, *words;
	} rows[] = {
		{ "resignation", N_("resigned") },
		{ "agreed", N_("agreed") },
		{ "threefold", N_("claimed, the position stood three times") },
		{ "fifty", N_("claimed, 50 moves without a capture or a pawn move") },
		{ "time", N_("out of time") },
	};
	const char *of_rules = rules_reason_words(code);
	char words[UI_NAME_TEXT];

	if (of_rules != NULL) {
		snprintf(text, SHEET_FAR_TEXT, "%s", tr(of_rules));
		return;
	}
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (strcmp(rows[i].code, code) == 0) {
			snprintf(text, SHEET_FAR_TEXT, "%s", tr(rows[i].words));
			return;
		}
	snprintf(words, sizeof(words), "%s", code);
	for (char *c = strchr(words, '-'); c != NULL; c = strchr(c, '-'))
		*c = ' ';
	snprintf(text, SHEET_FAR_TEXT, "%s", tr(words));
}

/*
 * Formats why the game ended, else its length, which distinguishes a resumed game
 * from its earlier state.
 */
static void
end_format(const struct ui_kept *k, char room[SHEET_FAR_TEXT])
{
	if (strcmp(k->result, "lost") == 0 && strcmp(k->reason, "resignation") == 0)
		snprintf(room, SHEET_FAR_TEXT, "%s", tr("given up")); /* partners have no winner */
	else if (sheet_is_over(k) || k->reason[0] != '\0' || k->actions == 0)
		reason_print(k->reason, room);
	else
		lang_print(room, SHEET_FAR_TEXT, tr("{1} played"), LANG_N(k->actions));
}

/* Writes a date, "2026.01.31", as the language does; one that is not known as it is. */
static void
date_print(const char *date, char text[UI_WORD_TEXT])
{
	unsigned year, month, day;
	char part[3][8];

	snprintf(text, UI_WORD_TEXT, "%s", date);
	if (sscanf(date, "%4u.%2u.%2u", &year, &month, &day) != 3)
		return;
	snprintf(part[0], sizeof(part[0]), "%04u", year % 10000);
	snprintf(part[1], sizeof(part[1]), "%02u", month % 100);
	snprintf(part[2], sizeof(part[2]), "%02u", day % 100);
	/* TRANSLATORS: a date: {1} year, {2} month, {3} day */
	lang_print(text, UI_WORD_TEXT, tr("{1}-{2}-{3}"), part[0], part[1], part[2]);
}

void
sheet_game(const struct page_draw *d, struct rect box, const struct ui_kept *k)
{
	char line[2 * UI_NAME_TEXT + 2 * UI_PLAYER_TEXT + 24], result[SHEET_RESULT_TEXT],
		far[SHEET_FAR_TEXT], date[UI_WORD_TEXT];
	int half = box.h / 2, date_w = 6 * d->g->small_px;

	end_format(k, far);
	snprintf(line, sizeof(line), "%s%s%s", sheet_title(k), k->players[0] != '\0' ? ": " : "",
		 k->players);
	date_print(k->date, date);
	draw_text(d->l, PAL_TEXT_DIM, rect_of(box.x + box.w - date_w, box.y, date_w, half),
		  d->g->small_px, DRAW_RIGHT, date);
	draw_text(d->l, PAL_TEXT, rect_of(box.x, box.y, box.w - date_w, half), d->g->small_px, 0,
		  line);
	sheet_result(k, result);
	draw_textf(d->l, sheet_is_over(k) ? PAL_TEXT_DIM : PAL_TEXT_SHOWN,
		   rect_of(box.x, box.y + half, box.w, half), d->g->small_px, 0, "%s  %s%s%s",
		   result, far, k->event[0] != '\0' ? "  " : "", k->event);
}

enum { SCORE_SHORT = 12 }; /* bytes of a name that fits one line */

int
sheet_scores(const struct page_draw *d, struct rect box)
{
	const struct ui_sheet *s = &d->m->sheet;
	int line = d->g->list_line, y = box.y;
	bool narrow = box.w < measure(d->g, WIDTH_COLUMN) + measure(d->g, WIDTH_SHORT);
	int points_w = box.w / 5, counts_w = narrow ? 0 : box.w * 2 / 5;

	for (unsigned i = 0; i < s->n_scores; i++) {
		const struct ui_score *p = &s->score[i];
		int high = strlen(p->name) > SCORE_SHORT ? 2 * line : line;
		char text[12];

		if (y + high > box.y + box.h)
			break;
		sheet_points(p->points2, text);
		draw_text(d->l, PAL_TEXT, rect_of(box.x, y, box.w - points_w - counts_w, high),
			  d->g->small_px, high > line ? DRAW_TOP : 0, p->name);
		if (!narrow)
			draw_textf(d->l, PAL_TEXT_DIM,
				   rect_of(box.x + box.w - points_w - counts_w, y, counts_w, line),
				   d->g->small_px, DRAW_CENTRE, "%u / %u / %u", p->won, p->drawn,
				   p->lost);
		draw_text(d->l, PAL_TEXT, rect_of(box.x + box.w - points_w, y, points_w, line),
			  d->g->small_px, DRAW_BOLD | DRAW_RIGHT, text);
		y += high;
	}
	return y - box.y;
}

void
sheet_work_far(const struct ui_work *w, char text[SHEET_FAR_TEXT])
{
	if (w->of > 0)
		lang_print(text, SHEET_FAR_TEXT, tr("{1} of {2}"), LANG_N(w->done), LANG_N(w->of));
	else
		snprintf(text, SHEET_FAR_TEXT, "%u", w->done);
}
