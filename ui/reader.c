#include "ui/reader.h"

#include <stdio.h>
#include <string.h>

#include "hw/text/text.h"

void
reader_fail(struct reader *r, const char *key, const char *why)
{
	if (r->failed)
		return;
	r->failed = true;
	snprintf(r->err->why, sizeof(r->err->why), "%s%s%s%s%s", r->path,
		 r->path[0] && key[0] ? "." : "", key, r->path[0] || key[0] ? ": " : "", why);
}

static bool
type_fits(const json_t *v, json_type type)
{
	if (type == JSON_TRUE)
		return json_is_boolean(v);
	return json_typeof(v) == type;
}

static const char *const type_errors[] = {
	[JSON_OBJECT] = "must be an object",
	[JSON_ARRAY] = "must be a list",
	[JSON_STRING] = "must be a string",
	[JSON_INTEGER] = "must be a whole number",
	[JSON_TRUE] = "must be true or false",
};

json_t *
reader_member(struct reader *r, const json_t *object, const char *key, json_type type)
{
	json_t *v;

	if (r->failed)
		return NULL;
	v = json_object_get(object, key);
	if (v == NULL || json_is_null(v))
		return NULL;
	if (!type_fits(v, type)) {
		reader_fail(r, key, type_errors[type]);
		return NULL;
	}
	return v;
}

void
reader_text_clean(const char *text, char *out, size_t size)
{
	static const char dots[] = "…";
	size_t len = strlen(text);

	if (len >= size)
		(void)snprintf(out, size, "%.*s%s", (int)text_fit(text, len, size - sizeof(dots)), text,
			       dots);
	else
		memcpy(out, text, len + 1);
	text_mend(out);
}

void
reader_sentence(struct reader *r, const json_t *object, const char *key, char *out, size_t size)
{
	json_t *v = reader_member(r, object, key, JSON_STRING);

	out[0] = '\0';
	if (v != NULL)
		reader_text_clean(json_string_value(v), out, size);
}

void
reader_name(struct reader *r, const json_t *object, const char *key, char *out, size_t size)
{
	json_t *v = reader_member(r, object, key, JSON_STRING);
	char why[40];

	out[0] = '\0';
	if (v == NULL)
		return;
	if (json_string_length(v) >= size) {
		snprintf(why, sizeof(why), "longer than %zu bytes", size - 1);
		reader_fail(r, key, why);
		return;
	}
	for (const char *c = json_string_value(v); *c != '\0'; c++) {
		if (*c < 0x20 || *c > 0x7e) {
			reader_fail(r, key, "not plain printable text");
			return;
		}
	}
	memcpy(out, json_string_value(v), json_string_length(v) + 1);
}

int64_t
reader_integer(struct reader *r, const json_t *object, const char *key, int64_t min, int64_t max,
	       int64_t fallback)
{
	json_t *v = reader_member(r, object, key, JSON_INTEGER);
	char why[80];

	if (v == NULL)
		return fallback;
	if (json_integer_value(v) < min || json_integer_value(v) > max) {
		snprintf(why, sizeof(why), "must lie between %lld and %lld", (long long)min,
			 (long long)max);
		reader_fail(r, key, why);
		return fallback;
	}
	return json_integer_value(v);
}

bool
reader_flag(struct reader *r, const json_t *object, const char *key, bool fallback)
{
	json_t *v = reader_member(r, object, key, JSON_TRUE);

	return v == NULL ? fallback : json_is_true(v);
}

int
reader_word(struct reader *r, const json_t *object, const char *key, const char *const *words,
	    size_t n)
{
	json_t *v = reader_member(r, object, key, JSON_STRING);

	if (v == NULL)
		return -1;
	for (size_t i = 0; i < n; i++)
		if (strcmp(json_string_value(v), words[i]) == 0)
			return (int)i;
	reader_fail(r, key, "a word this screen does not know");
	return -1;
}

json_t *
reader_list(struct reader *r, const json_t *object, const char *key, size_t max)
{
	json_t *v = reader_member(r, object, key, JSON_ARRAY);
	char why[40];

	if (v != NULL && json_array_size(v) > max) {
		snprintf(why, sizeof(why), "more than %zu items", max);
		reader_fail(r, key, why);
		return NULL;
	}
	return v;
}

unsigned
reader_square(struct reader *r, const struct game *game, const json_t *object, const char *key)
{
	char text[4];
	unsigned sq;

	reader_name(r, object, key, text, sizeof(text));
	if (text[0] == '\0')
		return RULES_NO_SQ;
	sq = game == NULL ? RULES_NO_SQ : rules_square_parse(game, text, strlen(text));
	if (sq == RULES_NO_SQ)
		reader_fail(r, key, "no square of this board");
	return sq;
}

struct sqset
reader_squares(struct reader *r, const struct game *game, const json_t *object, const char *key)
{
	struct sqset set = { { 0, 0 } };
	json_t *list = reader_list(r, object, key, RULES_SQUARES_MAX), *item;
	size_t i;

	json_array_foreach(list, i, item)
	{
		const char *text = json_string_value(item);
		unsigned sq = game == NULL || text == NULL
				      ? RULES_NO_SQ
				      : rules_square_parse(game, text, strlen(text));

		if (sq == RULES_NO_SQ) {
			reader_fail(r, key, "lists what is no square of this board");
			break;
		}
		sqset_add(&set, sq);
	}
	return set;
}

size_t
reader_enter(struct reader *r, const char *key, int index)
{
	size_t mark = strlen(r->path);
	const char *dot = mark > 0 ? "." : "";

	if (index < 0)
		snprintf(r->path + mark, sizeof(r->path) - mark, "%s%s", dot, key);
	else
		snprintf(r->path + mark, sizeof(r->path) - mark, "%s%s[%d]", dot, key, index);
	return mark;
}

size_t
reader_enter_item(struct reader *r, const char *key, size_t index, const json_t *item)
{
	size_t mark = reader_enter(r, key, (int)index);

	if (!json_is_object(item))
		reader_fail(r, "", "must be an object");
	return mark;
}

void
reader_leave(struct reader *r, size_t mark)
{
	r->path[mark] = '\0';
}

void
reader_lights(struct reader *r, const struct game *game, const json_t *object,
	      struct sqset light[UI_LIGHTS])
{
	json_t *lights = reader_member(r, object, "lights", JSON_OBJECT);
	size_t mark = reader_enter(r, "lights", -1);

	for (unsigned i = 0; i < UI_LIGHTS; i++)
		light[i] = reader_squares(r, game, lights, ui_light_name((enum ui_light)i));
	reader_leave(r, mark);
}
