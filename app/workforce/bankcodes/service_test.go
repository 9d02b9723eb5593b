package bankcodes

import (
	"context"
	"math"
	"slices"
	"strconv"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

var noon = time.Date(2026, 11, 20, 17, 0, 0, 0, time.UTC)

var payroll = auth.Actor{PersonID: "0b0e7a46-36a5-4c4c-9d2f-0a5f8d7c1e11", Name: "Paule", Role: auth.Payroll, Via: "bearer"}

// book is a service on one engine with what tests ask of it.
type book struct {
	*Service
	t *testing.T
}

func each(t *testing.T, fn func(t *testing.T, b book)) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		fn(t, book{NewService(d, func() time.Time { return noon }), t})
	})
}

func (b book) add(n New) BankCode {
	b.t.Helper()
	code, err := b.Create(b.t.Context(), payroll, n)
	if err != nil {
		b.t.Fatal(err)
	}
	return code
}

func (b book) listed(f Filter) (ids []int64) {
	b.t.Helper()
	if f.Rows == 0 {
		f.Rows = math.MaxInt64
	}
	if err := b.Each(b.t.Context(), f, func(c BankCode) error { ids = append(ids, c.ID); return nil }); err != nil {
		b.t.Fatal(err)
	}
	return ids
}

// use keeps a leave request under the code, in the archive when archived.
func (b book) use(code int64, archived bool) {
	b.t.Helper()
	at := any(nil)
	if archived {
		at = int64(1)
	}
	err := b.db.Write(b.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for _, row := range []struct {
			sql  string
			args []any
		}{
			{"INSERT INTO people (id, email, role, created_at, updated_at) VALUES ($1, 'm@example.com', 'employee', 1, 1) ON CONFLICT DO NOTHING",
				[]any{payroll.PersonID}},
			{`INSERT INTO employees (id, user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id,
				company_code, first_work_day, created_at, updated_at)
				VALUES (1, $1, 'M', 'R', 'r m', 'm@example.com', 5145550123, 1, 1, '2024-01-01', 1, 1) ON CONFLICT DO NOTHING`,
				[]any{payroll.PersonID}},
			{`INSERT INTO leave_requests (employee_id, bank_code_id, leave_type, start_at, end_at, approval_status, created_at, updated_at, archived_at)
				VALUES (1, $1, 'Sick', 1, 2, 'Pending', 1, 1, $2)`, []any{code, at}},
		} {
			if _, err := tx.Exec(ctx, row.sql, row.args...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

func TestService_keeps_a_code(t *testing.T) {
	each(t, func(t *testing.T, b book) {
		ctx := t.Context()
		c := b.add(New{" regular ", ForShift, 10_000, "G1"})
		want := BankCode{c.ID, "regular", ForShift, 10_000, "G1", 1, db.InstantOf(noon)}
		if got, err := b.Get(ctx, c.ID); err != nil || got != want || c != want {
			t.Errorf("kept %+v, answered %+v (%v), want %+v", got, c, err, want)
		}
		got, err := b.Update(ctx, payroll, c.ID, new(int64(1)), Changes{Modifier: new(Modifier(15_000))})
		want.Modifier, want.Version = 15_000, 2
		if err != nil || got != want {
			t.Errorf("changed to %+v (%v), want %+v", got, err, want)
		}
		if err := b.Delete(ctx, payroll, c.ID, new(int64(2))); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Get(ctx, c.ID); errs.KindOf(err) != errs.KindNotFound {
			t.Errorf("a deleted code is still there: %v", err)
		}
		trail, err := audit.History(ctx, b.db, "bank_code", strconv.FormatInt(c.ID, 10), 9)
		var actions []string
		for _, e := range trail {
			actions = append(actions, e.Action+" by "+e.Who.Name)
		}
		if wanted := []string{"archived by Paule", "updated by Paule", "created by Paule"}; err != nil || !slices.Equal(actions, wanted) {
			t.Errorf("trail %v (%v), want %v", actions, err, wanted)
		}
	})
}

func TestService_refuses(t *testing.T) {
	each(t, func(t *testing.T, b book) {
		ctx := t.Context()
		c := b.add(New{"regular", ForShift, 10_000, "G1"})
		gone := b.add(New{"evening", ForShift, 10_000, "G2"})
		if err := b.Delete(ctx, payroll, gone.ID, nil); err != nil {
			t.Fatal(err)
		}
		km := b.add(New{"mileage", ForExpense, 7_200, "G503"})
		update := func(id int64, expect *int64, ch Changes) error {
			_, err := b.Update(ctx, payroll, id, expect, ch)
			return err
		}
		for _, tt := range []struct {
			name string
			err  error
			kind errs.Kind
		}{
			{"a stale update", update(c.ID, new(int64(7)), Changes{Code: new("X")}), errs.KindStale},
			{"a stale delete", b.Delete(ctx, payroll, c.ID, new(int64(7))), errs.KindStale},
			{"an update of nothing known", update(987654, nil, Changes{Code: new("X")}), errs.KindNotFound},
			{"a delete of nothing known", b.Delete(ctx, payroll, 987654, nil), errs.KindNotFound},
			{"an update of a deleted code", update(gone.ID, nil, Changes{Code: new("X")}), errs.KindNotFound},
			{"a second delete", b.Delete(ctx, payroll, gone.ID, nil), errs.KindNotFound},
			{"an empty text", update(c.ID, nil, Changes{Code: new("")}), errs.KindInvalid},
			{"mileage that loses its dollars", update(km.ID, nil, Changes{Modifier: new(Modifier(0))}), errs.KindInvalid},
		} {
			t.Run(tt.name, func(t *testing.T) {
				if errs.KindOf(tt.err) != tt.kind || tt.err == nil {
					t.Errorf("%v, want kind %d", tt.err, tt.kind)
				}
			})
		}
		if got, err := b.Get(ctx, c.ID); err != nil || got != c {
			t.Errorf("a refused write changed the code: %+v (%v)", got, err)
		}
	})
}

func TestService_Update_of_a_code_in_use(t *testing.T) {
	each(t, func(t *testing.T, b book) {
		free := b.add(New{"sick", ForLeave, 10_000, "G4"})
		live, old := b.add(New{"sick", ForLeave, 10_000, "G5"}), b.add(New{"sick", ForLeave, 10_000, "G6"})
		b.use(live.ID, false)
		b.use(old.ID, true)
		for _, c := range []BankCode{live, old} {
			if _, err := b.Update(t.Context(), payroll, c.ID, nil, Changes{Category: new(ForShift)}); !errs.HasCode(err, "bank_code_in_use") {
				t.Errorf("%s: the categorie changed (%v)", c.Code, err)
			}
			if _, err := b.Update(t.Context(), payroll, c.ID, nil, Changes{Category: new(ForLeave), Code: new("G7")}); err != nil {
				t.Errorf("%s: naming the categorie that stands is refused: %v", c.Code, err)
			}
		}
		if got, err := b.Update(t.Context(), payroll, free.ID, nil, Changes{Category: new(ForShift)}); err != nil || got.Category != ForShift {
			t.Errorf("a free code: %+v, %v", got, err)
		}
		if err := b.Delete(t.Context(), payroll, live.ID, nil); err != nil {
			t.Errorf("a code in use cannot be retired: %v", err)
		}
	})
}

func TestService_Update_of_a_mileage_code_in_use(t *testing.T) {
	each(t, func(t *testing.T, b book) {
		km, meal := New{"mileage", ForExpense, 7_200, "G503"}, New{"meal", ForExpense, 10_000, "G501"}
		for _, tt := range []struct {
			name    string
			old     New
			used    bool
			changes Changes
			refused bool
		}{
			{"a new rate", km, true, Changes{Modifier: new(Modifier(7_300))}, true},
			{"a type that is no mileage", km, true, Changes{Type: new("meal")}, true},
			{"mileage of what was none", meal, true, Changes{Type: new(" Mileage ")}, true},
			{"a new rate of a code that is not in use", km, false, Changes{Modifier: new(Modifier(7_300))}, false},
			{"the rate that stands, with another name", km, true, Changes{Modifier: new(Modifier(7_200)), Type: new("MILEAGE"), Code: new("G504")}, false},
			{"a multiplier of another expense", meal, true, Changes{Modifier: new(Modifier(12_000))}, false},
		} {
			t.Run(tt.name, func(t *testing.T) {
				code := b.add(tt.old)
				if tt.used {
					b.use(code.ID, true)
				}
				got, err := b.Update(t.Context(), payroll, code.ID, nil, tt.changes)
				if errs.HasCode(err, "bank_code_in_use") != tt.refused || !tt.refused && err != nil {
					t.Errorf("%+v, %v", got, err)
				}
				if now, err := b.Get(t.Context(), code.ID); err != nil || (now == code) != tt.refused {
					t.Errorf("the code is %+v (%v), before %+v", now, err, code)
				}
			})
		}
	})
}

func TestService_Each(t *testing.T) {
	each(t, func(t *testing.T, b book) {
		a := b.add(New{"regular", ForShift, 10_000, "G1"}).ID
		c := b.add(New{"mileage", ForExpense, 7_200, "G503"}).ID
		d := b.add(New{"sick", ForLeave, 10_000, "G4"}).ID
		e := b.add(New{"evening", ForShift, 10_000, "G2"}).ID
		for _, tt := range []struct {
			name string
			f    Filter
			want []int64
		}{
			{"lists all by id", Filter{}, []int64{a, c, d, e}},
			{"narrows to a category", Filter{Category: ForShift}, []int64{a, e}},
			{"goes on after an id", Filter{After: c}, []int64{d, e}},
			{"stops after a number of rows", Filter{Rows: 2}, []int64{a, c}},
			{"keeps what changed since", Filter{Since: db.InstantOf(noon)}, []int64{a, c, d, e}},
			{"leaves out what has not changed since", Filter{Since: db.InstantOf(noon) + 1}, nil},
		} {
			t.Run(tt.name, func(t *testing.T) {
				if got := b.listed(tt.f); !slices.Equal(got, tt.want) {
					t.Errorf("%v, want %v", got, tt.want)
				}
			})
		}
	})
}
