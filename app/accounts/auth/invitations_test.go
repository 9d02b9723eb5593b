package auth

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/outgoingmail"
	"presence/app/apptest/sink"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/seal"
	"presence/db"
	"presence/db/dbtest"
)

// mailWorld is a world with a mail server that accepts everything.
type mailWorld struct {
	*world
	relay *sink.Sink
	mail  *outgoingmail.Service
	route outgoingmail.Route
}

func newMailWorld(t *testing.T, d *db.DB, o Options) *mailWorld {
	t.Helper()
	relay, err := sink.Start(sink.Options{Keep: 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = relay.Close() })
	c, err := mail.ParseSMTP(relay.URL())
	if err != nil {
		t.Fatal(err)
	}
	sealer, err := seal.New([]byte("0123456789abcdef0123456789abcdef"), "outgoing mail")
	if err != nil {
		t.Fatal(err)
	}
	m := &mailWorld{relay: relay, route: outgoingmail.Route{Channel: mail.NewRelay(c), From: mail.Address{Email: "no-reply@ferme.example"}}}
	m.mail = outgoingmail.NewService(d, func() time.Time { return m.now }, sealer, func() outgoingmail.Route { return m.route })
	o.DB, o.PublicURL, o.Mail = d, testURL, m.mail
	m.world = newWorldOf(t, o)
	return m
}

func eachMail(t *testing.T, fn func(w *mailWorld)) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(newMailWorld(t, d, Options{})) })
}

// received delivers the queue, and returns the messages to an address since its last call.
func (w *mailWorld) received(to string, before int) (list []mail.Content) {
	w.t.Helper()
	if err := w.mail.SendDue(w.ctx()); err != nil {
		w.t.Fatal(err)
	}
	for _, m := range w.relay.Taken()[before:] {
		if m.To != to {
			continue
		}
		c, err := mail.Parse(strings.NewReader(string(m.Content)))
		if err != nil {
			w.t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

var linkInText = regexp.MustCompile(regexp.QuoteMeta(testURL) + `/auth/password/(\S+)`)

// tokenIn returns the token of the link in a message, which is in both of its parts and not in its subject.
func tokenIn(t *testing.T, c mail.Content) string {
	t.Helper()
	found := linkInText.FindStringSubmatch(c.Text)
	if found == nil || !strings.Contains(c.HTML, found[0]) || strings.Contains(c.Subject, "http") {
		t.Fatalf("no link in %q\n%s", c.Subject, c.Text)
	}
	return found[1]
}

// bare makes a person without a password.
func (w *world) bare(email string, role Role, lang i18n.Lang) Person {
	w.t.Helper()
	p, err := w.s.AddPerson(w.ctx(), Actor{Via: "command"}, NewPerson{Email: email, Name: "Léa Côté", Role: role, Language: lang})
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// An invitation says who sends it, and of which company: the name of the program alone means nothing to an employee.
func TestInvite_names_the_company(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newMailWorld(t, d, Options{Company: "Boulangerie Lavoie"})
		boss := w.add("boss@ferme.example", Admin).ID
		p := w.bare("lea@ferme.example", Employee, i18n.FR)
		for name, want := range map[string]string{"Ada": "Ada (Boulangerie Lavoie) vous invite", "": "Boulangerie Lavoie vous invite"} {
			before := len(w.relay.Taken())
			if _, err := w.s.Invite(w.ctx(), Actor{PersonID: boss, Name: name, Role: Admin}, p.ID); err != nil {
				t.Fatal(err)
			}
			if list := w.received(p.Email, before); len(list) != 1 || !strings.Contains(list[0].Text, want) {
				t.Errorf("%q is missing in %+v", want, list)
			}
		}
	})
}

func TestInvite(t *testing.T) {
	eachMail(t, func(w *mailWorld) {
		boss := Actor{PersonID: w.add("boss@ferme.example", Admin).ID, Name: "Ada", Role: Admin}
		p := w.bare("lea@ferme.example", Employee, i18n.FR)
		access := func(t *testing.T) Access {
			x, err := w.s.Access(w.ctx(), boss, p.ID)
			if err != nil {
				t.Fatal(err)
			}
			return x
		}
		state := func(t *testing.T, want State) {
			t.Helper()
			list, n, err := w.s.People(w.ctx(), boss, PeopleSearch{Text: p.Email, State: want, Rows: 1})
			if x := access(t); x.State != want || n != 1 || err != nil || list[0].State != want {
				t.Errorf("the state is %s, and %d have %s: %v", x.State, n, want, err)
			}
		}
		w.run("before it none is recorded", func(t *testing.T) {
			state(t, StateCannotSignIn)
			if x := access(t); x.CanSignIn() || x.Message != nil || x.LinkUntil != 0 || x.SignedInAt != 0 || !x.MayInvite || !x.MayCopy {
				t.Errorf("%+v", x)
			}
		})
		w.run("the message is in the language of the person, and its link sets the password once", func(t *testing.T) {
			v, err := w.s.Invite(w.ctx(), boss, p.ID)
			if err != nil || v.Link != "" || v.Email != p.Email || v.ValidUntil.Time().Sub(w.now) != 72*time.Hour {
				t.Fatalf("%+v, %v", v, err)
			}
			list := w.received(p.Email, 0)
			if len(list) != 1 || list[0].Subject != i18n.FR.T(i18n.InviteSubject) ||
				!strings.Contains(list[0].Text, "Ada vous invite à utiliser Presence.") {
				t.Fatalf("%+v", list)
			}
			if x := access(t); x.Message == nil || x.Message.State != outgoingmail.Sent || x.LinkUntil != v.ValidUntil {
				t.Errorf("%+v", x)
			}
			if n := w.count(`SELECT COUNT(*) FROM audit_log WHERE action = 'invited' AND record_id = $1 AND person_id = $2`, p.ID,
				boss.PersonID); n != 1 {
				t.Errorf("%d entries in the audit log", n)
			}
			state(t, StateInvited)
			w.now = w.now.Add(time.Hour)
			if _, err := w.s.UsePasswordLink(w.ctx(), Actor{}, tokenIn(t, list[0]), testPassword); err != nil {
				t.Fatal(err)
			}
			w.start(p, "")
			state(t, StateActive)
			if x := access(t); !x.CanSignIn() || x.PasswordSetAt.Time() != db.InstantOf(w.now).Time() || x.SignedInAt == 0 || x.LinkUntil != 0 {
				t.Errorf("%+v", x)
			}
		})
		w.run("to a person with a password it speaks of a new one", func(t *testing.T) {
			before := w.relay.Len()
			if _, err := w.s.Invite(w.ctx(), boss, p.ID); err != nil {
				t.Fatal(err)
			}
			if list := w.received(p.Email, before); len(list) != 1 || list[0].Subject != i18n.FR.T(i18n.ResetSubject) {
				t.Errorf("%+v", list)
			}
		})
		w.run("a second one cancels the first, which is not sent", func(t *testing.T) {
			before := w.relay.Len()
			for range 2 {
				if _, err := w.s.Invite(w.ctx(), boss, p.ID); err != nil {
					t.Fatal(err)
				}
			}
			if list := w.received(p.Email, before); len(list) != 1 {
				t.Errorf("%d messages", len(list))
			}
		})
		w.run("another address cancels it, and voids its link", func(t *testing.T) {
			before := w.relay.Len()
			if _, err := w.s.Invite(w.ctx(), boss, p.ID); err != nil {
				t.Fatal(err)
			}
			if err := w.s.ChangePerson(w.ctx(), boss, p.ID, nil, PersonChanges{Name: new("Léa")}); err != nil || access(t).LinkUntil == 0 {
				t.Errorf("another name voids it: %v", err)
			}
			if err := w.s.ChangePerson(w.ctx(), boss, p.ID, nil, PersonChanges{Email: new("lea.cote@ferme.example")}); err != nil {
				t.Fatal(err)
			}
			if list := w.received(p.Email, before); len(list) != 0 || access(t).LinkUntil != 0 {
				t.Errorf("%d messages, and the link is valid until %s", len(list), access(t).LinkUntil)
			}
			p.Email = "lea.cote@ferme.example"
		})
		w.run("disabling the person cancels it", func(t *testing.T) {
			before := w.relay.Len()
			if _, err := w.s.Invite(w.ctx(), boss, p.ID); err != nil {
				t.Fatal(err)
			}
			if err := w.s.SetDisabled(w.ctx(), boss, p.Email, true); err != nil {
				t.Fatal(err)
			}
			if list := w.received(p.Email, before); len(list) != 0 {
				t.Errorf("%d messages", len(list))
			}
			if _, err := w.s.Invite(w.ctx(), boss, p.ID); !errs.HasCode(err, "cannot_sign_in") {
				t.Errorf("of a disabled person: %v", err)
			}
			state(t, StateDisabled)
		})
		w.run("without a mail server the link is returned, and nothing is queued", func(t *testing.T) {
			w.route = outgoingmail.Route{}
			other := w.bare("paul@ferme.example", Employee, i18n.EN)
			v, err := w.s.Invite(w.ctx(), boss, other.ID)
			if err != nil || !strings.HasPrefix(v.Link, testURL+"/auth/password/"+other.ID+".") {
				t.Errorf("%+v, %v", v, err)
			}
			if n := w.count(`SELECT COUNT(*) FROM outgoing_mail WHERE person_id = $1`, other.ID); n != 0 {
				t.Errorf("%d messages are queued", n)
			}
		})
	})
}

// Payroll invites people with an employee record, and sees only links of which it can make no use (C11).
func TestInvite_by_payroll(t *testing.T) {
	eachMail(t, func(w *mailWorld) {
		payroll := Actor{PersonID: w.add("paule@ferme.example", Payroll).ID, Role: Payroll}
		fresh, head, known, linked, keyed, clerk, none := w.bare("new@ferme.example", Employee, i18n.FR), w.bare("head@ferme.example", Employee, i18n.FR),
			w.add("known@ferme.example", Employee), w.bare("linked@ferme.example", Employee, i18n.FR),
			w.bare("keyed@ferme.example", Employee, i18n.FR), w.bare("clerk@ferme.example", Payroll, i18n.FR), w.bare("none@ferme.example", Employee, i18n.FR)
		w.employ(head, 1, 0)
		for i, p := range []Person{fresh, known, linked, keyed, clerk} {
			w.employ(p, int64(i)+2, 1)
		}
		w.exec(`INSERT INTO identities (issuer, subject, person_id, created_at) VALUES ('i', 's', $1, 1)`, linked.ID)
		w.exec(`INSERT INTO passkeys (credential_id, person_id, name, credential, created_at) VALUES ($1, $2, 'Phone', $1, 1)`, []byte("k"), keyed.ID)
		for _, x := range []struct {
			name           string
			p              Person
			mailed, copied string // the codes of the refusals
		}{
			{"an employee who has never signed in", fresh, "", ""},
			{"a supervisor", head, "", "link_not_allowed"},
			{"an employee with a password", known, "", "link_not_allowed"},
			{"an employee who signs in with the company's account", linked, "", "link_not_allowed"},
			{"an employee with a passkey", keyed, "", "link_not_allowed"},
			{"a person of another role", clerk, "", "link_not_allowed"},
			{"a person without a record", none, "not_allowed", "not_allowed"},
		} {
			w.run(x.name, func(t *testing.T) {
				code := func(err error) string {
					if e, ok := errs.Of(err); ok {
						return e.Code
					}
					return fmt.Sprint(err)
				}
				want := func(s string) string {
					if s == "" {
						return "<nil>"
					}
					return s
				}
				access, err := w.s.Access(w.ctx(), payroll, x.p.ID)
				if err != nil || access.MayInvite != (x.mailed == "") || access.MayCopy != (x.copied == "") {
					t.Errorf("the page offers %+v, %v", access, err)
				}
				if _, err := w.s.Invite(w.ctx(), payroll, x.p.ID); code(err) != want(x.mailed) {
					t.Errorf("by e-mail: %v", err)
				}
				if _, err := w.s.PasswordLink(w.ctx(), payroll, x.p.ID); code(err) != want(x.copied) {
					t.Errorf("copied: %v", err)
				}
			})
		}
		w.run("nobody else invites, or sees how people sign in", func(t *testing.T) {
			for _, role := range []Role{Employee, Events} {
				by := Actor{PersonID: known.ID, Role: role, Supervises: true}
				_, err := w.s.Invite(w.ctx(), by, fresh.ID)
				_, _, all := w.s.InviteAll(w.ctx(), by)
				_, seen := w.s.Access(w.ctx(), by, fresh.ID)
				for _, err := range []error{err, all, seen} {
					if errs.KindOf(err) != errs.KindForbidden {
						t.Errorf("%s: %v", role, err)
					}
				}
			}
		})
	})
}

// Payroll may have chosen the address of its own supervisor, and with the link that is sent there could approve its own time (C11). The
// boss is above the head, who is above payroll; the peer is below the boss as well.
func TestInvite_own_line(t *testing.T) {
	eachMail(t, func(w *mailWorld) {
		boss, head, peer := w.bare("boss@ferme.example", Employee, i18n.FR), w.bare("head@ferme.example", Employee, i18n.FR),
			w.bare("peer@ferme.example", Employee, i18n.FR)
		own := w.add("paule@ferme.example", Payroll)
		w.employ(boss, 1, 0)
		w.employ(head, 2, 1)
		w.employ(own, 3, 2)
		w.employ(peer, 4, 1)
		w.employ(w.bare("report@ferme.example", Employee, i18n.FR), 5, 4)
		payroll, admin := Actor{PersonID: own.ID, EmployeeID: 3, Role: Payroll}, Actor{PersonID: own.ID, EmployeeID: 3, Role: Admin}
		for _, x := range []struct {
			name    string
			by      Actor
			p       Person
			refused bool
		}{
			{"payroll does not invite its own supervisor", payroll, head, true},
			{"nor anyone further up", payroll, boss, true},
			{"but a supervisor of others", payroll, peer, false},
			{"an administrator invites the own supervisor", admin, head, false},
		} {
			w.run(x.name, func(t *testing.T) {
				access, err := w.s.Access(w.ctx(), x.by, x.p.ID)
				if err != nil || access.MayInvite == x.refused {
					t.Errorf("the page offers %+v, %v", access, err)
				}
				if _, err := w.s.Invite(w.ctx(), x.by, x.p.ID); errs.HasCode(err, "own_line_not_allowed") != x.refused || !x.refused && err != nil {
					t.Errorf("got %v", err)
				}
			})
		}
		w.run("nor when it invites everyone", func(t *testing.T) {
			w.exec(`DELETE FROM auth_secrets`)
			if n, _, err := w.s.InviteAll(w.ctx(), payroll); n != 2 || err != nil {
				t.Errorf("%d are invited, %v", n, err)
			}
			if n, _, err := w.s.InviteAll(w.ctx(), admin); n != 2 || err != nil {
				t.Errorf("then an administrator invites %d, %v", n, err)
			}
		})
	})
}

// A link is refused if the person has gained rights since it was made, so that payroll cannot use an old copy (C11).
func TestPasswordLink_kept_by_payroll(t *testing.T) {
	eachMail(t, func(w *mailWorld) {
		boss := Actor{PersonID: w.add("boss@ferme.example", Admin).ID, Role: Admin}
		payroll := Actor{PersonID: w.add("paule@ferme.example", Payroll).ID, Role: Payroll}
		for i, x := range []struct {
			name string
			then func(t *testing.T, p Person, record int64)
			want string // the code of the refusal
		}{
			{"while nothing has changed", func(*testing.T, Person, int64) {}, ""},
			{"the person has got another role", func(t *testing.T, p Person, _ int64) {
				if err := w.s.ChangePerson(w.ctx(), boss, p.ID, nil, PersonChanges{Role: new(Admin)}); err != nil {
					t.Fatal(err)
				}
			}, "password_link_void"},
			{"the person has got reports", func(_ *testing.T, _ Person, record int64) {
				w.employ(w.bare("report@ferme.example", Employee, i18n.FR), 90, record)
			}, "password_link_void"},
			{"the person signs in with the company's account", func(_ *testing.T, p Person, _ int64) {
				w.exec(`INSERT INTO identities (issuer, subject, person_id, created_at) VALUES ('i', 's', $1, 1)`, p.ID)
			}, "password_link_void"},
		} {
			w.run(x.name, func(t *testing.T) {
				p, record := w.bare(fmt.Sprintf("p%d@ferme.example", i), Employee, i18n.FR), int64(i)+1
				w.employ(p, record, 0)
				v, err := w.s.PasswordLink(w.ctx(), payroll, p.ID)
				if err != nil {
					t.Fatal(err)
				}
				x.then(t, p, record)
				token := strings.TrimPrefix(v.Link, testURL+"/auth/password/")
				refused := func(err error) bool { return x.want == "" && err == nil || errs.HasCode(err, x.want) }
				if _, err := w.s.CheckPasswordLink(w.ctx(), token); !refused(err) {
					t.Errorf("the page: %v", err)
				}
				if _, err := w.s.UsePasswordLink(w.ctx(), Actor{}, token, testPassword); !refused(err) {
					t.Errorf("the form: %v", err)
				}
			})
		}
	})
}

func TestInviteAll(t *testing.T) {
	eachMail(t, func(w *mailWorld) {
		boss := Actor{PersonID: w.add("boss@ferme.example", Payroll).ID, Role: Payroll}
		for i, email := range []string{"a@ferme.example", "b@ferme.example", "invited@ferme.example", "late@ferme.example", "off@ferme.example",
			"left@ferme.example", "linked@ferme.example"} {
			w.employ(w.bare(email, Employee, i18n.FR), int64(i)+1, 0)
		}
		w.employ(w.add("known@ferme.example", Employee), 20, 0)
		w.bare("no-record@ferme.example", Events, i18n.FR)
		of := func(email string) (id string) {
			if err := w.db.QueryRow(w.ctx(), `SELECT id FROM people WHERE email = $1`, email).Scan(&id); err != nil {
				w.t.Fatal(err)
			}
			return id
		}
		invite := func(email string) {
			if _, err := w.s.Invite(w.ctx(), boss, of(email)); err != nil {
				w.t.Fatal(err)
			}
		}
		invite("late@ferme.example")
		w.now = w.now.Add(71 * time.Hour)
		invite("invited@ferme.example")
		w.now = w.now.Add(time.Hour) // the first one's link has expired
		w.exec(`UPDATE people SET disabled_at = 1 WHERE email = 'off@ferme.example'`)
		w.exec(`UPDATE employees SET archived_at = 1 WHERE email = 'left@ferme.example'`)
		w.exec(`INSERT INTO identities (issuer, subject, person_id, created_at) VALUES ('i', 's', $1, 1)`, of("linked@ferme.example"))
		w.received("", 0)
		before := w.relay.Len()
		for _, want := range []int{3, 0} { // a, b and late; then nobody
			if n, more, err := w.s.InviteAll(w.ctx(), boss); n != want || more || err != nil {
				w.t.Errorf("%d are invited, %v, %v; want %d", n, more, err, want)
			}
		}
		w.received("", before)
		got := w.relay.Counts()
		for email, want := range map[string]int{"a@ferme.example": 1, "b@ferme.example": 1, "late@ferme.example": 1, "invited@ferme.example": 1,
			"off@ferme.example": 0, "left@ferme.example": 0, "linked@ferme.example": 0, "known@ferme.example": 0, "no-record@ferme.example": 0} {
			if got[email] != want {
				w.t.Errorf("%s has %d messages, want %d", email, got[email], want)
			}
		}
		w.route = outgoingmail.Route{}
		if _, _, err := w.s.InviteAll(w.ctx(), boss); !errs.HasCode(err, "no_mail") {
			w.t.Errorf("without a mail server: %v", err)
		}
	})
}

// Links for all who cannot sign in yet are made at once; payroll gets only those of which it can make no use (C11).
func TestPasswordLinks(t *testing.T) {
	eachMail(t, func(w *mailWorld) {
		boss := Actor{PersonID: w.add("boss@ferme.example", Admin).ID, Role: Admin}
		payroll := Actor{PersonID: w.add("paule@ferme.example", Payroll).ID, Role: Payroll}
		people := map[string]Person{}
		for i, x := range []struct {
			name string
			role Role
		}{{"head", Employee}, {"plain", Employee}, {"clerk", Events}, {"left", Employee}, {"invited", Employee}} {
			people[x.name] = w.bare(x.name+"@ferme.example", x.role, i18n.FR)
			w.employ(people[x.name], int64(i)+1, min(int64(i), 1))
		}
		w.employ(w.add("known@ferme.example", Employee), 20, 1)
		w.exec(`UPDATE employees SET archived_at = 1 WHERE user_id = $1`, people["left"].ID)
		if _, err := w.s.Invite(w.ctx(), boss, people["invited"].ID); err != nil {
			w.t.Fatal(err)
		}
		var links []Invitation
		for _, x := range []struct {
			name  string
			by    Actor
			again bool
			want  string
		}{
			{"payroll gets those of employees who approve no time", payroll, false, "plain"},
			{"the administrator gets the others", boss, false, "clerk head"},
			{"then everyone has an invitation", boss, false, ""},
			{"which are replaced when asked for", payroll, true, "invited plain"},
			{"all of them, by the administrator", boss, true, "clerk head invited plain"},
		} {
			w.run(x.name, func(t *testing.T) {
				w.now = w.now.Add(time.Minute)
				list, more, err := w.s.PasswordLinks(w.ctx(), x.by, x.again)
				var got []string
				for _, v := range list {
					name, _, _ := strings.Cut(v.Email, "@")
					got = append(got, name)
					if v.ValidUntil.Time().Sub(db.InstantOf(w.now).Time()) != 72*time.Hour || v.Name != "Léa Côté" || v.Language != i18n.FR {
						t.Errorf("%+v", v)
					}
					if n := w.count(`SELECT COUNT(*) FROM audit_log WHERE action = 'password_link_made' AND record_id = $1 AND person_id = $2 AND at = $3`,
						people[name].ID, x.by.PersonID, int64(db.InstantOf(w.now))); n != 1 {
						t.Errorf("%d entries in the audit log for %s", n, name)
					}
				}
				slices.Sort(got)
				if strings.Join(got, " ") != x.want || more || err != nil {
					t.Errorf("links for %q, more %t, %v; want %q", got, more, err, x.want)
				}
				links = slices.Concat(list, links) // the latest first
			})
		}
		token := func(v Invitation) string { return strings.TrimPrefix(v.Link, testURL+"/auth/password/") }
		w.run("a replaced invitation is not sent, and its link is void", func(t *testing.T) {
			if list := w.received("invited@ferme.example", 0); len(list) != 0 {
				t.Errorf("%d messages", len(list))
			}
			if _, err := w.s.CheckPasswordLink(w.ctx(), token(links[len(links)-1])); !errs.HasCode(err, "password_link_void") {
				t.Error(err)
			}
		})
		w.run("a link sets a password, once", func(t *testing.T) {
			i := slices.IndexFunc(links, func(v Invitation) bool { return v.Email == "clerk@ferme.example" })
			if i < 0 {
				t.Fatal(links)
			}
			for _, want := range []string{"", "password_link_void"} {
				_, err := w.s.UsePasswordLink(w.ctx(), Actor{}, token(links[i]), testPassword)
				if want == "" && err != nil || want != "" && !errs.HasCode(err, want) {
					t.Errorf("%v, want %q", err, want)
				}
			}
		})
		w.run("those of payroll end when the person gains rights", func(t *testing.T) {
			list, _, err := w.s.PasswordLinks(w.ctx(), payroll, true)
			i := slices.IndexFunc(list, func(v Invitation) bool { return v.Email == "plain@ferme.example" })
			if err != nil || i < 0 {
				t.Fatal(list, err)
			}
			if err := w.s.ChangePerson(w.ctx(), boss, people["plain"].ID, nil, PersonChanges{Role: new(Admin)}); err != nil {
				t.Fatal(err)
			}
			if _, err := w.s.CheckPasswordLink(w.ctx(), token(list[i])); !errs.HasCode(err, "password_link_void") {
				t.Error(err)
			}
		})
		w.run("no one else makes any", func(t *testing.T) {
			for _, role := range []Role{Employee, Events} {
				if _, _, err := w.s.PasswordLinks(w.ctx(), Actor{Role: role, Supervises: true}, false); errs.KindOf(err) != errs.KindForbidden {
					t.Errorf("%s: %v", role, err)
				}
			}
		})
	})
}

// More people than one transaction takes are invited by several calls.
func TestPasswordLinks_of_many(t *testing.T) {
	eachMail(t, func(w *mailWorld) {
		boss := Actor{PersonID: w.add("boss@ferme.example", Admin).ID, Role: Admin}
		for i := range maxInvited + 1 {
			w.employ(w.bare(fmt.Sprintf("p%d@ferme.example", i), Employee, i18n.FR), int64(i)+1, 0)
		}
		for _, want := range []struct {
			n    int
			more bool
		}{{maxInvited, true}, {1, false}, {0, false}} {
			if list, more, err := w.s.PasswordLinks(w.ctx(), boss, false); len(list) != want.n || more != want.more || err != nil {
				w.t.Fatalf("%d links, more %t, %v; want %+v", len(list), more, err, want)
			}
		}
	})
}

func TestAddPerson_with_an_invitation(t *testing.T) {
	eachMail(t, func(w *mailWorld) {
		boss := Actor{PersonID: w.add("boss@ferme.example", Admin).ID, Role: Admin}
		for _, x := range []struct {
			email  string
			invite bool
			want   int
		}{{"invited@ferme.example", true, 1}, {"silent@ferme.example", false, 0}} {
			n := NewPerson{Email: x.email, Role: Events, Language: i18n.EN, Invite: x.invite}
			if _, err := w.s.AddPerson(w.ctx(), boss, n); err != nil {
				w.t.Fatal(err)
			}
			if list := w.received(x.email, 0); len(list) != x.want {
				w.t.Errorf("%s has %d messages, want %d", x.email, len(list), x.want)
			}
		}
		w.route = outgoingmail.Route{}
		if _, err := w.s.AddPerson(w.ctx(), boss, NewPerson{Email: "no-mail@ferme.example", Role: Events, Invite: true}); err != nil {
			w.t.Errorf("without a mail server: %v", err)
		}
	})
}

// The boss is above payroll; the others are an employee without a way to sign in, one with a password, and a person without a record.
func TestInviteSelected(t *testing.T) {
	eachMail(t, func(w *mailWorld) {
		boss, own, lea := w.bare("boss@ferme.example", Employee, i18n.FR), w.add("paule@ferme.example", Payroll), w.bare("lea@ferme.example", Employee, i18n.FR)
		known, none := w.add("known@ferme.example", Employee), w.bare("none@ferme.example", Events, i18n.FR)
		w.employ(boss, 1, 0)
		w.employ(own, 2, 1)
		w.employ(lea, 3, 1)
		w.employ(known, 4, 1)
		all := []string{boss.ID, own.ID, lea.ID, known.ID, none.ID}
		payroll, admin := Actor{PersonID: own.ID, EmployeeID: 2, Role: Payroll}, Actor{PersonID: own.ID, EmployeeID: 2, Role: Admin}
		for _, x := range []struct {
			name string
			by   Actor
			want []string
		}{
			{"payroll invites those with a record who are not above", payroll, []string{lea.ID}},
			{"an administrator invites everyone who cannot sign in, again too", admin, []string{boss.ID, lea.ID, none.ID}},
		} {
			w.run(x.name, func(t *testing.T) {
				states, err := w.s.SignInStates(w.ctx(), x.by, all)
				if err != nil || len(states) != len(all) {
					t.Fatal(states, err)
				}
				for id, s := range states {
					if s.MayInvite != slices.Contains(x.want, id) {
						t.Errorf("the list offers %+v for %s", s, id)
					}
				}
				if n, err := w.s.InviteSelected(w.ctx(), x.by, all); n != len(x.want) || err != nil {
					t.Errorf("%d are invited, %v", n, err)
				}
				states, err = w.s.SignInStates(w.ctx(), x.by, all)
				for id, s := range states {
					if err != nil || slices.Contains(x.want, id) != (s.InvitedAt != 0 && s.Valid) {
						t.Errorf("then %+v for %s, %v", s, id, err)
					}
				}
				w.exec(`DELETE FROM outgoing_mail`)
				w.exec(`DELETE FROM auth_secrets`)
			})
		}
		w.run("others neither see it nor invite", func(t *testing.T) {
			by := Actor{PersonID: known.ID, Role: Events}
			_, seen := w.s.SignInStates(w.ctx(), by, all)
			_, err := w.s.InviteSelected(w.ctx(), by, all)
			if errs.KindOf(seen) != errs.KindForbidden || errs.KindOf(err) != errs.KindForbidden {
				t.Errorf("%v, %v", seen, err)
			}
		})
		w.run("a message that was cancelled is no invitation, and a later link counts", func(t *testing.T) {
			if _, err := w.s.InviteSelected(w.ctx(), admin, []string{lea.ID}); err != nil {
				t.Fatal(err)
			}
			if _, err := w.s.PasswordLink(w.ctx(), admin, lea.ID); err != nil {
				t.Fatal(err)
			}
			states, err := w.s.SignInStates(w.ctx(), admin, []string{lea.ID})
			if x := states[lea.ID]; err != nil || !x.Valid || x.Refused || x.InvitedAt != db.InstantOf(w.now) {
				t.Errorf("%+v, %v", x, err)
			}
			w.exec(`DELETE FROM auth_secrets`)
			if states, err = w.s.SignInStates(w.ctx(), admin, []string{lea.ID}); err != nil || states[lea.ID].InvitedAt != 0 {
				t.Errorf("%+v, %v", states[lea.ID], err)
			}
		})
	})
}
