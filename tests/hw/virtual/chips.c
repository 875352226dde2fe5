/*
 * The emulated chips against facts of their data sheets. A test is a script of
 * steps on one chip, one step per row.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "hw/virtual/emul_any.h"
#include "tests/drivers/emul_bus.h"

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
	VOLTS,      /* reg: the input, bytes[0]: 256ths of the supply */
	LIGHT,      /* reg: the channel, bytes[0]: the brightness */
	VIOLATIONS, /* reg: the number so far */
	RESET,      /* a power failure */
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
#define VOLT(input, v)                 \
	{                              \
		VOLTS, input, BYTES(v) \
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

/* All 22 registers after power-on: inputs, everything else zero. Table 3-1. */
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

/* Unlocks and selects a page: two writes each time. */
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
	{ "without either resistor the next switch's lamp glimmers", STEPS{ IS_ON,
									    PAGE(2),
									    W(0x00, 0xff),
									    PAGE(0),
									    W(0x00, 0x80),
									    SHINES(30, 0),
									    PAGE(4),
									    W(0x02, 0x70),
									    SHINES(30, 4),
									    SHINES(31, 0),
									    SHINES(60, 0),
									    W(0x02, 0x07),
									    SHINES(30, 4),
									    SHINES(0, 0x80),
									    W(0x02, 0x11),
									    SHINES(30, 0),
									    PAGE(0),
									    W(0x00, 0x00),
									    PAGE(3),
									    W(0x5a, 0xff),
									    PAGE(1),
									    W(0x5a, 0xff),
									    PAGE(4),
									    W(0x02, 0x00),
									    SHINES(270, 255),
									    SHINES(279, 4),
									    SHINES(0, 0),
									    BAD(0),
									    DONE } },
	{ "the first switch's turn comes after the last's",
	  STEPS{ IS_ON, W(0x02, 0x00), PAGE(3), W(0x3c, 0xff), PAGE(1), W(0x3c, 0xff),
		 SHINES(240, 255), SHINES(0, 4), SHINES(30, 0), BAD(0), DONE } },
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

static const struct script pcf_scripts[] = {
	{ "power-on: all inputs, pulled up, no interrupt",
	  STEPS{ CONT(0xff, 0xff), LINE(0, EMUL_INT_RELEASED), BAD(0), DONE } },
	{ "two bytes are P00-P07 and P10-P17, and so on by turns",
	  STEPS{ LOW(1), LOW(8), CONT(0xfd, 0xfe, 0xfd, 0xfe), BAD(0), DONE } },
	{ "a change interrupts, reading its port releases",
	  STEPS{ LOW(9), LINE(0, EMUL_INT_LOW), CONT(0xff), LINE(0, EMUL_INT_LOW), CONT(0xff, 0xfd),
		 LINE(0, EMUL_INT_RELEASED), DONE } },
	{ "what changes back is forgotten",
	  STEPS{ LOW(9), OPEN(9), LINE(0, EMUL_INT_RELEASED), CONT(0xff, 0xff), DONE } },
	{ "writing releases too, and measures from then on",
	  STEPS{ LOW(9), W(0xff, 0xff), LINE(0, EMUL_INT_RELEASED), OPEN(9), LINE(0, EMUL_INT_LOW),
		 DONE } },
	{ "a pin driven low reads low and does not interrupt",
	  STEPS{ W(0xfe, 0xff), CONT(0xfe, 0xff), LOW(0), LINE(0, EMUL_INT_RELEASED), BAD(0),
		 CONT(0xfe), BAD(1), DONE } },
	{ "power fails: inputs again", STEPS{ W(0x00, 0x00), POWER, CONT(0xff, 0xff), DONE } },
};

/* Rows are outputs, byte mode: writing GPIO sets rows, reading the pair returns the columns. */
#define MATRIX_USUAL      W(0x14, 0xf0, 0xf0), W(0x00, 0x0f, 0x0f), W(0x0c, 0x0f, 0x0f), W(0x0a, 0x20)
#define ROW(a, b, ra, rb) W(0x12, a, b), CONT(ra, rb)

static const struct script matrix_scripts[] = {
	{ "no row low: all columns high",
	  STEPS{ MATRIX_USUAL, LOW(0), ROW(0xf0, 0xf0, 0xff, 0xff), BAD(0), DONE } },
	{ "a row pulls the columns of its closed switches",
	  STEPS{ MATRIX_USUAL, LOW(1), LOW(6), ROW(0xe0, 0xf0, 0xed, 0xfb),
		 ROW(0xd0, 0xf0, 0xdf, 0xff), BAD(0), DONE } },
	{ "rows 4 to 7 are on the other port",
	  STEPS{ MATRIX_USUAL, LOW(63), ROW(0xf0, 0x70, 0xff, 0x77), BAD(0), DONE } },
	{ "three corners do not make a fourth: the diodes",
	  STEPS{ MATRIX_USUAL, LOW(0), LOW(1), LOW(8), ROW(0xd0, 0xf0, 0xde, 0xff), BAD(0),
		 DONE } },
	{ "two rows at once tell nothing",
	  STEPS{ MATRIX_USUAL, ROW(0xc0, 0xf0, 0xcf, 0xff), BAD(1), DONE } },
	{ "columns without pull-ups float",
	  STEPS{ W(0x14, 0xf0, 0xf0), W(0x00, 0x0f, 0x0f), W(0x0a, 0x20), W(0x12), CONT(0xf0),
		 BAD(1), DONE } },
};

static const struct script ads_scripts[] = {
	{ "nothing to read before a command", STEPS{ VOLT(0, 9), CONT(0), BAD(1), DONE } },
	{ "single-ended inputs: C2 is the odd one of its pair",
	  STEPS{ VOLT(0, 10), VOLT(1, 11), VOLT(2, 12), VOLT(3, 13), VOLT(4, 14), VOLT(5, 15),
		 VOLT(6, 16), VOLT(7, 17), R(0x84, 10), R(0xc4, 11), R(0x94, 12), R(0xd4, 13),
		 R(0xa4, 14), R(0xe4, 15), R(0xb4, 16), R(0xf4, 17), BAD(0), DONE } },
	{ "it goes on converting what was chosen",
	  STEPS{ VOLT(3, 13), R(0xd4, 13, 13), VOLT(3, 20), CONT(20), BAD(0), DONE } },
	{ "differential: one of the pair less the other, not below zero",
	  STEPS{ VOLT(2, 50), VOLT(3, 20), R(0x14, 30), R(0x54, 0), BAD(0), DONE } },
	{ "powered down between conversions", STEPS{ VOLT(0, 9), R(0x80, 9), BAD(0), DONE } },
	{ "the inner reference fights the supply at its pin",
	  STEPS{ VOLT(0, 9), W(0x88), BAD(1), W(0x8c), BAD(2), DONE } },
	{ "two bits are unused, and a command is one byte",
	  STEPS{ VOLT(0, 9), W(0x85), BAD(1), W(0x84, 0x84), BAD(2), DONE } },
	{ "an input that leads nowhere floats", STEPS{ R(0x84, 0), BAD(1), DONE } },
	{ "power fails: no command",
	  STEPS{ VOLT(0, 9), R(0x84, 9), POWER, CONT(0), BAD(1), DONE } },
};

static const struct script tca_scripts[] = {
	{ "power-on: no port", STEPS{ CONT(0), BAD(0), DONE } },
	{ "the last byte holds, and a stop should have come before it",
	  STEPS{ W(0x01), CONT(0x01), W(0x01, 0x80), CONT(0x80), BAD(1), DONE } },
	{ "power fails: no port", STEPS{ W(0xff), POWER, CONT(0), BAD(0), DONE } },
};

#define FRAME(n)    W(0xfd, n)
#define FUNCTION    W(0xfd, 0x0b)
#define NORMAL_MODE FUNCTION, W(0x0a, 0x01)

static const struct script is31fl3731_scripts[] = {
	{ "power-on: shut down, all zero",
	  STEPS{ FUNCTION, R(0x00, 0), R(0x0a, 0), FRAME(0), R(0x00, 0), R(0x24, 0), SHINES(0, 0),
		 BAD(0), DONE } },
	{ "no page is chosen at power-on", STEPS{ W(0x24, 1), BAD(1), R(0x24, 0), BAD(2), DONE } },
	{ "eight frames and the functions, no other page",
	  STEPS{ FRAME(7), BAD(0), FRAME(8), BAD(1), FRAME(0x0a), BAD(2), FRAME(0x0c), BAD(3),
		 DONE } },
	{ "lit: on, not shut down, the frame that is shown",
	  STEPS{ NORMAL_MODE, FRAME(0), W(0x00, 0x01), W(0x24, 0x80), SHINES(0, 0x80), SHINES(1, 0),
		 FUNCTION, W(0x01, 1), SHINES(0, 0), BAD(0), DONE } },
	{ "C1-9 is the first bit of the second register, C2-1 of the third",
	  STEPS{ NORMAL_MODE, FRAME(0), W(0x01, 0x01, 0x01), W(0x2c, 8, 0), W(0x34, 9),
		 SHINES(8, 8), SHINES(16, 9), SHINES(9, 0), BAD(0), DONE } },
	{ "the last LED", STEPS{ NORMAL_MODE, FRAME(0), W(0x11, 0x80), W(0xb3, 7), SHINES(143, 7),
				 W(0xb3, 7, 8), BAD(1), DONE } },
	{ "shut down is dark and keeps its registers",
	  STEPS{ NORMAL_MODE, FRAME(0), W(0x00, 0x01), W(0x24, 0x80), FUNCTION, W(0x0a, 0),
		 SHINES(0, 0), W(0x0a, 1), SHINES(0, 0x80), DONE } },
	{ "frames that play by themselves may show any of them",
	  STEPS{ NORMAL_MODE, FRAME(5), W(0x00, 0x01), W(0x24, 0x80), FUNCTION, W(0x00, 0x08),
		 SHINES(0, 0x80), BAD(0), DONE } },
	{ "reserved bits and registers, and what is only read",
	  STEPS{ FUNCTION, W(0x00, 0x20), BAD(1), W(0x04, 0), BAD(2), W(0x07, 0), BAD(3),
		 W(0x0d, 0), BAD(4), R(0x04, 0), BAD(5), R(0x0d, 0), BAD(6), R(0x07, 0), BAD(6),
		 DONE } },
	{ "the command register takes one byte and cannot be read",
	  STEPS{ W(0xfd, 0, 1), BAD(1), R(0xfd, 0), BAD(2), DONE } },
	{ "reads are single and say where",
	  STEPS{ FRAME(0), W(0x24, 7, 8), R(0x24, 7, 0), BAD(1), CONT(7), BAD(2), DONE } },
	{ "power fails: dark, no page", STEPS{ NORMAL_MODE, FRAME(0), W(0x00, 1), W(0x24, 9), POWER,
					       SHINES(0, 0), W(0x24, 1), BAD(1), DONE } },
};

#define HT_ON W(0x21), W(0x81)

static const struct script ht_scripts[] = {
	{ "power-on: oscillator off, display off, brightest",
	  STEPS{ W(0x21), W(0x00, 0xff), SHINES(0, 0), W(0x81), SHINES(0, 255), BAD(0), DONE } },
	{ "standby: every command but the oscillator's is ignored",
	  STEPS{ W(0x21),       W(0x00, 0x01), W(0xe3), W(0x20), BAD(0),       W(0x81),
		 BAD(1),        W(0xef),       BAD(2),  W(0xa1), BAD(3),       W(0x00, 0x00),
		 BAD(4),        W(0x20),       BAD(4),  W(0x21), SHINES(0, 0), W(0x81),
		 SHINES(0, 63), R(0x00, 0x01), BAD(4),  DONE } },
	{ "standby: no RAM is read", STEPS{ R(0x00, 0xff), BAD(2), DONE } },
	{ "two bytes a common: rows 0-7, then 8-15",
	  STEPS{ HT_ON, W(0x00, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
		 W(0x01, 0x01, 0x02), SHINES(8, 255), SHINES(17, 255), SHINES(0, 0), SHINES(16, 0),
		 BAD(0), DONE } },
	{ "the RAM reads back",
	  STEPS{ W(0x21), W(0x0e, 0x12, 0x34), R(0x0e, 0x12, 0x34), BAD(0), DONE } },
	{ "the RAM's end is not to be run over",
	  STEPS{ W(0x21), W(0x0f, 1), BAD(0), W(0x0f, 1, 2), BAD(1), DONE } },
	{ "sixteen steps for all", STEPS{ HT_ON, W(0x00, 0x01), W(0xe0), SHINES(0, 15), W(0xe7),
					  SHINES(0, 127), W(0xef), SHINES(0, 255), BAD(0), DONE } },
	{ "display off, oscillator off: dark, and the RAM stays",
	  STEPS{ HT_ON, W(0x00, 0x01), W(0x80), SHINES(0, 0), W(0x81), SHINES(0, 255), W(0x20),
		 SHINES(0, 0), W(0x21), SHINES(0, 255), BAD(0), DONE } },
	{ "blinking counts as shining",
	  STEPS{ HT_ON, W(0x00, 0x01), W(0x83), SHINES(0, 255), DONE } },
	{ "row 15 can be an interrupt output",
	  STEPS{ HT_ON, W(0x01, 0x80), SHINES(15, 255), W(0xa1), SHINES(15, 0), W(0xa0),
		 SHINES(15, 255), BAD(0), DONE } },
	{ "commands stand alone, and have no reserved bits",
	  STEPS{ W(0x21, 0x81), BAD(1), W(0x22), BAD(2), W(0x88), BAD(3), W(0xa4), BAD(4), W(0xd9),
		 BAD(5), W(0x10), BAD(6), DONE } },
	{ "power fails: dark", STEPS{ HT_ON, W(0x00, 0xff), POWER, SHINES(0, 0), DONE } },
};

static const struct {
	const char *part;
	const struct script *scripts;
	size_t n;
	uint16_t wired; /* contacts connected to an open switch */
} books[] = {
	{ "MCP23017", mcp_scripts, sizeof(mcp_scripts) / sizeof(mcp_scripts[0]), WIRED },
	{ "MCP23017-MATRIX", matrix_scripts, sizeof(matrix_scripts) / sizeof(matrix_scripts[0]),
	  0 },
	{ "PCF8575", pcf_scripts, sizeof(pcf_scripts) / sizeof(pcf_scripts[0]), 0 },
	{ "ADS7830", ads_scripts, sizeof(ads_scripts) / sizeof(ads_scripts[0]), 0 },
	{ "TCA9548A", tca_scripts, sizeof(tca_scripts) / sizeof(tca_scripts[0]), 0 },
	{ "IS31FL3741", is31_scripts, sizeof(is31_scripts) / sizeof(is31_scripts[0]), 0 },
	{ "IS31FL3731", is31fl3731_scripts,
	  sizeof(is31fl3731_scripts) / sizeof(is31fl3731_scripts[0]), 0 },
	{ "HT16K33", ht_scripts, sizeof(ht_scripts) / sizeof(ht_scripts[0]), 0 },
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

/* Sets a pin of the chip if it has external levels, otherwise the contact of a channel. */
static void
step_pin(struct emul *e, const struct step *s)
{
	static const enum emul_drive drives[] = { EMUL_LOW, EMUL_OPEN, EMUL_HIGH };

	if (e->ops == &emul_mcp23017_ops)
		emul_mcp23017_set((struct emul_mcp23017 *)e, (unsigned)s->reg, drives[s->bytes[0]]);
	else
		e->ops->contact(e, (unsigned)s->reg, s->bytes[0] == 0);
}

static unsigned
interrupt(const struct emul *e, unsigned output)
{
	if (e->ops == &emul_mcp23017_ops)
		return emul_mcp23017_int((const struct emul_mcp23017 *)e, output);
	return e->ops->interrupt(e);
}

static void
step_look(const struct emul *e, const struct step *s, const char *where)
{
	unsigned got = s->verb == INT ? interrupt(e, (unsigned)s->reg)
				      : e->ops->light(e, (unsigned)s->reg);

	if (got != s->bytes[0])
		fail_msg("%s: %u, not %u", where, got, s->bytes[0]);
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
		step_pin(e, s);
		break;
	case VOLTS:
		e->ops->voltage(e, (unsigned)s->reg, (uint16_t)(s->bytes[0] << 8 | 0x80));
		break;
	case INT:
	case LIGHT:
		step_look(e, s, where);
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
chips_keep_their_data_sheets(void **state)
{
	union emul_any any;

	(void)state;
	for (size_t i = 0; i < sizeof(books) / sizeof(books[0]); i++)
		for (size_t k = 0; k < books[i].n; k++) {
			const struct emul_ops *kind = emul_kind(books[i].part);

			emul_init(&any.emul, kind, kind->addr_min);
			for (unsigned pin = 0; pin < 16; pin++)
				if (books[i].wired >> pin & 1)
					kind->contact(&any.emul, pin, false);
			script_run(&any.emul, &books[i].scripts[k]);
		}
}

/* Every kind has its scripts, and its table row is complete. */
static void
every_chip_is_tested(void **state)
{
	size_t n;
	const struct emul_ops *const *kinds = emul_kinds(&n);

	(void)state;
	assert_int_equal(n, sizeof(books) / sizeof(books[0]));
	for (size_t i = 0; i < n; i++) {
		const struct emul_ops *k = kinds[i];
		bool has_book = false;

		for (size_t j = 0; j < n; j++)
			has_book |= emul_kind(books[j].part) == k;
		assert_true(has_book);
		assert_true(k->part && k->size >= sizeof(struct emul) &&
			    k->size <= sizeof(union emul_any));
		assert_true(k->reset && k->write && k->read);
		assert_true(!k->light == (k->max_ma == 0));
		assert_true(k->measures == (k->voltage != NULL) && !(k->contact && k->voltage));
		assert_true(k->addr_min <= k->addr_max && k->addr_max <= 0x77);
	}
}

/* Random writes and reads in any order: no crash, no access out of bounds. */
static void
chips_survive_garbage(void **state)
{
	union emul_any any[sizeof(books) / sizeof(books[0])];
	uint32_t x = 1;
	uint8_t buf[64];
	size_t n;
	const struct emul_ops *const *kinds = emul_kinds(&n);

	(void)state;
	for (size_t i = 0; i < n; i++)
		emul_init(&any[i].emul, kinds[i], kinds[i]->addr_min);
	for (unsigned i = 0; i < 400000; i++) {
		struct emul *e = &any[i % n].emul;
		size_t len;

		for (size_t k = 0; k < sizeof(buf); k++)
			buf[k] = (uint8_t)((x = x * 1664525 + 1013904223) >> 24);
		len = 1 + buf[0] % (sizeof(buf) - 1);
		if (buf[1] & 3)
			e->ops->write(e, buf + 2, len > 62 ? 62 : len);
		else
			e->ops->read(e, buf, len, buf[1] & 4);
		if (e->ops->contact)
			e->ops->contact(e, (unsigned)buf[3] % e->ops->channels, buf[4] & 1);
		if (e->ops->light)
			(void)e->ops->light(e, (unsigned)buf[3] % e->ops->channels);
	}
	for (size_t i = 0; i < n; i++)
		assert_true(any[i].emul.violations > 0 || kinds[i] == &emul_pcf8575_ops);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chips_keep_their_data_sheets),
		cmocka_unit_test(every_chip_is_tested),
		cmocka_unit_test(chips_survive_garbage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
