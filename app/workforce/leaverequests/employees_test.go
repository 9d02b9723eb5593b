package leaverequests

import (
	"fmt"
	"maps"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
)

// Those who can be chosen are those for whom Create accepts a request.
func TestService_Employee(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		if err := d.exec("UPDATE employees SET archived_at = 1 WHERE id = $1", d.crew.Deputy.EmployeeID); err != nil {
			t.Fatal(err)
		}
		all := []int64{d.crew.Admin.EmployeeID, d.crew.Payroll.EmployeeID, d.boss.EmployeeID, d.ann.EmployeeID, d.crew.Deputy.EmployeeID,
			d.cid.EmployeeID, d.crew.Foreman.EmployeeID, d.stranger.EmployeeID, 0, 99}
		live := []int64{all[0], all[1], all[2], all[3], all[5], all[6], all[7]}
		for _, x := range []struct {
			name string
			by   auth.Actor
			want []int64
		}{
			{"an admin may request leave for every live employee", d.admin, live},
			{"payroll may request leave for every live employee", d.payroll, live},
			{"a supervisor may for the team, including reports of reports", d.boss, []int64{d.boss.EmployeeID, d.ann.EmployeeID, d.cid.EmployeeID}},
			{"other employees may for themselves only", d.ann, []int64{d.ann.EmployeeID}},
			{"people without an employee record may for no one", auth.Actor{PersonID: "x", Role: auth.Events}, nil},
		} {
			t.Run(x.name, func(t *testing.T) {
				want, got, created := map[int64]bool{}, map[int64]bool{}, map[int64]bool{}
				for _, id := range x.want {
					want[id] = true
				}
				for _, id := range all {
					e, err := d.Employee(t.Context(), x.by, id)
					if told(err) != "not_found" {
						got[id] = true
						if err != nil || e.ID != id || e.Name != fmt.Sprint("Élise Member", id) {
							t.Errorf("%d is %+v: %v", id, e, err)
						}
					}
					_, err = d.Create(t.Context(), x.by, d.vacation(func(n *New) { n.EmployeeID = id }))
					if err == nil {
						created[id] = true
					} else if told(err) != "employee_id not_found" && told(err) != "employee_id required" {
						t.Errorf("for %d: %v", id, err)
					}
				}
				if !maps.Equal(got, want) || !maps.Equal(created, want) {
					t.Errorf("may choose %v and create for %v, want %v", got, created, want)
				}
				d.removed()
			})
		}
	})
}

// With approval_status a request for another employee can be made and decided at once, by the API (W8); its owner is told of that.
func TestService_Create_decided_for_another(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		for _, x := range []struct {
			name string
			by   auth.Actor
			of   auth.Actor
			want string
		}{
			{"a supervisor approves leave of the team with the request", d.boss, d.ann, ""},
			{"payroll approves leave of everyone else with the request", d.payroll, d.cid, ""},
			{"payroll does not approve the own leave with the request", d.payroll, d.payroll, "approval_not_allowed"},
			{"an employee does not approve the own leave with the request", d.ann, d.ann, "approval_not_allowed"},
		} {
			t.Run(x.name, func(t *testing.T) {
				defer d.removed()
				r, err := d.Create(t.Context(), x.by, d.vacation(func(n *New) {
					n.EmployeeID, n.ApprovalStatus = x.of.EmployeeID, Approved
				}))
				if told(err) != x.want || err == nil && r.ApprovalStatus != Approved {
					t.Fatalf("%+v, %v", r, err)
				}
				if err == nil && d.notified(x.of, notifications.LeaveDecided, r.ID) != 1 {
					t.Error("the owner is not told")
				}
				if d.count("SELECT COUNT(*) FROM notifications WHERE kind = 'leave.requested'") != 0 {
					t.Error("somebody is told that it waits")
				}
			})
		}
	})
}

// A request that is given to another employee is a request for that one: the employee and the supervisor are told.
func TestService_Update_gives_to_another(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		r, err := d.Create(t.Context(), d.ann, d.vacation(nil))
		if err != nil {
			t.Fatal(err)
		}
		if err := d.exec("DELETE FROM notifications"); err != nil {
			t.Fatal(err)
		}
		r, err = d.Update(t.Context(), d.payroll, r.ID, nil, Changes{EmployeeID: &d.cid.EmployeeID})
		if err != nil || r.ApprovalStatus != Pending {
			t.Fatalf("%+v, %v", r, err)
		}
		if n := d.notified(d.cid, notifications.LeaveRequested, r.ID); n != 1 {
			t.Errorf("its owner has %d notifications", n)
		}
		if n := d.count(`SELECT COUNT(*) FROM notifications WHERE kind = 'leave.requested' AND person_id = (SELECT s.user_id
			FROM employees e JOIN employees s ON s.id = e.supervisor_id WHERE e.id = $1)`, d.cid.EmployeeID); n != 1 {
			t.Errorf("the supervisor has %d notifications", n)
		}
		if _, err := d.Decide(t.Context(), d.cid, r.ID, nil, Decision{Status: Approved}); told(err) != "approval_not_allowed" {
			t.Errorf("its owner approves it: %v", err)
		}
	})
}

func TestService_RequestedByOthers(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		d.boss.Name, d.ann.Name = "Bea Boss", "Ann Roy"
		own, err := d.Create(t.Context(), d.ann, d.vacation(nil))
		if err != nil {
			t.Fatal(err)
		}
		asked, err := d.Create(t.Context(), d.boss, d.vacation(func(n *New) { n.Start, n.End = own.End, own.End+3_600_000 }))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Decide(t.Context(), d.payroll, asked.ID, nil, Decision{Status: Approved}); err != nil {
			t.Fatal(err)
		}
		for _, x := range []struct {
			name string
			list []LeaveRequest
			want map[int64]string
		}{
			{"names who requested it for the owner, not who approved it", []LeaveRequest{own, asked}, map[int64]string{asked.ID: "Bea Boss"}},
			{"names no one for the own requests", []LeaveRequest{own}, map[int64]string{}},
			{"names no one without requests", nil, map[int64]string{}},
		} {
			t.Run(x.name, func(t *testing.T) {
				if got, err := d.RequestedByOthers(t.Context(), d.ann, x.list); err != nil || !maps.Equal(got, x.want) {
					t.Errorf("%v, want %v: %v", got, x.want, err)
				}
			})
		}
	})
}

// Leave that is requested for an employee waits for approval as if the employee had requested it (C11, W15).
func TestService_Create_for_another(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		for _, x := range []struct {
			name      string
			by        auth.Actor
			of        int64
			decides   auth.Actor
			want      string
			toldOwner bool
		}{
			{"the one who requested it may approve it, since it is not their own", d.boss, d.ann.EmployeeID, d.boss, "", true},
			{"its owner may not approve it", d.boss, d.ann.EmployeeID, d.ann, "approval_not_allowed", true},
			{"payroll may not approve the own leave that another person requested", d.admin, d.payroll.EmployeeID, d.payroll,
				"approval_not_allowed", true},
			{"payroll may approve what payroll requested for another employee", d.payroll, d.cid.EmployeeID, d.payroll, "", true},
			{"a supervisor may not approve the own leave", d.boss, d.boss.EmployeeID, d.boss, "approval_not_allowed", false},
		} {
			t.Run(x.name, func(t *testing.T) {
				defer d.removed()
				if err := d.exec("DELETE FROM notifications"); err != nil {
					t.Fatal(err)
				}
				r, err := d.Create(t.Context(), x.by, d.vacation(func(n *New) { n.EmployeeID, n.ApprovalStatus = x.of, "" }))
				if err != nil || r.ApprovalStatus != Pending {
					t.Fatalf("%+v, %v", r, err)
				}
				notified := d.count(`SELECT COUNT(*) FROM notifications WHERE kind = 'leave.requested'
					AND person_id = (SELECT user_id FROM employees WHERE id = $1)`, x.of) == 1
				if notified != x.toldOwner {
					t.Errorf("the owner is notified: %v", notified)
				}
				if n := d.count("SELECT COUNT(*) FROM audit_log WHERE kind = 'leave_request' AND action = 'created' AND person_id = $1 AND record_id = $2",
					x.by.PersonID, fmt.Sprint(r.ID)); n != 1 {
					t.Error("the audit log does not say who requested it")
				}
				if _, err := d.Decide(t.Context(), x.decides, r.ID, nil, Decision{Status: Approved}); told(err) != x.want {
					t.Errorf("got %v, want %q", err, x.want)
				}
			})
		}
	})
}
