package configuration

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"net"
	"slices"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/seal"
	"presence/db"
)

// Signal is the signal (db.Tx.Signal) that is sent with every change.
const Signal = "settings"

// Options describe the settings that there are.
type Options struct {
	Settings []Setting
	// Check validates the stored values by name, together with those of the environment, and returns the errors by name.
	Check func(stored map[string]string) map[string]error
	// Allow is called in the transaction of a change, with the stored values by name; a refusal undoes the change.
	Allow func(ctx context.Context, tx *db.Tx, before, after map[string]string) error
	// TestSignIn reads the description of the identity provider that the values name.
	TestSignIn func(ctx context.Context, values map[string]string) error
	// TestCustomers reads the first customers of the source that the values name.
	TestCustomers func(ctx context.Context, values map[string]string) error
	// Mail returns the means to send messages with the stored values by name.
	Mail func(stored map[string]string) Mail
	// TestBounces opens the mailbox of the values to which messages come back, and asks the SMTP server whether it takes a message to an
	// address from their envelope sender.
	TestBounces func(ctx context.Context, to string, values map[string]string) error
	// Norms are the labour standards to choose from.
	Norms func(i18n.Lang) []Choice
	// BreakSteps parses a break rule; ok is false for a text that is none. Nil: it is typed as one line.
	BreakSteps  func(text string) (steps []BreakStep, ok bool)
	OutboxOnly  bool          // nothing is sent: MAIL_OUTBOX_ONLY
	TestTimeout time.Duration // of a test of typed values; 0: testTimeout
	Resolver    *net.Resolver // of the check of senders; nil: that of the machine
}

// Choice is a value of a setting to choose, with its name.
type Choice struct{ Value, Label string }

// BreakStep is a break of a break rule: the hours of the shortest shift that gets it, and its minutes.
type BreakStep struct {
	Hours, Minutes string
	Paid           bool
}

// Service reads and changes the settings. Only administrators may, except for Load.
type Service struct {
	db     *db.DB
	sealer seal.Sealer
	now    func() time.Time
	o      Options
}

// NewService makes the service. secret is SECRET_KEY.
func NewService(d *db.DB, now func() time.Time, secret []byte, o Options) (*Service, error) {
	if o.TestTimeout == 0 {
		o.TestTimeout = testTimeout
	}
	if o.Resolver == nil {
		o.Resolver = net.DefaultResolver
	}
	sealer, err := newSealer(secret)
	return &Service{db: d, sealer: sealer, now: now, o: o}, err
}

func newSealer(secret []byte) (seal.Sealer, error) { return seal.New(secret, "settings") }

// Load returns the stored values by name, decrypted, and their version. A secret setting counts only if it is stored encrypted, because
// nothing else stores it otherwise.
func Load(ctx context.Context, d *db.DB, secret []byte, isSecret func(name string) bool) (values map[string]string,
	version int64, err error) {
	sealer, err := newSealer(secret)
	if err != nil {
		return nil, 0, err
	}
	return load(ctx, d, sealer, isSecret)
}

func (s *Service) load(ctx context.Context, q db.Queryer) (stored, int64, error) {
	return load(ctx, q, s.sealer, func(name string) bool {
		return slices.ContainsFunc(s.o.Settings, func(x Setting) bool { return x.Name == name && x.Secret })
	})
}

func load(ctx context.Context, q db.Queryer, sealer seal.Sealer, isSecret func(name string) bool) (s stored, version int64, err error) {
	list, err := rows(ctx, q)
	if err != nil {
		return nil, 0, err
	}
	s = stored{}
	for _, x := range list {
		version = max(version, x.version)
		switch {
		case x.value.Valid && isSecret(x.name):
		case x.value.Valid:
			s[x.name] = x.value.String
		case x.sealed != nil:
			if s[x.name], err = sealer.Open(place(x.name), x.sealed); err != nil {
				return nil, 0, fmt.Errorf("setting %s: %w", x.name, err)
			}
		}
	}
	return s, version, nil
}

// place binds an encrypted value to its setting.
func place(name string) string { return "settings/" + name }

// Unreadable returns how many stored secret settings SECRET_KEY does not open.
func Unreadable(ctx context.Context, q db.Queryer, secret []byte) (int64, error) {
	return seal.Unreadable(ctx, q, secret, newSealer, sealedTexts)
}

// sealedTexts returns the sealed settings, by their places.
func sealedTexts(ctx context.Context, q db.Queryer) (map[string][]byte, error) {
	list, err := rows(ctx, q)
	texts := map[string][]byte{}
	for _, x := range list {
		texts[place(x.name)] = x.sealed
	}
	return texts, err
}

// State identifies the stored settings: the latest change and, because an imported archive brings its own versions, its time.
type State struct {
	Version int64
	At      db.Instant
}

// StateOf returns the state of the stored settings.
func StateOf(ctx context.Context, d *db.DB) (State, error) { return storedState(ctx, d) }

// ChangedSince returns the names of the settings that were stored, or taken back, after a version.
func ChangedSince(ctx context.Context, d *db.DB, version int64) ([]string, error) {
	return changedSince(ctx, d, version)
}

// changesSince returns the names of the settings that changed after a version, and the newest entry of the audit log about a setting;
// a zero entry if there is none.
func (s *Service) changesSince(ctx context.Context, by auth.Actor, version int64) (names []string, last audit.Entry, err error) {
	if err := allowed(by); err != nil {
		return nil, last, err
	}
	if names, err = changedSince(ctx, s.db, version); err != nil {
		return nil, last, err
	}
	newest, err := audit.Search(ctx, s.db, audit.Filter{Kind: "setting", Rows: 1})
	if len(newest) > 0 {
		last = newest[0].Entry
	}
	return names, last, err
}

// Values returns all settings with their present values.
func (s *Service) Values(ctx context.Context, by auth.Actor) (v Values, err error) {
	if err := allowed(by); err != nil {
		return v, err
	}
	values, version, err := s.load(ctx, s.db)
	if err != nil {
		return v, err
	}
	v.Version = version
	for _, x := range s.o.Settings {
		v.List = append(v.List, values.value(x))
	}
	return v, nil
}

// Stored returns the stored values by name with changes applied, secrets included, for a test of a connection before it is saved.
func (s *Service) Stored(ctx context.Context, by auth.Actor, changes map[string]*string) (map[string]string, error) {
	if err := allowed(by); err != nil {
		return nil, err
	}
	values, _, err := s.load(ctx, s.db)
	return values.with(s.o.Settings, changes), err
}

// Save stores new values by the names of their settings; nil takes a value back, so that the default applies. All are saved or none.
// Validation errors are of the fields with these names: "locked" if the environment decides a setting, "format" with the reason,
// "not_allowed" for a name that is no setting. expect, if not nil, is the version that the caller has seen; another one fails with
// errs.Stale. Values that do not differ from the stored ones change nothing.
func (s *Service) Save(ctx context.Context, by auth.Actor, expect *int64, changes map[string]*string) error {
	if err := allowed(by); err != nil {
		return err
	}
	if err := s.checkNames(changes).Err(); err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.SerializeBy(ctx, Signal); err != nil {
			return err
		}
		before, version, err := s.load(ctx, tx)
		if err != nil {
			return err
		}
		if expect != nil && *expect != version {
			return errs.Stale()
		}
		after := before.with(s.o.Settings, changes)
		if maps.Equal(before, after) {
			return nil
		}
		if err := s.checkValues(after, changes).Err(); err != nil {
			return err
		}
		if s.o.Allow != nil {
			if err := s.o.Allow(ctx, tx, before, after); err != nil {
				return err
			}
		}
		return s.saveChanges(ctx, tx, by, change{before, after, version + 1})
	})
}

// change is a change of the stored values.
type change struct {
	before, after stored
	version       int64
}

func (s *Service) saveChanges(ctx context.Context, tx *db.Tx, by auth.Actor, c change) error {
	at := db.InstantOf(s.now())
	for _, x := range s.o.Settings {
		old, had := c.before[x.Name]
		text, has := c.after[x.Name]
		if old == text && had == has {
			continue
		}
		r := row{name: x.Name, version: c.version}
		switch {
		case has && x.Secret:
			r.sealed = s.sealer.Seal(place(x.Name), text)
		case has:
			r.value = sql.NullString{String: text, Valid: true}
		}
		if err := save(ctx, tx, r, at); err != nil {
			return err
		}
		entry := audit.Entry{At: at, Who: by.Who(), Action: "updated", Kind: "setting", RecordID: x.Name,
			Changes: audit.Changes{"value": {shown(x, old, had), shown(x, text, has)}}}
		if err := audit.Record(ctx, tx, entry); err != nil {
			return err
		}
	}
	return tx.Signal(ctx, Signal)
}

// shown returns the value of a setting for the audit log: nil if none is stored, and never a secret.
func shown(x Setting, text string, stored bool) any {
	switch {
	case !stored:
		return nil
	case x.Secret:
		return "(secret)"
	}
	return text
}

func allowed(by auth.Actor) error {
	if by.Role != auth.Admin {
		return errs.Forbidden("not_allowed", "Only an administrator sees and changes the settings.")
	}
	return nil
}

// checkNames returns an error for each name that is no setting, and for each setting that the environment decides.
func (s *Service) checkNames(changes map[string]*string) (faults errs.Fields) {
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		i := slices.IndexFunc(s.o.Settings, func(x Setting) bool { return x.Name == name })
		switch {
		case i < 0:
			faults.Add(name, "not_allowed", "There is no setting with this name.")
		case s.o.Settings[i].Locked:
			faults.Add(name, "locked", "The environment of the service decides this setting.")
		}
	}
	return faults
}

// checkValues returns the errors in the groups of the changed settings.
func (s *Service) checkValues(after stored, changes map[string]*string) (faults errs.Fields) {
	groups := map[string]bool{}
	for _, x := range s.o.Settings {
		if _, ok := changes[x.Name]; ok {
			groups[x.Group] = true
		}
	}
	invalid := s.o.Check(after)
	for _, x := range s.o.Settings {
		if err := invalid[x.Name]; err != nil && groups[x.Group] {
			faults.Add(x.Name, "format", err.Error())
		}
	}
	return faults
}
