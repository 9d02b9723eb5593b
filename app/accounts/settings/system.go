package settings

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/db"
	views "presence/views/accounts/settings"
	"presence/views/ui"
)

// System returns the state of the installation, in the actor's language. Package settings does not know the features that it is about.
type System func(ctx context.Context, by auth.Actor) (SystemReport, error)

// SystemReport is the state of the installation.
type SystemReport struct {
	Checks   []SystemCheck // what is not well first
	Version  string        // of the program
	Engine   string
	Schema   int64
	Size     int64 // of the database, in bytes
	Tables   []SystemTable
	Servers  []SystemServer
	Queues   []SystemQueue
	Failures []httpx.FailureGroup // of this process
}

// SystemCheck is the result of a check.
type SystemCheck struct {
	Severity   string // ok, warning, error
	Name, Text string
	Remedy     string // what to do; empty if all is well
	SetUp      string // address of the page on which email is set up, in place of Remedy; empty: it is no matter of that
}

// SystemTable is a table of the database.
type SystemTable struct {
	Name   string
	Bytes  int64 // 0: unknown
	Recent int64 // rows of the last seven days; -1: unknown
}

// SystemServer is a process that serves the company, or was killed within the last day.
type SystemServer struct {
	Version       string
	StartedAt     db.Instant // 0: unknown
	SeenAt        db.Instant
	Alive         bool // it was seen within half a minute
	Bulk, Mailbox bool // it has such a channel of mail
}

// SystemQueue is a queue of things that are sent.
type SystemQueue struct {
	Name   string
	Part   bool // it is counted in the queue before it
	Length int64
	Oldest db.Instant // 0: the queue is empty
	Failed int64      // of the last seven days; -1: not counted
}

func (p pages) systemPage(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	r, err := p.system(c.Request.Context(), by)
	if err != nil {
		return err
	}
	l := by.Language
	page := views.System{Head: p.head(by, system)}
	setChecks(l, r, &page)
	setVerdict(l, r, &page)
	page.Facts = []views.Fact{{Name: l.T(i18n.SystemVersion), Value: r.Version}, {Name: l.T(i18n.SystemEngine), Value: r.Engine},
		{Name: l.T(i18n.SystemSchema), Value: strconv.FormatInt(r.Schema, 10)}, {Name: l.T(i18n.SystemSize), Value: l.Bytes(r.Size)}}
	page.Queues = p.queueRows(l, r.Queues)
	page.TableHeadings, page.Tables = tableRows(l, r.Tables)
	for _, x := range r.Servers {
		page.Servers = append(page.Servers, p.server(l, x))
	}
	for _, g := range r.Failures {
		v := views.SystemFailure{Kind: failureKind(l, g.Kind), Route: strings.TrimSpace(g.Method + " " + g.Route),
			Count: l.Int(int64(len(g.List))), Last: p.moment(l, db.InstantOf(g.List[0].At))}
		for _, f := range g.List[:min(len(g.List), maxRequestIDs)] {
			v.IDs = append(v.IDs, f.ID)
		}
		page.Failures = append(page.Failures, v)
	}
	return frame.Page(c, http.StatusOK, views.SystemPage, page)
}

// queueRows returns a row for each queue: its name, its length, how long the oldest waits, and what failed.
func (p pages) queueRows(l i18n.Lang, list []SystemQueue) (rows []views.FigureRow) {
	for _, q := range list {
		row := []string{q.Name, l.Int(q.Length), l.T(i18n.EmpNone), l.T(i18n.EmpNone)}
		if q.Oldest != 0 {
			row[2] = l.Age(p.s.now().Sub(q.Oldest.Time()))
		}
		if q.Failed >= 0 {
			row[3] = l.Int(q.Failed)
		}
		rows = append(rows, views.FigureRow{Cells: row, Part: q.Part})
	}
	return rows
}

// tableRows returns a row for each table, and the headings after that of its name. Sizes are left out if none is known.
func tableRows(l i18n.Lang, list []SystemTable) (headings []string, rows []views.FigureRow) {
	sized := slices.ContainsFunc(list, func(t SystemTable) bool { return t.Bytes > 0 })
	if sized {
		headings = []string{l.T(i18n.SystemTableSize)}
	}
	for _, t := range list {
		row := []string{t.Name}
		if sized {
			row = append(row, l.Bytes(t.Bytes))
		}
		recent := l.T(i18n.EmpNone)
		if t.Recent >= 0 {
			recent = l.Int(t.Recent)
		}
		rows = append(rows, views.FigureRow{Cells: append(row, recent)})
	}
	return append(headings, l.T(i18n.SystemRecent)), rows
}

func (p pages) server(l i18n.Lang, x SystemServer) views.SystemServer {
	state := checkState(l, severityOK)
	state.Text = l.T(i18n.SystemAlive)
	if !x.Alive {
		state = views.State{Tone: ui.Warn, Icon: ui.IconWarning, Text: l.T(i18n.SystemGone)}
	}
	since := l.T(i18n.EmpNone)
	if x.StartedAt != 0 {
		since = p.moment(l, x.StartedAt)
	}
	return views.SystemServer{Version: x.Version, Since: since, Seen: p.moment(l, x.SeenAt), Channels: channels(l, x), State: state}
}

// maxRequestIDs is how many request ids are shown of one kind of failures.
const maxRequestIDs = 3

// setChecks separates the checks that found something from those that did not.
func setChecks(l i18n.Lang, r SystemReport, page *views.System) {
	for _, x := range r.Checks {
		if x.Severity == severityOK {
			page.Passed = append(page.Passed, views.Fact{Name: x.Name, Value: x.Text})
			continue
		}
		id := "check-" + strconv.Itoa(len(page.Checks)+1)
		check := views.SystemCheck{ID: id, State: checkState(l, x.Severity), Name: x.Name, Text: x.Text, Remedy: x.Remedy}
		if x.SetUp != "" {
			check.Remedy, check.Act = "", &ui.Act{Label: l.T(i18n.SetupMail), Href: x.SetUp}
		}
		page.Checks = append(page.Checks, check)
	}
	page.PassedSum = l.N(len(page.Passed), i18n.SystemPassedN)
}

// setVerdict says in one sentence that all is well or, beside what the checks found, how much needs attention, and lists it.
func setVerdict(l i18n.Lang, r SystemReport, page *views.System) {
	add := func(name, text, part string) {
		page.Attention = append(page.Attention, views.SystemLink{Name: name, Text: text, Href: "#" + part})
	}
	failed := 0
	for _, g := range r.Failures {
		failed += len(g.List)
	}
	if failed > 0 {
		add(l.T(i18n.SystemFailures), l.N(failed, i18n.SystemFailedN), "failures")
	}
	for _, q := range r.Queues {
		if q.Failed > 0 {
			add(q.Name, l.N(int(q.Failed), i18n.SystemUnsentN), "queues")
		}
	}
	gone := 0
	for _, x := range r.Servers {
		if !x.Alive {
			gone++
		}
	}
	if gone > 0 {
		add(l.T(i18n.SystemReplicas), l.N(gone, i18n.SystemGoneN), "replicas")
	}
	switch {
	case len(page.Attention) > 0:
		page.Verdict = l.N(len(page.Attention), i18n.SystemAttention)
	case len(page.Checks) == 0:
		page.Verdict = l.T(i18n.SystemWell)
	}
}

// severityOK is the severity of a check that found nothing.
const severityOK = "ok"

// checkState returns the badge of a severity.
func checkState(l i18n.Lang, severity string) views.State {
	switch severity {
	case severityOK:
		return views.State{Tone: ui.Good, Icon: ui.IconApproved, Text: l.T(i18n.SystemOK)}
	case "warning":
		return views.State{Tone: ui.Warn, Icon: ui.IconWarning, Text: l.T(i18n.SystemWarning)}
	}
	return views.State{Tone: ui.Bad, Icon: ui.IconError, Text: l.T(i18n.SystemError)}
}

// channels returns the channels of mail of a server as text.
func channels(l i18n.Lang, x SystemServer) string {
	var names []string
	if x.Bulk {
		names = append(names, l.T(i18n.DoctorChecks["bulk_mail"]))
	}
	if x.Mailbox {
		names = append(names, l.T(i18n.DoctorChecks["mailboxes"]))
	}
	if names == nil {
		return l.T(i18n.EmpNone)
	}
	return strings.Join(names, ", ")
}

// failureKind returns what a kind of failures is called.
func failureKind(l i18n.Lang, k errs.Kind) string {
	switch k {
	case errs.KindStorage:
		return l.T(i18n.SystemKindStorage)
	case errs.KindUnavailable:
		return l.T(i18n.SystemKindUnavailable)
	}
	return l.T(i18n.SystemKindInternal)
}
