package notifications

import (
	"cmp"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/accounts/notifications"
	"presence/views/ui"
)

// pages handles the requests of this package's pages.
type pages struct{ s *Service }

// perPage is the number of notifications on a page.
const perPage = 50

func (p pages) list(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	before, err := number("before", c.Query("before"))
	if err != nil {
		return err
	}
	list, err := p.s.List(c.Request.Context(), by, before, perPage+1)
	if err != nil {
		return err
	}
	f, err := frame.Load(c)
	if err != nil {
		return err
	}
	page := views.Page{Unread: by.Language.T(i18n.NotesAllRead)}
	if f.Unread > 0 {
		page.Unread = by.Language.N(f.Unread, i18n.NotesUnread)
	}
	if before != 0 {
		page.Newest = paths.Notifications()
	}
	if len(list) > perPage {
		list = list[:perPage]
		page.Older = paths.NotificationsBefore(list[perPage-1].ID)
	}
	for _, same := range grouped(list) {
		day := db.DayOf(same[0].At.Time().In(p.s.zone))
		if id := "day-" + day.String(); len(page.Days) == 0 || page.Days[len(page.Days)-1].ID != id {
			page.Days = append(page.Days, views.Day{ID: id, Title: p.dayTitle(by.Language, day)})
		}
		last := &page.Days[len(page.Days)-1]
		last.Items = append(last.Items, p.item(by.Language, same))
	}
	switch {
	case len(list) == 0 && f.Unread == 0:
		page.Unread = ""
	case len(list) > 0 && f.Unread > 0:
		page.MarkAll = &ui.Hidden{Name: "up_to", Value: strconv.FormatInt(list[0].ID, 10)}
	}
	return httpx.Render(c, http.StatusOK, views.List(f, page))
}

// dayTitle returns the heading of the notifications of a day.
func (p pages) dayTitle(l i18n.Lang, day db.Day) string {
	switch db.DayOf(p.s.now().In(p.s.zone)).Sub(day) {
	case 0:
		return l.T(i18n.Today)
	case 1:
		return l.T(i18n.NotesYesterday)
	}
	return l.DayTitle(day)
}

var icons = map[Kind]ui.Icon{
	SheetSubmitted: ui.IconSend, SheetApproved: ui.IconApproved, SheetChanged: ui.IconChanged, ExpenseDecided: ui.IconReceipt,
	SchedulePublished: ui.IconCalendar, ShiftTaken: ui.IconCalendar,
	LeaveRequested: ui.IconPalm, LeaveDecided: ui.IconPalm, PeriodApproved: ui.IconApproved, SheetReminder: ui.IconClock,
	ApprovalsWaiting: ui.IconClock,
	ApprovalsOverdue: ui.IconClock,
	AnswersReceived:  ui.IconTicket, SendProgress: ui.IconSend, SendFinished: ui.IconSend,
	BouncesToDecide: ui.IconWarning, FactorsReset: ui.IconLock,
}

// grouped returns the notifications in their order, each group at the place of its newest one. Unread notifications of
// submitted sheets of one period are one group, and so are the read ones. Every other notification, also of a sheet without a
// period, is a group of its own.
func grouped(list []Notification) (groups [][]Notification) {
	type key struct {
		period db.Day
		read   bool
	}
	at := map[key]int{}
	for _, n := range list {
		if n.Kind == SheetSubmitted && !n.Data.Period.IsZero() {
			k := key{n.Data.Period, n.ReadAt != 0}
			if i, found := at[k]; found {
				groups[i] = append(groups[i], n)
				continue
			}
			at[k] = len(groups)
		}
		groups = append(groups, []Notification{n})
	}
	return groups
}

// item returns one notification, or several about sheets submitted for one period, the newest first.
func (p pages) item(l i18n.Lang, same []Notification) views.Item {
	n := same[0]
	w := p.s.messageOf(l, n)
	at := n.At.Time().In(p.s.zone)
	v := views.Item{Text: w.text, Detail: w.detail, Href: w.href, Icon: icons[n.Kind], Unread: n.ReadAt == 0,
		When: l.Ago(p.s.now().Sub(at)), Moment: l.Moment(at), At: n.At.String()}
	var all, sheets []int64
	of := map[int64][]int64{} // a sheet may have been submitted more than once
	for _, x := range same {
		v.Mark = append(v.Mark, ui.Hidden{Name: "id", Value: strconv.FormatInt(x.ID, 10)})
		all = append(all, x.ID)
		if of[x.RecordID] == nil {
			sheets = append(sheets, x.RecordID)
			v.People = append(v.People, views.Submitter{Name: cmp.Or(x.Data.Employee, l.T(i18n.NoteSomebody)), Href: paths.Timesheet(x.RecordID)})
		}
		of[x.RecordID] = append(of[x.RecordID], x.ID)
	}
	if len(v.People) > 1 {
		v.Text, v.Href, v.PeopleText = l.N(len(v.People), i18n.NoteSheetsSubmitted), paths.Approvals(), l.N(len(v.People), i18n.NoteSheets)
	} else {
		v.People = nil
	}
	if v.Unread { // the links mark what they open as read
		for i := range v.People {
			v.People[i].Href = paths.NotificationsOpen(of[sheets[i]]...)
		}
		if v.Href != "" {
			v.Href = paths.NotificationsOpen(all...)
		}
	}
	v.MarkText = l.F(i18n.NotesMarkOf, v.Text)
	return v
}

// open marks notifications as read and leads to what they are about; to the list if it is about nothing, or if they are not the
// caller's or no longer exist. It marks by GET, so that the row is a link that can be opened in a tab of its own; a browser that only
// loads the page in advance marks nothing.
func (p pages) open(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	ids, err := readIDs(c.QueryArray("id"))
	if err != nil {
		return err
	}
	list, err := p.s.Named(c.Request.Context(), by, ids)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return httpx.SeeOther(c, paths.Notifications())
	}
	if httpx.InAdvance(c.Request) || httpx.InfoOf(c.Request.Context()).Head {
		return httpx.SeeOther(c, p.target(by.Language, list))
	}
	if err := p.s.MarkRead(c.Request.Context(), by, ids, 0); err != nil {
		return err
	}
	return httpx.SeeOther(c, p.target(by.Language, list))
}

// target returns the page of what notifications are about: the approvals if they are of several sheets.
func (p pages) target(l i18n.Lang, list []Notification) string {
	for _, n := range list {
		if n.RecordID != list[0].RecordID {
			return paths.Approvals()
		}
	}
	return cmp.Or(p.s.messageOf(l, list[0]).href, paths.Notifications())
}

// read marks notifications as read, or all up to the newest one that the page showed: those that came later stay unread.
func (p pages) read(c *gin.Context) error {
	ids, err := readIDs(c.PostFormArray("id"))
	if err != nil {
		return err
	}
	upTo, err := number("up_to", c.PostForm("up_to"))
	if err != nil {
		return err
	}
	if len(ids) == 0 && upTo == 0 {
		return errs.InvalidField("id", "required", "Name the notification that was read, or up to which all were.")
	}
	if err := p.s.MarkRead(c.Request.Context(), auth.From(c.Request.Context()), ids, upTo); err != nil {
		return err
	}
	return httpx.SeeOther(c, paths.Notifications())
}

// readIDs parses the values of the field id.
func readIDs(texts []string) (ids []int64, err error) {
	for _, text := range texts {
		id, err := number("id", text)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// number parses an optional id; 0 when there is none.
func number(field, s string) (int64, error) {
	if s == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n <= 0 {
		return 0, errs.InvalidField(field, "invalid", "Expected the id of a notification.")
	}
	return n, nil
}
