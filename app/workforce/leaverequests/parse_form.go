package leaverequests

import (
	"net/url"
	"strconv"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/db"
)

// The values of the field span: how long the leave is.
const (
	wholeDays = "days"
	morning   = "morning"
	afternoon = "afternoon"
	byTimes   = "times"
)

// halves are start and end of the two halves of a day.
var halves = map[string][2]string{morning: {"08:00", "12:00"}, afternoon: {"12:00", "16:00"}}

// readForm reads a request from the form. Its errors have the names of the form's fields.
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

// timeOfDay parses the value of an input of type time, such as 08:30, on day d.
func timeOfDay(faults *errs.Fields, field string, d db.Day, value string, zone *time.Location) db.Instant {
	if value == "" {
		faults.Add(field, "required", "This field is required.")
		return 0
	}
	return httpx.ReadInstant(faults, field, d.String()+"T"+value, zone)
}

// fieldsOf maps the field names of the service's errors to those of the form.
var fieldsOf = map[string]string{"start_date_time": "start_date", "end_date_time": "end_date"}

// formErrors returns the validation errors in err with the form's field names; nil when there are none.
func formErrors(err error, span string) (faults errs.Fields) {
	for _, f := range errs.FieldsOf(err) {
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
