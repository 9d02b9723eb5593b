package customers

import (
	"context"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/bulk"
	"presence/app/platform/errs"
	"presence/db"
)

// BulkLine is one line of a file of customers. A nil field is one that the file has no column for.
type BulkLine struct {
	Line    int
	Changes             // Email is set; UserID is nil
	Faults  errs.Fields // of cells that cannot be read
}

// BulkPlan says what saving a line does. The e-mail address finds the record.
type BulkPlan struct {
	Line          int
	Before, After Customer // Before.ID is 0 for a new record. After has no meaning with faults
	Faults        errs.Fields
	NewPerson     bool // of a new record: the person is created with it
}

// Bulk plans and saves the lines of one file. Every line must be passed to Add before the first is planned.
type Bulk struct {
	s     *Service
	by    auth.Actor
	first map[string]int // the first line with an e-mail address
}

// NewBulk begins a file. It fails if the actor may not change records.
func (s *Service) NewBulk(by auth.Actor) (*Bulk, error) {
	return &Bulk{s, by, map[string]int{}}, requireWriter(by)
}

// Add registers lines.
func (b *Bulk) Add(lines []BulkLine) {
	for _, l := range lines {
		if email, ok := auth.CleanEmail(*l.Email); ok && b.first[email] == 0 {
			b.first[email] = l.Line
		}
	}
}

// known are the stored records that a part of the lines refers to.
type known struct {
	byEmail map[string][]Customer
	people  map[string]auth.KnownPerson // by e-mail address
	taken   map[string]bool             // people with a live record
}

func readKnown(ctx context.Context, q db.Queryer, lines []BulkLine) (have known, err error) {
	var emails []string
	for _, l := range lines {
		if email, ok := auth.CleanEmail(*l.Email); ok {
			emails = append(emails, email)
		}
	}
	if have.byEmail, err = byEmails(ctx, q, emails); err != nil {
		return have, err
	}
	if have.people, err = auth.PeopleByEmail(ctx, q, emails); err != nil {
		return have, err
	}
	ids := make([]string, 0, len(have.people))
	for _, p := range have.people {
		ids = append(ids, p.ID)
	}
	have.taken, err = takenPeople(ctx, q, ids)
	return have, err
}

// Plan says what saving the lines would do, with a fixed number of queries.
func (b *Bulk) Plan(ctx context.Context, q db.Queryer, lines []BulkLine) ([]BulkPlan, error) {
	have, err := readKnown(ctx, q, lines)
	if err != nil {
		return nil, err
	}
	plans := make([]BulkPlan, len(lines))
	for i, l := range lines {
		plans[i] = b.plan(l, have)
	}
	return plans, nil
}

func (b *Bulk) plan(l BulkLine, have known) BulkPlan {
	p := BulkPlan{Line: l.Line, Faults: l.Faults}
	email, _ := auth.CleanEmail(*l.Email)
	if first := b.first[email]; first != 0 && first != l.Line {
		bulk.Twice(&p.Faults, "email", first)
	}
	old := have.byEmail[email]
	owner, exists := have.people[email]
	switch {
	case len(old) > 1:
		p.Faults.Add("email", "ambiguous", "Several records have this email address.")
	case len(old) == 1:
		p.Before = old[0]
	case exists && have.taken[owner.ID]:
		p.Faults.Add("email", "customer_taken", "The person with this email address has a customer record.")
	}
	n := p.Before.withChanges(l.Changes)
	if p.Before.ID == 0 {
		if p.NewPerson = !exists; p.NewPerson {
			owner.ID = uuid.NewString()
		}
		n.UserID = owner.ID
	}
	p.Faults = append(p.Faults, n.Validate()...).FirstPerField()
	p.After = Customer{ID: p.Before.ID, UserID: n.UserID, FirstName: n.FirstName, LastName: n.LastName, Email: n.Email,
		PhoneNumber: n.PhoneNumber, Residence: n.Residence, InvoiceID: n.InvoiceID, Version: p.Before.Version}
	return p
}

// Lock locks the records of lines that will be planned and saved, and keeps other imports waiting, so that a record that one of them
// creates is known to the next.
func (b *Bulk) Lock(ctx context.Context, tx *db.Tx, lines []BulkLine) error {
	if tx.Dialect().OneWriter() {
		return nil
	}
	if err := tx.SerializeBy(ctx, "customers in bulk"); err != nil {
		return err
	}
	have, err := readKnown(ctx, tx, lines)
	if err != nil {
		return err
	}
	var ids []int64
	for _, list := range have.byEmail {
		for _, c := range list {
			ids = append(ids, c.ID)
		}
	}
	return tx.LockRows(ctx, "customers", ids...)
}

// Save saves plans without faults.
func (b *Bulk) Save(ctx context.Context, tx *db.Tx, plans []BulkPlan) (saved []bulk.Saved, err error) {
	var created, changed []BulkPlan
	var people []auth.RecordPerson
	for _, p := range plans {
		if p.Before.ID != 0 {
			changed = append(changed, p)
			continue
		}
		created = append(created, p)
		if p.NewPerson {
			people = append(people, auth.RecordPerson{UserID: p.After.UserID, Email: p.After.Email, Name: p.After.Name(),
				Language: b.s.language})
		}
	}
	if err := auth.AddRecordPeople(ctx, tx, b.by, b.s.at(), people); err != nil {
		return nil, err
	}
	var entries []audit.Entry
	ids, err := insertMany(ctx, tx, created, b.s.at())
	if err != nil {
		return nil, taken(err)
	}
	for _, p := range created {
		c := p.After
		c.ID = ids[c.UserID]
		entries = append(entries, b.s.auditEntry(b.by, "created", c.ID, audit.Diff(nil, c)))
		saved = append(saved, bulk.Saved{Line: p.Line, ID: c.ID, Version: 1})
	}
	list := make([]Customer, len(changed))
	for i, p := range changed {
		list[i] = p.After
		entries = append(entries, b.s.auditEntry(b.by, "updated", p.Before.ID, audit.Diff(p.Before, p.After)))
		saved = append(saved, bulk.Saved{Line: p.Line, ID: p.Before.ID, Version: p.Before.Version + 1})
	}
	if err := updateMany(ctx, tx, list, b.s.at()); err != nil {
		return nil, err
	}
	return saved, audit.Record(ctx, tx, entries...)
}

// Undo deletes the records that a Bulk created, with the people it created, and gives the others their former values. If anything is
// in the way it changes nothing and returns that.
func (s *Service) Undo(ctx context.Context, tx *db.Tx, by auth.Actor,
	list []bulk.Undo[Customer]) (in []bulk.Obstacle, err error) {
	if err := requireWriter(by); err != nil {
		return nil, err
	}
	ids := make([]int64, len(list))
	for i, u := range list {
		ids[i] = u.ID
	}
	if err := tx.LockRows(ctx, "customers", ids...); err != nil {
		return nil, err
	}
	have, err := byIDs(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	var created []int64
	var people []string
	for _, u := range list {
		if u.Before.ID == 0 {
			created = append(created, u.ID)
		}
		if u.NewPerson {
			people = append(people, have[u.ID].UserID)
		}
	}
	used, err := usedRecords(ctx, tx, created)
	if err != nil {
		return nil, err
	}
	signedIn, err := auth.UsedPeople(ctx, tx, people)
	if err != nil {
		return nil, err
	}
	for _, u := range list {
		switch c := have[u.ID]; {
		case c.ID == 0 || c.Version != u.Version:
			in = append(in, bulk.Obstacle{ID: u.ID, Name: c.Name(), Reason: bulk.Changed})
		case used[u.ID]:
			in = append(in, bulk.Obstacle{ID: u.ID, Name: c.Name(), Reason: bulk.HasEntries})
		case u.NewPerson && slices.Contains(signedIn, c.UserID):
			in = append(in, bulk.Obstacle{ID: u.ID, Name: c.Name(), Reason: bulk.PersonUsed})
		}
	}
	if len(in) > 0 {
		return in, nil
	}
	return nil, s.undo(ctx, tx, by, list, have, people)
}

// undo undoes records that nothing is in the way of.
func (s *Service) undo(ctx context.Context, tx *db.Tx, by auth.Actor, list []bulk.Undo[Customer], have map[int64]Customer,
	people []string) error {
	var back []Customer
	var created []int64
	entries := make([]audit.Entry, len(list))
	for i, u := range list {
		if u.Before.ID != 0 {
			back = append(back, u.Before)
			entries[i] = s.auditEntry(by, "updated", u.ID, audit.Diff(have[u.ID], u.Before))
			continue
		}
		created = append(created, u.ID)
		entries[i] = s.auditEntry(by, "deleted", u.ID, audit.Diff(have[u.ID], nil))
	}
	if err := updateMany(ctx, tx, back, s.at()); err != nil {
		return err
	}
	if err := deleteMany(ctx, tx, created); err != nil {
		return err
	}
	if err := auth.RemoveRecordPeople(ctx, tx, by, s.at(), people); err != nil {
		return err
	}
	return audit.Record(ctx, tx, entries...)
}

func (s *Service) auditEntry(by auth.Actor, action string, id int64, changes audit.Changes) audit.Entry {
	return audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "customer", RecordID: strconv.FormatInt(id, 10), Changes: changes}
}
