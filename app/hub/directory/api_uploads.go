package directory

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/paths"
)

// uploadJSON is an uploaded file in JSON.
type uploadJSON struct {
	ID        int64        `json:"id" doc:"Grows with every one" example:"12"`
	File      string       `json:"file" doc:"Its name; empty if none was given" example:"customers.csv"`
	Headings  []string     `json:"headings" doc:"The first line of the file" example:"[\"No de client\",\"Nom\"]"`
	Fields    []string     `json:"fields" doc:"The field of each column; empty for one that is left out" example:"[\"customer_id\",\"name\"]"`
	Unknown   string       `json:"unknown_values" enum:"reject,empty" doc:"What becomes of a line whose type or status is not known: it is rejected, or the value is ignored as if it were empty"`
	Lines     int64        `json:"lines" doc:"Lines below the heading" example:"48210"`
	CreatedAt string       `json:"created_at" doc:"When the file was uploaded" example:"2026-11-20T13:00:00Z"`
	CreatedBy string       `json:"created_by" doc:"Who uploaded it" example:"Maude Thériault"`
	Findings  []foundJSON  `json:"findings" doc:"What publishing it would reject or ignore, equal reasons counted together; empty where a required column is missing"`
	First     []firstJSON  `json:"first" doc:"Its first customers"`
	Sync      uploadedJSON `json:"sync" doc:"Its last publication"`
}

// firstJSON is a customer of the first lines of a file.
type firstJSON struct {
	CustomerID string `json:"customer_id" doc:"The number that customers know" example:"C-000123"`
	Name       string `json:"name" doc:"The name" example:"Maude Thériault"`
	Email      string `json:"email" doc:"The first of its addresses; empty if none" example:"maude.theriault@example.com"`
	Reason     string `json:"reason" doc:"Why the line would be rejected; empty: it would not be" example:"required"`
	Field      string `json:"field" doc:"The field that the reason is about; empty: the whole line" example:"customer_id"`
}

// foundJSON is a reason with its number of lines.
type foundJSON struct {
	Reason string `json:"reason" doc:"Why, for programs" example:"bad_value"`
	Field  string `json:"field" doc:"The field that the reason is about; empty: the whole line" example:"type"`
	Value  string `json:"value" doc:"Of bad_value: the value as written; empty for several values" example:"Restaurant"`
	Kept   bool   `json:"kept" doc:"The lines are published without the value; otherwise they are rejected"`
	Lines  int64  `json:"lines" doc:"How many" example:"134"`
}

// uploadedJSON is how far the publication of a file is.
type uploadedJSON struct {
	Status   string `json:"status" enum:"running,done,unchanged,failed," doc:"done: the file is the directory; empty: it was not published yet"`
	Read     int64  `json:"read" doc:"Lines read so far" example:"20000"`
	Added    int64  `json:"added" doc:"New customers" example:"19950"`
	Changed  int64  `json:"changed" doc:"Changed customers" example:"40"`
	Removed  int64  `json:"removed" doc:"Customers who are not in the file" example:"3"`
	Rejected int64  `json:"rejected" doc:"Lines that could not be read" example:"10"`
	Problem  string `json:"problem" doc:"Why it failed; empty: it did not" example:"shrunk: 20 of 48210"`
	Undone   bool   `json:"undone" doc:"The former directory was returned to"`
}

func toUploadJSON(u Upload, first []Item) uploadJSON {
	out := uploadJSON{ID: u.ID, File: u.File, Headings: append([]string{}, u.Headings...), Fields: append([]string{}, u.Fields...),
		Lines: u.Lines, CreatedAt: u.CreatedAt.String(), CreatedBy: u.CreatedByName, First: []firstJSON{}}
	if out.Findings = []foundJSON{}; u.Findings != nil {
		for _, x := range u.Findings.List {
			out.Findings = append(out.Findings, foundJSON{x.Reason, x.Field, x.Value, x.Kept, x.Records})
		}
	}
	if out.Unknown = "reject"; u.UnknownAsEmpty {
		out.Unknown = "empty"
	}
	for _, i := range first {
		x := firstJSON{CustomerID: i.Customer.ID, Name: i.Customer.Name, Email: firstOf(i.Customer.Emails...)}
		if i.Reject != nil {
			x.Reason, x.Field = i.Reject.Reason, i.Reject.Field
		}
		out.First = append(out.First, x)
	}
	if r := u.Run; r != nil {
		out.Sync = uploadedJSON{Status: r.State, Read: r.Read, Added: r.Added, Changed: r.Changed, Removed: r.Removed, Rejected: r.Rejected,
			Problem: r.Problem, Undone: r.UndoneAt != 0}
	}
	return out
}

// upload stores a file, which it streams.
func (a api) upload(c *gin.Context) error {
	ctx := c.Request.Context()
	if err := httpx.OnlyQuery(c, "filename"); err != nil {
		return err
	}
	f, err := httpx.TableOf(c, MaxUpload)
	if err != nil {
		return err
	}
	u, err := a.s.Receive(ctx, auth.From(ctx), f.Name, f)
	if err != nil {
		return err
	}
	first, err := a.s.Preview(ctx, u)
	if err != nil {
		return err
	}
	c.Header("Location", paths.DirectoryUploadResource(u.ID))
	c.PureJSON(http.StatusCreated, toUploadJSON(u, first))
	return nil
}

// UploadPath holds the path parameter that names an uploaded file.
type UploadPath struct {
	ID int64 `path:"id" minimum:"1" doc:"The file's id" example:"12"`
}

type uploadOutput struct{ Body uploadJSON }

func (a api) uploadOutput(ctx context.Context, id int64, err error) (*uploadOutput, error) {
	if err != nil {
		return nil, err
	}
	u, err := a.s.Upload(ctx, id)
	if err != nil {
		return nil, err
	}
	first, err := a.s.Preview(ctx, u)
	return &uploadOutput{toUploadJSON(u, first)}, err
}

func (a api) getUpload(ctx context.Context, in *UploadPath) (*uploadOutput, error) {
	return a.uploadOutput(ctx, in.ID, nil)
}

// columnsBody says how a file is read.
type columnsBody struct {
	Unknown string `json:"unknown_values,omitempty" enum:"reject,empty" doc:"What becomes of a line whose type or status is not known; reject by default"`

	Fields []string `json:"fields" nullable:"false" maxItems:"200" doc:"The field of each column, in the order of the headings; empty for one that is left out" example:"[\"customer_id\",\"name\"]"`
}

// Parse implements httpx.Parser: the service knows the columns of the file.
func (b columnsBody) Parse(context.Context) (Mapping, errs.Fields) {
	return Mapping{b.Fields, b.Unknown == "empty"}, nil
}

type columnsInput struct {
	UploadPath
	Body httpx.Body[columnsBody, Mapping]
}

func (a api) setColumns(ctx context.Context, in *columnsInput) (*uploadOutput, error) {
	return a.uploadOutput(ctx, in.ID, a.s.SetColumns(ctx, auth.From(ctx), in.ID, in.Body.Value()))
}

// publishBody says how a file is published.
type publishBody struct {
	Force bool `json:"force,omitempty" doc:"Also if it has less than half as many customers as the directory"`
}

// Parse implements httpx.Parser.
func (b publishBody) Parse(context.Context) (force bool, faults errs.Fields) { return b.Force, nil }

type publishInput struct {
	UploadPath
	Body *httpx.Body[publishBody, bool]
}

func (a api) publish(ctx context.Context, in *publishInput) (*uploadOutput, error) {
	return a.uploadOutput(ctx, in.ID, a.s.Publish(ctx, auth.From(ctx), in.ID, in.Body.ValueOr(false)))
}

func (a api) discard(ctx context.Context, in *UploadPath) (*httpx.NoContent, error) {
	return nil, a.s.Discard(ctx, auth.From(ctx), in.ID)
}

func (a api) undo(ctx context.Context, in *UploadPath) (*uploadOutput, error) {
	return a.uploadOutput(ctx, in.ID, a.s.UndoUpload(ctx, auth.From(ctx), in.ID))
}
