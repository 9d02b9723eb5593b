package paths

import (
	"net/url"
	"strconv"
)

// Pixel returns the address of the tracking pixel of a message.
func Pixel(token string) string { return prefix + "/t/o/" + token }

// Click returns the link that counts a click and redirects to one of the addresses of a message, "rsvp" or "calendar".
func Click(token, to string) string { return prefix + "/t/c/" + token + "/" + to }

// Unsubscribe returns the address of the page to unsubscribe (GET), and of its form (POST).
func Unsubscribe(token string) string { return prefix + "/u/" + token }

// UnsubscribeIn is Unsubscribe in a language.
func UnsubscribeIn(token, lang string) string {
	return Unsubscribe(token) + "?lang=" + url.QueryEscape(lang)
}

// CampaignReport returns the address of a campaign's recipients as CSV.
func CampaignReport(id int64) string {
	return prefix + "/campaigns/" + strconv.FormatInt(id, 10) + "/report.csv"
}

// SendEvent returns the address of the page from which an event's invitation is sent. query, which may be empty, contains
// channel, from and subject.
func SendEvent(event string, query url.Values) string {
	return withQuery(Event(event)+"/send", query)
}

// SendTest returns the address that sends a test message (POST: emails, lang, and the parameters of SendEvent).
func SendTest(event string) string { return Event(event) + "/send/test" }

// Campaigns returns the address of the list of all sends.
func Campaigns() string { return prefix + "/staff/campaigns" }

// CampaignsBefore returns the address of the list of campaigns with ids below id, of one event or of all ("").
func CampaignsBefore(id int64, event string) string {
	q := url.Values{}
	if id != 0 {
		q.Set("before", strconv.FormatInt(id, 10))
	}
	if event != "" {
		q.Set("event", event)
	}
	return withQuery(Campaigns(), q)
}

// Campaign returns the address of the report of one campaign. query, which may be empty, contains state, search and position of
// its recipients.
func Campaign(id int64, query url.Values) string {
	return withQuery(Campaigns()+"/"+strconv.FormatInt(id, 10), query)
}

// PauseCampaign returns where a campaign is paused (POST).
func PauseCampaign(id int64) string { return Campaign(id, nil) + "/pause" }

// ResumeCampaign returns where a campaign is resumed (POST).
func ResumeCampaign(id int64) string { return Campaign(id, nil) + "/resume" }

// ChooseSubject returns where the subject of the rest of a campaign is chosen (POST: subject, a or b).
func ChooseSubject(id int64) string { return Campaign(id, nil) + "/subject" }

// EventMessages returns the address of the page with the messages before and after an event.
func EventMessages(event string) string { return Event(event) + "/messages" }

// EventMessage returns where one of the messages before and after an event is saved (POST).
func EventMessage(event, kind string) string {
	return EventMessages(event) + "/" + url.PathEscape(kind)
}

// EventMessageTest returns where one of them is sent to the reader (POST).
func EventMessageTest(event, kind string) string { return EventMessage(event, kind) + "/test" }

// EventMessagePreview returns the address of one of them as an e-mail in a language.
func EventMessagePreview(event, kind, lang string) string {
	return EventMessage(event, kind) + "/preview?lang=" + url.QueryEscape(lang)
}

// StartCampaign returns where a scheduled campaign is begun now (POST).
func StartCampaign(id int64) string { return Campaign(id, nil) + "/start" }

// RescheduleCampaign returns where a scheduled campaign gets another time (POST: starts_at).
func RescheduleCampaign(id int64) string { return Campaign(id, nil) + "/schedule" }

// CancelCampaign returns where a campaign is cancelled (POST).
func CancelCampaign(id int64) string { return Campaign(id, nil) + "/cancel" }

// ResolveCampaign returns where unconfirmed messages are resolved (POST: action, recipient).
func ResolveCampaign(id int64) string { return Campaign(id, nil) + "/unconfirmed" }

// RemindCampaign returns the address of the page from which a reminder of a campaign is sent; query is as for SendEvent.
func RemindCampaign(id int64, query url.Values) string {
	return withQuery(Campaign(id, nil)+"/reminder", query)
}

// SendReminderTest returns where a test of the reminder is sent (POST).
func SendReminderTest(id int64) string { return RemindCampaign(id, nil) + "/test" }

// Invitation returns the address of an event's e-mail as guests would read it.
func Invitation(event, lang string, reminder bool) string {
	q := url.Values{"lang": {lang}}
	if reminder {
		q.Set("reminder", "1")
	}
	return withQuery(prefix+"/events/"+url.PathEscape(event)+"/invite-preview", q)
}

// Outbox returns the address of the list of messages in the outbox.
func Outbox() string { return prefix + "/staff/outbox" }

// OutboxBefore returns the address of the messages older than the one named.
func OutboxBefore(name string) string { return Outbox() + "?before=" + url.QueryEscape(name) }

// OutboxMessage returns the address of one message in the outbox.
func OutboxMessage(name string) string { return Outbox() + "/" + url.PathEscape(name) }

// OutboxHTML returns the address of the message's HTML.
func OutboxHTML(name string) string { return OutboxMessage(name) + "/html" }

// OutboxFile returns the address of the message as a file.
func OutboxFile(name string) string { return OutboxMessage(name) + "/file" }

// OutboxPart returns the address of the message's nth attachment, from 0.
func OutboxPart(name string, n int) string { return OutboxMessage(name) + "/parts/" + strconv.Itoa(n) }

// Channels returns the address of the settings page with the channels.
func Channels() string { return Settings() + "/channels" }

// TestChannel returns where a channel is tested (POST: channel).
func TestChannel() string { return Channels() + "/test" }

// SetTracking returns where the tracking of people is turned on or off (POST: track_people).
func SetTracking() string { return Channels() + "/tracking" }

// Suppressions returns the address of the list of suppressed addresses, and of the form that adds one (POST: email).
func Suppressions(query url.Values) string { return withQuery(Settings()+"/suppressions", query) }

// DecideAddress returns the address of the form that keeps or excludes an address whose messages keep coming back (POST: email,
// decision).
func DecideAddress() string { return Suppressions(nil) + "/decide" }

// Unsuppress returns the address of the form that removes a suppressed address (POST: email).
func Unsuppress() string { return Suppressions(nil) + "/remove" }

func withQuery(address string, query url.Values) string {
	if len(query) == 0 {
		return address
	}
	return address + "?" + query.Encode()
}
