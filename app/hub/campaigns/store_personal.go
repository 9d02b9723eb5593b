package campaigns

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/hub/suppressions"
	"presence/app/platform/errs"
	"presence/app/platform/personal"
	"presence/db"
)

// anonymous are the assignments that erase a recipient: what a message to it became is still counted. The words of mail servers, which
// repeat addresses, go.
const anonymous = "email = '#' || id, email_key = '#' || id, firstname = '', lastname = '', customer_id = '', bounce = '', " +
	"reason = CASE WHEN status = 3 THEN reason ELSE '' END"

// Personal says what the tables of this package hold of a guest.
func (s *Service) Personal() []personal.Table {
	return []personal.Table{{
		Name: "campaign_recipients",
		Of: "id IN (SELECT r.id FROM campaigns c CROSS JOIN campaign_recipients r WHERE r.campaign_id = c.id AND r.email_key IN ({emails}) " +
			"AND r.customer_id NOT IN ({others}) UNION SELECT r.id FROM campaigns c CROSS JOIN campaign_recipients r " +
			"WHERE r.campaign_id = c.id AND r.customer_id IN ({numbers}) AND r.customer_id <> '')",
		At:    "(SELECT COALESCE(NULLIF(sent_at, 0), c.started_at, c.created_at) FROM campaigns c WHERE c.id = campaign_id)",
		Event: "(SELECT c.event_id FROM campaigns c WHERE c.id = campaign_id)", What: "email", Link: "campaign_id",
		Show: []string{"id", "campaign_id", "status", "email", "firstname", "lastname", "language", "customer_id", "sent_at", "opened_at",
			"clicked_at", "scanned_at", "bounced_at", "complained_at", "reason", "bounce"},
		Set: anonymous, Before: s.excludeErased,
	}}
}

// excludeErased excludes recipients that wait for their message. It fails with being_sent when a message to one of them is being sent.
func (s *Service) excludeErased(ctx context.Context, tx *db.Tx, _ personal.Subject, ids []int64) error {
	of := "id IN (" + tx.Dialect().IDs("$1") + ")"
	waiting, err := db.ReadColumn[int64](tx.Query(ctx, "SELECT DISTINCT campaign_id FROM campaign_recipients WHERE "+
		PendingIn("", PhaseWaiting)+" AND "+of+" ORDER BY campaign_id", db.IDs(ids)))
	if err != nil {
		return err
	}
	_, err = MoveRecipients(ctx, tx, s.at(), auth.Actor{}, func(m *Moves) error {
		for _, campaign := range waiting {
			if err := excludeWaiting(ctx, m, campaign, ids); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	var sending bool
	err = tx.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM campaign_recipients WHERE "+PendingIn("", PhaseWaiting, PhaseClaimed, PhaseInFlight)+
		" AND "+of+")", db.IDs(ids)).Scan(&sending)
	if err == nil && sending {
		err = errs.Conflict("being_sent", "A message to this person is being sent. Try again in a minute.")
	}
	return err
}

// stop is the reason of recipients who are excluded because they were erased.
const stop = suppressions.Unsubscribed

// Rules are the recipients of campaigns that ended long enough ago.
func Rules() []personal.Rule {
	return []personal.Rule{{Group: "campaign_id", Table: personal.Table{Name: "campaign_recipients",
		Of: "campaign_id IN (SELECT c.id FROM campaigns c WHERE c.status IN ('completed', 'cancelled') AND c.finished_at > 0 " +
			"AND c.finished_at < {before}) AND email_key <> '#' || id", Set: anonymous}}}
}
