package labourstandards

import "presence/app/platform/i18n"

// Text says what a notice is about, with the article.
func (n *Norm) Text(l i18n.Lang, x Notice) string {
	r, is := n.Rule(x.Kind)
	if !is {
		return ""
	}
	article := n.Article(l, r.Source)
	switch x.Kind {
	case WeeklyRest:
		return l.F(i18n.NormWeeklyRest, l.Hours(x.Minutes), l.Hours(r.Minutes), article)
	case DailyRest:
		return l.F(i18n.NormDailyRest, l.Hours(x.Minutes), l.Hours(r.Minutes), article)
	case ShiftRest:
		return l.F(i18n.NormShiftRest, l.Hours(x.Minutes), l.Hours(r.Minutes), article)
	case ReportingPay:
		return l.F(i18n.NormCallIn, l.Hours(x.Minutes), l.Hours(r.Minutes), article)
	}
	return l.F(i18n.NormMeal, l.Hours(x.Minutes), l.Hours(r.Minutes), article)
}

// RowText counts the notices of a kind in the row of an employee, with the article; "" where the row does not count them.
func (n *Norm) RowText(l i18n.Lang, kind Kind, count int) string {
	r, is := n.Rule(kind)
	if !is || count == 0 {
		return ""
	}
	limit, article := l.Hours(r.Minutes), n.Article(l, r.Source)
	switch kind {
	case WeeklyRest:
		return l.F(i18n.NormWeeklyRestRow, limit, article)
	case DailyRest:
		return l.F(i18n.NormDailyRestRow, limit, article)
	case ShiftRest:
		return l.F(i18n.NormShiftRestRow, limit, article)
	case ReportingPay:
		return l.F(i18n.NormCallInUnder, l.N(count, i18n.NormCallInRow), limit, article)
	}
	return ""
}
