package leaverequests

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
)

func TestService_Create(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		first, err := d.Create(t.Context(), d.ann, d.vacation(func(n *New) { n.ApprovalStatus, n.Comment = "", " Ski " }))
		if err != nil || first.ApprovalStatus != Pending || first.Version != 1 || first.Comment != "Ski" {
			t.Fatalf("got %+v, %v", first, err)
		}
		cids, err := d.Create(t.Context(), d.admin, d.vacation(func(n *New) { n.EmployeeID = d.crew.Cid.EmployeeID }))
		if err != nil {
			t.Fatal(err)
		}
		later := func(n *New) { n.Start += 7 * 86_400_000; n.End += 7 * 86_400_000 }
		for _, x := range []struct {
			name   string
			by     auth.Actor
			change func(*New)
			want   string
		}{
			{"refuses leave over other leave", d.ann, func(n *New) { n.Start = first.End - 60_000; n.End = first.End + 60_000 },
				"start_date_time overlap"},
			{"refuses leave around other leave", d.boss, func(n *New) { n.Start -= 1; n.End += 1 }, "start_date_time overlap"},
			{"takes leave that was refused beside other leave", d.boss, func(n *New) { n.ApprovalStatus = Refused }, ""},
			{"refuses an end before the start", d.ann, func(n *New) { n.End = n.Start }, "end_date_time not_after_start"},
			{"refuses an unknown kind", d.ann, func(n *New) { n.LeaveType = "Holiday" }, "leave_type not_allowed"},
			{"refuses a kind in small letters", d.ann, func(n *New) { n.LeaveType = "vacation" }, "leave_type not_allowed"},
			{"refuses a status of its own making", d.ann, func(n *New) { n.ApprovalStatus = "true" }, "approval_status not_allowed"},
			{"refuses a bank code for shifts", d.ann, func(n *New) { n.BankCodeID = d.crew.Regular; later(n) }, "bank_code_id category"},
			{"refuses a bank code that is not there", d.ann, func(n *New) { n.BankCodeID = 99; later(n) }, "bank_code_id not_found"},
			{"refuses a long comment", d.ann, func(n *New) { n.Comment = strings.Repeat("é", 2001) }, "comment length"},
			{"refuses leave of someone out of sight", d.ann, func(n *New) { n.EmployeeID = d.crew.Cid.EmployeeID }, "employee_id not_found"},
			{"says nothing of the leave of someone out of sight", d.ann, func(n *New) {
				n.EmployeeID, n.Start, n.End = cids.EmployeeID, cids.Start, cids.End
			}, "employee_id not_found"},
			{"refuses leave of nobody", d.admin, func(n *New) { n.EmployeeID = 99 }, "employee_id not_found"},
			{"refuses the owner's own approval", d.ann, func(n *New) { n.ApprovalStatus = Approved; later(n) }, "approval_not_allowed"},
			{"refuses payroll's own approval", d.payroll, func(n *New) { n.EmployeeID, n.ApprovalStatus = d.crew.Payroll.EmployeeID, Approved },
				"approval_not_allowed"},
			{"takes leave that begins when other leave ends, approved by who may", d.boss, func(n *New) {
				n.Start, n.End, n.ApprovalStatus = first.End, first.End+3_600_000, Approved
			}, ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				before := d.count("SELECT COUNT(*) FROM leave_requests")
				_, err := d.Create(t.Context(), x.by, d.vacation(x.change))
				if told(err) != x.want {
					t.Errorf("got %v, want %q", err, x.want)
				}
				if n := d.count("SELECT COUNT(*) FROM leave_requests"); x.want != "" && n != before {
					t.Error("a refused request left a row")
				}
			})
		}
	})
}

func TestService_Each(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		r := d.made(Escalated)
		deleted, err := d.Create(t.Context(), d.admin, d.vacation(func(n *New) { n.Start, n.End = r.End, r.End+1 }))
		if err == nil {
			_, err = d.Delete(t.Context(), d.admin, deleted.ID, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range []struct {
			name string
			by   auth.Actor
			f    Filter
			want int
		}{
			{"leaves out what was deleted", d.admin, Filter{}, 1},
			{"narrows to an employee", d.admin, Filter{EmployeeID: d.crew.Cid.EmployeeID}, 0},
			{"narrows to a bank code", d.admin, Filter{BankCodeID: d.crew.Regular}, 0},
			{"narrows to a type", d.admin, Filter{LeaveType: "Sick"}, 0},
			{"shows the owner the own", d.ann, Filter{}, 1},
			{"shows it to who is above", d.boss, Filter{EmployeeID: d.crew.Ann.EmployeeID, From: r.Start, To: r.End}, 1},
			{"shows it to nobody else", d.stranger, Filter{EmployeeID: d.crew.Ann.EmployeeID}, 0},
			{"shows it to nobody of the event half", auth.Actor{PersonID: "x", Role: auth.Events}, Filter{}, 0},
			{"narrows to a status", d.admin, Filter{ApprovalStatus: Pending}, 0},
			{"narrows to a kind", d.admin, Filter{LeaveType: "Vacation", ApprovalStatus: Escalated, BankCodeID: d.crew.Vacation}, 1},
			{"narrows to a time that it ends before", d.admin, Filter{From: r.End}, 0},
			{"narrows to a time that it begins after", d.admin, Filter{To: r.Start}, 0},
			{"goes on after an id", d.admin, Filter{After: r.ID}, 0},
			{"leaves out what has not changed since", d.admin, Filter{Since: r.UpdatedAt + 1}, 0},
		} {
			t.Run(x.name, func(t *testing.T) {
				n := 0
				err := d.Each(t.Context(), x.by, x.f, func(LeaveRequest) error { n++; return nil })
				if err != nil || n != x.want {
					t.Errorf("got %d, %v, want %d", n, err, x.want)
				}
			})
		}
		if _, err := d.Get(t.Context(), d.stranger, r.ID); errs.KindOf(err) != errs.KindNotFound {
			t.Errorf("another gets %v", err)
		}
	})
}

// A page of a filter by time has what lies in each block of ids, and nothing twice, whether few or many changed.
func TestService_Each_behind_the_first_ids(t *testing.T) {
	const far = 4000
	for _, many := range []bool{false, true} {
		each(t, func(t *testing.T, d *fixture) {
			r := d.made(Escalated)
			want := []int64{r.ID}
			for _, id := range []int64{far, r.ID + far + 7, 3 * far} {
				if err := d.exec(`INSERT INTO leave_requests (id, employee_id, bank_code_id, leave_type, start_at, end_at, comment, approval_status,
				created_at, updated_at) SELECT $1, employee_id, bank_code_id, leave_type, start_at, end_at, '', approval_status, 1, updated_at
				FROM leave_requests WHERE id = $2`, id, r.ID); err != nil {
					t.Fatal(err)
				}
				if err := d.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					return widen(ctx, tx, LeaveRequest{ID: id, Start: r.Start, End: r.End, UpdatedAt: r.UpdatedAt})
				}); err != nil {
					t.Fatal(err)
				}
				want = append(want, id)
			}
			if many { // denied ones, behind those that are asked for
				if err := d.exec(`WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 600)
				INSERT INTO leave_requests (id, employee_id, bank_code_id, leave_type, start_at, end_at, comment, approval_status, created_at,
				updated_at) SELECT $1 + n, employee_id, bank_code_id, leave_type, start_at, end_at, '', 'Denied', 1, updated_at
				FROM leave_requests CROSS JOIN n WHERE id = $2`, 3*far, r.ID); err != nil {
					t.Fatal(err)
				}
			}
			for name, f := range map[string]Filter{"from a day on": {From: r.Start}, "up to a day": {To: r.End}, "that changed since": {Since: 1},
				"that changed since, of a status": {Since: 1, ApprovalStatus: r.ApprovalStatus}} {
				for rows := int64(1); rows <= 4; rows++ {
					t.Run(fmt.Sprint("a page of ", rows, " ", name), func(t *testing.T) {
						f.Rows = rows
						var got []int64
						err := d.Each(t.Context(), d.admin, f, func(x LeaveRequest) error { got = append(got, x.ID); return nil })
						if err != nil || !slices.Equal(got, want[:min(int(rows), len(want))]) {
							t.Errorf("%v, %v, want the first %d of %v", got, err, rows, want)
						}
					})
				}
			}
		})
	}
}

// TestMoves is W9, every status to every status.
func TestMoves(t *testing.T) {
	const (
		ok, no, denied = "", "leave_move", "approval_not_allowed"
	)
	order := []string{Approved, Refused, Pending, Denied, Cancelled, Escalated}
	tables := map[string]map[string][]string{
		"who may approve": {
			Pending: {ok, ok, ok, ok, ok, ok}, Escalated: {ok, ok, no, ok, ok, ok}, Approved: {ok, no, no, no, ok, no},
			Refused: {ok, ok, ok, no, no, no}, Denied: {ok, no, ok, ok, no, no}, Cancelled: {no, no, no, no, ok, no},
		},
		"the owner": {
			Pending: {denied, denied, ok, denied, ok, denied}, Escalated: {denied, denied, no, denied, ok, ok},
			Approved: {ok, denied, no, denied, ok, denied},
			Refused:  {denied, ok, ok, denied, no, denied}, Denied: {denied, denied, ok, ok, no, denied},
			Cancelled: {denied, denied, no, denied, ok, denied},
		},
	}
	each(t, func(t *testing.T, d *fixture) {
		actors := map[string][]auth.Actor{"who may approve": {d.boss, d.payroll, d.admin}, "the owner": {d.ann}}
		for who, table := range tables {
			for from, wants := range table {
				for i, to := range order {
					t.Run(who+" moves "+from+" to "+to, func(t *testing.T) {
						for _, by := range actors[who] {
							r := d.made(from)
							got, err := d.Decide(t.Context(), by, r.ID, nil, Decision{Status: to})
							if told(err) != wants[i] {
								t.Errorf("%s got %v, want %q", by.Role, err, wants[i])
							}
							if err == nil && (got.ApprovalStatus != to || (got.Version == 1) != (from == to)) {
								t.Errorf("%s got %+v", by.Role, got)
							}
							d.removed()
						}
					})
				}
			}
		}
	})
}

func TestService_Update(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		end, status, cid, comment := at(t, "2026-12-09 16:00"), Pending, d.crew.Cid.EmployeeID, "Ski"
		for _, x := range []struct {
			name string
			by   auth.Actor
			from string
			c    Changes
			want string
		}{
			{"changes what waits, by its owner", d.ann, Pending, Changes{End: &end}, ""},
			{"changes what waits, by who is above", d.boss, Escalated, Changes{End: &end}, ""},
			{"leaves what is approved as it is, even for an admin", d.admin, Approved, Changes{End: &end}, "leave_decided"},
			{"leaves what was refused as it is", d.ann, Denied, Changes{End: &end}, "leave_decided"},
			{"changes what was refused when it is asked for again", d.ann, Denied, Changes{End: &end, ApprovalStatus: &status}, ""},
			{"leaves what is cancelled as it is", d.admin, Cancelled, Changes{End: &end}, "leave_decided"},
			{"lets a comment be added at any time", d.ann, Approved, Changes{Comment: &comment}, ""},
			{"does not give leave to somebody out of sight", d.ann, Pending, Changes{EmployeeID: &cid}, "employee_id not_found"},
			{"is not approved by the one it goes to", d.boss, Pending, Changes{EmployeeID: &d.boss.EmployeeID, ApprovalStatus: new(Approved)},
				"approval_not_allowed"},
			{"gives leave to another of the crew", d.boss, Pending, Changes{EmployeeID: &cid}, ""},
			{"refuses a bank code for shifts", d.ann, Pending, Changes{BankCodeID: &d.crew.Regular}, "bank_code_id category"},
			{"refuses an end before the start", d.ann, Pending, Changes{End: new(db.Instant(1))}, "end_date_time not_after_start"},
			{"hides the leave of others", d.stranger, Pending, Changes{End: &end}, "not_found"},
		} {
			t.Run(x.name, func(t *testing.T) {
				r := d.made(x.from)
				defer d.removed()
				got, err := d.Update(t.Context(), x.by, r.ID, nil, x.c)
				if told(err) != x.want {
					t.Errorf("got %v, want %q", err, x.want)
				}
				if err == nil && got.Version != 2 {
					t.Errorf("got %+v", got)
				}
			})
		}
		t.Run("changes leave of an employee who has left", func(t *testing.T) {
			defer d.removed()
			r := d.made(Pending)
			for _, statement := range []string{"UPDATE employees SET archived_at = 1 WHERE id = $1",
				"UPDATE employees SET archived_at = NULL WHERE id = $1"} {
				if err := d.exec(statement, r.EmployeeID); err != nil {
					t.Fatal(err)
				}
				if _, err := d.Update(t.Context(), d.admin, r.ID, nil, Changes{Comment: new(statement)}); err != nil {
					t.Errorf("after %s: %v", statement, err)
				}
			}
		})
		t.Run("does not ask again for what has been taken meanwhile", func(t *testing.T) {
			defer d.removed()
			r := d.made(Denied)
			d.made(Approved)
			for _, to := range []string{Pending, Approved} {
				if _, err := d.Decide(t.Context(), d.boss, r.ID, nil, Decision{Status: to}); told(err) != "start_date_time overlap" {
					t.Errorf("to %s: %v", to, err)
				}
			}
		})
		t.Run("does not see itself as other leave", func(t *testing.T) {
			defer d.removed()
			r := d.made(Pending)
			if _, err := d.Update(t.Context(), d.ann, r.ID, &r.Version, Changes{End: &end}); err != nil {
				t.Error(err)
			}
			if _, err := d.Update(t.Context(), d.ann, r.ID, &r.Version, Changes{End: &r.End}); !errs.HasCode(err, "stale") {
				t.Errorf("an old version: %v", err)
			}
		})
		t.Run("notes who did what", func(t *testing.T) {
			defer d.removed()
			r := d.made(Pending)
			if _, err := d.Decide(t.Context(), d.boss, r.ID, nil, Decision{Status: Approved, Comment: &comment}); err != nil {
				t.Fatal(err)
			}
			if n := d.count(`SELECT COUNT(*) FROM audit_log WHERE kind = 'leave_request' AND action = 'approved'
			AND person_id = $1 AND changes LIKE '%"approval_status":["Pending","True"]%'`, d.boss.PersonID); n != 1 {
				t.Errorf("%d entries", n)
			}
		})
	})
}

func TestService_Delete(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		for from, want := range map[string]string{Pending: "", Escalated: "", Denied: "", Refused: "", Cancelled: "",
			Approved: "leave_approved"} {
			r := d.made(from)
			if _, err := d.Delete(t.Context(), d.ann, r.ID, nil); told(err) != want {
				t.Errorf("%s: got %v, want %q", from, err, want)
			}
			if _, err := d.Get(t.Context(), d.ann, r.ID); (want == "") != (errs.KindOf(err) == errs.KindNotFound) {
				t.Errorf("%s: after it: %v", from, err)
			}
			d.removed()
		}
	})
}

// TestService_Race asks for the same days at once, by new requests and by asking again: one may have them.
func TestService_Race(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		denied := d.made(Denied)
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				var err error
				if i%2 == 0 {
					_, err = d.Create(t.Context(), d.ann, d.vacation(nil))
				} else {
					_, err = d.Decide(t.Context(), d.ann, denied.ID, nil, Decision{Status: Pending})
				}
				if got := told(err); got != "" && got != "start_date_time overlap" {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if n := d.count("SELECT COUNT(*) FROM leave_requests WHERE approval_status = 'Pending'"); n != 1 {
			t.Errorf("%d have the same days", n)
		}
	})
}

// The control of the test above: without a lock on the employee, two transactions that check at the same time find no overlap, and
// both requests for the same days are stored. SQLite has one writer at a time, so only PostgreSQL can show it.
func TestAdmit_without_the_lock_two_have_the_same_days(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		if d.db.Dialect().OneWriter() {
			t.Skip("writes come one after the other")
		}
		var looked, all sync.WaitGroup
		looked.Add(2)
		for range 2 {
			all.Go(func() {
				err := d.db.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
					err := checkReferences(ctx, tx, d.ann, d.vacation(nil), LeaveRequest{})
					looked.Done()
					looked.Wait()
					if err == nil {
						_, err = insert(ctx, tx, d.vacation(nil), 1)
					}
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if n := d.count("SELECT COUNT(*) FROM leave_requests WHERE approval_status = 'Pending'"); n != 2 {
			t.Errorf("%d have the same days: the test of the race proves nothing", n)
		}
	})
}

func TestService_Calendar(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		for status, day := range map[string]string{Approved: "2026-12-07", Pending: "2026-12-08", Escalated: "2026-12-09",
			Refused: "2026-12-10"} {
			_, err := d.Create(t.Context(), d.admin, d.vacation(func(n *New) {
				n.Start, n.End, n.ApprovalStatus = at(d, day+" 08:00"), at(d, day+" 16:00"), status
			}))
			if err != nil {
				t.Fatal(err)
			}
		}
		if list, err := d.Calendar(t.Context(), d.stranger, db.MustDay("2026-12-06"), time.UTC); err != nil || len(list) != 0 {
			t.Errorf("another crew's calendar shows %+v, %v", list, err)
		}
		if list, err := d.Calendar(t.Context(), d.boss, db.MustDay("2026-11-01"), time.UTC); err != nil || len(list) != 0 {
			t.Errorf("the weeks before show %+v, %v", list, err)
		}
		list, err := d.Calendar(t.Context(), d.boss, db.MustDay("2026-12-06"), time.UTC)
		if err != nil || len(list) != 1 {
			t.Fatalf("%+v, %v", list, err)
		}
		var away []string
		for _, r := range list[0].Runs {
			for _, l := range r.Leave {
				away = append(away, r.First.String()+" "+l.ApprovalStatus)
			}
		}
		if got, want := strings.Join(away, ", "), "2026-12-07 True, 2026-12-08 Pending, 2026-12-09 Escalated"; got != want {
			t.Errorf("the calendar shows %s, want %s: what was refused is no leave", got, want)
		}
		for _, x := range []struct {
			name string
			by   auth.Actor
			want string
		}{{"whoever approves", d.boss, "2: 2026-12-08"}, {"another crew", d.stranger, "0:"}, {"the employee", d.ann, "0:"}} {
			list, n, err := d.ToDecide(t.Context(), x.by, 1)
			got := fmt.Sprintf("%d:", n)
			for _, l := range list {
				first, _ := l.Days(time.UTC)
				got += " " + first.String()
			}
			if err != nil || got != x.want {
				t.Errorf("%s is to decide %s, want %s, %v", x.name, got, x.want, err)
			}
		}
	})
}

func TestService_AwayDuring(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		for _, x := range []struct{ employee, from, to int64 }{ // hours after the beginning
			{d.ann.EmployeeID, 0, 8}, {d.ann.EmployeeID, 24, 32}, {d.cid.EmployeeID, 8, 16}, {d.boss.EmployeeID, 0, 32},
		} {
			_, err := d.Create(t.Context(), d.admin, d.vacation(func(n *New) {
				n.EmployeeID, n.End = x.employee, n.Start+db.Instant(x.to*3_600_000)
				n.Start += db.Instant(x.from * 3_600_000)
			}))
			if err != nil {
				t.Fatal(err)
			}
		}
		const ann, cid, boss = "Élise Member5", "Élise Member7", "Élise Member3"
		for _, x := range []struct {
			name     string
			by       auth.Actor
			except   int64
			from, to db.Instant // hours after the beginning
			want     string
		}{
			{"names each of the others once, and not the person who asks", d.boss, d.boss.EmployeeID, 0, 32, ann + ", " + cid},
			{"names the person who asks for another one, and not that one", d.boss, d.ann.EmployeeID, 0, 32, boss + ", " + cid},
			{"names those who are away in that time only", d.boss, d.boss.EmployeeID, 8, 24, cid},
			{"names no one whom the person may not see", d.ann, d.ann.EmployeeID, 0, 32, ""},
			{"names everyone to payroll", d.payroll, d.payroll.EmployeeID, 0, 32, boss + ", " + ann + ", " + cid},
		} {
			t.Run(x.name, func(t *testing.T) {
				start := d.vacation(nil).Start
				names, err := d.AwayDuring(t.Context(), x.by, x.except, start+x.from*3_600_000, start+x.to*3_600_000)
				if got := strings.Join(names, ", "); err != nil || got != x.want {
					t.Errorf("%q are away, want %q: %v", got, x.want, err)
				}
			})
		}
	})
}

func TestService_Archived(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		made := func(day, status string) LeaveRequest {
			r, err := d.Create(t.Context(), d.admin, d.vacation(func(n *New) {
				n.Start, n.End, n.ApprovalStatus = at(d, day+" 08:00"), at(d, day+" 16:00"), status
			}))
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		live, deleted, aged := made("2026-12-09", Pending), made("2026-12-08", Pending), made("2026-12-07", Approved)
		if _, err := d.Delete(t.Context(), d.ann, deleted.ID, nil); err != nil {
			t.Fatal(err)
		}
		if n, err := d.ArchiveAged(t.Context(), aged.End); err != nil || n != 1 {
			t.Fatalf("%d have aged: %v", n, err)
		}
		for _, x := range []struct {
			name string
			by   auth.Actor
			id   int64
			want string // the reason, or the error
		}{
			{"shows what its owner deleted", d.ann, deleted.ID, "deleted"},
			{"shows what has aged", d.boss, aged.ID, "aged"},
			{"does not show what is live", d.admin, live.ID, "not_found"},
			{"does not show what there is not", d.admin, 99, "not_found"},
			{"does not show the leave of others", d.stranger, deleted.ID, "not_found"},
		} {
			t.Run(x.name, func(t *testing.T) {
				r, in, err := d.Archived(t.Context(), x.by, x.id)
				if got := cmp.Or(told(err), in.Reason); got != x.want {
					t.Errorf("got %q, want %q", got, x.want)
				}
				if err == nil && (r.ID != x.id || in.At != d.at()) {
					t.Errorf("got %+v, %+v", r, in)
				}
			})
		}
	})
}

// Leave counts in the hours of a period also after it has aged; what is refused or deleted does not.
func TestEachLive(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		made := func(employee int64, day, status string) LeaveRequest {
			r, err := d.Create(t.Context(), d.admin, d.vacation(func(n *New) {
				n.EmployeeID, n.Start, n.End, n.ApprovalStatus = employee, at(d, day+" 08:00"), at(d, day+" 16:00"), status
			}))
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		cids := made(d.cid.EmployeeID, "2026-12-07", Approved)
		second, first := made(d.ann.EmployeeID, "2026-12-08", Approved), made(d.ann.EmployeeID, "2026-12-07", Approved)
		open := made(d.ann.EmployeeID, "2026-12-09", Pending)
		made(d.ann.EmployeeID, "2026-12-11", Denied)
		if _, err := d.ArchiveAged(t.Context(), first.End); err != nil {
			t.Fatal(err)
		}
		deleted := made(d.ann.EmployeeID, "2026-12-10", Approved)
		if err := d.exec("UPDATE leave_requests SET archived_at = 1, archived_reason = 'deleted' WHERE id = $1", deleted.ID); err != nil {
			t.Fatal(err)
		}
		spans := func(list ...LeaveRequest) (text []string) {
			for _, r := range list {
				text = append(text, fmt.Sprint(LeaveSpan{r.EmployeeID, r.BankCodeID, r.Start, r.End, r.ID != open.ID}))
			}
			return text
		}
		for _, x := range []struct {
			name       string
			start, end db.Instant
			by         auth.Actor
			want       []string
		}{
			{"lists by employee and start", first.Start, deleted.End, d.admin, spans(first, second, open, cids)},
			{"lists what the caller may see", first.Start, deleted.End, d.cid, spans(cids)},
			{"leaves out what ends at the beginning", first.End, second.End, d.admin, spans(second)},
			{"leaves out what begins at the end", first.Start, second.Start, d.admin, spans(first, cids)},
		} {
			t.Run(x.name, func(t *testing.T) {
				var got []string
				err := EachLive(t.Context(), d.db, x.start, x.end, x.by.Visible, func(s LeaveSpan) { got = append(got, fmt.Sprint(s)) })
				if err != nil || !slices.Equal(got, x.want) {
					t.Errorf("got %v, want %v: %v", got, x.want, err)
				}
			})
		}
	})
}
