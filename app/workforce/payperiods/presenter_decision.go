package payperiods

import (
	"slices"
	"strings"

	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/worktime"
	"presence/views/ui"
	views "presence/views/workforce/payperiods"
	"presence/views/workforce/review"
)

// reviewTotals are the counts in the tiles and in the decision box. approved and all count employees with something to approve.
type reviewTotals struct {
	hours        worktime.Hours
	cents        int64
	distance     int64
	over         int // employees with overtime
	approved     int
	all          int
	missing      int            // employees who have entered nothing, and are not on leave throughout
	clean        []SheetVersion // the sheets of clean rows
	submitted    []SheetVersion // all that wait for the viewer, as the queue counts them
	cleanPeople  int
	leftPeople   int    // employees with something that is not approved
	check        []*Row // rows with a submitted sheet that are not clean
	aside        int    // rows that the approval of the clean ones leaves: those that are incomplete, and others with something to approve
	ownIsWaiting bool
	unsent       []int64 // employees whom the viewer may ask to submit
	unsentEmpty  int     // those among them who have entered nothing
}

func (b Review) totals() (t reviewTotals) {
	for i := range b.Rows {
		l := &b.Rows[i]
		h := l.Hours()
		t.hours, t.cents, t.distance = t.hours.Plus(h), t.cents+l.Cents, t.distance+l.Distance
		if h.Overtime > 0 {
			t.over++
		}
		if l.Remind {
			t.unsent = append(t.unsent, l.Employee.ID)
			if l.isMissing(b.Period) {
				t.unsentEmpty++
			}
		}
		sheets := l.SheetsToApprove()
		if l.group() == incomplete || len(sheets) > 0 && !l.Clean() {
			t.aside++
		}
		if l.isMissing(b.Period) {
			t.missing++
		}
		switch {
		case l.State() == Approved:
			t.approved, t.all = t.approved+1, t.all+1
		case len(sheets) > 0:
			t.all++
			t.leftPeople++
			submitted := l.selectSheets(func(s Sheet) bool { return s.Active && s.AwaitsApproval() })
			t.submitted = append(t.submitted, submitted...)
			if l.Clean() {
				t.cleanPeople++
				t.clean = append(t.clean, sheets...)
			} else if len(submitted) > 0 {
				t.check = append(t.check, l)
			}
		case l.Own && l.active():
			t.all++
			t.ownIsWaiting = true
		}
	}
	return t
}

// isMissing reports whether nothing was entered in the whole period, though hours or leave are due on a day of it.
func (r *Row) isMissing(p Period) bool {
	return !r.active() && r.countDays(p, p.Start, Submitted, r.Lacks) > 0
}

func (r *Row) active() bool {
	return slices.ContainsFunc(r.Sheets, func(s Sheet) bool { return s.Active })
}

func (d *presenter) tiles() views.Tiles {
	t, lang := d.review.totals(), d.lang
	tone := ui.Accent
	if t.all > 0 && t.approved == t.all {
		tone = ui.Good
	}
	approved := ui.Stat{Label: lang.T(i18n.BoardApproved), Value: lang.Int(int64(t.approved)),
		Unit: lang.F(i18n.BoardOf, lang.Int(int64(t.all+t.missing))), Icon: ui.IconApproved}
	if tone == ui.Good {
		approved.Tone = tone
	}
	if without := len(d.review.Rows) - t.all; without > 0 {
		approved.Note = lang.N(without, i18n.BoardWithout)
	}
	worked := ui.Stat{Label: lang.T(i18n.BoardHours), Value: lang.HoursPlain(t.hours.Total()), Unit: "h", Icon: ui.IconCalendar}
	if t.hours.Evening+t.hours.Emergency > 0 {
		worked.Note = lang.F(i18n.BoardEveningNote, lang.Hours(t.hours.Evening), lang.Hours(t.hours.Emergency))
	}
	over := ui.Stat{Label: lang.T(i18n.BoardOvertime), Value: lang.HoursPlain(t.hours.Overtime), Unit: "h", Icon: ui.IconClock,
		Note: lang.T(i18n.BoardNobodyOver)}
	if t.over > 0 {
		over.Tone, over.Note = ui.Warn, lang.N(t.over, i18n.BoardOverPeople)
	}
	spent := ui.Stat{Label: lang.T(i18n.BoardExpenses), Value: lang.Dollars(t.cents), Icon: ui.IconReceipt,
		Note: lang.T(i18n.BoardNothingSpent)}
	if t.distance > 0 {
		spent.Note = lang.F(i18n.BoardKmNote, lang.Km(float64(t.distance)/100))
	}
	return views.Tiles{
		Stats: []ui.Stat{
			approved,
			worked, over, spent,
		},
		Approved: ui.Gauge{Label: lang.T(i18n.BoardApproved),
			Text:  lang.Int(int64(t.approved)) + " " + lang.F(i18n.BoardOf, lang.Int(int64(t.all+t.missing))),
			Value: float64(t.approved), Max: float64(max(t.all+t.missing, 1)), Tone: tone, Hide: true},
	}
}

// decisionBox returns the box with the next decision. It counts the rows of the crew before filters, and its form contains
// exactly the counted sheets, so that nothing is approved that was not shown.
func (d *presenter) decisionBox() views.Decide {
	t, lang, p := d.review.totals(), d.lang, d.review.Period
	say := func(tone ui.Tone, title, text i18n.Text) views.Decide {
		return views.Decide{Tone: tone, Title: lang.T(title), Text: lang.T(text)}
	}
	var box views.Decide
	remind := i18n.RemindLate
	switch {
	case t.all == 0:
		box = say(ui.Neutral, i18n.DecideEmpty, i18n.DecideEmptyText)
	case t.leftPeople == 0 && t.ownIsWaiting:
		box = say(ui.Good, i18n.DecideDone, i18n.DecideOwnText)
	case t.leftPeople == 0 && len(t.unsent) > 0:
		box = views.Decide{Tone: ui.Neutral, Title: lang.T(i18n.DecideSoFar), Text: lang.N(len(t.unsent), i18n.DecideUnsent)}
		remind = i18n.RemindAll
	case t.leftPeople == 0:
		if box = say(ui.Good, i18n.DecideDone, i18n.DecideDoneText); d.actor.SeesAll() {
			box.Text, box.Next = "", &views.File{Label: lang.T(i18n.DecidePayroll), Href: paths.Payroll()}
		}
	case t.cleanPeople == 0 && len(t.check) > 0:
		box = views.Decide{Tone: ui.Neutral, Title: lang.N(len(t.check), i18n.DecideUnready), Text: lang.T(i18n.DecideUnreadyText)}
	case t.cleanPeople == 0 && len(t.unsent) > 0:
		box = views.Decide{Tone: ui.Neutral, Title: lang.N(len(t.unsent), i18n.DecideLate), Text: lang.T(i18n.DecideDraftsText)}
		if t.unsentEmpty > 0 {
			box.Title += lang.F(i18n.DecideLateNone, lang.Int(int64(t.unsentEmpty)))
		}
		remind = i18n.RemindAll
	case t.cleanPeople == 0:
		box = views.Decide{Tone: ui.Neutral, Title: lang.N(t.leftPeople, i18n.DecideDrafts), Text: lang.T(i18n.DecideDraftsText)}
	default:
		box = views.Decide{Tone: ui.Accent, Title: lang.N(t.cleanPeople, i18n.DecideReady), Text: lang.T(i18n.DecideReadyText)}
		if t.aside > 0 {
			box.Text += " " + lang.N(t.aside, i18n.DecideOthers)
		}
		box.Clean = &views.Batch{Label: lang.N(t.cleanPeople, i18n.DecideClean), Sheets: FormatSelection(t.clean)}
	}
	box.Action, box.Keep = paths.PeriodApprove(p.Year, p.Number), []ui.Hidden{d.viewField()}
	box.Remind = d.remindAll(t.unsent, remind)
	reminded := 0
	for _, id := range t.unsent {
		if d.reminded[id] {
			reminded++
		}
	}
	if reminded > 0 {
		box.Reminded = lang.N(reminded, i18n.RemindedAll)
	}
	if len(t.check) > 0 {
		box.All = &views.Batch{Label: lang.N(len(t.submitted), i18n.DecideAll), Sheets: FormatSelection(t.submitted)}
		box.Confirm = d.approveAllDialog(t)
	}
	return box
}

// remindAll returns the button that reminds everyone who has not submitted and was not reminded today; nil if there is no such employee,
// and before the last day of the period, when no timesheet is late. text is its label.
func (d *presenter) remindAll(employees []int64, text i18n.Count) *views.RowButton {
	if d.today.Before(d.review.Period.End) {
		return nil
	}
	var ids []int64
	for _, id := range employees {
		if !d.reminded[id] {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return &views.RowButton{Action: paths.PeriodRemind(d.review.Period.Year, d.review.Period.Number),
		Label:  d.lang.N(len(ids), text),
		Hidden: []ui.Hidden{{Name: "employees", Value: FormatIDs(ids)}, d.viewField()}}
}

// approveAllDialog returns the confirmation before all submitted sheets are approved.
func (d *presenter) approveAllDialog(t reviewTotals) *views.Confirm {
	q := d.view.query()
	q.Set("ask", "all")
	a := &views.Confirm{
		Href: address(d.review.Period, q), Open: d.view.askAll,
		Title: d.lang.N(len(t.submitted), i18n.AskAllTitle), Text: d.lang.T(i18n.AskAllText), Note: d.lang.T(i18n.AskAllUndo),
	}
	a.Names = d.reasons(t.check)
	return a
}

// doneBanner returns the result of the approval in the address, with the employees that it did not include.
func (d *presenter) doneBanner() *views.Done {
	p := d.review.Period
	x := &views.Done{
		Title: d.lang.N(len(d.approvedNow), i18n.DoneTitle), Undo: paths.PeriodUndo(p.Year, p.Number),
		Hidden: []ui.Hidden{{Name: "sheets", Value: FormatSelection(d.approvedNow)}, d.viewField()},
	}
	var skipped []*Row
	for i := range d.review.Rows {
		l := &d.review.Rows[i]
		if l.State() != Approved && (l.active() || len(l.Warnings) > 0) {
			skipped = append(skipped, l)
		}
	}
	x.Names, x.Skipped = d.reasons(skipped), d.lang.N(len(skipped), i18n.DoneSkipped)
	return x
}

// maxReasons is how many people a list of reasons names. Hundreds of names in a dialog are not read, and each costs 25 bytes of
// the page, compressed.
const maxReasons = 20

// reasons names the people of rows, those with warnings first.
func (d *presenter) reasons(rows []*Row) (r views.Reasons) {
	warned := func(l *Row) int { return min(len(l.Warnings), 1) }
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b *Row) int { return warned(b) - warned(a) })
	if more := len(rows) - maxReasons; more > 0 {
		rows, r.More = rows[:maxReasons], d.lang.N(more, i18n.AndMore)
	}
	for _, l := range rows {
		r.First = append(r.First, d.reason(l))
	}
	return r
}

// reason says why a row was not approved, or is not clean.
func (d *presenter) reason(l *Row) review.Reason {
	why := strings.Join(d.notes(l), " · ")
	switch {
	case l.Own:
		why = d.lang.T(i18n.WhyOwn)
	case why == "" && l.State() == Draft:
		why = d.lang.T(i18n.WarnNotSubmitted)
	case why == "":
		why = d.lang.T(i18n.WhyOpen)
	}
	return review.Reason{Name: l.Employee.Name, Href: d.personHref(l), Why: why}
}
