package events

import (
	"context"
	"encoding/base64"
	"io"
	"mime"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/db"
)

// eventJSON is an event in JSON answers (R1).
type eventJSON struct {
	ID               string           `json:"id" readOnly:"true" doc:"The slug in every link" example:"gala-2026"`
	Source           string           `json:"source" enum:"built-in,saved" readOnly:"true" doc:"Whether staff saved a configuration, or the event is as it ships" example:"saved"`
	Status           string           `json:"status" enum:"draft,open,full,closed" doc:"draft: guests do not see it; full: open, and no place left; closed: by staff, or the deadline has passed" example:"open"`
	StartsAt         string           `json:"starts_at" format:"date-time" doc:"When it begins" example:"2026-12-18T23:00:00Z"`
	EndsAt           string           `json:"ends_at" format:"date-time" doc:"When it ends" example:"2026-12-19T04:00:00Z"`
	RSVPDeadline     *string          `json:"rsvp_deadline" format:"date-time" doc:"The RSVP deadline; null if it is the start of the event" example:"2026-12-12T04:59:00Z"`
	Capacity         *int64           `json:"capacity" doc:"How many people may come; null for no limit" example:"120"`
	Headcount        int64            `json:"headcount" readOnly:"true" doc:"Expected guests" example:"87"`
	Palette          string           `json:"palette" doc:"A name from the brand palette" example:"nuit"`
	EmailTemplate    string           `json:"email_template" doc:"The template of its invitation; blocks for the blocks of the event, empty for the festive one" example:""`
	Content          contentsJSON     `json:"content"`
	OfferHoldHours   int64            `json:"offer_hold_hours" minimum:"1" maximum:"336" doc:"For how many hours a free place is held that is offered to the waiting list" example:"24"`
	OfferCutoffHours int64            `json:"offer_cutoff_hours" minimum:"0" maximum:"336" doc:"In the last hours before the start, free places are for everybody and no longer offered to the waiting list" example:"3"`
	PeopleLimit      int64            `json:"people_limit" minimum:"1" maximum:"20" doc:"How many people one response of a guest may count" example:"4"`
	Companions       Companions       `json:"companions" enum:"no,asked,required" doc:"Whether guests are asked for the names of those who come with them" example:"asked"`
	Questions        []questionJSON   `json:"questions" doc:"What guests are asked, in this order, then the archived questions"`
	Held             int64            `json:"held" readOnly:"true" doc:"Places that are held for parties of the waiting list; they count as taken" example:"2"`
	Waiting          int64            `json:"waiting_count" readOnly:"true" doc:"Parties of the waiting list that have no offer yet" example:"5"`
	Attachments      []attachmentJSON `json:"attachments" readOnly:"true" doc:"What goes along with the invitations"`
	Audience         int64            `json:"audience_count" readOnly:"true" doc:"Entries in the audience" example:"240"`
	Picture          *pictureJSON     `json:"picture,omitempty" readOnly:"true" doc:"The cover picture; missing where there is none"`
	UpdatedAt        *string          `json:"updated_at" format:"date-time" readOnly:"true" doc:"null for an event as it ships" example:"2026-11-20T13:00:00Z"`

	version int64
}

// Tag returns the event's id and version, from which its ETag is made.
func (f eventJSON) Tag() (id string, version int64) { return f.ID, f.version }

type contentsJSON struct {
	FR contentJSON `json:"fr"`
	EN contentJSON `json:"en"`
}

// Example differs between the two languages, which have the same Go type.
func (contentsJSON) Example() any {
	return map[string]contentJSON{
		"fr": {Title: "Le gala d’hiver", Intro: "Une soirée pour vous **remercier**.", Details: "- 18 h : accueil\n- 19 h : souper",
			Address: "12, rue du Quai, Sorel", ThankYou: "À bientôt !"},
		"en": {Title: "The winter gala", Intro: "An evening to **thank** you.", ThankYou: "See you soon!"},
	}
}

type contentJSON struct {
	Title    string `json:"title" doc:"The event's name"`
	Intro    string `json:"intro" doc:"A few words at the top, in Markdown"`
	Details  string `json:"details" doc:"The rest, in Markdown"`
	Address  string `json:"address" doc:"Where, in one line"`
	ThankYou string `json:"thank_you" doc:"The thank-you message, in Markdown"`
}

func toJSON(r Record, now time.Time) eventJSON {
	f := eventJSON{
		ID: r.ID, Source: string(r.Source), Status: r.StateAt(r.Taken(), now), StartsAt: r.StartsAt.String(), EndsAt: r.EndsAt.String(),
		Capacity:  r.Capacity,
		Headcount: r.Headcount, Palette: r.Palette, EmailTemplate: r.EmailTemplate,
		Content:        contentsJSON{contentJSON(r.Content.FR), contentJSON(r.Content.EN)},
		OfferHoldHours: r.OfferHold, OfferCutoffHours: r.OfferCutoff, PeopleLimit: r.PeopleLimit, Companions: r.Companions,
		Questions: toQuestionsJSON(r.Questions), Held: r.Held, Waiting: r.Waiting,
		Attachments: []attachmentJSON{}, Audience: r.Audience, version: r.Version,
	}
	if r.Deadline != 0 {
		f.RSVPDeadline = new(r.Deadline.String())
	}
	if r.UpdatedAt != 0 {
		f.UpdatedAt = new(r.UpdatedAt.String())
	}
	if p := r.Picture; p.Shown() {
		f.Picture = &pictureJSON{p.Path(LargePicture), p.Width, p.Height, p.FR, p.EN}
	}
	for _, x := range r.Files {
		f.Attachments = append(f.Attachments, toAttachmentJSON(x))
	}
	return f
}

// attachmentJSON is an attachment in JSON answers.
type attachmentJSON struct {
	ID        int64  `json:"id" readOnly:"true" doc:"The record's id" example:"12"`
	Filename  string `json:"filename" doc:"The name it is saved under" example:"plan.pdf"`
	MediaType string `json:"media_type" readOnly:"true" doc:"By its bytes" example:"application/pdf"`
	Size      int64  `json:"size" readOnly:"true" doc:"In bytes" example:"15"`
	Language  string `json:"language" enum:"fr,en,both" doc:"Whose invitations it goes along with" example:"both"`
}

// Tag returns the attachment's id and its only version.
func (f attachmentJSON) Tag() (id, version int64) { return f.ID, fileVersion }

func toAttachmentJSON(f File) attachmentJSON {
	return attachmentJSON{f.ID, f.Name, f.MediaType, f.Size, f.Language}
}

// contentChange are the texts of one language. null empties a text.
type contentChange struct {
	Title    httpx.Opt[string] `json:"title,omitzero" maxLength:"120" doc:"The event's name"`
	Intro    httpx.Opt[string] `json:"intro,omitzero" maxLength:"2000" doc:"Markdown: paragraphs, lists, emphasis and links"`
	Details  httpx.Opt[string] `json:"details,omitzero" maxLength:"6000" doc:"Markdown, as intro"`
	Address  httpx.Opt[string] `json:"address,omitzero" maxLength:"200" doc:"One line, shown under the date"`
	ThankYou httpx.Opt[string] `json:"thank_you,omitzero" maxLength:"1000" doc:"Markdown, as intro; the thank-you message"`
}

func (b contentChange) words(faults *errs.Fields, at string) ContentChanges {
	return ContentChanges{
		Title: b.Title.OrZero(faults, at+"title"), Intro: b.Intro.OrZero(faults, at+"intro"), Details: b.Details.OrZero(faults, at+"details"),
		Address: b.Address.OrZero(faults, at+"address"), ThankYou: b.ThankYou.OrZero(faults, at+"thank_you"),
	}
}

// contentsChange are the texts of both languages; missing ones stay as they are.
type contentsChange struct {
	FR contentChange `json:"fr,omitzero"`
	EN contentChange `json:"en,omitzero" doc:"Where a text is empty, the French is shown"`
}

// Example is the content that the change results in.
func (contentsChange) Example() any {
	return contentsJSON{}.Example()
}

// FieldsBody are the fields of an event that a body may have, whether the event is new or not. The name is exported because the description
// of the API leaves out embedded types that are not.
type FieldsBody struct {
	RSVPDeadline     httpx.Opt[string]         `json:"rsvp_deadline,omitzero" doc:"The RSVP deadline; null if it is the start of the event" example:"2026-12-11T23:59:00-05:00"`
	Capacity         httpx.Opt[int64]          `json:"capacity,omitzero" minimum:"1" maximum:"100000" doc:"People; null for no limit" example:"120"`
	Palette          httpx.Opt[string]         `json:"palette,omitzero" nullable:"false" enum:"sapin,canneberge,nuit,givre,prune,cuivre,or,ardoise" doc:"A name from the brand palette" example:"nuit"`
	EmailTemplate    httpx.Opt[string]         `json:"email_template,omitzero" doc:"The template of its invitation; blocks for the blocks of the event, empty for the festive one" example:""`
	OfferHoldHours   httpx.Opt[int64]          `json:"offer_hold_hours,omitzero" nullable:"false" minimum:"1" maximum:"336" doc:"For how many hours a free place is held that is offered to the waiting list; 24 where it is not said" example:"24"`
	OfferCutoffHours httpx.Opt[int64]          `json:"offer_cutoff_hours,omitzero" nullable:"false" minimum:"0" maximum:"336" doc:"In the last hours before the start, free places are for everybody and no longer offered to the waiting list; 3 where it is not said" example:"3"`
	PeopleLimit      httpx.Opt[int64]          `json:"people_limit,omitzero" nullable:"false" minimum:"1" maximum:"20" doc:"How many people one response of a guest may count; 20 where it is not said. Staff may exceed it" example:"4"`
	Companions       httpx.Opt[Companions]     `json:"companions,omitzero" nullable:"false" enum:"no,asked,required" doc:"Whether guests are asked for the names of those who come with them; no where it is not said" example:"asked"`
	Questions        httpx.Opt[[]questionJSON] `json:"questions,omitzero" nullable:"false" maxItems:"30" doc:"The whole list, in its order, with at most 5 questions that are not archived. Questions and options without an id are added; those that are missing are archived, or dropped while the event has no registrations"`
}

// updateBody is the body of PATCH: any of the fields.
type updateBody struct {
	Status   httpx.Opt[string] `json:"status,omitzero" nullable:"false" enum:"draft,open,closed,full" doc:"full only where the event shows it: it is full by itself"`
	StartsAt httpx.Opt[string] `json:"starts_at,omitzero" nullable:"false" doc:"When it begins" example:"2026-12-18T18:00:00-05:00"`
	EndsAt   httpx.Opt[string] `json:"ends_at,omitzero" nullable:"false" doc:"When it ends" example:"2026-12-18T23:00:00-05:00"`
	FieldsBody
	Content contentsChange `json:"content,omitzero"`
}

// Example changes only two fields.
func (updateBody) Example() any {
	return map[string]any{"capacity": 140, "content": map[string]any{"en": map[string]any{"title": "The winter gala"}}}
}

// Parse validates the fields in the request.
func (b updateBody) Parse(ctx context.Context) (Changes, errs.Fields) {
	var faults errs.Fields
	c := b.changes(&faults, httpx.InfoOf(ctx).Zone)
	return c, append(faults, c.Validate()...)
}

func (b updateBody) changes(faults *errs.Fields, zone *time.Location) Changes {
	instant := func(field string, v *string) *db.Instant {
		if v == nil {
			return nil
		}
		return new(httpx.ReadInstant(faults, field, *v, zone))
	}
	c := Changes{
		StartsAt: instant("starts_at", b.StartsAt.Ptr(faults, "starts_at")), EndsAt: instant("ends_at", b.EndsAt.Ptr(faults, "ends_at")),
		Palette: b.Palette.Ptr(faults, "palette"), EmailTemplate: b.EmailTemplate.OrZero(faults, "email_template"),
		OfferHold: b.OfferHoldHours.Ptr(faults, "offer_hold_hours"), OfferCutoff: b.OfferCutoffHours.Ptr(faults, "offer_cutoff_hours"),
		PeopleLimit: b.PeopleLimit.Ptr(faults, "people_limit"), Companions: b.Companions.Ptr(faults, "companions"),
		Questions: readQuestionList(faults, b.Questions),
		FR:        b.Content.FR.words(faults, "content.fr."), EN: b.Content.EN.words(faults, "content.en."),
	}
	if v := b.Status.Ptr(faults, "status"); v != nil {
		c.State = new(State(*v))
	}
	if c.Deadline = new(db.Instant); !b.RSVPDeadline.Null {
		c.Deadline = instant("rsvp_deadline", b.RSVPDeadline.OrZero(faults, "rsvp_deadline"))
	}
	if c.Capacity = b.Capacity.OrZero(faults, "capacity"); c.Capacity != nil && !b.Capacity.Null && *c.Capacity < 1 {
		faults.Add("capacity", "out_of_range", "Expected a whole number from 1 to 100000, or null for no limit.")
	}
	return c
}

// createBody is the body of POST. Fields that a new event requires may be missing if the id is that of a built-in event, which
// has them.
type createBody struct {
	ID       httpx.Opt[string] `json:"id" nullable:"false" pattern:"^[a-z0-9-]{1,64}$" doc:"The slug in every link; that of an event that ships saves it" example:"gala-2026"`
	Status   httpx.Opt[string] `json:"status,omitzero" nullable:"false" enum:"draft,open,closed" doc:"Where it is not said, open; of an event that ships, as it is"`
	StartsAt httpx.Opt[string] `json:"starts_at,omitzero" nullable:"false" doc:"Needed for a new event" example:"2026-12-18T18:00:00-05:00"`
	EndsAt   httpx.Opt[string] `json:"ends_at,omitzero" nullable:"false" doc:"Needed for a new event" example:"2026-12-18T23:00:00-05:00"`
	FieldsBody
	Content contentsChange `json:"content,omitzero" doc:"A new event needs its French title"`
}

// newEvent is a parsed createBody.
type newEvent struct {
	id      string
	changes Changes
}

// Parse validates the id, the fields, and the resulting event. It reports only the first error of each field.
func (b createBody) Parse(ctx context.Context) (n newEvent, faults errs.Fields) {
	fields := updateBody{Status: b.Status, StartsAt: b.StartsAt, EndsAt: b.EndsAt, FieldsBody: b.FieldsBody, Content: b.Content}
	n.changes, faults = fields.Parse(ctx)
	if id := b.ID.Ptr(&faults, "id"); id != nil {
		n.id = *id
		checkID(&faults, n.id)
		e, shipped := builtIn(n.id)
		if !shipped {
			e = blank(n.id)
		}
		faults = append(faults, e.apply(n.changes).check()...)
	}
	return n, faults.FirstPerField()
}

// attachBody is the JSON body of POST for an attachment; a form contains the file and its name instead.
type attachBody struct {
	Filename httpx.Opt[string] `json:"filename" nullable:"false" doc:"The name it is saved under" example:"plan.pdf"`
	Language httpx.Opt[string] `json:"language,omitzero" nullable:"false" enum:"fr,en,both" doc:"Whose invitations it goes along with; both where it is not said" example:"both"`
	Data     httpx.Opt[string] `json:"data" nullable:"false" doc:"The file in base64" example:"JVBERi0xLjQKJSVFT0YK"`
}

// Parse decodes the file. It reports only the first error of each field.
func (b attachBody) Parse(context.Context) (n NewFile, faults errs.Fields) {
	n.Language = "both"
	if v := b.Filename.Ptr(&faults, "filename"); v != nil {
		n.Name = *v
	}
	if v := b.Language.Ptr(&faults, "language"); v != nil {
		n.Language = *v
	}
	if v := b.Data.Ptr(&faults, "data"); v != nil {
		var err error
		if n.Data, err = base64.StdEncoding.DecodeString(*v); err != nil {
			faults.Add("data", "format", "Expected base64.")
		}
	}
	return n, append(faults, n.Validate()...).FirstPerField()
}

type api struct{ s *Service }

func (a api) respond(r Record, err error) (*httpx.Response[eventJSON], error) {
	return httpx.Respond(toJSON(r, a.s.now())), err
}

type listInput struct {
	httpx.OptionalPageSize
	After string `query:"after" doc:"Only records with a larger id: the last one seen" example:"fete-clients-2026"`
}

func (a api) list(ctx context.Context, in *listInput, each func(eventJSON) error) error {
	since, err := in.Since(ctx)
	if err != nil {
		return err
	}
	now := a.s.now()
	return a.s.Each(ctx, Filter{in.After, since, in.LimitPlusOne()}, func(r Record) error { return each(toJSON(r, now)) })
}

// EventPath holds the path parameter that names an event.
type EventPath struct {
	Event string `path:"event_id" doc:"The event's slug" example:"gala-2026"`
}

func (a api) get(ctx context.Context, in *EventPath) (*httpx.Response[eventJSON], error) {
	return a.respond(a.s.Get(ctx, in.Event))
}

func (a api) create(ctx context.Context, in *httpx.BodyInput[createBody, newEvent]) (*httpx.Response[eventJSON], error) {
	return a.respond(a.s.Create(ctx, auth.From(ctx), in.Body.Value().id, in.Body.Value().changes))
}

// EventIfMatch is EventPath for a write, with If-Match.
type EventIfMatch struct {
	EventPath
	IfMatch string `header:"If-Match" doc:"The ETag that was read: the write fails with 412 when the event has changed since" example:"\"12-3\""`
}

func (g EventIfMatch) expect() *int64 {
	return httpx.ExpectedVersion(g.IfMatch, g.Event)
}

type updateInput struct {
	EventIfMatch
	Body httpx.Body[updateBody, Changes]
}

func (a api) update(ctx context.Context, in *updateInput) (*httpx.Response[eventJSON], error) {
	return a.respond(a.s.Update(ctx, auth.From(ctx), in.Event, in.expect(), in.Body.Value()))
}

type deleteInput struct {
	EventIfMatch
	TellGuests bool `query:"tell_guests" doc:"Email the guests who are coming that the event is cancelled" example:"true"`
}

func (a api) delete(ctx context.Context, in *deleteInput) (*httpx.NoContent, error) {
	if !in.TellGuests {
		return nil, a.s.Delete(ctx, auth.From(ctx), in.Event, in.expect())
	}
	if err := requireReauth(ctx); err != nil {
		return nil, err
	}
	_, err := a.s.DeleteAndTell(ctx, auth.From(ctx), in.Event, in.expect())
	return nil, err
}

// requireReauth fails with httpx.ErrReauthRequired if the caller has to reauthenticate before many messages are sent (A5).
func requireReauth(ctx context.Context) error {
	due, err := httpx.ReauthDue(ctx)
	if err == nil && due {
		err = httpx.ErrReauthRequired
	}
	return err
}

type attachInput struct {
	EventPath
	Body httpx.Body[attachBody, NewFile]
}

func (a api) attach(ctx context.Context, in *attachInput) (*httpx.Response[attachmentJSON], error) {
	f, err := a.s.Attach(ctx, auth.From(ctx), in.Event, in.Body.Value())
	return httpx.Respond(toAttachmentJSON(f)), err
}

type filePath struct {
	EventPath
	httpx.ByID
}

// mediaTypes are the media types of the allowed kinds of file.
var mediaTypes = func() (list []string) {
	for _, k := range fileTypes {
		list = append(list, k.mediaType)
	}
	return list
}()

func (a api) file(ctx context.Context, in *filePath) (*httpx.Download, error) {
	f, data, err := a.s.File(ctx, in.Event, in.ID)
	return &httpx.Download{
		ContentType: f.MediaType, Disposition: disposition(f), ETag: httpx.ETag(f.ID, fileVersion), Sandboxed: true,
		Write: func(w io.Writer) error { _, err := w.Write(data); return err },
	}, err
}

// disposition returns the Content-Disposition that makes a browser save the file instead of showing it.
func disposition(f File) string {
	return mime.FormatMediaType("attachment", map[string]string{"filename": f.Name})
}

type detachInput struct {
	EventPath
	httpx.IfMatchInput
}

func (a api) detach(ctx context.Context, in *detachInput) (*httpx.NoContent, error) {
	return nil, a.s.Detach(ctx, auth.From(ctx), in.Event, in.ID, in.ExpectedVersion())
}
