package templates

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// templateJSON is a template in JSON answers.
type templateJSON struct {
	Name      string       `json:"name" doc:"The name" example:"event-hiver"`
	Content   contentsJSON `json:"content"`
	UsedBy    []string     `json:"used_by" readOnly:"true" doc:"The events whose invitations look like it" example:"gala-2026"`
	UpdatedAt string       `json:"updated_at" format:"date-time" readOnly:"true" doc:"When it was last changed" example:"2026-11-20T13:00:00Z"`

	version int64
}

type contentsJSON struct {
	FR contentJSON `json:"fr"`
	EN contentJSON `json:"en"`
}

// Example differs between the two languages, which have the same Go type.
func (contentsJSON) Example() any {
	return map[string]contentJSON{
		"fr": {Subject: "{{event_title}} : vous venez ?", HTML: "<p>{{greeting}}</p>{{event_intro}}{{rsvp_button}}"},
		"en": {Subject: "{{event_title}}: are you coming?", HTML: "<p>{{greeting}}</p>{{event_intro}}{{rsvp_button}}"},
	}
}

type contentJSON struct {
	Subject string `json:"subject" doc:"One line; empty for the subject of the festive invitation" example:""`
	HTML    string `json:"html" doc:"The inside of the message, as it was written"`
}

// Tag returns the template's name and version, from which its ETag is made.
func (f templateJSON) Tag() (id string, version int64) { return f.Name, f.version }

func contentOf(c Content) contentJSON { return contentJSON{Subject: c.Subject, HTML: c.HTML} }

func toJSON(t Template) templateJSON {
	return templateJSON{t.Name, contentsJSON{contentOf(t.FR), contentOf(t.EN)}, append([]string{}, t.UsedBy...), t.UpdatedAt.String(),
		t.Version}
}

// contentChange is a change of one language. null empties a field.
type contentChange struct {
	Subject httpx.Opt[string] `json:"subject,omitzero" maxLength:"200" doc:"One line, with placeholders of one word; empty for the subject of the festive invitation" example:""`
	HTML    httpx.Opt[string] `json:"html,omitzero" maxLength:"200000" doc:"The inside of the message, with placeholders such as {{event_title}} and {{rsvp_button}}. Scripts, forms and style elements are removed."`
}

func (b contentChange) words(faults *errs.Fields, at string) ContentChanges {
	return ContentChanges{b.Subject.OrZero(faults, at+"subject"), b.HTML.OrZero(faults, at+"html")}
}

// contentsChange is a change of both languages; missing fields stay as they are.
type contentsChange struct {
	FR contentChange `json:"fr,omitzero"`
	EN contentChange `json:"en,omitzero" doc:"Where a field is empty, the French is used"`
}

// Example is the content that the change results in.
func (contentsChange) Example() any {
	return contentsJSON{}.Example()
}

func (b contentsChange) changes(faults *errs.Fields) Changes {
	return Changes{b.FR.words(faults, "content.fr."), b.EN.words(faults, "content.en.")}
}

// createBody is the body of POST.
type createBody struct {
	Name    httpx.Opt[string] `json:"name" nullable:"false" pattern:"^event-[a-z0-9-]{1,58}$" doc:"Begins with event-" example:"event-hiver"`
	Content contentsChange    `json:"content" doc:"Needs the French html"`
}

// newTemplate is a parsed createBody.
type newTemplate struct {
	name    string
	changes Changes
}

// Parse validates each text and the template as a whole.
func (b createBody) Parse(context.Context) (n newTemplate, faults errs.Fields) {
	c := b.Content.changes(&faults)
	faults = append(faults, c.Validate()...)
	faults = append(faults, Template{}.apply(c).check()...)
	if name := b.Name.Ptr(&faults, "name"); name != nil {
		n.name = *name // of a valid shape, or the pattern has refused it
	}
	n.changes = c
	return n, faults
}

// updateBody is the body of PATCH.
type updateBody struct {
	Content contentsChange `json:"content,omitzero"`
}

// Parse validates the texts in the request.
func (b updateBody) Parse(context.Context) (Changes, errs.Fields) {
	var faults errs.Fields
	c := b.Content.changes(&faults)
	return c, append(faults, c.Validate()...)
}

type api struct{ s *Service }

type listInput struct {
	httpx.OptionalPageSize
	After string `query:"after" doc:"Only records with a larger id: the last one seen" example:"event-automne"`
}

func (a api) list(ctx context.Context, in *listInput, each func(templateJSON) error) error {
	since, err := in.Since(ctx)
	if err != nil {
		return err
	}
	return a.s.Each(ctx, Filter{in.After, since, in.LimitPlusOne()}, func(t Template) error { return each(toJSON(t)) })
}

// TemplatePath holds the path parameter that names a template.
type TemplatePath struct {
	Name string `path:"name" doc:"The template's name" example:"event-hiver"`
}

// TemplateIfMatch is TemplatePath for a write, with If-Match.
type TemplateIfMatch struct {
	TemplatePath
	IfMatch string `header:"If-Match" doc:"The ETag that was read: the write fails with 412 when the template has changed since" example:"\"12-3\""`
}

func (g TemplateIfMatch) expect() *int64 {
	return httpx.ExpectedVersion(g.IfMatch, g.Name)
}

func (a api) get(ctx context.Context, in *TemplatePath) (*httpx.Response[templateJSON], error) {
	t, err := a.s.Get(ctx, in.Name)
	return httpx.Respond(toJSON(t)), err
}

func (a api) create(ctx context.Context, in *httpx.BodyInput[createBody, newTemplate]) (*httpx.Response[templateJSON], error) {
	t, err := a.s.Create(ctx, auth.From(ctx), in.Body.Value().name, in.Body.Value().changes)
	return httpx.Respond(toJSON(t)), err
}

type updateInput struct {
	TemplateIfMatch
	Body httpx.Body[updateBody, Changes]
}

func (a api) update(ctx context.Context, in *updateInput) (*httpx.Response[templateJSON], error) {
	t, err := a.s.Update(ctx, auth.From(ctx), in.Name, in.expect(), in.Body.Value())
	return httpx.Respond(toJSON(t)), err
}

func (a api) delete(ctx context.Context, in *TemplateIfMatch) (*httpx.NoContent, error) {
	return nil, a.s.Delete(ctx, auth.From(ctx), in.Name, in.expect())
}
