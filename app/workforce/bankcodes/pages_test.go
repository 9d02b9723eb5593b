package bankcodes

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/db/dbtest"
)

// site is the page of the codes, which payroll opens in English.
type site struct {
	book
	browser *featuretest.Client
}

func newSite(t *testing.T) site {
	t.Helper()
	b, clerk := book{NewService(dbtest.OpenSQLite(t), func() time.Time { return noon }), t}, payroll
	clerk.Language = i18n.EN
	return site{b, featuretest.New(t, featuretest.Options{By: clerk, Now: b.now}, func(r *httpx.Router) { Pages(r, b.Service) })}
}

// typed is a form with a code.
func typed(code, kind, use, modifier, version string) url.Values {
	return url.Values{"bank_code": {code}, "type": {kind}, "categorie": {use}, "modifier": {modifier}, "version": {version}}
}

// fields returns the fields of the form on a page, as "name=value: error"; "closed" if there is no form.
func fields(t *testing.T, page *goquery.Selection) string {
	t.Helper()
	dialog := page.Find("dialog#code")
	if dialog.Length() == 0 {
		return "closed"
	}
	var list []string
	dialog.Find("input[name], select[name]").Each(func(_ int, x *goquery.Selection) {
		value := x.AttrOr("value", "")
		if x.Is("select") {
			value = x.Find("option[selected]").AttrOr("value", "")
		}
		text := x.AttrOr("name", "") + "=" + value
		if x.AttrOr("aria-invalid", "") == "true" {
			text += "!"
		}
		list = append(list, text)
	})
	return htmltest.Text(dialog.Find("h2").First()) + ": " + strings.Join(list, ", ")
}

func TestPages_list(t *testing.T) {
	s := newSite(t)
	if body := s.browser.Get("/staff/bank-codes").Body; !strings.Contains(body, i18n.EN.T(i18n.CodesNone)) {
		t.Error("without codes the page does not say so")
	}
	s.add(New{"vacation", ForLeave, 10_000, "G305"})
	s.add(New{"Mileage", ForExpense, 7_200, "G503"})
	s.add(New{"meal", ForExpense, 10_000, "G501"})
	s.add(New{"on call", ForShift, 12_500, "G43"})
	for _, x := range []struct{ name, path, want string }{
		{"no form by default", "/staff/bank-codes", "closed"},
		{"an empty form for a new code", "/staff/bank-codes?open=new",
			"Add a code: bank_code=, type=regular, categorie=shift, modifier=1"},
		{"the form of a code with its values", "/staff/bank-codes?open=2",
			"Edit code G503: version=1, bank_code=G503, type=Mileage, categorie=expense, modifier=0.72"},
		{"no form of a code that there is not", "/staff/bank-codes?open=99", "closed"},
		{"no form of a word", "/staff/bank-codes?open=all", "closed"},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := s.browser.On(t).Get(x.path)
			page := a.Doc()
			if got := fields(t, page); a.Status != http.StatusOK || got != x.want {
				t.Errorf("%d %q, want %q", a.Status, got, x.want)
			}
			var rows []string
			page.Find("tbody tr").Each(func(_ int, row *goquery.Selection) {
				cells := row.Find("th, td").Map(func(_ int, cell *goquery.Selection) string { return htmltest.Text(cell) })
				rows = append(rows, strings.Join(cells, " ")+" "+row.Find("a").AttrOr("href", ""))
			})
			want := []string{"G43 on call Hours × 1.25 Edit /staff/bank-codes?open=4",
				"G503 Mileage Expenses $0.72/km Edit /staff/bank-codes?open=2",
				"G501 Meal Expenses × 1 Edit /staff/bank-codes?open=3", "G305 Vacation Leave × 1 Edit /staff/bank-codes?open=1"}
			if !slices.Equal(rows, want) {
				t.Errorf("the codes are %q\nwant %q", rows, want)
			}
		})
	}
}

// A company without codes is offered the usual ones; one that has codes is not, and posting a set again adds nothing.
func TestPages_start(t *testing.T) {
	for _, set := range []StarterSet{Quebec, Canada} {
		t.Run(string(set), func(t *testing.T) {
			s := newSite(t)
			offer := `value="` + string(set) + `"`
			if body := s.browser.On(t).Get("/staff/bank-codes").Body; !strings.Contains(body, offer) {
				t.Error("the set is not offered")
			}
			for range 2 {
				if a := s.browser.On(t).Form("/staff/bank-codes", url.Values{"starter": {string(set)}}); a.Status != http.StatusSeeOther ||
					a.Header.Get("Location") != "/staff/bank-codes" {
					t.Fatalf("%d %s", a.Status, a.Body)
				}
			}
			page := s.browser.On(t).Get("/staff/bank-codes")
			if rows := page.Doc().Find("tbody tr").Length(); rows != len(starterCodes) || strings.Contains(page.Body, offer) {
				t.Errorf("%d codes", rows)
			}
		})
	}
	t.Run("no other set", func(t *testing.T) {
		s := newSite(t)
		if a := s.browser.On(t).Form("/staff/bank-codes", url.Values{"starter": {"mars"}}); a.Status != http.StatusBadRequest {
			t.Errorf("%d", a.Status)
		}
	})
}

func TestPages_create(t *testing.T) {
	s := newSite(t)
	for _, x := range []struct {
		name string
		form url.Values
		want string // the form that is shown again; empty: a code is made
		made BankCode
	}{
		{"takes a decimal comma", typed(" G44 ", "overtime", "shift", " 1,5 ", ""), "", BankCode{Type: "overtime", Category: ForShift,
			Modifier: 15_000,
			Code:     "G44"}},
		{"takes the largest modifier", typed("G45", "other", "leave", "100", ""), "", BankCode{Type: "other", Category: ForLeave,
			Modifier: 1_000_000, Code: "G45"}},
		{"asks for a modifier and whatever else is missing", typed("", "regular", "shift", " ", ""),
			"Add a code: bank_code=!, type=regular, categorie=shift, modifier= !", BankCode{}},
		{"refuses a word for a modifier", typed("G46", "regular", "shift", "twice", ""),
			"Add a code: bank_code=G46, type=regular, categorie=shift, modifier=twice!", BankCode{}},
		{"refuses a modifier that is no number", typed("G46", "regular", "shift", "NaN", ""),
			"Add a code: bank_code=G46, type=regular, categorie=shift, modifier=NaN!", BankCode{}},
		{"refuses a modifier beyond all measure", typed("G46", "regular", "shift", "1e300", ""),
			"Add a code: bank_code=G46, type=regular, categorie=shift, modifier=1e300!", BankCode{}},
		{"refuses a modifier above 100", typed("G46", "regular", "shift", "100.1", ""),
			"Add a code: bank_code=G46, type=regular, categorie=shift, modifier=100.1!", BankCode{}},
		{"refuses mileage without dollars", typed("G46", "mileage", "expense", "0", ""),
			"Add a code: bank_code=G46, type=mileage, categorie=expense, modifier=0!", BankCode{}},
		{"refuses a type for hours as one of expenses", typed("SOIR", "Evening", "expense", "1.25", ""),
			"Add a code: bank_code=SOIR, type=Evening, categorie=expense!, modifier=1.25", BankCode{}},
		{"refuses a use that there is not", typed("G46", "regular", "rent", "1", ""),
			"Add a code: bank_code=G46, type=regular, categorie=!, modifier=1", BankCode{}},
	} {
		t.Run(x.name, func(t *testing.T) {
			before := s.listed(Filter{})
			a := s.browser.On(t).Form("/staff/bank-codes", x.form)
			after := s.listed(Filter{})
			if x.want != "" {
				if got := fields(t, a.Doc()); a.Status != http.StatusUnprocessableEntity || got != x.want {
					t.Errorf("%d %q, want %q", a.Status, got, x.want)
				}
				if len(after) != len(before) {
					t.Error("a code was made")
				}
				return
			}
			if a.Status != http.StatusSeeOther || a.Header.Get("Location") != "/staff/bank-codes" || len(after) != len(before)+1 {
				t.Fatalf("%d to %s, %d codes", a.Status, a.Header.Get("Location"), len(after))
			}
			b, err := s.Get(t.Context(), after[len(after)-1])
			b.ID, b.Version, b.UpdatedAt = 0, 0, 0
			if err != nil || b != x.made {
				t.Errorf("made %+v, %v, want %+v", b, err, x.made)
			}
			says(t, a, fmt.Sprintf("Code %s saved.", x.made.Code))
		})
	}
	if body := s.browser.Form("/staff/bank-codes", typed("G46", "regular", "shift", "twice", "")).Body; !strings.Contains(body,
		i18n.EN.T(i18n.CodeModifier)+"</a>") {
		t.Error("the summary of the errors does not name the field")
	}
}

// says fails unless the page after a form has the message.
func says(t *testing.T, after *featuretest.Answer, message string) {
	t.Helper()
	if !strings.Contains(after.Follow().Body, message) {
		t.Errorf("the next page does not say %q", message)
	}
}

// The error of text that is not a number differs from the error of a number that is too large.
func TestPages_create_tells_why(t *testing.T) {
	s := newSite(t)
	for modifier, code := range map[string]string{"twice": "format", "NaN": "format", "-1e300": "format", "1000001": "format",
		"1000000": "out_of_range", "-1": "out_of_range", "": "required"} {
		body := s.browser.Form("/staff/bank-codes", typed("G46", "regular", "shift", modifier, "")).Body
		if text := i18n.EN.T(i18n.Fault(code, "")); text == "" || !strings.Contains(body, text) {
			t.Errorf("a modifier of %q is not told to be %s", modifier, code)
		}
	}
}

func TestFormErrors(t *testing.T) {
	for _, x := range []struct {
		name string
		err  error
		sent New
		want string // field and code of each
	}{
		{"a code in use keeps its use", errCategoryInUse, New{}, "categorie bank_code_in_use"},
		{"a code in use keeps its rate", errRateInUse, New{Type: "Mileage", Category: ForExpense}, "modifier mileage_in_use"},
		{"a mileage code in use stays one", errRateInUse, New{Type: "meal", Category: ForExpense}, "type mileage_in_use"},
		{"an error of a field", errs.InvalidField("type", "length", "No."), New{}, "type length"},
		{"another conflict is not shown in the form", errs.Stale(), New{}, ""},
		{"a failure is not shown in the form", errors.New("no space left"), New{}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, f := range formErrors(x.err, x.sent) {
				got = append(got, f.Field+" "+f.Code)
			}
			if strings.Join(got, ", ") != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPages_save(t *testing.T) {
	s := newSite(t)
	b := s.add(New{"sick", ForLeave, 10_000, "G306"})
	s.use(b.ID, false)
	s.use(s.add(New{"mileage", ForExpense, 7_200, "G503"}).ID, false)
	for _, x := range []struct {
		name, path string
		form       url.Values
		status     int
		want       string // the form or the error
	}{
		{"a code that there is not", "/staff/bank-codes/99", typed("G307", "sick", "leave", "1", "1"), 404, "not_found"},
		{"a word for an id", "/staff/bank-codes/x", typed("G307", "sick", "leave", "1", "1"), 404, "not_found"},
		{"an old version", "/staff/bank-codes/1", typed("G307", "sick", "leave", "1", "0"), 412, "stale"},
		{"a word for a modifier", "/staff/bank-codes/1", typed("", "sick", "leave", "x", "1"), 422,
			"Edit code: version=1, bank_code=!, type=sick, categorie=leave, modifier=x!"},
		{"another use of a code that is in use", "/staff/bank-codes/1", typed("G307", "sick", "shift", "1", "1"), 422,
			"Edit code G307: version=1, bank_code=G307, type=sick, categorie=shift!, modifier=1"},
		{"another rate of a mileage code that is in use", "/staff/bank-codes/2", typed("G503", "mileage", "expense", "0.73", "1"), 422,
			"Edit code G503: version=1, bank_code=G503, type=mileage, categorie=expense, modifier=0.73!"},
		{"another type of a mileage code that is in use", "/staff/bank-codes/2", typed("G503", "meal", "expense", "0.72", "1"), 422,
			"Edit code G503: version=1, bank_code=G503, type=meal!, categorie=expense, modifier=0.72"},
		{"a new name and modifier", "/staff/bank-codes/1", typed("G307", "sick", "leave", "0,5", "1"), 303, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := s.browser.On(t).Form(x.path, x.form)
			got := ""
			switch {
			case a.Status >= 400 && a.Status != 422:
				_, got = a.Refused()
			case a.Status == 422:
				got = fields(t, a.Doc())
			default:
				says(t, a, "Code G307 saved.")
			}
			if a.Status != x.status || got != x.want {
				t.Errorf("%d %q, want %d %q", a.Status, got, x.status, x.want)
			}
		})
	}
	if got, err := s.Get(t.Context(), b.ID); err != nil || got.Code != "G307" || got.Modifier != 5_000 || got.Version != 2 {
		t.Errorf("saved %+v, %v", got, err)
	}
}

func TestPages_delete(t *testing.T) {
	s := newSite(t)
	b := s.add(New{"sick", ForLeave, 10_000, "G306"})
	for _, x := range []struct {
		name, path, version string
		status, left        int
	}{
		{"a code that there is not", "/staff/bank-codes/99/delete", "1", 404, 1},
		{"a word for an id", "/staff/bank-codes/x/delete", "1", 404, 1},
		{"an old version", fmt.Sprintf("/staff/bank-codes/%d/delete", b.ID), "7", 412, 1},
		{"the code", fmt.Sprintf("/staff/bank-codes/%d/delete", b.ID), "1", 303, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := s.browser.On(t).Form(x.path, url.Values{"version": {x.version}})
			if n := len(s.listed(Filter{})); a.Status != x.status || n != x.left {
				t.Errorf("%d, %d codes are left, want %d, %d", a.Status, n, x.status, x.left)
			}
			if a.Status == http.StatusSeeOther {
				says(t, a, "Code G306 archived.")
			}
		})
	}
}

func TestForm(t *testing.T) {
	edit := form(i18n.EN, &openForm{id: 7, values: typed("G1", "regular", "shift", "1", "3")})
	if edit.Action != "/staff/bank-codes/7" || edit.Archive != "/staff/bank-codes/7/delete" || len(edit.Hidden) != 1 {
		t.Errorf("the form of a code is %+v", edit)
	}
	if add := form(i18n.EN, &openForm{}); add.Action != "/staff/bank-codes" || add.Archive != "" || len(add.Hidden) != 0 {
		t.Errorf("the form of a new code is %+v", add)
	}
	for kind, more := range map[string]int{"": 0, "sick": 0, "on call": 1} {
		if got := len(typeOptions(i18n.EN, kind)) - len(offered); got != more {
			t.Errorf("a code of type %q adds %d options", kind, got)
		}
	}
	var labels []string
	for _, o := range typeOptions(i18n.EN, "on call") {
		if o.Value == "regular" || o.Value == "emergency" || o.Value == "on call" {
			labels = append(labels, o.Group+": "+o.Label)
		}
	}
	want := []string{"Hours: Regular – ordinary hours of work",
		"Hours: Emergency – hours paid at their own rate, never turned into overtime (for example, a call-back at night)", ": on call"}
	if !slices.Equal(labels, want) {
		t.Errorf("the types are called %q, want %q", labels, want)
	}
}

func TestModifierText(t *testing.T) {
	for _, x := range []struct {
		name   string
		code   BankCode
		en, fr string
	}{
		{"mileage is dollars per kilometre", BankCode{Type: "Mileage", Category: ForExpense, Modifier: 7_200}, "$0.72/km", "0,72\u00a0$/km"},
		{"mileage for hours is a factor", BankCode{Type: "mileage", Category: ForShift, Modifier: 7_200}, "× 0.72", "× 0,72"},
		{"another expense is a factor", BankCode{Type: "meal", Category: ForExpense, Modifier: 10_000}, "× 1", "× 1"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if en, fr := modifierText(i18n.EN, x.code), modifierText(i18n.FR, x.code); en != x.en || fr != x.fr {
				t.Errorf("%q, %q, want %q, %q", en, fr, x.en, x.fr)
			}
		})
	}
}
