package companydata

import (
	"cmp"
	"errors"
	"mime"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/accounts/companydata"
	"presence/views/layout"
	"presence/views/ui"
)

const zipType = "application/zip"

// pages handles the requests of the page.
type pages struct{ s *Service }

// show shows the page. Its query parameters are archive (an uploaded archive) and export=ready (offers the file at once).
func (p pages) show(c *gin.Context) error {
	id := c.Query("archive")
	if id == "" {
		return p.form(c, http.StatusOK, nil)
	}
	ctx := c.Request.Context()
	by := auth.From(ctx)
	u, err := p.s.Upload(ctx, by, id)
	if err != nil {
		return p.refused(c, err)
	}
	page := p.page(by.Language)
	page.Archive = p.archive(by, u)
	if httpx.IsHTMX(c) {
		return frame.Fragment(c, http.StatusOK, views.ArchiveWork, page)
	}
	return frame.Page(c, http.StatusOK, views.ExportPage, page)
}

func (p pages) page(l i18n.Lang) views.Page {
	return views.Page{Tabs: layout.SettingsTabs(l, true, true, paths.CompanyExport()), Command: "presence import " + p.s.fileName(),
		File: ui.Field{Name: "file", Type: "file", Label: l.T(i18n.DataFile), Hint: l.T(i18n.DataFileHint), Required: true,
			Attrs: map[string]any{"accept": ".zip,application/zip"}}}
}

// form shows the page with the form for a file, and why one was refused if it was. Where nothing can be imported, there is no form.
func (p pages) form(c *gin.Context, status int, refused error) error {
	l := auth.Lang(c)
	page := p.page(l)
	page.Ready = c.Query("export") == "ready"
	err := p.s.RequireNew(c.Request.Context(), auth.From(c.Request.Context()))
	switch {
	case errs.HasCode(err, "company_not_empty"):
		page.NotNew = l.T(i18n.Fault("company_not_empty", ""))
	case err != nil:
		return err
	}
	if refused != nil {
		page.Faults = ui.Faults{{Field: "file", Label: l.T(i18n.DataFile), Text: faultText(l, refused)}}
	}
	page.File.Error = page.Faults.Of("file")
	return frame.Page(c, status, views.ExportPage, page)
}

// faultText says in words why an archive was refused, and the place if it is known. The detail of the error is for programs.
func faultText(l i18n.Lang, err error) string {
	e, ok := errs.Of(err)
	if !ok {
		return l.T(i18n.Fault("unavailable", ""))
	}
	code, detail := codeAndDetail(e)
	if code == errTooLarge.Code {
		return l.T(i18n.DataTooLarge)
	}
	text := l.T(i18n.Fault(code, detail))
	at, placed := errors.AsType[*placedError](err)
	switch {
	case !placed:
		return text
	case at.line == 0:
		return text + " " + l.F(i18n.DataInFile, at.file)
	}
	return text + " " + l.F(i18n.DataInLine, at.file, l.Int(int64(at.line)))
}

// codeAndDetail returns those of an error, or of its first validation error.
func codeAndDetail(e *errs.Error) (code, detail string) {
	if len(e.Fields) > 0 {
		return e.Fields[0].Code, e.Fields[0].Detail
	}
	return e.Code, e.Detail
}

// archive returns what the page shows of an uploaded archive.
func (p pages) archive(by auth.Actor, u Upload) *views.Archive {
	l := by.Language
	a := &views.Archive{ID: u.ID, Self: paths.CompanyArchive(u.ID), Import: l.N(int(u.Rows), i18n.DataImport),
		Administrator: ui.Field{Name: "administrator", Label: l.T(i18n.DataWho), Hint: l.T(i18n.DataWhoHint),
			Value: u.AdministratorID("", by.Email)}}
	at, err := time.Parse(time.RFC3339, u.ExportedAt)
	day := u.ExportedAt
	if err == nil {
		day = l.Moment(at.In(p.s.o.Zone))
	}
	a.About = l.F(i18n.DataOf, cmp.Or(u.Company, l.T(i18n.DataNoName)), day, u.Version)
	others := u.Rows // of the parts that have no line of their own
	for _, f := range u.Files {
		if name, ok := i18n.DataParts[f.Table]; ok {
			a.Parts = append(a.Parts, views.Fact{Name: l.T(name), Value: l.Int(f.Rows)})
			others -= f.Rows
		}
	}
	a.Parts = append(a.Parts, views.Fact{Name: l.T(i18n.DataOthers), Value: l.Int(others)})
	a.Total = l.Int(u.Rows)
	for _, x := range u.Administrators {
		a.Administrator.Options = append(a.Administrator.Options, ui.Option{Value: x.ID, Label: x.Name + " · " + x.Email})
	}
	for _, x := range u.Settings {
		a.Settings = append(a.Settings, views.Fact{Name: x.Name, Value: x.Value})
	}
	if u.Running {
		a.Running = &ui.Progress{Lang: l, Label: l.T(i18n.DataImporting), Text: l.F(i18n.DataSaved, l.Int(u.Saved), l.Int(u.Rows)),
			Value: int(u.Saved), Max: int(u.Rows)}
	}
	if u.Failure != nil {
		a.Failure = faultText(l, u.Failure)
	}
	return a
}

// maxFormParts is how many bytes a form may have beside its file.
const maxFormParts = 64 << 10

var errTooLarge = &errs.Error{Kind: errs.KindTooLarge, Code: "too_large", Detail: "The archive is over 1 GiB."}

// upload stores a file; if it cannot be imported, it shows the form with the reason (422; 413 if it is too large).
func (p pages) upload(c *gin.Context) error {
	ctx := c.Request.Context()
	if c.Request.ContentLength > MaxArchive+maxFormParts {
		return p.form(c, http.StatusRequestEntityTooLarge, errTooLarge)
	}
	f, err := httpx.ArchiveOf(c, MaxArchive)
	var u Upload
	if err == nil {
		u, err = p.s.Receive(ctx, auth.From(ctx), f)
	}
	switch errs.KindOf(err) {
	case errs.KindInvalid, errs.KindTimeout:
		return p.form(c, http.StatusUnprocessableEntity, err)
	case errs.KindTooLarge:
		return p.form(c, http.StatusRequestEntityTooLarge, err)
	}
	if err != nil {
		return p.refused(c, err)
	}
	return httpx.SeeOther(c, paths.CompanyArchive(u.ID))
}

// begin imports an uploaded archive in the background.
func (p pages) begin(c *gin.Context) error {
	ctx, id := c.Request.Context(), c.PostForm("archive")
	if err := p.s.Begin(ctx, auth.From(ctx), id, c.PostForm("administrator")); err != nil {
		return p.refused(c, err)
	}
	return httpx.SeeOther(c, paths.CompanyArchive(id))
}

// refused shows why an archive is not imported as a message on the page.
func (p pages) refused(c *gin.Context, err error) error {
	if e, ok := errs.Of(err); !ok || errs.IsServerError(err) || e.Kind == errs.KindForbidden {
		return err
	}
	httpx.Flash(c, ui.Toast{Tone: ui.Bad, Text: faultText(auth.Lang(c), err)})
	return httpx.SeeOther(c, paths.CompanyExport())
}

// export answers with the file. An error after its first byte closes the connection, so that the browser notices. After reauthentication it
// redirects to the page, which offers the file: a browser that gets a file stays where it is, on the form that asks for the proof.
func (p pages) export(c *gin.Context) error {
	found, err := httpx.ReauthenticationOf(c.Request.Context())
	if err != nil {
		return err
	}
	if found.ProofGiven {
		return httpx.SeeOther(c, paths.ReadyCompanyExport())
	}
	c.Header("Content-Type", zipType)
	c.Header("Content-Disposition", p.s.disposition())
	c.Header("Cache-Control", "private, no-store")
	ctx := c.Request.Context()
	return p.s.ExportZIP(ctx, auth.From(ctx), c.Writer)
}

// fileName returns the name of the ZIP file of today, in the company's zone.
func (s *Service) fileName() string {
	return "presence-" + s.now().In(s.o.Zone).Format(time.DateOnly) + ".zip"
}

func (s *Service) disposition() string {
	return mime.FormatMediaType("attachment", map[string]string{"filename": s.fileName()})
}
