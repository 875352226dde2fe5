/* Feeds arbitrary bytes as the daemon's lines to every page: nothing crashes or is omitted. */
#include <stdlib.h>
#include <string.h>

#include "ui/message.h"
#include "ui/model.h"
#include "ui/page.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct ui_model model;
static struct draw_list list;
static struct ui_message message;

static void
look(void)
{
	static const int sizes[][2] = { { 800, 480 }, { 480, 320 } };

	for (int page = 0; page < UI_PAGES; page++) {
		ui_model_go(&model, (enum ui_page)page);
		for (int i = 0; i < 2; i++) {
			ui_model_layout(&model, sizes[i][0], sizes[i][1], &list);
			if (list.full)
				abort();
		}
	}
}

/* Touches every target of the page after a message. */
static void
touch(void)
{
	for (unsigned i = 0; i < list.n_targets; i++) {
		struct rect box = list.target[i].box;
		struct ui_out out = { .n = 0 };
		char line[UI_REQUEST_TEXT];

		ui_model_press(&model, &list, box.x, box.y, &out);
		ui_model_release(&model, &list, box.x, box.y, &out);
		for (unsigned q = 0; q < out.n; q++)
			ui_request_print(&out.request[q], q, line);
		ui_model_go(&model, UI_PAGE_PLAY);
		ui_model_layout(&model, 480, 320, &list);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *line = (const char *)data, *end = line + size;

	ui_model_init(&model, "socket", 1);
	while (line < end) {
		const char *stop = memchr(line, '\n', (size_t)(end - line));
		size_t len = stop != NULL ? (size_t)(stop - line) : (size_t)(end - line);
		struct ui_error err;

		if (ui_message_parse(line, len, &message, &err) == 0)
			ui_model_message(&model, &message);
		look();
		touch();
		line += len + 1;
	}
	return 0;
}
