package templates

import (
	"strings"

	"presence/app/hub/events"
)

// MarkdownSource converts Markdown with placeholders to the HTML and to the plain text of a template. The text must have been accepted by
// CleanMarkdown; otherwise both are empty.
func MarkdownSource(markdown string) (html, plain string) {
	html, plain, _ = markdownSource(markdown)
	return html, plain
}

// markdownSource is MarkdownSource with the first error. A placeholder for whole texts must be a paragraph of its own.
func markdownSource(markdown string) (html, plain string, err *placeholderError) {
	parsed, err := parse(markdown, inMarkdown)
	if err != nil {
		return "", "", err
	}
	html = withLinks(events.HTML(parsed))
	if err := misplaced(html); err != nil {
		return "", "", err
	}
	for i, p := range Placeholders {
		if p.kind != block {
			continue
		}
		alone := "<p>" + markerAt(i) + "</p>"
		if strings.Count(html, markerAt(i)) != strings.Count(html, alone) {
			return "", "", &placeholderError{"placeholder_alone", "{{" + p.Name + "}} must be a paragraph of its own."}
		}
		html = strings.ReplaceAll(html, alone, markerAt(i))
	}
	return asSource.Replace(html), asSource.Replace(withLinks(events.Plain(parsed))), nil
}

// asSource replaces markers by the placeholders that they stand for.
var asSource = func() *strings.Replacer {
	var pairs []string
	for i, p := range Placeholders {
		pairs = append(pairs, markerAt(i), "{{"+p.Name+"}}")
	}
	return strings.NewReplacer(pairs...)
}()

// SourceFault returns the code and the text of the first error in the placeholders of the HTML of a template, wherever they stand; both are
// empty if there is none.
func SourceFault(html string) (code, detail string) {
	if _, err := parse(html, inText); err != nil {
		return err.code, err.detail
	}
	return "", ""
}
