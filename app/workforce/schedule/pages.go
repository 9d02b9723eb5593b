package schedule

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/crews"
	"presence/app/workforce/shifts"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/schedule"
)

type pages struct{ s *Service }

// view is what the page of a team shows: the first day, a Sunday, how many weeks, and which team. Every form sends it back, but not
// the day.
type view struct {
	from  db.Day
	on    db.Day // the day that a phone shows; zero: see shownOn
	weeks int
	crew  *crews.Crew // nil: none is chosen
	mine  bool        // the actor's own schedule
}

// readView reads a view from the query or the form of a request.
func (p pages) readView(c *gin.Context) view {
	read := func(name string) string {
		if v, sent := c.GetPostForm(name); sent {
			return v
		}
		return c.Query(name)
	}
	v := view{weeks: int(httpx.ID(read("weeks"))), mine: read("of") == "me"}
	if id := httpx.ID(read("crew")); id > 0 {
		v.crew = new(crews.Of(id))
	} else if read("crew") == withoutSupervisor {
		v.crew = new(crews.Unsupervised)
	}
	d, err := db.ParseDay(read("from"))
	if err != nil {
		d = p.s.Today()
	}
	v.on, _ = db.ParseDay(read("on"))
	if v.from = d.Week(); v.weeks != 2 && v.weeks != 4 {
		v.weeks = 1
	}
	return v
}

func (v view) days() Range { return Range{v.from, v.from.Add(7*v.weeks - 1)} }

// values returns the view as it is sent, without what is so by default.
func (v view) values() url.Values {
	q := url.Values{"from": {v.from.String()}}
	if v.weeks > 1 {
		q.Set("weeks", strconv.Itoa(v.weeks))
	}
	switch {
	case v.mine:
		q.Set("of", "me")
	case v.crew != nil:
		q.Set("crew", crewParam(*v.crew))
	}
	return q
}

// crewParam returns a crew as it stands in an address.
func crewParam(c crews.Crew) string {
	if c == crews.Unsupervised {
		return withoutSupervisor
	}
	return strconv.FormatInt(c.Supervisor(), 10)
}

// Address returns the page that shows the schedule with the first of the shifts, and its days: 1, 2 or 4 weeks, as far as the shifts
// reach.
func (w Waiting) Address() (href string, days Range) {
	v := view{from: w.First.Week(), weeks: 1}
	for v.days().To.Before(w.Last) && v.weeks < 4 {
		v.weeks *= 2
	}
	if w.Crew != crews.Everyone {
		v.crew = &w.Crew
	}
	return v.href(nil), v.days()
}

// href returns the address of the view with a change.
func (v view) href(change func(*view)) string {
	if change != nil {
		change(&v)
	}
	q := v.values()
	if !v.on.IsZero() {
		q.Set("on", v.on.String())
	}
	return paths.Schedule(q)
}

// shownOn returns the index of the day of a week that a phone shows, 0 for Sunday: the one that was chosen, else today or the next day with
// shifts, else the first one that has some. In a week without shifts it is today, or Monday.
func (v view) shownOn(first, today db.Day, shifts [7]bool) int {
	if !v.on.IsZero() && v.on.Week() == first {
		return v.on.Sub(first)
	}
	from, empty := 0, 1
	if today.Week() == first {
		from = today.Sub(first)
		empty = from
	}
	if i := slices.Index(shifts[from:], true); i >= 0 {
		return from + i
	}
	if i := slices.Index(shifts[:], true); i >= 0 {
		return i
	}
	return empty
}

// hidden returns the view as the fields of a form, with more of them.
func (v view) hidden(more ...ui.Hidden) (list []ui.Hidden) {
	values := v.values()
	for _, name := range []string{"from", "weeks", "crew", "of"} {
		if values.Has(name) {
			list = append(list, ui.Hidden{Name: name, Value: values.Get(name)})
		}
	}
	return append(list, more...)
}

// withoutSupervisor stands in an address for the crew of those without a supervisor.
const withoutSupervisor = "none"

// chosen returns the crew of a form that plans, which names one unless it is that of those without a supervisor.
func (v view) chosen() crews.Crew {
	if v.crew == nil {
		return crews.Unsupervised
	}
	return *v.crew
}

// show shows the schedule of a team to those who plan, else the reader's own.
func (p pages) show(c *gin.Context) error {
	ctx := c.Request.Context()
	by, v := auth.From(ctx), p.readView(c)
	if v.mine || !by.Approver() {
		return p.showMine(c, by, v)
	}
	b, err := p.s.Board(ctx, by, v.crew, v.days())
	if err != nil {
		return err
	}
	v.crew = &b.Crew
	return frame.Page(c, http.StatusOK, views.Board, presenter{p.s, by, by.Language, v, b.Codes}.board(&b))
}

// mineWeeks is how many weeks an employee sees of their schedule unless they choose.
const mineWeeks = 2

func (p pages) showMine(c *gin.Context, by auth.Actor, v view) error {
	if c.Query("weeks") == "" {
		v.weeks = mineWeeks
	}
	v.mine = by.Approver()
	o, err := p.s.Own(c.Request.Context(), by, v.days())
	if err != nil {
		return err
	}
	return frame.Page(c, http.StatusOK, views.MyPage, presenter{p.s, by, by.Language, v, o.Codes}.mine(&o))
}

// back redirects to the view, at a row of it.
func (p pages) back(c *gin.Context, v view, x Plan) error {
	at := ""
	if x.Day != (db.Day{}) {
		v.on = x.Day
		at = "#" + rowID(v, x.Day, x.EmployeeID)
	}
	return httpx.SeeOther(c, v.href(nil)+at)
}

// rowID returns the id of the row of an employee, or of the open shifts, in the week of a day.
func rowID(v view, d db.Day, employee int64) string {
	return fmt.Sprintf("w%d-%d", d.Sub(v.from)/7, employee)
}

// form shows the form of a planned shift, or with "new" of a new one: ?employee_id=7&day=2026-11-30 fill it.
func (p pages) form(c *gin.Context) error {
	ctx := c.Request.Context()
	by, v := auth.From(ctx), p.readView(c)
	if c.Param("id") == "new" {
		day, err := db.ParseDay(c.Query("day"))
		if err != nil {
			day = within(p.s.Today(), v.days())
		}
		return p.showForm(c, http.StatusOK, v, Shift{}, url.Values{"employee_id": {c.Query("employee_id")}, "day": {day.String()},
			"breaks": {by.Language.T(i18n.TimeBreaksDefault)}}, nil)
	}
	x, err := p.load(c, by)
	if err != nil {
		return err
	}
	return p.showForm(c, http.StatusOK, v, x, p.typed(by.Language, x.Plan), nil)
}

// within returns a day, or the first of a range that does not contain it.
func within(d db.Day, r Range) db.Day {
	if !r.Contains(d) {
		return r.From
	}
	return d
}

// load returns the shift of the address.
func (p pages) load(c *gin.Context, by auth.Actor) (Shift, error) {
	id, err := httpx.PathID(c, "id", "planned shift")
	if err != nil {
		return Shift{}, err
	}
	return p.s.Get(c.Request.Context(), by, id)
}

// openValue stands for a shift without an employee in the field employee_id.
const openValue = "open"

// typed returns the fields of the form that say a plan.
func (p pages) typed(l i18n.Lang, x Plan) url.Values {
	v := url.Values{"employee_id": {employeeValue(x.EmployeeID)}, "day": {x.Day.String()}, "start_time": {p.clock(l, x.Start)},
		"end_time": {p.clock(l, x.End)}, "breaks": {x.Breaks}, "bank_code_id": {strconv.FormatInt(x.BankCodeID, 10)}, "note": {x.Note}}
	if x.ByRule {
		v.Set("breaks", l.T(i18n.TimeBreaksDefault))
	}
	return v
}

func employeeValue(id int64) string {
	if id == 0 {
		return openValue
	}
	return strconv.FormatInt(id, 10)
}

func (p pages) clock(l i18n.Lang, at db.Instant) string { return l.Clock(at.Time().In(p.s.Zone)) }

// readChanges reads the fields that were sent. Without times, a day moves the shift at its times of day.
func (p pages) readChanges(c *gin.Context, v view, old Plan) (ch Changes, faults errs.Fields) {
	if value, sent := c.GetPostForm("employee_id"); sent {
		if value == openValue {
			ch.SupervisorID = new(v.chosen().Supervisor())
			ch.EmployeeID = new(int64)
		} else {
			ch.EmployeeID = new(httpx.ID(value))
		}
	}
	day := old.Day
	if text, sent := c.GetPostForm("day"); sent {
		day = httpx.ReadDay(&faults, "day", text)
	}
	if text, sent := c.GetPostForm("start_time"); sent && !day.IsZero() {
		start, end := shifts.TypedTimes(&faults, day, text, c.PostForm("end_time"), shifts.Shift{Start: old.Start, End: old.End}, p.s.Zone)
		ch.Start, ch.End = &start, &end
	} else if !day.IsZero() && day != old.Day {
		next, ok := old.on(day, p.s.Zone)
		if !ok {
			faults.Add("day", "no_such_time", "The clocks go forward over this time.")
		}
		ch.Start, ch.End = &next.Start, &next.End
	}
	if text, sent := c.GetPostForm("breaks"); sent {
		if ch.ByRule = shifts.TypedByRule(text); !ch.ByRule {
			ch.Breaks = &text
		}
	}
	if id, sent := c.GetPostForm("bank_code_id"); sent {
		ch.BankCodeID = new(httpx.ID(id))
	}
	ch.Note = httpx.FormText(c, "note")
	return ch, faults
}

func (p pages) create(c *gin.Context) error {
	v := p.readView(c)
	ch, faults := p.readChanges(c, v, Plan{})
	return p.add(c, v, Plan{ByRule: true}.withChanges(ch), Shift{}, faults)
}

// add adds a shift from the form of a new one, or as a copy of another.
func (p pages) add(c *gin.Context, v view, plan Plan, from Shift, faults errs.Fields) error {
	ctx := c.Request.Context()
	by := auth.From(ctx)
	err := faults.Err()
	var x Shift
	if err == nil {
		x, err = p.s.Create(ctx, by, plan)
	}
	if err != nil {
		return p.refuse(c, v, from, err)
	}
	text, err := p.describe(ctx, by, i18n.ScheduleSaved, x.Plan)
	if err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: text, Undo: paths.PlannedShiftDo(x.ID, "delete"), Hidden: v.hidden(versionField(x.Version), undoField)})
	return p.back(c, v, x.Plan)
}

func versionField(n int64) ui.Hidden {
	return ui.Hidden{Name: "version", Value: strconv.FormatInt(n, 10)}
}

// undoable reports whether a message offers to take back what a form has done: not if the form itself takes something back, nor if the
// employee of the plan that was is not employed on its day, which is refused.
func (p pages) undoable(c *gin.Context, by auth.Actor, was Plan) (bool, error) {
	if c.PostForm("undo") != "" {
		return false, nil
	}
	if was.Open() {
		return true, nil
	}
	who, err := p.s.personOf(c.Request.Context(), by, was.EmployeeID)
	return who.Employed(was.Day), err
}

// undoField says that a form takes back what was just done: the message about it offers no undo again.
var undoField = ui.Hidden{Name: "undo", Value: "1"}

// update saves the form of a shift, what was moved in the grid, or a copy.
func (p pages) update(c *gin.Context) error {
	ctx := c.Request.Context()
	by, v := auth.From(ctx), p.readView(c)
	old, err := p.load(c, by)
	if err != nil {
		return err
	}
	ch, faults := p.readChanges(c, v, old.Plan)
	if c.PostForm("copy") == "1" {
		return p.add(c, v, old.Plan.withChanges(ch), old, faults)
	}
	x, err := old, faults.Err()
	if err == nil {
		x, err = p.s.Update(ctx, by, old.ID, httpx.FormVersion(c), ch)
	}
	if err != nil {
		return p.refuse(c, v, old, err)
	}
	text, err := p.describe(ctx, by, i18n.ScheduleSaved, x.Plan)
	if err != nil {
		return err
	}
	toast := ui.Toast{Text: text}
	undoable, err := p.undoable(c, by, old.Plan)
	if err != nil {
		return err
	}
	if undoable && x.Version != old.Version {
		toast.Undo, toast.Hidden = paths.PlannedShift(strconv.FormatInt(x.ID, 10), nil), v.hidden(versionField(x.Version), undoField)
		for name, values := range p.typed(by.Language, old.Plan) {
			toast.Hidden = append(toast.Hidden, ui.Hidden{Name: name, Value: values[0]})
		}
	}
	httpx.Flash(c, toast)
	return p.back(c, v, x.Plan)
}

// refuse answers a refused change: with the form and its errors, or, for what was moved in the grid or is undone, with a message on the
// schedule, which shows the shift where it is.
func (p pages) refuse(c *gin.Context, v view, old Shift, err error) error {
	l := auth.Lang(c)
	faults := errs.FieldsOf(err)
	if _, typed := c.GetPostForm("start_time"); typed && c.PostForm("undo") == "" && faults != nil {
		return p.showForm(c, http.StatusUnprocessableEntity, v, old, c.Request.PostForm, faults)
	}
	problem := httpx.ProblemOf(c.Request.Context(), err, http.StatusNotFound)
	if problem.Status >= http.StatusInternalServerError {
		return err
	}
	text := i18n.FaultShown(problem.Code, problem.Detail)
	if len(faults) > 0 {
		text = i18n.FaultShown(faults[0].Code, faults[0].Detail)
	}
	httpx.Flash(c, ui.Toast{Tone: ui.Bad, Text: l.T(text)})
	return p.back(c, v, old.Plan)
}

// describe says whose shift it is, on which day and when.
func (p pages) describe(ctx context.Context, by auth.Actor, text i18n.Text, x Plan) (string, error) {
	l := by.Language
	name := l.T(i18n.ScheduleOpenTo)
	if x.EmployeeID != 0 {
		who, err := p.s.personOf(ctx, by, x.EmployeeID)
		if err != nil {
			return "", err
		}
		name = who.Name
	}
	return l.F(text, name, l.DayWeek(x.Day), l.ClockRange(x.Start.Time().In(p.s.Zone), x.End.Time().In(p.s.Zone))), nil
}

func (p pages) delete(c *gin.Context) error {
	ctx := c.Request.Context()
	by, v := auth.From(ctx), p.readView(c)
	x, err := p.load(c, by)
	if err != nil {
		return err
	}
	if err := p.s.Delete(ctx, by, x.ID, httpx.FormVersion(c)); err != nil {
		return p.refuse(c, v, x, err)
	}
	text, err := p.describe(ctx, by, i18n.ScheduleDeleted, x.Plan)
	if err != nil {
		return err
	}
	toast := ui.Toast{Tone: ui.Info, Text: text}
	undoable, err := p.undoable(c, by, x.Plan)
	if err != nil {
		return err
	}
	if undoable {
		toast.Undo, toast.Hidden = paths.PlannedShiftDo(x.ID, "restore"), v.hidden(versionField(x.Version+1), undoField)
	}
	httpx.Flash(c, toast)
	return p.back(c, v, x.Plan)
}

func (p pages) restore(c *gin.Context) error {
	ctx := c.Request.Context()
	by, v := auth.From(ctx), p.readView(c)
	id, err := httpx.PathID(c, "id", "planned shift")
	if err != nil {
		return err
	}
	x, err := p.s.Restore(ctx, by, id, httpx.FormVersion(c))
	if err != nil {
		if errs.KindOf(err) == errs.KindNotFound {
			return err
		}
		return p.refuse(c, v, Shift{}, err)
	}
	text, err := p.describe(ctx, by, i18n.ScheduleRestored, x.Plan)
	if err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: text})
	return p.back(c, v, x.Plan)
}

func (p pages) take(c *gin.Context) error {
	ctx := c.Request.Context()
	by, v := auth.From(ctx), p.readView(c)
	id, err := httpx.PathID(c, "id", "published shift")
	if err != nil {
		return err
	}
	x, err := p.s.Take(ctx, by, id)
	if err != nil {
		if errs.KindOf(err) == errs.KindNotFound {
			return err
		}
		return p.refuse(c, v, Shift{}, err)
	}
	if !v.days().Contains(x.Day) { // the open shifts of later weeks are listed as well
		v.from = x.Day.Week()
	}
	l := by.Language
	httpx.Flash(c, ui.Toast{Text: l.F(i18n.ScheduleTaken, l.DayLong(x.Day),
		l.ClockRange(x.Start.Time().In(p.s.Zone), x.End.Time().In(p.s.Zone)))})
	return p.back(c, v, Plan{})
}

// fill fills the empty days of the view.
func (p pages) fill(c *gin.Context) error {
	ctx := c.Request.Context()
	by, v := auth.From(ctx), p.readView(c)
	source := UsualWeeks
	if c.PostForm("what") == string(WeekBefore) {
		source = WeekBefore
	}
	made, err := p.s.Fill(ctx, by, v.chosen(), v.days(), source)
	if err != nil {
		return p.refuse(c, v, Shift{}, err)
	}
	l := by.Language
	toast := ui.Toast{Tone: ui.Warn, Text: l.T(i18n.ScheduleFillNone)}
	if len(made) > 0 {
		toast = ui.Toast{Text: l.N(len(made), i18n.ScheduleFilled), Undo: paths.ScheduleDo("take-back"),
			Hidden: v.hidden(ui.Hidden{Name: "made", Value: madeText(made)})}
	}
	httpx.Flash(c, toast)
	return p.back(c, v, Plan{})
}

// madeText writes the ids of new shifts for readMade, as ranges: 31-40 52-52.
func madeText(list []Shift) string {
	var b strings.Builder
	for i := 0; i < len(list); {
		n := i + 1
		for n < len(list) && list[n].ID == list[n-1].ID+1 {
			n++
		}
		fmt.Fprintf(&b, " %d-%d", list[i].ID, list[n-1].ID)
		i = n
	}
	return b.String()
}

// maxMade is how many shifts are taken back at once.
const maxMade = 5000

// readMade reads what madeText has written. New shifts have the version 1.
func readMade(text string) (list []Shift) {
	for part := range strings.FieldsSeq(text) {
		var from, to int64
		if n, _ := fmt.Sscanf(part, "%d-%d", &from, &to); n != 2 || to-from >= maxMade {
			continue
		}
		for id := from; id <= to && len(list) < maxMade; id++ {
			list = append(list, Shift{ID: id, Version: 1})
		}
	}
	return list
}

func (p pages) takeBack(c *gin.Context) error {
	ctx := c.Request.Context()
	by := auth.From(ctx)
	n, err := p.s.TakeBack(ctx, by, readMade(c.PostForm("made")))
	if err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Tone: ui.Info, Text: by.Language.NoneOrN(n, i18n.ShiftsUndoneNone, i18n.ScheduleUndone)})
	return p.back(c, p.readView(c), Plan{})
}

func (p pages) publish(c *gin.Context) error {
	ctx := c.Request.Context()
	by, v := auth.From(ctx), p.readView(c)
	done, err := p.s.Publish(ctx, by, v.chosen(), v.days())
	if err != nil {
		return p.refuse(c, v, Shift{}, err)
	}
	l := by.Language
	toast := ui.Toast{Tone: ui.Info, Text: l.T(i18n.ScheduleNothing)}
	if done.Total() > 0 {
		toast = ui.Toast{Text: l.N(done.Total(), i18n.SchedulePublished) + " " +
			l.NoneOrN(done.Employees, i18n.ScheduleNoneTold, i18n.ScheduleNotified)}
	}
	httpx.Flash(c, toast)
	return p.back(c, v, Plan{})
}
