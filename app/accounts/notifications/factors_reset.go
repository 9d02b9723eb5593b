package notifications

import (
	"cmp"
	"context"

	"presence/app/accounts/auth"
	"presence/db"
)

// NotifyFactorsReset notifies a person that an administrator has reset their second factors, in the transaction that resets them.
// It should be called last in the transaction (see Notify).
func NotifyFactorsReset(ctx context.Context, tx *db.Tx, r auth.FactorsReset) error {
	if r.PersonID == r.By.PersonID {
		return nil
	}
	d := Data{By: cmp.Or(r.By.Name, r.By.Email)}
	if err := publishWebhooks(ctx, tx, FactorsReset, r.At, webhookData{Data: d, PersonID: r.PersonID}); err != nil {
		return err
	}
	if err := tx.SerializeBy(ctx, signal); err != nil {
		return err
	}
	n := Notification{PersonID: r.PersonID, Kind: FactorsReset, At: r.At, Data: d}
	return publish(ctx, tx, []Notification{n})
}
