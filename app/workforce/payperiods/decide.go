package payperiods

import (
	"slices"
	"strconv"
	"strings"

	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
	draw "presence/views/workforce/payperiods"
)

// tally is what the tiles and the decision count. Approved and all count people with something to approve.
type tally struct {
	hours        Hours
	cents        int64
	distance     int64
	over         int // people with overtime
	approved     int
	all          int
	clean, left  []Chosen // sheets: those of clean rows, and every one that is left
	cleanPeople  int
	leftPeople   int
	others       []*BoardLine // with something left that is not clean
	ownIsWaiting bool
}

func (b Board) tally() (t tally) {
	for i := range b.Lines {
		l := &b.Lines[i]
		h := l.Hours()
		t.hours, t.cents, t.distance = t.hours.Plus(h), t.cents+l.Cents, t.distance+l.Distance
		if h.Overtime > 0 {
			t.over++
		}
		sheets := l.ToApprove()
		switch {
		case l.State() == Approved:
			t.approved, t.all = t.approved+1, t.all+1
		case len(sheets) > 0:
			t.all++
			t.leftPeople++
			t.left = append(t.left, sheets...)
			if l.Clean() {
				t.cleanPeople++
				t.clean = append(t.clean, sheets...)
			} else {
				t.others = append(t.others, l)
			}
		case l.Own && l.active():
			t.all++
			t.ownIsWaiting = true
		}
	}
	return t
}

func (l BoardLine) active() bool {
	return slices.ContainsFunc(l.Sheets, func(s Sheet) bool { return s.Active })
}

func (d *desk) tiles() draw.Tiles {
	t, lang := d.board.tally(), d.lang
	tone := ui.Accent
	if t.all > 0 && t.approved == t.all {
		tone = ui.Good
	}
	over := ui.Stat{Label: lang.T(i18n.BoardOvertime), Value: lang.HoursPlain(t.hours.Overtime), Unit: "h", Icon: ui.IconClock, Note: lang.T(i18n.BoardNobodyOver)}
	if t.over > 0 {
		over.Tone, over.Note = ui.Warn, lang.N(t.over, i18n.BoardOverPeople)
	}
	spent := ui.Stat{Label: lang.T(i18n.BoardExpenses), Value: lang.Dollars(t.cents), Icon: ui.IconReceipt, Note: lang.T(i18n.BoardNothingSpent)}
	if t.distance > 0 {
		spent.Note = lang.F(i18n.BoardKmNote, lang.Km(float64(t.distance)/100))
	}
	return draw.Tiles{
		Stats: []ui.Stat{
			{Label: lang.T(i18n.BoardApproved), Value: lang.Int(int64(t.approved)), Unit: lang.F(i18n.BoardOf, lang.Int(int64(t.all))), Icon: ui.IconApproved, Tone: tone},
			{Label: lang.T(i18n.BoardHours), Value: lang.HoursPlain(t.hours.Total()), Unit: "h", Icon: ui.IconCalendar,
				Note: lang.F(i18n.BoardEveningNote, lang.Hours(t.hours.Evening), lang.Hours(t.hours.Emergency))},
			over, spent,
		},
		Approved: ui.Gauge{Label: lang.T(i18n.BoardApproved), Text: lang.Int(int64(t.approved)) + " " + lang.F(i18n.BoardOf, lang.Int(int64(t.all))),
			Value: float64(t.approved), Max: float64(max(t.all, 1)), Tone: tone, Hide: true},
	}
}

// decide is the one thing to do next. It counts whoever is looked at, whatever is filtered, and sends the very sheets
// that it counted: nobody approves what they were not told.
func (d *desk) decide() draw.Decide {
	t, lang, p := d.board.tally(), d.lang, d.board.Period
	say := func(tone ui.Tone, title, text i18n.Text) draw.Decide {
		return draw.Decide{Tone: tone, Title: lang.T(title), Text: lang.T(text)}
	}
	var box draw.Decide
	switch {
	case t.all == 0:
		return say(ui.Neutral, i18n.DecideEmpty, i18n.DecideEmptyText)
	case t.leftPeople == 0 && t.ownIsWaiting:
		return say(ui.Good, i18n.DecideDone, i18n.WhyOwn)
	case t.leftPeople == 0:
		return say(ui.Good, i18n.DecideDone, i18n.DecideDoneText)
	case t.cleanPeople == 0:
		box = say(ui.Neutral, i18n.DecideNone, i18n.DecideNoneText)
	default:
		box = draw.Decide{Tone: ui.Accent, Title: lang.N(t.cleanPeople, i18n.DecideReady), Text: lang.T(i18n.DecideReadyText)}
		if n := len(t.others); n > 0 {
			box.Text += " " + lang.N(n, i18n.DecideOthers)
		}
		box.Clean = &draw.Batch{Label: lang.N(t.cleanPeople, i18n.DecideClean), Sheets: list(t.clean)}
	}
	box.Action, box.Keep = paths.PeriodApprove(p.Year, p.Number), []ui.Hidden{d.hidden()}
	if len(t.others) > 0 {
		box.All = &draw.Batch{Label: lang.N(t.leftPeople, i18n.DecideAll), Sheets: list(t.left)}
		box.Ask = d.ask(t)
	}
	return box
}

// ask is the question before everything that is left is approved.
func (d *desk) ask(t tally) *draw.Ask {
	q := d.view.query()
	q.Set("ask", "all")
	a := &draw.Ask{
		Href: address(d.board.Period, q), Open: d.view.ask,
		Title: d.lang.N(t.leftPeople, i18n.AskAllTitle), Text: d.lang.T(i18n.AskAllText), Note: d.lang.T(i18n.AskAllUndo),
	}
	for _, l := range t.others {
		a.Names = append(a.Names, d.reason(l))
	}
	return a
}

// done is what the approval named in the address did, and whom it left aside.
func (d *desk) done() *draw.Done {
	p := d.board.Period
	x := &draw.Done{
		Title: d.lang.N(len(d.made), i18n.DoneTitle), Undo: paths.PeriodUndo(p.Year, p.Number),
		Hidden: []ui.Hidden{{Name: "at", Value: strconv.FormatInt(int64(d.view.done), 10)}, d.hidden()},
	}
	for i := range d.board.Lines {
		l := &d.board.Lines[i]
		if l.State() != Approved && (l.active() || len(l.Warnings) > 0) {
			x.Names = append(x.Names, d.reason(l))
		}
	}
	x.Skipped = d.lang.N(len(x.Names), i18n.DoneSkipped)
	return x
}

// reason says why a row was, or would be, left aside.
func (d *desk) reason(l *BoardLine) draw.Reason {
	why := strings.Join(d.notes(l), " · ")
	switch {
	case l.Own:
		why = d.lang.T(i18n.WhyOwn)
	case why == "" && l.State() == Draft:
		why = d.lang.T(i18n.WarnNotSubmitted)
	case why == "":
		why = d.lang.T(i18n.WhyOpen)
	}
	return draw.Reason{Name: l.Employee.Name, Href: d.personHref(l), Why: why}
}
