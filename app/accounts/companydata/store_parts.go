package companydata

import (
	"maps"
	"slices"
)

// supervisorsFirst orders employees by the number of supervisors above them, so that each refers to one who came before.
const supervisorsFirst = "(WITH RECURSIVE above (id) AS (SELECT employees.supervisor_id WHERE employees.supervisor_id IS NOT NULL " +
	"UNION SELECT e.supervisor_id FROM employees e JOIN above ON e.id = above.id WHERE e.supervisor_id IS NOT NULL) " +
	"SELECT COUNT(*) FROM above)"

// parts are the files of an archive, in an order in which each refers to those before it.
var parts = []Part{
	{Table: "people", About: "Everyone who can sign in, without their passwords",
		key: "id",
		Columns: columns("id email name role language disabled_at:instant? tokens_after:instant created_at:instant " +
			"updated_at:instant version:int signed_in_at:instant? sort_name")},
	{Table: "employees", About: "Employee records, the archived ones included; supervisors before those who report to them",
		key: "id", serial: true, parents: supervisorsFirst,
		Columns: columns("id:int user_id first_name last_name sort_name email phone_number:int residence? external_payroll_id:int " +
			"company_code:int first_work_day:day last_work_day:day? supervisor_id:int? created_at:instant " +
			"updated_at:instant version:int archived_at:instant? archived_reason? default_breaks")},
	{Table: "bank_codes", About: "Pay codes",
		key: "id", serial: true, replaceable: true,
		Columns: columns("id:int type categorie modifier:decimal4 bank_code created_at:instant updated_at:instant version:int " +
			"archived_at:instant? archived_reason?")},
	{Table: "customers", About: "Payroll customers",
		key: "id", serial: true,
		Columns: columns("id:int user_id first_name last_name email phone_number:int residence? invoice_id:int? created_at:instant " +
			"updated_at:instant version:int archived_at:instant? archived_reason? sort_name")},
	{Table: "activities", About: "What hours and expenses are for, beside their customers",
		key: "id", serial: true,
		Columns: columns("id:int code name_fr name_en created_at:instant updated_at:instant version:int archived_at:instant? archived_reason?")},
	{Table: "hourly_costs", About: "What an hour of an employee costs, from a day on",
		key:     "employee_id,from_day",
		Columns: columns("employee_id:int from_day:day amount=cents:decimal2 created_at:instant")},
	{Table: "usual_weeks", About: "Whether the usual weeks of an employee are alike or alternate",
		key:     "employee_id",
		Columns: columns("employee_id:int weeks:int first_day:day created_at:instant updated_at:instant version:int")},
	{Table: "usual_shifts", About: "The shifts that employees usually work",
		key: "id", serial: true,
		Columns: columns("id:int employee_id:int week:int weekday:int start_minute:int end_minute:int bank_code_id:int breaks? position:int")},
	{Table: "holiday_pay", About: "What employees are paid for statutory holidays",
		key: "id", serial: true,
		Columns: columns("id:int employee_id:int day:day bank_code_id:int minutes:int counted:int unpaid:bool created_at:instant updated_at:instant version:int")},
	{Table: "planned_shifts", About: "The schedule as it is planned: shifts of employees, and those open to the crew of a supervisor",
		key: "id", serial: true,
		Columns: columns("id:int employee_id:int? supervisor_id:int? bank_code_id:int day:day start_at:instant end_at:instant breaks? note " +
			"created_at:instant updated_at:instant version:int cancelled_at:instant?")},
	{Table: "published_shifts", About: "The schedule as the employees see it, by the ids of the planned shifts",
		key: "id",
		Columns: columns("id:int employee_id:int? supervisor_id:int? bank_code_id:int day:day start_at:instant end_at:instant breaks? note " +
			"updated_at:instant version:int")},
	{Table: "timesheets", About: "Timesheets",
		key: "id", serial: true,
		Columns: columns("id:int employee_id:int period_start:day? is_approved:bool approved_at:instant? approved_by? " +
			"submitted_at:instant? supervisor_comment created_at:instant updated_at:instant version:int " +
			"archived_at:instant? archived_reason? aged_at:instant? returned_at:instant? changed:bool")},
	{Table: "timesheet_approvals", About: "Each approval of a timesheet, with the shifts and expenses that it covered",
		key: "id", serial: true,
		Columns: columns("id:int timesheet_id:int approved_at:instant approved_by withdrawn_at:instant? withdrawn_by? content:json")},
	{Table: "shifts", About: "Shifts",
		key: "id", serial: true,
		Columns: columns("id:int timesheet_id:int employee_id:int bank_code_id:int date=day:day week:day " +
			"start_time=start_at:instant end_time=end_at:instant minutes:int breaks is_approved:bool created_at:instant " +
			"updated_at:instant version:int archived_at:instant? archived_reason? aged_at:instant? customer_id:int? activity_id:int?")},
	{Table: "clockings", About: "What employees stamped with the clock, and the shifts that it became",
		key: "id", serial: true,
		Columns: columns("id:int employee_id:int bank_code_id:int start_time=start_at:instant end_time=end_at:instant? " +
			"break_start=break_at:instant? breaks shift_id:int? refusal start_kiosk end_kiosk created_at:instant updated_at:instant version:int " +
			"handed_over_at:instant? device_ahead_seconds=ahead:int rule_breaks customer_id:int? activity_id:int?")},
	{Table: "clock_stamps", About: "What employees stamped on a device without a network, and what became of it",
		key: "id", serial: true,
		Columns: columns("id:int employee_id:int stamp_id act bank_code_id:int? at=device_at:instant stamped_at:instant " +
			"device_ahead_seconds=ahead:int handed_over_at=received_at:instant clocking_id:int? refusal settled_at:instant?")},
	{Table: "expenses", About: "Expenses",
		key: "id", serial: true,
		Columns: columns("id:int timesheet_id:int employee_id:int bank_code_id:int date=day:day week:day amount:decimal2 " +
			"description is_approved:bool supervisor_comment created_at:instant updated_at:instant version:int " +
			"archived_at:instant? archived_reason? aged_at:instant? customer_id:int? activity_id:int? gst:decimal2 qst:decimal2")},
	{Table: "expense_receipts", About: "Receipts of expenses, with their content",
		key: "id", serial: true,
		Columns: columns("id:int expense_id:int hash name media_type size:int width:int height:int uploaded_by created_at:instant " +
			"small:base64? content:base64")},
	{Table: "leave_requests", About: "Leave",
		key: "id", serial: true,
		Columns: columns("id:int employee_id:int bank_code_id:int leave_type start_date_time=start_at:instant " +
			"end_date_time=end_at:instant comment approval_status created_at:instant updated_at:instant version:int " +
			"archived_at:instant? archived_reason? aged_at:instant?")},
	{Table: "leave_rules", About: "How each kind of leave is earned, and what carries over",
		key: "leave_type",
		Columns: columns("leave_type from_day:day earns rate:decimal2 later_rate:decimal2 later_years:int minutes:int paid_minutes:int " +
			"paid_after_months:int year_start carry_limit:int? carry_months:int refuse_below_zero:bool created_at:instant updated_at:instant " +
			"version:int")},
	{Table: "leave_ledger", About: "What was earned of leave, has expired, or was entered by payroll",
		key: "id", serial: true,
		Columns: columns("id:int employee_id:int leave_type day:day entry minutes:int timesheet_id:int? cause? note made_by created_at:instant")},
	{Table: "deputies", About: "Who stands in for absent supervisors",
		key: "id", serial: true,
		Columns: columns("id:int supervisor_id:int deputy_id:int from_day:day? until_day:day? created_at:instant updated_at:instant " +
			"version:int archived_at:instant? archived_reason?")},
	{Table: "badges", About: "Badge numbers of employees for kiosks, without their PINs",
		key:     "employee_id",
		Columns: columns("employee_id:int number? created_at:instant updated_at:instant version:int")},
	{Table: "audit_log", About: "The audit log",
		key: "id", serial: true, replaceable: true,
		Columns: columns("id:int at:instant person_id person_name acted_for via kiosk ip request_id action kind record_id timesheet_id:int? " +
			"changes:json")},
	{Table: "notifications", About: "Notifications of people",
		key: "id", serial: true, replaceable: true,
		Columns: columns("id:int person_id kind topic record_kind record_id:int data:json created_at:instant read_at:instant?")},
	{Table: "notification_preferences", About: "What people have chosen about notifications by e-mail and on their devices",
		key:     "person_id,topic",
		Columns: columns("person_id topic mode phone:bool? updated_at:instant")},
	{Table: "payroll_exports", About: "Payroll exports, with the files that were made",
		key: "id", serial: true,
		Columns: columns("id:int number:int period_start:day made_at:instant made_by made_by_name options:json line_count:int " +
			"corrections:int regular:int evening:int emergency:int overtime:int on_leave:int amount=cents:decimal2 " +
			"kilometres=distance:decimal2 sha256:hex file:base64 withdrawn_at:instant? withdrawn_by?")},
	{Table: "payroll_export_lines", About: "The lines of payroll exports",
		key: "export_id,position",
		Columns: columns("export_id:int position:int corrects:int? period_start:day employee_id:int employee_name company_code:int " +
			"external_payroll_id:int week:day part:int bank_code_id:int bank_code type minutes:int " +
			"amount=cents:decimal2 kilometres=distance:decimal2")},
	{Table: "payroll_presets", About: "Export formats of payroll",
		key: "id", serial: true,
		Columns: columns("id:int name layout:json created_at:instant updated_at:instant version:int archived_at:instant? " +
			"archived_reason?")},
	{Table: "events", About: "Events that staff keep",
		key: "id",
		Columns: columns("id state starts_at:instant ends_at:instant rsvp_deadline:instant? capacity:int? palette email_template " +
			"title_fr intro_fr details_fr address_fr thank_you_fr title_en intro_en details_en address_en thank_you_en " +
			"offer_hold_hours:int offer_cutoff_hours:int people_limit:int companions questions:json picture_hash picture_width:int " +
			"picture_height:int picture_fr picture_en created_at:instant updated_at:instant version:int")},
	{Table: "event_pictures", About: "Cover pictures of events, with their content",
		key:     "event_id,hash",
		Columns: columns("event_id hash small:base64 large:base64 created_at:instant")},
	{Table: "event_blocks", About: "Invitations of events that consist of blocks",
		key:     "event_id",
		Columns: columns("event_id document:json version:int updated_at:instant before_change:json?")},
	{Table: "event_block_pictures", About: "Pictures of these blocks, with their content",
		key:     "event_id,hash",
		Columns: columns("event_id hash width:int height:int small:base64 large:base64 created_at:instant")},
	{Table: "event_attachments", About: "Attachments of events, with their content",
		key: "id", serial: true,
		Columns: columns("id:int event_id filename media_type size:int language sha256:hex data:base64 created_at:instant")},
	{Table: "directory_state", About: "Which generation of the directory is read",
		key: "id", preset: true,
		Columns: columns("id:int generation:int last_id:int customers:int")},
	{Table: "directory_cities", About: "Cities of the directory, counted when it was published",
		key:     "city_folded",
		Columns: columns("city_folded city customers:int")},
	{Table: "directory_customers", About: "Customers of the directory",
		key: "id", serial: true,
		Columns: columns("id:int from_gen:int to_gen:int digest:hex customer_id number_key name account_id account_name " +
			"account_status type mandatary legacy_contact email email_key phone city language subscribed:bool " +
			"monthly_amount=monthly_cents:decimal2 names_folded city_folded")},
	{Table: "directory_emails", About: "Their email addresses",
		key:     "customer,position",
		Columns: columns("customer:int position:int email email_key")},
	{Table: "directory_phones", About: "Their phone numbers",
		key:     "customer,position",
		Columns: columns("customer:int position:int phone phone_key local_key")},
	{Table: "directory_subscriptions", About: "Their subscriptions",
		key:     "customer,position",
		Columns: columns("customer:int position:int status monthly_amount=monthly_cents:decimal2")},
	{Table: "directory_words", About: "The words by which they are found",
		key:     "customer,word",
		Columns: columns("customer:int word")},
	{Table: "directory_syncs", About: "Syncs of the directory",
		key: "id", serial: true, where: "status <> 'running'",
		Columns: columns("id:int generation:int source started_at:instant seen_at:instant finished_at:instant? status " +
			"read_count:int total:int? added:int changed:int removed:int rejected:int problem mark")},
	{Table: "directory_rejects", About: "Records that a sync could not read",
		key:     "sync,position",
		where:   "sync IN (SELECT id FROM directory_syncs WHERE status <> 'running')",
		Columns: columns("sync:int position:int place customer_id reason field")},
	{Table: "audience_sources", About: "What audiences were made from",
		key: "id", serial: true, where: "state = 'live'",
		Columns: columns("id:int event_id kind label state entries:int writer seen_at:instant created_at:instant created_by " +
			"english:int generation:int")},
	{Table: "audience_entries", About: "Audiences: the addresses",
		key: "id", serial: true,
		where: "source_id IN (SELECT id FROM audience_sources WHERE state = 'live')",
		Columns: columns("id:int event_id source_id:int email email_key firstname lastname language customer_id phone folded " +
			"monthly_amount=monthly_cents:decimal2? subscriptions:int? created_at:instant repeated:bool")},
	{Table: "rsvp_links", About: "Personal links of guests: the SHA-256 of each, which opens nothing",
		key:     "token_hash",
		Columns: columns("token_hash:hex event_id name email language customer_id recipient_id:int? created_at:instant")},
	{Table: "rsvps", About: "Registrations",
		key: "id", serial: true,
		Columns: columns("id:int event_id identity name customer_number phone phone_key email email_key people:int allergies " +
			"language confidence signals ip customer_id account_id name_on_file folded recipient_id:int? entered_by? " +
			"walk_in:bool details:json created_at:instant responded_at:instant changed_at:instant version:int")},
	{Table: "arrivals", About: "Guests who were checked in, and who of them was taken back",
		key: "id", serial: true,
		Columns: columns("id:int event_id rsvp_id:int people:int tap_key person_id person_name at:instant")},
	{Table: "rsvp_codes", About: "Check-in codes of guests: the SHA-256 of each, which opens nothing",
		key:     "code_hash",
		Columns: columns("code_hash:hex rsvp_id:int")},
	{Table: "held_arrivals", About: "Arrivals that were counted without a network, and that staff decide about",
		key: "id", serial: true,
		Columns: columns("id:int event_id rsvp_id:int people:int tap_key person_name at:instant settled_at:instant?")},
	{Table: "rsvp_revisions", About: "Earlier responses of guests",
		key: "id", serial: true,
		Columns: columns("id:int rsvp_id:int version:int content:json replaced_at:instant replaced_by")},
	{Table: "rsvp_tallies", About: "Expected guests of each event",
		key: "id", serial: true,
		Columns: columns("id:int event_id headcount:int registrations:int declined:int held:int waiting:int untold:int told_at:instant")},
	{Table: "waiting_parties", About: "Waiting lists of events",
		key: "id", serial: true,
		Columns: columns("id:int event_id position:int state name email email_key people:int language customer_id recipient_id:int? " +
			"offered_until:instant created_at:instant changed_at:instant version:int")},
	{Table: "campaigns", About: "Campaigns",
		key: "id", serial: true,
		Columns: columns("id:int event_id type reminder_of:int? status reason note channel sender subject template tracked:bool " +
			"salt:hex first_id:int last_id:int total:int pending:int sent:int failed:int excluded:int unconfirmed:int " +
			"opened:int clicked:int bounced:int complained:int created_at:instant created_by started_at:instant finished_at:instant told:int " +
			"updated_at:instant version:int kept:bool starts_at:instant frozen:bool late:bool message follows:int? " +
			"subject_b test_percent:int test_hours:int choose_at:instant chosen_subject subject_en last_entry:int draft:bool")},
	{Table: "event_messages", About: "Messages before and after events",
		key:     "event_id,kind",
		Columns: columns("event_id kind days:int minutes:int subject_fr text_fr subject_en text_en campaign_id:int? version:int updated_at:instant")},
	{Table: "campaign_looks", About: "Texts and attachments of campaigns that are frozen",
		key:     "campaign_id",
		Columns: columns("campaign_id:int content:json")},
	{Table: "campaign_answers", About: "Which recipients of campaigns have answered, from the registrations",
		key:     "campaign_id,recipient_id",
		Columns: columns("campaign_id:int recipient_id:int people:int answered_at:instant")},
	{Table: "campaign_recipients", About: "Recipients of campaigns",
		key: "id", serial: true,
		Columns: columns("id:int campaign_id:int status:int phase:int lease:int lookups:int attempts:int next_at:instant sent_at:instant " +
			"opened_at:instant clicked_at:instant scanned_at:instant bounced_at:instant complained_at:instant bounce " +
			"reason email email_key firstname lastname " +
			"language customer_id source_id:int variant:int lookup_at:instant")},
	{Table: "suppressions", About: "Excluded addresses",
		key:     "email_key",
		Columns: columns("email_key reason since:instant recipient_id:int? cause diagnostic")},
	{Table: "soft_bounces", About: "Addresses whose last messages came back",
		key:     "email_key",
		Columns: columns("email_key in_a_row:int campaign_id:int recipient_id:int cause diagnostic last_at:instant asked_at:instant")},
	{Table: "guest_preferences", About: "What the owners of addresses want to receive",
		key:     "email_key",
		Columns: columns("email_key reminders:bool language changed_at:instant")},
	{Table: "send_settings", About: "Whether opens and clicks are kept of each person",
		key:     "id",
		Columns: columns("id:int track_people:bool")},
	{Table: "templates", About: "Templates",
		key:     "name",
		Columns: columns("name subject_fr html_fr subject_en html_en created_at:instant updated_at:instant version:int")},
	{Table: "erasures", About: "Erasures of personal data that were asked for, without the person",
		key: "id", serial: true,
		Columns: columns("id:int reason person_id person_name created_at:instant counts:json done_at:instant?")},
	{Table: "erased_identities", About: "Hashes of what was erased, with which nobody is taken from lists again where SECRET_KEY is the same",
		key:     "hash",
		Columns: columns("hash erasure_id:int")},
	{Table: "shift_weeks", About: "Hours of each week, added up from the shifts",
		key: "week,employee_id,timesheet_id,bank_code_id",
		Columns: columns("week:day employee_id:int timesheet_id:int bank_code_id:int shifts:int minutes:int sunday:int monday:int tuesday:int " +
			"wednesday:int thursday:int friday:int saturday:int")},
	{Table: "day_blocks", About: "Days and last change of each thousand of shifts, expenses, timesheets and leave requests, from these",
		key:     "name,block",
		Columns: columns("name block:int first_day:day last_day:day last_change:int")},
	{Table: "open_lines", About: "Shifts and expenses that are not approved, from these and their timesheets",
		key:     "name,id",
		Columns: columns("name id:int")},
	{Table: "events_open_as_shipped", About: "Built-in events that were opened before they became drafts",
		key:     "event_id",
		Columns: columns("event_id")},
	{Table: "send_tests", About: "Tests of campaigns that were sent",
		key:     "event_id,language,message,person",
		Columns: columns("event_id language message person sent_at:instant")},
	{Table: "settings", About: "Settings of the company that are stored in the database, but for secret ones and those that have no effect without a secret one",
		key: "name", where: "value IS NOT NULL", replaceable: true,
		Columns: columns("name value version:int updated_at:instant")},
	{Table: "second_factor_roles", About: "Roles that must have a second factor",
		key: "role", replaceable: true,
		Columns: columns("role")},
	{Table: "import_headings", About: "Columns of imports as they were matched before",
		key:     "kind,heading",
		Columns: columns("kind heading field")},
}

// leftOutTables are the tables, and the columns of parts, that are not in an archive, each with the reason.
var leftOutTables = map[string]string{
	"schema_migrations":           "made by the program",
	"goose_db_version":            "made by the program",
	"storage_probe":               "a check of the disk",
	"leave_counts":                "counted again from the leave requests",
	"sessions":                    "sign-ins: people sign in again",
	"refresh_tokens":              "tokens: programs sign in again",
	"api_tokens":                  "access tokens: people create new ones",
	"auth_secrets":                "keys and links that open something once",
	"password_requests":           "sealed requests for a forgotten password",
	"notifications.mail":          "what waits to be sent by email is not sent by another installation",
	"door_links":                  "links of one evening: staff create new ones",
	"rsvp_tallies.update_version": "what waits to be sent by email is not sent by another installation",
	"rsvp_tallies.update_after":   "what waits to be sent by email is not sent by another installation",
	"directory_uploads":           "uploaded files: their customers are in directory_customers",
	"directory_upload_parts":      "uploaded files: their customers are in directory_customers",
	"directory_syncs.previous":    "an upload is not undone in another installation",
	"directory_syncs.upload":      "uploaded files are left out",
	"directory_syncs.undo_until":  "an upload is not undone in another installation",
	"directory_syncs.undone_at":   "an upload is not undone in another installation",
	"directory_syncs.findings":    "rejected records are in directory_rejects",
	"company_archives":            "uploaded archives before they are imported",
	"company_archive_chunks":      "uploaded archives before they are imported",
	"outgoing_mail":               "sealed messages with links that open something once",
	"webhook_endpoints":           "addresses that another installation must not send to, and sealed secrets: administrators add them again",
	"webhook_deliveries":          "what was sent to webhook endpoints",
	"push_subscriptions":          "devices that another installation must not send to, and sealed keys: people add them again",
	"calendars":                   "secret addresses: people make new ones",
	"push_messages":               "notices that are still to be sent to these devices",
	"notifications.phone":         "what waits to be sent to devices is not sent by another installation",
	"passkeys":                    "second factors: people add them again",
	"code_apps":                   "second factors: people add them again",
	"recovery_codes":              "second factors: people get new ones",
	"identities":                  "accounts of the sign-in provider: they are linked again by their verified address",
	"oauth_sessions":              "tokens of connected applications: they are connected again",
	"idempotency_keys":            "sealed answers to repeated requests, kept for a day",
	"sign_in_budgets":             "limits of the last minutes",
	"rsvp_attempts":               "limits of the last minutes",
	"rsvp_asked":                  "limits of the last minutes",
	"bounce_mailboxes":            "how far a mailbox has been read",
	"send_limits":                 "limits of the last minutes",
	"campaign_workers":            "processes that are running",
	"replicas":                    "processes that are running",
	"backups":                     "when the last backup was made",
	"imports":                     "imports before they are saved, and what undoing them needs: their records are in the other files",
	"import_rows":                 "lines of these imports",
	"kiosks":                      "devices and their secrets: administrators enrol them again",
	"badges.pin_hash":             "PINs: employees choose new ones",
	"badges.wrong":                "belongs to the PIN",
	"badges.locked_until":         "belongs to the PIN",
	"badges.lock_kiosk":           "belongs to the PIN",
	"badges.proof_hash":           "belongs to the PIN",
	"badges.proof_kiosk":          "belongs to the PIN",
	"badges.proof_until":          "belongs to the PIN",
	"people.password_hash":        "passwords: people choose new ones",
	"people.password_set_at":      "belongs to the password",
	"erasures.subject":            "sealed; what was not finished is asked for again",
	"settings.sealed":             "secret settings: they are entered again, with those that have no effect without them",
}

// tablesLeftOut returns the names of the tables and columns that are not in an archive, sorted.
func tablesLeftOut() []string { return slices.Sorted(maps.Keys(leftOutTables)) }
