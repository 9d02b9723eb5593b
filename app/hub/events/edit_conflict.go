package events

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
)

// conflict handles a form that was filled from an older version than the saved one. Fields that only the saved version changed
// are taken over. For fields that both changed, the page shows the saved value next to the typed one (412). If no field changed
// in the saved version, the form is saved.
func (p pages) conflict(c *gin.Context, changes Changes) error {
	ctx := c.Request.Context()
	by := auth.From(ctx)
	now, was, last, err := p.s.versionAt(ctx, c.Param("event"), *httpx.FormVersion(c))
	if err != nil {
		return err
	}
	if changes.Cover != nil && len(changes.Cover.Data) == 0 && !now.Picture.Shown() {
		changes.Cover = nil // the picture that it describes is gone
	}
	mine := now.apply(changes)
	mine.Picture = changes.Cover.over(now.Picture)
	both, taken := audit.Conflicts(was, auditFields(now), auditFields(mine))
	if len(both)+len(taken) == 0 && c.PostForm("undo") == "" { // an undo is of what was seen, and of nothing else
		r, err := p.s.Update(ctx, by, now.ID, &now.Version, changes)
		if faults := faultsOf(err, ""); faults != nil {
			return p.showErrors(c, faults)
		}
		if err != nil {
			return err
		}
		to, err := p.offerUpdate(c, now, r.Event, paths.Event(r.ID))
		if err != nil {
			return err
		}
		return p.done(c, i18n.EventSaved, r, to)
	}
	o, err := p.postedState(c)
	if err != nil {
		return err
	}
	for field := range taken {
		o.values.Del(field)
		changes.drop(field)
	}
	o.values.Set("version", strconv.FormatInt(now.Version, 10))
	if !taken["questions"] {
		o.typed = changes.Questions
	}
	o.Event, o.clash = now.apply(changes), p.presenter(c).conflict(now, last, by, both, taken)
	return p.show(c, http.StatusPreconditionFailed, o)
}

// conflict returns the notice that says who saved the event, which fields were taken over, and the saved values of those that
// both changed.
func (d presenter) conflict(now Event, last *audit.Entry, by auth.Actor, both, taken map[string]bool) *ui.Clash {
	l := d.lang
	x := &ui.Clash{Title: l.Clash("", false, d.now), Open: paths.Event(now.ID)}
	if last != nil {
		x.Title = l.Clash(last.Who.Name, last.Who.PersonID == by.PersonID, last.At.Time().In(d.zone))
	}
	var names []string
	for _, field := range formOrder() {
		if taken[field] {
			names = append(names, d.label(field))
		}
		if both[field] {
			saved := d.fieldText(now, field)
			x.Rows = append(x.Rows, ui.Differing{Field: field, Label: d.label(field), Saved: saved, Lines: strings.Contains(saved, "\n") ||
				len(saved) > 200})
		}
	}
	if len(names) > 0 {
		x.Taken = l.F(i18n.ClashTaken, strings.Join(names, "; "))
	}
	return x
}

// formOrder returns the JSON names of an event's fields in the order of the editor, the cover picture at the end.
func formOrder() (names []string) {
	for _, f := range fields {
		names = append(names, f.name)
	}
	return append(names, pictureField, pictureFRField, pictureENField)
}

// fieldText returns the value of a field as text for people.
func (d presenter) fieldText(e Event, name string) string {
	switch name {
	case pictureField:
		return e.Picture.Text(string(d.lang))
	case pictureFRField:
		return e.Picture.FR
	case pictureENField:
		return e.Picture.EN
	}
	if i := slices.IndexFunc(fields, func(f field) bool { return f.name == name }); i >= 0 {
		return fields[i].shown(d, e)
	}
	return ""
}

// templateName returns what the editor calls the template of an invitation.
func (d presenter) templateName(name string) string {
	switch name {
	case "":
		return d.lang.T(i18n.EventFestive)
	case BlocksTemplate:
		return d.lang.T(i18n.EventBlocks)
	}
	return name
}

var stateNames = map[State]i18n.Text{Draft: i18n.EventIsDraft, Open: i18n.EventIsOpen, Closed: i18n.EventIsShut}
