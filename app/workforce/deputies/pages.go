package deputies

import (
	"context"
	"math"
	"net/http"
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/deputies"
)

// pages handles the requests of the page of deputies.
type pages struct{ s *Service }

// deputyField is the name of the field for who stands in.
const deputyField = "deputy_id"

// The values of the field "when".
const (
	onDays  = "days"
	onLeave = "leave"
)

// openForm is the form that is open, with its values and errors.
type openForm struct {
	of     Deputy // the zero Deputy: a new one
	values url.Values
	faults errs.Fields
}

// list shows the deputies. The query parameter open=new or open=7 opens a form; any other value opens none.
func (p pages) list(c *gin.Context) error {
	by, values := auth.From(c.Request.Context()), c.Request.URL.Query()
	switch open := values.Get("open"); {
	case open == "new" && names(by):
		o := &openForm{values: values}
		if values.Get("when") == "" {
			values.Set("when", onDays)
		}
		if c.GetHeader("HX-Target") == ui.PickerID(deputyField) {
			picker, err := p.picker(c.Request.Context(), by, o)
			if err != nil {
				return err
			}
			return httpx.Render(c, http.StatusOK, ui.PickerChoices(picker))
		}
		return p.show(c, http.StatusOK, o)
	case open != "":
		id, _ := strconv.ParseInt(open, 10, 64)
		d, err := p.s.Get(c.Request.Context(), by, id)
		if err != nil && errs.KindOf(err) != errs.KindNotFound {
			return err
		}
		if err == nil && mayChange(by, d.SupervisorID) {
			when := onDays
			if d.OnLeave() {
				when = onLeave
			}
			return p.show(c, http.StatusOK, &openForm{of: d, values: url.Values{"from_day": {d.From.String()}, "until_day": {d.Until.String()},
				"when": {when}, "version": {strconv.FormatInt(d.Version, 10)}}})
		}
	}
	return p.show(c, http.StatusOK, nil)
}

// names reports whether the actor may name deputies: their own, or those of all supervisors.
func names(by auth.Actor) bool { return by.Role == auth.Admin || by.Supervises }

func (p pages) show(c *gin.Context, status int, o *openForm) error {
	ctx := c.Request.Context()
	by := auth.From(ctx)
	l := by.Language
	var page views.Page
	if names(by) {
		page.Add = paths.DeputyForm("new")
	}
	err := p.s.Each(ctx, by, Filter{Rows: math.MaxInt64}, func(d Deputy) error {
		r := views.Row{Name: d.DeputyName, Supervisor: d.SupervisorName, When: l.T(i18n.DeputyOnLeave), Active: d.Active}
		if !d.OnLeave() {
			r.When = l.Range(d.From, d.Until)
		}
		if mayChange(by, d.SupervisorID) {
			r.Href, r.Edit = paths.DeputyForm(strconv.FormatInt(d.ID, 10)), l.F(i18n.DeputyEdit, d.DeputyName)
		}
		page.Rows = append(page.Rows, r)
		return nil
	})
	if err == nil && o != nil {
		page.Form, err = p.form(ctx, by, o)
	}
	if err != nil {
		return err
	}
	return frame.Page(c, status, views.List, page)
}

var labels = map[string]i18n.Text{"supervisor_id": i18n.DeputyOf, deputyField: i18n.DeputyName, "from_day": i18n.DeputyFrom,
	"until_day": i18n.DeputyUntil}

func (p pages) form(ctx context.Context, by auth.Actor, o *openForm) (*views.Form, error) {
	l := by.Language
	f := &views.Form{Title: l.T(i18n.DeputyAdd), Action: paths.Deputies()}
	for _, x := range o.faults {
		f.Faults.Add(l, x.Field, l.T(labels[x.Field]), x.Code, x.Detail)
	}
	field := func(name string) ui.Field {
		return ui.Field{Name: name, Label: l.T(labels[name]), Value: o.values.Get(name), Error: f.Faults.Of(name)}
	}
	f.When = field("when")
	f.When.Label, f.When.Hint = l.T(i18n.DeputyWhen), l.T(i18n.DeputyWhenHint)
	f.When.Options = []ui.Option{{Value: onDays, Label: l.T(i18n.DeputyDates)}, {Value: onLeave, Label: l.T(i18n.DeputyOnLeave)}}
	for _, name := range []string{"from_day", "until_day"} {
		x := field(name)
		x.Type = "date"
		f.Days = append(f.Days, x)
	}
	if o.of.ID != 0 {
		f.Title, f.Action, f.Remove = l.F(i18n.DeputyEdit, o.of.DeputyName), paths.SaveDeputy(o.of.ID), paths.WithdrawDeputy(o.of.ID)
		f.Hidden = []ui.Hidden{{Name: "version", Value: o.values.Get("version")}}
		return f, nil
	}
	if by.Role == auth.Admin {
		heads, err := p.s.supervisors(ctx)
		if err != nil {
			return nil, err
		}
		x := field("supervisor_id")
		if x.Value == "" && by.Supervises {
			x.Value = number(by.EmployeeID)
		}
		for _, h := range heads {
			x.Options = append(x.Options, ui.Option{Value: number(h.ID), Label: h.Name})
		}
		f.For = &x
	}
	picker, err := p.picker(ctx, by, o)
	picker.Error = f.Faults.Of(deputyField)
	f.Deputy = &picker
	return f, err
}

// picker returns the choice of who stands in: the one who is chosen, and those who were found.
func (p pages) picker(ctx context.Context, by auth.Actor, o *openForm) (picker ui.Picker, err error) {
	query, l := httpx.SearchText(o.values.Get(ui.PickerQuery(deputyField))), by.Language
	except := by.EmployeeID
	if by.Role == auth.Admin {
		except = httpx.ID(o.values.Get("supervisor_id"))
	}
	found, all, err := p.s.find(ctx, query, except, ui.PickerRows)
	if err != nil {
		return picker, err
	}
	chosen := ui.PickedPerson{ID: httpx.ID(o.values.Get(deputyField))}
	if chosen.ID != 0 {
		if chosen.Name, err = p.s.nameOf(ctx, chosen.ID); err != nil {
			return picker, err
		}
	}
	people := make([]ui.PickedPerson, len(found))
	for i, x := range found {
		people[i] = ui.PickedPerson{ID: x.ID, Name: x.Name}
	}
	picker = ui.Picker{Field: ui.Field{Name: deputyField, Label: l.T(i18n.DeputyName)}, Find: paths.Deputies(),
		Keep: []ui.Hidden{{Name: "open", Value: "new"}}, Query: query, Open: chosen.ID == 0}
	picker = picker.OfferPeople(l, nil, chosen, people, all)
	picker.SearchLabel = l.T(i18n.DeputySearch)
	return picker, nil
}

func number(id int64) string { return strconv.FormatInt(id, 10) }

// readDays reads the days of the form; none if the deputy stands in during leave.
func readDays(c *gin.Context, faults *errs.Fields) (from, until db.Day) {
	if c.PostForm("when") == onLeave {
		return from, until
	}
	return httpx.ReadDay(faults, "from_day", c.PostForm("from_day")), httpx.ReadDay(faults, "until_day", c.PostForm("until_day"))
}

func (p pages) create(c *gin.Context) error {
	ctx := c.Request.Context()
	by := auth.From(ctx)
	var faults errs.Fields
	n := New{SupervisorID: httpx.ID(c.PostForm("supervisor_id")), DeputyID: httpx.ID(c.PostForm(deputyField))}
	if n.SupervisorID == 0 {
		n.SupervisorID = by.EmployeeID
	}
	n.From, n.Until = readDays(c, &faults)
	if len(faults) > 0 {
		faults = append(faults, New{SupervisorID: n.SupervisorID, DeputyID: n.DeputyID}.validate(p.s.today().Day)...)
	} else {
		d, err := p.s.Create(ctx, by, n)
		if err == nil {
			return done(c, i18n.DeputySaved, d)
		}
		if faults = errs.FieldsOf(err); faults == nil {
			return err
		}
	}
	return p.show(c, http.StatusUnprocessableEntity, &openForm{values: c.Request.PostForm, faults: faults.FirstPerField()})
}

func (p pages) update(c *gin.Context) error {
	ctx := c.Request.Context()
	by := auth.From(ctx)
	id, err := httpx.PathID(c, "id", "deputy")
	if err != nil {
		return err
	}
	old, err := p.s.Get(ctx, by, id)
	if err != nil {
		return err
	}
	var faults errs.Fields
	from, until := readDays(c, &faults)
	if len(faults) == 0 {
		d, err := p.s.Update(ctx, by, id, httpx.FormVersion(c), Changes{&from, &until})
		if err == nil {
			return done(c, i18n.DeputySaved, d)
		}
		if faults = errs.FieldsOf(err); faults == nil {
			return err
		}
	}
	return p.show(c, http.StatusUnprocessableEntity, &openForm{of: old, values: c.Request.PostForm, faults: faults.FirstPerField()})
}

func (p pages) delete(c *gin.Context) error {
	ctx := c.Request.Context()
	by := auth.From(ctx)
	id, err := httpx.PathID(c, "id", "deputy")
	if err != nil {
		return err
	}
	d, err := p.s.Get(ctx, by, id)
	if err != nil {
		return err
	}
	if err := p.s.Delete(ctx, by, id, httpx.FormVersion(c)); err != nil {
		return err
	}
	return done(c, i18n.DeputyGone, d)
}

func done(c *gin.Context, text i18n.Text, d Deputy) error {
	httpx.Flash(c, ui.Toast{Text: auth.Lang(c).F(text, d.DeputyName, d.SupervisorName)})
	return httpx.SeeOther(c, paths.Deputies())
}
