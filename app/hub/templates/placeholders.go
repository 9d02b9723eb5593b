package templates

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
)

// kind says where the value of a placeholder may be used.
type kind int

const (
	word  kind = iota // one line of text: in text, and in the attributes title and alt
	link              // an address: in text and in href
	block             // HTML: in text only
)

// Placeholder is a name that may be used between {{ and }}.
type Placeholder struct {
	Name  string
	kind  kind
	about i18n.Text // the guest, the event, the links: the heading in the editor's menu
}

// Placeholders are all placeholders, in the order in which the editor lists them.
var Placeholders = []Placeholder{
	{"greeting", word, i18n.TplOfGuest}, {"firstname", word, i18n.TplOfGuest}, {"lastname", word, i18n.TplOfGuest},
	{"name", word, i18n.TplOfGuest},
	{"event_title", word, i18n.TplOfEvent}, {"event_date", word, i18n.TplOfEvent}, {"event_hours", word, i18n.TplOfEvent},
	{"event_address", word, i18n.TplOfEvent}, {"event_intro", block, i18n.TplOfEvent}, {"event_details", block, i18n.TplOfEvent},
	{"event_when_where", block, i18n.TplOfEvent}, {"event_picture", block, i18n.TplOfEvent},
	{"rsvp_button", block, i18n.TplOfLinks}, {"rsvp_url", link, i18n.TplOfLinks}, {"calendar_url", link, i18n.TplOfLinks},
	{"unsubscribe_url", link, i18n.TplOfLinks}, {"sender_address", word, i18n.TplOfLinks},
}

// firstMarker is the private-use rune that stands for the first placeholder in a parsed text; the runes of the others follow
// it.
const firstMarker = '\ue100'

func isMarker(r rune) bool { return r >= '\ue000' && r <= '\uf8ff' }

func markerAt(i int) string { return string(firstMarker + rune(i)) }

// marker returns the marker of the placeholder with that name, which must exist.
func marker(name string) string { return markerAt(placeholderIndex[name]) }

// addressOf returns the URL that stands for a link placeholder while the HTML is sanitized, since only a URL may stand there.
func addressOf(i int) string { return "https://" + Placeholders[i].Name + ".placeholder.invalid/" }

// target is the part of a message that a text is for.
type target int

const (
	inSubject  target = iota
	inHTML            // the result is sanitized
	inMarkdown        // stand-in addresses are left where links lead
	inText            // the plain text of a message
)

// placeholderError is the first error in the placeholders of a text; nil: there is none.
type placeholderError struct{ code, detail string }

func (m *placeholderError) report(faults *errs.Fields, field string) {
	if m != nil {
		faults.Add(field, m.code, m.detail)
	}
}

// maxBlocks is how often placeholders for whole texts may stand in a template: each may become 20,000 characters of a message.
const maxBlocks = 20

// parse replaces the placeholders of a text by markers, and sanitizes HTML. Text that looks like a placeholder but is none is
// an error, so that no guest ever reads one.
func parse(text string, in target) (string, *placeholderError) {
	var out strings.Builder
	blocks := 0
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
		if Placeholders[i].kind == block {
			if blocks++; blocks > maxBlocks {
				return "", &placeholderError{"placeholder_often", "A template has at most 20 placeholders for texts and buttons of an event."}
			}
		}
		if Placeholders[i].kind == link && in != inText { // not in a subject
			out.WriteString(addressOf(i))
		} else {
			out.WriteString(markerAt(i))
		}
		text = after
	}
	if in != inHTML {
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

// The values of styles that may stand in an e-mail, in small letters. The checks that bluemonday has for each style take exponential time,
// so every style has a pattern here; regular expressions of Go take linear time.
var (
	// styleValue is 1 to 6 words: names, lengths, numbers, and colours as #112233 or rgb(1, 2, 3). It contains no address and no other
	// function.
	styleValue = regexp.MustCompile(`^` + styleWord + `(\s+` + styleWord + `){0,5}$`)
	fontNames  = regexp.MustCompile(`^` + fontName + `(\s*,\s*` + fontName + `){0,19}$`)
)

const (
	styleWord = `([a-z][a-z-]*|#[0-9a-f]{3,8}|-?([0-9]+|[0-9]*\.[0-9]+)(%|[a-z]{1,4})?|(rgb|hsl)a?\([0-9., %]+\))`
	fontName  = `('[a-z -]+'|[a-z -]+)`

	maxStyle = 2_000 // characters of a style attribute: the parser of bluemonday takes quadratic time
)

// policy is what the HTML of an e-mail may contain: text, tables, images by https, and the styles that mail programs support.
// Scripts, forms, frames, style sheets and event handlers are removed.
var policy = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "div", "span", "strong", "b", "em", "i", "u", "s", "small", "sub", "sup", "blockquote", "center",
		"h1", "h2", "h3", "h4", "ul", "ol", "li", "table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "a", "img", "font")
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("src", "alt", "width", "height", "border").OnElements("img")
	p.AllowAttrs("title", "align", "valign", "width", "height", "bgcolor", "border", "cellpadding", "cellspacing", "colspan", "rowspan",
		"role", "dir", "lang").Globally()
	p.AllowAttrs("color", "face", "size").OnElements("font")
	p.AllowAttrs("class").Matching(regexp.MustCompile("^p-[a-z]+( p-[a-z]+)*$")).Globally() // of the message's own style sheet
	p.AllowAttrs("aria-hidden").Matching(regexp.MustCompile("^true$")).Globally()
	p.AllowStyles("color", "background-color", "font-size", "font-weight", "font-style", "line-height", "letter-spacing",
		"text-align", "text-decoration", "text-transform", "vertical-align", "white-space",
		"padding", "padding-top", "padding-right", "padding-bottom", "padding-left",
		"margin", "margin-top", "margin-right", "margin-bottom", "margin-left",
		"border", "border-top", "border-right", "border-bottom", "border-left", "border-radius", "border-color", "border-style", "border-width",
		"border-collapse",
		"width", "max-width", "min-width", "height", "display").Matching(styleValue).Globally()
	p.AllowStyles("font-family").Matching(fontNames).Globally()
	// mso-padding-alt, the padding of a button in Outlook: the policy ignores prefixes.
	p.AllowStyles("padding-alt").Matching(regexp.MustCompile("^[0-9]+px( [0-9]+px)*$")).Globally()
	p.AllowURLSchemes("https", "http", "mailto", "tel")
	return p
}()

// safeHTML returns the sanitized HTML with markers for link placeholders, or an error for a placeholder in the wrong place.
func safeHTML(text string) (string, *placeholderError) {
	if hasLongStyle(text) {
		return "", &placeholderError{"style_length", "A style attribute has at most 2,000 characters."}
	}
	clean := withLinks(policy.Sanitize(text))
	return clean, misplaced(clean)
}

// hasLongStyle reports whether a style attribute is longer than maxStyle.
func hasLongStyle(text string) bool {
	z := html.NewTokenizer(strings.NewReader(text))
	for z.Next() != html.ErrorToken {
		for _, a := range z.Token().Attr {
			if a.Key == "style" && len(a.Val) > maxStyle {
				return true
			}
		}
	}
	return false
}

// withLinks replaces the stand-in addresses by the markers of their placeholders.
func withLinks(text string) string {
	if !strings.Contains(text, ".placeholder.invalid/") {
		return text
	}
	for i, p := range Placeholders {
		if p.kind == link {
			text = strings.ReplaceAll(text, addressOf(i), markerAt(i))
		}
	}
	return text
}

// misplaced finds a placeholder in an attribute that must not contain one.
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

// fits reports whether a placeholder of kind k may stand in an attribute: a link must be the whole of an href, a word may be
// part of a title or alt text.
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

// invalid returns the error as a validation error of a field.
func (m *placeholderError) invalid(field string) error {
	return errs.InvalidField(field, m.code, m.detail)
}
