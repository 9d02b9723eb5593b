package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
)

// request is one call that a generator made up from the description.
type request struct {
	op      *operation
	path    string
	body    []byte
	headers map[string]string
	who     string
	broken  string // how it goes against the description; empty: it does not
}

func (r request) String() string {
	s := fmt.Sprintf("%s: %s %s %v\n%s", r.who, r.op.method, r.path, r.headers, clipped(r.body))
	if r.broken != "" {
		s += "\n(" + r.broken + ")"
	}
	return s
}

func clipped(b []byte) string {
	if len(b) > 500 {
		return string(b[:500]) + "…"
	}
	return string(b)
}

// generator makes up requests from the description. The same seed makes the same requests, as long as the answers are
// the same: the ids of what is created are used again.
type generator struct {
	*rand.Rand
	d     *description
	words map[string][]any // values that mean something, by the name of the field
	ids   map[string][]any // ids of live records, by the first segment of their path
	n     int
}

// pick returns any of the values.
func pick[T any](g *generator, list []T) T { return list[g.IntN(len(list))] }

// chance is true once in so many times.
func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

// family is the segment of a path where records of one kind live: the first, or the one below an event or the directory.
func family(path string) string {
	segments := strings.Split(strings.TrimPrefix(path, "/"), "/")
	if len(segments) > 2 && segments[0] == "events" {
		return segments[2]
	}
	switch segments[0] {
	case "payroll":
		return "payroll-" + segments[1]
	case "directory":
		return segments[1]
	}
	return segments[0]
}

// request makes up one call of the operation; with breaking one that goes against its description.
func (g *generator) request(o *operation, breaking bool) request {
	g.n++
	r := request{op: o, path: o.path, headers: map[string]string{}}
	query := url.Values{}
	for _, p := range o.Parameters {
		switch p.In {
		case "path":
			r.path = strings.ReplaceAll(r.path, "{"+p.Name+"}", url.PathEscape(fmt.Sprint(g.pathValue(o, p))))
		case "query":
			if p.Required || p.Name == "limit" && !g.chance(8) || p.Name == "id" && !g.chance(20) || g.chance(4) {
				query.Set(p.Name, fmt.Sprint(g.value(p.Name, p.Schema)))
			}
		case "header":
			if g.chance(6) {
				r.headers[p.Name] = g.header(p.Name)
			}
		}
	}
	if o.RequestBody != nil && (o.RequestBody.Required || !g.chance(4)) {
		if content, ok := o.RequestBody.Content["application/json"]; ok {
			r.headers["Content-Type"] = "application/json"
			r.body = encoded(g.value("", content.Schema))
		} else {
			r.headers["Content-Type"] = "text/csv"
			r.body = fmt.Appendf(nil, "courriel;nom\nc%d@example.com;x\n%s\n", g.n, pick(g, []string{"", "rien", "\"ouvert", "C\xf4t\xe9;x", ";;;x"}))
		}
	}
	if breaking {
		g.turn(&r, query)
	}
	if len(query) > 0 {
		r.path += "?" + query.Encode()
	}
	return r
}

// recordIDs are the names of parameters of paths that name a record of the path's family.
var recordIDs = []string{"id", "webhook_id", "calendar_id", "subscription_id"}

// pathValue is mostly the id of a record that is there.
func (g *generator) pathValue(o *operation, p parameter) any {
	if known := g.ids["events"]; p.Name == "event_id" && !g.chance(12) {
		if g.chance(2) {
			return known[0] // whose entries, answers and files there are
		}
		return pick(g, known)
	}
	if known := g.ids["templates"]; p.Name == "name" && !g.chance(12) {
		return pick(g, known)
	}
	if known := g.ids[family(o.path)]; slices.Contains(recordIDs, p.Name) && len(known) > 0 && !g.chance(12) {
		return pick(g, known)
	}
	v := g.value(p.Name, p.Schema)
	if s, ok := v.(string); ok && (s == "" || strings.Contains(s, "/")) {
		return "x" // an empty segment, or two, would be another path
	}
	return v
}

func (g *generator) header(name string) string {
	switch name {
	case "If-Match":
		return pick(g, []string{"*", `"1-1"`, `"2-1"`, `"x"`, `"1-1", "2-1"`})
	case "Idempotency-Key":
		return fmt.Sprintf("key-%d", g.IntN(200))
	}
	return fmt.Sprint(g.IntN(50))
}

// value fits the schema. A name that means something gets a value that does, most of the time.
func (g *generator) value(name string, s *schema) any {
	s = g.d.resolve(s)
	kind := s.Type[0]
	if len(s.Type) > 1 && g.chance(4) {
		return nil
	}
	if words := g.words[name]; len(words) > 0 && kind != "object" && !g.chance(25) {
		return g.fresh(pick(g, words))
	}
	switch {
	case len(s.Enum) > 0:
		return pick(g, s.Enum)
	case kind == "boolean":
		return g.chance(2)
	case kind == "integer" || kind == "number":
		return g.number(kind, s)
	case kind == "array":
		n := g.IntN(3)
		if s.MinItems != nil {
			n = max(n, *s.MinItems)
		}
		list := make([]any, n)
		for i := range list {
			list[i] = g.value(name, s.Items)
		}
		return list
	case kind == "object":
		return g.object(s)
	case strings.HasPrefix(s.Pattern, "^event-"):
		return g.fresh("event-#")
	case s.Pattern != "":
		return fmt.Sprint(g.IntN(1000)) // digits fit all others
	}
	return pick(g, texts)
}

// fresh replaces # by a number that was not used before.
func (g *generator) fresh(v any) any {
	if s, ok := v.(string); ok {
		return strings.ReplaceAll(s, "#", fmt.Sprintf("%06d", g.n%1_000_000))
	}
	return v
}

func (g *generator) number(kind string, s *schema) any {
	low, high := -1000.0, 1_000_000.0
	if s.Minimum != nil {
		low = *s.Minimum
	}
	if s.Maximum != nil {
		high = *s.Maximum
	}
	if g.chance(4) {
		high = min(high, low+30)
	}
	v := low + g.Float64()*(high-low)
	if kind == "integer" {
		return int64(v)
	}
	return float64(int64(v*100)) / 100
}

// usual are fields that a record can hardly do without, though a change of it can.
var usual = map[string]bool{"content": true, "fr": true, "title": true, "html": true, "starts_at": true, "ends_at": true, "people": true}

func (g *generator) object(s *schema) map[string]any {
	v := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if s.Properties[name].ReadOnly && !g.chance(25) { // TestSendBack sends them as they were read
			continue
		}
		usually := usual[name] && s.Properties["test"] == nil // a test message has no start
		if slices.Contains(s.Required, name) || g.chance(3) || usually && !g.chance(12) {
			v[name] = g.value(name, s.Properties[name])
		}
	}
	return g.together(v)
}

// together makes the times of an object follow each other on its day, most of the time.
func (g *generator) together(v map[string]any) map[string]any {
	pairs := [][2]string{{"start_time", "end_time"}, {"start_date_time", "end_date_time"}}
	for _, p := range pairs {
		_, starts := v[p[0]]
		_, ends := v[p[1]]
		if !starts || !ends || g.chance(10) {
			continue
		}
		day := fmt.Sprintf("20%02d-%02d-%02d", 20+g.IntN(20), 1+g.IntN(12), 1+g.IntN(28))
		from := g.IntN(14)
		v[p[0]], v[p[1]] = fmt.Sprintf("%sT%02d:00:00-05:00", day, from), fmt.Sprintf("%sT%02d:30:00-05:00", day, from+1+g.IntN(9))
		if _, dated := v["date"]; dated {
			v["date"] = day
		}
	}
	return v
}

// texts are what people and programs send where any text fits.
var texts = []any{
	"", " ", "x", "Maude Thériault", "=1+1", "'; DROP TABLE shifts; --", "<script>alert(1)</script>", "\u202eright to left", "日本語", "👩🏽‍🔧",
	"line\nbreak", "\t", "null", "0", "-1", "2026-02-30", "2026-11-20T25:00:00Z", "9999-12-31", "1e400", "%00", "../../etc/passwd", "{}", "[]",
	strings.Repeat("é", 300), strings.Repeat("long ", 2000), "a\u0301", "\ufeffbom", "\u2028", "\\u0000", `"`, "current", "2026-25",
}

// turn makes the request go against the description in one way, and says which.
func (g *generator) turn(r *request, query url.Values) {
	var ways []func(*request, url.Values) string
	if tolerant[r.op.ID] == "" && !ignoresQuery(r.op.path) && r.op.path != "/.well-known/jwks.json" {
		ways = append(ways, g.foreignQuery)
	}
	if strings.Contains(r.op.path, "{id}") && r.op.path != "/oauth-sessions/{id}" {
		ways = append(ways, g.foreignID)
	}
	if b := r.op.RequestBody; b != nil && b.Content["application/json"].Schema == nil {
		ways = append(ways, g.brokenTable)
	} else if b != nil {
		ways = append(ways, g.brokenBody, g.brokenBody, g.brokenField, g.brokenField, g.brokenField)
	}
	if len(ways) > 0 {
		r.broken = pick(g, ways)(r, query)
	}
}

func (g *generator) foreignQuery(_ *request, query url.Values) string {
	query.Set(pick(g, []string{"undocumented", "Limit", "employee", "select", "_"}), "1")
	return "an undocumented query parameter"
}

func (g *generator) foreignID(r *request, _ url.Values) string {
	r.path = strings.ReplaceAll(r.op.path, "{id}", pick(g,
		[]string{"0", "-1", "x", "1.5", "99999999999999999999", "%20", "1%00", "nil", "0x1"}))
	return "an id that is none"
}

// brokenTable sends what is no CSV of addresses.
func (g *generator) brokenTable(r *request, _ url.Values) string {
	r.body = []byte(pick(g, []string{"", "nom\nx\n", "PK\x03\x04", "\x1f\x8b\x08", "\x00\x00", strings.Repeat("x", 70_000)}))
	return "a table without addresses"
}

// brokenBody sends what is no JSON object of the described kind.
func (g *generator) brokenBody(r *request, _ url.Values) string {
	r.headers["Content-Type"] = "application/json"
	whole := string(encoded(g.value("", r.op.RequestBody.Content["application/json"].Schema)))
	open := strings.TrimSuffix(whole, "}")
	broken := map[string]string{
		"a body that is cut off": open, "two values": whole + whole, "an array": "[" + whole + "]", "a number": "1", "a string": `"x"`,
		"a key twice": `{"a":1,"a":2}`, "U+0000": `{"a":"\u0000"}`, "invalid UTF-8": "{\"a\":\"\xff\"}", "no quotes": "{a:1}",
		"too deep": strings.Repeat("[", 40) + strings.Repeat("]", 40), "another language": "<shift/>",
	}
	if r.op.RequestBody.Required {
		broken["no body"], broken["null"] = "", "null"
	}
	if family(r.op.path) != "auth" {
		broken["another media type"] = whole
	}
	way := pick(g, slices.Sorted(maps.Keys(broken)))
	if r.body = []byte(broken[way]); way == "another media type" {
		r.headers["Content-Type"] = pick(g, []string{"text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data"})
	}
	return way
}

// brokenField sends an object with one field that does not fit its schema.
func (g *generator) brokenField(r *request, _ url.Values) string {
	s := g.d.resolve(r.op.RequestBody.Content["application/json"].Schema)
	v, ok := g.value("", s).(map[string]any)
	if !ok || s.Additional != false {
		return ""
	}
	r.headers["Content-Type"] = "application/json"
	way := "an unknown field"
	written := slices.DeleteFunc(slices.Sorted(maps.Keys(s.Properties)), func(name string) bool { return s.Properties[name].ReadOnly })
	switch name := pick(g, written); g.IntN(4) {
	case 0:
		v[pick(g, []string{"unknown", strings.ToUpper(name), name + "_", "$schema", "__proto__"})] = 1
	case 1:
		if len(s.Required) == 0 {
			return ""
		}
		name = pick(g, s.Required)
		delete(v, name)
		way = name + " is missing"
	default:
		v[name] = pick(g, []any{true, 1.5, "text?", []any{}, map[string]any{}, -1e300, []any{nil}})
		for _, x := range []any{map[string]any{"not": "this"}, []any{1.5}} { // the first fits a map of texts
			if len(g.d.misfits("", s.Properties[name], v[name])) == 0 {
				v[name] = x
			}
		}
		way = name + " is of another type"
	}
	r.body = encoded(v)
	return way
}

// encoded returns a value as JSON.
func encoded(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}
