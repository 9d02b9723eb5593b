package leaverequests

import (
	"cmp"
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

// pages handles the requests of the leave page: the calendar, the user's own requests and the form for a new one.
type pages struct {
	s    *Service
	zone *time.Location
	Around
}

// Holidays returns the names of the statutory holidays between two days, by day.
type Holidays func(from, to db.Day) map[db.Day]i18n.Text

func (p pages) show(c *gin.Context) error {
	switch target := c.GetHeader("HX-Target"); {
	case !httpx.IsHTMX(c):
	case target == codeID:
		return p.code(c)
	case target == ui.PickerID(employeeField):
		return p.found(c)
	case target == previewID:
		s, err := p.forOwner(c)
		if err != nil {
			return err
		}
		if err := p.preview(c, s); err != nil {
			return err
		}
		return frame.Fragment(c, http.StatusOK, views.PreviewBox, s.preview)
	}
	s, err := p.forOwner(c)
	if err != nil {
		return err
	}
	if err := p.load(c, s); err != nil {
		return err
	}
	s.ask = c.Query("ask") != ""
	s.chosen = s.ask && !c.Request.URL.Query().Has(ui.PickerQuery(employeeField))
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
	s := &presenter{actor: auth.From(c.Request.Context()), zone: p.zone, closed: p.s.Holidays}
	s.lang = s.actor.Language
	var err error
	if s.codes, err = p.s.Codes(c.Request.Context()); err != nil {
		return err
	}
	field := ui.Field{Name: "bank_code_id", Label: s.lang.T(i18n.LeaveCode), Options: s.codeOptions(c.Query("leave_type"))}
	return httpx.Render(c, http.StatusOK, views.CodeBox(field))
}

// found answers with the employees who match the search.
func (p pages) found(c *gin.Context) error {
	s, err := p.forOwner(c)
	if err != nil {
		return err
	}
	if err := p.search(c, s); err != nil {
		return err
	}
	return httpx.Render(c, http.StatusOK, ui.PickerChoices(s.employeePicker()))
}

// search sets the employees to choose from.
func (p pages) search(c *gin.Context, s *presenter) (err error) {
	if !s.actor.Approver() {
		return nil
	}
	s.search = searched(c)
	s.found, s.all, err = p.Find(c.Request.Context(), s.actor, s.search, ui.PickerRows)
	return err
}

// searched returns the text that the picker of the employee searches, in the query or in a form that was refused.
func searched(c *gin.Context) string {
	name := ui.PickerQuery(employeeField)
	return httpx.SearchText(cmp.Or(c.PostForm(name), c.Query(name)))
}

// forOwner returns a presenter for the employee in the query.
func (p pages) forOwner(c *gin.Context) (s *presenter, err error) {
	s = &presenter{actor: auth.From(c.Request.Context()), zone: p.zone, closed: p.s.Holidays}
	s.lang = s.actor.Language
	s.owner, err = p.owner(c, s.actor, c.Query("employee_id"))
	return s, err
}

// owner returns the employee for whom leave is requested: the one with employeeID, as the form has it; if that is empty, the actor. The
// result has the ID 0 if the actor has no employee record, and if an approver has typed in the picker of the employee but chosen no one.
func (p pages) owner(c *gin.Context, by auth.Actor, employeeID string) (Employee, error) {
	id := by.EmployeeID
	switch {
	case employeeID != "":
		id = httpx.ID(employeeID)
	case by.Approver() && (searched(c) != "" || ui.PickerUnanswered(c.Request.PostForm, employeeField)):
		return Employee{}, nil
	}
	if id == by.EmployeeID {
		return Employee{ID: id}, nil
	}
	return p.s.Employee(c.Request.Context(), by, id)
}

// preview sets the preview of the leave in the query: its working days and hours, and who else is away then. While the form is
// incomplete, it sets none.
func (p pages) preview(c *gin.Context, s *presenter) (err error) {
	n, faults := readForm(c.Request.URL.Query(), s.owner.ID, p.zone)
	if len(faults) > 0 || n.End <= n.Start || s.owner.ID == 0 {
		return nil
	}
	if s.codes, err = p.s.Codes(c.Request.Context()); err != nil {
		return err
	}
	if s.codeTypes, err = p.s.CodeTypes(c.Request.Context()); err != nil {
		return err
	}
	n.useOnlyCode(s.codes)
	others, err := p.s.AwayDuring(c.Request.Context(), s.actor, s.owner.ID, n.Start, n.End)
	if err != nil {
		return err
	}
	s.preview = s.previewOf(n, others)
	return p.previewBalance(c, s, n)
}

// holidayAhead is how many days from today the next statutory holiday is looked for.
const holidayAhead = 120

// load reads the data of the whole page.
func (p pages) load(c *gin.Context, s *presenter) (err error) {
	ctx := c.Request.Context()
	s.today, s.part = db.DayOf(p.s.now().In(p.zone)), 1
	s.first = readFirstDay(c.Query("from"), s.today)
	s.holidays = p.Holidays(s.first, lastDay(s.first))
	s.holidaysAhead = p.Holidays(s.today, s.today.Add(holidayAhead))
	if n, err := strconv.Atoi(c.Query("part")); err == nil && n > 0 && n < 1000 {
		s.part = n
	}
	if s.codeTypes, err = p.s.CodeTypes(ctx); err != nil {
		return err
	}
	if s.rows, err = p.s.Calendar(ctx, s.actor, s.first, p.zone); err != nil || !s.mayAsk() {
		return err
	}
	if s.actor.Approver() {
		if s.waiting, s.toDecide, err = p.s.ToDecide(ctx, s.actor, waitingNamed); err != nil {
			return err
		}
	}
	if s.own, err = p.s.Own(ctx, s.actor, ownShown); err != nil {
		return err
	}
	if s.requesters, err = p.s.RequestedByOthers(ctx, s.actor, s.own); err != nil {
		return err
	}
	if s.codes, err = p.s.Codes(ctx); err != nil {
		return err
	}
	if p.Balances != nil && s.actor.EmployeeID != 0 {
		if s.balances, err = p.Balances.Own(ctx, s.actor, s.today); err != nil {
			return err
		}
	}
	return p.search(c, s)
}

// create saves a request of the user's own or, for those who may, of another employee.
func (p pages) create(c *gin.Context) error {
	actor := auth.From(c.Request.Context())
	s := &presenter{actor: actor, lang: actor.Language, zone: p.zone, closed: p.s.Holidays}
	if !s.mayAsk() {
		return errs.Forbidden("no_employee",
			"Leave is linked to an employee record, and your account doesn’t have one. Ask payroll to create one.")
	}
	span := c.PostForm("span") // parses the form
	owner, err := p.owner(c, actor, c.PostForm("employee_id"))
	unknown := errs.KindOf(err) == errs.KindNotFound
	if err != nil && !unknown {
		return err
	}
	n, faults := readForm(c.Request.PostForm, owner.ID, p.zone)
	switch {
	case unknown:
		faults.Add("employee_id", "not_found", "There is no such employee.")
	case owner.ID == 0:
		faults.Add("employee_id", "not_chosen", "Choose a person from the list.")
	}
	codes, err := p.s.Codes(c.Request.Context())
	if err != nil {
		return err
	}
	n.useOnlyCode(codes)
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
	s.owner = owner
	if len(faults) > 0 {
		if err := p.load(c, s); err != nil {
			return err
		}
		s.typed, s.faults = c.Request.PostForm, faults
		return frame.Page(c, http.StatusUnprocessableEntity, views.Leave, s.page())
	}
	httpx.Flash(c, s.sent(r))
	first, _ := r.Days(p.zone)
	return httpx.SeeOther(c, paths.LeaveFrom(first.String()))
}

// sent returns the message after a request of the owner. Leave of another employee can be cancelled from it.
func (s *presenter) sent(r LeaveRequest) ui.Toast {
	if s.owner.ID == s.actor.EmployeeID {
		return ui.Toast{Text: s.lang.F(i18n.LeaveSent, s.when(r))}
	}
	return ui.Toast{Text: s.lang.F(i18n.LeaveSentFor, s.owner.Name, s.when(r)), Undo: paths.LeaveRequest(r.ID),
		Hidden: statusInputs(r, Cancelled)}
}

var statusMessages = map[string]i18n.Text{Cancelled: i18n.LeaveDropped, Pending: i18n.LeaveSentAgain}

// changeStatus cancels a request, or requests the leave again.
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
	s := &presenter{actor: actor, lang: actor.Language, zone: p.zone, closed: p.s.Holidays}
	first, _ := r.Days(p.zone)
	leave, page := s.when(r), paths.LeaveFrom(first.String())
	if r.EmployeeID == actor.EmployeeID {
		page += "#" + rowID(r)
	} else {
		owner, err := p.s.Employee(c.Request.Context(), actor, r.EmployeeID)
		switch {
		case err == nil:
			leave = owner.Name + ", " + leave
		case errs.KindOf(err) != errs.KindNotFound: // the employee may be archived
			return err
		}
	}
	httpx.Flash(c, ui.Toast{Tone: ui.Info, Text: s.lang.F(words, leave)})
	return httpx.SeeOther(c, page)
}
