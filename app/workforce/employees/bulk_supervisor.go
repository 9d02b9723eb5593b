package employees

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"presence/app/accounts/auth"
)

// namedLine is a line of a file with a name.
type namedLine struct {
	line            int
	text            string // as Match.String
	number, company int64  // company is 0 if the file has no column for it
}

// isOf reports whether the line has the payroll number of an employee.
func (x namedLine) isOf(m Match) bool {
	return x.number == m.Number && (x.company == 0 || x.company == m.CompanyCode)
}

// String returns the name and the payroll number, which tells employees of one name apart.
func (m Match) String() string { return fmt.Sprintf("%s (%d)", m.Name, m.Number) }

// addName registers the name of a line. A second line with its payroll number is no other employee.
func (b *Bulk) addName(l *BulkLine) {
	if l.FirstName == nil || l.LastName == nil || b.first[l.refs()[0]] != l.Line {
		return
	}
	x := namedLine{line: l.Line, number: *l.ExternalPayrollID}
	if l.CompanyCode != nil {
		x.company = *l.CompanyCode
	}
	x.text = Match{Name: *l.FirstName + " " + *l.LastName, Number: x.number}.String()
	key := strings.Join(strings.Fields(sortName(*l.FirstName, *l.LastName)), " ")
	b.named[key] = append(b.named[key], x)
}

// nameKeys returns what sortName makes of the names that a text can mean: its words as they stand, last name first, and every order in
// which the first ones are moved behind the others. A payroll number or an e-mail address is no name.
func nameKeys(text string) (keys []string) {
	const most = 12 // words
	_, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	_, email := auth.CleanEmail(text)
	words := strings.Fields(sortName("", strings.ReplaceAll(text, ",", " ")))
	if err == nil || email || len(words) > most {
		return nil
	}
	for i := range words {
		keys = append(keys, strings.Join(slices.Concat(words[i:], words[:i]), " "))
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// namesakes returns the live employees whose name a text can mean, by number, and the lines of the file that belong to none of them.
func (b *Bulk) namesakes(text string, have known) (stored []Match, lines []namedLine) {
	keys := nameKeys(text)
	for _, key := range keys {
		stored = append(stored, have.named[key]...)
	}
	for _, key := range keys {
		for _, x := range b.named[key] {
			if !slices.ContainsFunc(stored, x.isOf) {
				lines = append(lines, x)
			}
		}
	}
	slices.SortFunc(stored, func(a, b Match) int { return cmp.Compare(a.Number, b.Number) })
	slices.SortFunc(lines, func(a, b namedLine) int { return cmp.Compare(a.line, b.line) })
	return stored, lines
}

// planSupervisor finds the supervisor of a line: a live employee, or a line of the file.
func (b *Bulk) planSupervisor(l *BulkLine, p *BulkPlan, have known) {
	if l.Supervisor == nil {
		return
	}
	ref := refOf(*l.Supervisor)
	id, ambiguous := pick(have.heads[ref], p.After.CompanyCode)
	line := b.first[ref]
	if id == 0 && line == 0 && !ambiguous {
		stored, lines := b.namesakes(*l.Supervisor, have)
		switch {
		case len(stored)+len(lines) > 1:
			addNamesakes(p, stored, lines)
			return
		case len(stored) == 1:
			id = stored[0].ID
		case len(lines) == 1:
			line = lines[0].line
		}
	}
	switch {
	case ref == "":
		p.After.SupervisorID = 0
	case id != 0 && id == p.Before.ID, line == l.Line:
		p.Faults.Add("supervisor", "self", "Nobody is their own supervisor.")
	case ambiguous:
		p.Faults.Add("supervisor", "ambiguous", "Several employees have this number.")
	case id != 0:
		p.After.SupervisorID = id
	case line != 0:
		p.supervisorLine = line
	default:
		p.Faults.Add("supervisor", "no_supervisor", "No employee and no line of the file has this number, email address or name.")
	}
}

// addNamesakes adds the fault of a name that several employees have; it names the first ones.
func addNamesakes(p *BulkPlan, stored []Match, lines []namedLine) {
	const named = 5
	var list []string
	for _, m := range stored {
		list = append(list, m.String())
	}
	for _, x := range lines {
		list = append(list, x.text)
	}
	if len(list) > named {
		list = append(list[:named], "…")
	}
	others := strings.Join(list, ", ")
	p.Faults.AddOther("supervisor", "ambiguous", "Several employees have this name: "+others+". Give the payroll number.", others)
}

// pick returns the only one of the list, or the only one of the company.
func pick(list []Match, company int64) (id int64, ambiguous bool) {
	for _, x := range list {
		if len(list) > 1 && x.CompanyCode != company {
			continue
		}
		if id != 0 {
			return 0, true
		}
		id = x.ID
	}
	return id, id == 0 && len(list) > 0
}
