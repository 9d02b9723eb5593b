package staffmail

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"presence/views/emails"
)

// content is the sealed part of a message.
type content struct {
	Name string `json:"name"` // of the recipient
	Text string `json:"text"`
	HTML string `json:"html"`
}

// encode returns the content as text and as HTML, in one value to encrypt.
func (l Letter) encode(ctx context.Context) (string, error) {
	page := emails.Letter{Lang: l.Lang, Subject: l.Subject, Title: l.Title, Text: l.Text, Notes: l.Notes, Why: l.Why,
		Label: l.Button.Label, URL: l.Button.URL}
	var html bytes.Buffer
	if err := emails.LetterPage(page).Render(ctx, &html); err != nil {
		return "", err
	}
	text, err := json.Marshal(content{l.To.Name, l.plainText(), html.String()})
	return string(text), err
}

// plainText returns the text part of a letter.
func (l Letter) plainText() string {
	parts := append([]string{l.Title}, l.Text...)
	if l.Button.URL != "" {
		parts = append(parts, strings.TrimSpace(l.Button.Label+l.Lang.Colon())+"\n"+l.Button.URL)
	}
	parts = append(parts, l.Notes...)
	return strings.Join(append(parts, "-- \n"+l.Why), "\n\n") + "\n"
}
