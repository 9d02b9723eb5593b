package rsvp

import (
	"cmp"
	"context"
	"slices"

	"presence/app/platform/contact"
	"presence/db"
)

// keys are the parts of an answer in the form in which they are compared; empty ones match nothing.
type keys struct{ email, phone, number string }

func keysOf(a Answer) (k keys) {
	k.email, _ = contact.EmailKey(a.Email) // Validate has refused what is none
	if key, valid := contact.PhoneKey(a.Phone); valid {
		k.phone = key
	}
	k.number = contact.NumberKey(a.CustomerNumber)
	return k
}

// candidate is a customer of the directory that an answer could be of, with what it was found by.
type candidate struct {
	customerID, accountID, name   string
	names                         [3]string // of the account, the mandatary and the legacy contact
	email, phone, number, invited bool
}

// account is what signals are counted by: the account, or the customer when it has none.
func (c candidate) account() string { return cmp.Or(c.accountID, "\x00"+c.customerID) }

func (c candidate) named(name string) bool {
	return contact.SameName(name, c.name) || slices.ContainsFunc(c.names[:], func(n string) bool { return contact.SameName(name, n) })
}

// match finds whose answer it may be (R17): candidates by e-mail, phone and number alone, in one statement that is the
// same whatever is found; the name then corroborates. The customer of a personal link, which may be empty, is whose
// answer it is: only what agrees with that account is a signal then.
//
// Where several accounts have the most signals, nothing tells which of them it is: the confidence stands, and the answer
// is of no account.
func match(ctx context.Context, q db.Queryer, a Answer, k keys, invited string) (m matched, err error) {
	found, err := findCandidates(ctx, q, k, invited)
	if err != nil {
		return m, err
	}
	return matched{attribute(a.Name, found, invited), accountsOf(found), missesOf(k, found)}, nil
}

// matched is whose answer it may be, with all that it says of the directory.
type matched struct {
	Attribution
	accounts []string // of all candidates
	misses   []string // the keys that found nobody
}

func accountsOf(found []candidate) (list []string) {
	for _, c := range found {
		list = append(list, c.account())
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// missesOf are the keys that found none of the candidates, each with its kind.
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
	best    candidate // the customer that the most of them point to
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

// ofInvited is the customer of a personal link: what else was found says nothing.
func ofInvited(whole []evidence, invited string) Attribution {
	for _, e := range whole {
		if e.invited {
			return e.attribution()
		}
	}
	return Attribution{Confidence: Unknown, Signals: []Signal{}, CustomerID: invited} // the directory has it no longer
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

// byAccount adds the candidates up on their accounts, in the order of the accounts.
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
