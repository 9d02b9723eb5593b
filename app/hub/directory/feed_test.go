package directory

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"presence/db"
	"presence/db/dbtest"
)

// small returns limits that a test reaches quickly.
func small() limits {
	return limits{page: 1 << 20, all: 4 << 20, record: 20_000, pages: 20, stall: 300 * time.Millisecond, tries: 3, backoff: time.Millisecond,
		maxRetryAfter: 2 * time.Second}
}

// feedOf returns the source that reads from this server, with credentials.
func feedOf(t *testing.T, h http.HandlerFunc) *Feed {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	source, err := Open(strings.Replace(server.URL, "http://", "http://key:s3cret@", 1) + "/customers")
	if err != nil {
		t.Fatal(err)
	}
	f := source.(*Feed)
	f.limits = small()
	return f
}

// collect reads a source to its end.
func collect(t *testing.T, s Source, since string) (ids []string, rejects int, l Listing, err error) {
	t.Helper()
	l, err = s.Each(t.Context(), since, RecordWriter{SetTotal: func(int64) {}, Write: func(i Item) error {
		if bad := i.Reject != nil || i.Customer.Clean() != nil; bad {
			rejects++
		} else {
			ids = append(ids, i.Customer.ID)
		}
		return nil
	}})
	return ids, rejects, l, err
}

func asList(list []Customer) []byte {
	var b bytes.Buffer
	b.WriteByte('[')
	for i, c := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(asJSON(c))
	}
	b.WriteByte(']')
	return b.Bytes()
}

func answerJSON(w http.ResponseWriter, body []byte) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, _ = w.Write(body)
}

func TestFeed(t *testing.T) {
	people := testCustomers(25)
	t.Run("is read page by page, and not again while its tag stands", func(t *testing.T) {
		f := feedOf(t, func(w http.ResponseWriter, r *http.Request) {
			if key, secret, ok := r.BasicAuth(); !ok || key != "key" || secret != "s3cret" || r.Header.Get("Accept") != "application/json" {
				w.WriteHeader(http.StatusUnauthorized)
				return
			}
			page, _ := strconv.Atoi(r.URL.Query().Get("page"))
			if page == 0 {
				w.Header().Set("ETag", `"7"`)
				if r.Header.Get("If-None-Match") == `"7"` {
					w.WriteHeader(http.StatusNotModified)
					return
				}
			}
			next := ""
			if page < 2 {
				next = fmt.Sprintf(`,"next":"/customers?page=%d"`, page+1)
			}
			end := min((page+1)*10, 25)
			answerJSON(w, []byte(`{"version":{"a":[1]},"total":25,"customers":`+string(asList(people[page*10:end]))+next+`}`))
		})
		ids, rejects, l, err := collect(t, f, "")
		if err != nil || len(ids) != 25 || rejects != 0 || l.Cursor != `"7"` {
			t.Errorf("%d customers, %d rejected, %+v, %v", len(ids), rejects, l, err)
		}
		if ids, _, l, err := collect(t, f, l.Cursor); err != nil || len(ids) != 0 || !l.Unchanged {
			t.Errorf("the second time: %d customers, %+v, %v", len(ids), l, err)
		}
	})
	t.Run("may be a bare list with a Link header", func(t *testing.T) {
		f := feedOf(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Query().Get("after") == "" {
				w.Header().Set("Link", `</customers?after=12>; rel="next", </x>; rel="last"`)
				answerJSON(w, asList(people[:13]))
				return
			}
			answerJSON(w, asList(people[13:]))
		})
		if ids, _, _, err := collect(t, f, ""); err != nil || len(ids) != 25 || ids[24] != people[24].ID {
			t.Errorf("%d customers, %v", len(ids), err)
		}
	})
	t.Run("is asked again when it is busy, as late as it says", func(t *testing.T) {
		var asked atomic.Int32
		f := feedOf(t, func(w http.ResponseWriter, _ *http.Request) {
			switch asked.Add(1) {
			case 1:
				w.Header().Set("Retry-After", "0")
				w.WriteHeader(http.StatusTooManyRequests)
			case 2:
				w.WriteHeader(http.StatusBadGateway)
			default:
				answerJSON(w, asList(people))
			}
		})
		if ids, _, _, err := collect(t, f, ""); err != nil || len(ids) != 25 || asked.Load() != 3 {
			t.Errorf("%d customers after %d requests, %v", len(ids), asked.Load(), err)
		}
	})
	t.Run("takes records that are nearly right, and rejects the others one by one", func(t *testing.T) {
		f := feedOf(t, func(w http.ResponseWriter, _ *http.Request) {
			answerJSON(w, []byte(`[{"customer_id":12,"name":"A","emails":"a@example.com","subscriptions":[{"status":"Active","monthly_price":"49,95"}],"more":{}},
				{"customer_id":"B","name":["x"]}, {"customer_id":"C"}, 7, null, {"customer_id":"D","name":"\ud800"}, {"customer_id":"E","name":"`+"\xff"+`"}, {"customer_id":"F","name":"F","subscriptions":[{"monthly_price":"free"}]},
				{"customer_id":"G","name":"G","emails":null,"account_status":"Résilié","type":"Entreprise","language":"Français"}]`))
		})
		var good []Customer
		rejected := 0
		_, err := f.Each(t.Context(), "", RecordWriter{Write: func(i Item) error {
			if i.Reject != nil || i.Customer.Clean() != nil {
				rejected++
			} else {
				c := i.Customer
				_ = c.Clean()
				good = append(good, c)
			}
			return nil
		}})
		if err != nil || rejected != 7 || len(good) != 2 {
			t.Fatalf("%d good, %d rejected, %v", len(good), rejected, err)
		}
		if c := good[0]; c.ID != "12" || len(c.Emails) != 1 || c.Subscriptions[0].MonthlyCents != 4995 {
			t.Errorf("the first is %+v", c)
		}
		if c := good[1]; c.AccountStatus != HasLeft || c.Type != Company || c.Language != "fr" {
			t.Errorf("the second is %+v", c)
		}
	})
}

// TestFeed_Hostile reads from broken and malicious servers: each attempt ends soon, with a reason that contains no credentials.
func TestFeed_Hostile(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter,
		r *http.Request) {
		t.Errorf("another host is asked: %v", r.Header)
	}))
	defer elsewhere.Close()
	one := `{"customer_id":"1","name":"A"}`
	details := map[string]string{"pages in a circle": "page 1 leads back to one before it", "silence": "no answer in time",
		"silence in the middle": "page 1, after 1 records", "endless pages": "over 20 pages", "a refusal": "403",
		"a page for people": "text/html", "no list": "page 1 is no list"}
	for name, x := range map[string]struct {
		code string
		h    http.HandlerFunc
	}{
		"an endless list": {"too_large", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			for _, err := io.WriteString(w, "["+one); err == nil; {
				_, err = io.WriteString(w, ","+one)
			}
		}},
		"an endless record": {"too_large", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			for _, err := io.WriteString(w, `[{"name":"`); err == nil; {
				_, err = io.WriteString(w, strings.Repeat("a", 4096))
			}
		}},
		"an endless member": {"too_large", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			for _, err := io.WriteString(w, `{"x":"`); err == nil; {
				_, err = io.WriteString(w, strings.Repeat("a", 4096))
			}
		}},
		"a gzip bomb": {"too_large", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			for _, err := io.WriteString(z, "["+one); err == nil; {
				_, err = io.WriteString(z, strings.Repeat(" ", 65536))
			}
		}},
		"endless pages": {"endless", func(w http.ResponseWriter, r *http.Request) {
			n, _ := strconv.Atoi(r.URL.Query().Get("n"))
			answerJSON(w, []byte(fmt.Sprintf(`{"customers":[],"next":"?n=%d"}`, n+1)))
		}},
		"pages in a circle": {"endless", func(w http.ResponseWriter, _ *http.Request) {
			answerJSON(w, []byte(`{"customers":[],"next":"/customers"}`))
		}},
		"a next page elsewhere": {"redirected", func(w http.ResponseWriter, _ *http.Request) {
			answerJSON(w, []byte(`{"customers":[],"next":"`+elsewhere.URL+`"}`))
		}},
		"a redirection elsewhere": {"redirected", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL, http.StatusFound)
		}},
		"a redirection to a file": {"redirected", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		}},
		"a redirection to another scheme": {"redirected", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://"+r.Host+r.URL.Path, http.StatusFound)
		}},
		"a circle of redirections": {"redirected", func(w http.ResponseWriter,
			r *http.Request) {
			http.Redirect(w, r, r.URL.Path, http.StatusFound)
		}},
		"a page for people": {"not_json", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<html>")
		}},
		"no media type": {"not_json", func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = nil
			_, _ = io.WriteString(w, "[]")
		}},
		"half a list":                 {"cut", func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, []byte("["+one+",{")) }},
		"no list":                     {"malformed", func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, []byte(`"hello"`)) }},
		"nothing":                     {"malformed", func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, nil) }},
		"an object without customers": {"malformed", func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, []byte(`{"data":[]}`)) }},
		"customers that are no list": {"malformed", func(w http.ResponseWriter,
			_ *http.Request) {
			answerJSON(w, []byte(`{"customers":{"a":1}}`))
		}},
		"two values": {"malformed", func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, []byte(`[] []`)) }},
		"a depth without end": {"malformed", func(w http.ResponseWriter,
			_ *http.Request) {
			answerJSON(w, []byte(strings.Repeat("[", 15000)))
		}},
		"a refusal": {"refused", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }},
		"an error that stays": {"refused", func(w http.ResponseWriter,
			_ *http.Request) {
			w.WriteHeader(http.StatusInternalServerError)
		}},
		"a wait for ever": {"refused", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "86400")
			w.WriteHeader(http.StatusServiceUnavailable)
		}},
		"silence": {"unreachable", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }},
		"silence in the middle": {"stalled", func(w http.ResponseWriter, r *http.Request) {
			answerJSON(w, []byte("["+one+","))
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}},
		"a connection that is cut": {"cut", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "5000")
			answerJSON(w, []byte("["+one+","))
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}},
		"headers without end": {"unreachable", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X", strings.Repeat("x", 100<<10))
			answerJSON(w, []byte("[]"))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			feed := feedOf(t, x.h)
			if !strings.HasPrefix(name, "silence") { // a machine that is busy does not talk without a pause
				feed.limits.stall = time.Minute
			}
			_, _, _, err := collect(t, feed, "")
			f, ok := errors.AsType[*Failure](err)
			if !ok || f.Code != x.code {
				t.Fatalf("it fails with %v, want %s", err, x.code)
			}
			if want, ok := details[name]; ok && f.Detail != want {
				t.Errorf("the reason is %q, want %q", f.Detail, want)
			}
			if strings.Contains(f.Error(), "s3cret") || strings.Contains(f.Error(), "a2V5OnMzY3JldA") || len(f.Error()) > 300 {
				t.Errorf("the reason tells too much: %s", f)
			}
		})
	}
}

func TestFeed_CannotBeReached(t *testing.T) {
	server := httptest.NewServer(nil)
	server.Close()
	source, err := Open(server.URL + "/customers?token=s3cret")
	if err != nil {
		t.Fatal(err)
	}
	source.(*Feed).limits = small()
	if _, _, _, err := collect(t, source, ""); err == nil || strings.Contains(err.Error(), "s3cret") ||
		strings.Contains(source.Name(), "s3cret") {
		t.Errorf("it fails with %v", err)
	}
}

// TestService_Sync_OfABrokenFeed shows that a source which breaks off leaves the mirror as it was.
func TestService_Sync_OfABrokenFeed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var broken atomic.Bool
		people := asList(testCustomers(1500))
		f := feedOf(t, func(w http.ResponseWriter, _ *http.Request) {
			if broken.Load() {
				answerJSON(w, append(bytes.ReplaceAll(people[:len(people)/2], []byte("Tremblay"), []byte("Nobody")), "!"...))
				return
			}
			answerJSON(w, people)
		})
		s, _ := serviceOf(d, f)
		mustSync(t, s, SyncOptions{})
		before := mirrored(t, d)
		broken.Store(true)
		r, err := s.Sync(t.Context(), SyncOptions{})
		if err == nil || r.State != "failed" || !strings.HasPrefix(r.Problem, "cut: page 1, after ") {
			t.Errorf("the run is %+v, %v", r, err)
		}
		if mirrored(t, d) != before {
			t.Error("the mirror has changed")
		}
		sweptUp(t, d)
	})
}

func TestOpen(t *testing.T) {
	for address, name := range map[string]string{
		"": "", "files:/srv/customers": "files:/srv/customers",
		"https://crm.example.com/v1/customers?since=0":                         "https://crm.example.com/v1/customers",
		"https://me:s3cret@crm.example.com/c":                                  "https://crm.example.com/c",
		"frappe+https://key:s3cret@erp.example.com":                            "frappe+https://erp.example.com",
		"frappe+https://key:s3cret@erp.example.com?mandatary=custom_mandatary": "frappe+https://erp.example.com",
	} {
		t.Run(fmt.Sprintf("opens %q", address), func(t *testing.T) {
			s, err := Open(address)
			if err != nil || (s == nil) != (name == "") || s != nil && s.Name() != name {
				t.Errorf("%q: %v, %v", address, s, err)
			}
		})
	}
	for _, address := range []string{"files:", "ftp://host", "host", "https://", "/srv", "frappe+https://erp.example.com",
		"frappe+https://key@erp.example.com", "frappe+https://k:s@erp.example.com?nonsense=x", "https://host/#x", "frappe+files:x", "frappe+https://:s@erp.example.com",
		"frappe+https://key:@erp.example.com"} {
		t.Run(fmt.Sprintf("refuses %q", address), func(t *testing.T) {
			if s, err := Open(address); err == nil || strings.Contains(err.Error(), "s3cret") {
				t.Errorf("%q: %v, %v", address, s, err)
			}
		})
	}
	if u, _ := url.Parse("https://token@host"); authorization(u.User) != "Bearer token" {
		t.Error("a user alone is no bearer token")
	}
}

func TestRemote_request_waits(t *testing.T) {
	for _, x := range []struct {
		name, after string
		tries       int32
	}{
		{"as long as is allowed", "0", 2}, {"no longer than is allowed", "1", 1},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			var asked atomic.Int32
			f := feedOf(t, func(w http.ResponseWriter, _ *http.Request) {
				asked.Add(1)
				w.Header().Set("Retry-After", x.after)
				w.WriteHeader(http.StatusServiceUnavailable)
			})
			f.limits.tries, f.limits.maxRetryAfter = 2, 0
			if _, _, _, err := collect(t, f, ""); err == nil || asked.Load() != x.tries {
				t.Errorf("asked %d times, %v", asked.Load(), err)
			}
		})
	}
}

func TestFeed_follows_a_few_redirections(t *testing.T) {
	for _, x := range []struct {
		name string
		n    int
		ok   bool
	}{{"as many as are allowed", maxRedirects, true}, {"one more", maxRedirects + 1, false}} {
		t.Run(x.name, func(t *testing.T) {
			f := feedOf(t, func(w http.ResponseWriter, r *http.Request) {
				if n, _ := strconv.Atoi(r.URL.Query().Get("n")); n < x.n {
					http.Redirect(w, r, fmt.Sprintf("%s?n=%d", r.URL.Path, n+1), http.StatusFound)
					return
				}
				answerJSON(w, asList(testCustomers(2)))
			})
			if ids, _, _, err := collect(t, f, ""); (err == nil) != x.ok || x.ok && len(ids) != 2 {
				t.Errorf("%d customers, %v", len(ids), err)
			}
		})
	}
}

// The next page may be named in the header or in the object; an object that names none leaves the header's.
func TestFeed_object_with_a_link(t *testing.T) {
	for name, next := range map[string]string{"that is empty": `"next":"",`, "that is null": `"next":null,`, "that is missing": "",
		"of its own": `"next":"?page=2",`} {
		t.Run("with a next page "+name, func(t *testing.T) {
			f := feedOf(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Query().Get("page") == "2" {
					answerJSON(w, asList(testCustomers(1)))
					return
				}
				if name == "of its own" {
					w.Header().Set("Link", `</elsewhere>; rel="last"`)
				} else {
					w.Header().Set("Link", `<?page=2>; rel="next"`)
				}
				answerJSON(w, []byte(`{`+next+`"customers":[]}`))
			})
			if ids, _, _, err := collect(t, f, ""); err != nil || len(ids) != 1 {
				t.Errorf("%d customers, %v", len(ids), err)
			}
		})
	}
}
