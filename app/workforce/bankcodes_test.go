package workforce_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest"
	"presence/app/platform/i18n"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/worktime"
)

func TestBankCodesPage(t *testing.T) {
	t.Parallel()
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
			`<option value="other">Other – paid like regular time (for example, a union meeting)</option>`,
			`<option value="evening">Evening – hours paid at their own rate, never turned into overtime</option>`,
			`<option value="mileage">Mileage – paid per kilometre</option>`,
			`<option value="vacation">Vacation – counts toward overtime, depending on the settings</option>`,
			`<option value="sick">Sick – doesn’t count toward overtime</option>`)
	})
	for _, l := range []i18n.Lang{i18n.FR, i18n.EN} {
		t.Run("offers every type that has a name, with what the hours are counted as, in "+l.Name(), func(t *testing.T) {
			clerk.On(t).Form("/staff/preferences", "lang="+string(l)+"&next=/staff/").Want(http.StatusSeeOther)
			offered := map[string]bool{}
			clerk.On(t).Get(page + "?open=new").Want(http.StatusOK).Doc().Find("select[name=type] option").Each(func(_ int, o *goquery.Selection) {
				kind := o.AttrOr("value", "")
				offered[kind] = true
				if i18n.KindNames[kind] == (i18n.Text{}) || !strings.HasPrefix(o.Text(), l.KindName(kind)+" – ") {
					t.Errorf("%s is offered as %q", kind, o.Text())
				}
				var effects []i18n.Text
				switch o.Parent().AttrOr("label", "") {
				case l.T(i18n.CodeForShift):
					effects = []i18n.Text{i18n.CodeColumn}
					switch worktime.ColumnOf(kind) {
					case worktime.Regular:
						effects = []i18n.Text{i18n.CodeOrdinary, i18n.CodeAsRegular}
					case worktime.Evening, worktime.Emergency:
						effects = []i18n.Text{i18n.CodeOwnRate}
					}
				case l.T(i18n.CodeForLeave):
					effects = []i18n.Text{i18n.CodeNoCredits}
					if labourstandards.Quebec().Overtime.Counts(kind) {
						effects = []i18n.Text{i18n.CodeCredits}
					}
				case l.T(i18n.CodeForExpense):
					effects = []i18n.Text{i18n.CodeDollars}
					if payperiods.IsMileage(kind) {
						effects = []i18n.Text{i18n.CodeKilometres}
					}
				}
				if !slices.ContainsFunc(effects, func(x i18n.Text) bool { return strings.Contains(o.Text(), " – "+l.T(x)) }) {
					t.Errorf("%s does %q, want one of %q", kind, o.Text(), effects)
				}
			})
			for kind := range i18n.KindNames {
				if !offered[kind] {
					t.Errorf("%s is not offered", kind)
				}
			}
		})
	}
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
