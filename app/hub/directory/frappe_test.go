package directory

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// erp implements the part of ERPNext's REST interface that the source uses: documents by type, with the fields of their child
// tables joined, filtered by names.
type erp struct {
	t     *testing.T
	mu    sync.Mutex
	docs  map[string][]map[string]any // rows by doctype, in the order of their names
	asked int
}

func newERP(t *testing.T) *erp {
	return &erp{t: t, docs: map[string][]map[string]any{
		"Customer": {
			{"name": "CUST-1", "customer_name": "Élise Côté", "customer_type": "Individual", "disabled": 0, "language": "fr",
				"custom_mandatary": "Luc Roy", "modified": "2026-11-01 08:00:00.000001"},
			{"name": "CUST-2", "customer_name": "Garage Roy inc.", "customer_type": "Company", "disabled": 1, "language": "en-US",
				"custom_mandatary": nil, "modified": "2026-11-02 08:00:00.000001"},
			{"name": "CUST-3", "customer_name": "Zoé Lévesque", "customer_type": "Individual", "disabled": 0, "language": nil,
				"custom_mandatary": "", "modified": "2026-11-01 09:00:00.000001"},
		},
		"Contact": {
			{"name": "K1", "link_name": "CUST-1", "email_id": "elise@example.com", "phone": "418 656-2131", "modified": "2026-11-01 08:00:00"},
			{"name": "K2", "link_name": "CUST-1", "email_id": "cote@example.com", "phone": nil, "modified": "2026-11-01 08:00:00"},
			{"name": "K3", "link_name": "CUST-3", "email_id": nil, "phone": "819 555-0103", "modified": "2026-11-01 08:00:00"},
		},
		"Address": {{"name": "A1", "link_name": "CUST-1", "city": "Québec", "modified": "2026-11-01 08:00:00"},
			{"name": "A2", "link_name": "CUST-1", "city": "Lévis", "modified": "2026-11-01 08:00:00"}},
		"Subscription": {
			{"name": "S1", "party": "CUST-1", "status": "Active", "plan": "Fibre", "qty": 1, "modified": "2026-11-01 08:00:00"},
			{"name": "S2", "party": "CUST-1", "status": "Past Due Date", "plan": "Hosting", "qty": 2.0, "modified": "2026-11-01 08:00:00"},
			{"name": "S3", "party": "CUST-3", "status": "Cancelled", "plan": "Fibre", "qty": 1, "modified": "2026-11-01 08:00:00"},
		},
		"Subscription Plan": {
			{"name": "Fibre", "cost": 54.95, "billing_interval": "Month", "billing_interval_count": 1, "modified": "2026-11-01 08:00:00"},
			{"name": "Hosting", "cost": 120, "billing_interval": "Year", "billing_interval_count": 1, "modified": "2026-11-01 08:00:00"},
		},
	}}
}

func (e *erp) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.asked++
	if r.Header.Get("Authorization") != "token key:s3cret" {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	if media := r.Header.Get("Content-Type"); (media == "application/json") != (r.Method == http.MethodPost) {
		e.t.Errorf("a %s has the type %q", r.Method, media)
	}
	q := r.URL.Query()
	switch {
	case r.URL.Path == "/api/method/frappe.client.get_count":
		e.answer(w, "message", len(e.docs[q.Get("doctype")]))
	case r.URL.Path == "/api/method/frappe.client.get_list" && r.Method == http.MethodPost:
		var in struct {
			Doctype     string  `json:"doctype"`
			Filters     [][]any `json:"filters"`
			Fields      []string
			LimitStart  int `json:"limit_start"`
			LimitLength int `json:"limit_page_length"`
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			e.t.Error(err)
		}
		rows := e.docs[in.Doctype]
		for _, f := range in.Filters {
			if names, ok := f[len(f)-1].([]any); ok {
				field := fmt.Sprint(f[len(f)-3])
				rows = slices.DeleteFunc(slices.Clone(rows), func(row map[string]any) bool { return !slices.Contains(names, row[field]) })
			}
		}
		rows = rows[min(in.LimitStart, len(rows)):]
		e.answer(w, "message", rows[:min(in.LimitLength, len(rows))])
	case strings.HasPrefix(r.URL.Path, "/api/resource/"):
		rows := slices.Clone(e.docs[strings.TrimPrefix(r.URL.Path, "/api/resource/")])
		if q.Get("order_by") == "modified desc" {
			slices.SortFunc(rows, func(a, b map[string]any) int {
				return strings.Compare(fmt.Sprint(b["modified"]), fmt.Sprint(a["modified"]))
			})
		}
		var filters [][]string
		if text := q.Get("filters"); text != "" {
			if err := json.Unmarshal([]byte(text), &filters); err != nil {
				e.t.Error(err)
			}
		}
		for _, f := range filters {
			rows = slices.DeleteFunc(rows, func(row map[string]any) bool { return fmt.Sprint(row[f[0]]) <= f[2] })
		}
		var length int
		_, _ = fmt.Sscan(q.Get("limit_page_length"), &length)
		e.answer(w, "data", rows[:min(length, len(rows))])
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

func (e *erp) answer(w http.ResponseWriter, member string, v any) {
	b, err := json.Marshal(map[string]any{member: v})
	if err != nil {
		e.t.Error(err)
	}
	answerJSON(w, b)
}

// frappeOf returns the source that reads from this server, with two customers on a page.
func frappeOf(t *testing.T, h http.Handler) *Frappe {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	source, err := Open(strings.Replace("frappe+"+server.URL, "http://", "http://key:s3cret@", 1) + "?mandatary=custom_mandatary")
	if err != nil {
		t.Fatal(err)
	}
	f := source.(*Frappe)
	f.limits, f.batch = small(), 2
	f.limits.pages = 200
	return f
}

func TestFrappe(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		e := newERP(t)
		s, _ := serviceOf(d, frappeOf(t, e))
		if r := mustSync(t, s, SyncOptions{}); r.Added != 3 || *r.Total != 3 || r.Rejected != 0 {
			t.Errorf("the run is %+v", r)
		}
		list, err := s.Get(t.Context(), []string{"CUST-1", "CUST-2", "CUST-3"})
		if err != nil || len(list) != 3 {
			t.Fatalf("%d customers, %v", len(list), err)
		}
		c := list[0]
		if cents, _ := c.Monthly(); c.Name != "Élise Côté" || c.Mandatary != "Luc Roy" || c.City != "Québec" || c.Language != "fr" ||
			strings.Join(c.Emails, " ") != "elise@example.com cote@example.com" || len(c.Phones) != 1 || cents != 5495+2000 {
			t.Errorf("the first is %+v", c)
		}
		if c := list[1]; c.AccountStatus != HasLeft || c.Type != Company || c.Language != "en" {
			t.Errorf("the second is %+v", c)
		}
		if c := list[2]; c.AccountStatus != Active || len(c.Emails) != 0 || len(c.Subscriptions) != 1 ||
			c.Subscriptions[0].Status != "cancelled" {
			t.Errorf("the third is %+v", c)
		}
		t.Run("asks for ten figures when nothing has changed", func(t *testing.T) {
			e.asked = 0
			if r := mustSync(t, s, SyncOptions{}); r.State != "unchanged" || e.asked != 10 {
				t.Errorf("%+v after %d requests", r, e.asked)
			}
		})
		t.Run("sees a change of a customer though none is more or fewer", func(t *testing.T) {
			e.docs["Customer"][0]["customer_name"], e.docs["Customer"][0]["modified"] = "Élise Côté-Roy", "2026-11-20 09:00:00"
			if r := mustSync(t, s, SyncOptions{}); r.State != "done" || r.Changed != 1 {
				t.Errorf("the run is %+v", r)
			}
		})
		t.Run("sees a change of a contact and a customer that is gone", func(t *testing.T) {
			e.docs["Contact"][2]["email_id"], e.docs["Contact"][2]["modified"] = "zoe@example.com", "2026-11-20 10:00:00"
			e.docs["Customer"] = slices.Delete(e.docs["Customer"], 1, 2)
			if r := mustSync(t, s, SyncOptions{}); r.Changed != 1 || r.Removed != 1 {
				t.Errorf("the run is %+v", r)
			}
			sweptUp(t, d)
		})
	})
}

func TestFrappe_Hostile(t *testing.T) {
	for name, x := range map[string]struct {
		code string
		h    func(e *erp) http.HandlerFunc
	}{
		"a wrong key": {"refused", func(*erp) http.HandlerFunc {
			return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }
		}},
		"the same page for ever": {"endless", func(e *erp) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) {
				if strings.HasSuffix(r.URL.Path, "/Customer") && r.URL.Query().Get("filters") != "" {
					e.answer(w, "data", e.docs["Customer"][:2])
					return
				}
				e.ServeHTTP(w, r)
			}
		}},
		"more than was asked for": {"malformed", func(e *erp) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) {
				if strings.HasSuffix(r.URL.Path, "/Customer") {
					e.answer(w, "data", e.docs["Customer"])
					return
				}
				e.ServeHTTP(w, r)
			}
		}},
		"another member": {"malformed", func(e *erp) http.HandlerFunc {
			return func(w http.ResponseWriter, _ *http.Request) { e.answer(w, "exc", "Traceback") }
		}},
		"a page for people": {"not_json", func(*erp) http.HandlerFunc {
			return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) }
		}},
		"an answer without end": {"too_large", func(*erp) http.HandlerFunc {
			return func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				for _, err := w.Write([]byte(`{"message":"`)); err == nil; {
					_, err = w.Write([]byte(strings.Repeat("a", 4096)))
				}
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, _, err := collect(t, frappeOf(t, x.h(newERP(t))), "")
			if f, ok := errors.AsType[*Failure](err); !ok || f.Code != x.code || strings.Contains(f.Error(), "s3cret") {
				t.Errorf("it fails with %v, want %s", err, x.code)
			}
		})
	}
}

func TestFrappe_plans(t *testing.T) {
	plan := func(name string, cost any, interval string, count any) map[string]any {
		return map[string]any{"name": name, "cost": cost, "billing_interval": interval, "billing_interval_count": count, "modified": "2026"}
	}
	e := newERP(t)
	e.docs["Subscription Plan"] = []map[string]any{plan("month", 50, "Month", 1), plan("year", 120, "Year", 1),
		plan("quarter", "90", "Month", 3),
		plan("week", 7, "Week", 1), plan("day", 1, "Day", 1), plan("no count", 40, "Month", nil), plan("count 0", 40, "Month", 0),
		plan("count below 0", 40, "Month", -2), plan("half a month", 40, "Month", 0.5), plan("unknown interval", 40, "Decade", 1),
		plan("price list", nil, "Month", 1)}
	plans, err := frappeOf(t, e).plans(t.Context(), &usage{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"month": "50.00", "year": "10.00", "quarter": "30.00", "week": "30.44", "day": "30.44",
		"no count": "40.00", "count 0": "40.00", "count below 0": "40.00", "half a month": "80.00", "unknown interval": "40.00",
		"price list": "0.00"} {
		t.Run("a plan by "+name, func(t *testing.T) {
			if got := fmt.Sprintf("%.2f", plans[name]); got != want {
				t.Errorf("costs %s a month, want %s", got, want)
			}
		})
	}
}

func TestFrappe_of_a_type_without_documents(t *testing.T) {
	e := newERP(t)
	e.docs["Address"], e.docs["Subscription Plan"] = nil, nil
	source := frappeOf(t, e)
	ids, rejects, l, err := collect(t, source, "")
	if err != nil || len(ids) != 3 || rejects != 0 {
		t.Fatalf("%v, %d rejected, %v", ids, rejects, err)
	}
	if _, _, again, err := collect(t, source, l.Cursor); err != nil || !again.Unchanged {
		t.Errorf("the second time: %+v, %v", again, err)
	}
}

// A page that is exactly full is followed by an empty one.
func TestFrappe_of_full_pages(t *testing.T) {
	e := newERP(t)
	e.docs["Customer"] = e.docs["Customer"][:2]
	if ids, _, _, err := collect(t, frappeOf(t, e), ""); err != nil || strings.Join(ids, " ") != "CUST-1 CUST-2" {
		t.Errorf("%v, %v", ids, err)
	}
}

// A list that is longer than one page is read to its end.
func TestFrappe_of_more_plans_than_a_page_has(t *testing.T) {
	for _, n := range []int{rowsAPage, rowsAPage + 1} {
		t.Run(fmt.Sprintf("%d plans", n), func(t *testing.T) {
			e := newERP(t)
			e.docs["Subscription Plan"] = nil
			for i := range n {
				e.docs["Subscription Plan"] = append(e.docs["Subscription Plan"], map[string]any{"name": fmt.Sprint("P", i), "cost": 5})
			}
			plans, err := frappeOf(t, e).plans(t.Context(), &usage{})
			if err != nil || len(plans) != n || plans[fmt.Sprint("P", n-1)] != 5 || e.asked != 2 {
				t.Errorf("%d plans after %d requests, %v", len(plans), e.asked, err)
			}
		})
	}
}
