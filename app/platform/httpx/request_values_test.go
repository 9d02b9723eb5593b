package httpx

import (
	"bytes"
	"errors"
	"fmt"
	"mime/multipart"
	"strings"
	"testing"
)

func TestValidKey(t *testing.T) {
	for _, x := range []struct {
		name, key string
		want      bool
	}{
		{"255 characters", strings.Repeat("k", 255), true},
		{"256 characters", strings.Repeat("k", 256), false},
		{"the first and the last that can be printed", " ~", true},
		{"a control character", "a\x1f", false},
		{"delete", "a\x7f", false},
		{"a letter that is not ASCII", "é", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := validKey(x.key); got != x.want {
				t.Errorf("got %v, want %v", got, x.want)
			}
		})
	}
}

func TestCheckShape(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, x := range []struct {
		name, in string
		want     error
	}{
		{"32 levels", deep(32), nil},
		{"33 levels", deep(33), errDepth},
		{"objects count as well", strings.Repeat(`{"a":`, 33) + "1" + strings.Repeat("}", 33), errDepth},
		{"values side by side are no levels", "[" + strings.Repeat("[],{},", 40) + "1]", nil},
		{"brackets in a string are no levels", `["` + strings.Repeat("[{", 40) + `"]`, nil},
		{"nor behind a quote that is escaped", `["\"` + strings.Repeat("[{", 40) + `"]`, nil},
		{"the character U+0000", "[\"a\x00\"]", errNUL},
		{"U+0000 as an escape", `["\u0000"]`, errNUL},
		{"at the very end", `"\u0000`, errNUL},
		{"an escape that is cut", `"\u000`, nil},
		{"a backslash and a word", `["\\u0000"]`, nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := checkShape([]byte(x.in)); !errors.Is(got, x.want) {
				t.Errorf("got %v, want %v", got, x.want)
			}
		})
	}
}

func TestShortName(t *testing.T) {
	for _, x := range []struct{ name, in, want string }{
		{"64 bytes are repeated", strings.Repeat("n", 64), strings.Repeat("n", 64)},
		{"65 bytes are cut", strings.Repeat("n", 65), strings.Repeat("n", 64) + "…"},
		{"no letter is cut in half", strings.Repeat("n", 63) + "éé", strings.Repeat("n", 63) + "…"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := shortName(x.in); got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
}

func TestMediaTypes(t *testing.T) {
	for _, x := range []struct {
		media      string
		json, form bool
	}{
		{"", true, false},
		{"application/json", true, false},
		{"Application/JSON ; charset=utf-8", true, false},
		{"application/jsonl", false, false},
		{"text/plain", false, false},
		{"application/x-www-form-urlencoded", false, true},
		{"multipart/form-data; boundary=x", false, true},
	} {
		t.Run(x.media, func(t *testing.T) {
			if isJSON(x.media) != x.json || isForm(x.media) != x.form {
				t.Errorf("JSON %v, form %v; want %v, %v", isJSON(x.media), isForm(x.media), x.json, x.form)
			}
		})
	}
}

func TestSameJSON(t *testing.T) {
	type list = []any
	type object = map[string]any
	for _, x := range []struct {
		name string
		a, b any
		want bool
	}{
		{"equal texts", "a", "a", true},
		{"other texts", "a", "b", false},
		{"one moment in two zones", "2026-11-20T08:00:00-05:00", "2026-11-20T13:00:00Z", true},
		{"two moments", "2026-11-20T08:00:00-05:00", "2026-11-20T13:00:01Z", false},
		{"a moment and a text", "0001-01-01T00:00:00Z", "no time", false},
		{"a text and a moment", "no time", "0001-01-01T00:00:00Z", false},
		{"a text and a number", "1", 1.0, false},
		{"equal numbers", 1.0, 1.0, true},
		{"other numbers", 1.0, 2.0, false},
		{"nothing and nothing", nil, nil, true},
		{"equal lists", list{"a", 1.0}, list{"a", 1.0}, true},
		{"a longer list", list{"a"}, list{"a", "b"}, false},
		{"a list and a text", list{}, "", false},
		{"equal objects", object{"a": list{"x"}}, object{"a": list{"x"}}, true},
		{"objects with other members", object{"a": 1.0}, object{"b": 1.0}, false},
		{"an object and nothing", object{}, nil, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := sameJSON(x.a, x.b); got != x.want {
				t.Errorf("got %v, want %v", got, x.want)
			}
		})
	}
}

func TestSameID(t *testing.T) {
	for _, x := range []struct {
		name string
		v    any
		path string
		want bool
	}{
		{"a text", "gala", "gala", true},
		{"another text", "gala", "picnic", false},
		{"a number", 12.0, "12", true},
		{"another number", 12.0, "13", false},
		{"neither", true, "1", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := sameID(x.v, x.path); got != x.want {
				t.Errorf("got %v, want %v", got, x.want)
			}
		})
	}
}

func TestFormMembers(t *testing.T) {
	for _, x := range []struct {
		name  string
		parts []string
		want  error
	}{
		{"17 parts", numbered(17), nil},
		{"18 parts", numbered(18), errParts},
		{"a part twice", []string{"a", "b", "a"}, errParts},
	} {
		t.Run(x.name, func(t *testing.T) {
			var b bytes.Buffer
			w := multipart.NewWriter(&b)
			for _, name := range x.parts {
				if err := w.WriteField(name, "value of "+name); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			members, err := formMembers(multipart.NewReader(&b, w.Boundary()))
			if !errors.Is(err, x.want) {
				t.Fatalf("got %v, want %v", err, x.want)
			}
			if err == nil && (len(members) != len(x.parts) || members[x.parts[0]] != "value of "+x.parts[0]) {
				t.Errorf("read as %v", members)
			}
		})
	}
}

func numbered(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint("part", i)
	}
	return list
}
