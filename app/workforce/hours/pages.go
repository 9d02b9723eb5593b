package hours

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/tablewriter"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
	views "presence/views/workforce/hours"
)

// pages handles the requests of the page and its files.
type pages struct {
	periods *payperiods.Service
	shifts  *shifts.Service
}

// defaultPeriods is how many complete pay periods the report covers when no days are chosen.
const defaultPeriods = 6

// report shows the report, or serves its lines as a file (as=csv or as=xlsx).
func (p pages) report(c *gin.Context) error {
	d, err := p.loadPresenter(c)
	if err != nil {
		return err
	}
	if len(d.faults) > 0 {
		return frame.Page(c, http.StatusUnprocessableEntity, views.Report, d.page())
	}
	if c.Query("as") == "" {
		return frame.Page(c, http.StatusOK, views.Report, d.page())
	}
	rows, err := startFile(c, d, "hours")
	if err != nil {
		return err
	}
	return write(rows, d.request.group, d.lines)
}

// shiftsFile serves the shifts of the employees and days of the report, a line for each. It needs no more memory for many shifts than
// for one.
func (p pages) shiftsFile(c *gin.Context) error {
	d := p.newPresenter(c)
	if err := d.faults.Err(); err != nil {
		return err
	}
	people, err := p.periods.Selected(c.Request.Context(), d.actor, d.request.filter)
	if err != nil {
		return err
	}
	r := shifts.Range{From: d.request.filter.From, To: d.request.filter.To, Employees: people}
	rows, err := startFile(c, d, "shifts")
	if err != nil {
		return err
	}
	return p.shifts.Export(c.Request.Context(), d.actor, r, rows)
}

// newPresenter reads the request; the presenter has faults if the days are invalid.
func (p pages) newPresenter(c *gin.Context) presenter {
	by := auth.From(c.Request.Context())
	r, faults := parse(c.Request.URL.Query(), p.periods.StartBefore(defaultPeriods), p.periods.Current().Start.Add(-1))
	return presenter{service: p.periods, actor: by, lang: by.Language, request: r, faults: faults}
}

// loadPresenter reads the request and, if the days are valid, its report.
func (p pages) loadPresenter(c *gin.Context) (presenter, error) {
	d := p.newPresenter(c)
	if len(d.faults) > 0 {
		return d, nil
	}
	report, err := p.periods.HoursOverTime(c.Request.Context(), d.actor, d.request.filter)
	d.report, d.lines = report, lines(report, d.request.group)
	return d, err
}

// startFile begins the answer with a file of the format that the query asks for (as).
func startFile(c *gin.Context, d presenter, name string) (tablewriter.Rows, error) {
	format := tablewriter.Format(c.Query("as"))
	if format != tablewriter.CSV && format != tablewriter.XLSX {
		return nil, errs.InvalidField("as", "not_allowed", "Expected one of csv, xlsx.")
	}
	o := tablewriter.Options{Format: format}
	c.Header("Content-Type", o.ContentType())
	c.Header("Content-Disposition", o.Disposition(name+"-"+d.request.filter.From.String()+"-"+d.request.filter.To.String()))
	c.Header("Cache-Control", "private, no-store")
	return tablewriter.New(c.Writer, o)
}
