package payroll

import (
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/payperiods"
	"presence/views/ui"
	views "presence/views/workforce/payroll"
)

// pages handles the requests of the payroll pages.
type pages struct{ s *Service }

// readyPeriod is the value of the query parameter export that stands for the period that is the next to export.
const readyPeriod = "ready"

const (
	periodsPerPage = 6
	exportsPerPage = 12
)

// overview shows periods and exports. Its query parameters are from=2026-20 (the first period, going back in time), before=7
// (only exports with lower numbers) and export=2026-25 (opens the confirmation to export that period). export=ready, an address that can be
// kept, opens that of the period that is the next to export: the oldest that is over and wholly approved. Invalid values are ignored.
func (p pages) overview(c *gin.Context) error {
	if c.Query("export") == readyPeriod {
		return p.showOverview(c, http.StatusOK, &askedExport{ready: true})
	}
	asked, err := p.s.periods.ParsePeriod(c.Query("export"))
	if err != nil {
		return p.showOverview(c, http.StatusOK, nil)
	}
	return p.showOverview(c, http.StatusOK, &askedExport{period: asked})
}

func (p pages) showOverview(c *gin.Context, status int, asked *askedExport) error {
	ctx := c.Request.Context()
	by := auth.From(ctx)
	now := p.s.periods.Current()
	from, err := p.s.periods.ParsePeriod(c.Query("from"))
	if err != nil || from.Start.After(now.Start) {
		from = now
	}
	states, err := p.s.PeriodStates(ctx, by, from, periodsPerPage)
	if err != nil {
		return err
	}
	before, _ := strconv.ParseInt(c.Query("before"), 10, 64)
	exports, err := p.s.Exports(ctx, by, before, exportsPerPage+1)
	if err != nil {
		return err
	}
	first, err := p.s.periods.First(ctx)
	if err != nil {
		return err
	}
	d := presenter{p.s, by.Language}
	page := d.page(states, first, exports, before > 0)
	if asked != nil {
		if err := d.addDialog(ctx, by, &page, *asked, states); err != nil {
			return err
		}
	}
	return frame.Page(c, status, views.Overview, page)
}

// formats are the file formats of an export, by the value in the form.
var formats = []struct {
	word    string
	text    i18n.Text
	options Options
}{
	{"csv", i18n.PayFormatCSV, Options{Format: "csv"}},
	{"csv-fr", i18n.PayFormatFrench, Options{Format: "csv", BOM: true, Sep: ";"}},
	{"xlsx", i18n.PayFormatXLSX, Options{Format: "xlsx"}},
}

func (p pages) export(c *gin.Context) error {
	period, err := p.s.periods.ParsePeriod(c.PostForm("period"))
	if err != nil {
		return err
	}
	by := auth.From(c.Request.Context())
	for _, f := range formats {
		if f.word != c.PostForm("format") {
			continue
		}
		o, err := p.withPreset(c, by, f.options)
		if err != nil {
			return err
		}
		o.Partial = c.PostForm("partial") == "true"
		e, err := p.s.CreateExport(c.Request.Context(), by, period, o)
		if faults := errs.FieldsOf(err); len(faults) > 0 {
			return p.showOverview(c, http.StatusUnprocessableEntity, &askedExport{period: period, values: c.Request.PostForm, faults: faults})
		}
		if err != nil {
			return p.renderConflict(c, by, err, paths.Payroll())
		}
		httpx.Flash(c, ui.Toast{Text: by.Language.F(i18n.PayMade, e.Period.Name(), by.Language.Int(e.Number))})
		return httpx.SeeOther(c, paths.PayrollExport(e.ID))
	}
	return errs.InvalidField("format", "not_allowed", "Expected one of csv, csv-fr, xlsx.")
}

// withPreset adds the layout that the form names; without one the standard layout is used.
func (p pages) withPreset(c *gin.Context, by auth.Actor, o Options) (Options, error) {
	if c.PostForm("preset") == "" {
		return o, nil
	}
	id, _ := strconv.ParseInt(c.PostForm("preset"), 10, 64)
	x, err := p.s.Preset(c.Request.Context(), by, id)
	if errs.KindOf(err) == errs.KindNotFound {
		return o, errs.InvalidField("preset", "not_found", "There is no such export format.")
	}
	o.Preset, o.Layout = x.Name, x.Layout
	return o, err
}

// renderConflict shows a conflict as a message; other errors are returned.
func (p pages) renderConflict(c *gin.Context, by auth.Actor, err error, to string) error {
	if errs.KindOf(err) != errs.KindConflict {
		return err
	}
	httpx.Flash(c, ui.Toast{Tone: ui.Warn, Text: faultText(by.Language, err)})
	return httpx.SeeOther(c, to)
}

// one shows an export, serves its file (as=file) or its receipts (as=receipts), or answers the script of the list with whether the same
// export would differ now.
func (p pages) one(c *gin.Context) error {
	id, err := httpx.PathID(c, "id", "export")
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	by := auth.From(ctx)
	switch c.Query("as") {
	case "file":
		return p.file(c, by, id)
	case "receipts":
		return p.receipts(c, by, id)
	}
	l, err := p.s.DiffExport(ctx, by, id)
	if err != nil {
		return err
	}
	d := presenter{p.s, by.Language}
	if httpx.IsHTMX(c) {
		return frame.Fragment(c, http.StatusOK, views.ComparisonBadge, d.comparison(l))
	}
	corrected, err := p.s.corrected(ctx, l)
	if err != nil {
		return err
	}
	return frame.Page(c, http.StatusOK, views.ExportDetails, d.exportPage(l, corrected, c.Query("ask") == "withdraw"))
}

func (p pages) file(c *gin.Context, by auth.Actor, id int64) error {
	e, file, err := p.s.File(c.Request.Context(), by, id)
	if err != nil {
		return err
	}
	c.Header("Content-Disposition", e.disposition())
	c.Header("Cache-Control", "private, no-store")
	c.Data(http.StatusOK, e.Options.csv().ContentType(), file)
	return nil
}

// receipts serves the receipts of an export.
func (p pages) receipts(c *gin.Context, by auth.Actor, id int64) error {
	e, write, err := p.s.Receipts(c.Request.Context(), by, id)
	if err != nil {
		return err
	}
	c.Header("Content-Disposition", e.receiptsDisposition())
	c.Header("Cache-Control", "private, no-store")
	c.Header("Content-Type", zipType)
	return write(c.Writer)
}

func (p pages) withdraw(c *gin.Context) error {
	id, err := httpx.PathID(c, "id", "export")
	if err != nil {
		return err
	}
	by := auth.From(c.Request.Context())
	e, err := p.s.Withdraw(c.Request.Context(), by, id)
	if err != nil {
		return p.renderConflict(c, by, err, paths.PayrollExport(id))
	}
	httpx.Flash(c, ui.Toast{Tone: ui.Info, Text: by.Language.F(i18n.PayWithdrawnToast, by.Language.Int(e.Number))})
	return httpx.SeeOther(c, paths.PayrollExport(id))
}

// isCurrent reports whether the period contains today.
func (s *Service) isCurrent(p payperiods.Period) bool { return p.Contains(s.periods.Today()) }
