/* What the daemon asks, each kind with the buttons that answer it. */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/seat.h"

/* The words on a question's buttons; a NULL no: the menu is all the way out there is. */
struct answers {
	const char *yes, *no;
};

static const struct answers answers[] = {
	[UI_PROMPT_CONFIRM] = { "Yes, that is it", "No" },
	[UI_PROMPT_TAKEBACK] = { "Take back", "No" },
	[UI_PROMPT_NEW_GAME] = { "New game", "Play on" },
	[UI_PROMPT_DRAW] = { "Draw", "Play on" },
	[UI_PROMPT_RESIGN] = { "Resign", "Play on" },
	[UI_PROMPT_MENU] = { NULL, NULL },
	[UI_PROMPT_END] = { "Yes, it is over", "No" },
	[UI_PROMPT_PAY] = { "Pay", "No" },
	[UI_PROMPT_TIME] = { "Claim", "Play on" },
	[UI_PROMPT_ARRAY] = { "They stand so", NULL },
	[UI_PROMPT_OTHER] = { "Yes", "No" },
};

bool
prompt_covers(const struct ui_prompt *p)
{
	switch ((enum ui_prompt_kind)p->kind) {
	case UI_PROMPT_WHICH:
	case UI_PROMPT_CONFIRM:
	case UI_PROMPT_TAKEBACK:
	case UI_PROMPT_NEW_GAME:
	case UI_PROMPT_DRAW:
	case UI_PROMPT_RESIGN:
	case UI_PROMPT_END:
	case UI_PROMPT_PAY:
	case UI_PROMPT_TIME:
	case UI_PROMPT_ARRAY:
	case UI_PROMPT_OTHER:
		return true;
	case UI_PROMPT_NONE:
	case UI_PROMPT_PROMOTION: /* does not block: a notice */
	case UI_PROMPT_MENU:      /* opens the menu page */
		break;
	}
	return false;
}

/* Options in two columns; where they do not fit, the last cell turns the page. */
static void
options_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_prompt *p = &d->m->state.prompt;
	unsigned down = (unsigned)((box.h + d->g->gap) / (d->g->touch + d->g->gap));
	unsigned cells = 2 * down, per_page, pages, first, i;

	per_page = p->n_options <= cells ? cells : cells - 1;
	pages = (p->n_options + per_page - 1u) / per_page;
	first = pages > 0 ? d->m->view.more % pages * per_page : 0;
	box.h = (int16_t)((int)down * (d->g->touch + d->g->gap) - d->g->gap);
	for (i = 0; i < per_page && first + i < p->n_options; i++)
		widget_button(d, rect_cell(box, 2, (int)down, d->g->gap, (int)i), BUTTON_PLAIN,
			      TARGET_OPTION, first + i, p->option[first + i].text);
	if (per_page < cells)
		widget_button(d, rect_cell(box, 2, (int)down, d->g->gap, (int)cells - 1), BUTTON_ON,
			      TARGET_MORE, 0, "More");
}

/* A yes of each seat that must agree; of four, two at a time have their turn. */
static void
agree_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = &d->m->state;
	unsigned open = s->prompt.needs & ~s->prompt.agreed & 0xfu;
	int at = 0;

	for (unsigned seat = 0; seat < s->n_hints && at < 2; seat++) {
		if (open >> seat & 1)
			widget_button(d, rect_cell(box, 2, 1, d->g->gap, at++), BUTTON_MAIN,
				      TARGET_AGREE, seat, seat_name(s, s->hints[seat].seat));
	}
}

static void
yes_no_layout(const struct page_draw *d, struct rect *box, const struct answers *a)
{
	struct rect no = rect_cut_bottom(box, d->g->touch, d->g->gap);
	struct rect yes = rect_cut_bottom(box, d->g->touch, d->g->gap);

	if (d->m->state.prompt.needs != 0)
		agree_layout(d, yes);
	else
		widget_button(d, yes, BUTTON_MAIN, TARGET_YES, 0, a->yes);
	if (a->no)
		widget_button(d, no, BUTTON_PLAIN, TARGET_NO, 0, a->no);
	else
		widget_button(d, no, BUTTON_PLAIN, TARGET_MENU, 0, "Menu");
}

void
prompt_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_prompt *p = &d->m->state.prompt;
	struct rect inside = widget_card(d, box, PAL_CARD), text;

	if (p->kind == UI_PROMPT_WHICH) {
		text = rect_cut_top(&inside, d->g->text_line * 3, d->g->gap);
		options_layout(d, inside);
	} else {
		yes_no_layout(d, &inside, &answers[p->kind]);
		text = inside;
	}
	draw_text(d->l, PAL_TEXT, text, d->g->text_px, DRAW_BOLD | DRAW_TOP, p->text);
}

/* The piece a promotion option gives, in the mover's colour; letter 0: it names none. */
static struct ui_piece
option_piece(const struct ui_state *s, const struct ui_option *o)
{
	size_t len = strlen(o->action);
	char c = len >= 5 ? o->action[len - 1] : '\0';

	if (c < 'a' || c > 'z')
		return (struct ui_piece){ 0, 0 };
	return (struct ui_piece){ s->to_act[0] == 'b' ? c : (char)(c - 'a' + 'A'), 0 };
}

void
prompt_promotion_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_prompt *p = &d->m->state.prompt;
	struct rect inside = widget_card(d, box, PAL_CARD), cells;
	int across = d->g->compact ? 2 : 4, down = d->g->compact ? 2 : 1;

	cells = rect_cut_bottom(&inside, down * (d->g->touch + d->g->gap) - d->g->gap, d->g->gap);
	draw_text(d->l, PAL_TEXT, inside, d->g->small_px, DRAW_TOP, p->text);
	for (int i = 0; i < p->n_options && i < across * down; i++) {
		struct rect cell = rect_cell(cells, across, down, d->g->gap, i);
		struct ui_piece piece = option_piece(&d->m->state, &p->option[i]);

		if (piece.letter != 0)
			widget_piece_button(d, cell, TARGET_OPTION, (unsigned)i, piece);
		else
			widget_button(d, cell, BUTTON_PLAIN, TARGET_OPTION, (unsigned)i,
				      p->option[i].text);
	}
}

static void
answer_add(const struct ui_model *m, bool yes, struct ui_out *out)
{
	ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_ANSWER,
					      .prompt = m->state.prompt.id,
					      .yes = yes });
}

/* A yes in the name of one seat. */
static void
agree_add(const struct ui_model *m, unsigned seat, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_ANSWER,
				.prompt = m->state.prompt.id,
				.yes = true };

	if (seat >= m->state.n_hints)
		return;
	memcpy(q.seat, m->state.hints[seat].seat, sizeof(q.seat));
	ui_out_add(out, &q);
}

static void
choose_add(const struct ui_model *m, unsigned option, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_CHOOSE, .prompt = m->state.prompt.id };

	if (option >= m->state.prompt.n_options)
		return;
	memcpy(q.action, m->state.prompt.option[option].action, sizeof(q.action));
	ui_out_add(out, &q);
}

void
prompt_back(struct ui_model *m, struct ui_out *out)
{
	if (m->state.prompt.kind == UI_PROMPT_WHICH || m->state.prompt.kind == UI_PROMPT_CONFIRM)
		ui_out_press(out, "back");
	else if (prompt_covers(&m->state.prompt))
		answer_add(m, false, out);
}

void
prompt_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	if (id == TARGET_OPTION)
		choose_add(m, arg, out);
	else if (id == TARGET_MORE)
		m->view.more++;
	else if (id == TARGET_YES && m->state.prompt.kind == UI_PROMPT_CONFIRM)
		ui_out_press(out, "ok");
	else if (id == TARGET_YES)
		answer_add(m, true, out);
	else if (id == TARGET_AGREE)
		agree_add(m, arg, out);
	else if (id == TARGET_NO)
		prompt_back(m, out);
}
