package notifications

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"

	"presence/app/accounts/webhooks"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
)

// message is the text of a notification.
type message struct {
	text   string // a sentence
	detail string // for example the period or the days; may be empty
	href   string // the page to open; empty: none
}

// messageOf returns the text of a notification.
func (s *Service) messageOf(l i18n.Lang, n Notification) (w message) {
	by, employee := cmp.Or(n.Data.By, l.T(i18n.NoteSomebody)), cmp.Or(n.Data.Employee, l.T(i18n.NoteSomebody))
	switch n.Kind {
	case SheetSubmitted:
		w.text, w.href = l.F(i18n.NoteSheetSubmitted, employee), paths.Timesheet(n.RecordID)
	case SheetApproved:
		w.text, w.href = l.F(i18n.NoteSheetApproved, by), paths.Timesheet(n.RecordID)
	case SheetChanged:
		w.text, w.href = l.F(i18n.NoteSheetReopened, by), paths.Timesheet(n.RecordID)
		switch n.Data.Change {
		case LinesCorrected:
			w.text = l.F(i18n.NoteSheetCorrected, by)
		case SheetReturned:
			w.text = l.F(i18n.NoteSheetReturned, by)
		case ReturnUndone:
			w.text = l.F(i18n.NoteReturnUndone, by)
		}
	case ExpenseDecided:
		decided := i18n.NoteExpenseReopened
		switch {
		case n.Data.Approved:
			decided = i18n.NoteExpenseApproved
		case n.Data.Change == ExpenseRefused:
			decided = i18n.NoteExpenseRefused
		case n.Data.Change == DecisionUndone:
			decided = i18n.NoteExpenseUndone
		}
		w.text, w.href = l.F(decided, by, l.Dollars(n.Data.Cents)), paths.Timesheet(n.Data.Sheet)
	case LeaveRequested:
		w.text, w.detail = l.F(i18n.NoteLeaveRequested, employee), s.leaveDays(l, n.Data)
		w.href = paths.Approval("leave-" + strconv.FormatInt(n.RecordID, 10))
		switch {
		case n.Data.Employee == "": // for the owner
			w.text, w.href = l.F(i18n.NoteLeaveForYou, by), paths.Leave()
		case n.Data.Change == ForOther:
			w.text = l.F(i18n.NoteLeaveFor, by, employee)
		}
	case LeaveDecided:
		w.text, w.detail, w.href = l.F(leaveText(n.Data), by), s.leaveDays(l, n.Data), paths.Leave()
	case PeriodApproved:
		w.text = l.F(i18n.NotePeriodApproved, by)
	case SheetReminder:
		w.text = l.F(i18n.NoteSheetReminder, l.DayLong(n.Data.Due))
		switch {
		case n.Data.By != "":
			w.text = l.F(i18n.NoteSheetAsked, by)
		case n.Data.Late:
			w.text = l.F(i18n.NoteSheetLate, l.DayLong(n.Data.Due))
		}
	case SchedulePublished:
		w.text, w.detail = l.F(i18n.NoteSchedule, l.Range(n.Data.From, n.Data.Until)), scheduleDetail(l, n.Data)
		w.href = paths.Schedule(url.Values{"of": {"me"}, "from": {n.Data.From.String()}})
	case ShiftTaken:
		start, end := n.Data.Start.Time().In(s.zone), n.Data.End.Time().In(s.zone)
		w.text, w.detail = l.F(i18n.NoteShiftTaken, by), l.DayWeek(start)+", "+l.ClockRange(start, end)
		w.href = paths.Schedule(url.Values{"from": {db.DayOf(start).Week().String()}})
	case ApprovalsWaiting:
		w.text, w.href = l.N(int(n.Data.Count), i18n.NoteApprovalsWaiting), paths.Approvals()
	case ApprovalsOverdue:
		w.text, w.href = l.F(i18n.NoteApprovalsOverdue, n.Data.Employee, l.N(n.Data.Days, i18n.LeaveWorkdays)), paths.Approvals()
		w.detail = l.N(int(n.Data.Count), i18n.NoteOverdueItems)
	case AnswersReceived:
		w.text, w.detail = l.N(int(n.Data.Count), i18n.NoteAnswers), l.T(i18n.Text{FR: n.Data.TitleFR, EN: n.Data.TitleEN})
		w.href = paths.Registrations(n.Data.EventID)
	case BouncesToDecide:
		w.text, w.href = l.N(int(n.Data.Count), i18n.NoteBounces), paths.Suppressions(nil)
	case WebhookTrouble:
		w.text, w.href = l.F(webhookText(n.Data), n.Data.Webhook), paths.Webhook(n.RecordID, nil)
	case FactorsReset:
		w.text, w.detail, w.href = l.F(i18n.NoteFactorsReset, by), l.T(i18n.NoteFactorsNext), paths.Security()
	case SendProgress, SendFinished:
		w.text, w.detail, w.href = sendText(l, by, *n.Data.Send), sendDetail(l, n.Data), paths.Campaign(n.RecordID, nil)
	}
	if !n.Data.Period.IsZero() {
		year, number := s.periodOf(n.Data.Period)
		w.detail = l.F(i18n.NotePeriod, i18n.PeriodName(year, number))
		if kinds[n.Kind].record == "pay_period" {
			w.href = paths.TimeIn(year, number)
		}
	}
	return w
}

// scheduleDetail counts what has changed in a schedule.
func scheduleDetail(l i18n.Lang, d Data) string {
	var parts []string
	for _, x := range []struct {
		n    int
		text i18n.Count
	}{{d.Added, i18n.NoteShiftAdded}, {d.Changed, i18n.NoteShiftChanged}, {d.Cancelled, i18n.NoteShiftDropped}} {
		if x.n > 0 {
			parts = append(parts, l.N(x.n, x.text))
		}
	}
	return strings.Join(parts, ", ")
}

// webhookText returns the text about an endpoint of a webhook.
func webhookText(d Data) i18n.Text {
	switch webhooks.Reason(d.Disabled) {
	case webhooks.Gone:
		return i18n.NoteWebhookGone
	case webhooks.Failing:
		return i18n.NoteWebhookDisabled
	}
	return i18n.NoteWebhookFailed
}

// leaveText returns the text for the new status of leave.
func leaveText(d Data) i18n.Text {
	switch d.Status {
	case "True":
		return i18n.NoteLeaveApproved
	case "Escalated":
		return i18n.NoteLeaveEscalated
	case "Pending":
		return i18n.NoteLeaveReopened
	case "Cancelled":
		if d.Employee != "" { // for the supervisor
			return i18n.NoteLeaveGivenUp
		}
		return i18n.NoteLeaveCancelled
	}
	return i18n.NoteLeaveRefused
}

// sendText returns the text for the state of a send.
func sendText(l i18n.Lang, by string, s Sending) string {
	switch {
	case s.Chosen != "":
		return l.F(i18n.NoteSendSubject, strings.ToUpper(s.Chosen))
	case s.Status == statusSending && s.Percent == 0:
		return l.F(i18n.NoteSendBegun, by, l.N(int(s.Guests), i18n.SendAudienceSome))
	case s.Status == statusSending:
		gone := i18n.NoteSendGone
		if s.Kept {
			gone = i18n.NoteSendKept
		}
		return l.F(i18n.NoteSendProgress, l.Percent(s.Percent, 100), l.N(int(s.Sent), gone))
	case s.Status == "completed":
		return l.T(i18n.NoteSendDone)
	case s.Status == "cancelled":
		return l.F(i18n.NoteSendCancelled, by)
	case s.Reason == "unconfirmed":
		return l.N(int(s.Unconfirmed), i18n.NoteSendUnconfirmed)
	}
	return l.T(i18n.NoteSendStopped[s.Reason])
}

// sendDetail returns the title of the event; if the send has ended or is paused, also its figures.
func sendDetail(l i18n.Lang, d Data) string {
	s, name := d.Send, i18n.CampInvitation
	if s.Reminder {
		name = i18n.CampReminder
	}
	if of, ok := i18n.MessageNames[s.Message]; ok {
		name = of
	}
	parts := []string{l.F(i18n.CampTitle, l.T(name), l.T(i18n.Text{FR: d.TitleFR, EN: d.TitleEN}))}
	if s.Status == statusSending {
		return parts[0]
	}
	sent := i18n.NoteSendSent
	if s.Kept {
		sent = i18n.NoteSendKept
	}
	parts = append(parts, l.N(int(s.Sent), sent))
	for _, x := range []struct {
		n    int64
		text i18n.Count
	}{{s.Failed, i18n.NoteSendFailed}, {s.Excluded, i18n.NoteSendOut}, {s.Unconfirmed, i18n.NoteSendUnconfirmedShort},
		{s.Waiting, i18n.NoteSendWaiting}} {
		if x.n > 0 {
			parts = append(parts, l.N(int(x.n), x.text))
		}
	}
	return strings.Join(parts, " · ")
}

// leaveDays returns the type and the days of leave.
func (s *Service) leaveDays(l i18n.Lang, d Data) string {
	return l.T(i18n.LeaveNames[d.LeaveType]) + " · " + s.daysOf(l, d)
}

// daysOf returns the days of leave. Leave that ends at midnight does not include the day that begins then.
func (s *Service) daysOf(l i18n.Lang, d Data) string {
	from, to := db.DayOf(d.Start.Time().In(s.zone)), db.DayOf((d.End - 1).Time().In(s.zone))
	days := l.Day(from)
	if from != to {
		days = l.Range(from, to)
	}
	return days
}
