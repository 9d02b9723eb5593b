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

// readLeave reads a line. Days without a time of day are whole ones; without a last day, the leave is one day long. Leave without a
// status is approved, because it is history.
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
	first, n.Start = moment(c, "start_date_time", c.or("start_date_time"), 0, zone)
	end := c.or("end_date_time")
	if end == "" && !first.IsZero() {
		end = first.String()
	}
	last, n.End = moment(c, "end_date_time", end, 24*60, zone)
	return n, first, last
}

// moment reads a day with or without a time of day; without one it is so many minutes after midnight.
func moment(c *cells, field, text string, minutes int, zone *time.Location) (db.Day, db.Instant) {
	if text == "" {
		return db.Day{}, 0 // the validation says that it is required
	}
	day, ok := c.parseDay(field, text)
	if !ok {
		return db.Day{}, 0
	}
	if clock := afterDay(text); clock != "" {
		if minutes, ok = typed.Clock(clock); !ok {
			c.faults.Add(field, "clock", "Expected a time of day.")
			return day, 0
		}
	}
	at, exists := walltime.OnDay(day, minutes, zone)
	if !exists {
		c.faults.Add(field, "no_such_time", "The clocks go forward over this time.")
	}
	return day, at
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
