package auth

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// The keys of the values in a session.
const (
	byKey       = "by"       // how its person signed in: "password", "passkey", "oidc", "demo", "first_link" or "password_link"
	themeKey    = "theme"    // "light" or "dark", as chosen in this browser
	languageKey = "language" // "fr" or "en", as chosen by a visitor who is not signed in

	awaitedKey         = "awaited"      // id of the person whose password was right and whose second factor is awaited
	awaitedByKey       = "awaited_by"   // "password" or "password_link"
	authenticatedAtKey = "confirmed_at" // when its person gave a password or a second factor last, as db.Instant
	enrolKey           = "enrol"        // "1": its person must set up a second factor before anything else
)

// values are the values of a session: texts, or lists of texts that requests add to and remove from.
type values map[string]any

// errConcurrentRemoval: another request has removed the element first.
var errConcurrentRemoval = errors.New("another request has taken it out of the session")

const (
	maxInList     = 8        // the oldest elements are dropped
	maxValuesSize = 32 << 10 // bytes, as JSON
)

// decodeValues parses what encode returns. Values of other types and invalid data are left out, so that the session stays
// usable.
func decodeValues(data []byte) values {
	var v values
	if json.Unmarshal(data, &v) != nil || v == nil {
		return values{}
	}
	for key, value := range v {
		if !storable(value) {
			delete(v, key)
		}
	}
	return v
}

// valuesToStore returns the values that are stored: those with text keys.
func valuesToStore(all map[any]any) (values, error) {
	v := values{}
	for key, value := range all {
		name, ok := key.(string)
		if !ok {
			continue
		}
		if !storable(value) {
			return nil, fmt.Errorf("a session holds text and lists of text, no %T (%s)", value, name)
		}
		v[name] = value
	}
	return v, nil
}

func storable(value any) bool {
	list, ok := value.([]any)
	if !ok {
		_, ok = value.(string)
		return ok
	}
	return !slices.ContainsFunc(list, func(x any) bool { _, text := x.(string); return !text })
}

func (v values) encode() ([]byte, error) {
	data, err := json.Marshal(v)
	if err == nil && len(data) > maxValuesSize {
		err = fmt.Errorf("a session holds at most %d bytes", maxValuesSize)
	}
	return data, err
}

// browserScoped returns the values that are kept when a person signs in or out in the browser.
func (v values) browserScoped() values {
	kept := values{}
	if theme, chosen := v[themeKey]; chosen {
		kept[themeKey] = theme
	}
	return kept
}

// merge applies a request's changes to v, which another request may have changed in the meantime. Keys and list elements that
// the request has not changed stay as they are in v. It fails with errConcurrentRemoval when an element that the request
// removed is no longer there.
func (v values) merge(read, wanted values) error {
	for key := range read {
		if err := v.mergeKey(key, read, wanted); err != nil {
			return err
		}
	}
	for key := range wanted {
		if _, done := read[key]; done {
			continue
		}
		if err := v.mergeKey(key, read, wanted); err != nil {
			return err
		}
	}
	return nil
}

func (v values) mergeKey(key string, read, wanted values) error {
	before, wasList := read[key].([]any)
	after, isList := wanted[key].([]any)
	if !wasList && !isList {
		if after, is := wanted[key]; !is {
			delete(v, key)
		} else if read[key] != after {
			v[key] = after
		}
		return nil
	}
	list, _ := v[key].([]any)
	for _, x := range before {
		if slices.Contains(after, x) {
			continue
		}
		i := slices.Index(list, x)
		if i < 0 {
			return errConcurrentRemoval
		}
		list = slices.Delete(list, i, i+1)
	}
	for _, x := range after {
		if !slices.Contains(before, x) {
			list = append(list, x)
		}
	}
	if v[key] = list[max(0, len(list)-maxInList):]; len(list) == 0 {
		delete(v, key)
	}
	return nil
}
