package accounts_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"presence/app/accounts/auth"
	"presence/app/apptest"
	"presence/app/apptest/htmltest"
	"presence/app/platform/httpx"
)

// codeAt is the one-time code of a key, some time from now.
func codeAt(t *testing.T, a *apptest.App, secret string, later time.Duration) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, a.Clock.Now().Add(later))
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// signedInAs is a new browser of a person of the World.
func signedInAs(t *testing.T, a *apptest.App, who, how string) *apptest.Client {
	t.Helper()
	p, err := a.Person(who)
	if err != nil {
		t.Fatal(err)
	}
	cookie, err := a.Auth.StartSession(t.Context(), auth.NewSession{Person: p, How: how})
	if err != nil {
		t.Fatal(err)
	}
	c := *a.Browser(who).On(t)
	c.Cookie = cookie
	return &c
}

// setUpCodes sets one-time codes up on the page, and returns the key and the recovery codes.
func setUpCodes(t *testing.T, a *apptest.App, c *apptest.Client) (secret string, recovery []string) {
	t.Helper()
	page := c.Get(settingsAt + "/security/codes").Want(http.StatusOK).Doc()
	secret = strings.ReplaceAll(htmltest.Text(htmltest.One(t, page, "#code-key")), " ", "")
	key := htmltest.One(t, page, "input[name=key]").AttrOr("value", "")
	form := url.Values{"key": {key}, "code": {"000000"}}
	wrong := c.Form(settingsAt+"/security/codes", form.Encode()).Want(http.StatusUnprocessableEntity)
	shows(t, wrong, "input[name=code][aria-invalid]")
	if again := htmltest.Text(htmltest.One(t, wrong.Doc(), "#code-key")); strings.ReplaceAll(again, " ", "") != secret {
		t.Errorf("the key has changed to %s", again)
	}
	form.Set("code", codeAt(t, a, secret, -30*time.Second))
	made := c.Form(settingsAt+"/security/codes", form.Encode()).Want(http.StatusOK)
	for _, code := range made.Doc().Find(".recovery-codes code").EachIter() {
		recovery = append(recovery, code.Text())
	}
	if len(recovery) != 10 {
		t.Fatalf("the recovery codes are %q", recovery)
	}
	c.Get(settingsAt+"/security").Want(http.StatusOK).Has("10 of 10 left", "Change app").HasNot(recovery[0])
	return secret, recovery
}

func TestSecurityPage(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		c := signedInAs(t, a, "employee", "password")
		c.Get(settingsAt + "/security").Want(http.StatusOK).Has("Passkeys aren’t available at this address").HasNot("Recovery codes")
		_, recovery := setUpCodes(t, a, c)
		t.Run("recovery codes are made anew, and shown once", func(t *testing.T) {
			c.On(t).Form(settingsAt+"/security/recovery", "").Want(http.StatusOK).Has("Save your recovery codes now").HasNot(recovery[0])
			c.On(t).Get(settingsAt + "/security").HasNot("Save your recovery codes now")
		})
		t.Run("once they are removed there is no second factor", func(t *testing.T) {
			c.On(t).Form(settingsAt+"/security/codes/remove", "").Want(http.StatusSeeOther)
			c.On(t).Get(settingsAt + "/security").Want(http.StatusOK).Has("You’ll no longer be asked for one-time codes.").HasNot("Recovery codes")
			c.On(t).Form(settingsAt+"/security/recovery", "").Want(http.StatusConflict).Has("Set up a passkey or one-time codes first.")
		})
	})
}

func TestSecurityPage_Passkeys(t *testing.T) {
	t.Parallel()
	a := apptest.New(t, apptest.OnLocalhost())
	c := signedInAs(t, a, "employee", "password")
	shows(t, c.Get(settingsAt+"/security").Want(http.StatusOK),
		`form[action="/staff/settings/security/passkeys"] [data-passkey="create"][data-options]`)
	if name := htmltest.One(t, c.Get(settingsAt+"/security").Doc(), "#f-name").AttrOr("value", ""); name == "" {
		t.Error("the new passkey has no name to begin with")
	}
	t.Run("a name that is missing is said beside its field", func(t *testing.T) {
		page := c.On(t).Form(settingsAt+"/security/passkeys", "name=+&passkey=none").Want(http.StatusUnprocessableEntity).Has("1 field to fix")
		shows(t, page, `#f-name[aria-invalid]`)
	})
	t.Run("an answer of the browser that is none is refused with the page", func(t *testing.T) {
		c.On(t).Form(settingsAt+"/security/passkeys", "name=Phone&passkey=none").Want(http.StatusConflict).Has("This passkey couldn’t be added")
	})
}

// TestPayrollExport_RequiresReauth is the way of a clerk whose sign-in is more than ten minutes old.
func TestPayrollExport_RequiresReauth(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		c := signedInAs(t, a, "payroll", "password")
		secret, _ := setUpCodes(t, a, c)
		a.As("payroll").On(t).Patch("/timesheets/{stranger.timesheet}/approval", `{"is_approved":true}`).Want(http.StatusOK)
		a.Clock.Advance(11 * time.Minute)
		const form = "period=2026-25&format=csv&partial=true"
		page := c.Form("/staff/payroll/exports", form).Want(http.StatusOK).Has("Confirm it’s you")
		shows(t, page, `form[action="/staff/payroll/exports"] input[name=period][value="2026-25"]`)
		shows(t, page, `input[name=partial][value=true]`)
		c.Get("/staff/payroll/exports/1").Want(http.StatusNotFound)
		done := c.Form("/staff/payroll/exports", form+"&confirm_back=&confirm_code="+codeAt(t, a, secret, 0)).Want(http.StatusSeeOther)
		to := done.Header.Get("Location")
		if to != "/staff/payroll/exports/1" {
			t.Errorf("it leads to %s", to)
		}
	})
}

// TestProtectedActs has every act of the list ask, in a browser whose sign-in is more than ten minutes old.
func TestProtectedActs(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	c := signedInAs(t, a, "admin", "password")
	setUpCodes(t, a, c)
	a.Clock.Advance(11 * time.Minute)
	person := settingsAt + "/people/{employee.user}"
	for _, path := range []string{"/staff/payroll/exports", "/staff/events/{event}/send", "/staff/campaigns/{campaign}/reminder", person,
		person + "/disable", person + "/enable", person + "/password-link", person + "/reset-factors", settingsAt + "/second-factors",
		settingsAt + "/security/passkeys", settingsAt + "/security/passkeys/1/remove", settingsAt + "/security/codes",
		settingsAt + "/security/codes/remove", settingsAt + "/security/recovery", settingsAt + "/tokens", settingsAt + "/people",
		person + "/invitation", "/staff/employees/{employee}/invitation", "/staff/employees/{employee}/password-link", "/staff/employees/password-links", settingsAt + "/sign-in",
		settingsAt + "/customers", settingsAt + "/mail/bulk", settingsAt + "/mail/mailbox", settingsAt + "/mail",
		settingsAt + "/mail/bounces", settingsAt + "/company", settingsAt + "/export", "/staff/events/{event}/door/links",
		"/staff/events/{event}/rsvps/updates", "/staff/employees/invitations", settingsAt + "/people/invitations",
		"/staff/employees/{employee}/supervisor", "/staff/employees/{employee}/leave", "/staff/employees/{employee}/delete",
		"/staff/employees/{employee}/restore", "/staff/deputies", "/staff/deputies/{deputy}"} {
		t.Run(path, func(t *testing.T) { c.On(t).Form(path, "").Want(http.StatusOK).Has("Confirm it’s you") })
	}
	t.Run("a form with a file keeps it", func(t *testing.T) {
		const form = "--x\r\nContent-Disposition: form-data; name=\"mailbox\"\r\n\r\ngmail\r\n" +
			"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"key.json\"\r\n\r\n{\"a\":1}\r\n--x--\r\n"
		page := c.On(t).Do("POST", settingsAt+"/mail/mailbox", form, "Content-Type", "multipart/form-data; boundary=x").
			Want(http.StatusOK).Has("Confirm it’s you")
		shows(t, page, `form input[name=mailbox][value=gmail]`)
		shows(t, page, `form input[name=file][value='{"a":1}']`)
	})
	for path, method := range map[string]string{"/auth/v1/people/{employee.user}/invitation": "POST", "/employees/{employee}/invitation": "POST",
		"/employees/password-links": "POST", "/settings": "PATCH", "/payroll/exports": "POST", "/auth/v1/people": "POST",
		"/auth/v1/people/{employee.user}": "PATCH", "/auth/v1/people/{employee.user}/second-factors": "DELETE",
		"/auth/v1/second-factors": "PUT", "/events/{event}/check-in-links": "POST",
		"/events/{event}/rsvps/updates": "POST", "/employees/invitations": "POST", "/employees/{stranger}": "DELETE",
		"/deputies": "POST", "/deputies/{deputy}": "PATCH"} {
		t.Run(path, func(t *testing.T) {
			if got := c.On(t).Do(method, path, "{}", "Content-Type", "application/json").Want(http.StatusForbidden).Problem().Code; got != "confirm_first" {
				t.Errorf("the code is %s", got)
			}
		})
	}
	t.Run("deleting an event, only if guests are told", func(t *testing.T) {
		c.On(t).Form("/staff/events/{event}/delete", "tell=true&version=999").Want(http.StatusOK).Has("Confirm it’s you")
		c.On(t).Form("/staff/events/{event}/delete", "version=999").Want(http.StatusSeeOther)
		if got := c.On(t).Delete("/events/{event}?tell_guests=true").Want(http.StatusForbidden).Problem().Code; got != "confirm_first" {
			t.Errorf("the code is %s", got)
		}
		c.On(t).Do("DELETE", "/events/{event}", nil, "If-Match", `"{event}-999"`).Want(http.StatusPreconditionFailed)
	})
	for _, path := range []string{"/company-data", "/company-data/import"} {
		t.Run(path, func(t *testing.T) { c.On(t).Post(path, nil).Want(http.StatusForbidden).Has("confirm_first") })
	}
	for _, path := range []string{"/events/{event}/send", "/events/{event}/reminder-send"} {
		t.Run(path, func(t *testing.T) {
			if got := c.On(t).Post(path, "{}").Want(http.StatusForbidden).Problem().Code; got != "confirm_first" {
				t.Errorf("the code is %s", got)
			}
			if got := a.As("admin").On(t).Post(path, "{}"); got.Status == http.StatusForbidden {
				t.Error("a program is asked")
			}
		})
	}
}

// What decides who may do what is asked again, on the page and by the API: whose an employee's record is, the supervisor and the last
// work day. Other changes of the record are not.
func TestEmployee_Access_RequiresReauth(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		c := signedInAs(t, a, "admin", "password")
		setUpCodes(t, a, c)
		a.Clock.Advance(11 * time.Minute)
		const other = "0b0e7a46-36a5-4c4c-9d2f-0a5f8d7c1e11"
		own := a.World.People["employee"].UserID
		patch := func(t *testing.T, body string) *apptest.Response {
			return c.On(t).Do("PATCH", "/employees/{employee}", body, "Content-Type", "application/json")
		}
		for _, x := range []struct {
			name, body string
			asks       bool
		}{
			{"another person", `{"user_id":"` + other + `"}`, true},
			{"another person among other changes", `{"first_name":"Zoé","user_id":"` + other + `"}`, true},
			{"the same person", `{"user_id":"` + own + `"}`, false},
			{"a name", `{"first_name":"Zoé"}`, false},
			{"another supervisor", `{"supervisor_id":{stranger}}`, true},
			{"the same supervisor", `{"supervisor_id":{supervisor}}`, false},
			{"a last work day", `{"last_work_day":"2026-12-31"}`, true},
			{"no last work day, as before", `{"last_work_day":null}`, false},
		} {
			t.Run("PATCH: "+x.name, func(t *testing.T) {
				if got := patch(t, x.body); !x.asks {
					got.Want(http.StatusOK)
				} else if code := got.Want(http.StatusForbidden).Problem().Code; code != "confirm_first" {
					t.Errorf("the code is %s", code)
				}
			})
		}
		t.Run("PATCH: a body that names both is refused", func(t *testing.T) {
			got := patch(t, `{"user_id":"`+own+`","user_id":"`+other+`"}`).Want(http.StatusBadRequest)
			if code := got.Problem().Code; code != "duplicate_key" {
				t.Errorf("the code is %s", code)
			}
		})
		page := "/staff/employees/{employee}"
		t.Run("the page: another person", func(t *testing.T) {
			c.On(t).Form(page, "user_id="+other).Want(http.StatusOK).Has("Confirm it’s you")
		})
		t.Run("the page: another supervisor", func(t *testing.T) {
			c.On(t).Form(page, "supervisor_id={stranger}").Want(http.StatusOK).Has("Confirm it’s you")
		})
		t.Run("the page: the same supervisor", func(t *testing.T) {
			c.On(t).Form(page, "supervisor_id={supervisor}").HasNot("Confirm it’s you")
		})
		t.Run("the page: the same person", func(t *testing.T) { c.On(t).Form(page, "user_id="+own).HasNot("Confirm it’s you") })
	})
}

// An import of employees asks again where a single change would: if it gives an employee who exists another supervisor or another last
// work day. So does undoing it.
func TestImport_Access_RequiresReauth(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		c := signedInAs(t, a, "payroll", "password")
		secret, _ := setUpCodes(t, a, c)
		number := fmt.Sprint(jsonOf(t, a, "/employees/{employee}")["external_payroll_id"])
		checked := func(t *testing.T, heading, value string) string {
			t.Helper()
			const part = "--x\r\nContent-Disposition: form-data; name="
			form := part + "\"kind\"\r\n\r\nemployees\r\n" + part + "\"file\"; filename=\"e.csv\"\r\n\r\nexternal_payroll_id," + heading + "\n" +
				number + "," + value + "\n\r\n--x--\r\n"
			done := c.On(t).Do("POST", "/staff/imports", form, "Content-Type", "multipart/form-data; boundary=x").Want(http.StatusSeeOther)
			at := strings.TrimPrefix(done.Header.Get("Location"), "/staff")
			a.Imports.Wait()
			c.On(t).Form("/staff"+at+"/columns", "column_0=external_payroll_id&column_1="+heading).Want(http.StatusSeeOther)
			a.Imports.Wait()
			return at
		}
		a.Clock.Advance(11 * time.Minute)
		t.Run("a first name does not", func(t *testing.T) {
			at := checked(t, "first_name", "Zoé")
			c.On(t).Form("/staff"+at+"/apply", "").Want(http.StatusSeeOther)
			a.Imports.Wait()
			if got := jsonOf(t, a, at)["status"]; got != "applied" {
				t.Errorf("it is %v", got)
			}
		})
		for heading, value := range map[string]string{"supervisor": fmt.Sprint(jsonOf(t, a, "/employees/{stranger}")["email"]),
			"last_work_day": "2026-12-31"} {
			at := checked(t, heading, value)
			t.Run("the page: "+heading, func(t *testing.T) {
				c.On(t).Form("/staff"+at+"/apply", "skip_wrong=on").Want(http.StatusOK).Has("Confirm it’s you")
			})
			t.Run("JSON: "+heading, func(t *testing.T) {
				c.On(t).Post(at+"/apply", `{}`).Want(http.StatusForbidden).Has("confirm_first")
			})
			c.Form("/staff"+at+"/apply", "confirm_back=&confirm_code="+codeAt(t, a, secret, 0)).Want(http.StatusSeeOther)
			a.Imports.Wait()
			a.Clock.Advance(11 * time.Minute)
			t.Run("undoing, the page: "+heading, func(t *testing.T) {
				c.On(t).Form("/staff"+at+"/undo", "").Want(http.StatusOK).Has("Confirm it’s you")
			})
			t.Run("undoing, JSON: "+heading, func(t *testing.T) {
				c.On(t).Post(at+"/undo", "").Want(http.StatusForbidden).Has("confirm_first")
			})
		}
	})
}

// jsonOf is a record as the JSON API gives it to an administrator.
func jsonOf(t *testing.T, a *apptest.App, path string) (record map[string]any) {
	t.Helper()
	a.As("admin").On(t).Get(path).Want(http.StatusOK).JSON(&record)
	return record
}

// TestSettings_RequireReauth finds the routes that write settings in the table of routes, by the package of their handler: what PATCH asks for
// must not be stored without it on a page. The test of a channel of mail stores nothing.
func TestSettings_RequireReauth(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	found := 0
	for _, r := range a.Routes() {
		if r.Method == http.MethodGet || !strings.HasPrefix(r.Handler, "configuration.") || r.Path == "/settings/mail/test" {
			continue
		}
		found++
		t.Run(r.Method+" "+r.Path, func(t *testing.T) {
			if r.Reauth != httpx.ReauthAlways {
				t.Error("it is not asked again")
			}
		})
	}
	if found < 8 {
		t.Errorf("%d routes write settings", found)
	}
}

func TestFactorRolesPage(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		at := settingsAt + "/second-factors"
		boss := a.Browser("admin")
		boss.On(t).Form(at, "roles=payroll&roles=events").Want(http.StatusSeeOther)
		page := boss.On(t).Get(at).Want(http.StatusOK)
		for role, checked := range map[string]bool{"admin": false, "payroll": true, "events": true, "employee": false} {
			if _, is := htmltest.One(t, page.Doc(), "#f-role-"+role).Attr("checked"); is != checked {
				t.Errorf("%s is checked: %v", role, is)
			}
		}
		boss.On(t).Form(at, "roles=king").Want(http.StatusBadRequest)
		c := signedInAs(t, a, "payroll", "password")
		t.Run("a person of the role is led to set one up, before anything else", func(t *testing.T) {
			c.On(t).Get("/staff/payroll").Want(http.StatusSeeOther).HasHeader("Location", "/staff/settings/security")
			c.On(t).Form("/staff/payroll/exports", "period=2026-25&format=csv").Want(http.StatusSeeOther)
			if got := c.On(t).Get("/notifications/summary").Want(http.StatusForbidden).Problem().Code; got != "second_factor_required" {
				t.Errorf("the code is %s", got)
			}
			c.On(t).Get("/rsvp/fete-clients-2026").Want(http.StatusOK) // as anyone may
			c.On(t).Get(settingsAt + "/security").Want(http.StatusOK).Has("Add a second factor to continue").HasNot(`href="/staff/payroll"`)
		})
		t.Run("others are not, nor those who sign in with the company's account, nor programs", func(t *testing.T) {
			signedInAs(t, a, "employee", "password").Get("/staff/").Want(http.StatusOK)
			signedInAs(t, a, "payroll", "oidc").Get("/staff/payroll").Want(http.StatusOK)
			a.As("payroll").On(t).Get("/notifications/summary").Want(http.StatusOK)
		})
		t.Run("then everything is open, and the last one stays", func(t *testing.T) {
			on := c.On(t)
			setUpCodes(t, a, on)
			on.Get("/staff/payroll").Want(http.StatusOK)
			on.Form(settingsAt+"/security/codes/remove", "").Want(http.StatusConflict).Has("Your role requires a second factor")
		})
		t.Run("then the other browsers of the person are signed out", func(t *testing.T) {
			second := signedInAs(t, a, "events", "password")
			second.Get("/staff/").Want(http.StatusSeeOther).HasHeader("Location", "/staff/settings/security")
			setUpCodes(t, a, signedInAs(t, a, "events", "password"))
			second.Get("/staff/").Want(http.StatusSeeOther).HasHeader("Location", "/auth/v1/login?next=%2Fstaff%2F")
		})
	})
}

func TestPersonPage_ResetsFactors(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		at := settingsAt + "/people/" + a.World.People["employee"].UserID
		boss := a.Browser("admin")
		boss.On(t).Get(at).Want(http.StatusOK).HasNot(at + "/reset-factors")
		c := signedInAs(t, a, "employee", "password")
		setUpCodes(t, a, c)
		boss.On(t).Get(at).Want(http.StatusOK).Has(at+"/reset-factors", "one-time codes")
		a.Clock.Advance(time.Second)
		boss.On(t).Form(at+"/reset-factors", "").Want(http.StatusSeeOther)
		boss.On(t).Get(at).Want(http.StatusOK).HasNot(at + "/reset-factors").Has("Two-factor authentication reset.")
		c.Get("/staff/").Want(http.StatusSeeOther) // the session has ended
		again := signedInAs(t, a, "employee", "password")
		again.Get("/staff/notifications").Want(http.StatusOK).Has("reset your two-factor authentication", "/staff/notifications/open?id=")
		var summary struct {
			Items []struct {
				Kind   string
				Record struct{ Kind, ID string }
			}
		}
		again.Get("/notifications/summary").Want(http.StatusOK).JSON(&summary)
		i := summary.Items[0]
		if i.Kind != "account.factors_reset" || i.Record.Kind != "person" || i.Record.ID != a.World.People["employee"].UserID {
			t.Errorf("the summary says %+v", i)
		}
	})
}
