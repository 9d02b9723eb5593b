package auth

import (
	"context"
	"slices"

	"presence/app/platform/errs"
	"presence/db"
)

// DemoPerson is a person that the demo's sign-in page offers.
type DemoPerson struct {
	Email string
	Part  string // the work it demonstrates: "admin", "payroll", "supervisor", "employee" or "events"
}

// demoAccount is a DemoPerson with the person of that address.
type demoAccount struct {
	DemoPerson
	Person Person
}

// GiveAccess sets a random password, which is not returned, for all people without one, so that the people of an example company
// count as able to sign in. They share one password, so that only one is hashed.
func (s *Service) GiveAccess(ctx context.Context) error {
	secret, _ := newSecret(16)
	hash, err := s.hasher.Hash(ctx, secret)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return fillPasswords(ctx, tx, hash) })
}

// isDemoPerson reports whether the sign-in page offers the person with that address.
func (s *Service) isDemoPerson(email string) bool {
	return slices.ContainsFunc(s.demo, func(d DemoPerson) bool { return d.Email == email })
}

// demoAccounts returns the people of the demo who have an account, in the order of Options.Demo.
func (s *Service) demoAccounts(ctx context.Context) (list []demoAccount, err error) {
	for _, d := range s.demo {
		p, err := personByEmail(ctx, s.db, d.Email)
		if errs.KindOf(err) == errs.KindNotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, demoAccount{d, p})
	}
	return list, nil
}

// demoAccount returns the active person of the demo with that address, or errs.NotFound.
func (s *Service) demoAccount(ctx context.Context, email string) (Person, error) {
	for _, d := range s.demo {
		if d.Email != email {
			continue
		}
		p, err := personByEmail(ctx, s.db, email)
		if err == nil && !p.Active() {
			err = errCredentials()
		}
		return p, err
	}
	return Person{}, errs.NotFound("person of the demo")
}
