package app_test

import (
	"net/http"
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/app/platform/httpx"
)

// TestDoor_HelpersReachNothingElse asks every route with the cookie of a check-in link. It opens the check-in page of its event,
// and on all other routes makes no difference.
func TestDoor_HelpersReachNothingElse(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	var made struct{ URL string }
	a.As("events").Post("/events/{event}/check-in-links", `{"name":"Entrance B"}`).Want(http.StatusCreated).JSON(&made)
	token := made.URL[strings.LastIndexByte(made.URL, '/')+1:]
	anonymous := a.As(apptest.Anonymous)
	opened := 0
	for _, r := range a.Routes() {
		route := r.Method + " " + r.Path
		c := calls[route]
		t.Run(route, func(t *testing.T) {
			path, body := c.path, c.body
			if path == "" {
				path = r.Path
			}
			path, body = strings.ReplaceAll(path, "{@", "{employee"), strings.ReplaceAll(body, "{@", "{employee")
			ask := func(path string, cookie ...string) int {
				if body != "" && body[0] != '{' && body[0] != '[' {
					cookie = append(cookie, "Content-Type", "application/x-www-form-urlencoded")
				}
				var content any
				if body != "" {
					content = a.World.Fill(body)
				}
				return anonymous.On(t).Do(r.Method, path, content, cookie...).Status
			}
			if r.Rule == httpx.Anyone {
				return // the same for everybody, and some of them end what is asked next
			}
			without, with := ask(path), ask(path, "Cookie", "presence-door="+token)
			if r.Rule != httpx.Door {
				if with != without || with < 300 {
					t.Errorf("answers %d with the link, %d without", with, without)
				}
				return
			}
			opened++
			if location := without; location != http.StatusSeeOther || with >= 400 && with != http.StatusNotFound {
				t.Errorf("answers %d with the link, %d without", with, without)
			}
			elsewhere := strings.ReplaceAll(path, "{event}", "portes-ouvertes-2027")
			if other := ask(elsewhere, "Cookie", "presence-door="+token); other != without {
				t.Errorf("answers %d for another event", other)
			}
		})
	}
	for name, path := range map[string]string{"in the list": "", "after a search": "?q=%40", "at the top of the page": "?at={rsvp}"} {
		t.Run("no contact of a guest is shown "+name, func(t *testing.T) {
			path = "/staff/events/{event}/door" + path
			if staff := a.Browser("events").On(t).Get(path).Want(http.StatusOK); strings.Contains(path, "q=") != strings.Contains(staff.Doc().Find("main").Text(), "@") {
				t.Fatal("staff see a contact, which only a search shows, or none after one")
			}
			page := anonymous.On(t).Do("GET", path, nil, "Cookie", "presence-door="+token).Want(http.StatusOK)
			if text := page.Doc().Find("main").Text(); strings.Contains(text, "@") {
				t.Errorf("got %s", text)
			}
		})
	}
	if opened != 6 {
		t.Errorf("%d routes are for helpers", opened)
	}
}
