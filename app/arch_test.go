package app_test

import (
	"go/ast"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// plumbing are the folders of app/ that know no feature, and what each is for.
var plumbing = map[string]string{
	"audit": "the trail", "change": "fields that are named", "contact": "what people write of themselves, compared", "csvx": "tables out and in", "errs": "kinds of failure", "httpx": "the edge of both faces",
	"i18n": "languages", "mail": "messages", "palette": "the colours of events", "paths": "addresses",
}

// arrow says that files of one folder may import another. A * stands for one name; a feature's views are those of its
// own name.
type arrow struct{ from, to, because string }

var arrows = []arrow{
	{"cmd/presence", "app", "the command starts the product"},
	{"cmd/presence", "app/*", "the commands call the services"},
	{"cmd/presence", "db", "settings hold a day; backup and restore"},
	{"cmd/bench", "*", "measures anything"},
	{"cmd/bench", "app/*", "measures anything"},
	{"cmd/bench", "app/apptest/*", "sends to a relay that counts"},
	{"cmd/bench", "cmd/bench/*", "measures anything"},
	{"cmd/torture", "app/apptest/*", "holds the product against a relay that counts"},
	{"cmd/torture", "db/dbtest/*", "starts a server for two replicas"},
	{"app", "app/*", "the one package that knows all and wires them"},
	{"app", "db", "opens the database"},
	{"app", "static", "serves the assets"},
	{"app", "views/layout", "draws the page of a refusal"},
	{"app", "views/ui", "draws the page of a refusal"},
	{"app/demo", "app/*", "the demo's company is made through every service, as people would make it"},
	{"app/demo", "db", "days and instants"},
	{"app/apptest/*", "app/*", "drives a browser over an app of apptest"},
	{"app/demo", "app/*", "makes a company through every service"},
	{"app/demo", "db", "writes a sheet in one transaction"},
	{"app/apptest", "app", "starts the product for tests"},
	{"app/apptest", "app/*", "makes people and records"},
	{"app/apptest", "db", "looks at what was stored"},
	{"app/apptest", "db/dbtest", "makes databases"},

	{"app/*", "app/auth", "every service takes the actor"},
	{"app/*", "db", "every store reads and writes"},
	{"app/*", "views/*", "a feature draws its own pages"},
	{"app/*", "views/layout", "every page stands in the frame"},
	{"app/*", "views/ui", "pages hand components their properties"},
	{"app/*", "app/audit", "every write leaves a trail (C12)"},
	{"app/*", "app/change", "an update changes the fields that it names"},
	{"app/*", "app/contact", "addresses, numbers and names are compared in one way"},
	{"app/*", "app/mail", "whatever is sent is one kind of message"},
	{"app/*", "app/csvx", "whatever is exported goes through the one writer (W14)"},
	{"app/*", "app/errs", "failures are kinds"},
	{"app/*", "app/httpx", "both faces"},
	{"app/*", "app/i18n", "pages speak two languages"},
	{"app/*", "app/palette", "events, guests' pages and e-mails wear the same colours"},
	{"app/*", "app/paths", "addresses come from one place"},

	{"app/paths", "static", "the addresses of assets carry their hash"},
	{"views/campaigns", "views/rsvp", "who unsubscribes sees the paper of the invitation"},
	{"app/httpx", "views/ui", "flash messages and faults become what the components show"},
	{"views/*", "views/layout", "every page stands in the frame"},
	{"app/templates", "views/emails", "a template is the inside of an e-mail"},
	{"views/*", "views/ui", "pages are made of components"},
	{"views/*", "app/i18n", "no text stands in a template"},
	{"views/*", "app/palette", "guests' pages and e-mails wear the event's colours"},
	{"views/*", "app/paths", "links"},
	{"views/*", "static", "images"},
	{"views/ui/*", "views/*", "the gallery shows every component"},
	{"views/ui/*", "app/i18n", "the gallery speaks both languages"},
	{"views/ui/*", "app/paths", "the gallery loads the assets"},
	{"db", "app/errs", "a failure of storage is a kind of failure"},
	{"db/dbtest", "db", "opens what it makes"},
	{"db/dbtest", "db/dbtest/*", "starts the server"},
	{"db/dbtest/*", "db/dbtest/*", "starts the server"},
}

// pairs are the features that may know another one, each with its reason. Two features never know each other.
var pairs = []arrow{
	{"app/shifts", "app/timesheets", "a shift lies on a sheet, which locks it (W7)"},
	{"app/shifts", "app/bankcodes", "the code's categorie and type (W3, W10)"},
	{"app/expenses", "app/timesheets", "an expense lies on a sheet, which locks it (W7)"},
	{"app/expenses", "app/bankcodes", "the code's categorie and modifier (W4, W10)"},
	{"app/payperiods", "app/timesheets", "a period's approval approves its sheets (W6)"},
	{"app/payperiods", "app/shifts", "answers the summary of shifts, whose overtime only it can find (W3, W12)"},
	{"app/payperiods", "app/leaverequests", "approved leave counts toward the weekly threshold (W3)"},
	{"app/customers", "app/employees", "what belongs to a person is held to the same rules (W17)"},
	{"app/archives", "app/employees", "shows each feature's archive (W11)"},
	{"app/archives", "app/expenses", "shows each feature's archive (W11)"},
	{"app/archives", "app/leaverequests", "shows each feature's archive (W11)"},
	{"app/archives", "app/shifts", "shows each feature's archive (W11)"},
	{"app/archives", "app/timesheets", "shows each feature's archive (W11)"},
	{"app/timesheets", "app/notifications", "people hear of their sheets and of their crew's (W15)"},
	{"app/expenses", "app/notifications", "people hear what is decided about their expenses (W15)"},
	{"app/leaverequests", "app/notifications", "people hear of leave that is asked for and decided (W15)"},
	{"app/payperiods", "app/notifications", "people hear that their period is approved (W15)"},
	{"app/employees", "app/payperiods", "a profile says where the current period stands"},
	{"app/home", "app/events", "Today says which events come, and how many people to them"},
	{"app/home", "app/campaigns", "Today shows the sends under way"},
	{"app/home", "app/approvals", "Today says how many decisions wait, by the count of the queue"},
	{"app/home", "app/payperiods", "Today says how far the period has come and what waits in it"},
	{"app/approvals", "app/mytime", "a sheet is decided with its days and weeks in sight"},
	{"app/approvals", "app/timesheets", "sheets are decided (W7)"},
	{"app/approvals", "app/expenses", "expenses are decided (W7)"},
	{"app/approvals", "app/leaverequests", "leave is decided (W9)"},
	{"app/mytime", "app/timesheets", "the sheet that time is entered on, handed in and approved"},
	{"app/mytime", "app/shifts", "shifts are entered in the grid"},
	{"app/mytime", "app/expenses", "expenses are entered in the grid"},
	{"app/mytime", "app/leaverequests", "leave stands on its days"},
	{"app/mytime", "app/payperiods", "the calendar, the hours and the overtime they make (W1, W3)"},
	{"app/exports", "app/payperiods", "the export is the overview line by line (W13)"},
	{"app/payroll", "app/payperiods", "the approved lines of a period (W13)"},
	{"app/audience", "app/directory", "customers are picked from what a search finds"},
	{"app/audience", "app/events", "a list belongs to an event there is"},
	{"app/campaigns", "app/events", "a send is of an event there is, and not after it has begun"},
	{"app/campaigns", "app/templates", "the looks of its messages"},
	{"app/campaigns", "app/audience", "who has left is left out of what their filters chose (R11)"},
	{"app/campaigns", "app/notifications", "staff hear how a send comes along, and that it has come to rest (W15)"},
	{"app/campaigns", "app/rsvp", "personal links are issued as messages are claimed (R18)"},
	{"app/rsvp", "app/events", "an answer is to an event, which says when and how many"},
	{"app/rsvp", "app/notifications", "staff hear that guests have answered (W15)"},
	{"app/templates", "app/events", "an invitation is an event in the words of an e-mail (R14)"},
	{"app/templates", "app/rsvp", "an invitation carries the same calendar file as the guest's page (R21)"},
	{"app/payroll", "app/exports", "its files have the columns of the export (W13)"},
}

// leaves are the packages in plumbing and views that the general arrows above would let know too much.
var leaves = map[string][]string{
	"app/change":   {},
	"app/errs":     {},
	"app/i18n":     {},
	"app/palette":  {},
	"app/paths":    {"static"},
	"app/contact":  {},
	"app/mail":     {"app/errs"},
	"app/csvx":     {"app/errs", "db"},
	"app/audit":    {"db"},
	"app/httpx":    {"app/errs", "app/i18n", "app/paths", "db", "views/ui"},
	"views/ui":     {"app/i18n", "app/paths", "static"},
	"views/layout": {"app/i18n", "app/paths", "static", "views/ui"},
	"static":       {},
}

func TestArchitecture_Arrows(t *testing.T) {
	used, built := map[arrow]bool{}, map[string]bool{}
	for _, s := range product(t, true) {
		built[s.dir] = true
		for _, i := range s.imports {
			to, ours := strings.CutPrefix(i, "presence/")
			if !ours {
				continue
			}
			if why := refusesArrow(s, to, used); why != "" {
				t.Errorf("%s imports %s: %s", s.path, to, why)
			}
		}
	}
	for _, p := range pairs {
		if built[p.from] && !used[p] {
			t.Errorf("%s no longer imports %s: take the pair off the list, so that the list tells the truth", p.from, p.to)
		}
	}
}

func refusesArrow(s source, to string, used map[arrow]bool) string {
	if allowed, leaf := leaves[s.dir]; leaf {
		if slices.Contains(allowed, to) {
			return ""
		}
		return "this package is a leaf, so that anything may import it; it may know only " + strings.Join(allowed, ", ")
	}
	name, isFeature := strings.CutPrefix(to, "app/")
	if s.feature() != "" && isFeature && name != "auth" && plumbing[name] == "" {
		i := slices.IndexFunc(pairs, func(p arrow) bool { return p.from == s.dir && p.to == to })
		if i < 0 {
			return "one feature knows another only by the list of pairs in this test, with a reason; the list must stay free of circles"
		}
		used[pairs[i]] = true
		return ""
	}
	for _, a := range arrows {
		if matches(a.from, s.dir) && matches(a.to, to) && (s.feature() == "" || a.to != "views/*" || s.feature() == strings.TrimPrefix(to, "views/")) {
			return ""
		}
	}
	return "no arrow allows it: views draw what they are given, plumbing knows no feature, and only package app knows all"
}

// matches holds a folder against a pattern, in which * stands for one name.
func matches(pattern, dir string) bool {
	ok, err := path.Match(pattern, dir)
	return ok && err == nil
}

// sqlText is text that begins as a statement does, or holds the words of one.
var sqlText = regexp.MustCompile(`(?s)^\s*(SELECT\s|INSERT\s+INTO\s|UPDATE\s+\w+.*\sSET\s|DELETE\s+FROM\s|WITH\s+(RECURSIVE\s+)?\w+.*\sAS\s*\()|\sFROM\s+[a-z_]+\s.*\bWHERE\b`)

// sqlElsewhere are files that may hold SQL though they are no store.
var sqlElsewhere = map[string]string{
	"app/auth/actor.go": "the scopes of C11, which every store puts into its own statements",
}

// isStore tells the files that hold a feature's SQL: store.go, and where that would be too long one store_SUBJECT.go beside it
// for each subject.
func isStore(name string) bool {
	return name == "store.go" || strings.HasPrefix(name, "store_") && strings.HasSuffix(name, ".go")
}

func TestArchitecture_SQLStandsInStores(t *testing.T) {
	for _, s := range product(t, false) {
		inDB := s.dir == "db" || strings.HasPrefix(s.dir, "db/") || s.dir == "app/apptest" || s.dir == "cmd/bench" || s.dir == "cmd/torture" // the last three are tools of tests
		if inDB || isStore(s.name) || sqlElsewhere[s.path] != "" {
			continue
		}
		s.texts(func(n ast.Node, text string) {
			if sqlText.MatchString(text) {
				t.Errorf("%s: SQL outside store.go and store_*.go: whoever changes a table looks in the stores of one feature, and services stay readable", s.at(n))
			}
		})
	}
}

// TestArchitecture_SQLIsKnownWhenSeen shows what the rule above takes for SQL.
func TestArchitecture_SQLIsKnownWhenSeen(t *testing.T) {
	for text, want := range map[string]bool{
		"SELECT id FROM shifts": true, "\n\tDELETE FROM shifts WHERE id = $1": true, "INSERT INTO shifts (id) VALUES ($1)": true,
		"UPDATE shifts SET day = $1": true, "WITH RECURSIVE tree(id) AS (SELECT 1)": true, " id, day FROM shifts s WHERE s.id = $1": true,
		"Select a period": false, "Update the record": false, "Delete one shift": false, "the hours from noon": false, "Only records with a larger id": false,
	} {
		if sqlText.MatchString(text) != want {
			t.Errorf("%q: taken for SQL: %v, want %v", text, !want, want)
		}
	}
}

// owners say which feature writes a table.
var owners = map[string]string{
	"schema_migrations": "db", "storage_probe": "app/home",
	"people": "app/auth", "sessions": "app/auth", "refresh_tokens": "app/auth", "auth_secrets": "app/auth", "identities": "app/auth", "api_tokens": "app/auth", "sign_in_budgets": "app/auth",
	"employees": "app/employees", "bank_codes": "app/bankcodes",
	"timesheets": "app/timesheets", "timesheet_approvals": "app/timesheets",
	"shifts": "app/shifts", "shift_weeks": "app/shifts", "expenses": "app/expenses", "leave_requests": "app/leaverequests",
	"payroll_exports": "app/payroll", "payroll_export_lines": "app/payroll", "payroll_presets": "app/payroll",
	"audit_log": "app/audit", "notifications": "app/notifications",
	"events": "app/events", "events_open_as_shipped": "app/events", "event_attachments": "app/events",
	"directory_state": "app/directory", "directory_customers": "app/directory", "directory_emails": "app/directory",
	"directory_phones": "app/directory", "directory_subscriptions": "app/directory", "directory_words": "app/directory", "directory_syncs": "app/directory", "directory_rejects": "app/directory",
	"templates":        "app/templates",
	"audience_sources": "app/audience", "audience_entries": "app/audience",
	"rsvp_links": "app/rsvp", "rsvps": "app/rsvp", "rsvp_revisions": "app/rsvp", "rsvp_tallies": "app/rsvp", "rsvp_attempts": "app/rsvp", "rsvp_asked": "app/rsvp",
	"campaigns": "app/campaigns", "campaign_recipients": "app/campaigns", "campaign_workers": "app/campaigns", "send_limits": "app/campaigns", "send_trials": "app/campaigns", "send_settings": "app/campaigns", "suppressions": "app/campaigns",
	"customers": "app/customers", "oauth_sessions": "app/oauthsessions", "idempotency_keys": "app/httpx",
}

var (
	tableMade = regexp.MustCompile(`(?m)^CREATE TABLE (\w+)`)
	writes    = regexp.MustCompile(`(?s)\b(?:INSERT\s+INTO|DELETE\s+FROM|UPDATE)\s+([a-z_]+)`)
)

func TestArchitecture_OneWriterPerTable(t *testing.T) {
	tables := map[string]bool{}
	text, err := os.ReadFile("../db/migrations/schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range tableMade.FindAllSubmatch(text, -1) {
		tables[string(found[1])] = true
	}
	for table := range tables {
		if owners[table] == "" {
			t.Errorf("table %s has no owner: name the feature that writes it", table)
		}
	}
	written := map[string]bool{}
	for _, s := range product(t, false) {
		if strings.HasPrefix(s.dir, "cmd/bench") || s.dir == "cmd/torture" || s.dir == "app/apptest" || strings.HasPrefix(s.dir, "db/dbtest") { // they measure and test
			continue
		}
		s.texts(func(n ast.Node, text string) {
			for _, found := range writes.FindAllStringSubmatch(text, -1) {
				table := found[1]
				if !tables[table] {
					continue
				}
				written[table] = true
				if owners[table] != s.dir {
					t.Errorf("%s writes %s, which is %s's: one writer keeps a table's rules in one place; others ask its service", s.at(n), table, owners[table])
				}
			}
		})
	}
	for table, owner := range owners {
		if _, err := os.Stat("../" + owner + "/store.go"); err == nil && !written[table] {
			t.Errorf("nobody writes %s: is %s still its owner?", table, owner)
		}
	}
}

func TestArchitecture_OnePackageComment(t *testing.T) {
	comments, folders := map[string][]string{}, map[string]bool{}
	for _, s := range product(t, false) {
		folders[s.dir] = true
		if s.tree.Doc != nil {
			comments[s.dir] = append(comments[s.dir], s.path)
		}
	}
	for dir := range folders {
		if n := len(comments[dir]); n != 1 {
			t.Errorf("%s has %d package comments %v: one says what the package is for, where one looks for it", dir, n, comments[dir])
		}
	}
}

// clocks read the machine's time.
var clocks = map[string]bool{"Now": true, "Since": true, "Until": true}

// clockElsewhere are files outside cmd that may read the machine's clock.
var clockElsewhere = map[string]string{}

func TestArchitecture_TheClockIsGiven(t *testing.T) {
	for _, s := range product(t, true) {
		if strings.HasPrefix(s.dir, "cmd/") || strings.HasPrefix(s.dir, "db/dbtest") || clockElsewhere[s.path] != "" {
			continue
		}
		ast.Inspect(s.tree, func(n ast.Node) bool {
			if e, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := e.X.(*ast.Ident); ok && x.Name == "time" && clocks[e.Sel.Name] {
					t.Errorf("%s: time.%s outside cmd: constructors take the clock, so that a test can set it", s.at(n), e.Sel.Name)
				}
			}
			return true
		})
	}
}

// TestArchitecture_NoTextTemplate keeps two packages out of what we write by hand.
func TestArchitecture_NoTextTemplate(t *testing.T) {
	for _, s := range product(t, false) {
		for _, i := range s.imports {
			if i == "text/template" || i == "html/template" {
				t.Errorf("%s imports %s: it finds methods by their names as it runs, so the linker keeps every exported method of every type, a sixth of the binary; pages are templ's, and what is simpler takes strings", s.path, i)
			}
		}
	}
}

// noHTTP are the files of a feature that know nothing of requests, and what they must not import.
var noHTTP = map[string]bool{"service.go": true, "store.go": true}

func TestArchitecture_FilesOfAFeature(t *testing.T) {
	for _, s := range product(t, false) {
		f := s.feature()
		if f == "" {
			continue
		}
		if s.tree.Doc != nil && s.name != f+".go" {
			t.Errorf("%s holds the package comment: it stands in %s.go, beside the types", s.path, f)
		}
		if noHTTP[s.name] || s.name == f+".go" {
			for _, i := range s.imports {
				if i == "net/http" || i == "presence/app/httpx" || strings.Contains(i, "gin-gonic") || strings.Contains(i, "huma") {
					t.Errorf("%s imports %s: both faces share the service, so it and the types below it know neither", s.path, i)
				}
			}
		}
		for _, d := range s.tree.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if ok && fn.Recv == nil && (fn.Name.Name == "API" || fn.Name.Name == "Pages" || fn.Name.Name == "Public") && s.name != "routes.go" {
				t.Errorf("%s: %s stands in routes.go, where one looks for a feature's routes", s.at(fn), fn.Name.Name)
			}
		}
	}
}
