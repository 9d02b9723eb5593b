package httpx

import (
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
	"github.com/go-json-experiment/json"

	"presence/app/platform/errs"
)

func TestID(t *testing.T) {
	for text, want := range map[string]int64{"12": 12, "1": 1, "0": 0, "-1": 0, "": 0, "x": 0, "12x": 0, "9223372036854775808": 0} {
		t.Run(text, func(t *testing.T) {
			if got := ID(text); got != want {
				t.Errorf("%d, want %d", got, want)
			}
			id, err := PathID(&gin.Context{Params: gin.Params{{Key: "id", Value: text}}}, "id", "shift")
			if e, refused := errs.Of(err); id != want || refused != (want == 0) || refused && e.Kind != errs.KindNotFound {
				t.Errorf("in a path: %d, %v", id, err)
			}
		})
	}
}

func TestSearchText(t *testing.T) {
	long := strings.Repeat("é", maxSearchText)
	for _, x := range []struct{ name, text, want string }{
		{"spaces around it are dropped", "  Côté ", "Côté"},
		{"so are control characters and bytes that are no text", "C\x00ô\nt\xffé", "Côté"},
		{"a hundred characters are kept", long, long},
		{"one more is cut off", long + "x", long},
		{"no space is left where it is cut", long[:len(long)-2] + " x", long[:len(long)-2]},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := SearchText(x.text); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestFormNumber(t *testing.T) {
	for form, want := range map[string]int64{"version=3": 3, "version=0": 0, "version=": -1, "version=x": -1, "": -1} {
		t.Run(form, func(t *testing.T) {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/staff/x", strings.NewReader(form))
			answerTo(t, r, func(c *gin.Context) {
				if got := FormVersion(c); got == nil && want != -1 || got != nil && *got != want {
					t.Errorf("%v, want %d", got, want)
				}
			}, "Content-Type", "application/x-www-form-urlencoded")
		})
	}
}

func TestFormDigits(t *testing.T) {
	for _, x := range []struct {
		name, form string
		want       string // the number and whether it is an error; "absent"
	}{
		{"digits alone", "n=514", "514 false"},
		{"digits with the characters that are ignored", "n=%28514%29+555-0142", "5145550142 false"},
		{"an empty field is 0", "n=+", "0 false"},
		{"other characters are an error", "n=51x4", "1 true"},
		{"so are too many digits", "n=99999999999999999999", "1 true"},
		{"a form without the field", "m=5", "absent"},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/staff/x", strings.NewReader(x.form))
			answerTo(t, r, func(c *gin.Context) {
				var faults errs.Fields
				got := "absent"
				if n := FormDigits(c, &faults, "n", " -()"); n != nil {
					got = fmt.Sprint(*n, faults.Has("n"))
				}
				if got != x.want {
					t.Errorf("%s, want %s", got, x.want)
				}
			}, "Content-Type", "application/x-www-form-urlencoded")
		})
	}
}

func TestWindow_LimitPlusOne(t *testing.T) {
	for limit, want := range map[int]int64{0: math.MaxInt64, 1: 2, 1000: 1001} {
		if got := (&OptionalPageSize{Limit: limit}).LimitPlusOne(); got != want {
			t.Errorf("with a limit of %d: %d, want %d", limit, got, want)
		}
	}
}

// TestOpt reads a member n of a body and asks for it in both ways.
func TestOpt(t *testing.T) {
	for _, x := range []struct {
		name, body         string
		ptr, orZero        string // the value, or "absent"
		ptrFault, zeroText string // the codes of the faults
		written            string
	}{
		{"a member that is absent", `{}`, "absent", "absent", "", "", "null"},
		{"a value", `{"n":7}`, "7", "7", "", "", "7"},
		{"zero is a value", `{"n":0}`, "0", "0", "", "", "0"},
		{"null empties a field that may be empty", `{"n":null}`, "absent", "0", "required", "", "null"},
		{"a value of another type", `{"n":"x"}`, "absent", "absent", "type", "type", "0"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var body struct {
				N Opt[int] `json:"n"`
			}
			if err := json.Unmarshal([]byte(x.body), &body); err != nil {
				t.Fatal(err)
			}
			for how, ask := range map[string]struct {
				get         func(*errs.Fields, string) *int
				want, fault string
			}{"Ptr": {body.N.Ptr, x.ptr, x.ptrFault}, "OrZero": {body.N.OrZero, x.orZero, x.zeroText}} {
				var faults errs.Fields
				got, code := "absent", ""
				if p := ask.get(&faults, "n"); p != nil {
					got = string(mustJSON(t, *p))
				}
				for _, f := range faults {
					code += f.Code
				}
				if got != ask.want || code != ask.fault {
					t.Errorf("%s: %s with the fault %q, want %s with %q", how, got, code, ask.want, ask.fault)
				}
			}
			if got := string(mustJSON(t, body.N)); got != x.written {
				t.Errorf("written as %s, want %s", got, x.written)
			}
		})
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestMethods(t *testing.T) {
	for _, x := range []struct {
		method, seen string // by the handler; empty: it is not called
		head         bool
	}{{"GET", "GET", false}, {"HEAD", "GET", true}, {"PATCH", "PATCH", false}, {"CANARY", "", false}} {
		t.Run(x.method, func(t *testing.T) {
			seen, head := "", false
			h := rejectUnknownMethods(headAsGet(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				seen, head = r.Method, InfoOf(r.Context()).Head
			})))
			rec := httptest.NewRecorder()
			h.ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), x.method, "/", nil))
			if seen != x.seen || head != x.head {
				t.Errorf("the handler sees %q, a HEAD request %v", seen, head)
			}
			if refused := rec.Code == http.StatusMethodNotAllowed && rec.Header().Get("Allow") != ""; refused != (x.seen == "") {
				t.Errorf("answered %d %v", rec.Code, rec.Header())
			}
		})
	}
}

func TestKeepSemicolons(t *testing.T) {
	for query, want := range map[string]string{"sep=;&format=csv": ";", "sep=,": ",", "": ""} {
		t.Run(query, func(t *testing.T) {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/exports/csv?"+query, nil)
			keepSemicolons(http.HandlerFunc(func(_ http.ResponseWriter, same *http.Request) {
				if got := same.URL.Query().Get("sep"); got != want {
					t.Errorf("sep is %q, want %q", got, want)
				}
			})).ServeHTTP(httptest.NewRecorder(), r)
			if r.URL.RawQuery != query {
				t.Errorf("the request itself was changed to %s", r.URL.RawQuery)
			}
		})
	}
}
