#include "ui/navigate.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "ui/seat.h"

enum ui_page
ui_model_page(const struct ui_model *m)
{
	return m->linked ? (enum ui_page)m->view.page : UI_PAGE_CONNECT;
}

void
ui_model_go(struct ui_model *m, enum ui_page page)
{
	m->view.page = (uint8_t)page;
	m->view.here = false;
	m->view.focus.on = false;
	m->view.pressed.on = false;
	m->wants = true;
}

void
ui_model_open(struct ui_model *m, enum ui_page page)
{
	if (m->view.page != page) {
		m->view.came[page] = m->view.page;
		m->view.came_more[page] = m->view.more;
	}
	m->view.more = 0;
	ui_model_go(m, page);
}

/* Returns to the page that opened this one with ui_model_open, or else to its parent. */
void
ui_model_back(struct ui_model *m)
{
	static const uint8_t parents[UI_PAGES] = {
		[UI_PAGE_HOME] = UI_PAGE_HOME,       [UI_PAGE_SETUP] = UI_PAGE_HOME,
		[UI_PAGE_NAMES] = UI_PAGE_SETUP,     [UI_PAGE_CLOCK] = UI_PAGE_SETUP,
		[UI_PAGE_ARRAY] = UI_PAGE_SETUP,     [UI_PAGE_SEATS] = UI_PAGE_MENU,
		[UI_PAGE_RECORDS] = UI_PAGE_HOME,    [UI_PAGE_REPLAY] = UI_PAGE_RECORDS,
		[UI_PAGE_EVENING] = UI_PAGE_RECORDS, [UI_PAGE_BOARD] = UI_PAGE_HOME,
		[UI_PAGE_SETTINGS] = UI_PAGE_HOME,   [UI_PAGE_DATE] = UI_PAGE_SETTINGS,
		[UI_PAGE_CODE] = UI_PAGE_RECORDS,    [UI_PAGE_SEARCH] = UI_PAGE_RECORDS,
		[UI_PAGE_FIRST] = UI_PAGE_HOME,      [UI_PAGE_LESSONS] = UI_PAGE_HOME,
		[UI_PAGE_LESSON] = UI_PAGE_HOME,     [UI_PAGE_REVIEW] = UI_PAGE_REPLAY,
		[UI_PAGE_HINTS] = UI_PAGE_SEATS,
	};
	uint8_t page = m->view.page, to = m->view.came[page];

	m->view.came[page] = 0;
	m->view.more = to != UI_PAGE_PLAY ? m->view.came_more[page] : 0;
	ui_model_go(m, (enum ui_page)(to != UI_PAGE_PLAY ? to : parents[page]));
}

void
ui_model_confirm(struct ui_model *m, const struct ui_request *request, enum ui_page next,
		 const char *text)
{
	m->view.pending = *request;
	m->view.confirm_back = m->view.page;
	m->view.confirm_next = (uint8_t)next;
	snprintf(m->view.confirm_text, sizeof(m->view.confirm_text), "%s", text);
	ui_model_go(m, UI_PAGE_CONFIRM);
}

void
ui_model_ask_pin(struct ui_model *m, bool is_new)
{
	m->view.pin_new = is_new;
	m->view.n_pin = 0;
	m->view.shuffle = ui_model_random(m, UINT32_MAX);
	m->view.error[0] = '\0';
	ui_model_open(m, UI_PAGE_PIN);
}

bool
ui_seat_has_pin(const struct ui_state *s, const char *seat)
{
	for (unsigned i = 0; i < s->n_hints; i++)
		if (strcmp(s->hints[i].seat, seat) == 0)
			return (s->pins >> i & 1) != 0;
	return false;
}

bool
ui_model_is_unwatched(const struct ui_model *m)
{
	const struct ui_state *s = m->has_secret ? &m->secret : &m->state;

	return seat_is_alone(s) && !ui_seat_has_pin(s, m->view.seat);
}

void
ui_model_send(struct ui_model *m, const struct ui_request *q, struct ui_out *out)
{
	if (!ui_seat_has_pin(&m->state, q->seat)) {
		ui_out_add(out, q);
		return;
	}
	m->view.pending = *q;
	memcpy(m->view.seat, m->view.pending.seat, sizeof(m->view.seat));
	m->view.word = UI_WORD_PIN;
	ui_model_ask_pin(m, false);
}

void
ui_out_add(struct ui_out *out, const struct ui_request *request)
{
	assert(out->n < UI_OUT_MAX);
	out->request[out->n++] = *request;
}

void
ui_out_word(struct ui_out *out, enum ui_request_kind kind, const char *word)
{
	struct ui_request q = { .kind = (uint8_t)kind };

	snprintf(q.word, sizeof(q.word), "%s", word);
	ui_out_add(out, &q);
}

unsigned
ui_model_random(struct ui_model *m, unsigned n)
{
	/* Marsaglia's xorshift: good enough for players' choices, not for cryptography. */
	m->seed ^= m->seed << 13;
	m->seed ^= m->seed >> 17;
	m->seed ^= m->seed << 5;
	return m->seed % n;
}
