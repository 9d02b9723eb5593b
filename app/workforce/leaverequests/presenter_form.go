package leaverequests

import (
	"strconv"
	"strings"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
	views "presence/views/workforce/leaverequests"
)

// form returns the form for a request, empty or with the typed values and their errors.
func (s *presenter) form() *views.Form {
	x := &views.Form{Action: paths.Leave(), Check: paths.Leave(), Preview: s.preview,
		Open: s.ask || s.typed != nil, Title: s.lang.T(i18n.LeaveAsk)}
	if len(s.codes) == 0 {
		x.NoCodes = s.lang.T(i18n.LeaveNoCodes)
		return x
	}
	field := func(name string, label i18n.Text, kind string) ui.Field {
		return ui.Field{Name: name, Label: s.lang.T(label), Type: kind, Value: s.typed.Get(name), Error: s.fieldError(name)}
	}
	switch {
	case s.chosen && s.owner.Name != "" && s.fieldError(employeeField) == "":
		x.Title, x.For = s.lang.F(i18n.LeaveAskOf, s.owner.Name), number(s.owner.ID)
	case s.actor.Approver():
		x.Employee = new(s.employeePicker())
	}
	x.Kind, x.Code = field("leave_type", i18n.LeaveKind, ""), field("bank_code_id", i18n.LeaveCode, "")
	for _, t := range Types {
		x.Kind.Options = append(x.Kind.Options, ui.Option{Value: t, Label: s.lang.T(i18n.LeaveNames[t])})
	}
	x.From, x.To = field("start_date", i18n.LeaveFrom, "date"), field("end_date", i18n.LeaveTo, "date")
	x.From.Required, x.To.Optional = true, s.lang.T(i18n.Optional)
	x.Span = field("span", i18n.LeaveSpan, "")
	x.Span.Hint = s.lang.T(i18n.LeaveSpanHint)
	x.Span.Options = []ui.Option{{Value: wholeDays, Label: s.lang.T(i18n.LeaveDays)}, {Value: morning, Label: s.lang.T(i18n.LeaveMorning)},
		{Value: afternoon, Label: s.lang.T(i18n.LeaveAfternoon)}, {Value: byTimes, Label: s.lang.T(i18n.LeaveTimes)}}
	if s.typed.Get("span") == "" {
		x.Span.Value = wholeDays
	}
	if s.typed == nil {
		x.Kind.Value, x.Span.Value = "Vacation", wholeDays
	}
	x.Kind.Attrs = map[string]any{"hx-get": paths.Leave(), "hx-trigger": "change", "hx-target": "#" + codeID, "hx-swap": "outerHTML"}
	if x.Kind.Value == "" {
		x.Kind.Value = Types[0] // as the browser shows it
	}
	x.Code.Options = s.codeOptions(x.Kind.Value)
	x.Start, x.End = field("start_time", i18n.LeaveStart, "time"), field("end_time", i18n.LeaveEnd, "time")
	x.Comment = field("comment", i18n.LeaveComment, "")
	x.Comment.Optional, x.Comment.Hint, x.Comment.MaxLength = s.lang.T(i18n.Optional), s.lang.T(i18n.LeaveCommentTo), maxComment
	for _, f := range []ui.Field{s.employeePicker().Field, x.Kind, x.Code, x.From, x.To, x.Span, x.Start, x.End, x.Comment} {
		if f.Error != "" {
			x.Faults = append(x.Faults, ui.Fault{Field: f.Name, Label: f.Label, Text: f.Error})
		}
	}
	return x
}

// employeeField is the name of the field for the employee.
const employeeField = "employee_id"

// employeePicker returns the choice of the employee: the actor, the one who is chosen, and those who were found.
func (s *presenter) employeePicker() ui.Picker {
	p := ui.Picker{Field: ui.Field{Name: employeeField, Label: s.lang.T(i18n.LeaveFor), Error: s.fieldError(employeeField)},
		Find: paths.Leave(), Keep: []ui.Hidden{{Name: "ask", Value: "1"}}, Query: s.search, Open: s.owner.ID == 0}
	var fixed []ui.Option
	if s.actor.EmployeeID != 0 {
		fixed = append(fixed, ui.Option{Value: number(s.actor.EmployeeID), Label: s.lang.T(i18n.LeaveForMe)})
	}
	people := make([]ui.PickedPerson, len(s.found))
	for i, e := range s.found {
		people[i] = ui.PickedPerson{ID: e.ID, Name: e.Name, Supervisor: e.Supervisor}
	}
	return p.OfferPeople(s.lang, fixed, ui.PickedPerson{ID: s.owner.ID, Name: s.owner.Name}, people, s.all)
}

// codeID is the DOM id of the question for the code, which is asked only where several fit the type of leave.
const codeID = "leave-code"

// codeOptions returns the codes to choose from; none where a single one fits.
func (s *presenter) codeOptions(leaveType string) (list []ui.Option) {
	fitting := codesFor(leaveType, s.codes)
	if len(fitting) < 2 {
		return nil
	}
	for _, c := range fitting {
		list = append(list, ui.Option{Value: strconv.FormatInt(c.ID, 10), Label: s.codeName(c)})
	}
	return list
}

// previewID is the DOM id of the preview of a request (see previewOf).
const previewID = "leave-preview"

// awayNamed is how many of those who are away as well are named.
const awayNamed = 5

// previewOf returns how many working days and hours a request takes; others are the names of people who are away then.
func (s *presenter) previewOf(n New, others []string) views.Preview {
	t := s.taken(LeaveRequest{BankCodeID: n.BankCodeID, Start: n.Start, End: n.End})
	p := views.Preview{Takes: s.lang.N(t.Days, i18n.LeaveWorkdays) + " · " + s.lang.Hours(t.Minutes)}
	if t.Days == 0 {
		p.Takes = s.lang.T(i18n.LeaveNoWorkday)
	}
	p.Holidays = HolidaysLeftOut(s.lang, t)
	if len(others) > 0 {
		p.Others = s.lang.T(i18n.LeaveAlsoAway) + s.lang.Colon() + strings.Join(others[:min(len(others), awayNamed)], ", ")
		if n := len(others) - awayNamed; n > 0 {
			p.Others += " " + s.lang.N(n, i18n.AndMore)
		}
	} else if s.actor.Approver() {
		p.Others = s.lang.T(i18n.LeaveNoneAway)
	}
	return p
}

// HolidaysLeftOut names the statutory holidays that leave covers and does not take; "" for none.
func HolidaysLeftOut(l i18n.Lang, t Taken) string {
	if len(t.Holidays) == 0 {
		return ""
	}
	var names []string
	for _, h := range t.Holidays {
		names = append(names, l.DayShort(h.Day)+" ("+l.T(h.Name)+")")
	}
	return l.N(len(names), i18n.LeaveHolidaysLeftOut) + l.Colon() + strings.Join(names, ", ")
}

func (s *presenter) codeName(c Code) string {
	if t, known := i18n.KindNames[c.Type]; known {
		return s.lang.T(t) + " · " + c.Name
	}
	return c.Type + " · " + c.Name
}

// formMessages are error texts that are more specific on this form.
var formMessages = map[string]i18n.Text{"overlap": i18n.LeaveOverlaps}

func (s *presenter) fieldError(name string) string {
	for _, f := range s.faults {
		if f.Field == name {
			return s.errorText(f)
		}
	}
	return ""
}

func (s *presenter) errorText(f errs.Field) string {
	if f.Code == "overlap" && s.owner.Name != "" {
		return s.lang.F(i18n.LeaveOverlapsOf, s.owner.Name)
	}
	if t, known := formMessages[f.Code]; known {
		return s.lang.T(t)
	}
	return s.lang.T(i18n.Fault(f.Code, f.Detail))
}

func number(id int64) string { return strconv.FormatInt(id, 10) }
