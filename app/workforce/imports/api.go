package imports

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/bulk"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/paths"
)

// importJSON is an import in JSON.
type importJSON struct {
	ID        int64      `json:"id" doc:"Grows with every one" example:"12"`
	Kind      string     `json:"kind" enum:"employees,customers,shifts,expenses,leave" doc:"What the file contains"`
	File      string     `json:"file" doc:"Its name; empty if none was given" example:"employees.csv"`
	Status    string     `json:"status" enum:"reading,mapping,checking,checked,applying,applied,undone" doc:"mapping: say what the columns contain; checked: every line has a verdict; applied: saved"`
	Problem   string     `json:"problem" doc:"The code of what ended the last step; empty if nothing did" example:"interrupted"`
	Headings  []string   `json:"headings" doc:"The first line of the file" example:"[\"Matricule\",\"Courriel\"]"`
	Fields    []string   `json:"fields" doc:"The field of each column; empty for one that is left out" example:"[\"external_payroll_id\",\"email\"]"`
	DayOrder  string     `json:"day_order" enum:"day_first,month_first,unknown," doc:"How dates such as 03/04/2026 are read. unknown: say it with PATCH; empty: there are none" example:"day_first"`
	Company   int64      `json:"company_code" doc:"The company of new employees, if the file has no column for it; else 0" example:"0"`
	Lines     int64      `json:"lines" doc:"Lines below the heading" example:"482"`
	Done      int64      `json:"done" doc:"Lines that the step under way has done" example:"200"`
	Count     countsJSON `json:"count" doc:"Lines by verdict"`
	CreatedAt string     `json:"created_at" doc:"When the file was uploaded" example:"2026-11-20T13:00:00Z"`
	CreatedBy string     `json:"created_by" doc:"Who uploaded it" example:"Maude Thériault"`
	AppliedAt *string    `json:"applied_at" doc:"When it was saved; null: it was not" example:"2026-11-20T13:05:00Z"`
	UndoneAt  *string    `json:"undone_at" doc:"When it was undone; null: it was not"`
}

type countsJSON struct {
	New       int64 `json:"new" doc:"Lines that create a record" example:"470"`
	Changed   int64 `json:"changed" doc:"Lines that change one" example:"9"`
	Unchanged int64 `json:"unchanged" doc:"Lines of records that are so already" example:"0"`
	Wrong     int64 `json:"wrong" doc:"Lines that cannot be saved" example:"3"`
}

func toJSON(im Import) importJSON {
	out := importJSON{ID: im.ID, Kind: string(im.Kind), File: im.File, Status: string(im.State), Problem: im.Problem,
		Headings: append([]string{}, im.Headings...), Fields: append([]string{}, im.Fields...), DayOrder: string(im.DayOrder),
		Company: im.Company, Lines: im.Lines, Done: im.Done,
		Count:     countsJSON{im.Count[New], im.Count[Changed], im.Count[Unchanged], im.Count[Wrong]},
		CreatedAt: im.CreatedAt.String(), CreatedBy: im.CreatedByName}
	if im.AppliedAt != 0 {
		out.AppliedAt = new(im.AppliedAt.String())
	}
	if im.UndoneAt != 0 {
		out.UndoneAt = new(im.UndoneAt.String())
	}
	return out
}

// rowJSON is a line in JSON.
type rowJSON struct {
	Line     int          `json:"line" doc:"In the file, counted from 1" example:"17"`
	Cells    []string     `json:"cells" doc:"As written, or as corrected" example:"[\"9001\",\"maude.theriault@example.com\"]"`
	Verdict  string       `json:"verdict" enum:"new,changed,unchanged,wrong," doc:"Empty: not checked yet"`
	Errors   []faultJSON  `json:"errors" doc:"What is wrong"`
	Changes  []changeJSON `json:"changes" doc:"The fields that it changes"`
	RecordID *int64       `json:"record_id" doc:"The record that it changes, or has created; null: none yet" example:"12"`
}

type faultJSON struct {
	Field  string `json:"field" doc:"Empty: the whole line" example:"email"`
	Code   string `json:"code" doc:"Stable" example:"required"`
	Detail string `json:"detail" doc:"For people, in English" example:"This field is required."`
}

type changeJSON struct {
	Field  string `json:"field" doc:"The field" example:"residence"`
	Before string `json:"before" doc:"As it is" example:"Laval"`
	After  string `json:"after" doc:"As it will be" example:"Montréal"`
}

func toRowJSON(r Row) rowJSON {
	out := rowJSON{Line: r.Line, Cells: append([]string{}, r.Cells...), Verdict: string(r.Verdict), Errors: []faultJSON{},
		Changes: []changeJSON{}}
	for _, f := range r.Faults {
		out.Errors = append(out.Errors, faultJSON{f.Field, f.Code, f.Detail})
	}
	for _, c := range r.Changes {
		out.Changes = append(out.Changes, changeJSON(c))
	}
	if r.RecordID != 0 {
		out.RecordID = &r.RecordID
	}
	return out
}

type api struct{ s *Service }

// upload stores a file, which it streams.
func (a api) upload(c *gin.Context) error {
	ctx := c.Request.Context()
	if err := httpx.OnlyQuery(c, "filename", "kind"); err != nil {
		return err
	}
	f, err := fileOf(c)
	if err != nil {
		return err
	}
	im, err := a.s.Upload(ctx, auth.From(ctx), f.kind, f.Name, f)
	if err != nil {
		return err
	}
	c.Header("Location", paths.ImportResource(im.ID))
	c.PureJSON(http.StatusCreated, toJSON(im))
	return nil
}

// ImportPath holds the path parameter that names an import.
type ImportPath struct {
	ID int64 `path:"id" minimum:"1" doc:"The import's id" example:"12"`
}

type importOutput struct{ Body importJSON }

func (a api) output(ctx context.Context, id int64, err error) (*importOutput, error) {
	if err != nil {
		return nil, err
	}
	im, err := a.s.Get(ctx, auth.From(ctx), id)
	return &importOutput{toJSON(im)}, err
}

func (a api) get(ctx context.Context, in *ImportPath) (*importOutput, error) {
	return a.output(ctx, in.ID, nil)
}

// Tag returns the id; an import has no versions.
func (f importJSON) Tag() (id, version int64) { return f.ID, 0 }

// Position returns the line, by which the lines are sorted.
func (f rowJSON) Position() string { return strconv.Itoa(f.Line) }

// list lists the imports, the newest first.
func (a api) list(ctx context.Context, in *httpx.Page, each func(importJSON) error) error {
	found, err := a.s.List(ctx, auth.From(ctx), in.After, int(in.LimitPlusOne()))
	for i := 0; err == nil && i < len(found); i++ {
		err = each(toJSON(found[i]))
	}
	return err
}

type rowsInput struct {
	ImportPath
	httpx.PageSize
	After   int    `query:"after" minimum:"0" doc:"Only lines below this one" example:"17"`
	Verdict string `query:"verdict" enum:"new,changed,unchanged,wrong" doc:"Only lines with this verdict"`
}

func (a api) rows(ctx context.Context, in *rowsInput, each func(rowJSON) error) error {
	found, err := a.s.Rows(ctx, auth.From(ctx), in.ID, Page{Verdict(in.Verdict), in.After, int(in.LimitPlusOne())})
	for i := 0; err == nil && i < len(found); i++ {
		err = each(toRowJSON(found[i]))
	}
	return err
}

// mapBody says how a file is read.
type mapBody struct {
	Fields   []string `json:"fields,omitempty" maxItems:"200" doc:"The field of each column, in the order of the headings; empty for one that is left out. Absent: as they are" example:"[\"external_payroll_id\",\"email\"]"`
	DayOrder string   `json:"day_order,omitempty" enum:"day_first,month_first" doc:"How dates such as 03/04/2026 are read. Absent: as they are" example:"day_first"`
}

// Parse implements httpx.Parser: the service knows the columns of the file.
func (b mapBody) Parse(context.Context) (c Choice, faults errs.Fields) {
	if b.Fields == nil && b.DayOrder == "" {
		faults.Add("fields", "required", "Give fields, day_order, or both.")
	}
	return Choice{b.Fields, DayOrder(b.DayOrder)}, faults
}

type mapInput struct {
	ImportPath
	Body httpx.Body[mapBody, Choice]
}

func (a api) setColumns(ctx context.Context, in *mapInput) (*importOutput, error) {
	return a.output(ctx, in.ID, a.s.Map(ctx, auth.From(ctx), in.ID, in.Body.Value()))
}

// correctBody are corrected cells of a line.
type correctBody struct {
	Cells map[string]string `json:"cells" nullable:"false" doc:"The new text of cells, by field"`
}

// Parse implements httpx.Parser: the service knows the fields of the file.
func (b correctBody) Parse(context.Context) (map[string]string, errs.Fields) { return b.Cells, nil }

type correctInput struct {
	ImportPath
	Line int `path:"line" minimum:"1" doc:"The line in the file" example:"17"`
	Body httpx.Body[correctBody, map[string]string]
}

func (a api) correct(ctx context.Context, in *correctInput) (*importOutput, error) {
	return a.output(ctx, in.ID, a.s.Correct(ctx, auth.From(ctx), in.ID, in.Line, in.Body.Value()))
}

// applyBody says how lines are saved.
type applyBody struct {
	SkipWrong bool `json:"skip_wrong,omitempty" doc:"Leave the wrong lines out; without it the request is refused while there are any"`
	Submit    bool `json:"submit,omitempty" doc:"Submit the timesheets of shifts or expenses in pay periods that have ended, on behalf of their owners"`
}

// Parse implements httpx.Parser.
func (b applyBody) Parse(context.Context) (how Saving, faults errs.Fields) {
	return Saving(b), nil
}

type applyInput struct {
	ImportPath
	Body *httpx.Body[applyBody, Saving]
}

func (a api) apply(ctx context.Context, in *applyInput) (*importOutput, error) {
	return a.output(ctx, in.ID, a.s.Apply(ctx, auth.From(ctx), in.ID, in.Body.ValueOr(Saving{})))
}

func (a api) undo(ctx context.Context, in *ImportPath) (*importOutput, error) {
	obstacles, err := a.s.Undo(ctx, auth.From(ctx), in.ID)
	if len(obstacles) > 0 {
		err = errInUse(obstacles)
	}
	return a.output(ctx, in.ID, err)
}

// errInUse names the first records that stand in the way of an undo.
func errInUse(list []bulk.Obstacle) error {
	var names []string
	for _, x := range list[:min(len(list), 20)] {
		names = append(names, strconv.FormatInt(x.ID, 10)+" "+x.Name+": "+string(x.Reason))
	}
	return errs.Conflict("import_in_use", strconv.Itoa(len(list))+" records stand in the way: "+strings.Join(names, "; "))
}

func (a api) delete(ctx context.Context, in *ImportPath) (*httpx.NoContent, error) {
	return nil, a.s.Delete(ctx, auth.From(ctx), in.ID)
}
