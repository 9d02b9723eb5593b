package hours

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/csvx"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/workforce/payperiods"
	views "presence/views/workforce/hours"
)

// pages handles the requests of the page.
type pages struct{ periods *payperiods.Service }

// defaultPeriods is how many complete pay periods the report covers when no days are chosen.
const defaultPeriods = 6

// report shows the report, or serves its lines as a file (as=csv or as=xlsx).
func (p pages) report(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	r, faults := parse(c.Request.URL.Query(), p.periods.StartBefore(defaultPeriods), p.periods.Current().Start.Add(-1))
	d := presenter{service: p.periods, actor: by, lang: by.Language, request: r, faults: faults}
	if len(faults) > 0 {
		return frame.Page(c, http.StatusUnprocessableEntity, views.Report, d.page())
	}
	var err error
	if d.report, err = p.periods.HoursOverTime(c.Request.Context(), by, r.filter); err != nil {
		return err
	}
	d.lines = lines(d.report, r.group)
	if as := c.Query("as"); as != "" {
		return p.file(c, d, as)
	}
	return frame.Page(c, http.StatusOK, views.Report, d.page())
}

func (p pages) file(c *gin.Context, d presenter, format string) error {
	if format != string(csvx.CSV) && format != string(csvx.XLSX) {
		return errs.InvalidField("as", "not_allowed", "Expected one of csv, xlsx.")
	}
	o := csvx.Options{Format: csvx.Format(format)}
	c.Header("Content-Type", o.ContentType())
	c.Header("Content-Disposition", o.Disposition("hours-"+d.request.filter.From.String()+"-"+d.request.filter.To.String()))
	c.Header("Cache-Control", "private, no-store")
	rows, err := csvx.New(c.Writer, o)
	if err != nil {
		return err
	}
	return write(rows, d.request.group, d.lines)
}
