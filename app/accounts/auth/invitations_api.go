package auth

import (
	"context"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// InviteBody is the body of a request for an invitation.
type InviteBody struct {
	By httpx.Opt[string] `json:"by,omitzero" nullable:"false" enum:"email,link" doc:"email: the person gets a message, or without a mail server you get the link; link: you get the link" example:"email"`
}

// Parse returns whether the caller gets the link, in place of an email to the person.
func (b InviteBody) Parse(context.Context) (asLink bool, f errs.Fields) {
	b.By.Ptr(&f, "by")
	return b.By.Value == "link", f
}

// InvitationJSON is an invitation in the JSON API.
type InvitationJSON struct {
	Email      string  `json:"email" format:"email" doc:"The address that the person signs in with" example:"maude.theriault@example.com"`
	Language   string  `json:"language" enum:"fr,en" doc:"The language of the message"`
	ValidUntil string  `json:"valid_until" format:"date-time" doc:"Until when the link can be used, once" example:"2026-11-23T13:00:00Z"`
	Link       *string `json:"link" doc:"The link to choose a password; null when it is sent to the person" example:"https://time.example.com/auth/password/3f6c…"`
}

// InvitationOut is the answer to a request for an invitation.
type InvitationOut struct {
	CacheControl string `header:"Cache-Control"`
	Body         InvitationJSON
}

// InviteAgain tells who asked for an invitation, and did not receive the answer, how to get the link (httpx.Op.ShownOnce).
const InviteAgain = "An invitation by email is sent once. To get a link, ask for another under a new key: the one before becomes void."

// InviteFor answers a request for an invitation of a person; asLink: the caller gets the link.
func (s *Service) InviteFor(ctx context.Context, id string, asLink bool) (*InvitationOut, error) {
	v, err := s.makeInvitation(ctx, From(ctx), id, asLink || !s.MailConfigured())
	if err != nil {
		return nil, err
	}
	return &InvitationOut{CacheControl: "no-store", Body: InvitationJSON{Email: v.Email, Language: string(v.Language),
		ValidUntil: v.ValidUntil.String(), Link: httpx.NilIfZero(v.Link)}}, nil
}

type invitePersonInput struct {
	PersonPath
	Body *httpx.Body[InviteBody, bool]
}

func (a *api) invitePerson(ctx context.Context, in *invitePersonInput) (*InvitationOut, error) {
	return a.InviteFor(ctx, in.ID, in.Body.ValueOr(false))
}

type forgottenBody struct {
	Email httpx.Opt[string] `json:"email" nullable:"false" doc:"The address that the person signs in with" example:"maude.theriault@example.com"`
}

// Parse rejects null.
func (b forgottenBody) Parse(context.Context) (email string, f errs.Fields) {
	b.Email.Ptr(&f, "email")
	return b.Email.Value, f
}

func (a *api) forgottenPassword(ctx context.Context, in *httpx.BodyInput[forgottenBody, string]) (*httpx.NoContent, error) {
	return nil, a.RequestPassword(ctx, From(ctx), in.Body.Value(), Origin{IP: httpx.InfoOf(ctx).IP})
}
