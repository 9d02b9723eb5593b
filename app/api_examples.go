package app

// examples are of fields and parameters, by name; "Schema.field" where a name means several things, and the name of a
// schema where the whole object is shown, as in changes that name only some of their fields. The tests send them.
var examples = map[string]any{
	"id": 12, "employee_id": 7, "timesheet_id": 31, "bank_code_id": 2, "supervisor_id": 3, "invoice_id": 4411,
	"user_id": "3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97", "Oauthsession.id": "9b2d7c4e-51aa-4f0c-8e3d-7a6b5c4d3e2f", "OauthsessionCreate.id": "9b2d7c4e-51aa-4f0c-8e3d-7a6b5c4d3e2f", "OauthsessionUpdate.id": "9b2d7c4e-51aa-4f0c-8e3d-7a6b5c4d3e2f",
	"first_name": "Maude", "last_name": "Thériault", "email": "maude.theriault@example.com", "phone_number": 5145550142, "residence": "Saint-Jérôme",
	"external_payroll_id": 7700, "company_code": 271583, "first_work_day": "2024-03-04",
	"EmployeeCreate.last_work_day": nil, "CustomerCreate.residence": "Saint-Jérôme",
	"date": "2026-11-20", "Shift.date": "2026-11-20T00:00:00Z", "Expense.date": "2026-11-20T00:00:00Z",
	"ShiftArchived.date": "2026-11-20T00:00:00Z", "ExpenseArchived.date": "2026-11-20T00:00:00Z",
	"start_time": "2026-11-20T08:00:00-05:00", "end_time": "2026-11-20T16:30:00-05:00",
	"Shift.start_time": "2026-11-20T13:00:00Z", "Shift.end_time": "2026-11-20T21:30:00Z",
	"ShiftArchived.start_time": "2026-11-20T13:00:00Z", "ShiftArchived.end_time": "2026-11-20T21:30:00Z",
	"start_date_time": "2026-12-21T08:00:00-05:00", "end_date_time": "2026-12-24T16:00:00-05:00",
	"Leaverequest.start_date_time": "2026-12-21T13:00:00Z", "Leaverequest.end_date_time": "2026-12-24T21:00:00Z",
	"LeaverequestArchived.start_date_time": "2026-12-21T13:00:00Z", "LeaverequestArchived.end_date_time": "2026-12-24T21:00:00Z",
	"amount": 42.5, "description": "Stationnement", "supervisor_comment": "", "comment": "", "is_approved": false,
	"leave_type": "Vacation", "approval_status": "Pending",
	"type": "evening", "categorie": "shift", "modifier": 1.25, "bank_code": "G43",
	"application": "https://books.example.com", "access_token": "at-2Yx8", "refresh_token": "rt-9Kq1", "scopes": []string{"invoices.read"},
	"access_token_expiry": "2026-11-20T14:00:00Z", "refresh_token_expiry": "2026-12-20T14:00:00Z",
	"archived_at": "2026-11-21T15:04:05Z", "employee_name": "Maude Thériault",
	"period_number": 25, "periodNumber": 25, "year": 2026, "start_date": "2026-11-15", "end_date": "2026-11-28", "label": "2026-11-15 → 2026-11-28",
	"regular_hours": 72.5, "evening_hours": 4, "emergency_hours": 0, "overtime_hours": 2.5, "total_hours": 79, "expenses": 128.4, "mileage": 61.5,
	"from": "2026-11-15", "to": "2026-11-28", "limit": 100, "after": 12, "modified_since": "2026-11-19T00:00:00Z", "shifts": 10, "approved": 14, "already_approved": 2,
	"includeSubtree": true, "If-Match": `"12-3"`, "Idempotency-Key": "3f6c1a52-import-0007",
	"total": 412, "firstname": "Maude", "lastname": "Thériault", "monthly": 74.95, "subscriptions": 2, "count": 412, "added": 38, "no_email_total": 6, "resiliated_excluded": 21,
	"duplicates": 3, "already_listed": 12, "rejected_total": 1, "line": 17, "AudienceFilters.name": "côté", "AudienceFilters.city": "Laval", "min_monthly": 40,
	"grant_type": "password", "password": "a long password", "token_type": "Bearer", "expires_in": 900,
	"name": "Maude Thériault", "version": "1.0",

	"AuthGrant":         map[string]any{"grant_type": "password", "username": "maude.theriault@example.com", "password": "a long password"},
	"AuthJWK":           map[string]any{"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "kid": "k1", "alg": "EdDSA", "use": "sig"},
	"authorization_url": "https://id.example.com/authorize?state=9Zt4", "state": "9Zt4", "submitted_at": nil,
	"HomeIndex.name": "Presence", "HomeIndex.links": map[string]any{"health": "/health", "openapi": "/openapi.json", "docs": "/docs", "login": "/auth/v1/login", "staff": "/staff/"},
	"NotificationSummary.unread": 1, "NotificationPending.timesheets": 3, "NotificationPending.leave_requests": 1, "NotificationPending.expenses": 2, "NotificationPending.shifts": 9,
	"AuthMe.id": "3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97", "oauth-sessions.id": "9b2d7c4e-51aa-4f0c-8e3d-7a6b5c4d3e2f", "oauth-sessions.after": "9b2d7c4e-51aa-4f0c-8e3d-7a6b5c4d3e2f",
	"Event.id": "gala-2026", "EventCreate.id": "gala-2026", "EventUpdate.id": "gala-2026", "event_id": "gala-2026", "events.after": "fete-clients-2026", "starts_at": "2026-12-18T18:00:00-05:00", "ends_at": "2026-12-18T23:00:00-05:00", "rsvp_deadline": "2026-12-11T23:59:00-05:00",
	"Event.starts_at": "2026-12-18T23:00:00Z", "Event.ends_at": "2026-12-19T04:00:00Z", "Event.rsvp_deadline": "2026-12-12T04:59:00Z", "Event.source": "saved", "Event.status": "open",
	"capacity": 120, "headcount": 87, "audience_count": 240, "palette": "nuit", "email_template": "", "updated_at": "2026-11-20T13:00:00Z",
	"template.name": "event-hiver", "Template.name": "event-hiver", "TemplateCreate.name": "event-hiver", "templates.after": "event-automne", "look": "festive", "reminder": "1", "used_by": []string{"gala-2026"},
	"TemplatePreview":  map[string]any{"subject": "Invitation : Le gala", "html": "<!doctype html>…", "text": "Le gala\n\nBonjour Élise,\n…"},
	"TemplateContents": winter, "TemplateContentsChange": winter, "TemplateUpdate": map[string]any{"content": winter},
	"EventContents":       map[string]any{"fr": galaFR, "en": galaEN},
	"EventContentsChange": map[string]any{"fr": galaFR, "en": galaEN},
	"EventUpdate":         map[string]any{"capacity": 140, "content": map[string]any{"en": map[string]any{"title": "The winter gala"}}},
	"filename":            "plan.pdf", "media_type": "application/pdf", "size": 15, "EventAttach.data": "JVBERi0xLjQKJSVFT0YK", "EventAttach.language": "both", "EventAttachment.language": "both",
	"PayperiodApproval.timesheet_ids": []int{31, 32},
	"created_at":                      "2026-11-20T13:00:00Z", "NotificationItem.text": "Maude Thériault handed in a timesheet", "NotificationItem.detail": "Period 2026-25", "url": "/staff/timesheets/31",
	"NotificationItem.kind": "timesheet.submitted", "NotificationRecord.id": "31",

	"customer_id": "C-000123", "account_name": "Maude Thériault", "phone": "+15145550142", "city": "Trois-Rivières", "account_status": "active",
	"DirectoryCustomer.type": "Individual", "DirectoryCustomer.language": "fr", "q": "theriau",

	"customer_number": "C-000123", "people": 2, "allergies": "Arachides", "ip": "192.0.2.7", "account_id": "A-000087", "name_on_file": "Maude Thériault", "responded_at": "2026-11-20T13:00:00Z",
	"registrations_count": 41, "message": "Votre réponse est bien arrivée.", "signals": []string{"email", "name"}, "RsvpSubmit.phone": "418 555-0142", "Rsvp.phone": "418 555-0142", "t": nil,

	"EmployeeUpdate":     map[string]any{"phone_number": 5145550143},
	"CustomerUpdate":     map[string]any{"invoice_id": 4412},
	"TimesheetUpdate":    map[string]any{"is_approved": true},
	"ShiftUpdate":        map[string]any{"end_time": "2026-11-20T17:00:00-05:00"},
	"ExpenseUpdate":      map[string]any{"amount": 44},
	"LeaverequestUpdate": map[string]any{"comment": "Noël"},
	"BankcodeUpdate":     map[string]any{"bank_code": "G44"},
	"OauthsessionUpdate": map[string]any{"access_token": "at-7Qw3", "access_token_expiry": "2026-11-20T15:00:00Z"},
	"TimesheetDecision":  map[string]any{"is_approved": true, "supervisor_comment": "Merci"},
	"CampaignCounts":     map[string]any{"total": 412, "pending": 61, "sent": 344, "failed": 3, "excluded": 4, "unconfirmed": 0, "opened": 180, "clicked": 75, "registered": 52},
	"CampaignParams":     map[string]any{"channel": "bulk", "from": "events@example.com", "event_id": "gala-2026", "subject": "", "template": ""},
	"channel":            "bulk", "CampaignRemind.source": 3, "campaigns.source": 3, "campaign_id": 3, "CampaignSend.from": "events@example.com", "CampaignRemind.from": "events@example.com", "CampaignParams.from": "events@example.com", "subject": "", "template": "", "confirm_late": false,
	"CampaignSend": map[string]any{"channel": "bulk", "from": "events@example.com"}, "CampaignResolve": map[string]any{"action": "mark_sent", "recipient_ids": []int{812}},
	"test": true, "test_emails": []string{"maude.theriault@example.com"}, "CampaignTrial.ok": true, "CampaignTrial.error": "", "include_unconfirmed": false, "recipient_ids": []int{812}, "action": "mark_sent",
	"reminder_of": nil, "note": "", "Campaign.reason": "", "Campaign.created_by": "3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97", "started_at": "2026-11-20T13:00:01Z", "finished_at": nil, "Campaign.status": "sending", "Campaign.type": "event",
	"CampaignDetail.reason": "", "CampaignDetail.created_by": "3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97", "CampaignDetail.status": "sending", "CampaignDetail.type": "event",
	"CampaignSent.reason": "", "CampaignSent.created_by": "3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97", "CampaignSent.status": "scheduled", "CampaignSent.type": "event",
	"CampaignRecipient": map[string]any{"id": 812, "email": "maude.theriault@example.com", "firstname": "Maude", "lastname": "Thériault", "language": "fr", "customer_id": "C-1042", "status": "sent", "unconfirmed": false, "reason": "",
		"rsvp_url": "https://presence.example.com/rsvp/gala-2026?t=3q2-7wAAAAAAAAAAAAAAAA&lang=fr", "sent_at": "2026-11-20T13:00:02Z", "opened_at": "2026-11-20T14:12:40Z", "clicked_at": nil, "scanned_at": nil, "registered_at": nil, "attempts": 1},
	"CampaignPreview": map[string]any{"count": 292, "breakdown": map[string]any{"not_opened": 164, "opened_not_clicked": 105, "clicked_not_registered": 23},
		"sample": []map[string]any{{"email": "maude.theriault@example.com", "firstname": "Maude", "lastname": "Thériault", "language": "fr", "customer_id": "C-1042"}}},
	"CampaignSample": map[string]any{"email": "maude.theriault@example.com", "firstname": "Maude", "lastname": "Thériault", "language": "fr", "customer_id": "C-1042"},
	"Problem": map[string]any{"type": "about:blank", "title": "Bad Request", "status": 400, "detail": "The data sent is incomplete or invalid.", "instance": "/shifts",
		"code": "invalid", "request_id": "K7QW2M4ZC1XN8T5B", "errors": []map[string]any{{"field": "end_time", "code": "required", "detail": "This field is required."}}},
}

// galaFR and galaEN are what an event says in the examples.
var (
	galaFR = map[string]any{"title": "Le gala d’hiver", "intro": "Une soirée pour vous **remercier**.", "details": "- 18 h : accueil\n- 19 h : souper", "address": "12, rue du Quai, Sorel", "thank_you": "À bientôt !"}
	galaEN = map[string]any{"title": "The winter gala", "intro": "An evening to **thank** you.", "details": "", "address": "", "thank_you": "See you soon!"}
)

var winter = map[string]any{
	"fr": map[string]any{"subject": "{{event_title}} : vous venez ?", "html": "<p>{{greeting}}</p>{{event_intro}}{{rsvp_button}}"},
	"en": map[string]any{"subject": "{{event_title}}: are you coming?", "html": "<p>{{greeting}}</p>{{event_intro}}{{rsvp_button}}"},
}
