package rsvp

import (
	"context"
	"slices"
	"testing"
)

// TestMatch shows R17 on both engines.
func TestMatch(t *testing.T) {
	known := []customer{
		{id: "C-1001", account: "A1", name: "Élise Côté", emails: []string{"elise@example.com"}, phones: []string{"418-656-2131"}},
		{id: "C-1002", account: "A1", name: "Marc Côté", emails: []string{"marc@example.com"}, phones: []string{"418-656-3000"}},
		{id: "C-2001", account: "A2", name: "Boulangerie du Coin inc.", accountName: "Boulangerie du Coin", mandatary: "Jean-François Tremblay",
			legacy: "Anne O'Brien", emails: []string{"info@coin.example"}, phones: []string{"514-555-0142"}},
		{id: "C-3001", account: "A3", name: "Luc Roy", emails: []string{"famille@example.com"}, phones: []string{"450-555-0111"}},
		{id: "C-4001", account: "A4", name: "Paul Roy", emails: []string{"famille@example.com"}, phones: []string{"450-555-0112"}},
		{id: "C-5001", account: "A5", name: "Luc Roy", emails: []string{"twice@example.com"}, phones: []string{"450-555-0199"}},
		{id: "C-5002", account: "A6", name: "Luc Roy", emails: []string{"twice@example.com"}, phones: []string{"450-555-0199"}},
		{id: "C-7001", name: "Sans Compte", emails: []string{"sans@example.com"}, phones: []string{"450-555-0177"}},
		{id: "---", account: "A8", name: "Nul Numéro"},
	}
	tests := []struct {
		name    string
		answer  Answer
		invited string
		want    Confidence
		signals string
		account string
		onFile  string
	}{
		{"nothing known is none", Answer{Name: "Élise Côté"}, "", Unknown, "", "", ""},
		{"a name alone is no signal", Answer{Name: "Élise Côté", Email: "other@example.com"}, "", Unknown, "", "", ""},
		{"an e-mail alone is probable", Answer{Name: "X Y", Email: "ELISE@example.com"}, "", Probable, "email", "A1", "Élise Côté"},
		{"a phone alone is probable, however it is written", Answer{Name: "X Y", Phone: "+1 (418) 656 2131"}, "", Probable, "phone", "A1",
			"Élise Côté"},
		{"a number alone is probable", Answer{Name: "X Y", CustomerNumber: "c1001"}, "", Probable, "customer_number", "A1", "Élise Côté"},
		{"a phone number that is none says nothing", Answer{Name: "X Y", Phone: "656-2131"}, "", Unknown, "", "", ""},
		{"a customer number of nothing but dashes says nothing", Answer{Name: "X Y", CustomerNumber: "---"}, "", Unknown, "", "", ""},
		{"e-mail and name are confirmed", Answer{Name: "COTE elise", Email: "elise@example.com"}, "", Confirmed, "email,name", "A1",
			"Élise Côté"},
		{"the name of the mandatary corroborates", Answer{Name: "Jean Francois Tremblay", Email: "info@coin.example"}, "", Confirmed,
			"email,name", "A2", "Boulangerie du Coin inc."},
		{"so does the legacy contact's", Answer{Name: "Anne O’Brien", Phone: "5145550142"}, "", Confirmed, "phone,name", "A2",
			"Boulangerie du Coin inc."},
		{"so does the account's", Answer{Name: "Boulangerie du Coin", CustomerNumber: "C2001"}, "", Confirmed, "customer_number,name", "A2",
			"Boulangerie du Coin inc."},
		{"all four", Answer{Name: "Élise Côté", Email: "elise@example.com", Phone: "4186562131", CustomerNumber: "C-1001"}, "", Confirmed,
			"email,phone,customer_number,name", "A1", "Élise Côté"},
		{"signals of two customers of one account add up", Answer{Name: "X Y", Email: "elise@example.com", Phone: "418 656-3000"}, "", Confirmed,
			"email,phone", "A1", "Marc Côté"},
		{"a number and an e-mail of two customers of one account", Answer{Name: "X Y", CustomerNumber: "C-1001", Email: "marc@example.com"}, "",
			Confirmed, "email,customer_number", "A1", "Élise Côté"},
		{"and the name of one of them", Answer{Name: "Élise Côté", CustomerNumber: "C-1001", Email: "marc@example.com"}, "", Confirmed,
			"email,customer_number,name", "A1", "Élise Côté"},
		{"signals on two accounts never add up", Answer{Name: "X Y", Email: "elise@example.com", Phone: "514-555-0142"}, "", Probable, "email",
			"", ""},
		{"the account with the most signals wins", Answer{Name: "X Y", Email: "elise@example.com", Phone: "514-555-0142",
			CustomerNumber: "C-2001"}, "", Confirmed, "phone,customer_number", "A2", "Boulangerie du Coin inc."},
		{"an e-mail of two accounts is probable and of neither", Answer{Name: "X Y", Email: "famille@example.com"}, "", Probable, "email", "",
			""},
		{"which the name decides", Answer{Name: "Paul Roy", Email: "famille@example.com"}, "", Confirmed, "email,name", "A4", "Paul Roy"},
		{"as many signals on two accounts are confirmed, but of neither",
			Answer{Name: "Luc Roy", Email: "twice@example.com", Phone: "450 555-0199"}, "", Confirmed, "email,phone,name", "", ""},
		{"a customer without an account stands for itself", Answer{Name: "X Y", Email: "sans@example.com", Phone: "450 555-0177"}, "", Confirmed,
			"email,phone", "", "Sans Compte"},
		{"wildcards are text", Answer{Name: "%", Email: "%@example.com", CustomerNumber: "C_1001"}, "", Probable, "customer_number", "A1",
			"Élise Côté"},
		{"a link says whose it is, and is no signal", Answer{Name: "X Y"}, "C-1001", Unknown, "", "A1", "Élise Côté"},
		{"the name of the link's customer is none by itself", Answer{Name: "Élise Côté", Email: "other@example.com", Phone: "581-555-0100"},
			"C-1001", Unknown, "", "A1", "Élise Côté"},
		{"what agrees with the link's account is one", Answer{Name: "Marc Côté", Email: "marc@example.com"}, "C-1001", Confirmed, "email,name",
			"A1", "Élise Côté"},
		{"one value that agrees with the link's customer is probable", Answer{Name: "X Y", Email: "elise@example.com"}, "C-1001", Probable,
			"email", "A1", "Élise Côté"},
		{"what agrees with another account says nothing", Answer{Name: "X Y", Email: "info@coin.example", Phone: "514-555-0142"}, "C-1001",
			Unknown, "", "A1", "Élise Côté"},
		{"a link's customer that is gone is still the customer", Answer{Name: "X Y", Email: "elise@example.com"}, "C-9999", Unknown, "", "", ""},
	}
	eachWorld(t, func(t *testing.T, w *world) {
		w.knows(known...)
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				got, err := match(context.Background(), w.DB, tt.answer, keysOf(tt.answer), tt.invited)
				if err != nil {
					t.Fatal(err)
				}
				if got.Confidence != tt.want || JoinSignals(got.Signals) != tt.signals || got.AccountID != tt.account || got.NameOnFile != tt.onFile {
					t.Errorf("matched as %s by %q, of %q, %q on file\nwant %s by %q, of %q, %q on file", got.Confidence, JoinSignals(got.Signals),
						got.AccountID, got.NameOnFile,
						tt.want, tt.signals, tt.account, tt.onFile)
				}
			})
		}
		t.Run("customers of another generation of the mirror are not there", func(t *testing.T) {
			w := w.on(t)
			w.exec("UPDATE directory_customers SET to_gen = 0 WHERE customer_id = 'C-3001'")
			a := Answer{Name: "X Y", Email: "famille@example.com"}
			if got, err := match(context.Background(), w.DB, a, keysOf(a), ""); err != nil || got.AccountID != "A4" {
				t.Errorf("matched %+v, %v", got, err)
			}
		})
	})
}

func TestAccountsOf(t *testing.T) {
	list := []candidate{{accountID: "B"}, {accountID: "A"}, {customerID: "7"}, {accountID: "B"}, {customerID: "8"}, {customerID: "7"}}
	if got := accountsOf(list); len(got) != 4 || !slices.Contains(got, "A") || !slices.Contains(got, "B") {
		t.Errorf("the accounts are %q", got)
	}
}

// TestMatch_crowd shows that an address which a thousand customers share neither hides the one whose number is given nor
// makes the program read them all.
func TestMatch_crowd(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		crowd := make([]customer, 1000)
		for i := range crowd {
			n := string(rune('a'+i/100)) + string(rune('a'+i/10%10)) + string(rune('a'+i%10))
			crowd[i] = customer{id: "K" + n, account: "A" + n, name: "Locataire " + n, emails: []string{"gestion@example.com"}}
		}
		w.knows(crowd...)
		a := Answer{Name: "X Y", Email: "gestion@example.com", CustomerNumber: crowd[999].id}
		got, err := match(context.Background(), w.DB, a, keysOf(a), "")
		if err != nil || got.CustomerID != crowd[999].id {
			t.Errorf("matched %+v, %v", got, err)
		}
		found, err := findCandidates(context.Background(), w.DB, keysOf(a), "")
		if err != nil || len(found) > 400 {
			t.Errorf("%d candidates, %v", len(found), err)
		}
	})
}
