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

// NamedEmployee is an employee by name.
type NamedEmployee struct {
	ID   int64
	Name string
}

// Search is what a person looks for in the team; zero values do not narrow it.
type Search struct {
	Text         string // words of the name, accents and case aside, or the payroll number
	SupervisorID int64  // only direct reports
	CompanyCode  int64
	NotUnder     int64 // neither this employee nor anyone below
	Archive      bool  // the archived instead of the live
	Skip, Rows   int64
}

// words are those of the text as names are ordered by.
func (s Search) words() []string { return strings.Fields(sortName("", s.Text)) }

// Listed is an employee on a list.
type Listed struct {
	Employee
	Supervisor string // empty: none
	Reports    int64  // direct and live
}

// SearchResult is one part of what a search finds.
type SearchResult struct {
	List []Listed
	All  int64 // on every part
}

// Search reads the employees in the actor's scope that fit, by name.
func (s *Service) Search(ctx context.Context, by auth.Actor, look Search) (f SearchResult, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		f, err = search(ctx, q, by, look)
		return err
	})
	return f, err
}

// Choices are what the team can be narrowed to.
type Choices struct {
	Heads     []NamedEmployee // who has reports
	Companies []int64
}

// Choices are those in the actor's scope.
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

// TreeNode is where an employee stands in the tree.
type TreeNode struct {
	NamedEmployee
	SupervisorID int64 // 0: none
}

// TreeNodes are everyone live in the actor's scope, by name.
func (s *Service) TreeNodes(ctx context.Context, by auth.Actor) ([]TreeNode, error) {
	return listTree(ctx, s.db, by)
}

// Profile is one employee with whom they work for and with, and what happened to the record.
type Profile struct {
	Employee
	Above   []NamedEmployee // supervisors, the nearest first
	Reports []NamedEmployee // direct and live, the first of them by name
	Trail   []audit.Entry
	Names   map[int64]string // of the supervisors named in the trail
}

// How much of it a profile shows.
const (
	profileReports = 24
	profileTrail   = 50
)

// Profile reads an employee in the actor's scope, live or archived.
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
		if p.Trail, err = audit.History(ctx, q, "employee", strconv.FormatInt(id, 10), profileTrail); err != nil {
			return err
		}
		p.Names, err = supervisorsIn(ctx, q, p.Trail)
		return err
	})
	return p, err
}

// supervisorsIn returns the names of the supervisors that a trail mentions, by id.
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

// Hire is Create for whoever knows people by their e-mail: the record belongs to the person who signs in with it, or to a
// new one (W17).
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

// Restore takes a record back from the archive, without a last work day (W11).
func (s *Service) Restore(ctx context.Context, by auth.Actor, id int64, expect *int64) (Employee, error) {
	if e, err := liveOrArchivedByID(ctx, s.db, by, id); err != nil || !e.Archived() {
		if err == nil {
			err = errs.Conflict("not_archived", "The record is not in the archive.")
		}
		return Employee{}, err
	}
	return s.Update(ctx, by, id, expect, Changes{LastWorkDay: new(db.Day)})
}
