package auth

import (
	"bytes"
	"io"
	"mime"
	"net/http"
	"net/url"

	"github.com/go-json-experiment/json"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// maxGrant is the maximum size of the body of a request for tokens.
const maxGrant = 64 << 10

// grant is a request for tokens (RFC 6749), as JSON or as a form. The e-mail address may be named username, as in the RFC, or
// email, as in the rest of the API.
type grant struct {
	GrantType    string `json:"grant_type" required:"false" doc:"password or refresh_token" example:"password"`
	Username     string `json:"username" required:"false" doc:"The person's email, with password"`
	Email        string `json:"email" required:"false" doc:"The same as username" example:"maude.theriault@example.com"`
	Password     string `json:"password" required:"false" doc:"The person's password" example:"a long password"`
	RefreshToken string `json:"refresh_token" required:"false" doc:"With refresh_token, and to sign out" example:"rt-9Kq1"`
	Everywhere   flag   `json:"everywhere" required:"false" doc:"To sign out of every browser and program"`
}

// Example is a grant by password; a grant by refresh token has other fields.
func (grant) Example() any {
	return map[string]any{"grant_type": "password", "username": "maude.theriault@example.com", "password": "a long password"}
}

// flag is a boolean that a form sends as 1 and JSON as true.
type flag bool

// UnmarshalJSON accepts true, 1 and "1", and their opposites.
func (f *flag) UnmarshalJSON(b []byte) error {
	switch string(b) {
	case "true", "1", `"1"`:
		*f = true
	case "false", "0", `"0"`, "null":
		*f = false
	default:
		return errInvalidRequest("The everywhere is true or false.")
	}
	return nil
}

func errInvalidRequest(detail string) error {
	return &errs.Error{Kind: errs.KindInvalid, Code: "invalid_request", Detail: detail}
}

// readGrant parses the body; for an empty one it returns an empty grant.
func readGrant(r *http.Request) (g grant, err error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxGrant+1))
	if err != nil {
		return g, errInvalidRequest("The body did not arrive whole.")
	}
	if len(body) > maxGrant {
		return g, &errs.Error{Kind: errs.KindTooLarge, Code: "too_large", Detail: "The body is over the limit of this route."}
	}
	if len(body) == 0 {
		return g, nil
	}
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch media {
	case "application/json":
		// Strict (C4): a second value, duplicate or unknown keys, another case and invalid UTF-8 are all refused.
		if bytes.IndexByte(body, 0) >= 0 || json.Unmarshal(body, &g, json.RejectUnknownMembers(true)) != nil {
			return grant{}, errInvalidRequest("The body is not a single valid JSON object with grant_type, username or email, " +
				"password, refresh_token, everywhere.")
		}
		return g, nil
	case "application/x-www-form-urlencoded":
		return formGrant(body)
	}
	return g, errUnsupported
}

// formGrant ignores unknown parameters and rejects repeated ones, as the RFC requires.
func formGrant(body []byte) (g grant, err error) {
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return g, errInvalidRequest("The body is not a valid form.")
	}
	for name, into := range map[string]*string{"grant_type": &g.GrantType, "username": &g.Username, "email": &g.Email,
		"password": &g.Password, "refresh_token": &g.RefreshToken} {
		if len(form[name]) > 1 {
			return grant{}, errInvalidRequest("The parameter " + name + " is given more than once.")
		}
		*into = form.Get(name)
	}
	switch form.Get("everywhere") {
	case "1", "true", "on":
		g.Everywhere = true
	case "", "0", "false":
	default:
		return grant{}, errInvalidRequest("The everywhere is 1 or 0.")
	}
	return g, nil
}

var errUnsupported = httpx.UnsupportedMediaType("Send the body as application/json or application/x-www-form-urlencoded.")
