package activities

import (
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
	"presence/views/ui"
	views "presence/views/workforce/activities"
)

// pages handles the requests of the page of activities.
type pages struct{ s *Service }

// openForm is the form that is open, with its values and errors.
type openForm struct {
	id     int64 // 0: a new activity
	values url.Values
	faults errs.Fields
}

// list shows the activities. The query parameter open=new or open=7 opens a form; any other value opens none.
func (p pages) list(c *gin.Context) error {
	open := c.Query("open")
	if open == "new" {
		return p.show(c, http.StatusOK, &openForm{values: url.Values{}})
	}
	id := httpx.ID(open)
	if id == 0 {
		return p.show(c, http.StatusOK, nil)
	}
	a, err := p.s.Get(c.Request.Context(), id)
	if errs.KindOf(err) == errs.KindNotFound {
		return p.show(c, http.StatusOK, nil)
	}
	if err != nil {
		return err
	}
	return p.show(c, http.StatusOK, &openForm{id: id, values: url.Values{"code": {a.Code}, "name_fr": {a.NameFR}, "name_en": {a.NameEN},
		"version": {strconv.FormatInt(a.Version, 10)}}})
}

func (p pages) show(c *gin.Context, status int, o *openForm) error {
	l := auth.Lang(c)
	page := views.Page{Add: paths.Activity("new")}
	err := p.s.Each(c.Request.Context(), Filter{Rows: math.MaxInt64}, func(a Activity) error {
		page.Rows = append(page.Rows, views.Row{Code: a.Code, Name: a.Name(l), Href: paths.Activity(strconv.FormatInt(a.ID, 10)),
			Edit: l.F(i18n.ActivityEdit, a.Code)})
		return nil
	})
	if err != nil {
		return err
	}
	if o != nil {
		page.Form = form(l, o)
	}
	return frame.Page(c, status, views.List, page)
}

var labels = map[string]i18n.Text{"code": i18n.ActivityCode, "name_fr": i18n.ActivityNameFR, "name_en": i18n.ActivityNameEN}

func form(l i18n.Lang, o *openForm) *views.Form {
	f := &views.Form{Title: l.T(i18n.ActivityAdd), Action: paths.Activities()}
	if o.id != 0 {
		f.Title, f.Action = l.F(i18n.ActivityEdit, o.values.Get("code")), paths.SaveActivity(o.id)
		f.Archive = paths.DeleteActivity(o.id)
		f.Hidden = []ui.Hidden{{Name: "version", Value: o.values.Get("version")}}
	}
	for _, x := range o.faults {
		f.Faults.Add(l, x.Field, l.T(labels[x.Field]), x.Code, x.Detail)
	}
	field := func(name string, more ui.Field) {
		more.Name, more.Label, more.Value, more.Error, more.AutoComplete = name, l.T(labels[name]), o.values.Get(name), f.Faults.Of(name), "off"
		f.Fields = append(f.Fields, more)
	}
	field("code", ui.Field{Required: true, MaxLength: maxCode, Hint: l.T(i18n.ActivityCodeHint)})
	field("name_fr", ui.Field{MaxLength: maxName, Hint: l.T(i18n.ActivityNameHint)})
	field("name_en", ui.Field{MaxLength: maxName})
	return f
}

func (p pages) create(c *gin.Context) error {
	a, err := p.s.Create(c.Request.Context(), auth.From(c.Request.Context()), readForm(c))
	return p.finish(c, 0, i18n.ActivitySaved, a.Code, err)
}

func (p pages) save(c *gin.Context) error {
	id, err := httpx.PathID(c, "id", "activity")
	if err != nil {
		return err
	}
	n := readForm(c)
	a, err := p.s.Update(c.Request.Context(), auth.From(c.Request.Context()), id, httpx.FormVersion(c), Changes{&n.Code, &n.NameFR, &n.NameEN})
	return p.finish(c, id, i18n.ActivitySaved, a.Code, err)
}

func (p pages) delete(c *gin.Context) error {
	id, err := httpx.PathID(c, "id", "activity")
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	a, err := p.s.Get(ctx, id)
	if err == nil {
		err = p.s.Delete(ctx, auth.From(ctx), id, httpx.FormVersion(c))
	}
	return p.finish(c, id, i18n.ActivityArchived, a.Code, err)
}

func readForm(c *gin.Context) New {
	return New{c.PostForm("code"), c.PostForm("name_fr"), c.PostForm("name_en")}
}

// finish leads back to the list, or shows the form again with what is wrong.
func (p pages) finish(c *gin.Context, id int64, done i18n.Text, code string, err error) error {
	faults := errs.FieldsOf(err)
	if errs.HasCode(err, "duplicate") {
		faults.Add("code", "duplicate", "Another activity already has this code.")
	}
	if faults != nil {
		return p.show(c, http.StatusUnprocessableEntity, &openForm{id: id, values: c.Request.PostForm, faults: faults.FirstPerField()})
	}
	if err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: auth.Lang(c).F(done, code)})
	return httpx.SeeOther(c, paths.Activities())
}
