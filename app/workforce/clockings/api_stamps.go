package clockings

import (
	"context"
	"fmt"
	"regexp"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// stampJSON is a stamp of a device without a network in the JSON API.
type stampJSON struct {
	ID         int64   `json:"id" readOnly:"true" doc:"The record's id" example:"12"`
	EmployeeID int64   `json:"employee_id" doc:"The employee's id" example:"7"`
	StampID    string  `json:"stamp_id" doc:"The id that the device gave it" example:"0d5a4c3e-7d0b-4f7a-9c59-6c2f3f2f9a10"`
	Act        string  `json:"act" doc:"What was stamped" enum:"in,break,back,task,out" example:"in"`
	BankCodeID *int64  `json:"bank_code_id" doc:"The task that was chosen; null if none was" example:"1"`
	DeviceAt   string  `json:"at" format:"date-time" doc:"When, by the clock of the device" example:"2026-11-20T13:14:10Z"`
	StampedAt  string  `json:"stamped_at" format:"date-time" doc:"When, corrected" example:"2026-11-20T13:02:10Z"`
	Ahead      int64   `json:"device_ahead_seconds" doc:"By how much the clock of the device was ahead of the server's when it handed over; negative: behind; 0: less than a minute" example:"720"`
	ReceivedAt string  `json:"handed_over_at" format:"date-time" doc:"When it was handed over" example:"2026-11-20T19:02:00Z"`
	Outcome    string  `json:"outcome" doc:"Whether it took effect" enum:"taken,refused" example:"taken"`
	ClockingID *int64  `json:"clocking_id" doc:"The clocking that it began or changed; null if it was refused" example:"31"`
	Refusal    string  `json:"refusal" doc:"The code of the error that refused it; else empty" example:""`
	SettledAt  *string `json:"settled_at" format:"date-time" doc:"When somebody settled the refusal; null if nobody has" example:"2026-11-21T13:00:00Z"`
}

// Tag returns the record's id and its version, which is another one once it is settled.
func (x stampJSON) Tag() (id, version int64) {
	if x.SettledAt != nil {
		return x.ID, 2
	}
	return x.ID, 1
}

func toStampJSON(x Stamp) stampJSON {
	outcome := "taken"
	if x.Refusal != "" {
		outcome = "refused"
	}
	return stampJSON{ID: x.ID, EmployeeID: x.EmployeeID, StampID: x.Key, Act: string(x.Act), BankCodeID: httpx.NilIfZero(x.BankCodeID),
		DeviceAt: x.DeviceAt.String(), StampedAt: x.At.String(), Ahead: x.Ahead, ReceivedAt: x.ReceivedAt.String(), Outcome: outcome,
		ClockingID: httpx.NilIfZero(x.ClockingID), Refusal: x.Refusal, SettledAt: httpx.TimeOrNil(x.SettledAt)}
}

// handOverBody is the body of a handover.
type handOverBody struct {
	EmployeeID int64                   `json:"employee_id" minimum:"1" doc:"Whose stamps they are: your own" example:"7"`
	SentAt     string                  `json:"sent_at" doc:"Now, by the clock of the device, with which the server compares its own: RFC 3339" example:"2026-11-20T19:14:00Z"`
	Stamps     httpx.Opt[[]stampedOne] `json:"stamps" nullable:"false" maxItems:"500" doc:"What was stamped"`
}

// stampedOne is a stamp as it is handed over.
type stampedOne struct {
	StampID    string           `json:"stamp_id" minLength:"8" maxLength:"64" doc:"Chosen by the device, for example a random UUID: of stamps with one id, one takes effect" example:"0d5a4c3e-7d0b-4f7a-9c59-6c2f3f2f9a10"`
	Act        string           `json:"act" doc:"What was stamped: in, break, back, task or out" enum:"in,break,back,task,out" example:"in"`
	At         string           `json:"at" doc:"When, by the clock of the device: RFC 3339" example:"2026-11-20T13:14:10Z"`
	BankCodeID httpx.Opt[int64] `json:"bank_code_id,omitzero" doc:"The task, for in and task; left out with in for the one used last" example:"1"`
}

// Example is a shift.
func (handOverBody) Example() any {
	return map[string]any{"employee_id": 7, "sent_at": "2026-11-20T19:14:00Z", "stamps": []map[string]any{
		{"stamp_id": "0d5a4c3e-7d0b-4f7a-9c59-6c2f3f2f9a10", "act": "in", "at": "2026-11-20T13:14:10Z", "bank_code_id": 1},
		{"stamp_id": "4b1f6a52-2a57-45a3-8a52-57a1a0e7b7f3", "act": "out", "at": "2026-11-20T19:10:00Z"}}}
}

var stampKey = regexp.MustCompile(`^[A-Za-z0-9_-]{8,64}$`)

// Parse reads the stamps. Of several with one id, all but the first are left out.
func (b handOverBody) Parse(ctx context.Context) (HandOver, errs.Fields) {
	var faults errs.Fields
	zone := httpx.InfoOf(ctx).Zone
	h := HandOver{EmployeeID: b.EmployeeID, SentAt: httpx.ReadInstant(&faults, "sent_at", b.SentAt, zone)}
	v := b.Stamps.Ptr(&faults, "stamps")
	if v == nil {
		return h, faults
	}
	if len(*v) > MaxStamps {
		faults.Add("stamps", "too_many_items", "At most 500 stamps in one request.")
	}
	known := map[string]bool{}
	for i, x := range *v {
		at := func(member string) string { return fmt.Sprintf("stamps[%d].%s", i, member) }
		one := Stamp{EmployeeID: b.EmployeeID, Key: x.StampID, Act: Act(x.Act), DeviceAt: httpx.ReadInstant(&faults, at("at"), x.At, zone)}
		if !stampKey.MatchString(x.StampID) {
			faults.Add(at("stamp_id"), "invalid", "Expected 8 to 64 letters, digits, - and _.")
		}
		if id := x.BankCodeID.Ptr(&faults, at("bank_code_id")); id != nil {
			one.BankCodeID = *id
		}
		switch {
		case one.BankCodeID < 0 || x.BankCodeID.Set && one.BankCodeID == 0:
			faults.Add(at("bank_code_id"), "out_of_range", "Expected a number of at least 1.")
		case one.Act == ActTask && one.BankCodeID == 0:
			faults.Add(at("bank_code_id"), "required", "This field is required.")
		}
		if !known[one.Key] {
			h.Stamps = append(h.Stamps, one)
		}
		known[one.Key] = true
	}
	return h, faults
}

// handedOverJSON is the answer to a handover.
type handedOverJSON struct {
	Stamps []stampJSON `json:"stamps" nullable:"false" doc:"What became of each, in the order of the request; the same whenever it is asked again"`
	Now    string      `json:"now" format:"date-time" doc:"The server's time" example:"2026-11-20T19:02:00Z"`
}

type handedOverResponse struct{ Body handedOverJSON }

func (a api) handOver(ctx context.Context, in *httpx.BodyInput[handOverBody, HandOver]) (*handedOverResponse, error) {
	list, err := a.s.HandOver(ctx, auth.From(ctx), in.Body.Value())
	out := handedOverJSON{Stamps: []stampJSON{}, Now: a.s.second().String()}
	for _, x := range list {
		out.Stamps = append(out.Stamps, toStampJSON(x))
	}
	return &handedOverResponse{out}, err
}

type stampsInput struct {
	httpx.Page
	EmployeeID int64  `query:"employee_id" minimum:"1" doc:"The employee's id" example:"7"`
	State      string `query:"state" enum:"refused" doc:"Only those that were refused and that nobody has settled" example:"refused"`
}

func (a api) stamps(ctx context.Context, in *stampsInput, each func(stampJSON) error) error {
	f := StampFilter{After: in.After, Rows: in.LimitPlusOne(), EmployeeID: in.EmployeeID, Waiting: in.State == StateRefused}
	return a.s.EachStamp(ctx, auth.From(ctx), f, func(x Stamp) error { return each(toStampJSON(x)) })
}

// settleStampBody is the body that settles a refused stamp.
type settleStampBody struct {
	Reason string `json:"reason" maxLength:"500" doc:"What was done about it, for the audit log" example:"Added the shift by hand"`
}

// Parse returns the reason.
func (b settleStampBody) Parse(context.Context) (reason string, faults errs.Fields) {
	reason = CheckReason(&faults, b.Reason)
	return reason, faults
}

type settleStampInput struct {
	httpx.ByID
	Body httpx.Body[settleStampBody, string]
}

func (a api) settleStamp(ctx context.Context, in *settleStampInput) (*httpx.Response[stampJSON], error) {
	x, err := a.s.SettleStamp(ctx, auth.From(ctx), in.ID, in.Body.Value())
	return httpx.Respond(toStampJSON(x)), err
}
