package rsvp

import (
	"cmp"
	"context"
	"net/http"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
)

// staffAPI registers the JSON routes for what staff do with registrations.
func staffAPI(r *httpx.Router, a api) {
	const all, one = "/events/{event_id}/rsvps", "/events/{event_id}/rsvps/{rsvp_id}"
	httpx.Handle(r, op(http.MethodPost, all, httpx.Events, "create-rsvp", "Enter a response for a guest, also while guests no longer can",
		http.StatusCreated), a.create)
	httpx.Handle(r, op(http.MethodPut, one, httpx.Events, "correct-rsvp", "Correct a response; what it was becomes a revision", http.StatusOK),
		a.correct)
	httpx.Handle(r, op(http.MethodPost, one+"/match", httpx.Events, "settle-rsvp",
		"Say whether a guest is the customer who probably matches", http.StatusOK), a.decideMatch)
	httpx.Handle(r, op(http.MethodPost, one+"/restore", httpx.Events, "restore-rsvp",
		"Return to an earlier revision", http.StatusOK), a.restore)
	httpx.Handle(r, op(http.MethodPost, all+"/updates", httpx.Events, "send-event-updates",
		"Email the guests who are coming how the event is now; nobody twice about one version of it", http.StatusOK).
		With(httpx.RequiresReauth), a.sendUpdates)
}

// enterBody is a response that staff enter or correct, whole.
type enterBody struct {
	Name           httpx.Opt[string] `json:"name" nullable:"false" doc:"At most 200 characters" example:"Maude Thériault"`
	CustomerNumber httpx.Opt[string] `json:"customer_number,omitzero" doc:"As it stands on a bill" example:"C-000123"`
	Phone          httpx.Opt[string] `json:"phone,omitzero" doc:"Of seven digits at least" example:"418 555-0142"`
	Email          httpx.Opt[string] `json:"email,omitzero" doc:"By which the guest is known again" example:"maude.theriault@example.com"`
	Attending      httpx.Opt[bool]   `json:"attending,omitzero" doc:"false: the guest is not coming. true when it is not said"`
	People         httpx.Opt[int64]  `json:"people,omitzero" minimum:"0" maximum:"20" doc:"1 when it is not said; 0 or left out with attending false" example:"2"`
	Allergies      httpx.Opt[string] `json:"allergies,omitzero" doc:"At most 1,000 characters" example:"Arachides"`
	Language       httpx.Opt[string] `json:"language,omitzero" enum:"fr,en" doc:"That of the response before, else French, when it is not said"`

	Companions httpx.Opt[[]string] `json:"companions,omitzero" nullable:"false" maxItems:"19" doc:"The names of those who come with the guest" example:"Luc Roy"`
	Answers    httpx.Opt[[]Reply]  `json:"answers,omitzero" nullable:"false" maxItems:"200" doc:"To the questions of the event"`
}

// Parse validates the response, as that of a guest.
func (b enterBody) Parse(ctx context.Context) (Answer, errs.Fields) {
	s, faults := submitBody{Name: b.Name, CustomerNumber: b.CustomerNumber, Phone: b.Phone, Email: b.Email, Attending: b.Attending,
		People: b.People, Allergies: b.Allergies, Language: b.Language, Companions: b.Companions, Answers: b.Answers}.Parse(ctx)
	if s.Declines() {
		faults = append(faults, s.Validate()...).FirstPerField()
	}
	return s.Answer.withLanguage(s.Language), faults
}

type enterInput struct {
	EventPath
	Confirm bool `query:"confirm" doc:"Send the guest a confirmation, if the response has an address" example:"true"`
	Body    httpx.Body[enterBody, Answer]
}

func (a api) create(ctx context.Context, in *enterInput) (*httpx.Response[rsvpJSON], error) {
	answer := in.Body.Value()
	r, _, _, err := a.s.EnterForGuest(ctx, auth.From(ctx), in.EventID, answer.withLanguage(cmp.Or(answer.Language, i18n.FR)), in.Confirm)
	return httpx.Respond(toJSON(r)), err
}

type correctInput struct {
	RegistrationPath
	IfMatch string `header:"If-Match" doc:"The ETag that was read: the write fails with 412 when the record has changed since" example:"\"12-3\""`
	Body    httpx.Body[enterBody, Answer]
}

func (a api) correct(ctx context.Context, in *correctInput) (*httpx.Response[rsvpJSON], error) {
	old, err := a.s.Get(ctx, in.EventID, in.ID)
	if err != nil {
		return nil, err
	}
	answer := in.Body.Value()
	r, err := a.s.Correct(ctx, auth.From(ctx), in.EventID, in.ID, httpx.ExpectedVersion(in.IfMatch, in.ID),
		answer.withLanguage(cmp.Or(answer.Language, old.Language)))
	return httpx.Respond(toJSON(r)), err
}

// matchBody is the body of a decision about a probable match.
type matchBody struct {
	Same httpx.Opt[bool] `json:"same" nullable:"false" doc:"true: the guest is the customer; false: somebody else" example:"true"`
}

// Parse rejects null.
func (b matchBody) Parse(context.Context) (same bool, faults errs.Fields) {
	b.Same.Ptr(&faults, "same")
	return b.Same.Value, faults
}

type matchInput struct {
	RegistrationPath
	IfMatch string `header:"If-Match" doc:"The ETag that was read: the write fails with 412 when the record has changed since" example:"\"12-3\""`
	Body    httpx.Body[matchBody, bool]
}

func (a api) decideMatch(ctx context.Context, in *matchInput) (*httpx.Response[rsvpJSON], error) {
	r, err := a.s.DecideMatch(ctx, auth.From(ctx), in.EventID, in.ID, httpx.ExpectedVersion(in.IfMatch, in.ID), in.Body.Value())
	return httpx.Respond(toJSON(r)), err
}

// restoreBody is the body of a return to a revision.
type restoreBody struct {
	Version httpx.Opt[int64] `json:"version" nullable:"false" minimum:"1" doc:"The version of the revision: the last number of the ETag that it had" example:"1"`
}

// Parse rejects null.
func (b restoreBody) Parse(context.Context) (version int64, faults errs.Fields) {
	b.Version.Ptr(&faults, "version")
	return b.Version.Value, faults
}

type restoreInput struct {
	RegistrationPath
	IfMatch string `header:"If-Match" doc:"The ETag that was read: the write fails with 412 when the record has changed since" example:"\"12-3\""`
	Body    httpx.Body[restoreBody, int64]
}

func (a api) restore(ctx context.Context, in *restoreInput) (*httpx.Response[rsvpJSON], error) {
	r, err := a.s.Restore(ctx, auth.From(ctx), in.EventID, in.ID, in.Body.Value(), httpx.ExpectedVersion(in.IfMatch, in.ID))
	return httpx.Respond(toJSON(r)), err
}

type updatesInput struct {
	EventPath
	IfMatch string `header:"If-Match" required:"true" doc:"The ETag of the event as the caller has read it" example:"\"gala-2026-3\""`
}

// queuedJSON says how many messages were queued.
type queuedJSON struct {
	Queued int64 `json:"queued" doc:"How many guests get a message; 0 without a mail server" example:"41"`
}

type updatesOutput struct{ Body queuedJSON }

func (a api) sendUpdates(ctx context.Context, in *updatesInput) (*updatesOutput, error) {
	version := int64(-1) // that of no event
	if v := httpx.ExpectedVersion(in.IfMatch, in.EventID); v != nil {
		version = *v
	}
	n, err := a.s.SendUpdates(ctx, auth.From(ctx), in.EventID, version)
	return &updatesOutput{queuedJSON{n}}, err
}
