package door

import (
	"cmp"
	"context"
	"net/http"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/hub/rsvp"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
)

// arrivalsAPI registers the JSON routes by which programs of those who run events check guests in.
func arrivalsAPI(r *httpx.Router, a api) {
	op := func(method, path, id, summary string, success int) httpx.Op {
		return httpx.Op{Method: method, Path: "/events/{event_id}/check-in" + path, Rule: httpx.Events, ID: id, Tag: "events", Summary: summary,
			Success: success}
	}
	httpx.Handle(r, op(http.MethodGet, "", "get-check-in", "How many guests are there, and find a party", http.StatusOK), a.find)
	httpx.Handle(r, op(http.MethodPost, "/arrivals", "record-arrival", "Check a party in, or a part of it, or take an arrival back",
		http.StatusOK), a.arrive)
	httpx.Handle(r, op(http.MethodPost, "/walk-ins", "register-walk-in", "Register a party that nobody expects, and check it in",
		http.StatusOK), a.walkIn)
}

// partyJSON is a registration on the check-in page.
type partyJSON struct {
	ID        int64  `json:"rsvp_id" doc:"The registration's id" example:"12"`
	Name      string `json:"name" doc:"As the guest gave it" example:"Maude Thériault"`
	Attending bool   `json:"attending" doc:"Whether the guest said that they are coming"`
	People    int64  `json:"people" doc:"How many are expected" example:"2"`
	Arrived   int64  `json:"arrived" doc:"How many of them are there" example:"1"`
	WalkIn    bool   `json:"walk_in" doc:"Whether the party was registered at the door"`
	LastID    *int64 `json:"last_arrival_id" doc:"The last arrival, which can be taken back; null: there is none" example:"31"`
}

func toPartyJSON(p Party) partyJSON {
	return partyJSON{ID: p.ID, Name: p.Name, Attending: !p.Declines(), People: p.People, Arrived: p.Arrived, WalkIn: p.WalkIn,
		LastID: httpx.NilIfZero(p.Last.ID)}
}

// checkInJSON are the totals of an event with some of its parties.
type checkInJSON struct {
	Expected int64       `json:"expected" doc:"How many people are expected" example:"87"`
	Arrived  int64       `json:"arrived" doc:"How many are there" example:"41"`
	Parties  []partyJSON `json:"parties" doc:"The parties that match, in the order of their ids"`
}

type checkInOutput struct {
	Link         string `header:"Link"`
	CacheControl string `header:"Cache-Control"`
	Body         checkInJSON
}

type findInput struct {
	EventPath
	httpx.Page
	Q string `query:"q" maxLength:"200" doc:"A part of a name, an address or a customer number; without it only guests who are coming" example:"theriau"`
}

func (a api) find(ctx context.Context, in *findInput) (*checkInOutput, error) {
	t, err := a.s.Totals(ctx, in.EventID)
	if err != nil {
		return nil, err
	}
	out := &checkInOutput{CacheControl: "private, no-store", Body: checkInJSON{Expected: t.Expected, Arrived: t.Arrived}}
	id := func(p partyJSON) string { return strconv.FormatInt(p.ID, 10) }
	out.Body.Parties, out.Link, err = httpx.ReadPage(ctx, in, id, func(each func(partyJSON) error) error {
		list, err := a.s.List(ctx, in.EventID, httpx.SearchText(in.Q), in.After, in.LimitPlusOne())
		for i := 0; err == nil && i < len(list); i++ {
			err = each(toPartyJSON(list[i]))
		}
		return err
	})
	return out, err
}

// arriveBody is the body of an arrival: people, or the arrival to take back.
type arriveBody struct {
	Registration httpx.Opt[int64]  `json:"rsvp_id" nullable:"false" minimum:"1" doc:"The registration" example:"12"`
	People       httpx.Opt[int64]  `json:"people,omitzero" nullable:"false" minimum:"-1000" maximum:"1000" doc:"How many arrive; below 0: how many are taken back" example:"2"`
	Undo         httpx.Opt[int64]  `json:"undo_arrival_id,omitzero" nullable:"false" minimum:"1" doc:"In place of people: the arrival to take back" example:"31"`
	Key          httpx.Opt[string] `json:"key" nullable:"false" maxLength:"64" doc:"Chosen by the caller: an arrival with the same key counts once" example:"tablet-2/117"`
	Anyway       httpx.Opt[bool]   `json:"anyway,omitzero" nullable:"false" doc:"Although the guest declined, or more arrive than are expected" example:"false"`
}

// Example checks a party of two in.
func (arriveBody) Example() any {
	return map[string]any{"rsvp_id": 12, "people": 2, "key": "tablet-2/117"}
}

// Parse returns the arrival; the service validates it.
func (b arriveBody) Parse(context.Context) (t Tap, faults errs.Fields) {
	b.Registration.Ptr(&faults, "rsvp_id")
	b.People.Ptr(&faults, "people")
	b.Undo.Ptr(&faults, "undo_arrival_id")
	b.Key.Ptr(&faults, "key")
	b.Anyway.Ptr(&faults, "anyway")
	if b.People.Set && b.Undo.Set {
		faults.Add("undo_arrival_id", "not_allowed", "Name either people or an arrival to undo.")
	}
	return Tap{Registration: b.Registration.Value, People: b.People.Value, Undo: b.Undo.Value, Key: b.Key.Value,
		Anyway: b.Anyway.Value}, faults
}

type arriveInput struct {
	EventPath
	Body httpx.Body[arriveBody, Tap]
}

// arrivedJSON is the result of an arrival.
type arrivedJSON struct {
	Party    partyJSON `json:"party" doc:"The party afterwards"`
	Repeated bool      `json:"repeated" doc:"The key was used before: nothing was counted again"`
}

type arrivedOutput struct{ Body arrivedJSON }

func (a api) arrived(ctx context.Context, eventID string, x Result, err error) (*arrivedOutput, error) {
	if err != nil {
		return nil, err
	}
	p, err := a.s.Party(ctx, eventID, x.Party.ID)
	return &arrivedOutput{arrivedJSON{toPartyJSON(p), x.Repeated}}, err
}

func (a api) arrive(ctx context.Context, in *arriveInput) (*arrivedOutput, error) {
	x, err := a.s.Count(ctx, auth.From(ctx), in.EventID, in.Body.Value())
	return a.arrived(ctx, in.EventID, x, err)
}

// walkInBody is a party without a registration.
type walkInBody struct {
	Name   httpx.Opt[string] `json:"name" nullable:"false" maxLength:"200" doc:"The name of one of them" example:"Maude Thériault"`
	People httpx.Opt[int64]  `json:"people" nullable:"false" minimum:"1" maximum:"20" doc:"How many they are" example:"2"`
	Key    httpx.Opt[string] `json:"key" nullable:"false" maxLength:"64" doc:"Chosen by the caller: a party with the same key counts once" example:"tablet-2/118"`
	Anyway httpx.Opt[bool]   `json:"anyway,omitzero" nullable:"false" doc:"Also above the capacity" example:"false"`
}

// arrivingParty is a parsed walkInBody.
type arrivingParty struct {
	name, key string
	people    int64
	anyway    bool
}

// Parse returns the party; the service validates it.
func (b walkInBody) Parse(context.Context) (p arrivingParty, faults errs.Fields) {
	b.Name.Ptr(&faults, "name")
	b.People.Ptr(&faults, "people")
	b.Key.Ptr(&faults, "key")
	b.Anyway.Ptr(&faults, "anyway")
	return arrivingParty{b.Name.Value, b.Key.Value, b.People.Value, b.Anyway.Value}, faults
}

type walkInInput struct {
	EventPath
	Body httpx.Body[walkInBody, arrivingParty]
}

func (a api) walkIn(ctx context.Context, in *walkInInput) (*arrivedOutput, error) {
	by, p := auth.From(ctx), in.Body.Value()
	answer := rsvp.Answer{Name: p.name, People: p.people, Language: cmp.Or(by.Language, i18n.FR)}
	x, err := a.s.WalkIn(ctx, by, in.EventID, answer, p.key, p.anyway)
	return a.arrived(ctx, in.EventID, x, err)
}
