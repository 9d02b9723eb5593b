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
	"presence/app/hub/directory"
	"presence/app/hub/rsvp"
	"presence/app/hub/suppressions"
	"presence/app/platform/personal"
	"presence/app/workforce/customers"
	"presence/app/workforce/employees"
)

// personalTables returns the tables that hold personal data of guests and customers, each before those by which its rows are found.
func (a *App) personalTables() []personal.Table {
	return slices.Concat(webhooks.Personal(), settings.PersonalEntries(), outgoingmail.Personal(), suppressions.Personal(), audience.Personal(),
		a.RSVP.Personal(), a.Campaigns.Personal(), directory.Personal(), employees.Personal(), customers.Personal(), auth.Personal())
}

// erased returns who was erased on request.
func (a *App) erased(ctx context.Context) (personal.Barred, error) { return a.PersonalData.Barred(ctx) }

// personalData makes the service that looks up and erases what is held of a person. The features do not know each other.
func (a *App) personalData() (err error) {
	a.PersonalData, err = personaldata.NewService(a.DB, a.config.Now, personaldata.Options{
		Secret: a.config.SecretKey, Tables: a.personalTables(), OfSubject: rsvp.OfSubject, CustomersOf: directory.CustomersOf,
		AddressesOf: directory.AddressesOf, Titles: a.eventTitles, Outbox: a.Outbox,
	})
	return err
}
