package events

import (
	"bytes"
	"strings"
	"sync"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// converter reads the Markdown that staff write: paragraphs, lists, emphasis and links, where every end of line counts. Headings,
// tables, code and HTML are not read: they stay the characters they are. Pictures are left away: they come as attachments.
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

// htmlPolicy is what may come out, whatever went in: the renderer is trusted with the form, never with the safety.
var htmlPolicy = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "strong", "em", "ul", "ol", "li")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("https", "http", "mailto", "tel")
	p.RequireNoFollowOnLinks(true)
	p.RequireNoReferrerOnLinks(true)
	return p
}()

// HTML is a text of an event as pages and e-mails show it: a safe fragment of paragraphs, lists, emphasis and links. The
// latest texts are remembered: guests' pages ask for the same few over and over.
func HTML(markdown string) string { return shown.of(markdown, render) }

func render(markdown string) string {
	var b bytes.Buffer
	if err := converter.Convert([]byte(markdown), &b); err != nil { // a buffer takes everything
		return ""
	}
	return strings.TrimSpace(htmlPolicy.Sanitize(b.String()))
}

var shown = memory{m: map[string]string{}}

// memory keeps what a few inputs gave.
type memory struct {
	mu sync.RWMutex
	m  map[string]string
}

const remembered = 256

func (m *memory) of(in string, render func(string) string) string {
	m.mu.RLock()
	out, known := m.m[in]
	m.mu.RUnlock()
	if known {
		return out
	}
	out = render(in)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.m) >= remembered {
		clear(m.m)
	}
	m.m[in] = out
	return out
}

// Plain is a text of an event without its marks, as the text part of an e-mail has it: paragraphs apart, items of lists
// on lines of their own, links with their addresses.
func Plain(markdown string) string {
	source := []byte(markdown)
	p := plainText{source: source}
	_ = ast.Walk(converter.Parser().Parse(text.NewReader(source)), p.visit) // visit gives no error
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
	case *ast.String:
		if entering {
			p.out.Write(n.Value)
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
