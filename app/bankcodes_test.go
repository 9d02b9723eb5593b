package app_test

import (
	"net/http"
	"testing"

	"presence/app/apptest"
)

func TestBankCodesPage(t *testing.T) {
	const page = "/staff/bank-codes"
	a := apptest.New(t)
	clerk := a.Browser("payroll")
	code := func(name, kind, use, modifier, version string) string {
		return form("bank_code", name, "type", kind, "categorie", use, "modifier", modifier, "version", version)
	}
	t.Run("lists the codes, those for hours first", func(t *testing.T) {
		clerk.On(t).Get(page).Want(http.StatusOK).Has("G1", "Per diem", "$0.72/km", "× 1.25").HasNot("<dialog id=\"code\"")
	})
	t.Run("adds a code, with a decimal comma too", func(t *testing.T) {
		clerk.On(t).Form(page, code("G44", "overtime", "shift", "1,5", "")).Want(http.StatusSeeOther).HasHeader("Location", page)
		if n := a.Count("bank_codes", "bank_code = 'G44' AND modifier = 15000"); n != 1 {
			t.Errorf("%d codes were made", n)
		}
	})
	t.Run("tells every fault beside its field and keeps what was typed", func(t *testing.T) {
		clerk.On(t).Form(page, code("", "", "car", "much", "")).Want(http.StatusUnprocessableEntity).
			Has(`id="f-bank_code-error"`, `id="f-type-error"`, `id="f-categorie-error"`, `id="f-modifier-error"`, `value="much"`)
		clerk.On(t).Form(page, code("KM", "mileage", "expense", "0", "")).Want(http.StatusUnprocessableEntity).Has(`id="f-modifier-error"`,
			`value="KM"`)
	})
	t.Run("changes a code in the version that was looked at", func(t *testing.T) {
		clerk.On(t).Get(page+"?open={evening}").Want(http.StatusOK).Has("Edit code G43", `value="1.25"`, `name="version" value="1"`)
		clerk.On(t).Form(page+"/{evening}", code("G45", "evening", "shift", "1.3", "1")).Want(http.StatusSeeOther)
		clerk.On(t).Form(page+"/{evening}", code("G46", "evening", "shift", "1.4", "1")).Want(http.StatusPreconditionFailed)
		clerk.On(t).Form(page+"/{evening}", code("G45", "evening", "leave", "1.3",
			"2")).Want(http.StatusUnprocessableEntity).Has(`id="f-categorie-error"`)
	})
	t.Run("offers the types in words, with what each does", func(t *testing.T) {
		clerk.On(t).Get(page+"?open=new").Want(http.StatusOK).Has(`<optgroup label="Leave">`,
			`<option value="regular" selected>Regular – ordinary hours of work</option>`,
			`<option value="other">Other – paid like regular time</option>`,
			`<option value="evening">Evening – hours counted in a column of their own</option>`,
			`<option value="mileage">Mileage – paid per kilometre</option>`,
			`<option value="vacation">Vacation – counts toward the weekly overtime threshold</option>`,
			`<option value="sick">Sick – does not count toward the weekly threshold</option>`)
	})
	t.Run("keeps a type that a program has made up", func(t *testing.T) {
		a.As("admin").On(t).Patch("/bank-codes/{evening}", `{"type":"night watch"}`).Want(http.StatusOK)
		clerk.On(t).Get(page + "?open={evening}").Want(http.StatusOK).Has(`<option value="night watch" selected>night watch</option>`)
	})
	t.Run("archives a code", func(t *testing.T) {
		clerk.On(t).Form(page+"/{vacation}/delete", "version=1").Want(http.StatusSeeOther)
		clerk.On(t).Get(page).Has("G305") // in what the page says was done
		clerk.On(t).Get(page).HasNot("G305")
		clerk.On(t).Form(page+"/{vacation}/delete", "version=1").Want(http.StatusNotFound)
	})
	t.Run("is for payroll and administrators", func(t *testing.T) {
		for _, who := range []string{"employee", "supervisor", "events"} {
			a.Browser(who).On(t).Get(page).Want(http.StatusForbidden)
		}
	})
}
