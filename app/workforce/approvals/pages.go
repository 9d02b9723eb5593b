package approvals

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
	views "presence/views/workforce/approvals"
)

// pages handles the requests of the approvals page.
type pages struct{ s *Service }

func (p pages) queue(c *gin.Context) error {
	v := readView(c.Request.URL.Query())
	d, err := p.loadPresenter(c, v)
	if err != nil {
		return err
	}
	d.asked = v.Open != Ref{}
	if httpx.IsHTMX(c) && c.GetHeader("HX-History-Restore-Request") != "true" {
		return answer(c, d, nil)
	}
	if err := p.s.Deputies.ShowBanner(c); err != nil {
		return err
	}
	return frame.Page(c, http.StatusOK, views.Queue, d.page())
}

func (p pages) loadPresenter(c *gin.Context, v View) (*presenter, error) {
	d := &presenter{s: p.s, actor: auth.From(c.Request.Context()), view: v}
	d.lang = d.actor.Language
	var err error
	d.queue, err = p.s.QueuePage(c.Request.Context(), d.actor, v)
	return d, err
}

// decide decides about one item and shows the next one.
func (p pages) decide(c *gin.Context) error {
	decision, err := parseDecision(c.PostForm("item"), c.PostForm("version"))
	if err != nil {
		return err
	}
	decision.Verb, decision.Note = Verb(c.PostForm("decision")), c.PostForm("note")
	v := formView(c)
	actor := auth.From(c.Request.Context())
	about, err := p.s.findItem(c.Request.Context(), actor, decision.Ref)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	version, err := p.s.Decide(c.Request.Context(), actor, decision)
	if err != nil {
		if e, ok := errs.Of(err); ok && len(e.Fields) > 0 && e.Fields[0].Field == "note" {
			return p.renderWithError(c, v, decision, e.Fields[0])
		}
		return httpx.Reload(c, auth.Lang(c), err)
	}
	v.Open, _ = parseRef(c.PostForm("next"))
	done := decisionToast(actor.Language, decision, about)
	if version != *decision.Expect && (decision.Verb != Withdraw || decision.Kind == Leave) {
		decision.Expect = &version
		done.Undo, done.Hidden = paths.ApprovalsUndo(), undoFields(v, decision)
	}
	return p.renderNext(c, v, done)
}

// undoFields returns the hidden fields of the undo button: the items with their versions after the decisions.
func undoFields(v View, list ...Decision) []ui.Hidden {
	items := make([]string, len(list))
	for i, d := range list {
		items[i] = d.tick()
	}
	return []ui.Hidden{{Name: "items", Value: strings.Join(items, ",")}, {Name: "view", Value: v.query().Encode()}}
}

// undo undoes the decisions of one click.
func (p pages) undo(c *gin.Context) error {
	list, err := parseDecisions(strings.Split(c.PostForm("items"), ","))
	if err != nil {
		return err
	}
	actor := auth.From(c.Request.Context())
	undone, skipped, err := p.s.Undo(c.Request.Context(), actor, list)
	if err != nil {
		return err
	}
	v := formView(c)
	if v.Open = (Ref{}); len(list) == 1 {
		v.Open = list[0].Ref
	}
	var toasts []ui.Toast
	if undone > 0 {
		toasts = append(toasts, ui.Toast{Tone: ui.Info, Text: actor.Language.N(undone, i18n.QueueUndone)})
	}
	return p.renderNext(c, v, append(toasts, skippedToasts(actor.Language, skipped)...)...)
}

// parseDecisions parses items with the versions that were shown: sheet-12-3.
func parseDecisions(items []string) (list []Decision, err error) {
	if len(items) > pageItems {
		return nil, errs.InvalidField("items", "out_of_range", "Expected at most 50 items.")
	}
	for _, item := range items {
		ref, version, _ := cutLast(item)
		d, err := parseDecision(ref, version)
		if err != nil {
			return nil, err
		}
		list = append(list, d)
	}
	return list, nil
}

var decisionMessages = map[Verb]i18n.Text{Approve: i18n.QueueDidApprove, Refuse: i18n.QueueDidRefuse, Withdraw: i18n.QueueDidWithdraw,
	Escalate: i18n.QueueDidEscalate}

func decisionToast(l i18n.Lang, d Decision, about Item) ui.Toast {
	text := decisionMessages[d.Verb]
	switch {
	case d.Verb == Refuse && d.Kind == Sheet:
		text = i18n.QueueDidReturn
	case d.Verb == Withdraw && d.Kind == Leave:
		text = i18n.QueueDidCancel
	}
	t := ui.Toast{Text: l.F(text, about.Name)}
	if d.Verb != Approve {
		t.Tone = ui.Info
	}
	return t
}

// approveMany approves the selected items. Where a sheet among them needs a review, it asks first.
func (p pages) approveMany(c *gin.Context) error {
	list, err := parseDecisions(c.PostFormArray("items"))
	if err != nil {
		return err
	}
	actor := auth.From(c.Request.Context())
	v := formView(c)
	if len(list) == 0 {
		return p.renderNext(c, v, ui.Toast{Tone: ui.Warn, Text: actor.Language.T(i18n.QueuePickSome)})
	}
	if c.PostForm("confirmed") == "" {
		check, err := p.s.ToCheck(c.Request.Context(), actor, list)
		if err != nil {
			return err
		}
		if len(check) > 0 {
			return p.askMany(c, v, list, check)
		}
	}
	approved, skipped, err := p.s.ApproveMany(c.Request.Context(), actor, list)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(approved, func(d Decision) bool { return d.Ref == v.Open }) {
		v.Open = Ref{} // the open item was approved: show the first of the rest
	}
	return p.renderNext(c, v, bulkToasts(actor.Language, v, approved, skipped)...)
}

// askMany shows the queue with the question about the selected items, some of which need a review; the ticks stay.
func (p pages) askMany(c *gin.Context, v View, list []Decision, check []Item) error {
	d, err := p.loadPresenter(c, v)
	if err != nil {
		return err
	}
	d.asked, d.selected, d.check = v.Open != Ref{}, list, check
	if httpx.IsHTMX(c) {
		return frame.Fragment(c, http.StatusOK, views.Box, d.page())
	}
	return frame.Page(c, http.StatusOK, views.Queue, d.page())
}

func bulkToasts(l i18n.Lang, v View, approved []Decision, skipped []Skip) (list []ui.Toast) {
	if len(approved) > 0 {
		list = append(list, ui.Toast{Text: l.N(len(approved), i18n.QueueDidMany), Undo: paths.ApprovalsUndo(),
			Hidden: undoFields(v, approved...)})
	}
	return append(list, skippedToasts(l, skipped)...)
}

func skippedToasts(l i18n.Lang, skipped []Skip) []ui.Toast {
	if len(skipped) == 0 {
		return nil
	}
	why, seen := "", map[string]bool{}
	for _, x := range skipped {
		if text := l.T(i18n.FaultShown(x.Code, x.Detail)); !seen[text] {
			seen[text] = true
			why += " " + text
		}
	}
	return []ui.Toast{{Tone: ui.Warn, Text: l.N(len(skipped), i18n.QueueLeft) + "." + why}}
}

// renderNext shows the queue after a decision.
func (p pages) renderNext(c *gin.Context, v View, toasts ...ui.Toast) error {
	if !httpx.IsHTMX(c) {
		httpx.Flash(c, toasts...)
		return httpx.SeeOther(c, v.href(func(*View) {}))
	}
	d, err := p.loadPresenter(c, v)
	if err != nil {
		return err
	}
	d.focus, d.asked = true, v.Open != Ref{}
	if d.queue.Open != nil {
		d.view.Open = d.queue.Open.Ref
	}
	c.Header("HX-Push-Url", v.href(func(*View) {}))
	c.Header("HX-Reswap", "outerHTML swap:150ms") // the rows that leave close first
	return answer(c, d, toasts)
}

// renderWithError shows the item with the typed note and its error (422).
func (p pages) renderWithError(c *gin.Context, v View, decision Decision, f errs.Field) error {
	v.Open = decision.Ref
	d, err := p.loadPresenter(c, v)
	if err != nil {
		return err
	}
	d.asked, d.note, d.fault = true, c.PostForm("note"), d.lang.T(i18n.Fault(f.Code, f.Detail))
	if f.Code == "required" {
		d.fault = d.lang.T(i18n.QueueNoteNeeded)
	}
	if httpx.IsHTMX(c) {
		return frame.Fragment(c, http.StatusUnprocessableEntity, views.Box, d.page())
	}
	return frame.Page(c, http.StatusUnprocessableEntity, views.Queue, d.page())
}

// parseDecision returns the item in a form, with the version that the page showed.
func parseDecision(ref, version string) (d Decision, err error) {
	r, ok := parseRef(ref)
	if !ok {
		return d, errs.InvalidField("item", "invalid", "Expected an item such as sheet-12.")
	}
	n, err := strconv.ParseInt(version, 10, 64)
	if err != nil {
		return d, errs.InvalidField("version", "invalid", "Expected the version of the item.")
	}
	return Decision{Ref: r, Expect: &n}, nil
}

// cutLast splits sheet-12-3 into sheet-12 and 3.
func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, '-')
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

func formView(c *gin.Context) View {
	q, _ := url.ParseQuery(c.PostForm("view")) // parameters that cannot be parsed are left out
	return readView(q)
}

// answer renders the parts of the page that a decision changes: the queue, the counts and the messages.
func answer(c *gin.Context, d *presenter, toasts []ui.Toast) error {
	f, err := frame.WithCounts(c)
	if err != nil {
		return err
	}
	return httpx.Render(c, http.StatusOK, views.Answer(f, d.page(), toasts))
}
