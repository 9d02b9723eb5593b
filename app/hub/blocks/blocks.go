// Package blocks composes the invitation of an event from a list of blocks: titles, texts, pictures, buttons, columns. A list becomes
// the content of a template with placeholders, so what sends messages knows nothing of blocks (ADR 46).
package blocks

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"presence/app/hub/events"
	"presence/app/hub/templates"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
)

// Kind is what a block shows.
type Kind string

// The kinds of block.
const (
	Title   Kind = "title"   // the first one of a list is on the colour of the event
	Text    Kind = "text"    // Markdown: paragraphs, lists, emphasis and links
	Picture Kind = "picture" // a picture of its own, or the cover picture of the event
	Button  Kind = "button"  // a link
	Columns Kind = "columns" // two texts side by side
	Divider Kind = "divider" // a line
	Details Kind = "details" // the date, the hours and the address of the event
)

// Kinds are all kinds, in the order in which the editor offers them.
var Kinds = []Kind{Title, Text, Picture, Button, Columns, Divider, Details}

// Words are a text in both languages. Where the English text is empty, the French one is used.
type Words struct {
	FR string `json:"fr,omitempty"`
	EN string `json:"en,omitempty"`
}

// In returns the text in a language.
func (w Words) In(l i18n.Lang) string {
	if l == i18n.EN && w.EN != "" {
		return w.EN
	}
	return w.FR
}

// Block is one part of an invitation.
type Block struct {
	ID    int64 `json:"id"` // names the block in its list, wherever it stands
	Kind  Kind  `json:"type"`
	Words       // of a title, a text or a button; of columns the left one; of a picture of its own what it shows
	Right Words `json:"right,omitzero"` // the right column
	// URL is where a button leads; empty: to the guest's own page to answer.
	URL string `json:"url,omitempty"`
	// Own is the picture of a picture block. Without one it shows the cover picture.
	Own Image `json:"picture,omitzero"`
}

// Image is a stored picture of the event that a block shows. The zero value: none.
type Image struct {
	Hash   string `json:"hash"`  // of its bytes in the large size
	Width  int64  `json:"width"` // of the large size, in pixels
	Height int64  `json:"height"`
}

// HasWords reports whether blocks of the kind have texts.
func (k Kind) HasWords() bool {
	return k == Title || k == Text || k == Button || k == Columns || k == Picture
}

// showsCover reports whether the block shows the cover picture, which has descriptions of its own.
func (b Block) showsCover() bool { return b.Kind == Picture && b.Own.Hash == "" }

// List is an invitation made of blocks.
type List struct {
	Subject Words   `json:"subject,omitzero"` // empty: that of the festive invitation
	Blocks  []Block `json:"blocks"`
	// Last is the highest ID that a block of the list has had, also of one that was removed: a new block never gets the ID of another.
	Last int64 `json:"last,omitzero"`
}

// The limits of a list.
const (
	MaxBlocks  = 40
	MaxText    = 5_000  // characters of a text
	maxTexts   = 60_000 // characters of all texts in both languages
	MaxLine    = 200    // characters of a title or of the label of a button
	MaxAddress = 500    // characters of the address of a button
	maxID      = 1_000_000_000
)

// Standard returns the blocks of the festive invitation. Its texts are those of the event, by placeholders.
func Standard() List {
	placeholder := func(text string) Words { return Words{FR: text} } // it has a value in each language
	said := func(t i18n.Text) Words { return Words{FR: i18n.FR.T(t), EN: i18n.EN.T(t)} }
	calendar := said(i18n.MailCalendar)
	return List{Blocks: []Block{
		{ID: 1, Kind: Picture},
		{ID: 2, Kind: Title, Words: placeholder("{{event_title}}")},
		{ID: 3, Kind: Text, Words: placeholder("{{greeting}}\n\n{{event_intro}}")},
		{ID: 4, Kind: Details},
		{ID: 5, Kind: Button, Words: said(i18n.MailAnswer)},
		{ID: 6, Kind: Text, Words: placeholder("{{event_details}}")},
		{ID: 7, Kind: Text, Words: Words{"[" + calendar.FR + "]({{calendar_url}})", "[" + calendar.EN + "]({{calendar_url}})"}},
	}}
}

// placeholders matches the placeholders of a text, which have a value in each language.
var placeholders = regexp.MustCompile(`\{\{.*?\}\}`)

// lacksEnglish reports whether a text, other than placeholders, is there in French alone.
func (l List) lacksEnglish() bool {
	frenchOnly := func(w Words) bool {
		return w.EN == "" && strings.TrimSpace(placeholders.ReplaceAllString(w.FR, "")) != ""
	}
	return frenchOnly(l.Subject) || slices.ContainsFunc(l.Blocks, func(b Block) bool {
		return !b.showsCover() && frenchOnly(b.Words) || frenchOnly(b.Right)
	})
}

// Validate cleans the texts of a list, and returns all errors.
func (l *List) Validate() errs.Fields {
	var faults errs.Fields
	templates.CleanLine(&faults, "subject.fr", &l.Subject.FR, MaxLine)
	templates.CleanLine(&faults, "subject.en", &l.Subject.EN, MaxLine)
	return append(faults, l.check()...)
}

// check cleans the texts of the blocks, and returns their errors and those of the list. Blocks of the valid lists are left out, which saves
// the time to render their texts.
func (l *List) check(valid ...List) errs.Fields {
	known := map[Block]bool{}
	for _, other := range valid {
		for _, b := range other.Blocks {
			b.ID = 0
			known[b] = true
		}
	}
	faults := l.checkSize()
	if len(faults) > 0 {
		return faults
	}
	for i, b := range l.Blocks {
		if b.ID = 0; !known[b] {
			l.Blocks[i].validate(&faults, blockAt(i))
		}
	}
	l.checkIDs(&faults)
	if len(faults) == 0 {
		l.checkWhole(&faults)
	}
	return faults
}

func (l List) checkSize() (faults errs.Fields) {
	if len(l.Blocks) > MaxBlocks {
		faults.Add("blocks", "too_many_blocks", "An invitation has at most 40 blocks.")
		return faults
	}
	length := 0
	for _, b := range l.Blocks {
		for _, x := range b.texts() {
			length += utf8.RuneCountInString(*x.text)
		}
	}
	if length > maxTexts {
		faults.Add("blocks", "list_length", "The texts of an invitation have at most 60,000 characters in all, in both languages.")
	}
	return faults
}

func (l List) checkIDs(faults *errs.Fields) {
	seen := map[int64]bool{}
	for i, b := range l.Blocks {
		at := blockAt(i)
		if b.ID != 0 && (b.ID < 0 || b.ID > maxID) {
			faults.Add(at+"id", "out_of_range", "Expected a whole number from 1 to 1000000000.")
		} else if b.ID != 0 && seen[b.ID] {
			faults.Add(at+"id", "duplicate_block", "Two blocks have the same id.")
		}
		seen[b.ID] = true
	}
}

// follow continues the numbers of the list that was stored before.
func (l *List) follow(stored List) {
	l.Last = max(l.Last, stored.Last)
	for _, b := range slices.Concat(stored.Blocks, l.Blocks) {
		l.Last = max(l.Last, b.ID)
	}
}

// number gives the blocks that have no ID the next ones.
func (l *List) number() {
	for i := range l.Blocks {
		if l.Blocks[i].ID == 0 {
			l.Blocks[i].ID = l.nextID()
		}
	}
}

// nextID returns the ID of a new block. At the end of the range, which clients can reach by IDs of their own, it is one that no block has.
func (l *List) nextID() int64 {
	if l.Last >= maxID {
		l.Last = 0
		for l.index(l.Last+1) >= 0 {
			l.Last++
		}
	}
	l.Last++
	return l.Last
}

// index returns the place of the block with an ID; -1: there is none.
func (l *List) index(id int64) int {
	return slices.IndexFunc(l.Blocks, func(b Block) bool { return b.ID == id })
}

// validate cleans one block; at begins the names of its fields.
func (b *Block) validate(faults *errs.Fields, at string) {
	if !slices.Contains(Kinds, b.Kind) {
		faults.Add(at+"type", "not_allowed", "Expected one of title, text, picture, button, columns, divider, details.")
		return
	}
	for _, x := range b.texts() {
		switch {
		case *x.text == "":
		case !x.fits:
			faults.Add(at+x.name, "not_allowed", "A block of this type has no such member.")
		case b.Kind == Text || b.Kind == Columns:
			templates.CleanMarkdown(faults, at+x.name, x.text, MaxText)
		case b.Kind == Picture:
			templates.CleanLine(faults, at+x.name, x.text, events.MaxDescription)
		default:
			templates.CleanLine(faults, at+x.name, x.text, MaxLine)
		}
	}
	switch own := b.Own.Hash != ""; {
	case own && b.Kind != Picture:
		faults.Add(at+"picture", "not_allowed", "A block of this type has no such member.")
	case own && b.FR == "":
		faults.Add(at+"fr", "required", "This field is required.")
	}
	switch b.URL = strings.TrimSpace(b.URL); {
	case b.URL == "":
	case b.Kind != Button:
		faults.Add(at+"url", "not_allowed", "A block of this type has no such member.")
	case utf8.RuneCountInString(b.URL) > MaxAddress:
		faults.Add(at+"url", "length", "Expected at most 500 characters.")
	case !isAddress(b.URL):
		faults.Add(at+"url", "https_address", "Expected an absolute address that begins with https://.")
	}
}

// text is a text of a block with the name of its field.
type text struct {
	name string
	text *string
	fits bool // whether blocks of the kind have it
}

func (b *Block) texts() []text {
	words, right := b.Kind.HasWords(), b.Kind == Columns
	return []text{{"fr", &b.FR, words}, {"en", &b.EN, words}, {"right.fr", &b.Right.FR, right}, {"right.en", &b.Right.EN, right}}
}

// isAddress reports whether a button may lead to an address. Braces would be read as a placeholder.
func isAddress(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Scheme == "https" && u.Hostname() != "" && u.User == nil && !strings.ContainsFunc(s, func(r rune) bool {
		return r <= ' ' || r == '{' || r == '}' || errs.Unreadable(r) || r >= '\ue000' && r <= '\uf8ff'
	})
}
