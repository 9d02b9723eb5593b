package notifications

import (
	"context"
	"slices"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/accounts/webhooks"
	"presence/db"
)

// subscribe adds an endpoint that is told of everything of this package.
func (k *fixture) subscribe() {
	k.t.Helper()
	var names []string
	for _, kind := range WebhookKinds() {
		names = append(names, string(kind))
	}
	k.exec(`INSERT INTO webhook_endpoints (reference, url, description, kinds, secret, created_at, updated_at)
		VALUES ('r', 'https://example.org', '', $1, $2, 1, 1)`, strings.Join(names, " "), []byte("sealed"))
}

// Each function that notifies people tells webhooks too, also when there is nobody to notify.
func TestWebhooks(t *testing.T) {
	ctx := context.Background()
	for _, x := range []struct {
		name   string
		notify func(k *fixture, tx *db.Tx) error
		want   string
	}{
		{"a record", func(_ *fixture, tx *db.Tx) error {
			return Notify(ctx, tx, Event{At: 1, By: auth.Actor{Name: "Ann"}, Kind: SheetApproved, Records: []Record{{ID: 7}, {ID: 8}}})
		}, `{"type":"timesheet.approved","timestamp":"1970-01-01T00:00:00.001Z","data":{"record":"timesheet","ids":[7,8],"by":"Ann"}}`},
		{"a whole period, by its timesheets", func(_ *fixture, tx *db.Tx) error {
			return Notify(ctx, tx, Event{At: 1, Kind: PeriodApproved, Records: []Record{{ID: 7}, {ID: 8}}, Data: Data{Period: db.MustDay("2026-11-15")}})
		}, `"type":"period.approved","timestamp":"1970-01-01T00:00:00.001Z","data":{"record":"timesheet","ids":[7,8],"period":"2026-11-15"}}`},
		{"leave, with instants as in the JSON API", func(_ *fixture, tx *db.Tx) error {
			return Notify(ctx, tx, Event{At: 1, Kind: LeaveRequested, Records: []Record{{ID: 7}},
				Data: Data{LeaveType: "Vacation", Status: "Pending", Start: 86_400_000, End: 90_000_000}})
		}, `"data":{"record":"leave_request","ids":[7],"leave_type":"Vacation","status":"Pending","start":"1970-01-02T00:00:00Z",` +
			`"end":"1970-01-02T01:00:00Z"}}`},
		{"an expense, with dollars as in the JSON API, and texts as they are", func(_ *fixture, tx *db.Tx) error {
			return Notify(ctx, tx, Event{At: 1, By: auth.Actor{Name: "Ann <R&D>"}, Kind: ExpenseDecided, Records: []Record{{ID: 7}},
				Data: Data{Approved: true, Cents: 4250}})
		}, `"data":{"record":"expense","ids":[7],"by":"Ann <R&D>","approved":true,"amount":42.5}}`},
		{"answers", func(_ *fixture, tx *db.Tx) error {
			return NotifyRSVPs(ctx, tx, NewRSVPs{At: 1, Record: 1, EventID: "gala", Count: 3})
		}, `"type":"rsvp.received","timestamp":"1970-01-01T00:00:00.001Z","data":{"record":"event","event_id":"gala","count":3}`},
		{"a send that begins", func(_ *fixture, tx *db.Tx) error {
			return NotifySend(ctx, tx, Send{At: 1, Campaign: 5, EventID: "gala", Sending: Sending{Status: statusSending, Guests: 2}})
		}, `"type":"campaign.progress","timestamp":"1970-01-01T00:00:00.001Z","data":{"record":"campaign","ids":[5],"event_id":"gala"`},
		{"a send that ends", func(_ *fixture, tx *db.Tx) error {
			return NotifySend(ctx, tx, Send{At: 1, Campaign: 5, Sending: Sending{Status: "completed"}})
		}, `"type":"campaign.finished"`},
		{"bounces", func(_ *fixture, tx *db.Tx) error { return NotifyBounces(ctx, tx, Bounces{At: 1, Count: 4}) },
			`"type":"address.bounces","timestamp":"1970-01-01T00:00:00.001Z","data":{"record":"address","count":4}`},
		{"second factors", func(k *fixture, tx *db.Tx) error {
			return NotifyFactorsReset(ctx, tx, auth.FactorsReset{At: 1, PersonID: k.crew.Boss.PersonID})
		}, `"type":"account.factors_reset"`},
		{"a reminder", func(k *fixture, tx *db.Tx) error {
			_, err := Remind(ctx, tx, Reminder{At: 1, SingleSignOn: true, Employees: []int64{k.crew.Boss.EmployeeID}})
			return err
		}, `"type":"timesheet.reminder","timestamp":"1970-01-01T00:00:00.001Z","data":{"record":"employee","ids":[`},
		{"a reminder of approvals", func(k *fixture, tx *db.Tx) error {
			return RemindApprovers(ctx, tx, ApproverReminder{Kind: ApprovalsWaiting, At: 1, Since: 1, SingleSignOn: true,
				Waiting: []Waiting{{PersonID: k.crew.Boss.PersonID, Count: 6}}})
		}, `"type":"approvals.waiting","timestamp":"1970-01-01T00:00:00.001Z","data":{"record":"person","count":6}`},
	} {
		t.Run(x.name, func(t *testing.T) {
			each2(t, func(t *testing.T, k *fixture) {
				k.t = t
				k.subscribe()
				k.write(func(tx *db.Tx) error { return x.notify(k, tx) })
				list, err := db.ReadTexts(k.db.Query(ctx, "SELECT payload FROM webhook_deliveries ORDER BY id"))
				if err != nil || len(list) != 1 || !strings.Contains(list[0], x.want) {
					t.Errorf("%s %v, want %s", list, err, x.want)
				}
			})
		})
	}
}

func TestNotifyWebhook(t *testing.T) {
	each2(t, func(t *testing.T, k *fixture) {
		k.t = t
		k.subscribe()
		for range 2 {
			k.write(func(tx *db.Tx) error {
				return NotifyWebhook(context.Background(), tx, webhooks.Trouble{At: 1,
					Endpoint: webhooks.Endpoint{ID: 3, URL: "https://example.org/hook?secret", Disabled: webhooks.Gone}})
			})
		}
		list, err := k.List(t.Context(), by(k.crew.Admin), 0, 10)
		if err != nil || len(list) != 1 || list[0].Kind != WebhookTrouble || list[0].Data.Webhook != "example.org" {
			t.Errorf("%+v %v", list, err)
		}
		if list, err := k.List(t.Context(), by(k.crew.Boss), 0, 10); err != nil || len(list) > 0 {
			t.Errorf("a supervisor is told: %+v %v", list, err)
		}
		if list, err := db.ReadTexts(k.db.Query(t.Context(), "SELECT payload FROM webhook_deliveries")); err != nil || len(list) > 0 {
			t.Errorf("webhooks are told of webhooks: %v %v", list, err)
		}
	})
	if slices.Contains(WebhookKinds(), webhooks.Kind(WebhookTrouble)) {
		t.Error("webhooks can subscribe to the trouble of webhooks")
	}
}
