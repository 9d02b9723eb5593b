package blocks_test

import (
	"flag"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"presence/app/hub/blocks"
	"presence/app/hub/events"
	"presence/app/hub/templates"
	"presence/app/platform/i18n"
	"presence/app/platform/palette"
	"presence/db"
)

func composer() *templates.Service {
	return templates.NewService(nil, nil, templates.Config{Zone: time.UTC, Site: &url.URL{Scheme: "https", Host: "presence.example"},
		Company: "Les Érables"})
}

// party is an event with everything that blocks show.
func party() events.Event {
	start := db.InstantOf(time.Date(2026, 12, 10, 18, 0, 0, 0, time.UTC))
	return events.Event{ID: "fete", State: events.Open, StartsAt: start, EndsAt: start + db.Instant(4*time.Hour/time.Millisecond),
		Palette: "canneberge", Content: events.Contents{
			FR: events.Content{Title: "Fête <des> clients", Intro: "Venez **fêter** avec nous.", Details: "- vin chaud\n- musique",
				Address: "Salle des Érables, 12, rue du Moulin, Québec"},
			EN: events.Content{Title: "Customers’ party", Intro: "Come and **celebrate** with us.", Details: "- mulled wine\n- music"}},
		Picture: events.Picture{Hash: strings.Repeat("ab", 16), Width: 1200, Height: 600, FR: "Des lanternes", EN: "Lanterns"},
	}
}

// every is the standard invitation with a block of each other kind.
func every() blocks.List {
	l := blocks.Standard()
	l.Blocks = append(l.Blocks,
		blocks.Block{ID: 8, Kind: blocks.Divider},
		blocks.Block{ID: 9, Kind: blocks.Title, Words: blocks.Words{FR: "Le programme", EN: "The program"}},
		blocks.Block{ID: 10, Kind: blocks.Columns, Words: blocks.Words{FR: "**18 h**\nAccueil", EN: "**6 p.m.**\nWelcome"},
			Right: blocks.Words{FR: "**19 h**\nSouper", EN: "**7 p.m.**\nDinner"}},
		blocks.Block{ID: 11, Kind: blocks.Button, Words: blocks.Words{FR: "Voir <le plan>", EN: "See the <map>"},
			URL: "https://example.com/plan?a=1&b=2"},
		blocks.Block{ID: 12, Kind: blocks.Text, Words: blocks.Words{FR: "<b>À</b> *bientôt*, {{firstname}}"}})
	return l
}

func preview(t testing.TB, l blocks.List, lang i18n.Lang, reminder bool) templates.Preview {
	t.Helper()
	if faults := l.Validate(); len(faults) > 0 {
		t.Fatal(faults)
	}
	e := party()
	c, err := l.Content(t.Context(), palette.Of(e.Palette), lang, "https://presence.example")
	if err != nil {
		t.Fatal(err)
	}
	p, err := composer().PreviewDraft(t.Context(), e, c, templates.Options{Lang: lang, Reminder: reminder, Postal: "1, rue X, Québec"})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var update = flag.Bool("update", false, "write the goldens anew")

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile("testdata/"+name, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile("testdata/" + name); err != nil || string(want) != got {
		t.Errorf("testdata/%s is not what it was (%v): %s", name, err, got)
	}
}

// pictured is every block with a picture of its own.
func pictured() blocks.List {
	l := every()
	l.Blocks = append(l.Blocks, blocks.Block{ID: 13, Kind: blocks.Picture, Words: blocks.Words{FR: "Le plan <de la salle> de {{firstname}}", EN: "The map"},
		Own: blocks.Image{Hash: strings.Repeat("cd", 16), Width: 900, Height: 450}})
	return l
}

// TestList_Content compares whole messages with the goldens.
func TestList_Content(t *testing.T) {
	for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
		t.Run(string(lang), func(t *testing.T) {
			p := preview(t, pictured(), lang, false)
			golden(t, "message-"+string(lang)+".html", strings.ReplaceAll(p.HTML, "><", ">\n<"))
			golden(t, "message-"+string(lang)+".txt", p.Text)
		})
	}
}

func TestList_Content_rules(t *testing.T) {
	standard := preview(t, blocks.Standard(), i18n.FR, false)
	reminder := preview(t, blocks.Standard(), i18n.FR, true)
	whole := preview(t, every(), i18n.FR, false)
	own := preview(t, pictured(), i18n.FR, false)
	untitled := blocks.List{Blocks: []blocks.Block{{Kind: blocks.Title}, {Kind: blocks.Text}, {Kind: blocks.Columns},
		{Kind: blocks.Button, URL: "https://example.com"}, {Kind: blocks.Text, Words: blocks.Words{FR: "seul"}}}}
	for name, x := range map[string]struct {
		in   string
		has  []string
		lack []string
	}{
		"the subject of the festive invitation stands where none is given": {standard.Subject, []string{"Invitation"}, nil},
		"a title is escaped":              {standard.HTML, []string{"Fête &lt;des&gt; clients"}, []string{"<des>"}},
		"HTML in a text is text":          {whole.HTML, []string{"&lt;b&gt;À&lt;/b&gt; <em>bientôt</em>, Élise"}, []string{"<b>À"}},
		"the picture has its description": {standard.HTML, []string{`alt="Des lanternes"`}, nil},
		"a picture of a block is as wide as the message": {own.HTML, []string{`<img src="https://presence.example/pictures/` + strings.Repeat("cd", 16) +
			`/large" width="600" height="300" alt="Le plan &lt;de la salle&gt; de Élise" style="display: block; width: 100%; max-width: 600px`}, nil},
		"its description stands in the text":            {own.Text, []string{"[Le plan <de la salle> de Élise]"}, nil},
		"no placeholder is left":                        {whole.HTML + whole.Text, nil, []string{"{{", "placeholder.invalid"}},
		"colours change in the dark":                    {standard.HTML, []string{`class="p-accent"`, `class="p-pad p-ink"`}, nil},
		"columns stand one below the other on a phone":  {whole.HTML, []string{`class="p-col p-ink"`, ".p-col{display:block!important"}, nil},
		"Outlook gets a fixed width":                    {standard.HTML, []string{`<!--[if mso]><table role="presentation" width="600"`}, nil},
		"Outlook gets a button with a ground":           {standard.HTML, []string{"mso-padding-alt"}, nil},
		"only the first title is the title of the page": {whole.HTML, []string{"<h1", "<h2"}, nil},
		"the text has date, place and links": {whole.Text, []string{"Jeudi 10\u00a0décembre\u00a02026", "Salle des Érables", "- vin chaud",
			"https://example.com/plan?a=1&b=2", "Venez fêter avec nous.", "Répondre à l’invitation\u00a0:\n#rsvp", "#unsubscribe"}, nil},
		"a reminder has its bell in both parts": {reminder.HTML + reminder.Text, []string{"🔔", "Petit rappel"}, nil},
		"blocks without words in a language are left out": {preview(t, untitled, i18n.FR, false).HTML, []string{"seul"}, []string{"<h1", "p-col p-ink",
			"https://example.com"}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, part := range x.has {
				if !strings.Contains(x.in, part) {
					t.Errorf("%q is missing in %s", part, x.in)
				}
			}
			for _, part := range x.lack {
				if strings.Contains(x.in, part) {
					t.Errorf("%q is left in %s", part, x.in)
				}
			}
		})
	}
}

func BenchmarkPreview(b *testing.B) {
	l := every()
	for b.Loop() {
		preview(b, l, i18n.FR, false)
	}
}
