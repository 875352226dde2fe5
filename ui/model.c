#include "ui/model.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/reader.h"

static const struct page *const pages[UI_PAGES] = {
	[UI_PAGE_PLAY] = &page_play,         [UI_PAGE_MENU] = &page_menu,
	[UI_PAGE_NEW] = &page_new,           [UI_PAGE_CONFIRM] = &page_confirm,
	[UI_PAGE_TROUBLES] = &page_troubles, [UI_PAGE_CONNECT] = &page_connect,
	[UI_PAGE_CHOICE] = &page_choice,     [UI_PAGE_HANDOVER] = &page_handover,
};

const struct page *
page_of(enum ui_page page)
{
	return pages[page];
}

int
page_find(const char *name)
{
	for (int i = 0; i < UI_PAGES; i++)
		if (strcmp(pages[i]->name, name) == 0)
			return i;
	return -1;
}

const char *
page_target_name(unsigned id)
{
	static const char *const names[TARGETS_N] = {
		[TARGET_DONE] = "done",     [TARGET_HINT] = "hint",
		[TARGET_MENU] = "menu",     [TARGET_NOTICE] = "notice",
		[TARGET_OPTION] = "option", [TARGET_MORE] = "more",
		[TARGET_YES] = "yes",       [TARGET_NO] = "no",
		[TARGET_BACK] = "back",     [TARGET_NEW] = "new",
		[TARGET_UNDO] = "undo",     [TARGET_DRAW] = "draw",
		[TARGET_CLAIM] = "claim",   [TARGET_RESIGN] = "resign",
		[TARGET_HINTS] = "hints",   [TARGET_TROUBLES] = "troubles",
		[TARGET_GAME] = "game",     [TARGET_DIGIT] = "digit",
		[TARGET_ERASE] = "erase",   [TARGET_RANDOM] = "random",
		[TARGET_GROUP] = "group",   [TARGET_CHOICE] = "choice",
		[TARGET_REVEAL] = "reveal", [TARGET_KEEP] = "keep",
		[TARGET_SWAP] = "swap",     [TARGET_SUGGEST] = "suggest",
		[TARGET_DEAL] = "deal",     [TARGET_START] = "start",
		[TARGET_AGREE] = "agree",
	};

	return id < TARGETS_N ? names[id] : "?";
}

void
ui_model_init(struct ui_model *m, const char *socket, uint32_t seed)
{
	*m = (struct ui_model){ .seed = seed | 1, .state = { .files = 8, .ranks = 8 } };
	m->state.guidance.lift_sq = m->state.guidance.put_sq = UI_NO_SQ;
	m->state.refusal.from_sq = m->state.refusal.to_sq = UI_NO_SQ;
	reader_text_clean(socket, m->socket, sizeof(m->socket));
}

static void
secret_forget(struct ui_model *m)
{
	memset(&m->secret, 0, sizeof(m->secret));
	memset(m->view.mask, 0, sizeof(m->view.mask));
	m->has_secret = m->view.revealed = m->view.kept = false;
}

void
ui_model_reveal(struct ui_model *m, bool kept, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_HANDOVER };

	memcpy(q.seat, m->view.seat, sizeof(q.seat));
	m->view.revealed = true;
	m->view.kept = kept;
	m->view.focus.on = false;
	m->view.shuffle = ui_model_random(m, UINT32_MAX);
	m->view.error[0] = '\0';
	ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_SCREEN });
	ui_out_add(out, &q);
}

void
ui_model_hide(struct ui_model *m, struct ui_out *out)
{
	if (m->view.revealed)
		ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_HANDOVER });
	secret_forget(m);
	if (prompt_covers(&m->state.prompt))
		ui_model_go(m, UI_PAGE_PLAY);
}

unsigned
ui_model_timeout_ms(const struct ui_model *m)
{
	return m->view.revealed ? UI_REVEAL_MS : 0;
}

void
ui_model_expire(struct ui_model *m, struct ui_out *out)
{
	m->view.pressed.on = false;
	ui_model_hide(m, out);
}

void
ui_model_unlinked(struct ui_model *m, const char *why)
{
	m->linked = false;
	m->view.pressed.on = false;
	secret_forget(m); /* and the daemon has closed the page by itself */
	reader_text_clean(why, m->link_text, sizeof(m->link_text));
}

static bool
game_moved_on(const struct ui_state *a, const struct ui_state *b)
{
	return a->phase != b->phase || a->n_actions != b->n_actions ||
	       strcmp(a->provisional, b->provisional) != 0 || a->guidance.on != b->guidance.on;
}

/* A question that has just come up leads to the page that shows it. */
static void
prompt_follow(struct ui_model *m, const struct ui_prompt *before)
{
	const struct ui_prompt *p = &m->state.prompt;

	if (m->view.menu_asked && p->kind != UI_PROMPT_MENU) {
		m->view.menu_asked = false;
		if (m->view.page == UI_PAGE_MENU)
			ui_model_go(m, UI_PAGE_PLAY);
	}
	if (p->kind == before->kind && p->id == before->id)
		return;
	m->view.more = 0;
	if (p->kind == UI_PROMPT_MENU) {
		m->view.menu_asked = true;
		ui_model_go(m, UI_PAGE_MENU);
	} else if (prompt_covers(p)) {
		ui_model_go(m, UI_PAGE_PLAY);
	}
}

static bool
is_shared(const struct ui_state *s)
{
	return s->viewer[0] == '\0' || strcmp(s->viewer, "table") == 0;
}

static void
state_take(struct ui_model *m, const struct ui_state *s)
{
	struct ui_prompt before = m->state.prompt;

	m->linked = true;
	if (!is_shared(s)) { /* what comes after its page was closed is not even kept */
		if (m->view.revealed && strcmp(s->viewer, m->view.seat) == 0) {
			m->secret = *s;
			m->has_secret = true;
		}
		return;
	}
	if (game_moved_on(&m->state, s))
		m->view.error[0] = '\0';
	m->state = *s;
	if (!m->view.revealed)
		prompt_follow(m, &before);
}

void
ui_model_message(struct ui_model *m, const struct ui_message *message)
{
	switch ((enum ui_message_kind)message->kind) {
	case UI_MESSAGE_STATE:
		state_take(m, &message->state);
		break;
	case UI_MESSAGE_ERROR:
		memcpy(m->view.error, message->why, sizeof(m->view.error));
		break;
	case UI_MESSAGE_HELLO:
	case UI_MESSAGE_OK:
	case UI_MESSAGE_OTHER:
		break;
	}
}

enum ui_page
ui_model_page(const struct ui_model *m)
{
	return m->linked ? (enum ui_page)m->view.page : UI_PAGE_CONNECT;
}

void
ui_model_layout(const struct ui_model *m, int w, int h, struct draw_list *l)
{
	const struct metrics g = metrics_of(w, h);
	const struct page_draw d = { .m = m, .g = &g, .l = l };

	draw_clear(l, w, h);
	draw_fill(l, PAL_PAGE, rect_of(0, 0, w, h), 0);
	pages[ui_model_page(m)]->layout(&d);
}

void
ui_model_go(struct ui_model *m, enum ui_page page)
{
	m->view.page = (uint8_t)page;
	m->view.focus.on = false;
	m->view.pressed.on = false;
}

void
ui_model_confirm(struct ui_model *m, const struct ui_request *request, const char *text)
{
	m->view.pending = *request;
	m->view.confirm_back = m->view.page;
	snprintf(m->view.confirm_text, sizeof(m->view.confirm_text), "%s", text);
	ui_model_go(m, UI_PAGE_CONFIRM);
}

void
ui_out_add(struct ui_out *out, const struct ui_request *request)
{
	assert(out->n < UI_OUT_MAX);
	out->request[out->n++] = *request;
}

void
ui_out_press(struct ui_out *out, const char *button)
{
	struct ui_request q = { .kind = UI_REQUEST_PRESS };

	snprintf(q.word, sizeof(q.word), "%s", button);
	ui_out_add(out, &q);
}

unsigned
ui_model_random(struct ui_model *m, unsigned n)
{
	/* Marsaglia's xorshift: the choice is for people, not for secrets. */
	m->seed ^= m->seed << 13;
	m->seed ^= m->seed >> 17;
	m->seed ^= m->seed << 5;
	return m->seed % n;
}

static struct ui_place
place_of(const struct draw_target *t)
{
	if (t == NULL)
		return (struct ui_place){ .on = false };
	return (struct ui_place){ .on = true, .id = t->id, .arg = t->arg };
}

static bool
place_equal(struct ui_place a, struct ui_place b)
{
	return a.on && b.on && a.id == b.id && a.arg == b.arg;
}

static void
activate(struct ui_model *m, struct ui_place place, struct ui_out *out)
{
	const struct page *p = pages[ui_model_page(m)];

	if (p->activate != NULL && place.on)
		p->activate(m, place.id, place.arg, out);
}

void
ui_model_press(struct ui_model *m, const struct draw_list *l, int x, int y, struct ui_out *out)
{
	const struct page *p = pages[ui_model_page(m)];

	m->view.pressed = place_of(draw_hit(l, x, y));
	m->view.pressed_prompt = m->state.prompt.id;
	m->view.focus.on = false;
	if (p->press != NULL && m->view.pressed.on)
		p->press(m, m->view.pressed.id, out);
}

void
ui_model_release(struct ui_model *m, const struct draw_list *l, int x, int y, struct ui_out *out)
{
	struct ui_place pressed = m->view.pressed, at = place_of(draw_hit(l, x, y));
	const struct page *p = pages[ui_model_page(m)];

	m->view.pressed.on = false;
	if (!pressed.on)
		return;
	if (m->view.pressed_prompt != m->state.prompt.id)
		at.on = false; /* meant for another question: let go on nothing */
	if (place_equal(pressed, at))
		activate(m, pressed, out);
	else if (p->slide != NULL)
		p->slide(m, &pressed, &at, out);
}

/* The focus goes round the targets; a focus whose target is gone starts anew. */
static void
focus_move(struct ui_model *m, const struct draw_list *l, int step)
{
	int at = step > 0 ? -1 : l->n_targets;

	if (l->n_targets == 0)
		return;
	for (int i = 0; i < l->n_targets; i++)
		if (place_equal(m->view.focus, place_of(&l->target[i])))
			at = i;
	at = (at + step + l->n_targets) % l->n_targets;
	m->view.focus = place_of(&l->target[at]);
}

static bool
focus_is_there(const struct ui_model *m, const struct draw_list *l)
{
	for (int i = 0; i < l->n_targets; i++)
		if (place_equal(m->view.focus, place_of(&l->target[i])))
			return true;
	return false;
}

void
ui_model_key(struct ui_model *m, const struct draw_list *l, enum ui_key key, struct ui_out *out)
{
	const struct page *p = pages[ui_model_page(m)];

	switch (key) {
	case UI_KEY_NEXT:
		focus_move(m, l, 1);
		break;
	case UI_KEY_PREVIOUS:
		focus_move(m, l, -1);
		break;
	case UI_KEY_OK:
		if (focus_is_there(m, l))
			activate(m, m->view.focus, out);
		break;
	case UI_KEY_BACK:
		if (p->back != NULL)
			p->back(m, out);
		else if (p->parent != ui_model_page(m))
			ui_model_go(m, (enum ui_page)p->parent);
		break;
	}
}

void
ui_model_type(struct ui_model *m, char c)
{
	const struct page *p = pages[ui_model_page(m)];

	if (p->type != NULL)
		p->type(m, c);
}
