// Package crews says whose records a list, a report or a schedule is about: those of everyone, of the employees who report to one
// supervisor, or of those who have none. What the actor may see is another matter (auth.Actor.Visible).
package crews

// Crew is a group of employees by who supervises them. The zero value is Everyone.
type Crew struct {
	kind       kind
	supervisor int64
}

type kind uint8

const (
	everyone kind = iota
	reports
	unsupervised
)

// The crews that have no supervisor.
var (
	Everyone     = Crew{}
	Unsupervised = Crew{kind: unsupervised}
)

// Of returns the crew of a supervisor, by their employee id. Nobody is in that of 0, which a user without an employee record has.
func Of(supervisor int64) Crew { return Crew{reports, supervisor} }

// Chosen returns the crew that a filter names by the employee id of its supervisor; 0: none is chosen, and it is Everyone.
func Chosen(supervisor int64) Crew {
	if supervisor == 0 {
		return Everyone
	}
	return Of(supervisor)
}

// Supervisor returns the employee id of the supervisor; 0 of Everyone and of Unsupervised.
func (c Crew) Supervisor() int64 { return c.supervisor }
