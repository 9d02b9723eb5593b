package templates

import (
	"net/url"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"

	"presence/app/platform/errs"
)

// kind says where the value of a placeholder may stand.
type kind int

const (
	word  kind = iota // one line of text: in text, and in titles and descriptions of pictures
	link              // an address: in text, and where a link leads
	block             // a piece of the page: in text alone
)

// Placeholder is one of the names that may stand between {{ and }}.
type Placeholder struct {
	Name string
	kind kind
}

// Placeholders is the closed list, in the order in which staff choose among them.
var Placeholders = []Placeholder{
	{"greeting", word}, {"firstname", word}, {"lastname", word}, {"name", word},
	{"event_title", word}, {"event_date", word}, {"event_hours", word}, {"event_address", word},
	{"event_intro", block}, {"event_details", block},
	{"rsvp_button", block}, {"rsvp_url", link}, {"calendar_url", link},
	{"unsubscribe_url", link}, {"sender_address", word},
}

// firstMarker is the private rune that stands for the first placeholder while a message is made; those of the others follow.
const firstMarker = '\ue100'

func isMarker(r rune) bool { return r >= '\ue000' && r <= '\uf8ff' }

func markerAt(i int) string { return string(firstMarker + rune(i)) }

// marker is the stand-in of a placeholder that is on the list.
func marker(name string) string { return markerAt(placeholderIndex[name]) }

// addressOf is what a link's placeholder is called while the HTML is made safe, where only an address may stand.
func addressOf(i int) string { return "https://" + Placeholders[i].Name + ".placeholder.invalid/" }

// target is what a text is for.
type target int

const (
	inSubject target = iota
	inHTML
)

// placeholderError is the first thing wrong with the placeholders of a text; nil: nothing.
type placeholderError struct{ code, detail string }

func (m *placeholderError) report(faults *errs.Fields, field string) {
	if m != nil {
		faults.Add(field, m.code, m.detail)
	}
}

// parse reads the placeholders of a text and gives it with marks in their stead; HTML is made safe on the way. Text that
// only looks like a placeholder is a fault, so that no guest ever reads one.
func parse(text string, in target) (string, *placeholderError) {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{{")
		out.WriteString(before)
		if !found {
			break
		}
		inner, after, closed := strings.Cut(rest, "}}")
		name := strings.TrimSpace(inner)
		if !closed || strings.ContainsAny(name, "{\n") || len(name) > 60 {
			return "", &placeholderError{"placeholder_open", "A placeholder begins with {{ and does not end: expected its name and }}."}
		}
		i, known := placeholderIndex[name]
		if !known {
			return "", &placeholderError{"unknown_placeholder", "There is no placeholder {{" + name + "}}. Expected one of " + names() + "."}
		}
		if in == inSubject && Placeholders[i].kind != word {
			return "", &placeholderError{"placeholder_place", "{{" + name + "}} does not fit into a subject."}
		}
		if in == inHTML && Placeholders[i].kind == link {
			out.WriteString(addressOf(i))
		} else {
			out.WriteString(markerAt(i))
		}
		text = after
	}
	if in == inSubject {
		return out.String(), nil
	}
	return safeHTML(out.String())
}

func names() string {
	list := make([]string, len(Placeholders))
	for i, p := range Placeholders {
		list[i] = p.Name
	}
	return strings.Join(list, ", ")
}

// policy is what e-mails may be made of: text, tables, pictures by https, and the styles that mailboxes understand. No
// script, form, frame, sheet or handler comes through.
var policy = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "div", "span", "strong", "b", "em", "i", "u", "s", "small", "sub", "sup", "blockquote", "center",
		"h1", "h2", "h3", "h4", "ul", "ol", "li", "table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "a", "img", "font")
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("src", "alt", "width", "height", "border").OnElements("img")
	p.AllowAttrs("title", "align", "valign", "width", "height", "bgcolor", "border", "cellpadding", "cellspacing", "colspan", "rowspan",
		"role", "dir", "lang").Globally()
	p.AllowAttrs("color", "face", "size").OnElements("font")
	p.AllowStyles("color", "background-color", "font-family", "font-size", "font-weight", "font-style", "line-height", "letter-spacing",
		"text-align", "text-decoration", "text-transform", "vertical-align", "white-space",
		"padding", "padding-top", "padding-right", "padding-bottom", "padding-left",
		"margin", "margin-top", "margin-right", "margin-bottom", "margin-left",
		"border", "border-top", "border-right", "border-bottom", "border-left", "border-radius", "border-color", "border-style", "border-width",
		"border-collapse",
		"width", "max-width", "min-width", "height", "display").Globally()
	p.AllowURLSchemes("https", "http", "mailto", "tel")
	p.RequireParseableURLs(true)
	return p
}()

// safeHTML is what the policy leaves, with marks for links, or what stands where it must not.
func safeHTML(text string) (string, *placeholderError) {
	clean := policy.Sanitize(text)
	for i, p := range Placeholders {
		if p.kind == link {
			clean = strings.ReplaceAll(clean, addressOf(i), markerAt(i))
		}
	}
	return clean, misplaced(clean)
}

// misplaced finds a placeholder in an attribute where its value would mean something else than it says.
func misplaced(clean string) *placeholderError {
	z := html.NewTokenizer(strings.NewReader(clean))
	for z.Next() != html.ErrorToken {
		t := z.Token()
		for _, a := range t.Attr {
			for i, p := range Placeholders {
				if (strings.Contains(a.Val, markerAt(i)) || strings.Contains(a.Val, url.QueryEscape(markerAt(i)))) && !fits(p.kind, a) {
					return &placeholderError{"placeholder_place", "{{" + p.Name + "}} cannot stand in the attribute " + a.Key + " of " + t.Data + "."}
				}
			}
		}
	}
	return nil
}

// fits reports whether the value of a placeholder may stand in an attribute: a link is the whole of an href, a word part of
// what is read aloud.
func fits(k kind, a html.Attribute) bool {
	switch k {
	case link:
		return a.Key == "href" && len([]rune(a.Val)) == 1
	case word:
		return a.Key == "alt" || a.Key == "title"
	default:
		return false
	}
}

// invalid is the misuse as the fault of a field.
func (m *placeholderError) invalid(field string) error {
	return errs.InvalidField(field, m.code, m.detail)
}
