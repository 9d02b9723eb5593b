package demo

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"presence/app/hub/directory"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
)

// Customers is the demo's source of customer records: two thousand, always the same ones.
type Customers struct{}

const (
	customerCount = 2000
	customerMark  = "2000-1" // the cursor; a new value makes existing demos sync again
)

// Name implements directory.Source.
func (Customers) Name() string { return "files:demo" }

// Each implements directory.Source.
func (Customers) Each(_ context.Context, since string, to directory.RecordWriter) (directory.Listing, error) {
	if since == customerMark {
		return directory.Listing{Cursor: since, Unchanged: true}, nil
	}
	to.SetTotal(customerCount)
	for n := range customerCount {
		if err := to.Write(directory.Item{Place: fmt.Sprintf("clients.ndjson:%d", n+1), Customer: customer(n)}); err != nil {
			return directory.Listing{}, err
		}
	}
	return directory.Listing{Cursor: customerMark}, nil
}

// The values that customers are made from. Their numbers have no common factor, so that there are many combinations.
var (
	givenNames = []string{"Élise", "Marie-Ève", "Jean-François", "Luc", "Anne", "Théophile", "Gisèle", "Noé", "Zoé", "Maxime", "Étienne",
		"Chloé", "Rosalie", "Gaétan", "Solange", "Hélène", "Benoît",
		"Aïcha", "Loïc", "Françoise", "André", "Josée", "Réjean", "Céline", "Yves", "Ginette", "Mélodie", "Raphaël", "Odette", "Normand", "Maïa"}
	englishNames = []string{"Emily", "James", "Charlotte", "Liam", "Sarah", "Kevin", "Hannah", "Andrew", "Grace"}
	familyNames  = []string{"Tremblay", "Gagnon", "Roy", "Côté", "Bouchard", "Gauthier", "Morin", "Lavoie", "Fortin", "Gagné", "Ouellet",
		"Pelletier", "Bélanger", "Lévesque", "Bergeron", "Leblanc", "Paquette", "Girard",
		"Simard", "Boucher", "Caron", "Beaulieu", "Cloutier", "Dubé", "Poirier", "Fournier", "Lapointe", "Leclerc", "Lefebvre", "Poulin",
		"Thibault", "St-Pierre", "Nadeau", "Martel", "Landry", "Desjardins", "D’Amours",
		"Vadeboncœur", "Létourneau", "Guérin", "Hébert", "Émond", "O’Brien"}
	englishFamilies = []string{"MacDonald", "Campbell", "Wilson", "Fraser", "Hawthorne", "Bennett", "Walsh"}
	trades          = []string{"Garage", "Boulangerie", "Clinique dentaire", "Quincaillerie", "Ferme", "Transport", "Plomberie", "Érablière",
		"Marché", "Pharmacie", "Toitures"}
	legalForms = []string{"inc.", "ltée", "et fils", "SENC", "Québec inc."}
	cities     = []string{"Québec", "Lévis", "Trois-Rivières", "Saint-Jérôme", "Montréal", "Sherbrooke", "Rimouski", "Gatineau", "Laval",
		"Baie-Saint-Paul", "Saguenay", "Sept-Îles", "L’Ancienne-Lorette"}
	areaCodes = []string{"418", "581", "514", "819", "450"}
	mailHosts = []string{"example.com", "example.org", "example.net"}
	plans     = []int64{3995, 4995, 5495, 6495, 7995, 2500, 1500}
)

// customer returns the nth customer: one in nine is a company, one in eleven has left, one in seven has no e-mail address.
func customer(n int) directory.Customer {
	c := directory.Customer{ID: fmt.Sprintf("C-%05d", 10000+n*7), AccountID: fmt.Sprintf("A-%05d", 20000+n), AccountStatus: directory.Active,
		Type: directory.Individual, Language: "fr", City: cities[n*5%len(cities)]}
	given, family := givenNames[n%len(givenNames)], familyNames[n*11%len(familyNames)]
	if n%8 == 3 {
		c.Language, given, family = "en", englishNames[n%len(englishNames)], englishFamilies[n%len(englishFamilies)]
	}
	c.Name = given + " " + family
	if n%9 == 4 {
		c.Type, c.Mandatary = directory.Company, c.Name
		c.Name = trades[n%len(trades)] + " " + family + " " + legalForms[n%len(legalForms)]
	}
	c.AccountName = c.Name
	switch n % 23 {
	case 6: // the account belongs to another person of the household
		c.AccountName = givenNames[(n+5)%len(givenNames)] + " " + family
	case 17:
		c.LegacyContact = givenNames[(n+9)%len(givenNames)] + " " + family
	}
	if n%11 == 5 {
		c.AccountStatus = directory.HasLeft
	}
	if n%50 == 13 {
		c.Language = ""
	}
	c.Emails, c.Phones, c.Subscriptions = addresses(n, given, family), numbers(n), subscriptions(n, c.AccountStatus)
	return c
}

// addresses returns the nth customer's e-mail addresses: usually one, for some two or three, for one in seven none; one in
// forty shares the address of the previous customer.
func addresses(n int, given, family string) []string {
	if n%7 == 2 {
		return nil
	}
	plain := func(s string) string {
		return strings.NewReplacer(" ", "", "'", "", "’", "").Replace(contact.Fold(s))
	}
	if n%40 == 21 {
		if before := customer(n - 1); len(before.Emails) > 0 {
			return before.Emails[:1]
		}
	}
	list := []string{fmt.Sprintf("%s.%s%d@%s", plain(given), plain(family), n, mailHosts[n%len(mailHosts)])}
	if n%6 == 1 {
		list = append(list, fmt.Sprintf("%s%d@%s", plain(family), n, mailHosts[(n+1)%len(mailHosts)]))
	}
	if n%30 == 7 {
		list = append(list, fmt.Sprintf("Facturation%d@%s", n, mailHosts[(n+2)%len(mailHosts)]))
	}
	return list
}

// numbers returns the nth customer's phone numbers, usually one, in the spellings that people use.
func numbers(n int) []string {
	if n%19 == 8 {
		return nil
	}
	area, line := areaCodes[n*3%len(areaCodes)], 100+n*37%9900
	formats := []string{"(%s) 555-%04d", "%s 555-%04d", "%s-555-%04d", "1 %s 555 %04d"}
	list := []string{fmt.Sprintf(formats[n%len(formats)], area, line)}
	if n%10 == 6 {
		list = append(list, fmt.Sprintf("%s 555-%04d", area, (line+4321)%10000))
	}
	return list
}

// subscriptions returns up to three subscriptions. All are cancelled for a customer who has left, and some for others.
func subscriptions(n int, account string) (list []directory.Subscription) {
	for i := range []int{1, 1, 2, 1, 0, 3, 1}[n%7] {
		s := directory.Subscription{Status: directory.Active, MonthlyCents: plans[(n+i*3)%len(plans)]}
		if account == directory.HasLeft || (n+i)%13 == 0 {
			s.Status = "cancelled"
		}
		list = append(list, s)
	}
	return list
}

// sync fills the directory, and syncs it again if an update of the program has other demo customers. Errors of a source that
// the operator has configured are shown on the directory's page.
func (m *builder) sync(ctx context.Context) error {
	_, err := m.Directory.Sync(ctx, directory.SyncOptions{})
	if _, source := errors.AsType[*directory.Failure](err); source || errs.HasCode(err, "sync_running") {
		return nil
	}
	return err
}
