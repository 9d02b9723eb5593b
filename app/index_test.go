package app_test

import (
	"net/http"
	"testing"

	"presence/app/apptest"
)

// The address of the product shows a browser the way in, and tells a program what this is.
func TestIndex(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	for who, to := range map[string]string{apptest.Anonymous: "/auth/v1/login", "employee": "/staff/"} {
		a.Browser(who).On(t).Do(http.MethodGet, "/", nil, "Accept", "text/html,*/*").Want(http.StatusOK).HasHeader("Refresh", "0; url="+to).
			HasHeader("Vary", "Accept").Has(`<a href="` + to + `">`)
	}
	a.Browser("employee").On(t).Get("/").Want(http.StatusOK).HasHeader("Refresh", "").Has(`"staff":"/staff/"`)
}
