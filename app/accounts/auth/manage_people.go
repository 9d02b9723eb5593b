package auth

import (
	"context"

	"presence/app/platform/audit"
	"presence/app/platform/change"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

// PeopleSearch selects people; zero values select all.
type PeopleSearch struct {
	Text       string // words of the name or the e-mail address, without accents and case
	Role       Role
	State      State
	Skip, Rows int64
}

// requireAdmin fails unless the actor is an administrator. The routes require it too; this check protects callers that do not
// come through a route.
func requireAdmin(by Actor) error {
	if by.Role != Admin {
		return errs.Forbidden("not_allowed", "Only an administrator looks after people.")
	}
	return nil
}

// People returns one page of the matching people, sorted by name, and the number of all of them.
func (s *Service) People(ctx context.Context, by Actor, search PeopleSearch) (list []Account, all int64, err error) {
	if err := requireAdmin(by); err != nil {
		return nil, 0, err
	}
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		list, all, err = searchPeople(ctx, q, search, db.InstantOf(s.now()))
		return err
	})
	return list, all, err
}

// PeopleByID returns the first search.Rows matching people in the order of their ids, from the one behind after on.
func (s *Service) PeopleByID(ctx context.Context, by Actor, search PeopleSearch, after string) ([]Account, error) {
	if err := requireAdmin(by); err != nil {
		return nil, err
	}
	return peopleByID(ctx, s.db, search, after, db.InstantOf(s.now()))
}

// Person returns a person, and the name stored with the account, which is shown only while there is no employee record.
func (s *Service) Person(ctx context.Context, by Actor, id string) (p Person, own string, err error) {
	if err := requireAdmin(by); err != nil {
		return p, "", err
	}
	a, err := accountByID(ctx, s.db, id)
	return a.Person, a.ownName, err
}

// Account returns a person with the ways in which they can sign in.
func (s *Service) Account(ctx context.Context, by Actor, id string) (x Account, err error) {
	if err := requireAdmin(by); err != nil {
		return x, err
	}
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		a, err := accountByID(ctx, q, id)
		if err != nil {
			return err
		}
		access, err := accessByID(ctx, q, id, db.InstantOf(s.now()))
		x = Account{Person: a.Person, WaysIn: a.WaysIn, State: access.State, Version: a.version}
		return err
	})
	return x, err
}

// Names returns the names of people by their ids.
func (s *Service) Names(ctx context.Context, ids []string) (map[string]string, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return displayNames(ctx, s.db, ids)
}

// PersonChanges are the new values of a person's fields; nil leaves a field as it is.
type PersonChanges struct {
	Email    *string
	Name     *string // shown while there is no employee record
	Role     *Role
	Language *i18n.Lang
}

// ChangePerson changes a person; a new role applies from the next request on. The last administrator cannot lose the role. Its
// validation errors are those of NewPerson.Validate, and "taken" when another person has the e-mail address. It fails with
// errs.Stale if expect is neither nil nor the person's version.
func (s *Service) ChangePerson(ctx context.Context, by Actor, id string, expect *int64, c PersonChanges) error {
	return s.changeAccount(ctx, by, id, func(tx *db.Tx, at db.Instant, old account) error {
		if expect != nil && *expect != old.version {
			return errs.Stale()
		}
		n := NewPerson{Email: old.Email, Name: old.ownName, Role: old.Role, Language: old.Language}
		n.apply(c)
		if err := n.Validate().Err(); err != nil {
			return err
		}
		if old.Role == Admin && n.Role != Admin {
			if err := KeepAdmin(ctx, tx, id); err != nil {
				return err
			}
		}
		return savePersonChanges(ctx, tx, by, at, old, n)
	})
}

// changeAccount calls fn with the current account in one transaction, with the rows of the person and of all administrators locked.
func (s *Service) changeAccount(ctx context.Context, by Actor, id string, fn func(tx *db.Tx, at db.Instant, a account) error) error {
	if err := requireAdmin(by); err != nil {
		return err
	}
	at := db.InstantOf(s.now())
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := lockPeople(ctx, tx, id); err != nil {
			return err
		}
		a, err := accountByID(ctx, tx, id)
		if err != nil {
			return err
		}
		return fn(tx, at, a)
	})
}

func (n *NewPerson) apply(c PersonChanges) {
	change.Set(&n.Email, c.Email)
	change.Set(&n.Name, c.Name)
	change.Set(&n.Role, c.Role)
	change.Set(&n.Language, c.Language)
}

// savePersonChanges saves the fields that differ, with an audit entry. If none differs it writes nothing.
func savePersonChanges(ctx context.Context, tx *db.Tx, by Actor, at db.Instant, old account, n NewPerson) error {
	fields := func(email, name string, role Role, lang i18n.Lang) audit.Fields {
		return audit.Fields{"email": email, "name": name, "role": role, "language": lang}
	}
	changes := audit.Diff(fields(old.Email, old.ownName, old.Role, old.Language), fields(n.Email, n.Name, n.Role, n.Language))
	if len(changes) == 0 {
		return nil
	}
	changed := old
	changed.Email, changed.ownName, changed.Role, changed.Language = n.Email, n.Name, n.Role, n.Language
	if err := updatePerson(ctx, tx, changed, at); err != nil {
		if db.IsUnique(err, "people_email") {
			return errs.InvalidField("email", "taken", "Another person has this email address.")
		}
		return err
	}
	if changed.Email != old.Email { // links went to the address before
		if err := voidLinks(ctx, tx, old.ID); err != nil {
			return err
		}
	}
	return audit.Record(ctx, tx, audit.Entry{At: at, Who: by.Who(), Action: "updated", Kind: "person", RecordID: old.ID, Changes: changes})
}

// SetDisabledByID disables a person at once, or enables them again (see SetDisabled). The last administrator cannot be
// disabled.
func (s *Service) SetDisabledByID(ctx context.Context, by Actor, id string, disabled bool) error {
	return s.changeAccount(ctx, by, id, func(tx *db.Tx, at db.Instant, a account) error {
		return setDisabled(ctx, tx, by, a.Person, disabled, at)
	})
}
