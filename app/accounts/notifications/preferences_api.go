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
	Phone   bool   `json:"phone" doc:"Whether notices of them are sent to the person's devices (see /push-subscriptions)" example:"true"`
	Default Mode   `json:"default" enum:"now,digest,never" doc:"When they are sent by email to who has not chosen" example:"now"`
	Fixed   bool   `json:"fixed" doc:"Whether it cannot be changed" example:"false"`
}

type preferencesJSON struct {
	Preferences []preferenceJSON `json:"preferences" doc:"The topics that the caller's role and team may bring"`
}

// preferenceChangesBody is the body of PATCH.
type preferenceChangesBody struct {
	Email httpx.Opt[modesByTopic]  `json:"email,omitzero" nullable:"false" doc:"When notifications are sent by email, by their topics; other topics stay as they are"`
	Phone httpx.Opt[phonesByTopic] `json:"phone,omitzero" nullable:"false" doc:"Whether notices are sent to the caller's devices, by topics; other topics stay as they are"`
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

// phonesByTopic is a JSON object that says for the topics that it names whether notices are sent to devices.
type phonesByTopic map[Topic]bool

// Schema returns an object with a property for each topic.
func (phonesByTopic) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}, AdditionalProperties: false}
	for i := range topics {
		s.Properties[string(topics[i].topic)] = &huma.Schema{Type: huma.TypeBoolean, Description: topics[i].label.EN}
	}
	return s
}

// Example changes one preference.
func (preferenceChangesBody) Example() any {
	return map[string]any{"email": map[string]any{"account.security": "now"}}
}

// Parse returns the choices; the service validates them.
func (b preferenceChangesBody) Parse(context.Context) (x Choices, faults errs.Fields) {
	if v := b.Email.Ptr(&faults, "email"); v != nil {
		x.Modes = *v
	}
	if v := b.Phone.Ptr(&faults, "phone"); v != nil {
		x.Phones = *v
	}
	return x, faults
}

type preferencesInput struct {
	Body httpx.Body[preferenceChangesBody, Choices]
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
		out.Preferences[i] = preferenceJSON{p.Topic, by.Language.T(p.spec.label), p.Mode, p.Phone, p.Initial, p.Fixed}
	}
	return &preferencesAnswer{"private, no-store", out}, nil
}

func (a api) setPreferences(ctx context.Context, in *preferencesInput) (*preferencesAnswer, error) {
	if err := a.s.SetPreferences(ctx, auth.From(ctx), in.Body.Value()); err != nil {
		return nil, err
	}
	return a.preferences(ctx, nil)
}
