package ui

import "presence/app/platform/i18n"

// NumberedPages returns the links of a list with rows on each of its pages, of which page (from 1) is shown; nil when all rows are on
// one page. to returns the address of a page.
func NumberedPages(l i18n.Lang, page, rows, all int64, to func(page int64) string) *Pages {
	if all <= rows {
		return nil
	}
	first, last := min((page-1)*rows+1, all), min(page*rows, all)
	p := &Pages{Text: l.F(i18n.Paged, l.Int(first), l.Int(last), l.Int(all))}
	if page > 1 {
		p.Prev = to(page - 1)
	}
	if last < all {
		p.Next = to(page + 1)
	}
	return p
}
