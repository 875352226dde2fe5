/* What one wants now and then: a new game, the ends of this one, hints. */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/seat.h"

static const char *const level_names[] = {
	[UI_HINTS_OFF] = "off", [UI_HINTS_MOVES] = "moves", [UI_HINTS_SAFE] = "safe"
};

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

/* The n-th cell of a seat: resigning, then hints. */
static void
fill_seats(struct filler *f, bool playing)
{
	const struct ui_state *s = &f->d->m->state;
	char label[64];

	for (unsigned i = 0; i < s->n_hints; i++) {
		snprintf(label, sizeof(label), "%s resigns", seat_name(s, s->hints[i].seat));
		fill(f, playing, TARGET_RESIGN, i, label);
	}
	f->at += f->at % 2;
	for (unsigned i = 0; i < s->n_hints; i++) {
		snprintf(label, sizeof(label), "%s hints: %s", seat_name(s, s->hints[i].seat),
			 level_names[s->hints[i].level]);
		fill(f, true, TARGET_HINTS, i, label);
	}
	f->at += f->at % 2;
}

static const char *
claim_label(const struct ui_state *s)
{
	if (s->claims & UI_CLAIM_THREEFOLD)
		return "Claim draw: threefold";
	if (s->claims & UI_CLAIM_FIFTY)
		return "Claim draw: 50 moves";
	return "Claim draw";
}

static void
menu_layout(const struct page_draw *d)
{
	const struct ui_state *s = &d->m->state;
	bool playing = s->phase == UI_PHASE_PLAYING;
	struct filler f = { .d = d, .box = widget_title(d, "Menu") };
	char label[32];

	f.rows = s->n_hints > 2 ? 7 : 5;
	fill(&f, true, TARGET_NEW, 0, "New game");
	fill(&f, s->n_actions > 0, TARGET_UNDO, 0, "Take back a move");
	fill(&f, playing, TARGET_DRAW, 0, "Draw agreed");
	fill(&f, playing && s->claims != 0, TARGET_CLAIM, 0, claim_label(s));
	fill_seats(&f, playing);
	snprintf(label, sizeof(label), "Troubles: %u", s->n_troubles);
	fill(&f, s->n_troubles > 0, TARGET_TROUBLES, 0, label);
}

static void
resign_ask(struct ui_model *m, unsigned seat)
{
	struct ui_request q = { .kind = UI_REQUEST_RESIGN };
	char text[64];

	if (seat >= m->state.n_hints)
		return;
	memcpy(q.seat, m->state.hints[seat].seat, sizeof(q.seat));
	snprintf(text, sizeof(text), "%s resigns the game?", seat_name(&m->state, q.seat));
	ui_model_confirm(m, &q, text);
}

/* off, moves, safe, off … */
static void
hints_turn(const struct ui_model *m, unsigned seat, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_HINTS };
	unsigned level;

	if (seat >= m->state.n_hints)
		return;
	level = (m->state.hints[seat].level + 1u) % 3;
	memcpy(q.seat, m->state.hints[seat].seat, sizeof(q.seat));
	snprintf(q.word, sizeof(q.word), "%s", level_names[level]);
	ui_out_add(out, &q);
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
	ui_model_go(m, UI_PAGE_PLAY);
}

static void
menu_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	if (id == TARGET_HINTS) { /* the one that stays on the page */
		hints_turn(m, arg, out);
		return;
	}
	menu_back(m, out);
	switch (id) {
	case TARGET_NEW:
		ui_model_go(m, UI_PAGE_NEW);
		break;
	case TARGET_UNDO:
		ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_UNDO, .n = 1 });
		break;
	case TARGET_DRAW:
		ui_model_confirm(m, &(struct ui_request){ .kind = UI_REQUEST_DRAW },
				 "Have both players agreed on a draw?");
		break;
	case TARGET_CLAIM:
		ui_model_confirm(m, &(struct ui_request){ .kind = UI_REQUEST_CLAIM },
				 "End the game: the side to move claims a draw?");
		break;
	case TARGET_RESIGN:
		resign_ask(m, arg);
		break;
	case TARGET_TROUBLES:
		ui_model_go(m, UI_PAGE_TROUBLES);
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
