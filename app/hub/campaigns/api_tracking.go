package campaigns

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// trackingJSON says whether opens and clicks are recorded.
type trackingJSON struct {
	TrackPeople bool `json:"track_people" doc:"Opens and clicks are recorded for each person"`
}

type trackingOutput struct{ Body trackingJSON }

func (a api) tracking(ctx context.Context, _ *struct{}) (*trackingOutput, error) {
	on, err := a.s.Tracking(ctx)
	return &trackingOutput{trackingJSON{on}}, err
}

// setTrackingBody is the body of PUT.
type setTrackingBody struct {
	TrackPeople httpx.Opt[bool] `json:"track_people" nullable:"false" doc:"false: new messages have no pixel and no counted links" example:"true"`
}

// Parse rejects null.
func (b setTrackingBody) Parse(context.Context) (on bool, faults errs.Fields) {
	b.TrackPeople.Ptr(&faults, "track_people")
	return b.TrackPeople.Value, faults
}

func (a api) setTracking(ctx context.Context, in *httpx.BodyInput[setTrackingBody, bool]) (*trackingOutput, error) {
	if err := a.s.SetTracking(ctx, auth.From(ctx), in.Body.Value()); err != nil {
		return nil, err
	}
	return a.tracking(ctx, nil)
}
