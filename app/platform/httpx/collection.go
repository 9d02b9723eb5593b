package httpx

import (
	"net/http"
	"strings"
)

// Statuses are the statuses that the API's contract defines for a collection (C2), even where they are unusual. Missing is the
// status for a record that does not exist, for each verb, because those of employees differ between reads and writes.
type Statuses struct {
	Create, List, Get, Update, Delete           int
	NotFoundGet, NotFoundUpdate, NotFoundDelete int
}

// LegacyStatuses are the statuses that the contract has for most collections: 201 whatever is done, and 400 for a record that does not
// exist.
var LegacyStatuses = Statuses{
	Create: 201, List: 201, Get: 201, Update: 201, Delete: 201,
	NotFoundGet: 400, NotFoundUpdate: 400, NotFoundDelete: 400,
}

// Collection defines statuses, ids and summaries of the five operations of a resource.
type Collection struct {
	Path     string // "/shifts"
	Noun     string // "shift"
	Plural   string // "shifts"
	Statuses Statuses
	// Session marks routes that the API's contract declares with the scheme "sessions": the session cookie, or a bearer token as
	// everywhere (A4).
	Session bool
}

// Create returns POST on the collection.
func (c Collection) Create(rule Rule) Op {
	return Op{
		Method: http.MethodPost, Path: c.Path, Rule: rule, ID: "create-" + c.Noun, Tag: c.Plural, Summary: "Create " + withArticle(c.Noun),
		Success: c.Statuses.Create, NotFoundStatus: c.Statuses.NotFoundGet, session: c.Session,
	}
}

// List returns GET on the collection.
func (c Collection) List(rule Rule) Op {
	return Op{
		Method: http.MethodGet, Path: c.Path, Rule: rule, ID: "list-" + c.Plural, Tag: c.Plural, Summary: "List " + c.Plural,
		Success: c.Statuses.List, NotFoundStatus: c.Statuses.NotFoundGet, session: c.Session,
	}
}

// Get returns GET on one record.
func (c Collection) Get(rule Rule) Op {
	return Op{
		Method: http.MethodGet, Path: c.Path + "/{id}", Rule: rule, ID: "get-" + c.Noun, Tag: c.Plural, Summary: "Read one " + c.Noun,
		Success: c.Statuses.Get, NotFoundStatus: c.Statuses.NotFoundGet, session: c.Session,
	}
}

// Update returns PATCH on one record.
func (c Collection) Update(rule Rule) Op {
	return Op{
		Method: http.MethodPatch, Path: c.Path + "/{id}", Rule: rule, ID: "update-" + c.Noun, Tag: c.Plural,
		Summary: "Change the given fields",
		Success: c.Statuses.Update, NotFoundStatus: c.Statuses.NotFoundUpdate, session: c.Session,
	}
}

// Delete returns DELETE on one record.
func (c Collection) Delete(rule Rule) Op {
	return Op{
		Method: http.MethodDelete, Path: c.Path + "/{id}", Rule: rule, ID: "delete-" + c.Noun, Tag: c.Plural,
		Summary: "Move one " + c.Noun + " to the archive",
		Success: c.Statuses.Delete, NotFoundStatus: c.Statuses.NotFoundDelete, session: c.Session,
	}
}

// Restore returns POST on one archived record, which it puts back among the live ones.
func (c Collection) Restore(rule Rule) Op {
	return Op{
		Method: http.MethodPost, Path: c.Path + "/{id}/restore", Rule: rule, ID: "restore-" + c.Noun, Tag: c.Plural,
		Summary: "Put one deleted " + c.Noun + " back", Success: http.StatusOK, NotFoundStatus: c.Statuses.NotFoundUpdate,
		session: c.Session,
	}
}

// withArticle returns a noun with its article: "a shift", "an expense".
func withArticle(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}
