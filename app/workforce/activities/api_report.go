package activities

import (
	"context"
	"math"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/db"
)

// reportJSON is the report in the JSON API.
type reportJSON struct {
	From  string           `json:"from" format:"date" doc:"The first day" example:"2026-11-15"`
	To    string           `json:"to" format:"date" doc:"The last day" example:"2026-11-28"`
	By    string           `json:"by" enum:"customer,activity,both" doc:"What a line stands for" example:"both"`
	Lines []reportLineJSON `json:"lines" nullable:"false" doc:"By customer and activity; those without one come last"`
	Total sumsJSON         `json:"total" doc:"Of all lines"`
}

// reportLineJSON is a line of the report.
type reportLineJSON struct {
	CustomerID *int64 `json:"customer_id,omitempty" doc:"The payroll customer's id; left out for none" example:"4"`
	Customer   string `json:"customer_name,omitempty" doc:"First and last name" example:"Luc Roy"`
	ActivityID *int64 `json:"activity_id,omitempty" doc:"The activity's id; left out for none" example:"3"`
	Code       string `json:"activity_code,omitempty" doc:"The activity's code" example:"INST"`

	Hours    float64  `json:"hours" doc:"Hours of shifts, without unpaid breaks" example:"72.5"`
	Cost     *float64 `json:"cost,omitempty" doc:"Dollars, as in the total" example:"2610.5"`
	Unpriced *float64 `json:"hours_without_cost,omitempty" doc:"As in the total" example:"0"`
	Expenses float64  `json:"expenses" doc:"Dollars" example:"42.5"`
}

// sumsJSON are what was worked and spent.
type sumsJSON struct {
	Hours    float64  `json:"hours" doc:"Hours of shifts, without unpaid breaks" example:"72.5"`
	Cost     *float64 `json:"cost,omitempty" doc:"Dollars: hours times hourly cost times the bank code's multiplier; for payroll and administrators" example:"2610.5"`
	Unpriced *float64 `json:"hours_without_cost,omitempty" doc:"Hours of employees without an hourly cost on that day; for payroll and administrators" example:"0"`
	Expenses float64  `json:"expenses" doc:"Dollars" example:"42.5"`
}

func toSumsJSON(s Sums, costs bool) sumsJSON {
	j := sumsJSON{Hours: httpx.DecimalHours(s.Minutes), Expenses: float64(s.Spent) / 100}
	if costs {
		j.Cost, j.Unpriced = new(float64(s.Cost)/100), new(httpx.DecimalHours(s.Unpriced))
	}
	return j
}

type reportInput struct {
	From string `query:"from" doc:"The first day; with to; default: the current pay period" example:"2026-11-15"`
	To   string `query:"to" doc:"The last day" example:"2026-11-28"`
	By   string `query:"by" enum:"customer,activity,both" doc:"What a line stands for; default: both" example:"both"`
}

type reportResponse struct{ Body reportJSON }

// reports handles the routes that add up.
type reports struct {
	s      *Service
	period func() (from, to db.Day) // the current pay period
}

func (a reports) report(ctx context.Context, in *reportInput) (*reportResponse, error) {
	f := ReportFilter{By: ByBoth, Rows: math.MaxInt64}
	if in.By != "" {
		f.By = Grouping(in.By)
	}
	var faults errs.Fields
	f.From, f.To = readDays(&faults, in.From, in.To, a.period)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	r, err := a.s.Report(ctx, auth.From(ctx), f)
	j := reportJSON{f.From.String(), f.To.String(), string(f.By), []reportLineJSON{}, toSumsJSON(r.Total, r.Costs)}
	for _, l := range r.Lines {
		x := toSumsJSON(l.Sums, r.Costs)
		j.Lines = append(j.Lines, reportLineJSON{httpx.NilIfZero(l.Customer.ID), l.Customer.Name, httpx.NilIfZero(l.Activity.ID), l.Activity.Code,
			x.Hours, x.Cost, x.Unpriced, x.Expenses})
	}
	return &reportResponse{j}, err
}

// readDays reads the days of a report; without any they are those of the current pay period.
func readDays(faults *errs.Fields, from, to string, period func() (db.Day, db.Day)) (first, last db.Day) {
	if from == "" && to == "" {
		return period()
	}
	return httpx.ReadDays(faults, from, to)
}

// costsJSON are the hourly costs of an employee in the JSON API.
type costsJSON struct {
	Costs []costJSON `json:"hourly_costs" nullable:"false" doc:"The latest first"`
}

// costJSON is what an hour of an employee costs from a day on.
type costJSON struct {
	From   string  `json:"from_day" format:"date" doc:"The first day on which it holds" example:"2026-01-01"`
	Amount float64 `json:"amount" doc:"Dollars" example:"36.5"`
}

type costsResponse struct{ Body costsJSON }

func toCostsJSON(list []HourlyCost) *costsResponse {
	j := costsJSON{[]costJSON{}}
	for _, c := range list {
		j.Costs = append(j.Costs, costJSON{c.From.String(), float64(c.Cents) / 100})
	}
	return &costsResponse{j}
}

// setCostBody is the body that sets an hourly cost.
type setCostBody struct {
	From   string             `json:"from_day" doc:"The first day on which it holds" example:"2026-01-01"`
	Amount httpx.Opt[float64] `json:"amount" doc:"Dollars, at most 10,000; null takes back what was set from that day on" example:"36.5"`
}

// Parse reads the day and the amount.
func (b setCostBody) Parse(context.Context) (c HourlyCost, faults errs.Fields) {
	c.From = httpx.ReadDay(&faults, "from_day", b.From)
	if v := b.Amount.OrZero(&faults, "amount"); v != nil && !b.Amount.Null {
		if c.Cents = int64(math.Round(100 * max(-1e6, min(*v, 1e6)))); c.Cents < 1 || c.Cents > maxCost {
			faults.Add("amount", "hourly_cost", "Expected at most 10,000 dollars.")
		}
	}
	return c, faults
}

type setCostInput struct {
	ID   int64 `path:"id" doc:"The employee's id" example:"7"`
	Body httpx.Body[setCostBody, HourlyCost]
}

func (a api) costs(ctx context.Context, in *httpx.ByID) (*costsResponse, error) {
	_, list, err := a.s.Costs(ctx, auth.From(ctx), in.ID)
	return toCostsJSON(list), err
}

func (a api) setCost(ctx context.Context, in *setCostInput) (*costsResponse, error) {
	list, err := a.s.SetCost(ctx, auth.From(ctx), in.ID, in.Body.Value())
	return toCostsJSON(list), err
}
