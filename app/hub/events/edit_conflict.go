package events

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/palette"
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
		dropChange(&changes, field)
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

// formOrder returns the JSON names of an event's fields in the order of the editor.
func formOrder() (names []string) {
	for _, f := range fields {
		names = append(names, "content.fr."+f.name, "content.en."+f.name)
	}
	return append(names, "starts_at", "ends_at", "rsvp_deadline", "capacity", "people_limit", "companions", "questions", "offer_hold_hours",
		"offer_cutoff_hours", "status", "palette", "email_template", pictureField, pictureFRField, pictureENField)
}

// fieldText returns the value of a field as text for people.
func (d presenter) fieldText(e Event, field string) string {
	l := d.lang
	switch field {
	case "starts_at":
		return l.Moment(e.StartsAt.Time().In(d.zone))
	case "ends_at":
		return l.Moment(e.EndsAt.Time().In(d.zone))
	case "rsvp_deadline":
		if e.Deadline != 0 {
			return l.Moment(e.Deadline.Time().In(d.zone))
		}
	case "capacity":
		if e.Capacity != nil {
			return l.Int(*e.Capacity)
		}
	case "offer_hold_hours":
		return l.Int(e.OfferHold)
	case "offer_cutoff_hours":
		return l.Int(e.OfferCutoff)
	case "people_limit":
		return l.Int(e.PeopleLimit)
	case "companions":
		return l.T(companionNames[e.Companions])
	case "questions":
		return questionsText(e.Questions)
	case "status":
		return l.T(stateNames[e.State])
	case pictureField:
		return e.Picture.Text(string(l))
	case pictureFRField:
		return e.Picture.FR
	case pictureENField:
		return e.Picture.EN
	case "palette":
		return l.T(i18n.Palettes[palette.Of(e.Palette).Name])
	case "email_template":
		switch e.EmailTemplate {
		case "":
			return l.T(i18n.EventFestive)
		case BlocksTemplate:
			return l.T(i18n.EventBlocks)
		}
		return e.EmailTemplate
	}
	for _, f := range fields {
		switch field {
		case "content.fr." + f.name:
			return *f.content(&e.Content.FR)
		case "content.en." + f.name:
			return *f.content(&e.Content.EN)
		}
	}
	return ""
}

var stateNames = map[State]i18n.Text{Draft: i18n.EventIsDraft, Open: i18n.EventIsOpen, Closed: i18n.EventIsShut}
