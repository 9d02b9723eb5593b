package archives

import (
	"context"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/db"
)

// apiKinds are the kinds by the names in the routes that read one record.
var apiKinds = map[string]Kind{"timesheets": Timesheets, "shifts": Shifts, "expenses": Expenses, "leaveRequests": Leave}

// recordJSON is one record of a list.
type recordJSON struct {
	ID           int64  `json:"id" doc:"The record's id: /archives/{kind}/{id} has all of it" example:"12"`
	EmployeeID   int64  `json:"employee_id" doc:"The employee whose record it is" example:"4"`
	EmployeeName string `json:"employee_name" doc:"The employee's name" example:"Léa Côté"`
	Restorable   bool   `json:"restorable" doc:"It can be restored as far as it shows without trying"`
	TimesheetID  int64  `json:"timesheet_id,omitempty" doc:"Of a shift or an expense" example:"7"`
	Date         string `json:"date,omitempty" doc:"Of a shift or an expense; of a timesheet of the pages, the first day of its period" example:"2026-11-16"`
	StartTime    string `json:"start_time,omitempty" format:"date-time" doc:"Of a shift or leave" example:"2026-11-16T13:00:00Z"`
	EndTime      string `json:"end_time,omitempty" format:"date-time" doc:"Of a shift or leave" example:"2026-11-16T21:00:00Z"`
	Version      int64  `json:"version" doc:"For If-Match" example:"3"`
	httpx.ArchiveJSON

	at key // where it is in the list
}

// Position returns where the record is in the list.
func (r recordJSON) Position() string { return r.at.String() }

func toRecordJSON(r Record) recordJSON {
	j := recordJSON{ID: r.ID, EmployeeID: r.EmployeeID, EmployeeName: r.Name, Restorable: r.Restorable(), TimesheetID: r.SheetID,
		Version: r.Version, at: r.key(), ArchiveJSON: httpx.ArchiveJSON{ArchivedAt: r.At.String(), ArchivedReason: r.Reason}}
	if !r.Day.IsZero() {
		j.Date = r.Day.String()
	}
	if r.Start != 0 {
		j.StartTime, j.EndTime = r.Start.String(), r.End.String()
	}
	return j
}

type listInput struct {
	Kind string `query:"kind" required:"true" enum:"timesheets,shifts,expenses,leaveRequests" doc:"The kind of record" example:"shifts"`
	Name string `query:"name" maxLength:"200" doc:"Words of the employee's name, without accents and case" example:"côté"`
	From string `query:"from" doc:"Only what was archived on or after this day" example:"2026-11-01"`
	To   string `query:"to" doc:"Only what was archived on or before this day" example:"2026-11-30"`
	httpx.PageSize
	After string `query:"after" maxLength:"50" doc:"Only records behind this position of the list, which is in the Link header" example:"1763913600000.12"`
}

func (in *listInput) filter(zone *time.Location) (Filter, error) {
	var faults errs.Fields
	f := Filter{Kind: apiKinds[in.Kind], Text: httpx.SearchText(in.Name), Before: parseKey(in.After)}
	f.From, f.Until = archivedBetween(&faults, in.From, in.To, zone)
	if in.After != "" && f.Before == nil {
		faults.Add("after", "format", "Take the position from the Link header.")
	}
	return f, faults.Err()
}

// listAPI handles the requests for the list of the API.
type listAPI struct{ s *Service }

// list lists the archived records of a kind in the actor's scope, the one archived last first.
func (a listAPI) list(ctx context.Context, in *listInput, each func(recordJSON) error) error {
	f, err := in.filter(a.s.zone)
	if err != nil {
		return err
	}
	f.Rows = int(in.LimitPlusOne())
	found, err := a.s.Find(ctx, auth.From(ctx), f)
	for i := 0; err == nil && i < len(found); i++ {
		err = each(toRecordJSON(found[i]))
	}
	return err
}

// archivedBetween parses the first and the last day on which records were archived; "" is no limit.
func archivedBetween(faults *errs.Fields, first, last string, zone *time.Location) (at, until db.Instant) {
	var from, to db.Day
	if first != "" {
		from = httpx.ReadDay(faults, "from", first)
	}
	if last != "" {
		to = httpx.ReadDay(faults, "to", last)
	}
	if len(*faults) > 0 {
		return 0, 0
	}
	if !from.IsZero() {
		at = db.InstantOf(from.In(zone))
	}
	if !to.IsZero() {
		until = db.InstantOf(to.Add(1).In(zone))
	}
	if !from.IsZero() && !to.IsZero() && to.Before(from) {
		faults.Add("to", "before_first", "to comes before from.")
	}
	return at, until
}
