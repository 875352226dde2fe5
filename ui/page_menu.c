/* What one wants now and then: other pages, and the ends of this game. */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"

/* Cells in two columns, filled one after the other. */
struct filler {
	const struct page_draw *d;
	struct rect box;
	int rows, at;
};

static void
fill(struct filler *f, bool available, unsigned id, unsigned arg, const char *label)
{
	widget_button(f->d, rect_cell(f->box, 2, f->rows, f->d->g->gap, f->at++),
		      available ? BUTTON_PLAIN : BUTTON_OFF, id, arg, label);
}

static const char *
claim_label(const struct ui_state *s)
{
	if (s->claims & UI_CLAIM_TIME)
		return "Claim: time is up";
	if (s->claims & UI_CLAIM_THREEFOLD)
		return "Claim draw: threefold";
	if (s->claims & UI_CLAIM_FIFTY)
		return "Claim draw: 50 moves";
	return "Claim draw";
}

static void
menu_layout(const struct page_draw *d)
{
	const struct ui_state *s = d->s;
	bool playing = s->phase == UI_PHASE_PLAYING;
	struct filler f = { .d = d, .box = widget_title(d, 0, "Menu"), .rows = 5 };
	char label[32];

	fill(&f, true, TARGET_PAGE, UI_PAGE_HOME, "Games");
	fill(&f, s->phase != UI_PHASE_NONE, TARGET_PAGE, UI_PAGE_HELP, "Rules");
	fill(&f, s->n_actions > 0, TARGET_UNDO, 0, "Take back a move");
	fill(&f, playing, TARGET_PAGE, UI_PAGE_SEATS, "Players");
	fill(&f, playing, TARGET_DRAW, 0, "Draw agreed");
	fill(&f, playing && s->claims != 0, TARGET_CLAIM, 0, claim_label(s));
	if (s->clock.on && playing)
		fill(&f, true, TARGET_PAUSE, 0,
		     s->clock.paused != UI_PAUSED_NO ? "Clocks: go on" : "Clocks: pause");
	else
		fill(&f, true, TARGET_PAGE, UI_PAGE_EVENING, "This evening");
	fill(&f, true, TARGET_PAGE, UI_PAGE_RECORDS, "Records");
	if (s->n_troubles > 0)
		snprintf(label, sizeof(label),
			 s->n_troubles == 1 ? phrase("Board: %u trouble") : phrase("Board: %u troubles"),
			 s->n_troubles);
	else
		snprintf(label, sizeof(label), "Board");
	fill(&f, true, TARGET_PAGE, UI_PAGE_BOARD, label);
	fill(&f, true, TARGET_PAGE, UI_PAGE_SETTINGS, "Settings");
}

/* A menu that the OK button opened is a question; whatever comes next, it is answered. */
static void
question_close(struct ui_model *m, struct ui_out *out)
{
	if (m->view.menu_asked && m->state.prompt.kind == UI_PROMPT_MENU)
		ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_ANSWER,
						      .prompt = m->state.prompt.id });
	m->view.menu_asked = false;
}

static void
menu_back(struct ui_model *m, struct ui_out *out)
{
	question_close(m, out);
	ui_model_go(m, m->state.phase == UI_PHASE_NONE ? UI_PAGE_HOME : UI_PAGE_PLAY);
}

static void
claim_ask(struct ui_model *m, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_CLAIM };

	if (m->state.claims & UI_CLAIM_TIME) { /* the daemon asks by itself */
		memcpy(q.word, "time", sizeof("time"));
		ui_out_add(out, &q);
		return;
	}
	ui_model_confirm(m, &q, UI_PAGE_PLAY, "End the game: the side to move claims a draw?");
}

static void
page_open(struct ui_model *m, enum ui_page page)
{
	for (unsigned i = 0; page == UI_PAGE_HELP && i < n_panels; i++)
		if (&panels[i] == panel_of(m->state.game)) {
			m->view.help_game = (uint8_t)i;
			m->view.help_card = 0;
		}
	ui_model_go(m, UI_PAGE_MENU); /* where back leads */
	ui_model_open(m, page);
}

static void
menu_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	menu_back(m, out);
	switch (id) {
	case TARGET_PAGE:
		page_open(m, (enum ui_page)arg);
		break;
	case TARGET_UNDO:
		ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_UNDO, .n = 1 });
		break;
	case TARGET_DRAW:
		ui_model_confirm(m, &(struct ui_request){ .kind = UI_REQUEST_DRAW }, UI_PAGE_PLAY,
				 "Have both players agreed on a draw?");
		break;
	case TARGET_CLAIM:
		claim_ask(m, out);
		break;
	case TARGET_PAUSE:
		ui_out_add(out,
			   &(struct ui_request){ .kind = UI_REQUEST_CLOCK,
						 .yes = m->state.clock.paused == UI_PAUSED_NO });
		break;
	default: /* back */
		break;
	}
}

const struct page page_menu = {
	.name = "menu",
	.parent = UI_PAGE_PLAY,
	.layout = menu_layout,
	.activate = menu_activate,
	.back = menu_back,
};
