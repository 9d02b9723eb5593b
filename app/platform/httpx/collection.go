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
	LegacyStatuses = Statuses{
		Create: 201, List: 201, Get: 201, Update: 201, Delete: 201,
		NotFoundGet: 400, NotFoundUpdate: 400, NotFoundDelete: 400,
	}
	// EmployeeStatuses is the family of employees.
	EmployeeStatuses = Statuses{
		Create: 201, List: 200, Get: 200, Update: 200, Delete: 204,
		NotFoundGet: 400, NotFoundUpdate: 404, NotFoundDelete: 404,
	}
	// BankCodeStatuses is the family of bank codes.
	BankCodeStatuses = Statuses{
		Create: 201, List: 200, Get: 200, Update: 200, Delete: 204,
		NotFoundGet: 404, NotFoundUpdate: 404, NotFoundDelete: 404,
	}
)

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
	return Op{
		Method: http.MethodPost, Path: c.Path, Rule: rule, ID: "create-" + c.Noun, Tag: c.Plural, Summary: "Create " + withArticle(c.Noun),
		Success: c.Statuses.Create, NotFoundStatus: c.Statuses.NotFoundGet, Session: c.Session,
	}
}

// List is GET on the collection.
func (c Collection) List(rule Rule) Op {
	return Op{
		Method: http.MethodGet, Path: c.Path, Rule: rule, ID: "list-" + c.Plural, Tag: c.Plural, Summary: "List " + c.Plural,
		Success: c.Statuses.List, NotFoundStatus: c.Statuses.NotFoundGet, Session: c.Session,
	}
}

// Get is GET on one record.
func (c Collection) Get(rule Rule) Op {
	return Op{
		Method: http.MethodGet, Path: c.Path + "/{id}", Rule: rule, ID: "get-" + c.Noun, Tag: c.Plural, Summary: "Read one " + c.Noun,
		Success: c.Statuses.Get, NotFoundStatus: c.Statuses.NotFoundGet, Session: c.Session,
	}
}

// Update is PATCH on one record.
func (c Collection) Update(rule Rule) Op {
	return Op{
		Method: http.MethodPatch, Path: c.Path + "/{id}", Rule: rule, ID: "update-" + c.Noun, Tag: c.Plural,
		Summary: "Change the fields that are named",
		Success: c.Statuses.Update, NotFoundStatus: c.Statuses.NotFoundUpdate, Session: c.Session,
	}
}

// Delete is DELETE on one record.
func (c Collection) Delete(rule Rule) Op {
	return Op{
		Method: http.MethodDelete, Path: c.Path + "/{id}", Rule: rule, ID: "delete-" + c.Noun, Tag: c.Plural,
		Summary: "Move one " + c.Noun + " to the archive",
		Success: c.Statuses.Delete, NotFoundStatus: c.Statuses.NotFoundDelete, Session: c.Session,
	}
}

// withArticle is a noun as a sentence has it: "a shift", "an expense".
func withArticle(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}
