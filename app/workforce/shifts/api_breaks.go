package shifts

import (
	"context"
	"fmt"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// breaksJSON are the breaks of a shift in the JSON API, read and sent back as a whole.
type breaksJSON struct {
	Breaks []BreakJSON `json:"breaks" nullable:"false" maxItems:"20" doc:"By start"`

	id, version int64
}

// Tag returns the id and the version of the shift for the ETag.
func (b breaksJSON) Tag() (id, version int64) { return b.id, b.version }

// BreakJSON is one break in the JSON API.
type BreakJSON struct {
	Start string `json:"start_time" format:"date-time" doc:"When it begins" example:"2026-11-20T17:00:00Z"`
	End   string `json:"end_time" format:"date-time" doc:"When it ends" example:"2026-11-20T17:30:00Z"`
	Paid  bool   `json:"paid" doc:"Counts as hours" example:"false"`
}

func toBreaksJSON(s Shift) breaksJSON {
	return breaksJSON{Breaks: ToBreaksJSON(s.Breaks), id: s.ID, version: s.Version}
}

// ToBreaksJSON returns breaks for the JSON API, by start.
func ToBreaksJSON(breaks Breaks) []BreakJSON {
	list := []BreakJSON{}
	for _, x := range breaks.List() {
		list = append(list, BreakJSON{x.Start.String(), x.End.String(), x.Paid})
	}
	return list
}

// setBreaksBody is the body of PUT: all breaks of the shift.
type setBreaksBody struct {
	Breaks httpx.Opt[[]newBreak] `json:"breaks" nullable:"false" maxItems:"20" doc:"All breaks of the shift, within it and apart; empty for none"`
}

// newBreak is a break as it is sent.
type newBreak struct {
	Start string `json:"start_time" doc:"RFC 3339; without an offset in the time zone of the company" example:"2026-11-20T12:00:00-05:00"`
	End   string `json:"end_time" doc:"RFC 3339; after start_time" example:"2026-11-20T12:30:00-05:00"`
	Paid  bool   `json:"paid,omitempty" doc:"Counts as hours; left out for an unpaid break" example:"false"`
}

// Example is a lunch break.
func (setBreaksBody) Example() any {
	return map[string]any{"breaks": []newBreak{{"2026-11-20T12:00:00-05:00", "2026-11-20T12:30:00-05:00", false}}}
}

// Parse reads the times. Whether the breaks fit the shift is checked with it.
func (b setBreaksBody) Parse(ctx context.Context) (Breaks, errs.Fields) {
	var faults errs.Fields
	zone := httpx.InfoOf(ctx).Zone
	var list []Break
	if v := b.Breaks.Ptr(&faults, "breaks"); v != nil {
		for i, x := range *v {
			at := func(member string) string { return fmt.Sprintf("breaks[%d].%s", i, member) }
			list = append(list, Break{httpx.ReadInstant(&faults, at("start_time"), x.Start, zone),
				httpx.ReadInstant(&faults, at("end_time"), x.End, zone), x.Paid})
		}
	}
	return NewBreaks(list), faults
}

func (a api) breaks(ctx context.Context, in *httpx.ByID) (*httpx.Response[breaksJSON], error) {
	s, err := a.s.Get(ctx, auth.From(ctx), in.ID)
	return httpx.Respond(toBreaksJSON(s)), err
}

func (a api) setBreaks(ctx context.Context, in *httpx.UpdateInput[setBreaksBody, Breaks]) (*httpx.Response[breaksJSON], error) {
	breaks := in.Body.Value()
	s, err := a.s.Update(ctx, auth.From(ctx), in.ID, in.ExpectedVersion(), Changes{Breaks: &breaks})
	return httpx.Respond(toBreaksJSON(s)), err
}
