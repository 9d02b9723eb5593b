package ui

import (
	"net/url"
	"slices"
	"strconv"

	"presence/app/platform/i18n"

	"github.com/a-h/templ"
)

// PickerRows is the maximum number of search results that a Picker offers. The current choice, and choices that do not depend on the
// search, such as "none", come in addition.
const PickerRows = 8

// Picker is a field that chooses one of many records, such as a person: a search, and below it radio buttons with what it found.
// PickerField renders it inside the form of the choice, PickerForm the form of its search outside of that one.
type Picker struct {
	Field                // its Options are the radio buttons; Offer sets them
	Find        string   // URL that the search form is sent to (GET): the page with the picker
	Keep        []Hidden // other parameters of that URL
	SearchLabel string   // label of the search field
	Query       string   // text of the search; empty: none
	Open        bool     // no radio button is checked, also if a record was chosen before the search
	Found       string   // number of search results in words, or that there are none
}

// PickerQuery returns the name of the parameter with the text that the picker of a field searches.
func PickerQuery(field string) string { return field + "_q" }

// PickerID returns the DOM id of the choices of a field's picker, the part that a search replaces.
func PickerID(field string) string { return "pick-" + field }

func (p Picker) formID() string { return "find-" + p.Name }

func (p Picker) searchField() Field {
	f := Field{Name: PickerQuery(p.Name), Type: "search", Label: p.SearchLabel, HideLabel: true, Placeholder: p.SearchLabel, Value: p.Query,
		AutoComplete: "off", Form: p.formID()}
	if p.Error != "" {
		f.Attrs = templ.Attributes{"aria-invalid": "true"}
	}
	return f
}

// PickerUnanswered reports whether a form was sent with a picker of which nothing is chosen. A form without the picker has no answer to
// give.
func PickerUnanswered(form url.Values, field string) bool {
	return form.Has(PickerQuery(field)) && !form.Has(field)
}

// Offer sets the options: always those of fixed, and of found those that are not among them. all is how many the search matches.
// Without a text, found is offered only if it is everything: a long list is searched. The only match of a search is chosen unless
// something else is.
func (p Picker) Offer(l i18n.Lang, fixed, found []Option, all int64) Picker {
	p.Options = slices.Clone(fixed)
	switch {
	case p.Query == "" && all > int64(len(found)):
		return p
	case all > int64(len(found)):
		p.Found = l.F(i18n.PickFirst, l.Int(int64(len(found))), l.Int(all))
	case p.Query != "" && all == 0:
		p.Found = l.T(i18n.TeamNobody)
	case p.Query != "":
		p.Found = l.N(int(all), i18n.TreeFound)
	}
	if p.Open && all == 1 && len(found) == 1 {
		p.Value, p.Open = found[0].Value, false
	}
	for _, o := range found {
		if !slices.ContainsFunc(fixed, func(x Option) bool { return x.Value == o.Value }) {
			p.Options = append(p.Options, o)
		}
	}
	return p
}

// PickedPerson is a person whom a Picker offers.
type PickedPerson struct {
	ID         int64
	Name       string
	Supervisor string // the name of; empty: not shown
}

// OfferPeople is Offer for the results of a search of people. chosen, if there is one, has the value of the picker, and is always
// offered beside fixed. One without a name is chosen only if it is among fixed.
func (p Picker) OfferPeople(l i18n.Lang, fixed []Option, chosen PickedPerson, found []PickedPerson, all int64) Picker {
	p.SearchLabel = l.T(i18n.TeamSearch)
	value := strconv.FormatInt(chosen.ID, 10)
	known := slices.ContainsFunc(fixed, func(o Option) bool { return o.Value == value })
	if known || chosen.Name != "" {
		p.Value = value
	}
	if !known && chosen.Name != "" {
		fixed = append(slices.Clone(fixed), Option{Value: value, Label: chosen.Name})
	}
	options := make([]Option, len(found))
	for i, x := range found {
		options[i] = Option{Value: strconv.FormatInt(x.ID, 10), Label: x.Name}
		if x.Supervisor != "" {
			options[i].Note = l.T(i18n.TeamUnder) + " " + x.Supervisor
		}
	}
	return p.Offer(l, fixed, options, all)
}
