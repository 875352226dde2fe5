/* The daemon's prompts, each kind with its answer buttons. */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/seat.h"

/*
 * The labels of a prompt's buttons; NULL `no`: only the menu leads out. Yes and No answer a
 * question, Done ends a set-up. A new game is the exception: its No may take moves back.
 */
struct answers {
	const char *yes, *no;
};

static const struct answers answers[] = {
	[UI_PROMPT_CONFIRM] = { N_("Yes"), N_("No") },
	[UI_PROMPT_BLUNDER] = { N_("Play it anyway"), N_("Take it back") },
	[UI_PROMPT_TAKEBACK] = { N_("Yes"), N_("No") },
	[UI_PROMPT_NEW_GAME] = { N_("New game"), N_("Play on") },
	[UI_PROMPT_DRAW] = { N_("Yes"), N_("No") },
	[UI_PROMPT_RESIGN] = { N_("Yes"), N_("No") },
	[UI_PROMPT_MENU] = { NULL, NULL },
	[UI_PROMPT_END] = { N_("Yes"), N_("No") },
	[UI_PROMPT_PAY] = { N_("Yes"), N_("No") },
	[UI_PROMPT_TIME] = { N_("Yes"), N_("No") },
	[UI_PROMPT_REVEAL] = { N_("Yes"), N_("No") },
	[UI_PROMPT_PLAY_ON] = { N_("Play on"), N_("New game") },
	[UI_PROMPT_ARRAY] = { N_("Done"), NULL },
	[UI_PROMPT_OTHER] = { N_("Yes"), N_("No") },
};

/* The arguments of TARGET_NO. */
enum {
	NO_PLAIN,
	NO_PLAY_ON, /* to a new game, and to taking everything back */
};

/* For the start array in the middle of a game: no to a new game takes all moves back. */
static const struct answers new_or_back = { N_("New game"), N_("Take everything back") };

/* After a game nothing is left to play on. */
static const struct answers new_or_not = { N_("New game"), N_("Not now") };

static const struct answers *
answers_to(const struct ui_state *s)
{
	const struct ui_prompt *p = &s->prompt;

	if (p->kind == UI_PROMPT_NEW_GAME && p->n > 0)
		return &new_or_back;
	if (p->kind == UI_PROMPT_NEW_GAME && s->phase == UI_PHASE_OVER)
		return &new_or_not;
	return &answers[p->kind];
}

/* Reports whether the question is about the shown action. */
static bool
is_about_shown(const struct ui_prompt *p)
{
	return p->kind == UI_PROMPT_CONFIRM || p->kind == UI_PROMPT_BLUNDER;
}

/* Reports whether the pieces cannot stand so yet, because squares lack one or have one too many. */
static bool
is_lacking(const struct ui_state *s)
{
	return s->prompt.kind == UI_PROMPT_ARRAY && ui_state_lacks(s);
}

bool
prompt_covers(const struct ui_prompt *p)
{
	switch ((enum ui_prompt_kind)p->kind) {
	case UI_PROMPT_WHICH:
	case UI_PROMPT_CONFIRM:
	case UI_PROMPT_BLUNDER:
	case UI_PROMPT_TAKEBACK:
	case UI_PROMPT_NEW_GAME:
	case UI_PROMPT_DRAW:
	case UI_PROMPT_RESIGN:
	case UI_PROMPT_END:
	case UI_PROMPT_PAY:
	case UI_PROMPT_TIME:
	case UI_PROMPT_REVEAL:
	case UI_PROMPT_PLAY_ON:
	case UI_PROMPT_ARRAY:
	case UI_PROMPT_OTHER:
		return true;
	case UI_PROMPT_NONE:
	case UI_PROMPT_PROMOTION: /* shown as a notice; does not block */
	case UI_PROMPT_MENU:      /* opens the menu page */
		break;
	}
	return false;
}

/*
 * Draws options in two columns. The last cell says that none is meant; if the options do not fit,
 * the cell before it turns the page.
 */
static void
options_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_prompt *p = &d->m->state.prompt;
	unsigned down = (unsigned)((box.h + d->g->gap) / (d->g->touch + d->g->gap));
	unsigned cells = 2 * down - 1, per_page, pages, first, i;

	per_page = p->n_options <= cells || cells == 1 ? cells : cells - 1;
	pages = (p->n_options + per_page - 1u) / per_page;
	first = pages > 0 ? d->m->view.more % pages * per_page : 0;
	box.h = (int16_t)((int)down * (d->g->touch + d->g->gap) - d->g->gap);
	for (i = 0; i < per_page && first + i < p->n_options; i++)
		widget_button(d, rect_cell(box, 2, (int)down, d->g->gap, (int)i), BUTTON_PLAIN,
			      TARGET_OPTION, first + i, p->option[first + i].text);
	if (per_page < cells)
		widget_button(d, rect_cell(box, 2, (int)down, d->g->gap, (int)cells - 1), BUTTON_ON,
			      TARGET_MORE, 0, tr("More"));
	widget_button(d, rect_cell(box, 2, (int)down, d->g->gap, (int)cells), BUTTON_PLAIN,
		      TARGET_NO, 0, tr("None of these"));
}

/*
 * Draws a yes button for each seat that must agree; of two seats each keeps its place, so that a
 * second touch does not answer for the other one; of four seats, two at a time. A computer
 * answers for itself, which is said while only computers are asked. A person who is alone has one
 * button.
 */
static void
agree_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = &d->m->state;
	unsigned open = s->prompt.needs & ~s->prompt.agreed & ~s->computers & 0xfu;
	bool two = s->n_hints == 2;
	char name[SEAT_PLAYER_TEXT], label[2 * SEAT_PLAYER_TEXT];
	int at = 0;

	if (open == 0) {
		widget_button(d, box, BUTTON_OFF, TARGET_AGREE, 0, tr("The computer decides"));
		return;
	}
	if (seat_is_alone(s)) {
		while (!(open >> at & 1))
			at++;
		widget_button(d, box, BUTTON_MAIN, TARGET_AGREE, (unsigned)at, tr("Yes"));
		return;
	}
	for (unsigned seat = 0; seat < s->n_hints && at < 2; seat++) {
		bool may = (open >> seat & 1) != 0;

		if (!may && (!two || !(s->prompt.agreed >> seat & 1)))
			continue;
		lang_print(label, sizeof(label), may ? tr("{1}: yes") : tr("{1} agrees"),
			   d->g->compact ? seat_name(s->game, s->hints[seat].seat)
					 : seat_player(s, s->hints[seat].seat, name));
		widget_button(d, rect_cell(box, 2, 1, d->g->gap, at++),
			      may ? BUTTON_MAIN : BUTTON_OFF, TARGET_AGREE, seat, label);
	}
}

/* Draws yes in the place of Done, so that a finger on its way there does not say no. */
static void
yes_no_layout(const struct page_draw *d, struct rect *box, const struct answers *a)
{
	struct rect low = rect_cut_bottom(box, d->g->touch, d->g->gap);
	struct rect high = rect_cut_bottom(box, d->g->touch, d->g->gap);
	struct rect yes = a->no ? low : high, no = a->no ? high : low;

	if (d->m->state.prompt.needs != 0)
		agree_layout(d, yes);
	else
		widget_button(d, yes, is_lacking(&d->m->state) ? BUTTON_OFF : BUTTON_MAIN,
			      TARGET_YES, 0, tr(a->yes));
	if (a->no)
		widget_button(d, no, BUTTON_PLAIN, TARGET_NO, 0, tr(a->no));
	else
		widget_button(d, no, BUTTON_PLAIN, TARGET_MENU, 0, tr("Menu"));
	if (a == &new_or_back)
		widget_button(d, rect_cut_bottom(box, d->g->touch, d->g->gap), BUTTON_PLAIN,
			      TARGET_NO, NO_PLAY_ON, tr("Play on"));
}

/* Returns the piece of a promotion option in the mover's colour; letter 0: none. */
static struct ui_piece
option_piece(const struct ui_prompt *p, const struct ui_option *o)
{
	size_t len = strlen(o->action);
	char c = len >= 5 ? o->action[len - 1] : '\0';

	if (c < 'a' || c > 'z')
		return (struct ui_piece){ 0, 0 };
	return (struct ui_piece){ p->black ? c : (char)(c - 'a' + 'A'), 0 };
}

/* Draws the kinds of a promotion from `first` on, and a frame around the chosen one. */
static void
kinds_layout(const struct page_draw *d, struct rect cells, int across, int down, int first)
{
	const struct ui_prompt *p = &d->m->state.prompt;

	for (int i = first; i < p->n_options && i - first < across * down; i++) {
		struct rect cell = rect_cell(cells, across, down, d->g->gap, i - first);
		struct ui_piece piece = option_piece(p, &p->option[i]);

		if (piece.letter != 0)
			widget_piece_button(d, cell, TARGET_OPTION, (unsigned)i, piece);
		else
			widget_button(d, cell, i == p->chosen ? BUTTON_ON : BUTTON_PLAIN,
				      TARGET_OPTION, (unsigned)i, p->option[i].text);
		if (piece.letter != 0 && i == p->chosen)
			draw_frame(d->l, PAL_TEXT_SHOWN, cell, d->g->frame);
	}
}

void
prompt_promotion_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_prompt *p = &d->m->state.prompt;
	struct rect inside = widget_card(d, box, PAL_CARD), cells;
	int across = d->g->compact ? 2 : 4, down = d->g->compact ? 2 : 1;

	cells = rect_cut_bottom(&inside, down * (d->g->touch + d->g->gap) - d->g->gap, d->g->gap);
	draw_text(d->l, PAL_TEXT, inside, d->g->small_px, DRAW_TOP, p->text);
	kinds_layout(d, cells, across, down, 0);
}

/* Copies the question without the sentence on the board's buttons: the screen has its own. */
static void
question_print(const char *said, char text[UI_SENTENCE_TEXT])
{
	static const char *const buttons[] = {
		N_("OK: yes. Back: no"),
		N_("OK: yes. Back: go on"),
		N_("OK: yes. Back: take everything back"),
		N_("The clock or OK says yes"),
	};
	size_t len = strlen(said);

	snprintf(text, UI_SENTENCE_TEXT, "%s", said);
	for (size_t i = 0; i < sizeof(buttons) / sizeof(buttons[0]); i++) {
		size_t n = strlen(tr(buttons[i]));

		if (len > n + 1 && len < UI_SENTENCE_TEXT &&
		    strcmp(said + len - n, tr(buttons[i])) == 0)
			text[len - n - 1] = '\0';
	}
}

void
prompt_layout(const struct page_draw *d, struct rect box)
{
	char question[UI_SENTENCE_TEXT];

	const struct ui_prompt *p = &d->m->state.prompt;
	struct rect inside = widget_card(d, box, PAL_CARD), text;

	if (p->kind == UI_PROMPT_WHICH) {
		text = rect_cut_top(&inside, d->g->text_line * 3, d->g->gap);
		options_layout(d, inside);
	} else {
		yes_no_layout(d, &inside, answers_to(&d->m->state));
		/* Of a promotion, Yes is the first kind; a touch of another one is a yes to that. */
		if (is_about_shown(p) && p->n_options > 1)
			kinds_layout(d, rect_cut_bottom(&inside, d->g->touch, d->g->gap), 3, 1, 1);
		text = inside;
	}
	question_print(p->text, question);
	draw_text(d->l, PAL_TEXT, text, d->g->text_px, DRAW_BOLD | DRAW_TOP, question);
}

/* Answers a prompt. A yes to resigning, or to a time claim, is sent for the prompt's seat. */
static void
answer_add(struct ui_model *m, bool yes, struct ui_out *out)
{
	const struct ui_prompt *p = &m->state.prompt;
	struct ui_request q = { .kind = UI_REQUEST_ANSWER, .prompt = p->id, .yes = yes };

	if (yes && (p->kind == UI_PROMPT_RESIGN || p->kind == UI_PROMPT_TIME) &&
	    ui_seat_has_pin(&m->state, p->seat))
		memcpy(q.seat, p->seat, sizeof(q.seat));
	ui_model_send(m, &q, out);
}

/* Answers no to a new game, and to taking everything back. */
static void
play_on_add(struct ui_model *m, struct ui_out *out)
{
	ui_model_send(m,
		      &(struct ui_request){ .kind = UI_REQUEST_ANSWER,
					    .prompt = m->state.prompt.id,
					    .n = 1 },
		      out);
}

/* Answers yes on behalf of one seat. */
static void
agree_add(struct ui_model *m, unsigned seat, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_ANSWER,
				.prompt = m->state.prompt.id,
				.yes = true };

	if (seat >= m->state.n_hints)
		return;
	memcpy(q.seat, m->state.hints[seat].seat, sizeof(q.seat));
	ui_model_send(m, &q, out);
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
	if (m->state.prompt.kind == UI_PROMPT_WHICH || is_about_shown(&m->state.prompt))
		ui_out_word(out, UI_REQUEST_PRESS, "back");
	else if (prompt_covers(&m->state.prompt))
		answer_add(m, false, out);
}

bool
prompt_answers(unsigned id)
{
	return id == TARGET_OPTION || id == TARGET_YES || id == TARGET_NO || id == TARGET_AGREE;
}

void
prompt_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	if (id == TARGET_OPTION)
		choose_add(m, arg, out);
	else if (id == TARGET_MORE)
		m->view.more++;
	else if (id == TARGET_YES && is_about_shown(&m->state.prompt))
		ui_out_word(out, UI_REQUEST_PRESS, "ok");
	else if (id == TARGET_YES)
		answer_add(m, true, out);
	else if (id == TARGET_AGREE)
		agree_add(m, arg, out);
	else if (id == TARGET_NO && arg == NO_PLAY_ON)
		play_on_add(m, out);
	else if (id == TARGET_NO)
		prompt_back(m, out);
}
