package campaigns_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
)

// The figures of a large campaign are kept for some seconds: the totals beside them are those of the same moment.
func TestPages_report_of_one_moment(t *testing.T) {
	w := hire(small(t, sink.Options{})).Invite(3)
	c := w.Send()
	staff := office(w, nil)
	w.Exec("UPDATE campaigns SET total = 300000, pending = 300000 - sent - failed - excluded, version = version + 1 WHERE id = $1", c.ID)
	staff.On(t).Get(paths.Campaign(c.ID, nil)).Want(200)
	w.Exec("UPDATE campaigns SET failed = failed + 123456, pending = pending - 123456, version = version + 1 WHERE id = $1", c.ID)
	for _, x := range []struct {
		name  string
		later time.Duration
		shown bool
	}{
		{"failures after that moment are not shown yet", 14 * time.Second, false},
		{"they are with the next figures", 2 * time.Second, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			w.Clock.Advance(x.later)
			body := staff.On(t).Get(paths.Campaign(c.ID, nil)).Want(200).Body
			if shown := strings.Contains(body, "123,456"); shown != x.shown {
				t.Errorf("shown: %v", shown)
			}
		})
	}
}

func TestPages_report(t *testing.T) {
	w := hire(small(t, sink.Options{})).Invite(3)
	c := w.Send()
	staff := office(w, nil)
	report := func(query string) string { return paths.Campaign(c.ID, nil) + query }
	for _, x := range []struct {
		name, query string
		headers     []string
		part        bool
		refresh     string
	}{
		{"the script that polls gets the progress only", "?seen=sending", []string{"HX-Request", "true", "HX-Target", "course"}, true, ""},
		{"after the status has changed it reloads the page, whose buttons change too", "?seen=paused",
			[]string{"HX-Request", "true", "HX-Target", "course"}, true, "true"},
		{"without a status that it has seen it reloads nothing", "", []string{"HX-Request", "true", "HX-Target", "course"}, true, ""},
		{"a script that loads another part gets the whole page", "?seen=paused", []string{"HX-Request", "true", "HX-Target", "main"}, false, ""},
		{"a browser gets the whole page", "?seen=paused", []string{"HX-Target", "course"}, false, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := staff.On(t).Get(report(x.query), x.headers...).Want(200)
			if a.Has("#people") == x.part || a.Has("#course-state[hx-swap-oob]") != x.part || !a.Has("#course") || a.Header.Get("HX-Refresh") != x.refresh {
				t.Errorf("refresh %q\n%.500s", a.Header.Get("HX-Refresh"), a.Body)
			}
		})
	}
	t.Run("the state stands beside the line below the title, and not again above the figures", func(t *testing.T) {
		page := staff.On(t).Get(report("")).Want(200).Doc()
		if page.Find(".page-title #course-state .badge").Length() != 1 || page.Find("#course .badge").Length() != 0 {
			t.Error(page.Find(".page-title, #course").Text())
		}
	})
	t.Run("the question before cancelling is open only when it is asked", func(t *testing.T) {
		if a := staff.On(t).Get(report("")).Want(200); !a.Has("dialog#cancel") || a.Has("dialog#cancel[open]") {
			t.Error("it is open, or there is no such question")
		}
		if a := staff.On(t).Get(report("?ask=cancel")).Want(200); !a.Has("dialog#cancel[open]") {
			t.Error("it is not open")
		}
	})
	t.Run("without a message sent there is a sentence in place of the chart", func(t *testing.T) {
		if got := staff.On(t).Get(report("")).Want(200).Text("#timeline p"); got != i18n.EN.T(i18n.CampTimelineNot) {
			t.Errorf("%q", got)
		}
	})
	t.Run("a campaign that does not exist is not found", func(t *testing.T) {
		staff.On(t).Get("/staff/campaigns/999").Want(404)
		staff.On(t).Get("/staff/campaigns/x").Want(404)
	})
	for _, x := range []struct{ name, change, want string }{
		{"who started it, the sender and the channel", "", "Started by Person 0e on %s · from nova@example.com, via SMTP server"},
		{"without the name of an unknown person", "created_by = 'x'", "Started on %s · from nova@example.com, via SMTP server"},
		{"without a channel that is no longer configured", "channel = 'mailbox'", "Started on %s · from nova@example.com"},
		{"via the outbox, when it was", "kept = TRUE", "Started on %s · from nova@example.com, via Outbox"},
	} {
		t.Run("the subtitle says "+x.name, func(t *testing.T) {
			if x.change != "" {
				w.Exec("UPDATE campaigns SET " + x.change)
			}
			want := fmt.Sprintf(x.want, "Fri, Nov 20 at 1:00 p.m.")
			if a := staff.On(t).Get(report("")).Want(200); a.Text(".page-subtitle") != want {
				t.Errorf("%q, want %q", a.Text(".page-subtitle"), want)
			}
		})
	}
	t.Run("the subtitle does not name the outbox, through which the messages did not go", func(t *testing.T) {
		w.Exec("UPDATE campaigns SET kept = FALSE, channel = 'bulk'")
		box, err := mail.OpenOutbox(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		defer box.Close()
		w := w.On(t)
		w.Options.Channels = map[string]mail.Channel{campaigns.Bulk: box}
		w.S = w.NewService(w.DB)
		const want = "Started on Fri, Nov 20 at 1:00 p.m. · from nova@example.com"
		if a := office(w, nil).Get(report("")).Want(200); a.Text(".page-subtitle") != want {
			t.Errorf("%q, want %q", a.Text(".page-subtitle"), want)
		}
	})
}

// names returns the names in the list of recipients.
func names(a *featuretest.Answer) (list []string) {
	for _, x := range a.Doc().Find("#people .camp-kind").EachIter() {
		list = append(list, strings.TrimSuffix(strings.Fields(htmltest.Text(x))[0], "@example.org"))
	}
	return list
}

func TestPages_report_people(t *testing.T) {
	w := small(t, sink.Options{}).Invite(26)
	c := w.Send()
	c = w.Campaign(c.ID)
	staff := office(w, nil)
	at := func(q url.Values) string { return paths.Campaign(c.ID, q) + "#people" }
	id := func(n int64) string { return fmt.Sprint(c.FirstID + n) }
	get := func(t *testing.T, q url.Values) *featuretest.Answer {
		t.Helper()
		path, _, _ := strings.Cut(at(q), "#")
		return staff.On(t).Get(path).Want(200)
	}
	for _, x := range []struct {
		name   string
		before string // SQL that is run before
		q      url.Values
		n      int
		walk   []url.Values // the links to the first and the next page
	}{
		{"of 26 the first 25 are on the first page", "", nil, 25, []url.Values{{"after": {id(24)}, "from": {"26"}}}},
		{"the last one is on the second", "", url.Values{"after": {id(24)}, "from": {"26"}}, 1, []url.Values{nil}},
		{"links keep the filter", "", url.Values{"state": {"pending"}}, 25, []url.Values{{"state": {"pending"}, "after": {id(24)}, "from": {"26"}}}},
		{"links keep the search", "", url.Values{"q": {"guest"}}, 25, []url.Values{{"q": {"guest"}, "after": {id(24)}, "from": {"26"}}}},
		{"the link to the first page keeps both", "", url.Values{"state": {"pending"}, "q": {"guest"}, "after": {id(24)}, "from": {"26"}}, 1,
			[]url.Values{{"state": {"pending"}, "q": {"guest"}}}},
		{"a search finds one", "", url.Values{"q": {"GUEST25"}}, 1, nil},
		{"exactly 25 are one page", "UPDATE campaign_recipients SET status = 2 WHERE id = " + id(0), url.Values{"state": {"pending"}}, 25, nil},
		{"the one that failed", "UPDATE campaigns SET version = version + 1, pending = 25, failed = 1", url.Values{"state": {"failed"}}, 1, nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			if x.before != "" {
				w.Exec(x.before)
			}
			a := get(t, x.q)
			var walk []string
			for _, q := range x.walk {
				walk = append(walk, at(q))
			}
			if got := hrefs(a, "#listed .row.no-print a"); len(names(a)) != x.n || !slices.Equal(got, walk) {
				t.Errorf("%d people, %v, want %d, %v", len(names(a)), got, x.n, walk)
			}
			if state := a.Doc().Find("#people form[role=search] input[name=state]").AttrOr("value", ""); state != x.q.Get("state") {
				t.Errorf("a search keeps the filter %q", state)
			}
		})
	}
	t.Run("a search without a result leads back to all", func(t *testing.T) {
		a := get(t, url.Values{"q": {"zzz"}, "state": {"failed"}})
		if got := hrefs(a, "#people .empty a"); !slices.Equal(got, []string{at(nil)}) {
			t.Errorf("%v", got)
		}
	})
	for _, x := range []struct{ name, state, want string }{
		{"there is a filter for what there is", "", "*All 26, Failed 1, Pending 25"},
		{"and for the one chosen, though there is no such recipient", "excluded", "All 26, Failed 1, Pending 25, *Excluded 0"},
		{"the one chosen is marked", "failed", "All 26, *Failed 1, Pending 25"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, link := range get(t, url.Values{"state": {x.state}}).Doc().Find("#listed .chips a").EachIter() {
				text := htmltest.Text(link)
				if _, current := link.Attr("aria-current"); current {
					text = "*" + text
				}
				got = append(got, text)
			}
			if text := strings.Join(got, ", "); text != x.want {
				t.Errorf("%s, want %s", text, x.want)
			}
		})
	}
	for _, x := range []struct {
		name string
		q    url.Values
		want string
	}{
		{"the first page says which of how many are shown", url.Values{"state": {"pending"}}, "1–25 of 25"},
		{"the second page, too", url.Values{"after": {id(24)}, "from": {"26"}}, "26–26 of 26"},
		{"what a search finds has no number", url.Values{"q": {"guest"}}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := get(t, x.q).Text("#listed .split > .muted"); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
	t.Run("an unknown filter is not found", func(t *testing.T) {
		staff.On(t).Get(paths.Campaign(c.ID, url.Values{"state": {"burnt"}})).Want(404)
	})
}

// TestPages_changeStatus uses the buttons of the report, and reads the page afterwards.
func TestPages_changeStatus(t *testing.T) {
	w := small(t, sink.Options{}).Invite(3)
	older := campaignOf(w, "gala")
	c := w.Send()
	staff := office(w, nil)
	l := i18n.EN
	for _, x := range []struct {
		name, before string // SQL that is run before
		path         string
		form         url.Values
		says         i18n.Text
		status       campaigns.State
		unconfirmed  int64
	}{
		{"a campaign is paused", "", paths.PauseCampaign(c.ID), nil, i18n.CampDidPause, campaigns.Paused, 0},
		{"pausing it again changes nothing", "", paths.PauseCampaign(c.ID), nil, i18n.CampNotNow, campaigns.Paused, 0},
		{"it is resumed", "", paths.ResumeCampaign(c.ID), nil, i18n.CampDidResume, campaigns.Sending, 0},
		{"resuming it again says that it is under way", "", paths.ResumeCampaign(c.ID), nil, i18n.SendBeforeActive, campaigns.Sending, 0},
		{"the page of an older campaign does not pause it", "", paths.PauseCampaign(older), nil, i18n.CampNotNow, campaigns.Sending, 0},
		{"nor cancel it", "", paths.CancelCampaign(older), nil, i18n.CampNotNow, campaigns.Sending, 0},
		{"one unconfirmed message arrived",
			"UPDATE campaign_recipients SET phase = 3; UPDATE campaigns SET status = 'interrupted', unconfirmed = pending WHERE pending > 0",
			paths.ResolveCampaign(c.ID), url.Values{"action": {"mark_sent"}, "recipient": {fmt.Sprint(c.FirstID)}}, i18n.CampMarked,
			campaigns.Interrupted, 2},
		{"it is not unconfirmed any more", "", paths.ResolveCampaign(c.ID), url.Values{"action": {"mark_sent"},
			"recipient": {fmt.Sprint(c.FirstID)}}, i18n.CampNotNow, campaigns.Interrupted, 2},
		{"only unconfirmed messages are left to resume", "", paths.ResumeCampaign(c.ID), nil, i18n.CampNothing, campaigns.Interrupted, 2},
		{"all others are sent again", "", paths.ResolveCampaign(c.ID), url.Values{"action": {"send_again"}}, i18n.CampAgainDone,
			campaigns.Sending, 0},
		{"it is cancelled", "", paths.CancelCampaign(c.ID), nil, i18n.CampDidCancel, campaigns.Cancelled, 0},
		{"cancelling it again changes nothing", "", paths.CancelCampaign(c.ID), nil, i18n.CampNotNow, campaigns.Cancelled, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			for statement := range strings.SplitSeq(x.before, ";") {
				if statement != "" {
					w.Exec(statement)
				}
			}
			a := staff.On(t).Form(x.path, x.form).Follow().Want(200)
			if text := a.Text(".toast"); !strings.Contains(text, l.T(x.says)) {
				t.Errorf("the page says %q, want %q", text, l.T(x.says))
			}
			if got := w.Campaign(c.ID); got.State != x.status || got.Counts.Unconfirmed != x.unconfirmed {
				t.Errorf("%s %+v", got.State, got.Counts)
			}
		})
	}
	for _, x := range []struct {
		name, path string
		form       url.Values
		status     int
	}{
		{"a campaign that does not exist is not found", paths.PauseCampaign(999), nil, 404},
		{"an unknown decision is refused", paths.ResolveCampaign(c.ID), url.Values{"action": {"burn"}}, 400},
		{"no decision is refused", paths.ResolveCampaign(c.ID), nil, 400},
		{"an id that is no number is not found", paths.ResolveCampaign(c.ID), url.Values{"action": {"mark_sent"}, "recipient": {"x"}}, 404},
	} {
		t.Run(x.name, func(t *testing.T) { staff.On(t).Form(x.path, x.form).Want(x.status) })
	}
	t.Run("the campaign of a deleted event cannot be paused", func(t *testing.T) {
		w.Exec("UPDATE campaigns SET status = 'sending' WHERE id = $1", c.ID)
		w.Exec("DELETE FROM events")
		staff.On(t).Form(paths.PauseCampaign(c.ID), nil).Want(404)
		w.Clock.Advance(time.Minute)
	})
}

// TestReport_fate adds up what became of the messages, on the page and in the answers of the API.
func TestReport_fate(t *testing.T) {
	w := small(t, sink.Options{}).Invite(9)
	c := w.Campaign(w.Send().ID)
	set := func(n int64, change string) {
		w.Exec("UPDATE campaign_recipients SET "+change+" WHERE id = $1", c.FirstID+n)
	}
	w.Exec("UPDATE campaign_recipients SET status = 1, sent_at = 1")
	set(0, "status = 2, bounced_at = 5, bounce = 'no_such_address', reason = '550 5.1.1 unknown'")
	set(1, "status = 2, bounced_at = 5, bounce = 'mailbox_full'")
	set(2, "status = 2, reason = 'refused'")
	set(3, "complained_at = 6, opened_at = 4")
	set(4, "complained_at = 6")
	w.Exec("UPDATE campaigns SET status = 'completed', started_at = 1, pending = 0, sent = 6, failed = 3, bounced = 2, complained = 2, opened = 1")
	w.Register(c.FirstID + 3)
	staff := office(w, nil)
	a := staff.Get(paths.Campaign(c.ID, nil)).Want(200)
	t.Run("the parts add up to what was sent", func(t *testing.T) {
		want := "8 messages sent: Delivered so far 4 Bounced 2 Reported as spam 2"
		if got := strings.Join(strings.Fields(a.Text(".camp-fate")), " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
	t.Run("so do the stages, in which a guest who has replied counts as such", func(t *testing.T) {
		var got []string
		for _, x := range a.Doc().Find(".camp-stages li").EachIter() {
			got = append(got, strings.TrimSpace(x.Find(".camp-step").Text())+" "+x.Find(".camp-step-count").Text())
		}
		want := "Bounced 2, Reported as spam 1, Didn’t open or reply 4, Opened, didn’t click or reply 0, Clicked, didn’t reply 0, Replied 1"
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%s, want %s", text, want)
		}
	})
	for filter, n := range map[string]int{"bounced": 2, "complained": 2, "rejected": 1, "failed": 3, "delivered": 4, "sent": 6, "not_registered": 4} {
		t.Run("the list can be filtered: "+filter, func(t *testing.T) {
			a := staff.On(t).Get(paths.Campaign(c.ID, url.Values{"state": {filter}})).Want(200)
			if got := a.Doc().Find("#people tbody tr").Length(); got != n {
				t.Errorf("%d recipients, want %d", got, n)
			}
		})
	}
	t.Run("a bounce is told in words and in those of the server", func(t *testing.T) {
		text := staff.On(t).Get(paths.Campaign(c.ID, url.Values{"state": {"bounced"}})).Want(200).Text("#people tbody tr")
		for _, want := range []string{i18n.EN.T(i18n.BounceCauses["no_such_address"]), "550 5.1.1 unknown", i18n.EN.T(i18n.CampIsBounced)} {
			if !strings.Contains(text, want) {
				t.Errorf("%q lacks %q", text, want)
			}
		}
	})
	t.Run("the API has them beside", func(t *testing.T) {
		for status, want := range map[string]string{"bounced": `"bounce_cause":"mailbox_full"`, "complained": `"complained_at":"1970-01-01T00:00:00.006Z"`} {
			a := staff.On(t).Get(fmt.Sprintf("/campaigns/%d?status=%s", c.ID, status)).Want(200)
			if !strings.Contains(a.Body, want) || !strings.Contains(a.Body, `"bounced":2,"complained":2`) {
				t.Errorf("%s: %s", status, a.Body)
			}
		}
	})
}
