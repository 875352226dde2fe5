#include "drivers/lamp_page.h"

int
lamp_page_open(struct lamp_dev *d, const struct lamp_paged *p, uint8_t page)
{
	int ret;

	if (d->page == page)
		return 0;
	d->page = LAMP_NO_PAGE;
	if ((ret = p->choose(d, page)) < 0)
		return ret;
	d->page = page;
	d->pages++;
	return 0;
}

int
lamp_page_off(struct lamp_dev *d, const struct lamp_paged *p)
{
	int ret = lamp_page_open(d, p, p->functions);

	return ret < 0 ? ret : lamp_write_pair(d, p->on_reg, p->off);
}

int
lamp_page_turn(struct lamp_dev *d, const struct lamp_paged *p, uint8_t page)
{
	int ret = lamp_page_open(d, p, page);

	return ret < 0 ? ret : 1;
}

int
lamp_page_light(struct lamp_dev *d, const struct lamp_paged *p)
{
	int ret;

	if (d->page != p->functions)
		return lamp_page_turn(d, p, p->functions);
	ret = lamp_write_pair(d, p->on_reg, p->on);
	d->lit = ret == 0;
	return ret;
}

int
lamp_page_repeat(struct lamp_dev *d, const struct lamp_paged *p)
{
	int ret;

	if (d->page != p->functions)
		return lamp_page_turn(d, p, p->functions);
	ret = p->write_functions(d);
	d->repeat = ret < 0;
	return ret < 0 ? ret : 1;
}
