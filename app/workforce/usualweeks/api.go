package usualweeks

import (
	"context"
	"fmt"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/typed"
)

// weekJSON is a usual week in the JSON API.
type weekJSON struct {
	EmployeeID int64       `json:"employee_id" readOnly:"true" doc:"The employee's id" example:"7"`
	Weeks      int         `json:"weeks" enum:"1,2" doc:"1: each week is alike; 2: two weeks alternate" example:"1"`
	First      string      `json:"first_day" format:"date" doc:"The Sunday of a week 1, from which the weeks are counted" example:"2026-11-15"`
	Shifts     []shiftJSON `json:"shifts" nullable:"false" doc:"By week and time; empty: none"`

	version int64
}

// Tag returns the employee's id and the version, from which the ETag is made.
func (w weekJSON) Tag() (id, version int64) { return w.EmployeeID, w.version }

// shiftJSON is a shift of a usual week, as it is read and sent.
type shiftJSON struct {
	Week       int     `json:"week" enum:"1,2" doc:"The week of the cycle" example:"1"`
	Weekday    int     `json:"weekday" minimum:"0" maximum:"6" doc:"0: Sunday" example:"1"`
	Start      string  `json:"start" doc:"A time of day in the company's time zone" example:"08:00"`
	End        string  `json:"end" doc:"At or before start: on the next day" example:"16:00"`
	BankCodeID int64   `json:"bank_code_id" doc:"A bank code of categorie shift" example:"1"`
	Breaks     *string `json:"breaks,omitempty" nullable:"true" doc:"Minutes or times, as they are typed; empty for none; null: by the employee's break rule" example:"30; 15 paid"`
}

func toJSON(w Week) weekJSON {
	j := weekJSON{EmployeeID: w.EmployeeID, Weeks: w.Weeks, First: w.First.String(), Shifts: []shiftJSON{}, version: w.Version}
	for _, s := range w.Shifts {
		x := shiftJSON{Week: s.Week, Weekday: int(s.Weekday), Start: timeOfDay(s.Start), End: timeOfDay(s.End), BankCodeID: s.BankCodeID}
		if !s.ByRule {
			x.Breaks = &s.Breaks
		}
		j.Shifts = append(j.Shifts, x)
	}
	return j
}

// setBody is the body of PUT: the whole usual week.
type setBody struct {
	Weeks  httpx.Opt[int]         `json:"weeks" nullable:"false" enum:"1,2" doc:"1: each week is alike; 2: two weeks alternate" example:"1"`
	First  httpx.Opt[string]      `json:"first_day" nullable:"false" doc:"A day of a week 1" example:"2026-11-15"`
	Shifts httpx.Opt[[]shiftJSON] `json:"shifts" nullable:"false" maxItems:"42" doc:"All shifts, apart from each other"`
}

// Example has one shift.
func (setBody) Example() any {
	return map[string]any{"weeks": 1, "first_day": "2026-11-15", "shifts": []map[string]any{
		{"week": 1, "weekday": 1, "start": "08:00", "end": "16:00", "bank_code_id": 1, "breaks": "30"}}}
}

// Parse reads the times. The week is checked as a whole when it is saved.
func (b setBody) Parse(context.Context) (w Week, faults errs.Fields) {
	if p := b.Weeks.Ptr(&faults, "weeks"); p != nil {
		w.Weeks = *p
	}
	if p := b.First.Ptr(&faults, "first_day"); p != nil {
		w.First = httpx.ReadDay(&faults, "first_day", *p)
	}
	if p := b.Shifts.Ptr(&faults, "shifts"); p != nil {
		for i, x := range *p {
			s := Shift{Week: x.Week, Weekday: time.Weekday(x.Weekday), BankCodeID: x.BankCodeID, ByRule: x.Breaks == nil}
			if x.Breaks != nil {
				s.Breaks = *x.Breaks
			}
			s.Start, s.End = readTimes(&faults, fmt.Sprintf("shifts[%d].", i), x.Start, x.End)
			w.Shifts = append(w.Shifts, s)
		}
	}
	return w, faults
}

// readTimes parses the times of a shift, whose fields have a prefix. An end at or before the start is on the next day.
func readTimes(faults *errs.Fields, prefix, from, to string) (start, end int64) {
	read := func(field, text string) int64 {
		minutes, ok := typed.Clock(text)
		if !ok {
			faults.Add(prefix+field, "clock", "Expected a time of day.")
		}
		return int64(minutes)
	}
	start, end = read("start", from), read("end", to)
	if start %= dayMinutes; end <= start {
		end += dayMinutes
	}
	return start, end
}

type api struct{ s *Service }

func (a api) get(ctx context.Context, in *httpx.ByID) (*httpx.Response[weekJSON], error) {
	v, err := a.s.Get(ctx, auth.From(ctx), in.ID)
	return httpx.Respond(toJSON(v.Week)), err
}

func (a api) set(ctx context.Context, in *httpx.UpdateInput[setBody, Week]) (*httpx.Response[weekJSON], error) {
	w := in.Body.Value()
	w.EmployeeID = in.ID
	v, err := a.s.Set(ctx, auth.From(ctx), w, in.ExpectedVersion())
	return httpx.Respond(toJSON(v.Week)), err
}
