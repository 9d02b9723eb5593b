package blocks

import (
	"context"
	"encoding/base64"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// listJSON are the blocks of an event in JSON. All its members may be sent back.
type listJSON struct {
	Subject wordsJSON   `json:"subject,omitzero" doc:"One line, with placeholders of one word; empty for the subject of the festive invitation"`
	Blocks  []blockJSON `json:"blocks" nullable:"false" maxItems:"40" doc:"In the order in which they are shown"`

	event   string
	version int64
}

// Tag returns the event and the version of its blocks, from which their ETag is made.
func (l listJSON) Tag() (id string, version int64) { return l.event, l.version }

// blockJSON is a block in JSON, as it is read and as it is sent.
type blockJSON struct {
	ID    int64     `json:"id,omitzero" minimum:"1" doc:"Names the block in the list; left out for a new block" example:"3"`
	Type  Kind      `json:"type" enum:"title,text,picture,button,columns,divider,details" doc:"title: the first one is on the colour of the event; picture: one of the event’s pictures, or the cover picture; columns: two texts side by side; details: the date, the hours and the address" example:"text"`
	FR    string    `json:"fr,omitempty" doc:"Of a title, text or button, the left one of columns, and what a picture shows: at most 5,000 characters of Markdown (paragraphs, lists, emphasis, links), a title or button one line of 200, a description one of 250, with the placeholders of templates" example:"{{greeting}}"`
	EN    string    `json:"en,omitempty" doc:"Where it is empty, the French is used"`
	Right wordsJSON `json:"right,omitzero" doc:"The right one of columns, like fr and en"`
	URL   string    `json:"url,omitempty" doc:"Where a button leads, by https; empty: to the page where the guest answers" example:""`
	// Picture is the hash of an Image.
	Picture string `json:"picture,omitempty" doc:"The hash of the picture of a picture block, which needs fr; left out for the cover picture" example:""`
}

// wordsJSON is a text in both languages.
type wordsJSON struct {
	FR string `json:"fr,omitempty" doc:"French" example:""`
	EN string `json:"en,omitempty" doc:"English; where it is empty, the French is used" example:""`
}

func toJSON(b Saved) listJSON {
	l := listJSON{Subject: wordsJSON(b.Subject), Blocks: []blockJSON{}, event: b.Event, version: b.Version}
	for _, x := range b.Blocks {
		l.Blocks = append(l.Blocks, blockJSON{x.ID, x.Kind, x.FR, x.EN, wordsJSON(x.Right), x.URL, x.Own.Hash})
	}
	return l
}

// saveBody is the body of PUT: the whole list.
type saveBody struct {
	Subject httpx.Opt[wordsJSON]   `json:"subject,omitzero" nullable:"false" doc:"One line, with placeholders of one word; left out for the subject of the festive invitation"`
	Blocks  httpx.Opt[[]blockJSON] `json:"blocks" nullable:"false" maxItems:"40" doc:"All blocks, in the order in which they are shown"`
}

// Example is a short invitation.
func (saveBody) Example() any {
	return map[string]any{"blocks": []blockJSON{{Type: Title, FR: "{{event_title}}"},
		{Type: Text, FR: "{{greeting}}\n\nVenez **fêter** avec nous.", EN: "{{greeting}}\n\nCome and **celebrate** with us."},
		{Type: Details}, {Type: Button, FR: "Répondre", EN: "RSVP"}}}
}

// Parse validates the list.
func (b saveBody) Parse(context.Context) (l List, faults errs.Fields) {
	if v := b.Subject.Ptr(&faults, "subject"); v != nil {
		l.Subject = Words(*v)
	}
	if v := b.Blocks.Ptr(&faults, "blocks"); v != nil {
		for _, x := range *v {
			l.Blocks = append(l.Blocks, Block{x.ID, x.Type, Words{x.FR, x.EN}, Words(x.Right), x.URL, Image{Hash: x.Picture}})
		}
	}
	return l, append(faults, l.Validate()...).FirstPerField()
}

// addBlockPictureBody is the JSON body of POST for a picture; a form contains the file instead.
type addBlockPictureBody struct {
	Filename httpx.Opt[string] `json:"filename,omitzero" nullable:"false" doc:"Comes with a form; it is not kept" example:"plan.png"`
	Data     httpx.Opt[string] `json:"data" nullable:"false" doc:"A JPEG, PNG or WebP picture in base64, of at most 10 MB and 50 million pixels, and 600 pixels wide at least"`
}

// Example is a picture of one colour.
func (addBlockPictureBody) Example() any {
	return map[string]any{"filename": "plan.png", "data": "iVBORw0KGgoAAAANSUhEUgAAAlgAAAEsAQAAAAA3RvA7AAAALUlEQVR42u3BMQEAAADCoPVPbQo/" +
		"oAAAAAAAAAAAAAAAAAAAAAAAAAAAAAC+BlkQAAHQ7jm8AAAAAElFTkSuQmCC"}
}

// Parse decodes the picture.
func (b addBlockPictureBody) Parse(context.Context) (data []byte, faults errs.Fields) {
	if v := b.Data.Ptr(&faults, "data"); v != nil {
		var err error
		if data, err = base64.StdEncoding.DecodeString(*v); err != nil {
			faults.Add("data", "format", "Expected base64.")
		} else if len(data) == 0 {
			faults.Add("data", "required", "This field is required.")
		}
	}
	return data, faults.FirstPerField()
}

// blockPictureJSON is a stored picture in JSON.
type blockPictureJSON struct {
	Hash   string `json:"hash" doc:"Names the picture in a block" example:"8f14e45fceea167a5a36dedd4bea2543"`
	Path   string `json:"path" doc:"Where e-mails load it, below the public address. It needs no sign-in" example:"/pictures/8f14e45fceea167a5a36dedd4bea2543/large"`
	Width  int64  `json:"width" doc:"In pixels" example:"1200"`
	Height int64  `json:"height" doc:"In pixels" example:"675"`
}

type api struct{ s *Service }

// EventPath holds the path parameter that names an event.
type EventPath struct {
	Event string `path:"event_id" doc:"The event's slug" example:"gala-2026"`
}

type saveInput struct {
	EventPath
	IfMatch string `header:"If-Match" doc:"The ETag that was read: the write fails with 412 when the blocks have changed since" example:"\"12-3\""`
	Body    httpx.Body[saveBody, List]
}

type pictureInput struct {
	EventPath
	Body httpx.Body[addBlockPictureBody, []byte]
}

type pictureOutput struct{ Body blockPictureJSON }

func (a api) addPicture(ctx context.Context, in *pictureInput) (*pictureOutput, error) {
	p, err := a.s.AddPicture(ctx, auth.From(ctx), in.Event, in.Body.Value())
	return &pictureOutput{blockPictureJSON{p.Hash, p.Path(events.LargePicture), p.Width, p.Height}}, err
}

func (a api) get(ctx context.Context, in *EventPath) (*httpx.Response[listJSON], error) {
	b, err := a.s.Get(ctx, in.Event)
	return httpx.Respond(toJSON(b)), err
}

func (a api) save(ctx context.Context, in *saveInput) (*httpx.Response[listJSON], error) {
	b, err := a.s.Save(ctx, auth.From(ctx), in.Event, httpx.ExpectedVersion(in.IfMatch, in.Event), in.Body.Value())
	return httpx.Respond(toJSON(b)), err
}
