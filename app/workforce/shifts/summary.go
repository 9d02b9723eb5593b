package shifts

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/db"
)

// Range is the range of days of the summary and of the file, both ends included.
type Range struct {
	From, To   db.Day
	EmployeeID int64   // 0 for everyone in scope
	Employees  []int64 // of the file, only these; nil for everyone in scope
}

// Worked holds the minutes that one employee worked in a Range, by column (W3, W12).
type Worked struct {
	EmployeeID                            int64
	Name                                  string
	Shifts                                int64
	Regular, Evening, Emergency, Overtime int64
}

// Periods provides what package payperiods computes: pay periods, and worked hours with overtime.
type Periods interface {
	// Days returns the first and the last day of the pay period that text names: "2026-25", a date in it, or "current".
	Days(text string) (from, to db.Day, err error)
	// Worked returns the minutes of the shifts in the actor's scope for each employee, ordered by name, with the overtime
	// of each week for the days in the range.
	Worked(ctx context.Context, by auth.Actor, r Range) ([]Worked, error)
}

// RangeInput is the query that selects the range of the summary and of the file: a pay period or two days; the default is
// the current period. It is exported because queries are only read into exported fields.
type RangeInput struct {
	Period     string `query:"period" doc:"A pay period: 2026-25, a date in it, or current (default)" example:"2026-25"`
	From       string `query:"from" doc:"The first day; needs to" example:"2026-11-15"`
	To         string `query:"to" doc:"The last day; needs from" example:"2026-11-28"`
	EmployeeID int64  `query:"employee_id" minimum:"1" doc:"The employee's id" example:"7"`
}

func (in RangeInput) read(p Periods) (Range, error) {
	r := Range{EmployeeID: in.EmployeeID}
	var faults errs.Fields
	switch {
	case in.From == "" && in.To == "":
		name := in.Period
		if name == "" {
			name = "current"
		}
		var err error
		r.From, r.To, err = p.Days(name)
		return r, err
	case in.Period != "":
		faults.Add("period", "not_allowed", "Name a period, or from and to, not both.")
	}
	r.From, r.To = httpx.ReadDay(&faults, "from", in.From), httpx.ReadDay(&faults, "to", in.To)
	if len(faults) == 0 && r.To.Before(r.From) {
		faults.Add("to", "out_of_range", "to comes before from.")
	}
	return r, faults.Err()
}

// summaryJSON is the summary of a range (W12) in the JSON API.
type summaryJSON struct {
	From      string       `json:"from" format:"date" doc:"The first day" example:"2026-11-15"`
	To        string       `json:"to" format:"date" doc:"The last day" example:"2026-11-28"`
	Employees []workedJSON `json:"employees" doc:"One line an employee, by name"`
}

// workedJSON is the line of one employee in the summary, in hours.
type workedJSON struct {
	ID        int64   `json:"employee_id" doc:"The employee's id" example:"7"`
	Name      string  `json:"employee_name" doc:"Full name" example:"Maude Thériault"`
	Shifts    int64   `json:"shifts" doc:"How many" example:"10"`
	Regular   float64 `json:"regular_hours" doc:"Hours that are none of the others" example:"72.5"`
	Evening   float64 `json:"evening_hours" doc:"Hours of type evening" example:"4"`
	Emergency float64 `json:"emergency_hours" doc:"Hours of type emergency" example:"0"`
	Overtime  float64 `json:"overtime_hours" doc:"Hours of type overtime, and regular ones above the weekly or daily limit" example:"2.5"`
	Total     float64 `json:"total_hours" doc:"All hours worked" example:"79"`
}

func toSummaryJSON(r Range, list []Worked) summaryJSON {
	s := summaryJSON{r.From.String(), r.To.String(), make([]workedJSON, len(list))}
	for i, w := range list {
		s.Employees[i] = workedJSON{
			ID: w.EmployeeID, Name: w.Name, Shifts: w.Shifts, Regular: httpx.DecimalHours(w.Regular), Evening: httpx.DecimalHours(w.Evening),
			Emergency: httpx.DecimalHours(w.Emergency), Overtime: httpx.DecimalHours(w.Overtime),
			Total: httpx.DecimalHours(w.Regular + w.Evening + w.Emergency + w.Overtime),
		}
	}
	return s
}

// reports handles the routes that read many shifts at once.
type reports struct {
	s       *Service
	periods Periods
}

type summaryResponse struct{ Body summaryJSON }

func (f reports) summary(ctx context.Context, in *RangeInput) (*summaryResponse, error) {
	r, err := in.read(f.periods)
	if err != nil {
		return nil, err
	}
	list, err := f.periods.Worked(ctx, auth.From(ctx), r)
	return &summaryResponse{toSummaryJSON(r, list)}, err
}
