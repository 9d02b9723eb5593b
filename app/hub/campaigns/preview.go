package campaigns

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/hub/templates"
	"presence/app/platform/audit"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/db"
)

// tracks reports whether the messages of a send contain tracking pixels and counted links: the channel must support it, and
// staff must not have turned tracking off.
func (s *Service) tracks(ctx context.Context, q db.Queryer, p Params) (bool, error) {
	channel := s.o.Channels[p.Channel]
	if p.Channel != Bulk || channel == nil || !channel.Tracked() {
		return false, nil
	}
	return TracksPeople(ctx, q)
}

// Tracking reports whether opens and clicks are recorded for each person.
func (s *Service) Tracking(ctx context.Context) (bool, error) { return TracksPeople(ctx, s.db) }

// SetTracking turns the recording of opens and clicks on or off. When off, new messages contain no pixel and no counted links,
// and those of messages already sent are no longer recorded. Recorded opens and clicks are kept.
func (s *Service) SetTracking(ctx context.Context, by auth.Actor, on bool) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		was, err := TracksPeople(ctx, tx)
		if err != nil || was == on {
			return err
		}
		if err := saveTracksPeople(ctx, tx, on); err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: "updated", Kind: "send_settings", RecordID: "1",
			Changes: audit.Changes{"track_people": {was, on}}})
	})
}

// SendPreview is what staff should know before a send.
type SendPreview struct {
	Event         events.Event
	Params        Params // with the defaults filled in
	Audience      Audience
	Seen          string              // identifies the recipients that Audience counts
	Tests         map[string]LastTest // the latest tests, by language
	Last          Campaign            // the event's active send, else the last one that handed a message over; zero for none
	Active        bool                // Last is active: no other send may start
	Tracked       bool
	Channel       string                 // the name of the channel: "smtp", "outbox" …
	Sizes         map[string]MessageSize // of a message, by language
	TemplateError error                  // why no message can be composed; nil: they can
}

// LastTest says when a message was last tested.
type LastTest struct {
	At    db.Instant // of exactly this message; 0: never
	Other db.Instant // of another message of the event, or of an earlier version of this one; 0: never
}

// MessageSize is the subject and the size of a message.
type MessageSize struct {
	Subject     string
	Bytes       int64 // of the whole message, as it is handed over
	Attachments int64 // bytes of the attached files
	Files       int
}

// PreviewSend loads the preview of an event's send, or of a reminder of one of its sends (source is not 0).
func (s *Service) PreviewSend(ctx context.Context, eventID string, p Params, source int64) (d SendPreview, err error) {
	if d.Event, err = events.ByID(ctx, s.db, eventID); err != nil {
		return d, err
	}
	if source != 0 {
		of, err := s.reminded(ctx, eventID, source)
		if err != nil {
			return d, err
		}
		p = s.inheritParams(p, of.Params)
	}
	if err := s.completeParams(&p); err != nil {
		return d, err
	}
	d.Params, d.Channel = p, s.o.Channels[p.Channel].Name()
	if err := s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		d.Audience, d.Seen, err = audienceOf(ctx, q, eventID, source)
		return err
	}); err != nil {
		return d, err
	}
	if d.Last, err = lastSend(ctx, s.db, eventID); err != nil {
		return d, err
	}
	d.Active = d.Last.Status.Active()
	if d.Tracked, err = s.tracks(ctx, s.db, p); err != nil {
		return d, err
	}
	digests, err := s.estimateSizes(ctx, &d, source != 0)
	if err != nil {
		return d, err
	}
	d.Tests, err = lastTestSends(ctx, s.db, eventID, digests)
	return d, err
}

// inheritParams fills the empty fields of a reminder's parameters p from those of the original send, except for a channel or
// sender that the settings no longer allow.
func (s *Service) inheritParams(p, of Params) Params {
	if s.o.Channels[of.Channel] == nil {
		of.Channel = ""
	}
	if s.AllowedSender(of.From).Email == "" {
		of.From = ""
	}
	for _, f := range []struct{ to, from *string }{{&p.Channel, &of.Channel}, {&p.From, &of.From}, {&p.Subject, &of.Subject},
		{&p.Template, &of.Template}} {
		if *f.to == "" {
			*f.to = *f.from
		}
	}
	return p
}

// estimateSizes composes one message in each language, measures it (R21) and returns its digest by language.
func (s *Service) estimateSizes(ctx context.Context, d *SendPreview, reminder bool) (digests map[string]string, err error) {
	d.Sizes, digests = map[string]MessageSize{}, map[string]string{}
	for _, lang := range []string{"fr", "en"} {
		m, files, err := s.sampleMessage(ctx, s.db, d.Event, messageOptions{Params: d.Params, Lang: lang, Reminder: reminder, Linked: true})
		if e, ok := errs.Of(err); ok && e.Kind != errs.KindUnavailable {
			d.TemplateError = err
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		size := MessageSize{Subject: m.Subject, Bytes: m.Size(), Files: len(files)}
		for _, f := range files {
			size.Attachments += int64(len(f.Data))
		}
		d.Sizes[lang], digests[lang] = size, digestOf(d.Params, m, files)
	}
	return digests, nil
}

// sampleMessage composes the message that a made-up guest would get.
func (s *Service) sampleMessage(ctx context.Context, q db.Queryer, e events.Event,
	o messageOptions) (*mail.Message, []mail.Attachment, error) {
	compiled, err := s.compileTemplate(ctx, q, e, o)
	if err != nil {
		return nil, nil, err
	}
	page := s.o.Origin + paths.Rsvp(e.ID, o.Lang, strings.Repeat("x", 22))
	m := &mail.Message{ID: strings.Repeat("x", 40) + "@" + o.From, Date: s.now(), From: s.AllowedSender(o.From),
		To:   mail.Address{Name: "Élise Côté", Email: "elise.cote@example.com"},
		Lang: o.Lang, Unsubscribe: page, Parts: mail.Encode(compiled.Attachments()), Calendar: compiled.Calendar()}
	m.Subject, m.HTML, m.Text = compiled.Message(templates.Guest{FirstName: "Élise", LastName: "Côté"},
		templates.Links{RSVP: page, Button: page, Unsubscribe: page, Calendar: page, Pixel: page})
	return m, compiled.Attachments(), nil
}

// digestOf returns a digest of all that a test shows of a message: its channel, sender, subject, content and attachments.
func digestOf(p Params, m *mail.Message, files []mail.Attachment) string {
	h := sha256.New()
	for _, text := range []string{p.Channel, m.From.Email, m.Subject, m.HTML, m.Text} {
		fmt.Fprintf(h, "%d:%s", len(text), text)
	}
	for _, f := range files {
		fmt.Fprintf(h, "%d:%s%d:%s", len(f.Filename), f.Filename, len(f.Data), f.Data)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Newest returns up to limit campaigns, the latest first. before: only ids below it; 0 for all. eventID: only campaigns of that
// event; "" for all.
func (s *Service) Newest(ctx context.Context, eventID string, before, limit int64) ([]Campaign, error) {
	list, err := newest(ctx, s.db, eventID, before, false, limit)
	if err != nil {
		return nil, err
	}
	return list, addRegistered(ctx, s.db, list)
}

// EventsSent returns the ids of the events whose invitation was sent or is being sent.
func (s *Service) EventsSent(ctx context.Context) (map[string]bool, error) {
	return EventsSent(ctx, s.db)
}

// ByMessageTags returns the campaigns that the tags of Message-IDs name, by tag (MessageTag). Other tags are left out.
func (s *Service) ByMessageTags(ctx context.Context, tags []string) (map[string]Campaign, error) {
	var ids []int64
	for _, tag := range tags {
		id, _, _ := strings.Cut(tag, ".")
		if n, err := strconv.ParseInt(id, 36, 64); err == nil && !slices.Contains(ids, n) {
			ids = append(ids, n)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	list, err := byIDs(ctx, s.db, ids)
	found := map[string]Campaign{}
	for _, c := range list {
		found[MessageTag(c.ID, c.Salt)] = c
	}
	return found, err
}

// UnderWay returns the campaigns that are neither completed nor cancelled, the latest first.
func (s *Service) UnderWay(ctx context.Context, limit int64) ([]Campaign, error) {
	return newest(ctx, s.db, "", 0, true, limit)
}

// Summary returns a campaign without its count of registrations, which makes it cheap enough for polling.
func (s *Service) Summary(ctx context.Context, id int64) (Campaign, error) {
	return ByID(ctx, s.db, id)
}

var errEnough = errors.New("campaigns: enough")

// SearchRecipients returns up to p.Rows recipients with ids above p.After, in the state p.State, whose names, address or
// customer number contain every word of text; case and accents are ignored. It stops reading as soon as it has enough.
func (s *Service) SearchRecipients(ctx context.Context, c Campaign, p RecipientFilter, text string) (list []Recipient, err error) {
	words, rows := strings.Fields(contact.Fold(text)), p.Rows
	if len(words) > 0 {
		p.Rows = c.Counts.Total + 1
	}
	err = selectRecipients(ctx, s.db, c, p, func(r Recipient) error {
		if !matches(r, words) {
			return nil
		}
		if list = append(list, r); int64(len(list)) == rows {
			return errEnough
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) || len(list) == 0 {
		return nil, err
	}
	at, err := registeredAt(ctx, s.db, c, list[0].ID, list[len(list)-1].ID)
	for i := range list {
		list[i].RegisteredAt = at[list[i].ID]
	}
	return list, err
}

// matches reports whether the recipient's name, address or customer number contains each of the words, which are folded.
func matches(r Recipient, words []string) bool {
	if len(words) == 0 {
		return true
	}
	all := contact.Fold(r.FirstName + " " + r.LastName + " " + r.Email + " " + r.CustomerID)
	for _, w := range words {
		if !strings.Contains(all, w) {
			return false
		}
	}
	return true
}

// CreatorName returns the name of the person who created a campaign; "" when the person is unknown.
func (s *Service) CreatorName(ctx context.Context, c Campaign) (string, error) {
	return nameOfPerson(ctx, s.db, c.CreatedBy)
}

// Suppressions returns up to limit suppressed addresses that contain text, sorted, starting behind the address after.
func (s *Service) Suppressions(ctx context.Context, text, after string, limit int64) ([]Suppression, error) {
	return suppressions(ctx, s.db, strings.ToLower(strings.TrimSpace(text)), after, limit)
}

// OfCustomer returns the messages that a customer was sent, the newest first, and which of the customer's addresses are
// suppressed.
func (s *Service) OfCustomer(ctx context.Context, customerID string, emails []string) (
	sends []CustomerSend, stops []Suppression, err error,
) {
	var keys []string
	for _, e := range emails {
		if key, err := contact.EmailKey(e); err == nil {
			keys = append(keys, key)
		}
	}
	if sends, err = sendsTo(ctx, s.db, customerID); err != nil {
		return nil, nil, err
	}
	stops, err = suppressionsOf(ctx, s.db, keys)
	return sends, stops, err
}

// SuppressedTotal returns the number of suppressed addresses.
func (s *Service) SuppressedTotal(ctx context.Context) (int64, error) {
	return countSuppressions(ctx, s.db)
}

// Suppress adds an address to the suppressions as staff ask. It fails with bad_email, or with listed when the address is
// suppressed already.
func (s *Service) Suppress(ctx context.Context, by auth.Actor, email string) (key string, err error) {
	if key, err = contact.EmailKey(email); err != nil {
		return "", errs.Fields{{Field: "email", Code: "bad_email", Detail: "This is no e-mail address."}}.Err()
	}
	return key, s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		added, err := suppressByHand(ctx, tx, key, s.at())
		if err != nil {
			return err
		}
		if !added {
			return errs.Fields{{Field: "email", Code: "listed", Detail: "It is on the list already."}}.Err()
		}
		return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: "created", Kind: "suppression", RecordID: key,
			Changes: audit.Changes{"reason": {nil, Unsubscribed}}})
	})
}

// Unsuppress removes an address from the suppressions. It fails with NotFound.
func (s *Service) Unsuppress(ctx context.Context, by auth.Actor, email string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		reason, err := unsuppress(ctx, tx, email)
		if err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: "deleted", Kind: "suppression", RecordID: email,
			Changes: audit.Changes{"reason": {reason, nil}}})
	})
}

// DeleteTestSends deletes the records of an event's tests; package events calls it when an event is deleted.
func (s *Service) DeleteTestSends(ctx context.Context, tx *db.Tx, eventID string) error {
	return deleteTestSends(ctx, tx, eventID)
}
