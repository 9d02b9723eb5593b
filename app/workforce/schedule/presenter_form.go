package schedule

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/crews"
	"presence/views/ui"
	views "presence/views/workforce/schedule"
)

var labels = map[string]i18n.Text{"employee_id": i18n.SchedulePerson, "supervisor_id": i18n.SchedulePerson, "day": i18n.ScheduleDay,
	"start_time": i18n.TimeStart, "end_time": i18n.TimeEnd, "breaks": i18n.TimeBreaks, "bank_code_id": i18n.TimeCode,
	"note": i18n.ScheduleNote}

// showForm shows the form of a shift, or of a new one if it has no id, with values and their errors.
func (p pages) showForm(c *gin.Context, status int, v view, x Shift, values url.Values, faults errs.Fields) error {
	ctx := c.Request.Context()
	by := auth.From(ctx)
	l := by.Language
	b, err := p.s.Board(ctx, by, v.crew, v.days())
	if err != nil {
		return err
	}
	v.crew = &b.Crew
	form := views.Form{Title: l.T(i18n.ScheduleAdd), Action: paths.PlannedShifts(), Cancel: v.href(nil), Hidden: v.hidden(),
		Crumbs: []ui.Crumb{{Label: l.T(i18n.Schedule), Href: v.href(nil)}}}
	if x.ID != 0 {
		form.Title, form.Action = l.T(i18n.ScheduleShift), paths.PlannedShift(strconv.FormatInt(x.ID, 10), nil)
		form.Delete = paths.PlannedShiftDo(x.ID, "delete")
		form.Hidden = v.hidden(ui.Hidden{Name: "version", Value: cmp.Or(values.Get("version"), strconv.FormatInt(x.Version, 10))})
		if x.Cancelled {
			form.Gone = &views.Post{Action: paths.PlannedShiftDo(x.ID, "restore"), Label: l.T(i18n.ScheduleRestore), Hidden: form.Hidden}
		}
	}
	for _, f := range faults.FirstPerField() {
		name := f.Field
		if name == "supervisor_id" {
			name = "employee_id"
		}
		form.Faults.Add(l, name, l.T(labels[f.Field]), f.Code, f.Detail)
	}
	field := func(name string) ui.Field {
		return ui.Field{Name: name, Label: l.T(labels[name]), Value: values.Get(name), Error: form.Faults.Of(name), AutoComplete: "off"}
	}
	form.Person, form.Day, form.Code = field("employee_id"), field("day"), field("bank_code_id")
	form.Person.Options = personOptions(l, &b, x)
	form.Code.Options = codeOptions(l, b.Codes, form.Code.Value)
	form.Day.Type, form.Day.Required = "date", true
	form.Start, form.End, form.Breaks, form.Note = field("start_time"), field("end_time"), field("breaks"), field("note")
	form.Start.Placeholder, form.End.Placeholder = example(l, 8), example(l, 16)
	form.Start.InputMode, form.End.InputMode, form.Start.MaxLength, form.End.MaxLength = "numeric", "numeric", 12, 12
	form.Start.Required, form.End.Required = true, true
	form.Breaks.Optional, form.Breaks.MaxLength, form.Breaks.Placeholder = l.T(i18n.Optional), maxBreaks, l.T(i18n.TimeBreaksExample)
	form.Note.Optional, form.Note.MaxLength, form.Note.Hint = l.T(i18n.Optional), maxNote, l.T(i18n.ScheduleNoteHint)
	return frame.Page(c, status, views.ShiftPage, form)
}

// example returns an hour of the day as it is typed.
func example(l i18n.Lang, hour int) string {
	return l.Clock(time.Date(2026, time.January, 4, hour, 0, 0, 0, time.UTC))
}

// personOptions returns the people of a crew for whom shifts can be planned, with an open shift; and the employee of the shift, also if
// they have left or are not of the crew.
func personOptions(l i18n.Lang, b *Board, x Shift) (list []ui.Option) {
	if b.Crew != crews.Unsupervised {
		list = append(list, ui.Option{Value: openValue, Label: l.T(i18n.ScheduleOpenTo)})
	}
	for _, p := range b.People {
		if p.employedIn(b.Range) || p.ID == x.EmployeeID {
			list = append(list, ui.Option{Value: employeeValue(p.ID), Label: p.Name})
		}
	}
	if x.EmployeeID != 0 && !slices.ContainsFunc(b.People, func(p Person) bool { return p.ID == x.EmployeeID }) {
		list = append(list, ui.Option{Value: employeeValue(x.EmployeeID), Label: "#" + employeeValue(x.EmployeeID)})
	}
	return list
}

// codeOptions returns the live codes and the one that is chosen, regular time first.
func codeOptions(l i18n.Lang, codes map[int64]Code, chosen string) (list []ui.Option) {
	var sorted []Code
	for _, c := range codes {
		if c.Live || strconv.FormatInt(c.ID, 10) == chosen {
			sorted = append(sorted, c)
		}
	}
	slices.SortFunc(sorted, func(a, b Code) int {
		rank := func(c Code) string {
			if c.Type == "regular" {
				return ""
			}
			return c.Type
		}
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.ID, b.ID))
	})
	for _, c := range sorted {
		list = append(list, ui.Option{Value: strconv.FormatInt(c.ID, 10), Label: l.KindName(c.Type) + " · " + c.Code})
	}
	return list
}
