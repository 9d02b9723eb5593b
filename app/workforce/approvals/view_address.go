package approvals

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"presence/app/platform/paths"
)

// readView parses the query. Unknown values are replaced by defaults.
func readView(q url.Values) (v View) {
	v.Tab = Waiting
	if t := Tab(q.Get("tab")); slices.Contains(Tabs, t) {
		v.Tab = t
	}
	if k := Kind(q.Get("kind")); slices.Contains(Kinds, k) {
		v.Kind = k
	}
	if n, err := strconv.Atoi(q.Get("from")); err == nil {
		v.From = max(n, 0)
	}
	v.Open, _ = parseRef(q.Get("item"))
	return v
}

// query returns the query that readView parses.
func (v View) query() url.Values {
	q := url.Values{}
	set := func(name, value string) {
		if value != "" {
			q.Set(name, value)
		}
	}
	if v.Tab != Waiting {
		set("tab", string(v.Tab))
	}
	set("kind", string(v.Kind))
	if v.From > 0 {
		set("from", strconv.Itoa(v.From))
	}
	set("item", v.Open.String())
	return q
}

// href returns the address of the page with a change of the view.
func (v View) href(change func(*View)) string {
	change(&v)
	q := v.query()
	if len(q) == 0 {
		return paths.Approvals()
	}
	return paths.Approvals() + "?" + q.Encode()
}

// nextItem returns the item after the open one in a list, else the one before it. It is opened after a decision.
func nextItem(list []Item, open Ref) Ref {
	i := slices.IndexFunc(list, func(x Item) bool { return x.Ref == open })
	switch {
	case i < 0:
		return Ref{}
	case i+1 < len(list):
		return list[i+1].Ref
	case i > 0:
		return list[i-1].Ref
	}
	return Ref{}
}

// paragraphs splits a comment at its line breaks.
func paragraphs(s string) (list []string) {
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}
