package app

import (
	"presence/app/home"
	"presence/app/platform/httpx"
)

// aboutAPI is what the OpenAPI description says beside the routes (C9): what holds for all of them, in which
// order to read them, and what the words mean that recur everywhere.
func aboutAPI(server string, open bool) httpx.APIInfo {
	return httpx.APIInfo{Server: server, OpenUndeclared: open, Summary: aboutAll, Tags: aboutTags,
		PublicPrefixes: append([]string{"/auth/"}, home.Probes...), FieldDocs: aboutWords, Examples: examples}
}

const aboutAll = `Presence keeps a company's time: employees, timesheets, shifts, expenses, leave and the pay periods that they add up to.

**Signing in.** Send ` + "`Authorization: Bearer …`" + `. Tokens come from ` + "`POST /auth/v1/token`" +
	`, from the sign-in of a browser, or from the command ` + "`presence token`" +
	`. What a caller may not see answers exactly as what does not exist.

**Refusals** are problem documents (RFC 9457): ` + "`code`" + ` is for programs, ` + "`detail`" + ` for people, and ` + "`errors`" +
	` lists every fault of what was sent at once, 100 at most.

**Bodies** are strict: one JSON value in UTF-8, known keys only, in their exact case, none twice, at most 1 MiB, and 64 KiB where no sign-in is needed. A PATCH changes the fields that it names and nothing else; null empties a field that may be empty. A record may be sent back as it was read: read-only fields are ignored by POST, and PATCH refuses them only where they differ from what stands.

**Time.** Instants go out in UTC (2026-11-20T13:00:00Z) and come in as RFC 3339; without an offset they are read by the company's clock. A day is YYYY-MM-DD, or a date-time whose calendar day counts as it is written.

**Safe writes.** Single records carry an ETag: send it back as If-Match, and a write is refused with 412 when the record has changed since. A POST with an Idempotency-Key is done once, however often it is sent, for callers who have signed in.

**Lists** are bare arrays in the order of ids. With limit, the Link header leads to the next records. A query parameter that is not documented is refused.`

var aboutTags = []httpx.Tag{
	{Name: "sign-in", Text: "Tokens, and who they belong to"},
	{Name: "employees", Text: "People whose time is kept. A last work day of today or earlier archives, null restores"},
	{Name: "timesheets", Text: "What an employee hands in and a supervisor approves; an approved one locks its shifts and expenses"},
	{Name: "shifts", Text: "Work from one moment to another, at most 24 hours, without overlap"},
	{Name: "expenses", Text: "Money spent and distances driven"},
	{Name: "leave-requests", Text: "Absence that is asked for and decided"},
	{Name: "bank-codes", Text: "What the pay system calls each kind of shift, expense and leave"},
	{Name: "pay-periods", Text: "Fourteen days each, 26 to a pay year, computed and never stored"},
	{Name: "exports", Text: "A pay period as the pay system takes it over"},
	{Name: "customers", Text: "Customer records"},
	{Name: "directory", Text: "The mirror of the customer records that another system keeps"},
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
	{Name: "service", Text: "The service itself"},
}

// aboutWords explain the names that explain themselves in one place only.
var aboutWords = map[string]string{
	"starts_at": "When it begins", "ends_at": "When it ends", "rsvp_deadline": "The last moment to answer; null: until the event starts",
	"capacity": "How many people may come; null for no limit",
	"palette":  "A name from the brand palette", "email_template": "The template of its invitation; empty: the festive one",
	"content": "What guests read; where English is empty the French is shown, field by field",
	"fr":      "In French", "en": "In English", "attachments": "What goes along with the invitations",
	"filename":   "The name it is saved under",
	"updated_at": "When it was last changed",
	"address":    "Where, in one line", "intro": "A few words at the top, in Markdown", "details": "The rest, in Markdown",
	"thank_you": "What is shown to whoever has answered, in Markdown",
	"id":        "The record's id", "event_id": "The event's slug", "employee_id": "The employee's id", "timesheet_id": "The timesheet's id",
	"bank_code_id": "The bank code's id",
	"user_id":      "UUID of the person", "invoice_id": "The id of an invoice", "supervisor_id": "The employee id of the supervisor",
	"is_approved": "Approved, or not", "supervisor_comment": "What the supervisor says about it", "comment": "What the person says about it",
	"approval_status": "How far the request is: Pending and Escalated wait, True is approved", "leave_type": "The kind of leave",
	"start_time": "When it begins", "end_time": "When it ends", "start_date_time": "When it begins", "end_date_time": "When it ends",
	"first_name": "First name", "last_name": "Last name", "email": "E-mail address",
	"phone_number": "10 digits, or 11 with the country code 1",
	"residence":    "Where the person lives", "external_payroll_id": "The person's id in the pay system",
	"company_code":   "The company's code in the pay system",
	"first_work_day": "The day of hire", "last_work_day": "The last day of work; null while employed",
	"type": "The kind of code: regular, evening, emergency, overtime, vacation, mileage, …", "categorie": "What the code is for",
	"modifier":    "Multiplier applied to the salary; dollars per kilometre for type mileage",
	"bank_code":   "The code as the pay system spells it",
	"application": "URL that the access token is used for", "access_token": "The access token", "refresh_token": "The refresh token",
	"access_token_expiry": "When the access token ends", "refresh_token_expiry": "When the refresh token ends; null when it does not",
	"scopes":        "What the tokens are good for",
	"period_number": "1 to 26", "periodNumber": "1 to 26", "year": "The pay year", "start_date": "The first day", "end_date": "The last day",
	"label":       "The days, for people",
	"description": "What it was spent on", "archived_at": "When it went to the archive", "employee_name": "Full name",
	"regular_hours": "Hours that are none of the others", "evening_hours": "Hours of type evening",
	"emergency_hours": "Hours of type emergency",
	"overtime_hours":  "Hours of type overtime, and regular ones above the weekly threshold", "total_hours": "All hours worked",
	"from": "The first day", "to": "The last day", "current": "The period of the date", "periods": "All periods",
	"employees_overview": "One line an employee, by name",
	"status":             "The state", "version": "The program's version", "name": "The name", "role": "What the person may do",
	"language": "The person's language",
	"period":   "The pay period", "skipped": "What was not approved, and why", "reason": "Why, for programs",
	"employees": "One line an employee, by name",
	"kind":      "What happened", "created_at": "When", "read": "Whether the person has seen it", "record": "What it is about",
	"unread": "How many are not read", "links": "Where to go on", "database": "Whether storage answers",
	"errors": "Every fault of what was sent",
	"date":   "The day", "amount": "In dollars", "password": "The person's password", "shifts": "How many shifts",
	"expires_in": "Seconds until it ends", "token_type": "Bearer",
	"authorization_url": "Where to send the person", "state": "Names the sign-in that has begun", "keys": "The public keys",
	"kid": "The key's id", "kty": "The kind of key", "crv": "The curve", "x": "The public key", "alg": "The algorithm",
	"use":   "What it is for",
	"field": "Which field", "code": "What is wrong, for programs", "detail": "What is wrong, for people", "title": "The status in words",
	"instance": "The path that was asked for",
}
