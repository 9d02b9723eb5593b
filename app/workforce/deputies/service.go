package deputies

import (
	"context"
	"strconv"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Service stores deputies. Supervisors name their own, administrators anyone's. Those who are named may read that they are.
type Service struct {
	db   *db.DB
	zone *time.Location // the company's
	now  func() time.Time
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time, zone *time.Location) *Service {
	return &Service{d, zone, now}
}

// Filter selects deputies (C7).
type Filter struct {
	After        int64      // only larger ids
	Since        db.Instant // only records changed at or after
	Rows         int64      // at most this many
	SupervisorID int64      // 0: of all
}

func (s *Service) today() auth.Today { return auth.DayAt(s.now(), s.zone) }

// Get returns one deputy that the actor may read.
func (s *Service) Get(ctx context.Context, by auth.Actor, id int64) (Deputy, error) {
	return byID(ctx, s.db, by, s.today(), id)
}

// Each calls each for the deputies that the actor may read, in the order of their ids.
func (s *Service) Each(ctx context.Context, by auth.Actor, f Filter, each func(Deputy) error) error {
	return list(ctx, s.db, by, s.today(), f, each)
}

// mayChange reports whether the actor may name, change and withdraw the deputies of a supervisor.
func mayChange(by auth.Actor, supervisor int64) bool {
	return by.Role == auth.Admin || by.EmployeeID != 0 && by.EmployeeID == supervisor
}

func errNotYours() error {
	return errs.Forbidden("not_your_deputy", "Only the supervisor and Presence administrators can choose or remove a delegate.")
}

// Create names a deputy: an employee who can sign in, for a supervisor with a live report. It fails as auth.RequireSignedIn does.
func (s *Service) Create(ctx context.Context, by auth.Actor, n New) (d Deputy, err error) {
	if n.SupervisorID == 0 {
		n.SupervisorID = by.EmployeeID
	}
	if n.SupervisorID != 0 && !mayChange(by, n.SupervisorID) {
		return d, errNotYours()
	}
	today := s.today()
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := auth.RequireSignedIn(ctx, tx, by); err != nil {
			return err
		}
		if err := tx.LockRows(ctx, "employees", n.SupervisorID, n.DeputyID); err != nil {
			return err
		}
		faults := n.validate(today.Day)
		if err := checkPeople(ctx, tx, n, &faults); err != nil {
			return err
		}
		if err := faults.Err(); err != nil {
			return err
		}
		of := Deputy{SupervisorID: n.SupervisorID, DeputyID: n.DeputyID, From: n.From, Until: n.Until}
		if err := checkOthers(ctx, tx, today, of); err != nil {
			return err
		}
		id, err := insert(ctx, tx, n, s.at())
		if err != nil {
			return err
		}
		if d, err = byID(ctx, tx, by, today, id); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "created", id, audit.Diff(nil, d))
	})
	return d, err
}

// checkOthers fails if the supervisor has too many deputies without this one, or if the same employee is the deputy on the same days, so
// that withdrawing a deputy ends what they may do.
func checkOthers(ctx context.Context, tx *db.Tx, today auth.Today, d Deputy) error {
	n := 0
	overlap := false
	err := listOf(ctx, tx, today, d.SupervisorID, func(x Deputy) error {
		if x.ID != d.ID && (x.OnLeave() || !x.Until.Before(today.Day)) {
			n++
			overlap = overlap || x.DeputyID == d.DeputyID && x.overlaps(d.From, d.Until)
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case overlap:
		return errs.InvalidField("deputy_id", "deputy_overlap", "This person is already the delegate on these days.")
	case n >= maxDeputies:
		return errs.InvalidField("deputy_id", "too_many_deputies", "There are already 20 current or upcoming delegates. Remove one first.")
	}
	return nil
}

// checkPeople adds errors if the supervisor leads nobody, or the deputy cannot sign in.
func checkPeople(ctx context.Context, tx *db.Tx, n New, faults *errs.Fields) error {
	lead, err := leads(ctx, tx, n.SupervisorID)
	if err != nil {
		return err
	}
	if !lead {
		faults.Add("supervisor_id", "no_reports", "This employee supervises nobody.")
	}
	if n.DeputyID == 0 || faults.Has("deputy_id") {
		return nil
	}
	person, err := personOf(ctx, tx, n.DeputyID)
	if err != nil {
		return err
	}
	if person == "" {
		faults.Add("deputy_id", "not_found", "There is no such employee.")
		return nil
	}
	access, err := auth.PeopleWithAccess(ctx, tx, []string{person})
	if _, ok := access[person]; err == nil && !ok {
		faults.Add("deputy_id", "no_sign_in", "This employee cannot sign in.")
	}
	return err
}

// Update changes the days of a deputy. It fails as auth.RequireSignedIn does.
func (s *Service) Update(ctx context.Context, by auth.Actor, id int64, expect *int64, c Changes) (d Deputy, err error) {
	today := s.today()
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := auth.RequireSignedIn(ctx, tx, by); err != nil {
			return err
		}
		old, err := s.loadVersion(ctx, tx, by, id, expect)
		if err != nil {
			return err
		}
		next := old.withChanges(c)
		if next == old {
			d = old
			return nil
		}
		if err := checkDays(next.From, next.Until, today.Day).Err(); err != nil {
			return err
		}
		if err := tx.LockRows(ctx, "employees", old.SupervisorID); err != nil {
			return err
		}
		if err := checkOthers(ctx, tx, today, next); err != nil {
			return err
		}
		if err := save(ctx, tx, next, s.at()); err != nil {
			return err
		}
		if d, err = byID(ctx, tx, by, today, id); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "updated", id, audit.Diff(old, d))
	})
	return d, err
}

// Delete withdraws a deputy at once.
func (s *Service) Delete(ctx context.Context, by auth.Actor, id int64, expect *int64) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := s.loadVersion(ctx, tx, by, id, expect); err != nil {
			return err
		}
		if err := archive(ctx, tx, id, s.at()); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "archived", id, audit.Changes{})
	})
}

// loadVersion returns a deputy that the actor may change, if it has the version that the caller expects.
func (s *Service) loadVersion(ctx context.Context, tx *db.Tx, by auth.Actor, id int64, expect *int64) (Deputy, error) {
	if err := tx.LockRows(ctx, "deputies", id); err != nil {
		return Deputy{}, err
	}
	d, err := byID(ctx, tx, by, s.today(), id)
	switch {
	case err != nil:
		return d, err
	case !mayChange(by, d.SupervisorID):
		return d, errNotYours()
	case expect != nil && *expect != d.Version:
		return d, errs.Stale()
	}
	return d, nil
}

// StandIns returns the supervisors whom the actor stands in for today, by name, each once. It makes no query if there are none.
func (s *Service) StandIns(ctx context.Context, by auth.Actor) (list []StandIn, err error) {
	if len(by.StandsInFor) == 0 {
		return nil, nil
	}
	found, err := standIns(ctx, s.db, by.EmployeeID, s.today())
	for i, x := range found {
		until := x.until
		if until.IsZero() {
			until = db.DayOf((x.end - 1).Time().In(s.zone))
		}
		if n := len(list) - 1; n >= 0 && found[i-1].id == x.id {
			if list[n].Until.Before(until) {
				list[n].Until = until
			}
			continue
		}
		list = append(list, StandIn{x.name, until})
	}
	return list, err
}

// supervisors returns those who can be stood in for: the live employees with a live report, by name.
func (s *Service) supervisors(ctx context.Context) ([]Named, error) { return supervisors(ctx, s.db) }

// find returns at most rows of those who can stand in, whose names contain the words of a text, and how many they are. They may be of any
// crew: a user who names a deputy finds the names of the company's employees, and nothing else of them.
func (s *Service) find(ctx context.Context, text string, except int64, rows int) ([]Named, int64, error) {
	return find(ctx, s.db, text, except, rows)
}

func (s *Service) nameOf(ctx context.Context, id int64) (string, error) { return nameOf(ctx, s.db, id) }

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

func (s *Service) recordAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action string, id int64, changes audit.Changes) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "deputy", RecordID: strconv.FormatInt(id, 10),
		Changes: changes})
}
