package campaigns

import (
	"context"
	"crypto/rand"
	"slices"
	"strconv"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/hub/templates"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/db"
)

const (
	maxTestAddresses = 10
	testSendTimeout  = 30 * time.Second // for all messages of a test together
)

// TestSend is a request to send a test of an invitation.
type TestSend struct {
	EventID  string
	Params   Params
	To       []string // empty: the actor's own address
	Language string   // "fr" or "en"; empty: the actor's
	Reminder bool     // send it as a reminder
}

// TestResult is the result for one address. Error is empty when the message was accepted.
type TestResult struct{ Email, Error string }

// SendTest sends the invitation to a few addresses at once, without a campaign: its messages have no personal link, and nothing
// is tracked (R8).
func (s *Service) SendTest(ctx context.Context, by auth.Actor, t TestSend) ([]TestResult, error) {
	if err := db.NotInWrite(ctx); err != nil {
		return nil, err
	}
	if err := s.completeParams(&t.Params); err != nil {
		return nil, err
	}
	if len(t.To) == 0 {
		t.To = []string{by.Email}
	}
	var faults errs.Fields
	if len(t.To) > maxTestAddresses {
		faults.Add("test_emails", "length", "Expected at most 10 addresses.")
	}
	for i, to := range t.To {
		if _, err := contact.EmailKey(to); err != nil {
			faults.Add("test_emails."+strconv.Itoa(i), "bad_email", "This is no email address.")
		}
	}
	if t.Language == "" {
		if t.Language = "fr"; by.Language == "en" {
			t.Language = "en"
		}
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	messages, digest, err := s.composeTest(ctx, by, t)
	if err != nil {
		return nil, err
	}
	results := s.deliverNow(ctx, t.Params.Channel, messages)
	if !slices.ContainsFunc(results, func(r TestResult) bool { return r.Error == "" }) {
		return results, nil
	}
	return results, s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return insertTest(ctx, tx, testRecord{
			eventID: t.EventID, person: by.PersonID, language: t.Language, digest: digest, at: s.at(),
		})
	})
}

// composeTest composes the messages of a test and the digest of what they show, both from one snapshot: an event that is saved
// meanwhile is in both or in neither.
func (s *Service) composeTest(ctx context.Context, by auth.Actor, t TestSend) (messages []*mail.Message, digest string, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		e, err := events.ByID(ctx, q, t.EventID)
		if err != nil {
			return err
		}
		if messages, err = s.testMessages(ctx, q, by, e, t); err != nil {
			return err
		}
		m, compiled, err := s.sampleMessage(ctx, q, e, messageOptions{Params: t.Params, Lang: t.Language, Reminder: t.Reminder, Linked: true})
		if err == nil {
			digest = digestOf(t.Params, m, compiled.Attachments())
		}
		return err
	})
	return messages, digest, err
}

// testMessages composes the messages of a test, one for each address.
func (s *Service) testMessages(ctx context.Context, q db.Queryer, by auth.Actor, e events.Event, t TestSend) ([]*mail.Message, error) {
	compiled, err := s.compileTemplate(ctx, q, e, messageOptions{Params: t.Params, Lang: t.Language, Reminder: t.Reminder})
	if err != nil {
		return nil, err
	}
	first, last, _ := strings.Cut(by.Name, " ")
	page := s.o.Origin + paths.Rsvp(e.ID, t.Language, "")
	from := s.AllowedSender(t.Params.From)
	parts := mail.Encode(compiled.Attachments())
	messages := make([]*mail.Message, len(t.To))
	for i, to := range t.To {
		m := &mail.Message{ID: "test." + rand.Text() + "@" + from.Email[strings.LastIndexByte(from.Email, '@')+1:], Date: s.now(), From: from,
			To: mail.Address{Email: strings.TrimSpace(to)}, Lang: t.Language, Parts: parts, Calendar: compiled.Calendar()}
		m.Subject, m.HTML, m.Text = compiled.Message(templates.Guest{FirstName: first, LastName: last},
			templates.Links{RSVP: page, Button: page, Calendar: s.o.Origin + paths.RsvpCalendar(e.ID, t.Language)})
		messages[i] = m
	}
	return messages, nil
}

// deliverNow sends messages over the channel and returns the result of each.
func (s *Service) deliverNow(ctx context.Context, channel string, messages []*mail.Message) []TestResult {
	ctx, cancel := context.WithTimeout(ctx, testSendTimeout)
	defer cancel()
	results := make([]TestResult, len(messages))
	var conn mail.Session
	for i, m := range messages {
		results[i].Email = m.To.Email
		var err error
		if conn == nil {
			conn, err = s.o.Channels[channel].Open(ctx)
		}
		if err == nil {
			err = conn.Send(ctx, m, nil, func() error { return nil })
		}
		if err == nil {
			continue
		}
		results[i].Error = err.Error()
		if f := mail.FailureOf(err); f != nil {
			results[i].Error = f.Text
		}
		if conn != nil {
			_ = conn.Close()
			conn = nil
		}
	}
	if conn != nil {
		_ = conn.Close()
	}
	return results
}

// DeleteTestSends deletes the records of an event's tests; package events calls it when an event is deleted.
func (s *Service) DeleteTestSends(ctx context.Context, tx *db.Tx, eventID string) error {
	return deleteTestSends(ctx, tx, eventID)
}
