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

// pages handles the requests of the leave page: the calendar of a month, the own requests and the form of a new one.
type pages struct {
	s    *Service
	zone *time.Location
}

func (p pages) show(c *gin.Context) error {
	s, err := p.loadPresenter(c)
	if err != nil {
		return err
	}
	return frame.Page(c, http.StatusOK, views.Leave, s.page())
}

func (p pages) loadPresenter(c *gin.Context) (*presenter, error) {
	ctx, actor := c.Request.Context(), auth.From(c.Request.Context())
	s := &presenter{actor: actor, lang: actor.Language, zone: p.zone, today: db.DayOf(p.s.now().In(p.zone)), part: 1}
	s.month = readMonth(c.Query("month"), s.today)
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

// create keeps a request of the caller's own.
func (p pages) create(c *gin.Context) error {
	actor := auth.From(c.Request.Context())
	if actor.EmployeeID == 0 {
		return errs.Forbidden("no_employee", "Only employees ask for leave: there is no employee record of the caller.")
	}
	span := c.PostForm("span") // which reads the form
	n, faults := readForm(c.Request.PostForm, actor.EmployeeID, p.zone)
	var r LeaveRequest
	if len(faults) > 0 {
		if n.BankCodeID < 1 {
			faults.Add("bank_code_id", "required", "This field is required.")
		}
	} else {
		var err error
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

// changeStatus cancels a request of the caller's own, or asks again.
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
