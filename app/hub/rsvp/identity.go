package rsvp

import (
	"slices"
	"strings"

	"presence/app/platform/contact"
)

// A registration is stored under the strongest identity of its guest (R16): the customer of a personal link, else the account
// of a confirmed match, else the e-mail address, else the phone number, else the name with the customer number that was given.
// These are the prefixes of an identity.
const (
	customerIdentity = "customer:"
	accountIdentity  = "account:"
	emailIdentity    = "email:"
	phoneIdentity    = "phone:"
	nameIdentity     = "name:"
)

// identityRanks are the prefixes from the weakest to the strongest identity.
var identityRanks = []string{nameIdentity, phoneIdentity, emailIdentity, accountIdentity, customerIdentity}

func identityRank(identity string) int {
	return slices.IndexFunc(identityRanks, func(kind string) bool { return strings.HasPrefix(identity, kind) })
}

// ofAnswer returns the identity that follows from the registration's answer and match. A registration of a personal link stays
// under the link's customer or address.
func (r RSVP) ofAnswer() string {
	if r.guest().customerID != "" || r.RecipientID != 0 && identityRank(r.identity) < identityRank(accountIdentity) {
		return r.identity
	}
	return claimsOf(r.Answer, keysOf(r.Answer), r.Attribution, Guest{}).identity()
}

// claims are all values by which an earlier registration of the same guest may be found.
type claims struct {
	customer string   // of the personal link
	matched  string   // the customer of the link, or of a confirmed match
	account  string   // the account of that customer
	emails   []string // the address of a link that belongs to no customer, then the address given
	phone    string
	name     string
	number   string
}

func claimsOf(a Answer, k keys, of Attribution, g Guest) claims {
	c := claims{customer: g.customerID, phone: k.phone, name: a.Name, number: k.number}
	if c.customer != "" || of.Confidence == Confirmed {
		c.matched, c.account = of.CustomerID, of.AccountID
	}
	if g.customerID == "" {
		if key, err := contact.EmailKey(g.Email); err == nil {
			c.emails = append(c.emails, key)
		}
	}
	if k.email != "" && !slices.Contains(c.emails, k.email) {
		c.emails = append(c.emails, k.email)
	}
	return c
}

// identity returns the strongest identity.
func (c claims) identity() string {
	switch {
	case c.customer != "":
		return customerIdentity + c.customer
	case c.account != "":
		return accountIdentity + c.account
	case c.matched != "":
		return customerIdentity + c.matched
	case len(c.emails) > 0:
		return emailIdentity + c.emails[0]
	case c.phone != "":
		return phoneIdentity + c.phone
	}
	return nameIdentity + nameKey(c.name) + "|" + c.number
}

func nameKey(name string) string {
	if words := strings.Join(contact.NameWords(name), " "); words != "" {
		return words
	}
	return contact.Fold(name)
}

// unmatched returns the claims without those that come from a match in the directory.
func (c claims) unmatched() claims {
	if c.customer == "" {
		c.matched, c.account = "", ""
	}
	return c
}

// identities returns all identities under which a registration of the guest may be stored.
func (c claims) identities() []string {
	list := []string{c.identity()}
	if own := c.unmatched().identity(); own != list[0] {
		list = append(list, own)
	}
	add := func(kind, value string) {
		if value != "" && !slices.Contains(list, kind+value) {
			list = append(list, kind+value)
		}
	}
	add(customerIdentity, c.matched)
	add(accountIdentity, c.account)
	for _, e := range c.emails {
		add(emailIdentity, e)
	}
	add(phoneIdentity, c.phone)
	return list
}

// pick returns the registration of the same guest among those that share a value with the claims; nil: there is none.
//
// An answer with fewer details must find the guest's earlier answer with more details, and the other way round, so that no
// customer has two registrations. The criteria are tried in this order: the same identity, the customer, the account, the
// e-mail address, and the phone with the same name if one of the two answers has no e-mail address. A registration that
// certainly belongs to another customer or account is never returned.
func (c claims) pick(found []RSVP) *RSVP {
	own := c.identity()
	for _, fits := range []func(RSVP) bool{
		func(r RSVP) bool { return r.identity == own || c.sameName(r) },
		func(r RSVP) bool { return c.matched != "" && r.identity == customerIdentity+c.matched },
		func(r RSVP) bool { return c.account != "" && r.identity == accountIdentity+c.account },
		func(r RSVP) bool { return c.sameAccount(r) && slices.Contains(c.emails, r.emailKey) },
		c.sameAccount,
		func(r RSVP) bool {
			return slices.ContainsFunc(c.emails, func(e string) bool { return r.identity == emailIdentity+e })
		},
		func(r RSVP) bool { return slices.Contains(c.emails, r.emailKey) },
		c.samePhone,
	} {
		if i := latest(found, func(r RSVP) bool { return fits(r) && !c.contradicts(r) }); i >= 0 {
			return &found[i]
		}
	}
	return nil
}

// sameAccount reports, for an answer without a personal link, whether r came by a link of a customer of the same account.
func (c claims) sameAccount(r RSVP) bool {
	return c.customer == "" && c.account != "" && r.AccountID == c.account && identityRank(r.identity) == identityRank(customerIdentity)
}

func (c claims) samePhone(r RSVP) bool {
	return c.phone != "" && r.phoneKey == c.phone && (len(c.emails) == 0 || r.emailKey == "") && contact.SameName(c.name, r.Name)
}

// sameName reports, for an answer with nothing but a name and a customer number, whether r has the same ones and neither e-mail
// address nor phone either.
func (c claims) sameName(r RSVP) bool {
	return identityRank(c.identity()) == identityRank(nameIdentity) && r.emailKey == "" && r.phoneKey == "" &&
		nameKey(r.Name) == nameKey(c.name) && contact.NumberKey(r.CustomerNumber) == c.number
}

// contradicts reports whether the registration certainly belongs to another customer or account. One of the same customer does not: the
// directory may have given the customer another account since.
func (c claims) contradicts(r RSVP) bool {
	if c.matched != "" && (r.identity == customerIdentity+c.matched || r.CustomerID == c.matched) {
		return false
	}
	known := identityRank(r.identity)
	if c.customer != "" && known == identityRank(customerIdentity) && r.identity != customerIdentity+c.customer {
		return true
	}
	return c.account != "" && known >= identityRank(accountIdentity) && r.AccountID != "" && r.AccountID != c.account
}

// latest returns the index of the registration that was answered last among those that fit; -1 for none.
func latest(found []RSVP, fits func(RSVP) bool) int {
	at := -1
	for i, r := range found {
		if fits(r) && (at < 0 || r.RespondedAt > found[at].RespondedAt) {
			at = i
		}
	}
	return at
}
