package employees

import (
	"context"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/bulk"
	"presence/app/platform/errs"
	"presence/db"
)

// BulkLine is one line of a file of employees. A nil field is one that the file has no column for.
type BulkLine struct {
	Line       int
	Changes                // ExternalPayrollID is set; UserID and SupervisorID are nil
	Company    int64       // of a new record, if CompanyCode is nil
	Supervisor *string     // payroll number, e-mail address or name of the supervisor, "" for none
	Faults     errs.Fields // of cells that cannot be read
}

// BulkPlan says what saving a line does.
type BulkPlan struct {
	Line          int
	Before, After Employee // Before.ID is 0 for a new record. After has no meaning with faults
	Faults        errs.Fields
	NewPerson     bool // of a new record: the person is created with it

	FormerSupervisor string // the name of the supervisor before; empty: none

	supervisorLine int // the line with the new record of the supervisor; 0: After.SupervisorID counts
}

// Changed reports whether the line changes a record that exists, or creates one.
func (p BulkPlan) Changed() bool {
	return p.Before.ID == 0 || p.MovesSupervisor() || len(audit.Diff(p.Before, p.After)) > 0
}

// MovesSupervisor reports whether the line changes the supervisor.
func (p BulkPlan) MovesSupervisor() bool {
	return p.supervisorLine != 0 || p.After.SupervisorID != p.Before.SupervisorID
}

// Bulk plans and saves the lines of one file. Every line must be passed to Add before the first is planned: the order of the lines
// does not matter, so a supervisor may stand below.
type Bulk struct {
	s     *Service
	by    auth.Actor
	first map[string]int // the first line with a payroll number or an e-mail address, see refs
	named map[string][]namedLine

	nodes map[int]int64   // of each planned line: the id of the record, or minus the line for a new one
	above map[int64]int64 // the supervisor of each planned line, both as in nodes
	wrong map[int]bool    // the lines with faults
	left  map[int]bool    // the lines whose record is archived
	moved map[int]bool    // the lines that change the supervisor
	goes  map[int64]bool  // the records that the file archives

	ids     map[int]int64 // of the saved lines
	moves   []supervisorMove
	leaving []BulkPlan // those of goes, which are saved last
}

// supervisorMove is a change of a supervisor that is saved after all records.
type supervisorMove struct {
	line         int
	id, from, to int64
	person       string // UUID of the record's person
	toLine       int    // 0: to counts
	version      int64
}

// CompanyOfNew returns the company of new records in files that have no column for it: that of the live records, or 1 if they have
// several or there are none.
func (s *Service) CompanyOfNew(ctx context.Context, q db.Queryer, by auth.Actor) (int64, error) {
	found, err := companies(ctx, q, by)
	if err != nil || len(found) != 1 {
		return 1, err
	}
	return found[0], nil
}

// NewBulk begins a file. It fails if the actor may not change records.
func (s *Service) NewBulk(by auth.Actor) (*Bulk, error) {
	if err := requireWriter(by); err != nil {
		return nil, err
	}
	return &Bulk{s: s, by: by, first: map[string]int{}, named: map[string][]namedLine{}, nodes: map[int]int64{},
		above: map[int64]int64{}, wrong: map[int]bool{}, left: map[int]bool{},
		moved: map[int]bool{}, goes: map[int64]bool{}, ids: map[int]int64{}}, nil
}

// Add registers lines.
func (b *Bulk) Add(lines []BulkLine) {
	for i := range lines {
		for _, ref := range lines[i].refs() {
			if _, known := b.first[ref]; !known {
				b.first[ref] = lines[i].Line
			}
		}
		b.addName(&lines[i])
	}
}

// refs are the texts that identify the line in its file.
func (l *BulkLine) refs() (list []string) {
	company := int64(0)
	if l.CompanyCode != nil {
		company = *l.CompanyCode
	}
	list = append(list, payrollRef(company, *l.ExternalPayrollID), refOf(strconv.FormatInt(*l.ExternalPayrollID, 10)))
	if l.Email != nil {
		if email, ok := auth.CleanEmail(*l.Email); ok {
			list = append(list, email)
		}
	}
	return list
}

func payrollRef(company, number int64) string {
	return strconv.FormatInt(company, 10) + " " + strconv.FormatInt(number, 10)
}

// refOf normalizes what identifies an employee in a file: a payroll number or an e-mail address. It leaves any other text as it is.
func refOf(text string) string {
	text = strings.TrimSpace(text)
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return strconv.FormatInt(n, 10)
	}
	if email, ok := auth.CleanEmail(text); ok {
		return email
	}
	return text
}

// known are the stored records that a part of the lines refers to.
type known struct {
	byNumber map[int64][]Employee
	people   map[string]auth.KnownPerson // by e-mail address
	taken    map[string]bool             // people with a record
	heads    map[string][]Match          // live employees, by number and by e-mail address
	named    map[string][]Match          // live employees, by sortName
	names    map[int64]string            // of the supervisors of the records
	own      reportingLine               // of the actor
}

// Match is an employee whom a payroll number, an e-mail address or a name in a file stands for.
type Match struct {
	ID           int64
	Name         string // first and last name
	Number       int64  // the payroll number
	CompanyCode  int64
	FirstWorkDay db.Day
	LastWorkDay  db.Day // zero: none
	Archived     bool
}

// Find returns the employees whom texts of a file name, by the text: the live ones, or the archived ones if none is live. It makes a
// fixed number of queries.
func Find(ctx context.Context, q db.Queryer, texts []string) (map[string][]Match, error) {
	refs := make([]string, len(texts))
	for i, text := range texts {
		refs[i] = refOf(text)
	}
	found, err := byRefs(ctx, q, refs)
	list := map[string][]Match{}
	for i, text := range texts {
		matches := found[refs[i]]
		if live := liveOf(matches); len(live) > 0 {
			matches = live
		}
		list[text] = matches
	}
	return list, err
}

func liveOf(list []Match) (live []Match) {
	for _, m := range list {
		if !m.Archived {
			live = append(live, m)
		}
	}
	return live
}

// Plan says what saving the lines would do, with a fixed number of queries. Lines is changed: its fields are cleaned.
func (b *Bulk) Plan(ctx context.Context, q db.Queryer, lines []BulkLine) ([]BulkPlan, error) {
	have, err := readKnown(ctx, q, lines)
	if err != nil {
		return nil, err
	}
	if have.own, err = readReportingLine(ctx, q, []int64{b.by.EmployeeID}); err != nil {
		return nil, err
	}
	plans := make([]BulkPlan, len(lines))
	for i := range lines {
		p := b.plan(&lines[i], have)
		p.Line = lines[i].Line
		p.Faults = append(lines[i].Faults, p.Faults...).FirstPerField()
		b.remember(&p)
		plans[i] = p
	}
	return plans, nil
}

// remember keeps what Conclude needs of a plan.
func (b *Bulk) remember(p *BulkPlan) {
	node := p.Before.ID
	if node == 0 {
		node = -int64(p.Line)
	}
	b.nodes[p.Line] = node
	b.above[node] = p.After.SupervisorID
	if p.supervisorLine != 0 {
		b.above[node] = -int64(p.supervisorLine)
	}
	b.wrong[p.Line], b.left[p.Line], b.moved[p.Line] = len(p.Faults) > 0, p.Before.Archived(), p.MovesSupervisor()
	if p.After.Archived() && !p.Before.Archived() && len(p.Faults) == 0 { // whose line is wrong stays
		b.goes[node] = true
	}
}

func readKnown(ctx context.Context, q db.Queryer, lines []BulkLine) (have known, err error) {
	var numbers []int64
	var emails, heads, names []string
	for i := range lines {
		numbers = append(numbers, *lines[i].ExternalPayrollID)
		if lines[i].Email != nil {
			if email, ok := auth.CleanEmail(*lines[i].Email); ok {
				emails = append(emails, email)
			}
		}
		if lines[i].Supervisor != nil && strings.TrimSpace(*lines[i].Supervisor) != "" {
			heads = append(heads, refOf(*lines[i].Supervisor))
			names = append(names, nameKeys(*lines[i].Supervisor)...)
		}
	}
	if have.byNumber, err = byPayrollNumbers(ctx, q, numbers); err != nil {
		return have, err
	}
	if have.people, err = auth.PeopleByEmail(ctx, q, emails); err != nil {
		return have, err
	}
	ids := make([]string, 0, len(have.people))
	for _, p := range have.people {
		ids = append(ids, p.ID)
	}
	if have.taken, err = takenPeople(ctx, q, ids); err != nil {
		return have, err
	}
	if have.heads, err = byRefs(ctx, q, heads); err != nil {
		return have, err
	}
	for ref, list := range have.heads {
		have.heads[ref] = liveOf(list)
	}
	if have.named, err = liveByNames(ctx, q, names); err != nil {
		return have, err
	}
	have.names, err = supervisorNames(ctx, q, have.byNumber)
	return have, err
}

// supervisorNames returns the names of the supervisors of records.
func supervisorNames(ctx context.Context, q db.Queryer, byNumber map[int64][]Employee) (map[int64]string, error) {
	var ids []int64
	for _, list := range byNumber {
		for _, e := range list {
			if e.SupervisorID != 0 {
				ids = append(ids, e.SupervisorID)
			}
		}
	}
	list, err := listNames(ctx, q, ids)
	names := map[int64]string{}
	for _, x := range list {
		names[x.ID] = x.Name
	}
	return names, err
}

// plan plans one line.
func (b *Bulk) plan(l *BulkLine, have known) (p BulkPlan) {
	refs := l.refs()
	if first := b.first[refs[0]]; *l.ExternalPayrollID != 0 && first != l.Line {
		bulk.Twice(&p.Faults, "external_payroll_id", first)
	}
	old, ambiguous := l.match(have.byNumber[*l.ExternalPayrollID])
	switch {
	case ambiguous:
		p.Faults.Add("external_payroll_id", "ambiguous", "Several records have this number: the company code tells them apart.")
	case old.ID == 0:
		b.planNew(l, &p, have)
	default:
		b.planChange(l, &p, old)
		p.FormerSupervisor = have.names[old.SupervisorID]
	}
	b.planSupervisor(l, &p, have)
	if p.MovesSupervisor() {
		have.own.validateActor(&p.Faults, "supervisor", b.by, p.After)
	}
	if len(p.Faults) == 0 && old.ID != 0 && leaves(old, p.After) && have.own.validateDeparture(b.by, old) != nil {
		p.Faults.Add("last_work_day", "own_supervisor", ownSupervisor)
	}
	if old.Archived() && p.Changed() {
		p.Faults.Add("external_payroll_id", "record_archived", "The record with this number is archived: restore it first.")
	}
	return p
}

// match returns the record with the number of the line; that of its company, if the line has one.
func (l *BulkLine) match(list []Employee) (e Employee, ambiguous bool) {
	for _, x := range list {
		if l.CompanyCode != nil && *l.CompanyCode != x.CompanyCode {
			continue
		}
		if e.ID != 0 {
			return Employee{}, true
		}
		e = x
	}
	return e, false
}

// planNew plans a record that does not exist yet, with its person: the one who signs in with its e-mail address, or a new one.
func (b *Bulk) planNew(l *BulkLine, p *BulkPlan, have known) {
	e := Employee{CompanyCode: l.Company}.withChanges(l.Changes, db.Day{}, 0)
	e.ArchivedAt, e.ArchivedReason = 0, "" // ArchiveDue archives those who have left already, as after Create
	email, _ := auth.CleanEmail(e.Email)
	owner, exists := have.people[email]
	switch {
	case exists && have.taken[owner.ID]:
		p.Faults.Add("email", "person_taken", "The person with this email address has an employee record.")
	case b.first[email] != 0 && b.first[email] != l.Line:
		bulk.Twice(&p.Faults, "email", b.first[email])
	case exists && owner.Role == auth.Admin && b.by.Role != auth.Admin:
		p.Faults.Add("email", "user_id_not_allowed", "Only an administrator gives an administrator a record.")
	}
	if p.NewPerson = !exists; p.NewPerson {
		owner.ID = uuid.NewString()
	}
	n := New{UserID: owner.ID, FirstName: e.FirstName, LastName: e.LastName, Email: e.Email, PhoneNumber: e.PhoneNumber,
		Residence: e.Residence, ExternalPayrollID: e.ExternalPayrollID, CompanyCode: e.CompanyCode, FirstWorkDay: e.FirstWorkDay,
		LastWorkDay: e.LastWorkDay}
	p.Faults = append(p.Faults, n.Validate()...)
	p.After = Employee{UserID: n.UserID, FirstName: n.FirstName, LastName: n.LastName, Email: n.Email, PhoneNumber: n.PhoneNumber,
		Residence: n.Residence, ExternalPayrollID: n.ExternalPayrollID, CompanyCode: n.CompanyCode, FirstWorkDay: n.FirstWorkDay,
		LastWorkDay: n.LastWorkDay, Version: 1}
}

// planChange sets in the plan of a line what the record is before and after the line's changes, and the faults of these.
func (b *Bulk) planChange(l *BulkLine, p *BulkPlan, old Employee) {
	p.Before = old
	p.Faults = append(p.Faults, l.Changes.Validate()...)
	c := l.Changes
	if c.LastWorkDay != nil && *c.LastWorkDay == old.LastWorkDay {
		c.LastWorkDay = nil // a last day that stays the same must not archive or restore the record
	}
	p.After = old.withChanges(c, b.s.today(), b.s.at())
	inOrder(&p.Faults, p.After.FirstWorkDay, p.After.LastWorkDay)
	if field, code := ownEntitlement(b.by, old, p.After); field != "" {
		p.Faults.Add(field, code, ownEntitlementDetail)
	}
}

// Conclude returns the faults that show only when every line is planned, by line: supervisors who would be below those they
// supervise, supervisors who leave by the file, and supervisors whose own line has faults.
func (b *Bulk) Conclude(ctx context.Context, q db.Queryer) (map[int]errs.Fields, error) {
	up, err := b.reportingLines(ctx, q)
	if err != nil {
		return nil, err
	}
	faults := map[int]errs.Fields{}
	add := func(line int, code, detail string) {
		list := faults[line]
		list.Add("supervisor", code, detail)
		faults[line], b.wrong[line] = list, true
	}
	circular := cycles(up)
	for line, node := range b.nodes {
		if circular[node] {
			add(line, "cycle", "This employee is among those whom the record's own employee supervises.")
		}
	}
	for line, node := range b.nodes {
		if b.moved[line] && b.goes[b.above[node]] && !b.wrong[line] {
			add(line, "supervisor_leaves", "The supervisor leaves by another line of the file.")
		}
	}
	for again := true; again; { // until there is no line left whose supervisor's line is wrong
		again = false
		for line, node := range b.nodes {
			to := int(-b.above[node])
			if to > 0 && (b.wrong[to] || b.left[to]) && !b.wrong[line] {
				add(line, "supervisor_wrong", "The line of the supervisor has errors.")
				again = true
			}
		}
	}
	return faults, nil
}

// reportingLines returns the supervisors of all nodes, and of everyone above them, as they will be.
func (b *Bulk) reportingLines(ctx context.Context, q db.Queryer) (map[int64]int64, error) {
	var outside []int64
	for _, to := range b.above {
		if to > 0 {
			outside = append(outside, to)
		}
	}
	stored, err := readReportingLine(ctx, q, outside)
	up := map[int64]int64{}
	for id, m := range stored {
		up[id] = m.supervisor
	}
	for node, to := range b.above {
		if to < 0 {
			to = b.nodes[int(-to)]
		}
		up[node] = to
	}
	return up, err
}

// cycles returns the nodes that are above themselves.
func cycles(up map[int64]int64) map[int64]bool {
	circular, visit := map[int64]bool{}, map[int64]int{} // visit: the first walk that came by
	walk := 0
	for start := range up {
		walk++
		at := start
		for at != 0 && visit[at] == 0 {
			visit[at] = walk
			at = up[at]
		}
		if at == 0 || visit[at] != walk {
			continue
		}
		for !circular[at] {
			circular[at] = true
			at = up[at]
		}
	}
	return circular
}
