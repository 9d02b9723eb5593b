package outgoingmail

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"presence/views/emails"
)

// content is the sealed part of a message.
type content struct {
	Name     string `json:"name"` // of the recipient
	Text     string `json:"text"`
	HTML     string `json:"html"`
	Stop     string `json:"stop,omitempty"` // the address of List-Unsubscribe
	Calendar []byte `json:"calendar,omitempty"`
	Method   string `json:"method,omitempty"` // of the calendar
	Image    []byte `json:"image,omitempty"`
}

// encode returns the sealed part of the message in one value to encrypt.
func (m Mail) encode() (string, error) {
	text, err := json.Marshal(content{m.To.Name, m.Text, m.HTML, m.Stop, m.Calendar, m.CalendarMethod, m.Image})
	return string(text), err
}

// mail returns the letter as text and as HTML.
func (l Letter) mail(ctx context.Context) (Mail, error) {
	page := emails.Letter{Lang: l.Lang, Subject: l.Subject, Title: l.Title, Text: l.Text, Notes: l.Notes, Why: l.Why,
		Lists: l.Lists, Label: l.Button.Label, URL: l.Button.URL, Stop: l.Stop.URL, StopLabel: l.Stop.Label}
	var html bytes.Buffer
	err := emails.LetterPage(page).Render(ctx, &html)
	return Mail{PersonID: l.PersonID, Kind: l.Kind, To: l.To, Lang: l.Lang, Subject: l.Subject, Text: l.plainText(), HTML: html.String(),
		Stop: l.Stop.URL, Expires: l.Expires}, err
}

// plainText returns the text part of a letter.
func (l Letter) plainText() string {
	parts := append([]string{l.Title}, l.Text...)
	for _, list := range l.Lists {
		parts = append(parts, plainList(list))
	}
	if l.Button.URL != "" {
		parts = append(parts, l.plainButton(l.Button))
	}
	parts = append(parts, l.Notes...)
	foot := "-- \n" + l.Why
	if l.Stop.URL != "" {
		foot += "\n" + l.plainButton(l.Stop)
	}
	return strings.Join(append(parts, foot), "\n\n") + "\n"
}

func (l Letter) plainButton(b Button) string {
	return strings.TrimSpace(b.Label+l.Lang.Colon()) + "\n" + b.URL
}

func plainList(list List) string {
	lines := make([]string, 0, 1+len(list.Items))
	if list.Title != "" {
		lines = append(lines, list.Title)
	}
	for _, i := range list.Items {
		line := "- " + i.Text
		if i.Detail != "" {
			line += " (" + i.Detail + ")"
		}
		if i.URL != "" {
			line += "\n  " + i.URL
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
