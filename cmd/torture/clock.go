package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"presence/app/apptest/sink"
)

// clock is how wrong the clock of a node is set. A product that is built with torture_controls reads it all the time.
type clock struct{ file string }

func newClock(dir, name string) (c clock, err error) {
	c.file = filepath.Join(dir, name)
	return c, c.set(0)
}

// set sets the clock, in one moment.
func (c clock) set(wrong time.Duration) error {
	f, err := os.OpenFile(c.file, os.O_CREATE|os.O_WRONLY, 0o600) // not truncated: the product looks at it
	if err != nil {
		return err
	}
	_, err = f.WriteAt(binary.NativeEndian.AppendUint64(nil, uint64(wrong)), 0)
	return errors.Join(err, f.Close())
}

// put sets the clocks of all nodes, and takes tokens that are good by then.
func (s *site) put(wrong time.Duration) error {
	for _, n := range s.nodes {
		if err := n.clock.set(wrong); err != nil {
			return err
		}
	}
	return s.renew()
}

// deferring is a relay that puts the first guests of each campaign off, once each.
func deferring(guests, campaigns int) sink.Options {
	o := steady
	for n := range campaigns {
		o.Rules = append(o.Rules, sink.Rule{At: sink.Rcpt, From: n * guests, Times: putOff, Reply: "450 4.2.1 later"})
	}
	return o
}

const (
	putOff = 40               // guests of a campaign
	within = 30 * time.Second // after which those who were put off for 15 s must have been written to again
)

// changes of the clock, from the right time and back to it.
var changes = []time.Duration{-2 * time.Hour, 0, 25 * time.Hour, 0, 2 * time.Hour, 0}

// clockChanges sets the clock back and forward in the middle of sends of which some messages wait for another attempt.
func clockChanges(h *hall, r *row) error {
	binary, err := h.controlled()
	if err != nil {
		return err
	}
	guests := h.few(4000, 400)
	for range h.few(3, 1) {
		s, err := h.open(binary, "", 1, deferring(guests, len(changes)))
		if err != nil {
			return err
		}
		defer s.leave(r)
		if err := s.expires(r); err != nil {
			return err
		}
		for _, wrong := range changes[:h.few(len(changes), 2)] {
			if err := s.sendThrough(r, guests, func() error { return s.put(wrong) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// replicas lets two replicas on PostgreSQL whose clocks are three minutes apart share sends, and sets the clock of one.
func replicas(h *hall, r *row, url string) error {
	binary, err := h.controlled()
	if err != nil {
		return err
	}
	guests := h.few(4000, 400)
	s, err := h.open(binary, url, 2, deferring(guests, len(changes)))
	if err != nil {
		return err
	}
	defer s.leave(r)
	for _, wrong := range changes[:h.few(len(changes), 1)] {
		apart := func() error { return s.nodes[1].clock.set(wrong + 3*time.Minute) }
		if err := errors.Join(s.put(wrong), apart()); err != nil {
			return err
		}
		if err := s.sendThrough(r, guests, func() error { return s.nodes[0].clock.set(wrong + 6*time.Minute) }); err != nil {
			return err
		}
	}
	return nil
}

// sendThrough sends to so many guests, does something to the clocks in the middle, and waits for the end: soon, with
// nothing in doubt.
func (s *site) sendThrough(r *row, guests int, change func() error) error {
	o, err := s.begin(r, guests)
	if err != nil {
		return err
	}
	if err := o.arrive(putOff + s.chance.IntN(guests/3)); err != nil {
		return err
	}
	if err := change(); err != nil {
		return err
	}
	r.clocks++
	begin := time.Now()
	if err := o.rest(); err != nil {
		return err
	}
	if took := time.Since(begin); took > within {
		r.blame("with the clock changed the send took %s more", took)
	}
	if o.unconfirmed > 0 {
		r.blame("with the clock changed %d are in doubt", o.unconfirmed)
	}
	return nil
}

// expires sees that tokens and sessions go by the clock, whoever set it: a session lasts 12 hours, a token as long as it
// was made for.
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
				r.blame("with the clock %s wrong, it is %v that %.12s is good", x.wrong, good, header)
			}
		}
	}
	return nil
}

// isGood tells whether the header of a request says who asks.
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

// signIn fills in the form and gives the cookie of the session.
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
