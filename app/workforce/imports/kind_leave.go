package imports

import (
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/contact"
	"presence/app/platform/i18n"
	"presence/app/platform/typed"
	"presence/app/platform/walltime"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/leaverequests"
	"presence/db"
)

// leaveColumns are the columns of a file of leave.
var leaveColumns = []Column{
	employeeColumn,
	column("leave_type", i18n.LeaveKind, true, i18n.ImpSampleLeaveType, "type", "kind", "reason", "motif", "genre de conge"),
	dayColumn(column("start_date_time", i18n.LeaveFrom, true, i18n.ImpSampleFirstDay, "start", "from", "start date", "date", "debut", "du",
		"date de debut", "date debut")),
	dayColumn(column("end_date_time", i18n.LeaveTo, false, i18n.ImpSampleLastDay, "end", "to", "until", "end date", "fin", "au",
		"date de fin", "date fin")),
	codeColumn(i18n.ImpSampleLeaveCode),
	column("approval_status", i18n.ImpLeaveStatus, false, i18n.ImpSampleStatus, "approval", "state", "approbation", "statut"),
	column("comment", i18n.ImpNote, false, i18n.ImpSampleNone, "notes", "comment", "comments", "commentaire", "commentaires", "remarque"),
}

// leaveSource reads files of leave.
func leaveSource(p Parts, zone *time.Location, today func() db.Day) source {
	return timeKind[leaverequests.New]{columns: leaveColumns, category: bankcodes.ForLeave, zone: zone, today: today, read: readLeave,
		open: func(by auth.Actor) (timeBulk[leaverequests.New], error) { return p.Leave.NewBulk(by) }}.source()
}

// readLeave reads a line. Without a time of day, or with midnight as the time of both, the first and the last day are whole ones: workbooks
// do not tell the two apart. Leave that begins at a time of day needs one for its end as well, or no end: then it lasts for the rest of the
// day. Leave without a status is approved, because it is history.
func readLeave(c *cells, code int64, zone *time.Location) (n leaverequests.New, first, last db.Day) {
	n = leaverequests.New{BankCodeID: code, Comment: c.or("comment"), ApprovalStatus: leaverequests.Approved}
	if text := c.or("leave_type"); text == "" {
		c.faults.Add("leave_type", "required", "This field is required.")
	} else {
		n.LeaveType = leaveTypes()[contact.Fold(text)]
	}
	if text := c.or("approval_status"); text != "" {
		n.ApprovalStatus = leaveStatuses()[contact.Fold(text)]
	}
	first, from, ok := moment(c, "start_date_time")
	if ok {
		n.Start = c.instant("start_date_time", first, from, zone)
	}
	if c.or("end_date_time") == "" {
		if last = first; ok {
			n.End = c.instant("end_date_time", last, 24*60, zone)
		}
		return n, first, last
	}
	last, to, ok := moment(c, "end_date_time")
	switch {
	case !ok:
		return n, first, last
	case to == 0 && from > 0 && afterDay(c.or("end_date_time")) == "":
		c.faults.Add("end_date_time", "clock", "Expected a time of day.")
		return n, first, last
	case to == 0 && from == 0:
		to = 24 * 60
	}
	n.End = c.instant("end_date_time", last, to, zone)
	return n, first, last
}

// moment reads a day and the minutes of its time of day; 0: there is no time. It is not ok, with a fault, if there is no such day or time.
// An empty cell has no fault: the validation says that it is required.
func moment(c *cells, field string) (day db.Day, minutes int, ok bool) {
	text := c.or(field)
	if text == "" {
		return day, 0, false
	}
	if day, ok = c.parseDay(field, text); !ok || afterDay(text) == "" {
		return day, 0, ok
	}
	if minutes, ok = typed.Clock(c.clock(field)); !ok {
		c.faults.Add(field, "clock", "Expected a time of day.")
	}
	return day, minutes, ok
}

// instant returns the instant so many minutes after midnight, with a fault if the clocks go forward over it.
func (c *cells) instant(field string, day db.Day, minutes int, zone *time.Location) db.Instant {
	at, exists := walltime.OnDay(day, minutes, zone)
	if !exists {
		c.faults.Add(field, "no_such_time", "The clocks go forward over this time.")
	}
	return at
}

// leaveTypes returns the types of leave by their names, folded.
func leaveTypes() map[string]string {
	names := map[string]string{}
	for value, text := range i18n.LeaveNames {
		for _, name := range []string{value, text.FR, text.EN} {
			names[contact.Fold(name)] = value
		}
	}
	return names
}

// leaveStatuses returns the statuses of leave by their names, folded: those of the API, of the pages, and what people write.
func leaveStatuses() map[string]string {
	names := map[string]string{"oui": leaverequests.Approved, "yes": leaverequests.Approved, "non": leaverequests.Refused,
		"no": leaverequests.Refused, "en attente": leaverequests.Pending, "canceled": leaverequests.Cancelled,
		"refused": leaverequests.Refused}
	for _, value := range leaverequests.Statuses {
		names[strings.ToLower(value)] = value
	}
	for value, text := range map[string]i18n.Text{leaverequests.Approved: i18n.LeaveApproved, leaverequests.Pending: i18n.LeaveAsked,
		leaverequests.Refused: i18n.LeaveRefused, leaverequests.Cancelled: i18n.LeaveCancelled, leaverequests.Escalated: i18n.LeaveEscalated} {
		names[contact.Fold(text.FR)], names[contact.Fold(text.EN)] = value, value
	}
	return names
}
