package hub_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
)

const (
	openHouse = "/events/portes-ouvertes-2027/audience"
	builder   = "/staff" + openHouse
)

func TestAudience_JSON(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		staff := a.As("events").On(t)
		t.Run("R4 the preview tells every figure and changes nothing", func(t *testing.T) {
			before := a.Rows()
			var p struct {
				Count, Duplicates int64
				NoEmail           []struct{ CustomerID, Name string } `json:"no_email"`
				NoEmailTotal      int64                               `json:"no_email_total"`
				HasLeft           int64                               `json:"resiliated_excluded"`
				Sample            []struct {
					Email   string
					Monthly *float64
				}
				Rejected []any
			}
			staff.On(t).Post(openHouse, `{"mode":"filters","filters":{}}`).Want(http.StatusOK).JSON(&p)
			if p.Count == 0 || p.NoEmailTotal != int64(len(p.NoEmail)) || p.HasLeft == 0 || int64(len(p.Sample)) != min(p.Count, 20) ||
				p.Sample[0].Monthly == nil || p.Rejected == nil {
				t.Errorf("got %+v", p)
			}
			a.Unchanged(t, before, "the preview")
		})
		t.Run("R6 a CSV is looked at line by line", func(t *testing.T) {
			staff.On(t).Post(openHouse,
				`{"mode":"csv","csv":"No client;Prénom;E-Mail\nC1;Éva;eva@example.com\n;;eva@EXAMPLE.com\n;;rien\n;Sans;\n"}`).Want(http.StatusOK).
				Has(`"count":1`, `"duplicates":1`, `{"line":4,"reason":"bad_email"}`, `{"line":5,"reason":"no_email"}`, `"rejected_total":2`,
					`"firstname":"Éva"`)
		})
		t.Run("R5 a list is built from every source", func(t *testing.T) {
			staff := staff.On(t)
			staff.Post(openHouse+"/entries",
				`{"source":"csv","filename":"amis.csv","csv":"email\na@example.com\nb@example.com\n"}`).Want(http.StatusOK).Has(`"added":2`,
				`"total":2`, `"source":"csv","label":"amis.csv","count":2`)
			staff.Post(openHouse+"/entries",
				`{"source":"manual","entries":[{"email":"A@example.com"},{"email":"c@example.com","firstname":"Cléo"}]}`).
				Want(http.StatusOK).Has(`"added":1`, `"already_listed":1`, `"total":3`)
			staff.Post(openHouse+"/entries",
				`{"source":"filters","filters":{"customer_type":"commercial","city":"é"}}`).Want(http.StatusOK).Has(`"label":"commercial, city é"`)
			var paying struct {
				Entries []struct {
					Monthly       *float64
					Subscriptions *int64
				}
			}
			staff.Get(openHouse + "/entries").Want(http.StatusOK).JSON(&paying) // which fails where monthly is no number
			known := 0
			for _, e := range paying.Entries {
				if (e.Monthly == nil) != (e.Subscriptions == nil) {
					t.Errorf("R4: %+v", e)
				}
				if e.Monthly != nil {
					known++
				}
			}
			if known == 0 || known == len(paying.Entries) {
				t.Errorf("R4: of %d entries %d have a monthly total", len(paying.Entries), known)
			}
			first := staff.Get(openHouse+"/entries?limit=1").Want(http.StatusOK).Has(`"email":"a@example.com"`, `"sources":[`)
			next := first.Header.Get("Link")
			if !strings.Contains(next, "limit=1") || !strings.HasSuffix(next, `rel="next"`) {
				t.Fatalf("the next page is %q", next)
			}
			staff.Get(strings.TrimPrefix(next[1:strings.Index(next, ">")],
				a.URL)).Want(http.StatusOK).Has(`"email":"b@example.com"`).HasNot("a@example.com")
			var l struct{ Entries []struct{ ID int64 } }
			staff.Get(openHouse + "/entries?q=CLEO").Want(http.StatusOK).JSON(&l)
			if len(l.Entries) != 1 {
				t.Fatalf("the search finds %+v", l)
			}
			staff.Delete(fmt.Sprintf("%s/entries/%d", openHouse, l.Entries[0].ID)).Want(http.StatusNoContent)
			staff.Delete(fmt.Sprintf("%s/entries/%d", openHouse, l.Entries[0].ID)).Want(http.StatusNotFound)
			staff.Get("/events/portes-ouvertes-2027").Want(http.StatusOK).HasNot(`"audience_count":0`)
			staff.Delete(openHouse + "/entries").Want(http.StatusNoContent)
			staff.Get(openHouse + "/entries").Want(http.StatusOK).Has(`{"entries":[],"total":0,"sources":[]}`)
			staff.Get("/events/portes-ouvertes-2027").Want(http.StatusOK).Has(`"audience_count":0`)
		})
		t.Run("a request that is sent again is done once", func(t *testing.T) {
			for range 2 {
				staff.On(t).Do(http.MethodPost, openHouse+"/entries", `{"source":"csv","csv":"email\nonce@example.com\n"}`, "Idempotency-Key",
					"again").Want(http.StatusOK).Has(`"added":1`)
			}
			staff.On(t).Delete(openHouse + "/entries").Want(http.StatusNoContent)
		})
		t.Run("refuses what is wrong, all of it at once", func(t *testing.T) {
			before := a.Rows()
			for body, fields := range map[string]string{
				`{"source":"manual"}`: "customer_ids",
				`{"source":"manual","customer_ids":["none"],"entries":[{"email":"a@example.com"}]}`: "customer_ids[0]",
				`{"source":"manual","entries":[{"email":"x"},{"email":"y"}]}`:                       "entries[0].email entries[1].email",
				`{"source":"csv"}`:                  "csv",
				`{"source":"csv","csv":"nom\nx\n"}`: "csv",
				`{"source":"filters","filters":{"min_monthly":-1,"customer_type":"x"}}`: "filters.min_monthly filters.customer_type",
				`{"source":"x"}`: "source",
			} {
				r := staff.On(t).Post(openHouse+"/entries", body).Want(http.StatusBadRequest)
				for field := range strings.FieldsSeq(fields) {
					r.Has(`"field":"` + field + `"`)
				}
			}
			staff.On(t).Post("/events/none/audience", `{}`).Want(http.StatusNotFound)
			staff.On(t).Get("/events/none/audience/entries").Want(http.StatusNotFound)
			a.Unchanged(t, before, "a refusal")
		})
		t.Run("the list of a deleted event goes with it", func(t *testing.T) {
			staff := staff.On(t)
			staff.Post("/events", `{"id":"short-lived","starts_at":"2027-01-01T18:00:00-05:00","ends_at":"2027-01-01T20:00:00-05:00","content":{"fr":{"title":"Bref"}}}`).
				Want(http.StatusCreated)
			staff.Post("/events/short-lived/audience/entries", `{"source":"manual","entries":[{"email":"a@example.com"}]}`).Want(http.StatusOK)
			staff.Delete("/events/short-lived").Want(http.StatusNoContent)
			if err := a.Audience.Sweep(context.WithoutCancel(t.Context())); err != nil {
				t.Fatal(err)
			}
			if n := a.Count("audience_entries", "event_id = 'short-lived'"); n != 0 {
				t.Errorf("%d entries are left", n)
			}
		})
	})
}

func TestAudience_Import(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	staff := a.As("events")
	send := func(t *testing.T, body []byte, media string, more ...string) *apptest.Response {
		return staff.On(t).Do(http.MethodPost, openHouse+"/import", body, append([]string{"Content-Type", media}, more...)...)
	}
	t.Run("takes a file of its own size", func(t *testing.T) {
		var b strings.Builder
		b.WriteString("\uFEFFcourriel;nom\r\n")
		for i := range 60_000 {
			fmt.Fprintf(&b, "personne-au-nom-plutot-long-%d@example.com;%s\r\n", i, strings.Repeat("Très long ", 8))
		}
		if b.Len() < 5<<20 {
			t.Fatal("it would fit into JSON")
		}
		send(t, []byte(b.String()), "text/csv; charset=utf-8").Want(http.StatusOK).Has(`"added":60000`, `"total":60000`)
		staff.On(t).Delete(openHouse + "/entries").Want(http.StatusNoContent)
	})
	t.Run("takes a form with a file", func(t *testing.T) {
		var b bytes.Buffer
		form := multipart.NewWriter(&b)
		part, _ := form.CreateFormFile("file", `C:\envois\amis.csv`)
		_, _ = io.WriteString(part, "E-mail\tLangue\na@example.com\tAnglais\n")
		form.Close()
		send(t, b.Bytes(), form.FormDataContentType()).Want(http.StatusOK).Has(`"added":1`, `"label":"amis.csv"`)
		staff.On(t).Get(openHouse + "/entries").Want(http.StatusOK).Has(`"language":"en"`)
	})
	before := a.Rows()
	zipped := func() []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = io.Copy(w, io.LimitReader(zeros{}, 50<<20))
		w.Close()
		return b.Bytes()
	}()
	for name, x := range map[string]struct {
		body   []byte
		media  string
		status int
		code   string
	}{
		"nothing":                {nil, "text/csv", 400, "csv_empty"},
		"no column of addresses": {[]byte("nom;ville\nx;y\n"), "text/csv", 400, "csv_no_email_column"},
		"a bomb":                 {zipped, "text/csv", 400, "csv_compressed"},
		"a workbook":             {[]byte("PK\x03\x04...."), "text/csv", 400, "csv_workbook"},
		"one long line":          {bytes.Repeat([]byte("x"), 1<<20), "text/csv", 400, "csv_line_too_long"},
		"JSON":                   {[]byte(`{}`), "application/json", 415, "unsupported_media_type"},
		"a form that is none":    {[]byte("--x"), "multipart/form-data; boundary=x", 400, ""},
		"a form without a file": {[]byte("--x\r\nContent-Disposition: form-data; name=\"other\"\r\n\r\nv\r\n--x--\r\n"),
			"multipart/form-data; boundary=x", 400, "required"},
	} {
		t.Run("refuses "+name, func(t *testing.T) {
			r := send(t, x.body, x.media).Want(x.status)
			if x.code != "" {
				r.Has(x.code)
			}
		})
	}
	t.Run("refuses a body that is packed on the way", func(t *testing.T) {
		send(t, zipped, "text/csv", "Content-Encoding", "gzip").Want(http.StatusUnsupportedMediaType)
	})
	a.Unchanged(t, before, "a refused import")
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

func TestAudiencePage(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	staff := a.Browser("events").On(t)
	hx := func(t *testing.T, target, query string) *apptest.Response {
		return staff.On(t).Do(http.MethodGet, builder+"?"+query, nil, "HX-Request", "true", "HX-Target",
			target).Want(http.StatusOK).HasNot("<html")
	}
	t.Run("says what to do while the list is empty", func(t *testing.T) {
		staff.On(t).Get(builder).Want(http.StatusOK).Has("addresses in the audience", "See how", `hx-trigger="input delay:250ms, change"`,
			"Choose with filters").HasNot("Clear audience")
	})
	t.Run("counts as filters change, whole or in part", func(t *testing.T) {
		hx(t, "preview", "customer_type=all").Has("New addresses", "Former customers excluded", "Add ")
		hx(t, "preview", "customer_type=all&name=nobody-is-called-so").Has("No one to add")
		hx(t, "preview", "customer_type=all&active_subscription=true&min_monthly=douze").Has("Enter an amount such as 12.50.")
		staff.On(t).Get(builder+"?customer_type=residential&city=zzz").Want(http.StatusOK).Has(`value="zzz"`, "No one to add")
	})
	t.Run("adds whom the filters choose, once", func(t *testing.T) {
		staff.On(t).Form(builder+"/filters", "customer_type=commercial").Want(http.StatusSeeOther)
		n := a.Count("audience_live", "event_id = 'portes-ouvertes-2027'")
		if n == 0 {
			t.Fatal("nobody was added")
		}
		staff.On(t).Form(builder+"/filters", "customer_type=commercial").Want(http.StatusSeeOther)
		if got := a.Count("audience_live", "event_id = 'portes-ouvertes-2027'"); got != n {
			t.Errorf("%d became %d", n, got)
		}
		staff.On(t).Form(builder+"/filters",
			"customer_type=commercial&active_subscription=true&min_monthly=x").Want(http.StatusUnprocessableEntity).
			Has("Enter an amount such as 12.50.", `value="x"`)
	})
	t.Run("finds and picks", func(t *testing.T) {
		var found []struct {
			CustomerID string `json:"customer_id"`
			Email      string
		}
		staff.On(t).Get("/collab/customer-search?q=hawthorne").Want(http.StatusOK).JSON(&found)
		var number string
		for _, c := range found {
			if c.Email != "" {
				number = c.CustomerID
			}
		}
		if number == "" {
			t.Fatal("the World has nobody to pick")
		}
		hx(t, "found", "q=hawthorne").Has(number, "Add")
		hx(t, "found", "q=t").Has("at least two characters")
		hx(t, "found", "q=qqqqqqqq").Has("No results")
		staff.On(t).Do(http.MethodPost, builder+"/picks", "customer_id="+number, "Content-Type", "application/x-www-form-urlencoded",
			"HX-Request", "true").
			Want(http.StatusOK).Has("In the audience", `id="summary"`, `hx-swap-oob="true"`, "1 address added").HasNot("<html")
		hx(t, "found", "q=hawthorne").Has("In the audience")
	})
	t.Run("adds somebody else, and keeps what was typed when it is wrong", func(t *testing.T) {
		staff.On(t).Form(builder+"/picks",
			"email=pas+une+adresse&firstname=Ève").Want(http.StatusUnprocessableEntity).Has("Enter a valid email address", `value="pas une adresse"`,
			`value="Ève"`)
		staff.On(t).Form(builder+"/picks", "email=eve@example.com&firstname=%C3%88ve&language=fr").Want(http.StatusSeeOther)
		staff.On(t).Do(http.MethodPost, builder+"/picks", "email=eve@example.com&firstname=Eve&language=fr", "Content-Type",
			"application/x-www-form-urlencoded", "HX-Request", "true").Want(http.StatusSeeOther) // its form is not sent by htmx
		staff.On(t).Get(builder+"?find=EVE@").Want(http.StatusOK).Has("Ève", "eve@example.com")
	})
	t.Run("shows the lines of a CSV that were not taken", func(t *testing.T) {
		before := a.Rows()
		text := "csv=" + url.QueryEscape("courriel;nom\nbon@example.com;Bon\nmauvais;Pas\n\"ouvert;x\n")
		staff.On(t).Form(builder+"/check", text).Want(http.StatusOK).Has("Check complete. Nothing was added.", "2 rows rejected",
			"A quotation mark is never closed", "The email address isn’t valid")
		a.Unchanged(t, before, "a check")
		staff.On(t).Form(builder+"/csv", text).Want(http.StatusOK).Has("Import results", "2 rows rejected")
		staff.On(t).Form(builder+"/csv", "csv=courriel%0Abon@example.com%0Abien@example.com").Want(http.StatusSeeOther)
		staff.On(t).Form(builder+"/csv", "csv=nom%0Ax").Want(http.StatusUnprocessableEntity).Has("The first row has no")
		staff.On(t).Form(builder+"/csv", "csv=").Want(http.StatusUnprocessableEntity).Has("This field is required.")
	})
	t.Run("keeps what was checked, and offers to import it", func(t *testing.T) {
		const lines = "courriel;nom\nneuf@example.com;Neuf\nmauvais;Pas\n"
		text := "csv=" + url.QueryEscape(lines)
		staff.On(t).Form(builder+"/check", text).Want(http.StatusOK).Has("neuf@example.com;Neuf\nmauvais;Pas\n</textarea>", `form="import"`,
			"Add 1 address")
		staff.On(t).Form(builder+"/check",
			"csv="+url.QueryEscape("nom\nx\n")).Want(http.StatusUnprocessableEntity).Has("nom\nx\n</textarea>").HasNot(`form="import"`)
		staff.On(t).Form(builder+"/csv", "csv="+url.QueryEscape("nom\nx\n")).Want(http.StatusUnprocessableEntity).Has("nom\nx\n</textarea>")
		file := func(content []byte) (body, media string) {
			var b bytes.Buffer
			form := multipart.NewWriter(&b)
			part, err := form.CreateFormFile("file", "liste.csv")
			if err == nil {
				_, err = part.Write(content)
			}
			if err = errors.Join(err, form.Close()); err != nil {
				t.Fatal(err)
			}
			return b.String(), form.FormDataContentType()
		}
		body, media := file([]byte("courriel;pr\xe9nom\nneuf@example.com;Ren\xe9\n")) // Windows-1252
		staff.On(t).Do(http.MethodPost, builder+"/check", body, "Content-Type",
			media).Want(http.StatusOK).Has("courriel;prénom\nneuf@example.com;René\n</textarea>", "Add 1 address")
		staff.On(t).Do(http.MethodPost, builder+"/check", body, "Content-Type", media, "HX-Request",
			"true").Want(http.StatusOK).Has(`id="import-result"`, "Add 1 address").HasNot("<html", "<textarea")
		body, media = file([]byte("courriel\nneuf@example.com\n" + strings.Repeat("\n", 1<<20)))
		staff.On(t).Do(http.MethodPost, builder+"/check", body, "Content-Type",
			media).Want(http.StatusOK).Has("choose the file again").HasNot(`form="import"`)
		staff.On(t).Do(http.MethodPost, builder+"/check", body, "Content-Type", media, "HX-Request",
			"true").Want(http.StatusOK).Has("Add 1 address")
		body, media = file([]byte("courriel\neve@example.com\n" + strings.Repeat("\n", 1<<20)))
		staff.On(t).Do(http.MethodPost, builder+"/check", body, "Content-Type",
			media).Want(http.StatusOK).Has("Check complete").HasNot("choose the file again", `form="import"`)
	})
	t.Run("removes with a way back, and empties after asking", func(t *testing.T) {
		var l struct{ Entries []struct{ ID int64 } }
		staff.On(t).Get(openHouse + "/entries?q=eve@").Want(http.StatusOK).JSON(&l)
		remove := fmt.Sprintf("%s/entries/%d/remove", builder, l.Entries[0].ID)
		staff.On(t).Do(http.MethodPost, remove, "x=1", "Content-Type", "application/x-www-form-urlencoded", "HX-Request",
			"true").Want(http.StatusOK).
			Has("eve@example.com was removed from the audience", builder+"/picks", `name="firstname" value="Ève"`)
		staff.On(t).Form(remove, "x=1").Want(http.StatusNotFound)
		staff.On(t).Get(builder+"?ask=clear").Want(http.StatusOK).Has("Clear the audience?", "open")
		staff.On(t).Form(builder+"/clear", "x=1").Want(http.StatusSeeOther)
		if n := a.Count("audience_live", "event_id = 'portes-ouvertes-2027'"); n != 0 {
			t.Errorf("%d are left", n)
		}
	})
	t.Run("is not there for an event that is not", func(t *testing.T) {
		staff.On(t).Get("/staff/events/none/audience").Want(http.StatusNotFound)
	})
}

// TestAudience_Browser builds a list in a real browser: the count moves by itself, and without script by a button.
func TestAudience_Browser(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	t.Run("with script", func(t *testing.T) {
		p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 1280}).As("events").Go(builder)
		p.Do(chromedp.WaitVisible(`#preview .audience-number`), browser.Click(`input[value="commercial"]`))
		p.Until(`document.querySelector("#preview button").textContent.includes("adresse")`)
		all := p.Text("#preview .audience-number")
		p.Do(chromedp.SendKeys(`#f-name`, "qqqqq"))
		p.Until(`document.querySelector("#preview .audience-number").textContent === "0"`)
		if at, _, _ := strings.Cut(p.Path(), "?"); all == "0" || at != builder {
			t.Errorf("%s fit, at %s", all, at)
		}
		adds(p, "pick")
		p.Do(chromedp.WaitVisible(`#pick [name=q]`), chromedp.SendKeys(`#pick [name=q]`, "hawtorne"),
			chromedp.WaitVisible(`#found li button`)).Settled()
		if browser.Eval[bool](p, `document.querySelector("#entries") !== null`) {
			t.Error("an empty list is shown")
		}
		p.Do(browser.Click(`#found li button`)).Until(`document.querySelector("#found .badge-good") && document.querySelector("[data-toast]")`)
		p.Until(`document.querySelector("#entries").checkVisibility()`)
		if n := p.Text("#summary .audience-number"); n != "1" {
			t.Errorf("the page counts %s on the list", n)
		}
		p.Settled() // the row minds its button
		p.Do(browser.Click(`#entries .row-actions button`))
		p.Until(`document.querySelector("#summary .audience-number").textContent === "0"`)
		p.Quiet().Fits().Axe()
	})
	t.Run("a check leads to the import of the same file, or of the same lines", func(t *testing.T) {
		list := filepath.Join(t.TempDir(), "liste.csv")
		if err := os.WriteFile(list, []byte("email\nfrom-file@example.com\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 1280}).As("events").Go(builder)
		adds(p, "table")
		p.Do(chromedp.WaitVisible(`#import button[formaction]`),
			chromedp.SetUploadFiles(`#f-file`, []string{list}), browser.Click(`#import button[formaction]`),
			chromedp.WaitVisible(`#report button`))
		p.Follow(browser.Click(`#report button`))
		if n := a.Count("audience_live", "email = 'from-file@example.com'"); n != 1 {
			t.Errorf("%d entries of the file that was checked", n)
		}
		p = b.Open(t, a, browser.View{Lang: i18n.EN, Width: 360, NoScript: true}).As("events").Go(builder)
		adds(p, "table")
		p.Do(chromedp.WaitVisible(`#import summary`), browser.Click(`#import summary`),
			chromedp.SendKeys(`#f-csv`, "email\nfrom-text@example.com\n"))
		p.Follow(browser.Click(`#import button[formaction]`)).Follow(browser.Click(`#report button`))
		if n := a.Count("audience_live", "email = 'from-text@example.com'"); n != 1 {
			t.Errorf("%d entries of the lines that were checked", n)
		}
	})
	t.Run("without script", func(t *testing.T) {
		p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 360, NoScript: true}).As("events").Go(builder)
		adds(p, "choose")
		p.Do(chromedp.WaitVisible(`#filters noscript button`))
		p.Follow(browser.Click(`#filters noscript button`)).Follow(browser.Click(`#preview button`)).Do(chromedp.WaitVisible("[data-toast]"))
		if n := a.Count("audience_live", "event_id = 'portes-ouvertes-2027'"); n == 0 {
			t.Error("nobody was added")
		}
	})
}

// adds opens a way to add from the menu of the list.
func adds(p *browser.Page, way string) {
	p.Do(browser.Click(`.audience-head .menu:first-child > summary`))
	p.Follow(browser.Click(`.audience-head a[href$="#` + way + `"]`))
}

// TestAudience_Ways shows what the page opens, and which filters it names.
func TestAudience_Ways(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	c := a.Browser("events").On(t)
	const page = "/staff/events/portes-ouvertes-2027/audience"
	for _, x := range []struct{ name, query, open string }{
		{"an empty list opens the filters", "", "choose"},
		{"a filter opens the filters", "?customer_type=residential", "choose"},
		{"a search for a person opens that", "?q=marchessault", "pick"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if open, _ := c.On(t).Get(page + x.query).Want(200).Doc().Find(".audience-way").Attr("id"); open != x.open {
				t.Errorf("%q is open, want %q", open, x.open)
			}
		})
	}
	t.Run("a list with entries comes first, and the ways to add are closed", func(t *testing.T) {
		if n := c.On(t).Get("/staff/events/{event}/audience").Want(200).Doc().Find(".audience-way").Length(); n != 0 {
			t.Errorf("%d are open", n)
		}
	})
	t.Run("each filter that is set is a chip that leads to the page without it", func(t *testing.T) {
		doc := c.On(t).Get(page + "?customer_type=residential&city=Sorel").Want(200).Doc()
		chips := doc.Find(".audience-chips a")
		href, _ := chips.Last().Attr("href")
		if chips.Length() != 2 || !strings.HasSuffix(href, "?customer_type=residential#choose") {
			t.Errorf("%d chips, the last leads to %s", chips.Length(), href)
		}
		if doc.Find(".audience-more:not([open]) #filters").Length() != 1 {
			t.Error("the form of the filters is open beside the chips")
		}
	})
	t.Run("before a filter is set nothing asks to add everybody", func(t *testing.T) {
		doc := c.On(t).Get(page + "?customer_type=all").Want(200).Doc()
		if doc.Find(".audience-chips").Length() != 0 || doc.Find("#preview .btn-primary").Length() != 0 {
			t.Error("the button stands out, or there are chips")
		}
		if doc.Find("#filters").Length() != 1 || doc.Find(".audience-more").Length() != 0 {
			t.Error("the form of the filters must be opened first")
		}
	})
}
