package employees

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// NamedEmployee is the id and the name of an employee.
type NamedEmployee struct {
	ID   int64
	Name string
}

// Search is a query over the team; zero values select all.
type Search struct {
	Text         string // words of the name, without accents and case, or the payroll number
	SupervisorID int64  // only direct reports
	CompanyCode  int64
	NotUnder     int64 // excludes this employee and everyone below
	Archive      bool  // archived records instead of live ones
	ByCrew       bool  // sorted by supervisor first, those without one before all others
	Skip, Rows   int64
}

// words returns the words of Text, normalized as by sortName.
func (s Search) words() []string { return strings.Fields(sortName("", s.Text)) }

// Listed is an employee on a list.
type Listed struct {
	Employee
	Supervisor string // empty: none
	Reports    int64  // number of direct live reports
}

// SearchResult is one page of the results of a search.
type SearchResult struct {
	List []Listed
	All  int64 // number of results on all pages
}

// Search returns the matching employees in the actor's scope, sorted by name.
func (s *Service) Search(ctx context.Context, by auth.Actor, criteria Search) (f SearchResult, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		f, err = search(ctx, q, by, criteria)
		return err
	})
	return f, err
}

// Choices are the values for the filters of the team.
type Choices struct {
	Heads     []NamedEmployee // employees with reports
	Companies []int64
}

// Choices returns the values in the actor's scope.
func (s *Service) Choices(ctx context.Context, by auth.Actor) (c Choices, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if c.Heads, err = listSupervisors(ctx, q, by); err != nil {
			return err
		}
		c.Companies, err = companies(ctx, q, by)
		return err
	})
	return c, err
}

// Person is somebody who can sign in.
type Person struct{ ID, Name, Email string }

// peopleOffered is the maximum number of people to choose from.
const peopleOffered = 200

// FreePeople returns the people to whom an administrator can give the record of the person with the id current: that one, and
// those without a record.
func (s *Service) FreePeople(ctx context.Context, by auth.Actor, current string) ([]Person, error) {
	if by.Role != auth.Admin {
		return nil, nil
	}
	return freePeople(ctx, s.db, current, peopleOffered)
}

// TreeNode is an employee with the supervisor.
type TreeNode struct {
	NamedEmployee
	SupervisorID int64 // 0: none
	Payroll      int64 // the payroll number
	Residence    string
	Role         auth.Role // of the account; empty: there is none
}

// TreeNodes returns all live employees in the actor's scope, sorted by name.
func (s *Service) TreeNodes(ctx context.Context, by auth.Actor) ([]TreeNode, error) {
	return listTree(ctx, s.db, by)
}

// Profile is an employee with supervisors, reports and history.
type Profile struct {
	Employee
	Above   []NamedEmployee // supervisors, the nearest first
	Reports []NamedEmployee // direct and live, sorted by name, the first few
	History []audit.Entry
	Names   map[int64]string // of the supervisors in the audit log
}

// Maximum numbers of rows on a profile.
const (
	profileReports = 24
	profileHistory = 50
)

// Profile returns an employee in the actor's scope, live or archived.
func (s *Service) Profile(ctx context.Context, by auth.Actor, id int64) (p Profile, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if p.Employee, err = liveOrArchivedByID(ctx, q, by, id); err != nil {
			return err
		}
		if p.Above, err = listSupervisorsAbove(ctx, q, id); err != nil {
			return err
		}
		if p.Reports, err = listReports(ctx, q, id, profileReports+1); err != nil {
			return err
		}
		if p.History, err = audit.History(ctx, q, "employee", strconv.FormatInt(id, 10), profileHistory); err != nil {
			return err
		}
		p.Names, err = supervisorsIn(ctx, q, p.History)
		return err
	})
	return p, err
}

// supervisorsIn returns the names of the supervisors in a history, by id.
func supervisorsIn(ctx context.Context, q db.Queryer, trail []audit.Entry) (map[int64]string, error) {
	var list []int64
	for _, e := range trail {
		for _, v := range e.Changes["supervisor_id"] {
			if id, ok := v.(float64); ok && !slices.Contains(list, int64(id)) {
				list = append(list, int64(id))
			}
		}
	}
	if len(list) == 0 {
		return nil, nil
	}
	known, err := listNames(ctx, q, list)
	m := make(map[int64]string, len(known))
	for _, n := range known {
		m[n.ID] = n.Name
	}
	return m, err
}

// Hire is Create with the person given by e-mail address: the record belongs to the person who signs in with that address, or
// to a new person (W17).
func (s *Service) Hire(ctx context.Context, by auth.Actor, n New) (Employee, error) {
	if err := requireWriter(by); err != nil {
		return Employee{}, err
	}
	n.UserID = uuid.NewString()
	if email, ok := auth.CleanEmail(n.Email); ok {
		id, err := userOf(ctx, s.db, email)
		if err != nil {
			return Employee{}, err
		}
		n.UserID = cmp.Or(id, n.UserID)
	}
	return s.Create(ctx, by, n)
}

// Restore restores an archived record and removes its last work day (W11).
func (s *Service) Restore(ctx context.Context, by auth.Actor, id int64, expect *int64) (Employee, error) {
	if e, err := liveOrArchivedByID(ctx, s.db, by, id); err != nil || !e.Archived() {
		if err == nil {
			err = errs.Conflict("not_archived", "The record is not in the archive.")
		}
		return Employee{}, err
	}
	return s.Update(ctx, by, id, expect, Changes{LastWorkDay: new(db.Day)})
}
