package rsvp

import (
	"cmp"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/hub/rsvp"
	"presence/views/ui"
)

// formState is the form of an answer with its values and errors.
type formState struct {
	of     *RSVP // the registration to correct; nil: a new one
	values url.Values
	faults errs.Fields
	banner string // an error that belongs to no field
	other  string // link to the guest's other registration; empty: there is none
	clash  *ui.Clash
}

// newForm shows the empty form in which staff enter an answer for a guest.
func (d pages) newForm(c *gin.Context) error {
	return d.renderForm(c, http.StatusOK, formState{values: url.Values{"people": {"1"}, "language": {string(i18n.FR)}, "confirm": {"true"}}})
}

// create saves the answer that staff entered for a guest.
func (d pages) create(c *gin.Context) error {
	ctx, l := c.Request.Context(), auth.Lang(c)
	e, err := d.s.Event(ctx, c.Param("event"))
	if err != nil {
		return err
	}
	answer, faults := readStaffForm(c, e, "")
	if len(faults) > 0 {
		return d.renderForm(c, http.StatusUnprocessableEntity, formState{values: c.Request.PostForm, faults: faults})
	}
	confirm := c.PostForm("confirm") != ""
	r, updated, mailedTo, err := d.s.EnterForGuest(ctx, auth.From(ctx), e.ID, answer, confirm)
	if err == nil {
		text := i18n.RegEntered
		if updated {
			text = i18n.RegReplaced
		}
		toast := ui.Toast{Text: l.F(text, r.Name)}
		switch {
		case mailedTo != "":
			toast.Text += " " + l.F(i18n.ThanksMail, mailedTo)
		case confirm && r.Email != "":
			toast.Tone, toast.Text = ui.Warn, toast.Text+" "+l.T(i18n.RegNotConfirmed)
		}
		httpx.Flash(c, toast)
		return httpx.SeeOther(c, paths.Registration(r.EventID, r.ID))
	}
	return d.formRefused(c, err, formState{values: c.Request.PostForm})
}

// editForm shows the form that corrects an answer.
func (d pages) editForm(c *gin.Context) error {
	_, r, err := d.find(c)
	if err != nil {
		return err
	}
	return d.renderForm(c, http.StatusOK, formState{of: &r, values: valuesOf(r)})
}

// correct saves staff's corrections to an answer.
func (d pages) correct(c *gin.Context) error {
	ctx, l := c.Request.Context(), auth.Lang(c)
	e, r, err := d.find(c)
	if err != nil {
		return err
	}
	answer, faults := readStaffForm(c, e, r.Language)
	f := formState{of: &r, values: c.Request.PostForm, faults: faults}
	if len(faults) > 0 {
		return d.renderForm(c, http.StatusUnprocessableEntity, f)
	}
	kept, err := d.s.Correct(ctx, auth.From(ctx), e.ID, r.ID, httpx.FormVersion(c), answer)
	switch {
	case err == nil:
		httpx.Flash(c, ui.Toast{Text: l.F(i18n.RegCorrected, kept.Name)})
		return httpx.SeeOther(c, paths.Registration(e.ID, r.ID))
	case errs.KindOf(err) == errs.KindStale:
		return d.conflict(c, f, answer)
	case errs.HasCode(err, RegisteredAlready):
		f.other = paths.Registration(e.ID, kept.ID)
	}
	return d.formRefused(c, err, f)
}

// readStaffForm reads the answer in the form of staff, with a language for one that has none. It returns the error of checkShown.
func readStaffForm(c *gin.Context, e events.Event, l i18n.Lang) (a Answer, faults errs.Fields) {
	s := readForm(c)
	a = s.Answer.withLanguage(cmp.Or(s.Language, l))
	a.Details = readDetails(c.Request.PostForm, e, min(a.People, MaxPeople))
	a.dropArchived(e)
	return a, checkShown(e, number(c.PostForm("shown")), a.People)
}

// formRefused shows the form again with the reason why it was not saved.
func (d pages) formRefused(c *gin.Context, err error, f formState) error {
	e, ok := errs.Of(err)
	switch {
	case ok && e.Kind == errs.KindInvalid:
		f.faults = e.Fields
		return d.renderForm(c, http.StatusUnprocessableEntity, f)
	case ok && e.Kind == errs.KindConflict:
		f.banner = auth.Lang(c).T(i18n.Fault(e.Code, e.Detail))
		return d.renderForm(c, http.StatusConflict, f)
	}
	return err
}

// conflict handles a form that was filled from an older version than the saved one. Fields that only the saved version changed
// are taken over. For fields that both changed, the page shows the saved value next to the typed one (412). If no field changed
// in the saved version, the form is saved.
func (d pages) conflict(c *gin.Context, f formState, typed Answer) error {
	ctx, l, by := c.Request.Context(), auth.Lang(c), auth.From(c.Request.Context())
	revisions, err := d.s.Revisions(ctx, f.of.EventID, f.of.ID)
	if err != nil {
		return err
	}
	_ = typed.Validate() // cleans the values; their errors were handled before
	var was audit.Auditable
	f.clash = &ui.Clash{Title: l.Clash("", false, d.s.now()), Open: paths.Registration(f.of.EventID, f.of.ID)}
	for i, v := range revisions {
		if i == 0 {
			f.clash.Title = d.replacedBy(l, v, by)
		}
		if v.Version == *httpx.FormVersion(c) {
			was = v.Answer
		}
	}
	both, taken := audit.Conflicts(was, f.of.Answer, typed)
	if len(both)+len(taken) == 0 {
		if _, err := d.s.Correct(ctx, by, f.of.EventID, f.of.ID, &f.of.Version, typed); err != nil {
			return d.formRefused(c, err, f)
		}
		httpx.Flash(c, ui.Toast{Text: l.F(i18n.RegCorrected, typed.Name)})
		return httpx.SeeOther(c, paths.Registration(f.of.EventID, f.of.ID))
	}
	saved := valuesOf(*f.of)
	var names []string
	for _, name := range answerFields {
		switch label := l.T(answerLabels[name]); {
		case taken[name]:
			takeSaved(f.values, saved, name)
			names = append(names, label)
		case both[name]:
			f.clash.Rows = append(f.clash.Rows, ui.Differing{Field: name, Label: label, Saved: fieldText(*f.of, name),
				Lines: strings.Contains(saved.Get(name), "\n")})
		}
	}
	if len(names) > 0 {
		f.clash.Taken = l.F(i18n.ClashTaken, strings.Join(names, "; "))
	}
	return d.renderForm(c, http.StatusPreconditionFailed, f)
}

// takeSaved replaces a field of the form by the saved one. The fields "companions" and "answers" have a value for each person, such as
// "companions[0]" and "answers.11.0".
func takeSaved(form, saved url.Values, field string) {
	isPart := func(key string) bool {
		return key == field || strings.HasPrefix(key, field+"[") || strings.HasPrefix(key, field+".")
	}
	maps.DeleteFunc(form, func(key string, _ []string) bool { return isPart(key) })
	for key, list := range saved {
		if isPart(key) {
			form[key] = list
		}
	}
}

// replacedBy returns the sentence that says who replaced the revision v, and when.
func (d pages) replacedBy(l i18n.Lang, v Revision, by auth.Actor) string {
	name := v.Replacer
	if v.ReplacedBy == "" {
		name = l.T(i18n.RegGuest)
	}
	return l.Clash(name, v.ReplacedBy == by.PersonID, v.ReplacedAt.Time().In(d.zone))
}

// valuesOf returns the form values of an answer.
func valuesOf(r RSVP) url.Values {
	values := url.Values{"name": {r.Name}, "people": {strconv.FormatInt(r.People, 10)}, "email": {r.Email}, "phone": {r.Phone},
		"customer_number": {r.CustomerNumber},
		"language":        {string(r.Language)}, "allergies": {r.Allergies}}
	maps.Copy(values, r.Details.formOf())
	return values
}

// fieldText returns one field of an answer as text for people.
func fieldText(r RSVP, field string) string {
	if field == "language" {
		return r.Language.Name()
	}
	companions, answers := r.Details.audit()
	switch field {
	case "companions":
		return companions
	case "answers":
		return answers
	}
	return valuesOf(r).Get(field)
}

// withLanguage returns the answer with the language l.
func (a Answer) withLanguage(l i18n.Lang) Answer {
	a.Language = l
	return a
}

// answerFields are the fields of the form, in their order.
var answerFields = []string{"name", "people", "email", "phone", "customer_number", "language", "allergies", "companions", "answers"}

var answerLabels = map[string]i18n.Text{"name": i18n.RegName, "people": i18n.RegPeople, "email": i18n.RsvpEmail, "phone": i18n.RsvpPhone,
	"customer_number": i18n.RsvpNumber, "language": i18n.RegLanguage, "allergies": i18n.RsvpAllergies,
	"companions": i18n.RsvpCompanions, "answers": i18n.EventQuestions}

func (d pages) renderForm(c *gin.Context, status int, x formState) error {
	l := auth.Lang(c)
	e, err := d.s.Event(c.Request.Context(), c.Param("event"))
	if err != nil {
		return err
	}
	p := views.Entry{Head: d.head(l, e), Lead: l.T(i18n.RegNewText), Save: l.T(i18n.RegSaveIt), Action: paths.Registrations(e.ID),
		List: paths.Registrations(e.ID),
		Back: paths.Registrations(e.ID), Banner: x.banner, Other: x.other, Clash: x.clash}
	p.Title = l.T(i18n.RegNew)
	if r := x.of; r != nil {
		p.Title, p.Lead, p.Save = l.F(i18n.RegCorrectOf, r.Name), l.T(i18n.RegCorrectText), l.T(i18n.Save)
		p.Person, p.Action, p.Back = &views.Place{Name: r.Name,
			Href: paths.Registration(e.ID, r.ID)}, paths.EditRegistration(e.ID, r.ID), paths.Registration(e.ID, r.ID)
		p.Hidden = []ui.Hidden{{Name: "version", Value: versionOf(x)}}
	} else if d.s.MayConfirm(e) {
		p.Confirm = &ui.Field{Name: "confirm", Label: l.T(i18n.RegConfirm), Hint: l.T(i18n.RegConfirmHint),
			Checked: x.values.Get("confirm") != ""}
	}
	d.fields(l, &p, x)
	d.detailFields(l, &p, e, x)
	return frame.Page(c, status, views.Answering, p)
}

// versionOf returns the version that the form was filled from. A form that shows a conflict counts as filled from the saved
// version.
func versionOf(x formState) string {
	if v := x.values.Get("version"); v != "" && x.clash == nil {
		return v
	}
	return strconv.FormatInt(x.of.Version, 10)
}

func (d pages) fields(l i18n.Lang, p *views.Entry, x formState) {
	for _, f := range x.faults {
		if label, known := answerLabels[f.Field]; known {
			p.Faults.Add(l, f.Field, l.T(label), f.Code, f.Detail)
		}
	}
	field := func(name string, f ui.Field) ui.Field {
		f.Name, f.Label, f.Value, f.Error, f.AutoComplete = name, l.T(answerLabels[name]), x.values.Get(name), p.Faults.Of(name), "off"
		if !f.Required {
			f.Optional = l.T(i18n.Optional)
		}
		return f
	}
	p.Fields = []ui.Field{
		field("name", ui.Field{Required: true, MaxLength: MaxName}),
		field("people", ui.Field{Required: true, Type: "number", InputMode: "numeric", Min: "0", Max: strconv.Itoa(MaxPeople),
			Hint: l.T(i18n.RegPeopleHint), Attrs: map[string]any{"data-party": true}}),
		field("email", ui.Field{Type: "email", MaxLength: maxEmail}),
		field("phone", ui.Field{Type: "tel", MaxLength: maxPhone}),
		field("customer_number", ui.Field{MaxLength: maxNumber}),
		field("language", ui.Field{Options: []ui.Option{{Value: string(i18n.FR), Label: i18n.FR.Name()},
			{Value: string(i18n.EN), Label: i18n.EN.Name()}}}),
	}
	p.Lines = field("allergies", ui.Field{MaxLength: maxAllergies})
}

// staffShown is for how many people the form of staff has fields before they say how many are coming.
const staffShown = 3

// detailFields adds the fields about the party, at least for so many people as are coming.
func (d pages) detailFields(l i18n.Lang, p *views.Entry, e events.Event, x formState) {
	f := detailForm{lang: l, event: e, values: x.values, faults: x.faults, staff: true}
	for _, fault := range x.faults {
		if label, ok := f.label(fault.Field); ok && fault.Field != "companions" {
			p.Faults.Add(l, fault.Field, label, fault.Code, fault.Detail)
		}
	}
	people := max(0, min(number(x.values.Get("people")), MaxPeople))
	shown := min(f.shown(people), max(people, staffShown))
	p.Party = f.party()
	guest, others := f.persons(max(1, shown))
	if guest.Title = l.T(i18n.RsvpGuest); len(guest.Asks) > 0 {
		p.People = append(p.People, guest)
	}
	p.Others = len(p.People) == 0
	if shown > 0 {
		p.People = append(p.People, others...)
		p.Hidden = append(p.Hidden, ui.Hidden{Name: "shown", Value: strconv.FormatInt(shown, 10)})
	}
}
