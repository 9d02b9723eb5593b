package rsvp

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/auth"
	"presence/app/errs"
	"presence/app/events"
	"presence/app/httpx"
	"presence/app/i18n"
	"presence/app/paths"
	draw "presence/views/rsvp"
	"presence/views/ui"
)

// blank is the form of an answer on somebody's behalf.
func (d desk) blank(c *gin.Context) error {
	return d.form(c, http.StatusOK, url.Values{"people": {"1"}, "language": {string(i18n.FR)}}, nil, "")
}

// enter keeps what staff filled in for a guest.
func (d desk) enter(c *gin.Context) error {
	ctx, l := c.Request.Context(), lang(c)
	s := readForm(c)
	r, updated, err := d.s.Enter(ctx, auth.From(ctx), c.Param("event"), s.Answer.in(s.Language))
	if err == nil {
		text := i18n.RegEntered
		if updated {
			text = i18n.RegReplaced
		}
		httpx.Flash(c, ui.Toast{Text: l.F(text, r.Name)})
		return httpx.SeeOther(c, paths.Registration(r.EventID, r.ID))
	}
	e, ok := errors.AsType[*errs.Error](err)
	switch {
	case ok && e.Kind == errs.Invalid:
		return d.form(c, http.StatusUnprocessableEntity, c.Request.PostForm, e.Fields, "")
	case ok && e.Kind == errs.Conflict:
		return d.form(c, http.StatusConflict, c.Request.PostForm, nil, l.T(i18n.Fault(e.Code, e.Detail)))
	}
	return err
}

// in is the answer in a language.
func (a Answer) in(l i18n.Lang) Answer {
	a.Language = l
	return a
}

func (d desk) form(c *gin.Context, status int, v url.Values, faults errs.Fields, banner string) error {
	l := lang(c)
	e, err := events.In(c.Request.Context(), d.s.db, c.Param("event"))
	if err != nil {
		return err
	}
	p := draw.New{Head: d.head(l, e), Action: paths.Registrations(e.ID), Back: paths.Registrations(e.ID), Banner: banner}
	p.Title = l.T(i18n.RegNew)
	labels := map[string]i18n.Text{"name": i18n.RegName, "people": i18n.RegPeople, "email": i18n.RsvpEmail, "phone": i18n.RsvpPhone, "customer_number": i18n.RsvpNumber, "language": i18n.RegLanguage, "allergies": i18n.RsvpAllergies}
	for _, f := range faults {
		p.Faults.Add(l, f.Field, l.T(labels[f.Field]), f.Code, f.Detail)
	}
	field := func(name string, x ui.Field) ui.Field {
		x.Name, x.Label, x.Value, x.Error, x.AutoComplete = name, l.T(labels[name]), v.Get(name), p.Faults.Of(name), "off"
		if !x.Required && len(x.Options) == 0 {
			x.Optional = l.T(i18n.Optional)
		}
		return x
	}
	p.Fields = []ui.Field{
		field("name", ui.Field{Required: true, MaxLength: maxName}),
		field("people", ui.Field{Required: true, Type: "number", InputMode: "numeric", Min: "1", Max: strconv.Itoa(MaxPeople), Hint: l.T(i18n.RegPeopleHint)}),
		field("email", ui.Field{Type: "email", MaxLength: maxEmail}),
		field("phone", ui.Field{Type: "tel", MaxLength: maxPhone}),
		field("customer_number", ui.Field{MaxLength: maxNumber}),
		field("language", ui.Field{Options: []ui.Option{{Value: string(i18n.FR), Label: i18n.FR.Name()}, {Value: string(i18n.EN), Label: i18n.EN.Name()}}}),
	}
	p.Lines = field("allergies", ui.Field{MaxLength: maxAllergies})
	return httpx.Render(c, status, draw.NewRegistration(auth.Frame(c), p))
}
