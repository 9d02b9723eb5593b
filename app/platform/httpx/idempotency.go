package httpx

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/url"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"presence/app/platform/errs"
	"presence/db"
)

// idempotencyHeader identifies a request, so that a client that did not receive the response can repeat it (C8).
const idempotencyHeader = "Idempotency-Key"

const (
	idempotencyTTL = 24 * time.Hour // how long a response is stored
	maxKeyLength   = 255            // characters
	idempotencyDoc = "The request's name, of your choice and at most 255 characters: sent again within 24 hours, the request is " +
		"answered as it was and done no second time"
	shownOnceDoc = "The request's name, of your choice and at most 255 characters: sent again within 24 hours, the request is " +
		"done no second time and answered 409 shown_once, because its answer contains a secret and is not kept"
)

// Idempotency stores responses, sealed, so that every POST that needs a sign-in accepts an Idempotency-Key, unless it refuses it
// (RefusesKey). The header is ignored for anonymous callers: a key belongs to a person, and must not bypass the limits of anonymous
// callers.
type Idempotency struct {
	DB   *db.DB
	Seal Sealer
	Now  func() time.Time
}

// Sealer encrypts a text for a place, such as a row; it can be decrypted only for that place.
type Sealer interface {
	Seal(place, text string) []byte
	Open(place string, sealed []byte) (string, error)
}

// DeleteExpiredIdempotencyKeys deletes expired responses. It must be called periodically; expired ones are never used.
func (r *Router) DeleteExpiredIdempotencyKeys(ctx context.Context) error {
	return r.Idempotency.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return deleteExpiredKeys(ctx, tx, r.Idempotency.expiry())
	})
}

func (k *Idempotency) expiry() db.Instant { return db.InstantOf(k.Now().Add(-idempotencyTTL)) }

// keyedRequest is a request with an Idempotency-Key.
type keyedRequest struct {
	key    string
	params url.Values     // of its query and headers, those that the operation has
	body   jsontext.Value // as it was sent; nil: none
}

type keyedRequestKey struct{}

func keyedRequestOf(ctx context.Context) (*keyedRequest, bool) {
	k, ok := ctx.Value(keyedRequestKey{}).(*keyedRequest)
	return k, ok
}

// fingerprint tells the request from others with its key. It follows from what was sent alone, so that a request is the same one for the
// next release, whose types may have more members. Spaces, the order of members and the notation of numbers do not count (C8).
func (k *keyedRequest) fingerprint() ([]byte, error) {
	body := slices.Clone(k.body)
	if body != nil {
		if err := body.Canonicalize(jsontext.CanonicalizeRawInts(false)); err != nil { // ids may have more digits than a float
			return nil, err
		}
	}
	sum := sha256.Sum256(append([]byte(k.params.Encode()+"\n"), body...))
	return sum[:], nil
}

// errKeyRefused is the error of a request with an Idempotency-Key that is not honoured (see the function RefusesKey).
var errKeyRefused = &errs.Error{Kind: errs.KindInvalid, Code: "idempotency_unsupported",
	Detail: "This request takes no Idempotency-Key: send it without one."}

// errKeyIgnored is a fault of the program: with a key that were ignored, a repeated request would be done twice.
var errKeyIgnored = errors.New("httpx: a request with an Idempotency-Key came to a router without Idempotency")

// errCallerUnknown is a fault of the program: a route that was registered without the stages of Router.use.
var errCallerUnknown = errors.New("httpx: the caller is not known: the access rules were not checked")

// keyRefuser is implemented by inputs of a route of which some requests refuse an Idempotency-Key and others honour it, for the reasons of
// the option RefusesKey.
type keyRefuser interface{ RefusesKey() bool }

// checkKey returns an error if the route refuses the value of the header.
func (op Op) checkKey(key string) error {
	if key != "" && op.keyed() && op.refusesKey {
		return errKeyRefused
	}
	return nil
}

// admit returns an error if the caller has to reauthenticate first, or the route refuses the value of the header.
func (op Op) admit(ctx context.Context, key string) error {
	if err := op.reauth.check(ctx); err != nil {
		return err
	}
	return op.checkKey(key)
}

// admitted returns the middleware of an operation that calls admit.
func admitted(op Op) func(huma.Context, func(huma.Context)) {
	return func(hc huma.Context, next func(huma.Context)) {
		if err := op.admit(hc.Context(), hc.Header(idempotencyHeader)); err != nil {
			Abort(humagin.Unwrap(hc), err, op.notFoundStatus())
			return
		}
		next(hc)
	}
}

// acceptIdempotencyKey describes the header and makes it available: the input of the handler does not contain it.
func acceptIdempotencyKey(o *huma.Operation, op Op) {
	doc := idempotencyDoc
	if op.shownOnce != "" {
		doc = shownOnceDoc
	}
	o.Parameters = append(o.Parameters, &huma.Param{Name: idempotencyHeader, In: "header", Description: doc,
		Example: "3f6c1a52-import-0007",
		Schema:  &huma.Schema{Type: huma.TypeString, MaxLength: new(maxKeyLength)}})
	o.Middlewares = append(o.Middlewares, makeKeyAvailable)
}

// makeKeyAvailable puts a request with a key into the context, for idempotent. Body.Resolve adds its body.
func makeKeyAvailable(hc huma.Context, next func(huma.Context)) {
	key := hc.Header(idempotencyHeader)
	if key == "" {
		next(hc)
		return
	}
	k, address := &keyedRequest{key: key, params: url.Values{}}, hc.URL()
	query := address.Query()
	for _, p := range hc.Operation().Parameters {
		switch {
		case p.In == "query" && query.Has(p.Name):
			k.params[p.Name] = query[p.Name]
		case p.In == "header" && p.Name != idempotencyHeader && hc.Header(p.Name) != "":
			k.params.Set(p.Name, hc.Header(p.Name))
		}
	}
	next(huma.WithValue(hc, keyedRequestKey{}, k))
}

// idempotent makes sure that a request with an Idempotency-Key is processed at most once. Claiming the key, running h and
// storing its response happen in one transaction, which the writes of h join. So no crash can leave a record without its
// response, or a claimed key without its record: either everything is on disk or nothing, and a client that repeats the request
// gets the stored response, or has the request processed. A repeated request that arrives while the first one is in progress
// waits for that transaction, in this process or in another replica, and then gets the same response.
//
// Of an operation that shows a secret once, only the claimed key is stored: a repeated request gets 409 shown_once.
//
// An error stores nothing: the request may be repeated, changed or not. As h runs inside a write transaction, it must not use the network
// or take long (see db.NotInWrite).
func idempotent[I, O any](r *Router, op Op,
	h func(ctx context.Context, in *I) (*O, error)) func(ctx context.Context, in *I) (*O, error) {
	return func(ctx context.Context, in *I) (out *O, err error) {
		request, named := keyedRequestOf(ctx)
		by, known := callerOf(ctx)
		switch {
		case !named || known && !by.SignedIn:
			return h(ctx, in)
		case !known:
			return nil, errCallerUnknown
		case r.Idempotency == nil:
			return nil, errKeyIgnored
		}
		if x, ok := any(in).(keyRefuser); ok && x.RefusesKey() {
			return nil, errKeyRefused
		}
		if !validKey(request.key) {
			return nil, errs.InvalidField(idempotencyHeader, "format", "Expected at most 255 printable ASCII characters.")
		}
		fingerprint, err := request.fingerprint()
		if err != nil {
			return nil, err
		}
		s := idempotencyKey{by.PersonID, InfoOf(ctx).Path, request.key}
		err = r.Idempotency.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			out = nil
			claim := keyClaim{fingerprint, db.InstantOf(r.Idempotency.Now()), r.Idempotency.expiry()}
			before, err := claimKey(ctx, tx, s, claim)
			switch {
			case err != nil:
				return err
			case before == nil:
				if out, err = h(ctx, in); err != nil || op.shownOnce != "" {
					return err
				}
				return r.Idempotency.saveResponse(ctx, tx, s, op.Path, out)
			case !bytes.Equal(before.fingerprint, fingerprint):
				return errs.Conflict("idempotency_key_reused", "This Idempotency-Key was sent with another body: choose a new key for a new request.")
			case op.shownOnce != "":
				return errs.Conflict("shown_once",
					"This request was done, and its answer, which shows a secret once, is not kept. "+op.shownOnce)
			}
			return r.Idempotency.loadResponse(s, before.answer, &out)
		})
		return out, err
	}
}

// ErrFormReused is returned by FormOnce for a key that was saved with other content.
var ErrFormReused = &errs.Error{Kind: errs.KindConflict, Code: "idempotency_key_reused",
	Detail: "This form was already saved with other content."}

// FormOnce runs save for a form of a page, which contains a key that was made at random with the form. If the caller has saved a form with
// that key, at the same address and within 24 hours, nothing is done: it is repeated if the content was the same, else the error is
// ErrFormReused. As in idempotent, the key is claimed in one transaction with the writes of save, and an error leaves it free. Without a
// key, save always runs.
func (r *Router) FormOnce(ctx context.Context, key string, content url.Values,
	save func(ctx context.Context) error) (repeated bool, err error) {
	by, known := callerOf(ctx)
	switch {
	case key == "":
		return false, save(ctx)
	case !known || !by.SignedIn:
		return false, errCallerUnknown
	case r.Idempotency == nil:
		return false, errKeyIgnored
	case !validKey(key):
		return false, errs.InvalidField("key", "format", "Expected at most 255 printable ASCII characters.")
	}
	fingerprint, err := (&keyedRequest{params: content}).fingerprint()
	if err != nil {
		return false, err
	}
	claim := keyClaim{fingerprint, db.InstantOf(r.Idempotency.Now()), r.Idempotency.expiry()}
	err = r.Idempotency.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		repeated = false
		before, err := claimKey(ctx, tx, idempotencyKey{by.PersonID, InfoOf(ctx).Path, key}, claim)
		switch {
		case err != nil:
			return err
		case before == nil:
			return save(ctx)
		case !bytes.Equal(before.fingerprint, fingerprint):
			return ErrFormReused
		}
		repeated = true
		return nil
	})
	return repeated, err
}

// saveResponse stores a response about a record of the collection.
func (k *Idempotency) saveResponse(ctx context.Context, tx *db.Tx, s idempotencyKey, collection string, out any) error {
	answer, err := json.Marshal(out)
	if err != nil {
		return err
	}
	record := ""
	if shown, ok := out.(interface{ id() string }); ok {
		record = collection + "/" + shown.id()
	}
	return saveStoredResponse(ctx, tx, s, base64.StdEncoding.EncodeToString(k.Seal.Seal(s.sealContext(), string(answer))), record)
}

// loadResponse decodes a stored response into out.
func (k *Idempotency) loadResponse(s idempotencyKey, kept string, out any) error {
	sealed, err := base64.StdEncoding.DecodeString(kept)
	if err == nil {
		var answer string
		if answer, err = k.Seal.Open(s.sealContext(), sealed); err == nil {
			return json.Unmarshal([]byte(answer), out)
		}
	}
	return errs.Conflict("idempotency_key_reused",
		"The response to this Idempotency-Key can no longer be read: choose a new key for a new request.")
}

// ForgetStoredResponses deletes the stored responses about a record, given by its path: repeated, such a request is a new one.
func ForgetStoredResponses(ctx context.Context, tx *db.Tx, record string) error {
	return deleteStoredResponses(ctx, tx, record)
}

func validKey(key string) bool {
	if len(key) > maxKeyLength {
		return false
	}
	for _, c := range []byte(key) {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}
