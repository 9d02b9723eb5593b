package configuration

import (
	"slices"
	"strconv"
	"strings"

	"presence/app/platform/i18n"
	views "presence/views/accounts/configuration"
	"presence/views/ui"
)

// sum describes the settings in a part of the company's page in a few words; "" if a field of it has an error.
func (p pages) sum(l i18n.Lang, g views.Group) string {
	if slices.ContainsFunc(g.Fields, func(f ui.Field) bool { return f.Error != "" }) {
		return ""
	}
	s := partSum{lang: l, fields: g.Fields}
	switch g.ID {
	case partCompany:
		s.add(s.label(companyName), s.label(language), l.ZoneName(s.field(timeZone).Value))
	case partPeriods:
		s.periods()
	case partClock:
		s.add(s.label(clockStep), p.breaksSum(l, g))
	case partExpenses:
		s.expenses()
	case partApprovals:
		s.approvals()
	case partRetention:
		s.retention()
	}
	return strings.Join(s.parts, " · ")
}

// partSum collects the words that describe a part of the page.
type partSum struct {
	lang   i18n.Lang
	fields []ui.Field
	parts  []string
}

// field returns the field with a name; the zero value if the part has none.
func (s *partSum) field(name string) (f ui.Field) {
	if i := slices.IndexFunc(s.fields, func(f ui.Field) bool { return f.Name == name }); i >= 0 {
		f = s.fields[i]
	}
	return f
}

// label returns the label of what is chosen in a field, or its text if it has no choices.
func (s *partSum) label(name string) string {
	f := s.field(name)
	if i := slices.IndexFunc(f.Options, func(o ui.Option) bool { return o.Value == f.Value }); i >= 0 {
		return f.Options[i].Label
	}
	return f.Value
}

// add adds the texts that are not empty.
func (s *partSum) add(texts ...string) {
	for _, text := range texts {
		if text != "" {
			s.parts = append(s.parts, text)
		}
	}
}

// addCount adds a text with the number in a field, if it is positive.
func (s *partSum) addCount(name string, text i18n.Count) {
	if n, err := strconv.Atoi(s.field(name).Value); err == nil && n > 0 {
		s.add(s.lang.N(n, text))
	}
}

// addChosen adds a text if the setting of a field is on.
func (s *partSum) addChosen(name string, text i18n.Text) {
	if s.field(name).Value == "true" {
		s.add(s.lang.T(text))
	}
}

func (s *partSum) periods() {
	s.add(s.label(norms))
	if hours := s.field(overtime).Value; hours != "" {
		s.add(s.lang.F(i18n.ConfSumOvertime, decimals(s.lang, hours)))
	}
	s.addChosen(holidayPay, i18n.ConfSumHolidays)
}

func (s *partSum) expenses() {
	switch above := s.field(receiptsAbove).Value; above {
	case "":
		s.add(s.lang.T(i18n.ConfSumNoReceipts))
	case "0":
		s.add(s.lang.T(i18n.ConfSumReceiptsAll))
	default:
		s.add(s.lang.F(i18n.ConfSumReceipts, decimals(s.lang, above)))
	}
	s.addChosen(expenseTaxes, i18n.ConfSumTaxes)
}

func (s *partSum) approvals() {
	s.addChosen(reminders, i18n.ConfSumReminders)
	s.addCount(overdueDays, i18n.ConfSumOverdue)
	if s.field(overdueDays).Value == "0" {
		s.add(s.lang.T(i18n.ConfSumNeverOverdue))
	}
	s.addCount(archiveAfter, i18n.ConfSumArchive)
}

// retention says how long each kind of records is kept that has a limit, and then how long the others are.
func (s *partSum) retention() {
	for _, f := range s.fields {
		if months, err := strconv.Atoi(f.Value); err == nil && months > 0 {
			s.add(s.lang.F(i18n.KeepSum, f.Label, s.lang.Months(months)))
		}
	}
	switch len(s.parts) {
	case 0:
		s.add(s.lang.T(i18n.KeepSumAll))
	case len(s.fields):
	default:
		s.add(s.lang.T(i18n.KeepSumRest))
	}
}

// breaksSum says what breaks shifts get.
func (p pages) breaksSum(l i18n.Lang, g views.Group) string {
	i := slices.IndexFunc(g.Fields, func(f ui.Field) bool { return f.Name == breakRule })
	if p.s.o.BreakSteps == nil || i < 0 {
		return ""
	}
	list, ok := p.s.o.BreakSteps(g.Fields[i].Value)
	if !ok {
		return ""
	}
	if len(list) == 0 {
		return l.T(i18n.ConfSumNoBreaks)
	}
	return l.N(len(list), i18n.ConfSumBreaks)
}
