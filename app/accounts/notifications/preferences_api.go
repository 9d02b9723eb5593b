package notifications

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// preferenceJSON is a preference in the JSON API.
type preferenceJSON struct {
	Topic   Topic  `json:"topic" doc:"What the notifications are about" example:"expense.decided"`
	Label   string `json:"label" doc:"The same in the person's language" example:"Decisions on my expenses"`
	Email   Mode   `json:"email" enum:"now,digest,never" doc:"When they are sent by e-mail: at once, in the morning of a working day, or not at all" example:"now"`
	Default Mode   `json:"default" enum:"now,digest,never" doc:"The same for who has not chosen" example:"now"`
	Fixed   bool   `json:"fixed" doc:"Whether it cannot be changed" example:"false"`
}

type preferencesJSON struct {
	Preferences []preferenceJSON `json:"preferences" doc:"The topics that the caller's role and team may bring"`
}

// preferenceChangesBody is the body of PATCH.
type preferenceChangesBody struct {
	Email httpx.Opt[map[string]string] `json:"email" nullable:"false" doc:"When notifications are sent by e-mail, by their topics: now, digest or never; other topics stay as they are"`
}

// Example changes one preference.
func (preferenceChangesBody) Example() any {
	return map[string]any{"email": map[string]any{"account.security": "now"}}
}

// Parse returns the modes by topic; the service validates them.
func (b preferenceChangesBody) Parse(context.Context) (modes map[Topic]Mode, faults errs.Fields) {
	modes = map[Topic]Mode{}
	if v := b.Email.Ptr(&faults, "email"); v != nil {
		for topic, mode := range *v {
			modes[Topic(topic)] = Mode(mode)
		}
	}
	return modes, faults
}

type preferencesInput struct {
	Body httpx.Body[preferenceChangesBody, map[Topic]Mode]
}

type preferencesAnswer struct {
	CacheControl string `header:"Cache-Control"`
	Body         preferencesJSON
}

func (a api) preferences(ctx context.Context, _ *struct{}) (*preferencesAnswer, error) {
	by := auth.From(ctx)
	list, err := a.s.Preferences(ctx, by)
	if err != nil {
		return nil, err
	}
	out := preferencesJSON{Preferences: make([]preferenceJSON, len(list))}
	for i, p := range list {
		out.Preferences[i] = preferenceJSON{p.Topic, by.Language.T(p.spec.label), p.Mode, p.Initial, p.Fixed}
	}
	return &preferencesAnswer{"private, no-store", out}, nil
}

func (a api) setPreferences(ctx context.Context, in *preferencesInput) (*preferencesAnswer, error) {
	if err := a.s.SetPreferences(ctx, auth.From(ctx), in.Body.Value()); err != nil {
		return nil, err
	}
	return a.preferences(ctx, nil)
}
