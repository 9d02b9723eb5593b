package imports

import (
	"slices"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/app/platform/tablereader"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/shifts"
	"presence/db"
)

// employeeColumn finds the employee of a record of time.
var employeeColumn = key(column("employee", i18n.ImpEmployee, true, i18n.ImpSampleEmployee,
	slices.Concat(employeeNumbers, tablereader.EmailNames, []string{"external payroll id", "number", "no", "employe", "numero"})...))

// codeColumn returns the column of the pay code.
func codeColumn(example i18n.Text) Column {
	return column("bank_code", i18n.LeaveCode, true, example, "bank code", "code", "pay type", "earning code", "code paie", "code banque",
		"code de gain", "type de paie")
}

// shiftColumns are the columns of a file of shifts.
var shiftColumns = []Column{
	employeeColumn,
	dayColumn(column("date", i18n.ImpDay, true, i18n.ImpSampleWorkDay, "day", "work date", "shift date", "jour", "date du quart",
		"date de travail")),
	column("start_time", i18n.ImpStartTime, true, i18n.ImpSampleStart, "start", "from", "in", "clock in", "debut", "heure debut", "de",
		"arrivee", "heure d'arrivee"),
	column("end_time", i18n.ImpEndTime, true, i18n.ImpSampleEnd, "end", "to", "out", "clock out", "fin", "heure fin", "a", "depart",
		"heure de depart"),
	codeColumn(i18n.ImpSampleShiftCode),
}

// shiftSource reads files of shifts.
func shiftSource(p Parts, zone *time.Location, today func() db.Day) source {
	return timeKind[shifts.New]{columns: shiftColumns, category: bankcodes.ForShift, past: true, zone: zone, today: today,
		period: p.Period, read: readShift,
		open: func(by auth.Actor) (timeBulk[shifts.New], error) { return p.Shifts.NewBulk(by, p.Period) }}.source()
}

// readShift reads a line. A shift that ends at or before its start ends on the next day, as in the form.
func readShift(c *cells, code int64, zone *time.Location) (n shifts.New, first, last db.Day) {
	n = shifts.New{BankCodeID: code}
	if d := c.day("date"); d != nil {
		n.Day = *d
	}
	if !n.Day.IsZero() {
		start, end := c.shiftClocks(n.Day)
		n.Start, n.End = shifts.TypedTimes(&c.faults, n.Day, start, end, shifts.Shift{}, zone)
	}
	return n, n.Day, n.Day
}

// shiftClocks returns the times of day at which a shift of a day begins and ends. A workbook has midnight as a day alone: as the beginning
// it is the day of the shift, as the end the next one. Any other day is no time of day, nor are both at once, as which columns of dates
// would be read.
func (c *cells) shiftClocks(day db.Day) (start, end string) {
	start, end = c.clock("start_time"), c.clock("end_time")
	is := func(text string, of db.Day) bool {
		d, _, _ := c.days.parseDay(text)
		return d == of && afterDay(text) == ""
	}
	switch begins, ends := is(start, day), is(end, day.Add(1)); {
	case begins && !ends:
		start = "00:00"
	case ends && !begins:
		end = "00:00"
	}
	return start, end
}
