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
	k := kinds[n.Kind]
	if k.message != nil { // nil: of a kind that a newer version has
		w = k.message(s, l, n)
	}
	if !n.Data.Period.IsZero() {
		year, number := s.periodOf(n.Data.Period)
		w.detail = l.F(i18n.NotePeriod, i18n.PeriodName(year, number))
		if k.record == "pay_period" {
			w.href = paths.TimeIn(year, number)
		}
	}
	return w
}

// The functions below return the message of each kind, without the period, which messageOf adds.

func actorName(l i18n.Lang, n Notification) string { return cmp.Or(n.Data.By, l.T(i18n.NoteSomebody)) }

func employeeName(l i18n.Lang, n Notification) string {
	return cmp.Or(n.Data.Employee, l.T(i18n.NoteSomebody))
}

func sheetSubmitted(_ *Service, l i18n.Lang, n Notification) message {
	return message{text: l.F(i18n.NoteSheetSubmitted, employeeName(l, n)), href: paths.Timesheet(n.RecordID)}
}

func sheetApproved(_ *Service, l i18n.Lang, n Notification) message {
	return message{text: l.F(i18n.NoteSheetApproved, actorName(l, n)), href: paths.Timesheet(n.RecordID)}
}

func sheetChanged(_ *Service, l i18n.Lang, n Notification) message {
	text := i18n.NoteSheetReopened
	switch n.Data.Change {
	case LinesCorrected:
		text = i18n.NoteSheetCorrected
	case SheetReturned:
		text = i18n.NoteSheetReturned
	case ReturnUndone:
		text = i18n.NoteReturnUndone
	}
	return message{text: l.F(text, actorName(l, n)), href: paths.Timesheet(n.RecordID)}
}

func expenseDecided(_ *Service, l i18n.Lang, n Notification) message {
	text := i18n.NoteExpenseReopened
	switch {
	case n.Data.Approved:
		text = i18n.NoteExpenseApproved
	case n.Data.Change == ExpenseRefused:
		text = i18n.NoteExpenseRefused
	case n.Data.Change == DecisionUndone:
		text = i18n.NoteExpenseUndone
	}
	return message{text: l.F(text, actorName(l, n), l.Dollars(n.Data.Cents)), href: paths.Timesheet(n.Data.Sheet)}
}

func leaveRequested(s *Service, l i18n.Lang, n Notification) message {
	w := message{l.F(i18n.NoteLeaveRequested, employeeName(l, n)), s.leaveDays(l, n.Data),
		paths.Approval("leave-" + strconv.FormatInt(n.RecordID, 10))}
	switch {
	case n.Data.Employee == "": // for the owner
		w.text, w.href = l.F(i18n.NoteLeaveForYou, actorName(l, n)), paths.Leave()
	case n.Data.Change == ForOther:
		w.text = l.F(i18n.NoteLeaveFor, actorName(l, n), employeeName(l, n))
	}
	return w
}

func leaveDecided(s *Service, l i18n.Lang, n Notification) message {
	return message{l.F(leaveText(n.Data), actorName(l, n)), s.leaveDays(l, n.Data), paths.Leave()}
}

func periodApproved(_ *Service, l i18n.Lang, n Notification) message {
	return message{text: l.F(i18n.NotePeriodApproved, actorName(l, n))}
}

func sheetReminder(_ *Service, l i18n.Lang, n Notification) message {
	switch {
	case n.Data.By != "":
		return message{text: l.F(i18n.NoteSheetAsked, actorName(l, n))}
	case n.Data.Late:
		return message{text: l.F(i18n.NoteSheetLate, l.DayLong(n.Data.Due))}
	}
	return message{text: l.F(i18n.NoteSheetReminder, l.DayLong(n.Data.Due))}
}

func schedulePublished(_ *Service, l i18n.Lang, n Notification) message {
	return message{l.F(i18n.NoteSchedule, l.Range(n.Data.From, n.Data.Until)), scheduleDetail(l, n.Data),
		paths.Schedule(url.Values{"of": {"me"}, "from": {n.Data.From.String()}})}
}

func shiftTaken(s *Service, l i18n.Lang, n Notification) message {
	start, end := n.Data.Start.Time().In(s.zone), n.Data.End.Time().In(s.zone)
	return message{l.F(i18n.NoteShiftTaken, actorName(l, n)), l.DayWeek(start) + ", " + l.ClockRange(start, end),
		paths.Schedule(url.Values{"from": {db.DayOf(start).Week().String()}})}
}

func approvalsWaiting(_ *Service, l i18n.Lang, n Notification) message {
	return message{text: l.N(int(n.Data.Count), i18n.NoteApprovalsWaiting), href: paths.Approvals()}
}

func approvalsOverdue(_ *Service, l i18n.Lang, n Notification) message {
	return message{l.F(i18n.NoteApprovalsOverdue, n.Data.Employee, l.N(n.Data.Days, i18n.LeaveWorkdays)),
		l.N(int(n.Data.Count), i18n.NoteOverdueItems), paths.Approvals()}
}

func answersReceived(_ *Service, l i18n.Lang, n Notification) message {
	return message{l.N(int(n.Data.Count), i18n.NoteAnswers), l.T(i18n.Text{FR: n.Data.TitleFR, EN: n.Data.TitleEN}),
		paths.Registrations(n.Data.EventID)}
}

func bouncesToDecide(_ *Service, l i18n.Lang, n Notification) message {
	return message{text: l.N(int(n.Data.Count), i18n.NoteBounces), href: paths.Suppressions(nil)}
}

func webhookTrouble(_ *Service, l i18n.Lang, n Notification) message {
	return message{text: l.F(webhookText(n.Data), n.Data.Webhook), href: paths.Webhook(n.RecordID, nil)}
}

func factorsReset(_ *Service, l i18n.Lang, n Notification) message {
	return message{l.F(i18n.NoteFactorsReset, actorName(l, n)), l.T(i18n.NoteFactorsNext), paths.Security()}
}

func sending(_ *Service, l i18n.Lang, n Notification) message {
	return message{sendText(l, actorName(l, n), *n.Data.Send), sendDetail(l, n.Data), paths.Campaign(n.RecordID, nil)}
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
