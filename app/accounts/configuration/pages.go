package configuration

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
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

// Expiry says, for each setting of how long something is kept, what is erased next because of it.
type Expiry func(ctx context.Context, l i18n.Lang) (map[string]string, error)

// pages handles the requests of the settings pages.
type pages struct {
	s        *Service
	callback string // the address to which the identity provider redirects
	webhook  string // address for the events of Mailjet
	periods  PeriodAt
	expiry   Expiry // nil: the settings of retention are not shown
}

// Names of the settings on the page of the company.
const (
	companyName   = "COMPANY_NAME"
	timeZone      = "TIMEZONE"
	language      = "DEFAULT_LANGUAGE"
	periodAnchor  = "PAY_PERIOD_ANCHOR"
	payDay        = "PAY_DAY_AFTER_DAYS"
	norms         = "LABOUR_STANDARDS"
	overtime      = "OVERTIME_WEEKLY_HOURS"
	overtimeDaily = "OVERTIME_DAILY_HOURS"
	overtimeLeave = "OVERTIME_COUNTS_LEAVE"
	holidayPay    = "HOLIDAY_PAY"
	clockStep     = "CLOCK_ROUNDING_MINUTES"
	breakRule     = "DEFAULT_BREAKS"
	phoneNotices  = "PHONE_NOTICES"
	reminders     = "AUTO_REMINDERS"
	overdueDays   = "APPROVAL_OVERDUE_DAYS"
	archiveAfter  = "ARCHIVE_AFTER_PERIODS"
	receiptsAbove = "RECEIPTS_ABOVE"
	expenseTaxes  = "EXPENSE_TAXES"

	keepGuests     = "KEEP_GUESTS_MONTHS"
	keepRecipients = "KEEP_RECIPIENTS_MONTHS"
	keepLinks      = "KEEP_LINKS_MONTHS"
	keepAudit      = "KEEP_AUDIT_MONTHS"
	keepReceipts   = "KEEP_RECEIPTS_MONTHS"
)

var companySettings = []string{companyName, language, timeZone, phoneNotices, periodAnchor, payDay, norms, overtime, overtimeDaily,
	overtimeLeave, holidayPay, clockStep, breakRule, reminders, overdueDays, archiveAfter, receiptsAbove, expenseTaxes,
	keepGuests, keepRecipients, keepLinks, keepAudit, keepReceipts}

var labels = map[string]i18n.Text{directoryURL: i18n.ConfSource, directoryEvery: i18n.ConfEvery, oidcIssuer: i18n.ConfIssuer,
	oidcClient: i18n.ConfClient, oidcSecret: i18n.ConfSecret, companyName: i18n.ConfCompany, language: i18n.ConfLanguage,
	timeZone: i18n.ConfZone, periodAnchor: i18n.ConfAnchor, payDay: i18n.ConfPayDay, norms: i18n.ConfNorms, overtime: i18n.ConfOvertime,
	overtimeDaily: i18n.ConfDaily, overtimeLeave: i18n.ConfCounts, holidayPay: i18n.ConfHolidays, clockStep: i18n.ConfClockStep,
	phoneNotices: i18n.ConfPhone, breakRule: i18n.ConfBreaks, reminders: i18n.ConfReminders, overdueDays: i18n.ConfOverdue,
	keepGuests: i18n.KeepGuests, keepRecipients: i18n.KeepRecipients, keepLinks: i18n.KeepLinks, keepAudit: i18n.KeepAudit,
	keepReceipts: i18n.KeepReceipts, receiptsAbove: i18n.ConfReceipts, expenseTaxes: i18n.ConfTaxes,
	archiveAfter: i18n.ConfArchive, mailFrom: i18n.MailFrom, postalAddress: i18n.MailPostal,
	quietHours: i18n.QuietHours, sendRate: i18n.MailRate, connections: i18n.MailConnections, mailjetKey: i18n.MailKey,
	mailjetSecret: i18n.MailSecret,
	webhookToken:  i18n.MailToken, gmailJSON: i18n.MailCredentials, graphTenant: i18n.MailTenant, graphClient: i18n.MailClient,
	graphSecret: i18n.MailClientSecret, bounceAddress: i18n.MailBounceAddress, sesTopic: i18n.MailSESTopic,
	postmarkToken: i18n.MailPostmarkToken}

// SettingNames returns what the pages call the settings, by the names of their variables.
func SettingNames(l i18n.Lang) map[string]string {
	names := make(map[string]string, len(labels))
	for name, label := range labels {
		names[name] = l.T(label)
	}
	return names
}

func (p pages) company(c *gin.Context) error { return p.companyPage(c, http.StatusOK, state{}) }

// state is the state of a form that was not saved; its zero value stands for a form that was not sent.
type state struct {
	typed  url.Values // nil: the values in effect are shown
	faults errs.Fields
	failed error     // the test of the typed values failed
	clash  *conflict // nil: the settings were not saved from elsewhere in the meantime
}

// start returns the page with its tabs and the form of the settings, to which the caller adds the fields.
func (p pages) start(c *gin.Context, here string, st state) (views.Page, form, error) {
	by := auth.From(c.Request.Context())
	values, err := p.s.Values(c.Request.Context(), by)
	l := by.Language
	page := views.Page{Tabs: layout.SettingsTabs(l, true, true, here), Action: here, Save: l.T(i18n.Save)}
	if st.failed != nil {
		page.Failed, page.Anyway = causeText(l, st.failed), l.T(i18n.ConfAnyway)
	}
	return page, form{l: l, values: values, state: st}, err
}

// causeText returns why a test failed: in the reader's language where the cause is known, else in the other side's own words.
func causeText(l i18n.Lang, err error) string {
	code, detail, _ := strings.Cut(err.Error(), ": ")
	if text, known := i18n.DirProblems[code]; known {
		return strings.TrimSpace(l.T(text) + " " + detail)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return l.T(i18n.ConfTooSlow)
	}
	return err.Error()
}

func yesOrNo(l i18n.Lang) []ui.Option {
	return []ui.Option{{Value: "true", Label: l.T(i18n.Yes)}, {Value: "false", Label: l.T(i18n.No)}}
}

// roundingOptions are the steps of minutes to which clocked times are rounded.
func roundingOptions(l i18n.Lang) []ui.Option {
	list := []ui.Option{{Value: "1", Label: l.T(i18n.ConfClockMinute)}}
	for _, n := range []string{"5", "6", "10", "15"} {
		list = append(list, ui.Option{Value: n, Label: l.F(i18n.ConfClockMinutes, n)})
	}
	return list
}

// normOptions are the labour standards that the company chooses from.
func (p pages) normOptions(l i18n.Lang) (list []ui.Option) {
	if p.s.o.Norms == nil {
		return nil
	}
	for _, x := range p.s.o.Norms(l) {
		list = append(list, ui.Option{Value: x.Value, Label: x.Label})
	}
	return list
}

// companyPage shows the form of the company.
func (p pages) companyPage(c *gin.Context, status int, st state) error {
	page, f, err := p.start(c, paths.CompanySettings(), st)
	if err != nil {
		return err
	}
	l := f.l
	page.Undo = page.Action
	page.Groups = p.companyGroups(&f, c)
	if p.expiry != nil {
		keep, err := p.retention(c.Request.Context(), &f)
		if err != nil {
			return err
		}
		page.Groups = append(page.Groups, keep)
	}
	for i, g := range page.Groups {
		page.Groups[i].Sum = p.sum(l, g)
	}
	f.finish(&page)
	page.More = []views.Link{
		{Label: l.T(i18n.PersonalTitle), Text: l.T(i18n.PersonalMore), Href: paths.PersonalData(""), Button: l.T(i18n.PersonalLookUp)},
		{Label: l.T(i18n.DataTitle), Text: l.T(i18n.DataMore), Href: paths.CompanyExport(), Button: l.T(i18n.DataOpen)},
	}
	return frame.Page(c, status, views.SettingsPage, page)
}

// The parts of the page of the company.
const (
	partCompany   = "company"
	partPeriods   = "periods"
	partClock     = "clock"
	partExpenses  = "expenses"
	partApprovals = "approvals"
	partRetention = "retention"
)

// companyGroups returns the parts of the form of the company, without that of retention.
func (p pages) companyGroups(f *form, c *gin.Context) []views.Group {
	l := f.l
	rule := f.field(breakRule, ui.Field{Hint: l.T(i18n.ConfBreaksHint), MaxLength: 200, AutoComplete: "off"})
	return []views.Group{
		{ID: partCompany, Title: l.T(i18n.ConfCompanyTitle), Fields: []ui.Field{
			f.field(companyName, ui.Field{Hint: l.T(i18n.ConfCompanyHint), MaxLength: 80, AutoComplete: "organization"}),
			f.field(language, ui.Field{Options: LanguageOptions(), Hint: l.T(i18n.ConfLanguageHint)}),
			f.field(timeZone, ui.Field{Options: ZoneOptions(l, f.values.Of(timeZone).Text), Hint: l.T(i18n.ConfZoneHint)}),
			f.field(phoneNotices, ui.Field{Hint: l.T(i18n.ConfPhoneHint), Options: yesOrNo(l)}),
		}},
		{ID: partPeriods, Title: l.T(i18n.ConfPeriodsTitle), Fields: []ui.Field{
			f.field(periodAnchor, ui.Field{Type: "date", Min: firstSunday, Step: "7", Required: true,
				Hint: p.anchorHint(l, f.values.Of(periodAnchor).Text)}),
			f.field(payDay, ui.Field{InputMode: "numeric", Required: true, Hint: l.T(i18n.ConfPayDayHint), AutoComplete: "off"}),
			f.field(norms, ui.Field{Hint: l.T(i18n.ConfNormsHint), Options: p.normOptions(l)}),
			f.field(overtime, ui.Field{InputMode: "decimal", Suffix: "h", Hint: l.T(i18n.ConfOvertimeHint), AutoComplete: "off"}),
			f.field(overtimeDaily, ui.Field{InputMode: "decimal", Suffix: "h", Hint: l.T(i18n.ConfDailyHint), AutoComplete: "off"}),
			f.field(overtimeLeave, ui.Field{Hint: l.T(i18n.ConfCountsHint),
				Options: []ui.Option{{Value: "", Label: l.T(i18n.ConfAsNorms)}, {Value: "true", Label: l.T(i18n.ConfCount)},
					{Value: "false", Label: l.T(i18n.ConfNoCount)}}}),
			f.field(holidayPay, ui.Field{Hint: l.T(i18n.ConfHolidaysHint), Options: yesOrNo(l)}),
		}},
		{ID: partClock, Title: l.T(i18n.ConfClockTitle), Fields: []ui.Field{
			f.field(clockStep, ui.Field{Hint: l.T(i18n.ConfClockHint), Options: roundingOptions(l)}), rule,
		}, Breaks: p.breakForm(l, rule, c)},
		{ID: partExpenses, Title: l.T(i18n.ConfExpensesTitle), Fields: []ui.Field{
			f.field(receiptsAbove, ui.Field{InputMode: "decimal", Prefix: "$", Hint: l.T(i18n.ConfReceiptsHint), AutoComplete: "off"}),
			f.field(expenseTaxes, ui.Field{Hint: l.T(i18n.ConfTaxesHint), Options: yesOrNo(l)}),
		}},
		{ID: partApprovals, Title: l.T(i18n.ConfApprovalsTitle), Fields: []ui.Field{
			f.field(reminders, ui.Field{Hint: l.T(i18n.ConfRemindersHint), Options: yesOrNo(l)}),
			f.field(overdueDays, ui.Field{InputMode: "numeric", Required: true, Hint: l.T(i18n.ConfOverdueHint), AutoComplete: "off"}),
			f.field(archiveAfter, ui.Field{InputMode: "numeric", Required: true, Hint: l.T(i18n.ConfArchiveHint), AutoComplete: "off"}),
		}},
	}
}

// retention returns the settings of how long personal data is kept, each with what is erased next because of it.
func (p pages) retention(ctx context.Context, f *form) (views.Group, error) {
	l := f.l
	keep := views.Group{ID: partRetention, Title: l.T(i18n.KeepTitle), Note: l.T(i18n.KeepNote)}
	expiry, err := p.expiry(ctx, l)
	for _, x := range []struct {
		name string
		hint i18n.Text
	}{
		{keepGuests, i18n.KeepGuestsHint}, {keepRecipients, i18n.KeepRecipientsHint}, {keepLinks, i18n.KeepLinksHint},
		{keepAudit, i18n.KeepAuditHint}, {keepReceipts, i18n.KeepReceiptsHint},
	} {
		keep.Fields = append(keep.Fields, f.field(x.name, ui.Field{InputMode: "numeric", Required: true, AutoComplete: "off",
			Hint: strings.TrimSpace(l.T(x.hint) + " " + expiry[x.name])}))
	}
	return keep, err
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
	return p.save(c, func(c *gin.Context, values Values) map[string]*string {
		p.readBreaks(c, values)
		return Posted(companySettings...)(c, values)
	}, p.companyPage, nil)
}

// Posted returns a function that reads the new values of settings from the fields of a form with their names. An empty field of a
// secret keeps it; an empty field of another setting means its default.
func Posted(names ...string) func(c *gin.Context, values Values) map[string]*string {
	return func(c *gin.Context, values Values) map[string]*string {
		changes := map[string]*string{}
		for _, name := range names {
			text, sent := c.GetPostForm(name)
			x := values.Of(name)
			text = strings.TrimSpace(text)
			switch {
			case !sent, x.Locked, x.Secret && text == "":
			case text == "", text == x.Default:
				changes[name] = nil
			default:
				changes[name] = &text
			}
		}
		return changes
	}
}

// save stores the values of the form, and redirects to its page. If test is not nil, the values are tested before, unless the form says
// to save anyway. After an error, a failed test or a conflict the form is shown again with what was typed.
func (p pages) save(c *gin.Context, read func(*gin.Context, Values) map[string]*string, show func(*gin.Context, int, state) error,
	test func(ctx context.Context, values map[string]string) error) error {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	values, err := p.s.Values(ctx, by)
	if err != nil {
		return err
	}
	changes := read(c, values)
	if test != nil && c.PostForm("anyway") == "" {
		err = p.test(ctx, by, changes, test)
	}
	st := state{typed: c.Request.PostForm}
	if err == nil {
		err = p.s.Save(ctx, by, httpx.FormVersion(c), changes)
		if errs.KindOf(err) == errs.KindStale {
			if st.clash, err = p.resolve(c, changes); st.clash != nil {
				return show(c, http.StatusPreconditionFailed, st)
			}
		}
		st.faults = FormErrors(errs.FieldsOf(err))
	} else if st.faults = FormErrors(errs.FieldsOf(err)); st.faults == nil {
		st.failed = err
	}
	switch {
	case st.faults != nil, st.failed != nil:
		return show(c, http.StatusUnprocessableEntity, st)
	case err != nil:
		return err
	}
	httpx.Flash(c, ui.Toast{Text: by.Language.T(i18n.ConfSaved)})
	return httpx.SeeOther(c, c.Request.URL.Path)
}

// FormErrors returns the errors of settings with codes whose texts explain the format of each setting.
func FormErrors(faults errs.Fields) errs.Fields {
	for i, e := range faults {
		if e.Code == "format" {
			faults[i].Code = "setting_" + e.Field
		}
	}
	return faults
}

// test validates the changed values, and tests them together with the stored ones.
func (p pages) test(ctx context.Context, by auth.Actor, changes map[string]*string,
	test func(context.Context, map[string]string) error) error {
	after, err := p.s.Stored(ctx, by, changes)
	if err != nil {
		return err
	}
	if err := p.s.checkValues(after, changes).Err(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, p.s.o.TestTimeout)
	defer cancel()
	return test(ctx, after)
}

// form makes the fields of settings.
type form struct {
	state
	l      i18n.Lang
	values Values
	list   ui.Faults // the errors of the fields
	hidden []ui.Hidden
}

// field returns f for a setting: with its label, its value, its error, and locked if the environment decides it.
func (m *form) field(name string, f ui.Field) ui.Field {
	x := m.values.Of(name)
	f.Name, f.Label, f.Value = name, m.l.T(labels[name]), x.Text
	if m.typed != nil && !x.Locked && !x.Secret {
		f.Value = m.typed.Get(name)
	}
	if x.Secret {
		f.Value = ""
	}
	if x.Locked {
		f.Disabled, f.Hint = true, m.l.F(i18n.ConfLocked, cmp.Or(x.LockedBy, name))
	}
	if !x.Locked && !x.Secret {
		m.compare(x, &f)
	}
	return m.withFault(name, f)
}

// secret returns f for a password or a key: an empty field keeps the stored one.
func (m *form) secret(name string, f ui.Field) ui.Field {
	f.Type, f.AutoComplete = "password", "new-password"
	if m.values.Of(name).Set {
		f.Hint = m.l.T(i18n.ConfKept) + " " + f.Hint
	}
	return m.field(name, f)
}

// withFault returns f with the error of a setting, which it adds to the list of the form.
func (m *form) withFault(name string, f ui.Field) ui.Field {
	for _, e := range m.faults {
		if e.Field == name {
			m.list.Add(m.l, f.Name, f.Label, e.Code, e.Detail)
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

// LanguageOptions returns the languages, each by its own name.
func LanguageOptions() []ui.Option {
	return []ui.Option{{Value: string(i18n.FR), Label: i18n.FR.Name()}, {Value: string(i18n.EN), Label: i18n.EN.Name()}}
}

// ZoneOptions returns the zones to choose from, and the present one if it is another.
func ZoneOptions(l i18n.Lang, now string) (list []ui.Option) {
	offered := zones
	if now != "" && !slices.Contains(zones, now) {
		offered = append([]string{now}, zones...)
	}
	for _, z := range offered {
		list = append(list, ui.Option{Value: z, Label: l.ZoneName(z)})
	}
	return list
}
