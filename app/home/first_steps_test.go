package home

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/configuration"
	"presence/app/apptest/featuretest"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/payperiods"
	"presence/db"
	"presence/db/dbtest"
)

func TestFirstSteps(t *testing.T) {
	now := func() time.Time { return time.Date(2026, 11, 20, 17, 0, 0, 0, time.UTC) }
	by := auth.Actor{PersonID: "0b0e7a46-36a5-4c4c-9d2f-0a5f8d7c1e11", Name: "Ada", Role: auth.Admin, Via: "cookie", Language: i18n.EN}
	answers := func(more ...string) url.Values {
		v := url.Values{"COMPANY_NAME": {" Rivière inc. "}, "TIMEZONE": {"America/Toronto"}, "PAY_PERIOD_ANCHOR": {"2025-12-21"},
			"OVERTIME_WEEKLY_HOURS": {"40"}, "codes": {"quebec"}}
		for i := 0; i < len(more); i += 2 {
			v.Set(more[i], more[i+1])
		}
		return v
	}
	for _, x := range []struct {
		name   string
		forms  []url.Values
		status int // of the last form
		stored string
		codes  int
	}{
		{"answers are stored where they differ from the defaults, with the codes", []url.Values{answers()}, 303,
			"Rivière inc.,2025-12-21,", 11},
		{"the default language is stored", []url.Values{answers("DEFAULT_LANGUAGE", "en")}, 303, "Rivière inc.,2025-12-21,en", 11},
		{"no codes are created on request", []url.Values{answers("codes", "none")}, 303, "Rivière inc.,2025-12-21,", 0},
		{"a form that is sent twice creates the codes once", []url.Values{answers(), answers()}, 303, "Rivière inc.,2025-12-21,", 11},
		{"an invalid answer stores nothing", []url.Values{answers("OVERTIME_WEEKLY_HOURS", "many")}, 422, ",,", 0},
		{"a company without a name stores nothing", []url.Values{answers("COMPANY_NAME", " ")}, 422, ",,", 0},
		{"an unknown set of codes stores nothing", []url.Values{answers("codes", "france")}, 422, ",,", 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				f := firstSteps(t, d, now)
				c := featuretest.New(t, featuretest.Options{By: by, Now: now}, func(r *httpx.Router) { FirstStepsPages(r, f) })
				var answer *featuretest.Answer
				for _, form := range x.forms {
					answer = c.Form(paths.FirstSteps(), form)
				}
				answer.Want(x.status)
				got, err := f.Settings.Stored(t.Context(), by, nil)
				text := got["COMPANY_NAME"] + "," + got["PAY_PERIOD_ANCHOR"] + "," + got["OVERTIME_WEEKLY_HOURS"] + got["DEFAULT_LANGUAGE"]
				n := 0
				each := f.Codes.Each(t.Context(), bankcodes.Filter{Rows: 99}, func(bankcodes.BankCode) error { n++; return nil })
				if err != nil || each != nil || text != x.stored || n != x.codes {
					t.Errorf("stored %q and %d codes, %v %v", text, n, err, each)
				}
				if x.status == http.StatusSeeOther {
					answer.RedirectsTo(paths.Today())
				}
			})
		})
	}
	t.Run("the two ways to divide the weeks are told by the period of today", func(t *testing.T) {
		d := dbtest.OpenSQLite(t)
		f := firstSteps(t, d, now)
		c := featuretest.New(t, featuretest.Options{By: by, Now: now}, func(r *httpx.Router) { FirstStepsPages(r, f) })
		page := c.Get(paths.FirstSteps()).Want(http.StatusOK).Doc()
		var options []string
		for _, n := range page.Find("#f-PAY_PERIOD_ANCHOR label").EachIter() {
			checked := n.Find("input[checked]").Length()
			options = append(options, strings.TrimSpace(n.Text())+" "+n.Find("input").AttrOr("value", "")+" "+strings.Repeat("chosen", checked))
		}
		want := "Sun, Nov 15 to Sat, Nov 28 2025-12-14 chosen|Sun, Nov 8 to Sat, Nov 21 2025-12-21 "
		if got := strings.ReplaceAll(strings.Join(options, "|"), "\u00a0", " "); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
		var weeks []string
		for _, row := range page.Find(".period-calendar tbody tr").EachIter() {
			weeks = append(weeks, row.AttrOr("class", "")+" "+strings.Join(strings.Fields(row.Find("td").Text()), " ")+
				strings.Repeat(" today", row.Find("b").Length()))
		}
		calendar := " Nov1234567|in-1 891011121314|in-0 in-1 15161718192021 today|in-0 22232425262728| Dec293012345"
		if got := strings.Join(weeks, "|"); got != calendar {
			t.Errorf("the calendar is %q\nwant %q", got, calendar)
		}
		if v := page.Find("#f-DEFAULT_LANGUAGE [selected]").AttrOr("value", ""); v != "en" {
			t.Errorf("the administrator reads English, and the language %q is proposed", v)
		}
		if v := page.Find("[name=codes][checked]").AttrOr("value", ""); v != "quebec" {
			t.Errorf("the set %q is chosen", v)
		}
	})
}

// firstSteps returns the page's services.
func firstSteps(t *testing.T, d *db.DB, now func() time.Time) FirstSteps {
	t.Helper()
	calendar, err := payperiods.NewCalendar(db.NewDay(2025, 12, 14))
	if err != nil {
		t.Fatal(err)
	}
	list := []configuration.Setting{{Name: "COMPANY_NAME"}, {Name: "DEFAULT_LANGUAGE", Default: "fr"}, {Name: "TIMEZONE", Default: "America/Toronto"},
		{Name: "PAY_PERIOD_ANCHOR", Default: "2025-12-14"}, {Name: "OVERTIME_WEEKLY_HOURS", Default: "40"}}
	for i := range list {
		list[i].Group = list[i].Name
	}
	s, err := configuration.NewService(d, now, []byte("thirty-two bytes for tests only!"), configuration.Options{Settings: list,
		Check: func(stored map[string]string) map[string]error {
			if stored["OVERTIME_WEEKLY_HOURS"] == "many" {
				return map[string]error{"OVERTIME_WEEKLY_HOURS": http.ErrBodyNotAllowed}
			}
			return nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	return FirstSteps{DB: d, Settings: s, Codes: bankcodes.NewService(d, now),
		Periods: payperiods.NewService(d, now, payperiods.Config{Calendar: calendar, Zone: time.UTC})}
}
