package notifications

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/push"
	"presence/app/apptest/featuretest"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

// addDevice has a member receive notices on a device.
func (p *post) addDevice(m dbtest.Member, name string) {
	p.t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		p.t.Fatal(err)
	}
	b64 := base64.RawURLEncoding.EncodeToString
	if _, err := p.phones.Add(p.t.Context(), by(m), push.Subscription{Endpoint: "https://push.example.net/" + name, P256DH: b64(key.PublicKey().Bytes()),
		Auth: b64(make([]byte, 16)), Agent: "Firefox/150.0 Android"}); err != nil {
		p.t.Fatal(err)
	}
}

// onPhones returns the notices that are queued since the last call, each with its device, when the time of theirs has come.
func (p *post) onPhones() (list []push.Notice) {
	p.t.Helper()
	p.clock.Advance(phoneDelay)
	if err := p.QueuePhones(p.t.Context()); err != nil {
		p.t.Fatal(err)
	}
	texts, err := db.ReadTexts(p.db.Query(p.t.Context(), "SELECT payload FROM push_messages ORDER BY id"))
	if err != nil {
		p.t.Fatal(err)
	}
	for _, text := range texts {
		var n push.Notice
		if err := json.Unmarshal([]byte(text), &n); err != nil {
			p.t.Fatal(err)
		}
		list = append(list, n)
	}
	p.exec("DELETE FROM push_messages")
	return list
}

func TestQueuePhones(t *testing.T) {
	eachPost(t, func(t *testing.T, p *post) {
		ann, boss := p.crew.Ann, p.crew.Boss
		sheet := p.sheet(ann)
		decide := func(d Data) { p.tellNow(LeaveDecided, by(boss), p.leave(ann), d) }
		leave := Data{Status: "True", LeaveType: "Sick", Start: db.InstantOf(start), End: db.InstantOf(start.Add(time.Hour))}
		t.Run("nothing is for a phone before a device was added", func(t *testing.T) {
			decide(leave)
			if got := p.onPhones(); len(got) != 0 {
				t.Errorf("%+v", got)
			}
			p.addDevice(ann, "one")
			if got := p.onPhones(); len(got) != 0 {
				t.Errorf("what was told before comes: %+v", got)
			}
		})
		t.Run("a notice has a title for everybody, the days of leave and not its type, the page, and what is unread", func(t *testing.T) {
			decide(leave)
			got := p.onPhones()
			if len(got) != 1 {
				t.Fatalf("%+v", got)
			}
			n := got[0]
			if n.Title != i18n.PrefLeaveSubject.FR && n.Title != i18n.PrefLeaveSubject.EN || !strings.Contains(n.Body, by(boss).Name) ||
				strings.Contains(n.Body, i18n.LeaveNames["Sick"].FR) || strings.Contains(n.Body, i18n.LeaveNames["Sick"].EN) ||
				!strings.HasPrefix(n.URL, "/staff/notifications/open?id=") || n.Unread != 2 {
				t.Errorf("%+v", n)
			}
			if got := p.onPhones(); len(got) != 0 {
				t.Errorf("it comes again: %+v", got)
			}
		})
		t.Run("each device gets it", func(t *testing.T) {
			p.addDevice(ann, "two")
			decide(leave)
			if got := p.onPhones(); len(got) != 2 || got[0] != got[1] {
				t.Errorf("%+v", got)
			}
		})
		t.Run("several of one topic are one notice", func(t *testing.T) {
			decide(leave)
			decide(leave)
			decide(leave)
			if got := p.onPhones(); len(got) != 2 || !strings.Contains(got[0].Body, "2") || got[0].URL != "/staff/notifications" {
				t.Errorf("%+v", got)
			}
		})
		t.Run("what is read at once is not sent", func(t *testing.T) {
			decide(leave)
			p.readAll(ann)
			if got := p.onPhones(); len(got) != 0 {
				t.Errorf("%+v", got)
			}
		})
		t.Run("what is not for phones unless it is chosen comes when it is", func(t *testing.T) {
			approve := func() []push.Notice {
				p.tellNow(SheetApproved, by(boss), sheet, Data{})
				return p.onPhones()
			}
			if got := approve(); len(got) != 0 {
				t.Errorf("%+v", got)
			}
			p.choosePhone(ann, SheetApprovals, true)
			if got := approve(); len(got) != 2 || got[0].Title != i18n.PrefApprovedSubject.FR && got[0].Title != i18n.PrefApprovedSubject.EN {
				t.Errorf("%+v", got)
			}
		})
		t.Run("turning a topic off withdraws what waits", func(t *testing.T) {
			decide(leave)
			p.choosePhone(ann, LeaveDecisions, false)
			if got := p.onPhones(); len(got) != 0 {
				t.Errorf("%+v", got)
			}
			decide(leave)
			if got := p.onPhones(); len(got) != 0 {
				t.Errorf("%+v", got)
			}
			p.choosePhone(ann, LeaveDecisions, true)
		})
		t.Run("who cannot sign in gets nothing", func(t *testing.T) {
			decide(leave)
			p.exec("UPDATE people SET disabled_at = 1 WHERE id = $1", ann.PersonID)
			if got := p.onPhones(); len(got) != 0 {
				t.Errorf("%+v", got)
			}
		})
	})
}

func (p *post) choosePhone(m dbtest.Member, topic Topic, on bool) {
	p.t.Helper()
	if err := p.SetPreferences(p.t.Context(), by(m), Choices{Phones: map[Topic]bool{topic: on}}); err != nil {
		p.t.Fatal(err)
	}
}

// When a decision is withdrawn after a device has shown it, the person is notified of the withdrawal, as after an e-mail.
func TestNotify_withdraws_what_no_phone_has_shown(t *testing.T) {
	eachPost(t, func(t *testing.T, p *post) {
		ann, boss := p.crew.Ann, p.crew.Boss
		p.addDevice(ann, "one")
		decided := Data{Status: "True", LeaveType: "Sick", Start: 1, End: 2}
		back := Data{Status: "Pending", LeaveType: "Sick", Start: 1, End: 2}
		for name, x := range map[string]struct {
			sent bool
			want int
		}{"a notice that waits is withdrawn": {false, 0}, "one that was sent is not": {true, 1}} {
			t.Run(name, func(t *testing.T) {
				id := p.leave(ann)
				p.tellNow(LeaveDecided, by(boss), id, decided)
				if x.sent {
					p.onPhones()
				}
				p.tellNow(LeaveDecided, by(boss), id, back)
				if got := p.onPhones(); len(got) != x.want {
					t.Errorf("%+v", got)
				}
			})
		}
	})
}

// TestPages_devices uses the page as people do.
func TestPages_devices(t *testing.T) {
	eachPost(t, func(t *testing.T, p *post) {
		ann := by(p.crew.Ann)
		client := featuretest.New(t, featuretest.Options{By: ann, Now: p.clock.Now}, func(r *httpx.Router) {
			Pages(r, p.Service)
			push.Pages(r, p.phones)
		})
		const page = "/staff/settings/notifications"
		t.Run("there is nothing to choose before there is a device, and a button for one", func(t *testing.T) {
			a := client.On(t).Get(page).Want(http.StatusOK)
			contains(t, a, i18n.PushAdd.EN, `data-push="`+p.phones.Key())
			if strings.Contains(a.Body, i18n.PushChoice.EN) {
				t.Error(a.Body)
			}
		})
		t.Run("with a device, each topic can be chosen", func(t *testing.T) {
			p.addDevice(p.crew.Ann, "one")
			contains(t, client.On(t).Get(page).Want(http.StatusOK), i18n.PushChoice.EN, "Firefox · Android")
			form := url.Values{"devices": {"1"}, "timesheet.approved.phone": {"true"}}
			client.On(t).Form(page, form).Want(http.StatusSeeOther)
			got, err := p.Preferences(t.Context(), ann)
			if err != nil {
				t.Fatal(err)
			}
			var on []Topic
			for _, x := range got {
				if x.Phone {
					on = append(on, x.Topic)
				}
			}
			if fmt.Sprint(on) != fmt.Sprint([]Topic{SheetApprovals, AccountSecurity}) {
				t.Errorf("%v", on)
			}
		})
		t.Run("a form that knew no devices leaves what was chosen", func(t *testing.T) {
			client.On(t).Form(page, url.Values{"leave.decided": {"digest"}}).Want(http.StatusSeeOther)
			chosen, err := chosenPhones(t.Context(), p.db, ann.PersonID)
			if err != nil || !chosen[SheetApprovals] {
				t.Errorf("%v, %v", chosen, err)
			}
		})
		t.Run("a device is removed", func(t *testing.T) {
			list, err := p.phones.Devices(t.Context(), ann)
			if err != nil || len(list) != 1 {
				t.Fatal(list, err)
			}
			client.On(t).Form("/staff/settings/devices/remove", url.Values{"device": {fmt.Sprint(list[0].ID)}}).Want(http.StatusSeeOther)
			client.On(t).Form("/staff/settings/devices/remove", url.Values{"device": {fmt.Sprint(list[0].ID)}}).Want(http.StatusNotFound)
		})
		t.Run("an address that is none is refused", func(t *testing.T) {
			client.On(t).Form("/staff/settings/devices", url.Values{"endpoint": {"x"}}).Want(http.StatusBadRequest)
		})
	})
}
