package notifications

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/db/dbtest"
)

// TestPreferences_offers has everyone choose among the topics that they may be notified of.
func TestPreferences_offers(t *testing.T) {
	s := newFixture(t, dbtest.OpenSQLite(t), time.Minute)
	own := []Topic{SheetChanges, ExpenseDecisions, LeaveDecisions, SheetApprovals, SheetReminders, OwnSchedule}
	team := []Topic{SheetsSubmitted, LeaveRequests, ShiftsTaken, SheetsWaiting, OverdueApprovals}
	events := []Topic{RSVPs, OwnCampaigns, OtherCampaigns, CampaignProgress, AddressBounces}
	for _, x := range []struct {
		name string
		by   auth.Actor
		want [][]Topic
	}{
		{"an employee, of their own records", auth.Actor{EmployeeID: 1, Role: auth.Employee}, [][]Topic{own}},
		{"a supervisor, of their team as well", auth.Actor{EmployeeID: 1, Supervises: true, Role: auth.Employee}, [][]Topic{own, team}},
		{"who runs events and has no employee record, of events", auth.Actor{Role: auth.Events}, [][]Topic{events}},
		{"an administrator with a team, of all", auth.Actor{EmployeeID: 1, Supervises: true, Role: auth.Admin},
			[][]Topic{own, team, events, {Webhooks}}},
		{"payroll without a record, of supervisors who are late", auth.Actor{Role: auth.Payroll}, [][]Topic{{OverdueApprovals}}},
	} {
		t.Run(x.name, func(t *testing.T) {
			list, err := s.Preferences(t.Context(), x.by)
			if err != nil {
				t.Fatal(err)
			}
			var got []Topic
			for _, p := range list {
				got = append(got, p.Topic)
			}
			if want := append(slices.Concat(x.want...), AccountSecurity); !slices.Equal(got, want) {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}

func patch(t *testing.T, c *featuretest.Client, path, body string) *featuretest.Answer {
	t.Helper()
	return c.On(t).Do(http.MethodPatch, path, body)
}

// contains fails unless the body of the answer has the texts.
func contains(t *testing.T, a *featuretest.Answer, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(a.Body, text) {
			t.Errorf("%q is missing in %s", text, a.Body)
		}
	}
}

// A choice that was stored before its topic was fixed does not count.
func TestTopicSpec_mode(t *testing.T) {
	chosen := map[Topic]Mode{AccountSecurity: Never, LeaveDecisions: Digest}
	for topic, want := range map[Topic]Mode{AccountSecurity: Now, LeaveDecisions: Digest, SheetChanges: Now} {
		t.Run(string(topic), func(t *testing.T) {
			if got := specOf(topic).mode(chosen); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

func TestAPI_preferences(t *testing.T) {
	eachPost(t, func(t *testing.T, p *post) {
		client := featuretest.New(t, featuretest.Options{By: by(p.crew.Ann), Now: p.clock.Now}, func(r *httpx.Router) {
			API(r, p.Service, nil)
		})
		first := func(mode string) string {
			return `{"preferences":[{"topic":"timesheet.changed","label":"Timesheet sent back or changed","email":"` + mode +
				`","phone":true,"default":"now","fixed":false},`
		}
		t.Run("begins with the defaults", func(t *testing.T) {
			contains(t, client.On(t).Get("/notifications/preferences").Want(http.StatusOK), first("now"),
				`"email":"digest","phone":false,"default":"digest"`, `{"topic":"account.security","label":"Account security","email":"now","phone":true,"default":"now","fixed":true}`)
		})
		t.Run("changes those that are named", func(t *testing.T) {
			contains(t, patch(t, client, "/notifications/preferences", `{"email":{"timesheet.changed":"never"}}`).Want(http.StatusOK),
				first("never"))
			contains(t, patch(t, client, "/notifications/preferences", `{"email":{"leave.decided":"digest"}}`).Want(http.StatusOK), first("never"))
			contains(t, client.On(t).Get("/notifications/preferences").Want(http.StatusOK), first("never"))
		})
		for _, x := range []struct{ name, body, field, code string }{
			{"refuses an unknown topic", `{"email":{"weather":"now"}}`, "email.weather", "unknown"},
			{"refuses a topic of other roles", `{"email":{"rsvp.received":"now"}}`, "rsvp.received", "unknown_topic"},
			{"refuses an unknown mode", `{"email":{"leave.decided":"weekly"}}`, "email.leave.decided", "not_allowed"},
			{"refuses to turn off the security of the account", `{"email":{"account.security":"never"}}`, "account.security", "fixed"},
		} {
			t.Run(x.name, func(t *testing.T) {
				patch(t, client, "/notifications/preferences", x.body).IsRefused(http.StatusBadRequest, x.field+" "+x.code)
			})
		}
		t.Run("keeps a record of what changed, once", func(t *testing.T) {
			patch(t, client, "/notifications/preferences", `{"email":{"leave.decided":"digest"}}`).Want(http.StatusOK)
			log, err := audit.History(t.Context(), p.db, "notification_preferences", p.crew.Ann.PersonID, 10)
			if err != nil || len(log) != 2 || fmt.Sprint(log[0].Changes["leave.decided"]) != "[now digest]" {
				t.Errorf("%+v, %v", log, err)
			}
		})
		t.Run("chooses what comes to devices, apart from e-mail", func(t *testing.T) {
			contains(t, patch(t, client, "/notifications/preferences", `{"phone":{"leave.decided":false}}`).Want(http.StatusOK),
				`"email":"digest","phone":false,"default":"now"`, first("never"))
			log, err := audit.History(t.Context(), p.db, "notification_preferences", p.crew.Ann.PersonID, 10)
			if err != nil || fmt.Sprint(log[0].Changes) != "map[leave.decided.phone:[true false]]" {
				t.Errorf("%+v, %v", log, err)
			}
			patch(t, client, "/notifications/preferences", `{"phone":{"account.security":false}}`).
				IsRefused(http.StatusBadRequest, "account.security fixed")
			patch(t, client, "/notifications/preferences", `{"phone":{"rsvp.received":true}}`).
				IsRefused(http.StatusBadRequest, "rsvp.received unknown_topic")
		})
		t.Run("forgets a choice that is the default", func(t *testing.T) {
			patch(t, client, "/notifications/preferences", `{"email":{"leave.decided":"now","timesheet.changed":"now"},
				"phone":{"leave.decided":true}}`).Want(http.StatusOK)
			var n int
			if err := p.db.QueryRow(t.Context(), "SELECT COUNT(*) FROM notification_preferences").Scan(&n); err != nil || n != 0 {
				t.Errorf("%d rows are left, %v", n, err)
			}
		})
	})
}

// modes returns the modes of a member that differ from the default.
func (p *post) modes(m dbtest.Member) map[Topic]Mode {
	p.t.Helper()
	chosen, err := chosenModes(p.t.Context(), p.db, m.PersonID)
	if err != nil {
		p.t.Fatal(err)
	}
	return chosen
}

func TestUnsubscribe(t *testing.T) {
	eachPost(t, func(t *testing.T, p *post) {
		ann, boss := p.crew.Ann, p.crew.Boss
		for _, x := range []struct {
			name  string
			m     dbtest.Member
			topic Topic
			want  map[Topic]Mode
		}{
			{"of one topic", ann, LeaveDecisions, map[Topic]Mode{LeaveDecisions: Never}},
			{"of the morning summary, with all that is sent with it to this person", boss, wholeDigest,
				map[Topic]Mode{SheetApprovals: Never, SheetReminders: Never, SheetsSubmitted: Never, LeaveRequests: Never, SheetsWaiting: Never, ShiftsTaken: Never,
					OverdueApprovals: Never}},
		} {
			t.Run(x.name, func(t *testing.T) {
				token := p.links.token(x.m.PersonID, x.topic)
				if _, err := p.Subscription(t.Context(), token); err != nil || len(p.modes(x.m)) != 0 {
					t.Errorf("looking changes something: %v, %v", p.modes(x.m), err)
				}
				for range 2 {
					if _, err := p.Unsubscribe(t.Context(), audit.Who{IP: "203.0.113.7"}, token); err != nil {
						t.Fatal(err)
					}
				}
				if got := p.modes(x.m); fmt.Sprint(got) != fmt.Sprint(x.want) {
					t.Errorf("%v, want %v", got, x.want)
				}
				log, err := audit.History(t.Context(), p.db, "notification_preferences", x.m.PersonID, 10)
				if err != nil || len(log) != 1 || log[0].Who.Via != "unsubscribe_link" || log[0].Who.IP != "203.0.113.7" {
					t.Errorf("%+v, %v", log, err)
				}
			})
		}
	})
}

func TestUnsubscribe_refuses(t *testing.T) {
	eachPost(t, func(t *testing.T, p *post) {
		ann := p.crew.Ann.PersonID
		good := p.links.token(ann, LeaveDecisions)
		other, err := newLinks([]byte("another secret of thirty-two byte"))
		if err != nil {
			t.Fatal(err)
		}
		raw, _ := base64.RawURLEncoding.DecodeString(good)
		changed := base64.RawURLEncoding.EncodeToString([]byte(strings.Replace(string(raw), "leave.decided", "expen.decided", 1)))
		p.exec("UPDATE people SET disabled_at = 1 WHERE id = $1", p.crew.Cid.PersonID)
		for name, token := range map[string]string{
			"nothing":                            "",
			"what is no token":                   "%%%",
			"a token that is cut":                good[:len(good)-4],
			"a token with another topic":         changed,
			"a token with another key":           other.token(ann, LeaveDecisions),
			"a token of what is always sent":     p.links.token(ann, AccountSecurity),
			"a token of an unknown topic":        p.links.token(ann, "weather"),
			"a token of nobody":                  p.links.token("00000000-0000-4000-8000-999999999999", LeaveDecisions),
			"a token of who may not sign in":     p.links.token(p.crew.Cid.PersonID, LeaveDecisions),
			"the MAC of an empty text by itself": base64.RawURLEncoding.EncodeToString(p.links.proof(nil)),
		} {
			t.Run(name, func(t *testing.T) {
				if _, err := p.Unsubscribe(t.Context(), audit.Who{}, token); errs.KindOf(err) != errs.KindNotFound {
					t.Errorf("%v", err)
				}
			})
		}
		if n := len(p.modes(p.crew.Ann)); n != 0 {
			t.Errorf("%d changed", n)
		}
	})
}

// TestPages_unsubscribe opens the link of a message as anyone who has it.
func TestPages_unsubscribe(t *testing.T) {
	eachPost(t, func(t *testing.T, p *post) {
		client := featuretest.New(t, featuretest.Options{Now: p.clock.Now}, func(r *httpx.Router) { Pages(r, p.Service) })
		path := "/u/notifications/" + p.links.token(p.crew.Ann.PersonID, LeaveDecisions)
		t.Run("a GET shows a button and changes nothing, in the language of the person", func(t *testing.T) {
			a := client.On(t).Get(path).Want(http.StatusOK)
			contains(t, a, i18n.PrefStopDo.FR, i18n.PrefLeave.FR)
			if cached := a.Header.Get("Cache-Control"); cached != "private, no-store" || strings.Contains(a.Body, "member5@") {
				t.Errorf("Cache-Control is %q\n%s", cached, a.Body)
			}
			if n := len(p.modes(p.crew.Ann)); n != 0 {
				t.Errorf("%d changed", n)
			}
		})
		t.Run("the one-click POST of RFC 8058 stops the messages", func(t *testing.T) {
			contains(t, client.On(t).Form(path, map[string][]string{"List-Unsubscribe": {"One-Click"}}).Want(http.StatusOK), i18n.PrefStopped.FR)
			if got := p.modes(p.crew.Ann); got[LeaveDecisions] != Never || len(got) != 1 {
				t.Errorf("%v", got)
			}
		})
		t.Run("another token is not found", func(t *testing.T) {
			client.On(t).Get("/u/notifications/none").Want(http.StatusNotFound)
			client.On(t).Form("/u/notifications/none", nil).Want(http.StatusNotFound)
		})
	})
}
