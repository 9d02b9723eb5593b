package employees

import (
	"cmp"
	"context"
	"math"
	"strings"

	"presence/app/accounts/auth"
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
	Leading      bool  // only those who have live reports
	Archive      bool  // archived records instead of live ones
	NoWayIn      bool  // only those who may sign in but have no way to yet; ignored unless the actor sees everyone
	ByCrew       bool  // sorted by supervisor first, those without one after all others
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

// Person is an account that can sign in.
type Person struct{ ID, Name, Email string }

// peopleOffered is the maximum number of people to choose from.
const peopleOffered = 200

// FreePeople returns the accounts that an administrator can choose for an employee record: those that no record has, and current, the
// account that the record has now ("": none). For other actors there are none.
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

// Numbers are the numbers that the form of a new record proposes.
type Numbers struct{ Payroll, Company int64 }

// NextNumbers returns the payroll number after the highest, and the company of the record that was created last, 1 if there is none.
func (s *Service) NextNumbers(ctx context.Context) (n Numbers, err error) {
	highest, company, err := lastNumbers(ctx, s.db)
	n = Numbers{Payroll: highest + 1, Company: cmp.Or(company, 1)}
	if highest == math.MaxInt64 {
		n.Payroll = highest
	}
	return n, err
}
