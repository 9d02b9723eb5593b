package httpx

import (
	"net/http"
	"strings"
)

// Statuses are the documented statuses of a collection (C2), odd as some look. Missing is the answer for a record that
// is not there, per verb, because the employees' reads and writes differ.
type Statuses struct {
	Create, List, Get, Update, Delete           int
	NotFoundGet, NotFoundUpdate, NotFoundDelete int
}

// The documented families.
var (
	// LegacyStatuses is the family of timesheets, Expenses, shifts, leave-requests, customers and oauth-sessions.
	LegacyStatuses = Statuses{201, 201, 201, 201, 201, 400, 400, 400}
	// EmployeeStatuses is the family of employees.
	EmployeeStatuses = Statuses{201, 200, 200, 200, 204, 400, 404, 404}
	// BankCodeStatuses is the family of bank codes.
	BankCodeStatuses = Statuses{201, 200, 200, 200, 204, 404, 404, 404}
)

// Op describes a route of the JSON face: one line of the table of routes.
type Op struct {
	Method         string
	Path           string // gin and OpenAPI both read {name}
	Rule           Rule
	ID             string // operationId: verb and noun, "list-shifts"
	Tag            string // the resource's name
	Summary        string // one line for the description
	Success        int
	NotFoundStatus int // status of "no such record"; 404 when zero
	// Undeclared marks the routes that the document lists without security but that need a principal here (C10).
	Undeclared bool
	// Session marks the routes that the document declares with the scheme "sessions": the session cookie, or a bearer
	// token as everywhere (A4).
	Session bool
	// MaxBody is how many bytes a body may have, where a Plain route takes more than C4 allows everywhere; 0: that.
	MaxBody int64
}

// Collection gives the five operations of a documented resource their statuses, ids and summaries.
type Collection struct {
	Path     string // "/shifts"
	Noun     string // "shift"
	Plural   string // "shifts"
	Statuses Statuses
	Session  bool // see Op.Session
}

// Create is POST on the collection.
func (c Collection) Create(rule Rule) Op {
	return Op{http.MethodPost, c.Path, rule, "create-" + c.Noun, c.Plural, "Create " + withArticle(c.Noun), c.Statuses.Create, c.Statuses.NotFoundGet, false, c.Session, 0}
}

// List is GET on the collection.
func (c Collection) List(rule Rule) Op {
	return Op{http.MethodGet, c.Path, rule, "list-" + c.Plural, c.Plural, "List " + c.Plural, c.Statuses.List, c.Statuses.NotFoundGet, false, c.Session, 0}
}

// Get is GET on one record.
func (c Collection) Get(rule Rule) Op {
	return Op{http.MethodGet, c.Path + "/{id}", rule, "get-" + c.Noun, c.Plural, "Read one " + c.Noun, c.Statuses.Get, c.Statuses.NotFoundGet, false, c.Session, 0}
}

// Update is PATCH on one record.
func (c Collection) Update(rule Rule) Op {
	return Op{http.MethodPatch, c.Path + "/{id}", rule, "update-" + c.Noun, c.Plural, "Change the fields that are named", c.Statuses.Update, c.Statuses.NotFoundUpdate, false, c.Session, 0}
}

// Delete is DELETE on one record.
func (c Collection) Delete(rule Rule) Op {
	return Op{http.MethodDelete, c.Path + "/{id}", rule, "delete-" + c.Noun, c.Plural, "Move one " + c.Noun + " to the archive", c.Statuses.Delete, c.Statuses.NotFoundDelete, false, c.Session, 0}
}

// Protected marks a route that the document lists without security but that is protected here (C10).
func (op Op) Protected() Op {
	op.Undeclared = true
	return op
}

// withArticle is a noun as a sentence has it: "a shift", "an expense".
func withArticle(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}
