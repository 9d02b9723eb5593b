package leaverequests

import (
	"net/url"
	"strconv"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/db"
)

// The ways a request says how long it is.
const (
	wholeDays = "days"
	morning   = "morning"
	afternoon = "afternoon"
	byTimes   = "times"
)

// halves are the hours of a day that a half takes.
var halves = map[string][2]string{morning: {"08:00", "12:00"}, afternoon: {"12:00", "16:00"}}

// readForm is the request that a form asks for. Its faults carry the names of the form's fields.
func readForm(form url.Values, employeeID int64, zone *time.Location) (New, errs.Fields) {
	var faults errs.Fields
	n := New{EmployeeID: employeeID, LeaveType: form.Get("leave_type"), Comment: form.Get("comment"), ApprovalStatus: Pending}
	n.BankCodeID, _ = strconv.ParseInt(form.Get("bank_code_id"), 10, 64)
	first := readDay(&faults, "start_date", form.Get("start_date"))
	last := first
	if form.Get("end_date") != "" {
		last = readDay(&faults, "end_date", form.Get("end_date"))
	}
	switch {
	case len(faults) > 0:
		return n, faults
	case last.Before(first):
		faults.Add("end_date", "before_first", "The last day comes before the first.")
		return n, faults
	}
	n.Start, n.End = requestedSpan(&faults, form, first, last, zone)
	return n, faults
}

func requestedSpan(faults *errs.Fields, form url.Values, first, last db.Day, zone *time.Location) (start, end db.Instant) {
	span := form.Get("span")
	half, isHalf := halves[span]
	switch {
	case isHalf && first != last:
		faults.Add("end_date", "one_day", "A half day fits in a single day.")
		return 0, 0
	case isHalf:
		return timeOfDay(faults, "start_date", first, half[0], zone), timeOfDay(faults, "start_date", first, half[1], zone)
	case span == byTimes:
		return timeOfDay(faults, "start_time", first, form.Get("start_time"), zone),
			timeOfDay(faults, "end_time", last, form.Get("end_time"), zone)
	case span == wholeDays || span == "":
		return db.InstantOf(first.In(zone)), db.InstantOf(last.Add(1).In(zone))
	}
	faults.Add("span", "not_allowed", "Expected days, morning, afternoon or times.")
	return 0, 0
}

func readDay(faults *errs.Fields, field, value string) db.Day {
	if value == "" {
		faults.Add(field, "required", "This field is required.")
		return db.Day{}
	}
	return httpx.ReadDay(faults, field, value)
}

// timeOfDay is a time of a day, as the field for a time sends it: 08:30.
func timeOfDay(faults *errs.Fields, field string, d db.Day, value string, zone *time.Location) db.Instant {
	if value == "" {
		faults.Add(field, "required", "This field is required.")
		return 0
	}
	return httpx.ReadInstant(faults, field, d.String()+"T"+value, zone)
}

// fieldsOf are the names under which the form shows the faults of the service.
var fieldsOf = map[string]string{"start_date_time": "start_date", "end_date_time": "end_date"}

// formErrors renames the faults of a service to the form's fields; nil when err is no such refusal.
func formErrors(err error, span string) (faults errs.Fields) {
	e, ok := errs.Of(err)
	if !ok || e.Kind != errs.KindInvalid {
		return nil
	}
	for _, f := range e.Fields {
		if to, known := fieldsOf[f.Field]; known {
			f.Field = to
		}
		if f.Code == "not_after_start" && span == byTimes {
			f.Field = "end_time"
		}
		faults = append(faults, f)
	}
	return faults
}
