/* The results of plies: counts them by reason, prints them, and saves traces. */
#include "tests/daemon/hands/play.h"

#include <stdio.h>
#include <string.h>

static const char *const verdict_names[VERDICTS] = {
	[RIGHT] = "right", [AMENDED] = "amended", [ASKED] = "asked",
	[LOST] = "lost",   [WRONG] = "WRONG",
};

const char *
verdict_name(unsigned v)
{
	return verdict_names[v];
}

static void
ply_print(const struct play *p, unsigned ply, char *out, size_t size)
{
	const struct meant *m = p->sim.meant;
	char san[RULES_ACTION_TEXT];

	if (ply >= m->n)
		(void)snprintf(san, sizeof(san), "-");
	else if (rules_has_san(m->game))
		rules_san_print(m->game, &m->position[ply], m->action[ply], san);
	else
		rules_action_print(m->game, &m->position[ply], m->action[ply], san);
	(void)snprintf(out, size, "%s ply %u %s", m->name, ply + 1, san);
}

static void
reason_count(struct reasons *r, enum verdict v, const char *text, const char *example)
{
	unsigned i = 0;

	while (i < r->n && (r->row[i].verdict != v || strcmp(r->row[i].text, text) != 0))
		i++;
	if (i == REASONS_MAX)
		return; /* the counts of verdicts stay complete */
	if (i == r->n) {
		r->n++;
		r->row[i].verdict = (uint8_t)v;
		(void)snprintf(r->row[i].text, sizeof(r->row[i].text), "%s", text);
		(void)snprintf(r->row[i].example, sizeof(r->row[i].example), "%s", example);
	}
	r->row[i].count++;
}

void
play_verdict(struct play *p, unsigned ply, enum verdict v, const char *reason)
{
	char where[96], odd[128];

	if (ply < SIM_PLIES_MAX && v > p->verdict[ply])
		p->verdict[ply] = (uint8_t)v;
	ply_print(p, ply, where, sizeof(where));
	reason_count(&p->tally->reasons, v, reason, where);
	if (p->list == NULL)
		return;
	script_oddities_print(ply < SIM_PLIES_MAX ? p->oddities[ply] : 0, odd, sizeof(odd));
	(void)fprintf(p->list, "%-8s %-6s %s: %s (%s)\n", verdict_names[v], p->style->name, where,
		      reason, odd);
}

void
play_save_trace(struct play *p, const char *what, unsigned ply)
{
	char path[256];
	FILE *f;

	bool wrong = strcmp(what, "wrong") == 0;

	if (p->trace_dir == NULL || p->sim.tracer == NULL || (p->traces_left == 0 && !wrong))
		return;
	p->traces_left -= !wrong;
	(void)snprintf(path, sizeof(path), "%s/%s-%s-%s-ply%u.board", p->trace_dir, what,
		       p->style->name, p->sim.meant->name, ply + 1);
	for (char *c = path + strlen(p->trace_dir) + 1; *c != '\0'; c++)
		if (*c == ' ' || *c == '/')
			*c = '_';
	f = fopen(path, "w");
	if (f == NULL) {
		perror(path);
		return;
	}
	(void)fputs(p->sim.tracer->text, f);
	(void)fclose(f);
}

void
play_checkpoint(struct play *p)
{
	struct sim *s = &p->sim;

	if (s->tracer != NULL && !p->whole_trace)
		tracer_begin(s->tracer, s->meant->game, &s->meant->position[0], s->recorded,
			     s->n_recorded, &s->config, s->sensors.reported, s->now_us);
}

void
play_judge_wrong(struct play *p)
{
	unsigned wrong = sim_first_wrong(&p->sim);
	char text[REASON_TEXT], a[RULES_ACTION_TEXT] = "?";

	if (wrong == p->sim.n_recorded)
		return;
	if (wrong < p->sim.meant->n)
		rules_action_print(p->sim.meant->game, &p->sim.meant->position[wrong],
				   p->sim.recorded[wrong], a);
	(void)snprintf(text, sizeof(text), "recorded as %s", a);
	play_verdict(p, wrong, WRONG, text);
	play_save_trace(p, "wrong", wrong);
	p->gave_up = true;
}

const char *
play_lost_reason(const struct play *p)
{
	static char text[REASON_TEXT];
	const unsigned suspect = ODD_OVERLAP | ODD_SWAP_MISSED | ODD_KNOCK | ODD_LATE_THOUGHT;
	unsigned odd = p->oddities[p->sim.n_recorded] & suspect;
	char odd_text[64];

	if (odd == 0)
		return "guidance instead of the move";
	if ((odd & ODD_SWAP_MISSED) != 0)
		odd |= p->oddities[p->sim.n_recorded] & ODD_EARLY;
	script_oddities_print(odd, odd_text, sizeof(odd_text));
	(void)snprintf(text, sizeof(text), "guidance instead of the move: %s", odd_text);
	return text;
}
