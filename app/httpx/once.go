package httpx

import (
	"bytes"
	"context"
	"crypto/sha256"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"

	"presence/app/errs"
	"presence/db"
)

// keyHeader names a request, so that a client that did not hear the answer can ask again (C8).
const keyHeader = "Idempotency-Key"

const (
	keyTime   = 24 * time.Hour // for which an answer is kept
	maxKey    = 255            // characters
	keyDetail = "The request's name, of your choice and at most 255 characters: sent again within 24 hours, the request is answered as it was and done no second time"
)

// keys remember what was answered.
type keys struct {
	db  *db.DB
	now func() time.Time
}

// RememberIn makes every POST that is registered honour an Idempotency-Key, and says where answers are kept.
func (r *Router) RememberIn(d *db.DB, now func() time.Time) { r.keys = &keys{d, now} }

// Forget removes the answers that are no longer honoured. Call it now and then; nothing depends on when.
func (r *Router) Forget(ctx context.Context) error {
	return r.keys.db.Write(ctx, func(tx *db.Tx) error { return forget(ctx, tx, r.keys.expired()) })
}

func (k *keys) expired() db.Instant { return db.InstantOf(k.now().Add(-keyTime)) }

type keyKey struct{}

// repeatable is an input that makes no record, so that its request may be done each time it comes: it may wait for the
// outside world, and no transaction may.
type repeatable interface{ Repeatable() bool }

// takesKey describes the header and passes it on: the input of the handler does not know it.
func takesKey(o *huma.Operation) {
	o.Parameters = append(o.Parameters, &huma.Param{Name: keyHeader, In: "header", Description: keyDetail, Schema: &huma.Schema{Type: huma.TypeString, MaxLength: new(maxKey)}})
	o.Middlewares = append(o.Middlewares, func(ctx huma.Context, next func(huma.Context)) {
		if key := ctx.Header(keyHeader); key != "" {
			ctx = huma.WithValue(ctx, keyKey{}, key)
		}
		next(ctx)
	})
}

// once lets h answer a request with an Idempotency-Key no more than once: the key is claimed, h runs, and its answer is
// kept, all in one transaction that the writes of h join. So there is no moment at which a crash leaves a record
// without its answer, or a claimed key without its record: either all of it is on disk or nothing, and whoever asks
// again hears the answer, or has the request done. A request that comes while the first is under way waits for that
// transaction as any writer does for another, in this process or in another replica, and then hears the same answer.
//
// A refusal keeps nothing and is not remembered: the request may be sent again, mended or not.
func once[I, O any](r *Router, h func(ctx context.Context, in *I) (*O, error)) func(ctx context.Context, in *I) (*O, error) {
	return func(ctx context.Context, in *I) (out *O, err error) {
		key, named := ctx.Value(keyKey{}).(string)
		if !named || r.keys == nil {
			return h(ctx, in)
		}
		if x, ok := any(in).(repeatable); ok && x.Repeatable() {
			return h(ctx, in)
		}
		if !isKey(key) {
			return nil, errs.InvalidField(keyHeader, "format", "Expected at most 255 printable ASCII characters.")
		}
		sent, err := json.Marshal(in, json.Deterministic(true))
		if err != nil {
			return nil, err
		}
		fingerprint := sha256.Sum256(sent)
		info := InfoOf(ctx)
		s := slot{info.Actor, info.Path, key}
		err = r.keys.db.Write(ctx, func(tx *db.Tx) error {
			out = nil
			before, err := claim(ctx, tx, s, fingerprint[:], db.InstantOf(r.keys.now()), r.keys.expired())
			switch {
			case err != nil:
				return err
			case before == nil:
				if out, err = h(db.Within(ctx, tx), in); err != nil {
					return err
				}
				return remember(ctx, tx, s, out)
			case !bytes.Equal(before.fingerprint, fingerprint[:]):
				return errs.Conflicting("idempotency_key_reused", "This Idempotency-Key was sent with another body: choose a new key for a new request.")
			}
			return json.Unmarshal(before.answer, &out)
		})
		return out, err
	}
}

func isKey(key string) bool {
	if len(key) > maxKey {
		return false
	}
	for _, c := range []byte(key) {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}
