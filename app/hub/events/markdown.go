package events

import (
	"bytes"
	"regexp"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"presence/app/platform/errs"
)

// converter parses the Markdown that staff write: paragraphs, lists, emphasis and links; every line break is kept. Headings,
// tables, code and HTML are not parsed but stay plain text. Images are removed; they are sent as attachments.
var converter = goldmark.New(
	goldmark.WithParser(parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewListParser(), 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewParagraphParser(), 1000)),
		parser.WithInlineParsers(
			util.Prioritized(parser.NewLinkParser(), 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewEmphasisParser(), 500),
			util.Prioritized(extension.NewLinkifyParser(), 999)))),
	goldmark.WithRendererOptions(html.WithHardWraps()),
)

// htmlPolicy is the HTML that HTML may return, whatever the converter produces: safety does not depend on the converter.
var htmlPolicy = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "strong", "em", "ul", "ol", "li")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("https", "http", "mailto", "tel")
	p.RequireNoFollowOnLinks(true)
	p.RequireNoReferrerOnLinks(true)
	return p
}()

// The limits of what takes quadratic time in the converter, for one text.
const (
	maxBrackets = 200 // opening brackets of links
	maxEmphasis = 500 // runs of * or _
	maxColumn   = 24  // of a list's marker in its line: lists within lists, each of which takes two columns
)

// TooComplex reports whether a text has more brackets, emphasis or levels of lists than the converter of Markdown may be given, and
// adds the error.
func TooComplex(faults *errs.Fields, field, markdown string) bool {
	if strings.Count(markdown, "[") <= maxBrackets && emphasisRuns(markdown) <= maxEmphasis && !hasDeepList(markdown) {
		return false
	}
	faults.Add(field, "markdown_complex",
		"Expected at most 200 characters [, at most 500 times * or _, and list markers within the first 24 columns.")
	return true
}

// lists matches the spaces and list markers that begin a line, up to the last marker.
var lists = regexp.MustCompile(`(?m)^([ \t]*([-+*]|[0-9]{1,9}[.)]))([ \t]+([-+*]|[0-9]{1,9}[.)]))*([ \t]|$)`)

// hasDeepList reports whether the marker of a list stands behind maxColumn. A tab counts as four columns.
func hasDeepList(text string) bool {
	for _, start := range lists.FindAllString(text, -1) {
		if len(strings.ReplaceAll(start, "\t", "    ")) > maxColumn {
			return true
		}
	}
	return false
}

// emphasisRuns counts the runs of * and of _.
func emphasisRuns(text string) (runs int) {
	var before rune
	for _, r := range text {
		if r != before && (r == '*' || r == '_') {
			runs++
		}
		before = r
	}
	return runs
}

// HTML renders Markdown of an event as safe HTML for pages and e-mails: paragraphs, lists, emphasis and links. The latest
// results are cached, because guests' pages render the same few texts again and again.
func HTML(markdown string) string { return cached(renderedTexts, markdown, render) }

// marked returns the HTML of a text that has marks, such as bold words or a list; of another text it is empty.
func marked(markdown string) string {
	if html := HTML(markdown); formatted.MatchString(html) {
		return html
	}
	return ""
}

var formatted = regexp.MustCompile(`<(strong|em|a|ul|ol)\b`)

func cached(cache *lru.Cache[string, string], markdown string, convert func(string) string) string {
	if text, ok := cache.Get(markdown); ok {
		return text
	}
	text := convert(markdown)
	cache.Add(markdown, text)
	return text
}

func render(markdown string) string {
	var b bytes.Buffer
	if err := converter.Convert([]byte(markdown), &b); err != nil { // a bytes.Buffer never fails
		return ""
	}
	return strings.TrimSpace(htmlPolicy.Sanitize(b.String()))
}

const maxRenderedTexts = 256

// Renderings by their Markdown.
var (
	renderedTexts = newCache()
	plainTexts    = newCache()
)

func newCache() *lru.Cache[string, string] {
	c, err := lru.New[string, string](maxRenderedTexts)
	if err != nil {
		panic(err) // a size below 1
	}
	return c
}

// Plain returns Markdown as plain text for the text part of an e-mail: paragraphs separated, list items on lines of their own,
// links with their addresses. The latest results are cached.
func Plain(markdown string) string { return cached(plainTexts, markdown, renderPlain) }

func renderPlain(markdown string) string {
	source := []byte(markdown)
	p := plainText{source: source}
	_ = ast.Walk(converter.Parser().Parse(text.NewReader(source)), p.visit) // visit never fails
	return strings.TrimSpace(p.out.String())
}

type plainText struct {
	source []byte
	out    strings.Builder
}

func (p *plainText) visit(n ast.Node, entering bool) (ast.WalkStatus, error) {
	switch n := n.(type) {
	case *ast.Paragraph, *ast.TextBlock:
		if !entering {
			p.out.WriteString("\n")
			if _, inList := n.Parent().(*ast.ListItem); !inList {
				p.out.WriteString("\n")
			}
		}
	case *ast.List:
		if !entering {
			p.out.WriteString("\n")
		}
	case *ast.ListItem:
		if entering {
			p.out.WriteString("- ")
		}
	case *ast.Text:
		if entering {
			p.out.Write(util.UnescapePunctuations(n.Segment.Value(p.source)))
			if n.SoftLineBreak() || n.HardLineBreak() {
				p.out.WriteString("\n")
			}
		}
	case *ast.AutoLink:
		if entering {
			p.out.Write(n.Label(p.source))
		}
	case *ast.Link:
		if to := string(n.Destination); !entering && to != string(n.Text(p.source)) { //nolint:staticcheck // the text of a link's children
			p.out.WriteString(" (" + to + ")")
		}
	}
	return ast.WalkContinue, nil
}
