// Package personaldata shows what the program holds of a person as a guest or customer, and erases it on request.
//
//	Service.Lookup (service.go)     an address or a customer number → its records, in every table that a feature declares
//	                                (app/platform/personal)
//	Service.Erase (erase.go)        records the request, with the hashes of what is erased, in one transaction
//	  └─ Service.run                   erases table by table, some rows in each transaction; what cannot be finished is tried again
//	                                by Service.Sweep
//
// What is asked for by address is that address, and the record of the customer who alone has it and has no other; by number, the
// customer's record and those of its addresses that no other customer has.
package personaldata

import (
	"presence/app/platform/personal"
	"presence/db"
)

// Person is what is held of a person.
type Person struct {
	personal.Subject
	Erased *Erasure // the last one of this person; nil: none
	Groups []Group  // without those that are empty
	Files  int64    // messages in the outbox of this server
}

// Empty reports whether nothing is held.
func (p Person) Empty() bool { return len(p.Groups) == 0 && p.Files == 0 }

// Erasable reports whether something of it can be erased.
func (p Person) Erasable() bool {
	for _, g := range p.Groups {
		if g.Table.Keep == "" {
			return true
		}
	}
	return p.Files > 0
}

// Group is what one table holds.
type Group struct {
	Table personal.Table
	Count int64
	Rows  []personal.Row // the newest
}

// Erasure is a request that was carried out, or is being carried out.
type Erasure struct {
	ID       int64
	Reason   string
	PersonID string
	ByName   string
	At       db.Instant
	Counts   map[string]int64 // rows by table
	DoneAt   db.Instant       // 0: it is not finished
}
