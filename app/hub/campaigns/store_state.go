package campaigns

import (
	"strconv"
	"strings"
)

// The functions of this file put states and phases into SQL. They are written as literals, not bound as
// parameters: SQLite uses a partial index only when the statement holds the index's own condition.

// SQL returns the state as an SQL literal.
func (s State) SQL() string { return "'" + string(s) + "'" }

// SQL returns the state as an SQL literal.
func (s RecipientState) SQL() string { return strconv.Itoa(int(s)) }

// SQL returns the phase as an SQL literal.
func (p Phase) SQL() string { return strconv.Itoa(int(p)) }

// inState returns the condition that a campaign has one of the states. alias is the table alias in the query, with its dot;
// "" for none.
func inState(alias string, states ...State) string {
	list := make([]string, len(states))
	for i, s := range states {
		list[i] = s.SQL()
	}
	return alias + "status IN (" + strings.Join(list, ",") + ")"
}

// RecipientInState returns the condition that a recipient is in a state.
func RecipientInState(alias string, s RecipientState) string { return alias + "status = " + s.SQL() }

// PendingIn returns the condition that a recipient is pending and in one of the phases.
func PendingIn(alias string, phases ...Phase) string {
	pending := RecipientInState(alias, Pending) + " AND " + alias
	if len(phases) == 1 {
		return pending + "phase = " + phases[0].SQL()
	}
	list := make([]string, len(phases))
	for i, p := range phases {
		list[i] = p.SQL()
	}
	return pending + "phase IN (" + strings.Join(list, ",") + ")"
}
