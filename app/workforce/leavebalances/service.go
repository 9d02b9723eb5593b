package leavebalances

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/holidays"
	"presence/app/workforce/crews"
	"presence/app/workforce/leaverequests"
	"presence/db"
)

// Service reads balances of leave, and keeps the rules and the ledger. Payroll and administrators change them; everyone sees the balances
// of the employees whose records they see.
type Service struct {
	Options

	db  *db.DB
	now func() time.Time
}

// Options are what the service needs besides the database.
type Options struct {
	Zone     *time.Location
	Periods  func(after, until db.Day) []db.Day // the last days of the pay periods that end after one day and until another
	Holidays holidays.Calendar                  // the statutory holidays, which leave does not take
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time, o Options) *Service { return &Service{o, d, now} }

// Today is today in the company's time zone.
func (s *Service) Today() db.Day { return db.DayOf(s.now().In(s.Zone)) }

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

// Rules returns the rules, in the order of the kinds of leave.
func (s *Service) Rules(ctx context.Context) ([]Rule, error) { return sortedRules(ctx, s.db) }

func sortedRules(ctx context.Context, q db.Queryer) ([]Rule, error) {
	list, err := listRules(ctx, q)
	slices.SortFunc(list, byType)
	return list, err
}

// Rule returns the rule of a kind of leave.
func (s *Service) Rule(ctx context.Context, leaveType string) (Rule, error) {
	return ruleOf(ctx, s.db, leaveType)
}

// SetRule makes or replaces the rule of a kind of leave. What the program has posted since the beginning of the current year of leave is
// posted again by it; earlier years stay. If its first day changes, or the way in which leave is earned, or the beginning of the year,
// everything is posted again: two rules would post earlier years twice, because their causes differ. Archived employees keep what
// they have.
func (s *Service) SetRule(ctx context.Context, by auth.Actor, expect *int64, r Rule) (saved Rule, err error) {
	if err := r.Validate().Err(); err != nil {
		return r, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.SerializeBy(ctx, "leave ledger"); err != nil {
			return err
		}
		old, err := ruleOf(ctx, tx, r.LeaveType)
		known := err == nil
		switch {
		case err != nil && errs.KindOf(err) != errs.KindNotFound:
			return err
		case expect != nil && *expect != old.Version:
			return errs.Stale()
		case known && old.content() == r.content():
			saved = old
			return nil
		}
		if err := lockSheets(ctx, tx); err != nil {
			return err
		}
		if saved, err = saveRule(ctx, tx, r, s.at()); err != nil {
			return err
		}
		since, action, changes := saved.From, "created", audit.Diff(nil, saved)
		if known {
			action, changes = "updated", audit.Diff(old, saved)
			drop := db.MinDay(saved.From, old.From)
			if !saved.postsElsewhere(old) {
				drop, since = db.MaxDay(saved.From, saved.yearOf(s.Today())), saved.postedSince(s.Today())
			}
			if err := deletePostedFrom(ctx, tx, r.LeaveType, drop); err != nil {
				return err
			}
		}
		if err := s.post(ctx, tx, saved, saved.since(since), nil); err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "leave_rule", RecordID: saved.LeaveType,
			Changes: changes})
	})
	return saved, err
}

// Query selects balances.
type Query struct {
	Day       db.Day
	LeaveType string // empty: every kind that has a rule
	Employee  int64  // 0: of all in the actor's scope
	Crew      crews.Crew
	Name      string // only those whose names contain the words
	Negative  bool   // only balances below zero

	only     []int64 // these employees alone; nil: all
	archived bool    // of archived employees as well, as it is of one Employee
	without  int64   // a request that does not count
	claimed  bool    // what is asked for counts as taken
}

// Balances returns the balances on a day of the employees in the actor's scope, in the order of their names and of the kinds. The number of
// statements does not depend on the number of employees.
func (s *Service) Balances(ctx context.Context, by auth.Actor, f Query) (list []Balance, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		list, err = s.balances(ctx, q, by, f)
		return err
	})
	return list, err
}

// pageRows is the number of employees on a page.
const pageRows = 25

// Page is one page of the employees in the actor's scope with their balances.
type Page struct {
	Balances []Balance // in the order of the employees, and of the kinds
	Number   int64     // of the page, from 1
	All      int64     // employees on all pages
}

// Page returns a page of the employees, sorted by name or, if sort is a kind of leave, by the balance of it. Sorted by name, only the
// balances of the employees on the page are added up, unless the filter is about balances.
func (s *Service) Page(ctx context.Context, by auth.Actor, f Query, sort string, number int64) (p Page, err error) {
	cut := func(all int64) (from, to int64) {
		p.All, p.Number = all, max(1, min(number, (all+pageRows-1)/pageRows))
		return (p.Number - 1) * pageRows, min(p.Number*pageRows, all)
	}
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if sort == "" && !f.Negative {
			list, err := employees(ctx, q, by, f)
			from, to := cut(int64(len(list)))
			for _, e := range list[from:to] {
				f.only = append(f.only, e.ID)
			}
			if err != nil || from == to {
				return err
			}
			p.Balances, err = s.balances(ctx, q, by, f)
			return err
		}
		list, err := s.balances(ctx, q, by, f)
		people := byEmployee(list)
		if sort != "" {
			slices.SortStableFunc(people, func(a, b []Balance) int { return lessLeft(a, b, sort) })
		}
		from, to := cut(int64(len(people)))
		p.Balances = slices.Concat(people[from:to]...)
		return err
	})
	return p, err
}

// byEmployee returns the balances of each employee, in the order of the list.
func byEmployee(list []Balance) (people [][]Balance) {
	for len(list) > 0 {
		n := slices.IndexFunc(list, func(b Balance) bool { return b.EmployeeID != list[0].EmployeeID })
		if n < 0 {
			n = len(list)
		}
		people, list = append(people, list[:n]), list[n:]
	}
	return people
}

// lessLeft compares two employees by their balance of a kind of leave; those without one come last.
func lessLeft(a, b []Balance, kind string) int {
	of := func(kind string) func(Balance) bool { return func(x Balance) bool { return x.LeaveType == kind } }
	i, j := slices.IndexFunc(a, of(kind)), slices.IndexFunc(b, of(kind))
	switch {
	case i >= 0 && j >= 0:
		return cmp.Compare(a[i].Left, b[j].Left)
	case i >= 0:
		return -1
	case j >= 0:
		return 1
	}
	return 0
}

func (s *Service) balances(ctx context.Context, q db.Queryer, by auth.Actor, f Query) (list []Balance, err error) {
	rules, err := sortedRules(ctx, q)
	if f.LeaveType != "" {
		rules = slices.DeleteFunc(rules, func(r Rule) bool { return r.LeaveType != f.LeaveType })
	}
	if err != nil || len(rules) == 0 {
		return nil, err
	}
	words := strings.Fields(contact.Fold(f.Name))
	err = s.each(ctx, q, by.Visible, rules, f, func(e employee, of []Balance) {
		if !matches(e.name, words) {
			return
		}
		for _, b := range of {
			if !f.Negative || b.Left < 0 {
				list = append(list, b)
			}
		}
	})
	return list, err
}

// each calls fn with the balances of each employee in scope, one for each rule.
func (s *Service) each(ctx context.Context, q db.Queryer, scope leaverequests.Scope, rules []Rule, f Query,
	fn func(employee, []Balance)) error {
	today := s.Today()
	x := selection{rules: rules, day: f.Day, employee: f.Employee, crew: f.Crew, only: f.only, archived: f.archived || f.Employee != 0,
		without: f.without, claimed: f.claimed, holidays: s.Holidays}
	grants := make([][]grant, len(rules))
	for i, r := range rules {
		x.cuts = append(x.cuts, r.cutsUntil(today, f.Day))
		grants[i] = r.grants(today, f.Day, s.Periods)
		if r.Earns == ByYear {
			x.due = append(x.due, yearCause(r.yearOf(today)))
		}
	}
	slices.Sort(x.due)
	x.due = slices.Compact(x.due)
	return eachSum(ctx, q, scope, x, s.Zone, func(e employee, of []sums, posted []bool) {
		list := make([]Balance, len(rules))
		for i, r := range rules {
			list[i] = r.balance(e, today, f.Day, x.cuts[i], of[i], grants[i], posted[i])
		}
		fn(e, list)
	})
}

func matches(name string, words []string) bool {
	name = contact.Fold(name)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(name, w) })
}

// Before returns the balance of a kind of leave that an employee in the actor's scope has on a day, without a request (0: none). known is
// false if the kind has no rule, or the day is before it.
func (s *Service) Before(ctx context.Context, by auth.Actor, id int64, leaveType string, day db.Day,
	request int64) (b Balance, known bool, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		r, err := ruleOf(ctx, q, leaveType)
		if errs.KindOf(err) == errs.KindNotFound || err == nil && day.Before(r.From) {
			return nil
		}
		if err != nil {
			return err
		}
		return s.each(ctx, q, by.Visible, []Rule{r}, Query{Day: day, Employee: id, without: request}, func(_ employee, of []Balance) {
			b, known = of[0], true
		})
	})
	return b, known, err
}

// Ledger is the ledger of an employee: the entries, and the leave that was taken or asked for, the latest first, and the balances today.
type Ledger struct {
	EmployeeID int64
	Name       string
	Entries    []Entry
	Balances   []Balance
}

// Ledger returns the ledger of an employee in the actor's scope.
func (s *Service) Ledger(ctx context.Context, by auth.Actor, id int64, day db.Day) (l Ledger, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		l = Ledger{EmployeeID: id}
		if l.Name, err = nameOf(ctx, q, by, id); err != nil {
			return err
		}
		if l.Balances, err = s.balances(ctx, q, by, Query{Day: day, Employee: id}); err != nil {
			return err
		}
		if l.Entries, err = listEntries(ctx, q, id); err != nil {
			return err
		}
		leave, err := s.leaveEntries(ctx, q, id)
		if err != nil {
			return err
		}
		l.Entries = append(l.Entries, leave...)
		slices.SortStableFunc(l.Entries, func(a, b Entry) int { return cmp.Or(b.Day.Compare(a.Day), cmp.Compare(b.ID, a.ID)) })
		return nil
	})
	return l, err
}

// leaveEntries returns the leave of an employee as entries, on its first day: that of the kinds with a rule, from the rule's first day on.
func (s *Service) leaveEntries(ctx context.Context, q db.Queryer, id int64) (list []Entry, err error) {
	rules, err := listRules(ctx, q)
	if err != nil {
		return nil, err
	}
	from := map[string]db.Day{}
	for _, r := range rules {
		from[r.LeaveType] = r.From
	}
	codes, err := codesOfHolidays(ctx, q)
	if err != nil {
		return nil, err
	}
	leave, err := listLeave(ctx, q, id)
	for _, l := range leave {
		begins, has := from[l.leaveType]
		if !has {
			continue
		}
		first, last := leaverequests.LeaveRequest{Start: l.start, End: l.end}.Days(s.Zone)
		e := Entry{EmployeeID: id, LeaveType: l.leaveType, Day: db.MaxDay(first, begins), Kind: Asked, RequestID: l.id}
		if l.approved {
			e.Kind = Taken
		}
		leaverequests.TakenDays(s.Holidays, l.start, l.end, codes[l.code], s.Zone, e.Day, last,
			func(_ db.Day, minutes int64) { e.Minutes -= minutes })
		if e.Minutes != 0 {
			list = append(list, e)
		}
	}
	return list, err
}

// checkOwn fails if the actor would change their own balance: only administrators may.
func checkOwn(by auth.Actor, employee int64) error {
	if by.EmployeeID == employee && by.Role != auth.Admin {
		return errs.Forbidden("own_leave_balance", "Only a Presence administrator can change their own leave balances.")
	}
	return nil
}

// Add enters an opening balance or a correction of an employee.
func (s *Service) Add(ctx context.Context, by auth.Actor, employee int64, n New) (e Entry, err error) {
	if err := n.Validate().Err(); err != nil {
		return e, err
	}
	if err := checkOwn(by, employee); err != nil {
		return e, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "employees", employee); err != nil {
			return err
		}
		if _, err := nameOf(ctx, tx, by, employee); err != nil {
			return err
		}
		rule, err := ruleOf(ctx, tx, n.LeaveType)
		switch {
		case errs.KindOf(err) == errs.KindNotFound:
			return errs.InvalidField("leave_type", "no_rule", "This leave type has no rule.")
		case err != nil:
			return err
		case n.Day.Before(rule.From):
			return errs.InvalidField("day", "before_rule", "The day is before the first day of the rule.")
		}
		if e, err = insertEntry(ctx, tx, employee, n, cmp.Or(by.Name, by.Email), s.at()); err != nil {
			return err
		}
		return auth.RecordFor(ctx, tx, by, []int64{employee}, audit.Entry{At: s.at(), Who: by.Who(), Action: "created", Kind: "leave_entry",
			RecordID: strconv.FormatInt(e.ID, 10), Changes: audit.Diff(nil, e)})
	})
	return e, err
}

// supervisors returns the supervisors of the employees in the actor's scope, by name.
func (s *Service) supervisors(ctx context.Context, by auth.Actor) ([]named, error) {
	return supervisors(ctx, s.db, by)
}

// Own returns the balances of the actor on a day, in the order of the kinds of leave.
func (s *Service) Own(ctx context.Context, by auth.Actor, day db.Day) ([]leaverequests.Balance, error) {
	list, err := s.Balances(ctx, by, Query{Day: day, Employee: by.EmployeeID})
	own := make([]leaverequests.Balance, len(list))
	for i, b := range list {
		own[i] = b.brief()
	}
	return own, err
}

// On returns the balance of an employee in the actor's scope; known is false if the kind of leave has none.
func (s *Service) On(ctx context.Context, by auth.Actor, employee int64, leaveType string,
	day db.Day) (leaverequests.Balance, bool, error) {
	b, known, err := s.Before(ctx, by, employee, leaveType, day, 0)
	return b.brief(), known, err
}

func (b Balance) brief() leaverequests.Balance {
	return leaverequests.Balance{LeaveType: b.LeaveType, Asked: b.Asked, Left: b.Left, PaidLeft: b.PaidLeft,
		Terms: [6]int64{b.CarriedOver, b.Opening, b.Earned, b.Adjusted, -b.Taken, -b.Expired}}
}

// Refuses reports whether the rule of a request refuses it: by the request, more is taken or asked for than there is on its last day, on
// that of a later request, or when a year of leave ends during one of them. The request is in the database.
func (s *Service) Refuses(ctx context.Context, tx *db.Tx, r leaverequests.LeaveRequest) (refuses bool, err error) {
	rule, err := ruleOf(ctx, tx, r.LeaveType)
	switch {
	case errs.KindOf(err) == errs.KindNotFound:
		return false, nil
	case err != nil || !rule.RefuseBelowZero:
		return false, err
	}
	left := func(day db.Day, without int64) (minutes int64, err error) {
		err = s.each(ctx, tx, everyone, []Rule{rule}, Query{Day: day, Employee: r.EmployeeID, without: without, claimed: true},
			func(_ employee, of []Balance) { minutes = of[0].Left })
		return minutes, err
	}
	days, err := s.daysOfLeave(ctx, tx, rule, r)
	for _, day := range days {
		with, err := left(day, 0)
		if err != nil {
			return false, err
		}
		if with >= 0 {
			continue
		}
		if without, err := left(day, r.ID); err != nil || with < without { // if not, it is below zero for another reason
			return err == nil, err
		}
	}
	return false, err
}

// daysOfLeave returns the days on which a request is checked, in order: the last one of it and of each later request of the employee for
// this kind of leave, and the last one of each year of leave that ends during them.
func (s *Service) daysOfLeave(ctx context.Context, q db.Queryer, rule Rule, r leaverequests.LeaveRequest) (days []db.Day, err error) {
	list, err := listLeave(ctx, q, r.EmployeeID)
	begins, _ := r.Days(s.Zone)
	for _, l := range list {
		first, last := leaverequests.LeaveRequest{Start: l.start, End: l.end}.Days(s.Zone)
		if l.leaveType != r.LeaveType || last.Before(begins) {
			continue
		}
		for year := rule.nextYear(rule.yearOf(first)); !year.After(last); year = rule.nextYear(year) {
			days = append(days, year.Add(-1))
		}
		days = append(days, last)
	}
	days = slices.DeleteFunc(days, func(day db.Day) bool { return day.Before(rule.From) })
	slices.SortFunc(days, db.Day.Compare)
	return slices.Compact(days), err
}
