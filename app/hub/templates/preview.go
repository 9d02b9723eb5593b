package templates

import (
	"context"

	"presence/app/hub/events"
	"presence/app/platform/i18n"
)

// Preview is an e-mail as a guest would read it. Its links lead nowhere.
type Preview struct {
	Subject string `json:"subject" doc:"As a mailbox lists it" example:"Invitation : Le gala"`
	HTML    string `json:"html" doc:"The whole page" example:"<!doctype html>…"`
	Text    string `json:"text" doc:"The same for who reads no HTML" example:"Le gala\n\nBonjour Élise,\n…"`
}

// sampleGuests is the guest of every preview.
var sampleGuests = map[i18n.Lang]Guest{i18n.FR: {"Élise", "Côté"}, i18n.EN: {"Mary", "Smith"}}

// sampleLinks are the links of a preview: a click stays where it is.
var sampleLinks = Links{RSVP: "#rsvp", Calendar: "#calendar", Unsubscribe: "#unsubscribe"}

// PreviewOf writes the e-mail of an event as it would go out.
func (s *Service) PreviewOf(ctx context.Context, e events.Event, o Options) (Preview, error) {
	o.Linked = true
	c, err := s.Compile(ctx, s.db, e, o)
	if err != nil {
		return Preview{}, err
	}
	return c.preview(o.Lang), nil
}

// PreviewDraft writes the e-mail of an event in the words of a template that is not saved. It fails with errs.Fields.
func (s *Service) PreviewDraft(ctx context.Context, e events.Event, w Content, o Options) (Preview, error) {
	o.Linked = true
	c, err := s.compile(ctx, e, w, o)
	if err != nil {
		return Preview{}, err
	}
	return c.preview(o.Lang), nil
}

func (c *Compiled) preview(l i18n.Lang) (p Preview) {
	p.Subject, p.HTML, p.Text = c.Message(sampleGuests[l], sampleLinks)
	return p
}
