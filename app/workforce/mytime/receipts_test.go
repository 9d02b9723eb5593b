package mytime_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app"
	"presence/app/apptest"
	"presence/app/apptest/htmltest"
)

// withFiles posts the form of an expense with files, as a page without its script does, or as the script does.
func withFiles(t *testing.T, c *apptest.Client, path, form string, script bool, files ...[]byte) *apptest.Response {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, pair := range strings.Split(form, "&") {
		name, value, _ := strings.Cut(pair, "=")
		if err := w.WriteField(name, value); err != nil {
			t.Fatal(err)
		}
	}
	if len(files) == 0 {
		files = [][]byte{nil} // a field in which nothing was chosen
	}
	for _, f := range files {
		part, err := w.CreateFormFile("file", "IMG_2041.png")
		if err == nil {
			_, err = part.Write(f)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	headers := []string{"Content-Type", w.FormDataContentType()}
	if script {
		headers = append(headers, "HX-Request", "true")
	}
	return c.Do(http.MethodPost, path, b.Bytes(), headers...)
}

func TestPages_receipts(t *testing.T) {
	a := apptest.New(t)
	c := a.Browser("employee")
	const expense = time25 + "/expenses/{employee.expense}"
	kept := func() int { return a.Count("expense_receipts", "expense_id = "+a.World.Fill("{employee.expense}")) }
	form := func(t *testing.T) *goquery.Selection {
		return c.On(t).Get(time25 + a.World.Fill("?day=2026-11-17&open=expense-{employee.expense}")).Want(http.StatusOK).Doc().Find("#d-2026-11-17")
	}
	values := func(t *testing.T, amount string) string {
		version, _ := form(t).Find(`form.entry input[name="version"]`).Attr("value")
		return a.World.Fill("version=" + version + "&bank_code_id={per-diem}&description=Bus&amount=" + amount)
	}
	t.Run("a new expense comes with its receipts", func(t *testing.T) {
		before := a.Count("expense_receipts", "TRUE")
		r := withFiles(t, c.On(t), time25+"/expenses", a.World.Fill("date=2026-11-18&bank_code_id={per-diem}&description=Taxi&amount=20"), true,
			apptest.Photo(70, 80), apptest.Photo(80, 70)).Want(http.StatusOK)
		if n := a.Count("expense_receipts", "TRUE") - before; n != 2 || r.Doc().Find("#d-2026-11-18 a.receipt img").Length() != 2 {
			t.Errorf("%d receipts: %s", n, r.Body)
		}
	})
	t.Run("without the script as well", func(t *testing.T) {
		before := kept()
		withFiles(t, c.On(t), expense, values(t, "13"), false, apptest.Photo(71, 80)).Want(http.StatusSeeOther)
		if n := kept() - before; n != 1 {
			t.Errorf("%d receipts", n)
		}
	})
	t.Run("a form without a file changes the expense alone", func(t *testing.T) {
		before := kept()
		withFiles(t, c.On(t), expense, values(t, "14"), true).Want(http.StatusOK)
		if n := kept() - before; n != 0 || a.Count("expenses", "amount = 1400") != 1 {
			t.Errorf("%d receipts", n)
		}
	})
	t.Run("files are not read from who has no time to fill in, or may not see the timesheet", func(t *testing.T) {
		for who, path := range map[string]string{"events": time25 + "/expenses", "stranger": a.World.Fill("/staff/timesheets/{employee.timesheet}/expenses")} {
			a.Browser(who).On(t).Do(http.MethodPost, path, []byte("--x\r\nno form"), "Content-Type", "multipart/form-data; boundary=x").
				Want(http.StatusNotFound)
		}
	})
	for _, x := range []struct {
		name, amount string
		file         []byte
		says         []string
	}{
		{"what is no receipt is refused beside its field", "15", []byte("Taxi"), []string{"IMG_2041.png: Choose a JPEG, PNG or WebP photo, or a PDF."}},
		{"with a wrong amount the receipts must be chosen again", "lots", apptest.Photo(72, 80), []string{"Choose the receipts again."}},
	} {
		t.Run(x.name, func(t *testing.T) {
			before := kept()
			r := withFiles(t, c.On(t), expense, values(t, x.amount), true, x.file).Want(http.StatusUnprocessableEntity)
			var says []string
			for _, e := range r.Doc().Find(`[id^="f-file"][id$="-error"]`).EachIter() {
				says = append(says, plain(htmltest.Text(e)))
			}
			if !slices.Equal(says, x.says) || kept() != before || a.Count("expenses", "amount = 1500") != 0 {
				t.Errorf("it says %q, %d receipts", says, kept()-before)
			}
		})
	}
	t.Run("a receipt is removed by its button, and can be opened before", func(t *testing.T) {
		before := kept()
		list := form(t).Find(".receipt-list > li")
		if list.Length() != before {
			t.Fatalf("%d of %d are listed", list.Length(), before)
		}
		href, _ := list.First().Find("a.receipt").Attr("href")
		c.On(t).Get(href).Want(http.StatusOK)
		button := list.First().Find("form")
		swap(c.On(t), button.AttrOr("action", ""), htmltest.Values(button).Encode()).Want(http.StatusOK)
		if kept() != before-1 {
			t.Errorf("%d are left of %d", kept(), before)
		}
	})
	t.Run("the deletion is undone with the receipts", func(t *testing.T) {
		before := kept()
		path, fields := undoOf(t, swap(c.On(t), expense+"/delete", "").Want(http.StatusOK))
		swap(c.On(t), path, fields).Want(http.StatusOK)
		if n := a.Count("expenses", "archived_at IS NULL AND id = "+a.World.Fill("{employee.expense}")); n != 1 || kept() != before {
			t.Errorf("%d expenses, %d receipts of %d", n, kept(), before)
		}
	})
}

func TestPages_receiptsNeeded(t *testing.T) {
	a := apptest.New(t, apptest.Configured(func(c *app.Config) { c.ReceiptsAbove = new(int64(4000)) }))
	lacking := a.World.Fill("/Expenses/{employee.expense}/receipts/{employee.receipt}")
	a.As("employee").On(t).Delete(lacking).Want(http.StatusNoContent)
	t.Run("My time names what needs a receipt, and submits nothing", func(t *testing.T) {
		c := a.Browser("employee").On(t)
		page := c.Get(time25).Want(http.StatusOK)
		page.Has("Receipt missing: $42.50")
		c.Form(time25+"/submit", "").Want(http.StatusSeeOther)
		if got := plain(c.Get(time25).Doc().Find("[data-toast]").Text()); !strings.Contains(got, "First add a receipt to these expenses: Tue, Nov 17, $42.50.") {
			t.Errorf("it says %q", got)
		}
		if a.Count("timesheets", "submitted_at IS NOT NULL AND id = "+a.World.Fill("{employee.timesheet}")) != 0 {
			t.Error("it is submitted")
		}
	})
	t.Run("the API answers 409 and names them", func(t *testing.T) {
		p := a.As("employee").On(t).Do(http.MethodPut, "/timesheets/{employee.timesheet}/submission", nil).Want(http.StatusConflict).Problem()
		if p.Code != "receipts_needed" || !strings.Contains(p.Detail, "2026-11-17, $42.50, Dîner") {
			t.Errorf("%+v", p)
		}
	})
	t.Run("so does who decides about the expense alone, and the receipts where there are some", func(t *testing.T) {
		page := a.Browser("supervisor").On(t).Get("/staff/approvals?item=expense-{employee.expense}").Want(http.StatusOK)
		if n := page.Doc().Find("dl .receipt-missing").Length(); n != 1 {
			t.Errorf("%d say that it is missing", n)
		}
		page = a.Browser("supervisor").On(t).Get("/staff/approvals?item=expense-{colleague.expense}").Want(http.StatusOK)
		if n := page.Doc().Find("dl a.receipt img").Length(); n != 1 {
			t.Errorf("%d receipts", n)
		}
	})
	t.Run("who approves sees it beside the amount", func(t *testing.T) {
		page := a.Browser("supervisor").On(t).Get(sheet).Want(http.StatusOK)
		if got := htmltest.Text(page.Doc().Find(".receipt-missing").First()); got != "Receipt missing" {
			t.Errorf("%q", got)
		}
	})
}

func TestPages_taxes(t *testing.T) {
	a := apptest.New(t, apptest.Configured(func(c *app.Config) { c.ExpenseTaxes = true }))
	c := a.Browser("employee")
	day := func(t *testing.T, query string) *goquery.Selection {
		return c.On(t).Get(time25 + a.World.Fill("?day=2026-11-18"+query)).Want(http.StatusOK).Doc().Find("#d-2026-11-18")
	}
	send := func(t *testing.T, more string) *apptest.Response {
		return withFiles(t, c.On(t), time25+"/expenses", a.World.Fill("date=2026-11-18&bank_code_id={per-diem}&description=Taxi&amount=42,50"+more), true)
	}
	t.Run("an expense shows the taxes that were entered with its amount", func(t *testing.T) {
		send(t, "&gst=1,85&qst=3.69 $").Want(http.StatusOK)
		if text := plain(htmltest.Text(day(t, "").Find(".line-spent"))); !strings.Contains(text, "GST $1.85, QST $3.69") {
			t.Errorf("it says %q", text)
		}
		if a.Count("expenses", "gst = 185 AND qst = 369") != 1 {
			t.Error("they are not stored")
		}
	})
	t.Run("nobody has to enter them, and what has none says nothing of them", func(t *testing.T) {
		send(t, "&gst=&qst=").Want(http.StatusOK)
		if n := strings.Count(htmltest.Text(day(t, "").Find(".line-spent")), "GST"); n != 1 {
			t.Errorf("%d lines have taxes", n)
		}
	})
	t.Run("what is no amount is a fault of its field", func(t *testing.T) {
		r := send(t, "&gst=five&qst=3,69").Want(http.StatusUnprocessableEntity)
		if n := r.Doc().Find(`[id^="f-gst"][id$="-error"]`).Length(); n != 1 {
			t.Errorf("%d faults", n)
		}
	})
	t.Run("a distance has no taxes", func(t *testing.T) {
		if n := day(t, "&open=mileage").Find(`[name="gst"]`).Length(); n != 0 {
			t.Errorf("%d fields", n)
		}
		if n := day(t, "&open=expense").Find(`[name="gst"], [name="qst"]`).Length(); n != 2 {
			t.Errorf("an amount has %d fields", n)
		}
	})
	t.Run("a distance that has some by the API keeps them when its description changes", func(t *testing.T) {
		tag := a.As("employee").On(t).Patch("/Expenses/{employee.mileage}", `{"gst":1.5,"qst":3}`).Want(http.StatusCreated).ETag()
		version := strings.Trim(tag[strings.LastIndex(tag, "-")+1:], `"`)
		withFiles(t, c.On(t), time25+a.World.Fill("/expenses/{employee.mileage}"),
			a.World.Fill("bank_code_id={mileage}&description=Visite&amount=50&unit=km&version="+version), true).Want(http.StatusOK)
		if a.Count("expenses", "gst = 150 AND qst = 300 AND description = 'Visite'") != 1 {
			t.Error("the taxes are gone")
		}
	})
	t.Run("a company that does not ask for them has no fields", func(t *testing.T) {
		a := apptest.New(t)
		if n := a.Browser("employee").On(t).Get(time25 + "?day=2026-11-18&open=expense").Want(http.StatusOK).Doc().Find(`[name="gst"]`).Length(); n != 0 {
			t.Errorf("%d fields", n)
		}
	})
}
