package openid

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
	"golang.org/x/sync/singleflight"
)

// maxKeys is larger than the number of keys of any provider.
const maxKeys = 100

// keySet holds the keys at the provider's jwks_uri. They are read again for a token that none of them signed. Any client can make up
// such a token, so the provider is asked at most once in retryInterval; in between, and while it fails, the known keys stay.
// (The key set of go-oidc sends a request for each such token, and may answer one with the keys read for the token before.)
type keySet struct {
	client  *http.Client
	address string
	now     func() time.Time
	reads   singleflight.Group // concurrent callers share one

	mu    sync.Mutex
	keys  []jose.JSONWebKey
	asked time.Time // when the last read began
}

// newKeySet reads the provider's keys. It fails if they cannot be read.
func newKeySet(ctx context.Context, client *http.Client, address string, now func() time.Time) (*keySet, error) {
	k := &keySet{client: client, address: address, now: now, asked: now()}
	var err error
	k.keys, err = k.read(ctx)
	return k, err
}

// VerifySignature returns the content of a token that one of the keys signed. go-oidc calls it, after it has refused a token
// without exactly one signature and a signature by another algorithm than the asymmetric ones.
func (k *keySet) VerifySignature(ctx context.Context, token string) ([]byte, error) {
	algorithms := make([]jose.SignatureAlgorithm, len(asymmetric))
	for i, name := range asymmetric {
		algorithms[i] = jose.SignatureAlgorithm(name)
	}
	signed, err := jose.ParseSignedCompact(token, algorithms)
	if err != nil {
		return nil, err
	}
	if payload, ok := verified(signed, k.known()); ok {
		return payload, nil
	}
	read := k.reads.DoChan("", func() (any, error) { return nil, k.readAgain(context.WithoutCancel(ctx)) })
	select {
	case <-read:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if payload, ok := verified(signed, k.known()); ok {
		return payload, nil
	}
	return nil, errors.New("signed by none of the provider's keys")
}

// verified returns the content of a token that one of the keys signed. A token without a key id may be signed by any of them.
func verified(token *jose.JSONWebSignature, keys []jose.JSONWebKey) (payload []byte, ok bool) {
	id := token.Signatures[0].Header.KeyID
	for _, key := range keys {
		if id == "" || id == key.KeyID {
			if payload, err := token.Verify(key); err == nil {
				return payload, true
			}
		}
	}
	return nil, false
}

func (k *keySet) known() []jose.JSONWebKey {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.keys
}

// readAgain reads the keys unless they were asked for less than retryInterval ago.
func (k *keySet) readAgain(ctx context.Context) error {
	k.mu.Lock()
	now := k.now()
	wait := within(now.Sub(k.asked), retryInterval)
	if !wait {
		k.asked = now
	}
	k.mu.Unlock()
	if wait {
		return nil
	}
	keys, err := k.read(ctx)
	if err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.keys = keys
	return nil
}

// read returns the keys of known types. It fails if the document is not a JWK set.
func (k *keySet) read(ctx context.Context) ([]jose.JSONWebKey, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, k.address, nil)
	if err != nil {
		return nil, err
	}
	response, err := k.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("reading the provider's keys: %w", err)
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the provider's keys: %s", response.Status)
	}
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.Unmarshal(body, &set); err != nil {
		return nil, fmt.Errorf("the provider's keys are no key set: %w", err)
	}
	if len(set.Keys) > maxKeys {
		return nil, fmt.Errorf("the provider has %d keys", len(set.Keys))
	}
	var keys []jose.JSONWebKey
	for _, text := range set.Keys {
		var key jose.JSONWebKey
		if key.UnmarshalJSON(text) == nil && key.Valid() { // others are of types that this program does not know
			keys = append(keys, key)
		}
	}
	return keys, nil
}
