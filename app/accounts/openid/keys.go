package openid

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
)

// maxKeys is larger than the number of keys of any provider.
const maxKeys = 100

// keysTransport answers the requests of go-oidc's RemoteKeySet with the document at the provider's jwks_uri. RemoteKeySet sends
// a request for each token with an unknown key id. Anybody can make up such a token, so the provider is asked at most once in
// retryInterval; in between, and while it fails, the last valid document is the answer.
type keysTransport struct {
	client *http.Client
	now    func() time.Time

	mu       sync.Mutex
	document []byte
	asked    time.Time
}

// readKeySet reads the provider's keys. It fails if they cannot be read; afterwards the key set uses the last valid document.
func (p *Provider) readKeySet(ctx context.Context, address string) (oidc.KeySet, error) {
	k := &keysTransport{client: p.client, now: p.now, asked: p.now()}
	var err error
	if k.document, err = k.read(ctx, address); err != nil {
		return nil, err
	}
	return oidc.NewRemoteKeySet(oidc.ClientContext(ctx, &http.Client{Transport: k}), address), nil
}

// RoundTrip returns the last valid document, and reads it again if that is allowed.
func (k *keysTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if now := k.now(); !within(now.Sub(k.asked), retryInterval) {
		k.asked = now
		if document, err := k.read(r.Context(), r.URL.String()); err == nil {
			k.document = document
		}
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(bytes.NewReader(k.document)), Request: r}, nil
}

// read fails if the document is not a JWK set, so that it never replaces a valid one.
func (k *keysTransport) read(ctx context.Context, address string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
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
	return body, nil
}
