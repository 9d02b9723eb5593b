package personaldata

import (
	"context"
	"encoding/json"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// api handles the requests of the JSON API.
type api struct{ s *Service }

// whoInput is the query of a lookup.
type whoInput struct {
	Who string `query:"who" required:"true" maxLength:"320" doc:"An e-mail address or a customer number" example:"maude.theriault@example.com"`
}

// personJSON is what is held of a person, in the JSON API and in the file of the page.
type personJSON struct {
	Emails  []string     `json:"emails" doc:"The addresses that were looked up, in lower case" example:"maude.theriault@example.com"`
	Numbers []string     `json:"customer_numbers" doc:"The customer numbers that were looked up" example:"C-000123"`
	Others  []string     `json:"other_customers" doc:"Numbers of customers with the same address whose records are not part of this" example:"C-000124"`
	Erased  *erasureJSON `json:"erased,omitempty" doc:"The last erasure of this person; left out: there was none"`
	Outbox  int64        `json:"outbox_messages" doc:"Messages in the outbox of this server" example:"0"`
	Records []groupJSON  `json:"records" doc:"By table; those without rows are left out"`
}

type groupJSON struct {
	Table string            `json:"table" doc:"The table" example:"rsvps"`
	Count int64             `json:"count" doc:"How many rows" example:"2"`
	Kept  string            `json:"kept" enum:",employment,billing,refusal" doc:"Why an erasure keeps them; empty: it does not" example:""`
	Rows  []json.RawMessage `json:"rows" doc:"The rows, by the names of the columns" example:"[{\"id\":31,\"name\":\"Maude Thériault\"}]"`
}

type erasureJSON struct {
	ID     int64            `json:"id" doc:"The record's id" example:"3"`
	At     string           `json:"at" format:"date-time" doc:"When it was asked for" example:"2026-11-20T13:00:00Z"`
	By     string           `json:"by" doc:"Who erased" example:"Ada Roy"`
	Reason string           `json:"reason" doc:"Why" example:"Written request of November 12"`
	Done   bool             `json:"done" doc:"false: the rest is erased within minutes"`
	Counts map[string]int64 `json:"counts" doc:"How many rows of each table were erased"`
}

func toErasureJSON(e Erasure) erasureJSON {
	return erasureJSON{ID: e.ID, At: e.At.String(), By: e.ByName, Reason: e.Reason, Done: e.DoneAt != 0, Counts: e.Counts}
}

// personOf returns everything that is held of a person. The audit log says so.
func (s *Service) personOf(ctx context.Context, by auth.Actor, who string) (out personJSON, err error) {
	p, err := s.lookup(ctx, by, who, 0)
	if err != nil {
		return out, err
	}
	if err := s.recordRead(ctx, by, "exported", p); err != nil {
		return out, err
	}
	orEmpty := func(list []string) []string { return append([]string{}, list...) }
	out = personJSON{Emails: orEmpty(p.Emails), Numbers: orEmpty(p.Numbers), Others: orEmpty(p.Others), Outbox: p.Files,
		Records: []groupJSON{}}
	if p.Erased != nil {
		e := toErasureJSON(*p.Erased)
		out.Erased = &e
	}
	for _, g := range p.Groups {
		x := groupJSON{Table: g.Table.Name, Kept: string(g.Table.Keep), Rows: []json.RawMessage{}}
		err := s.Export(ctx, Person{Subject: p.Subject, Groups: []Group{g}}, func(_ string, record map[string]any) error {
			text, err := json.Marshal(record)
			x.Rows, x.Count = append(x.Rows, text), x.Count+1
			return err
		})
		if err != nil {
			return out, err
		}
		out.Records = append(out.Records, x)
	}
	return out, nil
}

type personOutput struct{ Body personJSON }

type erasureOutput struct{ Body erasureJSON }

func (a api) lookup(ctx context.Context, in *whoInput) (*personOutput, error) {
	out, err := a.s.personOf(ctx, auth.From(ctx), in.Who)
	return &personOutput{out}, err
}

// requestBody is the body of an erasure and of an admission.
type requestBody struct {
	Who    httpx.Opt[string] `json:"who" nullable:"false" maxLength:"320" doc:"An e-mail address or a customer number" example:"maude.theriault@example.com"`
	Reason httpx.Opt[string] `json:"reason" nullable:"false" maxLength:"500" doc:"Why; kept, so it must not name the person" example:"Written request of November 12"`
}

// request is a parsed requestBody.
type request struct{ who, reason string }

// Parse returns the fields; the service validates them.
func (b requestBody) Parse(context.Context) (r request, faults errs.Fields) {
	b.Who.Ptr(&faults, "who")
	b.Reason.Ptr(&faults, "reason")
	return request{b.Who.Value, b.Reason.Value}, faults
}

func (a api) erase(ctx context.Context, in *httpx.BodyInput[requestBody, request]) (*erasureOutput, error) {
	r := in.Body.Value()
	e, err := a.s.Erase(ctx, auth.From(ctx), r.who, r.reason)
	return &erasureOutput{toErasureJSON(e)}, err
}

func (a api) admit(ctx context.Context, in *httpx.BodyInput[requestBody, request]) (*httpx.NoContent, error) {
	r := in.Body.Value()
	return nil, a.s.Admit(ctx, auth.From(ctx), r.who, r.reason)
}
