package ui

import (
	"maps"
	"net/url"
	"slices"

	"presence/app/platform/i18n"

	"github.com/a-h/templ"
)

// label names the row for those who have it read out.
func (x Filters) label(l i18n.Lang) string {
	if x.Search != nil {
		return x.Search.Label
	}
	return l.T(i18n.TeamFilters)
}

// folds reports whether a phone shows the selects only when asked to.
func (x Filters) folds() bool { return x.Search != nil && (len(x.Selects) > 1 || x.Fold) }

// narrowed reports whether one of the selects narrows the list.
func (x Filters) narrowed() bool {
	return x.Narrowed || slices.ContainsFunc(x.Selects, func(f Field) bool {
		return slices.IndexFunc(f.Options, func(o Option) bool { return o.Value == f.Value }) > 0
	})
}

// Keeping returns the row with the first value of each parameter of a query that none of its own fields sends, sorted by name. The
// page number is left out: a list that is narrowed begins at its first page.
func (x Filters) Keeping(q url.Values) Filters {
	for _, name := range slices.Sorted(maps.Keys(q)) {
		sent := name == "page" || name == "q" && x.Search != nil ||
			slices.ContainsFunc(x.Selects, func(f Field) bool { return f.Name == name })
		if !sent {
			x.Keep = append(x.Keep, Hidden{Name: name, Value: q.Get(name)})
		}
	}
	return x
}

// ListSearch is the field of a search as Filters has it, for a form whose other fields have labels above them.
func ListSearch(label, value string) Field {
	return Field{Name: "q", Type: "search", Label: label, Value: value, AutoComplete: "off",
		Attrs: templ.Attributes{"data-search": true, "aria-keyshortcuts": "/"}}
}
