package payperiods

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/db"
)

// period is a pay period as JSON shows it.
type period struct {
	Number int    `json:"period_number" minimum:"1" maximum:"26"`
	Start  string `json:"start_date" format:"date" example:"2026-11-15"`
	End    string `json:"end_date" format:"date" example:"2026-11-28"`
	Year   int    `json:"year" example:"2026"`
	Label  string `json:"label" example:"2026-11-15 → 2026-11-28"`
}

func periodOf(p Period) period {
	return period{p.Number, p.Start.String(), p.End.String(), p.Year, p.Label}
}

// bundle is the current period among all of them (W2).
type bundle struct {
	Current period   `json:"current"`
	Periods []period `json:"periods"`
}

// overview is everyone in scope in a period (W5).
type overview struct {
	Number    int            `json:"period_number" minimum:"1" maximum:"26"`
	Year      int            `json:"year"`
	Start     string         `json:"start_date" format:"date"`
	End       string         `json:"end_date" format:"date"`
	Label     string         `json:"label"`
	Employees []employeeFace `json:"employees_overview"`
}

// employeeFace is one employee's figures in a period.
type employeeFace struct {
	ID        int64   `json:"employee_id"`
	Name      string  `json:"employee_name"`
	Regular   float64 `json:"regular_hours"`
	Evening   float64 `json:"evening_hours"`
	Emergency float64 `json:"emergency_hours"`
	Overtime  float64 `json:"overtime_hours"`
	Expenses  float64 `json:"expenses" doc:"Total in dollars"`
	Mileage   float64 `json:"mileage" doc:"Total in kilometres"`
	Approved  bool    `json:"is_approved" doc:"All the employee's timesheets of the period are approved"`
}

func overviewOf(o Overview) *answer[overview] {
	p := periodOf(o.Period)
	rows := make([]employeeFace, len(o.Rows))
	for i, r := range o.Rows {
		h := r.Hours()
		rows[i] = employeeFace{r.Employee.ID, r.Employee.Name, Decimal(h.Regular), Decimal(h.Evening), Decimal(h.Emergency), Decimal(h.Overtime),
			float64(r.Cents) / 100, float64(r.Distance) / 100, r.Approved()}
	}
	return &answer[overview]{overview{p.Number, p.Year, p.Start, p.End, p.Label, rows}}
}

// approval is what approving a period did (W6).
type approval struct {
	Period   period  `json:"period"`
	Approved int     `json:"approved" doc:"How many timesheets were approved now"`
	Already  int     `json:"already_approved" doc:"How many had been approved before"`
	Skipped  []skip  `json:"skipped"`
	Sheets   []int64 `json:"timesheet_ids" doc:"The timesheets approved now"`
}

type skip struct {
	TimesheetID int64  `json:"timesheet_id"`
	Reason      string `json:"reason" example:"own_timesheet"`
}

// answer is a body without an ETag: what it shows is computed.
type answer[T any] struct{ Body T }

type api struct{ s *Service }

type listInput struct {
	Year int `query:"year" minimum:"1" maximum:"9999" doc:"Only the periods of this pay year"`
}

func (a api) list(ctx context.Context, in *listInput, each func(period) error) error {
	periods := a.s.Calendar().List(in.Year, in.Year)
	if in.Year == 0 {
		var err error
		if periods, err = a.s.Periods(ctx); err != nil {
			return err
		}
	}
	for _, p := range periods {
		if err := each(periodOf(p)); err != nil {
			return err
		}
	}
	return nil
}

type bundleInput struct {
	Date string `query:"date" doc:"The day whose period is current; today when absent" example:"2026-11-20"`
}

func (a api) bundle(ctx context.Context, in *bundleInput) (*answer[bundle], error) {
	current := a.s.Current()
	if in.Date != "" {
		var faults errs.Fields
		day := httpx.ReadDay(&faults, "date", in.Date)
		if err := faults.Err(); err != nil {
			return nil, err
		}
		current = a.s.Calendar().At(day)
	}
	periods, err := a.s.Periods(ctx)
	b := bundle{periodOf(current), make([]period, len(periods))}
	for i, p := range periods {
		b.Periods[i] = periodOf(p)
	}
	return &answer[bundle]{b}, err
}

type dateInput struct {
	Date string `path:"date" doc:"A day, YYYY-MM-DD" example:"2026-11-20"`
}

func (a api) date(_ context.Context, in *dateInput) (*answer[period], error) {
	day, err := db.ParseDay(in.Date)
	if err != nil {
		return nil, errs.NotFound("pay period")
	}
	p, err := a.s.On(day)
	return &answer[period]{periodOf(p)}, err
}

// PeriodPath is the part of an address that names a period. It is exported because inputs embed it.
type PeriodPath struct {
	Year   int `path:"year" minimum:"1" maximum:"9999"`
	Number int `path:"periodNumber" minimum:"1" maximum:"26"`
}

func (a api) get(_ context.Context, in *PeriodPath) (*answer[period], error) {
	p, err := a.s.Number(in.Year, in.Number)
	return &answer[period]{periodOf(p)}, err
}

func (a api) overview(ctx context.Context, in *PeriodPath) (*answer[overview], error) {
	p, err := a.s.Number(in.Year, in.Number)
	if err != nil {
		return nil, err
	}
	o, err := a.s.Overview(ctx, auth.From(ctx), p)
	return overviewOf(o), err
}

type crewInput struct {
	PeriodPath
	IncludeSubtree bool  `query:"includeSubtree" doc:"Indirect reports as well"`
	SupervisorID   int64 `query:"supervisor_id" minimum:"1" doc:"Whose crew: the caller's own when absent; only admin and payroll may name another's"`
}

func (a api) crew(ctx context.Context, in *crewInput) (*answer[overview], error) {
	p, err := a.s.Number(in.Year, in.Number)
	if err != nil {
		return nil, err
	}
	o, err := a.s.CrewOverview(ctx, auth.From(ctx), p, Crew{in.SupervisorID, in.IncludeSubtree})
	return overviewOf(o), err
}

func (a api) approve(ctx context.Context, in *PeriodPath) (*answer[approval], error) {
	p, err := a.s.Number(in.Year, in.Number)
	if err != nil {
		return nil, err
	}
	done, err := a.s.Approve(ctx, auth.From(ctx), p)
	out := approval{periodOf(p), len(done.Approved), len(done.Already), make([]skip, len(done.Skipped)), done.Approved}
	for i, x := range done.Skipped {
		out.Skipped[i] = skip(x)
	}
	if out.Sheets == nil {
		out.Sheets = []int64{}
	}
	return &answer[approval]{out}, err
}
