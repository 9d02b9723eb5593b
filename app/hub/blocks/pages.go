package blocks

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/hub/templates"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/palette"
	"presence/app/platform/paths"
	"presence/views/emails"
	views "presence/views/hub/blocks"
	"presence/views/layout"
	"presence/views/ui"
)

// pages handles the requests of this package's pages.
type pages struct {
	s    *Service
	zone *time.Location
	head events.HeadOf
}

func (p pages) show(c *gin.Context) error {
	b, err := p.s.Get(c.Request.Context(), c.Param("event"))
	if err != nil {
		return err
	}
	return p.page(c, http.StatusOK, editorState{list: b.List, was: baseOf(b.List), state: p.stored(c, b)})
}

// editorState is the content of the editor.
type editorState struct {
	list   List
	was    base
	state  views.State
	faults errs.Fields
	clash  *ui.Clash // nil: nobody has changed the same block
	focus  int64     // the block whose first field takes the focus; 0: none
	whole  bool      // the block itself takes it, not its first field
	toasts []ui.Toast
}

func (p pages) page(c *gin.Context, status int, o editorState) error {
	ctx, l := c.Request.Context(), auth.Lang(c)
	e, err := p.s.events.Get(ctx, c.Param("event"))
	if err != nil {
		return err
	}
	if err := p.s.FindPictures(ctx, e.ID, &o.list); err != nil && len(errs.FieldsOf(err)) == 0 {
		return err
	}
	props := newPresenter(l, e.Event, p.s.templates).editor(o)
	if httpx.IsHTMX(c) {
		props.Toasts = o.toasts
		return frame.Fragment(c, status, views.Changed, props)
	}
	if props.Head, err = p.head(ctx, e.ID, layout.EventContent); err != nil {
		return err
	}
	props.Head.Form = "" // the form of the event is on another page
	httpx.AllowFrames(c)
	return frame.Page(c, status, views.Edit, props)
}

// post saves the form, and does what the pressed button asks for: its field act is "name:what it is for", such as "up:7" (see change).
func (p pages) post(c *gin.Context) error {
	if err := c.Request.ParseForm(); err != nil {
		return err
	}
	act, about, _ := strings.Cut(c.PostForm("act"), ":")
	if act == "undo" {
		return p.undo(c)
	}
	var focus int64
	change, said := p.change(act, about, &focus)
	form, was := readForm(c.Request.PostForm)
	if i := form.index(focus); act == "cover" && i >= 0 && form.Blocks[i].FR == "" { // it lacks what its picture needs, which goes
		form.showCover(focus)
	}
	ctx := c.Request.Context()
	e, err := p.s.edit(ctx, auth.From(ctx), c.Param("event"), form, was, change)
	switch {
	case errs.KindOf(err) == errs.KindStale:
		return p.conflict(c, e, was)
	case err != nil:
		return p.refused(c, form, was, err)
	}
	switch act {
	case "use":
		return p.use(c)
	case "html":
		return p.toHTML(c)
	case "save", "":
		return p.saved(c, was, e)
	}
	return p.changed(c, e, said, focus, act == "remove")
}

// changed answers a form that was saved with a change to its list of blocks, as by the button that adds or moves one (see change). said is
// the message that tells so, if there is one. The keyboard focus goes to the block focus: if whole, to the block itself, else to its first
// field.
func (p pages) changed(c *gin.Context, e edited, said i18n.Text, focus int64, whole bool) error {
	var toasts []ui.Toast
	if said != (i18n.Text{}) {
		toasts = append(toasts, p.undoable(c, said, e))
	}
	if httpx.IsHTMX(c) {
		return p.page(c, http.StatusOK, editorState{list: e.List, was: baseOf(e.List), state: p.stored(c, e.Saved), focus: focus, whole: whole,
			toasts: toasts})
	}
	httpx.Flash(c, toasts...)
	to := paths.EventBlocks(e.Event)
	if focus != 0 {
		to += "#block-" + strconv.FormatInt(focus, 10)
	}
	return httpx.SeeOther(c, to)
}

// change returns the change to the list of blocks that a button of the editor asks for, and the message that tells so. act is the value
// of the button ("add", "up", …) and about what it is for: the id of a block, or for "add" the kind and the block after which to add it.
// It returns nil for a button that does not change the list. The change sets focus to the block that the person goes on with.
func (p pages) change(act, about string, focus *int64) (change func(*List), said i18n.Text) {
	kind, after, _ := strings.Cut(about, ":")
	id, _ := strconv.ParseInt(about, 10, 64) // 0, which no block has, for anything else
	switch act {
	case "add":
		behind, _ := strconv.ParseInt(after, 10, 64)
		return func(l *List) { *focus = l.add(Kind(kind), behind) }, said
	case "up":
		return func(l *List) { l.move(id, -1) }, said
	case "down":
		return func(l *List) { l.move(id, 1) }, said
	case "copy":
		return func(l *List) { *focus = l.duplicate(id) }, said
	case "remove":
		return func(l *List) { *focus = l.removeBlock(id) }, i18n.BlkRemoved
	case "cover":
		*focus = id
		return func(l *List) { l.showCover(id) }, i18n.BlkCovered
	case "standard":
		return (*List).startOver, i18n.BlkStarted
	}
	return nil, said
}

// undoable returns the message said, which tells of a change that was saved, with a button that undoes the change.
func (p pages) undoable(c *gin.Context, said i18n.Text, e edited) ui.Toast {
	return ui.Toast{Text: auth.Lang(c).T(said), Undo: paths.EventBlocks(e.Event), Hidden: []ui.Hidden{
		{Name: "act", Value: "undo"}, {Name: "version", Value: strconv.FormatInt(e.Version, 10)}}}
}

// undo takes back the change that a message tells of, if nothing was saved since.
func (p pages) undo(c *gin.Context) error {
	ctx, id, version := c.Request.Context(), c.Param("event"), httpx.FormVersion(c)
	if version == nil {
		return errs.InvalidField("version", "format", "Expected the version that the change led to.")
	}
	toast := ui.Toast{Text: auth.Lang(c).T(i18n.BlkRestored)}
	err := p.s.Undo(ctx, auth.From(ctx), id, *version)
	if errs.KindOf(err) == errs.KindStale {
		stale, _ := errs.Of(err)
		toast = ui.Toast{Tone: ui.Warn, Text: auth.Lang(c).T(i18n.Fault(stale.Code, stale.Detail))}
	} else if err != nil {
		return err
	}
	httpx.Flash(c, toast)
	return httpx.SeeOther(c, paths.EventBlocks(id))
}

// saved answers a form that was saved without a change to the list of blocks. To HTMX it does not send the fields again, in which the
// person may be typing, but the state and the hidden fields (base) with which the form is compared when it is saved next.
func (p pages) saved(c *gin.Context, was base, e edited) error {
	l := auth.Lang(c)
	if !httpx.IsHTMX(c) {
		httpx.Flash(c, ui.Toast{Text: l.T(i18n.BlkSaved)})
		return httpx.SeeOther(c, paths.EventBlocks(e.Event))
	}
	s := p.stored(c, e.Saved)
	s.Hidden = was.after(e.form, e.List).hidden()
	if e.merged.taken {
		s.Tone, s.Text, s.See = ui.Warn, l.F(i18n.BlkAlso, p.who(c, e)), paths.EventBlocks(e.Event)
	}
	now, err := p.s.events.Get(c.Request.Context(), e.Event)
	if err != nil {
		return err
	}
	form := newPresenter(l, now.Event, p.s.templates).editor(editorState{list: e.form})
	return frame.Fragment(c, http.StatusOK, views.SavedForm, views.Saved{State: s, Texts: textsOf(form)})
}

// conflict answers a form whose block another person has changed too.
func (p pages) conflict(c *gin.Context, e edited, was base) error {
	l := auth.Lang(c)
	if httpx.IsHTMX(c) {
		return p.stateOnly(c, views.State{Hidden: was.hidden(), Tone: ui.Bad, Text: l.F(i18n.BlkClash, p.who(c, e)), Save: l.T(i18n.BlkClashSee)})
	}
	clash := presenter{lang: l}.clash(e)
	clash.Title = l.Clash("", false, p.s.now())
	if by := auth.From(c.Request.Context()); e.last != nil {
		clash.Title = l.Clash(e.last.Who.Name, e.last.Who.PersonID == by.PersonID, e.last.At.Time().In(p.zone))
	}
	// Saved again, the form is compared with what the page shows beside it.
	next := baseOf(e.List)
	next.order = e.merged.ids()
	return p.page(c, http.StatusPreconditionFailed, editorState{list: e.merged.List, was: next, clash: clash,
		state: views.State{Hidden: next.hidden(), Tone: ui.Warn, Text: l.F(i18n.BlkClash, p.who(c, e)), Save: l.T(i18n.ClashSave)}})
}

// who names the person who saved last.
func (p pages) who(c *gin.Context, e edited) string {
	if e.last == nil || e.last.Who.Name == "" {
		return auth.Lang(c).T(i18n.BlkSomeone)
	}
	return e.last.Who.Name
}

// refused answers a form with validation errors; it returns any other error.
func (p pages) refused(c *gin.Context, form List, was base, err error) error {
	e, ours := errs.Of(err)
	if !ours || len(e.Fields) == 0 {
		return err
	}
	state := p.unsaved(c, was, e.Fields)
	if httpx.IsHTMX(c) {
		return p.stateOnly(c, state)
	}
	return p.page(c, http.StatusUnprocessableEntity, editorState{list: form, was: was, faults: e.Fields, state: state})
}

// unsaved says why a form was not saved.
func (p pages) unsaved(c *gin.Context, was base, faults errs.Fields) views.State {
	l := auth.Lang(c)
	return views.State{Hidden: was.hidden(), Tone: ui.Bad, Text: l.F(i18n.BlkUnsaved, l.T(i18n.Fault(faults[0].Code, faults[0].Detail)))}
}

// stateOnly answers HTMX with the state of a form that was not saved; the list of blocks on the page stays as it is.
func (p pages) stateOnly(c *gin.Context, s views.State) error {
	c.Header("HX-Retarget", "#blocks-state")
	return frame.Fragment(c, http.StatusUnprocessableEntity, views.StateLine, s)
}

// stored returns the line that says when the blocks were saved, with the hidden fields that the next form is compared with.
func (p pages) stored(c *gin.Context, b Saved) views.State {
	l := auth.Lang(c)
	s := views.State{Hidden: baseOf(b.List).hidden(), Tone: ui.Good, Text: l.T(i18n.BlkFresh)}
	if b.Version > 0 {
		s.Text = l.T(i18n.BlkSaved)
		if at := b.UpdatedAt.Time().In(p.zone); p.s.now().In(p.zone).Format(time.DateOnly) == at.Format(time.DateOnly) {
			s.Text = l.F(i18n.BlkSavedAt, l.Clock(at))
		}
	}
	return s
}

func (p pages) use(c *gin.Context) error {
	ctx, id := c.Request.Context(), c.Param("event")
	if err := p.s.Use(ctx, auth.From(ctx), id); err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: auth.Lang(c).T(i18n.BlkUsed)})
	return httpx.SeeOther(c, paths.EventBlocks(id))
}

func (p pages) toHTML(c *gin.Context) error {
	ctx := c.Request.Context()
	t, err := p.s.ToHTML(ctx, auth.From(ctx), c.Param("event"))
	if err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: auth.Lang(c).F(i18n.BlkConverted, t.Name)})
	return httpx.SeeOther(c, paths.Template(t.Name))
}

// sample shows the stored blocks as an e-mail.
func (p pages) sample(c *gin.Context) error {
	b, err := p.s.Get(c.Request.Context(), c.Param("event"))
	if err != nil {
		return err
	}
	return p.draw(c, b.List, c.Query("lang"), "")
}

// preview shows the blocks of the form as an e-mail.
func (p pages) preview(c *gin.Context) error {
	if err := c.Request.ParseForm(); err != nil {
		return err
	}
	form, _ := readForm(c.Request.PostForm)
	if faults := form.Validate(); len(faults) > 0 {
		return templates.ServeFaults(c, faults)
	}
	if err := p.s.FindPictures(c.Request.Context(), c.Param("event"), &form); err != nil {
		if faults := errs.FieldsOf(err); len(faults) > 0 {
			return templates.ServeFaults(c, faults)
		}
		return err
	}
	return p.draw(c, form, c.PostForm("lang"), c.PostForm("show"))
}

// showText is the presentation of a preview as plain text, beside those of ui.PreviewScheme.
const showText = "text"

func (p pages) draw(c *gin.Context, list List, language, show string) error {
	ctx := c.Request.Context()
	l, known := i18n.Parse(language)
	if !known {
		l = auth.Lang(c)
	}
	e, err := p.s.events.Get(ctx, c.Param("event"))
	if err != nil {
		return err
	}
	content, err := list.content(ctx, palette.Of(e.Palette), l, p.s.templates.Origin(), markOf)
	if err != nil {
		return err
	}
	out, err := p.s.templates.PreviewDraft(ctx, e.Event, content, templates.Options{Lang: l, Postal: l.T(i18n.TplPostal)})
	if err != nil {
		return err
	}
	html := emails.InScheme(anchored(out.HTML), show == ui.SchemeDark)
	if show == showText {
		var b strings.Builder
		if err := emails.PlainText(l, out.Text).Render(ctx, &b); err != nil {
			return err
		}
		html = b.String()
	}
	return templates.ServeHTML(c, html)
}
