package rsvp

import (
	"slices"
	"testing"
)

func TestClaimsOf(t *testing.T) {
	found := Attribution{CustomerID: "C1", AccountID: "A1"}
	sure := found
	sure.Confidence = Confirmed
	of := func(c string, g Guest, at Attribution) claims {
		return claimsOf(Answer{Name: "Zoé"}, keys{email: "a@x.ca", phone: "+1", number: c}, at, g)
	}
	for _, x := range []struct {
		name     string
		c        claims
		identity string
		emails   []string
	}{
		{"an answer without a match", of("", Guest{}, found), "email:a@x.ca", []string{"a@x.ca"}},
		{"an answer with a confirmed match", of("", Guest{}, sure), "account:A1", []string{"a@x.ca"}},
		{"that of a customer's link", of("", Guest{customerID: "C1", Email: "b@x.ca"}, found), "customer:C1", []string{"a@x.ca"}},
		{"that of a link of no customer", of("", Guest{Email: "B@x.ca"}, found), "email:b@x.ca", []string{"b@x.ca", "a@x.ca"}},
		{"that of such a link with its own address", of("", Guest{Email: "a@x.ca"}, found), "email:a@x.ca", []string{"a@x.ca"}},
		{"that of a link whose address is none", of("", Guest{Email: "nobody"}, found), "email:a@x.ca", []string{"a@x.ca"}},
		{"that of a link without an address", of("", Guest{}, found), "email:a@x.ca", []string{"a@x.ca"}},
		{"a phone alone", claimsOf(Answer{Name: "Zoé"}, keys{phone: "+1"}, found, Guest{}), "phone:+1", nil},
		{"a name alone", claimsOf(Answer{Name: "Zoé Roy"}, keys{number: "7"}, found, Guest{}), "name:roy zoe|7", nil},
		{"a name of signs", claimsOf(Answer{Name: "?!"}, keys{}, found, Guest{}), "name:?!|", nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			if x.c.identity() != x.identity || !slices.Equal(x.c.emails, x.emails) {
				t.Errorf("%s, %v", x.c.identity(), x.c.emails)
			}
		})
	}
	c := of("", Guest{}, sure)
	if got, want := c.identities(), []string{"account:A1", "email:a@x.ca", "customer:C1", "phone:+1"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := of("", Guest{customerID: "C1"}, found).unmatched(); got.matched != "C1" || got.account != "A1" {
		t.Errorf("the customer of a link is forgotten: %+v", got)
	}
	if got := c.unmatched(); got.matched != "" || got.account != "" {
		t.Errorf("a match is not forgotten: %+v", got)
	}
}

// reg is a registration that a guest answers again.
func reg(id int64, identity string, change func(*RSVP)) RSVP {
	r := RSVP{ID: id, identity: identity, RespondedAt: 100, Answer: Answer{Name: "Zoé Roy"}}
	if change != nil {
		change(&r)
	}
	return r
}

func TestClaims_pick(t *testing.T) {
	email, phone := claims{emails: []string{"a@x.ca"}, name: "Zoé Roy", phone: "+1"}, claims{phone: "+1", name: "Zoé Roy"}
	name := claims{name: "Zoé Roy", number: "7"}
	matched := claims{matched: "C1", account: "A1", emails: []string{"a@x.ca"}, name: "Zoé Roy"}
	link := claims{customer: "C1", matched: "C1", account: "A1", name: "Zoé Roy"}
	for _, x := range []struct {
		name  string
		c     claims
		found []RSVP
		want  int64 // 0: none
	}{
		{"nothing", email, nil, 0},
		{"the same address", email, []RSVP{reg(1, "email:a@x.ca", nil)}, 1},
		{"another address", email, []RSVP{reg(1, "email:b@x.ca", nil)}, 0},
		{"of two with the same address the later", email, []RSVP{reg(1, "email:a@x.ca", nil), reg(2, "email:a@x.ca",
			func(r *RSVP) { r.RespondedAt = 200 })}, 2},
		{"of two in one moment the first", email, []RSVP{reg(1, "email:a@x.ca", nil), reg(2, "email:a@x.ca", nil)}, 1},
		{"one that gave the address beside another identity", email, []RSVP{reg(1, "phone:+1", func(r *RSVP) { r.emailKey = "a@x.ca" })}, 1},
		{"the same phone and name, where no address was given", email, []RSVP{reg(1, "phone:+1", func(r *RSVP) { r.phoneKey = "+1" })}, 1},
		{"the same phone and name with another address", email, []RSVP{reg(1, "email:b@x.ca", func(r *RSVP) {
			r.phoneKey, r.emailKey = "+1",
				"b@x.ca"
		})}, 0},
		{"the same phone and name with an address, by one who gives none", phone, []RSVP{reg(1, "email:b@x.ca", func(r *RSVP) {
			r.phoneKey,
				r.emailKey = "+1", "b@x.ca"
		})}, 1},
		{"the same phone and another name", email, []RSVP{reg(1, "phone:+1", func(r *RSVP) { r.phoneKey, r.Name = "+1", "Luc Roy" })}, 0},
		{"nothing but the same name and number", name, []RSVP{reg(1, "name:x", func(r *RSVP) { r.CustomerNumber = " 7" })}, 1},
		{"another name and the same number", name, []RSVP{reg(1, "name:x", func(r *RSVP) { r.Name, r.CustomerNumber = "Luc Roy", "7" })}, 0},
		{"the same name and another number", name, []RSVP{reg(1, "name:x", func(r *RSVP) { r.CustomerNumber = "8" })}, 0},
		{"the same name of one who gave an address", name, []RSVP{reg(1, "email:a@x.ca", func(r *RSVP) {
			r.CustomerNumber, r.emailKey = "7",
				"a@x.ca"
		})}, 0},
		{"the same name of one who gave a phone", name, []RSVP{reg(1, "phone:+1", func(r *RSVP) {
			r.CustomerNumber, r.phoneKey = "7",
				"+1"
		})}, 0},
		{"the same name by one who gives an address", email, []RSVP{reg(1, "name:x", nil)}, 0},
		{"the customer that is matched", matched, []RSVP{reg(1, "customer:C1", nil), reg(2, "account:A1",
			func(r *RSVP) { r.AccountID = "A1" })}, 2},
		{"the customer before the address", matched, []RSVP{reg(1, "email:a@x.ca", nil), reg(2, "customer:C1", nil)}, 2},
		{"the account of another customer", matched, []RSVP{reg(1, "customer:C2", func(r *RSVP) { r.AccountID = "A1" })}, 1},
		{"the link's own, although the customer has another account now", link, []RSVP{reg(1, "customer:C1", func(r *RSVP) {
			r.CustomerID, r.AccountID = "C1", "A2"
		})}, 1},
		{"that of the matched customer, although the customer has another account now", matched, []RSVP{reg(1, "account:A2", func(r *RSVP) {
			r.CustomerID, r.AccountID, r.emailKey = "C1", "A2", "a@x.ca"
		})}, 1},
		{"another account", matched, []RSVP{reg(1, "customer:C2", func(r *RSVP) { r.AccountID, r.emailKey = "A2", "a@x.ca" })}, 0},
		{"the address of one whose account is not known", matched, []RSVP{reg(1, "customer:C2", func(r *RSVP) { r.emailKey = "a@x.ca" })}, 1},
		{"of two customers of the account the one with the address, although another answered later", matched,
			[]RSVP{reg(1, "customer:C2", func(r *RSVP) { r.AccountID, r.emailKey = "A1", "a@x.ca" }),
				reg(2, "customer:C3", func(r *RSVP) { r.AccountID, r.RespondedAt = "A1", 200 })}, 1},
		{"a customer of the account before one who only gave the address", matched,
			[]RSVP{reg(1, "phone:+1", func(r *RSVP) { r.emailKey, r.RespondedAt = "a@x.ca", 200 }),
				reg(2, "customer:C2", func(r *RSVP) { r.AccountID = "A1" })}, 2},
		{"a customer whose account is not known and who gave another address", matched, []RSVP{reg(1, "customer:C2", nil)}, 0},
		{"the same address although it seemed to belong to another account", matched,
			[]RSVP{reg(1, "email:a@x.ca", func(r *RSVP) { r.AccountID = "A2" })}, 1},
		{"a customer without an account, by a guest of whom no account is known", email, []RSVP{reg(1, "customer:C9", nil)}, 0},
		{"the link's customer", link, []RSVP{reg(1, "customer:C1", nil)}, 1},
		{"another customer of the link's account", link, []RSVP{reg(1, "customer:C2", func(r *RSVP) { r.AccountID = "A1" })}, 0},
		{"the link's account", link, []RSVP{reg(1, "account:A1", func(r *RSVP) { r.AccountID = "A1" })}, 1},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got int64
			if r := x.c.pick(x.found); r != nil {
				got = r.ID
			}
			if got != x.want {
				t.Errorf("%d, want %d", got, x.want)
			}
		})
	}
}

func TestRSVP_ofAnswer(t *testing.T) {
	for _, x := range []struct {
		name string
		r    RSVP
		want string
	}{
		{"the customer of a personal link stays", RSVP{RecipientID: 7, identity: "customer:C1", Attribution: Attribution{CustomerID: "C1"}},
			"customer:C1"},
		{"the address of a personal link of no customer stays", RSVP{RecipientID: 7, identity: "email:link@x.ca"}, "email:link@x.ca"},
		{"an account that was confirmed beside such a link does not", RSVP{RecipientID: 7, identity: "account:A1"}, "email:a@x.ca"},
		{"nor one that was confirmed without a link", RSVP{identity: "account:A1"}, "email:a@x.ca"},
		{"nor another address without a link", RSVP{identity: "email:b@x.ca"}, "email:a@x.ca"},
		{"a confirmed match gives its account", RSVP{identity: "email:a@x.ca", Attribution: Attribution{Confidence: Confirmed, AccountID: "A1"}},
			"account:A1"},
	} {
		t.Run(x.name, func(t *testing.T) {
			x.r.Answer = Answer{Name: "Zoé", Email: "a@x.ca"}
			if got := x.r.ofAnswer(); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}

func TestSameGuest(t *testing.T) {
	a := Answer{Name: "Zoé", CustomerNumber: "C1", Phone: "1", Email: "a@x.ca", People: 1}
	for name, x := range map[string]struct {
		change func(*Answer)
		want   bool
	}{
		"the same": {func(*Answer) {}, true}, "more people": {func(a *Answer) { a.People = 2 }, true},
		"another name":   {func(a *Answer) { a.Name = "Luc" }, false},
		"another number": {func(a *Answer) { a.CustomerNumber = "" }, false}, "another phone": {func(a *Answer) { a.Phone = "2" }, false},
		"another address": {func(a *Answer) { a.Email = "" }, false},
	} {
		t.Run(name, func(t *testing.T) {
			b := a
			if x.change(&b); sameGuest(a, b) != x.want {
				t.Errorf("%v, want %v", sameGuest(a, b), x.want)
			}
		})
	}
	for _, x := range []struct {
		r    RSVP
		want string
	}{
		{RSVP{RecipientID: 1, identity: "customer:C1", Attribution: Attribution{CustomerID: "C1"}}, "C1"},
		{RSVP{RecipientID: 1, identity: "email:a", Attribution: Attribution{CustomerID: "C1"}}, ""},
		{RSVP{identity: "customer:C1", Attribution: Attribution{CustomerID: "C1"}}, ""},
	} {
		if got := x.r.guest(); got.customerID != x.want {
			t.Errorf("the guest of %+v is %q, want %q", x.r, got.customerID, x.want)
		}
	}
}

func TestClaims_identities_without_a_match(t *testing.T) {
	c := claims{emails: []string{"b@x.ca", "a@x.ca"}, phone: "+1", name: "Zoé"}
	if got, want := c.identities(), []string{"email:b@x.ca", "email:a@x.ca", "phone:+1"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	c = claims{customer: "C1", matched: "C1", account: "A1", name: "Zoé"}
	if got, want := c.identities(), []string{"customer:C1", "account:A1"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	c = claims{customer: "C1", matched: "C1", name: "Zoé"}
	if got, want := c.identities(), []string{"customer:C1"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
