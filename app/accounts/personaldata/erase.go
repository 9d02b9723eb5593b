package personaldata

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strconv"
	"strings"
	"unicode/utf8"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/personal"
	"presence/db"
)

const (
	stepRows  = 200             // rows that one transaction erases at most
	erasing   = "personal data" // each transaction that erases is serialized by it, so that no row is erased, and counted, by two
	maxRounds = 3               // over all tables, as long as records are added meanwhile
	maxReason = 500             // characters
)

// Erase erases what is held of the person with an address or a customer number, but for what is kept. It fails with validation errors
// of who and reason, with nothing_held, and with being_sent while a message is on its way; then, as after any failure, the rest is
// erased by Sweep.
func (s *Service) Erase(ctx context.Context, by auth.Actor, who, reason string) (e Erasure, err error) {
	if reason, err = checkReason(who, reason); err != nil {
		return e, err
	}
	p, err := s.lookup(ctx, by, who, 0)
	if err != nil {
		return e, err
	}
	if !p.Erasable() {
		return e, errs.Conflict("nothing_held", "None of this person’s data can be erased.")
	}
	var of personal.Subject
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		of = personal.Subject{Emails: p.Emails, Numbers: p.Numbers, Others: p.Others}
		e = Erasure{Reason: reason, PersonID: by.PersonID, ByName: by.Name, At: s.at(), Counts: map[string]int64{}}
		return s.record(ctx, tx, by, &e, of)
	})
	if err != nil {
		return e, err
	}
	return s.run(ctx, e, of)
}

// checkReason returns a reason without blanks around it. It must not name the person, because it is kept.
func checkReason(who, reason string) (string, error) {
	reason, who = strings.TrimSpace(reason), strings.TrimSpace(who)
	var faults errs.Fields
	faults.Lines("reason", reason)
	switch {
	case len(faults) > 0:
		return "", faults.Err()
	case reason == "":
		return "", errs.InvalidField("reason", "required", "This field is required.")
	case utf8.RuneCountInString(reason) > maxReason:
		return "", errs.InvalidField("reason", "length", "Expected at most 500 characters.")
	case who != "" && strings.Contains(strings.ToLower(reason), strings.ToLower(who)):
		return "", errs.InvalidField("reason", "names_person", "The reason is kept: it must not contain the address or the number.")
	}
	return reason, nil
}

// record stores the request and the hashes, with an audit entry that does not name the person.
func (s *Service) record(ctx context.Context, tx *db.Tx, by auth.Actor, e *Erasure, of personal.Subject) (err error) {
	if e.ID, err = insertErasure(ctx, tx, *e); err != nil {
		return err
	}
	text, err := json.Marshal(of)
	if err != nil {
		return err
	}
	if err := saveSubject(ctx, tx, e.ID, s.sealer.Seal(place(e.ID), string(text))); err != nil {
		return err
	}
	if err := insertHashes(ctx, tx, e.ID, s.o.Erased.hashes(of)); err != nil {
		return err
	}
	return audit.Record(ctx, tx, audit.Entry{At: e.At, Who: by.Who(), Action: "erased", Kind: "personal_data",
		RecordID: strconv.FormatInt(e.ID, 10), Changes: audit.Changes{"reason": {nil, e.Reason}}})
}

func place(id int64) string { return "erasures " + strconv.FormatInt(id, 10) }

// run erases all tables, and returns the finished erasure.
func (s *Service) run(ctx context.Context, e Erasure, of personal.Subject) (Erasure, error) {
	for round := range maxRounds {
		n, err := s.eraseAll(ctx, &e, of)
		if err != nil {
			return e, err
		}
		if n == 0 && round > 0 {
			break
		}
	}
	n, err := s.o.Outbox.DeleteTo(of.HasAddress)
	if err != nil {
		return e, err
	}
	if n > 0 {
		e.Counts["outbox"] += n
	}
	e.DoneAt = s.at()
	return e, s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return finish(ctx, tx, e) })
}

// eraseAll erases the rows of all tables in their order, and returns their number.
func (s *Service) eraseAll(ctx context.Context, e *Erasure, of personal.Subject) (total int64, err error) {
	for _, t := range s.o.Tables {
		if !t.Erases() {
			continue
		}
		for n := int64(stepRows); n == stepRows; {
			found, err := s.find(ctx, t, of)
			if err != nil {
				return total, err
			}
			counts := maps.Clone(e.Counts)
			err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				if err := tx.SerializeBy(ctx, erasing); err != nil {
					return err
				}
				step := found
				step.At = s.at()
				if err := s.o.OfSubject(ctx, tx, &step); err != nil {
					return err
				}
				if n, err = t.Erase(ctx, tx, step, stepRows); err != nil || n == 0 {
					return err
				}
				counts = maps.Clone(e.Counts)
				counts[t.Name] += n
				return saveCounts(ctx, tx, e.ID, counts)
			})
			if err != nil {
				return total, err
			}
			e.Counts = counts
			total += n
		}
	}
	return total, nil
}

// find returns the subject with what a table finds of it.
func (s *Service) find(ctx context.Context, t personal.Table, of personal.Subject) (personal.Subject, error) {
	if t.Find == nil {
		return of, nil
	}
	err := s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if err := s.o.OfSubject(ctx, q, &of); err != nil {
			return err
		}
		return t.Find(ctx, q, &of)
	})
	return of, err
}

// Sweep continues what was interrupted. It may run at any time, on several servers.
func (s *Service) Sweep(ctx context.Context) error {
	list, err := unfinished(ctx, s.db)
	if err != nil || len(list) == 0 {
		return err
	}
	held, locked, err := s.db.TryLock(ctx, "erasures")
	if err != nil || !locked {
		return err
	}
	defer held.Release()
	for _, x := range list {
		text, err := s.sealer.Open(place(x.ID), x.sealed)
		if err != nil {
			return err
		}
		var of personal.Subject
		if err := json.Unmarshal([]byte(text), &of); err != nil {
			return err
		}
		if _, err := s.run(ctx, x.Erasure, of); err != nil && !errs.HasCode(err, "being_sent") {
			return errors.Join(err)
		}
	}
	return nil
}

// Admit takes back that nothing of a person is taken from lists and the directory. It fails with not_erased.
func (s *Service) Admit(ctx context.Context, by auth.Actor, who, reason string) error {
	reason, err := checkReason(who, reason)
	if err != nil {
		return err
	}
	if by.Role != auth.Admin {
		return errNotAdmin
	}
	of, err := s.subjectOf(ctx, s.db, who)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		id, err := deleteHashes(ctx, tx, s.o.Erased.hashes(of))
		if err != nil {
			return err
		}
		if id == 0 {
			return errs.Conflict("not_erased", "This person’s data wasn’t erased.")
		}
		return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: "admitted", Kind: "personal_data",
			RecordID: strconv.FormatInt(id, 10), Changes: audit.Changes{"reason": {nil, reason}}})
	})
}
