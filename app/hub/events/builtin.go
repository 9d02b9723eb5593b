package events

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"presence/db"
)

//go:embed builtin/*.json
var builtInFiles embed.FS

// builtIns are the built-in events, sorted by id. They are examples, so they are drafts (R1).
var builtIns = readBuiltIns()

// builtIn returns the built-in event with that id.
func builtIn(id string) (Event, bool) {
	i, found := slices.BinarySearchFunc(builtIns, id, func(e Event, id string) int { return strings.Compare(e.ID, id) })
	if !found {
		return Event{}, false
	}
	return builtIns[i].clone(), true
}

// clone returns a copy that shares no mutable data with e.
func (e Event) clone() Event {
	if e.Capacity != nil {
		e.Capacity = new(*e.Capacity)
	}
	return e
}

// builtInFile is the format of the files in the folder builtin.
type builtInFile struct {
	StartsAt     time.Time                 `json:"starts_at"`
	EndsAt       time.Time                 `json:"ends_at"`
	RSVPDeadline time.Time                 `json:"rsvp_deadline"`
	Capacity     *int64                    `json:"capacity"`
	Palette      string                    `json:"palette"`
	Content      map[string]builtInContent `json:"content"`
}

type builtInContent struct {
	Title    string   `json:"title"`
	Intro    []string `json:"intro"` // lines
	Details  []string `json:"details"`
	Address  string   `json:"address"`
	ThankYou []string `json:"thank_you"`
}

func (w builtInContent) content() Content {
	lines := func(l []string) string { return strings.Join(l, "\n") }
	return Content{w.Title, lines(w.Intro), lines(w.Details), w.Address, lines(w.ThankYou)}
}

// readBuiltIns panics when a file cannot be read: the files are part of the program, and a test reads them too.
func readBuiltIns() (list []Event) {
	entries, err := builtInFiles.ReadDir("builtin")
	if err != nil {
		panic(err)
	}
	for _, entry := range entries { // sorted by name, which is the id
		text, err := builtInFiles.ReadFile("builtin/" + entry.Name())
		if err != nil {
			panic(err)
		}
		var f builtInFile
		if err := json.Unmarshal(text, &f); err != nil {
			panic(fmt.Errorf("events: %s: %w", entry.Name(), err))
		}
		list = append(list, Event{
			ID: strings.TrimSuffix(entry.Name(), ".json"), Source: BuiltIn, State: Draft, Capacity: f.Capacity, Palette: f.Palette,
			StartsAt: db.InstantOf(f.StartsAt), EndsAt: db.InstantOf(f.EndsAt), Deadline: db.InstantOf(f.RSVPDeadline),
			Content:   Contents{FR: f.Content["fr"].content(), EN: f.Content["en"].content()},
			OfferHold: defaultHold, OfferCutoff: defaultCutoff, PeopleLimit: MaxPeopleLimit, Companions: CompanionsNo,
		})
	}
	return list
}
