package events

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"presence/app/platform/contact"
	"presence/app/platform/i18n"
	"presence/views/ui"
)

// season is three months of a year: winter (December to February), spring, summer or autumn.
type season struct {
	year    int // of its last month
	quarter int // 0: winter
}

// quarters are the names of the seasons in addresses, and how they are shown.
var quarters = [4]struct {
	name string
	text i18n.Text // with the year
}{{"winter", i18n.SeasonWinter}, {"spring", i18n.SeasonSpring}, {"summer", i18n.SeasonSummer}, {"autumn", i18n.SeasonAutumn}}

func seasonOf(day time.Time) season {
	month := int(day.Month()) % 12 // December is the first month of a winter
	s := season{year: day.Year(), quarter: month / 3}
	if month == 0 {
		s.year++
	}
	return s
}

// key returns how the season is written in an address: 2026-winter.
func (s season) key() string { return fmt.Sprintf("%d-%s", s.year, quarters[s.quarter].name) }

func (s season) label(l i18n.Lang) string {
	years := strconv.Itoa(s.year)
	if s.quarter == 0 {
		years = strconv.Itoa(s.year-1) + "–" + years
	}
	return l.F(quarters[s.quarter].text, years)
}

// seasonOptions returns the seasons of events, the latest first, after the option for all of them.
func (d presenter) seasonOptions(all []Record) []ui.Option {
	var seasons []season
	for _, r := range all {
		seasons = append(seasons, seasonOf(r.StartsAt.Time().In(d.zone)))
	}
	slices.SortFunc(seasons, func(a, b season) int {
		return cmp.Or(cmp.Compare(b.year, a.year), cmp.Compare(b.quarter, a.quarter))
	})
	options := []ui.Option{{Label: d.lang.T(i18n.SeasonAll)}}
	for _, s := range slices.Compact(seasons) {
		options = append(options, ui.Option{Value: s.key(), Label: s.label(d.lang)})
	}
	return options
}

// filter is what the list of events is narrowed to.
type filter struct {
	query  string // words of a title or an address; empty: all events
	season string // the key of a season; empty: all of them
}

func (f filter) isSet() bool { return f.query != "" || f.season != "" }

// filtered returns the events that have every word of the query in a title or an address, in either language, and begin in the season.
func (d presenter) filtered(all []Record, f filter) []Record {
	words := strings.Fields(contact.Fold(f.query))
	return slices.DeleteFunc(slices.Clone(all), func(r Record) bool {
		if f.season != "" && seasonOf(r.StartsAt.Time().In(d.zone)).key() != f.season {
			return true
		}
		fr, en := r.Content.FR, r.Content.EN
		text := contact.Fold(strings.Join([]string{fr.Title, fr.Address, en.Title, en.Address, r.ID}, "\n"))
		return slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
	})
}
