package home

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/accounts/configuration"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/payperiods"
	"presence/db"
	views "presence/views/home"
	"presence/views/ui"
)

// FirstSteps asks the first administrator of a new installation for what a company must decide, each with a default.
type FirstSteps struct {
	DB       *db.DB
	Settings *configuration.Service
	Codes    *bankcodes.Service
	Periods  *payperiods.Service
}

// firstStepsPages handles the requests of the page.
type firstStepsPages struct{ FirstSteps }

// noCodes is the choice to create no pay codes.
const noCodes = "none"

// firstStepsLabels are the labels of the fields.
var firstStepsLabels = map[string]i18n.Text{"COMPANY_NAME": i18n.ConfCompany, "TIMEZONE": i18n.ConfZone,
	"DEFAULT_LANGUAGE": i18n.ConfLanguage, "PAY_PERIOD_ANCHOR": i18n.FirstPeriod,
	"OVERTIME_WEEKLY_HOURS": i18n.ConfOvertime, "codes": i18n.FirstCodes}

func (p firstStepsPages) ask(c *gin.Context) error { return p.show(c, http.StatusOK, nil, nil) }

// show shows the form with the values in effect, or with the typed ones.
func (p firstStepsPages) show(c *gin.Context, status int, typed url.Values, faults errs.Fields) error {
	by := auth.From(c.Request.Context())
	values, err := p.Settings.Values(c.Request.Context(), by)
	if err != nil {
		return err
	}
	l := by.Language
	page := views.FirstSteps{Skip: paths.Today()}
	for _, x := range faults {
		page.Faults.Add(l, x.Field, l.T(firstStepsLabels[x.Field]), x.Code, x.Detail)
	}
	field := func(name string, f ui.Field) ui.Field {
		x := values.Of(name)
		f.Name, f.Label, f.Value, f.Error = name, l.T(firstStepsLabels[name]), x.Text, page.Faults.Of(name)
		if typed != nil {
			f.Value = typed.Get(name)
		}
		if x.Locked {
			f.Disabled, f.Value, f.Hint = true, x.Text, l.F(i18n.ConfLocked, name)
		}
		return f
	}
	page.Company = field("COMPANY_NAME", ui.Field{Required: true, MaxLength: 80, AutoComplete: "organization"})
	page.Language = field("DEFAULT_LANGUAGE", ui.Field{Options: configuration.LanguageOptions(), Hint: l.T(i18n.ConfLanguageHint)})
	if typed == nil && values.Of("DEFAULT_LANGUAGE").Source == configuration.FromDefault {
		page.Language.Value = string(l) // that of the administrator
	}
	page.Zone = field("TIMEZONE", ui.Field{Options: configuration.ZoneOptions(l, values.Of("TIMEZONE").Text)})
	periods := p.periodOptions(l, values.Of("PAY_PERIOD_ANCHOR").Text)
	page.Period = field("PAY_PERIOD_ANCHOR", ui.Field{Options: periods, Hint: l.T(i18n.FirstPeriodHint)})
	page.Weekdays, page.Weeks = p.calendar(l, page.Period.Options)
	page.Overtime = field("OVERTIME_WEEKLY_HOURS",
		ui.Field{InputMode: "decimal", Suffix: "h", Hint: l.T(i18n.ConfOvertimeHint), AutoComplete: "off"})
	page.Codes = field("codes", ui.Field{Hint: l.T(i18n.FirstCodesHint), Options: []ui.Option{
		{Value: string(bankcodes.Quebec), Label: l.T(i18n.FirstCodesQuebec)},
		{Value: string(bankcodes.Canada), Label: l.T(i18n.FirstCodesCanada)},
		{Value: noCodes, Label: l.T(i18n.FirstCodesNone)}}})
	if typed == nil {
		page.Codes.Value = string(bankcodes.Quebec)
	}
	return frame.Page(c, status, views.FirstStepsPage, page)
}

// periodOptions returns the two ways to divide the weeks into pay periods: the period of today began this week, or the week before.
// The value of each is the anchor.
func (p firstStepsPages) periodOptions(l i18n.Lang, anchor string) (list []ui.Option) {
	first, err := db.ParseDay(anchor)
	if err != nil {
		return nil
	}
	for _, day := range []db.Day{first, first.Add(7)} {
		calendar, err := payperiods.NewCalendar(day)
		if err != nil {
			return nil
		}
		now := calendar.At(p.Periods.Today())
		list = append(list, ui.Option{Value: day.String(), Label: l.F(i18n.FirstPeriodOption, l.DayWeek(now.Start), l.DayWeek(now.End))})
	}
	return list
}

// calendarWeeks is how many weeks the calendar shows: the current one, two before it and two after it.
const calendarWeeks = 5

// calendar returns the weeks around today, with the choices whose current period contains them.
func (p firstStepsPages) calendar(l i18n.Lang, choices []ui.Option) (names []string, weeks []views.CalendarWeek) {
	today := p.Periods.Today()
	sunday := today.Add(-int(today.Weekday()) - 7*(calendarWeeks/2))
	for i := range 7 {
		names = append(names, l.WeekdayShort(sunday.Add(i)))
	}
	var periods []payperiods.Period // the current one of each choice
	for _, x := range choices {
		if anchor, err := db.ParseDay(x.Value); err == nil {
			if c, err := payperiods.NewCalendar(anchor); err == nil {
				periods = append(periods, c.At(today))
			}
		}
	}
	for range calendarWeeks {
		var w views.CalendarWeek
		for i := range 7 {
			d := sunday.Add(i)
			_, _, number := d.Date()
			if number == 1 || len(weeks) == 0 && i == 0 {
				w.Month = l.MonthShort(d)
			}
			w.Days = append(w.Days, views.CalendarDay{Number: strconv.Itoa(number), Today: d == today})
		}
		for i, p := range periods {
			if !sunday.Before(p.Start) && !sunday.After(p.End) {
				w.In = append(w.In, i)
			}
		}
		weeks, sunday = append(weeks, w), sunday.Add(7)
	}
	return names, weeks
}

// save stores the settings and creates the pay codes, all or nothing.
func (p firstStepsPages) save(c *gin.Context) error {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	values, err := p.Settings.Values(ctx, by)
	if err != nil {
		return err
	}
	if !values.Of("COMPANY_NAME").Locked && strings.TrimSpace(c.PostForm("COMPANY_NAME")) == "" { // guests see it
		return p.show(c, http.StatusUnprocessableEntity, c.Request.PostForm, errs.Fields{{Field: "COMPANY_NAME", Code: "required"}})
	}
	changes := configuration.Posted("COMPANY_NAME", "DEFAULT_LANGUAGE", "TIMEZONE", "PAY_PERIOD_ANCHOR", "OVERTIME_WEEKLY_HOURS")(c, values)
	err = p.DB.Write(ctx, func(ctx context.Context, _ *db.Tx) error {
		if err := p.Settings.Save(ctx, by, nil, changes); err != nil {
			return err
		}
		set := c.PostForm("codes")
		if set == noCodes {
			return nil
		}
		return p.Codes.AddStarter(ctx, by, bankcodes.StarterSet(set))
	})
	if fields := errs.FieldsOf(err); fields != nil {
		return p.show(c, http.StatusUnprocessableEntity, c.Request.PostForm, configuration.FormErrors(fields))
	}
	if err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: by.Language.T(i18n.FirstSaved)})
	return httpx.SeeOther(c, paths.Today())
}
