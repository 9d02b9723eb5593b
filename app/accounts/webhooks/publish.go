package webhooks

import (
	"context"
	"crypto/rand"
	"slices"

	"github.com/go-json-experiment/json"

	"presence/app/platform/tracing"
	"presence/db"
)

// signal is the signal by which processes wake each other's workers.
const signal = "webhooks"

// Event is something that has happened. Data becomes the member data of the payload; it contains no secrets.
type Event struct {
	Kind Kind
	At   db.Instant
	Data any
}

// payload is what an endpoint gets.
type payload struct {
	Type      Kind   `json:"type"`
	Timestamp string `json:"timestamp"`
	Data      any    `json:"data"`
}

func (e Event) encode() (string, error) {
	text, err := json.Marshal(payload{e.Kind, e.At.String(), e.Data}, json.Deterministic(true))
	return string(text), err
}

// Wanted reports whether an endpoint subscribes to a kind, for events whose data has to be read.
func Wanted(ctx context.Context, q db.Queryer, kind Kind) (bool, error) {
	endpoints, err := subscriptions(ctx, q)
	return slices.ContainsFunc(endpoints, func(x subscription) bool { return slices.Contains(x.kinds, kind) }), err
}

// Publish stores an event for each endpoint that subscribes to its kind, in the transaction that it tells of. The workers deliver it when
// that has committed.
func Publish(ctx context.Context, tx *db.Tx, e Event) error {
	endpoints, err := subscriptions(ctx, tx)
	if err != nil {
		return err
	}
	var to []int64
	for _, x := range endpoints {
		if slices.Contains(x.kinds, e.Kind) {
			to = append(to, x.id)
		}
	}
	if len(to) == 0 {
		return nil
	}
	_, err = queue(ctx, tx, e, to...)
	return err
}

// queue stores an event for endpoints and returns its message id.
func queue(ctx context.Context, tx *db.Tx, e Event, to ...int64) (message string, err error) {
	text, err := e.encode()
	if err != nil {
		return "", err
	}
	d := Delivery{MessageID: "msg_" + rand.Text(), Kind: e.Kind, Payload: text, CreatedAt: e.At, cause: tracing.Current(ctx)}
	if err := insertDeliveries(ctx, tx, d, to); err != nil {
		return "", err
	}
	return d.MessageID, tx.Signal(ctx, signal)
}
