package app_test

import (
	"net/http"
	"strings"
	"testing"

	"presence/app/apptest"
)

func TestDirectory(t *testing.T) {
	apptest.Run(t, []apptest.Scenario{
		{Name: "a search forgives accents and slips, best first", As: "events", Path: "/collab/customer-search?q=marchesault",
			Status:   http.StatusOK,
			Contains: []string{`[{"customer_id":"C-0001","name":"Eulalie Marchessault","account_name":"Eulalie Marchessault","email":"eulalie.marchessault@example.com","phone":"+15145550177","city":"Québec","type":"Individual","account_status":"active","language":"fr"},{"customer_id":"C-0007"`}},
		{Name: "a search by the mandatary finds the company", As: "admin", Path: "/collab/customer-search?q=anatole", Status: http.StatusOK,
			Contains: []string{`"type":"Company"`, `C-0003`}},
		{Name: "a search that finds nobody is an empty list", As: "events", Path: "/collab/customer-search?q=%25%25%27", Status: http.StatusOK,
			Contains: []string{`[]`}},
		{Name: "one character is too little", As: "events", Path: "/collab/customer-search?q=e", Status: http.StatusBadRequest, Code: "invalid",
			Faults: []string{"q"}},
		{Name: "two spaces are too little", As: "events", Path: "/collab/customer-search?q=%20%20", Status: http.StatusBadRequest,
			Code: "invalid", Faults: []string{"q"}},
		{Name: "without a question there is no answer", As: "events", Path: "/collab/customer-search", Status: http.StatusBadRequest,
			Code: "invalid", Faults: []string{"q"}},
		{Name: "what is not documented is refused", As: "events", Path: "/collab/customer-search?q=eu&limit=5", Status: http.StatusBadRequest},
		{Name: "whoever does not run events sees no customer", As: "payroll", Path: "/collab/customer-search?q=marchessault",
			Status: http.StatusForbidden, NotContains: []string{"Eulalie"}},
	})
}

func TestDirectory_Pages(t *testing.T) {
	a := apptest.New(t)
	b := a.Browser("events").On(t)
	b.Get("/staff/directory?q=cote").Want(http.StatusOK).Has("Hyacinthe Côté-Lebœuf", "C-0002", "8 customers", "1 record rejected")
	b.Get("/staff/directory?q=c").Want(http.StatusOK).Has("at least two characters")
	b.Get("/staff/directory/customer?id=C-0003").Want(http.StatusOK).Has("Anatole Saint-Onge", "Fleurette Saint-Onge", "$129.00")
	b.Get("/staff/directory/customer?id=nobody").Want(http.StatusNotFound)
	b.Get("/staff/directory/syncs/1").Want(http.StatusOK).Has("customers.ndjson:9", "C-0009", "name")
	b.Get("/staff/directory/syncs/99").Want(http.StatusNotFound)
	found := b.Do(http.MethodGet, "/staff/directory?q=hawthorn", nil, "HX-Request", "true").Want(http.StatusOK).Has("Prudence Hawthorne")
	if strings.Contains(string(found.Body), "<html") {
		t.Error("as one types the whole page comes")
	}
	b.Form("/staff/directory/sync", "").Want(http.StatusSeeOther)
	a.Directory.Wait()
	b.Get("/staff/directory/syncs").Want(http.StatusOK).Has("Nothing new", "Done")
	if n := a.Count("audit_log", "kind = 'directory' AND action = 'synced'"); n != 1 {
		t.Errorf("C12: %d lines of the trail tell of the sync", n)
	}
}
