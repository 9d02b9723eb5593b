package paths

import (
	"net/url"
	"strconv"
)

// Pixel is the picture that tells that a message was opened.
func Pixel(token string) string { return prefix + "/t/o/" + token }

// Click returns the link that counts a click and redirects to one of the addresses of a message, "rsvp" or "calendar".
func Click(token, to string) string { return prefix + "/t/c/" + token + "/" + to }

// Unsubscribe returns the page that asks whether to unsubscribe (GET), and where it is done (POST).
func Unsubscribe(token string) string { return prefix + "/u/" + token }

// UnsubscribeIn is the same in a language.
func UnsubscribeIn(token, lang string) string {
	return Unsubscribe(token) + "?lang=" + url.QueryEscape(lang)
}

// CampaignReport is a campaign's recipients as CSV.
func CampaignReport(id int64) string {
	return prefix + "/campaigns/" + strconv.FormatInt(id, 10) + "/report.csv"
}

// CampaignRecipients is a page of a campaign's recipients as JSON: those behind an id, in a state or in any.
func CampaignRecipients(id, limit, after int64, state string) string {
	address := prefix + "/campaigns/" + strconv.FormatInt(id, 10) + "?limit=" + strconv.FormatInt(limit, 10) + "&after=" +
		strconv.FormatInt(after, 10)
	if state != "" {
		address += "&status=" + state
	}
	return address
}

// SendEvent is the page from which an event's invitation is sent. query, which may be empty, holds channel, from and subject.
func SendEvent(event string, query url.Values) string {
	return withQuery(Event(event)+"/send", query)
}

// SendTest returns where a test is sent (POST: emails, lang, and what SendEvent's query holds).
func SendTest(event string) string { return Event(event) + "/send/test" }

// Campaigns is the list of all sends.
func Campaigns() string { return prefix + "/staff/campaigns" }

// CampaignsBefore is the list from an id on, of one event or of all ("").
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

// Campaign is the report of one send. query, which may be empty, holds the state, the search and the place in its recipients.
func Campaign(id int64, query url.Values) string {
	return withQuery(Campaigns()+"/"+strconv.FormatInt(id, 10), query)
}

// PauseCampaign returns where a campaign is paused (POST).
func PauseCampaign(id int64) string { return Campaign(id, nil) + "/pause" }

// ResumeCampaign returns where a campaign is resumed (POST).
func ResumeCampaign(id int64) string { return Campaign(id, nil) + "/resume" }

// CancelCampaign returns where a campaign is cancelled (POST).
func CancelCampaign(id int64) string { return Campaign(id, nil) + "/cancel" }

// ResolveCampaign returns where unconfirmed messages are resolved (POST: action, recipient).
func ResolveCampaign(id int64) string { return Campaign(id, nil) + "/unconfirmed" }

// RemindCampaign is the page from which a reminder of it is sent, as SendEvent.
func RemindCampaign(id int64, query url.Values) string {
	return withQuery(Campaign(id, nil)+"/reminder", query)
}

// SendReminderTest returns where a test of the reminder is sent (POST).
func SendReminderTest(id int64) string { return RemindCampaign(id, nil) + "/test" }

// Invitation is an event's e-mail as guests would read it.
func Invitation(event, lang string, reminder bool) string {
	q := url.Values{"lang": {lang}}
	if reminder {
		q.Set("reminder", "1")
	}
	return withQuery(prefix+"/events/"+url.PathEscape(event)+"/invite-preview", q)
}

// Outbox is the messages kept because no channel is configured.
func Outbox() string { return prefix + "/staff/outbox" }

// OutboxBefore is those older than one.
func OutboxBefore(name string) string { return Outbox() + "?before=" + url.QueryEscape(name) }

// OutboxMessage is one of them.
func OutboxMessage(name string) string { return Outbox() + "/" + url.PathEscape(name) }

// OutboxHTML is that message alone, as a mail program shows it.
func OutboxHTML(name string) string { return OutboxMessage(name) + "/html" }

// OutboxFile is that message as a file.
func OutboxFile(name string) string { return OutboxMessage(name) + "/file" }

// OutboxPart is one of its attachments, from 0.
func OutboxPart(name string, n int) string { return OutboxMessage(name) + "/parts/" + strconv.Itoa(n) }

// Channels are the ways out of messages, in the settings.
func Channels() string { return Settings() + "/channels" }

// TestChannel returns where a channel is tested (POST: channel).
func TestChannel() string { return Channels() + "/test" }

// SetTracking returns where the tracking of people is turned on or off (POST: track_people).
func SetTracking() string { return Channels() + "/tracking" }

// Suppressions are the addresses that nothing is sent to, and where one is added (POST: email).
func Suppressions(query url.Values) string { return withQuery(Settings()+"/suppressions", query) }

// Unsuppress returns where an address is taken off the list (POST: email).
func Unsuppress() string { return Suppressions(nil) + "/remove" }

func withQuery(address string, query url.Values) string {
	if len(query) == 0 {
		return address
	}
	return address + "?" + query.Encode()
}
