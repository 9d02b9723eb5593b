package mytime

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/workforce/shifts"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/mytime"
)

// fillUsual fills the empty days of the period with the shifts of the owner's schedule, or with their usual shifts.
func (p pages) fillUsual(c *gin.Context) error {
	l, err := p.location(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	d, err := p.loadPresenter(c.Request.Context(), l)
	if err != nil {
		return err
	}
	touched := make([]db.Day, days)
	for i := range touched {
		touched[i] = l.period.Start.Add(i)
	}
	return p.addMany(c, d, d.view.toFill(), touched, func(made []shifts.Shift, refused int) ui.Toast {
		return d.added(made, refused, i18n.TimeFilled, i18n.TimeFillNone)
	})
}

// toFill returns the shifts that fill the days of the period that are empty: without hours and leave, and within the employment. If a
// schedule is published for the period, they are its shifts until today; else the usual shifts, on no statutory holiday.
func (f *PeriodView) toFill() (list []shifts.New) {
	scheduled := f.scheduled()
	closed := map[db.Day]bool{}
	for _, h := range f.Holidays {
		closed[h.Day] = true
	}
	for _, x := range f.Days {
		switch {
		case len(x.Shifts) > 0 || x.away() || !f.employed(x.Date):
		case scheduled:
			list = append(list, f.plannedShifts(x)...)
		case !closed[x.Date]:
			list = append(list, f.Usual.On(x.Date, f.zone)...)
		}
	}
	return list
}

// firstToFill returns the index of the first week that is filled.
func (d *presenter) firstToFill() int {
	return d.view.toFill()[0].Day.Sub(d.view.Period.Start) / 7
}

// fill returns the button that fills the period; nil if there is none to fill.
func (d *presenter) fill() *views.Post {
	if !d.own() || !d.mayAdd() || len(d.view.toFill()) == 0 {
		return nil
	}
	label := i18n.TimeFillUsual
	if d.view.scheduled() {
		label = i18n.TimeFillPlanned
	}
	return &views.Post{Action: d.location.grid.FillUsual(), Label: d.lang.T(label), Hidden: d.location.hidden()}
}

// madeText writes ids and versions of shifts for readMade: 31-1 32-1.
func madeText(list []shifts.Shift) string {
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = fmt.Sprintf("%d-%d", x.ID, x.Version)
	}
	return strings.Join(texts, " ")
}

// readMade reads what madeText has written.
func readMade(text string) (list []shifts.Shift) {
	for part := range strings.FieldsSeq(text) {
		var x shifts.Shift
		if n, _ := fmt.Sscanf(part, "%d-%d", &x.ID, &x.Version); n == 2 && len(list) < 100 {
			list = append(list, x)
		}
	}
	return list
}

// takeBack deletes the shifts that were added at once, as far as nobody has changed them.
func (p pages) takeBack(c *gin.Context) error {
	l, err := p.location(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	actor := auth.From(c.Request.Context())
	n, err := p.s.TakeBack(c.Request.Context(), actor, readMade(c.PostForm("made")))
	if err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Tone: ui.Info, Text: actor.Language.N(n, i18n.TimeFillUndone)})
	return httpx.SeeOther(c, l.href(url.Values{}))
}
