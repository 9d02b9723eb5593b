package auth

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"presence/app/platform/audit"
	"presence/db"
)

// Today is a day in the company's time zone, in which deputies are active: the day, its first instant, and that of the next one.
type Today struct {
	Day         db.Day
	Start, Next db.Instant
}

// DayAt returns the day of an instant in a time zone.
func DayAt(at time.Time, zone *time.Location) Today {
	day := db.DayOf(at.In(zone))
	return Today{day, db.InstantOf(day.In(zone)), db.InstantOf(day.Add(1).In(zone))}
}

// Args are the values of the placeholders of ActiveDeputy.
func (t Today) Args() []any { return []any{t.Day.String(), t.Start, t.Next} }

// EmployeePeople are the people who are concerned by a record of an employee.
type EmployeePeople struct {
	Name       string // of the employee
	PersonID   string
	Supervisor string   // person of the live supervisor; empty: none
	Deputies   []string // people who stand in for the supervisor on a day, without the employee
}

func (s *Service) today() Today { return DayAt(s.now(), s.zone) }

// supervisorIDs parses what standsInFor returns.
func supervisorIDs(text string) (ids []int64) {
	for id := range strings.SplitSeq(text, ",") {
		if n, err := strconv.ParseInt(id, 10, 64); err == nil {
			ids = append(ids, n)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// supervisorsFor returns, of the employees, those in the actor's scope only because the actor stands in for a supervisor above them, each
// with the name of the nearest such supervisor. With crews, the ids are those of supervisors, each for the crew, of whom they are the
// nearest. It makes no query for an actor who stands in for nobody.
func supervisorsFor(ctx context.Context, q db.Queryer, by Actor, ids []int64, crews bool) (map[int64]string, error) {
	if by.SeesAll() || len(by.StandsInFor) == 0 || len(ids) == 0 {
		return nil, nil
	}
	above, err := listAbove(ctx, q, ids, append([]int64{by.EmployeeID}, by.StandsInFor...))
	if err != nil {
		return nil, err
	}
	names := map[int64]string{}
	for _, id := range ids {
		line := above[id]
		if !crews && len(line) > 0 && line[0].id == id {
			line = line[1:]
		}
		own := id == by.EmployeeID || slices.ContainsFunc(line, func(s supervisor) bool { return s.id == by.EmployeeID })
		if !own && len(line) > 0 {
			names[id] = line[0].name
		}
	}
	return names, nil
}

// supervisor is a supervisor above an employee, or the employee.
type supervisor struct {
	id   int64
	name string
}

// RecordFor is audit.Record for changes of the records of employees: an entry whose change the actor could make only as a deputy says for
// whom. owners has the employee of each of the entries.
func RecordFor(ctx context.Context, tx *db.Tx, by Actor, owners []int64, entries ...audit.Entry) error {
	return recordFor(ctx, tx, by, owners, false, entries)
}

// RecordForCrews is RecordFor for changes of what belongs to a crew and to none of its employees. crews has the supervisor of each.
func RecordForCrews(ctx context.Context, tx *db.Tx, by Actor, crews []int64, entries ...audit.Entry) error {
	return recordFor(ctx, tx, by, crews, true, entries)
}

func recordFor(ctx context.Context, tx *db.Tx, by Actor, ids []int64, crews bool, entries []audit.Entry) error {
	names, err := supervisorsFor(ctx, tx, by, ids, crews)
	if err != nil {
		return err
	}
	for i, id := range ids {
		entries[i].Who.For = names[id]
	}
	return audit.Record(ctx, tx, entries...)
}
