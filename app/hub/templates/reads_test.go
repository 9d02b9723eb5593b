package templates

import (
	"strings"
	"testing"
	"time"

	"presence/app/hub/events"
	"presence/app/platform/i18n"
)

func TestService_Reader(t *testing.T) {
	e := events.Event{ID: "gala"}
	e.Content.FR = events.Content{Title: "Le gala", Intro: "Venez **tous** ! " + strings.Repeat("é", 300)}
	s := &Service{zone: time.UTC}
	for _, x := range []struct{ name, text, want string }{
		{"a text without placeholders is what it says", "Bonjour", ""},
		{"so is a list", "Il y a :\n\n- un\n- deux", ""},
		{"a text without placeholders, without its marks", "Venez **tous**", "Venez tous"},
		{"values of the guest and of the event", "{{greeting}} voici {{event_title}}.", "Bonjour Élise, voici Le gala."},
		{"without the marks of Markdown", "**{{event_title}}**\n\n- un\n- deux", "Le gala • un • deux"},
		{"no-break spaces stay", "{{event_title}}\u00a0:\n20\u00a0h", "Le gala\u00a0: 20\u00a0h"},
		{"a link is its label", "[Ajouter]({{calendar_url}}) ou {{firstname}}", "Ajouter ou Élise"},
		{"a placeholder that does not exist", "{{secret}} {{name}}", ""},
		{"a placeholder that does not end", "{{name", ""},
		{"the picture is no text", "{{event_picture}}", ""},
		{"a long text is cut", "{{event_intro}}", "Venez tous ! " + strings.Repeat("é", mostRead-13) + "…"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := s.Reader(e, i18n.FR)(x.text); got != x.want {
				t.Errorf("reads %q", got)
			}
		})
	}
}
