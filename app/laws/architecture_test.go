package laws

import (
	"go/ast"
	"go/token"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// groups are the folders of app/ that hold packages, each with the groups that its packages may import beside their own.
// The two halves of the product, workforce and hub, do not know each other; app, home, demo and apptest stand above and
// may know both.
var groups = map[string][]string{
	"platform":  {},
	"accounts":  {"platform"},
	"workforce": {"accounts", "platform"},
	"hub":       {"accounts", "platform"},
}

// arrow says that files of one folder may import another. A * stands for one name, "feature" for the folder of any feature,
// "package" for that of a feature or of the platform, "views" for the folder of views of the feature's own name.
type arrow struct{ from, to, because string }

var arrows = []arrow{
	{"cmd/presence", "app", "the command starts the product"},
	{"cmd/presence", "package", "the commands call the services"},
	{"cmd/presence", "db", "settings hold a day; backup and restore"},
	{"cmd/bench", "*", "measures anything"},
	{"cmd/bench", "package", "measures anything"},
	{"cmd/bench", "app/apptest/*", "sends to a relay that counts"},
	{"cmd/bench", "db/dbtest/*", "starts a server of PostgreSQL"},
	{"cmd/bench", "cmd/bench/*", "measures anything"},
	{"cmd/torture", "app/apptest/*", "holds the product against a relay that counts"},
	{"cmd/torture", "app/platform/i18n", "waits while a command is refused with a sentence"},
	{"cmd/torture", "db/dbtest/*", "starts a server for two replicas"},
	{"cmd/torture", "cmd/internal/overlay", "builds the product without one of its guards"},
	{"cmd/mutate", "cmd/internal/overlay", "tests the product with a fault in it"},
	{"app", "package", "the one package that knows all and wires them"},
	{"app", "db", "opens the database"},
	{"app", "static", "serves the assets"},
	{"app", "views/layout", "draws the page of a refusal"},
	{"app", "views/ui", "draws the page of a refusal"},
	{"app/demo", "package", "the demo's company is made through every service, as people would make it"},
	{"app/doctor", "package", "checks what every feature stores"},
	{"app/doctor", "db", "reads the database of the installation"},
	{"app/demo", "db", "days and instants; a sheet is written in one transaction"},
	{"app/apptest/*", "package", "drives a browser over an app of apptest; wires some services by themselves"},
	{"app/apptest/*", "db", "looks at what was stored"},
	{"app/apptest/*", "db/dbtest", "makes databases"},
	{"app/apptest/browser", "app/apptest/chromium", "finds the browser"},
	{"app/apptest", "app", "starts the product for tests"},
	{"app/apptest", "package", "makes people and records"},
	{"app/apptest", "db", "looks at what was stored"},
	{"app/apptest", "db/dbtest", "makes databases"},
	{"app/apptest", "db/dbtest/*", "makes what a run begins with once"},
	{"cmd/mutate", "db/dbtest/*", "keeps mutations from what a run has made"},
	{"app/apptest", "app/apptest/htmltest", "answers are read as HTML"},
	{"app/apptest", "app/apptest/fake", "a clock and a log"},
	{"app/apptest/sends", "app/apptest/fake", "a clock and a log"},
	{"app/apptest/sends", "app/apptest/featuretest", "serves the routes of a world"},
	{"app/apptest/sends", "app/apptest/sink", "a relay that counts"},
	{"app/apptest/mailtest", "app/apptest/sink", "a mail server that keeps what it is given"},
	{"app/apptest/featuretest", "app/apptest/htmltest", "answers are read as HTML"},
	{"app/apptest/featuretest", "views/ui", "the messages of a page"},
	{"app/apptest/timetest", "app/apptest/featuretest", "serves the routes of a world"},
	{"app/apptest/sends", "db", "looks at what was stored"},
	{"app/apptest/sends", "db/dbtest", "makes databases"},

	{"feature", "app/accounts/auth", "every service takes the actor"},
	{"feature", "app/platform/archival", "when and why a record went to the archive"},
	{"feature", "db", "every store reads and writes"},
	{"feature", "views", "a feature draws its own pages"},
	{"feature", "views/layout", "every page stands in the frame"},
	{"feature", "views/ui", "pages hand components their properties"},
	{"feature", "views/workforce/review", "what a supervisor approves has the same parts in the overview, in the queue and on the sheet"},
	{"views", "views/workforce/review", "what a supervisor approves has the same parts in the overview, in the queue and on the sheet"},
	{"feature", "app/platform/audit", "every write leaves an entry in the audit log (C12)"},
	{"feature", "app/platform/personal", "what tables hold of a person is described in one form"},
	{"app/platform/personal", "db", "reads and erases the rows of any table that a feature declares"},
	{"app/platform/personal", "app/platform/audit", "entries of the audit log are somebody's before or after a change"},
	{"app/platform/personal", "app/platform/contact", "addresses are compared in one way"},
	{"feature", "app/platform/dayblocks", "lists sorted by id find the records of some days in one way"},
	{"app/platform/dayblocks", "db", "keeps the days of any table that a feature declares"},
	{"feature", "app/platform/change", "an update changes the fields that it names"},
	{"feature", "app/platform/contact", "addresses, numbers and names are compared in one way"},
	{"feature", "app/platform/mail", "whatever is sent is one kind of message"},
	{"feature", "app/platform/bouncemail", "the mailbox to which messages come back is read and tested in one way"},
	{"feature", "app/platform/tablewriter", "every exported table is written in one way (W14)"},
	{"feature", "app/platform/tablereader", "every imported table is read in one way"},
	{"feature", "app/platform/pictures", "photographs are checked and scaled in one way"},
	{"feature", "app/platform/holidays", "statutory holidays and working days are computed in one way"},
	{"feature", "app/platform/walltime", "a time on a clock becomes an instant in one way, also where the clocks change"},
	{"feature", "app/platform/typed", "times and amounts are read in one way, in forms and in files"},
	{"feature", "app/platform/bulk", "the records of a file are planned, saved and undone in one way"},
	{"feature", "app/platform/errs", "failures are kinds"},
	{"feature", "app/platform/httpx", "both faces"},
	{"feature", "app/platform/frame", "every page stands in the frame"},
	{"feature", "app/platform/i18n", "pages speak two languages"},
	{"feature", "app/platform/outage", "a failure that lasts is logged once a minute"},
	{"feature", "app/platform/background", "work that outlives its request ends with the program, and not with a change of the settings"},
	{"feature", "app/platform/filecheck", "files that people upload are recognized by their bytes in one way"},
	{"feature", "app/platform/capacity", "what runs at the same time is limited in one way"},
	{"feature", "app/platform/ratelimit", "limits of rate are kept by one algorithm"},
	{"feature", "app/platform/palette", "events, guests' pages and e-mails wear the same colours"},
	{"feature", "app/platform/paths", "addresses come from one place"},
	{"feature", "app/platform/seal", "secrets are encrypted in one way"},
	{"feature", "app/platform/tracing", "what is done for a request names it to other systems"},
	{"feature", "app/platform/outbound", "addresses that administrators type are not those of cloud metadata"},

	{"feature", "app/platform/useragent", "devices are named by their browser and system"},
	{"feature", "app/platform/qr", "links are shown as QR codes, for phones"},
	{"app/platform/qr", "views/ui", "a code is drawn by a component"},
	{"app/platform/frame", "app/platform/httpx", "pages are answered, and show the messages of the last form"},
	{"app/platform/frame", "app/platform/i18n", "a refusal before anybody is known speaks the browser's language"},
	{"app/platform/frame", "views/layout", "it fills the layout"},
	{"app/platform/frame", "views/ui", "the banner above the pages"},
	{"app/platform/paths", "static", "the addresses of assets carry their hash"},
	{"views/hub/directory", "views/hub/timeline", "what happened with a customer stands on its page"},
	{"views/hub/rsvp", "views/hub/timeline", "what happened with a guest stands on the page of a registration"},
	{"views/hub/guestlist", "views/hub/rsvp", "what a guest typed is shown as on the page of the registration"},
	{"views/hub/door", "views/hub/rsvp", "a guest's check-in code is shown on the paper of the invitation"},
	{"views/hub/tracking", "views/hub/rsvp", "who unsubscribes sees the paper of the invitation"},
	{"app/platform/httpx", "views/ui", "flash messages and faults become what the components show"},
	{"views", "views/layout", "every page stands in the frame"},
	{"app/hub/templates", "views/emails", "a template is the inside of an e-mail"},
	{"app/hub/blocks", "views/emails", "blocks are the inside of an e-mail"},
	{"app/hub/blocks", "views/hub/templates", "the text of a block takes the placeholders of a template"},
	{"views/hub/blocks", "views/hub/templates", "the text of a block takes the placeholders of a template"},
	{"app/accounts/outgoingmail", "views/emails", "a message to a person is an e-mail"},
	{"app/hub/events", "views/emails", "the cover picture is shown in e-mails"},
	{"app/hub/rsvp", "views/emails", "a confirmation is an e-mail"},
	{"views", "views/ui", "pages are made of components"},
	{"views", "app/platform/i18n", "no text stands in a template"},
	{"views", "app/platform/palette", "guests' pages and e-mails wear the event's colours"},
	{"views", "app/platform/paths", "links"},
	{"views", "static", "images"},
	{"views/ui/*", "*", "the gallery shows every component"},
	{"views/ui/*", "app/platform/i18n", "the gallery speaks both languages"},
	{"views/ui/*", "app/platform/paths", "the gallery loads the assets"},
	{"db", "db/groupcommit", "writes to SQLite in groups"},
	{"db", "db/sqldriver", "types the errors of both drivers"},
	{"db/groupcommit", "db/sqldriver", "owns one connection"},
	{"db/dbtest", "db", "opens what it makes"},
	{"db/dbtest", "db/dbtest/*", "starts the server"},
	{"db/dbtest/*", "db/dbtest/*", "starts the server"},
}

// pairs are the features that may know another one, each with its reason. Two features never know each other.
var pairs = []arrow{
	{"app/workforce/payperiods", "app/workforce/crews", "whose periods and hours"},
	{"app/workforce/hours", "app/workforce/crews", "whose hours"},
	{"app/workforce/leavebalances", "app/workforce/crews", "whose balances"},
	{"app/workforce/schedule", "app/workforce/crews", "whose schedule"},
	{"app/workforce/shifts", "app/workforce/timesheets", "a shift lies on a sheet, which locks it (W7)"},
	{"app/workforce/shifts", "app/workforce/bankcodes", "the code's categorie and type (W3, W10)"},
	{"app/workforce/shifts", "app/workforce/activities", "a shift may name a customer and an activity"},
	{"app/workforce/expenses", "app/workforce/activities", "an expense may name a customer and an activity"},
	{"app/workforce/mytime", "app/workforce/activities", "customers and activities are chosen in the forms of lines"},
	{"app/workforce/shifts", "app/workforce/breakrules", "the breaks that shifts get by the company's rule or an employee's"},
	{"app/workforce/mytime", "app/workforce/breakrules", "the form of a new shift shows the rule"},
	{"app/workforce/usualweeks", "app/workforce/shifts", "a usual shift becomes a shift, by the same rules"},
	{"app/workforce/usualweeks", "app/workforce/bankcodes", "a usual shift has a code of shifts"},
	{"app/home", "app/workforce/schedule", "the next shift on Today"},
	{"app/home", "app/workforce/leaverequests", "Today says who is absent, by the condition for leave that counts"},
	{"app/workforce/schedule", "app/accounts/notifications", "what changes in a schedule is told"},
	{"app/workforce/schedule", "app/accounts/calendars", "published shifts are in the calendar of their employee"},
	{"app/workforce/schedule", "app/workforce/shifts", "a planned shift is worked as a shift, by the same rules"},
	{"app/workforce/schedule", "app/workforce/bankcodes", "a planned shift has a code of shifts"},
	{"app/workforce/schedule", "app/workforce/breakrules", "the hours of a planned shift are without unpaid breaks"},
	{"app/workforce/schedule", "app/workforce/usualweeks", "a schedule is filled with usual weeks"},
	{"app/workforce/schedule", "app/workforce/labourstandards", "warnings before a schedule is published"},
	{"app/workforce/schedule", "app/workforce/leaverequests", "which days leave touches"},
	{"app/workforce/schedule", "app/workforce/timesheets", "lists are filtered by days as those of shifts are"},
	{"app/workforce/payperiods", "app/workforce/schedule", "the hours planned for each row of the overview"},
	{"app/workforce/payperiods", "app/workforce/breakrules", "which are without unpaid breaks"},
	{"app/workforce/mytime", "app/workforce/schedule", "what was planned stands beside what was worked"},
	{"app/workforce/mytime", "app/workforce/usualweeks", "a period is filled with the usual week"},
	{"app/workforce/payperiods", "app/workforce/holidaypay", "what is paid for holidays is computed from the hours of the weeks before, and exported"},
	{"app/workforce/payperiods", "app/workforce/bankcodes", "holidays are paid under the first code of their type"},
	{"app/workforce/mytime", "app/workforce/holidaypay", "a sheet shows what is paid for holidays"},
	{"app/workforce/holidaypay", "app/workforce/bankcodes", "which code holidays are paid by"},
	{"app/workforce/employees", "app/workforce/breakrules", "an employee may have an own rule"},
	{"app/workforce/clockings", "app/workforce/shifts", "a clocking becomes a shift"},
	{"app/workforce/clockings", "app/workforce/activities", "a change of task may choose a customer and an activity"},
	{"app/workforce/clockings", "app/workforce/timesheets", "on the sheet of its pay period (W6a)"},
	{"app/workforce/clockings", "app/workforce/payperiods", "which that is (W1)"},
	{"app/workforce/labourstandards", "app/workforce/bankcodes", "types of codes are compared in one way"},
	{"app/workforce/worktime", "app/workforce/bankcodes", "types of codes are compared in one way"},
	{"app/workforce/worktime", "app/workforce/labourstandards", "the limits above which work is overtime (W3)"},
	{"app/workforce/payperiods", "app/workforce/worktime", "the hours of a period and their overtime (W3)"},
	{"app/workforce/payroll", "app/workforce/worktime", "the columns of an export (W3)"},
	{"app/workforce/mytime", "app/workforce/worktime", "the overtime of a week (W3)"},
	{"app/workforce/hours", "app/workforce/worktime", "the columns of the report (W3)"},
	{"app/workforce/schedule", "app/workforce/worktime", "the overtime of a week that is planned"},
	{"app/workforce/schedule", "app/workforce/holidaypay", "what a holiday is paid counts in the overtime of a week that is planned"},
	{"app/workforce/leaverequests", "app/workforce/bankcodes", "types of codes are compared in one way"},
	{"app/workforce/mytime", "app/workforce/bankcodes", "types of codes are compared in one way"},
	{"app/workforce/payroll", "app/workforce/bankcodes", "types of codes are compared in one way"},
	{"app/workforce/archives", "app/workforce/bankcodes", "types of codes are compared in one way"},
	{"app/workforce/clockings", "app/workforce/bankcodes", "the tasks to choose from are codes of shifts"},
	{"app/workforce/mytime", "app/workforce/clockings", "the times that were stamped stand beside those of the shift"},
	{"app/workforce/kiosks", "app/workforce/clockings", "what is stamped at a kiosk is a clocking"},
	{"app/home", "app/workforce/clockings", "one clocks in and out on Today"},
	{"app/workforce/expenses", "app/workforce/timesheets", "an expense lies on a sheet, which locks it (W7)"},
	{"app/workforce/expenses", "app/workforce/bankcodes", "the code's categorie and modifier (W4, W10)"},
	{"app/workforce/payperiods", "app/workforce/timesheets", "a period's approval approves its sheets (W6)"},
	{"app/workforce/payperiods", "app/workforce/shifts", "answers the summary of shifts, whose overtime only it can find (W3, W12)"},
	{"app/workforce/payperiods", "app/workforce/labourstandards", "hours are held against the norms of the company (W3)"},
	{"app/workforce/mytime", "app/workforce/labourstandards", "the notices of a period stand beside it (W3)"},
	{"app/workforce/payperiods", "app/workforce/leaverequests", "approved leave counts toward the weekly limit of overtime (W3)"},
	{"app/workforce/customers", "app/workforce/employees", "what belongs to a person is held to the same rules (W17)"},
	{"app/workforce/imports", "app/workforce/employees", "files of employees are saved by the rules of their records"},
	{"app/workforce/imports", "app/workforce/customers", "files of customers are saved by the rules of their records"},
	{"app/workforce/imports", "app/workforce/shifts", "files of shifts are saved by the rules of their records"},
	{"app/workforce/imports", "app/workforce/expenses", "files of expenses are saved by the rules of their records"},
	{"app/workforce/imports", "app/workforce/leaverequests", "files of leave are saved by the rules of their records"},
	{"app/workforce/imports", "app/workforce/bankcodes", "files name pay codes"},
	{"app/workforce/archives", "app/workforce/employees", "shows each feature's archive (W11)"},
	{"app/workforce/archives", "app/workforce/expenses", "shows each feature's archive (W11)"},
	{"app/workforce/archives", "app/workforce/leaverequests", "shows each feature's archive (W11)"},
	{"app/workforce/archives", "app/workforce/shifts", "shows each feature's archive (W11)"},
	{"app/workforce/archives", "app/workforce/timesheets", "shows each feature's archive (W11)"},
	{"app/workforce/timesheets", "app/accounts/notifications", "people hear of their sheets and of their crew's (W15)"},
	{"app/workforce/expenses", "app/accounts/notifications", "people hear what is decided about their expenses (W15)"},
	{"app/workforce/leaverequests", "app/accounts/notifications", "people hear of leave that is asked for and decided (W15)"},
	{"app/workforce/payperiods", "app/accounts/notifications", "people hear that their period is approved (W15)"},
	{"app/workforce/employees", "app/workforce/payperiods", "a profile says where the current period stands"},
	{"app/workforce/employees", "app/workforce/clockings", "the list says who works, who is late and who is away"},
	{"app/workforce/leavebalances", "app/workforce/leaverequests", "leave that is taken or asked for is read, and not stored twice (W9a)"},
	{"app/workforce/employees", "app/workforce/leavebalances", "an import that is undone takes back the leave that a rule has given (W9a)"},
	{"app/workforce/timesheets", "app/workforce/leavebalances", "an approved timesheet has earned leave (W9a)"},
	{"app/workforce/approvals", "app/workforce/leavebalances", "who decides about leave sees how much is left (W9a)"},
	{"app/workforce/deputies", "app/workforce/leaverequests", "an absent supervisor has approved leave"},
	{"app/workforce/payroll", "app/workforce/leaverequests", "who has approved leave misses no hours"},
	{"app/workforce/clockings", "app/workforce/leaverequests", "who has approved leave is away"},
	{"app/workforce/approvals", "app/workforce/deputies", "a deputy sees for whom they decide"},
	{"app/home", "app/workforce/deputies", "Today says for whom its reader stands in"},
	{"app/workforce/approvals", "app/accounts/notifications", "supervisors hear of timesheets that wait for them (W15)"},
	{"app/accounts/notifications", "app/accounts/outgoingmail", "what people are notified of goes out by e-mail, too (W15)"},
	{"app/accounts/notifications", "app/accounts/webhooks", "other systems are told of what people are notified of (A6)"},
	{"app/accounts/notifications", "app/accounts/push", "what people are notified of goes to their devices, too (W15)"},
	{"app/workforce/shifts", "app/accounts/calendars", "people read their shifts in the calendar of their phone"},
	{"app/workforce/leaverequests", "app/accounts/calendars", "people read leave in the calendar of their phone"},
	{"app/workforce/payperiods", "app/accounts/calendars", "people read pay periods in the calendar of their phone"},
	{"app/hub/events", "app/accounts/calendars", "people who run events read them in the calendar of their phone"},
	{"app/accounts/settings", "app/accounts/apitokens", "people create and revoke their tokens on a page of the settings (A3)"},
	{"app/accounts/auth", "app/accounts/accesstokens", "programs send access tokens (A3)"},
	{"app/accounts/auth", "app/accounts/passkeys", "people sign in with passkeys (A5)"},
	{"app/accounts/auth", "app/accounts/passwords", "passwords are hashed and verified (A5)"},
	{"app/accounts/auth", "app/accounts/openid", "people sign in with the company's identity provider (A1-A3)"},
	{"app/accounts/auth", "app/accounts/outgoingmail", "links to choose a password go out by e-mail (A5)"},
	{"app/search", "app/help", "finds the tasks of the guides"},
	{"app/search", "app/workforce/employees", "finds employees"},
	{"app/search", "app/workforce/payperiods", "names the current period, whose timesheets it leads to"},
	{"app/search", "app/hub/events", "finds events"},
	{"app/search", "app/hub/rsvp", "finds registrations"},
	{"app/search", "app/hub/directory", "finds customers"},
	{"app/home", "app/hub/events", "Today says which events come, and how many people to them"},
	{"app/home", "app/accounts/configuration", "the first administrator sets what a company must decide"},
	{"app/home", "app/workforce/bankcodes", "the first administrator chooses pay codes to begin with"},
	{"app/home", "app/hub/campaigns", "Today shows the sends under way"},
	{"app/home", "app/hub/rsvp", "Today draws the registrations of the next event"},
	{"app/home", "app/workforce/approvals", "Today says how many decisions wait, by the count of the queue"},
	{"app/home", "app/workforce/payperiods", "Today says how far the period has come and what waits in it"},
	{"app/home", "app/workforce/payroll", "Today says which periods are approved and not exported"},
	{"app/workforce/approvals", "app/workforce/mytime", "a sheet is decided with its days and weeks in sight"},
	{"app/hub/rsvp", "app/hub/answers", "which recipients of campaigns a registration answers for"},
	{"app/hub/campaigns", "app/hub/answers", "which of its recipients have answered"},
	{"app/workforce/approvals", "app/workforce/payperiods", "a waiting sheet shows the warnings of its owner's period"},
	{"app/workforce/approvals", "app/workforce/shifts", "the breaks of a shift that has changed since an approval are named"},
	{"app/workforce/approvals", "app/workforce/timesheets", "sheets are decided (W7)"},
	{"app/workforce/approvals", "app/workforce/expenses", "expenses are decided (W7)"},
	{"app/workforce/approvals", "app/workforce/leaverequests", "leave is decided (W9)"},
	{"app/workforce/mytime", "app/workforce/timesheets", "the sheet that time is entered on, handed in and approved"},
	{"app/workforce/mytime", "app/workforce/shifts", "shifts are entered in the grid"},
	{"app/workforce/mytime", "app/workforce/expenses", "expenses are entered in the grid"},
	{"app/workforce/mytime", "app/workforce/leaverequests", "leave stands on its days"},
	{"app/workforce/mytime", "app/workforce/payperiods", "the calendar, the hours and the overtime they make (W1, W3)"},
	{"app/workforce/hours", "app/workforce/payperiods", "the hours of several weeks, with their overtime (W3, W12)"},
	{"app/workforce/hours", "app/workforce/shifts", "the file of the shifts that are added up (W12)"},
	{"app/workforce/exports", "app/workforce/payperiods", "the export is the overview line by line (W13)"},
	{"app/workforce/payroll", "app/workforce/payperiods", "the approved lines of a period (W13)"},
	{"app/workforce/payroll", "app/workforce/timesheets", "which sheets of a period wait is counted as the approvals count them"},
	{"app/hub/audience", "app/hub/directory", "customers are picked from what a search finds"},
	{"app/hub/directory", "app/hub/timeline", "what happened with a customer stands on its page"},
	{"app/hub/rsvp", "app/hub/timeline", "what happened with a guest stands on the page of a registration"},
	{"app/hub/audience", "app/hub/events", "a list belongs to an event there is"},
	{"app/hub/campaigns", "app/hub/events", "a send is of an event there is, and not after it has begun"},
	{"app/hub/campaigns", "app/hub/templates", "the looks of its messages"},
	{"app/hub/campaigns", "app/hub/audience", "who has left is left out of what their filters chose (R11)"},
	{"app/hub/campaigns", "app/accounts/notifications", "staff hear how a send comes along, and that it has come to rest (W15)"},
	{"app/hub/sender", "app/hub/campaigns", "a worker sends campaigns: their messages, their recipients, their status and counts"},
	{"app/hub/sender", "app/hub/rsvp", "personal links are issued as recipients are claimed (R18)"},
	{"app/hub/bounces", "app/hub/tracking", "what mailboxes and webhooks tell of messages is recorded as delivery events are (R9)"},
	{"app/hub/tracking", "app/hub/campaigns", "opens, clicks and delivery events are of a campaign's recipients, and change its counts"},
	{"app/hub/tracking", "app/hub/events", "the page of an unsubscribe link wears the event's colours"},
	{"app/hub/tracking", "app/hub/suppressions", "guests choose what they receive, and what providers report may suppress an address (R9)"},
	{"app/hub/suppressions", "app/hub/events", "the list says which event's message led to a suppression"},
	{"app/hub/suppressions", "app/accounts/notifications", "staff hear of addresses whose messages keep coming back (W15)"},
	{"app/hub/rsvp", "app/hub/suppressions", "nothing is sent to an address that refuses it"},
	{"app/hub/campaigns", "app/hub/suppressions", "nothing is sent to an address that refuses it"},
	{"app/hub/rsvp", "app/hub/events", "an answer is to an event, which says when and how many"},
	{"app/hub/guestlist", "app/hub/events", "totals are of the questions of an event"},
	{"app/hub/guestlist", "app/hub/rsvp", "prints and exports the registrations (R19)"},
	{"app/hub/rsvp", "app/accounts/notifications", "staff hear that guests have answered (W15)"},
	{"app/hub/rsvp", "app/accounts/webhooks", "other systems are told of answers and check-ins (A6)"},
	{"app/hub/rsvp", "app/accounts/outgoingmail", "guests get a confirmation of their answer by e-mail (R16)"},
	{"app/hub/outbox", "app/hub/campaigns", "messages are grouped by their campaigns"},
	{"app/hub/outbox", "app/hub/templates", "the HTML of a message is shown without its pixel"},
	{"app/hub/overview", "app/hub/events", "says how an event stands"},
	{"app/hub/overview", "app/hub/rsvp", "counts the registrations by day, and those to review"},
	{"app/hub/overview", "app/hub/campaigns", "says how far the invitation has come, and who has not opened it"},
	{"app/hub/overview", "app/hub/door", "says how many people came"},
	{"app/hub/door", "app/hub/events", "guests are checked in to an event"},
	{"app/hub/door", "app/hub/rsvp", "who is checked in has a registration"},
	{"app/hub/templates", "app/hub/events", "an invitation is an event in the words of an e-mail (R14)"},
	{"app/hub/templates", "app/hub/rsvp", "an invitation carries the same calendar file as the guest's page (R21)"},
	{"app/hub/blocks", "app/hub/events", "blocks are the invitation of an event"},
	{"app/hub/blocks", "app/hub/templates", "blocks are rendered as the content of a template, and become one"},
	{"app/workforce/payroll", "app/workforce/exports", "its files have the columns of the export (W13)"},
}

// leaves are the packages in plumbing and views that the general arrows above would let know too much.
var leaves = map[string][]string{
	"app/platform/bulk":        {"app/platform/errs", "db"},
	"app/platform/change":      {},
	"app/platform/errs":        {"db"},
	"app/platform/holidays":    {"app/platform/i18n", "db"},
	"app/platform/archival":    {"app/platform/errs", "db"},
	"app/platform/i18n":        {},
	"app/platform/palette":     {},
	"app/platform/paths":       {"static"},
	"app/platform/contact":     {},
	"app/platform/mail":        {"app/platform/errs", "app/platform/outbound", "app/platform/tracing", "db"},
	"app/platform/bouncemail":  {"app/platform/mail", "app/platform/outbound"},
	"app/platform/outbound":    {"app/platform/tracing", "db"},
	"app/platform/outage":      {},
	"app/platform/tracing":     {},
	"app/platform/qr":          {"views/ui"},
	"app/platform/seal":        {},
	"app/platform/tablewriter": {"app/platform/errs", "db"},
	"app/platform/capacity":    {},
	"app/platform/filecheck":   {},
	"app/platform/pictures":    {"app/platform/capacity", "app/platform/errs"},
	"app/platform/tablereader": {"app/platform/capacity", "app/platform/contact", "app/platform/errs", "app/platform/filecheck"},
	"app/platform/typed":       {},
	"app/platform/walltime":    {"db"},
	"app/platform/audit":       {"db"},
	"app/platform/httpx": {"app/platform/capacity", "app/platform/errs", "app/platform/i18n", "app/platform/paths", "app/platform/archival",
		"app/platform/outage", "app/platform/tracing", "app/platform/walltime", "db", "views/ui"},
	"views/ui":     {"app/platform/i18n", "app/platform/paths", "static"},
	"views/layout": {"app/platform/i18n", "app/platform/paths", "static", "views/ui"},
	"static":       {},
}

// TestArchitecture_Groups has every package of app/ lie in a group, or be one of those that stand above them.
func TestArchitecture_Groups(t *testing.T) {
	above := []string{"app", "app/home", "app/search", "app/help", "app/demo", "app/doctor", "app/apptest", "app/apptest/argon", "app/apptest/browser",
		"app/apptest/chromium", "app/apptest/fake",
		"app/apptest/featuretest", "app/apptest/htmltest", "app/apptest/idp", "app/apptest/mailtest", "app/apptest/outline",
		"app/apptest/sends", "app/apptest/sink",
		"app/apptest/timetest", "app/laws"}
	for _, s := range product(t, true) {
		if strings.HasPrefix(s.dir+"/", "app/") && groupOf(s.dir) == "" && !slices.Contains(above, s.dir) {
			t.Errorf("%s lies in no group: %s is a feature of the workforce, the hub or the accounts, or part of the platform", s.path, s.dir)
		}
	}
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
	if from, into := groupOf(s.dir), groupOf(to); from != "" && into != "" && from != into && !slices.Contains(groups[from], into) {
		return "the group " + from + " does not know " + into
	}
	if isFeature(s.dir) && isFeature(to) && to != "app/accounts/auth" {
		i := slices.IndexFunc(pairs, func(p arrow) bool { return p.from == s.dir && p.to == to })
		if i < 0 {
			return "one feature knows another only by the list of pairs in this test, with a reason; the list must stay free of circles"
		}
		used[pairs[i]] = true
		return ""
	}
	for _, a := range arrows {
		if matches(a.from, s.dir, s.dir) && matches(a.to, to, s.dir) {
			return ""
		}
	}
	return "no arrow allows it: views draw what they are given, plumbing knows no feature, and only package app knows all"
}

// matches holds a folder against one side of an arrow; from is the folder that imports.
func matches(pattern, dir, from string) bool {
	switch pattern {
	case "feature":
		return isFeature(dir)
	case "package":
		return groupOf(dir) != "" || path.Dir(dir) == "app"
	case "views":
		if !isFeature(from) {
			return strings.HasPrefix(dir, "views/")
		}
		return dir == "views/"+strings.TrimPrefix(from, "app/")
	}
	ok, err := path.Match(pattern, dir)
	return ok && err == nil
}

// sqlText is text that begins as a statement does, or holds the words of one.
var sqlText = regexp.MustCompile(`(?s)^\s*(SELECT\s|INSERT\s+INTO\s|UPDATE\s+\w+.*\sSET\s|DELETE\s+FROM\s|WITH\s+(RECURSIVE\s+)?\w+.*\sAS\s*\()|\sFROM\s+[a-z_]+\s.*\bWHERE\b`)

// sqlElsewhere are files that may hold SQL though they are no store.
var sqlElsewhere = map[string]string{
	"app/accounts/auth/actor.go": "the scopes of C11, which every store puts into its own statements",
}

// isStore tells the files that hold a feature's SQL: store.go, and where that would be too long one store_SUBJECT.go beside it
// for each subject.
func isStore(name string) bool {
	return name == "store.go" || strings.HasPrefix(name, "store_") && strings.HasSuffix(name, ".go")
}

func TestArchitecture_SQLStandsInStores(t *testing.T) {
	for _, s := range product(t, false) {
		// the last three are tools of tests
		inDB := s.dir == "db" || strings.HasPrefix(s.dir, "db/") || s.dir == "app/apptest" || s.dir == "app/apptest/sends" ||
			s.dir == "cmd/bench" || s.dir == "cmd/torture"
		if inDB || isStore(s.name) || sqlElsewhere[s.path] != "" {
			continue
		}
		s.texts(func(n ast.Node, text string) {
			if sqlText.MatchString(text) {
				t.Errorf("%s: SQL outside store.go and store_*.go: whoever changes a table looks in the stores of one feature, and "+
					"services stay readable", s.at(n))
			}
		})
	}
}

// TestArchitecture_SQLIsKnownWhenSeen shows what the rule above takes for SQL.
func TestArchitecture_SQLIsKnownWhenSeen(t *testing.T) {
	for text, want := range map[string]bool{
		"SELECT id FROM shifts": true, "\n\tDELETE FROM shifts WHERE id = $1": true, "INSERT INTO shifts (id) VALUES ($1)": true,
		"UPDATE shifts SET day = $1": true, "WITH RECURSIVE tree(id) AS (SELECT 1)": true, " id, day FROM shifts s WHERE s.id = $1": true,
		"Select a period": false, "Update the record": false, "Delete one shift": false, "the hours from noon": false,
		"Only records with a larger id": false,
	} {
		if sqlText.MatchString(text) != want {
			t.Errorf("%q: taken for SQL: %v, want %v", text, !want, want)
		}
	}
}

// lockText is a lock in SQL that one engine has.
var lockText = regexp.MustCompile(`(?i)\bFOR (UPDATE|SHARE|NO KEY|KEY SHARE)\b`)

// TestArchitecture_OnlyPackageDBKnowsTheEngine finds locks of one engine in SQL, and comparisons with an engine, in tests as
// well.
func TestArchitecture_OnlyPackageDBKnowsTheEngine(t *testing.T) {
	list, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		// the others choose an engine for tests and measurements, and read what it alone has
		if s.dir == "db" || strings.HasPrefix(s.dir, "db/") || s.dir == "app/apptest" || s.dir == "app/laws" || strings.HasPrefix(s.dir, "cmd/") {
			continue
		}
		s.texts(func(n ast.Node, text string) {
			if lockText.MatchString(text) {
				t.Errorf("%s: a lock in SQL: see db.Tx.LockRows, LockSelected and the methods of db.Dialect", s.at(n))
			}
		})
		ast.Inspect(s.tree, func(n ast.Node) bool {
			if e, ok := n.(*ast.BinaryExpr); ok && (e.Op == token.EQL || e.Op == token.NEQ) && (isEngine(e.X) || isEngine(e.Y)) {
				t.Errorf("%s: asks which engine it is: see db.Dialect.OneWriter and OneMachine, or the helpers of dbtest", s.at(n))
			}
			return true
		})
	}
}

// isEngine reports whether e is db.SQLite or db.Postgres.
func isEngine(e ast.Expr) bool {
	x, ok := e.(*ast.SelectorExpr)
	if !ok || x.Sel.Name != "SQLite" && x.Sel.Name != "Postgres" {
		return false
	}
	pkg, ok := x.X.(*ast.Ident)
	return ok && pkg.Name == "db"
}

// stateOfLeave is a comparison with the state of leave in SQL.
var stateOfLeave = regexp.MustCompile(`approval_status\s*(\|\| ''\s*)?(=|<>|IN\b|NOT IN\b)`)

// TestArchitecture_LeaveThatCountsIsDefinedOnce finds conditions for approved or open leave outside of their feature.
func TestArchitecture_LeaveThatCountsIsDefinedOnce(t *testing.T) {
	const owner = "app/workforce/leaverequests"
	elsewhere := map[string]string{
		"app/accounts/auth/store_deputies.go": "identifies callers in one statement; TestApprovedCondition_is_the_one_of_deputies compares it",
	}
	used := map[string]bool{}
	for _, s := range product(t, false) {
		// the commands make and count records of tests
		if s.dir == owner || strings.HasPrefix(s.dir, "cmd/") {
			continue
		}
		s.texts(func(n ast.Node, text string) {
			if !stateOfLeave.MatchString(text) {
				return
			}
			if used[s.path] = true; elsewhere[s.path] == "" {
				t.Errorf("%s compares approval_status: see LiveCondition, OpenCondition, ApprovedCondition and IsApproved of %s", s.at(n), owner)
			}
		})
	}
	for path := range elsewhere {
		if !used[path] {
			t.Errorf("%s compares approval_status no more: take it off the list", path)
		}
	}
}

// madeUp are the folders that may make an actor with a role, each with whom it stands for.
var madeUp = map[string]string{
	"app/accounts/auth":    "the person that stands for anonymous callers, if the settings open routes to them",
	"app/demo":             "the people of the demo",
	"app/workforce/kiosks": "the employee who stamps at a kiosk, with the rights of an employee",
	"cmd/presence":         "the operator, who has the database",
}

// TestArchitecture_ActorsAreNotMadeUp has a service read what needs no permission without an actor: one that is made an administrator for
// the sake of a condition may write as well.
func TestArchitecture_ActorsAreNotMadeUp(t *testing.T) {
	used := map[string]bool{}
	for _, s := range product(t, false) {
		if strings.HasPrefix(s.dir, "app/apptest") || strings.HasPrefix(s.dir, "cmd/bench") || s.dir == "cmd/torture" {
			continue
		}
		ast.Inspect(s.tree, func(n ast.Node) bool {
			if x, ok := n.(*ast.CompositeLit); ok && isActor(x.Type) && givesRole(x) {
				if used[s.dir] = true; madeUp[s.dir] == "" {
					t.Errorf("%s makes an actor with a role: a read that needs no permission takes no actor", s.at(n))
				}
			}
			return true
		})
	}
	for dir := range madeUp {
		if !used[dir] {
			t.Errorf("%s makes no actor with a role any more: take it off the list", dir)
		}
	}
}

// isActor reports whether e is auth.Actor, or Actor within its package.
func isActor(e ast.Expr) bool {
	if x, ok := e.(*ast.SelectorExpr); ok {
		pkg, ok := x.X.(*ast.Ident)
		return ok && pkg.Name == "auth" && x.Sel.Name == "Actor"
	}
	x, ok := e.(*ast.Ident)
	return ok && x.Name == "Actor"
}

// givesRole reports whether a literal gives the field Role one of the roles by its name.
func givesRole(lit *ast.CompositeLit) bool {
	for _, e := range lit.Elts {
		pair, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key, ok := pair.Key.(*ast.Ident)
		if !ok || key.Name != "Role" {
			continue
		}
		switch v := pair.Value.(type) {
		case *ast.SelectorExpr:
			pkg, ok := v.X.(*ast.Ident)
			return ok && pkg.Name == "auth"
		case *ast.Ident:
			return ast.IsExported(v.Name)
		}
	}
	return false
}

// bareLimit is a LIMIT whose value is a placeholder, or whatever follows the literal text.
var bareLimit = regexp.MustCompile(`LIMIT \s*(\$|$)`)

func TestArchitecture_LimitsAreCast(t *testing.T) {
	for _, s := range product(t, false) {
		if !isStore(s.name) {
			continue
		}
		s.texts(func(n ast.Node, text string) {
			if bareLimit.MatchString(text) {
				t.Errorf("%s: LIMIT of a bare value: SQLite compiles the statement anew for each; see db.Limit", s.at(n))
			}
		})
	}
}

// owners say which feature writes a table.
var owners = map[string]string{
	"schema_migrations": "db", "replicas": "db", "backups": "db", "storage_probe": "app/home",
	"people": "app/accounts/auth", "sessions": "app/accounts/auth", "refresh_tokens": "app/accounts/auth", "auth_secrets": "app/accounts/auth",
	"password_requests": "app/accounts/auth", "outgoing_mail": "app/accounts/outgoingmail",
	"calendars": "app/accounts/calendars", "push_subscriptions": "app/accounts/push", "push_messages": "app/accounts/push",
	"webhook_endpoints": "app/accounts/webhooks", "webhook_deliveries": "app/accounts/webhooks",
	"identities": "app/accounts/auth", "api_tokens": "app/accounts/apitokens", "sign_in_budgets": "app/accounts/auth",
	"passkeys": "app/accounts/auth", "code_apps": "app/accounts/auth", "recovery_codes": "app/accounts/auth",
	"second_factor_roles": "app/accounts/auth",
	"employees":           "app/workforce/employees", "bank_codes": "app/workforce/bankcodes",
	"timesheets": "app/workforce/timesheets", "timesheet_approvals": "app/workforce/timesheets",
	"leave_requests": "app/workforce/leaverequests", "leave_rules": "app/workforce/leavebalances", "leave_ledger": "app/workforce/leavebalances",
	"leave_counts": "app/workforce/leaverequests", "holiday_pay": "app/workforce/holidaypay", "deputies": "app/workforce/deputies", "activities": "app/workforce/activities",
	"planned_shifts": "app/workforce/schedule", "published_shifts": "app/workforce/schedule",
	"usual_weeks": "app/workforce/usualweeks", "usual_shifts": "app/workforce/usualweeks", "hourly_costs": "app/workforce/activities", "kiosks": "app/workforce/kiosks", "badges": "app/workforce/kiosks",
	"shifts": "app/workforce/shifts", "shift_weeks": "app/workforce/shifts", "expenses": "app/workforce/expenses",
	"expense_receipts": "app/workforce/expenses", "clockings": "app/workforce/clockings", "clock_stamps": "app/workforce/clockings",
	"day_blocks": "app/platform/dayblocks", "open_lines": "app/workforce/timesheets",
	"payroll_exports": "app/workforce/payroll", "payroll_export_lines": "app/workforce/payroll", "payroll_presets": "app/workforce/payroll",
	"settings": "app/accounts/configuration", "audit_log": "app/platform/audit", "notifications": "app/accounts/notifications",
	"notification_preferences": "app/accounts/notifications",
	"events":                   "app/hub/events", "events_open_as_shipped": "app/hub/events", "event_attachments": "app/hub/events",
	"event_pictures": "app/hub/events", "event_blocks": "app/hub/blocks", "event_block_pictures": "app/hub/blocks",
	"directory_state": "app/hub/directory", "directory_cities": "app/hub/directory", "directory_customers": "app/hub/directory",
	"directory_emails": "app/hub/directory",
	"directory_phones": "app/hub/directory", "directory_subscriptions": "app/hub/directory", "directory_words": "app/hub/directory",
	"directory_syncs": "app/hub/directory", "directory_rejects": "app/hub/directory",
	"directory_uploads": "app/hub/directory", "directory_upload_parts": "app/hub/directory",
	"templates":        "app/hub/templates",
	"audience_sources": "app/hub/audience", "audience_entries": "app/hub/audience",
	"rsvp_links": "app/hub/rsvp", "rsvps": "app/hub/rsvp", "rsvp_revisions": "app/hub/rsvp", "rsvp_tallies": "app/hub/rsvp",
	"campaign_answers": "app/hub/answers",
	"waiting_parties":  "app/hub/rsvp",
	"arrivals":         "app/hub/door", "held_arrivals": "app/hub/door", "door_links": "app/hub/door", "rsvp_codes": "app/hub/rsvp",
	"rsvp_attempts": "app/hub/rsvp", "rsvp_asked": "app/hub/rsvp",
	"campaign_looks": "app/hub/campaigns", "event_messages": "app/hub/campaigns",
	"campaigns": "app/hub/campaigns", "campaign_recipients": "app/hub/campaigns", "campaign_workers": "app/hub/sender",
	"send_limits": "app/hub/sender", "send_tests": "app/hub/campaigns", "send_settings": "app/hub/campaigns",
	"suppressions": "app/hub/suppressions", "soft_bounces": "app/hub/suppressions", "bounce_mailboxes": "app/hub/bounces",
	"guest_preferences": "app/hub/suppressions",
	"imports":           "app/workforce/imports", "import_rows": "app/workforce/imports", "import_headings": "app/workforce/imports",
	"erasures": "app/accounts/personaldata", "erased_identities": "app/accounts/personaldata",
	"company_archives": "app/accounts/companydata", "company_archive_chunks": "app/accounts/companydata",
	"customers": "app/workforce/customers", "oauth_sessions": "app/accounts/oauthsessions", "idempotency_keys": "app/platform/httpx",
}

// alsoWrite are the packages that write a table beside its owner, each with the part of a row's life that is its own.
var alsoWrite = []arrow{
	{"app/accounts/auth", "api_tokens", "used_at; deletes tokens that have expired, and those of people whose sign-ins end"},
	{"app/accounts/auth", "calendars", "deletes those of people whose sign-ins end"},
	{"app/accounts/auth", "push_subscriptions", "session_hash; deletes those of sign-ins that end"},
	{"app/accounts/accesstokens", "auth_secrets", "the rows signing_key and issuer"},
	{"app/hub/tracking", "campaign_recipients", "opened_at, clicked_at, scanned_at: the first open and click, and the first of a program"},
}

// alsoRead are the packages that read a table of a feature that they may not import, each with why it does not ask that feature.
var alsoRead = []arrow{
	{"app/accounts/auth", "employees", "who calls, and whose records they see: one statement, and conditions that every store puts into its own"},
	{"app/accounts/auth", "deputies", "for whom the caller stands in: part of that statement"},
	{"app/accounts/auth", "leave_requests", "during whose leave: part of that statement"},
	{"app/accounts/auth", "customers", "an account belongs to an employee, to a customer, or to nobody else"},
	{"app/accounts/notifications", "employees", "their accounts, joined with what these were notified of"},
	{"app/accounts/oauthsessions", "employees", "the names of the accounts, by which sessions are searched and sorted"},
	{"app/accounts/companydata", "employees", "exports every table"},
	{"app/accounts/companydata", "audience_sources", "exports every table"},
	{"app/accounts/companydata", "directory_syncs", "exports every table"},
	{"app/platform/dayblocks", "timesheets", "a line changes with its sheet; made by the columns that the features declare"},
}

var reads = regexp.MustCompile(`(?s)\b(?:FROM|JOIN)\s+([a-z_]+)`)

// TestArchitecture_ReadersKnowTheOwner has a package read the tables of features that it may import, by the groups.
func TestArchitecture_ReadersKnowTheOwner(t *testing.T) {
	used := map[int]bool{}
	for _, s := range product(t, false) {
		group := groupOf(s.dir)
		if group == "" {
			continue
		}
		s.texts(func(n ast.Node, text string) {
			for _, found := range reads.FindAllStringSubmatch(text, -1) {
				of := groupOf(owners[found[1]])
				if of == "" || of == group || slices.Contains(groups[group], of) {
					continue
				}
				i := slices.IndexFunc(alsoRead, func(a arrow) bool { return a.from == s.dir && a.to == found[1] })
				if i < 0 {
					t.Errorf("%s reads %s, which is %s's: its columns and states are known there; the caller, which knows both, hands over what "+
						"is needed", s.at(n), found[1], owners[found[1]])
				}
				used[i] = true
			}
		})
	}
	for i, a := range alsoRead {
		if !used[i] {
			t.Errorf("%s no longer reads %s: take it off the list", a.from, a.to)
		}
	}
}

var (
	tableMade = regexp.MustCompile(`(?m)^CREATE TABLE (\w+)`)
	writes    = regexp.MustCompile(`(?s)\b(?:INSERT\s+INTO|DELETE\s+FROM|UPDATE)\s+([a-z_]+)`)
)

func TestArchitecture_OneWriterPerTable(t *testing.T) {
	tables := map[string]bool{}
	text, err := os.ReadFile("../../db/migrations/schema.sql")
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
	written, used := map[string]bool{}, map[int]bool{}
	for _, s := range product(t, false) {
		// they measure and test
		if strings.HasPrefix(s.dir, "app/apptest/") || strings.HasPrefix(s.dir, "cmd/bench") || s.dir == "cmd/torture" ||
			s.dir == "app/apptest" || strings.HasPrefix(s.dir, "db/dbtest") {
			continue
		}
		s.texts(func(n ast.Node, text string) {
			for _, found := range writes.FindAllStringSubmatch(text, -1) {
				table := found[1]
				if !tables[table] {
					continue
				}
				written[table] = true
				also := arrow{from: s.dir, to: table}
				if i := slices.IndexFunc(alsoWrite, func(a arrow) bool { return a.from == also.from && a.to == also.to }); i >= 0 {
					used[i] = true
				} else if owners[table] != s.dir {
					t.Errorf("%s writes %s, which is %s's: one writer keeps a table's rules in one place; others ask its service", s.at(n), table,
						owners[table])
				}
			}
		})
	}
	for table, owner := range owners {
		if _, err := os.Stat("../../" + owner + "/store.go"); err == nil && !written[table] {
			t.Errorf("nobody writes %s: is %s still its owner?", table, owner)
		}
	}
	for i, a := range alsoWrite {
		if !used[i] {
			t.Errorf("%s no longer writes %s: take it off the list", a.from, a.to)
		}
	}
}

// stepChange is an assignment to the state, the phase or the lease of recipients, or a SET whose columns are not in the same text.
var stepChange = regexp.MustCompile(`(?s)\bUPDATE\s+campaign_recipients\s+SET\s*(?:$|(?:[^W]|W[^H])*\b(?:status|phase|lease)\s*=)`)

// firstEvents names the columns of campaign_recipients that it sets by constants of its own.
const firstEvents = "app/hub/tracking/store.go"

func TestArchitecture_OneFileMovesRecipients(t *testing.T) {
	const moves = "app/hub/campaigns/store_moves.go"
	seen := false
	for _, s := range product(t, false) {
		if strings.HasPrefix(s.dir, "app/apptest") || s.dir == "cmd/torture" || s.dir == "cmd/bench" || s.path == firstEvents {
			continue
		}
		s.texts(func(n ast.Node, text string) {
			if !stepChange.MatchString(text) {
				return
			}
			if s.path != moves {
				t.Errorf("%s changes the state, the phase or the lease of recipients: all transitions, and what they count, are in %s", s.at(n), moves)
			}
			seen = true
		})
	}
	if !seen {
		t.Errorf("%s has no transition", moves)
	}
}

// TestArchitecture_MovesAreKnownWhenSeen shows what the rule above takes for a change of the state, the phase or the lease.
func TestArchitecture_MovesAreKnownWhenSeen(t *testing.T) {
	for text, want := range map[string]bool{
		"UPDATE campaign_recipients SET phase = ": true, "WITH due AS (SELECT 1)\n\tUPDATE campaign_recipients SET lookups = 0, lease = $1": true,
		"UPDATE campaign_recipients SET ": true, "UPDATE campaign_recipients SET status = 1 WHERE id = $1": true,
		"UPDATE campaign_recipients SET next_at = $3 WHERE campaign_id = $1 AND phase = 0": false,
		"SELECT phase FROM campaign_recipients WHERE status = 0":                           false,
	} {
		if stepChange.MatchString(text) != want {
			t.Errorf("%q: taken for a change: %v, want %v", text, !want, want)
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
// connectors are what connects to any address, by the package that has it.
var connectors = map[string]map[string]bool{
	"net":  {"Dial": true, "DialTimeout": true, "DialTCP": true, "Dialer": true},
	"tls":  {"Dial": true, "DialWithDialer": true, "Dialer": true},
	"http": {"Get": true, "Head": true, "Post": true, "PostForm": true, "DefaultClient": true, "DefaultTransport": true, "Transport": true},
}

func TestArchitecture_ConnectionsGoThroughOutbound(t *testing.T) {
	for _, s := range product(t, true) {
		if !strings.HasPrefix(s.dir, "app/") || strings.HasPrefix(s.dir, "app/apptest") || s.dir == "app/platform/outbound" {
			continue
		}
		ast.Inspect(s.tree, func(n ast.Node) bool {
			e, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := e.X.(*ast.Ident); ok && x.Obj == nil && connectors[x.Name][e.Sel.Name] {
				t.Errorf("%s: %s.%s outside app/platform/outbound, which refuses the addresses of cloud metadata", s.at(n), x.Name, e.Sel.Name)
			}
			return true
		})
	}
}

func TestArchitecture_NoTextTemplate(t *testing.T) {
	for _, s := range product(t, false) {
		for _, i := range s.imports {
			if i == "text/template" || i == "html/template" {
				t.Errorf("%s imports %s: it finds methods by their names as it runs, so the linker keeps every exported method of every "+
					"type, a sixth of the binary; pages are templ's, and what is simpler takes strings", s.path, i)
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
				if i == "net/http" || i == "presence/app/platform/httpx" || strings.Contains(i, "gin-gonic") || strings.Contains(i, "huma") {
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

// TestAccessRules_are_left_out_by_tests_only shows that no router of the product is made without access rules.
func TestAccessRules_are_left_out_by_tests_only(t *testing.T) {
	for _, s := range product(t, false) {
		if strings.HasPrefix(s.dir, "app/apptest") || s.dir == "app/platform/httpx" {
			continue
		}
		ast.Inspect(s.tree, func(n ast.Node) bool {
			if x, is := n.(*ast.SelectorExpr); is && x.Sel.Name == "NoRules" {
				t.Errorf("%s uses httpx.NoRules", s.at(n))
			}
			return true
		})
	}
}
