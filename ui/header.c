/*
 * The top of the play page, the same in all games and states: the piece of the side to move,
 * whose turn it is, and what else the daemon says. A sentence that a card of the page shows is
 * omitted here.
 */
#include "ui/header.h"

#include <stdio.h>
#include <string.h>

#include "ui/panel.h"
#include "ui/seat.h"

/*
 * Bytes that fit: the longest turn beside the piece, and the longest turn and text that share its
 * height, in the large and the small design; a turn up to TURN_LARGE has the size of a title.
 */
enum { TURN_MOST = 40, TURN_MOST_COMPACT = 28, TURN_LARGE = 16, TURN_TEXT = 48 };
enum { LINE_MOST = 22, LINE_MOST_COMPACT = 13, LINES_MOST = 4 };

struct header {
	const char *seat;          /* whose piece is drawn; "": none */
	char turn[TURN_TEXT];      /* whose turn it is; "": no game */
	char rest[UI_SENTENCE_TEXT]; /* what else is said */
};

/* Returns the length of the first sentence, with its mark. */
static size_t
sentence_len(const char *text)
{
	size_t len = strcspn(text, ".?!");

	while (text[len] != '\0' && text[len + 1] != ' ' && text[len + 1] != '\0')
		len += 1 + strcspn(text + len + 1, ".?!");
	return len + (text[len] != '\0');
}

/* Reports whether a card of the page says the sentence. */
static bool
is_on_card(const struct ui_state *s, const char *sentence, size_t len)
{
	const char *const shown[] = { s->prompt.text, s->guidance.text, s->refusal.text,
				      s->result_text };
	char text[UI_SENTENCE_TEXT];

	snprintf(text, sizeof(text), "%.*s", (int)(len - (sentence[len - 1] == '.')), sentence);
	for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++)
		if (strstr(shown[i], text) != NULL)
			return true;
	return false;
}

/* Reports whether the sentence begins with the seat's name and is no move: "White: e4". */
static bool
is_turn(const struct ui_state *s, const char *seat, const char *sentence)
{
	const char *name = seat_name(s->game, seat);
	size_t len = strlen(name);

	return len > 0 && strncmp(sentence, name, len) == 0 && sentence[len] != ':';
}

/* Writes whose turn it is, and that its king is in check. */
static void
turn_print(const struct ui_state *s, const char *turn, const char *who, char *text, size_t size)
{
	const struct panel *p = panel_of(s->game);
	char plain[2 * TURN_TEXT];

	if (!panel_in_check(s) || p->chief != 0 || p->may_ignore_check) {
		lang_print(text, size, turn, who);
		return;
	}
	lang_print(plain, sizeof(plain), turn, who);
	lang_print(text, size, tr("{1}, in check"), plain);
}

/* Writes the turn without the daemon's words, with the player's name if that fits. */
static void
turn_own(const struct ui_state *s, size_t most, struct header *h)
{
	char name[SEAT_PLAYER_TEXT], named[2 * TURN_TEXT];
	uint8_t group[CHOICES];
	/* A card, a burial or a purchase may come first, or a move is shown already. */
	bool may_choose = s->has_provisional || choice_groups(s, group) > 0;
	const char *turn = may_choose ? tr("{1}'s turn") : tr("{1} to move");

	turn_print(s, turn, seat_name(s->game, h->seat), h->turn, sizeof(h->turn));
	turn_print(s, turn, seat_player(s, h->seat, name), named, sizeof(named));
	if (strlen(named) <= most)
		memcpy(h->turn, named, strlen(named) + 1);
}

/* Takes the turn from the daemon's sentence, with the player's name if that fits. */
static void
turn_said(const struct ui_state *s, const char *sentence, size_t len, size_t most,
	  struct header *h)
{
	const char *after = sentence + strlen(seat_name(s->game, h->seat));
	char name[SEAT_PLAYER_TEXT], named[UI_SENTENCE_TEXT];
	int n;

	len -= sentence[len - 1] == '.'; /* as all messages */
	n = snprintf(named, sizeof(named), "%s%.*s", seat_player(s, h->seat, name),
		     (int)(len - (size_t)(after - sentence)), after);
	if (n > 0 && (size_t)n <= most)
		memcpy(h->turn, named, (size_t)n + 1);
	else
		snprintf(h->turn, sizeof(h->turn), "%.*s", (int)len, sentence);
}

/* Reports whether a sentence only offers to roll or buy, as buttons do: the small design has no room. */
static bool
is_on_button(const struct page_draw *d, const char *seat, const char *sentence)
{
	uint8_t group[CHOICES];

	return d->g->compact && choice_buttons(d->s, group) > 0 &&
	       (group[0] == CHOICE_BUY || group[0] == CHOICE_ROLL) &&
	       is_turn(d->s, seat, sentence);
}

/*
 * Adds the sentences that no card, no button and not the turn says; `turn` is the latter, or NULL.
 */
static void
rest_add(const struct page_draw *d, const char *turn, struct header *h)
{
	const struct ui_state *s = &d->m->state;
	size_t used = 0, len;

	for (const char *at = s->message; *at != '\0'; at += len, at += strspn(at, " ")) {
		len = sentence_len(at);
		if (at != turn && !is_on_card(s, at, len) && !is_on_button(d, h->seat, at))
			used += (size_t)snprintf(h->rest + used, sizeof(h->rest) - used, "%s%.*s",
						 used > 0 ? " " : "", (int)len, at);
		if (used >= sizeof(h->rest))
			break;
	}
	used = strlen(h->rest);
	if (used > 0 && h->rest[used - 1] == '.') /* as all messages */
		h->rest[used - 1] = '\0';
}

/* Returns the last sentence of the message that says whose turn it is, if it fits; NULL: none. */
static const char *
turn_find(const struct ui_state *s, const char *seat, size_t most, size_t *found)
{
	const char *turn = NULL;
	size_t len;

	for (const char *at = s->message; *at != '\0'; at += len, at += strspn(at, " ")) {
		len = sentence_len(at);
		if (is_turn(s, seat, at) && len <= most) {
			turn = at;
			*found = len;
		}
	}
	return turn;
}

const char *
header_seat(const struct ui_state *s)
{
	size_t len;

	for (unsigned i = 0; i < s->n_hints && s->has_provisional && !prompt_covers(&s->prompt); i++)
		if (turn_find(s, s->hints[i].seat, UI_SENTENCE_TEXT, &len) != NULL)
			return s->hints[i].seat;
	return seat_turn(s);
}

static struct header
header_of(const struct page_draw *d)
{
	const struct ui_state *s = &d->m->state;
	size_t most = d->g->compact ? TURN_MOST_COMPACT : TURN_MOST, len = 0;
	struct header h = { .seat = s->phase == UI_PHASE_PLAYING ? header_seat(s) : "" };
	const char *turn = NULL;

	if (s->phase == UI_PHASE_OVER) {
		snprintf(h.turn, sizeof(h.turn), "%s", tr("Game over"));
	} else if (s->guidance.rank > 0 || s->prompt.kind == UI_PROMPT_ARRAY) {
		snprintf(h.turn, sizeof(h.turn), "%s", panel_title(s)); /* before the first turn */
	} else if (h.seat[0] != '\0') {
		turn_own(s, most, &h);
		turn = notice_says_message(d->m) ? NULL : turn_find(s, h.seat, most, &len);
		if (turn != NULL)
			turn_said(s, turn, len, most, &h);
	}
	if (!notice_says_message(d->m))
		rest_add(d, turn, &h);
	return h;
}

/* Reports whether turn and text have a line each beside the piece. */
static bool
shares_height(const struct page_draw *d, const struct header *h)
{
	size_t most = d->g->compact ? LINE_MOST_COMPACT : LINE_MOST;

	return strlen(h->turn) <= most && strlen(h->rest) <= most;
}

int
header_below(const struct page_draw *d, struct rect panel)
{
	const struct header h = header_of(d);
	int letter = d->g->small_px * 4 / 7, lines;

	if (h.rest[0] == '\0' || h.turn[0] == '\0' || shares_height(d, &h))
		return 0;
	lines = 1 + (int)strlen(h.rest) * letter / panel.w;
	if (lines > 1) /* words that wrap leave a third of a line empty */
		lines = 1 + ((int)strlen(h.rest) * letter + panel.w / 3) / panel.w;
	return d->g->small_line * (lines < LINES_MOST ? lines : LINES_MOST);
}

/* Draws the piece that stands for the seat to move: its king, queen or general. */
static void
chief_draw(const struct page_draw *d, struct rect sign, const char *seat)
{
	const struct panel *p = panel_of(d->m->state.game);
	char chief = seat[1] == 'q' ? 'Q' : p->chief != 0 ? p->chief : 'K';

	draw_fill(d->l, PAL_TRAY, sign, d->g->radius);
	draw_piece(d->l, rect_inset(sign, measure(d->g, SPACE_TIGHT)),
		   (struct ui_piece){ seat[0] == 'b' ? (char)(chief | 0x20) : chief, 0 },
		   p->emblem.stones ? DRAW_STONES : 0);
}

/* Returns the size of the turn, which two lines beside the piece have to hold. */
static int
turn_px(const struct metrics *g, size_t len)
{
	if (len <= TURN_LARGE)
		return g->compact ? g->title_px : g->text_px;
	return g->compact ? g->small_px : g->text_px;
}

/* Draws the turn, and the text in its own line or in the room below the header. */
static void
words_draw(const struct page_draw *d, const struct header *h, struct rect box, struct rect below)
{
	if (h->turn[0] == '\0') {
		draw_text(d->l, PAL_TEXT, box, d->g->small_px, 0, h->rest);
		return;
	}
	if (h->rest[0] != '\0' && shares_height(d, h)) {
		below = rect_cut_bottom(&box, box.h / 2, 0);
		draw_text(d->l, PAL_TEXT, box, d->g->compact ? d->g->small_px : d->g->text_px,
			  DRAW_BOLD, h->turn);
		draw_text(d->l, PAL_TEXT, below, d->g->small_px, 0, h->rest);
		return;
	}
	draw_text(d->l, PAL_TEXT, box, turn_px(d->g, strlen(h->turn)), DRAW_BOLD, h->turn);
	if (below.h > 0)
		draw_text(d->l, PAL_TEXT, below, d->g->small_px, DRAW_TOP, h->rest);
}

bool
header_layout(const struct page_draw *d, struct rect box, struct rect below)
{
	const struct header h = header_of(d);
	struct rect sign = rect_of(box.x, box.y, box.h, box.h);
	int indent = box.h + d->g->gap;
	bool trouble = d->m->state.n_troubles > 0;

	if (trouble)
		widget_alert(d, sign); /* in place of the king of the side to move */
	else if (h.seat[0] != '\0')
		chief_draw(d, sign, h.seat);
	else
		indent = 0;
	if (indent == 0 || trouble) /* no piece that carries the badge */
		box.w = (int16_t)(box.w - d->g->small_line - measure(d->g, SPACE_NEAR));
	words_draw(d, &h, rect_of(box.x + indent, box.y, box.w - indent, box.h), below);
	return indent > 0 && !trouble;
}

void
header_button(const struct page_draw *d, struct rect box, bool has_piece)
{
	int side = d->g->small_line, indent = box.h + d->g->gap;
	struct rect badge = rect_of(box.x + (has_piece ? box.h : box.w) - side,
				    box.y + (has_piece ? box.h - side : 0), side, side);

	draw_disc(d->l, PAL_BUTTON, badge);
	draw_text(d->l, PAL_TEXT, badge, d->g->small_px, DRAW_BOLD | DRAW_CENTRE, "?");
	if (d->m->state.n_troubles > 0)
		box = rect_of(box.x + indent, box.y, box.w - indent, box.h);
	widget_focus(d, box, TARGET_NOW, 0);
	draw_target(d->l, box, TARGET_NOW, 0);
}
