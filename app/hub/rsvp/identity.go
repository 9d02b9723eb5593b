package rsvp

import (
	"slices"
	"strings"

	"presence/app/platform/contact"
)

// A registration is kept under what is known best of its guest (R16): the customer of a personal link, else the account
// of a confirmed match, else the e-mail, else the phone. Whoever gives none of these is known by name and number.
const (
	customerIdentity = "customer:"
	accountIdentity  = "account:"
	emailIdentity    = "email:"
	phoneIdentity    = "phone:"
	nameIdentity     = "name:"
)

// weaker to stronger.
var identityRanks = []string{nameIdentity, phoneIdentity, emailIdentity, accountIdentity, customerIdentity}

func identityRank(identity string) int {
	return slices.IndexFunc(identityRanks, func(kind string) bool { return strings.HasPrefix(identity, kind) })
}

// claims are all the ways in which the guest of an answer may be known already.
type claims struct {
	customer string   // of the personal link
	matched  string   // the customer of a confirmed match, or of the link
	account  string   // of either
	emails   []string // the link's own, where it is of no customer, then the one given
	phone    string
	name     string
	number   string
}

func claimsOf(a Answer, k keys, of Attribution, g Guest) claims {
	c := claims{customer: g.customerID, phone: k.phone, name: a.Name, number: k.number}
	if c.customer != "" || of.Confidence == Confirmed {
		c.matched, c.account = of.CustomerID, of.AccountID
	}
	if g.customerID == "" && g.Email != "" {
		if key, err := contact.EmailKey(g.Email); err == nil {
			c.emails = append(c.emails, key)
		}
	}
	if k.email != "" && !slices.Contains(c.emails, k.email) {
		c.emails = append(c.emails, k.email)
	}
	return c
}

// identity is the strongest of the claims.
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

// unmatched are the claims without what the directory knows: those of the personal link and of the answer itself.
func (c claims) unmatched() claims {
	if c.customer == "" {
		c.matched, c.account = "", ""
	}
	return c
}

// identities are those under which the guest's registration could be kept.
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

// pick returns the registration of the same guest among those that share a key with the claims; nil: none is.
//
// What was answered with less to go by is found again when more is known, and the other way round, so that no customer
// has two: by the account, then by the e-mail, then, where one of the two answers has no e-mail, by the phone beside the
// same name. A registration that is surely of another customer or account is left alone.
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

// sameAccount is for an answer without a link: the registrations that came by links of the account's customers.
func (c claims) sameAccount(r RSVP) bool {
	return c.customer == "" && c.account != "" && r.AccountID == c.account && identityRank(r.identity) == identityRank(customerIdentity)
}

func (c claims) samePhone(r RSVP) bool {
	return c.phone != "" && r.phoneKey == c.phone && (len(c.emails) == 0 || r.emailKey == "") && contact.SameName(c.name, r.Name)
}

// sameName is for an answer that has nothing else: the registration that was last answered in the very same way, under
// whatever it is kept.
func (c claims) sameName(r RSVP) bool {
	return identityRank(c.identity()) == identityRank(nameIdentity) && r.emailKey == "" && r.phoneKey == "" &&
		nameKey(r.Name) == nameKey(c.name) && contact.NumberKey(r.CustomerNumber) == c.number
}

// contradicts reports whether the registration certainly belongs to another customer or account.
func (c claims) contradicts(r RSVP) bool {
	known := identityRank(r.identity)
	if c.customer != "" && known == identityRank(customerIdentity) && r.identity != customerIdentity+c.customer {
		return true
	}
	return c.account != "" && known >= identityRank(accountIdentity) && r.AccountID != "" && r.AccountID != c.account
}

// latest is the index of the one answered last among those that fit, -1 for none.
func latest(found []RSVP, fits func(RSVP) bool) int {
	at := -1
	for i, r := range found {
		if fits(r) && (at < 0 || r.RespondedAt > found[at].RespondedAt) {
			at = i
		}
	}
	return at
}
