package audience

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"

	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/hub/directory"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	"presence/db/dbtest"
	staff "presence/views/layout"
	"presence/views/ui"
)

// site is the pages and the JSON API of the lists of one database, as staff calls them.
type site struct {
	*featuretest.Client
	s     *Service
	event string
	sent  **SentInvitation // of the invitation; nil: none was sent
}

func onSite(t *testing.T, list []someone, fn func(t *testing.T, w site)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := NewService(d, noon, Options{})
		mirror(t, d, list...)
		customers := directory.NewService(d, noon, directory.Config{})
		head := func(_ context.Context, id string, _ staff.EventTab) (staff.EventHead, error) {
			return staff.EventHead{Title: id}, nil
		}
		caller := by
		caller.Language = i18n.EN
		var sent *SentInvitation
		fn(t, site{featuretest.New(t, featuretest.Options{By: caller, Now: noon}, func(r *httpx.Router) {
			API(r, s)
			Pages(r, s, customers, head, func(context.Context, i18n.Lang, string) (*SentInvitation, error) { return sent, nil })
		}), s, party, &sent})
	})
}

func (w site) on(t *testing.T) site { return site{w.On(t), w.s, w.event, w.sent} }

// emails returns the addresses of the list.
func (w site) emails(t *testing.T) string {
	t.Helper()
	var list []string
	for _, e := range all(t, w.s, w.event) {
		list = append(list, e.Email)
	}
	return strings.Join(list, " ")
}

// emptied empties the list for the next test.
func (w site) emptied(t *testing.T) {
	t.Helper()
	if _, err := w.s.Clear(t.Context(), by, w.event); err != nil {
		t.Fatal(err)
	}
}

func (w site) add(t *testing.T, emails ...string) {
	t.Helper()
	var p Picks
	for _, e := range emails {
		p.Entries = append(p.Entries, Entry{Email: e})
	}
	if _, err := w.s.AddPicks(t.Context(), by, w.event, p); err != nil {
		t.Fatal(err)
	}
}

// told returns the texts of the flash messages.
func (w site) told() (texts []string) {
	for _, toast := range w.Messages() {
		texts = append(texts, toast.Text)
	}
	return texts
}

// The page is the list; once an invitation was sent, what became of it stands before.
func TestPages_show_sent(t *testing.T) {
	onSite(t, town, func(t *testing.T, w site) {
		w.add(t, "ann@example.com")
		order := func(t *testing.T) string {
			t.Helper()
			var parts []string
			for _, x := range w.on(t).Get(paths.Audience(w.event, nil)).Want(http.StatusOK).Doc().Find(".audience > *").EachIter() {
				id, _ := x.Attr("id")
				parts = append(parts, strings.TrimPrefix(x.AttrOr("class", ""), "card ")+"#"+id)
			}
			return strings.Join(parts, ", ")
		}
		if got := order(t); got != "card-flush#main" {
			t.Errorf("before: %s", got)
		}
		*w.sent = &SentInvitation{Title: "Invitation", State: ui.Status{Text: "Completed"}, Report: "/report",
			Chips: []ui.Chip{{Label: "Failed", Count: "2", Href: "/failed"}, {Label: "Sent", Count: "9", Href: "/sent"}}}
		if got := order(t); got != "audience-sent#, card-flush#main" {
			t.Errorf("after: %s", got)
		}
		page := w.on(t).Get(paths.Audience(w.event, nil))
		if got := page.Texts(".audience-sent .chip"); !slices.Equal(got, []string{"Failed 2", "Sent 9"}) {
			t.Errorf("%q", got)
		}
		if n := page.Doc().Find(".audience-way").Length(); n != 0 {
			t.Errorf("%d ways to add are open", n)
		}
	})
}

func TestPages_show(t *testing.T) {
	l := i18n.EN
	onSite(t, town, func(t *testing.T, w site) {
		page := paths.Audience(w.event, nil)
		open := func(t *testing.T, query string) string {
			t.Helper()
			id, _ := w.on(t).Get(page + query).Want(http.StatusOK).Doc().Find(".audience-way").Attr("id")
			return id
		}
		for _, x := range []struct{ name, query, open string }{
			{"an empty list opens the filters", "", "choose"},
			{"a search for a person opens the search", "?q=elise", "pick"},
			{"a search for a person wins over filters", "?q=elise&customer_type=all", "pick"},
			{"one way is asked for", "?add=table", "table"},
			{"the filters are asked for", "?add=choose", "choose"},
			{"a person is asked for", "?add=pick", "pick"},
			{"something else is asked for", "?add=other", "choose"},
		} {
			t.Run(x.name, func(t *testing.T) {
				if got := open(t, x.query); got != x.open {
					t.Errorf("%q is open, want %q", got, x.open)
				}
			})
		}
		t.Run("an empty list cannot be cleared", func(t *testing.T) {
			if n := w.on(t).Get(page + "?ask=clear").Want(http.StatusOK).Doc().Find("#clear").Length(); n != 0 {
				t.Error("there is a dialog")
			}
		})
		t.Run("the count waits for the script unless a filter is named", func(t *testing.T) {
			if got := w.on(t).Get(page).Texts("#preview .audience-number"); got != nil {
				t.Errorf("without a filter: %q", got)
			}
			if got := w.on(t).Get(page + "?customer_type=commercial").Texts("#preview .audience-number"); !slices.Equal(got, []string{"1"}) {
				t.Errorf("with a filter: %q", got)
			}
		})
		t.Run("the form offers the cities of the directory", func(t *testing.T) {
			var cities []string
			for _, o := range w.on(t).Get(page).Doc().Find("#cities option").EachIter() {
				cities = append(cities, o.AttrOr("value", ""))
			}
			if got := strings.Join(cities, " "); got != "Laval Quebec Montreal" {
				t.Errorf("it offers %q", got)
			}
		})
		for _, x := range []struct{ name, query, checked string }{
			{"nothing", "", "all"}, {"businesses", "?customer_type=commercial", "commercial"},
			{"a subscription", "?customer_type=all&active_subscription=true", "all active_subscription"},
			{"customers who have left", "?customer_type=all&include_resiliated=true", "all include_resiliated"},
		} {
			t.Run("the form of the filters shows that it was sent with "+x.name, func(t *testing.T) {
				var got []string
				for _, in := range w.on(t).Get(page + x.query).Doc().Find("#filters input[checked]").EachIter() {
					if name := in.AttrOr("name", ""); name != "customer_type" {
						got = append(got, name)
						continue
					}
					got = append(got, in.AttrOr("value", ""))
				}
				if strings.Join(got, " ") != x.checked {
					t.Errorf("checked are %q", got)
				}
			})
		}
		w.add(t, "one@example.com")
		t.Run("the menu of the list has the entry that clears it", func(t *testing.T) {
			tools := htmltest.One(t, w.on(t).Get(page).Want(http.StatusOK).Doc(), ".audience-head > .row")
			if tools.Find(".menu-list a[data-dialog=clear]").Length() != 1 || tools.Find("a.btn[data-dialog=clear]").Length() != 0 {
				t.Error("it is beside the button that adds people, or is missing")
			}
		})
		t.Run("one menu has the three ways to add, which the page opens and closes", func(t *testing.T) {
			var ways []string
			for _, x := range w.on(t).Get(page).Doc().Find(".audience-head .menu-list a:not([data-dialog])").EachIter() {
				href := x.AttrOr("href", "")
				address, id, _ := strings.Cut(href, "#")
				shown := htmltest.One(t, w.on(t).Get(address).Want(http.StatusOK).Doc(), ".audience-way")
				if shown.AttrOr("id", "") != id || shown.Find(`header a[href="`+page+`"]`).Length() != 1 {
					t.Errorf("%s opens %q, or nothing closes it", href, shown.AttrOr("id", ""))
				}
				ways = append(ways, id)
			}
			if got := strings.Join(ways, " "); got != "choose pick table" {
				t.Errorf("the ways are %s", got)
			}
		})
		t.Run("a list with entries opens nothing by itself", func(t *testing.T) {
			if got := open(t, ""); got != "" {
				t.Errorf("%q is open", got)
			}
			if got := open(t, "?customer_type=all"); got != "choose" {
				t.Errorf("with a filter, %q is open", got)
			}
		})
		for _, x := range []struct {
			name, query string
			open        bool
		}{{"clearing is asked for", "?ask=clear", true}, {"clearing is not asked for", "?ask=other", false}} {
			t.Run(x.name, func(t *testing.T) {
				dialog := htmltest.One(t, w.on(t).Get(page+x.query).Want(http.StatusOK).Doc(), "#clear")
				if _, got := dialog.Attr("open"); got != x.open || !strings.Contains(htmltest.Text(dialog), l.N(1, i18n.AudClearDo)) {
					t.Errorf("open is %v: %s", got, htmltest.Text(dialog))
				}
			})
		}
		t.Run("htmx gets the part that it asks for, and others the page", func(t *testing.T) {
			for target, selector := range map[string]string{"preview": "#preview", "found": "#found", "entries": "#list"} {
				if d := w.on(t).Part(page+"?customer_type=all&q=elise", target).Want(http.StatusOK).Doc(); d.Find(selector).Length() != 1 ||
					d.Find("#summary").Length() != 0 {
					t.Errorf("for %s: no such part alone", target)
				}
				whole := w.on(t).Get(page, "HX-Target", target).Want(http.StatusOK).Doc()
				if whole.Find("#summary").Length() != 1 {
					t.Errorf("a plain request with the target %s does not get the page", target)
				}
			}
			if d := w.on(t).Part(page, "other").Want(http.StatusOK).Doc(); d.Find("#summary").Length() != 1 {
				t.Error("for an unknown part: not the page")
			}
		})
		for name, path := range map[string]string{"page": "", "filters": "/filters", "picks": "/picks", "csv": "/csv", "check": "/check",
			"remove": "/entries/1/remove", "clear": "/clear"} {
			t.Run("an event that does not exist has no "+name, func(t *testing.T) {
				method := http.MethodPost
				if path == "" {
					method = http.MethodGet
				}
				if status, code := w.on(t).Do(method, paths.Audience("none-such", nil)+path, "").Refused(); status != 404 || code != "not_found" {
					t.Errorf("%d %s", status, code)
				}
			})
		}
	})
}

// Where sources overlap, an address counts for the first: the others say how many of theirs were listed before.
func TestPages_show_overlap(t *testing.T) {
	onSite(t, nil, func(t *testing.T, w site) {
		page := paths.Audience(w.event, nil)
		add := func(csv string) {
			t.Helper()
			if _, err := w.s.AddCSV(t.Context(), by, w.event, "list.csv", strings.NewReader("email\n"+csv)); err != nil {
				t.Fatal(err)
			}
		}
		add("a@example.com\nb@example.com\n")
		l, once := i18n.EN, i18n.EN.T(i18n.AudOnce)
		if a := w.on(t).Get(page); strings.Contains(a.Text("#summary"), once) || a.Texts(".shares-list li") != nil {
			t.Errorf("one source overlaps with none: %s", a.Text("#summary"))
		}
		add("b@example.com\nc@example.com\nb@example.com\na@example.com\n")
		a := w.on(t).Get(page)
		if got := a.Texts("#summary .shares-list li"); !slices.Equal(got, []string{"list.csv 2", "list.csv 1 " + plainSpaces(l.N(2, i18n.AudListedBefore))}) {
			t.Errorf("the sources are %q", got)
		}
		if total := a.Text("#summary .audience-total"); !strings.HasPrefix(total, "3 ") || !strings.HasSuffix(total, ", "+once) {
			t.Errorf("the total is %q", total)
		}
		if list, err := w.s.List(t.Context(), w.event); err != nil || list.Sources[1].Label.File != "list.csv" {
			t.Errorf("the label of the second is %+v (%v)", list.Sources, err)
		}
		w.add(t, "c@example.com", "d@example.com")
		if got := w.on(t).Get(page).Texts("#summary .shares-list li"); got[2] != l.T(i18n.AudFromHand)+" 1" {
			t.Errorf("picks by hand: %q", got)
		}
	})
}

func plainSpaces(s string) string { return strings.ReplaceAll(s, "\u00a0", " ") }

func TestPages_show_without_a_directory(t *testing.T) {
	onSite(t, nil, func(t *testing.T, w site) {
		answer := w.on(t).Get(paths.Audience(w.event, nil) + "?customer_type=all").Want(http.StatusOK)
		d := answer.Doc()
		if d.Find("#filters, #preview").Length() != 0 || d.Find(`#choose a[href="`+paths.Directory()+`"]`).Length() != 1 {
			t.Error("the page does not lead to the directory, or has filters")
		}
		if got := w.on(t).Get(paths.Audience(w.event, nil)).Doc().Find(".audience-way").AttrOr("id", ""); got != "table" {
			t.Errorf("an empty list begins with %q, not with a file", got)
		}
	})
}

// crowded returns town, and as many more customers without an address as a preview lists.
func crowded() []someone {
	list := slices.Clone(town)
	for i := range maxNoEmail {
		list = append(list, someone{number: fmt.Sprintf("X%03d", i), name: "Xavier Muet", kind: "Individual", status: "active", city: "Gaspe"})
	}
	return list
}

func TestPages_preview(t *testing.T) {
	l := i18n.EN
	onSite(t, crowded(), func(t *testing.T, w site) {
		page := paths.Audience(w.event, nil)
		ask := func(t *testing.T, query string) *featuretest.Answer {
			t.Helper()
			return w.on(t).Part(page+"?"+query, "preview").Want(http.StatusOK)
		}
		t.Run("shows every figure", func(t *testing.T) {
			a := ask(t, "customer_type=all&city=laval")
			if got := a.Texts(".shares-list li"); !slices.Equal(got, []string{l.T(i18n.AudNew) + " 1", l.T(i18n.AudDuplicates) + " 1",
				l.T(i18n.AudNoEmail) + " 1"}) {
				t.Errorf("the parts are %q", got)
			}
			if got := a.Texts(".audience-number, button"); !slices.Equal(got, []string{"1", l.N(1, i18n.AudAddThem)}) {
				t.Errorf("the figure and the button are %q", got)
			}
			if got := a.Texts(".audience-short li"); !slices.Equal(got, []string{"Sans Courriel C4", "Elise Cote elise@example.com"}) {
				t.Errorf("the people are %q", got)
			}
			if got := a.Texts(".audience-left"); got != nil {
				t.Errorf("none has left: %q", got)
			}
		})
		t.Run("counts the customers who have left", func(t *testing.T) {
			a := ask(t, "customer_type=all&city=quebec")
			if got := a.Texts(".audience-left"); !slices.Equal(got, []string{l.T(i18n.AudExCustomers) + " 2"}) {
				t.Errorf("got %q", got)
			}
			if got := a.Texts("button"); got != nil || !strings.Contains(a.Body, l.T(i18n.AudNoneToAdd)) {
				t.Errorf("no one can be added, but there is a button: %q", got)
			}
		})
		for _, x := range []struct {
			name, query string
			more        string
		}{
			{"as many customers without an address as are listed", "customer_type=all&city=gaspe", ""},
			{"one more than are listed", "customer_type=residential", l.N(1, i18n.AudNoEmailMore)},
		} {
			t.Run(x.name, func(t *testing.T) {
				got := ask(t, x.query).Texts(".audience-short:first-of-type li")
				if x.more == "" && len(got) != maxNoEmail || x.more != "" && (len(got) != maxNoEmail+1 || got[maxNoEmail] != x.more) {
					t.Errorf("%d lines, the last is %q, want %q", len(got), got[len(got)-1], x.more)
				}
			})
		}
		t.Run("names every filter that is set, with the address of the page without it", func(t *testing.T) {
			set := url.Values{"customer_type": {"residential"}, "active_subscription": {"true"}, "min_monthly": {"5"}, "name": {"e"},
				"city": {"la"}, "include_resiliated": {"true"}}
			without := func(names ...string) string {
				v := url.Values{}
				for name := range set {
					if !slices.Contains(names, name) {
						v.Set(name, set.Get(name))
					}
				}
				if !v.Has("customer_type") {
					v.Set("customer_type", "all")
				}
				return paths.Audience(w.event, v) + "#choose"
			}
			want := []string{without("customer_type"), without("active_subscription", "min_monthly"), without("min_monthly"), without("name"),
				without("city"), without("include_resiliated")}
			var got []string
			for _, a := range ask(t, set.Encode()).Doc().Find(".audience-chips a").EachIter() {
				got = append(got, a.AttrOr("href", ""))
			}
			if !slices.Equal(got, want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
		t.Run("an amount that cannot be read is told and nothing is counted", func(t *testing.T) {
			a := ask(t, "customer_type=all&active_subscription=true&min_monthly=x")
			if a.Doc().Find(".banner").Length() != 1 || a.Doc().Find(".audience-number").Length() != 0 {
				t.Error("no message, or a count beside it")
			}
		})
		w.add(t, "ELISE@example.com")
		t.Run("an address on the list is not new", func(t *testing.T) {
			if got := ask(t, "customer_type=all&city=laval").Texts(".shares-list li, .audience-number"); !slices.Equal(got, []string{"0",
				l.T(i18n.AudAlready) + " 1", l.T(i18n.AudDuplicates) + " 1", l.T(i18n.AudNoEmail) + " 1"}) {
				t.Errorf("got %q", got)
			}
		})
	})
}

func TestPages_filters(t *testing.T) {
	l := i18n.EN
	onSite(t, town, func(t *testing.T, w site) {
		page := paths.Audience(w.event, nil)
		t.Run("adds the customers that match", func(t *testing.T) {
			w.on(t).Form(paths.AddAudienceFilters(w.event), url.Values{"customer_type": {"residential"}}).RedirectsTo(page)
			if got := w.emails(t); got != "elise@example.com marc@example.com" {
				t.Errorf("the list is %s", got)
			}
			if got := w.told(); !slices.Equal(got, []string{l.N(2, i18n.AudAdded)}) {
				t.Errorf("told %q", got)
			}
		})
		t.Run("keeps what was typed when it cannot be read", func(t *testing.T) {
			d := w.on(t).Form(paths.AddAudienceFilters(w.event), url.Values{"customer_type": {"commercial"}, "active_subscription": {"true"},
				"min_monthly": {"x"}}).Want(http.StatusUnprocessableEntity).Doc()
			if d.Find("#choose").Length() != 1 || d.Find(`input[name=min_monthly][value=x]`).Length() != 1 ||
				d.Find(`input[value=commercial][checked]`).Length() != 1 || d.Find("#preview .banner").Length() != 1 ||
				d.Find("#cities option").Length() != 3 {
				t.Error("the form is not as it was sent")
			}
		})
		release := w.busy(t)
		defer release()
		t.Run("tells on the page that another batch is being added", func(t *testing.T) {
			for _, x := range []struct {
				path string
				form url.Values
			}{{paths.AddAudienceFilters(w.event), url.Values{"customer_type": {"all"}}}, {paths.ClearAudience(w.event), nil},
				{paths.AddAudiencePicks(w.event), url.Values{"customer_id": {"C2"}}},
				{paths.AddAudiencePicks(w.event), url.Values{"email": {"x@example.com"}}},
				{paths.ImportAudienceCSV(w.event), url.Values{"csv": {"email\nx@example.com"}}}} {
				w.on(t).Form(x.path, x.form).RedirectsTo(page)
				if got := w.told(); !slices.Equal(got, []string{l.T(i18n.Fault("audience_busy", ""))}) {
					t.Errorf("%s: told %q", x.path, got)
				}
			}
			if status, code := w.on(t).FormHTMX(paths.AddAudiencePicks(w.event), url.Values{"customer_id": {"C2"}}).Refused(); status != 409 ||
				code != "audience_busy" {
				t.Errorf("htmx gets %d %s", status, code)
			}
		})
	})
}

// busy begins a large batch on the list; release ends its writer.
func (w site) busy(t *testing.T) (release func()) {
	t.Helper()
	b := &batch{Service: w.s, by: by, event: w.event, kind: ByCSV, seen: newAddressSet()}
	if err := b.start(t.Context()); err != nil {
		t.Fatal(err)
	}
	return func() { b.held.Release() }
}

func TestPages_picks(t *testing.T) {
	l := i18n.EN
	onSite(t, town, func(t *testing.T, w site) {
		page, add := paths.Audience(w.event, nil), paths.AddAudiencePicks(w.event)
		for _, x := range []struct{ name, query, note string }{
			{"no search", "", ""}, {"one character", "é", l.T(i18n.AudPickShort)}, {"one character among spaces", " e ", l.T(i18n.AudPickShort)},
			{"one letter and its accent", "e\u0301", l.T(i18n.AudPickShort)}, {"a search that finds nothing", "qqqqq", l.T(i18n.AudPickNone)},
			{"a search that finds a customer", "el", ""},
		} {
			t.Run("the note for "+x.name, func(t *testing.T) {
				if got := strings.Join(w.on(t).Part(page+"?q="+url.QueryEscape(x.query), "found").Want(http.StatusOK).Texts("#found > p"),
					" "); got != x.note {
					t.Errorf("got %q, want %q", got, x.note)
				}
			})
		}
		found := func(t *testing.T, query string) string {
			t.Helper()
			return strings.Join(w.on(t).Part(page+"?q="+query, "found").Want(http.StatusOK).Texts(".found li"), " | ")
		}
		for _, x := range []struct{ name, query, want string }{
			{"a customer who can be added", "elise", "Elise Cote elise@example.com · C1 · Laval " + l.T(i18n.Add)},
			{"a customer without an address", "courriel", "Sans Courriel C4 · Laval " + l.T(i18n.AudNoAddress)},
			{"a customer who has left", "loin", "Parti Loin " + l.T(i18n.AudExCustomer) + " parti@example.com · C5 · Quebec " + l.T(i18n.Add)},
		} {
			t.Run("finds "+x.name, func(t *testing.T) {
				if got := found(t, x.query); got != x.want {
					t.Errorf("got %q, want %q", got, x.want)
				}
			})
		}
		t.Run("without htmx, an addition leads back to the search", func(t *testing.T) {
			w.on(t).Form(add, url.Values{"customer_id": {"C1"}, "q": {"eli"}}).RedirectsTo(page + "?q=eli")
			if got := w.told(); w.emails(t) != "elise@example.com" || !slices.Equal(got, []string{l.N(1, i18n.AudAdded)}) {
				t.Errorf("the list is %s; told %q", w.emails(t), got)
			}
			w.on(t).Form(add, url.Values{"customer_id": {"C1"}}).RedirectsTo(page)
		})
		t.Run("only the customer on the list is marked", func(t *testing.T) {
			if got := found(t, "elise"); !strings.HasSuffix(got, l.T(i18n.AudOnList)) {
				t.Errorf("got %q", got)
			}
			if got := found(t, "marc"); !strings.HasSuffix(got, l.T(i18n.Add)) {
				t.Errorf("got %q", got)
			}
		})
		for _, x := range []struct{ name, number, row, total, told string }{
			{"a customer", "C2", "Marc de la Tour marc@example.com · C2 " + l.T(i18n.AudOnList), "2", l.N(1, i18n.AudAdded)},
			{"a customer without an address", "C4", "Sans Courriel C4 " + l.T(i18n.AudNoAddress), "2", l.N(0, i18n.AudAdded)},
			{"a customer who has left", "C5", "Parti Loin " + l.T(i18n.AudExCustomer) + " parti@example.com · C5 " + l.T(i18n.AudOnList), "3",
				l.N(1, i18n.AudAdded)},
		} {
			t.Run("htmx gets the row and the figures of "+x.name, func(t *testing.T) {
				a := w.on(t).FormHTMX(add, url.Values{"customer_id": {x.number}, "q": {"a"}}).Want(http.StatusOK)
				if got := a.Texts("template > li"); !slices.Equal(got, []string{x.row}) {
					t.Errorf("the row is %q, want %q", got, x.row)
				}
				if got := a.Texts("#summary .audience-number"); !slices.Equal(got, []string{x.total}) {
					t.Errorf("the total is %q", got)
				}
				if !strings.Contains(a.Body, x.told) || a.Doc().Find("#list[hx-swap-oob]").Length() != 1 {
					t.Error("the message or the list is missing")
				}
			})
		}
		t.Run("a customer who is not there is refused", func(t *testing.T) {
			if status, faults := w.on(t).FormHTMX(add, url.Values{"customer_id": {"C99"}}).Refused(); status != 400 ||
				faults != "customer_ids[0] not_found" {
				t.Errorf("%d %s", status, faults)
			}
		})
		w.emptied(t)
		t.Run("another person is added with all that was typed", func(t *testing.T) {
			form := url.Values{"email": {"zoe@example.com"}, "firstname": {"Zoé"}, "lastname": {"Roy"}, "language": {"en"}, "customer_id": {"N7"},
				"phone": {"514 555-0101"}}
			w.on(t).FormHTMX(add, form).RedirectsTo(page) // its form is not sent by htmx
			list := all(t, w.s, w.event)
			if len(list) != 1 {
				t.Fatalf("the list is %+v", list)
			}
			e := list[0]
			if got := strings.Join([]string{e.Email, e.Name(), e.Language, e.CustomerID, e.Phone}, ", "); got !=
				"zoe@example.com, Zoé Roy, en, N7, 514 555-0101" {
				t.Errorf("added %s", got)
			}
		})
		for name, form := range map[string]url.Values{"a wrong address": {"email": {"x"}, "firstname": {"Ève"}},
			"no address": {"firstname": {"Ève"}}} {
			t.Run("the form of another person is kept with "+name, func(t *testing.T) {
				d := w.on(t).Form(add, form).Want(http.StatusUnprocessableEntity).Doc()
				if d.Find("#pick details[open] input[name=firstname][value=Ève]").Length() != 1 ||
					d.Find(`#pick input[name=email][value="`+form.Get("email")+`"][aria-invalid]`).Length() != 1 {
					t.Error("the form is closed, or not as it was sent")
				}
			})
		}
	})
}

// fileForm returns a form with a file.
func fileForm(t *testing.T, field, name, content string) (body, media string) {
	t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile(field, name)
	if err == nil {
		_, err = part.Write([]byte(content))
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), form.FormDataContentType()
}

func TestPages_table(t *testing.T) {
	l := i18n.EN
	onSite(t, nil, func(t *testing.T, w site) {
		page, check, add := paths.Audience(w.event, nil), paths.CheckAudienceCSV(w.event), paths.ImportAudienceCSV(w.event)
		w.add(t, "old@example.com")
		const mixed = "email\nold@example.com\nnew@example.com\nnew@example.com\nwrong\n"
		facts := func(a *featuretest.Answer) string { return strings.Join(a.Texts(".audience-facts dd"), " ") }
		t.Run("a check counts, keeps the lines and offers the import", func(t *testing.T) {
			a := w.on(t).Form(check, url.Values{"csv": {mixed}}).Want(http.StatusOK)
			d := a.Doc()
			if got := facts(a); got != "1 1 1" || htmltest.Text(htmltest.One(t, d, "#report button")) != l.N(1, i18n.AudAddThem) {
				t.Errorf("the figures are %s", got)
			}
			if d.Find("#table").Length() != 1 || d.Find("textarea").Text() != mixed || !strings.Contains(a.Body, l.T(i18n.AudChecked)) {
				t.Error("the way is closed or the lines are lost")
			}
			if w.emails(t) != "old@example.com" {
				t.Errorf("the check added: %s", w.emails(t))
			}
		})
		t.Run("htmx gets the result of a check alone", func(t *testing.T) {
			d := w.on(t).FormHTMX(check, url.Values{"csv": {mixed}}).Want(http.StatusOK).Doc()
			if d.Find("template > #import-result #report").Length() != 1 || d.Find("textarea").Length() != 0 {
				t.Error("it gets something else")
			}
		})
		large := "email\nnew@example.com\n" + strings.Repeat("\n", maxCaptured)
		for _, x := range []struct {
			name, csv      string
			htmx           bool
			button, refile bool
		}{
			{"new addresses", "email\nnew@example.com\n", false, true, false},
			{"no new address", "email\nold@example.com\n", false, false, false},
			{"new addresses of a large file", large, false, false, true},
			{"new addresses of a large file, by htmx", large, true, true, false},
			{"no new address of a large file", strings.Replace(large, "new", "old", 1), false, false, false},
		} {
			t.Run("what follows a check that found "+x.name, func(t *testing.T) {
				body, media := fileForm(t, "file", "a.csv", x.csv)
				headers := []string{"Content-Type", media}
				if x.htmx {
					headers = append(headers, "HX-Request", "true")
				}
				a := w.on(t).Do(http.MethodPost, check, body, headers...).Want(http.StatusOK)
				if button, again := a.Doc().Find("#report button").Length() == 1, strings.Contains(a.Body, l.T(i18n.AudCSVAgain)); button !=
					x.button || again != x.refile {
					t.Errorf("a button: %v, the file again: %v", button, again)
				}
			})
		}
		for name, x := range map[string]struct{ csv, fault string }{
			"nothing":                 {"  ", l.T(i18n.Fault("required", "Send a CSV."))},
			"no column of addresses":  {"nom\nx\n", l.T(i18n.Fault("csv_no_email_column", ""))},
			"a line that never ends":  {"email\n" + strings.Repeat("x", 1<<17), l.T(i18n.Fault("csv_line_too_long", ""))},
			"a workbook, not a table": {"PK\x03\x04....", l.T(i18n.Fault("csv_workbook", ""))},
		} {
			for _, path := range []string{check, add} {
				t.Run("says why it refuses "+name+" at "+path, func(t *testing.T) {
					a := w.on(t).Form(path, url.Values{"csv": {x.csv}}).Want(http.StatusUnprocessableEntity)
					if got := a.Texts("#import-result [role=alert]"); !slices.Equal(got, []string{x.fault}) {
						t.Errorf("got %q, want %q", got, x.fault)
					}
					if kept := a.Doc().Find("textarea").Text(); name != "nothing" && kept != x.csv {
						t.Errorf("%.100q is kept", kept)
					}
				})
			}
		}
		t.Run("a file whose lines are all good leads back with the count", func(t *testing.T) {
			body, media := fileForm(t, "file", "good.csv", "email\nold@example.com\nnew@example.com\n")
			w.on(t).Do(http.MethodPost, add, body, "Content-Type", media).RedirectsTo(page)
			if got := w.told(); !slices.Equal(got, []string{l.N(1, i18n.AudAdded) + " " + l.N(1, i18n.AudAddedBefore)}) {
				t.Errorf("told %q", got)
			}
		})
		t.Run("a file with a bad line shows the report and the new list", func(t *testing.T) {
			a := w.on(t).Form(add, url.Values{"csv": {"email\nthird@example.com\nwrong\n"}}).Want(http.StatusOK)
			if got := facts(a); got != "1 0 0" || a.Doc().Find("#table #report").Length() != 1 ||
				strings.Join(a.Texts("#report tbody tr"), "|") != "3"+l.T(i18n.AudReasons[BadEmail]) {
				t.Errorf("the figures are %s, the lines %q", got, a.Texts("#report tbody tr"))
			}
			if got := a.Texts("#summary .audience-number"); !slices.Equal(got, []string{"3"}) {
				t.Errorf("the total is %q", got)
			}
		})
	})
}

func TestPages_remove_and_clear(t *testing.T) {
	l := i18n.EN
	onSite(t, nil, func(t *testing.T, w site) {
		page := paths.Audience(w.event, nil)
		ids := func() (list []int64) {
			for _, e := range all(t, w.s, w.event) {
				list = append(list, e.ID)
			}
			return list
		}
		whole := Entry{Email: "zoe@example.com", FirstName: "Zoé", LastName: "Roy", Language: "en", CustomerID: "N7", Phone: "514"}
		if _, err := w.s.AddPicks(t.Context(), by, w.event, Picks{Entries: []Entry{whole, {Email: "b@example.com"},
			{Email: "c@example.com"}}}); err != nil {
			t.Fatal(err)
		}
		id := ids()
		t.Run("the undo adds the same person again", func(t *testing.T) {
			a := w.on(t).FormHTMX(paths.RemoveAudienceEntry(w.event, id[0]), nil).Want(http.StatusOK)
			if got := a.Texts("#summary .audience-number"); !slices.Equal(got, []string{"2"}) ||
				!strings.Contains(a.Body, l.F(i18n.AudRemoved, whole.Email)) {
				t.Errorf("the total is %q", got)
			}
			form := url.Values{}
			for _, in := range a.Doc().Find(`form[action="` + paths.AddAudiencePicks(w.event) + `"] input`).EachIter() {
				form.Set(in.AttrOr("name", ""), in.AttrOr("value", ""))
			}
			w.on(t).Form(paths.AddAudiencePicks(w.event), form).RedirectsTo(page)
			w.Messages()
			list := all(t, w.s, w.event)
			back := list[len(list)-1]
			back.ID, back.key, back.Kind = 0, "", ""
			if back != whole {
				t.Errorf("back is %+v", back)
			}
		})
		t.Run("without htmx it leads back with the undo", func(t *testing.T) {
			w.on(t).Form(paths.RemoveAudienceEntry(w.event, id[1]), nil).RedirectsTo(page + "#main")
			if told := w.Messages(); len(told) != 1 || told[0].Text != l.F(i18n.AudRemoved, "b@example.com") ||
				told[0].Undo != paths.AddAudiencePicks(w.event) || w.emails(t) != "c@example.com zoe@example.com" {
				t.Errorf("told %+v; the list is %s", told, w.emails(t))
			}
		})
		for name, path := range map[string]string{"an entry that was removed": paths.RemoveAudienceEntry(w.event, id[1]),
			"no number": page + "/entries/x/remove"} {
			t.Run("refuses "+name, func(t *testing.T) {
				if status, _ := w.on(t).Form(path, nil).Refused(); status != 404 {
					t.Errorf("status %d", status)
				}
			})
		}
		t.Run("clears the list and says how many there were", func(t *testing.T) {
			w.on(t).Form(paths.ClearAudience(w.event), nil).RedirectsTo(page)
			if got := w.told(); w.emails(t) != "" || !slices.Equal(got, []string{l.N(2, i18n.AudCleared)}) {
				t.Errorf("told %q; the list is %s", got, w.emails(t))
			}
		})
	})
}

func TestPages_list(t *testing.T) {
	l := i18n.EN
	onSite(t, append(slices.Clone(town), someone{number: "C7", name: "Nora Rien", kind: "Individual", status: "active",
		email: "nora@example.com"}),
		func(t *testing.T, w site) {
			page := paths.Audience(w.event, nil)
			if _, err := w.s.AddFilters(t.Context(), by, w.event, Filters{}); err != nil {
				t.Fatal(err)
			}
			w.add(t, "own@example.com")
			rows := func(t *testing.T, query string) []string {
				t.Helper()
				return w.on(t).Part(page+query, "entries").Want(http.StatusOK).Texts("tbody tr")
			}
			list, err := w.s.List(t.Context(), w.event)
			if err != nil || len(list.Sources) != 2 {
				t.Fatalf("%+v %v", list, err)
			}
			t.Run("shows what customers pay, where they pay something", func(t *testing.T) {
				got := rows(t, "")
				if len(got) != 4 || !strings.Contains(got[0], l.Dollars(5500)) || !strings.Contains(got[0], l.T(i18n.AudFrench)) ||
					!strings.Contains(got[0], l.T(i18n.AudFromFilters)) || strings.Contains(got[2], l.Dollars(0)) ||
					!strings.Contains(got[3], l.T(i18n.AudFromHand)) {
					t.Errorf("got %q", got)
				}
			})
			for _, x := range []struct {
				name, query, first string
				rows               int
			}{
				{"one source", fmt.Sprintf("?source=%d", list.Sources[1].ID), "own@example.com", 1},
				{"a search", "?find=+MARC+", "Marc", 1}, {"no source that is known", "?source=x", "Elise", 4}, {"nothing", "?find=qqq", "", 0},
			} {
				t.Run("shows the entries of "+x.name, func(t *testing.T) {
					if got := rows(t, x.query); len(got) != x.rows || len(got) > 0 && !strings.Contains(got[0], x.first) {
						t.Errorf("got %q", got)
					}
				})
			}
			for _, x := range []struct {
				name, query string
				shown       bool
			}{
				{"shows the source where rows differ in it", "", true},
				{"shows no source where one was chosen", fmt.Sprintf("?source=%d", list.Sources[1].ID), false},
			} {
				t.Run(x.name, func(t *testing.T) {
					heads := w.on(t).Part(page+x.query, "entries").Want(http.StatusOK).Texts("thead th")
					if slices.Contains(heads, l.T(i18n.AudSource)) != x.shown ||
						strings.Contains(strings.Join(rows(t, x.query), " "), l.T(i18n.AudFromHand)) != x.shown {
						t.Errorf("the columns are %q", heads)
					}
				})
			}
			t.Run("offers the sources with their counts", func(t *testing.T) {
				want := []string{l.T(i18n.AudAllOfIt), l.T(i18n.AudFromFilters) + l.Colon() + l.T(i18n.AudEverybody) + " · 3",
					l.T(i18n.AudFromHand) + " · 1"}
				if got := w.on(t).Get(page).Texts("select[name=source] option"); !slices.Equal(got, want) {
					t.Errorf("got %q, want %q", got, want)
				}
			})
		})
}

func TestAPI(t *testing.T) {
	onSite(t, town, func(t *testing.T, w site) {
		audience := "/events/" + w.event + "/audience"
		type totals struct {
			Added, Total, Count, Duplicates int64
			AlreadyListed                   int64 `json:"already_listed"`
			NoEmailTotal                    int64 `json:"no_email_total"`
			RejectedTotal                   int64 `json:"rejected_total"`
			Left                            int64 `json:"resiliated_excluded"`
			NoEmail                         []struct {
				CustomerID string `json:"customer_id"`
				Name       string
			} `json:"no_email"`
			Rejected []struct {
				Line   int
				Reason string
			}
			Sample  []struct{ Email string }
			Sources []struct {
				Source, Label string
				Count         int64
			}
		}
		send := func(t *testing.T, path, body string) (got totals) {
			t.Helper()
			w.on(t).Do(http.MethodPost, audience+path, body).Want(http.StatusOK).JSON(&got)
			return got
		}
		t.Run("previews filters", func(t *testing.T) {
			got := send(t, "", `{"filters":{"city":"laval"}}`)
			if got.Count != 1 || got.Duplicates != 1 || got.NoEmailTotal != 1 || len(got.NoEmail) != 1 || got.NoEmail[0].CustomerID != "C4" ||
				got.NoEmail[0].Name != "Sans Courriel" || len(got.Sample) != 1 || got.Sample[0].Email != "elise@example.com" || got.Left != 0 {
				t.Errorf("got %+v", got)
			}
			if got := send(t, "", `{"filters":{}}`); got.Left != 2 {
				t.Errorf("%d have left", got.Left)
			}
		})
		t.Run("previews a CSV", func(t *testing.T) {
			got := send(t, "", `{"mode":"csv","csv":"email\na@example.com\nwrong\n"}`)
			if got.Count != 1 || got.RejectedTotal != 1 || len(got.Rejected) != 1 || got.Rejected[0].Line != 3 ||
				got.Rejected[0].Reason != BadEmail {
				t.Errorf("got %+v", got)
			}
		})
		for _, x := range []struct{ name, filters, label string }{
			{"no filter", `{}`, ""},
			{"every filter", `{"active_customers":true,"active_subscription":true,"min_monthly":12.345,"customer_type":"residential",` +
				`"include_resiliated":true,"name":"elise","city":"laval"}`,
				"active_customers, active_subscription, min_monthly 12.35, residential, include_resiliated, name elise, city laval"},
		} {
			t.Run("a batch is labelled with "+x.name, func(t *testing.T) {
				got := send(t, "/entries", `{"source":"filters","filters":`+x.filters+`}`)
				if len(got.Sources) != 1 || got.Sources[0].Label != x.label || got.Sources[0].Source != "filters" || got.Added != got.Total ||
					got.Sources[0].Count != got.Total {
					t.Errorf("got %+v", got)
				}
				w.emptied(t)
			})
		}
		t.Run("adds customers, other people and a CSV", func(t *testing.T) {
			got := send(t, "/entries", `{"source":"manual","customer_ids":["C2"],"entries":[{"email":"z@example.com","firstname":"Zoé",`+
				`"lastname":"Roy",`+
				`"language":"English","customer_id":"N7","phone":"514"}]}`)
			if got.Added != 2 || got.Total != 2 {
				t.Errorf("got %+v", got)
			}
			got = send(t, "/entries", `{"source":"csv","filename":"C:\\lists\\friends.csv","csv":"email\nMarc@example.com\nb@example.com\n"}`)
			if got.Added != 1 || got.AlreadyListed != 1 || got.Total != 3 || len(got.Sources) != 2 || got.Sources[1].Label != "friends.csv" {
				t.Errorf("got %+v", got)
			}
		})
		type entry struct {
			ID                                                                        int64
			Source, Email, FirstName, LastName, Language, Phone, CustomerID, Customer string
			Monthly                                                                   *float64
			Subscriptions                                                             *int64
		}
		read := func(t *testing.T, query string) (list []entry, next string) {
			t.Helper()
			var got struct {
				Entries []entry
				Total   int64
			}
			a := w.on(t).Get(audience + "/entries" + query).Want(http.StatusOK).JSON(&got)
			if got.Total != 3 {
				t.Errorf("the total is %d", got.Total)
			}
			return got.Entries, a.Header.Get("Link")
		}
		t.Run("reads the list", func(t *testing.T) {
			list, next := read(t, "")
			if len(list) != 3 || next != "" || *list[0].Monthly != 10 || *list[0].Subscriptions != 1 || list[1].Monthly != nil ||
				list[1].Subscriptions != nil || list[1].Language != "en" || list[2].Source != "csv" {
				t.Errorf("got %+v, %q", list, next)
			}
		})
		t.Run("the list is read in pages, of which each links the next", func(t *testing.T) {
			if list, next := read(t, "?limit=3"); len(list) != 3 || next != "" {
				t.Errorf("a page as long as the list: %d entries, %q", len(list), next)
			}
			all, _ := read(t, "")
			list, next := read(t, "?limit=2")
			if want := fmt.Sprintf(`<%s/entries?%s>; rel="next"`, audience, url.Values{"limit": {"2"},
				"after": {fmt.Sprint(all[1].ID)}}.Encode()); len(list) != 2 || next != want {
				t.Errorf("%d entries, %q, want %q", len(list), next, want)
			}
			sources := w.sources(t)
			_, next = read(t, fmt.Sprintf("?limit=1&q=example&source_id=%d", sources[0].ID))
			if want := fmt.Sprintf(`<%s/entries?%s>; rel="next"`, audience, url.Values{"limit": {"1"}, "after": {fmt.Sprint(all[0].ID)},
				"q": {"example"}, "source_id": {fmt.Sprint(sources[0].ID)}}.Encode()); next != want {
				t.Errorf("with a search and a source: %q, want %q", next, want)
			}
			if rest, next := read(t, fmt.Sprintf("?after=%d", all[1].ID)); len(rest) != 1 || rest[0].ID != all[2].ID || next != "" {
				t.Errorf("the rest is %+v", rest)
			}
			if list, _ := read(t, fmt.Sprintf("?source_id=%d", sources[1].ID)); len(list) != 1 || list[0].Email != "b@example.com" {
				t.Errorf("of one source: %+v", list)
			}
			if list, _ := read(t, "?q=ZOE"); len(list) != 1 || list[0].Email != "z@example.com" {
				t.Errorf("by a name: %+v", list)
			}
		})
		for _, x := range []struct {
			name, method, path, body string
			status                   int
			faults                   string
		}{
			{"a preview of an empty CSV", http.MethodPost, audience, `{"mode":"csv","csv":" \n"}`, 400, "csv required"},
			{"a preview of a wrong filter", http.MethodPost, audience, `{"filters":{"customer_type":"x"}}`, 400,
				"filters.customer_type not_allowed"},
			{"a batch without a CSV", http.MethodPost, audience + "/entries", `{"source":"csv"}`, 400, "csv required"},
			{"picks of no one", http.MethodPost, audience + "/entries", `{"source":"manual"}`, 400, "customer_ids required"},
			{"a preview for an unknown event", http.MethodPost, "/events/none/audience", `{}`, 404, "not_found"},
			{"a preview of a CSV for an unknown event", http.MethodPost, "/events/none/audience", `{"mode":"csv","csv":"email\na@example.com"}`,
				404, "not_found"},
			{"filters for an unknown event", http.MethodPost, "/events/none/audience/entries", `{"source":"filters","filters":{}}`, 404,
				"not_found"},
			{"a CSV for an unknown event", http.MethodPost, "/events/none/audience/entries", `{"source":"csv","csv":"email\na@example.com"}`, 404,
				"not_found"},
			{"the list of an unknown event", http.MethodGet, "/events/none/audience/entries", "", 404, "not_found"},
			{"clearing the list of an unknown event", http.MethodDelete, "/events/none/audience/entries", "", 404, "not_found"},
			{"removing from an unknown event", http.MethodDelete, "/events/none/audience/entries/1", "", 404, "not_found"},
			{"removing an unknown entry", http.MethodDelete, audience + "/entries/99", "", 404, "not_found"},
			{"an unknown parameter of an import", http.MethodPost, audience + "/import?file=x", "email\na@example.com", 400, "file unknown"},
		} {
			t.Run("refuses "+x.name, func(t *testing.T) {
				before := w.emails(t)
				if status, faults := w.on(t).Do(x.method, x.path, x.body).Refused(); status != x.status || faults != x.faults {
					t.Errorf("%d %s, want %d %s", status, faults, x.status, x.faults)
				}
				if got := w.emails(t); got != before {
					t.Errorf("the list changed to %s", got)
				}
			})
		}
		t.Run("removes one entry and clears the rest", func(t *testing.T) {
			list, _ := read(t, "")
			w.on(t).Do(http.MethodDelete, fmt.Sprintf("%s/entries/%d", audience, list[0].ID), "").Want(http.StatusNoContent)
			if got := w.emails(t); got != "z@example.com b@example.com" {
				t.Errorf("left are %s", got)
			}
			w.on(t).Do(http.MethodDelete, audience+"/entries", "").Want(http.StatusNoContent)
			if got := w.emails(t); got != "" {
				t.Errorf("left are %s", got)
			}
		})
	})
}

func (w site) sources(t *testing.T) []Source {
	t.Helper()
	list, err := w.s.List(t.Context(), w.event)
	if err != nil {
		t.Fatal(err)
	}
	return list.Sources
}

func TestAPI_import(t *testing.T) {
	onSite(t, nil, func(t *testing.T, w site) {
		path := "/events/" + w.event + "/audience/import"
		const csv = "email\na@example.com\n"
		two := func(t *testing.T) (body, media string) { // an empty file and pasted text
			t.Helper()
			var b bytes.Buffer
			form := multipart.NewWriter(&b)
			if _, err := form.CreateFormFile("file", ""); err != nil {
				t.Fatal(err)
			}
			if err := form.WriteField("other", "x"); err != nil {
				t.Fatal(err)
			}
			if err := form.WriteField("csv", csv); err != nil {
				t.Fatal(err)
			}
			form.Close()
			return b.String(), form.FormDataContentType()
		}
		file := func(field string) func(t *testing.T) (string, string) {
			return func(t *testing.T) (string, string) { return fileForm(t, field, `C:\lists\a.csv`, csv) }
		}
		plain := func(media, body string) func(t *testing.T) (string, string) {
			return func(*testing.T) (string, string) { return body, media }
		}
		for _, x := range []struct {
			name, query string
			body        func(t *testing.T) (body, media string)
			headers     []string
			label       string // of the batch
			refusal     string
		}{
			{"a body that is the CSV, with a name", "?filename=lists/b.csv", plain("text/csv; charset=utf-8", csv), nil, "b.csv", ""},
			{"a body that is the CSV, without a name", "", plain("text/plain", csv), nil, "", ""},
			{"a body that is not compressed and says so", "", plain("text/csv", csv), []string{"Content-Encoding", "identity"}, "", ""},
			{"a file of a form", "", file("file"), nil, "a.csv", ""}, {"a file of the other field", "", file("csv"), nil, "a.csv", ""},
			{"pasted text beside an empty file", "", two, nil, "", ""},
			{"pasted text of a plain form", "", plain("application/x-www-form-urlencoded", "csv="+url.QueryEscape(csv)), nil, "", ""},
			{"a compressed body", "", plain("text/csv", csv), []string{"Content-Encoding", "gzip"}, "", "415 unsupported_media_type"},
			{"another type", "", plain("application/json", csv), nil, "", "415 unsupported_media_type"},
			{"a type that cannot be read", "", plain("text/csv; =", csv), nil, "", "415 unsupported_media_type"},
			{"a plain form of blanks", "", plain("application/x-www-form-urlencoded", "csv=+%0A"), nil, "", "400 csv required"},
			{"a form without a CSV", "", file("other"), nil, "", "400 csv required"},
			{"a form that is cut", "", plain("multipart/form-data; boundary=x", "--x\r\nContent-Disp"), nil, "", "400 malformed_form"},
			{"a CSV of another table", "", plain("text/csv", "nom\nx\n"), nil, "", "400 csv csv_no_email_column"},
		} {
			t.Run(x.name, func(t *testing.T) {
				body, media := x.body(t)
				a := w.on(t).Do(http.MethodPost, path+x.query, body, append([]string{"Content-Type", media}, x.headers...)...)
				if x.refusal != "" {
					if status, faults := a.Refused(); fmt.Sprint(status, " ", faults) != x.refusal || w.emails(t) != "" {
						t.Errorf("%d %s; the list is %s", status, faults, w.emails(t))
					}
					return
				}
				var added struct{ Added, Total int64 }
				if a.Want(http.StatusOK).JSON(&added); added.Added != 1 || added.Total != 1 {
					t.Errorf("the answer is %s", a.Body)
				}
				if got := w.sources(t); w.emails(t) != "a@example.com" || len(got) != 1 || got[0].Label.File != x.label {
					t.Errorf("the list is %s of %+v", w.emails(t), got)
				}
				w.emptied(t)
			})
		}
	})
}

func TestCapturedText(t *testing.T) {
	for _, x := range []struct {
		name string
		sent []string
		rest string
		want string
	}{
		{"what was read and the rest", []string{"em", "ail\n"}, "a@example.com", "email\na@example.com"},
		{"as much as fits", []string{strings.Repeat("a", maxCaptured)}, "", strings.Repeat("a", maxCaptured)},
		{"one byte more", []string{strings.Repeat("a", maxCaptured), "a"}, "", ""},
		{"one byte more at once", []string{strings.Repeat("a", maxCaptured+1)}, "", ""},
		{"text of Windows", []string{"pr\xe9nom"}, "", "prénom"},
		{"text with a byte order mark", []string{"\ufeffemail"}, "", "email"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var k capturedText
			for _, s := range x.sent {
				if n, err := k.Write([]byte(s)); n != len(s) || err != nil {
					t.Errorf("wrote %d of %d, %v", n, len(s), err)
				}
			}
			if got := k.text(io.TeeReader(strings.NewReader(x.rest), &k)); got != x.want {
				t.Errorf("%d bytes, want %d", len(got), len(x.want))
			}
		})
	}
}

func TestFileName(t *testing.T) {
	for name, want := range map[string]string{"a.csv": "a.csv", `C:\x\a.csv`: "a.csv", "/x/a.csv": "a.csv", "": "", "/": "", ".": "",
		"a\x00b": "",
		" a  b ": "a b", "é\xff": "é\uFFFD", strings.Repeat("é", maxText): strings.Repeat("é", maxText), strings.Repeat("é", maxText+1): ""} {
		t.Run(fmt.Sprintf("%.20q", name), func(t *testing.T) {
			if got := fileName(name); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// A CSV that breaks off is not put back into the page: it would look whole.
func TestCapturedText_of_a_CSV_that_breaks_off(t *testing.T) {
	var k capturedText
	if got := k.text(io.TeeReader(io.MultiReader(strings.NewReader("email\na@exa"), errReader{}), &k)); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestPresenter_refused(t *testing.T) {
	b, broken := presenting(i18n.EN, List{}), errors.New("broken")
	c, _ := gin.CreateTestContext(httptest.NewRecorder())
	c.Request = httptest.NewRequest(http.MethodPost, "/", nil)
	for name, err := range map[string]error{"an error that is not for staff": broken, "an event that is gone": errs.NotFound("event")} {
		t.Run("returns "+name, func(t *testing.T) {
			if got := b.refused(c, err); !errors.Is(got, err) {
				t.Errorf("got %v", got)
			}
			if text, got := b.csvErrorText(err); text != "" || !errors.Is(got, err) {
				t.Errorf("of a CSV: %q, %v", text, got)
			}
		})
	}
}

// A sync may remove a customer between the addition and the answer to it.
func TestPresenter_picked_of_a_customer_who_is_gone(t *testing.T) {
	c, _ := gin.CreateTestContext(httptest.NewRecorder())
	b := presenting(i18n.EN, List{})
	b.s, b.ctx = NewService(dbtest.Open(t, db.SQLite), noon, Options{}), t.Context()
	if err := b.picked(c, "C1", Added{}); errs.KindOf(err) != errs.KindNotFound {
		t.Errorf("got %v", err)
	}
}

func TestPages_table_languages(t *testing.T) {
	onSite(t, nil, func(t *testing.T, w site) {
		t.Run("a language that is neither French nor English is told, by a check and after an import", func(t *testing.T) {
			for _, action := range []string{paths.CheckAudienceCSV(w.event), paths.ImportAudienceCSV(w.event)} {
				a := w.on(t).Form(action, url.Values{"csv": {"email,language\nana@example.com,Español\nmary@example.com,A\n"}}).Want(http.StatusOK)
				if got := htmltest.Text(htmltest.One(t, a.Doc(), "#report ~ *, #report").Parent()); !strings.Contains(got,
					"1 row has a language other than French or English: Español.") {
					t.Error(got)
				}
			}
		})
	})
}
