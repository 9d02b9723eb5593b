package auth

import (
	"context"
	"slices"

	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Factors are a person's second factors. Recovery codes are none by themselves: they stand in for one that is lost.
type Factors struct {
	Passkeys      int
	CodesSince    db.Instant // when the app for one-time codes was set up; 0: there is none
	CodesUsed     db.Instant // when a code of it was used last; 0: never
	RecoveryCodes int        // those not used yet
	Required      bool       // the person's role must have one
}

// Any reports whether the person has a second factor.
func (f Factors) Any() bool { return f.Passkeys > 0 || f.CodesSince != 0 }

// Lacking reports whether the person must have a second factor and has none.
func (f Factors) Lacking() bool { return f.Required && !f.Any() }

// errBrowserOnly returns the error for a caller with a token who would change how a person signs in.
func errBrowserOnly() error {
	return errs.Forbidden("browser_only", "How a person signs in is changed by that person, signed in with a browser.")
}

// Factors returns the second factors of the actor.
func (s *Service) Factors(ctx context.Context, by Actor) (Factors, error) {
	return s.factorsWithRule(ctx, s.db, by.PersonID, by.Role)
}

func (s *Service) factorsWithRule(ctx context.Context, q db.Queryer, personID string, role Role) (Factors, error) {
	f, err := factorsOf(ctx, q, personID)
	if err == nil {
		f.Required, err = requiresFactor(ctx, q, role)
	}
	return f, err
}

// passwordSuffices fails for a person who signs in with more than a password, or must: a program that has only the password gets no
// tokens. The transaction must have locked the person, so that no factor is added before it ends.
func (s *Service) passwordSuffices(ctx context.Context, tx *db.Tx, p Person) error {
	f, err := s.factorsWithRule(ctx, tx, p.ID, p.Role)
	if err == nil && (f.Any() || f.Required) {
		err = &errs.Error{Kind: errs.KindInvalid, Code: "invalid_grant", Detail: "This person signs in with a second factor. Create an access " +
			"token in the browser, on the page of your account."}
	}
	return err
}

// changeFactors calls fn in one transaction with the actor's second factors. Changes of one person's factors run one after
// another. It fails with session_ended as RequireSignedIn does.
func (s *Service) changeFactors(ctx context.Context, by Actor,
	fn func(ctx context.Context, tx *db.Tx, at db.Instant, f Factors) error) error {
	if by.Via != "cookie" {
		return errBrowserOnly()
	}
	at := db.InstantOf(s.now())
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := RequireSignedIn(ctx, tx, by); err != nil {
			return err
		}
		f, err := s.factorsWithRule(ctx, tx, by.PersonID, by.Role)
		if err != nil {
			return err
		}
		return fn(ctx, tx, at, f)
	})
}

// factorChanged records that the actor has added or removed a second factor, and ends all earlier sessions and sign-ins of
// programs, except the present session. API tokens, each made in a browser for one purpose, stay valid.
func factorChanged(ctx context.Context, tx *db.Tx, by Actor, at db.Instant, action string, changes audit.Changes) error {
	if _, err := endOtherSessions(ctx, tx, by); err != nil {
		return err
	}
	return recordFactorAudit(ctx, tx, by, at, action, changes)
}

// recordFactorAudit writes the audit entry of a change or a use of the actor's own second factors.
func recordFactorAudit(ctx context.Context, tx *db.Tx, by Actor, at db.Instant, action string, changes audit.Changes) error {
	return audit.Record(ctx, tx, audit.Entry{At: at, Who: by.Who(), Action: action, Kind: "person", RecordID: by.PersonID, Changes: changes})
}

// loseFactor checks that the person may do without one of their factors, of which left remain: those of a role that must have a
// second factor keep one. With the last one the recovery codes go too.
func loseFactor(ctx context.Context, tx *db.Tx, by Actor, f Factors, left int) error {
	if left > 0 {
		return nil
	}
	if f.Required {
		return errs.Conflict("factor_required", "Your role requires a second factor. Add another one first.")
	}
	return deleteRecoveryCodes(ctx, tx, by.PersonID)
}

// RequiredRoles returns the roles whose people must have a second factor.
func (s *Service) RequiredRoles(ctx context.Context, by Actor) (list []Role, err error) {
	if err := requireAdmin(by); err != nil {
		return nil, err
	}
	names, err := rolesWithFactor(ctx, s.db)
	for _, r := range Roles {
		if slices.Contains(names, string(r)) {
			list = append(list, r)
		}
	}
	return list, err
}

// SetRequiredRoles sets the roles whose people must have a second factor. People of these roles who have none are led to set one up
// after their next sign-in. The validation error is of the field roles.
func (s *Service) SetRequiredRoles(ctx context.Context, by Actor, roles []Role) error {
	if err := requireAdmin(by); err != nil {
		return err
	}
	for _, r := range roles {
		if !r.valid() {
			return errs.InvalidField("roles", "invalid", "A role is one of admin, payroll, events, employee.")
		}
	}
	at := db.InstantOf(s.now())
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := lockAdmins(ctx, tx); err != nil { // two changes at once follow each other
			return err
		}
		before, err := rolesWithFactor(ctx, tx)
		if err != nil {
			return err
		}
		if err := deleteRolesWithFactor(ctx, tx); err != nil {
			return err
		}
		changes := audit.Changes{}
		for _, r := range Roles {
			was, is := slices.Contains(before, string(r)), slices.Contains(roles, r)
			if is {
				if err := insertRoleWithFactor(ctx, tx, r); err != nil {
					return err
				}
			}
			if was != is {
				changes[string(r)] = [2]any{was, is}
			}
		}
		if len(changes) == 0 {
			return nil
		}
		return audit.Record(ctx, tx, audit.Entry{At: at, Who: by.Who(), Action: "updated", Kind: "second_factor_roles", Changes: changes})
	})
}

// FactorsReset is the event about which Options.FactorsReset notifies.
type FactorsReset struct {
	At       db.Instant
	By       Actor
	PersonID string
}

// FactorsOf returns the second factors of a person, for an administrator.
func (s *Service) FactorsOf(ctx context.Context, by Actor, p Person) (Factors, error) {
	if err := requireAdmin(by); err != nil {
		return Factors{}, err
	}
	return s.factorsWithRule(ctx, s.db, p.ID, p.Role)
}

// ResetFactors removes all second factors of a person who has lost them, ends their sessions and tokens, and tells them. If they
// have none it does nothing. A caller with a token cannot remove the factors of the token's owner.
func (s *Service) ResetFactors(ctx context.Context, by Actor, id string) error {
	if by.PersonID == id && by.Via != "cookie" {
		return errBrowserOnly()
	}
	return s.changeAccount(ctx, by, id, func(tx *db.Tx, at db.Instant, a account) error {
		return s.resetFactors(ctx, tx, by, at, a.ID)
	})
}

// ResetFactorsByEmail is ResetFactors for the command line.
func (s *Service) ResetFactorsByEmail(ctx context.Context, by Actor, email string) error {
	clean, _ := CleanEmail(email)
	at := db.InstantOf(s.now())
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err := personByEmail(ctx, tx, clean)
		if err != nil {
			return err
		}
		return s.resetFactors(ctx, tx, by, at, p.ID)
	})
}

func (s *Service) resetFactors(ctx context.Context, tx *db.Tx, by Actor, at db.Instant, id string) error {
	if err := lockPerson(ctx, tx, id); err != nil {
		return err
	}
	f, err := factorsOf(ctx, tx, id)
	if err != nil || !f.Any() {
		return err
	}
	if err := deletePasskeys(ctx, tx, id); err != nil {
		return err
	}
	if _, err := deleteCodeApp(ctx, tx, id); err != nil {
		return err
	}
	if err := deleteRecoveryCodes(ctx, tx, id); err != nil {
		return err
	}
	if err := VoidTokens(ctx, tx, id, at); err != nil {
		return err
	}
	if err := audit.Record(ctx, tx, audit.Entry{At: at, Who: by.Who(), Action: "factors_reset", Kind: "person", RecordID: id}); err != nil {
		return err
	}
	if s.factorsReset == nil {
		return nil
	}
	return s.factorsReset(ctx, tx, FactorsReset{At: at, By: by, PersonID: id})
}
