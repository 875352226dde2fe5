/* Reports to systemd that the partner runs; its watchdog restarts a partner that hangs. */
#include "daemon/partner/partner.h"

#include <systemd/sd-daemon.h>

void
partner_alive_begin(struct partner *p)
{
	uint64_t us = 0;

	p->alive_every_ms = sd_watchdog_enabled(0, &us) > 0 ? (int64_t)(us / 3000) : 0;
	p->alive_ms = p->alive_every_ms ? 0 : PARTNER_NEVER;
	(void)sd_notify(0, "READY=1");
}

void
partner_alive(struct partner *p, int64_t now_ms)
{
	if (p->alive_ms > now_ms)
		return;
	(void)sd_notify(0, "WATCHDOG=1");
	p->alive_ms = now_ms + p->alive_every_ms;
}
