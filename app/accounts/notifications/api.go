package notifications

import (
	"context"
	"net/http"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
)

// api handles the requests of the JSON API.
type api struct {
	s          *Service
	revalidate func(r *http.Request) func(ctx context.Context) error
}

// itemsShown is the number of notifications in the summary.
const itemsShown = 20

// recordJSON identifies the record of a notification.
type recordJSON struct {
	Kind string `json:"kind" enum:"timesheet,expense,leave_request,pay_period,planned_shift,employee,event,campaign,address,webhook,person" doc:"What sort of record"`
	ID   string `json:"id" doc:"The record's id; the name of a pay period, as 2026-25; the event_id of an event" example:"31"`
}

// itemJSON is a notification in JSON answers.
type itemJSON struct {
	ID     int64      `json:"id" doc:"The record's id" example:"12"`
	Kind   Kind       `json:"kind" enum:"timesheet.submitted,timesheet.approved,timesheet.changed,expense.decided,leave.requested,leave.decided,period.approved,timesheet.reminder,schedule.published,schedule.taken,approvals.waiting,approvals.overdue,rsvp.received,campaign.progress,campaign.finished,address.bounces,webhook.failing,account.factors_reset" doc:"What happened" example:"timesheet.submitted"`
	Record recordJSON `json:"record"`
	Text   string     `json:"text" doc:"One sentence in the person's language" example:"Maude Thériault handed in a timesheet"`
	Detail string     `json:"detail" doc:"Which period or days; may be empty" example:"Period 2026-25"`
	URL    string     `json:"url" doc:"The page where it is looked at; may be empty" example:"/staff/timesheets/31"`
	At     string     `json:"created_at" format:"date-time" doc:"When" example:"2026-11-20T13:00:00Z"`
	Read   bool       `json:"read" doc:"Whether the person has seen it"`
}

// Tag returns the id; a notification has no versions.
func (f itemJSON) Tag() (id, version int64) { return f.ID, 0 }

func (s *Service) toItemJSON(l i18n.Lang, n Notification) itemJSON {
	w := s.messageOf(l, n)
	i := itemJSON{ID: n.ID, Kind: n.Kind, Record: recordJSON{kinds[n.Kind].record, strconv.FormatInt(n.RecordID, 10)},
		Text: w.text, Detail: w.detail, URL: w.href, At: n.At.String(), Read: n.ReadAt != 0}
	switch {
	case n.Kind == AnswersReceived:
		i.Record.ID = n.Data.EventID
	case kinds[n.Kind].record == "person":
		i.Record.ID = n.PersonID
	case kinds[n.Kind].record == "pay_period":
		year, number := s.periodOf(n.Data.Period)
		i.Record.ID = i18n.PeriodName(year, number)
	}
	return i
}

type pendingJSON struct {
	Timesheets    int64 `json:"timesheets" doc:"Submitted and not approved" example:"3"`
	Expenses      int64 `json:"expenses" doc:"On these timesheets, not approved by themselves" example:"2"`
	LeaveRequests int64 `json:"leave_requests" doc:"Pending or Escalated" example:"1"`
	Shifts        int64 `json:"shifts" doc:"On these timesheets, not approved by themselves" example:"9"`
}

type summaryJSON struct {
	Unread  int64       `json:"unread" doc:"How many are not read; the sheets that were submitted for one period are one" example:"1"`
	Pending pendingJSON `json:"pending" doc:"What is awaiting the caller's decision"`
	Items   []itemJSON  `json:"items" doc:"The newest, newest first, at most 20"`
}

type summaryAnswer struct {
	CacheControl string `header:"Cache-Control"`
	Body         summaryJSON
}

func (a api) summary(ctx context.Context, _ *struct{}) (*summaryAnswer, error) {
	by := auth.From(ctx)
	found, err := a.s.Summary(ctx, by, itemsShown)
	if err != nil {
		return nil, err
	}
	p := found.Pending
	out := summaryJSON{Unread: found.Unread, Items: make([]itemJSON, len(found.Items)),
		Pending: pendingJSON{Timesheets: p.Timesheets, Expenses: p.Expenses, LeaveRequests: p.Leave, Shifts: p.Shifts}}
	for i, n := range found.Items {
		out.Items[i] = a.s.toItemJSON(by.Language, n)
	}
	return &summaryAnswer{"private, no-store", out}, nil
}

// list lists the notifications of the caller, the newest first.
func (a api) list(ctx context.Context, in *httpx.Page, each func(itemJSON) error) error {
	by := auth.From(ctx)
	found, err := a.s.List(ctx, by, in.After, int(in.LimitPlusOne()))
	for i := 0; err == nil && i < len(found); i++ {
		err = each(a.s.toItemJSON(by.Language, found[i]))
	}
	return err
}

// readBody is the body of POST /notifications/read: at least one of its fields.
type readBody struct {
	IDs  httpx.Opt[[]int64] `json:"ids,omitzero" nullable:"false" doc:"Those that were read" example:"[12]"`
	UpTo httpx.Opt[int64]   `json:"up_to,omitzero" nullable:"false" minimum:"1" doc:"All up to this id: later ones stay unread" example:"12"`
}

// Example marks everything up to a notification.
func (readBody) Example() any { return map[string]any{"up_to": 12} }

// readRequest is a parsed readBody.
type readRequest struct {
	ids  []int64
	upTo int64
}

// Parse fails unless the body names something.
func (b readBody) Parse(context.Context) (r readRequest, faults errs.Fields) {
	if v := b.IDs.Ptr(&faults, "ids"); v != nil {
		r.ids = *v
	}
	b.UpTo.Ptr(&faults, "up_to")
	if r.upTo = b.UpTo.Value; !b.IDs.Set && !b.UpTo.Set {
		faults.Add("ids", "required", "Name the notifications that were read, or up to which all were.")
	}
	return r, faults
}

func (a api) read(ctx context.Context, in *httpx.BodyInput[readBody, readRequest]) (*httpx.NoContent, error) {
	r := in.Body.Value()
	return nil, a.s.MarkRead(ctx, auth.From(ctx), r.ids, r.upTo)
}
