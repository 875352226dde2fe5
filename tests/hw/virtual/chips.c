/*
 * The emulated chips against facts of their data sheets. A test is a script of
 * steps on one chip; each step is a row.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "hw/virtual/emul_is31fl3741.h"
#include "hw/virtual/emul_mcp23017.h"

#define BYTES(...) { __VA_ARGS__ }, sizeof((uint8_t[]){ __VA_ARGS__ })

enum {
	STEP_BYTES = 24,
	WIRED = 0x7f7f,
};

enum verb {
	END,
	WRITE,      /* bytes */
	READ,       /* bytes after the register in `reg`; -1: from the pointer */
	PIN,        /* reg: the pin, bytes[0]: 0 low, 1 open, 2 high */
	INT,        /* reg: output 0 or 1, bytes[0]: enum emul_int */
	LIGHT,      /* reg: the channel, bytes[0]: how bright */
	VIOLATIONS, /* reg: how many so far */
	RESET,      /* the power fails */
};

struct step {
	enum verb verb;
	int reg;
	uint8_t bytes[STEP_BYTES];
	size_t n;
};

struct script {
	const char *name;
	const struct step *steps;
};

#define W(...)                               \
	{                                    \
		WRITE, 0, BYTES(__VA_ARGS__) \
	}
#define R(reg, ...)                           \
	{                                     \
		READ, reg, BYTES(__VA_ARGS__) \
	}
#define CONT(...)                            \
	{                                    \
		READ, -1, BYTES(__VA_ARGS__) \
	}
#define LOW(pin)                   \
	{                          \
		PIN, pin, BYTES(0) \
	}
#define OPEN(pin)                  \
	{                          \
		PIN, pin, BYTES(1) \
	}
#define HIGH(pin)                  \
	{                          \
		PIN, pin, BYTES(2) \
	}
#define LINE(out, s)               \
	{                          \
		INT, out, BYTES(s) \
	}
#define SHINES(c, v)               \
	{                          \
		LIGHT, c, BYTES(v) \
	}
#define BAD(n)                          \
	{                               \
		VIOLATIONS, n, { 0 }, 0 \
	}
#define POWER                      \
	{                          \
		RESET, 0, { 0 }, 0 \
	}
#define DONE                     \
	{                        \
		END, 0, { 0 }, 0 \
	}
#define STEPS (const struct step[])

/* All 22 registers after power-on: inputs, all else zero. Table 3-1. */
#define MCP_POR 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0

/* Pull-ups, change interrupts on both ports, one open-drain output, in that order. */
#define MCP_USUAL                                                                     \
	W(0x0a, 0x44), W(0x00, 0x7f, 0x7f), W(0x0c, 0x7f, 0x7f), R(0x12, 0x7f, 0x7f), \
		W(0x04, 0x7f, 0x7f)

static const struct script mcp_scripts[] = {
	{ "power-on: inputs, sequential, push-pull outputs at rest high",
	  STEPS{ R(0x00, MCP_POR), LINE(0, EMUL_INT_HIGH), LINE(1, EMUL_INT_HIGH), BAD(0), DONE } },
	{ "the pointer rolls over after the last register",
	  STEPS{ W(0x00, 0x12), R(0x15, 0x00, 0x12, 0xff), DONE } },
	{ "a read goes on from the pointer",
	  STEPS{ W(0x06, 1, 2), W(0x06), CONT(1), CONT(2), DONE } },
	{ "SEQOP off: a pair toggles, from either side",
	  STEPS{ W(0x0a, 0x20), W(0x06, 1, 2, 3, 4), R(0x06, 3, 4, 3), R(0x07, 4, 3, 4), DONE } },
	{ "BANK 1: ports apart, IOCON at 05 and 15, B at 10 and above",
	  STEPS{ W(0x06, 0xaa, 0xbb), W(0x0a, 0x80), R(0x03, 0xaa), R(0x13, 0xbb), R(0x05, 0x80),
		 R(0x15, 0x80), W(0x13, 0x11), R(0x13, 0x11), R(0x1a, 0x00, 0xff), BAD(0), DONE } },
	{ "BANK 1 with SEQOP off: the pointer stays",
	  STEPS{ W(0x0a, 0xa0), W(0x03, 1, 2, 3), R(0x03, 3, 3), DONE } },
	{ "BANK 1: nothing between 0A and 10, nor beyond 1A",
	  STEPS{ W(0x0a, 0x80), R(0x0b, 0), BAD(1), W(0x0f, 1), BAD(2), R(0x1b, 0), BAD(3),
		 DONE } },
	{ "BANK 0: nothing beyond 15", STEPS{ R(0x16, 0), BAD(1), W(0x20, 0), BAD(2), DONE } },
	{ "back from BANK 1 by the way that is harmless in BANK 0",
	  STEPS{ W(0x0a, 0x80), W(0x05, 0), R(0x0a, 0, 0), BAD(0), DONE } },
	{ "IOCON is one register at two addresses, bit 0 is none",
	  STEPS{ W(0x0b, 0x44), R(0x0a, 0x44, 0x44), BAD(0), W(0x0a, 0x01), BAD(1), R(0x0a, 0),
		 DONE } },
	{ "changing BANK in the middle of a write is undefined",
	  STEPS{ W(0x0a, 0x80), BAD(0), W(0x05, 0x00, 0x00), BAD(1), DONE } },
	{ "IPOL turns inputs round", STEPS{ W(0x00, 0x7f, 0x7f), W(0x0c, 0x7f, 0x7f), W(0x02, 0x03),
					    LOW(0), R(0x12, 0x7d), BAD(0), DONE } },
	{ "GPIO written is OLAT; an output's pin reads back",
	  STEPS{ W(0x00, 0x70), W(0x0c, 0x70), W(0x12, 0x85), R(0x14, 0x85), R(0x12, 0xf5),
		 DONE } },
	{ "pull-ups hold an open pin high, a closed switch wins",
	  STEPS{ W(0x00, 0x7f, 0x7f), W(0x0c, 0x7f, 0x7f), LOW(9), R(0x12, 0x7f, 0x7d), OPEN(9),
		 R(0x12, 0x7f, 0x7f), BAD(0), DONE } },
	{ "a wired input without a pull-up floats",
	  STEPS{ W(0x00, 0x7f, 0x7f), W(0x0c, 0x7f, 0x7e), R(0x13, 0x7e), BAD(1), R(0x12, 0x7f),
		 BAD(1), LOW(8), R(0x13, 0x7e), BAD(1), HIGH(8), R(0x13, 0x7f), BAD(1), DONE } },
	{ "a chip as power-on left it may be read: that is how a reset is found out",
	  STEPS{ R(0x12, 0, 0), BAD(0), W(0x0a, 0x44), R(0x12, 0, 0), BAD(2), DONE } },
	{ "GPA7 and GPB7 are outputs only",
	  STEPS{ W(0x00, 0xff), BAD(1), W(0x01, 0x80), BAD(2), W(0x04, 0x80), BAD(3), DONE } },
	{ "a change interrupts, is captured, and is cleared by reading GPIO",
	  STEPS{ MCP_USUAL, LINE(0, EMUL_INT_RELEASED), LOW(3), LINE(0, EMUL_INT_LOW),
		 LINE(1, EMUL_INT_LOW), R(0x0e, 0x08, 0x00), LINE(0, EMUL_INT_LOW), R(0x12, 0x77),
		 LINE(0, EMUL_INT_RELEASED), R(0x0e, 0x00), R(0x10, 0x77), BAD(0), DONE } },
	{ "… or by reading INTCAP",
	  STEPS{ MCP_USUAL, LOW(3), R(0x10, 0x77), LINE(0, EMUL_INT_RELEASED), R(0x0e, 0), DONE } },
	{ "reading INTF clears nothing",
	  STEPS{ MCP_USUAL, LOW(3), R(0x0e, 8, 0), R(0x0e, 8, 0), LINE(0, EMUL_INT_LOW), DONE } },
	{ "a pulse: INTF and INTCAP keep it, GPIO shows it gone, no second interrupt",
	  STEPS{ MCP_USUAL, LOW(3), OPEN(3), R(0x0e, 8, 0, 0x77, 0x00, 0x7f, 0x7f), R(0x0e, 0, 0),
		 LINE(0, EMUL_INT_RELEASED), DONE } },
	{ "changes while one waits are not added",
	  STEPS{ MCP_USUAL, LOW(3), LOW(4), R(0x0e, 8), R(0x10, 0x77), R(0x12, 0x67), R(0x0e, 0),
		 DONE } },
	{ "after the clearing read the next change counts from the levels of then",
	  STEPS{ MCP_USUAL, LOW(3), OPEN(3), R(0x10, 0x77), LOW(3), LINE(0, EMUL_INT_LOW),
		 R(0x0e, 8), DONE } },
	{ "a port's interrupt is cleared by that port alone",
	  STEPS{ MCP_USUAL, LOW(3), LOW(8), R(0x12, 0x77), LINE(0, EMUL_INT_LOW), R(0x13, 0x7e),
		 LINE(0, EMUL_INT_RELEASED), DONE } },
	{ "without MIRROR each output has its port",
	  STEPS{ MCP_USUAL, W(0x0a, 0x04), LOW(8), LINE(0, EMUL_INT_RELEASED),
		 LINE(1, EMUL_INT_LOW), DONE } },
	{ "INTPOL turns a push-pull output, open drain overrides it",
	  STEPS{ MCP_USUAL, W(0x0a, 0x42), LINE(0, EMUL_INT_LOW), LOW(1), LINE(0, EMUL_INT_HIGH),
		 W(0x0a, 0x46), LINE(0, EMUL_INT_LOW), DONE } },
	{ "a pin not enabled does not interrupt",
	  STEPS{ MCP_USUAL, W(0x04, 0x77), LOW(3), LINE(0, EMUL_INT_RELEASED), R(0x0e, 0), DONE } },
	{ "an output does not interrupt",
	  STEPS{ MCP_USUAL, W(0x00, 0x77), W(0x14, 0x08), LINE(0, EMUL_INT_RELEASED), DONE } },
	{ "a change while interrupts were off is forgotten when they come on",
	  STEPS{ MCP_USUAL, W(0x04, 0, 0), LOW(3), W(0x04, 0x7f, 0x7f), LINE(0, EMUL_INT_RELEASED),
		 OPEN(3), LINE(0, EMUL_INT_LOW), DONE } },
	{ "DEFVAL: interrupts while the pin differs, read or not",
	  STEPS{ MCP_USUAL, W(0x06, 0x7f, 0x7f), W(0x08, 0x08), LOW(3), LINE(0, EMUL_INT_LOW),
		 R(0x12, 0x77), LINE(0, EMUL_INT_LOW), R(0x0e, 8), OPEN(3), LINE(0, EMUL_INT_LOW),
		 R(0x12, 0x7f), LINE(0, EMUL_INT_RELEASED), DONE } },
	{ "DEFVAL: two pins of one port, INTF takes the first",
	  STEPS{ MCP_USUAL, W(0x06, 0x7f), W(0x08, 0x18), LOW(3), LOW(4), R(0x0e, 8), R(0x12, 0x67),
		 R(0x0e, 0x18), DONE } },
	{ "INTF and INTCAP cannot be written",
	  STEPS{ MCP_USUAL, LOW(3), W(0x0e, 0xff), W(0x10, 0x55), R(0x0e, 8), R(0x10, 0x77), BAD(0),
		 DONE } },
	{ "power fails: all as at first, the pins' world stays",
	  STEPS{ MCP_USUAL, LOW(3), POWER, LINE(0, EMUL_INT_HIGH), R(0x00, MCP_POR),
		 W(0x0c, 0x7f, 0x7f), R(0x12, 0x77), DONE } },
};

/* Unlock and choose a page: two writes, as the chip wants it every time. */
#define PAGE(n) W(0xfe, 0xc5), W(0xfd, n)
#define IS_ON   PAGE(4), W(0x00, 0x01), W(0x01, 0xff)

static const struct script is31_scripts[] = {
	{ "power-on: shut down, no current, dark, locked",
	  STEPS{ R(0xfe, 0), R(0xfc, 0x60), R(0xf1, 0), PAGE(4), R(0x00, 0), R(0x01, 0),
		 R(0x02, 0x33), R(0x03, 0), R(0x2f, 0), SHINES(0, 0), BAD(0), DONE } },
	{ "each unlock is good for one page",
	  STEPS{ W(0xfe, 0xc5), R(0xfe, 0xc5), W(0xfd, 4), R(0xfe, 0), BAD(0), W(0xfd, 0), BAD(1),
		 W(0x01, 9), R(0x01, 9), DONE } },
	{ "a wrong key does not unlock", STEPS{ W(0xfe, 0xc4), W(0xfd, 0), BAD(1), DONE } },
	{ "no page is chosen at power-on", STEPS{ W(0x00, 1), BAD(1), DONE } },
	{ "there are five pages", STEPS{ PAGE(5), BAD(1), DONE } },
	{ "lit: on, current, scaling and PWM",
	  STEPS{ IS_ON, PAGE(2), W(0x00, 0xff), PAGE(0), W(0x00, 0x80), SHINES(0, 0x80),
		 SHINES(1, 0), BAD(0), DONE } },
	{ "scaling dims, rounded down",
	  STEPS{ IS_ON, PAGE(2), W(0x00, 0x80), PAGE(0), W(0x00, 0xff), SHINES(0, 0x80), W(0x00, 3),
		 SHINES(0, 1), DONE } },
	{ "a global current of zero is dark, any other does not alter the colour",
	  STEPS{ IS_ON, PAGE(2), W(0x00, 0xff), PAGE(0), W(0x00, 0x80), PAGE(4), W(0x01, 0x01),
		 SHINES(0, 0x80), W(0x01, 0x00), SHINES(0, 0), DONE } },
	{ "shut down is dark, and keeps its registers",
	  STEPS{ IS_ON, PAGE(2), W(0x00, 0xff), PAGE(0), W(0x00, 0x80), PAGE(4), W(0x00, 0x00),
		 SHINES(0, 0), W(0x00, 0x01), SHINES(0, 0x80), DONE } },
	{ "a write runs on through its page",
	  STEPS{ IS_ON, PAGE(2), W(0xb2, 0xff, 0xff), PAGE(0), W(0xb2, 1, 2), SHINES(178, 1),
		 SHINES(179, 2), SHINES(180, 0), BAD(0), DONE } },
	{ "pages 0 and 2 end at B3",
	  STEPS{ PAGE(0), W(0xb3, 1, 2), BAD(1), PAGE(2), W(0xb4, 1), BAD(2), DONE } },
	{ "pages 1 and 3 begin with channel 180 and end at AA",
	  STEPS{ IS_ON, PAGE(3), W(0x00, 0xff), W(0xaa, 0xff), PAGE(1), W(0x00, 7), W(0xa9, 8, 9),
		 SHINES(180, 7), SHINES(349, 0), SHINES(350, 9), BAD(0), W(0xab, 1), BAD(1),
		 DONE } },
	{ "rows not scanned are dark: SWS 1 leaves SW1 to SW8",
	  STEPS{ IS_ON,        PAGE(2),        W(0x00, 0xff),  PAGE(0), W(0x00, 5),
		 PAGE(3),      W(0x3c, 0xff),  W(0xa2, 0xff),  PAGE(1), W(0x3c, 6),
		 W(0xa2, 7),   SHINES(240, 6), SHINES(342, 7), PAGE(4), W(0x00, 0x11),
		 SHINES(0, 5), SHINES(240, 0), SHINES(342, 0), BAD(0),  DONE } },
	{ "reserved SWS", STEPS{ PAGE(4), W(0x00, 0x91), BAD(1), DONE } },
	{ "the reset register wants its key, then all is as at power-on",
	  STEPS{ IS_ON, PAGE(2), W(0x00, 0xff), PAGE(0), W(0x00, 0x80), PAGE(4), W(0x3f, 0x00),
		 BAD(1), SHINES(0, 0x80), W(0x3f, 0xae), BAD(1), SHINES(0, 0), W(0x00, 1), BAD(2),
		 PAGE(0), R(0x00, 0), DONE } },
	{ "page 4 has few registers",
	  STEPS{ PAGE(4), W(0x03, 0), BAD(1), W(0x36, 0), BAD(2), R(0x30, 0), BAD(3), DONE } },
	{ "page 4 runs on too",
	  STEPS{ PAGE(4), W(0x00, 0x01, 0x22, 0x00), R(0x01, 0x22), BAD(0), DONE } },
	{ "command registers take one byte", STEPS{ W(0xfe, 0xc5, 0x04), BAD(1), DONE } },
	{ "FDh cannot be read, FCh not written",
	  STEPS{ R(0xfd, 0), BAD(1), W(0xfc, 0), BAD(2), DONE } },
	{ "reads are single and say where",
	  STEPS{ PAGE(0), W(0x00, 7, 8), R(0x00, 7, 0), BAD(1), CONT(7), BAD(2), DONE } },
	{ "power fails: dark", STEPS{ IS_ON, PAGE(2), W(0x00, 0xff), PAGE(0), W(0x00, 9), POWER,
				      SHINES(0, 0), W(0x00, 1), BAD(1), DONE } },
};

static void
step_read(struct emul *e, const struct step *s, const char *where)
{
	uint8_t reg = (uint8_t)s->reg;
	uint8_t r[STEP_BYTES];

	if (s->reg >= 0)
		e->ops->write(e, &reg, 1);
	memset(r, 0xee, sizeof(r));
	e->ops->read(e, r, s->n, s->reg >= 0);
	for (size_t i = 0; i < s->n; i++)
		if (r[i] != s->bytes[i])
			fail_msg("%s: byte %zu is 0x%02x, not 0x%02x", where, i, r[i], s->bytes[i]);
}

static void
step_world(struct emul *e, const struct step *s, const char *where)
{
	static const enum emul_drive drives[] = { EMUL_LOW, EMUL_OPEN, EMUL_HIGH };
	struct emul_mcp23017 *mcp = (struct emul_mcp23017 *)e;
	unsigned got = 0, want = s->bytes[0];

	if (s->verb == PIN) {
		emul_mcp23017_set(mcp, (unsigned)s->reg, drives[want]);
		return;
	}
	if (s->verb == INT)
		got = emul_mcp23017_int(mcp, (unsigned)s->reg);
	else
		got = emul_is31fl3741_light((struct emul_is31fl3741 *)e, (unsigned)s->reg);
	if (got != want)
		fail_msg("%s: %u, not %u", where, got, want);
}

static void
step_run(struct emul *e, const struct step *s, const char *where)
{
	switch (s->verb) {
	case END:
		break;
	case WRITE:
		e->ops->write(e, s->bytes, s->n);
		break;
	case READ:
		step_read(e, s, where);
		break;
	case PIN:
	case INT:
	case LIGHT:
		step_world(e, s, where);
		break;
	case VIOLATIONS:
		if (e->violations != (uint64_t)s->reg)
			fail_msg("%s: %u violations, not %d", where, (unsigned)e->violations,
				 s->reg);
		break;
	case RESET:
		e->ops->reset(e);
		break;
	}
}

static void
script_run(struct emul *e, const struct script *script)
{
	char where[160];

	for (unsigned i = 0; script->steps[i].verb != END; i++) {
		snprintf(where, sizeof(where), "%s: %s: step %u", e->ops->part, script->name, i);
		step_run(e, &script->steps[i], where);
	}
}

static void
mcp23017_keeps_its_data_sheet(void **state)
{
	struct emul_mcp23017 m;

	(void)state;
	for (size_t i = 0; i < sizeof(mcp_scripts) / sizeof(mcp_scripts[0]); i++) {
		emul_mcp23017_init(&m, 0x20, WIRED);
		script_run(&m.emul, &mcp_scripts[i]);
	}
}

static void
is31fl3741_keeps_its_data_sheet(void **state)
{
	struct emul_is31fl3741 m;

	(void)state;
	for (size_t i = 0; i < sizeof(is31_scripts) / sizeof(is31_scripts[0]); i++) {
		emul_is31fl3741_init(&m, 0x30);
		script_run(&m.emul, &is31_scripts[i]);
	}
}

/* Whatever is written and read, in any order: no crash, all within bounds. */
static void
chips_survive_garbage(void **state)
{
	struct emul_mcp23017 mcp;
	struct emul_is31fl3741 is31;
	uint32_t x = 1;
	uint8_t buf[64];

	(void)state;
	emul_mcp23017_init(&mcp, 0x20, WIRED);
	emul_is31fl3741_init(&is31, 0x30);
	for (unsigned i = 0; i < 200000; i++) {
		struct emul *e = i & 1 ? &mcp.emul : &is31.emul;
		size_t n;

		for (size_t k = 0; k < sizeof(buf); k++)
			buf[k] = (uint8_t)((x = x * 1664525 + 1013904223) >> 24);
		n = 1 + buf[0] % (sizeof(buf) - 1);
		if (buf[1] & 3)
			e->ops->write(e, buf + 2, n > 62 ? 62 : n);
		else
			e->ops->read(e, buf, n, buf[1] & 4);
		emul_mcp23017_set(&mcp, buf[3] & 15, EMUL_OPEN);
	}
	assert_true(mcp.emul.violations > 0 && is31.emul.violations > 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mcp23017_keeps_its_data_sheet),
		cmocka_unit_test(is31fl3741_keeps_its_data_sheet),
		cmocka_unit_test(chips_survive_garbage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
