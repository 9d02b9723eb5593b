package notifications

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/gin-gonic/gin"

	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	"presence/db/dbtest"
)

func TestNumber(t *testing.T) {
	for text, want := range map[string]int64{"": 0, "7": 7} {
		if n, err := number("before", text); n != want || err != nil {
			t.Errorf("%q is read as %d, %v", text, n, err)
		}
	}
	for _, text := range []string{"0", "-1", "x", "99999999999999999999"} {
		if _, err := number("before", text); errs.FieldsOf(err) == nil {
			t.Errorf("%q is taken: %v", text, err)
		}
	}
}

// Sheets submitted for one period stand together, read and unread apart; everything else, and sheets without a period, by itself.
func TestGrouped(t *testing.T) {
	p, q := db.MustDay("2026-11-15"), db.MustDay("2026-11-01")
	sheet := func(id int64, period db.Day, read db.Instant) Notification {
		return Notification{ID: id, Kind: SheetSubmitted, ReadAt: read, Data: Data{Period: period}}
	}
	got := ""
	for _, group := range grouped([]Notification{sheet(9, p, 0), {ID: 8, Kind: SheetApproved, Data: Data{Period: p}}, sheet(7, p, 0),
		{ID: 6, Kind: SheetApproved, Data: Data{Period: p}}, sheet(5, q, 0), sheet(4, p, 1), sheet(3, p, 0), sheet(2, p, 1),
		sheet(1, db.Day{}, 0), sheet(0, db.Day{}, 0)}) {
		for _, n := range group {
			got += strconv.FormatInt(n.ID, 10)
		}
		got += " "
	}
	if want := "973 8 6 5 42 1 0 "; got != want {
		t.Errorf("together stand %q, want %q", got, want)
	}
}

// One sheet is said by its person's name; several by their number, with the names and every id that the button marks.
func TestPages_item_of_several_sheets(t *testing.T) {
	pages := pages{&Service{periodOf: func(db.Day) (int, int) { return 2026, 25 }, zone: time.UTC, now: time.Now}}
	sheet := func(id, record int64, name string) Notification {
		return Notification{ID: id, Kind: SheetSubmitted, RecordID: record, ReadAt: 1, Data: Data{Employee: name, Period: db.MustDay("2026-11-15")}}
	}
	several := pages.item(i18n.EN, []Notification{sheet(9, 1, "Ann"), sheet(8, 2, "Bea"), sheet(7, 1, "Ann")})
	if several.Text != "2 people submitted their timesheets" || several.Detail != "Period 2026-25" || several.Href != "/staff/approvals" ||
		len(several.People) != 2 || several.People[1].Name != "Bea" || several.People[1].Href != "/staff/timesheets/2" || len(several.Mark) != 3 {
		t.Errorf("several sheets: %+v", several)
	}
	for _, same := range [][]Notification{{sheet(9, 1, "Ann")}, {sheet(9, 1, "Ann"), sheet(7, 1, "Ann")}} {
		one := pages.item(i18n.EN, same)
		if one.Text != "Ann submitted their timesheet" || one.Href != "/staff/timesheets/1" || one.People != nil || len(one.Mark) != len(same) {
			t.Errorf("one sheet: %+v", one)
		}
	}
}

// An unread entry leads to the address that marks it as read; one that was read directly to what it is about.
func TestPages_item_leads_to_what_marks_it_as_read(t *testing.T) {
	pages := pages{&Service{periodOf: func(db.Day) (int, int) { return 2026, 25 }, zone: time.UTC, now: time.Now}}
	sheet := func(id, record int64, name string, read db.Instant) Notification {
		return Notification{ID: id, Kind: SheetSubmitted, RecordID: record, ReadAt: read, Data: Data{Employee: name}}
	}
	several := []Notification{sheet(9, 1, "Ann", 0), sheet(8, 2, "Bea", 0), sheet(7, 1, "Ann", 0)}
	for _, x := range []struct {
		name string
		same []Notification
		want string // the link of the entry, and those of its people
	}{
		{"one that is unread", several[:1], "/staff/notifications/open?id=9"},
		{"one that was read", []Notification{sheet(9, 1, "Ann", 1)}, "/staff/timesheets/1"},
		{"several that are unread", several, "/staff/notifications/open?id=9&id=8&id=7 /staff/notifications/open?id=9&id=7 " +
			"/staff/notifications/open?id=8"},
	} {
		t.Run(x.name, func(t *testing.T) {
			item := pages.item(i18n.EN, x.same)
			got := item.Href
			for _, p := range item.People {
				got += " " + p.Href
			}
			if got != x.want {
				t.Errorf("leads to %q, want %q", got, x.want)
			}
		})
	}
}

func TestPages_open(t *testing.T) {
	each2(t, func(t *testing.T, k *fixture) {
		ann, boss := k.browser(k.crew.Ann), k.browser(k.crew.Boss)
		k.tell(k.event(k.crew.Boss, SheetApproved, k.sheet(k.crew.Ann)))
		for range 2 {
			k.tell(k.event(k.crew.Ann, SheetSubmitted, k.sheet(k.crew.Ann)))
		}
		named := func(m dbtest.Member) (list []Notification, address string) {
			list, err := k.List(t.Context(), by(m), 0, 10)
			if err != nil || len(list) == 0 {
				t.Fatalf("%v, %v", list, err)
			}
			ids := make([]int64, len(list))
			for i, n := range list {
				ids[i] = n.ID
			}
			return list, paths.NotificationsOpen(ids...)
		}
		own, one := named(k.crew.Ann)
		_, two := named(k.crew.Boss)
		for _, x := range []struct {
			name    string
			browser *featuretest.Client
			address string
			headers []string
			to      string
			unread  string // of Ann and of her supervisor, afterwards
		}{
			{"marks nothing of another person, and leads to the list", boss, one, nil, "/staff/notifications", "1 2"},
			{"marks nothing for a browser that loads pages in advance", ann, one, []string{"Sec-Purpose", "prefetch"},
				paths.Timesheet(own[0].RecordID), "1 2"},
			{"marks one and leads to its record", ann, one, nil, paths.Timesheet(own[0].RecordID), "0 2"},
			{"leads there when it was read already", ann, one, nil, paths.Timesheet(own[0].RecordID), "0 2"},
			{"leads from several timesheets to the approvals", boss, two, nil, "/staff/approvals", "0 0"},
			{"leads to the list without a notification", ann, "/staff/notifications/open", nil, "/staff/notifications", "0 0"},
		} {
			t.Run(x.name, func(t *testing.T) {
				x.browser.On(t).Get(x.address, x.headers...).RedirectsTo(x.to)
				got := ""
				for _, m := range []dbtest.Member{k.crew.Ann, k.crew.Boss} {
					n := 0
					list, _ := named(m)
					for _, x := range list {
						if x.ReadAt == 0 {
							n++
						}
					}
					got = strings.TrimSpace(got + " " + strconv.Itoa(n))
				}
				if got != x.unread {
					t.Errorf("unread are %s, want %s", got, x.unread)
				}
			})
		}
		t.Run("refuses an id that is not one", func(t *testing.T) {
			ann.On(t).Get("/staff/notifications/open?id=x").Want(http.StatusBadRequest)
		})
	})
}

// browser opens the page of notifications as a member of the crew.
func (k *fixture) browser(m dbtest.Member) *featuretest.Client {
	who := by(m)
	counts := frame.ProvideCounts(func(ctx context.Context) (frame.Counts, error) {
		n, err := k.Unread(ctx, who)
		return frame.Counts{Unread: int(n)}, err
	})
	return featuretest.New(k.t, featuretest.Options{By: who, Now: func() time.Time { return start }, Use: []gin.HandlerFunc{counts}},
		func(r *httpx.Router) { Pages(r, k.Service) })
}

func TestPages_list(t *testing.T) {
	k := newFixture(t, dbtest.OpenSQLite(t), time.Minute)
	k.crew = dbtest.NewCrew(t, k.db)
	const at = "/staff/notifications"
	ann := k.browser(k.crew.Ann)
	see := func(t *testing.T, path string) *goquery.Selection {
		t.Helper()
		return ann.On(t).Get(path).Want(http.StatusOK).Doc()
	}
	tell := func(n int) {
		for range n {
			k.tell(k.event(k.crew.Boss, SheetApproved, k.sheet(k.crew.Ann)))
		}
	}
	// want compares the subtitle, the number of notifications, the last one that "mark all" marks, and the links to other pages.
	want := func(t *testing.T, page *goquery.Selection, subtitle string, items int, markAll, links string) {
		t.Helper()
		var to []string
		page.Find(".split .row a").Each(func(_ int, a *goquery.Selection) { to = append(to, a.AttrOr("href", "")) })
		got := fmt.Sprint(htmltest.Text(page.Find(".page-subtitle, .subtitle")), "|", page.Find(".note").Length(), "|",
			page.Find("input[name=up_to]").AttrOr("value", ""), "|", strings.Join(to, " "))
		if want := fmt.Sprint(subtitle, "|", items, "|", markAll, "|", links); got != want {
			t.Errorf("the page is %q, want %q", got, want)
		}
	}
	ids := func(t *testing.T) (ids []int64) {
		list, err := k.List(t.Context(), by(k.crew.Ann), 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range list {
			ids = append(ids, n.ID)
		}
		return ids
	}
	t.Run("without notifications it is empty", func(t *testing.T) { want(t, see(t, at), "", 0, "", "") })
	tell(perPage)
	t.Run("as many as a page has are one page", func(t *testing.T) {
		want(t, see(t, at), "50 unread", perPage, fmt.Sprint(ids(t)[0]), "")
	})
	tell(1)
	t.Run("one more is on a second page, which leads back to the newest", func(t *testing.T) {
		all := ids(t)
		older := fmt.Sprint(at, "?before=", all[perPage-1])
		want(t, see(t, at), "51 unread", perPage, fmt.Sprint(all[0]), older)
		want(t, see(t, older), "51 unread", 1, fmt.Sprint(all[perPage]), at)
	})
	t.Run("after the last one it is empty, and has nothing to mark", func(t *testing.T) {
		want(t, see(t, fmt.Sprint(at, "?before=", ids(t)[perPage])), "51 unread", 0, "", "")
	})
	t.Run("marks one as read", func(t *testing.T) {
		page := see(t, at)
		form := htmltest.One(t, page.Find(".note").First(), "form[action='"+at+"/read'] input[name=id]")
		ann.On(t).Form(at+"/read", url.Values{"id": {form.AttrOr("value", "")}}).RedirectsTo(at)
		page = see(t, at)
		if page.Find(".note").First().Is(".is-unread") || page.Find(".note.is-unread").Length() != perPage-1 {
			t.Error("not the first one is read")
		}
	})
	for name, form := range map[string]url.Values{"nothing named": {}, "an id that is not one": {"id": {"x"}},
		"a limit that is not one": {"up_to": {"-1"}}} {
		t.Run("refuses "+name, func(t *testing.T) {
			ann.On(t).Form(at+"/read", form).Want(http.StatusBadRequest)
		})
	}
	t.Run("refuses an address with an id that is not one", func(t *testing.T) {
		ann.On(t).Get(at + "?before=x").Want(http.StatusBadRequest)
	})
	t.Run("marks all up to the newest that was shown, and not what came later", func(t *testing.T) {
		newest := see(t, at).Find("input[name=up_to]").AttrOr("value", "")
		tell(1)
		ann.On(t).Form(at+"/read", url.Values{"up_to": {newest}})
		if page := see(t, at); page.Find(".note.is-unread").Length() != 1 || !page.Find(".note").First().Is(".is-unread") {
			t.Errorf("%d are unread", page.Find(".note.is-unread").Length())
		}
	})
	t.Run("says when all are read", func(t *testing.T) {
		ann.On(t).Form(at+"/read", url.Values{"up_to": {fmt.Sprint(ids(t)[0])}})
		want(t, see(t, at), "All read", perPage, "", fmt.Sprint(at, "?before=", ids(t)[perPage-1]))
	})
}

// What the summary says a notification is about: a record by its id, an event by its name, a period by its number.
func TestService_toItemJSON(t *testing.T) {
	s := &Service{periodOf: func(db.Day) (int, int) { return 2026, 5 }}
	for _, x := range []struct {
		n    Notification
		want string
		read bool
	}{
		{Notification{Kind: SheetApproved, RecordID: 7}, "timesheet 7", false},
		{Notification{Kind: SheetApproved, RecordID: 7, ReadAt: 1}, "timesheet 7", true},
		{Notification{Kind: AnswersReceived, RecordID: 7, Data: Data{EventID: "gala"}}, "event gala", false},
		{Notification{Kind: PeriodApproved, Data: Data{Period: db.MustDay("2026-02-08")}}, "pay_period 2026-05", false},
		{Notification{Kind: SheetReminder, Data: Data{Period: db.MustDay("2026-02-08")}}, "pay_period 2026-05", false},
	} {
		i := s.toItemJSON(i18n.EN, x.n)
		if got := i.Record.Kind + " " + i.Record.ID; got != x.want || i.Read != x.read {
			t.Errorf("%s is about %s, read: %v, want %s", x.n.Kind, got, i.Read, x.want)
		}
	}
}

// The number of unread notifications is the number of entries of the list: the sheets that were submitted for one period are one.
func TestService_Unread_counts_what_the_list_shows(t *testing.T) {
	each2(t, func(t *testing.T, k *fixture) {
		c := k.crew
		for _, period := range []string{"2026-11-15", "2026-11-15", "2026-11-15", "2026-11-01", "", ""} {
			id := k.sheet(c.Ann)
			k.tell(k.event(c.Ann, SheetSubmitted, id))
			if period != "" {
				k.write(func(tx *db.Tx) error {
					_, err := tx.Exec(context.Background(), "UPDATE notifications SET data = $1 WHERE record_id = $2", `{"period":"`+period+`"}`, id)
					return err
				})
			}
		}
		list, err := k.List(t.Context(), by(c.Boss), 0, 100)
		if err != nil || len(list) != 6 || len(grouped(list)) != 4 {
			t.Fatalf("%d notifications in %d entries, %v: want 6 in 4", len(list), len(grouped(list)), err)
		}
		if n, err := k.Unread(t.Context(), by(c.Boss)); n != 4 || err != nil {
			t.Errorf("%d are unread, %v: the list shows 4", n, err)
		}
	})
}

func TestService_List_parts(t *testing.T) {
	each2(t, func(t *testing.T, k *fixture) {
		c := k.crew
		for range 3 {
			k.tell(k.event(c.Boss, SheetApproved, k.sheet(c.Ann)))
		}
		all, err := k.List(t.Context(), by(c.Ann), 0, 10)
		if err != nil || len(all) != 3 || all[0].ID < all[1].ID {
			t.Fatalf("%v, %v: want three, the newest first", all, err)
		}
		for _, x := range []struct {
			before int64
			limit  int
			want   []int64
		}{
			{0, 2, []int64{all[0].ID, all[1].ID}}, {all[0].ID, 10, []int64{all[1].ID, all[2].ID}}, {all[2].ID, 10, nil},
		} {
			list, err := k.List(t.Context(), by(c.Ann), x.before, x.limit)
			if err != nil || len(list) != len(x.want) {
				t.Errorf("before %d: %v, %v", x.before, list, err)
			}
			for i, n := range list {
				if n.ID != x.want[i] {
					t.Errorf("before %d comes %d, want %d", x.before, n.ID, x.want[i])
				}
			}
		}
		sum, err := k.Summary(t.Context(), by(c.Ann), 2)
		if err != nil || sum.Unread != 3 || len(sum.Items) != 2 {
			t.Errorf("the summary has %d unread and %d items, %v", sum.Unread, len(sum.Items), err)
		}
	})
}

// A person has ten streams, and no stream is opened while the program shuts down.
func TestBroker_subscribe_limits(t *testing.T) {
	h := newBroker(dbtest.OpenSQLite(t), func(Notification, *int64, i18n.Lang) []byte { return nil })
	var streams []*stream
	open := func(person string) error {
		s := &stream{person: person}
		_, err := h.subscribe(t.Context(), s)
		if err == nil {
			streams = append(streams, s)
		}
		return err
	}
	for i := range maxStreamsPerPerson {
		if err := open("p"); err != nil {
			t.Fatalf("stream %s: %v", strconv.Itoa(i+1), err)
		}
	}
	if err := open("p"); errs.KindOf(err) != errs.KindRateLimited {
		t.Errorf("one more stream: %v", err)
	}
	if err := open("q"); err != nil {
		t.Errorf("the stream of another person: %v", err)
	}
	h.unsubscribe(streams[0])
	if streams = streams[1:]; open("p") != nil {
		t.Error("the place of a stream that ended is not free")
	}
	h.close()
	if err := open("q"); !errs.IsDraining(err) {
		t.Errorf("while the program shuts down: %v", err)
	}
	for _, s := range streams {
		if _, over := s.drain(); !over {
			t.Error("a stream goes on after the end")
		}
		h.unsubscribe(s)
	}
	if h.open != 0 || h.session != nil {
		t.Errorf("%d streams are left", h.open)
	}
}
