#include "ui/model.h"

#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"
#include "ui/reader.h"
#include "ui/seat.h"
#include "ui/secret.h"

static const struct page *const pages[UI_PAGES] = {
	[UI_PAGE_PLAY] = &page_play,         [UI_PAGE_HOME] = &page_home,
	[UI_PAGE_SEARCH] = &page_search,     [UI_PAGE_FIRST] = &page_first,
	[UI_PAGE_LIGHTS] = &page_lights,     [UI_PAGE_NOW] = &page_now,
	[UI_PAGE_WHO] = &page_who,           [UI_PAGE_HINTS] = &page_hints,
	[UI_PAGE_LESSONS] = &page_lessons,   [UI_PAGE_LESSON] = &page_lesson,
	[UI_PAGE_REVIEW] = &page_review,
	[UI_PAGE_SETUP] = &page_setup,       [UI_PAGE_NAMES] = &page_names,
	[UI_PAGE_CLOCK] = &page_clock,       [UI_PAGE_ARRAY] = &page_array,
	[UI_PAGE_MENU] = &page_menu,         [UI_PAGE_SEATS] = &page_seats,
	[UI_PAGE_CONFIRM] = &page_confirm,   [UI_PAGE_CHOICE] = &page_choice,
	[UI_PAGE_HANDOVER] = &page_handover, [UI_PAGE_PIN] = &page_pin,
	[UI_PAGE_MARKS] = &page_marks,       [UI_PAGE_OVER] = &page_over,
	[UI_PAGE_RECORDS] = &page_records,   [UI_PAGE_REPLAY] = &page_replay,
	[UI_PAGE_EVENING] = &page_evening,   [UI_PAGE_BOARD] = &page_board,
	[UI_PAGE_TROUBLES] = &page_troubles, [UI_PAGE_SENSORS] = &page_sensors, [UI_PAGE_SETTINGS] = &page_settings,
	[UI_PAGE_DATE] = &page_date,         [UI_PAGE_HELP] = &page_help,
	[UI_PAGE_CODE] = &page_code,         [UI_PAGE_CONNECT] = &page_connect,
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

#define TARGET_NAME(id, name) name,
static const char *const target_names[TARGETS_N] = { UI_TARGETS(TARGET_NAME) };

const char *
page_target_name(unsigned id)
{
	return id < TARGETS_N ? target_names[id] : "?";
}

void
ui_model_init(struct ui_model *m, const char *socket, uint32_t seed)
{
	*m = (struct ui_model){ .seed = seed | 1, .state = { .files = 8, .ranks = 8 } };
	m->state.guidance.lift_sq = m->state.guidance.put_sq = RULES_NO_SQ;
	reader_text_clean(socket, m->socket, sizeof(m->socket));
}

void
page_error_back(struct ui_model *m, struct ui_out *out)
{
	(void)out;
	m->view.error[0] = '\0';
	ui_model_back(m);
}

static uint64_t
hides_at(const struct ui_model *m)
{
	uint16_t close_s = m->state.settings.close_s;

	return m->touched_ms + 1000u * (close_s > 0 ? close_s : UI_CLOSE_S);
}

/* Reports whether secrets are visible that disappear after a while. */
static bool
secrets_shown(const struct ui_model *m)
{
	return (m->view.revealed && !ui_model_is_unwatched(m)) ||
	       m->view.n_pin > 0;
}

/* Reports whether the page shows the sensors' present readings. */
static bool
shows_sensors(const struct ui_model *m)
{
	const struct page *p = pages[ui_model_page(m)];

	return p->senses != NULL && p->senses(m);
}

void
ui_model_tick(struct ui_model *m, uint64_t now_ms, struct ui_out *out)
{
	m->now_ms = now_ms;
	page_help_tick(m);
	if (secrets_shown(m) && now_ms >= hides_at(m)) {
		m->view.pressed.on = false;
		m->view.n_pin = 0;
		memset(m->view.pin, 0, sizeof(m->view.pin));
		secret_hide(m, out);
		if (m->view.page == UI_PAGE_PIN)
			ui_model_go(m, UI_PAGE_PLAY);
	}
	if (shows_sensors(m) && m->has_diagnostics && now_ms >= m->asked_ms + UI_ASK_MS)
		m->wants = true;
}

uint64_t
ui_model_next_ms(const struct ui_model *m)
{
	uint64_t next = UI_NEVER, clock = clock_next_ms(m);

	if (secrets_shown(m))
		next = hides_at(m);
	if (page_help_next_ms(m) < next)
		next = page_help_next_ms(m);
	if (shows_sensors(m))
		next = m->asked_ms + UI_ASK_MS < next ? m->asked_ms + UI_ASK_MS : next;
	if (panel_blinks(m)) {
		uint64_t blink = (m->now_ms / UI_BLINK_MS + 1) * UI_BLINK_MS;

		next = blink < next ? blink : next;
	}
	return clock < next ? clock : next;
}

/* Sends the request that waited until the seat's page was open, then closes the page. */
static void
word_flush(struct ui_model *m, struct ui_out *out)
{
	if (m->view.word != UI_WORD_OPEN)
		return;
	m->view.word = UI_WORD_NONE;
	ui_out_add(out, &m->view.pending);
	ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_HANDOVER });
}

void
ui_model_flush(struct ui_model *m, struct ui_out *out)
{
	const struct page *p = pages[m->view.page];

	word_flush(m, out);
	for (unsigned i = 0; i < UI_PAGES; i++)
		if (pages[i] != NULL && pages[i]->flush != NULL)
			pages[i]->flush(m, out);
	if (!m->wants || !m->linked)
		return;
	m->wants = false;
	m->asked_ms = m->now_ms;
	if (p->ask != NULL)
		p->ask(m, out);
}

void
ui_model_unlinked(struct ui_model *m, const char *why)
{
	m->linked = false;
	m->view.pressed.on = m->view.opening = false;
	m->view.word = UI_WORD_NONE;
	m->wants = true;  /* request the content again from the daemon when it is back */
	secret_clear(m); /* the daemon has closed the page by itself */
	reader_text_clean(why, m->link_text, sizeof(m->link_text));
}

static bool
game_moved_on(const struct ui_state *a, const struct ui_state *b)
{
	return a->phase != b->phase || a->n_actions != b->n_actions ||
	       a->game_id != b->game_id || strcmp(a->game, b->game) != 0 ||
	       strcmp(a->provisional, b->provisional) != 0 || a->guidance.on != b->guidance.on;
}

/* Shows the page for a new prompt. */
static void
prompt_follow(struct ui_model *m, const struct ui_prompt *before, bool known)
{
	const struct ui_prompt *p = &m->state.prompt;

	if (m->view.menu_asked && p->kind != UI_PROMPT_MENU) {
		m->view.menu_asked = false;
		if (m->view.page == UI_PAGE_MENU)
			ui_model_go(m, UI_PAGE_PLAY);
	}
	if (p->kind == before->kind && p->id == before->id)
		return;
	if (m->view.page == UI_PAGE_FIRST)
		return; /* the first steps show an open question at their end */
	if (!known)
		m->view.more = 0;
	if (p->kind == UI_PROMPT_MENU) {
		m->view.menu_asked = true;
		ui_model_go(m, UI_PAGE_MENU);
	} else if ((before->kind == UI_PROMPT_REVEAL || before->kind == UI_PROMPT_NEW_GAME) &&
		   p->kind == UI_PROMPT_NONE && m->state.phase == UI_PHASE_OVER &&
		   m->view.page == UI_PAGE_PLAY) {
		ui_model_go(m, UI_PAGE_OVER); /* the result, as before the question */
	} else if (p->kind == UI_PROMPT_NEW_GAME && m->state.phase == UI_PHASE_OVER &&
		   (m->view.page == UI_PAGE_HOME || m->view.page == UI_PAGE_SETUP)) {
		return; /* the next game is being chosen here, while the pieces are set up */
	} else if (prompt_covers(p) &&
		   !(p->kind == UI_PROMPT_ARRAY && (known || m->view.page == UI_PAGE_REPLAY ||
						    m->view.page == UI_PAGE_RECORDS))) {
		/*
		 * The question of an array has a card that leads to the menu, so a page
		 * restored after a restart is kept, and so is the list of games after a
		 * replay on the board.
		 */
		ui_model_go(m, UI_PAGE_PLAY);
	}
}

/* Reports whether the kept game that was requested is on the board now. */
static bool
has_opened(const struct ui_model *m, const struct ui_state *before)
{
	return m->view.opening && m->state.phase == UI_PHASE_PLAYING &&
	       (before->phase != UI_PHASE_PLAYING || before->game_id != m->state.game_id);
}

static bool
is_without_move(const struct ui_state *s)
{
	return s->phase == UI_PHASE_PLAYING && s->n_actions == 0 && !s->has_provisional;
}

bool
ui_model_is_new(const struct ui_model *m)
{
	return is_without_move(&m->state) && m->state.game_id <= 1 &&
	       panel_of(m->state.game)->by_default;
}

/* Reports whether the first steps are due: no player has seen them, and no game was played. */
static bool
steps_are_due(const struct ui_model *m)
{
	return !m->state.settings.introduced && ui_model_is_new(m);
}

/* Returns the page for the first state: the first steps, or all games if none was played yet. */
static enum ui_page
page_begin(const struct ui_model *m)
{
	if (m->state.phase == UI_PHASE_OVER)
		return UI_PAGE_OVER;
	if (steps_are_due(m))
		return UI_PAGE_FIRST;
	return m->state.phase == UI_PHASE_NONE || ui_model_is_new(m) ? UI_PAGE_HOME : UI_PAGE_PLAY;
}

/* Reports whether a game was begun or a move made elsewhere, during the first steps. */
static bool
steps_are_over(const struct ui_model *m, const struct ui_state *before)
{
	const struct ui_state *s = &m->state;

	if (s->phase != UI_PHASE_PLAYING || ui_model_is_new(m))
		return false;
	if (s->game_id != before->game_id)
		return is_without_move(s);
	return s->n_actions > before->n_actions || (s->has_provisional && !before->has_provisional);
}

/* Shows the page for a game that begins, ends, or continues after its end. */
static void
game_follow(struct ui_model *m, const struct ui_state *before, bool first)
{
	enum ui_page now = (enum ui_page)m->view.page;
	uint8_t phase = m->state.phase;

	if (first && ((now == UI_PAGE_PLAY && !m->restored) ||
		      (now == UI_PAGE_OVER && phase != UI_PHASE_OVER)))
		ui_model_go(m, page_begin(m));
	if (!first && now == UI_PAGE_HOME && is_without_move(before) &&
	    phase == UI_PHASE_PLAYING && !is_without_move(&m->state))
		ui_model_go(m, UI_PAGE_PLAY); /* its first move was made on the board */
	if (!first && now == UI_PAGE_FIRST && steps_are_over(m, before))
		ui_model_go(m, UI_PAGE_PLAY);
	if (!first && now == UI_PAGE_HANDOVER && before->game[0] != '\0' &&
	    (before->game_id != m->state.game_id || strcmp(before->game, m->state.game) != 0))
		ui_model_go(m, UI_PAGE_PLAY); /* the page's game has ended */
	if (has_opened(m, before)) {
		m->view.opening = false;
		if (now == UI_PAGE_REPLAY)
			ui_model_go(m, UI_PAGE_PLAY);
	}
	if (first || phase == before->phase)
		return;
	if (phase == UI_PHASE_OVER && now == UI_PAGE_PLAY)
		ui_model_open(m, UI_PAGE_OVER);
	else if (phase == UI_PHASE_PLAYING && now == UI_PAGE_OVER)
		ui_model_go(m, UI_PAGE_PLAY);
	else if (phase == UI_PHASE_PLAYING && now == UI_PAGE_HOME)
		ui_model_go(m, page_begin(m)); /* a daemon that had not read the board yet */
	else if (phase == UI_PHASE_NONE && (now == UI_PAGE_PLAY || now == UI_PAGE_OVER))
		ui_model_go(m, UI_PAGE_HOME);
}

/* Reports whether a seat has to deal masks now, with nothing to set up or to answer before. */
static bool
deals_now(const struct ui_state *s)
{
	return s->phase == UI_PHASE_PLAYING && secret_has(s, "assign:") && !s->guidance.on &&
	       !prompt_covers(&s->prompt);
}

/* Reports whether the page of masks is due: it was not a state ago, or another seat dealt then. */
static bool
deal_is_due(const struct ui_state *s, const struct ui_state *before)
{
	if (!deals_now(s))
		return false;
	/* Two players pass the screen on; a person who is alone begins with the page. */
	if (!seat_is_alone(s))
		return secret_has(before, "assign:") && strcmp(before->to_act, s->to_act) != 0;
	return !deals_now(before) || before->game_id != s->game_id ||
	       strcmp(before->to_act, s->to_act) != 0;
}

/*
 * Opens the page of the next seat that must deal masks: no move can be made before. Leaves the page
 * that the other seat has just closed. A computer has no page: the play page says that it deals.
 */
static void
deal_follow(struct ui_model *m, const struct ui_state *before)
{
	enum ui_page now = (enum ui_page)m->view.page;

	if ((now != UI_PAGE_PLAY && now != UI_PAGE_HANDOVER) || !deal_is_due(&m->state, before))
		return;
	if (seat_is_computer(&m->state, m->state.to_act)) {
		ui_model_go(m, UI_PAGE_PLAY);
		return;
	}
	memcpy(m->view.seat, m->state.to_act, sizeof(m->view.seat));
	ui_model_go(m, UI_PAGE_HANDOVER);
}

/* Leaves the page of a choice when nothing of its group is left to choose. */
static void
choice_follow(struct ui_model *m)
{
	uint8_t group[CHOICES];
	unsigned n = choice_groups(&m->state, group);

	if (m->view.page != UI_PAGE_CHOICE)
		return;
	for (unsigned i = 0; i < n; i++)
		if (group[i] == m->view.group)
			return;
	ui_model_go(m, UI_PAGE_PLAY);
}

static bool
is_shared(const struct ui_state *s)
{
	return s->viewer[0] == '\0' || strcmp(s->viewer, "table") == 0;
}

/* Lights the shown move as the board does, if the board is at that move. */
static void
shown_light(struct ui_model *m)
{
	const struct ui_showing *on = &m->state.showing;

	if (m->has_shown && on->on && on->game_id == m->shown.game_id && on->move == m->shown.move)
		memcpy(m->shown.at.light, on->light, sizeof(m->shown.at.light));
}

/* Follows the board on the replay page: pieces have made a move, or the replay has ended. */
static void
replay_follow(struct ui_model *m, const struct ui_showing *before)
{
	const struct ui_showing *now = &m->state.showing;

	if (!m->view.on_board || m->view.page != UI_PAGE_REPLAY)
		return;
	if (before->on && !now->on && !m->wants)
		m->view.on_board = false;
	if (m->has_shown && now->on && now->game_id == m->shown.game_id &&
	    now->move != m->view.show_move) {
		m->view.show_move = (uint16_t)(now->move < UINT16_MAX ? now->move : UINT16_MAX - 1);
		m->wants = true;
	}
	shown_light(m);
}

/* Asks for the review once it is made. */
static void
review_follow(struct ui_model *m, const struct ui_reviewing *before)
{
	const struct ui_reviewing *now = &m->state.reviewing;

	if (m->view.page == UI_PAGE_REVIEW && !m->has_review && before->game_id != 0 &&
	    now->game_id == 0)
		m->wants = true;
}

/* Reports whether a question has appeared: of the game, or of another step of the lesson. */
static bool
asks_anew(const struct ui_state *s, const struct ui_state *before)
{
	return s->prompt.kind != before->prompt.kind || s->prompt.id != before->prompt.id ||
	       s->lesson.step != before->lesson.step || s->lesson.stage != before->lesson.stage;
}

static void
state_take(struct ui_model *m, const struct ui_state *s)
{
	static struct ui_state before; /* large; all calls are from one thread */
	bool first = !m->has_state, was_linked = m->linked;

	m->linked = true;
	if (!is_shared(s)) { /* a state that arrives after the page closed is discarded */
		if (m->view.revealed && strcmp(s->viewer, m->view.seat) == 0) {
			bool first_sight = !m->has_secret;

			m->secret = *s;
			m->has_secret = true;
			secret_begin(m, first_sight);
		} else if (m->view.word == UI_WORD_SENT && strcmp(s->viewer, m->view.seat) == 0) {
			m->view.word = UI_WORD_OPEN;
		}
		return;
	}
	if (game_moved_on(&m->state, s))
		m->view.error[0] = '\0';
	before = m->state;
	m->view.left = false; /* a replay that is still on, or on again, is ended anew */
	m->state = *s;
	m->state_ms = m->now_ms;
	if (was_linked && asks_anew(s, &before))
		m->answers_ms = m->now_ms + UI_UNREAD_MS;
	m->has_state = true;
	if (s->n_actions == 0)
		memset(m->view.mark, 0, sizeof(m->view.mark));
	if (m->view.revealed)
		return;
	game_follow(m, &before, first);
	/* A result counts in the evening once it is on disk, and a state follows that. */
	if (before.phase == UI_PHASE_OVER && m->view.page == UI_PAGE_OVER)
		m->wants = true;
	replay_follow(m, &before.showing);
	page_lesson_follow(m, before.lesson.on);
	review_follow(m, &before.reviewing);
	prompt_follow(m, &before.prompt, first && m->restored);
	if (first) /* a restored page is kept */
		return;
	deal_follow(m, &before);
	choice_follow(m);
}

static void
answer_take(struct ui_model *m, const struct ui_answer *a)
{
	switch ((enum ui_answer_kind)a->kind) {
	case UI_ANSWER_LIST:
		m->list = a->u.list;
		m->has_list = true;
		break;
	case UI_ANSWER_SHOWN:
		m->shown = a->u.shown;
		m->has_shown = true;
		shown_light(m);
		break;
	case UI_ANSWER_LESSONS:
		m->lessons = a->u.lessons;
		m->has_lessons = true;
		break;
	case UI_ANSWER_EVENING:
		m->sheet = a->u.sheet;
		m->has_sheet = true;
		break;
	case UI_ANSWER_DIAGNOSTICS:
		m->diagnostics = a->u.diagnostics;
		m->has_diagnostics = true;
		if (pages[m->view.page]->sensed != NULL)
			pages[m->view.page]->sensed(m);
		break;
	case UI_ANSWER_CODE:
		m->code = a->u.code;
		m->has_code = true;
		break;
	case UI_ANSWER_REVIEW:
		m->review = a->u.review;
		m->has_review = true;
		break;
	case UI_ANSWER_NONE:
		break;
	}
}

/* Asks for the PIN after a request failed for want of the right one. */
static void
pin_follow(struct ui_model *m)
{
	bool word = m->view.word == UI_WORD_SENT;
	bool pin = strncmp(m->view.error, "pin:", 4) == 0;

	m->view.word = word && pin ? UI_WORD_PIN : UI_WORD_NONE;
	if (!pin || (!word && (!m->view.revealed || m->has_secret)))
		return;
	m->view.revealed = m->view.kept = false;
	m->view.pin_new = false;
	ui_model_go(m, UI_PAGE_PIN);
}

void
ui_model_message(struct ui_model *m, const struct ui_message *message)
{
	switch ((enum ui_message_kind)message->kind) {
	case UI_MESSAGE_STATE:
		m->room = message->room;
		m->lesson_at = message->lesson_at;
		state_take(m, &message->state);
		break;
	case UI_MESSAGE_ERROR:
		memcpy(m->view.error, message->why, sizeof(m->view.error));
		m->view.opening = false;
		pin_follow(m);
		break;
	case UI_MESSAGE_OK:
		answer_take(m, &message->answer);
		break;
	case UI_MESSAGE_HELLO:
	case UI_MESSAGE_BUTTON: /* needs the current draw list */
	case UI_MESSAGE_OTHER:
		break;
	}
}

void
ui_model_layout(const struct ui_model *m, int w, int h, struct draw_list *l)
{
	const struct metrics g = metrics_of(w, h);
	const struct page_draw d = { .m = m, .s = &m->state, .g = &g, .l = l };

	draw_clear(l, w, h);
	l->theme = (uint8_t)palette_theme_of(m->state.settings.theme);
	l->board = (uint8_t)palette_board_of(m->state.settings.squares);
	l->pieces = (uint8_t)draw_pieces_of(m->state.settings.pieces);
	draw_fill(l, PAL_PAGE, rect_of(0, 0, w, h), 0);
	l->teams = seat_is_team(m->state.game);
	pages[ui_model_page(m)]->layout(&d);
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
back(struct ui_model *m, struct ui_out *out)
{
	const struct page *p = pages[ui_model_page(m)];

	if (p->back != NULL)
		p->back(m, out);
	else if (ui_model_page(m) == m->view.page)
		ui_model_back(m);
}

void
page_activate(struct ui_model *m, struct ui_place place, struct ui_out *out)
{
	const struct page *p = pages[ui_model_page(m)];

	if (!place.on)
		return;
	if (place.id == TARGET_BACK && !p->takes_back)
		back(m, out);
	else if (p->type != NULL && place.id == TARGET_DIGIT)
		p->type(m, (char)('0' + place.arg));
	else if (p->type != NULL && place.id == TARGET_KEY)
		p->type(m, (char)place.arg);
	else if (p->type != NULL && place.id == TARGET_ERASE)
		p->type(m, '\b');
	else if (p->activate != NULL)
		p->activate(m, place.id, place.arg, out);
}

/* Reports whether the place answers a question that has just appeared under the finger. */
static bool
is_unread(const struct ui_model *m, struct ui_place at)
{
	enum ui_page page = ui_model_page(m);
	bool answers = (page == UI_PAGE_PLAY && prompt_answers(at.id)) ||
		       (page == UI_PAGE_LESSON && (at.id == TARGET_OPTION || at.id == TARGET_NEXT));

	return answers && m->now_ms < m->answers_ms;
}

void
ui_model_press(struct ui_model *m, const struct draw_list *l, int x, int y, struct ui_out *out)
{
	const struct page *p = pages[ui_model_page(m)];

	m->view.pressed = place_of(draw_hit(l, x, y));
	m->view.pressed.on &= !is_unread(m, m->view.pressed);
	m->view.under.on = false;
	m->view.pressed_prompt = m->state.prompt.id;
	m->touched_ms = m->now_ms;
	m->view.focus.on = false;
	if (p->press != NULL && m->view.pressed.on)
		p->press(m, m->view.pressed.id, out);
}

void
ui_model_slide(struct ui_model *m, const struct draw_list *l, int x, int y)
{
	const struct page *p = pages[ui_model_page(m)];

	if (!m->view.pressed.on || p->slide == NULL)
		return;
	m->touched_ms = m->now_ms;
	m->view.under = place_of(draw_hit(l, x, y));
	if (place_equal(m->view.under, m->view.pressed))
		m->view.under.on = false;
}

void
ui_model_release(struct ui_model *m, const struct draw_list *l, int x, int y, struct ui_out *out)
{
	struct ui_place pressed = m->view.pressed, at = place_of(draw_hit(l, x, y));
	const struct page *p = pages[ui_model_page(m)];

	m->view.pressed.on = m->view.under.on = false;
	m->touched_ms = m->now_ms;
	if (!pressed.on)
		return;
	if (m->view.pressed_prompt != m->state.prompt.id)
		at.on = false; /* the press was meant for an earlier prompt: the release has no
			        * target */
	if (place_equal(pressed, at))
		page_activate(m, pressed, out);
	else if (p->slide != NULL)
		p->slide(m, &pressed, &at, out);
}

bool
page_has_place(const struct draw_list *l, struct ui_place at)
{
	for (int i = 0; i < l->n_targets; i++)
		if (place_equal(at, place_of(&l->target[i])))
			return true;
	return false;
}

/*
 * Moves the focus to the next target, after the last one to the first; starts over if its
 * target has vanished.
 */
static void
focus_move(struct ui_model *m, const struct draw_list *l, int step)
{
	int at = step > 0 ? -1 : l->n_targets;
	bool unseen = m->view.revealed && !m->view.focus.on;

	if (l->n_targets == 0)
		return;
	m->view.focus.on |= unseen; /* a secret page has put it at random */
	if (unseen && page_has_place(l, m->view.focus))
		return;
	for (int i = 0; i < l->n_targets; i++)
		if (place_equal(m->view.focus, place_of(&l->target[i])))
			at = i;
	at = (at + step + l->n_targets) % l->n_targets;
	m->view.focus = place_of(&l->target[at]);
}

void
ui_model_key(struct ui_model *m, const struct draw_list *l, enum ui_key key, struct ui_out *out)
{
	m->touched_ms = m->now_ms;
	switch (key) {
	case UI_KEY_NEXT:
		focus_move(m, l, 1);
		break;
	case UI_KEY_PREVIOUS:
		focus_move(m, l, -1);
		break;
	case UI_KEY_OK:
		if (page_has_place(l, m->view.focus))
			page_activate(m, m->view.focus, out);
		break;
	case UI_KEY_BACK:
		back(m, out);
		break;
	}
}

void
ui_model_type(struct ui_model *m, char c)
{
	const struct page *p = pages[ui_model_page(m)];

	m->touched_ms = m->now_ms;
	if (p->type != NULL)
		p->type(m, c);
}
