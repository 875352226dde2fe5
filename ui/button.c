/* The board's own buttons, used to control the screen: three buttons and a focus. */
#include <string.h>

#include "ui/page.h"

/* Reports whether the prompt has more answers than yes and no. */
static bool
has_answers(const struct ui_state *s)
{
	const struct ui_prompt *p = &s->prompt;

	/* A promotion that is final already leaves the buttons to the opponent. */
	if (p->kind == UI_PROMPT_PROMOTION && !s->has_provisional)
		return false;
	return p->n_options > 0 || (prompt_covers(p) && p->needs != 0);
}

bool
ui_model_takes_buttons(const struct ui_model *m)
{
	if (!m->linked)
		return false;
	return m->view.page != UI_PAGE_PLAY || m->view.here || has_answers(&m->state);
}

/*
 * Sets the focus at the first press of hint. Choices that exist only on the screen come before
 * the buttons that are always there.
 */
static void
focus_begin(struct ui_model *m, const struct draw_list *l)
{
	const struct draw_target *first = l->n_targets > 0 ? &l->target[0] : NULL;

	for (unsigned i = l->n_targets; i-- > 0;)
		if (l->target[i].id == TARGET_GROUP || l->target[i].id == TARGET_OPTION)
			first = &l->target[i];
	if (first != NULL)
		m->view.focus =
			(struct ui_place){ .on = true, .id = first->id, .arg = first->arg };
}

static void
hint_take(struct ui_model *m, const struct draw_list *l, uint8_t what, struct ui_out *out)
{
	bool play = m->view.page == UI_PAGE_PLAY;

	if (what == UI_PRESS_UP || (what == UI_PRESS_HELD && !play))
		return;
	m->view.here |= what == UI_PRESS_HELD;
	m->view.stepped = true;
	if (play && !page_has_place(l, m->view.focus))
		focus_begin(m, l);
	else
		ui_model_key(m, l, UI_KEY_NEXT, out);
}

static void
back_take(struct ui_model *m, const struct draw_list *l, struct ui_out *out)
{
	m->view.pressed.on = false; /* cancel a press of OK */
	if (m->view.page != UI_PAGE_PLAY) {
		ui_model_key(m, l, UI_KEY_BACK, out);
		return;
	}
	if (!m->view.here && !m->view.focus.on)
		ui_out_word(out, UI_REQUEST_PRESS, "back");
	m->view.here = m->view.focus.on = false;
}

static void
ok_down(struct ui_model *m, const struct draw_list *l, struct ui_out *out)
{
	const struct page *p = page_of(ui_model_page(m));

	if (!page_has_place(l, m->view.focus)) {
		if (m->view.page == UI_PAGE_PLAY)
			ui_out_word(out, UI_REQUEST_PRESS, "ok");
		return;
	}
	m->view.pressed = m->view.focus;
	m->view.pressed_prompt = m->state.prompt.id;
	m->view.stepped = false;
	if (p->press != NULL)
		p->press(m, m->view.pressed.id, out);
}

static void
ok_up(struct ui_model *m, const struct draw_list *l, struct ui_out *out)
{
	struct ui_place pressed = m->view.pressed, at = m->view.focus;
	const struct page *p = page_of(ui_model_page(m));

	m->view.pressed.on = false;
	if (!pressed.on || m->view.pressed_prompt != m->state.prompt.id)
		return;
	m->view.here = false;
	at.on = page_has_place(l, at);
	/*
	 * If the finger slid to another place, OK is released there; otherwise at the place
	 * that was pressed.
	 */
	if (m->view.stepped && p->slide != NULL)
		p->slide(m, &pressed, &at, out);
	else if (!m->view.stepped)
		page_activate(m, pressed, out);
}

void
ui_model_button(struct ui_model *m, const struct draw_list *l, struct ui_press press,
		struct ui_out *out)
{
	m->touched_ms = m->now_ms;
	switch ((enum ui_press_button)press.button) {
	case UI_PRESS_HINT:
		hint_take(m, l, press.what, out);
		break;
	case UI_PRESS_BACK:
		if (press.what == UI_PRESS_DOWN)
			back_take(m, l, out);
		break;
	case UI_PRESS_OK:
		if (press.what == UI_PRESS_DOWN)
			ok_down(m, l, out);
		else if (press.what == UI_PRESS_UP)
			ok_up(m, l, out);
		break;
	}
}
