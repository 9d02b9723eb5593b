package accounts_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/push"
	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/apptest/fake"
	"presence/app/platform/i18n"
)

// TestBrowser_Notices has an employee add their phone with the real page and the real service worker. What their supervisor decides is then
// encrypted for the phone, decrypted with its keys and delivered to the worker, which shows it, and a click opens the page. The headless
// browser has no push service, so the test subscribes in its place.
func TestBrowser_Notices(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	device, err := fake.NewPushDevice()
	if err != nil {
		t.Fatal(err)
	}
	var bodies [][]byte
	service := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies = append(bodies, body)
		w.WriteHeader(http.StatusCreated)
	}))
	defer service.Close()

	p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 360}).As("employee").Allow("notifications")
	p.Go("/staff/settings/notifications").Until(`!document.querySelector("[data-push]").hidden`)
	const endpoint = "https://push.example.net/phone"
	browser.Eval[string](p, fmt.Sprintf(`PushManager.prototype.subscribe = async (options) => {
		const key = btoa(String.fromCharCode(...options.applicationServerKey)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "")
		if (!options.userVisibleOnly || key !== document.querySelector("[data-push]").dataset.push) throw new Error("another key")
		return {toJSON: () => ({endpoint: %q, keys: {p256dh: %q, auth: %q}})}
	}; ""`, endpoint, device.P256DH(), device.Auth()))
	p.Follow(browser.Click("[data-push] button"))
	if n := a.Count("push_subscriptions", "endpoint = ?", endpoint); n != 1 {
		t.Fatalf("%d devices were added: %s", n, p.Text("main"))
	}
	worker := p.Worker()

	a.As("supervisor").On(t).Patch("/leave-requests/{employee.leave}/approval", `{"approval_status":"True"}`).Want(http.StatusOK)
	a.Clock.Advance(time.Minute)
	if err := a.Notifications.QueuePhones(t.Context()); err != nil {
		t.Fatal(err)
	}
	sender, err := push.NewService(a.DB, a.Clock.Now, push.Options{Secret: a.Config(t).SecretKey, Origin: a.URL,
		HTTPClient: toService{service.Client(), service.Listener.Addr().String()}})
	if err != nil {
		t.Fatal(err)
	}
	if err := sender.SendDue(t.Context()); err != nil || len(bodies) != 1 {
		t.Fatalf("%d messages were sent: %v", len(bodies), err)
	}
	text, err := device.Open(bodies[0])
	if err != nil {
		t.Fatal(err)
	}
	notice := worker.Push(text)
	if notice.Title == "" || notice.Lang != "en" || notice.Badge == 0 || !strings.Contains(notice.URL, "/staff/notifications/open?id=") {
		t.Errorf("the device shows %+v", notice)
	}
	p.Go("/staff/time")
	worker.Click(notice)
	p.Until(`location.pathname.startsWith("/staff/leave")`)
	if n := a.Count("notifications", "person_id = ? AND read_at IS NULL AND kind = 'leave.decided'",
		a.World.People["employee"].UserID); n != 0 {
		t.Errorf("%d notifications about the leave are unread", n)
	}
}

// toService sends the requests to an address of this machine in place of their own.
type toService struct {
	*http.Client
	addr string
}

func (s toService) Do(r *http.Request) (*http.Response, error) {
	r.URL.Host = s.addr
	return s.Client.Do(r)
}
