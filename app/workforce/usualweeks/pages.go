package usualweeks

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/shifts"
	"presence/db"
	"presence/views/layout"
	"presence/views/ui"
	views "presence/views/workforce/usualweeks"
)

type pages struct{ s *Service }

// row is a row of the form: a shift of a day of the cycle. A day has a row for each of its shifts, and one more for a shift to add.
type row struct {
	week    int
	weekday time.Weekday
	second  bool // another shift of the day of the row before
	values  url.Values
}

// show shows a usual week, as a form to those who may change it. ?weeks=2 shows the form of two weeks before they are saved.
func (p pages) show(c *gin.Context) error {
	v, err := p.s.Get(c.Request.Context(), auth.From(c.Request.Context()), httpx.ID(c.Param("id")))
	if err != nil {
		return err
	}
	if n := httpx.ID(c.Query("weeks")); v.MaySet && (n == 1 || n == 2) {
		v.Weeks = int(n)
	}
	return p.render(c, http.StatusOK, v, rows(auth.Lang(c), v), v.First.String(), nil)
}

// rows returns the rows of the form of a usual week.
func rows(l i18n.Lang, v View) (list []row) {
	for week := range v.Weeks {
		for weekday := range 7 {
			n := 0
			for _, s := range v.Shifts {
				if s.Week != week+1 || int(s.Weekday) != weekday {
					continue
				}
				list = append(list, row{s.Week, s.Weekday, n > 0, url.Values{"start": {clock(l, s.Start)}, "end": {clock(l, s.End)},
					"bank_code_id": {strconv.FormatInt(s.BankCodeID, 10)}, "breaks": {breaksText(l, s)}}})
				n++
			}
			if n < 2 {
				list = append(list, row{week + 1, time.Weekday(weekday), n > 0, url.Values{"breaks": {l.T(i18n.TimeBreaksDefault)}}})
			}
		}
	}
	return list
}

// breaksText returns the breaks of a shift with the unit of a number: 30 min.
func breaksText(l i18n.Lang, s Shift) string {
	if s.ByRule {
		return l.T(i18n.TimeBreaksDefault)
	}
	if _, err := strconv.Atoi(s.Breaks); err == nil {
		return s.Breaks + minutesUnit
	}
	return s.Breaks
}

const minutesUnit = "\u00a0min"

// clock returns minutes after midnight as they are read and typed.
func clock(l i18n.Lang, minutes int64) string {
	return l.Clock(time.Date(2026, time.January, 4, 0, int(minutes%dayMinutes), 0, 0, time.UTC))
}

// save saves the form. A row without times is no shift. With the field copy it saves nothing, and shows the form with Monday's shifts on
// the days until Friday.
func (p pages) save(c *gin.Context) error {
	ctx := c.Request.Context()
	by, id := auth.From(ctx), httpx.ID(c.Param("id"))
	sent, at := postedRows(c), []int{}
	if c.PostForm("copy") != "" {
		return p.renderPosted(c, http.StatusOK, copyMonday(sent), nil)
	}
	var faults errs.Fields
	w := Week{EmployeeID: id, Weeks: int(httpx.ID(c.PostForm("weeks"))), First: httpx.ReadDay(&faults, "first_day", c.PostForm("first_day"))}
	for i, r := range sent {
		from, to := strings.TrimSpace(r.values.Get("start")), strings.TrimSpace(r.values.Get("end"))
		if from == "" && to == "" {
			continue
		}
		s := Shift{Week: r.week, Weekday: r.weekday, BankCodeID: httpx.ID(r.values.Get("bank_code_id")),
			Breaks: strings.TrimSuffix(r.values.Get("breaks"), minutesUnit)}
		s.ByRule = shifts.TypedByRule(s.Breaks)
		s.Start, s.End = readTimes(&faults, fmt.Sprintf("shifts[%d].", i), from, to)
		w.Shifts, at = append(w.Shifts, s), append(at, i)
	}
	err := faults.Err()
	if err == nil {
		_, err = p.s.Set(ctx, by, w, httpx.FormVersion(c))
		faults = inRows(errs.FieldsOf(err), at)
	}
	if len(faults) > 0 {
		return p.renderPosted(c, http.StatusUnprocessableEntity, sent, faults)
	}
	if err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: by.Language.T(i18n.UsualSaved)})
	return httpx.SeeOther(c, paths.UsualWeek(id))
}

// renderPosted shows the form with rows that are not saved. It keeps the version that was sent, so that saving it overwrites no change
// that was made meanwhile.
func (p pages) renderPosted(c *gin.Context, status int, rows []row, faults errs.Fields) error {
	v, err := p.s.Get(c.Request.Context(), auth.From(c.Request.Context()), httpx.ID(c.Param("id")))
	if err != nil {
		return err
	}
	v.Weeks = max(1, min(int(httpx.ID(c.PostForm("weeks"))), 2))
	if sent := httpx.FormVersion(c); sent != nil {
		v.Version = *sent
	}
	return p.render(c, status, v, rows, c.PostForm("first_day"), faults)
}

// copyMonday returns the rows of the form with those of Monday on each day until Friday, in each week whose Monday has times.
func copyMonday(rows []row) (list []row) {
	mondays := map[int][]row{}
	timed := map[int]bool{} // the weeks whose Monday has times
	for _, r := range rows {
		if r.weekday == time.Monday {
			timed[r.week] = timed[r.week] || r.values.Get("start")+r.values.Get("end") != ""
			mondays[r.week] = append(mondays[r.week], r)
		}
	}
	for _, r := range rows {
		if r.weekday <= time.Monday || r.weekday > time.Friday || !timed[r.week] {
			list = append(list, r)
			continue
		}
		if r.second {
			continue
		}
		for _, m := range mondays[r.week] {
			list = append(list, row{r.week, r.weekday, m.second, m.values})
		}
	}
	return list
}

// postedRows returns the rows of the form as they were sent.
func postedRows(c *gin.Context) (list []row) {
	for i := range 2 * maxShifts {
		prefix := fmt.Sprintf("shifts[%d].", i)
		if _, sent := c.GetPostForm(prefix + "week"); !sent {
			break
		}
		r := row{int(httpx.ID(c.PostForm(prefix + "week"))), time.Weekday(httpx.ID(c.PostForm(prefix + "weekday"))), false, url.Values{}}
		r.second = i > 0 && list[i-1].week == r.week && list[i-1].weekday == r.weekday
		for _, name := range []string{"start", "end", "bank_code_id", "breaks"} {
			r.values.Set(name, c.PostForm(prefix+name))
		}
		list = append(list, r)
	}
	return list
}

// inRows returns the errors of shifts under the rows in which they stand: at has the row of each shift.
func inRows(faults errs.Fields, at []int) (list errs.Fields) {
	for _, f := range faults {
		var i int
		var name string
		if n, _ := fmt.Sscanf(f.Field, "shifts[%d].%s", &i, &name); n == 2 && i < len(at) {
			f.Field = fmt.Sprintf("shifts[%d].%s", at[i], name)
		}
		list = append(list, f)
	}
	return list
}

func (p pages) render(c *gin.Context, status int, v View, rows []row, first string, faults errs.Fields) error {
	by := auth.From(c.Request.Context())
	l, id := by.Language, v.EmployeeID
	page := views.Page{Title: l.F(i18n.UsualTitle, v.Name), Section: layout.Team, Action: paths.UsualWeek(id), Cancel: paths.Employee(id),
		Crumbs: []ui.Crumb{{Label: l.T(i18n.Team), Href: paths.Employees()}, {Label: v.Name, Href: paths.Employee(id)}}, MaySet: v.MaySet,
		Hidden: []ui.Hidden{{Name: "version", Value: strconv.FormatInt(v.Version, 10)}, {Name: "weeks", Value: strconv.Itoa(v.Weeks)}}}
	if by.EmployeeID == id {
		page.Title = l.T(i18n.UsualOwn)
	}
	page.Choices = []ui.Segment{{Label: l.T(i18n.UsualOne), Href: paths.UsualWeek(id) + "?weeks=1", Current: v.Weeks == 1},
		{Label: l.T(i18n.UsualTwo), Href: paths.UsualWeek(id) + "?weeks=2", Current: v.Weeks == 2}}
	live, err := p.s.Codes(c.Request.Context())
	if err != nil {
		return err
	}
	codes := codeOptions(l, live)
	labels := map[string]i18n.Text{"start": i18n.TimeStart, "end": i18n.TimeEnd, "bank_code_id": i18n.TimeCode,
		"breaks": i18n.TimeBreaks, "first_day": i18n.UsualFirst}
	for _, x := range faults {
		_, name, _ := strings.Cut(x.Field, ".")
		page.Faults.Add(l, x.Field, l.T(labels[cmp.Or(name, x.Field)]), x.Code, x.Detail)
	}
	page.First = ui.Field{Name: "first_day", Type: "date", Label: l.T(i18n.UsualFirst), Hint: l.T(i18n.UsualFirstHint), Value: first,
		Required: true, Error: page.Faults.Of("first_day")}
	page.Two = v.Weeks == 2
	if page.Two && page.MaySet {
		page.Now = l.F(i18n.UsualNow, v.WeekOf(db.DayOf(p.s.now().In(p.s.zone))))
	}
	for i, r := range rows {
		if r.week > len(page.Weeks) {
			page.Weeks = append(page.Weeks, views.Week{Title: l.F(i18n.TimeWeek, r.week)})
		}
		week := &page.Weeks[len(page.Weeks)-1]
		if v.MaySet {
			x := formRow(l, i, r, codes, page.Faults)
			x.Idle = faults == nil && isIdle(rows, r)
			week.Rows = append(week.Rows, x)
		} else if r.values.Get("start") != "" {
			week.Lines = append(week.Lines, views.Line{Day: dayName(l, r.weekday), Times: r.values.Get("start") + "\u00a0– " +
				r.values.Get("end"), Breaks: r.values.Get("breaks")})
		}
	}
	return frame.Page(c, status, views.WeekPage, page)
}

// isIdle reports whether a row is the only one of a day without a shift that needs no fields at first: a day of the weekend, or any
// day of a week that has shifts.
func isIdle(rows []row, r row) bool {
	weekend := r.weekday == time.Saturday || r.weekday == time.Sunday
	return !r.second && r.values.Get("start") == "" && (weekend || slices.ContainsFunc(rows, func(x row) bool {
		return x.week == r.week && x.values.Get("start") != ""
	}))
}

// dayName returns the name of a day of the week.
func dayName(l i18n.Lang, d time.Weekday) string {
	return l.Weekday(db.NewDay(2026, time.January, 4+int(d)))
}

// formRow returns the fields of a row.
func formRow(l i18n.Lang, i int, r row, codes []ui.Option, faults ui.Faults) views.Row {
	day := dayName(l, r.weekday)
	if r.second {
		day = l.F(i18n.UsualSecond, day)
	}
	field := func(name string, label i18n.Text, placeholder string, length int) ui.Field {
		full := fmt.Sprintf("shifts[%d].%s", i, name)
		return ui.Field{Name: full, ID: fmt.Sprintf("f-%d-%s", i, name), Label: l.T(label), About: "(" + day + ")", HideLabel: true,
			Value: r.values.Get(name), Placeholder: placeholder, AutoComplete: "off", MaxLength: length, Error: faults.Of(full), Small: true}
	}
	start, end := field("start", i18n.TimeStart, "", 12), field("end", i18n.TimeEnd, "", 12)
	start.InputMode, end.InputMode = "numeric", "numeric"
	if !r.second {
		start.Placeholder, end.Placeholder = clock(l, 8*60), clock(l, 16*60)
	}
	code := field("bank_code_id", i18n.TimeCode, "", 0)
	code.Options = codes
	prefix := fmt.Sprintf("shifts[%d].", i)
	out := views.Row{Day: day, Second: r.second, Start: start, End: end, Code: code, Breaks: field("breaks", i18n.TimeBreaks, "30 min", 200),
		Hidden: []ui.Hidden{{Name: prefix + "week", Value: strconv.Itoa(r.week)},
			{Name: prefix + "weekday", Value: strconv.Itoa(int(r.weekday))}}}
	out.Open = !r.second || start.Value+end.Value != ""
	return out
}

// codeOptions returns codes to choose from, regular time first.
func codeOptions(l i18n.Lang, codes []bankcodes.BankCode) (list []ui.Option) {
	slices.SortStableFunc(codes, func(a, b bankcodes.BankCode) int { return strings.Compare(rank(a.Kind()), rank(b.Kind())) })
	for _, x := range codes {
		list = append(list, ui.Option{Value: strconv.FormatInt(x.ID, 10), Label: l.KindName(x.Kind()) + " · " + x.Code})
	}
	return list
}

// rank sorts regular time before all other types.
func rank(kind string) string {
	if kind == "regular" {
		return ""
	}
	return kind
}
