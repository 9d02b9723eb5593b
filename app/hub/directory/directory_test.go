package directory

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"presence/app/platform/contact"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
	views "presence/views/hub/directory"
)

func TestCustomer_Clean(t *testing.T) {
	with := func(change func(*Customer)) Customer {
		c := Customer{ID: "C1", Name: "Ada"}
		change(&c)
		return c
	}
	contacts := func(n int) (list []string) {
		for i := range n {
			list = append(list, fmt.Sprint(i))
		}
		return list
	}
	for _, x := range []struct {
		name string
		c    Customer
		want string // the reason and the field; empty: it is taken
	}{
		{"a number and a name", with(func(*Customer) {}), ""},
		{"no number", with(func(c *Customer) { c.ID = " " }), "required customer_id"},
		{"no name at all", with(func(c *Customer) { c.Name = "" }), "required name"},
		{"the name of the account alone", with(func(c *Customer) { c.Name, c.AccountName = "", "A" }), ""},
		{"the mandatary alone", with(func(c *Customer) { c.Name, c.Mandatary = "", "M" }), ""},
		{"an unknown state", with(func(c *Customer) { c.AccountStatus = "maybe" }), "bad_value account_status"},
		{"an unknown type", with(func(c *Customer) { c.Type = "robot" }), "bad_value type"},
		{"twenty addresses", with(func(c *Customer) { c.Emails = append(contacts(20), "", " 3 ") }), ""},
		{"one more", with(func(c *Customer) { c.Emails = contacts(21) }), "too_many emails"},
		{"a number too many", with(func(c *Customer) { c.Phones = contacts(21) }), "too_many phones"},
		{"an address that cannot be read", with(func(c *Customer) { c.Emails = []string{"\xff"} }), "bad_text emails"},
		{"200 subscriptions", with(func(c *Customer) { c.Subscriptions = make([]Subscription, 200) }), ""},
		{"one more", with(func(c *Customer) { c.Subscriptions = make([]Subscription, 201) }), "too_many subscriptions"},
		{"a subscription for nothing", with(func(c *Customer) { c.Subscriptions = []Subscription{{"", 0}} }), ""},
		{"the dearest", with(func(c *Customer) { c.Subscriptions = []Subscription{{"", maxMonthly}} }), ""},
		{"a dearer one", with(func(c *Customer) { c.Subscriptions = []Subscription{{"", maxMonthly + 1}} }), "bad_value subscriptions"},
		{"one that pays", with(func(c *Customer) { c.Subscriptions = []Subscription{{"", -1}} }), "bad_value subscriptions"},
		{"a state that cannot be read", with(func(c *Customer) { c.Subscriptions = []Subscription{{"\xff", 0}} }), "bad_text subscriptions"},
	} {
		t.Run(x.name, func(t *testing.T) {
			got := ""
			if err := x.c.Clean(); err != nil {
				got = err.Error()
			}
			if got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
	t.Run("fills what follows from the rest", func(t *testing.T) {
		c := Customer{ID: " C1 ", AccountName: "A", Mandatary: "M", AccountStatus: "Résilié", Type: "Entreprise", Language: "Français",
			Emails: []string{"a", "b", "a", " "}, Subscriptions: []Subscription{{"Actif", 5}, {" Suspendu ", 7}, {"", 9}}}
		if err := c.Clean(); err != nil {
			t.Fatal(err)
		}
		if c.ID != "C1" || c.Name != "A" || c.AccountID != "C1" || c.AccountStatus != HasLeft || c.Type != Company || c.Language != "fr" ||
			!slices.Equal(c.Emails, []string{"a", "b"}) || c.Subscriptions[0].Status != Active || c.Subscriptions[1].Status != "suspendu" {
			t.Errorf("%+v", c)
		}
		if cents, subscribed := c.Monthly(); cents != 14 || !subscribed {
			t.Errorf("%d cents a month, %v", cents, subscribed)
		}
		if _, subscribed := (Customer{Subscriptions: []Subscription{{"over", 5}}}).Monthly(); subscribed {
			t.Error("a subscription that is over counts")
		}
	})
}

// The words that a message offers are accepted.
func TestWords_offered(t *testing.T) {
	for field, accepted := range i18n.DirAccepted {
		known := words[field]
		if known == nil {
			continue // languages and amounts are tested with their parsers
		}
		for _, l := range []i18n.Lang{i18n.FR, i18n.EN} {
			for word := range strings.FieldsFuncSeq(l.T(accepted), func(r rune) bool { return r == ',' || r == ';' }) {
				if _, ok := known[contact.Fold(word)]; !ok {
					t.Errorf("%s: %q is not accepted", field, word)
				}
			}
		}
	}
}

func TestWords(t *testing.T) {
	for field, values := range map[string]map[string]string{
		"type":           {Individual: " PARTICULIER |résidentiel|Individu|Personne|individual|", Company: "entreprise|Commercial|Compagnie|company|Société"},
		"account_status": {Active: "Actif|OUI|1|", HasLeft: "Résilié|fermé|Inactif|cancelled|0"},
	} {
		for want, list := range values {
			for word := range strings.SplitSeq(list, "|") {
				t.Run(field+" “"+word+"” is "+want, func(t *testing.T) {
					c := Customer{ID: "1", Name: "A"}
					for _, x := range c.texts() {
						if x.field == field {
							*x.text = word
						}
					}
					if err := c.Clean(); err != nil || c.Type != want && c.AccountStatus != want {
						t.Errorf("%v %+v", err, c)
					}
				})
			}
		}
	}
}

func TestCentsOf(t *testing.T) {
	for text, want := range map[string]int64{"": 0, " ": 0, "$": 0, "49.95": 4995, "49,95 $": 4995, " 7 ": 700, "-1": -100, "0.005": 1, "1,049": 104_900, "1 049,50 $": 104_950, "-1,5": -150, "1e2": 10_000,
		"1000000000": 100_000_000_000} {
		if got, ok := centsOf(text); got != want || !ok {
			t.Errorf("%q is %d, %v; want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"free", "NaN", "Inf", "1000000001", "-1000000001"} {
		if got, ok := centsOf(text); ok {
			t.Errorf("%q is %d", text, got)
		}
	}
}

func TestAuthorization(t *testing.T) {
	for user, want := range map[string]string{"": "", "token@": "Bearer token", "user:secret@": "Basic dXNlcjpzZWNyZXQ=", ":secret@": "",
		"user:@": "Basic dXNlcjo="} {
		u, err := url.Parse("https://" + user + "feed.example/")
		if err != nil {
			t.Fatal(err)
		}
		if got := authorization(u.User); got != want {
			t.Errorf("%q is sent as %q, want %q", user, got, want)
		}
	}
}

func TestLinked(t *testing.T) {
	for link, want := range map[string]string{
		"": "", `<https://a.example/2>; rel="next"`: "https://a.example/2", `<1>; rel=prev, <2>; title=x; rel=next`: "2", `<1>; rel="prev"`: "",
		`<1>; rev=next`: "", `<1>; next`: "",
	} {
		if got := linked(http.Header{"Link": {link}}); got != want {
			t.Errorf("%s leads to %q, want %q", link, got, want)
		}
	}
}

func TestFeed_follow(t *testing.T) {
	at, err := url.Parse("https://a.example/customers?page=1")
	if err != nil {
		t.Fatal(err)
	}
	f := &Feed{address: at}
	for next, want := range map[string]string{"": "none", "?page=2": "https://a.example/customers?page=2",
		"https://user:secret@a.example/x": "https://a.example/x", "http://a.example/x": "redirected", "https://b.example/x": "redirected",
		"%": "malformed"} {
		got := "none"
		if u, err := f.follow(at, next); err != nil {
			failed, _ := errors.AsType[*Failure](err)
			got = failed.Code
		} else if u != nil {
			got = u.String()
		}
		if got != want {
			t.Errorf("%q leads to %s, want %s", next, got, want)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	for text, want := range map[string]time.Duration{"": 0, "x": 0, "-1": 0, "0": 0, "7": 7 * time.Second, "86401": 24 * time.Hour} {
		if got := retryAfter(http.Header{"Retry-After": {text}}); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

func TestTruncated(t *testing.T) {
	long := strings.Repeat("a", maxText)
	for text, want := range map[string]string{long: long, long + "b": long, long[1:] + "é": long[1:]} {
		if got := truncated(text); got != want {
			t.Errorf("%d bytes become %q", len(text), got)
		}
	}
}

func TestLimitedReader(t *testing.T) {
	for _, x := range []struct {
		name              string
		page, all, record int64
		used              int64 // bytes of earlier pages
		over              string
	}{
		{"as much as is allowed", 10, 30, 10, 20, ""},
		{"a page that is a byte longer", 9, 30, 10, 0, "a page"},
		{"a record that is a byte longer", 10, 30, 9, 0, "a record"},
		{"a listing that is a byte longer", 10, 30, 10, 21, "the whole listing"},
	} {
		t.Run(x.name, func(t *testing.T) {
			stopped := 0
			b := &limitedReader{body: io.NopCloser(strings.NewReader("0123456789")), cancel: func() { stopped++ }, timer: time.NewTimer(time.Hour),
				stall: time.Hour, page: x.page, all: x.all, cost: &usage{bytes: x.used}, record: x.record}
			b.next()
			text, err := io.ReadAll(iotest.OneByteReader(b))
			if b.over != x.over || (x.over == "") != (err == nil) || x.over == "" && string(text) != "0123456789" {
				t.Errorf("%q, %v, over %q", text, err, b.over)
			}
			if b.Close(); stopped != 1 {
				t.Errorf("stopped %d times", stopped)
			}
		})
	}
}

func TestLimitedReader_classify(t *testing.T) {
	frozen := &limitedReader{over: "a page"}
	frozen.stalled.Store(true)
	for _, x := range []struct {
		name string
		b    *limitedReader
		err  error
		want string
	}{
		{"a server that sends nothing", frozen, io.ErrUnexpectedEOF, "stalled"},
		{"an answer over a limit", &limitedReader{over: "a page"}, errLimit, "too_large"},
		{"a failure as it is", &limitedReader{}, failure("endless", "x"), "endless"},
		{"a connection that is cut", &limitedReader{}, io.ErrUnexpectedEOF, "cut"},
		{"a network that is gone", &limitedReader{}, &url.Error{Op: "Get", URL: "x", Err: errors.New("gone")}, "cut"},
		{"what cannot be read", &limitedReader{}, errors.New("no JSON"), "malformed"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if f, ok := errors.AsType[*Failure](x.b.classify(x.err, "page 1")); !ok || f.Code != x.want {
				t.Errorf("%v, want %s", f, x.want)
			}
		})
	}
	if err := (&limitedReader{}).classify(context.Canceled, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("a run that is stopped: %v", err)
	}
}

func TestToStored(t *testing.T) {
	for _, x := range []struct {
		name                 string
		c                    Customer
		email, phone, phones string
	}{
		{"the first valid address and number", Customer{Emails: []string{"x", "A@example.com", "b@example.com"},
			Phones: []string{"poste 12", "418 656-2131", "514 555-0142"}}, "A@example.com a@example.com", "+14186562131",
			"12 +14186562131 +15145550142"},
		{"no valid one", Customer{Emails: []string{"x"}, Phones: []string{"poste 12", "13"}}, " ", "poste 12", "12 13"},
		{"none", Customer{}, " ", "", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := toStored(x.c, nil)
			var phones []string
			for _, k := range p.phones {
				phones = append(phones, k.key)
			}
			if got := p.email.written + " " + p.email.key; got != x.email || p.phone != x.phone || strings.Join(phones, " ") != x.phones {
				t.Errorf("%q, %q, %q", got, p.phone, phones)
			}
		})
	}
}

func TestStoredCustomer_fold(t *testing.T) {
	for _, x := range []struct {
		name         string
		c            Customer
		names, words string
	}{
		{"one name", Customer{Name: "Élise Côté", AccountName: "Élise Côté"}, "elise cote", "elise cote"},
		{"names that differ in accents", Customer{Name: "Roy", AccountName: "ROY", Mandatary: "Róy", LegacyContact: "Zoé"}, "roy\nzoe",
			"roy zoe"},
		{"all names and addresses", Customer{Name: "A inc", AccountName: "Bo", Mandatary: "Cy", LegacyContact: "Di",
			Emails: []string{"ed.fy@example.com", "no address"}}, "a inc\nbo\ncy\ndi", "inc bo cy di ed fy"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if p := toStored(x.c, nil); p.namesFolded != x.names || strings.Join(p.words, " ") != x.words {
				t.Errorf("%q, %q", p.namesFolded, p.words)
			}
		})
	}
}

func TestLocalKey(t *testing.T) {
	for key, want := range map[string]string{"": "", "911": "911", "1234567": "1234567", "12345678": "2345678", "+14186562131": "6562131"} {
		if got := localKey(key); got != want {
			t.Errorf("%q gives %q, want %q", key, got, want)
		}
	}
}

func TestWordsOf(t *testing.T) {
	long := strings.Repeat("a", maxWord)
	for _, x := range []struct{ name, have, folded, want string }{
		{"words and numbers", "", "roy's garage-9 inc. 12", "roy garage inc 12"}, {"words that are there", "roy", "roy roi", "roy roi"},
		{"a word of the most bytes", "", long, long}, {"a longer word", "", long + "b", long},
		{"a letter that is cut", "", long[1:] + "é", long[1:]},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := strings.Join(wordsOf(strings.Fields(x.have), x.folded), " "); got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
	var many string
	for i := range maxWords + 3 {
		many += fmt.Sprintf("w%d ", i)
	}
	if got := wordsOf(nil, many); len(got) != maxWords || got[maxWords-1] != fmt.Sprint("w", maxWords-1) {
		t.Errorf("%d words, the last is %s", len(got), got[len(got)-1])
	}
}

func TestDigestOf(t *testing.T) {
	base := testCustomer(2)
	same := string(digestOf(base))
	for name, change := range map[string]func(c *Customer){
		"a text":                   func(c *Customer) { c.City = "Amos" },
		"a text that moves":        func(c *Customer) { c.Mandatary, c.LegacyContact = c.LegacyContact+"x", "" },
		"an address":               func(c *Customer) { c.Emails = append(slices.Clone(c.Emails), "x@example.com") },
		"an address among phones":  func(c *Customer) { c.Emails, c.Phones = nil, append(slices.Clone(c.Emails), c.Phones...) },
		"the price":                func(c *Customer) { c.Subscriptions = []Subscription{{Active, 4996}, {"cancelled", 2000}} },
		"the state":                func(c *Customer) { c.Subscriptions = []Subscription{{Active, 4995}, {"paused", 2000}} },
		"the number of the states": func(c *Customer) { c.Subscriptions = c.Subscriptions[:1] },
	} {
		t.Run("changes with "+name, func(t *testing.T) {
			c := base
			if change(&c); string(digestOf(c)) == same {
				t.Error("it is the same")
			}
		})
	}
	if string(digestOf(testCustomer(2))) != same {
		t.Error("equal records differ")
	}
}

func TestDelimiter(t *testing.T) {
	for line, want := range map[string]rune{"a,b;c": ',', "a;b;c,d\n,,,,": ';', "a\tb": '\t', "a": ','} {
		if got := delimiter(bufio.NewReader(strings.NewReader(line))); got != want {
			t.Errorf("%q has %q, want %q", line, got, want)
		}
	}
}

func TestLineLimiter(t *testing.T) {
	long := strings.Repeat("a", maxLine) + "\n"
	for _, x := range []struct {
		name, in string
		ok       bool
	}{
		{"lines of a megabyte", long + long, true},
		{"a byte more", long + "a" + long, false},
		{"short lines in a quote that stays open", `"` + strings.Repeat("a\n", maxLine/2), false},
		{"short lines behind a quote that is closed", `"a"` + strings.Repeat("a\n", maxLine), true},
	} {
		t.Run(x.name, func(t *testing.T) {
			if _, err := io.Copy(io.Discard, &lineLimiter{in: strings.NewReader(x.in)}); (err == nil) != x.ok || err != nil && !errors.Is(err,
				errLineTooLong) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestReadRecord(t *testing.T) {
	c, reject := readRecord([]byte(`{"customer_id":12,"name":null,"emails":"a@example.com","phones":["1",null,2],
		"subscriptions":[{"monthly_price":"9,50"}]}`))
	if reject != nil || c.ID != "12" || c.Name != "" || !slices.Equal(c.Emails, []string{"a@example.com"}) || !slices.Equal(c.Phones,
		[]string{"1", "", "2"}) ||
		c.Subscriptions[0].MonthlyCents != 950 {
		t.Errorf("%+v, %v", c, reject)
	}
	if c, reject = readRecord([]byte(`{"customer_id":"C1","emails":null}`)); reject != nil || c.Emails != nil {
		t.Errorf("%+v, %v", c, reject)
	}
	for text, want := range map[string]string{`{"customer_id":"C1","name":["x"]}`: "unreadable", `{"emails":[{}]}`: "unreadable",
		`[]`: "unreadable",
		`{"subscriptions":[{"monthly_price":"free"}]}`: "bad_value subscriptions"} {
		if _, reject := readRecord([]byte(text)); reject == nil || reject.Error() != want {
			t.Errorf("%s is %v, want %s", text, reject, want)
		}
	}
}

func TestFrappe_customer(t *testing.T) {
	f := &Frappe{fields: map[string]string{"customer_id": "code", "city": "town"}}
	for disabled, want := range map[string]string{"": Active, "0": Active, "false": Active, "1": HasLeft, "true": HasLeft} {
		c := f.customer(map[string]looseText{"name": "CUST-1", "code": "C1", "customer_name": "Ada", "town": "Laval",
			"disabled": looseText(disabled)})
		if c.AccountStatus != want || c.ID != "C1" || c.key != "CUST-1" || c.AccountID != "CUST-1" || c.City != "Laval" ||
			c.AccountName != "Ada" {
			t.Errorf("disabled %q: %+v", disabled, c.Customer)
		}
	}
}

func TestFrappeCustomer_subscribe(t *testing.T) {
	plans := map[string]float64{"fibre": 49.95}
	for _, x := range []struct {
		name, qty, status, plan string
		want                    Subscription
		rejected                bool
	}{
		{"one", "", "Active", "fibre", Subscription{"Active", 4995}, false},
		{"two", "2", "Cancelled", "fibre", Subscription{"Cancelled", 9990}, false},
		{"an unpaid subscription counts as active", "1", "Unpaid", "fibre", Subscription{Active, 4995}, false},
		{"a plan without a price", "1", "Active", "other", Subscription{"Active", 0}, false},
		{"no number", "many", "Active", "fibre", Subscription{}, true},
		{"too many", "1000000000", "Active", "fibre", Subscription{}, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			c := &frappeCustomer{}
			c.subscribe(map[string]looseText{"qty": looseText(x.qty), "status": looseText(x.status), "plan": looseText(x.plan)}, plans)
			if (c.reject != nil) != x.rejected || !x.rejected && (len(c.Subscriptions) != 1 || c.Subscriptions[0] != x.want) {
				t.Errorf("%+v, %v", c.Subscriptions, c.reject)
			}
		})
	}
}

func TestSearchIndex_findSimilar(t *testing.T) {
	l := &searchIndex{}
	for _, w := range []string{"tremblay", "tremblai", "trambley", "remblay", "roys", "roy", "côté", "cote", "a1", "zz"} {
		l.add(w, 3)
	}
	for _, x := range []struct{ typed, want string }{
		{"trembley", "trambley tremblay remblay tremblai"}, // two slips in eight letters
		{"tremble", ""}, // one in seven
		{"remblai", "remblay tremblai"},
		{"rois", "roys"}, // one in four
		{"rou", ""},      // none in three
		{"coté", "cote côté"},
	} {
		t.Run(x.typed, func(t *testing.T) {
			tk := token{typed: x.typed}
			found := l.findSimilar(&tk)
			if strings.Join(tk.list, " ") != x.want || found != (x.want != "") || tk.count != int64(3*len(tk.list)) {
				t.Errorf("like %v, %d customers, want %q", tk.list, tk.count, x.want)
			}
		})
	}
}

func TestLettersOf(t *testing.T) {
	for word, want := range map[string]uint64{"a": 1, "z": 1 << 25, "0": 1 << 26, "9": 1 << 35, "é": 1 << 63, "aa": 1, "az": 1 | 1<<25,
		"{": 1 << 63,
		"`": 1 << 63, "/": 1 << 63, ":": 1 << 63} {
		if got := lettersOf(word); got != want {
			t.Errorf("%q is %x, want %x", word, got, want)
		}
	}
}

func TestFinder_score(t *testing.T) {
	f := finder{tokens: []token{{typed: "roy"}}, direct: map[int64]int{1: 0, 2: 1}}
	m := func(row int64, status, names string) Match {
		return Match{Customer: Customer{AccountStatus: status}, row: row, names: names}
	}
	order := []Match{m(1, Active, "x"), m(2, Active, "x"), m(3, Active, "roy"), m(4, Active, "zoe roy"), m(5, Active, "ann zoe roy"),
		m(6, HasLeft, "roy"), m(7, HasLeft, "zoe roy"), m(8, Active, "royer"), m(9, Active, "aa bb cc dd ee ff gg roy\nx"), m(10, Active,
			"x\nroyal")}
	want := []int{-1_000_000, -999_999, 0, 1, 2, 5, 6, 10, 4, 13}
	for i, x := range order {
		if got := f.score(x); got != want[i] {
			t.Errorf("%q of row %d has %d, want %d", x.names, x.row, got, want[i])
		}
	}
	near := token{typed: "roi", near: map[string]int{"roy": 1}}
	for word, want := range map[string]int{"roi": 0, "roisin": 10, "roy": 20, "ada": 1000} {
		if got := near.fits([]string{"zzz", word}); got != want {
			t.Errorf("%q fits %d, want %d", word, got, want)
		}
	}
}

func TestPages_runs(t *testing.T) {
	l, p := i18n.EN, pages{zone: time.UTC}
	for span, want := range map[db.Instant]string{999: l.T(i18n.DirUnderASecond), 1000: l.F(i18n.DirSeconds, "1"),
		61_999: l.F(i18n.DirSeconds, "61")} {
		if got := durationText(l, span); got != want {
			t.Errorf("%d ms are %q, want %q", span, got, want)
		}
	}
	if row := p.runRow(l, Run{State: "running"}); row.Took != "–" || row.Problem != "" {
		t.Errorf("under way: %+v", row)
	}
	if row := p.runRow(l, Run{State: "failed", Problem: "no_files: /srv",
		StartedAt: 2000, FinishedAt: new(db.Instant(7000))}); row.Took != l.F(i18n.DirSeconds, "5") ||
		row.Problem != l.T(i18n.DirProblems["no_files"]) || row.Detail != "/srv" {
		t.Errorf("failed: %+v", row)
	}
	if got := problem(l, Run{Problem: "other"}); got != l.T(i18n.DirFailed) {
		t.Errorf("another problem: %q", got)
	}
	state := func(r Run) (v views.State) {
		p.latest(l, r, &v)
		return v
	}
	if v := state(Run{State: "running", Read: 7}); v.Running == nil || v.Running.Max != 0 || v.Running.Text != l.N(7, i18n.DirRead) {
		t.Errorf("running: %+v", v.Running)
	}
	if v := state(Run{State: "running", Read: 7, Total: new(int64(9))}); v.Running.Max != 9 || v.Running.Text != l.F(i18n.DirReadOf, "7",
		"9") {
		t.Errorf("running towards an end: %+v", v.Running)
	}
	if v := state(Run{State: "failed", Problem: "shrunk: 1 of 9"}); !v.Shrunk || v.Problem == "" || v.Run == "" {
		t.Errorf("shrunk: %+v", v)
	}
	if v := state(Run{State: "failed", Problem: "cut"}); v.Shrunk {
		t.Errorf("cut: %+v", v)
	}
	if v := state(Run{State: "done"}); v.Rejected != "" || v.Run != "" {
		t.Errorf("done: %+v", v)
	}
	if v := state(Run{State: "done", Rejected: 1}); v.Rejected != l.N(1, i18n.DirRejectedOf) || v.Run == "" {
		t.Errorf("done, but for one: %+v", v)
	}
}

func TestPlain(t *testing.T) {
	for text, want := range map[string]bool{"": true, " a~": true, "a\x1f": false, "a\x7f": false, "é": false} {
		if got := plain(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if got := splitCell("a;b|c\nd|"); !slices.Equal(got, []string{"a", "b", "c", "d"}) {
		t.Errorf("%q", got)
	}
}

func TestFeed_tells_where_and_how_many(t *testing.T) {
	var tags []string
	f := feedOf(t, func(w http.ResponseWriter, r *http.Request) {
		tags = append(tags, r.Header.Get("If-None-Match"))
		if r.URL.Query().Get("page") == "" {
			answerJSON(w, []byte(`{"total":7,"customers":[{"customer_id":"A","name":"A"},[]],"next":"?page=2"}`))
			return
		}
		answerJSON(w, []byte(`{"total":0,"customers":[{"customer_id":"B","name":"B"}]}`))
	})
	var totals []int64
	var places []string
	_, err := f.Each(t.Context(), `"tag"`, RecordWriter{SetTotal: func(n int64) { totals = append(totals, n) }, Write: func(i Item) error {
		places = append(places, i.Place)
		return nil
	}})
	if err != nil || !slices.Equal(totals, []int64{7}) || strings.Join(places, "; ") != "page 1, 1; page 1, 2; page 2, 1" ||
		!slices.Equal(tags, []string{`"tag"`, ""}) {
		t.Errorf("%v, totals %v, places %q, tags %q", err, totals, places, tags)
	}
}

func TestFiles_reads_long_lines(t *testing.T) {
	dir := t.TempDir()
	line := `{"customer_id":"A","name":"A","notes":"` + strings.Repeat("x", 500_000) + `"}`
	if err := os.WriteFile(filepath.Join(dir, "a.ndjson"), []byte(line+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if ids, rejects, _, err := collect(t, Files{dir}, ""); err != nil || len(ids) != 1 || rejects != 0 {
		t.Errorf("%v, %d rejected, %v", ids, rejects, err)
	}
}

func TestService_isDue(t *testing.T) {
	now := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	s := &Service{now: func() time.Time { return now }, Config: Config{Every: 15 * time.Minute}}
	ago := func(d time.Duration, status, problem string) *Run {
		return &Run{State: status, Problem: problem, StartedAt: db.InstantOf(now.Add(-d))}
	}
	for _, x := range []struct {
		name string
		last *Run
		want bool
	}{
		{"the first", nil, true},
		{"one in time", ago(15*time.Minute, "done", ""), true},
		{"one too early", ago(15*time.Minute-time.Millisecond, "done", ""), false},
		{"one that takes over another", ago(time.Second, "running", ""), true},
		{"one after a failure", ago(14*time.Minute, "failed", "cut"), false},
		{"one after storage failed", ago(runTimeout, "failed", "storage"), true},
		{"one too early after storage failed", ago(runTimeout-time.Millisecond, "failed", "storage"), false},
		{"one with an old word of storage", ago(14*time.Minute, "done", "storage"), false},
		{"one after a clock was set back", ago(-15*time.Minute, "done", ""), true},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := s.isDue(x.last); got != x.want {
				t.Errorf("due: %v, want %v", got, x.want)
			}
		})
	}
}

func TestFeed_answers(t *testing.T) {
	pages := func(n int, first int) *Feed {
		asked := 0
		return feedOf(t, func(w http.ResponseWriter, r *http.Request) {
			if asked++; asked == 1 && first != http.StatusOK {
				w.WriteHeader(first)
				return
			}
			page := 1
			_, _ = fmt.Sscan(r.URL.Query().Get("page"), &page)
			w.Header().Set("Content-Type", "application/hal+json")
			next := fmt.Sprintf(`?page=%d`, page+1)
			if page == n {
				next = ""
			}
			fmt.Fprintf(w, `{"customers":[{"customer_id":"C%d","name":"C"}],"next":%q}`, page, next)
		})
	}
	for _, x := range []struct {
		name         string
		pages, first int
		want         string // the failure
	}{
		{"as many pages as may be", 20, 200, ""}, {"one more", 21, 200, "endless"}, {"a server that fails once", 1, 500, ""},
		{"a server that refuses", 1, 404, "refused"},
	} {
		t.Run(x.name, func(t *testing.T) {
			ids, _, _, err := collect(t, pages(x.pages, x.first), "")
			got := ""
			if f, ok := errors.AsType[*Failure](err); ok {
				got = f.Code
			}
			if got != x.want || x.want == "" && len(ids) != x.pages {
				t.Errorf("%d read, %v", len(ids), err)
			}
		})
	}
}

func TestIndexCache(t *testing.T) {
	d := dbtest.Open(t, db.SQLite)
	var v indexCache
	first, err := v.get(t.Context(), d, 1)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := v.get(t.Context(), nil, 1); err != nil || again != first { // nothing is read
		t.Errorf("the same generation is read again: %v", err)
	}
	if next, err := v.get(t.Context(), d, 2); err != nil || next == first {
		t.Errorf("another generation is not read: %v", err)
	}
	l := &searchIndex{}
	for _, w := range []string{"ro", "roy", "royer", "rz"} {
		l.add(w, 3)
	}
	for start, want := range map[string]int64{"roy": 6, "ro": 9, "rz": 3, "s": 0} {
		if got := l.countPrefix(start); got != want {
			t.Errorf("%d begin with %s, want %d", got, start, want)
		}
	}
}
