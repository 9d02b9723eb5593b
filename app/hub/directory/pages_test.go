package directory

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/hub/timeline"
	"presence/app/platform/contact"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	"presence/db/dbtest"
)

var staff = auth.Actor{PersonID: "00000000-0000-0000-0000-000000000001", Name: "Rosalie", Role: auth.Events, Via: "cookie",
	Language: i18n.EN}

// site is the pages and the JSON API of one directory, as staff calls them.
type site struct {
	*featuretest.Client
	s     *Service
	clock *clock
	d     *db.DB
	asked []string          // the customer of whom a timeline was wanted last, and its addresses
	past  []timeline.Moment // what the timeline has
}

// west is where the company is: the pages show its time.
var west = time.FixedZone("west", -5*3600)

func onSite(t *testing.T, source Source, fn func(t *testing.T, w *site)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, clock := serviceOf(d, source)
		t.Cleanup(s.Work.Close)
		w := &site{s: s, clock: clock, d: d}
		w.Client = featuretest.New(t, featuretest.Options{By: staff, Now: clock.now}, func(r *httpx.Router) {
			API(r, s)
			Pages(r, s, west, func(_ context.Context, g timeline.Guest, _ i18n.Lang) ([]timeline.Moment, error) {
				w.asked = append([]string{g.CustomerID}, g.Emails...)
				return w.past, nil
			})
		})
		fn(t, w)
	})
}

func plainText(s string) string { return strings.Join(strings.Fields(s), " ") }

// dense returns texts without their white space, which is missing between elements that follow each other.
func dense(texts ...string) (list []string) {
	for _, s := range texts {
		list = append(list, strings.Join(strings.Fields(s), ""))
	}
	return list
}

// linksOf returns the addresses of the links in the elements that the selector matches.
func linksOf(a *featuretest.Answer, selector string) (list []string) {
	for _, x := range a.Doc().Find(selector).EachIter() {
		list = append(list, x.AttrOr("href", ""))
	}
	return list
}

func TestPages_search(t *testing.T) {
	l := i18n.EN
	list := testCustomers(24)
	list[1].Type, list[2].Subscriptions, list[3].AccountStatus = Company, nil, HasLeft
	for i := range list {
		list[i].City = "Gaspé"
	}
	list[4].City, list[5].City = "Amos", ""
	list = append(list, Customer{ID: "E-1", Name: "Unique Person", AccountName: "Other Account", Type: Company})
	onSite(t, &fixed{customers: list}, func(t *testing.T, w *site) {
		mustSync(t, w.s, SyncOptions{})
		t.Run("the page begins with segments and what changed last", func(t *testing.T) {
			a := w.On(t).Get(paths.Directory()).Want(http.StatusOK)
			want := []string{l.T(i18n.DirIndividuals) + " 23", l.T(i18n.DirCompanies) + " 2", l.T(i18n.DirSubscribed) + " 23",
				l.T(i18n.DirNoPlan) + " 2", l.T(i18n.DirLeft) + " 1"}
			if got := a.Texts(".chips li"); !slices.Equal(got, want) {
				t.Errorf("the segments are %q, want %q", got, want)
			}
			if got := linksOf(a, ".chip-menu a"); !slices.Equal(got, []string{paths.Directory(), paths.DirectorySegment("city", "Gaspé", 0),
				paths.DirectorySegment("city", "Amos", 0)}) {
				t.Errorf("the cities lead to %q", got)
			}
			if got := len(a.Texts("#found tbody tr")); got != shownRecent || a.Texts("#found h2")[0] != l.T(i18n.DirRecent) {
				t.Errorf("%d rows", got)
			}
		})
		for _, x := range []struct {
			name, query string
			rows        int
			says        string
		}{
			{"one customer", "unique", 1, l.N(1, i18n.DirFound)}, {"two words", "unique person", 1, l.N(1, i18n.DirFound)},
			{"as many as are shown", "client", maxFound, l.F(i18n.DirFoundMost, maxFound)},
			{"no customer", "qqqqqq", 0, l.T(i18n.DirNothing) + plainText(l.T(i18n.DirNothingText))},
			{"one character", "u", 0, l.T(i18n.DirAsk) + l.T(i18n.DirShort)},
			{"too long a text", strings.Repeat("u ", 99) + "uuuuu", 0, l.T(i18n.DirNothing)},
		} {
			t.Run("a search finds "+x.name, func(t *testing.T) {
				whole := w.On(t).Get(paths.DirectoryOf(x.query)).Want(http.StatusOK)
				part := w.On(t).Part(paths.DirectoryOf(x.query), "found").Want(http.StatusOK)
				for _, a := range []*featuretest.Answer{whole, part} {
					if got := len(a.Texts("#found tbody tr")); got != x.rows {
						t.Errorf("%d rows, want %d", got, x.rows)
					}
					if got := htmltest.Text(a.Doc().Find("#found")); !strings.Contains(got, x.says) {
						t.Errorf("%q does not say %q", got, x.says)
					}
				}
				if whole.Doc().Find("#mirror").Length() != 1 || part.Doc().Find("#mirror").Length() != 0 {
					t.Error("the whole page and the part are the same")
				}
			})
		}
		t.Run("a customer's link leads back to the search", func(t *testing.T) {
			a := w.On(t).Get(paths.DirectoryOf("unique"))
			if got := linksOf(a, "#found tbody a.dir-name"); !slices.Equal(got, []string{paths.DirectoryCustomer("E-1", "unique")}) {
				t.Errorf("it is %q", got)
			}
			if got := htmltest.Text(a.Doc().Find("#found .dir-note")); got != "E-1 · Other Account" {
				t.Errorf("the note is %q", got)
			}
		})
		t.Run("a search wins over a segment", func(t *testing.T) {
			if got := w.On(t).Get(paths.DirectoryOf("unique") + "&of=company").Texts("#found tbody tr"); len(got) != 1 {
				t.Errorf("%d rows", len(got))
			}
		})
		t.Run("the API finds the same", func(t *testing.T) {
			var found []map[string]string
			w.On(t).Get("/collab/customer-search?q=C-000001").Want(http.StatusOK).JSON(&found)
			want := map[string]string{"customer_id": "C-000001", "name": list[1].Name, "account_name": list[1].Name, "email": "client1@example.com",
				"phone": "+14182000001", "city": "Gaspé", "type": Company, "account_status": Active, "language": "fr"}
			if len(found) == 0 || fmt.Sprint(found[0]) != fmt.Sprint(want) {
				t.Errorf("found %v, want %v", found, want)
			}
			a := w.On(t).Get("/collab/customer-search?q=qqqqqq").Want(http.StatusOK)
			if strings.TrimSpace(a.Body) != "[]" {
				t.Errorf("nothing is %s", a.Body)
			}
			if status, _ := w.On(t).Get("/collab/customer-search?q=%C3%A9").Refused(); status != 400 {
				t.Errorf("one character: status %d", status)
			}
		})
	})
}

func TestPages_segment(t *testing.T) {
	l := i18n.EN
	list := testCustomers(segmentLimit + 1)
	for i := range list {
		list[i].City = "Gaspé"
	}
	list[0].Type, list[1].AccountStatus = Company, HasLeft
	onSite(t, &fixed{customers: list}, func(t *testing.T, w *site) {
		mustSync(t, w.s, SyncOptions{})
		pageOf := func(t *testing.T, address string) (rows int, links []string) {
			t.Helper()
			a := w.On(t).Get(address).Want(http.StatusOK)
			return len(a.Texts("#found tbody tr")), linksOf(a, ".pagination a")
		}
		t.Run("a segment longer than a page is shown in pages", func(t *testing.T) {
			rows, links := pageOf(t, paths.DirectorySegment("city", "Gaspé", 0))
			if rows != segmentLimit || len(links) != 1 || !strings.HasPrefix(links[0], paths.DirectorySegment("city", "Gaspé", 0)+"&") &&
				!strings.Contains(links[0], "before=") {
				t.Fatalf("%d rows, %q", rows, links)
			}
			rows, links = pageOf(t, links[0])
			if rows != 1 || !slices.Equal(links, []string{paths.DirectorySegment("city", "Gaspé", 0)}) {
				t.Errorf("the second page: %d rows, %q", rows, links)
			}
		})
		for _, x := range []struct {
			name, address, heading string
			rows                   int
		}{
			{"as long as a page", paths.DirectorySegment(Individuals, "", 0), l.T(i18n.DirIndividuals), segmentLimit},
			{"of companies", paths.DirectorySegment(Companies, "", 0), l.T(i18n.DirCompanies), 1},
			{"of a city, written otherwise", paths.DirectorySegment("city", "GASPE", 0), "GASPE", segmentLimit},
			{"from a place before its beginning", paths.DirectorySegment(Companies, "", 0) + "&before=-3", l.T(i18n.DirCompanies), 1},
			{"from no number", paths.DirectorySegment(Companies, "", 0) + "&before=x", l.T(i18n.DirCompanies), 1},
		} {
			t.Run("a segment "+x.name, func(t *testing.T) {
				a := w.On(t).Get(x.address).Want(http.StatusOK)
				if got := a.Texts("#found h2"); !slices.Equal(got, []string{x.heading}) || len(a.Texts("#found tbody tr")) != x.rows {
					t.Errorf("%q, %d rows", got, len(a.Texts("#found tbody tr")))
				}
				if got := linksOf(a, "#found .split a"); !slices.Equal(got, []string{paths.Directory()}) {
					t.Errorf("the way back is %q", got)
				}
				if links := linksOf(a, ".pagination a"); (len(links) > 0) != (x.heading == "GASPE") {
					t.Errorf("pages %q", links)
				}
			})
		}
		t.Run("a row says of an account that it has ended, and nothing of others", func(t *testing.T) {
			a := w.On(t).Get(paths.DirectorySegment(Left, "", 0)).Want(http.StatusOK)
			if rows, marks := len(a.Texts("#found tbody tr")), a.Texts("#found .row-head .badge"); rows == 0 || len(marks) != rows ||
				marks[0] != l.T(i18n.DirHasLeft) {
				t.Errorf("%d rows are marked %q", rows, marks)
			}
			a = w.On(t).Get(paths.DirectorySegment(Companies, "", 0)).Want(http.StatusOK)
			if rows, marks := len(a.Texts("#found tbody tr")), a.Texts("#found .badge"); rows == 0 || marks != nil {
				t.Errorf("%d rows are marked %q", rows, marks)
			}
		})
		t.Run("a segment without customers says so", func(t *testing.T) {
			a := w.On(t).Get(paths.DirectorySegment("city", "Amos", 0)).Want(http.StatusOK)
			if got := htmltest.Text(a.Doc().Find("#found")); !strings.Contains(got, l.T(i18n.DirSegmentNone)) {
				t.Errorf("it says %q", got)
			}
		})
		for name, address := range map[string]string{"no kind that exists": "?of=everything", "a city without a name": "?of=city",
			"a city of blanks": "?of=city&city=+"} {
			t.Run("there is no segment of "+name, func(t *testing.T) {
				if status, code := w.On(t).Get(paths.Directory() + address).Refused(); status != 404 || code != "not_found" {
					t.Errorf("%d %s", status, code)
				}
			})
		}
	})
}

func TestCustomerRows(t *testing.T) {
	l := i18n.EN
	one := Match{Customer: Customer{ID: "C1", Name: "Ada", AccountName: "Ada", AccountStatus: Active, Type: Individual, City: "Amos"},
		Email: "a@example.com", Phone: "+14186562131", Subscribed: true, MonthlyCents: 4995}
	bare := Match{Customer: Customer{ID: "C2", Name: "Roy inc.", AccountName: "Roy", AccountStatus: HasLeft, Type: Company}}
	free := one
	free.MonthlyCents = 0
	rows := customerRows(l, []Match{one, bare, free}, "x")
	if r := rows[0]; r.Account != "" || r.Email != "a@example.com" || !r.HasEmail || r.Phone != contact.Phone("+14186562131") || r.Company ||
		r.HasLeft || r.Monthly != l.Dollars(4995) || r.Type != l.T(i18n.DirIndividual) || r.Href != paths.DirectoryCustomer("C1", "x") {
		t.Errorf("a whole record: %+v", r)
	}
	if r := rows[1]; r.Account != "Roy" || r.Email != l.T(i18n.DirNoContact) || r.HasEmail || !r.Company || !r.HasLeft ||
		r.Monthly != "–" ||
		r.Type != l.T(i18n.DirCompany) {
		t.Errorf("a bare record: %+v", r)
	}
	if r := rows[2]; r.Monthly != l.Dollars(0) {
		t.Errorf("a subscription that costs nothing: %+v", r)
	}
}

func TestPages_customer(t *testing.T) {
	l := i18n.EN
	whole := Customer{ID: "C 1/2", Name: "Élise Côté", AccountID: "A1", AccountName: "Famille Côté", Type: Company, Mandatary: "Luc",
		LegacyContact: "Zoé",
		Emails:        []string{"a@example.com", "b@example.com"}, Phones: []string{"418 656-2131"}, City: "Amos", Language: "fr",
		Subscriptions: []Subscription{{Active, 4995}, {"cancelled", 1000}, {Active, 5}}}
	bare := Customer{ID: "C2", Name: "Ada", AccountStatus: HasLeft, Subscriptions: []Subscription{{"cancelled", 1000}}}
	onSite(t, &fixed{customers: []Customer{whole, bare}}, func(t *testing.T, w *site) {
		mustSync(t, w.s, SyncOptions{})
		facts := func(a *featuretest.Answer) string {
			return strings.Join(a.Texts(".columns section:first-child dl > div"), "; ")
		}
		fact := func(name i18n.Text, value string) string { return l.T(name) + value }
		t.Run("shows a whole record", func(t *testing.T) {
			a := w.On(t).Get(paths.DirectoryCustomer(whole.ID, "")).Want(http.StatusOK)
			want := strings.Join([]string{fact(i18n.DirNumber, "C 1/2"), fact(i18n.DirAccount, "A1"), fact(i18n.DirAccountName, "Famille Côté"),
				fact(i18n.DirType, l.T(i18n.DirCompany)), fact(i18n.DirMandatary, "Luc"), fact(i18n.DirLegacy, "Zoé"), fact(i18n.DirCity, "Amos"),
				fact(i18n.DirLanguage, i18n.FR.Name())}, "; ")
			if got := facts(a); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			if got := a.Texts("tbody tr"); !slices.Equal(dense(got...), dense(l.T(i18n.DirActive)+l.Dollars(4995), "cancelled"+l.Dollars(1000),
				l.T(i18n.DirActive)+l.Dollars(5))) {
				t.Errorf("the subscriptions are %q", got)
			}
			body := htmltest.Text(a.Doc())
			for _, text := range []string{l.F(i18n.DirPlanTotal, l.Dollars(5000)), "a@example.com", "b@example.com", contact.Phone("418 656-2131"),
				l.T(i18n.TimelineNone)} {
				if !strings.Contains(body, plainText(text)) {
					t.Errorf("%q is missing", text)
				}
			}
			if !slices.Equal(w.asked, []string{whole.ID, "a@example.com", "b@example.com"}) {
				t.Errorf("the timeline is that of %q", w.asked)
			}
			if n := a.Doc().Find("tbody .badge-good").Length(); n != 2 {
				t.Errorf("%d subscriptions look active", n)
			}
		})
		t.Run("leaves out what a record does not have", func(t *testing.T) {
			a := w.On(t).Get(paths.DirectoryCustomer(bare.ID, "")).Want(http.StatusOK)
			want := strings.Join([]string{fact(i18n.DirNumber, "C2"), fact(i18n.DirAccount, "C2"), fact(i18n.DirAccountName, "Ada"),
				fact(i18n.DirType, l.T(i18n.DirIndividual)), fact(i18n.DirLanguage, l.T(i18n.DirUnknown))}, "; ")
			if got := facts(a); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			body := htmltest.Text(a.Doc())
			if strings.Contains(body, plainText(l.F(i18n.DirPlanTotal, l.Dollars(0)))) || !strings.Contains(body, l.T(i18n.DirHasLeft)) ||
				!strings.Contains(body, l.T(i18n.DirNoContact)) {
				t.Errorf("the page says %s", body)
			}
		})
		t.Run("leads back to the directory, or to the search", func(t *testing.T) {
			for query, want := range map[string]string{"": paths.Directory(), "eli": paths.DirectoryOf("eli")} {
				if got := linksOf(w.On(t).Get(paths.DirectoryCustomer(bare.ID, query)), "main nav a, .crumbs a"); !slices.Contains(got, want) {
					t.Errorf("%q leads back to %q", query, got)
				}
			}
		})
		for name, id := range map[string]string{"no number": "", "an unknown number": "C3", "a number of no text": "C2\x00",
			"a number that is not UTF-8": "\xff"} {
			t.Run("there is no customer of "+name, func(t *testing.T) {
				if status, code := w.On(t).Get(paths.Directory() + "/customer?id=" + url.QueryEscape(id)).Refused(); status != 404 ||
					code != "not_found" {
					t.Errorf("%d %s", status, code)
				}
			})
		}
		t.Run("the timeline has the newest first, in the time of the company", func(t *testing.T) {
			at := func(minute int) db.Instant { return db.InstantOf(time.Date(2026, 11, 20, 1, minute, 0, 0, time.UTC)) }
			w.past = []timeline.Moment{{At: at(1), Kind: timeline.Invited, Event: "gala", Title: "Le gala"},
				{At: at(3), Kind: timeline.Answered, Event: "gala", Title: "Le gala",
					Count: 2, RSVP: 7}, {At: at(4), Kind: timeline.Answered, Event: "bal", Title: "Le bal", RSVP: 8},
				{At: at(2), Kind: timeline.Opened, Event: "gala", Title: "Le gala"}, {At: at(3), Kind: timeline.Unsubscribed}}
			a := w.On(t).Get(paths.DirectoryCustomer(bare.ID, "")).Want(http.StatusOK)
			moment := func(text string, minute int) string {
				return text + l.Moment(at(minute).Time().In(west))
			}
			want := []string{moment(l.T(i18n.TimelineDeclined)+" Le bal", 4),
				moment(l.N(2, i18n.TimelineAnsweredN)+" Le gala", 3), moment(l.T(i18n.TimelineUnsubscribed), 3),
				moment(l.T(i18n.TimelineOpened)+" Le gala", 2), moment(l.T(i18n.TimelineInvited)+" Le gala", 1)}
			if got := a.Texts("#timeline li"); !slices.Equal(dense(got...), dense(want...)) {
				t.Errorf("got %q, want %q", got, want)
			}
			if got := linksOf(a, "#timeline a"); !slices.Equal(got, []string{paths.Registration("bal", 8), paths.Registration("gala", 7),
				paths.EventOverview("gala"),
				paths.EventOverview("gala")}) {
				t.Errorf("it leads to %q", got)
			}
		})
	})
}

// TestSourceText reads where the customers come from and how often they are read, in the words of each kind of source.
func TestSourceText(t *testing.T) {
	for name, want := range map[string][2]string{
		"files:/srv/crm":              {"Dossier /srv/crm", "From folder /srv/crm"},
		"https://crm.example/feed":    {"Depuis crm.example/feed", "From crm.example/feed"},
		"http://crm.local":            {"Depuis crm.local", "From crm.local"},
		"frappe+https://erp.example":  {"Depuis ERPNext (erp.example)", "From ERPNext (erp.example)"},
		"frappe+http://erp.local:808": {"Depuis ERPNext (erp.local:808)", "From ERPNext (erp.local:808)"},
		"fixed":                       {"Source : fixed", "Source: fixed"},
	} {
		if fr, en := plainText(sourceText(i18n.FR, name)), plainText(sourceText(i18n.EN, name)); fr != want[0] || en != want[1] {
			t.Errorf("%s: %q and %q, want %q", name, fr, en, want)
		}
	}
	for d, want := range map[time.Duration][2]string{
		0:                {"", ""},
		time.Minute:      {"toutes les minutes", "every minute"},
		15 * time.Minute: {"toutes les 15 minutes", "every 15 minutes"},
		time.Hour:        {"toutes les heures", "every hour"},
		90 * time.Minute: {"toutes les 90 minutes", "every 90 minutes"},
		6 * time.Hour:    {"toutes les 6 heures", "every 6 hours"},
		24 * time.Hour:   {"tous les jours", "every day"},
		48 * time.Hour:   {"tous les 2 jours", "every 2 days"},
		45 * time.Second: {"toutes les 45 secondes", "every 45 seconds"},
	} {
		if fr, en := plainText(every(i18n.FR, d)), plainText(every(i18n.EN, d)); fr != want[0] || en != want[1] {
			t.Errorf("%s: %q and %q, want %q", d, fr, en, want)
		}
	}
}

func TestPages_syncs(t *testing.T) {
	l := i18n.EN
	onSite(t, nil, func(t *testing.T, w *site) {
		source := &fixed{mark: "1", customers: testCustomers(3)}
		w.s.Source = source
		mirror := func(t *testing.T) string {
			t.Helper()
			return htmltest.Text(htmltest.One(t, w.On(t).Get(paths.Directory()).Want(http.StatusOK).Doc(), ".dir-fresh, #mirror:not([hidden])"))
		}
		t.Run("before the first sync", func(t *testing.T) {
			if got := mirror(t); !strings.Contains(got, l.T(i18n.DirNever)) || !strings.Contains(got, l.N(0, i18n.DirCustomers)) ||
				!strings.Contains(got, "Source: fixed every 15 minutes") {
				t.Errorf("it says %s", got)
			}
			if n := len(w.On(t).Get(paths.DirectorySyncs()).Want(http.StatusOK).Texts("tbody tr")); n != 0 {
				t.Errorf("%d runs", n)
			}
		})
		t.Run("a sync that staff starts", func(t *testing.T) {
			w.On(t).Form(paths.SyncDirectory(), nil).RedirectsTo(paths.Directory())
			if told := w.On(t).Messages(); len(told) != 1 || told[0].Text != l.T(i18n.DirStarted) {
				t.Errorf("told %+v", told)
			}
			w.s.Wait()
			w.clock.forward(2 * time.Minute)
			if got := mirror(t); !strings.Contains(got, plainText(l.F(i18n.DirFreshAt, l.Ago(2*time.Minute)))) ||
				!strings.Contains(got, l.N(3, i18n.DirCustomers)) {
				t.Errorf("it says %s", got)
			}
			title := w.On(t).Get(paths.Directory()).Doc().Find(".page-head .dir-fresh > span").AttrOr("title", "")
			if want := l.Moment(w.clock.now().Add(-2 * time.Minute).In(west)); title != want {
				t.Errorf("the time is %q, want %q", title, want)
			}
			if n := scalar(t, w.d, "SELECT COUNT(*) FROM audit_log WHERE kind = 'directory' AND action = 'synced'"); n != 1 {
				t.Errorf("%d entries in the audit log", n)
			}
		})
		t.Run("htmx starts one and gets the state alone", func(t *testing.T) {
			a := w.On(t).FormHTMX(paths.SyncDirectory(), nil).Want(http.StatusOK)
			w.s.Wait()
			if a.Doc().Find("template > #mirror").Length() != 1 || a.Doc().Find("table").Length() != 0 {
				t.Error("it gets something else")
			}
		})
		t.Run("a forced one reads a source that has not changed", func(t *testing.T) {
			source.customers = testCustomers(4)
			w.On(t).Form(paths.SyncDirectory(), url.Values{"force": {"0"}}).Want(http.StatusSeeOther)
			w.s.Wait()
			if n := scalar(t, w.d, "SELECT COUNT(*) FROM directory_live"); n != 3 {
				t.Errorf("not forced: %d customers", n)
			}
			w.On(t).Form(paths.SyncDirectory(), url.Values{"force": {"1"}}).Want(http.StatusSeeOther)
			w.s.Wait()
			if n := scalar(t, w.d, "SELECT COUNT(*) FROM directory_live"); n != 4 {
				t.Errorf("forced: %d customers", n)
			}
		})
		t.Run("one that runs already is what staff wants, and is shown", func(t *testing.T) {
			run, held, err := beginRun(t, w.s)
			if err != nil {
				t.Fatal(err)
			}
			w.On(t).Form(paths.SyncDirectory(), nil).RedirectsTo(paths.Directory())
			a := w.On(t).Part(paths.DirectorySyncs(), "mirror").Want(http.StatusOK)
			if got := a.Doc().Find("#mirror .dir-running").Length(); got != 1 || a.Doc().Find("#mirror[hx-get]").Length() != 1 {
				t.Error("no progress is shown")
			}
			if got := a.Header.Get("HX-Refresh"); got != "" {
				t.Errorf("the page is loaded anew while the sync runs: %q", got)
			}
			held.Release()
			if _, err := w.s.Sync(t.Context(), SyncOptions{}); err != nil { // ends it
				t.Fatal(err)
			}
			if r, _, err := w.s.Run(t.Context(), run.ID); err != nil || r.State != "failed" || r.Problem != "interrupted" {
				t.Errorf("the run that was left is %+v, %v", r, err)
			}
		})
		t.Run("a page that waited for its end is loaded anew", func(t *testing.T) {
			if got := w.On(t).Part(paths.DirectorySyncs(), "mirror").Want(http.StatusOK).Header.Get("HX-Refresh"); got != "true" {
				t.Errorf("HX-Refresh is %q", got)
			}
		})
		t.Run("the state of a copy that is current is a line of the header, with the history and the button", func(t *testing.T) {
			page := w.On(t).Get(paths.Directory()).Want(http.StatusOK).Doc()
			if page.Find(`.page-head .dir-fresh a[href="`+paths.DirectorySyncs()+`"]`).Length() != 1 ||
				page.Find(`.page-title form[action="`+paths.SyncDirectory()+`"]`).Length() != 1 || page.Find(".dir-mirror").Length() != 0 {
				t.Error(page.Find("main").Text())
			}
		})
		source.mark, source.customers, source.err = "2", nil, failure("no_files", "/srv")
		if _, err := w.s.Sync(t.Context(), SyncOptions{}); err == nil {
			t.Fatal("the source fails")
		}
		t.Run("one that failed says why", func(t *testing.T) {
			if got := mirror(t); !strings.Contains(got, l.T(i18n.DirProblems["no_files"])) || !strings.Contains(got, "/srv") ||
				strings.Contains(got, l.T(i18n.DirSyncForce)) || !strings.Contains(got, plainText(l.F(i18n.DirFreshAt, l.Ago(0)))) {
				t.Errorf("it says %s", got)
			}
		})
		t.Run("the history has the newest first", func(t *testing.T) {
			rows := w.On(t).Get(paths.DirectorySyncs()).Want(http.StatusOK).Texts("tbody tr")
			want := []string{l.T(i18n.DirFailed), l.T(i18n.DirUnchanged), l.T(i18n.DirFailed), l.T(i18n.DirDone), l.T(i18n.DirUnchanged),
				l.T(i18n.DirUnchanged), l.T(i18n.DirDone)}
			if len(rows) != len(want) {
				t.Fatalf("%d runs: %q", len(rows), rows)
			}
			for i, text := range want {
				if !strings.Contains(rows[i], text) {
					t.Errorf("the run of row %d is %q, want %q", i, rows[i], text)
				}
			}
		})
		source.err = nil
		for i := range maxRejects + 1 {
			source.items = append(source.items, Item{Place: fmt.Sprint("line ", i+1),
				Customer: Customer{ID: fmt.Sprint("N", i), Type: "robot", Name: "x"}})
		}
		source.customers, source.items[0] = testCustomers(4), Item{Place: "line 1", Reject: &Reject{Reason: "unreadable"}}
		many := mustSync(t, w.s, SyncOptions{})
		t.Run("a run shows the first records that it rejected", func(t *testing.T) {
			a := w.On(t).Get(paths.DirectoryRun(many.ID)).Want(http.StatusOK)
			rows := a.Texts("details tbody tr")
			if len(rows) != maxRejects || rows[0] != "line 1–"+l.T(i18n.DirReasons["unreadable"]) ||
				rows[1] != "line 2N1"+l.T(i18n.DirType)+l.Colon()+l.T(i18n.DirReasons["bad_value"]) {
				t.Errorf("%d rows: %q", len(rows), rows[:min(2, len(rows))])
			}
			if body := htmltest.Text(a.Doc()); !strings.Contains(body, plainText(l.F(i18n.DirRejectsFirst, maxRejects))) ||
				!strings.Contains(body, l.T(i18n.DirRejected)+fmt.Sprint(maxRejects+1)) {
				t.Error("it does not say that there are more")
			}
			if got := mirror(t); !strings.Contains(got, l.N(maxRejects+1, i18n.DirRejectedOf)) {
				t.Errorf("the state says %s", got)
			}
		})
		source.mark, source.items = "3", source.items[:maxRejects-1]
		few := mustSync(t, w.s, SyncOptions{})
		t.Run("a run that rejected fewer shows them all", func(t *testing.T) {
			a := w.On(t).Get(paths.DirectoryRun(few.ID)).Want(http.StatusOK)
			if n := len(a.Texts("details tbody tr")); n != maxRejects-1 || strings.Contains(htmltest.Text(a.Doc()), plainText(l.F(i18n.DirRejectsFirst,
				maxRejects))) {
				t.Errorf("%d rows", n)
			}
		})
		for _, id := range []string{"999", "x"} {
			t.Run("there is no run "+id, func(t *testing.T) {
				if status, code := w.On(t).Get(paths.DirectorySyncs() + "/" + id).Refused(); status != 404 || code != "not_found" {
					t.Errorf("%d %s", status, code)
				}
			})
		}
	})
}

func TestPages_without_a_source(t *testing.T) {
	l := i18n.EN
	onSite(t, nil, func(t *testing.T, w *site) {
		w.s.Source = nil
		t.Run("the page says so, and has nothing to search", func(t *testing.T) {
			a := w.On(t).Get(paths.Directory()).Want(http.StatusOK)
			if a.Doc().Find(".dir-search").Length() != 0 || !strings.Contains(a.Doc().Text(), l.T(i18n.DirNone)) {
				t.Error("it has a search")
			}
			for role, want := range map[auth.Role]int{auth.Admin: 1, auth.Events: 0} {
				a := w.On(t).As(auth.Actor{PersonID: "1", Role: role}).Get(paths.Directory()).Want(http.StatusOK)
				if got := a.Doc().Find(`#mirror a[href="` + paths.CustomerSettings() + `"]`).Length(); got != want {
					t.Errorf("%s has %d links to the settings", role, got)
				}
			}
		})
		t.Run("a sync cannot start", func(t *testing.T) {
			if status, code := w.On(t).Form(paths.SyncDirectory(), nil).Refused(); status != 409 || code != "no_source" {
				t.Errorf("%d %s", status, code)
			}
		})
	})
}

// A page does not hide that its timeline could not be read.
func TestPages_customer_without_its_timeline(t *testing.T) {
	d := dbtest.Open(t, db.SQLite)
	s, clock := serviceOf(d, &fixed{customers: testCustomers(1)})
	mustSync(t, s, SyncOptions{})
	w := featuretest.New(t, featuretest.Options{By: staff, Now: clock.now}, func(r *httpx.Router) {
		Pages(r, s, west, func(context.Context, timeline.Guest, i18n.Lang) ([]timeline.Moment, error) {
			return nil, errors.New("broken")
		})
	})
	if status, _ := w.Get(paths.DirectoryCustomer("C-000000", "")).Refused(); status != 500 {
		t.Errorf("status %d", status)
	}
}
