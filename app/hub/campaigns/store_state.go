package campaigns

import (
	"strconv"
	"strings"
)

// The functions of this file put statuses, states and phases into SQL. They are written as literals, not bound as
// parameters: SQLite uses a partial index only when the statement holds the index's own condition.

// SQL returns the status as an SQL literal.
func (s Status) SQL() string { return "'" + string(s) + "'" }

// SQL returns the state as an SQL literal.
func (s State) SQL() string { return strconv.Itoa(int(s)) }

// SQL returns the phase as an SQL literal.
func (p Phase) SQL() string { return strconv.Itoa(int(p)) }

// StatusIn returns the condition that a campaign has one of the statuses. alias is the table alias in the query, with its dot;
// "" for none.
func StatusIn(alias string, statuses ...Status) string {
	list := make([]string, len(statuses))
	for i, s := range statuses {
		list[i] = s.SQL()
	}
	return alias + "status IN (" + strings.Join(list, ",") + ")"
}

// InState returns the condition that a recipient is in a state.
func InState(alias string, s State) string { return alias + "status = " + s.SQL() }

// PendingIn returns the condition that a recipient is pending and in one of the phases.
func PendingIn(alias string, phases ...Phase) string {
	pending := InState(alias, Pending) + " AND " + alias
	if len(phases) == 1 {
		return pending + "phase = " + phases[0].SQL()
	}
	list := make([]string, len(phases))
	for i, p := range phases {
		list[i] = p.SQL()
	}
	return pending + "phase IN (" + strings.Join(list, ",") + ")"
}

// SetState returns the assignments that set a recipient's state and phase and remove its lease.
func SetState(s State, p Phase) string {
	return "status = " + s.SQL() + ", phase = " + p.SQL() + ", lease = 0"
}
