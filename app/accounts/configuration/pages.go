package configuration

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/accounts/configuration"
	"presence/views/layout"
	"presence/views/ui"
)

// PeriodAt returns the pay period of today if a period 1 begins on anchor.
type PeriodAt func(anchor db.Day) (year, number int, first, last db.Day)

// pages handles the requests of the settings pages.
type pages struct {
	s       *Service
	periods PeriodAt
	webhook string // address for the events of Mailjet
}

// Names of the settings on the page of the company.
const (
	companyName  = "COMPANY_NAME"
	timeZone     = "TIMEZONE"
	periodAnchor = "PAY_PERIOD_ANCHOR"
	overtime     = "OVERTIME_WEEKLY_HOURS"
	archiveAfter = "ARCHIVE_AFTER_PERIODS"
)

var companySettings = []string{companyName, timeZone, periodAnchor, overtime, archiveAfter}

var labels = map[string]i18n.Text{companyName: i18n.ConfCompany, timeZone: i18n.ConfZone, periodAnchor: i18n.ConfAnchor,
	overtime: i18n.ConfOvertime, archiveAfter: i18n.ConfArchive, mailFrom: i18n.MailFrom, postalAddress: i18n.MailPostal,
	sendRate: i18n.MailRate, connections: i18n.MailConnections, mailjetKey: i18n.MailKey, mailjetSecret: i18n.MailSecret,
	webhookToken: i18n.MailToken, gmailJSON: i18n.MailCredentials, graphTenant: i18n.MailTenant, graphClient: i18n.MailClient,
	graphSecret: i18n.MailClientSecret}

func (p pages) company(c *gin.Context) error { return p.companyPage(c, http.StatusOK, nil, nil) }

// companyPage shows the form with typed values, or with those in effect if typed is nil.
func (p pages) companyPage(c *gin.Context, status int, typed url.Values, faults errs.Fields) error {
	by := auth.From(c.Request.Context())
	values, err := p.s.Values(c.Request.Context(), by)
	if err != nil {
		return err
	}
	l := by.Language
	page := views.Page{Title: l.T(i18n.Settings), Tabs: layout.SettingsTabs(l, true, true, paths.CompanySettings()),
		Action: paths.CompanySettings(),
		Hidden: []ui.Hidden{{Name: "version", Value: strconv.FormatInt(values.Version, 10)}}}
	f := form{l: l, values: values, typed: typed, faults: faults, list: &page.Faults}
	page.Groups = []views.Group{
		{Title: l.T(i18n.ConfCompanyTitle), Fields: []ui.Field{
			f.field(companyName, ui.Field{Hint: l.T(i18n.ConfCompanyHint), MaxLength: 80, AutoComplete: "organization"}),
			f.field(timeZone, ui.Field{Options: zoneOptions(values.Of(timeZone).Text), Hint: l.T(i18n.ConfZoneHint)}),
		}},
		{Title: l.T(i18n.ConfPayTitle), Fields: []ui.Field{
			f.field(periodAnchor, ui.Field{Type: "date", Min: firstSunday, Step: "7", Required: true,
				Hint: p.anchorHint(l, values.Of(periodAnchor).Text)}),
			f.field(overtime, ui.Field{InputMode: "decimal", Suffix: "h", Required: true, Hint: l.T(i18n.ConfOvertimeHint), AutoComplete: "off"}),
			f.field(archiveAfter, ui.Field{InputMode: "numeric", Required: true, Hint: l.T(i18n.ConfArchiveHint), AutoComplete: "off"}),
		}},
	}
	return frame.Page(c, status, views.SettingsPage, page)
}

// firstSunday is the earliest first day of a period in the form. With a step of 7 days a browser offers Sundays alone.
const firstSunday = "2000-01-02"

// anchorHint tells which period is the present one.
func (p pages) anchorHint(l i18n.Lang, anchor string) string {
	day, err := db.ParseDay(anchor)
	if err != nil || day.Weekday() != time.Sunday {
		return l.T(i18n.ConfAnchorHint)
	}
	year, number, first, last := p.periods(day)
	return l.T(i18n.ConfAnchorHint) + " " + l.F(i18n.ConfAnchorNow, i18n.PeriodName(year, number), l.Range(first, last))
}

func (p pages) saveCompany(c *gin.Context) error {
	return p.save(c, companySettings, p.companyPage, paths.CompanySettings())
}

// save stores the settings with these names from the form, and shows the form again with its errors, or redirects to the address to.
func (p pages) save(c *gin.Context, names []string, show func(*gin.Context, int, url.Values, errs.Fields) error, to string) error {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	values, err := p.s.Values(ctx, by)
	if err != nil {
		return err
	}
	changes := map[string]*string{}
	for _, name := range names {
		text, sent := c.GetPostForm(name)
		x := values.Of(name)
		if !sent || x.Locked || x.Secret && text == "" { // an empty field of a secret keeps it
			continue
		}
		text = strings.TrimSpace(text)
		changes[name] = &text
		if text == "" || text == x.Default {
			changes[name] = nil
		}
	}
	switch err := p.s.Save(ctx, by, httpx.FormVersion(c), changes); {
	case errs.FieldsOf(err) != nil:
		return show(c, http.StatusUnprocessableEntity, c.Request.PostForm, errs.FieldsOf(err))
	case err != nil:
		return err
	}
	httpx.Flash(c, ui.Toast{Text: by.Language.T(i18n.ConfSaved)})
	return httpx.SeeOther(c, to)
}

// form makes the fields of settings.
type form struct {
	l      i18n.Lang
	values Values
	typed  url.Values // nil: the values in effect are shown
	faults errs.Fields
	list   *ui.Faults // receives the errors
}

// field returns f for a setting: with its label, its value, its error, and locked if the environment decides it.
func (m form) field(name string, f ui.Field) ui.Field {
	x := m.values.Of(name)
	f.Name, f.Label, f.Value = name, m.l.T(labels[name]), x.Text
	if m.typed != nil && !x.Locked && !x.Secret {
		f.Value = m.typed.Get(name)
	}
	if x.Locked {
		f.Disabled, f.Hint = true, m.l.F(i18n.ConfLocked, cmp.Or(x.LockedBy, name))
	}
	return m.checked(f)
}

// checked returns f with its error.
func (m form) checked(f ui.Field) ui.Field {
	for _, e := range m.faults {
		if e.Field == f.Name {
			code := e.Code
			if code == "format" {
				code = "setting_" + f.Name // the text that tells the format of this setting
			}
			m.list.Add(m.l, f.Name, f.Label, code, e.Detail)
		}
	}
	f.Error = m.list.Of(f.Name)
	return f
}

// zones are the time zones that the form offers; Canada's first.
var zones = []string{"America/St_Johns", "America/Halifax", "America/Moncton", "America/Toronto", "America/Montreal", "America/Winnipeg",
	"America/Regina", "America/Edmonton", "America/Vancouver", "America/Whitehorse", "America/Yellowknife", "America/Iqaluit",
	"America/New_York", "America/Chicago", "America/Denver", "America/Phoenix", "America/Los_Angeles", "America/Anchorage",
	"Pacific/Honolulu", "America/Mexico_City", "America/Sao_Paulo", "Europe/London", "Europe/Paris", "Europe/Brussels", "Europe/Zurich",
	"Europe/Berlin", "Africa/Casablanca", "Africa/Dakar", "Asia/Dubai", "Asia/Tokyo", "Australia/Sydney", "UTC"}

// zoneOptions returns the zones to choose from, and the present one if it is another.
func zoneOptions(now string) (list []ui.Option) {
	offered := zones
	if now != "" && !slices.Contains(zones, now) {
		offered = append([]string{now}, zones...)
	}
	for _, z := range offered {
		list = append(list, ui.Option{Value: z, Label: strings.ReplaceAll(z, "_", " ")})
	}
	return list
}
