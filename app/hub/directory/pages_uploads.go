package directory

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/platform/tablewriter"
	views "presence/views/hub/directory"
	"presence/views/ui"
)

// shownUploads is the number of files in the list.
const shownUploads = 20

func (p pages) uploads(c *gin.Context) error { return p.uploadForm(c, http.StatusOK, nil) }

// uploadForm shows the form with the files that were uploaded before.
func (p pages) uploadForm(c *gin.Context, status int, faults errs.Fields) error {
	l := auth.Lang(c)
	list, err := p.s.Uploads(c.Request.Context(), shownUploads)
	if err != nil {
		return err
	}
	page := views.UploadsPage{HasSource: p.s.Source != nil}
	for _, x := range faults {
		page.Faults.Add(l, "file", l.T(i18n.ImpFile), x.Code, x.Detail)
	}
	page.File = ui.Field{Name: "file", Type: "file", Label: l.T(i18n.ImpFile), Hint: l.T(i18n.DirFileHint), Required: true,
		Error: page.Faults.Of("file"), Attrs: map[string]any{"accept": ".csv,.tsv,.txt,.xlsx,text/csv"}}
	for _, u := range list {
		page.Files = append(page.Files, views.UploadRow{Name: uploadName(l, u), Href: paths.DirectoryUpload(u.ID), Lines: l.Int(u.Lines),
			By: u.CreatedByName, When: l.Moment(u.CreatedAt.Time().In(p.zone))})
	}
	for _, format := range []tablewriter.Format{tablewriter.CSV, tablewriter.XLSX} {
		page.Samples = append(page.Samples, views.Fact{Name: strings.ToUpper(string(format)),
			Value: paths.DirectorySample("customers-" + string(l) + "." + string(format))})
	}
	return frame.Page(c, status, views.Uploads, page)
}

func uploadName(l i18n.Lang, u Upload) string { return cmp.Or(u.File, l.T(i18n.ImpPasted)) }

// upload stores a file; if it is no table, it shows the form with the reason (422).
func (p pages) upload(c *gin.Context) error {
	ctx := c.Request.Context()
	f, err := httpx.TableOf(c, MaxUpload)
	var u Upload
	if err == nil {
		u, err = p.s.Receive(ctx, auth.From(ctx), f.Name, f)
	}
	switch errs.KindOf(err) {
	case errs.KindInvalid, errs.KindTooLarge, errs.KindTimeout:
		e, _ := errs.Of(err)
		faults := e.Fields
		if len(faults) == 0 {
			faults.Add("file", e.Code, e.Detail)
		}
		return p.uploadForm(c, http.StatusUnprocessableEntity, faults)
	}
	if err != nil {
		return httpx.FlashConflict(c, auth.Lang(c), paths.DirectoryUploads(), err)
	}
	return httpx.SeeOther(c, paths.DirectoryUpload(u.ID))
}

func (p pages) oneUpload(c *gin.Context) error {
	id, err := httpx.PathID(c, "id", "upload")
	if err != nil {
		return err
	}
	page, err := p.uploadPage(c, id, nil)
	if err != nil {
		return err
	}
	if httpx.IsHTMX(c) {
		return frame.Fragment(c, http.StatusOK, views.UploadWork, page)
	}
	return frame.Page(c, http.StatusOK, views.OneUpload, page)
}

// uploadPage returns the page of a file: what its columns contain, its first lines, and what can be done with it.
func (p pages) uploadPage(c *gin.Context, id int64, faults errs.Fields) (views.UploadPage, error) {
	ctx, l := c.Request.Context(), auth.Lang(c)
	u, err := p.s.Upload(ctx, id)
	if err != nil {
		return views.UploadPage{}, err
	}
	page := views.UploadPage{Title: uploadName(l, u), Self: paths.DirectoryUpload(id),
		Subtitle: l.F(i18n.ImpSubtitle, u.CreatedByName, l.Moment(u.CreatedAt.Time().In(p.zone)))}
	p.uploadState(l, u, &page)
	if page.Running != nil {
		return page, nil
	}
	if u.Run == nil || u.Run.State == "failed" {
		page.Columns, page.Discard = columnsForm(l, u, faults), paths.DiscardDirectoryUpload(id)
		rejected := uploadFindings(l, u, &page)
		if len(u.Missing()) == 0 && p.s.Source == nil && u.Lines > rejected {
			page.Publish, page.PublishLabel = paths.PublishDirectoryUpload(id), l.N(int(u.Lines-rejected), i18n.DirPublish)
		}
	}
	list, err := p.s.Preview(ctx, u)
	for _, i := range list {
		page.First = append(page.First, uploadRow(l, i))
	}
	return page, err
}

// unknownInput is the input that says what becomes of lines whose type or status is not known: "empty" or "reject".
const unknownInput = "unknown"

// uploadFindings fills in what a check of the file has found, and returns how many lines would be rejected.
func uploadFindings(l i18n.Lang, u Upload, page *views.UploadPage) (rejected int64) {
	if u.Findings == nil {
		return 0
	}
	page.Findings = findingRows(l, *u.Findings, func(place string) string { return place[strings.LastIndexByte(place, ':')+1:] })
	if rejected = u.Findings.Rejected; rejected > 0 {
		page.FindingsNote = l.F(i18n.DirFindingsNote, l.Int(rejected), l.Int(u.Lines))
	}
	choice := "reject"
	if n := u.Findings.rejectsUnknown(); n > 0 {
		choice, page.Unknown, page.UnknownText = "empty", l.N(int(n), i18n.DirKeepUnknown), l.T(i18n.DirKeepUnknownText)
	} else if u.UnknownAsEmpty {
		page.Unknown = l.T(i18n.DirRejectUnknown)
	}
	page.UnknownInputs = []ui.Hidden{{Name: unknownInput, Value: choice}}
	for i, field := range u.Fields {
		page.UnknownInputs = append(page.UnknownInputs, ui.Hidden{Name: ui.ColumnInput(i), Value: field})
	}
	return rejected
}

// findingRows returns the rows of findings. place formats the place of a record.
func findingRows(l i18n.Lang, f Findings, place func(string) string) (rows []views.Finding) {
	for _, x := range f.List {
		row := views.Finding{Reason: adviceText(l, x.Reject), Records: l.Int(x.Records), Kept: x.Kept}
		places := make([]string, len(x.Places))
		for i, p := range x.Places {
			places[i] = place(p)
		}
		if row.Places = strings.Join(places, ", "); x.Records > int64(len(places)) {
			row.Places += "…"
		}
		rows = append(rows, row)
	}
	return rows
}

// adviceText is reasonText with what would be accepted instead.
func adviceText(l i18n.Lang, r Reject) string {
	text := reasonText(l, r)
	if accepted, known := i18n.DirAccepted[r.Field]; known && r.Reason == "bad_value" {
		text += ". " + l.F(i18n.DirAcceptedWords, l.T(accepted))
	}
	return text
}

// reasonText says why a record is rejected: the field, the reason, and the value.
func reasonText(l i18n.Lang, r Reject) string {
	text := l.T(i18n.DirReasons[r.Reason])
	if r.Value != "" {
		text += " " + l.Quoted(r.Value)
	}
	if r.Field != "" {
		label := r.Field
		if k := slices.IndexFunc(Columns, func(c Column) bool { return c.Field == r.Field }); k >= 0 {
			label = l.T(Columns[k].Label)
		}
		text = label + l.Colon() + text
	}
	return text
}

// uploadState fills in what has become of a file.
func (p pages) uploadState(l i18n.Lang, u Upload, page *views.UploadPage) {
	r := u.Run
	switch {
	case r == nil:
	case r.State == "running":
		page.Running = &ui.Progress{Lang: l, Label: l.T(i18n.DirPublishing), Text: l.F(i18n.DirReadOf, l.Int(r.Read), l.Int(u.Lines)),
			Value: int(r.Read), Max: int(u.Lines)}
	case r.State == "failed":
		code, _ := r.Code()
		page.Problem, page.Shrunk = problem(l, *r)+" "+detail(*r), code == "shrunk"
	case r.UndoneAt != 0:
		page.Done = l.T(i18n.DirUploadUndone)
	default:
		page.Done, page.Run = l.F(i18n.DirPublished, l.Int(r.Added), l.Int(r.Changed), l.Int(r.Removed)), paths.DirectoryRun(r.ID)
		if r.Rejected > 0 {
			page.Rejected = l.N(int(r.Rejected), i18n.DirRejectedOf)
		}
		if u.Undoable(p.s.now()) {
			page.Undo, page.UndoText = paths.UndoDirectoryUpload(u.ID),
				l.F(i18n.DirUndoText, l.Moment(r.undoUntil.Time().In(p.zone)))
		}
	}
}

// columnsForm returns the form for what the columns contain.
func columnsForm(l i18n.Lang, u Upload, faults errs.Fields) *ui.ColumnForm {
	form := &ui.ColumnForm{Lang: l, Open: len(u.Missing()) > 0, Post: paths.MapDirectoryUpload(u.ID), Text: l.T(i18n.DirColumnsText)}
	for _, x := range Columns {
		form.Known = append(form.Known, ui.KnownColumn{Field: x.Field, Label: l.T(x.Label)})
	}
	for _, x := range u.Missing() {
		form.Needed = append(form.Needed, ui.KnownColumn{Field: x.Field, Label: l.T(x.Label)})
		if x.Field == "customer_id" {
			form.Advice = l.T(i18n.DirNumberAdvice)
		}
	}
	form.SetColumns(u.Headings, u.Fields, nil)
	for _, x := range faults {
		form.AddFault(x.Field, x.Code, x.Detail)
	}
	return form
}

// uploadRow returns one of the first lines of a file.
func uploadRow(l i18n.Lang, i Item) views.UploadLine {
	x := i.Customer
	row := views.UploadLine{Name: cmp.Or(x.Name, "–"), Number: cmp.Or(x.ID, "–"), Email: firstOf(x.Emails...), Phone: firstOf(x.Phones...),
		City: x.City}
	if i.Reject != nil {
		row.Reason = reasonText(l, *i.Reject)
	}
	return row
}

// setUploadColumns saves what the columns contain; if it cannot be, it shows the form again (422).
func (p pages) setUploadColumns(c *gin.Context) error {
	ctx := c.Request.Context()
	id, err := httpx.PathID(c, "id", "upload")
	if err != nil {
		return err
	}
	u, err := p.s.Upload(ctx, id)
	if err != nil {
		return err
	}
	fields := make([]string, len(u.Headings))
	for i := range fields {
		fields[i] = c.PostForm(ui.ColumnInput(i))
	}
	m := Mapping{fields, u.UnknownAsEmpty}
	if unknown := c.PostForm(unknownInput); unknown != "" {
		m.UnknownAsEmpty = unknown == "empty"
	}
	err = p.s.SetColumns(ctx, auth.From(ctx), id, m)
	if errs.KindOf(err) == errs.KindInvalid {
		page, failed := p.uploadPage(c, id, errs.FieldsOf(err))
		if failed != nil {
			return failed
		}
		if page.Columns != nil {
			for i := range page.Columns.Inputs {
				page.Columns.Inputs[i].Value = fields[i]
			}
		}
		return frame.Page(c, http.StatusUnprocessableEntity, views.OneUpload, page)
	}
	if err != nil {
		return httpx.FlashConflict(c, auth.Lang(c), paths.DirectoryUpload(id), err)
	}
	return httpx.SeeOther(c, paths.DirectoryUpload(id))
}

// publish starts the sync that makes a file the directory; its page then shows the progress.
func (p pages) publish(c *gin.Context) error {
	ctx := c.Request.Context()
	id, err := httpx.PathID(c, "id", "upload")
	if err != nil {
		return err
	}
	if err := p.s.Publish(ctx, auth.From(ctx), id, c.PostForm("force") == "1"); err != nil && errs.KindOf(err) != errs.KindInvalid {
		return httpx.FlashConflict(c, auth.Lang(c), paths.DirectoryUpload(id), err)
	}
	return httpx.SeeOther(c, paths.DirectoryUpload(id)) // which names the columns that are missing
}

func (p pages) undoUpload(c *gin.Context) error {
	ctx := c.Request.Context()
	id, err := httpx.PathID(c, "id", "upload")
	if err != nil {
		return err
	}
	if err := p.s.UndoUpload(ctx, auth.From(ctx), id); err != nil {
		return httpx.FlashConflict(c, auth.Lang(c), paths.DirectoryUpload(id), err)
	}
	httpx.Flash(c, ui.Toast{Text: auth.Lang(c).T(i18n.DirUploadUndone)})
	return httpx.SeeOther(c, paths.DirectoryUpload(id))
}

// discard deletes a file that was not published.
func (p pages) discard(c *gin.Context) error {
	ctx := c.Request.Context()
	id, err := httpx.PathID(c, "id", "upload")
	if err != nil {
		return err
	}
	if err := p.s.Discard(ctx, auth.From(ctx), id); err != nil {
		return httpx.FlashConflict(c, auth.Lang(c), paths.DirectoryUpload(id), err)
	}
	httpx.Flash(c, ui.Toast{Text: auth.Lang(c).T(i18n.DirDiscarded)})
	return httpx.SeeOther(c, paths.DirectoryUploads())
}

// sampleFields are the columns of the sample files: all but the parts of the name.
func sampleFields() []Column {
	return slices.DeleteFunc(slices.Clone(Columns), func(c Column) bool { return c.Field == "first_name" || c.Field == "last_name" })
}

// sampleCustomers returns the lines of a sample file: the same customers in each language, in its words.
func sampleCustomers(l i18n.Lang) [][]string {
	fr, en, person, company, active := "Français", "Anglais", "Particulier", "Entreprise", "Actif"
	plans := []string{"actif:49,95", "actif:129,00"}
	if l == i18n.EN {
		fr, en, person, company, active = "French", "English", "Individual", "Company", "Active"
		plans = []string{"active:49.95", "active:129.00"}
	}
	return [][]string{
		{"C-1001", "Maude Thériault", "maude@example.org", "514 555-0101", "Laval", fr, person, active, "", "", "", "", plans[0]},
		{"C-1002", "Omar Bennett", "omar@example.org|o.bennett@example.org", "450 555-0102", "Gatineau", en, person, active, "", "", "", "", ""},
		{"C-1003", "Boulangerie Roy", "info@example.org", "819 555-0103", "Québec", fr, company, active, "A-7", "Boulangerie Roy inc.",
			"Élise Roy", "", plans[1]},
	}
}

// uploadSample sends a sample file.
func (p pages) uploadSample(c *gin.Context) error {
	for _, l := range []i18n.Lang{i18n.FR, i18n.EN} {
		for _, format := range []tablewriter.Format{tablewriter.CSV, tablewriter.XLSX} {
			if c.Param("name") != "customers-"+string(l)+"."+string(format) {
				continue
			}
			o := tablewriter.Options{Format: format, BOM: true}
			if l == i18n.FR {
				o.Sep = ';'
			}
			c.Header("Content-Type", o.ContentType())
			c.Header("Content-Disposition", o.Disposition("customers-"+l.T(i18n.ImpSample)))
			return writeSample(c, l, o)
		}
	}
	return errs.NotFound("sample")
}

func writeSample(c *gin.Context, l i18n.Lang, o tablewriter.Options) error {
	rows, err := tablewriter.New(c.Writer, o)
	if err != nil {
		return err
	}
	var headings []string
	for _, x := range sampleFields() {
		headings = append(headings, l.T(x.Label))
	}
	for _, row := range append([][]string{headings}, sampleCustomers(l)...) {
		for _, cell := range row {
			rows.Text(cell)
		}
		if err := rows.EndRow(); err != nil {
			rows.Abandon()
			return err
		}
	}
	return rows.Close()
}
