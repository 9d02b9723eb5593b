package employees

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/outgoingmail"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

// It is already the 20th in UTC and still the 19th in the company's zone.
var nineteenth = time.Date(2026, 11, 20, 2, 0, 0, 0, time.UTC)

var today = db.MustDay("2026-11-19")

var payroll = auth.Actor{PersonID: uuidOf(999), Name: "Paule", Role: auth.Payroll, Via: "bearer"}

func uuidOf(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }

// company is a service on one engine with what tests ask of it.
type company struct {
	*Service
	t *testing.T
	d *db.DB
}

func each(t *testing.T, fn func(t *testing.T, c company)) {
	toronto, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		fn(t, company{NewService(d, func() time.Time { return nineteenth }, toronto, accountsOf(t, d, nil)), t, d})
	})
}

// accountsOf returns the accounts, whose messages are sent by a service; nil: none are sent.
func accountsOf(t *testing.T, d *db.DB, mail *outgoingmail.Service) *auth.Service {
	t.Helper()
	s, err := auth.New(t.Context(), auth.Options{DB: d, Now: func() time.Time { return nineteenth },
		Secret: []byte("0123456789abcdef0123456789abcdef"), PublicURL: "https://presence.example", Mail: mail})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// hire makes employee number n, under supervisor (0: nobody), and gives the id.
func (c company) hire(n int, supervisor int64) int64 {
	c.t.Helper()
	input := marie()
	input.UserID, input.Email, input.LastName = uuidOf(n), fmt.Sprintf("e%d@example.com", n), fmt.Sprintf("Roy%d", n)
	e, err := c.Create(c.t.Context(), payroll, input)
	if err != nil {
		c.t.Fatal(err)
	}
	if supervisor != 0 {
		c.update(e.ID, Changes{SupervisorID: &supervisor})
	}
	return e.ID
}

func (c company) update(id int64, changes Changes) Employee {
	c.t.Helper()
	e, err := c.Update(c.t.Context(), payroll, id, nil, changes)
	if err != nil {
		c.t.Fatal(err)
	}
	return e
}

func (c company) any(id int64) Employee {
	c.t.Helper()
	e, err := anyByID(c.t.Context(), c.d, id)
	if err != nil {
		c.t.Fatal(err)
	}
	return e
}

// seen lists the ids that the actor's list shows.
func (c company) seen(by auth.Actor, f Filter) (list []int64) {
	c.t.Helper()
	if f.Rows == 0 {
		f.Rows = 1000
	}
	if err := c.Each(c.t.Context(), by, f, func(e Employee) error { list = append(list, e.ID); return nil }); err != nil {
		c.t.Fatal(err)
	}
	return list
}

func (c company) count(table string) (n int) {
	c.t.Helper()
	if err := c.d.QueryRow(c.t.Context(), "SELECT COUNT(*) FROM "+table).Scan(&n); err != nil {
		c.t.Fatal(err)
	}
	return n
}

// actions is the trail of an employee, oldest first.
func (c company) actions(id int64) (list []string) {
	c.t.Helper()
	entries, err := audit.History(c.t.Context(), c.d, "employee", strconv.FormatInt(id, 10), 50)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, e := range slices.Backward(entries) {
		list = append(list, e.Action)
	}
	return list
}

// wants fails unless err has the kind and, for input, names the field with the code.
func wants(t *testing.T, err error, kind errs.Kind, code string) {
	t.Helper()
	got := "none"
	if e, ok := errs.Of(err); ok {
		got = e.Code
		if len(e.Fields) > 0 {
			got = e.Fields[0].Field + " " + e.Fields[0].Code
		}
	}
	if errs.KindOf(err) != kind || got != code {
		t.Errorf("error %v (kind %d, %s), want kind %d, %s", err, errs.KindOf(err), got, kind, code)
	}
}

func TestService_Create(t *testing.T) {
	each(t, func(t *testing.T, c company) {
		ctx := t.Context()
		e, err := c.Create(ctx, payroll, marie())
		if err != nil {
			t.Fatal(err)
		}
		n := marie()
		want := Employee{e.ID, n.UserID, n.FirstName, n.LastName, n.Email, n.PhoneNumber, n.Residence, n.ExternalPayrollID, n.CompanyCode,
			n.FirstWorkDay, db.Day{}, 0, "", 1, db.InstantOf(nineteenth), 0, ""}
		if got, err := c.Get(ctx, payroll, e.ID); err != nil || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(e, want) {
			t.Errorf("kept %+v, answered %+v (%v), want %+v", got, e, err, want)
		}

		t.Run("makes the person of an unknown user_id, without a password", func(t *testing.T) {
			var email, name, role string
			var password *string
			err := c.d.QueryRow(ctx, "SELECT email, name, role, password_hash FROM people WHERE id = $1",
				n.UserID).Scan(&email, &name, &role, &password)
			if err != nil || email != n.Email || name != "Marie Roy" || role != "employee" || password != nil {
				t.Errorf("person %s %s %s %v (%v)", email, name, role, password, err)
			}
		})
		t.Run("refuses a second record of a person", func(t *testing.T) {
			_, err := c.Create(ctx, payroll, marie())
			wants(t, err, errs.KindConflict, "person_taken")
		})
		t.Run("links a known person and leaves the person as it is", func(t *testing.T) {
			known := addPerson(t, c.d, uuidOf(50), "known@example.com")
			input := marie()
			input.UserID, input.Email = known, "at.work@example.com"
			e, err := c.Create(ctx, payroll, input)
			if err != nil || e.UserID != known || e.Email != "at.work@example.com" {
				t.Fatalf("%+v, %v", e, err)
			}
			var email string
			if err := c.d.QueryRow(ctx, "SELECT email FROM people WHERE id = $1", known).Scan(&email); err != nil || email != "known@example.com" {
				t.Errorf("the person's e-mail is %q (%v)", email, err)
			}
		})
		t.Run("writes nothing when the person cannot be made", func(t *testing.T) {
			people, rows, trail := c.count("people"), c.count("employees"), c.count("audit_log")
			input := marie()
			input.UserID = uuidOf(51) // a new person with the e-mail of another
			_, err := c.Create(ctx, payroll, input)
			wants(t, err, errs.KindInvalid, "email taken")
			if c.count("people") != people || c.count("employees") != rows || c.count("audit_log") != trail {
				t.Error("rows were left behind")
			}
		})
		t.Run("refuses everyone but admin and payroll", func(t *testing.T) {
			for _, by := range []auth.Actor{{}, {PersonID: n.UserID, EmployeeID: e.ID, Role: auth.Employee, Supervises: true},
				{PersonID: uuidOf(2), Role: auth.Events}} {
				_, err := c.Create(ctx, by, marie())
				wants(t, err, errs.KindForbidden, "not_allowed")
			}
		})
		t.Run("keeps a last work day that has passed for ArchiveDue", func(t *testing.T) {
			input := marie()
			input.UserID, input.Email, input.LastWorkDay = uuidOf(52), "gone@example.com", today.Add(-1)
			e, err := c.Create(ctx, payroll, input)
			if err != nil || e.Archived() {
				t.Errorf("%+v, %v", e, err)
			}
		})
	})
}

func addPerson(t *testing.T, d *db.DB, id, email string) string {
	t.Helper()
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := auth.EnsurePerson(ctx, tx, payroll, db.InstantOf(nineteenth), auth.RecordPerson{UserID: id, Email: email, Name: "Known"})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestService_scope(t *testing.T) {
	each(t, func(t *testing.T, c company) {
		boss := c.hire(1, 0)
		lead := c.hire(2, boss)
		worker := c.hire(3, lead)
		other := c.hire(4, 0)
		actor := func(id int64, role auth.Role) auth.Actor {
			return auth.Actor{PersonID: uuidOf(1000 + int(id)), EmployeeID: id, Role: role}
		}
		tests := []struct {
			name string
			by   auth.Actor
			want []int64
		}{
			{"payroll sees all", payroll, []int64{boss, lead, worker, other}},
			{"admin sees all", actor(0, auth.Admin), []int64{boss, lead, worker, other}},
			{"a supervisor sees the subtree", actor(boss, auth.Employee), []int64{boss, lead, worker}},
			{"a supervisor below sees less", actor(lead, auth.Employee), []int64{lead, worker}},
			{"an employee sees the own record", actor(worker, auth.Employee), []int64{worker}},
			{"events sees the own record", actor(other, auth.Events), []int64{other}},
			{"a person without a record sees none", actor(0, auth.Employee), nil},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				if got := c.seen(tt.by, Filter{}); !slices.Equal(got, tt.want) {
					t.Errorf("list %v, want %v", got, tt.want)
				}
				for _, id := range []int64{boss, lead, worker, other} {
					_, err := c.Get(t.Context(), tt.by, id)
					if visible := slices.Contains(tt.want, id); visible != (err == nil) {
						t.Errorf("employee %d: %v", id, err)
					}
				}
			})
		}
		t.Run("another crew's record answers like a missing one", func(t *testing.T) {
			_, hidden := c.Get(t.Context(), actor(worker, auth.Employee), other)
			_, missing := c.Get(t.Context(), actor(worker, auth.Employee), 987654)
			if !reflect.DeepEqual(hidden, missing) {
				t.Errorf("%v and %v", hidden, missing)
			}
		})
		for _, tt := range []struct {
			name string
			f    Filter
			want []int64
		}{
			{"a filter by supervisor keeps the direct reports", Filter{SupervisorID: boss}, []int64{lead}},
			{"a filter by company keeps its employees", Filter{CompanyCode: 271583}, []int64{boss, lead, worker, other}},
			{"a filter by another company keeps none", Filter{CompanyCode: 1}, nil},
			{"a filter by user keeps one", Filter{UserID: uuidOf(4)}, []int64{other}},
			{"a filter by e-mail keeps one", Filter{Email: "e3@example.com"}, []int64{worker}},
			{"a list goes on after an id", Filter{After: lead}, []int64{worker, other}},
			{"a list stops after a number of rows", Filter{Rows: 2}, []int64{boss, lead}},
			{"a list leaves out what has not changed since", Filter{Since: db.InstantOf(nineteenth) + 1}, nil},
		} {
			t.Run(tt.name, func(t *testing.T) {
				if got := c.seen(payroll, tt.f); !slices.Equal(got, tt.want) {
					t.Errorf("%v, want %v", got, tt.want)
				}
			})
		}
		t.Run("a filter does not reach beyond the scope", func(t *testing.T) {
			if got := c.seen(actor(lead, auth.Employee), Filter{UserID: uuidOf(4)}); got != nil {
				t.Errorf("it found %v", got)
			}
		})
	})
}

func TestService_Update(t *testing.T) {
	each(t, func(t *testing.T, c company) {
		ctx := t.Context()
		boss := c.hire(1, 0)
		lead := c.hire(2, boss)
		worker := c.hire(3, lead)
		gone := c.hire(4, 0)
		if err := c.Delete(ctx, payroll, gone, nil); err != nil {
			t.Fatal(err)
		}
		t.Run("changes only what is named", func(t *testing.T) {
			before := c.any(worker)
			after := c.update(worker, Changes{LastName: new("Côté"), Residence: new("")})
			want := before
			want.LastName, want.Residence, want.Version = "Côté", "", before.Version+1
			if !reflect.DeepEqual(after, want) || !reflect.DeepEqual(c.any(worker), want) {
				t.Errorf("got %+v, want %+v", after, want)
			}
		})
		for _, tt := range []struct {
			name           string
			id, supervisor int64
			want           string
		}{
			{"refuses oneself as supervisor", boss, boss, "supervisor_id self"},
			{"refuses a direct report as supervisor", boss, lead, "supervisor_id cycle"},
			{"refuses an indirect report as supervisor", boss, worker, "supervisor_id cycle"},
			{"refuses an archived supervisor", worker, gone, "supervisor_id unknown"},
			{"refuses an unknown supervisor", worker, 987654, "supervisor_id unknown"},
		} {
			t.Run(tt.name, func(t *testing.T) {
				before := c.any(tt.id)
				_, err := c.Update(ctx, payroll, tt.id, nil, Changes{SupervisorID: &tt.supervisor, FirstName: new("Half")})
				wants(t, err, errs.KindInvalid, tt.want)
				if !reflect.DeepEqual(c.any(tt.id), before) {
					t.Error("a refused update changed the record")
				}
			})
		}
		t.Run("takes somebody out of the tree", func(t *testing.T) {
			if e := c.update(worker, Changes{SupervisorID: new(int64(0))}); e.SupervisorID != 0 {
				t.Errorf("supervisor %d", e.SupervisorID)
			}
		})
		t.Run("compares a new last day with the first day that stands", func(t *testing.T) {
			_, err := c.Update(ctx, payroll, worker, nil, Changes{LastWorkDay: new(db.MustDay("2024-03-03"))})
			wants(t, err, errs.KindInvalid, "last_work_day before_first")
		})
		t.Run("refuses the person of another record", func(t *testing.T) {
			_, err := c.Update(ctx, admin, worker, nil, Changes{UserID: new(uuidOf(1))})
			wants(t, err, errs.KindConflict, "person_taken")
		})
		t.Run("links another person", func(t *testing.T) {
			e, err := c.Update(ctx, admin, worker, nil, Changes{UserID: new(uuidOf(77)), Email: new("new.one@example.com")})
			if err != nil || e.UserID != uuidOf(77) {
				t.Errorf("user_id %s, %v", e.UserID, err)
			}
		})
		t.Run("changes the version that was read, and no other", func(t *testing.T) {
			v := c.any(lead).Version
			if _, err := c.Update(ctx, payroll, lead, &v, Changes{FirstName: new("Ann")}); err != nil {
				t.Fatal(err)
			}
			_, err := c.Update(ctx, payroll, lead, &v, Changes{FirstName: new("Bob")})
			wants(t, err, errs.KindStale, "stale")
			wants(t, c.Delete(ctx, payroll, lead, &v), errs.KindStale, "stale")
		})
		t.Run("misses a record that never was", func(t *testing.T) {
			_, err := c.Update(ctx, payroll, 987654, nil, Changes{FirstName: new("Ann")})
			wants(t, err, errs.KindNotFound, "not_found")
			wants(t, c.Delete(ctx, payroll, 987654, nil), errs.KindNotFound, "not_found")
		})
		t.Run("refuses a supervisor and the employee in person", func(t *testing.T) {
			for _, id := range []int64{boss, lead} {
				by := auth.Actor{PersonID: uuidOf(1), EmployeeID: id, Role: auth.Employee, Supervises: true}
				_, err := c.Update(ctx, by, lead, nil, Changes{FirstName: new("Ann")})
				wants(t, err, errs.KindForbidden, "not_allowed")
				wants(t, c.Delete(ctx, by, lead, nil), errs.KindForbidden, "not_allowed")
			}
		})
	})
}

func TestService_Update_archives(t *testing.T) {
	each(t, func(t *testing.T, c company) {
		ctx := t.Context()
		boss := c.hire(1, 0)
		lead := c.hire(2, boss)
		worker := c.hire(3, lead)

		if e := c.update(lead, Changes{LastWorkDay: new(today.Add(1))}); e.Archived() {
			t.Error("archived before the day has come, as the company counts days")
		}
		e := c.update(lead, Changes{LastWorkDay: new(today)})
		if !e.Archived() || e.ArchivedReason != Left || e.ArchivedAt != db.InstantOf(nineteenth) {
			t.Errorf("not archived: %+v", e)
		}
		if got := c.seen(payroll, Filter{}); !slices.Equal(got, []int64{boss, worker}) {
			t.Errorf("the list shows %v", got)
		}
		_, err := c.Get(ctx, payroll, lead)
		wants(t, err, errs.KindNotFound, "not_found")
		wants(t, c.Delete(ctx, payroll, lead, nil), errs.KindNotFound, "not_found")
		if got := c.any(worker); got.SupervisorID != boss || got.Version != 3 {
			t.Errorf("the report moved to %d (version %d), want %d", got.SupervisorID, got.Version, boss)
		}

		if e := c.update(lead, Changes{FirstName: new("Ann")}); !e.Archived() || e.FirstName != "Ann" {
			t.Errorf("a change in the archive: %+v", e)
		}
		e = c.update(lead, Changes{LastWorkDay: new(db.Day)})
		if e.Archived() || e.ArchivedReason != "" || !e.LastWorkDay.IsZero() || e.SupervisorID != boss {
			t.Errorf("not restored: %+v", e)
		}
		if got := c.any(worker).SupervisorID; got != boss {
			t.Errorf("restoring pulled the report back to %d", got)
		}
		if got, want := c.actions(lead), []string{"created", "updated", "updated", "archived", "updated", "restored"}; !slices.Equal(got, want) {
			t.Errorf("trail %v, want %v", got, want)
		}
		if got, want := c.actions(worker), []string{"created", "updated", "updated"}; !slices.Equal(got, want) {
			t.Errorf("the report's trail %v, want %v", got, want)
		}
	})
}

func TestService_Delete(t *testing.T) {
	each(t, func(t *testing.T, c company) {
		boss := c.hire(1, 0)
		worker := c.hire(2, boss)
		if err := c.Delete(t.Context(), payroll, boss, new(int64(1))); err != nil {
			t.Fatal(err)
		}
		e := c.any(boss)
		if !e.Archived() || e.ArchivedReason != Deleted || !e.LastWorkDay.IsZero() {
			t.Errorf("%+v", e)
		}
		if got := c.any(worker).SupervisorID; got != 0 {
			t.Errorf("the report of a deleted head has supervisor %d", got)
		}
		if e := c.update(boss, Changes{LastWorkDay: new(db.Day)}); e.Archived() {
			t.Error("a deleted record is not restored by null")
		}
	})
}

func TestService_ArchiveDue(t *testing.T) {
	each(t, func(t *testing.T, c company) {
		boss := c.hire(1, 0)
		first := c.hire(2, boss)
		second := c.hire(3, first)
		worker := c.hire(4, second)
		last := c.hire(5, boss)
		for _, id := range []int64{first, second, last} {
			c.update(id, Changes{LastWorkDay: new(today.Add(1))})
		}
		if n, err := c.ArchiveDue(t.Context(), today.Add(1)); n != 0 || err != nil {
			t.Errorf("on the last day itself %d left (%v)", n, err)
		}
		c.update(last, Changes{LastWorkDay: new(today.Add(2))})
		n, err := c.ArchiveDue(t.Context(), today.Add(2))
		if n != 2 || err != nil {
			t.Fatalf("%d left (%v), want 2", n, err)
		}
		if got := c.seen(payroll, Filter{}); !slices.Equal(got, []int64{boss, worker, last}) {
			t.Errorf("the list shows %v", got)
		}
		for id, want := range map[int64]int64{worker: boss, first: boss, second: boss, last: boss} {
			if got := c.any(id).SupervisorID; got != want {
				t.Errorf("employee %d is under %d, want %d", id, got, want)
			}
		}
		if got := c.actions(second); got[len(got)-1] != "archived" {
			t.Errorf("trail %v", got)
		}
		if n, err := c.ArchiveDue(t.Context(), today.Add(2)); n != 0 || err != nil {
			t.Errorf("a second call archived %d (%v)", n, err)
		}
	})
}

// race runs two functions at once.
func race(a, b func() error) (ea, eb error) {
	done := make(chan error, 1)
	go func() { done <- a() }()
	eb = b()
	return <-done, eb
}

func TestService_Update_crossing(t *testing.T) {
	each(t, func(t *testing.T, c company) {
		for round := range 20 {
			a, b := c.hire(2*round+1, 0), c.hire(2*round+2, 0)
			mid := a // in every other round the way from one to the other is longer
			if round%2 == 1 {
				mid = c.hire(1000+round, a)
			}
			under := func(id, boss int64) func() error {
				return func() error {
					_, err := c.Update(context.Background(), payroll, id, nil, Changes{SupervisorID: &boss})
					return err
				}
			}
			ea, eb := race(under(a, b), under(b, mid))
			if (ea == nil) == (eb == nil) {
				t.Fatalf("round %d: %v and %v, want exactly one refusal", round, ea, eb)
			}
			wants(t, errors.Join(ea, eb), errs.KindInvalid, "supervisor_id cycle")
		}
	})
}

// The control of the test above: with what was read before the locks, both updates find nothing wrong, and the tree
// has a cycle. SQLite has one writer at a time, so only PostgreSQL can show it.
func TestHold_without_its_locks_crossing_updates_close_a_cycle(t *testing.T) {
	each(t, func(t *testing.T, c company) {
		if c.d.Dialect().OneWriter() {
			t.Skip("writes come one after the other")
		}
		a, b := c.hire(1, 0), c.hire(2, 0)
		readA, readB := make(chan struct{}), make(chan struct{})
		under := func(id, boss int64, mine, theirs chan struct{}) func() error {
			return func() error {
				return c.d.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
					above, err := readReportingLine(ctx, tx, []int64{id, boss})
					close(mine)
					<-theirs
					var faults errs.Fields
					above.validateSupervisor(&faults, id, boss)
					if err := errors.Join(err, faults.Err()); err != nil {
						return err
					}
					_, err = tx.Exec(ctx, "UPDATE employees SET supervisor_id = $2 WHERE id = $1", id, boss)
					return err
				})
			}
		}
		if ea, eb := race(under(a, b, readA, readB), under(b, a, readB, readA)); ea != nil || eb != nil {
			t.Fatal(ea, eb)
		}
		if c.any(a).SupervisorID != b || c.any(b).SupervisorID != a {
			t.Error("no cycle: the test of crossing updates proves nothing")
		}
	})
}

func TestService_Create_raced(t *testing.T) {
	each(t, func(t *testing.T, c company) {
		for round := range 10 {
			create := func() error {
				n := marie()
				n.UserID, n.Email = uuidOf(round), fmt.Sprintf("e%d@example.com", round)
				_, err := c.Create(context.Background(), payroll, n)
				return err
			}
			ea, eb := race(create, create)
			if (ea == nil) == (eb == nil) {
				t.Fatalf("round %d: %v and %v, want exactly one refusal", round, ea, eb)
			}
			if kind := errs.KindOf(errors.Join(ea, eb)); kind != errs.KindConflict && kind != errs.KindInvalid {
				t.Errorf("round %d: refused with %v", round, errors.Join(ea, eb))
			}
		}
	})
}

// No employee is put under a supervisor who is archived at the same moment, and none stays there.
func TestService_Update_archiving_raced(t *testing.T) {
	each(t, func(t *testing.T, c company) {
		for round := range 10 {
			boss, worker := c.hire(3*round+1, 0), c.hire(3*round+2, 0)
			middle := c.hire(3*round+3, boss)
			archive := func(id int64) func() error {
				return func() error {
					_, err := c.Update(context.Background(), payroll, id, nil, Changes{LastWorkDay: new(today)})
					return err
				}
			}
			join := func() error {
				_, err := c.Update(context.Background(), payroll, worker, nil, Changes{SupervisorID: &middle})
				return err
			}
			if round%2 == 0 {
				ea, eb := race(archive(middle), join)
				if ea != nil {
					t.Fatal(ea)
				}
				if eb != nil {
					wants(t, eb, errs.KindInvalid, "supervisor_id unknown")
				}
			} else {
				if err := join(); err != nil {
					t.Fatal(err)
				}
				if ea, eb := race(archive(middle), archive(boss)); ea != nil || eb != nil {
					t.Fatal(ea, eb)
				}
			}
			for _, id := range []int64{worker, middle} {
				if above := c.any(id).SupervisorID; above != 0 && c.any(above).Archived() {
					t.Errorf("round %d: employee %d is under %d, who has left", round, id, above)
				}
			}
		}
	})
}
