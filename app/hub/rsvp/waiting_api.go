package rsvp

import (
	"context"
	"io"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/tablewriter"
)

// waitingPartyJSON is a party of a waiting list in JSON answers.
type waitingPartyJSON struct {
	ID           int64      `json:"id" doc:"The record's id" example:"12"`
	EventID      string     `json:"event_id" doc:"The event's slug" example:"gala-2026"`
	Position     int64      `json:"position" doc:"Smaller ones come first; they need not be consecutive" example:"3"`
	State        PartyState `json:"state" enum:"waiting,offered,taken,expired,left" doc:"offered: its places are held until offered_until; left: it declined, left the list or was removed" example:"waiting"`
	Name         string     `json:"name" doc:"As the guest gave it" example:"Maude Thériault"`
	Email        string     `json:"email" doc:"Where places are offered" example:"maude.theriault@example.com"`
	People       int64      `json:"people" minimum:"1" maximum:"20" doc:"How many places it needs" example:"2"`
	Language     i18n.Lang  `json:"language" enum:"fr,en" doc:"Of the messages to it"`
	OfferedUntil *string    `json:"offered_until" format:"date-time" doc:"The end of its latest offer; null: it had none" example:"2026-11-21T13:00:00Z"`
	CreatedAt    string     `json:"created_at" format:"date-time" doc:"When it was put on the list" example:"2026-11-20T13:00:00Z"`
	ChangedAt    string     `json:"changed_at" format:"date-time" doc:"When its state last changed" example:"2026-11-20T13:00:00Z"`

	version int64
}

// Tag returns the record's id and version, from which its ETag is made.
func (f waitingPartyJSON) Tag() (id, version int64) { return f.ID, f.version }

func toPartyJSON(p Party) waitingPartyJSON {
	f := waitingPartyJSON{ID: p.ID, EventID: p.EventID, Position: p.Position, State: p.State, Name: p.Name, Email: p.Email, People: p.People,
		Language: p.Language, CreatedAt: p.CreatedAt.String(), ChangedAt: p.ChangedAt.String(), version: p.Version}
	if p.OfferedUntil != 0 {
		f.OfferedUntil = new(p.OfferedUntil.String())
	}
	return f
}

// waitingListJSON is the waiting list of an event.
type waitingListJSON struct {
	Parties []waitingPartyJSON `json:"parties" doc:"Those on the list in their order, then the others"`
}

func (a api) parties(ctx context.Context, in *EventPath) (*httpx.StreamedObject, error) {
	if _, err := a.s.Event(ctx, in.EventID); err != nil {
		return nil, err
	}
	return &httpx.StreamedObject{Write: func(w io.Writer) error {
		out := jsontext.NewEncoder(w)
		for _, t := range []jsontext.Token{jsontext.BeginObject, jsontext.String("parties"), jsontext.BeginArray} {
			if err := out.WriteToken(t); err != nil {
				return err
			}
		}
		if err := a.s.WaitingList(ctx, in.EventID, func(p Party) error { return json.MarshalEncode(out, toPartyJSON(p)) }); err != nil {
			return err
		}
		if err := out.WriteToken(jsontext.EndArray); err != nil {
			return err
		}
		return out.WriteToken(jsontext.EndObject)
	}}, nil
}

type partiesFileInput struct {
	EventPath
	Format string `query:"format" doc:"csv (the default) or xlsx"`
	BOM    string `query:"bom" doc:"1: a byte order mark, for a French Excel"`
	Sep    string `query:"sep" doc:"The separator: a comma (the default) or a semicolon, which makes decimals commas too"`
}

// partiesFile returns the list as a spreadsheet.
func (a api) partiesFile(ctx context.Context, in *partiesFileInput) (*httpx.Download, error) {
	o, err := tablewriter.ParseOptions(in.Format, in.BOM, in.Sep)
	if err != nil {
		return nil, err
	}
	if _, err := a.s.Event(ctx, in.EventID); err != nil {
		return nil, err
	}
	name := o.Disposition(in.EventID + "-waiting-list")
	return &httpx.Download{ContentType: o.ContentType(), Disposition: name, Write: func(w io.Writer) error {
		rows, err := tablewriter.New(w, o)
		if err != nil {
			return err
		}
		if err := a.writeParties(ctx, rows, in.EventID); err != nil {
			rows.Abandon()
			return err
		}
		return rows.Close()
	}}, nil
}

func (a api) writeParties(ctx context.Context, rows tablewriter.Rows, eventID string) error {
	for _, name := range []string{"position", "state", "name", "email", "people", "language", "offered until", "created at", "changed at"} {
		rows.Text(name)
	}
	if err := rows.EndRow(); err != nil {
		return err
	}
	return a.s.WaitingList(ctx, eventID, func(p Party) error {
		rows.Int(p.Position)
		for _, text := range []string{string(p.State), p.Name, p.Email} {
			rows.Text(text)
		}
		rows.Int(p.People)
		rows.Text(string(p.Language))
		if p.OfferedUntil == 0 {
			rows.Text("")
		} else {
			rows.Instant(p.OfferedUntil)
		}
		rows.Instant(p.CreatedAt)
		rows.Instant(p.ChangedAt)
		return rows.EndRow()
	})
}

// partyChangeBody is the body of PATCH for a party: its place in the order, its state, or both.
type partyChangeBody struct {
	Move  httpx.Opt[string] `json:"move,omitzero" nullable:"false" enum:"up,down,top" doc:"Before the party in front, behind the next one, or to the top" example:"top"`
	State httpx.Opt[string] `json:"state,omitzero" nullable:"false" enum:"waiting,offered,left" doc:"offered: places are offered now, if so many are free; left: it is removed from the list; waiting: it is put back" example:"waiting"`
}

// Parse validates the change.
func (b partyChangeBody) Parse(context.Context) (c PartyChange, faults errs.Fields) {
	if v := b.Move.Ptr(&faults, "move"); v != nil {
		c.Move = *v
	}
	if v := b.State.Ptr(&faults, "state"); v != nil {
		c.State = PartyState(*v)
	}
	return c, append(faults, c.Validate()...).FirstPerField()
}

// Validate returns the errors of the change.
func (c PartyChange) Validate() (faults errs.Fields) {
	if !slices.Contains([]string{"", MoveUp, MoveDown, MoveTop}, c.Move) {
		faults.Add("move", "not_allowed", "Expected one of up, down, top.")
	}
	if !slices.Contains([]PartyState{"", Waiting, Offered, Left}, c.State) {
		faults.Add("state", "not_allowed", "Expected one of waiting, offered, left.")
	}
	return faults
}

type partyInput struct {
	EventPath
	ID      int64  `path:"party_id" minimum:"1" doc:"The party's id"`
	IfMatch string `header:"If-Match" doc:"The ETag that was read: the write fails with 412 when the record has changed since" example:"\"12-3\""`
	Body    httpx.Body[partyChangeBody, PartyChange]
}

func (a api) changeParty(ctx context.Context, in *partyInput) (*httpx.Response[waitingPartyJSON], error) {
	p, err := a.s.ChangeParty(ctx, auth.From(ctx), in.EventID, in.ID, httpx.ExpectedVersion(in.IfMatch, in.ID), in.Body.Value())
	return httpx.Respond(toPartyJSON(p)), err
}

// waitingJoinBody is what puts a party on the waiting list, as JSON.
type waitingJoinBody struct {
	Name     httpx.Opt[string] `json:"name,omitzero" nullable:"false" doc:"At most 200 characters; that of the personal link when it is not said" example:"Maude Thériault"`
	Email    httpx.Opt[string] `json:"email,omitzero" nullable:"false" doc:"Where places are offered; that of the personal link when it is not said" example:"maude.theriault@example.com"`
	People   httpx.Opt[int64]  `json:"people,omitzero" minimum:"1" maximum:"20" doc:"1 when it is not said" example:"2"`
	Language httpx.Opt[string] `json:"language,omitzero" enum:"fr,en" doc:"That of the personal link, else of Accept-Language, when it is not said"`
	Token    httpx.Opt[string] `json:"t,omitzero" doc:"The token of a personal link; one that is no longer valid changes nothing"`
}

// Parse reads the fields. Join validates them, because they depend on the personal link.
func (b waitingJoinBody) Parse(context.Context) (s Submission, faults errs.Fields) {
	if v := b.Name.Ptr(&faults, "name"); v != nil {
		s.Name = *v
	}
	if v := b.Email.Ptr(&faults, "email"); v != nil {
		s.Email = *v
	}
	more := submitBody{People: b.People, Language: b.Language, Token: b.Token}
	s.People = more.people(&faults)
	for field, o := range map[string]struct {
		from httpx.Opt[string]
		into *string
	}{"language": {b.Language, (*string)(&s.Language)}, "t": {b.Token, &s.Token}} {
		if v := o.from.OrZero(&faults, field); v != nil {
			*o.into = *v
		}
	}
	return s, faults.FirstPerField()
}

type joinInput struct {
	EventPath
	AcceptLanguage string `header:"Accept-Language" doc:"The language of the messages, if nothing else says it"`
	Body           httpx.Body[waitingJoinBody, Submission]
}

// waitingJoinedJSON is the answer to a party that was put on the list. It is the same whether the address is known or not.
type waitingJoinedJSON struct {
	Status   string    `json:"status" enum:"listed" doc:"The state"`
	Message  string    `json:"message" doc:"For the guest to read" example:"Vous êtes sur la liste d’attente"`
	Language i18n.Lang `json:"language" enum:"fr,en" doc:"Of the messages"`
}

type joinOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         waitingJoinedJSON
}

func (a api) join(ctx context.Context, in *joinInput) (*joinOutput, error) {
	from := Visitor{IP: httpx.InfoOf(ctx).IP, Language: i18n.Match(in.AcceptLanguage)}
	p, err := a.s.Join(ctx, in.EventID, in.Body.Value(), from)
	if err != nil {
		return nil, err
	}
	return &joinOutput{"no-store", waitingJoinedJSON{"listed", p.Language.T(i18n.WaitOn), p.Language}}, nil
}

// partyTokenBody names the party of a personal link.
type partyTokenBody struct {
	Token httpx.Opt[string] `json:"t" nullable:"false" doc:"The token of the personal link in a message to the party" example:"GK3YB7Q2ZPXMWD4V"`
}

// Parse returns the token.
func (b partyTokenBody) Parse(context.Context) (token string, faults errs.Fields) {
	if v := b.Token.Ptr(&faults, "t"); v != nil {
		token = *v
	}
	return token, faults
}

type tokenInput struct {
	EventPath
	Body httpx.Body[partyTokenBody, string]
}

// takeBody takes the places that are offered to the party of a personal link.
type takeBody struct {
	Token      httpx.Opt[string]   `json:"t" nullable:"false" doc:"The token of the personal link in a message to the party" example:"GK3YB7Q2ZPXMWD4V"`
	Companions httpx.Opt[[]string] `json:"companions,omitzero" nullable:"false" maxItems:"19" doc:"The names of those who come with the guest, where the event asks for them" example:"Luc Roy"`
	Answers    httpx.Opt[[]Reply]  `json:"answers,omitzero" nullable:"false" maxItems:"200" doc:"To the questions of the event"`
}

// Parse returns the token and the details, which TakeOffer validates.
func (b takeBody) Parse(context.Context) (s Submission, faults errs.Fields) {
	if v := b.Token.Ptr(&faults, "t"); v != nil {
		s.Token = *v
	}
	s.Details = detailsOf(&faults, b.Companions, b.Answers)
	return s, faults.FirstPerField()
}

type takeInput struct {
	EventPath
	Body httpx.Body[takeBody, Submission]
}

func (a api) take(ctx context.Context, in *takeInput) (*submitOutput, error) {
	o, _, err := a.s.TakeOffer(ctx, in.EventID, in.Body.Value(), Visitor{IP: httpx.InfoOf(ctx).IP})
	if err != nil {
		return nil, err
	}
	return &submitOutput{"no-store", toSubmittedJSON(o)}, nil
}

// partyLeftJSON is the answer to a party that has left the list.
type partyLeftJSON struct {
	State PartyState `json:"state" enum:"waiting,offered,taken,expired,left" doc:"Of the party; taken and expired stay as they are" example:"left"`
}

type leftOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         partyLeftJSON
}

func (a api) leave(ctx context.Context, in *tokenInput) (*leftOutput, error) {
	_, p, err := a.s.Leave(ctx, in.EventID, in.Body.Value())
	if err != nil {
		return nil, err
	}
	return &leftOutput{"no-store", partyLeftJSON{p.State}}, nil
}
