package directory

import (
	"cmp"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/hub/directory"
	"presence/views/ui"
)

// pages handles the requests of this package's pages.
type pages struct {
	s    *Service
	zone *time.Location
}

// shownRuns is how many runs the history shows.
const shownRuns = 50

// search shows the page; to HTMX, which asks as somebody types, only what was found.
func (p pages) search(c *gin.Context) error {
	l, query := auth.Lang(c), strings.TrimSpace(c.Query("q"))
	found, err := p.results(c, l, query)
	if err != nil {
		return err
	}
	if httpx.IsHTMX(c) {
		return httpx.Render(c, http.StatusOK, views.Results(l, found))
	}
	state, err := p.state(c, l)
	if err != nil {
		return err
	}
	return frame.Page(c, http.StatusOK, views.Search, views.Page{Query: query, State: state, Found: found})
}

// results searches; what is too short or too long says so in place.
func (p pages) results(c *gin.Context, l i18n.Lang, query string) (views.Found, error) {
	f := views.Found{Query: query, Title: l.T(i18n.DirAsk), Text: l.T(i18n.DirAskText)}
	if query == "" {
		return f, nil
	}
	list, err := p.s.Search(c.Request.Context(), query)
	if errs.KindOf(err) == errs.KindInvalid {
		f.Text = l.T(i18n.DirShort)
		return f, nil
	}
	if err != nil {
		return f, err
	}
	f.Title, f.Text = l.T(i18n.DirNothing), l.T(i18n.DirNothingText)
	f.Count = l.N(len(list), i18n.DirFound)
	if len(list) == maxFound {
		f.Count = l.F(i18n.DirFoundMost, maxFound)
	}
	for _, m := range list {
		row := views.Row{Name: m.Name, Href: paths.DirectoryCustomer(m.ID, query), Number: m.ID, Email: cmp.Or(m.Email, l.T(i18n.DirNoContact)),
			HasEmail: m.Email != "",
			Phone:    m.Phone, City: m.City, Type: l.T(typeNames[m.Type]), Company: m.Type == Company, Resiliated: m.AccountStatus == Resiliated,
			Monthly: "–"}
		if m.AccountName != m.Name {
			row.Account = m.AccountName
		}
		if m.Subscribed {
			row.Monthly = l.Dollars(m.MonthlyCents)
		}
		f.Rows = append(f.Rows, row)
	}
	return f, nil
}

var typeNames = map[string]i18n.Text{Individual: i18n.DirIndividual, Company: i18n.DirCompany}

// customer shows one customer.
func (p pages) customer(c *gin.Context) error {
	id := c.Query("id")
	if id == "" || !utf8.ValidString(id) || strings.ContainsRune(id, 0) {
		return errs.NotFound("customer")
	}
	list, err := p.s.Get(c.Request.Context(), []string{id})
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return errs.NotFound("customer")
	}
	l, x := auth.Lang(c), list[0]
	page := views.Customer{Name: x.Name, Back: paths.DirectoryOf(cmp.Or(c.Query("q"), x.Name)), Resiliated: x.AccountStatus == Resiliated,
		Emails: x.Emails, Phones: x.Phones, NoPlans: l.T(i18n.DirNoPlan)}
	page.Subtitle = x.ID + " · " + l.T(typeNames[x.Type])
	language := l.T(i18n.DirUnknown)
	if x.Language != "" {
		language = i18n.Lang(x.Language).Name()
	}
	for _, fact := range []views.Fact{{Name: l.T(i18n.DirNumber), Value: x.ID}, {Name: l.T(i18n.DirAccount), Value: x.AccountID},
		{Name: l.T(i18n.DirAccountName), Value: x.AccountName}, {Name: l.T(i18n.DirType), Value: l.T(typeNames[x.Type])},
		{Name: l.T(i18n.DirMandatary), Value: x.Mandatary}, {Name: l.T(i18n.DirLegacy), Value: x.LegacyContact},
		{Name: l.T(i18n.DirCity), Value: x.City}, {Name: l.T(i18n.DirLanguage), Value: language}} {
		if fact.Value != "" {
			page.Facts = append(page.Facts, fact)
		}
	}
	if cents, subscribed := x.Monthly(); subscribed {
		page.Total = l.F(i18n.DirPlanTotal, l.Dollars(cents))
	}
	for _, s := range x.Subscriptions {
		status := s.Status
		if status == Active {
			status = l.T(i18n.DirActive)
		}
		page.Plans = append(page.Plans, views.Plan{Status: status, Active: s.Status == Active, Price: l.Dollars(s.MonthlyCents)})
	}
	return frame.Page(c, http.StatusOK, views.One, page)
}

// state is how fresh the mirror is, and how far the run under way has come.
func (p pages) state(c *gin.Context, l i18n.Lang) (views.State, error) {
	st, err := p.s.State(c.Request.Context())
	if err != nil {
		return views.State{}, err
	}
	v := views.State{Customers: l.N(int(st.Customers), i18n.DirCustomers), Empty: st.Customers == 0, Fresh: l.T(i18n.DirNever)}
	if st.Source != "" {
		v.Source, v.Every = l.F(i18n.DirFrom, st.Source), l.F(i18n.DirEvery, int(st.Every.Minutes()))
	}
	if st.Fresh != nil && st.Fresh.FinishedAt != nil {
		at := st.Fresh.FinishedAt.Time().In(p.zone)
		v.Fresh, v.FreshAt, v.FreshFull = l.F(i18n.DirFreshAt, l.Ago(p.s.now().Sub(at))), st.Fresh.FinishedAt.String(), l.Moment(at)
	}
	if st.Latest != nil {
		p.latest(l, *st.Latest, &v)
	}
	return v, nil
}

func (p pages) latest(l i18n.Lang, r Run, v *views.State) {
	switch r.Status {
	case "running":
		v.Running = &ui.Progress{Lang: l, Label: l.T(i18n.DirRunning), Text: l.N(int(r.Read), i18n.DirRead), Value: int(r.Read), Max: 0}
		if r.Total != nil {
			v.Running.Text, v.Running.Max = l.F(i18n.DirReadOf, l.Int(r.Read), l.Int(*r.Total)), int(*r.Total)
		}
	case "failed":
		code, _ := r.Code()
		v.Problem, v.Detail, v.Shrunk, v.Run = problem(l, r), detail(r), code == "shrunk", paths.DirectoryRun(r.ID)
	default:
		if r.Rejected > 0 {
			v.Rejected, v.Run = l.N(int(r.Rejected), i18n.DirRejectedOf), paths.DirectoryRun(r.ID)
		}
	}
}

func problem(l i18n.Lang, r Run) string {
	code, _ := r.Code()
	text, known := i18n.DirProblems[code]
	if !known {
		return l.T(i18n.DirFailed)
	}
	return l.T(text)
}

func detail(r Run) string {
	_, detail := r.Code()
	return detail
}

// syncs is the history; HTMX, which watches a run, gets the state alone.
func (p pages) syncs(c *gin.Context) error {
	l := auth.Lang(c)
	state, err := p.state(c, l)
	if err != nil {
		return err
	}
	if httpx.IsHTMX(c) {
		return httpx.Render(c, http.StatusOK, views.Mirror(l, state))
	}
	runs, err := p.s.Runs(c.Request.Context(), shownRuns)
	if err != nil {
		return err
	}
	page := views.History{State: state}
	for _, r := range runs {
		page.Runs = append(page.Runs, p.runRow(l, r))
	}
	return frame.Page(c, http.StatusOK, views.Syncs, page)
}

var outcomes = map[string]struct {
	text i18n.Text
	tone ui.Tone
	icon ui.Icon
}{
	"running": {i18n.DirRunningState, ui.Info, ui.IconClock}, "done": {i18n.DirDone, ui.Good, ui.IconApproved},
	"unchanged": {i18n.DirUnchanged, ui.Neutral, ui.IconCheck}, "failed": {i18n.DirFailed, ui.Bad, ui.IconError},
}

func (p pages) runRow(l i18n.Lang, r Run) views.Run {
	o := outcomes[r.Status]
	at := r.StartedAt.Time().In(p.zone)
	row := views.Run{Href: paths.DirectoryRun(r.ID), When: l.Moment(at), At: r.StartedAt.String(), Outcome: l.T(o.text), Tone: o.tone,
		Icon: o.icon,
		Read: l.Int(r.Read), Added: l.Int(r.Added), Changed: l.Int(r.Changed), Removed: l.Int(r.Removed), Rejected: l.Int(r.Rejected), Took: "–",
		Source: r.Source}
	if r.FinishedAt != nil {
		row.Took = durationText(l, *r.FinishedAt-r.StartedAt)
	}
	if r.Status == "failed" {
		row.Problem, row.Detail = problem(l, r), detail(r)
	}
	return row
}

// run is one sync with what it could not take.
func (p pages) run(c *gin.Context) error {
	id, err := httpx.PathID(c, "id", "sync")
	if err != nil {
		return err
	}
	r, rejects, err := p.s.Run(c.Request.Context(), id)
	if err != nil {
		return err
	}
	l := auth.Lang(c)
	row := p.runRow(l, r)
	page := views.RunPage{Run: row, Figures: []views.Fact{{Name: l.T(i18n.DirReadCol), Value: row.Read},
		{Name: l.T(i18n.DirAdded), Value: row.Added}, {Name: l.T(i18n.DirChanged), Value: row.Changed},
		{Name: l.T(i18n.DirRemoved), Value: row.Removed}, {Name: l.T(i18n.DirRejected), Value: row.Rejected},
		{Name: l.T(i18n.DirDuration), Value: row.Took}}}
	if len(rejects) == maxRejects {
		page.Note = l.F(i18n.DirRejectsFirst, maxRejects)
	}
	for _, x := range rejects {
		reason := l.T(i18n.DirReasons[x.Reason])
		if x.Field != "" {
			reason = x.Field + l.Colon() + reason
		}
		page.Rejects = append(page.Rejects, views.Reject{Place: x.Place, Number: cmp.Or(x.CustomerID, "–"), Reason: reason})
	}
	return frame.Page(c, http.StatusOK, views.OneRun, page)
}

// sync begins a run; the page shows how far it is.
func (p pages) sync(c *gin.Context) error {
	ctx := c.Request.Context()
	_, err := p.s.Start(ctx, auth.From(ctx), SyncOptions{Force: c.PostForm("force") == "1"})
	if err != nil && !errs.HasCode(err, "sync_running") { // one that is under way is what was asked for
		return err
	}
	if httpx.IsHTMX(c) {
		return p.syncs(c)
	}
	httpx.Flash(c, ui.Toast{Text: auth.Lang(c).T(i18n.DirStarted)})
	return httpx.SeeOther(c, paths.Directory())
}

// durationText is how long a run took, in whole seconds.
func durationText(l i18n.Lang, span db.Instant) string {
	if span < 1000 {
		return l.T(i18n.DirUnderASecond)
	}
	return l.F(i18n.DirSeconds, l.Int(int64(span)/1000))
}
