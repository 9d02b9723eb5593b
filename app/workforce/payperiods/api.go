package payperiods

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/db"
)

// periodJSON is a pay period in the JSON API.
type periodJSON struct {
	Number int    `json:"period_number" minimum:"1" maximum:"26" doc:"1 to 26" example:"25"`
	Start  string `json:"start_date" format:"date" example:"2026-11-15" doc:"The first day"`
	End    string `json:"end_date" format:"date" example:"2026-11-28" doc:"The last day"`
	Year   int    `json:"year" example:"2026" doc:"The pay year"`
	Label  string `json:"label" example:"2026-11-15 → 2026-11-28" doc:"The days, for people"`
}

func toJSON(p Period) periodJSON {
	return periodJSON{p.Number, p.Start.String(), p.End.String(), p.Year, p.Label}
}

// bundleJSON is the current period and the list of all periods (W2).
type bundleJSON struct {
	Current periodJSON   `json:"current"`
	Periods []periodJSON `json:"periods" doc:"All periods"`
}

// overviewJSON is a period with everyone in scope (W5).
type overviewJSON struct {
	Number    int            `json:"period_number" minimum:"1" maximum:"26" doc:"1 to 26" example:"25"`
	Year      int            `json:"year" doc:"The pay year" example:"2026"`
	Start     string         `json:"start_date" format:"date" doc:"The first day" example:"2026-11-15"`
	End       string         `json:"end_date" format:"date" doc:"The last day" example:"2026-11-28"`
	Label     string         `json:"label" doc:"The days, for people" example:"2026-11-15 → 2026-11-28"`
	Employees []employeeJSON `json:"employees_overview" doc:"One line an employee, by name"`
}

// employeeJSON is one employee's figures in a period.
type employeeJSON struct {
	ID        int64   `json:"employee_id" doc:"The employee's id" example:"7"`
	Name      string  `json:"employee_name" doc:"Full name" example:"Maude Thériault"`
	Regular   float64 `json:"regular_hours" doc:"Hours that are none of the others" example:"72.5"`
	Evening   float64 `json:"evening_hours" doc:"Hours of type evening" example:"4"`
	Emergency float64 `json:"emergency_hours" doc:"Hours of type emergency" example:"0"`
	Overtime  float64 `json:"overtime_hours" doc:"Hours of type overtime, and regular ones above the weekly or daily limit" example:"2.5"`
	Expenses  float64 `json:"expenses" doc:"Total in dollars" example:"128.4"`
	Mileage   float64 `json:"mileage" doc:"Total in kilometres" example:"61.5"`
	Approved  bool    `json:"is_approved" doc:"All the employee's timesheets of the period are approved" example:"false"`
}

func toOverviewJSON(o Overview) *response[overviewJSON] {
	p := toJSON(o.Period)
	rows := make([]employeeJSON, len(o.Rows))
	for i, r := range o.Rows {
		h := r.Hours()
		rows[i] = employeeJSON{
			ID: r.Employee.ID, Name: r.Employee.Name, Regular: httpx.DecimalHours(h.Regular), Evening: httpx.DecimalHours(h.Evening),
			Emergency: httpx.DecimalHours(h.Emergency), Overtime: httpx.DecimalHours(h.Overtime),
			Expenses: float64(r.Cents) / 100, Mileage: float64(r.Distance) / 100, Approved: r.Approved(),
		}
	}
	return &response[overviewJSON]{overviewJSON{p.Number, p.Year, p.Start, p.End, p.Label, rows}}
}

// approvalJSON is the result of approving a period (W6).
type approvalJSON struct {
	Period   periodJSON `json:"period"`
	Approved int        `json:"approved" doc:"How many timesheets were approved now" example:"14"`
	Already  int        `json:"already_approved" doc:"How many had been approved before" example:"2"`
	Skipped  []skipJSON `json:"skipped" doc:"What was not approved, and why"`
	Sheets   []int64    `json:"timesheet_ids" doc:"The timesheets approved now" example:"[31,32]"`
}

type skipJSON struct {
	TimesheetID int64  `json:"timesheet_id" doc:"The timesheet's id" example:"31"`
	Reason      string `json:"reason" example:"own_timesheet" doc:"Why, for programs"`
}

// response is a body without an ETag, since it is computed and has no version.
type response[T any] struct{ Body T }

type api struct{ s *Service }

type listInput struct {
	Year int `query:"year" minimum:"1" maximum:"9999" doc:"Only the periods of this pay year" example:"2026"`
}

func (a api) list(ctx context.Context, in *listInput, each func(periodJSON) error) error {
	periods := a.s.Calendar().List(in.Year, in.Year)
	if in.Year == 0 {
		var err error
		if periods, err = a.s.Periods(ctx); err != nil {
			return err
		}
	}
	for _, p := range periods {
		if err := each(toJSON(p)); err != nil {
			return err
		}
	}
	return nil
}

type bundleInput struct {
	Date string `query:"date" doc:"The day whose period is current; today when absent" example:"2026-11-20"`
}

func (a api) bundle(ctx context.Context, in *bundleInput) (*response[bundleJSON], error) {
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
	b := bundleJSON{toJSON(current), make([]periodJSON, len(periods))}
	for i, p := range periods {
		b.Periods[i] = toJSON(p)
	}
	return &response[bundleJSON]{b}, err
}

type dateInput struct {
	Date string `path:"date" doc:"A day, YYYY-MM-DD" example:"2026-11-20"`
}

func (a api) date(_ context.Context, in *dateInput) (*response[periodJSON], error) {
	day, err := db.ParseDay(in.Date)
	if err != nil {
		return nil, errs.NotFound("pay period")
	}
	p, err := a.s.PeriodOn(day)
	return &response[periodJSON]{toJSON(p)}, err
}

// PeriodPath holds the path parameters that name a period. It is exported because inputs embed it.
type PeriodPath struct {
	Year   int `path:"year" minimum:"1" maximum:"9999" doc:"The pay year" example:"2026"`
	Number int `path:"periodNumber" minimum:"1" maximum:"26" doc:"1 to 26" example:"25"`
}

func (a api) get(_ context.Context, in *PeriodPath) (*response[periodJSON], error) {
	p, err := a.s.PeriodByNumber(in.Year, in.Number)
	return &response[periodJSON]{toJSON(p)}, err
}

func (a api) overview(ctx context.Context, in *PeriodPath) (*response[overviewJSON], error) {
	p, err := a.s.PeriodByNumber(in.Year, in.Number)
	if err != nil {
		return nil, err
	}
	o, err := a.s.Overview(ctx, auth.From(ctx), p)
	return toOverviewJSON(o), err
}

type crewInput struct {
	PeriodPath
	IncludeSubtree bool  `query:"includeSubtree" doc:"Indirect reports as well" example:"true"`
	SupervisorID   int64 `query:"supervisor_id" minimum:"1" doc:"Whose team: the caller's own if absent; only admin and payroll may name another's" example:"3"`
}

func (a api) crew(ctx context.Context, in *crewInput) (*response[overviewJSON], error) {
	p, err := a.s.PeriodByNumber(in.Year, in.Number)
	if err != nil {
		return nil, err
	}
	o, err := a.s.CrewOverview(ctx, auth.From(ctx), p, in.SupervisorID, in.IncludeSubtree)
	return toOverviewJSON(o), err
}

func (a api) approve(ctx context.Context, in *PeriodPath) (*response[approvalJSON], error) {
	p, err := a.s.PeriodByNumber(in.Year, in.Number)
	if err != nil {
		return nil, err
	}
	done, err := a.s.Approve(ctx, auth.From(ctx), p)
	out := approvalJSON{toJSON(p), len(done.Approved), len(done.Already), make([]skipJSON, len(done.Skipped)), sheetIDs(done.Approved)}
	for i, x := range done.Skipped {
		out.Skipped[i] = skipJSON(x)
	}
	return &response[approvalJSON]{out}, err
}

// remindBody is the body of POST …/reminders.
type remindBody struct {
	Employees httpx.Opt[[]int64] `json:"employee_ids" nullable:"false" doc:"Whom to remind, at most 1,000" example:"[7]"`
}

// Parse returns the ids of the employees.
func (b remindBody) Parse(context.Context) (ids []int64, faults errs.Fields) {
	if v := b.Employees.Ptr(&faults, "employee_ids"); v != nil {
		ids = *v
	}
	if len(ids) > maxReminded {
		faults.Add("employee_ids", "length", "Expected at most 1,000 employees.")
	}
	return ids, faults
}

// maxReminded is how many employees one request reminds.
const maxReminded = 1000

type remindInput struct {
	PeriodPath
	Body httpx.Body[remindBody, []int64]
}

// remindedJSON is the result of a reminder.
type remindedJSON struct {
	Employees    []int64 `json:"employee_ids" doc:"Those who were reminded" example:"[7]"`
	CannotSignIn int     `json:"cannot_sign_in" doc:"How many were not, because they cannot sign in yet" example:"0"`
}

func (a api) remind(ctx context.Context, in *remindInput) (*response[remindedJSON], error) {
	p, err := a.s.PeriodByNumber(in.Year, in.Number)
	if err != nil {
		return nil, err
	}
	done, err := a.s.RemindSelected(ctx, auth.From(ctx), p, in.Body.Value())
	return &response[remindedJSON]{remindedJSON{append([]int64{}, done.Employees...), done.CannotSignIn}}, err
}
