package home

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/hub/rsvp"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/approvals"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/payroll"
	"presence/app/workforce/schedule"
	"presence/db"
	views "presence/views/home"
	"presence/views/ui"
)

const (
	tasksShown = 5 // lines of a list
	namesShown = 3 // names of a line; two if there are more, so that how many more stands on the same line
)

// tasks builds the lists of what waits for one person.
type tasks struct {
	pages
	by   auth.Actor
	lang i18n.Lang
	d    Dashboard
}

// sayPeriodOnce leaves the period out of the notes of tasks that stand directly below one that says it, as all of its notes begin with it.
func sayPeriodOnce(list []ui.Task, period string) {
	for i := len(list) - 1; i > 0; i-- {
		if above := list[i-1].Note; above == period || strings.HasPrefix(above, period+" · ") {
			if rest, is := strings.CutPrefix(list[i].Note, period); is {
				list[i].Note = i18n.Capital(strings.TrimPrefix(rest, " · "))
			}
		}
	}
}

// limited returns the list with its first tasks; nil if it has none.
func limited(list views.List) *views.List {
	if len(list.Tasks) == 0 && list.Away == "" && list.Working == nil {
		return nil
	}
	list.Tasks = list.Tasks[:min(len(list.Tasks), tasksShown)]
	return &list
}

// names sets the first names of a line of total people, and how many more there are.
func names[T any](t *tasks, task *ui.Task, first []T, total int, name func(T) ui.TaskName) {
	shown := min(len(first), namesShown)
	if total > namesShown {
		shown = min(shown, namesShown-1)
	}
	for _, x := range first[:shown] {
		task.Names = append(task.Names, name(x))
	}
	if n := total - shown; n > 0 {
		task.More = t.lang.N(n, i18n.AndMore)
	}
}

// rowName returns the name of a row with the most severe reason to look at it.
func (t tasks) rowName(p payperiods.Period) func(*payperiods.Row) ui.TaskName {
	return func(r *payperiods.Row) ui.TaskName {
		n := ui.TaskName{Text: r.Employee.Name, Href: payperiods.RowHref(p, r)}
		if len(r.Warnings) > 0 && r.Warnings[0].Kind != payperiods.NoSheet {
			if n.Why = warningText(t.lang, r.Warnings[0]); r.Warnings[0].Kind == payperiods.SheetChanged {
				n.Why = t.lang.T(i18n.StateChanged)
			}
			if n.Why == "" {
				return n
			}
			n.Why, n.Colon = i18n.Uncapital(n.Why), strings.TrimRight(t.lang.Colon(), " ")
		}
		return n
	}
}

// approvals returns the items that await the actor's approval. If payroll's list is shown as well, it leaves out employees who
// have entered nothing, because that list contains them.
func (t tasks) approvals() *views.List {
	if !t.by.Approver() {
		return nil
	}
	l, d := t.lang, t.d
	list := views.List{ID: "approvals", Title: l.T(i18n.PrefTeam)}
	if t.by.SeesAll() {
		list.Title = l.T(i18n.QueueShort)
	}
	for _, p := range d.Periods {
		of := t.periodTasks(p)
		sayPeriodOnce(of, t.note(p.Period))
		list.Tasks = append(list.Tasks, of...)
	}
	if len(d.Leave) > 0 {
		list.Tasks = append(list.Tasks, t.leave())
	}
	if n := d.otherSheets(); n > 0 {
		list.Tasks = append(list.Tasks, ui.Task{Icon: ui.IconInbox, Text: l.N(n, i18n.TodayElsewhere), Button: l.T(i18n.TodayQueue),
			Href: paths.Approvals()})
	}
	if !t.by.SeesAll() {
		for _, p := range d.Periods {
			if len(awaited(p, t.s.Periods.Today())) > 0 && t.submissionDue(p.Period) {
				list.Tasks = append(list.Tasks, t.awaited(p))
			}
		}
	}
	for _, x := range []struct {
		of   schedule.Waiting
		tone ui.Tone
		text i18n.Count
	}{{d.Draft.Left, ui.Warn, i18n.TaskLeft}, {d.Draft.Changes, ui.Info, i18n.TaskDraft}} {
		if x.of.Shifts == 0 {
			continue
		}
		href, days := x.of.Address()
		list.Tasks = append(list.Tasks, ui.Task{Icon: ui.IconSchedule, Tone: x.tone, Text: l.N(x.of.Shifts, x.text),
			Note: l.RangeNear(days.From, days.To, t.s.Periods.Today()), Button: l.T(i18n.TaskDraftDo), Href: href})
	}
	if done := t.done(); done != nil {
		list.Tasks = append(list.Tasks, *done)
	}
	list.Away = t.away()
	if d.Working > 0 || d.NotIn > 0 {
		list.Working = &views.Button{Label: l.N(d.Working, i18n.ClockWorkers), Href: paths.PresentPeople(1)}
		if d.NotIn > 0 {
			list.Working.Label += " · " + l.N(d.NotIn, i18n.ClockNotInN)
		}
	}
	shown := limited(list)
	switch {
	case shown == nil || shown.Away != "":
	case shown.Working != nil:
		shown.NoLeave = l.T(i18n.TaskNoLeave)
	default:
		shown.Away = l.T(i18n.TaskNoneAway)
	}
	return shown
}

// note returns the period of a task, and how many days of it are left.
func (t tasks) note(p payperiods.Period) string {
	text := t.lang.F(i18n.TodayPeriod, p.Name(), t.lang.RangeNear(p.Start, p.End, t.s.Periods.Today()))
	if p != t.s.Periods.Current() {
		return text
	}
	days := t.lang.T(i18n.TaskLastDay)
	if left := p.End.Sub(t.s.Periods.Today()); left > 0 {
		days = t.lang.N(left, i18n.TaskDaysLeft)
	}
	return text + " · " + days
}

// waiting adds to a note since when something has waited, from a day on.
func (t tasks) waiting(note string, since db.Instant) string {
	if since == 0 || t.s.now().Sub(since.Time()) < 24*time.Hour {
		return note
	}
	waits := t.lang.F(i18n.TaskWaiting, t.lang.Since(since.Time().In(t.s.zone), t.s.Periods.Today()))
	if note == "" {
		return i18n.Capital(waits)
	}
	return note + " · " + waits
}

// periodTasks returns the sheets of a period to check, and those that are ready to be approved.
func (t tasks) periodTasks(p payperiods.Progress) (list []ui.Task) {
	l, period := t.lang, p.Period
	if n := len(p.Check); n > 0 {
		task := ui.Task{Icon: ui.IconWarning, Tone: ui.Warn, Text: l.N(n, i18n.TaskCheck), Note: t.waiting(t.note(period), p.CheckSince),
			Button: l.T(i18n.TaskCheckDo),
			Label:  l.F(i18n.TaskCheckOf, period.Name()), Href: paths.Period(period.Year, period.Number) + "?state=check"}
		names(&t, &task, p.Check, len(p.Check), t.rowName(period))
		task.MoreHref = task.Href
		list = append(list, task)
	}
	if p.Ready > 0 {
		list = append(list, ui.Task{Icon: ui.IconApproved, Tone: ui.Good, Text: l.N(p.Ready, i18n.TaskReady),
			Note: t.waiting(t.note(period), p.ReadySince), Button: l.N(p.Ready, i18n.TaskApprove), Label: l.N(p.Ready, i18n.TaskApproveAll),
			Action: paths.PeriodApprove(period.Year, period.Number),
			Hidden: []ui.Hidden{{Name: "which", Value: "clean"}, {Name: "sheets", Value: p.Sheets}}})
	}
	return list
}

// leave returns the leave requests that wait for a decision.
func (t tasks) leave() ui.Task {
	l := t.lang
	task := ui.Task{Icon: ui.IconPalm, Tone: ui.Info, Text: l.N(t.d.Pending.Leave, i18n.TodayLeave), Note: t.waiting("", t.d.Leave[0].At),
		Button: l.T(i18n.TaskDecide),
		Label:  l.N(t.d.Pending.Leave, i18n.TaskDecideLeave), Href: paths.Approval(t.d.Leave[0].String())}
	names(&t, &task, t.d.Leave, t.d.Pending.Leave, func(i approvals.Item) ui.TaskName {
		return ui.TaskName{Text: i.Name, Href: paths.Approval(i.String()), Why: t.dates(i.Start, i.End),
			Colon: strings.TrimRight(t.lang.Colon(), " ")}
	})
	task.MoreHref = paths.ApprovalsOf(string(approvals.Leave))
	return task
}

// dates returns the days that leave touches.
func (t tasks) dates(start, end db.Instant) string {
	first, last := db.DayOf(start.Time().In(t.s.zone)), db.DayOf((end - 1).Time().In(t.s.zone))
	if last == first {
		return t.lang.DayWeek(first)
	}
	return t.lang.RangeNear(first, last, t.s.Periods.Today())
}

// awaited returns the task about those of whom a supervisor expects something in a period: who has entered nothing or, once it is over,
// who has not submitted, as the page of the period counts them. Its button reminds them; when all were reminded today, it opens their list.
func (t tasks) awaited(p payperiods.Progress) ui.Task {
	period, rows := p.Period, awaited(p, t.s.Periods.Today())
	text, remind, name := i18n.TaskIdle, i18n.TaskRemindIdle, t.rowName(period)
	if t.s.Periods.Today().After(period.End) {
		text, remind = i18n.TaskOpen, i18n.RemindLate
		name = func(r *payperiods.Row) ui.TaskName {
			n := t.rowName(period)(r)
			if slices.ContainsFunc(r.Warnings, func(w payperiods.Warning) bool { return w.Kind == payperiods.NoSheet }) {
				n.Why, n.Colon = t.lang.T(i18n.WarnNoSheet), strings.TrimRight(t.lang.Colon(), " ")
			}
			return n
		}
	}
	task := ui.Task{Icon: ui.IconMissing, Tone: ui.Bad, Text: t.lang.N(len(rows), text), Note: t.note(period),
		Button: t.lang.T(i18n.TaskSee), Label: t.lang.F(i18n.TaskSeeIdle, period.Name()),
		Href: payperiods.IncompletePath(period)}
	if ids := t.d.Remind[period]; len(ids) > 0 {
		task.Button, task.Label = t.lang.T(i18n.RemindDo), t.lang.F(i18n.TaskRemindOf, t.lang.N(len(ids), remind), period.Name())
		task.Action, task.Href, task.Do = paths.PeriodRemind(period.Year, period.Number), "", ui.IconBell
		task.Hidden = []ui.Hidden{{Name: "employees", Value: payperiods.FormatIDs(ids)}}
	}
	task.MoreHref = payperiods.IncompletePath(period)
	names(&t, &task, rows, len(rows), name)
	return task
}

// done returns the newer of the two periods in which everyone's time is approved; nil if there is none.
func (t tasks) done() *ui.Task {
	for _, p := range slices.Backward(t.d.Periods) {
		if p.All > 0 && p.Approved == p.All && len(p.Idle)+len(p.Open) == 0 {
			return &ui.Task{Icon: ui.IconApproved, Tone: ui.Good, Text: t.lang.F(i18n.TodayAllDone, p.Period.Name()),
				Button: t.lang.T(i18n.TodaySeePeriod), Href: paths.Period(p.Period.Year, p.Period.Number)}
		}
	}
	return nil
}

// awayShown is the maximum number of names of those who are away today.
const awayShown = 6

func (t tasks) away() string {
	all := t.d.Away
	if len(all) == 0 {
		return ""
	}
	text := strings.Join(all[:min(len(all), awayShown)], ", ")
	if n := len(all) - awayShown; n > 0 {
		text += " " + t.lang.N(n, i18n.AndMore)
	}
	return t.lang.T(i18n.TaskAway) + t.lang.Colon() + text
}

// ownSheet returns the user's own sheet as a task on the last day of its period; nil if it is submitted, or another day. For those who
// have other tasks the card of the sheet is far below.
func (t tasks) ownSheet(sheet *views.Sheet) *views.List {
	if sheet == nil || t.d.Own.Period.End != t.s.Periods.Today() || !unfinished(t.d.Own.Line) {
		return nil
	}
	hours := cmp.Or(sheet.Hours, t.lang.T(i18n.MySheetNoHours))
	task := ui.Task{Icon: ui.IconClock, Tone: ui.Warn, Text: t.lang.T(i18n.MySheet) + t.lang.Colon() + hours,
		Note:   t.note(t.d.Own.Period),
		Button: sheet.Button, Href: sheet.Href}
	return &views.List{ID: "own", Title: t.lang.T(i18n.MySheet), Bare: true, Tasks: []ui.Task{task}}
}

// submissionDays is the number of last days of a period on which it is a task that sheets are not submitted; it stays one after the end.
const submissionDays = 3

// submissionDue reports whether sheets of a period that are not submitted are a task: earlier, hardly any can be.
func (t tasks) submissionDue(p payperiods.Period) bool {
	return p.End.Sub(t.s.Periods.Today()) < submissionDays
}

// unexported reports whether payroll has still to export a period: it has not ended, or has ended and is not exported.
func (t tasks) unexported(p payperiods.Period) bool {
	return p == t.s.Periods.Current() || slices.ContainsFunc(t.d.Payable, func(x payroll.PeriodState) bool { return x.Period == p })
}

// payroll returns the periods to export, and which sheets are not submitted of those that end soon or have ended, by supervisor. A period
// that has ended is one task, with its supervisors.
func (t tasks) payroll() *views.List {
	if !t.by.SeesAll() {
		return nil
	}
	l := t.lang
	list := views.List{ID: "payroll", Title: l.T(i18n.Payroll)}
	var parts []ui.Task // ended, but not wholly approved: after those that can be exported
	told := map[payperiods.Period]bool{}
	for _, x := range t.d.Payable {
		p := x.Period
		task := ui.Task{Note: l.RangeNear(p.Start, p.End, t.s.Periods.Today())}
		holds := ""
		if x.Approved == x.Sheets {
			holds = x.Sums.Text(l)
		}
		if x.Sheets > 0 && (holds == "" || x.Missing > 0) { // else the title says that all is approved
			task.Note += " · " + l.F(i18n.TaskApproved, l.Int(x.Approved), l.Int(x.Due()))
		}
		if holds != "" {
			task.Note += " · " + holds
		}
		day, shown := t.s.Periods.PayDay(p)
		late := t.s.Periods.Today().Sub(day)
		task.Note += t.s.Periods.PayDayNote(l, p)
		if days := t.s.Periods.Today().Sub(p.End); !shown && days > 1 {
			task.Note += " · " + l.F(i18n.TaskEnded, l.Ago(time.Duration(days)*24*time.Hour))
		} else if shown && late > 0 {
			task.Note += " · " + l.N(late, i18n.TaskPayLate)
		}
		lacking, counted := x.Missing, i18n.PayMissing
		if x.Approved < x.Sheets {
			lacking, counted = x.NotSubmitted(), i18n.PayUnsent
		}
		if lacking > 0 {
			task.Note += " · " + l.N(int(lacking), counted)
			if i := slices.IndexFunc(t.d.Periods, func(y payperiods.Progress) bool { return y.Period == p && len(y.Open) > 0 }); i >= 0 {
				open := t.open(t.d.Periods[i])
				task.NamesOf, task.Names, task.More, task.MoreHref = open.NamesOf, open.Names, open.More, open.MoreHref
				told[p] = true
			}
		}
		if x.Approved < x.Sheets {
			task.Icon, task.Tone, task.Text = ui.IconClock, ui.Warn, l.F(i18n.TaskExportPart, p.Name())
			task.Button, task.Label, task.Href = l.T(i18n.TaskSeeMissing), l.F(i18n.TaskSeeMissingOf, p.Name()), paths.Period(p.Year, p.Number)
			parts = append(parts, task)
			continue
		}
		task.Icon, task.Tone, task.Text = ui.IconWallet, ui.Accent, l.F(i18n.TaskExport, p.Name())
		if shown && late > 0 {
			task.Tone = ui.Bad
		}
		task.Button, task.Label, task.Href = l.T(i18n.TaskExportDo), l.F(i18n.PayExportOf, p.Name()), paths.PayrollAsk(p.Year, p.Number)
		list.Tasks = append(list.Tasks, task)
	}
	list.Tasks = append(list.Tasks, parts...)
	for _, p := range t.d.Periods {
		if len(p.Open) > 0 && !told[p.Period] && t.submissionDue(p.Period) && t.unexported(p.Period) {
			list.Tasks = append(list.Tasks, t.open(p))
		}
	}
	return limited(list)
}

// open returns the task with the number of sheets of a period that are not submitted, and the supervisors of their owners.
func (t tasks) open(p payperiods.Progress) ui.Task {
	period := p.Period
	task := ui.Task{Icon: ui.IconUsers, Text: t.lang.N(len(p.Open), i18n.TaskOpen), Note: t.note(period), Button: t.lang.T(i18n.TaskSeeTeams),
		Label: t.lang.F(i18n.TaskSeeOpen, period.Name()), Href: paths.Period(period.Year, period.Number),
		NamesOf: t.lang.T(i18n.TaskBySupervisor) + t.lang.Colon()}
	if n := len(p.Idle); n > 0 {
		task.Note += " · " + t.lang.N(n, i18n.BoardWithout)
	}
	type crew struct {
		payperiods.Supervisor
		n int
	}
	var crews []crew
	for _, r := range p.Open {
		s := t.d.Supervisors[r.Employee.ID]
		i := slices.IndexFunc(crews, func(c crew) bool { return c.ID == s.ID })
		if i < 0 {
			crews, i = append(crews, crew{Supervisor: s}), len(crews)
		}
		crews[i].n++
	}
	slices.SortStableFunc(crews, func(a, b crew) int { return cmp.Compare(b.n, a.n) })
	task.MoreHref = task.Href
	names(&t, &task, crews, len(crews), func(c crew) ui.TaskName {
		n := ui.TaskName{Text: c.Name, Why: "(" + t.lang.Int(int64(c.n)) + ")",
			Href: task.Href + "?reports=direct&crew=" + strconv.FormatInt(c.ID, 10)}
		if c.ID == 0 {
			n.Text, n.Href = t.lang.T(i18n.TaskNobody), ""
		}
		return n
	})
	return task
}

// emptyListDays is how long before an event its missing list of guests is a task.
const emptyListDays = 60

// events returns what the events lack, by their dates: guests to invite, invitations, decisions about responses. Examples are a task only
// where there are no other events.
func (t tasks) events() *views.List {
	l, now := t.lang, t.s.now()
	list := views.List{ID: "event-tasks", Title: l.T(i18n.TaskEvents)}
	for _, e := range t.d.Events {
		if e.Source == events.BuiltIn && t.d.Events[0].Source != events.BuiltIn {
			break // examples stand last
		}
		title, from := e.Text(string(l)).Title, e.StartsAt.Time().In(t.s.zone)
		left := " · " + t.until(from)
		switch invites := !t.d.Sent[e.ID] && !e.ClosedAt(now); {
		case invites && e.Audience > 0:
			list.Tasks = append(list.Tasks, ui.Task{Icon: ui.IconSend, Tone: ui.Warn, Text: l.F(i18n.TaskUnsent, title),
				Note: l.F(i18n.TaskAudience, l.Int(e.Audience)) + left, Button: l.T(i18n.TaskSend), Label: l.F(i18n.TaskSendOf, title),
				Href: paths.SendEvent(e.ID, nil)})
		case invites && e.Headcount == 0 && db.DayOf(from).Sub(t.s.Periods.Today()) <= emptyListDays:
			list.Tasks = append(list.Tasks, ui.Task{Icon: ui.IconUsers, Tone: ui.Warn, Text: l.F(i18n.TaskNoList, title),
				Note: i18n.Capital(t.until(from)), Button: l.T(i18n.SendAudienceBuild), Label: l.F(i18n.TaskNoListOf, title),
				Href: paths.Audience(e.ID, nil)})
		}
		if n := t.d.ToCheck[e.ID]; n > 0 {
			list.Tasks = append(list.Tasks, ui.Task{Icon: ui.IconWarning, Tone: ui.Warn, Text: l.N(int(n), i18n.TaskResponses), Note: title + left,
				Button: l.T(i18n.TaskCheckDo), Label: l.F(i18n.TaskResponsesOf, title), Href: responsesHref(e.ID)})
		}
	}
	return limited(list)
}

func responsesHref(event string) string {
	return paths.RegistrationsOf(event, map[string][]string{"confidence": {"probable"}})
}

// nextEvent returns the card of the next event, with a line for each of the later ones.
func (t tasks) nextEvent() *views.Event {
	if len(t.d.Events) == 0 {
		return nil
	}
	next := t.event(t.d.Events[0])
	if chart, lately := rsvp.DailyChart(t.lang, t.s.zone, t.s.Periods.Today(), t.d.Recent); chart != nil {
		next.Trend, next.Lately = chart, t.lang.N(int(lately), i18n.TaskLately)
	}
	t.leaveOutTask(next)
	for _, e := range t.d.Events[1:] {
		later := t.event(e)
		t.leaveOutTask(later)
		next.Later = append(next.Later, *later)
	}
	return next
}

// leaveOutTask removes from an event the button that the list of tasks has already.
func (t tasks) leaveOutTask(x *views.Event) {
	if list := t.events(); list != nil && slices.ContainsFunc(list.Tasks, func(task ui.Task) bool { return task.Href == x.ButtonHref }) {
		x.Button = ""
	}
}

func (t tasks) event(e events.Record) *views.Event {
	l := t.lang
	from := e.StartsAt.Time().In(t.s.zone)
	when := l.DayTitle(from) + ", " + l.FromTo(from, e.EndsAt.Time().In(t.s.zone))
	if address := events.AddressLines(e.Text(string(l)).Address); len(address) > 0 {
		when += " · " + address[0]
	}
	if e.Source == events.BuiltIn {
		when += " · " + l.T(i18n.EventExample)
	}
	x := &views.Event{Title: e.Text(string(l)).Title, Href: paths.EventOverview(e.ID), When: when, Left: t.until(from),
		Button:     l.T(i18n.TaskRegistrations),
		ButtonHref: paths.Registrations(e.ID), People: l.N(int(e.Headcount), i18n.EventPeopleN)}
	switch {
	case e.Headcount == 0 && !t.d.Sent[e.ID]: // an empty bar would mean that no guest comes
		x.People = l.T(i18n.EventUninvited)
		x.Button, x.ButtonHref = l.T(i18n.TaskSend), paths.SendEvent(e.ID, nil)
		if e.Audience > 0 {
			x.People = l.F(i18n.TaskAudienceUnsent, l.Int(e.Audience))
		} else {
			x.Button, x.ButtonHref = l.T(i18n.SendAudienceBuild), paths.Audience(e.ID, nil)
		}
	case e.Capacity != nil:
		x.Gauge = &ui.Gauge{Label: l.T(i18n.EventPeople), Text: l.F(i18n.EventPeopleOf, l.Int(e.Headcount), l.Int(*e.Capacity)),
			Value: float64(e.Headcount), Max: float64(*e.Capacity)}
		if e.Headcount >= *e.Capacity {
			x.Gauge.Tone = ui.Warn
		}
	}
	return x
}

// until returns the text that says in how many days an event begins.
func (t tasks) until(from time.Time) string {
	n := db.DayOf(from).Sub(t.s.Periods.Today())
	switch {
	case n < 0:
		return t.lang.T(i18n.TaskUnderWay)
	case n == 0:
		return t.lang.T(i18n.TaskToday)
	}
	return t.lang.N(n, i18n.TaskIn)
}

// hourSteps is how many of the steps are about hours; the approval of the first period is the last of them.
const hourSteps = 4

// setup returns what remains to be set up. It is shown first until employees can enter hours.
func setup(l i18n.Lang, x Setup) *views.Setup {
	out := &views.Setup{Title: l.T(i18n.SetupTitle), Note: l.N(x.left(), i18n.SetupLeft), First: !x.basic()}
	type step struct {
		done        bool
		title, text i18n.Text
		href        string
		button      i18n.Text
		also        views.Button
	}
	steps := []step{
		{x.People, i18n.SetupPeople, i18n.SetupPeopleText, paths.NewEmployee(), i18n.TeamNew,
			views.Button{Label: l.T(i18n.ImpOpen), Href: paths.ImportsOf("employees")}},
		{x.Supervisors, i18n.SetupSupervisors, i18n.SetupSupervisorsText, paths.EmployeesTree(0), i18n.SetupSupervisorsDo, views.Button{}},
		{x.Codes, i18n.SetupCodes, i18n.SetupCodesText, paths.BankCodes(), i18n.SetupCodesDo, views.Button{}},
		{x.Period, i18n.SetupPeriod, i18n.SetupPeriodText, paths.Periods(), i18n.SetupPeriodDo, views.Button{}},
	}
	if !x.ForPayroll {
		steps = append(steps,
			step{x.Mail, i18n.SetupMail, i18n.SetupMailText, paths.MailSettings(), i18n.SetupDo, views.Button{}},
			step{x.Postal, i18n.SetupPostal, i18n.SetupPostalText, paths.MailSettings() + "#senders", i18n.SetupPostalDo, views.Button{}},
			step{x.Directory, i18n.SetupDirectory, i18n.SetupDirectoryText, paths.CustomerSettings(), i18n.SetupDo,
				views.Button{Label: l.T(i18n.DirUploads), Href: paths.DirectoryUploads()}},
			step{x.Event, i18n.SetupEvent, i18n.SetupEventText, paths.NewEvent(), i18n.EventNew,
				views.Button{Label: l.T(i18n.SetupExamples), Href: paths.Events()}})
	}
	for _, s := range steps {
		out.Steps = append(out.Steps, views.Step{Title: l.T(s.title), Text: l.T(s.text), Href: s.href, Done: s.done, Button: l.T(s.button),
			Also: s.also})
	}
	if !x.ForPayroll {
		out.Steps[0].Group, out.Steps[hourSteps].Group = l.T(i18n.SetupHours), l.T(i18n.SetupEvents)
	}
	if first := &out.Steps[hourSteps-1]; !first.Done && !x.basic() {
		first.Later = l.T(i18n.SetupPeriodLater)
	}
	return out
}
