package rsvp

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/hub/timeline"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/hub/rsvp"
	"presence/views/ui"
)

// one shows a registration with its history. The parameter ask=delete opens the confirmation to delete it.
func (d pages) one(c *gin.Context) error {
	ctx, l := c.Request.Context(), auth.Lang(c)
	e, r, err := d.find(c)
	if err != nil {
		return err
	}
	revisions, err := d.s.Revisions(ctx, e.ID, r.ID)
	if err != nil {
		return err
	}
	p := views.One{Head: d.head(l, e), Edit: paths.EditRegistration(e.ID, r.ID), Subtitle: rowNote(l, r),
		Sure: confidenceView(l, r.Attribution), Answer: withArrived(l, answerLines(l, e, r.Answer), r),
		Who: d.guestLines(l, r), Back: paths.Registrations(e.ID),
		Ask: paths.Registration(e.ID, r.ID) + "?ask=delete", Asked: c.Query("ask") == "delete", Delete: paths.DeleteRegistration(e.ID, r.ID),
		Version: strconv.FormatInt(r.Version, 10), AskTitle: l.F(i18n.RegDeleteAsk, r.Name), AskText: l.N(int(r.People), i18n.RegDeleteText)}
	p.Title = r.Name
	if e.On(d.s.now(), d.zone) && r.People > r.Arrived {
		p.Door = paths.DoorAt(e.ID, r.ID)
	}
	if p.Match, err = d.matchQuestion(c, r); err != nil {
		return err
	}
	happened, err := d.history(ctx, timeline.Guest{CustomerID: r.CustomerID, Emails: []string{r.Email}, Registration: r.ID}, l)
	if err != nil {
		return err
	}
	p.Timeline = timeline.Rows(l, d.zone, happened, e.ID)
	next := r.Answer
	for _, v := range revisions {
		p.Revisions = append(p.Revisions, d.revision(l, e, r, v, next))
		next = v.Answer
	}
	return frame.Page(c, http.StatusOK, views.Registration, p)
}

// matchQuestion returns the question about a probable match, with the number of those that are left; nil: there is none.
func (d pages) matchQuestion(c *gin.Context, r RSVP) (*views.MatchQuestion, error) {
	if r.Confidence != Probable {
		return nil, nil
	}
	l := auth.Lang(c)
	f, err := d.s.Stats(c.Request.Context(), r.EventID)
	if err != nil {
		return nil, err
	}
	x := &views.MatchQuestion{Action: paths.DecideMatch(r.EventID, r.ID), Version: strconv.FormatInt(r.Version, 10),
		Ask: l.T(i18n.RegSeveralAsk), Left: l.N(int(f.By[Probable]-1), i18n.RegCheckNext)}
	if r.CustomerID != "" || r.AccountID != "" {
		x.One, x.Ask = true, l.F(i18n.RegSameAsk, cmp.Or(r.NameOnFile, r.AccountID, r.CustomerID))
		if r.nameDiffers() {
			x.Differs = l.F(i18n.RegNameDiffers, r.Name, r.NameOnFile)
		}
	}
	return x, nil
}

// decideMatch stores the decision about a probable match and leads to the next one. The message undoes it.
func (d pages) decideMatch(c *gin.Context) error {
	e, r, err := d.find(c)
	if err != nil {
		return err
	}
	ctx, l, same := c.Request.Context(), auth.Lang(c), c.PostForm("same") == "yes"
	after, err := d.s.DecideMatch(ctx, auth.From(ctx), e.ID, r.ID, httpx.FormVersion(c), same)
	if err != nil {
		return redirectResult(c, err, r, "", "")
	}
	text := i18n.RegMatchRejected
	if same {
		text = i18n.RegMatchConfirmed
	}
	httpx.Flash(c, ui.Toast{Text: l.F(text, r.Name), Undo: paths.RestoreRegistration(e.ID, r.ID), Hidden: []ui.Hidden{
		{Name: "version", Value: strconv.FormatInt(r.Version, 10)}, {Name: "current", Value: strconv.FormatInt(after.Version, 10)}}})
	next, err := d.s.NextToCheck(ctx, e.ID, r.ID)
	if errs.KindOf(err) == errs.KindNotFound {
		next, err = d.s.NextToCheck(ctx, e.ID, 0)
	}
	switch {
	case errs.KindOf(err) == errs.KindNotFound:
		return httpx.SeeOther(c, paths.Registrations(e.ID))
	case err != nil:
		return err
	}
	return httpx.SeeOther(c, paths.Registration(e.ID, next.ID))
}

func (d pages) find(c *gin.Context) (e events.Event, r RSVP, err error) {
	id, err := httpx.PathID(c, "rsvp", "registration")
	if err != nil {
		return e, r, err
	}
	if e, err = d.s.Event(c.Request.Context(), c.Param("event")); err != nil {
		return e, r, err
	}
	r, err = d.s.Get(c.Request.Context(), e.ID, id)
	return e, r, err
}

// answerLines returns the fields of an answer with their labels, in the order of the form.
func answerLines(l i18n.Lang, e events.Event, a Answer) []views.Line {
	return append([]views.Line{
		{Name: l.T(i18n.RegName), Value: a.Name}, {Name: l.T(i18n.RegPeople), Value: peopleText(l, a)},
		{Name: l.T(i18n.RsvpEmail), Value: orNotGiven(l, a.Email), Email: a.Email != ""},
		{Name: l.T(i18n.RsvpPhone), Value: orNotGiven(l, contact.Phone(a.Phone))},
		{Name: l.T(i18n.RsvpNumber), Value: orNotGiven(l, a.CustomerNumber)},
		{Name: l.T(i18n.RegAllergies), Value: orNotGiven(l, a.Allergies)}, {Name: l.T(i18n.RegLanguage), Value: a.Language.Name()},
	}, detailLines(l, e, a)...)
}

// withArrived adds how many have been checked in, if any, behind how many are coming.
func withArrived(l i18n.Lang, lines []views.Line, r RSVP) []views.Line {
	if r.Arrived == 0 {
		return lines
	}
	return slices.Insert(lines, 2, views.Line{Name: l.T(i18n.RegArrived), Value: l.Int(r.Arrived)})
}

// peopleText returns how many are coming.
func peopleText(l i18n.Lang, a Answer) string {
	if a.Declines() {
		return l.T(i18n.RegDeclined)
	}
	return l.Int(a.People)
}

func orNotGiven(l i18n.Lang, s string) string {
	if s == "" {
		return l.T(i18n.RegNotGiven)
	}
	return s
}

func (d pages) guestLines(l i18n.Lang, r RSVP) []views.Line {
	moment := func(name i18n.Text, at time.Time) views.Line {
		return views.Line{Name: l.T(name), Value: l.MomentBrief(at.In(d.zone), d.today())}
	}
	return []views.Line{
		{Name: l.T(i18n.RegNameOnFile), Value: orNotGiven(l, r.NameOnFile)}, {Name: l.T(i18n.RegAccount), Value: orNotGiven(l, r.AccountID)},
		{Name: l.T(i18n.RegCustomer), Value: orNotGiven(l, r.CustomerID)},
		{Name: l.T(i18n.RegIP), Value: orNotGiven(l, r.IP)}, moment(i18n.RegCreated, r.CreatedAt.Time()),
		moment(i18n.RegResponded, r.RespondedAt.Time()),
	}
}

func (d pages) revision(l i18n.Lang, e events.Event, r RSVP, v Revision, next Answer) views.Revision {
	version := l.Int(v.Version)
	by := l.T(i18n.RegGuest)
	if v.ReplacedBy != "" {
		by = cmp.Or(v.Replacer, l.T(i18n.RegStaff))
	}
	x := views.Revision{Title: l.F(i18n.RegVersion, version), Restore: paths.RestoreRegistration(r.EventID, r.ID),
		Label: l.F(i18n.RegRestoreOf, version),
		Notes: []string{l.F(i18n.RegAnswered, l.MomentBrief(v.RespondedAt.Time().In(d.zone), d.today())) + " · " +
			l.F(i18n.RegReplacedBy, by, l.MomentBrief(v.ReplacedAt.Time().In(d.zone), d.today()))},
		Hidden: []ui.Hidden{{Name: "version", Value: strconv.FormatInt(v.Version, 10)},
			{Name: "current", Value: strconv.FormatInt(r.Version, 10)}}}
	x.Changes = changedLines(answerLines(l, e, v.Answer), answerLines(l, e, next))
	return x
}

// changedLines returns the lines that differ. Lines about the party may be missing before or after.
func changedLines(before, after []views.Line) (list []views.Change) {
	valueIn := func(lines []views.Line, name string) string {
		for _, x := range lines {
			if x.Name == name {
				return x.Value
			}
		}
		return ""
	}
	for _, x := range before {
		if value := valueIn(after, x.Name); value != x.Value {
			list = append(list, views.Change{Name: x.Name, Before: x.Value, After: value})
		}
	}
	for _, x := range after {
		if !slices.ContainsFunc(before, func(b views.Line) bool { return b.Name == x.Name }) {
			list = append(list, views.Change{Name: x.Name, After: x.Value})
		}
	}
	return list
}

// restore restores an earlier answer. If there are not enough places, the page says so.
func (d pages) restore(c *gin.Context) error {
	e, r, err := d.find(c)
	if err != nil {
		return err
	}
	version, err := strconv.ParseInt(c.PostForm("version"), 10, 64)
	if err != nil {
		return errs.NotFound("revision")
	}
	_, err = d.s.Restore(c.Request.Context(), auth.From(c.Request.Context()), e.ID, r.ID, version, httpx.FormNumber(c, "current"))
	return redirectResult(c, err, r, paths.Registration(e.ID, r.ID), auth.Lang(c).F(i18n.RegRestored, auth.Lang(c).Int(version)))
}

func (d pages) delete(c *gin.Context) error {
	e, r, err := d.find(c)
	if err != nil {
		return err
	}
	err = d.s.Delete(c.Request.Context(), auth.From(c.Request.Context()), e.ID, r.ID, httpx.FormVersion(c))
	return redirectResult(c, err, r, paths.Registrations(e.ID), auth.Lang(c).F(i18n.RegDeleted, r.Name))
}

// redirectResult redirects to the page to with the message done, or after a conflict back to the registration with the reason.
func redirectResult(c *gin.Context, err error, r RSVP, to, done string) error {
	if e, ok := errs.Of(err); ok && (e.Kind == errs.KindConflict || e.Kind == errs.KindStale) {
		httpx.Flash(c, ui.Toast{Tone: ui.Bad, Text: auth.Lang(c).T(i18n.Fault(e.Code, e.Detail))})
		return httpx.SeeOther(c, paths.Registration(r.EventID, r.ID))
	}
	if err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: done})
	return httpx.SeeOther(c, to)
}
