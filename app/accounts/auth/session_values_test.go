package auth

import (
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

func list(texts ...string) (l []any) {
	for _, text := range texts {
		l = append(l, text)
	}
	return l
}

// What one request does to a session that another has changed since it was read.
func TestValues_change(t *testing.T) {
	for what, c := range map[string]struct {
		now, read, wanted, want values
		err                     error
	}{
		"leaves alone what it has not changed": {
			values{"theme": "dark", "by": "oidc"}, values{"theme": "light", "by": "oidc"}, values{"theme": "light", "by": "oidc"},
			values{"theme": "dark", "by": "oidc"}, nil},
		"sets one key beside what another has set": {
			values{"theme": "dark"}, values{}, values{"language": "en"}, values{"theme": "dark", "language": "en"}, nil},
		"takes a key away beside what another has set": {
			values{"theme": "dark", "language": "en"}, values{"theme": "dark"}, values{}, values{"language": "en"}, nil},
		"sets what another has set too: the last one stays": {
			values{"theme": "dark"}, values{}, values{"theme": "light"}, values{"theme": "light"}, nil},
		"adds to a list that another has added to": {
			values{"flash": list("a")}, values{}, values{"flash": list("b")}, values{"flash": list("a", "b")}, nil},
		"empties a list that another has added to": {
			values{"flash": list("a", "b")}, values{"flash": list("a")}, values{}, values{"flash": list("b")}, nil},
		"empties a list, and nothing is left of it": {
			values{"flash": list("a")}, values{"flash": list("a")}, values{}, values{}, nil},
		"takes out and adds at once": {
			values{"flash": list("a", "c")}, values{"flash": list("a")}, values{"flash": list("b")}, values{"flash": list("c", "b")}, nil},
		"takes out what another has taken out": {
			values{}, values{"flash": list("a")}, values{}, nil, errConcurrentRemoval},
		"takes out what another has taken out, where others are left": {
			values{"flash": list("b")}, values{"flash": list("a", "b")}, values{"flash": list("b")}, nil, errConcurrentRemoval},
	} {
		t.Run(what, func(t *testing.T) {
			err := c.now.merge(c.read, c.wanted)
			if !errors.Is(err, c.err) || err == nil && !reflect.DeepEqual(c.now, c.want) {
				t.Errorf("%v, %v; want %v, %v", c.now, err, c.want, c.err)
			}
		})
	}
	t.Run("keeps the last few of a list", func(t *testing.T) {
		v := values{}
		for i := range 20 {
			if err := v.merge(values{}, values{"flash": list(strconv.Itoa(i))}); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(v["flash"], list("12", "13", "14", "15", "16", "17", "18", "19")) {
			t.Error(v)
		}
	})
}

func TestValues_hold_text_alone(t *testing.T) {
	t.Run("what is of another kind cannot be stored", func(t *testing.T) {
		for _, value := range []any{1, []string{"a"}, []any{1}, struct{}{}} {
			if v, err := valuesToStore(map[any]any{"key": value}); err == nil {
				t.Errorf("%T: %v", value, v)
			}
		}
	})
	t.Run("what is under another key than text stays in memory", func(t *testing.T) {
		if v, err := valuesToStore(map[any]any{requestSessionKey{}: &requestSession{}, "theme": "dark"}); err != nil ||
			!reflect.DeepEqual(v, values{"theme": "dark"}) {
			t.Error(v, err)
		}
	})
	t.Run("a row that is not readable is a session without values", func(t *testing.T) {
		for data, want := range map[string]values{"": {}, "null": {}, "{": {}, "[]": {}, "{}": {}, `{"by":"password"}`: {"by": "password"},
			`{"by":"password","n":1,"l":[1]}`: {"by": "password"}} {
			if got := decodeValues([]byte(data)); !reflect.DeepEqual(got, want) {
				t.Errorf("%q: %v", data, got)
			}
		}
	})
	t.Run("it has an end", func(t *testing.T) {
		if _, err := (values{"x": strings.Repeat("x", maxValuesSize)}).encode(); err == nil {
			t.Error("stored")
		}
	})
}
