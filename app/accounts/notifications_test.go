package accounts_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"presence/app/apptest"
	"presence/app/apptest/mailtest"
	"presence/app/hub/campaigns"
	"presence/db"
)

// TestNotifications does what people do and looks at who was told: each kind of W15, from the request to the summary.
// Nobody else is told of it, nor sees a name.
func TestNotifications(t *testing.T) {
	for _, x := range []struct {
		name   string
		before []string // "who METHOD path body", each of which makes a notification
		act    string
		told   map[string]string // who: the kind
		names  string            // of whom the text speaks
	}{
		{"a sheet that is handed in", nil, "employee PUT /timesheets/{employee.timesheet}/submission",
			map[string]string{"supervisor": "timesheet.submitted"}, "Maëlle Trudelle"},
		{"a sheet that is approved", nil, `supervisor PATCH /timesheets/{employee.timesheet}/approval {"is_approved":true}`,
			map[string]string{"employee": "timesheet.approved"}, "Barnabé Fontaine-Roy"},
		{"an approval that is withdrawn", []string{`supervisor PATCH /timesheets/{employee.timesheet}/approval {"is_approved":true}`},
			`payroll PATCH /timesheets/{employee.timesheet}/approval {"is_approved":false}`,
			map[string]string{"employee": "timesheet.changed"}, "Philomène Larivée"},
		{"a correction of what was handed in", []string{"employee PUT /timesheets/{employee.timesheet}/submission"},
			`supervisor PATCH /shifts/{employee.shift} {"end_time":"2026-11-16T15:00:00-05:00"}`,
			map[string]string{"employee": "timesheet.changed"}, "Barnabé Fontaine-Roy"},
		{"an expense that is decided", nil, `supervisor PATCH /Expenses/{employee.expense}/approval {"is_approved":true}`,
			map[string]string{"employee": "expense.decided"}, "Barnabé Fontaine-Roy"},
		{"leave that is asked for", nil,
			`employee POST /leave-requests {"employee_id":{employee},"bank_code_id":{vacation},"leave_type":"Sick","start_date_time":"2026-12-07T08:00","end_date_time":"2026-12-07T16:00","comment":"","approval_status":"Pending"}`,
			map[string]string{"supervisor": "leave.requested"}, "Maëlle Trudelle"},
		{"leave that payroll asks for, for an employee", nil,
			`payroll POST /leave-requests {"employee_id":{employee},"bank_code_id":{vacation},"leave_type":"Sick","start_date_time":"2026-12-07T08:00","end_date_time":"2026-12-07T16:00","comment":"","approval_status":"Pending"}`,
			map[string]string{"employee": "leave.requested", "supervisor": "leave.requested"}, "Philomène Larivée"},
		{"leave that is decided", nil, `supervisor PATCH /leave-requests/{employee.leave}/approval {"approval_status":"Denied"}`,
			map[string]string{"employee": "leave.decided"}, "Barnabé Fontaine-Roy"},
		{"leave that its owner gives up", nil, `employee PATCH /leave-requests/{employee.leave} {"approval_status":"Cancelled"}`,
			map[string]string{"supervisor": "leave.decided"}, "Maëlle Trudelle"},
		{"a period that is approved", nil, "supervisor PATCH /pay-periods/2026/25/approval",
			map[string]string{"employee": "period.approved", "colleague": "period.approved"}, "Barnabé Fontaine-Roy"},
		{"a change that nobody made for another", nil, `employee PATCH /shifts/{employee.shift} {"end_time":"2026-11-16T15:00:00-05:00"}`, nil,
			""},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			a := apptest.New(t)
			do := func(act string) {
				part := append(strings.SplitN(act, " ", 4), "")
				var body any
				if part[3] != "" {
					body = part[3]
				}
				if r := a.As(part[0]).On(t).Do(part[1], part[2], body); r.Status >= 300 {
					t.Fatalf("%s: %d %s", act, r.Status, r.Body)
				}
			}
			for _, act := range x.before {
				do(act)
			}
			for who := range a.World.People {
				a.Browser(who).On(t).Form("/staff/notifications/read", "up_to=999999").Want(303)
			}
			do(x.act)
			for who := range a.World.People {
				r := a.As(who).On(t).Get("/notifications/summary").Want(200)
				page := a.Browser(who).On(t).Get("/staff/notifications").Want(200)
				kind, told := x.told[who]
				if !told {
					r.Has(`"unread":0`)
					continue
				}
				r.Has(`"unread":1`, fmt.Sprintf(`"kind":"%s"`, kind), x.names)
				page.Has(x.names, `name="up_to"`)
			}
			a.As("stranger").On(t).Get("/notifications/summary").HasNot("Maëlle", "Barnabé")
		})
	}
	t.Run("time that is not handed in two days before its period ends, in each one's language", func(t *testing.T) {
		t.Parallel()
		a := apptest.New(t)
		a.As("employee").On(t).Do("PUT", "/timesheets/{employee.timesheet}/submission", nil).Want(200)
		a.Clock.Set(time.Date(2026, 11, 26, 23, 0, 0, 0, time.UTC)) // six in the evening
		if told, err := a.PayPeriods.Remind(t.Context()); err != nil || told == 0 {
			t.Fatalf("told %d: %v", told, err)
		}
		a.Browser("employee").On(t).Get("/notifications/summary").Want(200).HasNot("timesheet.reminder")
		a.Browser("colleague").On(t).Get("/notifications/summary").Want(200).
			Has(`"kind":"timesheet.reminder","record":{"kind":"pay_period","id":"2026-25"}`, `"url":"/staff/time/2026-25"`)
		for language, text := range map[string]string{"fr": "à soumettre d’ici le samedi", "en": "Submit your timesheet by Saturday"} {
			person := a.World.People["colleague"].UserID
			if err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, "UPDATE people SET language = $1 WHERE id = $2", language, person)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			a.Browser("colleague").On(t).Get("/staff/notifications").Want(200).Has(text, "/staff/notifications/open?id=")
		}
	})
	t.Run("a send that is complete, to who started it and who runs events", func(t *testing.T) {
		t.Parallel()
		a := apptest.New(t, apptest.Mailing(mailtest.NewRelay()))
		mailtest.Invite(t, a, "fete-clients-2026", "Mary Smith", "Zoé Tremblay")
		a.Work(t)
		id := a.As("admin").On(t).Post(apptest.PartyEvent+"/send", `{}`).Want(201).ID()
		mailtest.UntilCampaign(t, a, id, campaigns.Completed)
		record := fmt.Sprintf(`"kind":"campaign.finished","record":{"kind":"campaign","id":"%d"}`, id)
		url := fmt.Sprintf("/staff/campaigns/%d", id)
		for who, told := range map[string]bool{"admin": true, "events": true, "payroll": false, "supervisor": false} {
			r := a.As(who).On(t).Get("/notifications/summary").Want(200)
			if !told {
				r.HasNot("campaign.")
				continue
			}
			r.Has(record, `"url":"`+url+`"`)
			a.Browser(who).On(t).Get("/staff/notifications").Want(200).Has(`href="/staff/notifications/open?id=`, "The campaign is complete")
		}
	})
	t.Run("sheets of one period stand together, and are marked as read together", func(t *testing.T) {
		t.Parallel()
		a := apptest.New(t)
		c := a.Browser("supervisor").On(t)
		c.Form("/staff/notifications/read", "up_to=999999").Want(303)
		if err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE timesheets SET period_start = $1", db.MustDay("2026-11-15"))
			return err
		}); err != nil {
			t.Fatal(err)
		}
		for _, who := range []string{"employee", "colleague"} {
			a.As(who).On(t).Do("PUT", "/timesheets/{"+who+".timesheet}/submission", nil).Want(200)
		}
		group := c.Get("/staff/notifications").Want(200).Has("1 unread", "2 people submitted their timesheets").Doc().Find(".note.is-unread")
		if group.Length() != 1 || strings.Count(group.Find(".note-text a").AttrOr("href", ""), "id=") != 2 || group.Find(".note-people a").Length() != 2 {
			t.Fatalf("%d unread entries: %s", group.Length(), group.Text())
		}
		form := ""
		for _, id := range group.Find("input[name=id]").EachIter() {
			form += "&id=" + id.AttrOr("value", "")
		}
		c.Form("/staff/notifications/read", strings.TrimPrefix(form, "&")).Want(303)
		c.Get("/staff/notifications").Want(200).Has("All read")
	})
	t.Run("what waits for a decision, each for who may decide", func(t *testing.T) {
		t.Parallel()
		a := apptest.New(t)
		a.As("employee").On(t).Do("PUT", "/timesheets/{employee.timesheet}/submission", nil).Want(200)
		for who, want := range map[string]string{
			"supervisor": `"pending":{"timesheets":1,"expenses":2,"leave_requests":2,"shifts":2}`,
			"employee":   `"pending":{"timesheets":0,"expenses":0,"leave_requests":0,"shifts":0}`,
			"stranger":   `"pending":{"timesheets":0,"expenses":0,"leave_requests":0,"shifts":0}`,
			"events":     `"pending":{"timesheets":0,"expenses":0,"leave_requests":0,"shifts":0}`,
			"foreman":    `"pending":{"timesheets":0,"expenses":0,"leave_requests":1,"shifts":0}`,
			"payroll":    `"pending":{"timesheets":1,"expenses":2,"leave_requests":5,"shifts":2}`,
			"admin":      `"pending":{"timesheets":1,"expenses":2,"leave_requests":6,"shifts":2}`,
		} {
			a.As(who).On(t).Get("/notifications/summary").Want(200).Has(want)
		}
	})
}
