/*
 * One card that reports a problem or a request. Only the first applicable one
 * is shown: a refusal by the daemon, a promotion to choose, an illegal move and
 * the way back, a USB stick, the game's result, faults.
 */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/page_now.h"
#include "ui/panel.h"
#include "ui/seat.h"
#include "ui/secret.h"
#include "ui/sheet.h"

struct notice {
	enum palette ground, title_ink, text_ink;
	char title[UI_NAME_TEXT];
	char text[2 * UI_SENTENCE_TEXT];
	bool target; /* a touch opens a page */
	bool is_long;
};

static struct notice
warning(const char *title, const char *text)
{
	struct notice n = { .ground = PAL_WARN,
			    .title_ink = PAL_TEXT_WARN,
			    .text_ink = PAL_TEXT,
			    .is_long = true };

	snprintf(n.title, sizeof(n.title), "%s", title);
	snprintf(n.text, sizeof(n.text), "%s", text);
	return n;
}

/* A card that reports no fault. */
static struct notice
report(const char *title, const char *text)
{
	struct notice n = warning(title, text);

	n.ground = PAL_CARD;
	n.title_ink = PAL_TEXT_SHOWN;
	n.is_long = false;
	return n;
}

bool
notice_is_of_sensors(const struct ui_state *s)
{
	return s->guidance.on && !sqset_empty(s->suspects);
}

enum { DUE_SHORT = 72 }; /* bytes of a text that fits the small notice */

/* Reports whether pieces go back because the last move asked for a capture in vain: no error. */
static bool
is_after_no(const struct ui_state *s)
{
	return !s->refusal.on && s->n_moves > 0 &&
	       s->move[s->n_moves - 1].effect == UI_EFFECT_NO_CAPTURE;
}

/* Explains an illegal move, the way back to a known position, or both. */
static struct notice
refusal_notice(const struct ui_state *s)
{
	const struct ui_guidance *a = &s->guidance;
	struct notice n =
		warning(s->refusal.on && secret_has(s, "transfer:") ? tr("No stone goes there")
			: s->refusal.on                             ? tr("Not a legal move")
			: a->due                                    ? tr("On the board")
			: a->onward                                 ? tr("Half made")
			: a->idle                                   ? tr("No move for this piece")
			: a->rank > 0                               ? tr("Set-up")
			: is_after_no(s)                            ? tr("Pieces back")
								    : tr("Put the board right"),
			s->refusal.on ? s->refusal.text : a->text);
	size_t len = strlen(n.text);

	if (!s->refusal.on &&
	    (a->due || a->onward || a->idle || a->rank > 0 || is_after_no(s))) { /* not an error */
		n.ground = PAL_CARD;
		n.title_ink = PAL_TEXT_SHOWN;
		n.is_long = a->rank > 0 || len > DUE_SHORT;
	}
	if (s->refusal.on && s->guidance.on)
		len += (size_t)snprintf(n.text + len, sizeof(n.text) - len, " %s",
					s->guidance.text);
	if (notice_is_of_sensors(s)) {
		snprintf(n.text + len, sizeof(n.text) - len, ". %s",
			 tr("Is the board right? Then a sensor is stuck: touch here."));
		n.target = true;
	}
	return n;
}

static struct notice
trouble_notice(const struct ui_state *s)
{
	struct notice n = warning(tr("Trouble"), s->trouble[0].what);

	if (s->n_troubles > 1)
		lang_print(n.title, sizeof(n.title), tr("{1} troubles"), LANG_N(s->n_troubles));
	n.target = true;
	n.is_long = false;
	return n;
}

static struct notice
work_notice(const struct ui_state *s)
{
	const struct ui_work *w = &s->work[0];
	struct notice n = report(tr("At work"), "");
	char far[SHEET_FAR_TEXT];

	n.target = true;
	sheet_work_far(w, far);
	snprintf(n.text, sizeof(n.text), "%s: %s", tr(w->kind), far);
	return n;
}

/* Shows the latest stick. A failed one is shown as a trouble instead. */
static bool
stick_notice(const struct ui_state *s, struct notice *n)
{
	const struct ui_stick *stick = s->n_sticks > 0 ? &s->stick[s->n_sticks - 1] : NULL;

	if (stick == NULL || strcmp(stick->stage, "failed") == 0)
		return false;
	*n = warning(tr("USB stick"), stick->text);
	if (strcmp(stick->stage, "done") == 0) {
		n->ground = PAL_CARD;
		n->title_ink = PAL_TEXT_SHOWN;
	}
	return true;
}

/* Reports why the clocks are paused. */
static bool
clock_notice(const struct ui_state *s, struct notice *n)
{
	static const char *const paused[] = {
		[UI_PAUSED_ASKED] = N_("Paused. Touch a piece, or go on in the menu."),
		[UI_PAUSED_RESTART] =
			N_("The clocks wait after a restart, until a piece is touched."),
		[UI_PAUSED_BOARD] = N_("The clocks wait until the board is right again."),
	};

	if (s->clock.paused == UI_PAUSED_NO)
		return false;
	*n = report(tr("Clocks"), tr(paused[s->clock.paused]));
	return true;
}

bool
notice_is_of_plan(const struct ui_model *m)
{
	const struct ui_state *s = &m->state;

	return (now_is_thinking(s) || (s->has_plan && !s->has_provisional)) && m->view.error[0] == '\0' &&
	       !s->guidance.on && !s->refusal.on && s->prompt.kind == UI_PROMPT_NONE;
}

/* The answers about a piece, by enum ui_about. */
static const char *const about_titles[UI_ABOUTS] = {
	[UI_ABOUT_HOW] = N_("What may it do?"),
	[UI_ABOUT_WAYS] = N_("What may it do?"),
	[UI_ABOUT_WHY] = N_("Why not?"),
};

bool
notice_says_message(const struct ui_model *m)
{
	return notice_is_of_plan(m) || (m->state.about_shown != UI_ABOUT_NONE && m->view.error[0] == '\0');
}

/* Chooses the notice. Returns false if there is none. */
static bool
notice_of(const struct ui_model *m, struct notice *n)
{
	const struct ui_state *s = &m->state;

	if (notice_says_message(m)) {
		*n = report(notice_is_of_plan(m) ? tr("Computer") : tr(about_titles[s->about_shown]), s->message);
		n->is_long = strlen(n->text) > DUE_SHORT;
		return true;
	}
	if (m->view.error[0] == '\0' && !s->guidance.on && !s->refusal.on && stick_notice(s, n))
		return true;
	if (m->view.error[0] != '\0') {
		*n = warning(tr("That was refused"), m->view.error);
		n->target = true;
	} else if (s->guidance.on || s->refusal.on) {
		*n = refusal_notice(s);
	} else if (s->over_known) {
		*n = report(tr("Result"), s->result_text);
	} else if (clock_notice(s, n)) {
		return true;
	} else if (s->n_works > 0) {
		*n = work_notice(s);
	} else if (s->n_troubles > 0) {
		*n = trouble_notice(s);
	} else {
		return false;
	}
	return true;
}

static bool
promotion_open(const struct ui_model *m)
{
	return m->state.prompt.kind == UI_PROMPT_PROMOTION && m->view.error[0] == '\0';
}

bool
notice_exists(const struct ui_model *m)
{
	struct notice n;

	return promotion_open(m) || notice_of(m, &n);
}

bool
notice_is_long(const struct ui_model *m)
{
	struct notice n;

	return promotion_open(m) || (notice_of(m, &n) && n.is_long);
}

bool
notice_fits(const struct page_draw *d, int w, int h)
{
	struct notice n;

	return !promotion_open(d->m) && notice_of(d->m, &n) &&
	       panel_text_fits(d, rect_of(0, 0, w, h - d->g->small_line), n.text);
}

void
notice_layout(const struct page_draw *d, struct rect box)
{
	struct notice n;
	struct rect inside;

	if (promotion_open(d->m)) {
		prompt_promotion_layout(d, box);
		return;
	}
	if (!notice_of(d->m, &n))
		return;
	inside = widget_card(d, box, n.ground);
	draw_text(d->l, n.title_ink, rect_cut_top(&inside, d->g->small_line, 0), d->g->small_px,
		  DRAW_BOLD, n.title);
	draw_text(d->l, n.text_ink, inside, d->g->small_px, DRAW_TOP, n.text);
	if (n.target) {
		widget_focus(d, box, TARGET_NOTICE, 0);
		draw_target(d->l, box, TARGET_NOTICE, 0);
	}
}
