package rsvp

import (
	"cmp"
	"context"
	"slices"

	"presence/app/platform/contact"
	"presence/db"
)

// keys are the identifying values of an answer, normalized for comparison; an empty one matches nothing.
type keys struct{ email, phone, number string }

func keysOf(a Answer) (k keys) {
	k.email, _ = contact.EmailKey(a.Email) // Validate has rejected invalid addresses
	if key, valid := contact.PhoneKey(a.Phone); valid {
		k.phone = key
	}
	k.number = contact.NumberKey(a.CustomerNumber)
	return k
}

// candidate is a customer of the directory to whom an answer may belong, with the values that found it.
type candidate struct {
	customerID, accountID, name   string
	names                         [3]string // of the account, the mandatary and the legacy contact
	email, phone, number, invited bool
	decoy                         bool // read only because no customer was found
}

// account returns the id by which signals are grouped: the account's, or one made of the customer's when there is no account.
func (c candidate) account() string { return cmp.Or(c.accountID, "\x00"+c.customerID) }

func (c candidate) named(name string) bool {
	return contact.SameName(name, c.name) || slices.ContainsFunc(c.names[:], func(n string) bool { return contact.SameName(name, n) })
}

// nameDiffers reports whether an answer is signed by another name than its customer has in the directory.
func (r RSVP) nameDiffers() bool {
	return r.NameOnFile != "" && !contact.SameName(r.Name, r.NameOnFile)
}

// match looks up in the directory to whom an answer belongs (R17). Candidates are found by e-mail address, phone and number
// only, with one query whose text is always the same; the name is then compared with theirs. invited is the customer of a
// personal link, or empty. If there is one, the answer belongs to that customer, and only values that agree with that
// customer's account are signals.
//
// If several accounts have the most signals, the answer keeps that confidence but belongs to no account.
func match(ctx context.Context, q db.Queryer, a Answer, k keys, invited string) (m matched, err error) {
	found, err := findCandidates(ctx, q, k, invited)
	if err != nil {
		return m, err
	}
	return matched{attribute(a.Name, found, invited), accountsOf(found), missesOf(k, found)}, nil
}

// matched is the result of match, with what the limits on lookups count.
type matched struct {
	Attribution
	accounts []string // of all candidates
	misses   []string // the values that belong to no candidate
}

func accountsOf(found []candidate) (list []string) {
	for _, c := range found {
		list = append(list, c.account())
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// missesOf returns the values that belong to none of the candidates, each with the prefix of its kind.
func missesOf(k keys, found []candidate) (list []string) {
	for _, by := range []struct {
		kind, key string
		hit       func(candidate) bool
	}{
		{emailIdentity, k.email, func(c candidate) bool { return c.email }},
		{phoneIdentity, k.phone, func(c candidate) bool { return c.phone }},
		{"number:", k.number, func(c candidate) bool { return c.number }},
	} {
		if by.key != "" && !slices.ContainsFunc(found, by.hit) {
			list = append(list, by.kind+by.key)
		}
	}
	return list
}

// evidence are the signals of one account.
type evidence struct {
	signals []Signal
	best    candidate // the customer with the most signals
	invited bool
}

func attribute(name string, found []candidate, invited string) Attribution {
	whole := byAccount(name, found)
	if invited != "" {
		return ofInvited(whole, invited)
	}
	if len(whole) == 0 {
		return Attribution{Confidence: Unknown, Signals: []Signal{}}
	}
	slices.SortStableFunc(whole, func(a, b evidence) int { return cmp.Compare(len(b.signals), len(a.signals)) })
	best := whole[0].attribution()
	if len(whole) > 1 && len(whole[1].signals) == len(whole[0].signals) {
		best.CustomerID, best.AccountID, best.NameOnFile = "", "", ""
	}
	return best
}

// ofInvited returns the attribution to the customer of a personal link; other accounts are ignored.
func ofInvited(whole []evidence, invited string) Attribution {
	for _, e := range whole {
		if e.invited {
			return e.attribution()
		}
	}
	return Attribution{Confidence: Unknown, Signals: []Signal{}, CustomerID: invited} // the customer is no longer in the directory
}

func (e evidence) attribution() Attribution {
	a := Attribution{Signals: e.signals, CustomerID: e.best.customerID, AccountID: e.best.accountID, NameOnFile: e.best.name}
	switch {
	case len(e.signals) > 1:
		a.Confidence = Confirmed
	case len(e.signals) == 1:
		a.Confidence = Probable
	default:
		a.Confidence, a.Signals = Unknown, []Signal{}
	}
	return a
}

// byAccount groups the candidates by account, sorted by the account's id, and returns the evidence for each. It sorts found in
// place.
func byAccount(name string, found []candidate) (list []evidence) {
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(a.account(), b.account()) })
	for from := 0; from < len(found); {
		to := from + 1
		for to < len(found) && found[to].account() == found[from].account() {
			to++
		}
		list = append(list, add(name, found[from:to]))
		from = to
	}
	return list
}

// add collects the signals of one account's candidates.
func add(name string, of []candidate) (e evidence) {
	var sum candidate
	most := -1
	named := false
	for _, c := range of {
		sum.email, sum.phone, sum.number = sum.email || c.email, sum.phone || c.phone, sum.number || c.number
		e.invited = e.invited || c.invited
		n, same := 0, c.named(name)
		named = named || same
		for _, is := range []bool{c.email, c.phone, c.number, same} {
			if is {
				n++
			}
		}
		if c.invited {
			n += 10
		}
		if n > most {
			most, e.best = n, c
		}
	}
	for _, s := range []struct {
		found  bool
		signal Signal
	}{{sum.email, ByEmail}, {sum.phone, ByPhone}, {sum.number, ByNumber}} {
		if s.found {
			e.signals = append(e.signals, s.signal)
		}
	}
	if named && len(e.signals) > 0 {
		e.signals = append(e.signals, ByName)
	}
	return e
}
