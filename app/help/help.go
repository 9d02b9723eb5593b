// Package help has the guides of the product: what people do with it, each task in a few steps, in both languages. A guide is a
// Markdown file for each language. It names the interface by its texts, as {{TimeSubmit}}, and shows pictures that a test of
// the tests of app/screens take from the running pages.
package help

import (
	"bytes"
	"embed"
	"fmt"
	"html"
	"regexp"
	"strings"
	"sync"

	"github.com/yuin/goldmark"

	"presence/app/accounts/auth"
	"presence/app/platform/contact"
	"presence/app/platform/i18n"
)

// Guide is what people of one role do, in one language.
type Guide struct {
	Name        string // in its address
	Title, Lead string
	Tasks       []Task
	Own         bool // it is for a role of the reader
}

// Task is one thing to do, in steps.
type Task struct {
	ID       string // in its address; the same in both languages
	Group    string // the heading above it in a long list; empty: the guide has none
	Title    string
	HTML     string   // the steps
	Lines    []string // the steps as plain text
	Marked   []string // the steps as HTML that has the names of the interface in <strong>
	Pictures []Picture
}

// audience says whose own a guide is.
type audience struct {
	guide string
	own   func(auth.Actor) bool
}

// audiences are those of all guides, from the role that may do most to what everybody does.
var audiences = []audience{
	{"admin", func(a auth.Actor) bool { return a.Role == auth.Admin }},
	{"payroll", auth.Actor.SeesAll},
	{"events", auth.Actor.RunsEvents},
	{"supervisor", auth.Actor.Approver},
	{"employee", func(a auth.Actor) bool { return a.EmployeeID != 0 }},
	{"general", auth.Actor.SignedIn},
}

//go:embed guides
var files embed.FS

// guides are all guides by language and name. They are read at their first use.
var guides = sync.OnceValues(func() (map[i18n.Lang]map[string]Guide, error) {
	all := map[i18n.Lang]map[string]Guide{i18n.FR: {}, i18n.EN: {}}
	for l, byName := range all {
		for _, x := range audiences {
			name := x.guide + "." + string(l) + ".md"
			source, err := files.ReadFile("guides/" + name)
			if err != nil {
				return nil, err
			}
			if byName[x.guide], err = parse(l, x.guide, string(source)); err != nil {
				return nil, fmt.Errorf("help: %s: %w", name, err)
			}
		}
	}
	return all, nil
})

// all returns the guides in the language of a reader, their own first.
func all(by auth.Actor) (list []Guide, err error) {
	byLanguage, err := guides()
	if err != nil {
		return nil, err
	}
	l, _ := i18n.Parse(string(by.Language))
	var others []Guide
	for _, x := range audiences {
		g := byLanguage[l][x.guide]
		if g.Own = x.own(by); g.Own {
			list = append(list, g)
		} else {
			others = append([]Guide{g}, others...)
		}
	}
	return append(list, others...), nil
}

var (
	labelName = regexp.MustCompile(`\{\{(\w+)\}\}(\.?)`)
	heading   = regexp.MustCompile(`^(.+) \{#([a-z-]+)\}$`)
	shown     = regexp.MustCompile(`(?m)^!\[(.+)\]\(([a-z-]+)\)$`)
	tag       = regexp.MustCompile(`<[^>]*>`)
)

// parse reads a guide: "# Title", a sentence, and for each task "## Title {#id}" with its steps and, on lines of their own, its
// pictures. A line "# Group" begins a group of tasks.
func parse(l i18n.Lang, name, source string) (Guide, error) {
	source, err := named(l, source)
	if err != nil {
		return Guide{}, err
	}
	parts := strings.Split(l.Typeset(source), "\n## ")
	head, group, _ := strings.Cut(parts[0], "\n# ")
	title, lead, _ := strings.Cut(strings.TrimPrefix(head, "# "), "\n")
	g := Guide{Name: name, Title: title, Lead: strings.TrimSpace(lead)}
	for _, part := range parts[1:] {
		part, next, begins := strings.Cut(part, "\n# ")
		t, err := parseTask(l, part)
		t.Group = strings.TrimSpace(group)
		if begins {
			group = next
		}
		if err != nil {
			return Guide{}, err
		}
		g.Tasks = append(g.Tasks, t)
	}
	return g, nil
}

func parseTask(l i18n.Lang, source string) (t Task, err error) {
	first, body, _ := strings.Cut(source, "\n")
	m := heading.FindStringSubmatch(first)
	if m == nil {
		return t, fmt.Errorf("the heading %q is not \"Title {#id}\"", first)
	}
	t.Title, t.ID = m[1], m[2]
	for _, m := range shown.FindAllStringSubmatch(body, -1) {
		p, err := pictureOf(l, m[2], m[1])
		if err != nil {
			return t, err
		}
		t.Pictures = append(t.Pictures, p)
	}
	var out bytes.Buffer
	if err := goldmark.Convert([]byte(shown.ReplaceAllString(body, "")), &out); err != nil {
		return t, err
	}
	t.HTML = out.String()
	for line := range strings.Lines(marked(t.HTML)) {
		if line = strings.TrimSpace(line); line != "" {
			t.Marked = append(t.Marked, line)
			t.Lines = append(t.Lines, html.UnescapeString(tag.ReplaceAllString(line, "")))
		}
	}
	return t, nil
}

// marked returns HTML without its tags, except <strong>.
func marked(source string) string {
	return tag.ReplaceAllStringFunc(source, func(t string) string {
		if t == "<strong>" || t == "</strong>" {
			return t
		}
		return ""
	})
}

// named replaces the names of labels by their texts in the interface.
func named(l i18n.Lang, source string) (string, error) {
	var unknown error
	text := labelName.ReplaceAllStringFunc(source, func(name string) string {
		name, stop, _ := strings.Cut(name[2:], "}}")
		label, ok := labels[name]
		if !ok {
			unknown = fmt.Errorf("there is no label {{%s}}", name)
		}
		if strings.HasSuffix(l.T(label), "…") {
			stop = "" // not four dots
		}
		return "**" + l.T(label) + "**" + stop
	})
	return text, unknown
}

// Found is a task that a search found.
type Found struct {
	Guide Guide
	Task  Task
	Line  string // HTML of a step with one of the words, else of the first
}

// Find returns the tasks whose title, with that of their guide, has all words of a text, in the language of the reader or in the other
// one: at most limit, those of the reader's own guides first.
func Find(by auth.Actor, text string, limit int) (found []Found, err error) {
	guides, err := all(by)
	if err != nil {
		return nil, err
	}
	other := by
	if other.Language = i18n.FR; by.Language == i18n.FR {
		other.Language = i18n.EN
	}
	translated, err := all(other)
	if err != nil {
		return nil, err
	}
	for i, g := range guides {
		second := translated[i] // the guides and their tasks have the same order
		for j, t := range g.Tasks {
			if len(found) < limit && (contact.HasWords(g.Title+" "+t.Title, text) ||
				contact.HasWords(second.Title+" "+second.Tasks[j].Title, text)) {
				found = append(found, Found{Guide: g, Task: t, Line: t.Marked[0]})
			}
		}
	}
	return found, nil
}
