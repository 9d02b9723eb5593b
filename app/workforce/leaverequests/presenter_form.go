package leaverequests

import (
	"strconv"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
	views "presence/views/workforce/leaverequests"
)

// form asks for leave: empty, or with what was typed and what is wrong with it.
func (s *presenter) form() *views.Form {
	x := &views.Form{Action: paths.Leave()}
	if len(s.codes) == 0 {
		x.NoCodes = s.lang.T(i18n.LeaveNoCodes)
		return x
	}
	field := func(name string, label i18n.Text, kind string) ui.Field {
		return ui.Field{Name: name, Label: s.lang.T(label), Type: kind, Value: s.typed.Get(name), Error: s.fieldError(name)}
	}
	x.Kind, x.Code = field("leave_type", i18n.LeaveKind, ""), field("bank_code_id", i18n.LeaveCode, "")
	for _, t := range Types {
		x.Kind.Options = append(x.Kind.Options, ui.Option{Value: t, Label: s.lang.T(i18n.LeaveNames[t])})
	}
	for _, c := range s.codes {
		x.Code.Options = append(x.Code.Options, ui.Option{Value: strconv.FormatInt(c.ID, 10), Label: s.codeName(c)})
	}
	x.From, x.To = field("start_date", i18n.LeaveFrom, "date"), field("end_date", i18n.LeaveTo, "date")
	x.From.Required, x.To.Optional = true, s.lang.T(i18n.Optional)
	x.Span = field("span", i18n.LeaveSpan, "")
	x.Span.Options = []ui.Option{{Value: wholeDays, Label: s.lang.T(i18n.LeaveDays)}, {Value: morning, Label: s.lang.T(i18n.LeaveMorning)},
		{Value: afternoon, Label: s.lang.T(i18n.LeaveAfternoon)}, {Value: byTimes, Label: s.lang.T(i18n.LeaveTimes)}}
	if s.typed == nil {
		x.Kind.Value, x.Span.Value = "Vacation", wholeDays
	}
	x.Start, x.End = field("start_time", i18n.LeaveStart, "time"), field("end_time", i18n.LeaveEnd, "time")
	x.Comment = field("comment", i18n.LeaveComment, "")
	x.Comment.Optional, x.Comment.Hint, x.Comment.MaxLength = s.lang.T(i18n.Optional), s.lang.T(i18n.LeaveCommentTo), maxComment
	for _, f := range []ui.Field{x.Kind, x.Code, x.From, x.To, x.Span, x.Start, x.End, x.Comment} {
		if f.Error != "" {
			x.Faults = append(x.Faults, ui.Fault{Field: f.Name, Label: f.Label, Text: f.Error})
		}
	}
	return x
}

func (s *presenter) codeName(c Code) string {
	if t, known := i18n.KindNames[c.Type]; known {
		return s.lang.T(t) + " · " + c.Name
	}
	return c.Type + " · " + c.Name
}

// formMessages are codes that say more here than elsewhere.
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
	if t, known := formMessages[f.Code]; known {
		return s.lang.T(t)
	}
	return s.lang.T(i18n.Fault(f.Code, f.Detail))
}
