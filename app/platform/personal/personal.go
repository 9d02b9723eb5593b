// Package personal describes, in one form for all features, what their tables hold of a person as a guest or a customer: by which rows,
// what of them is shown, and what erasing makes of them.
package personal

import (
	"context"
	"slices"

	"presence/app/platform/audit"
	"presence/app/platform/contact"
	"presence/db"
)

// Subject is a person, or the guests of an event whose time to be kept has passed.
type Subject struct {
	Emails  []string // normalized (contact.EmailKey)
	Numbers []string // customer numbers
	Others  []string // numbers of customers who share an address with others, or have several: their records are not the subject's

	Registrations []int64 // ids of registrations whose present answer is the subject's
	Whole         []int64 // those of Registrations that only the subject has answered
	Shared        []int64 // ids of registrations whose present answer has the subject's address, but which others have answered too
	Revisions     []int64 // ids of earlier answers that are the subject's
	Parties       []int64 // ids of parties on waiting lists

	Written []string // the subject's addresses as tables without normalized ones have them, if with other characters than those of ASCII

	Entries map[int64]audit.Sides // the values that are the subject's in entries of the audit log about other records, by the entries' ids

	Before db.Instant // of a Rule
	At     db.Instant `json:"-"` // when rows are erased
}

// HasAddress reports whether an address, as it was typed, is the subject's.
func (s Subject) HasAddress(written string) bool {
	key, err := contact.EmailKey(written)
	return err == nil && slices.Contains(s.Emails, key)
}

// Table says which rows of a table are about a subject. Its texts are SQL; in them {emails}, {numbers}, {others}, {written},
// {registrations}, {whole}, {shared}, {revisions}, {parties} and {entries} stand for subqueries of the subject's values, and {before}
// and {at} for its instants.
type Table struct {
	Name string
	Key  string // the primary key; empty: id
	Of   string // the condition on the rows; erased rows do not meet it any more

	// What a page shows of a row, as expressions; empty: nothing.
	At    string // when: milliseconds
	Event string // the id of the event that it is about
	What  string // a short text
	Link  string // what names the row in the address of its page

	Show []string // the columns of an export; OfCustomer makes those that name a customer

	Set  string // the assignments that erase a row, among the SQL too; empty: it is deleted
	Keep Keep   // why it is not erased; empty: it is
	More bool   // what is erased beside the rows of another Table, which a page and an export leave out
	View bool   // what a page and an export show; other Tables erase it

	// Find adds to a subject what the condition needs and what is too much for a transaction that writes. It is called once for a page and an
	// export, and before each transaction that erases rows; nil: nothing is to be found.
	Find func(ctx context.Context, q db.Queryer, s *Subject) error

	// Hide removes the values of other people from a record of an export; nil: there are none.
	Hide func(record map[string]any, s Subject)

	// Before is called with the ids of the rows, in the transaction that erases them; nil: nothing is to be done.
	Before func(ctx context.Context, tx *db.Tx, s Subject, ids []int64) error
}

// Erases reports whether an erasure changes the rows.
func (t Table) Erases() bool { return t.Keep == "" && !t.View }

// WrittenTo returns the condition that the column email of a table, with addresses as they were written, has one of the subject's. key is
// its primary key, and FindWritten must be the table's Find. Each way to find an address is a query of its own, which an index can answer.
func WrittenTo(table, key string) string {
	return key + " IN (SELECT " + key + " FROM " + table + " WHERE LOWER(email) IN ({emails}) UNION ALL SELECT " + key + " FROM " + table +
		" WHERE email IN ({written}))"
}

// OfCustomer returns a column of an export that says something of the customer with the number customer_id. It is empty if that is not the
// subject, who must not learn to whom an answer was taken to belong.
func OfCustomer(column string) string {
	return "CASE WHEN customer_id IN ({numbers}) THEN " + column + " ELSE '' END AS " + column
}

// Rule says which rows have been kept long enough: those that meet the condition Of of its table, in which {before} is the end of the
// time for which rows are kept.
type Rule struct {
	Table
	Group string // an expression of what the rows belong to, such as an event; they are counted by it
	IDs   bool   // the rows are registrations or parties, whose ids are erased like those of a person
}

// Keep says why rows are not erased.
type Keep string

// The reasons to keep rows.
const (
	Employment Keep = "employment" // records of employment and pay, which the law wants to be kept
	Billing    Keep = "billing"    // customers that payroll bills, which tax law wants to be kept
	Refusal    Keep = "refusal"    // the person does not want to be written to
)

// Row is a row as a page shows it.
type Row struct {
	At    db.Instant // 0: unknown
	Event string
	What  string
	Link  string
}

// Barred says which addresses and customers were erased. They are taken from no list and no directory.
type Barred struct {
	Hash   func(kind, value string) string
	Hashes map[string]bool
}

// The kinds of values that a hash is made of.
const (
	AddressHash = "address"
	NumberHash  = "customer"
)

// Address reports whether a normalized address was erased.
func (b Barred) Address(key string) bool {
	return len(b.Hashes) > 0 && key != "" && b.Hashes[b.Hash(AddressHash, key)]
}

// Number reports whether the customer with a number was erased.
func (b Barred) Number(number string) bool {
	return len(b.Hashes) > 0 && number != "" && b.Hashes[b.Hash(NumberHash, number)]
}
