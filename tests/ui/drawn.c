#include "tests/ui/drawn.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Appends to out like snprintf; a full text is left unchanged. */
__attribute__((format(printf, 4, 5))) static void
append(char *out, size_t size, size_t *len, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(out + *len, size - *len, format, args); /* NOLINT(clang-analyzer-valist.*) */
	va_end(args);
	if (n > 0)
		*len = *len + (size_t)n < size ? *len + (size_t)n : size - 1;
}

/* Prints a text in quotes, a new line as \n. */
static void
text_print(const char *text, char *out, size_t size, size_t *len)
{
	append(out, size, len, " \"");
	for (; *text != '\0'; text++)
		append(out, size, len, *text == '\n' ? "\\n" : "%c", *text);
	append(out, size, len, "\"");
}

static void
cmd_print(const struct draw_list *l, const struct draw_cmd *c, char *out, size_t size, size_t *len)
{
	static const char *const names[] = {
		[DRAW_FILL] = "fill",   [DRAW_CHECKER] = "checker", [DRAW_FRAME] = "frame",
		[DRAW_CROSS] = "cross", [DRAW_DISC] = "disc",       [DRAW_TEXT] = "text",
		[DRAW_PIECE] = "piece", [DRAW_ARROW] = "arrow",     [DRAW_CODE] = "code",
		[DRAW_ICON] = "icon",
	};
	struct rect b = c->box;

	append(out, size, len, "%s", names[c->kind]);
	if (c->kind == DRAW_PIECE)
		append(out, size, len, " %c%s", c->piece.letter,
		       c->piece.mark != 0 ? (char[]){ c->piece.mark, '\0' } : "");
	else
		append(out, size, len, " %s", palette[c->meaning].name);
	append(out, size, len, c->kind == DRAW_ARROW ? " %d,%d %d,%d" : " %d,%d %dx%d", b.x, b.y,
	       b.w, b.h);
	if (c->size != 0)
		append(out, size, len, " %u", c->size);
	append(out, size, len, "%s%s%s%s%s%s%s", c->flags & DRAW_STONES ? " stones" : "",
	       c->flags & DRAW_TEAM ? " team" : "",
	       c->flags & DRAW_BOLD ? " bold" : "", c->flags & DRAW_CENTRE ? " centre" : "",
	       c->flags & DRAW_RIGHT ? " right" : "", c->flags & DRAW_TOP ? " top" : "",
	       c->flags & DRAW_GHOST  ? " ghost"
	       : c->flags & DRAW_PALE ? " pale"
				      : "");
	if (c->kind == DRAW_TEXT || c->kind == DRAW_CODE)
		text_print(l->text + c->text, out, size, len);
	append(out, size, len, "\n");
}

size_t
drawn_print(const struct draw_list *l, char *out, size_t size)
{
	size_t len = 0;

	append(out, size, &len, "size %ux%u\n", l->width, l->height);
	for (unsigned i = 0; i < l->n; i++)
		cmd_print(l, &l->cmd[i], out, size, &len);
	for (unsigned i = 0; i < l->n_targets; i++) {
		const struct draw_target *t = &l->target[i];

		append(out, size, &len, "target %s %u %d,%d %dx%d\n", page_target_name(t->id),
		       t->arg, t->box.x, t->box.y, t->box.w, t->box.h);
	}
	return len;
}
