package configuration

import (
	"context"
	"errors"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/mail"
)

type api struct{ s *Service }

// settingJSON is a setting in the JSON API.
type settingJSON struct {
	Name    string  `json:"name" doc:"The setting's name, which is that of its environment variable" example:"TIMEZONE"`
	Value   *string `json:"value" nullable:"true" doc:"The value in effect; null for a secret" example:"America/Montreal"`
	Set     bool    `json:"set" doc:"Whether a value that is not empty is in effect" example:"true"`
	Source  Source  `json:"source" enum:"environment,database,default" doc:"Where the value comes from; one from the environment cannot be changed here"`
	Default string  `json:"default" doc:"The value without any other" example:"America/Toronto"`
	Secret  bool    `json:"secret" doc:"Whether it contains a password or a key, which is never returned" example:"false"`
	Help    string  `json:"help" doc:"Its purpose and format" example:"company time zone (IANA name)"`
}

// settingsJSON are all settings in the JSON API.
type settingsJSON struct {
	Settings []settingJSON `json:"settings" doc:"All settings that can be stored"`

	version int64
}

// etagID stands for the id in the ETag of the settings, of which there is one set.
const etagID = "settings"

// Tag returns the input of the ETag of the settings.
func (s settingsJSON) Tag() (id string, version int64) { return etagID, s.version }

// changeBody is the body of PATCH.
type changeBody struct {
	Values httpx.Opt[map[string]*string] `json:"values" nullable:"false" doc:"New values by the names of their settings; null for the default"`
}

// Example changes one setting.
func (changeBody) Example() any {
	return map[string]any{"values": map[string]any{"OVERTIME_WEEKLY_HOURS": "37.5"}}
}

// Parse returns the new values by name; the service validates them.
func (b changeBody) Parse(context.Context) (values map[string]*string, faults errs.Fields) {
	if v := b.Values.Ptr(&faults, "values"); v != nil {
		values = *v
	}
	return values, faults
}

// updateInput is the input of PATCH.
type updateInput struct {
	IfMatch string `header:"If-Match" doc:"The ETag that was read: the write fails with 412 when a setting has changed since" example:"\"settings-3\""`
	Body    httpx.Body[changeBody, map[string]*string]
}

func (a api) list(ctx context.Context, _ *struct{}) (*httpx.Response[settingsJSON], error) {
	return a.answer(ctx)
}

func (a api) update(ctx context.Context, in *updateInput) (*httpx.Response[settingsJSON], error) {
	if err := a.s.Save(ctx, auth.From(ctx), httpx.ExpectedVersion(in.IfMatch, etagID), in.Body.Value()); err != nil {
		return nil, err
	}
	return a.answer(ctx)
}

func (a api) answer(ctx context.Context) (*httpx.Response[settingsJSON], error) {
	v, err := a.s.Values(ctx, auth.From(ctx))
	if err != nil {
		return nil, err
	}
	out := settingsJSON{version: v.Version, Settings: make([]settingJSON, len(v.List))}
	for i, x := range v.List {
		out.Settings[i] = settingJSON{Name: x.Name, Set: x.Set, Source: x.Source, Default: x.Default, Secret: x.Secret, Help: x.Help}
		if !x.Secret {
			out.Settings[i].Value = &v.List[i].Text
		}
	}
	return httpx.Respond(out), nil
}

// testBody is the body of a test of a channel.
type testBody struct {
	Channel httpx.Opt[string]             `json:"channel" nullable:"false" enum:"bulk,mailbox,bounces" doc:"The channel; bounces: the mailbox to which messages come back, and their envelope sender"`
	Values  httpx.Opt[map[string]*string] `json:"values,omitzero" nullable:"false" doc:"Values to test in place of those stored, by the names of their settings"`
	Send    httpx.Opt[bool]               `json:"send,omitzero" nullable:"false" doc:"Sends a message to the caller; otherwise only the account is tested"`
}

// Example tests a relay that is not saved.
func (testBody) Example() any {
	return map[string]any{"channel": Bulk, "values": map[string]any{"SMTP_URL": "smtp://user:password@relay.example.com:587"}}
}

// Parse returns the test; the service validates its values.
func (b testBody) Parse(context.Context) (t Trial, faults errs.Fields) {
	if v := b.Channel.Ptr(&faults, "channel"); v != nil {
		t.Channel = *v
	}
	if v := b.Values.Ptr(&faults, "values"); v != nil {
		t.Values = *v
	}
	if v := b.Send.Ptr(&faults, "send"); v != nil {
		t.Send = *v
	}
	return t, faults
}

type testInput struct {
	Body httpx.Body[testBody, Trial]
}

// testResultJSON is the result of a test.
type testResultJSON struct {
	Works  bool   `json:"works" doc:"Whether the account was accepted, and the message if one was sent" example:"false"`
	Code   int    `json:"code" doc:"The SMTP reply or HTTP status of a failure; 0 without one" example:"535"`
	Answer string `json:"answer" doc:"What the other side said, or what happened; empty if it works" example:"5.7.8 Authentication credentials invalid"`
}

// testOutput is the response of a test.
type testOutput struct{ Body testResultJSON }

func (a api) test(ctx context.Context, in *testInput) (*testOutput, error) {
	result, err := resultOf(a.s.Try(ctx, auth.From(ctx), in.Body.Value()))
	return &testOutput{result}, err
}

// resultOf returns the result of a test that err ended; other errors are returned.
func resultOf(err error) (r testResultJSON, other error) {
	f := mail.FailureOf(err)
	switch {
	case f != nil:
		r.Code, r.Answer = f.Code, f.Text
	case errors.Is(err, errNoAnswer):
		r.Answer = errNoAnswer.Error()
	default:
		r.Works, other = err == nil, err
	}
	return r, other
}

// senderInput is the input of the check of a sender.
type senderInput struct {
	Domain   string `path:"domain" doc:"The domain of an allowed sender" example:"example.com"`
	Selector string `query:"selector" doc:"The selector of its DKIM key; without one the usual ones are tried" example:"mail"`
}

// findingJSON is the verdict on a record.
type findingJSON struct {
	Record  string   `json:"record" enum:"MX,SPF,DKIM,DMARC,PTR" doc:"The kind of record" example:"SPF"`
	Verdict string   `json:"verdict" doc:"What was found: a code such as spf_ok, spf_missing or dns_failed" example:"spf_missing"`
	About   string   `json:"about" doc:"The server, address, selector or policy that the verdict is about" example:"relay.example.com"`
	Found   []string `json:"found" doc:"The records" example:"v=spf1 ~all"`
	Name    string   `json:"name" doc:"The name of the TXT record to add or change; empty if there is none" example:"example.com"`
	Value   string   `json:"value" doc:"The text of that record" example:"v=spf1 a:relay.example.com ~all"`
}

// senderJSON is the check of a sender's domain.
type senderJSON struct {
	Domain  string        `json:"domain" doc:"The domain" example:"example.com"`
	Records []findingJSON `json:"records" doc:"The verdict on each kind of record"`
}

// senderOutput is the response of the check.
type senderOutput struct{ Body senderJSON }

func (a api) checkSender(ctx context.Context, in *senderInput) (*senderOutput, error) {
	check, err := a.s.CheckSender(ctx, auth.From(ctx), in.Domain, in.Selector)
	if err != nil {
		return nil, err
	}
	out := &senderOutput{senderJSON{Domain: check.Domain}}
	for _, x := range check.Findings {
		f := findingJSON{x.Record, x.Code, x.About, x.Found, x.Name, x.Value}
		if f.Found == nil {
			f.Found = []string{}
		}
		out.Body.Records = append(out.Body.Records, f)
	}
	return out, nil
}
