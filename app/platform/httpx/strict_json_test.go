package httpx

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	jsonv2 "github.com/go-json-experiment/json"
)

// seeds are bodies that decoders have disagreed about. The good ones come first.
var seeds = []string{
	`{}`, `[]`, `null`, `0`, `""`, `{"a":1}`, `{"type":"regular","categorie":"shift","modifier":1.5,"bank_code":"G1"}`,
	`{"a":{"b":[1,-2.5e3,true,false,null,"\u00e9\ud83d\ude00\n"]}}`, " \t\r\n{\"a\" : 1}\n", `{"":""}`, `{"\u0061":1,"b":2}`, `"\\u0000"`,
	`{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `{"a":{"b":1,"b":1}}`, `[{"a":1,"a":1}]`,
	"\"\x00\"", `"\u0000"`, `{"\u0000":1}`, `"\\\u0000"`, "{}\x00", "\"\xff\"", "\"\xed\xa0\x80\"", `"\ud800"`, `"\udc00\ud800"`,
	"\xef\xbb\xbf{}", `{} {}`, `{}1`, `{"a":1,}`, `[1,]`, `{a:1}`, `{'a':1}`, `// no`, `{"a":1/**/}`, `NaN`, `Infinity`, `-`, `01`, `1.`, `.5`,
	`+1`, `1e`, `0x10`,
	`1e999`, `-1e999`, `1e-999`, `9223372036854775808`, `123456789012345678901234567890`, `0.1e1`, `-0`,
	strings.Repeat("[", 32) + strings.Repeat("]", 32), strings.Repeat("[", 33) + strings.Repeat("]", 33),
	strings.Repeat(`{"a":`, 33) + "1" + strings.Repeat("}", 33),
	strings.Repeat("[", 100_000), `"` + strings.Repeat("\\", 7), `{"a`, `{"a":`, `"`, ``, ` `, `tru`, `nulll`, `"\x"`, `"\u12"`, "\"\n\"",
	"\"\x1f\"",
}

// decodeJSON reads a whole body by the rules of C4. FuzzBody holds schemaReader, which the product uses, against it.
func decodeJSON(data []byte, v any) error {
	if err := checkShape(data); err != nil {
		return err
	}
	return jsonv2.Unmarshal(data, v)
}

// FuzzStrictJSON holds the strict decoder (C4) against a lenient one that is read token by token.
func FuzzStrictJSON(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var v any
		if decodeJSON(data, &v) != nil {
			return
		}
		if !utf8.Valid(data) {
			t.Error("invalid UTF-8 was accepted")
		}
		if bytes.IndexByte(data, 0) >= 0 || holdsNUL(v) {
			t.Error("U+0000 was accepted")
		}
		if key, twice := duplicate(t, data); twice {
			t.Errorf("the key %q was accepted twice", key)
		}
		if d := depthOf(v); d > maxDepth {
			t.Errorf("%d levels were accepted", d)
		}
		var out bytes.Buffer
		if err := jsonv2.MarshalWrite(&out, v); err != nil {
			t.Fatalf("what was accepted cannot be written: %v", err)
		}
		var again any
		if err := decodeJSON(out.Bytes(), &again); err != nil {
			t.Fatalf("what was written is refused: %v\n%s", err, out.Bytes())
		}
		if !reflect.DeepEqual(v, again) {
			t.Errorf("%#v became %#v", v, again)
		}
	})
}

func TestStrictJSON_Seeds(t *testing.T) {
	const good = 12
	for i, s := range seeds {
		var v any
		err := decodeJSON([]byte(s), &v)
		if fine := i < good || s == `1e-999` || s == `9223372036854775808` || s == `123456789012345678901234567890` || s == `0.1e1` ||
			s == `-0` || s == seedOfDepth(32); fine != (err == nil) {
			t.Errorf("%.60q: accepted is %v, want %v (%v)", s, err == nil, fine, err)
		}
	}
}

func seedOfDepth(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }

func holdsNUL(v any) bool {
	switch v := v.(type) {
	case string:
		return strings.Contains(v, "\x00")
	case []any:
		for _, e := range v {
			if holdsNUL(e) {
				return true
			}
		}
	case map[string]any:
		for k, e := range v {
			if strings.Contains(k, "\x00") || holdsNUL(e) {
				return true
			}
		}
	}
	return false
}

func depthOf(v any) int {
	deepest := 0
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			deepest = max(deepest, depthOf(e))
		}
	case map[string]any:
		for _, e := range v {
			deepest = max(deepest, depthOf(e))
		}
	default:
		return 0
	}
	return deepest + 1
}

// duplicate finds a key that stands twice in one object, by the standard library's tokens.
func duplicate(t *testing.T, data []byte) (string, bool) {
	type object struct {
		keys map[string]bool // nil for an array
		key  bool            // a key comes next
	}
	var open []*object
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	for {
		token, err := d.Token()
		if err == io.EOF {
			return "", false
		}
		if err != nil {
			t.Fatalf("the standard library refuses what was accepted: %v", err)
		}
		if delim, ok := token.(json.Delim); ok && (delim == '}' || delim == ']') {
			open = open[:len(open)-1]
			continue
		}
		if n := len(open); n > 0 && open[n-1].keys != nil {
			o := open[n-1]
			if o.key {
				name := token.(string)
				if o.keys[name] {
					return name, true
				}
				o.keys[name], o.key = true, false
				continue
			}
			o.key = true
		}
		switch token {
		case json.Delim('{'):
			open = append(open, &object{map[string]bool{}, true})
		case json.Delim('['):
			open = append(open, &object{})
		}
	}
}
