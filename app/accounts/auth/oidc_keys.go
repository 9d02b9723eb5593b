package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"
)

// maxKeys is more than any provider has at a time.
const maxKeys = 100

var errNoKey = errors.New("none of the provider's keys made this signature")

// keySet checks signatures with the provider's keys. It differs from go-oidc's own in that nobody can make it ask the
// provider at will by inventing key ids, and in that a withdrawn key is forgotten.
type keySet struct{ p *provider }

var _ oidc.KeySet = keySet{}

// VerifySignature is the signed text, or an error. A signature by none of the keys makes us look for new ones.
func (k keySet) VerifySignature(ctx context.Context, token string) ([]byte, error) {
	algorithms := make([]jose.SignatureAlgorithm, len(asymmetric))
	for i, a := range asymmetric {
		algorithms[i] = jose.SignatureAlgorithm(a)
	}
	signed, err := jose.ParseSignedCompact(token, algorithms)
	if err != nil {
		return nil, err
	}
	keys, err := k.p.keys.get(ctx, keysFresh)
	if err != nil {
		return nil, err
	}
	if payload, err := verifyWith(keys, signed); err == nil {
		return payload, nil
	}
	if keys, err = k.p.keys.get(ctx, 0); err != nil {
		return nil, err
	}
	return verifyWith(keys, signed)
}

func verifyWith(keys []jose.JSONWebKey, signed *jose.JSONWebSignature) ([]byte, error) {
	id := signed.Signatures[0].Header.KeyID
	for _, key := range keys {
		if id != "" && key.KeyID != id {
			continue
		}
		if payload, err := signed.Verify(key); err == nil {
			return payload, nil
		}
	}
	return nil, errNoKey
}

// fetchKeys reads the key set. Keys of kinds that we do not know, or that encrypt, are left out.
func (p *provider) fetchKeys(ctx context.Context) ([]jose.JSONWebKey, error) {
	d, err := p.description.get(ctx, descriptionFresh)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, d.Keys, nil)
	if err != nil {
		return nil, err
	}
	answer, err := p.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, fmt.Errorf("reading the provider's keys: %w", err)
	}
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the provider's keys: %s", answer.Status)
	}
	return keysIn(body)
}

// otherKeys tells whether a set has other keys than the one before, whatever their order: the provider is changing them,
// and the next one may be on its way.
func otherKeys(before, after []jose.JSONWebKey) bool {
	ids := func(keys []jose.JSONWebKey) (list []string) {
		for _, k := range keys {
			list = append(list, k.KeyID)
		}
		slices.Sort(list)
		return list
	}
	return !slices.Equal(ids(before), ids(after))
}

func keysIn(body []byte) ([]jose.JSONWebKey, error) {
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
	for _, raw := range set.Keys {
		var key jose.JSONWebKey
		if json.Unmarshal(raw, &key) == nil && key.Use != "enc" && key.IsPublic() && key.Valid() {
			keys = append(keys, key)
		}
	}
	return keys, nil
}
