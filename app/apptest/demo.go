package apptest

import (
	"net/http"
	"testing"

	"presence/db"
)

// DemoPeriod is the page of the demo company's period that waits for approval.
const DemoPeriod = "/staff/periods/2026/24"

// NewDemo starts a product with the demo company in it, instead of the World.
func NewDemo(t testing.TB, d db.Dialect, opts ...Option) *App {
	t.Helper()
	return New(t, append([]Option{Empty(), Demo(), On(d)}, opts...)...)
}

// EnterDemo returns a client of one of the people whom the sign-in page of the demo offers, such as "supervisor".
func (a *App) EnterDemo(t testing.TB, part string) *Client {
	t.Helper()
	c := *a.Browser(Anonymous).On(t)
	answer := c.Form("/auth/v1/demo", "email="+part+"%40demo.presence.example").Want(http.StatusSeeOther)
	for _, cookie := range (&http.Response{Header: answer.Header}).Cookies() {
		if cookie.Name == "presence" {
			c.Cookie = cookie
		}
	}
	return &c
}
