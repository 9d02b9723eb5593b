package app

import (
	"slices"

	"presence/app/accounts/webhooks"
	"presence/app/hub/rsvp"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
)

// aboutAPI returns the general parts of the OpenAPI description (C9): what applies to all routes, and the order of their
// groups. Descriptions and examples of parameters and fields are in the tags doc and example of their Go structs.
func aboutAPI(server string, open bool, kinds []webhooks.Kind) httpx.APIInfo {
	info := httpx.APIInfo{Server: server, OpenUndeclared: open, Summary: aboutAll, Tags: aboutTags}
	for _, k := range append(kinds, webhooks.TestKind) {
		w := httpx.Webhook{Kind: string(k), Summary: i18n.EN.T(i18n.WebhookKindNames[string(k)])}
		if slices.Contains(rsvp.WebhookKinds, k) {
			w.Schema = "Rsvp"
		}
		info.Webhooks = append(info.Webhooks, w)
	}
	return info
}

const aboutAll = `Presence keeps a company's time: employees, timesheets, shifts, expenses, leave and the pay periods that they add up to.

**Signing in.** Send ` + "`Authorization: Bearer …`" + `. Tokens come from ` + "`POST /auth/v1/token`" +
	`, from the sign-in of a browser, or from the command ` + "`presence token`" +
	`. What a caller may not see answers exactly as what does not exist.

**Refusals** are problem documents (RFC 9457): ` + "`code`" + ` is for programs, ` + "`detail`" + ` for people, and ` + "`errors`" +
	` lists every fault of what was sent at once, 100 at most.

**Bodies** are strict: one JSON value in UTF-8, known keys only, in their exact case, none twice, at most 1 MiB, and 64 KiB where no sign-in is needed. A PATCH changes the fields that it names and nothing else; null empties a field that may be empty. A record may be sent back as it was read: read-only fields are ignored by POST, and PATCH refuses them only where they differ from what stands.

**Time.** Instants go out in UTC (2026-11-20T13:00:00Z) and come in as RFC 3339; without an offset they are read by the company's clock. A day is YYYY-MM-DD, or a date-time whose calendar day counts as it is written.

**Safe writes.** Single records carry an ETag: send it back as If-Match, and a write is refused with 412 when the record has changed since. A POST with an Idempotency-Key is done once, however often it is sent, for callers who have signed in. Where the answer contains a secret that is shown once, sending it again is refused (409, shown_once). Uploads, and requests that only look or test, refuse the header (400, idempotency_unsupported), which their descriptions say.

**Lists** are bare arrays in the order of ids. With limit, the Link header leads to the next records. A query parameter that is not documented is refused.`

var aboutTags = []httpx.Tag{
	{Name: "sign-in", Text: "Tokens, and who they belong to"},
	{Name: "employees", Text: "People whose time is kept. A last work day of today or earlier archives, null restores"},
	{Name: "timesheets", Text: "What an employee hands in and a supervisor approves; an approved one locks its shifts and expenses"},
	{Name: "shifts", Text: "Work from one moment to another, at most 24 hours, without overlap"},
	{Name: "clockings", Text: "The clock: clocking in and out, breaks and changes of task, each stretch of which becomes a shift"},
	{Name: "expenses", Text: "Money spent and distances driven"},
	{Name: "imports", Text: "Records that a company brings with it, from CSV and XLSX files"},
	{Name: "leave-requests", Text: "Absence that is asked for and decided"},
	{Name: "leave-balances", Text: "How much leave is left, the ledger that it is the sum of, and the rules by which it is earned"},
	{Name: "kiosks", Text: "Tablets on which employees clock in and out, and the badges and PINs for them"},
	{Name: "planned-shifts", Text: "The schedule as it is planned; employees see it when it is published"},
	{Name: "published-shifts", Text: "The schedule as employees see it, with the open shifts that they can take"},
	{Name: "usual-weeks", Text: "The shifts that employees usually work, from which their time and schedules are filled"},
	{Name: "holiday-pay", Text: "What employees are paid for statutory holidays, computed by the program from the hours of the weeks before"},
	{Name: "activities", Text: "What hours and expenses are for, beside their customers"},
	{Name: "deputies", Text: "Who stands in for absent supervisors, and when"},
	{Name: "bank-codes", Text: "What the pay system calls each kind of shift, expense and leave"},
	{Name: "pay-periods", Text: "Fourteen days each, 26 to a pay year, computed and never stored"},
	{Name: "exports", Text: "A pay period as the pay system takes it over"},
	{Name: "payroll", Text: "Exports of pay periods that are numbered and kept, and the layouts of their files"},
	{Name: "customers", Text: "Customer records"},
	{Name: "directory", Text: "The mirror of the customer records that another system keeps"},
	{Name: "webhooks", Text: "The endpoints that are told what happens, and what was sent to them, for administrators"},
	{Name: "settings", Text: "The settings of the company, for administrators"},
	{Name: "company-data", Text: "All records of the company as one archive, for administrators"},
	{Name: "personal-data", Text: "What is held of a person as a guest or customer, and its erasure, for administrators"},
	{Name: "oauth-sessions", Text: "Tokens for other applications, kept encrypted"},
	{Name: "templates", Text: "E-mails that staff wrote for invitations. They know a closed list of placeholders"},
	{Name: "audience", Text: "The main list of an event: whom its mass send goes to, each address once. It is built from " +
		"filters over the directory, from picks and from CSV"},
	{Name: "events", Text: "What guests are invited to. Those that ship with the program are there until somebody saves them, " +
		"and again when that is deleted"},
	{Name: "campaigns", Text: "Sends of invitations and reminders: each guest gets one message, whatever dies meanwhile. Their " +
		"recipients, states and reports"},
	{Name: "rsvps", Text: "Who comes to an event: the guest's page, its answers, and how sure it is whose they are"},
	{Name: "archives", Text: "Deleted records, people who have left, and what has aged"},
	{Name: "notifications", Text: "What the caller is told, and what waits for a decision"},
	{Name: "calendars", Text: "Secret addresses at which calendar programs read what concerns the caller"},
	{Name: "push-subscriptions", Text: "The devices on which the caller receives notices"},
	{Name: "service", Text: "The service itself"},
}
