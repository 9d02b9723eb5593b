package personaldata

import (
	"context"
	"slices"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/personal"
	"presence/app/platform/seal"
	"presence/db"
)

// Options say where personal data is. The functions belong to features that this package does not know.
type Options struct {
	Secret []byte // SECRET_KEY

	// Tables hold personal data, each before those by which its rows are found.
	Tables []personal.Table
	// OfSubject finds the registrations and the parties of the addresses and numbers of a subject.
	OfSubject func(ctx context.Context, q db.Queryer, of *personal.Subject) error
	// CustomersOf returns the numbers of the customers with one of these addresses; AddressesOf the addresses of customers.
	CustomersOf, AddressesOf func(ctx context.Context, q db.Queryer, of []string) ([]string, error)
	Titles                   func(ctx context.Context, l i18n.Lang) (map[string]string, error) // of events, by id

	Outbox Outbox
	Erased *Identities

	Zone    *time.Location
	Periods []Period
}

// Outbox are the messages that are files of this server.
type Outbox interface {
	CountTo(to func(address string) bool) (int64, error)
	DeleteTo(to func(address string) bool) (int64, error)
}

// Service looks up and erases.
type Service struct {
	db     *db.DB
	now    func() time.Time
	o      Options
	sealer seal.Sealer
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time, o Options) (*Service, error) {
	sealer, err := seal.New(o.Secret, "erasures")
	if err != nil {
		return nil, err
	}
	return &Service{db: d, now: now, o: o, sealer: sealer}, nil
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

var errNotAdmin = errs.Forbidden("not_allowed", "Only administrators look up and erase personal data.")

// maxWho is the most characters of an address or a customer number.
const maxWho = 320

// subjectOf returns whose records are meant by an address or a customer number, and which other customers have the same address.
func (s *Service) subjectOf(ctx context.Context, q db.Queryer, who string) (of personal.Subject, err error) {
	who = strings.TrimSpace(who)
	if who == "" || len(who) > maxWho {
		return of, errs.InvalidField("who", "required", "Expected an email address or a customer number.")
	}
	var faults errs.Fields
	if faults.Line("who", who); len(faults) > 0 {
		return of, faults.Err()
	}
	if strings.Contains(who, "@") {
		key, err := contact.EmailKey(who)
		if err != nil {
			return of, errs.InvalidField("who", "bad_email", "This is no email address.")
		}
		of.Emails = []string{key}
		of.Others, err = s.o.CustomersOf(ctx, q, of.Emails)
		if err != nil || len(of.Others) != 1 {
			return of, err
		}
		addresses, err := s.o.AddressesOf(ctx, q, of.Others)
		if err == nil && len(addresses) == 1 {
			of.Numbers, of.Others = of.Others, nil
		}
		return of, err
	}
	of.Numbers = []string{who}
	addresses, err := s.o.AddressesOf(ctx, q, of.Numbers)
	if err != nil {
		return of, err
	}
	for _, a := range addresses {
		sharing, err := s.o.CustomersOf(ctx, q, []string{a})
		if err != nil {
			return of, err
		}
		if len(sharing) == 1 {
			of.Emails = append(of.Emails, a)
			continue
		}
		for _, n := range sharing {
			if n != who && !slices.Contains(of.Others, n) {
				of.Others = append(of.Others, n)
			}
		}
	}
	return of, nil
}

// Lookup returns what is held of the person with an address or a customer number, with up to rows rows of each table. The audit log
// says who looked up, and of whom only a hash.
func (s *Service) Lookup(ctx context.Context, by auth.Actor, who string, rows int64) (p Person, err error) {
	if p, err = s.lookup(ctx, by, who, rows); err != nil {
		return p, err
	}
	return p, s.recordRead(ctx, by, "looked_up", p)
}

// recordRead records in the audit log that the user has read the data held about a person.
func (s *Service) recordRead(ctx context.Context, by auth.Actor, action string, p Person) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "personal_data",
			RecordID: s.o.Erased.hashes(p.Subject)[0], Changes: audit.Changes{}})
	})
}

// lookup is Lookup without an entry in the audit log.
func (s *Service) lookup(ctx context.Context, by auth.Actor, who string, rows int64) (p Person, err error) {
	if by.Role != auth.Admin {
		return p, errNotAdmin
	}
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if p.Subject, err = s.subjectOf(ctx, q, who); err != nil {
			return err
		}
		if err := s.o.OfSubject(ctx, q, &p.Subject); err != nil {
			return err
		}
		if p.Erased, err = lastErasure(ctx, q, s.o.Erased.hashes(p.Subject)); err != nil {
			return err
		}
		for _, t := range s.o.Tables {
			if t.More {
				continue
			}
			if t.Find != nil {
				if err := t.Find(ctx, q, &p.Subject); err != nil {
					return err
				}
			}
			g := Group{Table: t}
			if g.Count, err = t.Count(ctx, q, p.Subject); err != nil {
				return err
			}
			if g.Count == 0 {
				continue
			}
			if g.Rows, err = t.Rows(ctx, q, p.Subject, rows); err != nil {
				return err
			}
			p.Groups = append(p.Groups, g)
		}
		return nil
	})
	if err == nil {
		p.Files, err = s.o.Outbox.CountTo(p.HasAddress)
	}
	return p, err
}

// Export calls each for the records of the person, in the order of the tables.
func (s *Service) Export(ctx context.Context, p Person, each func(table string, record map[string]any) error) error {
	return s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		for _, g := range p.Groups {
			err := g.Table.Export(ctx, q, p.Subject, func(r map[string]any) error { return each(g.Table.Name, r) })
			if err != nil {
				return err
			}
		}
		return nil
	})
}
