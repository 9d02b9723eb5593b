package main

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// expires checks that tokens and sessions expire by the process's clock, even after it was changed: a session lasts 12 hours, a
// token as long as requested.
func (s *site) expires(r *row) error {
	session, err := s.signIn()
	if err != nil {
		return err
	}
	token, err := s.issue("1h")
	if err != nil {
		return err
	}
	for _, x := range []struct {
		wrong          time.Duration
		session, token bool
	}{{0, true, true}, {59 * time.Minute, true, true}, {2 * time.Hour, true, false}, {15 * time.Hour, false, false}, {0, true, true}} {
		if err := s.put(x.wrong); err != nil {
			return err
		}
		for header, want := range map[string]bool{"Cookie: " + session: x.session, "Authorization: Bearer " + token: x.token} {
			if good, err := s.isGood(header); err != nil {
				return err
			} else if good != want {
				r.failf("with the clock %s wrong, it is %v that %.12s is good", x.wrong, good, header)
			}
		}
	}
	return nil
}

// isGood reports whether the product accepts the credentials in a header: 200, not 401.
func (s *site) isGood(header string) (bool, error) {
	r, err := http.NewRequestWithContext(s.ctx, http.MethodGet, "http://"+s.nodes[0].addr+"/auth/v1/me", nil)
	if err != nil {
		return false, err
	}
	name, value, _ := strings.Cut(header, ": ")
	r.Header.Set(name, value)
	answer, err := s.client.Do(r)
	if err != nil {
		return false, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusUnauthorized {
		return false, fmt.Errorf("asking who one is: %s", answer.Status)
	}
	return answer.StatusCode == http.StatusOK, nil
}

// signIn submits the sign-in form and returns the cookie of the session.
func (s *site) signIn() (string, error) {
	form := url.Values{"email": {adminEmail}, "password": {password}}
	r, err := http.NewRequestWithContext(s.ctx, http.MethodPost, "http://"+s.nodes[0].addr+"/auth/v1/login", strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	for _, c := range answer.Cookies() {
		if strings.HasSuffix(c.Name, "presence") && c.Value != "" {
			return c.Name + "=" + c.Value, nil
		}
	}
	return "", fmt.Errorf("signing in: %s", answer.Status)
}
