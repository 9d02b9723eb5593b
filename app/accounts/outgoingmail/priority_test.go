package outgoingmail

import (
	"context"
	"strings"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// The next message is found by an index, however many wait.
func TestNextOf(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			dbtest.OnlyIndexes(ctx, t, tx, "outgoing_mail")
			plan := dbtest.Plan(ctx, t, tx, nextOf, 1, 0)
			if !strings.Contains(plan, "outgoing_mail_priority") || strings.Contains(plan, "Sort") || strings.Contains(plan, "B-TREE") {
				t.Errorf("the plan is\n%s", plan)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestPriorities(t *testing.T) {
	if accountAccess >= awaited || awaited >= routine || len(priorities) != 3 {
		t.Errorf("the order is %v", priorities)
	}
	for kind, want := range map[Kind]priority{Invitation: accountAccess, Forgotten: accountAccess, Security: accountAccess,
		Confirmation: awaited, Offer: awaited, WaitingList: awaited, Notification: awaited, Digest: routine, EventUpdate: routine} {
		t.Run(string(kind), func(t *testing.T) {
			if got := kind.priority(); got != want {
				t.Errorf("it has priority %d, want %d", got, want)
			}
		})
	}
}
