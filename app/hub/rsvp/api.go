package rsvp

import (
	"cmp"
	"context"
	"io"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
)

// api handles the requests of the JSON API.
type api struct{ s *Service }

// rsvpJSON is a registration in JSON answers (R19).
type rsvpJSON struct {
	ID             int64      `json:"id" doc:"The record's id" example:"12"`
	EventID        string     `json:"event_id" doc:"The event's slug" example:"gala-2026"`
	Name           string     `json:"name" doc:"As the guest gave it" example:"Maude Thériault"`
	CustomerNumber string     `json:"customer_number" doc:"As the guest gave it; may be empty" example:"C-000123"`
	Phone          string     `json:"phone" doc:"As the guest gave it; may be empty" example:"418 555-0142"`
	Email          string     `json:"email" doc:"As the guest gave it; may be empty" example:"maude.theriault@example.com"`
	Attending      bool       `json:"attending" doc:"Whether the guest is coming"`
	People         int64      `json:"people" minimum:"0" maximum:"20" doc:"How many are coming; 0 if attending is false" example:"2"`
	Allergies      string     `json:"allergies" doc:"May be empty" example:"Arachides"`
	Language       i18n.Lang  `json:"language" enum:"fr,en" doc:"Of the response"`
	Confidence     Confidence `json:"confidence" enum:"confirmed,probable,none" doc:"How sure it is that the customer is the one on file: confirmed by two signals or more on one account, probable by one"`
	Signals        []Signal   `json:"signals" enum:"email,phone,customer_number,name" doc:"What agrees with the customer on file; the name counts beside another only" example:"email,name"`
	IP             string     `json:"ip" doc:"The visitor's address; empty if staff entered the response" example:"192.0.2.7"`
	AccountID      string     `json:"account_id" doc:"Empty if there is no account, or more than one match" example:"A-000087"`
	NameOnFile     string     `json:"name_on_file" doc:"The customer's name in the directory; empty without an account" example:"Maude Thériault"`
	Companions     []string   `json:"companions" doc:"The names of those who come with the guest, in their order; empty where none was given" example:"Luc Roy"`
	Answers        []Reply    `json:"answers" doc:"To the questions of the event, by question and person"`
	WalkIn         bool       `json:"walk_in" doc:"Whether staff registered the party at the door"`
	Arrived        int64      `json:"arrived" doc:"How many of the party have been checked in at the door" example:"2"`
	CreatedAt      string     `json:"created_at" format:"date-time" doc:"When" example:"2026-11-20T13:00:00Z"`
	RespondedAt    string     `json:"responded_at" format:"date-time" doc:"The latest response" example:"2026-11-20T13:00:00Z"`
	ChangedAt      string     `json:"changed_at" format:"date-time" doc:"The latest change: a response, a correction, a decision about the customer, or an arrival" example:"2026-11-20T13:00:00Z"`

	version int64
}

// Tag returns the record's id and version, from which its ETag is made.
func (f rsvpJSON) Tag() (id, version int64) { return f.ID, f.version }

func toJSON(r RSVP) rsvpJSON {
	if r.Companions == nil {
		r.Companions = []string{}
	}
	if r.Answers == nil {
		r.Answers = []Reply{}
	}
	return rsvpJSON{ID: r.ID, EventID: r.EventID, Name: r.Name, CustomerNumber: r.CustomerNumber, Phone: r.Phone, Email: r.Email,
		Companions: r.Companions, Answers: r.Answers,
		Attending: !r.Declines(), People: r.People, Allergies: r.Allergies, Language: r.Language,
		Confidence: r.Confidence, Signals: r.Signals, IP: r.IP,
		AccountID: r.AccountID, NameOnFile: r.NameOnFile, WalkIn: r.WalkIn, Arrived: r.Arrived,
		CreatedAt: r.CreatedAt.String(), RespondedAt: r.RespondedAt.String(), ChangedAt: r.ChangedAt.String(),
		version: r.Version}
}

// EventPath holds the path parameter that names an event.
type EventPath struct {
	EventID string `path:"event_id" pattern:"^[a-z0-9-]{1,64}$" doc:"The event's slug" example:"gala-2026"`
}

type listInput struct {
	EventPath
	httpx.OptionalPage
	Confidence string `query:"confidence" enum:"confirmed,probable,none" doc:"Only those as sure as that"`
	Attending  string `query:"attending" enum:"true,false" doc:"true: only guests who are coming; false: only those who are not"`
}

// listJSON is the list of an event's registrations with its totals.
type listJSON struct {
	Registrations []rsvpJSON `json:"registrations" doc:"In the order of their ids"`
	Headcount     int64      `json:"headcount" doc:"People who are coming, all registrations together" example:"87"`
	Capacity      *int64     `json:"capacity" doc:"Null: no limit" example:"120"`
	Count         int64      `json:"registrations_count" doc:"Registrations of the event, whatever was filtered" example:"41"`
	Declined      int64      `json:"declined_count" doc:"Those of them whose guests are not coming" example:"4"`
	Held          int64      `json:"held" doc:"Places that are held for parties of the waiting list; they count as taken" example:"2"`
	Waiting       int64      `json:"waiting_count" doc:"Parties of the waiting list that have no offer yet" example:"5"`
}

func (a api) list(ctx context.Context, in *listInput) (*httpx.StreamedObject, error) {
	since, err := in.Since(ctx)
	if err != nil {
		return nil, err
	}
	f := Query{After: in.After, Since: since, Confidence: Confidence(in.Confidence)}
	if in.Attending != "" {
		f.Attending = new(in.Attending == "true")
	}
	if size, ok := in.PageSize(); ok {
		f.Rows = size.LimitPlusOne()
		return a.listLimited(ctx, in.EventID, size, f)
	}
	return &httpx.StreamedObject{Write: func(w io.Writer) error { return a.write(ctx, w, in.EventID, f) }}, nil
}

// listLimited reads the whole page before it answers, because the Link header depends on it.
func (a api) listLimited(ctx context.Context, eventID string, size *httpx.PageSize, f Query) (*httpx.StreamedObject, error) {
	out := &httpx.StreamedObject{}
	err := a.s.Within(ctx, eventID, func(ctx context.Context, x Snapshot) error {
		rows, link, err := httpx.ReadPage(ctx, size, RSVP.position, func(add func(RSVP) error) error { return x.Each(ctx, f, add) })
		out.Link = link
		out.Write = func(w io.Writer) error {
			return writeList(w, x.Event, x.Taken, func(fn func(RSVP) error) error { return forEach(rows, fn) })
		}
		return err
	})
	return out, err
}

// position returns the id, as in the query parameter after.
func (r RSVP) position() string { return strconv.FormatInt(r.ID, 10) }

func forEach(rows []RSVP, fn func(RSVP) error) error {
	for _, r := range rows {
		if err := fn(r); err != nil {
			return err
		}
	}
	return nil
}

// write streams the list while it reads it, in one snapshot, so that the totals agree with the rows.
func (a api) write(ctx context.Context, w io.Writer, eventID string, f Query) error {
	return a.s.Within(ctx, eventID, func(ctx context.Context, x Snapshot) error {
		return writeList(w, x.Event, x.Taken, func(fn func(RSVP) error) error { return x.Each(ctx, f, fn) })
	})
}

// writeList writes a listJSON row by row.
func writeList(w io.Writer, e events.Event, taken Seats, each func(func(RSVP) error) error) error {
	out := jsontext.NewEncoder(w)
	for _, t := range []jsontext.Token{jsontext.BeginObject, jsontext.String("registrations"), jsontext.BeginArray} {
		if err := out.WriteToken(t); err != nil {
			return err
		}
	}
	if err := each(func(r RSVP) error { return json.MarshalEncode(out, toJSON(r)) }); err != nil {
		return err
	}
	capacity := jsontext.Null
	if e.Capacity != nil {
		capacity = jsontext.Int(*e.Capacity)
	}
	for _, t := range []jsontext.Token{jsontext.EndArray, jsontext.String("headcount"), jsontext.Int(taken.Headcount),
		jsontext.String("capacity"), capacity,
		jsontext.String("registrations_count"), jsontext.Int(taken.Registrations),
		jsontext.String("declined_count"), jsontext.Int(taken.Declined),
		jsontext.String("held"), jsontext.Int(taken.Held), jsontext.String("waiting_count"), jsontext.Int(taken.Waiting), jsontext.EndObject} {
		if err := out.WriteToken(t); err != nil {
			return err
		}
	}
	return nil
}

// RegistrationPath holds the path parameters that name a registration.
type RegistrationPath struct {
	EventPath
	ID int64 `path:"rsvp_id" minimum:"1" doc:"The registration's id"`
}

func (a api) get(ctx context.Context, in *RegistrationPath) (*httpx.Response[rsvpJSON], error) {
	r, err := a.s.Get(ctx, in.EventID, in.ID)
	return httpx.Respond(toJSON(r)), err
}

type deleteInput struct {
	RegistrationPath
	IfMatch string `header:"If-Match" doc:"The ETag that was read: the write fails with 412 when the record has changed since" example:"\"12-3\""`
}

func (a api) delete(ctx context.Context, in *deleteInput) (*httpx.NoContent, error) {
	expect := httpx.ExpectedVersion(in.IfMatch, in.ID)
	return nil, a.s.Delete(ctx, auth.From(ctx), in.EventID, in.ID, expect)
}

// submitBody is a guest's answer as JSON (R16).
type submitBody struct {
	Name           httpx.Opt[string]   `json:"name,omitzero" nullable:"false" doc:"At most 200 characters; required, except with attending false and the token of a personal link" example:"Maude Thériault"`
	CustomerNumber httpx.Opt[string]   `json:"customer_number,omitzero" doc:"As it stands on a bill" example:"C-000123"`
	Phone          httpx.Opt[string]   `json:"phone,omitzero" doc:"Of seven digits at least" example:"418 555-0142"`
	Email          httpx.Opt[string]   `json:"email,omitzero" doc:"By which the guest is known again" example:"maude.theriault@example.com"`
	Attending      httpx.Opt[bool]     `json:"attending,omitzero" doc:"false: the guest is not coming, which frees the places of an earlier response; email or t is then required. true when it is not said"`
	People         httpx.Opt[int64]    `json:"people,omitzero" minimum:"0" maximum:"20" doc:"1 when it is not said; 0 or left out with attending false" example:"2"`
	Allergies      httpx.Opt[string]   `json:"allergies,omitzero" doc:"At most 1,000 characters" example:"Arachides"`
	Language       httpx.Opt[string]   `json:"language,omitzero" enum:"fr,en" doc:"That of the personal link, else of Accept-Language, when it is not said"`
	Companions     httpx.Opt[[]string] `json:"companions,omitzero" nullable:"false" maxItems:"19" doc:"The names of those who come with the guest, where the event asks for them" example:"Luc Roy"`
	Answers        httpx.Opt[[]Reply]  `json:"answers,omitzero" nullable:"false" maxItems:"200" doc:"To the questions of the event"`
	Token          httpx.Opt[string]   `json:"t,omitzero" doc:"The token of a personal link; one that is no longer valid changes nothing"`
}

// Parse validates the answer. It reports only the first error of each field.
func (b submitBody) Parse(context.Context) (s Submission, faults errs.Fields) {
	text := func(field string, o httpx.Opt[string], into *string) {
		if v := o.OrZero(&faults, field); v != nil {
			*into = *v
		}
	}
	if v := b.Name.Ptr(&faults, "name"); v != nil {
		s.Name = *v
	}
	text("customer_number", b.CustomerNumber, &s.CustomerNumber)
	text("phone", b.Phone, &s.Phone)
	text("email", b.Email, &s.Email)
	text("allergies", b.Allergies, &s.Allergies)
	text("t", b.Token, &s.Token)
	var language string
	text("language", b.Language, &language)
	s.Language = i18n.Lang(language)
	s.Details = detailsOf(&faults, b.Companions, b.Answers)
	s.People = b.people(&faults)
	if s.Declines() {
		return s, faults.FirstPerField() // Submit validates the rest, because it depends on the personal link
	}
	return s, append(faults, s.Validate()...).FirstPerField()
}

// detailsOf returns the details of a JSON body.
func detailsOf(faults *errs.Fields, companions httpx.Opt[[]string], answers httpx.Opt[[]Reply]) (d Details) {
	if list := companions.Ptr(faults, "companions"); list != nil {
		d.Companions = *list
	}
	if list := answers.Ptr(faults, "answers"); list != nil {
		d.Answers = *list
	}
	return d
}

// people returns how many are coming; 0 with attending false.
func (b submitBody) people(faults *errs.Fields) int64 {
	attending, people := b.Attending.OrZero(faults, "attending"), b.People.OrZero(faults, "people")
	switch {
	case attending != nil && !b.Attending.Null && !*attending:
		if people != nil && *people != 0 {
			faults.Add("people", "out_of_range", "Expected 0 with attending false.")
		}
		return 0
	case people == nil || b.People.Null:
		return 1
	case *people == 0:
		return noNumber
	}
	return *people
}

type submitInput struct {
	EventPath
	AcceptLanguage string `header:"Accept-Language" doc:"The language of the response, if nothing else says it"`
	Body           httpx.Body[submitBody, Submission]
}

// submittedJSON is the answer to a submission (R16). It contains nothing from the directory; only a confirmed match changes its
// text.
type submittedJSON struct {
	Status   string    `json:"status" enum:"stored,updated" doc:"The state"`
	Message  string    `json:"message" doc:"The thanks, for the guest to read" example:"Votre réponse est bien arrivée."`
	Language i18n.Lang `json:"language" enum:"fr,en" doc:"The person's language"`
}

type submitOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         submittedJSON
}

func (a api) submit(ctx context.Context, in *submitInput) (*submitOutput, error) {
	visitor := Visitor{IP: httpx.InfoOf(ctx).IP, Language: i18n.Match(in.AcceptLanguage)}
	o, err := a.s.Submit(ctx, in.EventID, in.Body.Value(), visitor)
	if err != nil {
		return nil, err
	}
	return &submitOutput{"no-store", toSubmittedJSON(o)}, nil
}

func toSubmittedJSON(o Outcome) submittedJSON {
	word := "stored"
	if o.Updated {
		word, o.linked = "updated", true // the status says it, so the message may
	}
	return submittedJSON{word, cmp.Or(o.Language, i18n.FR).T(thankYou(o)), o.Language}
}
