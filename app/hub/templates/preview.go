package templates

import (
	"context"

	"presence/app/hub/events"
	"presence/app/platform/i18n"
)

// Preview is an e-mail as a guest would receive it. Its links lead nowhere.
type Preview struct {
	Subject string `json:"subject" doc:"As a mailbox lists it" example:"Invitation : Le gala"`
	HTML    string `json:"html" doc:"The whole page" example:"<!doctype html>…"`
	Text    string `json:"text" doc:"The same for who reads no HTML" example:"Le gala\n\nBonjour Élise,\n…"`
}

// sampleGuests are the guests of previews, by language.
var sampleGuests = map[i18n.Lang]Guest{i18n.FR: {"Élise", "Côté"}, i18n.EN: {"Mary", "Smith"}}

// sampleLinks are the links of a preview: fragments, which do not leave the page.
var sampleLinks = Links{RSVP: "#rsvp", Calendar: "#calendar", Unsubscribe: "#unsubscribe"}

// PreviewOf composes the e-mail of an event.
func (s *Service) PreviewOf(ctx context.Context, e events.Event, o Options) (Preview, error) {
	o.Linked = true
	c, err := s.Compile(ctx, s.db, e, o)
	if err != nil {
		return Preview{}, err
	}
	return c.preview(o.Lang), nil
}

// PreviewDraft composes the e-mail of an event from a template that is not saved. It fails with errs.Fields.
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
