package imports

import (
	"net/http"
	"net/url"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
	views "presence/views/workforce/imports"
)

// pages handles the requests of the pages.
type pages struct{ s *Service }

const (
	rowsPerPage = 50
	recentRows  = 30

	shownPeriods = 4
	maxTyped     = 2000 // bytes of a corrected cell
)

// patience is how long a form waits for the step that it begins, so that a small file shows its result at once.
const patience = 2 * time.Second

func (p pages) presenter(c *gin.Context) presenter {
	return presenter{lang: auth.Lang(c), zone: p.s.config.Zone, now: p.s.now(), s: p.s}
}

func (p pages) list(c *gin.Context) error {
	return p.form(c, http.StatusOK, Kind(c.Query("kind")), nil)
}

// form shows the form with the recent imports.
func (p pages) form(c *gin.Context, status int, kind Kind, faults errs.Fields) error {
	recent, err := p.s.List(c.Request.Context(), auth.From(c.Request.Context()), 0, recentRows)
	if err != nil {
		return err
	}
	page := p.presenter(c).list(kind, recent, faults)
	page.Team = kind == Employees
	return frame.Page(c, status, views.ListPage, page)
}

// upload stores a file; if it is no table, it shows the form with the reason (422).
func (p pages) upload(c *gin.Context) error {
	ctx := c.Request.Context()
	f, err := fileOf(c)
	var im Import
	if err == nil {
		im, err = p.s.Upload(ctx, auth.From(ctx), f.kind, f.Name, f)
	}
	switch errs.KindOf(err) {
	case errs.KindInvalid, errs.KindTooLarge, errs.KindTimeout:
		e, _ := errs.Of(err)
		faults := e.Fields
		if len(faults) == 0 {
			faults.Add("file", e.Code, e.Detail)
		}
		return p.form(c, http.StatusUnprocessableEntity, f.kind, faults)
	}
	if err != nil {
		return httpx.FlashConflict(c, auth.Lang(c), paths.Imports(), err)
	}
	return p.step(c, im.ID)
}

// step waits a moment for the step that was begun, and redirects to the import.
func (p pages) step(c *gin.Context, id int64) error {
	p.s.WaitStep(c.Request.Context(), id, patience)
	return httpx.SeeOther(c, paths.Import(id, nil))
}

func (p pages) sample(c *gin.Context) error {
	x, err := sampleNamed(c.Param("name"))
	if err != nil {
		return err
	}
	c.Header("Content-Type", x.options().ContentType())
	c.Header("Content-Disposition", x.options().Disposition(string(x.kind)+"-"+x.lang.T(i18n.ImpSample)))
	return x.write(c.Writer, p.s.Columns(x.kind))
}

// view is the state of the page of an import in the query of its address.
type view struct {
	verdict Verdict
	after   int
}

// viewOf parses the query. Without a verdict the wrong lines are shown first, if there are any.
func viewOf(q url.Values, im Import) view {
	v := view{verdict: Verdict(q.Get("verdict")), after: int(min(httpx.ID(q.Get("after")), 1<<31))}
	if !q.Has("verdict") && im.Count[Wrong] > 0 && im.State == Checked {
		v.verdict = Wrong
	}
	if _, known := i18n.ImpVerdicts[string(v.verdict)]; !known {
		v.verdict = ""
	}
	return v
}

func (p pages) one(c *gin.Context) error {
	id, err := httpx.PathID(c, "id", "import")
	if err != nil {
		return err
	}
	page, err := p.page(c, id)
	if err != nil {
		return err
	}
	if httpx.IsHTMX(c) {
		return frame.Fragment(c, http.StatusOK, views.Work, page)
	}
	return frame.Page(c, http.StatusOK, views.One, page)
}

// page returns the page of an import.
func (p pages) page(c *gin.Context, id int64) (views.ImportPage, error) {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	im, err := p.s.Get(ctx, by, id)
	if err != nil {
		return views.ImportPage{}, err
	}
	v := viewOf(c.Request.URL.Query(), im)
	rows, err := p.s.Rows(ctx, by, id, Page{v.verdict, v.after, rowsPerPage + 1})
	if err != nil {
		return views.ImportPage{}, err
	}
	d := p.presenter(c)
	d.lookup, err = p.s.lookUp(ctx, d.lang, im, rows)
	return d.one(im, v, rows), err
}

// setColumns saves the fields of the columns; if they are invalid, it shows the form again (422).
func (p pages) setColumns(c *gin.Context) error {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	id, err := httpx.PathID(c, "id", "import")
	if err != nil {
		return err
	}
	im, err := p.s.Get(ctx, by, id)
	if err != nil {
		return err
	}
	fields := make([]string, len(im.Headings))
	for i := range fields {
		fields[i] = c.PostForm(ui.ColumnInput(i))
	}
	err = p.s.Map(ctx, by, id, Choice{Fields: fields})
	if errs.KindOf(err) == errs.KindInvalid {
		page, failed := p.page(c, id)
		if failed != nil {
			return failed
		}
		im.Fields = fields
		page.Columns = p.presenter(c).columns(im, nil, errs.FieldsOf(err))
		return frame.Page(c, http.StatusUnprocessableEntity, views.One, page)
	}
	if err != nil {
		return httpx.FlashConflict(c, auth.Lang(c), paths.Import(id, nil), err)
	}
	return p.step(c, id)
}

// setOrder saves whether the day or the month comes first in dates. Only a request that no page makes has another value.
func (p pages) setOrder(c *gin.Context) error {
	id, err := httpx.PathID(c, "id", "import")
	if err != nil {
		return err
	}
	err = p.s.Map(c.Request.Context(), auth.From(c.Request.Context()), id, Choice{DayOrder: DayOrder(c.PostForm("day_order"))})
	if err != nil {
		return httpx.FlashConflict(c, auth.Lang(c), paths.Import(id, nil), err)
	}
	return p.step(c, id)
}

// correct saves corrected cells of a line; if they are no text, it shows them again (422).
func (p pages) correct(c *gin.Context) error {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	id, err := httpx.PathID(c, "id", "import")
	if err != nil {
		return err
	}
	line := int(min(httpx.ID(c.Param("line")), 1<<31))
	_ = c.PostForm("") // parses the form
	values := map[string]string{}
	for field := range c.Request.PostForm {
		values[field] = c.PostForm(field)
	}
	err = p.s.Correct(ctx, by, id, line, values)
	if errs.KindOf(err) == errs.KindInvalid {
		page, failed := p.page(c, id)
		if failed != nil {
			return failed
		}
		p.presenter(c).retype(&page, id, line, values, errs.FieldsOf(err))
		return frame.Page(c, http.StatusUnprocessableEntity, views.One, page)
	}
	if err != nil {
		return httpx.FlashConflict(c, auth.Lang(c), paths.Import(id, nil), err)
	}
	return p.step(c, id)
}

// apply saves the lines; while lines are wrong and not to be skipped, it shows the page again (422).
func (p pages) apply(c *gin.Context) error {
	id, err := httpx.PathID(c, "id", "import")
	if err != nil {
		return err
	}
	err = p.s.Apply(c.Request.Context(), auth.From(c.Request.Context()), id,
		Saving{SkipWrong: c.PostForm("skip_wrong") != "", Submit: c.PostForm("submit") != ""})
	if errs.HasCode(err, "import_wrong_lines") {
		page, failed := p.page(c, id)
		if failed != nil {
			return failed
		}
		if page.Apply != nil {
			if page.Apply.Submit != nil {
				page.Apply.Submit.Checked = c.PostForm("submit") != ""
			}
			page.Apply.Error = auth.Lang(c).T(i18n.Fault("import_wrong_lines", ""))
		}
		return frame.Page(c, http.StatusUnprocessableEntity, views.One, page)
	}
	if err != nil {
		return httpx.FlashConflict(c, auth.Lang(c), paths.Import(id, nil), err)
	}
	return p.step(c, id)
}

// undo undoes an import, or shows the obstacles (409).
func (p pages) undo(c *gin.Context) error {
	id, err := httpx.PathID(c, "id", "import")
	if err != nil {
		return err
	}
	obstacles, err := p.s.Undo(c.Request.Context(), auth.From(c.Request.Context()), id)
	if err != nil {
		return httpx.FlashConflict(c, auth.Lang(c), paths.Import(id, nil), err)
	}
	if len(obstacles) > 0 {
		page, err := p.page(c, id)
		if err != nil {
			return err
		}
		page.Obstacles, page.More = p.presenter(c).obstacles(obstacles)
		return frame.Page(c, http.StatusConflict, views.One, page)
	}
	httpx.Flash(c, ui.Toast{Text: auth.Lang(c).T(i18n.ImpUndone)})
	return httpx.SeeOther(c, paths.Import(id, nil))
}

func (p pages) delete(c *gin.Context) error {
	id, err := httpx.PathID(c, "id", "import")
	if err != nil {
		return err
	}
	if err := p.s.Delete(c.Request.Context(), auth.From(c.Request.Context()), id); err != nil {
		return httpx.FlashConflict(c, auth.Lang(c), paths.Import(id, nil), err)
	}
	httpx.Flash(c, ui.Toast{Text: auth.Lang(c).T(i18n.ImpDeleted)})
	return httpx.SeeOther(c, paths.Imports())
}
