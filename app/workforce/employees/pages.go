package employees

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/clockings"
	"presence/app/workforce/payperiods"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/employees"
)

// pages handles the requests of the team pages and of profiles.
type pages struct {
	s       *Service
	periods *payperiods.Service
	clock   *clockings.Service
}

// team shows the list, the tree or the archive. A person without reports is redirected to their own profile.
func (p pages) team(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	switch {
	case !by.Approver() && by.EmployeeID == 0:
		return nobody(c)
	case !by.Approver():
		return httpx.SeeOther(c, paths.Employee(by.EmployeeID))
	case c.Query("view") == "tree":
		return p.tree(c, by)
	}
	return p.list(c, by)
}

func (p pages) list(c *gin.Context, by auth.Actor) error {
	ctx, v := c.Request.Context(), parseViewState(c.Request.URL.Query())
	choices, err := p.s.Choices(ctx, by)
	if err != nil {
		return err
	}
	v.crews = len(choices.Heads) > 1
	found, err := p.s.Search(ctx, by, v.search())
	if err != nil {
		return err
	}
	var now *attendance
	if !v.Archive && !v.NoWayIn {
		if now, err = p.attendanceOf(ctx, by, found.List); err != nil {
			return err
		}
	}
	d := presenter{by.Language, p.s.zone}
	page := d.list(by, v, found, choices, now)
	if v.NoWayIn && by.SeesAll() && !v.Archive {
		if err := p.addSignIns(ctx, d, &page, found.List); err != nil {
			return err
		}
	}
	page.InviteAll = d.inviteAllOf(by, v, found, p.s.accounts.MailConfigured())
	return frame.Page(c, http.StatusOK, views.ListPage, page)
}

func (p pages) tree(c *gin.Context, by auth.Actor) error {
	nodes, err := p.s.TreeNodes(c.Request.Context(), by)
	if err != nil {
		return err
	}
	d := presenter{by.Language, p.s.zone}
	page, ok := d.tree(by, nodes, treeQuery{root: httpx.ID(c.Query("root")), text: httpx.SearchText(c.Query("q"))})
	if !ok {
		return errs.NotFound("employee")
	}
	if httpx.IsHTMX(c) {
		return frame.Fragment(c, http.StatusOK, views.TreePart, page)
	}
	return frame.Page(c, http.StatusOK, views.TreePage, page)
}

func (p pages) profile(c *gin.Context) error { return p.profilePage(c, "") }

// profilePage shows the profile. link is one to choose a password that was just made; "": none.
func (p pages) profilePage(c *gin.Context, link string) error {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	x, err := p.s.Profile(ctx, by, httpx.ID(c.Param("id")))
	if err != nil {
		return err
	}
	d := presenter{by.Language, p.s.zone}
	page := d.profile(by, x)
	access, err := p.access(ctx, by, x.Employee)
	if err != nil {
		return err
	}
	if access != nil {
		page.Access = d.access(x.ID, *access, link)
	}
	if !x.Archived() {
		now := p.periods.Current()
		line, err := p.periods.EmployeeRow(ctx, by, x.ID, now)
		if err != nil && errs.KindOf(err) != errs.KindNotFound {
			return err
		}
		page.Period = d.period(by, x.ID, now, line, err == nil)
	}
	return frame.Page(c, http.StatusOK, views.ProfilePage, page)
}

// newForm shows the form for a new record, edit the form for an existing one.
func (p pages) newForm(c *gin.Context) error {
	d := presenter{auth.From(c.Request.Context()).Language, p.s.zone}
	numbers, err := p.s.NextNumbers(c.Request.Context())
	if err != nil {
		return err
	}
	values := c.Request.URL.Query()
	for name, text := range map[string]string{"external_payroll_id": strconv.FormatInt(numbers.Payroll, 10),
		"company_code": strconv.FormatInt(numbers.Company, 10), "first_work_day": p.periods.Today().String()} {
		if !values.Has(name) {
			values.Set(name, text)
		}
	}
	boss, err := p.supervisorPicker(c, values, 0)
	if err != nil {
		return err
	}
	if done, err := answersSearch(c, boss); done {
		return err
	}
	return p.showNew(c, http.StatusOK, d.newForm(values, nil, boss), true)
}

func (p pages) edit(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	e, err := p.s.Get(c.Request.Context(), by, httpx.ID(c.Param("id")))
	if err != nil {
		return err
	}
	values := formValues(e)
	searchedSupervisor(values, c.Request.URL.Query())
	return p.form(c, http.StatusOK, e, values, nil)
}

// searchedSupervisor sets the supervisor of a form to what was sent of its picker. A search without a choice takes back what is saved.
func searchedSupervisor(values, sent url.Values) {
	query := ui.PickerQuery(supervisorField)
	if sent.Get(query) != "" || sent.Has(supervisorField) {
		delete(values, supervisorField)
	}
	for _, name := range []string{supervisorField, query} {
		if sent.Has(name) {
			values.Set(name, sent.Get(name))
		}
	}
}

// supervisorPicker returns the choice of a supervisor; values hold who is chosen and what is searched. Employee under and those below
// are not offered; 0 for a new record. Without a search those who supervise already are offered.
func (p pages) supervisorPicker(c *gin.Context, values url.Values, under int64) (picker ui.Picker, err error) {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	query := httpx.SearchText(values.Get(ui.PickerQuery(supervisorField)))
	found, err := p.s.Search(ctx, by, Search{Text: query, NotUnder: under, Leading: query == "", Rows: ui.PickerRows})
	if err != nil {
		return picker, err
	}
	chosen := NamedEmployee{ID: httpx.ID(values.Get(supervisorField))}
	if chosen.ID != 0 {
		names, err := p.s.Names(ctx, by, []int64{chosen.ID})
		if err != nil {
			return picker, err
		}
		chosen.Name = names[chosen.ID]
	}
	picker = presenter{by.Language, p.s.zone}.supervisorPicker(chosen, query, !values.Has(supervisorField), found)
	return picker, nil
}

// answersSearch answers the search of a picker of the supervisor, if the request is one.
func answersSearch(c *gin.Context, boss ui.Picker) (bool, error) {
	if c.GetHeader("HX-Target") != ui.PickerID(supervisorField) {
		return false, nil
	}
	return true, httpx.Render(c, http.StatusOK, ui.PickerChoices(boss))
}

// create saves a new record; if it is invalid, it shows the form with the errors (422).
func (p pages) create(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	n, faults := readNew(c)
	var e Employee
	err := faults.Err()
	if err == nil {
		e, err = p.s.Hire(c.Request.Context(), by, n)
	} else {
		err = append(faults, withoutFields(n.Validate(), faults)...).Err()
	}
	if fields := formErrors(err); fields != nil {
		boss, err := p.supervisorPicker(c, c.Request.PostForm, 0)
		if err != nil {
			return err
		}
		d := presenter{by.Language, p.s.zone}
		return p.showNew(c, http.StatusUnprocessableEntity, d.newForm(c.Request.PostForm, fields, boss), n.Invite)
	}
	if err != nil {
		return err
	}
	return p.done(c, e.ID, i18n.EmpCreated)
}

func (p pages) update(c *gin.Context) error {
	by, id := auth.From(c.Request.Context()), httpx.ID(c.Param("id"))
	old, err := p.s.Get(c.Request.Context(), by, id)
	if err != nil {
		return err
	}
	changes, faults := readChanges(c) // what cannot be read is refused below
	if err := p.s.requireReauth(c.Request.Context(), id, changes); err != nil {
		return err
	}
	if changes.SupervisorID != nil && *changes.SupervisorID == old.SupervisorID {
		changes.SupervisorID = nil
	}
	err = faults.Err()
	if err == nil {
		_, err = p.s.Update(c.Request.Context(), by, id, httpx.FormVersion(c), changes)
	} else {
		err = append(faults, withoutFields(changes.Validate(), faults)...).Err()
	}
	if fields := formErrors(err); fields != nil {
		return p.form(c, http.StatusUnprocessableEntity, old, c.Request.PostForm, fields)
	}
	if err != nil {
		return err
	}
	return p.done(c, id, i18n.EmpSaved)
}

// leave sets or removes the last work day; from that day on the record is in the archive (W11).
func (p pages) leave(c *gin.Context) error {
	by, id := auth.From(c.Request.Context()), httpx.ID(c.Param("id"))
	old, err := p.s.Get(c.Request.Context(), by, id)
	if err != nil {
		return err
	}
	var faults errs.Fields
	var day db.Day
	if text := strings.TrimSpace(c.PostForm("last_work_day")); text != "" {
		day = httpx.ReadDay(&faults, "last_work_day", text)
	}
	e, err := Employee{}, faults.Err()
	if err == nil {
		e, err = p.s.Update(c.Request.Context(), by, id, httpx.FormVersion(c), Changes{LastWorkDay: &day})
	}
	if fields := formErrors(err); fields != nil {
		values := formValues(old)
		values.Set("last_work_day", c.PostForm("last_work_day"))
		return p.form(c, http.StatusUnprocessableEntity, old, values, fields)
	}
	switch {
	case err != nil:
		return err
	case e.Archived():
		return p.done(c, id, i18n.EmpArchivedNow)
	case day.IsZero():
		return p.done(c, id, i18n.EmpSaved)
	}
	httpx.Flash(c, ui.Toast{Text: by.Language.F(i18n.EmpLeaveSaved, by.Language.Day(day))})
	return httpx.SeeOther(c, paths.Employee(id))
}

func (p pages) delete(c *gin.Context) error {
	id := httpx.ID(c.Param("id"))
	if err := p.s.Delete(c.Request.Context(), auth.From(c.Request.Context()), id, httpx.FormVersion(c)); err != nil {
		return err
	}
	return p.done(c, id, i18n.EmpDeletedNow)
}

func (p pages) restore(c *gin.Context) error {
	id := httpx.ID(c.Param("id"))
	if _, err := p.s.Restore(c.Request.Context(), auth.From(c.Request.Context()), id, httpx.FormVersion(c)); err != nil {
		return err
	}
	return p.done(c, id, i18n.EmpRestored)
}

// chooseSupervisor shows the page on which an employee's supervisor is searched and chosen.
func (p pages) chooseSupervisor(c *gin.Context) error {
	return p.supervisorPage(c, http.StatusOK, "")
}

// supervisorPage shows that page; fault says why a choice was refused, "" that none was.
func (p pages) supervisorPage(c *gin.Context, status int, fault string) error {
	by := auth.From(c.Request.Context())
	e, err := p.s.Get(c.Request.Context(), by, httpx.ID(c.Param("id")))
	if err != nil {
		return err
	}
	values := url.Values{supervisorField: {number(e.SupervisorID)}}
	sent := c.Request.URL.Query()
	if c.Request.Method == http.MethodPost {
		sent = c.Request.PostForm
	}
	searchedSupervisor(values, sent)
	boss, err := p.supervisorPicker(c, values, e.ID)
	if err != nil {
		return err
	}
	if done, err := answersSearch(c, boss); done {
		return err
	}
	page := presenter{by.Language, p.s.zone}.chooseSupervisor(e, boss)
	page.Boss.Error = fault
	return frame.Page(c, status, views.SupervisorPage, page)
}

func (p pages) setSupervisor(c *gin.Context) error {
	by, id := auth.From(c.Request.Context()), httpx.ID(c.Param("id"))
	if _, err := p.s.Get(c.Request.Context(), by, id); err != nil {
		return err
	}
	chosen := c.PostForm(supervisorField) // parses the form
	if ui.PickerUnanswered(c.Request.PostForm, supervisorField) {
		return p.supervisorPage(c, http.StatusUnprocessableEntity, by.Language.T(i18n.Fault("not_chosen", "")))
	}
	supervisor := int64(0)
	if chosen != "" {
		if supervisor = httpx.ID(chosen); supervisor == 0 {
			return errs.InvalidField("supervisor_id", "invalid", "Expected the id of an employee.")
		}
	}
	_, err := p.s.Update(c.Request.Context(), by, id, httpx.FormVersion(c), Changes{SupervisorID: &supervisor})
	if fields := formErrors(err); fields != nil {
		return p.supervisorPage(c, http.StatusUnprocessableEntity, by.Language.T(i18n.Fault(fields[0].Code, fields[0].Detail)))
	}
	if err != nil {
		return err
	}
	return p.done(c, id, i18n.EmpBossSaved)
}

// done redirects to the profile, where message is shown.
func (p pages) done(c *gin.Context, id int64, message i18n.Text) error {
	httpx.Flash(c, ui.Toast{Text: auth.From(c.Request.Context()).Language.T(message)})
	return httpx.SeeOther(c, paths.Employee(id))
}

func (p pages) form(c *gin.Context, status int, e Employee, values map[string][]string, faults errs.Fields) error {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	boss, err := p.supervisorPicker(c, values, e.ID)
	if err != nil {
		return err
	}
	if done, err := answersSearch(c, boss); done {
		return err
	}
	choice := people{boss: boss}
	if choice.owners, err = p.s.FreePeople(ctx, by, e.UserID); err != nil {
		return err
	}
	d := presenter{by.Language, p.s.zone}
	return frame.Page(c, status, views.FormPage, d.form(e, values, faults, choice))
}

// nobody shows the page for a person without an employee record.
func nobody(c *gin.Context) error {
	f, err := frame.Load(c)
	if err != nil {
		return err
	}
	return httpx.Render(c, http.StatusOK, views.Nobody(f))
}
