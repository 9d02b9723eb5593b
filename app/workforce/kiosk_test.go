package workforce_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest"
	"presence/app/apptest/htmltest"
)

// device is a browser with the cookie of the kiosk of the World; more are further cookies.
func device(more ...string) []string {
	return []string{"Cookie", strings.Join(append([]string{"presence-kiosk=" + apptest.KioskSecret, "presence-kiosk-language=en"}, more...), "; "),
		"Content-Type", "application/x-www-form-urlencoded"}
}

// asked returns the answer to a form, or to a page for an empty one.
func asked(t *testing.T, a *apptest.App, path, body string, headers ...string) *apptest.Response {
	t.Helper()
	c := a.As(apptest.Anonymous).On(t)
	if body == "" {
		return c.Do(http.MethodGet, path, nil, headers[:2]...)
	}
	return c.Do(http.MethodPost, path, body, headers...)
}

var proofOf = regexp.MustCompile(`name="proof" value="([A-Z2-7]+)"`)

// rightPIN enters the PIN of the employee, and returns the cookie of the screen that it opens.
func rightPIN(t *testing.T, a *apptest.App) *http.Cookie {
	t.Helper()
	r := asked(t, a, "/kiosk/pin", "badge=a-107&pin=2580", device()...).Want(http.StatusSeeOther)
	c, err := http.ParseSetCookie(r.Header.Get("Set-Cookie"))
	if err != nil || r.Header.Get("Location") != "/kiosk/screen" {
		t.Fatalf("%v, it leads to %s", err, r.Header.Get("Location"))
	}
	return c
}

// opened enters the PIN of the employee, and returns the screen and its token.
func opened(t *testing.T, a *apptest.App) (screen *apptest.Response, proof string) {
	t.Helper()
	screen = asked(t, a, "/kiosk/screen", "", device("presence-kiosk-screen="+rightPIN(t, a).Value)...).Want(http.StatusOK)
	found := proofOf.FindStringSubmatch(string(screen.Body))
	if found == nil {
		t.Fatalf("no token\n%s", screen.Body)
	}
	return screen, found[1]
}

// says returns what a screen says, with plain spaces.
func says(t *testing.T, r *apptest.Response) string {
	t.Helper()
	return strings.ReplaceAll(htmltest.Text(r.Doc().Find("main")), nbsp, " ")
}

// An administrator adds a kiosk, a tablet opens its link, and an employee plays a day on it, without a script.
func TestKiosk_day(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		a.Clock.Advance(2 * time.Minute)
		admin := a.Browser("admin").On(t)
		page := admin.Form("/staff/settings/kiosks", "name=Quai").Want(http.StatusOK)
		link := strings.TrimPrefix(htmltest.Text(page.Doc().Find("#kiosk-link")), a.URL)
		link = link[strings.Index(link, "/kiosk/enrol/"):]
		var quai []string
		t.Run("opening the link changes nothing, and confirming it makes the device the kiosk, once", func(t *testing.T) {
			none := []string{"Cookie", "", "Content-Type", "application/x-www-form-urlencoded"}
			for range 2 {
				asked(t, a, link, "", none...).Want(http.StatusOK).Has("Quai")
			}
			token := link[strings.LastIndex(link, "/")+1:]
			r := asked(t, a, "/kiosk/enrol", "token="+token, none...).Want(http.StatusSeeOther)
			set := r.Header.Get("Set-Cookie")
			for _, part := range []string{"presence-kiosk=", "Path=/kiosk", "HttpOnly", "SameSite=Strict"} {
				if !strings.Contains(set, part) {
					t.Errorf("the cookie %q has no %s", set, part)
				}
			}
			quai = []string{"Cookie", set[:strings.Index(set, ";")], "Content-Type", "application/x-www-form-urlencoded"}
			asked(t, a, link, "", none...).Want(http.StatusNotFound).Has("n’est plus valide")
			asked(t, a, "/kiosk/enrol", "token="+token, none...).Want(http.StatusNotFound)
			asked(t, a, "/kiosk", "", quai...).Want(http.StatusOK).Has("Quai")
			admin.Get("/staff/settings/kiosks").Has("In use", "Quai")
		})
		t.Run("in, on a break, back and out, each with the PIN", func(t *testing.T) {
			name := a.World.People["employee"].FirstName
			for _, x := range []struct{ act, screen, done string }{
				{"in", "You’re not clocked in.", name + ", in at 8:02 a.m."},
				{"break", "Working since 8:02 a.m.", name + ", on break since 10:02 a.m."},
				{"back", "On break since 10:02 a.m.", name + ", back at 12:02 p.m."},
				{"out", "Working since 8:02 a.m.", name + ", out at 2:02 p.m."},
			} {
				screen, proof := opened(t, a)
				if text := says(t, screen); !strings.Contains(text, "Hello, "+name) || !strings.Contains(text, x.screen) {
					t.Errorf("%s: the screen says %s", x.act, text)
				}
				done := asked(t, a, "/kiosk/stamp", "proof="+proof+"&act="+x.act, device()...).Want(http.StatusOK)
				if text := says(t, done); !strings.Contains(text, x.done) {
					t.Errorf("%s: it is confirmed by %s", x.act, text)
				}
				asked(t, a, "/kiosk/stamp", "proof="+proof+"&act="+x.act, device()...).Want(http.StatusConflict).
					Has("may already be recorded").HasNot("No time was recorded")
				if x.act == "in" {
					present := says(t, asked(t, a, "/kiosk/present", "", device()...).Want(http.StatusOK))
					who := a.World.People["employee"]
					if !strings.Contains(present, who.FirstName+" "+who.LastName[:1]+".") || strings.Contains(present, who.LastName) {
						t.Errorf("passers-by see %s", present)
					}
				}
				a.Clock.Advance(2 * time.Hour)
			}
			a.Browser("employee").On(t).Get("/staff/time/2026-25").Has("(kiosk Entrepôt)")
			if n := a.Count("audit_log", "kiosk = 'Entrepôt' AND via = 'kiosk' AND kind = 'clocking' AND person_id = $1",
				a.World.People["employee"].UserID); n != 4 {
				t.Errorf("%d entries of the audit log", n)
			}
			admin.Get("/staff/settings/audit").Has("kiosk Entrepôt")
		})
		t.Run("revoked, it is a device like any other", func(t *testing.T) {
			id := a.World.Fill("{kiosk}")
			admin.Form("/staff/settings/kiosks/"+id+"/revoke", "").Want(http.StatusSeeOther)
			asked(t, a, "/kiosk", "", device()...).Want(http.StatusUnauthorized).Has("This device isn’t a kiosk", "in Settings, under Kiosks")
			asked(t, a, "/kiosk", "", quai...).Want(http.StatusOK)
		})
	})
}

// A right PIN opens a screen that is shown once, by a cookie: what the history of the browser keeps shows it to nobody else.
func TestKiosk_screen(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	over := func(t *testing.T, cookies ...string) {
		t.Helper()
		r := asked(t, a, "/kiosk/screen", "", device(cookies...)...).Want(http.StatusSeeOther)
		if to := r.Header.Get("Location"); to != "/kiosk" {
			t.Errorf("it leads to %s", to)
		}
	}
	t.Run("its cookie is the kiosk's alone, for a minute", func(t *testing.T) {
		c := rightPIN(t, a)
		if c.Name != "presence-kiosk-screen" || c.Path != "/kiosk" || c.MaxAge != 60 || !c.HttpOnly || c.SameSite != http.SameSiteStrictMode {
			t.Errorf("the cookie is %s", c.Raw)
		}
	})
	t.Run("the screen takes the cookie away", func(t *testing.T) {
		screen, _ := opened(t, a)
		c, err := http.ParseSetCookie(screen.Header.Get("Set-Cookie"))
		if err != nil || c.Name != "presence-kiosk-screen" || c.MaxAge >= 0 || c.Path != "/kiosk" {
			t.Errorf("%v, the cookie is %v", err, c)
		}
	})
	t.Run("without the cookie the first screen is shown", func(t *testing.T) { over(t) })
	t.Run("after a minute too", func(t *testing.T) {
		c := rightPIN(t, a)
		a.Clock.Advance(time.Minute)
		over(t, "presence-kiosk-screen="+c.Value)
	})
}

// The cookie of a kiosk opens nothing but the kiosk, which no session of a person opens, also in the same browser.
func TestKiosk_nothing_else(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	session := a.Browser("admin").Cookie
	t.Run("the cookie opens no other page", func(t *testing.T) {
		for _, path := range []string{"/staff/", "/staff/present", "/staff/time/2026-25", "/staff/settings/kiosks"} {
			asked(t, a, path, "", device()...).Want(http.StatusSeeOther)
		}
		for _, path := range []string{"/kiosks", "/clock", "/clockings", "/employees", "/auth/v1/me"} {
			asked(t, a, path, "", device()...).Want(http.StatusUnauthorized)
		}
	})
	t.Run("a session opens no kiosk", func(t *testing.T) {
		for _, path := range []string{"/kiosk", "/kiosk/names", "/kiosk/present", "/kiosk/pin?badge=A-107"} {
			a.Browser("admin").On(t).Get(path).Want(http.StatusUnauthorized).HasNot("/staff", a.World.People["admin"].Name())
		}
		a.Browser("admin").On(t).Form("/kiosk/pin", "badge=A-107&pin=2580").Want(http.StatusUnauthorized)
	})
	t.Run("a browser with both has the kiosk there alone", func(t *testing.T) {
		both := device(session.Name + "=" + session.Value)
		for _, path := range []string{"/kiosk", "/kiosk/names", "/kiosk/present", "/kiosk/none"} {
			r := asked(t, a, path, "", both...)
			r.HasNot("/staff", a.World.People["admin"].Name(), a.World.People["admin"].Email)
		}
		asked(t, a, "/staff/settings/kiosks", "", both...).Want(http.StatusOK)
		_, proof := opened(t, a)
		asked(t, a, "/kiosk/stamp", "proof="+proof+"&act=in", both...).Want(http.StatusOK)
		if n := a.Count("clockings", "employee_id = $1 AND end_at IS NULL", a.World.IDs["employee"]); n != 1 {
			t.Errorf("%d clockings of the employee", n)
		}
		if n := a.Count("audit_log", "kind = 'clocking' AND via = 'kiosk' AND person_id <> $1", a.World.People["employee"].UserID); n != 0 {
			t.Errorf("%d stamps of another person", n)
		}
	})
	t.Run("no screen leads elsewhere", func(t *testing.T) {
		screen, _ := opened(t, a)
		for name, r := range map[string]*apptest.Response{"first": asked(t, a, "/kiosk", "", device()...), "names": asked(t, a, "/kiosk/names", "", device()...),
			"PIN": asked(t, a, "/kiosk/pin?badge=X", "", device()...), "person": screen, "present": asked(t, a, "/kiosk/present", "", device()...),
			"nowhere": asked(t, a, "/kiosk/none", "", device()...), "not enrolled": asked(t, a, "/kiosk", "", "Cookie", "presence-kiosk=X")} {
			doc := r.Doc()
			for _, at := range []string{"href", "action", "formaction"} {
				doc.Find("a[href], form, button[formaction]").Each(func(_ int, s *goquery.Selection) {
					if to, ok := s.Attr(at); ok && to != "/kiosk" && !strings.HasPrefix(to, "/kiosk/") {
						t.Errorf("%s: a link to %s", name, to)
					}
				})
			}
		}
	})
	t.Run("the answers to an unknown number and to a wrong PIN are the same", func(t *testing.T) {
		wrong := says(t, asked(t, a, "/kiosk/pin", "badge=A-107&pin=9999", device()...).Want(http.StatusUnprocessableEntity))
		unknown := says(t, asked(t, a, "/kiosk/pin", "badge=Z-999&pin=2580", device()...).Want(http.StatusUnprocessableEntity))
		if strings.ReplaceAll(unknown, "Z-999", "A-107") != wrong {
			t.Errorf("%s\n%s", wrong, unknown)
		}
		for range 3 {
			asked(t, a, "/kiosk/pin", "badge=A-107&pin=9999", device()...).Want(http.StatusUnprocessableEntity)
		}
		refused := asked(t, a, "/kiosk/pin", "badge=A-107&pin=9999", device()...).Want(http.StatusSeeOther)
		locked := asked(t, a, refused.Header.Get("Location"), "", device()...).Want(http.StatusOK)
		if text := says(t, locked); !strings.Contains(text, "Try again at 8:15 a.m.") {
			t.Errorf("locked, it says %s", text)
		}
	})
}

// Everybody chooses their own PIN, after their password; payroll gives the first one.
func TestKiosk_own_PIN(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		const path = "/staff/settings/pin"
		if err := a.Auth.SetPassword(t.Context(), a.Actor("colleague"), a.World.People["colleague"].Email, "une phrase assez longue"); err != nil {
			t.Fatal(err)
		}
		me := a.Browser("colleague").On(t)
		for _, x := range []struct {
			name, form, says string
			status           int
		}{
			{"a wrong password", "current_password=another&pin=2580", "current password", http.StatusUnprocessableEntity},
			{"a PIN that is easy to guess", "current_password=une+phrase+assez+longue&pin=1234", "too easy to guess", http.StatusUnprocessableEntity},
			{"no PIN", "current_password=une+phrase+assez+longue&pin=", "4 to 8", http.StatusUnprocessableEntity},
		} {
			t.Run(x.name+" is refused", func(t *testing.T) { me.Form(path, x.form).Want(x.status).Has(x.says) })
		}
		has := func(want int) {
			t.Helper()
			if n := a.Count("badges", "employee_id = $1 AND pin_hash <> ''", a.World.IDs["colleague"]); n != want {
				t.Errorf("%d PINs, want %d", n, want)
			}
		}
		has(0)
		me.Form(path, "current_password=une+phrase+assez+longue&pin=2580").Want(http.StatusSeeOther)
		has(1)
		me.Get(path).Has("PIN saved.", "You have a PIN.").HasNot("2580")
		me.Form(path+"/remove", "current_password=no").Want(http.StatusUnprocessableEntity)
		has(1)
		me.Form(path+"/remove", "current_password=une+phrase+assez+longue").Want(http.StatusSeeOther)
		has(0)
		t.Run("payroll gives a number and a PIN", func(t *testing.T) {
			clerk := a.Browser("payroll").On(t)
			badge := "/staff/employees/{colleague}/badge"
			clerk.Get("/staff/employees/{colleague}").Has("Badge number and PIN")
			clerk.Form(badge, "badge_number=A-107&pin=").Want(http.StatusUnprocessableEntity).Has("Another employee has this badge number.")
			clerk.Form(badge, "badge_number=b-7&pin=2580").Want(http.StatusSeeOther)
			clerk.Get(badge).Has(`value="B-7"`).HasNot("2580")
			has(1)
			clerk.Form(badge+"/remove", "").Want(http.StatusSeeOther)
			has(0)
		})
	})
}

// A program reads the badge, and puts what it has read back with another number after the PIN was locked.
func TestKiosk_badge_locked_meanwhile(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		clerk := a.As("payroll").On(t)
		const path = "/employees/{employee}/badge"
		before := clerk.Get(path).Want(http.StatusOK)
		for range 5 {
			asked(t, a, "/kiosk/pin", "badge=A-107&pin=9999", device()...)
		}
		locked := func(want int) {
			t.Helper()
			if n := a.Count("badges", "locked_until > 0"); n != want {
				t.Errorf("%d PINs are locked, want %d", n, want)
			}
		}
		locked(1)
		body := `{"badge_number":"A-108","locked_until":null}`
		t.Run("the tag of what it has read does not fit any more", func(t *testing.T) {
			clerk.On(t).Do("PUT", path, body, "If-Match", before.ETag()).Want(http.StatusPreconditionFailed)
			locked(1)
		})
		t.Run("without a tag the number is saved, and the PIN stays locked", func(t *testing.T) {
			clerk.On(t).Do("PUT", path, body).Want(http.StatusOK).Has(`"A-108"`).HasNot(`"locked_until":null`)
			locked(1)
		})
		t.Run("the tag of the locked badge unlocks", func(t *testing.T) {
			tag := clerk.On(t).Get(path).Want(http.StatusOK).ETag()
			clerk.On(t).Do("PUT", path, `{"locked_until":null}`, "If-Match", tag).Want(http.StatusOK).Has(`"locked_until":null`)
			locked(0)
		})
	})
}
