package directory

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/hub/timeline"
	"presence/app/platform/contact"
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
	s       *Service
	zone    *time.Location
	history timeline.Read
}

// shownRuns is the number of runs in the history.
const shownRuns = 50

// search shows the page; HTMX requests, sent while the user types, get only the results.
func (p pages) search(c *gin.Context) error {
	l, query := auth.Lang(c), httpx.SearchText(c.Query("q"))
	found, err := p.found(c, l, query)
	if err != nil {
		return err
	}
	used, err := p.s.Used(c.Request.Context())
	if err != nil {
		return err
	}
	found.ShowMonthly = used.Subscriptions
	if httpx.IsHTMX(c) {
		return httpx.Render(c, http.StatusOK, views.Results(l, found))
	}
	state, err := p.state(c, l)
	if err != nil {
		return err
	}
	return frame.Page(c, http.StatusOK, views.Search, views.Page{Query: query, State: state, Found: found})
}

// found returns what the page shows below the field: results, a segment, or where to begin.
func (p pages) found(c *gin.Context, l i18n.Lang, query string) (views.Found, error) {
	switch {
	case query != "":
		return p.results(c, l, query)
	case c.Query("of") != "":
		return p.segment(c, l, Segment{Kind: c.Query("of"), City: httpx.SearchText(c.Query("city"))})
	}
	return p.start(c, l)
}

// start returns the segments and the customers that changed last.
func (p pages) start(c *gin.Context, l i18n.Lang) (views.Found, error) {
	f := views.Found{Title: l.T(i18n.DirAsk), Text: l.T(i18n.DirAskText)}
	segments, recent, err := p.s.Overview(c.Request.Context())
	if err != nil || len(recent) == 0 {
		return f, err
	}
	f.Rows, f.Heading = customerRows(l, recent, ""), l.T(i18n.DirRecent)
	f.Cities = []ui.Chip{{Label: l.T(i18n.DirCity), Href: paths.Directory(), Current: true}}
	subscribed := slices.ContainsFunc(segments, func(x Segment) bool { return x.Kind == HasSubscription })
	for _, x := range segments {
		if x.Kind == NoSubscription && !subscribed {
			continue // nobody has one
		}
		link := ui.Chip{Label: segmentName(l, x), Count: l.Int(x.Size), Href: paths.DirectorySegment(x.Kind, x.City, 0)}
		if x.Kind == cityKind {
			f.Cities = append(f.Cities, link)
		} else {
			f.Kinds = append(f.Kinds, link)
		}
	}
	return f, nil
}

// segmentNames are the names of the segments that are no cities.
var segmentNames = map[string]i18n.Text{Individuals: i18n.DirIndividuals, Companies: i18n.DirCompanies, HasSubscription: i18n.DirSubscribed,
	NoSubscription: i18n.DirNoPlan, Left: i18n.DirLeft}

func segmentName(l i18n.Lang, x Segment) string {
	if x.Kind == cityKind {
		return x.City
	}
	return l.T(segmentNames[x.Kind])
}

// segment returns one page of a segment.
func (p pages) segment(c *gin.Context, l i18n.Lang, of Segment) (views.Found, error) {
	before, _ := strconv.ParseInt(c.Query("before"), 10, 64) // anything else is the first page
	list, next, err := p.s.Segment(c.Request.Context(), of, max(before, 0))
	if err != nil {
		return views.Found{}, err
	}
	f := views.Found{Heading: segmentName(l, of), Rows: customerRows(l, list, ""), All: paths.Directory(), Title: l.T(i18n.DirNothing),
		Text: l.T(i18n.DirSegmentNone), Pages: &ui.Pages{}}
	if before > 0 {
		f.Pages.Prev = paths.DirectorySegment(of.Kind, of.City, 0)
	}
	if next > 0 {
		f.Pages.Next = paths.DirectorySegment(of.Kind, of.City, next)
	}
	return f, nil
}

// results searches. A query that is too short or too long gives a message instead of results.
func (p pages) results(c *gin.Context, l i18n.Lang, query string) (views.Found, error) {
	f := views.Found{Title: l.T(i18n.DirAsk)}
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
	f.Rows = customerRows(l, list, query)
	return f, nil
}

// customerRows returns the rows of customers; query is the search that their pages lead back to.
func customerRows(l i18n.Lang, list []Match, query string) (rows []views.Row) {
	for _, m := range list {
		row := views.Row{Name: m.Name, Href: paths.DirectoryCustomer(m.ID, query), Number: m.ID, Email: cmp.Or(m.Email, l.T(i18n.DirNoContact)),
			HasEmail: m.Email != "", Phone: contact.Phone(m.Phone), City: m.City, Type: l.T(typeNames[m.Type]), Company: m.Type == Company,
			HasLeft: m.AccountStatus == HasLeft, Monthly: "–"}
		if m.AccountName != m.Name {
			row.Account = m.AccountName
		}
		if m.Subscribed {
			row.Monthly = l.Dollars(m.MonthlyCents)
		}
		rows = append(rows, row)
	}
	return rows
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
	page := views.Customer{Name: x.Name, Back: paths.Directory(), HasLeft: x.AccountStatus == HasLeft,
		Emails: x.Emails, NoPlans: l.T(i18n.DirNoPlan)}
	page.Subtitle = l.T(typeNames[x.Type])
	for _, phone := range x.Phones {
		x := views.Phone{Text: contact.Phone(phone)}
		if key, valid := contact.PhoneKey(phone); valid {
			x.Tel = key
		}
		page.Phones = append(page.Phones, x)
	}
	if q := c.Query("q"); q != "" {
		page.Back = paths.DirectoryOf(q)
	}
	page.Facts = facts(l, x)
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
	happened, err := p.history(c.Request.Context(), timeline.Guest{CustomerID: x.ID, Emails: x.Emails}, l)
	if err != nil {
		return err
	}
	page.Timeline = timeline.Rows(l, p.zone, happened, "")
	return frame.Page(c, http.StatusOK, views.One, page)
}

// facts returns the fields of a customer that have a value.
func facts(l i18n.Lang, x Customer) []views.Fact {
	language := l.T(i18n.DirUnknown)
	if x.Language != "" {
		language = i18n.Lang(x.Language).Name()
	}
	list := []views.Fact{{Name: l.T(i18n.DirNumber), Value: x.ID}, {Name: l.T(i18n.DirAccount), Value: x.AccountID},
		{Name: l.T(i18n.DirAccountName), Value: x.AccountName}, {Name: l.T(i18n.DirType), Value: l.T(typeNames[x.Type])},
		{Name: l.T(i18n.DirMandatary), Value: x.Mandatary}, {Name: l.T(i18n.DirLegacy), Value: x.LegacyContact},
		{Name: l.T(i18n.DirCity), Value: x.City}, {Name: l.T(i18n.DirLanguage), Value: language}}
	return slices.DeleteFunc(list, func(f views.Fact) bool { return f.Value == "" })
}

// sourceText says where the customers are read from, by the name of the source.
func sourceText(l i18n.Lang, name string) string {
	for _, x := range []struct {
		prefix string
		text   i18n.Text
	}{{"files:", i18n.DirFromFolder}, {"frappe+https://", i18n.DirFromERPNext}, {"frappe+http://", i18n.DirFromERPNext},
		{"https://", i18n.DirFromFeed}, {"http://", i18n.DirFromFeed}} {
		if rest, ok := strings.CutPrefix(name, x.prefix); ok {
			return l.F(x.text, rest)
		}
	}
	return l.F(i18n.DirFrom, name)
}

// every says how often the source is read; empty: only when it is asked for.
func every(l i18n.Lang, d time.Duration) string {
	if d <= 0 {
		return ""
	}
	for _, x := range []struct {
		size time.Duration
		text i18n.Count
	}{{24 * time.Hour, i18n.DirEveryDays}, {time.Hour, i18n.DirEveryHours}, {time.Minute, i18n.DirEveryMinutes}} {
		if d%x.size == 0 {
			return l.N(int(d/x.size), x.text)
		}
	}
	return l.N(int(max(d, time.Second)/time.Second), i18n.DirEverySeconds)
}

// state returns how current the directory is, and the progress of a running sync.
func (p pages) state(c *gin.Context, l i18n.Lang) (views.State, error) {
	st, err := p.s.State(c.Request.Context())
	if err != nil {
		return views.State{}, err
	}
	v := views.State{Customers: l.N(int(st.Customers), i18n.DirCustomers), Empty: st.Customers == 0, Fresh: l.T(i18n.DirNever)}
	if st.Source != "" {
		v.Source, v.Every = sourceText(l, st.Source), every(l, st.Every)
	}
	if st.Fresh != nil && st.Fresh.FinishedAt != nil {
		at := st.Fresh.FinishedAt.Time().In(p.zone)
		v.Fresh, v.FreshAt, v.FreshFull = l.F(i18n.DirFreshAt, l.Ago(p.s.now().Sub(at))), st.Fresh.FinishedAt.String(), l.Moment(at)
	}
	if st.Uploaded != "" {
		v.Uploaded = l.F(i18n.DirFrom, strings.TrimPrefix(st.Uploaded, "upload:"))
	}
	v.Uploads = st.Source == ""
	if auth.From(c.Request.Context()).Role == auth.Admin {
		v.Settings = paths.CustomerSettings()
	}
	if st.Latest != nil {
		p.latest(l, *st.Latest, &v)
	}
	return v, nil
}

func (p pages) latest(l i18n.Lang, r Run, v *views.State) {
	switch r.State {
	case "running":
		v.Running = &ui.Progress{Lang: l, Label: l.T(i18n.DirRunning), Text: l.N(int(r.Read), i18n.DirRead), Value: int(r.Read), Max: 0}
		if r.Total != nil {
			v.Running.Text, v.Running.Max = l.F(i18n.DirReadOf, l.Int(r.Read), l.Int(*r.Total)), int(*r.Total)
		}
	case "failed":
		code, _ := r.Code()
		v.Problem, v.Detail, v.Run = problem(l, r), detail(r), paths.DirectoryRun(r.ID)
		v.Shrunk = code == "shrunk" && r.Upload == 0 // the page of the file offers the same
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

// syncs shows the history; HTMX requests, sent while a sync runs, get only the state, and the page anew once it has ended.
func (p pages) syncs(c *gin.Context) error {
	l := auth.Lang(c)
	state, err := p.state(c, l)
	if err != nil {
		return err
	}
	if httpx.IsHTMX(c) {
		if state.Running == nil {
			c.Header("HX-Refresh", "true") // the page is older than what was read
		}
		return httpx.Render(c, http.StatusOK, views.Mirror(l, state))
	}
	runs, err := p.s.Runs(c.Request.Context(), 0, shownRuns)
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
	o := outcomes[r.State]
	at := r.StartedAt.Time().In(p.zone)
	row := views.Run{Href: paths.DirectoryRun(r.ID), When: l.Moment(at), At: r.StartedAt.String(), Outcome: l.T(o.text), Tone: o.tone,
		Icon: o.icon,
		Read: l.Int(r.Read), Added: l.Int(r.Added), Changed: l.Int(r.Changed), Removed: l.Int(r.Removed), Rejected: l.Int(r.Rejected), Took: "–",
		Source: r.Source}
	if r.FinishedAt != nil {
		row.Took = durationText(l, *r.FinishedAt-r.StartedAt)
	}
	if r.State == "failed" {
		row.Problem, row.Detail = problem(l, r), detail(r)
	}
	return row
}

// run shows one sync with the records that it rejected.
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
	if r.Findings != nil {
		page.Findings = findingRows(l, *r.Findings, func(place string) string { return place })
	}
	if len(rejects) == maxRejects {
		page.Note = l.F(i18n.DirRejectsFirst, maxRejects)
	}
	for _, x := range rejects {
		page.Rejects = append(page.Rejects, views.Reject{Place: x.Place, Number: cmp.Or(x.CustomerID, "–"), Reason: reasonText(l, x.Reject)})
	}
	return frame.Page(c, http.StatusOK, views.OneRun, page)
}

// sync starts a sync; the page then shows its progress.
func (p pages) sync(c *gin.Context) error {
	ctx := c.Request.Context()
	_, err := p.s.Start(ctx, auth.From(ctx), SyncOptions{Force: c.PostForm("force") == "1"})
	if err != nil && !errs.HasCode(err, "sync_running") { // a sync that runs already is what the user wants
		return err
	}
	if httpx.IsHTMX(c) {
		return p.syncs(c)
	}
	httpx.Flash(c, ui.Toast{Text: auth.Lang(c).T(i18n.DirStarted)})
	return httpx.SeeOther(c, paths.Directory())
}

// durationText formats the duration of a run in whole seconds.
func durationText(l i18n.Lang, span db.Instant) string {
	if span < 1000 {
		return l.T(i18n.DirUnderASecond)
	}
	return l.F(i18n.DirSeconds, l.Int(int64(span)/1000))
}
