package apptest

import (
	"context"
	"fmt"

	"presence/app/hub/directory"
)

// Customers are the World's customer directory, which is synced once. Their numbers begin at C-0001.
var Customers = []directory.Customer{
	{ID: "C-0001", Name: "Eulalie Marchessault", AccountID: "A-0001", Emails: []string{"eulalie.marchessault@example.com"},
		Phones: []string{"514 555-0177"}, City: "Québec", Language: "fr", Subscriptions: plans(5495)},
	{ID: "C-0002", Name: "Hyacinthe Côté-Lebœuf", AccountID: "A-0002", Emails: []string{"hyacinthe@example.com", "facture.lebœuf@example.com"},
		Phones: []string{"418 555-0102"}, City: "Lévis", Language: "fr", Subscriptions: plans(4995, 2000)},
	{ID: "C-0003", Name: "Érablière du Rang Croche inc.", AccountID: "A-0003", Type: directory.Company, Mandatary: "Anatole Saint-Onge",
		LegacyContact: "Fleurette Saint-Onge", Emails: []string{"bonjour@erabliere.example.com"}, Phones: []string{"819 555-0103"},
		City: "Trois-Rivières", Language: "fr", Subscriptions: plans(12900)},
	{ID: "C-0004", Name: "Prudence Hawthorne", AccountID: "A-0004", Emails: []string{"prudence.hawthorne@example.com"},
		Phones: []string{"450 555-0104"}, City: "Sherbrooke", Language: "en"},
	{ID: "C-0005", Name: "Léopold Thivierge", AccountID: "A-0005", AccountStatus: directory.HasLeft,
		Emails: []string{"leopold.thivierge@example.com"}, City: "Saint-Jérôme", Language: "fr"},
	{ID: "C-0006", Name: "Désiré Arsenault", AccountID: "A-0006", Phones: []string{"418 555-0106"}, City: "Québec", Language: "fr",
		Subscriptions: plans(3995)},
	{ID: "C-0007", Name: "Rose-Aimée Marchessault", AccountID: "A-0001", AccountName: "Eulalie Marchessault",
		Emails: []string{"eulalie.marchessault@example.com"}, City: "Québec", Language: "fr", Subscriptions: plans(5495)},
	{ID: "C-0008", Name: "Quincaillerie Boisclair ltée", AccountID: "A-0008", Type: directory.Company,
		Emails: []string{"commande@boisclair.example.com"}, Phones: []string{"581 555-0108"}, City: "Rimouski", Subscriptions: plans(8900)},
}

func plans(cents ...int64) (list []directory.Subscription) {
	for _, c := range cents {
		list = append(list, directory.Subscription{Status: directory.Active, MonthlyCents: c})
	}
	return list
}

// customerSource is a source of Customers, and of one record that is rejected.
type customerSource struct{}

// Name implements directory.Source.
func (customerSource) Name() string { return "files:customers" }

// Each implements directory.Source.
func (customerSource) Each(_ context.Context, since string, to directory.RecordWriter) (directory.Listing, error) {
	const mark = "1"
	if since == mark {
		return directory.Listing{Cursor: mark, Unchanged: true}, nil
	}
	to.SetTotal(int64(len(Customers)) + 1)
	for i, c := range append(Customers[:len(Customers):len(Customers)], directory.Customer{ID: "C-0009"}) {
		if err := to.Write(directory.Item{Place: fmt.Sprintf("customers.ndjson:%d", i+1), Customer: c}); err != nil {
			return directory.Listing{}, err
		}
	}
	return directory.Listing{Cursor: mark}, nil
}
