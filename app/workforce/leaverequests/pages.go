package leaverequests

import (
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/leaverequests"
)

// pages handles the requests of the leave page: the calendar of a month, the user's own requests and the form for a new one.
type pages struct {
	s        *Service
	zone     *time.Location
	holidays Holidays
}

// Holidays returns the names of the statutory holidays between two days, by day.
type Holidays func(from, to db.Day) map[db.Day]i18n.Text

func (p pages) show(c *gin.Context) error {
	switch target := c.GetHeader("HX-Target"); {
	case !httpx.IsHTMX(c):
	case target == codeID:
		return p.code(c)
	case target == previewID:
		s := &presenter{actor: auth.From(c.Request.Context()), zone: p.zone}
		s.lang = s.actor.Language
		if err := p.preview(c, s); err != nil {
			return err
		}
		return frame.Fragment(c, http.StatusOK, views.PreviewBox, s.preview)
	}
	s, err := p.loadPresenter(c)
	if err != nil {
		return err
	}
	s.ask = c.Query("ask") != ""
	if c.Query("start_date") != "" { // the form was sent to be checked, without a script
		s.typed = c.Request.URL.Query()
		if err := p.preview(c, s); err != nil {
			return err
		}
	}
	return frame.Page(c, http.StatusOK, views.Leave, s.page())
}

// code answers with the field for the pay code of the selected leave type; it is empty if only one code fits.
func (p pages) code(c *gin.Context) error {
	s := &presenter{actor: auth.From(c.Request.Context()), zone: p.zone}
	s.lang = s.actor.Language
	var err error
	if s.codes, err = p.s.Codes(c.Request.Context()); err != nil {
		return err
	}
	field := ui.Field{Name: "bank_code_id", Label: s.lang.T(i18n.LeaveCode), Options: s.codeOptions(c.Query("leave_type"))}
	return httpx.Render(c, http.StatusOK, views.CodeBox(field))
}

// preview sets the preview of the leave in the query: its working days and hours, and who else is away then. While the form is
// incomplete, it sets none.
func (p pages) preview(c *gin.Context, s *presenter) error {
	n, faults := readForm(c.Request.URL.Query(), s.actor.EmployeeID, p.zone)
	if len(faults) > 0 || n.End <= n.Start || s.actor.EmployeeID == 0 {
		return nil
	}
	others, err := p.s.AwayDuring(c.Request.Context(), s.actor, n.Start, n.End)
	if err != nil {
		return err
	}
	s.preview = s.previewOf(n, others)
	return nil
}

func (p pages) loadPresenter(c *gin.Context) (*presenter, error) {
	ctx, actor := c.Request.Context(), auth.From(c.Request.Context())
	s := &presenter{actor: actor, lang: actor.Language, zone: p.zone, today: db.DayOf(p.s.now().In(p.zone)), part: 1}
	s.month = readMonth(c.Query("month"), s.today)
	s.holidays = p.holidays(monthOf(s.month))
	if n, err := strconv.Atoi(c.Query("part")); err == nil && n > 0 && n < 1000 {
		s.part = n
	}
	var err error
	if s.rows, err = p.s.Month(ctx, actor, s.month, p.zone); err != nil || actor.EmployeeID == 0 {
		return s, err
	}
	if s.own, err = p.s.Own(ctx, actor, ownShown); err != nil {
		return s, err
	}
	s.codes, err = p.s.Codes(ctx)
	return s, err
}

// create saves a request of the user's own.
func (p pages) create(c *gin.Context) error {
	actor := auth.From(c.Request.Context())
	if actor.EmployeeID == 0 {
		return errs.Forbidden("no_employee", "Only employees ask for leave: there is no employee record of the caller.")
	}
	span := c.PostForm("span") // parses the form
	n, faults := readForm(c.Request.PostForm, actor.EmployeeID, p.zone)
	codes, err := p.s.Codes(c.Request.Context())
	if err != nil {
		return err
	}
	if fitting := codesFor(n.LeaveType, codes); len(fitting) == 1 {
		n.BankCodeID = fitting[0].ID // it was not asked
	}
	var r LeaveRequest
	if len(faults) > 0 {
		if n.BankCodeID < 1 {
			faults.Add("bank_code_id", "required", "This field is required.")
		}
	} else {
		if r, err = p.s.Create(c.Request.Context(), actor, n); err != nil {
			if faults = formErrors(err, span); faults == nil {
				return err
			}
		}
	}
	s, err := p.loadPresenter(c)
	if err != nil {
		return err
	}
	if len(faults) > 0 {
		s.typed, s.faults = c.Request.PostForm, faults
		return frame.Page(c, http.StatusUnprocessableEntity, views.Leave, s.page())
	}
	httpx.Flash(c, ui.Toast{Text: s.lang.F(i18n.LeaveSent, s.when(r))})
	first, _ := daysOf(r, p.zone)
	return httpx.SeeOther(c, paths.LeaveIn(monthName(first)))
}

var statusMessages = map[string]i18n.Text{Cancelled: i18n.LeaveDropped, Pending: i18n.LeaveSentAgain}

// changeStatus cancels one of the user's own requests, or requests the leave again.
func (p pages) changeStatus(c *gin.Context) error {
	actor := auth.From(c.Request.Context())
	id, err := httpx.PathID(c, "id", "leave request")
	if err != nil {
		return err
	}
	version := httpx.FormVersion(c)
	if version == nil {
		return errs.InvalidField("version", "invalid", "Expected the version of the request.")
	}
	words, known := statusMessages[c.PostForm("approval_status")]
	if !known {
		return errs.InvalidField("approval_status", "not_allowed", "Expected Cancelled or Pending.")
	}
	r, err := p.s.Decide(c.Request.Context(), actor, id, version, Decision{Status: c.PostForm("approval_status")})
	if err != nil {
		return err
	}
	s := &presenter{actor: actor, lang: actor.Language, zone: p.zone}
	httpx.Flash(c, ui.Toast{Tone: ui.Info, Text: s.lang.F(words, s.when(r))})
	first, _ := daysOf(r, p.zone)
	return httpx.SeeOther(c, paths.LeaveIn(monthName(first))+"#"+rowID(r))
}
