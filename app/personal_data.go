package app

import (
	"context"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/accounts/outgoingmail"
	"presence/app/accounts/personaldata"
	"presence/app/accounts/settings"
	"presence/app/accounts/webhooks"
	"presence/app/hub/audience"
	"presence/app/hub/campaigns"
	"presence/app/hub/directory"
	"presence/app/hub/rsvp"
	"presence/app/hub/suppressions"
	"presence/app/platform/i18n"
	"presence/app/platform/personal"
	"presence/app/workforce/customers"
	"presence/app/workforce/employees"
	"presence/app/workforce/expenses"
	"presence/db"
)

// personalTables returns the tables that hold personal data of guests and customers, each before those by which its rows are found.
func (h hubServices) personalTables() []personal.Table {
	return slices.Concat(webhooks.Personal(), settings.PersonalEntries(rsvp.FindEntries), outgoingmail.Personal(), suppressions.Personal(),
		audience.Personal(),
		h.RSVP.Personal(), h.Campaigns.Personal(), directory.Personal(), employees.Personal(), customers.Personal(), auth.Personal())
}

// newPersonalData makes the service that looks up and erases what is held of a person. The features do not know each other.
func newPersonalData(s setup, a accountServices, h hubServices) (*personaldata.Service, error) {
	c := s.config
	return personaldata.NewService(s.DB, c.Now, personaldata.Options{
		Secret: c.SecretKey, Erased: a.erased, Tables: h.personalTables(), OfSubject: rsvp.OfSubject, CustomersOf: directory.CustomersOf,
		AddressesOf: directory.AddressesOf, Titles: h.eventTitles, Outbox: s.Outbox,
		Zone: c.Zone, Periods: c.Keep.periods(),
	})
}

// periods returns how long what is kept, as the settings say.
func (k Keep) periods() []personaldata.Period {
	return []personaldata.Period{
		{Name: "KEEP_GUESTS_MONTHS", Months: k.Guests, Rules: slices.Concat(rsvp.GuestRules(), audience.Rules())},
		{Name: "KEEP_RECIPIENTS_MONTHS", Months: k.Recipients, Rules: campaigns.Rules()},
		{Name: "KEEP_LINKS_MONTHS", Months: k.Links, Rules: rsvp.LinkRules()},
		{Name: "KEEP_AUDIT_MONTHS", Months: k.Audit, Rules: settings.AuditRules()},
		{Name: "KEEP_RECEIPTS_MONTHS", Months: k.Receipts, Rules: expenses.ReceiptRules()},
	}
}

// expiry says for each of these settings what the next sweep erases because of it.
func (a *App) expiry(ctx context.Context, l i18n.Lang) (map[string]string, error) {
	list, err := a.PersonalData.Due(ctx)
	texts := map[string]string{}
	for _, d := range list {
		day := l.Day(db.DayOf(d.Before))
		texts[d.Name] = l.F(i18n.KeepNothingDue, day)
		if d.Rows > 0 {
			due := keepDue[d.Name]
			texts[d.Name] = l.F(i18n.KeepDue, l.N(int(d.Rows), due.rows), l.N(int(d.Groups), due.groups), day)
		}
	}
	return texts, err
}

// keepDue has the names of the rows that each of these settings erases, and of what they belong to.
var keepDue = map[string]struct{ rows, groups i18n.Count }{
	"KEEP_GUESTS_MONTHS":     {i18n.KeepDueEntries, i18n.KeepDueEvents},
	"KEEP_RECIPIENTS_MONTHS": {i18n.KeepDueRecipients, i18n.KeepDueCampaigns},
	"KEEP_LINKS_MONTHS":      {i18n.KeepDueLinks, i18n.KeepDueEvents},
	"KEEP_AUDIT_MONTHS":      {i18n.KeepDueEntries, i18n.KeepDueTypes},
	"KEEP_RECEIPTS_MONTHS":   {i18n.KeepDueReceipts, i18n.KeepDueExpenses},
}

// isNight reports whether it is between 1 and 5 o'clock in the company's time zone, when what was kept long enough is erased.
func (a *App) isNight() bool {
	hour := a.config.Now().In(a.config.Zone).Hour()
	return hour >= 1 && hour < 5
}
