package webhooks

import (
	"net/url"
	"slices"
	"strconv"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/accounts/webhooks"
	"presence/views/ui"
)

func crumbs(l i18n.Lang) []ui.Crumb {
	return []ui.Crumb{{Label: l.T(i18n.Settings), Href: paths.Settings()}, {Label: l.T(i18n.WebhooksTitle), Href: paths.Webhooks()}}
}

// version is the hidden field from which httpx.FormVersion reads the version of an endpoint.
func version(e Endpoint) ui.Hidden {
	return ui.Hidden{Name: "version", Value: strconv.FormatInt(e.Version, 10)}
}

func presentRow(l i18n.Lang, e Endpoint) views.Row {
	return views.Row{Name: e.Name(), URL: e.Host(), Href: paths.Webhook(e.ID, nil), State: presentState(l, e),
		Kinds: l.N(len(e.Kinds), i18n.WebhookKindCount)}
}

// presentState returns whether events are sent, in words.
func presentState(l i18n.Lang, e Endpoint) ui.Status {
	switch {
	case e.Disabled == Staff:
		return ui.Status{Tone: ui.Neutral, Icon: ui.IconLock, Text: l.T(i18n.WebhookOff)}
	case e.Disabled != Enabled:
		return ui.Status{Tone: ui.Bad, Icon: ui.IconError, Text: l.T(i18n.WebhookOff)}
	case e.FailingSince != 0:
		return ui.Status{Tone: ui.Warn, Icon: ui.IconWarning, Text: l.T(i18n.WebhookFails)}
	}
	return ui.Status{Tone: ui.Good, Icon: ui.IconApproved, Text: l.T(i18n.WebhookActive)}
}

// logView says which part of the log is shown.
type logView struct {
	before int64 // only deliveries with a smaller id; 0: from the latest on
	queued int64 // id of the delivery whose result is awaited; 0: none
}

// present returns the page of an endpoint without its form; list is a part of its log with one row more if there are older ones.
func (p pages) present(l i18n.Lang, e Endpoint, list []Delivery, v logView) views.Endpoint {
	page := views.Endpoint{Title: e.Name(), Crumbs: crumbs(l), State: presentState(l, e), Rotate: paths.WebhookSecret(e.ID),
		Delete: paths.WebhookDelete(e.ID), Ask: paths.Webhook(e.ID, url.Values{"ask": {"delete"}})}
	switch {
	case e.Disabled == Staff:
		page.Problem = l.T(i18n.WebhookOffText)
	case e.Disabled == Gone:
		page.Problem = l.T(i18n.WebhookGoneText)
	case e.Disabled == Failing:
		page.Problem = l.T(i18n.WebhookFailedText)
	case e.Disabled == Enabled && e.FailingSince != 0:
		page.Problem = l.F(i18n.WebhookFailingSince, p.moment(l, e.FailingSince))
	}
	if e.Disabled == Enabled {
		page.Test = paths.WebhookTest(e.ID)
	}
	if e.OldSecretSigns(p.s.at()) {
		page.Overlap = l.F(i18n.WebhookOverlap, p.moment(l, e.OldSecretUntil))
		page.EndOld = &ui.Field{Name: "end_old_secret", Label: l.T(i18n.WebhookEndOld), Hint: l.T(i18n.WebhookEndOldHint)}
	}
	if len(list) > logRows {
		list = list[:logRows]
		page.Older = paths.Webhook(e.ID, url.Values{"before": {strconv.FormatInt(list[logRows-1].ID, 10)}}) + "#log"
	}
	if v.before != 0 {
		page.Newest = paths.Webhook(e.ID, nil) + "#log"
	}
	for _, d := range list {
		page.List = append(page.List, p.delivery(l, e, d, v.queued))
	}
	return page
}

func (p pages) moment(l i18n.Lang, at db.Instant) string { return l.Moment(at.Time().In(p.zone)) }

// delivery returns a line of the log. The line of the delivery with the id queued asks for its result until there is one.
func (p pages) delivery(l i18n.Lang, e Endpoint, d Delivery, queued int64) views.Delivery {
	x := views.Delivery{ID: strconv.FormatInt(d.ID, 10), Kind: l.T(i18n.WebhookKindNames[string(d.Kind)]), Code: string(d.Kind),
		When: p.moment(l, d.CreatedAt), State: deliveryStates[d.State], MessageID: "webhook-id" + l.Colon() + d.MessageID, Payload: d.Payload}
	x.State.Text = l.T(deliveryTexts[d.State])
	if d.Attempts > 0 {
		x.Attempts = l.N(int(d.Attempts), i18n.WebhookAttempts)
	}
	switch {
	case d.State == Queued && d.Attempts == 0: // what it had before it was queued again is no result
		if d.ID == queued && e.Disabled == Enabled {
			x.Refresh = paths.WebhookDelivery(e.ID, d.ID)
		}
	case d.Status != 0:
		x.Status = l.F(i18n.WebhookAnswered, strconv.FormatInt(d.Status, 10))
	default:
		x.Reason = d.Reason
	}
	if d.State == Queued && d.Attempts > 0 && e.Disabled == Enabled {
		x.Next = l.F(i18n.WebhookNext, p.moment(l, d.NextAt))
	}
	if d.State != Queued && e.Disabled == Enabled {
		x.Replay, x.Spoken = paths.WebhookReplay(e.ID), l.F(i18n.WebhookReplayOf, x.Kind, x.When)
	}
	return x
}

var (
	deliveryStates = map[State]ui.Status{Queued: {Tone: ui.Info, Icon: ui.IconClock}, Delivered: {Tone: ui.Good, Icon: ui.IconApproved},
		Failed: {Tone: ui.Bad, Icon: ui.IconError}, Cancelled: {Tone: ui.Neutral, Icon: ui.IconClose}}
	deliveryTexts = map[State]i18n.Text{Queued: i18n.WebhookQueued, Delivered: i18n.WebhookDelivered, Failed: i18n.WebhookFailed,
		Cancelled: i18n.WebhookCancelled}
)

// form is the form of an endpoint with its values.
type form struct {
	Endpoint
	refused string // why it was not saved as a whole; empty: it was not refused so
	faults  errs.Fields
}

// props returns the fields; known are the kinds that there are.
func (f form) props(l i18n.Lang, known []Kind) views.Form {
	page := views.Form{Refused: f.refused}
	add := func(x ui.Field) ui.Field {
		for _, fault := range f.faults {
			if fault.Field == x.Name {
				page.Faults.Add(l, x.Name, x.Label, fault.Code, fault.Detail)
			}
		}
		x.Error = page.Faults.Of(x.Name)
		return x
	}
	page.Fields = []ui.Field{
		add(ui.Field{Name: "url", Type: "url", Label: l.T(i18n.WebhookURL), Hint: l.T(i18n.WebhookURLHint), Value: f.URL, Required: true,
			MaxLength: maxURL, AutoComplete: "off"}),
		add(ui.Field{Name: "description", Label: l.T(i18n.WebhookName), Hint: l.T(i18n.WebhookNameHint), Value: f.Description,
			MaxLength: maxDescription, AutoComplete: "off", Optional: l.T(i18n.Optional)}),
	}
	page.Fault = add(ui.Field{Name: "kinds", Label: l.T(i18n.WebhookKinds)}).Error
	for _, g := range kindGroups {
		group := views.KindGroup{Title: l.T(g.title)}
		for _, k := range g.kinds {
			if slices.Contains(known, k) {
				group.Kinds = append(group.Kinds, ui.Field{Name: "kinds", ID: "f-kind-" + string(k), Value: string(k),
					Label: l.T(i18n.WebhookKindNames[string(k)]), Checked: slices.Contains(f.Kinds, k)})
			}
		}
		if len(group.Kinds) > 0 {
			page.Groups = append(page.Groups, group)
		}
	}
	return page
}

// kindGroups are the groups of kinds on the form. Each kind is in one of them.
var kindGroups = []struct {
	title i18n.Text
	kinds []Kind
}{
	{i18n.WebhookGroupRSVPs, []Kind{"rsvp.created", "rsvp.changed", "rsvp.cancelled", "rsvp.declined", "rsvp.checked_in", "rsvp.received"}},
	{i18n.WebhookGroupCampaigns, []Kind{"campaign.progress", "campaign.finished", "address.bounces"}},
	{i18n.WebhookGroupAccounts, []Kind{"account.factors_reset"}},
	{i18n.WebhookGroupWork, []Kind{"timesheet.submitted", "timesheet.approved", "timesheet.changed", "timesheet.reminder", "period.approved",
		"approvals.waiting", "approvals.overdue", "expense.decided", "leave.requested", "leave.decided",
		"schedule.published", "schedule.taken"}},
}
