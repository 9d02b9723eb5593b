package notifications

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// preferenceJSON is a preference in the JSON API.
type preferenceJSON struct {
	Topic   Topic  `json:"topic" doc:"What the notifications are about" example:"expense.decided"`
	Label   string `json:"label" doc:"The same in the person's language" example:"Decisions on my expenses"`
	Email   Mode   `json:"email" enum:"now,digest,never" doc:"When they are sent by email: at once, in the morning of a working day, or not at all" example:"now"`
	Default Mode   `json:"default" enum:"now,digest,never" doc:"The same for who has not chosen" example:"now"`
	Fixed   bool   `json:"fixed" doc:"Whether it cannot be changed" example:"false"`
}

type preferencesJSON struct {
	Preferences []preferenceJSON `json:"preferences" doc:"The topics that the caller's role and team may bring"`
}

// preferenceChangesBody is the body of PATCH.
type preferenceChangesBody struct {
	Email httpx.Opt[modesByTopic] `json:"email" nullable:"false" doc:"When notifications are sent by email, by their topics; other topics stay as they are"`
}

// modesByTopic is a JSON object with the modes of the topics that it names.
type modesByTopic map[Topic]Mode

// Schema returns an object with a property for each topic.
func (modesByTopic) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}, AdditionalProperties: false}
	for i := range topics {
		mode := &huma.Schema{Type: huma.TypeString, Description: topics[i].label.EN}
		for _, m := range Modes {
			mode.Enum = append(mode.Enum, string(m))
		}
		s.Properties[string(topics[i].topic)] = mode
	}
	return s
}

// Example changes one preference.
func (preferenceChangesBody) Example() any {
	return map[string]any{"email": map[string]any{"account.security": "now"}}
}

// Parse returns the modes by topic; the service validates them.
func (b preferenceChangesBody) Parse(context.Context) (modes map[Topic]Mode, faults errs.Fields) {
	if v := b.Email.Ptr(&faults, "email"); v != nil {
		modes = *v
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
