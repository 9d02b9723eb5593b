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

// PagesOf returns the links of a list of all rows, of which those with an index in [first, last) are on the page. to returns the address of
// the page that begins with a row.
func PagesOf(l i18n.Lang, first, last, all, pageRows int, to func(row int) string) *Pages {
	p := &Pages{Text: l.F(i18n.BoardPaged, l.Int(int64(first+1)), l.Int(int64(last)), l.Int(int64(all)))}
	if first > 0 {
		p.Prev = to(first - pageRows)
	}
	if last < all {
		p.Next = to(last)
	}
	return p
}
